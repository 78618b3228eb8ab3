/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* frames.h - when a frame is drawn, and whether its panes are.  */
#ifndef RINGSIDE_FRAMES_H
#define RINGSIDE_FRAMES_H

#include "ringside/session.h"

/* Zeros before the first frame. All times in ns of CLOCK_MONOTONIC.  */
struct frames {
	bool due;              /* one is due */
	int64_t drawn_at;      /* when the panes were drawn last */
	int64_t keys_drawn_at; /* when the last frame for a key was begun */
	bool key_waits;        /* the next frame is for a key, too */
	bool was_behind;       /* the last one that drew panes did so without all rows */
	int64_t tried_at;      /* when one was tried first that the panes were not drawn in; 0: they were */
};

/* Something has changed, and no frame is due: when to draw it.  */
int64_t frames_change(struct frames *frames, int64_t now);
/* Keys have changed something: when to draw it, `now` or later.  A frame that is due is never put off.  */
int64_t frames_key(struct frames *frames, int64_t now);
/* A frame is drawn now, and begun so in the session. Are the panes drawn? If not, they stay as
 * they are, and frames_again() says when to try again.  */
bool frames_draws_panes(struct frames *frames, enum session_frame frame, int64_t now);
int64_t frames_again(const struct frames *frames, int64_t now);

#endif
