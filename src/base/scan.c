/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* scan.c - walks through one JSON text (RFC 8259).  */
#include "ringside/scan.h"

#include "ringside/words.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Deeper values are refused: each level of what is skipped takes a call.  */
enum { DEPTH_MOST = 40 };
/* A number is copied for strtod().  */
enum { NUMBER_MOST = 64 };

struct scan scan_of(const char *text, size_t size)
{
	return (struct scan){.at = text, .end = text + size};
}

void scan_fail(struct scan *scan, const char *expected)
{
	if (scan->wrong)
		return;
	scan->wrong = expected;
	scan->where = scan->at;
	scan->at = scan->end;
}

static void pass_blanks(struct scan *scan)
{
	while (scan->at < scan->end &&
	       (*scan->at == ' ' || *scan->at == '\t' || *scan->at == '\n' || *scan->at == '\r'))
		scan->at++;
}

/* Passes a character behind blanks.  */
static bool pass(struct scan *scan, char character)
{
	pass_blanks(scan);
	if (scan->at == scan->end || *scan->at != character)
		return false;
	scan->at++;
	return true;
}

bool scan_is(const struct scan *scan, char first)
{
	return scan->at < scan->end && *scan->at == first;
}

bool scan_open(struct scan *scan, char bracket)
{
	scan->fresh = pass(scan, bracket);
	if (!scan->fresh)
		scan_fail(scan, bracket == '{' ? "an object" : "a list");
	return scan->fresh;
}

/* Goes to the next value, or passes the closing bracket.  */
static bool next(struct scan *scan, char bracket)
{
	bool fresh = scan->fresh;

	scan->fresh = false;
	if (scan->wrong || pass(scan, bracket))
		return false;
	if (!fresh && !pass(scan, ',')) {
		scan_fail(scan, bracket == '}' ? "a comma or }" : "a comma or ]");
		return false;
	}
	pass_blanks(scan);
	return true;
}

bool scan_item(struct scan *scan)
{
	return next(scan, ']');
}

bool scan_member(struct scan *scan, struct piece *key)
{
	if (!next(scan, '}'))
		return false;
	*key = scan_text(scan);
	if (!scan->wrong && !pass(scan, ':'))
		scan_fail(scan, "a colon");
	pass_blanks(scan);
	return !scan->wrong;
}

void scan_end(struct scan *scan)
{
	pass_blanks(scan);
	if (scan->at != scan->end)
		scan_fail(scan, "the end of the line");
}

/* ---- values ---- */

static bool pass_word(struct scan *scan, const char *word)
{
	size_t size = strlen(word);

	if ((size_t)(scan->end - scan->at) < size || memcmp(scan->at, word, size) != 0)
		return false;
	scan->at += size;
	return true;
}

bool scan_null(struct scan *scan)
{
	return pass_word(scan, "null");
}

static size_t pass_digits(struct scan *scan)
{
	const char *from = scan->at;

	while (scan->at < scan->end && *scan->at >= '0' && *scan->at <= '9')
		scan->at++;
	return (size_t)(scan->at - from);
}

/* Passes a number as JSON writes it: neither 01 nor 1. nor NaN.  */
static struct piece pass_number(struct scan *scan)
{
	const char *from = scan->at;
	bool zero, good;

	if (scan_is(scan, '-'))
		scan->at++;
	zero = scan_is(scan, '0');
	good = zero ? (scan->at++, true) : pass_digits(scan) > 0;
	if (good && scan_is(scan, '.')) {
		scan->at++;
		good = pass_digits(scan) > 0;
	}
	if (good && (scan_is(scan, 'e') || scan_is(scan, 'E'))) {
		scan->at++;
		if (scan_is(scan, '+') || scan_is(scan, '-'))
			scan->at++;
		good = pass_digits(scan) > 0;
	}
	if (!good) {
		scan->at = from;
		scan_fail(scan, "a value");
		return (struct piece){0};
	}
	return (struct piece){from, (size_t)(scan->at - from)};
}

/* The value of a number with few digits, as nearly all are; NAN: strtod() shall say it. The digits as a whole
 * number and the power of ten are exact as doubles, so the quotient is rounded once, as strtod() does.  */
static double short_number(struct piece digits)
{
	static const double powers[] = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
					1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
	bool minus = digits.at[0] == '-';
	size_t behind = 0;
	int64_t whole = 0;
	double value;

	if (digits.size > 16) /* at most 15 digits without the point: less than 2^53 */
		return NAN;
	for (size_t i = minus; i < digits.size; i++) {
		if (digits.at[i] == '.')
			behind = digits.size - 1 - i;
		else if (digits.at[i] >= '0' && digits.at[i] <= '9')
			whole = 10 * whole + (digits.at[i] - '0');
		else
			return NAN;
	}
	if (whole >= (int64_t)1 << 53)
		return NAN;
	value = (double)whole / powers[behind];
	return minus ? -value : value;
}

static double long_number(struct piece digits)
{
	char copy[NUMBER_MOST];

	if (digits.size >= sizeof(copy))
		return NAN;
	memcpy(copy, digits.at, digits.size);
	copy[digits.size] = '\0';
	return strtod(copy, NULL);
}

double scan_number(struct scan *scan, double least, double most)
{
	const char *from = scan->at;
	struct piece digits = pass_number(scan);
	double value;

	if (scan->wrong)
		return least;
	value = short_number(digits);
	if (isnan(value))
		value = long_number(digits);
	if (value >= least && value <= most)
		return value;
	scan->at = from;
	scan_fail(scan, "a number in its range");
	return least;
}

int64_t scan_whole(struct scan *scan, int64_t least, int64_t most)
{
	const char *from = scan->at;
	/* Doubles hold all whole numbers up to 2^53.  */
	double value = scan_number(scan, (double)least, (double)most);

	if (!scan->wrong && value != floor(value)) {
		scan->at = from;
		scan_fail(scan, "a whole number");
	}
	return scan->wrong ? least : (int64_t)value;
}

static bool is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* Passes what follows a backslash.  */
static bool pass_escape(struct scan *scan)
{
	if (scan->at == scan->end)
		return false;
	if (*scan->at != 'u')
		return *scan->at && strchr("\"\\/bfnrt", *scan->at++);
	for (int i = 1; i <= 4; i++)
		if (scan->end - scan->at <= i || !is_hex(scan->at[i]))
			return false;
	scan->at += 5;
	return true;
}

struct piece scan_text(struct scan *scan)
{
	const char *from, *at;

	if (!scan_is(scan, '"')) {
		scan_fail(scan, "a text");
		return (struct piece){0};
	}
	from = at = scan->at + 1;
	for (; at < scan->end && *at != '"'; at++) {
		if ((unsigned char)*at >= ' ' && *at != '\\')
			continue;
		scan->at = at + 1;
		if (*at != '\\' || !pass_escape(scan)) {
			scan_fail(scan, "a text without control characters and with right escapes");
			return (struct piece){0};
		}
		at = scan->at - 1;
	}
	scan->at = at;
	if (at == scan->end) {
		scan_fail(scan, "a quote at the end of the text");
		return (struct piece){0};
	}
	scan->at++;
	return (struct piece){from, (size_t)(at - from)};
}

static void skip(struct scan *scan, int depth)
{
	struct piece key;

	if (depth > DEPTH_MOST) {
		scan_fail(scan, "fewer brackets in each other");
	} else if (scan_is(scan, '{')) {
		scan_open(scan, '{');
		while (scan_member(scan, &key))
			skip(scan, depth + 1);
	} else if (scan_is(scan, '[')) {
		scan_open(scan, '[');
		while (scan_item(scan))
			skip(scan, depth + 1);
	} else if (scan_is(scan, '"')) {
		scan_text(scan);
	} else if (!scan_null(scan) && !pass_word(scan, "true") && !pass_word(scan, "false")) {
		pass_number(scan);
	}
}

struct piece scan_skip(struct scan *scan)
{
	const char *from = scan->at;

	skip(scan, 1);
	return (struct piece){from, (size_t)(scan->at - from)};
}

struct piece scan_first_key(const char *text, size_t size)
{
	struct scan scan = scan_of(text, size);
	struct piece key = {"", 0};

	if (scan_open(&scan, '{') && !scan_member(&scan, &key))
		key.size = 0;
	return key;
}

/* ---- pieces ---- */

static uint32_t hex_of(const char *at)
{
	uint32_t value = 0;

	for (int i = 0; i < 4; i++)
		value = value << 4 | (uint32_t)(at[i] <= '9' ? at[i] - '0' : (at[i] | 0x20) - 'a' + 10);
	return value;
}

/* The character of \uXXXX, and of the second one if it is a pair.  Returns how many bytes of the text that
 * was.  */
static size_t add_code(struct bytes *to, const char *at, size_t size)
{
	uint32_t c = hex_of(at + 2), low;

	if (c >= 0xd800 && c < 0xdc00 && size >= 12 && at[6] == '\\' && at[7] == 'u') {
		low = hex_of(at + 8);
		if (low >= 0xdc00 && low < 0xe000) {
			words_add_character(to, 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00));
			return 12;
		}
	}
	words_add_character(to, !c || (c >= 0xd800 && c < 0xe000) ? 0xfffd : c);
	return 6;
}

void piece_add(struct bytes *to, struct piece text)
{
	static const char from[] = "\"\\/bfnrt", into[] = "\"\\/\b\f\n\r\t";
	size_t length;

	bytes_add(to, "", 0);
	for (size_t i = 0; i < text.size; i += length) {
		const char *escape = memchr(text.at + i, '\\', text.size - i);

		length = escape ? (size_t)(escape - text.at) - i : text.size - i;
		bytes_add(to, text.at + i, length);
		if (!escape)
			continue;
		i += length;
		if (escape[1] == 'u') {
			length = add_code(to, escape, text.size - i);
		} else {
			bytes_add(to, &into[strchr(from, escape[1]) - from], 1);
			length = 2;
		}
	}
}

char *piece_text(struct piece text)
{
	struct bytes resolved = {0};

	piece_add(&resolved, text);
	return resolved.at;
}
