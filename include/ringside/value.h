/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* value.h - durations as people write them, on the command line and at the prompt.  */
#ifndef RINGSIDE_VALUE_H
#define RINGSIDE_VALUE_H

#include <stdbool.h>
#include <stdint.h>

enum { NS_PER_MS = 1000000, NS_PER_S = 1000000000 };
/* The longest limit that people may ask for: 70 years.  */
#define TIME_MOST (INT64_C(70) * 365 * 86400 * NS_PER_S)

/* A duration in ns: 500ms, 2s, 1.5s, 3m, 1h, 20us; a bare number is seconds.  False: it is none.  */
bool value_duration(const char *text, int64_t *ns);
/* The reverse, exact, from 0 on: 90s, 2m, and 0 without a unit.  The caller frees.  */
char *value_duration_words(int64_t ns);
/* The sum of two numbers from 0 on; INT64_MAX if it is larger.  */
int64_t value_sum(int64_t a, int64_t b);
/* A duration for people with three significant digits: 312 us, 4.21 ms, 9.75 s; from 10 minutes on 12m34s.
 * The caller frees.  */
char *value_time_text(int64_t ns);
/* A time since the match began, as panes show it: 01:02.345, in minutes, seconds and ms.  Returns `text`.  */
enum { VALUE_CLOCK = 24 };
const char *value_clock(int64_t ns, char text[VALUE_CLOCK]);

/* Days since 1970-01-01 in the Gregorian calendar, and the reverse, up to the end of YEAR_MOST.  */
enum { YEAR_MOST = 9999 };
struct date {
	int year, month, day;
};
int64_t value_days(struct date date);
struct date value_date(int64_t days);

#endif
