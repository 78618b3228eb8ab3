/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* program_name.h - a player's name, from its command line.
 *
 * Interpreters and tools that start another program give no name: a table lists python3, env, wine, java, sh
 * -c, nice and others to skip.  */
#ifndef RINGSIDE_PROGRAM_NAME_H
#define RINGSIDE_PROGRAM_NAME_H

/* The program of a command line without its folder: `pbrain-a.exe` of "env X=1 wine /b/pbrain-a.exe 4",
   `brain.py` of "python3 brain.py", `bots.main` of "python3 -m bots.main".  Code given as a word ("perl -e")
   has no name; that of sh is searched for a program.  The caller frees.  */
char *program_file(const char *command);
/* The variable that gives a player its name in "env RINGSIDE_PLAYER=rapfi ./brain".  */
#define PROGRAM_PLAYER "RINGSIDE_PLAYER="
/* The name that env gives so; NULL: none.  The caller frees.  */
char *program_player(const char *command);
/* The name of a player: that one, or else the same without its ending and without a prefix from `samples`
 * (NULL: none); of `sample:NAME` it is NAME.  The caller frees.  */
char *program_name(const char *command, const char *const *samples);

#endif
