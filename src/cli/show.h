/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* show.h - a match, the screen that shows it, and the matches that a person at the screen asks for after it.
 */
#ifndef RINGSIDE_CLI_SHOW_H
#define RINGSIDE_CLI_SHOW_H

#include "ringside/games.h"
#include "runner/plan.h"

/* Zero, except for what the caller sets.  */
struct show {
	struct loop *loop;
	struct session *session;
	struct session *resumed;           /* the match that replaces it; NULL: none */
	char *said;                        /* the first notice on the screen; owned; NULL: none */
	bool listed;                       /* as in ui.h */
	bool back;                         /* the person has left for the list */
	struct ui *ui;                     /* NULL while the terminal is not open */
	const struct session_setup *setup; /* of a match that is played */
	struct plan plan;                  /* of a series */
	int game;                          /* with --from: the number of the game */
	bool again;                        /* with --from: the next game is due */
	const char *hinter;                /* --hint; NULL: not said */
	struct hint *hint;                 /* the last one; NULL: none */
	struct games games;                /* that were played */
	bool keeps;                        /* matches that nobody asked to record */
	bool script_holds;                 /* as in ui.h */
	struct breakpoints *breakpoints;   /* for all matches shown */
};

/* Of a match that is not one of a series.  The user is the show.  */
extern const struct session_events show_events;

/* Chooses the file of a match that nobody asked to record.  The caller frees it after the match.  */
char *show_keep(struct show *show, struct session_setup *setup);
/* Makes the table of breakpoints, before a session begins.  */
void show_watch(struct show *show);
/* Begins to play; with --from the next game. A signal that comes before the screen is there leaves nothing
 * behind: NULL, no problem, and the status of an interrupt.  */
struct session *show_begin(struct show *show, char **problem, int *status);
/* Shows the session, and what follows it, until the person leaves.  Breakpoints stay.  Returns the exit
 * status.  */
int show_run(struct show *show, struct runner_call *call);
/* Shows a match file until the person leaves.  Returns the exit status.  *back: by `quit`, to the list that
 * it was chosen from; NULL: there is no list.  */
int show_file(struct runner_call *call, const char *path, bool *back);
/* Frees all that it owns: session, loop and plan too.  */
void show_free(struct show *show);

#endif
