/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* why_turn.c - explains the last turn of a seat: its times and its process.  */
#include "why_state.h"

#include "judge/judge_state.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LOOKED_THROUGH = 512 }; /* messages to a seat, back from a moment; a turn has fewer commands */

struct why_search why_back_from(int64_t n, int seat, enum direction direction, unsigned channels)
{
	return (struct why_search){.from = n,
				   .step = -1,
				   .seats = 1u << seat,
				   .channels = channels,
				   .directions = 1u << direction};
}

/* ---- times ---- */

int64_t why_since(const struct why_turn *turn)
{
	return turn->began_n ? turn->began_n : turn->asked_n;
}

/* The turn of the match that the seat has answered since then; NULL: none.  */
static const struct turn *answered_turn(const struct why *why, const struct why_turn *turn)
{
	const struct turn *last = match_last_of(why->match, turn->seat, why->match->turn_count);
	int64_t since = why_since(turn);

	return last && since && last->message > since && last->message <= turn->end_n ? last : NULL;
}

struct why_turn why_turn_of(const struct why *why, int seat, int64_t n, int64_t t_ns)
{
	struct why_turn turn = {.seat = seat, .end_n = n, .end_ns = t_ns};
	struct why_search search = why_back_from(n, seat, TO_AGENT, CHANNEL_ALL);
	const struct turn *answered;
	struct message message;

	for (int i = 0; i < LOOKED_THROUGH && !turn.began_n && why_walk(why, &search, &message); i++) {
		if (message.flags & MESSAGE_ASKS && !turn.asked_n) {
			turn.asked_n = message.n;
			turn.asked_ns = message.t_ns;
		}
		if (message.flags & MESSAGE_STARTS) {
			turn.began_n = message.n;
			turn.began_ns = message.t_ns;
		}
	}
	if ((answered = answered_turn(why, &turn)) && why_number(why, answered->message, &message)) {
		turn.answer_n = message.n;
		turn.answer_ns = message.t_ns;
	}
	return turn;
}

/* If the match was stopped for a while during the turn, says so. False: it was not.  */
static bool add_stop(struct why *why, const struct why_turn *turn, int64_t since)
{
	struct why_search search = why_back_from(turn->end_n, SEAT_NONE, EVENT, CHANNEL_BIT(CHANNEL_EVENT));
	struct message message;

	for (int i = 0; i < LOOKED_THROUGH && why_walk(why, &search, &message) && message.n > since; i++) {
		enum event_kind kind = message.event.kind;
		bool by_person = kind == EVENT_PAUSE || kind == EVENT_STEP || kind == EVENT_STEP_SEAT ||
				 (event_stops(&message.event) && !message.size);

		if (by_person || event_stops(&message.event)) {
			bytes_addf(&why->text, "  %s (#%" PRId64 "). The clocks did not run then.\n",
				   by_person ? "A person held the match in between"
					     : "A breakpoint stopped the match in between",
				   message.n);
			return true;
		}
	}
	return false;
}

/* Did a debugger hold the process, or was it held before a crash?  */
static bool was_traced(const struct why *why, const struct why_turn *turn, int64_t since)
{
	struct why_search search = why_back_from(turn->end_n, turn->seat, EVENT, CHANNEL_BIT(CHANNEL_EVENT));
	struct message message;

	for (int i = 0; i < LOOKED_THROUGH && why_walk(why, &search, &message) && message.n > since; i++)
		if (message.event.kind == EVENT_TRACED)
			return true;
	return false;
}

/* How much of the time since then the judge was held up, and the seat's clock did not count it.  `charged`:
 * how much it counted.  */
static int64_t held_in(const struct why *why, const struct why_turn *turn, int64_t since_n, int64_t since_ns,
		       int64_t *charged)
{
	struct why_search search = why_back_from(turn->end_n, SEAT_NONE, EVENT, CHANNEL_BIT(CHANNEL_EVENT));
	struct message message;
	int64_t held = 0;

	for (int i = 0; i < LOOKED_THROUGH && why_walk(why, &search, &message) && message.n > since_n; i++) {
		int64_t ns = message.event.number[0], most = message.t_ns - since_ns;

		if (message.event.kind == EVENT_HELD_UP && ns > 0)
			held += ns < most ? ns : most;
		if (message.event.kind == EVENT_CHARGED && ns == turn->seat)
			*charged += message.event.number[1];
	}
	return held > *charged ? held - *charged : 0;
}

/* How long the agent has waited for a core since then, as it was told last.  */
static struct waiting waited_in(const struct why *why, const struct why_turn *turn, int64_t since)
{
	struct why_search search = why_back_from(turn->end_n, turn->seat, EVENT, CHANNEL_BIT(CHANNEL_EVENT));
	struct message message;

	for (int i = 0; i < LOOKED_THROUGH && why_walk(why, &search, &message) && message.n > since; i++)
		if (message.event.kind == EVENT_WAITED)
			return waiting_from(&message.event);
	return (struct waiting){.ns = 0};
}

static void add_moment(struct why *why, const char *what, int64_t ns, int64_t n)
{
	char time[VALUE_CLOCK];

	bytes_addf(&why->text, "  %-9s %s  #%" PRId64 "\n", what, value_clock(ns, time), n);
}

/* "the limit is 1.000 s: 1.23 ms over". The tolerance may have been used for the match limit.  `waited`: what
 * was added to the limit.  */
static void add_limit(struct why *why, const char *name, int64_t limit, int64_t waited, int64_t tolerance,
		      int64_t took)
{
	char text[VALUE_CLOCK];

	bytes_addf(&why->text, "; %s is %s", name, why_span(limit, text));
	if (waited)
		bytes_addf(&why->text, " plus %s of waiting (--forgive-waiting)", why_span(waited, text));
	limit += waited;
	if (tolerance)
		bytes_addf(&why->text, " plus %s of tolerance", why_span(tolerance, text));
	if (took >= limit + tolerance)
		bytes_addf(&why->text, ": %s over", why_span(took - limit - tolerance, text));
	else if (took >= limit)
		bytes_addf(&why->text, ": %s over, forgiven", why_span(took - limit, text));
}

static void add_clock(struct why *why, int64_t before, int64_t after, int64_t limit)
{
	char text[VALUE_CLOCK];

	bytes_addf(&why->text, "  clock     %s left before", why_span(before, text));
	bytes_addf(&why->text, ", %s after", why_span(after, text));
	bytes_addf(&why->text, ", of %s for the match\n", why_span(limit, text));
}

static void add_thought(struct why *why, const struct why_turn *turn, const char *reason, int64_t since_n,
			int64_t since_ns)
{
	struct setup setup = why->match->setup; /* a shallow copy */
	const struct turn *answered = answered_turn(why, turn);
	const struct turn *before =
		match_last_of(why->match, turn->seat, answered ? answered->n - 1 : why->match->turn_count);
	int64_t took =
		answered ? answered->think_ns : (turn->answer_n ? turn->answer_ns : turn->end_ns) - since_ns;
	bool starting = strcmp(reason, REASON_START) == 0;
	struct waiting waiting = waited_in(why, turn, since_n);
	int64_t limit, of_match, left, charged = 0, held = held_in(why, turn, since_n, since_ns, &charged);
	bool turns;
	char text[VALUE_CLOCK];

	setup.seat[turn->seat].kind = SEAT_AGENT; /* then; a person may sit there now */
	turns = setup_turn_limit(&setup, turn->seat) && turn->seat != SEAT_NONE; /* a game program has none */
	limit = starting ? setup_start_limit(&setup, turn->seat)
		: turns  ? setup_turn_limit(&setup, turn->seat)
			 : setup.hang_limit;
	of_match = setup_match_limit(&setup, turn->seat);
	left = before && before->left_ns != INT64_MAX ? before->left_ns : of_match;
	if (!answered && add_stop(why, turn, since_n))
		return;
	if (!answered && was_traced(why, turn, since_n)) {
		bytes_add_text(&why->text,
			       "  The process was held in between. Its clock did not run then.\n");
		return;
	}
	held = answered ? answered->held_ns : held;
	took -= answered ? 0 : held;
	bytes_addf(&why->text, "  %-9s %s", starting ? "took" : "thought", why_span(took, text));
	add_limit(why,
		  starting ? "the limit (--start-time)"
		  : turns  ? "the limit for a turn"
			   : "the guard (--hang-time)",
		  limit, setup_forgives_waiting(&setup) ? waiting.ns : 0, setup.tolerance, took);
	bytes_add_text(&why->text, "\n");
	if (waiting.ns) {
		bytes_addf(&why->text, "  waited    %s for a core", why_span(waiting.ns, text));
		bytes_addf(&why->text, "; it had one for %s", why_span(waiting.cpu_ns, text));
		bytes_addf(&why->text, " of %s\n", why_span(waiting.took_ns, text));
	}
	if (charged)
		bytes_addf(&why->text, "  flooded   ringside worked %s on what it wrote, which counts\n",
			   why_span(charged, text));
	if (held)
		bytes_addf(&why->text, "  judge held up %s in between, which does not count\n",
			   why_span(held, text));
	if (of_match && !starting)
		add_clock(why, left, left - took, of_match);
}

static bool is_start(const struct message *message)
{
	return message->event.kind == EVENT_STARTED || message->event.kind == EVENT_STAYS;
}

/* The event that the seat's process was started; false: there is none.  */
static bool started(const struct why *why, const struct why_turn *turn, struct message *message)
{
	struct why_search search = why_back_from(turn->end_n, turn->seat, EVENT, CHANNEL_BIT(CHANNEL_EVENT));

	for (int i = 0; i < LOOKED_THROUGH && why_walk(why, &search, message); i++)
		if (is_start(message))
			return true;
	return false;
}

void why_times(struct why *why, const struct why_turn *turn, const char *reason)
{
	int64_t since_n = why_since(turn), since_ns = turn->began_n ? turn->began_ns : turn->asked_ns;
	bool starting = strcmp(reason, REASON_START) == 0;
	char time[VALUE_CLOCK], *seat;
	struct message message;

	bool begun = starting && started(why, turn, &message);

	/* The limit runs from the last question, if there was one. Questions that need no answer do not
	 * count.  */
	if (begun && (!turn->asked_n || turn->asked_n < message.n)) {
		since_n = message.n;
		since_ns = message.t_ns;
	} else if (begun) {
		since_n = turn->asked_n;
		since_ns = turn->asked_ns;
	}
	if (!since_n)
		return;
	seat = why_seat(why, turn->seat, turn->end_n);
	bytes_addf(&why->text, "Times of %s\n", seat);
	free(seat);
	if (begun)
		add_moment(why, "started", message.t_ns, message.n);
	else if (turn->began_n)
		add_moment(why, "began", turn->began_ns, turn->began_n);
	if (turn->asked_n && turn->asked_n != turn->began_n && (!begun || turn->asked_n > message.n))
		add_moment(why, "asked", turn->asked_ns, turn->asked_n);
	if (turn->answer_n)
		add_moment(why, "answered", turn->answer_ns, turn->answer_n);
	else
		bytes_addf(&why->text, "  no answer until %s\n", value_clock(turn->end_ns, time));
	if (!turn->answer_n)
		why_pending(why, turn->seat, since_n, turn->end_n, turn->end_ns,
			    turn->asked_n ? turn->asked_ns : -1);
	add_thought(why, turn, reason, since_n, since_ns);
}

/* ---- the process ---- */

/* Is it an event about the state of a process?  */
static bool is_news(const struct event *event)
{
	switch (event->kind) {
	case EVENT_EXITED:
	case EVENT_ENDED:
	case EVENT_NOT_STARTED:
	case EVENT_MEMORY:
	case EVENT_FOLDER:
	case EVENT_UNREADABLE:
	case EVENT_UNWRITABLE:
	case EVENT_CLOSED_OUTPUT:
	case EVENT_CLOSED_INPUT: return true;
	default: return false;
	}
}

/* The event between two messages that says what the process was doing; false: there is none.  */
static bool find_doing(const struct why *why, int seat, int64_t until, int64_t since, struct message *message)
{
	struct why_search search = why_back_from(until, seat, EVENT, CHANNEL_BIT(CHANNEL_EVENT));

	for (int i = 0; i < LOOKED_THROUGH && why_walk(why, &search, message) && message->n > since; i++)
		if (message->event.kind == EVENT_DOING)
			return true;
	return false;
}

static void add_process(struct why *why, const struct message *message)
{
	char time[VALUE_CLOCK], *words = event_words(message);

	bytes_addf(&why->text, "  %s  #%" PRId64 "  It %s.\n", value_clock(message->t_ns, time), message->n,
		   words);
	free(words);
}

/* After a stop between messages there is one such event for each seat.  */
void why_doing(struct why *why, int64_t n, int64_t t_ns)
{
	for (int s = 0; s < SEATS; s++) {
		struct why_turn turn = why_turn_of(why, s, n, t_ns);
		struct message message;
		char *seat;

		if (!turn.asked_n || !find_doing(why, s, n + SEATS, why_since(&turn), &message))
			continue;
		seat = why_seat(why, s, n);
		bytes_addf(&why->text, "Process of %s\n", seat);
		add_process(why, &message);
		free(seat);
	}
}

/* The newest event before the end of the turn that says how its process started or fared; false: there is
 * none.  */
static bool newest_news(const struct why *why, const struct why_turn *turn, struct message *message)
{
	struct why_search search = why_back_from(turn->end_n, turn->seat, EVENT, CHANNEL_BIT(CHANNEL_EVENT));

	while (why_walk(why, &search, message))
		if (is_news(&message->event) || is_start(message))
			return true;
	return false;
}

bool why_never_ran(const struct why *why, const struct why_turn *turn)
{
	struct message message;

	return newest_news(why, turn, &message) && message.event.kind == EVENT_NOT_STARTED;
}

void why_process(struct why *why, const struct why_turn *turn)
{
	char *seat;
	const char *meaning;
	bool by_code;
	struct message message, doing;

	if (!newest_news(why, turn, &message))
		return; /* the match is from a file without events of processes */
	seat = why_seat(why, turn->seat, turn->end_n);
	bytes_addf(&why->text, "Process of %s\n", seat);
	free(seat);
	if (message.event.kind != EVENT_NOT_STARTED &&
	    find_doing(why, turn->seat, turn->end_n, why_since(turn), &doing))
		add_process(why, &doing);
	else if (is_start(&message))
		bytes_add_text(&why->text, "  It was running.\n");
	/* find_doing() has let go of the bytes, so the message is read again.  */
	if (is_start(&message) || !why_number(why, message.n, &message))
		return;
	add_process(why, &message);
	meaning = why_ending(&message.event, &by_code);
	if (meaning)
		bytes_addf(&why->text, "  Usual cause: %s.\n", meaning);
	if (by_code)
		bytes_add_text(&why->text,
			       "  Run it with --valgrind to see the first wrong access to memory, or "
			       "with --backtrace to see the calls.\n");
}
