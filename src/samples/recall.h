/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* recall.h - what was right after each sentence, remembered word for word; bounded.  */
#ifndef SAMPLES_RECALL_H
#define SAMPLES_RECALL_H

#include "sample.h"

struct recall;

struct recall *recall_new(void);
void recall_free(struct recall *recall);

/* From now on this is the answer; a sentence from long ago may be forgotten for it.  */
void recall_keep(struct recall *recall, const struct words *sentence, const struct words *answer);
/* The answer, valid until the next one is kept, or NULL.  */
const struct words *recall_find(const struct recall *recall, const struct words *sentence);
/* A hit of chance: what was right after the sentence that stands in place `n`, or in the next that is taken;
 * NULL: nothing was kept yet.  */
const struct words *recall_any(const struct recall *recall, uint64_t n);

#endif
