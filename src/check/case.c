/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* case.c - `ringside case`: prints a position of a match as a case of a suite.  */
#include "check.h"
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ringside/case_text.h"
#include "ringside/say.h"
#include <stdlib.h>
#include <string.h>

/* NULL, or which of the moves is none in the position before move n.  */
static char *check_moves(const struct match *match, int n, const char *text)
{
	struct suite_moves moves = {0};
	char *problem = suite_moves_read(&moves, text, match, n - 1);

	suite_moves_free(&moves);
	return problem;
}

/* The move that was played there; NULL: none.  The caller frees.  */
static char *played(const struct match *match, int n)
{
	const struct turn *turn = match_turn(match, n);
	char words[32] = "";

	if (!turn || !turn->played)
		return NULL;
	board_named(match->setup.system)->words(match, n - 1, turn->played, words);
	return case_move(match, n, words);
}

/* NULL, or why a suite cannot have that name.  */
static char *check_name(const char *name)
{
	enum { MOST = 180 }; /* a line of a suite has fewer than 200 bytes */
	const char *why = case_unsayable(name);

	if (strlen(name) > MOST)
		return bytes_text("the name of the case has %zu bytes: expected at most %d, say another one "
				  "with --name",
				  strlen(name), MOST);
	if (strchr(name, ']'))
		why = "has a ]";
	return why ? bytes_text("the name of the case %s: say another one with --name", why) : NULL;
}

/* NULL, or why a suite cannot name the file.  */
static char *check_file(const struct match *match, int n, const char *file)
{
	const char *why = case_unsayable(file);

	return why && case_needs_file(match, n)
		       ? bytes_text("the name of the match file %s: give it another one", why)
		       : NULL;
}

/* The text that names the file, without the move.  */
static char *print(const struct example_options *options, const struct match *match, int n, const char *file)
{
	const char *base = strrchr(file, '/');
	char *name = bytes_text("%s:%d", base ? base + 1 : file, n), *problem, *text;
	FREED char *was = options->wanted || options->unwanted ? NULL : played(match, n);
	struct case_wish wish = {.name = options->name ? options->name : name,
				 .file = file,
				 .wanted = options->wanted,
				 .unwanted = was ? was : options->unwanted};

	problem = check_name(wish.name);
	if (!problem)
		problem = case_refusal(match, n);
	if (!problem)
		problem = check_file(match, n, file);
	if (!problem)
		problem = check_moves(match, n, options->wanted);
	if (!problem)
		problem = check_moves(match, n, options->unwanted);
	if (!problem) {
		text = case_text(match, n, &wish);
		say("%s", text);
		free(text);
	}
	free(name);
	return problem;
}

int check_case(struct runner_call *call, const struct example_options *options)
{
	const char *text = call->words[0];
	struct match_place place;
	char *problem = NULL, *why = NULL, *file_name;
	struct match_file *file = match_file_at(text, &place, &problem);
	struct match match;

	if (!file)
		return say_failure(problem, EXIT_CANNOT_RUN);
	say_problem(match_file_notice(file));
	if (place.turns < 0) {
		problem = bytes_text("%s: name a move: %s:41 is the position before move 41", text, text);
	} else if (!match_file_match(file, &match)) {
		problem = bytes_text("%s", match_file_problem(file));
	} else {
		file_name = bytes_copy(text, (size_t)(strrchr(text, ':') - text));
		why = print(options, &match, place.turns + 1, file_name);
		free(file_name);
		match_free(&match);
	}
	match_file_close(file);
	if (why)
		problem = bytes_text("%s: %s", text, why);
	free(why);
	return problem ? say_failure(problem, EXIT_USAGE) : say_finish();
}
