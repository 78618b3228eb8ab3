/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* breakpoint_words.c - reads breakpoints as they are typed, and describes them for the list.  */
#include "breakpoints_state.h"

#include "ringside/bytes.h"
#include "ringside/protocol.h"
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t";

/* In the order of enum breakpoint_where, from AT_FAULT on.  */
const char *const breakpoint_catches[] = {"fault", "illegal", "timeout", "crash", "exit", "verdict", NULL};

static const char *const whats[] = {
	[AT_FAULT] = "a message that breaks the protocol",
	[AT_ILLEGAL] = "an illegal answer",
	[AT_TIMEOUT] = "a timeout",
	[AT_CRASH] = "a crash",
	[AT_EXIT] = "an exit with status 0",
	[AT_VERDICT] = "the verdict",
};

const char *breakpoint_kind_name(enum breakpoint_kind kind)
{
	static const char *const names[] = {
		[BREAKPOINT] = "breakpoint", [CATCHPOINT] = "catchpoint", [WATCHPOINT] = "watchpoint"};

	return names[kind];
}

char *breakpoint_what(const struct breakpoint *breakpoint)
{
	switch (breakpoint->where) {
	case AT_ANSWER: return bytes_text("every answer");
	case AT_TURN: return bytes_text("the answer of turn %d", breakpoint->turn);
	case AT_MOVE: return bytes_text("the move %s", breakpoint->move);
	case AT_MESSAGE: return bytes_text("every message");
	case AT_CHANGE: return bytes_text("%s", condition_text(breakpoint->watched));
	case AT_FAULT:
	case AT_ILLEGAL:
	case AT_TIMEOUT:
	case AT_CRASH:
	case AT_EXIT:
	case AT_VERDICT: break;
	}
	return bytes_text("%s", whats[breakpoint->where]);
}

/* ---- reading ---- */

static bool fail(struct condition_mistake *mistake, size_t at, char *text)
{
	assert(text);
	*mistake = (struct condition_mistake){.at = at, .text = text};
	return false;
}

/* The offset of the word `if` outside of quotes, or of the end.  `patterns`: / quotes, too.
 */
static size_t find_if(const char *words, bool patterns)
{
	char quote = '\0';
	bool fresh = true; /* a word can begin here */

	for (size_t i = 0; words[i]; i++) {
		if (quote) {
			if (words[i] == '\\' && words[i + 1])
				i++;
			else if (words[i] == quote)
				quote = '\0';
			continue;
		}
		if (words[i] == '"' || (patterns && words[i] == '/'))
			quote = words[i];
		if (fresh && strncmp(words + i, "if", 2) == 0 &&
		    (!words[i + 2] || strchr(" \t(!\"", words[i + 2])))
			return i;
		fresh = strchr(" \t)\"", words[i]);
	}
	return strlen(words);
}

/* The text before the word `if`, without trailing blanks.  */
static char *before_if(const char *words, size_t at)
{
	assert(at <= strlen(words));
	while (at && strchr(blanks, words[at - 1]))
		at--;
	return bytes_copy(words, at);
}

static bool read_condition(struct breakpoint *breakpoint, const char *words, size_t at,
			   struct condition_mistake *mistake)
{
	if (!words[at])
		return true;
	at += strlen("if");
	breakpoint->condition = condition_parse(words + at, &match_file_patterns, mistake);
	mistake->at += at;
	return breakpoint->condition;
}

bool breakpoint_read_move(struct breakpoint *breakpoint, const char *move, const struct setup *setup,
			  struct condition_mistake *mistake)
{
	char *problem = NULL, *text;

	breakpoint->form = protocol_named(setup->system)->move_form(setup, move, &problem);
	if (!breakpoint->form) {
		text = bytes_text("\"%s\" is %s", move, problem);
		free(problem);
		return fail(mistake, 0, text);
	}
	breakpoint->move = bytes_text("%s", move);
	breakpoint->where = AT_MOVE;
	return true;
}

static bool read_turn(struct breakpoint *breakpoint, const char *digits, struct condition_mistake *mistake)
{
	long long number = strlen(digits) < 11 ? strtoll(digits, NULL, 10) : 0;

	if (number < 1 || number > INT_MAX)
		return fail(mistake, 0, bytes_text("expected a turn number from 1"));
	breakpoint->where = AT_TURN;
	breakpoint->turn = (int)number;
	return true;
}

/* A word in quotes is a move, even if it looks like a number.  */
static bool read_place(struct breakpoint *breakpoint, char *place, const struct setup *setup,
		       struct condition_mistake *mistake)
{
	size_t size = strlen(place);

	if (strspn(place, "0123456789") == size)
		return read_turn(breakpoint, place, mistake);
	if (size > 1 && *place == '"' && place[size - 1] == '"') {
		place[size - 1] = '\0';
		place++;
	}
	return breakpoint_read_move(breakpoint, place, setup, mistake);
}

static bool read_break(struct breakpoint *breakpoint, const char *words, const struct setup *setup,
		       struct condition_mistake *mistake)
{
	size_t at = find_if(words, false);
	char *place = before_if(words, at);
	bool good = true;

	breakpoint->where = words[at] ? AT_MESSAGE : AT_ANSWER;
	if (*place)
		good = read_place(breakpoint, place, setup, mistake);
	free(place);
	return good && read_condition(breakpoint, words, at, mistake);
}

static bool read_catch(struct breakpoint *breakpoint, const char *words, struct condition_mistake *mistake)
{
	size_t at = find_if(words, false);
	char *what = before_if(words, at);

	breakpoint->where = AT_ANSWER;
	for (int i = 0; breakpoint_catches[i]; i++)
		if (strcmp(breakpoint_catches[i], what) == 0)
			breakpoint->where = (enum breakpoint_where)(AT_FAULT + i);
	free(what);
	if (breakpoint->where == AT_ANSWER)
		return fail(mistake, 0,
			    bytes_text("expected fault, illegal, timeout, crash, exit or verdict"));
	return read_condition(breakpoint, words, at, mistake);
}

static bool read_watch(struct breakpoint *breakpoint, const char *words, struct condition_mistake *mistake)
{
	size_t at = find_if(words, true);
	char *expression = before_if(words, at);

	breakpoint->where = AT_CHANGE;
	breakpoint->watched = condition_parse_value(expression, &match_file_patterns, mistake);
	free(expression);
	return breakpoint->watched && read_condition(breakpoint, words, at, mistake);
}

bool breakpoint_read(struct breakpoint *breakpoint, const char *words, const struct setup *setup,
		     struct condition_mistake *mistake)
{
	switch (breakpoint->kind) {
	case BREAKPOINT: return read_break(breakpoint, words, setup, mistake);
	case CATCHPOINT: return read_catch(breakpoint, words, mistake);
	case WATCHPOINT: break;
	}
	return read_watch(breakpoint, words, mistake);
}
