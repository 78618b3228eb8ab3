/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* NAME.c - the options of NAME that an input of the fuzzer chooses.  */
#include "choices.h"

const struct fuzz_choice fuzz_choices_NAME[] = {
	{"target", {NULL, "1", "4", "60"}, 4},
	{0},
};
