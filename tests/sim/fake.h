/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fake.h - what a simulated process will do, and when: its deeds, in their order.
 *
 * Filled by who simulates one (brain.c, player.c, program.c), emptied by the table, which does each deed at
 * its time on a virtual clock.  A process does one thing after the other.  */
#ifndef RINGSIDE_SIM_FAKE_H
#define RINGSIDE_SIM_FAKE_H

#include "chance.h"

#include <stddef.h>
#include <stdint.h>

enum deed_kind { DEED_BYTES, DEED_STDERR, DEED_CLOSE, DEED_EXIT };

/* For what a process may be blamed, as bits; with the names of the reasons in table_checks.c.  */
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

/* What a process does at some moment.  */
struct deed {
	int64_t t;
	enum deed_kind kind;
	char *bytes; /* owned by who has the deed */
	size_t size;
	int code;       /* exit status, or minus the signal; which stream is closed (enum stream) */
	bool is_move;   /* these bytes end a line on the channel of moves */
	char said[128]; /* then: the whole line, `said_size` bytes */
	size_t said_size;
	int tag;      /* the ask that it answers; 0: none */
	int culpable; /* of enum blame: from this moment on it has failed so */
	bool fatal;   /* and the match must end at once ... */
	bool leaves;  /* ... if it was asked something */
};

enum { FAKE_DEEDS = 64 };

struct fake {
	struct chance *chance;
	const char *end; /* of its lines */
	bool splits;     /* writes lines in two pieces */
	int64_t pause;   /* ns between them at most */
	int64_t busy;    /* until then */
	struct deed deeds[FAKE_DEEDS];
	int count;
};

struct deed *fake_add(struct fake *fake, struct deed deed);
/* Time passes, `longest` at most.  Until when?  */
int64_t fake_think(struct fake *fake, int64_t longest);
/* Writes it whole, or in two pieces; the deed given back ends the line.  */
struct deed *fake_write(struct fake *fake, const char *bytes);
/* The same with a line end.  */
struct deed *fake_say(struct fake *fake, const char *words);
/* It says a move: the line is kept in the deed.  */
void fake_mark(struct deed *deed, int tag, const char *line);
/* It says something on stderr: in two pieces, and with a line end or without.  */
void fake_mutter(struct fake *fake);
/* It begins a line, perhaps, and does not end it.  */
void fake_begin(struct fake *fake);
/* The process ends.  */
struct deed *fake_leave(struct fake *fake, int code, int culpable);

#endif
