/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* export.c - `ringside export`: writes a match in the format of another program.  */
#include "ringside/bytes.h"
#include "ringside/cli.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The format of --format, or of the ending of --output.  */
static const struct file_format *choose(const struct invocation *invocation, const struct match *match,
					char **problem)
{
	const char *name = invocation->format ? invocation->format : invocation->output;

	if (name)
		return match_file_format(match->setup.system, name, problem);
	*problem =
		bytes_text("export needs a format: --format NAME, or --output FILE with an ending that names "
			   "one (see ringside list)");
	return NULL;
}

/* Returns the exit status.  */
static int export_match(const struct invocation *invocation, struct match_file *file,
			const struct match *match, char **problem)
{
	const struct file_format *format = choose(invocation, match, problem);

	if (!format)
		return EXIT_USAGE;
	if (invocation->output) {
		*problem = match_file_export_to(file, match, format, invocation->output);
	} else {
		*problem = match_file_export(file, match, format, stdout);
		if (!*problem && (fflush(stdout) != 0 || ferror(stdout)))
			*problem = bytes_text("stdout cannot be written: %s", strerror(errno));
	}
	return *problem ? EXIT_CANNOT_RUN : EXIT_VERDICT;
}

int cli_export(struct invocation *invocation)
{
	char *problem = NULL;
	struct match_file *file = match_file_import(invocation->words[0], &problem);
	struct match match;
	int status = EXIT_CANNOT_RUN;
	struct loop *loop = NULL;
	struct deadly deadly;

	if (invocation->output) { /* a signal leaves no half of it */
		loop = loop_new();
		deadly = cli_catch(loop, NULL, NULL);
	}
	cli_notice(file);
	if (file && match_file_match(file, &match)) {
		status = export_match(invocation, file, &match, &problem);
		if (!problem && match_file_problem(file)) { /* so what was written is not all */
			problem = bytes_text("%s", match_file_problem(file));
			status = EXIT_CANNOT_RUN;
		}
		match_free(&match);
	} else if (file) {
		problem = bytes_text("%s", match_file_problem(file));
	}
	match_file_close(file);
	if (loop && loop_is_awaited()) {
		free(problem);
		problem = NULL;
		status = EXIT_INTERRUPTED;
	}
	if (loop)
		cli_release(&deadly);
	loop_free(loop);
	return cli_complain(problem, status);
}
