/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pane_traffic.c - messages with their times: what a seat was told and said, its log, or the whole traffic.
 *
 * One kind of pane for all of these: which messages is a query.  It follows the newest until someone scrolls
 * back, and shows what waits at the gate at its end, and what is no message yet behind that.  */
#include "pane.h"
#include "pending_row.h"
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "window.h"
#include <assert.h>
#include <curses.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	WIDE_ENOUGH = 36, /* columns from which on times are shown, and flags as words */
	TIME_WIDTH = 10,
	SIDE_STEP = 8
};

struct traffic {
	struct pane pane;
	struct window window;
	char *name; /* NULL: the seat's */
	int game;   /* whose file the window shows: a later file may have the address of an earlier */
	bool following;
	int64_t bottom;  /* when not following: the number of the last message shown */
	int64_t left_at; /* and of the newest one when the following ended */
	int64_t hit;     /* what a search found; 0: nothing */
	int64_t shown;   /* view_message() at the last drawing */
	int64_t frozen;  /* the newest message when it was frozen; -1: it is not */
	int height;      /* rows of the last drawing */
	int side;        /* columns that are scrolled away on the left */
};

static const enum role channel_roles[CHANNEL_COUNT] = {
#define X(NAME, name, help) [CHANNEL_##NAME] = ROLE_CHANNEL_##NAME,
	CHANNELS(X)
#undef X
};

/* What is to be known of a message besides its text, the gravest first.  */
struct mark {
	unsigned flags;
	const char *word, *letter;
	enum role role;
};

static const struct mark marks[] = {
	{MESSAGE_FAULT, "fault", "!", ROLE_ALARM},
	{MESSAGE_CHANGED, "changed", "c", ROLE_WARNING},
	{MESSAGE_UNSENT, "unsent", "u", ROLE_WARNING},
	{MESSAGE_UNASKED | MESSAGE_DROPPED, "late", "l", ROLE_WARNING},
	{MESSAGE_DROPPED, "dropped", "d", ROLE_WARNING},
	{MESSAGE_CUT, "cut", "~", ROLE_WARNING},
	{MESSAGE_UNENDED, "unended", "_", ROLE_FAINT},
	{MESSAGE_UNORDERED, "unordered", "?", ROLE_FAINT},
};

/* What a person has done to it, which stands beside that.  */
static const struct mark touches[] = {
	{MESSAGE_WITHHELD, "withheld", "w", ROLE_EDITED},
	{MESSAGE_EDITED, "edited", "e", ROLE_EDITED},
};

static struct traffic *traffic_of(struct pane *pane)
{
	return (struct traffic *)pane;
}

static const struct match *match_of(const struct traffic *traffic)
{
	return session_match(traffic->pane.view->session);
}

/* The only seat of the pane: the game program's alone, or a player's with what happened to nobody; -1: it
 * shows several.  */
static int only_seat(const struct traffic *traffic)
{
	unsigned seats = traffic->window.query.seats & ~(1u << SEAT_NONE);

	if (!seats)
		return SEAT_NONE;
	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (seats == 1u << seat)
			return seat;
	return -1;
}

/* Brings the window up to date; scrolls to the end when another turn is looked at.  */
static void catch_up(struct traffic *traffic)
{
	int64_t last = view_message(traffic->pane.view);
	int game = match_of(traffic)->setup.game;

	if (game != traffic->game) {
		traffic->window.file = NULL;
		traffic->following = true;
		traffic->hit = 0;
		if (traffic->frozen >= 0)
			traffic->frozen = 0; /* what it showed is gone with its file */
	}
	traffic->game = game;

	if (last != traffic->shown && traffic->frozen < 0) {
		traffic->following = true;
		traffic->side = 0;
	}
	traffic->shown = last;
	if (traffic->frozen >= 0)
		last = traffic->frozen;
	window_of(&traffic->window, &match_of(traffic)->setup);
	window_look(&traffic->window, session_file(traffic->pane.view->session), last);
	if (traffic->following)
		window_follow(&traffic->window);
	else if (traffic->window.count < WINDOW_LINES - 64)
		window_newer(&traffic->window, 32); /* so that their number can be told */
}

/* The place behind the last line that is shown.  */
static int bottom_of(const struct traffic *traffic)
{
	int bottom =
		traffic->following ? traffic->window.count : window_upto(&traffic->window, traffic->bottom);

	if (bottom < traffic->height && !traffic->following)
		bottom = traffic->window.count < traffic->height ? traffic->window.count : traffic->height;
	return bottom;
}

static void scroll_to_end(struct traffic *traffic)
{
	traffic->following = true;
	traffic->side = 0;
	if (!window_at_end(&traffic->window))
		window_clear(&traffic->window);
}

static void scroll_by(struct traffic *traffic, int lines)
{
	struct window *window = &traffic->window;
	int bottom = bottom_of(traffic) + lines;

	if (bottom - traffic->height < 0)
		bottom += window_older(window, 2 * traffic->height);
	if (bottom > window->count) {
		int before = window->count, came = window_newer(window, lines);

		bottom -= before + came - window->count; /* so many were forgotten at the top */
	}
	if (bottom < traffic->height)
		bottom = traffic->height;
	if (bottom >= window->count && (window_at_end(window) || window->count == 0)) {
		traffic->following = true;
		return;
	}
	if (bottom > window->count)
		bottom = window->count;
	if (bottom == 0) /* nothing was read since the last jump */
		return;
	if (traffic->following)
		traffic->left_at = window->lines[window->count - 1].n;
	traffic->following = false;
	traffic->bottom = window->lines[bottom - 1].n;
}

static void scroll_to_top(struct traffic *traffic)
{
	if (traffic->following && traffic->window.count)
		traffic->left_at = traffic->window.lines[traffic->window.count - 1].n;
	window_jump(&traffic->window, 0);
	traffic->following = false;
	traffic->bottom = 0;
}

static char *title(const struct pane *pane)
{
	const struct traffic *traffic = (const struct traffic *)pane;
	int seat = only_seat(traffic);

	const char *name = traffic->name;

	if (seat < 0)
		return bytes_text("%s", name ? name : "traffic");
	if (!name)
		name = view_sitting(pane->view, seat, NULL)->name;
	return bytes_text("%d %s", seat, name ? name : "");
}

static char *status(const struct pane *pane)
{
	const struct traffic *traffic = (const struct traffic *)pane;
	const struct window *window = &traffic->window;
	struct bytes text = {0};

	if (window->pattern)
		bytes_addf(&text, "&%s ", window->pattern);
	if (traffic->frozen >= 0)
		bytes_add_text(&text, "frozen ");
	if (!traffic->following) {
		int fresh = window->count - window_upto(window, traffic->left_at);

		if (window_at_end(window) && fresh > 0)
			bytes_addf(&text, "%d new ", fresh);
		else
			bytes_add_text(&text, window_at_end(window) ? "scrolled " : "more below ");
	}
	if (text.size)
		text.at[text.size - 1] = '\0';
	return text.at;
}

/* The turn that the message ended, or NULL.  */
static const struct turn *turn_of(const struct traffic *traffic, const struct line *line)
{
	const struct turn *turn =
		line->direction == FROM_AGENT ? match_turn(match_of(traffic), line->turn) : NULL;

	return turn && turn->message == line->n ? turn : NULL;
}

/* The first of these marks that fits stands to the left of x; returns the column where it begins.  */
static int draw_mark(struct area area, int y, int x, const struct mark *list, size_t count, unsigned flags)
{
	for (size_t i = 0; i < count; i++) {
		const char *word = area.width >= WIDE_ENOUGH ? list[i].word : list[i].letter;

		if ((flags & list[i].flags) != list[i].flags)
			continue;
		x -= paint_width(word);
		paint_text(area, y, x, list[i].role, word);
		return x - 1;
	}
	return x;
}

/* What stands at the right end of a line; returns the column where it begins.  */
static int draw_end(const struct traffic *traffic, struct area area, int y, const struct line *line)
{
	const struct turn *turn = turn_of(traffic, line);
	int64_t think = turn ? turn->think_ns : -1;
	unsigned flags = line->flags;
	int x = area.width;
	char text[32];

	if (think >= 0) {
		if (turn->flags & TURN_UNTIMED)
			snprintf(text, sizeof(text), "untimed");
		else if (think < 10 * (int64_t)NS_PER_MS)
			snprintf(text, sizeof(text), "%.*f ms", think < NS_PER_MS ? 2 : 1,
				 (double)think / NS_PER_MS);
		else if (think < 10 * (int64_t)NS_PER_S)
			snprintf(text, sizeof(text), "%" PRId64 " ms", think / NS_PER_MS);
		else
			snprintf(text, sizeof(text), "%.1f s", (double)think / NS_PER_S);
		x -= paint_width(text);
		paint_text(area, y, x, turn->flags & TURN_FORGIVEN ? ROLE_ALARM : ROLE_TIME, text);
		x--;
	}
	if (flags & MESSAGE_WITHHELD) /* which says as much */
		flags &= ~(unsigned)(MESSAGE_CHANGED | MESSAGE_DROPPED);
	x = draw_mark(area, y, x, touches, sizeof(touches) / sizeof(touches[0]), flags);
	return draw_mark(area, y, x, marks, sizeof(marks) / sizeof(marks[0]), flags);
}

/* The same of a message that waits: how long a person delays it.  */
static int draw_delay(const struct traffic *traffic, struct area area, int y, const struct line *line)
{
	int64_t ms = line->t_ns / NS_PER_MS;
	char text[32];
	int x;

	if (ms > 0) {
		snprintf(text, sizeof(text), "in %" PRId64 ".%" PRId64 " s", ms / 1000, ms / 100 % 10);
		x = area.width - paint_width(text);
		paint_text(area, y, x, ROLE_TIME, text);
		area.width = x > 0 ? x - 1 : 0;
	}
	return draw_end(traffic, area, y, line);
}

static int draw_time(struct area area, int y, int64_t t_ns)
{
	int64_t ms = t_ns / NS_PER_MS;

	return paint_format(area, y, 0, ROLE_TIME, "%02" PRId64 ":%02" PRId64 ".%03" PRId64 " ", ms / 60000,
			    ms / 1000 % 60, ms % 1000);
}

/* Whose message it is, where several seats' stand together.  */
static int draw_seat(const struct traffic *traffic, struct area area, int y, int x, int seat)
{
	static const enum role roles[SEATS] = {ROLE_FAINT, ROLE_SEAT_1, ROLE_SEAT_2};
	const struct match *match = match_of(traffic);

	assert(is_seat(seat));
	if (only_seat(traffic) >= 0)
		return x;
	if (seat == SEAT_NONE)
		return x + 2;
	paint_text(area, y, x, roles[seat],
		   board_named(match->setup.system)->mark(match, view_turns(traffic->pane.view), seat));
	return x + 2;
}

/* Was the match stopped before this message, or while this question had no answer?  */
static bool is_stopped(const struct traffic *traffic, const struct line *line, int held)
{
	const struct view *view = traffic->pane.view;

	return held ? line->flags & MESSAGE_STOPPED
		    : line->n == session_stopped_ask(view->session) && view_is_live(view);
}

/* What the match was stopped at says by which breakpoint; returns the column where that begins.  */
static int draw_stop(const struct traffic *traffic, struct area area, int y, const struct line *line)
{
	const char *why = session_stopped(traffic->pane.view->session, NULL);
	char *word;
	int x;

	if (!why)
		return draw_end(traffic, area, y, line);
	word = area.width >= WIDE_ENOUGH ? bytes_copy(why, strcspn(why, ",")) : bytes_text("b");
	x = area.width - paint_width(word);
	paint_text(area, y, x, ROLE_WARNING, word);
	free(word);
	return x - 1;
}

/* held: its number among those that wait, from 1; 0: it does not.  */
static void draw_line(const struct traffic *traffic, struct area area, int y, const struct line *line,
		      int held)
{
	static const enum glyph arrows[] = {
		[TO_AGENT] = GLYPH_TO, [FROM_AGENT] = GLYPH_FROM, [EVENT] = GLYPH_EVENT};
	static const enum role arrow_roles[] = {
		[TO_AGENT] = ROLE_SENT, [FROM_AGENT] = ROLE_TEXT, [EVENT] = ROLE_CHANNEL_EVENT};
	enum role role = held                             ? ROLE_HELD
			 : line->n == traffic->hit        ? ROLE_MATCHED
			 : line->flags & MESSAGE_WITHHELD ? ROLE_WITHHELD
							  : channel_roles[line->channel];
	int end = (is_stopped(traffic, line, held) ? draw_stop
		   : !held                         ? draw_end
						   : draw_delay)(traffic, area, y, line),
	    x = 0;
	struct area text = {area.y + y, area.x, 1, 0};

	if (area.width >= WIDE_ENOUGH) {
		x = held ? TIME_WIDTH : draw_time(area, y, line->t_ns);
		if (held) {
			paint_format(area, y, TIME_WIDTH - 6, ROLE_FAINT, "#%d", held);
			paint_put(area, y, TIME_WIDTH - 2, ROLE_HELD, GLYPH_HOLD);
		}
	} else if (held) {
		paint_put(area, y, x, ROLE_HELD, GLYPH_HOLD);
		x += 2;
	}
	x = draw_seat(traffic, area, y, x, line->seat);
	paint_put(area, y, x, arrow_roles[line->direction], arrows[line->direction]);
	text.x += x + 2;
	text.width = end - x - 2;
	if (text.width > 0)
		paint_bytes(text, 0, -traffic->side, role, line->text, line->size);
}

static bool is_mine(const struct traffic *traffic, const struct message *message)
{
	const struct message_query *query = &traffic->window.query;

	return query->seats & 1u << message->seat && query->channels & CHANNEL_BIT(message->channel) &&
	       (query->directions == 0 || query->directions & 1u << message->direction) &&
	       (!traffic->window.file || match_file_matches(traffic->window.file, query, message));
}

/* The i-th message from 0 that waits at the gate and belongs here, and its number from 1 among all that wait;
   NULL past the last.  */
static const struct message *held_at(const struct traffic *traffic, int i, int *number)
{
	const struct message *message;

	*number = 0;
	if (!traffic->following || traffic->frozen >= 0 || traffic->pane.view->turns != VIEW_LIVE)
		return NULL;
	for (int k = 0; (message = session_held(traffic->pane.view->session, k)); k++)
		if (is_mine(traffic, message) && i-- == 0) {
			*number = k + 1;
			return message;
		}
	return NULL;
}

static void draw_held(const struct traffic *traffic, struct area area, int y, int i)
{
	int number;
	const struct message *message = held_at(traffic, i, &number);
	struct line line;

	assert(message);
	/* Its time is how long it is still delayed.  */
	line = (struct line){.t_ns = session_held_delay(traffic->pane.view->session, number - 1),
			     .seat = message->seat,
			     .direction = message->direction,
			     .channel = message->channel,
			     .flags = message->flags};
	line.text = window_text(&match_of(traffic)->setup, message, &line.size);
	draw_line(traffic, area, y, &line, number);
	free(line.text);
}

/* What a seat has sent that is no message yet, and belongs here: the i-th from 0; false past the last.  */
static bool pending_at(const struct traffic *traffic, int i, struct pending_row *row)
{
	if (!traffic->following || traffic->frozen >= 0 || traffic->pane.view->turns != VIEW_LIVE)
		return false;
	for (int k = 0; pending_row(traffic->pane.view->session, k, row); k++)
		if (is_mine(traffic, &row->message) && i-- == 0)
			return true;
	return false;
}

static void draw_pending(const struct traffic *traffic, struct area area, int y, int i)
{
	struct pending_row row;
	int x = 0;

	if (!pending_at(traffic, i, &row))
		return;
	if (area.width >= WIDE_ENOUGH)
		x = draw_time(area, y, row.message.t_ns);
	x = draw_seat(traffic, area, y, x, row.message.seat);
	paint_put(area, y, x, ROLE_TEXT, GLYPH_FROM);
	pending_draw((struct area){area.y + y, area.x + x + 2, 1, area.width - x - 2}, &row,
		     channel_roles[row.message.channel], traffic->side);
}

static void draw(struct pane *pane, struct area inside, bool focused)
{
	struct traffic *traffic = traffic_of(pane);
	int held = 0, pending = 0, rows, bottom, top, number;
	struct pending_row row;

	(void)focused;
	traffic->height = inside.height;
	catch_up(traffic);
	while (held < inside.height && held_at(traffic, held, &number))
		held++;
	while (held + pending < inside.height && pending_at(traffic, pending, &row))
		pending++;
	rows = inside.height - held - pending;
	if (traffic->window.count < rows)
		window_older(&traffic->window, rows - traffic->window.count);
	bottom = bottom_of(traffic);
	top = bottom > rows ? bottom - rows : 0;
	if (!traffic->window.file)
		paint_text(inside, 0, 0, ROLE_FAINT, "nothing is recorded: no messages to show");
	for (int i = top; i < bottom; i++)
		draw_line(traffic, inside, i - top, &traffic->window.lines[i], 0);
	for (int i = 0; i < held; i++)
		draw_held(traffic, inside, bottom - top + i, i);
	for (int i = 0; i < pending; i++)
		draw_pending(traffic, inside, bottom - top + held + i, i);
}

static bool key(struct pane *pane, unsigned key, bool is_code)
{
	struct traffic *traffic = traffic_of(pane);
	int page = traffic->height > 1 ? traffic->height - 1 : 1;

	if (!is_code) {
		switch (key) {
		case 'g': scroll_to_top(traffic); return true;
		case 'G': scroll_to_end(traffic); return true;
		default: return false;
		}
	}
	switch (key) {
	case KEY_UP: scroll_by(traffic, -1); return true;
	case KEY_DOWN: scroll_by(traffic, 1); return true;
	case KEY_PPAGE: scroll_by(traffic, -page); return true;
	case KEY_NPAGE: scroll_by(traffic, page); return true;
	case KEY_SLEFT: traffic->side -= traffic->side ? SIDE_STEP : 0; return true;
	case KEY_SRIGHT: traffic->side += SIDE_STEP; return true;
	default: return false;
	}
}

static bool click(struct pane *pane, int y, int x, int button)
{
	(void)y;
	(void)x;
	if (button < 4)
		return false;
	scroll_by(traffic_of(pane), button == 4 ? -3 : 3);
	return true;
}

static bool show_matching(struct pane *pane, const char *pattern)
{
	struct traffic *traffic = traffic_of(pane);

	window_filter(&traffic->window, pattern);
	traffic->following = true;
	traffic->hit = 0;
	return true;
}

/* The hit is shown in the middle, unless it is in sight already.  */
static void bring_into_sight(struct traffic *traffic)
{
	struct window *window = &traffic->window;
	int bottom = bottom_of(traffic), top = bottom > traffic->height ? bottom - traffic->height : 0, at;

	if (traffic->following && window->count)
		traffic->left_at = window->lines[window->count - 1].n;
	if (window_upto(window, traffic->hit) > top && window_upto(window, traffic->hit) <= bottom &&
	    traffic->hit >= window->from)
		return;
	window_jump(window, traffic->hit);
	if (!window->count)
		return;
	at = window_upto(window, traffic->hit) + traffic->height / 2;
	at = at < 1 ? 1 : at < window->count ? at : window->count;
	traffic->following = false;
	traffic->bottom = window->lines[at - 1].n;
}

/* From the last hit on, or from what is on the screen, through the whole match: what was played later than
   the position shown is gone to.  The hit is shown in the middle.  */
static bool search(struct pane *pane, const char *pattern, int direction)
{
	struct traffic *traffic = traffic_of(pane);
	struct window *window = &traffic->window;
	int bottom, top;
	int64_t from = traffic->hit;
	bool frozen = traffic->frozen >= 0;

	catch_up(traffic); /* it may never have been drawn */
	bottom = bottom_of(traffic);
	top = bottom > traffic->height ? bottom - traffic->height : 0;
	if (!from && window->count && bottom)
		from = direction < 0 ? window->lines[bottom - 1].n + 1 : window->lines[top].n - 1;
	else if (!from && direction < 0)
		from = INT64_MAX;
	traffic->hit = window_find(window, pattern, from, direction, frozen ? traffic->frozen : INT64_MAX);
	if (!traffic->hit)
		return false;
	if (!frozen && traffic->hit > view_message(pane->view)) {
		free(view_goto_message(pane->view, traffic->hit));
		catch_up(traffic);
	}
	bring_into_sight(traffic);
	return true;
}

static bool show_message(struct pane *pane, const struct message *message)
{
	struct traffic *traffic = traffic_of(pane);

	if (!is_mine(traffic, message))
		return false;
	catch_up(traffic); /* the view may have moved since the last drawing */
	if (traffic->window.pattern &&
	    window_upto(&traffic->window, message->n) == window_upto(&traffic->window, message->n - 1))
		window_filter(&traffic->window, NULL);
	catch_up(traffic);
	traffic->side = 0;
	traffic->hit = message->n;
	bring_into_sight(traffic);
	return true;
}

static bool freeze(struct pane *pane, bool frozen)
{
	struct traffic *traffic = traffic_of(pane);

	traffic->frozen = frozen ? traffic->window.seen : -1;
	if (!frozen)
		scroll_to_end(traffic);
	return true;
}

static void free_traffic(struct pane *pane)
{
	struct traffic *traffic = traffic_of(pane);

	window_free(&traffic->window);
	free(traffic->name);
	free(traffic);
}

static const struct pane_ops traffic_ops = {
	.kind = "traffic",
	.title = title,
	.status = status,
	.draw = draw,
	.key = key,
	.click = click,
	.filter = show_matching,
	.search = search,
	.freeze = freeze,
	.show = show_message,
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
