/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* sizes.h - the sizes that a person gave to panes, kept for each system and layout in the state folder.  */
#ifndef RINGSIDE_UI_SIZES_H
#define RINGSIDE_UI_SIZES_H

#include "ringside/layout.h"

struct sizes;

/* Those of a system. A file that cannot be read counts as none.  */
struct sizes *sizes_new(const char *system);
/* Writes what has changed, and frees.  NULL is fine.  */
void sizes_free(struct sizes *sizes);
/* The borders of a layout that were moved; NULL: none.  Without sizes there are none.  */
const struct layout_shifts *sizes_of(const struct sizes *sizes, const char *layout);
/* Remembers where they are.  */
void sizes_put(struct sizes *sizes, const char *layout, const struct layout_shifts *shifts);

#endif
