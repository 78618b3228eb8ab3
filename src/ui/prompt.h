/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* prompt.h - GNU readline inside one line of the screen.
 *
 * Readline never touches the terminal: it gets bytes from prompt_bytes() and is drawn by prompt_draw().  The
 * match goes on while one types.  Called by ui.c.  */
#ifndef RINGSIDE_UI_PROMPT_H
#define RINGSIDE_UI_PROMPT_H

#include "ringside/paint.h"
#include <stdbool.h>
#include <stddef.h>

/* The line that was entered (freed by the caller), or NULL when it was cancelled.  */
typedef void prompt_fn(void *user, char *line);
/* The words that can stand where `text` (of size bytes) begins, given the line before it: a NULL-ended
   malloc'd array of malloc'd words, or NULL.  */
typedef char **prompt_complete_fn(void *user, const char *before, const char *text);

/* Once: history from and to this file (made when missing, with its folders; its last 1000 lines are kept;
   NULL: none).  The person's inputrc counts.  */
void prompt_setup(const char *history, prompt_complete_fn *complete, void *user);
/* Adds what was entered to the history file.  */
void prompt_finish(void);
/* `label` as ":" stands before the line, `text` (may be NULL) stands in it from the start.  `done` is called
   with the prompt closed: it may open it again.  */
void prompt_open(const char *label, const char *text, prompt_fn *done, void *user);
/* Drops the line; `done` is not called.  */
void prompt_close(void);
bool prompt_is_open(void);
/* Bytes that were typed.  Returns how many it took: fewer when the line ended; the rest belongs to the
   keymap.  ESC in a call of its own cancels (as screen_bytes() gives it), as does ^C; a search ends with ESC.
   Line ends inside of a bracketed paste become blanks: what is pasted is one line, and does not run by
   itself. Characters and escape sequences come whole.  */
size_t prompt_bytes(const char *bytes, size_t size);
/* Draws label and line, scrolled so that the cursor is visible; returns the cursor's column.  */
int prompt_draw(struct area area, int y);
/* The words that fit, when the last key asked for a completion and there are several: a text for the line
   above, or NULL.  Owned here.  */
const char *prompt_choices(void);

#endif
