/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.h - what the files of the protocol of the Learning Machine Challenge 1 share.  */
#ifndef RINGSIDE_LMC_WIRE_H
#define RINGSIDE_LMC_WIRE_H

#include "ringside/protocol.h"

/* fuzz.c, spec.c, twins.c */
extern const struct fuzz lmc_fuzz;
extern const struct spec lmc_spec;
extern const struct twins lmc_twins;

#endif
