/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* brain.c - the Gomocup protocol on the brain's side: a table of commands and one board.
 *
 * Lines from the manager have any line end and any length.  Reading goes on while a brain thinks, so that an
 * END is seen at once; the buffer limits how much is read.  */
#include "brain.h"

#include "config.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#define MILLISECOND INT64_C(1000000)

int64_t brain_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 * MILLISECOND + now.tv_nsec;
}

void brain_say(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	putchar('\n');
	fflush(stdout);
}

/* ---- lines from the manager ---- */

enum { PENDING_SIZE = 65536, LINE_SIZE = 4096 };

struct brain_input {
	int fd;
	bool finished; /* the end of input, or an error */
	bool dismissed;
	int64_t arrived;
	size_t start, end; /* of what was read and not yet returned */
	size_t watched;    /* where the search for END continues */
	char pending[PENDING_SIZE];
	char line[LINE_SIZE + 1];
};

static bool ends_line(char byte)
{
	return byte == '\n' || byte == '\r';
}

static bool blank(char byte)
{
	return byte == ' ' || byte == '\t';
}

/* Waits, and reads once. The buffer must have room.  */
static void take_in(struct brain_input *input)
{
	ssize_t size;

	if (input->start == input->end)
		input->start = input->end = input->watched = 0;
	if (input->end == PENDING_SIZE) {
		memmove(input->pending, input->pending + input->start, input->end - input->start);
		input->watched -= input->start;
		input->end -= input->start;
		input->start = 0;
	}
	do
		size = read(input->fd, input->pending + input->end, PENDING_SIZE - input->end);
	while (size < 0 && errno == EINTR);
	if (size > 0)
		input->end += (size_t)size;
	else
		input->finished = true;
}

/* Looks for a line END in the bytes after the last line that was returned.  */
static void watch(struct brain_input *input)
{
	size_t from = input->watched;

	for (size_t i = input->watched; i < input->end; i++) {
		if (!ends_line(input->pending[i]))
			continue;
		size_t to = i;
		while (from < to && blank(input->pending[from]))
			from++;
		while (to > from && blank(input->pending[to - 1]))
			to--;
		if (to - from == 3 && strncasecmp(input->pending + from, "END", 3) == 0)
			input->dismissed = true;
		from = i + 1;
	}
	input->watched = from;
}

/* The start of the line that is not complete: an END from here on is new.  */
static void watch_from_now(struct brain_input *input)
{
	input->watched = input->end;
	while (input->watched > input->start && !ends_line(input->pending[input->watched - 1]))
		input->watched--;
}

static char *trimmed(char *line)
{
	size_t length = strlen(line);

	while (length && blank(line[length - 1]))
		line[--length] = '\0';
	return line + strspn(line, " \t");
}

struct brain_input *brain_input_new(int fd)
{
	struct brain_input *input = calloc(1, sizeof *input);

	if (!input)
		abort();
	input->fd = fd;
	return input;
}

void brain_input_free(struct brain_input *input)
{
	free(input);
}

const char *brain_input_line(struct brain_input *input)
{
	size_t length = 0;
	bool begun = false;

	for (;;) {
		while (input->start < input->end) {
			char byte = input->pending[input->start++];

			if (!ends_line(byte)) {
				begun = true;
				if (length < LINE_SIZE)
					input->line[length++] = byte == '\0' ? (char)' ' : byte;
				continue;
			}
			if (!begun)
				continue;
			input->line[length] = '\0';
			char *line = trimmed(input->line);
			if (*line) {
				watch_from_now(input);
				return line;
			}
			length = 0;
			begun = false;
		}
		if (input->finished)
			break;
		take_in(input);
		input->arrived = brain_now();
	}
	input->line[length] = '\0';
	watch_from_now(input);
	char *line = trimmed(input->line);
	return *line ? line : NULL; /* the last line may have no end */
}

int64_t brain_input_arrived(const struct brain_input *input)
{
	return input->arrived;
}

bool brain_input_ended(struct brain_input *input, int64_t until)
{
	bool again = true;

	while (!input->dismissed && again) {
		struct pollfd ready = {.fd = input->fd, .events = POLLIN};
		int64_t wait = until - brain_now();
		bool readable = !input->finished && input->end - input->start < PENDING_SIZE;
		int milliseconds = wait <= 0           ? 0
				   : wait > 1000000000 ? 1000
						       : (int)((wait + 999999) / 1000000);

		if (poll(&ready, readable ? 1 : 0, milliseconds) > 0) {
			take_in(input);
			watch(input);
		}
		again = brain_now() < until;
	}
	return input->dismissed;
}

bool brain_dismissed(const struct brain_turn *given)
{
	return brain_input_ended(given->input, 0);
}

/* ---- the board ---- */

void brain_set(struct brain_board *board, int square, enum brain_field field)
{
	board->stones += (field != FIELD_EMPTY) - (board->field[square] != FIELD_EMPTY);
	board->field[square] = (unsigned char)field;
}

/* In continuous games the stones of a winning line become blocks, which belong to nobody.  BOARD tells blocks
   as field 3, TURN does not: a brain has to find them itself.  */

static enum brain_field field_at(const struct brain_board *board, int x, int y)
{
	if (x < 0 || y < 0 || x >= board->width || y >= board->height)
		return FIELD_EMPTY;
	return (enum brain_field)board->field[y * board->width + x];
}

/* How many more stones of its kind follow in a row from the square.  */
static int run(const struct brain_board *board, int x, int y, int dx, int dy)
{
	enum brain_field field = field_at(board, x, y);
	int length = 0;

	while (field_at(board, x + (length + 1) * dx, y + (length + 1) * dy) == field)
		length++;
	return length;
}

/* `rule`: the bits of INFO rule. `ends`: how many ends of the row have an opponent's stone.  */
static bool wins(int rule, bool black, int length, int ends)
{
	bool exactly = rule & RULE_EXACT || (rule & RULE_RENJU && black);

	if (length != 5)
		return length > 5 && !exactly;
	return !(rule & RULE_CARO) || ends < 2;
}

void brain_block(struct brain_board *board, int square, int rule)
{
	static const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
	int x = square % board->width, y = square / board->width, made[4][2] = {{0}};
	bool black = board->stones % 2 == 1; /* the player who has just moved */

	for (int i = 0; i < 4; i++) {
		int dx = directions[i][0], dy = directions[i][1];
		int back = run(board, x, y, -dx, -dy), length = back + 1 + run(board, x, y, dx, dy);
		int ends =
			(field_at(board, x - (back + 1) * dx, y - (back + 1) * dy) != FIELD_EMPTY) +
			(field_at(board, x + (length - back) * dx, y + (length - back) * dy) != FIELD_EMPTY);

		if (wins(rule, black, length, ends)) {
			made[i][0] = back;
			made[i][1] = length;
		}
	}
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < made[i][1]; j++)
			board->field[(y + (j - made[i][0]) * directions[i][1]) * board->width + x +
				     (j - made[i][0]) * directions[i][0]] = FIELD_BLOCKED;
}

/* ---- swap2: first three stones that are about balanced, then the better side ---- */

/* From this value on a side is better; below it the position is balanced.  */
enum { ADVANTAGE = 40 };

/* Black, white, black, as offsets from the centre. The last row fits a board of side 5; the others need
 * 11.  */
static const int openings[][3][2] = {
	{{0, 0}, {1, 1}, {-5, 4}}, {{-4, -4}, {-3, -4}, {5, 5}}, {{5, 0}, {4, 1}, {-5, 1}},
	{{0, 5}, {1, 4}, {3, -5}}, {{0, 0}, {1, 0}, {-2, 2}},
};

static uint64_t chance(const struct brain_turn *turn, uint64_t bound)
{
	uint64_t state = turn->seeded ? turn->seed : (uint64_t)brain_now();

	return chance_below(&state, bound);
}

static void place_three(const struct brain_turn *turn)
{
	enum { SMALL = sizeof openings / sizeof *openings - 1 };
	int x = turn->board->width / 2, y = turn->board->height / 2;
	bool small = turn->board->width < 11 || turn->board->height < 11;
	const int(*three)[2] = openings[small ? (uint64_t)SMALL : chance(turn, SMALL)];

	brain_say("%d,%d %d,%d %d,%d", x + three[0][0], y + three[0][1], x + three[1][0], y + three[1][1],
		  x + three[2][0], y + three[2][1]);
}

/* What white's best move is worth to white.  */
static int worth(const struct brain *brain, const struct brain_turn *turn)
{
	if (brain->value)
		return brain->value(brain->self);
	return (int)chance(turn, 4 * ADVANTAGE) - 2 * ADVANTAGE;
}

static void say_square(const struct brain_turn *turn, int square)
{
	brain_say("%d,%d", square % turn->board->width, square / turn->board->width);
}

/* Adds a white stone and a black one, and lets the opponent choose.  */
static void place_two(const struct brain *brain, const struct brain_turn *turn, int white)
{
	struct brain_board after = *turn->board;
	struct brain_turn next = *turn;

	for (int i = 0; i < after.width * after.height; i++) /* from black's side */
		if (after.field[i] != FIELD_EMPTY)
			after.field[i] = after.field[i] == FIELD_OWN ? FIELD_OPPONENT : FIELD_OWN;
	brain_set(&after, white, FIELD_OPPONENT);
	next.board = &after;
	int black = brain->choose(brain->self, &next);
	brain_say("%d,%d %d,%d", white % after.width, white / after.width, black % after.width,
		  black / after.width);
}

/* Answers SWAP2BOARD. The turn's board has 0, 3 or 5 stones and is seen from white's side.  */
static void swap2(const struct brain *brain, const struct brain_turn *turn)
{
	if (turn->board->stones == 0) {
		place_three(turn);
		return;
	}
	int square = brain->choose(brain->self, turn), value = worth(brain, turn);
	if (value < -ADVANTAGE)
		brain_say("SWAP");
	else if (value > ADVANTAGE || turn->board->stones == 5)
		say_square(turn, square);
	else
		place_two(brain, turn, square);
}

/* ---- commands ---- */

/* The state of one process.  */
struct session {
	const struct brain *brain;
	int64_t seed, delay; /* options; -1 when not given */
	struct brain_input *input;
	struct brain_board board;
	struct brain_limits limits;
	int rule;
	int64_t answered; /* when our last move was sent */
	bool over;
};

typedef void command(struct session *session, const char *rest);

static const char *skip_blanks(const char *text)
{
	return text + strspn(text, " \t");
}

/* Reads one number after optional blanks; a huge one is clamped. Returns what follows it, or NULL.  */
static const char *read_number(const char *text, long *value)
{
	char *end;

	*value = strtol(skip_blanks(text), &end, 10);
	return end == skip_blanks(text) ? NULL : skip_blanks(end);
}

/* Reads exactly `count` numbers separated by commas.  */
static bool read_numbers(const char *text, long values[], int count)
{
	for (int i = 0; i < count; i++) {
		text = read_number(text, &values[i]);
		if (!text || (i + 1 < count && *text++ != ','))
			return false;
	}
	return *text == '\0';
}

static void clear(struct session *session)
{
	memset(session->board.field, FIELD_EMPTY, sizeof session->board.field);
	session->board.stones = 0;
	session->limits.spent = 0;
}

static bool has_board(const struct session *session)
{
	if (session->board.width == 0)
		brain_say("ERROR no board yet: START comes first");
	return session->board.width != 0;
}

/* The index of square x,y, or -1 if it is outside.  */
static int square_at(const struct brain_board *board, long x, long y)
{
	if (x < 0 || y < 0 || x >= board->width || y >= board->height)
		return -1;
	return (int)y * board->width + (int)x;
}

/* The square that the text names. Says ERROR and returns -1 if there is none.  */
static int read_square(const struct session *session, const char *text)
{
	const struct brain_board *board = &session->board;
	long at[2];

	if (!read_numbers(text, at, 2)) {
		brain_say("ERROR a square is X,Y, not \"%.40s\"", text);
		return -1;
	}
	int square = square_at(board, at[0], at[1]);
	if (square < 0)
		brain_say("ERROR %ld,%ld is outside the board of %dx%d", at[0], at[1], board->width,
			  board->height);
	return square;
}

/* Makes a move and turns finished lines into blocks.  */
static void put(struct session *session, int square, enum brain_field field)
{
	brain_set(&session->board, square, field);
	if (session->rule & RULE_CONTINUOUS)
		brain_block(&session->board, square, session->rule);
}

/* A turn on that board. Its command may have arrived before our last answer.  */
static struct brain_turn turn_on(const struct session *session, const struct brain_board *board)
{
	int64_t arrived = brain_input_arrived(session->input);

	return (struct brain_turn){
		.board = board,
		.limits = &session->limits,
		.rule = session->rule,
		.arrived = arrived > session->answered ? arrived : session->answered,
		.seed = session->seed < 0 ? 0 : (uint64_t)session->seed,
		.seeded = session->seed >= 0,
		.input = session->input,
	};
}

/* Counts our time; call it when the answer is sent.  */
static void answered(struct session *session, const struct brain_turn *turn)
{
	session->answered = brain_now();
	session->limits.spent += (session->answered - turn->arrived) / MILLISECOND;
}

static void answer(struct session *session)
{
	struct brain_board *board = &session->board;
	const struct brain_turn turn = turn_on(session, board);

	if (board->stones == board->width * board->height) {
		brain_say("ERROR the board is full");
		return;
	}
	int square = session->brain->choose(session->brain->self, &turn);
	if (session->delay > 0)
		brain_input_ended(session->input, turn.arrived + session->delay * MILLISECOND);
	if (brain_dismissed(&turn))
		return;
	put(session, square, FIELD_OWN);
	brain_say("%d,%d", square % board->width, square / board->width);
	answered(session, &turn);
}

static void start_board(struct session *session, long width, long height)
{
	if (width < BRAIN_SIDE_MIN || width > BRAIN_SIDE_MAX || height < BRAIN_SIDE_MIN ||
	    height > BRAIN_SIDE_MAX) {
		brain_say("ERROR a side of the board is %d to %d, not %ldx%ld", BRAIN_SIDE_MIN,
			  BRAIN_SIDE_MAX, width, height);
		return;
	}
	session->board.width = (int)width;
	session->board.height = (int)height;
	clear(session);
	brain_say("OK");
}

static void start(struct session *session, const char *rest)
{
	long side;

	if (read_numbers(rest, &side, 1))
		start_board(session, side, side);
	else
		brain_say("ERROR START wants the side of the board, as in START 20");
}

static void rectstart(struct session *session, const char *rest)
{
	long sides[2];

	if (read_numbers(rest, sides, 2))
		start_board(session, sides[0], sides[1]);
	else
		brain_say("ERROR RECTSTART wants width,height, as in RECTSTART 30,20");
}

static void restart(struct session *session, const char *rest)
{
	(void)rest;
	if (has_board(session)) {
		clear(session);
		brain_say("OK");
	}
}

static void begin(struct session *session, const char *rest)
{
	(void)rest;
	if (!has_board(session))
		return;
	if (session->board.stones > 0)
		brain_say("ERROR BEGIN is for an empty board, and %d squares are taken",
			  session->board.stones);
	else
		answer(session);
}

static void turn(struct session *session, const char *rest)
{
	if (!has_board(session))
		return;
	int square = read_square(session, rest);
	if (square < 0)
		return;
	if (session->board.field[square] != FIELD_EMPTY) {
		brain_say("ERROR %s is taken", rest);
		return;
	}
	put(session, square, FIELD_OPPONENT);
	answer(session);
}

/* Puts the stone of one BOARD line. Returns what is wrong with the line, or NULL.  */
static const char *board_line(struct brain_board *board, const char *line)
{
	long stone[3];

	if (!read_numbers(line, stone, 3))
		return "is not X,Y,FIELD";
	int square = square_at(board, stone[0], stone[1]);
	if (square < 0)
		return "is outside the board";
	if (stone[2] < FIELD_OWN || stone[2] > FIELD_BLOCKED)
		return "has a field that is not 1, 2 or 3";
	if (board->field[square] != FIELD_EMPTY)
		return "names a square twice";
	brain_set(board, square, (enum brain_field)stone[2]);
	return NULL;
}

/* Puts the stone of one SWAP2BOARD line, black first. Returns what is wrong with the line, or NULL.  */
static const char *swap2_line(struct brain_board *board, const char *line)
{
	long stone[2] = {0};

	if (!read_numbers(line, stone, 2))
		return "is not X,Y";
	int square = square_at(board, stone[0], stone[1]);
	if (square < 0)
		return "is outside the board";
	if (board->field[square] != FIELD_EMPTY)
		return "names a square twice";
	brain_set(board, square, board->stones % 2 ? FIELD_OWN : FIELD_OPPONENT);
	return NULL;
}

/* Reads the lines up to DONE into a new board; NULL after a mistake.  */
static struct brain_board *read_board(struct session *session, const char *name,
				      const char *(*place)(struct brain_board *board, const char *line))
{
	struct brain_board *board;
	bool wrong = false;

	if (!(board = calloc(1, sizeof *board)))
		abort();
	board->width = session->board.width;
	board->height = session->board.height;
	for (;;) {
		const char *line = brain_input_line(session->input);

		if (!line || strcasecmp(line, "END") == 0) {
			session->over = true;
			break;
		}
		if (strcasecmp(line, "DONE") == 0)
			break;
		const char *mistake = wrong || board->width == 0 ? NULL : place(board, line);
		if (mistake) {
			brain_say("ERROR the line \"%.40s\" of %s %s", line, name, mistake);
			wrong = true;
		}
	}
	if (!session->over && !wrong && has_board(session))
		return board;
	free(board);
	return NULL;
}

/* A mistake in one line leaves the old board unchanged.  */
static void board(struct session *session, const char *rest)
{
	struct brain_board *next = read_board(session, "BOARD", board_line);

	(void)rest;
	if (!next)
		return;
	session->board = *next;
	free(next);
	answer(session);
}

/* The stones are a proposed opening. BOARD tells the final one, so our board stays empty.  */
static void swap2board(struct session *session, const char *rest)
{
	struct brain_board *next = read_board(session, "SWAP2BOARD", swap2_line);
	struct brain_turn turn;

	(void)rest;
	if (!next)
		return;
	turn = turn_on(session, next);
	if (next->stones == 0 || next->stones == 3 || next->stones == 5)
		swap2(session->brain, &turn);
	else
		brain_say("ERROR SWAP2BOARD has 0, 3 or 5 stones, not %d", next->stones);
	answered(session, &turn);
	free(next);
}

static void takeback(struct session *session, const char *rest)
{
	if (!has_board(session))
		return;
	int square = read_square(session, rest);
	if (square < 0)
		return;
	if (session->board.field[square] == FIELD_EMPTY) {
		brain_say("ERROR no stone stands on %s", rest);
		return;
	}
	if (session->rule & RULE_CONTINUOUS) {
		brain_say("ERROR a line may come back with %s: say BOARD, after RESTART", rest);
		return;
	}
	brain_set(&session->board, square, FIELD_EMPTY);
	brain_say("OK");
}

/* INFO has no answer: unknown keys and bad values are ignored.  */
static void info(struct session *session, const char *rest)
{
	const struct {
		const char *key;
		int64_t *limit;
	} limits[] = {
		{"timeout_turn", &session->limits.timeout_turn},
		{"timeout_match", &session->limits.timeout_match},
		{"time_left", &session->limits.time_left},
	};
	size_t length = strcspn(rest, " \t");
	long value;

	if (!read_number(rest + length, &value))
		return;
	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
		if (strlen(limits[i].key) == length && strncasecmp(rest, limits[i].key, length) == 0)
			*limits[i].limit = value < 0 ? 0 : value;
	if (length == 4 && strncasecmp(rest, "rule", 4) == 0)
		session->rule = (int)(value & (RULE_EXACT | RULE_CONTINUOUS | RULE_RENJU | RULE_CARO));
}

static void about(struct session *session, const char *rest)
{
	(void)rest;
	brain_say("name=\"%s\", version=\"%s\", author=\"the authors of %s\"", session->brain->name,
		  PACKAGE_VERSION, PACKAGE_NAME);
}

static void end(struct session *session, const char *rest)
{
	(void)rest;
	session->over = true;
}

static const struct {
	const char *name;
	command *run;
} commands[] = {
	{"SWAP2BOARD", swap2board}, {"START", start}, {"RECTSTART", rectstart},
	{"RESTART", restart},       {"BEGIN", begin}, {"TURN", turn},
	{"BOARD", board},           {"INFO", info},   {"TAKEBACK", takeback},
	{"ABOUT", about},           {"END", end},
};

static void obey(struct session *session, const char *line)
{
	size_t length = strcspn(line, " \t");

	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (strlen(commands[i].name) == length && strncasecmp(line, commands[i].name, length) == 0) {
			commands[i].run(session, skip_blanks(line + length));
			return;
		}
	brain_say("UNKNOWN command \"%.40s\"", line);
}

int64_t brain_allowance(const struct brain_limits *limits)
{
	int64_t turn = limits->timeout_turn < 0 ? 1000 : limits->timeout_turn;
	int64_t left = limits->time_left;

	if (left < 0 && limits->timeout_match > 0)
		left = limits->timeout_match > limits->spent ? limits->timeout_match - limits->spent : 0;
	if (left >= 0 && left < BRAIN_UNLIMITED && left / 20 < turn)
		turn = left / 20; /* assume that twenty moves are still to come */

	/* Delays between our clock and the manager's on a busy machine.  */
	int64_t safety = turn / 20 > 12 ? turn / 20 : 12;
	return turn - safety > 0 ? turn - safety : 0;
}

/* Reads the command line. Returns -1 to go on, else the exit status.  */
static int read_options(struct session *session, int argc, char **argv)
{
	const struct sample_option shared[] = {
		SAMPLE_SEED(&session->seed),
		{.name = "delay",
		 .argument = "MS",
		 .help = "think at least MS milliseconds, for demonstrations",
		 .most = INT32_MAX,
		 .number = &session->delay},
		{0},
	};
	const struct brain *brain = session->brain;
	char program[32];
	const struct sample sample = {program, brain->purpose, "the Gomocup protocol", brain->options,
				      shared};

	snprintf(program, sizeof(program), "pbrain-%s", brain->name);
	session->seed = session->delay = -1;
	return sample_options(&sample, argc, argv);
}

int brain_main(const struct brain *brain, int argc, char **argv)
{
	struct session *session = calloc(1, sizeof *session);
	const char *line;

	if (!session)
		abort();
	session->brain = brain;
	session->limits = (struct brain_limits){.timeout_turn = -1, .timeout_match = -1, .time_left = -1};
	int status = read_options(session, argc, argv);
	if (status < 0) {
		session->input = brain_input_new(STDIN_FILENO);
		while (!session->over && (line = brain_input_line(session->input)))
			obey(session, line);
		brain_input_free(session->input);
		status = EXIT_SUCCESS;
	}
	free(session);
	return status;
}
