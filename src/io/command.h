/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command.h - from the words of a command to the file that is run.
 *
 * Called by the spawning of agents.  */
#ifndef IO_COMMAND_H
#define IO_COMMAND_H

#include <stdbool.h>

/* What a command begins with that names a bundled agent.  */
#define SAMPLE_WORD "sample:"

/* Where the program stands in a command: behind "env -C FOLDER NAME=VALUE", which named players have
 * (named_player.h), or at the beginning. *folder is that of -C, or NULL.  */
int command_begins_at(char **argv, const char **folder);

/* The absolute path of the program that a shell in this folder would start for `name`; the caller frees. NULL
 * and a problem if there is none that may be executed, or if a script's interpreter is missing.  */
char *command_program(const char *name, char **problem);

/* Is it named like a Windows program, which needs wine?  */
bool command_is_of_windows(const char *file);

/* Makes full paths of all words but the first that name a file relative to this folder, for a program that
 * runs in another one.  Frees the block and returns a new one.  */
char **command_from_here(char **argv);

/* Replaces each {host} and {port}; appends both if neither is there.  Frees the block and returns a new one.
 */
char **command_with_address(char **argv, const char *host, int port);

#endif
