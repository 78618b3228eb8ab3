/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* cli.h - the command line: the tables of subcommands and options.
 *
 * main.c calls cli_main().  The parser, the help, the man page and the completion are made from the same
 * tables.  */
#ifndef RINGSIDE_CLI_H
#define RINGSIDE_CLI_H

#include "ringside/check.h"
#include "ringside/option.h"
#include "ringside/runner.h"
#include "ringside/say.h"
#include <stdbool.h>

struct choices;
struct other_build;

/* The options of a command line: one place for each row of cli_options.  The table asserts that they suffice.
 */
enum { CLI_OPTIONS_MOST = 144 };
struct options_said {
	bool at[CLI_OPTIONS_MOST];
};

struct film_options {
	int64_t screen; /* its size, as option_sides() */
	char *speed;    /* its pace */
};

/* Of the programs of a new game.  */
enum game_language { LANGUAGE_PYTHON, LANGUAGE_C, LANGUAGE_JS };

/* What a command line says, by who wants it.  */
struct invocation {
	const struct subcommand *subcommand;
	bool system_named;
	struct runner_call call;
	struct check_options check;
	struct rerun_options rerun;
	bool rerun_open;
	bool tour; /* of a demo */
	struct search_options search;
	struct example_options example;
	struct film_options film;
	struct hunt_options hunt;
	struct options_said said; /* which options were given: cli_said() */
	bool sandbox_auto;        /* call.match.session.sandbox becomes true if one can be made */
	bool no_sandbox;          /* of a tournament */
	bool no_color, no_mouse, no_config, help, version, manual;
	char *config; /* the file of --config; NULL: not said */
	char *beside; /* where a program of this name may say what to tap; NULL: nowhere; owned */
	char *tapped; /* the command that [tap] names, which is in call.words; owned */
	bool *back;   /* as in cli_show() */
	char *theme, *layout, *position, *hint;
	char *format, *output; /* of an export */
	int language;          /* of a new game */
};

/* The subcommands, as bits in option_row.takers.  */
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
	ON_WORDS = 512, /* those that only print texts: help, version, completion */
	ON_CHECK = 1024,
	ON_CASE = 2048,
	ON_MINIMISE = 4096,
	ON_TOURNAMENT = 8192,
	ON_FUZZ = 16384,
	ON_TALLY = 32768,
	ON_TAP = 65536,
	ON_ATTACH = 131072,
	ON_HUNT = 262144,
	ON_NEW_GAME = 524288,
	ON_ALL = 1048575,
	IN_CONFIG = 1 << 30, /* and the config may set it */
	ON_SHOW = ON_OPEN | ON_ATTACH,
	ON_SCREEN = ON_PLAY | ON_SHOW | ON_DEMO,
	ON_MATCH = ON_PLAY | ON_RUN | ON_DEMO,
	ON_LIMITS = ON_MATCH | ON_CHECK | ON_TOURNAMENT | ON_FUZZ | ON_HUNT, /* where agents get limits */
	ON_SYSTEM = ON_LIMITS | ON_RULES,                         /* where a system's own options are taken */
	ON_AGENTS = ON_LIMITS | ON_SHOW | ON_RERUN | ON_MINIMISE, /* where agents start */
};

/* Does a subcommand begin with a system?  If it may be left out, the first of the table is the default.  */
enum system_word { NO_SYSTEM, MAY_NAME_SYSTEM, NAMES_SYSTEM };

struct subcommand {
	const char *name;
	unsigned bit;          /* ON_ */
	const char *arguments; /* as "SYSTEM [OPTIONS] PLAYER1 PLAYER2" */
	const char *help;      /* one sentence without a full stop */
	enum system_word system;
	int words_min, words_max;
	int (*run)(struct invocation *invocation);
	const char *examples; /* two lines without "ringside" */
};

/* The tables, ended by rows without a name.  */
extern const struct subcommand subcommands[];
/* The options that all systems share, each with its place in struct invocation.  Size 0: the value goes to
 * the setup, or takes effect at once.  */
extern const struct option_place cli_options[];
extern const struct cli_rows {
	struct option_row games, openings_order, format, screen, speed, theme, layout, no_color, no_mouse,
		script, execute, gdb, seat, sandbox_bind, position, concurrency, shard, runs, suite;
} cli_row;
/* The subcommands that take an option of every system, as bits; 0: those that take the options of a system.
 */
unsigned cli_takers(const struct option_row *row);
/* The i-th option, from 0, that a subcommand with this bit takes, first the general ones, then those of the
 * system (NULL: none).  NULL past the last.  */
const struct option_row *cli_option_at(unsigned takers, const struct protocol *protocol, int i);
/* The i-th system, from 0, that a subcommand with this bit can be asked with; NULL past the last.  */
const struct protocol *cli_system_at(unsigned taker, int i);
/* Was this option given?  */
bool cli_said(const struct invocation *invocation, const struct option_row *row);

/* Adds what the config says and the command line does not.  NULL, or a problem for people, which the caller
 * frees.  */
char *cli_config(struct invocation *invocation);
/* Stores the value of an option as if it was given.  NULL, or a problem.  */
char *cli_store(struct invocation *invocation, const struct option_place *place, const char *text);
/* The place of a general option; NULL: there is none of that name.  An option that means something else to
 * other subcommands has several: that of these `takers` counts, or the first.  */
const struct option_place *cli_option_named(unsigned takers, const char *name, size_t size);

/* Subcommands.  */
int cli_play(struct invocation *invocation);
int cli_demo(struct invocation *invocation);
int cli_open(struct invocation *invocation);
int cli_attach(struct invocation *invocation);
int cli_export(struct invocation *invocation);
int cli_new_game(struct invocation *invocation);
int cli_help(struct invocation *invocation);
/* What `ringside help NAME` tells; NULL: there is nothing about it.  The caller frees.  */
char *cli_page(const char *name);
int cli_completion(struct invocation *invocation);

/* The answers of the second file beside those of the first, as far as they have the same positions.  NULL, or
 * why not; the caller frees.  */
char *cli_second_file(const struct invocation *invocation, struct other_build *other);
/* Shows a match file until the person leaves.  Returns the exit status.  *back: by `quit`, to the list that
 * it was chosen from; NULL: there is no list.  */
int cli_show(struct runner_call *call, const char *path, bool *back);
/* The same for the games of a tap, one after the other, while they are played.  */
int cli_watch(struct runner_call *call, const pid_t agents[2], bool *back);
/* Loads the theme before anything begins.  NULL, or a problem.  */
char *cli_load_looks(const struct settings *settings);
/* The i-th subject of `ringside help`, from 0, and what it is about; NULL past the last.  */
const char *help_subject(int i, const char **title);
/* The pages of the manual without those of the systems, each with what it is about; ended by NULL.  */
extern const char *const help_manual[][2];
/* Print texts made from the tables.  */
/* A few lines on stderr, for programs that gave no command.  */
void cli_tell_first_steps(void);
/* The same for a person, as a list on the terminal: the arguments that were chosen, with "ringside" before
 * them; one block, which the caller frees.  NULL: none, or *problem says why the terminal cannot be used.
 * `before`: what the list showed before, and shows now.  */
char **cli_start(const struct settings *settings, struct choices *before, char **problem);
/* NULL: the commands, systems and subjects.  With a protocol, also the options of that system.  */
void cli_print_help(const struct subcommand *subcommand, const struct protocol *protocol);
void cli_print_manual(void);
/* What may stand in place of the last word, after the words before it: `ringside --complete WORD...`, which
 * the completions of the shells ask.  */
void cli_print_candidates(char *const *words, int count);

int cli_main(int argc, char **argv);

#endif
