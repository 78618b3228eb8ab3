/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* screen.c - `ringside play`, `open` and `demo`: a match on the screen.  */
#include "ringside/bytes.h"
#include "ringside/cli.h"
#include "ringside/kept.h"
#include "ringside/say.h"
#include "ringside/theme.h"
#include "ringside/ui.h"
#include "runner/batch.h"
#include "runner/until.h"
#include "show.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

char *cli_load_looks(const struct settings *settings)
{
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
	struct runner_call *call = &invocation->call;
	struct session_setup *setup = &call->match.session;
	struct show show = {.setup = setup};
	char *problem = cli_load_looks(&call->settings), *notice = NULL, *kept = NULL;
	int status = EXIT_USAGE;

	if (!problem)
		problem = plan_begin(&show.plan, call, players, count, &notice);
	if (problem || call->sandbox_show) {
		status = problem ? say_failure(problem, EXIT_USAGE) : match_sandbox_show(setup);
		free(notice);
		show_free(&show);
		return status;
	}
	plan_game(&show.plan, 1, &setup->setup);
	setup->series = show.plan.series;
	setup->games = show.plan.endless ? 0 : show.plan.games;
	show.hinter = invocation->hint;
	show.keeps = invocation->subcommand->bit == ON_PLAY && !invocation->no_keep;
	if (call->series.record)
		setup->record = call->series.record;
	else
		kept = show_keep(&show, setup);
	setup->stay = setup->traceable = true;
	show.script_holds = call->scripted && !setup->paused;
	setup->paused |= call->scripted;
	show_watch(&show);
	until_break(call, show.breakpoints);
	show.loop = loop_new();
	show.session = show_begin(&show, &problem, &status);
	if (show.session && setup->from.path &&
	    session_is_live(show.session)) { /* otherwise the notice comes later */
		free(show.said);
		show.said = bytes_text("continues from move %d of %s", setup->from.turns, setup->from.path);
	}
	if (show.session)
		status = show_run(&show, call);
	else
		say_failure(problem, status);
	say_lines(notice);
	free(notice);
	show_free(&show);
	free(kept);
	return status;
}

int cli_play(struct invocation *invocation)
{
	if (invocation->call.batch && batch_is_series(&invocation->call))
		return run_series(&invocation->call);
	if (invocation->call.batch)
		return batch_play(&invocation->call, (const char *const *)invocation->call.words,
				  invocation->call.word_count);
	return play(invocation, (const char *const *)invocation->call.words, invocation->call.word_count);
}

int cli_demo(struct invocation *invocation)
{
	struct setup *setup = &invocation->call.match.session.setup;
	const char *const *players = invocation->call.match.protocol->bundle->demo;

	if (invocation->call.batch)
		return batch_play(&invocation->call, players, players[1] ? 2 : 1);
	if (!setup->pace)
		setup->pace = (int64_t)700 * NS_PER_MS;
	return play(invocation, players, players[1] ? 2 : 1);
}

/* The kept matches, and what the list of them shows.  */
struct list {
	struct kept *matches;
	struct choices choices;
};

static void list_read(struct list *list)
{
	int count = kept_matches(&list->matches);

	list->choices.count = count;
	list->choices.rows = bytes_new(sizeof(*list->choices.rows) * (size_t)(count + 1));
	for (int i = 0; i < count; i++)
		kept_words(&list->matches[i], list->choices.rows[i]);
}

static void list_free(struct list *list)
{
	for (int i = 0; i < list->choices.count; i++)
		for (int column = 0; column < KEPT_WORDS; column++)
			free(list->choices.rows[i][column]);
	free(list->choices.rows);
	kept_free(list->matches, list->choices.count);
}

static char *delete_match(void *user, int row)
{
	struct list *list = user;

	return kept_remove(&list->matches[row]);
}

/* The list on the screen has no room for it.  */
static void leave_out_year(struct list *list)
{
	time_t now = time(NULL);
	char year[8];
	size_t size = strftime(year, sizeof(year), "%Y-", localtime(&now));

	for (int i = 0; i < list->choices.count; i++) {
		char *when = list->choices.rows[i][0];

		if (strncmp(when, year, size) == 0)
			memmove(when, when + size, strlen(when + size) + 1);
	}
}

static int print_list(const struct list *list)
{
	for (int i = 0; i < list->choices.count; i++) {
		char *const *words = list->choices.rows[i];

		say("%s  %-10s  %s  %s\n  %s\n", words[0], words[1], words[2], words[3],
		    list->matches[i].path);
	}
	return say_finish();
}

/* Lists the kept matches on a pipe, and lets a person choose one on the screen: then `path` is its file,
 * which the caller frees.  `before`: what the list showed before, which stays.  Returns the exit status.  */
static int choose_kept(const struct invocation *invocation, struct choices *before, char **path)
{
	struct list list = {.choices = *before};
	bool asks = !invocation->call.batch && isatty(STDOUT_FILENO);
	struct loop *loop;
	char *problem = NULL;
	int status = EXIT_VERDICT, chosen = -1;

	list_read(&list);
	if (asks)
		leave_out_year(&list);
	list.choices.title = "Matches of play that were not recorded, the newest first";
	list.choices.remove = delete_match;
	list.choices.user = &list;
	if (!list.choices.count) {
		status = say_failure(bytes_text("no match is kept yet: expected the name of a match file"),
				     EXIT_USAGE);
	} else if (!asks) {
		status = print_list(&list);
	} else {
		loop = loop_new();
		chosen = ui_choose(loop, &invocation->call.settings, &list.choices, &problem);
		loop_free(loop);
	}
	if (chosen >= 0)
		*path = bytes_text("%s", list.matches[chosen].path);
	if (problem)
		status = say_failure(problem, EXIT_CANNOT_RUN);
	*before = (struct choices){.at = list.choices.at, .filter = list.choices.filter};
	list_free(&list);
	return status;
}

int cli_open(struct invocation *invocation)
{
	const char *file = invocation->call.word_count ? invocation->call.words[0] : NULL;
	struct choices choices = {.at = 0};
	char *problem, *path;
	bool back;
	int status;

	if (invocation->call.batch && file)
		return batch_open(&invocation->call);
	invocation->call.match.session.traceable = true;
	problem = cli_load_looks(&invocation->call.settings);
	if (problem)
		return say_failure(problem, EXIT_USAGE);
	if (file)
		return show_file(&invocation->call, file, NULL);
	do {
		path = NULL;
		back = false;
		status = choose_kept(invocation, &choices, &path);
		if (path)
			status = show_file(&invocation->call, path, &back);
		free(path);
	} while (back);
	free(choices.filter);
	return status;
}
