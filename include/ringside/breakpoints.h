/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* breakpoints.h - breakpoints, catchpoints and watchpoints, which stop the match, and tracepoints, which do
 * not.
 *
 * The command line makes the table beside the session; commands list and change it.  It watches one session
 * at a time, and stays when another session replaces that, and from game to game.  */
#ifndef RINGSIDE_BREAKPOINTS_H
#define RINGSIDE_BREAKPOINTS_H

#include "ringside/condition.h"
#include "ringside/session.h"

struct breakpoints;

enum breakpoint_kind {
	BREAKPOINT, /* before an answer or any message passes; after a person's move */
	CATCHPOINT, /* at an error of an agent, and at the verdict */
	WATCHPOINT, /* when a value has changed between two messages of a seat */
	TRACEPOINT, /* writes a line at a message, and does not stop */
};

struct breakpoints *breakpoints_new(void);
void breakpoints_free(struct breakpoints *breakpoints);
/* Watches this session; NULL: none.  The one before must still exist.  */
void breakpoints_watch(struct breakpoints *breakpoints, struct session *session);
/* The session that it watches could not begin, and is gone.  */
void breakpoints_lose(struct breakpoints *breakpoints);

/* What a catchpoint waits for.  */
#define BREAKPOINT_CATCHES "fault", "illegal", "timeout", "crash", "exit", "verdict"

/* Adds a breakpoint from what was typed: [MOVE|N] [if CONDITION], which is a catchpoint if a word of
 * BREAKPOINT_CATCHES stands in place of a move; a watchpoint: EXPRESSION [if CONDITION]; a tracepoint: "TEXT
 * {EXPRESSION}" [if CONDITION].  All but a tracepoint may end in: do COMMAND; COMMAND. `temporary`: deleted
 * when it is hit.  A move is read in the present position of the match, and again in that of each answer. Its
 * number; 0 and a mistake, whose `at` is a byte of the words.  */
int breakpoints_add(struct breakpoints *breakpoints, enum breakpoint_kind kind, bool temporary,
		    const char *words, const struct match *match, struct condition_mistake *mistake);
/* From now on breakpoints may have commands, since somebody runs them: what the name of the command is that a
 * word means; NULL: it means none.  */
void breakpoints_commands(struct breakpoints *breakpoints, const char *(*command)(const char *word));
/* The variables of its conditions.  */
const struct variables *breakpoints_variables(const struct breakpoints *breakpoints);
/* Sets a variable from "NAME = EXPRESSION": its value for the first message that is held; if none is, for the
 * seat whose turn it is.  Needs session_judge().  False: a mistake, whose `at` is a byte of the words.  */
bool breakpoints_let(struct breakpoints *breakpoints, const char *words, struct condition_mistake *mistake);
/* Who gets the lines of tracepoints, during an input of the judge; NULL: nobody.  */
void breakpoints_log(struct breakpoints *breakpoints, void (*log)(void *user, const char *line), void *user);
/* Such a line, which a tap has written.  */
void breakpoints_trace(struct breakpoints *breakpoints, const char *line);
/* From now on no hit stops the match, and no agent is traced for a catchpoint: `note` hears of each, with
 * what has happened, as "seat 1 plays 7,7", during an input of the judge.  */
void breakpoints_note(struct breakpoints *breakpoints,
		      void (*note)(void *user, const struct stop *stop, const char *words), void *user);
/* From now on seat 1 is called `seat`, and seat 2 the other one.  The next breakpoint gets this number, at
 * least 1, which is greater than those of all that there are.  */
void breakpoints_settle(struct breakpoints *breakpoints, int seat, int number);
/* Takes the oldest command that is left of the breakpoints that stopped the match, if the match stands: its
 * breakpoint's number, and the line, which the caller frees.  False: there is none.  The next hit forgets
 * them.
 */
bool breakpoints_due(struct breakpoints *breakpoints, int *number, char **line);
/* Does it have commands that somebody has to run, not only log and continue?  */
bool breakpoints_runs(const struct breakpoints *breakpoints, int number);
/* The last lines that they have written, 128 KiB at most; NULL: none yet.  */
const char *breakpoints_written(const struct breakpoints *breakpoints);

enum breakpoint_change {
	BREAKPOINT_DISABLED, /* nothing hits it until the next change */
	BREAKPOINT_DELETED,
	BREAKPOINT_IGNORED, /* the next `ignored` hits are only counted */
};

/* Changes the breakpoint of that number; 0: all.  False: there is none.  */
bool breakpoints_change(struct breakpoints *breakpoints, int number, enum breakpoint_change change,
			int ignored);
/* "breakpoint 2: the move h8"; of number 0 all of them, as GDB lists them.  NULL: there is none; the caller
 * frees.  */
char *breakpoints_words(const struct breakpoints *breakpoints, int number);
/* Is an enabled one before the answer of turn n?  */
bool breakpoints_at_turn(const struct breakpoints *breakpoints, int n);
/* The moves of the enabled ones on moves, as the protocol writes them: at most `most`, good until the next
 * change.  Returns how many.  */
int breakpoints_moves(const struct breakpoints *breakpoints, const char **moves, int most);

#endif
