/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* spec.c - `ringside check SYSTEM AGENT` without a suite: tries the cases of the system's document, several
 * at once, each with a fresh process.
 *
 * A case is tried when the one that it needs has passed.  */
#include "spec.h"

#include "plan.h"
#include "players.h"
#include "ringside/cores.h"
#include "say.h"
#include "spec_try.h"
#include "suite.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* For an answer of an agent that is told a shorter limit: only one case says that it has to keep that.  */
#define PATIENCE ((int64_t)5 * NS_PER_S)

enum progress { WAITS, RUNS, ENDED, TOLD };

struct trial {
	struct spec_check *check;
	const struct spec_case *row;
	enum progress progress;
	enum case_result result; /* when it has ended */
	char *why;
	int64_t began_ns, took_ns;
	struct spec_talk *talk; /* one of these while it runs */
	struct spec_game *game;
};

struct spec_check {
	struct spec_setup setup;
	struct invocation *invocation;
	struct case_report *report;
	struct trial *trials;
	int count, running, left;
	struct watch *timer;
	char *problem; /* why the agent cannot be started */
	bool interrupted;
};

/* ---- the words of a case ---- */

enum case_result spec_broken(const struct spec_case *row)
{
	return row->should ? CASE_WARNED : CASE_FAILED;
}

void spec_lines_add(struct spec_lines *lines, const char *arrow, const char *bytes, size_t size, bool binary)
{
	enum { LINES_MOST = 30, BYTES_MOST = 120 };
	size_t shown = size < BYTES_MOST ? size : BYTES_MOST;
	char *text;

	if (lines->count == LINES_MOST) { /* the last ones say most */
		bytes_drop(&lines->text, strcspn(lines->text.at, "\n") + 1);
		lines->count--;
		lines->left_out++;
	}
	lines->count++;
	bytes_addf(&lines->text, "  %s", arrow);
	if (binary) {
		for (size_t i = 0; i < shown; i++)
			bytes_addf(&lines->text, "%s%02x", i ? " " : "", (unsigned char)bytes[i]);
	} else {
		while (shown && (bytes[shown - 1] == '\n' || bytes[shown - 1] == '\r'))
			shown--;
		text = bytes_escaped(bytes, shown);
		bytes_add_text(&lines->text, text);
		free(text);
	}
	bytes_add_text(&lines->text, size > BYTES_MOST ? " …\n" : "\n");
}

char *spec_why(const struct spec_case *row, const char *problem, const struct spec_lines *lines)
{
	struct bytes why = {0};

	bytes_addf(&why, "%s: \"%s\"\n%s\n", row->source, row->sentence, problem);
	if (lines->left_out)
		bytes_addf(&why, "  … %d line%s before\n", lines->left_out, lines->left_out == 1 ? "" : "s");
	if (lines->text.size)
		bytes_add_text(&why, lines->text.at);
	bytes_addf(&why, "%s", row->advice);
	return why.at;
}

char *spec_setup_copy(const struct spec_setup *setup, const struct spec_case *row, struct setup *copy)
{
	char *words = bytes_text("%s", row->options ? row->options : ""), *problem = NULL, *rest, *word;

	setup_copy(copy, &setup->session.setup);
	for (word = strtok_r(words, " ", &rest); word && !problem; word = strtok_r(NULL, " ", &rest)) {
		char *text = strchr(word, '=');

		assert(text);
		*text++ = '\0';
		problem = setup_set(copy, word, text);
	}
	free(words);
	return problem ? problem : plan_read_contents(setup->protocol, copy);
}

/* ---- trials ---- */

static void free_try(struct trial *trial)
{
	spec_talk_free(trial->talk);
	spec_game_free(trial->game);
	trial->talk = NULL;
	trial->game = NULL;
}

static void settle(struct trial *trial, enum case_result result, char *why)
{
	trial->result = result;
	trial->why = why;
	trial->progress = ENDED;
}

static void over(void *user, enum case_result result, char *why)
{
	struct trial *trial = user;

	trial->took_ns = loop_now() - trial->began_ns;
	settle(trial, result, why);
	loop_at(trial->check->timer, loop_now()); /* it may not be freed here */
}

static void unstarted(void *user, char *problem)
{
	struct trial *trial = user;

	if (trial->check->problem)
		free(problem);
	else
		trial->check->problem = problem;
	over(user, CASE_SKIPPED, NULL);
}

static struct trial *needed(const struct spec_check *check, const struct trial *trial)
{
	for (int i = 0; trial->row->needs && i < check->count; i++)
		if (strcmp(check->trials[i].row->name, trial->row->needs) == 0)
			return &check->trials[i];
	return NULL;
}

static void begin(struct trial *trial)
{
	struct spec_check *check = trial->check;

	trial->progress = RUNS;
	trial->began_ns = loop_now();
	check->running++;
	if (trial->row->steps)
		trial->talk = spec_talk_new(&check->setup, trial->row, trial);
	else
		trial->game = spec_game_new(&check->setup, trial->row, trial);
}

/* Begins it if it can be tried now, or ends it if it never can be.  */
static void consider(struct trial *trial, int most)
{
	const struct trial *before = needed(trial->check, trial);

	if (before && before->progress < ENDED)
		return;
	if (before && before->result != CASE_PASSED) {
		trial->took_ns = -1;
		settle(trial, CASE_SKIPPED,
		       bytes_text("it needs the case %s, which has not passed", before->row->name));
	} else if (trial->check->running < most) {
		begin(trial);
	}
}

static void tell(struct trial *trial)
{
	struct spec_check *check = trial->check;
	struct case_told told = {.group = check->setup.protocol->name,
				 .name = trial->row->name,
				 .result = trial->result,
				 .ns = trial->took_ns,
				 .why = trial->why};

	if (trial->talk || trial->game)
		check->running--;
	free_try(trial);
	trial->progress = TOLD;
	check->left--;
	if (!check->problem)
		case_report_add(check->report, (int)(trial - check->trials), &told);
}

static void go_on(void *user, int events)
{
	struct spec_check *check = user;
	const struct invocation *invocation = check->invocation;
	int most = cli_said(invocation, &cli_option_concurrency) ? invocation->concurrency : cores_usable();

	(void)events;
	for (int i = 0; i < check->count && !check->problem; i++)
		if (check->trials[i].progress == WAITS)
			consider(&check->trials[i], most);
	for (int i = 0; i < check->count; i++)
		if (check->trials[i].progress == ENDED) {
			tell(&check->trials[i]);
			loop_at(check->timer, loop_now()); /* others may begin */
		}
	if (!check->left || check->problem)
		loop_stop(check->setup.loop);
}

static void interrupt(void *user, int events)
{
	struct spec_check *check = user;

	(void)events;
	check->interrupted = true;
	loop_stop(check->setup.loop);
}

/* ---- the whole check ---- */

/* What --only may name besides the name of the case.  */
static const char *tags_of(const struct spec_case *row)
{
	return row->should ? "should" : row->rival ? "must game" : "must";
}

static bool needs(const struct spec_case *row, const char *name)
{
	return row->needs && strcmp(row->needs, name) == 0;
}

/* The cases that the command line wants, and those that they need.  NULL, or a problem.  */
static char *choose(struct spec_check *check)
{
	const struct spec_case *rows = check->setup.protocol->spec->cases;
	const char *only = check->invocation->only;
	int count = 0;
	bool *wanted;

	while (rows[count].name)
		count++;
	wanted = bytes_new((size_t)count * sizeof(*wanted));
	check->trials = bytes_new((size_t)count * sizeof(*check->trials));
	for (int i = count - 1; i >= 0; i--) {
		wanted[i] = suite_chooses(only, rows[i].name, tags_of(&rows[i]));
		for (int k = i + 1; k < count && !wanted[i]; k++)
			wanted[i] = wanted[k] && needs(&rows[k], rows[i].name);
	}
	for (int i = 0; i < count; i++)
		if (wanted[i])
			check->trials[check->count++] =
				(struct trial){.check = check, .row = &rows[i], .took_ns = -1};
	free(wanted);
	check->left = check->count;
	return check->count ? NULL
			    : bytes_text("--only %s: %s has no such case", only, check->setup.protocol->name);
}

static int run(struct spec_check *check)
{
	struct loop *loop = check->setup.loop = loop_new();
	struct deadly deadly = cli_catch(loop, interrupt, check);
	int status = EXIT_NOT_TRIED;

	agent_adopt_orphans();
	check->timer = loop_timer(loop, LOOP_LATER, go_on, check);
	loop_at(check->timer, loop_now());
	loop_run(loop);
	if (check->interrupted || loop_is_awaited()) {
		free(check->problem);
		check->problem = bytes_text("interrupted");
		status = EXIT_INTERRUPTED;
	}
	for (int i = 0; i < check->count; i++) {
		free_try(&check->trials[i]);
		free(check->trials[i].why);
	}
	agent_end_orphans();
	cli_release(&deadly);
	loop_unwatch(check->timer);
	loop_free(loop);
	return case_report_end(check->report, check->problem, status);
}

/* Seats the agent, and sets the limits that it is told.  */
static char *settle_setup(struct spec_check *check)
{
	struct invocation *invocation = check->invocation;
	struct setup *setup = &check->setup.session.setup;
	char *problem = cli_seats(setup, (const char *const *)invocation->words, 1);
	int64_t told = check->setup.protocol->spec->turn_limit;
	bool limited = cli_said(invocation, &option_turn_time);

	if (!problem && setup->seat[SEAT_1].kind != SEAT_AGENT)
		problem = bytes_text("a person cannot be checked: name a program");
	if (told && !limited)
		setup->turn_limit = told;
	check->setup.patience = told && !limited ? PATIENCE : setup->turn_limit + setup->tolerance;
	return problem;
}

static char *no_cases(const struct protocol *protocol)
{
	return bytes_text("%s has no cases of its own: name a suite with --suite FILE", protocol->name);
}

int cli_list_spec(struct invocation *invocation)
{
	const struct spec *spec = invocation->protocol->spec;

	if (!spec)
		return cli_complain(no_cases(invocation->protocol), EXIT_USAGE);
	for (const struct spec_case *row = spec->cases; row->name; row++)
		if (suite_chooses(invocation->only, row->name, tags_of(row)))
			say("%-6s  %s\n        %s: \"%s\"\n", row->should ? "should" : "must", row->name,
			    row->source, row->sentence);
	return cli_printed();
}

int cli_check_spec(struct invocation *invocation)
{
	struct spec_check check = {.invocation = invocation,
				   .setup = {.protocol = invocation->protocol,
					     .session = invocation->session,
					     .over = over,
					     .unstarted = unstarted}};
	char *problem;
	int status = EXIT_USAGE;

	if (!check.setup.protocol->spec)
		return cli_complain(no_cases(check.setup.protocol), EXIT_USAGE);
	if (cli_said(invocation, &cli_option_runs))
		return cli_complain(bytes_text("--runs is for the cases of a suite: add --suite FILE"),
				    EXIT_USAGE);
	problem = settle_setup(&check);
	if (!problem)
		problem = choose(&check);
	if (!problem)
		check.report = case_report_new(invocation, check.count, &problem);
	if (!problem)
		status = run(&check);
	free(check.trials);
	invocation->session = check.setup.session; /* its texts */
	return cli_complain(problem, status);
}
