/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command.h - the command table: what can be typed at the prompt, and what keys stand for.
 *
 * One row a command; keys are rows that stand for command lines.  The prompt, the keymap, the ? screen, the
 * completion and the man page are made from these two tables.  */
#ifndef RINGSIDE_COMMAND_H
#define RINGSIDE_COMMAND_H

#include "ringside/board.h"
#include "ringside/breakpoints.h"
#include "ringside/view.h"

struct script;

/* What commands may do to the screen; NULL members where there is none (scripts without a screen).  */
struct console {
	struct view *view;
	struct breakpoints *breakpoints;
	struct script *script; /* where `source` puts its lines (script.h); NULL: nobody would run them */
	/* board_named() and paint_glyph(), given here so that no command calls the screen.  Never NULL.  */
	const struct board_view *(*board)(const char *system);
	const char *(*glyph)(enum glyph glyph);
	void *user; /* for the functions below, each of which may be NULL */
	/* Each gives NULL, or why not, for people; the caller frees.  */
	char *(*layout)(void *user, const char *name); /* NULL: the next one */
	char *(*theme)(void *user, const char *name);
	char *(*focus)(void *user, const char *which); /* "next", "previous", a number from 1 */
	char *(*zoom)(void *user);
	char *(*filter)(void *user, const char *pattern); /* of the focused pane; "" or NULL: none */
	char *(*search)(void *user, const char *pattern, int direction); /* pattern NULL: the last one */
	char *(*freeze)(void *user);                                     /* the focused pane */
	/* gdb on the seat's process, with more arguments in sh's words; the seat's own terminal: they come
	   onto the screen and get the keys.  */
	char *(*gdb)(void *user, int seat, const char *arguments);
	char *(*terminal)(void *user, int seat);
	/* Of the focused pane: "up", "down", "pageup", "pagedown", "top", "end".  */
	char *(*scroll)(void *user, const char *how);
	char *(*show)(void *user, int64_t message); /* the first position with it, and it in a pane */
	char *(*help)(void *user);
	char *(*redraw)(void *user);
	char *(*quit)(void *user, bool now); /* asks while a match runs, unless now */
	char *(*screenshot)(void *user, const char *path);
	char *(*prompt)(void *user, const char *line); /* opens with the line, for the person to go on */
	/* A live match goes on from the position that is shown, in place of this one; players: two words as
	   on the command line, "": as they were.  */
	char *(*resume)(void *user, const char *players);
};

struct command {
	const char *name;
	/* As "MOVE"; "" when there are none; in brackets, as "[N]", when it may miss.  */
	const char *arguments;
	const char *help; /* one sentence without a full stop */
	/* NULL, or what to tell the person: a problem, or an answer, of one line or several, when *answer is
	   set.  The caller frees.  */
	char *(*run)(struct console *console, const char *arguments, bool *answer);
	/* Words that can stand as its argument: a NULL-ended list; NULL: none are known.  */
	const char *const *words;
};

/* A key and the command line that it stands for; a line that ends in a blank opens the prompt with it.  */
struct binding {
	const char *key; /* as "s", "space", "left", "tab", "^L" */
	const char *line;
	const char *help; /* for the ? screen; NULL: the row before says it */
	const char *hint; /* a word or two for the hint line; NULL: not there */
};

/* The i-th command from 0; NULL past the last.  */
const struct command *command_at(int i);
/* Ended by a row without a key.  */
extern const struct binding bindings[];

/* Runs one line; unique beginnings of names are enough.  NULL, or what to tell the person: a problem, or an
 * answer when *answer is set.  The caller frees.  An empty line repeats `last` (which may be NULL).  */
char *command_run(struct console *console, const char *line, const char *last, bool *answer);
/* The binding of a key (a character or KEY_… of ncurses is turned into a name by the caller); NULL: none.  */
const struct binding *binding_of(const char *key);
/* All its names, as "continue, c".  The caller frees.  */
char *command_names(const struct command *command);
/* The command of a name, a short one too, or a unique beginning of one; NULL: none, or several.  */
const struct command *command_named(const char *word);
/* What can stand where `text` begins after `before`: for prompt_setup().  `user` is a struct console.  */
char **command_complete(void *user, const char *before, const char *text);

#endif
