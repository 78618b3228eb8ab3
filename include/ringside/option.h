/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* option.h - an option as a row of a table: its type, range, unit, default and help.
 *
 * The options of the command line and of each system are such rows.  The parser, the help, the man page, the
 * completion and the messages for people are made from them.  The default of an option is only in its row. */
#ifndef RINGSIDE_OPTION_H
#define RINGSIDE_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum option_type {
	OPTION_SWITCH, /* given or not: "yes" or an empty text; 1 */
	OPTION_COUNT,  /* a whole number from `least` to `most` */
	OPTION_TIME, /* ns from `least` to `most`, as 500ms, 2s or 1m; or one of `choices` if there are any */
	OPTION_BYTES,   /* bytes from `least` to `most`, as 4096, 64k or 1M */
	OPTION_SIDES,   /* the sides of a board, N or WxH, each from `least` to `most`: option_sides() */
	OPTION_CHOICE,  /* one of `choices`; its value */
	OPTION_ODDS,    /* a factor N or N/M, each from 1 to `most`: option_scaled() */
	OPTION_CLOCK,   /* a time control (time_control.h), as a text */
	OPTION_TEXT,    /* any text; `choices`, if there are any, are some that help */
	OPTION_WORD,    /* one of `choices`, as a text */
	OPTION_NAME,    /* a name of 1 to 64 bytes, without control characters */
	OPTION_FILE,    /* the path of a file, or one of `choices` if there are any */
	OPTION_INI,     /* one of `choices`, or the path of an INI file */
	OPTION_FOLDER,  /* the path of a folder, on one line. A system's folder is created if it is missing,
			   and its full path is stored */
	OPTION_COMMAND, /* a command line in one word, or sample:NAME. A system's command is the game program
			   on seat 0 */
};

/* What happens with the path in a value. A file that may be a stranger's must not decide about all of them
 * (trust.h).  */
enum option_path {
	PATH_NONE,    /* there is none */
	PATH_READ,    /* ringside reads the file */
	PATH_WRITTEN, /* ringside makes or writes the file or folder */
	PATH_LENT     /* agents get at it: this opens their sandbox */
};

struct ini_entry;

/* One of several words. A row without a word ends the table.  */
struct option_choice {
	const char *word;
	int64_t value;
	const char *title; /* what it is, for `ringside list`; NULL: the word says it */
};

/* Which matches an option of every match is for.  Whoever reads options says which of them it takes.  */
enum option_scope {
	SCOPE_NONE,   /* its table says it: the options of a system, or of the command line */
	SCOPE_LIMITS, /* all in which agents have limits */
	SCOPE_USAGE,  /* the same, and a tap */
	SCOPE_MATCH,  /* one between players whose seats are known */
	SCOPE_SEATS,  /* the same, where people give each of them a seat */
	SCOPE_PEOPLE, /* one in which people may play */
	SCOPE_COUNT
};

/* What an option is about: the headings of --help, and subjects of `ringside help`.  */
enum option_group {
	GROUP_GAME, /* the options of a system */
	GROUP_MATCH,
	GROUP_TIME,
	GROUP_AGENTS,
	GROUP_SANDBOX,
	GROUP_SERIES,
	GROUP_TOURNAMENT,
	GROUP_CHECK,
	GROUP_RECORD,
	GROUP_SCREEN,
	GROUP_SCRIPT,
	GROUP_HELP,
	GROUP_COUNT
};

struct option_row {
	const char *name; /* without the dashes */
	enum option_type type;
	const char *argument; /* the placeholder for the value in the help, as "N"; NULL: a switch */
	unsigned takers;  /* bits of the room that has the table (cli.h); 0: `scope`, or the table, says it */
	const char *help; /* one sentence without a full stop; NULL: an option of a system that only ringside
			     sets. --help prints its first clause alone, up to a semicolon or a full stop */
	enum option_scope scope;
	enum option_group group;
	bool rare; /* --help only names it, in the last line of its group */
	enum option_path path;
	int64_t least, most;
	const char *unit; /* what a count counts, as "moves"; NULL: not said */
	const struct option_choice *choices;

	/* The default.  */
	int64_t value;    /* of a switch, number or choice */
	const char *text; /* of all other types; NULL: none */
	bool optional;    /* `value` means "not given", and may be out of range */

	/* For a system's OPTION_FILE or OPTION_INI.  */
	const struct option_row *content; /* the option that gets the content of the file before the match;
					     NULL: only the path is used */
	const char *folder,
		*ending; /* OPTION_FILE: NAME may also be a bundled file, FOLDER/NAME with ENDING appended */
	/* OPTION_INI: makes the value of `content` from the file.  NULL and a problem with the path and the
	   line, for people.  The caller frees either.  */
	char *(*from_ini)(const char *path, const struct ini_entry *entries, int count, char **problem);

	bool by_number; /* a choice may also be given by its value */
	int seat;       /* it is for this seat alone, and its name ends in that number; 0: for all */
	bool shown;     /* the screen's first line shows it even when it is not given */
};

/* Initializes a row: name, type, argument and takers in order, the others by name.  */
#define OPTION_ROW(...)                                                                                      \
	{                                                                                                    \
		__VA_ARGS__                                                                                  \
	}

enum { OPTION_MANY = 1000000000 }; /* more than anyone needs, and fits an int */

/* Does the row name a file or folder without saying what happens with it (`path`)?  */
bool option_lacks_path(const struct option_row *row);
/* Is it for all matches in which agents have limits?  */
bool option_limits(const struct option_row *row);
/* Is the value a text rather than a number?  */
bool option_is_text(const struct option_row *row);
/* Reads a value; *value is 0 for a text.  False: the row does not accept it.  */
bool option_value(const struct option_row *row, const char *text, int64_t *value);
/* What the row accepts, as "a number of ms from 0 to 60000" or "lsb or msb", to follow "expected".  The
   caller frees.  */
char *option_expected(const struct option_row *row);
/* The help: the sentence, the range unless it is huge, and the default.  The caller frees.  */
char *option_help(const struct option_row *row);
/* The size of the first clause of a help, up to a semicolon or a full stop.  */
size_t option_clause(const char *help);
/* That clause and the default.  The caller frees.  */
char *option_brief(const struct option_row *row);
/* "--size 1: expected ...", for people; the caller frees.  */
char *option_refusal(const struct option_row *row, const char *text);
/* A value in words that option_value() reads.  The caller frees.  */
char *option_words(const struct option_row *row, int64_t value);
/* The default in such words.  NULL: there is none.  The caller frees.  */
char *option_default(const struct option_row *row);
/* Is the text the word of one of its choices?  */
bool option_is_choice(const struct option_row *row, const char *text);
/* The word of the choice with this value.  NULL: there is none.  */
const char *option_choice_word(const struct option_row *row, int64_t value);
/* Splits a value of OPTION_SIDES into its two numbers.  */
void option_sides(int64_t value, int *width, int *height);
#define OPTION_OF_SIDES(width, height) ((int64_t)(width) << 16 | (height))
/* `ns` times the factor of an OPTION_ODDS; at most `most`.  */
int64_t option_scaled(int64_t odds, int64_t ns, int64_t most);

/* Where a struct keeps the value of an option: a bool, an int, an int64_t, or an owned text.  */
struct option_place {
	const struct option_row *row; /* NULL ends a table */
	size_t at, size;
};

#define OPTION_PLACE(row, type, member)                                                                      \
	{                                                                                                    \
		(row), offsetof(type, member), sizeof(((type *)NULL)->member)                                \
	}

/* Stores a value, or a copy of a text (NULL: none), and frees the text before.  */
void option_store(const struct option_place *place, void *object, int64_t value, const char *text);
/* The stored value of an option that is no text.  */
int64_t option_load(const struct option_place *place, const void *object);
#endif
