/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pane_traffic.c - messages with their times: the traffic of one seat, its log, or all traffic.
 *
 * One kind of pane for all of these: a query says which messages.  This file has the frame, the keys, the
 * search and the filter.  */
#include "ringside/bytes.h"
#include "traffic.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const struct match *traffic_match(const struct traffic *traffic)
{
	return session_match(traffic->pane.view->session);
}

int traffic_only_seat(const struct traffic *traffic)
{
	unsigned seats = traffic->window.query.seats & ~(1u << SEAT_NONE);

	if (!seats)
		return SEAT_NONE;
	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (seats == 1u << seat)
			return seat;
	return -1;
}

/* Brings the window up to date.  Scrolls to the end when another turn is shown.  */
static void traffic_catch_up(struct traffic *traffic)
{
	int64_t last = view_message(traffic->pane.view);
	int game = traffic_match(traffic)->setup.game;

	if (game != traffic->game) {
		traffic->window.file = NULL;
		traffic->following = true;
		traffic->hit = 0;
		if (traffic->frozen >= 0)
			traffic->frozen = 0; /* its file is gone, and what it showed */
	}
	traffic->game = game;

	if (last != traffic->shown && traffic->frozen < 0) {
		traffic->following = true;
		traffic->side = 0;
	}
	traffic->shown = last;
	if (traffic->frozen >= 0)
		last = traffic->frozen;
	window_of(&traffic->window, &traffic_match(traffic)->setup);
	window_look(&traffic->window, session_file(traffic->pane.view->session), last);
	if (traffic->following)
		window_follow(&traffic->window);
	else if (traffic->window.count < WINDOW_LINES - 64)
		window_newer(&traffic->window, 32); /* to count the new ones */
}

/* The first of the lines before `end` that fit into so many rows: at least one line.  */
static int back_from(const struct traffic *traffic, int end, int rows)
{
	int first = end;

	while (first > 0 && (rows -= traffic_rows(traffic, &traffic->window.lines[first - 1])) >= 0)
		first--;
	return first == end && end > 0 ? end - 1 : first;
}

/* The index in the window of the first line that is shown.  */
static int traffic_first(const struct traffic *traffic)
{
	const struct window *window = &traffic->window;
	int last = back_from(traffic, window->count, traffic->room), first;

	if (traffic->following)
		return last;
	first = window_upto(window, traffic->top - 1);
	return first < last ? first : last;
}

/* The index of the selected line; 0 if there is none.  */
static int traffic_selected(const struct traffic *traffic)
{
	const struct window *window = &traffic->window;
	int upto = traffic->following ? window->count : window_upto(window, traffic->at);

	return upto > 0 ? upto - 1 : 0;
}

/* The number of the selected message; 0: there is none.  */
static int64_t traffic_message(const struct traffic *traffic)
{
	return traffic->window.count ? traffic->window.lines[traffic_selected(traffic)].n : 0;
}

static void traffic_to_end(struct traffic *traffic)
{
	traffic->held = 0;
	traffic->following = true;
	traffic->side = 0;
	if (!window_at_end(&traffic->window))
		window_clear(&traffic->window);
}

/* The lines stand still from now on, as they are, and the newest is selected.  */
static void stand_still(struct traffic *traffic)
{
	const struct window *window = &traffic->window;

	traffic->held = 0;
	if (!traffic->following || !window->count)
		return;
	traffic->top = window->lines[traffic_first(traffic)].n;
	traffic->at = traffic->left_at = window->lines[window->count - 1].n;
	traffic->following = false;
}

static void traffic_to_top(struct traffic *traffic)
{
	stand_still(traffic);
	window_jump(&traffic->window, 0);
	traffic->top = traffic->at = traffic->window.count ? traffic->window.lines[0].n : 0;
	traffic->following = traffic->following && !traffic->window.count;
}

/* Loads messages so that line i + lines exists, and so many more.  Returns the new index of that line, kept
   inside of the window.  */
static int reach(struct traffic *traffic, int i, int lines)
{
	struct window *window = &traffic->window;

	i += lines;
	if (i < traffic->height)
		i += window_older(window, traffic->height - i);
	if (i + traffic->height >= window->count) {
		int before = window->count, came = window_newer(window, i + traffic->height - before + 1);

		i -= before + came - window->count; /* these were forgotten at the top */
	}
	return i < 0 ? 0 : i < window->count ? i : window->count - 1;
}

/* Puts line i at the top, and selects the nearest visible line; follows at the end.  */
static void put_at_top(struct traffic *traffic, int i)
{
	const struct window *window = &traffic->window;
	int last = back_from(traffic, window->count, traffic->room), seen = i, rows = traffic->height;

	if (i >= last && window_at_end(window)) {
		traffic->following = true;
		return;
	}
	i = i < last ? i : last;
	while (seen < window->count && (rows -= traffic_rows(traffic, &window->lines[seen])) >= 0)
		seen++;
	seen = seen > i ? seen - 1 : i;
	traffic->top = window->lines[i].n;
	if (traffic->at < traffic->top)
		traffic->at = traffic->top;
	else if (traffic->at > window->lines[seen].n)
		traffic->at = window->lines[seen].n;
}

/* These go down by `lines`; negative: up.  At the newest line the pane follows.  scroll: moves what is shown,
 * and selects another line only if the selected one is out of sight.  go: selects another line.  page: does
 * both.  */
static void traffic_scroll(struct traffic *traffic, int lines)
{
	stand_still(traffic);
	if (traffic->window.count)
		put_at_top(traffic, reach(traffic, traffic_first(traffic), lines));
}

/* Selects line i, and scrolls no more than needed.  */
static void select_line(struct traffic *traffic, int i)
{
	const struct window *window = &traffic->window;
	int first = traffic_first(traffic), lowest = back_from(traffic, i + 1, traffic->height);

	traffic->at = window->lines[i].n;
	if (i < first)
		traffic->top = traffic->at;
	else if (lowest > first)
		traffic->top = window->lines[lowest].n;
}

/* Does the message pass the pane's query and filter?  */
static bool traffic_is_mine(const struct traffic *traffic, const struct message *message)
{
	const struct message_query *query = &traffic->window.query;

	return query->seats & 1u << message->seat && query->channels & CHANNEL_BIT(message->channel) &&
	       (query->directions == 0 || query->directions & 1u << message->direction) &&
	       (!traffic->window.file || match_file_matches(traffic->window.file, query, message));
}

/* Do the held and incomplete messages come behind the last line of the window?  */
static bool shows_newest(const struct traffic *traffic)
{
	return (traffic->following || window_at_end(&traffic->window)) && traffic->frozen < 0 &&
	       traffic->pane.view->turns == VIEW_LIVE;
}

const struct message *traffic_held_at(const struct traffic *traffic, int i, int *number)
{
	const struct message *message;

	*number = 0;
	if (!shows_newest(traffic))
		return NULL;
	for (int k = 0; (message = session_held(traffic->pane.view->session, k)); k++)
		if (traffic_is_mine(traffic, message) && i-- == 0) {
			*number = session_held_number(traffic->pane.view->session, k);
			return message;
		}
	return NULL;
}

/* The place of the selected held message among those of this pane; -1: none is selected.  */
static int traffic_held_selected(const struct traffic *traffic)
{
	int number;

	for (int i = 0; traffic->held && traffic_held_at(traffic, i, &number); i++)
		if (number == traffic->held)
			return i;
	return -1;
}

/* Goes among the held messages, which come after the newest line.  False: it stays among the lines.  */
static bool go_held(struct traffic *traffic, int lines)
{
	int at = traffic_held_selected(traffic), number;

	if (at < 0 && traffic->window.count && !(traffic->following && lines > 0))
		return false;
	at = at < 0 && lines < 0 ? 0 : at + lines;
	while (at > 0 && !traffic_held_at(traffic, at, &number))
		at--;
	traffic->held = at >= 0 && traffic_held_at(traffic, at, &number) ? number : 0;
	return true;
}

static void traffic_go(struct traffic *traffic, int lines)
{
	int i;

	if (go_held(traffic, lines))
		return;
	stand_still(traffic);
	if (!traffic->window.count)
		return;
	i = reach(traffic, traffic_selected(traffic), lines);
	if (lines > 0 && i == traffic->window.count - 1 && window_at_end(&traffic->window))
		traffic->following = true;
	else
		select_line(traffic, i);
}

static void traffic_page(struct traffic *traffic, int lines)
{
	struct window *window = &traffic->window;
	int below, i;

	stand_still(traffic);
	if (!window->count)
		return;
	below = traffic_selected(traffic) - traffic_first(traffic);
	i = reach(traffic, traffic_selected(traffic), lines);
	traffic->at = window->lines[i].n;
	if (lines > 0 && i == window->count - 1 && window_at_end(window)) {
		traffic->following = true;
		return;
	}
	traffic->top = window->lines[i > below ? i - below : 0].n;
}

/* Selects the line in that row of the pane, from 0.  */
static void traffic_select_row(struct traffic *traffic, int row)
{
	const struct window *window = &traffic->window;
	int number;

	for (int i = traffic_first(traffic); i < window->count; i++) {
		row -= traffic_rows(traffic, &window->lines[i]);
		if (row >= 0)
			continue;
		stand_still(traffic);
		traffic->at = window->lines[i].n;
		traffic->following = i == window->count - 1 && window_at_end(window);
		return;
	}
	if (traffic_held_at(traffic, row, &number))
		traffic->held = number;
}

/* Selects a message, and shows it in the middle unless it is on the screen already.  */
static void traffic_select(struct traffic *traffic, int64_t n)
{
	struct window *window = &traffic->window;
	int upto = window_upto(window, n), first = traffic_first(traffic), at;

	if (n >= window->from && upto == window->count && upto > 0 && traffic->following)
		return; /* it is the newest, which is selected */
	stand_still(traffic);
	traffic->at = n;
	if (n >= window->from && upto > first && back_from(traffic, upto, traffic->height) <= first)
		return;
	window_jump(window, n);
	if (!window->count)
		return;
	at = window_upto(window, n) - 1 - traffic->height / 2;
	traffic->following = false;
	traffic->top = window->lines[at > 0 ? at : 0].n;
}

/* Selects the first held message of this pane if none is selected.  Its number; -1: there is none.  */
static int traffic_hold(struct traffic *traffic)
{
	int number;

	if (traffic_held_selected(traffic) < 0 && traffic_held_at(traffic, 0, &number))
		traffic->held = number;
	return traffic_held_selected(traffic) < 0 ? -1 : traffic->held;
}

bool traffic_pending_at(const struct traffic *traffic, int i, struct pending_row *row)
{
	if (!shows_newest(traffic))
		return false;
	for (int k = 0; pending_row(traffic->pane.view->session, k, row); k++)
		if (traffic_is_mine(traffic, &row->message) && i-- == 0)
			return true;
	return false;
}

enum {
	MOST = 1000,    /* hits that are counted */
	STRETCH = 10000 /* messages that are read at once: about 4 ms */
};

struct hits {
	char *pattern; /* owned */
	unsigned shows;
	int64_t upto; /* the last message that was looked at */
	int count;
	int64_t n[MOST];
};

/* Begins to count the matches of a pattern; NULL: ends that.  */
static void traffic_hits_begin(struct traffic *traffic, const char *pattern)
{
	if (traffic->hits)
		free(traffic->hits->pattern);
	free(traffic->hits);
	traffic->hits = NULL;
	if (!pattern)
		return;
	traffic->hits = bytes_new(sizeof(*traffic->hits));
	traffic->hits->pattern = bytes_text("%s", pattern);
	traffic->hits->shows = traffic->window.shows;
}

static int64_t last_of(const struct traffic *traffic)
{
	return traffic->frozen >= 0 ? traffic->frozen : match_file_last(traffic->window.file);
}

static bool is_selected(const struct traffic *traffic)
{
	return traffic->hits && traffic->window.file && traffic->hit &&
	       traffic_message(traffic) == traffic->hit;
}

/* Counts on for some milliseconds at most, while a hit is selected.  True: there is more to count.  */
static bool traffic_hits_count(struct traffic *traffic)
{
	struct hits *hits = traffic->hits;
	int64_t last, end;
	int got;

	if (!is_selected(traffic) || hits->count == MOST)
		return false;
	last = last_of(traffic);
	if (hits->shows != traffic->window.shows || hits->upto > last) { /* another branch */
		hits->shows = traffic->window.shows;
		hits->upto = hits->count = 0;
	}
	end = last - hits->upto < STRETCH ? last : hits->upto + STRETCH;
	if (end == hits->upto)
		return false;
	got = window_hits(&traffic->window, hits->pattern, hits->upto, end, MOST - hits->count,
			  hits->n + hits->count);
	if (got < 0)
		return true;
	hits->count += got;
	hits->upto = end;
	return hits->count < MOST && end < last;
}

/* "3 of 12", with "+" while there may be more; NULL: no hit is selected.  The caller frees.  */
static char *traffic_hits_text(const struct traffic *traffic)
{
	const struct hits *hits = traffic->hits;
	int place = 0;
	bool more;

	if (!is_selected(traffic))
		return NULL;
	while (place < hits->count && hits->n[place] < traffic->hit)
		place++;
	more = hits->count == MOST || hits->upto < last_of(traffic);
	if (place < hits->count && hits->n[place] == traffic->hit)
		return bytes_text("%d of %d%s", place + 1, hits->count, more ? "+" : "");
	return more ? bytes_text("one of %d+", hits->count) : NULL;
}

static struct traffic *traffic_of(struct pane *pane)
{
	return (struct traffic *)pane;
}

static char *title(const struct pane *pane)
{
	const struct traffic *traffic = (const struct traffic *)pane;
	int seat = traffic_only_seat(traffic);

	const char *name = traffic->name;

	if (seat < 0)
		return bytes_text("%s", name ? name : "traffic");
	if (!name)
		name = view_sitting(pane->view, seat, NULL)->name;
	return bytes_text("%d %s", seat, name ? name : "");
}

/* How many messages have come below since it stood still, for people; "": none.  The caller frees.  */
static char *news(const struct traffic *traffic)
{
	const struct window *window = &traffic->window;
	int fresh = window->count - window_upto(window, traffic->left_at);

	if (!window_at_end(window))
		return bytes_text("%s", window_last(window) > traffic->left_at ? ", new below" : "");
	return fresh > 0 ? bytes_text(", %d new below", fresh) : bytes_text("%s", "");
}

/* Says where the lines are among the messages that may be shown, in as many words as fit into `room` columns.
   NULL: it follows, so they are the newest.  */
static char *place(const struct traffic *traffic, int room)
{
	const struct window *window = &traffic->window;
	int last = traffic_first(traffic), rows = traffic->height;
	int64_t newest = window_last(window), from, to;
	char *text, *fresh;

	if (traffic->following || !window->count)
		return NULL;
	from = window->lines[last].n;
	while ((rows -= traffic_rows(traffic, &window->lines[last])) > 0 && last + 1 < window->count)
		last++;
	to = window->lines[last].n;
	fresh = news(traffic);
	text = bytes_text("#%" PRId64 "-%" PRId64 " of %" PRId64 "%s", from, to, newest, fresh);
	if (paint_width(text) > room) {
		free(text);
		text = bytes_text("#%" PRId64 " of %" PRId64 "%s", to, newest, *fresh ? ", new" : "");
	}
	if (paint_width(text) > room) {
		free(text);
		text = bytes_text("#%" PRId64 "%s", to, *fresh ? " +" : "");
	}
	free(fresh);
	return text;
}

/* Adds in how many turns of the pane's seats the judge was held up, an agent waited for a core, or flooded
 * the judge, if it lists events and that is known.  */
static void add_counts(struct bytes *text, const struct traffic *traffic)
{
	const struct match *match = traffic_match(traffic);
	const struct message_query *query = &traffic->window.query;
	struct took took[SEATS];
	int held = 0, waited = 0, charged = 0;

	if (!(query->channels & CHANNEL_BIT(CHANNEL_EVENT)) || match->took_until < match->dropped ||
	    !match_took(match, took))
		return;
	for (int s = SEAT_1; s < SEATS; s++)
		if (query->seats & 1u << s) {
			held += took[s].held_turns;
			waited += took[s].waited_turns;
			charged += took[s].charged_turns;
		}
	if (held)
		bytes_addf(text, "judge held up %dx  ", held);
	if (waited)
		bytes_addf(text, "waited %dx  ", waited);
	if (charged)
		bytes_addf(text, "flooded %dx  ", charged);
}

static char *status(const struct pane *pane)
{
	enum { FRAME = 8 }; /* columns of corners, pieces of line and blanks */
	const struct traffic *traffic = (const struct traffic *)pane;
	char *where, *name = title(pane), *hits = traffic_hits_text(traffic);
	struct bytes text = {0};

	add_counts(&text, traffic);
	if (traffic->window.pattern)
		bytes_addf(&text, "&%s ", traffic->window.pattern);
	if (traffic->frozen >= 0)
		bytes_add_text(&text, "frozen ");
	if (hits)
		bytes_addf(&text, "/ %s  ", hits);
	free(hits);
	where = place(traffic,
		      pane->area.width - FRAME - paint_width(name) - paint_bytes_width(text.at, text.size));
	if (where)
		bytes_add_text(&text, where);
	while (!where && text.size && text.at[text.size - 1] == ' ')
		text.at[--text.size] = '\0';
	free(where);
	free(name);
	return text.at;
}

static void look(struct pane *pane)
{
	struct traffic *traffic = traffic_of(pane);

	traffic_catch_up(traffic);
	if (traffic_hits_count(traffic))
		pane->view->unfinished = true;
}

static void draw(struct pane *pane, struct area inside, bool focused)
{
	struct traffic *traffic = traffic_of(pane);
	struct window *window = &traffic->window;
	int held = 0, pending = 0, number, rows, selected, first, i, y = 0,
	    at = traffic_held_selected(traffic);
	struct pending_row row;
	bool at_end;

	traffic->height = inside.height;
	traffic->width = inside.width;
	while (held < inside.height && traffic_held_at(traffic, held, &number))
		held++;
	while (held + pending < inside.height && traffic_pending_at(traffic, pending, &row))
		pending++;
	traffic->room = inside.height - held - pending;
	if (window->count < traffic->room)
		window_older(window, traffic->room - window->count);
	if (!session_is_recorded(pane->view->session))
		paint_text(inside, 0, 0, ROLE_FAINT, "nothing is recorded: no messages to show");
	selected = traffic_selected(traffic);
	if (traffic->reveal && window->count)
		traffic_reveal(traffic, &window->lines[selected]);
	traffic->reveal = false;
	rows = traffic->following ? traffic->room : inside.height;
	for (i = traffic_first(traffic); i < window->count && y < rows; i++) {
		traffic_draw_line(traffic, inside, y, &window->lines[i], 0,
				  focused && i == selected && at < 0);
		y += traffic_rows(traffic, &window->lines[i]);
	}
	at_end = traffic->following || i == window->count;
	first = at >= held ? at - held + 1 : 0;
	for (int k = first; k < first + held && at_end && y < inside.height; k++)
		traffic_draw_held(traffic, inside, y++, k, focused && k == at);
	for (int k = 0; k < pending && at_end && y < inside.height; k++)
		traffic_draw_pending(traffic, inside, y++, k);
}

static void walk(struct pane *pane, enum scroll how)
{
	struct traffic *traffic = traffic_of(pane);
	int page = traffic->height > 1 ? traffic->height - 1 : 1, half = page > 1 ? page / 2 : 1;
	int aside = traffic->width > 1 ? traffic->width / 2 : 1;

	switch (how) {
	case SCROLL_UP: traffic_go(traffic, -1); return;
	case SCROLL_DOWN: traffic_go(traffic, 1); return;
	case SCROLL_PAGE_UP: traffic_page(traffic, -page); return;
	case SCROLL_PAGE_DOWN: traffic_page(traffic, page); return;
	case SCROLL_HALF_UP: traffic_page(traffic, -half); return;
	case SCROLL_HALF_DOWN: traffic_page(traffic, half); return;
	case SCROLL_LEFT: traffic->side -= traffic->side < aside ? traffic->side : aside; return;
	case SCROLL_RIGHT: traffic->side += traffic->wraps ? 0 : aside; return;
	case SCROLL_TOP: traffic_to_top(traffic); return;
	case SCROLL_END:
	case SCROLL_COUNT: traffic_to_end(traffic); return;
	}
}

static bool click(struct pane *pane, int y, int x, int button)
{
	struct traffic *traffic = traffic_of(pane);

	(void)x;
	if (button >= 4)
		traffic_scroll(traffic, button == 4 ? -3 : 3);
	else
		traffic_select_row(traffic, y);
	return true;
}

static const char *filtered(const struct pane *pane)
{
	return ((const struct traffic *)pane)->window.pattern;
}

static bool show_matching(struct pane *pane, const char *pattern)
{
	struct traffic *traffic = traffic_of(pane);

	window_filter(&traffic->window, pattern);
	traffic->following = true;
	traffic->hit = 0;
	return true;
}

/* The hit is where this pattern matches; NULL: it is the whole message.  */
static void seek(struct traffic *traffic, const char *pattern)
{
	char *problem = NULL;
	size_t at;

	if (traffic->sought)
		match_file_patterns.free(traffic->sought);
	traffic->sought =
		pattern ? match_file_patterns.compile(pattern, strlen(pattern), true, &at, &problem) : NULL;
	traffic->reveal = traffic->sought;
	traffic_hits_begin(traffic, pattern);
	free(problem);
}

/* Searches the whole match from the selected message, or from what is on the screen while it follows.  If the
   hit was played later than the shown position, the view moves to it.  */
static bool search(struct pane *pane, const char *pattern, int direction)
{
	struct traffic *traffic = traffic_of(pane);
	struct window *window = &traffic->window;
	bool frozen = traffic->frozen >= 0;
	int64_t from, hit;

	traffic_catch_up(traffic); /* it may never have been drawn */
	if (traffic->following && !traffic->hit)
		from = direction < 0   ? INT64_MAX
		       : window->count ? window->lines[traffic_first(traffic)].n - 1
				       : 0;
	else
		from = traffic->following ? traffic->hit : traffic_message(traffic);
	hit = window_find(window, pattern, from, direction, frozen ? traffic->frozen : INT64_MAX);
	traffic->hit = hit;
	if (!hit)
		return false;
	seek(traffic, pattern);
	if (!frozen && hit > view_message(pane->view)) {
		free(view_goto_message(pane->view, hit));
		traffic_catch_up(traffic);
	}
	traffic_select(traffic, hit);
	return true;
}

static bool show_message(struct pane *pane, const struct message *message)
{
	struct traffic *traffic = traffic_of(pane);

	if (!traffic_is_mine(traffic, message))
		return false;
	traffic_catch_up(traffic); /* the view may have moved since the last drawing */
	if (traffic->window.pattern &&
	    window_upto(&traffic->window, message->n) == window_upto(&traffic->window, message->n - 1))
		window_filter(&traffic->window, NULL);
	traffic_catch_up(traffic);
	traffic->side = 0;
	traffic->hit = message->n;
	seek(traffic, NULL);
	traffic_select(traffic, message->n);
	return true;
}

static int64_t selected(struct pane *pane, bool *chosen)
{
	struct traffic *traffic = traffic_of(pane);

	traffic_catch_up(traffic);
	*chosen = !traffic->following;
	return traffic_held_selected(traffic) < 0 ? traffic_message(traffic) : 0;
}

static int held(struct pane *pane)
{
	traffic_catch_up(traffic_of(pane));
	return traffic_hold(traffic_of(pane));
}

static bool wrap(struct pane *pane)
{
	struct traffic *traffic = traffic_of(pane);

	traffic->side = 0;
	return traffic->wraps = !traffic->wraps;
}

static bool freeze(struct pane *pane, bool frozen)
{
	struct traffic *traffic = traffic_of(pane);

	traffic->frozen = frozen ? traffic->window.seen : -1;
	if (!frozen)
		traffic_to_end(traffic);
	return true;
}

static void free_traffic(struct pane *pane)
{
	struct traffic *traffic = traffic_of(pane);

	window_free(&traffic->window);
	seek(traffic, NULL);
	free(traffic->name);
	free(traffic);
}

static const struct binding keys[] = {
	{"j", "scroll down", "go down a message", NULL, 0, KEYS_READ},
	{"k", "scroll up", "go up a message", NULL, 0, KEYS_READ},
	{"^D", "scroll halfdown", "go down half a page", NULL, 0, KEYS_READ},
	{"^U", "scroll halfup", "go up half a page", NULL, 0, KEYS_READ},
	{"<", "scroll left", "go left by half of the pane", NULL, 0, KEYS_READ},
	{">", "scroll right", "go right by half of the pane", NULL, 0, KEYS_READ},
	{"W", "wrap", "wrap long lines, or cut them again", NULL, 0, KEYS_READ},
	{"M", "set message-numbers", "show the numbers of messages, or hide them", NULL, 0, KEYS_READ},
	{"]", "search", "go to the next message that matches", NULL, 0, KEYS_READ},
	{"[", "search-back", "go to the previous message that matches", NULL, 0, KEYS_READ},
	{"enter", "message", "show the whole message", "open", 0, KEYS_READ},
	{"w", "why here", "explain the selected message", "why", 0, KEYS_READ},
	{"y", "yank", "copy the message to the terminal's clipboard", NULL, 0, KEYS_READ},
	{0},
};

static const struct pane_ops traffic_ops = {
	.kind = "traffic",
	.look = look,
	.title = title,
	.status = status,
	.draw = draw,
	.keys = keys,
	.walk = walk,
	.click = click,
	.filter = show_matching,
	.filtered = filtered,
	.search = search,
	.freeze = freeze,
	.wrap = wrap,
	.show = show_message,
	.selected = selected,
	.held = held,
	.free = free_traffic,
};

struct pane *pane_traffic_new(struct view *view, const char *title_text, unsigned seats, unsigned channels,
			      unsigned directions)
{
	struct traffic *traffic = bytes_new(sizeof(*traffic));

	traffic->pane.ops = &traffic_ops;
	traffic->pane.view = view;
	traffic->name = title_text ? bytes_text("%s", title_text) : NULL;
	traffic->window.query = (struct message_query){
		.seats = seats, .channels = channels, .directions = directions, .last = INT64_MAX};
	traffic->following = true;
	traffic->frozen = -1;
	traffic->shown = INT64_MAX;
	return &traffic->pane;
}
