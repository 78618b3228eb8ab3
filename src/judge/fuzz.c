/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fuzz.c - draws numbers, and values of options, for the matches of `ringside fuzz`.  */
#include "ringside/fuzz.h"

#include "ringside/seed.h"

unsigned fuzz_below(struct fuzz_chance *chance, unsigned count)
{
	chance->state = seed_mixed(chance->state);
	return (unsigned)((chance->state >> 32) % count);
}

bool fuzz_once_in(struct fuzz_chance *chance, unsigned count)
{
	return fuzz_below(chance, count) == 0;
}

bool fuzz_is_free(const struct setup *setup, const struct option_row *row)
{
	return !setup_given(setup, row->name);
}

/* The ends of a range are as likely as all between them.  */
static int64_t number_in(int64_t least, int64_t most, struct fuzz_chance *chance)
{
	switch (fuzz_below(chance, 4)) {
	case 0: return least;
	case 1: return most;
	default: return least + (int64_t)fuzz_below(chance, (unsigned)(most - least) + 1);
	}
}

void fuzz_option(struct setup *setup, const struct option_row *row, int64_t most, struct fuzz_chance *chance)
{
	unsigned count = 0;
	int64_t side;

	if (!fuzz_is_free(setup, row))
		return;
	if (most > row->most)
		most = row->most;
	switch (row->type) {
	case OPTION_SWITCH:
		if (fuzz_once_in(chance, 2))
			setup_put_value(setup, row, 1);
		break;
	case OPTION_COUNT:
		if (most >= row->least)
			setup_put_value(setup, row, number_in(row->least, most, chance));
		break;
	case OPTION_SIDES:
		side = number_in(row->least, most, chance);
		setup_put_value(setup, row, OPTION_OF_SIDES(side, side));
		break;
	case OPTION_CHOICE:
	case OPTION_WORD:
		while (row->choices[count].word)
			count++;
		setup_put(setup, row, row->choices[fuzz_below(chance, count)].word);
		break;
	default: break; /* no range says which values make sense */
	}
}
