/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.h - what the symbols and words of a game program are (lmc2, Layers 0, 1 and 2).  */
#ifndef RINGSIDE_LMC2_WIRE_H
#define RINGSIDE_LMC2_WIRE_H

#include "ringside/protocol.h"
#include "systems/lmc_shared/lines.h"

/* Which words are allowed (lmc2, Layers 1 and 2).  */
enum lmc2_words { LMC2_SYMBOLS, LMC2_LETTERS, LMC2_ANY };

/* The first word of the text that is not allowed.  Size 0: all words are allowed, and there is at least one.
   `at` NULL: there is no word, but one is needed.  */
struct text alphabet_stranger(const struct alphabet *alphabet, enum lmc2_words words, struct text text);

extern const struct option_row lmc2_option_words, lmc2_option_max_turns;

extern const struct protocol_tools lmc2_tools;

#endif
