/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board.c - the board of gomoku: which position it shows, what the agents say of their searches, and how a
 * person points at a move.  draw.c says how large its squares are and what stands on them.  */
#include "board.h"
#include "ringside/board.h"
#include "ringside/bytes.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_WIDTH = 14 };

static const enum role seat_roles[SEATS] = {ROLE_TEXT, ROLE_SEAT_1, ROLE_SEAT_2};

/* ---- hearing ---- */

static void gomoku_board_hear(void *state, const struct message *message)
{
	struct gomoku_board *board = state;

	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (!message || (message->seat == seat && message->direction == EVENT))
			gomocup_analysis_clear(&board->analysis[seat]);
		else if (message->seat == seat)
			gomocup_analysis_hear(&board->analysis[seat], message->turn, message->bytes,
					      message->size);
}

void gomoku_board_thoughts(const struct gomoku_board *board, const struct view *view,
			   struct thoughts *thoughts)
{
	const struct match *match = board->position.match;
	int next = board->at->next, turns = board->at->turns;
	const struct turn *last;

	if (!match)
		return;
	last = match_turn(match, turns);
	if (!match->over && board->analysis[next].turn == turns + 1)
		thoughts[next].said = &board->analysis[next];
	if (!last || !is_seat(last->seat) || board->analysis[last->seat].turn != turns ||
	    (view->turns == VIEW_LIVE && !match->over && match->setup.seat[next].kind == SEAT_HUMAN))
		return;
	thoughts[last->seat] = (struct thoughts){
		.said = &board->analysis[last->seat], .past = true, .brief = thoughts[next].said != NULL};
}

static bool gomoku_board_value(const struct setup *setup, const struct message *messages, int count,
			       char words[VALUE_WORDS], double *worth)
{
	struct gomocup_analysis said;
	double value;
	int width, height;
	bool told;

	setup_sides(setup, &gomoku_option_size, &width, &height);
	gomocup_analysis_init(&said, width, height);
	for (int i = 0; i < count; i++)
		if (!(messages[i].flags & MESSAGE_WITHHELD))
			gomocup_analysis_hear(&said, messages[i].turn, messages[i].bytes, messages[i].size);
	told = *said.eval != '\0';
	value = gomocup_analysis_value(said.eval);
	*worth = isinf(value) ? copysign(1, value) : value / (fabs(value) + HALF_WON);
	snprintf(words, VALUE_WORDS, "%s%.*s", value > 0 && *said.eval != '+' ? "+" : "", VALUE_WORDS - 2,
		 said.eval);
	gomocup_analysis_free(&said);
	return told;
}

/* ---- words ---- */

/* "wins in 33" for "+M33"; other values with their sign.  The caller frees.  */
static char *eval_words(const char *eval)
{
	const char *number = eval + (*eval == '+' || *eval == '-');
	const char *what = *eval == '-' ? "loses" : "wins";

	if (*number == 'M' || *number == 'm')
		return number[1] == '*' ? bytes_text("%s", what) : bytes_text("%s in %s", what, number + 1);
	return bytes_text("%s%s", number == eval && strspn(eval, "0.") < strlen(eval) ? "+" : "", eval);
}

/* 999, 180K, 1.2M, 35M.  The caller frees.  */
static char *count_words(int64_t count)
{
	static const char units[] = "\0KMG";
	int unit = 0;
	int64_t rest = 0;

	while (count >= 1000 && unit < 3) {
		rest = count % 1000;
		count /= 1000;
		unit++;
	}
	if (unit > 1 && count < 10)
		return bytes_text("%" PRId64 ".%d%c", count, (int)(rest / 100), units[unit]);
	return unit ? bytes_text("%" PRId64 "%c", count, units[unit]) : bytes_text("%" PRId64, count);
}

/* Does the seat say anything, and of no later position than the shown one?  */
static bool says_anything(const struct gomoku_board *board, int seat)
{
	const struct gomocup_analysis *analysis = &board->analysis[seat];
	int newest = analysis->turn > analysis->value_turn ? analysis->turn : analysis->value_turn;

	if (newest > board->at->turns + 1)
		return false;
	return analysis->depth || *analysis->eval || analysis->nodes >= 0 || analysis->speed >= 0 ||
	       analysis->line_count;
}

static const char *mark_of(const struct gomoku_board *board, int seat)
{
	return paint_glyph(gomoku_black(board->position.match, board->at->turns) == seat ? GLYPH_BLACK
											 : GLYPH_WHITE);
}

/* ---- drawing ---- */

/* Draws squares of the expected line from *at on, as many as fit whole.  Returns the column behind them.  */
static int draw_line(const struct gomocup_analysis *analysis, struct area area, int y, int x, int *at)
{
	for (; *at < analysis->line_count; ++*at) {
		char square[6];

		gomoku_write_square(analysis->line[*at], square);
		if (x + (int)strlen(square) > area.width)
			break;
		x = paint_format(area, y, x, ROLE_TEXT, "%s ", square);
	}
	return x;
}

/* The depth in words; NULL: unknown.  The caller frees.  */
static char *depth_words(const struct gomocup_analysis *analysis)
{
	if (!analysis->depth)
		return NULL;
	return analysis->deepest > analysis->depth
		       ? bytes_text("depth %d-%d", analysis->depth, analysis->deepest)
		       : bytes_text("depth %d", analysis->depth);
}

/* Draws a text with a blank behind it, if it fits.  Returns the column behind that.  Takes over text (NULL:
   none).  */
static int draw_word(struct area area, int x, enum role role, char *text)
{
	if (text && x + paint_width(text) <= area.width)
		x = paint_format(area, 0, x, role, "%s ", text);
	free(text);
	return x;
}

/* Draws all in one row; leaves out what does not fit.  Returns the column behind it.  */
static int draw_briefly(const struct gomoku_board *board, struct area area, int seat)
{
	const struct gomocup_analysis *analysis = &board->analysis[seat];
	int x, from, at = 0;

	paint_text(area, 0, 0, ROLE_TEXT, " ");
	x = draw_word(area, 1, seat_roles[seat], bytes_text("%s", mark_of(board, seat)));
	from = x;
	if (*analysis->eval) {
		char *eval = eval_words(analysis->eval);

		/* "+34/12": d12 would be a square.  */
		if (analysis->depth)
			x = draw_word(area, x, ROLE_STRONG, bytes_text("%s/%d", eval, analysis->depth));
		else
			x = draw_word(area, x, ROLE_STRONG, bytes_text("%s", eval));
		free(eval);
	} else {
		x = draw_word(area, x, ROLE_FAINT, depth_words(analysis));
	}
	if (x == from && (*analysis->eval || analysis->depth))
		return x; /* the most important had no room */
	return draw_line(analysis, area, 0, x, &at);
}

static void draw_counts(const struct gomocup_analysis *analysis, struct area area, int y)
{
	char *nodes = analysis->nodes >= 0 ? count_words(analysis->nodes) : NULL;
	char *speed = analysis->speed >= 0 ? count_words(analysis->speed) : NULL;
	int x = 2;

	if (nodes)
		x = paint_format(area, y, x, ROLE_FAINT, "%s positions%s", nodes, speed ? ", " : "");
	if (speed)
		paint_format(area, y, x, ROLE_FAINT, "%s/s", speed);
	free(nodes);
	free(speed);
}

/* Who, how good, how deep; how much was searched; the expected line.  */
static void draw_fully(const struct gomoku_board *board, struct area area, int seat)
{
	const struct gomocup_analysis *analysis = &board->analysis[seat];
	const char *name = board->position.match->setup.seat[seat].name;
	struct area named = {area.y, area.x, 1, area.width < NAME_WIDTH ? area.width : NAME_WIDTH};
	int x, at = 0, y = 1;

	paint_text(named, 0, 0, seat_roles[seat], mark_of(board, seat));
	x = name ? paint_bytes(named, 0, 2, seat_roles[seat], name, strlen(name)) + 2 : 2;
	x = draw_word(area, x, ROLE_STRONG, *analysis->eval ? eval_words(analysis->eval) : NULL);
	draw_word(area, x, ROLE_FAINT, depth_words(analysis));
	if (area.height > 2 && (analysis->nodes >= 0 || analysis->speed >= 0))
		draw_counts(analysis, area, y++);
	while (y < area.height && at < analysis->line_count) {
		int before = at;

		draw_line(analysis, area, y++, 2, &at);
		if (at == before)
			return;
	}
}

static void gomoku_board_evaluations(const void *state, struct area area)
{
	const struct gomoku_board *board = state;
	int seats[SEATS], count = 0, x = 0;

	for (int seat = SEAT_1; board->position.match && seat < SEATS; seat++)
		if (says_anything(board, seat))
			seats[count++] = seat;
	if (area.height < 1)
		return;
	for (int i = 0; i < count; i++) {
		int height = area.height / count;

		if (height > 4)
			height = 4;
		if (height > 1) {
			draw_fully(board, (struct area){area.y + i * height, area.x, height, area.width},
				   seats[i]);
		} else {
			struct area part = {area.y, area.x + x, 1, (area.width - x) / (count - i)};

			if (i)
				part.x++, part.width--;
			x += draw_briefly(board, part, seats[i]);
		}
	}
}

static void name_move(struct gomoku_board *board)
{
	snprintf(board->move, sizeof(board->move), "%d,%d", board->cursor.x, board->cursor.y);
}

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

static void place_none(struct gomoku_board *board)
{
	position_end(&board->position);
	free(board->number);
	free(board->forbidden);
	for (int seat = SEAT_1; seat < SEATS; seat++)
		gomocup_analysis_free(&board->analysis[seat]);
}

/* Begins before the first turn of such a match.  A setup that makes no sense (of a broken file) gets an
   empty board of its size.  */
static void place_first(struct gomoku_board *board, const struct setup *setup)
{
	static const struct checkpoint_rules rules = {
		.size = sizeof(struct gomoku_match),
		.distance = 64,
		.step = play_turn,
		.copy = copy_match,
		.clear = free_match,
	};
	struct gomoku_match *first = bytes_new(sizeof(*first));
	char *problem = gomoku_match_init(first, setup);
	const struct gomoku *game = &first->game;
	size_t squares;

	if (problem) {
		struct setup plain;

		setup_copy(&plain, setup);
		setup_unset(&plain, gomoku_option_opening.name);
		setup_unset(&plain, gomoku_option_draw_at.name);
		free(problem);
		free(gomoku_match_init(first, &plain)); /* nothing left can be refused */
		setup_free(&plain);
	}
	position_begin(&board->position, setup, checkpoints_new(&rules, first));
	board->at = checkpoints_state(board->position.line);
	squares = (size_t)game->width * (size_t)game->height;
	board->number = bytes_new(squares * sizeof(*board->number));
	board->forbidden = bytes_new(squares * sizeof(*board->forbidden));
	for (int seat = SEAT_1; seat < SEATS; seat++)
		gomocup_analysis_init(&board->analysis[seat], game->width, game->height);
	board->ghost_count = 0;
	board->win_count = 0;
	board->cursor = board->interest = (struct square){game->width / 2, game->height / 2};
	name_move(board);
}

static void *gomoku_board_new(const struct setup *setup)
{
	struct gomoku_board *board = bytes_new(sizeof(*board));

	place_first(board, setup);
	return board;
}

static void gomoku_board_free(void *state)
{
	struct gomoku_board *board = state;

	place_none(board);
	free(board);
}

/* Played stones are numbered from 1.  Stones of the opening have no number, nor have those of a block.  */
static void number_stones(struct gomoku_board *board)
{
	const struct gomoku *game = &board->at->game;

	memset(board->number, 0, (size_t)game->width * (size_t)game->height * sizeof(*board->number));
	for (int i = board->at->opening; i < game->move_count; i++)
		if (gomoku_at(game, game->moves[i]) != STONE_BLOCK)
			board->number[game->moves[i].y * game->width + game->moves[i].x] =
				i + 1 - board->at->opening;
}

/* The line that wins, or the lines that the last move made in a continuous game.  */
static void find_wins(struct gomoku_board *board)
{
	const struct gomoku *game = &board->at->game;
	struct square(*wins)[2] = board->wins;
	int count = gomoku_won(game, &wins[0][0], &wins[0][1]);

	while (count < WINS && gomoku_made_line(game, count, &wins[count][0], &wins[count][1]))
		count++;
	board->win_count = count;
}

/* After a takeback, what an agent said of those turns no longer matters.  */
static void forget_thoughts(struct gomoku_board *board)
{
	for (int seat = SEAT_1; seat < SEATS; seat++)
		gomocup_analysis_clear(&board->analysis[seat]);
}

static struct square last_of(const struct gomoku *game)
{
	return game->move_count ? game->moves[game->move_count - 1] : (struct square){-1, -1};
}

static void gomoku_board_position(void *state, const struct match *match, int turns)
{
	struct gomoku_board *board = state;
	const struct gomoku *game;
	int before;
	struct square last;
	unsigned changes;

	if (position_is_over(&board->position, match)) {
		place_none(board);
		place_first(board, &match->setup);
	}
	game = &board->at->game;
	before = game->move_count;
	last = last_of(game);
	changes = position_seek(&board->position, match,
				turns); /* one call plays more turns than a board has squares */
	if (!changes)
		return;
	if (changes & (POSITION_MATCH | POSITION_BRANCH))
		forget_thoughts(board);
	if (changes & (POSITION_MATCH | POSITION_TURNS))
		board->ghost_count = 0;
	number_stones(board);
	board->forbidden_known = false;
	find_wins(board);
	if (game->move_count > 0 && (game->move_count != before || !same_square(last, last_of(game))))
		board->interest = last_of(game);
}

void gomoku_board_point(struct gomoku_board *board, int x, int y)
{
	board->cursor.x = within(x, 0, board->at->game.width - 1);
	board->cursor.y = within(y, 0, board->at->game.height - 1);
	board->interest = board->cursor;
	name_move(board);
}

/* The cursor may be out of sight: Enter shows it first, instead of playing there.  */
static int gomoku_board_key(void *state, unsigned key, bool is_code)
{
	struct gomoku_board *board = state;
	bool seen = gomoku_board_sees(board, board->cursor);
	int line = gomoku_board_line(board, board->cursor.y), column = board->cursor.x;
	int meaning = grid_key(key, is_code, &line, &column);

	if (meaning)
		gomoku_board_point(board, column, gomoku_board_line(board, line));
	return meaning == 2 && !seen ? 1 : meaning;
}

static const char *gomoku_board_move(const void *state)
{
	return ((const struct gomoku_board *)state)->move;
}

/* Swap2's first turn is three squares, chosen one by one.  Choosing one again takes it back.  */
static const char *gomoku_board_pick(void *state)
{
	struct gomoku_board *board = state;
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

static const char *gomoku_board_expects(const void *state)
{
	const struct gomoku_board *board = state;

	switch (board->at->stage) {
	case GOMOKU_THREE:
		return board->ghost_count == 0
			       ? "swap2: place black, white, black (arrows and Enter, or a click)"
		       : board->ghost_count == 1 ? "swap2: now white, then black"
						 : "swap2: now black, then the other seat chooses";
	case GOMOKU_CHOICE: return "swap2: white's stone, :swap to take black, or :h8 i9 for two stones";
	case GOMOKU_LAST_CHOICE: return "swap2: white's stone, or :swap to take black";
	case GOMOKU_MOVE: break;
	}
	return "your move: arrows and Enter, a click, or :h8";
}

static void gomoku_words(const struct setup *setup, const char *played, char words[32])
{
	enum { MOST = 3 }; /* squares of a turn: swap2's first turn */
	struct gomoku game = {0};
	struct square squares[MOST];
	size_t bad, used = 0;
	int count = gomoku_read_squares(played, strlen(played), squares, MOST, &bad);

	setup_sides(setup, &gomoku_option_size, &game.width, &game.height);
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
	[GOMOKU_NUMBERS] = {.name = "numbers",
			    .key = "#",
			    .told = "numbers of stones: ",
			    .help = "show or hide the numbers of the stones"},
	[GOMOKU_FORBIDDEN] = {.name = "forbidden",
			      .key = "!",
			      .told = "points that the rule forbids: ",
			      .help = "show or hide the points where the rules forbid a move",
			      .moot = no_forbidden_points},
	[GOMOKU_ANALYSIS] = {.name = "analysis",
			     .key = "a",
			     .told = "what the agents think: ",
			     .help = "show or hide what the agents think of the squares",
			     .on = true},
	[GOMOKU_ORIGIN] = {.name = "origin",
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

extern const struct board_view board_gomoku;
const struct board_view board_gomoku = {
	.toggles = toggles,
	.keys = keys,
	.new = gomoku_board_new,
	.free = gomoku_board_free,
	.position = gomoku_board_position,
	.draw = gomoku_board_draw,
	.wants = gomoku_board_wants,
	.picture = gomoku_board_wants,
	.grows = gomoku_board_grows,
	.key = gomoku_board_key,
	.click = gomoku_board_click,
	.move = gomoku_board_move,
	.pick = gomoku_board_pick,
	.expects = gomoku_board_expects,
	.hear = gomoku_board_hear,
	.evaluations = gomoku_board_evaluations,
	.value = gomoku_board_value,
	.half = HALF_WON,
	.words = gomoku_words,
	.mark = gomoku_mark,
	.score = gomoku_score,
};
