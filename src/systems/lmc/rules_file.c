/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules_file.c - makes a table of a game in an INI file (lmc, Games: FILE).
 *
 * [game] has `name = NAME` and `symbols = a b c`, on one line or several. [payoff] has `a b = 1 -1` for each
 * pair: the scores of seat 1 for a and of seat 2 for b. A single number is seat 1's score; seat 2 gets the
 * opposite.  The sections may come in any order.  */
#include "rules_state.h"

#include "ringside/bytes.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct reading {
	const char *path;
	const struct ini_entry *entries;
	int count;
	struct symbols *game;
	int name_line, symbols_line; /* 0: not given yet */
	int *pay_lines;              /* the same for each pair */
};

static char *in_file(const struct reading *reading, char *why)
{
	return place_problem(reading->path, (struct place){0}, why);
}

/* ---- [game] ---- */

/* These take an entry.  They return NULL, or what is wrong, and where; at first *at is the entry's name.  */

static char *take_fact(struct reading *reading, const struct ini_entry *entry, struct place *at)
{
	const char *value = entry->value, *wrong = value;
	bool is_name = strcmp(entry->name, "name") == 0;
	int *line = is_name ? &reading->name_line : &reading->symbols_line;
	char *shown, *problem;

	if (!is_name && strcmp(entry->name, "symbols") != 0) {
		shown = symbols_shown(entry->name, strlen(entry->name));
		problem = bytes_text("%s in [game]: expected name or symbols", shown);
		free(shown);
		return problem;
	}
	if (is_name && *line)
		return bytes_text("name is already in line %d: expected it once", *line);
	*line = entry->at.line;
	problem = is_name ? symbols_set_title(reading->game, value, strlen(value))
			  : symbols_add_all(reading->game, value, strlen(value), &wrong);
	*at = place_behind(entry->value_at, value, wrong);
	return problem;
}

static char *wrong_section(const char *section)
{
	char *shown = symbols_shown(section, strlen(section));
	char *problem =
		bytes_text("%s%s: expected [game] or [payoff]",
			   *section ? "the section " : "this is in no section", *section ? shown : "");

	free(shown);
	return problem;
}

/* Reads all entries except the payoffs, which need the symbols.  */
static char *read_facts(struct reading *reading)
{
	for (int i = 0; i < reading->count; i++) {
		const struct ini_entry *entry = &reading->entries[i];
		struct place at = entry->at;
		char *why = NULL;

		if (strcmp(entry->section, "game") == 0)
			why = take_fact(reading, entry, &at);
		else if (strcmp(entry->section, "payoff") != 0)
			return place_problem(reading->path, *entry->section ? entry->section_at : at,
					     wrong_section(entry->section));
		if (why)
			return place_problem(reading->path, at, why);
	}
	if (!reading->name_line)
		return in_file(reading, bytes_text("no name: expected \"name = NAME\" in [game]"));
	if (!reading->symbols_line)
		return in_file(reading, bytes_text("no symbols: expected \"symbols = a b c\" in [game]"));
	return NULL;
}

/* ---- [payoff] ---- */

static char *unknown_symbol(const struct symbols *game, const char *name, size_t size)
{
	char *shown = symbols_shown(name, size), *problem, *known;
	struct bytes all = {0};

	for (int i = 0; i < game->count; i++)
		bytes_addf(&all, "%s%s", i ? " " : "", game->name[i]);
	known = symbols_shown(all.at, all.size);
	problem = bytes_text("%s is no symbol of the game: expected two of %s", shown, known);
	free(shown);
	free(known);
	bytes_free(&all);
	return problem;
}

/* The two symbols of `a b`.  */
static char *read_pair(const struct symbols *game, const struct ini_entry *entry, int pair[2],
		       struct place *wrong)
{
	const char *text = entry->name, *at = text, *end = text + strlen(text), *word;
	char *shown, *problem;

	for (int i = 0; i < 2; i++) {
		size_t size = symbols_next_word(&at, end, &word);

		if (!size)
			break;
		pair[i] = symbols_find(game, word, size);
		if (pair[i] == SYMBOL_NONE) {
			*wrong = place_behind(entry->at, text, word);
			return unknown_symbol(game, word, size);
		}
		if (i == 1 && !symbols_next_word(&at, end, &word))
			return NULL;
	}
	shown = symbols_shown(text, strlen(text));
	problem = bytes_text("%s: expected two symbols with a blank between, seat 1's and seat 2's", shown);
	free(shown);
	return problem;
}

/* The two payoffs of `1 -1`, or of `1`.  */
static char *read_pay(const struct ini_entry *entry, int32_t pay[2], struct place *wrong)
{
	const char *text = entry->value, *at = text, *end = text + strlen(text), *word;
	char *shown, *problem;
	int count = 0;

	for (size_t size; (size = symbols_next_word(&at, end, &word)); count++)
		if (count == 2 || !symbols_read_score(word, size, &pay[count])) {
			*wrong = place_behind(entry->value_at, text, word);
			count = 0;
			break;
		}
	if (count == 1)
		pay[1] = -pay[0];
	if (count)
		return NULL;
	shown = symbols_shown(text, strlen(text));
	problem = bytes_text(
		"the payoff %s: expected one number from -1 to 1, or two such as \"1 -1\", with at "
		"most %d decimals",
		shown, SYMBOLS_DECIMALS);
	free(shown);
	return problem;
}

static char *take_payoff(struct reading *reading, const struct ini_entry *entry, struct place *at)
{
	struct symbols *game = reading->game;
	int pair[2] = {0}, *line;
	char *problem = read_pair(game, entry, pair, at);

	if (problem)
		return problem;
	line = &reading->pay_lines[pair[0] * game->count + pair[1]];
	if (*line)
		return bytes_text("the payoff of %s %s is already in line %d: expected each pair once",
				  game->name[pair[0]], game->name[pair[1]], *line);
	*line = entry->at.line;
	*at = entry->value_at;
	return read_pay(entry, symbols_pay(game, pair[0], pair[1]), at);
}

static char *read_payoffs(struct reading *reading)
{
	struct symbols *game = reading->game;
	size_t pairs = (size_t)game->count * (size_t)game->count;
	char *why;

	game->pays = bytes_new(pairs * 2 * sizeof(*game->pays));
	reading->pay_lines = bytes_new(pairs * sizeof(*reading->pay_lines));
	for (int i = 0; i < reading->count; i++) {
		const struct ini_entry *entry = &reading->entries[i];
		struct place at = entry->at;

		if (strcmp(entry->section, "payoff") == 0 && (why = take_payoff(reading, entry, &at)))
			return place_problem(reading->path, at, why);
	}
	for (int row = 0; row < game->count; row++)
		for (int column = 0; column < game->count; column++)
			if (!reading->pay_lines[row * game->count + column])
				return in_file(
					reading,
					bytes_text(
						"no payoff for %s %s: expected \"%s %s = 1 -1\" or another "
						"two scores in [payoff]",
						game->name[row], game->name[column], game->name[row],
						game->name[column]));
	return NULL;
}

char *symbols_table(const char *path, const struct ini_entry *entries, int count, char **problem)
{
	struct reading reading = {.path = path, .entries = entries, .count = count};
	char *table = NULL;

	assert(path && count >= 0 && problem);
	reading.game = bytes_new(sizeof(*reading.game));
	*problem = read_facts(&reading);
	if (!*problem)
		*problem = read_payoffs(&reading);
	if (!*problem)
		table = symbols_write_table(reading.game);
	free(reading.pay_lines);
	symbols_free(reading.game);
	return table;
}
