/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board.h - how one game is drawn and played by a person.
 *
 * Each ui/boards/NAME/board.c ends in one `const struct board_view`; systems.h names it.  pane_board.c owns
 * one and gives it keys; nothing else knows which game it is.  */
#ifndef RINGSIDE_BOARD_H
#define RINGSIDE_BOARD_H

#include "ringside/paint.h"
#include "ringside/toggle.h"
#include "ringside/view.h"

/* A key that is of use on one board alone, for the ? screen and the manual.  */
struct board_key {
	const char *key, *help;
};

struct board_view {
	/* What it can show besides its pieces (toggle.h), ended by a row without a name, at most 32.  NULL:
	   nothing.  */
	const struct toggle *toggles;
	/* What a person can do on it, ended by a row without a key.  NULL: nothing.  */
	const struct board_key *keys;
	/* The board's own state for a match with this setup.  */
	void *(*new)(const struct setup *setup);
	void (*free)(void *board);
	/* Shows the position after so many turns of the match (its turns may have changed since the last
	 * call).  */
	void (*position)(void *board, const struct match *match, int turns);
	/* Draws it all over the area, from what position() was told; of the view only how to show it counts.
	   `cursor`: it is of use now, so show it.  */
	void (*draw)(void *board, struct area area, const struct view *view, bool cursor);
	/* The size that shows everything.  */
	void (*wants)(const void *board, int *height, int *width);
	/* A key or a click moves the cursor; y and x of a click are those of the area last drawn into (click
	   NULL: there is nothing to click).  Returns 1 when it was understood, 2 when it also means "play
	   what the cursor is at", 3 when it means "play" and a person has to type what, 0: not mine.  */
	int (*key)(void *board, unsigned key, bool is_code);
	/* A character that stands for a move of its own, likewise: asked before key(), while a person is on
	   turn and the match is not paused.  NULL: there are none.  */
	int (*hotkey)(void *board, unsigned key);
	int (*click)(void *board, int y, int x, int button);
	/* The move that the cursor is at, as REQUEST_PLAY takes it; NULL: none.  Owned by the board.  The
	   function NULL: there is no cursor.  */
	const char *(*move)(const void *board);
	/* A person on turn chose what the cursor is at: the words to play, as REQUEST_PLAY takes them.  NULL:
	   the turn needs more than that, and the board has noted it.  Owned by the board.  The function
	   NULL: what move() says.  */
	const char *(*pick)(void *board);
	/* What a person is asked, to be answered by y or n, before what pick() says is played; static.  NULL:
	   nothing.  May be NULL.  */
	const char *(*question)(const void *board);
	/* What a person on turn has to do, when it is not simply a move; NULL (the function, too): it is.
	   Owned by the board, until the next position().  */
	const char *(*expects)(const void *board);
	/* Has position() more to do than it did at once?  Then it is called again soon.  NULL: never.  */
	bool (*unfinished)(const void *board);
	/* A key that changes what is seen of the board and nothing else: asked first, at any time, whoever
	   plays. False: not mine.  NULL: there are none.  */
	bool (*scroll)(void *board, unsigned key, bool is_code);
	/* What an agent said, one message after the other, or the event that somebody else takes its seat:
	   then what the seat said before counts no longer.  NULL: forget all that was said.  May be NULL.  */
	void (*hear)(void *board, const struct message *message);
	/* On which channels, as CHANNEL_BITs; 0: where agents talk to people.  */
	unsigned hears;
	/* All that was said counts, not the newest alone: be as one who has heard nothing after message
	   `last`, and all before it, or as much as is remembered of a time before or after now.  Returns the
	   number of the last message that is remembered then: hear() goes on behind it.  NULL: the newest is
	   enough.  */
	int64_t (*recall)(void *board, int64_t last);
	/* Draws what each seat said last of its search: in one row briefly, in more as it fits.  May be
	   NULL.  */
	void (*evaluations)(const void *board, struct area area);
	/* A turn of the protocol in the words that people use for it, as "h8" for "7,7"; at most 31 bytes. */
	void (*words)(const struct setup *setup, const char *played, char words[32]);
	/* What stands before a seat's name after so many turns of the match, as its colour: a glyph.  */
	const char *(*mark)(const struct match *match, int turns, int seat);
	/* What a seat has so far of that which decides in the end, as "2 lines"; the caller frees.  NULL:
	   nothing is counted.  May be NULL.  */
	char *(*score)(const struct match *match, int turns, int seat);
};

/* The view of a system's game; never NULL for a system that exists.  */
const struct board_view *board_named(const char *system);
/* Its keys, ended by a row without a key; of an unknown system there are none.  */
const struct board_key *board_keys(const char *system);

#endif
