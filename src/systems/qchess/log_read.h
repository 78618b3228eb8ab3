/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* log_read.h - what log.c and log_end.c share while they read a log.  */
#ifndef RINGSIDE_QCHESS_LOG_READ_H
#define RINGSIDE_QCHESS_LOG_READ_H

#include "log.h"
#include "rules.h"

struct text {
	const char *at;
	size_t size;
};

struct reading {
	struct match *match;
	struct remarks *remarks;
	struct quantum_chess game;
	const char *text;
	const char *wrong;  /* where a problem is; at first the current line */
	struct bytes board; /* the lines of the board, each where it is in the text, and blanks between */
	bool has_board;
	bool has_start;   /* and the line after it */
	bool is_short;    /* a short log */
	bool is_cut;      /* the current line has no end */
	bool begun;       /* the board is complete: turns follow */
	bool has_result;  /* the log says how the game ended */
	int64_t stamp_us; /* of the line before; -1: there was none */
	int64_t time;     /* ns since the match began */
	int line;
};

/* log.c */

bool qchess_text_is(struct text text, const char *word);
/* Takes the word off, which may contain blanks.  False: the text begins otherwise.  */
bool qchess_text_take(struct text *text, const char *word);

/* log_end.c */

/* Ends the match if the rules say so.  */
void qchess_log_end_by_rules(struct reading *reading);
/* Reads the end, without its stamp.  NULL, or a problem.  */
char *qchess_log_take_end(struct reading *reading, struct text said);

#endif
