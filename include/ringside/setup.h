/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* setup.h - what is agreed before a match: who sits where, the limits, the options of the system.
 *
 * Filled by the command line or read from a match file; the judge, the protocol and the board read it.  */
#ifndef RINGSIDE_SETUP_H
#define RINGSIDE_SETUP_H

#include "ringside/message.h"
#include "ringside/option.h"
#include <stdbool.h>
#include <stdint.h>

enum { NS_PER_MS = 1000000, NS_PER_S = 1000000000 };

/* The option that says by which rules a match is played, where ringside's own have changed.  New matches have
   it with RULES_NOW; match files without it are older, and replay as they were played.  Rules 2: the judge
   notes each move that needed the tolerance, and the tolerance is for what loses alone; bundled agents get a
   seed (seed.h), each zero-sum table has a statistical draw, and a match with a game program ends for
   timeouts and turns.  Rules 3: who sits down in the middle of such a match is told its symbols.  */
#define OPTION_RULES ".rules"
#define RULES_NOW    "3"

enum seat_kind { SEAT_FREE, SEAT_AGENT, SEAT_HUMAN };

struct seat_setup {
	enum seat_kind kind;
	char *command; /* as the user wrote it: a command line, "human", or "sample:NAME"; owned */
	char *name;    /* for people; an agent may say another one later; owned */
};

/* An option that was given: its text as it was written, which files keep, and what it means.  */
struct setup_option {
	char *name, *text;            /* owned */
	const struct option_row *row; /* NULL: no row of the system has this name */
	int64_t value;                /* of option_value() */
};

struct setup {
	const char *system; /* its protocol's name; static, or of the match file that it was read from */
	struct seat_setup seat[SEATS];
	int first;           /* the seat that begins */
	int game;            /* its number in a series, from 1 */
	int64_t turn_limit;  /* ns for a turn; 0: as fast as possible, guarded by hang_limit */
	int64_t match_limit; /* ns for all turns of a seat; 0: none */
	int64_t start_limit; /* ns to get ready */
	int64_t hang_limit;  /* ns for a turn when turn_limit is 0 */
	int64_t tolerance;   /* ns that a turn, a match, or getting ready may last beyond its limit */
	int64_t pace;        /* ns at least from move to move, so that people can follow */
	int64_t memory;      /* bytes an agent may use; 0: no limit */
	size_t max_line;     /* bytes of a line that are read; the rest is cut */
	size_t max_chatter;  /* bytes a turn that are kept of what an agent says besides moves; a message
				counts as 64 at least */
	bool checked;        /* the judge looks after each input at what always holds of it, and ends the
				program where it does not: in tests */
	bool strict;         /* each leniency becomes a fault that loses */
	uint64_t seed;
	struct setup_option *options; /* the system's own, as given; those whose name begins with a point are
					 what a protocol remembers from game to game (referee_remember()), and
					 OPTION_RULES; owned */
	int option_count;
};

/* The rows of what stands in a member.  */
extern const struct option_row option_first, option_turn_time, option_match_time, option_start_time,
	option_hang_time, option_tolerance, option_pace, option_memory, option_max_line, option_max_chatter,
	option_strict, option_seed;
extern const struct option_place setup_places[];
/* The names that people have given to the players, among the options.  */
extern const struct option_row option_name1, option_name2;

/* A setup with the defaults of these rows.  */
void setup_init(struct setup *setup);
void setup_free(struct setup *setup);
/* A deep copy into a fresh one.  */
void setup_copy(struct setup *to, const struct setup *from);

/* Gives one of the options, whose rows are those of the setup's system; a later value replaces an earlier
   one.  An option without a row is kept as a text.  NULL, or "--size 1: expected ..." and the setup is as it
   was, for people; the caller frees.  */
char *setup_set(struct setup *setup, const char *name, const char *text);
/* Keeps a text without a row: OPTION_RULES, and what else begins with a point.  */
void setup_keep(struct setup *setup, const char *name, const char *text);
/* Gives an option a value that its row accepts.  */
void setup_put(struct setup *setup, const struct option_row *row, const char *text);
void setup_put_value(struct setup *setup, const struct option_row *row, int64_t value);
/* Gives what was given there and was not given here.  */
void setup_inherit(struct setup *setup, const struct setup *from, const struct option_row *row);
/* Forgets the option, as if it had not been given.  */
void setup_unset(struct setup *setup, const char *name);
/* The text as it was given; NULL: it was not.  */
const char *setup_given(const struct setup *setup, const char *name);

/* The value of one of the system's options, given or not, each for rows of its type.  A text that is not
   given may be NULL.  */
bool setup_switch(const struct setup *setup, const struct option_row *row);
int64_t setup_count(const struct setup *setup, const struct option_row *row);
int64_t setup_choice(const struct setup *setup, const struct option_row *row);
void setup_sides(const struct setup *setup, const struct option_row *row, int *width, int *height);
const char *setup_text(const struct setup *setup, const struct option_row *row);
/* The value in words, of any type, for people; NULL: there is none.  The caller frees.  */
char *setup_words(const struct setup *setup, const struct option_row *row);

/* By which rules it is played (OPTION_RULES): a number from 1, which is that of a file that tells none.  */
int setup_rules(const struct setup *setup);
/* The seat of a player who plays alone; SEAT_NONE: there are two.  */
int setup_lone_seat(const struct setup *setup);
void setup_name(struct setup *setup, int seat, const char *name);
/* Puts an agent with that command line on the seat, or a person (NULL).  It has the name that a person gave
   to that command line (below), else that of its program (program_name.h) until it says its own.  */
void setup_seat(struct setup *setup, int seat, const char *command, const char *const *samples);
/* The name that a person has given to who sits on the seat; NULL: none.  The options "name1" and "name2" give
   one to who sits down there first.  */
const char *setup_given_name(const struct setup *setup, int seat);

#endif
