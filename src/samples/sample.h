/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* sample.h - what the bundled agents in C share: options, lines of a judge, and random numbers (splitmix64).
 *
 * They link nothing of the judge, so that the same mistake in both cannot go unnoticed.  */
#ifndef SAMPLES_SAMPLE_H
#define SAMPLES_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A line; zeros begin it.  */
struct line {
	char *text;
	size_t room;
};

/* Reads the next line, of any length, without its LF or CR LF and without blanks at its end. NUL bytes count
 * as blanks. A last line may have no LF. False at the end of input; the line is freed then.  */
bool line_read(struct line *line, FILE *in);

/* What follows `word` and the blanks behind it; NULL if the text begins with another word.  */
const char *after_word(const char *text, const char *word);

/* An option of the command line. It stores into `number` or into `flag`; the other one is NULL.  */
struct sample_option {
	const char *name;     /* without the dashes; NULL ends a table */
	const char *argument; /* the name of its value in --help; NULL for a flag */
	const char *help;
	int64_t least, most; /* of a number */
	int64_t *number;
	bool *flag;
	bool store; /* the flag's new value */
};

/* The row of the option --seed, whose value -1 means that none was given.  */
#define SAMPLE_SEED(to)                                                                                      \
	{                                                                                                    \
		.name = "seed", .argument = "N",                                                             \
		.help = "seed of its random numbers: the same N gives the same play", .most = INT64_MAX,     \
		.number = (to)                                                                               \
	}

struct sample {
	const char *program;                 /* for messages and --help */
	const char *purpose;                 /* a few lines for --help */
	const char *speaks;                  /* the protocol, for --help */
	const struct sample_option *options; /* the program's own */
	const struct sample_option
		*shared; /* those of all programs of its kind; NULL: none, also for `options` */
};

/* Reads the command line. Returns -1 to go on, else the exit status: 0 after --help or --version, 2 after
 * a message on standard error.  */
int sample_options(const struct sample *sample, int argc, char **argv);

/* A seed from clock and process id: each call returns another one.  */
uint64_t chance_seed(void);

/* The next number of the sequence, 0 to bound-1, each equally likely. The initial state is the seed.
 * bound is at least 1.  */
uint64_t chance_below(uint64_t *state, uint64_t bound);

#endif
