/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules_text.c - squares, sizes and rules of gomoku as people and protocols write them.  */
#include "rules.h"

#include "ringside/bytes.h"
#include <assert.h>
#include <string.h>

static const struct option_choice rules[] = {
	{"freestyle", GOMOKU_FREESTYLE, NULL},
	{"standard", GOMOKU_STANDARD, NULL},
	{"renju", GOMOKU_RENJU, NULL},
	{"caro", GOMOKU_CARO, NULL},
	{"caro-exact", GOMOKU_CARO_EXACT, NULL},
	{"freestyle+continuous", GOMOKU_FREESTYLE + GOMOKU_CONTINUOUS, NULL},
	{"standard+continuous", GOMOKU_STANDARD + GOMOKU_CONTINUOUS, NULL},
	{"renju+continuous", GOMOKU_RENJU + GOMOKU_CONTINUOUS, NULL},
	{"caro+continuous", GOMOKU_CARO + GOMOKU_CONTINUOUS, NULL},
	{"caro-exact+continuous", GOMOKU_CARO_EXACT + GOMOKU_CONTINUOUS, NULL},
	{0},
};

const struct option_row gomoku_option_rule =
	OPTION_ROW("rule", OPTION_CHOICE, "NAME", 0,
		   .help = "freestyle, standard, renju, caro, caro-exact; standard: exactly five; caro: five "
			   "that are not "
			   "blocked at both ends; caro-exact: both; with +continuous appended, a line turns "
			   "into blocks and "
			   "play continues",
		   .choices = rules, .value = GOMOKU_FREESTYLE, .by_number = true, .shown = true);

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static size_t skip_blanks(const char *text, size_t size, size_t at)
{
	while (at < size && is_blank(text[at]))
		at++;
	return at;
}

/* Reads a number at *at, with an optional sign.  Its value is capped far outside every board.  */
static bool read_number(const char *text, size_t size, size_t *at, int *value)
{
	enum { FAR = 1000000 };
	bool negative = *at < size && text[*at] == '-';
	size_t from;

	assert(*at <= size);
	if (*at < size && (text[*at] == '-' || text[*at] == '+'))
		++*at;
	from = *at;
	for (*value = 0; *at < size && is_digit(text[*at]); ++*at)
		if (*value < FAR)
			*value = 10 * *value + (text[*at] - '0');
	if (negative)
		*value = -*value;
	return *at > from;
}

/* Reads `7,7` at *at.  */
static bool read_xy(const char *text, size_t size, size_t *at, struct square *square)
{
	*at = skip_blanks(text, size, *at);
	if (!read_number(text, size, at, &square->x))
		return false;
	*at = skip_blanks(text, size, *at);
	if (*at == size || text[*at] != ',')
		return false;
	*at = skip_blanks(text, size, *at + 1);
	return read_number(text, size, at, &square->y);
}

bool gomoku_read_xy(const char *text, size_t size, struct square *square)
{
	size_t at = 0;

	assert(square);
	return read_xy(text, size, &at, square) && skip_blanks(text, size, at) == size;
}

bool gomoku_read_next(const char *text, size_t size, size_t *at, struct square *square)
{
	size_t from = skip_blanks(text, size, *at);
	int column = 0;

	if (read_xy(text, size, at, square))
		return true;
	for (*at = from; *at < size && *at < from + 2; ++*at) {
		char c = text[*at];

		if (c >= 'A' && c <= 'Z')
			c = (char)(c - 'A' + 'a');
		if (c < 'a' || c > 'z')
			break;
		column = 26 * column + (c - 'a' + 1);
	}
	if (*at == from || *at == size || !is_digit(text[*at]) || !read_number(text, size, at, &square->y))
		return false;
	square->x = column - 1;
	square->y--;
	return true;
}

bool gomoku_read_square(const char *text, size_t size, struct square *square)
{
	size_t at = 0;

	return gomoku_read_next(text, size, &at, square) && skip_blanks(text, size, at) == size;
}

void gomoku_write_column(int x, char text[3])
{
	int at = 0;

	if (x >= 26)
		text[at++] = (char)('a' + x / 26 - 1);
	text[at++] = (char)('a' + x % 26);
	text[at] = '\0';
}

void gomoku_write_square(struct square square, char text[6])
{
	char column[3], row[3] = {0};
	int y = square.y + 1;
	size_t n;

	gomoku_write_column(square.x, column);
	row[0] = (char)('0' + (y >= 10 ? y / 10 : y));
	if (y >= 10)
		row[1] = (char)('0' + y % 10);
	n = strlen(column);
	memcpy(text, column, n);
	memcpy(text + n, row, strlen(row) + 1);
}

char *gomoku_move_words(const char *text, size_t size)
{
	enum { SHOWN = 80 };
	struct square square;
	char word[6];

	if (!gomoku_read_xy(text, size, &square) || square.x < 0 || square.y < 0 ||
	    square.x >= GOMOKU_SIDE_MAX || square.y >= GOMOKU_SIDE_MAX)
		return bytes_escaped(text, size < SHOWN ? size : SHOWN);
	gomoku_write_square(square, word);
	return bytes_text("%s (%d,%d)", word, square.x, square.y);
}

bool gomoku_rule_named(const char *text, enum gomoku_rule *rule)
{
	int64_t value;
	bool known = option_value(&gomoku_option_rule, text, &value);

	if (known)
		*rule = (enum gomoku_rule)value;
	return known;
}

const char *gomoku_rule_name(enum gomoku_rule rule)
{
	const char *word = option_choice_word(&gomoku_option_rule, rule);

	return word ? word : "unknown";
}

char *gomoku_forbidden_words(const struct gomoku *game, struct square square)
{
	struct gomoku_forbids why;
	struct bytes words = {0};
	char word[6];

	if (!gomoku_why_forbidden(game, square, &why))
		return NULL;
	bytes_add_text(&words, why.kind);
	for (int i = 0; i < why.count; i++) {
		bytes_add_text(&words, i == 0 || i < why.count - 1 ? "," : " and");
		for (int k = 0; k < why.line[i].count; k++) {
			gomoku_write_square(why.line[i].stone[k], word);
			bytes_addf(&words, " %s", word);
		}
	}
	return words.at;
}
