/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* sums.c - what the seats have scored, in words.  */
#include "sums.h"
#include "grid.h"

#include "ringside/bytes.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SUM_COLUMNS = 10, MEAN_COLUMNS = 13, NAME_LEAST = 6 };

/* A smaller sum is a rounding error.  */
#define GRAIN 1e-6

/* Copies as many whole characters as fit into `size` bytes with the NUL.  */
static void cut(char *text, size_t size, const char *from)
{
	size_t length = strlen(from);

	if (length >= size) {
		length = size - 1;
		while (length && ((unsigned char)from[length] & 0xc0) == 0x80)
			length--;
	}
	memcpy(text, from, length);
	text[length] = '\0';
}

void sum_words(const struct match *match, int turns, const char *played, char words[32])
{
	(void)match, (void)turns;
	cut(words, 32, played);
}

void sum_write(double sum, char text[SUM_SIZE])
{
	double rounded = round(sum / GRAIN) * GRAIN;

	if (fabs(rounded) < GRAIN / 2)
		snprintf(text, SUM_SIZE, "0");
	else
		snprintf(text, SUM_SIZE, "%+.12g", rounded);
}

bool sum_after(const struct match *match, int turns, double sum[SEATS])
{
	const struct turn *last = turns < match->turn_count ? match_turn(match, turns) : NULL;

	memset(sum, 0, SEATS * sizeof(*sum));
	if (turns == match->turn_count || last)
		memcpy(sum, last ? last->sum : match->sum, SEATS * sizeof(*sum));
	return match->scored && turns > 0;
}

void sum_seats(const struct setup *setup, char name[SEATS][SUM_NAME_SIZE], bool sits[SEATS],
	       bool person[SEATS])
{
	for (int seat = SEAT_1; seat < SEATS; seat++) {
		const struct seat_setup *taken = &setup->seat[seat];

		cut(name[seat], SUM_NAME_SIZE, taken->name ? taken->name : "");
		sits[seat] = taken->kind != SEAT_FREE;
		person[seat] = taken->kind == SEAT_HUMAN;
	}
}

enum role sum_role(double sum)
{
	return sum > GRAIN / 2 ? ROLE_GOOD : sum < -GRAIN / 2 ? ROLE_BAD : ROLE_FAINT;
}

const char *sum_mark(const struct match *match, int turns, int seat)
{
	(void)match;
	(void)turns;
	return paint_glyph(seat == SEAT_2 ? GLYPH_WHITE : GLYPH_BLACK);
}

char *sum_score(const struct match *match, int turns, int seat)
{
	char text[SUM_SIZE];

	if (!match->scored || turns < 1)
		return NULL;
	if (turns >= match->turn_count) {
		sum_write(match->sum[seat], text);
	} else {
		const struct turn *turn = match_turn(match, turns);

		if (!turn || !(turn->flags & TURN_SCORED))
			return NULL;
		sum_write(turn->sum[seat], text);
	}
	return bytes_text("%s", text);
}

int sum_put(struct area area, int y, int x, int width, double sum)
{
	char text[SUM_SIZE];
	int blank;

	sum_write(sum, text);
	blank = width - paint_width(text);
	return paint_text(area, y, x + (blank > 0 ? blank : 0), sum_role(sum), text);
}

void sum_draw(struct area area, int y, const struct sum_line *line)
{
	int more = line->more ? paint_width(line->more) + 2 : 0;
	int name = area.width - 2 - SUM_COLUMNS - MEAN_COLUMNS - more, x;

	name = within(name, NAME_LEAST, 24);
	paint_text(area, y, 0, paint_seat_role(line->seat), sum_mark(NULL, 0, line->seat));
	paint_cut(area, y, 2, name, ROLE_STRONG, line->name);
	x = 2 + name;
	if (line->scored) {
		x = sum_put(area, y, x, SUM_COLUMNS, line->sum);
		if (!isnan(line->mean) && x + MEAN_COLUMNS <= area.width)
			x = paint_format(area, y, x, ROLE_TEXT, "  mean %+.3f", line->mean);
	}
	if (line->more && x + more <= area.width)
		paint_format(area, y, x + 2, ROLE_FAINT, "%s", line->more);
}
