/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* case_report.c - prints the cases of `ringside check` in the order of their numbers, and sums them up; also
 * as JUnit's XML, which services that build programs read.  */
#include "case_report.h"

#include "ringside/bytes.h"
#include "ringside/match_json.h"
#include "ringside/say.h"
#include "ringside/value.h"
#include "ringside/words.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const words[CASE_RESULT_COUNT] = {
#define X(NAME, word) [CASE_##NAME] = (word),
	CASE_RESULTS(X)
#undef X
};

/* A case that is kept until the end.  */
struct kept_case {
	char *group, *name, *why; /* owned; as in struct case_told */
	enum case_result result;
	int64_t ns;
	int points, points_most;
	const char *tried; /* its name while it is tried; else NULL */
	bool told;
};

struct case_report {
	struct runner_call *call;
	const struct check_options *options;
	struct kept_case *cases; /* owned, as their texts */
	int count;
	int printed; /* the first so many */
	int64_t began_ns;
	const char *group; /* of the last line of the table */
	FILE *junit;       /* NULL: not wanted */
	bool alone;        /* it is stdout, which gets nothing else */
	int unwritten;     /* errno of stdout; 0: all was written */
};

/* ---- JUnit ---- */

/* Cases of a group that follow each other are a suite.  A warning is a case that passed, with words in
 * system-out.  */

/* What people may read (words.h) holds no character that XML forbids.  */
static void add_text(struct bytes *out, const char *text)
{
	FREED_BY(bytes_free) struct bytes shown = {0};

	words_add_shown(&shown, text, strlen(text));
	words_add_markup(out, shown.at, shown.size, "&<>\"");
}

/* An attribute; in it a line end must be escaped, or readers make a blank of it.  */
static void add_attribute(struct bytes *out, const char *name, const char *text)
{
	FREED char *line = bytes_line(text);

	bytes_addf(out, " %s=\"", name);
	add_text(out, line);
	bytes_add_text(out, "\"");
}

static void add_seconds(struct bytes *out, int64_t ns)
{
	if (ns >= 0)
		bytes_addf(out, " time=\"%.3f\"", (double)ns / NS_PER_S);
}

/* An element that holds a text, and has its first line as the message.  */
static void add_explained(struct bytes *out, const char *element, const char *why)
{
	FREED char *first = bytes_copy(why, strcspn(why, "\n"));

	bytes_addf(out, "      <%s", element);
	add_attribute(out, "message", first);
	bytes_add_text(out, ">");
	add_text(out, why);
	bytes_addf(out, "</%s>\n", element);
}

static void add_case(struct bytes *out, const char *system, const struct kept_case *kept)
{
	const char *why = kept->why ? kept->why : "";

	bytes_add_text(out, "    <testcase");
	add_attribute(out, "classname", system);
	add_attribute(out, "name", kept->name);
	add_seconds(out, kept->ns);
	bytes_add_text(out, ">\n");
	if (kept->result == CASE_FAILED) {
		add_explained(out, "failure", why);
	} else if (kept->result == CASE_SKIPPED || kept->result == CASE_INCONCLUSIVE) {
		add_explained(out, "skipped", why);
	} else if (kept->result == CASE_WARNED) {
		bytes_add_text(out, "      <system-out>");
		add_text(out, why);
		bytes_add_text(out, "</system-out>\n");
	}
	bytes_add_text(out, "    </testcase>\n");
}

static void add_counts(struct bytes *out, const struct kept_case *cases, int count, int errors)
{
	int failed = 0, skipped = 0;

	for (int i = 0; i < count; i++) {
		failed += cases[i].result == CASE_FAILED;
		skipped += cases[i].result == CASE_SKIPPED || cases[i].result == CASE_INCONCLUSIVE;
	}
	bytes_addf(out, " tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\"", count + errors, failed,
		   errors, skipped);
}

static const char *group_of(const struct kept_case *kept)
{
	return kept->group ? kept->group : "";
}

/* The cases behind it were not tried.  */
static void add_problem(struct bytes *out, const char *system, const char *problem)
{
	bytes_add_text(out, "  <testsuite");
	add_attribute(out, "name", system);
	add_counts(out, NULL, 0, 1);
	bytes_add_text(out, ">\n    <testcase");
	add_attribute(out, "classname", system);
	add_attribute(out, "name", "all cases are tried");
	bytes_add_text(out, ">\n");
	add_explained(out, "error", problem);
	bytes_add_text(out, "    </testcase>\n  </testsuite>\n");
}

/* The cases, which were told, as JUnit's XML. `ns`: how long all took; `problem`: why there are no more, or
 * NULL.  The caller frees.  */
static char *junit(const char *system, const struct kept_case *cases, int count, int64_t ns,
		   const char *problem)
{
	struct bytes out = {0};

	bytes_add_text(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"ringside\"");
	add_counts(&out, cases, count, problem != NULL);
	add_seconds(&out, ns);
	bytes_add_text(&out, ">\n");
	for (int from = 0, to; from < count; from = to) {
		int64_t sum = 0;

		for (to = from; to < count && strcmp(group_of(&cases[to]), group_of(&cases[from])) == 0; to++)
			sum += cases[to].ns > 0 ? cases[to].ns : 0;
		bytes_add_text(&out, "  <testsuite");
		add_attribute(&out, "name", *group_of(&cases[from]) ? group_of(&cases[from]) : system);
		add_counts(&out, cases + from, to - from, 0);
		add_seconds(&out, sum);
		bytes_add_text(&out, ">\n");
		for (int i = from; i < to; i++)
			add_case(&out, system, &cases[i]);
		bytes_add_text(&out, "  </testsuite>\n");
	}
	if (problem)
		add_problem(&out, system, problem);
	bytes_add_text(&out, "</testsuites>\n");
	return out.at;
}

static char *copied(const char *text)
{
	return text ? bytes_text("%s", text) : NULL;
}

/* ---- a case ---- */

static double seconds(int64_t ns)
{
	return (double)ns / NS_PER_S;
}

/* Calls print() with each line of a text; NULL has none.  */
static void each_line(const char *text, void (*print)(const char *line))
{
	while (text && *text) {
		size_t size = strcspn(text, "\n");
		FREED char *line = bytes_copy(text, size);

		print(line);
		text += size + (text[size] == '\n');
	}
}

static void print_indented(const char *line)
{
	say("    %s\n", line);
}

static void print_row(struct case_report *report, const struct kept_case *kept)
{
	FREED char *time = kept->ns < 0 ? copied("") : value_time_text(kept->ns);
	FREED char *name = bytes_line(kept->name);

	if (kept->group && (!report->group || strcmp(report->group, kept->group) != 0)) {
		say("%s", report->printed ? "\n" : "");
		say_name(kept->group);
		say("\n");
	}
	report->group = kept->group;
	say("%-12s %10s  %s", words[kept->result], time, name);
	say(kept->points_most ? ": %d of %d points\n" : "\n", kept->points, kept->points_most);
	each_line(kept->why, print_indented);
}

/* TAP gives # and \ in a name a meaning.  The caller frees.  */
static char *tap_name(const struct kept_case *kept)
{
	FREED char *whole = kept->group ? bytes_text("%s: %s", kept->group, kept->name) : copied(kept->name);
	char *line = bytes_line(whole);
	struct bytes name = {0};

	for (const char *at = line; *at; at++) {
		if (*at == '#' || *at == '\\')
			bytes_add(&name, "\\", 1);
		bytes_add(&name, at, 1);
	}
	free(line);
	return name.at ? name.at : copied("");
}

/* A case that failed but need not pass is one "to do" in TAP: it does not make the whole fail.  */
static void print_tap(const struct case_report *report, const struct kept_case *kept)
{
	static const char *const directives[CASE_RESULT_COUNT] = {
		[CASE_WARNED] = " # TODO should pass",
		[CASE_SKIPPED] = " # SKIP",
		[CASE_INCONCLUSIVE] = " # SKIP inconclusive",
	};
	bool good = kept->result != CASE_FAILED && kept->result != CASE_WARNED;
	FREED char *name = tap_name(kept);

	say("%sok %d - %s%s\n", good ? "" : "not ", report->printed + 1, name,
	    directives[kept->result] ? directives[kept->result] : "");
	if (kept->ns >= 0 || kept->why) {
		say("  ---\n");
		if (kept->ns >= 0)
			say("  duration_ms: %.3f\n", (double)kept->ns / NS_PER_MS);
		if (kept->why) /* the first line tells readers of YAML how far all are indented */
			say("  message: |\n");
		each_line(kept->why ? kept->why + strspn(kept->why, " \t") : NULL, print_indented);
		say("  ...\n");
	}
}

static void print_json(const struct kept_case *kept)
{
	json_t *object = json_object();

	json_object_set_new(object, "group", match_json_words(kept->group));
	json_object_set_new(object, "name", match_json_words(kept->name));
	json_object_set_new(object, "result", json_string(words[kept->result]));
	json_object_set_new(object, "time", kept->ns < 0 ? json_null() : json_real(seconds(kept->ns)));
	json_object_set_new(object, "why", match_json_words(kept->why));
	if (kept->points_most) {
		json_object_set_new(object, "points", json_integer(kept->points));
		json_object_set_new(object, "points_most", json_integer(kept->points_most));
	}
	say_object(object);
}

static void print(struct case_report *report, const struct kept_case *kept)
{
	if (report->options->format == CHECK_TAP)
		print_tap(report, kept);
	else if (report->call->json)
		print_json(kept);
	else if (!report->alone)
		print_row(report, kept);
	if (fflush(stdout) != 0 && !report->unwritten)
		report->unwritten = errno;
}

/* ---- all cases ---- */

/* "12 cases in 3.2 s: 10 passed, 2 failed", or while it goes on "12 of 40 cases in ...".  The caller frees.
 */
static char *sum(const struct case_report *report, bool goes_on)
{
	struct bytes text = {0};
	int counts[CASE_RESULT_COUNT] = {0};
	int told = 0, points = 0, most = 0;

	for (int i = 0; i < report->count; i++)
		if (report->cases[i].told) {
			counts[report->cases[i].result]++;
			told++;
			points += report->cases[i].points;
			most += report->cases[i].points_most;
		}
	bytes_addf(&text, "%d", told);
	if (goes_on)
		bytes_addf(&text, " of %d", report->count);
	bytes_addf(&text, " case%s in %.1f s", (goes_on ? report->count : told) == 1 ? "" : "s",
		   seconds(loop_now() - report->began_ns));
	for (int i = 0, before = 0; i < CASE_RESULT_COUNT; i++)
		if (counts[i])
			bytes_addf(&text, "%s %d %s", before++ ? "," : ":", counts[i], words[i]);
	if (most)
		bytes_addf(&text, "; %d of %d points", points, most);
	return text.at;
}

static void print_sum(const struct case_report *report, const char *problem)
{
	FREED char *line = sum(report, false), *one = bytes_line(problem ? problem : "");

	if (report->options->format == CHECK_TAP && problem)
		say("Bail out! %s\n", one);
	else if (report->options->format == CHECK_TAP)
		say("# %s\n", line);
	else if (!report->call->json && !report->alone)
		say("%s%s\n", report->printed ? "\n" : "", line);
}

/* NULL, or why not.  */
static char *write_junit(struct case_report *report, const char *problem)
{
	FREED struct kept_case *told = bytes_new((size_t)(report->count ? report->count : 1) * sizeof(*told));
	int count = 0, error;
	FREED char *text = NULL;
	bool good;

	for (int i = 0; i < report->count; i++)
		if (report->cases[i].told)
			told[count++] = report->cases[i];
	text = junit(report->call->match.protocol->name, told, count, loop_now() - report->began_ns, problem);
	good = say_to(report->junit, "%s", text);
	error = errno;
	if ((report->alone ? fflush(stdout) : fclose(report->junit)) != 0 && good) {
		error = errno;
		good = false;
	}
	report->junit = NULL;
	return good ? NULL : bytes_text("%s: %s", report->options->junit, strerror(error));
}

struct case_report *case_report_new(struct runner_call *call, const struct check_options *options, int count,
				    char **problem)
{
	struct case_report *report = bytes_new(sizeof(*report));

	*report = (struct case_report){
		.call = call, .options = options, .count = count, .began_ns = loop_now()};
	report->alone = options->junit && strcmp(options->junit, "-") == 0;
	if (report->alone)
		report->junit = stdout;
	else if (options->junit && !(report->junit = fopen(options->junit, "we"))) {
		*problem = bytes_text("--junit %s: %s", options->junit, strerror(errno));
		free(report);
		return NULL;
	}
	report->cases = bytes_new((size_t)(count ? count : 1) * sizeof(*report->cases));
	if (options->format ==
	    CHECK_TAP) /* not 14, which has the same lines: the readers of many systems only know 13 */
		say("TAP version 13\n1..%d\n", count);
	return report;
}

void case_report_begin(struct case_report *report, int n, const char *name)
{
	report->cases[n].tried = name;
}

void case_report_add(struct case_report *report, int n, const struct case_told *told)
{
	report->cases[n] = (struct kept_case){.group = copied(told->group),
					      .name = copied(told->name),
					      .why = copied(told->why),
					      .result = told->result,
					      .ns = told->ns,
					      .points = told->points,
					      .points_most = told->points_most,
					      .told = true};
	while (report->printed < report->count && report->cases[report->printed].told) {
		print(report, &report->cases[report->printed]);
		report->printed++;
	}
}

char *case_report_progress(const struct case_report *report)
{
	FREED char *counts = sum(report, true);
	struct bytes text = {0};

	bytes_add_text(&text, counts);
	for (int i = 0, before = 0; i < report->count; i++)
		if (report->cases[i].tried)
			bytes_addf(&text, "%s%s", before++ ? ", " : "; now ", report->cases[i].tried);
	return text.at;
}

static void report_free(struct case_report *report)
{
	for (int i = 0; i < report->count; i++) {
		free(report->cases[i].group);
		free(report->cases[i].name);
		free(report->cases[i].why);
	}
	free(report->cases);
	free(report);
}

int case_report_end(struct case_report *report, char *problem, int status)
{
	bool failed = false;
	FREED char *unwritten = NULL;

	/* Cases behind one that was never told are printed, too.  */
	for (; report->printed < report->count; report->printed++)
		if (report->cases[report->printed].told)
			print(report, &report->cases[report->printed]);
	print_sum(report, problem);
	for (int i = 0; i < report->count; i++)
		failed = failed || (report->cases[i].told && report->cases[i].result == CASE_FAILED);
	if (report->junit)
		unwritten = write_junit(report, problem);
	if (fflush(stdout) != 0 && !report->unwritten)
		report->unwritten = errno;
	if (report->unwritten)
		say_error("ringside: stdout cannot be written: %s\n", strerror(report->unwritten));
	if (!problem)
		status = failed || unwritten || report->unwritten ? EXIT_CANNOT_RUN : EXIT_VERDICT;
	say_problem(unwritten);
	report_free(report);
	return say_failure(problem, status);
}

void say_object(json_t *object)
{
	FREED char *line = match_json_line(object);

	say("%s\n", line);
	json_decref(object);
}
