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
#include "ringside/seat_settings.h"
#include "ringside/session.h"
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
	bool games_said;
	char *openings;     /* a file; NULL: not said */
	int openings_order; /* enum openings_order */
	bool order_said;
	bool openings_turned, repeat;
	char *record, *results;
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

#endif
