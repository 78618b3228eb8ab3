/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* run_screen.h - the games of a run on the screen: it fills an overview (overview.h), and does what a person
 * there asks for.
 *
 * Without a screen all functions do nothing.  */
#ifndef RINGSIDE_RUNNER_RUN_SCREEN_H
#define RINGSIDE_RUNNER_RUN_SCREEN_H

#include "ringside/result_line.h"
#include "tally/sheet.h"
#include <stdbool.h>

struct run;
struct run_screen;

/* Opens the screen if the run has one and run_wants_screen().  Until its end games are recorded, so that
 * they can be opened, in a temporary folder if nobody asked for it.  */
void run_screen_begin(struct run *run);
/* When all games are over: waits until the person leaves.  Prints then what was told on the screen.  */
void run_screen_end(struct run *run);
/* What has changed; nothing of these: something else.  */
struct run_news {
	const char *lines;                /* for people; NULL: none */
	const struct result_line *result; /* of a game that has just finished; NULL: none */
	bool interrupted;                 /* all games are broken off */
};
/* The screen may be NULL.  */
void run_screen_note(struct run_screen *screen, const struct run_news *news);

#endif
