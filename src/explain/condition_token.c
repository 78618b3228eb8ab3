/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* condition_token.c - cuts the text of a condition into tokens, and points at a place in it.  */
#include "condition_token.h"

#include "ringside/bytes.h"
#include "ringside/words.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name;
	enum relation relation;
} operators[] = {{"==", EQUAL},  {"!=", UNEQUAL}, {"<=", LESS_EQUAL}, {">=", GREATER_EQUAL}, {"&&", AND},
		 {"||", OR},     {"<", LESS},     {">", GREATER},     {"~", MATCHES},        {"!", NOT},
		 {"(", OPEN},    {")", CLOSE},    {"+", PLUS},        {"-", MINUS},          {"*", TIMES},
		 {"/", DIVIDED}, {"%", MODULO}};

static const struct {
	const char *name;
	enum condition_type type;
	double factor;
} units[] = {
	{"", CONDITION_COUNT, 1},        {"ns", CONDITION_TIME, 1},      {"us", CONDITION_TIME, 1e3},
	{"ms", CONDITION_TIME, 1e6},     {"s", CONDITION_TIME, 1e9},     {"m", CONDITION_TIME, 60e9},
	{"h", CONDITION_TIME, 3600e9},   {"B", CONDITION_SIZE, 1},       {"KB", CONDITION_SIZE, 1024},
	{"kB", CONDITION_SIZE, 1024},    {"K", CONDITION_SIZE, 1024},    {"k", CONDITION_SIZE, 1024},
	{"MB", CONDITION_SIZE, 1 << 20}, {"M", CONDITION_SIZE, 1 << 20}, {"GB", CONDITION_SIZE, 1 << 30},
	{"G", CONDITION_SIZE, 1 << 30},
};

static bool is_digit(char c)
{
	return isdigit((unsigned char)c);
}

static bool is_letter(char c)
{
	return isalpha((unsigned char)c) || c == '_';
}

/* The bytes of the first character; a byte that is no UTF-8 counts as one.  */
static size_t first_size(const char *text, size_t size)
{
	size_t length = words_character(text, size, NULL);

	return length ? length : 1;
}

/* The characters in these bytes.  */
static size_t width(const char *text, size_t size)
{
	size_t count = 0;

	for (size_t at = 0; at < size; at += first_size(text + at, size - at))
		count++;
	return count;
}

static struct token wrong(size_t at, size_t size, char *problem)
{
	return (struct token){.kind = TOKEN_WRONG, .at = at, .size = size, .text = problem};
}

/* 500, 1.5s or -0.5, but not inf or 0x10, which strtod() takes.  */
static struct token number_token(const char *text, size_t at)
{
	struct token token = {.kind = TOKEN_NUMBER, .at = at};
	const char *from = text + at, *end = from + (*from == '-'), *unit;
	size_t size = 0;

	while (is_digit(*end))
		end++;
	if (*end == '.' && is_digit(end[1]))
		for (end++; is_digit(*end);)
			end++;
	unit = end;
	while (is_letter(unit[size]) || is_digit(unit[size]) || unit[size] == '.')
		size++;
	token.size = (size_t)(unit - from) + size;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (strlen(units[i].name) == size && strncmp(units[i].name, unit, size) == 0) {
			FREED char *digits = bytes_copy(from, (size_t)(end - from));

			token.number = strtod(digits, NULL) * units[i].factor;
			token.type = units[i].type;
			return token;
		}
	return wrong(at, token.size,
		     bytes_text("\"%.*s\" is not a unit: expected ns us ms s m h, or B KB MB GB",
				size > 20 ? 20 : (int)size, unit));
}

/* Reads up to the next `end` without a backslash before it. In a text \n, \t and \r mean what they do in C,
 * and a backslash before any other character means that character. In a pattern only \/ is replaced.  */
static struct token quoted_token(const char *text, size_t at, char end)
{
	struct token token = {.kind = end == '/' ? TOKEN_PATTERN : TOKEN_TEXT, .at = at};
	struct bytes content = {0};
	size_t i = at + 1;

	bytes_add(&content, "", 0);
	for (; text[i] && text[i] != end; i++) {
		static const char letters[] = "ntr", meant[] = "\n\t\r";
		const char *letter;

		if (text[i] != '\\' || !text[i + 1]) {
			bytes_add(&content, text + i, 1);
			continue;
		}
		letter = strchr(letters, text[++i]);
		if (end == '/' && text[i] != '/')
			bytes_add(&content, "\\", 1);
		bytes_add(&content, end != '/' && letter ? &meant[letter - letters] : text + i, 1);
	}
	if (!text[i]) {
		bytes_free(&content);
		return wrong(at, i - at,
			     bytes_text(end == '/' ? "the pattern does not end: expected /"
						   : "the text does not end: expected \""));
	}
	i++;
	token.any_case = end == '/' && text[i] == 'i' && !is_letter(text[i + 1]) && !is_digit(text[i + 1]);
	token.size = i - at + token.any_case;
	token.text = content.at ? content.at : bytes_text("%s", "");
	token.text_size = content.size;
	return token;
}

static struct token operator_token(const char *text, size_t at)
{
	for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++)
		if (strncmp(operators[i].name, text + at, strlen(operators[i].name)) == 0)
			return (struct token){.kind = TOKEN_OPERATOR,
					      .at = at,
					      .size = strlen(operators[i].name),
					      .relation = operators[i].relation};
	if (strchr("=&|", text[at]))
		return wrong(at, 1, bytes_text("expected %c%c", text[at], text[at]));
	return wrong(at, first_size(text + at, strlen(text + at)),
		     bytes_text("this character has no meaning here"));
}

struct token condition_token(const char *text, size_t at, bool behind)
{
	size_t size = 0;

	while (text[at] == ' ' || text[at] == '\t')
		at++;
	if (!text[at])
		return (struct token){.kind = TOKEN_END, .at = at};
	if (is_digit(text[at]) || (!behind && text[at] == '-' && is_digit(text[at + 1])))
		return number_token(text, at);
	if (text[at] == '"' || (!behind && text[at] == '/'))
		return quoted_token(text, at, text[at]);
	while (is_letter(text[at + size]) || (size && is_digit(text[at + size])))
		size++;
	if (size)
		return (struct token){.kind = TOKEN_NAME, .at = at, .size = size};
	return operator_token(text, at);
}

const char *condition_operator(enum relation relation)
{
	size_t i = 0;

	while (operators[i].relation != relation)
		i++;
	return operators[i].name;
}

char *condition_pointed(const char *line, size_t at, const char *what)
{
	enum { BEFORE = 40, AROUND = 74 /* columns of a narrow screen, with room for the dots */ };
	size_t size = strlen(line), from = 0, to = size, caret;
	struct bytes text = {0};

	if (at > size)
		at = size;
	while (width(line + from, at - from) > BEFORE && width(line, size) > AROUND)
		from += first_size(line + from, size - from);
	while (width(line + from, to - from) > AROUND)
		for (to--; to > at && ((unsigned char)line[to] & 0xc0) == 0x80;)
			to--;
	bytes_addf(&text, "%s%.*s%s\n", from ? "..." : "", (int)(to - from), line + from,
		   to < size ? "..." : "");
	caret = width(line + from, at - from) + (from ? 3 : 0);
	if (caret + 2 + width(what, strlen(what)) <= AROUND + 3)
		bytes_addf(&text, "%*s^ %s", (int)caret, "", what);
	else if (width(what, strlen(what)) < caret)
		bytes_addf(&text, "%*s%s ^", (int)(caret - width(what, strlen(what)) - 1), "", what);
	else
		bytes_addf(&text, "%*s^\n%s", (int)caret, "", what);
	return text.at;
}
