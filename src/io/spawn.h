/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* spawn.h - from the words of a command to a new process with its pipes, its terminal and its limits.
 *
 * Called by the agents; knows nothing of loops.  */
#ifndef IO_SPAWN_H
#define IO_SPAWN_H

#include "cgroup.h"
#include "ringside/agent.h"

/* What a command begins with that names a bundled agent.  */
#define SAMPLE_WORD "sample:"

/* Where the program stands in a command: behind "env -C FOLDER NAME=VALUE", which named players have
 * (named_player.h), or at the beginning. *folder is that of -C, or NULL.  */
int command_begins_at(char **argv, const char **folder);
/* The absolute path of the program that a shell in this folder would start for `name`; the caller frees. NULL
 * and a problem if there is none that may be executed, or if a script's interpreter is missing.  */
char *command_program(const char *name, char **problem);
/* Is it named like a Windows program, which needs wine?  */
bool command_is_of_windows(const char *file);
/* Makes full paths of all words but the first that name a file relative to this folder, for a program that
 * runs in another one.  Frees the block and returns a new one.  */
char **command_from_here(char **argv);

struct spawned {
	pid_t pid;   /* our child, which leads its group; of an agent in a sandbox it is bubblewrap */
	pid_t agent; /* the agent's own process; without a sandbox the same */
	pid_t init;  /* the parent of all processes in its sandbox; 0: there is no sandbox */
	struct cgroups cgroups; /* its own; they end with spawned_close() */
	int agent_pidfd;        /* of the process in the sandbox; -1: no sandbox, or no such descriptor */
	int wire;               /* says how that process has ended: sandbox_ending(); -1: no sandbox */
	int pidfd; /* readable when the process has ended; -1: the system has no such descriptor */
	/* The judge's ends, non-blocking; of a socket both are the same.  */
	int in, out;
	int listener; /* awaits the connection of an agent over TCP, and in and out are -1 until it comes; -1:
			 nothing is awaited */
	int port;     /* there */
	int err;      /* its terminal (the master of the pty), or a pipe */
	int slave; /* the slave of its terminal; -1: none.  While it is open the terminal does not hang up, so
		      an agent may close its stderr and open /dev/tty later.  */
};

/* A broken pipe must not kill ringside, and it must learn of ended children.  A careless parent may have set
 * SIGPIPE or SIGCHLD otherwise.  */
void signals_prepare(void);
/* False and a problem if the command cannot be started; then nothing is left open.  */
bool spawn_agent(const struct agent_setup *setup, struct spawned *spawned, char **problem);
/* How the agent has ended, when our child (`child`) has: in a sandbox as its first process has told.  That
 * may have been killed before it could; then bubblewrap tells its signal as a shell does.  */
struct ending spawned_ending(const struct spawned *spawned, struct ending child);
/* Closes its descriptors; the process is the caller's.  */
void spawned_close(struct spawned *spawned);

#endif
