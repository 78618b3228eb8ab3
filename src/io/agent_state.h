/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* agent_state.h - the state of an agent, shared by its files.
 *
 * agent.c starts it, reads its outputs and sees its end; agent_write.c writes to it; agent_question.c tracks
 * which question it has read; agent_leave.c makes it leave; agent_look.c observes it from outside.  */
#ifndef RINGSIDE_IO_AGENT_STATE_H
#define RINGSIDE_IO_AGENT_STATE_H

#include "orphans.h"
#include "queue.h"
#include "ringside/agent.h"
#include "spawn.h"
#include "usage.h"

/* How far it is from being made to leave; each step by the timer.  */
enum leaving { STAYS, HAS_GRACE, HAS_NO_STDIN, HAS_SIGTERM, HAS_SIGKILL };

struct agent {
	struct loop *loop;
	struct agent_events events;
	void *user;
	struct owned owned;
	struct spawned process;
	struct meter meter;
	bool socket;        /* in and out are a connection ... */
	struct watch *door; /* ... which is awaited, or over which nothing has gone yet */
	int patience;       /* as for socket_take() */
	bool reset;         /* it broke off */
	struct watch *in, *out, *err, *exit;
	struct queue input, keys;
	int64_t went;     /* bytes that its stdin has taken */
	int64_t question; /* so many are those up to the end of the last question ... */
	int64_t asked_t;  /* ... of then ... */
	bool has_read;    /* ... which it was seen to have read */
	int questions;
	int64_t spoke_t;      /* when it wrote last */
	bool was_empty;       /* its stdin, when the first question was held back and it was looked at last */
	int steps;            /* so often it was looked at since it was empty */
	bool suspect;         /* its answers may come before their questions */
	struct watch *holds;  /* the first question back; NULL: it does not */
	struct watch *ladder; /* made when it is needed */
	enum leaving leaving;
	int64_t next_step, term_after;
	struct watch *broken; /* tells closed(STREAM_STDIN) from the loop */
	bool exited;
	struct ending ending;
	struct watch *rest; /* has exited, but there may be more of what it sent ... */
	ssize_t rest_size;  /* ... so much came since */
	bool freed;
	int inside; /* calls that will still use it: agent_enter() */
};

/* agent.c */
/* Around every callback, since it may free the agent: the struct itself lives until the last return.  */
void agent_enter(struct agent *agent);
void agent_return(struct agent *agent);
/* Forgets the watch and closes the descriptor.  */
void agent_shut(struct watch **watch, int *fd);
/* Lets no more connections in.  */
void agent_shut_door(struct agent *agent);

/* agent_write.c */
/* A connection stays open in the other direction.  */
void agent_close_stdin(struct agent *agent);
/* Writes what waits for its stdin; what the pipe does not take goes on waiting.  */
void agent_write_on(struct agent *agent);
/* The loop's callback for its stdin.  */
void agent_stdin_ready(void *user, int events);
/* Writes the keys that wait for its terminal.  */
void agent_type_on(struct agent *agent);

/* agent_question.c */
/* May it say more than was asked?  That shows soon, or never.  */
bool agent_is_suspect(const struct agent *agent);
/* Bytes that lie unread in a pipe.  */
int agent_unread_in(int fd);

#endif
