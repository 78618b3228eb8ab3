/* rerun_report.c - what a new build answered beside what was recorded.  */
#include "rerun_report.h"

#include "ringside/bytes.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
	const struct protocol *protocol = protocol_named(report->setup->system);
	struct message message = {.seat = answer->seat,
				  .direction = FROM_AGENT,
				  .channel = answer->channel,
				  .turn = answer->turn,
				  .bytes = (char *)bytes,
				  .size = size};
	char *meaning = protocol->meaning ? protocol->meaning(report->setup, &message) : NULL;
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
	return protocol_named(report->setup->system)->frame ? binary_words(report, answer, bytes, size)
							    : bytes_escaped(bytes, size);
}

/* Of "verdict: timeout: seat 1 made no move" the sentence.  */
static const char *without_reason(const char *text)
{
	const char *sentence = strncmp(text, VERDICT_NOTE, strlen(VERDICT_NOTE)) == 0
				       ? strstr(text + strlen(VERDICT_NOTE), ": ")
				       : NULL;

	return sentence ? sentence + 2 : text;
}

static const char *or_nothing(const char *text)
{
	return !text ? "nothing" : *text ? text : "an empty line";
}

static void print_answer(const struct rerun_answer *answer)
{
	char *recorded = time_words(answer->recorded_ns), *answered = time_words(answer->answered_ns);

	printf("turn %d", answer->turn);
	if (answer->message)
		printf(" (message #%" PRId64 ")", answer->message);
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

void rerun_report_answer(struct rerun_report *report, const struct rejoin_answer *answer, bool json)
{
	struct rerun_answer kept = {.turn = answer->turn,
				    .message = answer->message,
				    .recorded_ns = answer->recorded_ns,
				    .answered_ns = answer->answered_ns,
				    .same = answer->same};

	report->answered += answer->answered != NULL;
	report->different += !answer->same;
	count_times(&report->times, answer);
	if (answer->same && !report->all)
		return;
	kept.recorded = words(report, answer, answer->recorded, answer->recorded_size);
	kept.answered = words(report, answer, answer->answered, answer->answered_size);
	if (answer->instead)
		kept.recorded = bytes_text("no answer (%s)", without_reason(answer->instead));
	if (answer->ended)
		kept.answered = bytes_text("no answer (%s)", answer->ended);
	if (!json)
		print_answer(&kept);
	if (report->kept == report->room) {
		report->room = report->room ? 2 * report->room : 16;
		report->answers =
			bytes_resized(report->answers, (size_t)report->room * sizeof(*report->answers));
	}
	report->answers[report->kept++] = kept;
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

void rerun_report_print(struct rerun_report *report)
{
	const char *name = report->setup->seat[report->seat].name;
	const struct rerun_answer *first = first_difference(report);

	if (report->seat == SEAT_NONE)
		printf("the game program");
	else
		printf("seat %d", report->seat);
	if (name && *name)
		printf(" (%s)", name);
	printf(": %d answer%s, ", report->answered, report->answered == 1 ? "" : "s");
	if (first)
		printf("%d differ%s, the first in turn %d", report->different,
		       report->different == 1 ? "s" : "", first->turn);
	else
		printf("none differs");
	printf("%s\n", report->unfinished ? ", as far as the match has been played" : "");
	if (report->different > 1)
		printf("what follows the first may come of it: it was told the match as it was played "
		       "then\n");
	print_times(&report->times);
}

static json_t *text(const char *from)
{
	return from ? json_string(from) : json_null();
}

static json_t *seconds(int64_t ns)
{
	return ns < 0 ? json_null() : json_real((double)ns / NS_PER_S);
}

static json_t *answer_json(const struct rerun_answer *answer)
{
	json_t *object = json_object();

	json_object_set_new(object, "turn", json_integer(answer->turn));
	json_object_set_new(object, "message", answer->message ? json_integer(answer->message) : json_null());
	json_object_set_new(object, "recorded", text(answer->recorded));
	json_object_set_new(object, "answered", text(answer->answered));
	json_object_set_new(object, "same", json_boolean(answer->same));
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

json_t *rerun_report_json(struct rerun_report *report)
{
	const struct rerun_answer *first = first_difference(report);
	json_t *object = json_object(), *list = json_array(), *times = json_object();

	json_object_set_new(object, "file", text(report->file));
	json_object_set_new(object, "system", json_string(report->setup->system));
	json_object_set_new(object, "seat", json_integer(report->seat));
	json_object_set_new(object, "name", text(report->setup->seat[report->seat].name));
	json_object_set_new(object, "command", text(report->command));
	json_object_set_new(object, "answers", json_integer(report->answered));
	json_object_set_new(object, "differences", json_integer(report->different));
	json_object_set_new(object, "first", first ? answer_json(first) : json_null());
	for (int i = 0; i < report->kept; i++)
		json_array_append_new(list, answer_json(&report->answers[i]));
	json_object_set_new(object, report->all ? "all" : "all_differences", list);
	json_object_set_new(times, "recorded", times_json(report->times.recorded, report->times.count));
	json_object_set_new(times, "now", times_json(report->times.answered, report->times.count));
	json_object_set_new(object, "seconds", times);
	json_object_set_new(object, "unfinished", json_boolean(report->unfinished));
	json_object_set_new(object, "problem", text(report->early));
	return object;
}

void rerun_report_free(struct rerun_report *report)
{
	for (int i = 0; i < report->kept; i++) {
		free(report->answers[i].recorded);
		free(report->answers[i].answered);
	}
	free(report->answers);
	free(report->times.recorded);
	free(report->times.answered);
}
