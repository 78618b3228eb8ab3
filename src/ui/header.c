/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* header.c - the two lines at the top, and the line of keys at the foot.
 *
 * A line at the top is put together from parts with a rank.  When it is full the parts of the lowest rank go
 * first.  */
#include "header.h"
#include "pane.h"

#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ringside/games.h"
#include "ringside/protocol.h"
#include "ringside/value.h"
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	OPTION_PARTS = 14,
	PARTS = 20,
	SPARK_WIDTH = 6,
	SPARK_TURNS = 2 * SPARK_WIDTH,
	NAME_WIDTH = 16,
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

char *header_countdown(int64_t ns, int64_t tolerance)
{
	char *clock = clock_text(ns, false), *more = tolerance ? value_duration_words(tolerance) : NULL;
	char *words = bytes_text("%s left%s%s", clock, more ? " +" : "", more ? more : "");

	free(clock);
	free(more);
	return words;
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

/* The breakpoint that stopped it: its kind and number, which stand before the comma.  */
static void add_pause(struct parts *parts, const char *why)
{
	add(parts, ROLE_PAUSED, 100,
	    bytes_text("%s PAUSED%s%.*s", paint_glyph(GLYPH_PAUSED), why ? " " : "",
		       why ? (int)strcspn(why, ",") : 0, why ? why : ""));
}

/* While a debugger holds a process, the match waits for it.  False: none does.  */
static bool add_debugger(struct parts *parts, const struct session *session)
{
	for (int s = 0; s < SEATS; s++)
		if (session_attached(session, s).held) {
			add(parts, ROLE_PAUSED, 100,
			    bytes_text("%s %s HOLDS %d", paint_glyph(GLYPH_PAUSED),
				       session_gdb_seat(session) == s ? "GDB" : "DEBUGGER", s));
			return true;
		}
	return false;
}

static void add_state(struct parts *parts, const struct view *view)
{
	const struct match *match = session_match(view->session);
	int turns = view_turns(view);
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
		add(parts, ROLE_PAUSED, 100, bytes_text("%s REJOINING", paint_glyph(GLYPH_PAUSED)));
		add(parts, ROLE_TEXT, 20, told);
		return;
	}
	switch (session_state(view->session)) {
	case JUDGE_RUNNING:
		if (add_debugger(parts, view->session))
			return;
		if (session_is_live(view->session))
			add(parts, ROLE_RUNNING, 100, bytes_text("%s RUNNING", paint_glyph(GLYPH_RUNNING)));
		else if (session_is_followed(view->session))
			add(parts, ROLE_RUNNING, 100, bytes_text("%s FOLLOWING", paint_glyph(GLYPH_RUNNING)));
		else
			add(parts, ROLE_OVER, 100, bytes_text("%s UNFINISHED", paint_glyph(GLYPH_OVER)));
		return;
	case JUDGE_STEPPING:
		if (add_debugger(parts, view->session))
			return;
		add(parts, ROLE_RUNNING, 100, bytes_text("%s STEPPING", paint_glyph(GLYPH_RUNNING)));
		return;
	case JUDGE_PAUSED: add_pause(parts, session_stopped(view->session, NULL)); return;
	case JUDGE_OVER:
		if (match->over)
			add(parts, ROLE_OVER, 100, verdict_text(match));
		else
			add(parts, ROLE_OVER, 100, bytes_text("%s OVER", paint_glyph(GLYPH_OVER)));
		return;
	}
}

/* The options of the match, by rank: chosen ones before defaults, and then in the order of the table.  What
   is off is left out.  */
static void add_options(struct parts *parts, const struct setup *setup)
{
	const struct option_row *const *options = protocol_named(setup->system)->options, *row;

	for (int i = 0; (row = options[i]); i++) {
		bool given = setup_given(setup, row->name) != NULL;
		char *words = row->help && (given || row->shown) ? setup_words(setup, row) : NULL;
		char *usual = option_default(row), *value;
		bool chosen = words && given && (!usual || strcmp(words, usual) != 0);
		int dear = (chosen ? 30 : 10) - (i < 9 ? i : 9);

		if (words && (chosen || strcmp(words, "0") != 0) && parts->count < OPTION_PARTS) {
			value = bytes_escaped(words, strlen(words));
			add(parts, ROLE_TEXT, dear,
			    row->argument ? bytes_text("%s %s", row->name, value)
					  : bytes_text("%s", row->name));
			free(value);
		}
		free(words);
		free(usual);
	}
}

static void add_file(struct parts *parts, const struct view *view)
{
	const struct match_file *file = session_file(view->session);
	const char *path = file ? match_file_path(file) : NULL, *name;

	if (!path || !*path || session_is_kept(view->session))
		return;
	name = strrchr(path, '/');
	add(parts, session_is_live(view->session) ? ROLE_ALARM : ROLE_FAINT, 40,
	    bytes_text("%s %s", paint_glyph(GLYPH_RECORD), name ? name + 1 : path));
	parts->at[parts->count - 1].right = true;
}

/* The branch, if there are several.  If it is not the newest the state names it.  */
static void add_branch(struct parts *parts, const struct view *view)
{
	struct match_file *file = session_file(view->session);
	int branch = file ? match_file_shown(file) : 0;

	if (branch > 0 && session_shown(view->session) < 0)
		add(parts, ROLE_TEXT, 70, bytes_text("branch %d", branch));
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
	char *clock = clock_text(view_time(view), false);
	int x = 1, right;

	add(&parts, ROLE_TITLE, 15, bytes_text("ringside"));
	add(&parts, ROLE_TEXT, 60, bytes_text("%s", match->setup.system));
	add_options(&parts, &match->setup);
	add_game(&parts, view);
	add(&parts, ROLE_TEXT, 80, bytes_text("move %d", view_turns(view)));
	add_branch(&parts, view);
	add_state(&parts, view);
	add(&parts, ROLE_TEXT, 50, bytes_text("match %s", clock));
	free(clock);
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
static void add_name(struct parts *parts, const struct view *view, int seat, bool active, int room)
{
	enum { CLOCK_WIDTH = 12, NAME_LEAST = 3, ROOM = 20 };
	const struct match *match = session_match(view->session);
	const char *name = view_sitting(view, seat, NULL)->name;
	int most = room - CLOCK_WIDTH > NAME_WIDTH ? NAME_WIDTH : room - CLOCK_WIDTH;
	size_t size = paint_fitting(name, strlen(name), most > NAME_LEAST ? most : NAME_LEAST);

	add(parts, active ? ROLE_STRONG : ROLE_TEXT, 100, bytes_text("%d", seat));
	add(parts, paint_seat_role(seat), 99,
	    bytes_text("%s", board_named(match->setup.system)->mark(match, view_turns(view), seat)));
	add(parts, paint_seat_role(seat), room < ROOM ? 75 : 98,
	    bytes_text("%.*s%s", (int)size, name, name[size] ? paint_glyph(GLYPH_ELLIPSIS) : ""));
}

static void add_score(struct parts *parts, const struct match *match, int turns, int seat)
{
	const struct board_view *board = board_named(match->setup.system);
	char *score = board->score ? board->score(match, turns, seat) : NULL;

	if (score)
		add(parts, ROLE_STRONG, 85, score);
}

static void add_times(struct parts *parts, const struct view *view, int seat, bool live)
{
	const struct match *match = session_match(view->session);
	const struct turn *last = view_last_of(view, seat);
	bool thinking = live && session_to_move(view->session, seat);
	int64_t limit = setup_match_limit(&match->setup, seat);
	bool little;
	int64_t counted = session_countdown(view->session, seat, &little);
	int64_t left = live && session_is_live(view->session) ? session_time_left(view->session, seat)
		       : last                                 ? last->left_ns
		       : limit                                ? limit
							      : INT64_MAX;

	if (live && counted != INT64_MAX)
		add(parts, little ? ROLE_ALARM : ROLE_TEXT, 92,
		    header_countdown(counted, match->setup.tolerance));
	if (left != INT64_MAX)
		add(parts, left < 5 * (int64_t)NS_PER_S ? ROLE_ALARM : ROLE_TEXT, 90, clock_text(left, true));
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
	if (live && agent && !match->over && session_has_left(view->session, seat))
		add(parts, ROLE_WARNING, 88, bytes_text("gone"));
	if (live && agent && session_is_live(view->session) && match->over && usage.rss < 0 &&
	    usage.cpu_ns < 0)
		add(parts, ROLE_FAINT, 30, bytes_text("gone"));
	if (live && agent && add_inside(parts, view, seat))
		return;
	if (live && agent && session_thinking(view->session, seat))
		add(parts, ROLE_RUNNING, 60, bytes_text("thinking%s", paint_glyph(GLYPH_ELLIPSIS)));
	else if (live && session_to_move(view->session, seat))
		add(parts, ROLE_RUNNING, 60, bytes_text(agent ? "to move" : "your move"));
}

/* The limits that only this seat has.  */
static void add_limits(struct parts *parts, const struct match *match, int seat)
{
	char *own = setup_own_limits(&match->setup, seat);

	if (own)
		add(parts, ROLE_FAINT, 65, bytes_text("(%s)", own));
	free(own);
}

static void draw_seat(struct area area, struct view *view, int seat)
{
	const struct match *match = session_match(view->session);
	int64_t times[SPARK_TURNS];
	int count = think_times(view, seat, times), x = 1, gap = area.width < 50 ? 1 : 2;
	bool live = view_is_live(view);
	struct parts parts = {0};

	add_name(&parts, view, seat, live && session_to_move(view->session, seat), area.width);
	add_score(&parts, match, view_turns(view), seat);
	add_times(&parts, view, seat, live);
	add_limits(&parts, match, seat);
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

/* Arrows are shorter than their names.  */
static const char *sign_of(const char *key)
{
	static const struct {
		const char *key;
		enum glyph glyph;
	} arrows[] = {{"left", GLYPH_LEFT}, {"right", GLYPH_RIGHT}, {"up", GLYPH_UP}, {"down", GLYPH_DOWN}};

	for (size_t i = 0; i < sizeof(arrows) / sizeof(arrows[0]); i++)
		if (strcmp(arrows[i].key, key) == 0)
			return paint_glyph(arrows[i].glyph);
	return key;
}

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

/* All hints of the situation, those that stay at the end.  */
static void choose(struct hints *hints, const struct binding *const *tables, unsigned situation,
		   bool (*is_taken)(void *user, const char *key), void *user)
{
	unsigned only = situation & closed;

	hints->count = 0;
	for (int last = 0; last < 2; last++)
		for (const struct binding *const *table = tables; *table; table++)
			for (const struct binding *row = *table; row->key && hints->count < HINTS; row++)
				if (row->hint && stays(row) == last && counts(tables, row, situation) &&
				    (*table != bindings || !only || row->when & only) &&
				    !(is_taken && is_taken(user, row->key)))
					hints->at[hints->count++] = (struct hint){
						0,
						paint_width(sign_of(row->key)) + 1 + paint_width(row->hint),
						row};
}

void hints_place(struct hints *hints, int width, const struct binding *const *tables, unsigned situation,
		 bool (*is_taken)(void *user, const char *key), void *user)
{
	int gap = width < NARROW ? 1 : 2, end = width, x = MARGIN, kept = 0;

	assert(hints && tables);
	choose(hints, tables, situation, is_taken, user);
	for (int i = 0; i < hints->count; i++)
		end -= stays(hints->at[i].binding) ? hints->at[i].width + gap : 0;
	for (int i = 0; i < hints->count; i++) {
		struct hint hint = hints->at[i];

		if (stays(hint.binding))
			end = width;
		if (x + hint.width > end)
			continue;
		hint.x = x;
		x += hint.width + gap;
		hints->at[kept++] = hint;
	}
	hints->count = kept;
}

void hints_draw(struct hints *hints, struct area area)
{
	hints->area = area;
	for (int i = 0; i < hints->count; i++) {
		const struct hint *hint = &hints->at[i];
		const char *sign = sign_of(hint->binding->key);

		paint_text(area, 0, hint->x, ROLE_HINT_KEY, sign);
		paint_text(area, 0, hint->x + paint_width(sign) + 1, ROLE_HINT, hint->binding->hint);
	}
}

const struct binding *hints_at(const struct hints *hints, int x)
{
	x -= hints->area.x;
	for (int i = 0; i < hints->count; i++)
		if (x >= hints->at[i].x && x < hints->at[i].x + hints->at[i].width)
			return hints->at[i].binding;
	return NULL;
}
