/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* lines.h - what a line of a referee says (referee, What the referee says): the protocol obeys it, the board
 * draws it.  */
#ifndef RINGSIDE_REFEREE_LINES_H
#define RINGSIDE_REFEREE_LINES_H

#include "systems/text.h"

enum referee_verb {
	REFEREE_REMARK,
	REFEREE_ROW,
	REFEREE_LINE,
	REFEREE_GAME,
	REFEREE_LEGAL,
	REFEREE_ASK,
	REFEREE_MOVE,
	REFEREE_ILLEGAL,
	REFEREE_SCORE,
	REFEREE_WIN,
	REFEREE_DRAW,
	REFEREE_RANK,
	REFEREE_SCORES
};

enum { REFEREE_PLAYERS = 2, REFEREE_LINES_MOST = 1000 };

struct referee_line {
	enum referee_verb verb;
	int player;      /* from 1; of a row: who sees it; 0: the spectators */
	unsigned asked;  /* REFEREE_ASK: bit K is player K */
	int lines;       /* REFEREE_ASK: of an answer */
	int row, column; /* of a move, from 1; 0: it has no cell */
	bool whole;      /* REFEREE_LEGAL: the text is one move, and not one a word */
	bool late, gone; /* REFEREE_GAME: the referee is told of them, and decides */
	bool hidden;     /* REFEREE_GAME: a player sees only rows for it */
	double score[1 + REFEREE_PLAYERS];
	struct text name; /* REFEREE_GAME */
	struct text text; /* what follows; a part of the line */
};

/* Where a game is.  Bit K of a set is player K.  */
struct referee_moment {
	bool begun, asked; /* asked: somebody was, in this game */
	bool due;          /* the referee was not told yet what became of its question */
	unsigned held;     /* whose answers it was told and has not judged */
	unsigned failed;   /* of whom it was told `late` or `gone` in place of an answer */
	unsigned told;     /* who was told something since the question before, or has left */
};

/* Why the line cannot be said then; NULL: it can.  Static.  */
const char *referee_early(const struct referee_line *line, const struct referee_moment *moment);
/* Reads a line without its end, of a game of so many players.  NULL, or what is wrong with it, to follow the
 * quoted line; static.  */
const char *referee_read(struct text text, int players, struct referee_line *line);

struct protocol_tools;
extern const struct protocol_tools referee_tools; /* check.c */
extern const struct option_row referee_option_told, referee_option_players;

#endif
