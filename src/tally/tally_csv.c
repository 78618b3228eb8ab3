/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tally_csv.c - the standing of a tournament as CSV: a row a player, the best first.  */
#include "tally.h"

#include "ringside/words.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_one_of(uint32_t character, const uint32_t *some)
{
	for (; *some; some++)
		if (*some == character)
			return true;
	return false;
}

/* Would a spreadsheet take it for a formula?  Some skip blanks, and take full-width signs for the usual ones.
 */
static bool is_formula(const char *text)
{
	static const uint32_t blanks[] = {' ', 0xa0, 0x2007, 0x202f, 0x3000, 0xfeff, 0},
			      signs[] = {'=',  '+',    '-',    '@',    '\t',   '\r',
					 '\n', 0xff0b, 0xff0d, 0xff1d, 0xff20, 0};
	uint32_t character = 0;
	size_t size;

	while ((size = words_character(text, strlen(text), &character)) && is_one_of(character, blanks))
		text += size;
	return size && is_one_of(character, signs);
}

/* An apostrophe makes it a text.  */
static void add_text(struct bytes *out, const char *text)
{
	bytes_addf(out, "\"%s", is_formula(text) ? "'" : "");
	for (; *text; text++)
		bytes_addf(out, "%s%c", *text == '"' ? "\"" : "", *text);
	bytes_add_text(out, "\"");
}

static void add_number(struct bytes *out, double number)
{
	if (isfinite(number))
		bytes_addf(out, ",%.9g", number);
	else
		bytes_add_text(out, ",");
}

static void add_tally(struct bytes *out, const struct tally *tally)
{
	bytes_addf(out, ",%d,%d,%d", tally->wins, tally->draws, tally->losses);
}

/* How many columns with the points against a player there are.  */
static int against_of(const struct tallied *tallied)
{
	int players = tallied->standings.players;

	return players > STANDINGS_RATED_MOST ? 0 : players;
}

static void add_row(struct bytes *out, const struct tallied *tallied, const struct ranks *ranks, int n)
{
	const struct player_sum *player = &tallied->standings.player[n];
	const struct mean *score = &player->score;
	bool rated = tally_games(&player->tally) > 0; /* else the prior alone speaks */
	bool scored = tallied->standings.scored && score->count;

	bytes_addf(out, "%d,", ranks->rank[n]);
	add_text(out, tallied->names[n]);
	add_number(out, rated ? ranks->ratings[n].elo : NAN);
	add_number(out, rated ? ranks->ratings[n].error : NAN);
	bytes_addf(out, ",%d", tally_games(&player->tally) + player->without);
	add_number(out, standings_total(&tallied->standings, n));
	add_tally(out, &player->tally);
	bytes_addf(out, ",%d,%d", player->without, player->byes);
	add_tally(out, &player->sides[0]);
	add_tally(out, &player->sides[1]);
	bytes_addf(out, ",%" PRId64, player->faults);
	add_number(out, scored ? score->sum : NAN);
	add_number(out, scored ? score->sum / score->count : NAN);
	add_number(out, scored ? mean_error(score) : NAN);
	add_number(out, player->measured.think.count ? player->measured.think.middle : NAN);
	add_number(out, measured_move(&player->measured));
	add_number(out, player->measured.longest);
	add_number(out, player->measured.cpu.count ? player->measured.cpu.middle : NAN);
	add_number(out, player->measured.memory);
	for (int i = 0; i < against_of(tallied); i++)
		add_number(out, ranks->order[i] == n
					? NAN
					: standings_points(&tallied->standings, n, ranks->order[i]));
	bytes_add_text(out, "\n");
}

char *tally_csv(const struct tallied *tallied, const struct ranks *ranks)
{
	struct bytes out = {0};

	bytes_add_text(
		&out,
		"rank,player,elo,elo_error,games,points,won,drawn,lost,without,free,began_won,began_drawn,"
		"began_lost,second_won,second_drawn,second_lost,faults,score_sum,score_mean,score_error,"
		"think,think_move,think_longest,cpu,peak_memory");
	for (int i = 0; i < against_of(tallied); i++) {
		char *head = bytes_text("against %s", tallied->names[ranks->order[i]]);

		bytes_add_text(&out, ",");
		add_text(&out, head);
		free(head);
	}
	bytes_add_text(&out, "\n");
	for (int i = 0; i < tallied->standings.players; i++)
		add_row(&out, tallied, ranks, ranks->order[i]);
	return out.at;
}
