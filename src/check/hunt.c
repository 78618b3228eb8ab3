/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* hunt.c - `ringside hunt`: all that finds bugs in an agent, cheapest first, as one list of what is wrong.
 *
 * Each job is another command of ringside with options of its own.  It runs in a process of the pool, which
 * catches the JSON that the command prints.  What the jobs tell becomes entries: the same cause found in two
 * ways is one.  Jobs that come of an entry try it again, and ask `why` where it happened.  */
#include "hunt.h"
#include "check.h"
#include "ringside/agent.h"
#include "ringside/bytes.h"
#include "ringside/cores.h"
#include "ringside/folder.h"
#include "runner/pool.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define USUAL_TIME ((int64_t)180 * NS_PER_S)
#define QUICK_TIME ((int64_t)20 * NS_PER_S)
#define LONG_TIME  ((int64_t)8 * 3600 * NS_PER_S)

struct job *hunt_add_job(struct hunt *hunt, const char *name,
			 int (*work)(const struct hunt *, const struct job *, struct runner_call *),
			 void (*read)(struct hunt *, const struct job *, const char *, int))
{
	hunt->jobs = bytes_resized(hunt->jobs, ((size_t)hunt->job_count + 1) * sizeof(*hunt->jobs));
	hunt->jobs[hunt->job_count] =
		(struct job){.name = name, .work = work, .read = read, .entry = -1, .weight = 1};
	return &hunt->jobs[hunt->job_count++];
}

void hunt_add_remark(struct hunt *hunt, char *line)
{
	char *all = hunt->remarks ? bytes_text("%s\n%s", hunt->remarks, line) : bytes_text("%s", line);

	free(hunt->remarks);
	free(line);
	hunt->remarks = all;
}

/* As its command line would have it.  */
void hunt_take_command(const struct hunt *hunt, const struct job *job, struct runner_call *call)
{
	static char *words[SEATS];

	words[0] = job->command ? job->command : call->words[0];
	call->words = words;
	call->word_count = 1;
	call->json = true;
	call->match.session.valgrind = job->valgrind;
	call->match.session.backtrace = hunt->gdb || hunt->script; /* Python needs no gdb */
	call->series.concurrency = 1;
	call->series.concurrency_said = true;
	call->series.games = 1;
	call->series.games_said = false;
}

/* Can a prefix stand before the command?  Not before the name of a sample, or of a player of the config.  */
static bool is_plain(const char *command)
{
	return strncmp(command, "sample:", strlen("sample:")) != 0 && *command != '@';
}

char *hunt_prefixed(const struct hunt *hunt, const char *prefix)
{
	return bytes_text("%s %s", prefix, hunt->call->words[0]);
}

/* What the command says on stderr is told, too.  */
static void work(struct desk *desk, void *user)
{
	const struct bench *bench = user;
	struct hunt *hunt = bench->hunt;
	const struct job *job = &hunt->jobs[bench->job];
	struct runner_call call = *hunt->call;
	FREED_BY(bytes_free) struct bytes text = {0}, errors = {0};
	FILE *file = tmpfile();
	char part[4096];
	size_t size;
	int status;

	deadly_release(&hunt->pool.deadly); /* the command catches them */
	if (file)
		dup2(fileno(file), STDERR_FILENO);
	say_into(&text);
	status = job->work(hunt, job, &call);
	say_into(NULL);
	if (file)
		rewind(file);
	while (file && (size = fread(part, 1, sizeof(part), file)) > 0)
		bytes_add(&errors, part, size);
	if (file)
		fclose(file);
	desk_tell(desk, 0, status, text.at, errors.at);
}

/* Is the program installed that a prefix begins with?  */
bool hunt_has_tool(const char *prefix)
{
	FREED char *name = bytes_copy(prefix, strcspn(prefix, " "));
	char *words[] = {name, NULL}, *problem = NULL;
	FREED char *found = agent_program(words, NULL, &problem);

	free(problem);
	return found != NULL;
}

int hunt_number(const json_t *object, const char *key)
{
	return (int)json_integer_value(json_object_get(object, key));
}

/* The next object; NULL: there are no more.  */
json_t *hunt_next_object(const char **text)
{
	json_t *object = NULL;
	size_t size;

	while (**text && !object) {
		size = strcspn(*text, "\n");
		object = json_loadb(*text, size, 0, NULL);
		*text += size + ((*text)[size] == '\n');
	}
	return object;
}

/* The n-th line of a text, from 0; "": there is none.  The caller frees.  */
char *hunt_line(const char *text, int n)
{
	for (; n && *text; n--)
		text += strcspn(text, "\n") + (text[strcspn(text, "\n")] == '\n');
	return bytes_copy(text, strcspn(text, "\n"));
}

bool hunt_is_wanted(const struct hunt *hunt, const char *part)
{
	return suite_chooses(hunt->options->only, part, NULL);
}

/* valgrind and gdb would look at the interpreter.  */
static bool is_script(const char *command)
{
	static const char *const interpreters[] = {"python", "node", "java", "bash",
						   "sh",     "perl", "ruby", "lua"};
	const char *name = command + strcspn(command, " "), *ending;

	while (name > command && name[-1] != '/')
		name--;
	for (size_t i = 0; i < sizeof(interpreters) / sizeof(*interpreters); i++)
		if (strncmp(name, interpreters[i], strlen(interpreters[i])) == 0)
			return true;
	ending = memchr(name, '.', strcspn(name, " "));
	return ending && (strncmp(ending, ".py", 3) == 0 || strncmp(ending, ".sh", 3) == 0 ||
			  strncmp(ending, ".js", 3) == 0);
}

static void plan(struct hunt *hunt)
{
	const char *agent = hunt->call->words[0];

	hunt->plain = is_plain(agent);
	hunt->script = is_script(agent);
	hunt->valgrind = hunt_has_tool("valgrind") && !hunt->script;
	hunt->gdb = hunt_has_tool("gdb");
	hunt_plan_games(hunt);
	hunt_plan_cases(hunt);
	hunt_plan_slow_cases(hunt);
	hunt_plan_odd_games(hunt);
}

/* The next job, first those about what is found; `why` is asked also when the
 * time is over.  -1: there is none.  */
static int next_job(const struct hunt *hunt)
{
	int next = -1;

	for (int i = 0; i < hunt->job_count; i++) {
		const struct job *job = &hunt->jobs[i];

		if (job->stage != WAITS || job->unfit || (hunt->late && !job->always))
			continue;
		if (job->entry >= 0 || job->soon)
			return i;
		if (next < 0)
			next = i;
	}
	return next;
}

/* When the first of the jobs that run is broken off, and all at the end.  */
static void set_alarm(struct hunt *hunt)
{
	int64_t first = hunt->began + hunt->time;

	for (int i = 0; i < hunt->job_count; i++)
		if (hunt->jobs[i].stage == RUNS && hunt->jobs[i].until < first)
			first = hunt->jobs[i].until;
	loop_at(hunt->deadline, first);
}

/* Until when a job may run: it has a good part of the time that is left, since others need less.  Without
 * that an agent that is slow to answer would meet only the first job.  */
static int64_t time_for(const struct hunt *hunt, const struct job *job)
{
	enum { GENEROUS = 2, RESERVE = 3, BRIEF = 6 };
	int64_t end = hunt->began + hunt->time, left = end - loop_now(), part;
	int weights = 0;

	for (int i = 0; i < hunt->job_count; i++)
		if (hunt->jobs[i].stage == WAITS && !hunt->jobs[i].unfit && hunt->jobs[i].entry < 0)
			weights += hunt->jobs[i].weight;
	if (job->brief && hunt->time / BRIEF < left)
		return loop_now() + hunt->time / BRIEF;
	if (job->entry >= 0 || weights <= job->weight || left <= 0)
		return end;
	part = left / weights * job->weight * GENEROUS * hunt->places;
	return loop_now() + (part < left - left / RESERVE ? part : left - left / RESERVE);
}

static bool begin(void *user, int place)
{
	struct hunt *hunt = user;
	int n = next_job(hunt);
	char *problem;

	if (n < 0 || hunt->problem)
		return false;
	hunt->jobs[n].until = time_for(hunt, &hunt->jobs[n]);
	hunt->jobs[n].stage = RUNS;
	set_alarm(hunt);
	hunt->benches[place] = (struct bench){hunt, n};
	problem = pool_fork(&hunt->pool, place, work, &hunt->benches[place]);
	if (problem)
		pool_stop(&hunt->pool, problem, EXIT_CANNOT_RUN);
	return !problem;
}

/* What a command has said on stderr.  */
static const char *without_name(const char *said)
{
	static const char name[] = "ringside: ";

	return strncmp(said, name, strlen(name)) == 0 ? said + strlen(name) : said;
}

/* Another build or environment that cannot be started is not tried; if the agent cannot, the hunt ends.  */
static void told(void *user, int place, const struct note *note)
{
	struct hunt *hunt = user;
	int n = hunt->benches[place].job;
	struct job job = hunt->jobs[n]; /* further jobs may move it */
	bool fails = job.entry < 0 && (note->number == EXIT_NOT_TRIED || note->number == EXIT_NOT_STARTED ||
				       note->number == EXIT_USAGE);
	FREED char *said = hunt_line(without_name(note->more), 0);

	hunt->jobs[n].stage = fails || note->number == EXIT_INTERRUPTED ? CUT : ENDED;
	if (fails)
		hunt->jobs[n].trouble = bytes_text("%s", said);
	if (fails && !job.command && !job.prefix && note->number != EXIT_NOT_STARTED && !hunt->problem) {
		hunt->problem = bytes_text("%s", without_name(note->more));
		hunt->status = note->number;
	}
	job.read(hunt, &job, note->text, note->number);
	pool_wake(&hunt->pool);
}

static void gone(void *user, int place, struct ending ending UNUSED)
{
	struct hunt *hunt = user;
	struct job *job = &hunt->jobs[hunt->benches[place].job];

	if (job->stage != RUNS)
		return;
	job->stage = CUT;
	if (job->until != INT64_MAX)
		job->until = 0; /* nobody has ended it */
}

static void time_is_over(void *user, int events UNUSED)
{
	struct hunt *hunt = user;

	hunt->late = loop_now() >= hunt->began + hunt->time;
	for (int i = 0; i < hunt->places; i++) {
		struct job *job = &hunt->jobs[hunt->benches[i].job];

		if (!pool_works(&hunt->pool, i) || job->always || loop_now() < job->until)
			continue;
		pool_end_job(&hunt->pool, i);
		job->until = INT64_MAX;
	}
	if (!hunt->late)
		set_alarm(hunt);
	pool_wake(&hunt->pool);
}

static char *progress(const void *user)
{
	const struct hunt *hunt = user;
	struct bytes text = {0};
	int found = 0, before = 0;

	for (int i = 0; i < hunt->entry_count; i++)
		found += !hunt->entries[i].merged;
	bytes_addf(&text, "%" PRId64 " of %" PRId64 " s, %d found", (loop_now() - hunt->began) / NS_PER_S,
		   hunt->time / NS_PER_S, found);
	for (int i = 0; i < hunt->job_count; i++)
		if (hunt->jobs[i].stage == RUNS)
			bytes_addf(&text, "%s%s", before++ ? ", " : "; now ", hunt->jobs[i].name);
	return text.at;
}

/* ---- beginning and end ---- */

static char *settle(struct hunt *hunt)
{
	static const char *const parts[] = {"check", "games", "twins", "environments", "fuzz"};
	struct runner_call *call = hunt->call;
	char *problem = NULL;
	bool chosen = false;

	if (strcmp(call->words[0], "human") == 0)
		return bytes_text("a person cannot be tested: name a program");
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		chosen = chosen || hunt_is_wanted(hunt, parts[i]);
	if (!chosen)
		return bytes_text("--only %s: expected some of check, games, twins, environments, fuzz",
				  hunt->options->only);
	if (hunt->options->quick && hunt->options->overnight)
		return bytes_text("--quick and --long exclude each other: leave one out");
	hunt->time = hunt->options->time        ? hunt->options->time
		     : hunt->options->quick     ? QUICK_TIME
		     : hunt->options->overnight ? LONG_TIME
						: USUAL_TIME;
	free(folder_made(hunt->keep, &problem));
	if (!match_said(&call->match, &option_seed))
		call->match.session.setup.seed = (uint64_t)loop_now() % 1000000;
	match_say(&call->match, &option_seed, true);
	setup_put(&call->match.session.setup, &option_forgive_waiting,
		  "yes"); /* several jobs share the cores */
	return problem;
}

int check_hunt(struct runner_call *call, const struct hunt_options *options)
{
	struct hunt hunt = {.call = call, .options = options, .keep = options->keep, .fresh = -1};
	const struct pool_setup setup = {
		.begin = begin, .told = told, .gone = gone, .progress = progress, .user = &hunt};
	int places = call->series.concurrency_said ? call->series.concurrency : cores_usable();
	char *problem = settle(&hunt);
	int status = EXIT_USAGE;

	if (problem)
		return say_failure(problem, status);
	unsetenv("PYTHONUNBUFFERED"); /* as in check */
	hunt_recall_last(&hunt);
	plan(&hunt);
	hunt.began = loop_now();
	hunt.benches = bytes_new((size_t)places * sizeof(*hunt.benches));
	hunt.places = places;
	pool_open(&hunt.pool, &setup);
	hunt.deadline = loop_timer(hunt.pool.loop, LOOP_LATER, time_is_over, &hunt);
	loop_at(hunt.deadline, hunt.began + hunt.time);
	pool_run(&hunt.pool, places);
	loop_unwatch(hunt.deadline);
	problem = hunt.pool.interrupted ? NULL : pool_problem(&hunt.pool, &status);
	if (!problem && hunt.problem) {
		problem = hunt.problem;
		hunt.problem = NULL;
		status = hunt.status;
	}
	if (problem)
		say_failure(problem, status);
	else
		status = hunt_tell(&hunt);
	hunt_forget_last(&hunt);
	pool_close(&hunt.pool);
	for (int i = 0; i < hunt.job_count; i++) {
		free(hunt.jobs[i].command);
		free(hunt.jobs[i].prefix);
		free(hunt.jobs[i].trouble);
	}
	for (int i = 0; i < hunt.entry_count; i++)
		hunt_entry_free(&hunt.entries[i]);
	free(hunt.jobs);
	free(hunt.entries);
	free(hunt.benches);
	free(hunt.remarks);
	free(hunt.problem);
	return status;
}
