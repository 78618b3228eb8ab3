/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* table_state.h - shared by the files of a simulated match: who plays, what was said, and what did not hold.
 */
#ifndef RINGSIDE_SIM_TABLE_STATE_H
#define RINGSIDE_SIM_TABLE_STATE_H

#include "table.h"

#include "chance.h"
#include "fake.h"
#include "fixture.h"

#include "ringside/bytes.h"
#include "ringside/judge.h"

#define MS    ((int64_t)NS_PER_MS)
#define NEVER INT64_MAX

/* ms: the longest turn limit that a person sets.  */
enum { TURN_MOST = 8000 };
/* ms: the longest delay of a message by a person.  */
enum { DELAY_MOST = 2000 };

enum { NO_MESSAGE = -1 };

/* A process: what it did, and what the judge was not told yet. When it is replaced, only its character
 * stays.  */
struct process {
	bool exists, told_end, dismissed, frozen;
	int culpable; /* of enum blame: what it may be blamed for */
	struct fake fake;
	struct deed *deeds; /* in their order: deeds[first .. last) */
	int first, last, room;
	int64_t kill_at;
	struct bytes rest; /* the beginning of a line that it wrote in the game before */
	/* The moves that it wrote. The judge must see them in this order.  */
	struct deed *moves;
	int seen, written, moves_room;
};

struct record {
	struct message message; /* owns its bytes */
	int tag;                /* of a move: the question that it answers; 0: none */
	int64_t written;        /* when its last byte was written */
	bool is_move;
};

struct table {
	const struct fixture *fixture;
	void *own; /* the fixture's */
	struct chance chance;
	struct setup setup;
	struct judge *judge;
	struct process process[SEATS];
	int64_t began; /* when this game did */
	int64_t now, running, progress, input_t, input_running;
	int64_t done_t;      /* the last time that the judge was told, before this input */
	bool charged[SEATS]; /* with work of the judge, so it may be late */
	int64_t stood[SEATS], input_stood[SEATS]; /* while it was traced in a match that was not paused */
	int64_t unseen[SEATS]; /* from when the judge was last seen awake to the stall that this input ends */
	int64_t began_running[SEATS], asked_t[SEATS];
	bool timed[SEATS];
	bool has_requests; /* somebody makes requests */
	bool watched;      /* somebody stops it; these chances are separate, so that the match stays the same
			      otherwise */
	struct chance stop_chance;
	bool held_up; /* the judge is, sometimes; separate, for the same reason */
	struct chance stall_chance;
	int waits; /* how often agents may still be said to have waited for a core; separate, too */
	struct chance wait_chance;
	bool limits_changed;
	bool clock_changed;   /* so it began anew */
	bool tampers;         /* somebody edits, drops, delays and sends messages ... */
	bool signalled;       /* a person has sent a process a signal: what it does then may blame nobody */
	bool tampered;        /* ... and has: now only checks are left that hold whatever agents are told */
	int64_t dropped;      /* the number of the message that was dropped last */
	int64_t tampers_with; /* the number of the held message, or NO_MESSAGE */
	bool folders;         /* somebody looks at temporary folders */
	int64_t request_at, human_at, attach_at;
	int requests_left;
	struct record *records;
	int record_count, record_room;
	int epoch; /* how often moves were taken back */
	int reopened;
	int games;       /* how many were begun */
	unsigned stayed; /* bit set of the seats whose process played the game before */
	struct outcome outcome;
};

/* Must hold whatever people do.  */
#define CHECK_ALWAYS(table, condition, ...)                                                                  \
	do {                                                                                                 \
		if (!(condition) && !(table)->outcome.problem)                                               \
			(table)->outcome.problem = bytes_text(__VA_ARGS__);                                  \
	} while (0)
/* Must hold unless somebody tampers with messages.  */
#define CHECK(table, condition, ...) CHECK_ALWAYS(table, (table)->tampered || (condition), __VA_ARGS__)

/* table.c */

bool table_is_paused(const struct table *table);
/* Time goes on to t, and the clocks with it, unless the match is paused.  */
void table_advance(struct table *table, int64_t t);
/* How long the seat's clock has run: until now, and until the last input.  */
int64_t table_ran(const struct table *table, int seat);
int64_t table_ran_before(const struct table *table, int seat);
/* Everything that is known now is one input.  */
void table_input(struct table *table);
/* The session wakes up, at t or a little after it.  */
void table_wake(struct table *table, int64_t t);

/* table_setup.c */

/* Draws limits, pace, strictness and people, as in all systems.  */
void table_draw_limits(struct table *table);
/* ns for a turn of an agent on the seat, from whatever limits it; and for all its turns, 0: no limit.  */
int64_t table_turn_limit(const struct table *table, int seat);
int64_t table_match_limit(const struct table *table, int seat);
/* A time control of one period or with byo-yomi.  */
const char *table_draw_clock(struct table *table);
/* ns that its clock has given an agent on the seat that has played so many moves; 0: it has no clock.  */
int64_t table_time_given(const struct table *table, int seat, int moves);
/* Prints the setup and the last messages, for people.  */
void table_tell(const struct table *table, FILE *to, int last);

/* table_process.c */

void table_free_deeds(struct process *process);
/* Queues the new deeds of a process for their times.  */
void table_take_deeds(struct process *process);
/* The time of its next deed; NEVER.  */
int64_t table_next_deed(const struct process *process);
void table_do_deed(struct table *table, int seat);
void table_spawn(struct table *table, int seat);
/* Answers DRAIN with everything that is in the pipe by now.  */
void table_drain(struct table *table, int seat);

/* table_effects.c */

/* Carries out all effects of the judge up to now.  */
void table_carry_out(struct table *table);

/* table_people.c */

void table_request(struct table *table, enum request_kind kind);
void table_any_request(struct table *table);
/* It is a person's turn: when will the person play?  */
void table_expect_human(struct table *table);
void table_human_moves(struct table *table);
/* Measures the memory of a seat. A seat that uses too much has lost, but not in a pause.  */
void table_look_at_memory(struct table *table);
/* Somebody attaches a debugger to an agent, or detaches it.  */
void table_attach(struct table *table);
/* A temporary folder is too full. That loses when strict, and never in a pause.  */
void table_look_at_folder(struct table *table);

/* table_record.c */

void table_record(struct table *table, const struct message *message);
/* A fresh judge that is fed with the recording must make the same match.  */
void table_check_replay(struct table *table);
/* The same for these records and that match.  */
void table_compare_replay(struct table *table, const struct record *records, int count,
			  const struct match *match);

/* table_rejoin.c */

/* Brings fresh agents to some message of the recording, and lets the match go on from there.  */
void table_check_rejoin(struct table *table);

/* table_stops.c */

/* From now on the judge asks the watcher, if there is one.  */
void table_watch(struct table *table);

/* table_checks.c */

/* The message that brought a turn; NULL: none.  */
const struct record *table_bringer(const struct table *table, const struct turn *turn);
/* The time of a turn that a message brought is the time since its question.  */
void table_check_time(struct table *table, const struct turn *turn);
/* Does a person sit there who may lose on time?  */
bool table_limits_person(const struct table *table, int seat);
/* The proofs are messages, and the seat to blame has failed in this way and has not won.  */
void table_check_blame(struct table *table);

#endif
