/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* suites.c - a target of the fuzzer: a suite for the system that the first byte chooses.
 *
 * A match can begin with each case that was read, and a move that it names has one form.  A position in a
 * file is refused here: `files` and `formats` read files.  */
#include "targets.h"

#include "check/check.h"
#include "ringside/judge.h"
#include "runner/history.h"

#include <stdlib.h>
#include <string.h>

/* ---- what the reader of suites needs of others ---- */

char *match_from(struct match_options *options UNUSED, const char *from, char **path UNUSED)
{
	return bytes_text("--from %s: not here", from);
}

char *history_seed(const char *name UNUSED, const char *results UNUSED, const char *record UNUSED,
		   const char *after UNUSED, uint64_t *seed UNUSED)
{
	return NULL;
}

/* ---- what must hold ---- */

static void check_moves(const struct suite_case *of, const struct suite_moves *moves)
{
	struct match before = match_before(&of->match.session.setup);

	for (int i = 0; i < moves->count; i++) {
		FREED char *problem = NULL;
		FREED char *form = of->match.protocol->move_form(&before, 0, moves->forms[i], &problem);

		if (!form || strcmp(form, moves->forms[i]) != 0)
			fuzz_wrong("%s: the form of the move %s is %s", of->name, moves->forms[i],
				   form ? form : problem);
	}
}

static void check_match(const struct suite_case *of)
{
	char *problem = NULL;
	struct judge *judge = judge_new(&of->match.session.setup, &problem);

	if (!judge)
		fuzz_wrong("%s: no match begins with it: %s", of->name, problem);
	judge_free(judge);
	if (of->seat != SEAT_1 && of->seat != SEAT_2)
		fuzz_wrong("%s: nobody moves", of->name);
	if (of->match.session.setup.seat[of->seat].kind != SEAT_AGENT)
		fuzz_wrong("%s: the agent sits elsewhere", of->name);
	check_moves(of, &of->wanted);
	check_moves(of, &of->unwanted);
}

void fuzz_suites(struct rest input)
{
	char *words[] = {"./agent"};
	unsigned systems = 0, what = next(&input);
	struct check_options options = {.runs = 1};
	struct runner_call call = {.words = words, .word_count = 1};
	struct match_options *match = &call.match;
	struct suite suite;
	char *problem;

	while (protocol_at((int)systems))
		systems++;
	match->protocol = protocol_at((int)(what % systems));
	setup_init(&match->session.setup);
	match->session.setup.system = match->protocol->name;
	options.suite = bytes_text("%s", fuzz_nameless(input));
	problem = suite_read(&suite, &call, &options);
	for (int i = 0; !problem && i < suite.count; i++)
		check_match(&suite.cases[i]);
	free(problem);
	suite_free(&suite);
	free(options.suite);
	setup_free(&match->session.setup);
}
