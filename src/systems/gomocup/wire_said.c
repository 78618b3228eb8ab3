/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire_said.c - what one text of a brain says about its search.
 *
 * Brains use the same words in different forms: "Depth 16-29 | Eval 166", "depth=10 NPS=346k", "eval 176,
 * depth 7".  So a text is read as words with values. A value counts only if it directly follows its word. A
 * number with an unknown unit does not count (speed 319: per second, or per millisecond?).  */
#include "wire_said.h"

#include "ringside/bytes.h"
#include "wire.h"
#include <ctype.h>
#include <string.h>

/* A square in brackets is no longer than this, so a search for the closing bracket can stop early.  */
enum { BRACKETS = 32 };

/* Larger counts are shown as this one.  */
#define COUNT_MOST (INT64_MAX / 2)

/* ---- reading ---- */

static char peek(const struct scan *scan)
{
	return scan->at < scan->end ? *scan->at : '\0';
}

static bool is_alnum(char c)
{
	return isalnum((unsigned char)c);
}

static void skip(struct scan *scan, const char *characters)
{
	while (scan->at < scan->end && *scan->at && strchr(characters, *scan->at))
		scan->at++;
}

/* Does a value end here?  */
static bool at_end_of_value(const struct scan *scan)
{
	return scan->at == scan->end || !*scan->at || strchr(" \t,;|)]", *scan->at);
}

/* Digits, capped where no count of positions reaches; a thousand times the cap is still a number.  */
bool said_digits(struct scan *scan, int64_t *number)
{
	const int64_t most = (int64_t)100 * 1000 * 1000 * 1000 * 1000;
	const char *from = scan->at;

	for (*number = 0; isdigit((unsigned char)peek(scan)); scan->at++)
		if (*number < most)
			*number = 10 * *number + (*scan->at - '0');
	return scan->at > from;
}

/* 83, 83K, 1.5M.  `unit` (or NULL): was there such a letter?  */
bool said_count(struct scan *scan, int64_t *count, bool *unit)
{
	static const char letters[] = "kmg";
	int64_t number, tenths = 0, factor = 1;
	const char *letter;

	if (!said_digits(scan, &number))
		return false;
	if (peek(scan) == '.') {
		scan->at++;
		if (!isdigit((unsigned char)peek(scan)))
			return false;
		tenths = *scan->at - '0';
		while (isdigit((unsigned char)peek(scan)))
			scan->at++;
	}
	letter = peek(scan) ? strchr(letters, tolower((unsigned char)peek(scan))) : NULL;
	if (letter) {
		for (const char *at = letters; at <= letter; at++)
			factor *= 1000;
		scan->at++;
	}
	if (unit)
		*unit = letter != NULL;
	*count = number > COUNT_MOST / factor ? COUNT_MOST : number * factor + tenths * factor / 10;
	return at_end_of_value(scan);
}

/* 16, 16-29: the depth, and the depth of the longest lines.  */
bool said_depth(struct scan *scan, int *depth, int *deepest)
{
	int64_t first, second = 0;

	if (!said_digits(scan, &first))
		return false;
	if (peek(scan) == '-') {
		scan->at++;
		if (!said_digits(scan, &second))
			return false;
	}
	if (!at_end_of_value(scan) || first > 9999 || second > 9999)
		return false;
	*depth = (int)first;
	*deepest = (int)second;
	return true;
}

/* -135, +0.5, +M33 and -M* for a win and a loss.  */
bool said_eval(struct scan *scan, char eval[ANALYSIS_EVAL])
{
	const char *from = scan->at;
	size_t size;

	if (peek(scan) == '+' || peek(scan) == '-')
		scan->at++;
	if (toupper((unsigned char)peek(scan)) == 'M') {
		scan->at++;
		if (peek(scan) != '*' && !isdigit((unsigned char)peek(scan)))
			return false;
	} else if (!isdigit((unsigned char)peek(scan))) {
		return false;
	}
	while (isdigit((unsigned char)peek(scan)) || peek(scan) == '.' || peek(scan) == '*')
		scan->at++;
	size = (size_t)(scan->at - from);
	if (!at_end_of_value(scan) || size >= ANALYSIS_EVAL)
		return false;
	memcpy(eval, from, size);
	eval[size] = '\0';
	return true;
}

/* A square of the board as H8, [7,7] or (07,07); also as 7,7 if `numbers` says that nothing else is
   possible.  False: there is none, and nothing was read.  */
bool said_square(struct scan *scan, const struct gomocup_analysis *analysis, bool numbers,
		 struct square *square)
{
	const struct gomoku board = {.width = analysis->width, .height = analysis->height};
	const char *from = scan->at, *end = from;
	bool read;

	if (peek(scan) == '[' || peek(scan) == '(') {
		size_t left = (size_t)(scan->end - from);
		const char *close = memchr(from, *from == '[' ? ']' : ')', left < BRACKETS ? left : BRACKETS);

		read = close && gomoku_read_xy(from + 1, (size_t)(close - from - 1), square);
		end = close ? close + 1 : from;
	} else {
		while (end < scan->end && (is_alnum(*end) || (numbers && *end == ',')))
			end++;
		while (end > from && end[-1] == ',')
			end--;
		read = (numbers || isalpha((unsigned char)*from)) &&
		       gomoku_read_square(from, (size_t)(end - from), square);
	}
	if (!read || !gomoku_inside(&board, *square))
		return false;
	scan->at = end;
	return true;
}

/* All squares that follow, with blanks between them.  */
int said_squares(struct scan *scan, const struct gomocup_analysis *analysis, bool numbers,
		 struct square squares[ANALYSIS_LINE])
{
	int count = 0;

	for (;;) {
		struct square square;

		skip(scan, " \t");
		if (scan->at == scan->end || !said_square(scan, analysis, numbers, &square))
			return count;
		if (count < ANALYSIS_LINE)
			squares[count++] = square;
	}
}

bool said_word(struct scan *scan, const char *word)
{
	size_t size = (size_t)(scan->end - scan->at);

	if (!size || !gomocup_is_word(scan->at, size, word))
		return false;
	scan->at += strlen(word);
	skip(scan, " \t");
	return true;
}

/* ---- plain words ---- */

enum key { KEY_DEPTH, KEY_EVAL, KEY_NODES, KEY_SPEED, KEY_PER_SECOND, KEY_PER_MS, KEY_BEST, KEY_LINE };

static const struct {
	const char *word;
	enum key key;
} keys[] = {
	{"depth", KEY_DEPTH},    {"eval", KEY_EVAL},     {"evaluation", KEY_EVAL}, {"ev", KEY_EVAL},
	{"val", KEY_EVAL},       {"nodes", KEY_NODES},   {"node", KEY_NODES},      {"speed", KEY_SPEED},
	{"nps", KEY_PER_SECOND}, {"n", KEY_NODES},       {"n/ms", KEY_PER_MS},     {"best", KEY_BEST},
	{"pv", KEY_LINE},        {"bestline", KEY_LINE},
};

/* Reads the value of a key, if there is one.  */
static void read_value(struct scan *scan, const struct gomocup_analysis *analysis, enum key key,
		       struct said *said)
{
	struct square squares[ANALYSIS_LINE];
	int depth, deepest, count;
	char eval[ANALYSIS_EVAL];
	int64_t number;
	bool unit;

	skip(scan, " \t");
	if (peek(scan) == ':' || peek(scan) == '=')
		scan->at++;
	skip(scan, " \t");
	switch (key) {
	case KEY_DEPTH:
		if (said_depth(scan, &depth, &deepest)) {
			said->depth = depth;
			said->deepest = deepest;
		}
		return;
	case KEY_EVAL:
		if (said_eval(scan, eval))
			memcpy(said->eval, eval, sizeof(eval));
		return;
	case KEY_NODES:
		if (said_count(scan, &number, NULL))
			said->nodes = number;
		return;
	case KEY_SPEED:
	case KEY_PER_SECOND:
	case KEY_PER_MS:
		if (said_count(scan, &number, &unit) && (unit || key != KEY_SPEED))
			said->speed = key == KEY_PER_MS && !unit ? 1000 * number : number;
		return;
	case KEY_BEST:
	case KEY_LINE:
		count = said_squares(scan, analysis, true, squares);
		if (count && key == KEY_BEST) {
			said->has_best = true;
			said->best = squares[0];
		}
		if (count && (key == KEY_LINE || count > 1)) {
			memcpy(said->line, squares, (size_t)count * sizeof(*squares));
			said->line_count = count;
		}
		return;
	}
}

/* Reads a word, and its value if it is a key. "n" alone is a key only in a text with a depth.  */
static void read_word(struct scan *scan, const struct gomocup_analysis *analysis, struct said *said)
{
	const char *from = scan->at;
	size_t size;

	while (isalpha((unsigned char)peek(scan)) || peek(scan) == '/')
		scan->at++;
	size = (size_t)(scan->at - from);
	if (is_alnum(peek(scan)) || (size == 1 && !said->depth)) {
		while (is_alnum(peek(scan)))
			scan->at++;
		return;
	}
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (strlen(keys[i].word) == size && bytes_begin(from, size, keys[i].word)) {
			read_value(scan, analysis, keys[i].key, said);
			return;
		}
}

/* Squares that fill a part between separators, as in "Time 0ms | H6 F6".  */
static int read_part(struct scan *scan, const struct gomocup_analysis *analysis,
		     struct square squares[ANALYSIS_LINE])
{
	struct scan ahead = *scan;
	int count = said_squares(&ahead, analysis, false, squares);

	if (!count || (ahead.at < ahead.end && !strchr(",|;", *ahead.at)))
		return 0;
	*scan = ahead;
	return count;
}

static bool is_said(const struct said *said)
{
	return said->depth || *said->eval || said->nodes >= 0 || said->speed >= 0 || said->has_best ||
	       said->line_count;
}

bool said_in_words(struct scan scan, const struct gomocup_analysis *analysis, struct said *said)
{
	struct square part[ANALYSIS_LINE];
	int part_count = 0;
	bool part_begins = true;

	*said = (struct said){.nodes = -1, .speed = -1};
	while (scan.at < scan.end) {
		skip(&scan, " \t");
		if (scan.at == scan.end)
			break;
		if (part_begins && !part_count)
			part_count = read_part(&scan, analysis, part);
		part_begins = false;
		if (isalpha((unsigned char)peek(&scan))) {
			read_word(&scan, analysis, said);
		} else if (is_alnum(peek(&scan))) {
			while (is_alnum(peek(&scan)))
				scan.at++;
		} else if (scan.at < scan.end) {
			part_begins = *scan.at && strchr("|,;:", *scan.at);
			scan.at++;
		}
	}
	if (part_count && !said->line_count && (said->depth || *said->eval)) {
		memcpy(said->line, part, (size_t)part_count * sizeof(*part));
		said->line_count = part_count;
	}
	return is_said(said);
}
