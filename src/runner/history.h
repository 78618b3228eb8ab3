/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* history.h - the finished games of a series or a tournament, so that a killed one can continue.
 *
 * Reads them from the match files of --record and from the file of --results.  That file has lines of JSON:
 * the first describes what the games share, each other one is a game as --json prints it.  Files of another
 * series are refused before anything is played or changed.  */
#ifndef RINGSIDE_RUNNER_HISTORY_H
#define RINGSIDE_RUNNER_HISTORY_H

#include "plan.h"
#include <jansson.h>

struct history;

/* What the games are counted for.  */
struct history_of {
	const char *name; /* what the first line describes, and its member there: "series" */
	/* What all games share, and whose files are refused if it differs.  The caller owns it.  */
	json_t *(*described)(const void *user);
	/* Does a finished match of the record count?  NULL: each does.  */
	bool (*keeps)(const void *user, const struct match *match);
	/* Counts a game of the plan.  */
	void (*count)(void *user, const struct result_line *line);
	/* Takes a line of the results that describes a machine.  NULL: nobody wants it.  */
	void (*machine)(void *user, const char *line, size_t size);
};

struct history {
	const struct history_of *of;
	void *user; /* for its functions */
	struct plan *plan;
	const char *results; /* path; NULL: none */
	const char *record;  /* a folder or a path; NULL: none */
	int fd;              /* of the results; -1: none */
	bool is_new;         /* they have no game yet */
	uint8_t *done;       /* bit set of the finished games; owned */
	size_t room;
	int *stale; /* owned: games with an unfinished match file */
	int stale_count;
};

/* Counts all finished games of the series. `record` is NULL for no match files, or a single one.  `after` is
 * a file of results that is only read, or NULL.  Removes unfinished match files.  NULL, or for people why the
 * series cannot continue, which the caller frees.  Call history_close() either way.  */
char *history_open(struct history *history, const struct history_of *of, void *user, struct plan *plan,
		   const char *results, const char *record, const char *after);
/* Reads the seed of the series from these files; each path may be NULL.  `name`: as in struct history_of.
 * Returns the file that has it, which the caller frees; NULL: none has.  */
char *history_seed(const char *name, const char *results, const char *record, const char *after,
		   uint64_t *seed);
void history_close(struct history *history);
bool history_has(const struct history *history, int game);
/* Is it a game of the series that has not been counted?  */
bool history_lacks(const struct history *history, int game);
/* Counts and adds a game that has just finished, with its text, which has no line end.  Returns 0 or the
 * errno of the write.  */
int history_add(struct history *history, const struct result_line *line, const char *text);
/* Writes a line that is no game, without its line end.  Returns 0 or the errno.  */
int history_note(const struct history *history, const char *text);

/* What all games of a series share, as JSON; the caller owns it.  */
json_t *same_series(const struct plan *plan);

#endif
