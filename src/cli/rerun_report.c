/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rerun_report.c - what a new build answered beside what was recorded.  */
#include "rerun_report.h"

#include "ringside/bytes.h"
#include "ringside/match_json.h"
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct setup *setup_of(const struct rerun_report *report)
{
	return &report->games->at[report->game].last;
}

/* ---- words ---- */

/* A time for people: 0.312 ms, 312 ms, 12.3 s; "-" when it is not known.  The caller frees.  */
static char *time_words(int64_t ns)
{
	if (ns < 0)
		return bytes_text("-");
	if (ns < 10 * (int64_t)NS_PER_MS)
		return bytes_text("%.3f ms", (double)ns / NS_PER_MS);
	if (ns < 10 * (int64_t)NS_PER_S)
		return bytes_text("%.0f ms", (double)ns / NS_PER_MS);
	return bytes_text("%.1f s", (double)ns / NS_PER_S);
}

/* Bytes of a binary protocol as numbers, and what they mean.  */
static char *binary_words(const struct rerun_report *report, const struct rejoin_answer *answer,
			  const char *bytes, size_t size)
{
	const struct protocol *protocol = protocol_named(setup_of(report)->system);
	struct message message = {.seat = answer->seat,
				  .direction = FROM_AGENT,
				  .channel = answer->channel,
				  .turn = answer->turn,
				  .bytes = (char *)bytes,
				  .size = size};
	char *meaning = protocol->meaning ? protocol->meaning(setup_of(report), &message) : NULL;
	struct bytes text = {0};

	for (size_t i = 0; i < size; i++)
		bytes_addf(&text, "%s%02x", i ? " " : "", (unsigned char)bytes[i]);
	if (meaning)
		bytes_addf(&text, " (%s)", meaning);
	free(meaning);
	return text.at;
}

/* NULL: there is none.  */
static char *words(const struct rerun_report *report, const struct rejoin_answer *answer, const char *bytes,
		   size_t size)
{
	if (!bytes)
		return NULL;
	return protocol_named(setup_of(report)->system)->frame ? binary_words(report, answer, bytes, size)
							       : bytes_escaped(bytes, size);
}

static const char *or_nothing(const char *text)
{
	return !text ? "nothing" : *text ? text : "an empty line";
}

static void print_answer(const struct rerun_report *report, const struct rerun_answer *answer)
{
	char *recorded = time_words(answer->recorded_ns), *answered = time_words(answer->answered_ns);

	if (report->games->count > 1)
		printf("%s: ", report->games->at[answer->game].path);
	printf("turn %d", answer->turn);
	if (answer->message)
		printf(" (message #%" PRId64 "%s)", answer->message,
		       answer->told ? ", told the position" : "");
	if (answer->same)
		printf(": %s", or_nothing(answer->recorded));
	else
		printf(": was %s, is %s", or_nothing(answer->recorded), or_nothing(answer->answered));
	if (answer->recorded_ns >= 0 || answer->answered_ns >= 0)
		printf("   %s -> %s", recorded, answered);
	putchar('\n');
	fflush(stdout);
	free(recorded);
	free(answered);
}

/* ---- collecting ---- */

static void count_times(struct rerun_times *times, const struct rejoin_answer *answer)
{
	if (answer->turn < 1 || answer->recorded_ns < 0 || answer->answered_ns < 0)
		return;
	if (times->count == times->room) {
		times->room = times->room ? 2 * times->room : 256;
		times->recorded =
			bytes_resized(times->recorded, (size_t)times->room * sizeof(*times->recorded));
		times->answered =
			bytes_resized(times->answered, (size_t)times->room * sizeof(*times->answered));
	}
	times->recorded[times->count] = answer->recorded_ns;
	times->answered[times->count++] = answer->answered_ns;
}

void rerun_report_game(struct rerun_report *report, int game)
{
	report->game = game;
}

/* From this turn on.  Why is told when the game has ended.  */
static void keep_misled(struct rerun_report *report, int turn)
{
	int count = report->misled_count;

	if (count && report->misled[count - 1].game == report->game)
		return;
	report->misled = bytes_resized(report->misled, (size_t)(count + 1) * sizeof(*report->misled));
	report->misled[report->misled_count++] = (struct rerun_misled){.game = report->game, .turn = turn};
}

/* How the old process ended, where it did not answer.  */
static char *instead_words(const struct rejoin_answer *answer)
{
	return answer->unasked ? bytes_text("an end (%s)", answer->instead)
			       : bytes_text("no answer (%s)", answer->instead);
}

/* What the fresh one did, which did not answer; NULL: nothing.  */
static char *ended_words(const struct rejoin_answer *answer)
{
	if (answer->ended)
		return bytes_text("%s (%s)", answer->unasked ? "an end" : "no answer", answer->ended);
	return answer->unasked ? bytes_text("none") : NULL;
}

void rerun_report_answer(struct rerun_report *report, const struct rejoin_answer *answer, bool json)
{
	struct rerun_answer kept = {.game = report->game,
				    .turn = answer->turn,
				    .message = answer->message,
				    .recorded_ns = answer->recorded_ns,
				    .answered_ns = answer->answered_ns,
				    .same = answer->same,
				    .told = answer->told,
				    .misled = answer->misled};

	report->answered += answer->answered != NULL;
	report->different += !answer->same;
	report->told += answer->told;
	if (answer->misled)
		keep_misled(report, answer->turn);
	count_times(&report->times, answer);
	if (answer->same && !report->all)
		return;
	kept.recorded = words(report, answer, answer->recorded, answer->recorded_size);
	kept.answered = words(report, answer, answer->answered, answer->answered_size);
	if (answer->instead)
		kept.recorded = instead_words(answer);
	if (!kept.answered)
		kept.answered = ended_words(answer);
	if (!json)
		print_answer(report, &kept);
	if (report->kept == report->room) {
		report->room = report->room ? 2 * report->room : 16;
		report->answers =
			bytes_resized(report->answers, (size_t)report->room * sizeof(*report->answers));
	}
	report->answers[report->kept++] = kept;
}

/* ---- ends ---- */

static bool is_bad(enum rejoin_end_kind kind)
{
	return kind != REJOIN_LASTED && kind != REJOIN_LOST;
}

static void keep_end(struct rerun_report *report, struct rerun_end *kept, const struct rejoin_end *end)
{
	if (kept->end.words || !end->words)
		return;
	*kept = (struct rerun_end){.game = report->game, .end = *end};
	kept->end.words = bytes_text("%s", end->words);
}

void rerun_report_ends(struct rerun_report *report, const struct rejoin *rejoin)
{
	const char *untold = rejoin_untold(rejoin);
	struct rerun_misled *last = report->misled_count ? &report->misled[report->misled_count - 1] : NULL;

	keep_end(report, &report->old, rejoin_old_end(rejoin));
	keep_end(report, &report->fresh, rejoin_fresh_end(rejoin));
	if (last && last->game == report->game)
		last->why = untold ? bytes_text("it does not take the recorded position: %s", untold)
				   : bytes_text("%s", protocol_named(setup_of(report)->system)->misled);
}

void rerun_report_parting(struct rerun_report *report, struct ending ending)
{
	struct rejoin_end end = {.kind = REJOIN_CRASHED};

	if (!ending.signalled || ending.code == SIGTERM || ending.code == SIGKILL)
		return;
	end.words = ending.signal ? bytes_text("was ended by %s when it was to leave", ending.signal)
				  : bytes_text("was ended by signal %d when it was to leave", ending.code);
	keep_end(report, &report->fresh, &end);
	free(end.words);
}

bool rerun_report_is_bad(const struct rerun_report *report)
{
	return is_bad(report->fresh.end.kind);
}

/* Have both ended alike?  An old one that lost on time may have hung.  */
static bool is_again(const struct rerun_report *report)
{
	enum rejoin_end_kind old = report->old.end.kind, fresh = report->fresh.end.kind;

	return is_bad(fresh) && (old == fresh || (old == REJOIN_LATE && fresh == REJOIN_SILENT));
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
	[REJOIN_LASTED] = "lasted",  [REJOIN_CRASHED] = "crashed", [REJOIN_LEFT] = "left",
	[REJOIN_LATE] = "timed out", [REJOIN_SILENT] = "hung",     [REJOIN_LOST] = "gave no answer"};

/* What there is to say of the old one's end that the words of the fresh one's do not say.  */
static void print_old_end(const struct rerun_report *report, const char *was, const char *is)
{
	const struct rejoin_end *old = &report->old.end, *fresh = &report->fresh.end;
	bool last = report->game + 1 == report->games->count;

	if (!is_bad(old->kind))
		printf("; the old one did not%s", last ? "" : " in this game");
	else if (!is_again(report))
		printf("; the old one %s%s: %s", did[old->kind], was, old->words);
	else if (strcmp(was, is) != 0)
		printf("; the old one%s: %s", was, old->words);
	else if (fresh->kind == REJOIN_SILENT)
		printf("; the old one: %s", old->words);
}

static void print_end(const struct rerun_report *report)
{
	const struct rerun_end *old = &report->old, *fresh = &report->fresh;
	char *was = where(report, old), *is = where(report, fresh);
	enum rejoin_end_kind kind = fresh->end.kind;

	if (kind == REJOIN_LOST) {
		printf("it gave no answer%s, after answers that cannot be compared", is);
	} else if (kind == REJOIN_LASTED) {
		printf("it lasted");
		if (is_bad(old->end.kind))
			printf("; the old one %s%s: %s", did[old->end.kind], was, old->end.words);
		else if (report->unfinished)
			printf(" as far as the match has been played");
		else
			printf(" to the end, as the old one did");
	} else {
		printf("it %s%s%s: %s", did[kind], is_again(report) ? " again" : "", is, fresh->end.words);
		print_old_end(report, was, is);
	}
	putchar('\n');
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
	char *was = time_words(recorded), *is = time_words(answered);

	printf("%-10s%12s%12s\n", what, was, is);
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
	printf("%-10s%12s%12s\n", "think time", "recorded", "now");
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

/* From where on, and why.  */
static void print_misled(const struct rerun_report *report)
{
	for (int i = 0; i < report->misled_count; i++) {
		const struct rerun_misled *misled = &report->misled[i];

		if (report->games->count > 1)
			printf("%s: ", report->games->at[misled->game].path);
		printf("from turn %d on answers cannot be compared: %s\n", misled->turn, misled->why);
	}
}

static void print_counts(const struct rerun_report *report)
{
	const char *name = setup_of(report)->seat[report->games->seat].name;
	const struct rerun_answer *first = first_difference(report);
	int games = report->games->count;

	if (report->games->seat == SEAT_NONE)
		printf("the game program");
	else
		printf("seat %d", report->games->seat);
	if (name && *name)
		printf(" (%s)", name);
	printf(": %d answer%s", report->answered, report->answered == 1 ? "" : "s");
	if (games > 1)
		printf(" in %d games", report->game + 1);
	if (first)
		printf(", %d differ%s, the first in turn %d", report->different,
		       report->different == 1 ? "s" : "", first->turn);
	else
		printf(", none differs");
	if (first && games > 1)
		printf(" of %s", report->games->at[first->game].path);
	printf("%s\n", report->unfinished ? ", as far as the match has been played" : "");
	if (report->told)
		printf("after another move it was told the recorded position (%d time%s), and can be "
		       "compared\n",
		       report->told, report->told == 1 ? "" : "s");
}

void rerun_report_print(struct rerun_report *report)
{
	print_counts(report);
	print_misled(report);
	print_times(&report->times);
	print_end(report);
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
		[REJOIN_LATE] = "timeout",  [REJOIN_SILENT] = "hang",   [REJOIN_LOST] = "no-answer"};
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

/* How the process ended, and the old one.  */
static json_t *end_json(const struct rerun_report *report)
{
	json_t *object = one_end_json(report, &report->fresh);

	json_object_set_new(object, "bad", json_boolean(rerun_report_is_bad(report)));
	json_object_set_new(object, "again", json_boolean(is_again(report)));
	json_object_set_new(object, "recorded", one_end_json(report, &report->old));
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
	const struct seat_setup *seat = &setup_of(report)->seat[games->seat];
	const struct rerun_answer *first = first_difference(report);
	json_t *object = json_object(), *list = json_array(), *times = json_object();

	json_object_set_new(object, "end", end_json(report));
	json_object_set_new(object, "file", match_json_words(games->at[0].path));
	json_object_set_new(object, "files", files_json(report));
	json_object_set_new(object, "system", json_string(setup_of(report)->system));
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
	json_object_set_new(object, "unfinished", json_boolean(report->unfinished));
	json_object_set_new(object, "warning", match_json_words(games->warning));
	json_object_set_new(object, "problem", match_json_words(report->early));
	return object;
}

void rerun_report_free(struct rerun_report *report)
{
	for (int i = 0; i < report->kept; i++) {
		free(report->answers[i].recorded);
		free(report->answers[i].answered);
	}
	for (int i = 0; i < report->misled_count; i++)
		free(report->misled[i].why);
	free(report->misled);
	free(report->old.end.words);
	free(report->fresh.end.words);
	free(report->answers);
	free(report->times.recorded);
	free(report->times.answered);
}
