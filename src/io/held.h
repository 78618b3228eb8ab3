/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* held.h - what processes hold only by descriptors: memory that none of them has mapped, and removed files.
 *
 * Called by the agents.  Counts at most 1000 descriptors and processes at once (about 1 ms); while there are
 * more, the next call goes on.  What several descriptors hold counts once.  Not seen: the descriptors of a
 * thread with a table of its own, and of a process that forbids us to look.  */
#ifndef IO_HELD_H
#define IO_HELD_H

#include "children.h"
#include <dirent.h>
#include <stdint.h>

/* A count.  Zeroed at first; it is under way while `open` or `all` is there.  */
struct held {
	struct pids all; /* its processes; owned */
	size_t at;       /* those that were begun */
	DIR *open;       /* the descriptors of the last of them */
	void *seen;      /* the files that were counted */
	int files;       /* how many these are */
	int64_t size;    /* bytes so far */
};

/* The bytes of these processes' memfds and removed files in memory, of which those that they have mapped are
 * resident in them, too, and of the segments of System V that they made.  Below the truth while it is under
 * way.  */
int64_t held_memory(struct held *held, const struct pids *all);
/* The sizes of the removed files of a folder with a name of its own, each at least 4096 bytes.  */
int64_t held_files(struct held *held, const struct pids *all, const char *folder);
bool held_is_under_way(const struct held *held);
/* Forgets what was counted so far.  */
void held_end(struct held *held);

#endif
