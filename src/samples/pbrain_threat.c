/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pbrain_threat.c - sample:threat: a brain that sees fives, fours and threes, and says what it thinks.  */
#include "brain.h"
#include "threat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MILLISECOND INT64_C(1000000)

enum { FAST_NODES = 400, NAME_SIZE = 16, TEXT_SIZE = 512, BAR = 10 };

struct threat {
	int64_t nodes; /* options */
	bool talk;
	struct lines *lines[FIVE_RULES];
	struct position *position;
	struct search *search;
	int width, height, rule; /* of the last move */
	int value;               /* of the last move, for the player who made it */
	const struct brain_turn *turn;
};

/* The column as letters, a to z, then aa, ab; the row from 1.  */
static const char *name_of(const struct position *position, int at, char name[NAME_SIZE])
{
	int x = position_x(position, at), y = position_y(position, at);
	char first[2] = "";

	if (x >= 26)
		first[0] = (char)('a' + x / 26 - 1);
	snprintf(name, NAME_SIZE, "%s%c%d", first, 'a' + x % 26, y + 1);
	return name;
}

static void line_text(const struct position *position, const struct search_result *result,
		      char text[TEXT_SIZE])
{
	char name[NAME_SIZE];

	text[0] = '\0';
	for (int i = 0; i < result->length; i++) {
		size_t used = strlen(text);

		snprintf(text + used, TEXT_SIZE - used, "%s%s", i ? " " : "",
			 name_of(position, result->line[i], name));
	}
}

/* A line for a terminal, written at once: depth, a bar from lost to won, the move.  */
static void talk(const struct threat *threat, const struct search_result *result, const char *end)
{
	char name[NAME_SIZE], bar[BAR * sizeof("▰")] = "";
	int full = BAR / 2 + result->value / 60;

	for (int i = 0; i < BAR; i++)
		strcat(bar, i < full ? "▰" : "▱");
	setvbuf(stderr, NULL, _IOLBF, BUFSIZ);
	fprintf(stderr, "\r\033[2K\033[1;36mthreat\033[0m depth %2d \033[%dm%s\033[0m \033[1m%s\033[0m %+d%s",
		result->depth, result->value < 0 ? 31 : 32, bar,
		name_of(threat->position, result->move, name), result->value, end);
	fflush(stderr);
}

static void report(void *self, const struct search_result *result)
{
	const struct threat *threat = self;
	char name[NAME_SIZE];

	brain_say("DEBUG depth %d best %s eval %d nodes %ld", result->depth,
		  name_of(threat->position, result->move, name), result->value, result->nodes);
	if (threat->talk)
		talk(threat, result, "");
}

/* One line for people.  */
static void explain(const struct threat *threat, const struct search_result *result)
{
	static const char *const reasons[] = {
		[FOUND_FIVE] = "five, and I have won:",
		[FOUND_BLOCK] = "I have to stop your five at",
		[FOUND_FOURS] = "I see a four that nothing stops at",
		[FOUND_CHAIN] = "I win with fours:",
		[FOUND_ANYTHING] = "nothing is left to win, I play",
	};
	char line[TEXT_SIZE];
	const char *reason = reasons[result->finding];

	line_text(threat->position, result, line);
	if (!reason && result->value >= VALUE_MATE)
		reason = "I see a win:";
	else if (!reason && result->value <= -VALUE_MATE)
		reason = "you can win, I make it long:";
	if (reason)
		brain_say("MESSAGE %s %s, eval %d", reason, line, result->value);
	else
		brain_say("MESSAGE depth %d, eval %d, %s", result->depth, result->value, line);
	if (threat->talk)
		talk(threat, result, "\n");
}

/* Sets up the position and returns our colour: black if the number of stones is even.  */
static enum stone set_up(struct threat *threat, const struct brain_turn *turn)
{
	const struct brain_board *board = turn->board;
	enum stone colour = board->stones % 2 == 0 ? BLACK : WHITE;
	const enum stone colours[] = {EMPTY, colour, other_stone(colour), EDGE};
	unsigned char holds[BRAIN_SQUARES];

	for (int square = 0; square < board->width * board->height; square++)
		holds[square] = (unsigned char)colours[board->field[square]];
	for (enum stone who = BLACK; who <= WHITE; who++) {
		enum five_rule rule = position_five_rule(turn->rule, who);

		if (!threat->lines[rule])
			threat->lines[rule] = lines_new(rule);
	}
	position_clear(threat->position, threat->lines, turn->rule, board->width, board->height);
	for (int square = 0; square < board->width * board->height; square++)
		if (holds[square] != EMPTY)
			position_place(threat->position,
				       position_square(threat->position, square % board->width,
						       square / board->width),
				       (enum stone)holds[square]);
	return colour;
}

/* The centre. With a seed, and if the rules allow it, the centre or a square beside it.  */
static int first_move(const struct brain_turn *turn)
{
	uint64_t state = turn->seed;
	int x = turn->board->width / 2, y = turn->board->height / 2;

	if (turn->seeded && !(turn->rule & RULE_RENJU)) {
		x += (int)chance_below(&state, 3) - 1;
		y += (int)chance_below(&state, 3) - 1;
	}
	return y * turn->board->width + x;
}

static int64_t now(void *self)
{
	(void)self;
	return brain_now();
}

static bool stop(void *self)
{
	const struct threat *threat = self;

	return brain_dismissed(threat->turn);
}

static int choose(void *self, const struct brain_turn *turn)
{
	struct threat *threat = self;
	const struct brain_board *board = turn->board;
	int64_t allowance = brain_allowance(turn->limits) * MILLISECOND;
	struct search_limits limits = {
		.deadline = turn->arrived + allowance,
		.settled = turn->arrived + allowance / 2,
		.nodes = threat->nodes,
		.clock = now,
		.stop = stop,
		.self = threat,
	};

	if (allowance == 0) {
		limits.deadline = 0;
		limits.nodes = FAST_NODES;
		limits.depth = 1;
	}
	if (board->stones == 0) {
		brain_say("MESSAGE an empty board, the centre is mine");
		return first_move(turn);
	}
	threat->turn = turn;
	/* With --nodes its moves follow from the position alone, however the position was told.  */
	if (threat->nodes || board->stones < 2 || board->width != threat->width ||
	    board->height != threat->height || turn->rule != threat->rule)
		search_clear(threat->search, turn->seeded ? turn->seed + 1 : 0);
	threat->width = board->width;
	threat->height = board->height;
	threat->rule = turn->rule;

	enum stone colour = set_up(threat, turn);
	const struct search_result result =
		search_move(threat->search, threat->position, colour, &limits, report);
	threat->value = result.value;
	if (!brain_dismissed(turn))
		explain(threat, &result);
	return position_y(threat->position, result.move) * board->width +
	       position_x(threat->position, result.move);
}

static int value(const void *self)
{
	const struct threat *threat = self;

	return threat->value;
}

int main(int argc, char **argv)
{
	struct threat threat = {.position = calloc(1, sizeof *threat.position), .search = search_new()};
	const struct sample_option options[] = {
		{.name = "nodes",
		 .argument = "N",
		 .help = "search at most N positions a move; 0: until the time is up",
		 .most = INT32_MAX,
		 .number = &threat.nodes},
		{.name = "talk",
		 .help = "show what it thinks on standard error, in colour",
		 .flag = &threat.talk,
		 .store = true},
		{0},
	};
	const struct brain brain = {
		.name = "threat",
		.purpose =
			"A gomoku brain that sees fives, fours and threes, for itself and for the opponent.",
		.options = options,
		.choose = choose,
		.value = value,
		.self = &threat,
	};

	if (!threat.position)
		abort();
	int status = brain_main(&brain, argc, argv);
	for (int i = 0; i < FIVE_RULES; i++)
		lines_free(threat.lines[i]);
	search_free(threat.search);
	free(threat.position);
	return status;
}
