/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* check.c - the commands that test agents: what the command line says of each goes to check.h.  */
#include "ringside/cli.h"

static struct check_call call_of(struct invocation *invocation)
{
	const struct series_options *series = &invocation->series;

	return (struct check_call){
		.match = &invocation->match,
		.words = invocation->words,
		.word_count = invocation->word_count,
		.games = cli_said(invocation, &cli_option_games) ? series->games : 0,
		.concurrency = cli_said(invocation, &cli_option_concurrency) ? series->concurrency : 0,
		.json = invocation->json,
	};
}

int cli_check_agent(struct invocation *invocation)
{
	struct check_call call = call_of(invocation);

	invocation->check.runs_said = cli_said(invocation, &cli_option_runs);
	invocation->check.list = invocation->list;
	return check_agent(&call, &invocation->check);
}

int cli_rerun(struct invocation *invocation)
{
	struct check_call call = call_of(invocation);

	return check_rerun(&call, &invocation->rerun);
}

int cli_fuzz(struct invocation *invocation)
{
	struct check_call call = call_of(invocation);

	return check_fuzz(&call, &invocation->search);
}

int cli_minimise(struct invocation *invocation)
{
	struct check_call call = call_of(invocation);

	return check_minimise(&call, &invocation->search, &invocation->rerun, invocation->output);
}

int cli_case(struct invocation *invocation)
{
	struct check_call call = call_of(invocation);

	return check_case(&call, &invocation->example);
}
