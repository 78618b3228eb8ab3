/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* view.h - what the panes look at together: the match, and the place in it that is shown.
 *
 * Made by ui.c, moved by commands (back, forward, goto, live), read by every pane.  */
#ifndef RINGSIDE_VIEW_H
#define RINGSIDE_VIEW_H

#include "ringside/session.h"

enum { VIEW_LIVE = -1 };

/* X(NAME, name): what the bars of the timeline are.  */
#define MEASURES(X) X(THINK, "think") X(CPU, "cpu") X(RSS, "rss") X(BYTES, "bytes")

enum measure {
#define X(NAME, name) MEASURE_##NAME,
	MEASURES(X)
#undef X
		MEASURE_COUNT
};

struct breakpoints;

struct view {
	struct session *session;
	const struct breakpoints *breakpoints; /* where it is to be stopped (breakpoints.h); NULL: nowhere */
	enum measure measure;                  /* that the timeline shows */
	int turns;      /* so many turns are shown as played; VIEW_LIVE: all, and what is going on now */
	unsigned shows; /* what of the toggles of the system's board is on (toggle.h) */
	bool evaluate;  /* the agents are told what the cursor of the board points at */
	const char *board_move; /* what the cursor of the board points at, in words a command understands;
				   owned by the board; NULL: nothing */
	/* Why the board refused the last move; owned by the board; NULL: it did not.  */
	const char *board_problem;
	/* What the board expects of the person on turn; owned by the board; NULL: a move.  */
	const char *board_hint;
	bool board_unfinished; /* the board has more to work out: it is to be drawn again soon */
	bool unfinished;       /* so has somebody else who draws */
	/* What the board wants the prompt to open with, for a person to go on; static; NULL: nothing.  Who
	   passed it the key opens the prompt and forgets it.  */
	const char *board_line;
};

/* Is a toggle of the board on?  */
static inline bool view_shows(const struct view *view, int toggle)
{
	return view->shows >> toggle & 1;
}

static inline void view_show(struct view *view, int toggle, bool on)
{
	view->shows = on ? view->shows | 1u << toggle : view->shows & ~(1u << toggle);
}

/* Is it shown what goes on here and now, not an earlier position or another branch?  */
bool view_is_live(const struct view *view);
/* How many turns are shown.  */
int view_turns(const struct view *view);
/* The last message that is shown: the answer of the last turn; before the first all that came until it was
   answered, and of a turn that a person played all that belongs to it.  INT64_MAX when live, and at the end
   of a match that is over.  */
int64_t view_message(const struct view *view);
/* Who sat on the seat then; as session_sitting().  */
const struct seat_setup *view_sitting(const struct view *view, int seat, int64_t *since);
/* The last move of who sat on the seat then; NULL: they have made none.  */
const struct turn *view_last_of(const struct view *view, int seat);
/* When that was: ns since the match began; live the time that it is.  */
int64_t view_time(const struct view *view);
/* A position that is the newest, since turns were taken back, is VIEW_LIVE again.  */
void view_settle(struct view *view);
/* Moves to a number of turns, kept inside the match.  The newest position is VIEW_LIVE: it stays the newest
 * when more is played, here or by who writes the file.  */
void view_goto(struct view *view, int turns);
/* Moves to the first position at which message n is seen.  NULL, or why not, for people; the caller
   frees.  */
char *view_goto_message(struct view *view, int64_t n);

#endif
