/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* crash_report.h - finds what matters in the report that a runtime writes about a crash.
 *
 * Called by why_parts.c for the lines of stderr, and for the frames of a backtrace.  */
#ifndef RINGSIDE_CRASH_REPORT_H
#define RINGSIDE_CRASH_REPORT_H

#include <stdbool.h>

/* The last report in some lines, as indices of them.  */
struct crash_report {
	int first, end; /* its lines; end == first: there is no report */
};

/* Sets shown[i] for the lines that say what happened and where: a sanitizer's or valgrind's head with the
 * first frame of the program itself in each stack, a whole traceback of Python with all that it is chained
 * to, a panic or a failed assertion.  */
struct crash_report crash_report_find(const char *const *lines, int count, bool *shown);
/* Is the line a frame of a backtrace?  Those of gdb, sanitizers, valgrind, Go, Java and Node.js are.  */
bool crash_report_is_frame(const char *line);
/* Is it one of the program itself, and not of a library or a runtime?  */
bool crash_report_is_own(const char *line);

#endif
