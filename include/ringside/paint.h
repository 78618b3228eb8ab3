/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* paint.h - drawing text into areas of the screen.
 *
 * Only here do bytes become cells.  Nothing is drawn outside its area, no wide character is cut in half,
 * control bytes are shown as pictures, and glyphs have an ASCII stand-in for locales without UTF-8.  Panes
 * and board views call this.  */
#ifndef RINGSIDE_PAINT_H
#define RINGSIDE_PAINT_H

#include "ringside/theme.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct area {
	int y, x, height, width; /* on the screen; may be 0, never negative */
};

static inline bool area_holds(struct area area, int y, int x)
{
	return y >= area.y && y < area.y + area.height && x >= area.x && x < area.x + area.width;
}

/* The value, limited to low..high.  If high < low: high for values above it, else low.  */
static inline int kept_within(int value, int low, int high)
{
	return value > high ? high : value < low ? low : value;
}

/* Glyphs, their stand-ins without UTF-8, and which of them the Linux console has.  Each is one cell wide.
 *
 * The fonts of the Linux console have 256 or 512 characters.  Those glyphs are both in the kernel's own (code
 * page 437) and in the usual ones of Debian (Lat15), and no bar but the last is, so that bars are ASCII.  */
#define GLYPHS(X)                                                                                            \
	X(BLACK, "●", "X", false)                                                                            \
	X(WHITE, "○", "O", false)                                                                            \
	X(BLOCK, "■", "#", true)                                                                             \
	X(FORBIDDEN, "×", "x", true)                                                                         \
	X(BEST, "◆", "*", false)                                                                             \
	X(NOW, "?", "?", false)                                                                              \
	X(SEEN, "◦", ":", false)                                                                             \
	X(LOST, "−", "-", false)                                                                             \
	X(BEST_2, "◇", "%", false)                                                                           \
	X(NOW_2, "¿", "!", false)                                                                            \
	X(SEEN_2, "▫", ";", false)                                                                           \
	X(LOST_2, "=", "=", false)                                                                           \
	X(TWO_2, "²", "b", false)                                                                            \
	X(THREE_2, "³", "c", false)                                                                          \
	X(FOUR_2, "⁴", "d", false)                                                                           \
	X(FIVE_2, "⁵", "e", false)                                                                           \
	X(STOP, "◎", "@", false)                                                                             \
	X(HINT, "◈", "^", false)                                                                             \
	X(BRANCH, "┬", "Y", false)                                                                           \
	X(STAR, "•", "+", false)                                                                             \
	X(CROSS, "┼", ".", true)                                                                             \
	X(TEE_DOWN, "┬", ".", true)                                                                          \
	X(TEE_UP, "┴", ".", true)                                                                            \
	X(TEE_RIGHT, "├", ".", true)                                                                         \
	X(TEE_LEFT, "┤", ".", true)                                                                          \
	X(POINT, "·", ".", true)                                                                             \
	X(WALL, "▒", "#", true)                                                                              \
	X(HOME, "⌂", "h", false)                                                                             \
	X(ITEM, "$", "$", false)                                                                             \
	X(DANGER, "×", "x", true)                                                                            \
	X(ENEMY, "&", "&", false)                                                                            \
	X(HOSTILITY, "!", "!", false)                                                                        \
	X(FEAR, "~", "~", false)                                                                             \
	X(INTERROBANG, "‽", "!", false)                                                                      \
	X(UP, "↑", "^", true)                                                                                \
	X(LEFT, "←", "<", true)                                                                              \
	X(RIGHT, "→", ">", true)                                                                             \
	X(DOWN, "↓", "v", true)                                                                              \
	X(HATCH, "░", ":", true)                                                                             \
	X(WHITE_PAWN, "♙", "P", false)                                                                       \
	X(WHITE_KNIGHT, "♘", "N", false)                                                                     \
	X(WHITE_BISHOP, "♗", "B", false)                                                                     \
	X(WHITE_ROOK, "♖", "R", false)                                                                       \
	X(WHITE_QUEEN, "♕", "Q", false)                                                                      \
	X(WHITE_KING, "♔", "K", false)                                                                       \
	X(BLACK_PAWN, "♟", "p", false)                                                                       \
	X(BLACK_KNIGHT, "♞", "n", false)                                                                     \
	X(BLACK_BISHOP, "♝", "b", false)                                                                     \
	X(BLACK_ROOK, "♜", "r", false)                                                                       \
	X(BLACK_QUEEN, "♛", "q", false)                                                                      \
	X(BLACK_KING, "♚", "k", false)                                                                       \
	X(HALF, "½", "h", true)                                                                              \
	X(BOTH, "≈", "~", true)                                                                              \
	X(TO, "▸", ">", false)                                                                               \
	X(FROM, "◂", "<", false)                                                                             \
	X(EVENT, "•", "*", true)                                                                             \
	X(HOLD, "‖", "|", false)                                                                             \
	X(RECORD, "⏺", "R", false)                                                                         \
	X(RUNNING, "▶", "*", false)                                                                          \
	X(PAUSED, "▌", "=", false)                                                                           \
	X(DIFFERS, "≠", "/", false)                                                                          \
	X(HELD_UP, "¬", ",", true)                                                                           \
	X(OVER, "■", "#", true)                                                                              \
	X(VIEWING, "◀", "<", true)                                                                           \
	X(CURSOR, "│", "|", true)                                                                            \
	X(ELLIPSIS, "…", "~", false)                                                                         \
	X(HORIZONTAL, "─", "-", true)                                                                        \
	X(VERTICAL, "│", "|", true)                                                                          \
	X(TOP_LEFT, "┌", "+", true)                                                                          \
	X(TOP_RIGHT, "┐", "+", true)                                                                         \
	X(BOTTOM_LEFT, "└", "+", true)                                                                       \
	X(BOTTOM_RIGHT, "┘", "+", true)                                                                      \
	X(BAR_1, "▁", "_", false)                                                                            \
	X(BAR_2, "▂", "_", false)                                                                            \
	X(BAR_3, "▃", ".", false)                                                                            \
	X(BAR_4, "▄", "-", false)                                                                            \
	X(BAR_5, "▅", "-", false)                                                                            \
	X(BAR_6, "▆", "=", false)                                                                            \
	X(BAR_7, "▇", "+", false)                                                                            \
	X(BAR_8, "█", "#", false)

enum glyph {
#define X(NAME, utf8, ascii, in_console) GLYPH_##NAME,
	GLYPHS(X)
#undef X
		GLYPH_COUNT
};

/* The text of a glyph in this locale.  Chessmen are letters if the theme says so.  */
const char *paint_glyph(enum glyph glyph);
/* The name of a key for people: its arrow, which is shorter, where it can be drawn. `<` would be another key.
 */
const char *paint_key(const char *key);

/* What is drawn for something to know, and what it means, for the legend.  */
struct sign {
	enum glyph glyph;
	const char *text;    /* NULL: the glyph */
	const char *word;    /* drawn instead where there is room; NULL: none */
	const char *meaning; /* a half sentence for people */
};

#define GLYPH_SIGN(NAME, words)                                                                              \
	{                                                                                                    \
		.glyph = GLYPH_##NAME, .meaning = (words)                                                    \
	}
#define TEXT_SIGN(sign, words)                                                                               \
	{                                                                                                    \
		.text = (sign), .meaning = (words)                                                           \
	}

static inline const char *sign_text(const struct sign *sign)
{
	return sign->text ? sign->text : paint_glyph(sign->glyph);
}

/* Fills the area with blanks of a role.  */
void paint_clear(struct area area, enum role role);
/* Draws UTF-8 at y, x of the area, clipped to it.  A negative x cuts the beginning.  Returns the column
   after the text, at most the area's width.  */
int paint_text(struct area area, int y, int x, enum role role, const char *text);
int paint_format(struct area area, int y, int x, enum role role, const char *format, ...)
	__attribute__((format(printf, 5, 6)));
/* Draws bytes that others sent.  Escapes control bytes (␛, ␀; ^[ in ASCII), bytes that are not UTF-8 (\xNN),
 * and characters that would change the direction of the text or join their neighbours.  An emoji is drawn
 * without its style and colour; several that are joined are drawn as one U+FFFD.  An ellipsis ends text that
 * does not fit.  */
int paint_bytes(struct area area, int y, int x, enum role role, const char *bytes, size_t size);
/* The same for a whole text in at most `width` columns.  */
int paint_cut(struct area area, int y, int x, int width, enum role role, const char *text);
int paint_put(struct area area, int y, int x, enum role role, enum glyph glyph);
/* The role of what belongs to the player on seat 1 or 2; that of plain text for another seat.  */
enum role paint_seat_role(int seat);
/* The columns that paint_text() needs for a text.  */
int paint_width(const char *text);
int paint_bytes_width(const char *bytes, size_t size);
/* How many bytes fit into `width` columns: whole characters, and at least the first.  */
size_t paint_fitting(const char *bytes, size_t size, int width);
/* The same up to a blank, if there is one, for text that is wrapped; blanks at the end do not count.  */
size_t paint_row(const char *bytes, size_t size, int width);
/* The size of the row that begins at byte *at of a wrapped text; *at moves to where the next row begins.  */
size_t paint_wrap(const char *bytes, size_t size, size_t *at, int width);
/* Of a text whose bytes `begin` to `end` were drawn at y, x: draws those from `from` on, as many as `size`,
 * in a role of their own.  */
void paint_part(struct area area, int y, int x, enum role role, const char *text, size_t begin, size_t end,
		size_t from, size_t size);
/* Draws a frame with a title, and `right` at the right end of its upper edge if there is room; either may be
   NULL.  A number from 1 to 9 stands before the title, however narrow the frame is; 0: none.  Returns the
   inside, which is not cleared.  */
struct area paint_frame(struct area area, enum role role, int number, const char *title, const char *right);
/* Draws the last `width` values as bars, scaled to the largest.  A negative value leaves a gap.  */
void paint_spark(struct area area, int y, int x, int width, enum role role, const int64_t *values, int count);

#endif
