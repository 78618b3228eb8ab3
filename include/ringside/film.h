/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* film.h - a match file as a film of the screen: each position is shown as long as a replay shows it.
 *
 * No terminal is needed, and no time passes: the times of the film are those of the match and of the pace.
 * The same file gives the same film.  */
#ifndef RINGSIDE_FILM_H
#define RINGSIDE_FILM_H

#include "ringside/loop.h"
#include "ringside/session.h"
#include "ringside/settings.h"

#include <stdio.h>

enum film_kind {
	FILM_CAST, /* asciicast 2: the bytes of a terminal and their times, as lines of JSON */
	FILM_SVG   /* an animated picture; a viewer without animation shows the end */
};

struct film_setup {
	enum film_kind kind;
	int columns, rows;
	const char *pace;          /* as `set pace` of a replay takes it; the x may be left out */
	struct settings *settings; /* theme, layout, what is shown */
	unsigned shows;            /* as in view.h */
};

/* NULL, or what is wrong with the size or the pace; the caller frees.  */
char *film_refusal(const struct film_setup *setup);
/* Writes the film of a session that shows a file.  NULL, or why not, which may be a signal
   (loop_is_awaited()); the caller frees.  Errors of writing are left to ferror().  */
char *film_write(struct loop *loop, struct session *session, const struct film_setup *setup, FILE *to);

#endif
