/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* data.c - the tables of a tournament for programs: the standing as CSV, and all of them as a JSON object. */
#include "tally.h"

#include "ringside/match_json.h"
#include "ringside/words.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- CSV ---- */

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

/* ---- JSON ---- */

/* null: not known, or infinite.  */
static json_t *number(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static json_t *tally_object(const struct tally *tally)
{
	return json_pack("{s:i,s:i,s:i}", "won", tally->wins, "drawn", tally->draws, "lost", tally->losses);
}

/* null: there was no score.  */
static json_t *mean_object(const struct mean *mean)
{
	if (!mean->count)
		return json_null();
	return json_pack("{s:i,s:o,s:o,s:o,s:o}", "games", mean->count, "sum", number(mean->sum), "mean",
			 number(mean->sum / mean->count), "error", number(mean_error(mean)), "deviation",
			 mean->count > 1 ? number(mean_deviation(mean)) : json_null());
}

static json_t *reasons_object(const struct standings *standings, const struct player_sum *player)
{
	int order[STANDINGS_REASONS_MOST], count = tally_reasons(standings, order);
	json_t *object = json_object();

	for (int k = 0; k < count; k++)
		if (player->blamed[order[k]]) {
			json_t *reason = match_json_words(standings->reasons[order[k]]); /* a key is UTF-8 */

			json_object_set_new(object, json_string_value(reason),
					    json_integer(player->blamed[order[k]]));
			json_decref(reason);
		}
	return object;
}

/* The points of a curve; null: it says nothing.  */
static void set_curves(json_t *object, const struct tallied *tallied, const struct player_sum *player)
{
	struct curve curves[CURVES_MOST];
	int count = tally_curves(tallied, curves);

	json_object_set_new(object, "curve", json_null());
	json_object_set_new(object, "curve_in_game", json_null());
	for (int i = 0; i < count; i++) {
		json_t *list = json_array();

		for (int k = 0; k < curves[i].points; k++) {
			const struct mean *mean = curve_at(&curves[i], player, k);
			int from, to;

			curve_span(&curves[i], &tallied->standings, k, &from, &to);
			json_array_append_new(
				list, json_pack("{s:[i,i],s:o,s:o}", curves[i].in_game ? "percent" : "rounds",
						from, to, "mean", number(mean->count ? mean->middle : NAN),
						"error", number(mean_error(mean))));
		}
		json_object_set_new(object, curves[i].in_game ? "curve_in_game" : "curve", list);
	}
}

static json_t *player_object(const struct tallied *tallied, const struct ranks *ranks, int n)
{
	const struct player_sum *player = &tallied->standings.player[n];
	bool rated = tally_games(&player->tally) > 0; /* else the prior alone speaks */
	json_t *object = json_object();

	json_object_set_new(object, "player", json_integer(n + 1));
	json_object_set_new(object, "name", match_json_words(tallied->names[n]));
	json_object_set_new(object, "rank", json_integer(ranks->rank[n]));
	json_object_set_new(object, "elo", number(rated ? ranks->ratings[n].elo : NAN));
	json_object_set_new(object, "elo_error", number(rated ? ranks->ratings[n].error : NAN));
	json_object_set_new(object, "points", json_real(standings_total(&tallied->standings, n)));
	json_object_update_new(object, tally_object(&player->tally));
	json_object_set_new(object, "without", json_integer(player->without));
	json_object_set_new(object, "free", json_integer(player->byes));
	json_object_set_new(object, "began", tally_object(&player->sides[0]));
	json_object_set_new(object, "second", tally_object(&player->sides[1]));
	json_object_set_new(object, "faults", json_integer(player->faults));
	json_object_set_new(object, "lost_by", reasons_object(&tallied->standings, player));
	json_object_set_new(object, "score",
			    tallied->standings.scored ? mean_object(&player->score) : json_null());
	set_curves(object, tallied, player);
	return object;
}

static json_t *pairing_object(const struct standings *standings, int i, int j)
{
	struct versus versus = versus_of(standings, i, j);
	json_t *object = tally_object(&versus.tally), *pairs = json_array();

	for (int k = 0; k < PAIR_OUTCOMES; k++)
		json_array_append_new(pairs, json_integer(versus.pairs.count[k]));
	json_object_update_new(
		object, json_pack("{s:[i,i],s:i,s:o,s:o,s:o,s:o,s:o,s:o}", "players", i + 1, j + 1, "without",
				  versus.without, "pairs", pairs, "elo", number(versus.elo.middle), "elo_low",
				  number(versus.elo.low), "elo_high", number(versus.elo.high), "superiority",
				  number(versus.superiority), "score",
				  standings->scored ? mean_object(&versus.score) : json_null()));
	return object;
}

static int by_players(const void *a, const void *b)
{
	const struct pairing_sum *const *one = a, *const *other = b;

	return (*one)->low != (*other)->low ? (*one)->low - (*other)->low : (*one)->high - (*other)->high;
}

static json_t *pairings_list(const struct standings *standings)
{
	size_t count = (size_t)standings->pairings;
	const struct pairing_sum **rows = bytes_new((count + 1) * sizeof(const struct pairing_sum *));
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++)
		rows[i] = &standings->pairing[i];
	qsort(rows, count, sizeof(const struct pairing_sum *), by_players);
	for (size_t i = 0; i < count; i++)
		json_array_append_new(list, pairing_object(standings, rows[i]->low, rows[i]->high));
	free(rows);
	return list;
}

static json_t *openings_list(const struct standings *standings)
{
	int *order = tally_openings(standings);
	json_t *list = json_array();

	for (int i = 0; i < standings->openings; i++) {
		const struct opening_sum *opening = &standings->opening[order[i]];
		json_t *object = tally_object(&opening->tally);
		struct bytes text = {0};

		piece_add(&text, (struct piece){opening->text, strlen(opening->text)});
		json_object_set_new(object, "opening", match_json_words(text.at));
		json_object_set_new(object, "without", json_integer(opening->without));
		json_array_append_new(list, object);
		bytes_free(&text);
	}
	free(order);
	return list;
}

static json_t *sprt_object(const struct standings *standings, const struct sprt *sprt)
{
	static const char *const states[] = {
		[SPRT_GOES_ON] = "undecided", [SPRT_ACCEPTS_0] = "elo0", [SPRT_ACCEPTS_1] = "elo1"};
	struct pairs pairs = standings_pairs(standings, 0);

	return json_pack("{s:f,s:f,s:f,s:f,s:s,s:i,s:o,s:f,s:f,s:s}", "elo0", sprt->elo0, "elo1", sprt->elo1,
			 "alpha", sprt->alpha, "beta", sprt->beta, "model", sprt_model_name(sprt), "pairs",
			 pairs_number(&pairs), "ratio", number(pairs_ratio(sprt, &pairs)), "lower",
			 sprt_lower(sprt), "upper", sprt_upper(sprt), "accepted",
			 states[pairs_state(sprt, &pairs)]);
}

/* ---- what was measured ---- */

static json_t *measured_object(const struct measured *measured, int n)
{
	return json_pack("{s:i,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "player", n + 1, "think_move",
			 number(measured_move(measured)), "think",
			 measured->think.count ? number(measured->think.middle) : json_null(),
			 "think_longest", number(measured->longest), "cpu",
			 measured->cpu.count ? number(measured->cpu.middle) : json_null(), "peak_memory",
			 number(measured->memory), "held_turns", number(measured->held_turns), "waited",
			 number(measured->waited), "waited_turns", number(measured->waited_turns));
}

static json_t *machine_object(const struct tally_machine *machine)
{
	return json_pack("{s:o,s:i,s:o,s:o,s:o}", "shard", match_json_words(machine->shard), "cores",
			 machine->cores, "cpu", match_json_words(machine->cpu), "clock_ns",
			 number(machine->clock_ns), "ringside", match_json_words(machine->ringside));
}

static json_t *timing_object(const struct tallied *tallied)
{
	json_t *players = json_array(), *machines = json_array();

	for (int i = 0; i < tallied->standings.players; i++)
		json_array_append_new(players, measured_object(&tallied->standings.player[i].measured, i));
	for (int i = 0; i < tallied->machine_count; i++)
		json_array_append_new(machines, machine_object(&tallied->machines[i]));
	return json_pack("{s:f,s:o,s:o}", "seconds", tallied->standings.seconds, "players", players,
			 "machines", machines);
}

json_t *tally_json(const struct tallied *tallied, const struct ranks *ranks, const struct sprt *sprt)
{
	const struct standings *standings = &tallied->standings;
	int64_t planned = tally_planned(tallied);
	json_t *object, *players = json_array();

	for (int i = 0; i < standings->players; i++)
		json_array_append_new(players, player_object(tallied, ranks, ranks->order[i]));
	object = json_pack("{s:O,s:i,s:o,s:i,s:i,s:o,s:i,s:i,s:i,s:o,s:o,s:o}", "tournament",
			   tallied->tournament, "games", standings->games, "planned",
			   planned ? json_integer(planned) : json_null(), "without", standings->without,
			   "adjudicated", standings->adjudicated, "winner",
			   ranks->winner < 0 ? json_null() : json_integer(ranks->winner + 1), "half_pairs",
			   standings->half_pairs, "began_won", standings->side[0], "second_won",
			   standings->side[1], "players", players, "pairings", pairings_list(standings),
			   "openings", openings_list(standings));
	if (sprt)
		json_object_set_new(object, "sprt", sprt_object(standings, sprt));
	json_object_set_new(object, "timing", timing_object(tallied));
	return object;
}
