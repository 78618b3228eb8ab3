/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* files.c - a target of the fuzzer: a match file that somebody has changed (edit.c), read by all that read
 * match files.  */
#include "targets.h"

#include "ringside/diff.h"
#include "ringside/protocol.h"
#include "stage.h"
#include "stored.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SOME = 64, BRANCHES_MOST = 4 };

static void export(struct match_file *file, const struct match *match)
{
	const struct protocol *protocol = protocol_named(match->setup.system);
	FREED char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	for (const struct file_format *const *f = protocol ? protocol->formats : NULL; f && *f; f++)
		free(match_file_export(file, match, *f, to));
	free(match_file_export(file, match, &match_file_jsonl, to));
	fclose(to);
}

static void compare(const struct match *a, const struct match *b)
{
	static const char *const names[DIFF_SIDES] = {"a", "b"};
	FREED char *problem = diff_misfit(a, b);
	struct diff diff;

	if (!problem) {
		diff = diff_matches(a, b, NULL);
		free(diff_text(a, b, &diff, names, 5));
	}
}

static void read_messages(struct match_file *file, const struct match *match)
{
	struct message_query query = {.seats = 7,
				      .channels = CHANNEL_ALL,
				      .matching = "[0-9]+,",
				      .setup = &match->setup,
				      .last = INT64_MAX};
	struct message messages[SOME];
	struct message_size sizes[SOME];
	struct gap gaps[SOME];
	const char *name;
	int faults[SEATS];

	match_file_after(file, &query, 0, SOME, messages);
	query.matching = NULL;
	match_file_before(file, &query, INT64_MAX, SOME, messages);
	match_file_sizes(file, 6, 0, INT64_MAX, SOME, sizes);
	match_file_faults(file, 0, INT64_MAX, faults);
	match_file_faultless(file);
	match_file_later_turn(file, 0, 1);
	match_file_gaps(file, 0, INT64_MAX, SOME, gaps);
	match_file_kibitzed(file, 1, SOME, messages, &name);
	match_file_newest(file);
}

static void read_seats(struct match_file *file, int branch)
{
	struct seat_setup sitting;
	struct setup setup;
	int64_t since;

	for (int s = 0; s < SEATS; s++)
		if (match_file_sitting(file, INT64_MAX, s, &sitting, &since)) {
			free(sitting.command);
			free(sitting.name);
		}
	if (match_file_setup(file, branch, &setup)) {
		match_file_agents(file, branch, &setup);
		setup_free(&setup);
	}
}

static void read_turns(struct match_file *file, struct match *match)
{
	struct turn turns[SOME];
	int count = match_file_turns(file, 1, SOME, turns);

	for (int i = 0; i < count; i++)
		turn_clear(&turns[i]);
	match_file_timeouts(file, match);
}

static void compare_branches(struct match_file *file, const struct match *match)
{
	struct match newest;

	if (!match_file_match_of(file, -1, &newest))
		return;
	compare(match, &newest);
	match_free(&newest);
}

/* What is done with a file. An input does all of it, or one part, which is sooner done. */
enum part { ALL, MESSAGES, SEATS_OF_IT, EXPORT, TURNS, COMPARE, SHOW, /* and its groups of lines */ };

static bool does(enum part chosen, enum part part)
{
	return chosen == ALL || chosen == part;
}

static void read_branch(struct match_file *file, int branch, enum part part)
{
	struct match match;

	if (!match_file_show(file, branch) || !match_file_match(file, &match))
		return;
	if (does(part, MESSAGES))
		read_messages(file, &match);
	if (does(part, SEATS_OF_IT))
		read_seats(file, branch);
	if (does(part, EXPORT))
		export(file, &match);
	if (does(part, TURNS))
		read_turns(file, &match);
	if (does(part, COMPARE))
		compare_branches(file, &match);
	match_free(&match);
}

static void read_file(const char *path, enum part part)
{
	FREED char *problem = NULL;
	struct match_file *file = match_file_open(path, &problem);
	struct branch_row *rows;
	int count;

	if (!file)
		return;
	count = match_file_branches(file, &rows);
	for (int i = 0; i < count && i < BRANCHES_MOST; i++)
		read_branch(file, rows[i].id, part);
	branch_rows_free(rows, count);
	match_file_close(file);
}

enum { GROUPS = 6, LINES = 4 };

static void show(const char *path, enum part part)
{
	static const char *const lines[GROUPS][LINES] = {
		{"why", "why #3", "why fault"},
		{"info seat 1", "info seat 2", "info branches"},
		{"info diff 0 1", "goto 2", "why"},
		{"goto 1", "goto -1", "goto +1", "goto #5"},
		{"goto branch 0", "goto 2", "why", "goto branch 1"},
		{"set timeline cpu", "set timeline bytes", "goto live"},
	};
	struct stage stage;

	stage_screen("C.UTF-8");
	if (!stage_open(&stage, path))
		return;
	if (does(part, SHOW))
		stage_draw(&stage);
	for (int group = 0; group < GROUPS; group++) {
		if (!does(part, (enum part)(SHOW + 1 + group)))
			continue;
		for (int i = 0; i < LINES && lines[group][i]; i++)
			stage_say(&stage, lines[group][i]);
		stage_draw(&stage);
	}
	stage_close(&stage);
}

/* As ringside does before it adds a branch.  */
static void write_to(const char *path)
{
	FREED char *problem = NULL;
	struct match_file *file = match_file_append(path, &problem);

	match_file_close(file);
}

/* The first byte chooses the file, the second what is done with it (README.md).  */
void fuzz_files(struct rest input)
{
	FREED char *path = fuzz_path("files.ringside");
	unsigned which = next(&input), how = next(&input);
	enum part part = (how >> 4) % (SHOW + GROUPS + 1);

	unlink(path);
	stored_write(path, which);
	stored_edit(path, input);
	if (how & 2 && (part == ALL || part == SHOW))
		write_to(path);
	if (part < SHOW && !(how & 4))
		read_file(path, part);
	if ((part == ALL || part >= SHOW) && !(how & 8))
		show(path, part);
}
