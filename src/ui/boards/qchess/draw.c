/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* draw.c - the squares of quantum chess on the screen.
 *
 * Squares grow with the room.  A piece lies on its square as a chip of its own colours, and the square is
 * visible around it.  Black squares are hatched, for screens without colours.  Both sides of a chip have
 * room for brackets: of the cursor, the selected piece, the last move.  */
#include "board.h"

#include "ringside/board.h"
#include <stdio.h>
#include <string.h>

enum { LABEL_COLUMNS = 2, GAP = 2 };

/* The sizes of squares, the best first.  */
static const struct grid_size sizes[] = {{4, 9}, {4, 7}, {3, 7}, {3, 5}, {2, 5}, {1, 5}};
enum { SIZES = sizeof(sizes) / sizeof(sizes[0]) };

/* What is drawn, and where.  */
struct sight {
	const struct qchess_board *board;
	struct area area;
	const struct view *view;
	bool cursor;
	struct qchess_reach reach;
	const char *hint; /* a square, as "6 4"; NULL: none */
};

/* ---- sizes ---- */

/* The best size that fits with the labels beside and below; the smallest if none does.  */
static void size_squares(struct qchess_window *window, struct area area)
{
	struct area room = {0, 0, area.height - 1, area.width - LABEL_COLUMNS};
	struct grid_size size;

	window->labels = room.height >= QCHESS_SIDE && room.width >= QCHESS_SIDE;
	if (!window->labels)
		room = area;
	size = grid_size_for(sizes, SIZES, QCHESS_SIDE, QCHESS_SIDE, room);
	window->grid.height = size.height;
	window->grid.width = within(room.width / QCHESS_SIDE, 1, size.width);
	grid_fill(&window->grid, QCHESS_SIDE, QCHESS_SIDE, room);
}

/* Beside the squares if there is much room, else below them, else beside them in its short form.  */
static struct area panel_in(const struct qchess_window *window, struct area area)
{
	const struct grid *grid = &window->grid;
	int right = grid->x + grid->columns * grid->width;
	int below = grid->y + grid->lines * grid->height + 1;
	struct area beside = {area.y, area.x + right + GAP, area.height, area.width - right - GAP};

	if (beside.width >= QCHESS_PANEL_WIDE)
		return beside;
	if (area.height - below >= QCHESS_PANEL_LINES && area.width - grid->x >= QCHESS_PANEL_NARROW)
		return (struct area){area.y + below, area.x + grid->x, area.height - below,
				     area.width - grid->x};
	beside.x--;
	beside.width++;
	return beside.width >= QCHESS_PANEL_NARROW ? beside : (struct area){0};
}

static struct qchess_window window_in(const struct qchess_board *board, struct area area)
{
	struct qchess_window window = {0};

	size_squares(&window, area);
	window.grid.y = window.labels ? 1 : 0;
	window.grid.x = window.labels ? LABEL_COLUMNS : 0;
	window.grid.line = grid_centred(board->cursor.y, window.grid.lines, QCHESS_SIDE);
	window.grid.column = grid_centred(board->cursor.x, window.grid.columns, QCHESS_SIDE);
	window.panel = panel_in(&window, area);
	return window;
}

/* ---- a square ---- */

/* The part of a square that a piece covers.  */
static struct area chip_in(struct area square)
{
	int width = square.width >= 7 ? 5 : square.width >= 4 ? 3 : square.width == 3 ? 2 : square.width;
	int height = square.height >= 3 ? 2 : 1;

	return (struct area){square.y + (square.height - height) / 2, square.x + (square.width - width) / 2,
			     height, width};
}

static bool is_black_square(struct qchess_square square)
{
	return (square.x + square.y) % 2 != 0;
}

static enum role ground_of(struct qchess_square square)
{
	return is_black_square(square) ? ROLE_SQUARE_DARK : ROLE_SQUARE_LIGHT;
}

static void draw_ground(struct area cells, struct qchess_square square)
{
	paint_clear(cells, ground_of(square));
	if (!is_black_square(square))
		return;
	for (int y = 0; y < cells.height; y++)
		for (int x = 0; x < cells.width; x++)
			paint_put(cells, y, x, ROLE_SQUARE_HATCH, GLYPH_HATCH);
}

/* Draws as many characters of a piece as fit; without its slash, if that helps.  */
static void draw_look(struct area chip, const struct qchess_look *look, enum role role)
{
	int size = (int)strlen(look->text), x = 0;
	bool slash = chip.width >= size;

	if (chip.width > size)
		x = (chip.width - size) / 2;
	for (int i = 0; i < size; i++) {
		if (!slash && look->text[i] == '/')
			continue;
		paint_format(chip, 0, x++, look->ghosts & 1u << i ? ROLE_SQUARE_GHOST : role, "%c",
			     look->text[i]);
	}
}

/* Draws that it is in superposition, or its other state: on the chip, or below a low chip.  */
static void draw_state(struct area cells, struct area chip, struct qchess_square square,
		       const struct qchess_look *look, enum role role)
{
	struct area below = {cells.y + cells.height - 1, chip.x, 1, cells.width - (chip.x - cells.x)};
	enum role other = look->other_is_ghost ? ROLE_SQUARE_GHOST
			  : chip.height > 1    ? role
					       : ground_of(square);

	if (cells.height < 2)
		return;
	if (chip.height > 1) {
		below = (struct area){chip.y + 1, chip.x + chip.width / 2 - 1, 1, 3};
		below.x += look->both;
	}
	if (look->both)
		paint_put(below, 0, 0, chip.height > 1 ? role : ground_of(square), GLYPH_BOTH);
	else
		paint_text(below, 0, 0, other, look->other);
}

static enum role role_of(const struct qchess_piece *piece)
{
	return piece->colour == QCHESS_WHITE ? ROLE_SQUARE_WHITE : ROLE_SQUARE_BLACK;
}

static void draw_piece(const struct sight *sight, struct area cells, struct qchess_square square,
		       enum role role)
{
	const struct qchess_piece *piece = &sight->board->now->at.at[square.y][square.x];
	struct qchess_look look;
	struct area chip = chip_in(cells);

	if (!piece->there)
		return;
	look = qchess_look_of(piece, view_shows(sight->view, QCHESS_REVEAL));
	paint_clear(chip, role);
	draw_look(chip, &look, role);
	draw_state(cells, chip, square, &look, role);
}

/* In the middle of an empty square; below or beside a piece that can be taken.  */
static void draw_reach(const struct sight *sight, struct area cells, struct qchess_square square)
{
	bool taken = sight->board->now->at.at[square.y][square.x].there;
	struct area spot = chip_in(cells);
	char text[8];

	qchess_reach_text(&sight->reach, square, text);
	if (!*text)
		return;
	if (taken && sight->reach.selected)
		snprintf(text, sizeof(text), "%s", paint_glyph(GLYPH_FORBIDDEN));
	if (taken) {
		int width = cells.width >= 7 ? 3 : cells.height > 1 ? paint_width(text) : 1;

		if (cells.height == 1 && spot.x + spot.width == cells.x + cells.width)
			return;
		spot.x = cells.width >= 7 ? spot.x + 1 : cells.x + cells.width - width;
		spot = (struct area){cells.y + cells.height - 1, spot.x, 1, width};
	}
	paint_clear(spot, ROLE_SQUARE_REACH);
	paint_text(spot, 0, (spot.width - 1) / 2, ROLE_SQUARE_REACH, text);
}

/* ---- brackets ---- */

struct brackets {
	enum role role;
	const char *left, *right; /* NULL: the square has none */
};

static bool is_hint(const struct sight *sight, struct qchess_square square)
{
	char text[24];

	if (!sight->hint)
		return false;
	snprintf(text, sizeof(text), "%d %d", square.x, square.y);
	return strcmp(text, sight->hint) == 0;
}

/* A square has one pair of brackets at most: the cursor's first.  */
static struct brackets brackets_of(const struct sight *sight, struct qchess_square square)
{
	const struct qchess_board *board = sight->board;
	const struct quantum_chess *game = &board->now->at;

	if (is_hint(sight, square))
		return (struct brackets){sight->cursor && qchess_same(square, board->cursor)
						 ? ROLE_BOARD_CURSOR
						 : ROLE_SQUARE_HINT,
					 paint_glyph(GLYPH_HINT), paint_glyph(GLYPH_HINT)};
	if (sight->cursor && qchess_same(square, board->cursor))
		return (struct brackets){ROLE_BOARD_CURSOR, "(", ")"};
	if (game->selected && qchess_same(square, game->from))
		return (struct brackets){ROLE_SQUARE_SELECTED, paint_glyph(GLYPH_TO),
					 paint_glyph(GLYPH_FROM)};
	if (board->now->last == QCHESS_LAST_STUCK && qchess_same(square, game->from))
		return (struct brackets){ROLE_SQUARE_STUCK, "!", "!"};
	if (qchess_same(square, game->to) || qchess_same(square, game->moved))
		return (struct brackets){ROLE_SQUARE_LAST, "[", "]"};
	return (struct brackets){ROLE_COUNT, NULL, NULL};
}

static void draw_brackets(struct area cells, struct brackets brackets)
{
	struct area chip = chip_in(cells);

	for (int y = chip.y - cells.y; y < chip.y - cells.y + chip.height; y++) {
		if (chip.x > cells.x)
			paint_text(cells, y, chip.x - cells.x - 1, brackets.role, brackets.left);
		paint_text(cells, y, chip.x - cells.x + chip.width, brackets.role, brackets.right);
	}
}

/* ---- all of it ---- */

/* Without room for brackets the whole square has their colours.  */
static void draw_square(const struct sight *sight, struct qchess_square square)
{
	struct area cells = grid_cells(&sight->board->window.grid, sight->area, square.y, square.x);
	struct brackets brackets = brackets_of(sight, square);
	bool tight = brackets.left && chip_in(cells).width == cells.width;

	if (tight)
		paint_clear(cells, brackets.role);
	else
		draw_ground(cells, square);
	draw_piece(sight, cells, square,
		   tight ? brackets.role : role_of(&sight->board->now->at.at[square.y][square.x]));
	draw_reach(sight, cells, square);
	if (brackets.left && !tight)
		draw_brackets(cells, brackets);
}

/* Draws x above the squares and y before them, as the protocol counts; the cursor's stand out.  */
static void draw_labels(const struct sight *sight)
{
	const struct grid *grid = &sight->board->window.grid;
	struct qchess_square cursor = sight->board->cursor;

	if (!sight->board->window.labels)
		return;
	for (int x = 0; x < grid->columns; x++)
		paint_format(sight->area, 0, grid->x + grid->width * x + (grid->width - 1) / 2,
			     grid_label_role(sight->cursor, x, cursor.x), "%d", x);
	for (int y = 0; y < grid->lines; y++)
		paint_format(sight->area, grid->y + grid->height * y + (grid->height - 1) / 2, 0,
			     grid_label_role(sight->cursor, y, cursor.y), "%d", y);
}

void qchess_draw(void *state, struct area area, const struct view *view, bool cursor)
{
	struct qchess_board *board = state;
	const struct grid *grid = &board->window.grid;
	struct sight sight = {
		.board = board, .area = area, .view = view, .cursor = cursor, .hint = view->hint};
	struct area labelled; /* the squares with their labels */

	board->window = window_in(board, area);
	labelled = (struct area){area.y, area.x, within(grid->y + grid->lines * grid->height, 0, area.height),
				 within(grid->x + grid->columns * grid->width, 0, area.width)};
	sight.reach = qchess_reach_of(board, view_shows(view, QCHESS_REVEAL), cursor);
	paint_clear(area, ROLE_TEXT);
	paint_clear(labelled, ROLE_BOARD);
	draw_labels(&sight);
	for (int y = grid->line; y < grid->line + grid->lines; y++)
		for (int x = grid->column; x < grid->column + grid->columns; x++)
			draw_square(&sight, (struct qchess_square){x, y});
	if (board->window.panel.height > 0 && !board->now->broken)
		qchess_draw_panel(board, board->window.panel, view_shows(view, QCHESS_REVEAL));
}

void qchess_wants(const void *state, int *height, int *width)
{
	(void)state;
	*height = 1 + QCHESS_SIDE * sizes[0].height;
	*width = LABEL_COLUMNS + QCHESS_SIDE * sizes[0].width + GAP + QCHESS_PANEL_WIDE;
}

/* Smaller squares, and the panel below them.  */
void qchess_picture(const void *state, int *height, int *width)
{
	(void)state;
	*height = 1 + QCHESS_SIDE * sizes[1].height + 1 + QCHESS_PANEL_LINES;
	*width = LABEL_COLUMNS + QCHESS_SIDE * sizes[1].width;
}
