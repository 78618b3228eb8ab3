/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* transcript.h - matches of the Learning Machine Challenge 1 in other programs' files.  */
#ifndef RINGSIDE_LMC_TRANSCRIPT_H
#define RINGSIDE_LMC_TRANSCRIPT_H

#include "ringside/format.h"

/* What a player is told first after a move.  */
enum lmc_order { LMC_INPUT_FIRST, LMC_SCORE_FIRST };
extern const struct option_row lmc_option_order;

/* Ended by NULL.  */
extern const struct file_format *const lmc_formats[];

#endif
