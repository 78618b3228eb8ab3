/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* toggle.h - what a board can show besides its pieces: rows of each system's board, for :set, keys and help.
 *
 * Which of them are on is one number, bit i for row i of the system (view.h).  */
#ifndef RINGSIDE_TOGGLE_H
#define RINGSIDE_TOGGLE_H

#include <stdbool.h>

struct toggle {
	const char *name;      /* behind `set`: small letters */
	const char *key;       /* as that of a binding (command.h); NULL: it has none */
	const char *told;      /* what `set` answers, before the state: as "numbers of stones: " */
	const char *states[2]; /* how the state is called when it is off, and on; NULL: "off", "on" */
	const char *help;      /* for the ? screen and the manual, one sentence without a full stop */
	bool on;               /* at first */
	bool spoils;           /* it shows what a player must not see: off as soon as a person sits down */
};

/* Those of a system, ended by a row without a name; of an unknown system (also NULL) there are none.  */
const struct toggle *toggles_of(const char *system);
/* What is on at first.  */
unsigned toggles_at_first(const char *system);
/* Of what is on, what still is when a person has sat down.  */
unsigned toggles_for_players(const char *system, unsigned shows);
/* The number of the row with this key; -1: there is none.  */
int toggle_of_key(const char *system, const char *key);

#endif
