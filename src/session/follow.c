/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* follow.c - a match read from a file, also while another process writes it; and one that goes on from it.
 *
 * A branch of the file can be shown instead of the match that goes on.  With --from a match goes on in a
 * branch of a copy of the file.  The copy is opened like any match file, and branching.c does the rest. There
 * is no judge until the players have reached the recorded position; a failure until then ends the session. */
#include "branching.h"
#include "ringside/protocol.h"
#include "session_state.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Reads the shown branch from the file.  False: it cannot be read (match_file_problem() says why), and the
 * match read before stays.  */
static bool follow_read(struct session *session)
{
	struct message_query all = {.seats = ~0u, .channels = CHANNEL_ALL, .last = INT64_MAX};
	struct message last;
	struct match match;
	unsigned revision = session->match.revision;

	if (!match_file_match(session->file, &match))
		return false;
	match_free(&session->match);
	session->match = match;
	session->match.revision = revision + 1; /* a fresh one would count from the start */
	if (match_file_before(session->file, &all, INT64_MAX, 1, &last))
		session->last_ns = last.t_ns;
	return true;
}

/* Reads the match for the first time.  NULL, or why it cannot be shown.  */
static char *read_first(struct session *session)
{
	const char *path = match_file_path(session->file);

	if (!follow_read(session))
		return bytes_text("%s", match_file_problem(session->file));
	if (!protocol_named(session->match.setup.system))
		return bytes_text("%s: is a match of \"%s\", a system that this ringside does not know: see "
				  "ringside list",
				  path, session->match.setup.system);
	return NULL;
}

static void look_again(void *user, int events)
{
	struct session *session = user;
	/* Asked first: when the writer is gone, its last rows are in the file.  */
	bool followed = match_file_is_written(session->file), changed = match_file_changed(session->file);

	(void)events;
	changed = changed || session->unread;
	if (changed)
		session->unread = !follow_read(session) && match_file_is_busy(session->file);
	if (changed || followed != session->followed) {
		session->followed = followed;
		session_changed(session);
	}
	/* Nobody reads each row of a file that nobody writes.  */
	loop_at(session->tick, loop_now() + (followed || session->unread ? TICK : REST_TICK));
}

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

/* NULL, or why that branch cannot be shown: the caller then restores what was shown.  */
static char *show(struct session *session, int branch)
{
	if (!match_file_show(session->file, branch))
		return bytes_text("there is no branch %d: `info branches` lists them", branch);
	if ((branch >= 0 || !session->judge) && !follow_read(session))
		return bytes_text("%s", match_file_problem(session->file));
	session->showing = branch >= 0;
	session->branch = branch;
	return NULL;
}

struct session *session_open(struct loop *loop, const char *text, const struct session_events *events,
			     void *user, char **problem)
{
	struct match_place place;
	struct match_file *file = match_file_at(text, &place, problem);
	struct session *session;

	if (!file)
		return NULL;
	session = bytes_new(sizeof(*session));
	session->loop = loop;
	session->events = *events;
	session->user = user;
	session->failed_seat = SEATS;
	session->file = file;
	session->opened_at = place.turns;
	vouch_for_file(session, file);
	session->tick = loop_timer(loop, LOOP_LATER, look_again, session);
	loop_at(session->tick, loop_now() + TICK);
	session->followed = match_file_is_written(file);
	match_file_changed(file);
	*problem = read_first(session);
	if (!*problem && place.branch >= 0)
		*problem = session_show(session, place.branch);
	if (!*problem)
		return session;
	session_free(session);
	return NULL;
}

int session_opened_at(const struct session *session)
{
	return session->judge || session->opened_at < 0 ? INT_MAX : session->opened_at;
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

char *session_show(struct session *session, int branch)
{
	struct match_file *file = session_whole_file(session);
	int before = session_shown(session);
	char *problem;

	if (!file)
		return branch < 0 ? NULL : bytes_text("this match is not recorded: it has no other branches");
	if (session->branching)
		return branching_busy();
	match_file_show(file, -1);
	problem = show(session, branch == match_file_shown(file) ? -1 : branch);
	if (problem)
		match_file_show(file, before);
	else
		session_changed(session);
	return problem;
}

int session_shown(const struct session *session)
{
	return session->showing ? session->branch : -1;
}

void show_forget(struct session *session)
{
	session->showing = false;
	match_free(&session->match);
}
