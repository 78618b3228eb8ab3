/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* spec_words.h - the dialogue of a case with a player, for both Learning Machine Challenges.  */
#ifndef RINGSIDE_LMC_SPEC_WORDS_H
#define RINGSIDE_LMC_SPEC_WORDS_H

#include "ringside/spec.h"

/* Members of struct spec.  Words are symbols of the game; with the kind "words" there may be several.  */
void *lmc_dialogue_new(const struct setup *setup);
void lmc_dialogue_free(void *state);
bool lmc_dialogue_word(void *state, const char *name, struct bytes *bytes);
void lmc_dialogue_sent(void *state, const char *bytes, size_t size);
enum spec_heard lmc_dialogue_heard(void *state, const char *kind, const char *bytes, size_t size,
				   char **problem, struct bytes *reply);
extern const struct spec_kind lmc_dialogue_kinds[];

#endif
