/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules_report.c - what the rules of gomoku say about a position, as text for `ringside rules`.  */
#include "wire.h"

#include "ringside/bytes.h"
#include "rules.h"
#include <stdlib.h>
#include <string.h>

/* How many bytes of a wrong text are shown.  */
enum { SHOWN = 40 };

/* The squares of a position, with their places in the text.  */
struct position {
	const char *text;
	size_t size;
	struct square *squares;
	int count;
};

/* Where the square with this number, from 0, begins in the text.  */
static size_t place_of(const struct position *position, int number)
{
	struct square *squares = bytes_new((size_t)(number + 1) * sizeof(*squares));
	size_t at = position->size;

	/* Without room for the square, this is where reading ends.  */
	if (gomoku_read_squares(position->text, position->size, squares, number, &at) >= 0)
		at = position->size;
	free(squares);
	return at;
}

/* "move 3, \"h8\" at character 7": the beginning of a message about this square.  */
static char *name_move(const struct position *position, int number)
{
	size_t from = place_of(position, number), to = place_of(position, number + 1);
	char *word, *text;

	while (to > from && strchr(" \t", position->text[to - 1]))
		to--;
	word = bytes_escaped(position->text + from, to - from < SHOWN ? to - from : SHOWN);
	text = bytes_text("--position: move %d, \"%s\" at character %zu,", number + 1, word, from + 1);
	free(word);
	return text;
}

/* The text at that place is no square.  */
static char *name_rest(const struct position *position, size_t bad)
{
	size_t left = position->size - bad;
	char *rest = bytes_escaped(position->text + bad, left < SHOWN ? left : SHOWN);
	char *text =
		bytes_text("--position: \"%s\" at character %zu is not a square: expected squares such as "
			   "h8g7f6 or \"7,7 6,6\" counted from 0",
			   rest, bad + 1);

	free(rest);
	return text;
}

/* Plays a square.  NULL, or why it cannot be played, for people.  */
static char *play_one(struct gomoku *game, const struct position *position, int number)
{
	struct square square = position->squares[number];
	char *name, *problem;

	if (gomoku_inside(game, square) && gomoku_at(game, square) == STONE_NONE) {
		gomoku_play(game, square);
		return NULL;
	}
	name = name_move(position, number);
	if (gomoku_inside(game, square))
		problem = bytes_text("%s is already taken: name each square once", name);
	else
		problem = bytes_text("%s is outside the board of %d×%d", name, game->width, game->height);
	free(name);
	return problem;
}

/* Reads the text and plays it.  NULL, or what is wrong with it, for people.  */
static char *play_all(struct gomoku *game, struct position *position)
{
	int room = game->width * game->height + 1; /* a longer text cannot be legal */
	bool good = true;
	size_t bad = 0;
	char *problem = NULL;

	position->squares = bytes_new((size_t)room * sizeof(*position->squares));
	position->count = gomoku_read_squares(position->text, position->size, position->squares, room, &bad);
	if (position->count < 0) { /* an earlier square may be wrong, too, and is reported first */
		good = false;
		position->count =
			gomoku_read_squares(position->text, bad, position->squares, room, &(size_t){0});
	}
	for (int i = 0; i < position->count && !problem; i++)
		problem = play_one(game, position, i);
	return problem || good ? problem : name_rest(position, bad);
}

char *gomocup_rules(const struct setup *setup, const char *text, char **problem)
{
	struct position position = {.text = text, .size = strlen(text)};
	struct gomoku_match match;
	struct gomoku *game = &match.game;
	struct bytes told = {0};

	*problem = gomoku_match_init(&match, setup);
	if (*problem)
		return NULL;
	*problem = play_all(game, &position);
	free(position.squares);
	if (!*problem) {
		for (int y = 0; y < game->height; y++)
			for (int x = 0; x < game->width; x++)
				if (gomoku_forbidden(game, (struct square){x, y}))
					bytes_addf(&told, "%d,%d\n", x, y);
		/* A continuous game goes on, but by the rule this is a winning line.  */
		bytes_add_text(&told, gomoku_won(game, NULL, NULL) || gomoku_made_line(game, 0, NULL, NULL)
					      ? "win\n"
					      : "none\n");
	}
	gomoku_match_free(&match);
	return told.at;
}
