/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* option.c - durations and sizes as people write them; what an option's row accepts, and the words for it. */
#include "ringside/option.h"

#include "ringside/bytes.h"
#include "ringside/mistake.h"
#include "ringside/time_control.h"
#include "ringside/value.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MOST = 64 };

/* ---- durations and sizes ---- */

struct unit {
	const char *name;
	double factor;
};

static bool read_with_unit(const char *text, const struct unit *units, int64_t *value)
{
	char *end;
	double number;

	if (((*text < '0' || *text > '9') && *text != '.') || text[1] == 'x' || text[1] == 'X')
		return false; /* strtod takes inf, nan, signs and hexadecimal numbers */
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
static const struct unit duration_units[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6},   {"s", 1e9},
					     {"", 1e9}, {"m", 60e9}, {"h", 3600e9}, {0}};
static const struct unit size_units[] = {{"", 1},         {"k", 1024},    {"K", 1024},     {"M", 1 << 20},
					 {"MB", 1 << 20}, {"G", 1 << 30}, {"GB", 1 << 30}, {0}};

bool value_duration(const char *text, int64_t *ns)
{
	return read_with_unit(text, duration_units, ns);
}

char *value_duration_words(int64_t ns)
{
	return words_with_unit(ns, duration_units);
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

/* ---- rows ---- */

bool option_lacks_path(const struct option_row *row)
{
	static const char *const words[] = {"FILE", "FOLDER", "DIR", "PATH"};
	bool names = row->type == OPTION_FILE || row->type == OPTION_INI || row->type == OPTION_FOLDER;

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		names = names || (row->argument && strstr(row->argument, words[i]));
	return names && row->path == PATH_NONE;
}

bool option_limits(const struct option_row *row)
{
	return row->scope == SCOPE_LIMITS || row->scope == SCOPE_USAGE;
}

bool option_is_text(const struct option_row *row)
{
	return row->type >= OPTION_CLOCK;
}

/* ---- reading ---- */

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The end of the number that begins here; NULL: there is none, or it is larger than `most`.  */
static const char *read_number(const char *text, int64_t most, int64_t *value)
{
	if (!is_digit(*text))
		return NULL;
	for (*value = 0; is_digit(*text); text++) {
		if (*text - '0' > most || *value > (most - (*text - '0')) / 10)
			return NULL;
		*value = 10 * *value + (*text - '0');
	}
	return text;
}

static bool read_sides(const struct option_row *row, const char *text, int64_t *value)
{
	int64_t width, height;

	if (!(text = read_number(text, row->most, &width)))
		return false;
	height = width;
	if ((*text == 'x' || *text == 'X') && !(text = read_number(text + 1, row->most, &height)))
		return false;
	*value = OPTION_OF_SIDES(width, height);
	return !*text && width >= row->least && height >= row->least;
}

static bool read_odds(const struct option_row *row, const char *text, int64_t *value)
{
	int64_t times, part = 1;

	if (!(text = read_number(text, row->most, &times)))
		return false;
	if (*text == '/' && !(text = read_number(text + 1, row->most, &part)))
		return false;
	*value = times << 32 | part; /* a factor is its two numbers in one */
	return !*text && times && part;
}

int64_t option_scaled(int64_t odds, int64_t ns, int64_t most)
{
	int64_t times = odds >> 32, part = odds & INT32_MAX;

	int64_t scaled = ns / part > most / times - 1 ? most : ns / part * times + ns % part * times / part;

	return ns && !scaled ? 1 : scaled; /* 0 would be no limit */
}

static bool read_choice(const struct option_row *row, const char *text, int64_t *value)
{
	int64_t number;
	const char *end = row->by_number ? read_number(text, INT32_MAX, &number) : NULL;

	for (const struct option_choice *choice = row->choices; choice->word; choice++)
		if (strcmp(choice->word, text) == 0 || (end && !*end && number == choice->value)) {
			*value = choice->value;
			return true;
		}
	return false;
}

static bool is_name(const char *text)
{
	for (const char *c = text; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			return false;
	return *text && strlen(text) <= NAME_MOST;
}

bool option_value(const struct option_row *row, const char *text, int64_t *value)
{
	struct time_control control;
	const char *end;

	*value = 0;
	switch (row->type) {
	case OPTION_SWITCH: *value = 1; return !*text || strcmp(text, "yes") == 0;
	case OPTION_COUNT:
		end = read_number(text, row->most, value);
		return end && !*end && *value >= row->least;
	case OPTION_TIME:
		return (row->choices && read_choice(row, text, value)) ||
		       (value_duration(text, value) && *value >= row->least && *value <= row->most);
	case OPTION_BYTES:
		return read_with_unit(text, size_units, value) && *value >= row->least && *value <= row->most;
	case OPTION_SIDES: return read_sides(row, text, value);
	case OPTION_CHOICE: return read_choice(row, text, value);
	case OPTION_ODDS: return read_odds(row, text, value);
	case OPTION_WORD: return read_choice(row, text, value);
	case OPTION_NAME: return is_name(text);
	case OPTION_FOLDER: return *text && !strpbrk(text, "\r\n");
	case OPTION_FILE:
	case OPTION_INI:
	case OPTION_COMMAND: return *text;
	case OPTION_CLOCK: return time_control_read(text, &control);
	case OPTION_TEXT: return true;
	}
	return false;
}

/* ---- words ---- */

char *option_words(const struct option_row *row, int64_t value)
{
	const char *word;
	int width, height;

	switch (row->type) {
	case OPTION_SWITCH: return bytes_text("%s", value ? "yes" : "no");
	case OPTION_TIME:
		word = row->choices ? option_choice_word(row, value) : NULL;
		return word ? bytes_text("%s", word) : value_duration_words(value);
	case OPTION_BYTES: return words_with_unit(value, size_units);
	case OPTION_SIDES:
		option_sides(value, &width, &height);
		return width == height ? bytes_text("%d", width) : bytes_text("%dx%d", width, height);
	case OPTION_ODDS:
		return (value & INT32_MAX) == 1
			       ? bytes_text("%" PRId64, value >> 32)
			       : bytes_text("%" PRId64 "/%" PRId64, value >> 32, value & INT32_MAX);
	case OPTION_CHOICE:
		word = option_choice_word(row, value);
		return bytes_text("%s", word ? word : "unknown");
	default: return bytes_text("%" PRId64, value);
	}
}

char *option_default(const struct option_row *row)
{
	if (option_is_text(row))
		return row->text ? bytes_text("%s", row->text) : NULL;
	return row->optional || row->type == OPTION_SWITCH ? NULL : option_words(row, row->value);
}

/* "a, b or c" after some words; `last` is one more choice, or NULL.  */
static void add_choices(struct bytes *words, const struct option_row *row, const char *before,
			const char *last)
{
	bytes_add_text(words, before);
	for (const struct option_choice *choice = row->choices; choice && choice->word; choice++) {
		bool ends = !choice[1].word && !last;

		if (choice > row->choices)
			bytes_add_text(words, ends ? " or " : ", ");
		bytes_add_text(words, choice->word);
	}
	if (last)
		bytes_addf(words, "%s%s", words->size ? " or " : "", last);
}

static bool is_number(const struct option_row *row)
{
	return row->type == OPTION_COUNT || row->type == OPTION_TIME || row->type == OPTION_BYTES ||
	       row->type == OPTION_SIDES;
}

/* The range, after some words; nothing if all numbers are allowed.  */
static void add_range(struct bytes *words, const struct option_row *row, const char *before)
{
	struct option_row side = *row;
	char *least, *most;

	if (row->type == OPTION_SIDES)
		side.type = OPTION_COUNT; /* one of the two */
	least = option_words(&side, row->least);
	most = option_words(&side, row->most);
	if (row->most != INT64_MAX && row->most != TIME_MOST) /* which nobody needs to know */
		bytes_addf(words, "%sfrom %s to %s", before, least, most);
	else if (row->least || row->type == OPTION_COUNT)
		bytes_addf(words, "%sfrom %s up", before, least);
	free(least);
	free(most);
}

char *option_help(const struct option_row *row)
{
	FREED char *usual = option_default(row);
	struct bytes words = {0};

	bytes_add_text(&words, row->help);
	if (is_number(row) && (row->least > 1 || row->most < OPTION_MANY)) {
		add_range(&words, row, "; ");
		if (row->unit)
			bytes_addf(&words, " %s", row->unit);
	}
	if (row->type == OPTION_WORD)
		add_choices(&words, row, ": ", NULL);
	if (usual && *usual)
		bytes_addf(&words, " [%s]", usual);
	return words.at;
}

size_t option_clause(const char *help)
{
	const char *stop = strstr(help, ". ");
	size_t size = strcspn(help, ";");

	return stop && (size_t)(stop - help) < size ? (size_t)(stop - help) : size;
}

char *option_brief(const struct option_row *row)
{
	FREED char *usual = option_default(row);
	char *text = bytes_text(usual && *usual ? "%.*s [%s]" : "%.*s", (int)option_clause(row->help),
				row->help, usual);

	return text;
}

char *option_expected(const struct option_row *row)
{
	struct bytes words = {0};

	switch (row->type) {
	case OPTION_SWITCH: bytes_add_text(&words, "yes"); break;
	case OPTION_COUNT:
		bytes_addf(&words, "a number%s%s", row->unit ? " of " : "", row->unit ? row->unit : "");
		add_range(&words, row, " ");
		break;
	case OPTION_TIME:
		add_choices(&words, row, "", "a time such as 500ms, 2s or 1m");
		add_range(&words, row, ", ");
		break;
	case OPTION_BYTES:
		bytes_add_text(&words, "a number of bytes such as 4096, 64k or 350M");
		add_range(&words, row, ", ");
		break;
	case OPTION_SIDES:
		bytes_add_text(&words, "a number ");
		add_range(&words, row, "");
		bytes_add_text(&words, ", or two such as 15x20");
		break;
	case OPTION_CHOICE:
	case OPTION_WORD: add_choices(&words, row, "", NULL); break;
	case OPTION_ODDS:
		bytes_addf(&words, "a factor such as 2 or 1/4, of numbers from 1 to %" PRId64, row->most);
		break;
	case OPTION_FILE:
	case OPTION_INI: add_choices(&words, row, "", row->unit ? row->unit : "a file"); break;
	case OPTION_NAME:
		bytes_addf(&words, "a name of 1 to %d bytes, without control characters", NAME_MOST);
		break;
	case OPTION_FOLDER: bytes_add_text(&words, "a folder, without a line end in its name"); break;
	case OPTION_COMMAND: bytes_add_text(&words, "a command line in one word, or sample:NAME"); break;
	case OPTION_CLOCK: bytes_add_text(&words, "a clock such as 40/60+0.6, 5m or 1m,3x10"); break;
	case OPTION_TEXT: bytes_add_text(&words, "a text"); break;
	}
	return words.at;
}

char *option_refusal(const struct option_row *row, const char *text)
{
	enum { SHOWN_MOST = 80 };
	size_t size = strlen(text);
	FREED char *shown = bytes_escaped(text, size > SHOWN_MOST ? SHOWN_MOST : size);
	char *expected = option_expected(row), *meant, *problem;
	struct nearest nearest = nearest_to(text, size);

	for (const struct option_choice *choice = row->choices; choice && choice->word; choice++)
		nearest_try(&nearest, choice->word);
	meant = nearest_question(&nearest);
	problem = bytes_text("--%s %s%s%s%s %s", row->name, shown, size > SHOWN_MOST ? "…" : "", meant,
			     *meant ? " Expected" : ": expected", expected);
	free(meant);
	free(expected);
	return problem;
}

bool option_is_choice(const struct option_row *row, const char *text)
{
	for (const struct option_choice *choice = row->choices; choice && choice->word; choice++)
		if (strcmp(choice->word, text) == 0)
			return true;
	return false;
}

const char *option_choice_word(const struct option_row *row, int64_t value)
{
	for (const struct option_choice *choice = row->choices; choice->word; choice++)
		if (choice->value == value)
			return choice->word;
	return NULL;
}

void option_sides(int64_t value, int *width, int *height)
{
	*width = (int)(value >> 16);
	*height = (int)(value & 0xffff);
}

/* ---- places ---- */

void option_store(const struct option_place *place, void *object, int64_t value, const char *text)
{
	char *at = (char *)object + place->at;

	if (option_is_text(place->row)) {
		free(*(char **)at);
		*(char **)at = text ? bytes_text("%s", text) : NULL;
	} else if (place->size == sizeof(bool)) {
		*(bool *)at = value;
	} else if (place->size == sizeof(int)) {
		*(int *)at = (int)value;
	} else {
		*(int64_t *)at = value;
	}
}

int64_t option_load(const struct option_place *place, const void *object)
{
	const char *at = (const char *)object + place->at;

	return place->size == sizeof(bool)  ? *(const bool *)at
	       : place->size == sizeof(int) ? *(const int *)at
					    : *(const int64_t *)at;
}

/* Years are counted from March, so that the leap day is the last one.  */
int64_t value_days(struct date date)
{
	int64_t year = date.month > 2 ? date.year : date.year - 1, month = (date.month + 9) % 12;
	int64_t days = 365 * year + year / 4 - year / 100 + year / 400;

	/* Counted from March, the months repeat every five months: 31, 30, 31, 30, 31, which are 153 days. */
	days += (153 * month + 2) / 5 + date.day - 1;
	return days - 719468; /* of 1970-01-01 */
}

struct date value_date(int64_t days)
{
	struct date date = {.year = 1970 + (int)(days / 366), .month = 1, .day = 1};

	while (date.year < YEAR_MOST && value_days((struct date){date.year + 1, 1, 1}) <= days)
		date.year++;
	while (date.month < 12 && value_days((struct date){date.year, date.month + 1, 1}) <= days)
		date.month++;
	date.day = 1 + (int)(days - value_days(date));
	return date;
}
