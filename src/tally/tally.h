/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tally.h - the results of a tournament, from the files of all machines that played a part of it, as tables.
 *
 * src/manual/tournaments.md has the form of the lines.  The files may be a stranger's.  No form depends on
 * the order in which games came, except for what was measured.  */
#ifndef RINGSIDE_TALLY_TALLY_H
#define RINGSIDE_TALLY_TALLY_H

#include "ringside/schedule.h"
#include "ringside/standings.h"
#include "sheet.h"
#include <jansson.h>
#include <stdio.h>

struct runner_call;

/* What a shard says of the machine that it ran on.  */
struct tally_machine {
	char *shard, *cpu, *ringside; /* "" if not said */
	int cores;                    /* 0: not said */
	double clock_ns;              /* what a look at the clock takes; NAN: not said */
};

/* A game that is drawn in a page.  */
struct tally_game {
	int game, players[2], winner;
	char *reason, *opening; /* for people; NULL: none */
	char *played;           /* JSON: the moves of a result line, or its course */
	char *board;            /* its last board, where a program drew it; NULL: none */
	int first;
	uint64_t seed;
};

/* Owned by it.  */
struct tallied {
	json_t *tournament; /* the first line's; NULL: nothing was read */
	char *where;        /* of that, as FILE:LINE */
	const char *system, *kind;
	bool series;                          /* `run` wrote it: lines have no "players" */
	const struct schedule_format *format; /* of that kind; one of zeros: it is not known */
	uint64_t seed;                        /* 0: not said */
	char **names; /* of the players, which all differ; harmless characters only (words.h) */
	int each;     /* games of two players, or of one alone; 0: not said */
	struct standings standings;
	struct tally_machine *machines;
	int machine_count;
	int keeps; /* so many games of those that come first are kept for pictures */
	struct tally_game *games;
	int game_count;
	struct bytes notes; /* what people should know, a line each; at NULL: nothing */
};

/* Reads a file, or stdin ("-"), and adds its games.  NULL, or a problem; the caller frees.  */
char *tally_read(struct tallied *tallied, const char *path);
/* The same for one line without its line end, as a tournament writes it; `path` and `number` name it in
 * messages.  The first line must come first.  */
char *tally_line(struct tallied *tallied, const char *line, size_t size, const char *path, int number);
/* The same for a game that was read already.  */
char *tally_game(struct tallied *tallied, const struct result_line *line, const char *path, int number);
/* A text of a line for people; NULL: there is none.  The caller frees.  */
char *tally_words(struct piece text);
/* After the last file: adds what all of them say together to the notes.  */
void tally_settle(struct tallied *tallied);
void tally_free(struct tallied *tallied);

/* How the settings of games in JSON differ, as "setup, --size is 7 there and 8 here": the first difference;
 * NULL: none.  Games are never counted with games of other settings.  The caller frees.  */
char *json_difference(const json_t *there, const json_t *here);

/* Who stands where.  Players count from 0, ranks from 1.  */
struct ranks {
	int *order; /* players, the best first */
	int *rank;  /* of each player */
	struct rating *ratings;
	int winner; /* of a knock-out; -1: nobody has won it yet, or it is none */
	int level;  /* pairings of a knock-out that the order of the players decided */
};

struct ranks ranks_of(const struct tallied *tallied);
void ranks_free(struct ranks *ranks);
/* Adds the tables of all that was read; none if nothing was.  */
void tally_all_sheets(const struct tallied *tallied, struct sheets *to);

/* What is known of two players, as the first one sees it.  */
struct versus {
	struct tally tally;
	int without;
	struct pairs pairs;
	struct elo elo;     /* from the pairs if there are any, else from the games */
	double superiority; /* likewise; NAN: not known */
	struct mean score;  /* the difference of the scores */
};

/* How players learnt: the mean of scores at points that follow each other.  */
struct curve {
	const char *title, *note;
	bool in_game; /* a point is a tenth of a game, else some rounds of the tournament */
	int points;
};

enum { CURVES_MOST = 2 };
/* The curves that say something.  Returns how many.  */
int tally_curves(const struct tallied *tallied, struct curve curves[CURVES_MOST]);
/* A point of a player; without a count it is not known.  */
const struct mean *curve_at(const struct curve *curve, const struct player_sum *player, int point);
/* Adds that as the label of the point.  */
void curve_add_label(struct bytes *to, const struct curve *curve, const struct standings *standings,
		     int point);

/* The line above the tables, and the tables.  */
char *tally_title(const struct tallied *tallied);
void tally_sheets(const struct tallied *tallied, const struct ranks *ranks, struct sheets *sheets);
/* What the sequential test says of the pairs of player 1.  The caller frees.  */
char *tally_sprt_words(const struct tallied *tallied, const struct sprt *sprt);

/* For programs.  `sprt` may be NULL.  The caller owns what they return.  */
json_t *tally_json(const struct tallied *tallied, const struct ranks *ranks, const struct sprt *sprt);
char *tally_csv(const struct tallied *tallied, const struct ranks *ranks);

/* The exit status that says what the test has decided.  */
int tally_sprt_status(const struct sprt *sprt, const struct standings *standings);
/* Begins a tally as the options say.  NULL, or what is wrong with them; the caller frees.  */
char *tally_begin(const struct runner_call *call, struct tallied *tallied);
/* NULL, or why a file that is asked for cannot be written at the end, or must not; the caller frees.  */
char *tally_check_forms(const struct runner_call *call);
/* When all games are counted: says the notes on stderr, prints the tables to `to`, and writes the files that
 * the options name.  Frees the tally.  Returns the exit status.  */
int tally_end(const struct runner_call *call, struct tallied *tallied, FILE *to);

#endif
