/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* draw.c - the board of gomoku on the screen.
 *
 * A square takes two columns, a gap and its stone, and one more gap stands behind the last.  The gaps are
 * where the brackets of the last move and of the cursor go, so that both can be seen without colours.  Row 1
 * is the lowest, or the uppermost if the view says so.  A board that does not fit is seen through a window
 * that moves as little as possible to keep the square of interest inside: the last move, or the cursor once
 * it was moved.  */
#include "board.h"

#include "systems/gomocup/rules.h"
#include <string.h>

enum { LINE_SHOWN = 5 }; /* moves of an expected line; a move's digit has one column */

/* What is drawn, and where.  */
struct sight {
	const struct gomoku_board *board;
	struct area area;
	const struct view *view;
	const struct gomocup_analysis *thoughts; /* NULL: none are shown */
	bool past;                               /* they are of the move before */
};

/* How a square looks.  */
struct look {
	const char *text; /* of one column; NULL: nothing special */
	enum role role;
};

static int least(int a, int b)
{
	return a < b ? a : b;
}

static size_t square_index(const struct gomoku_board *board, struct square square)
{
	return (size_t)square.y * (size_t)board->at->game.width + (size_t)square.x;
}

int gomoku_board_line(const struct gomoku_board *board, int y)
{
	return board->window.top ? y : board->at->game.height - 1 - y;
}

/* Columns from the 27th on have two letters, one above the other, so they stay two columns wide.  */
static int label_lines(const struct gomoku *game)
{
	return game->width > 26 ? 2 : 1;
}

static int label_columns(const struct gomoku *game)
{
	return game->height > 9 ? 2 : 1;
}

/* Columns from square to square: one gap, or room for three digits if the whole board has it.  */
enum { PITCH = 2, NUMBERS_PITCH = 4 };

/* How many columns of squares fit into a width.  */
static int columns_in(const struct gomoku *game, int width)
{
	return within((width - 1) / PITCH, 0, game->width);
}

static int pitch_in(const struct gomoku *game, int width, bool numbers)
{
	return numbers && width > NUMBERS_PITCH * game->width ? NUMBERS_PITCH : PITCH;
}

static struct board_window window_in(const struct gomoku_board *board, struct area area, bool numbers)
{
	const struct gomoku *game = &board->at->game;
	struct board_window window = board->window;
	struct grid *grid = &window.grid;
	bool is_first = !grid->lines || !grid->columns;
	int labels = label_lines(game), line = gomoku_board_line(board, board->interest.y), width;

	window.above = area.height > labels;
	grid->height = grid->rim = 1;
	grid->lines = least(game->height, area.height - (window.above ? labels : 0));
	window.below = area.height >= game->height + 2 * labels;
	window.label_columns = area.width >= label_columns(game) + 3 ? label_columns(game) : 0;
	grid->columns = columns_in(game, area.width - window.label_columns);
	window.pad = window.label_columns &&
		     columns_in(game, area.width - window.label_columns - 1) == grid->columns;
	grid->width = pitch_in(game, area.width - window.label_columns - window.pad, numbers);
	width = window.label_columns + window.pad + grid->width * grid->columns + grid->rim;
	grid->y = window.above ? labels : 0;
	grid->x = window.label_columns + window.pad +
		  (grid->columns == game->width ? (area.width - width) / 2 : 0);
	grid->line = grid_scrolled(is_first ? line - grid->lines / 2 : grid->line, line, grid->lines,
				   game->height);
	grid->column = grid_scrolled(is_first ? board->interest.x - grid->columns / 2 : grid->column,
				     board->interest.x, grid->columns, game->width);
	return window;
}

bool gomoku_board_sees(const struct gomoku_board *board, struct square square)
{
	return grid_sees(&board->window.grid, gomoku_board_line(board, square.y), square.x);
}

static int step_towards(int from, int to)
{
	return (to > from) - (to < from);
}

static bool in_line(struct square at, struct square to, struct square square)
{
	int dx = step_towards(at.x, to.x), dy = step_towards(at.y, to.y);

	while (!same_square(at, square) && !same_square(at, to)) {
		at.x += dx;
		at.y += dy;
	}
	return same_square(at, square);
}

static bool in_winning_line(const struct gomoku_board *board, struct square square)
{
	for (int i = 0; i < board->win_count; i++)
		if (in_line(board->wins[i][0], board->wins[i][1], square))
			return true;
	return false;
}

/* The last stone that was played; stones of the opening do not count.  */
static bool is_last(const struct gomoku_board *board, struct square square)
{
	const struct gomoku *game = &board->at->game;

	return game->move_count > board->at->opening &&
	       same_square(game->moves[game->move_count - 1], square);
}

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

/* The stone that a person has chosen here for swap2's first turn: black, white and black.  */
static enum stone ghost_at(const struct gomoku_board *board, struct square square)
{
	for (int i = 0; i < board->ghost_count; i++)
		if (same_square(board->ghosts[i], square))
			return i % 2 ? STONE_WHITE : STONE_BLACK;
	return STONE_NONE;
}

static enum role role_of_stone(const struct gomoku_board *board, struct square square, enum stone stone)
{
	if (in_winning_line(board, square))
		return ROLE_BOARD_WIN;
	if (is_last(board, square))
		return ROLE_BOARD_LAST;
	return stone == STONE_BLOCK   ? ROLE_BOARD_BLOCK
	       : stone == STONE_BLACK ? ROLE_BOARD_BLACK
				      : ROLE_BOARD_WHITE;
}

static const char *stone_glyph(enum stone stone)
{
	return paint_glyph(stone == STONE_BLOCK   ? GLYPH_BLOCK
			   : stone == STONE_BLACK ? GLYPH_BLACK
						  : GLYPH_WHITE);
}

/* The place of the square in an agent's expected line, from 1; 0: not in the shown part.  A line counts only
   until the game leaves it.  */
static int place_in_line(const struct sight *sight, struct square square)
{
	const struct gomocup_analysis *thoughts = sight->thoughts;

	if (view_shows(sight->view, GOMOKU_NUMBERS) ||
	    (sight->past && !is_last(sight->board, thoughts->line[0])))
		return 0;
	for (int i = 1; i < thoughts->line_count && i < LINE_SHOWN; i++)
		if (same_square(thoughts->line[i], square))
			return i + 1;
	return 0;
}

/* What an agent thinks of an empty square.  */
static struct look look_of_thought(const struct sight *sight, struct square square)
{
	static const char *const digits[] = {"", "1", "2", "3", "4", "5"};
	static const enum glyph glyphs[] = {
		[ANALYSIS_NOW] = GLYPH_NOW, [ANALYSIS_SEEN] = GLYPH_SEEN, [ANALYSIS_LOST] = GLYPH_LOST};
	const struct gomocup_analysis *thoughts = sight->thoughts;
	struct look look = {0};
	enum analysis_mark mark;
	int place;

	if (!thoughts)
		return look;
	mark = gomocup_analysis_at(thoughts, square);
	place = place_in_line(sight, square);
	if (thoughts->has_best && same_square(thoughts->best, square))
		look = (struct look){paint_glyph(GLYPH_BEST), ROLE_BOARD_BEST};
	else if (mark != ANALYSIS_NONE)
		look = (struct look){paint_glyph(glyphs[mark]),
				     mark == ANALYSIS_LOST ? ROLE_BOARD_REFUTED : ROLE_BOARD_CONSIDERED};
	else if (place)
		look = (struct look){digits[place], ROLE_BOARD_LINE};
	if (sight->past)
		look.role = ROLE_BOARD_PAST;
	return look;
}

static struct look look_of(const struct sight *sight, struct square square)
{
	const struct gomoku_board *board = sight->board;
	enum stone stone = gomoku_at(&board->at->game, square), ghost = ghost_at(board, square);
	struct look look;

	if (stone != STONE_NONE)
		return (struct look){stone_glyph(stone), role_of_stone(board, square, stone)};
	if (ghost != STONE_NONE)
		return (struct look){stone_glyph(ghost), ROLE_BOARD_GHOST};
	if (view_shows(sight->view, GOMOKU_FORBIDDEN) && board->forbidden[square_index(board, square)])
		return (struct look){paint_glyph(GLYPH_FORBIDDEN), ROLE_BOARD_FORBIDDEN};
	look = look_of_thought(sight, square);
	if (look.text)
		return look;
	return (struct look){is_star(&board->at->game, square) ? "+" : paint_glyph(GLYPH_POINT),
			     ROLE_BOARD_GRID};
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

	cells.x += cells.width / 2;
	cells.width = 1;
	return cells;
}

static void draw_square(const struct sight *sight, struct square square, bool is_cursor)
{
	struct area place = place_of(sight, square);
	int y = place.y - sight->area.y, x = place.x - sight->area.x;
	int number = view_shows(sight->view, GOMOKU_NUMBERS)
			     ? sight->board->number[square_index(sight->board, square)]
			     : 0;
	struct look look = look_of(sight, square);

	if (is_cursor)
		look.role = ROLE_BOARD_CURSOR;
	if (number && sight->board->window.grid.width == NUMBERS_PITCH)
		paint_format(sight->area, y, x - 1, look.role, "%*d", number > 99 ? 3 : 2, number);
	else if (number > 9)
		paint_format(sight->area, y, x - 1, look.role, "%02d", number % 100);
	else if (number)
		paint_format(sight->area, y, x, look.role, "%d", number);
	else
		paint_text(sight->area, y, x, look.role, look.text);
}

/* Draws brackets in the gaps at both sides of a square, unless numbers need the gaps.  */
static void draw_brackets(const struct sight *sight, struct square square, enum role role,
			  const char *brackets[2])
{
	struct area place = place_of(sight, square);
	int y = place.y - sight->area.y, x = place.x - sight->area.x - 1;

	if (is_wide(sight, square))
		return;
	paint_text(sight->area, y, x, role, brackets[0]);
	if (sight->board->window.grid.width > PITCH ||
	    !is_wide(sight, (struct square){square.x + 1, square.y}))
		paint_text(sight->area, y, x + 2, role, brackets[1]);
}

static void draw_last_move(const struct sight *sight)
{
	static const char *brackets[2] = {"[", "]"};
	const struct gomoku *game = &sight->board->at->game;
	struct square last;

	if (!game->move_count)
		return;
	last = game->moves[game->move_count - 1];
	if (is_last(sight->board, last) && gomoku_board_sees(sight->board, last))
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
		      is_last(sight->board, cursor) ? on_last_move : brackets);
}

static void draw_column_label(const struct gomoku_board *board, struct area area, int y, int x, int column,
			      enum role role)
{
	char text[3];

	gomoku_write_column(column, text);
	if (label_lines(&board->at->game) == 1) {
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

	for (int i = 0; i < grid->columns; i++) {
		int column = grid->column + i, x = grid->x + grid->width * i + grid->width / 2;
		enum role role = grid_label_role(cursor, column, board->cursor.x);

		if (window->above)
			draw_column_label(board, area, 0, x, column, role);
		if (window->below)
			draw_column_label(board, area, grid->y + grid->lines, x, column, role);
	}
	for (int i = 0; window->label_columns && i < grid->lines; i++) {
		int y = gomoku_board_line(board, grid->line + i);

		paint_format(area, grid->y + i, grid->x - window->pad - window->label_columns,
			     grid_label_role(cursor, y, board->cursor.y), "%*d", window->label_columns,
			     y + 1);
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
	board->window = window_in(board, area, view_shows(view, GOMOKU_NUMBERS));
	sight.thoughts =
		view_shows(view, GOMOKU_ANALYSIS) ? gomoku_board_thoughts(board, view, &sight.past) : NULL;
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
}

void gomoku_board_wants(const void *state, int *height, int *width)
{
	const struct gomoku *game = &((const struct gomoku_board *)state)->at->game;

	*height = game->height + 2 * label_lines(game);
	*width = label_columns(game) + 1 + PITCH * game->width + 1;
}
