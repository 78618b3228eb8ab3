/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fuzz_case.h - the shortest match with a failure as a case of a suite.  */
#ifndef RINGSIDE_CHECK_FUZZ_CASE_H
#define RINGSIDE_CHECK_FUZZ_CASE_H

#include "minimise.h"

/* The section of a suite in the folder of the match file, in which the agent fails again. NULL: a suite
 * cannot say what it takes. The caller frees.  */
char *fuzz_case(const struct minimise *minimise);

#endif
