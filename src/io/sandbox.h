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
 * caller frees.  `entered`: by ringside-enter; else it is for a person to run.  NULL
 * and a problem for people: bubblewrap or ringside-enter is not installed, or a path to be shown does not
 * exist.  */
char **sandbox_command(const struct agent_setup *setup, char **argv, bool entered, char **problem);
/* The files that arguments of this command line name, and that a sandbox shows only for that, one a line; "":
 * none.  The caller frees.  */
char *sandbox_files(const char *command);

/* The next path of the lines of --sandbox-bind, which are moved on; writable: it has :rw.  NULL: there is
 * none. The caller frees.  */
char *sandbox_next_shown(const char **lines, bool *writable);

/* Why bubblewrap failed, for people: what it has said on stderr, and which setting of the system forbids it.
 * The caller frees.  */
char *sandbox_why(const char *said);

#endif
