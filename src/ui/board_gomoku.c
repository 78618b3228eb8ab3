/* board_gomoku.c - the board of gomoku: a grid with coordinates, stones, and a cursor.
 *
 * A square takes two columns, a gap and its stone, and one more gap stands behind the last.  The gaps are
 * where the brackets of the last move and of the cursor go, so that both can be seen without colours.  Row 1
 * is the lowest.  A board that does not fit is seen through a window that moves as little as possible to keep
 * the square of interest inside: the last move, or the cursor once it was moved.  */
#define NCURSES_NOMACROS
#include "ringside/board.h"

#include "ringside/bytes.h"
#include "ringside/gomoku_match.h"
#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What of the board is seen, and where in the area that it was drawn into.  */
struct window {
	int line, column;   /* the first that are seen; lines count from the uppermost row */
	int lines, columns; /* how many are seen */
	int y, x;           /* of the gap before the upper left square */
	int label_columns;  /* before the rows; 0: they have no labels */
	int pad;            /* a blank behind those labels, if there is room */
	bool above, below;  /* are there labels of the columns? */
};

struct gomoku_board {
	struct gomoku game;
	int *number; /* of the stone on each square, from 1, as in game.cell; 0: none; owned */
	bool won;
	struct square win_from, win_to;
	struct square cursor;
	struct square interest; /* the window keeps it inside */
	struct window window;
	const struct match *match; /* what was shown last, so that nothing is done for the same again */
	unsigned revision;
	int nth, turns; /* the match's number in a series; its turns that were shown */
	char move[24];  /* of the cursor, as the protocol says it */
};

static int least(int a, int b)
{
	return a < b ? a : b;
}

static int within(int value, int low, int high)
{
	return value > high ? high : value < low ? low : value;
}

static bool same_square(struct square a, struct square b)
{
	return a.x == b.x && a.y == b.y;
}

static int *number_at(const struct gomoku_board *board, struct square square)
{
	return &board->number[square.y * board->game.width + square.x];
}

static int line_of(const struct gomoku_board *board, int y)
{
	return board->game.height - 1 - y;
}

/* The size and rule of a setup; the defaults where it says nothing that can be read.  */
static void read_setup(const struct setup *setup, int *width, int *height, enum gomoku_rule *rule)
{
	if (!gomoku_read_size(setup_get(setup, "size", "15"), width, height))
		*width = *height = 15;
	if (!gomoku_rule_named(setup_get(setup, "rule", "freestyle"), rule))
		*rule = GOMOKU_FREESTYLE;
}

static void name_move(struct gomoku_board *board)
{
	snprintf(board->move, sizeof(board->move), "%d,%d", board->cursor.x, board->cursor.y);
}

static void *gomoku_board_new(const struct setup *setup)
{
	struct gomoku_board *board = bytes_new(sizeof(*board));
	enum gomoku_rule rule;
	int width, height;

	read_setup(setup, &width, &height, &rule);
	gomoku_init(&board->game, width, height, rule);
	board->number = bytes_new((size_t)width * (size_t)height * sizeof(*board->number));
	board->cursor = board->interest = (struct square){width / 2, height / 2};
	name_move(board);
	return board;
}

static void gomoku_board_free(void *state)
{
	struct gomoku_board *board = state;

	gomoku_free(&board->game);
	free(board->number);
	free(board);
}

/* Where a stone of the game was played, if one can stand there.  */
static bool read_stone(const struct gomoku *game, const char *played, struct square *square)
{
	return played && gomoku_read_square(played, strlen(played), square) && gomoku_inside(game, *square);
}

static void play(struct gomoku_board *board, struct square square)
{
	gomoku_play(&board->game, square);
	*number_at(board, square) = board->game.move_count;
}

static void undo(struct gomoku_board *board)
{
	*number_at(board, board->game.moves[board->game.move_count - 1]) = 0;
	gomoku_undo(&board->game);
}

/* How many of the stones on the board are those of the match's first turns.  */
static int stones_kept(const struct gomoku_board *board, const struct match *match, int turns)
{
	const struct gomoku *game = &board->game;
	struct square square;
	int kept = 0;

	while (kept < game->move_count && kept < turns &&
	       read_stone(game, match->turns[kept].played, &square) && same_square(square, game->moves[kept]))
		kept++;
	return kept;
}

/* What was not changed since the last call stays on the board; a turn that cannot be one of this game (a
 * broken file) ends what is shown.  */
static void gomoku_board_position(void *state, const struct match *match, int turns)
{
	struct gomoku_board *board = state;
	struct gomoku *game = &board->game;
	int before = game->move_count, kept;
	struct square square;

	if (match == board->match && match->revision == board->revision && match->setup.game == board->nth &&
	    turns == board->turns)
		return;
	board->match = match;
	board->revision = match->revision;
	board->nth = match->setup.game;
	board->turns = turns;
	kept = stones_kept(board, match, turns);
	while (game->move_count > kept)
		undo(board);
	while (game->move_count < turns && read_stone(game, match->turns[game->move_count].played, &square) &&
	       gomoku_at(game, square) == STONE_NONE)
		play(board, square);
	if (game->move_count == kept && kept == before)
		return;
	board->won = gomoku_won(game, &board->win_from, &board->win_to);
	if (game->move_count)
		board->interest = game->moves[game->move_count - 1];
}

/* Columns from the 27th on have two letters, one above the other, so that they stay two columns wide.  */
static int label_lines(const struct gomoku *game)
{
	return game->width > 26 ? 2 : 1;
}

static int label_columns(const struct gomoku *game)
{
	return game->height > 9 ? 2 : 1;
}

/* How many columns of squares are seen in a width.  */
static int columns_in(const struct gomoku *game, int width)
{
	return within((width - 1) / 2, 0, game->width);
}

/* The first of `all` that is seen when `shown` are: as before, if `at` and a few around it are inside.  */
static int scrolled(int first, int shown, int all, int at)
{
	int margin = within((shown - 1) / 4, 0, 2);

	first = within(first, at + margin - shown + 1, at - margin);
	return within(first, 0, all - shown);
}

static struct window window_in(const struct gomoku_board *board, struct area area)
{
	const struct gomoku *game = &board->game;
	struct window window = board->window;
	bool is_first = !window.lines || !window.columns;
	int labels = label_lines(game), line = line_of(board, board->interest.y), width;

	window.above = area.height > labels;
	window.lines = least(game->height, area.height - (window.above ? labels : 0));
	window.below = area.height >= game->height + 2 * labels;
	window.label_columns = area.width >= label_columns(game) + 3 ? label_columns(game) : 0;
	window.columns = columns_in(game, area.width - window.label_columns);
	window.pad = window.label_columns &&
		     columns_in(game, area.width - window.label_columns - 1) == window.columns;
	width = window.label_columns + window.pad + 2 * window.columns + 1;
	window.y = window.above ? labels : 0;
	window.x = window.label_columns + window.pad +
		   (window.columns == game->width ? (area.width - width) / 2 : 0);
	window.line =
		scrolled(is_first ? line - window.lines / 2 : window.line, window.lines, game->height, line);
	window.column = scrolled(is_first ? board->interest.x - window.columns / 2 : window.column,
				 window.columns, game->width, board->interest.x);
	return window;
}

static bool is_seen(const struct gomoku_board *board, struct square square)
{
	const struct window *window = &board->window;
	int line = line_of(board, square.y) - window->line, column = square.x - window->column;

	return line >= 0 && line < window->lines && column >= 0 && column < window->columns;
}

static int step_towards(int from, int to)
{
	return (to > from) - (to < from);
}

static bool in_winning_line(const struct gomoku_board *board, struct square square)
{
	struct square at = board->win_from, to = board->win_to;
	int dx = step_towards(at.x, to.x), dy = step_towards(at.y, to.y);

	if (!board->won)
		return false;
	while (!same_square(at, square) && !same_square(at, to)) {
		at.x += dx;
		at.y += dy;
	}
	return same_square(at, square);
}

static bool is_last(const struct gomoku_board *board, struct square square)
{
	const struct gomoku *game = &board->game;

	return game->move_count && same_square(game->moves[game->move_count - 1], square);
}

/* Lines through these are where a board has its points of orientation: the fourth from each side, the middle.
 * 0: none, 1: towards a corner, 2: the middle.  */
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
static bool is_wide(const struct gomoku_board *board, struct square square, bool numbers)
{
	return numbers && gomoku_inside(&board->game, square) && *number_at(board, square) > 9;
}

static enum role role_of(const struct gomoku_board *board, struct square square)
{
	if (in_winning_line(board, square))
		return ROLE_BOARD_WIN;
	if (is_last(board, square))
		return ROLE_BOARD_LAST;
	switch (gomoku_at(&board->game, square)) {
	case STONE_BLACK: return ROLE_BOARD_BLACK;
	case STONE_WHITE: return ROLE_BOARD_WHITE;
	case STONE_BLOCK:
	case STONE_NONE: break;
	}
	return ROLE_BOARD_GRID;
}

static void draw_square(const struct gomoku_board *board, struct area area, struct square square,
			enum role role, bool numbers)
{
	const struct window *window = &board->window;
	int y = window->y + line_of(board, square.y) - window->line;
	int x = window->x + 2 * (square.x - window->column) + 1;
	int number = *number_at(board, square);

	if (number && numbers && number > 9)
		paint_format(area, y, x - 1, role, "%02d", number % 100);
	else if (number && numbers)
		paint_format(area, y, x, role, "%d", number);
	else if (number)
		paint_put(area, y, x, role,
			  gomoku_at(&board->game, square) == STONE_BLACK ? GLYPH_BLACK : GLYPH_WHITE);
	else if (is_star(&board->game, square))
		paint_text(area, y, x, role, "+");
	else
		paint_put(area, y, x, role, GLYPH_POINT);
}

/* In the gaps at both sides of a square, unless numbers need them.  */
static void draw_brackets(const struct gomoku_board *board, struct area area, struct square square,
			  enum role role, const char *brackets[2], bool numbers)
{
	const struct window *window = &board->window;
	int y = window->y + line_of(board, square.y) - window->line;
	int x = window->x + 2 * (square.x - window->column);

	if (is_wide(board, square, numbers))
		return;
	paint_text(area, y, x, role, brackets[0]);
	if (!is_wide(board, (struct square){square.x + 1, square.y}, numbers))
		paint_text(area, y, x + 2, role, brackets[1]);
}

static void draw_last_move(const struct gomoku_board *board, struct area area, bool numbers)
{
	static const char *brackets[2] = {"[", "]"};
	struct square last;

	if (!board->game.move_count)
		return;
	last = board->game.moves[board->game.move_count - 1];
	if (is_seen(board, last))
		draw_brackets(board, area, last, ROLE_BOARD_LAST, brackets, numbers);
}

static void draw_cursor(const struct gomoku_board *board, struct area area, bool numbers)
{
	static const char *brackets[2] = {"(", ")"}, *on_last_move[2] = {"[", "]"};

	if (!is_seen(board, board->cursor))
		return;
	draw_square(board, area, board->cursor, ROLE_BOARD_CURSOR, numbers);
	draw_brackets(board, area, board->cursor, ROLE_BOARD_CURSOR,
		      is_last(board, board->cursor) ? on_last_move : brackets, numbers);
}

static void draw_column_label(const struct gomoku_board *board, struct area area, int y, int x, int column,
			      enum role role)
{
	char text[3];

	gomoku_write_column(column, text);
	if (label_lines(&board->game) == 1) {
		paint_text(area, y, x, role, text);
		return;
	}
	if (text[1]) {
		paint_format(area, y, x, role, "%c", text[0]);
		text[0] = text[1];
	}
	paint_format(area, y + 1, x, role, "%c", text[0]);
}

/* Those of the cursor's row and column stand out.  */
static void draw_labels(const struct gomoku_board *board, struct area area, bool cursor)
{
	const struct window *window = &board->window;

	for (int i = 0; i < window->columns; i++) {
		int column = window->column + i, x = window->x + 2 * i + 1;
		enum role role = cursor && column == board->cursor.x ? ROLE_STRONG : ROLE_BOARD_LABEL;

		if (window->above)
			draw_column_label(board, area, 0, x, column, role);
		if (window->below)
			draw_column_label(board, area, window->y + window->lines, x, column, role);
	}
	for (int i = 0; window->label_columns && i < window->lines; i++) {
		int y = board->game.height - 1 - (window->line + i);

		paint_format(area, window->y + i, window->x - window->pad - window->label_columns,
			     cursor && y == board->cursor.y ? ROLE_STRONG : ROLE_BOARD_LABEL, "%*d",
			     window->label_columns, y + 1);
	}
}

static void gomoku_board_draw(void *state, struct area area, const struct view *view, bool cursor)
{
	struct gomoku_board *board = state;
	struct window *window = &board->window;

	*window = window_in(board, area);
	paint_clear(area, ROLE_BOARD);
	draw_labels(board, area, cursor);
	for (int line = window->line; line < window->line + window->lines; line++)
		for (int x = window->column; x < window->column + window->columns; x++) {
			struct square square = {x, board->game.height - 1 - line};

			draw_square(board, area, square, role_of(board, square), view->numbers);
		}
	draw_last_move(board, area, view->numbers);
	if (cursor)
		draw_cursor(board, area, view->numbers);
}

static void gomoku_board_wants(const void *state, int *height, int *width)
{
	const struct gomoku *game = &((const struct gomoku_board *)state)->game;

	*height = game->height + 2 * label_lines(game);
	*width = label_columns(game) + 1 + 2 * game->width + 1;
}

static void set_cursor(struct gomoku_board *board, int x, int y)
{
	board->cursor.x = within(x, 0, board->game.width - 1);
	board->cursor.y = within(y, 0, board->game.height - 1);
	board->interest = board->cursor;
	name_move(board);
}

/* Is this what Enter sends, with or without the terminal's keypad?  */
static bool is_enter(unsigned key, bool is_code)
{
	return is_code ? key == KEY_ENTER : key == '\r' || key == '\n';
}

static int gomoku_board_key(void *state, unsigned key, bool is_code)
{
	static const struct {
		unsigned code, letter;
		int dx, dy;
	} steps[] = {
		{KEY_LEFT, 'h', -1, 0}, {KEY_DOWN, 'j', 0, -1}, {KEY_UP, 'k', 0, 1}, {KEY_RIGHT, 'l', 1, 0}};
	struct gomoku_board *board = state;

	if (is_enter(key, is_code)) {
		/* Nobody plays a square that is out of sight: it is shown first.  */
		bool seen = is_seen(board, board->cursor);

		board->interest = board->cursor;
		return seen ? 2 : 1;
	}
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
		if (key == (is_code ? steps[i].code : steps[i].letter)) {
			set_cursor(board, board->cursor.x + steps[i].dx, board->cursor.y + steps[i].dy);
			return 1;
		}
	return 0;
}

/* The first button plays, the others point.  */
static int gomoku_board_click(void *state, int y, int x, int button)
{
	struct gomoku_board *board = state;
	const struct window *window = &board->window;
	int line = y - window->y, width = 2 * window->columns + 1;

	if (button < 1 || button > 3 || line < 0 || line >= window->lines || x < window->x ||
	    x >= window->x + width || !window->columns)
		return 0;
	set_cursor(board, window->column + least((x - window->x) / 2, window->columns - 1),
		   board->game.height - 1 - (window->line + line));
	return button == 1 ? 2 : 1;
}

static const char *gomoku_board_move(const void *state)
{
	return ((const struct gomoku_board *)state)->move;
}

static void gomoku_words(const struct setup *setup, const char *played, char words[32])
{
	enum { MOST = 3 }; /* squares of a turn: swap2's first */
	struct gomoku game = {0};
	struct square squares[MOST];
	size_t bad, used = 0;
	int count = gomoku_read_squares(played, strlen(played), squares, MOST, &bad);

	read_setup(setup, &game.width, &game.height, &game.rule);
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

static const char *gomoku_mark(const struct match *match, int turns, int seat)
{
	return paint_glyph(seat == gomoku_black(match, turns) ? GLYPH_BLACK : GLYPH_WHITE);
}

extern const struct board_view board_gomoku;
const struct board_view board_gomoku = {
	.new = gomoku_board_new,
	.free = gomoku_board_free,
	.position = gomoku_board_position,
	.draw = gomoku_board_draw,
	.wants = gomoku_board_wants,
	.key = gomoku_board_key,
	.click = gomoku_board_click,
	.move = gomoku_board_move,
	.words = gomoku_words,
	.mark = gomoku_mark,
};
