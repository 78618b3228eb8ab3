/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* agent_state.h - the state of an agent, shared by its files.
 *
 * agent.c starts it and sees its end; agent_read.c reads its outputs; agent_write.c writes to it;
 * agent_pieces.c cuts that; agent_question.c tracks which question it has read; agent_leave.c makes it leave;
 * agent_look.c observes it from outside.  */
#ifndef RINGSIDE_IO_AGENT_STATE_H
#define RINGSIDE_IO_AGENT_STATE_H

#include "orphans.h"
#include "queue.h"
#include "ringside/agent.h"
#include "ringside/awake.h"
#include "spawn.h"
#include "usage.h"
#include "waiting.h"

/* The steps of making it leave; a timer leads to the next.  */
enum leaving { STAYS, HAS_GRACE, HAS_NO_STDIN, HAS_SIGTERM, HAS_SIGKILL };

/* How its input is cut.  Times in ns of loop_now().  */
struct pieces {
	uint32_t number;     /* says where; 0: nowhere */
	uint64_t line;       /* of the line up to the next piece */
	size_t left;         /* of the piece that is written now */
	struct watch *timer; /* looks whether it was read */
	int64_t step;        /* to the next look */
	int64_t wrote;       /* the last piece */
	int64_t since;       /* the time that was not told yet began then; 0: none */
	bool reads;          /* it has read something */
};

struct agent {
	struct loop *loop;
	struct agent_events events;
	void *user;
	struct owned owned;
	struct spawned process;
	struct meter meter;
	struct wait_meter wait;
	bool socket;        /* in and out are a connection ... */
	struct watch *door; /* ... which is awaited, or still unused */
	int patience;       /* as for socket_take() */
	bool prompt;        /* its end keeps no write back: socket_take() */
	bool reset;         /* the connection was reset */
	struct watch *in, *out, *err, *exit;
	struct byte_queue input, keys;
	struct pieces pieces;
	int64_t went;     /* bytes written to its stdin */
	int64_t question; /* their number up to the end of the last question ... */
	int64_t asked_t;  /* ... when it was asked ... */
	bool has_read;    /* ... and whether it was seen to be read */
	int questions;
	int64_t looked_t, drained_t; /* when this was checked last, and whether its stdout was empty */
	int64_t soonest; /* the least time, in ns, in which it answered a question that it had read */
	int64_t spoke_t; /* when it wrote last */
	bool floods[STREAM_STDERR + 1]; /* the last read of this stream filled its buffer */
	bool was_empty; /* was its stdin empty at the last look, while the first question is held back?  */
	int steps;      /* looks since then */
	int64_t step;   /* ns to the next look */
	bool suspect;   /* its answers may come before their questions */
	bool checked;   /* as in its setup */
	struct watch *guard;             /* of a guarded one; else NULL */
	int64_t memory;                  /* as in its setup */
	char *folder;                    /* that the guard counts; NULL: none; owned */
	int64_t folder_most;             /* as in its setup */
	struct folder_look *folder_look; /* its size is being counted; NULL: it is not */
	int64_t removed;                 /* bytes of its removed files when that count began */
	char *refused;                   /* why the guard has killed it; NULL: it has not; owned */
	struct watch *holds;             /* holds back the first question; NULL: nothing is held */
	struct watch *ladder;            /* made when it is needed */
	enum leaving leaving;
	int64_t term_after;
	struct awake awake;   /* the time that the ladder counts */
	int64_t next_step;    /* of that time */
	struct watch *broken; /* tells closed(STREAM_STDIN) from the loop */
	int failure;          /* of the system to write, which is not told yet (errno); 0: none */
	bool exited;
	struct ending ending;
	struct watch *rest;      /* it has exited, but more may come over its connection ... */
	struct awake rest_awake; /* the time that this wait counts */
	int64_t rest_by;         /* ... until then, in that time */
	ssize_t rest_size;       /* bytes since the exit */
	bool freed;
	int inside; /* calls that will still use it: agent_enter() */
};

/* agent.c */
/* Around every callback, since it may free the agent: the struct itself lives until the last return.  */
void agent_enter(struct agent *agent);
void agent_return(struct agent *agent);
/* Forgets the watch and closes the descriptor.  */
void agent_shut(struct watch **watch, int *fd);
/* Reports that it does not end, and then its end all the same.  */
void agent_leave_behind(struct agent *agent, int64_t t);
/* Lets no more connections in.  */
void agent_shut_door(struct agent *agent);

/* agent_read.c */
/* Does reading from it or writing to it fail with this because of the agent? All else is a fault of the
 * system, but the hang-up of its terminal (EIO).  */
bool agent_is_to_blame(int error);
/* Reads once, with as much room as the last read asks for, and reports the bytes.  Returns their number; 0:
 * nothing now; -1: the end of the stream, or what counts as one: a terminal that has hung up, or a stdout
 * that the system cannot read.  */
ssize_t agent_read(struct agent *agent, int64_t t, enum stream stream);
/* Reports what is left in a stream, but not what a grandchild writes for ever.  True: the stream has ended.
 */
bool agent_read_rest(struct agent *agent, int64_t t, enum stream stream);
/* How many bytes its stdout holds. */
ssize_t agent_unread(const struct agent *agent);
/* Reports `unread` bytes of its stdout, which it held, and a little more at most.  True: the stream has ended
 * behind them.  */
bool agent_read_unread(struct agent *agent, int64_t t, ssize_t unread);

/* agent_write.c */
/* Reports that the system has failed to write to its stdin, if it has.  */
void agent_tell_failure(struct agent *agent, int64_t t);
/* A connection stays open in the other direction.  */
void agent_close_stdin(struct agent *agent);
/* Writes the bytes that wait for its stdin.  Bytes that the pipe does not take keep waiting.  */
void agent_write_on(struct agent *agent);
/* The loop's callback for its stdin.  */
void agent_stdin_ready(void *user, int events);
/* Writes the keys that wait for its terminal.  */
void agent_type_on(struct agent *agent);

/* agent_pieces.c */
/* From now on its input is cut where this number says; 0: nowhere.  */
void agent_begin_pieces(struct agent *agent, uint32_t number);
/* Does a piece wait until it has read the one before?  */
bool agent_waits_in_pieces(const struct agent *agent);
/* The size of the piece to write now.  */
size_t agent_piece(struct agent *agent);
/* So much of it was written.  */
void agent_piece_went(struct agent *agent, size_t size);

/* agent_question.c */
/* May it say more than was asked?  An agent shows this soon or never.  */
bool agent_is_suspect(const struct agent *agent);
/* Has it answered so many questions, and never said more than was asked, that a check at `checked` is enough?
 * Matches whose turns take a millisecond check all agents at all turns.  */
bool agent_needs_no_check(const struct agent *agent, int64_t checked, int64_t t);
/* Bytes that lie unread in a pipe.  */
int agent_unread_in(int fd);

/* agent_look.c */
/* Kills it from now on when it has too much memory, too many processes, or too much in its folder.  */
void agent_begin_guard(struct agent *agent, const struct agent_setup *setup);
/* Has it said all that it has to say for now?  It has read all, we have read all of it, and its only thread
 * that does not wait for a child process waits for its stdin.  False if nobody can know.  */
bool agent_only_reads(const struct agent *agent);
/* The name of its input among the descriptors of a process, as /proc has it; NULL: not known.  The caller
 * frees.  */
char *agent_input_name(const struct agent *agent);

#endif
