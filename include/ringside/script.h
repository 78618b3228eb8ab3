/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* script.h - command lines that run one after another: --script FILE, -x COMMAND, the command `source`.
 *
 * Filled by the command line.  The screen runs it, or without one `run` and --batch.  A line waits until the
 * match stops: as with GDB's -x, the line after `continue` sees where it stopped.
 */
#ifndef RINGSIDE_SCRIPT_H
#define RINGSIDE_SCRIPT_H

#include "ringside/command.h"

struct script;

struct script *script_new(void);
void script_free(struct script *script); /* NULL is fine */

/* Adds a line of -x at the end.  Messages call the n-th one, from 1, "-x n".  */
void script_add_line(struct script *script, const char *line);
/* Adds the lines of a file at the end.  Blank lines and lines that begin with # are skipped; a line that
 * begins with - may fail without ending the script.  NULL, or why not, naming the file; the caller frees.  */
char *script_add_file(struct script *script, const char *path);

/* Puts the commands of the breakpoints that have stopped the match (breakpoints_due()) before all lines.
 * Their messages are in the name of the breakpoint.  */
void script_take_due(struct script *script, struct breakpoints *breakpoints);

bool script_is_done(const struct script *script);
/* The place of the next line, as "FILE:3" or "-x 2"; the caller frees.  There must be one.  */
char *script_next(const struct script *script);
/* Forgets the lines that are left.  */
void script_drop(struct script *script);

/* Must the next line wait, because the match runs, a branch is being made, or gdb is attaching?  Not when the
 * match is paused or over, or a person has to move.  */
bool script_waits(const struct session *session);
/* Runs the next line.  NULL, or a text for the person: a problem, which begins with the line's place, or an
 * answer if *answer is set; the caller frees.  After a problem no lines are left, unless the line began with
 * -.  */
char *script_run(struct script *script, struct console *console, bool *answer);
/* Does a line run at this moment?  A branch that it begins stays paused: the next lines decide.  NULL: no. */
bool script_is_running(const struct script *script);
/* Handles the end of what a command began (struct session_events, notify()).  If the last line began it, a
 * problem gets the line's place and ends the script, as in script_run().  The caller frees.  */
char *script_add_place(struct script *script, const char *text, bool problem);
/* Did the last line fail and end the script?  */
bool script_failed(const struct script *script);
/* Did the last line let the match run, or hold it?  True also if the match stopped again at once.  */
bool script_steered(const struct script *script);

/* What a message says, on one line: the meaning of bytes, an event's sentence, or the text. The caller frees.
 */
char *script_message_words(const struct setup *setup, const struct message *message);
/* The state of the match on one line without its end, for people: the number of moves, and the first held
 * message.  The caller frees.  */
char *script_stand_words(struct session *session);
/* The position that is shown, as "viewing 41 of 97: seat 1 played h8".  The caller frees.  */
char *script_view_words(const struct view *view);

#endif
