/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* overlay.h - a text that lies over the panes until it is closed: the ? screen, and answers of several
 * lines.
 *
 * It is as high as its text.  A text longer than the body scrolls, and long lines are wrapped.  In an answer
 * `#123` is a link to message 123 of the match, and a text between backquotes is a command, but not between
 * double quotes, where the bytes of messages stand.  Owned by ui.c.  */
#ifndef RINGSIDE_UI_OVERLAY_H
#define RINGSIDE_UI_OVERLAY_H

#include "ringside/command.h"
#include "ringside/paint.h"
#include <stdint.h>

struct overlay_line {
	char *text; /* owned */
	size_t size;
	size_t head; /* the size of its first part, a name that the rest explains */
	bool heading;
	int hang; /* the column where its wrapped rows begin */
};

/* The part of a line that stands in one row of the screen.  */
struct overlay_row {
	int line;
	size_t from, size;
	int column;
};

struct overlay_link {
	int line;
	size_t from, size; /* of the line's text, in bytes */
	int64_t message;   /* 0: it is a command, between backquotes */
};

/* The keys that every overlay takes, for the line of keys.  */
extern const struct binding overlay_bindings[];

struct overlay {
	bool open;
	const struct binding *keys; /* before its own; as in pane_ops; NULL: none */
	int64_t message;            /* the one that it is about; 0: none */
	bool turned;                /* it shows its bytes the other way round (why.h) */
	bool kept;                  /* the command that runs leaves it open */
	bool alarm;                 /* it is a complaint: its first line says what is wrong */
	char *title;                /* owned */
	struct overlay_line *lines;
	int line_count;
	struct overlay_row *rows; /* for `width` */
	int row_count, width;
	struct overlay_link *links;
	int link_count;
	int link;         /* the selected one; -1: none */
	int top;          /* the first row that is shown */
	int found;        /* the line that a search found; -1: none */
	struct area area; /* at the last drawing, without the frame */
};

/* What a key or a click asks for.  */
enum overlay_request {
	OVERLAY_NOTHING, /* the overlay has handled it */
	OVERLAY_FOLLOW,  /* go where the selected link leads */
	OVERLAY_PASS     /* it is not one of its keys: it stays open */
};

/* Opens it empty; its former text is gone.  */
void overlay_open(struct overlay *overlay, const char *title);
/* Adds a line of the ? screen: a name and its help, or a heading if help is NULL.  `column` is where the
   help stands; after a long name it stands on the next line.  */
void overlay_add(struct overlay *overlay, int column, const char *name, const char *help);
/* Adds the lines of an answer, with links to messages up to number `last`.  A line that is not indented,
   before one that is, is a heading.  */
void overlay_add_answer(struct overlay *overlay, const char *text, int64_t last);
/* Closes it and frees all its memory.  */
void overlay_close(struct overlay *overlay);
/* Draws it over the lower end of the body.  */
void overlay_draw(struct overlay *overlay, struct area body);
/* A key while it is open: a character or KEY_… of ncurses.  */
enum overlay_request overlay_key(struct overlay *overlay, unsigned key, bool is_code);
/* A mouse button on the screen, as in mouse_event().  */
enum overlay_request overlay_click(struct overlay *overlay, int y, int x, int button);
/* Shows the next line with this text below (1) or above (-1), ignoring case; starts again at the other end if
 * needed.  False: there is none.  */
bool overlay_search(struct overlay *overlay, const char *text, int direction);
/* The selected link; NULL: none.  */
const struct overlay_link *overlay_selected(const struct overlay *overlay);
/* The command of a link, without a placeholder such as MOVE at its end; the caller frees.  */
char *overlay_command(const struct overlay *overlay, const struct overlay_link *link);

/* Where the ? screen is opened.  */
struct help_place {
	const char *system;
	unsigned situation;        /* bits of enum situation */
	const struct binding *own; /* rows of the focused pane; NULL: none */
};

/* Adds what such a sign means.  */
void overlay_add_sign(struct overlay *overlay, const struct sign *sign);
/* Opens the ? screen: what can be done here, with all keys and all commands, from their tables.  */
void help_open(struct overlay *overlay, const struct help_place *place);

#endif
