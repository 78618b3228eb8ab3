/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* branching.c - a match continues from an earlier turn, or with other players: in a branch with new
 * processes, or with the old ones if they can take back.
 *
 * First it is decided from which turn and with whom.  Then new processes are fed with the recorded messages
 * until they have reached the position.  Nothing else changes until then, so a failure costs nothing.  At
 * last they take their seats, and the match goes on in the branch.  Agents that can be told a position
 * (protocol_rejoins()) were not fed; they start then.  */
#include "session_state.h"

#include "ringside/loop.h"
#include "ringside/protocol.h"
#include "ringside/rejoin.h"
#include "ringside/replay.h"
#include "ringside/view.h"
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { HISTORY_PAGE = 256, DIFFERENCES_NOTED = 100 };

struct difference {
	int seat;
	char *text; /* owned */
};

/* A branch that is being prepared, with new processes for all seats or for one.  */
struct branching {
	struct session *session;
	struct rejoin *rejoin;
	struct watch *deadline;
	struct awake awake;           /* the time that the rejoin is given */
	struct player *player[SEATS]; /* new processes that have no seat yet */
	struct setup setup;           /* with the players of the parent's end */
	int parent;                   /* the parent branch */
	int turns;
	int64_t cut;       /* the number of the last message in the new branch's history */
	int successor;     /* only this seat gets a new process, and the judge stays; -1: all seats do */
	bool explores;     /* it is recorded in a copy of the file that was opened */
	bool goes_on;      /* the match then runs, else it is paused */
	bool swaps;        /* the seats' own limits change places */
	char *why;         /* owned */
	char *take[SEATS]; /* the new player, "human" or a command line; NULL: no change; owned */
	struct seat_limits limits[SEATS]; /* that the new players bring */
	char *override;                   /* the move that replaces the next answer; NULL: none; owned */
	int mover;                        /* the seat of that move */
	char *move;                       /* that a person plays first; NULL: none; owned */
	struct difference differences[DIFFERENCES_NOTED];
	struct message page[HISTORY_PAGE]; /* owns its bytes, because the screen reads the file meanwhile */
	int page_count, page_at;
	int64_t read; /* number of the last fed message */
};

/* The command line of an agent; NULL: the player is a person.  */
static const char *branching_agent(const char *player)
{
	return strcmp(player, "human") == 0 ? NULL : player;
}

static char *request_of(struct session *session, struct request request)
{
	return judge_request(session->judge, stall_now(session), &request);
}

/* Sets a limit, of REQUEST_TURN_LIMIT and the like.  Seat 0: of both.  NULL, or a problem.  */
static char *set_limit(struct session *session, enum request_kind kind, int seat, int64_t ns)
{
	return request_of(session, (struct request){.kind = kind, .seat = seat, .ns = ns});
}

static char *set_clock(struct session *session, int seat, const char *clock)
{
	return request_of(session,
			  (struct request){.kind = REQUEST_MATCH_LIMIT, .seat = seat, .text = clock});
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

/* Gives the seat these limits.  NULL, or why not.  */
static char *branching_limit(struct session *session, int seat, const struct seat_limits *limits)
{
	FREED char *clock = limits->has_clock ? time_control_words(&limits->clock) : NULL;
	char *problem = NULL;

	if (clock) /* first, since it forgets the limit for a turn */
		problem = set_clock(session, seat, clock);
	else if (limits->match >= 0)
		problem = set_limit(session, REQUEST_MATCH_LIMIT, seat, limits->match);
	if (limits->turn >= 0 && !problem)
		problem = set_limit(session, REQUEST_TURN_LIMIT, seat, limits->turn);
	return problem;
}

/* Sets the limits that differ from the recorded ones.  NULL, or a problem.  */
static char *from_set_limits(struct session *session)
{
	const struct setup *wanted = &session->setup.setup, *is = &judge_match(session->judge)->setup;
	char *problem = NULL;

	if (differs(session, &option_tc)) /* it forgets the limit for a turn */
		problem = set_clock(session, SEAT_NONE, setup_given(wanted, option_tc.name));
	else if (wanted->match_limit != is->match_limit)
		problem = set_limit(session, REQUEST_MATCH_LIMIT, SEAT_NONE, wanted->match_limit);
	if (!problem && wanted->turn_limit != is->turn_limit)
		problem = set_limit(session, REQUEST_TURN_LIMIT, SEAT_NONE, wanted->turn_limit);
	if (!problem && differs(session, &option_human_time))
		problem = set_limit(session, REQUEST_HUMAN_TIME, SEAT_NONE, setup_human_time(wanted));
	for (int s = SEAT_1; s < SEATS && !problem; s++) {
		bool match =
			limit_differs(session, s, setup_match_row(s)) || differs(session, setup_clock_row(s));

		problem = branching_limit(
			session, s,
			&(struct seat_limits){.turn = limit_differs(session, s, setup_turn_row(s))
							      ? setup_turn_limit(wanted, s)
							      : -1,
					      .match = match ? setup_match_limit(wanted, s) : -1,
					      .has_clock = match && setup_has_clock(wanted, s),
					      .clock = setup_clock(wanted, s)});
	}
	return problem;
}

/* Ends the session with this problem, which it frees or keeps.  */
static void from_fail(struct session *session, char *problem)
{
	recording_withdraw(session);
	recording_keep_problem(session, problem);
	if (!session->beginning) /* else session_play() returns the problem */
		session_end(session);
}

/* ---- ending it ---- */

static void free_page(struct branching *branching)
{
	for (int i = 0; i < branching->page_count; i++)
		free(branching->page[i].bytes);
	branching->page_count = branching->page_at = 0;
}

static void free_branching(struct branching *branching)
{
	rejoin_free(branching->rejoin);
	loop_unwatch(branching->deadline);
	for (int s = 0; s < SEATS; s++) {
		player_free(branching->player[s]);
		free(branching->take[s]);
	}
	for (int i = 0; i < DIFFERENCES_NOTED; i++)
		free(branching->differences[i].text);
	free_page(branching);
	setup_free(&branching->setup);
	free(branching->why);
	free(branching->override);
	free(branching->move);
	free(branching);
}

/* ---- callbacks of the rejoin ---- */

static bool next_message(void *user, struct message *message)
{
	struct branching *branching = user;

	if (branching->page_at == branching->page_count) {
		free_page(branching);
		branching->page_count = match_file_history(branching->session->file, branching->parent,
							   branching->read, HISTORY_PAGE, branching->page);
		for (int i = 0; i < branching->page_count; i++)
			branching->page[i].bytes =
				bytes_copy(branching->page[i].bytes, branching->page[i].size);
	}
	if (branching->page_at == branching->page_count ||
	    branching->page[branching->page_at].n > branching->cut)
		return false;
	*message = branching->page[branching->page_at++];
	branching->read = message->n;
	return true;
}

static int64_t time_at(struct branching *branching, int64_t t)
{
	return awake_at(&branching->awake, t);
}

static void drop_player(struct branching *branching, int seat)
{
	assert(is_seat(seat));
	player_free(branching->player[seat]);
	branching->player[seat] = NULL;
}

static void spawn_fresh(void *user, int seat)
{
	struct branching *branching = user;
	char *problem = NULL;

	assert(is_seat(seat));
	drop_player(branching, seat);
	branching->player[seat] = players_spawn(branching->session, seat, &branching->setup, &problem);
	if (branching->player[seat])
		branching->player[seat]->branching = branching;
	else
		rejoin_not_started(branching->rejoin, time_at(branching, loop_now()), seat, problem);
	if (problem && from_is_due(branching->session) && !branching->session->not_started)
		branching->session->not_started = problem;
	else
		free(problem);
}

static void leave(void *user, int seat)
{
	drop_player(user, seat);
}

static void write_to(void *user, int seat, const char *bytes, size_t size)
{
	struct branching *branching = user;

	assert(is_seat(seat) && bytes);
	if (branching->player[seat])
		agent_write(branching->player[seat]->agent, bytes, size);
}

static void note_answer(void *user, const struct rejoin_answer *answer)
{
	struct branching *branching = user;
	int n = rejoin_result(branching->rejoin)->differences - 1;
	FREED char *was = NULL, *is = NULL;

	if (answer->same || n >= DIFFERENCES_NOTED)
		return;
	was = answer->recorded ? bytes_escaped(answer->recorded, answer->recorded_size) : NULL;
	is = answer->answered ? bytes_escaped(answer->answered, answer->answered_size) : NULL;
	branching->differences[n].seat = answer->seat;
	if (!was)
		branching->differences[n].text = bytes_text(
			"told the match so far, it said \"%s\" in turn %d, where nothing was recorded", is,
			answer->turn);
	else if (is)
		branching->differences[n].text =
			bytes_text("told the match so far, it answered \"%s\" in turn %d; the recorded "
				   "answer \"%s\" (#%" PRId64 ") stands",
				   is, answer->turn, was, answer->message);
	else
		branching->differences[n].text =
			bytes_text("told the match so far, it did not answer in turn %d; the recorded answer "
				   "is \"%s\" (#%" PRId64 ")",
				   answer->turn, was, answer->message);
}

/* Why the recorded messages do not lead to the branch's position; NULL: they do.  The caller frees.  */
static char *shortfall(const struct branching *branching)
{
	const char *problem = match_file_problem(branching->session->file);
	int turns = rejoin_match(branching->rejoin)->turn_count;

	if (branching->successor >= 0 || turns == branching->turns)
		return NULL;
	return problem ? bytes_text("%s", problem)
		       : bytes_text("the file is damaged: its messages lead to turn %d, its table turn to "
				    "turn %d",
				    turns, branching->turns);
}

/* Dismisses the old agents.  This is not recorded in the match.  */
static void retire(struct session *session)
{
	static const struct request interrupt = {.kind = REQUEST_INTERRUPT};
	int64_t grace = protocol_named(judge_match(session->judge)->setup.system)->limits.goodbye;
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
			problem = request_of(
				session, (struct request){.kind = REQUEST_SUCCEED, .seat = s, .text = taker});
		else if (taker)
			problem = request_of(session, (struct request){.kind = REQUEST_SEAT,
								       .seat = s,
								       .text = branching_agent(taker)});
		else if (rejoins && seat->kind == SEAT_AGENT)
			problem = request_of(
				session,
				(struct request){.kind = REQUEST_SEAT, .seat = s, .text = seat->command});
		if (taker && !problem)
			recorder_seat(session->recorder, s, seat);
	}
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
		     setup_given(&setup, option_match_time2.name) || setup_given(&setup, option_tc1.name) ||
		     setup_given(&setup, option_tc2.name);
	struct seat_limits limits[SEATS];
	char *problem = NULL;

	for (int s = SEAT_1; s < SEATS; s++) {
		setup.seat[s].kind = SEAT_AGENT; /* the limits of a seat are those of an agent there */
		limits[s] = (struct seat_limits){turn ? setup_turn_limit(&setup, s) : -1,
						 match ? setup_match_limit(&setup, s) : -1,
						 match && setup_has_clock(&setup, s), setup_clock(&setup, s)};
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

static void note_differences(struct branching *branching)
{
	for (int i = 0; i < DIFFERENCES_NOTED && branching->differences[i].text; i++)
		judge_remark(branching->session->judge, stall_now(branching->session),
			     branching->differences[i].seat, EVENT_REMARK, branching->differences[i].text);
}

/* Where the branch is recorded, if it is not in the file that was opened; the caller frees.  */
static char *words_of_place(const struct branching *branching)
{
	FREED char *path = bytes_line(match_file_path(branching->session->file));

	if (!branching->explores)
		return bytes_text("%s", "");
	if (*path)
		return bytes_text(" in %s", path);
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
	int differences = rejoin_result(branching->rejoin)->differences;
	FREED char *place = words_of_place(branching), *games = words_of_games(branching);
	char *words;

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
	return words;
}

static void go_on(struct branching *branching)
{
	struct session *session = branching->session;
	bool due = from_is_due(session), rejoins;
	char *problem, *words;
	struct ending ending;
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
	rejoins = protocol_rejoins(protocol_named(judge_match(judge)->setup.system));

	keep_measures(session_match(session), judge, branching->turns);
	show_forget(session);
	if (session->judge) {
		recording_catch_up(session);
		retire(session);
	} else { /* a match that was read from a file becomes one that is played */
		loop_unwatch(session->tick);
		session->followed = false;
		session->setup.stay = session->setup.stay || !session->from;
		play_begin(session);
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
	replay_live(judge, stall_now(session), recorder_newest(session->recorder),
		    recorder_numbered(session->recorder), branching->why);
	players_note_cores(session);
	judge_set_stops(judge, go_between_stops(session));
	for (int s = 0; s < SEATS; s++)
		if (rejoin_has_ended(branching->rejoin, s, &ending))
			judge_exited(judge, stall_now(session), s, ending);
	note_differences(branching);
	problem = seat_newcomers(branching, rejoins);
	hear_rests(branching);
	if (!problem && branching->override)
		problem = request_of(session, (struct request){.kind = REQUEST_OVERRIDE,
							       .seat = branching->mover,
							       .text = branching->override});
	if (!problem && due)
		problem = from_set_limits(session);
	if (!problem && branching->swaps)
		problem = swap_limits(session);
	if (!problem)
		problem = bring_limits(branching);
	if (!problem && branching->goes_on)
		problem = request_of(session, (struct request){.kind = REQUEST_GO});
	if (!problem && branching->move)
		problem =
			request_of(session, (struct request){.kind = REQUEST_PLAY, .text = branching->move});
	session->varied = session->varied || branching->move;
	words = problem ? problem : words_of_end(branching, id);
	branching_free(session);
	play_pump(session);
	if (due && problem)
		from_fail(session, words);
	else
		session_notify(session, words, problem != NULL);
}

/* Replaces one seat's process; the judge goes on.  */
static void succeed(struct branching *branching)
{
	struct session *session = branching->session;
	int s = branching->successor, id;
	char *problem, *words;
	bool runs = branching->goes_on;

	recording_catch_up(session);
	players_vacate(session, s, protocol_named(session_match(session)->setup.system)->limits.goodbye);
	session->out[s].size = 0;
	id = recording_branch(session, -1, session_match(session)->turn_count, 0, branching->why);
	take_seats(branching);
	problem = seat_newcomers(branching, false);
	if (!problem)
		problem = bring_limits(branching);
	note_differences(branching);
	hear_rests(branching);
	if (!problem && runs)
		problem = request_of(session, (struct request){.kind = REQUEST_GO});
	words = problem ? problem : words_of_end(branching, id);
	branching_free(session);
	play_pump(session);
	session_notify(session, words, problem != NULL);
}

/* All new processes have reached the position: the match goes on with them.  Frees the branching.  */
static void branching_take_over(struct branching *branching)
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

/* Acts on the state after each input.  */
static void act_on(struct branching *branching, enum rejoin_state state)
{
	char *lacks;

	switch (state) {
	case REJOIN_WAITS:
		loop_at(branching->deadline,
			awake_wait(&branching->awake, rejoin_deadline(branching->rejoin)));
		session_changed(branching->session);
		return;
	case REJOIN_FAILED:
		branching->session->failed_seat = rejoin_result(branching->rejoin)->failed;
		branching_fail(branching, rejoin_result(branching->rejoin)->problem);
		return;
	case REJOIN_DONE:
		lacks = shortfall(branching);
		if (lacks)
			branching_fail(branching, lacks);
		else
			branching_take_over(branching);
		free(lacks);
		return;
	}
}

static void waited(void *user, int events UNUSED)
{
	struct branching *branching = user;

	act_on(branching, rejoin_time(branching->rejoin, time_at(branching, loop_now())));
}

/* ---- beginning it ---- */

static struct branching *branching_new(struct session *session, int parent, int64_t cut, int turns)
{
	struct branching *branching = bytes_new(sizeof(*branching));

	branching->session = session;
	branching->deadline = loop_timer(session->loop, LOOP_LATER, waited, branching);
	branching->parent = parent;
	branching->cut = cut;
	branching->turns = turns;
	branching->successor = -1;
	for (int s = 0; s < SEATS; s++)
		branching->limits[s] = (struct seat_limits){.turn = -1, .match = -1};
	return branching;
}

/* The set of seats whose new agents are fed with the recorded messages.  Fills branching->setup with the new
 * players' commands.
 */
static unsigned seats_to_feed(struct branching *branching)
{
	const struct protocol *protocol = protocol_named(branching->setup.system);
	unsigned fed = 0;

	for (int s = 0; s < SEATS; s++) {
		const char *taker = branching->take[s];
		bool agent = branching->setup.seat[s].kind == SEAT_AGENT;

		if (agent && taker && branching_agent(taker))
			setup_seat(&branching->setup, s, taker, protocol->bundle->samples);
		if (agent && (!taker || branching_agent(taker)) && !protocol_rejoins(protocol))
			fed |= 1u << s;
	}
	return fed;
}

/* Starts and feeds the new processes.  The session owns it from now on.  NULL, or why not, and it is freed;
 * the caller frees the text.  */
static char *branching_start(struct branching *branching)
{
	static const struct rejoin_events events = {.next = next_message,
						    .spawn = spawn_fresh,
						    .leave = leave,
						    .write = write_to,
						    .answered = note_answer};
	struct session *session = branching->session;
	struct setup setup = {0};
	enum rejoin_state state;
	char *problem = NULL;
	unsigned fed;

	assert(!branching->rejoin);
	if (!match_file_setup(session->file, 0, &setup) ||
	    !match_file_setup(session->file, branching->parent, &branching->setup)) {
		setup_free(&setup);
		free_branching(branching);
		return bytes_text("%s", match_file_problem(session->file));
	}
	fed = seats_to_feed(branching);
	if (branching->successor >= 0)
		fed &= 1u << branching->successor;
	setup.checked = getenv("RINGSIDE_CHECK") != NULL;
	branching->rejoin = rejoin_new(&setup, fed, &events, branching, &problem);
	setup_free(&setup);
	if (!branching->rejoin) {
		free_branching(branching);
		return problem;
	}
	for (int s = 0; s < SEATS; s++)
		if (branching->take[s] && branching->setup.seat[s].name)
			rejoin_name(branching->rejoin, s, branching->setup.seat[s].name);
	session->branching = branching;
	state = rejoin_go(branching->rejoin, time_at(branching, loop_now()));
	if (branching->move && state == REJOIN_DONE &&
	    (problem = rejoin_refuses(branching->rejoin, branching->move)))
		branching_free(session);
	else
		act_on(branching, state);
	return problem;
}

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
	FREED char *missing = NULL;

	if (!match_file_gap(session->file, cut, &gap))
		return NULL;
	missing = gap_words(&gap);
	return bytes_text("agents cannot be told the match so far: choose turn %d or an earlier one (%s)",
			  match_file_whole_turns(session->file, session_match(session), &gap), missing);
}

/* Opens the session's file for writing, if it is the one that gets the branch.  NULL, or a problem.  */
static char *make_writable(struct session *session)
{
	const struct setup *setup = &session_match(session)->setup;
	char *problem = protocol_unplayed(setup->system, setup_given(setup, OPTION_TAPPED));

	if (problem || session->judge || from_is_due(session)) /* its copy can be written */
		return problem;
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
	char *problem;

	if (!player || !branching_agent(player))
		return NULL;
	problem = protocol_refuses(protocol, seat, player);
	if (!problem)
		free(agent_command(player, protocol->bundle->samples, &problem));
	return problem;
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
	char *problem = request_of(session, (struct request){.kind = REQUEST_TAKEBACK, .count = count});

	if (!problem && wanted->override)
		problem = request_of(session, (struct request){.kind = REQUEST_OVERRIDE,
							       .seat = wanted->mover,
							       .text = wanted->override});
	if (!problem && wanted->goes_on)
		problem = request_of(session, (struct request){.kind = REQUEST_GO});
	play_pump(session);
	for (int s = SEAT_1; s < SEATS && !problem; s++)
		if (wanted->players[s] && (branching_agent(wanted->players[s]) ||
					   session_match(session)->setup.seat[s].kind != SEAT_HUMAN))
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

/* Chooses who sits down: the given players, and the game program if it is another one.  */
static char *choose_players(const struct session *session, struct session_branch *branch)
{
	const struct setup *given = &session->setup.setup, *recorded = &session->match.setup;
	const char *program = given->seat[SEAT_NONE].command, *old = recorded->seat[SEAT_NONE].command;
	int count = 0;

	for (int s = SEAT_1; s < SEATS; s++)
		count += recorded->seat[s].kind != SEAT_FREE;
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

bool session_is_branching(const struct session *session)
{
	return session->branching != NULL;
}

char *session_branching(const struct session *session)
{
	const struct branching *branching = session->branching;

	if (!branching)
		return NULL;
	return bytes_text("new agents are being told the match so far: turn %d of %d",
			  rejoin_match(branching->rejoin)->turn_count, branching->turns);
}

void branching_free(struct session *session)
{
	if (session->branching)
		free_branching(session->branching);
	session->branching = NULL;
}

char *branching_busy(void)
{
	return bytes_text("new agents are still being told the match so far");
}

char *branching_request(struct session *session, const struct request *request)
{
	if (request->kind != REQUEST_PAUSE)
		return branching_busy();
	session->branching->goes_on = false;
	return NULL;
}

void session_notify(struct session *session, char *text, bool problem)
{
	assert(text);
	if (session->events.notify && !session->beginning)
		session->events.notify(session->user, text, problem);
	free(text);
}

void branching_fail(struct branching *branching, const char *problem)
{
	struct session *session = branching->session;
	bool due = from_is_due(session);
	const char *what = due ? session->setup.from.path : "nothing was changed";
	char *text =
		due && session->not_started ? bytes_text("%s", problem) : bytes_text("%s: %s", what, problem);

	branching_free(session);
	if (due) {
		from_fail(session, text);
		return;
	}
	session_notify(session, text, true);
	session_changed(session);
}

void branching_bytes(struct player *player, int64_t t, enum stream stream, const char *bytes, size_t size)
{
	struct branching *branching = player->branching;

	assert(player->branching && is_seat(player->seat));
	if (stream == STREAM_STDOUT)
		act_on(branching,
		       rejoin_bytes(branching->rejoin, time_at(branching, t), player->seat, bytes, size));
}

void branching_exited(struct player *player, int64_t t, struct ending ending)
{
	struct branching *branching = player->branching;
	int seat = player->seat;

	assert(player->branching && is_seat(player->seat));
	drop_player(branching, seat);
	act_on(branching, rejoin_exited(branching->rejoin, time_at(branching, t), seat, ending));
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
	if (session->inside && !session->judge)
		return bytes_text("gdb is open on the agent of a tap: type `quit` there first");
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
	    !wanted->move) {
		struct branch_row *rows;
		int count = match_file_branches(session->file, &rows);
		bool newest = count > 0 && rows[count - 1].id == parent;

		branch_rows_free(rows, count);
		if (newest)
			return take_back(session, wanted);
	}
	cut = find_cut(session, wanted, parent, &problem);
	if (cut < 0 || (problem = check_gap(session, cut)) ||
	    (problem = vouch_for_branch(session, wanted, parent)) || (problem = make_writable(session)))
		return problem;
	parent = owner_of(session, parent, wanted->turns, cut);
	if (session->judge && session_state(session) != JUDGE_OVER && !wanted->move)
		free(request_of(session, (struct request){.kind = REQUEST_PAUSE}));
	branching = branching_new(session, parent, cut, wanted->turns);
	branching->goes_on = wanted->goes_on;
	branching->swaps = wanted->swaps;
	branching->why = bytes_text("%s", wanted->why);
	branching->override = wanted->override ? bytes_text("%s", wanted->override) : NULL;
	branching->mover = wanted->mover;
	branching->move = wanted->move ? bytes_text("%s", wanted->move) : NULL;
	for (int s = 0; s < SEATS; s++) {
		if (wanted->limits[s])
			branching->limits[s] = *wanted->limits[s];
		branching->take[s] = wanted->players[s] ? bytes_text("%s", wanted->players[s]) : NULL;
	}
	return branching_start(branching);
}

bool session_is_variation(const struct session *session)
{
	bool agent = false;

	for (int s = 0; s < SEATS; s++)
		agent = agent || session_played(session)->setup.seat[s].kind == SEAT_AGENT;
	return session->varied && !agent;
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
	    protocol_rejoins(protocol_named(match->setup.system))) {
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
	free(request_of(session, (struct request){.kind = REQUEST_PAUSE}));
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

bool branch_grant(struct session *session, const struct request *request, char **problem)
{
	const struct match *match = session_match(session);
	const struct turn *last = match_turn(match, match->turn_count);
	struct session_branch branch = {.goes_on = session_state(session) != JUDGE_PAUSED};
	int count = request->count > 0 ? request->count : 1;
	bool agent_moves = false;

	assert(request && problem);
	for (int s = SEAT_1; s < SEATS; s++)
		agent_moves = agent_moves || (session_seat_state(session, s).to_move &&
					      match->setup.seat[s].kind == SEAT_AGENT);
	if (session->showing && (request->kind == REQUEST_TAKEBACK || request->kind == REQUEST_OVERRIDE)) {
		*problem =
			bytes_text("branch %d is shown: `goto live` returns to the match", session->branch);
		return true;
	}
	if (!session_is_recorded(session) || can_take_back(session) || !last)
		return false;
	if (request->kind == REQUEST_TAKEBACK && count <= match->turn_count) {
		branch.turns = match->turn_count - count;
		branch.why = "takeback";
	} else if (request->kind == REQUEST_OVERRIDE && !match->over && !agent_moves &&
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

char *from_begin(struct session *session)
{
	const struct session_from *from = &session->setup.from;
	FREED char *why = bytes_text("from move %d of %s", from->turns, from->path);
	struct session_branch branch = {.turns = from->turns, .why = why, .goes_on = !session->setup.paused};
	char *problem;

	session->from = true;
	agent_adopt_orphans();
	problem = open_copy(session);
	if (!problem)
		problem = choose_players(session, &branch);
	if (!problem)
		problem = session_branch(session, &branch);
	if (!problem && session->file_problem)
		problem = bytes_text("%s", session->file_problem);
	return problem;
}
