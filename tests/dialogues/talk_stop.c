/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* talk_stop.c - breakpoints, catchpoints, watchpoints and tracepoints of a dialogue, and where they stop it.
 *
 * What a breakpoint asks the session is answered here: the judge is that of the dialogue.  */
#include "talk.h"

#include "ringside/breakpoints.h"

#include <stdlib.h>
#include <string.h>

static struct talk *talk_watched;

void session_set_stops(struct session *session UNUSED, const struct stops *stops)
{
	judge_set_stops(talk_watched->dialogue.judge, stops);
}

const struct judge *session_judge(const struct session *session UNUSED)
{
	return talk_watched->dialogue.judge;
}

void session_trace_crashes(struct session *session UNUSED)
{
}

struct agent_usage session_measured(const struct session *session UNUSED, int seat)
{
	return (struct agent_usage){.cpu_ns = 5 * NS_PER_MS,
				    .rss = seat == SEAT_2 && talk_watched->rss ? talk_watched->rss : -1};
}

static void log_line(void *user, const char *line)
{
	struct talk *talk = user;

	bytes_addf(&talk->logged, "%s\n", line);
}

static void watch(struct talk *talk)
{
	if (talk->breakpoints)
		return;
	talk_watched = talk;
	talk->breakpoints = breakpoints_new();
	breakpoints_log(talk->breakpoints, log_line, talk);
	breakpoints_watch(talk->breakpoints, (struct session *)talk);
}

void talk_unwatch(struct talk *talk)
{
	if (talk->breakpoints)
		breakpoints_free(talk->breakpoints);
	bytes_free(&talk->logged);
}

static const struct {
	const char *word;
	enum breakpoint_kind kind;
	bool temporary;
} kinds[] = {{"break", BREAKPOINT, false},
	     {"tbreak", BREAKPOINT, true},
	     {"catch", BREAKPOINT, false},
	     {"watch", WATCHPOINT, false},
	     {"trace", TRACEPOINT, false}};

/* "AT: WHAT"; the caller frees.  */
static char *mistake_words(struct condition_mistake mistake)
{
	char *words = bytes_text("%zu: %s", mistake.at, mistake.text);

	free(mistake.text);
	return words;
}

bool talk_adds(struct talk *talk, const char *word, const char *text, char **problem)
{
	struct condition_mistake mistake;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (strcmp(word, kinds[i].word) == 0) {
			watch(talk);
			if (!breakpoints_add(talk->breakpoints, kinds[i].kind, kinds[i].temporary, text,
					     judge_match(talk->dialogue.judge), &mistake))
				*problem = mistake_words(mistake);
			return true;
		}
	if (strcmp(word, "let") != 0)
		return false;
	if (!breakpoints_let(talk->breakpoints, text, &mistake))
		*problem = mistake_words(mistake);
	return true;
}

bool talk_stop(struct talk *talk, const char *word, const struct talk_statement *statement)
{
	const char *text = statement->text;
	char *problem = NULL;
	int number;

	if (strcmp(word, "rss") == 0)
		talk->rss = talk_number(&text);
	else if (strcmp(word, "delete") == 0)
		breakpoints_change(talk->breakpoints, (int)talk_number(&text), BREAKPOINT_DELETED, 0);
	else if (strcmp(word, "disable") == 0)
		breakpoints_change(talk->breakpoints, (int)talk_number(&text), BREAKPOINT_DISABLED, 0);
	else if (strcmp(word, "ignore") == 0) {
		number = (int)talk_number(&text);
		breakpoints_change(talk->breakpoints, number, BREAKPOINT_IGNORED, (int)talk_number(&text));
	} else if (!talk_adds(talk, word, text, &problem))
		return false;
	if (problem)
		talk_failed("expected a breakpoint, got %s", problem);
	return true;
}

/* Why a watcher has stopped the match, which a note says too.  */
static char *stopped(const struct talk *talk)
{
	const struct dialogue *dialogue = &talk->dialogue;
	int64_t note;
	const char *why = judge_stopped(dialogue->judge, &note);

	if (!why)
		return bytes_text("nothing");
	if (note < 1 || note > dialogue->line_count || dialogue->lines[note - 1].message.n != note ||
	    !strstr(dialogue->lines[note - 1].message.bytes, why))
		talk_failed("expected a note of \"%s\", got none", why);
	if (!judge_match(dialogue->judge)->over && judge_state(dialogue->judge) != JUDGE_PAUSED)
		talk_failed("expected a pause for \"%s\", got none", why);
	return bytes_text("%s", why);
}

char *talk_stop_value(const struct talk *talk, const char *name, int n)
{
	if (strcmp(name, "stopped") == 0)
		return stopped(talk);
	if (strcmp(name, "breakpoint") == 0) {
		char *words = breakpoints_words(talk->breakpoints, n);

		return words ? words : bytes_text("nothing");
	}
	if (strcmp(name, "stops-at") == 0)
		return bytes_text("%s", breakpoints_at_turn(talk->breakpoints, n) ? "yes" : "no");
	return NULL;
}

char *talk_stop_text(struct talk *talk, const char *word)
{
	char *list, *text;

	if (strcmp(word, "logged") == 0)
		return bytes_text("%s", talk->logged.size ? talk->logged.at : "");
	if (strcmp(word, "breakpoints") != 0)
		return NULL;
	watch(talk);
	list = breakpoints_words(talk->breakpoints, 0);
	text = bytes_text("%s\n", list);
	free(list);
	return text;
}
