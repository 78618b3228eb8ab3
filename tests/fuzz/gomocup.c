/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* gomocup.c - the options of gomocup that an input of the fuzzer chooses.  */
#include "choices.h"

const struct fuzz_choice fuzz_choices_gomocup[] = {
	{"size", {"15", "5", "6x7", "20", "9", "19", "5x8", "12"}, 8},
	{"rule",
	 {NULL, "standard", "renju", "caro", "caro-exact", "freestyle+continuous", "renju+continuous",
	  "standard+continuous"},
	 8},
	{"swap2", {NULL, NULL, "yes"}, 3},
	{"opening", {NULL, NULL, "2,2 3,3", "0,0 1,1 0,1 1,2 0,2"}, 4},
	{"draw-at", {NULL, NULL, "6", "20"}, 4},
	{"tournament", {NULL, ""}, 2},
	{"info2", {NULL, "a 1; b\r\nEND ;; ; c"}, 2},
	{0},
};
