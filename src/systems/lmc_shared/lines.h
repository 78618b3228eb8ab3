/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* lines.h - reads and writes the lines of the Learning Machine Challenge, for both of its protocols.
 *
 * A line is `@channel data`, or data alone on the default channel. A line that begins with # is a comment
 * (lmc1, Interface Specification).  */
#ifndef RINGSIDE_LMC_LINES_H
#define RINGSIDE_LMC_LINES_H

#include "ringside/message.h"
#include "systems/text.h"

/* Deviations from the specification that can still be understood.  */
enum lmc_leniency {
	LMC_CRLF = 1 << 0,
	LMC_TRAILING = 1 << 1, /* blanks at the end */
	LMC_BLANKS = 1 << 2,   /* several blanks or a tab between words, or blanks before the first word */
	LMC_UNENDED = 1 << 3   /* a last line without a line end */
};
enum { LMC_LENIENCIES = 4 };

struct lmc_line {
	bool comment;
	struct text channel; /* without the @; size 0: no channel is named */
	struct text data;    /* without blanks around it; of a comment the text after the # */
	unsigned leniencies; /* of lmc_read(), of enum lmc_leniency; a comment has LMC_CRLF and LMC_UNENDED
				only */
};

struct lmc_line lmc_read(const struct message *message);
/* A line inside another line, as the text after `@player 1 `.  */
struct lmc_line lmc_read_text(struct text text);

/* The words with one blank between them.  The caller frees.  */
char *lmc_words(struct text text);

/* The channel of an agent's line.  `words`: a line without a channel may have several words.  */
enum channel lmc_channel_of(const char *bytes, size_t size, bool words);

/* What is wrong with a symbol, as part of a sentence; NULL: nothing.  Static.  (lmc, Faults)  */
const char *lmc_symbol_problem(struct text symbol);

/* The symbols of a game.  Zeros begin it.  */
struct alphabet {
	char **symbols; /* owned */
	int count;
};

bool alphabet_has(const struct alphabet *alphabet, struct text word);
/* Adds a symbol.  NULL, or what is wrong with it, as part of a sentence.  Static.  */
const char *alphabet_add(struct alphabet *alphabet, struct text symbol);
void alphabet_clear(struct alphabet *alphabet);

/* Writes a score as `%g` does, but never with an exponent.  The program uses the C locale's numbers.  */
void lmc_write_score(double score, char text[32]);
/* Reads a number from -1 to +1, with a point, in any common notation.  False: it is none.  */
bool lmc_read_score(struct text text, double *score);

#endif
