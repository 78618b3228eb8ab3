/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tally.h - how often each symbol was seen; older ones may count less.  */
#ifndef SAMPLES_TALLY_H
#define SAMPLES_TALLY_H

#include "sample.h"

struct tally {
	int symbols, top; /* the most frequent one; of equals the first to get there; -1: none yet */
	double weight;    /* the weight of the next one */
	double *count;
};

static inline void tally_begin(struct tally *tally, int symbols)
{
	*tally = (struct tally){symbols, -1, 1, sample_alloc((size_t)symbols, sizeof(double))};
}

/* Adds a symbol. Each weighs `growth` times as much as the one before it.  */
static inline void tally_add(struct tally *tally, int symbol, double growth)
{
	tally->count[symbol] += tally->weight;
	if (tally->top < 0 || tally->count[symbol] > tally->count[tally->top])
		tally->top = symbol;
	tally->weight *= growth;
	if (tally->weight > 1e100) {
		for (int i = 0; i < tally->symbols; i++)
			tally->count[i] /= tally->weight;
		tally->weight = 1;
	}
}

#endif
