/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.c - the protocol of quantum chess (UCC Progcomp 2013): text agents over pipes.
 *
 * A turn is one request: a selection, or the move of the selected piece.  The result is told to both agents,
 * to the seat itself first (qchess, Wire).  Coordinates are x y from 0, top left.  */
#include "wire.h"
#include "log.h"
#include "ringside/bytes.h"
#include "ringside/protocol.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const struct channel_pane panes[] = {
	{"requests", CHANNEL_BIT(CHANNEL_COMMAND)},
	{"answers", CHANNEL_BIT(CHANNEL_MOVE) | CHANNEL_BIT(CHANNEL_UNKNOWN) | CHANNEL_BIT(CHANNEL_FAULT)},
	{"updates", CHANNEL_BIT(CHANNEL_INPUT)},
	{"board", CHANNEL_BIT(CHANNEL_INFO)},
	{"stderr", CHANNEL_BIT(CHANNEL_STDERR) | CHANNEL_BIT(CHANNEL_EVENT)},
	{0},
};

static const char *const samples[] = {"qchess-", NULL};
static const char *const seeded[] = {"random", "thinker", NULL};

static bool is_agent(const struct qchess *q, int seat)
{
	return referee_setup(q->judge)->seat[seat].kind == SEAT_AGENT;
}

static int seat_of(const struct qchess *q, enum qchess_colour colour)
{
	return quantum_chess_seat(referee_setup(q->judge), colour);
}

static enum qchess_colour colour_of(const struct qchess *q, int seat)
{
	return seat == seat_of(q, QCHESS_WHITE) ? QCHESS_WHITE : QCHESS_BLACK;
}

/* ---- ends ---- */

/* The seat has failed.  `word`: the original's word for it, in logs and after QUIT.  */
static void forfeit(struct qchess *q, int seat, const char *reason, const char *word, const char *what)
{
	referee_forfeit_case(q->judge, seat, reason, word, "%s (%s)", what, word);
}

static void draw(struct qchess *q, const char *detail)
{
	referee_verdict(q->judge, WINNER_DRAW, quantum_chess_reason(q->game.end), SEAT_NONE, "%s", detail);
}

/* Ends the match when the game is over.  */
static bool over(struct qchess *q)
{
	const struct quantum_chess *game = &q->game;
	char *detail;

	switch (game->end) {
	case QCHESS_GOES_ON: return false;
	case QCHESS_KING_TAKEN:
		referee_verdict(q->judge, seat_of(q, game->winner), quantum_chess_reason(game->end),
				SEAT_NONE, "%s took the king on %d %d",
				quantum_chess_colour_name(game->winner), game->to.x, game->to.y);
		break;
	case QCHESS_BARE_KINGS: draw(q, "only the kings are left"); break;
	case QCHESS_QUIET: draw(q, "100 moves in a row without a capture or a move of a pawn"); break;
	case QCHESS_STUCK: draw(q, "16 turns in a row in which the piece could not move"); break;
	case QCHESS_MOST_MOVES:
		detail = bytes_text("%d %s played (--max-moves)", game->moves,
				    game->moves == 1 ? "move was" : "moves were");
		draw(q, detail);
		free(detail);
		break;
	}
	return true;
}

/* ---- turns ---- */

static void next(struct qchess *q)
{
	if (!over(q))
		referee_next(q->judge, seat_of(q, q->game.to_move));
}

static void send_line(struct qchess *q, int seat, enum channel channel, unsigned flags, const char *words)
{
	q->line.size = 0;
	bytes_add_text(&q->line, words);
	bytes_add(&q->line, "\n", 1);
	referee_send_bytes(q->judge, seat, channel, flags, q->line.at, q->line.size);
}

void qchess_tell(struct qchess *q, int seat, enum channel channel, const char *words)
{
	size_t size = strnlen(words, sizeof(q->told[seat]) - 1);

	memcpy(q->told[seat], words, size);
	q->told[seat][size] = '\0';
	send_line(q, seat, channel, 0, words);
}

static void tell(struct qchess *q, int seat, const char *words)
{
	for (int i = 0; i < 2; i++, seat = seat_opponent(seat))
		if (is_agent(q, seat))
			qchess_tell(q, seat, CHANNEL_INPUT, words);
}

static bool was_told_its_colour(const struct qchess *q, int seat)
{
	return strcmp(q->told[seat], quantum_chess_colour_name(colour_of(q, seat))) == 0;
}

/* Plays a selection (index -1: it collapses by chance) or a move; both must be legal.  */
static void play_square(struct qchess *q, int seat, const char *answered, struct qchess_square square,
			int index)
{
	char words[16];

	if (q->game.selected) {
		quantum_chess_move(&q->game, square);
		quantum_chess_move_words(&q->game, words);
	} else {
		quantum_chess_select(&q->game, square, index);
		quantum_chess_selection_words(&q->game, words);
	}
	referee_moved(q->judge, seat, answered, words);
	tell(q, seat, words);
	next(q);
}

static const char *request(const struct qchess *q)
{
	return q->game.selected ? "MOVE?" : "SELECTION?";
}

/* The size of an answer in a sentence, at most.  */
static size_t shown_size(size_t size)
{
	return size < 64 ? size : 64;
}

static void take_square(struct qchess *q, int seat, const char *answered, struct qchess_square square)
{
	const char *word = qchess_refusal_word(&q->game, square);
	char *shown, *what, *why, *response;

	if (!word) {
		play_square(q, seat, answered, square, QCHESS_BOTH);
		return;
	}
	shown = bytes_escaped(answered, shown_size(strlen(answered)));
	why = qchess_refusal_words(&q->game, square);
	response = qchess_response_words(shown, q->told[seat]);
	what = bytes_text("answered %s with \"%s\", which %s%s", request(q), shown, why, response);
	forfeit(q, seat, REASON_ILLEGAL, word, what);
	free(response);
	free(why);
	free(what);
	free(shown);
}

/* ---- hearing ---- */

static bool fault(struct qchess *q, int seat, int row)
{
	return referee_fault_as(q->judge, seat, &qchess_faults[row], "GIBBERISH",
				"broke the protocol: %s (GIBBERISH)", qchess_faults[row].phrase);
}

static void take_answer(struct qchess *q, const struct message *message)
{
	int seat = message->seat;
	size_t size = message_text_size(message, NULL);
	struct qchess_square square = {0, 0};
	const char *rest;
	char *shown, *what, *response;

	referee_answered(q->judge, seat);
	if (!qchess_read_square(message->bytes, size, &square, &rest)) {
		shown = bytes_escaped(message->bytes, shown_size(size));
		response = qchess_response_words(shown, q->told[seat]);
		what = bytes_text("answered %s with \"%s\": expected two numbers as \"4 6\"%s", request(q),
				  shown, response);
		forfeit(q, seat, REASON_PROTOCOL, "GIBBERISH", what);
		free(response);
		free(what);
		free(shown);
		return;
	}
	if (rest < message->bytes + size && fault(q, seat, QCHESS_MORE_NUMBERS))
		return;
	q->answer.size = 0;
	bytes_add(&q->answer, message->bytes, size);
	take_square(q, seat, q->answer.at, square);
}

static bool is_blank(const struct message *message)
{
	size_t size = message_text_size(message, NULL);

	for (size_t i = 0; i < size; i++)
		if (!isspace((unsigned char)message->bytes[i]))
			return false;
	return true;
}

/* Everything except the second half of a CR LF.  */
static bool is_answer(void *state, const struct message *message)
{
	(void)state;
	return !is_blank(message) ||
	       (!(message->flags & MESSAGE_UNASKED) && message_text_size(message, NULL));
}

static void received(void *state, const struct message *message)
{
	struct qchess *q = state;
	int seat = message->seat;

	if (!is_answer(state, message)) {
		referee_drop(q->judge);
		return;
	}
	if (message->flags & MESSAGE_UNASKED) {
		referee_drop(q->judge);
		fault(q, seat, was_told_its_colour(q, seat) ? QCHESS_ANSWERS_COLOUR : QCHESS_ANSWERS_UPDATE);
		return;
	}
	take_answer(q, message);
}

static void timed_out(void *state, int seat, const char *limit)
{
	struct qchess *q = state;
	char *what = bytes_text("did not answer %s within %s", request(q), limit);

	forfeit(q, seat, REASON_TIMEOUT, "TIMEOUT", what);
	free(what);
}

static void exited(void *state, int seat, struct ending ending, const char *late)
{
	bool crashed = ending.signalled || ending.code;
	char *how = crashed ? referee_ending_words(ending) : bytes_text("left");
	char *what = bytes_text("%s%s", how, late ? late : " in the middle of the game");

	forfeit(state, seat, crashed ? REASON_CRASH : REASON_EXIT, "UNRESPONSIVE", what);
	free(what);
	free(how);
}

static void no_limit(void *state, int seat)
{
	(void)state;
	(void)seat;
}

/* ---- people ---- */

/* Reads "4 6" or "4,6".  `index`: a third number may say what the piece collapses to.  */
static char *read_move(const struct qchess *q, const char *move, struct qchess_square *square, int *index)
{
	char *copy = bytes_text("%s", move), *comma = strchr(copy, ','), *problem = NULL;
	const char *rest, *word;
	char *why;

	if (comma)
		*comma = ' ';
	*index = QCHESS_BOTH;
	if (!qchess_read_square(copy, strlen(copy), square, &rest))
		problem = bytes_text("expected a square such as 4 6 (x and y from 0, top left), not \"%s\"",
				     move);
	else if (*rest && (rest[1] || (*rest != '0' && *rest != '1') || q->game.selected))
		problem =
			bytes_text("expected a square such as 4 6%s, not \"%s\"",
				   q->game.selected ? "" : ", optionally followed by the state 0 or 1", move);
	else if ((word = qchess_refusal_word(&q->game, *square))) {
		why = qchess_refusal_words(&q->game, *square);
		problem = bytes_text("%d %d %s (%s)", square->x, square->y, why, word);
		free(why);
	} else if (*rest)
		*index = *rest - '0';
	free(copy);
	return problem;
}

static char *qchess_answer(void *state, const struct message *message, bool *legal)
{
	const struct qchess *q = state;
	struct qchess_square square;
	size_t size = message_text_size(message, NULL);
	const char *rest;

	if (!qchess_read_square(message->bytes, size, &square, &rest))
		return NULL;
	*legal = !qchess_refusal_word(&q->game, square);
	return bytes_text("%d %d", square.x, square.y);
}

static char *qchess_check(void *state, int seat, const char *move, int back)
{
	struct qchess *q = state;
	struct qchess_square square;
	int index;

	if (back)
		return bytes_text("agents of qchess cannot take a move back");
	if (seat != seat_of(q, q->game.to_move))
		return bytes_text("it is the turn of seat %d", seat_of(q, q->game.to_move));
	return read_move(q, move, &square, &index);
}

/* A person who overrides an agent may also say what its piece collapses to. A person who plays may not.  */
static char *qchess_play(void *state, int seat, const char *move, const char *answered)
{
	struct qchess *q = state;
	char *problem = qchess_check(state, seat, move, 0);
	struct qchess_square square;
	int index;

	if (problem)
		return problem;
	read_move(q, move, &square, &index);
	if (index != QCHESS_BOTH && !is_agent(q, seat))
		return bytes_text("chance says what a piece collapses to: expected a square such as 4 6");
	if (is_agent(q, seat) && !answered) {
		referee_supersede(q->judge, seat);
		referee_answered(q->judge, seat);
	}
	play_square(q, seat, answered, square, index);
	return NULL;
}

/* ---- the match ---- */

static void qchess_started(void *state, int seat, bool warm)
{
	struct qchess *q = state;

	(void)warm; /* a process plays one game */
	qchess_tell(q, seat, CHANNEL_COMMAND, quantum_chess_colour_name(colour_of(q, seat)));
	qchess_send_past(q, seat);
	referee_ready(q->judge, seat);
}

/* started() tells a new agent everything.  */
static void reseat(void *state, int seat)
{
	(void)state;
	(void)seat;
}

static void qchess_begin(void *state)
{
	next(state);
}

static void qchess_ask(void *state, int seat)
{
	struct qchess *q = state;

	referee_start_clock(q->judge, seat);
	send_line(q, seat, CHANNEL_COMMAND, MESSAGE_ASKS, request(q));
}

static void goodbye(void *state, int seat)
{
	struct qchess *q = state;
	char *result;

	if (!q->quit_result) {
		referee_send(q->judge, seat, CHANNEL_COMMAND, "QUIT\n");
		return;
	}
	result = qchess_log_result(referee_match(q->judge));
	referee_send(q->judge, seat, CHANNEL_COMMAND, "QUIT %s\n", result);
	free(result);
}

static enum channel channel(void *state, int seat, const char *bytes, size_t size)
{
	struct qchess_square square;
	const char *rest;

	(void)state;
	(void)seat;
	while (size && (bytes[size - 1] == '\n' || bytes[size - 1] == '\r'))
		size--;
	return qchess_read_square(bytes, size, &square, &rest) ? CHANNEL_MOVE : CHANNEL_UNKNOWN;
}

/* ---- making one ---- */

static void qchess_free(void *state)
{
	struct qchess *q = state;

	bytes_free(&q->answer);
	bytes_free(&q->line);
	free(q);
}

static void *qchess_new(struct judge *judge, const struct setup *setup, char **problem)
{
	struct qchess *q = bytes_new(sizeof(*q));

	q->judge = judge;
	q->quit_result = setup_switch(setup, &qchess_option_quit_result);
	q->send_board = setup_switch(setup, &qchess_option_send_board);
	*problem = quantum_chess_init(&q->game, setup);
	if (*problem) {
		qchess_free(q);
		return NULL;
	}
	referee_line_delay(judge, setup_count(setup, &qchess_option_line_delay) * NS_PER_MS);
	return q;
}

extern const struct protocol protocol_qchess;
const struct protocol protocol_qchess = {
	.name = "qchess",
	.title = "quantum chess, UCC Progcomp 2013: text agents",
	.options = qchess_options,
	.panes = panes,
	.demo = {"sample:thinker", "sample:random"},
	.samples = samples,
	.seeded = seeded,
	.formats = qchess_formats,
	.answers = CHANNEL_BIT(CHANNEL_MOVE) | CHANNEL_BIT(CHANNEL_UNKNOWN),
	.moves = CHANNEL_MOVE,
	.last_news = true,
	.silent = true,
	.one_game = true,
	.turn_limit = 60 * (int64_t)NS_PER_S,
	.goodbye_grace = 2 * (int64_t)NS_PER_S,
	.channel = channel,
	.new = qchess_new,
	.free = qchess_free,
	.started = qchess_started,
	.begin = qchess_begin,
	.ask = qchess_ask,
	.received = received,
	.is_answer = is_answer,
	.exited = exited,
	.expired = no_limit,
	.timeout = timed_out,
	.answer = qchess_answer,
	.move_form = qchess_move_form,
	.check = qchess_check,
	.play = qchess_play,
	.reseat = reseat,
	.misled = "it is told the old moves as its own; an agent that relies only on them can be compared "
		  "again from its next SELECTION?",
	.goodbye = goodbye,
	.resume = qchess_resume,
	.spec = &qchess_spec,
	.fuzz = &qchess_fuzz,
	.twins = &qchess_twins,
	.reasons = qchess_reasons,
	.faults = qchess_faults,
	.refusal = qchess_refusal,
};
