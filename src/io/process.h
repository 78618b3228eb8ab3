/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* process.h - processes: how they are found (process.c) and end (reap.c), and which ones a struct agent owns.
 *
 * For starting, measuring and ending agents, and for telling whose connection it is.  */
#ifndef IO_PROCESS_H
#define IO_PROCESS_H

#include "ringside/judge.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct pids {
	pid_t *at;
	size_t count, room;
};

/* Reads the beginning of a file of /proc, whose path is as of printf(3), with a NUL behind it.  Returns its
 * size; 0: it cannot be read.  */
__attribute__((format(printf, 3, 4))) size_t proc_text(char *text, size_t room, const char *path, ...);
/* Adds the numbers in a folder of /proc, as the threads in its `task`.  */
__attribute__((format(printf, 2, 3))) void pids_listed(struct pids *pids, const char *folder, ...);
/* The value of a field of its status; base as for strtoull().  0: not known.  */
unsigned long long process_status(pid_t process, const char *field, int base);
/* Has the process of this folder of /proc (as "/proc/4711") a descriptor of that name open, as "pipe:[4711]"?
 * *fd: which. HOLDS_SECRETLY: it forbids us to look.  */
enum holds { HOLDS_NOT, HOLDS, HOLDS_SECRETLY };
enum holds process_holds(const char *process, const char *name, int *fd);
/* The name of its program with control characters escaped; NULL: not known.  The caller frees.  */
char *process_name(pid_t process);
/* Adds the children of a process, with zombies.  A moment later the list may be out of date.  */
void children_of(pid_t parent, struct pids *pids);
/* The two ways to find them: the kernel's list of children, if it has one, and the parent that each process
 * in /proc names.  */
void children_listed(pid_t parent, struct pids *pids);
void children_scanned(pid_t parent, struct pids *pids);
/* Adds a process of ours that leads a session, its descendants, and the orphans of its session that are our
 * children now (agent_adopt_orphans()), with theirs.  In a sandbox `leader` is a child of `init`, like the
 * orphans; without one `init` is 0.  */
void family_of(pid_t leader, pid_t init, struct pids *pids);
/* Reads /proc/PID/stat of a process or a thread (proc(5)).  Returns what follows its name, as " S 4711 ...";
 * NULL: it cannot be read.  */
enum { PROCESS_STAT_SIZE = 2048 };
const char *process_stat(pid_t pid, char text[PROCESS_STAT_SIZE]);
/* 0: there is no such process.  */
pid_t parent_of(pid_t pid);
void pids_add(struct pids *pids, pid_t pid);
bool pids_have(const struct pids *pids, pid_t pid);
void pids_free(struct pids *pids);

/* A descriptor that becomes readable when the process ends; closed by exec.  -1: the system has none (Linux
 * before 5.3, valgrind, some sandboxes), or errno says why; then the caller has to poll.
 */
int end_watched(pid_t pid);
/* False: it has not ended.  A traced process counts as soon as it is dead, though the kernel tells the parent
 * only after the tracer lets go.  Unlike wait, leaves the zombie for group_reap(): until then the id stays
 * taken, and signals to the group reach no stranger.  */
bool has_ended(pid_t pid, struct ending *ending);
/* What a status of waitpid(2) says.  */
struct ending ending_of(int status);
/* Does it use the processor, or is it ready to?  False if /proc cannot tell.  */
bool is_running(pid_t pid);
/* Is it stopped, by a signal or a debugger, or has it ended?  */
bool has_halted(pid_t pid);
/* Waits for its end, at most `ms` milliseconds. pidfd: from end_watched().  False: it has not ended.  */
bool ends_within(pid_t pid, int pidfd, int ms);
/* Waits for the leader and those of its group that became our children, at most 100 ms in all.  On a loaded
 * machine a killed process may take longer: the next call reaps it, or group_reap_late(), which does not
 * wait.
 */
void group_reap(pid_t leader, int pidfd);
void group_reap_late(void);

/* Lives inside its owner.  */
struct owned {
	pid_t pid;
	struct owned *next;
};

void orphans_except(struct owned *owned);
void orphans_include(struct owned *owned);
/* Adds the orphans that have left the session of their agent, and their descendants.  Nobody knows which
 * agent they are of.  */
void orphans_listed(struct pids *pids);

/* Pins the calling process to a good list of cores.  May be called between fork and exec.  False: errno says
 * why not.  */
bool cores_set(const char *list);
/* How many cores the process may run on; 0: not known.  */
int cores_of(pid_t process);

/* NAME=VALUE, by which the keeper knows the processes of agents; NULL: there is no keeper.  */
char *keeper_mark(void);

#endif
