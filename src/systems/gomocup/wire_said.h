/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire_said.h - what one text of a brain says about its search: words with values.
 *
 * Only analysis.c uses this.  */
#ifndef RINGSIDE_GOMOCUP_WIRE_SAID_H
#define RINGSIDE_GOMOCUP_WIRE_SAID_H

#include "analysis.h"

/* A text, and how far it has been read.  */
struct scan {
	const char *at, *end;
};

/* What one text says, as in struct gomocup_analysis. A value that it does not mention is 0, "" or -1.  */
struct said {
	int depth, deepest;
	char eval[ANALYSIS_EVAL];
	int64_t nodes, speed;
	bool has_best;
	struct square best;
	struct square line[ANALYSIS_LINE];
	int line_count;
};

/* Takes the word (in any case) and the blanks after it, if it is next.  */
bool said_word(struct scan *scan, const char *word);
/* Each reads one value and moves past it.  False: there is none, and the scan may be anywhere.  */
bool said_digits(struct scan *scan, int64_t *number);
bool said_count(struct scan *scan, int64_t *count, bool *unit);
bool said_depth(struct scan *scan, int *depth, int *deepest);
bool said_eval(struct scan *scan, char eval[ANALYSIS_EVAL]);
/* A square of the board as H8, [7,7] or (07,07); also as 7,7 if `numbers` says that nothing else is possible.
   False: there is none, and nothing was read.  */
bool said_square(struct scan *scan, const struct gomocup_analysis *analysis, bool numbers,
		 struct square *square);
/* Reads squares with blanks between them.  Returns how many it kept: the first ANALYSIS_LINE.  */
int said_squares(struct scan *scan, const struct gomocup_analysis *analysis, bool numbers,
		 struct square squares[ANALYSIS_LINE]);
/* Reads a text in the brain's own words.  False: it says nothing about a search.  */
bool said_in_words(struct scan scan, const struct gomocup_analysis *analysis, struct said *said);

#endif
