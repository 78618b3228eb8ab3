/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* view.c - which position of the match is shown, and how fast the moves are shown again.  */
#include "ringside/view.h"

#include "ringside/bytes.h"
#include "ringside/option.h"
#include "ringside/value.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct message_query everything = {.seats = ~0u, .channels = CHANNEL_ALL, .last = INT64_MAX};

bool view_is_live(const struct view *view)
{
	return view->turns == VIEW_LIVE && session_shown(view->session) < 0;
}

int view_turns(const struct view *view)
{
	int count = session_match(view->session)->turn_count;

	return view->turns == VIEW_LIVE || view->turns > count ? count : view->turns;
}

/* The last message before the end of turn `turns`, if no message answered it: a person played it.  */
static int64_t end_of_turn(const struct view *view, int turns)
{
	const struct match *match = session_match(view->session);
	struct match_file *file = session_file(view->session);
	const struct turn *turn = NULL;
	int before = turns;
	int64_t later = 0;

	while (before > 0 && (turn = match_turn(match, before)) && turn->message < 1)
		before--;
	if (file)
		later = match_file_later_turn(file, before > 0 && turn ? turn->message : 0, turns);
	/* Without a file: all until the next answer.  */
	while (!later && (turn = match_turn(match, ++turns)))
		later = turn->message;
	return later ? later - 1 : INT64_MAX;
}

int64_t view_message(const struct view *view)
{
	const struct match *match = session_match(view->session);
	int turns = view_turns(view);
	const struct turn *turn;

	if (view->turns == VIEW_LIVE || (match->over && turns == match->turn_count))
		return INT64_MAX;
	if ((turn = match_turn(match, turns)) && turn->message > 0)
		return turn->message;
	/* Before the first move: all until the first answer.  */
	if (turns == 0 && (turn = match_turn(match, 1)) && turn->message > 0)
		return turn->message - 1;
	return end_of_turn(view, turns);
}

const struct seat_setup *view_sitting(const struct view *view, int seat, int64_t *since)
{
	return session_sitting(view->session, view_message(view), seat, since);
}

const struct turn *view_last_of(const struct view *view, int seat)
{
	const struct turn *last = match_last_of(session_match(view->session), seat, view_turns(view));
	int64_t since = 0;

	view_sitting(view, seat, &since);
	return last && last->message >= since ? last : NULL;
}

struct clock_state view_clock(const struct view *view, int seat, const struct time_control *control)
{
	const struct match *match = session_match(view->session);
	const struct turn *last = view_last_of(view, seat);
	bool live = view_is_live(view), broken_off = live && match->over && match->unfinished[seat].open;
	struct clock_state clock = time_control_begin(control);

	if (live && session_is_live(view->session) && !match->over)
		return session_clock(view->session, seat);
	if (last)
		clock = time_control_at(control, last->clock_moves, last->left_ns);
	if (broken_off && clock.left != INT64_MAX)
		clock.left -= match->unfinished[seat].think_ns;
	return clock;
}

int64_t view_time(const struct view *view)
{
	struct match_file *file = session_file(view->session);
	int64_t last = view_message(view);
	const struct turn *turn = match_turn(session_match(view->session), view_turns(view));
	struct message message;

	if (last == INT64_MAX)
		return session_time(view->session);
	if (file && match_file_before(file, &everything, last + 1, 1, &message) == 1)
		return message.t_ns;
	return turn ? turn->began_ns + turn->think_ns : 0;
}

/* Reads the gap in which turns are missing: nothing but the verdict follows it.  */
static bool lacks_turns(struct session *session, struct gap *gap)
{
	struct match_file *file = session_file(session);

	*gap = (struct gap){0};
	if (file)
		match_file_lacks(file, INT64_MAX, gap);
	return gap->turns > 0;
}

char *view_too_far(struct session *session)
{
	int count = session_match(session)->turn_count;
	FREED char *missing = NULL;
	struct gap gap;

	if (!lacks_turns(session, &gap))
		return bytes_text("only %d move%s played", count, count == 1 ? " was" : "s were");
	missing = gap_words(&gap);
	return bytes_text("only %d move%s recorded: %s", count, count == 1 ? " was" : "s were", missing);
}

void view_settle(struct view *view)
{
	if (view->turns != VIEW_LIVE && view->turns >= session_match(view->session)->turn_count)
		view->turns = VIEW_LIVE;
}

void view_goto(struct view *view, int turns)
{
	if (turns >= session_match(view->session)->turn_count)
		view->turns = VIEW_LIVE;
	else
		view->turns = turns < 0 ? 0 : turns;
}

/* Why the history has no message n.  */
static char *not_there(struct match_file *file, int64_t n)
{
	FREED char *missing = NULL;
	struct gap gap;

	if (!match_file_lacks(file, n, &gap))
		return bytes_text("message #%" PRId64 " is not on the shown branch",
				  match_file_number(file, n));
	missing = gap_words(&gap);
	return bytes_text("message #%" PRId64 " was not recorded: %s", match_file_number(file, n), missing);
}

char *view_goto_message(struct view *view, int64_t n)
{
	const struct match *match = session_match(view->session);
	struct match_file *file = session_whole_file(view->session);
	struct view there = *view;
	struct message message;
	int64_t last = file ? match_file_last(file) : 0;

	if (!file)
		return bytes_text("nothing is recorded: there are no messages to go to");
	if (n < 1 || n > last)
		return bytes_text("there are messages #1 to #%" PRId64 ", not #%" PRId64, last, n);
	if (match_file_after(file, &everything, n - 1, 1, &message) < 1 || message.n != n)
		return not_there(file, n);
	there.turns = message.turn > 0 ? message.turn - 1 : 0;
	while (there.turns < match->turn_count && view_message(&there) < n)
		there.turns++;
	view_goto(view, there.turns);
	return NULL;
}

/* ---- the pace of a replay ----
 *
 * A turn's own time is what its clock counted: the pauses of a person who debugged are left out.  Most agents
 * take microseconds, which nobody could follow, so each move is shown for a least time at pace x1.  */

#define LEAST_NS (NS_PER_S / 4)

static const struct {
	const char *word; /* NULL: one move a second */
	double rate;
} paces[] = {{NULL, 0}, {"x1/4", 0.25}, {"x1/2", 0.5}, {"x1", 1},   {"x2", 2},
	     {"x4", 4}, {"x8", 8},      {"x16", 16},   {"x32", 32}, {"x64", 64}};
enum { USUAL = sizeof(paces) / sizeof(paces[0]) };

static struct replay_pace usual_at(int i)
{
	return (struct replay_pace){.each_ns = paces[i].word ? 0 : NS_PER_S, .rate = paces[i].rate};
}

struct replay_pace replay_pace_next(struct replay_pace pace, int direction)
{
	int i = 0;

	assert(direction == 1 || direction == -1);
	if (pace.each_ns) {
		if (pace.each_ns != NS_PER_S)
			return usual_at(0);
	} else {
		while (i < USUAL - 1 && paces[i].rate != pace.rate)
			i++;
	}
	i += direction;
	return usual_at(i < 0 ? 0 : i < USUAL ? i : USUAL - 1);
}

bool replay_pace_read(const char *text, struct replay_pace *pace)
{
	int64_t ns;

	for (int i = 1; i < USUAL; i++)
		if (strcmp(paces[i].word, text) == 0) {
			*pace = usual_at(i);
			return true;
		}
	if (!option_value(&option_pace, text, &ns) || ns < 1)
		return false;
	*pace = (struct replay_pace){.each_ns = ns};
	return true;
}

char *replay_pace_words(struct replay_pace pace)
{
	FREED char *time = value_duration_words(pace.each_ns);

	for (int i = 1; !pace.each_ns && i < USUAL; i++)
		if (paces[i].rate == pace.rate)
			return bytes_text("%s", paces[i].word);
	return bytes_text("%s a move", time);
}

int64_t replay_pace_wait(struct replay_pace pace, const struct turn *turn)
{
	int64_t own = turn->think_ns > LEAST_NS ? turn->think_ns : LEAST_NS;

	return pace.each_ns ? pace.each_ns : (int64_t)((double)own / pace.rate);
}
