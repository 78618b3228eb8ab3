/* table_state.h - what the files of a simulated match share: who plays, what was said, what did not hold.  */
#ifndef RINGSIDE_SIM_TABLE_STATE_H
#define RINGSIDE_SIM_TABLE_STATE_H

#include "table.h"

#include "brain.h"
#include "chance.h"
#include "grid.h"
#include "position.h"

#include "ringside/bytes.h"
#include "ringside/judge.h"

#define MS    ((int64_t)NS_PER_MS)
#define NEVER INT64_MAX

/* ms: the most that a person gives a turn.  */
enum { TURN_MOST = 8000 };

/* A process: what it did and what was not yet told of it.  A replaced one is forgotten but for its manners.
 */
struct process {
	bool exists, told_end, dismissed;
	struct brain brain;
	struct deed *deeds; /* in their order: deeds[first .. last) */
	int first, last, room;
	int64_t kill_at;
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

struct ask {
	int turn, epoch;
};

struct table {
	struct chance chance;
	struct setup setup;
	struct judge *judge;
	struct character character[SEATS];
	struct process process[SEATS];
	int64_t now, running, progress, input_t, input_running;
	int64_t began_running[SEATS], asked_t[SEATS];
	bool timed[SEATS];
	int width, height;
	enum grid_rule rule;
	bool wishful; /* somebody wishes in this match */
	bool limits_changed;
	bool folders; /* somebody looks at temporary folders */
	int64_t wish_at, human_at;
	int wishes_left;
	struct record *records;
	int record_count, record_room;
	struct ask *asks; /* by tag, from 1 */
	int ask_count, ask_room;
	int epoch;
	struct position position; /* table_position() keeps it */
	bool has_position;
	int position_epoch;
	int64_t position_message; /* that brought its last turn */
	int reopened;
	struct outcome outcome;
};

#define CHECK(table, condition, ...)                                                                         \
	do {                                                                                                 \
		if (!(condition) && !(table)->outcome.problem)                                               \
			(table)->outcome.problem = bytes_text(__VA_ARGS__);                                  \
	} while (0)

/* table.c */

bool table_is_paused(const struct table *table);
/* Time goes on to t, and with it the clocks, unless the match is paused.  */
void table_advance(struct table *table, int64_t t);
/* The session wakes up, a little after t.  */
void table_wake(struct table *table, int64_t t);

/* table_setup.c */

/* Draws the setup and the players.  */
void table_set_up(struct table *table);
/* The setup and the last messages, for people.  */
void table_tell(const struct table *table, FILE *to, int last);

/* table_process.c */

void table_free_deeds(struct process *process);
/* What the brain has thought of is queued for its time.  */
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

void table_wish(struct table *table, enum wish_kind kind);
void table_any_wish(struct table *table);
/* It is a person's turn: when will that be played?  */
void table_expect_human(struct table *table);
void table_human_moves(struct table *table);
/* Its memory is looked at: a seat that uses too much has lost, but not in a pause.  */
void table_look_at_memory(struct table *table);
/* A temporary folder is too full: that loses when strict, and never in a pause.  */
void table_look_at_folder(struct table *table);

/* table_record.c */

void table_record(struct table *table, const struct message *message);
/* The recording, fed to a fresh judge, is the same match.  */
void table_check_replay(struct table *table);

/* table_checks.c */

/* The match as it stands, by the literal rules; each of its turns is looked at.  */
const struct position *table_position(struct table *table);
/* The brain's board when it is asked must be the match's.  */
void table_check_board(struct table *table, int seat);
/* No move is counted for another turn than the one it was asked for, and no time that did not pass.  */
void table_check_turn(struct table *table, int seat);
/* The turns are legal, and the match ended as the rules say.  */
void table_check_rules(struct table *table);
/* The seat to blame has failed.  */
void table_check_verdict(struct table *table);

#endif
