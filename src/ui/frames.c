/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* frames.c - when a frame is drawn, and whether its panes are.
 *
 * The first change after a frame plans the next one, so that frames are at least a sixtieth of a second
 * apart.  A key does not wait for that: its frame is drawn at once, unless the last frame of a key is less
 * than a sixtieth of a second old.  So a paste or a key that repeats adds at most sixty frames a second.
 *
 * The panes show the match file, which a thread writes.  A frame does not wait for it: what was typed is
 * drawn at once, the panes stay as they are, and the next attempt follows soon, usually with all rows.  So a
 * message does not vanish between the gate and the file.  When the thread is behind, the panes show what is
 * there.  If the disk hangs, they are drawn without the file: the board has to show the match.  */
#include "frames.h"

#include "ringside/setup.h"

#define FRAME ((int64_t)NS_PER_S / 60)
#define SOON  ((int64_t)2 * NS_PER_MS)
/* How long the panes stay as they are when rows are lacking, and when the file cannot be read.  */
#define BEHIND ((int64_t)8 * NS_PER_MS)
#define BUSY   ((int64_t)100 * NS_PER_MS)

int64_t frames_change(struct frames *frames, int64_t now)
{
	int64_t next = frames->drawn_at + FRAME;

	frames->due = true;
	return next > now ? next : now;
}

/* A frame that is due is planned for later than the times here.  */
int64_t frames_key(struct frames *frames, int64_t now)
{
	int64_t next = frames->keys_drawn_at + FRAME;

	frames->due = true;
	frames->key_waits = now < next;
	if (frames->key_waits)
		return next;
	frames->keys_drawn_at = now;
	return now;
}

bool frames_draws_panes(struct frames *frames, enum session_frame frame, int64_t now)
{
	int64_t most = frame == FRAME_BUSY ? BUSY : frame == FRAME_BEHIND && !frames->was_behind ? BEHIND : 0;

	if (!frames->tried_at)
		frames->tried_at = now;
	if (now - frames->tried_at < most)
		return false;
	/* The next frame that sees no more does not wait again.  */
	if (frame != FRAME_BUSY) {
		frames->was_behind = frame == FRAME_BEHIND;
		frames->tried_at = 0;
	}
	frames->drawn_at = now;
	if (frames->key_waits)
		frames->keys_drawn_at = now;
	frames->key_waits = false;
	return true;
}

int64_t frames_again(const struct frames *frames, int64_t now)
{
	return now + (frames->drawn_at == now ? FRAME : SOON);
}
