/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* lesson.h - games of questions with one right answer each: what imitate, echo-reverse and questions share.
 *
 * A turn is: perhaps something told, a question, the answer, a score of 1 or -1, and the right answer as a
 * hint. Two players have the same lesson side by side, each at his own pace.  */
#ifndef SAMPLES_LESSON_H
#define SAMPLES_LESSON_H

#include "game.h"

/* What one turn says.  */
struct turn {
	struct words told;     /* an input before the question; none when empty */
	struct words question; /* the input that is to be answered */
	struct words right;
};

struct lesson {
	const char *program, *purpose;
	const struct sample_option *options; /* its own, besides those of all lessons; NULL: none */
	int64_t turns;                       /* unless --turns says otherwise */
	/* All symbols of the game.  */
	void (*symbols)(void *self, struct words *symbols);
	/* The state of a lesson at its beginning, of so many bytes that may be copied.  */
	size_t state_size;
	void (*begin)(void *self, void *state, uint64_t seed);
	/* The next turn; its three lists are empty.  */
	void (*turn)(void *self, void *state, struct turn *turn);
	void *self;
};

/* What main() returns.  */
int lesson_main(const struct lesson *lesson, int argc, char **argv);

/* The i-th word of an alphabet of letters, 0 to 79: a to z, then aa to zz, and so on.  */
void add_letter(struct words *words, int i);

#endif
