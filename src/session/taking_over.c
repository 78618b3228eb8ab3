/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* taking_over.c - new processes take their seats, and the match goes on in a branch.
 *
 * Agents that can be told a position (protocol.h, rejoins) were not fed; they start now.  */
#include "branching.h"

#include "ringside/protocol.h"
#include "ringside/replay.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Dismisses the old agents.  This is not recorded in the match.  */
static void retire(struct session *session)
{
	static const struct request interrupt = {.kind = REQUEST_INTERRUPT};
	int64_t grace = protocol_named(judge_match(session->judge)->setup.system)->goodbye_grace;
	struct effect effect;

	free(judge_request(session->judge, stall_now(session), &interrupt));
	judge_dismiss(session->judge, stall_now(session));
	while (judge_effect(session->judge, loop_now(), &effect)) {
		struct player *player = session->player[effect.seat];

		if (player && effect.kind == EFFECT_MESSAGE && effect.message.direction == TO_AGENT)
			agent_write(player->agent, effect.message.bytes, effect.message.size);
	}
	for (int s = 0; s < SEATS; s++) {
		players_vacate(session, s, grace);
		session->out[s].size = 0;
	}
	judge_free(session->judge);
	session->judge = NULL;
}

/* A replay has no measurements: copies them from the old match.  */
static void keep_measures(const struct match *was, struct judge *judge, int turns)
{
	for (int n = judge_match(judge)->dropped + 1; n <= turns; n++) {
		const struct turn *old = match_turn(was, n);

		if (old && judge_turn(judge, n))
			judge_measure_turn(judge, n, old->cpu_ns, old->rss, old->peak);
	}
}

/* Turns a match that was read from a file into one that is played.  */
static void begin_playing(struct session *session)
{
	loop_unwatch(session->tick);
	session->followed = false;
	session->setup.stay = session->setup.stay || !session->from;
	play_begin(session);
}

static void take_seats(struct branching *branching)
{
	struct session *session = branching->session;

	for (int s = 0; s < SEATS; s++) {
		if (!branching->player[s])
			continue;
		session->player[s] = branching->player[s];
		session->player[s]->branching = NULL;
		branching->player[s] = NULL;
	}
}

char *branching_request(struct session *session, struct request request)
{
	return judge_request(session->judge, stall_now(session), &request);
}

/* Seats new players, and the agents that can be told a position.  */
static char *seat_newcomers(struct branching *branching, bool rejoins)
{
	struct session *session = branching->session;
	char *problem = NULL;

	for (int s = 0; s < SEATS && !problem; s++) {
		const struct seat_setup *seat = &judge_match(session->judge)->setup.seat[s];
		const char *taker = branching->take[s];

		if (taker && !branching_agent(taker) && seat->kind == SEAT_HUMAN)
			continue;                /* a person sits there already */
		if (taker && session->player[s]) /* it was fed */
			problem = branching_request(
				session, (struct request){.kind = REQUEST_SUCCEED, .seat = s, .text = taker});
		else if (taker)
			problem =
				branching_request(session, (struct request){.kind = REQUEST_SEAT,
									    .seat = s,
									    .text = branching_agent(taker)});
		else if (rejoins && seat->kind == SEAT_AGENT)
			problem = branching_request(
				session,
				(struct request){.kind = REQUEST_SEAT, .seat = s, .text = seat->command});
		if (taker && !problem)
			recorder_seat(session->recorder, s, seat);
	}
	return problem;
}

char *branching_limit(struct session *session, int seat, const struct seat_limits *limits)
{
	char *problem = NULL;

	if (limits->turn >= 0)
		problem = branching_request(
			session,
			(struct request){.kind = REQUEST_TURN_LIMIT, .seat = seat, .ns = limits->turn});
	if (limits->match >= 0 && !problem)
		problem = branching_request(
			session,
			(struct request){.kind = REQUEST_MATCH_LIMIT, .seat = seat, .ns = limits->match});
	return problem;
}

/* Gives the new players the limits that they bring.  */
static char *bring_limits(struct branching *branching)
{
	char *problem = NULL;

	for (int s = SEAT_1; s < SEATS && !problem; s++)
		problem = branching_limit(branching->session, s, &branching->limits[s]);
	return problem;
}

/* The players keep their limits on their new seats.  */
static char *swap_limits(struct session *session)
{
	struct setup setup = judge_match(session->judge)->setup; /* a shallow copy */
	bool odds = setup_given(&setup, option_odds1.name) || setup_given(&setup, option_odds2.name),
	     turn = odds || setup_given(&setup, option_turn_time1.name) ||
		    setup_given(&setup, option_turn_time2.name),
	     match = odds || setup_given(&setup, option_match_time1.name) ||
		     setup_given(&setup, option_match_time2.name);
	struct seat_limits limits[SEATS];
	char *problem = NULL;

	for (int s = SEAT_1; s < SEATS; s++) {
		setup.seat[s].kind = SEAT_AGENT; /* the limits of a seat are those of an agent there */
		limits[s] = (struct seat_limits){turn ? setup_turn_limit(&setup, s) : -1,
						 match ? setup_match_limit(&setup, s) : -1};
	}
	for (int s = SEAT_1; s < SEATS && !problem; s++)
		problem = branching_limit(session, s, &limits[seat_opponent(s)]);
	return problem;
}

/* What the new processes wrote ahead is read as soon as they sit there.  */
static void hear_rests(struct branching *branching)
{
	struct session *session = branching->session;

	for (int s = 0; s < SEATS; s++) {
		size_t size;
		const char *bytes = rejoin_rest(branching->rejoin, s, &size);

		if (session->player[s] && size)
			judge_bytes(session->judge, stall_now(session), s, STREAM_STDOUT, bytes, size);
	}
}

static void tell_ends(struct branching *branching)
{
	struct ending ending;

	for (int s = 0; s < SEATS; s++)
		if (rejoin_has_ended(branching->rejoin, s, &ending))
			judge_exited(branching->session->judge, stall_now(branching->session), s, ending);
}

static void note_differences(struct branching *branching)
{
	for (int i = 0; i < DIFFERENCES_NOTED && branching->differences[i].text; i++)
		judge_remark(branching->session->judge, stall_now(branching->session),
			     branching->differences[i].seat, EVENT_REMARK, branching->differences[i].text);
}

/* Where the branch is recorded, if it is not in the file that was opened; the caller frees.  */
static char *words_of_place(const struct branching *branching)
{
	char *path, *words;

	if (!branching->explores)
		return bytes_text("%s", "");
	path = bytes_line(match_file_path(branching->session->file));
	words = *path ? bytes_text(" in %s", path) : NULL;
	free(path);
	if (words)
		return words;
	return bytes_text(", and vanishes at the end, since the file's folder cannot be written: `save FILE` "
			  "keeps it");
}

/* "; the old process of seat 1 had played game 1 before", or "": a fresh one has not.  The caller frees.  */
static char *words_of_games(const struct branching *branching)
{
	struct match_file *file = session_file(branching->session);
	const struct setup *setup = &session_match(branching->session)->setup;
	int game = 0, seat = SEAT_NONE, seats = 0;

	for (int s = 0; file && s < SEATS; s++) {
		int before = setup->seat[s].kind == SEAT_AGENT && !branching->take[s]
				     ? match_file_game_before(file, s)
				     : 0;

		if (!before)
			continue;
		game = before;
		seat = s;
		seats++;
	}
	if (!seats)
		return bytes_copy("", 0);
	return seats > 1 ? bytes_text("; the old processes had played game %d before", game)
			 : bytes_text("; the old process of seat %d had played game %d before", seat, game);
}

static char *words_of_end(const struct branching *branching, int id)
{
	int differences = rejoin_differences(branching->rejoin);
	char *place = words_of_place(branching), *games = words_of_games(branching), *words;

	if (!differences)
		words = bytes_text("branch %d continues from move %d%s%s", id, branching->turns, place,
				   games);
	else
		words = bytes_text("branch %d continues from move %d%s; %d answer%s now differ%s from the "
				   "recorded one%s, which "
				   "stand%s: see the log%s%s",
				   id, branching->turns, place, differences, differences == 1 ? "" : "s",
				   differences == 1 ? "s" : "", differences == 1 ? "" : "s",
				   differences == 1 ? "s" : "", branching->successor < 0 ? "s" : "", games);
	free(games);
	free(place);
	return words;
}

static void go_on(struct branching *branching)
{
	struct session *session = branching->session;
	bool due = from_is_due(session), rejoins;
	char *problem, *words;
	struct judge *judge;
	int id;

	/* Only now, so that agents that cannot be told the match leave no file.  */
	branching->explores = !session->judge && !session->recorder;
	problem = branching->explores ? recording_explore(session) : NULL;
	if (problem) {
		branching_fail(branching, problem);
		free(problem);
		return;
	}
	judge = rejoin_take(branching->rejoin);
	rejoins = protocol_named(judge_match(judge)->setup.system)->rejoins;

	keep_measures(session_match(session), judge, branching->turns);
	show_forget(session);
	if (session->judge) {
		recording_catch_up(session);
		retire(session);
	} else {
		begin_playing(session);
	}
	session->judge = judge;
	stall_begin(session);
	judge_set_older(judge, recording_older, session);
	session->turns_told = session->turns_measured = session->turns_recorded = branching->turns;
	session->verdict_due = session->next_due = session->waits = false;
	session->ending = session->ended = false;
	id = recording_branch(session, branching->parent, branching->turns, branching->cut, branching->why);
	match_file_show(session->file, -1);
	take_seats(branching);
	replay_live(judge, stall_now(session), recorder_newest(session->recorder), branching->why);
	players_note_cores(session);
	judge_set_stops(judge, &session->stops);
	tell_ends(branching);
	note_differences(branching);
	problem = seat_newcomers(branching, rejoins);
	hear_rests(branching);
	if (!problem && branching->override)
		problem = branching_request(session, (struct request){.kind = REQUEST_OVERRIDE,
								      .seat = branching->mover,
								      .text = branching->override});
	if (!problem && due)
		problem = from_set_limits(session);
	if (!problem && branching->swaps)
		problem = swap_limits(session);
	if (!problem)
		problem = bring_limits(branching);
	if (!problem && branching->goes_on)
		problem = branching_request(session, (struct request){.kind = REQUEST_GO});
	words = problem ? problem : words_of_end(branching, id);
	branching_free(session);
	play_pump(session);
	if (due && problem)
		from_fail(session, words);
	else
		branching_tell(session, words, problem != NULL);
}

/* Replaces one seat's process; the judge goes on.  */
static void succeed(struct branching *branching)
{
	struct session *session = branching->session;
	int s = branching->successor, id;
	char *problem, *words;
	bool runs = branching->goes_on;

	recording_catch_up(session);
	players_vacate(session, s, protocol_named(session_match(session)->setup.system)->goodbye_grace);
	session->out[s].size = 0;
	id = recording_branch(session, -1, session_match(session)->turn_count, 0, branching->why);
	take_seats(branching);
	problem = seat_newcomers(branching, false);
	if (!problem)
		problem = bring_limits(branching);
	note_differences(branching);
	hear_rests(branching);
	if (!problem && runs)
		problem = branching_request(session, (struct request){.kind = REQUEST_GO});
	words = problem ? problem : words_of_end(branching, id);
	branching_free(session);
	play_pump(session);
	branching_tell(session, words, problem != NULL);
}

void branching_take_over(struct branching *branching)
{
	char *over;

	if (from_is_due(branching->session) && rejoin_match(branching->rejoin)->over) {
		over = bytes_text("the game is over after move %d: choose an earlier one", branching->turns);
		branching_fail(branching, over);
		free(over);
	} else if (branching->successor >= 0) {
		succeed(branching);
	} else {
		go_on(branching);
	}
}
