/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* heard.c - a game of gomoku by what another judge says to its brain (ringside tap).
 *
 * A game begins with START, RECTSTART or RESTART.  Who has which stones is known when the brain is asked:
 * by BEGIN, TURN, BOARD or SWAP2BOARD.  What the opponent has chosen by swap2 follows from the stones of the
 * next board.  */
#include "wire.h"
#include "words.h"

#include "ringside/arbiter.h"
#include <stdlib.h>
#include <string.h>

static struct text line_of(const struct message *message)
{
	return gomocup_text(message->bytes, message->size);
}

static enum channel channel(const void *state UNUSED, const char *bytes, size_t size)
{
	return gomocup_is_word(gomocup_text(bytes, size), "INFO") ? CHANNEL_INFO : CHANNEL_COMMAND;
}

static bool begins_anew(struct text line)
{
	return gomocup_is_word(line, "START") || gomocup_is_word(line, "RECTSTART") ||
	       gomocup_is_word(line, "RESTART");
}

/* The number behind `INFO key`.  */
static bool read_info(struct text line, const char *key, int64_t *value)
{
	struct text rest = gomocup_behind(line, "INFO");

	if (rest.at == line.at || !gomocup_is_word(rest, key))
		return false;
	rest = gomocup_behind(rest, key);
	return gomocup_take_number(&rest, value);
}

/* A line of BOARD, `x,y,field`, or of SWAP2BOARD, `x,y`.  */
static bool read_stone(struct text line, bool of_swap2, struct square *square)
{
	const char *comma = line.size ? memchr(line.at, ',', line.size) : NULL, *end = line.at + line.size;

	if (of_swap2)
		return comma && gomoku_read_xy(line.at, line.size, square);
	comma = comma ? memchr(comma + 1, ',', (size_t)(end - comma - 1)) : NULL;
	return comma && gomoku_read_xy(line.at, (size_t)(comma - line.at), square);
}

/* ---- before a game ---- */

static void take_size(struct setup *setup, struct text line)
{
	bool square = gomocup_is_word(line, "START");
	struct text rest = gomocup_behind(line, square ? "START" : "RECTSTART");
	int64_t width, height;
	FREED char *words = NULL;

	if (!gomocup_take_number(&rest, &width))
		return;
	height = width;
	if (!square && (!gomocup_take(&rest, ',') || !gomocup_take_number(&rest, &height)))
		return;
	words = bytes_text("%dx%d", (int)width, (int)height);
	free(setup_set(setup, gomoku_option_size.name, words)); /* else the brain has another problem */
}

/* The stones that BOARD told are an opening.  If their number is odd, the last one was the opponent's.  */
static bool begins_with_board(struct setup *setup, int seat)
{
	const char *given = setup_given(setup, gomoku_option_opening.name);
	FREED char *stones = bytes_text("%s", given ? given : "");
	char *last = strrchr(stones, ' ');
	int count = 0;

	for (const char *at = stones; *at; at++)
		count += *at == ' ';
	setup->first = count % 2 ? seat_opponent(seat) : seat;
	if (count % 2)
		*last = '\0';
	if (count > 1)
		setup_put(setup, &gomoku_option_opening, stones);
	else
		setup_unset(setup, gomoku_option_opening.name);
	return true;
}

/* Three stones on an empty board are those of the opponent, who then began.  The game itself takes them from
   the messages.  */
static bool begins_with_swap2(struct setup *setup, int seat)
{
	const char *stones = setup_given(setup, gomoku_option_opening.name);
	int count = 0;

	for (; stones && *stones; stones++)
		count += *stones == ' ';
	setup->first = count == 3 ? seat_opponent(seat) : seat;
	setup_unset(setup, gomoku_option_opening.name);
	return true;
}

static void add_stone(struct setup *setup, struct square square)
{
	const char *given = setup_given(setup, gomoku_option_opening.name);
	FREED char *stones = bytes_text("%s %d,%d", given ? given : "", square.x, square.y);

	setup_put(setup, &gomoku_option_opening, stones);
}

static bool begins(struct setup *setup, const struct message *message)
{
	struct text line = line_of(message);
	bool of_swap2 = gomocup_is_word(line, "SWAP2BOARD"),
	     board = of_swap2 || gomocup_is_word(line, "BOARD");
	struct square square;
	int64_t rule;

	if (begins_anew(line) || board) {
		setup_unset(setup, gomoku_option_opening.name);
		setup_unset(setup, gomoku_option_swap2.name);
	}
	if (of_swap2)
		setup_put(setup, &gomoku_option_swap2, "yes");
	of_swap2 = setup_switch(setup, &gomoku_option_swap2);
	if (begins_anew(line))
		take_size(setup, line);
	else if (read_info(line, "rule", &rule) && rule >= 0 && rule < GOMOKU_CARO_EXACT + GOMOKU_CONTINUOUS)
		free(setup_set(setup, gomoku_option_rule.name, gomoku_rule_name((enum gomoku_rule)rule)));
	else if (read_stone(line, of_swap2, &square))
		add_stone(setup, square);
	else if (gomocup_is_word(line, "DONE"))
		return (of_swap2 ? begins_with_swap2 : begins_with_board)(setup, message->seat);
	setup->first = gomocup_is_word(line, "TURN") ? seat_opponent(message->seat) : message->seat;
	return gomocup_is_word(line, "BEGIN") || gomocup_is_word(line, "TURN");
}

/* ---- in a game ---- */

static bool renews(const void *state UNUSED, const struct message *message)
{
	return begins_anew(line_of(message));
}

/* The seat on turn has placed these stones, or has swapped.  */
static bool play(struct gomocup *g, const char *words)
{
	FREED char *why = gomocup_put(g, g->match.next, words, strlen(words), NULL);

	return !why && !arbiter_match(g->judge)->over;
}

static void asks_move(struct gomocup *g, int seat, bool by_swap2)
{
	struct brain *brain = &g->brain[seat];

	if (arbiter_match(g->judge)->over || g->match.next != seat)
		return;
	free(brain->error);
	brain->error = NULL;
	brain->phase = PHASE_MOVE;
	brain->asked_swap2 = by_swap2;
	arbiter_heard_question(g->judge, seat, true, brain->turn_limit);
}

static void asks(struct gomocup *g, int seat, enum phase phase)
{
	g->brain[seat].phase = phase;
	arbiter_heard_question(g->judge, seat, false, 0);
}

/* The stones from `at` on that the opponent has placed in one turn of swap2, or one.  */
static int stones_of_turn(const struct gomocup *g, int left)
{
	int most = g->match.stage == GOMOKU_THREE ? 3 : g->match.stage == GOMOKU_CHOICE ? 2 : 1;

	return left < most ? left : most;
}

/* A board tells all stones: those of the game have to be the same, and others are played.  False: it does not
   fit, or leaves no move to the brain.  */
static bool heard_board(struct gomocup *g, int seat)
{
	const struct gomoku *game = &g->match.game;
	const struct square *stones = (const struct square *)g->stones.at;
	int count = (int)(g->stones.size / sizeof(*stones)), at = game->move_count;

	if (count < at || (at && memcmp(stones, game->moves, (size_t)at * sizeof(*stones)) != 0))
		return false;
	for (int more; at < count; at += more) {
		FREED_BY(bytes_free) struct bytes words = {0};

		more = stones_of_turn(g, count - at);
		for (int i = at; i < at + more; i++)
			bytes_addf(&words, "%s%d,%d", i > at ? " " : "", stones[i].x, stones[i].y);
		if (!play(g, words.at))
			return false;
	}
	return g->match.next == seat ||
	       (g->match.stage != GOMOKU_MOVE && g->told == TOLD_BOARD && play(g, "swap"));
}

/* The brain takes back one stone, and answers as to RESTART.  */
static void heard_takeback(struct gomocup *g, int seat)
{
	int left = g->match.turns - 1;

	if (left >= 0) {
		gomoku_match_goto(&g->match, arbiter_match(g->judge), left);
		arbiter_taken_back(g->judge, left);
		arbiter_next(g->judge, g->match.next);
	}
	asks(g, seat, PHASE_RESTART);
}

static void heard(void *state, const struct message *message)
{
	struct gomocup *g = state;
	int seat = message->seat;
	struct text line = line_of(message), rest;
	bool board = gomocup_is_word(line, "BOARD"), swap2 = gomocup_is_word(line, "SWAP2BOARD");
	struct square square;
	int64_t ms;

	if (gomocup_is_word(line, "ABOUT")) {
		asks(g, seat, PHASE_ABOUT);
	} else if (begins_anew(line)) {
		asks(g, seat, PHASE_START);
	} else if (read_info(line, "timeout_turn", &ms)) {
		g->brain[seat].turn_limit = ms > 0 && ms < SEAT_LIMIT_MOST / NS_PER_MS ? ms * NS_PER_MS : 0;
	} else if (gomocup_is_word(line, "BEGIN")) {
		asks_move(g, seat, false);
	} else if (gomocup_is_word(line, "TURN")) {
		FREED char *words = NULL;

		rest = gomocup_behind(line, "TURN");
		words = bytes_copy(rest.at, rest.size);
		if (gomoku_read_xy(rest.at, rest.size, &square) && g->match.next != seat && play(g, words))
			asks_move(g, seat, false);
	} else if (board || swap2) {
		g->told = swap2 ? TOLD_SWAP2 : TOLD_BOARD;
		g->stones.size = 0;
	} else if (g->told && read_stone(line, g->told == TOLD_SWAP2, &square)) {
		bytes_add(&g->stones, &square, sizeof(square));
	} else if (gomocup_is_word(line, "DONE") && g->told) {
		if (heard_board(g, seat))
			asks_move(g, seat, g->told == TOLD_SWAP2);
		g->told = TOLD_NOTHING;
	} else if (gomocup_is_word(line, "TAKEBACK")) {
		heard_takeback(g, seat);
	} else if (gomocup_is_word(line, "END")) {
		arbiter_heard_goodbye(g->judge);
	}
}

const struct protocol_tap gomocup_tap = {
	.channel = channel,
	.begins = begins,
	.renews = renews,
	.heard = heard,
};
