/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* players.h - what the files about simulated matches of lmc and lmc2 share: players of games of symbols.  */
#ifndef RINGSIDE_SIM_PLAYERS_H
#define RINGSIDE_SIM_PLAYERS_H

#include "player.h"
#include "program.h"
#include "rounds.h"
#include "side.h"
#include "table_state.h"

/* What the table keeps for lmc and lmc2.  */
struct players {
	struct player_terms terms;
	struct player_character character[SEATS];
	struct player player[SEATS];
	struct side side[SEATS];      /* of seat 0 only what is due to the game program */
	bool begun;                   /* somebody was told of this game */
	int asks[SEATS];              /* so many plays were told; the tag of the last */
	int64_t ready_running[SEATS]; /* when it was told that the judge is ready */
	int64_t used[SEATS];          /* of the match limit, in the turns before this one */
	bool used_unknown[SEATS];
	double sum[SEATS], told_sum[SEATS];

	/* lmc */
	struct rounds rounds;
	const char *game;
	double (*pays)[2]; /* of a table */
	bool score_first;
	bool expected[SEATS]; /* a score, which is: */
	double score[SEATS];

	/* lmc2 */
	struct program_terms program_terms;
	struct program_character program_character;
	struct program program;
	bool over;        /* the verdict was told */
	bool shut[SEATS]; /* it closed a stream */
	bool left[SEATS];
	bool late[SEATS];        /* the game program is to be told so */
	int silent[SEATS];       /* so many turns in a row had no answer in time */
	int plays[SEATS];        /* so many were told in this game */
	int64_t program_running; /* when it last said something to somebody */
};

/* players_setup.c */

bool players_is_agent(const struct table *table, int seat);
/* Draws who sits on the seat and how it is.  */
void players_draw_seat(struct table *table, int seat, bool may_be_person);
void players_set_up_lmc(struct table *table);
void players_set_up_lmc2(struct table *table);
void players_free(struct table *table);
void players_tell(const struct table *table, FILE *to);
bool players_start(struct table *table, int seat);
void players_next_game(struct table *table);
char *players_words(struct table *table, int seat);

/* players_checks.c */

/* A line to a player, by the protocol alone.  */
void players_check_line(struct table *table, int seat, const char *line);
/* What was due for it; the caller frees due->line.  */
void players_check_due(struct table *table, int seat, const char *line, struct due *due);
/* The player reads it.  */
void players_hear(struct table *table, int seat, const char *line);
/* The name of a seat, or that it closed, passed in time.  */
void players_passed(struct table *table, const struct record *record);
/* The turn was brought by the answer to the last play, in its time; or by a person.  */
void players_check_turn(struct table *table, const struct turn *turn);
/* The turn ends without a move.  */
void players_check_late(struct table *table, int seat);
/* A limit has passed when it is said to, and the sums are right.  */
void players_check_verdict(struct table *table);
/* Who was told what.  */
void players_check_end(struct table *table);

#endif
