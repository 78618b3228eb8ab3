/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* analysis.h - what a gomoku brain tells of its search, made of the texts that it says meanwhile.
 *
 * The protocol gives these texts no meaning, so nothing here can fail or break a rule: what is not understood
 * is left to the log.  Understood are Yixin's live lines (REALTIME …, INFO PV …) and the plain words of the
 * brains (gomocup, What real brains do).  Called by the board view, which draws it.  */
#ifndef RINGSIDE_GOMOCUP_ANALYSIS_H
#define RINGSIDE_GOMOCUP_ANALYSIS_H

#include "rules.h"

enum { ANALYSIS_LINE = 32, ANALYSIS_EVAL = 16 };

enum analysis_mark {
	ANALYSIS_NONE,
	ANALYSIS_NOW,  /* it is looking at this square */
	ANALYSIS_SEEN, /* it has looked at this square */
	ANALYSIS_LOST, /* it found that this square loses */
};

/* Of one seat.  */
struct gomocup_analysis {
	int turn;          /* of which turn marks and line are; 0: nothing was said */
	int value_turn;    /* and depth, eval, nodes and speed, which stay until another one is said */
	int width, height; /* of the board */
	uint8_t *mark;     /* enum analysis_mark, mark[y * width + x]; owned */
	bool has_best;
	struct square best;
	struct square line[ANALYSIS_LINE]; /* what it expects to be played, the first by itself */
	int line_count;
	int depth, deepest;       /* plies of the search, and of its longest lines; 0: not said */
	char eval[ANALYSIS_EVAL]; /* as it said it: "-135", "+M33"; for itself; "": not said */
	int64_t nodes;            /* positions looked at; -1: not said */
	int64_t speed;            /* positions a second; -1: not said */
	int variation, principal; /* of INFO PV: the one that it tells about, and the best; -1: none */
};

/* Sides as of a struct gomoku.  */
void gomocup_analysis_init(struct gomocup_analysis *analysis, int width, int height);
void gomocup_analysis_free(struct gomocup_analysis *analysis);
/* As if nothing had been said.  */
void gomocup_analysis_clear(struct gomocup_analysis *analysis);
/* One line of the brain, said in this turn (from 1), as "MESSAGE depth 3 …", with or without its line end.
   What is said in another turn takes the place of what was.  False: it says nothing of a search, and nothing
   has changed.  */
bool gomocup_analysis_hear(struct gomocup_analysis *analysis, int turn, const char *text, size_t size);
enum analysis_mark gomocup_analysis_at(const struct gomocup_analysis *analysis, struct square square);

#endif
