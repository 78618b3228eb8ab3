/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* prompt.h - GNU readline inside one line of the screen.
 *
 * Readline never touches the terminal: prompt_bytes() feeds it and prompt_draw() draws it.  The match goes
 * on meanwhile.  Called by ui.c.  */
#ifndef RINGSIDE_UI_PROMPT_H
#define RINGSIDE_UI_PROMPT_H

#include "ringside/paint.h"
#include <stdbool.h>
#include <stddef.h>

/* Called with the line that was entered (freed by the callee), or NULL when it was cancelled.  */
typedef void prompt_fn(void *user, char *line);
/* Returns the words that can stand where `text` begins, after the line `before`: a NULL-ended malloc'd array
   of malloc'd words, or NULL.  */
typedef char **prompt_complete_fn(void *user, const char *before, const char *text);

/* Call it once.  Reads and writes this history file (NULL: none); makes it and its folders if missing; keeps
   the last 1000 lines.  The person's inputrc applies.  */
void prompt_setup(const char *history, prompt_complete_fn *complete, void *user);
/* Writes what was entered to the history file.  */
void prompt_finish(void);
/* Opens it with `label`, as ":", before the line and `text` (may be NULL) in it.  `done` is called after the
   prompt has closed, so it may open it again.  */
void prompt_open(const char *label, const char *text, prompt_fn *done, void *user);
/* Closes it and drops the line; `done` is not called.  */
void prompt_close(void);
bool prompt_is_open(void);
/* The line so far.  Owned here, until the next key.  */
const char *prompt_line(void);
/* Feeds bytes that were typed.  Returns how many it took: fewer when the line ended; the rest belongs to the
   keys.  ESC in a call of its own (as screen_bytes() gives it) cancels, and so does ^C; ESC ends a search.
   Line ends inside a bracketed paste become blanks, so pasted text is one line and does not run by itself.
   Characters and escape sequences must be whole.  */
size_t prompt_bytes(const char *bytes, size_t size);
/* Draws label and line, scrolled so that the cursor is visible.  Returns the cursor's column.  */
int prompt_draw(struct area area, int y);
/* When the last key asked for a completion and there are several: the words that fit, as a text for the line
   above; else NULL.  Owned here.  */
const char *prompt_choices(void);

#endif
