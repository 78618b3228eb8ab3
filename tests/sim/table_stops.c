/* table_stops.c - who watches a simulated match and stops it: at anything, now and then.  */
#include "table_state.h"

#include "ringside/protocol.h"
#include <stdlib.h>

/* What an agent answers can be read before it passes: a legal move has a form.  */
static void check_answer(struct table *table, const struct judge *judge, const struct message *message)
{
	const struct protocol *protocol = protocol_named(table->setup.system);
	char *problem = NULL, *answer, *form;
	bool legal;

	answer = judge_answer(judge, message, &legal);
	if (!answer)
		return;
	form = protocol->move_form(&judge_match(judge)->setup, answer, &problem);
	CHECK(table, form || !legal, "the legal move \"%s\" is %s", answer, problem);
	free(answer);
	free(form);
	free(problem);
}

static char *why(void *user, const struct judge *judge, const struct stop *stop)
{
	static const char *const words[] = {
		[STOP_MESSAGE] = "a message", [STOP_EXIT] = "an end",   [STOP_LIMIT] = "a limit",
		[STOP_MOVED] = "a move",      [STOP_FAULT] = "a fault", [STOP_VERDICT] = "a verdict",
	};
	struct table *table = user;
	bool before = stop->kind == STOP_EXIT || stop->kind == STOP_LIMIT ||
		      (stop->kind == STOP_MESSAGE && stop->message->channel != CHANNEL_STDERR);

	CHECK(table, !before || judge_state(judge) != JUDGE_PAUSED,
	      "seat %d: asked in a pause whether to stop before %s", stop->seat, words[stop->kind]);
	CHECK(table, stop->t >= table->input_t, "asked about %s before it can be", words[stop->kind]);
	if (stop->kind == STOP_MESSAGE)
		check_answer(table, judge, stop->message);
	if (!chance_one_in(&table->stop_chance, stop->kind == STOP_MESSAGE ? 40 : 3))
		return NULL;
	if (table->wishes_left < 2)
		table->wishes_left = 2; /* somebody looks, and goes on */
	return bytes_text("breakpoint 1, %s of seat %d", words[stop->kind], stop->seat);
}

void table_watch(struct table *table)
{
	struct stops stops = {.why = why, .user = table};

	if (table->watched)
		judge_stops(table->judge, &stops);
}
