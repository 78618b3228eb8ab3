/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* from.c - a match that goes on from a recorded one (--from): in a branch of a copy of its file.
 *
 * The copy is opened like any match file, and branching.c does the rest.  There is no judge until the players
 * have reached the recorded position; a failure until then ends the session.  */
#include "branching.h"

#include "ringside/protocol.h"
#include <stdlib.h>
#include <string.h>

static int players_in(const struct setup *setup)
{
	int count = 0;

	for (int s = SEAT_1; s < SEATS; s++)
		count += setup->seat[s].kind != SEAT_FREE;
	return count;
}

/* Chooses who sits down: the given players, and the game program if it is another one.  */
static char *choose_players(const struct session *session, struct session_branch *branch)
{
	const struct setup *given = &session->setup.setup, *recorded = &session->match.setup;
	const char *program = given->seat[SEAT_NONE].command, *old = recorded->seat[SEAT_NONE].command;
	int count = players_in(recorded);

	for (int s = SEAT_1; s < SEATS; s++) {
		if ((given->seat[s].kind == SEAT_FREE) != (recorded->seat[s].kind == SEAT_FREE))
			return bytes_text("the recorded match has %d player%s: give as many", count,
					  count == 1 ? "" : "s");
		if (given->seat[s].kind != SEAT_FREE)
			branch->players[s] =
				given->seat[s].kind == SEAT_HUMAN ? "human" : given->seat[s].command;
	}
	if (program && old && strcmp(program, old) != 0)
		branch->players[SEAT_NONE] = program;
	return NULL;
}

/* Opens the copy and reads the match.  NULL, or a problem.  */
static char *open_copy(struct session *session)
{
	const struct session_from *from = &session->setup.from;
	char *problem = NULL, *path = recording_path(session, from->number, &problem);
	struct match_file *file = path ? match_file_open(from->path, &problem) : NULL;

	if (file) {
		vouch_for_file(session, file);
		problem = recording_copy(session, file, path);
	}
	match_file_close(file);
	free(path);
	if (problem)
		return problem;
	if (from->branch >= 0 && !match_file_show(session->file, from->branch))
		return bytes_text(
			"there is no branch %d (ringside open %s --batch -x 'info branches' lists them)",
			from->branch, from->path);
	if (!follow_read(session))
		return bytes_text("%s", match_file_problem(session->file));
	return NULL;
}

char *from_begin(struct session *session)
{
	const struct session_from *from = &session->setup.from;
	char *why = bytes_text("from move %d of %s", from->turns, from->path);
	struct session_branch branch = {.turns = from->turns, .why = why, .goes_on = !session->setup.paused};
	char *problem;

	session->from = true;
	agent_adopt_orphans();
	problem = open_copy(session);
	if (!problem)
		problem = choose_players(session, &branch);
	if (!problem)
		problem = session_branch(session, &branch);
	free(why);
	if (!problem && session->file_problem)
		problem = bytes_text("%s", session->file_problem);
	return problem;
}

/* Is the seat's own limit wanted, and another one than the match has?  */
static bool differs(const struct session *session, const struct option_row *row)
{
	const char *wanted = setup_given(&session->setup.setup, row->name),
		   *is = setup_given(&judge_match(session->judge)->setup, row->name);

	return wanted && (!is || strcmp(wanted, is) != 0);
}

/* New odds become limits of the seat's own: the recorded setup stays as it is.  */
static bool limit_differs(const struct session *session, int seat, const struct option_row *row)
{
	return differs(session, row) || differs(session, setup_odds_row(seat));
}

char *from_set_limits(struct session *session)
{
	const struct setup *wanted = &session->setup.setup, *is = &judge_match(session->judge)->setup;
	char *problem = NULL;

	if (wanted->turn_limit != is->turn_limit)
		problem = branching_request(
			session, (struct request){.kind = REQUEST_TURN_LIMIT, .ns = wanted->turn_limit});
	if (!problem && wanted->match_limit != is->match_limit)
		problem = branching_request(
			session, (struct request){.kind = REQUEST_MATCH_LIMIT, .ns = wanted->match_limit});
	if (!problem && differs(session, &option_human_time))
		problem = branching_request(session, (struct request){.kind = REQUEST_HUMAN_TIME,
								      .ns = setup_human_time(wanted)});
	for (int s = SEAT_1; s < SEATS; s++) {
		if (!problem && limit_differs(session, s, setup_turn_row(s)))
			problem = branching_request(session,
						    (struct request){.kind = REQUEST_TURN_LIMIT,
								     .seat = s,
								     .ns = setup_turn_limit(wanted, s)});
		if (!problem && limit_differs(session, s, setup_match_row(s)))
			problem = branching_request(session,
						    (struct request){.kind = REQUEST_MATCH_LIMIT,
								     .seat = s,
								     .ns = setup_match_limit(wanted, s)});
	}
	return problem;
}

void from_fail(struct session *session, char *problem)
{
	recording_withdraw(session);
	recording_keep_problem(session, problem);
	if (!session->beginning) /* else session_play() returns the problem */
		session_end(session);
}
