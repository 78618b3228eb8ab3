/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* recorder_state.h - what the judge's thread and the writer's thread share, and who owns which part.  */
#ifndef RINGSIDE_RECORD_RECORDER_STATE_H
#define RINGSIDE_RECORD_RECORDER_STATE_H

#include "file.h"
#include "ringside/recorder.h"

#include <pthread.h>
#include <stdatomic.h>

enum { BLOCK_SIZE = 64 * 1024 };

/* Rows of a block. Each begins with its struct row. The texts follow the struct that is named here, whose
 * members point to them.  */
enum row_kind {
	ROW_MESSAGE, /* struct message */
	ROW_TURN,    /* struct turn */
	ROW_BRANCH,  /* struct branch_row */
	ROW_SEAT,    /* struct seat_row */
	ROW_NAME,    /* struct seat_row */
	ROW_VERDICT, /* struct verdict */
	ROW_UNSENT,  /* struct unsent_row */
	ROW_GAP,     /* struct gap */
	ROW_KIBITZ   /* struct message */
};

struct row {
	uint32_t size; /* with all that belongs to it; a multiple of 8 */
	uint32_t kind;
};

struct seat_row {
	int seat;
	struct seat_setup setup;
};

struct unsent_row {
	int seat;
	int64_t n;
};

struct block {
	struct block *next;
	size_t size, room;
	bool commit; /* after it */
	_Alignas(8) char at[];
};

struct blocks {
	struct block *first, *last;
};

/* What is lost while too much waits.  */
enum lost { LOST_NOTHING, LOST_CHATTER, LOST_MESSAGES, LOST_ALL };

/* What was said last about the file.  */
enum told { TOLD_NOTHING, TOLD_TROUBLE, TOLD_HOPELESS };

struct recorder {
	/* Made before the writer knows the recorder, and then only read.  */
	char *path; /* "": private */
	char *name; /* of the file; that of a private one is removed when both threads have it open */
	struct setup setup;
	int64_t started_us;

	/* The judge's thread's.  */
	int branch;            /* the current one */
	int64_t newest;        /* recorder_newest() */
	int64_t numbered;      /* recorder_numbered() */
	struct block *filling; /* NULL: nothing is recorded any more */
	struct blocks full;    /* not given to the thread yet */
	bool uncommitted;      /* rows were added since the last commit was asked for */
	enum lost loses;
	bool holds;      /* nothing is given to the thread until it is much, or wanted: recorder_hold() */
	bool behind;     /* so much waits that the thread should catch up */
	bool halted;     /* a turn was lost: of what follows only the verdict is kept */
	struct gap gap;  /* the one that is open; first 0: none is */
	int64_t lost;    /* messages and turns in all gaps */
	int64_t handed;  /* blocks */
	int64_t gave_up; /* the progress at which a wait ended too early; -1: none has */
	bool named;      /* its name must be removed, since it is private */
	enum told told;
	bool adopted; /* the file was there before, and is open */
	int seen;     /* `writes` when somebody last waited for the end */

	/* Both threads', under the writer's lock.  */
	struct recorder *next; /* in the list of the writer */
	struct blocks given;   /* the thread has not taken them yet */
	int64_t committed;     /* blocks that are in the file */
	int64_t progress;      /* counts commits */
	int64_t progress_ns;   /* when the last one was, recorder_end() was called, or a write was seen */
	bool ending, withdrawn, abandoned, done;
	char *trouble; /* why it cannot be written now; NULL: it can */
	bool hopeless; /* it never will */

	/* Both threads', without the lock. It counts writes to the disk, so that one that moves is waited for
	   also within a commit. An attempt after trouble counts where it gets further than those before.  */
	atomic_int writes;

	/* The writer's thread's, and the judge's before the writer knows the recorder.  */
	int lock;                     /* a descriptor of the file, with the writer's lock */
	struct written *written_here; /* that this process writes it; NULL: no more */
	struct match_file *file;      /* NULL: there is no connection now */
	bool in_memory;               /* `file` is one of the writer's, and the file is empty */
	bool on_disk;                 /* the file has the tables; also under the lock */
	bool journaled;               /* it may have a journal */
	struct blocks work;           /* taken, and not committed */
	struct block *unapplied;      /* in `work`; NULL: all are applied */
	size_t applied_size;          /* bytes since the last commit */
	size_t written;               /* bytes that were committed */
	bool long_pages;              /* they were enough for larger pages */
	bool commit_due;
	int attempt, furthest; /* writes since the last commit: of this attempt, and of the longest one */
	int64_t failing_ns;    /* since when; 0: it works */
	int64_t retry_ns;
};

/* Writes the rows into the file, which keeps a problem.  */
void block_apply(const struct block *block, struct match_file *file);

/* The bytes of a match file without rows: what file_make_tables() makes.  */
extern const char file_blank[];
extern const size_t file_blank_size;

/* A match file in memory, with tables that have no rows, to be used again and again.  */
struct match_file *file_in_memory(char **problem);
/* Writes all of it into an empty file. 0, or an errno.  */
int file_write_image(struct match_file *memory, int fd);
/* The disk has taken a write of the calling thread. Others than the writer's thread do not count.  */
void writer_wrote(void);

#endif
