/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* libfuzzer.c - what libFuzzer calls. $FUZZ_TARGET names the target; scripts/fuzz sets it.  */
#include "targets.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static const struct fuzz_target *target;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const char *name = getenv("FUZZ_TARGET");

	(void)argc;
	(void)argv;
	target = fuzz_target_named(name ? name : "");
	if (target)
		return 0;
	fprintf(stderr, "FUZZ_TARGET has to name one of:");
	for (target = fuzz_targets; target->name; target++)
		fprintf(stderr, " %s", target->name);
	fprintf(stderr, "\n");
	exit(2);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	target->play((struct rest){bytes, size});
	return 0;
}
