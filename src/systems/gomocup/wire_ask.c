/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire_ask.c - what a brain is told, and in which order.
 *
 * The judge remembers how many of the moves are on each brain's own board.  This decides how a turn is asked:
 * BEGIN, TURN, or RESTART and BOARD.  */
#include "wire.h"

#include "ringside/bytes.h"
#include "ringside/program_name.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* How long a brain may be silent after commands that it need not know: ABOUT, TAKEBACK.  */
#define OPTIONAL_LIMIT ((int64_t)NS_PER_S)

bool gomocup_is_agent(const struct gomocup *g, int seat)
{
	return referee_setup(g->judge)->seat[seat].kind == SEAT_AGENT;
}

/* Asks for an answer other than a move, within ns.  */
static void await(struct gomocup *g, int seat, enum phase phase, int64_t limit)
{
	g->brain[seat].phase = phase;
	(phase == PHASE_START ? referee_await : referee_wait)(g->judge, seat, limit);
}

void gomocup_start(struct gomocup *g, int seat)
{
	if (g->match.game.width == g->match.game.height)
		referee_ask(g->judge, seat, CHANNEL_COMMAND, "START %d\r\n", g->match.game.width);
	else
		referee_ask(g->judge, seat, CHANNEL_COMMAND, "RECTSTART %d,%d\r\n", g->match.game.width,
			    g->match.game.height);
	await(g, seat, PHASE_START, setup_start_limit(referee_setup(g->judge), seat));
}

static void send_restart(struct gomocup *g, int seat)
{
	g->brain[seat].informed = false;
	referee_ask(g->judge, seat, CHANNEL_COMMAND, "RESTART\r\n");
	await(g, seat, PHASE_RESTART, setup_start_limit(referee_setup(g->judge), seat));
}

static void send_limits(struct gomocup *g, int seat)
{
	const struct setup *setup = referee_setup(g->judge);

	referee_send(g->judge, seat, CHANNEL_INFO, "INFO timeout_match %" PRId64 "\r\n",
		     setup_match_limit(setup, seat) / NS_PER_MS);
	referee_send(g->judge, seat, CHANNEL_INFO, "INFO timeout_turn %" PRId64 "\r\n",
		     setup_turn_limit(setup, seat) / NS_PER_MS);
}

/* What a brain is told about its opponent (gomocup-protocol, INFO game_type). A match against a person is no
   tournament.  */
static int game_type(const struct gomocup *g, int seat)
{
	enum { AGAINST_PERSON, AGAINST_BRAIN, TOURNAMENT };

	if (!gomocup_is_agent(g, seat_opponent(seat)))
		return AGAINST_PERSON;
	return setup_switch(referee_setup(g->judge), &gomocup_option_tournament) ? TOURNAMENT : AGAINST_BRAIN;
}

/* What a person wants this brain to be told: parts between semicolons.  A line ends before a control
 * character.
 */
static void send_more_info(struct gomocup *g, int seat)
{
	const char *more = setup_text(referee_setup(g->judge),
				      seat == SEAT_1 ? &gomocup_option_info1 : &gomocup_option_info2);

	while (more && *more) {
		int size, whole;

		more += strspn(more, " ");
		whole = (int)strcspn(more, ";");
		for (size = 0; size < whole && (unsigned char)more[size] >= ' ' && more[size] != 0x7f;)
			size++;
		if (size)
			referee_send(g->judge, seat, CHANNEL_INFO, "INFO %.*s\r\n", size, more);
		more += whole + (more[whole] == ';');
	}
}

/* How far it may search, if a person has said so.  */
static void send_search(struct gomocup *g, int seat, const char *name, const struct option_row *row)
{
	const struct setup *setup = referee_setup(g->judge);

	if (setup_given(setup, row->name))
		referee_send(g->judge, seat, CHANNEL_INFO, "INFO %s %" PRId64 "\r\n", name,
			     setup_count(setup, row));
}

static void send_info(struct gomocup *g, int seat)
{
	const char *folder = setup_text(referee_setup(g->judge), &gomocup_option_folder);

	g->brain[seat].informed = true;
	referee_send(g->judge, seat, CHANNEL_INFO, "INFO max_memory %" PRId64 "\r\n",
		     setup_memory(referee_setup(g->judge), seat));
	send_limits(g, seat);
	referee_send(g->judge, seat, CHANNEL_INFO, "INFO game_type %d\r\n", game_type(g, seat));
	referee_send(g->judge, seat, CHANNEL_INFO, "INFO rule %d\r\n", (int)g->match.game.rule);
	if (folder)
		referee_send(g->judge, seat, CHANNEL_INFO, "INFO folder %s\r\n", folder);
	send_search(g, seat, "max_depth", seat == SEAT_1 ? &gomocup_option_depth1 : &gomocup_option_depth2);
	send_search(g, seat, "max_node", seat == SEAT_1 ? &gomocup_option_nodes1 : &gomocup_option_nodes2);
	send_more_info(g, seat);
}

static void send_time_left(struct gomocup *g, int seat)
{
	static const char unlimited[] = "INFO time_left 2147483647\r\n";
	int64_t left = referee_time_left(g->judge, seat);

	if (left == INT64_MAX)
		referee_send_bytes(g->judge, seat, CHANNEL_INFO, 0, unlimited, sizeof(unlimited) - 1);
	else
		referee_send(g->judge, seat, CHANNEL_INFO, "INFO time_left %" PRId64 "\r\n",
			     left / NS_PER_MS);
}

/* Sent before every BEGIN, TURN and BOARD.  The turn's time begins with it (gomocup, Clocks).  */
void gomocup_send_time_left(struct gomocup *g, int seat)
{
	referee_start_clock(g->judge, seat);
	send_time_left(g, seat);
}

int gomocup_field(const struct gomoku *game, int i)
{
	if (gomoku_at(game, game->moves[i]) == STONE_BLOCK)
		return 3;
	return (game->move_count - i) % 2
		       ? 2
		       : 1; /* every second stone is the seat's; the last is the opponent's */
}

static void send_board(struct gomocup *g, int seat)
{
	const struct gomoku *game = &g->match.game;

	referee_send(g->judge, seat, CHANNEL_COMMAND, "BOARD\r\n");
	for (int i = 0; i < game->move_count; i++) /* in the order of the moves, which renju needs */
		referee_send(g->judge, seat, CHANNEL_COMMAND, "%d,%d,%d\r\n", game->moves[i].x,
			     game->moves[i].y, gomocup_field(game, i));
	referee_ask(g->judge, seat, CHANNEL_COMMAND, "DONE\r\n");
}

void gomocup_ask(void *state, int seat)
{
	struct gomocup *g = state;
	struct brain *brain = &g->brain[seat];
	int moves = g->match.game.move_count;
	struct square last;

	brain->pending = PENDING_TURN;
	if (brain->phase != PHASE_IDLE)
		return;
	if (brain->known == KNOWN_NOTHING ||
	    (brain->known != 0 && (brain->known != moves - 1 || g->match.stage != GOMOKU_MOVE))) {
		send_restart(g, seat);
		return;
	}
	brain->pending = PENDING_NOTHING;
	free(brain->error);
	brain->error = NULL;
	if (referee_wants_values(g->judge))
		gomocup_analysis_clear(&brain->said);
	if (gomocup_ask_swap2(g, seat))
		return;
	brain->phase = PHASE_MOVE;
	gomocup_send_time_left(g, seat);
	if (moves == 0) {
		referee_ask(g->judge, seat, CHANNEL_COMMAND, "BEGIN\r\n");
	} else if (brain->known == moves - 1) {
		last = g->match.game.moves[moves - 1];
		referee_ask(g->judge, seat, CHANNEL_COMMAND, "TURN %d,%d\r\n", last.x, last.y);
	} else {
		send_board(g, seat);
	}
	brain->known = moves;
}

void gomocup_limits_changed(void *state)
{
	struct gomocup *g = state;

	for (int s = SEAT_1; s <= SEAT_2; s++) {
		if (!g->brain[s].informed)
			continue; /* it is told together with everything else */
		send_limits(g, s);
		send_time_left(g, s);
	}
}

char *gomocup_point(void *state, const char *move)
{
	struct gomocup *g = state;
	struct square square;

	if (!gomoku_read_square(move, strlen(move), &square) || !gomoku_inside(&g->match.game, square))
		return bytes_text("\"%s\" is not a square of the board", move);
	for (int s = SEAT_1; s <= SEAT_2; s++)
		if (g->brain[s].informed)
			referee_send(g->judge, s, CHANNEL_INFO, "INFO evaluate %d,%d\r\n", square.x,
				     square.y);
	return NULL;
}

void gomocup_idle(struct gomocup *g, int seat)
{
	g->brain[seat].phase = PHASE_IDLE;
	referee_answered(g->judge, seat);
	if (g->brain[seat].pending)
		gomocup_ask(g, seat);
}

void gomocup_respawn(struct gomocup *g, int seat)
{
	g->brain[seat].phase = PHASE_IDLE;
	g->brain[seat].known = KNOWN_NOTHING;
	g->brain[seat].informed = false;
	referee_respawn(g->judge, seat, NS_PER_S);
}

void gomocup_reseat(void *state, int seat)
{
	struct gomocup *g = state;
	struct brain *brain = &g->brain[seat];

	brain->phase = PHASE_IDLE;
	brain->known = KNOWN_NOTHING;
	brain->informed = false;
	brain->pending = PENDING_NOTHING;
}

void gomocup_withdraw_move(struct gomocup *g, int seat)
{
	struct brain *brain = &g->brain[seat];

	if (!referee_withdraw(g->judge, seat))
		referee_drop_answer(g->judge, seat, NULL);
	referee_answered(g->judge, seat);
	brain->known = KNOWN_NOTHING;
	brain->phase = PHASE_IDLE;
}

/* Reports a name that promises to speak through files.  */
static void note_name(struct gomocup *g, int seat)
{
	const char *command = referee_setup(g->judge)->seat[seat].command;
	char *file = program_file(command ? command : "sample:");

	if (!bytes_begin(file, strlen(file), "pbrain-") && !bytes_begin(file, strlen(file), "sample:"))
		referee_notice(g->judge, seat, &gomocup_notices[GOMOCUP_FILE_NAME]);
	free(file);
}

void gomocup_started(void *state, int seat, bool warm)
{
	struct gomocup *g = state;
	struct brain *brain = &g->brain[seat];

	brain->spoke = brain->named = false;
	brain->known = KNOWN_NOTHING;
	if (warm) {
		send_restart(g, seat);
		return;
	}
	note_name(g, seat);
	brain->owes_about = true;
	referee_ask(g->judge, seat, CHANNEL_COMMAND, "ABOUT\r\n");
	await(g, seat, PHASE_ABOUT, OPTIONAL_LIMIT);
}

void gomocup_got_ready(struct gomocup *g, int seat)
{
	g->brain[seat].known = 0;
	send_info(g, seat);
	referee_ready(g->judge, seat);
	gomocup_idle(g, seat);
}

void gomocup_expired(void *state, int seat)
{
	struct gomocup *g = state;
	struct brain *brain = &g->brain[seat];

	switch (brain->phase) {
	case PHASE_ABOUT:
		referee_notice(g->judge, seat, &gomocup_notices[GOMOCUP_NO_ABOUT]);
		gomocup_start(g, seat);
		break;
	case PHASE_START:
		if (brain->spoke && !referee_setup(g->judge)->strict) {
			referee_notice(g->judge, seat, &gomocup_notices[GOMOCUP_NO_START]);
			gomocup_got_ready(g, seat);
		} else {
			referee_forfeit(g->judge, seat, REASON_START,
					"did not say OK to START within %.3f s%s",
					(double)setup_start_limit(referee_setup(g->judge), seat) / NS_PER_S,
					brain->spoke ? "" : ", nor any other line");
		}
		break;
	case PHASE_RESTART:
		referee_notice(g->judge, seat, &gomocup_notices[GOMOCUP_NO_RESTART]);
		gomocup_respawn(g, seat);
		break;
	case PHASE_TAKEBACK:
		referee_notice(g->judge, seat, &gomocup_notices[GOMOCUP_NO_TAKEBACK]);
		brain->known = KNOWN_NOTHING;
		gomocup_idle(g, seat);
		break;
	case PHASE_REFUSES: gomocup_swap2_without(g, seat); break;
	case PHASE_IDLE:
	case PHASE_MOVE: break;
	}
}

void gomocup_take_next_back(struct gomocup *g, int seat)
{
	struct brain *brain = &g->brain[seat];
	struct square square;

	if (brain->known <= brain->keep) {
		gomocup_idle(g, seat);
		return;
	}
	square = brain->back[brain->known - 1];
	referee_ask(g->judge, seat, CHANNEL_COMMAND, "TAKEBACK %d,%d\r\n", square.x, square.y);
	await(g, seat, PHASE_TAKEBACK, OPTIONAL_LIMIT);
}

/* `keep` stones are left: tells the brain what it has to know.  */
static void take_brain_back(struct gomocup *g, int seat, int keep, bool reopened)
{
	struct brain *brain = &g->brain[seat];

	brain->pending = PENDING_NOTHING;
	switch (brain->phase) {
	case PHASE_IDLE:
		brain->keep = keep;
		if (brain->known > brain->keep)
			gomocup_take_next_back(g, seat);
		break;
	case PHASE_REFUSES: /* the rest of its refusals may still come, or an answer after all */
		if (reopened)
			gomocup_withdraw_move(g, seat);
		else
			referee_drop_answer(g->judge, seat, NULL);
		break;
	case PHASE_MOVE: gomocup_withdraw_move(g, seat); break;
	case PHASE_TAKEBACK: /* continues up to the current position */
		if (keep < brain->keep)
			brain->keep = keep;
		if (reopened) /* its OK may still come, and would look like the one to a RESTART */
			gomocup_respawn(g, seat);
		break;
	case PHASE_RESTART:
	case PHASE_ABOUT:
	case PHASE_START: /* the verdict has given up the awaited answer */
		if (reopened)
			gomocup_respawn(g, seat);
		break;
	}
}

char *gomocup_takeback(void *state, int turns)
{
	struct gomocup *g = state;
	int old = g->match.game.move_count, left = g->match.turns - turns, stones, next;
	bool reopened = referee_match(g->judge)->over;

	for (int s = SEAT_1; s <= SEAT_2; s++) {
		if (g->brain[s].phase == PHASE_TAKEBACK)
			continue; /* its board still has moves that ours has not */
		free(g->brain[s].back);
		g->brain[s].back = bytes_new((size_t)old * sizeof(struct square));
		memcpy(g->brain[s].back, g->match.game.moves, (size_t)old * sizeof(struct square));
	}
	gomoku_match_goto(&g->match, referee_match(g->judge), left);
	referee_taken_back(g->judge, left);
	stones = g->match.game.move_count;
	next = g->match.next;
	for (int s = SEAT_1; s <= SEAT_2; s++)
		/* The seat on turn takes back one move more, so that TURN can tell it again.  */
		if (gomocup_is_agent(g, s))
			take_brain_back(g, s, s == next && stones > 0 ? stones - 1 : stones, reopened);
	referee_next(g->judge, next);
	return NULL;
}
