/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* toggle.h - what a board can show besides its pieces: rows of each system's board, for :set, keys and help.
 *
 * One number says which are on: bit i is row i of the system (view.h).  */
#ifndef RINGSIDE_TOGGLE_H
#define RINGSIDE_TOGGLE_H

#include <stdbool.h>

struct setup;

struct toggle {
	const char *name;      /* the word after `set`, in small letters */
	const char *key;       /* as in a binding (command.h); NULL: none */
	const char *told;      /* the answer of `set`, before the state: as "numbers of stones: " */
	const char *states[2]; /* the words for off and on; NULL: "off", "on" */
	const char *help;      /* for the ? screen and the manual, one sentence without a full stop */
	/* Why it would show nothing in a match with this setup; static.  NULL: it shows something.  The
	   function may be NULL.  */
	const char *(*moot)(const struct setup *setup);
	bool on;     /* on when a match begins */
	bool spoils; /* it shows what a player must not see, so it goes off when a person sits down */
};

/* The rows of a system, ended by one without a name.  An unknown system, or NULL, has none.  */
const struct toggle *toggles_of(const char *system);
/* Those that are on when a match begins.  */
unsigned toggles_at_first(const char *system);
/* `shows` without the toggles that go off when a person sits down.  */
unsigned toggles_for_players(const char *system, unsigned shows);
/* The number of the row with this key; -1: none.  */
int toggle_of_key(const char *system, const char *key);

#endif
