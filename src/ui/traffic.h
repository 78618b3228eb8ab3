/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* traffic.h - the parts of a traffic pane: what it lists, its keys and frame (pane_traffic.c), and how a line
 * is drawn (traffic_line.c).  */
#ifndef RINGSIDE_UI_TRAFFIC_H
#define RINGSIDE_UI_TRAFFIC_H

#include "pane.h"
#include "ringside/paint.h"
#include "ringside/session.h"
#include "window.h"

/* An incomplete message.  */
struct pending_row {
	/* The bytes as if they were a message: on the channel of moves or of stderr, with the time of the
	 * first byte.  They are valid until the session gets more input.  */
	struct message message;
	const struct setup *setup;
	size_t wanted;
	int64_t for_ns; /* time since the last byte came */
};

struct traffic {
	struct pane pane;
	struct window window;
	char *name; /* NULL: the name of the seat's player */
	int game;   /* number in a series: a later file may have the address of an earlier one */
	bool following;
	int64_t top;       /* when not following: the number of the first message shown */
	int64_t at;        /* when not following: the number of the selected message */
	int64_t left_at;   /* when not following: the newest message at the last time it followed */
	int64_t hit;       /* the number of the message that a search found; 0: none */
	int64_t shown;     /* view_message() at the last drawing */
	int64_t frozen;    /* the newest message at the time of the freeze; -1: it is not frozen */
	int height;        /* rows of the last drawing */
	int room;          /* rows that held and incomplete messages left then */
	int width;         /* columns of the last drawing */
	int side;          /* columns that are scrolled away on the left */
	bool wraps;        /* long lines have several rows */
	void *sought;      /* the pattern that `hit` matches, compiled by match_file_patterns; NULL: none */
	struct hits *hits; /* how many there are; NULL: there was no search */
	int held;          /* the number of the selected held message; 0: a recorded one is selected */
	bool reveal;       /* the next drawing goes sideways to where it matches */
};

/* ---- what it lists ---- */

const struct match *traffic_match(const struct traffic *traffic);
/* The only seat of the pane; SEAT_NONE for the game program's or nobody's messages alone; -1: several.  */
int traffic_only_seat(const struct traffic *traffic);
/* The i-th held message, from 0, of this pane; NULL past the last.  *number: judge_held_number().  */
const struct message *traffic_held_at(const struct traffic *traffic, int i, int *number);
/* The i-th incomplete message, from 0, of this pane; false past the last. */
bool traffic_pending_at(const struct traffic *traffic, int i, struct pending_row *row);

/* ---- how a line is drawn: into row y, from 0, of the area ---- */

/* Goes sideways to the place that the search found in the line.  */
void traffic_reveal(struct traffic *traffic, const struct line *line);
/* How many rows it needs.  */
int traffic_rows(const struct traffic *traffic, const struct line *line);
/* A step that ended behind it is a mark on the frame, left of the area.
 * held: its number, from 1, among the held messages; 0: it is not held.  selected: in the pane that has the
 * focus; the whole line is marked only after somebody has gone there.  */
void traffic_draw_line(const struct traffic *traffic, struct area area, int y, const struct line *line,
		       int held, bool selected);
/* The i-th of traffic_held_at(), which must exist.  */
void traffic_draw_held(const struct traffic *traffic, struct area area, int y, int i, bool selected);
/* The i-th of traffic_pending_at().  */
void traffic_draw_pending(const struct traffic *traffic, struct area area, int y, int i);

/* ---- what has come of an incomplete message ---- */

/* The i-th of a session, from 0.  False: there are no more.  */
bool pending_row(const struct session *session, int i, struct pending_row *row);

#endif
