/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* draw.c - the board of gomoku on the screen.
 *
 * Small squares are points with gaps between them.  Squares of two rows lie where lines cross, and those of
 * three rows have room for stones of five columns.  The last move and the cursor have brackets.  A breakpoint
 * on a move marks its square: in the middle, or beside what stands there.  */
#include "look.h"

#include "systems/gomocup/rules.h"
#include <string.h>

enum { PITCH = 2 }; /* columns of the smallest squares */
enum { DISC = 3 };  /* rows of a square in which a stone is larger than a character */

/* Star points lie where the lines of both directions have the same number: 1 is the fourth from each side, 2
   the middle, 0 any other.  */
static int star_line(int at, int side)
{
	if (side >= 9 && side % 2 && at == side / 2)
		return 2;
	return side >= 13 && (at == 3 || at == side - 4) ? 1 : 0;
}

static bool is_star(const struct gomoku *game, struct square square)
{
	int across = star_line(square.x, game->width);

	return across && across == star_line(square.y, game->height);
}

/* Does a number need the gap before its square?  */
static bool is_wide(const struct sight *sight, struct square square)
{
	const struct gomoku_board *board = sight->board;

	return view_shows(sight->view, GOMOKU_NUMBERS) && gomoku_inside(&board->at->game, square) &&
	       board->number[square_index(board, square)] > 9;
}

/* The cell of a square's stone.  */
static struct area place_of(const struct sight *sight, struct square square)
{
	struct area cells = grid_cells(&sight->board->window.grid, sight->area,
				       gomoku_board_line(sight->board, square.y), square.x);

	cells.y += cells.height / 2;
	cells.x += cells.width / 2;
	cells.height = cells.width = 1;
	return cells;
}

/* ---- lines ---- */

/* 0: at the first of so many, 2: at the last, else 1.  */
static int side_of(int at, int count)
{
	return at == 0 ? 0 : at == count - 1 ? 2 : 1;
}

/* An empty square: a point, or where lines cross.  */
static const char *grid_text(const struct sight *sight, struct square square)
{
	static const enum glyph crossings[3][3] = {{GLYPH_TOP_LEFT, GLYPH_TEE_DOWN, GLYPH_TOP_RIGHT},
						   {GLYPH_TEE_RIGHT, GLYPH_CROSS, GLYPH_TEE_LEFT},
						   {GLYPH_BOTTOM_LEFT, GLYPH_TEE_UP, GLYPH_BOTTOM_RIGHT}};
	const struct gomoku *game = &sight->board->at->game;
	bool has_lines = sight->board->window.grid.height > 1;

	if (is_star(game, square))
		return has_lines ? paint_glyph(GLYPH_STAR) : "+";
	if (!has_lines)
		return paint_glyph(GLYPH_POINT);
	return paint_glyph(crossings[side_of(gomoku_board_line(sight->board, square.y), game->height)]
				    [side_of(square.x, game->width)]);
}

/* The lines to the edges of a square.  */
static void draw_lines(const struct sight *sight, struct square square)
{
	const struct gomoku *game = &sight->board->at->game;
	int line = gomoku_board_line(sight->board, square.y);
	struct area cells = grid_cells(&sight->board->window.grid, sight->area, line, square.x);
	int down = side_of(line, game->height), across = side_of(square.x, game->width);
	int y = cells.height / 2, x = cells.width / 2;

	for (int i = 0; i < cells.height; i++)
		if (i < y ? down > 0 : i > y && down < 2)
			paint_put(cells, i, x, ROLE_BOARD_GRID, GLYPH_VERTICAL);
	for (int i = 0; i < cells.width; i++)
		if (i < x ? across > 0 : i > x && across < 2)
			paint_put(cells, y, i, ROLE_BOARD_GRID, GLYPH_HORIZONTAL);
}

/* ---- stones ---- */

/* Is there room for large stones, and are there characters for them?  */
static bool has_discs(const struct sight *sight)
{
	return sight->board->window.grid.height == DISC && (unsigned char)*paint_glyph(GLYPH_BLACK) >= 0x80;
}

/* A stone of three rows: black's has a thick rim, white's a thin one.  */
static void draw_disc(struct area area, int y, int x, const struct look *look)
{
	static const char *const black[DISC] = {"▟███▙", "█   █", "▜███▛"},
				 *const white[DISC] = {"╭───╮", "│   │", "╰───╯"},
				 *const block[DISC] = {"▒▒▒▒▒", "▒▒▒▒▒", "▒▒▒▒▒"};
	const char *const *disc = look->stone == STONE_BLACK   ? black
				  : look->stone == STONE_WHITE ? white
							       : block;

	for (int i = 0; i < DISC; i++)
		paint_text(area, y - DISC / 2 + i, x - 2, look->role, disc[i]);
}

static void draw_square(const struct sight *sight, struct square square, bool is_cursor)
{
	const struct grid *grid = &sight->board->window.grid;
	struct area place = place_of(sight, square);
	int y = place.y - sight->area.y, x = place.x - sight->area.x;
	int number = view_shows(sight->view, GOMOKU_NUMBERS)
			     ? sight->board->number[square_index(sight->board, square)]
			     : 0;
	struct look look = gomoku_look_of(sight, square);
	bool is_disc = look.stone != STONE_NONE && has_discs(sight);

	if (grid->height > 1)
		draw_lines(sight, square);
	if (!look.text) {
		look.text = grid_text(sight, square);
		look.role = ROLE_BOARD_GRID;
	}
	if (is_cursor)
		look.role = ROLE_BOARD_CURSOR;
	if (is_disc)
		draw_disc(sight->area, y, x, &look);
	if (number && grid->width > PITCH)
		paint_format(sight->area, y, x - 1, look.role, "%*d", number > 99 ? 3 : 2, number);
	else if (number > 9)
		paint_format(sight->area, y, x - 1, look.role, "%02d", number % 100);
	else if (number)
		paint_format(sight->area, y, x, look.role, "%d", number);
	else if (!is_disc || look.stone != STONE_BLOCK)
		paint_text(sight->area, y, x, look.role, look.text);
}

/* ---- brackets and breakpoints ---- */

/* Draws brackets at both sides of a square, unless small numbers need the gaps.  */
static void draw_brackets(const struct sight *sight, struct square square, enum role role,
			  const char *brackets[2])
{
	const struct grid *grid = &sight->board->window.grid;
	struct area place = place_of(sight, square);
	int y = place.y - sight->area.y, x = place.x - sight->area.x, away = 1;

	bool is_disc = has_discs(sight) && gomoku_look_of(sight, square).stone != STONE_NONE;

	if (grid->height > 1 && (is_disc || is_wide(sight, square)))
		away = grid->width / 2;
	else if (is_wide(sight, square))
		return;
	paint_text(sight->area, y, x - away, role, brackets[0]);
	if (grid->width > PITCH || !is_wide(sight, (struct square){square.x + 1, square.y}))
		paint_text(sight->area, y, x + away, role, brackets[1]);
}

static void draw_last_move(const struct sight *sight)
{
	static const char *brackets[2] = {"[", "]"};
	const struct gomoku *game = &sight->board->at->game;
	struct square last;

	if (!game->move_count)
		return;
	last = game->moves[game->move_count - 1];
	if (gomoku_board_is_last(sight->board, last) && gomoku_board_sees(sight->board, last))
		draw_brackets(sight, last, ROLE_BOARD_LAST, brackets);
}

static void draw_cursor(const struct sight *sight)
{
	static const char *brackets[2] = {"(", ")"}, *on_last_move[2] = {"[", "]"};
	struct square cursor = sight->board->cursor;

	if (!gomoku_board_sees(sight->board, cursor))
		return;
	draw_square(sight, cursor, true);
	draw_brackets(sight, cursor, ROLE_BOARD_CURSOR,
		      gomoku_board_is_last(sight->board, cursor) ? on_last_move : brackets);
}

/* Marks an empty square.  */
static void draw_mark(const struct sight *sight, struct square square, bool cursor, enum role role,
		      enum glyph glyph)
{
	struct look look;
	struct area place;

	if (!gomoku_inside(&sight->board->at->game, square) || !gomoku_board_sees(sight->board, square))
		return;
	look = gomoku_look_of(sight, square);
	place = place_of(sight, square);
	if (look.stone == STONE_NONE)
		paint_put(sight->area, place.y - sight->area.y, place.x - sight->area.x - (look.text != NULL),
			  cursor && same_square(square, sight->board->cursor) ? ROLE_BOARD_CURSOR : role,
			  glyph);
}

/* Marks the empty squares of a move.  */
static void draw_move(const struct sight *sight, const char *move, bool cursor, enum role role,
		      enum glyph glyph)
{
	enum { MOST = 3 }; /* squares of a turn */
	struct square squares[MOST];
	size_t bad;
	int count = gomoku_read_squares(move, strlen(move), squares, MOST, &bad);

	for (int k = 0; k < count; k++)
		draw_mark(sight, squares[k], cursor, role, glyph);
}

/* ---- labels ---- */

static void draw_column_label(const struct gomoku_board *board, struct area area, int y, int x, int column,
			      enum role role)
{
	char text[3];

	gomoku_write_column(column, text);
	if (gomoku_label_lines(&board->at->game) == 1) {
		paint_text(area, y, x, role, text);
		return;
	}
	if (text[1]) {
		paint_format(area, y, x, role, "%c", text[0]);
		text[0] = text[1];
	}
	paint_format(area, y + 1, x, role, "%c", text[0]);
}

/* The labels of the cursor's row and column stand out.  */
static void draw_labels(const struct gomoku_board *board, struct area area, bool cursor)
{
	const struct board_window *window = &board->window;
	const struct grid *grid = &window->grid;
	int under = grid->y + grid->lines * grid->height;

	for (int i = 0; i < grid->columns; i++) {
		int column = grid->column + i, x = grid->x + grid->width * i + grid->width / 2;
		enum role role = grid_label_role(cursor, column, board->cursor.x);

		if (window->above)
			draw_column_label(board, area, 0, x, column, role);
		if (window->below)
			draw_column_label(board, area, under, x, column, role);
	}
	for (int i = 0; window->label_columns && i < grid->lines; i++) {
		int y = gomoku_board_line(board, grid->line + i),
		    at = grid->y + grid->height * i + grid->height / 2;
		enum role role = grid_label_role(cursor, y, board->cursor.y);

		paint_format(area, at, grid->x - window->pad - window->label_columns, role, "%*d",
			     window->label_columns, y + 1);
		if (window->right)
			paint_format(area, at, grid->x + grid->width * grid->columns + grid->rim + 1, role,
				     "%*d", window->label_columns, y + 1);
	}
}

/* Finds the forbidden points once for a position, and only if they are shown.  */
static void find_forbidden(struct gomoku_board *board)
{
	const struct gomoku *game = &board->at->game;

	if (board->forbidden_known)
		return;
	for (int y = 0; y < game->height; y++)
		for (int x = 0; x < game->width; x++) {
			struct square square = {x, y};

			board->forbidden[square_index(board, square)] = gomoku_forbidden(game, square);
		}
	board->forbidden_known = true;
}

void gomoku_board_draw(void *state, struct area area, const struct view *view, bool cursor)
{
	struct gomoku_board *board = state;
	const struct grid *grid = &board->window.grid;
	struct sight sight = {.board = board, .area = area, .view = view};

	board->window.top = view_shows(view, GOMOKU_ORIGIN);
	board->window = gomoku_window_in(board, area, view_shows(view, GOMOKU_NUMBERS));
	sight.black = gomoku_black(board->position.match, board->at->turns);
	if (view_shows(view, GOMOKU_ANALYSIS))
		gomoku_board_thoughts(board, view, sight.thoughts);
	if (view_shows(view, GOMOKU_FORBIDDEN))
		find_forbidden(board);
	paint_clear(area, ROLE_BOARD);
	draw_labels(board, area, cursor);
	for (int line = grid->line; line < grid->line + grid->lines; line++)
		for (int x = grid->column; x < grid->column + grid->columns; x++)
			draw_square(&sight, (struct square){x, gomoku_board_line(board, line)}, false);
	draw_last_move(&sight);
	if (cursor)
		draw_cursor(&sight);
	for (int i = 0; i < view->stop_count; i++)
		draw_move(&sight, view->stops[i], cursor, ROLE_BOARD_STOP, GLYPH_STOP);
	if (view->hint)
		draw_move(&sight, view->hint, cursor, ROLE_BOARD_HINT, GLYPH_HINT);
}
