/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* case_report.h - reports the cases of `ringside check`: as a table with times, TAP, lines of JSON, JUnit's
 * XML.
 *
 * Whoever tries the cases numbers them from 0. They may end in any order: they are printed by their numbers,
 * each as soon as all before it have ended.  */
#ifndef RINGSIDE_CHECK_CASE_REPORT_H
#define RINGSIDE_CHECK_CASE_REPORT_H

#include "ringside/check.h"
#include <jansson.h>

/* X(NAME, word).  Only a failed case makes `ringside check` fail.  */
#define CASE_RESULTS(X)                                                                                      \
	X(PASSED, "passed")                                                                                  \
	X(FAILED, "failed")                                                                                  \
	X(WARNED, "warned")             /* a document says that an agent should do otherwise, not must */    \
	X(SKIPPED, "skipped")           /* it was not tried: it does not apply here */                       \
	X(INCONCLUSIVE, "inconclusive") /* it was tried, and nobody can tell */

enum case_result {
#define X(NAME, word) CASE_##NAME,
	CASE_RESULTS(X)
#undef X
		CASE_RESULT_COUNT
};

/* A case that has ended.  The texts are the caller's, and may hold any bytes.  */
struct case_told {
	const char *group; /* what it belongs to, as the name of a suite; NULL: nothing */
	const char *name;
	enum case_result result;
	int64_t ns;              /* how long it took; -1: not known */
	const char *why;         /* lines for people: what was expected, what came, what to do; NULL: none */
	int points, points_most; /* that the moves brought, of the most; 0: nothing brings any */
};

/* Exit status when the agent could not be started: `git bisect run` skips such a commit.  */
enum { EXIT_NOT_TRIED = 125 };

struct case_report;

/* For so many cases, in the form that the options say. NULL and a problem for people, which the caller frees:
 * the file of --junit cannot be written.  */
struct case_report *case_report_new(struct runner_call *call, const struct check_options *options, int count,
				    char **problem);
/* Case n is tried from now on.  The name is the caller's.  */
void case_report_begin(struct case_report *report, int n, const char *name);
/* Case n has ended.  Each is told once.  */
void case_report_add(struct case_report *report, int n, const struct case_told *told);
/* How far it has come and what is tried now, as one line.  The caller frees.  */
char *case_report_progress(const struct case_report *report);
/* Prints the rest and the sum, writes the file of --junit, and frees the report. `problem`: why not all cases
 * were told, which it frees; `status` is returned then. NULL: they were; returns EXIT_VERDICT, or 1 if a case
 * has failed or something could not be written.  */
int case_report_end(struct case_report *report, char *problem, int status);

/* Prints an object as a line, and lets it go.  */
void say_object(json_t *object);

#endif
