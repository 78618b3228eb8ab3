/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* vt_picture.c - the screen as SVG, and all output as asciicast 2.  */
#include "vt.h"

#include "ringside/bytes.h"
#include "ui/picture.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rgb(int colour, int standard)
{
	if (colour == VT_DEFAULT)
		return standard;
	return colour < 16 ? picture_rgb(colour) : colour & 0xffffff;
}

static struct picture_cell picture_of(const struct vt_cell *cell)
{
	int fg = rgb(cell->fg, PICTURE_INK), bg = rgb(cell->bg, PICTURE_PAPER);
	struct picture_cell to = {
		.ink = cell->inverse ? bg : fg,
		.paper = cell->inverse ? fg : bg,
		.bold = cell->bold,
		.italic = cell->italic,
		.underline = cell->underline,
	};

	memcpy(to.text, cell->text, sizeof(to.text));
	return to;
}

static void add_row(struct bytes *svg, const struct vt *vt, int row)
{
	FREED struct picture_cell *cells = bytes_new((size_t)vt_cols(vt) * sizeof(*cells));

	for (int x = 0; x < vt_cols(vt); x++) {
		struct vt_cell cell = vt_at(vt, x, row);

		cells[x] = picture_of(&cell);
	}
	picture_cells(svg, NULL, cells, vt_cols(vt), PICTURE_LEFT, PICTURE_TOP + row * PICTURE_HEIGHT,
		      PICTURE_PAPER);
	bytes_add_text(svg, "\n");
}

static int write_file(const char *path, const struct bytes *bytes)
{
	FILE *file = fopen(path, "w");
	int error = 0;

	if (!file)
		return -errno;
	if (fwrite(bytes->at, 1, bytes->size, file) != bytes->size)
		error = -errno;
	if (fclose(file) != 0 && !error)
		error = -errno;
	return error;
}

int vt_write_svg(struct vt *vt, const char *path)
{
	struct vt_cursor cursor = vt_cursor(vt);
	FREED_BY(bytes_free) struct bytes svg = {0};

	picture_begin(&svg, vt_cols(vt), vt_rows(vt));
	for (int row = 0; row < vt_rows(vt); row++)
		add_row(&svg, vt, row);
	if (cursor.shown)
		bytes_addf(&svg,
			   "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%06x\" "
			   "fill-opacity=\"0.6\"/>\n",
			   PICTURE_LEFT + cursor.x * PICTURE_WIDTH, PICTURE_TOP + cursor.y * PICTURE_HEIGHT,
			   PICTURE_WIDTH, PICTURE_HEIGHT, (unsigned)PICTURE_INK);
	bytes_add_text(&svg, "</svg>\n");
	return write_file(path, &svg);
}

/* ---- asciicast ---- */

/* The length of the UTF-8 character at text; 0 if there is none, -1 if the text ends inside it.  */
static int character_length(const unsigned char *text, size_t size)
{
	int length = text[0] < 0x80 ? 1 : text[0] < 0xc2 ? 0 : text[0] < 0xe0 ? 2 : text[0] < 0xf0 ? 3 : 4;

	if (text[0] > 0xf4)
		return 0;
	for (int i = 1; i < length; i++) {
		if ((size_t)i >= size)
			return -1;
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	}
	return length;
}

/* Adds the text as part of a JSON string.  Returns the number of bytes used: an incomplete character at the
 * end waits for the next read.  */
static size_t add_json(struct bytes *cast, const char *text, size_t size)
{
	size_t at = 0;

	while (at < size) {
		const unsigned char *here = (const unsigned char *)text + at;
		int length = character_length(here, size - at);

		if (length < 0)
			break;
		if (length == 0)
			bytes_add_text(cast, "\\ufffd");
		else if (*here < 0x20 || *here == '"' || *here == '\\' || *here == 0x7f)
			bytes_addf(cast, "\\u%04x", *here);
		else
			bytes_add(cast, here, (size_t)length);
		at += length > 0 ? (size_t)length : 1;
	}
	return at;
}

int vt_write_cast(struct vt *vt, const char *path)
{
	size_t size, count, done = 0;
	const char *output = vt_output(vt, &size);
	const struct vt_read *reads = vt_reads(vt, &count);
	int cols = count ? reads[0].cols : vt_cols(vt), rows = count ? reads[0].rows : vt_rows(vt);
	FREED_BY(bytes_free) struct bytes cast = {0};

	bytes_addf(&cast, "{\"version\": 2, \"width\": %d, \"height\": %d}\n", cols, rows);
	for (size_t i = 0; i < count; i++) {
		double at = (double)reads[i].at_ns / 1e9;

		if (reads[i].cols != cols || reads[i].rows != rows) {
			cols = reads[i].cols;
			rows = reads[i].rows;
			bytes_addf(&cast, "[%.6f, \"r\", \"%dx%d\"]\n", at, cols, rows);
		}
		bytes_addf(&cast, "[%.6f, \"o\", \"", at);
		done += add_json(&cast, output + done, reads[i].at + reads[i].size - done);
		bytes_add_text(&cast, "\"]\n");
	}
	return write_file(path, &cast);
}
