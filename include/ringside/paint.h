/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* paint.h - drawing text into areas of the screen.
 *
 * The one place where bytes become cells: nothing is drawn outside its area, wide characters are never cut in
 * half, control bytes are shown as pictures, and glyphs have an ASCII stand-in where the locale has no UTF-8.
 * Called by panes and board views.  */
#ifndef RINGSIDE_PAINT_H
#define RINGSIDE_PAINT_H

#include "ringside/theme.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct area {
	int y, x, height, width; /* of the screen; may be empty, may not be negative */
};

/* Glyphs and what stands for them without UTF-8; both are one cell wide.  */
#define GLYPHS(X)                                                                                            \
	X(BLACK, "●", "X")                                                                                   \
	X(WHITE, "○", "O")                                                                                   \
	X(BLOCK, "■", "#")                                                                                   \
	X(FORBIDDEN, "×", "x")                                                                               \
	X(BEST, "◆", "*")                                                                                    \
	X(NOW, "?", "?")                                                                                     \
	X(SEEN, "◦", ":")                                                                                    \
	X(LOST, "−", "-")                                                                                    \
	X(POINT, "·", ".")                                                                                   \
	X(WALL, "▒", "#")                                                                                    \
	X(HOME, "⌂", "h")                                                                                    \
	X(ITEM, "$", "$")                                                                                    \
	X(DANGER, "×", "x")                                                                                  \
	X(ENEMY, "&", "&")                                                                                   \
	X(HOSTILITY, "!", "!")                                                                               \
	X(FEAR, "~", "~")                                                                                    \
	X(INTERROBANG, "‽", "!")                                                                             \
	X(UP, "↑", "^")                                                                                      \
	X(LEFT, "←", "<")                                                                                    \
	X(RIGHT, "→", ">")                                                                                   \
	X(DOWN, "↓", "v")                                                                                    \
	X(HATCH, "░", ":")                                                                                   \
	X(HALF, "½", "h")                                                                                    \
	X(BOTH, "≈", "~")                                                                                    \
	X(TO, "▸", ">")                                                                                      \
	X(FROM, "◂", "<")                                                                                    \
	X(EVENT, "•", "*")                                                                                   \
	X(HOLD, "‖", "|")                                                                                    \
	X(RECORD, "⏺", "R")                                                                                \
	X(RUNNING, "●", "*")                                                                                 \
	X(PAUSED, "‖", "=")                                                                                  \
	X(OVER, "■", "#")                                                                                    \
	X(VIEWING, "◀", "<")                                                                                 \
	X(CURSOR, "│", "|")                                                                                  \
	X(ELLIPSIS, "…", "~")                                                                                \
	X(HORIZONTAL, "─", "-")                                                                              \
	X(VERTICAL, "│", "|")                                                                                \
	X(TOP_LEFT, "┌", "+")                                                                                \
	X(TOP_RIGHT, "┐", "+")                                                                               \
	X(BOTTOM_LEFT, "└", "+")                                                                             \
	X(BOTTOM_RIGHT, "┘", "+")                                                                            \
	X(BAR_1, "▁", "_")                                                                                   \
	X(BAR_2, "▂", "_")                                                                                   \
	X(BAR_3, "▃", ".")                                                                                   \
	X(BAR_4, "▄", "-")                                                                                   \
	X(BAR_5, "▅", "-")                                                                                   \
	X(BAR_6, "▆", "=")                                                                                   \
	X(BAR_7, "▇", "+")                                                                                   \
	X(BAR_8, "█", "#")

enum glyph {
#define X(NAME, utf8, ascii) GLYPH_##NAME,
	GLYPHS(X)
#undef X
		GLYPH_COUNT
};

/* The text of a glyph in this locale.  */
const char *paint_glyph(enum glyph glyph);

/* Fills the area with blanks of a role.  */
void paint_clear(struct area area, enum role role);
/* Draws UTF-8 at y, x of the area, clipped to it; x may be negative (the beginning is cut).  Returns the
   column behind it, at most the area's width.  */
int paint_text(struct area area, int y, int x, enum role role, const char *text);
int paint_format(struct area area, int y, int x, enum role role, const char *format, ...)
	__attribute__((format(printf, 5, 6)));
/* The same for bytes that others sent: control bytes as pictures (␛, ␀; ^[ in ASCII), bytes that are no UTF-8
   as \xNN, and so are characters that would turn or join their neighbours, but for those of emoji (which are
   drawn without their style and colour, or as one U+FFFD when several are joined).  What does not fit is cut
   with an ellipsis.  */
int paint_bytes(struct area area, int y, int x, enum role role, const char *bytes, size_t size);
int paint_put(struct area area, int y, int x, enum role role, enum glyph glyph);
/* How many columns a text takes, as paint_text draws it.  */
int paint_width(const char *text);
int paint_bytes_width(const char *bytes, size_t size);
/* How many of the bytes, of whole characters, fit into so many columns; at least the first character.  */
size_t paint_fitting(const char *bytes, size_t size, int width);
/* A frame with a title, and something at the right end of its upper edge when there is room (either may be
   NULL); gives back what is inside, which is not cleared.  */
struct area paint_frame(struct area area, enum role role, const char *title, const char *right);
/* The last `width` values as bars, scaled to the largest; a negative one leaves a gap.  */
void paint_spark(struct area area, int y, int x, int width, enum role role, const int64_t *values, int count);

#endif
