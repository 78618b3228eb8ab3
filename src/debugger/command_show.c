/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_show.c - `info board`, `info messages` and `info turns`: the match as text.  */
#include "commands.h"
#include "ringside/bytes.h"
#include "ringside/match.h"
#include "ringside/match_file.h"
#include "ringside/script.h"
#include "ringside/session.h"
#include "ringside/setup.h"
#include "ringside/value.h"
#include <inttypes.h>
#include <string.h>

/* ---- the board ---- */

char *info_board(struct console *console, const char *rest)
{
	char *problem = NULL, *text;

	if (*rest)
		return bytes_text("expected nothing after board, not \"%s\"", rest);
	if (!console->picture)
		return bytes_text("the screen shows the board: `save FILE.txt` writes it as text");
	text = console->picture(console->view, &problem);
	console->answers = text != NULL;
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
	char words[32];
	FREED char *time = value_time_text(turn->think_ns);

	board_turn_words(console->view->session, console->board(match->setup.system), turn, words);
	bytes_addf(text, "%4d  seat %d  %-12s %10s", turn->n, turn->seat, words, time);
	if (turn->rss >= 0) {
		struct condition_value rss = {
			.type = CONDITION_SIZE, .known = true, .number = (double)turn->rss};
		FREED char *size = condition_value_words(&rss);

		bytes_addf(text, " %9s", size);
	}
	add_marks(text, turn);
	bytes_add_text(text, "\n");
}

char *info_turns(struct console *console, const char *rest)
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
	return command_answer(console, text.at);
}

/* ---- messages ---- */

static void add_message(struct bytes *text, const struct setup *setup, const struct message *message)
{
	static const char *const arrows[] = {[TO_AGENT] = ">", [FROM_AGENT] = "<", [EVENT] = "*"};
	char clock[VALUE_CLOCK];
	FREED char *words = script_message_words(setup, message);

	bytes_addf(text, "#%-5" PRId64 " %s %d %s %-8s %s\n", message->number,
		   value_clock(message->t_ns, clock), message->seat, arrows[message->direction],
		   channel_name(message->channel), words);
}

char *info_messages(struct console *console, const char *rest)
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
	return command_answer(console, text.at);
}
