/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* info_seat.c - `info seat N`: who sits there, its state and clock, and what its moves took, at the position
 * that is shown.  */
#include "commands.h"
#include "ringside/bytes.h"
#include "ringside/match.h"
#include "ringside/message.h"
#include "ringside/setup.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	TURNS = 2 * MATCH_KEPT, /* of the match that are read at most */
	BARS = 40,
	SLOWEST = 3,
	LEVELS = GLYPH_BAR_8 - GLYPH_BAR_1 + 1
};

/* What a move took.  */
enum amount { AMOUNT_THINK, AMOUNT_CPU, AMOUNT_MEMORY, AMOUNT_TO, AMOUNT_FROM, AMOUNTS };

static const struct {
	const char *name;
	bool is_time, adds_up;
} amounts[AMOUNTS] = {
	[AMOUNT_THINK] = {"think", true, true},      [AMOUNT_CPU] = {"CPU", true, true},
	[AMOUNT_MEMORY] = {"memory", false, false},  [AMOUNT_TO] = {"bytes to", false, true},
	[AMOUNT_FROM] = {"bytes from", false, true},
};

/* The seat's moves in order.  An amount of -1 is not known.  */
struct seat_moves {
	int seat, turns;     /* of the match that are shown */
	int first;           /* the first turn that was read */
	int others;          /* moves of players who sat there earlier */
	int held;            /* moves during which the judge was held up, ... */
	int64_t held_most;   /* ... and for how many ns at most */
	int waited, charged; /* those with these marks (enum turn_flag) */
	int count;
	int *n; /* the turn of each */
	int64_t *of[AMOUNTS];
};

/* ---- words ---- */

/* A time in ns and a size in bytes, from 0 on, with a unit, at the right of so many columns.  */
static void info_add_time(struct bytes *text, int64_t ns, int width)
{
	char number[32];

	if (ns < 10 * (int64_t)NS_PER_MS)
		snprintf(number, sizeof(number), "%.*f ms", ns < NS_PER_MS ? 3 : 2, (double)ns / NS_PER_MS);
	else if (ns < 10 * (int64_t)NS_PER_S)
		snprintf(number, sizeof(number), "%" PRId64 " ms", ns / NS_PER_MS);
	else
		snprintf(number, sizeof(number), "%.1f s", (double)ns / NS_PER_S);
	bytes_addf(text, "%*s", width, number);
}

static void info_add_size(struct bytes *text, int64_t size, int width)
{
	static const char *const units[] = {"B", "KB", "MB", "GB", "TB"};
	double number = (double)size;
	char words[32];
	int unit = 0;

	for (; number >= 1024 && unit < 4; unit++)
		number /= 1024;
	snprintf(words, sizeof(words), unit && number < 10 ? "%.1f %s" : "%.0f %s", number, units[unit]);
	bytes_addf(text, "%*s", width, words);
}

static void add_amount(struct bytes *text, enum amount amount, int64_t number, int width)
{
	if (amounts[amount].is_time)
		info_add_time(text, number, width);
	else
		info_add_size(text, number, width);
}

/* ---- moves ---- */

static void find_moves(struct seat_moves *moves, const struct view *view, int seat)
{
	const struct match *match = session_match(view->session);
	struct byte_count *traffic;
	bool person;
	int64_t since = 0;
	int all;

	*moves = (struct seat_moves){.seat = seat, .turns = view_turns(view)};
	moves->first = moves->turns > TURNS ? moves->turns - TURNS + 1 : 1;
	all = moves->turns - moves->first + 1;
	if (all < 1)
		return;
	traffic = bytes_new((size_t)all * sizeof(*traffic));
	moves->n = bytes_new((size_t)all * sizeof(*moves->n));
	for (int a = 0; a < AMOUNTS; a++)
		moves->of[a] = bytes_new((size_t)all * sizeof(*moves->of[a]));
	session_turn_traffic(view->session, seat, moves->first, moves->turns, traffic);
	person = view_sitting(view, seat, &since)->kind == SEAT_HUMAN;
	for (int n = moves->first; n <= moves->turns; n++) {
		const struct turn *turn = match_turn(match, n);

		if (!turn || turn->seat != seat)
			continue;
		if (turn->message < since) {
			moves->others++;
			continue;
		}
		moves->held += turn->held_ns > 0;
		moves->waited += (turn->flags & TURN_WAITED) != 0;
		moves->charged += (turn->flags & TURN_CHARGED) != 0;
		moves->held_most = turn->held_ns > moves->held_most ? turn->held_ns : moves->held_most;
		moves->n[moves->count] = n;
		moves->of[AMOUNT_THINK][moves->count] = turn->think_ns;
		moves->of[AMOUNT_CPU][moves->count] = turn->cpu_ns;
		moves->of[AMOUNT_MEMORY][moves->count] = turn->peak > turn->rss ? turn->peak : turn->rss;
		moves->of[AMOUNT_TO][moves->count] = person ? -1 : traffic[n - moves->first].to;
		moves->of[AMOUNT_FROM][moves->count++] = person ? -1 : traffic[n - moves->first].from;
	}
	free(traffic);
}

static struct summary summary_of_moves(const struct seat_moves *moves, enum amount amount)
{
	size_t size = (size_t)moves->count * sizeof(int64_t);
	FREED int64_t *copy = bytes_new(size);
	struct summary summary;

	memcpy(copy, moves->of[amount], size);
	summary = summary_of(copy, moves->count);
	return summary;
}

static void add_table(struct bytes *text, const struct seat_moves *moves)
{
	enum { WIDTH = 11 };

	bytes_addf(text, "%-10s%*s%*s%*s%*s%*s\n", "", WIDTH, "total", WIDTH, "min", WIDTH, "median", WIDTH,
		   "95 %", WIDTH, "max");
	for (int a = 0; a < AMOUNTS; a++) {
		struct summary summary = summary_of_moves(moves, (enum amount)a);
		const int64_t columns[] = {summary.total, summary.least, summary.median, summary.high,
					   summary.most};

		bytes_addf(text, "%-10s", amounts[a].name);
		for (int i = 0; i < 5; i++)
			if (!summary.count || (i == 0 && !amounts[a].adds_up))
				bytes_addf(text, "%*s", WIDTH, "-");
			else
				add_amount(text, (enum amount)a, columns[i], WIDTH);
		bytes_add_text(text, "\n");
	}
}

/* Bars of the last moves, from 0 to the largest, and the range of the values.  */
static void add_bars(struct bytes *text, const struct console *console, const struct seat_moves *moves,
		     enum amount amount)
{
	int first = moves->count > BARS ? moves->count - BARS : 0;
	const int64_t *of = moves->of[amount];
	int64_t most = -1, least = INT64_MAX;

	for (int i = first; i < moves->count; i++) {
		most = of[i] > most ? of[i] : most;
		least = of[i] >= 0 && of[i] < least ? of[i] : least;
	}
	if (most < 0)
		return;
	bytes_addf(text, "%-10s ", amounts[amount].name);
	for (int i = first; i < moves->count; i++) {
		int level = most ? (int)((double)of[i] / (double)most * (LEVELS - 1) + 0.5) : 0;

		bytes_add_text(text, of[i] < 0 ? " " : console->glyph((enum glyph)(GLYPH_BAR_1 + level)));
	}
	bytes_addf(text, "%*s ", moves->count - first < BARS ? BARS - (moves->count - first) + 1 : 1, "");
	add_amount(text, amount, least, 0);
	bytes_add_text(text, " to ");
	add_amount(text, amount, most, 0);
	bytes_add_text(text, "\n");
}

static void add_slowest(struct bytes *text, const struct console *console, const struct seat_moves *moves)
{
	const struct match *match = session_match(console->view->session);
	const struct board_view *board = console->board(match->setup.system);
	const int64_t *think = moves->of[AMOUNT_THINK];
	int listed[SLOWEST], count = 0;

	while (count < SLOWEST && count < moves->count) {
		const struct turn *slowest;
		int best = -1;
		char words[32] = "";

		for (int i = 0; i < moves->count; i++) {
			bool again = false;

			for (int k = 0; k < count; k++)
				again |= listed[k] == i;
			if (!again && (best < 0 || think[i] > think[best]))
				best = i;
		}
		slowest = match_turn(match, moves->n[best]); /* it may have to be read again */
		if (slowest)
			board_turn_words(console->view->session, board, slowest, words);
		bytes_addf(text, "%s %d %s ", count ? "," : "slowest   ", moves->n[best], words);
		info_add_time(text, think[best], 0);
		listed[count++] = best;
	}
	bytes_add_text(text, "\n");
}

static void add_moves(struct bytes *text, const struct console *console, const struct seat_moves *moves)
{
	if (moves->first > 1)
		bytes_addf(text, "moves   %d, of the last %d turns of the match\n", moves->count, TURNS);
	else
		bytes_addf(text, "moves   %d\n", moves->count);
	if (moves->others)
		bytes_addf(text, "        and %d by earlier players\n", moves->others);
	if (moves->held) {
		bytes_addf(text, "        judge held up in %d, for at most ", moves->held);
		info_add_time(text, moves->held_most, 0);
		bytes_add_text(text, ", which does not count\n");
	}
	if (moves->waited)
		bytes_addf(text, "        waited for a core in %d\n", moves->waited);
	if (moves->charged)
		bytes_addf(text, "        flooded ringside in %d, whose work counts\n", moves->charged);
	if (!moves->count)
		return;
	add_table(text, moves);
	add_slowest(text, console, moves);
	bytes_addf(text, moves->count == 1 ? "the last move:\n" : "the last %d moves:\n",
		   moves->count < BARS ? moves->count : BARS);
	for (int a = 0; a < AMOUNTS; a++)
		add_bars(text, console, moves, (enum amount)a);
}

/* Times, memory and bytes of the seat's moves at the position that is shown; nothing if it has no player.  */
static void info_add_moves(struct bytes *text, const struct console *console, int seat)
{
	const struct view *view = console->view;
	const struct match *match = session_match(view->session);
	struct seat_moves moves;

	find_moves(&moves, view, seat);
	if (moves.count || moves.others || (seat != SEAT_NONE && match->setup.seat[seat].kind != SEAT_FREE))
		add_moves(text, console, &moves);
	free(moves.n);
	for (int a = 0; a < AMOUNTS; a++)
		free(moves.of[a]);
}

/* ---- who it is ---- */

static void add_who(struct bytes *text, const struct view *view, int seat)
{
	const struct seat_setup *setup = view_sitting(view, seat, NULL);
	const char *name = setup->name ? setup->name : "";
	char *command;

	bytes_addf(text, "seat %d  %s", seat, name);
	switch (setup->kind) {
	case SEAT_FREE: bytes_add_text(text, "nobody sits there"); break;
	case SEAT_HUMAN: bytes_add_text(text, *name && strcmp(name, "human") ? "  a person" : ""); break;
	case SEAT_AGENT:
		command = bytes_line(setup->command ? setup->command : "its command is not known");
		bytes_addf(text, "  %s: %s", seat == SEAT_NONE ? "the game program" : "an agent", command);
		free(command);
		break;
	}
	bytes_add_text(text, "\n");
}

/* Finds how the seat's process ended.  False: it runs, or nobody knows.  */
static bool find_ending(const struct view *view, int seat, struct message *ending)
{
	struct message_query query = {.seats = 1u << seat,
				      .channels = CHANNEL_BIT(CHANNEL_EVENT),
				      .directions = 1u << EVENT,
				      .last = view_message(view)};
	struct match_file *file = session_file(view->session);
	int64_t before = INT64_MAX;

	for (; file && match_file_before(file, &query, before, 1, ending) == 1; before = ending->n)
		if (event_ends(&ending->event) || ending->event.kind == EVENT_NOT_STARTED)
			return true;
		else if (ending->event.kind == EVENT_STARTED)
			return false;
	return false;
}

static void add_state(struct bytes *text, const struct view *view, int seat)
{
	const struct session *session = view->session;
	const struct match *match = session_match(session);
	bool agent = view_sitting(view, seat, NULL)->kind == SEAT_AGENT, live = view_is_live(view);
	pid_t pid = live ? session_pid(session, seat) : 0;
	struct message ending = {0};
	char *words;

	bytes_add_text(text, "state   ");
	if (!live && session_shown(session) >= 0)
		bytes_addf(text, "as of move %d of %d of branch %d", view_turns(view), match->turn_count,
			   session_shown(session));
	else if (!live)
		bytes_addf(text, "as of move %d of %d", view_turns(view), match->turn_count);
	else if (!session_is_live(session)) {
		bytes_add_text(text, !session_is_followed(session) ? "read from a file"
				     : setup_given(&match->setup, OPTION_TAPPED)
					     ? "another judge has this match"
					     : "another ringside plays this match");
		if (session_seat_state(session, seat).thinks) {
			bytes_add_text(text, ", thinking for ");
			info_add_time(text, session_turn_time(session, seat), 0);
		}
	} else if (match->over)
		bytes_add_text(text, "the match is over");
	else if (session_seat_state(session, seat).thinks || session_seat_state(session, seat).to_move) {
		bytes_add_text(text, session_seat_state(session, seat).thinks && agent ? "thinking for "
										       : "to move for ");
		info_add_time(text, session_turn_time(session, seat), 0);
	} else
		bytes_add_text(text, seat == SEAT_NONE ? "plays along" : "waiting for its turn");
	if (pid) {
		struct session_attached inside = session_attached(session, seat);

		bytes_addf(text, ", process %ld%s%s", (long)pid, inside.traced ? ", traced" : "",
			   inside.frozen      ? ", frozen"
			   : inside.stopped   ? ", stopped"
			   : inside.suspended ? ", rests until it is asked (ponder no)"
					      : "");
	} else if (agent && find_ending(view, seat, &ending)) {
		words = event_words(&ending);
		bytes_addf(text, ", %s (#%" PRId64 ")", words, ending.number);
		free(words);
	} else if (agent && live && session_is_live(session))
		bytes_add_text(text, ", gone");
	bytes_add_text(text, "\n");
}

/* Of a live agent: which limits hold and by what, what it is doing, and bytes of an incomplete message.  */
static void add_present(struct bytes *text, const struct view *view, int seat)
{
	char *words = session_limits_words(view->session, seat);
	struct activity activity;
	struct pending_bytes pending;
	int64_t for_ns;

	if (words)
		bytes_addf(text, "limits  %s\n", words);
	free(words);
	if (session_activity(view->session, seat, &activity)) {
		words = activity_words(&activity, session_seat_state(view->session, seat).thinks);
		bytes_addf(text, "doing   it %s\n", words);
		free(words);
	}
	for (int stream = STREAM_STDOUT; stream <= STREAM_STDERR; stream++) {
		if (!session_pending(view->session, seat, (enum stream)stream, &pending, &for_ns))
			continue;
		words = shown_pending(stream == STREAM_STDERR ? NULL : &session_match(view->session)->setup,
				      pending.bytes, pending.size, pending.wanted);
		bytes_addf(text, "pending %s%s, and nothing more for ",
			   stream == STREAM_STDERR ? "on stderr " : "", words);
		info_add_time(text, for_ns, 0);
		bytes_add_text(text, "\n");
		free(words);
	}
}

/* What is left by the clock, and what it will add.  */
static void add_time_left(struct bytes *text, const struct time_control *control, struct clock_state clock)
{
	bool plain = time_control_is_plain(control);
	int64_t increment = control->period[0].increment;
	FREED char *words = time_control_words(control);

	bytes_addf(text, clock.left >= 0 ? ", "
			 : plain         ? ", over the match limit by "
					 : ", over its clock by ");
	info_add_time(text, clock.left < 0 ? -clock.left : clock.left, 0);
	if (clock.left >= 0 && clock.overtimes)
		bytes_addf(text, " left of this period of byo-yomi, and %" PRId64 " more after it",
			   clock.overtimes - 1);
	else if (clock.left >= 0 && clock.moves)
		bytes_addf(text, " left for %" PRId64 " move%s", clock.moves, clock.moves == 1 ? "" : "s");
	else if (clock.left >= 0)
		bytes_add_text(text, plain ? " left for the match" : " left");
	if (plain && increment) {
		bytes_add_text(text, ", and ");
		info_add_time(text, increment, 0);
		bytes_add_text(text, " more with each move");
	}
	if (!plain)
		bytes_addf(text, "; its clock is %s", words);
}

static void add_clock(struct bytes *text, const struct view *view, int seat)
{
	const struct match *match = session_match(view->session);
	struct time_control control;
	struct clock_state clock;
	int64_t turn_limit;
	const struct option_row *row = setup_turn_row(seat);
	struct setup setup;
	bool elsewhere; /* the limits are those of another judge */
	char *own;

	session_setup_at(view->session, view_message(view), &setup);
	elsewhere = setup_given(&setup, OPTION_TAPPED) && !(row && setup_given(&setup, row->name));
	setup.seat[seat].kind = view_sitting(view, seat, NULL)->kind;
	turn_limit = setup_turn_limit(&setup, seat);
	control = setup_clock(&setup, seat);
	own = setup_own_limits(&setup, seat);
	setup_free(&setup);
	clock = view_clock(view, seat, &control);
	bytes_add_text(text, "clock   ");
	if (elsewhere) {
		bytes_add_text(text, "that of another judge");
	} else if (turn_limit) {
		info_add_time(text, turn_limit, 0);
		bytes_add_text(text, " for a move");
		if (match->setup.tolerance) {
			bytes_add_text(text, " and ");
			info_add_time(text, match->setup.tolerance, 0);
			bytes_add_text(text, " of tolerance");
		}
	} else {
		bytes_add_text(text, "no limit for a move");
	}
	if (clock.left != INT64_MAX)
		add_time_left(text, &control, clock);
	bytes_addf(text, "%s\n", own ? " (this seat's own limits)" : "");
	free(own);
}

/* What the player has of its own.  */
static void add_settings(struct bytes *text, const struct view *view, int seat)
{
	FREED char *words = seat_settings_words(&session_match(view->session)->setup, seat);
	char *shown;

	if (words) {
		shown = bytes_escaped(words, strlen(words));
		bytes_addf(text, "own     %s\n", shown);
		free(shown);
	}
}

/* ---- faults ---- */

/* Each kind of fault is noted once, with its message, and then only counted (arbiter_fault()).  */
static void add_faults(struct bytes *text, const struct view *view, int seat)
{
	enum { KINDS = 32 };
	bool unfinished = false;
	int64_t last = view_message(view);
	int faults = view_is_live(view) && session_is_live(view->session)
			     ? session_faults(view->session, seat)
			     : session_faults_at(view->session, seat, last, &unfinished);
	struct message_query query = {.seats = 1u << seat,
				      .channels = CHANNEL_BIT(CHANNEL_FAULT),
				      .directions = 1u << EVENT,
				      .last = last};
	struct match_file *file = session_file(view->session);
	struct message notes[KINDS];
	int count = file ? match_file_after(file, &query, 0, KINDS, notes) : 0;

	bytes_addf(text, "faults  %s%d\n", unfinished ? "at least " : "", faults);
	for (int i = 0; i < count; i++) {
		FREED char *words = event_words(&notes[i]);

		bytes_addf(text, "        %s (#%" PRId64 ")\n", words, notes[i].number);
	}
	if (count == KINDS)
		bytes_add_text(text, "        and more\n");
}

static void add_traffic(struct bytes *text, const struct view *view, int seat)
{
	struct byte_count traffic;
	bool whole = session_traffic(view->session, seat, view_message(view), &traffic);

	if (!session_is_recorded(view->session)) {
		bytes_add_text(text, "bytes   not recorded\n");
		return;
	}
	bytes_addf(text, "bytes   %s", whole ? "" : "at least ");
	info_add_size(text, traffic.to, 0);
	bytes_add_text(text, " to it, ");
	info_add_size(text, traffic.from, 0);
	bytes_add_text(text, " from it\n");
}

char *info_seat(struct console *console, const char *arguments)
{
	const struct view *view = console->view;
	const struct match *match = session_match(view->session);
	int seat = *arguments - '0';
	struct bytes text = {0};

	if (!is_seat(seat) || arguments[1])
		return bytes_text("expected seat 1 or 2, or 0 for a game program, not \"%s\"", arguments);
	console->answers = true;
	session_whole_file(view->session);
	add_who(&text, view, seat);
	if (match->setup.seat[seat].kind != SEAT_FREE) {
		add_state(&text, view, seat);
		if (view_is_live(view))
			add_present(&text, view, seat);
		if (seat != SEAT_NONE) {
			add_clock(&text, view, seat);
			add_settings(&text, view, seat);
		}
		add_faults(&text, view, seat);
		if (view_sitting(view, seat, NULL)->kind != SEAT_HUMAN)
			add_traffic(&text, view, seat);
	}
	info_add_moves(&text, console, seat);
	text.at[text.size - 1] = '\0'; /* drop the last line end */
	return text.at;
}
