/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_case.c - `case`: adds the shown position to a suite, for `ringside check`.  */
#include "commands.h"

#include "ringside/bytes.h"
#include "ringside/case_text.h"
#include "ringside/text_file.h"
#include <errno.h>
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
	console->board(match->setup.system)->words(&match->setup, turn->played, words);
	return case_move(&match->setup, turn->played, words);
}

static char *add(struct console *console, const char *suite, const char *moves, bool *answer)
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
	*answer = !problem;
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

/* The file that a person names once is that of the setting from then on.  */
static void remember(struct console *console, const char *suite)
{
	int row = settings_named("suite", strlen("suite"));

	if (console->settings)
		free(settings_set(console->settings, row, suite, (struct setting_source){SETTING_TYPED, 0}));
}

static char *make_case(struct console *console, const char *arguments, bool *answer)
{
	const char *moves;
	char *suite = suite_of(console, arguments, &moves), *told;

	if (!suite && console->prompt)
		return console->prompt(console->user, "case ");
	if (!suite)
		return bytes_text(
			"expected a suite, as in `case mine.suite`: `set suite mine.suite` names it for "
			"all cases");
	told = add(console, suite, moves, answer);
	if (*answer)
		remember(console, suite);
	free(suite);
	return told;
}

const struct command commands_of_cases[] = {
	{"case", "[FILE] [MOVE...]",
	 "add the position that is shown to the suite FILE, for `ringside check`; the moves are right there; "
	 "without them the one that was played is wrong",
	 make_case, NULL},
	{0},
};
