/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* cli.c - parses argv and runs a subcommand.  */
#include "config.h"

#include "ringside/cli.h"
#include "ringside/folder.h"
#include "ringside/log.h"
#include "ringside/protocol.h"
#include "ringside/say.h"
#include "ringside/trust.h"
#include <errno.h>
#include <jansson.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what the command line says goes to who does it ---- */

int cli_run(struct invocation *invocation)
{
	return run_series(&invocation->call);
}

int cli_tournament(struct invocation *invocation)
{
	char *problem =
		run_wants_screen(&invocation->call) ? cli_load_looks(&invocation->call.settings) : NULL;

	return problem ? say_failure(problem, EXIT_USAGE) : run_tournament(&invocation->call);
}

int cli_tally(struct invocation *invocation)
{
	return run_tally(&invocation->call);
}

static struct check_call call_of(struct invocation *invocation)
{
	const struct series_options *series = &invocation->call.series;

	return (struct check_call){
		.match = &invocation->call.match,
		.words = invocation->call.words,
		.word_count = invocation->call.word_count,
		.games = cli_said(invocation, &cli_option_games) ? series->games : 0,
		.concurrency = cli_said(invocation, &cli_option_concurrency) ? series->concurrency : 0,
		.json = invocation->call.json,
	};
}

int cli_check_agent(struct invocation *invocation)
{
	struct check_call call = call_of(invocation);

	invocation->check.runs_said = cli_said(invocation, &cli_option_runs);
	invocation->check.list = invocation->call.list;
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

/* ---- running it ---- */

/* A tournament is played by programs of strangers.  */
static bool is_sandboxed_tournament(const struct invocation *invocation)
{
	return invocation->subcommand->bit == ON_TOURNAMENT && !invocation->no_sandbox &&
	       !invocation->call.list;
}

/* Only who sets limits pays for cgroups.  */
static bool wants_cgroups(const struct invocation *invocation)
{
	const struct session_setup *setup = &invocation->call.match.session;

	return invocation->subcommand->bit & ON_AGENTS && !setup->cgroups &&
	       (setup->sandbox || invocation->sandbox_auto || invocation->call.sandbox_show ||
		is_sandboxed_tournament(invocation) || setup->setup.memory ||
		invocation->call.match.own[SEAT_1].text[SEAT_MEMORY] ||
		invocation->call.match.own[SEAT_2].text[SEAT_MEMORY]);
}

/* Only a start can tell whether a sandbox can be made.  NULL, or why nothing is played without one.  */
static char *choose_sandbox(struct invocation *invocation)
{
	char *problem = agent_sandbox_problem(), *text;
	bool tournament = is_sandboxed_tournament(invocation) && !invocation->sandbox_auto;

	invocation->call.match.session.sandbox = !problem;
	if (!problem)
		return NULL;
	text = bytes_text(
		tournament ? "a tournament runs agents in a sandbox: %s (with --no-sandbox they run as "
			     "you)"
			   : "--sandbox-auto: agents run without a sandbox: %s",
		problem);
	free(problem);
	if (tournament)
		return text;
	say_lines(text);
	free(text);
	return NULL;
}

/* Handles --from, then runs the subcommand.  */
static int run_subcommand(struct invocation *invocation, char **argv)
{
	bool wants_one = is_sandboxed_tournament(invocation) || invocation->sandbox_auto;
	char *problem;

	if (wants_cgroups(invocation))
		agent_enter_scope(argv);
	if ((problem = log_begin(argv))) /* after the scope, in which ringside runs again */
		return say_failure(problem, EXIT_USAGE);
	problem = wants_one && !invocation->call.match.session.sandbox ? choose_sandbox(invocation) : NULL;
	if (problem)
		return say_failure(problem, EXIT_NOT_STARTED);
	if (invocation->call.series.from && invocation->call.series.openings)
		problem = bytes_text("--from %s: a position and --openings exclude each other: leave one out",
				     invocation->call.series.from);
	else if (invocation->call.series.from)
		problem = match_from(&invocation->call.match, invocation->call.series.from,
				     &invocation->call.series.from_path);
	if (problem)
		return say_failure(problem, EXIT_CANNOT_RUN);
	if (invocation->subcommand->bit & ON_AGENTS)
		agent_keeper();
	if (wants_cgroups(invocation))
		agent_borrow_cgroups();
	invocation->call.series.games_said = cli_said(invocation, &cli_option_games);
	invocation->call.runs = invocation->subcommand->bit == ON_RUN;
	invocation->call.series.order_said = cli_said(invocation, &cli_option_openings_order);
	return invocation->subcommand->run(invocation);
}

int cli_version(struct invocation *invocation)
{
	(void)invocation;
	say("ringside %s\nCopyright (C) 2026 The ringside authors\n"
	    "GPL-3.0-or-later: GNU General Public License, version 3 or later; there is no "
	    "warranty.\n",
	    VERSION);
	return say_finish();
}

static int run(struct invocation *invocation, char **argv)
{
	if (invocation->help)
		cli_print_help(invocation->subcommand,
			       invocation->system_named ? invocation->call.match.protocol : NULL);
	else if (invocation->version)
		return cli_version(invocation);
	else if (invocation->manual)
		cli_print_manual();
	else
		return run_subcommand(invocation, argv);
	return say_finish();
}

/* For jansson, which would leave out what it has no memory for.  */
static void *room(size_t size)
{
	return bytes_resized(NULL, size);
}

/* An incomplete system is a mistake of its author: report it now, not in the middle of a match.  */
static void check_systems(void)
{
	const struct protocol *protocol;
	char *problem;

	for (int i = 0; (protocol = protocol_at(i)); i++)
		if ((problem = protocol_check(protocol))) {
			say_error("ringside: the system %s: see protocol.h\n", problem);
			free(problem);
			abort();
		}
}

/* An agent can make the system send them (F_SETOWN), and a limit on file sizes then fails like a full disk.
 * Agents get the defaults.  */
static void ignore_signals(void)
{
	static const int harmless[] = {SIGXFSZ, SIGIO, SIGUSR1, SIGUSR2, SIGALRM};

	for (size_t i = 0; i < sizeof(harmless) / sizeof(*harmless); i++)
		signal(harmless[i], SIG_IGN);
}

/* Of processes of tables, too.  */
static void tell_folders_left(void)
{
	char *left = folder_left();

	if (left)
		say_error("ringside: cannot be removed, and is left: %s\n", left);
	free(left);
}

/* With the players of the config, as far as it is right: nobody can be told here.  */
static int complete(int count, char **words)
{
	struct invocation invocation;
	char *program[] = {"ringside", NULL};

	free(cli_parse(&invocation, 1, program));
	free(cli_config(&invocation));
	cli_print_candidates(words, count);
	cli_free(&invocation);
	return say_finish();
}

/* What is typed, or the user's own config says, is accepted in every file.  */
static void accept_folder(const struct setup *setup)
{
	const char *folder = setup->system ? setup_folder(setup) : NULL;
	char *full = folder ? realpath(folder, NULL) : NULL;

	if (folder)
		trust_accept_folder(full ? full : folder);
	free(full);
}

int cli_main(int argc, char **argv)
{
	struct invocation invocation;
	char *problem;
	int status;

	setlocale(LC_CTYPE, ""); /* no other part is used, and each costs five system calls */
	setlocale(LC_MESSAGES, "");
	json_set_alloc_funcs(room, free);
	ignore_signals();
	atexit(tell_folders_left);
	check_systems();
	if (argc == 1) {
		cli_tell_first_steps();
		return EXIT_USAGE; /* nothing was played */
	}
	if (strcmp(argv[1], "--complete") == 0)
		return complete(argc - 2, argv + 2);
	problem = cli_parse(&invocation, argc, argv);
	if (!problem && !cli_only_tells(&invocation)) {
		if (!invocation.subcommand || invocation.subcommand->bit != ON_WORDS)
			problem = cli_config(&invocation);
		if (!problem)
			problem = cli_check(&invocation);
		if (!problem)
			accept_folder(&invocation.call.match.session.setup);
	}
	status = problem ? say_failure(problem, EXIT_USAGE) : run(&invocation, argv);
	cli_free(&invocation);
	return status;
}
