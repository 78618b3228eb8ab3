/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* chance.h - random numbers for all bundled programs: the same seed gives the same numbers.  */
#ifndef SAMPLES_CHANCE_H
#define SAMPLES_CHANCE_H

#include <stdint.h>

/* A seed from clock and process id: each call returns another one.  */
uint64_t chance_seed(void);

/* The next number of the sequence, 0 to bound-1, each equally likely. The initial state is the seed.
 * bound is at least 1.  */
uint64_t chance_below(uint64_t *state, uint64_t bound);

#endif
