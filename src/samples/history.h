/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* history.h - the past of a game, and the moments in it that look like now.
 *
 * It remembers the last 16384 rounds. A round costs the same whatever their number.  */
#ifndef SAMPLES_HISTORY_H
#define SAMPLES_HISTORY_H

enum { GUESSES_MOST = 32 };

/* What both play next if the past repeats; -1: no idea.  */
struct guess {
	int own, other;
};

struct history;

/* `symbols`: how many the game has, at least 1.  */
struct history *history_new(int symbols);
void history_free(struct history *history);
void history_add(struct history *history, int own, int other);

/* Guesses the next round and returns the number of guesses. Each kind of guess keeps its index.  */
int history_guess(struct history *history, struct guess guesses[GUESSES_MOST]);

#endif
