/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* check.c - what tries brains: the dialogue of a case of `ringside check` (check.cases), the ways in which a
 * brain can be told the same position, and the rare matches of `ringside fuzz`: small, large and oblong
 * boards, keys of INFO that nobody knows, short limits, and players who keep to the edge or walk in a
 * spiral.  */
#include "ringside/bytes.h"
#include "ringside/fuzz.h"
#include "ringside/spec.h"
#include "ringside/twins.h"
#include "wire.h"
#include "words.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct spec_case cases[] = {
#include "systems/gomocup/check.inc"
	{0},
};

enum { SUGGESTED_MOST = 100, GOMOCUP_MEMORY = 350 << 20 };

/* What is on the brain's board, as the judge has told it.  */
struct dialogue {
	int64_t turn_ms, memory;
	int width, height;
	bool taken[GOMOKU_SIDE_MAX][GOMOKU_SIDE_MAX];
	struct square first, last; /* its moves */
	int own_count;
	int suggested;      /* squares since its last move */
	struct square told; /* of the last TURN; 0,0: none */
};

static void *dialogue_new(const struct setup *setup)
{
	struct dialogue *dialogue = bytes_new(sizeof(*dialogue));

	dialogue->turn_ms = setup->turn_limit / NS_PER_MS;
	dialogue->memory = setup_memory(setup, SEAT_1) ? setup_memory(setup, SEAT_1) : GOMOCUP_MEMORY;
	return dialogue;
}

static bool is_free(const struct dialogue *dialogue, struct square at)
{
	return at.x >= 0 && at.y >= 0 && at.x < dialogue->width && at.y < dialogue->height &&
	       !dialogue->taken[at.y][at.x];
}

/* ---- what the judge sends ---- */

/* An empty square, with some distance to the one before; not that of the brain's first move, which a case
 * may send later, on another board.  */
static struct square free_square(const struct dialogue *dialogue)
{
	const struct square *first = &dialogue->first;
	int squares = dialogue->width * dialogue->height, step = squares / 2 + 1;

	for (int i = 1; i <= squares; i++) {
		struct square at = {.x = (int)((int64_t)i * step % squares) % dialogue->width,
				    .y = (int)((int64_t)i * step % squares) / dialogue->width};

		if (is_free(dialogue, at) && !(dialogue->own_count && at.x == first->x && at.y == first->y))
			return at;
	}
	return (struct square){.x = 0};
}

/* The first empty corner; else an empty square.  */
static struct square free_corner(const struct dialogue *dialogue)
{
	const int right = dialogue->width - 1, bottom = dialogue->height - 1;
	const struct square corners[] = {{0, 0}, {right, bottom}, {0, bottom}, {right, 0}};

	for (size_t i = 0; i < sizeof(corners) / sizeof(corners[0]); i++)
		if (is_free(dialogue, corners[i]))
			return corners[i];
	return free_square(dialogue);
}

static bool word(void *state, const char *name, struct bytes *bytes)
{
	const struct dialogue *dialogue = state;
	const struct {
		const char *name;
		bool known;
		struct square at;
	} squares[] = {
		{"free", true, free_square(dialogue)},
		{"corner", true, free_corner(dialogue)},
		{"told", true, dialogue->told},
		{"first", dialogue->own_count, dialogue->first},
		{"last", dialogue->own_count, dialogue->last},
	};
	bool turn = strcmp(name, "turn") == 0;

	if (turn || strcmp(name, "memory") == 0) {
		bytes_addf(bytes, "%lld", (long long)(turn ? dialogue->turn_ms : dialogue->memory));
		return true;
	}
	for (size_t i = 0; i < sizeof(squares) / sizeof(squares[0]); i++)
		if (squares[i].known && strcmp(name, squares[i].name) == 0) {
			bytes_addf(bytes, "%d,%d", squares[i].at.x, squares[i].at.y);
			return true;
		}
	return false;
}

static void clear(struct dialogue *dialogue)
{
	memset(dialogue->taken, 0, sizeof(dialogue->taken));
}

static void put(struct dialogue *dialogue, int x, int y, bool there)
{
	if (x >= 0 && y >= 0 && x < dialogue->width && y < dialogue->height)
		dialogue->taken[y][x] = there;
}

static void sent(void *state, const char *bytes, size_t size)
{
	struct dialogue *dialogue = state;
	char line[64];
	int x, y, field;

	snprintf(line, sizeof(line), "%.*s", (int)size, bytes);
	if (sscanf(line, "START %d", &x) == 1) {
		dialogue->width = dialogue->height = x <= GOMOKU_SIDE_MAX ? x : GOMOKU_SIDE_MAX;
		clear(dialogue);
	} else if (sscanf(line, "RECTSTART %d,%d", &x, &y) == 2) {
		dialogue->width = x;
		dialogue->height = y;
		clear(dialogue);
	} else if (sscanf(line, "TURN %d,%d", &x, &y) == 2) {
		dialogue->told = (struct square){.x = x, .y = y};
		put(dialogue, x, y, true);
	} else if (sscanf(line, "%d,%d,%d", &x, &y, &field) >= 2) {
		put(dialogue, x, y, true);
	} else if (sscanf(line, "TAKEBACK %d,%d", &x, &y) == 2) {
		put(dialogue, x, y, false);
	} else if (strncmp(line, "RESTART", 7) == 0 || strncmp(line, "BOARD", 5) == 0) {
		clear(dialogue);
	}
}

/* ---- what the brain says ---- */

/* A move on an empty square, which it takes.  */
static enum spec_heard heard_move(struct dialogue *dialogue, struct text text, char **problem)
{
	struct square at;

	gomoku_read_xy(text.at, text.size, &at);
	if (!is_free(dialogue, at)) {
		bool outside = at.x < 0 || at.y < 0 || at.x >= dialogue->width || at.y >= dialogue->height;

		*problem = outside ? bytes_text("is outside of the board of %d×%d", dialogue->width,
						dialogue->height)
				   : bytes_text("is a square with a stone");
		return SPEC_WRONG;
	}
	put(dialogue, at.x, at.y, true);
	if (!dialogue->own_count++)
		dialogue->first = at;
	dialogue->last = at;
	dialogue->suggested = 0;
	return SPEC_FITS;
}

/* How many empty squares the text names, at most three and each once; 0 or -1: it says something else.  */
static int count_free(const struct dialogue *dialogue, struct text text)
{
	struct square at[3];
	size_t bad;
	int count = gomoku_read_squares(text.at, text.size, at, 3, &bad);

	for (int i = 0; i < count; i++) {
		if (!is_free(dialogue, at[i]))
			return 0;
		for (int k = 0; k < i; k++)
			if (memcmp(&at[i], &at[k], sizeof(at[i])) == 0)
				return 0;
	}
	return count;
}

/* Are there `key="value"` pairs, with commas between?  */
static bool has_pairs(const char *text, size_t size)
{
	size_t at = 0;
	bool any = false;

	while (at < size) {
		size_t key = at;

		while (at < size && text[at] != '=' && text[at] != ',' && text[at] != '"' && text[at] != ' ')
			at++;
		if (at == key || at + 1 >= size || text[at] != '=' || text[at + 1] != '"')
			return false;
		for (at += 2; at < size && text[at] != '"';)
			at++;
		if (at++ == size)
			return false;
		any = true;
		while (at < size && (text[at] == ',' || text[at] == ' '))
			at++;
	}
	return any;
}

/* SUGGEST x,y: the judge lets it play that square. A brain that only suggests would never end.  */
static enum spec_heard heard_suggestion(struct dialogue *dialogue, struct text text, char **problem,
					struct bytes *reply)
{
	struct text square = gomocup_behind(text, "SUGGEST");

	if (!gomocup_is_move(square))
		return spec_wrong(problem, "suggests no square");
	if (dialogue->suggested++ == SUGGESTED_MOST)
		return spec_wrong(problem, "is one suggestion too many");
	bytes_addf(reply, "PLAY %.*s", (int)square.size, square.at);
	return SPEC_PASSES;
}

/* The classes of lines.  TALK: MESSAGE and DEBUG; INFO: also an answer to ABOUT; ELSE: not known.  */
enum { MOVE = 1, OK = 2, ERROR = 4, UNKNOWN = 8, TALK = 16, INFO = 32, ELSE = 64 };

static unsigned class_of(struct text text)
{
	switch (gomocup_channel(text)) {
	case CHANNEL_MOVE: return MOVE;
	case CHANNEL_COMMAND: return OK;
	case CHANNEL_ERROR: return ERROR;
	case CHANNEL_MESSAGE:
	case CHANNEL_DEBUG: return TALK;
	case CHANNEL_INFO: return INFO;
	default: return gomocup_is_word(text, "UNKNOWN") ? UNKNOWN : ELSE;
	}
}

/* What else a line has to be that fits.  */
enum { ANYTHING, SQUARE, ONE_OF_ITS, TWO_OF_ITS, THREE_OF_ITS, PAIRS };

#define NO (ERROR | UNKNOWN)
#define UNASKED                                                                                              \
	{                                                                                                    \
		MOVE, "is a move that nobody asked for"                                                      \
	}
#define UNCALLED "is not called for"
#define ABOUT    .fits = INFO | ELSE, .refuses = NO, .wrong = {{MOVE | OK, "is not about the brain"}}

static const struct spec_kind kinds[] = {
	{"ok", "OK", .fits = OK, .refuses = NO, .wrong = {UNASKED}},
	{"only-ok", "OK, and before it only MESSAGE and DEBUG", .fits = OK,
	 .wrong = {UNASKED, {NO | ELSE, UNCALLED}}},
	{"ok-or-error", "OK, or ERROR", .fits = OK | NO, .wrong = {UNASKED}},
	{"move", "x,y, counted from 0: an empty square", .fits = MOVE, .test = SQUARE},
	{"only-move", "x,y, counted from 0, and besides it only MESSAGE and DEBUG", .fits = MOVE,
	 .wrong = {{OK | NO | ELSE, UNCALLED}}, .test = SQUARE},
	{"about", "a line about the brain", ABOUT},
	{"pairs", "a line as name=\"SomeBrain\", version=\"1.0\"", ABOUT, .test = PAIRS},
	{"unknown", "UNKNOWN", .fits = UNKNOWN, .refuses = ERROR, .wrong = {UNASKED}},
	{"three", "three squares, as 7,7 8,7 9,9", .fits = MOVE, .refuses = NO, .test = THREE_OF_ITS},
	{"choice", "SWAP, an empty square, or two", .fits = MOVE, .test = TWO_OF_ITS},
	{"last-choice", "SWAP, or an empty square", .fits = MOVE, .test = ONE_OF_ITS},
	{SPEC_SILENT, .wrong = {UNASKED, {OK, "answers nothing"}}},
	{SPEC_QUIET, .wrong = {UNASKED, {OK | NO | ELSE, UNCALLED}}},
	{0},
};

static enum spec_heard heard(void *state, const struct spec_kind *kind, const char *bytes, size_t size,
			     char **problem, struct bytes *reply)
{
	struct dialogue *dialogue = state;
	struct text text = gomocup_text(bytes, size);
	enum spec_heard what = text.size ? spec_by_class(kind, class_of(text), problem) : SPEC_PASSES;
	int count;

	if (what != SPEC_FITS)
		return what;
	count = kind->test == ANYTHING ? 0 : count_free(dialogue, text);
	switch (kind->test) {
	case SQUARE:
		if (gomocup_is_word(text, "SUGGEST"))
			return heard_suggestion(dialogue, text, problem, reply);
		if (gomocup_is_move(text))
			return heard_move(dialogue, text, problem);
		return spec_wrong(problem, "is a move that nobody asked for");
	case THREE_OF_ITS:
		if (count == 3)
			return SPEC_FITS;
		if (!gomocup_is_move(text))
			return spec_wrong(problem, "is not three squares of the board");
		*problem = bytes_text("is one move, as if SWAP2BOARD were unknown");
		return SPEC_REFUSES;
	case TWO_OF_ITS:
		return count == 1 || count == 2 || gomocup_is_word(text, "SWAP")
			       ? SPEC_FITS
			       : spec_wrong(problem, "is neither SWAP nor one or two empty squares");
	case ONE_OF_ITS:
		return count == 1 || gomocup_is_word(text, "SWAP")
			       ? SPEC_FITS
			       : spec_wrong(problem, "is neither SWAP nor one empty square");
	case PAIRS:
		if (!has_pairs(text.at, text.size))
			return spec_wrong(problem, "is not a list as name=\"SomeBrain\", version=\"1.0\"");
	}
	return SPEC_FITS;
}

static const char *const aside[] = {"INFO", "ABOUT", NULL};
static const char *const needless[] = {"INFO max_memory",
				       "INFO timeout_match",
				       "INFO timeout_turn",
				       "INFO time_left",
				       "INFO game_type",
				       "INFO rule",
				       NULL};

/* Boards on which tournaments are held.  */
static bool is_alike(const char *step, const char *line)
{
	int one, other;

	return sscanf(step, "START %d", &one) == 1 && sscanf(line, "START %d", &other) == 1 && one >= 15 &&
	       one <= 20 && other >= 15 && other <= 20;
}

static const struct spec spec = {
	.cases = cases,
	.aside = aside,
	.needless = needless,
	.alike = is_alike,
	.line_end = "\r\n",
	.turn_limit = 500 * (int64_t)NS_PER_MS,
	.new = dialogue_new,
	.free = free,
	.word = word,
	.sent = sent,
	.heard = heard,
	.kinds = kinds,
};

/* ---- the ways to tell the same position ----
 *
 * Most of them tell all of the game to one process, each a little otherwise than the judge did.  The choices
 * of swap2 are told in no way.  */

/* How a dialogue differs from the game.  */
struct manner {
	bool lf;       /* lines end with LF alone */
	bool together; /* INFO lines and the question after them are one write */
	bool pieces;   /* byte by byte */
	bool restart;  /* another game comes first */
	bool back;     /* each turn is taken back and played again */
	bool other;    /* before each turn another one is played and taken back */
	struct square (*turned)(const struct gomoku *game, struct square square);
};

struct telling {
	const struct twins_game *game;
	const struct manner *manner;
	struct gomoku_match match; /* its size, and room for a position */
	struct bytes *steps;
	struct bytes line; /* with the lines that wait for it */
};

/* ---- lines ---- */

static bool is_line(const struct message *message, const char *word)
{
	return message->direction == TO_AGENT &&
	       gomocup_is_word(gomocup_text(message->bytes, message->size), word);
}

static bool is_question(const struct message *message)
{
	return is_line(message, "BEGIN") || is_line(message, "TURN") || is_line(message, "DONE");
}

/* Appends the text; where the way turns the board, `TURN 7,7`, `7,7,1` and `7,7` with the square where it is
   told.  */
static void add_turned(const struct telling *telling, struct text text, struct bytes *line)
{
	size_t digits = 0, word = bytes_begin(text.at, text.size, "TURN ") ? 5 : 0;
	char numbers[32];
	struct square at;
	int end = 0;

	while (word + digits < text.size && strchr("0123456789, ", text.at[word + digits]))
		digits++;
	snprintf(numbers, sizeof(numbers), "%.*s", (int)digits, text.at + word);
	if (!telling->manner->turned || word + digits < text.size ||
	    sscanf(numbers, "%d,%d%n", &at.x, &at.y, &end) != 2) {
		bytes_add(line, text.at, text.size);
		return;
	}
	at = telling->manner->turned(&telling->match.game, at);
	bytes_addf(line, "%.*s%d,%d%s", (int)word, text.at, at.x, at.y, numbers + end);
}

/* A line of the game.  */
static void tell_line(struct telling *telling, const struct message *message)
{
	const struct manner *manner = telling->manner;

	add_turned(telling, gomocup_text(message->bytes, message->size), &telling->line);
	bytes_add_text(&telling->line, manner->lf ? "\n" : "\r\n");
	if (manner->together && is_line(message, "INFO"))
		return;
	twins_send(telling->steps, telling->line.at, telling->line.size);
	bytes_drop(&telling->line, telling->line.size);
}

/* The move has to be that of the game.  */
static void await_move(struct telling *telling, const struct message *answer)
{
	FREED_BY(bytes_free) struct bytes turned = {0};

	add_turned(telling, gomocup_text(answer->bytes, answer->size), &turned);
	twins_await(telling->steps, "move", &(struct message){.bytes = turned.at, .size = turned.size});
}

/* ---- the game in a process ---- */

/* Another game, of four moves, that no five can end, and RESTART; then each INFO of the first messages.  */
static void tell_game_before(struct telling *telling, int until)
{
	bytes_add_text(telling->steps, "> BEGIN\n< move\n> TURN $free\n< move\n> TURN $free\n< move\n"
				       "> TURN $free\n< move\n> RESTART\n<? ok\n");
	for (int i = 0; i < until; i++)
		if (is_line(&telling->game->messages[i], "INFO"))
			tell_line(telling, &telling->game->messages[i]);
}

/* What comes before the question of a turn, besides the lines of the game.  */
static void tell_before(struct telling *telling, const struct message *question,
			const struct message *time_left)
{
	const struct manner *manner = telling->manner;
	bool answers_turn = is_line(question, "TURN");

	if (is_line(question, "DONE") || (!manner->back && !(manner->other && answers_turn)))
		return; /* it may be in the middle of BOARD */
	if (manner->other && answers_turn)
		bytes_add_text(telling->steps, "> TURN $free\n< move\n> TAKEBACK $last\n<? ok\n"
					       "> TAKEBACK $told\n< ok\n");
	if (manner->back) {
		tell_line(telling, question);
		bytes_add_text(telling->steps, "< move\n> TAKEBACK $last\n<? ok\n");
		if (answers_turn)
			bytes_add_text(telling->steps, "> TAKEBACK $told\n< ok\n");
	}
	if (time_left)
		tell_line(telling, time_left);
}

static void tell_all(struct telling *telling)
{
	const struct twins_game *game = telling->game;
	const struct message *time_left = NULL;
	bool begun = false;

	for (int i = 0; i < game->count; i++) {
		const struct message *message = &game->messages[i], *answer = NULL;
		bool starts = is_line(message, "START") || is_line(message, "RECTSTART");
		bool asks = is_question(message);

		if (message->direction != TO_AGENT || is_line(message, "ABOUT") || is_line(message, "PLAY"))
			continue;
		if (is_line(message, "END") || (asks && !(answer = twins_answer(game, message->turn))))
			break;
		if (telling->manner->restart && !begun && !starts && !is_line(message, "INFO"))
			tell_game_before(telling, i);
		begun = begun || (!starts && !is_line(message, "INFO"));
		if (is_line(message, "INFO time_left"))
			time_left = message;
		if (asks) {
			twins_turn(telling->steps, message->turn);
			tell_before(telling, message, time_left);
		}
		tell_line(telling, message);
		if (starts || is_line(message, "RESTART") || is_line(message, "TAKEBACK"))
			bytes_add_text(telling->steps, "< ok\n");
		if (asks)
			await_move(telling, answer);
	}
}

/* ---- one position ---- */

static void tell_board(struct telling *telling, int turn)
{
	const struct twins_game *game = telling->game;
	const struct gomoku *board = &telling->match.game;
	const struct message *time_left = NULL, *answer = twins_answer(game, turn);
	struct bytes *steps = telling->steps;

	for (int i = 0; i < game->count; i++) {
		const struct message *message = &game->messages[i];

		if (is_question(message) && message->turn == turn)
			break;
		if (is_line(message, "INFO time_left"))
			time_left = message;
		else if (is_line(message, "INFO"))
			tell_line(telling, message);
		else if (is_line(message, "START") || is_line(message, "RECTSTART")) {
			tell_line(telling, message);
			bytes_add_text(steps, "< ok\n");
		}
	}
	twins_turn(steps, turn);
	if (time_left)
		tell_line(telling, time_left);
	bytes_add_text(steps, "> BOARD\n");
	for (int i = 0; i < board->move_count; i++)
		bytes_addf(steps, "> %d,%d,%d\n", board->moves[i].x, board->moves[i].y,
			   gomocup_field(board, i));
	bytes_add_text(steps, "> DONE\n");
	await_move(telling, answer);
}

/* ---- the ways ---- */

/* False: there is nothing to tell.  */
static bool begin(struct telling *telling, const struct twins_game *game, const struct manner *manner,
		  struct bytes *steps)
{
	char *problem;

	*telling = (struct telling){.game = game, .manner = manner, .steps = steps};
	for (int i = 0; i < game->count; i++)
		if (is_line(&game->messages[i], "SWAP2BOARD"))
			return false;
	problem = gomoku_match_init(&telling->match, &game->match->setup);
	free(problem);
	return !problem;
}

static void end(struct telling *telling)
{
	gomoku_match_free(&telling->match);
	bytes_free(&telling->line);
}

static bool tell_game(const struct twins_game *game, int n, const void *with, struct bytes *steps)
{
	const struct manner *manner = with;
	struct telling telling;

	if (n || !begin(&telling, game, manner, steps))
		return false;
	if (manner->pieces)
		bytes_add_text(steps, "bytewise\n");
	tell_all(&telling);
	end(&telling);
	return true;
}

static bool tell_by_board(const struct twins_game *game, int n, const void *manner, struct bytes *steps)
{
	struct telling telling;
	int turn = 1;

	while (turn <= game->match->turn_count && (!twins_answer(game, turn) || n-- > 0))
		turn++; /* up to the n-th of the agent */
	if (turn > game->match->turn_count || !begin(&telling, game, manner, steps))
		return false;
	if (gomoku_match_goto(&telling.match, game->match, turn - 1) && telling.match.game.move_count)
		tell_board(&telling, turn);
	end(&telling);
	return true;
}

#define FIRST "many take the first of equal moves"

/* How a way tells the game.  */
#define MANNER(...)                                                                                          \
	.tell = tell_game, .manner = &(const struct manner)                                                  \
	{                                                                                                    \
		__VA_ARGS__                                                                                  \
	}

static const struct twin_way ways[] = {
	{"again", "as in the game, in a new process", MANNER(.lf = false)},
	{"pieces", "byte by byte", MANNER(.pieces = true)},
	{"together", "with INFO and the question in one write", MANNER(.together = true)},
	{"lf", "in lines that end with LF alone", MANNER(.lf = true)},
	{"board", "by BOARD, in a new process", .tell = tell_by_board,
	 .manner = &(const struct manner){.lf = false}},
	{"restart", "in a process that has played another game, after RESTART", MANNER(.restart = true)},
	{"takeback", "again, after TAKEBACK of the turn", MANNER(.back = true)},
	{"takeback-other", "after TAKEBACK of another turn", MANNER(.other = true)},
	{"mirrored", "on the mirrored board", .remark = FIRST, MANNER(.turned = gomoku_mirrored)},
	{"turned", "on the turned board", .remark = FIRST, MANNER(.turned = gomoku_turned)},
	{0},
};

static const struct twins twins = {
	.ways = ways,
	.rival = "sample:threat --nodes 2000",
};

/* ---- rare matches ---- */

static void choose_size(struct setup *setup, struct fuzz_chance *chance)
{
	static const uint8_t sides[] = {GOMOKU_SIDE_MIN, 6, 7, 8, 9, 10, 11, 14, 15, 16, 19, 20, 21, 30};
	enum { SIDES = sizeof(sides) / sizeof(sides[0]) };
	int width = sides[fuzz_below(chance, SIDES)], height = sides[fuzz_below(chance, SIDES)];

	if (fuzz_is_free(setup, &gomoku_option_size) && fuzz_is_free(setup, &gomoku_option_opening) &&
	    !fuzz_once_in(chance, 4))
		setup_put_value(setup, &gomoku_option_size,
				OPTION_OF_SIDES(width, fuzz_once_in(chance, 2) ? height : width));
}

static struct square some_square(int width, int height, struct fuzz_chance *chance)
{
	return (struct square){(int)fuzz_below(chance, (unsigned)width),
			       (int)fuzz_below(chance, (unsigned)height)};
}

static struct square square_of_edge(int width, int height, struct fuzz_chance *chance)
{
	struct square square = some_square(width, height, chance);

	if (fuzz_once_in(chance, 2))
		square.x = fuzz_once_in(chance, 2) ? 0 : width - 1;
	else
		square.y = fuzz_once_in(chance, 2) ? 0 : height - 1;
	return square;
}

/* "The brain can ignore INFO commands which are not needed" (gomocup-protocol, INFO).  */
static char *info_words(const struct setup *setup, struct fuzz_chance *chance)
{
	static const char *const words[] = {
		"opponent human",
		"zobrist 17",
		"x",
		"ponder",
		"ANALYSIS on",
		"thread_num 1",
		"hash_size 1024",
		"caro_rule  0",
		"quality -1",
		"a_long_key_with_a_value_that_nobody_expects 4294967296 -1 1e9 ~",
	};
	enum { WORDS = sizeof(words) / sizeof(words[0]) };
	unsigned i = fuzz_below(chance, WORDS + 2);
	struct square square;
	int width, height;

	if (i < WORDS)
		return bytes_text("%s", words[i]);
	setup_sides(setup, &gomoku_option_size, &width, &height);
	square = some_square(width, height, chance);
	return bytes_text("evaluate %d,%d", square.x, square.y);
}

static void choose_info(struct setup *setup, int seat, struct fuzz_chance *chance)
{
	const struct option_row *row = seat == SEAT_1 ? &gomocup_option_info1 : &gomocup_option_info2;
	int count = (int)fuzz_below(chance, 5);
	FREED_BY(bytes_free) struct bytes text = {0};

	for (int i = 0; i < count; i++) {
		FREED char *words = info_words(setup, chance);

		bytes_addf(&text, "%s%s", i ? "; " : "", words);
	}
	if (count && fuzz_is_free(setup, row))
		setup_put(setup, row, text.at);
}

static void options(struct setup *setup, int seat, struct fuzz_chance *chance)
{
	static const int turns_ms[] = {1000, 1000, 500, 250, 100, 30, 0};
	static const int matches_ms[] = {0, 0, 180000, 60000, 30000};

	choose_size(setup, chance);
	/* A move that is legal under these rules is legal under any that a brain may take them for.  */
	if (fuzz_is_free(setup, &gomoku_option_rule) && fuzz_once_in(chance, 4))
		setup_put(setup, &gomoku_option_rule, "standard");
	choose_info(setup, seat, chance);
	fuzz_option(setup, &gomocup_option_tournament, 1, chance);
	setup->turn_limit = (int64_t)NS_PER_MS * turns_ms[fuzz_below(chance, 7)];
	if (setup->turn_limit) /* else who hangs is waited for until the match's limit has passed */
		setup->match_limit = (int64_t)NS_PER_MS * matches_ms[fuzz_below(chance, 5)];
}

/* Square k of the spiral from the first corner inwards.  */
static struct square spiral(int width, int height, int k)
{
	int ring = 0, w = width, h = height, around;

	for (; (around = 2 * (w + h) - 4) <= k && w > 2 && h > 2; ring++) {
		k -= around;
		w -= 2;
		h -= 2;
	}
	if (k < w)
		return (struct square){ring + k, ring};
	if (k < w + h - 1)
		return (struct square){ring + w - 1, ring + k - w + 1};
	if (k < 2 * w + h - 2)
		return (struct square){ring + 2 * w + h - 3 - k, ring + h - 1};
	k = ring + 2 * (w + h) - 4 - k;
	return (struct square){ring, k < height ? k : height - 1};
}

static struct square choose(const struct gomoku *game, unsigned style, struct fuzz_chance *chance)
{
	int right = game->width - 1, bottom = game->height - 1;
	bool empty = game->move_count == 0;
	struct square last = empty ? (struct square){0, 0} : game->moves[game->move_count - 1], square;

	switch (style) {
	case 0: /* beside the last one */
		if (empty)
			break;
		return (struct square){last.x - 1 + (int)fuzz_below(chance, 3),
				       last.y - 1 + (int)fuzz_below(chance, 3)};
	case 1: return square_of_edge(game->width, game->height, chance);
	case 2: /* the next one of the spiral */
		for (int k = 0; k < game->width * game->height; k++) {
			square = spiral(game->width, game->height, k);
			if (gomoku_inside(game, square) && gomoku_at(game, square) == STONE_NONE)
				break;
		}
		return square;
	case 3: /* the corners first */
		if (game->move_count < 6)
			return (struct square){fuzz_once_in(chance, 2) ? 0 : right,
					       fuzz_once_in(chance, 2) ? 0 : bottom};
		break;
	case 4: return (struct square){right - last.x, bottom - last.y}; /* the mirror */
	}
	return some_square(game->width, game->height, chance);
}

static char *move(const struct match *match, int seat UNUSED, unsigned style, struct fuzz_chance *chance)
{
	struct gomoku_match game;
	char *problem = gomoku_match_init(&game, &match->setup), *words = NULL;
	struct square square;

	free(problem);
	if (problem)
		return NULL;
	if (gomoku_match_goto(&game, match, match->turn_count)) {
		square = choose(&game.game, style, chance);
		if (gomoku_at(&game.game, square) != STONE_NONE || !gomoku_inside(&game.game, square))
			square = some_square(game.game.width, game.game.height, chance);
		words = bytes_text("%d,%d", square.x, square.y);
	}
	gomoku_match_free(&game);
	return words;
}

static char *line(const struct setup *setup, struct fuzz_chance *chance)
{
	FREED char *words = info_words(setup, chance);

	return bytes_text("INFO %s\\r\\n", words);
}

/* A brain that refuses a board says so before its limit has passed.  */
static bool excuses(const struct match *match, bool left)
{
	return !left && strcmp(match->verdict.reason, REASON_START) == 0 &&
	       match->ended_ns < match->setup.start_limit;
}

static const struct fuzz fuzz = {options, move, line, excuses};

/* The squares of the board in reading order come before those behind them.  */
static char *smaller(const struct setup *setup, const char *move, int k)
{
	enum { MOST = 16 };
	struct square square;
	int width, height;

	setup_sides(setup, &gomoku_option_size, &width, &height);
	if (k >= MOST || !gomoku_read_square(move, strlen(move), &square) || k >= square.y * width + square.x)
		return NULL;
	return bytes_text("%d,%d", k % width, k / width);
}

/* ---- what the rules say of a position ---- */

/* How many bytes of a wrong text are shown.  */
enum { SHOWN = 40 };

/* The squares of a position, with their places in the text.  */
struct position {
	const char *text;
	size_t size;
	struct square *squares;
	int count;
};

/* Where the square with this number, from 0, begins in the text.  */
static size_t place_in(const struct position *position, int number)
{
	FREED struct square *squares = bytes_new((size_t)(number + 1) * sizeof(*squares));
	size_t at = position->size;

	/* Without room for the square, this is where reading ends.  */
	if (gomoku_read_squares(position->text, position->size, squares, number, &at) >= 0)
		at = position->size;
	return at;
}

/* "move 3, "h8" at character 7": the beginning of a message about this square.  */
static char *name_move(const struct position *position, int number)
{
	size_t from = place_in(position, number), to = place_in(position, number + 1);
	char *word, *text;

	while (to > from && strchr(" \t", position->text[to - 1]))
		to--;
	word = bytes_escaped(position->text + from, to - from < SHOWN ? to - from : SHOWN);
	text = bytes_text("--position: move %d, \"%s\" at character %zu,", number + 1, word, from + 1);
	free(word);
	return text;
}

/* The text at that place is no square.  */
static char *name_rest(const struct position *position, size_t bad)
{
	size_t left = position->size - bad;
	FREED char *rest = bytes_escaped(position->text + bad, left < SHOWN ? left : SHOWN);

	return bytes_text("--position: \"%s\" at character %zu is not a square: expected squares such as "
			  "h8g7f6 or \"7,7 6,6\" counted from 0",
			  rest, bad + 1);
}

/* Plays a square.  NULL, or why it cannot be played, for people.  */
static char *play_one(struct gomoku *game, const struct position *position, int number)
{
	struct square square = position->squares[number];
	char *name, *problem;

	if (gomoku_inside(game, square) && gomoku_at(game, square) == STONE_NONE) {
		gomoku_play(game, square);
		return NULL;
	}
	name = name_move(position, number);
	if (gomoku_inside(game, square))
		problem = bytes_text("%s is already taken: name each square once", name);
	else
		problem = bytes_text("%s is outside the board of %d×%d", name, game->width, game->height);
	free(name);
	return problem;
}

/* Reads the text and plays it.  NULL, or what is wrong with it, for people.  */
static char *play_all(struct gomoku *game, struct position *position)
{
	int room = game->width * game->height + 1; /* a longer text cannot be legal */
	bool good = true;
	size_t bad = 0;
	char *problem = NULL;

	position->squares = bytes_new((size_t)room * sizeof(*position->squares));
	position->count = gomoku_read_squares(position->text, position->size, position->squares, room, &bad);
	if (position->count < 0) { /* an earlier square may be wrong, too, and is reported first */
		good = false;
		position->count =
			gomoku_read_squares(position->text, bad, position->squares, room, &(size_t){0});
	}
	for (int i = 0; i < position->count && !problem; i++)
		problem = play_one(game, position, i);
	return problem || good ? problem : name_rest(position, bad);
}

/* Black's forbidden points as `x,y` (from 0), a line each, in reading order; then `win` if the last move made
 * a winning line, otherwise `none`: a member of protocol_tools.  */
static char *gomocup_rules(const struct setup *setup, const char *text, char **problem)
{
	struct position position = {.text = text, .size = strlen(text)};
	struct gomoku_match match;
	struct gomoku *game = &match.game;
	struct bytes told = {0};

	*problem = gomoku_match_init(&match, setup);
	if (*problem)
		return NULL;
	*problem = play_all(game, &position);
	free(position.squares);
	if (!*problem) {
		for (int y = 0; y < game->height; y++)
			for (int x = 0; x < game->width; x++)
				if (gomoku_forbidden(game, (struct square){x, y}))
					bytes_addf(&told, "%d,%d\n", x, y);
		/* A continuous game goes on, but by the rule this is a winning line.  */
		bytes_add_text(&told, gomoku_won(game, NULL, NULL) || gomoku_made_line(game, 0, NULL, NULL)
					      ? "win\n"
					      : "none\n");
	}
	gomoku_match_free(&match);
	return told.at;
}

const struct protocol_tools gomocup_tools = {
	.smaller = smaller,
	.rules = gomocup_rules,
	.position_help = "the moves in order, as h8g7f6 or \"7,7 6,6\"; prints x,y (from 0) for each point "
			 "forbidden to black, then win or none for the last move",
	.spec = &spec,
	.twins = &twins,
	.fuzz = &fuzz,
};
