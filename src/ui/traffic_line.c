/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* traffic_line.c - how one message is drawn: time, seat, direction, text, marks and think time.  */
#include "traffic.h"

#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ringside/value.h"
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	WIDE_ENOUGH = 36, /* wide enough for times, and for flags as words */
	TIME_WIDTH = 10
};

static const enum role channel_roles[CHANNEL_COUNT] = {
#define X(NAME, name, help) [CHANNEL_##NAME] = ROLE_CHANNEL_##NAME,
	CHANNELS(X)
#undef X
};

/* Something to know of a message besides its text, the most serious first.  */
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

/* What a person has done to it, which stands beside a mark.  */
static const struct mark touches[] = {
	{MESSAGE_WITHHELD, "withheld", "w", ROLE_EDITED},
	{MESSAGE_EDITED, "edited", "e", ROLE_EDITED},
};

/* The turn that this message ended, or NULL.  */
static const struct turn *turn_of(const struct traffic *traffic, const struct line *line)
{
	const struct turn *turn =
		line->direction == FROM_AGENT ? match_turn(traffic_match(traffic), line->turn) : NULL;

	return turn && turn->message == line->n ? turn : NULL;
}

/* Draws the first mark that applies to the left of x.  Returns the column where it begins.  */
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

/* The judge was held up in the turn.  The caller frees.  */
static char *held_text(int64_t ns, int width)
{
	char *time, *text;

	if (width < WIDE_ENOUGH)
		return bytes_text("h");
	if (width < WIDE_ENOUGH + WIDE_ENOUGH / 2)
		return bytes_text("held up");
	time = value_time_text(ns);
	text = bytes_text("judge held up %s", time);
	free(time);
	return text;
}

/* Draws the right end of a line.  Returns the column where it begins.  */
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
	if (turn && turn->held_ns) {
		char *held = held_text(turn->held_ns, area.width);

		x -= paint_width(held);
		paint_text(area, y, x, ROLE_WARNING, held);
		free(held);
		x--;
	}
	if (flags & MESSAGE_WITHHELD) /* that says as much */
		flags &= ~(unsigned)(MESSAGE_CHANGED | MESSAGE_DROPPED);
	x = draw_mark(area, y, x, touches, sizeof(touches) / sizeof(touches[0]), flags);
	return draw_mark(area, y, x, marks, sizeof(marks) / sizeof(marks[0]), flags);
}

/* The same for a held message: how long a person delays it.  */
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

/* Draws whose message it is, in a pane that shows several seats.  */
static int draw_seat(const struct traffic *traffic, struct area area, int y, int x, int seat)
{
	static const enum role roles[SEATS] = {ROLE_FAINT, ROLE_SEAT_1, ROLE_SEAT_2};
	const struct match *match = traffic_match(traffic);

	assert(is_seat(seat));
	if (traffic_only_seat(traffic) >= 0)
		return x;
	if (seat == SEAT_NONE)
		return x + 2;
	paint_text(area, y, x, roles[seat],
		   board_named(match->setup.system)->mark(match, view_turns(traffic->pane.view), seat));
	return x + 2;
}

/* Did the match stop before this message, or while this question had no answer?  */
static bool is_stopped(const struct traffic *traffic, const struct line *line, int held)
{
	const struct view *view = traffic->pane.view;

	return held ? line->flags & MESSAGE_STOPPED
		    : line->n == session_stopped_ask(view->session) && view_is_live(view);
}

/* Draws the breakpoint at which the match stopped.  Returns the column where that begins.  */
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

/* Draws what is missing here.  */
static void draw_gap(const struct traffic *traffic, struct area area, int y, const struct line *line)
{
	struct gap gap;
	char *words;

	if (match_file_gaps(traffic->window.file, line->n - 1, line->n, 1, &gap) != 1)
		return;
	words = gap_line(&gap);
	area = (struct area){area.y + y, area.x, 1, area.width};
	paint_bytes(area, 0, -traffic->side, ROLE_ALARM, words, strlen(words));
	free(words);
}

int traffic_rows(const struct traffic *traffic, const struct line *line)
{
	(void)traffic;
	(void)line;
	return 1;
}

void traffic_draw_line(const struct traffic *traffic, struct area area, int y, const struct line *line,
		       int held, bool selected)
{
	static const enum glyph arrows[] = {
		[TO_AGENT] = GLYPH_TO, [FROM_AGENT] = GLYPH_FROM, [EVENT] = GLYPH_EVENT};
	static const enum role arrow_roles[] = {
		[TO_AGENT] = ROLE_SENT, [FROM_AGENT] = ROLE_TEXT, [EVENT] = ROLE_CHANNEL_EVENT};
	enum role role = held                                                         ? ROLE_HELD
			 : selected && !traffic->following && line->n != traffic->hit ? ROLE_SELECTED
			 : line->n == traffic->hit                                    ? ROLE_MATCHED
			 : line->flags & MESSAGE_WITHHELD                             ? ROLE_WITHHELD
							  : channel_roles[line->channel];
	struct area text = {area.y + y, area.x, 1, 0};
	int end, x = 0;

	if (line->gap) {
		draw_gap(traffic, area, y, line);
		return;
	}
	end = (is_stopped(traffic, line, held) ? draw_stop
	       : !held                         ? draw_end
					       : draw_delay)(traffic, area, y, line);
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
	paint_put(area, y, x, selected ? ROLE_SELECTED : arrow_roles[line->direction],
		  arrows[line->direction]);
	text.x += x + 2;
	text.width = end - x - 2;
	if (text.width > 0)
		paint_bytes(text, 0, -traffic->side, role, line->text, line->size);
}

void traffic_draw_held(const struct traffic *traffic, struct area area, int y, int i)
{
	int number;
	const struct message *message = traffic_held_at(traffic, i, &number);
	struct line line;

	assert(message);
	/* Its time is its remaining delay.  */
	line = (struct line){.t_ns = session_held_delay(traffic->pane.view->session, number - 1),
			     .seat = message->seat,
			     .direction = message->direction,
			     .channel = message->channel,
			     .flags = message->flags};
	line.text = window_text(&traffic_match(traffic)->setup, message, &line.size);
	traffic_draw_line(traffic, area, y, &line, number, false);
	free(line.text);
}

void traffic_draw_pending(const struct traffic *traffic, struct area area, int y, int i)
{
	struct pending_row row;
	int x = 0;

	if (!traffic_pending_at(traffic, i, &row))
		return;
	if (area.width >= WIDE_ENOUGH)
		x = draw_time(area, y, row.message.t_ns);
	x = draw_seat(traffic, area, y, x, row.message.seat);
	paint_put(area, y, x, ROLE_TEXT, GLYPH_FROM);
	pending_draw((struct area){area.y + y, area.x + x + 2, 1, area.width - x - 2}, &row,
		     channel_roles[row.message.channel], traffic->side);
}
