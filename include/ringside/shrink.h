/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* shrink.h - leaves out as many items of a list as possible, while what is left still shows something: delta
 * debugging (Zeller and Hildebrandt, ddmin).  */
#ifndef RINGSIDE_SHRINK_H
#define RINGSIDE_SHRINK_H

#include <stdbool.h>

/* Tries a set, which has a flag for each item: does it still show it?  */
enum shrink { SHRINK_NO, SHRINK_YES, SHRINK_STOP /* try no more */ };
typedef enum shrink shrink_fn(void *user, const bool *kept);

/* `kept` has a flag for each of `count` items, and is known to show it; it becomes the smallest set that was
 * found.  Then none of its items can be left out alone, unless it was stopped.  */
void shrink(bool *kept, int count, shrink_fn *shows, void *user);

#endif
