/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ui_draw.c - the whole screen from top to bottom: header, panes, timeline, prompt, keys.
 *
 * A line of the header is put together from parts with a rank.  When it is full the parts of the lowest rank
 * go first.
 *
 * A person who looks at another window is reached by the terminal's title, and by a bell or a notification
 * for their move, a stop and the end.  While the match runs the title changes at most once a second, so that
 * fast agents do not fill a slow connection with titles.  What a key has caused at once needs no bell.  */
#include "prompt.h"
#include "ringside/board.h"
#include "ringside/breakpoints.h"
#include "ringside/bytes.h"
#include "ringside/command.h"
#include "ringside/games.h"
#include "ringside/other_build.h"
#include "ringside/protocol.h"
#include "ringside/value.h"
#include "ringside/words.h"
#include "screen.h"
#include "tour.h"
#include "ui_state.h"

#include <assert.h>
#include <curses.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- the parts of a line ---- */

enum {
	OPTION_PARTS = 14,
	PARTS = 20,
	SPARK_WIDTH = 6,
	SPARK_TURNS = 2 * SPARK_WIDTH,
	SEAT_NAME_WIDTH = 16,
	MINUTE = 60
};

struct part {
	char *text; /* owned; NULL: the sparkline */
	enum role role;
	int width;
	int dear;   /* the lowest goes first; 0: it is gone */
	bool right; /* stands at the right end */
};

struct parts {
	struct part at[PARTS];
	int count;
};

static void add(struct parts *parts, enum role role, int dear, char *text)
{
	parts->at[parts->count++] =
		(struct part){.text = text, .role = role, .width = paint_width(text), .dear = dear};
}

/* Blanks between parts; the first part stands at the edge.  */
static int width_of(const struct parts *parts, int gap)
{
	int width = 0;

	for (int i = 0; i < parts->count; i++)
		if (parts->at[i].dear)
			width += parts->at[i].width + gap;
	return width;
}

static void fit(struct parts *parts, int width, int gap)
{
	while (width_of(parts, gap) > width) {
		struct part *least = NULL;

		for (int i = 0; i < parts->count; i++) {
			struct part *part = &parts->at[i];

			if (part->dear && (!least || part->dear < least->dear))
				least = part;
		}
		if (!least || width_of(parts, gap) == least->width + gap)
			return;
		least->dear = 0;
	}
}

static void free_parts(struct parts *parts)
{
	for (int i = 0; i < parts->count; i++)
		free(parts->at[i].text);
}

static char *clock_text(int64_t ns, bool tenths)
{
	const char *sign = ns < 0 ? "-" : "";
	int64_t tenth = (ns < 0 ? -ns : ns) / (NS_PER_S / 10), seconds = tenth / 10;

	if (tenths)
		return bytes_text("%s%" PRId64 ":%02" PRId64 ".%" PRId64, sign, seconds / MINUTE,
				  seconds % MINUTE, tenth % 10);
	return bytes_text("%s%02" PRId64 ":%02" PRId64, sign, seconds / MINUTE, seconds % MINUTE);
}

/* What a clock shows: "0:58.2"; as a time control has it, "12/0:58.2" for 12 moves, and "2x0:28.4" for two
 * periods of byo-yomi.  The caller frees.  */
static char *clock_words(struct clock_state clock)
{
	char *left = clock_text(clock.left, true), *words;

	if (clock.overtimes)
		words = bytes_text("%" PRId64 "x%s", clock.overtimes, left);
	else if (clock.moves)
		words = bytes_text("%" PRId64 "/%s", clock.moves, left);
	else
		return left;
	free(left);
	return words;
}

/* What is left of a person's time, as "00:27 left" or, with a tolerance, "00:27 left +1s"; the caller frees.
 */
static char *countdown_words(int64_t ns, int64_t tolerance)
{
	FREED char *clock = clock_text(ns, false);
	FREED char *more = tolerance ? value_duration_words(tolerance) : NULL;

	return bytes_text("%s left%s%s", clock, more ? " +" : "", more ? more : "");
}

static char *think_text(int64_t ns)
{
	if (ns < 10 * (int64_t)NS_PER_MS)
		return bytes_text("%.*f ms", ns < NS_PER_MS ? 2 : 1, (double)ns / NS_PER_MS);
	if (ns < 10 * (int64_t)NS_PER_S)
		return bytes_text("%" PRId64 " ms", ns / NS_PER_MS);
	return bytes_text("%.1f s", (double)ns / NS_PER_S);
}

char *think_words(const struct turn *turn)
{
	return turn->flags & TURN_UNTIMED ? bytes_text("untimed") : think_text(turn->think_ns);
}

/* ---- the first line ---- */

const struct sign header_signs[] = {
	GLYPH_SIGN(RUNNING, "the match runs, or is replayed"),
	GLYPH_SIGN(PAUSED, "the match stands still: it is paused, or a debugger holds an agent"),
	GLYPH_SIGN(OVER, "the match is over"),
	GLYPH_SIGN(VIEWING, "an earlier position is shown"),
	GLYPH_SIGN(RECORD, "the match is written to this file"),
	TEXT_SIGN("+1s", "after a time that is left: the tolerance, which loses nothing yet"),
	TEXT_SIGN("bars", "after the time of a seat: how long its last moves took"),
	TEXT_SIGN("5 MB", "the memory of its process"),
	TEXT_SIGN("rests", "the process is stopped while its opponent thinks"),
	TEXT_SIGN("gone", "the process has ended"),
	{0},
};

static char *verdict_text(const struct match *match)
{
	const struct verdict *verdict = &match->verdict;
	const struct seat_setup *seats = match->setup.seat;
	const char *reason = verdict->reason ? verdict->reason : "over", *mark;
	int lone = setup_lone_seat(&match->setup);

	if (verdict->winner == WINNER_DRAW)
		return bytes_text("%s draw: %s", paint_glyph(GLYPH_OVER), reason);
	if (lone != SEAT_NONE)
		return bytes_text("%s %s: %s", paint_glyph(GLYPH_OVER), seats[lone].name, reason);
	if (verdict->winner != SEAT_1 && verdict->winner != SEAT_2)
		return bytes_text("%s nobody wins: %s", paint_glyph(GLYPH_OVER), reason);
	mark = board_named(match->setup.system)->mark(match, match->turn_count, verdict->winner);
	if (verdict->blame != SEAT_1 && verdict->blame != SEAT_2)
		return bytes_text("%s %s wins: %s", mark, seats[verdict->winner].name, reason);
	return bytes_text("%s %s wins: %s (%s)", mark, seats[verdict->winner].name, reason,
			  seats[verdict->blame].name);
}

/* While a debugger holds a process, the match waits for it.  False: none does.  */
static bool add_debugger(struct parts *parts, const struct session *session)
{
	for (int s = 0; s < SEATS; s++)
		if (session_attached(session, s).held) {
			if (!session_is_live(session))
				add(parts, ROLE_ALARM, 90, bytes_text("the judge's clock runs"));
			add(parts, ROLE_PAUSED, 100,
			    bytes_text("%s %s HOLDS %d", paint_glyph(GLYPH_PAUSED),
				       session_gdb_seat(session) == s ? "GDB" : "DEBUGGER", s));
			return true;
		}
	return false;
}

static void add_sign(struct parts *parts, enum role role, enum glyph glyph, const char *word)
{
	add(parts, role, 100, bytes_text("%s %s", paint_glyph(glyph), word));
}

/* Whose answer the match goes on to.  The caller frees.  */
static char *answer_words(const struct session *session)
{
	const struct seat_setup *seats = session_match(session)->setup.seat;
	const char *only = NULL, *due = NULL;
	int agents = 0, asked = 0;

	for (int s = SEAT_1; s < SEATS; s++) {
		if (seats[s].kind != SEAT_AGENT)
			continue;
		only = agents++ ? NULL : seats[s].name;
		if (session_seat_state(session, s).to_move)
			due = asked++ ? NULL : seats[s].name;
	}
	due = due ? due : only;
	return bytes_text("until %s answers", due ? due : "an agent");
}

static void add_state(struct parts *parts, const struct view *view)
{
	const struct match *match = session_match(view->session);
	int turns = view_turns(view);
	const char *why;
	char *told;

	if (view->replaying) {
		add(parts, ROLE_VIEWING, 100,
		    bytes_text("%s REPLAYING %d of %d, %s", paint_glyph(GLYPH_RUNNING), turns,
			       match->turn_count, view->replaying));
		return;
	}
	if (session_shown(view->session) >= 0) {
		add(parts, ROLE_VIEWING, 100,
		    bytes_text("%s VIEWING branch %d, %d of %d", paint_glyph(GLYPH_VIEWING), match->branch,
			       turns, match->turn_count));
		if (match->over && turns == match->turn_count)
			add(parts, ROLE_OVER, 95, verdict_text(match));
		return;
	}
	if (view->turns != VIEW_LIVE && turns < match->turn_count) {
		add(parts, ROLE_VIEWING, 100,
		    bytes_text("%s VIEWING %d of %d", paint_glyph(GLYPH_VIEWING), turns, match->turn_count));
		return;
	}
	if ((told = session_branching(view->session))) {
		add_sign(parts, ROLE_PAUSED, GLYPH_PAUSED, "REJOINING");
		add(parts, ROLE_TEXT, 20, told);
		return;
	}
	switch (session_state(view->session)) {
	case JUDGE_RUNNING:
		if (add_debugger(parts, view->session))
			return;
		if (session_is_live(view->session))
			add_sign(parts, ROLE_RUNNING, GLYPH_RUNNING, "RUNNING");
		else if (session_is_followed(view->session))
			add_sign(parts, ROLE_RUNNING, GLYPH_RUNNING, "FOLLOWING");
		else
			add_sign(parts, ROLE_OVER, GLYPH_OVER, "UNFINISHED");
		return;
	case JUDGE_STEPPING:
	case JUDGE_ANSWERING:
		if (add_debugger(parts, view->session))
			return;
		add_sign(parts, ROLE_RUNNING, GLYPH_RUNNING, "STEPPING");
		if (session_state(view->session) == JUDGE_ANSWERING)
			add(parts, ROLE_RUNNING, 90, answer_words(view->session));
		return;
	case JUDGE_PAUSED: /* the breakpoint that stopped it: its kind and number, before the comma */
		if (!session_is_live(view->session))
			add(parts, ROLE_ALARM, 90, bytes_text("the judge's clock runs"));
		why = session_stopped(view->session, NULL);
		add(parts, ROLE_PAUSED, 100,
		    bytes_text("%s PAUSED%s%.*s", paint_glyph(GLYPH_PAUSED), why ? " " : "",
			       why ? (int)strcspn(why, ",") : 0, why ? why : ""));
		return;
	case JUDGE_OVER:
		if (match->over)
			add(parts, ROLE_OVER, 100, verdict_text(match));
		else
			add_sign(parts, ROLE_OVER, GLYPH_OVER, "OVER");
		return;
	}
}

/* The options of the match, by rank: chosen ones before defaults, and then in the order of the table.  What
   is off is left out, and so are the defaults of a match that another judge has had.  */
static void add_options(struct parts *parts, const struct setup *setup)
{
	const struct option_row *const *options = protocol_named(setup->system)->options, *row;
	bool ours = !setup_given(setup, OPTION_TAPPED);

	for (int i = 0; (row = options[i]); i++) {
		bool given = setup_given(setup, row->name) != NULL;
		FREED char *words =
			row->help && (given || (row->shown && ours)) ? setup_words(setup, row) : NULL;
		FREED char *usual = option_default(row);
		char *value;
		bool chosen = words && given && (!usual || strcmp(words, usual) != 0);
		int dear = (chosen ? 30 : 10) - (i < 9 ? i : 9);

		if (words && (chosen || strcmp(words, "0") != 0) && parts->count < OPTION_PARTS) {
			value = bytes_escaped(words, strlen(words));
			add(parts, ROLE_TEXT, dear,
			    row->argument ? bytes_text("%s %s", row->name, value)
					  : bytes_text("%s", row->name));
			free(value);
		}
	}
}

static void add_file(struct parts *parts, const struct view *view)
{
	const struct match_file *file = session_file(view->session);
	const char *path = file ? match_file_path(file) : NULL, *name;

	if (!path || !*path || session_is_kept(view->session))
		return;
	name = strrchr(path, '/');
	name = name ? name + 1 : path;
	if (session_is_live(view->session))
		add(parts, ROLE_ALARM, 40, bytes_text("%s %s", paint_glyph(GLYPH_RECORD), name));
	else
		add(parts, ROLE_FAINT, 40, bytes_text("%s", name));
	parts->at[parts->count - 1].right = true;
}

/* The number of the game, and the score of those before.  */
static void add_game(struct parts *parts, const struct view *view)
{
	const struct games *games = view->games;
	const struct setup *setup = &session_match(view->session)->setup;
	const char *names[SEATS] = {NULL};
	int game = setup->game;

	for (int s = SEAT_1; s < SEATS; s++)
		names[s] = setup->seat[s].name ? setup->seat[s].name : "nobody";
	if (games && games->count && (games->count > 1 || game > 1))
		add(parts, ROLE_STRONG, 65, games_score(games, names));
	if (game > 1)
		add(parts, ROLE_TEXT, 35, bytes_text("game %d", game));
}

static void draw_match(struct area line, const struct view *view)
{
	const struct match *match = session_match(view->session);
	struct parts parts = {0};
	struct match_file *file = session_file(view->session);
	int x = 1, right, branch = file ? match_file_shown(file) : 0;
	FREED char *clock = clock_text(view_time(view), false);

	add(&parts, ROLE_TITLE, 15, bytes_text("ringside"));
	add(&parts, ROLE_TEXT, 60, bytes_text("%s", match->setup.system));
	add_options(&parts, &match->setup);
	add_game(&parts, view);
	add(&parts, ROLE_TEXT, 80, bytes_text("move %d", view_turns(view)));
	if (branch > 0 && session_shown(view->session) < 0) /* else the state names it */
		add(&parts, ROLE_TEXT, 70, bytes_text("branch %d", branch));
	add_state(&parts, view);
	add(&parts, ROLE_TEXT, 50, bytes_text("match %s", clock));
	parts.at[parts.count - 1].right = true;
	add_file(&parts, view);
	fit(&parts, line.width, 2);
	for (int i = 0; i < parts.count; i++)
		if (parts.at[i].dear && !parts.at[i].right)
			x = paint_text(line, 0, x, parts.at[i].role, parts.at[i].text) + 2;
	right = line.width - 1;
	for (int i = parts.count - 1; i >= 0; i--)
		if (parts.at[i].dear && parts.at[i].right) {
			right -= parts.at[i].width;
			paint_text(line, 0, right, parts.at[i].role, parts.at[i].text);
			right -= 2;
		}
	free_parts(&parts);
}

/* ---- the second line ---- */

/* The last think times of the seat's player among the shown turns, the newest last.  */
static int think_times(const struct view *view, int seat, int64_t times[SPARK_TURNS])
{
	const struct match *match = session_match(view->session);
	int count = 0, turns = view_turns(view);
	int64_t since = 0;

	view_sitting(view, seat, &since);
	for (int n = turns; n > 0 && n > turns - MATCH_KEPT && count < SPARK_WIDTH; n--) {
		const struct turn *turn = match_turn(match, n);

		if (turn && turn->seat == seat && turn->message >= since)
			times[SPARK_TURNS - ++count] = turn->think_ns;
	}
	memmove(times, times + SPARK_TURNS - count, (size_t)count * sizeof(times[0]));
	return count;
}

/* Where there is little room the clock is dearer than the name.  */
static void add_seat_name(struct parts *parts, const struct view *view, int seat, bool active, int room)
{
	enum { CLOCK_WIDTH = 12, NAME_LEAST = 3, ROOM = 20 };
	const struct match *match = session_match(view->session);
	const char *name = view_sitting(view, seat, NULL)->name;
	int most = room - CLOCK_WIDTH > SEAT_NAME_WIDTH ? SEAT_NAME_WIDTH : room - CLOCK_WIDTH;
	size_t size = paint_fitting(name, strlen(name), most > NAME_LEAST ? most : NAME_LEAST);

	add(parts, active ? ROLE_STRONG : ROLE_TEXT, 100, bytes_text("%d", seat));
	add(parts, paint_seat_role(seat), 99,
	    bytes_text("%s", board_named(match->setup.system)->mark(match, view_turns(view), seat)));
	add(parts, paint_seat_role(seat), room < ROOM ? 75 : 98,
	    bytes_text("%.*s%s", (int)size, name, name[size] ? paint_glyph(GLYPH_ELLIPSIS) : ""));
}

static void add_times(struct parts *parts, const struct view *view, int seat, bool live)
{
	const struct match *match = session_match(view->session);
	const struct turn *last = view_last_of(view, seat);
	bool thinking = live && session_seat_state(view->session, seat).to_move;
	struct time_control control = setup_clock(&match->setup, seat);
	struct clock_state clock = view_clock(view, seat, &control);
	bool little;
	int64_t counted = session_countdown(view->session, seat, &little);

	if (live && counted != INT64_MAX)
		add(parts, little ? ROLE_ALARM : ROLE_TEXT, 92,
		    countdown_words(counted, match->setup.tolerance));
	if (clock.left != INT64_MAX)
		add(parts, clock.left < 5 * (int64_t)NS_PER_S ? ROLE_ALARM : ROLE_TEXT, 90,
		    clock_words(clock));
	if (thinking && session_attached(view->session, seat).traced)
		add(parts, ROLE_RUNNING, 80, bytes_text("untimed"));
	else if (thinking && counted == INT64_MAX && session_waits_for(view->session, seat))
		add(parts, ROLE_RUNNING, 80, clock_text(session_turn_time(view->session, seat), false));
	else if (thinking && counted == INT64_MAX)
		add(parts, ROLE_RUNNING, 80, think_text(session_turn_time(view->session, seat)));
	else if (last)
		add(parts, ROLE_FAINT, 80, think_words(last));
}

/* Adds what a debugger or a signal does to its process.  False: nothing.  */
static bool add_inside(struct parts *parts, const struct view *view, int seat)
{
	struct session_attached inside = session_attached(view->session, seat);

	if (inside.frozen)
		add(parts, ROLE_PAUSED, 88, bytes_text("frozen"));
	else if (inside.traced)
		add(parts, ROLE_PAUSED, 88, bytes_text("traced"));
	else if (inside.stopped)
		add(parts, ROLE_WARNING, 88, bytes_text("stopped"));
	else if (inside.suspended)
		add(parts, ROLE_FAINT, 60, bytes_text("rests"));
	return inside.frozen || inside.traced || inside.stopped || inside.suspended;
}

/* Faults up to the shown position.  A long match is counted in several calls.  */
static int faults_of(struct view *view, int seat, bool live)
{
	bool unfinished = false;
	int faults;

	if (live && session_is_live(view->session))
		return session_faults(view->session, seat);
	faults = session_faults_at(view->session, seat, view_message(view), &unfinished);
	view->unfinished |= unfinished;
	return faults;
}

static void add_health(struct parts *parts, struct view *view, int seat, bool live)
{
	const struct match *match = session_match(view->session);
	const struct turn *last = view_last_of(view, seat);
	bool agent = view_sitting(view, seat, NULL)->kind == SEAT_AGENT;
	struct agent_usage usage = {-1, -1, -1};
	int faults = faults_of(view, seat, live);

	if (live && agent && session_is_live(view->session))
		usage = session_usage(view->session, seat);
	else if (last && agent)
		usage.rss = last->rss;
	if (usage.rss >= 0)
		add(parts, ROLE_FAINT, 20, bytes_text("%" PRId64 " MB", (usage.rss + (1 << 19)) >> 20));
	if (faults > 0)
		add(parts, ROLE_ALARM, 70, bytes_text("%d fault%s", faults, faults == 1 ? "" : "s"));
	if (live && agent && !match->over && session_seat_state(view->session, seat).has_left)
		add(parts, ROLE_WARNING, 88, bytes_text("gone"));
	if (live && agent && session_is_live(view->session) && match->over && usage.rss < 0 &&
	    usage.cpu_ns < 0)
		add(parts, ROLE_FAINT, 30, bytes_text("gone"));
	if (live && agent && add_inside(parts, view, seat))
		return;
	if (live && agent && session_seat_state(view->session, seat).thinks)
		add(parts, ROLE_RUNNING, 60, bytes_text("thinking%s", paint_glyph(GLYPH_ELLIPSIS)));
	else if (live && session_seat_state(view->session, seat).to_move)
		add(parts, ROLE_RUNNING, 60, bytes_text(agent ? "to move" : "your move"));
}

static void draw_seat(struct area area, struct view *view, int seat)
{
	const struct match *match = session_match(view->session);
	int64_t times[SPARK_TURNS];
	int count = think_times(view, seat, times), x = 1, gap = area.width < 50 ? 1 : 2;
	const struct board_view *board = board_named(match->setup.system);
	bool live = view_is_live(view);
	struct parts parts = {0};
	char *score;
	FREED char *limits = setup_own_limits(&match->setup, seat);

	add_seat_name(&parts, view, seat, live && session_seat_state(view->session, seat).to_move,
		      area.width);
	score = board->score ? board->score(match, view_turns(view), seat) : NULL;
	if (score)
		add(&parts, ROLE_STRONG, 85, score);
	add_times(&parts, view, seat, live);
	if (limits)
		add(&parts, ROLE_FAINT, 65, bytes_text("(%s)", limits));
	if (count)
		parts.at[parts.count++] =
			(struct part){.width = SPARK_WIDTH, .dear = 40, .role = paint_seat_role(seat)};
	add_health(&parts, view, seat, live);
	fit(&parts, area.width, gap);
	for (int i = 0; i < parts.count; i++) {
		const struct part *part = &parts.at[i];

		if (!part->dear)
			continue;
		if (part->text) {
			x = paint_text(area, 0, x, part->role, part->text);
		} else {
			paint_spark(area, 0, x, SPARK_WIDTH, part->role, times, count);
			x += SPARK_WIDTH;
		}
		x += i < 2 ? 1 : gap;
	}
	free_parts(&parts);
}

void header_draw(struct area area, struct view *view)
{
	struct area line = {area.y, area.x, 1, area.width};
	struct area left = {area.y + 1, area.x, 1, area.width / 2};
	struct area right = {area.y + 1, area.x + left.width, 1, area.width - left.width};

	draw_match(line, view);
	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (session_match(view->session)->setup.seat[seat].kind != SEAT_FREE)
			draw_seat(seat == SEAT_1 ? left : right, view, seat);
}

/* ---- the line of keys ---- */

enum { MARGIN = 1, NARROW = 90 };

/* Situations in which most keys go elsewhere: only rows that name them count.  */
static const unsigned closed = WHEN_TEXT | WHEN_TYPING;

static bool stays(const struct binding *row)
{
	return row->group == KEYS_RINGSIDE;
}

/* Is it the row that counts for its key, of all tables?  */
static bool counts(const struct binding *const *tables, const struct binding *row, unsigned situation)
{
	const struct binding *first = NULL;

	for (; *tables && !first; tables++)
		first = binding_in(*tables, row->key, situation);
	return first == row;
}

/* All hints of the present situation, those that stay at the end.  `tables`: rows of keys, those that come
 * first in front, ended by NULL.  */
static void choose(struct ui *ui, const struct binding *const *tables)
{
	struct hints *hints = &ui->hints;
	unsigned situation = situation_of(&ui->console), only = situation & closed;

	hints->count = 0;
	for (int last = 0; last < 2; last++)
		for (const struct binding *const *table = tables; *table; table++)
			for (const struct binding *row = *table; row->key && hints->count < HINTS; row++)
				if (row->hint && stays(row) == last && counts(tables, row, situation) &&
				    (*table != bindings || !only || row->when & only) &&
				    !ui_pane_takes(ui, row->key))
					hints->at[hints->count++] = (struct hint){
						0,
						paint_width(paint_key(row->key)) + 1 + paint_width(row->hint),
						row};
}

/* Draws those hints for which there is room.  */
static void paint_hints(struct hints *hints, struct area area)
{
	int gap = area.width < NARROW ? 1 : 2, end = area.width, x = MARGIN, kept = 0;

	hints->area = area;
	for (int i = 0; i < hints->count; i++)
		end -= stays(hints->at[i].binding) ? hints->at[i].width + gap : 0;
	for (int i = 0; i < hints->count; i++) {
		struct hint hint = hints->at[i];
		const char *sign = paint_key(hint.binding->key);

		if (stays(hint.binding))
			end = area.width;
		if (x + hint.width > end)
			continue;
		hint.x = x;
		paint_text(area, 0, x, ROLE_HINT_KEY, sign);
		paint_text(area, 0, x + paint_width(sign) + 1, ROLE_HINT, hint.binding->hint);
		x += hint.width + gap;
		hints->at[kept++] = hint;
	}
	hints->count = kept;
}

/* ---- the title and the bell ---- */

/* A name in columns, and in bytes: marks on a character have no width of their own.  */
enum { NAME_WIDTH = 40, NAME_BYTES = 160 };

#define AT_ONCE NS_PER_S
#define PACE    NS_PER_S

static bool is_utf8(void)
{
	return (unsigned char)*paint_glyph(GLYPH_POINT) >= 0x80;
}

/* Where the locale has no UTF-8, the bytes of a character may be controls of the terminal.  */
static void add_name(struct bytes *text, const char *name)
{
	size_t size = paint_fitting(name, strnlen(name, NAME_BYTES), NAME_WIDTH);
	FREED char *begin = bytes_text("%.*s", (int)size, name);

	for (char *at = begin; *at && !is_utf8(); at++)
		if ((unsigned char)*at >= 0x80)
			*at = '?';
	words_add_name(text, begin);
}

/* "threat – random"; the end of a text before it stays.  */
static void add_players(struct bytes *text, const struct match *match)
{
	bool first = true;

	for (int seat = SEAT_1; seat < SEATS; seat++) {
		const char *name = match->setup.seat[seat].name;

		if (match->setup.seat[seat].kind == SEAT_FREE || !name)
			continue;
		if (!first)
			bytes_add_text(text, is_utf8() ? " – " : " - ");
		add_name(text, name);
		first = false;
	}
}

static void add_verdict(struct bytes *text, const struct match *match)
{
	int winner = match->verdict.winner;

	if (winner == SEAT_1 || winner == SEAT_2) {
		add_name(text, match->setup.seat[winner].name);
		bytes_add_text(text, " wins");
		return;
	}
	add_players(text, match);
	bytes_add_text(text, winner == WINNER_DRAW ? ": draw" : ": over");
}

/* The mark of the only seat that is to move; NULL: none, or several.  */
static const char *mark_to_move(const struct ui *ui)
{
	const struct match *match = session_match(ui->session);
	bool one = session_seat_state(ui->session, SEAT_1).to_move,
	     two = session_seat_state(ui->session, SEAT_2).to_move;

	return one == two ? NULL
			  : board_named(match->setup.system)
				    ->mark(match, match->turn_count, one ? SEAT_1 : SEAT_2);
}

static char *title_words(const struct ui *ui)
{
	const struct match *match = session_match(ui->session);
	const char *mark = session_is_live(ui->session) ? mark_to_move(ui) : NULL;
	struct bytes text = {0};

	if (match->over) {
		add_verdict(&text, match);
		return text.at;
	}
	bytes_add_text(&text, "");
	add_players(&text, match);
	if (session_is_live(ui->session) && session_state(ui->session) == JUDGE_PAUSED)
		bytes_add_text(&text, ": paused");
	else if (mark)
		bytes_addf(&text, ": %s to move", mark);
	return text.at;
}

static void set_title(struct ui *ui, int64_t now)
{
	bool runs = session_is_live(ui->session) && session_state(ui->session) != JUDGE_PAUSED &&
		    !session_match(ui->session)->over;
	char *words;

	if (runs && ui->notice.runs && now - ui->notice.titled_ns < PACE)
		return;
	words = title_words(ui);
	if (screen_title(words))
		ui->notice.titled_ns = now;
	ui->notice.runs = runs;
	free(words);
}

/* Says what has come since the last call; NULL: nothing.  */
static const char *news(struct ui *ui)
{
	const struct match *match = session_match(ui->session);
	struct notice before = ui->notice;
	int64_t stop = 0;
	bool first, second; /* has a person on turn little time left? */

	session_countdown(ui->session, SEAT_1, &first);
	session_countdown(ui->session, SEAT_2, &second);
	if (!session_stopped(ui->session, &stop))
		stop = 0;
	ui->notice.over = match->over;
	ui->notice.turn = (situation_of(&ui->console) & WHEN_YOUR_TURN) != 0;
	ui->notice.stop = stop;
	ui->notice.little = first || second;
	return match->over && !before.over           ? "the match is over"
	       : stop && stop != before.stop         ? "the match has stopped"
	       : ui->notice.turn && !before.turn     ? "it is your move"
	       : ui->notice.little && !before.little ? "little of your time is left"
						     : NULL;
}

void ui_notice_begin(struct ui *ui)
{
	news(ui);
}

/* Keys that select a pane.  */
enum { DIGITS = 9 };
/* Breakpoints on moves that boards mark.  */
enum { STOPS = 64 };

/* The seats where such players sit, as a bit set.  */
static unsigned seats_of(const struct ui *ui, enum seat_kind kind)
{
	unsigned seats = 0;

	for (int seat = 0; seat < SEATS; seat++)
		if (session_match(ui->session)->setup.seat[seat].kind == kind)
			seats |= 1u << seat;
	return seats;
}

static bool is_same(const struct place *a, const struct place *b)
{
	return a->kind == b->kind && a->seat == b->seat && a->program == b->program && a->seats == b->seats &&
	       a->channels == b->channels && a->directions == b->directions &&
	       (a->title == b->title || (a->title && b->title && strcmp(a->title, b->title) == 0));
}

static struct pane *pane_for(struct ui *ui, const struct place *place)
{
	switch (place->kind) {
	case PLACE_BOARD: return pane_board_new(&ui->view);
	case PLACE_TERMINAL: return pane_terminal_new(&ui->view, place->seat);
	case PLACE_GDB: return pane_gdb_new(&ui->view);
	case PLACE_MOVES: return pane_moves_new(&ui->view);
	case PLACE_TRAFFIC: break;
	}
	return pane_traffic_new(&ui->view, place->title, place->seats, place->channels, place->directions);
}

/* The pane that was made for such a place, or a new one; NULL: there are too many.  */
static struct slot *slot_for(struct ui *ui, const struct place *place)
{
	for (int i = 0; i < ui->slot_count; i++)
		if (is_same(&ui->slots[i].place, place))
			return &ui->slots[i];
	if (ui->slot_count == UI_PANES)
		return NULL;
	ui->slots[ui->slot_count] = (struct slot){.place = *place, .pane = pane_for(ui, place)};
	return &ui->slots[ui->slot_count++];
}

/* The board gets the focus when a person plays there, else the first pane that shows messages; never an
   agent's terminal, which would take the keys.  */
static struct slot *first_focus(const struct ui *ui)
{
	enum place_kind wanted = seats_of(ui, SEAT_HUMAN) ? PLACE_BOARD : PLACE_TRAFFIC;

	for (int i = 0; i < ui->shown_count; i++)
		if (ui->shown[i]->place.kind == wanted)
			return ui->shown[i];
	return ui->shown_count ? ui->shown[0] : NULL;
}

struct layout_request ui_layout_request(const struct ui *ui, const char *name)
{
	const struct match *match = session_match(ui->session);

	return (struct layout_request){.name = name,
				       .body = ui->areas.body,
				       .agents = seats_of(ui, SEAT_AGENT),
				       .board_height = ui->board_height,
				       .board_width = ui->board_width,
				       .panes = protocol_named(match->setup.system)->texts->panes,
				       .seat = ui->channel_seat,
				       .gdb = session_gdb_seat(ui->session) >= 0};
}

/* Asks the board for its size, so that the layout can give it.  A board that grows leaves half of the width,
   and rows for the list of moves below it; or all rows are its own, if the list has room elsewhere.  */
static void ask_board(struct ui *ui)
{
	enum { FRAME = 2 };
	const struct area *body = &ui->areas.body;
	int height = body->height - FRAME;
	const struct setup *setup = &session_match(ui->session)->setup;
	const struct board_view *view = board_named(setup->system);
	void *board = view->new (setup);
	struct area size = view->wants(board, (struct area){.height = height - layout_list_rows(body->height),
							    .width = body->width / 2 - FRAME}),
		    alone = view->wants(board, (struct area){.height = height,
							     .width = layout_board_width(body) - FRAME});

	if (alone.height > size.height && alone.height <= height && layout_lists_beside(body))
		size = alone;
	ui->board_height = size.height;
	ui->board_width = size.width;
	view->free(board);
}

void ui_place(struct ui *ui)
{
	struct place places[LAYOUT_PLACES];
	struct layout_request request;
	bool focus_is_shown = false;
	const char *small;
	int count;

	getmaxyx(stdscr, ui->height, ui->width);
	ui->areas = layout_screen(ui->height, ui->width);
	ui->stale = false;
	if (ui_too_small(ui))
		return;
	ask_board(ui);
	small = layout_small(ui->height, ui->width, ui->layout);
	if (!small && ui->focus_large)
		ui->focus = ui->focus_large;
	if (!small || !ui->focus_large)
		ui->focus_large = small ? ui->focus : NULL;
	request = ui_layout_request(ui, small ? small : ui->layout);
	request.shifts = sizes_of(ui->sizes, layout_shown(&request));
	count = layout_places(&request, places);
	for (int i = 0; i < ui->slot_count; i++)
		ui->slots[i].pane->area = (struct area){0};
	ui->shown_count = 0;
	for (int i = 0; i < count; i++) {
		struct slot *slot = slot_for(ui, &places[i]);

		if (!slot)
			continue;
		slot->place = places[i];
		slot->pane->area = places[i].area;
		ui->shown[ui->shown_count++] = slot;
		focus_is_shown |= slot == ui->focus;
	}
	if (!focus_is_shown)
		ui->focus = first_focus(ui);
	if (!ui->zoomed || !ui->focus)
		return;
	for (int i = 0; i < ui->shown_count; i++)
		ui->shown[i]->pane->area = (struct area){0};
	ui->focus->pane->area = ui->areas.body;
}

static void draw_pane(struct slot *slot, int number, bool focused, bool framed)
{
	struct pane *pane = slot->pane;
	char *title, *status;
	struct area inside = pane->area;

	pane->focused = focused;
	if (pane->ops->update)
		pane->ops->update(pane);
	title = pane->ops->title ? pane->ops->title(pane) : NULL;
	status = pane->ops->status ? pane->ops->status(pane) : NULL;
	if (framed)
		inside = paint_frame(pane->area, focused ? ROLE_FRAME_FOCUS : ROLE_FRAME, number,
				     title ? title : pane->ops->name, status);
	free(title);
	free(status);
	if (pane->ops->resize && (inside.height != slot->height || inside.width != slot->width))
		pane->ops->resize(pane, inside.height, inside.width);
	slot->height = inside.height;
	slot->width = inside.width;
	pane->ops->draw(pane, inside, focused);
}

/* Says what the command of the line that is typed takes.  */
static void draw_usage(const struct ui *ui)
{
	FREED char *word = bytes_copy(prompt_line(), strcspn(prompt_line(), " "));
	const struct command *command = *word ? command_named(word) : NULL;
	FREED char *usage =
		command ? command_usage(command)
			: bytes_text("Enter: run it  Tab: complete  up: an earlier line  Esc: leave");

	paint_clear(ui->areas.hint, ROLE_TEXT);
	paint_text(ui->areas.hint, 0, 1, ROLE_FAINT, usage);
}

static void draw_hints(struct ui *ui)
{
	const struct binding *tables[4] = {NULL};
	int count = 0;

	if (prompt_is_open()) { /* it has the keys */
		draw_usage(ui);
		return;
	}
	if (ui->overlay.open && ui->overlay.keys)
		tables[count++] = ui->overlay.keys;
	if (ui->overlay.open)
		tables[count++] = overlay_bindings;
	else if (ui->focus && ui->focus->pane->ops->keys)
		tables[count++] = ui->focus->pane->ops->keys;
	tables[count] = bindings;
	choose(ui, tables);
	paint_hints(&ui->hints, ui->areas.hint);
}

/* Says what happened without a command.  */
static void tell_news(struct ui *ui)
{
	const struct match *match = session_match(ui->session);
	const char *problem = session_file_problem(ui->session), *stopped;
	bool is_next = match->setup.game != ui->game;
	int64_t note;

	stopped = session_stopped(ui->session, &note);
	if (is_next) { /* the game of that position is gone */
		ui->view.turns = VIEW_LIVE;
		marks_read(&ui->view);
	}
	view_settle(&ui->view);
	ui->game = match->setup.game;
	/* An answer has been read by now and goes.  A complaint stays.  */
	if (match->over && !ui->over_seen && (!ui->status || ui->status_role == ROLE_GOOD) &&
	    match->verdict.detail)
		ui_status(ui, ROLE_OVER, bytes_text("%s", match->verdict.detail));
	ui->over_seen = match->over;
	if (stopped && (note != ui->stop_seen || is_next)) /* not what the header says if there is more */
		ui_status(ui, ROLE_WARNING,
			  session_waits(ui->session) ? bytes_text("%.*s: c begins the next game",
								  (int)strcspn(stopped, ":"), stopped)
						     : bytes_text("%s", stopped));
	ui->stop_seen = stopped ? note : 0;
	if (problem && !ui->problem_seen)
		ui_status(ui, ROLE_ALARM, bytes_text("%s", problem));
	ui->problem_seen = problem != NULL;
}

/* The row of the text that begins at byte *at, of which it sets the next row's beginning.  Returns its size.
 */
static size_t next_row(const char *text, size_t *at, int width)
{
	size_t line = *at + strcspn(text + *at, "\n"),
	       size = line > *at ? paint_wrap(text, line, at, width) : 0;

	if (*at == line && text[line])
		++*at;
	return size;
}

/* Draws a text in the line of the prompt.  One that is longer, or has several lines, grows upwards over the
   panes, so that all of it can be read.  */
static void draw_words(struct area area, enum role role, const char *text)
{
	int rows = 0, width = area.width - 2;

	for (size_t at = 0; text[at]; rows++)
		next_row(text, &at, width);
	if (rows > 1) {
		area.height = rows < area.y ? rows : area.y;
		area.y -= area.height - 1;
		paint_clear(area, ROLE_TEXT);
	}
	for (size_t at = 0, from = 0; text[at]; from = at, area.y++, area.height--)
		paint_bytes(area, 0, 1, role, text + from, next_row(text, &at, width));
}

/* Draws the step of the tour: below a text as wide as it, else over the last panes.  Returns the rows that it
   takes from a text.  */
static int draw_tour(const struct ui *ui)
{
	enum { FRAME = 2, COLUMNS = 45 };
	const struct tour *tour = ui->setup.tour;
	struct area area = ui->areas.body;
	FREED char *words = tour ? tour_words(tour) : NULL, *title = tour ? tour_title(tour) : NULL;
	int rows = FRAME, bottom = area.y + area.height;

	if (!tour)
		return 0;
	if (!ui->overlay.open && area.width > COLUMNS) {
		area.x += area.width - COLUMNS;
		area.width = COLUMNS;
	}
	for (size_t at = 0; words[at]; rows++)
		next_row(words, &at, area.width - FRAME);
	area.height = rows < area.height ? rows : area.height;
	area.y = bottom - area.height;
	paint_clear(area, ROLE_TEXT);
	area = paint_frame(area, ROLE_STRONG, 0, title, NULL);
	for (size_t at = 0, from = 0; words[at]; from = at, area.y++, area.height--)
		paint_bytes(area, 0, 0, from && at ? ROLE_STRONG : ROLE_TEXT, words + from,
			    next_row(words, &at, area.width));
	return rows;
}

/* Draws what is left of a person's time at the end of the line.  Returns what is left of the line.  */
static struct area draw_countdown(const struct ui *ui)
{
	struct area area = ui->areas.prompt;
	int64_t least = INT64_MAX, left;
	bool little = false, is_little;
	char *words;

	for (int seat = SEAT_1; seat < SEATS; seat++)
		if ((left = session_countdown(ui->session, seat, &is_little)) < least) {
			least = left;
			little = is_little;
		}
	if (least == INT64_MAX)
		return area;
	words = countdown_words(least, session_match(ui->session)->setup.tolerance);
	area.width -= paint_width(words) + 1;
	paint_text(ui->areas.prompt, 0, area.width, little ? ROLE_ALARM : ROLE_PROMPT, words);
	area.width--;
	free(words);
	return area;
}

/* Says what a person on turn can do; the board knows if the keys go there.  */
static void draw_turn(struct ui *ui, struct area area)
{
	unsigned situation = situation_of(&ui->console);
	int digit = 0; /* of the board's pane; 0: it is not on the screen */

	for (int i = 0; i < ui->shown_count && !digit; i++)
		if (ui->shown[i]->place.kind == PLACE_BOARD && ui->shown[i]->pane->area.width)
			digit = i + 1;
	if (ui->view.board_hint && ui->focus && ui->focus->place.kind == PLACE_BOARD)
		draw_words(area, ROLE_PROMPT, ui->view.board_hint);
	else if (!(situation & WHEN_YOUR_TURN))
		return;
	else if (situation & WHEN_BACK)
		paint_text(area, 0, 1, ROLE_PROMPT,
			   "it is your turn: End shows the newest position, where you play");
	else if (digit)
		paint_format(area, 0, 1, ROLE_PROMPT,
			     "it is your turn: %d goes to the board, a click plays there", digit);
	else
		paint_text(area, 0, 1, ROLE_PROMPT,
			   "it is your turn: :set layout board shows the board, :MOVE plays");
}

/* Draws the line of the prompt, or the last message.  Returns the cursor's column, -1: none.  */
static int draw_prompt(struct ui *ui)
{
	struct area area;

	if (prompt_is_open()) {
		const char *choices = prompt_choices();
		int cursor;

		if (choices) {
			paint_clear(ui->areas.timeline, ROLE_TEXT);
			paint_text(ui->areas.timeline, 0, 1, ROLE_FAINT, choices);
		}
		paint_clear(ui->areas.prompt, ROLE_PROMPT);
		cursor = prompt_draw(ui->areas.prompt, 0);
		return cursor < ui->width ? cursor : ui->width - 1;
	}
	area = draw_countdown(ui);
	if (ui->view.board_problem) {
		draw_words(area, ROLE_ALARM, ui->view.board_problem);
		return -1;
	}
	if (!ui->status) {
		draw_turn(ui, area);
	} else if (ui->status_role == ROLE_GOOD &&
		   (situation_of(&ui->console) & (WHEN_YOUR_TURN | WHEN_BACK)) == WHEN_YOUR_TURN) {
		/* What has happened must not hide what is to be done: it goes over the timeline.  */
		struct area above = ui->areas.prompt;

		above.y--;
		paint_clear(above, ROLE_TEXT);
		draw_words(above, ROLE_GOOD, ui->status);
		draw_turn(ui, area);
	} else {
		draw_words(area, ui->status_role, ui->status);
	}
	return -1;
}

bool ui_draw_line(struct ui *ui)
{
	int height, width, cursor;

	getmaxyx(stdscr, height, width);
	if (ui->stale || height != ui->height || width != ui->width) {
		if (!ui->stopped)
			return true;
		ui_place(ui); /* nobody draws the panes: what stood there is wrong */
		paint_clear((struct area){0, 0, height, width}, ROLE_TEXT);
	}
	if (ui_too_small(ui))
		return true;
	paint_clear(ui->areas.prompt, ROLE_TEXT);
	cursor = draw_prompt(ui);
	if (prompt_is_open() && ui->areas.hint.height)
		draw_usage(ui);
	return screen_show(cursor < 0 ? -1 : ui->areas.prompt.y, cursor);
}

void ui_suggested(struct ui *ui, int turns, int64_t message, const char *move)
{
	free(ui->suggestion.move);
	ui->suggestion =
		(struct suggestion){.move = bytes_text("%s", move), .turns = turns, .message = message};
	ui_changed(ui);
}

/* The suggested move; NULL: there is none, or the match has gone on.  */
static const char *other_move(const struct view *view)
{
	const struct other_answer *answer =
		view->other ? other_build_at(view->other, view_turns(view)) : NULL;

	return answer && !answer->same ? answer->move : NULL;
}

static const char *suggestion_now(struct ui *ui)
{
	const struct match *match = session_match(ui->session);
	const struct turn *last = match_turn(match, match->turn_count);
	struct suggestion *suggestion = &ui->suggestion;

	if (suggestion->move && session_shown(ui->session) < 0 &&
	    (match->over || match->turn_count != suggestion->turns ||
	     (last ? last->message : 0) != suggestion->message)) {
		free(suggestion->move);
		suggestion->move = NULL;
	}
	return view_is_live(&ui->view) ? suggestion->move : NULL;
}

static void draw_panes(struct ui *ui)
{
	const char *stops[STOPS];

	if (ui->view.breakpoints)
		ui->view.stop_count = breakpoints_moves(ui->view.breakpoints, stops, STOPS);
	ui->view.stops = stops;
	ui->view.hint = suggestion_now(ui);
	ui->view.other_move = other_move(&ui->view);
	ui->view.board_hint = ui->view.board_problem = NULL; /* the board sets them if it is shown */
	ui->view.board_unfinished = false;
	for (int i = 0; i < ui->shown_count; i++)
		if (ui->shown[i]->pane->area.width)
			draw_pane(ui->shown[i], i < DIGITS ? i + 1 : 0, ui->shown[i] == ui->focus,
				  ui_has_frames(ui));
	ui->view.stops = NULL;
	ui->view.hint = ui->view.other_move = NULL;
	ui->view.stop_count = 0;
}

/* New players have new panes.  A person who sits down gets the keys of the board.  */
static void see_players(struct ui *ui)
{
	unsigned agents = seats_of(ui, SEAT_AGENT), people = seats_of(ui, SEAT_HUMAN);

	ui->stale = ui->stale || agents != ui->agents || people != ui->people;
	if (people & ~ui->people) {
		ui->focus = NULL;
		ui->view.shows =
			toggles_for_players(session_match(ui->session)->setup.system, ui->view.shows);
	}
	ui->agents = agents;
	ui->people = people;
}

bool ui_draw(struct ui *ui)
{
	int height, width, cursor, rows;
	const char *what;

	see_players(ui);
	what = news(ui);
	set_title(ui, loop_now());
	if (what && ui->setup.settings->bell != BELL_OFF && loop_now() - ui->notice.pressed_ns >= AT_ONCE)
		screen_ring(ui->setup.settings->bell == BELL_NOTIFY ? what : NULL);
	getmaxyx(stdscr, height, width);
	if (ui->stale || height != ui->height || width != ui->width)
		ui_place(ui);
	paint_clear((struct area){0, 0, height, width}, ROLE_TEXT);
	if (ui_too_small(ui)) {
		paint_format((struct area){0, 0, height, width}, height / 2, 0, ROLE_ALARM,
			     "%dx%d is too small", width, height);
		paint_format((struct area){0, 0, height, width}, height / 2 + 1, 0, ROLE_TEXT,
			     "at least %dx%d", LAYOUT_LEAST_WIDTH, LAYOUT_LEAST_HEIGHT);
		return screen_show(-1, 0);
	}
	tell_news(ui);
	ui->view.unfinished = false;
	ui->view.kibitzed = ui->setup.kibitzed
				    ? ui->setup.kibitzed(ui->setup.user, session_match(ui->session),
							 view_turns(&ui->view))
				    : NULL;
	ui->view.other = ui->setup.other && ui->setup.other->branch == session_match(ui->session)->branch
				 ? ui->setup.other
				 : NULL;
	header_draw(ui->areas.header, &ui->view);
	draw_panes(ui);
	rows = draw_tour(ui);
	if (ui->overlay.open) {
		struct area text = ui->areas.body;

		text.height -= rows;
		overlay_draw(&ui->overlay, text);
	}
	ui->timeline->area = ui->areas.timeline;
	if (ui->areas.timeline.height)
		ui->timeline->ops->draw(ui->timeline, ui->areas.timeline, false);
	cursor = draw_prompt(ui);
	if (ui->areas.hint.height)
		draw_hints(ui);
	return screen_show(cursor < 0 ? -1 : ui->areas.prompt.y, cursor);
}
