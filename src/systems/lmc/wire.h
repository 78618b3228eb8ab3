/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.h - what the files of the protocol of the Learning Machine Challenge 1 share.  */
#ifndef RINGSIDE_LMC_WIRE_H
#define RINGSIDE_LMC_WIRE_H

#include "ringside/protocol.h"

/* What a player is told first after a move.  */
enum lmc_order { LMC_INPUT_FIRST, LMC_SCORE_FIRST };
extern const struct option_row lmc_option_order;

/* Ended by NULL.  */
extern const struct file_format *const lmc_formats[];

extern const struct protocol_tools lmc_tools;

#endif
