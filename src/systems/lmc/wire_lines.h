/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire_lines.h - the lines of the Learning Machine Challenge, as both of its protocols read and write them.
 *
 * `@channel data`, or data alone on the default channel; a line that begins with # is a comment (lmc1,
 * Interface Specification).  */
#ifndef RINGSIDE_LMC_WIRE_LINES_H
#define RINGSIDE_LMC_WIRE_LINES_H

#include "ringside/message.h"
#include <stdbool.h>

/* A piece of a line.  */
struct text {
	const char *at;
	size_t size;
};

/* What was written another way than the specification says, and can be understood all the same.  */
enum lmc_leniency {
	LMC_CRLF = 1 << 0,
	LMC_TRAILING = 1 << 1, /* blanks at the end */
	LMC_BLANKS = 1 << 2,   /* more than one blank, or a tab, between words, or blanks before the first */
	LMC_UNENDED = 1 << 3   /* a last line without a line end */
};
enum { LMC_LENIENCIES = 4 };

struct lmc_line {
	bool comment;
	struct text channel; /* without the @; of size 0: none is named */
	struct text data;    /* without blanks around; of a comment what follows the # */
	unsigned leniencies; /* of enum lmc_leniency; none for comments but LMC_CRLF and LMC_UNENDED */
};

struct lmc_line lmc_read(const struct message *message);
/* A line inside of another one, as what follows `@player 1 `.  */
struct lmc_line lmc_read_text(struct text text);

bool text_is(struct text text, const char *word);
/* Takes the first word off: what stands between blanks.  Of size 0: there is none.  */
struct text text_word(struct text *text);
/* The words with one blank between them.  The caller frees.  */
char *text_words(struct text text);

/* The channel of a line that an agent wrote: with `words` a line without a channel may have several.  */
enum channel lmc_channel_of(const char *bytes, size_t size, bool words);

/* What is wrong with a symbol, as part of a sentence; NULL: nothing.  Static.  (lmc, Faults)  */
const char *lmc_symbol_problem(struct text symbol);

/* A score as `%g` says it, but never with an exponent (the program runs with the numbers of the C locale). */
void lmc_write_score(double score, char text[32]);
/* A number from -1 to +1, with a point and in any common notation; false: it is none.  */
bool lmc_read_score(struct text text, double *score);

#endif
