/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* json_course.c - how a game with scores went, in few bytes, for a line of results: its turns, and the mean
 * score of a move in each tenth of it.
 *
 * Such games are long and repeat themselves. So each kind of turn is written once.  */
#include "ringside/match_json.h"

#include "ringside/bytes.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	TURNS_MOST = 4000,
	KINDS_MOST = 400,
	KINDS_BYTES = 1 << 14, /* of the moves of all kinds */
};

/* ---- turns ---- */

struct kind {
	int seat;
	char *played; /* owned */
	double gained[SEATS];
};

struct kinds {
	struct kind at[KINDS_MOST];
	int count;
	size_t bytes;
};

/* What the seat got for a turn, without the noise of sums.  */
static double gain(const struct turn *turn, const double before[SEATS], int seat)
{
	const double grains = 1e6;
	double gained = turn->sum[seat] - before[seat], rounded = round(gained * grains) / grains;

	return fabs(gained) < 1 / grains ? 0 : fabs(gained) < 1e9 ? rounded : gained;
}

/* The number of the turn's kind; -1: there are too many.  */
static int kind_of(struct kinds *kinds, const struct turn *turn, const double before[SEATS])
{
	const char *played = turn->played ? turn->played : "";
	struct kind *kind = kinds->at;
	double one = gain(turn, before, SEAT_1), two = gain(turn, before, SEAT_2);

	for (; kind < kinds->at + kinds->count; kind++)
		if (kind->seat == turn->seat && kind->gained[SEAT_1] == one && kind->gained[SEAT_2] == two &&
		    strcmp(kind->played, played) == 0)
			return (int)(kind - kinds->at);
	kinds->bytes += strlen(played);
	if (kinds->count == KINDS_MOST || kinds->bytes > KINDS_BYTES)
		return -1;
	*kind = (struct kind){
		.seat = turn->seat, .played = bytes_text("%s", played), .gained = {0, one, two}};
	return kinds->count++;
}

/* A number without a point if it has no fraction.  */
static json_t *number(double value)
{
	return fabs(value) < 1e9 && value == floor(value) ? json_integer((json_int_t)value)
							  : json_real(value);
}

static json_t *kinds_json(struct kinds *kinds)
{
	json_t *list = json_array();

	for (int i = 0; i < kinds->count; i++) {
		const struct kind *kind = &kinds->at[i];

		json_array_append_new(list,
				      json_pack("[i,o,o,o]", kind->seat, match_json_words(kind->played),
						number(kind->gained[SEAT_1]), number(kind->gained[SEAT_2])));
	}
	return list;
}

/* The kinds of the turns as a text.  */
static json_t *order_json(const int *order, int count, int kinds)
{
	static const char digits[] = COURSE_DIGITS;
	struct bytes text = {0};
	json_t *json;

	bytes_add(&text, "", 0);
	for (int i = 0; i < count; i++) {
		if (kinds > COURSE_BASE)
			bytes_add(&text, &digits[order[i] / COURSE_BASE], 1);
		bytes_add(&text, &digits[order[i] % COURSE_BASE], 1);
	}
	json = json_string(text.at);
	bytes_free(&text);
	return json;
}

json_t *match_json_course(const struct match *match)
{
	struct kinds *kinds = bytes_new(sizeof(*kinds));
	int order[TURNS_MOST], count = 0;
	double before[SEATS] = {0};
	json_t *course;

	while (count < match->turn_count && match->turn_count <= TURNS_MOST) {
		const struct turn *turn = match_skim(match, count + 1, 1);

		if (!turn || (order[count] = kind_of(kinds, turn, before)) < 0)
			break;
		memcpy(before, turn->sum, sizeof(before));
		count++;
	}
	course = count < match->turn_count ? json_null()
					   : json_pack("{s:o,s:o}", "kinds", kinds_json(kinds), "order",
						       order_json(order, count, kinds->count));
	while (kinds->count)
		free(kinds->at[--kinds->count].played);
	free(kinds);
	return course;
}

/* ---- the curve ---- */

/* The mean score of the seat's moves in each tenth.  */
static json_t *means(const double gained[MATCH_JSON_TENTHS], const int moves[MATCH_JSON_TENTHS])
{
	json_t *list = json_array();

	for (int k = 0; k < MATCH_JSON_TENTHS; k++)
		json_array_append_new(list, moves[k] ? json_real(gained[k] / moves[k]) : json_null());
	return list;
}

json_t *match_json_curve(const struct match *match)
{
	double gained[SEATS][MATCH_JSON_TENTHS] = {{0}}, before[SEATS] = {0};
	int moves[SEATS][MATCH_JSON_TENTHS] = {{0}};
	json_t *curve[SEATS];

	for (int n = 1; n <= match->turn_count; n++) {
		const struct turn *turn = match_skim(match, n, 1);
		int k = (int)((int64_t)(n - 1) * MATCH_JSON_TENTHS / match->turn_count);

		if (!turn)
			return json_null();
		moves[turn->seat][k]++;
		for (int seat = SEAT_1; seat < SEATS; seat++)
			gained[seat][k] += gain(turn, before, seat);
		memcpy(before, turn->sum, sizeof(before));
	}
	for (int seat = SEAT_1; seat < SEATS; seat++)
		curve[seat] = match->setup.seat[seat].kind == SEAT_FREE ? json_null()
									: means(gained[seat], moves[seat]);
	return json_pack("[o,o]", curve[SEAT_1], curve[SEAT_2]);
}
