/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* players.h - shared by the files about simulated matches of lmc and lmc2: the players of games of symbols.
 */
#ifndef RINGSIDE_SIM_PLAYERS_H
#define RINGSIDE_SIM_PLAYERS_H

#include "player.h"
#include "program.h"
#include "rounds.h"
#include "side.h"
#include "table_state.h"

/* The table's data for lmc and lmc2.  */
struct players {
	struct player_terms terms;
	struct player_character character[SEATS];
	struct player player[SEATS];
	struct side side[SEATS];      /* seat 0 has only what is due to the game program */
	bool begun;                   /* somebody was told of this game */
	int asks[SEATS];              /* how many plays were told; the tag of the last */
	int64_t ready_running[SEATS]; /* when it was told that the judge is ready */
	int64_t used[SEATS];          /* of the match limit, in the turns before this one */
	bool used_unknown[SEATS];
	int moves[SEATS]; /* that its clock has counted */
	double sum[SEATS], told_sum[SEATS];

	/* lmc */
	struct rounds rounds;
	const char *game;
	double (*pays)[2]; /* of a table */
	bool score_first;
	bool expected[SEATS]; /* a score, which is one of: */
	double score[SEATS];

	/* lmc2 */
	struct program_terms program_terms;
	struct program_character program_character;
	struct program program;
	bool over;        /* the verdict was told */
	bool shut[SEATS]; /* it closed a stream */
	bool left[SEATS];
	bool late[SEATS];        /* the game program is due to be told so */
	int silent[SEATS];       /* how many turns in a row had no answer in time */
	int plays[SEATS];        /* how many were told in this game */
	int64_t program_running; /* when it last said something to somebody */
};

/* players_setup.c */

bool players_is_agent(const struct table *table, int seat);
/* Draws who sits on the seat, and the character.  */
void players_draw_seat(struct table *table, int seat, bool may_be_person);
void players_set_up_lmc(struct table *table);
void players_set_up_lmc2(struct table *table);
void players_free(struct table *table);
void players_tell(const struct table *table, FILE *to);
bool players_start(struct table *table, int seat);
void players_next_game(struct table *table);
char *players_words(struct table *table, int seat);

/* players_checks.c */

/* Checks a line to a player, by the protocol alone.  */
void players_check_line(struct table *table, int seat, const char *line);
/* What was due for it. The caller frees due->line.  */
void players_check_due(struct table *table, int seat, const char *line, struct due *due);
/* The player reads it.  */
void players_hear(struct table *table, int seat, const char *line);
/* The seat's name, or the end of its stream, passed in time.  */
void players_passed(struct table *table, const struct record *record);
/* The answer to the last play, in its time, or a person brought the turn.  */
void players_check_turn(struct table *table, const struct turn *turn);
/* The turn ends without a move.  */
void players_check_late(struct table *table, int seat);
/* A limit that is said to have passed has passed, and the sums are right.  */
void players_check_verdict(struct table *table);
/* Each seat was told what was due.  */
void players_check_end(struct table *table);

#endif
