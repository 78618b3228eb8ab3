/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* replay_pace.h - how fast a match that was played is shown again.  */
#ifndef RINGSIDE_UI_REPLAY_PACE_H
#define RINGSIDE_UI_REPLAY_PACE_H

#include "ringside/match.h"

struct replay_pace {
	int64_t each_ns; /* each move takes that long; 0: its own time, 250 ms at least, divided by `rate`
			  */
	double rate;     /* from 1/4 to 64 */
};

/* The next faster (1) or slower (-1) of the usual paces: one move a second, then x1/4 to x64.  At the last
 * one it stays.  */
struct replay_pace replay_pace_next(struct replay_pace pace, int direction);
/* Reads "x4", "x1/4" or the time of a move, as "500ms".  False: it is none of them, or out of range.  */
bool replay_pace_read(const char *text, struct replay_pace *pace);
/* As "x4", "x1/4" or "1s a move"; the caller frees.  */
char *replay_pace_words(struct replay_pace pace);
/* How long the position before the turn is shown, in ns.  */
int64_t replay_pace_wait(struct replay_pace pace, const struct turn *turn);

#endif
