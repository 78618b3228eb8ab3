/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* view.h - what all panes show: the match, and the position in it.
 *
 * Made by ui.c, moved by commands (back, forward, goto, live), read by every pane.  */
#ifndef RINGSIDE_VIEW_H
#define RINGSIDE_VIEW_H

#include "ringside/session.h"

enum { VIEW_LIVE = -1 };

/* X(NAME, name): what the bars of the timeline measure.  */
#define MEASURES(X) X(THINK, "think") X(CPU, "cpu") X(RSS, "rss") X(BYTES, "bytes") X(SCORE, "score")

enum measure {
#define X(NAME, name) MEASURE_##NAME,
	MEASURES(X)
#undef X
		MEASURE_COUNT
};

/* How a person is called to their move, a stop and the end: not, by BEL, or by a notification (OSC 9 or 777).
 */
enum bell { BELL_OFF, BELL_ON, BELL_NOTIFY };

struct breakpoints;
struct games;
struct other_build;
struct settings;
struct values;

enum { VIEW_MARKS = 26 };

/* A position that a person has named with a letter.  */
struct bookmark {
	bool is_set;
	int branch, turns; /* as session_shown() and view_turns() */
};

enum { KIBITZED_LINES = 16 };

/* What an agent that nobody plays against says of the shown position (runner/kibitz.h).  */
struct kibitzed {
	const char *name;                     /* NULL: it has not told it */
	int turns;                            /* the position is after so many */
	struct message lines[KIBITZED_LINES]; /* the newest, of seat 0, in their order */
	int count;
	/* What it said last of the position after turn n, as its player on turn sees it, by n.  */
	struct said *said;
	int said_count;
};

struct view {
	struct session *session;
	const struct games *games;             /* that were played on this screen (games.h); NULL: none */
	const struct breakpoints *breakpoints; /* where the match stops (breakpoints.h); NULL: nowhere */
	/* Their moves as the protocol writes them; good while panes are drawn.  */
	const char *const *stops;
	int stop_count;
	/* What an agent suggests in the shown position, as the protocol writes it; good while panes are
	 * drawn.  NULL: nothing.  */
	const char *hint;
	/* What the other build answered instead of the last shown move, as `hint`; NULL: the same, or
	 * nothing. */
	const char *other_move;
	/* What another build answers in the branch that is shown; NULL: there is none.  */
	const struct other_build *other;
	const struct kibitzed *kibitzed; /* good while panes are drawn; NULL: there is no such agent */
	struct values *values;           /* of the turns (ui/values.h); NULL: nobody keeps them */
	int turns;             /* how many turns are shown as played; VIEW_LIVE: all, and what goes on now */
	unsigned shows;        /* which toggles of the system's board are on (board.h) */
	const char *replaying; /* the pace of a replay, for people; NULL: none goes on; owned by ui.c */
	struct bookmark marks[VIEW_MARKS];
	bool keeps_marks;                /* for the next time that the match is opened (marks_read()) */
	const struct settings *settings; /* of the person; NULL: none, in pictures */
	const char *board_move; /* the move at the board's cursor, as commands take it; owned by the board;
				   NULL: none  */
	/* Why the board refused the last move; owned by the board; NULL: it was not refused.  */
	const char *board_problem;
	/* What the board expects of the person on turn; owned by the board; NULL: a move.  */
	const char *board_hint;
	bool board_unfinished; /* the board has more to work out: draw it again soon */
	bool unfinished;       /* so has something else that draws */
	/* The command line that the board wants, for the prompt if it ends in a blank; owned by the board;
	   NULL: nothing.  The caller that passed the key on runs it and resets this.  */
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

/* The move that boards mark beside what was played; NULL: none.  */
static inline const char *view_marked(const struct view *view)
{
	return view->hint ? view->hint : view->other_move;
}

/* Does it show what goes on now, not an earlier position or another branch?  */
bool view_is_live(const struct view *view);
/* How many turns are shown.  */
int view_turns(const struct view *view);
/* The last message that is shown: the answer of the last shown turn.  Before the first turn: all messages
   before its answer.  After a turn that a person played: also all that belongs to it.  INT64_MAX: live, or
   at the end of a match that is over.  */
int64_t view_message(const struct view *view);
/* Who sat on the seat at the shown position; as session_sitting().  */
const struct seat_setup *view_sitting(const struct view *view, int seat, int64_t *since);
/* The last shown move of that player; NULL: none.  */
const struct turn *view_last_of(const struct view *view, int seat);
/* Where that player's clock stands then, by this time control of its match.  */
struct clock_state view_clock(const struct view *view, int seat, const struct time_control *control);
/* The time of the shown position, in ns since the match began; live: now.  */
int64_t view_time(const struct view *view);
/* Says that the match has no more turns than it has; the caller frees.  */
char *view_too_far(struct session *session);
/* Turns may have been taken back: makes the newest position VIEW_LIVE again.  */
void view_settle(struct view *view);
/* Moves to the position after `turns` turns, kept inside the match.  The newest position becomes VIEW_LIVE,
   so it stays the newest when more is played here or by the program that writes the file.  */
void view_goto(struct view *view, int turns);
/* Moves to the first position that shows message n.  NULL, or why not, for people; the caller frees.  */
char *view_goto_message(struct view *view, int64_t n);

/* How fast a match that was played is shown again.  */
struct replay_pace {
	int64_t each_ns; /* each move takes that long; 0: its own time, 250 ms at least, divided by `rate`
			  */
	double rate;     /* from 1/4 to 64 */
};

/* The next faster (1) or slower (-1) of the usual paces: one move a second, then x1/4 to x64.  At the last
   one it stays.  */
struct replay_pace replay_pace_next(struct replay_pace pace, int direction);
/* Reads "x4", "x1/4" or the time of a move, as "500ms".  False: it is none of them, or out of range.  */
bool replay_pace_read(const char *text, struct replay_pace *pace);
/* As "x4", "x1/4" or "1s a move"; the caller frees.  */
char *replay_pace_words(struct replay_pace pace);
/* How long the position before the turn is shown, in ns.  */
int64_t replay_pace_wait(struct replay_pace pace, const struct turn *turn);

#endif
