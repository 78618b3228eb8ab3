/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* setup_fixture.h - a setup that a test begins with.  */
#ifndef RINGSIDE_TESTS_SETUP_FIXTURE_H
#define RINGSIDE_TESTS_SETUP_FIXTURE_H

#include "../test.h"
#include "ringside/setup.h"

/* A system, and everything else as it is by default. The caller frees.  */
static inline struct setup setup_of(const char *system)
{
	struct setup setup;

	setup_init(&setup);
	setup.system = system;
	return setup;
}

#endif
