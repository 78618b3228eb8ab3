/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* minimise_try.c - plays one match of `ringside minimise`, with an agent on one seat.
 *
 * The players on the other seats are people whose moves are known beforehand.  A move that is not legal where
 * it comes is left out.  When there are no more, the match is broken off.  */
#include "minimise_try.h"

#include "ringside/breakpoints.h"
#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

struct playing {
	const struct minimise_try *try;
	struct loop *loop;
	struct session *session;
	struct watch *timer;
	int next[SEATS];                         /* the next turn of the case to look at for that seat */
	const struct minimise_turn *last[SEATS]; /* its last move; NULL: none, or it was repeated */
	bool over;
	struct minimise_result result;
};

/* ---- what is wanted ---- */

static const struct minimise_while known[] = {{"crash", {REASON_CRASH, NULL}, false},
					      {"illegal", {REASON_ILLEGAL, REASON_PROTOCOL}, false},
					      {"timeout", {REASON_TIMEOUT, REASON_START}, false}};

const char *minimise_word_of(const char *reason)
{
	for (size_t i = 0; reason && i < sizeof(known) / sizeof(known[0]); i++)
		for (int k = 0; k < 2 && known[i].reason[k]; k++)
			if (strcmp(known[i].reason[k], reason) == 0)
				return known[i].what;
	return NULL;
}

char *minimise_read_while(const char *text, const struct setup *setup, struct minimise_while *wanted)
{
	struct breakpoints *breakpoints;
	struct condition_mistake mistake;
	char *typed, *problem = NULL;

	*wanted = (struct minimise_while){.what = text, .condition = true};
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (strcmp(text, known[i].what) == 0)
			*wanted = known[i];
	if (!wanted->condition)
		return NULL;
	breakpoints = breakpoints_new();
	typed = bytes_text("if %s", text);
	if (!breakpoints_add(breakpoints, BREAKPOINT, false, typed, setup, &mistake)) {
		problem = bytes_text("--while %s: expected crash, illegal, timeout or a condition: %s", text,
				     mistake.text);
		free(mistake.text);
	}
	free(typed);
	breakpoints_free(breakpoints);
	return problem;
}

/* A watch for the condition; NULL: none is wanted.  */
static struct breakpoints *watch(const struct playing *playing)
{
	struct condition_mistake mistake;
	struct breakpoints *breakpoints;
	char *typed;

	if (!playing->try->wanted->condition)
		return NULL;
	breakpoints = breakpoints_new();
	typed = bytes_text("if %s", playing->try->wanted->what);
	if (!breakpoints_add(breakpoints, BREAKPOINT, false, typed, playing->try->setup, &mistake))
		free(mistake.text); /* cannot be: it was read before */
	free(typed);
	breakpoints_watch(breakpoints, playing->session);
	return breakpoints;
}

/* ---- the position ---- */

char *minimise_begin(const struct setup *base, const struct minimise_case *from, struct setup *setup)
{
	const struct protocol *protocol = protocol_named(base->system);
	struct match match;
	char *problem;

	setup_copy(setup, base);
	if (!from->begin)
		return NULL;
	if (!protocol->resume) {
		setup_free(setup);
		return bytes_text("no match of %s can begin with a position", base->system);
	}
	match_init(&match, base);
	match.keeps_all = true;
	for (int i = 0; i < from->begin; i++)
		match_append(&match,
			     (struct turn){.seat = from->turns[i].seat, .played = from->turns[i].move});
	problem = protocol->resume(&match, from->begin, setup);
	match_free(&match);
	if (problem)
		setup_free(setup);
	/* The problem is a text of its own, independent of the match.  */
	/* cppcheck-suppress returnDanglingLifetime */
	return problem;
}

/* ---- playing ---- */

static void end(struct playing *playing, enum minimise_end how, char *words)
{
	if (playing->over) {
		free(words);
		return;
	}
	playing->over = true;
	playing->result.end = how;
	playing->result.words = words;
	loop_stop(playing->loop);
}

static void verdict(void *user, const struct match *match)
{
	struct playing *playing = user;
	const struct verdict *v = &match->verdict;
	bool happens = false;

	for (int i = 0; i < 2; i++)
		happens |= playing->try->wanted->reason[i] && v->blame == playing->try->seat &&
			   strcmp(v->reason, playing->try->wanted->reason[i]) == 0;
	end(playing, happens ? MINIMISE_YES : MINIMISE_NO,
	    bytes_text("%s: %s", v->reason, v->detail ? v->detail : ""));
}

/* Plays a move of the person on that seat.  False: it is not legal here.  */
static bool play_move(struct playing *playing, const struct minimise_turn *turn)
{
	const struct setup *setup = playing->try->setup;
	char *problem, *move = protocol_named(setup->system)->move_form(setup, turn->move, &problem);
	bool played;

	if (move)
		problem = session_request(
			playing->session,
			&(struct request){.kind = REQUEST_PLAY, .seat = turn->seat, .text = move});
	free(move);
	played = !problem;
	free(problem);
	return played;
}

/* Plays the next move of that seat.  False: there are no more.  */
static bool play_next(struct playing *playing, int seat)
{
	const struct minimise_case *played = playing->try->played;

	while (playing->next[seat] < played->count) {
		const struct minimise_turn *turn = &played->turns[playing->next[seat]++];

		if (turn->seat == seat && play_move(playing, turn)) {
			playing->last[seat] = turn;
			return true;
		}
	}
	return false;
}

/* A round in which all move at once may need one more move than was recorded before the agent is asked.
 * Repeats the seat's last one.  */
static bool play_again(struct playing *playing, int seat)
{
	const struct minimise_turn *turn = playing->last[seat];

	playing->last[seat] = NULL;
	return turn && session_to_move(playing->session, playing->try->seat) && play_move(playing, turn);
}

static void stands(void *user, int events)
{
	struct playing *playing = user;
	struct session *session = playing->session;
	const char *stopped = session_stopped(session, NULL);

	(void)events;
	if (stopped)
		end(playing, MINIMISE_YES, bytes_text("%s", stopped));
	for (int s = SEAT_1; s < SEATS; s++)
		while (!playing->over && session_waits_for(session, s))
			if (!play_next(playing, s) && !play_again(playing, s))
				end(playing, MINIMISE_NO, bytes_text("it went on to the last move"));
}

static void changed(void *user)
{
	struct playing *playing = user;

	if (playing->session && !playing->over)
		loop_at(playing->timer, loop_now());
}

static void ended(void *user)
{
	end(user, MINIMISE_NO, bytes_text("the match ended"));
}

/* ---- what came out ---- */

void minimise_case_free(struct minimise_case *turns)
{
	for (int i = 0; i < turns->count; i++)
		free(turns->turns[i].move);
	free(turns->turns);
	*turns = (struct minimise_case){0};
}

void minimise_result_free(struct minimise_result *result)
{
	minimise_case_free(&result->turns);
	free(result->words);
	*result = (struct minimise_result){0};
}

/* The position's turns, then what was played.  */
static void take_turns(struct playing *playing)
{
	const struct match *match = session_match(playing->session);
	const struct minimise_case *from = playing->try->played;
	struct minimise_case *turns = &playing->result.turns;

	turns->begin = from->begin;
	turns->turns = bytes_new((size_t)(from->begin + match->turn_count + 1) * sizeof(*turns->turns));
	for (int i = 0; i < from->begin; i++)
		turns->turns[turns->count++] =
			(struct minimise_turn){from->turns[i].seat, bytes_text("%s", from->turns[i].move)};
	for (int n = 1; n <= match->turn_count; n++) {
		const struct turn *turn = match_turn(match, n);

		if (turn && turn->played)
			turns->turns[turns->count++] =
				(struct minimise_turn){turn->seat, bytes_text("%s", turn->played)};
	}
}

static int count_messages(struct playing *playing)
{
	struct match_file *file = session_whole_file(playing->session);
	struct message_query told = {.seats = 1u << playing->try->seat,
				     .channels = CHANNEL_ALL,
				     .directions = 1u << TO_AGENT,
				     .last = INT64_MAX};
	struct message page[64];
	int64_t after = 0;
	int count = 0, read;

	do {
		read = file ? match_file_after(file, &told, after, 64, page) : 0;
		for (int i = 0; i < read; i++)
			count += !(page[i].flags & (MESSAGE_UNSENT | MESSAGE_WITHHELD));
		after = read ? page[read - 1].n : after;
	} while (read == 64);
	return count;
}

static void run(struct playing *playing)
{
	struct breakpoints *breakpoints;
	const char *problem;

	playing->timer = loop_timer(playing->loop, LOOP_LATER, stands, playing);
	loop_at(playing->timer, loop_now());
	breakpoints = watch(playing);
	while (!playing->over && !*playing->try->interrupted)
		loop_run(playing->loop);
	if (!playing->over)
		end(playing, MINIMISE_INTERRUPTED, NULL);
	loop_unwatch(playing->timer);
	if (breakpoints)
		breakpoints_watch(breakpoints, NULL);
	breakpoints_free(breakpoints);
	if (playing->result.end == MINIMISE_YES) {
		take_turns(playing);
		playing->result.messages = count_messages(playing);
	}
	if (session_not_recorded(playing->session) && playing->result.end == MINIMISE_YES) {
		problem = session_file_problem(playing->session);
		free(playing->result.words);
		playing->result.words = bytes_text("%s", problem ? problem : "the match was not recorded");
		playing->result.end = MINIMISE_FAILED;
		playing->result.status = EXIT_CANNOT_RUN;
	}
}

struct minimise_result minimise_play(const struct minimise_try *try)
{
	static const struct session_events events = {.changed = changed, .verdict = verdict, .ended = ended};
	struct playing playing = {.try = try, .loop = try->loop};
	struct session_setup setup = *try->session;
	char *problem = minimise_begin(try->setup, try->played, &setup.setup);

	for (int s = 0; s < SEATS; s++)
		playing.next[s] = try->played->begin;
	setup.record = try->record;
	setup.stderr_pipe = true;
	if (!problem) {
		playing.result.status = EXIT_CANNOT_RUN;
		playing.session = session_play(playing.loop, &setup, &events, &playing, &problem,
					       &playing.result.status);
		setup_free(&setup.setup);
	} else { /* there is no such match */
		playing.result.status = EXIT_USAGE;
	}
	if (problem) {
		playing.result.words = problem;
		playing.result.end = playing.result.status == EXIT_USAGE ? MINIMISE_NO : MINIMISE_FAILED;
	}
	if (playing.session) {
		run(&playing);
		session_free(playing.session);
		if (playing.result.end != MINIMISE_YES)
			free(match_file_remove(try->record));
	}
	return playing.result;
}
