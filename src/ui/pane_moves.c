/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pane_moves.c - the list of moves, and the curve of their values beside it or below.
 *
 * A row has two moves, or one in a narrow pane.  The shown position is the selected move: whoever walks in
 * the list walks through the match.  Only the moves that are seen are looked up, so the length of the match
 * does not matter.  */
#include "pane.h"
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ringside/value.h"
#include "values.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MOVE_WIDTH = 15,  /* columns that a move needs */
	TIME_WIDTH = 8,   /* of its time, with a blank */
	MARKS = 2,        /* columns behind it */
	LIST_WIDTH = 50,  /* of a list with values beside the curve */
	CURVE_WIDTH = 24, /* beside the list */
	CURVE_HEIGHT = 6, /* below it */
	CURVE_MOST = 16,
	ROWS_LEAST = 5 /* of the list, if the curve is below it */
};

struct moves {
	struct pane pane;       /* first */
	struct area list;       /* as drawn last, from the pane's inside */
	struct area curve;      /* height 0: it is not drawn */
	int number_width, each; /* columns of the number, and of a move */
	int in_row;             /* moves of a row */
	int first;              /* the first row, from 0 */
};

static const struct match *match_of(const struct moves *moves)
{
	return session_match(moves->pane.view->session);
}

static char *status(const struct pane *pane)
{
	int count = session_match(pane->view->session)->turn_count;

	return count ? bytes_text("%d of %d", view_turns(pane->view), count) : NULL;
}

/* ---- a move ---- */

/* Marks what was special about it, the gravest first, in the columns from x on.  */
static void draw_marks(struct area area, int y, int x, const struct turn *turn, bool shown)
{
	const struct {
		bool is_so;
		const char *text;
		enum role role;
	} marks[] = {
		{turn->faults > 0, "!", ROLE_BAD},
		{(turn->flags & TURN_CHANGED) != 0, "*", ROLE_EDITED},
		{(turn->flags & TURN_FORGIVEN) != 0, "~", ROLE_WARNING},
		{turn->held_ns > 0 || turn->flags & TURN_HELD_UP, paint_glyph(GLYPH_HOLD), ROLE_WARNING},
		{(turn->flags & TURN_WAITED) != 0, ":", ROLE_WARNING},
		{(turn->flags & TURN_CHARGED) != 0, "=", ROLE_WARNING},
	};

	for (size_t i = 0, drawn = 0; i < sizeof(marks) / sizeof(marks[0]) && drawn < MARKS; i++)
		if (marks[i].is_so) {
			paint_text(area, y, x++, shown ? ROLE_SELECTED : marks[i].role, marks[i].text);
			drawn++;
		}
}

/* Draws the time and, left of it, the value that the seat told, as far as they fit between the columns `from`
 * and `end`.  */
static void draw_numbers(const struct moves *moves, struct area cell, int from, int end,
			 const struct turn *turn, bool shown)
{
	const char *value = moves->pane.view->values ? values_words(moves->pane.view->values, turn->n) : "";
	char *time = turn->flags & TURN_UNTIMED ? bytes_text("untimed") : value_time_text(turn->think_ns);

	if (end - paint_width(time) > from)
		paint_text(cell, 0, end - paint_width(time), shown ? ROLE_SELECTED : ROLE_FAINT, time);
	free(time);
	end -= TIME_WIDTH + paint_width(value);
	if (end > from)
		paint_text(cell, 0, end, shown ? ROLE_SELECTED : paint_seat_role(turn->seat), value);
}

static void draw_move(const struct moves *moves, struct area cell, const struct turn *turn)
{
	const struct match *match = match_of(moves);
	const struct board_view *board = board_named(match->setup.system);
	bool shown = turn->n == view_turns(moves->pane.view);
	int end = cell.width - MARKS - 1, x;
	char words[32] = "";

	if (shown)
		paint_clear((struct area){cell.y, cell.x, 1, cell.width - 1}, ROLE_SELECTED);
	if (turn->played)
		board->words(match, turn->n - 1, turn->played, words);
	x = paint_format(cell, 0, 0, shown ? ROLE_SELECTED : paint_seat_role(turn->seat), "%s ",
			 board->mark(match, turn->n, turn->seat));
	x = paint_bytes((struct area){cell.y, cell.x, 1, end}, 0, x, shown ? ROLE_SELECTED : ROLE_TEXT, words,
			strlen(words));
	draw_numbers(moves, cell, x, end, turn, shown);
	draw_marks(cell, 0, end, turn, shown);
}

/* ---- the list ---- */

/* Keeps the row of the shown move in sight: by as little as possible, or in the middle after a jump.  */
static void scroll_to(struct moves *moves, int rows, int row, int height)
{
	if (row < moves->first - 1 || row > moves->first + height)
		moves->first = row - height / 2;
	if (row < moves->first)
		moves->first = row;
	if (row > moves->first + height - 1)
		moves->first = row - height + 1;
	if (moves->first > rows - height)
		moves->first = rows - height;
	if (moves->first < 0)
		moves->first = 0;
}

static void draw_list(struct moves *moves, struct area area)
{
	const struct match *match = match_of(moves);
	int turns = view_turns(moves->pane.view), digits = snprintf(NULL, 0, "%d", match->turn_count);
	int room = area.width - digits - 2;

	moves->list = area;
	moves->number_width = digits + 2;
	moves->in_row = room >= 2 * MOVE_WIDTH ? 2 : 1;
	moves->each = room / moves->in_row;
	scroll_to(moves, (match->turn_count + moves->in_row - 1) / moves->in_row,
		  turns ? (turns - 1) / moves->in_row : 0, area.height);
	for (int y = 0; y < area.height; y++) {
		int n = (moves->first + y) * moves->in_row + 1;

		if (n <= match->turn_count)
			paint_format(area, y, 0, ROLE_FAINT, "%*d", digits, n);
		for (int i = 0; i < moves->in_row && n + i <= match->turn_count; i++) {
			const struct turn *turn = match_turn(match, n + i);
			struct area cell = {area.y + y, area.x + moves->number_width + i * moves->each - 1, 1,
					    moves->each};

			if (turn && is_seat(turn->seat) && cell.width > MARKS + 2)
				draw_move(moves, cell, turn);
		}
	}
}

/* Takes the area of the curve off that of the list.  */
static struct area cut_curve(const struct moves *moves, struct area *list)
{
	const struct values *values = moves->pane.view->values;
	struct area curve = *list;
	bool is_low = list->height < ROWS_LEAST + CURVE_HEIGHT;
	int least = list->width < LIST_WIDTH + CURVE_WIDTH && is_low ? 2 * MOVE_WIDTH + 8 : LIST_WIDTH;

	if (!values || !values_any(values))
		return (struct area){0};
	if (list->width >= least + CURVE_WIDTH) {
		list->width = list->width / 2 > least ? list->width / 2 : least;
		curve.x += list->width + 1;
		curve.width -= list->width + 1;
		return curve;
	}
	if (is_low)
		return (struct area){0};
	curve.height = list->height / 3 < CURVE_HEIGHT ? CURVE_HEIGHT
		       : list->height / 3 > CURVE_MOST ? CURVE_MOST
						       : list->height / 3;
	list->height -= curve.height + 1;
	curve.y += list->height + 1;
	return curve;
}

static void draw(struct pane *pane, struct area inside, bool focused)
{
	struct moves *moves = (struct moves *)pane;
	struct area list = inside;

	(void)focused;
	if (pane->view->values)
		values_follow(pane->view->values, pane->view);
	moves->curve = cut_curve(moves, &list);
	if (moves->curve.height > 0)
		values_draw(pane->view->values, pane->view, moves->curve);
	draw_list(moves, list);
}

/* ---- a person ---- */

static void go_to(struct moves *moves, int turns)
{
	view_goto(moves->pane.view, turns < 0 ? 0 : turns >= match_of(moves)->turn_count ? INT_MAX : turns);
}

static const struct binding keys[] = {
	{"j", "scroll down", "go to the next move", NULL, 0, KEYS_WALK},
	{"k", "scroll up", "go to the move before", NULL, 0, KEYS_WALK},
	{"^D", "scroll halfdown", "go on by half a page of moves", NULL, 0, KEYS_WALK},
	{"^U", "scroll halfup", "go back by half a page of moves", NULL, 0, KEYS_WALK},
	{"g", "goto 0", "go to the position before the first move", NULL, 0, KEYS_WALK},
	{"G", "live", "go to the newest position", NULL, 0, KEYS_WALK},
	{0},
};

static void walk(struct pane *pane, enum scroll how)
{
	struct moves *moves = (struct moves *)pane;
	int turns = view_turns(pane->view), page = moves->list.height * moves->in_row;

	switch (how) {
	case SCROLL_UP: go_to(moves, turns - 1); break;
	case SCROLL_DOWN: go_to(moves, turns + 1); break;
	case SCROLL_PAGE_UP: go_to(moves, turns - page); break;
	case SCROLL_PAGE_DOWN: go_to(moves, turns + page); break;
	case SCROLL_HALF_UP: go_to(moves, turns - page / 2); break;
	case SCROLL_HALF_DOWN: go_to(moves, turns + page / 2); break;
	case SCROLL_TOP: go_to(moves, 0); break;
	default: go_to(moves, INT_MAX);
	}
}

/* A click goes to the move, or to the moment on the curve.  */
static bool click(struct pane *pane, int y, int x, int button)
{
	struct moves *moves = (struct moves *)pane;
	const struct area *list = &moves->list, *curve = &moves->curve;
	int in_row = moves->in_row, column;

	y += pane->area.y + 1;
	x += pane->area.x + 1;
	if (button == 4 || button == 5) {
		go_to(moves, view_turns(pane->view) + (button == 4 ? -in_row : in_row));
		return true;
	}
	if (curve->height && y >= curve->y && y < curve->y + curve->height && x >= curve->x) {
		go_to(moves, values_turns_at(pane->view->values, pane->view, *curve, x - curve->x));
		return true;
	}
	y -= list->y;
	x -= list->x;
	if (y < 0 || y >= list->height || x < 0 || x >= list->width || !in_row || moves->each < 1)
		return false;
	column = (x - moves->number_width + 1) / moves->each;
	column = column < 0 ? 0 : column >= in_row ? in_row - 1 : column;
	y = (moves->first + y) * in_row + 1 + column;
	if (y > match_of(moves)->turn_count)
		return false;
	go_to(moves, y);
	return true;
}

static void free_moves(struct pane *pane)
{
	free(pane);
}

static const struct pane_ops ops = {
	.name = "moves",
	.status = status,
	.draw = draw,
	.keys = keys,
	.walk = walk,
	.click = click,
	.free = free_moves,
};

struct pane *pane_moves_new(struct view *view)
{
	struct moves *moves = bytes_new(sizeof(*moves));

	moves->pane.ops = &ops;
	moves->pane.view = view;
	return &moves->pane;
}
