/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* breakpoint_read.c - reads a breakpoint from what was typed: where it stops, its condition, its commands. */
#include "breakpoint.h"

#include "ringside/bytes.h"
#include "ringside/match_file.h"
#include "ringside/mistake.h"
#include "ringside/protocol.h"
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t";

/* In the order of enum breakpoint_where, from AT_FAULT on.  */
static const char *const catches[] = {BREAKPOINT_CATCHES, NULL};

/* The offset of this word of two letters outside of quotes and patterns, or of the end.  */
static size_t find_word(const char *words, const char *word)
{
	char quote = '\0', last = '\0'; /* the last character that is no blank */
	bool fresh = true;              /* a word can begin here */

	for (size_t i = 0; words[i]; i++) {
		if (quote) {
			if (words[i] == '\\' && words[i + 1])
				i++;
			else if (words[i] == quote)
				quote = '\0';
			continue;
		}
		if (words[i] == '"' || (words[i] == '/' && last == '~'))
			quote = words[i];
		if (fresh && strncmp(words + i, word, 2) == 0 &&
		    (!words[i + 2] || strchr(" \t(!\"", words[i + 2])))
			return i;
		fresh = strchr(" \t)\"", words[i]);
		if (!strchr(blanks, words[i]))
			last = words[i];
	}
	return strlen(words);
}

/* Reads the condition behind the `if` at this byte, or nothing at the end.  */
static bool read_condition(struct breakpoint *breakpoint, const struct breakpoint_text *typed, size_t at)
{
	if (!typed->words[at])
		return true;
	at += strlen("if");
	breakpoint->condition =
		condition_parse(typed->words + at, &match_file_patterns, typed->variables, typed->mistake);
	typed->mistake->at += at;
	return breakpoint->condition;
}

/* A word in quotes is a move, even if it looks like a number or a condition.  */
static bool read_place(struct breakpoint *breakpoint, char *place, const struct breakpoint_text *typed)
{
	size_t size = strlen(place);
	struct condition_mistake mistake = {0};
	struct condition *condition = NULL;
	char *problem = NULL, *text;
	const char *meant;
	long long number;
	size_t number_at;

	if (strspn(place, "0123456789") == size) {
		number = size < 11 ? strtoll(place, NULL, 10) : 0;
		if (number < 1 || number > INT_MAX)
			return breakpoint_mistake(typed->mistake, 0,
						  bytes_text("expected a turn number from 1"));
		breakpoint->where = AT_TURN;
		breakpoint->turn = (int)number;
		return true;
	}
	/* Is it rather a condition that lacks its `if`?  In lmc2 it could be a move, too.  */
	if (strpbrk(place, "=<>~!&|"))
		condition = condition_parse(place, &match_file_patterns, typed->variables, &mistake);
	free(mistake.text);
	condition_free(condition);
	if (condition)
		return breakpoint_mistake(typed->mistake, 0,
					  bytes_text("a condition follows `if`: %s if %s",
						     breakpoint->temporary ? "break once" : "break", place));
	if (size > 1 && *place == '"' && place[size - 1] == '"') {
		place[size - 1] = '\0';
		place++;
	}
	breakpoint->where = AT_MOVE;
	breakpoint->form = protocol_named(typed->match->setup.system)
				   ->move_form(typed->match, typed->match->turn_count, place, &problem);
	breakpoint->move = bytes_text("%s", place);
	if (breakpoint->form)
		return true;
	number_at = strcspn(place, blanks);
	number_at += strspn(place + number_at, blanks);
	meant = place[number_at] && !place[number_at + strspn(place + number_at, "0123456789")]
			? place + number_at /* as in "move 14" */
			: words_nearest(place, catches);
	text = bytes_text("\"%s\" is %s%s%s%s", place, problem, meant ? ": did you mean break " : "",
			  meant ? meant : "", meant ? "?" : "");
	free(problem);
	return breakpoint_mistake(typed->mistake, 0, text);
}

/* Reads what stands before an `if`, without blanks around it.  */
static bool read_what(struct breakpoint *breakpoint, char *what, const struct breakpoint_text *typed,
		      bool has_if)
{
	switch (breakpoint->kind) {
	case WATCHPOINT:
		breakpoint->where = AT_CHANGE;
		breakpoint->watched =
			condition_parse_value(what, &match_file_patterns, typed->variables, typed->mistake);
		return breakpoint->watched;
	default:
		for (int i = 0; catches[i]; i++)
			if (strcmp(catches[i], what) == 0) {
				breakpoint->kind = CATCHPOINT;
				breakpoint->where = (enum breakpoint_where)(AT_FAULT + i);
				return true;
			}
		breakpoint->where = has_if ? AT_MESSAGE : AT_ANSWER;
		return !*what || read_place(breakpoint, what, typed);
	}
}

static void add_piece(struct log_text *log, struct log_piece piece)
{
	log->pieces = bytes_resized(log->pieces, (size_t)(log->count + 1) * sizeof(*log->pieces));
	log->pieces[log->count++] = piece;
}

/* Reads the expression behind the { at `at`.  Returns the byte after its }; 0: a mistake.  */
static size_t read_expression(struct log_text *log, const struct breakpoint_text *typed, size_t at)
{
	const char *words = typed->words + at + 1;
	struct log_piece piece = {.text = NULL};
	bool quoted = false;
	char *expression;
	size_t size = 0;

	/* A } in quotes does not end it.  */
	for (; words[size] && (quoted || words[size] != '}'); size++)
		if (words[size] == '"')
			quoted = !quoted;
		else if (words[size] == '\\' && words[size + 1])
			size++;
	expression = bytes_copy(words, size);
	if (!words[size]) {
		breakpoint_mistake(typed->mistake, at,
				   bytes_text("expected } after the expression; {{ writes a bracket"));
	} else {
		piece.value = condition_parse_value(expression, &match_file_patterns, typed->variables,
						    typed->mistake);
		typed->mistake->at += at + 1;
	}
	free(expression);
	if (!piece.value)
		return 0;
	add_piece(log, piece);
	return at + size + 2;
}

/* Reads "TEXT with {EXPRESSIONS}" at this byte, in which \" and \\ are a quote and a backslash.  Returns the
 * byte behind it and the blanks after it; 0: a mistake.  */
static size_t read_text(struct log_text *log, const struct breakpoint_text *typed, size_t at)
{
	const char *words = typed->words;
	struct bytes text = {0};
	bool good = words[at] == '"';

	if (!good)
		breakpoint_mistake(typed->mistake, at,
				   bytes_text("expected a text in quotes, such as \"{seat}: {text}\""));
	for (at++; good && words[at] && words[at] != '"';) {
		if (words[at] == '{' && words[at + 1] != '{') {
			if (text.size)
				add_piece(log, (struct log_piece){.text = text.at});
			text = (struct bytes){0};
			at = read_expression(log, typed, at);
			good = at;
			continue;
		}
		if ((words[at] == '\\' && words[at + 1]) || words[at] == '{')
			at++;
		bytes_add(&text, words + at++, 1);
	}
	if (good && text.size)
		add_piece(log, (struct log_piece){.text = text.at});
	else
		bytes_free(&text);
	if (good && !words[at])
		good = breakpoint_mistake(typed->mistake, at, bytes_text("expected \" after the text"));
	return good ? at + 1 + strspn(words + at + 1, blanks) : 0;
}

/* Reads a text and its condition.  */
static bool read_log(struct breakpoint *breakpoint, const struct breakpoint_text *typed)
{
	size_t at = read_text(&breakpoint->log, typed, 0);

	breakpoint->where = AT_MESSAGE;
	if (at && typed->words[at] && find_word(typed->words + at, "if") != 0)
		return breakpoint_mistake(typed->mistake, at,
					  bytes_text("expected if and a condition, or the end"));
	return at && read_condition(breakpoint, typed, at);
}

/* The byte of the ; that ends the command at this byte, or the end.  */
static size_t command_end(const char *words, size_t at)
{
	bool quoted = false;

	for (; words[at] && (quoted || words[at] != ';'); at++)
		if (words[at] == '"')
			quoted = !quoted;
		else if (quoted && words[at] == '\\' && words[at + 1])
			at++;
	return at;
}

/* Does nothing that follows it run before the match stops again?  */
static bool lets_go_on(const char *command)
{
	static const char *const names[] = {"continue", "next", "step"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(command, names[i]) == 0)
			return true;
	return false;
}

/* Reads the command from `at` to `end` into `doing`.  `last`: none follows it.  */
static bool read_doing(struct doing *doing, const struct breakpoint_text *typed, size_t at, size_t end,
		       bool last)
{
	const char *words = typed->words;
	size_t size = strcspn(words + at, " \t;\""), behind;
	FREED char *name = bytes_copy(words + at, size);
	const char *command = size && typed->command ? typed->command(name) : NULL;

	if (!typed->command)
		return breakpoint_mistake(typed->mistake, at, bytes_text("no commands can run here"));
	if (!command)
		return breakpoint_mistake(typed->mistake, at,
					  size ? bytes_text("there is no command \"%s\"", name)
					       : bytes_text("expected a command, such as gdb 1 backtrace"));
	if (strcmp(command, "log") == 0) {
		at += size + strspn(words + at + size, blanks);
		behind = read_text(&doing->log, typed, at);
		if (behind && behind != end)
			return breakpoint_mistake(typed->mistake, behind,
						  bytes_text("expected ; or the end"));
		return behind;
	}
	if (!last && lets_go_on(command))
		return breakpoint_mistake(typed->mistake, end,
					  bytes_text("nothing can follow %s: the match goes on", command));
	while (end > at && strchr(blanks, words[end - 1]))
		end--;
	doing->line =
		strcmp(command, "continue") == 0 ? bytes_text("continue") : bytes_copy(words + at, end - at);
	return true;
}

/* Reads the commands behind the `do` at this byte, with ; between them.  */
static bool read_doings(struct breakpoint *breakpoint, const struct breakpoint_text *typed, size_t at)
{
	bool good = true;

	at += strlen("do");
	at += strspn(typed->words + at, blanks);
	breakpoint->doing_typed = bytes_text("%s", typed->words + at);
	do {
		size_t end = command_end(typed->words, at);
		bool last =
			!typed->words[end] || !typed->words[end + 1 + strspn(typed->words + end + 1, blanks)];

		breakpoint->doings = bytes_resized(breakpoint->doings, (size_t)(breakpoint->doing_count + 1) *
									       sizeof(*breakpoint->doings));
		breakpoint->doings[breakpoint->doing_count] = (struct doing){0};
		good = read_doing(&breakpoint->doings[breakpoint->doing_count++], typed, at, end, last);
		at = end + (typed->words[end] == ';');
		at += strspn(typed->words + at, blanks);
	} while (good && typed->words[at]);
	return good;
}

/* Reads what stands before an `if`, and the condition.  */
static bool read_place_and_condition(struct breakpoint *breakpoint, const struct breakpoint_text *typed)
{
	size_t at = find_word(typed->words, "if"), size = at;
	FREED char *what = NULL;

	while (size && strchr(blanks, typed->words[size - 1]))
		size--;
	what = bytes_copy(typed->words, size);
	return read_what(breakpoint, what, typed, typed->words[at]) && read_condition(breakpoint, typed, at);
}

bool breakpoint_mistake(struct condition_mistake *mistake, size_t at, char *text)
{
	assert(text);
	*mistake = (struct condition_mistake){.at = at, .text = text};
	return false;
}

bool breakpoint_read(struct breakpoint *breakpoint, const struct breakpoint_text *typed)
{
	size_t at = find_word(typed->words, "do");
	FREED char *before = NULL;
	struct breakpoint_text place = *typed;

	if (breakpoint->kind == TRACEPOINT)
		return read_log(breakpoint, typed);
	before = bytes_copy(typed->words, at);
	place.words = before;
	return read_place_and_condition(breakpoint, &place) &&
	       (!typed->words[at] || read_doings(breakpoint, typed, at));
}
