/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* sandbox.h - an agent in a sandbox: the command of bubblewrap around the agent's, and its first program.
 *
 * Called by the spawning of agents.  The sandbox has processes, a network, System V objects and a host name
 * of its own, and no capability.  The system is read-only there.  Other people's folders, and those of the
 * person who runs ringside, are empty.  The agent's program, its script and the files that its arguments name
 * can be read, and its own folder can be written.  */
#ifndef IO_SANDBOX_H
#define IO_SANDBOX_H

#include "entry.h"
#include "ringside/agent.h"

/* The command that runs argv, the agent's full command, in the sandbox of this setup, as a block which the
 * caller frees.  `enter` is the path of ringside-enter, or NULL for a command without it, that a person can
 * run.  NULL and a problem for people: bubblewrap is not installed, or a path to be shown does not exist.  */
char **sandbox_command(const struct agent_setup *setup, char **argv, const char *enter, char **problem);
/* The files that arguments of this command line name, and that a sandbox shows only for that, one a line; "":
 * none.  The caller frees.  */
char *sandbox_files(const char *command);
/* The path of ringside-enter; NULL and a problem if it is missing.  The caller frees either.  */
char *sandbox_enter(char **problem);

/* What ringside-enter has told, and who it is.  */
struct entered {
	pid_t pid;              /* the agent's own */
	int listener;           /* -1: none was asked for */
	struct failure failure; /* its step is ENTRY_DONE if nothing is wrong so far */
};

/* A pair of sockets for it, both closed by exec: ours, and the one that it inherits.  False and errno.  */
bool sandbox_wire(int *ours, int *its);
/* Waits for its first word, at most `ms`.  False: bubblewrap has failed, or nothing came.  */
bool sandbox_entered(int wire, int ms, struct entered *entered);
/* How the agent has ended, when bubblewrap (`tool`) has: as its first process has told.  That may have been
 * killed before it could; then bubblewrap tells its signal as a shell does.  */
struct ending sandbox_ending(int wire, struct ending tool);
/* Why bubblewrap failed, for people: what it has said on stderr, and which setting of the system forbids it.
 * The caller frees.  */
char *sandbox_why(const char *said);

#endif
