/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* spec.c - `ringside check SYSTEM AGENT` without a suite: tries the cases of the system's document, each
 * with a fresh process.  */
#include "spec.h"

#include "ringside/say.h"
#include "runner/plan.h"
#include "spec_run.h"
#include "suite.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* At a case; at most one of the others is there.  */
struct attempt {
	const struct spec_case *row;
	struct spec_talk *talk;
	struct spec_game *game;
};

struct spec_check {
	struct spec_setup setup;
	struct invocation *invocation;
	struct spec_run run;
	struct attempt *attempts; /* one for each trial */
};

/* ---- the words of a case ---- */

enum case_result spec_broken(const struct spec_case *row)
{
	return row->should ? CASE_WARNED : CASE_FAILED;
}

void spec_lines_keep(struct spec_lines *lines, int most)
{
	for (; lines->count > most; lines->count--) {
		bytes_drop(&lines->text, strcspn(lines->text.at, "\n") + 1);
		lines->left_out++;
	}
}

void spec_lines_add(struct spec_lines *lines, const char *arrow, const char *bytes, size_t size, bool binary)
{
	enum { LINES_MOST = 30, BYTES_MOST = 120 };
	size_t shown = size < BYTES_MOST ? size : BYTES_MOST;
	char *text;

	spec_lines_keep(lines, LINES_MOST - 1); /* the last ones say most */
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

void spec_lines_show(const struct spec_lines *lines, struct bytes *text)
{
	if (lines->left_out)
		bytes_addf(text, "  … %d line%s before\n", lines->left_out, lines->left_out == 1 ? "" : "s");
	if (lines->text.size)
		bytes_add_text(text, lines->text.at);
}

char *spec_why(const struct spec_case *row, const char *problem, const struct spec_lines *lines, bool advises)
{
	struct bytes why = {0};

	if (row->sentence)
		bytes_addf(&why, "%s: \"%s\"\n", row->source, row->sentence);
	bytes_addf(&why, "%s\n", problem);
	spec_lines_show(lines, &why);
	if (advises)
		bytes_add_text(&why, row->advice);
	else
		why.at[--why.size] = '\0'; /* the last line end */
	return why.at;
}

char *spec_set_options(struct setup *setup, const char *options, bool keeps)
{
	char *words = bytes_text("%s", options ? options : ""), *problem = NULL, *rest, *word;

	for (word = strtok_r(words, " ", &rest); word && !problem; word = strtok_r(NULL, " ", &rest)) {
		char *text = strchr(word, '=');

		assert(text);
		*text++ = '\0';
		if (!keeps || !setup_given(setup, word))
			problem = setup_set(setup, word, text);
	}
	free(words);
	return problem;
}

char *spec_setup_copy(const struct spec_setup *setup, const struct spec_case *row, struct setup *copy)
{
	char *problem;

	setup_copy(copy, &setup->session.setup);
	problem = spec_set_options(copy, row->options, false);
	return problem ? problem : plan_read_contents(setup->protocol, copy);
}

/* ---- trials ---- */

static void begin(void *user, int i, struct spec_trial *trial)
{
	struct spec_check *check = user;
	struct attempt *attempt = &check->attempts[i];

	check->setup.loop = check->run.pool.loop;
	if (attempt->row->steps)
		attempt->talk = spec_talk_new(&check->setup, attempt->row, trial);
	else
		attempt->game = spec_game_new(&check->setup, attempt->row, trial);
}

static void finish(void *user, int i, bool all)
{
	struct spec_check *check = user;
	struct attempt *attempt = &check->attempts[i];

	(void)all;
	spec_talk_free(attempt->talk);
	spec_game_free(attempt->game);
	attempt->talk = NULL;
	attempt->game = NULL;
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

static void add(struct spec_check *check, const struct spec_case *row)
{
	struct spec_trial *trial = &check->run.trials[check->run.count];

	*trial = (struct spec_trial){.group = check->setup.protocol->name, .name = row->name};
	for (int i = 0; i < check->run.count; i++)
		if (needs(row, check->run.trials[i].name))
			trial->needs = &check->run.trials[i];
	check->attempts[check->run.count++].row = row;
}

/* The cases that the command line wants, and those that they need.  NULL, or a problem.  */
static char *choose(struct spec_check *check)
{
	const struct spec_case *rows = check->setup.spec->cases;
	const char *only = check->invocation->check.only;
	int count = 0;
	bool *wanted;

	while (rows[count].name)
		count++;
	wanted = bytes_new((size_t)count * sizeof(*wanted));
	check->run.trials = bytes_new((size_t)count * sizeof(*check->run.trials));
	check->attempts = bytes_new((size_t)count * sizeof(*check->attempts));
	for (int i = count - 1; i >= 0; i--) {
		wanted[i] = suite_chooses(only, rows[i].name, tags_of(&rows[i]));
		for (int k = i + 1; k < count && !wanted[i]; k++)
			wanted[i] = wanted[k] && needs(&rows[k], rows[i].name);
	}
	for (int i = 0; i < count; i++)
		if (wanted[i])
			add(check, &rows[i]);
	free(wanted);
	return check->run.count
		       ? NULL
		       : bytes_text("--only %s: %s has no such case", only, check->setup.protocol->name);
}

static char *no_cases(const struct protocol *protocol)
{
	return bytes_text("%s has no cases of its own: name a suite with --suite FILE", protocol->name);
}

static void list(const struct spec *spec, const char *only)
{
	for (const struct spec_case *row = spec->cases; row->name; row++)
		if (suite_chooses(only, row->name, tags_of(row)))
			say("%-6s  %s\n        %s: \"%s\"\n", row->should ? "should" : "must", row->name,
			    row->source, row->sentence);
}

int cli_list_spec(struct invocation *invocation)
{
	const struct spec *spec = invocation->match.protocol->tools->spec;

	if (!spec)
		return say_failure(no_cases(invocation->match.protocol), EXIT_USAGE);
	list(spec, invocation->check.only);
	if (spec->program) {
		say("of a game program:\n");
		list(spec->program, invocation->check.only);
	}
	return say_finish();
}

int cli_check_spec(struct invocation *invocation)
{
	struct spec_check check = {
		.invocation = invocation,
		.setup = {.protocol = invocation->match.protocol,
			  .session = invocation->match.session,
			  .over = spec_over,
			  .unstarted = spec_unstarted},
		.run = {.invocation = invocation, .user = &check, .begin = begin, .finish = finish}};
	char *problem;
	int status = EXIT_USAGE;

	if (!check.setup.protocol->tools->spec)
		return say_failure(no_cases(check.setup.protocol), EXIT_USAGE);
	if (cli_said(invocation, &cli_option_runs))
		return say_failure(bytes_text("--runs is for the cases of a suite: add --suite FILE"),
				   EXIT_USAGE);
	problem = spec_settle(invocation, &check.setup);
	if (!problem)
		problem = choose(&check);
	if (!problem)
		status = spec_run(&check.run);
	free(check.run.trials);
	free(check.attempts);
	invocation->match.session = check.setup.session; /* its texts */
	return say_failure(problem, status);
}
