/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.c - the protocol of quantum chess (UCC Progcomp 2013): text agents over pipes.
 *
 * A turn is one request: a selection, or the move of the selected piece.  The result is told to both agents,
 * to the seat itself first (qchess, Wire).  Coordinates are x y from 0, top left.  */
#include "wire.h"

#include "log.h"
#include "ringside/arbiter.h"
#include "ringside/bytes.h"
#include "ringside/fuzz.h"
#include "ringside/spec.h"
#include "ringside/twins.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct option_row option_quit_result =
	OPTION_ROW("quit-result", OPTION_SWITCH, NULL, 0, .rare = true,
		   .help = "tell agents with QUIT how the game ended; the original program did so");
static const struct option_row option_line_delay = OPTION_ROW(
	"line-delay", OPTION_COUNT, "MS", 0, .help = "the shortest time between two lines to the same agent",
	.most = 60000, .unit = "ms");
static const struct option_row option_send_board =
	OPTION_ROW("send-board", OPTION_SWITCH, NULL, 0, .rare = true,
		   .help = "tell agents a position as BOARD, not as moves; of a match that begins in the "
			   "middle (--from); the lines end with END BOARD");

/* The turns before the match, in the words that agents were told.  */
static const struct option_row option_history =
	OPTION_ROW("history", OPTION_TEXT, "TURNS", 0, .help = NULL, .text = "");

static const struct option_row *const options[] = {
	&quantum_chess_option_classical,
	&quantum_chess_option_shuffle,
	&quantum_chess_option_promote_on_touch,
	&quantum_chess_option_max_moves,
	&option_quit_result,
	&option_line_delay,
	&option_send_board,
	&quantum_chess_option_board,
	&quantum_chess_option_draws,
	&quantum_chess_option_to_move,
	&option_history,
	NULL,
};

/* ---- answers: two numbers, and what is wrong with a square ---- */

/* Reads a number without a sign; a huge one is outside the board.  False: there is none.  */
static bool read_number(const char **at, const char *last, int *number)
{
	const char *from;

	while (*at < last && (**at == ' ' || **at == '\t'))
		++*at;
	from = *at;
	*number = 0;
	for (; *at < last && isdigit((unsigned char)**at); ++*at)
		*number = *number < 100000 ? *number * 10 + (**at - '0') : *number;
	return *at > from;
}

/* Reads two numbers without signs, with a blank between them; `rest` is the text after them.  False: the text
   is something else.  The square may be outside the board.  */
static bool qchess_read_square(const char *text, size_t size, struct qchess_square *square, const char **rest)
{
	const char *last = text + size;
	bool apart;

	if (!read_number(&text, last, &square->x))
		return false;
	apart = text < last && (*text == ' ' || *text == '\t');
	if (!apart || !read_number(&text, last, &square->y))
		return false;
	apart = text == last || *text == ' ' || *text == '\t';
	while (text < last && (*text == ' ' || *text == '\t' || *text == '\r'))
		text++;
	*rest = text;
	return apart;
}

/* How many squares a sentence lists; `why` lists all.  */
enum { SHOWN = 8, ALL = QCHESS_SQUARES };

/* "knight", or in superposition "knight or queen", "knight or ?": what everybody knows.  The caller frees. */
static char *piece_words(const struct qchess_piece *piece)
{
	const char *names[2];

	for (int state = 0; state < 2; state++)
		names[state] = piece->known[state] ? quantum_chess_type_name(piece->type[state]) : "?";
	return piece->state == QCHESS_BOTH
		       ? bytes_text("%s or %s", names[0], names[1])
		       : bytes_text("%s", quantum_chess_type_name(piece->type[piece->state]));
}

/* "0 5, 2 5 or 4 4", or the first few and the number of the others.  */
static void add_squares(struct bytes *text, uint64_t squares, int most)
{
	int left = 0, shown = 0;

	for (int i = 0; i < QCHESS_SQUARES; i++)
		left += (squares >> i & 1) != 0;
	for (int i = 0; i < QCHESS_SQUARES && shown < most; i++)
		if (squares >> i & 1) {
			bytes_addf(text, "%s%d %d",
				   !shown      ? ""
				   : left == 1 ? " or "
					       : ", ",
				   i % QCHESS_SIDE, i / QCHESS_SIDE);
			shown++;
			left--;
		}
	if (left)
		bytes_addf(text, " or %d more", left);
}

static const struct qchess_piece *piece_at(const struct quantum_chess *game, struct qchess_square square)
{
	return &game->at[square.y][square.x];
}

/* The selected piece, and where it can go.  */
static void add_selected(struct bytes *text, const struct quantum_chess *game, struct qchess_square square)
{
	const struct qchess_piece *piece = piece_at(game, game->from);
	const char *type = quantum_chess_type_name(piece->type[piece->state]);

	if (square.x == game->from.x && square.y == game->from.y)
		bytes_addf(text, "is where the selected %s stands, which cannot be put back: it can go to ",
			   type);
	else
		bytes_addf(text, "cannot be reached by the %s on %d %d: it can go to ", type, game->from.x,
			   game->from.y);
	add_squares(text, quantum_chess_reach(game, game->from, piece->state), SHOWN);
}

/* Why the square cannot be the answer to the current question, in the original's word.  NULL: it can. Static.
 */
static const char *qchess_refusal_word(const struct quantum_chess *game, struct qchess_square square)
{
	return game->selected ? quantum_chess_may_move(game, square) : quantum_chess_may_select(game, square);
}

/* The same for people, to follow the square, or "which".  There must be such a word.  The caller frees.  */
static char *qchess_refusal_words(const struct quantum_chess *game, struct qchess_square square)
{
	const char *word = qchess_refusal_word(game, square);
	struct bytes text = {0};
	char *piece;

	if (strcmp(word, "BOUNDS") == 0) {
		bytes_addf(&text, "is not on the board: x and y go from 0 to %d", QCHESS_SIDE - 1);
	} else if (strcmp(word, "EMPTY") == 0) {
		bytes_add_text(&text, "is an empty square");
	} else if (strcmp(word, "COLOUR") == 0) {
		piece = piece_words(piece_at(game, square));
		bytes_addf(&text, "holds a piece of the other colour, %s's %s",
			   quantum_chess_colour_name(piece_at(game, square)->colour), piece);
		free(piece);
	} else {
		add_selected(&text, game, square);
	}
	return text.at;
}

/* If an answer has no digit, or repeats the last line that wants none, it is probably a response to that
   line. This says so, to follow what is wrong with the answer; else "".  The caller frees.  */
static char *qchess_response_words(const char *answered, const char *told)
{
	static const char digits[] = "0123456789";
	bool colour = !told[strcspn(told, digits)];

	if (answered[strcspn(answered, digits)] && strcmp(answered, told) != 0)
		return bytes_text("%s", "");
	return bytes_text("; it is probably a response to %s \"%s\", which wants none",
			  colour ? "the colour" : "the update", told);
}

/* What it can do in its current state, and could have done in its other state if that is known.  */
static void explain_move(struct bytes *text, const struct quantum_chess *game, struct qchess_square square)
{
	const struct qchess_piece *piece = piece_at(game, game->from);
	int other = !piece->state;

	bytes_addf(text, "  The piece on %d %d is in state %d, a %s. It can go to ", game->from.x,
		   game->from.y, piece->state, quantum_chess_type_name(piece->type[piece->state]));
	add_squares(text, quantum_chess_reach(game, game->from, piece->state), ALL);
	bytes_add_text(text, ".\n");
	if (!piece->known[other] || piece->type[other] == piece->type[piece->state])
		return;
	bytes_addf(text, "  In state %d it is a %s, which ", other,
		   quantum_chess_type_name(piece->type[other]));
	if (square.x < QCHESS_SIDE && square.y < QCHESS_SIDE &&
	    quantum_chess_reach(game, game->from, other) >> (QCHESS_SIDE * square.y + square.x) & 1)
		bytes_addf(text, "could have gone to %d %d.\n", square.x, square.y);
	else
		bytes_add_text(text, "could not have gone there either.\n");
}

static void explain_selection(struct bytes *text, const struct quantum_chess *game)
{
	uint64_t own = 0;

	for (int i = 0; i < QCHESS_SQUARES; i++) {
		const struct qchess_piece *piece = &game->at[i / QCHESS_SIDE][i % QCHESS_SIDE];

		if (piece->there && piece->colour == game->to_move)
			own |= UINT64_C(1) << i;
	}
	bytes_addf(text, "  %s can select ", game->to_move == QCHESS_WHITE ? "White" : "Black");
	add_squares(text, own, ALL);
	bytes_add_text(text, ".\n");
}

static char *qchess_refusal(const struct match *match, const struct message *message)
{
	struct quantum_chess game;
	struct qchess_square square;
	struct bytes text = {0};
	const char *rest;

	if (!quantum_chess_goto(&game, &match->setup, match, match->turn_count) ||
	    game.end != QCHESS_GOES_ON || message->seat != quantum_chess_seat(&match->setup, game.to_move) ||
	    !qchess_read_square(message->bytes, message_text_size(message, NULL), &square, &rest) ||
	    !qchess_refusal_word(&game, square))
		return NULL;
	if (game.selected)
		explain_move(&text, &game, square);
	else
		explain_selection(&text, &game);
	return text.at;
}

/* ---- telling agents ---- */

/* A member of `struct protocol`: a square as agents write it, for selections and moves alike.  */
static char *qchess_move_form(const struct match *match, int turns, const char *move, char **problem)
{
	const char *arrow = strstr(move, "->"), *rest;
	char *copy = bytes_text("%s", arrow ? arrow + 2 : move), *comma = strchr(copy, ','), *form = NULL;
	struct qchess_square square;

	(void)match, (void)turns;
	if (comma)
		*comma = ' ';
	if (qchess_read_square(copy, strlen(copy), &square, &rest) && square.x < QCHESS_SIDE &&
	    square.y < QCHESS_SIDE)
		form = bytes_text("%d %d", square.x, square.y);
	else
		*problem = bytes_text("not a square such as 4 6 (x and y from 0 to 7, top left)");
	free(copy);
	return form;
}

/* The board as the original program tells it to agents.  It differs from a log in two ways: a log has
   `'?queen'` for `'unknown'`, and a blank before `at`.  The caller frees.  */
static char *public_board(const struct quantum_chess *game)
{
	char *board = quantum_chess_write_board(game);
	struct bytes text = {0};

	bytes_add(&text, "", 0);
	for (const char *at = board; *at; at++) {
		if (*at == '?') {
			bytes_add_text(&text, "unknown");
			at += strcspn(at, "'") - 1;
		} else if (strncmp(at, " at ", 4) != 0) {
			bytes_add(&text, at, 1);
		}
	}
	free(board);
	return text.at;
}

/* The turns of the match up to there, in the words that agents were told, after those that it began with.  */
static char *history(const struct match *match, int turns)
{
	const char *before = setup_text(&match->setup, &option_history);
	const struct turn *turn;
	struct bytes text = {0};

	bytes_add_text(&text, before);
	for (int n = 1; n <= turns; n++)
		if ((turn = match_turn(match, n)))
			bytes_addf(&text, "%s%s", text.size ? ";" : "", turn->played);
	bytes_add(&text, "", 0);
	return text.at;
}

static void send_line(struct qchess *q, int seat, enum channel channel, unsigned flags, const char *words)
{
	q->line.size = 0;
	bytes_add_text(&q->line, words);
	bytes_add(&q->line, "\n", 1);
	arbiter_send_bytes(q->judge, seat, channel, flags, q->line.at, q->line.size);
}

void qchess_tell(struct qchess *q, int seat, enum channel channel, const char *words)
{
	size_t size = strnlen(words, sizeof(q->told[seat]) - 1);

	memcpy(q->told[seat], words, size);
	q->told[seat][size] = '\0';
	send_line(q, seat, channel, 0, words);
}

static void send_board(struct qchess *q, int seat)
{
	char *board = public_board(&q->game);

	arbiter_send(q->judge, seat, CHANNEL_INFO, "BOARD\n");
	for (const char *line = board; *line; line += strcspn(line, "\n") + 1)
		arbiter_send(q->judge, seat, CHANNEL_INFO, "%.*s\n", (int)strcspn(line, "\n"), line);
	arbiter_send(q->judge, seat, CHANNEL_INFO, "\n");
	qchess_tell(q, seat, CHANNEL_INFO, "END BOARD");
	free(board);
}

/* Tells an agent that joins later what it has to know: the board, or all that happened.  */
static void qchess_send_past(struct qchess *q, int seat)
{
	const struct match *match = arbiter_match(q->judge);
	char *all = history(match, match->turn_count), *rest;

	if (*all && q->send_board)
		send_board(q, seat);
	else
		for (char *turn = strtok_r(all, ";", &rest); turn; turn = strtok_r(NULL, ";", &rest))
			qchess_tell(q, seat, CHANNEL_INPUT, turn);
	free(all);
}

/* A member of `struct protocol`.  */
static char *qchess_resume(const struct match *match, int turns, struct setup *setup)
{
	static const struct option_row *const kept[] = {&quantum_chess_option_classical,
							&quantum_chess_option_promote_on_touch,
							&quantum_chess_option_max_moves};
	struct quantum_chess game;
	char *problem = quantum_chess_init(&game, &match->setup), *text;

	if (problem)
		return problem;
	if (!quantum_chess_goto(&game, &match->setup, match, turns))
		return bytes_text("one of its moves is impossible");
	if (game.selected)
		return bytes_text("turn %d is a selection, and its move follows: choose the position after "
				  "turn %d or %d",
				  turns, turns - 1, turns + 1);
	if (game.end != QCHESS_GOES_ON)
		return bytes_text("the game is over there: choose an earlier turn");
	for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
		setup_inherit(setup, &match->setup, kept[i]);
	setup->first = match->setup.first;
	setup_put_value(setup, &quantum_chess_option_to_move, game.to_move);
	text = quantum_chess_write_board(&game);
	setup_put(setup, &quantum_chess_option_board, text);
	free(text);
	text = history(match, turns);
	setup_put(setup, &option_history, text);
	free(text);
	return NULL;
}

static const struct channel_pane panes[] = {
	{"requests", CHANNEL_BIT(CHANNEL_COMMAND)},
	{"answers", CHANNEL_BIT(CHANNEL_MOVE) | CHANNEL_BIT(CHANNEL_UNKNOWN) | CHANNEL_BIT(CHANNEL_FAULT)},
	{"updates", CHANNEL_BIT(CHANNEL_INPUT)},
	{"board", CHANNEL_BIT(CHANNEL_INFO)},
	{"stderr", CHANNEL_BIT(CHANNEL_STDERR) | CHANNEL_BIT(CHANNEL_EVENT)},
	{0},
};

static int seat_of(const struct qchess *q, enum qchess_colour colour)
{
	return quantum_chess_seat(arbiter_setup(q->judge), colour);
}

static enum qchess_colour colour_of(const struct qchess *q, int seat)
{
	return seat == seat_of(q, QCHESS_WHITE) ? QCHESS_WHITE : QCHESS_BLACK;
}

/* ---- ends ---- */

/* The seat has failed.  `word`: the original's word for it, in logs and after QUIT.  */
__attribute__((format(printf, 5, 6))) static void forfeit(struct qchess *q, int seat, const char *reason,
							  const char *word, const char *format, ...)
{
	va_list args;
	FREED char *what = NULL;

	va_start(args, format);
	what = bytes_vtext(format, args);
	va_end(args);
	arbiter_forfeit_case(q->judge, seat, reason, word, "%s (%s)", what, word);
}

/* Ends the match when the game is over.  */
static bool over(struct qchess *q)
{
	static const char *const draws[] = {
		[QCHESS_BARE_KINGS] = "only the kings are left",
		[QCHESS_QUIET] = "100 moves in a row without a capture or a move of a pawn",
		[QCHESS_STUCK] = "16 turns in a row in which the piece could not move",
	};
	const struct quantum_chess *game = &q->game;
	const char *reason = quantum_chess_reason(game->end);

	if (game->end == QCHESS_KING_TAKEN)
		arbiter_verdict(q->judge, seat_of(q, game->winner), reason, SEAT_NONE,
				"%s took the king on %d %d", quantum_chess_colour_name(game->winner),
				game->to.x, game->to.y);
	else if (game->end == QCHESS_MOST_MOVES)
		arbiter_verdict(q->judge, WINNER_DRAW, reason, SEAT_NONE, "%d %s played (--max-moves)",
				game->moves, game->moves == 1 ? "move was" : "moves were");
	else if (game->end != QCHESS_GOES_ON)
		arbiter_verdict(q->judge, WINNER_DRAW, reason, SEAT_NONE, "%s", draws[game->end]);
	return game->end != QCHESS_GOES_ON;
}

/* ---- turns ---- */

static void next(struct qchess *q)
{
	if (!over(q))
		arbiter_next(q->judge, seat_of(q, q->game.to_move));
}

static void tell(struct qchess *q, int seat, const char *words)
{
	for (int i = 0; i < 2; i++, seat = seat_opponent(seat))
		if (arbiter_is_agent(q->judge, seat))
			qchess_tell(q, seat, CHANNEL_INPUT, words);
}

void qchess_turned(struct qchess *q, int seat, const char *answered, bool moved)
{
	char words[16];

	(moved ? quantum_chess_move_words : quantum_chess_selection_words)(&q->game, words);
	arbiter_moved(q->judge, seat, answered, words);
	tell(q, seat, words);
	next(q);
}

/* Plays a selection (index -1: it collapses by chance) or a move; both must be legal.  */
static void play_square(struct qchess *q, int seat, const char *answered, struct qchess_square square,
			int index)
{
	bool moves = q->game.selected;

	if (moves)
		quantum_chess_move(&q->game, square);
	else
		quantum_chess_select(&q->game, square, index);
	qchess_turned(q, seat, answered, moves);
}

static const char *request(const struct qchess *q)
{
	return q->game.selected ? "MOVE?" : "SELECTION?";
}

/* The size of an answer in a sentence, at most.  */
static size_t most_shown(size_t size)
{
	return size < 64 ? size : 64;
}

static void take_square(struct qchess *q, int seat, const char *answered, struct qchess_square square)
{
	const char *word = qchess_refusal_word(&q->game, square);
	FREED char *shown = NULL, *why = NULL, *response = NULL;

	if (!word && arbiter_is_tapped(q->judge)) {
		q->answers = true;
		arbiter_heard_answer(q->judge, seat);
		return;
	}
	if (!word) {
		play_square(q, seat, answered, square, QCHESS_BOTH);
		return;
	}
	shown = bytes_escaped(answered, most_shown(strlen(answered)));
	why = qchess_refusal_words(&q->game, square);
	response = qchess_response_words(shown, q->told[seat]);
	forfeit(q, seat, REASON_ILLEGAL, word, "answered %s with \"%s\", which %s%s", request(q), shown, why,
		response);
}

/* ---- hearing ---- */

enum { MORE_NUMBERS, ANSWERS_COLOUR, ANSWERS_UPDATE };

static const struct fault_row faults[] = {
	[MORE_NUMBERS] = {"more-numbers", "more than two numbers in an answer",
			  "agent-text-api, Request: $x $y", "the first two are taken", FAULT_FORGIVEN},
	[ANSWERS_COLOUR] = {"answers-colour", "a response to the colour",
			    "agent-text-api, Game start: the agent should make no response to this "
			    "message",
			    "ignored", FAULT_FORGIVEN},
	[ANSWERS_UPDATE] = {"answers-update", "a response to an update",
			    "agent-text-api, Update: the agent should not respond to this message", "ignored",
			    FAULT_FORGIVEN},
	{0},
};

static bool fault(struct qchess *q, int seat, int row)
{
	return arbiter_fault_as(q->judge, seat, &faults[row], "GIBBERISH",
				"broke the protocol: %s (GIBBERISH)", faults[row].phrase);
}

static void take_answer(struct qchess *q, const struct message *message)
{
	int seat = message->seat;
	size_t size = message_text_size(message, NULL);
	struct qchess_square square = {0, 0};
	const char *rest;
	char *shown, *response;

	arbiter_answered(q->judge, seat);
	if (!qchess_read_square(message->bytes, size, &square, &rest)) {
		shown = bytes_escaped(message->bytes, most_shown(size));
		response = qchess_response_words(shown, q->told[seat]);
		forfeit(q, seat, REASON_PROTOCOL, "GIBBERISH",
			"answered %s with \"%s\": expected two numbers as \"4 6\"%s", request(q), shown,
			response);
		free(response);
		free(shown);
		return;
	}
	if (rest < message->bytes + size && fault(q, seat, MORE_NUMBERS))
		return;
	q->answer.size = 0;
	bytes_add(&q->answer, message->bytes, size);
	take_square(q, seat, q->answer.at, square);
}

/* Everything except the second half of a CR LF.  */
static bool is_answer(void *state UNUSED, const struct message *message)
{
	size_t size = message_text_size(message, NULL);

	for (size_t i = 0; i < size; i++)
		if (!isspace((unsigned char)message->bytes[i]))
			return true;
	return !(message->flags & MESSAGE_UNASKED) && size;
}

static void received(void *state, const struct message *message)
{
	struct qchess *q = state;
	int seat = message->seat;

	if (q->heard > HEARD_GAME || !is_answer(state, message)) {
		arbiter_drop(q->judge);
		return;
	}
	if (message->flags & MESSAGE_UNASKED) {
		const char *colour = quantum_chess_colour_name(colour_of(q, seat));

		arbiter_drop(q->judge);
		fault(q, seat, strcmp(q->told[seat], colour) == 0 ? ANSWERS_COLOUR : ANSWERS_UPDATE);
		return;
	}
	take_answer(q, message);
}

static void timed_out(void *state, int seat, const char *limit)
{
	struct qchess *q = state;

	forfeit(q, seat, REASON_TIMEOUT, "TIMEOUT", "did not answer %s within %s", request(q), limit);
}

static bool exited(void *state, int seat, struct ending ending, const char *late)
{
	bool crashed = ending.signalled || ending.code;
	FREED char *how = crashed ? arbiter_ending_words(ending) : bytes_text("left");

	forfeit(state, seat, reason_of_ending(ending), "UNRESPONSIVE", "%s%s", how,
		late ? late : " in the middle of the game");
	return true;
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

static char *qchess_check(void *state, int seat, const char *move, int back UNUSED)
{
	struct qchess *q = state;
	struct qchess_square square;
	int index;

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
	if (index != QCHESS_BOTH && !arbiter_is_agent(q->judge, seat))
		return bytes_text("chance says what a piece collapses to: expected a square such as 4 6");
	if (arbiter_is_agent(q->judge, seat) && !answered) {
		arbiter_supersede(q->judge, seat);
		arbiter_answered(q->judge, seat);
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
	arbiter_ready(q->judge, seat);
}

/* started() tells a new agent everything.  */
static void reseat(void *state UNUSED, int seat UNUSED)
{
}

static void qchess_begin(void *state)
{
	next(state);
}

static void qchess_ask(void *state, int seat)
{
	struct qchess *q = state;

	arbiter_start_clock(q->judge, seat);
	send_line(q, seat, CHANNEL_COMMAND, MESSAGE_ASKS, request(q));
}

static void goodbye(void *state, int seat)
{
	struct qchess *q = state;
	FREED char *result = NULL;

	if (!q->quit_result) {
		arbiter_send(q->judge, seat, CHANNEL_COMMAND, "QUIT\n");
		return;
	}
	result = qchess_log_result(arbiter_match(q->judge));
	arbiter_send(q->judge, seat, CHANNEL_COMMAND, "QUIT %s\n", result);
}

static enum channel channel(void *state UNUSED, int seat UNUSED, const char *bytes, size_t size)
{
	struct qchess_square square;
	const char *rest;

	while (size && (bytes[size - 1] == '\n' || bytes[size - 1] == '\r'))
		size--;
	return qchess_read_square(bytes, size, &square, &rest) ? CHANNEL_MOVE : CHANNEL_UNKNOWN;
}

/* ---- making one ---- */

static void qchess_free(void *state)
{
	FREED struct qchess *q = state;

	bytes_free(&q->answer);
	bytes_free(&q->line);
}

static void *qchess_new(struct judge *judge, const struct setup *setup, char **problem)
{
	struct qchess *q = bytes_new(sizeof(*q));

	q->judge = judge;
	q->quit_result = setup_switch(setup, &option_quit_result);
	q->send_board = setup_switch(setup, &option_send_board);
	*problem = quantum_chess_init(&q->game, setup);
	if (*problem) {
		qchess_free(q);
		return NULL;
	}
	arbiter_line_delay(judge, setup_count(setup, &option_line_delay) * NS_PER_MS);
	return q;
}

/* ---- what tries agents ----
 *
 * The cases of `ringside check` (check.cases), the ways in which an agent can be told the same position, and
 * the rare matches of `ringside fuzz`: both games, short ones, and players who move only pawns, run with the
 * king, or take whatever they can.  */

static const struct spec_case cases[] = {
#include "systems/qchess/check.inc"
	{0},
};

/* ---- the dialogue ---- */

struct dialogue {
	struct quantum_chess game;
	enum qchess_colour own;
	struct qchess_square answer;
	char told[32]; /* the last line that wants no answer */
};

static void *dialogue_new(const struct setup *setup)
{
	struct dialogue *dialogue = bytes_new(sizeof(*dialogue));

	free(quantum_chess_init(&dialogue->game, setup));
	dialogue->game.most = 0; /* --max-moves is for the games */
	return dialogue;
}

/* Selects or moves, and appends the update.  */
static void play(struct quantum_chess *game, struct qchess_square square, struct bytes *bytes)
{
	char words[16];

	if (game->selected) {
		quantum_chess_move(game, square);
		quantum_chess_move_words(game, words);
	} else {
		quantum_chess_select(game, square, QCHESS_BOTH);
		quantum_chess_selection_words(game, words);
	}
	bytes_add_text(bytes, words);
}

/* A piece that can move in some state, or a square that the selected one reaches.  */
static struct qchess_square first_choice(const struct quantum_chess *game)
{
	struct qchess_square at, any = {.x = 0};

	for (at.y = 0; at.y < QCHESS_SIDE; at.y++)
		for (at.x = 0; at.x < QCHESS_SIDE; at.x++) {
			if (qchess_refusal_word(game, at))
				continue;
			any = at;
			if (game->selected || quantum_chess_reach(game, at, 0) ||
			    quantum_chess_reach(game, at, 1))
				return at;
		}
	return any;
}

/* The turns of the other side until it is the agent's, each update on a line.  */
static void move_opponent(struct dialogue *dialogue, struct bytes *bytes)
{
	struct quantum_chess *game = &dialogue->game;

	while (game->to_move != dialogue->own && game->end == QCHESS_GOES_ON) {
		if (bytes->size)
			bytes_add(bytes, "\n", 1);
		play(game, first_choice(game), bytes);
	}
}

static bool word(void *state, const char *name, struct bytes *bytes)
{
	struct dialogue *dialogue = state;

	if (strcmp(name, "update") == 0) {
		play(&dialogue->game, dialogue->answer, bytes);
	} else if (strcmp(name, "opponent") == 0) {
		dialogue->own = QCHESS_BLACK;
		move_opponent(dialogue, bytes);
	} else if (strcmp(name, "request") == 0) {
		move_opponent(dialogue, bytes);
		bytes_addf(bytes, "%s%s", bytes->size ? "\n" : "",
			   dialogue->game.end != QCHESS_GOES_ON ? "QUIT"
			   : dialogue->game.selected            ? "MOVE?"
								: "SELECTION?");
	} else {
		return false;
	}
	return true;
}

static void sent(void *state, const char *bytes, size_t size)
{
	struct dialogue *dialogue = state;

	if (size && bytes[size - 1] != '?')
		snprintf(dialogue->told, sizeof(dialogue->told), "%.*s", (int)size, bytes);
}

static enum spec_heard heard_square(struct dialogue *dialogue, const char *text, size_t size, char **problem)
{
	char *why, *response, *answered;
	const char *rest;

	if (!qchess_read_square(text, size, &dialogue->answer, &rest))
		why = bytes_text("is not two numbers");
	else if (!qchess_refusal_word(&dialogue->game, dialogue->answer))
		return SPEC_FITS;
	else
		why = qchess_refusal_words(&dialogue->game, dialogue->answer);
	answered = bytes_escaped(text, size);
	response = qchess_response_words(answered, dialogue->told);
	*problem = bytes_text("%s%s", why, response);
	free(response);
	free(answered);
	free(why);
	return SPEC_WRONG;
}

/* The only class of messages, and what else they have to be.  */
enum { ANSWER = 1 };
enum { SQUARE, NUMBERS, UNIX_LINE, AS_TOLD };

static enum spec_heard heard(void *state, const struct spec_kind *kind, const char *text, size_t size,
			     char **problem, struct bytes *reply UNUSED)
{
	struct dialogue *dialogue = state;
	enum spec_heard what = spec_by_class(kind, ANSWER, problem);
	size_t bare = size;
	const char *rest;

	while (bare && (text[bare - 1] == '\n' || text[bare - 1] == '\r'))
		bare--;
	if (!bare || what != SPEC_FITS)
		return bare ? what : SPEC_PASSES;
	if (kind->test == NUMBERS &&
	    (bare != 3 || text[0] < '0' || text[0] > '7' || text[1] != ' ' || text[2] < '0' || text[2] > '7'))
		return spec_wrong(problem, "is more than two numbers with a blank between");
	if (kind->test == UNIX_LINE && (size - bare != 1 || text[bare] != '\n'))
		return spec_wrong(problem, "has another line end");
	if (kind->test == AS_TOLD)
		return qchess_read_square(text, bare, &dialogue->answer, &rest)
			       ? SPEC_FITS
			       : spec_wrong(problem, "is no square");
	return heard_square(dialogue, text, bare, problem);
}

static const struct spec_kind kinds[] = {
	{"square", "x y, the square of a piece of its own, or one that the selected piece reaches",
	 .fits = ANSWER},
	{"numbers", "x y and nothing else", .fits = ANSWER, .test = NUMBERS},
	{"unix-line", "a line that ends with LF", .fits = ANSWER, .test = UNIX_LINE},
	{"as-told", "x y", .fits = ANSWER, .test = AS_TOLD},
	{SPEC_SILENT, .wrong = {{ANSWER, "answers nothing"}}},
	{SPEC_QUIET, .wrong = {{ANSWER, "answers nothing"}}},
	{0},
};

static const struct spec spec = {
	.cases = cases,
	.line_end = "\n",
	.line_delay = &option_line_delay,
	.new = dialogue_new,
	.free = free,
	.word = word,
	.sent = sent,
	.heard = heard,
	.kinds = kinds,
};

/* ---- the ways to tell the same position ----
 *
 * All tell the recorded updates, so each piece collapses to the same state as in the game.  A mirrored board
 * is no position of the game: king and queen would change places.  Nor is one of changed colours: white
 * begins.  */

struct manner {
	bool pieces;   /* byte by byte */
	bool together; /* what comes before an answer is one write */
};

static bool tell_position(const struct twins_game *game, int n, const void *with, struct bytes *steps)
{
	const struct manner *manner = with;

	if (manner->pieces)
		bytes_add_text(steps, "bytewise\n");
	twins_replay(steps, game, "as-told", manner->together);
	return n == 0;
}

static const struct twin_way ways[] = {
	{"again", "as in the game, in a new process", .tell = tell_position,
	 .manner = &(const struct manner){.pieces = false}},
	{"pieces", "byte by byte", .tell = tell_position, .manner = &(const struct manner){.pieces = true}},
	{"together", "with all updates and the question in one write", .tell = tell_position,
	 .manner = &(const struct manner){.together = true}},
	{0},
};

static const struct twins twins = {
	.ways = ways,
	.options = "max-moves=60",
	.rival = "sample:random",
};

/* ---- rare matches ---- */

static void rare_options(struct setup *setup, int seat UNUSED, struct fuzz_chance *chance)
{
	enum { MOVES = 80 };

	fuzz_option(setup, &quantum_chess_option_classical, 1, chance);
	fuzz_option(setup, &quantum_chess_option_shuffle, 1, chance);
	fuzz_option(setup, &quantum_chess_option_promote_on_touch, 1, chance);
	fuzz_option(setup, &quantum_chess_option_max_moves, MOVES, chance);
}

static bool is_type(const struct qchess_piece *piece, enum qchess_type type)
{
	return piece->type[0] == type || piece->type[1] == type;
}

/* How much a player of that style wants to select the piece, or to move there.  */
static int wish(const struct quantum_chess *game, struct qchess_square square, unsigned style)
{
	const struct qchess_piece *piece = &game->at[square.y][square.x];

	switch (style) {
	case 0: return is_type(piece, QCHESS_PAWN);
	case 1: return is_type(piece, QCHESS_KING);
	case 2: return game->selected && piece->there;               /* takes */
	case 3: return square.x == 0 || square.x == QCHESS_SIDE - 1; /* the edge */
	case 4: return is_type(piece, QCHESS_KNIGHT);
	default: return 0;
	}
}

static bool may(const struct quantum_chess *game, struct qchess_square square)
{
	return game->selected ? !quantum_chess_may_move(game, square)
			      : !quantum_chess_may_select(game, square);
}

static char *rare_move(const struct match *match, int seat UNUSED, unsigned style, struct fuzz_chance *chance)
{
	struct qchess_square best = {-1, -1};
	struct quantum_chess game;
	char *problem = quantum_chess_init(&game, &match->setup);
	int most = -1;

	free(problem);
	if (problem || !quantum_chess_goto(&game, &match->setup, match, match->turn_count))
		return NULL;
	for (int i = 0; i < QCHESS_SQUARES; i++) {
		struct qchess_square square = {i % QCHESS_SIDE, i / QCHESS_SIDE};
		int much;

		if (!may(&game, square))
			continue;
		/* Among equals, by chance.  */
		much = 64 * wish(&game, square, style) + (int)fuzz_below(chance, 80);
		if (much > most) {
			most = much;
			best = square;
		}
	}
	return most < 0 ? NULL : bytes_text("%d %d", best.x, best.y);
}

static const struct fuzz fuzz = {rare_options, rare_move, NULL, NULL};

static const struct protocol_tools tools = {
	.spec = &spec,
	.twins = &twins,
	.fuzz = &fuzz,
};

/* ---- the protocol ---- */

static const struct reason_row reasons[] = {
	{"king", NULL,
	 "The player who takes the other's king wins. There is no check: a king may be left in danger.",
	 "agent-text-api, Request: Movement"},
	{"bare-kings", NULL, "A draw: both sides have only their kings.", "qchess, Rules: Draw"},
	{"quiet-moves", NULL, "A draw: 100 moves in a row without a capture or a move of a pawn.",
	 "ringside: quiet-moves"},
	{"stalemate", NULL, "A draw: 16 turns in a row in which the selected piece could not move.",
	 "ringside: stalemate"},
	{"max-moves", &quantum_chess_option_max_moves, "A draw: the agreed number of moves was played.",
	 "ringside: --max-moves"},
	{REASON_ILLEGAL, NULL,
	 "A selection is a square of the board with a piece of one's own; a move is a square that the "
	 "selected "
	 "piece can reach, as the type that it collapsed to. Anything else loses (BOUNDS, EMPTY, COLOUR, "
	 "ILLEGAL).",
	 "agent-text-api, Request: Selection, Request: Movement"},
	{REASON_PROTOCOL, NULL,
	 "An answer is two numbers from 0 with a blank between. Anything else loses (GIBBERISH). A line that "
	 "nobody asked for is dropped; with --strict it loses.",
	 "agent-text-api, Request: $x $y; ringside: --strict"},
	{REASON_TIMEOUT, NULL, "The whole line of an answer has to arrive within the limit (TIMEOUT).",
	 "ringside: --turn-time, --match-time, --tc"},
	{REASON_EXIT, NULL, "An agent runs until it is told QUIT (UNRESPONSIVE).",
	 "agent-text-api, Game ends"},
	{0},
};

static const struct protocol_texts texts = {
	.title = "quantum chess, UCC Progcomp 2013: text agents",
	.panes = panes,
	.misled = "it is told the old moves as its own; an agent that relies only on them can be compared "
		  "again from its next SELECTION?",
	.reasons = reasons,
	.notices = qchess_notices,
	.faults = faults,
	.refusal = qchess_refusal,
};

/* The shortest of twelve matches of two thinkers in which a king fell.  */
static const char *const demo_options[][2] = {{"seed", "10"}, {"pace", "600ms"}, {NULL, NULL}};

static const struct protocol_bundle bundle = {
	.demo = {"sample:thinker", "sample:thinker"},
	.demo_options = demo_options,
	.rival = "sample:thinker",
	.samples = (const char *const[]){"qchess-", NULL},
	.seeded = (const char *const[]){"random", "thinker", NULL},
};

static const struct protocol_openings openings = {
	.resume = qchess_resume,
};

extern const struct protocol protocol_qchess;
const struct protocol protocol_qchess = {
	.name = "qchess",
	.options = options,
	.texts = &texts,
	.bundle = &bundle,
	.formats = qchess_formats,
	.openings = &openings,
	.tools = &tools,
	.tap = &qchess_tap,
	.answers = CHANNEL_BIT(CHANNEL_MOVE) | CHANNEL_BIT(CHANNEL_UNKNOWN),
	.moves = CHANNEL_MOVE,
	.last_news = true,
	.silent = true,
	.plays = PLAYS_ONE,
	.limits = {.turn = 60 * (int64_t)NS_PER_S, .goodbye = 2 * (int64_t)NS_PER_S},
	.channel = channel,
	.new = qchess_new,
	.free = qchess_free,
	.started = qchess_started,
	.begin = qchess_begin,
	.ask = qchess_ask,
	.received = received,
	.is_answer = is_answer,
	.exited = exited,
	.timeout = timed_out,
	.answer = qchess_answer,
	.move_form = qchess_move_form,
	.check = qchess_check,
	.play = qchess_play,
	.reseat = reseat,
	.goodbye = goodbye,
};
