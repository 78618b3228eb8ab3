/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* keys.c - how a person drives an agent, and looks around in a world larger than its window.
 *
 * Arrows and Enter drive while a person's simulation runs.  At other times they walk the timeline, as
 * everywhere.  The letters that act count on a person's turn.  */
#define NCURSES_NOMACROS
#include "board.h"

#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A key that acts: of the keypad, or a letter.  */
struct action_key {
	unsigned key;
	enum world_action action;
};

static const struct action_key arrows[] = {
	{KEY_UP, WORLD_MOVE}, {KEY_LEFT, WORLD_TURN_LEFT}, {KEY_RIGHT, WORLD_TURN_RIGHT}};
static const struct action_key letters[] = {
	{'g', WORLD_GRAB}, {'x', WORLD_NEUTRALIZE}, {'0', WORLD_SHUT_OFF}};

/* Chooses the action of a key; 0: it has none.  */
static int choose(struct asim_board *board, unsigned key, const struct action_key *keys, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (key == keys[i].key) {
			board->chosen = keys[i].action;
			return 2;
		}
	return 0;
}

int asim_key(void *state, unsigned key, bool is_code)
{
	struct asim_board *board = state;

	if (!asim_person_drives(board))
		return 0;
	if (!grid_is_enter(key, is_code))
		return is_code ? choose(board, key, arrows, sizeof(arrows) / sizeof(arrows[0])) : 0;
	board->chosen = WORLD_MOVE;
	return 2;
}

int asim_hotkey(void *state, unsigned key)
{
	struct asim_board *board = state;

	return board->problem ? 0 : choose(board, key, letters, sizeof(letters) / sizeof(letters[0]));
}

bool asim_is_hotkey(const void *state, unsigned key)
{
	for (size_t i = 0; i < sizeof(letters) / sizeof(letters[0]); i++)
		if (key == letters[i].key)
			return !((const struct asim_board *)state)->problem;
	return false;
}

/* ---- looking around ---- */

/* One number for the first visible tiles of both windows when scrolled so far.  */
static int place_of(const struct asim_board *board, int side, int down)
{
	int place = 0;

	for (int seat = SEAT_1; seat < SEATS; seat++) {
		const struct grid *window = &board->window[seat];
		const struct world_sim *sim;

		if (!window->columns || !window->lines)
			continue;
		sim = &asim_course_of(board, seat)->sim;
		place = place * WORLD_SIDE_MOST + asim_first_seen(board->world.column + sim->x, side,
								  window->columns, board->world.width);
		place = place * WORLD_SIDE_MOST +
			asim_first_seen(board->world.row - sim->y, down, window->lines, board->world.height);
	}
	return place;
}

/* A quarter of what is visible, so a step keeps its surroundings in sight.  */
static int quarter(int seen)
{
	return seen < 8 ? 1 : seen / 4;
}

/* Stops when all windows are at their end.  */
static void scroll_by(struct asim_board *board, int side, int down)
{
	const struct grid *window = &board->window[board->window[SEAT_1].columns ? SEAT_1 : SEAT_2];

	side = board->side + side * quarter(window->columns);
	down = board->down + down * quarter(window->lines);
	if (place_of(board, side, down) == place_of(board, board->side, board->down))
		return;
	board->side = side;
	board->down = down;
}

bool asim_scroll(void *state, unsigned key, bool is_code)
{
	struct asim_board *board = state;
	int down, side;

	if (board->problem)
		return false;
	if (!is_code && key == 'm') {
		board->side = board->down = 0;
		return true;
	}
	if (!grid_way(GRID_SHIFTED | GRID_LETTERS, key, is_code, &down, &side))
		return false;
	scroll_by(board, side, down);
	return true;
}

/* ---- drawing ---- */

int asim_draw_keys(struct area area, const char *hint)
{
	const char *left = world_action_name(WORLD_TURN_LEFT), *right = world_action_name(WORLD_TURN_RIGHT);
	bool turns = hint && (strcmp(hint, left) == 0 || strcmp(hint, right) == 0);
	const struct {
		const char *key, *other, *word;
	} keys[] = {
		{paint_glyph(GLYPH_UP), "", world_action_name(WORLD_MOVE)},
		{paint_glyph(GLYPH_LEFT), turns ? "" : paint_glyph(GLYPH_RIGHT), turns ? left : "Turn"},
		{turns ? paint_glyph(GLYPH_RIGHT) : "", "", right},
		{"g", "", world_action_name(WORLD_GRAB)},
		{"x", "", world_action_name(WORLD_NEUTRALIZE)},
		{"0", "", world_action_name(WORLD_SHUT_OFF)},
	};
	struct asim_flow flow = {.area = area, .gap = 1};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		bool is_hint = hint && strcmp(keys[i].word, hint) == 0;
		char sign[24];

		if (!*keys[i].key)
			continue;
		snprintf(sign, sizeof(sign), "%s%s%s", is_hint ? paint_glyph(GLYPH_HINT) : "", keys[i].key,
			 keys[i].other);
		asim_flow(&flow, is_hint ? ROLE_BOARD_HINT : ROLE_HINT_KEY, sign,
			  is_hint ? ROLE_BOARD_HINT : ROLE_TEXT, keys[i].word);
	}
	return flow.y + 1;
}
