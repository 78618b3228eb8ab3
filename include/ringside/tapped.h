/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tapped.h - the taps of this user that run now (ringside tap), and who watches them (ringside attach).
 *
 * The recorder of a tap listens on a socket.  It lies in a folder for this user alone,
 * $XDG_STATE_HOME/ringside/run, and its name is the number of the agent's process.  Who comes is told what
 * the tap plays, and then each change: a packet each.  What is played stands in the match file, which the
 * recorder writes meanwhile.  One who is there may ask it to hold what the judge and the agent say, and then
 * is told what is held.  The recorder waits for nobody.  */
#ifndef RINGSIDE_TAPPED_H
#define RINGSIDE_TAPPED_H

#include "ringside/bytes.h"
#include "ringside/judge.h"
#include <stdint.h>
#include <sys/types.h>

/* What a tap tells.  */
struct tapped {
	pid_t agent;   /* its process */
	char *system;  /* owned, as are the others */
	char *name;    /* of the agent, before its first game */
	char *path;    /* the match file of its newest game; "": there is none */
	int64_t since; /* ns since 1970 */
	int game;      /* the number of that game; 0: none has begun */
};

/* A message that waits at the gate of the recorder's judge.  */
struct tapped_held {
	struct message message; /* owns its bytes: the first ones, of a long message */
	int64_t delay;          /* judge_held_delay() */
};

/* How the gate stands.  */
struct tapped_gate {
	enum judge_state state; /* RUNNING: nothing is held */
	char *stopped;          /* judge_stopped(); NULL: it did not stop; owned */
	struct tapped_held *held;
	int count;
	struct bytes traced; /* lines that tracepoints have written, until the watcher takes them out */
};

void tapped_gate_clear(struct tapped_gate *gate);

/* ---- the recorder's side ---- */

struct door;
/* Who is there is a number.  */
struct door_events {
	/* It asks for this.  NULL, or why not, for people; the door frees.  */
	char *(*asked)(void *user, int watcher, const struct request *request);
	/* It gives this line of breakpoints; as command_run().  */
	char *(*told)(void *user, int watcher, const char *line, bool *answer);
	void (*left)(void *user, int watcher);
};

/* NULL, which all others take, if it cannot be made: then nobody can watch.  */
struct door *door_open(pid_t agent, const struct door_events *events, void *user);
/* Becomes readable when somebody comes, asks or leaves: call door_answer() then.  -1: never.  */
int door_fd(const struct door *door);
/* Lets them in; not another user, and not the agent and its descendants.  */
void door_answer(struct door *door);
/* Tells all who are there, and from now on each who comes.  */
void door_tell(struct door *door, const struct tapped *tapped);
/* The same of the gate, if it stands otherwise than before.  */
void door_tell_gate(struct door *door, const struct tapped_gate *gate);
/* A line of a tracepoint.  */
void door_trace(struct door *door, const char *line);
void door_close(struct door *door);

/* ---- the watcher's side ---- */

/* The taps that run and let us in, the oldest first.  Returns how many; free them with tapped_free().  */
int tapped_list(struct tapped **taps);
void tapped_free(struct tapped *taps, int count);
/* A descriptor that becomes readable when the tap of that agent tells something; closed by exec.  The caller
 * closes it.  -1: there is no such tap.  */
int tapped_watch(pid_t agent);
/* Takes the next packet.  1: `tapped` or `gate`, which may be NULL, has it, and what that had before is
 * freed. 0: there is none yet.  -1: the tap has ended.  */
int tapped_hear(int watch, struct tapped *tapped, struct tapped_gate *gate);
/* In `held` of a request to go on: the asker has not seen that the tap is paused.  If a breakpoint has
 * stopped it meanwhile, it stays paused.  */
#define TAPPED_UNSEEN (-1)
/* Asks it for a change, and takes the packets until it has answered.  NULL, or why not, for people; the
 * caller frees.  */
char *tapped_ask(int watch, const struct request *request, struct tapped *tapped, struct tapped_gate *gate);
/* The same with a line of breakpoints; as command_run().  The tap holds what they stop when this returns.  */
char *tapped_line(int watch, const char *line, bool *answer, struct tapped *tapped, struct tapped_gate *gate);
/* After a request to pause: takes the packets until the tap holds, which takes a moment.  */
void tapped_await(int watch, struct tapped *tapped, struct tapped_gate *gate);
/* Such lines, too, which are about the agent's process: a debugger is to have it, and has left it.  Until the
 * tap traces it no longer takes a moment.  */
#define TAPPED_LEND "lend"
#define TAPPED_BACK "back"
/* And one before a line of breakpoints, of who watches two taps as one match: "sits SEAT NUMBER".  They call
 * the agent that seat from then on, until the watcher leaves, and the next one has that number.  */
#define TAPPED_SITS "sits"
/* Frees what it owns.  */
void tapped_clear(struct tapped *tapped);

#endif
