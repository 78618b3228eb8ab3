/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* traffic_line.c - how one message is drawn: time, seat, direction, text, marks and think time; and what
 * has come of an incomplete message.  */
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ringside/paint.h"
#include "ringside/protocol.h"
#include "ringside/session.h"
#include "ringside/shown.h"
#include "ringside/value.h"
#include "traffic.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* TEXT_LEAST: this many columns of the text come before the words about it.  */
enum { TEXT_LEAST = 8, BYTES_SHOWN = 4096, WORDS = 64 };

bool pending_row(const struct session *session, int i, struct pending_row *row)
{
	struct pending_bytes pending;

	*row = (struct pending_row){.setup = &session_match(session)->setup};
	for (int n = 0; n < 2 * SEATS; n++) {
		bool words = n % 2;

		if (!session_pending(session, n / 2, words ? STREAM_STDERR : STREAM_STDOUT, &pending,
				     &row->for_ns) ||
		    i-- > 0)
			continue;
		row->wanted = pending.wanted;
		row->message = (struct message){.t_ns = pending.first_ns,
						.seat = n / 2,
						.direction = FROM_AGENT,
						.channel = words ? CHANNEL_STDERR
								 : protocol_named(row->setup->system)->moves,
						.bytes = (char *)pending.bytes,
						.size = pending.size};
		return true;
	}
	return false;
}

/* Writes what stands behind the text, if it fits into `room` columns: "  no line end yet, 5 ms", or the time
   alone.  */
static void say_why(const struct pending_row *row, bool line, int room, char words[WORDS])
{
	int64_t ms = row->for_ns / NS_PER_MS;
	char time[32];

	if (ms < 1000)
		snprintf(time, sizeof(time), "%" PRId64 " ms", ms);
	else
		snprintf(time, sizeof(time), "%" PRId64 ".%" PRId64 " s", ms / 1000, ms / 100 % 10);
	snprintf(words, WORDS, "  no %s yet, %s", line ? "line end" : "end", time);
	if (paint_width(words) > room)
		snprintf(words, WORDS, "  %s", time);
}

/* Draws it without time and seat into an area of one line.  `side`: columns that are scrolled away.  */
static void pending_draw(struct area area, const struct pending_row *row, enum role role, int side)
{
	const struct protocol *protocol = protocol_named(row->setup->system);
	bool line = row->message.channel == CHANNEL_STDERR || !protocol->texts->partial;
	char *text = line ? NULL
			  : protocol->texts->partial(row->message.bytes, row->message.size, row->wanted),
	     words[WORDS];
	size_t size = text ? strlen(text) : 0;
	struct area left = area;
	struct message shown = row->message;
	int x, least;

	shown.size = shown.size < BYTES_SHOWN ? shown.size : BYTES_SHOWN;
	if (line)
		text = shown_text(row->setup, &shown, &size);
	least = paint_bytes_width(text, size);
	least = least < TEXT_LEAST ? least : TEXT_LEAST;
	say_why(row, line, area.width - least - 1, words);
	left.width -= paint_width(words) + 1;
	if (left.width < least)
		left = area;
	x = paint_bytes(left, 0, -side, role, text, size);
	if (line)
		x = paint_put(area, 0, x, ROLE_FAINT, GLYPH_ELLIPSIS);
	paint_text(area, 0, x, ROLE_FAINT, words);
	free(text);
}

enum { LEAST_ROOM = 8 }; /* columns; a narrower place does not wrap */

/* Finds the part of the text that the search found; false: it is not in this line, or not known.  */
static bool find_hit(const struct traffic *traffic, const struct line *line, size_t *from, size_t *size)
{
	return line->n == traffic->hit && traffic->sought &&
	       match_file_patterns.finds(traffic->sought, line->text, line->size, from, size) && *size;
}

static void draw_cut(const struct traffic *traffic, struct area area, enum role role, const struct line *line)
{
	size_t from, size;
	int at, width;

	paint_bytes(area, 0, -traffic->side, role, line->text, line->size);
	if (traffic->side && line->size)
		paint_put(area, 0, 0, role, GLYPH_ELLIPSIS);
	if (!find_hit(traffic, line, &from, &size))
		return;
	at = paint_bytes_width(line->text, from) - traffic->side;
	width = paint_bytes_width(line->text + from, size);
	if (at + width <= 0)
		paint_put(area, 0, 0, ROLE_MATCHED, GLYPH_FROM);
	else if (at >= area.width)
		paint_put(area, 0, area.width - 1, ROLE_MATCHED, GLYPH_TO);
	else
		paint_bytes(area, 0, at, ROLE_MATCHED, line->text + from, size);
}

/* Draws bytes `begin` to `end` of the text in a row.  */
static void draw_row(struct area row, enum role role, const struct line *line, size_t begin, size_t end,
		     size_t hit, size_t hit_size)
{
	size_t from = hit > begin ? hit : begin, to = hit + hit_size < end ? hit + hit_size : end;

	paint_bytes(row, 0, 0, role, line->text + begin, end - begin);
	if (from < to)
		paint_bytes(row, 0, paint_bytes_width(line->text + begin, from - begin), ROLE_MATCHED,
			    line->text + from, to - from);
}

/* The end of the row that begins at byte `at`, of which it sets the next row's beginning.  */
static size_t row_end(const struct line *line, size_t *at, int width)
{
	size_t end = *at + paint_row(line->text + *at, line->size - *at, width);

	*at = end;
	while (*at < line->size && line->text[*at] == ' ')
		++*at;
	return end;
}

/* ---- how its text is drawn: in row y from column x, in its first row only to column `end` ---- */
static int traffic_text_rows(const struct traffic *traffic, const struct line *line, int x, int end)
{
	int rows = 0, width = end - x;
	size_t at = 0;

	if (end - x < LEAST_ROOM)
		return 1;
	do {
		row_end(line, &at, width);
		width = traffic->width - x;
		rows++;
	} while (at < line->size);
	return rows;
}

/* wraps: in as many rows as needed.  */
static void traffic_text_draw(const struct traffic *traffic, struct area area, int y, int x, int end,
			      enum role role, const struct line *line, bool wraps)
{
	struct area row = {area.y + y, area.x + x, 1, end - x};
	size_t at = 0, hit = 0, hit_size = 0;

	if (row.width <= 0)
		return;
	if (!wraps || row.width < LEAST_ROOM) {
		draw_cut(traffic, row, role, line);
		return;
	}
	find_hit(traffic, line, &hit, &hit_size);
	do {
		size_t begin = at, to = row_end(line, &at, row.width);

		draw_row(row, role, line, begin, to, hit, hit_size);
		row.y++;
		row.width = area.width - x;
	} while (at < line->size && row.y < area.y + area.height);
}

/* Goes sideways so that the place which the search found is seen in a text of so many columns.  */
static void traffic_text_reveal(struct traffic *traffic, const struct line *line, int width)
{
	size_t from, size;
	int at, end;

	if (!find_hit(traffic, line, &from, &size) || width <= 0)
		return;
	at = paint_bytes_width(line->text, from);
	end = at + paint_bytes_width(line->text + from, size);
	if (at < traffic->side + (traffic->side > 0) || end > traffic->side + width - 1)
		traffic->side = end < width ? 0 : at - width / 4;
}

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
	{MESSAGE_REPLY, "reply", "r", ROLE_EDITED},
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

/* What is to know of the time of a turn, beside it: "waited 62 ms" would say something else.  */
static const struct mark times[] = {
	{TURN_WAITED, "(waited)", ":", ROLE_WARNING},
	{TURN_CHARGED, "(flooded)", "=", ROLE_WARNING},
};

/* The judge was held up in the turn. Where there is no room for words it is the mark of the list of moves.
 * The caller frees.  */
static char *held_text(int64_t ns, int width)
{
	char *time, *text;

	if (width < WIDE_ENOUGH + WIDE_ENOUGH / 2)
		return bytes_text("%s", paint_glyph(GLYPH_HOLD));
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
	for (size_t i = 0; turn && i < sizeof(times) / sizeof(times[0]); i++)
		x = draw_mark(area, y, x, &times[i], 1, turn->flags);
	if (flags & (MESSAGE_WITHHELD | MESSAGE_REPLY)) /* that says as much */
		flags &= ~(unsigned)(MESSAGE_CHANGED | MESSAGE_DROPPED);
	x = draw_mark(area, y, x, touches, sizeof(touches) / sizeof(touches[0]), flags);
	return draw_mark(area, y, x, marks, sizeof(marks) / sizeof(marks[0]), flags);
}

/* The same for a held message: how long a person delays it.  */
static int draw_delay(const struct traffic *traffic, struct area area, int y, const struct line *line)
{
	static const struct mark dropped = {MESSAGE_WITHHELD, "dropped", "x", ROLE_WITHHELD};
	int64_t ms = line->t_ns / NS_PER_MS;
	struct line left = *line;
	char text[32];
	int x;

	if (line->flags & MESSAGE_WITHHELD) {
		area.width = draw_mark(area, y, area.width, &dropped, 1, line->flags);
		left.flags &= ~(unsigned)MESSAGE_WITHHELD;
	} else if (ms > 0) {
		snprintf(text, sizeof(text), "in %" PRId64 ".%" PRId64 " s", ms / 1000, ms / 100 % 10);
		x = area.width - paint_width(text);
		paint_text(area, y, x, ROLE_TIME, text);
		area.width = x > 0 ? x - 1 : 0;
	}
	return draw_end(traffic, area, y, &left);
}

static int draw_time(struct area area, int y, int x, int64_t t_ns)
{
	char text[VALUE_CLOCK];

	return paint_text(area, y, x, ROLE_TIME, value_clock(t_ns, text)) + 1;
}

/* The columns of the numbers, with a blank; 0: they are not shown.  */
static int number_width(const struct traffic *traffic)
{
	int width = 2;

	if (!traffic->pane.view->numbers)
		return 0;
	for (int64_t n = window_last(&traffic->window); n > 0; n /= 10)
		width++;
	return width;
}

/* The column where the text of a recorded message begins.  */
static int head_width(const struct traffic *traffic, const struct line *line, int width)
{
	char text[VALUE_CLOCK];

	return number_width(traffic) +
	       (width >= WIDE_ENOUGH ? (int)strlen(value_clock(line->t_ns, text)) + 1 : 0) +
	       (traffic_only_seat(traffic) >= 0 ? 0 : 2) + 2;
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
static void draw_gap(const struct traffic *traffic, struct area area, int y, const struct line *line,
		     bool selected)
{
	struct gap gap;
	char *words;

	if (match_file_gaps(traffic->window.file, line->n - 1, line->n, 1, &gap) != 1)
		return;
	words = gap_line(&gap);
	area = (struct area){area.y + y, area.x, 1, area.width};
	paint_bytes(area, 0, -traffic->side, selected ? ROLE_SELECTED : ROLE_ALARM, words, strlen(words));
	free(words);
}

/* Draws the right end of a line, or only measures it if the area has no height.  Returns the column where it
   begins.  */
static int draw_right(const struct traffic *traffic, struct area area, int y, const struct line *line,
		      int held)
{
	return (is_stopped(traffic, line, held) ? draw_stop
		: !held                         ? draw_end
						: draw_delay)(traffic, area, y, line);
}

/* The column behind the first row of its text.  */
static int end_of(const struct traffic *traffic, const struct line *line)
{
	return draw_right(traffic, (struct area){.width = traffic->width}, 0, line, 0);
}

void traffic_reveal(struct traffic *traffic, const struct line *line)
{
	if (!line->gap && !traffic->wraps)
		traffic_text_reveal(traffic, line,
				    end_of(traffic, line) - head_width(traffic, line, traffic->width));
}

int traffic_rows(const struct traffic *traffic, const struct line *line)
{
	if (!traffic->wraps || line->gap)
		return 1;
	return traffic_text_rows(traffic, line, head_width(traffic, line, traffic->width),
				 end_of(traffic, line));
}

/* Draws the number and the time of a line, or the number of a held one.  Returns the column behind it.  */
static int draw_left(const struct traffic *traffic, struct area area, int y, const struct line *line,
		     int held)
{
	int x = number_width(traffic);

	if (x && line->n)
		paint_format(area, y, 0, ROLE_FAINT, "#%*" PRId64, -(x - 2), line->n);
	if (area.width >= WIDE_ENOUGH && !held)
		return draw_time(area, y, x, line->t_ns);
	if (area.width >= WIDE_ENOUGH) {
		paint_format(area, y, x + TIME_WIDTH - 6, ROLE_FAINT, "#%d", held);
		paint_put(area, y, x + TIME_WIDTH - 2, ROLE_HELD, GLYPH_HOLD);
		return x + TIME_WIDTH;
	}
	if (!held)
		return x;
	x = paint_format(area, y, x, ROLE_FAINT, "#%d", held);
	return paint_put(area, y, x, ROLE_HELD, GLYPH_HOLD) + 1;
}

static enum role role_of(const struct traffic *traffic, const struct line *line, int held, bool selected)
{
	if (held)
		return selected ? ROLE_SELECTED : line->flags & MESSAGE_WITHHELD ? ROLE_WITHHELD : ROLE_HELD;
	if (line->n == traffic->hit && !traffic->sought)
		return ROLE_MATCHED;
	if (selected && !traffic->following)
		return ROLE_SELECTED;
	return line->flags & MESSAGE_WITHHELD ? ROLE_WITHHELD : channel_roles[line->channel];
}

void traffic_draw_line(const struct traffic *traffic, struct area area, int y, const struct line *line,
		       int held, bool selected)
{
	static const enum glyph arrows[] = {
		[TO_AGENT] = GLYPH_TO, [FROM_AGENT] = GLYPH_FROM, [EVENT] = GLYPH_EVENT};
	static const enum role arrow_roles[] = {
		[TO_AGENT] = ROLE_SENT, [FROM_AGENT] = ROLE_TEXT, [EVENT] = ROLE_CHANNEL_EVENT};
	enum role role = selected ? ROLE_SELECTED : arrow_roles[line->direction];
	int end, x;

	if (line->gap) {
		draw_gap(traffic, area, y, line, selected);
		return;
	}
	if (line->stopped)
		paint_put((struct area){area.y + y, area.x - 1, 1, 1}, 0, 0, ROLE_WARNING, GLYPH_PAUSED);
	end = draw_right(traffic, area, y, line, held);
	x = draw_left(traffic, area, y, line, held);
	x = draw_seat(traffic, area, y, x, line->seat);
	paint_put(area, y, x, role, arrows[line->direction]);
	traffic_text_draw(traffic, area, y, x + 2, end, role_of(traffic, line, held, selected), line,
			  traffic->wraps && !held);
}

void traffic_draw_held(const struct traffic *traffic, struct area area, int y, int i, bool selected)
{
	int number, place = 0;
	const struct message *message = traffic_held_at(traffic, i, &number);
	struct line line;

	assert(message);
	while (session_held(traffic->pane.view->session, place) != message)
		place++;
	/* Its time is its remaining delay.  */
	line = (struct line){.t_ns = session_held_delay(traffic->pane.view->session, place),
			     .seat = message->seat,
			     .direction = message->direction,
			     .channel = message->channel,
			     .flags = message->flags};
	line.text = window_text(&traffic_match(traffic)->setup, message, &line.size);
	traffic_draw_line(traffic, area, y, &line, number, selected);
	free(line.text);
}

void traffic_draw_pending(const struct traffic *traffic, struct area area, int y, int i)
{
	struct pending_row row;
	int x = number_width(traffic);

	if (!traffic_pending_at(traffic, i, &row))
		return;
	if (area.width >= WIDE_ENOUGH)
		x = draw_time(area, y, x, row.message.t_ns);
	x = draw_seat(traffic, area, y, x, row.message.seat);
	paint_put(area, y, x, ROLE_TEXT, GLYPH_FROM);
	pending_draw((struct area){area.y + y, area.x + x + 2, 1, area.width - x - 2}, &row,
		     channel_roles[row.message.channel], traffic->side);
}
