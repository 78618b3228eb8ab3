/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* history.c - guesses from the last moment that looked like now, and from what is frequent.
 *
 * For each length of the past and each view of it (the other's moves, our own, both) a table maps the
 * hash of that past to the round that followed. The rounds themselves are compared before a guess is
 * made.  */
#include "history.h"

#include "tally.h"

#include <stdint.h>
#include <stdlib.h>

enum {
	REMEMBERED = 16384,
	LENGTHS = 7,
	NO_IDEA = -1,
	FOLLOWED = 2, /* what follows our last move, and the other's */
};

enum look { AT_OTHER, AT_OWN, AT_BOTH, LOOKS };

static const int lengths[LENGTHS] = {1, 2, 3, 4, 6, 9, 15};

#define FORGETTING 1.05 /* about the last twenty rounds */
#define DRIFTING   1.01

/* What both played; a symbol fits in a byte.  */
struct played {
	uint8_t own, other;
};

/* A tally for each side.  */
struct pair {
	struct tally own, other;
};

struct history {
	int symbols;
	int64_t rounds;
	struct played past[REMEMBERED];
	int64_t before[LOOKS][LENGTHS][REMEMBERED]; /* by hash: the round that followed, from 1; 0: none */
	struct pair all, recent, *follow[FOLLOWED];
};

static void begin_pair(struct pair *pair, int symbols)
{
	tally_begin(&pair->own, symbols);
	tally_begin(&pair->other, symbols);
}

static void free_pair(struct pair *pair)
{
	free(pair->own.count);
	free(pair->other.count);
}

static void add_pair(struct pair *pair, int own, int other, double growth)
{
	tally_add(&pair->own, own, growth);
	tally_add(&pair->other, other, growth);
}

struct history *history_new(int symbols)
{
	struct history *history = sample_alloc(1, sizeof(*history));

	history->symbols = symbols;
	begin_pair(&history->all, symbols);
	begin_pair(&history->recent, symbols);
	for (int i = 0; i < FOLLOWED; i++) {
		history->follow[i] = sample_alloc((size_t)symbols, sizeof(struct pair));
		for (int symbol = 0; symbol < symbols; symbol++)
			begin_pair(&history->follow[i][symbol], symbols);
	}
	return history;
}

void history_free(struct history *history)
{
	free_pair(&history->all);
	free_pair(&history->recent);
	for (int i = 0; i < FOLLOWED; i++) {
		for (int symbol = 0; symbol < history->symbols; symbol++)
			free_pair(&history->follow[i][symbol]);
		free(history->follow[i]);
	}
	free(history);
}

static struct played played_in(const struct history *history, int64_t round)
{
	return history->past[round % REMEMBERED];
}

static unsigned seen(struct played played, enum look look)
{
	switch (look) {
	case AT_OTHER: return played.other;
	case AT_OWN: return played.own;
	default: return played.other * 256u + played.own;
	}
}

/* The table places of the last rounds, for each length up to the number of rounds.  */
static int hash_all(const struct history *history, enum look look, size_t slots[LENGTHS])
{
	uint64_t hash = 0;
	int known = 0;

	for (int back = 1; back <= lengths[LENGTHS - 1] && back <= history->rounds; back++) {
		hash = (hash + seen(played_in(history, history->rounds - back), look) + 1) *
		       UINT64_C(0x9e3779b97f4a7c15);
		hash ^= hash >> 29;
		if (back == lengths[known])
			slots[known++] = hash % REMEMBERED;
	}
	return known;
}

/* Are the rounds before `then` like the last ones?  */
static bool alike(const struct history *history, enum look look, int length, int64_t then)
{
	if (then < length || then - length < history->rounds - REMEMBERED)
		return false;
	for (int back = 1; back <= length; back++)
		if (seen(played_in(history, then - back), look) !=
		    seen(played_in(history, history->rounds - back), look))
			return false;
	return true;
}

void history_add(struct history *history, int own, int other)
{
	for (enum look look = 0; look < LOOKS; look++) {
		size_t slots[LENGTHS];
		int known = hash_all(history, look, slots);

		for (int i = 0; i < known; i++)
			history->before[look][i][slots[i]] = history->rounds + 1;
	}
	add_pair(&history->all, own, other, 1);
	add_pair(&history->recent, own, other, FORGETTING);
	if (history->rounds > 0) {
		struct played last = played_in(history, history->rounds - 1);

		add_pair(&history->follow[0][last.own], own, other, DRIFTING);
		add_pair(&history->follow[1][last.other], own, other, DRIFTING);
	}
	history->past[history->rounds++ % REMEMBERED] = (struct played){(uint8_t)own, (uint8_t)other};
}

/* For each length: what followed the longest likeness up to this length.  */
static struct guess *guess_by_likeness(const struct history *history, enum look look, struct guess *guess)
{
	struct guess longest = {NO_IDEA, NO_IDEA};
	size_t slots[LENGTHS];
	int known = hash_all(history, look, slots);

	for (int i = 0; i < LENGTHS; i++) {
		if (i < known) {
			int64_t then = history->before[look][i][slots[i]] - 1;

			if (then >= 0 && alike(history, look, lengths[i], then)) {
				struct played played = played_in(history, then);
				longest = (struct guess){played.own, played.other};
			}
		}
		*guess++ = longest;
	}
	return guess;
}

static struct guess top_of(const struct pair *pair)
{
	return (struct guess){pair->own.top, pair->other.top};
}

int history_guess(struct history *history, struct guess guesses[GUESSES_MOST])
{
	struct guess *guess = guesses, last = {NO_IDEA, NO_IDEA};

	for (enum look look = 0; look < LOOKS; look++)
		guess = guess_by_likeness(history, look, guess);
	if (history->rounds > 0) {
		struct played played = played_in(history, history->rounds - 1);
		last = (struct guess){played.own, played.other};
	}
	*guess++ = last;
	*guess++ = top_of(&history->all);
	*guess++ = top_of(&history->recent);
	*guess++ = last.own == NO_IDEA ? last : top_of(&history->follow[0][last.own]);
	*guess++ = last.own == NO_IDEA ? last : top_of(&history->follow[1][last.other]);
	return (int)(guess - guesses);
}
