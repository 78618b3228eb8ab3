/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* seat_settings.h - the settings that a player may have of its own: one table for --seat-option, for the
 * sections [player NAME] of the config and of tournament files, for completion and for the manual.
 *
 * Some are part of the command line that starts the player; the others are options of the match for its seat.
 */
#ifndef RINGSIDE_SEAT_SETTINGS_H
#define RINGSIDE_SEAT_SETTINGS_H

#include "ringside/setup.h"

enum seat_setting {
	SEAT_FOLDER,
	SEAT_ENV,
	SEAT_INFO,
	SEAT_OPTION,
	SEAT_DEPTH,
	SEAT_NODES,
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

#endif
