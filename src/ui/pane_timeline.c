/* pane_timeline.c - the think times of all moves as bars, and the place in the match that is shown.  */
#include "ringside/board.h"
#include "ringside/breakpoints.h"
#include "ringside/bytes.h"
#include "ringside/pane.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL_WIDTH = 7, WORDS_WIDTH = 22, WORDS_UNTIMED = 6, BARS = GLYPH_BAR_8 - GLYPH_BAR_1 + 1 };

struct timeline {
	struct pane pane;
	int first; /* the turn of the first bar, from 0 */
	int bars;  /* how many columns they had at the last drawing */
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
	(void)pane;
	return NULL;
}

static int64_t longest(const struct match *match, int first, int count)
{
	int64_t most = 1;

	for (int i = 0; i < count; i++) {
		const struct turn *turn = match_turn(match, first + 1 + i);

		if (turn && turn->think_ns > most)
			most = turn->think_ns;
	}
	return most;
}

/* The shown move: its number and its words.  */
static void draw_words(const struct match *match, struct area area, int turns)
{
	static const char keys[] = "(left/right, Home/End)";
	char words[32] = "", text[64];
	const struct turn *turn = match_turn(match, turns);
	int x = area.width - 1;

	if (turn)
		board_named(match->setup.system)->words(&match->setup, turn->played, words);
	snprintf(text, sizeof(text), "%d %s%s", turns, words,
		 turn && turn->flags & TURN_UNTIMED && paint_width(words) <= WORDS_UNTIMED ? " untimed" : "");
	if (area.width >= 100) {
		x -= paint_width(keys);
		paint_text(area, 0, x, ROLE_HINT, keys);
		x--;
	}
	paint_text(area, 0, x - paint_width(text), ROLE_STRONG, text);
}

/* Is there a breakpoint before the answer of that turn?  */
static bool stops_at(const struct view *view, int turn)
{
	return view->breakpoints && breakpoints_at_turn(view->breakpoints, turn);
}

static void draw(struct pane *pane, struct area inside, bool focused)
{
	static const enum role roles[SEATS] = {ROLE_SPARK, ROLE_SEAT_1, ROLE_SEAT_2};
	struct timeline *timeline = (struct timeline *)pane;
	const struct match *match = match_of(timeline);
	int turns = view_turns(pane->view), x = LABEL_WIDTH;
	int64_t most;

	timeline->bars = inside.width - LABEL_WIDTH - WORDS_WIDTH - (inside.width >= 100 ? WORDS_WIDTH : 0);
	if (timeline->bars < 1)
		timeline->bars = 1;
	if (turns < timeline->first)
		timeline->first = turns;
	if (turns - timeline->first > timeline->bars - 1)
		timeline->first = turns - timeline->bars + 1;
	if (match->turn_count - timeline->first <
	    timeline->bars - 1) /* no empty columns while some are hidden */
		timeline->first =
			match->turn_count > timeline->bars - 1 ? match->turn_count - timeline->bars + 1 : 0;
	paint_text(inside, 0, 0, focused ? ROLE_TITLE : ROLE_FAINT, " moves ");
	most = longest(match, timeline->first, timeline->bars);
	for (int i = timeline->first; x < LABEL_WIDTH + timeline->bars && i <= match->turn_count; i++) {
		if (i == turns)
			paint_put(inside, 0, x++, ROLE_STRONG, GLYPH_CURSOR);
		if (i < match->turn_count && x < LABEL_WIDTH + timeline->bars) {
			const struct turn *turn = match_turn(match, i + 1);
			int64_t think = turn && turn->think_ns > 0 ? turn->think_ns : 0;
			int bar = (int)((think * (BARS - 1) + most / 2) / most);

			paint_put(inside, 0, x++,
				  stops_at(pane->view, i + 1) ? ROLE_WARNING
							      : roles[turn ? turn->seat : SEAT_NONE],
				  (enum glyph)(GLYPH_BAR_1 + (bar < BARS ? bar : BARS - 1)));
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
