/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ui.h - the screen of a session: panes, keys, prompt, and how often it is drawn.
 *
 * The command line makes it after the session and frees it before.  Everything happens in the loop.  Agents
 * are served first; keys and drawing come later, at most 60 times a second and only after a change.  */
#ifndef RINGSIDE_UI_H
#define RINGSIDE_UI_H

#include "ringside/loop.h"
#include "ringside/session.h"
#include "ringside/settings.h"

struct kibitzed;
struct other_build;
struct script;
struct sign;
struct tour;
struct tour_story;
struct ui;

struct ui_setup {
	struct settings *settings; /* they change as the person sets them, and outlive the screen */
	const char *history;       /* the file of typed commands; NULL: the usual one */
	const char *status;        /* shown at first; NULL: nothing */
	/* Its lines run as if they were typed, each when the match stands still; it outlives the screen.
	   NULL: there are none, and none can be added.  */
	struct script *script;
	/* The match is paused only for the script: it goes on when the script ends, unless a line of it
	   decides how to go on.  */
	bool script_holds;
	struct breakpoints *breakpoints; /* they watch the session */
	unsigned shows;                  /* as in view.h, when the screen opens */
	bool listed;                     /* it was chosen from a list, to which `quit` leads back */
	/* The person leaves, or a signal ends the program: end the session, and stop the loop after that.
	   Called once.  `back`: by `quit`, so a list may follow.  A person who quits again is let out by the
	   screen, which stops the loop itself.  */
	void (*quit)(void *user, bool back);
	/* As in struct console; each may be NULL.  Those that replace the match stop the loop.  */
	char *(*resume)(void *user, int turns, const char *players, const char *move);
	char *(*hint)(void *user, int seat, const char *command);
	/* As kibitz_show(); NULL: there is no kibitzer.  */
	const struct kibitzed *(*kibitzed)(void *user, const struct match *match, int turns);
	char *(*kibitz)(void *user, const char *command);
	const struct other_build *other; /* of the match that is shown at first; NULL: none */
	struct tour *tour;               /* NULL: none; it outlives the screen */
	char *(*rematch)(void *user, bool same);
	char *(*open)(void *user, const char *path);
	char *(*page)(const char *name);
	const struct games *games; /* as in view.h */
	void *user;
};

/* A tour of the match of this story.  */
struct tour *tour_new(const struct tour_story *story);
void tour_free(struct tour *tour);
/* Opens the terminal.  NULL, and a problem for people that the caller frees.  */
struct ui *ui_new(struct loop *loop, struct session *session, const struct ui_setup *setup, char **problem);
/* Something visible has changed.  Cheap: it is drawn later.  */
void ui_changed(struct ui *ui);
/* Something that a command began has ended: shows the text, and what is new.  */
void ui_report(struct ui *ui, const char *text, bool problem);
/* A tracepoint wrote this line: shows it, and no other position.  */
void ui_traced(struct ui *ui, const char *line);
/* An agent suggests a move for the position after `turns` turns, the last of which came with this message:
 * boards mark it until the position changes.  */
void ui_suggested(struct ui *ui, int turns, int64_t message, const char *move);
/* Runs a command line as if it was typed, and shows its answer.  */
void ui_run(struct ui *ui, const char *line);
/* Does it show the newest position, and reads nobody anything older, and types nothing?  */
bool ui_follows(const struct ui *ui);
/* What the board shows now, as in view.h, for the screen of the match that goes on from this one.  */
unsigned ui_shows(const struct ui *ui);

enum { CHOICE_COLUMNS = 4 };

/* A list from which a person chooses.  */
struct choices {
	const char *title;
	char *(*rows)[CHOICE_COLUMNS]; /* not empty at first; a long text in the third column is cut first */
	int count;
	int at;        /* the row that is selected, at first and at last */
	char *filter;  /* only rows with this text are shown; NULL: all are; owned */
	char *pattern; /* what was searched last; NULL: nothing; owned */
	/* The file of a row, which is searched, too, and static as long as the rows.  NULL: there are none.
	 */
	const char *(*path)(void *user, int row);
	/* Deletes what the row names.  NULL, or why it cannot; the caller frees.  The function NULL: nothing
	 * is deleted.  */
	char *(*remove)(void *user, int row);
	/* Is called once a second, and may change rows and count: true.  *row is the selected one, then as
	 * well. The function NULL: the rows stay.  */
	bool (*renew)(void *user, int *row);
	void *user;
};

/* Shows the list on the whole terminal.  Returns the number of the chosen row from 0; -1: none, and *problem
 * says why the terminal cannot be used, or is NULL.  */
int ui_choose(struct loop *loop, const struct settings *settings, struct choices *choices, char **problem);
/* What the signs beside the boards mean: the i-th, from 0; NULL past the last.  */
const struct sign *ui_sign_at(int i);
/* Leaves the terminal as it was found.  NULL is fine.  */
void ui_free(struct ui *ui);

#endif
