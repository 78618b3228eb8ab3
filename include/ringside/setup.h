/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* setup.h - the setup of a match: who sits where, the limits, the options of the system.
 *
 * Filled by the command line or read from a match file; the judge, the protocol and the board read it.  */
#ifndef RINGSIDE_SETUP_H
#define RINGSIDE_SETUP_H

#include "ringside/message.h"
#include "ringside/option.h"
#include "ringside/time_control.h"
#include "ringside/value.h"
#include <stdbool.h>
#include <stdint.h>

/* Of a match in which a program tests an agent: no person sends what is sent there.  */
#define OPTION_TESTED ".tested"
/* Of a match that another judge has refereed, and ringside has only heard (judge_hears()).  */
#define OPTION_TAPPED ".tapped"

enum seat_kind { SEAT_FREE, SEAT_AGENT, SEAT_HUMAN };

struct seat_setup {
	enum seat_kind kind;
	char *command; /* as the user wrote it: a command line, "human", or "sample:NAME"; owned */
	char *name;    /* for people; an agent may say another one later; owned */
};

/* An option that was given: its text as written, which files keep, and its value.  */
struct setup_option {
	char *name, *text;            /* owned */
	const struct option_row *row; /* NULL: no row of the system has this name */
	int64_t value;                /* of option_value() */
	bool strange;                 /* a path that only a match file names: setup_doubt() */
};

struct setup {
	const char *system; /* its protocol's name; static, or of the match file that it was read from */
	struct seat_setup seat[SEATS];
	int first;           /* the seat that begins */
	int game;            /* its number in a series, from 1 */
	int game_before;     /* of the processes that stay; 0: not known */
	int64_t turn_limit;  /* ns for a turn; 0: as fast as possible, see setup_guard() */
	int64_t match_limit; /* ns for all turns of a seat; 0: none */
	int64_t start_limit; /* ns to get ready */
	int64_t hang_limit;  /* ns for a turn without a limit */
	int64_t tolerance;   /* ns that a turn, a match or getting ready may exceed its limit */
	int64_t pace;        /* least ns from move to move, so that people can follow */
	int64_t memory;      /* bytes an agent may use; 0: no limit */
	size_t max_line;     /* bytes of a line that are read; the rest is cut */
	size_t max_chatter;  /* bytes kept of what an agent says in a turn besides moves; a message counts at
				least 64 */
	bool checked;        /* assert the judge's invariants after each input, for tests */
	bool strict;         /* each leniency becomes a fault that loses */
	uint64_t seed;
	struct setup_option *options; /* the system's own, as given; owned.  A name that begins with a point
					 was set by arbiter_remember() */
	int option_count;
};

/* The rows of the members above.  */
extern const struct option_row option_first, option_turn_time, option_match_time, option_start_time,
	option_hang_time, option_tolerance, option_pace, option_memory, option_max_line, option_max_chatter,
	option_strict, option_seed;
extern const struct option_place setup_places[];
/* The names that people gave to the players, and the limits of a single seat.  */
extern const struct option_row option_name1, option_name2;
/* The limits of a single seat, in the order of --help; what each move adds to the match limit, ns; and the
 * clock as one text.  That and the match limit of the same seat exclude each other: the later one counts.  */
#define SETUP_CLOCK_ROWS(X)                                                                                  \
	X(option_turn_time1)                                                                                 \
	X(option_turn_time2)                                                                                 \
	X(option_match_time1)                                                                                \
	X(option_match_time2)                                                                                \
	X(option_increment)                                                                                  \
	X(option_increment1) X(option_increment2) X(option_tc) X(option_tc1) X(option_tc2)
#define DECLARED(row) extern const struct option_row row;
SETUP_CLOCK_ROWS(DECLARED)
#undef DECLARED
/* What an agent on a seat has besides.  People set them with a player's settings alone.
 * Odds are a factor on the limits of the match; a limit of the seat's own is as it is given.  */
extern const struct option_row option_odds1, option_odds2;
/* Lists of cores, of this machine alone.  */
extern const struct option_row option_cpus1, option_cpus2;
/* How long people may think: ns for a turn, 0: they have no limit, or: as long as an agent on their seat.  */
extern const struct option_row option_human_time;
#define HUMAN_TIME_LIMITS (-1)
/* Where the lines to agents are cut.  */
extern const struct option_row option_pieces;
/* Adds to the limits what an agent waits for a core.  */
extern const struct option_row option_forgive_waiting;
/* Rows of every match that have no member: struct setup keeps them among the options.  NULL ends them.  */
extern const struct option_row *const setup_rows[];
/* Is it a limit that a person may change during the match?  */
bool setup_is_limit(const struct option_row *row);
/* The row with that limit of the seat; NULL: the seat has none of its own.  */
const struct option_row *setup_turn_row(int seat);
const struct option_row *setup_match_row(int seat);
/* The same; SEAT_NONE: that of the match.  */
const struct option_row *setup_clock_row(int seat);
/* The clock in place of this match limit, or the other way round; NULL: it is another row.  */
const struct option_row *setup_other_spelling(const struct option_row *row);
const struct option_row *setup_odds_row(int seat);
enum { SEAT_ODDS_MOST = 1000 };
/* Limits of a seat are at most 73 years, because some of them are added to a time.  */
#define SEAT_LIMIT_MOST (INT64_MAX / 4)

/* A setup with the defaults of these rows.  */
void setup_init(struct setup *setup);
void setup_free(struct setup *setup);
/* A deep copy into a fresh one.  */
void setup_copy(struct setup *to, const struct setup *from);

/* Sets one of the options of the setup's system, replacing an earlier value.  An option without a row is kept
 * as a text.  NULL, or a problem for people as "--size 1: expected ...", and the setup is unchanged; the
 * caller frees.  */
char *setup_set(struct setup *setup, const char *name, const char *text);
/* The same for what is typed: of an option of a seat that may be repeated each value counts, as in
 * `--option1 Hash=64 --option1 Threads=2`.  */
char *setup_add(struct setup *setup, const struct option_row *row, const char *text);
/* Sets an option without a row, whose name begins with a point.  */
void setup_keep(struct setup *setup, const char *name, const char *text);
/* Sets an option to a value that its row accepts.  */
void setup_put(struct setup *setup, const struct option_row *row, const char *text);
void setup_put_value(struct setup *setup, const struct option_row *row, int64_t value);
/* Copies the option if only `from` has it.  */
void setup_inherit(struct setup *setup, const struct setup *from, const struct option_row *row);
/* Forgets the option, as if it had not been given.  */
void setup_unset(struct setup *setup, const char *name);
/* The option's text as it was given; NULL: it was not given.  */
const char *setup_given(const struct setup *setup, const char *name);

/* The value of one of the system's options, or its default.  Each is for rows of its type; a time is counted
 * in ns.  A text without a default is NULL.  */
bool setup_switch(const struct setup *setup, const struct option_row *row);
int64_t setup_count(const struct setup *setup, const struct option_row *row);
int64_t setup_choice(const struct setup *setup, const struct option_row *row);
void setup_sides(const struct setup *setup, const struct option_row *row, int *width, int *height);
const char *setup_text(const struct setup *setup, const struct option_row *row);
/* The folder that an option of the system names, where agents may write; NULL: none, or a strange one.  */
const char *setup_folder(const struct setup *setup);
/* The same if only a match file names it, which may be a stranger's.  */
const char *setup_strange_folder(const struct setup *setup);
/* Says of all paths in the options that only a match file names them: nothing is made there or read, and no
 * agent gets at it.  */
void setup_doubt(struct setup *setup);
bool setup_is_strange(const struct setup *setup, const struct option_row *row);
/* A person has accepted them.  */
void setup_vouch(struct setup *setup);
/* The value in words, of any type, for people; NULL: there is none.  The caller frees.  */
char *setup_words(const struct setup *setup, const struct option_row *row);

/* The limits of whoever sits there, in ns; 0: none.  An agent has the seat's own, or those of the match; a
 * person has what option_human_time says.  */
int64_t setup_turn_limit(const struct setup *setup, int seat);
/* The clock of whoever sits there: --tc, or the limit for all turns as one of one period.  */
struct time_control setup_clock(const struct setup *setup, int seat);
/* Has a player on the seat a clock that was given as one (--tc)?  Then nothing guards its turns.  */
bool setup_has_clock(const struct setup *setup, int seat);
/* The sum of all that is known of its clock.  */
int64_t setup_match_limit(const struct setup *setup, int seat);
/* What guards a turn of the seat that has no limit: ns, 0: nothing, as it has one, or because that for all
 * turns is enough (protocol.h: match_alone).  */
int64_t setup_guard(const struct setup *setup, int seat);
/* What the seat has to get ready, ns, and the bytes that its agent may use; 0: no limit.  Seat 0 is a game
 * program.  */
int64_t setup_start_limit(const struct setup *setup, int seat);
int64_t setup_memory(const struct setup *setup, int seat);
/* The two choices of the agent on a seat.  */
bool setup_ponders(const struct setup *setup, int seat);
bool setup_restarts(const struct setup *setup, int seat);
/* NULL, or that a player has an increment but no match limit to add it to, for people; the caller frees.  */
char *setup_increment_problem(const struct setup *setup);
/* Makes all these limits those of another setup.  */
void setup_take_limits(struct setup *setup, const struct setup *from);
/* Sets the seat's own limit, from 0 on; SEAT_NONE: that of the match.  */
void setup_set_turn_limit(struct setup *setup, int seat, int64_t ns);
void setup_set_match_limit(struct setup *setup, int seat, int64_t ns);
/* Gives the seat, or (SEAT_NONE) the match, this time control, which must be one.  It is then all that limits
 * a turn: a limit for a turn is forgotten.  */
void setup_set_clock(struct setup *setup, int seat, const char *text);
/* The value of option_human_time, and a new one.  */
int64_t setup_human_time(const struct setup *setup);
void setup_set_human_time(struct setup *setup, int64_t ns);
/* The seat's own limits in words, as "turn 500ms, match 1m"; NULL: an agent there has those of the match, or
 * a person none.  The caller frees.  */
char *setup_own_limits(const struct setup *setup, int seat);

/* Where the lines to the seat are cut; 0: nowhere.  A game program gets whole ones.  */
uint32_t setup_pieces(const struct setup *setup, int seat);
/* Is the time that an agent waited for a core added to its limits?  */
bool setup_forgives_waiting(const struct setup *setup);
/* The seat of the only player; SEAT_NONE: there are two players.  */
int setup_lone_seat(const struct setup *setup);
/* The number of the player on seat 1 or 2, as a game program knows it, and the seat of player 1 or 2: the
 * first seat (`first`) has player 1.  */
int setup_player_on(const struct setup *setup, int seat);
/* The game is, or is not, played again because its game program has failed.  */
void setup_play_again(struct setup *setup, bool is_again);
bool setup_is_again(const struct setup *setup);
/* The seed of this game, as a game program is told it: each game of a series has its own, and another one
 * when it is played again.  */
uint64_t setup_game_seed(const struct setup *setup);
void setup_name(struct setup *setup, int seat, const char *name);
/* Puts an agent with that command line on the seat, or a person (NULL).  Its name is the one that a person
 * gave to this command line, or else that of its program (program_name()) until it tells its own.  */
void setup_seat(struct setup *setup, int seat, const char *command, const char *const *samples);
/* Has the player on the seat a name that does not change when the agent tells its own: one that a person gave
 * it, or one of its command line (program_player())?  */
bool setup_is_named(const struct setup *setup, int seat);

/* ---- the settings that a player may have of its own ----
 *
 * One table for --seat-option, for the sections [player NAME] of the config and of tournament files, for
 * completion and for the manual.  Some settings are part of the command line that starts the player; the
 * others are options of the match for its seat.  */

enum seat_setting {
	SEAT_FOLDER,
	SEAT_ENV,
	SEAT_INFO,
	SEAT_OPTION,
	SEAT_DEPTH,
	SEAT_NODES,
	SEAT_MATE,
	SEAT_SEARCHMOVES,
	SEAT_INFINITE,
	SEAT_TURN_TIME,
	SEAT_MATCH_TIME,
	SEAT_TC,
	SEAT_INCREMENT,
	SEAT_ODDS,
	SEAT_START_TIME,
	SEAT_MEMORY,
	SEAT_CPUS,
	SEAT_PONDER,
	SEAT_RESTART,
	SEAT_SETTINGS
};

/* What each of them accepts, by its name.  */
extern const struct option_row seat_setting_rows[SEAT_SETTINGS];

/* Those of a player.  */
struct seat_settings {
	char *text[SEAT_SETTINGS]; /* NULL: not said; SEAT_ENV has a line for each variable; owned */
};

void seat_settings_free(struct seat_settings *settings);
/* Is there any?  */
bool seat_settings_any(const struct seat_settings *settings);
/* All that `more` says replaces what is there.  */
void seat_settings_add(struct seat_settings *settings, const struct seat_settings *more);
/* The setting of that name; SEAT_SETTINGS: there is none.  */
enum seat_setting seat_setting_named(const char *name, size_t size);
/* Can its player have it in this system?  Each can have a folder and variables.  */
bool seat_setting_is_of(enum seat_setting setting, const struct protocol *protocol);
/* Sets a setting; another `env`, `info` or `option` comes to those that are there.  NULL, or what is wrong
 * with the value, as "turn-time: expected ...", for people; the caller frees.  */
char *seat_setting_take(struct seat_settings *settings, enum seat_setting setting, const char *value);
/* Puts all that concern the match into its setup; what is there already stays, unless `replaces`.  NULL, or
 * that no player of the system has one of them, for people; the caller frees.  */
char *seat_settings_put(const struct seat_settings *settings, struct setup *setup, int seat, bool replaces);
/* The setting of the seat's player in a match; NULL: it has none, or its command line has it.  */
const char *seat_setting_given(const struct setup *setup, enum seat_setting setting, int seat);
/* All of them, as "turn-time 500ms, odds 1/4"; NULL: there is none.  The caller frees.  */
char *seat_settings_words(const struct setup *setup, int seat);
/* A player's command line with its folder and its variables, and its name (NULL: none).  The caller frees. */
char *seat_settings_command(const struct seat_settings *settings, const char *name, const char *command);

/* ---- the numbers that make chance repeatable: one for a series, and one for each seat in each game ----
 *
 * A seat's number depends only on the seed of the series, the game and the seat.  So games come out the same
 * whether they are played one after another, at the same time, or after a kill.  Called where agents are
 * started.  */

/* Two steps of the generator splitmix64: every bit of the result depends on every bit of the number.  */
uint64_t seed_mixed(uint64_t number);

/* The next number of the generator splitmix64 with this state; and one from 0 to count - 1, each with equal
   probability.  */
uint64_t seed_next(uint64_t *state);
uint64_t seed_below(uint64_t *state, uint64_t count);

/* The number of a seat in a game, from 1 to 2147483647: 1 + x mod 2147483647, where x is the seed, mixed, and
   game and seat are each added and mixed in their turn.  It never changes: recorded matches depend on it.  */
uint32_t seed_of(uint64_t seed, int game, int seat);

/* The command line that starts the seat's agent in this game: `command` with the seat's number for each
 * {seed}.  A bundled agent that uses chance gets `--seed NUMBER` unless the command has a --seed.  If the
 * next game's command line differs, the process is replaced for that game.  If one process plays all games of
 * a series (protocol.h: PLAYS_ALL), {seed} is always the number of game 0.  Of NULL it is empty.  The caller
 * frees.  */
char *seed_command(const struct setup *setup, int seat, const char *command);

#endif
