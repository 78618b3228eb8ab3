/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* read_setup.c - reads the limits and options with which a match began, and who sat on its seats.  */
#include "file.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool limit(struct match_file *file, sqlite3_stmt *row, int column, int64_t *value)
{
	bool good = file_number(file, row, column, 0, INT64_MAX, 0, value);

	if (*value > FILE_LARGEST)
		*value = FILE_LARGEST; /* a limit of 73 years: some of them are added to a time */
	return good;
}

bool file_started(struct match_file *file, sqlite3_stmt *row, int column, int64_t *us)
{
	const int64_t year = INT64_C(366) * 24 * 3600 * 1000000;

	return file_number(file, row, column, -1970 * year, 8000 * year, 0, us);
}

static bool read_limits(struct match_file *file, struct setup *setup, int64_t *started_us)
{
	sqlite3_stmt *row = file_statement(file, STATEMENT_MATCH);
	int64_t strict, max_line, max_chatter;
	const char *seed;
	bool good;

	if (!file_next(file, row))
		return file_damaged(file, "match", 1, "expected a row with the system and the limits");
	file_at(file, "match", 1);
	setup->system = file_word_at(file, row, 0);
	seed = file_chars(file, row, 3);
	setup->seed = seed ? strtoull(seed, NULL, 10) : 0;
	good = file_small(file, row, 1, INT_MIN, INT_MAX, 1, &setup->game) &&
	       file_small(file, row, 2, SEAT_1, SEAT_2, SEAT_1, &setup->first) &&
	       file_number(file, row, 4, 0, 1, 0, &strict) && limit(file, row, 5, &setup->turn_limit) &&
	       limit(file, row, 6, &setup->match_limit) && limit(file, row, 7, &setup->start_limit) &&
	       limit(file, row, 8, &setup->hang_limit) && limit(file, row, 9, &setup->tolerance) &&
	       limit(file, row, 10, &setup->pace) && limit(file, row, 11, &setup->memory) &&
	       limit(file, row, 12, &max_line) && limit(file, row, 13, &max_chatter) &&
	       file_started(file, row, 14, started_us);
	sqlite3_reset(row);
	if (!good)
		return false;
	setup->strict = strict != 0;
	setup->max_line = (size_t)max_line;
	setup->max_chatter = (size_t)max_chatter;
	return true;
}

static enum seat_kind read_kind(struct match_file *file, sqlite3_stmt *row, int column)
{
	const char *name = file_word_at(file, row, column);

	if (strcmp(name, "agent") != 0 && strcmp(name, "human") != 0 && strcmp(name, "free") != 0)
		file_wrong(file, row, column, "agent, human or free");
	return strcmp(name, "agent") == 0 ? SEAT_AGENT : strcmp(name, "human") == 0 ? SEAT_HUMAN : SEAT_FREE;
}

static bool read_seats(struct match_file *file, int branch, struct setup *setup)
{
	sqlite3_stmt *row = file_statement(file, STATEMENT_SEATS);
	int seat;

	sqlite3_bind_int(row, 3, branch);
	while (file_next(file, row)) {
		struct seat_setup *sitting;

		file_at(file, "seat", sqlite3_column_int64(row, 0));
		if (!file_small(file, row, 0, SEAT_NONE, SEAT_2, SEAT_NONE, &seat))
			continue;
		sitting = &setup->seat[seat];
		sitting->kind = read_kind(file, row, 1);
		free(sitting->command);
		free(sitting->name);
		sitting->command = file_text(file, row, 2);
		sitting->name = file_line(file, row, 3);
		if (!sitting->name && seat != SEAT_NONE)
			sitting->name = bytes_text("%s", "");
	}
	sqlite3_reset(row);
	for (seat = SEAT_1; seat < SEATS && file->good; seat++)
		if (!setup->seat[seat].name)
			return file_damaged(file, "seat", seat, "expected a row for this seat");
	return file->good;
}

static bool read_options(struct match_file *file, struct setup *setup)
{
	sqlite3_stmt *row = file_statement(file, STATEMENT_OPTIONS);
	char *problem = NULL;

	file_at(file, "option", 0);
	while (!problem && file_next(file, row)) {
		const char *text = file_chars(file, row, 1);

		problem = setup_set(setup, file_word_at(file, row, 0), text ? text : "");
	}
	if (!problem)
		return file->good;
	sqlite3_reset(row);
	file->good = false;
	if (!file->problem)
		file->problem = bytes_text("%s: is damaged: %s", file->path, problem);
	free(problem);
	return false;
}

bool file_read_setup(struct match_file *file, int branch, struct setup *setup, int64_t *started_us)
{
	file->good = read_limits(file, setup, started_us) && read_seats(file, branch, setup) &&
		     read_options(file, setup);
	setup_doubt(setup);
	return file->good;
}

bool match_file_setup(struct match_file *file, int branch, struct setup *setup)
{
	int64_t started_us;
	bool good;

	*setup = (struct setup){0};
	file->good = true;
	good = file_read_setup(file, branch, setup, &started_us);
	if (!good)
		setup_free(setup);
	return good;
}

/* The branch that message n of the shown history belongs to.  */
static int branch_of(struct match_file *file, int64_t n)
{
	const struct history *history = file_history(file);
	int i = history ? history->count - 1 : -1;

	if (n == INT64_MAX || i < 0)
		return match_file_shown(file);
	while (i > 0 && n < history->stages[i].first)
		i--;
	return history->stages[i].branch;
}

/* Reads who sat down last on the path to that branch, among agents only or among all.  */
static bool read_sitting(struct match_file *file, int branch, int seat, bool agents,
			 struct seat_setup *sitting, int *in)
{
	sqlite3_stmt *row = file_statement(file, STATEMENT_SITTING);
	bool found;

	sqlite3_bind_int(row, 1, seat);
	sqlite3_bind_int(row, 2, agents);
	sqlite3_bind_int(row, 3, branch);
	found = file_next(file, row);
	if (found) {
		file_at(file, "seat", seat);
		file_small(file, row, 0, 0, FILE_BRANCHES, 0, in);
		*sitting = (struct seat_setup){.kind = read_kind(file, row, 1),
					       .command = file_text(file, row, 2),
					       .name = file_line(file, row, 3)};
		if (!sitting->name)
			sitting->name = bytes_text("%s", "");
	}
	sqlite3_reset(row);
	return found;
}

bool match_file_sitting(struct match_file *file, int64_t n, int seat, struct seat_setup *sitting,
			int64_t *since)
{
	const struct history *history;
	int in, i = 0;

	if (!read_sitting(file, branch_of(file, n), seat, false, sitting, &in))
		return false;
	history = file_history(file);
	while (history && i < history->count && history->stages[i].branch < in)
		i++;
	*since = in == 0 ? 0 : history && i < history->count ? history->stages[i].first : INT64_MAX;
	return true;
}

void match_file_agents(struct match_file *file, int branch, struct setup *setup)
{
	struct seat_setup agent;
	int in;

	for (int s = SEAT_1; s < SEATS; s++) {
		if (setup->seat[s].kind != SEAT_HUMAN || !read_sitting(file, branch, s, true, &agent, &in))
			continue;
		free(setup->seat[s].command);
		free(setup->seat[s].name);
		setup->seat[s] = agent;
	}
}
