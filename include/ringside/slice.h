/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* slice.h - how soon the judge runs when an answer comes and all cores are busy.  */
#ifndef RINGSIDE_SLICE_H
#define RINGSIDE_SLICE_H

/* Asks Linux (6.12 or newer) for a short slice of time for this thread and those that it starts: it then
 * runs before others that want longer slices, and its share of the time stays the same.  Nothing happens
 * where that is not known or not allowed.  */
void slice_shorten(void);
/* Gives this thread the slice from before.  May be called between fork and exec.  */
void slice_restore(void);

#endif
