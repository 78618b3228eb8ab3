/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* birth.h - an agent that is about to start, shared by spawn.c and what prepares the start.  */
#ifndef IO_BIRTH_H
#define IO_BIRTH_H

#include "cores.h"
#include "sandbox.h"
#include "spawn.h"

/* The child's descriptors and the program; made before the fork, so the child need not allocate.  */
struct birth {
	int in, out, err, told;
	bool terminal;
	pid_t judge;
	const struct cgroups *cgroups;
	const struct agent_setup *setup;
	struct cores cores; /* if the setup has a list */
	char *program;
	char **argv;
	char **wrapped; /* the whole command with its sandbox; NULL: there is none */
	char **environment;
	char *added[2]; /* of the environment, for a debugger; owned; NULL: none */
};

/* Makes the argv of the program, and the command around it if there is a sandbox.  False: *why, for people.
 */
bool birth_words(struct birth *birth, struct spawned *ours, char **why);
/* Opens both ends of everything, and *told, on which the child reports.  The caller closes them, also on
 * failure.  */
bool birth_ends_open(struct birth *birth, struct spawned *ours, int *told);
/* The failure in words.  The caller frees.  */
char *birth_failed(const struct failure *failure, const struct birth *birth);
/* What bwrap has said before it ended, on the agent's stderr.  The caller frees.  */
char *birth_sandbox_failed(const struct spawned *ours);

#endif
