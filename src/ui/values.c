/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* values.c - how good its position was to each seat, turn by turn.
 *
 * What an agent tells stands in the last messages before its answer: one query for each turn, once.  Sums
 * stand in the turns themselves; only those that the curve keeps are looked up.  */
#include "values.h"

#include "plot.h"
#include "ringside/board.h"
#include "ringside/bytes.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	TOLD_MOST = 8192,    /* turns whose words are kept; no board has room for more */
	TOLD_STEPS = 32,     /* turns asked for in one frame */
	TOLD_MESSAGES = 48,  /* the last ones of a turn; values come near the answer */
	SUM_STEPS = 4 * 8192 /* turns skimmed in one frame */
};

#define SAID (CHANNEL_BIT(CHANNEL_MESSAGE) | CHANNEL_BIT(CHANNEL_DEBUG) | CHANNEL_BIT(CHANNEL_INFO))

/* What a seat told in a turn.  */
struct told {
	float worth;
	char words[VALUE_WORDS]; /* "": nothing */
};

struct values {
	const struct board_view *kind;
	/* What they belong to.  */
	const struct match_file *file;
	int game, branch;
	unsigned cuts, shows;
	int count;          /* turns that were read */
	struct told *told;  /* of each, if agents tell values; owned */
	int room;           /* of told */
	double last[SEATS]; /* that it told, as seat 1 sees it; NAN: none */
	bool any;
	struct plot plot;
};

struct values *values_new(void)
{
	return bytes_new(sizeof(struct values));
}

void values_free(struct values *values)
{
	if (values)
		free(values->told);
	free(values);
}

static void forget(struct values *values)
{
	free(values->told);
	*values = (struct values){.last = {NAN, NAN, NAN}};
	plot_clear(&values->plot);
}

/* Begins again after another match, another branch or a takeback.  */
static void belong_to(struct values *values, const struct match *match, struct match_file *file)
{
	unsigned shows = file ? match_file_shows(file) : 0;

	if (values->kind && values->file == file && values->game == match->setup.game &&
	    values->branch == match->branch && values->cuts == match->cuts && values->shows == shows &&
	    values->count <= match->turn_count)
		return;
	forget(values);
	values->kind = board_named(match->setup.system);
	if (values->kind->value)
		memcpy(values->plot.sample[0], values->last, sizeof(values->last));
	values->file = file;
	values->game = match->setup.game;
	values->branch = match->branch;
	values->cuts = match->cuts;
	values->shows = shows;
}

/* ---- what agents tell ---- */

static struct told *room_for(struct values *values, int n)
{
	if (n > values->room) {
		values->room = values->room ? 2 * values->room : 64;
		values->told = bytes_resized(values->told, (size_t)values->room * sizeof(*values->told));
	}
	return &values->told[n - 1];
}

/* Reads the messages of a turn.  False: the file does not have them yet.  */
static bool read_told(struct values *values, const struct match *match, struct match_file *file, int n)
{
	struct message messages[TOLD_MESSAGES];
	const struct turn *turn = match_turn(match, n);
	struct told *told;
	int count, first = 0;
	double worth = 0;

	if (turn && turn->message > match_file_last(file))
		return false;
	told = room_for(values, n);
	*told = (struct told){0};
	if (turn && turn->message > 0 && is_seat(turn->seat)) {
		struct message_query query = {.seats = 1u << turn->seat,
					      .channels = SAID,
					      .directions = 1u << FROM_AGENT,
					      .last = turn->message};
		int seat = turn->seat;

		count = match_file_before(file, &query, turn->message, TOLD_MESSAGES, messages);
		while (first < count && messages[first].turn != n)
			first++;
		if (values->kind->value(&match->setup, messages + first, count - first, told->words,
					&worth)) {
			told->worth = (float)worth;
			values->last[seat] = seat == SEAT_1 ? worth : -worth;
			values->any = true;
		}
	}
	values->count = n;
	plot_add(&values->plot, values->last);
	return true;
}

/* ---- sums ---- */

/* The scores of a turn may come after it, so its sum is read with the next turn.  */
static bool read_sum(struct values *values, const struct match *match, int n)
{
	static const double none[SEATS];
	int step = values->plot.step;
	const struct turn *turn = n % step ? NULL : match_skim(match, n, step);

	if (n % step == 0 && !turn)
		return false;
	values->count = n;
	plot_add(&values->plot, turn ? turn->sum : none);
	return true;
}

void values_follow(struct values *values, struct view *view)
{
	const struct match *match = session_match(view->session);
	struct match_file *file = session_file(view->session);
	int goal, steps;

	if (file && match_file_is_busy(file))
		return;
	belong_to(values, match, file);
	if (values->kind->value) {
		goal = match->turn_count < TOLD_MOST ? match->turn_count : TOLD_MOST;
		steps = TOLD_STEPS;
		while (file && values->count < goal && steps-- > 0)
			if (!read_told(values, match, file, values->count + 1))
				return; /* the session says when it is there */
	} else {
		values->any = match->scored;
		goal = match->scored ? match->turn_count - 1 : 0;
		steps = SUM_STEPS;
		while (values->count < goal && steps-- > 0)
			if (!read_sum(values, match, values->count + 1))
				return;
	}
	view->unfinished = view->unfinished || (steps < 0 && values->count < goal);
}

bool values_any(const struct values *values)
{
	return values->any;
}

const char *values_words(const struct values *values, int n)
{
	return values->told && n >= 1 && n <= values->count ? values->told[n - 1].words : "";
}

bool values_of(const struct values *values, const struct match *match, int n, double *value)
{
	const struct turn *turn;
	double before = 0, after;
	int seat;

	if (!values->kind || !values->any)
		return false;
	if (values->kind->value) {
		*value = *values_words(values, n) ? (double)values->told[n - 1].worth : 0;
		return *values_words(values, n) != '\0';
	}
	if (!(turn = match_turn(match, n)) || !is_seat(turn->seat))
		return false;
	seat = turn->seat;
	after = n == match->turn_count ? match->sum[seat] : turn->sum[seat];
	if (n > 1 && (turn = match_turn(match, n - 1)))
		before = turn->sum[seat];
	*value = after - before;
	return true;
}

/* ---- the curve ---- */

static struct plot_sight sight_of(const struct values *values, const struct view *view)
{
	const struct match *match = session_match(view->session);
	struct plot_sight sight = {.turns = match->turn_count, .shown = view_turns(view)};
	const double *sums = values->kind->value ? values->last : match->sum;

	if (values->count < sight.turns - 1)
		sight.turns = values->plot.turns;
	for (int seat = SEAT_1; seat < SEATS; seat++) {
		sight.seat[seat] = match->setup.seat[seat].kind != SEAT_FREE;
		sight.sum[seat] = sums[seat];
	}
	if (values->kind->value) {
		sight.best[SEAT_1] = values->kind->mark(match, sight.shown, SEAT_1);
		sight.best[SEAT_2] = values->kind->mark(match, sight.shown, SEAT_2);
		sight.half = values->kind->half;
	}
	return sight;
}

void values_draw(const struct values *values, const struct view *view, struct area area)
{
	struct plot_sight sight = sight_of(values, view);

	plot_draw(&values->plot, area, &sight);
}

int values_turns_at(const struct values *values, const struct view *view, struct area area, int x)
{
	struct plot_sight sight = sight_of(values, view);

	return plot_turns_at(&values->plot, area, &sight, x);
}
