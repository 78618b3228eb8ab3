/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* table_process.h - a table in a process of its own.
 *
 * Whatever holds up or ends one game touches no other.  The dealer stays in this process.  */
#ifndef RINGSIDE_RUNNER_TABLE_PROCESS_H
#define RINGSIDE_RUNNER_TABLE_PROCESS_H

#include "ringside/event.h"
#include "table.h"

struct table_process;

/* As table_new(), in a new process.  When the process is gone, gone() is called, whether ended() was called
 * before or not; it may free the table.  NULL and a problem for people if the system refuses.  */
struct table_process *table_process_new(struct loop *loop, const struct table_setup *setup,
					const struct dealer *dealer,
					void (*gone)(void *user, struct ending ending), void *user,
					char **problem);
/* Asks its dealer again, which has put it off.  */
void table_process_deal(struct table_process *process);
/* As table_pause().  */
void table_process_pause(struct table_process *process, bool pause);
/* As table_end(); gone() follows.  */
void table_process_end(struct table_process *process);
/* Kills it at once; gone() follows.  */
void table_process_kill(struct table_process *process);
/* Kills it if it lives; no callback comes any more.  */
void table_process_free(struct table_process *process);

#endif
