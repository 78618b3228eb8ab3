/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* lmc.c - the options of lmc that an input of the fuzzer chooses.  */
#include "choices.h"

const struct fuzz_choice fuzz_choices_lmc[] = {
	{"game", {"roshambo", "tictactoe", "imitate", "cycle"}, 4},
	{"turns", {"3", "20", "1000"}, 3},
	{"order", {NULL, "score-first", "input-first"}, 3},
	{"illegal", {NULL, "score", "loses"}, 3},
	{"symbols", {NULL, "2", "26"}, 3},
	{0},
};
