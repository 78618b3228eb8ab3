/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* same.h - the settings of games as JSON.  */
#ifndef RINGSIDE_RUNNER_SAME_H
#define RINGSIDE_RUNNER_SAME_H

#include "plan.h"
#include <jansson.h>

/* The caller owns each object.  */
/* A setup as an object, by the names of the command line.  */
json_t *same_setup(const struct setup *setup);
/* What all games of a series share.  */
json_t *same_series(const struct plan *plan);

#endif
