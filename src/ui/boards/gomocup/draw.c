/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* draw.c - the board of gomoku on the screen.
 *
 * Small squares are points with gaps between them.  Squares of two rows lie where lines cross, and those of
 * three rows have room for stones of five columns.  The last move and the cursor have brackets.  A breakpoint
 * on a move marks its square: in the middle, or beside what stands there.  */
#include "board.h"
#include "systems/gomocup/rules.h"

#include <string.h>

/* What is drawn, and where.  */
struct sight {
	const struct gomoku_board *board;
	struct area area;
	const struct view *view;
	int black; /* the seat with the black stones */
	struct thoughts thoughts[SEATS];
};

/* How a square looks.  */
struct look {
	const char *text; /* of one column; NULL: nothing stands there */
	enum role role;
	enum stone stone; /* STONE_NONE: it is none */
};

static size_t square_index(const struct gomoku_board *board, struct square square)
{
	return (size_t)square.y * (size_t)board->at->game.width + (size_t)square.x;
}

enum { LINE_SHOWN = 5 }; /* moves of an expected line; a move's digit has one column */

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

/* Is it the last stone that was played?  Stones of the opening do not count.  */
static bool gomoku_board_is_last(const struct gomoku_board *board, struct square square)
{
	const struct gomoku *game = &board->at->game;

	return game->move_count > board->at->opening &&
	       same_square(game->moves[game->move_count - 1], square);
}

/* The stone that a person has chosen here for swap2's first turn: black, white and black.  */
static enum stone ghost_at(const struct gomoku_board *board, struct square square)
{
	for (int i = 0; i < board->ghost_count; i++)
		if (same_square(board->ghosts[i], square))
			return i % 2 ? STONE_WHITE : STONE_BLACK;
	return STONE_NONE;
}

static enum role role_of_stone(const struct sight *sight, struct square square, enum stone stone)
{
	const struct gomoku_board *board = sight->board;
	int seat = stone == STONE_BLACK ? sight->black : seat_opponent(sight->black);

	if (in_winning_line(board, square))
		return ROLE_BOARD_WIN;
	if (gomoku_board_is_last(board, square))
		return ROLE_BOARD_LAST;
	if (stone == STONE_BLOCK)
		return ROLE_BOARD_BLOCK;
	return seat == SEAT_1 ? ROLE_BOARD_SEAT_1 : ROLE_BOARD_SEAT_2;
}

static const char *stone_glyph(enum stone stone)
{
	return paint_glyph(stone == STONE_BLOCK   ? GLYPH_BLOCK
			   : stone == STONE_BLACK ? GLYPH_BLACK
						  : GLYPH_WHITE);
}

/* ---- thoughts ---- */

/* The place of the square in an agent's expected line, from 1; 0: not in the shown part.  A line counts only
   until the game leaves it.  */
static int place_in_line(const struct sight *sight, const struct thoughts *thoughts, struct square square)
{
	const struct gomocup_analysis *said = thoughts->said;

	if (view_shows(sight->view, GOMOKU_NUMBERS) ||
	    (thoughts->past && !gomoku_board_is_last(sight->board, said->line[0])))
		return 0;
	for (int i = 1; i < said->line_count && i < LINE_SHOWN; i++)
		if (same_square(said->line[i], square))
			return i + 1;
	return 0;
}

/* What the seat thinks of an empty square.  */
static struct look look_of_thought(const struct sight *sight, int seat, struct square square)
{
	static const enum glyph marks[SEATS][ANALYSIS_LOST + 1] = {
		[SEAT_1] = {[ANALYSIS_NOW] = GLYPH_NOW,
			    [ANALYSIS_SEEN] = GLYPH_SEEN,
			    [ANALYSIS_LOST] = GLYPH_LOST},
		[SEAT_2] = {[ANALYSIS_NOW] = GLYPH_NOW_2,
			    [ANALYSIS_SEEN] = GLYPH_SEEN_2,
			    [ANALYSIS_LOST] = GLYPH_LOST_2}};
	static const char *const digits[] = {"", "1", "2", "3", "4", "5"};
	static const enum glyph digits_2[] = {GLYPH_TWO_2, GLYPH_THREE_2, GLYPH_FOUR_2, GLYPH_FIVE_2};
	const struct thoughts *thoughts = &sight->thoughts[seat];
	const struct gomocup_analysis *said = thoughts->said;
	struct look look = {.role = seat == SEAT_1 ? ROLE_BOARD_THOUGHT_1 : ROLE_BOARD_THOUGHT_2};
	enum analysis_mark mark;
	int place;

	if (!said)
		return look;
	mark = thoughts->brief ? ANALYSIS_NONE : gomocup_analysis_at(said, square);
	place = place_in_line(sight, thoughts, square);
	if (said->has_best && same_square(said->best, square))
		look.text = paint_glyph(seat == SEAT_1 ? GLYPH_BEST : GLYPH_BEST_2);
	else if (mark != ANALYSIS_NONE)
		look.text = paint_glyph(marks[seat][mark]);
	else if (place)
		look.text = seat == SEAT_1 ? digits[place] : paint_glyph(digits_2[place - 2]);
	return look;
}

static struct look gomoku_look_of(const struct sight *sight, struct square square)
{
	const struct gomoku_board *board = sight->board;
	enum stone stone = gomoku_at(&board->at->game, square), ghost = ghost_at(board, square);
	int next = board->at->next == SEAT_2 ? SEAT_2 : SEAT_1;
	struct look look;

	if (stone != STONE_NONE)
		return (struct look){stone_glyph(stone), role_of_stone(sight, square, stone), stone};
	if (ghost != STONE_NONE)
		return (struct look){stone_glyph(ghost), ROLE_BOARD_GHOST, ghost};
	if (view_shows(sight->view, GOMOKU_FORBIDDEN) && board->forbidden[square_index(board, square)])
		return (struct look){paint_glyph(GLYPH_FORBIDDEN), ROLE_BOARD_FORBIDDEN, STONE_NONE};
	look = look_of_thought(sight, next, square);
	return look.text ? look : look_of_thought(sight, seat_opponent(next), square);
}

/* Columns from square to square of the smallest: one gap, or room for three digits if the whole board has
   it.  */
enum { PITCH = 2, NUMBERS_PITCH = 4 }; /* columns of the smallest squares, without numbers and with them */

/* The sizes of squares, the best first.  */
static const struct grid_size sizes[] = {{3, 6}, {2, NUMBERS_PITCH}, {1, PITCH}};
enum { SIZES = sizeof(sizes) / sizeof(sizes[0]) };

static int least(int a, int b)
{
	return a < b ? a : b;
}

int gomoku_board_line(const struct gomoku_board *board, int y)
{
	return board->window.top ? y : board->at->game.height - 1 - y;
}

/* Columns from the 27th on have two letters, one above the other, so they stay two columns wide.  */
static int gomoku_label_lines(const struct gomoku *game)
{
	return game->width > 26 ? 2 : 1;
}

static int label_columns(const struct gomoku *game)
{
	return game->height > 9 ? 2 : 1;
}

/* Squares of two rows are a row of lines and the row of the stone: nothing stands above the first.  */
static int rows_cut(struct grid_size size)
{
	return size.height == 2;
}

/* The size of the whole board with squares of that size, and labels on three sides.  */
static struct area board_in(const struct gomoku *game, struct grid_size size)
{
	return (struct area){.height = game->height * size.height - rows_cut(size) +
				       2 * gomoku_label_lines(game),
			     .width = label_columns(game) + 1 + size.width * game->width + 1};
}

/* The best size with which the whole board fits; the smallest if none does.  */
static struct grid_size size_in(const struct gomoku *game, struct area room)
{
	int i = 0;

	for (; i < SIZES - 1; i++) {
		struct area board = board_in(game, sizes[i]);

		if (board.height <= room.height && board.width <= room.width)
			break;
	}
	return sizes[i];
}

/* How many columns of squares fit into a width.  */
static int columns_in(const struct gomoku *game, int width)
{
	return within((width - 1) / PITCH, 0, game->width);
}

static int pitch_in(const struct gomoku *game, int width, bool numbers)
{
	return numbers && width > NUMBERS_PITCH * game->width ? NUMBERS_PITCH : PITCH;
}

/* Which lines and columns are seen.  */
static void scroll(const struct gomoku_board *board, struct grid *grid, bool is_first)
{
	int line = gomoku_board_line(board, board->interest.y);

	grid->line = grid_scrolled(is_first ? line - grid->lines / 2 : grid->line, line, grid->lines,
				   board->at->game.height);
	grid->column = grid_scrolled(is_first ? board->interest.x - grid->columns / 2 : grid->column,
				     board->interest.x, grid->columns, board->at->game.width);
}

/* The window for an area.  */
static struct board_window gomoku_window_in(const struct gomoku_board *board, struct area area, bool numbers)
{
	const struct gomoku *game = &board->at->game;
	struct board_window window = board->window;
	struct grid *grid = &window.grid;
	bool is_first = !grid->lines || !grid->columns;
	int labels = gomoku_label_lines(game), width;
	struct grid_size size = size_in(game, area);

	window.cut = rows_cut(size);
	window.above = area.height > labels;
	grid->height = size.height;
	grid->rim = 1;
	grid->lines = size.height > 1 ? game->height
				      : least(game->height, area.height - (window.above ? labels : 0));
	window.below = area.height >= board_in(game, size).height;
	window.label_columns = area.width >= label_columns(game) + 3 ? label_columns(game) : 0;
	grid->columns = columns_in(game, area.width - window.label_columns);
	window.pad = window.label_columns &&
		     columns_in(game, area.width - window.label_columns - 1) == grid->columns;
	grid->width = size.height > 1
			      ? size.width
			      : pitch_in(game, area.width - window.label_columns - window.pad, numbers);
	width = window.label_columns + window.pad + grid->width * grid->columns + grid->rim;
	window.right =
		window.pad && grid->columns == game->width && area.width > width + window.label_columns;
	if (window.right)
		width += 1 + window.label_columns;
	grid->y = (window.above ? labels : 0) - window.cut;
	grid->x = window.label_columns + window.pad +
		  (grid->columns == game->width ? (area.width - width) / 2 : 0);
	scroll(board, grid, is_first);
	return window;
}

bool gomoku_board_sees(const struct gomoku_board *board, struct square square)
{
	return grid_sees(&board->window.grid, gomoku_board_line(board, square.y), square.x);
}

int gomoku_board_click(void *state, int y, int x, int button)
{
	struct gomoku_board *board = state;
	int meaning = 0;

	if (y >= board->window.grid.y + board->window.cut)
		meaning = grid_click(&board->window.grid, y, x, button, &y, &x);
	if (meaning)
		gomoku_board_point(board, x, gomoku_board_line(board, y));
	return meaning;
}

void gomoku_board_wants(const void *state, int *height, int *width)
{
	struct area board = board_in(&((const struct gomoku_board *)state)->at->game, sizes[SIZES - 1]);

	*height = board.height;
	*width = board.width;
}

void gomoku_board_grows(const void *state, struct area room, int *height, int *width)
{
	const struct gomoku *game = &((const struct gomoku_board *)state)->at->game;
	struct area board = board_in(game, size_in(game, room));

	*height = board.height;
	*width = board.width;
}

enum { DISC = 3 }; /* rows of a square in which a stone is larger than a character */

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
