/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* hunt_cases.c - the parts of a hunt that are tried by `ringside check`: the cases of the document, the ways
 * to tell a position, and other environments.  */
#include "check.h"
#include "hunt.h"
#include "ringside/bytes.h"
#include "ringside/sh_words.h"
#include "ringside/spec.h"
#include "ringside/twins.h"
#include <locale.h>
#include <stdlib.h>
#include <string.h>

static int check_cases(const struct hunt *hunt, const struct job *job, struct runner_call *call)
{
	hunt_take_command(hunt, job, call);
	return check_agent(call, &(struct check_options){.runs = 1});
}

static int check_twin_ways(const struct hunt *hunt, const struct job *job, struct runner_call *call)
{
	hunt_take_command(hunt, job, call);
	return check_agent(call, &(struct check_options){.runs = 1, .twins = true});
}

/* The first way tells all again as it was.  */
static const char *first_way(const struct hunt *hunt)
{
	return hunt->call->match.protocol->tools->twins->ways->name;
}

static int check_told_again(const struct hunt *hunt, const struct job *job, struct runner_call *call)
{
	hunt_take_command(hunt, job, call);
	return check_agent(
		call, &(struct check_options){.runs = 1, .twins = true, .only = (char *)first_way(hunt)});
}

static int check_environment(const struct hunt *hunt, const struct job *job, struct runner_call *call)
{
	FREED char *twin = hunt_prefixed(hunt, job->prefix);

	hunt_take_command(hunt, job, call);
	return check_agent(call,
			   &(struct check_options){.runs = 1, .twins = true, .twin = twin, .only = "other"});
}

/* ---- what they tell ---- */

/* The command of a case, with the options that people gave.  The caller frees.  */
static char *case_command(const struct hunt *hunt, const struct job *job, const char *ways, const char *name)
{
	FREED char *agent = sh_words_quoted(job->command ? job->command : hunt->call->words[0]);
	struct bytes text = {0};

	bytes_addf(&text, "ringside check %s %s%s --only %s", hunt->call->match.protocol->name, agent, ways,
		   name);
	check_add_options(&text, hunt->call, &hunt->call->match.session.setup);
	return text.at;
}

/* "See it again" ends what a twin says.  NULL: it does not say it.  */
static char *command_in(const char *why)
{
	static const char before[] = "\nTo see it again: ";
	const char *at = strstr(why, before);

	return at ? bytes_text("%s", at + strlen(before)) : NULL;
}

/* Does a warning of this case, or of this way of --twins, say little of a right agent?  It may lose a game,
 * and take another one of equal moves.  */
static bool is_usual(const struct hunt *hunt, const char *name, bool twins)
{
	const struct twin_way *way = twins ? hunt->call->match.protocol->tools->twins->ways : NULL;

	while (way && way->name && strcmp(way->name, name) != 0)
		way++;
	return way ? way->name && way->remark : strncmp(name, "game-", strlen("game-")) == 0;
}

static void take_case(struct hunt *hunt, const struct job *job, const json_t *told, bool twins)
{
	const char *why = hunt_text(told, "why"), *result = hunt_text(told, "result"),
		   *name = hunt_text(told, "name");
	const char *end = strstr(why, "it was ended by SIG");
	struct entry entry = {.harm = twins ? DIFFERS
				      : end ? CRASH
					    : BREAKS,
			      .times = 1,
			      .of = 1,
			      .twins = twins};
	FREED char *first = hunt_line(why, 0), *second = hunt_line(why, 1);

	if (twins && strcmp(name, "game") == 0)
		return; /* it is played by others, too */
	hunt->told++;
	hunt->passed += strcmp(result, "passed") == 0;
	if (strcmp(result, "warned") == 0 && !is_usual(hunt, name, twins)) {
		FREED char *command = case_command(hunt, job, twins ? " --twins" : "", name);

		hunt_add_remark(hunt,
				bytes_text("%s: %s (%s)", name, *second && !twins ? second : first, command));
	}
	if (strcmp(result, "failed") != 0)
		return;
	entry.what = bytes_text("%s: %s", name, twins || !*second ? first : second);
	entry.sentence = twins || !*second ? NULL : bytes_text("%s", first);
	entry.ways = bytes_text("%s", job->name);
	entry.only = bytes_text("%s", name);
	entry.command = command_in(why);
	if (!entry.command)
		entry.command = case_command(hunt, job, twins ? " --twins" : "", name);
	hunt_add_entry(hunt, entry);
}

static void read_cases(struct hunt *hunt, const struct job *job, const char *text, int status UNUSED)
{
	json_t *told;

	while ((told = hunt_next_object(&text))) {
		take_case(hunt, job, told, false);
		json_decref(told);
	}
}

static void read_told_again(struct hunt *hunt, const struct job *job, const char *text, int status UNUSED)
{
	json_t *told;

	while ((told = hunt_next_object(&text))) {
		if (strcmp(hunt_text(told, "name"), first_way(hunt)) == 0 &&
		    strcmp(hunt_text(told, "result"), "passed") == 0)
			hunt_add_entry(
				hunt, (struct entry){
					      .harm = DIFFERS,
					      .what = bytes_text("told the same, its answers depend on %s",
								 job->name),
					      .ways = bytes_text("environments"),
					      .command = case_command(hunt, job, " --twins", first_way(hunt)),
					      .times = 1});
		json_decref(told);
	}
}

/* An agent that does not answer the same when it is told the same may use chance, or memory that it has not
 * written: some environments tell which.  */
static void tell_chance_apart(struct hunt *hunt)
{
	static const char *const prefixes[][2] = {
		{"env PYTHONHASHSEED=0", "the order of a Python set"},
		{"setarch -R", "addresses, as uninitialised memory or the order of pointers"}};

	for (size_t i = 0; hunt->plain && i < sizeof(prefixes) / sizeof(*prefixes); i++) {
		struct job *job;

		if (!hunt_has_tool(prefixes[i][0]))
			continue;
		job = hunt_add_job(hunt, prefixes[i][1], check_told_again, read_told_again);

		job->command = hunt_prefixed(hunt, prefixes[i][0]);
	}
}

static void read_ways(struct hunt *hunt, const struct job *job, const char *text, int status UNUSED)
{
	json_t *told;

	while ((told = hunt_next_object(&text))) {
		take_case(hunt, job, told, true);
		if (strcmp(hunt_text(told, "name"), first_way(hunt)) == 0 &&
		    strcmp(hunt_text(told, "result"), "inconclusive") == 0)
			tell_chance_apart(hunt);
		json_decref(told);
	}
}

static void read_environment(struct hunt *hunt, const struct job *job, const char *text, int status UNUSED)
{
	json_t *told;

	hunt->environments++;
	while ((told = hunt_next_object(&text))) {
		const char *why = hunt_text(told, "why");
		FREED char *first = hunt_line(why, 0), *command = command_in(why);

		if (strcmp(hunt_text(told, "name"), "other") == 0 &&
		    strcmp(hunt_text(told, "result"), "failed") == 0) {
			if (job->remarks)
				hunt_add_remark(hunt, bytes_text("with %s it answers otherwise: %s",
								 job->name, command));
			else
				hunt_add_entry(
					hunt,
					(struct entry){.harm = DIFFERS,
						       .what = bytes_text("with %s: %s", job->name, first),
						       .ways = bytes_text("environments"),
						       .command = bytes_text("%s", command ? command : ""),
						       .times = 1});
		}
		json_decref(told);
	}
}

/* ---- the plan ---- */

static bool has_locale(const char *name)
{
	locale_t locale = newlocale(LC_NUMERIC_MASK, name, (locale_t)0);

	if (locale != (locale_t)0)
		freelocale(locale);
	return locale != (locale_t)0;
}

static const struct environment {
	const char *name, *prefix;
	bool remarks;       /* a right program may need it */
	const char *locale; /* that it needs; NULL: none */
	bool folder;        /* it changes the folder */
} environments[] = {
	{"a decimal comma", "env LC_ALL=de_DE.UTF-8", false, "de_DE.UTF-8", false},
	{"memory that is not zero at first", "env MALLOC_PERTURB_=165", false, NULL, false},
	{"other addresses", "setarch -R", false, NULL, false},
	{"10 descriptors", "prlimit --nofile=10", true, NULL, false},
	{"a stack of 256 kB", "prlimit --stack=262144", true, NULL, false},
	{"the folder /tmp", "env -C /tmp", true, NULL, true},
};

static void add_environments(struct hunt *hunt)
{
	const char *agent = hunt->call->words[0];

	if (!hunt->plain) {
		hunt_add_job(hunt, "environments", NULL, NULL)->unfit =
			"for a command alone, not for a sample or a named player";
		return;
	}
	for (size_t i = 0; i < sizeof(environments) / sizeof(*environments); i++) {
		const struct environment *row = &environments[i];
		struct job *job = hunt_add_job(hunt, row->name, check_environment, read_environment);

		job->prefix = row->prefix;
		job->remarks = row->remarks;
		if (row->locale && !has_locale(row->locale))
			job->unfit = "the locale de_DE.UTF-8 is not installed";
		else if (!hunt_has_tool(row->prefix))
			job->unfit = "its tool is not installed";
		else if (row->folder && *agent != '/')
			job->unfit = "the agent's path is relative";
	}
}

void hunt_plan_cases(struct hunt *hunt)
{
	const struct protocol_tools *tools = hunt->call->match.protocol->tools;

	if (tools->spec && hunt_is_wanted(hunt, "check"))
		hunt_add_job(hunt, "check", check_cases, read_cases)->weight = JOB_LONG;
	if (tools->twins && hunt_is_wanted(hunt, "twins"))
		hunt_add_job(hunt, "twins", check_twin_ways, read_ways)->weight = JOB_LONG;
	if (tools->twins && hunt_is_wanted(hunt, "environments"))
		add_environments(hunt);
}
