/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fuzz.c - rare matches for brains: small, large and oblong boards, keys of INFO that nobody knows,
 * short limits, and players who keep to the edge or walk in a spiral.  */
#include "ringside/fuzz.h"
#include "ringside/bytes.h"
#include "wire.h"
#include <stdlib.h>
#include <string.h>

/* ---- options ---- */

static void choose_size(struct setup *setup, struct fuzz_chance *chance)
{
	static const uint8_t sides[] = {GOMOKU_SIDE_MIN, 6, 7, 8, 9, 10, 11, 14, 15, 16, 19, 20, 21, 30};
	enum { SIDES = sizeof(sides) / sizeof(sides[0]) };
	int width = sides[fuzz_below(chance, SIDES)], height = sides[fuzz_below(chance, SIDES)];

	if (fuzz_is_free(setup, &gomoku_option_size) && fuzz_is_free(setup, &gomoku_option_opening) &&
	    !fuzz_once_in(chance, 4))
		setup_put_value(setup, &gomoku_option_size,
				OPTION_OF_SIDES(width, fuzz_once_in(chance, 4) ? height : width));
}

static struct square some_square(int width, int height, struct fuzz_chance *chance)
{
	return (struct square){(int)fuzz_below(chance, (unsigned)width),
			       (int)fuzz_below(chance, (unsigned)height)};
}

static struct square square_of_edge(int width, int height, struct fuzz_chance *chance)
{
	struct square square = some_square(width, height, chance);

	if (fuzz_once_in(chance, 2))
		square.x = fuzz_once_in(chance, 2) ? 0 : width - 1;
	else
		square.y = fuzz_once_in(chance, 2) ? 0 : height - 1;
	return square;
}

/* "The brain can ignore INFO commands which are not needed" (gomocup-protocol, INFO).  */
static char *info_words(const struct setup *setup, struct fuzz_chance *chance)
{
	static const char *const words[] = {
		"opponent human",
		"zobrist 17",
		"x",
		"ponder",
		"ANALYSIS on",
		"thread_num 1",
		"hash_size 1024",
		"caro_rule  0",
		"quality -1",
		"a_long_key_with_a_value_that_nobody_expects 4294967296 -1 1e9 ~",
	};
	enum { WORDS = sizeof(words) / sizeof(words[0]) };
	unsigned i = fuzz_below(chance, WORDS + 2);
	struct square square;
	int width, height;

	if (i < WORDS)
		return bytes_text("%s", words[i]);
	setup_sides(setup, &gomoku_option_size, &width, &height);
	square = some_square(width, height, chance);
	return bytes_text("evaluate %d,%d", square.x, square.y);
}

static void choose_info(struct setup *setup, int seat, struct fuzz_chance *chance)
{
	const struct option_row *row = seat == SEAT_1 ? &gomocup_option_info1 : &gomocup_option_info2;
	int count = (int)fuzz_below(chance, 5);
	struct bytes text = {0};

	for (int i = 0; i < count; i++) {
		char *words = info_words(setup, chance);

		bytes_addf(&text, "%s%s", i ? "; " : "", words);
		free(words);
	}
	if (count && fuzz_is_free(setup, row))
		setup_put(setup, row, text.at);
	bytes_free(&text);
}

static void options(struct setup *setup, int seat, struct fuzz_chance *chance)
{
	static const int turns_ms[] = {1000, 1000, 500, 250, 100, 30, 0};
	static const int matches_ms[] = {0, 0, 180000, 60000, 30000};

	choose_size(setup, chance);
	/* A move that is legal under these rules is legal under any that a brain may take them for.  */
	if (fuzz_is_free(setup, &gomoku_option_rule) && fuzz_once_in(chance, 4))
		setup_put(setup, &gomoku_option_rule, "standard");
	choose_info(setup, seat, chance);
	fuzz_option(setup, &gomocup_option_tournament, 1, chance);
	setup->turn_limit = (int64_t)NS_PER_MS * turns_ms[fuzz_below(chance, 7)];
	if (setup->turn_limit) /* else who hangs is waited for until the match's limit has passed */
		setup->match_limit = (int64_t)NS_PER_MS * matches_ms[fuzz_below(chance, 5)];
}

/* ---- moves ---- */

/* Square k of the spiral from the first corner inwards.  */
static struct square spiral(int width, int height, int k)
{
	int ring = 0, w = width, h = height, around;

	for (; (around = 2 * (w + h) - 4) <= k && w > 2 && h > 2; ring++) {
		k -= around;
		w -= 2;
		h -= 2;
	}
	if (k < w)
		return (struct square){ring + k, ring};
	if (k < w + h - 1)
		return (struct square){ring + w - 1, ring + k - w + 1};
	if (k < 2 * w + h - 2)
		return (struct square){ring + 2 * w + h - 3 - k, ring + h - 1};
	k = ring + 2 * (w + h) - 4 - k;
	return (struct square){ring, k < height ? k : height - 1};
}

static struct square choose(const struct gomoku *game, unsigned style, struct fuzz_chance *chance)
{
	int right = game->width - 1, bottom = game->height - 1;
	bool empty = game->move_count == 0;
	struct square last = empty ? (struct square){0, 0} : game->moves[game->move_count - 1], square;

	switch (style) {
	case 0: /* beside the last one */
		if (empty)
			break;
		return (struct square){last.x - 1 + (int)fuzz_below(chance, 3),
				       last.y - 1 + (int)fuzz_below(chance, 3)};
	case 1: return square_of_edge(game->width, game->height, chance);
	case 2: /* the next one of the spiral */
		for (int k = 0; k < game->width * game->height; k++) {
			square = spiral(game->width, game->height, k);
			if (gomoku_inside(game, square) && gomoku_at(game, square) == STONE_NONE)
				break;
		}
		return square;
	case 3: /* the corners first */
		if (game->move_count < 6)
			return (struct square){fuzz_once_in(chance, 2) ? 0 : right,
					       fuzz_once_in(chance, 2) ? 0 : bottom};
		break;
	case 4: return (struct square){right - last.x, bottom - last.y}; /* the mirror */
	}
	return some_square(game->width, game->height, chance);
}

static char *move(const struct match *match, int seat, unsigned style, struct fuzz_chance *chance)
{
	struct gomoku_match game;
	char *problem = gomoku_match_init(&game, &match->setup), *words = NULL;
	struct square square;

	(void)seat;
	free(problem);
	if (problem)
		return NULL;
	if (gomoku_match_goto(&game, match, match->turn_count)) {
		square = choose(&game.game, style, chance);
		if (gomoku_at(&game.game, square) != STONE_NONE || !gomoku_inside(&game.game, square))
			square = some_square(game.game.width, game.game.height, chance);
		words = bytes_text("%d,%d", square.x, square.y);
	}
	gomoku_match_free(&game);
	return words;
}

/* ---- lines ---- */

static char *line(const struct setup *setup, struct fuzz_chance *chance)
{
	char *words = info_words(setup, chance), *text = bytes_text("INFO %s\\r\\n", words);

	free(words);
	return text;
}

/* A brain that refuses a board says so before its limit has passed.  */
static bool excuses(const struct match *match, bool left)
{
	return !left && strcmp(match->verdict.reason, REASON_START) == 0 &&
	       match->ended_ns < match->setup.start_limit;
}

const struct fuzz gomocup_fuzz = {options, move, line, excuses};
