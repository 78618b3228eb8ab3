/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_info.c - commands that tell about the shown position: as a case of a suite, `info`, `show`.  */
#include "commands.h"

#include "ringside/bytes.h"
#include "ringside/case_text.h"
#include "ringside/mistake.h"
#include "ringside/protocol.h"
#include "ringside/script.h"
#include "ringside/text_file.h"
#include "ringside/value.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the words ---- */

/* The file of the first word, or of the setting if that word is a move: it has neither dot nor slash. NULL:
 * none is known. Sets `moves` to what follows.  The caller frees.  */
static char *suite_of(const struct console *console, const char *arguments, const char **moves)
{
	size_t size = strcspn(arguments, " \t");
	char *word = bytes_copy(arguments, size), *problem = NULL;
	const char *set = console->settings ? console->settings->suite : NULL;
	bool is_move = size && !strpbrk(word, "./") && command_reads_move(console, word, &problem);

	free(problem);
	*moves = arguments;
	if (size && !is_move) {
		*moves += size + strspn(arguments + size, " \t");
		return word;
	}
	free(word);
	return set && *set ? bytes_text("%s", set) : NULL;
}

static char *check_moves(const struct console *console, const char *moves)
{
	char *problem = NULL, *why = NULL;

	for (size_t size; *moves && !problem; moves += size + strspn(moves + size, " \t|")) {
		char *word;

		size = strcspn(moves, " \t|");
		word = bytes_copy(moves, size);
		if (size && !command_reads_move(console, word, &why))
			problem = bytes_text("\"%s\" is %s", word, why);
		free(why);
		why = NULL;
		free(word);
	}
	return problem;
}

/* ---- files ---- */

/* A name that the suite does not have yet.  The caller frees.  */
static char *free_name(const char *suite, int n)
{
	struct bytes text = {0};
	char *name = bytes_text("move %d", n), *line = NULL;

	free(text_file_read(suite, &text)); /* it need not exist */
	for (int i = 2; (line = bytes_text("[case %s]", name)) && text.at && strstr(text.at, line); i++) {
		free(line);
		free(name);
		name = bytes_text("move %d (%d)", n, i);
	}
	free(line);
	bytes_free(&text);
	return name;
}

/* Copies the match beside the suite, which names it without a folder. NULL and a problem, or that name with
 * the shown branch.  */
static char *copy_match(struct session *session, const char *suite, char **problem)
{
	const char *slash = strrchr(suite, '/'), *dot = strrchr(suite, '.');
	int stem = (int)(dot && (!slash || dot > slash) ? (size_t)(dot - suite) : strlen(suite));
	char *path = bytes_text("%.*s.ringside", stem, suite), *name;
	const char *why = case_unsayable(slash ? slash + 1 : suite);

	if (why) {
		free(path);
		*problem = bytes_text("the name of the suite %s, and the match is copied to a file of that "
				      "name: give it another one",
				      why);
		return NULL;
	}
	for (int i = 2; access(path, F_OK) == 0; i++) {
		free(path);
		path = bytes_text("%.*s-%d.ringside", stem, suite, i);
	}
	*problem = session_save(session, path);
	name = bytes_text("%s", slash ? path + (slash + 1 - suite) : path);
	free(path);
	if (!*problem && session_shown(session) >= 0) {
		path = name;
		name = bytes_text("%s:%d", path, session_shown(session));
		free(path);
	}
	if (*problem) {
		free(name);
		return NULL;
	}
	return name;
}

static char *append(const char *path, const char *text)
{
	FILE *file = fopen(path, "ae");
	bool failed = !file || (ftell(file) > 0 && fputs("\n", file) < 0) || fputs(text, file) < 0;
	int error = errno;

	if (file && fclose(file) != 0 && !failed) {
		failed = true;
		error = errno;
	}
	return failed ? bytes_text("%s: %s", path, strerror(error)) : NULL;
}

/* ---- the command ---- */

/* The move that was played in the shown position; NULL: none.  The caller frees.  */
static char *played(const struct console *console, const struct match *match, int n)
{
	const struct turn *turn = match_turn(match, n);
	char words[32] = "";

	if (!turn || !turn->played)
		return NULL;
	console->board(match->setup.system)->words(match, n - 1, turn->played, words);
	return case_move(match, n, words);
}

static char *add(struct console *console, const char *suite, const char *moves)
{
	struct session *session = console->view->session;
	const struct match *match = session_match(session);
	int n = view_turns(console->view) + 1;
	char *problem = case_refusal(match, n), *file = NULL, *text, *was, *name;
	struct case_wish wish = {.wanted = *moves ? moves : NULL};

	if (!problem)
		problem = check_moves(console, moves);
	if (!problem && case_needs_file(match, n))
		file = copy_match(session, suite, &problem);
	if (problem)
		return problem;
	name = free_name(suite, n);
	was = *moves ? NULL : played(console, match, n);
	wish.name = name;
	wish.file = file;
	wish.unwanted = was;
	text = case_text(match, n, &wish);
	problem = append(suite, text);
	console->answers = !problem;
	if (!problem)
		problem = bytes_text("%s has the case \"%s\" now%s%s", suite, name,
				     *moves ? ": "
				     : was  ? ": not "
					    : ": any legal move",
				     *moves ? moves
				     : was  ? was
					    : "");
	free(text);
	free(was);
	free(name);
	free(file);
	return problem;
}

static char *make_case(struct console *console, const char *arguments)
{
	const char *moves;
	char *suite = suite_of(console, arguments, &moves), *output;

	if (!suite && console->prompt)
		return console->prompt(console->user, "case ");
	if (!suite)
		return bytes_text(
			"expected a suite, as in `case mine.suite`: `set suite mine.suite` names it for "
			"all cases");
	output = add(console, suite, moves);
	if (console->answers &&
	    console->settings) /* the file that a person names once is the usual one now */
		settings_note(console->settings, "suite", suite, SETTING_TYPED);
	free(suite);
	return output;
}

struct info_row {
	const char *name;
	const char *help; /* half a sentence */
	char *(*run)(struct console *console, const char *arguments);
};

static char *info_breakpoints(struct console *console, const char *arguments)
{
	(void)arguments;
	return command_answer(console, breakpoints_words(console->breakpoints, 0));
}

static char *info_log(struct console *console, const char *arguments)
{
	const char *written = console->breakpoints ? breakpoints_written(console->breakpoints) : NULL;

	if (*arguments)
		return bytes_text("expected nothing after log, not \"%s\"", arguments);
	if (!written)
		return bytes_text("no tracepoint has written anything: `help log` explains them");
	return command_answer(console, bytes_text("written by tracepoints\n%s", written));
}

static const struct info_row rows[] = {
	{"branches", "the branches of the match and their results", info_branches},
	{"breakpoints", "the breakpoints, and how often each was hit", info_breakpoints},
	{"games", "the games of the series that were played, and the score", info_games},
	{"log", "the lines that tracepoints have written", info_log},
	{"seat", "N: who sits there, state and clock, and what the moves took", info_seat},
	{0},
};

static const char *const info_words[] = {"branches", "breakpoints", "games", "log", "seat", NULL};

static char *list(struct console *console)
{
	struct bytes text = {0};

	bytes_add_text(&text, "info shows\n");
	for (const struct info_row *row = rows; row->name; row++)
		bytes_addf(&text, "  `info %s`  %s\n", row->name, row->help);
	return command_answer(console, text.at);
}

static char *no_subject(const char *word, size_t size)
{
	struct nearest nearest = nearest_to(word, size);
	char *question, *problem;

	for (const struct info_row *row = rows; row->name; row++)
		nearest_try(&nearest, row->name);
	question = nearest_question(&nearest);
	problem = bytes_text("there is no info on \"%.*s\"%s", (int)size, word,
			     *question ? question : ": `info` lists the subjects");
	free(question);
	return problem;
}

static char *info(struct console *console, const char *arguments)
{
	size_t size = strcspn(arguments, " \t");
	const char *rest = arguments + size + strspn(arguments + size, " \t");
	const struct info_row *found = NULL;

	if (!size)
		return list(console);
	for (const struct info_row *row = rows; row->name; row++) {
		if (strncmp(row->name, arguments, size) != 0)
			continue;
		if (found)
			return bytes_text("\"%.*s\" is ambiguous: %s, %s", (int)size, arguments, found->name,
					  row->name);
		found = row;
	}
	if (!found)
		return no_subject(arguments, size);
	return found->run(console, rest);
}

static char *briefing(struct console *console, const char *arguments)
{
	const struct setup *setup = &session_match(console->view->session)->setup;
	const struct protocol *protocol = protocol_named(setup->system);
	char *output = protocol->texts->briefing ? protocol->texts->briefing(setup) : NULL;

	(void)arguments;
	console->answers = output != NULL;
	return output ? output
		      : bytes_text("in %s an agent is told nothing that is not shown", setup->system);
}

/* ---- the board ---- */

static char *show_board(struct console *console, const char *rest)
{
	char *problem = NULL, *text;

	if (*rest)
		return bytes_text("expected nothing after board, not \"%s\"", rest);
	if (!console->picture)
		return bytes_text("the screen shows the board: `screenshot FILE` writes it as text");
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
	char words[32] = "", *time = value_time_text(turn->think_ns), *size;

	if (turn->played)
		console->board(match->setup.system)->words(match, turn->n - 1, turn->played, words);
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

static char *show_turns(struct console *console, const char *rest)
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
	char clock[VALUE_CLOCK], *words = script_message_words(setup, message);

	bytes_addf(text, "#%-5" PRId64 " %s %d %s %-8s %s\n", message->n, value_clock(message->t_ns, clock),
		   message->seat, arrows[message->direction], channel_name(message->channel), words);
	free(words);
}

static char *show_messages(struct console *console, const char *rest)
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

/* ---- the command ---- */

static const struct {
	const char *name;
	char *(*run)(struct console *console, const char *rest);
} subjects[] = {{"board", show_board}, {"messages", show_messages}, {"turns", show_turns}};
enum { SUBJECTS = sizeof(subjects) / sizeof(subjects[0]) };

static const char *const show_words[] = {"board", "messages", "turns", NULL};

static char *show(struct console *console, const char *arguments)
{
	size_t size = strcspn(arguments, " \t");
	const char *rest = arguments + size + strspn(arguments + size, " \t");
	char *word, *problem;

	for (int i = 0; size && i < SUBJECTS; i++)
		if (strncmp(subjects[i].name, arguments, size) == 0)
			return subjects[i].run(console, rest);
	word = bytes_copy(arguments, size);
	problem = size ? words_unknown("subject", word, show_words)
		       : bytes_text("show what? Expected board, messages or turns");
	free(word);
	return problem;
}

const struct command commands_of_info[] = {
	{"case", "[FILE] [MOVE...]",
	 "add the position that is shown to the suite FILE, for `ringside check`; the moves are right there; "
	 "without them the one that was played is wrong",
	 make_case, 0, NULL},
	{"briefing", "", "show what an agent is told before the match, such as costs and limits", briefing, 0,
	 NULL},
	{"info", "[WORD]", "show information on a subject; without WORD, list the subjects", info, 0,
	 info_words},
	{"show", "board|messages [PATTERN]|turns",
	 "print the board, the messages (those that match a regular expression) or the moves up to the shown "
	 "position as text",
	 show, 0, show_words},
	{0},
};
