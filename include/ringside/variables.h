/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* variables.h - values that a person gave a name, for conditions.
 *
 * A variable keeps its type, because conditions that use it were checked with that.  */
#ifndef RINGSIDE_VARIABLES_H
#define RINGSIDE_VARIABLES_H

#include "ringside/condition.h"

struct variables;

struct variables *variables_new(void);
void variables_free(struct variables *variables);
/* Copies the value.  NULL, or why not, for people; the caller frees.  */
char *variables_set(struct variables *variables, const char *name, const struct condition_value *value);
/* Of the variable with this name of `size` bytes: stays where it is, and follows each change.  NULL: there is
 * none, or no table.  */
const struct condition_value *variables_value(const struct variables *variables, const char *name,
					      size_t size);
/* A line each, as "x = 412 ms"; the caller frees.  */
char *variables_list(const struct variables *variables);

#endif
