/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* hunt_cases.c - the parts of a hunt that are tried by `ringside check`: the cases of the document, the ways
 * to tell a position, and other environments.  */
#include "check.h"
#include "hunt.h"
#include "ringside/bytes.h"
#include "ringside/folder.h"
#include "ringside/say.h"
#include "ringside/sh_words.h"
#include "ringside/spec.h"
#include "ringside/twins.h"
#include <errno.h>
#include <locale.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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

/* Chance may answer the same once.  */
enum { TOLD_AGAIN = 3 };

static int check_told_again(const struct hunt *hunt, const struct job *job, struct runner_call *call)
{
	int status = EXIT_VERDICT;

	hunt_take_command(hunt, job, call);
	for (int i = 0; i < TOLD_AGAIN && status == EXIT_VERDICT; i++)
		status = check_agent(
			call,
			&(struct check_options){.runs = 1, .twins = true, .only = (char *)first_way(hunt)});
	return status;
}

/* A locale whose numbers have a decimal comma, and what it is made of where it is not installed.  */
#define COMMA        "de_DE.UTF-8"
#define COMMA_SOURCE "de_DE"

static bool has_comma(void)
{
	locale_t locale = newlocale(LC_NUMERIC_MASK, COMMA, (locale_t)0);

	if (locale != (locale_t)0)
		freelocale(locale);
	return locale != (locale_t)0;
}

/* Games in which numbers have a fraction, if the system has others.  NULL, or a problem; the caller frees. */
static char *take_fractions(const struct hunt *hunt, struct setup *setup)
{
	const struct twins_fractions *fractions = &hunt->call->match.protocol->tools->twins->fractions;
	FREED char *path = bytes_text("%s/fractions.ini", hunt->keep);
	FILE *file = NULL;

	if (!fractions->option || setup_given(setup, fractions->option))
		return NULL;
	file = fopen(path, "we");
	if (!file || !say_to(file, "%s", fractions->content) || fclose(file) != 0)
		return bytes_text("%s: cannot be written: %s", path, strerror(errno));
	return setup_set(setup, fractions->option, path);
}

/* Makes the locale that lacks, in the folder of the hunt.  NULL, or a problem; the caller frees.  */
static char *make_locale(const struct hunt *hunt)
{
	FREED char *folder = bytes_text("%s/locale", hunt->keep), *path = bytes_text("%s/" COMMA, folder);
	char *words[] = {"localedef", "--no-archive", "-i", COMMA_SOURCE, "-f", "UTF-8", path, NULL};
	char *problem = NULL;
	pid_t pid;

	if (access(path, R_OK) == 0) /* by the last hunt */
		return NULL;
	free(folder_made(folder, &problem));
	if (!problem && posix_spawnp(&pid, *words, NULL, NULL, words, environ) == 0)
		waitpid(pid, NULL, 0);
	if (!problem && access(path, R_OK) != 0)
		problem = bytes_text("localedef cannot make the locale " COMMA);
	return problem;
}

static int check_environment(const struct hunt *hunt, const struct job *job, struct runner_call *call)
{
	FREED char *twin = hunt_prefixed(hunt, job->prefix);
	char *problem = NULL;

	hunt_take_command(hunt, job, call);
	if (job->comma) {
		problem = has_comma() ? NULL : make_locale(hunt);
		if (!problem)
			problem = take_fractions(hunt, &call->match.session.setup);
	}
	if (problem)
		return say_failure(problem, EXIT_NOT_TRIED);
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

/* The place that a report on stderr names: of a traceback of Python its last one, of others the first one.
 * NULL: none; the caller frees.  */
static char *place_of(const char *why)
{
	char *where = NULL;

	for (const char *at = why; (at = strstr(at, "\n  " SPEC_STDERR)); at++) {
		FREED char *line = hunt_line(at + strlen("\n  " SPEC_STDERR), 0);
		char *place = !where || strstr(line, "File \"") ? hunt_place(line) : NULL;

		if (place) {
			free(where);
			where = place;
		}
	}
	return where;
}

static int check_case_slowly(const struct hunt *hunt, const struct job *job, struct runner_call *call)
{
	hunt_take_command(hunt, job, call);
	return check_agent(call, &(struct check_options){.runs = 1, .only = hunt->entries[job->entry].only});
}

/* The cases that it needs are told, too.  */
static void read_case_slowly(struct hunt *hunt, const struct job *job, const char *text, int status UNUSED)
{
	struct entry *entry = &hunt->entries[job->entry];
	json_t *told;

	while ((told = hunt_next_object(&text))) {
		bool is_it = strcmp(hunt_text(told, "name"), entry->only) == 0;
		char *where = is_it && !entry->where ? place_of(hunt_text(told, "why")) : NULL;

		if (where) {
			FREED char *command = entry->command;

			entry->where = where;
			entry->command = bytes_text("%s --valgrind", command);
		}
		json_decref(told);
	}
}

/* All cases under valgrind take long.  The one that has crashed runs under it at once.  */
static void ask_where(struct hunt *hunt, int entry)
{
	struct job *job = hunt_add_job(hunt, "check --valgrind", check_case_slowly, read_case_slowly);

	job->entry = entry;
	job->valgrind = true;
}

static void take_case(struct hunt *hunt, const struct job *job, const json_t *told, bool twins)
{
	const char *why = hunt_text(told, "why"), *result = hunt_text(told, "result"),
		   *name = hunt_text(told, "name");
	bool crashed = strstr(why, "it was ended by SIG") || strstr(why, "the game ended: crash");
	struct entry entry = {.harm = twins     ? DIFFERS
				      : crashed ? CRASH
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
	entry.where = place_of(why);
	if (entry.where && !twins)
		entry.harm = CRASH;
	entry.command = command_in(why);
	if (!entry.command)
		entry.command = case_command(hunt, job, twins ? " --twins" : "", name);
	hunt_add_entry(hunt, entry);
	if (crashed && !entry.where && !twins && hunt->valgrind)
		ask_where(hunt, hunt->entry_count - 1);
}

static void read_cases(struct hunt *hunt, const struct job *job, const char *text, int status UNUSED)
{
	json_t *told;

	while ((told = hunt_next_object(&text))) {
		take_case(hunt, job, told, false);
		json_decref(told);
	}
}

/* Under valgrind all is slow, and only its own reports count; also where the document only recommends.  */
static void read_slow_cases(struct hunt *hunt, const struct job *job, const char *text, int status UNUSED)
{
	json_t *told;

	while ((told = hunt_next_object(&text))) {
		const char *why = hunt_text(told, "why");
		FREED char *where = place_of(why), *second = hunt_line(why, 1);

		if (where) {
			FREED char *command = case_command(hunt, job, "", hunt_text(told, "name"));

			hunt_add_entry(
				hunt,
				(struct entry){.harm = CRASH,
					       .what = bytes_text("%s: %s", hunt_text(told, "name"), second),
					       .where = bytes_text("%s", where),
					       .ways = bytes_text("%s", job->name),
					       .command = bytes_text("%s --valgrind", command),
					       .only = bytes_text("%s", hunt_text(told, "name")),
					       .times = 1,
					       .of = 1});
		}
		json_decref(told);
	}
}

static void read_told_again(struct hunt *hunt, const struct job *job, const char *text, int status UNUSED)
{
	int passed = 0;
	json_t *told;

	while ((told = hunt_next_object(&text))) {
		passed += strcmp(hunt_text(told, "name"), first_way(hunt)) == 0 &&
			  strcmp(hunt_text(told, "result"), "passed") == 0;
		json_decref(told);
	}
	if (passed == TOLD_AGAIN)
		hunt_add_entry(hunt,
			       (struct entry){.harm = DIFFERS,
					      .what = bytes_text("told the same, its answers depend on %s",
								 job->name),
					      .ways = bytes_text("environments"),
					      .command = case_command(hunt, job, " --twins", first_way(hunt)),
					      .times = 1});
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
		job->soon = true;
	}
}

static void read_ways(struct hunt *hunt, const struct job *job, const char *text, int status UNUSED)
{
	bool chance = false;
	json_t *told;

	while ((told = hunt_next_object(&text))) {
		take_case(hunt, job, told, true);
		chance = chance || (strcmp(hunt_text(told, "result"), "inconclusive") == 0 &&
				    strstr(hunt_text(told, "why"), "Usual causes: chance"));
		json_decref(told);
	}
	if (chance)
		tell_chance_apart(hunt);
}

static void read_environment(struct hunt *hunt, const struct job *job, const char *text, int status UNUSED)
{
	json_t *told;

	hunt->environments += *text != '\0';
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

static const struct environment {
	const char *name, *prefix;
	bool remarks; /* a right program may need it */
	bool comma;   /* it needs the locale */
	bool folder;  /* it changes the folder */
} environments[] = {
	{"a decimal comma", "env LC_ALL=" COMMA, .comma = true},
	{"memory that is not zero at first", "env MALLOC_PERTURB_=165", .remarks = false},
	{"other addresses", "setarch -R", .remarks = false},
	{"10 descriptors", "prlimit --nofile=10", .remarks = true},
	{"a stack of 256 kB", "prlimit --stack=262144", .remarks = true},
	{"the folder /tmp", "env -C /tmp", .remarks = true, .folder = true},
};

/* Why it cannot be tried; NULL: it can.  */
static const char *unfit_for(const struct environment *row, const char *agent)
{
	if (row->comma && !has_comma() &&
	    (!hunt_has_tool("localedef") || access("/usr/share/i18n/locales/" COMMA_SOURCE, R_OK) != 0))
		return "the locale " COMMA " is not installed";
	if (!hunt_has_tool(row->prefix))
		return "its tool is not installed";
	return row->folder && *agent != '/' ? "the agent's path is relative" : NULL;
}

static void add_environments(struct hunt *hunt)
{
	FREED char *keep = realpath(hunt->keep, NULL), *locales = bytes_text("%s/locale", keep ? keep : "");
	FREED char *quoted = sh_words_quoted(locales);

	if (!hunt->plain) {
		hunt_add_job(hunt, "environments", NULL, NULL)->unfit =
			"for a command alone, not for a sample or a named player";
		return;
	}
	for (size_t i = 0; i < sizeof(environments) / sizeof(*environments); i++) {
		const struct environment *row = &environments[i];
		struct job *job = hunt_add_job(hunt, row->name, check_environment, read_environment);

		job->prefix = row->comma && !has_comma() ? bytes_text("env LOCPATH=%s LC_ALL=" COMMA, quoted)
							 : bytes_text("%s", row->prefix);
		job->remarks = row->remarks;
		job->comma = row->comma;
		job->weight += row->comma; /* the locale is made */
		job->unfit = unfit_for(row, hunt->call->words[0]);
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

void hunt_plan_slow_cases(struct hunt *hunt)
{
	struct job *job;

	if (!hunt->valgrind || !hunt->plain || !hunt->call->match.protocol->tools->spec ||
	    !hunt_is_wanted(hunt, "check"))
		return;
	job = hunt_add_job(hunt, "check --valgrind", check_cases, read_slow_cases);
	job->weight = 2 * JOB_LONG;
	job->valgrind = true;
}
