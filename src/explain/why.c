/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* why.c - the questions that `why` answers, and the answers for a stop and a message. */
#include "why_state.h"

#include "judge/judge_state.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { HELD_SHOWN = 8 };

static bool is_stop(const struct message *note)
{
	return event_stops(&note->event) || note->event.kind == EVENT_PAUSE;
}

/* Did a breakpoint, catchpoint or watchpoint stop the match? Otherwise a person let it go on up to there.  */
static bool is_hit(const struct message *note)
{
	return event_stops(&note->event) && note->size > 0;
}

/* ---- a stop ---- */

/* Adds the message before which a breakpoint stopped the match, and how long after its question it came.  */
static void add_stopped(struct why *why)
{
	const struct message *held;
	struct message message;
	char span[VALUE_CLOCK];
	struct why_turn turn;

	for (int i = 0; (held = why->source->held(why->source->user, i)); i++)
		if (held->flags & MESSAGE_STOPPED)
			break;
	if (!held)
		return;
	message = *held;
	why_whole(why, &message);
	why_refusal(why, &message);
	if (message.direction != FROM_AGENT || message.channel == CHANNEL_STDERR)
		return;
	turn = why_turn_of(why, message.seat, INT64_MAX, message.t_ns);
	if (turn.asked_n)
		bytes_addf(&why->text, "  It came %s after the question, #%" PRId64 ".\n",
			   why_span(message.t_ns - turn.asked_ns, span), turn.asked_n);
}

static void add_held(struct why *why)
{
	const struct message *held;

	bytes_add_text(&why->text, "Held messages, in their order\n");
	for (int i = 0; i < HELD_SHOWN && (held = why->source->held(why->source->user, i)); i++)
		why_line(why, held);
	if (why->source->held(why->source->user, HELD_SHOWN))
		bytes_add_text(&why->text, "  ... and more\n");
}

/* Is the first held message the end of a process?  */
static bool holds_an_end(const struct why *why)
{
	const struct message *held = why->source->held ? why->source->held(why->source->user, 0) : NULL;

	return held && held->direction == EVENT && event_ends(&held->event);
}

/* `seat` is the seat that the stop was about; SEAT_NONE: the seat of the first held message.  */
static void add_stop_steps(struct why *why, int seat)
{
	bool begun = false;
	const struct message *held = why->source->held ? why->source->held(why->source->user, 0) : NULL;
	char *line;

	why_next(why, &begun, "step", bytes_text("step"), "let one message pass");
	why_next(why, &begun, "next", bytes_text("next"), "continue until the next move is played");
	why_next(why, &begun, "continue", bytes_text("continue"), "continue the match");
	if (held && held->direction != EVENT)
		why_next(why, &begun, "edit", bytes_text("edit TEXT"),
			 "replace the bytes of the held message");
	if (seat == SEAT_NONE && held)
		seat = held->seat;
	if ((seat == SEAT_NONE && !held) || !why_is_agent(why, seat, 0))
		return;
	if (!holds_an_end(why))
		why_next(why, &begun, "gdb", bytes_text("gdb %d", seat), "look inside its process");
	line = bytes_text("info seat %d", seat);
	why_next(why, &begun, "info", line, "its state, and the time and memory of its moves");
}

/* The first message that passed after the stop.  */
static bool passed_next(const struct why *why, int64_t n, struct message *message)
{
	struct why_search search = {.from = n + 1,
				    .step = 1,
				    .seats = ~0u,
				    .channels = CHANNEL_ALL,
				    .directions = 1u << TO_AGENT | 1u << FROM_AGENT};

	return why_find(why, search, message);
}

/* Adds the position after so many turns, by the number of the next move, as FILE:N and the field `move`
 * count.  */
static void add_position(struct why *why, int turns)
{
	const struct turn *last = match_turn(why->match, turns);
	char span[VALUE_CLOCK];

	bytes_addf(&why->text, "  Before move %d.", turns + 1);
	if (last)
		bytes_addf(&why->text, " Move %d was %s by seat %d, after %s.", turns, last->played,
			   last->seat, why_span(last->think_ns, span));
	bytes_add_text(&why->text, "\n");
}

/* Adds output of the seats that was no complete message then.  */
static void add_pending(struct why *why, const struct message *note)
{
	for (int seat = 0; seat < SEATS; seat++) {
		struct why_turn turn = why_turn_of(why, seat, note->n, note->t_ns);
		size_t before = why->text.size;
		char *who = why_seat(why, seat, note->n);

		bytes_addf(&why->text, "Unfinished message of %s\n", who);
		free(who);
		if (!why_pending(why, seat, 0, note->n, note->t_ns, turn.asked_n ? turn.asked_ns : -1)) {
			why->text.size = before;
			why->text.at[before] = '\0';
		}
	}
}

/* Adds the backtrace of a process that stood before a crash, and what it said; or the last words of one that
 * has ended.  */
static void add_crash(struct why *why, const struct message *note, int seat)
{
	struct why_search search = {.from = note->n,
				    .step = -1,
				    .seats = 1u << seat,
				    .channels = CHANNEL_BIT(CHANNEL_EVENT),
				    .directions = 1u << EVENT};
	struct message before;
	struct why_turn turn;
	bool stands = why_find(why, search, &before) && before.event.kind == EVENT_BACKTRACE;

	if (note->event.number[0] != seat || !(stands || holds_an_end(why)))
		return;
	turn = why_turn_of(why, seat, note->n, note->t_ns);
	why_backtrace(why, &turn);
	why_words(why, &turn);
}

static void explain_stop(struct why *why, int64_t n)
{
	struct message note, message;
	char time[VALUE_CLOCK], *words;
	int seat;

	if (!why_number(why, n, &note))
		return;
	seat = note.event.number[0] > 0 && note.event.number[0] < SEATS ? (int)note.event.number[0]
									: SEAT_NONE;
	words = event_words(&note);
	bytes_addf(&why->text, "%s\n", words);
	free(words);
	add_position(why, note.turn);
	if (note.event.kind == EVENT_PAUSE)
		bytes_add_text(&why->text, "  A person paused the match; every message is held.\n");
	else if (!is_hit(&note))
		bytes_add_text(&why->text, "  A person let the match continue up to here (step, next).\n");
	bytes_addf(&why->text, "  Recorded at %s, #%" PRId64 ".\n", value_clock(note.t_ns, time), n);
	why_doing(why, n, note.t_ns);
	add_crash(why, &note, seat);
	add_pending(why, &note);
	if (why->source->stopped && why->source->held && why->source->held(why->source->user, 0)) {
		add_stopped(why);
		add_held(why);
	} else if (!why->source->stopped && passed_next(why, n, &message)) {
		bytes_add_text(&why->text, "The match has gone on since, first with\n");
		why_line(why, &message);
	}
	if (why->source->stopped)
		add_stop_steps(why, seat);
}

/* ---- a message ---- */

/* Adds the turn that the message answered, and how long that took.  */
static void add_turn(struct why *why, int64_t n, int turn)
{
	const struct turn *played = match_turn(why->match, turn);
	char span[VALUE_CLOCK];

	if (!played || played->message != n)
		return;
	bytes_addf(&why->text, "  It is turn %d of the match: %s, after %s", turn, played->played,
		   why_span(played->think_ns, span));
	if (played->left_ns != INT64_MAX)
		bytes_addf(&why->text, "; %s left for the match", why_span(played->left_ns, span));
	if (played->held_ns)
		bytes_addf(&why->text, "; judge held up %s, which does not count",
			   why_span(played->held_ns, span));
	if (played->flags & TURN_WAITED)
		bytes_add_text(&why->text, "; its agent waited for a core in between");
	if (played->flags & TURN_CHARGED)
		bytes_add_text(&why->text, "; it counts ringside's work on what its agent wrote");
	if (played->flags & TURN_FORGIVEN)
		bytes_add_text(&why->text, "; over a limit, forgiven (--tolerance)");
	bytes_add_text(&why->text, ".\n");
}

static void add_question(struct why *why, int seat, int64_t n, int64_t t_ns)
{
	struct why_turn turn = why_turn_of(why, seat, n - 1, t_ns);
	struct message question;
	char span[VALUE_CLOCK];

	if (!turn.asked_n || !why_number(why, turn.asked_n, &question))
		return;
	bytes_addf(&why->text, "The last question before it, %s earlier\n",
		   why_span(t_ns - turn.asked_ns, span));
	why_line(why, &question);
}

/* Adds the faults of the seat so far: one of them is of this message.  */
static void add_faults_before(struct why *why, int seat, int64_t n)
{
	struct why_search search = {.from = n + 1,
				    .step = -1,
				    .seats = 1u << seat,
				    .channels = CHANNEL_BIT(CHANNEL_FAULT),
				    .directions = 1u << EVENT};
	struct message note;

	bytes_add_text(&why->text, "Faults of this seat so far (each kind is reported once)\n");
	for (int i = 0; i < WHY_LOOKED_THROUGH && why_walk(why, &search, &note); i++)
		if (why_is_fault(&note))
			why_line(why, &note);
}

static void explain_message(struct why *why, const struct message *found)
{
	struct message message = *found;
	bool from = message.direction == FROM_AGENT;

	why_whole(why, &message);
	why_edited(why, &message);
	add_turn(why, message.n, message.turn);
	if (from && message.channel != CHANNEL_STDERR)
		add_question(why, message.seat, message.n, message.t_ns);
	if (from && message.flags & MESSAGE_FAULT)
		add_faults_before(why, message.seat, message.n);
}

/* ---- questions ---- */

static char *of_message(struct why *why, int64_t n)
{
	struct message message;

	if (!why_number(why, n, &message))
		return bytes_text("there is no message #%" PRId64, n);
	if (why_is_verdict(&message) && why->match->over)
		why_verdict(why);
	else if (why_is_fault(&message))
		why_fault(why, n);
	else if (is_stop(&message))
		explain_stop(why, n);
	else
		explain_message(why, &message);
	return NULL;
}

static char *of_newest(struct why *why)
{
	struct message message;
	int64_t fault = why_newest(why, CHANNEL_FAULT, why_is_fault, &message) ? message.n : 0;
	int64_t stop = why_newest(why, CHANNEL_EVENT, is_stop, &message) ? message.n : 0;

	if (why->match->over)
		why_verdict(why);
	else if (stop > fault)
		explain_stop(why, stop);
	else if (fault)
		why_fault(why, fault);
	else
		bytes_add_text(&why->text,
			       "nothing has happened yet: there was no verdict, no fault and no stop");
	if (!why->match->over && !stop && !fault)
		why_pending_now(why);
	return NULL;
}

/* Explains the stop if the match is stopped now, else the last stop that was not a person's.  */
static void of_stop(struct why *why)
{
	struct message message;

	if (why_newest(why, CHANNEL_EVENT, why->source->stopped ? is_stop : is_hit, &message))
		explain_stop(why, message.n);
	else
		bytes_add_text(&why->text, "nothing has stopped the match: no breakpoint, catchpoint or "
					   "watchpoint was hit");
}

static char *answer_of(struct why *why, enum why_what what, int64_t n)
{
	struct message message;

	switch (what) {
	case WHY_NEWEST: return of_newest(why);
	case WHY_VERDICT:
		if (why->match->over)
			why_verdict(why);
		else
			bytes_add_text(&why->text, "there is no verdict: the match is not over");
		return NULL;
	case WHY_FAULT:
		if (why_newest(why, CHANNEL_FAULT, why_is_fault, &message))
			why_fault(why, message.n);
		else
			bytes_add_text(&why->text, "no seat has broken the protocol");
		return NULL;
	case WHY_STOP: of_stop(why); return NULL;
	case WHY_MESSAGE: return of_message(why, n);
	case WHY_DETAILS:
	case WHY_DETAILS_TURNED:
		return why_details(why, n) ? NULL : bytes_text("there is no message #%" PRId64, n);
	}
	return bytes_text("there is no such question");
}

char *why(const struct why_source *source, enum why_what what, int64_t n, bool *answer)
{
	struct why why = {.source = source,
			  .match = source->match,
			  .details = what == WHY_DETAILS || what == WHY_DETAILS_TURNED,
			  .turned = what == WHY_DETAILS_TURNED};
	char *problem = answer_of(&why, what, n);

	*answer = !problem;
	if (problem)
		bytes_free(&why.text);
	return problem ? problem : why.text.at;
}
