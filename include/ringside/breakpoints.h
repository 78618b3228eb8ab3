/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* breakpoints.h - where a person wants a match to be stopped: breakpoints, catchpoints, watchpoints.
 *
 * Made by the command line beside the session, listed and changed by commands.  They watch one session at a
 * time and stay when another takes its place, and from game to game.  */
#ifndef RINGSIDE_BREAKPOINTS_H
#define RINGSIDE_BREAKPOINTS_H

#include "ringside/condition.h"
#include "ringside/session.h"

struct breakpoints;

enum breakpoint_kind {
	BREAKPOINT, /* before an answer, or any message, passes; after a person's move */
	CATCHPOINT, /* at what goes wrong, and at the verdict */
	WATCHPOINT, /* when a value has changed from message to message of a seat */
};

struct breakpoints *breakpoints_new(void);
void breakpoints_free(struct breakpoints *breakpoints);
/* Watches this session, and the one before, which still is there, no more; NULL: none.  */
void breakpoints_watch(struct breakpoints *breakpoints, struct session *session);

/* Adds one of what was typed: [MOVE|N] [if CONDITION] of a breakpoint, a word of breakpoint_catches() with or
   without a condition, EXPRESSION [if CONDITION] of a watchpoint.  `temporary`: deleted when it is hit.  Its
   number; 0 and a mistake, whose `at` is a byte of the words.  */
int breakpoints_add(struct breakpoints *breakpoints, enum breakpoint_kind kind, bool temporary,
		    const char *words, const struct setup *setup, struct condition_mistake *mistake);
/* The same before each answer with this move, which a person has pointed at: in words as REQUEST_PLAY takes
   them. 0 and a mistake when it is none.  */
int breakpoints_add_move(struct breakpoints *breakpoints, bool temporary, const char *move,
			 const struct setup *setup, struct condition_mistake *mistake);
/* And before the answer of turn n, from 1.  */
int breakpoints_add_turn(struct breakpoints *breakpoints, bool temporary, int n);

bool breakpoints_has(const struct breakpoints *breakpoints, int number);
/* Of one that there is; 0: of all.  */
void breakpoints_delete(struct breakpoints *breakpoints, int number);
void breakpoints_enable(struct breakpoints *breakpoints, int number, bool enabled);
/* The next `count` times it is hit nothing happens but that it is counted.  */
void breakpoints_ignore(struct breakpoints *breakpoints, int number, int count);
/* "breakpoint 2: the move h8"; the caller frees.  */
char *breakpoints_words(const struct breakpoints *breakpoints, int number);
/* All of them, as GDB lists them; the caller frees.  */
char *breakpoints_list(const struct breakpoints *breakpoints);
/* Is one, of those that are not disabled, before the answer of turn n?  */
bool breakpoints_at_turn(const struct breakpoints *breakpoints, int n);
/* What can be caught; ended by NULL.  */
extern const char *const breakpoint_catches[];

#endif
