/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rejoin_fixture.h - shared by the tests of rejoin.h: a recording of each system.  */
#ifndef RINGSIDE_TESTS_REJOIN_FIXTURE_H
#define RINGSIDE_TESTS_REJOIN_FIXTURE_H

#include "asimulator_fixture.h"
#include "ghost.h"

#define MS   ((int64_t)DIALOGUE_MS)
#define GAME SEAT_NONE /* the seat of the game program */

/* What a player of roshambo is told before its first move.  */
#define ROSHAMBO                                                                                             \
	"> @command new\n> @command symbol rock\n> @command symbol paper\n> @command symbol scissors\n"

enum { BOTH = 1u << SEAT_1 | 1u << SEAT_2, ALL = BOTH | 1u << SEAT_NONE };

static inline void set_up_lmc(struct dialogue *d)
{
	dialogue_init_lmc(d, "lmc");
	d->setup.turn_limit = 100 * MS;
	setup_set(&d->setup, "turns", "10");
}

static inline void init_gomocup(struct dialogue *d)
{
	dialogue_init(d, "15");
	d->setup.turn_limit = 5000 * MS;
	d->setup.match_limit = 60000 * MS;
	d->setup.memory = 1000;
}

/* Seat 2 is thinking about 7,8; a move took 100 ms.  */
static inline void record_gomocup(struct dialogue *d)
{
	init_gomocup(d);
	dialogue_ready(d);
	dialogue_at(d, d->now + 100 * MS);
	talk(d, SEAT_1, "> BEGIN\n< 7,7\n");
	dialogue_at(d, d->now + 100 * MS);
	talk(d, SEAT_2, "> TURN 7,7\n< DEBUG hm\n< 8,8\n");
	dialogue_at(d, d->now + 100 * MS);
	talk(d, SEAT_1, "> TURN 8,8\n< 7,8\n");
	talk(d, SEAT_2, "> TURN 7,8\n");
}

/* Seat 1 has said 3,3 after its move, unasked.  */
static inline void record_unasked(struct dialogue *d)
{
	init_gomocup(d);
	dialogue_ready(d);
	talk(d, SEAT_1, "> BEGIN\n< 7,7\n< 3,3\n");
	talk(d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	talk(d, SEAT_1, "> TURN 8,8\n< 7,8\n");
	talk(d, SEAT_2, "> TURN 7,8\n< 8,9\n");
}

/* Three rounds have been played; both are asked for a fourth move.  */
static inline void record_lmc(struct dialogue *d)
{
	set_up_lmc(d);
	dialogue_named(d);
	talk(d, SEAT_1, ROSHAMBO "> @command play\n< @output rock\n");
	talk(d, SEAT_2, ROSHAMBO "> @command play\n< @output paper\n");
	talk(d, SEAT_1, "> @input paper\n> @score -1\n> @command play\n< # hm\n< @output scissors\n");
	talk(d, SEAT_2, "> @input rock\n> @score 1\n> @command play\n< @output paper\n");
	talk(d, SEAT_2, "> @input scissors\n> @score -1\n> @command play\n< @output rock\n");
	talk(d, SEAT_1, "> @input paper\n> @score 1\n> @command play\n< @output rock\n");
}

static inline void record_lmc2(struct dialogue *d)
{
	dialogue_init_lmc(d, "lmc2");
	d->setup.turn_limit = 100 * MS;
	dialogue_named(d);
	game_says(d, "1 @command new\n1 @command symbol a\n1 @command symbol b\n");
	game_says(d, "2 @command new\n2 @command symbol a\n2 @command symbol b\n");
	game_says(d, "1 @input a\n1 @command play\n2 @command play\n");
	dialogue_bytes(d, SEAT_1, "@output b\n", 10);
	dialogue_bytes(d, SEAT_2, "@output a\n", 10);
	game_says(d, "1 @score 1\n2 @score 0\n1 @hint a\n2 @command play\n");
	dialogue_bytes(d, SEAT_2, "@output b\n", 10);
	for (int s = 0; s < SEATS; s++)
		forget_told(d, s);
}

static inline void record_qchess(struct dialogue *d)
{
	dialogue_init_qchess(d);
	setup_set(&d->setup, "classical", "yes");
	dialogue_begin(d);
	talk(d, SEAT_1, "> white\n> SELECTION?\n< 4 6\n> 4 6 0 pawn\n> MOVE?\n< 4 4\n> 4 6 -> 4 4\n");
	talk(d, SEAT_2, "> black\n> 4 6 0 pawn\n> 4 6 -> 4 4\n> SELECTION?\n< 4 1\n> 4 1 0 pawn\n> MOVE?\n");
	forget_told(d, SEAT_1);
}

static inline void record_asimulator(struct dialogue *d)
{
	begin_small(d);
	says(d, SEAT_1, "01"); /* turns left */
	says(d, SEAT_1,
	     "ff000261"
	     "62"); /* and writes a text */
	says(d, SEAT_2, "02");
	says(d, SEAT_2, "01");
	says(d, SEAT_1, "02");
	forget_told(d, SEAT_1);
	forget_told(d, SEAT_2);
}

static void (*const record[])(struct dialogue *) = {record_gomocup, record_lmc, record_lmc2, record_qchess,
						    record_asimulator};
enum { RECORDINGS = sizeof(record) / sizeof(record[0]) };

static inline void hold(struct seance *seance, const struct dialogue *d, unsigned fed)
{
	seance->binary = strcmp(d->setup.system, "asimulator") == 0;
	seance_hold(seance, d, d->line_count, fed);
}

static inline void part(struct seance *seance, struct dialogue *d)
{
	seance_end(seance);
	dialogue_free(d);
}

static inline int index_of(const struct dialogue *d, const struct message *message)
{
	for (int i = 0; i < d->line_count; i++)
		if (&d->lines[i].message == message)
			return i;
	fail_msg("there is no such message");
	return 0;
}

#endif
