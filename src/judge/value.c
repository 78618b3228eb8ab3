/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* value.c - durations and sizes as people write them.  */
#include "ringside/value.h"

#include "ringside/bytes.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct unit {
	const char *name;
	double factor;
};

static bool read_with_unit(const char *text, const struct unit *units, int64_t *value)
{
	char *end;
	double number;

	if ((*text < '0' || *text > '9') && *text != '.')
		return false; /* strtod takes inf, nan and signs */
	number = strtod(text, &end);
	if (end == text)
		return false;
	for (; units->name; units++)
		if (strcmp(end, units->name) == 0 && number * units->factor < 9e18) {
			*value = (int64_t)(number * units->factor + 0.5);
			return true;
		}
	return false;
}

/* The largest unit of which the value is a multiple.  */
static char *words_with_unit(int64_t value, const struct unit *units)
{
	const struct unit *best = units;

	for (; value && units->name; units++)
		if (value % (int64_t)units->factor == 0 && units->factor > best->factor)
			best = units;
	return bytes_text("%" PRId64 "%s", value / (int64_t)best->factor, value ? best->name : "");
}

/* From the smallest on.  If a unit has two names, the first is written.  */
static const struct unit times[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6},   {"s", 1e9},
				    {"", 1e9}, {"m", 60e9}, {"h", 3600e9}, {0}};
static const struct unit sizes[] = {{"", 1},         {"k", 1024},    {"K", 1024},     {"M", 1 << 20},
				    {"MB", 1 << 20}, {"G", 1 << 30}, {"GB", 1 << 30}, {0}};

bool value_duration(const char *text, int64_t *ns)
{
	return read_with_unit(text, times, ns);
}

bool value_bytes(const char *text, int64_t *bytes)
{
	return read_with_unit(text, sizes, bytes);
}

char *value_duration_words(int64_t ns)
{
	return words_with_unit(ns, times);
}

char *value_bytes_words(int64_t bytes)
{
	return words_with_unit(bytes, sizes);
}

int64_t value_sum(int64_t a, int64_t b)
{
	return a > INT64_MAX - b ? INT64_MAX : a + b;
}

char *value_time_text(int64_t ns)
{
	static const struct unit units[] = {{"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
	double amount = 0;
	int at = 0;

	if (ns >= (int64_t)600 * 1000000000)
		return bytes_text("%" PRId64 "m%02" PRId64 "s", ns / 60000000000, ns / 1000000000 % 60);
	for (; at < 3; at++) {
		amount = (double)ns / units[at].factor;
		if (amount < 999.5)
			break;
	}
	if (at == 3)
		at = 2;
	return bytes_text("%.*f %s", amount < 9.995 ? 2 : amount < 99.95 ? 1 : 0, amount, units[at].name);
}

const char *value_clock(int64_t ns, char text[VALUE_CLOCK])
{
	int64_t ms = ns / 1000000;

	snprintf(text, VALUE_CLOCK, "%02" PRId64 ":%02d.%03d", ms / 60000, (int)(ms / 1000 % 60),
		 (int)(ms % 1000));
	return text;
}
