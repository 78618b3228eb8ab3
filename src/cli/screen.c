/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* screen.c - `ringside play`, `open` and `demo`: a match on the screen.  */
#include "batch.h"
#include "cpus.h"
#include "players.h"
#include "ringside/bytes.h"
#include "ringside/kept.h"
#include "ringside/theme.h"
#include "ringside/ui.h"
#include "say.h"
#include "show.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *cli_load_looks(const struct invocation *invocation)
{
	const struct settings *settings = &invocation->settings;
	struct setting_source source = settings->sources[settings_named("theme", strlen("theme"))];
	char *problem = source.origin == SETTING_DEFAULT ? NULL : theme_load(settings->theme), *placed, *at;

	if (!problem || source.origin != SETTING_FILE)
		return problem;
	at = settings_source_words(settings, source);
	placed = bytes_text("%s: theme: %s", at, problem);
	free(at);
	free(problem);
	return placed;
}

static int play(struct invocation *invocation, const char *const *players, int count)
{
	struct session_setup *setup = &invocation->session;
	struct show show = {.setup = setup};
	char *problem = cli_load_looks(invocation), *notice = NULL, *kept = NULL;
	int status = EXIT_USAGE;

	if (!problem)
		problem = cli_seats(&setup->setup, players, count);
	if (!problem)
		problem = cpus_settle(invocation);
	if (problem)
		return cli_complain(problem, EXIT_USAGE);
	if (invocation->sandbox_show)
		return cli_sandbox_show(setup);
	problem = plan_make(&show.plan, invocation, &notice);
	if (problem) {
		show_free(&show);
		return cli_complain(problem, EXIT_USAGE);
	}
	plan_game(&show.plan, 1, &setup->setup);
	setup->series = show.plan.games > 1;
	setup->games = show.plan.games;
	show.hinter = invocation->hint;
	show.keeps = invocation->subcommand->bit == ON_PLAY && !invocation->no_keep;
	if (invocation->record)
		setup->record = invocation->record;
	else
		kept = show_keep(&show, setup);
	setup->stay = setup->traceable = true;
	show.script_holds = invocation->scripted && !setup->paused;
	setup->paused |= invocation->scripted;
	show.loop = loop_new();
	show.session = show_begin(&show, &problem, &status);
	if (show.session && setup->from.path &&
	    session_is_live(show.session)) { /* otherwise the notice comes later */
		free(show.said);
		show.said = bytes_text("continues from move %d of %s", setup->from.turns, setup->from.path);
	}
	if (show.session)
		status = show_run(&show, invocation);
	else
		cli_complain(problem, status);
	cli_tell(notice);
	free(notice);
	show_free(&show);
	free(kept);
	return status;
}

int cli_play(struct invocation *invocation)
{
	if (invocation->batch)
		return cli_batch_play(invocation, (const char *const *)invocation->words,
				      invocation->word_count);
	return play(invocation, (const char *const *)invocation->words, invocation->word_count);
}

int cli_demo(struct invocation *invocation)
{
	struct setup *setup = &invocation->session.setup;
	const char *const *players = invocation->protocol->demo;

	if (invocation->batch)
		return cli_batch_play(invocation, players, players[1] ? 2 : 1);
	if (!setup->pace)
		setup->pace = (int64_t)700 * NS_PER_MS;
	return play(invocation, players, players[1] ? 2 : 1);
}

/* Lists the kept matches on a pipe, and lets a person choose one on the screen: then `path` is its file,
 * which the caller frees.  Returns the exit status.  */
static int choose_kept(const struct invocation *invocation, struct loop *loop, char **path)
{
	struct kept *matches;
	int count = kept_matches(&matches), chosen = -1, status = EXIT_VERDICT;
	bool asks = !invocation->batch && isatty(STDOUT_FILENO);
	char **lines = bytes_new(sizeof(*lines) * ((size_t)count + 1)), *problem = NULL;

	for (int i = 0; i < count; i++) {
		lines[i] = kept_words(&matches[i]);
		if (!asks)
			say("%s\n  %s\n", lines[i], matches[i].path);
	}
	if (!count)
		problem = bytes_text("no match is kept yet: expected the name of a match file");
	else if (asks)
		chosen = ui_choose(loop, &invocation->settings,
				   "Matches of play that were not recorded, the newest first", lines, count,
				   &problem);
	else
		status = cli_printed();
	if (chosen >= 0)
		*path = bytes_text("%s", matches[chosen].path);
	if (problem)
		status = cli_complain(problem, count ? EXIT_CANNOT_RUN : EXIT_USAGE);
	for (int i = 0; i < count; i++)
		free(lines[i]);
	free(lines);
	kept_free(matches, count);
	return status;
}

int cli_open(struct invocation *invocation)
{
	struct show show = {.setup = &invocation->session};
	const char *file = invocation->word_count ? invocation->words[0] : NULL;
	char *problem, *path = NULL;
	int status;

	if (invocation->batch && file)
		return cli_batch_open(invocation);
	invocation->session.traceable = true;
	problem = cli_load_looks(invocation);
	if (problem)
		return cli_complain(problem, EXIT_USAGE);
	show.loop = loop_new();
	if (!file) {
		status = choose_kept(invocation, show.loop, &path);
		if (!path) {
			show_free(&show);
			return status;
		}
	}
	show.session = session_open(show.loop, file ? file : path, &show_events, &show, &problem);
	free(path);
	if (show.session)
		session_run_agents(show.session, show.setup);
	if (show.session && match_file_notice(session_file(show.session)))
		show.said = bytes_text("%s", match_file_notice(session_file(show.session)));
	status = show.session ? show_run(&show, invocation) : cli_complain(problem, EXIT_CANNOT_RUN);
	show_free(&show);
	return status;
}
