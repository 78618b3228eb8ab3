/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* plot.c - the curves of the sums: samples while a match goes on, dots when it is drawn.
 *
 * A column of dots stands for one moment between the first turn and the last.  The sum at that moment is
 * interpolated from the samples around it.  Dots of neighbouring columns are joined vertically.  */
#include "plot.h"

#include "ringside/bytes.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	LABEL_SIZE = 32,
	LABEL_ROOM = 20,    /* columns without labels that leave room for labels */
	CAPTION_ROOM = 4,   /* rows that leave room for the caption */
	BRAILLE_ACROSS = 2, /* dots of a cell */
	BRAILLE_DOWN = 4
};

/* The dots in the cells of a drawing.  */
struct canvas {
	struct area area; /* of the curves alone */
	int across, down; /* dots of a cell */
	double least, most;
	unsigned char (*cells)[SEATS]; /* the dots of each seat, as bits of braille; 0: of the third one */
};

void plot_clear(struct plot *plot)
{
	plot->step = 1;
	plot->turns = 0;
	plot->count = 1;
	memset(plot->sample[0], 0, sizeof(plot->sample[0]));
}

static void thin(struct plot *plot)
{
	for (int i = 0; 2 * i < plot->count; i++)
		memcpy(plot->sample[i], plot->sample[2 * i], sizeof(plot->sample[i]));
	plot->count = (plot->count + 1) / 2;
	plot->step *= 2;
}

void plot_add(struct plot *plot, const double sum[SEATS])
{
	if (++plot->turns % plot->step)
		return;
	memcpy(plot->sample[plot->count++], sum, sizeof(plot->sample[0]));
	if (plot->count > PLOT_SAMPLES)
		thin(plot);
}

/* The sum of a seat after `turns` turns, interpolated between samples.  */
static double sum_at(const struct plot *plot, const struct plot_sight *sight, int seat, double turns)
{
	int i = (int)(turns / plot->step), next = (i + 1) * plot->step;
	double from, to;

	assert(is_seat(seat));
	if (i > plot->count - 1)
		i = plot->count - 1;
	from = plot->sample[i][seat];
	if (i + 1 < plot->count) {
		to = plot->sample[i + 1][seat];
	} else {
		to = sight->sum[seat];
		next = sight->turns;
	}
	if (next <= i * plot->step)
		return to;
	return from + (to - from) * (turns - (double)i * plot->step) / (next - i * plot->step);
}

static int row_of(const struct canvas *canvas, double sum)
{
	int rows = canvas->area.height * canvas->down;

	return (int)lround((canvas->most - sum) * (rows - 1) / (canvas->most - canvas->least));
}

static void set_dot(struct canvas *canvas, int seat, int row, int column)
{
	static const unsigned char bits[BRAILLE_DOWN][BRAILLE_ACROSS] = {
		{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
	int cell = row / canvas->down * canvas->area.width + column / canvas->across;

	canvas->cells[cell][seat] |= bits[row % canvas->down][column % canvas->across];
}

/* The range of all samples, so it is the same at any width.  */
static void find_range(struct canvas *canvas, const struct plot *plot, const struct plot_sight *sight)
{
	if (sight->best[SEAT_1]) {
		canvas->least = -1;
		canvas->most = 1;
		return;
	}
	for (int seat = SEAT_1; seat < SEATS; seat++)
		for (int i = 0; sight->seat[seat] && i <= plot->count; i++) {
			double sum = i < plot->count ? plot->sample[i][seat] : sight->sum[seat];

			canvas->least = fmin(canvas->least, sum);
			canvas->most = fmax(canvas->most, sum);
		}
	if (canvas->least == canvas->most)
		canvas->most = canvas->least + 1;
}

/* Of seat 0: what the third one thinks, with a line between two positions that it has seen.  */
static double value_at(const struct plot *plot, const struct plot_sight *sight, int seat, double turns)
{
	int n = (int)turns;
	double from, to;

	if (seat != SEAT_NONE)
		return sum_at(plot, sight, seat, turns);
	from = n < sight->third_count ? sight->third[n] : NAN;
	to = n + 1 < sight->third_count ? sight->third[n + 1] : NAN;
	return isnan(to) ? from : from + (to - from) * (turns - n);
}

static void trace(struct canvas *canvas, const struct plot *plot, const struct plot_sight *sight, int seat)
{
	int columns = canvas->area.width * canvas->across, before = -1;

	for (int i = 0; i < columns; i++) {
		/* The moment that the column stands for.  */
		double turns = columns > 1 ? (double)sight->turns * i / (columns - 1) : sight->turns;
		double sum = value_at(plot, sight, seat, turns);
		int row, step;

		if (isnan(sum))
			continue;
		row = row_of(canvas, sum);
		step = before < row ? 1 : -1;
		for (int at = before; before >= 0 && before != row && at != row - step;)
			set_dot(canvas, seat, at += step, i);
		set_dot(canvas, seat, row, i);
		before = row;
	}
}

static void draw_cell(const struct canvas *canvas, int y, int x)
{
	static const enum role roles[] = {ROLE_STRONG, ROLE_SEAT_1, ROLE_SEAT_2, ROLE_TEXT};
	static const char letters[] = {'+', 'x', 'o', '#'};
	const unsigned char *dots = canvas->cells[y * canvas->area.width + x];
	int whose = (dots[SEAT_1] ? 1 : 0) + (dots[SEAT_2] ? 2 : 0);
	int all = dots[SEAT_NONE] | dots[SEAT_1] | dots[SEAT_2];
	const char braille[] = {(char)0xe2, (char)(0xa0 + (all >> 6)), (char)(0x80 + (all & 0x3f)), '\0'};

	if (!all && y == row_of(canvas, 0) / canvas->down)
		paint_put(canvas->area, y, x, ROLE_FAINT, GLYPH_HORIZONTAL);
	else if (all && canvas->down == 1)
		paint_format(canvas->area, y, x, roles[whose], "%c", letters[whose]);
	else if (all)
		paint_text(canvas->area, y, x, roles[whose], braille);
}

/* Marks the right end of each curve.  If more end in one row, the mark of the first seat is shown.  */
static void draw_ends(const struct canvas *canvas, const struct plot *plot, struct area area,
		      const struct plot_sight *sight)
{
	static const enum glyph marks[SEATS] = {GLYPH_POINT, GLYPH_BLACK, GLYPH_WHITE};
	double third = value_at(plot, sight, SEAT_NONE, sight->turns);

	if (!isnan(third))
		paint_text(area, row_of(canvas, third) / canvas->down, area.width - 1, ROLE_STRONG, "k");
	for (int seat = SEAT_2; seat >= SEAT_1; seat--)
		if (sight->seat[seat] && !isnan(sight->sum[seat]))
			paint_put(area, row_of(canvas, sight->sum[seat]) / canvas->down, area.width - 1,
				  paint_seat_role(seat), marks[seat]);
}

/* A number beside the axis: whole where the range is large.  */
static void write_label(const struct canvas *canvas, double sum, char label[LABEL_SIZE])
{
	snprintf(label, LABEL_SIZE, "%.*f", canvas->most - canvas->least < 10 ? 1 : 0, sum);
}

static int label_width(const struct canvas *canvas)
{
	char least[LABEL_SIZE], most[LABEL_SIZE];

	write_label(canvas, canvas->least, least);
	write_label(canvas, canvas->most, most);
	return (int)(strlen(least) > strlen(most) ? strlen(least) : strlen(most));
}

/* The least, the most and zero, or the marks and values of both seats, right-aligned in the area.  */
static void draw_labels(const struct canvas *canvas, struct area area, const struct plot_sight *sight)
{
	int zero = row_of(canvas, 0) / canvas->down, last = canvas->area.height - 1;
	int above = row_of(canvas, 0.5) / canvas->down, below = row_of(canvas, -0.5) / canvas->down;
	char label[LABEL_SIZE];

	if (sight->best[SEAT_1]) {
		paint_format(area, zero, 0, ROLE_FAINT, "%*d", area.width, 0);
		if (above > 0 && above < zero && below > zero && below < last) {
			paint_format(area, above, 0, ROLE_FAINT, "%*d", area.width, sight->half);
			paint_format(area, below, 0, ROLE_FAINT, "%*d", area.width, sight->half);
		}
		paint_text(area, 0, area.width - 1, ROLE_SEAT_1, sight->best[SEAT_1]);
		paint_text(area, last, area.width - 1, ROLE_SEAT_2, sight->best[SEAT_2]);
		return;
	}
	write_label(canvas, canvas->most, label);
	if (canvas->most > 0 && zero > 0)
		paint_format(area, 0, 0, ROLE_FAINT, "%*s", area.width, label);
	write_label(canvas, canvas->least, label);
	if (canvas->least < 0 && zero < last)
		paint_format(area, last, 0, ROLE_FAINT, "%*s", area.width, label);
	paint_format(area, zero, 0, ROLE_FAINT, "%*d", area.width, 0);
}

/* The line at the shown turn, behind the curves.  */
static void draw_shown(const struct canvas *canvas, const struct plot_sight *sight)
{
	int columns = canvas->area.width * canvas->across, x;

	if (sight->shown < 1 || sight->shown > sight->turns)
		return;
	x = (int)((double)sight->shown * (columns - 1) / sight->turns) / canvas->across;
	for (int y = 0; y < canvas->area.height; y++)
		paint_put(canvas->area, y, x, ROLE_STRONG, GLYPH_CURSOR);
}

/* The marks of turns, on the first curve that there is.  */
static void draw_marked(const struct canvas *canvas, const struct plot *plot, const struct plot_sight *sight)
{
	int columns = canvas->area.width * canvas->across;

	for (int n = 1; n < sight->marked_count && n <= sight->turns; n++) {
		double sum = NAN;

		for (int i = 1; i <= SEATS && sight->marked[n] != 0 && isnan(sum); i++)
			sum = value_at(plot, sight, i % SEATS, n); /* the third one's comes last */
		if (!isnan(sum))
			paint_text(canvas->area, row_of(canvas, sum) / canvas->down,
				   (int)((double)n * (columns - 1) / sight->turns) / canvas->across,
				   sight->marked[n] > 0 ? ROLE_BAD : ROLE_GOOD,
				   sight->marked[n] > 0 ? PLOT_BLUNDER : PLOT_WIN);
	}
}

/* Where the curves go in the area: its right column is for the marks.  */
static struct canvas canvas_in(const struct plot *plot, struct area area, const struct plot_sight *sight,
			       int *labels)
{
	/* Without UTF-8 there is no braille, nor has the Linux console any.  */
	bool plain = (unsigned char)*paint_glyph(GLYPH_BAR_1) < 0x80;
	struct canvas canvas = {
		.area = area, .across = plain ? 1 : BRAILLE_ACROSS, .down = plain ? 1 : BRAILLE_DOWN};

	canvas.area.height -= sight->caption && area.height >= CAPTION_ROOM;
	canvas.area.width -= area.width > 1;
	*labels = 0;
	if (canvas.area.height < 1 || canvas.area.width < 1)
		return canvas;
	find_range(&canvas, plot, sight);
	*labels = sight->best[SEAT_1] ? snprintf(NULL, 0, "%d", sight->half) : label_width(&canvas);
	if (area.width < *labels + LABEL_ROOM)
		*labels = 0;
	if (*labels) {
		canvas.area.x += *labels + 1;
		canvas.area.width -= *labels + 1;
	}
	return canvas;
}

int plot_turns_at(const struct plot *plot, struct area area, const struct plot_sight *sight, int x)
{
	int labels;
	struct canvas canvas = canvas_in(plot, area, sight, &labels);
	int last = canvas.area.width - 1;

	x = kept_within(x - (canvas.area.x - area.x), 0, last);
	return last > 0 ? (int)lround((double)sight->turns * x / last) : sight->turns;
}

void plot_draw(const struct plot *plot, struct area area, const struct plot_sight *sight)
{
	int labels, room = area.width - (sight->caption ? paint_width(sight->caption) : 0);
	struct canvas canvas = canvas_in(plot, area, sight, &labels);

	paint_clear(area, ROLE_TEXT);
	if (canvas.area.height < 1 || canvas.area.width < 1)
		return;
	if (labels)
		draw_labels(&canvas, (struct area){area.y, area.x, area.height, labels}, sight);
	canvas.cells =
		bytes_new((size_t)canvas.area.height * (size_t)canvas.area.width * sizeof(*canvas.cells));
	for (int seat = SEAT_NONE; seat < SEATS && sight->turns > 0; seat++)
		if (seat == SEAT_NONE || sight->seat[seat])
			trace(&canvas, plot, sight, seat);
	draw_shown(&canvas, sight);
	for (int y = 0; y < canvas.area.height; y++)
		for (int x = 0; x < canvas.area.width; x++)
			draw_cell(&canvas, y, x);
	draw_marked(&canvas, plot, sight);
	if (area.width > 1)
		draw_ends(&canvas, plot, area, sight);
	if (canvas.area.height < area.height)
		paint_cut(area, area.height - 1, room > 0 ? room : 0, area.width, ROLE_TEXT, sight->caption);
	free(canvas.cells);
}
