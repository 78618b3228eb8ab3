/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* cli.c - from argv to a subcommand.  */
#include "config.h"

#include "from.h"
#include "ringside/protocol.h"
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

void cli_notice(const struct match_file *file)
{
	if (file && match_file_notice(file))
		fprintf(stderr, "ringside: %s\n", match_file_notice(file));
}

/* Begins from another match if that is wanted, and does what the subcommand does.  */
static int run_subcommand(struct invocation *invocation)
{
	char *problem = invocation->from ? cli_from(invocation) : NULL;

	if (!problem)
		return invocation->subcommand->run(invocation);
	fprintf(stderr, "ringside: %s\n", problem);
	free(problem);
	return EXIT_CANNOT_RUN;
}

static int run(struct invocation *invocation)
{
	if (invocation->help)
		cli_print_help(invocation->subcommand);
	else if (invocation->version)
		printf("ringside %s\nCopyright (C) 2026 The ringside authors\n"
		       "GPL-3.0-or-later: GNU General Public License, version 3 or later; there is no "
		       "warranty.\n",
		       VERSION);
	else if (invocation->manual)
		cli_print_manual();
	else if (invocation->completion)
		cli_print_completion();
	else
		return run_subcommand(invocation);
	return EXIT_VERDICT;
}

/* A system that is not whole is a mistake of who wrote it: better now than in the middle of a match.  */
static void check_systems(void)
{
	const struct protocol *protocol;
	char *problem;

	for (int i = 0; (protocol = protocol_at(i)); i++)
		if ((problem = protocol_check(protocol))) {
			fprintf(stderr, "ringside: the system %s: see protocol.h\n", problem);
			free(problem);
			abort();
		}
}

int cli_main(int argc, char **argv)
{
	struct invocation invocation;
	char *problem;
	int status = EXIT_USAGE;

	setlocale(LC_ALL, "");
	setlocale(LC_NUMERIC, "C");
	check_systems();
	problem = cli_parse(&invocation, argc, argv);
	if (problem)
		fprintf(stderr, "ringside: %s\n", problem);
	else
		status = run(&invocation);
	free(problem);
	cli_free(&invocation);
	return status;
}
