/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* history.h - the games of a series that are finished already, so that a killed series goes on.
 *
 * They are found in the match files of --record, and in the file of --results: lines of JSON, the first of
 * which tells which series it is, each other a game as --json prints it.  What is of another series is
 * refused before anything is played or changed.  */
#ifndef RINGSIDE_CLI_HISTORY_H
#define RINGSIDE_CLI_HISTORY_H

#include "plan.h"
#include "report.h"

struct history {
	struct plan *plan;
	struct standing *standing;
	const char *results; /* path; NULL: none */
	int fd;              /* of it; -1: none */
	uint8_t *done;       /* bit set of the finished games; owned */
	size_t room;
	int *stale; /* owned: games whose match file is not finished */
	int stale_count;
};

/* Counts all finished games of the series in the standing.  `record` is NULL when there are no match files,
   or just one.  Match files that are not finished are removed.  NULL, or why the series cannot go on from
   there, for people (the caller frees); call history_close() either way.  */
char *history_open(struct history *history, struct plan *plan, struct standing *standing, const char *results,
		   const char *record);
/* The seed of the series in these files; either path may be NULL.  Where it was found, for people (the caller
   frees); NULL: nowhere.  */
char *history_seed(const char *results, const char *record, uint64_t *seed);
void history_close(struct history *history);
bool history_has(const struct history *history, int game);
/* Notes a game that was just finished, with its object as --json prints it.  0, or errno of the write.  */
int history_add(struct history *history, int game, const json_t *object);

#endif
