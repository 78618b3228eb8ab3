/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* lmc2.c - the options of lmc2 that an input of the fuzzer chooses.  */
#include "choices.h"

const struct fuzz_choice fuzz_choices_lmc2[] = {
	{"words", {"symbols", "letters", "any"}, 3},
	{"lmc1", {NULL, "1", "2", "all"}, 4},
	{"max-timeouts", {NULL, "1", "0"}, 3},
	{"max-turns", {NULL, "3", "50"}, 3},
	{0},
};
