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
	static const char *const names[] = {[BREAKPOINT] = "breakpoint",
					    [CATCHPOINT] = "catchpoint",
					    [WATCHPOINT] = "watchpoint",
					    [TRACEPOINT] = "tracepoint"};

	return names[kind];
}

/* What a tracepoint writes, as it was typed but for backslashes.  */
static char *pieces_typed(const struct breakpoint *breakpoint)
{
	struct bytes text = {0};

	bytes_add_text(&text, "log \"");
	for (int i = 0; i < breakpoint->piece_count; i++) {
		const struct piece *piece = &breakpoint->pieces[i];

		if (piece->text)
			bytes_add_text(&text, piece->text);
		else
			bytes_addf(&text, "{%s}", condition_text(piece->value));
	}
	bytes_add_text(&text, "\"");
	return text.at;
}

char *breakpoint_what(const struct breakpoint *breakpoint)
{
	if (breakpoint->kind == TRACEPOINT)
		return pieces_typed(breakpoint);
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
			   const struct variables *variables, struct condition_mistake *mistake)
{
	if (!words[at])
		return true;
	at += strlen("if");
	breakpoint->condition = condition_parse(words + at, &match_file_patterns, variables, mistake);
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

/* Is it rather a condition that lacks its `if`?  In lmc2 it could be a move, too.  */
static bool is_condition(const char *place, const struct variables *variables)
{
	struct condition_mistake mistake = {0};
	struct condition *condition =
		strpbrk(place, "=<>~!&|") ? condition_parse(place, &match_file_patterns, variables, &mistake)
					  : NULL;
	bool is = condition != NULL;

	free(mistake.text);
	condition_free(condition);
	return is;
}

/* A word in quotes is a move, even if it looks like a number or a condition.  */
static bool read_place(struct breakpoint *breakpoint, char *place, const struct setup *setup,
		       const struct variables *variables, struct condition_mistake *mistake)
{
	size_t size = strlen(place);

	if (strspn(place, "0123456789") == size)
		return read_turn(breakpoint, place, mistake);
	if (is_condition(place, variables))
		return fail(mistake, 0,
			    bytes_text("a condition follows `if`: %s if %s",
				       breakpoint->temporary ? "tbreak" : "break", place));
	if (size > 1 && *place == '"' && place[size - 1] == '"') {
		place[size - 1] = '\0';
		place++;
	}
	return breakpoint_read_move(breakpoint, place, setup, mistake);
}

static bool read_break(struct breakpoint *breakpoint, const char *words, const struct setup *setup,
		       const struct variables *variables, struct condition_mistake *mistake)
{
	size_t at = find_if(words, false);
	char *place = before_if(words, at);
	bool good = true;

	breakpoint->where = words[at] ? AT_MESSAGE : AT_ANSWER;
	if (*place)
		good = read_place(breakpoint, place, setup, variables, mistake);
	free(place);
	return good && read_condition(breakpoint, words, at, variables, mistake);
}

static bool read_catch(struct breakpoint *breakpoint, const char *words, const struct variables *variables,
		       struct condition_mistake *mistake)
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
	return read_condition(breakpoint, words, at, variables, mistake);
}

static bool read_watch(struct breakpoint *breakpoint, const char *words, const struct variables *variables,
		       struct condition_mistake *mistake)
{
	size_t at = find_if(words, true);
	char *expression = before_if(words, at);

	breakpoint->where = AT_CHANGE;
	breakpoint->watched = condition_parse_value(expression, &match_file_patterns, variables, mistake);
	free(expression);
	return breakpoint->watched && read_condition(breakpoint, words, at, variables, mistake);
}

static void add_piece(struct breakpoint *breakpoint, struct piece piece)
{
	breakpoint->pieces = bytes_resized(breakpoint->pieces, (size_t)(breakpoint->piece_count + 1) *
								       sizeof(*breakpoint->pieces));
	breakpoint->pieces[breakpoint->piece_count++] = piece;
}

/* The byte of the } that ends an expression, which may have one in quotes; the end of the text: there is
 * none.
 */
static size_t expression_end(const char *text)
{
	size_t i = 0;
	bool quoted = false;

	for (; text[i] && (quoted || text[i] != '}'); i++)
		if (text[i] == '"')
			quoted = !quoted;
		else if (text[i] == '\\' && text[i + 1])
			i++;
	return i;
}

/* Reads the expression behind the { at `at`.  Returns the byte after its }; 0: a mistake.  */
static size_t read_expression(struct breakpoint *breakpoint, const char *words, size_t at,
			      const struct variables *variables, struct condition_mistake *mistake)
{
	size_t size = expression_end(words + at + 1);
	char *expression = bytes_copy(words + at + 1, size);
	struct piece piece = {.text = NULL};

	if (!words[at + 1 + size]) {
		fail(mistake, at, bytes_text("expected } after the expression; {{ writes a bracket"));
	} else {
		piece.value = condition_parse_value(expression, &match_file_patterns, variables, mistake);
		mistake->at += at + 1;
	}
	free(expression);
	if (!piece.value)
		return 0;
	add_piece(breakpoint, piece);
	return at + size + 2;
}

/* Reads "TEXT with {EXPRESSIONS}" if COND.  \" and \\ are a quote and a backslash.  */
static bool read_log(struct breakpoint *breakpoint, const char *words, const struct variables *variables,
		     struct condition_mistake *mistake)
{
	struct bytes text = {0};
	size_t at = 1;
	bool good = true;

	breakpoint->where = AT_MESSAGE;
	if (*words != '"')
		return fail(mistake, 0, bytes_text("expected a text in quotes, such as \"{seat}: {text}\""));
	while (good && words[at] && words[at] != '"') {
		if (words[at] == '{' && words[at + 1] != '{') {
			if (text.size)
				add_piece(breakpoint, (struct piece){.text = text.at});
			text = (struct bytes){0};
			at = read_expression(breakpoint, words, at, variables, mistake);
			good = at;
			continue;
		}
		if ((words[at] == '\\' && words[at + 1]) || words[at] == '{')
			at++;
		bytes_add(&text, words + at++, 1);
	}
	if (good && text.size)
		add_piece(breakpoint, (struct piece){.text = text.at});
	else
		bytes_free(&text);
	if (!good)
		return false;
	if (!words[at])
		return fail(mistake, at, bytes_text("expected \" after the text"));
	at++;
	at += strspn(words + at, blanks);
	if (words[at] && find_if(words + at, false) != 0)
		return fail(mistake, at, bytes_text("expected if and a condition, or the end"));
	return read_condition(breakpoint, words, at, variables, mistake);
}

bool breakpoint_read(struct breakpoint *breakpoint, const char *words, const struct setup *setup,
		     const struct variables *variables, struct condition_mistake *mistake)
{
	switch (breakpoint->kind) {
	case BREAKPOINT: return read_break(breakpoint, words, setup, variables, mistake);
	case CATCHPOINT: return read_catch(breakpoint, words, variables, mistake);
	case WATCHPOINT: return read_watch(breakpoint, words, variables, mistake);
	case TRACEPOINT: break;
	}
	return read_log(breakpoint, words, variables, mistake);
}
