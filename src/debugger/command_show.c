/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_show.c - `show`: what the screen shows, as plain text, for scripts without one.  */
#include "commands.h"

#include "ringside/bytes.h"
#include "ringside/nearest.h"
#include "ringside/protocol.h"
#include "ringside/script.h"
#include "ringside/value.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- the board ---- */

static char *show_board(struct console *console, const char *rest, bool *answer)
{
	char *problem = NULL, *text;

	if (*rest)
		return bytes_text("expected nothing after board, not \"%s\"", rest);
	if (!console->picture)
		return bytes_text("the screen shows the board: `screenshot FILE` writes it as text");
	text = console->picture(console->view, &problem);
	*answer = text != NULL;
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
		console->board(match->setup.system)->words(&match->setup, turn->played, words);
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

static char *show_turns(struct console *console, const char *rest, bool *answer)
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
	*answer = true;
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

static char *show_messages(struct console *console, const char *rest, bool *answer)
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
	*answer = true;
	return text.at;
}

/* ---- the command ---- */

static const struct {
	const char *name;
	char *(*run)(struct console *console, const char *rest, bool *answer);
} subjects[] = {{"board", show_board}, {"messages", show_messages}, {"turns", show_turns}};
enum { SUBJECTS = sizeof(subjects) / sizeof(subjects[0]) };

static const char *const words[] = {"board", "messages", "turns", NULL};

static char *show(struct console *console, const char *arguments, bool *answer)
{
	size_t size = strcspn(arguments, " \t");
	const char *rest = arguments + size + strspn(arguments + size, " \t");
	char *word, *problem;

	for (int i = 0; size && i < SUBJECTS; i++)
		if (strncmp(subjects[i].name, arguments, size) == 0)
			return subjects[i].run(console, rest, answer);
	word = bytes_copy(arguments, size);
	problem = size ? words_unknown("subject", word, words)
		       : bytes_text("show what? Expected board, messages or turns");
	free(word);
	return problem;
}

const struct command commands_of_shows[] = {
	{"show", "board|messages [PATTERN]|turns",
	 "print the board, the messages (those that match a regular expression) or the moves up to the shown "
	 "position as text",
	 show, words},
	{0},
};
