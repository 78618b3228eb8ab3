/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command.h - from the words of a command to the file that is run.
 *
 * Called by the spawning of agents.  */
#ifndef IO_COMMAND_H
#define IO_COMMAND_H

#include <stdbool.h>

/* The absolute path of the program that a shell in this folder would start for `name`; NULL and a problem (of
   the program alone) when there is none that may be executed, or when the interpreter of a script is missing.
   The caller frees.  */
char *command_program(const char *name, char **problem);

/* Does its name say that this system cannot run it, but wine can?  */
bool command_is_of_windows(const char *file);

/* The same words, but each after the first that names a file from this folder is its full path: for a program
   that runs in another one.  Takes the block, gives another.  */
char **command_from_here(char **argv);

/* The same words with an address in them: host and port in place of each {host} and {port}; behind all others
   where neither stands.  Takes the block, gives another.  */
char **command_with_address(char **argv, const char *host, int port);

#endif
