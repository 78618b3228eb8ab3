/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ui_state.h - the state of the screen, which ui.c and the ui_….c share, and what each of them does for the
 * others.  */
#ifndef RINGSIDE_UI_STATE_H
#define RINGSIDE_UI_STATE_H

#include "overlay.h"
#include "pane.h"
#include "ringside/bytes.h"
#include "ringside/command.h"
#include "ringside/layout.h"
#include "ringside/script.h"
#include "ringside/ui.h"

enum { UI_PANES = 64, UI_SIGNALS = 6 };

/* A pane and the place that it was made for.  It is kept while other layouts are shown.  */
struct slot {
	struct place place;
	struct pane *pane;
	int height, width; /* of its inside, as last told to the pane */
	bool frozen;
};

/* The line of keys at the foot of the screen: what is useful now.  A click on a hint presses its key.  */
enum { HINTS = 32 };

struct hints {
	struct area area; /* where they were drawn last */
	int count;
	struct hint {
		int x, width;
		const struct binding *binding;
	} at[HINTS];
};

/* Zeros before the first frame. All times in ns of CLOCK_MONOTONIC.  */
struct frames {
	bool due;              /* one is due */
	int64_t drawn_at;      /* when the panes were drawn last */
	int64_t keys_drawn_at; /* when the last frame for a key was begun */
	bool key_waits;        /* the next frame is for a key, too */
	bool was_behind;       /* the last one that drew panes did so without all rows */
	int64_t tried_at;      /* when one was tried first that the panes were not drawn in; 0: they were */
};

struct replaying {
	bool on;
	int turns;   /* what it showed last */
	int64_t due; /* when the next turn is shown, in ns of CLOCK_MONOTONIC */
	struct replay_pace pace;
	char *words; /* of the pace, while it is on; owned */
	struct watch *timer;
};

/* The border that the mouse holds.  */
struct drag {
	const struct slot *before; /* the pane left of it or above it; NULL: it holds none */
	bool column;               /* it is right of that pane */
	int off;                   /* from the mouse to the border */
	const char *layout;        /* in which it was taken; static */
};

/* ui_draw.c: what a person was told last.  */
struct notice {
	bool over, turn, runs;
	bool little;        /* a person has little time left */
	int64_t stop;       /* the message of the stop; 0: none */
	int64_t titled_ns;  /* when the title was set */
	int64_t pressed_ns; /* when a key came last */
};

/* What an agent has suggested, and for which position.  */
struct suggestion {
	char *move; /* NULL: nothing; owned */
	int turns;
	int64_t message; /* that brought the last of the turns */
};

struct ui {
	struct loop *loop;
	struct session *session;
	struct ui_setup setup;
	struct view view;
	struct console console;

	struct slot slots[UI_PANES];
	int slot_count;
	struct slot *shown[LAYOUT_PLACES]; /* the panes of the layout, in the order of the focus */
	int shown_count;
	struct slot *focus;
	struct slot *focus_large;  /* what had it before the screen became small; NULL: it is not, or nothing
				      had it */
	struct slot *focus_before; /* before gdb was opened; NULL: nothing had it */
	struct pane *timeline;

	const char *layout; /* static */
	int channel_seat;   /* the seat that `channels` shows on a small screen */
	bool zoomed;
	bool stale; /* the panes must be placed again */
	int height, width;
	struct screen_areas areas;
	struct sizes *sizes; /* of the panes */
	struct drag drag;
	bool scrubbing; /* the mouse holds the timeline */
	int board_height, board_width;
	unsigned agents, people; /* bit sets of the seats where they sat in the last frame */

	char *status; /* the last line: the answer of the last command, or news; NULL: none; owned */
	enum role status_role;
	bool status_traced; /* it is what tracepoints have written since the last key */
	char *last_line;    /* what an empty line repeats; owned */
	char *offered_line; /* the line that the prompt is about to open with; NULL: none; owned */
	char *pattern;      /* of the last search; owned */
	char *confirm_line; /* it asks a question, and this line runs after a yes; NULL: none; owned */
	char *asked_line;   /* the overlay asks whether its programs may start, and this line runs then; owned
			     */
	bool leaving;
	bool back;            /* it leaves by `quit`, after which a list may follow */
	int click_y, click_x; /* where a pane was clicked, inside of its frame */
	int64_t clicked_ns;   /* and when */
	int game;             /* number in a series of the last one seen */
	bool over_seen, problem_seen;
	int64_t stop_seen; /* the message of the last stop that was told; 0: none */
	struct overlay overlay;
	struct hints hints;
	struct notice notice;
	struct suggestion suggestion;

	struct replaying replay;
	char typed[2];             /* it may begin a move that a person types: it waits for the next key */
	bool typed_done;           /* it has done already what else it does */
	struct watch *typed_timer; /* then it does that */
	const char *letter_line;   /* of the last key: it waits for a letter in place of its *; NULL: none */

	struct watch *script_timer; /* for the next line of the script */
	bool script_steered;        /* a line of it has said how the match goes on */

	bool cut_off; /* the panes were drawn without all that they show, because a key waited */
	bool stopped; /* ... by ^C or on leaving: they stay as they are until the next key */

	struct frames frames;
	struct watch *keyboard, *key_timer, *frame_timer, *signals[UI_SIGNALS];
};

/* ui.c */
/* A screen without a terminal, for film.c: nothing is typed, nobody's pane sizes count, and the loop draws
   nothing.  NULL and a problem, as ui_new().  */
struct ui *ui_new_filmed(struct loop *loop, struct session *session, const struct ui_setup *setup, int rows,
			 int columns, char **problem);
/* Shows a text until the next key; takes over text (NULL: nothing).  */
void ui_status(struct ui *ui, enum role role, char *text);
/* Leaves, or leaves at once if called again.  */
void ui_leave(struct ui *ui);
/* Stops the program as ^Z does; the match is paused meanwhile.  */
void ui_suspend(struct ui *ui);

/* Forgets the remaining lines of the script, and says so; false: there are none.  */
bool ui_script_drop(struct ui *ui);

/* Something has changed, and no frame is due: when to draw it.  */
int64_t frames_change(struct frames *frames, int64_t now);
/* Keys have changed something: when to draw it, `now` or later.  A frame that is due is never put off.  */
int64_t frames_key(struct frames *frames, int64_t now);
/* A frame is drawn now, and begun so in the session. Are the panes drawn? If not, they stay as
 * they are, and frames_again() says when to try again.  */
bool frames_draws_panes(struct frames *frames, enum session_frame frame, int64_t now);
int64_t frames_again(const struct frames *frames, int64_t now);

/* ui_draw.c */
/* Draws the two lines at the top.  */
void header_draw(struct area area, struct view *view);
/* Places all panes for the present size of the screen.  */
void ui_place(struct ui *ui);
static inline bool ui_too_small(const struct ui *ui)
{
	return ui->height < LAYOUT_LEAST_HEIGHT || ui->width < LAYOUT_LEAST_WIDTH;
}

/* Do panes have frames?  Not if a small screen shows only one.  */
static inline bool ui_has_frames(const struct ui *ui)
{
	return ui->shown_count > 1 || !layout_small(ui->height, ui->width, ui->layout);
}

struct layout_request ui_layout_request(const struct ui *ui, const char *name);
/* Draws everything and shows it; false: the terminal could not take it now.  */
bool ui_draw(struct ui *ui);
/* The same for the line of the prompt alone; all else stays as it was drawn last.  */
bool ui_draw_line(struct ui *ui);
/* What there is now is no news.  */
void ui_notice_begin(struct ui *ui);

/* ui_keys.c */
/* Takes all that was typed.  */
void ui_typed(struct ui *ui);
/* ui->typed_timer: the letter that may begin a move has waited long enough.  */
void ui_typed_late(void *user, int events);
/* Does the focused pane take the key of this name before anything else does?  */
bool ui_pane_takes(const struct ui *ui, const char *key);

/* Of the first two lines; ended by a row without a meaning.  */
extern const struct sign header_signs[];

/* The borders that a person has moved, which the state's files keep by system and layout.  */
struct sizes;
/* Those of a system. A file that cannot be read counts as none.  */
struct sizes *sizes_new(const char *system);
/* Writes what has changed, and frees.  NULL is fine.  */
void sizes_free(struct sizes *sizes);
/* The borders of a layout that were moved; NULL: none.  Without sizes there are none.  */
const struct layout_shifts *sizes_of(const struct sizes *sizes, const char *layout);
/* As in struct console.  */
char *ui_resize(void *user, const char *how, int by);

/* ui_console.c */
/* Fills the console with what commands may do to this screen.  */
void ui_console(struct ui *ui);

#endif
