/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* heard.c - a game of quantum chess by what another judge says to its agent (ringside tap).
 *
 * Chance is the other judge's.  So the hidden types become known when it tells them, and an answer is played
 * when its update comes.  The game begins with the first question or update: until then the agent is told its
 * colour, and perhaps a board.  */
#include "wire.h"

#include "ringside/arbiter.h"
#include "ringside/bytes.h"
#include "systems/text.h"
#include <stdlib.h>
#include <string.h>

enum { MISFIT };

const struct notice_row qchess_notices[] = {
	[MISFIT] = {"misfit", "+text",
		    "was told what does not fit the game: {text}; it is not followed from here on"},
	{0},
};

static struct text line_of(const struct message *message)
{
	return text_trimmed((struct text){message->bytes, message_text_size(message, NULL)});
}

static bool is_colour(struct text line)
{
	return text_is(line, quantum_chess_colour_name(QCHESS_WHITE)) ||
	       text_is(line, quantum_chess_colour_name(QCHESS_BLACK));
}

static bool is_question(struct text line)
{
	return text_is(line, "SELECTION?") || text_is(line, "MOVE?");
}

static bool is_update(struct text line)
{
	return line.size > 2 && *line.at >= '0' && *line.at <= '9';
}

static bool is_quit(struct text line)
{
	return text_is(text_word(&line), "QUIT");
}

static enum channel channel(const void *state UNUSED, const char *bytes, size_t size)
{
	struct text line = line_of(&(struct message){.bytes = (char *)bytes, .size = size});
	bool commands = is_colour(line) || is_question(line) || is_quit(line);

	return is_update(line) ? CHANNEL_INPUT : commands ? CHANNEL_COMMAND : CHANNEL_INFO;
}

/* ---- before a game ---- */

static void add_piece(struct setup *setup, struct text line)
{
	const char *given = setup_given(setup, quantum_chess_option_board.name);
	FREED char *board = bytes_text("%s%.*s\n", given ? given : "", (int)line.size, line.at);

	setup_put(setup, &quantum_chess_option_board, board);
}

/* A question is for the agent's turn, and the first update is of whose piece it selects.  */
static enum qchess_colour to_move(const struct setup *setup, int seat, struct text line)
{
	struct quantum_chess game;
	FREED char *problem = quantum_chess_init(&game, setup);
	int x = line.at[0] - '0', y = line.at[2] - '0';

	if (!is_update(line))
		return seat == quantum_chess_seat(setup, QCHESS_WHITE) ? QCHESS_WHITE : QCHESS_BLACK;
	return !problem && x < QCHESS_SIDE && y >= 0 && y < QCHESS_SIDE && game.at[y][x].there
		       ? game.at[y][x].colour
		       : QCHESS_WHITE;
}

static bool begins(struct setup *setup, const struct message *message)
{
	struct text line = line_of(message);
	bool begun = is_question(line) || is_update(line);

	if (is_colour(line)) {
		setup->first = text_is(line, quantum_chess_colour_name(QCHESS_WHITE))
				       ? message->seat
				       : seat_opponent(message->seat);
		setup_put(setup, &quantum_chess_option_draws, "original");
	}
	if (is_colour(line) || text_is(line, "BOARD")) {
		setup_unset(setup, quantum_chess_option_board.name);
		setup_unset(setup, quantum_chess_option_to_move.name);
	} else if (line.size && memchr(line.at, '[', line.size)) {
		add_piece(setup, line);
	} else if (begun) {
		setup_put_value(setup, &quantum_chess_option_to_move, to_move(setup, message->seat, line));
	}
	return begun;
}

/* ---- in a game ---- */

static bool renews(const void *state, const struct message *message)
{
	const struct qchess *q = state;
	struct text line = line_of(message);

	return q->heard != HEARD_NOTHING && (is_colour(line) || text_is(line, "BOARD"));
}

/* Nothing is asked for any more, or nothing whose answer could be judged.  */
static bool is_lost(const struct qchess *q)
{
	return q->heard > HEARD_GAME || arbiter_match(q->judge)->over;
}

static void misfits(struct qchess *q, int seat, const char *why)
{
	q->heard = HEARD_MISFIT;
	arbiter_answered(q->judge, seat);
	arbiter_notice_of(q->judge, seat, &qchess_notices[MISFIT], 0, 0, why);
}

static void heard_question(struct qchess *q, int seat, struct text line)
{
	const struct setup *setup = arbiter_setup(q->judge);

	if (is_lost(q))
		return;
	q->answers = false;
	if (seat != quantum_chess_seat(setup, q->game.to_move))
		misfits(q, seat, "it is the opponent's turn");
	else if (q->game.selected != text_is(line, "MOVE?"))
		misfits(q, seat,
			q->game.selected ? "the selected piece has to move"
					 : "no piece is selected that can move");
	else
		arbiter_heard_question(q->judge, seat, true, setup_turn_limit(setup, seat));
}

static void heard_update(struct qchess *q, int seat, struct text line)
{
	bool moves = q->game.selected;
	int mover = quantum_chess_seat(arbiter_setup(q->judge), q->game.to_move);
	FREED char *words = bytes_copy(line.at, line.size), *problem = NULL;

	if (is_lost(q))
		return;
	problem = quantum_chess_play_words(&q->game, words);
	if (problem) {
		misfits(q, seat, problem);
		return;
	}
	if (mover == seat && arbiter_is_asked(q->judge, seat))
		arbiter_answered(q->judge, seat);
	qchess_turned(q, mover, mover == seat && q->answers ? q->answer.at : NULL, moves);
	q->answers = false;
}

static void heard(void *state, const struct message *message)
{
	struct qchess *q = state;
	int seat = message->seat;
	struct text line = line_of(message);
	bool plays = is_question(line) || is_update(line);

	if (plays && q->heard == HEARD_NOTHING)
		q->heard = HEARD_GAME;
	if (is_colour(line)) {
		qchess_tell(q, seat, CHANNEL_COMMAND, text_is(line, "white") ? "white" : "black");
	} else if (plays) {
		(is_question(line) ? heard_question : heard_update)(q, seat, line);
	} else if (is_quit(line)) {
		q->heard = HEARD_QUIT;
		arbiter_heard_end(q->judge);
	}
}

static bool needs(const void *state)
{
	const struct qchess *q = state;

	return q->heard != HEARD_QUIT;
}

const struct protocol_tap qchess_tap = {
	.channel = channel,
	.begins = begins,
	.renews = renews,
	.heard = heard,
	.needs = needs,
};
