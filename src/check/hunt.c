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
#include "ringside/crash_report.h"
#include "ringside/folder.h"
#include "ringside/match_file.h"
#include "ringside/sh_words.h"
#include "ringside/spec.h"
#include "ringside/twins.h"
#include "runner/batch.h"
#include "runner/pool.h"
#include <ctype.h>
#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define USUAL_TIME ((int64_t)180 * NS_PER_S)
#define QUICK_TIME ((int64_t)20 * NS_PER_S)
#define LONG_TIME  ((int64_t)8 * 3600 * NS_PER_S)

static const char LEAK_CHECK[] = "valgrind -q --leak-check=full --show-leak-kinds=all";

/* Games that one process plays, and how often what was found is tried again.  */
enum { GAMES = 10, AGAIN = 2 };

/* ---- jobs ---- */

static struct job *add_job(struct hunt *hunt, const char *name,
			   int (*work)(const struct hunt *, const struct job *, struct runner_call *),
			   void (*read)(struct hunt *, const struct job *, const char *, int))
{
	hunt->jobs = bytes_resized(hunt->jobs, ((size_t)hunt->job_count + 1) * sizeof(*hunt->jobs));
	hunt->jobs[hunt->job_count] =
		(struct job){.name = name, .work = work, .read = read, .entry = -1, .weight = 1};
	return &hunt->jobs[hunt->job_count++];
}

static int ask_why(const struct hunt *hunt, const struct job *job, struct runner_call *call);
static int ask_valgrind(const struct hunt *hunt, const struct job *job, struct runner_call *call);
static void read_valgrind(struct hunt *hunt, const struct job *job, const char *text, int status);
static bool is_plain(const char *command);
static char *prefixed(const struct hunt *hunt, const char *prefix);
static int ask_leaks(const struct hunt *hunt, const struct job *job, struct runner_call *call);
static void read_leaks(struct hunt *hunt, const struct job *job, const char *text, int status);
static void read_why(struct hunt *hunt, const struct job *job, const char *text, int status);
static int try_again(const struct hunt *hunt, const struct job *job, struct runner_call *call);
static void read_again(struct hunt *hunt, const struct job *job, const char *text, int status);

/* Takes over the texts.  What is found is tried again, and asked about, by further jobs.  */
static void add_entry(struct hunt *hunt, struct entry entry)
{
	int n = hunt->entry_count;
	struct job *job;

	hunt->entries = bytes_grown(hunt->entries, n, sizeof(*hunt->entries));
	hunt->entries[hunt->entry_count++] = entry;
	if (entry.file) {
		job = add_job(hunt, "why", ask_why, read_why);
		job->entry = n;
	}
	if (entry.file && entry.harm <= ILLEGAL && hunt->valgrind) {
		job = add_job(hunt, "rerun --valgrind", ask_valgrind, read_valgrind);
		job->entry = n;
	}
	for (int i = 0; i < AGAIN && entry.times == entry.of && entry.of == 1; i++) {
		job = add_job(hunt, "again", try_again, read_again);
		job->entry = n;
	}
	pool_wake(&hunt->pool);
}

/* Which blocks are lost?  Only valgrind knows, and not for a script.  */
static void add_leak(struct hunt *hunt, int entry)
{
	struct job *job;

	if (!hunt->valgrind || !is_plain(hunt->call->words[0]))
		return;
	job = add_job(hunt, "valgrind --leak-check", ask_leaks, read_leaks);
	job->entry = entry;
	job->reads_errors = true;
	job->command = prefixed(hunt, LEAK_CHECK);
}

static void add_remark(struct hunt *hunt, char *line)
{
	char *all = hunt->remarks ? bytes_text("%s\n%s", hunt->remarks, line) : bytes_text("%s", line);

	free(hunt->remarks);
	free(line);
	hunt->remarks = all;
}

/* ---- jobs, in processes of their own ---- */

/* As its command line would have it.  */
static void take_command(const struct hunt *hunt, const struct job *job, struct runner_call *call)
{
	static char *words[SEATS];

	words[0] = job->command ? job->command : call->words[0];
	call->words = words;
	call->word_count = 1;
	call->json = true;
	call->match.session.valgrind = job->valgrind;
	call->match.session.backtrace = hunt->gdb;
	call->series.concurrency = 1;
	call->series.concurrency_said = true;
	call->series.games = 1;
	call->series.games_said = false;
}

static int check_cases(const struct hunt *hunt, const struct job *job, struct runner_call *call)
{
	take_command(hunt, job, call);
	return check_agent(call, &(struct check_options){.runs = 1});
}

static int check_twin_ways(const struct hunt *hunt, const struct job *job, struct runner_call *call)
{
	take_command(hunt, job, call);
	return check_agent(call, &(struct check_options){.runs = 1, .twins = true});
}

/* The first way tells all again as it was.  */
static const char *first_way(const struct hunt *hunt)
{
	return hunt->call->match.protocol->tools->twins->ways->name;
}

static int check_told_again(const struct hunt *hunt, const struct job *job, struct runner_call *call)
{
	take_command(hunt, job, call);
	return check_agent(
		call, &(struct check_options){.runs = 1, .twins = true, .only = (char *)first_way(hunt)});
}

/* Can a prefix stand before the command?  Not before the name of a sample, or of a player of the config.  */
static bool is_plain(const char *command)
{
	return strncmp(command, "sample:", strlen("sample:")) != 0 && *command != '@';
}

static char *prefixed(const struct hunt *hunt, const char *prefix)
{
	return bytes_text("%s %s", prefix, hunt->call->words[0]);
}

static int check_environment(const struct hunt *hunt, const struct job *job, struct runner_call *call)
{
	FREED char *twin = prefixed(hunt, job->prefix);

	take_command(hunt, job, call);
	return check_agent(call,
			   &(struct check_options){.runs = 1, .twins = true, .twin = twin, .only = "other"});
}

static char *games_path(const struct hunt *hunt)
{
	return bytes_text("%s/games.ringside", hunt->keep);
}

/* Games of the n-th earlier hunt that still show something.  */
static char *old_games_path(const struct hunt *hunt, int n)
{
	return bytes_text("%s/old%d.ringside", hunt->keep, n);
}

/* A single game has no number.  The caller frees.  */
static char *game_file(const struct hunt *hunt, int game)
{
	const struct series_options *series = &hunt->call->series;
	FREED char *path = games_path(hunt);

	return series->games_said && series->games == 1 ? bytes_text("%s", path)
							: match_file_of_game(path, game);
}

static int play_games(const struct hunt *hunt, const struct job *job, struct runner_call *call)
{
	const struct twins *twins = call->match.protocol->tools->twins;
	const struct spec *spec = call->match.protocol->tools->spec;
	FREED char *path = games_path(hunt);

	take_command(hunt, job, call);
	if (*twins->rival) {
		call->words[1] = (char *)twins->rival;
		call->word_count = 2;
	}
	if (!match_said(&call->match, &option_turn_time) && spec && spec->turn_limit)
		call->match.session.setup.turn_limit = spec->turn_limit; /* as the other parts */
	if (twins->pace)
		free(spec_set_options(&call->match.session.setup, twins->pace, true));
	call->runs = call->json = call->turns_json = true;
	call->series.games = hunt->call->series.games_said ? hunt->call->series.games : GAMES;
	call->series.games_said = true;
	call->series.concurrency_said = false;
	call->match.session.counts_held = true;
	call->series.until_failure = true;
	call->series.record = path;
	return run_series(call);
}

static int play_odd_games(const struct hunt *hunt, const struct job *job, struct runner_call *call)
{
	enum { PARTS = 5 }; /* one of them is for what it finds */
	int64_t left = job->until - loop_now();
	/* Each has a folder of its own, as several play at once.  */
	FREED char *keep = bytes_text("%s/%s", hunt->keep,
				      job->valgrind  ? "valgrind"
				      : job->command ? "with"
						     : "fuzz");
	struct search_options search = {.time = left > PARTS ? left - left / PARTS : 1, .keep = keep};

	take_command(hunt, job, call);
	call->series.games = hunt->call->series.games;
	call->series.games_said = hunt->call->series.games_said;
	return check_fuzz(call, &search);
}

static int ask_why(const struct hunt *hunt, const struct job *job, struct runner_call *call)
{
	struct script *script = script_new();
	int status;

	take_command(hunt, job, call);
	call->words[0] = hunt->entries[job->entry].file;
	call->json = false;
	call->script = script;
	call->scripted = true;
	script_add_line(script, "why");
	status = batch_open(call);
	script_free(script);
	return status;
}

static int try_again(const struct hunt *hunt, const struct job *job, struct runner_call *call)
{
	const struct entry *entry = &hunt->entries[job->entry];
	struct rerun_options again = {.seat = entry->seat, .branch = UNSAID};

	take_command(hunt, job, call);
	if (entry->only) {
		return check_agent(
			call, &(struct check_options){.runs = 1, .twins = entry->twins, .only = entry->only});
	}
	call->words[0] = entry->file;
	return check_rerun(call, &again);
}

static int ask_valgrind(const struct hunt *hunt, const struct job *job, struct runner_call *call)
{
	const struct entry *entry = &hunt->entries[job->entry];

	take_command(hunt, job, call);
	call->words[0] = entry->file;
	call->match.session.valgrind = true;
	return check_rerun(call, &(struct rerun_options){.seat = entry->seat, .branch = UNSAID});
}

/* As people would type it, so what valgrind says comes on stderr.  */
static int ask_leaks(const struct hunt *hunt, const struct job *job, struct runner_call *call)
{
	const struct entry *entry = &hunt->entries[job->entry];
	char *command = job->command;

	take_command(hunt, job, call);
	call->words[0] = entry->file;
	call->words[1] = command;
	call->word_count = 2;
	call->json = false;
	return check_rerun(
		call, &(struct rerun_options){.seat = entry->seat, .branch = UNSAID, .show_stderr = true});
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

static bool is_installed(const char *name)
{
	char *words[] = {(char *)name, NULL}, *problem = NULL;
	FREED char *found = agent_program(words, &problem);

	free(problem);
	return found != NULL;
}

/* Is the program installed that a prefix begins with?  */
static bool has_tool(const char *prefix)
{
	FREED char *name = bytes_copy(prefix, strcspn(prefix, " "));

	return is_installed(name);
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

/* ---- what they tell ---- */

static int number_of(const json_t *object, const char *key)
{
	return (int)json_integer_value(json_object_get(object, key));
}

/* The next object; NULL: there are no more.  */
static json_t *next_object(const char **text)
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
static char *line_of(const char *text, int n)
{
	for (; n && *text; n--)
		text += strcspn(text, "\n") + (text[strcspn(text, "\n")] == '\n');
	return bytes_copy(text, strcspn(text, "\n"));
}

static enum harm harm_of(const char *reason)
{
	if (strcmp(reason, REASON_MEMORY) == 0)
		return MEMORY;
	if (reason_is(reason, REASON_OF_ENDING) || strcmp(reason, REASON_START) == 0)
		return CRASH;
	if (reason_is(reason, REASON_OF_LIMIT))
		return HANG;
	return strcmp(reason, REASON_PROTOCOL) == 0 ? BREAKS : ILLEGAL;
}

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
	FREED char *first = line_of(why, 0), *second = line_of(why, 1);

	if (twins && strcmp(name, "game") == 0)
		return; /* it is played by others, too */
	hunt->told++;
	hunt->passed += strcmp(result, "passed") == 0;
	if (strcmp(result, "warned") == 0 && !is_usual(hunt, name, twins)) {
		FREED char *command = case_command(hunt, job, twins ? " --twins" : "", name);

		add_remark(hunt,
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
	add_entry(hunt, entry);
}

static void read_cases(struct hunt *hunt, const struct job *job, const char *text, int status UNUSED)
{
	json_t *told;

	while ((told = next_object(&text))) {
		take_case(hunt, job, told, false);
		json_decref(told);
	}
}

static void read_told_again(struct hunt *hunt, const struct job *job, const char *text, int status UNUSED)
{
	json_t *told;

	while ((told = next_object(&text))) {
		if (strcmp(hunt_text(told, "name"), first_way(hunt)) == 0 &&
		    strcmp(hunt_text(told, "result"), "passed") == 0)
			add_entry(hunt,
				  (struct entry){.harm = DIFFERS,
						 .what = bytes_text("told the same, its answers depend on %s",
								    job->name),
						 .ways = bytes_text("environments"),
						 .command =
							 case_command(hunt, job, " --twins", first_way(hunt)),
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

	for (size_t i = 0; is_plain(hunt->call->words[0]) && i < sizeof(prefixes) / sizeof(*prefixes); i++) {
		struct job *job;

		if (!has_tool(prefixes[i][0]))
			continue;
		job = add_job(hunt, prefixes[i][1], check_told_again, read_told_again);

		job->command = prefixed(hunt, prefixes[i][0]);
	}
}

static void read_ways(struct hunt *hunt, const struct job *job, const char *text, int status UNUSED)
{
	json_t *told;

	while ((told = next_object(&text))) {
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
	while ((told = next_object(&text))) {
		const char *why = hunt_text(told, "why");
		FREED char *first = line_of(why, 0), *command = command_in(why);

		if (strcmp(hunt_text(told, "name"), "other") == 0 &&
		    strcmp(hunt_text(told, "result"), "failed") == 0) {
			if (job->remarks)
				add_remark(hunt, bytes_text("with %s it answers otherwise: %s", job->name,
							    command));
			else
				add_entry(hunt,
					  (struct entry){.harm = DIFFERS,
							 .what = bytes_text("with %s: %s", job->name, first),
							 .ways = bytes_text("environments"),
							 .command = bytes_text("%s", command ? command : ""),
							 .times = 1});
		}
		json_decref(told);
	}
}

/* ---- games ---- */

/* What an agent may have ever more of.  */
enum amount { AMOUNT_MEMORY, AMOUNT_DESCRIPTORS, AMOUNT_THREADS, AMOUNT_PROCESSES, AMOUNTS };

/* An amount at the end of each game, or of each turn.  */
struct growth {
	int64_t *at; /* owned */
	int count;
};

/* At the ends of the turns of the last game, and of the games; `now`: the last known one, or -1.  */
struct grown {
	struct growth moves, games;
	int64_t now;
};

static void grow(struct growth *growth, int64_t amount)
{
	growth->at = bytes_grown(growth->at, growth->count, sizeof(*growth->at));
	growth->at[growth->count++] = amount;
}

/* By how many bytes a step memory grows, if it does not level off; else 0.  */
static int64_t growth_of(const struct growth *growth)
{
	enum { STEPS_LEAST = 8, LEAST = 4 << 20 };
	int half = growth->count / 2, last = growth->count - 1;
	int64_t early, late;

	if (growth->count < STEPS_LEAST)
		return 0;
	for (int i = half; i < last; i++) /* memory that was given back is no leak */
		if (growth->at[i + 1] < growth->at[i])
			return 0;
	early = (growth->at[half] - growth->at[0]) / half;
	late = (growth->at[last] - growth->at[half]) / (last - half);
	if (growth->at[last] - growth->at[0] < LEAST || late * 2 < early)
		return 0;
	return late;
}

static int64_t least_of(const struct growth *growth, int from, int to)
{
	int64_t least = growth->at[from];

	for (int i = from; i < to; i++)
		least = growth->at[i] < least ? growth->at[i] : least;
	return least;
}

/* By how much a count has grown, if its least in each quarter is higher than in the one before, and it does
 * not level off; else 0.  What comes and goes, as the children of a shell, does not raise the least.  */
static int64_t rise_of(const struct growth *growth)
{
	enum { STEPS_LEAST = 8, QUARTERS = 4, LEAST = 4 };
	int64_t least[QUARTERS];

	if (growth->count < STEPS_LEAST)
		return 0;
	for (int i = 0; i < QUARTERS; i++) {
		least[i] = least_of(growth, growth->count * i / QUARTERS, growth->count * (i + 1) / QUARTERS);
		if (i && least[i] <= least[i - 1])
			return 0;
	}
	if (least[3] - least[0] < LEAST || (least[3] - least[2]) * 2 < least[1] - least[0])
		return 0;
	return growth->at[growth->count - 1] - growth->at[0];
}

static void add_growth(struct hunt *hunt, const struct job *job, char *what, char *command)
{
	add_entry(hunt, (struct entry){.harm = GROWS,
				       .what = bytes_text("%s, and it does not level off", what),
				       .ways = bytes_text("%s", job->name),
				       .command = command,
				       .seat = SEAT_1,
				       .times = 1});
	free(what);
}

static void look_at_memory(struct hunt *hunt, const struct job *job, const struct grown *memory,
			   const char *file)
{
	int64_t a_move = growth_of(&memory->moves), a_game = growth_of(&memory->games),
		bytes = a_move ? a_move : a_game;
	FREED char *size = option_words(&option_memory, bytes), *quoted = sh_words_quoted(file);

	if (!bytes)
		return;
	add_growth(hunt, job, bytes_text("%s a %s", size, a_move ? "move" : "game"),
		   bytes_text("ringside open %s --batch -x 'info seat 1'", quoted));
	hunt->entries[hunt->entry_count - 1].file = bytes_text("%s", file);
	add_leak(hunt, hunt->entry_count - 1);
}

static void look_at_count(struct hunt *hunt, const struct job *job, const struct grown *grown,
			  const char *name)
{
	int64_t moves = rise_of(&grown->moves), rise = moves ? moves : rise_of(&grown->games);
	FREED char *agent = sh_words_quoted(hunt->call->words[0]);
	struct bytes command = {0};

	if (!rise)
		return;
	bytes_addf(&command, "ringside hunt %s %s --only games", hunt->call->match.protocol->name, agent);
	if (hunt->call->series.games_said)
		bytes_addf(&command, " --games %d", hunt->call->series.games);
	check_add_options(&command, hunt->call, &hunt->call->match.session.setup);
	add_growth(hunt, job,
		   bytes_text("%" PRId64 " more %s in %d %s", rise, name,
			      moves ? grown->moves.count : grown->games.count, moves ? "moves" : "games"),
		   command.at);
}

/* Nothing if it is a turn of the other seat.  */
static void take_amounts(struct grown grown[AMOUNTS], const json_t *turn)
{
	if (number_of(turn, "seat") != SEAT_1)
		return;
	if (json_is_integer(json_object_get(turn, "rss")))
		grown[AMOUNT_MEMORY].now = json_integer_value(json_object_get(turn, "rss"));
	for (int a = 0; a < AMOUNTS; a++)
		if (grown[a].now >= 0)
			grow(&grown[a].moves, grown[a].now);
}

/* What the agent held when it had made each of its moves: the notes of its match file (EVENT_HOLDS) say when
 * that has changed.  */
static void take_holds(struct grown grown[AMOUNTS], const json_t *turns, const char *path)
{
	enum { PAGE = 256 };
	const struct message_query query = {.seats = 1u << SEAT_1,
					    .channels = CHANNEL_BIT(CHANNEL_EVENT),
					    .directions = 1u << EVENT,
					    .last = INT64_MAX};
	struct message page[PAGE];
	char *problem = NULL;
	struct match_file *file = match_file_open(path, &problem);
	size_t turn = 0, count = json_array_size(turns);
	int read = 0;

	free(problem);
	for (int64_t after = 0; file && (read = match_file_after(file, &query, after, PAGE, page)) > 0;
	     after = page[read - 1].n)
		for (int i = 0; i < read; i++) {
			if (page[i].event.kind != EVENT_HOLDS)
				continue;
			for (; turn < count; turn++) { /* those before this note, but for the last of them */
				const json_t *next = json_array_get(turns, turn + 1);

				if (!next || json_integer_value(json_object_get(next, "message")) > page[i].n)
					break;
				take_amounts(grown, json_array_get(turns, turn));
			}
			for (int a = AMOUNT_DESCRIPTORS; a < AMOUNTS; a++)
				grown[a].now = page[i].event.number[a - AMOUNT_DESCRIPTORS];
		}
	for (; turn < count; turn++)
		take_amounts(grown, json_array_get(turns, turn));
	match_file_close(file);
}

static void forget_files(const char *path)
{
	int *games = NULL, count = match_file_games(path, &games);

	free(match_file_remove(path));
	for (int i = 0; i < count; i++) {
		FREED char *file = match_file_of_game(path, games[i]);

		free(match_file_remove(file));
	}
	free(games);
}

/* The files of games that have shown nothing go.  */
static void forget_games(const struct hunt *hunt)
{
	FREED char *path = games_path(hunt);

	forget_files(path);
}

static bool has_files(const char *path)
{
	int *games = NULL, count = match_file_games(path, &games);

	free(games);
	return count || access(path, F_OK) == 0;
}

/* The first number of which there are no games.  */
static int free_number(const struct hunt *hunt)
{
	for (int n = 1;; n++) {
		FREED char *path = old_games_path(hunt, n);

		if (!has_files(path))
			return n;
	}
}

/* A new series would go on behind the games of the last hunt.  A game is tried again beside those that its
 * process had played before, so all of them move.  */
static void move_games(const struct hunt *hunt, int n)
{
	FREED char *path = games_path(hunt), *old = old_games_path(hunt, n);
	int *games = NULL, count = match_file_games(path, &games);

	rename(path, old);
	for (int i = 0; i < count; i++) {
		FREED char *from = match_file_of_game(path, games[i]),
			   *to = match_file_of_game(old, games[i]);

		rename(from, to);
	}
	free(games);
	forget_games(hunt); /* what could not be moved */
}

/* What the last hunt has found is tried again: so it is mended only if its own command shows nothing.  */
static void recall_last(struct hunt *hunt)
{
	int n = free_number(hunt);
	FREED char *games = bytes_text("%s/games", hunt->keep), *old = bytes_text("%s/old%d", hunt->keep, n);

	move_games(hunt, n);
	hunt_recall(hunt, games, old);
	for (int i = 0; i < hunt->entry_count; i++) {
		const struct entry *entry = &hunt->entries[i];
		bool rerun = entry->file && entry->harm < DIFFERS;

		for (int k = 0; k < AGAIN && (rerun || entry->only); k++)
			add_job(hunt, "again", try_again, read_again)->entry = i;
	}
}

/* Removes games that no entry needs.  Those behind a gap in the numbers go with a later hunt.  */
static void forget_last(const struct hunt *hunt)
{
	for (int n = free_number(hunt) - 1; n > 0; n--) {
		FREED char *path = old_games_path(hunt, n);
		bool used = false;

		for (int i = 0; i < hunt->entry_count; i++) {
			const struct entry *entry = &hunt->entries[i];

			used = used || (!entry->merged && entry->file &&
					strncmp(entry->file, path, strlen(path) - strlen(".ringside")) == 0);
		}
		if (!used)
			forget_files(path);
	}
}

/* Has it waited for a core for a good part of the turn in which it was late?  */
static bool has_waited(const json_t *game)
{
	enum { PART = 10 };
	const json_t *turn = json_array_get(json_object_get(game, "unfinished"), 0);

	return json_integer_value(json_object_get(turn, "waited_ns")) * PART >=
	       json_integer_value(json_object_get(turn, "think_ns"));
}

static void take_game(struct hunt *hunt, const struct job *job, const json_t *game, const char *file)
{
	const char *reason = hunt_text(game, "reason");
	FREED char *quoted = sh_words_quoted(file);

	if (!json_is_integer(json_object_get(game, "blame")) || number_of(game, "blame") != SEAT_1) {
		hunt->games++;
		return;
	}
	if (strcmp(reason, REASON_TIMEOUT) == 0 && has_waited(game)) {
		add_remark(hunt, bytes_text("game %d is inconclusive: %s", number_of(game, "game"),
					    hunt_text(game, "detail")));
		return;
	}
	add_entry(hunt, (struct entry){.harm = harm_of(reason),
				       .what = bytes_text("%s", hunt_text(game, "detail")),
				       .ways = bytes_text("%s, game %d", job->name, number_of(game, "game")),
				       .command = bytes_text("ringside rerun %s --seat 1", quoted),
				       .file = bytes_text("%s", file),
				       .seat = SEAT_1,
				       .times = 1,
				       .of = 1});
}

static void look_at_growth(struct hunt *hunt, const struct job *job, const struct grown grown[AMOUNTS],
			   const char *file)
{
	static const char *const names[AMOUNTS] = {[AMOUNT_DESCRIPTORS] = "open descriptors",
						   [AMOUNT_THREADS] = "threads",
						   [AMOUNT_PROCESSES] = "processes"};
	int before = hunt->entry_count;

	/* Processes have threads, descriptors and memory: the first that grows is the cause.  */
	for (int a = AMOUNT_PROCESSES; a > AMOUNT_MEMORY && hunt->entry_count == before; a--)
		look_at_count(hunt, job, &grown[a], names[a]);
	if (hunt->entry_count == before)
		look_at_memory(hunt, job, &grown[AMOUNT_MEMORY], file);
}

static void read_games(struct hunt *hunt, const struct job *job, const char *text, int status UNUSED)
{
	struct grown grown[AMOUNTS];
	FREED char *file = NULL;
	int before = hunt->entry_count;
	json_t *game;

	for (int a = 0; a < AMOUNTS; a++)
		grown[a] = (struct grown){.now = -1};
	while ((game = next_object(&text))) {
		free(file);
		file = game_file(hunt, number_of(game, "game"));
		take_game(hunt, job, game, file);
		for (int a = 0; a < AMOUNTS; a++)
			grown[a].moves.count = 0;
		take_holds(grown, json_object_get(game, "turns"), file);
		for (int a = 0; a < AMOUNTS; a++)
			if (grown[a].now >= 0)
				grow(&grown[a].games, grown[a].now);
		json_decref(game);
	}
	if (file)
		look_at_growth(hunt, job, grown, file);
	if (hunt->entry_count == before)
		forget_games(hunt);
	for (int a = 0; a < AMOUNTS; a++) {
		free(grown[a].games.at);
		free(grown[a].moves.at);
	}
}

static void read_odd_games(struct hunt *hunt, const struct job *job, const char *text, int status UNUSED)
{
	json_t *told = next_object(&text), *found;
	size_t i;

	hunt->games += number_of(told, "matches") - number_of(told, "failed");
	json_array_foreach(json_object_get(told, "found"), i, found)
	{
		const char *file = hunt_text(found, "file"), *reason = hunt_text(found, "failure");
		int messages = number_of(found, "messages"), happened = number_of(found, "happened");
		FREED char *quoted = sh_words_quoted(file);

		add_entry(hunt,
			  (struct entry){.harm = harm_of(reason),
					 .what = bytes_text("%s", hunt_text(found, "how")),
					 .ways = messages ? bytes_text("%s, %d messages", job->name, messages)
							  : bytes_text("%s", job->name),
					 .command = bytes_text("ringside rerun %s --seat %d%s", quoted,
							       number_of(found, "seat"),
							       job->valgrind ? " --valgrind" : ""),
					 .file = bytes_text("%s", file),
					 .seat = number_of(found, "seat"),
					 .times = happened ? happened : 1,
					 .of = happened ? number_of(found, "tries") : 0});
	}
	json_decref(told);
}

/* ---- jobs about an entry ---- */

/* The place in a file, without its folders, as "mine.c:31".  The caller frees.  */
static char *place_text(const char *begin, const char *end, const char *digits)
{
	for (const char *slash = begin; slash < end; slash++)
		begin = *slash == '/' ? slash + 1 : begin;
	return bytes_text("%.*s:%.*s", (int)(end - begin), begin, (int)strspn(digits, "0123456789"), digits);
}

/* "mine.c:31" in a line of a backtrace, a report of valgrind or a sanitizer, or a traceback; NULL: there is
 * none.  The caller frees.  */
static char *place_in(const char *line)
{
	static const char line_of_file[] = "\", line ";
	const char *file = strstr(line, "File \""), *end = file ? strstr(file, line_of_file) : NULL, *begin;

	if (end)
		return place_text(file + strlen("File \""), end, end + strlen(line_of_file));
	for (end = line; (end = strchr(end, ':')); end++) {
		for (begin = end;
		     begin > line && (isalnum((unsigned char)begin[-1]) || strchr("._-+/", begin[-1]));)
			begin--;
		if (isdigit((unsigned char)end[1]) && memchr(begin, '.', (size_t)(end - begin)))
			return place_text(begin, end, end + 1);
	}
	return NULL;
}

/* Not of a library.  What stderr has said stands in quotes.  */
static bool is_place(const char *line)
{
	const char *quoted = strstr(line, "stderr ") ? strchr(line, '"') : NULL;
	const char *frame = quoted ? quoted + 1 : line;

	return !crash_report_is_frame(frame) || crash_report_is_own(frame);
}

/* The deepest frame of a traceback of Python is its last one, that of others the first one.  */
static void read_why(struct hunt *hunt, const struct job *job, const char *text, int status UNUSED)
{
	struct entry *entry = &hunt->entries[job->entry];
	bool script = is_script(hunt->call->words[0]), report = false;

	while (*text) {
		FREED char *quoted = line_of(text, 0), *line = bytes_text("%s", "");
		size_t size = 0;

		text += strlen(quoted) + (text[strlen(quoted)] == '\n');
		line = bytes_resized(line, strlen(quoted) + 1);
		for (const char *at = quoted; *at; at++) /* \" in a quoted line is " */
			if (*at != '\\')
				line[size++] = *at;
		line[size] = '\0';
		if (*line != ' ')
			report = strncmp(line, "Report of", 9) == 0 ||
				 (!script && strncmp(line, "Backtrace of", 12) == 0);
		else if (report && is_place(line) && (!entry->where || strstr(line, "File \""))) {
			free(entry->where);
			entry->where = place_in(line);
		}
	}
}

/* The first error tells more than the end that came of it.  */
static void read_valgrind(struct hunt *hunt, const struct job *job, const char *text, int status UNUSED)
{
	struct entry *entry = &hunt->entries[job->entry];
	json_t *told = next_object(&text);
	const json_t *errors = json_object_get(told, "errors");
	const char *first = hunt_text(errors, "first");
	FREED char *what = entry->what, *command = entry->command;

	entry->what = *first ? bytes_text("%s: %s", what, first) : bytes_text("%s", what);
	entry->command =
		bytes_text("%s%s", command, *first && !strstr(command, " --valgrind") ? " --valgrind" : "");
	if (*first) {
		free(entry->where);
		entry->where = place_in(first);
	}
	json_decref(told);
}

/* The last block in valgrind's list is the largest one.  Its first caller with a line is ours.  */
static void read_leaks(struct hunt *hunt, const struct job *job, const char *text, int status UNUSED)
{
	struct entry *entry = &hunt->entries[job->entry];
	const char *lost = NULL, *next = text;

	while ((next = strstr(next, " in loss record ")))
		lost = next++;
	for (; lost && *lost && !entry->where;
	     lost += strcspn(lost, "\n") + (lost[strcspn(lost, "\n")] != '\0')) {
		FREED char *line = line_of(lost, 0), *place = place_in(line);

		if (place && strchr(line, '('))
			entry->where = bytes_text("%s", place);
	}
	if (entry->where) {
		FREED char *file = sh_words_quoted(entry->file), *command = sh_words_quoted(job->command);

		free(entry->command);
		entry->command = bytes_text("ringside rerun %s --seat %d --show-stderr %s", file, entry->seat,
					    command);
	}
}

/* A try that says nothing does not count.  */
static void read_again(struct hunt *hunt, const struct job *job, const char *text, int status)
{
	struct entry *entry = &hunt->entries[job->entry];
	bool failed = !entry->only && status == EXIT_FAILURE_FOUND;
	bool passed = !entry->only && (status == EXIT_VERDICT || status == EXIT_CANNOT_RUN);
	json_t *told;

	for (; entry->only && (told = next_object(&text)); json_decref(told)) {
		if (strcmp(hunt_text(told, "name"), entry->only) != 0)
			continue;
		failed = failed || strcmp(hunt_text(told, "result"), "failed") == 0;
		passed = passed || strcmp(hunt_text(told, "result"), "passed") == 0;
	}
	entry->of += failed || passed;
	entry->times += failed;
}

/* ---- all of them ---- */

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

	if (!is_plain(agent)) {
		add_job(hunt, "environments", NULL, NULL)->unfit =
			"for a command alone, not for a sample or a named player";
		return;
	}
	for (size_t i = 0; i < sizeof(environments) / sizeof(*environments); i++) {
		const struct environment *row = &environments[i];
		struct job *job = add_job(hunt, row->name, check_environment, read_environment);

		job->prefix = row->prefix;
		job->remarks = row->remarks;
		if (row->locale && !has_locale(row->locale))
			job->unfit = "the locale de_DE.UTF-8 is not installed";
		else if (!has_tool(row->prefix))
			job->unfit = "its tool is not installed";
		else if (row->folder && *agent != '/')
			job->unfit = "the agent's path is relative";
	}
}

static bool is_wanted(const struct hunt *hunt, const char *part)
{
	return suite_chooses(hunt->options->only, part, NULL);
}

static void plan(struct hunt *hunt)
{
	enum { PART = 5 }; /* so much more time than an environment */
	const struct protocol_tools *tools = hunt->call->match.protocol->tools;
	struct job *job;

	hunt->valgrind = is_installed("valgrind") && !is_script(hunt->call->words[0]);
	hunt->gdb = is_installed("gdb");
	if (tools->twins && is_wanted(hunt, "games"))
		add_job(hunt, "games", play_games, read_games)->weight = PART;
	if (tools->spec && is_wanted(hunt, "check"))
		add_job(hunt, "check", check_cases, read_cases)->weight = PART;
	if (tools->twins && is_wanted(hunt, "twins"))
		add_job(hunt, "twins", check_twin_ways, read_ways)->weight = PART;
	if (tools->twins && is_wanted(hunt, "environments"))
		add_environments(hunt);
	if (!is_wanted(hunt, "fuzz"))
		return;
	add_job(hunt, "fuzz", play_odd_games, read_odd_games)->weight = PART;
	if (hunt->options->with) {
		job = add_job(hunt, "fuzz --with", play_odd_games, read_odd_games);
		job->weight = PART;
		job->command = bytes_text("%s", hunt->options->with);
	}
	job = add_job(hunt, "fuzz --valgrind", play_odd_games, read_odd_games);
	job->weight = PART;
	job->valgrind = true;
	if (!hunt->valgrind)
		job->unfit = is_installed("valgrind") ? "the agent is a script" : "valgrind is not installed";
}

/* The next job, first those about what is found; `why` is asked also when the time is over.  -1: there is
 * none.  */
static int next_job(const struct hunt *hunt)
{
	int next = -1;

	for (int i = 0; i < hunt->job_count; i++) {
		const struct job *job = &hunt->jobs[i];

		if (job->stage != WAITS || job->unfit || (hunt->late && job->work != ask_why))
			continue;
		if (job->entry >= 0)
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
	enum { GENEROUS = 2, RESERVE = 3 };
	int64_t end = hunt->began + hunt->time, left = end - loop_now(), part;
	int weights = 0;

	for (int i = 0; i < hunt->job_count; i++)
		if (hunt->jobs[i].stage == WAITS && !hunt->jobs[i].unfit && hunt->jobs[i].entry < 0)
			weights += hunt->jobs[i].weight;
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
	FREED char *said = line_of(without_name(note->more), 0);

	hunt->jobs[n].stage = fails || note->number == EXIT_INTERRUPTED ? CUT : ENDED;
	if (fails)
		hunt->jobs[n].trouble = bytes_text("%s", said);
	if (fails && !job.command && !job.prefix && note->number != EXIT_NOT_STARTED && !hunt->problem) {
		hunt->problem = bytes_text("%s", without_name(note->more));
		hunt->status = note->number;
	}
	job.read(hunt, &job, job.reads_errors ? note->more : note->text, note->number);
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

		if (!pool_works(&hunt->pool, i) || job->work == ask_why || loop_now() < job->until)
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
		chosen = chosen || is_wanted(hunt, parts[i]);
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
	recall_last(&hunt);
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
	forget_last(&hunt);
	pool_close(&hunt.pool);
	for (int i = 0; i < hunt.job_count; i++) {
		free(hunt.jobs[i].command);
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
