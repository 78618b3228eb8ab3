/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* chance.h - numbers by chance, for all bundled programs: the same seed gives the same numbers.  */
#ifndef SAMPLES_CHANCE_H
#define SAMPLES_CHANCE_H

#include <stdint.h>

/* A seed that nobody chose: another one at each call.  */
uint64_t chance_seed(void);

/* The next number of the sequence, in 0..bound-1, each equally likely. The state begins as the seed; bound is
 * 1 or more.  */
uint64_t chance_below(uint64_t *state, uint64_t bound);

#endif
