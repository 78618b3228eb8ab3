/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* result_line.h - a game that is over, as a line of results tells it: one of a tournament, or of a series.
 *
 * Whoever counts games reads them here, whether they were just played or stand in a file.  */
#ifndef RINGSIDE_RESULT_LINE_H
#define RINGSIDE_RESULT_LINE_H

#include "ringside/scan.h"

/* Of one tournament.  */
enum { RESULT_GAMES_MOST = 100000000, RESULT_PLAYERS_MOST = 10000 };

/* A curve has so many values.  */
enum { RESULT_TENTHS = 10 };

/* What was measured of a seat; NAN: not known.  Times in seconds, memory in bytes.  */
struct result_seat {
	double think_total, think_mean, think_longest, cpu, peak_memory;
	double held_turns, waited, waited_turns;
	/* Of a series alone: */
	double held_longest;
	int forgiven;    /* moves that needed --tolerance */
	bool unfinished; /* it owed an answer at the end */
};

/* What a series waits for, and where it has happened first in this game.  */
struct result_until {
	int turn, seat;
	struct piece what; /* a text with its escapes; at NULL: it has not happened */
};

/* A list of two is for seat 1 and seat 2.  Pieces are of the line.  */
struct result_line {
	int game;                     /* from 1 */
	int players[2];               /* numbers from 1; 0: nobody sits there, or it is of a series */
	int winner;                   /* 1, 2, 0 a draw, -1 nobody */
	int first;                    /* the seat that began; 0: not said */
	int blame;                    /* the seat to blame; 0: none */
	int pair;                     /* the number of the pair of games; 0: none */
	int round;                    /* from 1; 0: none */
	int moves;                    /* how many were played */
	bool silent;                  /* the seat to blame ended before it said anything */
	uint64_t seed;                /* of the tournament */
	double score[2];              /* NAN: none, as in a game that ended before its first score */
	int64_t faults[2];            /* how often the seat broke the protocol */
	struct piece reason, opening; /* texts with their escapes; at NULL: none */
	struct piece detail;          /* likewise */
	struct piece board;           /* likewise: the rows of the last board, each with its line end */
	struct piece record;   /* likewise: the match file, as it was named where the game was played */
	struct piece names[2]; /* likewise, of a series */
	struct piece played;   /* the list of the moves as JSON; at NULL: none */
	struct piece course;   /* the same of a game with scores: an object (match_json.h) */
	double curve[2][RESULT_TENTHS]; /* the mean score of a move in each tenth; NAN: not known */
	struct result_seat seats[2];
	struct result_until until; /* of a series */
	double seconds;            /* how long the game took; NAN: not known */
	uint64_t marks; /* of all members but what was measured: games with other marks are different */
};

/* 1, 1/2 or 0 for how the game ended for the seat.  */
double result_line_points(const struct result_line *line, int seat);
/* Does the game have scores of its own, beside 1, 1/2 and 0 for how it ended?  */
bool result_line_is_scored(const struct result_line *line);
/* Has the player to blame failed at its start?  */
bool result_line_not_started(const struct result_line *line);
/* Has the game program failed: is the game void?  */
bool result_line_is_void(const struct result_line *line);
/* The same, before any move.  */
bool result_line_no_program(const struct result_line *line);
/* Reads a line without its line end. `players`: how many the tournament has; 0: it is of a series.  NULL, or
 * a problem for people that says which member is wrong; the caller frees.  `column` is where, from 0.  */
char *result_line_read(struct result_line *line, const char *text, size_t size, int players, size_t *column);

#endif
