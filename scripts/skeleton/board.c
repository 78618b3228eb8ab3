/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board.c - the view of NAME: how far the count has come, and the number that a person would say.
 *
 * board.h says what each member promises.  Only the functions of paint.h draw: they clip, and they escape
 * what agents sent.  */
#define NCURSES_NOMACROS
#include "ringside/board.h"

#include "ringside/bytes.h"
#include "systems/NAME/rules.h"
#include "ui/boards/shared.h"

#include <curses.h>
#include <stdio.h>
#include <stdlib.h>

struct board {
	struct NAME_game game;
	int choice; /* the cursor */
	char move[16], expects[64];
};

/* The cursor stays on a number that may be said.  */
static void choose(struct board *board, int choice)
{
	int least, most;

	NAME_range(&board->game, &least, &most);
	board->choice = choice > most ? most : choice < least ? least : choice;
	snprintf(board->move, sizeof(board->move), "%d", board->choice);
	snprintf(board->expects, sizeof(board->expects),
		 "a number from %d to %d: arrows choose it, Enter says it", least, most);
}

static void *board_new(const struct setup *setup)
{
	struct board *board = bytes_new(sizeof(*board));

	NAME_begin(&board->game, setup);
	choose(board, 0);
	return board;
}

/* Called before each drawing, with any number of turns: a person may look at an earlier position.  A game
   whose position takes long to work out keeps a struct position (ui/boards/shared.h).  */
static void position(void *state, const struct match *match, int turns)
{
	struct board *board = state;
	const struct turn *turn = turns ? match_turn(match, turns) : NULL;

	NAME_begin(&board->game, &match->setup);
	if (turn)
		NAME_say(&board->game, atoi(turn->played));
	choose(board, board->choice);
}

/* The area may be of any size, also empty.  */
static void draw(void *state, struct area area, const struct view *view, bool cursor)
{
	const struct board *board = state;
	const struct NAME_game *game = &board->game;
	int filled = game->last * area.width / game->target;

	(void)view;
	paint_clear(area, ROLE_TEXT);
	paint_format(area, 0, 0, ROLE_TITLE, "%d of %d", game->last, game->target);
	for (int x = 0; x < area.width; x++)
		paint_put(area, 1, x, ROLE_TEXT, x < filled ? GLYPH_BLOCK : GLYPH_POINT);
	if (cursor && !NAME_is_over(game))
		paint_format(area, 2, 0, ROLE_BOARD_CURSOR, "say %d", board->choice);
}

static struct area wants(const void *state, struct area room)
{
	(void)state;
	(void)room;
	return (struct area){.height = 3, .width = 21};
}

static int key(void *state, unsigned key, bool is_code)
{
	struct board *board = state;

	if (is_code ? key == KEY_ENTER : key == '\r' || key == '\n')
		return 2;
	if (!is_code || (key != KEY_UP && key != KEY_DOWN && key != KEY_LEFT && key != KEY_RIGHT))
		return 0;
	choose(board, board->choice + (key == KEY_UP || key == KEY_RIGHT ? 1 : -1));
	return 1;
}

static const char *move_at(const void *state)
{
	return ((const struct board *)state)->move;
}

static const char *expects(const void *state)
{
	return ((const struct board *)state)->expects;
}

extern const struct board_view board_NAME;
const struct board_view board_NAME = {
	.new = board_new,
	.free = free,
	.position = position,
	.draw = draw,
	.wants = wants,
	.key = key,
	.move = move_at,
	.expects = expects,
	.words = sum_words,
	.mark = sum_mark,
};
