/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board.c - the board of gomoku: which position it shows, what the agents say of their searches, how it is
 * drawn, and how a person points at a move.
 *
 * Small squares are points with gaps between them.  Squares of two rows lie where lines cross, and those of
 * three rows have room for stones of five columns.  The last move and the cursor have brackets.  A breakpoint
 * on a move marks its square: in the middle, or beside what stands there.  */
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "systems/gomocup/analysis.h"
#include "systems/gomocup/rules.h"
#include "ui/boards/search.h"
#include "ui/boards/shared.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	GHOSTS = 2,
	WINS = 4,
	HALF_WON = 400 /* such a value counts half of a win: to most brains an open three is worth a few
			  hundred */
};

/* The board's toggles.  Origin on: row 1 is at the top, else at the bottom.  */
enum { NUMBERS, FORBIDDEN, ANALYSIS, ORIGIN };

/* Which part of the board is visible, and where in the drawn area.  */
struct window {
	struct grid grid;  /* a square is a gap and its stone; the rim is one more gap */
	int label_columns; /* before the rows; 0: they have no labels */
	int pad;           /* a blank behind those labels, if it fits */
	bool above, below; /* do the columns have labels there? */
	bool right;        /* the rows have labels behind them, too */
	int cut;           /* rows of the first squares that would lie above the board */
	bool top;          /* is the row of y = 0 at the top? */
};

struct board {
	struct position position;
	const struct gomoku_match *at; /* its state */
	int *number; /* the number of the stone on each square, from 1, as in game.cell; 0: none, or of the
			opening; owned */
	bool *forbidden; /* for black, on each square; owned */
	bool forbidden_known;
	struct square wins[WINS][2]; /* the ends of the lines that the last move made */
	int win_count;
	struct square cursor;
	struct square interest;       /* the window keeps this square visible */
	struct square ghosts[GHOSTS]; /* the squares that a person has chosen of swap2's three */
	int ghost_count;
	struct window window;
	struct gomocup_analysis analysis[SEATS]; /* what each seat last said of its search; 0: the kibitzer */
	char move[24];                           /* at the cursor, as the protocol writes it */
	char picked[64];                         /* returned by gomoku_board_pick() */
};

static bool same_square(struct square a, struct square b)
{
	return a.x == b.x && a.y == b.y;
}

/* What a seat thinks.  */
struct thoughts {
	const struct gomocup_analysis *said; /* NULL: nothing is shown */
	bool past;                           /* about the move before */
	bool brief;                          /* only its best move and its line */
};

/* ---- hearing ---- */

static void gomoku_board_hear(void *state, const struct message *message)
{
	struct board *board = state;

	for (int seat = SEAT_NONE; seat < SEATS; seat++)
		if (!message || (message->seat == seat && message->direction == EVENT))
			gomocup_analysis_clear(&board->analysis[seat]);
		else if (message->seat == seat)
			gomocup_analysis_hear(&board->analysis[seat], message->turn, message->bytes,
					      message->size);
}

/* What each seat thinks about the shown position, as far as it is to be shown: thoughts[SEATS] are all empty
   before.  */
static void find_thoughts(const struct board *board, struct thoughts *thoughts)
{
	const struct match *match = board->position.match;
	int next = board->at->next, turns = board->at->turns;
	const struct turn *last;

	if (!match)
		return;
	last = match_turn(match, turns);
	if (!match->over && board->analysis[next].turn == turns + 1)
		thoughts[next].said = &board->analysis[next];
	if (!last || !is_seat(last->seat) || board->analysis[last->seat].turn != turns)
		return;
	thoughts[last->seat] = (struct thoughts){
		.said = &board->analysis[last->seat], .past = true, .brief = thoughts[next].said != NULL};
}

static const char *gomoku_mark(const struct match *match, int turns, int seat)
{
	return paint_glyph(seat == gomoku_black(match, turns) ? GLYPH_BLACK : GLYPH_WHITE);
}

/* What a stone's move took, or what the agents think of an empty square as far as the board shows it.  */
static char *gomoku_about(const void *state, const struct view *view)
{
	const struct board *board = state;
	const struct gomoku *game = &board->at->game;
	int n = board->number[board->cursor.y * game->width + board->cursor.x];
	const struct turn *turn;
	struct thoughts thoughts[SEATS] = {0};
	struct bytes text = {0};

	if (n &&
	    game->move_count - board->at->opening != board->at->turns) /* turns of more stones than one */
		return bytes_text("stone %d", n);
	if (n && (turn = match_turn(board->position.match, n))) {
		FREED char *took = value_time_text(turn->think_ns);

		return bytes_text("move %d %s", n, took);
	}
	if (view_shows(view, ANALYSIS))
		find_thoughts(board, thoughts);
	for (int seat = SEAT_1; seat < SEATS; seat++) {
		const struct gomocup_analysis *said = thoughts[seat].said;
		const char *mark = gomoku_mark(board->position.match, board->at->turns, seat);
		int i = 0;

		while (said && i < said->line_count && !same_square(said->line[i], board->cursor))
			i++;
		if (said && said->has_best && same_square(said->best, board->cursor))
			bytes_addf(&text, "%s%s its best", text.size ? " " : "", mark);
		else if (said && i < said->line_count)
			bytes_addf(&text, "%s%s %d of its line", text.size ? " " : "", mark, i + 1);
		else if (said && !thoughts[seat].brief &&
			 gomocup_analysis_at(said, board->cursor) == ANALYSIS_LOST)
			bytes_addf(&text, "%s%s it loses", text.size ? " " : "", mark);
	}
	return text.at;
}

/* ---- words ---- */

/* Does the seat say anything, and of no later position than the shown one?  */
static bool says_anything(const struct board *board, int seat)
{
	const struct gomocup_analysis *analysis = &board->analysis[seat];
	int newest = analysis->turn > analysis->value_turn ? analysis->turn : analysis->value_turn;

	if (newest > board->at->turns + 1)
		return false;
	return analysis->depth || *analysis->eval || analysis->nodes >= 0 || analysis->speed >= 0 ||
	       analysis->line_count;
}

/* ---- drawing ---- */

static void gomoku_board_evaluations(const void *state, struct area area)
{
	const struct board *board = state;
	struct search searches[SEATS];
	int count = 0;

	for (int at = SEAT_1; board->position.match && at <= SEATS; at++) {
		int seat = at % SEATS; /* the kibitzer comes last */
		const struct gomocup_analysis *analysis = &board->analysis[seat];
		struct search *search = &searches[count];

		if (!says_anything(board, seat))
			continue;
		*search = (struct search){seat ? gomoku_mark(board->position.match, board->at->turns, seat)
					       : SEARCH_KIBITZER,
					  seat ? board->position.match->setup.seat[seat].name : NULL,
					  paint_seat_role(seat),
					  .depth = analysis->depth,
					  .deepest = analysis->deepest,
					  .nodes = analysis->nodes,
					  .speed = analysis->speed};
		memcpy(search->eval, analysis->eval, sizeof(search->eval));
		for (int i = 0, size = 0; i < analysis->line_count; i++) {
			char square[6];

			gomoku_write_square(analysis->line[i], square);
			size += snprintf(search->line + size, sizeof(search->line) - (size_t)size, "%s%s",
					 i ? " " : "", square);
		}
		count++;
	}
	searches_draw(searches, count, area);
}

/* What is drawn, and where.  */
struct sight {
	const struct board *board;
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

static size_t square_index(const struct board *board, struct square square)
{
	return (size_t)square.y * (size_t)board->at->game.width + (size_t)square.x;
}

enum { LINE_SHOWN = 5 }; /* moves of an expected line; a move's digit has one column */

static int step_towards(int from, int to)
{
	return (to > from) - (to < from);
}

static bool in_winning_line(const struct board *board, struct square square)
{
	for (int i = 0; i < board->win_count; i++) {
		struct square at = board->wins[i][0], to = board->wins[i][1];
		int dx = step_towards(at.x, to.x), dy = step_towards(at.y, to.y);

		for (; !same_square(at, square) && !same_square(at, to); at.y += dy)
			at.x += dx;
		if (same_square(at, square))
			return true;
	}
	return false;
}

static struct square last_of(const struct gomoku *game)
{
	return game->move_count ? game->moves[game->move_count - 1] : (struct square){-1, -1};
}

/* Is it the last stone that was played?  Stones of the opening do not count.  */
static bool is_last(const struct board *board, struct square square)
{
	return board->at->game.move_count > board->at->opening &&
	       same_square(last_of(&board->at->game), square);
}

/* The stone that a person has chosen here for swap2's first turn: black, white and black.  */
static enum stone ghost_at(const struct board *board, struct square square)
{
	for (int i = 0; i < board->ghost_count; i++)
		if (same_square(board->ghosts[i], square))
			return i % 2 ? STONE_WHITE : STONE_BLACK;
	return STONE_NONE;
}

static enum role role_of_stone(const struct sight *sight, struct square square, enum stone stone)
{
	const struct board *board = sight->board;
	int seat = stone == STONE_BLACK ? sight->black : seat_opponent(sight->black);

	if (in_winning_line(board, square))
		return ROLE_BOARD_WIN;
	if (is_last(board, square))
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

	if (view_shows(sight->view, NUMBERS) || (thoughts->past && !is_last(sight->board, said->line[0])))
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

static struct look look_of(const struct sight *sight, struct square square)
{
	const struct board *board = sight->board;
	enum stone stone = gomoku_at(&board->at->game, square), ghost = ghost_at(board, square);
	int next = board->at->next == SEAT_2 ? SEAT_2 : SEAT_1;
	struct look look;

	if (stone != STONE_NONE)
		return (struct look){stone_glyph(stone), role_of_stone(sight, square, stone), stone};
	if (ghost != STONE_NONE)
		return (struct look){stone_glyph(ghost), ROLE_BOARD_GHOST, ghost};
	if (view_shows(sight->view, FORBIDDEN) && board->forbidden[square_index(board, square)])
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

static int line_of(const struct board *board, int y)
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

/* Squares of two rows are a row of lines and the row of the stone: nothing stands above the first.  */
static int rows_cut(struct grid_size size)
{
	return size.height == 2;
}

/* The size of the whole board with squares of that size, and labels on three sides.  */
static struct area board_in(const struct gomoku *game, struct grid_size size)
{
	return (struct area){.height = game->height * size.height - rows_cut(size) + 2 * label_lines(game),
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
	return kept_within((width - 1) / PITCH, 0, game->width);
}

/* The window for an area.  */
static struct window window_in(const struct board *board, struct area area, bool numbers)
{
	const struct gomoku *game = &board->at->game;
	struct window window = board->window;
	struct grid *grid = &window.grid;
	bool is_first = !grid->lines || !grid->columns;
	int labels = label_lines(game), line = line_of(board, board->interest.y), x = board->interest.x,
	    width;
	struct grid_size size = size_in(game, area);

	window.cut = rows_cut(size);
	window.above = area.height > labels;
	grid->height = size.height;
	grid->rim = 1;
	grid->lines = size.height > 1
			      ? game->height
			      : kept_within(area.height - (window.above ? labels : 0), 0, game->height);
	window.below = area.height >= board_in(game, size).height;
	window.label_columns = area.width >= label_columns(game) + 3 ? label_columns(game) : 0;
	grid->columns = columns_in(game, area.width - window.label_columns);
	window.pad = window.label_columns &&
		     columns_in(game, area.width - window.label_columns - 1) == grid->columns;
	grid->width =
		size.height > 1 ? size.width
		: numbers && area.width - window.label_columns - window.pad > NUMBERS_PITCH * game->width
			? NUMBERS_PITCH
			: PITCH;
	width = window.label_columns + window.pad + grid->width * grid->columns + grid->rim;
	window.right =
		window.pad && grid->columns == game->width && area.width > width + window.label_columns;
	if (window.right)
		width += 1 + window.label_columns;
	grid->y = (window.above ? labels : 0) - window.cut;
	grid->x = window.label_columns + window.pad +
		  (grid->columns == game->width ? (area.width - width) / 2 : 0);
	grid->line = grid_scrolled(is_first ? line - grid->lines / 2 : grid->line, line, grid->lines,
				   game->height);
	grid->column =
		grid_scrolled(is_first ? x - grid->columns / 2 : grid->column, x, grid->columns, game->width);
	return window;
}

static bool sees(const struct board *board, struct square square)
{
	return grid_sees(&board->window.grid, line_of(board, square.y), square.x);
}

/* Puts the cursor on a square; one that is not on the board means the nearest.  */
static void name_move(struct board *board)
{
	snprintf(board->move, sizeof(board->move), "%d,%d", board->cursor.x, board->cursor.y);
}

static void point_at(struct board *board, int x, int y)
{
	board->cursor.x = kept_within(x, 0, board->at->game.width - 1);
	board->cursor.y = kept_within(y, 0, board->at->game.height - 1);
	board->interest = board->cursor;
	name_move(board);
}

static int gomoku_board_click(void *state, int y, int x, int button)
{
	struct board *board = state;
	int meaning = 0;

	if (y >= board->window.grid.y + board->window.cut)
		meaning = grid_click(&board->window.grid, y, x, button, &y, &x);
	if (meaning)
		point_at(board, x, line_of(board, y));
	return meaning;
}

static struct area gomoku_board_wants(const void *state, struct area room)
{
	const struct gomoku *game = &((const struct board *)state)->at->game;

	return board_in(game, size_in(game, room));
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

/* Does a number need the gap before its square?  */
static bool is_wide(const struct sight *sight, struct square square)
{
	const struct board *board = sight->board;

	return view_shows(sight->view, NUMBERS) && gomoku_inside(&board->at->game, square) &&
	       board->number[square_index(board, square)] > 9;
}

/* The cell of a square's stone, in the drawn area.  */
static void find_stone(const struct sight *sight, struct square square, int *y, int *x)
{
	struct area cells = grid_cells(&sight->board->window.grid, (struct area){0},
				       line_of(sight->board, square.y), square.x);

	*y = cells.y + cells.height / 2;
	*x = cells.x + cells.width / 2;
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
	int across = star_line(square.x, game->width);

	if (across && across == star_line(square.y, game->height))
		return has_lines ? paint_glyph(GLYPH_STAR) : "+";
	if (!has_lines)
		return paint_glyph(GLYPH_POINT);
	return paint_glyph(crossings[side_of(line_of(sight->board, square.y), game->height)]
				    [side_of(square.x, game->width)]);
}

/* The lines to the edges of a square.  */
static void draw_lines(const struct sight *sight, struct square square)
{
	const struct gomoku *game = &sight->board->at->game;
	int line = line_of(sight->board, square.y);
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
	int y, x;
	int number = view_shows(sight->view, NUMBERS)
			     ? sight->board->number[square_index(sight->board, square)]
			     : 0;
	struct look look = look_of(sight, square);
	bool is_disc = look.stone != STONE_NONE && has_discs(sight);

	find_stone(sight, square, &y, &x);
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
	bool is_disc = has_discs(sight) && look_of(sight, square).stone != STONE_NONE;
	int y, x, away = 1;

	find_stone(sight, square, &y, &x);
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
	struct square last = last_of(&sight->board->at->game);

	if (is_last(sight->board, last) && sees(sight->board, last))
		draw_brackets(sight, last, ROLE_BOARD_LAST, brackets);
}

static void draw_cursor(const struct sight *sight)
{
	static const char *brackets[2] = {"(", ")"}, *on_last_move[2] = {"[", "]"};
	struct square cursor = sight->board->cursor;

	if (!sees(sight->board, cursor))
		return;
	draw_square(sight, cursor, true);
	draw_brackets(sight, cursor, ROLE_BOARD_CURSOR,
		      is_last(sight->board, cursor) ? on_last_move : brackets);
}

/* Marks an empty square.  */
static void draw_mark(const struct sight *sight, struct square square, bool cursor, enum role role,
		      enum glyph glyph)
{
	struct look look;
	int y, x;

	if (!gomoku_inside(&sight->board->at->game, square) || !sees(sight->board, square))
		return;
	look = look_of(sight, square);
	find_stone(sight, square, &y, &x);
	if (look.stone == STONE_NONE)
		paint_put(sight->area, y, x - (look.text != NULL),
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

static void draw_column_label(const struct board *board, struct area area, int y, int x, int column,
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

/* A board that does not fit says in the blanks beside its labels where it goes on.  */
static void draw_more(const struct board *board, struct area area)
{
	const struct gomoku *game = &board->at->game;
	const struct grid *grid = &board->window.grid;
	int x = grid->x - 1, y = grid->y + grid->height / 2;

	if (board->window.pad && grid->line > 0)
		paint_put(area, y, x, ROLE_STRONG, GLYPH_UP);
	if (board->window.pad && grid->line + grid->lines < game->height)
		paint_put(area, y + (grid->lines - 1) * grid->height, x, ROLE_STRONG, GLYPH_DOWN);
	if (board->window.above && grid->column > 0)
		paint_put(area, 0, x, ROLE_STRONG, GLYPH_LEFT);
	if (board->window.above && grid->column + grid->columns < game->width)
		paint_put(area, 0, grid->x + grid->width * grid->columns, ROLE_STRONG, GLYPH_RIGHT);
}

/* The labels of the cursor's row and column stand out.  */
static void draw_labels(const struct board *board, struct area area, bool cursor)
{
	const struct window *window = &board->window;
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
		int y = line_of(board, grid->line + i), at = grid->y + grid->height * i + grid->height / 2;
		enum role role = grid_label_role(cursor, y, board->cursor.y);

		paint_format(area, at, grid->x - window->pad - window->label_columns, role, "%*d",
			     window->label_columns, y + 1);
		if (window->right)
			paint_format(area, at, grid->x + grid->width * grid->columns + grid->rim + 1, role,
				     "%*d", window->label_columns, y + 1);
	}
	draw_more(board, area);
}

/* Finds the forbidden points once for a position, and only if they are shown.  */
static void find_forbidden(struct board *board)
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

static void gomoku_board_draw(void *state, struct area area, const struct view *view, bool cursor)
{
	struct board *board = state;
	const struct grid *grid = &board->window.grid;
	struct sight sight = {.board = board, .area = area, .view = view};

	board->window.top = view_shows(view, ORIGIN);
	board->window = window_in(board, area, view_shows(view, NUMBERS));
	sight.black = gomoku_black(board->position.match, board->at->turns);
	if (view_shows(view, ANALYSIS))
		find_thoughts(board, sight.thoughts);
	if (view_shows(view, FORBIDDEN))
		find_forbidden(board);
	paint_clear(area, ROLE_BOARD);
	draw_labels(board, area, cursor);
	for (int line = grid->line; line < grid->line + grid->lines; line++)
		for (int x = grid->column; x < grid->column + grid->columns; x++)
			draw_square(&sight, (struct square){x, line_of(board, line)}, false);
	draw_last_move(&sight);
	if (cursor)
		draw_cursor(&sight);
	for (int i = 0; i < view->stop_count; i++)
		draw_move(&sight, view->stops[i], cursor, ROLE_BOARD_STOP, GLYPH_STOP);
	if (view_marked(view))
		draw_move(&sight, view_marked(view), cursor, ROLE_BOARD_HINT, GLYPH_HINT);
}

/* ---- position ---- */

static bool play_turn(void *state, const struct match *match, int n)
{
	return gomoku_match_step(state, match, n);
}

static void copy_match(void *to, const void *from)
{
	gomoku_copy(&((struct gomoku_match *)to)->game, &((const struct gomoku_match *)from)->game);
}

static void free_match(void *state)
{
	gomoku_match_free(state);
}

static void finish(void *state)
{
	struct board *board = state;

	free(board->number);
	free(board->forbidden);
	for (int seat = SEAT_NONE; seat < SEATS; seat++)
		gomocup_analysis_free(&board->analysis[seat]);
}

/* Begins before the first turn of such a match.  A setup that makes no sense (of a broken file) gets an
   empty board of its size.  */
static void begin(void *state, const struct setup *setup)
{
	static const struct checkpoint_rules rules = {
		.size = sizeof(struct gomoku_match),
		.distance = 64,
		.step = play_turn,
		.copy = copy_match,
		.clear = free_match,
	};
	struct board *board = state;
	struct gomoku_match *first = bytes_new(sizeof(*first));
	char *problem = gomoku_match_init(first, setup);
	const struct gomoku *game = &first->game;
	size_t squares;

	if (problem) {
		struct setup plain FREED_BY(setup_free);

		setup_copy(&plain, setup);
		setup_unset(&plain, gomoku_option_opening.name);
		setup_unset(&plain, gomoku_option_draw_at.name);
		free(problem);
		free(gomoku_match_init(first, &plain)); /* nothing left can be refused */
	}
	position_begin(&board->position, setup, checkpoints_new(&rules, first));
	board->at = checkpoints_state(board->position.line);
	squares = (size_t)game->width * (size_t)game->height;
	board->number = bytes_new(squares * sizeof(*board->number));
	board->forbidden = bytes_new(squares * sizeof(*board->forbidden));
	for (int seat = SEAT_NONE; seat < SEATS; seat++)
		gomocup_analysis_init(&board->analysis[seat], game->width, game->height);
	board->ghost_count = 0;
	board->win_count = 0;
	board->cursor = board->interest = (struct square){game->width / 2, game->height / 2};
	name_move(board);
}

static void *gomoku_board_new(const struct setup *setup)
{
	return position_board(sizeof(struct board), setup, begin, finish);
}

/* Played stones are numbered from 1.  Stones of the opening have no number, nor have those of a block.  */
static void number_stones(struct board *board)
{
	const struct gomoku *game = &board->at->game;

	memset(board->number, 0, (size_t)game->width * (size_t)game->height * sizeof(*board->number));
	for (int i = board->at->opening; i < game->move_count; i++)
		if (gomoku_at(game, game->moves[i]) != STONE_BLOCK)
			board->number[game->moves[i].y * game->width + game->moves[i].x] =
				i + 1 - board->at->opening;
}

/* The line that wins, or the lines that the last move made in a continuous game.  */
static void find_wins(struct board *board)
{
	const struct gomoku *game = &board->at->game;
	struct square(*wins)[2] = board->wins;
	int count = gomoku_won(game, &wins[0][0], &wins[0][1]);

	while (count < WINS && gomoku_made_line(game, count, &wins[count][0], &wins[count][1]))
		count++;
	board->win_count = count;
}

static void gomoku_board_position(void *state, const struct match *match, int turns)
{
	struct board *board = state;
	const struct gomoku *game;
	int before;
	struct square last;
	unsigned changes;

	position_renew(&board->position, match);
	game = &board->at->game;
	before = game->move_count;
	last = last_of(game);
	changes = position_seek(&board->position, match,
				turns); /* one call plays more turns than a board has squares */
	if (!changes)
		return;
	/* After a takeback, what an agent said of those turns no longer matters.  */
	for (int seat = SEAT_1; changes & (POSITION_MATCH | POSITION_BRANCH) && seat < SEATS; seat++)
		gomocup_analysis_clear(&board->analysis[seat]);
	if (changes & (POSITION_MATCH | POSITION_TURNS))
		board->ghost_count = 0;
	number_stones(board);
	board->forbidden_known = false;
	find_wins(board);
	if (game->move_count > 0 && (game->move_count != before || !same_square(last, last_of(game))))
		board->interest = last_of(game);
}

/* ---- a person ---- */

/* The cursor may be out of sight: Enter shows it first, instead of playing there.  */
static int gomoku_board_key(void *state, unsigned key, bool is_code)
{
	struct board *board = state;
	bool seen = sees(board, board->cursor);
	int line = line_of(board, board->cursor.y), column = board->cursor.x;
	int meaning = grid_key(key, is_code, &line, &column);

	if (meaning)
		point_at(board, column, line_of(board, line));
	return meaning == 2 && !seen ? 1 : meaning;
}

static const char *gomoku_board_move(const void *state)
{
	return ((const struct board *)state)->move;
}

/* Swap2's first turn is three squares, chosen one by one.  Choosing one again takes it back.  */
static const char *gomoku_board_pick(void *state)
{
	struct board *board = state;
	struct square *ghosts = board->ghosts;
	int at = 0;

	if (board->at->stage != GOMOKU_THREE)
		return board->move;
	while (at < board->ghost_count && !same_square(ghosts[at], board->cursor))
		at++;
	if (at < board->ghost_count) {
		board->ghost_count--;
		memmove(&ghosts[at], &ghosts[at + 1], (size_t)(board->ghost_count - at) * sizeof(*ghosts));
		return NULL;
	}
	if (board->ghost_count < GHOSTS) {
		ghosts[board->ghost_count++] = board->cursor;
		return NULL;
	}
	snprintf(board->picked, sizeof(board->picked), "%d,%d %d,%d %s", ghosts[0].x, ghosts[0].y,
		 ghosts[1].x, ghosts[1].y, board->move);
	return board->picked;
}

/* A letter of a column, and the first digit of a row.  */
static enum typing gomoku_board_types(const void *state, const char *text)
{
	const struct gomoku *game = &((const struct board *)state)->at->game;

	if (*text < 'a' || *text >= 'a' + (game->width < 26 ? game->width : 26))
		return TYPING_NOTHING;
	return !text[1] || (text[1] >= '1' && text[1] <= '9' && text[1] - '0' <= game->height)
		       ? TYPING_BEGINS
		       : TYPING_NOTHING;
}

static const char *gomoku_board_expects(const void *state)
{
	const struct board *board = state;
	const struct turn *last =
		board->position.match ? match_turn(board->position.match, board->at->turns) : NULL;

	switch (board->at->stage) {
	case GOMOKU_THREE:
		return board->ghost_count == 0
			       ? "swap2: place black, white, black (arrows and Enter, or a click)"
		       : board->ghost_count == 1 ? "swap2: now white, then black"
						 : "swap2: now black, then the other seat chooses";
	case GOMOKU_CHOICE: return "swap2: white's stone, :swap to take black, or :h8 i9 for two stones";
	case GOMOKU_LAST_CHOICE: return "swap2: white's stone, or :swap to take black";
	case GOMOKU_MOVE:
		if (last && last->played && strcmp(last->played, "swap") == 0)
			return "the other seat swapped: you have white. Your move (arrows and Enter, or :h8)";
		break;
	}
	return "your move: arrows and Enter, a click, or h8";
}

static void gomoku_words(const struct match *match, int turns UNUSED, const char *played, char words[32])
{
	enum { MOST = 3 }; /* squares of a turn: swap2's first turn */
	struct gomoku game = {0};
	struct square squares[MOST];
	size_t bad, used = 0;
	int count = gomoku_read_squares(played, strlen(played), squares, MOST, &bad);

	setup_sides(&match->setup, &gomoku_option_size, &game.width, &game.height);
	for (int i = 0; i < count; i++)
		if (!gomoku_inside(&game, squares[i]))
			count = 0;
	if (count < 1)
		snprintf(words, 32, "%s", played);
	for (int i = 0; i < count; i++) {
		if (i)
			words[used++] = ' ';
		gomoku_write_square(squares[i], words + used);
		used += strlen(words + used);
	}
}

static char *gomoku_score(const struct match *match, int turns, int seat)
{
	int lines = gomoku_lines(match, turns, seat);

	return lines < 0 ? NULL : bytes_text("%d line%s", lines, lines == 1 ? "" : "s");
}

static const char *no_forbidden_points(const struct setup *setup)
{
	return setup_choice(setup, &gomoku_option_rule) & GOMOKU_RENJU
		       ? NULL
		       : "only renju forbids points, and this match has another rule";
}

static const struct toggle toggles[] = {
	[NUMBERS] = {.name = "numbers",
		     .key = "#",
		     .told = "numbers of stones: ",
		     .help = "show or hide the numbers of the stones"},
	[FORBIDDEN] = {.name = "forbidden",
		       .key = "!",
		       .told = "points that the rule forbids: ",
		       .help = "show or hide the points where the rules forbid a move",
		       .moot = no_forbidden_points},
	[ANALYSIS] = {.name = "analysis",
		      .key = "a",
		      .told = "what the agents think: ",
		      .help = "show or hide what the agents think: squares, values, lines; off when you play",
		      .on = true,
		      .spoils = true},
	[ORIGIN] = {.name = "origin",
		    .told = "row 1 of the board is at the ",
		    .states = {"bottom", "top"},
		    .help = "draw row 1 at the top or at the bottom"},
	{0},
};

static const struct board_key keys[] = {
	{"arrows", "move the cursor; also h j k l", true},
	{"enter", "play at the cursor; a click plays where it is", true},
	{0},
};

static const struct sign signs[] = {
	GLYPH_SIGN(BLACK, "a stone of black, in the colour of its seat"),
	GLYPH_SIGN(WHITE, "a stone of white"),
	GLYPH_SIGN(POINT, "an empty square"),
	GLYPH_SIGN(BLOCK, "a stone of a line, in a continuous game"),
	TEXT_SIGN("( )", "the cursor"),
	TEXT_SIGN("[ ]", "the last move"),
	GLYPH_SIGN(STOP, "a breakpoint on this move"),
	GLYPH_SIGN(UP, "beside a label: the board goes on above"),
	GLYPH_SIGN(DOWN, "the same below"),
	GLYPH_SIGN(LEFT, "the same to the left"),
	GLYPH_SIGN(RIGHT, "the same to the right"),
	GLYPH_SIGN(HINT, "the move that an agent suggests (H)"),
	GLYPH_SIGN(FORBIDDEN, "the rule forbids it to black"),
	GLYPH_SIGN(BEST, "what seat 1 thinks: its best move"),
	TEXT_SIGN("2 3 4 5", "the moves that it expects after that"),
	GLYPH_SIGN(NOW, "it looks at this square now"),
	GLYPH_SIGN(SEEN, "it has looked at it"),
	GLYPH_SIGN(LOST, "it has refuted it"),
	GLYPH_SIGN(BEST_2, "what seat 2 thinks: its best move"),
	GLYPH_SIGN(TWO_2, "the second move of the line that it expects"),
	GLYPH_SIGN(THREE_2, "the third one"),
	GLYPH_SIGN(FOUR_2, "the fourth one"),
	GLYPH_SIGN(FIVE_2, "the fifth one"),
	GLYPH_SIGN(NOW_2, "it looks at this square now"),
	GLYPH_SIGN(SEEN_2, "it has looked at it"),
	GLYPH_SIGN(LOST_2, "it has refuted it"),
	{0},
};

extern const struct board_view board_gomoku;
const struct board_view board_gomoku = {
	.toggles = toggles,
	.keys = keys,
	.signs = signs,
	.new = gomoku_board_new,
	.free = position_free,
	.position = gomoku_board_position,
	.draw = gomoku_board_draw,
	.wants = gomoku_board_wants,
	.key = gomoku_board_key,
	.click = gomoku_board_click,
	.move = gomoku_board_move,
	.about = gomoku_about,
	.pick = gomoku_board_pick,
	.types = gomoku_board_types,
	.expects = gomoku_board_expects,
	.hear = gomoku_board_hear,
	.evaluations = gomoku_board_evaluations,
	.half = HALF_WON,
	.words = gomoku_words,
	.mark = gomoku_mark,
	.score = gomoku_score,
};
