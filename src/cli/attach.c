/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* attach.c - `ringside attach`: the taps that play now, and which of them a person wants to watch.  */
#include "ringside/cli.h"

#include "ringside/bytes.h"
#include "ringside/kept.h"
#include "ringside/tapped.h"
#include "ringside/ui.h"
#include "runner/batch.h"
#include "runner/pair.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct list {
	const char *name; /* of those that are meant; NULL: all */
	struct tapped *taps;
	struct choices choices;
};

/* The process and since when, the system, who plays, and how it stands.  */
static void fill_row(const struct tapped *tap, char *row[KEPT_WORDS])
{
	const struct kept kept = {.path = tap->path, .changed = tap->since};
	time_t since = (time_t)(tap->since / NS_PER_S);
	struct tm local;
	char when[16];

	if (*tap->path) {
		kept_words(&kept, row);
		row[3] = bytes_behind(row[3], "game %d: ", tap->game);
		free(row[0]);
	} else {
		row[1] = bytes_text("%s", tap->system);
		row[2] = bytes_text("%s", tap->name);
		row[3] = bytes_text(tap->game ? "between games" : "no game yet");
	}
	strftime(when, sizeof(when), "%H:%M", localtime_r(&since, &local));
	row[0] = bytes_text("%d  %s", (int)tap->agent, when);
}

/* As the agent is named in its command, or as it calls itself.  */
static bool is_meant(const struct tapped *tap, char *const *row, const char *name)
{
	FREED char *number = bytes_text("%d", (int)tap->agent);

	return !name || strcmp(number, name) == 0 || strcasestr(tap->name, name) || strcasestr(row[2], name);
}

static void free_row(char **row)
{
	for (int column = 0; column < KEPT_WORDS; column++)
		free(row[column]);
}

static void list_read(struct list *list)
{
	int all = tapped_list(&list->taps), count = 0;

	list->choices.rows = bytes_new(sizeof(*list->choices.rows) * (size_t)(all + 1));
	for (int i = 0; i < all; i++) {
		fill_row(&list->taps[i], list->choices.rows[count]);
		if (is_meant(&list->taps[i], list->choices.rows[count], list->name)) {
			list->taps[count++] = list->taps[i];
			continue;
		}
		free_row(list->choices.rows[count]);
		tapped_clear(&list->taps[i]);
	}
	list->choices.count = count;
}

static void list_free(struct list *list)
{
	for (int i = 0; i < list->choices.count; i++)
		free_row(list->choices.rows[i]);
	free(list->choices.rows);
	tapped_free(list->taps, list->choices.count);
}

static bool is_same(const struct list *a, const struct list *b)
{
	bool same = a->choices.count == b->choices.count;

	for (int i = 0; same && i < a->choices.count; i++)
		for (int column = 0; column < KEPT_WORDS; column++)
			same = same && strcmp(a->choices.rows[i][column], b->choices.rows[i][column]) == 0;
	return same;
}

/* The selection stays on its tap.  */
static bool renew(void *user, int *row)
{
	struct list *list = user, now = {.name = list->name};
	pid_t selected = *row < list->choices.count ? list->taps[*row].agent : 0;

	list_read(&now);
	if (is_same(list, &now)) {
		list_free(&now);
		return false;
	}
	list_free(list);
	list->taps = now.taps;
	list->choices.rows = now.choices.rows;
	list->choices.count = now.choices.count;
	for (int i = 0; i < list->choices.count; i++)
		*row = list->taps[i].agent == selected ? i : *row;
	return true;
}

static const char *path_of(void *user, int row)
{
	const struct list *list = user;

	return list->taps[row].path;
}

static int print_list(const struct list *list)
{
	for (int i = 0; i < list->choices.count; i++) {
		char *const *words = list->choices.rows[i];

		say("%s  %-10s  %s  %s\n", words[0], words[1], words[2], words[3]);
		if (*list->taps[i].path)
			say("  %s\n", list->taps[i].path);
	}
	return say_finish();
}

static char *none_words(const char *name)
{
	return name ? bytes_text("no tap of \"%s\" runs: `ringside attach --list` names those that do", name)
		    : bytes_text("no tap runs now: a judge starts one by `ringside tap SYSTEM COMMAND`");
}

/* The one tap that plays the i-th one's opponent, and whether the i-th moves first; -1: there is none, or it
 * is not known which.  */
static int opponent_of(const struct list *list, int i, bool *begins)
{
	int found = -1;

	for (int k = 0; k < list->choices.count; k++) {
		const char *one = list->taps[i].path, *other = list->taps[k].path;
		bool first = false;
		FREED char *why =
			k == i || !*one || !*other ? bytes_text("%s", "") : pair_unlike(one, other, &first);

		if (!why && found >= 0)
			return -1;
		if (!why) {
			found = k;
			*begins = first;
		}
	}
	return found;
}

/* The process of the i-th tap; with its opponent, who moves first sits on seat 1.  */
static void take(const struct list *list, int i, bool both, pid_t agents[2])
{
	bool begins = true;
	int other = both ? opponent_of(list, i, &begins) : -1;

	agents[0] = list->taps[begins || other < 0 ? i : other].agent;
	agents[1] = other < 0 ? 0 : list->taps[begins ? other : i].agent;
}

/* Runs the script on the newest game of a tap, or of two that play each other.  */
static int run_script(struct runner_call *call, const struct list *list)
{
	pid_t agents[2];

	take(list, 0, !list->name, agents);
	if (list->choices.count > (agents[1] ? 2 : 1))
		return say_failure(bytes_text("%d taps run: name one of them, as `ringside attach --list` "
					      "does",
					      list->choices.count),
				   EXIT_USAGE);
	return batch_watch(call, agents);
}

/* The taps that two names mean, each one.  NULL, or a problem for people; the caller frees.  */
static char *named(char *const *names, pid_t agents[2])
{
	char *problem = NULL;

	for (int i = 0; i < 2 && !problem; i++) {
		struct list list = {.name = names[i]};

		list_read(&list);
		if (!list.choices.count)
			problem = none_words(names[i]);
		else if (list.choices.count > 1)
			problem = bytes_text("%d taps of \"%s\" run: the number of its process names one, as "
					     "`ringside attach --list` does",
					     list.choices.count, names[i]);
		else
			agents[i] = list.taps->agent;
		list_free(&list);
	}
	return problem || agents[0] != agents[1] ? problem : bytes_text("both names mean the same tap");
}

/* Watches the two that are named.  */
static int watch_both(struct invocation *invocation)
{
	struct runner_call *call = &invocation->call;
	pid_t agents[2];
	char *problem = named(call->words, agents);

	if (problem)
		return say_failure(problem, EXIT_CANNOT_RUN);
	return call->batch ? batch_watch(call, agents) : cli_watch(call, agents, NULL);
}

/* The processes of the tap to be watched, and of its opponent's, and whether it was chosen from a list; 0:
 * none, and the exit status.  */
static void choose(struct invocation *invocation, struct choices *before, bool *chose, int *status,
		   pid_t agents[2])
{
	const char *name = invocation->call.word_count ? invocation->call.words[0] : NULL;
	struct list list = {.name = name, .choices = *before};
	char *problem = NULL;
	struct loop *loop;
	bool both = false;
	int chosen = -1;

	list_read(&list);
	both = !name && list.choices.count == 2 && opponent_of(&list, 0, &both) >= 0;
	list.choices.title = "Agents that play for another judge now";
	list.choices.path = path_of;
	list.choices.renew = renew;
	list.choices.user = &list;
	*status = EXIT_VERDICT;
	if (!list.choices.count)
		*status = say_failure(none_words(name), EXIT_CANNOT_RUN);
	else if (invocation->call.batch)
		*status = run_script(&invocation->call, &list);
	else if (invocation->call.list || !isatty(STDOUT_FILENO))
		*status = print_list(&list);
	else if (list.choices.count == (both ? 2 : 1) && !*chose)
		chosen = 0;
	else {
		*chose = true;
		loop = loop_new();
		chosen = ui_choose(loop, &invocation->call.settings, &list.choices, &problem);
		loop_free(loop);
	}
	if (problem)
		*status = say_failure(problem, EXIT_CANNOT_RUN);
	*before = (struct choices){
		.at = list.choices.at, .filter = list.choices.filter, .pattern = list.choices.pattern};
	agents[0] = 0;
	if (chosen >= 0)
		take(&list, chosen, !name || list.choices.count > 1, agents);
	list_free(&list);
}

int cli_attach(struct invocation *invocation)
{
	char *problem = cli_load_looks(&invocation->call.settings);
	struct choices choices = {.at = 0};
	bool back, chose = false;
	int status;
	pid_t agents[2];

	if (problem)
		return say_failure(problem, EXIT_USAGE);
	invocation->call.match.session.traceable = true;
	if (invocation->call.word_count == 2 && !invocation->call.list)
		return watch_both(invocation);
	do {
		back = false;
		choose(invocation, &choices, &chose, &status, agents);
		if (agents[0])
			status = cli_watch(&invocation->call, agents, chose ? &back : NULL);
	} while (back);
	free(choices.filter);
	free(choices.pattern);
	return status;
}
