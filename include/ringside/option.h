/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* option.h - one option, as a row of a table: its type, range, unit, default and sentence of help.
 *
 * The options of the command line and those of each system are such rows.  The parser, --help, the man page,
 * the completion and the messages for people are made from them, and an option that is not given has the
 * default of its row: it stands nowhere else.  */
#ifndef RINGSIDE_OPTION_H
#define RINGSIDE_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum option_type {
	OPTION_SWITCH, /* given or not: "yes" or an empty text; 1 */
	OPTION_COUNT,  /* a whole number from `least` to `most` */
	OPTION_TIME,   /* ns from `least` to `most`, as 500ms, 2s or 1m */
	OPTION_BYTES,  /* bytes from `least` to `most`, as 4096, 64k or 1M */
	OPTION_SIDES,  /* of a board, N or WxH, each from `least` to `most`: option_sides() */
	OPTION_CHOICE, /* one of `choices`; the value of that one */
	OPTION_TEXT,   /* any text */
	OPTION_WORD,   /* one of `choices`, as a text */
	OPTION_NAME,   /* a name of 1 to 64 bytes, without control characters */
	OPTION_FILE,   /* the path of a file, or one of `choices` where there are some */
	OPTION_INI,    /* one of `choices`, or the path of an INI file */
	OPTION_FOLDER, /* the path of a folder, on one line; of a system: made if it is missing, and then kept
			  as a full path */
	OPTION_COMMAND, /* a command line in one word, or sample:NAME; of a system: the game program, which
			   sits on seat 0 */
};

struct ini_entry;

/* One of several words; a word NULL ends a table.  */
struct option_choice {
	const char *word;
	int64_t value;
	const char *title; /* what it is, for `ringside list`; NULL: the word says it */
};

/* The subcommands, as bits of `takers`.  */
enum {
	ON_PLAY = 1,
	ON_RUN = 2,
	ON_OPEN = 4,
	ON_LIST = 8,
	ON_DEMO = 16,
	ON_RULES = 32,
	ON_EXPORT = 64,
	ON_DIFF = 128,
	ON_RERUN = 256,
	ON_ALL = 511,
	ON_SCREEN = ON_PLAY | ON_OPEN | ON_DEMO,
	ON_MATCH = ON_PLAY | ON_RUN | ON_DEMO
};

struct option_row {
	const char *name; /* without the dashes */
	enum option_type type;
	const char *argument; /* what stands for the value in the help, as "N"; NULL: a switch */
	unsigned takers;      /* the subcommands that take it; of a system 0: all that take a system's */
	const char *help; /* one sentence without a full stop; NULL: a system's that nobody can give, since
			     ringside sets it */
	int64_t least, most;
	const char *unit; /* what a count counts, as "moves"; NULL: nothing in particular */
	const struct option_choice *choices;

	/* What it is when it is not given.  */
	int64_t value;    /* of a switch, number or choice */
	const char *text; /* of all others; NULL: nothing */
	bool optional;    /* then `value` says that it is not given, and may be out of range */
	bool since_rules; /* in a match by older rules (OPTION_RULES) it is then 0 */

	/* Of a system's OPTION_FILE or OPTION_INI.  */
	const struct option_row *content; /* gets the content of the file before the match; NULL: only the
					     path is used */
	const char *folder, *ending;      /* OPTION_FILE: NAME may be the bundled file FOLDER/NAMEENDING */
	/* OPTION_INI: the content as the value of that option.  NULL and a problem with the path and the
	   line, for people.  The caller frees either.  */
	char *(*from_ini)(const char *path, const struct ini_entry *entries, int count, char **problem);

	bool by_number; /* a choice may also be called by its value */
	bool shown;     /* the screen's first line tells it also when it is not given */
};

/* An initializer of a row: name, type, argument and takers first, the others by their names.  */
#define OPTION_ROW(...)                                                                                      \
	{                                                                                                    \
		__VA_ARGS__                                                                                  \
	}

enum { OPTION_MANY = 1000000000 }; /* more than anybody wants, and an int */

/* Is the value of this type a text, rather than a number?  */
bool option_is_text(const struct option_row *row);
/* Reads a value; *value is 0 for a text.  False: the row does not accept it.  */
bool option_value(const struct option_row *row, const char *text, int64_t *value);
/* What the row accepts, as "a number of ms from 0 to 60000" or "lsb or msb", to go behind "expected".  The
   caller frees.  */
char *option_expected(const struct option_row *row);
/* What --help tells: the sentence, the range as far as anybody wants to go, and the default.  The caller
   frees.  */
char *option_told(const struct option_row *row);
/* "--size 1: expected ...", for people; the caller frees.  */
char *option_refusal(const struct option_row *row, const char *text);
/* A value in the words that option_value() reads.  The caller frees.  */
char *option_words(const struct option_row *row, int64_t value);
/* The default in such words; NULL: there is none.  The caller frees.  */
char *option_default(const struct option_row *row);
/* The word of the choice with this value; NULL: none has it.  */
const char *option_choice_word(const struct option_row *row, int64_t value);
/* The two numbers that a value of OPTION_SIDES is made of.  */
void option_sides(int64_t value, int *width, int *height);
#define OPTION_OF_SIDES(width, height) ((int64_t)(width) << 16 | (height))

/* Where an option's value stands in a struct: a bool, an int, a number of 64 bits, or an owned text.  */
struct option_place {
	const struct option_row *row; /* NULL ends a table */
	size_t at, size;
};

#define OPTION_PLACE(row, type, member)                                                                      \
	{                                                                                                    \
		(row), offsetof(type, member), sizeof(((type *)NULL)->member)                                \
	}

/* Stores a value, or a copy of a text (NULL: none) in place of the one before.  */
void option_store(const struct option_place *place, void *object, int64_t value, const char *text);
/* The value that stands there; of no text.  */
int64_t option_load(const struct option_place *place, const void *object);
#endif
