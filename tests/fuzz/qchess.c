/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* qchess.c - the options of qchess that an input of the fuzzer chooses.  */
#include "choices.h"

const struct fuzz_choice fuzz_choices_qchess[] = {
	{"classical", {"", NULL}, 2},
	{"promote-on-touch", {NULL, ""}, 2},
	{"max-moves", {NULL, "2", "8"}, 3},
	{"quit-result", {NULL, ""}, 2},
	{"line-delay", {NULL, NULL, "10", "80"}, 4},
	{"send-board", {NULL, ""}, 2},
	{0},
};
