/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* branch.c - decides from which turn and with which players a match continues: in a branch with new
 * processes, or with the old ones if they can take back.  */
#include "branching.h"

#include "ringside/protocol.h"
#include "ringside/view.h"
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- where ---- */

/* The number of the first message that belongs to turn 1; INT64_MAX: there is none.  */
static int64_t first_of_turns(struct session *session, int parent, int64_t answer)
{
	struct message page[HISTORY_PAGE];
	int64_t after = 0;
	int count;

	while ((count = match_file_history(session->file, parent, after, HISTORY_PAGE, page)) > 0) {
		for (int i = 0; i < count; i++)
			if (page[i].flags & MESSAGE_STARTS || page[i].n >= answer)
				return page[i].n;
		after = page[count - 1].n;
	}
	return INT64_MAX;
}

/* Steps back over answers that a person changed: they are not history for another override.  */
static int64_t before_answer(struct session *session, int parent, int64_t n)
{
	struct message message;

	while (n > 0 && match_file_history(session->file, parent, n - 1, 1, &message) == 1 &&
	       message.n == n && message.flags & MESSAGE_CHANGED)
		n--;
	return n;
}

/* The number of the message that brought turn n; INT64_MAX: there is no such turn, 0: not known.  */
static int64_t answer_of(const struct match *match, int n)
{
	const struct turn *turn = match_turn(match, n);

	assert(n > 0);
	return turn ? turn->message : n <= match->turn_count ? 0 : INT64_MAX;
}

/* The number of the last message that is history of the new branch; -1 and a problem.  */
static int64_t find_cut(struct session *session, const struct session_branch *wanted, int parent,
			char **problem)
{
	const struct match *match = session_match(session);
	int64_t last = wanted->turns ? answer_of(match, wanted->turns) : 1, first;
	int64_t next = answer_of(match, wanted->turns + 1);

	if (last < 1 || next < 1) {
		*problem = bytes_text("this file has no messages between the judge and the agents");
		return -1;
	}
	if (wanted->override && next != INT64_MAX)
		return before_answer(session, parent, next - 1);
	if (wanted->turns > 0)
		return last;
	first = first_of_turns(session, parent, next);
	return first == INT64_MAX ? match_file_newest(session->file) : first - 1;
}

/* NULL, or why the agents cannot be told the match up to this message.  */
static char *check_gap(struct session *session, int64_t cut)
{
	struct gap gap;
	char *missing, *why;

	if (!match_file_gap(session->file, cut, &gap))
		return NULL;
	missing = gap_words(&gap);
	why = bytes_text("agents cannot be told the match so far: choose turn %d or an earlier one (%s)",
			 match_file_whole_turns(session->file, session_match(session), &gap), missing);
	free(missing);
	return why;
}

/* Opens the session's file for writing, if it is the one that gets the branch.  NULL, or a problem.  */
static char *make_writable(struct session *session)
{
	if (session->judge || from_is_due(session)) /* its copy can be written */
		return NULL;
	if (session->followed && session->setup.write)
		return bytes_text("another ringside is writing this match: open it without --write");
	if (!*match_file_path(session->file))
		return bytes_text("this file is of another program, and has no messages to tell the agents");
	return session->setup.write ? recording_append(session) : NULL;
}

/* Of `branch` and its ancestors, the one in whose own part of the history the message is.  */
static int owner_of(struct session *session, int branch, int turns, int64_t cut)
{
	struct branch_row *rows;
	int count = match_file_branches(session->file, &rows);

	while (branch > 0 && branch < count &&
	       (rows[branch].message ? cut <= rows[branch].message : turns <= rows[branch].turn))
		branch = rows[branch].parent;
	branch_rows_free(rows, count);
	return branch;
}

/* NULL, or why the word names no player of that seat.  */
static char *check_player(const struct setup *setup, int seat, const char *player)
{
	const struct protocol *protocol = protocol_named(setup->system);
	char *problem, **argv;

	if (!player || !branching_agent(player))
		return NULL;
	problem = protocol_refuses(protocol, seat, player);
	if (!problem) {
		argv = agent_command(player, protocol->samples, &problem);
		free(argv);
	}
	return problem;
}

/* Is the newest branch shown?  */
static bool shows_newest(struct session *session)
{
	struct branch_row *rows;
	int count = match_file_branches(session->file, &rows);
	bool newest = count > 0 && rows[count - 1].id == match_file_shown(session->file);

	branch_rows_free(rows, count);
	return newest;
}

/* Do the system and all agents that sit there support taking back?  */
static bool can_take_back(const struct session *session)
{
	const struct match *match = session_match(session);

	if (!protocol_named(match->setup.system)->takeback)
		return false;
	for (int s = 0; s < SEATS; s++)
		if (match->setup.seat[s].kind == SEAT_AGENT && !session->player[s])
			return false;
	return true;
}

/* Lets the agents that sit there take back, and go on.  */
static char *take_back(struct session *session, const struct session_branch *wanted)
{
	int count = session_match(session)->turn_count - wanted->turns;
	char *problem =
		branching_request(session, (struct request){.kind = REQUEST_TAKEBACK, .count = count});

	if (!problem && wanted->override)
		problem = branching_request(session, (struct request){.kind = REQUEST_OVERRIDE,
								      .seat = wanted->mover,
								      .text = wanted->override});
	if (!problem && wanted->goes_on)
		problem = branching_request(session, (struct request){.kind = REQUEST_GO});
	play_pump(session);
	for (int s = SEAT_1; s < SEATS && !problem; s++)
		if (wanted->players[s])
			problem = session_seat(session, s, wanted->players[s], wanted->limits[s]);
	return problem;
}

/* Accepts the players that a person has named. NULL, or why one of the others may not start.  */
static char *vouch_for_branch(struct session *session, const struct session_branch *wanted, int parent)
{
	unsigned of_file = 0;
	struct setup setup;
	char *problem;

	if (!match_file_setup(session->file, parent, &setup))
		return bytes_text("%s", match_file_problem(session->file));
	for (int s = 0; s < SEATS; s++)
		if (!wanted->players[s])
			of_file |= 1u << s;
		else if (branching_agent(wanted->players[s]))
			vouch_accept(session, &setup, wanted->players[s]);
	problem = session_vouch(session, &setup, of_file);
	setup_free(&setup);
	return problem;
}

char *session_branch(struct session *session, const struct session_branch *wanted)
{
	const struct match *match = session_match(session);
	struct branching *branching;
	char *problem = NULL;
	int64_t cut;
	int parent;

	if (session->branching)
		return branching_busy();
	if (!session_is_recorded(session))
		return bytes_text("this match is not recorded, so there is nothing to go back to: begin it "
				  "with --record FILE");
	if (wanted->turns < 0 || wanted->turns > match->turn_count)
		return view_too_far(session);
	for (int s = 0; s < SEATS && !problem; s++)
		problem = check_player(&match->setup, s, wanted->players[s]);
	if (!problem)
		problem = recording_settle(session);
	if (problem)
		return problem;
	parent = match_file_shown(session->file);
	if (session->judge && can_take_back(session) && wanted->turns < match->turn_count && !wanted->swaps &&
	    shows_newest(session))
		return take_back(session, wanted);
	cut = find_cut(session, wanted, parent, &problem);
	if (cut < 0 || (problem = check_gap(session, cut)) ||
	    (problem = vouch_for_branch(session, wanted, parent)) || (problem = make_writable(session)))
		return problem;
	parent = owner_of(session, parent, wanted->turns, cut);
	if (session->judge && session_state(session) != JUDGE_OVER)
		free(branching_request(session, (struct request){.kind = REQUEST_PAUSE}));
	branching = branching_new(session, parent, cut, wanted->turns);
	branching->goes_on = wanted->goes_on;
	branching->swaps = wanted->swaps;
	branching->why = bytes_text("%s", wanted->why);
	branching->override = wanted->override ? bytes_text("%s", wanted->override) : NULL;
	branching->mover = wanted->mover;
	for (int s = 0; s < SEATS; s++) {
		if (wanted->limits[s])
			branching->limits[s] = *wanted->limits[s];
		branching->take[s] = wanted->players[s] ? bytes_text("%s", wanted->players[s]) : NULL;
	}
	return branching_start(branching);
}

char *session_seat(struct session *session, int seat, const char *player, const struct seat_limits *limits)
{
	const struct match *match = session_match(session);
	struct branching *branching;
	char *problem, *why;

	assert(is_seat(seat));
	if (match->setup.seat[seat].kind == SEAT_FREE)
		return bytes_text("nobody sits on seat %d", seat);
	if (!session->judge || match->over)
		return bytes_text("the match is over: go back to a turn and resume with other players");
	if (session->branching)
		return branching_busy();
	if ((problem = check_player(&match->setup, seat, player)))
		return problem;
	if (branching_agent(player))
		vouch_accept(session, &match->setup, player);
	if (!branching_agent(player) || match->setup.seat[seat].kind != SEAT_AGENT ||
	    protocol_named(match->setup.system)->rejoins) {
		recording_catch_up(session);
		problem = judge_request(session->judge, stall_now(session),
					&(struct request){.kind = REQUEST_SEAT,
							  .seat = seat,
							  .text = branching_agent(player)});
		if (!problem && session->recorder) { /* before the events of it are recorded */
			why = bytes_text("seat %d: %s", seat, player);
			recording_branch(session, -1, match->turn_count, 0, why);
			recorder_seat(session->recorder, seat, &match->setup.seat[seat]);
			free(why);
		}
		if (!problem && limits)
			problem = branching_limit(session, seat, limits);
		play_pump(session);
		return problem;
	}
	if (!session->recorder)
		return bytes_text("without --record FILE a new agent cannot be told the match so far");
	problem = recording_settle(session);
	if (!problem)
		problem = check_gap(session, INT64_MAX);
	if (problem)
		return problem;
	branching = branching_new(session, match_file_shown(session->file), 0, match->turn_count);
	branching->goes_on = session_state(session) == JUDGE_RUNNING;
	free(branching_request(session, (struct request){.kind = REQUEST_PAUSE}));
	play_pump(session);
	recording_catch_up(session);
	branching->successor = seat;
	branching->cut = recorder_newest(session->recorder);
	branching->take[seat] = bytes_text("%s", player);
	if (limits)
		branching->limits[seat] = *limits;
	branching->why = bytes_text("seat %d: %s", seat, player);
	return branching_start(branching);
}

/* ---- requests that need a branch ---- */

static bool agent_to_move(const struct session *session)
{
	for (int s = SEAT_1; s < SEATS; s++)
		if (session_to_move(session, s) && session_match(session)->setup.seat[s].kind == SEAT_AGENT)
			return true;
	return false;
}

bool branch_grant(struct session *session, const struct request *request, char **problem)
{
	const struct match *match = session_match(session);
	const struct turn *last = match_turn(match, match->turn_count);
	struct session_branch branch = {.goes_on = session_state(session) != JUDGE_PAUSED};
	int count = request->count > 0 ? request->count : 1;

	assert(request && problem);
	if (session->showing && (request->kind == REQUEST_TAKEBACK || request->kind == REQUEST_OVERRIDE)) {
		*problem = bytes_text("branch %d is shown: `live` returns to the match", session->branch);
		return true;
	}
	if (!session_is_recorded(session) || can_take_back(session) || !last)
		return false;
	if (request->kind == REQUEST_TAKEBACK && count <= match->turn_count) {
		branch.turns = match->turn_count - count;
		branch.why = "takeback";
	} else if (request->kind == REQUEST_OVERRIDE && !match->over && !agent_to_move(session) &&
		   match->setup.seat[last->seat].kind == SEAT_AGENT) {
		branch.turns = match->turn_count - 1;
		branch.why = "override";
		branch.override = request->text;
		branch.mover = last->seat;
	} else {
		return false;
	}
	*problem = session_branch(session, &branch);
	return true;
}
