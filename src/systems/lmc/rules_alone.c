/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules_alone.c - imitate and cycle: games for one player, whose secret comes from the seed (lmc, Games).
 *
 * Two seats play the same secret side by side and do not affect each other.  */
#include "rules_state.h"

#include <assert.h>

/* The next number of the sequence (splitmix64).  */
static uint64_t next_random(struct symbols *game)
{
	uint64_t z = game->random += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* Any symbol with equal probability.  Numbers above the last whole multiple are drawn again.  */
static int random_symbol(struct symbols *game)
{
	uint64_t count = (uint64_t)game->count, end = UINT64_MAX - UINT64_MAX % count, number;

	assert(game->count > 0);
	do {
		number = next_random(game);
	} while (number >= end);
	return (int)(number % count);
}

static void name_letters(struct symbols *game)
{
	assert(game->count == 0 && game->letters >= SYMBOLS_LEAST && game->letters <= SYMBOLS_LETTERS_MOST);
	for (int i = 0; i < game->letters; i++)
		symbols_add(game, &"abcdefghijklmnopqrstuvwxyz"[i], 1);
}

/* Each player scores 1 for the right symbol, otherwise -1.  */
static void score_seats(const struct symbols *game, int right, struct symbol_news news[SEATS])
{
	assert(right >= 0 && right < game->count);
	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (game->seated[seat]) {
			news[seat].scored = true;
			news[seat].score = game->played[seat] == right ? 1 : -1;
		}
}

/* ---- imitate ---- */

static void next_cue(struct symbols *game)
{
	game->cue = random_symbol(game);
}

static void finish_imitation(struct symbols *game, struct symbol_news news[SEATS])
{
	score_seats(game, game->cue, news);
}

const struct symbol_rules symbols_imitate = {
	.name = "imitate",
	.for_one = true,
	.begin = name_letters,
	.next = next_cue,
	.finish = finish_imitation,
};

/* ---- cycle ---- */

/* Does the cycle repeat within its period?  */
static bool repeats_within(const struct symbols *game)
{
	for (int length = 1; length < game->period; length++) {
		int at = 0;

		if (game->period % length)
			continue;
		while (at + length < game->period && game->cycle[at] == game->cycle[at + length])
			at++;
		if (at + length == game->period)
			return true;
	}
	return false;
}

/* A cycle that repeats earlier does not have the wanted period, so it is drawn again.  */
static void hide_cycle(struct symbols *game)
{
	assert(game->period > 0 && game->period <= SYMBOLS_PERIOD_MOST);
	name_letters(game);
	do {
		for (int i = 0; i < game->period; i++)
			game->cycle[i] = (uint8_t)random_symbol(game);
	} while (repeats_within(game));
}

static void finish_prediction(struct symbols *game, struct symbol_news news[SEATS])
{
	int right = game->cycle[game->round % game->period];

	score_seats(game, right, news);
	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (game->seated[seat])
			news[seat].input = right;
}

const struct symbol_rules symbols_cycle = {
	.name = "cycle",
	.for_one = true,
	.begin = hide_cycle,
	.finish = finish_prediction,
};
