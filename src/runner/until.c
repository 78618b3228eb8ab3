/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* until.c - notices in the games of a series what --until and --until-failure wait for.
 *
 * A game in which it happens is played to its end, so it counts like any other.  A word is a reason why a
 * game is lost; a condition is that of a breakpoint that does not stop.  */
#include "until.h"

#include "ringside/bytes.h"
#include "ringside/match_json.h"
#include <stdlib.h>
#include <string.h>

struct word {
	const char *name;
	const char *reasons[2]; /* a verdict with one of these; none: with any, if a seat is to blame */
	const char *catch;      /* what `catch` calls it; NULL: it does not */
	bool at_once;           /* it happens there as well, although the game may go on */
};

static const struct word words[] = {
	{"crash", {REASON_CRASH, NULL}, "crash", false},
	{"illegal", {REASON_ILLEGAL, REASON_PROTOCOL}, "illegal", false},
	{"timeout", {REASON_TIMEOUT, REASON_START}, "timeout", false},
	{"fault", {NULL, NULL}, "fault", true},
};
static const struct word failure = {.name = "failure"};

struct until {
	const struct word *word; /* NULL: a condition */
	struct breakpoints *breakpoints;
	const struct session *session;
	bool happened; /* in this game; then: */
	int turn, seat;
	char *what; /* owned */
};

/* NULL: it is no word.  */
static const struct word *word_of(const struct invocation *invocation)
{
	for (size_t i = 0; invocation->series.until && i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(invocation->series.until, words[i].name) == 0)
			return &words[i];
	return !invocation->series.until && invocation->series.until_failure ? &failure : NULL;
}

/* Adds the breakpoint.  NULL, or what is wrong with it.  */
static char *add(const struct invocation *invocation, struct breakpoints *breakpoints)
{
	struct match before = match_before(&invocation->match.session.setup);
	const struct word *word = word_of(invocation);
	struct condition_mistake mistake;
	char *typed = word ? bytes_text("%s", word->catch) : bytes_text("if %s", invocation->series.until);
	char *problem = NULL, *line;

	if (!breakpoints_add(breakpoints, word ? CATCHPOINT : BREAKPOINT, false, typed, &before, &mistake)) {
		line = bytes_text("--until %s", invocation->series.until);
		problem = condition_pointed(line, mistake.at + strlen("--until ") - strlen("if "),
					    mistake.text);
		free(line);
		free(mistake.text);
	}
	free(typed);
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

char *until_problem(const struct invocation *invocation)
{
	struct breakpoints *breakpoints;
	char *problem = NULL, *said;

	if (invocation->series.until && invocation->series.until_failure)
		return bytes_text("--until and --until-failure: choose one of them");
	if (!invocation->series.until)
		return NULL;
	breakpoints = breakpoints_new();
	said = add(invocation, breakpoints);
	if (said)
		problem = bytes_text("expected crash, illegal, timeout, fault or a condition\n%s", said);
	free(said);
	breakpoints_free(breakpoints);
	return problem;
}

struct until *until_new(const struct invocation *invocation)
{
	const struct word *word = word_of(invocation);
	struct until *until;

	if (!invocation->series.until && !invocation->series.until_failure)
		return NULL;
	until = bytes_new(sizeof(*until));
	*until = (struct until){.word = word, .breakpoints = breakpoints_new()};
	breakpoints_note(until->breakpoints, note, until);
	if (!word || word->at_once)
		free(add(invocation, until->breakpoints)); /* no problem: until_problem() */
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
static bool is_lost_by(const struct word *word, const struct verdict *verdict)
{
	if (verdict->failed == SEAT_NONE)
		return false;
	for (int i = 0; i < 2; i++)
		if (word->reasons[i] && strcmp(verdict->reason, word->reasons[i]) == 0)
			return true;
	return !word->reasons[0];
}

json_t *until_found(struct until *until, const struct match *match)
{
	const struct verdict *verdict = &match->verdict;
	json_t *found = NULL;

	if (!until)
		return NULL;
	if (until->happened) {
		found = json_pack("{s:i, s:i, s:o}", "turn", until->turn, "seat", until->seat, "what",
				  match_json_words(until->what));
	} else if (until->word && is_lost_by(until->word, verdict)) {
		found = json_pack("{s:i, s:i, s:o}", "turn", match->turn_count + 1, "seat", verdict->failed,
				  "what", match_json_words(verdict->detail ? verdict->detail : ""));
	}
	until->happened = false;
	return found;
}

void until_break(const struct invocation *invocation, struct breakpoints *breakpoints)
{
	if (invocation->series.until)
		free(add(invocation, breakpoints));
}
