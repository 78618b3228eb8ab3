/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* until.c - notices in the games of a series what --until and --until-failure wait for.
 *
 * A game in which it happens is played to its end, so it counts like any other.  A word stands for reasons
 * why a game is lost; a condition is that of a breakpoint that does not stop.  */
#include "plan.h"

#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

/* ---- what is waited for ---- */

/* Waits for a verdict by any fault, and for a message that breaks the protocol, although the game may go on.
 */
static const char fault[] = "fault";

struct until {
	const char *
		word; /* of the reasons that it waits for; "": any by which a seat loses; NULL: a condition */
	struct breakpoints *breakpoints;
	const struct session *session;
	bool happened; /* in this game; then: */
	int turn, seat;
	char *what; /* owned */
};

/* That word.  */
static const char *word_of(const struct runner_call *call)
{
	const char *typed = call->series.until;

	if (!typed)
		return call->series.until_failure ? "" : NULL;
	if (strcmp(typed, fault) == 0)
		return "";
	for (const struct reason *reason = shared_reasons; reason->word; reason++)
		if (reason->until && strcmp(reason->until, typed) == 0)
			return reason->until;
	return NULL;
}

/* Adds the breakpoint.  NULL, or what is wrong with it.  */
static char *add(const struct runner_call *call, struct breakpoints *breakpoints)
{
	struct match before = match_before(&call->match.session.setup);
	const char *word = word_of(call);
	struct condition_mistake mistake = {0};
	FREED char *typed = bytes_text("%s%s", word ? "" : "if ", call->series.until);
	char *problem = NULL, *line;

	if (!breakpoints_add(breakpoints, BREAKPOINT, false, typed, &before, &mistake)) {
		line = bytes_text("--until %s", call->series.until);
		problem = condition_pointed(line, mistake.at + strlen("--until ") - strlen("if "),
					    mistake.text);
		free(line);
		free(mistake.text);
	}
	return problem;
}

static void note(void *user, const struct stop *stop, const char *what)
{
	struct until *until = user;

	if (until->happened || session_played(until->session)->over)
		return;
	until->happened = true;
	until->turn = stop->turn;
	until->seat = stop->seat;
	free(until->what);
	until->what = bytes_text("%s", what);
}

char *until_problem(const struct runner_call *call)
{
	struct breakpoints *breakpoints;
	char *problem;

	if (call->series.until && call->series.until_failure)
		return bytes_text("--until and --until-failure: choose one of them");
	if (!call->series.until)
		return NULL;
	breakpoints = breakpoints_new();
	problem = add(call, breakpoints);
	breakpoints_free(breakpoints);
	return bytes_behind(problem, "expected crash, illegal, timeout, fault or a condition\n");
}

struct until *until_new(const struct runner_call *call)
{
	const char *word = word_of(call), *typed = call->series.until;
	struct until *until;

	if (!typed && !call->series.until_failure)
		return NULL;
	until = bytes_new(sizeof(*until));
	*until = (struct until){.word = word, .breakpoints = breakpoints_new()};
	breakpoints_note(until->breakpoints, note, until);
	if (!word || (typed && strcmp(typed, fault) == 0))
		free(add(call, until->breakpoints)); /* no problem: until_problem() */
	return until;
}

void until_free(struct until *until)
{
	if (!until)
		return;
	breakpoints_free(until->breakpoints);
	free(until->what);
	free(until);
}

void until_watch(struct until *until, struct session *session)
{
	if (!until)
		return;
	until->session = session;
	until->happened = false;
	breakpoints_watch(until->breakpoints, session);
}

void until_lose(struct until *until)
{
	if (until)
		breakpoints_lose(until->breakpoints);
}

/* Is the verdict what the word stands for?  */
static bool is_lost_by(const char *word, const struct verdict *verdict)
{
	const struct reason *reason = reason_named(verdict->reason);

	if (verdict->failed == SEAT_NONE)
		return false;
	return !*word || (reason && reason->until && strcmp(reason->until, word) == 0);
}

char *until_found(struct until *until, const struct match *match, int *turn, int *seat)
{
	const struct verdict *verdict = &match->verdict;
	char *found = NULL;

	if (!until)
		return NULL;
	if (until->happened) {
		*turn = until->turn;
		*seat = until->seat;
		found = bytes_text("%s", until->what);
	} else if (until->word && is_lost_by(until->word, verdict)) {
		*turn = match->turn_count + 1;
		*seat = verdict->failed;
		found = bytes_text("%s", verdict->detail ? verdict->detail : "");
	}
	until->happened = false;
	return found;
}

void until_break(const struct runner_call *call, struct breakpoints *breakpoints)
{
	if (call->series.until)
		free(add(call, breakpoints));
}
