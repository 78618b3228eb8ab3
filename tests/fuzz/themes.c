/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* themes.c - a target of the fuzzer: a file of a theme, and the looks that it gives.  */
#include "targets.h"

#include "ringside/theme.h"
#include "stage.h"

#include <stdlib.h>

void fuzz_themes(struct rest input)
{
	char *problem;

	stage_screen("C.UTF-8");
	problem = theme_load(fuzz_nameless(input));
	theme_bind(false);
	for (int role = 0; role < ROLE_COUNT; role++)
		theme_use((enum role)role);
	free(theme_description(fuzz_nameless(input)));
	free(problem);
}
