/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* suite_begin.h - makes a match of a case of a suite.  */
#ifndef RINGSIDE_CHECK_SUITE_BEGIN_H
#define RINGSIDE_CHECK_SUITE_BEGIN_H

#include "suite.h"

/* What a problem is about.  */
enum suite_trouble { TROUBLE_OF_CASE, TROUBLE_OF_POSITION, TROUBLE_OF_MOVE, TROUBLE_OF_NOT };

/* Sets up the position, the limits and the players, and reads the moves. `all`: what is said of all
 * cases. Files are named from `folder`, which ends in a slash or is "". NULL, or what is wrong, which the
 * caller frees, and what it is about.  */
char *suite_begin(struct suite_case *of, const struct invocation *all, const char *folder,
		  enum suite_trouble *trouble);

#endif
