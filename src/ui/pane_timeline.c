/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pane_timeline.c - the cost of every move as bars, and the shown position among them.  */
#include "pane.h"
#include "ringside/board.h"
#include "ringside/breakpoints.h"
#include "ringside/bytes.h"
#include "ringside/value.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	LABEL_WIDTH = 7,
	WORDS_WIDTH = 22,
	WORDS_UNTIMED = 6,
	BARS = GLYPH_BAR_8 - GLYPH_BAR_1 + 1,
	BARS_MOST = 512
};

struct timeline {
	struct pane pane;
	int first; /* the turn of the first bar, from 0 */
	int bars;  /* columns of bars at the last drawing */
	/* Bytes are counted in the file, so the counts of turns from `counted` on are kept until the match
	   changes, once the file has all of them.  */
	int64_t bytes[BARS_MOST];
	int counted, count, branch, game;
	bool whole;
};

static const struct match *match_of(const struct timeline *timeline)
{
	return session_match(timeline->pane.view->session);
}

static char *title(const struct pane *pane)
{
	(void)pane;
	return bytes_text("timeline");
}

static char *status(const struct pane *pane)
{
	int64_t lost = view_lost_turns(pane->view->session);

	return lost ? bytes_text("%lld turn%s missing", (long long)lost, lost == 1 ? " is" : "s are") : NULL;
}

static int64_t size_of(struct byte_count traffic)
{
	return traffic.to < 0 ? -1 : traffic.to + traffic.from;
}

/* Does the file have the messages of all turns up to this one?  */
static bool has_turn(const struct timeline *timeline, int n)
{
	struct match_file *file = session_file(timeline->pane.view->session);
	const struct turn *turn = match_turn(match_of(timeline), n);

	return !turn || (file && match_file_last(file) >= turn->message);
}

/* Counts the bytes of these turns, unless that was done already.  */
static void count_bytes(struct timeline *timeline, int first, int count)
{
	const struct match *match = match_of(timeline);
	struct byte_count traffic[BARS_MOST];

	if (timeline->whole && timeline->counted == first && timeline->count == count &&
	    timeline->branch == match->branch && timeline->game == match->setup.game)
		return;
	timeline->counted = first;
	timeline->count = count;
	timeline->branch = match->branch;
	timeline->game = match->setup.game;
	timeline->whole = has_turn(timeline, first + count);
	for (int i = 0; i < count; i++)
		timeline->bytes[i] = -1;
	for (int seat = SEAT_1; count > 0 && seat < SEATS; seat++) {
		session_turn_traffic(timeline->pane.view->session, seat, first + 1, first + count, traffic);
		for (int i = 0; i < count; i++)
			if (traffic[i].to >= 0)
				timeline->bytes[i] = size_of(traffic[i]);
	}
}

/* The amount of turn `first` + 1 + i; negative: unknown.  */
static int64_t amount_of(const struct timeline *timeline, int i, const struct turn *turn)
{
	switch (timeline->pane.view->measure) {
	case MEASURE_CPU: return turn->cpu_ns;
	case MEASURE_RSS: return turn->rss;
	case MEASURE_BYTES: return timeline->bytes[i];
	default: return turn->think_ns;
	}
}

/* The largest amount, at least 1; the bars are scaled to it.  */
static int64_t largest(const struct timeline *timeline, int count)
{
	int64_t most = 1;

	for (int i = 0; i < count; i++) {
		const struct turn *turn = match_turn(match_of(timeline), timeline->first + 1 + i);
		int64_t amount = turn ? amount_of(timeline, i, turn) : 0;

		if (amount > most)
			most = amount;
	}
	return most;
}

/* The shown move: its number and its words.  */
static void draw_words(const struct match *match, struct area area, int turns)
{
	static const char keys[] = "(left/right, Home/End)";
	char words[32] = "", text[64];
	const struct turn *turn = match_turn(match, turns);
	char *held = NULL;
	int x = area.width - 1;

	if (turn)
		board_named(match->setup.system)->words(&match->setup, turn->played, words);
	if (turn && turn->held_ns)
		held = value_time_text(turn->held_ns);
	snprintf(text, sizeof(text), "%d %s%s%s%s", turns, words,
		 turn && turn->flags & TURN_UNTIMED && paint_width(words) <= WORDS_UNTIMED ? " untimed" : "",
		 held ? " judge held up " : "", held ? held : "");
	free(held);
	if (area.width >= 100) {
		x -= paint_width(keys);
		paint_text(area, 0, x, ROLE_HINT, keys);
		x--;
	}
	paint_text(area, 0, x - paint_width(text), ROLE_STRONG, text);
}

/* Is there a breakpoint at the answer of that turn?  */
static bool stops_at(const struct view *view, int turn)
{
	return view->breakpoints && breakpoints_at_turn(view->breakpoints, turn);
}

static void draw(struct pane *pane, struct area inside, bool focused)
{
	static const enum role roles[SEATS] = {ROLE_SPARK, ROLE_SEAT_1, ROLE_SEAT_2};
	static const char *const labels[MEASURE_COUNT] = {" moves ", " cpu   ", " rss   ", " bytes "};
	struct timeline *timeline = (struct timeline *)pane;
	const struct match *match = match_of(timeline);
	int turns = view_turns(pane->view), x = LABEL_WIDTH;
	int64_t most;
	int count;

	timeline->bars = inside.width - LABEL_WIDTH - WORDS_WIDTH - (inside.width >= 100 ? WORDS_WIDTH : 0);
	if (timeline->bars < 1)
		timeline->bars = 1;
	if (timeline->bars > BARS_MOST)
		timeline->bars = BARS_MOST;
	if (turns < timeline->first)
		timeline->first = turns;
	if (turns - timeline->first > timeline->bars - 1)
		timeline->first = turns - timeline->bars + 1;
	if (match->turn_count - timeline->first <
	    timeline->bars - 1) /* no empty columns while bars are hidden */
		timeline->first =
			match->turn_count > timeline->bars - 1 ? match->turn_count - timeline->bars + 1 : 0;
	paint_text(inside, 0, 0, focused ? ROLE_TITLE : ROLE_FAINT, labels[pane->view->measure]);
	count = match->turn_count - timeline->first;
	count = count < timeline->bars ? count : timeline->bars;
	if (pane->view->measure == MEASURE_BYTES)
		count_bytes(timeline, timeline->first, count);
	most = largest(timeline, count);
	for (int i = timeline->first; x < LABEL_WIDTH + timeline->bars && i <= match->turn_count; i++) {
		if (i == turns)
			paint_put(inside, 0, x++, ROLE_STRONG, GLYPH_CURSOR);
		if (i < match->turn_count && x < LABEL_WIDTH + timeline->bars) {
			const struct turn *turn = match_turn(match, i + 1);
			int64_t amount = turn ? amount_of(timeline, i - timeline->first, turn) : -1;
			int bar = (int)((double)amount / (double)most * (BARS - 1) + 0.5);

			if (amount >= 0)
				paint_put(inside, 0, x,
					  stops_at(pane->view, i + 1) ? ROLE_WARNING : roles[turn->seat],
					  (enum glyph)(GLYPH_BAR_1 + (bar < BARS ? bar : BARS - 1)));
			else if (stops_at(pane->view, i + 1))
				paint_put(inside, 0, x, ROLE_WARNING, GLYPH_POINT);
			x++;
		}
	}
	for (int n = match->turn_count + 1; x < LABEL_WIDTH + timeline->bars; n++, x++)
		if (stops_at(pane->view, n))
			paint_put(inside, 0, x, ROLE_WARNING, GLYPH_POINT);
	draw_words(match, inside, turns);
}

static bool click(struct pane *pane, int y, int x, int button)
{
	struct timeline *timeline = (struct timeline *)pane;
	int turns = view_turns(pane->view), turn;

	(void)y;
	if (button == 4 || button == 5) {
		turn = turns + (button == 4 ? -1 : 1);
	} else {
		if (x < LABEL_WIDTH || x >= LABEL_WIDTH + timeline->bars)
			return false;
		turn = timeline->first + x - LABEL_WIDTH;
		turn += turn < turns; /* a bar before the cursor stands for the position after its move */
	}
	view_goto(pane->view, turn < 0 ? 0 : turn > match_of(timeline)->turn_count ? INT_MAX : turn);
	return true;
}

static void free_timeline(struct pane *pane)
{
	free(pane);
}

static const struct pane_ops timeline_ops = {
	.kind = "timeline",
	.title = title,
	.status = status,
	.draw = draw,
	.click = click,
	.free = free_timeline,
};

struct pane *pane_timeline_new(struct view *view)
{
	struct timeline *timeline = bytes_new(sizeof(*timeline));

	timeline->pane.ops = &timeline_ops;
	timeline->pane.view = view;
	return &timeline->pane;
}
