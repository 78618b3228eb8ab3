/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* heard.c - a game of chess by what another judge says to its engine (ringside tap).
 *
 * "position" tells the whole game.  Those of its moves that are new are played when "go" asks for a move,
 * since with "go ponder" the last of them is only expected.  A game begins with its first "go": until then
 * a judge may tell several positions.  */
#include "wire.h"

#include "ringside/arbiter.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Takes the first word off a line.  */
static struct text command_of(const struct message *message, struct text *rest)
{
	*rest = text_trimmed((struct text){message->bytes, message_text_size(message, NULL)});
	return text_word(rest);
}

static enum channel channel(const void *state UNUSED, const char *bytes, size_t size)
{
	struct text rest;
	struct message message = {.bytes = (char *)bytes, .size = size};

	return text_is(command_of(&message, &rest), "position") ? CHANNEL_INPUT : CHANNEL_COMMAND;
}

static void put_opening(struct setup *setup, const char *words)
{
	if (*words)
		setup_put(setup, &chess_option_opening, words);
	else
		setup_unset(setup, chess_option_opening.name);
}

/* The moves before the first question are an opening: a FEN, moves, or both.  If their number is odd, the
 * last one was the opponent's: openings have a move of each.  */
static bool begins_with(struct setup *setup, int seat, struct text position)
{
	struct text rest = position, moves = {"", 0};
	bool is_start = text_is(text_word(&rest), "startpos");
	FREED char *words = NULL, *problem = NULL;
	struct chess_game game;
	int count = 0;

	text_after(rest, "moves", &moves);
	if (is_start)
		rest = moves;
	words = bytes_copy(rest.at, rest.size);
	while (text_word(&moves).size)
		count++;
	put_opening(setup, words);
	if ((problem = chess_game_begin(&game, setup, NULL)))
		return false;
	setup->first = game.now.to_move == CHESS_WHITE ? seat : seat_opponent(seat);
	if (count % 2) {
		char *blank = strrchr(words, ' ');

		*(blank ? blank : words) = '\0';
	}
	put_opening(setup, words);
	return true;
}

static bool begins(struct setup *setup, const struct message *message)
{
	struct text rest, command = command_of(message, &rest);

	if (text_is(command, "go"))
		return true;
	if (text_is(command, "position"))
		begins_with(setup, message->seat, rest);
	if (text_is(command, "ucinewgame"))
		begins_with(setup, message->seat, text_of("startpos"));
	if (text_is(command, "setoption") && text_is(text_word(&rest), "name") &&
	    text_is_nearly(text_word(&rest), "UCI_Chess960") && text_is(text_word(&rest), "value"))
		setup_put(setup, &chess_option_chess960,
			  text_is_nearly(text_word(&rest), "true") ? "yes" : "no");
	return false;
}

/* The moves that the position adds to the game; false: it does not continue it.  `words` owns them if they
 * had to be read, since judges write a FEN in their own way.  */
static bool continues(const struct uci *u, struct text position, struct text *more, char **words)
{
	const char *told = u->told.at;
	size_t size = u->told.size;
	struct bytes read = {0};
	struct chess_game game;

	if (position.size < size || memcmp(position.at, told, size) != 0) {
		free(chess_game_read(&game, arbiter_setup(u->judge), position, &read));
		*words = read.at;
		position = (struct text){read.at, read.size};
	}
	if (position.size < size || memcmp(position.at, told, size) != 0 ||
	    (position.size > size && !text_is_blank(position.at[size])))
		return false;
	*more = text_trimmed((struct text){position.at + size, position.size - size});
	if (bytes_begin(more->at, more->size, "moves"))
		text_word(more);
	return true;
}

/* Does it leave the move to the engine?  */
static bool is_its_turn(const struct uci *u, int seat, struct text more)
{
	int on_turn = chess_seat(arbiter_setup(u->judge), u->game.now.to_move);

	while (text_word(&more).size)
		on_turn = seat_opponent(on_turn);
	return on_turn == seat;
}

static bool renews(const void *state, const struct message *message)
{
	const struct uci *u = state;
	struct text rest, command = command_of(message, &rest), more;
	FREED char *words = NULL;

	if (text_is(command, "position"))
		return !continues(u, rest, &more, &words) || !is_its_turn(u, message->seat, more);
	return text_is(command, "ucinewgame");
}

static void heard_position(struct uci *u, struct text position)
{
	struct text more = {0};
	FREED char *words = NULL;

	u->heard.size = 0;
	bytes_add(&u->heard, "", 0);
	if (continues(u, position, &more, &words))
		bytes_add(&u->heard, more.at, more.size);
}

/* Plays one of the new moves.  False: it is not legal, or the game is over.  */
static bool play(struct uci *u, struct text word)
{
	int seat = chess_seat(arbiter_setup(u->judge), u->game.now.to_move);
	struct chess_move move;

	if (arbiter_match(u->judge)->over || !chess_read_uci(&u->game.now, word, &move))
		return false;
	uci_play_move(u, seat, NULL, move);
	return true;
}

/* Plays the new moves; `expected`, which may be NULL, gets the last one instead.  */
static void play_more(struct uci *u, struct text *expected)
{
	struct text more = {u->heard.at, u->heard.size}, word;

	while ((word = text_word(&more)).size) {
		if (expected && !more.size) {
			*expected = word;
			return;
		}
		if (!play(u, word))
			return;
	}
}

/* What the engine has for its move, in ns; 0: no limit.  */
static int64_t limit_of(const struct uci *u, int seat, struct text words)
{
	const char *clock = chess_colour_of(arbiter_setup(u->judge), seat) == CHESS_WHITE ? "wtime" : "btime";
	int64_t ms;

	return (text_after(words, "movetime", &words) || text_after(words, clock, &words)) &&
			       text_take_number(&words, &ms) && ms > 0 && ms < SEAT_LIMIT_MOST / NS_PER_MS
		       ? ms * NS_PER_MS
		       : 0;
}

static void asks_move(struct uci *u, int seat)
{
	struct engine *engine = &u->engine[seat];

	engine->phase = PHASE_MOVE;
	engine->search = (struct uci_search){0};
	arbiter_heard_question(u->judge, seat, true, engine->limit_ns);
}

static void heard_go(struct uci *u, int seat, struct text words)
{
	struct engine *engine = &u->engine[seat];
	struct text expected = {"", 0}, rest;

	if (engine->phase == PHASE_MISS) /* asked anew at once: it owes the move of that search, too */
		arbiter_drop_answer(u->judge, seat, NULL);
	engine->limit_ns = limit_of(u, seat, words);
	if (!text_after(words, "ponder", &rest)) {
		play_more(u, NULL);
		asks_move(u, seat);
		return;
	}
	play_more(u, &expected);
	if (expected.size >= sizeof(engine->pondered))
		return;
	snprintf(engine->pondered.at, sizeof(engine->pondered), "%.*s", (int)expected.size, expected.at);
	engine->phase = PHASE_PONDER;
	arbiter_heard_question(u->judge, seat, false, 0);
}

static void heard(void *state, const struct message *message)
{
	struct uci *u = state;
	int seat = message->seat;
	struct engine *engine = &u->engine[seat];
	struct text rest, command = command_of(message, &rest);
	bool searches = engine->phase >= PHASE_MOVE;

	if (text_is(command, "position")) {
		heard_position(u, rest);
	} else if (text_is(command, "go")) {
		heard_go(u, seat, rest);
	} else if (text_is(command, "quit")) {
		arbiter_heard_goodbye(u->judge);
	} else if (text_is(command, "ponderhit") && engine->phase == PHASE_PONDER) {
		if (play(u, text_of(engine->pondered.at)))
			asks_move(u, seat);
	} else if (text_is(command, "stop") && engine->phase == PHASE_PONDER) {
		engine->phase = PHASE_MISS;
		arbiter_heard_question(u->judge, seat, false, 0);
	} else if (!searches && (text_is(command, "uci") || text_is(command, "isready"))) {
		engine->phase = text_is(command, "uci") ? PHASE_UCI : PHASE_READY;
		arbiter_heard_question(u->judge, seat, false, 0);
	}
}

const struct protocol_tap uci_tap = {
	.whole = true,
	.channel = channel,
	.begins = begins,
	.renews = renews,
	.heard = heard,
};
