/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* export.c - `ringside export`: writes a match in the format of another program, as a film of the screen at
 * the times of a replay, or (the formats input and repro) what a seat was told, for use outside of ringside.
 */
#include "check/rerun_games.h"
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ringside/cli.h"
#include "ringside/film.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- what a seat was told ---- */

struct export
{
	struct match_file *file;
	const struct file_format *format;
	struct setup setup; /* as the branch ended */
	struct seat_told told;
	struct match_file **before; /* the games that the process had played before; NULL behind the last */
};

static bool exports_told(const struct file_format *format)
{
	return format == &match_file_input_format || format == &match_file_repro_format;
}

static char *told_option(const struct invocation *invocation)
{
	if (invocation->rerun.seat != UNSAID || invocation->rerun.alone)
		return bytes_text("--%s is for the formats input and repro",
				  invocation->rerun.alone ? "alone" : "seat");
	return invocation->call.series.until ? bytes_text("--until is for the formats input and repro")
					     : NULL;
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

static char *write_told_out(struct export *export, const char *path)
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
		return write_told_out(export, invocation->output);
	problem = rerun_games_until(&games, invocation->call.words[0], export->told.seat,
				    invocation->rerun.alone);
	if (!problem) {
		say_lines(games.notice);
		say_lines(games.warning);
		export->before = bytes_new((size_t)games.count * sizeof(struct match_file *));
		for (int i = 0; i + 1 < games.count; i++)
			export->before[i] = games.at[i].file;
		problem = write_told_out(export, invocation->output);
		free(export->before);
	}
	rerun_games_free(&games);
	return problem;
}

static char *export_told(const struct invocation *invocation, struct match_file *file, int turns,
			 const struct file_format *format, int *status)
{
	struct export export = {.file = file, .format = format, .told = {.turns = turns}};
	struct verdict verdict;
	struct setup first;
	char *problem = read_until(invocation->call.series.until, &export.told.last);

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

/* ---- a film ---- */

/* What the writer of the file needs.  */
struct shoot {
	struct loop *loop;
	struct session *session;
	struct film_setup setup;
};

static const struct file_format *film_format(const struct invocation *invocation)
{
	const char *name = invocation->format ? invocation->format : invocation->output;
	const char *dot = name ? strrchr(name, '.') : NULL;

	name = dot ? dot + 1 : name;
	if (!name)
		return NULL;
	if (strcasecmp(name, match_file_cast.name) == 0)
		return &match_file_cast;
	return strcasecmp(name, match_file_svg.name) == 0 ? &match_file_svg : NULL;
}

static char *write_film(void *user, FILE *to)
{
	const struct shoot *shoot = user;

	return film_write(shoot->loop, shoot->session, &shoot->setup, to);
}

/* Writes the file, or stdout.  NULL, or a problem.  */
static char *write_out(struct shoot *shoot, const char *path)
{
	const char *system = session_match(shoot->session)->setup.system, *unread;
	char *problem;

	shoot->setup.shows =
		settings_shows(shoot->setup.settings, toggles_of(system), toggles_at_first(system));
	say_problem(match_file_notice(session_file(shoot->session)));
	problem = path ? match_file_fill(path, write_film, shoot) : write_film(shoot, stdout);
	unread = session_file_problem(shoot->session);
	if (!problem && unread)
		problem = bytes_text("%s", unread);
	return problem;
}

static int export_film(struct invocation *invocation, const struct file_format *format)
{
	static const struct session_events none = {0};
	struct shoot shoot = {.setup = {.kind = format == &match_file_svg ? FILM_SVG : FILM_CAST,
					.pace = invocation->film.speed,
					.settings = &invocation->call.settings}};
	struct deadly deadly;
	char *problem;
	bool left;

	option_sides(invocation->film.screen, &shoot.setup.columns, &shoot.setup.rows);
	problem = film_refusal(&shoot.setup);
	if (!problem)
		problem = cli_load_looks(&invocation->call.settings);
	if (problem)
		return say_failure(problem, EXIT_USAGE);
	shoot.loop = loop_new();
	deadly = deadly_catch(shoot.loop, NULL, NULL);
	shoot.session = session_open(shoot.loop, invocation->call.words[0], &none, NULL, &problem);
	if (shoot.session)
		problem = write_out(&shoot, invocation->output);
	left = loop_is_interrupted();
	session_free(shoot.session);
	deadly_release(&deadly);
	loop_free(shoot.loop);
	if (left) {
		free(problem);
		return EXIT_INTERRUPTED;
	}
	if (problem)
		return say_failure(problem, EXIT_CANNOT_RUN);
	return invocation->output ? EXIT_VERDICT : say_finish();
}

/* ---- any format ---- */

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
	static const struct option_row *const rows[] = {&cli_row.screen, &cli_row.speed, &cli_row.theme,
							&cli_row.layout};

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
	else if (format && !exports_told(format))
		*problem = told_option(invocation);
	if (!format || *problem)
		return EXIT_USAGE;
	if (exports_told(format)) {
		int status;

		*problem = export_told(invocation, file, place->turns, format, &status);
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
	film = film_format(invocation);
	problem = film ? told_option(invocation) : film_option(invocation);
	if (problem)
		return say_failure(problem, EXIT_USAGE);
	if (film)
		return export_film(invocation, film);
	file = match_file_at(invocation->call.words[0], &place, &problem);
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
