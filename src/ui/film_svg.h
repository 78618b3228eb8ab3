/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* film_svg.h - the animated picture of a film.  */
#ifndef RINGSIDE_UI_FILM_SVG_H
#define RINGSIDE_UI_FILM_SVG_H

#include "ringside/bytes.h"

#include <stdbool.h>
#include <stdint.h>

struct film_svg;

/* `framed`: in a window, as a terminal has it; else the cells alone, in the dark or light colours that the
   reader wants.  */
struct film_svg *film_svg_new(int rows, int columns, bool framed);
/* What ncurses shows now (stdscr) is seen from at_ns on; at_ns rises.  */
void film_svg_frame(struct film_svg *svg, int64_t at_ns);
/* The whole picture, which begins again after so many ns.  */
void film_svg_end(struct film_svg *svg, int64_t lasts_ns, struct bytes *to);
void film_svg_free(struct film_svg *svg);

#endif
