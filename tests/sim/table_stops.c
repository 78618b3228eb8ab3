/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* table_stops.c - a watcher who stops a simulated match, sometimes, at any kind of stop.  */
#include "table_state.h"

#include "ringside/protocol.h"
#include <stdlib.h>

/* An agent's answer can be read before it passes: a legal move has a known form.  */
static void check_answer(struct table *table, const struct judge *judge, const struct message *message)
{
	const struct protocol *protocol = protocol_named(table->setup.system);
	char *problem = NULL, *answer, *form;
	bool legal;

	answer = judge_answer(judge, message, &legal);
	if (!answer)
		return;
	form = protocol->move_form(judge_match(judge), judge_match(judge)->turn_count, answer, &problem);
	CHECK(table, form || !legal, "the legal move \"%s\" is %s", answer, problem);
	free(answer);
	free(form);
	free(problem);
}

/* The clocks stand since that moment, not since the watcher noticed.  */
static void stand_since(struct table *table, const struct judge *judge, int64_t t)
{
	int64_t late = table->now - (t > table->done_t ? t : table->done_t);

	if (judge_state(judge) == JUDGE_PAUSED) /* another seat's stop has said so */
		return;
	table->running -= late;
	for (int s = 0; s < SEATS; s++)
		table->stood[s] -= judge_seat(judge, s).traced ? late : 0;
	table_input(table);
}

static char *why(void *user, const struct judge *judge, const struct stop *stop)
{
	static const char *const words[] = {
		[STOP_MESSAGE] = "a message", [STOP_EXIT] = "an end",   [STOP_LIMIT] = "a limit",
		[STOP_MOVED] = "a move",      [STOP_FAULT] = "a fault", [STOP_VERDICT] = "a verdict",
		[STOP_TIME] = "a moment",     [STOP_CRASH] = "a crash",
	};
	struct table *table = user;
	bool before = stop->kind == STOP_EXIT || stop->kind == STOP_LIMIT ||
		      (stop->kind == STOP_MESSAGE && stop->message->channel != CHANNEL_STDERR);

	CHECK(table, !before || judge_state(judge) != JUDGE_PAUSED,
	      "seat %d: asked in a pause whether to stop before %s", stop->seat, words[stop->kind]);
	/* What was due between two inputs is dealt with at its own moment.  */
	CHECK(table, stop->t + MS >= table->input_t, "asked about %s before it can be", words[stop->kind]);
	if (stop->kind == STOP_MESSAGE)
		check_answer(table, judge, stop->message);
	if (!chance_one_in(&table->stop_chance,
			   stop->kind == STOP_MESSAGE || stop->kind == STOP_TIME ? 40 : 3))
		return NULL;
	if (stop->kind != STOP_VERDICT)
		stand_since(table, judge, stop->t);
	if (table->requests_left < 2)
		table->requests_left = 2; /* somebody looks, and lets the match go on */
	return bytes_text("breakpoint 1, %s of seat %d", words[stop->kind], stop->seat);
}

/* Every 7 ms.  */
static int64_t due(void *user UNUSED, const struct judge *judge UNUSED, int64_t since)
{
	enum { EACH = 7 * NS_PER_MS };

	return (since / EACH + 1) * EACH;
}

void table_watch(struct table *table)
{
	struct stops stops = {.reason = why, .due = due, .user = table};

	if (table->watched)
		judge_set_stops(table->judge, &stops);
}
