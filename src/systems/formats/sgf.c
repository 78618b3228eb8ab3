/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* sgf.c - reads and writes the text of SGF.  */
#include "sgf.h"

#include "ringside/words.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct reader {
	struct sgf *sgf;
	const char *text;
	size_t size, at;
	int node;
	const char *wrong; /* where a problem is */
};

static bool ended(const struct reader *reader)
{
	return reader->at >= reader->size;
}

static char next(const struct reader *reader)
{
	return reader->text[reader->at];
}

/* The size of a line end here; 0: none.  CR LF, LF CR, LF and CR are line ends (FF[4], Text).  */
static size_t line_end(const struct reader *reader)
{
	char c, other;

	if (ended(reader) || (next(reader) != '\n' && next(reader) != '\r'))
		return 0;
	c = next(reader);
	other = c == '\n' ? '\r' : '\n';
	return reader->at + 1 < reader->size && reader->text[reader->at + 1] == other ? 2 : 1;
}

static bool skip_line_end(struct reader *reader)
{
	size_t size = line_end(reader);

	reader->at += size;
	return size > 0;
}

static void skip_space(struct reader *reader)
{
	while (!ended(reader))
		if (!skip_line_end(reader)) {
			if (!isspace((unsigned char)next(reader)))
				return;
			reader->at++;
		}
}

/* Reads the text of a value and takes its closing bracket. A backslash removes a line end after it, and
   keeps any other byte as it is (FF[4], Escaping).  False: there is no closing bracket.  */
static bool read_text(struct reader *reader, struct bytes *text)
{
	bytes_add_text(text, "");
	while (!ended(reader)) {
		char c = next(reader);

		if (skip_line_end(reader)) {
			bytes_add_text(text, "\n");
			continue;
		}
		reader->at++;
		if (c == ']')
			return true;
		if (c == '\\') {
			if (skip_line_end(reader) || ended(reader))
				continue;
			c = next(reader);
			reader->at++;
		}
		if (isspace((unsigned char)c) || !c)
			c = ' ';
		bytes_add(text, &c, 1);
	}
	return false;
}

/* Takes over the text.  */
static void keep(struct reader *reader, const char *name, const char *at, char *text)
{
	struct sgf *sgf = reader->sgf;
	struct sgf_value *value;

	sgf->values = bytes_grown(sgf->values, sgf->count, sizeof(*sgf->values));
	value = &sgf->values[sgf->count++];
	*value = (struct sgf_value){.node = reader->node, .text = text, .at = at};
	strcpy(value->name, name);
}

/* In older files, small letters in a name do not count: "Black" is B (FF[3]).  */
static void read_name(struct reader *reader, char name[4])
{
	size_t size = 0;

	memset(name, 0, 4);
	for (; !ended(reader) && isalpha((unsigned char)next(reader)); reader->at++)
		if (isupper((unsigned char)next(reader)) && size < 3)
			name[size++] = next(reader);
}

static char *read_property(struct reader *reader)
{
	char name[4];

	read_name(reader, name);
	reader->wrong = reader->text + reader->at;
	skip_space(reader);
	if (ended(reader) || next(reader) != '[')
		return bytes_text("expected a value in brackets after %s, as %s[...]", name, name);
	for (; !ended(reader) && next(reader) == '['; skip_space(reader)) {
		struct bytes text = {0};

		reader->wrong = reader->text + reader->at++;
		if (reader->sgf->count == SGF_VALUES_MOST)
			return bytes_text("one value too many: expected at most %d in a game",
					  SGF_VALUES_MOST);
		if (!read_text(reader, &text)) {
			bytes_free(&text);
			return bytes_text("the value of %s that begins here has no end: expected ]", name);
		}
		keep(reader, name, reader->wrong + 1, text.at);
	}
	return NULL;
}

static char *unexpected(const struct reader *reader)
{
	FREED char *shown = bytes_escaped(reader->text + reader->at, 1);

	return bytes_text("expected a node (;), a property such as B[hh], or the end of the variation, "
			  "not \"%s\"",
			  shown);
}

/* The first variation continues the main line; its end ends the main line.  */
static char *read_tree(struct reader *reader)
{
	char *problem = NULL;
	int depth = 0;

	for (skip_space(reader); !ended(reader) && !problem; skip_space(reader)) {
		char c = next(reader);

		if (c == ')')
			return NULL;
		reader->wrong = reader->text + reader->at;
		if (c == '(' && ++depth > SGF_DEPTH_MOST)
			return bytes_text("variations are nested deeper than %d: expected a game",
					  SGF_DEPTH_MOST);
		if (isalpha((unsigned char)c)) {
			problem = read_property(reader);
		} else if (c == ';' || c == '(') {
			reader->node += c == ';';
			reader->at++;
		} else {
			problem = unexpected(reader);
		}
	}
	reader->sgf->unfinished = !problem;
	return problem;
}

/* Where the next game begins, at `at` or after it; `size`: there is none.  */
static size_t next_game(const char *text, size_t size, size_t at)
{
	for (; at < size; at++) {
		size_t behind = at + 1;

		if (text[at] != '(')
			continue;
		while (behind < size && isspace((unsigned char)text[behind]))
			behind++;
		if (behind < size && text[behind] == ';')
			return at;
	}
	return size;
}

/* Skips the game that begins at `at`.  Brackets inside values begin no variations.  */
static size_t behind_game(const char *text, size_t size, size_t at)
{
	int depth = 0;
	bool in_value = false;

	for (; at < size; at++)
		if (in_value && text[at] == '\\')
			at++;
		else if (text[at] == (in_value ? ']' : '['))
			in_value = !in_value;
		else if (!in_value && text[at] == '(')
			depth++;
		else if (!in_value && text[at] == ')' && --depth == 0)
			return at + 1;
	return size;
}

size_t sgf_begin(const char *text, size_t size, int game)
{
	size_t at = next_game(text, size, 0);

	for (int i = 1; i < game && at < size; i++)
		at = next_game(text, size, behind_game(text, size, at));
	return at;
}

int sgf_games(const char *text, size_t size)
{
	int count = 0;

	for (size_t at = next_game(text, size, 0); at < size; count++)
		at = next_game(text, size, behind_game(text, size, at));
	return count;
}

char *sgf_read(struct sgf *sgf, const char *text, size_t size, int game, const char **wrong)
{
	struct reader reader = {.sgf = sgf, .text = text, .size = size, .node = -1};
	size_t begin = sgf_begin(text, size, game);
	char *problem;

	*sgf = (struct sgf){0};
	*wrong = text;
	if (begin == size)
		return bytes_text(
			"expected a game such as (;GM[4]SZ[15];B[hh];W[ii]), but there is no \"(;\"");
	reader.at = begin;
	problem = read_tree(&reader);
	*wrong = reader.wrong;
	if (problem)
		sgf_free(sgf);
	return problem;
}

void sgf_free(struct sgf *sgf)
{
	for (int i = 0; i < sgf->count; i++)
		free(sgf->values[i].text);
	free(sgf->values);
	*sgf = (struct sgf){0};
}

const struct sgf_value *sgf_first(const struct sgf *sgf, const char *name)
{
	for (int i = 0; i < sgf->count; i++)
		if (strcmp(sgf->values[i].name, name) == 0)
			return &sgf->values[i];
	return NULL;
}

/* ---- writing ---- */

char *sgf_escaped(const char *text)
{
	struct bytes shown = {0}, escaped = {0};

	words_add_shown(&shown, text, strlen(text));
	bytes_add_text(&escaped, "");
	for (const char *c = shown.at; *c; c++) {
		if (*c == ']' || *c == '\\')
			bytes_add_text(&escaped, "\\");
		bytes_add(&escaped, c, 1);
	}
	bytes_free(&shown);
	return escaped.at;
}

void sgf_write(struct bytes *out, const char *name, const char *text)
{
	FREED char *escaped = sgf_escaped(text);

	bytes_addf(out, "%s[%s]", name, escaped);
}

char sgf_letter(int n)
{
	return (char)(n < 26 ? 'a' + n : 'A' + n - 26);
}

int sgf_letter_read(char c)
{
	return c >= 'a' && c <= 'z' ? c - 'a' : c >= 'A' && c <= 'Z' ? c - 'A' + 26 : -1;
}
