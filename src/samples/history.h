/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* history.h - the past of a game, and the moments in it that look like now.
 *
 * Bounded: it remembers the last 16384 rounds, and a round costs the same however many there were.  */
#ifndef SAMPLES_HISTORY_H
#define SAMPLES_HISTORY_H

enum { GUESSES_MOST = 32 };

/* What both play next, if things go on as they did then; -1: no idea.  */
struct guess {
	int own, other;
};

struct history;

/* Of a game with so many symbols, 1 or more.  */
struct history *history_new(int symbols);
void history_free(struct history *history);
void history_add(struct history *history, int own, int other);

/* Fills in all guesses at the round that comes; the same kind is at the same place always. Returns how many
 * there are.  */
int history_guess(struct history *history, struct guess guesses[GUESSES_MOST]);

#endif
