/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* uci.c - the options of uci that an input of the fuzzer chooses.  */
#include "choices.h"

const struct fuzz_choice fuzz_choices_uci[] = {
	{"opening",
	 {NULL, "e4 e5 Nf3", "8/8/8/8/8/4k3/8/4K2R w K - 98 80", "8/P6k/8/8/8/8/8/4K3 w - - 0 1",
	  "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1 moves e8c8"},
	 5},
	{"chess960", {NULL, "yes"}, 2},
	{"fide", {NULL, "yes"}, 2},
	{0},
};
