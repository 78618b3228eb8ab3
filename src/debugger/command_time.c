/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_time.c - commands that walk through the match without changing it.  */
#include "commands.h"

#include "ringside/bytes.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static char *back(struct console *console, const char *arguments, bool *answer)
{
	int count, turns = view_turns(console->view);
	char *problem = command_count(arguments, 1, &count);

	(void)answer;
	if (!problem && turns == 0)
		problem = bytes_text("this is the beginning of the match");
	if (!problem)
		view_goto(console->view, count < turns ? turns - count : 0);
	return problem;
}

static char *forward(struct console *console, const char *arguments, bool *answer)
{
	int count, turns = view_turns(console->view), all = session_match(console->view->session)->turn_count;
	char *problem = command_count(arguments, 1, &count);

	(void)answer;
	if (!problem && console->view->turns == VIEW_LIVE)
		problem = session_shown(console->view->session) < 0
				  ? bytes_text("this is the newest position")
				  : bytes_text("this is the end of the branch: `live` returns to the match");
	if (!problem)
		view_goto(console->view, count <= all - turns ? turns + count : INT_MAX);
	return problem;
}

static char *go_live(struct console *console, const char *arguments, bool *answer)
{
	char *problem = session_show(console->view->session, -1);

	(void)arguments;
	(void)answer;
	view_goto(console->view, INT_MAX);
	if (console->follow)
		console->follow(console->user);
	return problem;
}

static char *go_to_message(struct console *console, const char *number)
{
	char *end;
	long long n = strtoll(number, &end, 10);

	if (*end || end == number)
		return bytes_text("expected a message number after #, not \"%s\"", number);
	return console->show ? console->show(console->user, n) : view_goto_message(console->view, n);
}

static char *go_to(struct console *console, const char *arguments, bool *answer)
{
	int all = session_match(console->view->session)->turn_count, turns = 0;
	char *problem;

	(void)answer;
	if (!strcmp(arguments, "end")) {
		view_goto(console->view, INT_MAX);
		return NULL;
	}
	if (*arguments == '#')
		return go_to_message(console, arguments + 1);
	problem = strcmp(arguments, "0") ? command_count(arguments, 0, &turns) : NULL;
	if (problem) {
		free(problem);
		return bytes_text("expected a number of moves, end, or a message such as #12, not \"%s\"",
				  arguments);
	}
	if (turns > all)
		return view_too_far(console->view->session);
	view_goto(console->view, turns);
	return NULL;
}

static const char *const goto_words[] = {"end", NULL};

const struct command commands_of_time[] = {
	{"back", "[N]", "show the position one move back, or N", back, NULL},
	{"forward", "[N]", "show the position one move on, or N", forward, NULL},
	{"goto", "N|end|#MESSAGE",
	 "show the position after N moves, at the end of the branch, or when that message came", go_to,
	 goto_words},
	{"live", "", "show the newest position of the newest branch, and follow the newest messages", go_live, NULL},
	{0},
};
