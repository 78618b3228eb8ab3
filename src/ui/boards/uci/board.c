/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board.c - the chessboard: the position that is shown, its squares, what stands beside them, what the
 * engines say of their searches, and how a person chooses a piece and where it goes.
 *
 * The turns are played again up to the one that is shown (checkpoints.h).  A piece lies on its square as a
 * chip of its own colours: a figure, or a letter, which is a capital for white.  Both sides of a chip have
 * room for brackets: of the cursor, the chosen piece, the last move.  A bar beside the squares has white's
 * part of the value that was said last.  */
#define NCURSES_NOMACROS
#include "ringside/board.h"

#include "ringside/bytes.h"
#include "systems/uci/game.h"
#include "systems/uci/info.h"
#include "ui/boards/search.h"
#include "ui/boards/shared.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLIP, ANALYSIS };

enum {
	NOWHERE = -1,
	LABEL_COLUMNS = 2,
	GAP = 1,
	BAR = 2, /* columns of the value */
	PANEL_WIDE = 20,
	PANEL_NARROW = 4,
	PANEL_LINES = 4,
	LINE_MOST = 12, /* moves of an expected line */
	HALF_WON = 1    /* such a value counts half of a win, in pawns */
};

/* What an engine last said of its search.  */
struct heard {
	struct said said; /* its message: the last one that said anything */
	int64_t speed;    /* positions a second; -1: not said */
	char odds[SEARCH_EVAL];
	char *line; /* the moves in UCI's words, with blanks between; NULL: none; owned */
};

/* The match at a turn.  */
struct course {
	struct chess_game game;
	bool broken;                 /* the setup makes no game: the first position */
	struct chess_move last;      /* from NOWHERE: none yet */
	struct chess_position first; /* with all pieces */
	int turns;
};

struct board {
	struct position position;
	const struct course *now;  /* its state */
	int cursor, from;          /* squares; from NOWHERE: no piece is chosen */
	bool promotes;             /* the chosen pawn goes to the last rank: a letter says what it becomes */
	int becomes;               /* a type; CHESS_PAWN: not said yet */
	bool flipped;              /* of the last drawing: black is below */
	bool black_sits;           /* a person plays black, and nobody white: black is below unless toggled */
	struct grid grid;          /* line 0 is the rank on top */
	struct heard heard[SEATS]; /* 0: of the kibitzer, about the shown position */
	struct chess_words move;
	char expects[80];
};

static uint64_t bit(int square)
{
	return square < 0 ? 0 : UINT64_C(1) << square;
}

/* ---- what is possible ---- */

/* Where the piece on a square can go, if it is its turn.  Castling counts as the king's new square, and in
 * Chess960 as the rook's.  */
static uint64_t goals_of(const struct course *course, int from)
{
	struct chess_move moves[CHESS_MOVES_MOST];
	int count = chess_moves_of(&course->game.now, bit(from), moves);
	uint64_t goals = 0;

	for (int i = 0; i < count; i++)
		goals |= bit(chess_square_named(chess_uci_words(&course->game.now, moves[i]).at + 2));
	return goals;
}

static bool promotes(const struct board *board)
{
	const struct chess_position *now = &board->now->game.now;

	return now->type[CHESS_PAWN] & bit(board->from) &&
	       (board->cursor < CHESS_SIDE || board->cursor >= CHESS_SQUARES - CHESS_SIDE);
}

/* Sets what a person has to do.  */
static void name_expected(struct board *board)
{
	if (board->from < 0)
		snprintf(board->expects, sizeof(board->expects),
			 "choose a piece (arrows and Enter, a click), or type a move, such as Nf3");
	else if (board->promotes)
		snprintf(board->expects, sizeof(board->expects),
			 "the pawn becomes: q a queen, r a rook, b a bishop, n a knight");
	else
		snprintf(board->expects, sizeof(board->expects), "the %s on %s: choose where it goes",
			 chess_type_name(
				 (enum chess_type)chess_piece_at(&board->now->game.now, board->from, NULL)),
			 chess_square_words(board->from).at);
}

static void choose(struct board *board, int from)
{
	board->from = from;
	board->promotes = false;
	board->becomes = CHESS_PAWN;
	name_expected(board);
}

/* ---- what engines say ---- */

static void forget(struct heard *heard)
{
	free(heard->line);
	*heard = (struct heard){.speed = -1};
}

static void hear(void *state, const struct message *message)
{
	struct board *board = state;
	struct heard *heard = message ? &board->heard[message->seat] : NULL;
	struct uci_info info;
	struct text line;

	for (int seat = 0; seat < SEATS; seat++)
		if (!message || (message->direction == EVENT && seat == message->seat))
			forget(&board->heard[seat]);
	if (!message || message->direction == EVENT || message->channel != CHANNEL_INFO)
		return;
	uci_said(NULL, message, &heard->said);
	if (uci_word_of(message->bytes, message->size, &line) != UCI_INFO ||
	    heard->said.message != message->n)
		return;
	uci_info_read(line, &info);
	if (info.count[UCI_NPS] >= 0)
		heard->speed = info.count[UCI_NPS];
	if (info.cp || info.mate)
		*heard->odds = '\0';
	if (info.has_wdl)
		snprintf(heard->odds, sizeof(heard->odds), "wdl %" PRId64 " %" PRId64 " %" PRId64,
			 info.wdl[0], info.wdl[1], info.wdl[2]);
	if (info.pv.size) {
		free(heard->line);
		heard->line = bytes_copy(info.pv.at, info.pv.size);
	}
}

/* The number of turns after which the engine searched that.  */
static int turns_of(const struct board *board, const struct heard *heard)
{
	const struct match *match = board->position.match;
	int turns = board->now->turns;

	for (const struct turn *turn; turns > 0 && (turn = match_turn(match, turns)); turns--)
		if (turn->message && turn->message < heard->said.message)
			break;
	return turns;
}

/* Writes the moves of an expected line as people do.  */
static void write_line(const struct board *board, const struct heard *heard, char line[SEARCH_LINE])
{
	struct chess_game game;
	struct chess_move move;
	struct text rest = text_of(heard->line ? heard->line : ""), word;
	int size = 0;

	line[0] = '\0';
	if (!heard->line ||
	    !chess_game_goto(&game, board->position.match,
			     heard == board->heard ? board->now->turns : turns_of(board, heard), NULL))
		return;
	for (int i = 0;
	     i < LINE_MOST && (word = text_word(&rest)).size && chess_read_uci(&game.now, word, &move); i++) {
		size += snprintf(line + size, (size_t)(SEARCH_LINE - size), "%s%s", i ? " " : "",
				 chess_san_words(&game.now, move).at);
		chess_play(&game.now, move);
	}
}

static const char *mark(const struct match *match, int turns UNUSED, int seat)
{
	return paint_glyph(chess_colour_of(&match->setup, seat) == CHESS_WHITE ? GLYPH_WHITE : GLYPH_BLACK);
}

static void evaluations(const void *state, struct area area)
{
	const struct board *board = state;
	const struct match *match = board->position.match;
	struct search searches[SEATS];
	int count = 0;

	for (int i = 0; match && i < SEATS; i++) { /* the kibitzer comes last */
		int seat = i < 2 ? chess_seat(&match->setup, (enum chess_colour)i) : SEAT_NONE;
		const struct heard *heard = &board->heard[seat];
		struct search *search = &searches[count];

		if (!*heard->said.words)
			continue;
		*search = (struct search){seat ? mark(match, 0, seat) : SEARCH_KIBITZER,
					  seat ? match->setup.seat[seat].name : NULL,
					  paint_seat_role(seat),
					  .depth = heard->said.depth,
					  .nodes = heard->said.nodes ? heard->said.nodes : -1,
					  .speed = heard->speed};
		snprintf(search->eval, sizeof(search->eval), "%s", heard->said.words);
		memcpy(search->odds, heard->odds, sizeof(search->odds));
		write_line(board, heard, search->line);
		count++;
	}
	searches_draw(searches, count, area);
}

/* White's part of a win, from 0 to 1, by the kibitzer's value, or the one that was said last.  NAN: none was
 * said.  */
static double white_part(const struct board *board)
{
	const struct match *match = board->position.match;
	const struct heard *last = NULL;
	double value;

	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (*board->heard[seat].said.words &&
		    (!last || board->heard[seat].said.message > last->said.message))
			last = &board->heard[seat];
	if (*board->heard->said.words)
		last = board->heard;
	if (!last || !match)
		return NAN;
	value = last->said.value;
	if (last == board->heard ? board->now->game.now.to_move == CHESS_BLACK
				 : last == &board->heard[chess_seat(&match->setup, CHESS_BLACK)])
		value = -value;
	return isinf(value) ? value > 0 : 0.5 + value / (fabs(value) + HALF_WON) / 2;
}

/* ---- position ---- */

static bool play(void *state, const struct match *match, int n)
{
	struct course *course = state;
	const struct turn *turn = match_turn(match, n);
	struct chess_move move;

	if (course->broken || !turn || !turn->played ||
	    !chess_read_uci(&course->game.now, text_of(turn->played), &move))
		return false;
	chess_go(&course->game, move);
	course->last = move;
	course->turns = n;
	return true;
}

static int count_of(const struct chess_position *position, int colour, int type)
{
	return __builtin_popcountll(position->of[colour] & position->type[type]);
}

static struct checkpoints *courses_new(const struct setup *setup)
{
	static const struct checkpoint_rules rules = {
		.size = sizeof(struct course), .distance = 64, .step = play};
	struct course *first = bytes_new(sizeof(*first));
	FREED char *problem = chess_game_begin(&first->game, setup, NULL);

	first->broken = problem != NULL;
	if (problem)
		chess_begin(&first->game, &chess_start);
	first->last.from = first->last.to = NOWHERE;
	first->first = first->game.now;
	return checkpoints_new(&rules, first);
}

static void begin(void *state, const struct setup *setup)
{
	struct board *board = state;

	position_begin(&board->position, setup, courses_new(setup));
	board->now = checkpoints_state(board->position.line);
	board->black_sits = setup->seat[chess_seat(setup, CHESS_BLACK)].kind == SEAT_HUMAN &&
			    setup->seat[chess_seat(setup, CHESS_WHITE)].kind != SEAT_HUMAN &&
			    !setup_given(setup, OPTION_TAPPED); /* another judge is no person */
}

static void finish(void *state)
{
	hear(state, NULL);
}

static void *board_new(const struct setup *setup)
{
	struct board *board = position_board(sizeof(*board), setup, begin, finish);

	hear(board, NULL);
	board->flipped = board->black_sits;
	board->cursor = board->black_sits ? 52 : 12; /* e7 or e2 */
	choose(board, NOWHERE);
	return board;
}

static void position(void *state, const struct match *match, int turns)
{
	struct board *board = state;

	position_renew(&board->position, match);
	if (position_seek(&board->position, match, turns))
		choose(board, NOWHERE);
}

/* ---- drawing ---- */

/* What is drawn, and where.  */
struct sight {
	const struct board *board;
	struct area area;
	bool cursor;
	uint64_t goals;
	int hint_from, hint_to; /* NOWHERE: there is no hint */
	int attacked;           /* the square of a king in check; NOWHERE: none is */
};

/* The sizes of squares, the best first.  */
static const struct grid_size sizes[] = {{3, 7}, {2, 5}, {2, 4}, {1, 3}, {1, 2}};
enum { SIZES = sizeof(sizes) / sizeof(sizes[0]) };

/* The square at a place of the grid, counted line by line from its top; and the way back.  */
static int turned(const struct board *board, int square)
{
	return square ^ (board->flipped ? CHESS_SIDE - 1 : CHESS_SQUARES - CHESS_SIDE);
}

static int square_at(const struct board *board, int line, int column)
{
	return turned(board, line * CHESS_SIDE + column);
}

static int line_of(const struct board *board)
{
	return turned(board, board->cursor) / CHESS_SIDE;
}

static int column_of(const struct board *board)
{
	return turned(board, board->cursor) % CHESS_SIDE;
}

static enum role ground_of(int square)
{
	return (square + square / CHESS_SIDE) % 2 ? ROLE_SQUARE_LIGHT : ROLE_SQUARE_DARK;
}

static enum role role_of(enum chess_colour colour)
{
	return colour == CHESS_WHITE ? ROLE_SQUARE_WHITE : ROLE_SQUARE_BLACK;
}

static enum glyph figure_of(int type, enum chess_colour colour)
{
	return (enum glyph)((colour == CHESS_WHITE ? GLYPH_WHITE_PAWN : GLYPH_BLACK_PAWN) + type);
}

/* The part of a square that a piece covers.  */
static struct area chip_in(struct area square)
{
	int width = square.width >= 4 ? 3 : 1;

	return (struct area){square.y + square.height / 2, square.x + (square.width - width) / 2, 1, width};
}

/* The brackets of a square: one pair at most, the cursor's first.  ROLE_COUNT: it has none.  */
static enum role brackets_of(const struct sight *sight, int square, const char **left, const char **right)
{
	const struct board *board = sight->board;
	const struct course *now = board->now;

	*left = "(", *right = ")";
	if (sight->cursor && square == board->cursor)
		return ROLE_BOARD_CURSOR;
	if (square == sight->hint_from || square == sight->hint_to) {
		*left = *right = paint_glyph(GLYPH_HINT);
		return ROLE_SQUARE_HINT;
	}
	*left = "[", *right = "]";
	if (square == board->from)
		return ROLE_SQUARE_SELECTED;
	if (square == sight->attacked) {
		*left = *right = "!";
		return ROLE_SQUARE_STUCK;
	}
	if (square == now->last.from || square == now->last.to)
		return ROLE_SQUARE_LAST;
	return ROLE_COUNT;
}

static void draw_square(const struct sight *sight, int line, int column)
{
	const struct board *board = sight->board;
	const struct chess_position *now = &board->now->game.now;
	int square = square_at(board, line, column);
	struct area cells = grid_cells(&board->grid, sight->area, line, column), chip = chip_in(cells);
	const char *left, *right;
	enum role brackets = brackets_of(sight, square, &left, &right);
	enum role ground = ground_of(square);
	enum chess_colour colour;
	int type = chess_piece_at(now, square, &colour);
	bool tight = chip.x == cells.x &&
		     brackets != ROLE_COUNT; /* no room for brackets: the square has their colours */

	if (tight)
		ground = brackets;
	paint_clear(cells, ground);
	if (ground == ROLE_SQUARE_DARK)
		for (int y = 0; y < cells.height; y++)
			for (int x = 0; x < cells.width; x++)
				paint_put(cells, y, x, ROLE_SQUARE_HATCH, GLYPH_HATCH);
	if (type >= 0) {
		paint_clear(chip, tight ? brackets : role_of(colour));
		paint_put(chip, 0, chip.width / 2, tight ? brackets : role_of(colour),
			  figure_of(type, colour));
	}
	if (sight->goals & bit(square)) {
		struct area spot = {chip.y, type < 0 ? chip.x + chip.width / 2 : cells.x + cells.width - 1, 1,
				    1};

		paint_clear(spot, ROLE_SQUARE_REACH);
		paint_put(spot, 0, 0, ROLE_SQUARE_REACH, type < 0 ? GLYPH_EVENT : GLYPH_FORBIDDEN);
	}
	if (brackets != ROLE_COUNT && !tight) {
		paint_text(cells, chip.y - cells.y, chip.x - cells.x - 1, brackets, left);
		paint_text(cells, chip.y - cells.y, chip.x - cells.x + chip.width, brackets, right);
	}
}

static void draw_labels(const struct sight *sight)
{
	const struct board *board = sight->board;
	const struct grid *grid = &board->grid;

	for (int x = 0; x < grid->columns; x++)
		paint_format(sight->area, grid->y + grid->lines * grid->height,
			     grid->x + grid->width * x + (grid->width - 1) / 2,
			     grid_label_role(sight->cursor, x, column_of(board)), "%c",
			     'a' + square_at(board, 0, x) % CHESS_SIDE);
	for (int y = 0; y < grid->lines; y++)
		paint_format(sight->area, grid->y + grid->height * y + grid->height / 2, 0,
			     grid_label_role(sight->cursor, y, line_of(board)), "%d",
			     1 + square_at(board, y, 0) / CHESS_SIDE);
}

/* What the pieces of a colour are worth, in pawns.  */
static int worth_of(const struct chess_position *now, enum chess_colour colour)
{
	static const int worth[CHESS_TYPES] = {1, 3, 3, 5, 9, 0};
	int sum = 0;

	for (int type = 0; type < CHESS_TYPES; type++)
		sum += worth[type] * count_of(now, (int)colour, type);
	return sum;
}

/* The pieces of a colour that are no longer there, the most valuable first, from y, x on, as many in a row as
 * have room.  A promoted pawn counts as taken.  Returns the row of the last.  */
static int draw_taken(const struct course *course, int colour, struct area area, int y, int x)
{
	for (int type = CHESS_QUEEN; type >= CHESS_PAWN; type--)
		for (int left = count_of(&course->first, colour, type) -
				count_of(&course->game.now, colour, type);
		     left > 0; left--) {
			if (x == area.width)
				x = 0, y++;
			x = paint_put(area, y, x, ROLE_FAINT, figure_of(type, (enum chess_colour)colour));
		}
	return y;
}

/* What each side took, and who has more.  Returns the row behind it.  */
static int draw_material(const struct course *course, struct area area, int y, bool wide)
{
	const struct chess_position *now = &course->game.now;
	int ahead = worth_of(now, CHESS_WHITE) - worth_of(now, CHESS_BLACK);

	for (int colour = 0; colour < 2; colour++, y++) {
		int more = colour == CHESS_WHITE ? ahead : -ahead, x = 0;
		bool took = __builtin_popcountll(course->first.of[!colour]) >
			    __builtin_popcountll(now->of[!colour]);

		if (wide)
			x = paint_text(area, y, 0, ROLE_FAINT, chess_colour_name((enum chess_colour)colour));
		if (more > 0)
			x = paint_format(area, y, x, ROLE_STRONG, wide ? ", %d ahead," : "+%d ", more);
		if (wide)
			x = paint_text(area, y, x, ROLE_FAINT, took ? " took " : " took nothing");
		y = draw_taken(course, !colour, area, y, x);
	}
	return y;
}

static void draw_panel(const struct board *board, struct area area)
{
	const struct course *course = board->now;
	const struct chess_position *now = &course->game.now;
	enum chess_end end = chess_end(&course->game);
	bool wide = area.width >= PANEL_WIDE;
	int y = 0;

	if (end != CHESS_GOES_ON && wide)
		paint_text(area, y++, 0, ROLE_OVER, chess_reason(end));
	else if (wide)
		paint_format(area, y++, 0, ROLE_STRONG, "%d%s %s to move%s", now->number,
			     now->to_move == CHESS_WHITE ? "." : "...", chess_colour_name(now->to_move),
			     chess_in_check(now) ? ", in check" : "");
	y = draw_material(course, area, y, wide);
	if (wide && now->quiet >= CHESS_QUIET_MOST * 4 / 5)
		paint_format(area, y, 0, ROLE_WARNING, "quiet: %d of %d plies", now->quiet, CHESS_QUIET_MOST);
}

/* White's part of the bar is at white's side of the board.  */
static void draw_bar(const struct board *board, struct area area)
{
	int white = (int)lround(white_part(board) * area.height);

	for (int y = 0; y < area.height; y++) {
		bool is_white = board->flipped ? y < white : y >= area.height - white;

		paint_clear((struct area){area.y + y, area.x, 1, area.width},
			    is_white ? ROLE_SQUARE_WHITE : ROLE_SQUARE_BLACK);
		for (int x = 0; x < area.width && !is_white; x++)
			paint_put(area, y, x, ROLE_SQUARE_BLACK, GLYPH_HATCH);
	}
}

/* The squares with their labels on the left and below; the smallest that there are if none fits.  */
static void size_grid(struct board *board, struct area area)
{
	struct area room = {0, 0, area.height - 1, area.width - LABEL_COLUMNS};
	struct grid_size size = grid_size_for(sizes, SIZES, CHESS_SIDE, CHESS_SIDE, room);

	board->grid = (struct grid){.x = LABEL_COLUMNS, .height = size.height, .width = size.width};
	grid_fill(&board->grid, CHESS_SIDE, CHESS_SIDE, room);
	board->grid.line = grid_centred(line_of(board), board->grid.lines, CHESS_SIDE);
	board->grid.column = grid_centred(column_of(board), board->grid.columns, CHESS_SIDE);
}

static void draw(void *state, struct area area, const struct view *view, bool cursor)
{
	struct board *board = state;
	const struct grid *grid = &board->grid;
	const struct chess_position *now = &board->now->game.now;
	struct sight sight = {board, area, cursor, 0, NOWHERE, NOWHERE, NOWHERE};
	int right, below;

	board->flipped = view_shows(view, FLIP) != board->black_sits;
	size_grid(board, area);
	if (view_marked(view) && (sight.hint_from = chess_square_named(view_marked(view))) >= 0)
		sight.hint_to = chess_square_named(view_marked(view) + 2);
	if (cursor)
		sight.goals = goals_of(board->now, board->from >= 0 ? board->from : board->cursor);
	if (chess_in_check(now))
		sight.attacked = __builtin_ctzll(now->of[now->to_move] & now->type[CHESS_KING]);
	paint_clear(area, ROLE_TEXT);
	draw_labels(&sight);
	for (int line = grid->line; line < grid->line + grid->lines; line++)
		for (int column = grid->column; column < grid->column + grid->columns; column++)
			draw_square(&sight, line, column);
	right = grid->x + grid->columns * grid->width + GAP;
	below = grid->lines * grid->height + 1;
	if (area.width - right >= BAR && !isnan(white_part(board)))
		draw_bar(board, (struct area){area.y, area.x + right, grid->lines * grid->height, BAR});
	right += BAR + GAP;
	if (area.width - right >= PANEL_WIDE ||
	    (area.width - right >= PANEL_NARROW && area.height - below < PANEL_LINES))
		draw_panel(board, (struct area){area.y, area.x + right, area.height, area.width - right});
	else if (area.height - below >= 1)
		draw_panel(board, (struct area){area.y + below, area.x + LABEL_COLUMNS, area.height - below,
						area.width - LABEL_COLUMNS});
}

static struct area wants(const void *state UNUSED, struct area room UNUSED)
{
	return (struct area){.height = 1 + CHESS_SIDE * sizes[0].height + PANEL_LINES,
			     .width = LABEL_COLUMNS + CHESS_SIDE * sizes[0].width + GAP + BAR};
}

static struct area picture(const void *state UNUSED)
{
	return (struct area){.height = 1 + CHESS_SIDE * sizes[2].height + PANEL_LINES,
			     .width = LABEL_COLUMNS + CHESS_SIDE * sizes[2].width};
}

/* ---- a person ---- */

static void set_cursor(struct board *board, int line, int column)
{
	board->cursor = square_at(board, kept_within(line, 0, CHESS_SIDE - 1),
				  kept_within(column, 0, CHESS_SIDE - 1));
}

static int key(void *state, unsigned key, bool is_code)
{
	struct board *board = state;
	int line = line_of(board), column = column_of(board);
	int meaning = grid_key(key, is_code, &line, &column);

	set_cursor(board, line, column);
	return meaning;
}

static int click(void *state, int y, int x, int button)
{
	struct board *board = state;
	int line, column, meaning = grid_click(&board->grid, y, x, button, &line, &column);

	if (meaning)
		set_cursor(board, line, column);
	return meaning;
}

/* What a pawn becomes, by type from CHESS_KNIGHT on.  */
static const char becoming[] = "nbrq";

static bool is_hotkey(const void *state, unsigned key)
{
	return ((const struct board *)state)->promotes && key && key < 0x80 && strchr(becoming, (int)key);
}

static int hotkey(void *state, unsigned key)
{
	struct board *board = state;

	if (!is_hotkey(board, key))
		return 0;
	board->becomes = CHESS_KNIGHT + (int)(strchr(becoming, (int)key) - becoming);
	return 2;
}

/* In both spellings.  */
static enum typing types(const void *state, const char *text)
{
	const struct board *board = state;
	const struct chess_position *now = &board->now->game.now;
	struct chess_move moves[CHESS_MOVES_MOST];
	enum typing typing = TYPING_NOTHING;
	int count = board->promotes ? 0 : chess_moves(now, moves);

	for (int i = 0; i < count; i++) {
		struct chess_words san = chess_san_words(now, moves[i]), uci = chess_uci_words(now, moves[i]);

		grid_types(text, san.at, strlen(san.at), &typing);
		grid_types(text, uci.at, strlen(uci.at), &typing);
	}
	return typing;
}

/* The move from the chosen piece to the cursor.  */
static const char *move_at(const void *state)
{
	struct board *board = (struct board *)state;

	if (board->from < 0)
		return NULL;
	board->move = chess_square_words(board->from);
	memcpy(board->move.at + 2, chess_square_words(board->cursor).at, 2);
	board->move.at[4] = board->becomes ? becoming[board->becomes - CHESS_KNIGHT] : '\0';
	return board->move.at;
}

/* The square, and the move by which its piece came there.  */
static char *about(const void *state, const struct view *view UNUSED)
{
	const struct board *board = state;
	const struct match *match = board->position.match;
	const struct chess_words square = chess_square_words(board->cursor);
	const struct turn *turn = NULL;
	int n = board->now->turns;
	struct bytes text = {0};

	if (board->from < 0)
		bytes_add_text(&text, square.at);
	if (bit(board->cursor) & (board->now->game.now.of[0] | board->now->game.now.of[1]))
		while (n > 0 && (turn = match_turn(match, n)) && turn->played &&
		       strncmp(turn->played + 2, square.at, 2) != 0)
			n = strncmp(turn->played, square.at, 2) == 0
				    ? 0
				    : n - 1; /* one left it: then it castled */
	if (n > 0 && turn && turn->played) {
		FREED char *took = value_time_text(turn->think_ns);

		bytes_addf(&text, "%smove %d %s", text.size ? " " : "", n, took);
	}
	return text.at;
}

static const char *pick(void *state)
{
	struct board *board = state;
	const struct chess_position *now = &board->now->game.now;
	bool own;

	if (board->from >= 0 && goals_of(board->now, board->from) & bit(board->cursor)) {
		board->promotes = promotes(board);
		name_expected(board);
		return board->promotes && !board->becomes ? NULL : move_at(board);
	}
	own = now->of[now->to_move] & bit(board->cursor);
	choose(board, own && board->cursor != board->from ? board->cursor : NOWHERE);
	return NULL;
}

static const char *expects(const void *state)
{
	return ((const struct board *)state)->expects;
}

/* The game of the last call of words().  A list of moves asks for one turn after the other: the same turns
 * are not played again.  */
static struct {
	struct bytes
		told; /* how it began, and its turns, each with a blank behind it; empty: there is none */
	int turns;
	struct chess_game game;
} lately;

static bool go_lately(const struct match *match, int turns)
{
	struct bytes told = {0};
	bool plays = true;
	int n;

	bytes_addf(&told, "%s %d ", setup_text(&match->setup, &chess_option_opening),
		   chess_is_960(&match->setup));
	for (n = 1; n <= turns && match_turn(match, n) && match_turn(match, n)->played; n++) {
		bytes_add_text(&told, match_turn(match, n)->played);
		bytes_add_text(&told, " ");
	}
	if (!lately.told.size || !bytes_begin(told.at, told.size, lately.told.at)) {
		lately.turns = 0;
		plays = chess_game_goto(&lately.game, match, 0, NULL);
	}
	bytes_free(&lately.told);
	while (plays && lately.turns < n - 1)
		plays = chess_game_turn(&lately.game, match, ++lately.turns);
	if (plays)
		lately.told = told;
	else
		bytes_free(&told);
	return plays && lately.turns == turns;
}

static void words(const struct match *match, int turns, const char *played, char words[32])
{
	struct chess_move move;
	char copy[CHESS_WORDS_MOST];

	snprintf(words, 32, "%s", played);
	snprintf(copy, sizeof(copy), "%s", played);
	if (go_lately(match, turns) && chess_read_uci(&lately.game.now, text_of(copy), &move))
		snprintf(words, 32, "%s", chess_san_words(&lately.game.now, move).at);
}

static const struct toggle toggles[] = {
	[FLIP] = {.name = "flip",
		  .key = "R",
		  .told = "the board turned round: ",
		  .help = "turn the board round"},
	[ANALYSIS] = {.name = "analysis",
		      .key = "a",
		      .told = "what the engines think: ",
		      .help = "show or hide what the engines think: values and lines; off when you play",
		      .on = true,
		      .spoils = true},
	{0},
};

static const struct board_key keys[] = {
	{"arrows", "move the cursor; also h j k l", true},
	{"enter", "choose the piece at the cursor, or where it goes; so does a click", true},
	{"e4 Nf3", "a move that is typed opens the prompt; enter plays it", true},
	{0},
};

static const struct sign signs[] = {
	{.glyph = GLYPH_WHITE_PAWN, .meaning = "white's pieces are outlines, or capital letters"},
	{.glyph = GLYPH_BLACK_PAWN, .meaning = "black's pieces are filled, or small letters"},
	GLYPH_SIGN(WHITE, "white plays on this seat"),
	GLYPH_SIGN(BLACK, "black plays on this seat"),
	TEXT_SIGN("( )", "the cursor"),
	TEXT_SIGN("[ ]", "the last move, or the chosen piece"),
	TEXT_SIGN("! !", "the king is in check"),
	GLYPH_SIGN(EVENT, "the piece can move there"),
	GLYPH_SIGN(FORBIDDEN, "the piece can capture there"),
	GLYPH_SIGN(HINT, "around a square: the move that an agent suggests (H)"),
	GLYPH_SIGN(HATCH, "a dark square, without colours"),
	TEXT_SIGN("the bar", "right of the board: white's part grows as its value does; black's is hatched"),
	{0},
};

extern const struct board_view board_uci;
const struct board_view board_uci = {
	.toggles = toggles,
	.keys = keys,
	.signs = signs,
	.new = board_new,
	.free = position_free,
	.position = position,
	.draw = draw,
	.wants = wants,
	.picture = picture,
	.key = key,
	.click = click,
	.hotkey = hotkey,
	.is_hotkey = is_hotkey,
	.types = types,
	.move = move_at,
	.about = about,
	.pick = pick,
	.expects = expects,
	.unfinished = position_unfinished,
	.hear = hear,
	.evaluations = evaluations,
	.half = HALF_WON,
	.words = words,
	.mark = mark,
};
