/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* twins.c - the ways in which a brain can be told the same position (ringside/twins.h).
 *
 * Most of them tell all of the game to one process, each a little otherwise than the judge did.  The choices
 * of swap2 are told in no way.  */
#include "ringside/twins.h"
#include "wire.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
	struct bytes turned = {0};

	add_turned(telling, gomocup_text(answer->bytes, answer->size), &turned);
	twins_await(telling->steps, "move", &(struct message){.bytes = turned.at, .size = turned.size});
	bytes_free(&turned);
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

const struct twins gomocup_twins = {
	.ways = ways,
	.rival = "sample:threat --nodes 2000",
};
