/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pane.h - a part of the screen with its own frame, title and keys.
 *
 * Each kind of pane is a file of src/ui that ends in a function that makes one.  ui.c owns panes and the
 * layout places them.  Nothing else knows the kind of a pane.  */
#ifndef RINGSIDE_UI_PANE_H
#define RINGSIDE_UI_PANE_H

#include "ringside/board.h"
#include "ringside/command.h"
#include "ringside/paint.h"
#include "ringside/view.h"

struct pane;

struct pane_ops {
	const char *name; /* the title of its frame */
	/* Brings it up to date, before its title and status are drawn.  NULL: draw() does that.  */
	void (*update)(struct pane *pane);
	/* Another title.  NULL: it is always its name.  The caller frees.  */
	char *(*title)(const struct pane *pane);
	/* The right end of the frame ("frozen", "12 new"); it may give NULL.  The function NULL: it is always
	   empty.  The caller frees.  */
	char *(*status)(const struct pane *pane);
	void (*draw)(struct pane *pane, struct area inside, bool focused);
	/* Its own keys while it has the focus, before those of `bindings` (command.h); ended by a row without
	   a key.  NULL: it has none.  */
	const struct binding *keys;
	/* A key that is in none of its rows, while it has the focus: a character or KEY_… of ncurses
	   (is_code).  False: not mine.  NULL: it takes none.  */
	bool (*key)(struct pane *pane, unsigned key, bool is_code);
	/* Does it take this character before anything else does?  NULL: never.  */
	bool (*takes)(const struct pane *pane, unsigned key);
	/* What a person's text would be as the beginning of a move (board.h).  NULL: nothing.  */
	enum typing (*types)(const struct pane *pane, const char *text);
	/* Does it take all keys now, for another program?  NULL: never.  */
	bool (*typing)(const struct pane *pane);
	/* Scrolls.  NULL: there is nothing to scroll, or it has keys for that.  */
	void (*walk)(struct pane *pane, enum scroll how);
	/* A mouse button; y and x count inside of the frame; button as in mouse_event().  False: it means
	   nothing there.  NULL: it has no use for the mouse.  */
	bool (*click)(struct pane *pane, int y, int x, int button);
	/* The inside has a new size.  NULL: it does not matter.  */
	void (*resize)(struct pane *pane, int height, int width);
	/* filter: shows only messages that match (NULL: all).  search: goes to the next match upwards (-1)
	   or downwards (1); false: there is none.  NULL: no pane of this kind can.  */
	void (*filter)(struct pane *pane, const char *pattern);
	/* The pattern of the filter; NULL: all are shown.  With `filter`.  */
	const char *(*filtered)(const struct pane *pane);
	bool (*search)(struct pane *pane, const char *pattern, int direction);
	/* Do n and N go on with a search?  NULL: with no pane of this kind.  */
	bool (*found)(const struct pane *pane);
	void (*freeze)(struct pane *pane, bool frozen);
	/* Marks a message that belongs here and makes it visible; removes a filter that hides it.  NULL: this
	   kind of pane shows no messages.  */
	void (*show)(struct pane *pane, const struct message *message);
	/* The number of the selected message; 0: none.  *chosen: somebody has gone there; false: it is only
	   the newest.  NULL: this kind of pane shows no messages.  */
	int64_t (*selected)(struct pane *pane, bool *chosen);
	/* As console->held (command.h), but never 0.  NULL: this kind of pane shows no messages.  */
	int64_t (*held)(struct pane *pane);
	/* What panes of this kind are called in the legend; NULL: they have no signs.  */
	const char *legend;
	/* The i-th of the signs that they draw, from 0; NULL: there are no more.  With `legend`.  */
	const struct sign *(*sign)(int i);
	void (*free)(struct pane *pane);
};

/* The head of every pane.  */
struct pane {
	const struct pane_ops *ops;
	struct view *view;
	struct area area; /* with the frame; width 0: not on the screen */
	bool focused;     /* it gets the keys; set before the title, the status and the pane are drawn */
};

/* Shows messages of these seats, channels and directions (bit sets as in struct message_query) with their
   times.  */
struct pane *pane_traffic_new(struct view *view, const char *title, unsigned seats, unsigned channels,
			      unsigned directions);
struct pane *pane_board_new(struct view *view);
/* Is what the agents think to be seen?  A board that can hide it has a toggle for that.  */
bool thoughts_show(const struct view *view);
/* Lists the moves, with the curve of their values beside them or below.  */
struct pane *pane_moves_new(struct view *view);
/* The timeline, and view->values, which the list of moves shows, too.  */
struct pane *pane_timeline_new(struct view *view);
/* Shows the agent's own terminal.  While it has the focus and the match is live, all keys are typed into it,
   except ^] (which leaves it), the page keys and the wheel (which scroll).  */
struct pane *pane_terminal_new(struct view *view, int seat);
/* Shows gdb on an agent.  It takes keys the same way.  prints: shows what gdb printed; NULL: it begins, on an
   empty screen.  */
struct pane *pane_gdb_new(struct view *view);
void pane_gdb_prints(struct pane *pane, const char *bytes, size_t size);

/* How long a turn took, as "0.31 ms", "120 ms", "9.8 s" or "untimed"; the caller frees.  */
char *think_words(const struct turn *turn);

/* Follows in the match file what agents say to people, for a board that is drawn.  The work of one call is
 * bounded, however much an agent prints.  When it is far behind it hears only the newest messages of each
 * seat.  A board to which all messages count hears them in several calls.  */
struct hearing {
	const struct match_file *file; /* the file that was heard; NULL: none */
	int game;       /* number in a series: a later file may have the address of an earlier one */
	unsigned shows; /* another number means another branch of the file */
	int64_t heard;  /* all messages up to this number are heard */
};

/* Gives the board what agents said up to the shown message, each message once and in order.  hear(NULL)
   comes first if what was heard no longer counts: an earlier position or another game is shown, or there was
   too much to hear.  A board with recall() goes back by that instead.  True: there is more to hear, so call
   again.  */
bool hearing_follow(struct hearing *hearing, const struct view *view, const struct board_view *kind,
		    void *board);

/* What the signs of these panes mean: the i-th, from 0; NULL past the last.  */
const struct sign *pane_moves_sign(int i);
const struct sign *pane_traffic_sign(int i);

#endif
