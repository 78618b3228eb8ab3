/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_set.c - commands that change settings: of the screen, of the match, and the keys.
 *
 * Each row of the table of keys stands for a command line.  A board's own keys are its rows (board.h).  A
 * small letter goes a short way, its capital a long one or back.  A line that ends in a blank opens the
 * prompt with it.  Of the rows of a key the first one that holds in the present situation counts. The line of
 * keys, the ? screen, the completion of the prompt and the words about a key that does nothing ask for that
 * situation.  */
#include "commands.h"

#include "ringside/bytes.h"
#include "ringside/command.h"
#include "ringside/ini.h"
#include "ringside/mistake.h"
#include "ringside/protocol.h"
#include "ringside/text_file.h"
#include "ringside/value.h"
#include "ringside/words.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the keys ---- */

static const struct {
	unsigned bit;
	const char *holds, *lacks;
} situations[] = {
#define X(NAME, holds, lacks) {WHEN_##NAME, holds, lacks},
	SITUATIONS(X)
#undef X
};

static unsigned state_of(const struct session *session)
{
	if (session_is_steered(session))
		return WHEN_FILE | WHEN_TAPPED |
		       (session_state(session) == JUDGE_RUNNING ? 0 : WHEN_TAP_HOLDS);
	if (!session_is_live(session))
		return WHEN_FILE;
	switch (session_state(session)) {
	case JUDGE_PAUSED: return WHEN_PAUSED;
	case JUDGE_OVER: return WHEN_OVER | (session_waits(session) ? WHEN_NEXT_GAME : 0);
	case JUDGE_RUNNING:
	case JUDGE_STEPPING:
	case JUDGE_ANSWERING: break;
	}
	return WHEN_RUNNING;
}

/* A match that is played here and has no verdict; one that is; and one that only can be looked at.  */
#define PLAYED (WHEN_RUNNING | WHEN_PAUSED)
#define HERE   (PLAYED | WHEN_OVER)
#define DONE   (WHEN_OVER | WHEN_FILE)
#define PAST   (DONE | WHEN_BACK)
#define WORDS  (WHEN_MESSAGES | WHEN_TEXT)

/* The keys as ringside has them by itself, ended as `bindings`.  The line of keys shows hints in this order,
 * those that stay at its end.  If there is no room for all, the last ones are left out.  */
static const struct binding bindings_usual[] = {
	{"space", "continue", "continue, or begin the next game", "next game", WHEN_NEXT_GAME, KEYS_RUN},
	{"space", "pause", "pause, or go on; c goes on, and never pauses", "pause", WHEN_RUNNING, KEYS_RUN},
	{"space", "continue", NULL, "run", WHEN_PAUSED, KEYS_RUN},
	{"space", "continue", NULL, "let all pass", WHEN_TAP_HOLDS, KEYS_RUN},
	{"space", "pause", NULL, "hold", WHEN_TAPPED, KEYS_RUN},
	{"H", "hint", "ask an agent for your move", "hint", WHEN_HINTED, KEYS_RUN},
	{"space", "replay", NULL, "stop", WHEN_REPLAYING, KEYS_WALK},
	{"space", "replay", "show the moves again, or stop; + faster, - slower", "replay", DONE, KEYS_WALK},
	{"+", "replay faster", NULL, "faster", WHEN_REPLAYING, KEYS_WALK},
	{"+", "replay faster", NULL, NULL, DONE, KEYS_WALK},
	{"-", "replay slower", NULL, "slower", WHEN_REPLAYING, KEYS_WALK},
	{"-", "replay slower", NULL, NULL, DONE, KEYS_WALK},
	{"s", "step", "let one message pass", "step", PLAYED | WHEN_NEXT_GAME | WHEN_TAPPED, KEYS_RUN},
	{"S", "step answer", "continue until an agent answers, and stop with its answer held", NULL,
	 PLAYED | WHEN_NEXT_GAME | WHEN_TAPPED, KEYS_RUN},
	{"n", "search", NULL, "next hit", WHEN_FOUND | WHEN_TEXT, KEYS_READ},
	{"n", "next", "continue until the next move is played", "move", PLAYED | WHEN_NEXT_GAME | WHEN_TAPPED,
	 KEYS_RUN},
	{"n", "goto +1", NULL, NULL, DONE, KEYS_WALK},
	{"N", "search ?", NULL, NULL, WHEN_FOUND | WHEN_TEXT, KEYS_READ},
	{"N", "goto -1", NULL, NULL, 0, KEYS_WALK},
	{"e", "edit", "edit the selected held message, or the first one of the pane", "edit", WHEN_HELD,
	 KEYS_CHANGE},
	{"x", "drop", "drop that message: nobody receives it; u takes that back", "drop", WHEN_HELD,
	 KEYS_CHANGE},
	{"d", "delay", "delay that message", NULL, WHEN_HELD, KEYS_CHANGE},
	{"left", "goto -1", "go back one move, right forward; also N and n", "back", PAST, KEYS_WALK},
	{"left", "goto -1", NULL, NULL, 0, KEYS_WALK},
	{"right", "goto +1", NULL, "next", PAST, KEYS_WALK},
	{"right", "goto +1", NULL, NULL, 0, KEYS_WALK},
	{"]", "goto differs", "show the next move where the builds differ, [ the one before", "differs",
	 WHEN_OTHER, KEYS_WALK},
	{"[", "goto differs back", NULL, NULL, WHEN_OTHER, KEYS_WALK},
	{"r", "resume", "play on from the position shown, in a new branch", "play on", WHEN_GOES_ON,
	 KEYS_CHANGE},
	{"r", "resume", NULL, NULL, DONE, KEYS_CHANGE},
	{"A", "rematch", "play again; the other seat begins", "rematch", WHEN_OVER, KEYS_CHANGE},
	{"w", "why", "explain the verdict, or the newest fault or stop", "why", DONE, KEYS_WALK},
	{"o", "override ", "replace the agent's move", "override", PLAYED, KEYS_CHANGE},
	{"o", "override ", NULL, NULL, WHEN_OVER | WHEN_BACK, KEYS_CHANGE},
	{"u", "takeback here", "take back your last move, or what was done to the message", "take back", HERE,
	 KEYS_CHANGE},
	{"u", "takeback here", NULL, NULL, WHEN_FILE, KEYS_CHANGE},
	{"E", "end *", "give the game up, or call it a draw: then r or d", NULL, WHEN_YOUR_TURN, KEYS_CHANGE},
	{"m", "mark *", "mark the shown position with a letter; ' and the letter go there", NULL, 0,
	 KEYS_WALK},
	{"'", "goto '*", NULL, NULL, 0, KEYS_WALK},
	{"home", "goto 0", "show the position before the first move; end: the newest", "first", PAST,
	 KEYS_WALK},
	{"home", "goto 0", NULL, NULL, 0, KEYS_WALK},
	{"end", "goto live", NULL, "newest", PAST, KEYS_WALK},
	{"end", "goto live", NULL, NULL, 0, KEYS_WALK},
	{":", " ", NULL, "command", WHEN_TEXT, KEYS_RINGSIDE},
	{":", " ", "type a command; ? shows this screen", "command", 0, KEYS_RINGSIDE},
	{"i", "info signs", NULL, NULL, WHEN_TEXT, KEYS_READ},
	{"i", "info signs", "show what the signs of this board and these panes mean", "signs", 0, KEYS_READ},
	{"?", "help", NULL, "help", 0, KEYS_RINGSIDE},
	{"q", "quit", NULL, "list", WHEN_LISTED, KEYS_RINGSIDE},
	{"Q", "quit now", NULL, "quit", WHEN_LISTED, KEYS_RINGSIDE},
	{"q", "quit", "quit, or back to the list; asks while a match runs. Q: at once", "quit", 0,
	 KEYS_RINGSIDE},
	{"w", "why", NULL, "why", 0, KEYS_WALK},
	{"/", "search ", "search the pane", "search", WORDS, KEYS_READ},
	{"&", "filter ", "show only matching messages in the pane", "filter", WHEN_MESSAGES, KEYS_READ},
	{"F", "freeze-pane", "freeze the pane while the match continues", "freeze", WHEN_MESSAGES, KEYS_READ},
	{"tab", "focus next", "select the next pane, backtab the one before, 1 to 9 that one", "focus", 0,
	 KEYS_PANES},
	{"z", "resize full", "zoom the pane, or show all panes again", "zoom", 0, KEYS_PANES},
	{"b", "break here", "set a breakpoint at the cursor's move, or at the turn shown", "break", HERE,
	 KEYS_RUN},
	{"b", "break here", NULL, NULL, 0, KEYS_RUN},
	{"c", "continue", NULL, NULL, PLAYED | WHEN_NEXT_GAME | WHEN_TAPPED, KEYS_RUN},
	{"f", "next end", "continue to the end of the game", NULL, PLAYED | WHEN_NEXT_GAME, KEYS_RUN},
	{"L", "set layout next", "switch to the next layout", "layout", 0, KEYS_PANES},
	{"backtab", "focus previous", NULL, NULL, 0, KEYS_PANES},
	{"1", "focus 1", NULL, NULL, 0, KEYS_PANES},
	{"2", "focus 2", NULL, NULL, 0, KEYS_PANES},
	{"3", "focus 3", NULL, NULL, 0, KEYS_PANES},
	{"4", "focus 4", NULL, NULL, 0, KEYS_PANES},
	{"5", "focus 5", NULL, NULL, 0, KEYS_PANES},
	{"6", "focus 6", NULL, NULL, 0, KEYS_PANES},
	{"7", "focus 7", NULL, NULL, 0, KEYS_PANES},
	{"8", "focus 8", NULL, NULL, 0, KEYS_PANES},
	{"9", "focus 9", NULL, NULL, 0, KEYS_PANES},
	{"^]", "focus 1", NULL, "leave", WHEN_TYPING, KEYS_PANES},
	{"^]", "focus 1", "leave an agent's terminal or gdb; they take all other keys", NULL, 0, KEYS_PANES},
	{"]", "search", "go to the next hit of a search, [ to the one before; also n N", NULL, WORDS,
	 KEYS_READ},
	{"[", "search ?", NULL, NULL, WORDS, KEYS_READ},
	{"escape", "scroll end", NULL, "end search", WHEN_FOUND, KEYS_READ},
	{"up", "scroll up", "scroll; so do down, pageup, pagedown; g G to the ends", NULL, 0, KEYS_READ},
	{"down", "scroll down", NULL, NULL, 0, KEYS_READ},
	{"pageup", "scroll pageup", NULL, "scroll", WHEN_TYPING, KEYS_READ},
	{"pageup", "scroll pageup", NULL, NULL, 0, KEYS_READ},
	{"pagedown", "scroll pagedown", NULL, NULL, 0, KEYS_READ},
	{"g", "scroll top", NULL, NULL, WHEN_MESSAGES, KEYS_READ},
	{"G", "scroll end", NULL, NULL, WHEN_MESSAGES, KEYS_READ},
	{0},
};

/* What the screen does by itself.  */
static const struct binding others[] = {
	{"^C", "", "pause the match", NULL, 0, KEYS_RUN},
	{"enter", "", "on the board of the past: begin a variation; h j k l point", NULL, PAST, KEYS_CHANGE},
	{"^L", "", "draw the screen again", NULL, 0, KEYS_PANES},
	{"^Z", "", "go back to the shell; the match is paused until fg", NULL, 0, KEYS_RINGSIDE},
	{"click", "", "select a pane, a square, a move, a key; with Shift mark text", NULL, 0, KEYS_PANES},
	{0},
};

const struct binding *bindings = bindings_usual;

/* What a person has given a key; an empty line: nothing.  All are owned.  */
static struct change {
	char *key, *line;
} * changes;
static int change_count;
/* A row for each change, and the usual rows without those of these keys; NULL: nothing was changed.  */
static struct binding *own;

/* The keys that have a name; single characters are their own, ^X is Ctrl.  */
static const char *const names[] = {"left",   "right",    "up",    "down",    "home",  "end",
				    "pageup", "pagedown", "tab",   "backtab", "enter", "backspace",
				    "delete", "insert",   "space", "escape"};

/* Characters that a line of an INI file cannot begin with, or that end its name.  */
static const struct {
	const char *name, *key;
} spelled[] = {{"colon", ":"}, {"equal", "="}, {"hash", "#"}, {"semicolon", ";"}, {"bracket", "["}};

static bool is_function_key(const char *name)
{
	long number = *name == 'F' && name[1] != '0' && strlen(name) <= 3 &&
				      name[1 + strspn(name + 1, "0123456789")] == '\0'
			      ? strtol(name + 1, NULL, 10)
			      : 0;

	return number >= 1 && number <= 63;
}

static struct change *change_of(const char *key)
{
	for (int i = 0; i < change_count; i++)
		if (strcmp(changes[i].key, key) == 0)
			return &changes[i];
	return NULL;
}

/* Makes the table of the usual rows and the changes.  */
static void make_own(void)
{
	size_t count = 0, room = sizeof(bindings_usual) + (size_t)change_count * sizeof(*own);

	free(own);
	own = change_count ? bytes_new(room) : NULL;
	bindings = own ? own : bindings_usual;
	for (int i = 0; i < change_count; i++)
		if (*changes[i].line)
			own[count++] = (struct binding){.key = changes[i].key,
							.line = changes[i].line,
							.help = changes[i].line,
							.group = KEYS_RINGSIDE};
	for (const struct binding *row = bindings_usual; own && row->key; row++)
		if (!change_of(row->key))
			own[count++] = *row;
}

static void forget(struct change *change)
{
	free(change->key);
	free(change->line);
	*change = changes[--change_count];
}

const struct binding *binding_of(const char *key, unsigned situation)
{
	return binding_in(bindings, key, situation);
}

const struct binding *binding_in(const struct binding *rows, const char *key, unsigned situation)
{
	assert(key);
	for (; rows && rows->key; rows++)
		if (!strcmp(rows->key, key) && (!rows->when || rows->when & situation))
			return rows;
	return NULL;
}

const char *binding_help(const struct binding *binding)
{
	for (const struct binding *row = bindings; row->key && !binding->help; row++)
		if (row->help && !strcmp(row->key, binding->key) && !strcmp(row->line, binding->line))
			return row->help;
	return binding->help ? binding->help : "";
}

const struct binding *binding_at(int i)
{
	const struct binding *const tables[] = {bindings, others};

	for (int group = 0; group < KEY_GROUP_COUNT; group++)
		for (size_t t = 0; t < sizeof(tables) / sizeof(tables[0]); t++)
			for (const struct binding *row = tables[t]; row->key; row++)
				if (row->help && (int)row->group == group && i-- == 0)
					return row;
	return NULL;
}

unsigned situation_of(const struct console *console)
{
	struct session *session;
	const struct setup *setup;
	FREED char *unplayed = NULL;
	unsigned situation;

	assert(console && console->view);
	session = console->view->session;
	situation = state_of(session) | (console->pane ? console->pane(console->user) : 0);
	if (!view_is_live(console->view))
		situation |= WHEN_BACK;
	setup = &session_match(session)->setup;
	unplayed = protocol_unplayed(setup->system, setup_given(setup, OPTION_TAPPED));
	if ((situation & (WHEN_OVER | WHEN_FILE | WHEN_BACK) || session_is_variation(session)) &&
	    !command_is_final(console) && !unplayed)
		situation |= WHEN_GOES_ON;
	if (session_held(session, 0))
		situation |= WHEN_HELD;
	if (console->view->replaying)
		situation |= WHEN_REPLAYING;
	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (!(situation & WHEN_OVER) && session_waits_for(session, seat))
			situation |=
				WHEN_YOUR_TURN | (protocol_named(setup->system)->reseat ? WHEN_HINTED : 0u);
	return situation;
}

const char *situation_words(unsigned situation)
{
	for (size_t i = 0; i < sizeof(situations) / sizeof(situations[0]); i++)
		if (situations[i].bit & situation && situations[i].holds)
			return situations[i].holds;
	return "";
}

const char *situation_lacking(unsigned when, unsigned situation)
{
	for (size_t i = 0; i < sizeof(situations) / sizeof(situations[0]); i++)
		if (situations[i].bit & when && situations[i].lacks)
			return situations[i].lacks;
	return situation_words(situation);
}

const char *binding_key(const char *name)
{
	size_t size = strlen(name);

	for (size_t i = 0; i < sizeof(spelled) / sizeof(spelled[0]); i++)
		if (strcmp(spelled[i].name, name) == 0)
			return spelled[i].key;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(names[i], name) == 0)
			return names[i];
	if ((size == 2 && name[0] == '^' && name[1] >= '@' && name[1] <= '_') || is_function_key(name) ||
	    (size && (unsigned char)*name > ' ' && words_character(name, size, NULL) == size))
		return name;
	return NULL;
}

void binding_set(const char *key, const char *line)
{
	const struct binding *was = binding_in(bindings_usual, key, ~0u);
	struct change *change = change_of(key), now = {bytes_text("%s", key), bytes_text("%s", line)};

	if (change)
		forget(change);
	changes = bytes_resized(changes, ((size_t)change_count + 1) * sizeof(*changes));
	changes[change_count++] = now;
	if (strcmp(was ? was->line : "", line) == 0) /* as it was */
		forget(&changes[change_count - 1]);
	make_own();
}

bool binding_is_usual(const struct binding *binding)
{
	return !change_of(binding->key);
}

void bindings_reset(void)
{
	while (change_count)
		forget(&changes[0]);
	free(changes);
	changes = NULL;
	make_own();
}

static const char *const off_and_on[2] = {"off", "on"};

/* Reads one of two states, off first, or the beginning of one.  An empty value switches to the other state.
 */
static char *read_switch(const char *const states[2], const char *value, bool *is_on)
{
	size_t size = strlen(value);
	bool off = strncmp(states[0], value, size) == 0, on = strncmp(states[1], value, size) == 0;

	if (size && on == off)
		return bytes_text("expected %s or %s, not \"%s\"", states[1], states[0], value);
	*is_on = size ? on : !*is_on;
	return NULL;
}

static const char *system_of(const struct console *console)
{
	return session_match(console->view->session)->setup.system;
}

/* The limits, which belong to the match.  */
static const struct limit {
	const struct option_row *row;
	enum request_kind kind;
	int seat; /* whose; SEAT_NONE: of all that have none of their own */
} limits[] = {{&option_turn_time, REQUEST_TURN_LIMIT, SEAT_NONE},
	      {&option_match_time, REQUEST_MATCH_LIMIT, SEAT_NONE},
	      {&option_turn_time1, REQUEST_TURN_LIMIT, SEAT_1},
	      {&option_turn_time2, REQUEST_TURN_LIMIT, SEAT_2},
	      {&option_match_time1, REQUEST_MATCH_LIMIT, SEAT_1},
	      {&option_match_time2, REQUEST_MATCH_LIMIT, SEAT_2},
	      {&option_tc, REQUEST_MATCH_LIMIT, SEAT_NONE},
	      {&option_tc1, REQUEST_MATCH_LIMIT, SEAT_1},
	      {&option_tc2, REQUEST_MATCH_LIMIT, SEAT_2},
	      {&option_human_time, REQUEST_HUMAN_TIME, SEAT_NONE},
	      {&option_pace, REQUEST_PACE, SEAT_NONE}};

enum { LIMITS = sizeof(limits) / sizeof(limits[0]) };

/* Does the pace belong to the match, and not to its replay?  */
static bool is_played(const struct console *console)
{
	return session_is_live(console->view->session) && session_state(console->view->session) != JUDGE_OVER;
}

static char *limit_words(const struct console *console, const struct limit *limit)
{
	const struct setup *setup = &session_match(console->view->session)->setup;

	if (limit->kind == REQUEST_HUMAN_TIME)
		return option_words(limit->row, setup_human_time(setup));
	if (setup_given(setup, limit->row->name))
		return bytes_text("%s", setup_given(setup, limit->row->name));
	if (limit->row->type == OPTION_CLOCK)
		return bytes_text("0");
	return value_duration_words(limit->kind == REQUEST_TURN_LIMIT    ? setup->turn_limit
				    : limit->kind == REQUEST_MATCH_LIMIT ? setup->match_limit
									 : setup->pace);
}

/* What a new limit is for.  `clock`: it is this time control; NULL: a time.  */
static char *limit_told(const struct limit *limit, int64_t ns, const char *clock)
{
	FREED char *seat =
		limit->seat == SEAT_NONE ? bytes_text("%s", "") : bytes_text(" of seat %d", limit->seat);
	const char *what = limit->kind == REQUEST_HUMAN_TIME    ? "limit for a turn of a person"
			   : limit->kind == REQUEST_TURN_LIMIT  ? "limit for a turn"
			   : limit->kind == REQUEST_MATCH_LIMIT ? "limit for the match"
								: "shortest time from move to move";
	char *output = clock ? bytes_text("the clock%s is %s from now on", seat, clock)
		       : ns || limit->kind == REQUEST_PACE
			       ? bytes_text("the %s%s is %g s from now on", what, seat, (double)ns / NS_PER_S)
			       : bytes_text("there is no %s%s from now on", what, seat);

	return output;
}

static char *set_limit(struct console *console, const struct limit *limit, const char *value)
{
	const char *clock;
	char *problem, *expected;
	int64_t ns;

	if (limit->kind == REQUEST_PACE && !is_played(console))
		return bytes_text("no match is played: `replay %s` shows this one so", value);
	if (!option_value(limit->row, value, &ns)) {
		expected = option_expected(limit->row);
		problem = bytes_text("expected %s, not \"%s\"", expected, value);
		free(expected);
		return problem;
	}
	clock = limit->row->type == OPTION_CLOCK ? value : NULL;
	problem = command_request(
		console, (struct request){.kind = limit->kind, .seat = limit->seat, .ns = ns, .text = clock});
	if (problem)
		return problem;
	console->answers = true;
	if (limit->kind == REQUEST_HUMAN_TIME && ns <= 0)
		return bytes_text(ns ? "people have the limits of agents from now on"
				     : "people have no limit from now on");
	return limit_told(limit, ns, clock);
}

/* ---- the table ---- */

static struct settings *settings_of(const struct console *console)
{
	static struct settings none; /* without a screen or a config: nothing reads them */

	if (!console->settings && !none.theme)
		settings_init(&none);
	return console->settings ? console->settings : &none;
}

/* What the board of a system can show, ended by a row without a name.  */
static const struct toggle *toggles_in(const struct console *console, const char *system)
{
	static const struct toggle none[] = {{0}};
	const struct board_view *board = console->board(system);

	return board && board->toggles ? board->toggles : none;
}

static const char key_word[] = "key";

/* Names of the limits, of the table, and of what the board can show, until the next call.  */
static const char *const *all_words(const struct console *console)
{
	enum { TOGGLES_MOST = 32 }; /* view_shows() */
	static const char *words[LIMITS + SETTINGS_MOST + TOGGLES_MOST + 2];
	const char **word = words;

	for (int i = 0; i < LIMITS; i++)
		*word++ = limits[i].row->name;
	for (int i = 0; settings_rows[i].row; i++)
		*word++ = settings_rows[i].row->name;
	for (const struct toggle *toggle = toggles_in(console, system_of(console)); toggle->name; toggle++)
		*word++ = toggle->name;
	*word++ = key_word;
	*word = NULL;
	return words;
}

/* The row of that name, of the limits or of the table; NULL: there is none.  */
static const struct option_row *row_named(const char *name, size_t size)
{
	int i = settings_named(name, size);

	for (int k = 0; k < LIMITS; k++)
		if (strlen(limits[k].row->name) == size && strncmp(limits[k].row->name, name, size) == 0)
			return limits[k].row;
	return i < 0 ? NULL : settings_rows[i].row;
}

/* What can follow these arguments of `set`: a name, or the values of a setting; NULL: they are not known.  */
static const char *const *words_of_setting(const struct console *console,
					   const struct command *command UNUSED, const char *arguments)
{
	enum { WORDS_MOST = 32 };
	static const char *values[WORDS_MOST + 1];
	const struct option_row *row;
	size_t size, count = 0;

	arguments += strspn(arguments, " ");
	size = strcspn(arguments, " ");
	if (!*arguments)
		return all_words(console);
	row = arguments[size + strspn(arguments + size, " ")] ? NULL : row_named(arguments, size);
	if (!row || !row->choices)
		return NULL;
	for (const struct option_choice *choice = row->choices; choice->word; choice++)
		if (count < WORDS_MOST)
			values[count++] = choice->word;
	values[count] = NULL;
	return values;
}

/* The value in words that settings_set() reads.  The caller frees.  */
static char *settings_words(const struct settings *settings, int i)
{
	const struct option_place *place = &settings_rows[i];

	if (option_is_text(place->row))
		return bytes_text("%s", *(char *const *)((const char *)settings + place->at));
	return option_words(place->row, option_load(place, settings));
}

/* What the new value of a row does.  */
static char *new_value_told(const struct settings *settings, int i)
{
	static const char *const what[MEASURE_COUNT] = {"think time", "CPU time", "memory at the end",
							"bytes sent and received",
							"score, or the agent's own value,"};
	const char *name = settings_rows[i].row->name;
	char *words, *text;

	for (const struct option_choice *layout = settings_layouts; layout->word; layout++)
		if (strcmp(name, "layout") == 0 && strcmp(settings->layout, layout->word) == 0)
			return bytes_text("layout %s: %s", layout->word, layout->title);

	if (strcmp(name, "timeline") == 0)
		return bytes_text("the timeline shows the %s of each move", what[settings->timeline]);
	if (strcmp(name, "clipboard") == 0)
		return bytes_text(settings->clipboard
					  ? "`yank` may send messages to the terminal's clipboard (OSC 52)"
					  : "nothing is sent to the terminal's clipboard");
	if (strcmp(name, "evaluate") == 0)
		return bytes_text(settings->evaluate ? "the agents are told where the cursor is"
						     : "the agents are no longer told where the cursor is");
	if (strcmp(name, "wrap") == 0)
		return bytes_text(settings->wrap ? "long lines are wrapped"
						 : "long lines are cut; < and > go sideways");
	words = settings_words(settings, i);
	text = bytes_text("%s: %s",
			  strcmp(name, "bell") == 0 ? "a bell for your move, little time, a stop and the end"
			  : strcmp(name, "message-numbers") == 0 ? "the numbers of messages"
								 : name,
			  words);
	free(words);
	return text;
}

/* The choice that a word begins, or the other one of a switch if there is no word; NULL: none.  */
static const char *choice_of(const struct settings *settings, int i, const char *value)
{
	const struct option_place *place = &settings_rows[i];
	const struct option_choice *choices = place->row->choices, *found = NULL;

	if (!*value)
		return choices[choices[0].value == option_load(place, settings)].word;
	for (const struct option_choice *choice = choices; choice->word && !found; choice++)
		if (strncmp(choice->word, value, strlen(value)) == 0)
			found = choice;
	if (found && settings_is_switch(i) && choices + 1 != found &&
	    strncmp(choices[1].word, value, strlen(value)) == 0)
		return NULL; /* "o" is on as well as off */
	return found ? found->word : NULL;
}

/* The choice after the present one; after the last the first.  */
static const char *choice_after(const struct option_choice *choices, const char *present)
{
	const struct option_choice *at = choices;

	while (at->word && strcmp(at->word, present) != 0)
		at++;
	return at->word && at[1].word ? at[1].word : choices->word;
}

static char *set_row(struct console *console, int i, const char *value)
{
	static const struct setting_source typed = {.origin = SETTING_TYPED};
	const struct option_row *row = settings_rows[i].row;
	struct settings *settings = settings_of(console);
	FREED char *before = settings_words(settings, i);
	char *problem = NULL;
	const char *text = row->choices && !strcmp(value, "next") ? choice_after(row->choices, before)
			   : row->type == OPTION_CHOICE           ? choice_of(settings, i, value)
								  : value;
	struct setting_source source = settings->sources[i];

	problem = settings_set(settings, i, text ? text : value, typed);
	if (!problem && console->apply && (problem = console->apply(console->user, row->name)))
		free(settings_set(settings, i, before, source));
	if (problem)
		return problem;
	return command_answer(console, new_value_told(settings, i));
}

/* ---- toggles ---- */

/* The first whose name begins with the word; the last row, without a name: none does.  */
static const struct toggle *toggle_named(const struct toggle *toggles, const char *word, size_t size)
{
	while (toggles->name && (strlen(toggles->name) < size || strncmp(toggles->name, word, size) != 0))
		toggles++;
	return toggles;
}

static char *set_toggle(struct console *console, const struct toggle *toggle, const char *value)
{
	int i = (int)(toggle - toggles_in(console, system_of(console)));
	const char *const *states = toggle->states[0] ? toggle->states : off_and_on;
	bool is_on = view_shows(console->view, i);
	char *problem = read_switch(states, value, &is_on);
	const char *moot = toggle->moot ? toggle->moot(&session_match(console->view->session)->setup) : NULL;

	if (problem)
		return problem;
	if (moot && is_on)
		return bytes_text("%s", moot);
	view_show(console->view, i, is_on);
	settings_toggle(settings_of(console), toggle->name, is_on,
			(struct setting_source){.origin = SETTING_TYPED});
	return command_answer(console, bytes_text("%s%s", toggle->told, states[is_on]));
}

static const char blanks[] = " \t";

/* ---- keys ---- */

/* All keys that are not as ringside has them, each once.  */
static char *list_own(void)
{
	struct bytes text = {0};

	for (const struct binding *binding = bindings; binding->key; binding++)
		if (!binding_is_usual(binding))
			bytes_addf(&text, "%s%s = %s", text.size ? "\n" : "", binding->key, binding->line);
	for (const struct binding *row = bindings_usual; row->key; row++)
		if (!binding_of(row->key, ~0u) && binding_in(bindings_usual, row->key, ~0u) == row)
			bytes_addf(&text, "%s%s =", text.size ? "\n" : "", row->key);
	return text.size ? text.at
			 : bytes_text("all keys are as ? shows them: set key KEY COMMAND changes one");
}

static char *bind(struct console *console, const char *arguments)
{
	size_t size = strcspn(arguments, blanks);
	const char *rest = arguments + size + strspn(arguments + size, blanks), *key;
	const struct binding *binding;
	FREED char *name = bytes_copy(arguments, size);
	FREED char *line = binding_line(rest);
	char *output, *word;

	key = size ? binding_key(name) : NULL;
	word = bytes_copy(line, strcspn(line, blanks));
	console->answers = true;
	if (!size) {
		output = list_own();
	} else if (!key) {
		console->answers = false;
		output = bytes_text("\"%s\" is no key: expected a character, ^X, F1 to F12, space, tab, left "
				    "and so on",
				    name);
	} else if (*word && !command_named(word)) {
		console->answers = false;
		output = bytes_text("there is no command \"%s\"", word);
	} else {
		if (*rest)
			binding_set(key, line);
		binding = binding_of(key, ~0u);
		output = binding ? bytes_text("%s = %s", key, binding->line) : bytes_text("%s =", key);
	}
	free(word);
	return output;
}

/* ---- what is set ---- */

static void add_line(struct bytes *text, const struct settings *settings, const char *name, char *words,
		     const struct setting_source *source)
{
	FREED char *from = source ? settings_source_words(settings, *source) : NULL;

	bytes_addf(text, "%s%s = %s%s%s%s", text->size ? "\n" : "", name, words, from ? "  (" : "",
		   from ? from : "", from ? ")" : "");
	free(words);
}

/* All settings, or those of which the name is the word.  The limits of a seat that has none of its own are
 * left out.  */
static char *list(const struct console *console, const char *word)
{
	static const struct setting_source usual = {0};
	const struct settings *settings = settings_of(console);
	const struct setup *setup = &session_match(console->view->session)->setup;
	const struct toggle *toggles = toggles_in(console, setup->system);
	struct bytes text = {0};

	for (const struct limit *limit = limits; limit < limits + LIMITS; limit++)
		if (word ? !strcmp(limit->row->name, word)
			 : limit->seat == SEAT_NONE || setup_given(setup, limit->row->name))
			add_line(&text, settings, limit->row->name, limit_words(console, limit), NULL);
	for (int i = 0; settings_rows[i].row; i++)
		if (!word || !strcmp(settings_rows[i].row->name, word))
			add_line(&text, settings, settings_rows[i].row->name, settings_words(settings, i),
				 &settings->sources[i]);
	for (int i = 0; toggles[i].name; i++) {
		const struct setting_toggle *noted = settings_toggle_named(settings, toggles[i].name);
		const char *state = settings_toggle_word(&toggles[i], view_shows(console->view, i));

		if (!word || !strcmp(toggles[i].name, word))
			add_line(&text, settings, toggles[i].name, bytes_text("%s", state),
				 noted ? &noted->source : &usual);
	}
	return text.at;
}

/* Says which other systems have the setting, or that none has.  */
static char *no_setting(const struct console *console, const char *arguments, size_t size)
{
	const char *system = system_of(console);
	const struct protocol *protocol;
	struct nearest nearest = nearest_to(arguments, size);
	struct bytes text = {0};
	char *question;

	for (int n = 0; (protocol = protocol_at(n)); n++) {
		const char *name = toggle_named(toggles_in(console, protocol->name), arguments, size)->name;

		if (name && !text.size)
			bytes_addf(&text, "%s has no \"%s\": it is a setting of %s", system, name,
				   protocol->name);
		else if (name)
			bytes_addf(&text, ", %s", protocol->name);
	}
	if (text.size)
		return text.at;
	for (const char *const *word = all_words(console); *word; word++)
		nearest_try(&nearest, *word);
	question = nearest_question(&nearest);
	bytes_addf(&text, "there is no setting \"%.*s\"%s", (int)size, arguments,
		   *question ? question : ": `set` lists them");
	free(question);
	return text.at;
}

/* The beginning of a name is enough: the first setting that begins so.  */
static char *set(struct console *console, const char *arguments)
{
	size_t size = strcspn(arguments, " ?");
	const char *value = arguments + size + strspn(arguments + size, " "), *name;
	const struct toggle *toggle = toggle_named(toggles_in(console, system_of(console)), arguments, size);
	int row = settings_named(arguments, size), limit = 0;
	const char *of_key = command_behind(arguments, key_word);
	char *text, *named;

	if (of_key)
		return bind(console, of_key);
	if (!*arguments) {
		return command_answer(console, list(console, NULL));
	}
	while (limit < LIMITS && strncmp(limits[limit].row->name, arguments, size) != 0)
		limit++;
	if (limit == LIMITS && row < 0 && !toggle->name)
		return no_setting(console, arguments, size);
	name = limit < LIMITS ? limits[limit].row->name
	       : row >= 0     ? settings_rows[row].row->name
			      : toggle->name;
	if (*value == '?' || (!*value && (limit < LIMITS || (row >= 0 && !settings_is_switch(row))))) {
		return command_answer(console, list(console, name));
	}
	text = limit < LIMITS ? set_limit(console, &limits[limit], value)
	       : row >= 0     ? set_row(console, row, value)
			      : set_toggle(console, toggle, value);
	if (console->answers)
		return text;
	named = bytes_text("%s: %s", name, text);
	free(text);
	return named;
}

/* ---- the file ---- */

/* How a config names a key: `colon` for ":".  */
static const char *binding_spelled(const char *key)
{
	for (size_t i = 0; i < sizeof(spelled) / sizeof(spelled[0]); i++)
		if (strcmp(spelled[i].key, key) == 0)
			return spelled[i].name;
	return key;
}

/* A line that ends in a blank stands in quotes.  */
static void put_key(struct bytes *text, const char *key)
{
	const struct binding *binding = binding_of(key, ~0u);
	const char *line = binding ? binding->line : "";
	FREED char *value = bytes_text(*line && line[strlen(line) - 1] == ' ' ? "\"%s\"" : "%s", line);

	ini_put(text, "keys", binding_spelled(key), value);
}

/* The keys that the file names, and those that are not usual.  */
static char *put_keys(struct bytes *text, const char *path)
{
	struct ini_file file FREED_BY(ini_file_free) = {0};
	char *problem = access(path, F_OK) == 0 ? ini_file_read(path, &file) : NULL;

	for (int i = 0; i < file.count && !problem; i++) {
		const char *key = binding_key(file.entries[i].name);

		if (strcmp(file.entries[i].section, "keys") == 0 && key)
			put_key(text, key);
	}
	for (const struct binding *binding = bindings; binding->key; binding++)
		if (!binding_is_usual(binding))
			put_key(text, binding->key);
	for (const struct binding *row = bindings_usual; row->key; row++)
		if (!binding_of(row->key, ~0u))
			put_key(text, row->key);
	return problem;
}

/* Each row and toggle that somebody has set.  */
static void put_settings(struct bytes *text, const struct console *console)
{
	const struct settings *settings = console->settings;

	for (int i = 0; settings_rows[i].row; i++)
		if (settings->sources[i].origin != SETTING_DEFAULT) {
			FREED char *words = settings_words(settings, i);

			ini_put(text, "screen", settings_rows[i].row->name, words);
		}
	for (int i = 0; i < settings->toggle_count; i++)
		ini_put(text, "screen", settings->toggles[i].name, settings->toggles[i].on ? "on" : "off");
}

char *command_save_config(struct console *console, const char *arguments)
{
	const char *path = *arguments ? arguments : console->settings ? console->settings->path : NULL;
	struct bytes text = {0};
	char *problem = NULL;

	if (!console->settings)
		return command_no_screen();
	if (!path)
		return bytes_text("no config is read: name a file, such as save config /tmp/config");
	if (access(path, F_OK) == 0)
		problem = text_file_read(path, &text);
	if (!problem) {
		put_settings(&text, console);
		problem = put_keys(&text, path);
	}
	if (!problem)
		problem = config_file_write(path, &text);
	bytes_free(&text);
	return problem ? problem : command_answer(console, bytes_text("saved as %s", path));
}

char *binding_line(const char *text)
{
	size_t size = strlen(text);
	bool quotes = size >= 2 && *text == '"' && text[size - 1] == '"';

	if (quotes)
		return bytes_copy(text + 1, size - 2);
	return bytes_text("%s", text + strspn(text, ":"));
}

const struct command commands_of_settings[] = {
	{"set", "[NAME[?] [VALUE]|key [KEY [COMMAND]]]",
	 "change a setting: turn-time or match-time (turn-time1: of seat 1 alone), human-time, for the "
	 "current turn too, "
	 "one of the screen, or what the board shows; VALUE may be next; without it a switch changes over, "
	 "others are shown; "
	 "without NAME, list all; key: give KEY (such as x, ^X or F5) a command, none if that is \"\", or "
	 "show it; "
	 "without KEY, list the keys that are not usual",
	 set, 0, NULL, words_of_setting},
	{0},
};
