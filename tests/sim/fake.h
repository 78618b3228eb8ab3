/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fake.h - what a simulated process will do, and when: a queue of deeds.
 *
 * The simulated agents (brain.c, player.c, program.c and others) add deeds. The table takes them out and
 * does each at its time on a virtual clock. A process does one thing after the other.  */
#ifndef RINGSIDE_SIM_FAKE_H
#define RINGSIDE_SIM_FAKE_H

#include "chance.h"

#include <stddef.h>
#include <stdint.h>

enum deed_kind { DEED_BYTES, DEED_STDERR, DEED_CLOSE, DEED_EXIT };

/* What a process may be blamed for, as bits. table_checks.c has the names of the reasons.  */
enum blame {
	BLAME_ILLEGAL = 1 << 0,
	BLAME_LATE = 1 << 1,
	BLAME_CRASH = 1 << 2,
	BLAME_EXIT = 1 << 3,
	BLAME_PROTOCOL = 1 << 4,
	BLAME_START = 1 << 5,
	BLAME_MEMORY = 1 << 6,
	BLAME_GAME = 1 << 7,
	BLAME_ANY = -1
};

/* What a process does at one moment.  */
struct deed {
	int64_t t;
	enum deed_kind kind;
	char *bytes; /* the owner of the deed owns it */
	size_t size;
	int code;       /* exit status, or minus the signal; which stream is closed (enum stream) */
	bool is_move;   /* these bytes end a line on the channel of moves */
	char said[128]; /* for these: the whole line, `said_size` bytes */
	size_t said_size;
	int tag;           /* the question that it answers; 0: none */
	int64_t forgotten; /* not 0: a person changed this move, so the judge does not see it in its turn; the
			      number of its message, if it was held */
	int culpable;      /* of enum blame: the failure that begins at this moment */
	bool fatal;        /* and the match must end at once ... */
	bool leaves;       /* ... if it was asked something */
};

enum { FAKE_DEEDS = 64 };

struct fake {
	struct chance *chance;
	const char *end; /* of its lines */
	bool splits;     /* writes lines in two pieces */
	int64_t pause;   /* the most ns between them */
	int64_t busy;    /* until then */
	struct deed deeds[FAKE_DEEDS];
	int count;
};

struct deed *fake_add(struct fake *fake, struct deed deed);
/* Time passes, at most `longest`. Returns until when.  */
int64_t fake_think(struct fake *fake, int64_t longest);
/* Writes it whole or in two pieces. Returns the deed that ends the line.  */
struct deed *fake_write(struct fake *fake, const char *bytes);
/* The same with a line end.  */
struct deed *fake_say(struct fake *fake, const char *words);
/* Says a move. The deed keeps the line.  */
void fake_mark(struct deed *deed, int tag, const char *line);
/* Writes on stderr, in two pieces, with or without a line end.  */
void fake_mutter(struct fake *fake);
/* Perhaps begins a line that it does not end.  */
void fake_begin(struct fake *fake);
/* The process ends.  */
struct deed *fake_leave(struct fake *fake, int code, int culpable);

#endif
