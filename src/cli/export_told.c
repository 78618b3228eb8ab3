/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* export_told.c - `ringside export --format input` and `repro`: what a seat was told, for use outside of
 * ringside.  */
#include "export_told.h"

#include "check/rerun_games.h"
#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct export
{
	struct match_file *file;
	const struct file_format *format;
	struct setup setup; /* as the branch ended */
	struct seat_told told;
	struct match_file **before; /* the games that the process had played before; NULL behind the last */
};

bool cli_exports_told(const struct file_format *format)
{
	return format == &match_file_input_format || format == &match_file_repro_format;
}

char *cli_told_option(const struct invocation *invocation)
{
	if (invocation->rerun.seat != UNSAID || invocation->rerun.alone)
		return bytes_text("--%s is for the formats input and repro",
				  invocation->rerun.alone ? "alone" : "seat");
	return invocation->series.until ? bytes_text("--until is for the formats input and repro") : NULL;
}

/* "103" or "#103".  */
static char *read_until(const char *text, int64_t *n)
{
	const char *digits = text ? text + (*text == '#') : "";
	char *end = NULL;

	*n = INT64_MAX;
	if (!text)
		return NULL;
	*n = strtoll(digits, &end, 10);
	if (strspn(digits, "0123456789") == strlen(digits) && *n > 0)
		return NULL;
	return bytes_text("--until %s: expected the number of a message, such as 103", text);
}

static char *write_told(void *user, FILE *to)
{
	const struct export *export = user;

	return export->format == &match_file_input_format
		       ? match_file_input(export->file, &export->told, export->before, to)
		       : match_file_repro(export->file, &export->setup, &export->told, export->before, to);
}

/* Makes the script a program for all who may read it.  A device or a pipe stays as it is.  */
static void make_executable(const char *path)
{
	struct stat status;

	if (stat(path, &status) == 0 && S_ISREG(status.st_mode))
		chmod(path, status.st_mode | (status.st_mode & 0444) >> 2);
}

static char *write_out(struct export *export, const char *path)
{
	char *problem;

	if (!path)
		return write_told(export, stdout);
	problem = match_file_fill(path, write_told, export);
	if (!problem && export->format == &match_file_repro_format)
		make_executable(path);
	return problem;
}

/* The same, with the games that its process had played before, if there are any.  */
static char *write_games(struct export *export, const struct invocation *invocation)
{
	static struct match_file *none[] = {NULL};
	struct rerun_games games;
	char *problem;

	export->before = none;
	if (!match_file_game_before(export->file, export->told.seat))
		return write_out(export, invocation->output);
	problem = rerun_games_until(&games, invocation->words[0], export->told.seat, invocation->rerun.alone);
	if (!problem) {
		say_lines(games.notice);
		say_lines(games.warning);
		export->before = bytes_new((size_t)games.count * sizeof(struct match_file *));
		for (int i = 0; i + 1 < games.count; i++)
			export->before[i] = games.at[i].file;
		problem = write_out(export, invocation->output);
		free(export->before);
	}
	rerun_games_free(&games);
	return problem;
}

char *cli_export_told(const struct invocation *invocation, struct match_file *file, int turns,
		      const struct file_format *format, int *status)
{
	struct export export = {.file = file, .format = format, .told = {.turns = turns}};
	struct verdict verdict;
	struct setup first;
	char *problem = read_until(invocation->series.until, &export.told.last);

	if (!problem && format == &match_file_input_format && !invocation->output && isatty(STDOUT_FILENO))
		problem = bytes_text("the bytes may do anything to a terminal: use a pipe, or --output FILE");
	*status = EXIT_USAGE;
	if (problem)
		return problem;
	*status = EXIT_CANNOT_RUN;
	if (!match_file_setup(file, 0, &first))
		return bytes_text("%s", match_file_problem(file));
	if (match_file_setup(file, match_file_shown(file), &export.setup)) {
		match_file_agents(file, match_file_shown(file), &export.setup);
		verdict = verdict_of_file(file, turns);
		problem = which_seat(invocation->rerun.seat, &first, &export.setup, &verdict,
				     &export.told.seat);
		*status = problem ? EXIT_USAGE : EXIT_CANNOT_RUN;
		if (!problem)
			problem = write_games(&export, invocation);
		setup_free(&export.setup);
	} else {
		problem = bytes_text("%s", match_file_problem(file));
	}
	setup_free(&first);
	return problem;
}
