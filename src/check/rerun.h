/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rerun.h - recorded games that are told to a fresh process once more, for who looks into it.  */
#ifndef RINGSIDE_CHECK_RERUN_H
#define RINGSIDE_CHECK_RERUN_H

#include "rerun_games.h"
#include <sys/types.h>

/* Who looks.  A process has the number of agent_pid().  */
struct rerun_look {
	const char *under; /* the tool that runs the agent, as in agent_setup */
	void *user;
	/* A fresh process begins.  */
	void (*begins)(void *user, pid_t process);
	/* It is about to get a message in this turn of this game.  */
	void (*writes)(void *user, int game, int turn);
	/* The tool, or it, has written a line to stderr in this turn, or, if it has not read yet what it was
	 * sent last, before that turn (`before`).  False: that is enough, and the process may end.  */
	bool (*line)(void *user, int game, int turn, bool before, const char *line);
	/* All was told but goodbye, and it waits for more, or has had its time; may be called again.  Its end
	 * is to follow.  */
	void (*over)(void *user);
};

/* Why all was not told, and the exit status for it.  */
struct rerun_looked {
	char *differs; /* the first answer that differs from the recorded one, before that was enough, for
			  people; NULL: none; owned by the caller */
	int status;    /* with a problem */
};

/* Tells the games to a fresh process of their seat.  NULL, or a problem for people, which the caller frees.
 */
char *rerun_look(const struct rerun_games *games, struct runner_call *call,
		 const struct rerun_options *options, const struct rerun_look *look,
		 struct rerun_looked *looked);

#endif
