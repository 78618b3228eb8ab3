/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* film.c - `ringside export` of a film: the screen of a match file, at the times of a replay.  */
#include "film.h"

#include "ringside/bytes.h"
#include "ringside/film.h"
#include "ringside/toggle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the writer of the file needs.  */
struct shoot {
	struct loop *loop;
	struct session *session;
	struct film_setup setup;
};

const struct file_format *cli_film_format(const struct invocation *invocation)
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

int cli_film(struct invocation *invocation, const struct file_format *format)
{
	static const struct session_events none = {0};
	struct shoot shoot = {.setup = {.kind = format == &match_file_svg ? FILM_SVG : FILM_CAST,
					.pace = invocation->film.speed,
					.settings = &invocation->settings}};
	struct deadly deadly;
	char *problem;
	bool left;

	option_sides(invocation->film.screen, &shoot.setup.columns, &shoot.setup.rows);
	problem = film_refusal(&shoot.setup);
	if (!problem)
		problem = cli_load_looks(invocation);
	if (problem)
		return say_failure(problem, EXIT_USAGE);
	shoot.loop = loop_new();
	deadly = deadly_catch(shoot.loop, NULL, NULL);
	shoot.session = session_open(shoot.loop, invocation->words[0], &none, NULL, &problem);
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
