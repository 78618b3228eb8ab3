/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* analysis.h - what a gomoku brain tells of its search, collected from its texts for the board view.
 *
 * The protocol gives these texts no meaning, so nothing here can fail or break a rule.  Texts that are not
 * understood stay in the log.  It understands Yixin's live lines (REALTIME …, INFO PV …) and the plain words
 * of other brains (gomocup, What real brains do).  */
#ifndef RINGSIDE_GOMOCUP_ANALYSIS_H
#define RINGSIDE_GOMOCUP_ANALYSIS_H

#include "rules.h"

enum { ANALYSIS_LINE = 32, ANALYSIS_EVAL = 16 };

enum analysis_mark {
	ANALYSIS_NONE,
	ANALYSIS_NOW,  /* the square it is examining */
	ANALYSIS_SEEN, /* a square it has examined */
	ANALYSIS_LOST, /* it found that this square loses */
};

/* Of one seat.  */
struct gomocup_analysis {
	int turn;          /* the turn of the marks and the line; 0: nothing was said */
	int value_turn;    /* the turn of depth, eval, nodes and speed, which stay until new ones are said */
	int width, height; /* of the board */
	uint8_t *mark;     /* enum analysis_mark, mark[y * width + x]; owned */
	bool has_best;
	struct square best;
	struct square line[ANALYSIS_LINE]; /* the moves it expects, its own first */
	int line_count;
	int depth, deepest;       /* plies of the search, and of its longest lines; 0: unknown */
	char eval[ANALYSIS_EVAL]; /* in its own words: "-135", "+M33"; from its own view; "": unknown */
	int64_t nodes;            /* positions searched; -1: unknown */
	int64_t speed;            /* positions per second; -1: unknown */
	int variation, principal; /* of INFO PV: the variation it reports now, and the best one; -1: none */
};

/* `width` and `height` as of a struct gomoku.  */
void gomocup_analysis_init(struct gomocup_analysis *analysis, int width, int height);
void gomocup_analysis_free(struct gomocup_analysis *analysis);
/* Forgets everything.  */
void gomocup_analysis_clear(struct gomocup_analysis *analysis);
/* Takes one line of the brain from this turn (from 1), as "MESSAGE depth 3 …", with or without its line end.
   Text of a new turn replaces that of an older one.  False: the line says nothing about a search, and nothing
   has changed.  */
bool gomocup_analysis_hear(struct gomocup_analysis *analysis, int turn, const char *text, size_t size);
/* A member of struct protocol: the same for values alone, without a picture.  */
void gomocup_said(const struct setup *setup, const struct message *message, struct said *said);
enum analysis_mark gomocup_analysis_at(const struct gomocup_analysis *analysis, struct square square);

#endif
