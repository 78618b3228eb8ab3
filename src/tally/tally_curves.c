/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tally_curves.c - how players learnt: in a game, and from game to game.  */
#include "tally.h"

#include <math.h>
#include <string.h>

/* ---- which ones there are ---- */

static bool any_tenths(const struct standings *standings)
{
	for (int i = 0; i < standings->players; i++)
		if (standings->player[i].tenths[0].count)
			return true;
	return false;
}

int tally_curves(const struct tallied *tallied, struct curve curves[CURVES_MOST])
{
	const struct standings *standings = &tallied->standings;
	bool stays = json_is_false(json_object_get(tallied->tournament, "restart"));
	bool alone = strcmp(tallied->kind, "alone") == 0;
	int count = 0;

	if (!standings->scored)
		return 0;
	if (any_tenths(standings))
		curves[count++] = (struct curve){.title = "Learning in a game",
						 .note = "The mean score of a move in each tenth of a game.",
						 .in_game = true,
						 .points = RESULT_TENTHS};
	/* Fresh processes know nothing of other games.  */
	if (standings->rounds > 1 && (stays || (alone && !count)))
		curves[count++] = (struct curve){.title = "Learning",
						 .note = "The mean score in these rounds.",
						 .points = (standings->rounds - 1) / standings->stretch + 1};
	return count;
}

const struct mean *curve_at(const struct curve *curve, const struct player_sum *player, int point)
{
	return curve->in_game ? &player->tenths[point] : &player->curve[point];
}

void curve_span(const struct curve *curve, const struct standings *standings, int point, int *from, int *to)
{
	int each = curve->in_game ? 100 / RESULT_TENTHS : standings->stretch;

	*from = point * each + 1;
	*to = curve->in_game || (point + 1) * each < standings->rounds ? (point + 1) * each
								       : standings->rounds;
}

static void add_label(struct bytes *to, const struct curve *curve, const struct standings *standings,
		      int point)
{
	int first, last;

	curve_span(curve, standings, point, &first, &last);
	if (curve->in_game)
		bytes_addf(to, "%d%%", last);
	else if (first == last)
		bytes_addf(to, "%d", last);
	else
		bytes_addf(to, "%d-%d", first, last);
}

/* ---- the table ---- */

void curve_add_sheet(const struct curve *curve, const struct tallied *tallied, const struct ranks *ranks,
		     struct sheets *sheets)
{
	const struct standings *standings = &tallied->standings;
	struct sheet *sheet = sheets_add(sheets, curve->title);

	sheet_column(sheet, SHEET_LEFT, "player");
	for (int k = 0; k < curve->points; k++) {
		struct bytes label = {0};

		add_label(&label, curve, standings, k);
		sheet_column(sheet, SHEET_RIGHT, "%s", label.at);
		bytes_free(&label);
	}
	for (int i = 0; i < standings->players; i++) {
		int n = ranks->order[i];

		sheet_cell(sheet, "%s", tallied->names[n]);
		for (int k = 0; k < curve->points; k++) {
			const struct mean *mean = curve_at(curve, &standings->player[n], k);

			/* So ten of them fit beside a name.  */
			if (curve->in_game && mean->count && fabs(mean->middle) < 100)
				sheet_cell(sheet, "%.2f", fabs(mean->middle) < 0.005 ? 0 : mean->middle);
			else
				sheet_number(sheet, mean->count ? mean->middle : NAN);
		}
	}
	sheet_note(sheet, "%s", curve->note);
}

/* ---- the picture ---- */

/* In units of the picture.  Its style has so many colours of lines.  */
enum { LINES_MOST = 8, WIDTH = 520, HEIGHT = 240, LEFT = 52, RIGHT = 16, TOP = 10, BOTTOM = 28, TICKS = 4 };

struct chart {
	const struct curve *curve;
	const struct standings *standings;
	double low, high, step; /* of the axis, and from one tick to the next */
};

/* Of a point with its error, if that is known.  */
static void find_range(struct chart *chart, const struct player_sum *player)
{
	for (int k = 0; k < chart->curve->points; k++) {
		const struct mean *mean = curve_at(chart->curve, player, k);
		double error = mean->count > 1 ? mean_error(mean) : 0;

		if (!mean->count)
			continue;
		chart->low = fmin(chart->low, mean->middle - error);
		chart->high = fmax(chart->high, mean->middle + error);
	}
}

/* Rounds the range to ticks at 1, 2 or 5 times a power of ten.  */
static void settle_range(struct chart *chart)
{
	double range = chart->high - chart->low, power, steps;

	if (!(range > 0)) {
		chart->low -= 0.5;
		chart->high += 0.5;
		range = 1;
	}
	power = pow(10, floor(log10(range / TICKS)));
	steps = range / TICKS / power;
	chart->step = power * (steps <= 1 ? 1 : steps <= 2 ? 2 : steps <= 5 ? 5 : 10);
	chart->low = chart->step * floor(chart->low / chart->step + 1e-9);
	chart->high = chart->step * ceil(chart->high / chart->step - 1e-9);
}

static double x_of(const struct chart *chart, int point)
{
	int points = chart->curve->points;

	return LEFT + (WIDTH - LEFT - RIGHT) * (points > 1 ? (double)point / (points - 1) : 0.5);
}

static double y_of(const struct chart *chart, double value)
{
	return TOP + (HEIGHT - TOP - BOTTOM) * (chart->high - value) / (chart->high - chart->low);
}

static void add_axes(struct bytes *page, const struct chart *chart)
{
	int ticks = (int)((chart->high - chart->low) / chart->step + 0.5);

	for (int i = 0; i <= ticks; i++) {
		double value = chart->low + i * chart->step, y = y_of(chart, value);

		bytes_addf(page,
			   "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" "
			   "text-anchor=\"end\">%.6g</text>\n",
			   LEFT, y, WIDTH - RIGHT, LEFT - 6, y + 4,
			   fabs(value) < chart->step / 2 ? 0 : value);
	}
	for (int k = 0; k < chart->curve->points; k++) {
		bytes_addf(page, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">", x_of(chart, k),
			   HEIGHT - 8);
		add_label(page, chart->curve, chart->standings, k);
		bytes_add_text(page, "</text>\n");
	}
}

/* The 95 % interval of each point, as an area.  */
static void add_band(struct bytes *page, const struct chart *chart, const struct player_sum *player, int line)
{
	int points = chart->curve->points;

	for (int k = 0; k < points; k++)
		if (curve_at(chart->curve, player, k)->count < 2)
			return;
	bytes_addf(page, "<path class=\"band c%d\" d=\"", line);
	for (int i = 0; i < 2 * points; i++) {
		int k = i < points ? i : 2 * points - 1 - i;
		const struct mean *mean = curve_at(chart->curve, player, k);
		double error = i < points ? mean_error(mean) : -mean_error(mean);

		bytes_addf(page, "%c%.1f %.1f", i ? 'L' : 'M', x_of(chart, k),
			   y_of(chart, mean->middle + error));
	}
	bytes_add_text(page, "z\"/>\n");
}

static void add_line(struct bytes *page, const struct chart *chart, const struct player_sum *player, int line)
{
	bool draws = false;

	bytes_addf(page, "<path class=\"line c%d\" d=\"", line);
	for (int k = 0; k < chart->curve->points; k++) {
		const struct mean *mean = curve_at(chart->curve, player, k);

		if (mean->count)
			bytes_addf(page, "%c%.1f %.1f", draws ? 'L' : 'M', x_of(chart, k),
				   y_of(chart, mean->middle));
		draws = mean->count;
	}
	bytes_add_text(page, "\"/>\n");
}

void curve_add_picture(const struct curve *curve, const struct tallied *tallied, const struct ranks *ranks,
		       struct bytes *page)
{
	const struct standings *standings = &tallied->standings;
	int lines = standings->players < LINES_MOST ? standings->players : LINES_MOST;
	struct chart chart = {.curve = curve, .standings = standings, .low = INFINITY, .high = -INFINITY};

	for (int i = 0; i < lines; i++)
		find_range(&chart, &standings->player[ranks->order[i]]);
	settle_range(&chart);
	if (!isfinite(chart.high - chart.low) || !(chart.step > 0))
		return;
	bytes_addf(page,
		   "<figure class=\"curve\"><svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n",
		   WIDTH, HEIGHT, curve->title);
	add_axes(page, &chart);
	for (int i = 0; i < lines; i++)
		add_band(page, &chart, &standings->player[ranks->order[i]], i);
	for (int i = 0; i < lines; i++)
		add_line(page, &chart, &standings->player[ranks->order[i]], i);
	bytes_addf(page, "</svg>\n<figcaption>%s%s", curve->title,
		   standings->players > lines ? " of the best" : "");
	bytes_add_text(page, ", with 95 % intervals:");
	for (int i = 0; i < lines; i++) {
		bytes_addf(page, " <b class=\"c%d\">", i);
		html_add(page, tallied->names[ranks->order[i]]);
		bytes_add_text(page, "</b>");
	}
	bytes_add_text(page, "</figcaption></figure>\n");
}
