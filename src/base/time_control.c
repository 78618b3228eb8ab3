/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* time_control.c - reads and writes the clock of a player, and says where it stands.  */
#include "ringside/time_control.h"

#include "ringside/bytes.h"
#include "ringside/option.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* 4 years, so that the sum of all periods is still a time.  */
#define PERIOD_MOST (INT64_MAX / 64)
enum { MOVES_MOST = 1000000, OVERTIMES_MOST = 1000 };

/* ---- reading ---- */

/* A number in front of `mark`.  False: there is none, or it is out of range; *at stays.  */
static bool take_number(const char **at, char mark, int64_t least, int64_t most, int64_t *number)
{
	size_t size = strspn(*at, "0123456789");
	long long read = size ? strtoll(*at, NULL, 10) : -1;

	if ((*at)[size] != mark || read < least || read > most)
		return false;
	*number = read;
	*at += size + 1;
	return true;
}

/* A time in front of one of the characters `ends`, or the end.  */
static bool take_time(const char **at, const char *ends, int64_t least, int64_t most, int64_t *ns)
{
	int64_t minutes = 0;
	bool seconds = take_number(at, ':', 0, PERIOD_MOST / NS_PER_S / 60, &minutes), read;
	size_t size = strcspn(*at, ends);
	FREED char *text = bytes_copy(*at, size);

	*at += size;
	read = value_duration(text, ns) && !(seconds && strspn(text, "0123456789.") < size) && *ns <= most;
	*ns = read ? *ns + minutes * 60 * NS_PER_S : 0;
	return read && *ns >= least && *ns <= most;
}

bool time_control_read(const char *text, struct time_control *control)
{
	*control = (struct time_control){0};
	if (strcmp(text, "0") == 0)
		return true;
	for (const char *at = text;; at++) {
		struct period *period = &control->period[control->count];

		if (take_number(&at, 'x', 1, OVERTIMES_MOST, &control->overtimes))
			return take_time(&at, "", 1, PERIOD_MOST / control->overtimes, &control->overtime);
		if (control->count == PERIODS_MOST || (control->count && !period[-1].moves))
			return false;
		take_number(&at, '/', 1, MOVES_MOST, &period->moves);
		if (!take_time(&at, "+,", 1, PERIOD_MOST, &period->time))
			return false;
		if (*at == '+' && (at++, !take_time(&at, ",", 0, INCREMENT_MOST, &period->increment)))
			return false;
		control->count++;
		if (!*at)
			return true;
	}
}

/* ---- words ---- */

static void add_time(struct bytes *words, const char *before, int64_t ns)
{
	FREED char *time = value_duration_words(ns);

	bytes_addf(words, "%s%s", before, time);
}

char *time_control_words(const struct time_control *control)
{
	struct bytes words = {0};

	for (const struct period *period = control->period; period < control->period + control->count;
	     period++) {
		bytes_add_text(&words, words.size ? "," : "");
		if (period->moves)
			bytes_addf(&words, "%" PRId64 "/", period->moves);
		add_time(&words, "", period->time);
		if (period->increment)
			add_time(&words, "+", period->increment);
	}
	if (control->overtimes) {
		bytes_addf(&words, "%s%" PRId64, words.size ? "," : "", control->overtimes);
		add_time(&words, "x", control->overtime);
	}
	return words.at ? words.at : bytes_text("0");
}

/* ---- what it allows ---- */

bool time_control_is_plain(const struct time_control *control)
{
	return control->count <= 1 && !control->period[0].moves && !control->overtimes;
}

int64_t time_control_sum(const struct time_control *control)
{
	int64_t sum = control->overtimes * control->overtime;

	for (int i = 0; i < control->count; i++)
		sum = value_sum(sum, control->period[i].time);
	return sum;
}

void time_control_scale(struct time_control *control, int64_t odds)
{
	for (int i = 0; i < control->count; i++) {
		struct period *period = &control->period[i];

		period->time = option_scaled(odds, period->time, PERIOD_MOST);
		period->increment = option_scaled(odds, period->increment, INCREMENT_MOST);
	}
	if (control->overtimes)
		control->overtime = option_scaled(odds, control->overtime, PERIOD_MOST / control->overtimes);
}

struct clock_state time_control_at(const struct time_control *control, int64_t moves, int64_t left)
{
	int64_t overtime = control->overtime, overtimes = 1;

	if (moves || !control->overtimes || left == INT64_MAX)
		return (struct clock_state){.left = left, .moves = moves};
	if (left > control->overtimes * overtime)
		return (struct clock_state){.left = left - control->overtimes * overtime};
	if (left > 0)
		overtimes = (left + overtime - 1) / overtime;
	return (struct clock_state){.left = left - (overtimes - 1) * overtime, .overtimes = overtimes};
}

int64_t time_control_first(const struct time_control *control)
{
	int64_t byoyomi = control->period[0].moves ? 0 : control->overtimes * control->overtime;

	return time_control_is_set(control) ? control->period[0].time + byoyomi : INT64_MAX;
}

struct clock_state time_control_begin(const struct time_control *control)
{
	return time_control_at(control, control->period[0].moves, time_control_first(control));
}
