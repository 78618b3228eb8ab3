/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rounds.c - the games of lmc a second time, read literally.  */
#include "rounds.h"

#include "systems/lmc/rules.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is(const struct rounds *rounds, const char *game)
{
	return strcmp(rounds->game, game) == 0;
}

static void name(struct rounds *rounds, const char *words)
{
	char word[32];
	int size;

	for (; sscanf(words, " %31s%n", word, &size) == 1; words += size)
		strcpy(rounds->name[rounds->count++], word);
}

/* The second line of a table has its symbols.  */
static void name_from(struct rounds *rounds, const char *table)
{
	char line[512];

	if (sscanf(table, "%*[^\n]\n%511[^\n]", line) == 1)
		name(rounds, line);
}

void rounds_begin(struct rounds *rounds, const struct setup *setup, const char *game, const double (*pays)[2])
{
	int letters = (int)setup_count(setup, &symbols_option_symbols);

	*rounds = (struct rounds){.game = game,
				  .first = setup->first,
				  .turns = setup_count(setup, &symbols_option_turns),
				  .period = (int)setup_count(setup, &symbols_option_period),
				  .cue = ROUNDS_HIDDEN,
				  .pays = pays};
	for (int s = SEAT_1; s < SEATS; s++)
		rounds->sits[s] = setup->seat[s].kind != SEAT_FREE;
	for (int i = 0; i < ROUNDS_PERIOD; i++)
		rounds->right[i] = ROUNDS_HIDDEN;
	rounds->mover = rounds->beginner = rounds->first;
	if (is(rounds, "roshambo"))
		name(rounds, "rock paper scissors");
	else if (is(rounds, "matching-pennies"))
		name(rounds, "heads tails");
	else if (is(rounds, "penalty"))
		name(rounds, "left centre right");
	else if (is(rounds, "prisoners"))
		name(rounds, "cooperate defect");
	else if (is(rounds, "tictactoe"))
		name(rounds, "1 2 3 4 5 6 7 8 9");
	else if (is(rounds, "table"))
		name_from(rounds, setup_text(setup, &symbols_option_table));
	else
		for (char letter = 'a'; rounds->count < letters; letter++)
			snprintf(rounds->name[rounds->count++], 32, "%c", letter);
}

bool rounds_is_over(const struct rounds *rounds)
{
	return rounds->round == rounds->turns * (is(rounds, "tictactoe") ? 2 : 1);
}

bool rounds_needs(const struct rounds *rounds, int seat)
{
	if (rounds_is_over(rounds) || !rounds->sits[seat])
		return false;
	return is(rounds, "tictactoe") ? rounds->mover == seat : !rounds->moved[seat];
}

int rounds_symbol(const struct rounds *rounds, const char *symbol)
{
	for (int i = 0; i < rounds->count; i++)
		if (strcmp(rounds->name[i], symbol) == 0)
			return i;
	return ROUNDS_NONE;
}

/* ---- both at once ---- */

/* What seats 1 and 2 score for a against b.  */
static void score_pair(const struct rounds *rounds, int a, int b, double score[SEATS])
{
	static const double prisoners[2][2] = {{3, 0}, {5, 1}};

	if (is(rounds, "table")) {
		score[SEAT_1] = rounds->pays[a * rounds->count + b][0];
		score[SEAT_2] = rounds->pays[a * rounds->count + b][1];
		return;
	}
	if (is(rounds, "prisoners")) {
		score[SEAT_1] = (prisoners[a][b] - 2.5) / 2.5;
		score[SEAT_2] = (prisoners[b][a] - 2.5) / 2.5;
		return;
	}
	if (is(rounds, "roshambo")) { /* each beats the one before it */
		score[SEAT_1] = a == b ? 0 : a == (b + 1) % 3 ? 1 : -1;
	} else if (is(rounds, "matching-pennies")) {
		score[SEAT_1] = a == b ? 1 : -1;
	} else { /* penalty: the first seat shoots first */
		int shooter = rounds->round % 2 == 0 ? rounds->first : seat_opponent(rounds->first);

		score[SEAT_1] = (a == b) == (shooter == SEAT_2) ? 1 : -1;
	}
	score[SEAT_2] = -score[SEAT_1];
}

static void finish_pair(const struct rounds *rounds, struct rounds_news news[SEATS])
{
	int a = rounds->played[SEAT_1], b = rounds->played[SEAT_2];
	double score[SEATS] = {0};

	if (a != ROUNDS_NONE && b != ROUNDS_NONE) {
		score_pair(rounds, a, b, score);
	} else {
		score[SEAT_1] = a == ROUNDS_NONE ? -1 : 1;
		score[SEAT_2] = b == ROUNDS_NONE ? -1 : 1;
	}
	news[SEAT_1] = (struct rounds_news){.input = b, .scored = true, .score = score[SEAT_1]};
	news[SEAT_2] = (struct rounds_news){.input = a, .scored = true, .score = score[SEAT_2]};
}

bool rounds_chance(const struct rounds *rounds, double *mean, double *margin)
{
	double pairs = rounds->count * rounds->count, variance = 0, score[SEATS];
	struct rounds at = *rounds;

	*mean = 0;
	if (is(rounds, "tictactoe") || is(rounds, "imitate") || is(rounds, "cycle"))
		return false;
	for (at.round = 0; at.round < rounds->turns; at.round++) {
		double sum = 0, squares = 0;

		for (int a = 0; a < rounds->count; a++)
			for (int b = 0; b < rounds->count; b++) {
				score_pair(&at, a, b, score);
				if (fabs(score[SEAT_1] + score[SEAT_2]) > 1e-9)
					return false;
				sum += score[SEAT_1];
				squares += score[SEAT_1] * score[SEAT_1];
			}
		*mean += sum / pairs;
		variance += squares / pairs - sum * sum / pairs / pairs;
	}
	*margin = 1.96 * sqrt(variance);
	return true;
}

/* ---- one player, or two side by side ---- */

static void finish_alone(struct rounds *rounds, struct rounds_news news[SEATS])
{
	bool cycle = is(rounds, "cycle");
	int right = cycle ? rounds->right[rounds->round % rounds->period] : rounds->cue;

	for (int s = SEAT_1; s < SEATS; s++)
		if (rounds->sits[s])
			news[s] = (struct rounds_news){.input = cycle ? right : ROUNDS_NONE,
						       .scored = true,
						       .score = rounds->played[s] == ROUNDS_NONE ? -1
								: right == ROUNDS_HIDDEN         ? (double)NAN
								: rounds->played[s] == right     ? 1
												 : -1};
	rounds->cue = ROUNDS_HIDDEN;
}

bool rounds_tell_cue(struct rounds *rounds, int symbol)
{
	bool same = rounds->cue == ROUNDS_HIDDEN || rounds->cue == symbol;

	rounds->cue = symbol;
	return same;
}

bool rounds_tell_right(struct rounds *rounds, int64_t round, int symbol)
{
	int *right = &rounds->right[round % rounds->period];
	bool same = *right == ROUNDS_HIDDEN || *right == symbol;

	*right = symbol;
	return same;
}

/* ---- tictactoe ---- */

static bool has_row(const struct rounds *rounds, int seat)
{
	const int *at = rounds->square;

	for (int i = 0; i < 3; i++)
		if ((at[3 * i] == seat && at[3 * i + 1] == seat && at[3 * i + 2] == seat) ||
		    (at[i] == seat && at[i + 3] == seat && at[i + 6] == seat))
			return true;
	return at[4] == seat && ((at[0] == seat && at[8] == seat) || (at[2] == seat && at[6] == seat));
}

static void finish_square(struct rounds *rounds, struct rounds_news news[SEATS])
{
	int seat = rounds->mover, other = seat_opponent(seat), square = rounds->played[seat], free = 0;
	bool lost = square == ROUNDS_NONE || rounds->square[square], won = false;

	if (!lost) {
		rounds->square[square] = seat;
		won = has_row(rounds, seat);
	}
	for (int i = 0; i < 9; i++)
		free += !rounds->square[i];
	news[other].input = square;
	rounds->mover = other;
	if (!lost && !won && free)
		return;
	news[seat].scored = news[other].scored = true;
	news[seat].score = lost ? -1 : won ? 1 : 0;
	news[other].score = -news[seat].score;
	memset(rounds->square, 0, sizeof(rounds->square));
	rounds->mover = rounds->beginner = seat_opponent(rounds->beginner);
}

/* ---- a round ---- */

bool rounds_play(struct rounds *rounds, int seat, int symbol, struct rounds_news news[SEATS])
{
	for (int s = 0; s < SEATS; s++)
		news[s] = (struct rounds_news){.input = ROUNDS_NONE};
	rounds->played[seat] = symbol;
	rounds->moved[seat] = true;
	if (is(rounds, "tictactoe")) {
		finish_square(rounds, news);
	} else if (rounds_needs(rounds, SEAT_1) || rounds_needs(rounds, SEAT_2)) {
		return false;
	} else if (is(rounds, "imitate") || is(rounds, "cycle")) {
		finish_alone(rounds, news);
	} else {
		finish_pair(rounds, news);
	}
	rounds->moved[SEAT_1] = rounds->moved[SEAT_2] = false;
	rounds->round++;
	return true;
}
