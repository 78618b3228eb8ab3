/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* copying.h - answers that are words of the question: which word of the one becomes which of the other?
 *
 * Saying again and saying backwards are both of this kind, and both are learned from right answers.  */
#ifndef SAMPLES_COPYING_H
#define SAMPLES_COPYING_H

#include "sample.h"

enum { COPIED_MOST = 16 }; /* words of a sentence; longer ones are not looked at */

/* How often the word at a place of the answer was the one so far from the question's beginning or end, 0 to 1
 * of late; and how long the answers were. Zeros begin it.  */
struct copying {
	double from_begin[COPIED_MOST][COPIED_MOST], from_end[COPIED_MOST][COPIED_MOST];
	double as_long;                 /* as the question */
	double length[COPIED_MOST + 1]; /* always so long */
};

void copying_learn(struct copying *copying, const struct words *question, const struct words *right);
/* False: it can't tell.  */
bool copying_answer(const struct copying *copying, const struct words *question, struct words *answer);

#endif
