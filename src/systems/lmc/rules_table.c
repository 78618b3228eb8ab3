/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules_table.c - a game's name, symbols and payoffs as text: the value of the option "table", and the words
 * of a game's file.
 *
 * The last row of a table in the document says what a symbol may be (lmc, Faults).  */
#include "rules_state.h"

#include "ringside/bytes.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_MOST = 60 };

/* ---- words ---- */

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

size_t symbols_next_word(const char **at, const char *end, const char **word)
{
	assert(*at <= end);
	while (*at < end && is_blank(**at))
		++*at;
	*word = *at;
	while (*at < end && !is_blank(**at))
		++*at;
	return (size_t)(*at - *word);
}

char *symbols_shown(const char *text, size_t size)
{
	size_t cut = size;
	char *escaped, *shown;

	if (size > SHOWN_MOST)
		for (cut = SHOWN_MOST; cut > SHOWN_MOST - 4 && ((unsigned char)text[cut] & 0xc0) == 0x80;)
			cut--;
	escaped = bytes_escaped(text, cut);
	shown = bytes_text("\"%s%s\"", escaped, cut < size ? "…" : "");
	free(escaped);
	return shown;
}

/* Can every terminal show it?  That is UTF-8 without control characters.  */
static bool is_plain(const char *text, size_t size)
{
	for (size_t at = 0, length; at < size; at += length) {
		unsigned char c = (unsigned char)text[at];

		length = bytes_utf8_length(text + at, size - at);
		if (!length || c < 0x20 || c == 0x7f || (c == 0xc2 && (unsigned char)text[at + 1] < 0xa0))
			return false;
	}
	return true;
}

/* ---- title and symbols ---- */

char *symbols_set_title(struct symbols *game, const char *text, size_t size)
{
	char *shown, *problem;

	assert(text || size == 0);
	if (size && size <= SYMBOLS_TITLE_MOST && is_plain(text, size)) {
		memcpy(game->title, text, size);
		game->title[size] = '\0';
		return NULL;
	}
	shown = symbols_shown(text, size);
	problem = bytes_text("the name %s: expected 1 to %d bytes of UTF-8 without control characters", shown,
			     SYMBOLS_TITLE_MOST);
	free(shown);
	return problem;
}

static const char *wrong_with_symbol(const struct symbols *game, const char *name, size_t size)
{
	if (size && (*name == '@' || *name == '#'))
		return "begins with @ or #, which mean channels and comments: expected another first "
		       "character";
	for (size_t i = 0; i < size; i++)
		if (is_blank(name[i]))
			return "holds a blank: expected none";
	if (!size || !is_plain(name, size))
		return "holds control characters or is not UTF-8: expected plain text";
	if (symbols_find(game, name, size) != SYMBOL_NONE)
		return "is there twice: expected each symbol once";
	return NULL;
}

char *symbols_add(struct symbols *game, const char *name, size_t size)
{
	const char *wrong = wrong_with_symbol(game, name, size);
	char *problem = NULL, *shown = symbols_shown(name, size);

	assert(game->count >= 0 && game->count <= SYMBOLS_MOST);
	if (wrong) {
		problem = bytes_text("the symbol %s %s", shown, wrong);
	} else if (size > SYMBOL_SIZE_MOST) {
		problem = bytes_text("the symbol %s has %zu bytes: expected at most %d", shown, size,
				     SYMBOL_SIZE_MOST);
	} else if (game->count == SYMBOLS_MOST) {
		problem = bytes_text("the symbol %s is one too many: expected at most %d symbols", shown,
				     SYMBOLS_MOST);
	} else {
		memcpy(game->name[game->count], name, size);
		game->name[game->count++][size] = '\0';
	}
	free(shown);
	return problem;
}

char *symbols_add_all(struct symbols *game, const char *text, size_t size, const char **wrong)
{
	const char *end = text + size, *word;
	char *problem = NULL;

	for (size_t length; !problem && (length = symbols_next_word(&text, end, &word));) {
		*wrong = word;
		problem = symbols_add(game, word, length);
	}
	if (problem || game->count >= SYMBOLS_LEAST)
		return problem;
	return bytes_text("%s: expected %d to %d, with blanks between them",
			  game->count ? "one symbol alone" : "no symbols", SYMBOLS_LEAST, SYMBOLS_MOST);
}

/* ---- scores ---- */

bool symbols_read_score(const char *text, size_t size, int32_t *score)
{
	const char *end = text + size;
	bool negative = size && *text == '-', digits = false;
	int32_t value = 0, place = SYMBOLS_POINT;

	if (size && (*text == '-' || *text == '+'))
		text++;
	for (; text < end && *text >= '0' && *text <= '9' && value <= SYMBOLS_POINT; text++, digits = true)
		value = 10 * value + (*text - '0') * SYMBOLS_POINT;
	if (text < end && *text == '.')
		for (text++; text < end && *text >= '0' && *text <= '9' && place > 1; text++, digits = true)
			value += (*text - '0') * (place /= 10);
	*score = negative ? -value : value;
	return digits && text == end && value <= SYMBOLS_POINT;
}

static void add_score(struct bytes *text, int32_t score)
{
	int32_t size = score < 0 ? -score : score, fraction = size % SYMBOLS_POINT;
	int decimals = SYMBOLS_DECIMALS;

	assert(score >= -SYMBOLS_POINT && score <= SYMBOLS_POINT);
	bytes_addf(text, "%s%d", score < 0 ? "-" : "", (int)(size / SYMBOLS_POINT));
	if (!fraction)
		return;
	for (; fraction % 10 == 0; fraction /= 10)
		decimals--;
	bytes_addf(text, ".%0*d", decimals, (int)fraction);
}

/* ---- tables ---- */

char *symbols_write_table(const struct symbols *game)
{
	struct bytes text = {0};

	assert(game->pays && game->count >= SYMBOLS_LEAST);
	bytes_addf(&text, "%s\n", game->title);
	for (int i = 0; i < game->count; i++)
		bytes_addf(&text, "%s%c", game->name[i], i + 1 < game->count ? ' ' : '\n');
	for (int row = 0; row < game->count; row++)
		for (int column = 0; column < game->count; column++) {
			const int32_t *pay = symbols_pay(game, row, column);

			add_score(&text, pay[0]);
			bytes_add_text(&text, " ");
			add_score(&text, pay[1]);
			bytes_add_text(&text, column + 1 < game->count ? " " : "\n");
		}
	return text.at;
}

/* Finds the line at *at and sets *end to its end, without the line end.  */
static const char *next_line(const char **at, const char **end)
{
	const char *line = *at;

	*end = line + strcspn(line, "\n");
	*at = **end ? *end + 1 : *end;
	return line;
}

/* Reads the payoffs of one symbol of the row's seat.  */
static char *read_row(struct symbols *game, int row, const char *at, const char *end)
{
	const char *word;
	size_t size;

	assert(row >= 0 && row < game->count);
	for (int i = 0; i < 2 * game->count; i++) {
		size = symbols_next_word(&at, end, &word);
		if (!symbols_read_score(word, size, &symbols_pay(game, row, i / 2)[i % 2])) {
			char *shown = symbols_shown(word, size);
			char *problem =
				bytes_text("the payoff of %s and %s is %s: expected a number from -1 "
					   "to 1 with at most %d decimals",
					   game->name[row], game->name[i / 2], shown, SYMBOLS_DECIMALS);

			free(shown);
			return problem;
		}
	}
	if (!symbols_next_word(&at, end, &word))
		return NULL;
	return bytes_text("there are too many payoffs of %s: expected %d numbers", game->name[row],
			  2 * game->count);
}

char *symbols_read_table(struct symbols *game, const char *text)
{
	const char *end, *wrong, *line = next_line(&text, &end);
	char *problem = symbols_set_title(game, line, (size_t)(end - line));

	assert(!game->pays && game->count == 0);
	line = next_line(&text, &end);
	if (!problem)
		problem = symbols_add_all(game, line, (size_t)(end - line), &wrong);
	if (problem)
		return problem;
	game->pays = bytes_new(2 * sizeof(*game->pays) * (size_t)(game->count * game->count));
	for (int row = 0; row < game->count && !problem; row++) {
		line = next_line(&text, &end);
		problem = read_row(game, row, line, end);
	}
	if (!problem && *text)
		problem = bytes_text("lines after the payoffs: expected nothing more");
	return problem;
}
