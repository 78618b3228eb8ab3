/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* table_state.h - what the files of a simulated match share: who plays, what was said, what did not hold.  */
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

/* ms: the most that a person gives a turn.  */
enum { TURN_MOST = 8000 };
/* ms: the most that a person delays a message.  */
enum { DELAY_MOST = 2000 };

/* A process: what it did and what was not yet told of it.  A replaced one is forgotten but for its manners.
 */
struct process {
	bool exists, told_end, dismissed, frozen;
	int culpable; /* of enum blame: for what it may be blamed */
	struct fake fake;
	struct deed *deeds; /* in their order: deeds[first .. last) */
	int first, last, room;
	int64_t kill_at;
	struct bytes rest; /* the beginning of a line that it wrote in the game before */
	/* The moves that it wrote, in their order; the judge must see them in that order.  */
	struct deed *moves;
	int seen, written, moves_room;
};

struct record {
	struct message message; /* owns its bytes */
	int tag;                /* of a move: the ask that it answers; 0: none */
	int64_t written;        /* when its last byte was */
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
	int64_t done_t; /* when the judge was told the time last, before this input */
	int64_t stood[SEATS], input_stood[SEATS]; /* while it was traced, in a match that was not paused */
	int64_t began_running[SEATS], asked_t[SEATS];
	bool timed[SEATS];
	bool has_requests; /* somebody makes requests */
	bool watched;      /* somebody stops it, with chances of their own: the match is else the same */
	struct chance stop_chance;
	bool limits_changed;
	bool tampers;  /* somebody edits, drops, delays and sends messages ... */
	bool tampered; /* ... and has: what is left to check is what holds whatever agents are told */
	bool folders;  /* somebody looks at temporary folders */
	int64_t request_at, human_at, attach_at;
	int requests_left;
	struct record *records;
	int record_count, record_room;
	int epoch; /* moves were taken back so often */
	int reopened;
	int games;       /* so many were begun */
	unsigned stayed; /* bit set of the seats whose process played the game before */
	struct outcome outcome;
};

/* What holds whatever people do.  */
#define CHECK_ALWAYS(table, condition, ...)                                                                  \
	do {                                                                                                 \
		if (!(condition) && !(table)->outcome.problem)                                               \
			(table)->outcome.problem = bytes_text(__VA_ARGS__);                                  \
	} while (0)
/* What holds as long as nobody tampers with messages.  */
#define CHECK(table, condition, ...) CHECK_ALWAYS(table, (table)->tampered || (condition), __VA_ARGS__)

/* table.c */

bool table_is_paused(const struct table *table);
/* Time goes on to t, and with it the clocks, unless the match is paused.  */
void table_advance(struct table *table, int64_t t);
/* So long time has run for the seat: until now, until the input that came last.  */
int64_t table_ran(const struct table *table, int seat);
int64_t table_ran_before(const struct table *table, int seat);
/* What is known now is an input.  */
void table_input(struct table *table);
/* The session wakes up, at t or a little after it.  */
void table_wake(struct table *table, int64_t t);

/* table_setup.c */

/* Draws limits, pace, strictness and people: the same in all systems.  */
void table_draw_limits(struct table *table);
/* ns for a turn, whatever guards it.  */
int64_t table_turn_limit(const struct table *table);
/* The setup and the last messages, for people.  */
void table_tell(const struct table *table, FILE *to, int last);

/* table_process.c */

void table_free_deeds(struct process *process);
/* What the process has thought of is queued for its time.  */
void table_take_deeds(struct process *process);
/* When its next deed comes up; NEVER.  */
int64_t table_next_deed(const struct process *process);
void table_do_deed(struct table *table, int seat);
void table_spawn(struct table *table, int seat);
/* The answer to DRAIN: everything that is in the pipe by now.  */
void table_drain(struct table *table, int seat);

/* table_effects.c */

/* Does all that the judge wants by now.  */
void table_carry_out(struct table *table);

/* table_people.c */

void table_request(struct table *table, enum request_kind kind);
void table_any_request(struct table *table);
/* It is a person's turn: when will that be played?  */
void table_expect_human(struct table *table);
void table_human_moves(struct table *table);
/* Its memory is looked at: a seat that uses too much has lost, but not in a pause.  */
void table_look_at_memory(struct table *table);
/* Somebody looks inside of an agent with a debugger, or has seen enough.  */
void table_attach(struct table *table);
/* A temporary folder is too full: that loses when strict, and never in a pause.  */
void table_look_at_folder(struct table *table);

/* table_record.c */

void table_record(struct table *table, const struct message *message);
/* The recording, fed to a fresh judge, is the same match.  */
void table_check_replay(struct table *table);
/* The same of these records and that match.  */
void table_compare_replay(struct table *table, const struct record *records, int count,
			  const struct match *match);

/* table_rejoin.c */

/* Agents afresh are brought to some message of the recording, and the match goes on from there.  */
void table_check_rejoin(struct table *table);

/* table_stops.c */

/* The judge asks from now on who watches the match, if anybody does.  */
void table_watch(struct table *table);

/* table_checks.c */

/* The message that brought a turn; NULL.  */
const struct record *table_bringer(const struct table *table, const struct turn *turn);
/* The time of the turn that a message brought is what ran since it was asked for.  */
void table_check_time(struct table *table, const struct turn *turn);
/* The proofs are messages, and the seat to blame has failed so, and has not won.  */
void table_check_blame(struct table *table);

#endif
