/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tally_read.h - the results of a tournament, from the files of all machines that played a part of it.
 *
 * src/manual/tournaments.md has the form of the lines. The files may be a stranger's.  */
#ifndef RINGSIDE_TALLY_TALLY_READ_H
#define RINGSIDE_TALLY_TALLY_READ_H

#include "ringside/standings.h"
#include <jansson.h>

/* What a shard says of the machine that it ran on.  */
struct tally_machine {
	char *shard, *cpu, *ringside; /* "" if not said */
	int cores;                    /* 0: not said */
	double clock_ns;              /* what a look at the clock takes; NAN: not said */
};

/* A game that is drawn in a page.  */
struct tally_game {
	int game, players[2], winner;
	char *reason, *opening; /* for people; NULL: none */
	char *played;           /* JSON: the moves of a result line, or its course */
	int first;
	uint64_t seed;
};

/* Owned by it.  */
struct tallied {
	json_t *tournament; /* the first line's; NULL: nothing was read */
	char *where;        /* of that, as FILE:LINE */
	const char *system, *kind;
	uint64_t seed; /* 0: not said */
	char **names;  /* of the players, which all differ; harmless characters only (words.h) */
	int each;      /* games of two players, or of one alone; 0: not said */
	struct standings standings;
	struct tally_machine *machines;
	int machine_count;
	int keeps; /* so many games of those that come first are kept for pictures */
	struct tally_game *games;
	int game_count;
	struct bytes notes; /* what people should know, a line each; at NULL: nothing */
};

/* Reads a file, or stdin ("-"), and adds its games.  NULL, or a problem; the caller frees.  */
char *tally_read(struct tallied *tallied, const char *path);
/* The same for one line without its line end, as a tournament writes it; `path` and `number` name it in
 * messages.  The first line must come first.  */
char *tally_line(struct tallied *tallied, const char *line, size_t size, const char *path, int number);
/* The same for a game that was read already.  */
char *tally_game(struct tallied *tallied, const struct result_line *line, const char *path, int number);
/* After the last file: adds what all of them say together to the notes.  */
void tally_settle(struct tallied *tallied);
void tally_free(struct tallied *tallied);
/* How many games the tournament has; 0: not known.  */
int64_t tally_planned(const struct tallied *tallied);

#endif
