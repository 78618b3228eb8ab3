/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* keeper.h - how agents are marked, so that agent_keeper() finds what they have started.
 *
 * Called by the spawning of agents and of workers.  */
#ifndef IO_KEEPER_H
#define IO_KEEPER_H

/* NAME=VALUE, by which the keeper knows the processes of agents; NULL: there is no keeper.  */
char *keeper_mark(void);
/* The descriptor that holds the keeper back as long as a process has it open; -1: there is no keeper.  */
int keeper_hold(void);
#endif
