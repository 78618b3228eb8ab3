/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* export.c - `ringside export`: writes a match in the format of another program.  */
#include "export_told.h"
#include "film.h"

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

/* Options that only a film has must not be ignored.  */
static char *film_option(const struct invocation *invocation)
{
	static const struct option_row *const rows[] = {&cli_option_screen, &cli_option_speed,
							&cli_option_theme, &cli_option_layout};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (cli_said(invocation, rows[i]))
			return bytes_text("--%s is for the formats cast and svg", rows[i]->name);
	return NULL;
}

/* Returns the exit status.  */
static int export_match(const struct invocation *invocation, struct match_file *file,
			const struct match_place *place, const struct match *match, char **problem)
{
	const struct file_format *format = choose(invocation, match, problem);

	if (format == &match_file_jsonl && place->turns >= 0)
		*problem = bytes_text("the format jsonl holds a whole match: leave the move after %s out",
				      match_file_path(file));
	else if (format && !cli_exports_told(format))
		*problem = cli_told_option(invocation);
	if (!format || *problem)
		return EXIT_USAGE;
	if (cli_exports_told(format)) {
		int status;

		*problem = cli_export_told(invocation, file, place->turns, format, &status);
		return *problem ? status : invocation->output ? EXIT_VERDICT : say_finish();
	}
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
	const struct file_format *film;
	char *problem;
	struct match_place place;
	struct match_file *file;
	struct match match;
	int status = EXIT_CANNOT_RUN;
	struct loop *loop = NULL;
	struct deadly deadly;

	if (invocation->output && strcmp(invocation->output, "-") == 0) {
		free(invocation->output);
		invocation->output = NULL;
	}
	film = cli_film_format(invocation);
	problem = film ? cli_told_option(invocation) : film_option(invocation);
	if (problem)
		return say_failure(problem, EXIT_USAGE);
	if (film)
		return cli_film(invocation, film);
	file = match_file_at(invocation->words[0], &place, &problem);
	if (invocation->output) { /* a signal leaves no half of it */
		loop = loop_new();
		deadly = deadly_catch(loop, NULL, NULL);
	}
	say_problem(match_file_notice(file));
	if (file)
		problem = match_file_match_at(file, &place, &match);
	if (file && !problem) {
		status = export_match(invocation, file, &place, &match, &problem);
		if (!problem && match_file_problem(file)) { /* so what was written is not all */
			problem = bytes_text("%s", match_file_problem(file));
			status = EXIT_CANNOT_RUN;
		}
		match_free(&match);
	}
	match_file_close(file);
	if (loop && loop_is_interrupted()) {
		free(problem);
		problem = NULL;
		status = EXIT_INTERRUPTED;
	}
	if (loop)
		deadly_release(&deadly);
	loop_free(loop);
	return say_failure(problem, status);
}
