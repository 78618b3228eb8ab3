/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* player_entry.h - the sections [player NAME] of the config and of tournament files.  */
#ifndef RINGSIDE_RUNNER_PLAYER_ENTRY_H
#define RINGSIDE_RUNNER_PLAYER_ENTRY_H

#include "ringside/ini.h"
#include "ringside/mistake.h"
#include <stdbool.h>

#define PLAYER_SECTION "player "

/* Does the entry stand in such a section?  */
bool is_player_entry(const struct ini_entry *entry);
/* Takes an entry of such a section of the file at `path`.  A player that another file has named before stays
 * as it is.  NULL, or what is wrong, for people, and *at: where; the caller frees.  */
char *player_entry(const struct ini_entry *entry, const char *path, struct location *at);
/* NULL, or which player of the file has no command, for people; the caller frees.  */
char *players_problem(const struct ini_file *file, const char *path);
/* Says that there is nothing of that name, and what was perhaps meant.  The caller frees.  */
char *config_unknown(const char *what, const char *name, const struct nearest *nearest, const char *expected);

#endif
