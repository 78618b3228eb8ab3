/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* svg_defs.h - what an SVG draws more than once, each thing by its number.  */
#ifndef RINGSIDE_UI_SVG_DEFS_H
#define RINGSIDE_UI_SVG_DEFS_H

#include <stddef.h>

struct bytes;
struct svg_defs;

struct svg_defs *svg_defs_new(void);
void svg_defs_free(struct svg_defs *defs);
/* The number of this SVG, which is defined if it is new.  */
int svg_defs_number(struct svg_defs *defs, const char *svg);
/* Adds a use of it with its corner at x, y.  */
void svg_defs_use(struct bytes *to, int number, double x, double y);
/* Adds the element <defs>.  */
void svg_defs_add(const struct svg_defs *defs, struct bytes *to);

#endif
