/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* referee.c - the options of referee that an input of the fuzzer chooses.  */
#include "choices.h"

const struct fuzz_choice fuzz_choices_referee[] = {
	{"max-turns", {NULL, "3", "0"}, 3},
	{"told", {NULL, "size=5"}, 2},
	{0},
};
