/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_time.c - commands that walk through the match without changing it.  */
#include "commands.h"

#include "ringside/bytes.h"
#include "ringside/marks.h"

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

/* The mark of a letter; NULL: it is no letter from a to z.  */
static struct bookmark *mark_of(struct console *console, const char *letter)
{
	bool good = letter[0] >= 'a' && letter[0] < 'a' + VIEW_MARKS && !letter[1];

	return good ? &console->view->marks[letter[0] - 'a'] : NULL;
}

static char *set_mark(struct console *console, const char *letter, bool *answer)
{
	struct bookmark *mark = mark_of(console, letter);
	char *problem, *told;

	if (!mark)
		return bytes_text("expected a letter from a to z, not \"%s\"", letter);
	*mark = (struct bookmark){.is_set = true,
				  .branch = session_shown(console->view->session),
				  .turns = view_turns(console->view)};
	problem = console->view->keeps_marks ? marks_keep(console->view, letter[0] - 'a') : NULL;
	if (problem) {
		told = bytes_text("mark %s: move %d; it is not kept: %s", letter, mark->turns, problem);
		free(problem);
		return told;
	}
	*answer = true;
	return bytes_text("mark %s: move %d", letter, mark->turns);
}

static char *go_to_mark(struct console *console, const char *letter)
{
	const struct bookmark *mark = mark_of(console, letter);
	char *problem;

	if (!mark)
		return bytes_text("expected a letter from a to z after ', not \"%s\"", letter);
	if (!mark->is_set)
		return bytes_text("there is no mark %s: `mark %s` sets it", letter, letter);
	problem = session_show(console->view->session, mark->branch);
	if (!problem)
		view_goto(console->view, mark->turns);
	return problem;
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
	if (*arguments == '\'')
		return go_to_mark(console, arguments + 1);
	problem = strcmp(arguments, "0") ? command_count(arguments, 0, &turns) : NULL;
	if (problem) {
		free(problem);
		return bytes_text("expected a number of moves, end, #MESSAGE or 'MARK, not \"%s\"",
				  arguments);
	}
	if (turns > all)
		return view_too_far(console->view->session);
	view_goto(console->view, turns);
	return NULL;
}

static char *replay(struct console *console, const char *arguments, bool *answer)
{
	char *told = NULL, *problem = NULL;

	(void)answer;
	if (!console->replay)
		return command_no_screen();
	if (*arguments)
		problem = console->replay_pace(console->user, arguments, &told);
	free(told);
	return problem ? problem : console->replay(console->user);
}

static char *change_pace(struct console *console, const char *pace, bool *answer)
{
	char *told = NULL, *problem;

	if (!console->replay_pace)
		return command_no_screen();
	problem = console->replay_pace(console->user, pace, &told);
	*answer = !problem;
	return problem ? problem : told;
}

static char *faster(struct console *console, const char *arguments, bool *answer)
{
	(void)arguments;
	return change_pace(console, "faster", answer);
}

static char *slower(struct console *console, const char *arguments, bool *answer)
{
	(void)arguments;
	return change_pace(console, "slower", answer);
}

static const char *const goto_words[] = {"end", NULL};

const struct command commands_of_time[] = {
	{"back", "[N]", "show the position one move back, or N", back, NULL},
	{"forward", "[N]", "show the position one move on, or N", forward, NULL},
	{"goto", "N|end|#MESSAGE|'MARK",
	 "show the position after N moves, at the end of the branch, when that message came, or at a mark",
	 go_to, goto_words},
	{"mark", "LETTER", "mark the shown position with a letter from a to z; `goto 'a` shows it again",
	 set_mark, NULL},
	{"replay", "[PACE]",
	 "show the moves again from the shown position, or stop that; PACE is x1/4 to x64 of their own "
	 "times, or "
	 "the time of a move such as 1s",
	 replay, NULL},
	{"faster", "", "replay faster", faster, NULL},
	{"slower", "", "replay slower", slower, NULL},
	{"live", "", "show the newest position of the newest branch, and follow the newest messages", go_live,
	 NULL},
	{0},
};
