/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pane_timeline.c - the cost or the value of every move as bars, and the shown position among them.
 *
 * Faults, stops, branches, breakpoints and the positions that a person has named have marks: in a row above
 * the bars, or in the place of a bar if there is only one row.  Events are read from the first turn that is
 * shown on, a few batches in a frame, and not again.  */
#include "pane.h"
#include "ringside/board.h"
#include "ringside/breakpoints.h"
#include "ringside/bytes.h"
#include "ringside/value.h"
#include "ringside/view.h"
#include "values.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct turn_marks {
	/* What they belong to.  */
	const struct match_file *file;
	int game, branch;
	unsigned cuts, shows;
	int first;     /* stops are known from this turn on ... */
	int64_t heard; /* ... up to this message */
	int *stops;    /* turns, in rising order; owned */
	int stop_count;
	struct branch_mark {
		int turn, branch;
	} * branches; /* owned */
	int branch_count;
};

enum { BATCH = 64, BATCHES = 8 }; /* events read at a time; how often in a frame */

/* Frees what they own, and forgets all.  */
static void turn_marks_clear(struct turn_marks *marks)
{
	free(marks->stops);
	free(marks->branches);
	*marks = (struct turn_marks){0};
}

/* Only a watcher has something to say: steps stop without a reason.  */
static bool is_stop(const struct message *message)
{
	switch (message->event.kind) {
	case EVENT_STOPPED_MESSAGE:
	case EVENT_STOPPED_TIME:
	case EVENT_STOPPED_LIMIT:
	case EVENT_STOPPED_VERDICT: return message->size > 0;
	default: return false;
	}
}

static void add_stop(struct turn_marks *marks, int turn)
{
	if (marks->stop_count && marks->stops[marks->stop_count - 1] == turn)
		return;
	if (marks->stop_count % BATCH == 0)
		marks->stops = bytes_resized(marks->stops,
					     (size_t)(marks->stop_count + BATCH) * sizeof(*marks->stops));
	marks->stops[marks->stop_count++] = turn;
}

/* False: there is more.  */
static bool read_stops(struct turn_marks *marks, struct match_file *file)
{
	const struct message_query query = {.seats = ~0u,
					    .channels = CHANNEL_BIT(CHANNEL_EVENT),
					    .directions = 1u << EVENT,
					    .last = match_file_last(file)};
	struct message messages[BATCH];

	for (int i = 0; i < BATCHES && marks->heard < query.last; i++) {
		int count = match_file_after(file, &query, marks->heard, BATCH, messages);

		for (int k = 0; k < count; k++)
			if (is_stop(&messages[k]))
				add_stop(marks, messages[k].turn);
		marks->heard = count < BATCH ? query.last : messages[count - 1].n;
	}
	return marks->heard >= query.last;
}

/* ---- branches ---- */

/* The row of a branch; NULL: there is none.  */
static const struct branch_row *row_of(const struct branch_row *rows, int count, int id)
{
	for (int i = 0; i < count; i++)
		if (rows[i].id == id)
			return &rows[i];
	return NULL;
}

/* The turns of a branch that the shown one shares: all of its own and of its parents, up to where the next
 * begins; -1: none.  */
static int shared_turns(const struct branch_row *rows, int count, int shown, int id)
{
	int shared = INT_MAX;

	for (int i = 0; i < count && shown != id; i++) {
		const struct branch_row *row = row_of(rows, count, shown);

		if (!row || row->id == 0)
			return -1;
		shared = row->turn < shared ? row->turn : shared;
		shown = row->parent;
	}
	return shown == id ? shared : -1;
}

/* Branches that begin on the way of the shown one, itself too.  */
static void read_branches(struct turn_marks *marks, struct match_file *file)
{
	struct branch_row *rows;
	int count = match_file_branches(file, &rows), shown = match_file_shown(file);

	if (count < 1)
		return;
	marks->branches = bytes_new((size_t)count * sizeof(*marks->branches));
	for (int i = 0; i < count; i++)
		if (rows[i].id > 0 && rows[i].turn <= shared_turns(rows, count, shown, rows[i].parent))
			marks->branches[marks->branch_count++] =
				(struct branch_mark){rows[i].turn + 1, rows[i].id};
	branch_rows_free(rows, count);
}

/* ---- all of it ---- */

/* Reads what the file says of the turns from `first` on; view->unfinished is set if there is more to read. */
static void turn_marks_follow(struct turn_marks *marks, struct view *view, int first)
{
	const struct match *match = session_match(view->session);
	struct match_file *file = session_file(view->session);
	const struct turn *before;
	unsigned shows;

	if (!file || match_file_is_busy(file))
		return;
	shows = match_file_shows(file);
	if (marks->file != file || marks->game != match->setup.game || marks->branch != match->branch ||
	    marks->cuts != match->cuts || marks->shows != shows || first < marks->first) {
		turn_marks_clear(marks);
		before = match_turn(match, first - 1);
		*marks = (struct turn_marks){.file = file,
					     .game = match->setup.game,
					     .branch = match->branch,
					     .cuts = match->cuts,
					     .shows = shows,
					     .first = first,
					     .heard = before && before->message > 0 ? before->message : 0};
		read_branches(marks, file);
	}
	if (!read_stops(marks, file))
		view->unfinished = true;
}

/* Was the match stopped by a watcher in turn n?  */
static bool turn_marks_stopped(const struct turn_marks *marks, int n)
{
	for (int i = marks->stop_count - 1; i >= 0 && marks->stops[i] >= n; i--)
		if (marks->stops[i] == n)
			return true;
	return false;
}

/* The branch that begins with turn n; 0: none.  */
static int turn_marks_branch(const struct turn_marks *marks, int n)
{
	for (int i = marks->branch_count - 1; i >= 0; i--)
		if (marks->branches[i].turn == n)
			return marks->branches[i].branch;
	return 0;
}

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
	struct turn_marks marks;
};

static const struct match *match_of(const struct timeline *timeline)
{
	return session_match(timeline->pane.view->session);
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

/* What is drawn of a turn.  */
struct bar {
	bool known;    /* is there a turn? */
	bool measured; /* amount is known */
	double amount;
	int seat, faults;
	unsigned flags;
	bool held;
};

static bool measure(const struct timeline *timeline, int i, const struct turn *turn, double *amount)
{
	const struct view *view = timeline->pane.view;
	int64_t count = 0;

	switch (view->measure) {
	case MEASURE_CPU: count = turn->cpu_ns; break;
	case MEASURE_RSS: count = turn->rss; break;
	case MEASURE_BYTES: count = timeline->bytes[i]; break;
	case MEASURE_SCORE:
		return view->values && values_of(view->values, match_of(timeline), turn->n, amount);
	default: count = turn->think_ns;
	}
	*amount = (double)count;
	return count >= 0;
}

/* Looks up the turns of the bars, each once.  */
static void look_up(const struct timeline *timeline, struct bar *bars, int count)
{
	const struct match *match = match_of(timeline);

	for (int i = 0; i < count; i++) {
		const struct turn *turn = match_turn(match, timeline->first + 1 + i);
		struct bar *bar = &bars[i];

		*bar = (struct bar){.known = turn != NULL};
		if (!turn)
			continue;
		bar->seat = is_seat(turn->seat) ? turn->seat : SEAT_NONE;
		bar->faults = turn->faults;
		bar->flags = turn->flags;
		bar->held = turn->held_ns > 0 || turn->flags & TURN_HELD_UP;
		bar->measured = measure(timeline, i, turn, &bar->amount);
	}
}

/* The amounts of the lowest and the highest bar.  */
static void find_range(const struct bar *bars, int count, double *least, double *most)
{
	*least = 0;
	*most = 0;
	for (int i = 0; i < count; i++)
		if (bars[i].measured) {
			*least = bars[i].amount < *least ? bars[i].amount : *least;
			*most = bars[i].amount > *most ? bars[i].amount : *most;
		}
	if (*most <= *least)
		*most = *least + 1;
}

/* ---- words ---- */

static void add_words(struct bytes *text, const char *words)
{
	bytes_addf(text, "%s%s", text->size ? ", " : "", words);
}

/* What the shown turn has, as "fault, branch 2 begins".  */
static void add_news(struct bytes *text, const struct timeline *timeline, const struct turn *turn)
{
	int branch = turn_marks_branch(&timeline->marks, turn->n);

	if (turn->faults > 1)
		bytes_addf(text, "%s%d faults", text->size ? ", " : "", turn->faults);
	else if (turn->faults)
		add_words(text, "fault");
	if (turn_marks_stopped(&timeline->marks, turn->n))
		add_words(text, "stopped here");
	if (branch)
		bytes_addf(text, "%sbranch %d begins", text->size ? ", " : "", branch);
	if (turn->held_ns) {
		char *held = value_time_text(turn->held_ns);

		bytes_addf(text, "%sjudge held up %s", text->size ? ", " : "", held);
		free(held);
	}
	if (turn->flags & TURN_WAITED)
		add_words(text, "waited for a core");
	if (turn->flags & TURN_CHARGED)
		add_words(text, "flooded");
	if (turn->flags & TURN_CHANGED)
		add_words(text, "changed");
	if (turn->flags & TURN_FORGIVEN)
		add_words(text, "forgiven");
}

/* The shown move: its number and its words, and what it has: in the same row, or in the row of marks.  */
static void draw_words(const struct timeline *timeline, struct area area, int turns)
{
	static const char keys[] = "(left/right, Home/End)";
	const struct match *match = match_of(timeline);
	const struct turn *turn = match_turn(match, turns);
	struct bytes text = {0}, news = {0};
	int x = area.width - 1, row = area.height - 1;
	char words[32] = "";

	if (turn && turn->played)
		board_named(match->setup.system)->words(match, turns - 1, turn->played, words);
	bytes_addf(&text, "%d %s%s", turns, words,
		   turn && turn->flags & TURN_UNTIMED && paint_width(words) <= WORDS_UNTIMED ? " untimed"
											     : "");
	if (turn)
		add_news(&news, timeline, turn);
	if (news.size && row)
		paint_text(area, 0, x - paint_width(news.at), ROLE_STRONG, news.at);
	else if (news.size)
		bytes_addf(&text, " %s", news.at);
	if (area.width >= 100) {
		x -= paint_width(keys);
		paint_text(area, row, x, ROLE_HINT, keys);
		x--;
	}
	paint_text(area, row, x - paint_width(text.at), ROLE_STRONG, text.at);
	bytes_free(&text);
	bytes_free(&news);
}

/* ---- marks ---- */

/* A mark of a turn; text NULL: none.  */
struct mark {
	const char *text;
	enum role role;
};

/* The letter of the position after a turn; NULL: a person has not named it.  */
static const char *letter_of(const struct view *view, int turn)
{
	static const char *const letters[VIEW_MARKS] = {"a", "b", "c", "d", "e", "f", "g", "h", "i",
							"j", "k", "l", "m", "n", "o", "p", "q", "r",
							"s", "t", "u", "v", "w", "x", "y", "z"};

	for (int i = 0; i < VIEW_MARKS; i++)
		if (view->marks[i].is_set && view->marks[i].turns == turn &&
		    view->marks[i].branch == session_shown(view->session))
			return letters[i];
	return NULL;
}

/* The most important mark of a turn.  What is to know of its time is one only where marks have a row of their
 * own: it hides no bar.  */
static struct mark mark_of(const struct timeline *timeline, const struct bar *bar, int n, bool own_row)
{
	const struct view *view = timeline->pane.view;
	const char *letter = letter_of(view, n);

	if (view->breakpoints && breakpoints_at_turn(view->breakpoints, n))
		return (struct mark){paint_glyph(GLYPH_STOP), ROLE_WARNING};
	if (letter)
		return (struct mark){letter, ROLE_EDITED};
	if (!bar || !bar->known)
		return (struct mark){NULL, ROLE_TEXT};
	if (bar->faults)
		return (struct mark){"!", ROLE_BAD};
	if (turn_marks_branch(&timeline->marks, n))
		return (struct mark){paint_glyph(GLYPH_BRANCH), ROLE_EDITED};
	if (turn_marks_stopped(&timeline->marks, n))
		return (struct mark){paint_glyph(GLYPH_OVER), ROLE_WARNING};
	if (own_row && bar->flags & TURN_CHANGED)
		return (struct mark){"*", ROLE_EDITED};
	if (own_row && bar->flags & TURN_FORGIVEN)
		return (struct mark){"~", ROLE_WARNING};
	if (own_row && bar->held)
		return (struct mark){paint_glyph(GLYPH_HOLD), ROLE_WARNING};
	if (own_row && bar->flags & TURN_WAITED)
		return (struct mark){":", ROLE_WARNING};
	if (own_row && bar->flags & TURN_CHARGED)
		return (struct mark){"=", ROLE_WARNING};
	return (struct mark){NULL, ROLE_TEXT};
}

/* ---- drawing ---- */

/* Chooses the turn of the first bar, so that the shown position is seen, and no column is empty while bars
 * are hidden.  */
static void scroll(struct timeline *timeline, int width)
{
	const struct match *match = match_of(timeline);
	int turns = view_turns(timeline->pane.view);

	timeline->bars = width - LABEL_WIDTH - WORDS_WIDTH - (width >= 100 ? WORDS_WIDTH : 0);
	if (timeline->bars < 1)
		timeline->bars = 1;
	if (timeline->bars > BARS_MOST)
		timeline->bars = BARS_MOST;
	if (turns < timeline->first)
		timeline->first = turns;
	if (turns - timeline->first > timeline->bars - 1)
		timeline->first = turns - timeline->bars + 1;
	if (match->turn_count - timeline->first < timeline->bars - 1)
		timeline->first =
			match->turn_count > timeline->bars - 1 ? match->turn_count - timeline->bars + 1 : 0;
}

/* A bar in its row; its mark above it, or in its place.  `bar` NULL: the turn is not played yet.  */
static void draw_turn(const struct timeline *timeline, struct area area, int x, int n, const struct bar *bar,
		      double least, double most)
{
	static const enum role roles[SEATS] = {ROLE_SPARK, ROLE_SEAT_1, ROLE_SEAT_2};
	int row = area.height - 1;
	struct mark mark = mark_of(timeline, bar, n, row > 0);
	int height = 0;

	if (bar && bar->measured) {
		height = (int)((bar->amount - least) / (most - least) * (BARS - 1) + 0.5);
		height = height < 0 ? 0 : height < BARS ? height : BARS - 1;
		paint_put(area, row, x, !row && bar->held ? ROLE_WARNING : roles[bar->seat],
			  (enum glyph)(GLYPH_BAR_1 + height));
	}
	if (mark.text)
		paint_text(area, 0, x, mark.role, mark.text);
}

static void draw(struct pane *pane, struct area inside, bool focused)
{
	static const char *const labels[MEASURE_COUNT] = {" moves ", " cpu   ", " rss   ", " bytes ",
							  " score "};
	struct timeline *timeline = (struct timeline *)pane;
	const struct match *match = match_of(timeline);
	int turns = view_turns(pane->view), x = LABEL_WIDTH, row = inside.height - 1, count;
	struct bar bars[BARS_MOST];
	double least, most;

	scroll(timeline, inside.width);
	count = match->turn_count - timeline->first;
	count = count < timeline->bars ? count : timeline->bars;
	if (pane->view->measure == MEASURE_BYTES)
		count_bytes(timeline, timeline->first, count);
	if (pane->view->measure == MEASURE_SCORE && pane->view->values)
		values_follow(pane->view->values, pane->view);
	turn_marks_follow(&timeline->marks, pane->view, timeline->first + 1);
	look_up(timeline, bars, count);
	find_range(bars, count, &least, &most);
	paint_text(inside, row, 0, focused ? ROLE_TITLE : ROLE_FAINT, labels[pane->view->measure]);
	for (int i = 0; x < LABEL_WIDTH + timeline->bars && i <= timeline->bars; i++) {
		if (timeline->first + i == turns)
			paint_put(inside, row, x++, ROLE_STRONG, GLYPH_CURSOR);
		if (x < LABEL_WIDTH + timeline->bars)
			draw_turn(timeline, inside, x++, timeline->first + i + 1, i < count ? &bars[i] : NULL,
				  least, most);
	}
	draw_words(timeline, inside, turns);
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
	turn_marks_clear(&((struct timeline *)pane)->marks);
	free(pane);
}

static const struct pane_ops timeline_ops = {
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
