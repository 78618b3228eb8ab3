/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* overview.h - many games on one screen: tables of how they stand, a list of games, and the board of the
 * chosen one.
 *
 * It knows no tournament: whoever opens it fills a struct of texts before each drawing, and is told what a
 * person asks for.  */
#ifndef RINGSIDE_OVERVIEW_H
#define RINGSIDE_OVERVIEW_H

#include "ringside/loop.h"
#include "ringside/session.h"
#include "ringside/settings.h"

struct overview;

struct overview_table {
	const char *title;
	int columns, rows;
	int fixed;                /* the first columns are always there; of the others as many as fit */
	const bool *left;         /* which columns begin at the left */
	const char *const *cells; /* the heads, then row after row */
};

struct overview_game {
	int id; /* not 0, and no other row has it: the selection stays on it */
	bool runs;
	bool fault;               /* somebody has lost it by a fault */
	const char *number, *who; /* who plays */
	const char *how;          /* how far it is, or how it ended */
};

enum overview_state { OVERVIEW_RUNS, OVERVIEW_PAUSED, OVERVIEW_ENDS, OVERVIEW_OVER };

/* What is drawn.  All is good until it is filled again.  */
struct overview_shown {
	enum overview_state state;
	const char *title, *progress;
	const struct overview_table *tables; /* the first one always stands */
	int table_count;
	const struct overview_game *games; /* those that run, then the others, the newest first */
	int game_count;
	struct session *watched; /* the match of the chosen game, until overview_watch(); NULL: none */
	const char *caption;     /* above its board */
};

/* What a person asks for.  `game`: the id of the chosen one; 0: there is none.  */
struct overview_events {
	void (*fill)(void *user, int game, struct overview_shown *shown);
	void (*open)(void *user, int game);
	void (*pause)(void *user);
	/* What to ask before the games of its pairing are skipped; NULL: they cannot be, and overview_say()
	 * was told why.  The caller frees.  */
	char *(*skips)(void *user, int game);
	void (*skip)(void *user, int game); /* after a yes */
	char *(*leaves)(void *user);        /* likewise of leaving; NULL: nothing is lost */
	void (*leave)(void *user);
	char *(*log)(void *user); /* what was told so far, in lines; the caller frees */
};

/* Opens the terminal.  NULL, and a problem for people that the caller frees.  */
struct overview *overview_new(struct loop *loop, const struct settings *settings,
			      const struct overview_events *events, void *user, char **problem);
/* Leaves the terminal as it was found.  NULL is fine.  */
void overview_free(struct overview *overview);
/* Gives the terminal to somebody else, and takes it back: it was left as it was found then.  */
void overview_close(struct overview *overview);
char *overview_reopen(struct overview *overview);
/* Something visible has changed.  Cheap: it is drawn later.  */
void overview_changed(struct overview *overview);
/* Says it in the last line until the next key.  */
void overview_say(struct overview *overview, const char *text);
/* The session that is watched goes away.  */
void overview_unwatch(struct overview *overview);

#endif
