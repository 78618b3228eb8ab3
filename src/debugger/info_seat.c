/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* info_seat.c - `info seat N`: who sits there, its state and clock, and what its moves took, at the position
 * that is shown.  */
#include "info_moves.h"

#include "ringside/seat_settings.h"
#include "ringside/shown.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- who it is ---- */

static void add_who(struct bytes *text, const struct view *view, int seat)
{
	const struct seat_setup *setup = view_sitting(view, seat, NULL);
	const char *name = setup->name ? setup->name : "";
	char *command;

	bytes_addf(text, "seat %d  %s", seat, name);
	switch (setup->kind) {
	case SEAT_FREE: bytes_add_text(text, "nobody sits there"); break;
	case SEAT_HUMAN: bytes_add_text(text, *name && strcmp(name, "human") ? "  a person" : ""); break;
	case SEAT_AGENT:
		command = bytes_line(setup->command ? setup->command : "its command is not known");
		bytes_addf(text, "  %s: %s", seat == SEAT_NONE ? "the game program" : "an agent", command);
		free(command);
		break;
	}
	bytes_add_text(text, "\n");
}

/* Finds how the seat's process ended.  False: it runs, or nobody knows.  */
static bool find_ending(const struct view *view, int seat, struct message *ending)
{
	struct message_query query = {.seats = 1u << seat,
				      .channels = CHANNEL_BIT(CHANNEL_EVENT),
				      .directions = 1u << EVENT,
				      .last = view_message(view)};
	struct match_file *file = session_file(view->session);
	int64_t before = INT64_MAX;

	for (; file && match_file_before(file, &query, before, 1, ending) == 1; before = ending->n)
		if (event_ends(&ending->event) || ending->event.kind == EVENT_NOT_STARTED)
			return true;
		else if (ending->event.kind == EVENT_STARTED)
			return false;
	return false;
}

static void add_state(struct bytes *text, const struct view *view, int seat)
{
	const struct session *session = view->session;
	const struct match *match = session_match(session);
	bool agent = view_sitting(view, seat, NULL)->kind == SEAT_AGENT, live = view_is_live(view);
	pid_t pid = live ? session_pid(session, seat) : 0;
	struct message ending = {0};
	char *words;

	bytes_add_text(text, "state   ");
	if (!live && session_shown(session) >= 0)
		bytes_addf(text, "as of move %d of %d of branch %d", view_turns(view), match->turn_count,
			   session_shown(session));
	else if (!live)
		bytes_addf(text, "as of move %d of %d", view_turns(view), match->turn_count);
	else if (!session_is_live(session))
		bytes_add_text(text, session_is_followed(session) ? "another ringside plays this match"
								  : "read from a file");
	else if (match->over)
		bytes_add_text(text, "the match is over");
	else if (session_thinking(session, seat) || session_to_move(session, seat)) {
		bytes_add_text(text,
			       session_thinking(session, seat) && agent ? "thinking for " : "to move for ");
		info_add_time(text, session_turn_time(session, seat), 0);
	} else
		bytes_add_text(text, seat == SEAT_NONE ? "plays along" : "waiting for its turn");
	if (pid) {
		struct session_attached inside = session_attached(session, seat);

		bytes_addf(text, ", process %ld%s%s", (long)pid, inside.traced ? ", traced" : "",
			   inside.frozen    ? ", frozen"
			   : inside.stopped ? ", stopped"
			   : inside.rests   ? ", rests until it is asked (ponder no)"
					    : "");
	} else if (agent && find_ending(view, seat, &ending)) {
		words = event_words(&ending);
		bytes_addf(text, ", %s (#%" PRId64 ")", words, ending.n);
		free(words);
	} else if (agent && live && session_is_live(session))
		bytes_add_text(text, ", gone");
	bytes_add_text(text, "\n");
}

/* Which limits hold for a live agent, and by what.  */
static void add_limits(struct bytes *text, const struct view *view, int seat)
{
	char *words = view_is_live(view) ? session_limits_words(view->session, seat) : NULL;

	if (words)
		bytes_addf(text, "limits  %s\n", words);
	free(words);
}

/* What a live agent is doing now.  */
static void add_doing(struct bytes *text, const struct view *view, int seat)
{
	struct doing doing;
	char *words;

	if (!view_is_live(view) || !session_doing(view->session, seat, &doing))
		return;
	words = doing_words(&doing, session_thinking(view->session, seat));
	bytes_addf(text, "doing   it %s\n", words);
	free(words);
}

/* Bytes of an incomplete message.  */
static void add_pending(struct bytes *text, const struct view *view, int seat)
{
	struct pending_bytes pending;
	int64_t for_ns;
	char *words;

	for (int stream = STREAM_STDOUT; stream <= STREAM_STDERR && view_is_live(view); stream++) {
		if (!session_pending(view->session, seat, (enum stream)stream, &pending, &for_ns))
			continue;
		words = shown_pending(stream == STREAM_STDERR ? NULL : &session_match(view->session)->setup,
				      pending.bytes, pending.size, pending.wanted);
		bytes_addf(text, "pending %s%s, and nothing more for ",
			   stream == STREAM_STDERR ? "on stderr " : "", words);
		info_add_time(text, for_ns, 0);
		bytes_add_text(text, "\n");
		free(words);
	}
}

static void add_clock(struct bytes *text, const struct view *view, int seat)
{
	const struct match *match = session_match(view->session);
	bool ended = view_is_live(view) && match->over;
	const struct turn *last = view_last_of(view, seat);
	int64_t turn_limit, match_limit, increment, left;
	struct setup setup;
	char *own;

	session_setup_at(view->session, view_message(view), &setup);
	setup.seat[seat].kind = view_sitting(view, seat, NULL)->kind;
	turn_limit = setup_turn_limit(&setup, seat);
	match_limit = setup_match_limit(&setup, seat);
	increment = setup_increment(&setup, seat);
	own = setup_own_limits(&setup, seat);
	setup_free(&setup);
	left = view_is_live(view) && session_is_live(view->session) && !ended
		       ? session_time_left(view->session, seat)
	       : last        ? last->left_ns
	       : match_limit ? match_limit
			     : INT64_MAX;
	if (ended && left != INT64_MAX && match->unfinished[seat].open)
		left -= match->unfinished[seat].think_ns;
	bytes_add_text(text, "clock   ");
	if (turn_limit) {
		info_add_time(text, turn_limit, 0);
		bytes_add_text(text, " for a move");
		if (match->setup.tolerance) {
			bytes_add_text(text, " and ");
			info_add_time(text, match->setup.tolerance, 0);
			bytes_add_text(text, " of tolerance");
		}
	} else {
		bytes_add_text(text, "no limit for a move");
	}
	if (left != INT64_MAX) {
		bytes_add_text(text, left < 0 ? ", over the match limit by " : ", ");
		info_add_time(text, left < 0 ? -left : left, 0);
		bytes_add_text(text, left < 0 ? "" : " left for the match");
		if (increment) {
			bytes_add_text(text, ", and ");
			info_add_time(text, increment, 0);
			bytes_add_text(text, " more with each move");
		}
	}
	bytes_addf(text, "%s\n", own ? " (this seat's own limits)" : "");
	free(own);
}

/* What the player has of its own.  */
static void add_settings(struct bytes *text, const struct view *view, int seat)
{
	char *words = seat_settings_words(&session_match(view->session)->setup, seat), *shown;

	if (words) {
		shown = bytes_escaped(words, strlen(words));
		bytes_addf(text, "own     %s\n", shown);
		free(shown);
	}
	free(words);
}

/* ---- faults ---- */

/* Each kind of fault is noted once, with its message, and then only counted (referee_fault()).  */
static void add_faults(struct bytes *text, const struct view *view, int seat)
{
	enum { KINDS = 32 };
	bool unfinished = false;
	int64_t last = view_message(view);
	int faults = view_is_live(view) && session_is_live(view->session)
			     ? session_faults(view->session, seat)
			     : session_faults_at(view->session, seat, last, &unfinished);
	struct message_query query = {.seats = 1u << seat,
				      .channels = CHANNEL_BIT(CHANNEL_FAULT),
				      .directions = 1u << EVENT,
				      .last = last};
	struct match_file *file = session_file(view->session);
	struct message notes[KINDS];
	int count = file ? match_file_after(file, &query, 0, KINDS, notes) : 0;

	bytes_addf(text, "faults  %s%d\n", unfinished ? "at least " : "", faults);
	for (int i = 0; i < count; i++) {
		char *words = event_words(&notes[i]);

		bytes_addf(text, "        %s (#%" PRId64 ")\n", words, notes[i].n);
		free(words);
	}
	if (count == KINDS)
		bytes_add_text(text, "        and more\n");
}

static void add_traffic(struct bytes *text, const struct view *view, int seat)
{
	struct byte_count traffic;
	bool whole = session_traffic(view->session, seat, view_message(view), &traffic);

	if (!session_is_recorded(view->session)) {
		bytes_add_text(text, "bytes   not recorded\n");
		return;
	}
	bytes_addf(text, "bytes   %s", whole ? "" : "at least ");
	info_add_size(text, traffic.to, 0);
	bytes_add_text(text, " to it, ");
	info_add_size(text, traffic.from, 0);
	bytes_add_text(text, " from it\n");
}

char *info_seat(struct console *console, const char *arguments, bool *answer)
{
	const struct view *view = console->view;
	const struct match *match = session_match(view->session);
	int seat = *arguments - '0';
	struct bytes text = {0};

	if (!is_seat(seat) || arguments[1])
		return bytes_text("expected seat 1 or 2, or 0 for a game program, not \"%s\"", arguments);
	*answer = true;
	session_whole_file(view->session);
	add_who(&text, view, seat);
	if (match->setup.seat[seat].kind != SEAT_FREE) {
		add_state(&text, view, seat);
		add_limits(&text, view, seat);
		add_doing(&text, view, seat);
		add_pending(&text, view, seat);
		if (seat != SEAT_NONE)
			add_clock(&text, view, seat);
		if (seat != SEAT_NONE)
			add_settings(&text, view, seat);
		add_faults(&text, view, seat);
		if (view_sitting(view, seat, NULL)->kind != SEAT_HUMAN)
			add_traffic(&text, view, seat);
	}
	info_add_moves(&text, console, seat);
	text.at[text.size - 1] = '\0'; /* drop the last line end */
	return text.at;
}
