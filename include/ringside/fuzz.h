/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fuzz.h - what `ringside fuzz` chooses for a match of one system: legal input that agents rarely meet.
 *
 * A system's choices are pure, in systems/NAME/check.c.  They depend on numbers that are drawn here, so the
 * same seed gives the same match.  An agent that keeps the protocol survives all of them.  */
#ifndef RINGSIDE_FUZZ_H
#define RINGSIDE_FUZZ_H

#include "ringside/match.h"

/* A generator of numbers.  */
struct fuzz_chance {
	uint64_t state;
};

/* The next number from 0 to count - 1; count is 1 or more.  */
unsigned fuzz_below(struct fuzz_chance *chance, unsigned count);
/* True once in `count` times.  */
bool fuzz_once_in(struct fuzz_chance *chance, unsigned count);

/* Players move in different ways; the number of one is given to `move`.  */
enum { FUZZ_STYLES = 6 };

struct fuzz {
	/* Chooses options of a match whose `seat` has the agent, and its limits if the agent is told them.
	   An option that is given already stays: fuzz_is_free().  */
	void (*options)(struct setup *setup, int seat, struct fuzz_chance *chance);
	/* A move for the player on that seat in the position after all turns of the match, as a person writes
	   it.  It need not be legal: then another one is asked for.  NULL: there is none; the caller frees.
	   The function NULL: an agent plays.  */
	char *(*move)(const struct match *match, int seat, unsigned style, struct fuzz_chance *chance);
	/* A line that an agent has to pass over wherever it comes, in the form of edit_read(), with its line
	   end. The caller frees.  The function NULL: there is none.  */
	char *(*line)(const struct setup *setup, struct fuzz_chance *chance);
	/* Does the document allow the agent what the verdict blames it for, as to refuse a board?  `left`:
	   its process has ended.  NULL: never.  */
	bool (*excuses)(const struct match *match, bool left);
};

/* Has nobody chosen this option yet?  */
bool fuzz_is_free(const struct setup *setup, const struct option_row *row);
/* Sets an option of the system to one of its values, if it is free.  A count is at most `most`.  Texts, files
 * and commands stay as they are.  */
void fuzz_option(struct setup *setup, const struct option_row *row, int64_t most, struct fuzz_chance *chance);

#endif
