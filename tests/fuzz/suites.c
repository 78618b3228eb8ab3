/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* suites.c - a target of the fuzzer: a suite for the system that the first byte chooses.
 *
 * A match can begin with each case that was read, and a move that it names has one form.  A position in a
 * file is refused here: `files` and `formats` read files.  */
#include "targets.h"

#include "check/suite.h"
#include "ringside/judge.h"
#include "runner/from.h"
#include "runner/history.h"

#include <stdlib.h>
#include <string.h>

/* ---- what the reader of suites needs of the command line ---- */

char *cli_from(struct invocation *invocation)
{
	return bytes_text("--from %s: not here", invocation->series.from);
}

char *history_seed(const char *name, const char *results, const char *record, const char *after,
		   uint64_t *seed)
{
	(void)name;
	(void)results;
	(void)record;
	(void)after;
	(void)seed;
	return NULL;
}

static void begin(struct invocation *invocation, const struct protocol *protocol)
{
	static const struct subcommand check = {.name = "check", .bit = ON_CHECK};
	static char *words[] = {"./agent"};

	*invocation = (struct invocation){
		.subcommand = &check, .match.protocol = protocol, .words = words, .word_count = 1};
	setup_init(&invocation->match.session.setup);
	invocation->match.session.setup.system = protocol->name;
	for (const struct option_place *place = cli_options; place->row; place++)
		if (place->size)
			option_store(place, invocation, place->row->value, place->row->text);
}

static void end(struct invocation *invocation)
{
	for (const struct option_place *place = cli_options; place->row; place++)
		if (place->size && option_is_text(place->row))
			option_store(place, invocation, 0, NULL);
	setup_free(&invocation->match.session.setup);
}

/* ---- what must hold ---- */

static void check_moves(const struct suite_case *of, const struct suite_moves *moves)
{
	struct match before = match_before(&of->invocation.match.session.setup);

	for (int i = 0; i < moves->count; i++) {
		char *problem = NULL;
		char *form = of->invocation.match.protocol->move_form(&before, 0, moves->forms[i], &problem);

		if (!form || strcmp(form, moves->forms[i]) != 0)
			fuzz_wrong("%s: the form of the move %s is %s", of->name, moves->forms[i],
				   form ? form : problem);
		free(form);
		free(problem);
	}
}

static void check_case(const struct suite_case *of)
{
	char *problem = NULL;
	struct judge *judge = judge_new(&of->invocation.match.session.setup, &problem);

	if (!judge)
		fuzz_wrong("%s: no match begins with it: %s", of->name, problem);
	judge_free(judge);
	if (of->seat != SEAT_1 && of->seat != SEAT_2)
		fuzz_wrong("%s: nobody moves", of->name);
	if (of->invocation.match.session.setup.seat[of->seat].kind != SEAT_AGENT)
		fuzz_wrong("%s: the agent sits elsewhere", of->name);
	check_moves(of, &of->wanted);
	check_moves(of, &of->unwanted);
}

void fuzz_suites(struct rest input)
{
	unsigned systems = 0, what = next(&input);
	struct invocation invocation;
	struct suite suite;
	char *problem;

	while (protocol_at((int)systems))
		systems++;
	begin(&invocation, protocol_at((int)(what % systems)));
	invocation.check.suite = bytes_text("%s", fuzz_nameless(input));
	problem = suite_read(&suite, &invocation);
	for (int i = 0; !problem && i < suite.count; i++)
		check_case(&suite.cases[i]);
	free(problem);
	suite_free(&suite);
	end(&invocation);
}
