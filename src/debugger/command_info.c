/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_info.c - commands that tell about the shown position: as a case of a suite, `info`, `show`.
 *
 * `info seat N` says who sits there, its state and clock, and what its moves took.  */
#include "commands.h"

#include "ringside/bytes.h"
#include "ringside/case_text.h"
#include "ringside/match.h"
#include "ringside/message.h"
#include "ringside/mistake.h"
#include "ringside/protocol.h"
#include "ringside/script.h"
#include "ringside/seat_settings.h"
#include "ringside/text_file.h"
#include "ringside/value.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the words ---- */

/* The file of the first word, or of the setting if that word is a move: it has neither dot nor slash. NULL:
 * none is known. Sets `moves` to what follows.  The caller frees.  */
static char *suite_of(const struct console *console, const char *arguments, const char **moves)
{
	size_t size = strcspn(arguments, " \t");
	char *word = bytes_copy(arguments, size), *problem = NULL;
	const char *set = console->settings ? console->settings->suite : NULL;
	bool is_move = size && !strpbrk(word, "./") && command_reads_move(console, word, &problem);

	free(problem);
	*moves = arguments;
	if (size && !is_move) {
		*moves += size + strspn(arguments + size, " \t");
		return word;
	}
	free(word);
	return set && *set ? bytes_text("%s", set) : NULL;
}

static char *check_moves(const struct console *console, const char *moves)
{
	char *problem = NULL, *why = NULL;

	for (size_t size; *moves && !problem; moves += size + strspn(moves + size, " \t|")) {
		char *word;

		size = strcspn(moves, " \t|");
		word = bytes_copy(moves, size);
		if (size && !command_reads_move(console, word, &why))
			problem = bytes_text("\"%s\" is %s", word, why);
		free(why);
		why = NULL;
		free(word);
	}
	return problem;
}

/* ---- files ---- */

/* A name that the suite does not have yet.  The caller frees.  */
static char *free_name(const char *suite, int n)
{
	struct bytes text = {0};
	char *name = bytes_text("move %d", n), *line = NULL;

	free(text_file_read(suite, &text)); /* it need not exist */
	for (int i = 2; (line = bytes_text("[case %s]", name)) && text.at && strstr(text.at, line); i++) {
		free(line);
		free(name);
		name = bytes_text("move %d (%d)", n, i);
	}
	free(line);
	bytes_free(&text);
	return name;
}

/* Copies the match beside the suite, which names it without a folder. NULL and a problem, or that name with
 * the shown branch.  */
static char *copy_match(struct session *session, const char *suite, char **problem)
{
	const char *slash = strrchr(suite, '/'), *dot = strrchr(suite, '.');
	int stem = (int)(dot && (!slash || dot > slash) ? (size_t)(dot - suite) : strlen(suite));
	char *path = bytes_text("%.*s.ringside", stem, suite), *name;
	const char *why = case_unsayable(slash ? slash + 1 : suite);

	if (why) {
		free(path);
		*problem = bytes_text("the name of the suite %s, and the match is copied to a file of that "
				      "name: give it another one",
				      why);
		return NULL;
	}
	for (int i = 2; access(path, F_OK) == 0; i++) {
		free(path);
		path = bytes_text("%.*s-%d.ringside", stem, suite, i);
	}
	*problem = session_save(session, path);
	name = bytes_text("%s", slash ? path + (slash + 1 - suite) : path);
	free(path);
	if (!*problem && session_shown(session) >= 0) {
		path = name;
		name = bytes_text("%s:%d", path, session_shown(session));
		free(path);
	}
	if (*problem) {
		free(name);
		return NULL;
	}
	return name;
}

static char *append(const char *path, const char *text)
{
	FILE *file = fopen(path, "ae");
	bool failed = !file || (ftell(file) > 0 && fputs("\n", file) < 0) || fputs(text, file) < 0;
	int error = errno;

	if (file && fclose(file) != 0 && !failed) {
		failed = true;
		error = errno;
	}
	return failed ? bytes_text("%s: %s", path, strerror(error)) : NULL;
}

/* ---- the command ---- */

/* The move that was played in the shown position; NULL: none.  The caller frees.  */
static char *played(const struct console *console, const struct match *match, int n)
{
	const struct turn *turn = match_turn(match, n);
	char words[32] = "";

	if (!turn || !turn->played)
		return NULL;
	console->board(match->setup.system)->words(match, n - 1, turn->played, words);
	return case_move(match, n, words);
}

static char *add(struct console *console, const char *suite, const char *moves)
{
	struct session *session = console->view->session;
	const struct match *match = session_match(session);
	int n = view_turns(console->view) + 1;
	char *problem = case_refusal(match, n), *file = NULL, *text, *was, *name;
	struct case_wish wish = {.wanted = *moves ? moves : NULL};

	if (!problem)
		problem = check_moves(console, moves);
	if (!problem && case_needs_file(match, n))
		file = copy_match(session, suite, &problem);
	if (problem)
		return problem;
	name = free_name(suite, n);
	was = *moves ? NULL : played(console, match, n);
	wish.name = name;
	wish.file = file;
	wish.unwanted = was;
	text = case_text(match, n, &wish);
	problem = append(suite, text);
	console->answers = !problem;
	if (!problem)
		problem = bytes_text("%s has the case \"%s\" now%s%s", suite, name,
				     *moves ? ": "
				     : was  ? ": not "
					    : ": any legal move",
				     *moves ? moves
				     : was  ? was
					    : "");
	free(text);
	free(was);
	free(name);
	free(file);
	return problem;
}

static char *make_case(struct console *console, const char *arguments)
{
	const char *moves;
	char *suite = suite_of(console, arguments, &moves), *output;

	if (!suite && console->prompt)
		return console->prompt(console->user, "case ");
	if (!suite)
		return bytes_text(
			"expected a suite, as in `case mine.suite`: `set suite mine.suite` names it for "
			"all cases");
	output = add(console, suite, moves);
	if (console->answers &&
	    console->settings) /* the file that a person names once is the usual one now */
		settings_note(console->settings, "suite", suite, SETTING_TYPED);
	free(suite);
	return output;
}

/* ---- info seat ---- */

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
	int64_t *copy = bytes_new(size);
	struct summary summary;

	memcpy(copy, moves->of[amount], size);
	summary = summary_of(copy, moves->count);
	free(copy);
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
		char words[32];

		for (int i = 0; i < moves->count; i++) {
			bool again = false;

			for (int k = 0; k < count; k++)
				again |= listed[k] == i;
			if (!again && (best < 0 || think[i] > think[best]))
				best = i;
		}
		slowest = match_turn(match, moves->n[best]); /* it may have to be read again */
		board->words(match, moves->n[best] - 1, slowest ? slowest->played : "", words);
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
	else if (!session_is_live(session))
		bytes_add_text(text, session_is_followed(session) ? "another ringside plays this match"
								  : "read from a file");
	else if (match->over)
		bytes_add_text(text, "the match is over");
	else if (session_thinking(session, seat) || session_to_move(session, seat)) {
		bytes_add_text(text,
			       session_thinking(session, seat) && agent ? "thinking for " : "to move for ");
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
		bytes_addf(text, ", %s (#%" PRId64 ")", words, ending.n);
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
		words = activity_words(&activity, session_thinking(view->session, seat));
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

static void add_clock(struct bytes *text, const struct view *view, int seat)
{
	const struct match *match = session_match(view->session);
	bool ended = view_is_live(view) && match->over;
	const struct turn *last = view_last_of(view, seat);
	int64_t turn_limit, match_limit, increment, left;
	struct setup setup;
	char *own;

	session_setup_at(view->session, view_message(view), &setup);
	setup.seat[seat].kind = view_sitting(view, seat, NULL)->kind;
	turn_limit = setup_turn_limit(&setup, seat);
	match_limit = setup_match_limit(&setup, seat);
	increment = setup_increment(&setup, seat);
	own = setup_own_limits(&setup, seat);
	setup_free(&setup);
	left = view_is_live(view) && session_is_live(view->session) && !ended
		       ? session_time_left(view->session, seat)
	       : last        ? last->left_ns
	       : match_limit ? match_limit
			     : INT64_MAX;
	if (ended && left != INT64_MAX && match->unfinished[seat].open)
		left -= match->unfinished[seat].think_ns;
	bytes_add_text(text, "clock   ");
	if (turn_limit) {
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
	if (left != INT64_MAX) {
		bytes_add_text(text, left < 0 ? ", over the match limit by " : ", ");
		info_add_time(text, left < 0 ? -left : left, 0);
		bytes_add_text(text, left < 0 ? "" : " left for the match");
		if (increment) {
			bytes_add_text(text, ", and ");
			info_add_time(text, increment, 0);
			bytes_add_text(text, " more with each move");
		}
	}
	bytes_addf(text, "%s\n", own ? " (this seat's own limits)" : "");
	free(own);
}

/* What the player has of its own.  */
static void add_settings(struct bytes *text, const struct view *view, int seat)
{
	char *words = seat_settings_words(&session_match(view->session)->setup, seat), *shown;

	if (words) {
		shown = bytes_escaped(words, strlen(words));
		bytes_addf(text, "own     %s\n", shown);
		free(shown);
	}
	free(words);
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
		char *words = event_words(&notes[i]);

		bytes_addf(text, "        %s (#%" PRId64 ")\n", words, notes[i].n);
		free(words);
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

/* ---- info ---- */

struct info_row {
	const char *name;
	const char *help; /* half a sentence */
	char *(*run)(struct console *console, const char *arguments);
};

static const struct info_row rows[] = {
	{"branches", "the branches of the match and their results", info_branches},
	{"breakpoints", "the breakpoints, and how often each was hit", info_breakpoints},
	{"games", "the games of the series that were played, and the score", info_games},
	{"log", "the lines that tracepoints have written", info_log},
	{"seat", "N: who sits there, state and clock, and what the moves took", info_seat},
	{0},
};

static const char *const info_words[] = {"branches", "breakpoints", "games", "log", "seat", NULL};

static char *list(struct console *console)
{
	struct bytes text = {0};

	bytes_add_text(&text, "info shows\n");
	for (const struct info_row *row = rows; row->name; row++)
		bytes_addf(&text, "  `info %s`  %s\n", row->name, row->help);
	console->answers = true;
	return text.at;
}

static char *no_subject(const char *word, size_t size)
{
	struct nearest nearest = nearest_to(word, size);
	char *question, *problem;

	for (const struct info_row *row = rows; row->name; row++)
		nearest_try(&nearest, row->name);
	question = nearest_question(&nearest);
	problem = bytes_text("there is no info on \"%.*s\"%s", (int)size, word,
			     *question ? question : ": `info` lists the subjects");
	free(question);
	return problem;
}

static char *info(struct console *console, const char *arguments)
{
	size_t size = strcspn(arguments, " \t");
	const char *rest = arguments + size + strspn(arguments + size, " \t");
	const struct info_row *found = NULL;

	if (!size)
		return list(console);
	for (const struct info_row *row = rows; row->name; row++) {
		if (strncmp(row->name, arguments, size) != 0)
			continue;
		if (found)
			return bytes_text("\"%.*s\" is ambiguous: %s, %s", (int)size, arguments, found->name,
					  row->name);
		found = row;
	}
	if (!found)
		return no_subject(arguments, size);
	return found->run(console, rest);
}

static char *briefing(struct console *console, const char *arguments)
{
	const struct setup *setup = &session_match(console->view->session)->setup;
	const struct protocol *protocol = protocol_named(setup->system);
	char *output = protocol->texts->briefing ? protocol->texts->briefing(setup) : NULL;

	(void)arguments;
	console->answers = output != NULL;
	return output ? output
		      : bytes_text("in %s an agent is told nothing that is not shown", setup->system);
}

/* ---- the board ---- */

static char *show_board(struct console *console, const char *rest)
{
	char *problem = NULL, *text;

	if (*rest)
		return bytes_text("expected nothing after board, not \"%s\"", rest);
	if (!console->picture)
		return bytes_text("the screen shows the board: `screenshot FILE` writes it as text");
	text = console->picture(console->view, &problem);
	console->answers = text != NULL;
	return text ? text : problem;
}

/* ---- turns ---- */

/* What was special about it, each word with a blank before it.  */
static void add_marks(struct bytes *text, const struct turn *turn)
{
	static const struct {
		unsigned flag;
		const char *word;
	} marks[] = {{TURN_BY_PERSON, "by-person"}, {TURN_CHANGED, "changed"}, {TURN_UNTIMED, "untimed"},
		     {TURN_FORGIVEN, "forgiven"},   {TURN_HELD_UP, "held-up"}, {TURN_WAITED, "waited"},
		     {TURN_CHARGED, "charged"}};

	if (turn->faults)
		bytes_addf(text, " %d fault%s", turn->faults, turn->faults == 1 ? "" : "s");
	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		if (turn->flags & marks[i].flag)
			bytes_addf(text, " %s", marks[i].word);
}

static void add_turn(struct bytes *text, const struct console *console, const struct match *match,
		     const struct turn *turn)
{
	char words[32] = "", *time = value_time_text(turn->think_ns), *size;

	if (turn->played)
		console->board(match->setup.system)->words(match, turn->n - 1, turn->played, words);
	bytes_addf(text, "%4d  seat %d  %-12s %10s", turn->n, turn->seat, words, time);
	if (turn->rss >= 0) {
		struct condition_value rss = {
			.type = CONDITION_SIZE, .known = true, .number = (double)turn->rss};

		size = condition_value_words(&rss);
		bytes_addf(text, " %9s", size);
		free(size);
	}
	add_marks(text, turn);
	bytes_add_text(text, "\n");
	free(time);
}

static char *show_turns(struct console *console, const char *rest)
{
	const struct match *match = session_match(console->view->session);
	int turns = view_turns(console->view);
	struct bytes text = {0};

	if (*rest)
		return bytes_text("expected nothing after turns, not \"%s\"", rest);
	for (int n = 1; n <= turns; n++) {
		const struct turn *turn = match_turn(match, n);

		if (turn)
			add_turn(&text, console, match, turn);
	}
	if (!text.size)
		bytes_add_text(&text, "no move was played yet");
	console->answers = true;
	return text.at;
}

/* ---- messages ---- */

static void add_message(struct bytes *text, const struct setup *setup, const struct message *message)
{
	static const char *const arrows[] = {[TO_AGENT] = ">", [FROM_AGENT] = "<", [EVENT] = "*"};
	char clock[VALUE_CLOCK], *words = script_message_words(setup, message);

	bytes_addf(text, "#%-5" PRId64 " %s %d %s %-8s %s\n", message->n, value_clock(message->t_ns, clock),
		   message->seat, arrows[message->direction], channel_name(message->channel), words);
	free(words);
}

static char *show_messages(struct console *console, const char *rest)
{
	enum { PAGE = 64 };
	const struct setup *setup = &session_match(console->view->session)->setup;
	struct match_file *file = session_whole_file(console->view->session);
	struct message_query query = {.seats = ~0u,
				      .channels = ~0u,
				      .matching = *rest ? rest : NULL,
				      .setup = setup,
				      .last = view_message(console->view)};
	char *problem = *rest ? match_file_check_pattern(rest) : NULL;
	struct message page[PAGE];
	struct bytes text = {0};
	int64_t after = 0;
	int count;

	if (problem)
		return problem;
	if (!file)
		return bytes_text("this match is not recorded: begin it with --record FILE");
	while ((count = match_file_after(file, &query, after, PAGE, page)) > 0) {
		for (int i = 0; i < count; i++)
			add_message(&text, setup, &page[i]);
		after = page[count - 1].n;
	}
	if (!text.size)
		bytes_add_text(&text, *rest ? "no message fits" : "there are no messages");
	console->answers = true;
	return text.at;
}

/* ---- the command ---- */

static const struct {
	const char *name;
	char *(*run)(struct console *console, const char *rest);
} subjects[] = {{"board", show_board}, {"messages", show_messages}, {"turns", show_turns}};
enum { SUBJECTS = sizeof(subjects) / sizeof(subjects[0]) };

static const char *const show_words[] = {"board", "messages", "turns", NULL};

static char *show(struct console *console, const char *arguments)
{
	size_t size = strcspn(arguments, " \t");
	const char *rest = arguments + size + strspn(arguments + size, " \t");
	char *word, *problem;

	for (int i = 0; size && i < SUBJECTS; i++)
		if (strncmp(subjects[i].name, arguments, size) == 0)
			return subjects[i].run(console, rest);
	word = bytes_copy(arguments, size);
	problem = size ? words_unknown("subject", word, show_words)
		       : bytes_text("show what? Expected board, messages or turns");
	free(word);
	return problem;
}

const struct command commands_of_info[] = {
	{"case", "[FILE] [MOVE...]",
	 "add the position that is shown to the suite FILE, for `ringside check`; the moves are right there; "
	 "without them the one that was played is wrong",
	 make_case, 0, NULL},
	{"briefing", "", "show what an agent is told before the match, such as costs and limits", briefing, 0,
	 NULL},
	{"info", "[WORD]", "show information on a subject; without WORD, list the subjects", info, 0,
	 info_words},
	{"show", "board|messages [PATTERN]|turns",
	 "print the board, the messages (those that match a regular expression) or the moves up to the shown "
	 "position as text",
	 show, 0, show_words},
	{0},
};
