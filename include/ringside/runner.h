/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* runner.h - what commands that play matches are told: how a match is played, which games, and who plays
 * whom.
 *
 * The command line is one who tells it, a suite another.  */
#ifndef RINGSIDE_RUNNER_H
#define RINGSIDE_RUNNER_H

#include "ringside/option.h"
#include "ringside/protocol.h"
#include "ringside/script.h"
#include "ringside/session.h"
#include "ringside/settings.h"
#include "ringside/setup.h"
#include "ringside/trust.h"
#include <stdbool.h>

/* How a match is played: what every command takes that starts agents.  A row of setup_places
 * has its place in `said`. */
enum { MATCH_PLACES_MOST = 16 };
struct match_options {
	const struct protocol *protocol; /* NULL: the command takes no system */
	struct session_setup session;
	struct seat_settings own[SEATS]; /* of the players, by their seats: --seat-option */
	char *cpus;
	bool said[MATCH_PLACES_MOST]; /* which of setup_places were given: match_said() */
};

enum openings_order { ORDER_SEQUENTIAL, ORDER_RANDOM };

/* Which games are played, one after the other or at once, and what is kept of them.  */
struct series_options {
	int games, concurrency;
	bool games_said, concurrency_said;
	char *openings;     /* a file; NULL: not said */
	int openings_order; /* enum openings_order */
	bool order_said;
	int openings_start; /* the first opening of the file that is played, from 1 */
	bool openings_turned, repeat;
	char *record, *results;
	char *pgn;          /* the file that gets each game; NULL: none */
	bool no_keep;       /* no match stays that nobody asked to record */
	char *from;         /* a match to begin from: match_file_at() */
	char *from_path;    /* of match.session.from */
	char *until;        /* what ends it; of an export: its last message */
	bool until_failure; /* ends with the game that an agent lost by a fault */
};

enum restart { RESTART_NO, RESTART_YES };
enum on_failure { FAILURE_STOPS, FAILURE_WITHDRAWS };

struct tournament_options {
	int kind, restart, on_failure; /* enum schedule_kind, restart and on_failure */
	int rounds;
	char *shard; /* K/N; NULL: not said */
	char *after; /* a file of results that is only read; NULL: none */
};

/* The forms of tables, and the sequential test.  */
struct tally_options {
	char *csv, *markdown, *html; /* the files to write; NULL: none */
	int html_games;              /* so many games of the page are replays */
	char *sprt;
};

/* A command that plays or counts games: what it is told, and what it may ask of who tells it.  */
struct runner_call {
	struct match_options match;
	struct series_options series;
	struct tournament_options tournament;
	struct tally_options tally;
	char **words; /* the players, or the files to count */
	int word_count;
	bool verbatim;         /* they followed `--`: of a tap they are the argv of its agent */
	char **argv;           /* the whole command line, ended by NULL */
	struct script *script; /* owned */
	bool scripted;         /* it has lines */
	bool runs;             /* it is `run`: a match goes on to its end, and nobody watches */
	bool batch;            /* no screen */
	bool json, turns_json;
	char *keep_games; /* of a tap: which files stay */
	bool tapped_check;
	int64_t turn_limit; /* of a tap: ns, 0: those alone that its judge tells */
	bool list;          /* of a check: the cases; of a tournament: commands */
	bool sandbox_show;
	struct settings settings;        /* of the screen: the config's and the command line's */
	char *(*page)(const char *name); /* cli_page() */
	char *kibitz;                    /* --kibitz; NULL: not said */
	const struct other_build *other; /* to show beside the match; NULL: none */
	int (*show)(struct runner_call *call, const char *path, bool *back); /* cli_show() */
};

/* Commands.  Each returns the exit status, and says what is wrong.  */
int run_series(struct runner_call *call);
int run_tournament(struct runner_call *call);
int run_tally(struct runner_call *call);
/* Does the file have the results of a tournament?  */
bool run_has_results(const char *path);
/* Shows them on the screen, as at the end of the tournament.  */
int run_results(struct runner_call *call, const char *path);
/* This process becomes the agent of another judge, and its games are recorded (tap.c).  Returns only if that
 * cannot be.  */
int run_tap(struct runner_call *call);
/* Is there a terminal for the screen of a tournament, and does nobody want lines?  */
bool run_wants_screen(const struct runner_call *call);

/* Was this row of setup_places given?  */
bool match_said(const struct match_options *options, const struct option_row *row);
/* Stores the value of an option of the setup.  NULL, or a problem, which the caller frees.  */
char *match_store(struct match_options *options, const struct option_row *row, const char *text);
/* Notes that this row of setup_places was given, or was not.  */
void match_say(struct match_options *options, const struct option_row *row, bool said);
/* The option of that name that says how agents play in any match where they have limits, or the option of a
 * system that people may give; NULL: there is none.  */
const struct option_row *match_row(const char *name);
const struct option_row *match_system_row(const struct protocol *protocol, const char *name, size_t size);
/* Sets limits that are not given to the defaults of the system.  */
void match_settle_limits(struct match_options *options);
/* Prints the commands of --sandbox-show.  Returns the exit status.  */
int match_sandbox_show(const struct session_setup *setup);
/* How much what starts is confined.  */
enum confined match_confined(const struct match_options *options);

/* ---- players ---- */

/* Seats one or two players, each a command line in one word, "human" or "sample:NAME", and the game program
 * of the setup's option if the system has one.  `own`: the settings of each seat's player from the command
 * line; NULL: there are none.  NULL, or a problem, which the caller frees.  */
char *players_seat(struct setup *setup, const char *const *players, int count,
		   const struct seat_settings *own);

/* ---- cores ---- */

/* Reads --cpus into the session's setup, which owns the lists then, and pins this process to the judge's.
 * NULL, or a problem for people, which the caller frees.  Without the option nothing is pinned.  */
char *cpus_settle(struct match_options *options);
/* The cores that players have of their own take the place of the seats' lists (each is NULL, or owned): NULL,
 * or why they cannot be used, for people; the caller frees.  */
char *cpus_take_own(const struct setup *setup, const char *lists[SEATS]);
/* NULL, or why this is no list of cores for so many games at once, for people; the caller frees.  */
char *cpus_problem(const char *list, int games);
/* Deals the agents' lists to `games` games at once: NULL, or why there are too few cores.  */
char *cpus_check(const struct match_options *options, int games);
void cpus_free(const char *lists[SEATS]);

/* ---- a match that goes on from another one ---- */

/* Sets the beginning of the match from `from`, as match_file_at() reads it; without a move it is the end of
 * that match.  *path: of a recorded match, whose messages are there; the caller frees it after the session.
 * NULL, or a problem, which the caller frees.  */
char *match_from(struct match_options *options, const char *from, char **path);
/* Fills a setup for a match that continues `match` after `turns` turns, with its limits; the caller frees it
 * with setup_free(). `players`: two words as on the command line; "": the agents of the match, with people
 * for those without a command line.  NULL, or a problem; then there is nothing to free.  */
char *match_resumed(struct setup *setup, const struct match *match, int turns, const char *players);
/* May agents get at the folder of an option that only this file names? A person at the terminal is asked. The
 * setup, which is of the file, then has it as any other. NULL, or why not, for people; the caller frees.  */
char *vouch_folder(const struct match_options *options, struct match_file *file, struct setup *setup);
/* May this program start, which the file names for the seat? With `asks` a person at the terminal is asked.
 * NULL, or why not, for people; the caller frees. It may become more confined.  */
char *vouch_program(const struct match_options *options, struct match_file *file, int seat,
		    struct launch *launch, bool asks);

#endif
