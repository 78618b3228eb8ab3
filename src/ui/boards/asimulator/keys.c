/* keys.c - how a person drives an agent, and looks around in a world larger than its window.
 *
 * Arrows and Enter drive while a person's simulation goes on; at other times they walk the timeline, as
 * everywhere.  The letters that act count while it is a person's turn.  */
#define NCURSES_NOMACROS
#include "board.h"

#include <curses.h>
#include <stdio.h>
#include <stdlib.h>

/* What acts: a key of the keypad, or a letter.  */
static const struct {
	unsigned code, letter;
	enum world_action action;
} actions[] = {
	{KEY_UP, '\0', WORLD_MOVE},        {KEY_ENTER, '\r', WORLD_MOVE},       {'\0', '\n', WORLD_MOVE},
	{KEY_LEFT, '\0', WORLD_TURN_LEFT}, {KEY_RIGHT, '\0', WORLD_TURN_RIGHT},
};

static const struct {
	unsigned letter;
	enum world_action action;
} letters[] = {{'g', WORLD_GRAB}, {'x', WORLD_NEUTRALIZE}, {'0', WORLD_SHUT_OFF}};

int asim_key(void *state, unsigned key, bool is_code)
{
	struct asim_board *board = state;

	if (!key || !asim_person_drives(board))
		return 0;
	for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++)
		if (key == (is_code ? actions[i].code : actions[i].letter)) {
			board->chosen = actions[i].action;
			return 2;
		}
	return 0;
}

int asim_hotkey(void *state, unsigned key)
{
	struct asim_board *board = state;

	if (board->problem)
		return 0;
	for (size_t i = 0; i < sizeof(letters) / sizeof(letters[0]); i++)
		if (key == letters[i].letter) {
			board->chosen = letters[i].action;
			return 2;
		}
	return 0;
}

/* ---- looking around ---- */

/* The first tiles that the seats' windows would show, scrolled so far, are told by one number.  */
static int place_of(const struct asim_board *board, int side, int down)
{
	int place = 0;

	for (int seat = SEAT_1; seat < SEATS; seat++) {
		const struct asim_window *window = &board->window[seat];
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

/* A quarter of what is seen, so that one sees where one is.  */
static int quarter(int seen)
{
	return seen < 8 ? 1 : seen / 4;
}

/* Not any further when all windows are at their end.  */
static void scroll_by(struct asim_board *board, int side, int down)
{
	const struct asim_window *window = &board->window[board->window[SEAT_1].columns ? SEAT_1 : SEAT_2];

	side = board->side + side * quarter(window->columns);
	down = board->down + down * quarter(window->lines);
	if (place_of(board, side, down) == place_of(board, board->side, board->down))
		return;
	board->side = side;
	board->down = down;
}

bool asim_scroll(void *state, unsigned key, bool is_code)
{
	static const struct {
		unsigned code, letter;
		int side, down;
	} steps[] = {
		{KEY_SLEFT, 'h', -1, 0}, {KEY_SF, 'j', 0, 1}, {KEY_SR, 'k', 0, -1}, {KEY_SRIGHT, 'l', 1, 0}};
	struct asim_board *board = state;

	if (board->problem)
		return false;
	if (!is_code && key == 'm') {
		board->side = board->down = 0;
		return true;
	}
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
		if (key == (is_code ? steps[i].code : steps[i].letter)) {
			scroll_by(board, steps[i].side, steps[i].down);
			return true;
		}
	return false;
}

/* ---- drawing ---- */

int asim_draw_keys(struct area area)
{
	const struct {
		const char *key, *other, *word;
	} keys[] = {
		{paint_glyph(GLYPH_UP), "", world_action_name(WORLD_MOVE)},
		{paint_glyph(GLYPH_LEFT), paint_glyph(GLYPH_RIGHT), "Turn"},
		{"g", "", world_action_name(WORLD_GRAB)},
		{"x", "", world_action_name(WORLD_NEUTRALIZE)},
		{"0", "", world_action_name(WORLD_SHUT_OFF)},
	};
	struct asim_flow flow = {.area = area, .gap = 1};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		char sign[16];

		snprintf(sign, sizeof(sign), "%s%s", keys[i].key, keys[i].other);
		asim_flow(&flow, ROLE_HINT_KEY, sign, ROLE_TEXT, keys[i].word);
	}
	return flow.y + 1;
}
