/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* bindings.c - the table of keys, each of which stands for a command line, and the situation that says which
 * of them mean something now.
 *
 * A board's own keys are its rows (board.h).  As in GDB's single-key mode a small letter goes forward and
 * its capital goes back.  A line that ends in a blank opens the prompt with it.  Of the rows of a key the
 * first one that holds in the present situation counts.  The line of keys, the ? screen, the completion of
 * the prompt and the words about a key that does nothing ask for that situation.  */
#include "commands.h"

#include "ringside/bytes.h"
#include "ringside/command.h"
#include "ringside/words.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	unsigned bit;
	const char *holds, *lacks;
} words[] = {
#define X(NAME, holds, lacks) {WHEN_##NAME, holds, lacks},
	SITUATIONS(X)
#undef X
};

static unsigned state_of(const struct session *session)
{
	if (!session_is_live(session))
		return WHEN_FILE;
	switch (session_state(session)) {
	case JUDGE_PAUSED: return WHEN_PAUSED;
	case JUDGE_OVER: return WHEN_OVER | (session_waits(session) ? WHEN_NEXT_GAME : 0);
	case JUDGE_RUNNING:
	case JUDGE_STEPPING: break;
	}
	return WHEN_RUNNING;
}

/* A match that is played here and has no verdict; one that is; and one that only can be looked at.  */
#define PLAYED (WHEN_RUNNING | WHEN_PAUSED)
#define HERE   (PLAYED | WHEN_OVER)
#define DONE   (WHEN_OVER | WHEN_FILE)
#define PAST   (DONE | WHEN_BACK)
#define WORDS  (WHEN_MESSAGES | WHEN_TEXT)

/* The line of keys shows hints in this order, those that stay at its end.  If there is no room for all, the
 * last ones are left out.  */
const struct binding bindings_usual[] = {
	{"c", "continue", NULL, "next game", WHEN_NEXT_GAME, KEYS_RUN},
	{"space", "toggle", "pause, or continue", "pause", WHEN_RUNNING, KEYS_RUN},
	{"space", "toggle", NULL, "run", WHEN_PAUSED, KEYS_RUN},
	{"space", "continue", NULL, NULL, WHEN_NEXT_GAME, KEYS_RUN},
	{"H", "hint", "ask an agent for your move", "hint", WHEN_YOUR_TURN, KEYS_RUN},
	{"space", "replay", NULL, "stop", WHEN_REPLAYING, KEYS_WALK},
	{"space", "replay", "show the moves again, each after its own time, or stop that", "replay", DONE,
	 KEYS_WALK},
	{"+", "faster", "replay faster", "faster", WHEN_REPLAYING, KEYS_WALK},
	{"+", "faster", NULL, NULL, DONE, KEYS_WALK},
	{"-", "slower", "replay slower; before x1/4 comes one move a second", "slower", WHEN_REPLAYING,
	 KEYS_WALK},
	{"-", "slower", NULL, NULL, DONE, KEYS_WALK},
	{"s", "step", "let one message pass", "step", PLAYED | WHEN_NEXT_GAME, KEYS_RUN},
	{"s", "forward", NULL, NULL, DONE, KEYS_WALK},
	{"S", "back", NULL, NULL, 0, KEYS_WALK},
	{"n", "next", "continue until the next move is played", "move", PLAYED | WHEN_NEXT_GAME, KEYS_RUN},
	{"n", "forward", NULL, NULL, DONE, KEYS_WALK},
	{"N", "back", "show the previous position; also S", NULL, 0, KEYS_WALK},
	{"left", "back", "go back one move", "back", PAST, KEYS_WALK},
	{"left", "back", NULL, NULL, 0, KEYS_WALK},
	{"right", "forward", "go forward one move", "next", PAST, KEYS_WALK},
	{"right", "forward", NULL, NULL, 0, KEYS_WALK},
	{"r", "resume", "play on from the position shown, in a new branch", "play on", WHEN_GOES_ON,
	 KEYS_CHANGE},
	{"r", "resume", NULL, NULL, 0, KEYS_CHANGE},
	{"A", "rematch", "play again; the other seat begins", "rematch", WHEN_OVER, KEYS_CHANGE},
	{"B", "briefing", "show what an agent is told before the match", NULL, 0, KEYS_WALK},
	{"C", "case", "make a case for `ringside check` of the position shown", NULL, 0, KEYS_CHANGE},
	{"=", "games", "list the games that were played here, and the score", NULL, 0, KEYS_WALK},
	{"w", "why", "explain the verdict, or the newest fault or stop", "why", DONE, KEYS_WALK},
	{"e", "edit", "edit the held message that j and k select, or the first one of the pane", "edit",
	 WHEN_HELD, KEYS_CHANGE},
	{"x", "drop", "drop that message: nobody receives it; x again takes that back until it passes",
	 "drop", WHEN_HELD, KEYS_CHANGE},
	{"D", "delay", "delay that message", NULL, WHEN_HELD, KEYS_CHANGE},
	{"o", "override ", "replace the agent's move", "override", PLAYED, KEYS_CHANGE},
	{"o", "override ", NULL, NULL, WHEN_OVER | WHEN_BACK, KEYS_CHANGE},
	{"u", "takeback", "take back your last move, or the last move if you have none", "take back", HERE,
	 KEYS_CHANGE},
	{"m", "mark *", "mark the shown position with a letter", NULL, 0, KEYS_WALK},
	{"'", "goto '*", "go to the mark of that letter", NULL, 0, KEYS_WALK},
	{"home", "goto 0", "show the position before the first move", "first", PAST, KEYS_WALK},
	{"home", "goto 0", NULL, NULL, 0, KEYS_WALK},
	{"end", "live", "show the newest position and the newest messages", "newest", PAST, KEYS_WALK},
	{"end", "live", NULL, NULL, 0, KEYS_WALK},
	{":", " ", NULL, "command", WHEN_TEXT, KEYS_RINGSIDE},
	{":", " ", "type a command", "command", 0, KEYS_RINGSIDE},
	{"?", "help", "show this screen", "help", 0, KEYS_RINGSIDE},
	{"q", "quit", NULL, "list", WHEN_LISTED, KEYS_RINGSIDE},
	{"Q", "quit now", "leave ringside at once, and not to the list", "quit", WHEN_LISTED, KEYS_RINGSIDE},
	{"q", "quit", "quit, or go back to the list of matches; asks first while a match runs", "quit", 0,
	 KEYS_RINGSIDE},
	{"w", "why", NULL, "why", 0, KEYS_WALK},
	{"/", "search ", "search the pane", "search", WORDS, KEYS_READ},
	{"&", "filter ", "show only matching messages in the pane", "filter", WHEN_MESSAGES, KEYS_READ},
	{"F", "freeze-pane", "freeze the pane while the match continues", "freeze", WHEN_MESSAGES, KEYS_READ},
	{"tab", "focus next", "select the next pane", "focus", 0, KEYS_PANES},
	{"z", "zoom", "zoom the pane, or show all panes again", "zoom", 0, KEYS_PANES},
	{"b", "break here", "set a breakpoint at the cursor's move, or at the turn shown", "break", HERE,
	 KEYS_RUN},
	{"b", "break here", NULL, NULL, 0, KEYS_RUN},
	{"t", "tbreak here", "set a breakpoint there that stops once", NULL, 0, KEYS_RUN},
	{"c", "continue", "continue the match, or begin the next game", NULL, PLAYED, KEYS_RUN},
	{"f", "finish", "continue to the end of the game", NULL, PLAYED | WHEN_NEXT_GAME, KEYS_RUN},
	{"v", "evaluate", "tell the agents where the board's cursor is, or stop telling them", NULL, HERE,
	 KEYS_CHANGE},
	{"L", "layout", "switch to the next layout", "layout", 0, KEYS_PANES},
	{"}", "resize wider 2", "make the pane wider; { narrower, ) taller, ( shorter; or drag its border",
	 NULL, 0, KEYS_PANES},
	{"{", "resize narrower 2", NULL, NULL, 0, KEYS_PANES},
	{")", "resize taller", NULL, NULL, 0, KEYS_PANES},
	{"(", "resize shorter", NULL, NULL, 0, KEYS_PANES},
	{"backtab", "focus previous", "select the previous pane", NULL, 0, KEYS_PANES},
	{"1", "focus 1", "select the pane with [1] in its title; 2 to 9 select the others", NULL, 0,
	 KEYS_PANES},
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
	{"]", "search", NULL, "next hit", WHEN_TEXT, KEYS_READ},
	{"]", "search", "go to the next hit of the search; also p", NULL, WORDS, KEYS_READ},
	{"p", "search", NULL, NULL, WORDS, KEYS_READ},
	{"[", "search-back", "go to the previous hit; also P", NULL, WORDS, KEYS_READ},
	{"P", "search-back", NULL, NULL, WORDS, KEYS_READ},
	{"up", "scroll up", "scroll up", NULL, 0, KEYS_READ},
	{"down", "scroll down", "scroll down", NULL, 0, KEYS_READ},
	{"pageup", "scroll pageup", NULL, "scroll", WHEN_TYPING, KEYS_READ},
	{"pageup", "scroll pageup", "scroll up a page", NULL, 0, KEYS_READ},
	{"pagedown", "scroll pagedown", "scroll down a page", NULL, 0, KEYS_READ},
	{"g", "scroll top", "go to the first message", NULL, WHEN_MESSAGES, KEYS_READ},
	{"G", "scroll end", "go to the newest message", NULL, WHEN_MESSAGES, KEYS_READ},
	{"^L", "redraw", NULL, NULL, WHEN_TEXT, KEYS_PANES},
	{"^L", "redraw", "redraw the screen", NULL, 0, KEYS_PANES},
	{0},
};

/* What the screen does by itself.  */
static const struct binding others[] = {
	{"^C", "", "pause the match", NULL, 0, KEYS_RUN},
	{"^Z", "", "go back to the shell; the match is paused until fg", NULL, 0, KEYS_RINGSIDE},
	{"click", "", "select a pane, a square, a move in the timeline; press a key of the last line", NULL,
	 0, KEYS_PANES},
	{"wheel", "", "scroll what is below the mouse", NULL, 0, KEYS_PANES},
	{"Shift", "", "held down, the mouse marks text to copy, as outside of ringside", NULL, 0, KEYS_PANES},
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

bool command_is_final(const struct console *console)
{
	const struct match *match = session_match(console->view->session);

	return match->over && verdict_is_final(&match->verdict) &&
	       view_turns(console->view) == match->turn_count;
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
	const struct session *session;
	unsigned situation;

	assert(console && console->view);
	session = console->view->session;
	situation = state_of(session) | (console->pane ? console->pane(console->user) : 0);
	if (!view_is_live(console->view))
		situation |= WHEN_BACK;
	if (situation & (WHEN_OVER | WHEN_FILE | WHEN_BACK) && !command_is_final(console))
		situation |= WHEN_GOES_ON;
	if (session_held(session, 0))
		situation |= WHEN_HELD;
	if (console->view->replaying)
		situation |= WHEN_REPLAYING;
	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (!(situation & WHEN_OVER) && session_waits_for(session, seat))
			situation |= WHEN_YOUR_TURN;
	return situation;
}

const char *situation_words(unsigned situation)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (words[i].bit & situation && words[i].holds)
			return words[i].holds;
	return "";
}

const char *situation_lacking(unsigned when, unsigned situation)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (words[i].bit & when && words[i].lacks)
			return words[i].lacks;
	return situation_words(situation);
}

bool command_is_of_use(const struct command *command, unsigned situation)
{
	/* They change a match that is played here, or look into its processes.  */
	static const char *const of_play[] = {
		"pause", "continue",   "toggle", "step",   "next",     "finish",  "play", "resign",
		"draw",  "adjudicate", "held",   "edit",   "drop",     "delay",   "send", "takeback",
		"gdb",   "freeze",     "thaw",   "signal", "evaluate", "rematch", "hint", "backtrace"};

	assert(command);
	for (size_t i = 0; situation & WHEN_FILE && i < sizeof(of_play) / sizeof(of_play[0]); i++)
		if (strcmp(of_play[i], command->name) == 0)
			return false;
	return true;
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

const char *binding_spelled(const char *key)
{
	for (size_t i = 0; i < sizeof(spelled) / sizeof(spelled[0]); i++)
		if (strcmp(spelled[i].key, key) == 0)
			return spelled[i].name;
	return key;
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
