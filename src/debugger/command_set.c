/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_set.c - settings: what the board shows, and the limits of the match.  Each answers with the new
 * state.  */
#include "commands.h"

#include "ringside/bytes.h"
#include "ringside/nearest.h"
#include "ringside/protocol.h"
#include <stdlib.h>
#include <string.h>

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

static char *evaluate(struct console *console, const char *arguments, bool *answer)
{
	const char *system = system_of(console);
	char *problem = protocol_named(system)->point
				? read_switch(off_and_on, arguments, &console->view->evaluate)
				: bytes_text("%s has no message that tells the place of the cursor", system);

	if (problem)
		return problem;
	*answer = true;
	return bytes_text(console->view->evaluate ? "the agents are told where the cursor is"
						  : "the agents are no longer told where the cursor is");
}

static char *set_limit(struct console *console, enum request_kind kind, const char *value, bool *answer)
{
	const struct option_row *row = kind == REQUEST_TURN_LIMIT    ? &option_turn_time
				       : kind == REQUEST_MATCH_LIMIT ? &option_match_time
								     : &option_pace;
	char *problem, *expected;
	int64_t ns;

	if (!option_value(row, value, &ns)) {
		expected = option_expected(row);
		problem = bytes_text("expected %s, not \"%s\"", expected, value);
		free(expected);
		return problem;
	}
	problem = command_request(console, (struct request){.kind = kind, .ns = ns});
	if (problem)
		return problem;
	*answer = true;
	return bytes_text("%s is %g s from now on",
			  kind == REQUEST_TURN_LIMIT    ? "the limit for a turn"
			  : kind == REQUEST_MATCH_LIMIT ? "the limit for the match"
							: "the shortest time from move to move",
			  (double)ns / NS_PER_S);
}

static char *set_turn_time(struct console *console, const char *value, bool *answer)
{
	return set_limit(console, REQUEST_TURN_LIMIT, value, answer);
}

static char *set_match_time(struct console *console, const char *value, bool *answer)
{
	return set_limit(console, REQUEST_MATCH_LIMIT, value, answer);
}

/* Of the match while it is played, else of its replay.  */
static char *set_pace(struct console *console, const char *value, bool *answer)
{
	enum judge_state state = session_state(console->view->session);
	char *told = NULL, *problem;

	if (session_is_live(console->view->session) && state != JUDGE_OVER)
		return set_limit(console, REQUEST_PACE, value, answer);
	if (!console->replay_pace)
		return command_no_screen();
	problem = console->replay_pace(console->user, value, &told);
	*answer = !problem;
	return problem ? problem : told;
}

static char *set_timeline(struct console *console, const char *value, bool *answer)
{
	static const char *const names[MEASURE_COUNT] = {
#define X(NAME, name) [MEASURE_##NAME] = name,
		MEASURES(X)
#undef X
	};
	size_t size = strlen(value);
	int next = (console->view->measure + 1) % MEASURE_COUNT, found = *value ? MEASURE_COUNT : next;

	for (int i = 0; *value && i < MEASURE_COUNT; i++)
		if (strncmp(names[i], value, size) == 0)
			found = i;
	if (found == MEASURE_COUNT)
		return bytes_text("expected think, cpu, rss or bytes, not \"%s\"", value);
	console->view->measure = (enum measure)found;
	*answer = true;
	return bytes_text("the timeline shows the %s of each move", found == MEASURE_THINK ? "think time"
								    : found == MEASURE_CPU ? "CPU time"
								    : found == MEASURE_RSS
									    ? "memory at the end"
									    : "bytes sent and received");
}

static char *set_clipboard(struct console *console, const char *value, bool *answer)
{
	char *problem = read_switch(off_and_on, value, &console->view->clipboard);

	if (problem)
		return problem;
	*answer = true;
	return bytes_text(console->view->clipboard
				  ? "`yank` may send messages to the terminal's clipboard (OSC 52)"
				  : "nothing is sent to the terminal's clipboard");
}

static char *set_numbers(struct console *console, const char *value, bool *answer)
{
	char *problem = read_switch(off_and_on, value, &console->view->numbers);

	if (problem)
		return problem;
	*answer = true;
	return bytes_text("the numbers of messages: %s", off_and_on[console->view->numbers]);
}

/* X(name, function): the settings that every match has.  */
#define SETTINGS(X)                                                                                          \
	X("turn-time", set_turn_time)                                                                        \
	X("match-time", set_match_time)                                                                      \
	X("pace", set_pace)                                                                                  \
	X("timeline", set_timeline)                                                                          \
	X("clipboard", set_clipboard)                                                                        \
	X("message-numbers", set_numbers)

static const struct {
	const char *name;
	char *(*set)(struct console *console, const char *value, bool *answer);
} settings[] = {
#define X(name, set) {name, set},
	SETTINGS(X)
#undef X
};
enum { SETTING_COUNT = sizeof(settings) / sizeof(settings[0]) };

static const char *const set_words[] = {
#define X(name, set) name,
	SETTINGS(X)
#undef X
		NULL};

/* What the board of a system can show, ended by a row without a name.  */
static const struct toggle *toggles_in(const struct console *console, const char *system)
{
	static const struct toggle none[] = {{0}};
	const struct board_view *board = console->board(system);

	return board && board->toggles ? board->toggles : none;
}

/* The first whose name begins with the word; the last row, without a name: none does.  */
static const struct toggle *toggle_named(const struct toggle *toggles, const char *word, size_t size)
{
	while (toggles->name && (strlen(toggles->name) < size || strncmp(toggles->name, word, size) != 0))
		toggles++;
	return toggles;
}

const char *command_word_of_match(const struct console *console, const struct command *command, int i)
{
	const struct toggle *toggles = toggles_in(console, system_of(console));

	if (command->words != set_words)
		return NULL;
	for (int k = 0; k < i && toggles->name; k++)
		toggles++;
	return toggles->name;
}

static char *set_toggle(struct console *console, const struct toggle *toggle, const char *value, bool *answer)
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
	*answer = true;
	return bytes_text("%s%s", toggle->told, states[is_on]);
}

/* Says which other systems have the setting, or that none has.  */
static char *no_setting(const struct console *console, const char *arguments, size_t size)
{
	const char *system = system_of(console);
	const struct toggle *toggles = toggles_in(console, system);
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
	for (int i = 0; set_words[i]; i++)
		nearest_try(&nearest, set_words[i]);
	for (int i = 0; toggles[i].name; i++)
		nearest_try(&nearest, toggles[i].name);
	question = nearest_question(&nearest);
	bytes_addf(&text, "there is no setting \"%.*s\"%s", (int)size, arguments, question);
	free(question);
	if (nearest.found)
		return text.at;
	bytes_addf(&text, ": expected %s", set_words[0]);
	for (int i = 1; set_words[i]; i++)
		bytes_addf(&text, ", %s", set_words[i]);
	for (; toggles->name; toggles++)
		bytes_addf(&text, ", %s", toggles->name);
	return text.at;
}

/* The beginning of a name is enough: the first setting that begins so.  */
static char *set(struct console *console, const char *arguments, bool *answer)
{
	size_t size = strcspn(arguments, " ");
	const char *value = arguments + size + strspn(arguments + size, " "), *name;
	const struct toggle *toggle;
	int i = 0;
	char *text, *named;

	while (i < SETTING_COUNT &&
	       (strlen(settings[i].name) < size || strncmp(settings[i].name, arguments, size) != 0))
		i++;
	toggle = toggle_named(toggles_in(console, system_of(console)), arguments, size);
	if (i == SETTING_COUNT && !toggle->name)
		return no_setting(console, arguments, size);
	name = i < SETTING_COUNT ? settings[i].name : toggle->name;
	text = i < SETTING_COUNT ? settings[i].set(console, value, answer)
				 : set_toggle(console, toggle, value, answer);
	if (*answer)
		return text;
	named = bytes_text("%s: %s", name, text);
	free(text);
	return named;
}

static const char *const switch_words[] = {"on", "off", NULL};

const struct command commands_of_settings[] = {
	{"set",
	 "turn-time|match-time|pace TIME, timeline [think|cpu|rss|bytes], clipboard [on|off], "
	 "message-numbers [on|off], NAME [on|off]",
	 "change a time limit, for the current turn too; let moves follow each other more slowly; choose the "
	 "timeline's bars, allow copying, or choose what the board shows (? lists the names)",
	 set, set_words},
	{"evaluate", "[on|off]", "tell the agents where the board's cursor is, or stop telling them",
	 evaluate, switch_words},
	{0},
};
