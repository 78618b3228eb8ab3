/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* games.c - begins the next game of a series: its judge, its file, and the processes that play on.  */
#include "session_state.h"

#include "ringside/protocol.h"
#include "ringside/seed.h"
#include <stdlib.h>
#include <string.h>

/* Can the process of the seat play this game, too?  Not if its player wants a fresh one, or if it would get
 * another seed.  */
static bool can_play_on(const struct session *session, const struct setup *setup, int seat)
{
	const struct setup *before = &judge_match(session->judge)->setup;
	char *was, *is;
	bool same;

	if (!session->player[seat] || !judge_may_stay(session->judge, seat) || setup_restarts(setup, seat))
		return false;
	was = seed_command(before, seat, before->seat[seat].command);
	is = seed_command(setup, seat, setup->seat[seat].command);
	same = strcmp(was, is) == 0;
	free(was);
	free(is);
	return same;
}

/* Keeps the processes that can play on, and gives their seats as a bit set.  A process that may stay but is
 * replaced is dismissed first.  */
static unsigned part_with_others(struct session *session, const struct setup *setup)
{
	const struct protocol *protocol = protocol_named(setup->system);
	unsigned alive = 0;

	for (int s = 0; s < SEATS; s++) {
		bool may_stay = session->player[s] && judge_may_stay(session->judge, s);

		if (can_play_on(session, setup, s)) {
			alive |= 1u << s;
			continue;
		}
		if (may_stay) {
			judge_dismiss_one(session->judge, stall_now(session), s);
			play_carry_out(session);
		}
		/* One that was told to leave gets time for it.  */
		players_vacate(session, s, may_stay || protocol->one_game ? protocol->goodbye_grace : 0);
	}
	return alive;
}

static void begin_next(struct session *session, const struct setup *setup, struct judge *next)
{
	struct bytes rest[STREAM_STDERR + 1][SEATS] = {0};
	unsigned alive = part_with_others(session, setup);
	struct pending_bytes pending;
	char *problem = NULL;

	for (int s = 0; s < SEATS; s++)
		for (int stream = STREAM_STDOUT; alive & 1u << s && stream <= STREAM_STDERR; stream++)
			if (judge_pending(session->judge, s, (enum stream)stream, &pending))
				bytes_add(&rest[stream][s], pending.bytes, pending.size);
	recording_catch_up(session);
	judge_free(session->judge);
	session->judge = next;
	judge_set_older(next, recording_older, session);
	session->turns_told = session->turns_measured = session->turns_recorded = 0;
	if (!recording_begin(session, setup, &problem))
		recording_keep_problem(session,
				       bytes_text("game %d is not recorded: %s", setup->game, problem));
	free(problem);
	judge_set_stops(session->judge, &session->stops);
	if (session->reach == SESSION_TO_NEXT)
		judge_begin_paused(session->judge, stall_now(session), alive);
	else
		judge_begin(session->judge, stall_now(session), alive);
	if (session->reach == SESSION_TO_NEXT)
		session->reach = SESSION_ON;
	players_note_cores(session);
	if (session->has_request)
		free(judge_request(session->judge, stall_now(session), &session->request));
	session->has_request = false;
	for (int s = 0; s < SEATS; s++)
		for (int stream = STREAM_STDOUT; stream <= STREAM_STDERR; stream++) {
			struct bytes *bytes = &rest[stream][s];

			judge_bytes(session->judge, stall_now(session), s, (enum stream)stream, bytes->at,
				    bytes->size);
			bytes_free(bytes);
		}
}

bool games_follow(const struct session *session)
{
	return session->judge && session->events.next && !session->setup.from.path &&
	       (!session->setup.games || judge_match(session->judge)->setup.game < session->setup.games);
}

bool games_next(struct session *session)
{
	struct judge *judge = NULL;
	struct setup setup;
	char *problem = NULL;

	if (!session->events.next)
		return false;
	setup_copy(&setup, &judge_match(session->judge)->setup);
	setup.game_before = setup.game;
	if (session->events.next(session->user, &setup)) {
		judge = judge_new(&setup, &problem);
		if (judge)
			begin_next(session, &setup, judge);
		else
			recording_keep_problem(
				session, bytes_text("game %d cannot be played: %s", setup.game, problem));
	}
	free(problem);
	setup_free(&setup);
	return judge != NULL;
}
