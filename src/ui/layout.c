/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* layout.c - where the panes stand.
 *
 * A preset is a set of rows, each a pane in a column.  The columns share the width, and the panes of a
 * column share its height by their weights.  A pane that has no room is left out, not squeezed to
 * nothing.  */
#include "ringside/layout.h"

#include <assert.h>
#include <string.h>

enum {
	PLACE_HEIGHT = 3,
	PLACE_WIDTH = 10,
	COLUMNS = LAYOUT_COLUMNS,
	COLUMN_SENSIBLE = 28,
	ROWS_SENSIBLE = 4
};
enum { EVALUATIONS = 5 }; /* rows of evaluations below a board */
enum { GDB_HEIGHT = 26 }; /* rows; more would show no more of a program */

#define TRAFFIC                                                                                              \
	(CHANNEL_BIT(CHANNEL_COMMAND) | CHANNEL_BIT(CHANNEL_INFO) | CHANNEL_BIT(CHANNEL_MOVE) |              \
	 CHANNEL_BIT(CHANNEL_INPUT) | CHANNEL_BIT(CHANNEL_OUTPUT) | CHANNEL_BIT(CHANNEL_SCORE) |             \
	 CHANNEL_BIT(CHANNEL_HINT) | CHANNEL_BIT(CHANNEL_PERCEPT) | CHANNEL_BIT(CHANNEL_SYMBOL) |            \
	 CHANNEL_BIT(CHANNEL_ERROR) | CHANNEL_BIT(CHANNEL_UNKNOWN) | CHANNEL_BIT(CHANNEL_FAULT))
#define LOG                                                                                                  \
	(CHANNEL_BIT(CHANNEL_COMMENT) | CHANNEL_BIT(CHANNEL_TEXT) | CHANNEL_BIT(CHANNEL_MESSAGE) |           \
	 CHANNEL_BIT(CHANNEL_DEBUG) | CHANNEL_BIT(CHANNEL_ERROR) | CHANNEL_BIT(CHANNEL_UNKNOWN) |            \
	 CHANNEL_BIT(CHANNEL_STDERR) | CHANNEL_BIT(CHANNEL_EVENT) | CHANNEL_BIT(CHANNEL_FAULT))
#define SEAT_BIT(seat) (1u << (seat))
enum { NOBODY = SEAT_BIT(SEAT_NONE), ONE = SEAT_BIT(SEAT_1), TWO = SEAT_BIT(SEAT_2) };

struct row {
	const char *layout;
	int column, weight;
	/* As in struct place.  */
	enum place_kind kind;
	int seat;
	bool program;
	const char *title;
	unsigned seats, channels;
};

static const struct row rows[] = {
	{"narrow", 0, 1, PLACE_BOARD, 0, false, NULL, 0, 0},
	{"narrow", 0, 1, PLACE_MOVES, 0, false, NULL, 0, 0},
	{"narrow", 1, 2, PLACE_TRAFFIC, 0, true, NULL, NOBODY, TRAFFIC},
	{"narrow", 1, 2, PLACE_TRAFFIC, SEAT_1, false, NULL, ONE, TRAFFIC},
	{"narrow", 1, 2, PLACE_TRAFFIC, SEAT_2, false, NULL, TWO, TRAFFIC},
	{"narrow", 1, 2, PLACE_TRAFFIC, 0, false, "log", NOBODY | ONE | TWO, LOG},

	{"wide", 0, 3, PLACE_BOARD, 0, false, NULL, 0, 0},
	{"wide", 0, 1, PLACE_MOVES, 0, false, NULL, 0, 0},
	{"wide", 0, 2, PLACE_TRAFFIC, 0, true, NULL, NOBODY, TRAFFIC},
	{"wide", 1, 3, PLACE_TRAFFIC, SEAT_1, false, NULL, ONE, TRAFFIC},
	{"wide", 1, 2, PLACE_TRAFFIC, SEAT_1, false, "log", NOBODY | ONE, LOG},
	{"wide", 2, 3, PLACE_TRAFFIC, SEAT_2, false, NULL, TWO, TRAFFIC},
	{"wide", 2, 2, PLACE_TRAFFIC, SEAT_2, false, "log", NOBODY | TWO, LOG},
	{"wide", 2, 1, PLACE_MOVES, 0, false, NULL, 0, 0},

	{"board", 0, 1, PLACE_BOARD, 0, false, NULL, 0, 0},

	{"moves", 0, 1, PLACE_BOARD, 0, false, NULL, 0, 0},
	{"moves", 1, 1, PLACE_MOVES, 0, false, NULL, 0, 0},

	{"traffic", 0, 1, PLACE_TRAFFIC, 0, false, "traffic", NOBODY | ONE | TWO, CHANNEL_ALL},

	{"terminals", 0, 1, PLACE_BOARD, 0, false, NULL, 0, 0},
	{"terminals", 1, 1, PLACE_TERMINAL, 0, true, NULL, NOBODY, 0},
	{"terminals", 1, 1, PLACE_TERMINAL, SEAT_1, false, NULL, ONE, 0},
	{"terminals", 1, 1, PLACE_TERMINAL, SEAT_2, false, NULL, TWO, 0},
};

const char *const layout_names[] = {
#define X(name, help) name,
	LAYOUTS(X)
#undef X
		NULL};

static int least(int a, int b)
{
	return a < b ? a : b;
}

static int most(int a, int b)
{
	return a > b ? a : b;
}

/* Moves the border between two sizes; each keeps its least.  */
static void move_border(int *before, int *behind, int by, int smallest)
{
	by = least(most(by, smallest - *before), *behind - smallest);
	if (*before < smallest || *behind < smallest)
		return;
	*before += by;
	*behind -= by;
}

/* Moves the borders between the panes of a column.  */
static void move_rows(struct place *places, const int *shifts, int count)
{
	for (int i = 0; i + 1 < count && i < LAYOUT_ROWS; i++) {
		struct area *above = &places[i].area, *below = &places[i + 1].area;
		int height = above->height;

		move_border(&above->height, &below->height, shifts[i], PLACE_HEIGHT);
		below->y += above->height - height;
	}
}

/* Gives panes places[from ..  to) the column's area by their weights.  Returns how many had room.  */
static int stack(struct area column, struct place *places, const int *weights, int count)
{
	int y = column.y, left = column.height, weight = 0;

	assert(count >= 0 && count <= LAYOUT_PLACES);
	count = least(count, column.height / PLACE_HEIGHT);
	for (int i = 0; i < count; i++)
		weight += weights[i];
	for (int i = 0; i < count; i++) {
		int others = (count - i - 1) * PLACE_HEIGHT;
		int height = least(most(left * weights[i] / weight, PLACE_HEIGHT), left - others);

		if (i == count - 1)
			height = left;
		places[i].area = (struct area){y, column.x, height, column.width};
		y += height;
		left -= height;
		weight -= weights[i];
	}
	return count;
}

int layout_list_rows(int body_height)
{
	enum { TALL = 50 };

	return body_height < TALL ? 8 : 5;
}

bool layout_lists_beside(const struct area *body)
{
	enum { TALL = 40 };

	return body->width >= LAYOUT_WIDE && body->height >= TALL;
}

int layout_board_width(const struct area *body)
{
	enum { COLUMN = 36 };

	return body->width - 2 * COLUMN;
}

/* The height of a board's pane with the whole board; with its evaluations, if the list of moves still fits
   below.  */
static int board_height(const struct layout_request *request)
{
	int height = request->board_height + 2;

	return height + (request->body.height - height >= layout_list_rows(request->body.height) + EVALUATIONS
				 ? EVALUATIONS
				 : 0);
}

/* Does the row belong to the preset?  A seat without an agent has no panes.  */
static bool is_wanted(const struct row *row, const char *name, const struct layout_request *request)
{
	bool of_seat = row->program || row->seat != SEAT_NONE;

	assert(name && is_seat(row->seat));
	/* Is there room for the list of moves below the board?  A game program has the pane there.  */
	bool below =
		request->body.height - request->board_height - 2 >= layout_list_rows(request->body.height);

	if (row->kind == PLACE_MOVES && request->agents & SEAT_BIT(SEAT_NONE) && row->column != 1)
		return false;
	if (row->kind == PLACE_MOVES && row->column == 0 && !below)
		return false;
	if (row->kind == PLACE_MOVES && row->column == 2 && (below || !layout_lists_beside(&request->body)))
		return false;
	return !strcmp(row->layout, name) && (!of_seat || request->agents & SEAT_BIT(row->seat));
}

/* The weights of a board and of the moves below it give the board what it wants.  */
static void weigh_moves(const struct layout_request *request, const struct place *places, int *weights,
			int count)
{
	if (count != 2 || places[0].kind != PLACE_BOARD || places[1].kind != PLACE_MOVES)
		return;
	weights[0] = board_height(request);
	weights[1] = request->body.height - weights[0];
}

/* Splits the width: the board gets what it wants as long as the others keep a sensible width.  */
static void split(const struct layout_request *request, const int *used, bool board_first, int *widths)
{
	int columns = 0, left = request->body.width, at = 0;

	for (int i = 0; i < COLUMNS; i++)
		columns += used[i] > 0;
	for (int i = 0; i < COLUMNS; i++) {
		widths[i] = 0;
		if (!used[i])
			continue;
		widths[i] = left / (columns - at);
		if (i == 0 && board_first && columns > 1) {
			int room = left - (columns - 1) * COLUMN_SENSIBLE;

			widths[i] = most(least(request->board_width + 2, room),
					 least(COLUMN_SENSIBLE, left / columns));
		}
		left -= widths[i];
		at++;
	}
}

/* Moves the borders between the columns.  */
static void move_columns(const struct layout_request *request, const int *used, int *widths)
{
	for (int i = 0, next; request->shifts && i < COLUMNS; i++) {
		for (next = i + 1; next < COLUMNS && !used[next];)
			next++;
		if (used[i] && next < COLUMNS)
			move_border(&widths[i], &widths[next], request->shifts->column[i], PLACE_WIDTH);
	}
}

/* The list of moves below a board comes last in the order of the focus: its digit is behind those of the
 * panes that were there without it.  */
static void put_moves_last(struct place *places, int count)
{
	for (int i = 1; i < count; i++)
		if (places[i].kind == PLACE_MOVES && places[i - 1].kind == PLACE_BOARD) {
			struct place moves = places[i];

			memmove(&places[i], &places[i + 1], (size_t)(count - i - 1) * sizeof(*places));
			places[count - 1] = moves;
			return;
		}
}

static int place_rows(const struct layout_request *request, const char *name, struct place *places)
{
	int used[COLUMNS] = {0}, widths[COLUMNS], count = 0, x = request->body.x;
	bool board_first = false;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (!is_wanted(&rows[i], name, request))
			continue;
		used[rows[i].column]++;
		board_first |= rows[i].column == 0 && rows[i].kind == PLACE_BOARD;
	}
	split(request, used, board_first, widths);
	move_columns(request, used, widths);
	for (int column = 0; column < COLUMNS; column++) {
		struct area area = {request->body.y, x, request->body.height, widths[column]};
		int weights[LAYOUT_PLACES], first = count, n = 0;

		for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
			if (rows[i].column != column || !is_wanted(&rows[i], name, request))
				continue;
			places[first + n] = (struct place){.kind = rows[i].kind,
							   .seat = rows[i].seat,
							   .program = rows[i].program,
							   .title = rows[i].title,
							   .seats = rows[i].seats,
							   .channels = rows[i].channels,
							   .column = column,
							   .row = n};
			weights[n++] = rows[i].weight;
		}
		weigh_moves(request, places + first, weights, n);
		n = n ? stack(area, places + first, weights, n) : 0;
		if (request->shifts)
			move_rows(places + first, request->shifts->row[column], n);
		count += n;
		x += widths[column];
	}
	put_moves_last(places, count);
	return count;
}

static int count_panes(const struct layout_request *request)
{
	int count = 0;

	while (request->panes && request->panes[count].title && count < LAYOUT_PLACES / 2)
		count++;
	return count;
}

/* The panes of one seat as a grid in the area, row by row.  */
static int place_channels(const struct layout_request *request, int seat, struct area area, int columns,
			  struct place *places)
{
	int panes = count_panes(request), lines, shown;

	assert(is_seat(seat) && columns > 0);
	while ((panes + columns - 1) / columns * PLACE_HEIGHT > area.height &&
	       area.width / (columns + 1) >= PLACE_WIDTH)
		columns++;
	lines = least((panes + columns - 1) / columns, area.height / PLACE_HEIGHT);
	shown = least(panes, lines * columns);
	for (int i = 0; i < shown; i++) {
		int line = i / columns, column = i % columns;
		int in_line = least(columns, shown - line * columns);
		int top = area.height * line / lines, bottom = area.height * (line + 1) / lines;
		int left = area.width * column / in_line, right = area.width * (column + 1) / in_line;

		places[i] = (struct place){.kind = PLACE_TRAFFIC,
					   .seat = seat,
					   .title = request->panes[i].title,
					   .seats = SEAT_BIT(seat),
					   .channels = request->panes[i].channels,
					   .column = -1,
					   .area = {area.y + top, area.x + left, bottom - top, right - left}};
	}
	return shown;
}

static int place_seats(const struct layout_request *request, struct place *places)
{
	struct area body = request->body, half = {body.y, body.x, body.height, body.width / 2};
	struct area other = {body.y, body.x + half.width, body.height, body.width - half.width};
	int seat = request->seat, count;

	if (layout_one_seat(request)) {
		if (!(request->agents & SEAT_BIT(seat)))
			seat = layout_next_seat(request->agents, seat, 1);
		return place_channels(request, seat, body, body.width >= 2 * COLUMN_SENSIBLE ? 2 : 1, places);
	}
	count = place_channels(request, SEAT_1, half, 1, places);
	return count + place_channels(request, SEAT_2, other, 1, places + count);
}

struct screen_areas layout_screen(int height, int width)
{
	enum { HEADER = 2, TALL = 30 };
	int row = height >= LAYOUT_HEIGHT;
	int timeline = height >= TALL ? 2 : row; /* with a row of marks */
	int body = most(height - HEADER - timeline - 1 - row, 0);

	assert(height >= 0 && width >= 0);
	return (struct screen_areas){
		.header = {0, 0, HEADER, width},
		.body = {HEADER, 0, body, width},
		.timeline = {HEADER + body, 0, timeline, width},
		.prompt = {HEADER + body + timeline, 0, 1, width},
		.hint = {HEADER + body + timeline + 1, 0, row, width},
	};
}

const char *layout_shown(const struct layout_request *request)
{
	if (strcmp(request->name, "auto") != 0)
		return request->name;
	return request->body.width < LAYOUT_WIDE ? "narrow" : "wide";
}

const char *layout_small(int height, int width, const char *name)
{
	if (height >= LAYOUT_HEIGHT && width >= LAYOUT_WIDTH)
		return NULL;
	return strcmp(name, "traffic") == 0 || strcmp(name, "channels") == 0 ? "traffic" : "board";
}

static int place_preset(const struct layout_request *request, struct place places[LAYOUT_PLACES])
{
	const char *name = layout_shown(request);

	if (!strcmp(name, "channels"))
		return count_panes(request) ? place_seats(request, places)
					    : place_rows(request, "traffic", places);
	return place_rows(request, name, places);
}

/* gdb gets the lower part, a larger share of a small screen.  */
static struct place cut_gdb(struct area *body)
{
	int height = most(least(body->height * 3 / 5, GDB_HEIGHT), PLACE_HEIGHT);
	struct place gdb = {.kind = PLACE_GDB, .area = *body, .column = -1};

	gdb.area.y = body->y + body->height - height;
	gdb.area.height = height;
	body->height -= height;
	return gdb;
}

int layout_places(const struct layout_request *request, struct place places[LAYOUT_PLACES])
{
	struct layout_request above = *request;
	struct place gdb;
	int count;

	if (!request->gdb)
		return place_preset(request, places);
	gdb = cut_gdb(&above.body);
	count = least(place_preset(&above, places), LAYOUT_PLACES - 1);
	places[count] = gdb;
	return count ? count + 1 : 0;
}

const char *layout_named(const char *name)
{
	assert(name);
	for (int i = 0; layout_names[i]; i++)
		if (!strcmp(layout_names[i], name))
			return layout_names[i];
	return NULL;
}

bool layout_one_seat(const struct layout_request *request)
{
	unsigned both = SEAT_BIT(SEAT_1) | SEAT_BIT(SEAT_2);

	return request->agents != both || request->body.width < LAYOUT_WIDE ||
	       request->body.height < count_panes(request) * ROWS_SENSIBLE;
}

int layout_next_seat(unsigned agents, int seat, int step)
{
	assert(is_seat(seat) && (step == 1 || step == -1));
	for (int i = 0; i < SEATS; i++) {
		seat = (seat + step + SEATS) % SEATS;
		if (agents & SEAT_BIT(seat))
			return seat;
	}
	return seat;
}
