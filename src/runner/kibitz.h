/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* kibitz.h - an agent that nobody plays against analyses the shown position without end.
 *
 * It is a process of its own beside the match: what it does, or does not, the match does not notice.  It runs
 * when no other process wants its core, and on no core that a player has for itself.  */
#ifndef RINGSIDE_RUNNER_KIBITZ_H
#define RINGSIDE_RUNNER_KIBITZ_H

#include "ringside/session.h"
#include "ringside/view.h"

struct kibitz;

struct kibitz_events {
	void (*changed)(void *user); /* it has said something new */
	/* Another position than after said->turns is shown: this is the last of it, in that game and branch.
	 */
	void (*left)(void *user, int game, int branch, const struct kibitzed *said);
	/* It has ended, for people; told once.  Free it, but not here.  */
	void (*ended)(void *user, const char *text);
};

/* An agent of that system, which starts with the first position.  It runs as the agents of `setup` do
 * (session_agent_setup()), which must stay.  NULL and a problem for people; the caller frees.  */
struct kibitz *kibitz_new(struct loop *loop, const char *system, const struct session_setup *setup,
			  const char *command, const struct kibitz_events *events, void *user,
			  char **problem);
/* What it says of the position after so many turns of the match, which it analyses from now on.  Cheap if it
 * does already.  Good until the loop goes on.  NULL: it has ended, or does not play this system.  A match
 * that is NULL: another one follows, perhaps at the same place in memory.  */
const struct kibitzed *kibitz_show(struct kibitz *kibitz, const struct match *match, int turns);
/* What a kibitzer said when the match was recorded (session_keep_kibitz()).  Begins with zeros.  */
struct kibitz_record {
	struct match_file *file; /* that was read; NULL: none */
	unsigned shows;          /* match_file_shows() */
	bool any;
	struct kibitzed said;
};

/* The same as kibitz_show() from the file of the session.  NULL: it has nothing of a kibitzer, or cannot be
 * read now.  */
const struct kibitzed *kibitz_recorded(struct kibitz_record *record, struct session *session, int turns);
/* The file, or what is in it, has changed.  */
void kibitz_forget(struct kibitz_record *record);
/* NULL is fine.  */
void kibitz_free(struct kibitz *kibitz);

#endif
