/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* choices.h - the options that an input of the fuzzer chooses: a table for each system in systems.h.  */
#ifndef RINGSIDE_FUZZ_CHOICES_H
#define RINGSIDE_FUZZ_CHOICES_H

#include "systems/systems.h"

#include <stddef.h>

/* A byte of the header chooses each.  Inputs depend on the order: add rows and values at the end.  */
struct fuzz_choice {
	const char *name;      /* of the option; NULL ends the table */
	const char *values[8]; /* NULL: the option is not given */
	int count;
};

/* A missing table must not stop the linker, which would not say what is missing (run.c).  */
#define X(name, board) extern const struct fuzz_choice fuzz_choices_##name[] __attribute__((weak));
SYSTEMS(X)
#undef X

/* Those of a system, by its row in systems.h; NULL: it has no table.  */
const struct fuzz_choice *fuzz_choices(int system);

#endif
