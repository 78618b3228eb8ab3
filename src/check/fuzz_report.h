/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fuzz_report.h - what `ringside fuzz` has found, and how it is told.  */
#ifndef RINGSIDE_CHECK_FUZZ_REPORT_H
#define RINGSIDE_CHECK_FUZZ_REPORT_H

#include "ringside/check.h"

/* The shortest match in which it happens again.  */
struct fuzz_shortest {
	int happened; /* in how many of the first tries; 0: in none, and the match stays as it was played */
	int turns, messages, tries;
	const char *words; /* how it ended, for people */
	const char *text;  /* the case of a suite; "": a position does not say it all */
};

/* A way in which the agent fails.  Its texts are owned.  */
struct fuzz_finding {
	char *reason, *words, *print; /* of the verdict, what it says for people, and its print */
	char *path;                   /* of its match file */
	int seat, game;               /* of the first match with it */
	int times;
	bool searched; /* the shortest match was looked for: */
	int happened, turns, messages;
	bool is_case; /* it is a case of the suite */
};

struct fuzz_report {
	const struct check_call *call;
	const char *folder;
	struct fuzz_finding *findings; /* owned */
	int count;
	int games, failed; /* matches that were begun, and in which the agent failed */
	int inconclusive;  /* those in which it was late, but had waited for a core */
	bool interrupted;
};

void fuzz_finding_free(struct fuzz_finding *finding);
/* A line on stderr: so people see it at once.  */
void fuzz_report_tell_new(const struct fuzz_report *report, int finding);
/* Notes the shortest match, and adds its case to the suite.  NULL, or a problem, which the caller frees.  */
char *fuzz_report_keep(struct fuzz_report *report, int finding, const struct fuzz_shortest *shortest);
/* Prints all.  Returns the exit status.  */
int fuzz_report_tell(const struct fuzz_report *report);
void fuzz_report_free(struct fuzz_report *report);

#endif
