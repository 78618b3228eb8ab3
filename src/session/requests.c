/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* requests.c - requests of people, and who may stop the match.  */
#include "branching.h"

#include "ringside/bytes.h"

void session_set_stops(struct session *session, const struct stops *stops)
{
	session->stops = stops ? *stops : (struct stops){0};
	if (!session->judge)
		return;
	judge_set_stops(session->judge, stops);
	session->due = judge_deadline(session->judge);
	if (!session->pumping) /* the pump sets it at its end */
		loop_at(session->deadline, stall_wait(session));
}

void session_stop_between(struct session *session, bool stop)
{
	session->stops_between = stop;
}

/* Leaves a game that was stopped at its verdict, if the request continues and a next game follows.  */
static bool leave_game(struct session *session, const struct request *request)
{
	const struct judge *before = session->judge;

	if (!session->waits ||
	    (request->kind != REQUEST_GO && request->kind != REQUEST_STEP && request->kind != REQUEST_NEXT))
		return false;
	session->waits = false;
	session->has_request = request->kind != REQUEST_GO;
	session->request = *request;
	play_pump(session);
	session->has_request = false;
	return session->judge != before;
}

static char *request_now(struct session *session, const struct request *request)
{
	char *problem;

	if (!session->judge)
		return bytes_text("this match is read from a file: it cannot be changed");
	if (session->branching && request->kind == REQUEST_PAUSE) {
		session->branching->goes_on = false;
		return NULL;
	}
	if (session->branching)
		return branching_busy();
	if (leave_game(session, request))
		return NULL;
	if (branch_grant(session, request, &problem))
		return problem;
	recording_catch_up(session); /* for the turns that may be taken back */
	problem = judge_request(session->judge, stall_now(session), request);
	play_pump(session);
	return problem;
}

char *session_request(struct session *session, const struct request *request)
{
	if (request->kind == REQUEST_GO || request->kind == REQUEST_STEP || request->kind == REQUEST_NEXT)
		session->reach = SESSION_ON;
	return request_now(session, request);
}

char *session_go_on(struct session *session, enum session_reach reach)
{
	static const struct request go = {.kind = REQUEST_GO};
	char *problem;

	if (reach == SESSION_TO_NEXT && session->judge && !games_follow(session))
		return bytes_text(session->setup.games > 1
					  ? "this is the last game of the series"
					  : "this match has no next game: begin with --games N");
	session->reach = reach; /* the game may end at once */
	problem = request_now(session, &go);
	if (problem)
		session->reach = SESSION_ON;
	return problem;
}
