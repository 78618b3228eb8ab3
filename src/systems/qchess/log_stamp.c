/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* log_stamp.c - the stamps of quantum chess logs: a date and a time, as Python prints them.
 *
 * Logs do not name a time zone. A stamp that is read and written again stays the same.  */
#include "log.h"

enum { YEAR_MOST = 9999, US_PER_S = 1000000, S_PER_DAY = 86400, DIGITS = 6 };

struct date {
	int year, month, day;
};

/* Days since 1970-01-01 in the Gregorian calendar.  Years are counted from March, so that the leap day is the
   last one.  */
static int64_t days_of(struct date date)
{
	int64_t year = date.month > 2 ? date.year : date.year - 1, month = (date.month + 9) % 12;
	int64_t days = 365 * year + year / 4 - year / 100 + year / 400;

	/* Counted from March, the months repeat every five months: 31, 30, 31, 30, 31, which are 153 days. */
	days += (153 * month + 2) / 5 + date.day - 1;
	return days - 719468; /* of 1970-01-01 */
}

static struct date date_of(int64_t days)
{
	struct date date = {.year = 1970 + (int)(days / 366), .month = 1, .day = 1};

	while (date.year < YEAR_MOST && days_of((struct date){date.year + 1, 1, 1}) <= days)
		date.year++;
	while (date.month < 12 && days_of((struct date){date.year, date.month + 1, 1}) <= days)
		date.month++;
	date.day = 1 + (int)(days - days_of(date));
	return date;
}

/* Reads `digits` digits at *at, then the character `behind` them (NUL: none).  The value must be in the
 * range. */
static bool take(const char *text, size_t size, size_t *at, int digits, char behind, int least, int most,
		 int *value)
{
	*value = 0;
	for (int i = 0; i < digits; i++, ++*at) {
		if (*at >= size || text[*at] < '0' || text[*at] > '9')
			return false;
		*value = 10 * *value + (text[*at] - '0');
	}
	if (behind && (*at >= size || text[(*at)++] != behind))
		return false;
	return *value >= least && *value <= most;
}

/* Reads the digits of a fraction as microseconds.  Digits after the sixth are skipped.  */
static int take_fraction(const char *text, size_t size, size_t *at)
{
	int us = 0, digits = 0;

	for (; *at < size && text[*at] >= '0' && text[*at] <= '9'; ++*at, digits++)
		if (digits < DIGITS)
			us = 10 * us + (text[*at] - '0');
	for (; digits < DIGITS; digits++)
		us *= 10;
	return us;
}

size_t qchess_stamp_read(const char *text, size_t size, int64_t *us)
{
	struct date date;
	int hour, minute, second, fraction = 0;
	size_t at = 0;

	if (!take(text, size, &at, 4, '-', 1970, YEAR_MOST, &date.year) ||
	    !take(text, size, &at, 2, '-', 1, 12, &date.month) ||
	    !take(text, size, &at, 2, ' ', 1, 31, &date.day) ||
	    !take(text, size, &at, 2, ':', 0, 23, &hour) || !take(text, size, &at, 2, ':', 0, 59, &minute) ||
	    !take(text, size, &at, 2, '\0', 0, 60, &second))
		return 0;
	if (at < size && text[at] == '.') {
		at++;
		fraction = take_fraction(text, size, &at);
	}
	*us = (days_of(date) * S_PER_DAY + hour * 3600 + minute * 60 + second) * US_PER_S + fraction;
	return at;
}

void qchess_stamp_write(int64_t us, struct bytes *out)
{
	int64_t most = (days_of((struct date){YEAR_MOST, 12, 31}) + 1) * S_PER_DAY * US_PER_S - 1;
	int64_t seconds;
	struct date date;
	int second;

	us = us < 0 ? 0 : us > most ? most : us;
	seconds = us / US_PER_S;
	second = (int)(seconds % S_PER_DAY);
	date = date_of(seconds / S_PER_DAY);
	bytes_addf(out, "%04d-%02d-%02d %02d:%02d:%02d", date.year, date.month, date.day, second / 3600,
		   second / 60 % 60, second % 60);
	if (us % US_PER_S)
		bytes_addf(out, ".%06d", (int)(us % US_PER_S));
}
