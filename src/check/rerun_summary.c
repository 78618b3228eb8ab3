/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rerun_summary.c - sums up a rerun, as text or as JSON.  */
#include "rerun_report.h"
#include "ringside/bytes.h"
#include "ringside/match_json.h"
#include "ringside/say.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Did both end alike?  An old process that lost on time may have hung.  */
static bool is_again(const struct rerun_report *report)
{
	enum rejoin_end_kind old = report->old.end.kind, fresh = report->fresh.end.kind;

	return rerun_end_is_bad(&report->fresh) &&
	       (old == fresh || (old == REJOIN_LATE && fresh == REJOIN_SILENT));
}

/* " in turn 7 of m-2.ringside"; the caller frees.  */
static char *where(const struct rerun_report *report, const struct rerun_end *end)
{
	char *turn = end->end.turn ? bytes_text(" in turn %d", end->end.turn) : bytes_text("%s", "");
	char *words = report->games->count > 1
			      ? bytes_text("%s of %s", turn, report->games->at[end->game].path)
			      : bytes_text("%s", turn);

	free(turn);
	return words;
}

static const char *const did[] = {
	[REJOIN_LASTED] = "lasted",      [REJOIN_CRASHED] = "crashed", [REJOIN_LEFT] = "left",
	[REJOIN_LATE] = "timed out",     [REJOIN_SILENT] = "hung",     [REJOIN_LOSES] = "lost",
	[REJOIN_LOST] = "gave no answer"};

/* Adds how the old end differs from the fresh one.  */
static void print_old_end(const struct rerun_report *report, const char *was, const char *is)
{
	const struct rejoin_end *old = &report->old.end, *fresh = &report->fresh.end;
	bool last = report->game + 1 == report->games->count;

	if (!rerun_end_is_bad(&report->old))
		say("; the old one did not%s", last ? "" : " in this game");
	else if (!is_again(report))
		say("; the old one %s%s: %s", did[old->kind], was, old->words);
	else if (strcmp(was, is) != 0)
		say("; the old one%s: %s", was, old->words);
	else if (strcmp(old->words, fresh->words) != 0)
		say("; the old one: %s", old->words);
}

static void print_end(const struct rerun_report *report)
{
	const struct rerun_end *old = &report->old, *fresh = &report->fresh;
	char *was = where(report, old), *is = where(report, fresh);
	enum rejoin_end_kind kind = fresh->end.kind;

	if (kind == REJOIN_LOST) {
		say("it gave no answer%s, after answers that cannot be compared", is);
	} else if (kind == REJOIN_LASTED) {
		say("it lasted");
		if (rerun_end_is_bad(old))
			say("; the old one %s%s: %s", did[old->end.kind], was, old->end.words);
		else if (report->at_gap)
			say(" to the gap");
		else if (report->games->at[report->game].turns >= 0)
			say(" to the position before move %d", report->games->at[report->game].turns + 1);
		else if (report->unfinished)
			say(" to the last turn that was played");
		else
			say(" to the end, as the old one did");
	} else {
		say("it %s%s%s: %s", did[kind], is_again(report) ? " again" : "", is, fresh->end.words);
		print_old_end(report, was, is);
	}
	say("\n");
	free(was);
	free(is);
}

/* ---- times ---- */

struct figures {
	int64_t median, p95, most, sum;
};

static int compare(const void *a, const void *b)
{
	int64_t one = *(const int64_t *)a, two = *(const int64_t *)b;

	return (one > two) - (one < two);
}

/* Sorts the times.  There must be some.  */
static struct figures figures_of(int64_t *times, int count)
{
	struct figures figures = {0};

	qsort(times, (size_t)count, sizeof(*times), compare);
	for (int i = 0; i < count; i++)
		figures.sum += times[i];
	figures.median = times[(count - 1) / 2];
	figures.p95 = times[(count * 95 + 99) / 100 - 1];
	figures.most = times[count - 1];
	return figures;
}

static void print_row(const char *what, int64_t recorded, int64_t answered)
{
	char *was = rerun_time(recorded), *is = rerun_time(answered);

	say("%-10s%12s%12s\n", what, was, is);
	free(was);
	free(is);
}

static void print_times(struct rerun_times *times)
{
	struct figures was, is;

	if (!times->count)
		return;
	was = figures_of(times->recorded, times->count);
	is = figures_of(times->answered, times->count);
	say("%-10s%12s%12s\n", "think time", "recorded", "now");
	print_row("median", was.median, is.median);
	print_row("95 %", was.p95, is.p95);
	print_row("longest", was.most, is.most);
	print_row("in all", was.sum, is.sum);
}

/* ---- telling ---- */

static const struct rerun_answer *first_difference(const struct rerun_report *report)
{
	for (int i = 0; i < report->kept; i++)
		if (!report->answers[i].same)
			return &report->answers[i];
	return NULL;
}

/* Says where the replay stopped.  */
static void print_gap(const struct rerun_report *report)
{
	const struct rerun_game *game = &report->games->at[report->game];
	char *missing;

	if (!report->at_gap)
		return;
	missing = gap_words(&game->gap);
	if (report->games->count > 1)
		say("%s: ", game->path);
	say("compared up to turn %d; after it %s\n", report->turns, missing);
	free(missing);
}

/* The turns that cannot be compared, and why.  */
static void print_misled(const struct rerun_report *report)
{
	for (int i = 0; i < report->misled_count; i++) {
		const struct rerun_misled *misled = &report->misled[i];

		if (report->games->count > 1)
			say("%s: ", report->games->at[misled->game].path);
		say("from turn %d on answers cannot be compared: %s\n", misled->turn, misled->why);
	}
}

static void print_counts(const struct rerun_report *report)
{
	const char *name = rerun_setup(report)->seat[report->games->seat].name;
	const struct rerun_answer *first = first_difference(report);
	int games = report->games->count;

	if (report->games->seat == SEAT_NONE)
		say("the game program");
	else
		say("seat %d", report->games->seat);
	if (name && *name)
		say(" (%s)", name);
	say(": %d answer%s", report->answered, report->answered == 1 ? "" : "s");
	if (games > 1)
		say(" in %d games", report->game + 1);
	if (first)
		say(", %d differ%s, the first in turn %d", report->different,
		    report->different == 1 ? "s" : "", first->turn);
	else
		say(report->at_gap ? ", all the same so far" : ", none differs");
	if (first && games > 1)
		say(" of %s", report->games->at[first->game].path);
	say("%s\n", report->unfinished && !report->at_gap ? ", to the last turn that was played" : "");
	if (report->told)
		say("after a different move it was told the recorded position (%d time%s), so the next "
		    "answers can be compared\n",
		    report->told, report->told == 1 ? "" : "s");
}

void rerun_report_print(struct rerun_report *report)
{
	print_counts(report);
	print_gap(report);
	print_misled(report);
	print_times(&report->times);
	print_end(report);
	rerun_tool_print(&report->printed);
}

static json_t *seconds(int64_t ns)
{
	return ns < 0 ? json_null() : json_real((double)ns / NS_PER_S);
}

static json_t *answer_json(const struct rerun_report *report, const struct rerun_answer *answer)
{
	json_t *object = json_object();

	json_object_set_new(object, "file", match_json_words(report->games->at[answer->game].path));
	json_object_set_new(object, "turn", json_integer(answer->turn));
	json_object_set_new(object, "message", answer->message ? json_integer(answer->message) : json_null());
	json_object_set_new(object, "recorded", match_json_words(answer->recorded));
	json_object_set_new(object, "answered", match_json_words(answer->answered));
	json_object_set_new(object, "same", json_boolean(answer->same));
	json_object_set_new(object, "comparable", json_boolean(!answer->misled));
	json_object_set_new(object, "told_position", json_boolean(answer->told));
	json_object_set_new(object, "recorded_seconds", seconds(answer->recorded_ns));
	json_object_set_new(object, "answered_seconds", seconds(answer->answered_ns));
	return object;
}

static json_t *times_json(int64_t *times, int count)
{
	struct figures figures;
	json_t *object;

	if (!count)
		return json_null();
	figures = figures_of(times, count);
	object = json_object();
	json_object_set_new(object, "median", seconds(figures.median));
	json_object_set_new(object, "p95", seconds(figures.p95));
	json_object_set_new(object, "longest", seconds(figures.most));
	json_object_set_new(object, "total", seconds(figures.sum));
	return object;
}

static json_t *misled_json(const struct rerun_report *report)
{
	json_t *list = json_array();

	for (int i = 0; i < report->misled_count; i++) {
		const struct rerun_misled *misled = &report->misled[i];
		json_t *object = json_object();

		json_object_set_new(object, "file", match_json_words(report->games->at[misled->game].path));
		json_object_set_new(object, "from_turn", json_integer(misled->turn));
		json_object_set_new(object, "why", match_json_words(misled->why));
		json_array_append_new(list, object);
	}
	return list;
}

static json_t *one_end_json(const struct rerun_report *report, const struct rerun_end *end)
{
	static const char *const kinds[] = {
		[REJOIN_LASTED] = "lasted", [REJOIN_CRASHED] = "crash", [REJOIN_LEFT] = "exit",
		[REJOIN_LATE] = "timeout",  [REJOIN_SILENT] = "hang",   [REJOIN_LOSES] = "loss",
		[REJOIN_LOST] = "no-answer"};
	bool known = end->end.words != NULL;
	json_t *object = json_object();

	json_object_set_new(object, "kind", json_string(kinds[end->end.kind]));
	json_object_set_new(object, "file",
			    known ? match_json_words(report->games->at[end->game].path) : json_null());
	json_object_set_new(object, "turn",
			    known && end->end.turn ? json_integer(end->end.turn) : json_null());
	json_object_set_new(object, "how", match_json_words(end->end.words));
	return object;
}

/* How both processes ended.  */
static json_t *end_json(const struct rerun_report *report)
{
	json_t *object = one_end_json(report, &report->fresh);

	json_object_set_new(object, "bad", json_boolean(rerun_is_bad(report)));
	json_object_set_new(object, "again", json_boolean(is_again(report)));
	json_object_set_new(object, "recorded", one_end_json(report, &report->old));
	return object;
}

/* Where the replay stopped.  */
static json_t *gap_json(const struct rerun_report *report)
{
	const struct rerun_game *game = &report->games->at[report->game];
	json_t *object;

	if (!report->at_gap)
		return json_null();
	object = match_json_gap(&game->gap);
	json_object_set_new(object, "file", match_json_words(game->path));
	json_object_set_new(object, "compared", json_integer(report->turns));
	return object;
}

static json_t *files_json(const struct rerun_report *report)
{
	json_t *list = json_array();

	for (int i = 0; i < report->games->count; i++)
		json_array_append_new(list, match_json_words(report->games->at[i].path));
	return list;
}

json_t *rerun_report_json(struct rerun_report *report)
{
	const struct rerun_games *games = report->games;
	const struct seat_setup *seat = &rerun_setup(report)->seat[games->seat];
	const struct rerun_answer *first = first_difference(report);
	json_t *object = json_object(), *list = json_array(), *times = json_object();

	json_object_set_new(object, "end", end_json(report));
	json_object_set_new(object, "file", match_json_words(games->at[0].path));
	json_object_set_new(object, "files", files_json(report));
	json_object_set_new(object, "system", match_json_words(rerun_setup(report)->system));
	json_object_set_new(object, "seat", json_integer(games->seat));
	json_object_set_new(object, "name", match_json_words(seat->name));
	json_object_set_new(object, "command",
			    match_json_words(games->command ? games->command : seat->command));
	json_object_set_new(object, "answers", json_integer(report->answered));
	json_object_set_new(object, "differences", json_integer(report->different));
	json_object_set_new(object, "positions_told", json_integer(report->told));
	json_object_set_new(object, "not_comparable", misled_json(report));
	json_object_set_new(object, "first", first ? answer_json(report, first) : json_null());
	for (int i = 0; i < report->kept; i++)
		json_array_append_new(list, answer_json(report, &report->answers[i]));
	json_object_set_new(object, report->all ? "all" : "all_differences", list);
	json_object_set_new(times, "recorded", times_json(report->times.recorded, report->times.count));
	json_object_set_new(times, "now", times_json(report->times.answered, report->times.count));
	json_object_set_new(object, "seconds", times);
	json_object_set_new(object, "printed", rerun_tool_json(&report->printed));
	json_object_set_new(object, "errors", rerun_tool_errors(&report->printed));
	json_object_set_new(object, "gap", gap_json(report));
	json_object_set_new(object, "unfinished", json_boolean(report->unfinished));
	json_object_set_new(object, "warning", match_json_words(games->warning));
	json_object_set_new(object, "problem", match_json_words(report->early));
	return object;
}
