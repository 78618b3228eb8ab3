/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* case_junit.c - the cases of `ringside check` as JUnit's XML, which services that build programs read.
 *
 * Cases of a group that follow each other are a suite.  A warning is a case that passed, with words in
 * system-out.  */
#include "case_report.h"

#include "ringside/bytes.h"
#include "ringside/words.h"
#include <stdlib.h>
#include <string.h>

/* What people may read (words.h) holds no character that XML forbids.  */
static void add_text(struct bytes *out, const char *text)
{
	struct bytes shown = {0};

	words_add_shown(&shown, text, strlen(text));
	words_add_markup(out, shown.at, shown.size, "&<>\"");
	bytes_free(&shown);
}

/* An attribute; in it a line end must be escaped, or readers make a blank of it.  */
static void add_attribute(struct bytes *out, const char *name, const char *text)
{
	char *line = bytes_line(text);

	bytes_addf(out, " %s=\"", name);
	add_text(out, line);
	bytes_add_text(out, "\"");
	free(line);
}

static void add_seconds(struct bytes *out, int64_t ns)
{
	if (ns >= 0)
		bytes_addf(out, " time=\"%.3f\"", (double)ns / NS_PER_S);
}

/* An element that holds a text, and has its first line as the message.  */
static void add_explained(struct bytes *out, const char *element, const char *why)
{
	char *first = bytes_copy(why, strcspn(why, "\n"));

	bytes_addf(out, "      <%s", element);
	add_attribute(out, "message", first);
	bytes_add_text(out, ">");
	add_text(out, why);
	bytes_addf(out, "</%s>\n", element);
	free(first);
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

char *case_junit(const char *system, const struct kept_case *cases, int count, int64_t ns,
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
