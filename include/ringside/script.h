/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* script.h - command lines that run one after another: --script FILE, -x COMMAND, the command `source`.
 *
 * Filled by the command line, run by whoever has a console: the screen, and `run` and --batch without one.  A
 * line waits until the match stands: as with GDB's -x, what comes after `continue` sees what it stopped at.
 */
#ifndef RINGSIDE_SCRIPT_H
#define RINGSIDE_SCRIPT_H

#include "ringside/command.h"

struct script;

struct script *script_new(void);
void script_free(struct script *script); /* NULL is fine */

/* Adds a line at the end, as -x gives it: the n-th, from 1, is "-x n" in what is told of it.  */
void script_add_line(struct script *script, const char *line);
/* Adds the lines of a file at the end.  Blank lines and those that begin with # say nothing; a line that
   begins with - may fail without ending the script.  NULL, or why not, naming the file; the caller frees.  */
char *script_add_file(struct script *script, const char *path);
/* The same, before all lines that are left: `source` in a line runs before the next one.  */
char *script_source(struct script *script, const char *path);

bool script_is_done(const struct script *script);
/* Where the next line stands, as "FILE:3" or "-x 2"; NULL: there is none.  */
const char *script_next(const struct script *script);
/* Forgets the lines that are left.  */
void script_drop(struct script *script);

/* Does the match go on by itself, so that the next line has to wait?  Not when it is paused or over, and not
   when a person has to move; but while a branch is being made, or gdb takes hold of an agent, it does.  */
bool script_waits(const struct session *session);
/* Runs the next line.  NULL, or what to tell the person: a problem, which begins with where the line stands,
   or an answer when *answer is set; the caller frees.  After a problem no lines are left, unless the line
   began with -.  */
char *script_run(struct script *script, struct console *console, bool *answer);
/* Does a line run at this moment?  What a command begins then stands where it begins: the lines that follow
   say how it goes on.  NULL: no.  */
bool script_is_running(const struct script *script);
/* What a command has begun has ended so (struct session_events, told()): when it was the last line, a problem
   gets its place and ends the script as one of script_run().  The caller frees.  */
char *script_add_place(struct script *script, const char *text, bool problem);
/* Has the last line failed, and ended the script?  */
bool script_failed(const struct script *script);
/* Has the line that ran last let the match go on, or held it?  So it is even when the match stands again at
   once.  */
bool script_steered(const struct script *script);

/* Where the match stands, for people, on one line without its end: after how many moves, and the message that
   waits first.  The caller frees.  */
char *script_stand_words(struct session *session);
/* The move that is shown, as "viewing 41 of 97: seat 1 played h8".  The caller frees.  */
char *script_view_words(const struct view *view);

#endif
