/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* background.h - is the terminal's background dark or light?
 *
 * The terminal is asked for the colour (OSC 11), and then for its attributes (DA1), which each terminal
 * tells.  Answers come in the order of the questions: after that of DA1 there will be none to OSC 11, as in a
 * detached tmux.  Then COLORFGBG decides, else it is dark.  Pure: the caller asks, reads, and knows the time.
 */
#ifndef RINGSIDE_UI_BACKGROUND_H
#define RINGSIDE_UI_BACKGROUND_H

#include <stdbool.h>
#include <stddef.h>

#define BACKGROUND_QUESTION "\033]11;?\033\\\033[c"

/* What stands at the beginning of what was typed.  */
enum answer_kind {
	ANSWER_NONE,
	ANSWER_PART,       /* perhaps it: more has to come */
	ANSWER_COLOUR,     /* of OSC 11 */
	ANSWER_ATTRIBUTES, /* of DA1 */
	ANSWER_BROKEN      /* one that does not go on as it should */
};

struct answer {
	enum answer_kind kind;
	size_t size; /* in bytes */
	bool sure;   /* of a part: no key begins so */
	bool light;  /* of a colour: black can be read on it better than white */
};

/* gone: the Escape before the bytes was taken as a key, since nothing followed it for long.  */
struct answer background_answer(const char *bytes, size_t size, bool gone);

/* The value of COLORFGBG, as "15;0": text and background; NULL: it is not set.  */
bool background_guess(const char *colorfgbg);

#endif
