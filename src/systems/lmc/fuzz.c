/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fuzz.c - rare matches for players of symbol games: each game, very few turns, many letters, opponents who
 * always play the same, and comments.  */
#include "ringside/fuzz.h"
#include "ringside/bytes.h"
#include "rules.h"
#include "wire.h"
#include <stdlib.h>
#include <string.h>

static void options(struct setup *setup, int seat, struct fuzz_chance *chance)
{
	enum { TURNS = 60, LETTERS = 26, PERIOD = 20 };
	static const char *const games[] = {
#define X(name, title) name,
		SYMBOL_GAMES(X)
#undef X
	};

	(void)seat;
	if (fuzz_is_free(setup, &symbols_option_game))
		setup_put(setup, &symbols_option_game,
			  games[fuzz_below(chance, sizeof(games) / sizeof(games[0]))]);
	fuzz_option(setup, &symbols_option_turns, TURNS, chance);
	fuzz_option(setup, &symbols_option_symbols, LETTERS, chance);
	fuzz_option(setup, &symbols_option_period, PERIOD, chance);
}

/* The seat's last move, or its opponent's; SYMBOL_NONE: there is none.  */
static int last_symbol(const struct symbols *game, const struct match *match, int seat)
{
	const struct turn *turn = match_last_of(match, seat, match->turn_count);

	return turn && turn->played ? symbols_find(game, turn->played, strlen(turn->played)) : SYMBOL_NONE;
}

static int choose(const struct symbols *game, const struct match *match, int seat, unsigned style,
		  struct fuzz_chance *chance)
{
	int count = symbols_count(game), some = (int)fuzz_below(chance, (unsigned)count), last;

	if (fuzz_once_in(chance, 8))
		return some;
	switch (style) {
	case 0: return 0;
	case 1: return count - 1;
	case 2: /* one after the other */
		last = last_symbol(game, match, seat);
		return last == SYMBOL_NONE ? 0 : (last + 1) % count;
	case 3: /* what the other one has played */
		last = last_symbol(game, match, seat_opponent(seat));
		return last == SYMBOL_NONE ? some : last;
	default: return some;
	}
}

static char *move(const struct match *match, int seat, unsigned style, struct fuzz_chance *chance)
{
	char *problem = NULL, *words;
	struct symbols *game = symbols_new(&match->setup, &problem);

	free(problem);
	if (!game)
		return NULL;
	words = bytes_text("%s", symbols_name(game, choose(game, match, seat, style, chance)));
	symbols_free(game);
	return words;
}

/* "All such lines should be ignored" (lmc1, Comments).  */
static char *comment(const struct setup *setup, struct fuzz_chance *chance)
{
	static const char *const comments[] = {
		"#\\n", "# a comment\\n", "#@input a\\n", "# @command play\\n", "#\\ttab \\xc3\\xa4\\n",
	};

	(void)setup;
	return bytes_text("%s", comments[fuzz_below(chance, sizeof(comments) / sizeof(comments[0]))]);
}

const struct fuzz lmc_fuzz = {options, move, comment, NULL};
