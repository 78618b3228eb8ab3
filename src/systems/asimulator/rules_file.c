/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules_file.c - reads a class of worlds from the text of a world file (asimulator, World file).
 *
 * The first word of a line says what the line is. rules_check.c checks at the end whether the lines agree. */
#include "rules_state.h"

#include "ringside/bytes.h"
#include "ringside/place.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MOST = 4, SHOWN_MOST = 40 };

struct word {
	const char *at;
	size_t size;
};

struct reading {
	struct world_class *class;
	const char *at, *end; /* the rest of the text */
	int line;             /* number of the last line, from 1 */
	struct word whole;    /* that line without its end */
	const char *wrong;    /* where a problem is in it */
	struct word word[WORDS_MOST + 1];
	int words; /* of that line; WORDS_MOST + 1: more than any line may have */
	bool begun;
	struct world_lines lines;
};

/* ---- lines and words ---- */

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* False: there are no more.  */
static bool next_line(struct reading *reading)
{
	const char *end;

	if (reading->at == reading->end)
		return false;
	end = memchr(reading->at, '\n', (size_t)(reading->end - reading->at));
	if (!end)
		end = reading->end;
	reading->whole = (struct word){reading->at, (size_t)(end - reading->at)};
	if (reading->whole.size && end[-1] == '\r')
		reading->whole.size--;
	reading->at = end == reading->end ? end : end + 1;
	reading->line++;
	reading->wrong = reading->whole.at;
	return true;
}

/* Blanks separate words. A # at the beginning of a word begins a comment.  */
static void split_line(struct reading *reading)
{
	const char *at = reading->whole.at, *end = at + reading->whole.size;

	reading->words = 0;
	while (reading->words <= WORDS_MOST) {
		const char *from;

		while (at < end && is_blank(*at))
			at++;
		if (at == end || *at == '#')
			return;
		for (from = at; at < end && !is_blank(*at);)
			at++;
		reading->word[reading->words++] = (struct word){from, (size_t)(at - from)};
	}
}

static bool is_word(struct word word, const char *text)
{
	return word.size == strlen(text) && memcmp(word.at, text, word.size) == 0;
}

/* The same, ignoring case.  */
static bool is_nearly(struct word word, const char *text)
{
	if (word.size != strlen(text))
		return false;
	for (size_t i = 0; i < word.size; i++)
		if (tolower((unsigned char)word.at[i]) != tolower((unsigned char)text[i]))
			return false;
	return true;
}

/* For a problem: escaped and shortened.  The caller frees.  */
static char *shown(struct word word)
{
	bool cut = word.size > SHOWN_MOST;
	char *escaped = bytes_escaped(word.at, cut ? SHOWN_MOST : word.size), *text;

	text = bytes_text("\"%s%s\"", escaped, cut ? "…" : "");
	free(escaped);
	return text;
}

/* `before`, the word, `after`.  */
static char *problem_of(const char *before, struct word word, const char *after)
{
	char *text = shown(word), *problem = bytes_text("%s%s%s", before, text, after);

	free(text);
	return problem;
}

/* A whole number from least to most, with an optional sign.  */
static bool read_number(struct word word, int64_t least, int64_t most, int64_t *number)
{
	bool negative = word.size && word.at[0] == '-';
	size_t i = word.size && (negative || word.at[0] == '+');

	*number = 0;
	if (i == word.size)
		return false;
	for (; i < word.size; i++) {
		if (!isdigit((unsigned char)word.at[i]) || *number > INT32_MAX)
			return false;
		*number = 10 * *number + (word.at[i] - '0');
	}
	if (negative)
		*number = -*number;
	return *number >= least && *number <= most;
}

/* A decimal number from 0 to 1, in millionths.  */
static bool read_chance(struct word word, int32_t *chance)
{
	int64_t number = 0;
	int digits = 0, decimals = -1; /* -1: there was no point yet */

	for (size_t i = 0; i < word.size; i++) {
		if (word.at[i] == '.' && decimals < 0) {
			decimals = 0;
			continue;
		}
		if (!isdigit((unsigned char)word.at[i]) || number > WORLD_CERTAIN ||
		    decimals == WORLD_DECIMALS)
			return false;
		number = 10 * number + (word.at[i] - '0');
		digits++;
		decimals += decimals >= 0;
	}
	for (int i = decimals < 0 ? 0 : decimals; i < WORLD_DECIMALS; i++)
		number *= 10;
	*chance = (int32_t)(number <= WORLD_CERTAIN ? number : 0);
	return digits && number <= WORLD_CERTAIN;
}

/* ---- lines of one fact ---- */

/* Where word i of the line is, or should be.  */
static const char *value_at(const struct reading *reading, int i)
{
	const struct word *last = &reading->word[reading->words - 1];

	return i < reading->words ? reading->word[i].at : last->at + last->size;
}

/* Does the line have `words` words after the first, and is it the first of its kind?  Notes the line.  */
static char *expect_once(struct reading *reading, int *line, int words, const char *form)
{
	if (reading->words != 1 + words) {
		reading->wrong = value_at(reading, 1 + words);
		return problem_of("", reading->whole, form);
	}
	if (*line)
		return bytes_text("%.*s is already in line %d: expected it once", (int)reading->word[0].size,
				  reading->word[0].at, *line);
	*line = reading->line;
	return NULL;
}

static char *read_flag(struct reading *reading, int flag)
{
	bool is_true = reading->words == 2 && is_word(reading->word[1], "True");

	if (!is_true && !(reading->words == 2 && is_word(reading->word[1], "False"))) {
		reading->wrong = value_at(reading, 1);
		return problem_of("", reading->whole,
				  ": expected True or False after the rule, and nothing else");
	}
	reading->class->rules.flag[flag] = is_true;
	return expect_once(reading, &reading->lines.flag[flag], 1, "");
}

static char *read_value(struct reading *reading, int value)
{
	const struct world_value_row *row = &world_value_rows[value];
	int number = value - WORLD_NUMBER_OF_HOMES;
	int64_t read = 0;

	if (reading->words != 2 || !read_number(reading->word[1], row->least, row->most, &read)) {
		char *form = bytes_text(": expected one whole number from %d to %d after the rule",
					(int)row->least, (int)row->most);
		char *problem = problem_of("", reading->whole, form);

		reading->wrong = value_at(reading, 1);
		free(form);
		return problem;
	}
	if (number >= 0 && number < WORLD_NUMBERS)
		reading->class->number[number] = (int)read;
	else
		reading->class->rules.value[value] = (int32_t)read;
	return expect_once(reading, &reading->lines.value[value], 1, "");
}

static char *read_chance_line(struct reading *reading, int chance)
{
	if (reading->words != 2 || !read_chance(reading->word[1], &reading->class->chance[chance])) {
		reading->wrong = value_at(reading, 1);
		return problem_of("", reading->whole,
				  ": expected a number from 0 to 1 with at most 6 decimals after it");
	}
	return expect_once(reading, &reading->lines.chance[chance], 1, "");
}

static char *read_agent(struct reading *reading)
{
	static const char *const form =
		": expected \"Agent X Y DIRECTION\", its column and row from 0 at the top left, and 0 for "
		"east, 1 north, 2 west, 3 south";
	struct world_class *class = reading->class;
	char *problem = expect_once(reading, &reading->lines.agent, 3, form);
	int64_t number[3];

	if (problem)
		return problem;
	for (int i = 0; i < 3; i++)
		if (!read_number(reading->word[1 + i], 0, i < 2 ? WORLD_SIDE_MOST - 1 : WORLD_SOUTH,
				 &number[i])) {
			reading->wrong = reading->word[1 + i].at;
			return problem_of("", reading->whole, form);
		}
	class->placed = true;
	class->column = (int)number[0];
	class->row = (int)number[1];
	world_set_direction(&class->rules, (enum world_direction)number[2]);
	return NULL;
}

/* ---- grids ---- */

/* Reads the next row of a grid, `width` characters; only a comment may follow it.  */
static char *next_row(struct reading *reading, const char *grid, int row)
{
	struct world_class *class = reading->class;
	const char *at, *end;
	int tiles;

	if (!next_line(reading)) {
		reading->wrong = reading->end;
		return bytes_text("the text ends after row %d of %s: expected %d rows", row, grid,
				  class->height);
	}
	at = reading->whole.at;
	end = at + reading->whole.size;
	while (at < end && !is_blank(*at))
		at++;
	tiles = (int)(at - reading->whole.at);
	reading->wrong = tiles < class->width ? at : reading->whole.at + class->width;
	if (tiles != class->width)
		return bytes_text("row %d of %s has %d character%s: expected %d", row + 1, grid, tiles,
				  tiles == 1 ? "" : "s", class->width);
	while (at < end && is_blank(*at))
		at++;
	reading->wrong = at;
	if (at < end && *at != '#')
		return problem_of("after the row comes ", (struct word){at, (size_t)(end - at)},
				  ": expected nothing, or a comment that begins with #");
	return NULL;
}

/* The problem of a character in the last row.  */
static char *wrong_character(struct reading *reading, int column, const char *expected)
{
	reading->wrong = reading->whole.at + column;
	return problem_of("", (struct word){reading->wrong, 1}, expected);
}

static char *read_map(struct reading *reading)
{
	static const char *const form =
		": expected \"Map WIDTH HEIGHT\", each from 1 to 128, and the rows below it";
	struct world_class *class = reading->class;
	char *problem = expect_once(reading, &reading->lines.map, 2, form);
	int64_t side[2];

	if (problem)
		return problem;
	for (int i = 0; i < 2; i++)
		if (!read_number(reading->word[1 + i], 1, WORLD_SIDE_MOST, &side[i])) {
			reading->wrong = reading->word[1 + i].at;
			return problem_of("", reading->whole, form);
		}
	class->width = (int)side[0];
	class->height = (int)side[1];
	for (int row = 0; row < class->height; row++) {
		problem = next_row(reading, "the map", row);
		for (int column = 0; column < class->width && !problem; column++) {
			int tile = world_letter_tile(reading->whole.at[column]);

			if (tile < 0)
				return wrong_character(
					reading, column,
					": expected # . h i b x, H I B X or E for one with an enemy, or ? "
					"for one that is drawn");
			class->tile[row * class->width + column] = (uint8_t)tile;
		}
		if (problem)
			return problem;
	}
	return NULL;
}

static char *read_known(struct reading *reading)
{
	struct world_class *class = reading->class;
	char *problem = expect_once(reading, &reading->lines.known, 0,
				    ": expected Known alone, and the rows below it");

	if (problem)
		return problem;
	if (!reading->lines.map)
		return bytes_text("Known before Map: expected it after the map, which gives its size");
	class->grid_known = true;
	for (int row = 0; row < class->height; row++) {
		problem = next_row(reading, "Known", row);
		for (int column = 0; column < class->width && !problem; column++) {
			char known = reading->whole.at[column];

			if (known != '0' && known != '1')
				return wrong_character(
					reading, column,
					": expected 1 for a tile that is told at the start, otherwise 0");
			class->known[row * class->width + column] = known == '1';
		}
		if (problem)
			return problem;
	}
	return NULL;
}

/* ---- the file ---- */

/* The problem of a first word that no world file has.  */
static char *unknown_word(const struct reading *reading)
{
	struct word word = reading->word[0];
	const char *meant = NULL;
	char *problem, *after;

	for (int i = 0; i < WORLD_FLAG_COUNT; i++)
		if (world_flag_has_line((enum world_flag)i) && is_nearly(word, world_flag_names[i]))
			meant = world_flag_names[i];
	for (int i = 0; i < WORLD_VALUE_COUNT; i++)
		if (world_value_has_line((enum world_value)i) && is_nearly(word, world_value_rows[i].name))
			meant = world_value_rows[i].name;
	for (int i = 0; i < WORLD_CHANCE_COUNT; i++)
		if (is_nearly(word, world_chance_names[i]))
			meant = world_chance_names[i];
	after = bytes_text(": expected %s", meant ? meant
						  : "a rule such as Move_Cost, a chance such as "
						    "Danger_Probability, Agent, Map or Known");
	problem = problem_of("", word, after);
	free(after);
	return problem;
}

static char *read_line(struct reading *reading)
{
	struct word word = reading->word[0];

	if (!reading->begun) {
		reading->begun =
			is_word(word, "AWorld") && reading->words == 2 && is_word(reading->word[1], "1");
		return reading->begun ? NULL
				      : problem_of("", reading->whole,
						   ": expected the first line to be \"AWorld 1\"");
	}
	if (is_word(word, "Agent"))
		return read_agent(reading);
	if (is_word(word, "Map"))
		return read_map(reading);
	if (is_word(word, "Known"))
		return read_known(reading);
	for (int i = 0; i < WORLD_FLAG_COUNT; i++)
		if (world_flag_has_line((enum world_flag)i) && is_word(word, world_flag_names[i]))
			return read_flag(reading, i);
	for (int i = 0; i < WORLD_VALUE_COUNT; i++)
		if (is_word(word, world_value_rows[i].name)) {
			if (world_value_has_line((enum world_value)i))
				return read_value(reading, i);
			return bytes_text("%s: expected no such line, since the bounds follow from the map "
					  "and the agent; %s_Is_Known says whether they are told",
					  world_value_rows[i].name, world_value_rows[i].name);
		}
	for (int i = 0; i < WORLD_CHANCE_COUNT; i++)
		if (is_word(word, world_chance_names[i]))
			return read_chance_line(reading, i);
	if (is_word(word, "Initial_Direction"))
		return bytes_text("Initial_Direction: expected it as the last number of Agent");
	return unknown_word(reading);
}

/* Where the first word of that line is.  */
static const char *start_of(const char *text, const char *end, int line)
{
	for (; line > 1 && text < end; line--)
		text = (const char *)memchr(text, '\n', (size_t)(end - text)) + 1;
	while (text < end && is_blank(*text))
		text++;
	return text;
}

char *world_class_read(struct world_class *class, const char *name, const char *text, size_t size)
{
	struct reading reading = {.class = class, .at = text, .end = text + size};
	struct place place = {0};
	char *why = NULL;
	int line = 0;

	*class = (struct world_class){.number = {-1, -1, -1, -1}};
	while (!why && size && next_line(&reading)) {
		split_line(&reading);
		if (reading.words) {
			reading.wrong = reading.word[0].at;
			why = read_line(&reading);
		}
	}
	if (!why && !reading.begun) {
		why = bytes_text("nothing but comments: expected a world, which begins with \"AWorld 1\"");
	} else if (why) {
		place = place_of(text, reading.wrong);
	} else if ((why = world_class_check(class, &reading.lines, &line)) && line) {
		place = place_of(text, start_of(text, text + size, line));
	}
	return why ? place_problem(name, place, why) : NULL;
}
