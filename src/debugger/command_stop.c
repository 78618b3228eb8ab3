/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_stop.c - commands for breakpoints, catchpoints and watchpoints.  */
#include "commands.h"

#include "ringside/breakpoints.h"
#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

static const char here[] = "here";

/* The line with a caret below the mistake.  Frees the mistake's text.  */
static char *pointed(struct console *console, const char *arguments, struct condition_mistake mistake)
{
	const char *name = console->command->name;
	FREED char *line = bytes_text("%s %s", name, arguments);
	char *text = condition_pointed(line, strlen(name) + 1 + mistake.at, mistake.text);

	console->mistake = arguments + mistake.at;
	free(mistake.text);
	return text;
}

static char *report(struct console *console, int number)
{
	char *words = breakpoints_words(console->breakpoints, number), *text;

	console->answers = true;
	if (session_is_live(console->view->session))
		return words;
	text = bytes_text("%s (a match read from a file stops only after `resume`)", words);
	free(words);
	return text;
}

/* The move at the board's cursor in quotes, or else the number of the turn that is shown; in the newest
 * position, of the next turn.  The caller frees.  */
static char *place_here(const struct view *view)
{
	int turns = view_turns(view);

	if (view->board_move)
		return bytes_text("\"%s\"", view->board_move);
	if (view->turns == VIEW_LIVE)
		turns = session_match(view->session)->turn_count + 1;
	return bytes_text("%d", turns ? turns : 1);
}

static char *add(struct console *console, const char *arguments)
{
	const struct match *match = session_match(console->view->session);
	enum breakpoint_kind kind = (enum breakpoint_kind)console->command->what;
	bool temporary = strcmp(console->command->name, "tbreak") == 0;
	bool is_here = kind == BREAKPOINT && strcmp(arguments, here) == 0;
	FREED char *words = is_here ? place_here(console->view) : bytes_text("%s", arguments);
	struct condition_mistake mistake = {0};
	int number = breakpoints_add(console->breakpoints, kind, temporary, words, match, &mistake);

	if (is_here)
		mistake.at = 0;
	return number ? report(console, number) : pointed(console, arguments, mistake);
}

static char *let(struct console *console, const char *arguments)
{
	const struct variables *variables = breakpoints_variables(console->breakpoints);
	struct condition_mistake mistake = {0};
	size_t size = strcspn(arguments, " \t=");
	char *words, *text;

	console->answers = true;
	if (!*arguments)
		return variables_list(variables);
	if (!session_judge(console->view->session)) {
		console->answers = false;
		return bytes_text("only a match that is played has values: `resume` first");
	}
	if (!breakpoints_let(console->breakpoints, arguments, &mistake)) {
		console->answers = false;
		return pointed(console, arguments, mistake);
	}
	words = condition_value_words(variables_value(variables, arguments, size));
	text = bytes_text("%.*s = %s", (int)size, arguments, words);
	free(words);
	return text;
}

/* ---- by number ---- */

/* Reads the first number and moves `words` to the next.  NULL, or a problem.  */
static char *read_number(const struct console *console, const char **words, int *number)
{
	size_t size = strcspn(*words, " ");
	char *word = bytes_copy(*words, size), *problem = command_count(word, 0, number);
	FREED char *found = problem ? NULL : breakpoints_words(console->breakpoints, *number);

	if (problem) {
		free(problem);
		problem = bytes_text("expected a breakpoint number, not \"%s\"", word);
	} else if (!found) {
		problem = bytes_text("there is no breakpoint %d: `info breakpoints` lists them", *number);
	}
	free(word);
	*words += size + strspn(*words + size, " ");
	return problem;
}

/* Deletes, enables or disables each of the numbers, or all.  If one is wrong, none.  */
static char *to_each(struct console *console, const char *arguments)
{
	enum breakpoint_change change = (enum breakpoint_change)console->command->what;
	char *problem = NULL;
	const char *words = arguments;
	int number;

	while (*words && !problem)
		problem = read_number(console, &words, &number);
	if (problem)
		return problem;
	if (!*arguments)
		breakpoints_change(console->breakpoints, 0, change, 0);
	for (words = arguments; *words;) {
		free(read_number(console, &words, &number));
		breakpoints_change(console->breakpoints, number, change, 0);
	}
	return NULL;
}

static char *ignore(struct console *console, const char *arguments)
{
	int number, count = 0;
	char *problem = read_number(console, &arguments, &number);

	if (problem)
		return problem;
	if (!*arguments || (strcmp(arguments, "0") != 0 && (problem = command_count(arguments, 0, &count)))) {
		free(problem);
		return bytes_text("expected how many hits of breakpoint %d to ignore, not \"%s\"", number,
				  arguments);
	}
	breakpoints_change(console->breakpoints, number, BREAKPOINT_IGNORED, count);
	return command_answer(console,
			      count ? bytes_text("the next %d hit%s of breakpoint %d %s ignored", count,
						 count == 1 ? "" : "s", number, count == 1 ? "is" : "are")
				    : bytes_text("breakpoint %d stops the next time it is hit", number));
}

/* ---- the table ---- */

static const char *const break_words[] = {here, "if", NULL};
static const char *const expression_words[] = {
#define X(NAME, name, type, help) name,
	CONDITION_FIELDS(X)
#undef X
		"last(",
	"count(", "since(", NULL};
static const char *const channel_words[] = {
#define X(NAME, name, help) name,
	CHANNELS(X)
#undef X
		NULL};

/* Is what follows these arguments part of an expression?  */
static bool is_in_expression(const struct command *command, const char *arguments)
{
	const char *brace = strrchr(arguments, '{');

	if (command->run == let)
		return strchr(arguments, '=');
	return command->run == add && (command->what == WATCHPOINT || strstr(arguments, " if ") ||
				       (command->what == TRACEPOINT && brace && !strchr(brace, '}')));
}

const char *const *command_words_of_expression(const struct command *command, const char *arguments)
{
	static const char last[] = "last(";
	size_t size = strlen(arguments);

	if (!is_in_expression(command, arguments))
		return NULL;
	while (size && arguments[size - 1] == ' ')
		size--;
	return size >= strlen(last) && strncmp(arguments + size - strlen(last), last, strlen(last)) == 0
		       ? channel_words
		       : expression_words;
}

const struct command commands_of_stops[] = {
	{"break", "[MOVE|N] [if COND]",
	 "stop before every answer, before the answer of turn N, or before MOVE; with if COND alone, such as "
	 "if seat == 2 && time > 500ms, before every message for which it holds, and when it becomes true "
	 "between messages",
	 add, BREAKPOINT, break_words},
	{"tbreak", "[MOVE|N] [if COND]", "set a breakpoint that stops once", add, BREAKPOINT, break_words},
	{"catch", "fault|illegal|timeout|crash|exit|verdict [if COND]", "stop when this happens", add,
	 CATCHPOINT, breakpoint_catches},
	{"watch", "EXPR [if COND]",
	 "stop when the value changes from one message of a seat to the next; a comparison such as rss > "
	 "80MB "
	 "also stops between messages",
	 add, WATCHPOINT, expression_words},
	{"log", "\"TEXT\" [if COND]",
	 "write TEXT at every message for which COND holds, and go on; {EXPR} in it is a value, such as "
	 "{seat}, {time} or {text}",
	 add, TRACEPOINT, NULL},
	{"let", "[NAME = EXPR]",
	 "give the value that EXPR has now a name for conditions; without arguments, list these variables",
	 let, 0, NULL},
	{"delete", "[N...]", "delete these breakpoints, or all", to_each, BREAKPOINT_DELETED, NULL},
	{"enable", "[N...]", "enable these breakpoints, or all", to_each, BREAKPOINT_ENABLED, NULL},
	{"disable", "[N...]", "disable these breakpoints, or all", to_each, BREAKPOINT_DISABLED, NULL},
	{"ignore", "N COUNT", "ignore the next COUNT hits of breakpoint N", ignore, 0, NULL},
	{0},
};
