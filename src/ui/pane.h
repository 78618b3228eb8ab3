/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pane.h - a part of the screen with a frame, a title and keys of its own.
 *
 * Each kind of pane is one file of src/ui that ends in a function that makes one.  ui.c owns panes, the
 * layout places them, and nothing else knows which kind one is.  */
#ifndef RINGSIDE_UI_PANE_H
#define RINGSIDE_UI_PANE_H

#include "ringside/paint.h"
#include "ringside/view.h"

struct pane;

struct pane_ops {
	const char *kind;                         /* as "traffic" */
	char *(*title)(const struct pane *pane);  /* what its frame says; the caller frees */
	char *(*status)(const struct pane *pane); /* the right end of the frame ("frozen", "12 new"), or NULL;
						     the caller frees */
	void (*draw)(struct pane *pane, struct area inside, bool focused);
	/* A key while it has the focus: a character or KEY_… of ncurses (is_code).  False: not mine.  NULL:
	 * none is.  */
	bool (*key)(struct pane *pane, unsigned key, bool is_code);
	/* A mouse button inside, y and x in the inside of the frame; button as in screen_mouse().  NULL: none
	 * is.  */
	bool (*click)(struct pane *pane, int y, int x, int button);
	/* The inside has another size now.  NULL: it does not matter.  */
	void (*resize)(struct pane *pane, int height, int width);
	/* Only messages that match are shown (NULL: all); the next match upwards (-1) or downwards (1) of a
	   search.  False: this pane cannot.  NULL: no pane of this kind can.  */
	bool (*filter)(struct pane *pane, const char *pattern);
	bool (*search)(struct pane *pane, const char *pattern, int direction);
	bool (*freeze)(struct pane *pane, bool frozen);
	/* Marks a message and brings it into sight; a filter that hides it is taken off.  False: it does not
	   belong here.  NULL: no pane of this kind shows messages.  */
	bool (*show)(struct pane *pane, const struct message *message);
	void (*free)(struct pane *pane);
};

/* The head of every pane.  */
struct pane {
	const struct pane_ops *ops;
	struct view *view;
	struct area area; /* with the frame; width 0: not on the screen */
	bool focused;     /* it has the keys: set before its title, its status and itself are drawn */
};

/* Messages of these seats, channels and directions (bit sets as in struct message_query), with
   their times.  */
struct pane *pane_traffic_new(struct view *view, const char *title, unsigned seats, unsigned channels,
			      unsigned directions);
struct pane *pane_board_new(struct view *view);
struct pane *pane_timeline_new(struct view *view);
/* The agent's own terminal.  While it has the focus and the match is shown live, all keys are typed into it,
   but ^] (for the keymap: the way out), the pages and the wheel (which scroll).  */
struct pane *pane_terminal_new(struct view *view, int seat);
/* gdb on an agent, which likewise takes all keys.  It begins with an empty screen, and prints.  */
struct pane *pane_gdb_new(struct view *view);
void pane_gdb_begins(struct pane *pane);
void pane_gdb_prints(struct pane *pane, const char *bytes, size_t size);

#endif
