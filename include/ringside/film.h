/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* film.h - what is drawn without a terminal: a match file as a film of the screen, the board of a game as
 * SVG, and the board of a position as text.
 *
 * A film shows each position as long as a replay shows it.  No time passes: the times of the film are those
 * of the match and of the pace.  The same file gives the same film.  */
#ifndef RINGSIDE_FILM_H
#define RINGSIDE_FILM_H

#include "ringside/bytes.h"
#include "ringside/loop.h"
#include "ringside/session.h"
#include "ringside/settings.h"
#include "ringside/view.h"

#include <stdio.h>

enum film_kind {
	FILM_CAST, /* asciicast 2: the bytes of a terminal and their times, as lines of JSON */
	FILM_SVG   /* an animated picture; a viewer without animation shows the end */
};

struct film_setup {
	enum film_kind kind;
	int columns, rows;
	const char *pace;          /* as `replay` takes it; the x may be left out */
	struct settings *settings; /* theme, layout, what is shown */
	unsigned shows;            /* as in view.h */
};

/* NULL, or what is wrong with the size or the pace; the caller frees.  */
char *film_refusal(const struct film_setup *setup);
/* Writes the film of a session that shows a file.  NULL, or why not, which may be a signal
   (loop_is_interrupted()); the caller frees.  Errors of writing are left to ferror().  */
char *film_write(struct loop *loop, struct session *session, const struct film_setup *setup, FILE *to);

/* A move in the words of the protocol.  */
struct picture_move {
	int seat;
	char *played;
	double sum[SEATS]; /* of the scores after it, if the game has scores */
};

/* Adds the board of a game as SVG: a picture of the position after `count` moves, and sets how many pixels
 * wide it is. `shown`: the rows of its last board, where a game program draws it; NULL: it draws none.
 * `replay`: it shows one position after the other, from the first on, again and again, of a long game only
 * some; a viewer without animation shows the end.  No match file is needed.  NULL, or a problem for people,
 * which the caller frees.  */
char *board_picture(const struct setup *setup, const struct picture_move *moves, int count, bool scored,
		    const char *shown, bool replay, struct bytes *svg, int *width);

/* The board of the shown position as the screen draws it, in rows. NULL and a problem for people, as that a
 * screen is open; the caller frees either.  */
char *board_text(const struct view *view, char **problem);

#endif
