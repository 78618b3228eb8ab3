/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pane_traffic.c - messages with their times: the traffic of one seat, its log, or all traffic.
 *
 * One kind of pane for all of these: a query says which messages.  window.c has those that are near the shown
 * ones; held and incomplete messages come behind the newest.  */
#include "pane.h"
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ringside/message.h"
#include "ringside/protocol.h"
#include "ringside/value.h"
#include "window.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	TEXT_LEAST = 8, /* columns of the text that come before the words about it */
	BYTES_SHOWN = 4096,
	WORDS = 64,
	LEAST_ROOM = 8,   /* columns; a narrower place does not wrap */
	NUMBERED = 16,    /* columns that are enough for numbers */
	WIDE_ENOUGH = 36, /* columns that are enough for times, and for flags as words */
	PRECISE = 44,     /* columns that are enough for thousandths of seconds beside numbers */
	ROOMY = 54,       /* columns that are enough for more words */
	TIME_WIDTH = 10,
	SHORT_TIME_WIDTH = 6 /* without thousandths */
};

/* An incomplete message.  */
struct pending_row {
	/* The bytes as if they were a message: on the channel of moves or of stderr, with the time of the
	 * first byte.  They are valid until the session gets more input.  */
	struct message message;
	const struct setup *setup;
	size_t wanted;
	int64_t for_ns; /* time since the last byte came */
};

struct traffic {
	struct pane pane;
	struct window window;
	char *name; /* NULL: the name of the seat's player */
	int seat;   /* the only one; SEAT_NONE: the game program's or nobody's messages alone; -1: several */
	int game;   /* number in a series: a later file may have the address of an earlier one */
	bool following;
	int64_t top;       /* when not following: the number of the first message shown */
	int64_t at;        /* when not following: the number of the selected message */
	int64_t left_at;   /* when not following: the newest message at the last time it followed */
	int64_t hit;       /* the number of the message that a search found; 0: none */
	int64_t shown;     /* view_message() at the last drawing */
	int64_t frozen;    /* the newest message at the time of the freeze; -1: it is not frozen */
	int height;        /* rows of the last drawing */
	int room;          /* rows that held and incomplete messages left then */
	int width;         /* columns of the last drawing */
	int side;          /* columns that are scrolled away on the left */
	void *sought;      /* the pattern that `hit` matches, compiled by match_file_patterns; NULL: none */
	struct hits *hits; /* how many there are; NULL: there was no search */
	int64_t held;      /* the number of the selected held message; 0: a recorded one is selected */
	bool reveal;       /* the next drawing goes sideways to where it matches */
};

static const struct match *match_of(const struct traffic *traffic)
{
	return session_match(traffic->pane.view->session);
}

/* Do long lines have several rows?  */
static bool wraps_lines(const struct traffic *traffic)
{
	return traffic->pane.view->settings->wrap;
}

/* ---- held and incomplete messages ---- */

/* Does the message pass the pane's query and filter?  */
static bool is_mine(const struct traffic *traffic, const struct message *message)
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

/* The place of the i-th held message, from 0, of this pane among those of the session; -1: there are no more.
 */
static int held_at(const struct traffic *traffic, int i)
{
	const struct message *message;

	for (int k = 0; shows_newest(traffic) && (message = session_held(traffic->pane.view->session, k));
	     k++)
		if (is_mine(traffic, message) && i-- == 0)
			return k;
	return -1;
}

/* Its number; 0: there are no more.  */
static int64_t held_number(const struct traffic *traffic, int i)
{
	int place = held_at(traffic, i);

	return place < 0 ? 0 : session_held(traffic->pane.view->session, place)->number;
}

/* The i-th incomplete message, from 0, of this pane; false past the last. */
static bool pending_at(const struct traffic *traffic, int i, struct pending_row *row)
{
	const struct session *session = traffic->pane.view->session;
	struct pending_bytes pending;

	*row = (struct pending_row){.setup = &session_match(session)->setup};
	for (int n = 0; shows_newest(traffic) && n < 2 * SEATS; n++) {
		bool words = n % 2;

		if (!session_pending(session, n / 2, words ? STREAM_STDERR : STREAM_STDOUT, &pending,
				     &row->for_ns))
			continue;
		row->wanted = pending.wanted;
		row->message = (struct message){.t_ns = pending.first_ns,
						.seat = n / 2,
						.direction = FROM_AGENT,
						.channel = words ? CHANNEL_STDERR
								 : protocol_named(row->setup->system)->moves,
						.bytes = (char *)pending.bytes,
						.size = pending.size};
		if (is_mine(traffic, &row->message) && i-- == 0)
			return true;
	}
	return false;
}

/* ---- how a line is drawn: into row y, from 0, of the area ---- */

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
static void draw_incomplete(struct area area, const struct pending_row *row, enum role role, int side)
{
	const struct protocol *protocol = protocol_named(row->setup->system);
	bool line = row->message.channel == CHANNEL_STDERR || !protocol->texts->partial;
	FREED char *text =
		line ? NULL : protocol->texts->partial(row->message.bytes, row->message.size, row->wanted);
	char words[WORDS];
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
}

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

/* Draws the text of a line from column x, in its first row only to column `right`.  wraps: in as many rows as
   needed.  */
static void draw_text(const struct traffic *traffic, struct area area, int y, int x, int right,
		      enum role role, const struct line *line, bool wraps)
{
	struct area row = {area.y + y, area.x + x, 1, right - x};
	size_t at = 0, hit = 0, hit_size = 0;

	if (row.width <= 0)
		return;
	if (!wraps || row.width < LEAST_ROOM) {
		draw_cut(traffic, row, role, line);
		return;
	}
	find_hit(traffic, line, &hit, &hit_size);
	do {
		size_t begin = at, end = begin + paint_wrap(line->text, line->size, &at, row.width);

		paint_bytes(row, 0, 0, role, line->text + begin, end - begin);
		paint_part(row, 0, 0, ROLE_MATCHED, line->text, begin, end, hit, hit_size);
		row.y++;
		row.width = area.width - x;
	} while (at < line->size && row.y < area.y + area.height);
}

static const enum role channel_roles[CHANNEL_COUNT] = {
#define X(NAME, name, help) [CHANNEL_##NAME] = ROLE_CHANNEL_##NAME,
	CHANNELS(X)
#undef X
};

/* Something to know of a message besides its text, the most serious first.  */
struct mark {
	unsigned flags;
	enum role role;
	struct sign sign;
};

#define MARK(letter, name, words)                                                                            \
	{                                                                                                    \
		.text = (letter), .word = (name), .meaning = (words)                                         \
	}

static const struct mark marks[] = {
	{MESSAGE_FAULT, ROLE_ALARM, MARK("!", "fault", "it breaks the protocol")},
	{MESSAGE_CHANGED, ROLE_WARNING, MARK("*", "changed", "a person put another one in its place")},
	{MESSAGE_UNSENT, ROLE_WARNING, MARK("u", "unsent", "the agent had stopped reading and never got it")},
	{MESSAGE_UNASKED | MESSAGE_DROPPED, ROLE_WARNING,
	 MARK("l", "late", "it came when nothing was asked, and had no effect")},
	{MESSAGE_DROPPED, ROLE_WARNING, MARK("d", "dropped", "it had no effect on the match")},
	{MESSAGE_CUT, ROLE_WARNING, MARK("c", "cut", "it is too long: only its beginning was read")},
	{MESSAGE_UNENDED, ROLE_FAINT, MARK("_", "unended", "it has no line end, and nothing came after it")},
	{MESSAGE_UNORDERED, ROLE_FAINT,
	 MARK("o", "order?",
	      "it was read at the same time as one of the other seat: which came first is unknown")},
};

/* What a person has done to it, which stands beside a mark.  */
static const struct mark touches[] = {
	{MESSAGE_WITHHELD, ROLE_EDITED, MARK("w", "withheld", "a person kept it back: nobody received it")},
	{MESSAGE_EDITED, ROLE_EDITED, MARK("e", "edited", "a person wrote these bytes")},
	{MESSAGE_REPLY, ROLE_EDITED,
	 MARK("r", "reply", "it replies to what a person sent, so it is no fault")},
};

/* A held message that a person has dropped.  */
static const struct mark dropped = {
	MESSAGE_WITHHELD, ROLE_WITHHELD,
	MARK("x", "dropped", "a held message that nobody will receive; u gives it back")};

/* The turn that this message ended, or NULL.  */
static const struct turn *turn_of(const struct traffic *traffic, const struct line *line)
{
	const struct turn *turn =
		line->direction == FROM_AGENT ? match_turn(match_of(traffic), line->turn) : NULL;

	return turn && turn->message == line->n ? turn : NULL;
}

/* Draws a text, which it frees, to the left of x.  Returns the column of the blank before it.  */
static int draw_before(struct area area, int y, int x, enum role role, char *text)
{
	x -= paint_width(text);
	paint_text(area, y, x, role, text);
	free(text);
	return x - 1;
}

/* The same with the first mark that applies, if there is one.  */
static int draw_mark(struct area area, int y, int x, const struct mark *list, size_t count, unsigned flags)
{
	for (size_t i = 0; i < count; i++)
		if ((flags & list[i].flags) == list[i].flags)
			return draw_before(area, y, x, list[i].role,
					   bytes_text("%s", area.width >= WIDE_ENOUGH ? list[i].sign.word
										      : list[i].sign.text));
	return x;
}

/* What is to know of the time of a turn, beside it: "waited 62 ms" would say something else.  */
static const struct mark times[] = {
	{TURN_WAITED, ROLE_WARNING,
	 MARK(":", "(waited)", "the agent waited for a core while it was on turn")},
	{TURN_CHARGED, ROLE_WARNING,
	 MARK("=", "(flooded)", "the time counts what the judge had to do for all that the agent wrote")},
};

/* The others, which are drawn as they come.  */
static const struct sign arrows[] = {
	[TO_AGENT] = GLYPH_SIGN(TO, "sent to the agent"),
	[FROM_AGENT] = GLYPH_SIGN(FROM, "said by the agent"),
	[EVENT] = GLYPH_SIGN(EVENT, "something that happened"),
};
static const struct sign
	hold = GLYPH_SIGN(HOLD, "held: it has not passed yet; e edits it, x drops it, d delays it"),
	pause = GLYPH_SIGN(PAUSED, "on the frame: after this message the match was stopped"),
	cut = GLYPH_SIGN(ELLIPSIS, "the line goes on: Enter shows all of it"),
	held_up = GLYPH_SIGN(
		HELD_UP,
		"`judge held up`: ringside itself was stopped for so long, which the time leaves out"),
	untimed = {.text = "untimed", .meaning = "a debugger held the agent, so its time says little"};

const struct sign *pane_traffic_sign(int i)
{
	static const struct sign *const others[] = {
		&arrows[TO_AGENT], &arrows[FROM_AGENT], &arrows[EVENT], &hold, &pause, &cut, &held_up,
		&untimed,          &dropped.sign};
	static const struct {
		const struct mark *marks;
		int count;
	} lists[] = {{marks, sizeof(marks) / sizeof(marks[0])},
		     {touches, sizeof(touches) / sizeof(touches[0])},
		     {times, sizeof(times) / sizeof(times[0])}};
	const int count = sizeof(others) / sizeof(others[0]);

	if (i < count)
		return others[i];
	i -= count;
	for (size_t k = 0; k < sizeof(lists) / sizeof(lists[0]); i -= lists[k++].count)
		if (i < lists[k].count)
			return &lists[k].marks[i].sign;
	return NULL;
}

/* The judge was held up in the turn. Where there is no room for words it is the mark of the list of moves.
 * The caller frees.  */
static char *held_text(int64_t ns, int width)
{
	char *time, *text;

	if (width < ROOMY)
		return bytes_text("%s", sign_text(&held_up));
	time = value_time_text(ns);
	text = bytes_text("judge held up %s", time);
	free(time);
	return text;
}

/* Draws what is to know of a message, to the left of x.  Returns the column where it begins.  */
static int draw_marks(const struct traffic *traffic, struct area area, int y, int x, const struct line *line)
{
	const struct turn *turn = turn_of(traffic, line);
	unsigned flags = line->flags;

	if (turn && turn->think_ns >= 0)
		x = draw_before(area, y, x, turn->flags & TURN_FORGIVEN ? ROLE_ALARM : ROLE_TIME,
				think_words(turn));
	if (turn && turn->held_ns)
		x = draw_before(area, y, x, ROLE_WARNING, held_text(turn->held_ns, area.width));
	for (size_t i = 0; turn && i < sizeof(times) / sizeof(times[0]); i++)
		x = draw_mark(area, y, x, &times[i], 1, turn->flags);
	if (flags & (MESSAGE_WITHHELD | MESSAGE_REPLY)) /* that says as much */
		flags &= ~(unsigned)(MESSAGE_CHANGED | MESSAGE_DROPPED);
	x = draw_mark(area, y, x, touches, sizeof(touches) / sizeof(touches[0]), flags);
	return draw_mark(area, y, x, marks, sizeof(marks) / sizeof(marks[0]), flags);
}

/* Draws the right end of a line.  Returns the column where it begins.  */
static int draw_end(const struct traffic *traffic, struct area area, int y, const struct line *line)
{
	return draw_marks(traffic, area, y, area.width, line);
}

/* The same for a held message: how long a person delays it.  */
static int draw_delay(const struct traffic *traffic, struct area area, int y, const struct line *line)
{
	int64_t ms = line->t_ns / NS_PER_MS;
	struct line left = *line;
	int x = area.width;

	if (line->flags & MESSAGE_WITHHELD) {
		x = draw_mark(area, y, x, &dropped, 1, line->flags);
		left.flags &= ~(unsigned)MESSAGE_WITHHELD;
	} else if (ms > 0) {
		x = draw_before(area, y, x, ROLE_TIME,
				bytes_text("in %" PRId64 ".%" PRId64 " s", ms / 1000, ms / 100 % 10));
	}
	return draw_marks(traffic, area, y, x, &left);
}

/* The columns of the numbers, with a blank; 0: they are not shown.  They have a # where there is room.  */
static int number_width(const struct traffic *traffic)
{
	const struct window *window = &traffic->window;
	const struct message *held;
	int64_t most = window_last(window);
	int width = traffic->width >= ROOMY ? 2 : 1, least = traffic->width < WIDE_ENOUGH ? 10 : 100;

	if (!traffic->pane.view->settings->numbers || traffic->width < NUMBERED)
		return 0;
	for (int i = 0; (held = session_held(traffic->pane.view->session, i)); i++)
		most = held->number > most ? held->number : most;
	if (window->count && window->lines[window->count - 1].number > most)
		most = window->lines[window->count - 1].number;
	most = most < least && traffic->width < ROOMY ? least : most;
	for (; most > 0; most /= 10)
		width++;
	return width;
}

/* The time of a message: beside numbers without thousandths, if there is no room.  Returns `text`.  */
static const char *time_of(const struct traffic *traffic, int64_t t_ns, char text[VALUE_CLOCK])
{
	value_clock(t_ns, text);
	if (number_width(traffic) && traffic->width < PRECISE)
		*strrchr(text, '.') = '\0';
	return text;
}

static int draw_time(const struct traffic *traffic, struct area area, int y, int x, int64_t t_ns)
{
	char text[VALUE_CLOCK];

	return paint_text(area, y, x, ROLE_TIME, time_of(traffic, t_ns, text)) + 1;
}

/* The column where the text of a recorded message begins.  */
static int head_width(const struct traffic *traffic, const struct line *line, int width)
{
	char text[VALUE_CLOCK];

	return number_width(traffic) +
	       (width >= WIDE_ENOUGH ? (int)strlen(time_of(traffic, line->t_ns, text)) + 1 : 0) +
	       (traffic->seat >= 0 ? 0 : 2) + 2;
}

/* Draws whose message it is, in a pane that shows several seats.  */
static int draw_seat(const struct traffic *traffic, struct area area, int y, int x, int seat)
{
	const struct match *match = match_of(traffic);

	assert(is_seat(seat));
	if (traffic->seat >= 0)
		return x;
	if (seat == SEAT_NONE)
		return x + 2;
	paint_text(area, y, x, paint_seat_role(seat),
		   board_named(match->setup.system)->mark(match, view_turns(traffic->pane.view), seat));
	return x + 2;
}

/* Draws the breakpoint at which the match stopped.  Returns the column where that begins.  */
static int draw_stop(const struct traffic *traffic, struct area area, int y, const struct line *line)
{
	const char *why = session_stopped(traffic->pane.view->session, NULL);

	if (!why)
		return draw_end(traffic, area, y, line);
	return draw_before(area, y, area.width, ROLE_WARNING,
			   area.width >= WIDE_ENOUGH ? bytes_copy(why, strcspn(why, ",")) : bytes_text("b"));
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
		      bool held)
{
	const struct view *view = traffic->pane.view;
	/* Did the match stop before this message, or while this question had no answer?  */
	bool stopped = held ? line->flags & MESSAGE_STOPPED
			    : line->n == session_stopped_ask(view->session) && view_is_live(view);

	return (stopped ? draw_stop : held ? draw_delay : draw_end)(traffic, area, y, line);
}

/* The column behind the first row of its text.  */
static int end_of(const struct traffic *traffic, const struct line *line)
{
	return draw_right(traffic, (struct area){.width = traffic->width}, 0, line, false);
}

/* Goes sideways so that the place which the search found is seen in the line.  */
static void reveal(struct traffic *traffic, const struct line *line)
{
	int width = end_of(traffic, line) - head_width(traffic, line, traffic->width), at, end;
	size_t from, size;

	if (line->gap || wraps_lines(traffic) || width <= 0 || !find_hit(traffic, line, &from, &size))
		return;
	at = paint_bytes_width(line->text, from);
	end = at + paint_bytes_width(line->text + from, size);
	if (at < traffic->side + (traffic->side > 0) || end > traffic->side + width - 1)
		traffic->side = end < width ? 0 : at - width / 4;
}

/* How many rows the line needs.  */
static int rows_of(const struct traffic *traffic, const struct line *line)
{
	int x = head_width(traffic, line, traffic->width), rows = 0, width;
	size_t at = 0;

	if (!wraps_lines(traffic) || line->gap || (width = end_of(traffic, line) - x) < LEAST_ROOM)
		return 1;
	do {
		paint_wrap(line->text, line->size, &at, width);
		width = traffic->width - x;
		rows++;
	} while (at < line->size);
	return rows;
}

/* Draws the number and the time of a line, or the number of a held one.  Returns the column behind it.  */
static int draw_left(const struct traffic *traffic, struct area area, int y, const struct line *line,
		     bool held)
{
	enum role role = held ? ROLE_HELD : ROLE_FAINT;
	int x = number_width(traffic);
	bool shorter = x && area.width < PRECISE;

	if (x && area.width < ROOMY)
		paint_format(area, y, 0, role, "%*" PRId64, x - 1, line->number);
	else if (x)
		paint_format(area, y, 0, role, "#%*" PRId64, -(x - 2), line->number);
	if (area.width >= WIDE_ENOUGH && !held)
		return draw_time(traffic, area, y, x, line->t_ns);
	if (!held)
		return x;
	if (area.width >= WIDE_ENOUGH && !x)
		paint_format(area, y, 0, ROLE_FAINT, "#%" PRId64, line->number);
	if (area.width >= WIDE_ENOUGH)
		x += (shorter ? SHORT_TIME_WIDTH : TIME_WIDTH) - 2;
	else
		x = x ? x - 1 : paint_format(area, y, 0, ROLE_FAINT, "#%" PRId64, line->number);
	return paint_put(area, y, x, ROLE_HELD, hold.glyph) + 1;
}

static enum role role_of(const struct traffic *traffic, const struct line *line, bool held, bool selected)
{
	if (held)
		return selected ? ROLE_SELECTED : line->flags & MESSAGE_WITHHELD ? ROLE_WITHHELD : ROLE_HELD;
	if (line->n == traffic->hit && !traffic->sought)
		return ROLE_MATCHED;
	if (selected && !traffic->following)
		return ROLE_SELECTED;
	return line->flags & MESSAGE_WITHHELD ? ROLE_WITHHELD : channel_roles[line->channel];
}

/* A step that ended behind it is a mark on the frame, left of the area.  selected: in the pane that has the
 * focus; the whole line is marked only after somebody has gone there.  */
static void draw_line(const struct traffic *traffic, struct area area, int y, const struct line *line,
		      bool held, bool selected)
{
	static const enum role arrow_roles[] = {
		[TO_AGENT] = ROLE_SENT, [FROM_AGENT] = ROLE_TEXT, [EVENT] = ROLE_CHANNEL_EVENT};
	enum role role = selected ? ROLE_SELECTED : arrow_roles[line->direction];
	int end, x;

	if (line->gap) {
		draw_gap(traffic, area, y, line, selected);
		return;
	}
	if (line->stopped)
		paint_put((struct area){area.y + y, area.x - 1, 1, 1}, 0, 0, ROLE_WARNING, pause.glyph);
	end = draw_right(traffic, area, y, line, held);
	x = draw_left(traffic, area, y, line, held);
	x = draw_seat(traffic, area, y, x, line->seat);
	paint_put(area, y, x, role, arrows[line->direction].glyph);
	draw_text(traffic, area, y, x + 2, end, role_of(traffic, line, held, selected), line,
		  wraps_lines(traffic) && !held);
}

/* The i-th of held_at(), which must exist.  */
static void draw_held(const struct traffic *traffic, struct area area, int y, int i, bool selected)
{
	struct session *session = traffic->pane.view->session;
	int place = held_at(traffic, i);
	const struct message *message = session_held(session, place);
	/* Its time is its remaining delay.  */
	struct line line = {.number = message->number,
			    .t_ns = session_held_delay(session, place),
			    .seat = message->seat,
			    .direction = message->direction,
			    .channel = message->channel,
			    .flags = message->flags};

	line.text = window_text(&match_of(traffic)->setup, message, &line.size);
	draw_line(traffic, area, y, &line, true, selected);
	free(line.text);
}

/* The i-th of pending_at().  */
static void draw_pending(const struct traffic *traffic, struct area area, int y, int i)
{
	struct pending_row row;
	int x = number_width(traffic);

	if (!pending_at(traffic, i, &row))
		return;
	if (area.width >= WIDE_ENOUGH)
		x = draw_time(traffic, area, y, x, row.message.t_ns);
	x = draw_seat(traffic, area, y, x, row.message.seat);
	paint_put(area, y, x, ROLE_TEXT, GLYPH_FROM);
	draw_incomplete((struct area){area.y + y, area.x + x + 2, 1, area.width - x - 2}, &row,
			channel_roles[row.message.channel], traffic->side);
}

/* ---- what is seen ---- */

/* Brings the window up to date.  Scrolls to the end when another turn is shown.  */
static void catch_up(struct traffic *traffic)
{
	int64_t last = view_message(traffic->pane.view);
	int game = match_of(traffic)->setup.game;

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
	window_look(&traffic->window, &match_of(traffic)->setup, session_file(traffic->pane.view->session),
		    last);
	if (traffic->following)
		window_follow(&traffic->window);
	else if (traffic->window.count < WINDOW_LINES - 64)
		window_newer(&traffic->window, 32); /* to count the new ones */
}

/* The first of the lines before `end` that fit into so many rows: at least one line.  */
static int back_from(const struct traffic *traffic, int end, int rows)
{
	int first = end;

	while (first > 0 && (rows -= rows_of(traffic, &traffic->window.lines[first - 1])) >= 0)
		first--;
	return first == end && end > 0 ? end - 1 : first;
}

/* The index in the window of the first line that is shown.  */
static int first_line(const struct traffic *traffic)
{
	const struct window *window = &traffic->window;
	int last = back_from(traffic, window->count, traffic->room), first;

	if (traffic->following)
		return last;
	first = window_upto(window, traffic->top - 1);
	return first < last ? first : last;
}

/* The index of the selected line; 0 if there is none.  */
static int selected_line(const struct traffic *traffic)
{
	const struct window *window = &traffic->window;
	int upto = traffic->following ? window->count : window_upto(window, traffic->at);

	return upto > 0 ? upto - 1 : 0;
}

/* `n` of the selected message; 0: there is none.  */
static int64_t selected_message(const struct traffic *traffic)
{
	return traffic->window.count ? traffic->window.lines[selected_line(traffic)].n : 0;
}

static void go_to_end(struct traffic *traffic)
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
	traffic->top = window->lines[first_line(traffic)].n;
	traffic->at = traffic->left_at = window->lines[window->count - 1].n;
	traffic->following = false;
}

/* Loads messages so that line i + lines exists, and so many more.  Returns the new index of that
   line, kept inside of the window.  */
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
	while (seen < window->count && (rows -= rows_of(traffic, &window->lines[seen])) >= 0)
		seen++;
	seen = seen > i ? seen - 1 : i;
	traffic->top = window->lines[i].n;
	if (traffic->at < traffic->top)
		traffic->at = traffic->top;
	else if (traffic->at > window->lines[seen].n)
		traffic->at = window->lines[seen].n;
}

/* Selects line i, and scrolls no more than needed.  */
static void select_line(struct traffic *traffic, int i)
{
	const struct window *window = &traffic->window;
	int first = first_line(traffic), lowest = back_from(traffic, i + 1, traffic->height);

	traffic->at = window->lines[i].n;
	if (i < first)
		traffic->top = traffic->at;
	else if (lowest > first)
		traffic->top = window->lines[lowest].n;
}

/* The place of the selected held message among those of this pane; -1: none is selected.  */
static int selected_held(const struct traffic *traffic)
{
	for (int i = 0; traffic->held && held_at(traffic, i) >= 0; i++)
		if (held_number(traffic, i) == traffic->held)
			return i;
	return -1;
}

/* Goes among the held messages, which come after the newest line.  False: it stays among the lines.
 */
static bool go_held(struct traffic *traffic, int lines)
{
	int at = selected_held(traffic);

	if (at < 0 && traffic->window.count && !(traffic->following && lines > 0))
		return false;
	at = at < 0 && lines < 0 ? 0 : at + lines;
	while (at > 0 && held_at(traffic, at) < 0)
		at--;
	traffic->held = at >= 0 ? held_number(traffic, at) : 0;
	return true;
}

/* Selects the message so many lines further down; negative: up.  At the newest one the pane follows.  `page`:
 * moves what is shown by as much.  */
static void go_by(struct traffic *traffic, int lines, bool page)
{
	struct window *window = &traffic->window;
	int below, i;

	if (!page && go_held(traffic, lines))
		return;
	stand_still(traffic);
	if (!window->count)
		return;
	below = selected_line(traffic) - first_line(traffic);
	i = reach(traffic, selected_line(traffic), lines);
	if (lines > 0 && i == window->count - 1 && window_at_end(window)) {
		traffic->following = true;
	} else if (page) {
		traffic->at = window->lines[i].n;
		traffic->top = window->lines[i > below ? i - below : 0].n;
	} else {
		select_line(traffic, i);
	}
}

/* Selects the line in that row of the pane, from 0.  */
static void select_row(struct traffic *traffic, int row)
{
	const struct window *window = &traffic->window;
	for (int i = first_line(traffic); i < window->count; i++) {
		row -= rows_of(traffic, &window->lines[i]);
		if (row >= 0)
			continue;
		stand_still(traffic);
		traffic->at = window->lines[i].n;
		traffic->following = i == window->count - 1 && window_at_end(window);
		return;
	}
	if (held_at(traffic, row) >= 0)
		traffic->held = held_number(traffic, row);
}

/* Selects a message, and shows it in the middle unless it is on the screen already.  */
static void select_message(struct traffic *traffic, int64_t n)
{
	struct window *window = &traffic->window;
	int upto = window_upto(window, n), first = first_line(traffic), at;

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

/* The newest message that a search finds.  */
static int64_t last_of(const struct traffic *traffic)
{
	return traffic->frozen >= 0 ? traffic->frozen : match_file_last(traffic->window.file);
}

static bool hit_is_selected(const struct traffic *traffic)
{
	return traffic->hits && traffic->window.file && traffic->hit &&
	       selected_message(traffic) == traffic->hit;
}

/* From a search until the pane follows again.  */
static bool found(const struct pane *pane)
{
	const struct traffic *traffic = (const struct traffic *)pane;

	return traffic->hits && traffic->hit && (!traffic->following || hit_is_selected(traffic));
}

static char *title(const struct pane *pane)
{
	const struct traffic *traffic = (const struct traffic *)pane;
	const char *name = traffic->name;

	if (traffic->seat < 0)
		return bytes_text("%s", name ? name : "traffic");
	if (!name)
		name = view_sitting(pane->view, traffic->seat, NULL)->name;
	return bytes_text("%d %s", traffic->seat, name ? name : "");
}

/* How many messages have come below since it stood still, for people; "": none.  The caller frees. */
static char *news(const struct traffic *traffic)
{
	const struct window *window = &traffic->window;
	int fresh = window->count - window_upto(window, traffic->left_at);

	if (!window_at_end(window))
		return bytes_text("%s", window_last(window) > traffic->left_at ? ", new below" : "");
	return fresh > 0 ? bytes_text(", %d new below", fresh) : bytes_text("%s", "");
}

/* Says where the lines are among the messages that may be shown, in as many words as fit into `room`
   columns. NULL: it follows, so they are the newest.  */
static char *place(const struct traffic *traffic, int room)
{
	const struct window *window = &traffic->window;
	int last = first_line(traffic), rows = traffic->height;
	int64_t newest = window_last(window), from, to;
	char *text, *fresh;

	bool ranges = traffic->width >= ROOMY && number_width(traffic);

	if (selected_held(traffic) >= 0 && !ranges)
		return bytes_text("#%" PRId64, traffic->held);
	if (traffic->following || !window->count)
		return NULL;
	from = window->lines[last].number;
	while ((rows -= rows_of(traffic, &window->lines[last])) > 0 && last + 1 < window->count)
		last++;
	to = window->lines[ranges ? last : selected_line(traffic)].number;
	fresh = news(traffic);
	if (ranges)
		text = bytes_text("#%" PRId64 "-%" PRId64 " of %" PRId64 "%s", from, to, newest, fresh);
	else
		text = bytes_text("#%" PRId64 " of %" PRId64 "%s", to, newest, fresh);
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

/* Adds in how many turns of the pane's seats the judge was held up, an agent waited for a core, or
 * flooded the judge, if it lists events and that is known.  */
static void add_counts(struct bytes *text, const struct traffic *traffic)
{
	const struct match *match = match_of(traffic);
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

/* What stands beside the title.  The caller frees.  */
static char *status_words(const struct traffic *traffic, int room, bool counts, const char *pattern)
{
	FREED char *hits =
		hit_is_selected(traffic) ? hits_words(traffic->hits, traffic->hit, last_of(traffic)) : NULL;
	FREED char *where = NULL;
	struct bytes text = {0};

	bytes_add_text(&text, "");
	if (counts)
		add_counts(&text, traffic);
	if (pattern)
		bytes_addf(&text, "&%s ", pattern);
	if (traffic->frozen >= 0)
		bytes_add_text(&text, "frozen ");
	if (hits)
		bytes_addf(&text, "/ %s  ", hits);
	where = place(traffic, room - paint_bytes_width(text.at, text.size));
	if (where)
		bytes_add_text(&text, where);
	while (!where && text.size && text.at[text.size - 1] == ' ')
		text.at[--text.size] = '\0';
	return text.at;
}

/* Where there is little room, the counts go first.  A filter is always seen, or messages would seem lost.  */
static char *status(const struct pane *pane)
{
	enum { FRAME = 11 }; /* columns of corners, the number, pieces of line and blanks */
	const struct traffic *traffic = (const struct traffic *)pane;
	FREED char *name = title(pane);
	const char *pattern = traffic->window.pattern;
	int room = pane->area.width - FRAME - paint_width(name);
	char *text = status_words(traffic, room, true, pattern);

	if (paint_width(text) > room) {
		free(text);
		text = status_words(traffic, room, false, pattern);
	}
	if (paint_width(text) > room && pattern) {
		free(text);
		text = status_words(traffic, room, false, paint_glyph(GLYPH_ELLIPSIS));
	}
	return text;
}

static void update(struct pane *pane)
{
	struct traffic *traffic = (struct traffic *)pane;

	catch_up(traffic);
	pane->view->unfinished |=
		hit_is_selected(traffic) && hits_count(traffic->hits, &traffic->window, last_of(traffic));
}

static void draw(struct pane *pane, struct area inside, bool focused)
{
	struct traffic *traffic = (struct traffic *)pane;
	struct window *window = &traffic->window;
	int held = 0, pending = 0, rows, selected, first, i, y = 0, at = selected_held(traffic);
	struct pending_row row;
	bool at_end;

	traffic->height = inside.height;
	traffic->width = inside.width;
	traffic->side = wraps_lines(traffic) ? 0 : traffic->side;
	while (held < inside.height && held_at(traffic, held) >= 0)
		held++;
	while (held + pending < inside.height && pending_at(traffic, pending, &row))
		pending++;
	traffic->room = inside.height - held - pending;
	if (window->count < traffic->room)
		window_older(window, traffic->room - window->count);
	if (!session_is_recorded(pane->view->session))
		paint_text(inside, 0, 0, ROLE_FAINT, "nothing is recorded: no messages to show");
	else if (!window->count && !held && !pending && session_hides_from(pane->view->session) != SEAT_NONE)
		paint_text(inside, 0, 0, ROLE_FAINT, "hidden until the end");
	selected = selected_line(traffic);
	if (traffic->reveal && window->count)
		reveal(traffic, &window->lines[selected]);
	traffic->reveal = false;
	rows = traffic->following ? traffic->room : inside.height;
	for (i = first_line(traffic); i < window->count && y < rows; i++) {
		draw_line(traffic, inside, y, &window->lines[i], false, focused && i == selected && at < 0);
		y += rows_of(traffic, &window->lines[i]);
	}
	at_end = traffic->following || i == window->count;
	first = at >= held ? at - held + 1 : 0;
	for (int k = first; k < first + held && at_end && y < inside.height; k++)
		draw_held(traffic, inside, y++, k, focused && k == at);
	for (int k = 0; k < pending && at_end && y < inside.height; k++)
		draw_pending(traffic, inside, y++, k);
}

static void walk(struct pane *pane, enum scroll how)
{
	struct traffic *traffic = (struct traffic *)pane;
	int page = traffic->height > 1 ? traffic->height - 1 : 1, half = page > 1 ? page / 2 : 1;
	int aside = traffic->width > 1 ? traffic->width / 2 : 1;

	switch (how) {
	case SCROLL_UP: go_by(traffic, -1, false); return;
	case SCROLL_DOWN: go_by(traffic, 1, false); return;
	case SCROLL_PAGE_UP: go_by(traffic, -page, true); return;
	case SCROLL_PAGE_DOWN: go_by(traffic, page, true); return;
	case SCROLL_HALF_UP: go_by(traffic, -half, true); return;
	case SCROLL_HALF_DOWN: go_by(traffic, half, true); return;
	case SCROLL_LEFT: traffic->side -= traffic->side < aside ? traffic->side : aside; return;
	case SCROLL_RIGHT: traffic->side += wraps_lines(traffic) ? 0 : aside; return;
	case SCROLL_TOP:
		stand_still(traffic);
		window_jump(&traffic->window, 0);
		traffic->top = traffic->at = traffic->window.count ? traffic->window.lines[0].n : 0;
		traffic->following = traffic->following && !traffic->window.count;
		return;
	case SCROLL_END:
	case SCROLL_COUNT:
		traffic->hit = 0;
		go_to_end(traffic);
		return;
	}
}

/* The wheel moves what is shown, and selects another line only if the selected one is out of sight.  */
static bool click(struct pane *pane, int y, int x UNUSED, int button)
{
	struct traffic *traffic = (struct traffic *)pane;

	if (button < 4) {
		select_row(traffic, y);
		return true;
	}
	stand_still(traffic);
	if (traffic->window.count)
		put_at_top(traffic, reach(traffic, first_line(traffic), button == 4 ? -3 : 3));
	return true;
}

static const char *filtered(const struct pane *pane)
{
	return ((const struct traffic *)pane)->window.pattern;
}

static void show_matching(struct pane *pane, const char *pattern)
{
	struct traffic *traffic = (struct traffic *)pane;

	window_filter(&traffic->window, pattern);
	traffic->following = true;
	traffic->hit = 0;
}

/* The hit is where this pattern matches; NULL: it is the whole message.  */
static void seek(struct traffic *traffic, const char *pattern)
{
	FREED char *problem = NULL;
	size_t at;

	if (traffic->sought)
		match_file_patterns.free(traffic->sought);
	traffic->sought =
		pattern ? match_file_patterns.compile(pattern, strlen(pattern), true, &at, &problem) : NULL;
	traffic->reveal = traffic->sought;
	hits_free(traffic->hits);
	traffic->hits = pattern ? hits_new(&traffic->window, pattern) : NULL;
}

/* Searches the whole match from the selected message, or from what is on the screen while it follows.
   If the hit was played later than the shown position, the view moves to it.  */
static bool search(struct pane *pane, const char *pattern, int direction)
{
	struct traffic *traffic = (struct traffic *)pane;
	struct window *window = &traffic->window;
	bool frozen = traffic->frozen >= 0;
	int64_t from, hit;

	catch_up(traffic); /* it may never have been drawn */
	if (traffic->following && !traffic->hit)
		from = direction < 0   ? INT64_MAX
		       : window->count ? window->lines[first_line(traffic)].n - 1
				       : 0;
	else
		from = traffic->following ? traffic->hit : selected_message(traffic);
	hit = window_find(window, pattern, from, direction, frozen ? traffic->frozen : INT64_MAX);
	traffic->hit = hit;
	if (!hit)
		return false;
	seek(traffic, pattern);
	if (!frozen && hit > view_message(pane->view)) {
		free(view_goto_message(pane->view, hit));
		catch_up(traffic);
	}
	select_message(traffic, hit);
	return true;
}

static void show_message(struct pane *pane, const struct message *message)
{
	struct traffic *traffic = (struct traffic *)pane;

	if (!is_mine(traffic, message))
		return;
	catch_up(traffic); /* the view may have moved since the last drawing */
	if (traffic->window.pattern &&
	    window_upto(&traffic->window, message->n) == window_upto(&traffic->window, message->n - 1))
		window_filter(&traffic->window, NULL);
	catch_up(traffic);
	traffic->side = 0;
	traffic->hit = message->n;
	seek(traffic, NULL);
	select_message(traffic, message->n);
}

/* Has the selected held message passed, and none of its direction after it?  */
static bool has_just_passed(const struct traffic *traffic)
{
	unsigned after = 0; /* bits of directions */

	for (int i = traffic->window.count; traffic->held && i-- > 0;) {
		const struct line *line = &traffic->window.lines[i];

		if (line->number == traffic->held)
			return !(after & 1u << line->direction);
		after |= 1u << line->direction;
	}
	return false;
}

static int64_t selected(struct pane *pane, bool *chosen)
{
	struct traffic *traffic = (struct traffic *)pane;

	const struct window *window = &traffic->window;
	bool held;

	catch_up(traffic);
	held = selected_held(traffic) >= 0 || (traffic->following && has_just_passed(traffic));
	*chosen = held || !traffic->following;
	return held ? traffic->held : window->count ? window->lines[selected_line(traffic)].number : 0;
}

/* Selects the first held message of this pane if none is selected.  */
static int64_t held(struct pane *pane)
{
	struct traffic *traffic = (struct traffic *)pane;

	catch_up(traffic);
	if (selected_held(traffic) < 0 && !traffic->following && traffic->window.count)
		return traffic->window.lines[selected_line(traffic)].number;
	if (selected_held(traffic) < 0)
		traffic->held = held_number(traffic, 0);
	return traffic->held ? traffic->held : -1;
}

static void freeze(struct pane *pane, bool frozen)
{
	struct traffic *traffic = (struct traffic *)pane;

	traffic->frozen = frozen ? traffic->window.seen : -1;
	if (!frozen)
		go_to_end(traffic);
}

static void free_traffic(struct pane *pane)
{
	FREED struct traffic *traffic = (struct traffic *)pane;

	window_free(&traffic->window);
	seek(traffic, NULL);
	free(traffic->name);
}

static const struct binding keys[] = {
	{"j", "scroll down", "go down a message, k up; ^D and ^U by half a page", NULL, 0, KEYS_READ},
	{"k", "scroll up", NULL, NULL, 0, KEYS_READ},
	{"^D", "scroll halfdown", NULL, NULL, 0, KEYS_READ},
	{"^U", "scroll halfup", NULL, NULL, 0, KEYS_READ},
	{"<", "scroll left", "go left by half of the pane, > right", NULL, 0, KEYS_READ},
	{">", "scroll right", NULL, NULL, 0, KEYS_READ},
	{"enter", "info message", "show the whole message", "open", 0, KEYS_READ},
	{"w", "why here", "explain the selected message", "why", 0, KEYS_READ},
	{"y", "yank", "copy the message to the terminal's clipboard", NULL, 0, KEYS_READ},
	{"B", "break like", "break before messages like the selected one", NULL, 0, KEYS_READ},
	{0},
};

static const struct pane_ops traffic_ops = {
	.update = update,
	.title = title,
	.status = status,
	.draw = draw,
	.keys = keys,
	.walk = walk,
	.click = click,
	.filter = show_matching,
	.filtered = filtered,
	.search = search,
	.found = found,
	.freeze = freeze,
	.show = show_message,
	.selected = selected,
	.held = held,
	.legend = "Messages",
	.sign = pane_traffic_sign,
	.free = free_traffic,
};

struct pane *pane_traffic_new(struct view *view, const char *title_text, unsigned seats, unsigned channels,
			      unsigned directions)
{
	struct traffic *traffic = bytes_new(sizeof(*traffic));
	unsigned seats_alone = seats & ~(1u << SEAT_NONE);

	traffic->pane.ops = &traffic_ops;
	traffic->pane.view = view;
	traffic->name = title_text ? bytes_text("%s", title_text) : NULL;
	traffic->seat = !seats_alone                  ? SEAT_NONE
			: seats_alone == 1u << SEAT_1 ? SEAT_1
			: seats_alone == 1u << SEAT_2 ? SEAT_2
						      : -1;
	traffic->window.query = (struct message_query){
		.seats = seats, .channels = channels, .directions = directions, .last = INT64_MAX};
	traffic->following = true;
	traffic->frozen = -1;
	traffic->shown = INT64_MAX;
	return &traffic->pane;
}
