/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* traffic.h - the parts of a traffic pane: what it lists (traffic_list.c), how a line is drawn
 * (traffic_line.c) and its text (traffic_text.c), its keys and frame (pane_traffic.c).  */
#ifndef RINGSIDE_UI_TRAFFIC_H
#define RINGSIDE_UI_TRAFFIC_H

#include "pane.h"
#include "pending_row.h"
#include "window.h"

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
	struct hits *hits; /* how many there are (traffic_hits.c); NULL: there was no search */
	int held;          /* the number of the selected held message; 0: a recorded one is selected */
	bool reveal;       /* the next drawing goes sideways to where it matches */
};

/* ---- what it lists ---- */

const struct match *traffic_match(const struct traffic *traffic);
/* The only seat of the pane; SEAT_NONE for the game program's or nobody's messages alone; -1: several.  */
int traffic_only_seat(const struct traffic *traffic);
/* Brings the window up to date.  Scrolls to the end when another turn is shown.  */
void traffic_catch_up(struct traffic *traffic);
/* The index in the window of the first line that is shown.  */
int traffic_first(const struct traffic *traffic);
/* The index of the selected line; 0 if there is none.  */
int traffic_selected(const struct traffic *traffic);
/* The number of the selected message; 0: there is none.  */
int64_t traffic_message(const struct traffic *traffic);
void traffic_to_end(struct traffic *traffic);
void traffic_to_top(struct traffic *traffic);
/* These go down by `lines`; negative: up.  At the newest line the pane follows.  scroll: moves what is shown,
 * and selects another line only if the selected one is out of sight.  go: selects another line.  page: does
 * both.  */
void traffic_scroll(struct traffic *traffic, int lines);
void traffic_go(struct traffic *traffic, int lines);
void traffic_page(struct traffic *traffic, int lines);
/* Selects the line in that row of the pane, from 0.  */
void traffic_select_row(struct traffic *traffic, int row);
/* Selects a message, and shows it in the middle unless it is on the screen already.  */
void traffic_select(struct traffic *traffic, int64_t n);
/* Does the message pass the pane's query and filter?  */
bool traffic_is_mine(const struct traffic *traffic, const struct message *message);
/* The i-th held message, from 0, of this pane; NULL past the last.  *number: judge_held_number().  */
const struct message *traffic_held_at(const struct traffic *traffic, int i, int *number);
/* The place of the selected held message among those of this pane; -1: none is selected.  */
int traffic_held_selected(const struct traffic *traffic);
/* Selects the first held message of this pane if none is selected.  Its number; -1: there is none.  */
int traffic_hold(struct traffic *traffic);
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

/* ---- how many messages a search finds ---- */

/* Begins to count the matches of a pattern; NULL: ends that.  */
void traffic_hits_begin(struct traffic *traffic, const char *pattern);
/* Counts on for some milliseconds at most, while a hit is selected.  True: there is more to count.  */
bool traffic_hits_count(struct traffic *traffic);
/* "3 of 12", with "+" while there may be more; NULL: no hit is selected.  The caller frees.  */
char *traffic_hits_text(const struct traffic *traffic);

/* ---- how its text is drawn: in row y from column x, in its first row only to column `end` ---- */

int traffic_text_rows(const struct traffic *traffic, const struct line *line, int x, int end);
/* wraps: in as many rows as needed.  */
void traffic_text_draw(const struct traffic *traffic, struct area area, int y, int x, int end, enum role role,
		       const struct line *line, bool wraps);
/* Goes sideways so that the place which the search found is seen in a text of so many columns.  */
void traffic_text_reveal(struct traffic *traffic, const struct line *line, int width);

#endif
