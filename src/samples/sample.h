/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* sample.h - what the bundled players and game programs of the Learning Machine Challenge share: lines, words
 * and options. They link nothing of the judge, so that a mistake of one is not hidden by the same mistake in
 * the other.  */
#ifndef SAMPLES_SAMPLE_H
#define SAMPLES_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A line that was read; zeros begin it.  */
struct line {
	char *text;
	size_t room;
};

/* Reads the next line, however long, without its LF or CR LF and without blanks at its end; NUL bytes count
 * as blanks. A last line without an end counts too. False at the end of input, and then the line is freed. */
bool line_read(struct line *line, FILE *in);

/* What follows `word` and the blanks behind it when the text begins with this word, else NULL.  */
const char *after_word(const char *text, const char *word);

/* A list of words, each a copy of its own; zeros begin it.  */
struct words {
	int count, room;
	char **word;
};

void words_add(struct words *words, const char *word);
/* The words of a text instead of those before; blanks part them.  */
void words_split(struct words *words, const char *text);
void words_copy(struct words *words, const struct words *from);
bool words_equal(const struct words *one, const struct words *other);
/* Where the word stands first, or -1.  */
int words_find(const struct words *words, const char *word);
/* With single spaces between them.  */
void words_write(const struct words *words, FILE *out);
void words_clear(struct words *words); /* none are left; the list may go on */
void words_free(struct words *words);

/* A number of type double that is not infinite and has nothing behind it.  */
bool read_score(const char *text, double *score);

/* An option of the command line. It stores into `number` or into `flag`; the other one is NULL.  */
struct sample_option {
	const char *name;     /* without the dashes; NULL ends a table */
	const char *argument; /* how --help calls its value; NULL for a flag */
	const char *help;
	int64_t least, most; /* of a number */
	int64_t *number;
	bool *flag;
	bool store; /* what the flag becomes */
};

struct sample {
	const char *program; /* for messages and --help */
	const char *purpose; /* a few lines for --help */
	const char *speaks;  /* the protocol, for --help */
	const struct sample_option *options;
};

/* Reads the command line. Returns -1 to go on, else the exit status: 0 after --help or --version, 2 after a
 * message on standard error.  */
int sample_options(const struct sample *sample, int argc, char **argv);

/* Memory of zeros, or the end of the program.  */
void *sample_alloc(size_t count, size_t size);

#endif
