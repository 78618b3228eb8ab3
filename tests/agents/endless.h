/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* endless.h - makes a match file whose queries never end, as a stranger can.  */
#ifndef RINGSIDE_TESTS_ENDLESS_H
#define RINGSIDE_TESTS_ENDLESS_H

#include <stdbool.h>

/* Changes the file of a match of at most 1023 messages. What reads messages in their order and finds fewer
 * than it wants never ends; unless `opens`, that is so backwards, too, and nobody can open the file, which
 * reads how the match ended. Fails the test if it cannot be changed.  */
void endless_make(const char *path, bool opens);

#endif
