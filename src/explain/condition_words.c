/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* condition_words.c - cuts the text of a condition into words: names, numbers with units, texts, patterns,
 * operators.  */
#include "condition_state.h"

#include "ringside/bytes.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name;
	enum relation relation;
} operators[] = {{"==", EQUAL},  {"!=", UNEQUAL}, {"<=", LESS_EQUAL}, {">=", GREATER_EQUAL},
		 {"&&", AND},    {"||", OR},      {"<", LESS},        {">", GREATER},
		 {"~", MATCHES}, {"!", NOT},      {"(", OPEN},        {")", CLOSE}};

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

static struct word wrong(size_t at, size_t size, char *problem)
{
	return (struct word){.kind = WORD_WRONG, .at = at, .size = size, .text = problem};
}

/* 500, 1.5s or -0.5, but not inf or 0x10, which strtod() takes.  */
static struct word number_word(const char *text, size_t at)
{
	struct word word = {.kind = WORD_NUMBER, .at = at};
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
	word.size = (size_t)(unit - from) + size;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (strlen(units[i].name) == size && strncmp(units[i].name, unit, size) == 0) {
			char *digits = bytes_copy(from, (size_t)(end - from));

			word.number = strtod(digits, NULL) * units[i].factor;
			word.type = units[i].type;
			free(digits);
			return word;
		}
	return wrong(at, word.size,
		     bytes_text("\"%.*s\" is not a unit: expected ns us ms s m h, or B KB MB GB",
				size > 20 ? 20 : (int)size, unit));
}

/* Reads up to the next `end` without a backslash before it. In a text \n, \t and \r mean what they do in C,
 * and a backslash before any other character means that character. In a pattern only \/ is replaced.  */
static struct word quoted_word(const char *text, size_t at, char end)
{
	struct word word = {.kind = end == '/' ? WORD_PATTERN : WORD_TEXT, .at = at};
	struct bytes said = {0};
	size_t i = at + 1;

	bytes_add(&said, "", 0);
	for (; text[i] && text[i] != end; i++) {
		static const char letters[] = "ntr", meant[] = "\n\t\r";
		const char *letter;

		if (text[i] != '\\' || !text[i + 1]) {
			bytes_add(&said, text + i, 1);
			continue;
		}
		letter = strchr(letters, text[++i]);
		if (end == '/' && text[i] != '/')
			bytes_add(&said, "\\", 1);
		bytes_add(&said, end != '/' && letter ? &meant[letter - letters] : text + i, 1);
	}
	if (!text[i]) {
		bytes_free(&said);
		return wrong(at, i - at,
			     bytes_text(end == '/' ? "the pattern does not end: expected /"
						   : "the text does not end: expected \""));
	}
	i++;
	word.any_case = end == '/' && text[i] == 'i' && !is_letter(text[i + 1]) && !is_digit(text[i + 1]);
	word.size = i - at + word.any_case;
	word.text = said.at ? said.at : bytes_text("%s", "");
	word.text_size = said.size;
	return word;
}

static struct word operator_word(const char *text, size_t at)
{
	size_t size;

	for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++)
		if (strncmp(operators[i].name, text + at, strlen(operators[i].name)) == 0)
			return (struct word){.kind = WORD_OPERATOR,
					     .at = at,
					     .size = strlen(operators[i].name),
					     .relation = operators[i].relation};
	switch (text[at]) {
	case '=': return wrong(at, 1, bytes_text("expected =="));
	case '&': return wrong(at, 1, bytes_text("expected &&"));
	case '|': return wrong(at, 1, bytes_text("expected ||"));
	default: break;
	}
	size = bytes_utf8_length(text + at, strlen(text + at));
	return wrong(at, size ? size : 1, bytes_text("this character has no meaning here"));
}

struct word condition_word(const char *text, size_t at)
{
	size_t size = 0;

	while (text[at] == ' ' || text[at] == '\t')
		at++;
	if (!text[at])
		return (struct word){.kind = WORD_END, .at = at};
	if (is_digit(text[at]) || (text[at] == '-' && is_digit(text[at + 1])))
		return number_word(text, at);
	if (text[at] == '"' || text[at] == '/')
		return quoted_word(text, at, text[at]);
	while (is_letter(text[at + size]) || (size && is_digit(text[at + size])))
		size++;
	if (size)
		return (struct word){.kind = WORD_NAME, .at = at, .size = size};
	return operator_word(text, at);
}
