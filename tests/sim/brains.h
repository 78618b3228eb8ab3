/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* brains.h - shared by the files about simulated matches of gomocup: the brains on a board.  */
#ifndef RINGSIDE_SIM_BRAINS_H
#define RINGSIDE_SIM_BRAINS_H

#include "brain.h"
#include "grid.h"
#include "position.h"
#include "table_state.h"

struct ask {
	int turn, epoch;
};

/* The table's data for gomocup.  */
struct brains {
	struct character character[SEATS];
	struct brain brain[SEATS];
	int width, height;
	enum grid_rule rule;
	struct ask *asks; /* by tag, from 1 */
	int ask_count, ask_room;
	struct position position; /* brains_position() updates it */
	bool has_position;
	int position_epoch;
	int64_t position_message; /* which brought its last turn */
};

/* brains_setup.c */

void brains_set_up(struct table *table);
void brains_tell(const struct table *table, FILE *to);

/* brains_checks.c */

/* The match as it stands, by the literal rules. Checks each of its turns.  */
const struct position *brains_position(struct table *table);
/* When a brain is asked, its board must equal the match's.  */
void brains_check_board(struct table *table, int seat);
/* A move must not count for another turn than the one that was asked for.  */
void brains_check_turn(struct table *table, const struct turn *turn);
/* The turns are legal, and the match ended as the rules say.  */
void brains_check_rules(struct table *table);
/* The rules and the verdict agree, and the seat to blame has failed.  */
void brains_check_verdict(struct table *table);

#endif
