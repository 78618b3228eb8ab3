/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rerun.c - `ringside rerun`: replays recorded matches to a new build of an agent.
 *
 * Only the agent of one seat runs; everything else is replayed (rejoin.h).  If its answer differs from the
 * recorded one, the difference is reported and the recorded answer counts.  In several games of a series the
 * process stays from game to game where the old one did.  */
#include "rerun.h"

#include "rerun_report.h"
#include "ringside/agent.h"
#include "ringside/bytes.h"
#include "ringside/folder.h"
#include "ringside/loop.h"
#include "ringside/match_json.h"
#include "ringside/other_build.h"
#include "ringside/rejoin.h"
#include "ringside/say.h"
#include "ringside/trust.h"
#include "runner/pool.h"
#include "whowrote.h"
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Exit status: as diff(1), and more. 3 is EXIT_NOT_STARTED.  */
enum { RERUN_SAME = 0, RERUN_DIFFERS = 1, RERUN_TROUBLE = 2, RERUN_ENDED_BADLY = 4 };

enum { PAGE = 64 };

/* How long a tool may take for its last look after all was told; how long that waits for a process that goes
 * on, and how long that may compute.  */
#define LOOKED_WITHIN ((int64_t)60 * NS_PER_S)
#define RESTS_WITHIN  ((int64_t)60 * NS_PER_S)
#define COMPUTES_MOST ((int64_t)5 * NS_PER_S)

struct rerun {
	struct runner_call *call;
	const struct rerun_options *options;
	const struct rerun_look *look; /* NULL: nobody looks, and the answers are reported */
	struct rerun_games games;
	int at; /* the current game */
	const struct protocol *protocol;
	const char *tool;          /* that runs the agent, in its words; NULL: none */
	struct message page[PAGE]; /* good until the next one is read */
	int page_count, page_at;
	int64_t read;
	struct rejoin *rejoin; /* of that game */
	struct pool pool;      /* each game is a job in this process, at its only place */
	struct watch *deadline;
	struct awake awake; /* the time that the rejoin is given */
	struct agent *agent;
	char *folder;          /* a temporary one in which it runs; NULL: it runs here; owned */
	struct ending ending;  /* of the last process that has ended */
	struct say_rest shown; /* of its stderr */
	int started;           /* number of started processes */
	char *not_started;
	bool done;      /* all games that can be told were */
	bool leaving;   /* the agent is asked nothing more */
	bool enough;    /* for who looks */
	bool dismissed; /* it was told to leave */
	struct rerun_report report;
};

/* ---- the process ---- */

static int64_t time_at(struct rerun *rerun, int64_t t)
{
	return awake_at(&rerun->awake, t);
}

static void look(struct rerun *rerun, enum rejoin_state state)
{
	bool waits = state == REJOIN_WAITS;

	loop_at(rerun->deadline,
		waits ? awake_wait(&rerun->awake, rejoin_deadline(rerun->rejoin)) : INT64_MAX);
	if (!waits)
		pool_release(&rerun->pool, 0);
}

static int turn_of(const struct rerun *rerun)
{
	return rerun->rejoin ? rejoin_match(rerun->rejoin)->turn_count + 1 : 1;
}

/* Has it not read yet what it was sent last?  */
static bool has_unread(const struct rerun *rerun)
{
	struct activity activity = {0};

	agent_activity(rerun->agent, &activity);
	return activity.unread > 0;
}

/* Gives a line to who looks, until that is enough.  */
static void look_takes(struct rerun *rerun, const char *line)
{
	const struct rerun_look *who = rerun->look;

	if (rerun->enough || who->line(who->user, rerun->at, turn_of(rerun), has_unread(rerun), line))
		return;
	rerun->enough = rerun->leaving = rerun->done = true;
	loop_at(rerun->deadline, INT64_MAX);
	agent_dismiss(rerun->agent, NS_PER_S);
}

/* All was told.  Waits until it waits for more: it may still do something after its last answer.  What counts
 * is how long it computes, since a busy machine may give it no core for long.  */
static void end_look(struct rerun *rerun)
{
	const struct timespec pause = {.tv_nsec = NS_PER_MS};
	int64_t end = loop_now() + RESTS_WITHIN, cpu = agent_cpu(rerun->agent);
	struct activity activity = {0};

	do {
		nanosleep(&pause, NULL);
		agent_activity(rerun->agent, &activity);
	} while ((activity.kind != ACTIVITY_READS || activity.unread) && activity.kind != ACTIVITY_GONE &&
		 loop_now() < end && agent_cpu(rerun->agent) < cpu + COMPUTES_MOST);
	rerun->look->over(rerun->look->user);
}

/* size 0: the stream has ended.  */
static void got_words(struct rerun *rerun, const char *bytes, size_t size)
{
	struct rerun_printed *printed = &rerun->report.printed;
	char *line;

	if (!rerun->tool) {
		if (rerun->options->show_stderr || !size)
			say_piece(&rerun->shown, bytes, size);
		return;
	}
	rerun_printed_add(printed, bytes, size);
	while ((line = rerun_printed_line(printed))) {
		if (rerun->look)
			look_takes(rerun, line);
		else
			rerun_report_prints(&rerun->report, turn_of(rerun), line);
		free(line);
	}
}

static void got_bytes(void *user, int64_t t, enum stream stream, const char *bytes, size_t size)
{
	struct rerun *rerun = user;

	if (stream == STREAM_STDERR)
		got_words(rerun, bytes, size);
	else if (!rerun->leaving)
		look(rerun, rejoin_bytes(rerun->rejoin, time_at(rerun, t), rerun->games.seat, bytes, size));
}

static void end_agent(struct rerun *rerun)
{
	agent_free(rerun->agent);
	rerun->agent = NULL;
	if (rerun->folder)
		folder_remove(rerun->folder);
	free(rerun->folder);
	rerun->folder = NULL;
}

static void got_exit(void *user, int64_t t, struct ending ending)
{
	struct rerun *rerun = user;
	FREED char *refused = agent_refused(rerun->agent);

	got_words(rerun, NULL, 0);
	if (refused)
		say_error("ringside: seat %d %s: it was killed\n", rerun->games.seat, refused);
	end_agent(rerun);
	rerun->ending = ending;
	if (rerun->dismissed)
		rerun_report_parting(&rerun->report, ending);
	if (rerun->leaving)
		pool_release(&rerun->pool, 0);
	else
		look(rerun, rejoin_exited(rerun->rejoin, time_at(rerun, t), rerun->games.seat, ending));
}

static void got_stays(void *user UNUSED, pid_t pid)
{
	say_error("ringside: process %d has not ended 2 s after SIGKILL: it is left behind\n", (int)pid);
}

/* ---- what the rejoining asks for ---- */

static bool next(void *user, struct message *message)
{
	struct rerun *rerun = user;
	const struct rerun_game *game = &rerun->games.at[rerun->at];

	if (rerun->page_at == rerun->page_count) {
		rerun->page_count =
			match_file_history(game->file, game->branch, rerun->read, PAGE, rerun->page);
		rerun->page_at = 0;
	}
	if (game->gap.first &&
	    (rerun->page_at == rerun->page_count || rerun->page[rerun->page_at].n > game->gap.first))
		rerun->report.at_gap = true;
	if (rerun->page_at == rerun->page_count || rerun->report.at_gap)
		return false;
	if (game->turns >= 0 && rerun->page[rerun->page_at].turn > game->turns)
		return false;
	*message = rerun->page[rerun->page_at++];
	rerun->read = message->n;
	return true;
}

/* Reads the same page, which next() has to read again then.  */
static bool again(void *user, int64_t after, struct message *message)
{
	struct rerun *rerun = user;
	const struct rerun_game *game = &rerun->games.at[rerun->at];

	rerun->page_at = rerun->page_count = 0;
	if (match_file_history(game->file, game->branch, after, 1, rerun->page) != 1)
		return false;
	*message = rerun->page[0];
	return true;
}

static void spawn(void *user, int seat)
{
	/* After a closed stream its end follows, or it does not answer.  */
	static const struct agent_events events = {
		.bytes = got_bytes, .exited = got_exit, .stays = got_stays};
	struct rerun *rerun = user;
	/* Without a new build each process is the recorded one.  */
	const char *recorded = rejoin_match(rerun->rejoin)->setup.seat[seat].command;
	const struct rerun_game *game = &rerun->games.at[rerun->at];
	struct launch named = {.command = recorded,
			       .own = setup_folder(&game->setup),
			       .confined = match_confined(&rerun->call->match)};
	struct agent_sandbox sandbox;
	char *command = seed_command(&rejoin_match(rerun->rejoin)->setup, seat,
				     rerun->games.command ? rerun->games.command : recorded);
	struct agent_setup wanted =
		session_agent_setup(&rerun->call->match.session, &game->setup, seat, &sandbox);
	char *problem = NULL;

	end_agent(rerun);
	rerun->dismissed = false;
	if (!rerun->games.command) /* an event may name another one than the table that was asked about */
		problem = vouch_program(&rerun->call->match, game->file, seat, &named, false);
	sandbox.alone = named.confined == CONFINED_ALONE;
	if (rerun->call->match.session.temp && !problem)
		rerun->folder = folder_temporary(&problem);
	wanted.directory = rerun->folder;
	wanted.command = command;
	wanted.under = rerun->tool;
	wanted.stderr_pipe = wanted.guarded = true;
	if (!problem)
		rerun->agent = agent_spawn(rerun->pool.loop, &wanted, &events, rerun, &problem);
	free(command);
	if (rerun->agent) {
		if (!rerun->games.command)
			trust_remember(match_file_id(game->file), &named);
		rerun->started++;
		if (rerun->look)
			rerun->look->begins(rerun->look->user, agent_pid(rerun->agent));
		return;
	}
	rejoin_not_started(rerun->rejoin, time_at(rerun, loop_now()), seat, problem);
	rerun->not_started = problem;
}

/* The recorded process was told to leave here, or failed.  A look ends its process itself.  */
static void leave(void *user, int seat UNUSED)
{
	struct rerun *rerun = user;

	if (rerun->look)
		return;
	rerun->dismissed = true;
	if (rerun->agent)
		agent_dismiss(rerun->agent, rerun->protocol->limits.goodbye);
}

static void write_to(void *user, int seat UNUSED, const char *bytes, size_t size)
{
	struct rerun *rerun = user;

	if (!rerun->agent)
		return;
	if (rerun->look && rerun->at + 1 == rerun->games.count && rejoin_match(rerun->rejoin)->over) {
		end_look(rerun); /* before it is told goodbye */
		return;
	}
	if (rerun->look)
		rerun->look->writes(rerun->look->user, rerun->at, turn_of(rerun));
	agent_write(rerun->agent, bytes, size);
}

static void answered(void *user, const struct rejoin_answer *answer)
{
	struct rerun *rerun = user;

	rerun_report_answer(&rerun->report, answer);
	progress_changed(rerun->pool.progress);
}

static void waited(void *user, int events UNUSED)
{
	struct rerun *rerun = user;

	look(rerun, rejoin_time(rerun->rejoin, time_at(rerun, loop_now())));
}

/* ---- running ---- */

/* How long an answer is awaited, if the option or the record says it.  A tool makes the agent slower by an
 * unknown factor.  */
static struct patience patience_of(const struct rerun *rerun, const struct rerun_game *game, bool *known)
{
	struct patience patience = {rerun->options->limit, rerun->options->limit};
	struct match match;

	*known = patience.answer;
	if (*known || rerun->tool || !match_file_match_of(game->file, game->branch, &match))
		return patience;
	*known = true;
	patience = match_patience(&match, &game->last, rerun->games.seat);
	match_free(&match);
	return patience;
}

/* Output from after the previous game belongs to this game.  */
static struct rejoin *next_rejoin(struct rerun *rerun, struct rejoin *before, char **problem)
{
	static const struct rejoin_events events = {.next = next,
						    .again = again,
						    .spawn = spawn,
						    .leave = leave,
						    .write = write_to,
						    .answered = answered};
	const struct rerun_game *game = &rerun->games.at[rerun->at];
	int seat = rerun->games.seat;
	struct rejoin *rejoin = rejoin_new(&game->setup, 1u << seat, &events, rerun, problem);
	struct patience patience;
	bool known;
	const char *rest;
	size_t size;

	if (!rejoin)
		return NULL;
	patience = patience_of(rerun, game, &known);
	rejoin_try(rejoin, known ? &patience : NULL);
	if (before && game->before) {
		rest = rejoin_rest(before, seat, &size);
		rejoin_stays(rejoin, seat, rest, size);
	}
	return rejoin;
}

/* Replays the current game to it.  NULL, or what is wrong with the recording.  */
static char *tell(struct rerun *rerun)
{
	const struct rerun_game *game = &rerun->games.at[rerun->at];
	struct rejoin *before = rerun->rejoin;
	char *problem = NULL;
	enum rejoin_state state;

	rerun->leaving = false;
	rerun->report.game = rerun->at;
	rerun->read = rerun->page_at = rerun->page_count = 0;
	rerun->rejoin = next_rejoin(rerun, before, &problem);
	rejoin_free(before);
	if (!rerun->rejoin)
		return problem;
	state = rejoin_go(rerun->rejoin, time_at(rerun, loop_now()));
	if (before && game->before && !rerun->agent) /* it has left between the games */
		state = rejoin_exited(rerun->rejoin, time_at(rerun, loop_now()), rerun->games.seat,
				      rerun->ending);
	look(rerun, state);
	return NULL;
}

/* The current game is over: goes on to the next one, if it can be told.  */
static void end_game(struct rerun *rerun)
{
	rerun_report_ends(&rerun->report, rerun->rejoin);
	rerun->report.turns = rejoin_match(rerun->rejoin)->turn_count;
	rerun->done = rejoin_result(rerun->rejoin)->problem || rerun->report.at_gap ||
		      rerun->at + 1 == rerun->games.count;
	rerun->at += !rerun->done;
}

/* The next game begins when the process that stays for the last one only has left.  */
static bool begin(void *user, int place UNUSED)
{
	struct rerun *rerun = user;
	bool over =
		rerun->rejoin && rejoin_match(rerun->rejoin)->over && !rejoin_result(rerun->rejoin)->problem;
	char *problem;

	if (rerun->rejoin && !rerun->leaving)
		end_game(rerun);
	if (rerun->agent && !rerun->leaving && (rerun->done || !rerun->games.at[rerun->at].before)) {
		rerun->leaving = true;
		if (rerun->look) {
			end_look(rerun);
			agent_dismiss(rerun->agent, LOOKED_WITHIN);
			return true;
		}
		rerun->dismissed = over; /* one that was told goodbye gets its grace */
		agent_dismiss(rerun->agent, over ? rerun->protocol->limits.goodbye : 0);
		return true;
	}
	if (rerun->done)
		return false;
	problem = tell(rerun);
	if (problem)
		pool_stop(&rerun->pool, problem, RERUN_TROUBLE);
	return !problem;
}

/* A progress_fn.  */
static char *progress(const void *user)
{
	const struct rerun *rerun = user;
	const struct rerun_report *of = &rerun->report;

	return bytes_text("game %d of %d: %d answer%s, %d differ%s", of->game + 1, of->games->count,
			  of->answered, of->answered == 1 ? "" : "s", of->different,
			  of->different == 1 ? "s" : "");
}

/* NULL, or what is wrong with the recording.  */
static char *run(struct rerun *rerun)
{
	const struct pool_setup setup = {
		.begin = begin, .progress = rerun->games.count > 1 ? progress : NULL, .user = rerun};
	char *problem;

	pool_open(&rerun->pool, &setup);
	rerun->deadline = loop_timer(rerun->pool.loop, LOOP_LATER, waited, rerun);
	pool_run(&rerun->pool, 1);
	end_agent(rerun);
	loop_unwatch(rerun->deadline);
	problem = rerun->pool.problem;
	rerun->pool.problem = NULL;
	pool_close(&rerun->pool);
	return problem;
}

/* ---- telling ---- */

/* Prints the report.  Returns the exit status; *problem: NULL or what is wrong.  */
static int conclude(struct rerun *rerun, char **problem)
{
	const struct rerun_game *game = &rerun->games.at[rerun->at];
	const char *early = rejoin_result(rerun->rejoin)->problem;

	if (rerun->pool.interrupted) {
		*problem = bytes_text("interrupted: %d answers so far, %d differ", rerun->report.answered,
				      rerun->report.different);
		return EXIT_INTERRUPTED;
	}
	if (rerun->not_started) {
		*problem = bytes_text("%s", rerun->not_started);
		return EXIT_NOT_STARTED;
	}
	if (match_file_problem(game->file)) {
		*problem = bytes_text("%s", match_file_problem(game->file));
		return RERUN_TROUBLE;
	}
	if (early && rejoin_result(rerun->rejoin)->failed == SEATS) {
		*problem = bytes_text("%s: %s", game->path, early);
		return RERUN_TROUBLE;
	}
	if (!rerun->started) {
		*problem = bytes_text("%s: no process was started on seat %d", game->path, rerun->games.seat);
		return RERUN_TROUBLE;
	}
	rerun->report.early = early;
	rerun_report_tell(&rerun->report);
	if (early)
		say_error("ringside: %s: the rest was not tried\n", early);
	if (fflush(stdout) != 0) {
		*problem = bytes_text("stdout cannot be written: %s", strerror(errno));
		return RERUN_TROUBLE;
	}
	if (rerun_ended_badly(&rerun->report))
		return RERUN_ENDED_BADLY;
	if (early || rerun->report.different)
		return RERUN_DIFFERS;
	return rerun->report.at_gap ? RERUN_TROUBLE : RERUN_SAME;
}

/* Asks about the programs that the files name, before any starts. NULL, or why one may not.  */
static char *vouch(const struct rerun *rerun)
{
	const struct rerun_games *games = &rerun->games;
	bool confined = match_confined(&rerun->call->match) != CONFINED_NOT; /* no folder is made here */
	char *problem = NULL;

	for (int i = 0; !problem && i < games->count; i++) {
		struct rerun_game *game = &games->at[i];
		const struct setup *setups[] = {&game->setup, &game->last};

		problem = confined ? vouch_folder(&rerun->call->match, game->file, &game->setup) : NULL;
		for (int k = 0; k < 2 && !problem && !games->command; k++) {
			struct launch named = {.command = setups[k]->seat[games->seat].command,
					       .own = setup_folder(&game->setup),
					       .confined = match_confined(&rerun->call->match)};

			if (k == 0 && !named.command)
				problem = bytes_text(
					"%s names no program for seat %d: name one after --seat %d",
					match_file_path(game->file), games->seat, games->seat);
			else
				problem = vouch_program(&rerun->call->match, game->file, games->seat, &named,
							true);
		}
	}
	return problem;
}

static int rerun_games(struct rerun *rerun, char **problem)
{
	int status = RERUN_TROUBLE;

	rerun->protocol = protocol_named(rerun->games.at[0].setup.system);
	rerun->tool = rerun->call->match.session.valgrind ? AGENT_VALGRIND
		      : rerun->options->leaks             ? AGENT_LEAKS
		      : rerun->options->strace            ? AGENT_STRACE
							  : NULL;
	if (rerun->tool)
		rerun->report.printed.lines = json_array();
	rerun->report.games = &rerun->games;
	rerun->report.all = rerun->options->all;
	rerun->report.json = rerun->call->json;
	rerun->report.other = rerun->options->other;
	if (rerun->options->other) {
		const struct rerun_game *last = &rerun->games.at[rerun->games.count - 1];

		rerun->options->other->branch = last->branch;
		rerun->options->other->path = bytes_text("%s", match_file_path(last->file));
	}
	rerun->report.valgrind = rerun->call->match.session.valgrind;
	rerun->report.unfinished = match_file_is_written(rerun->games.at[rerun->games.count - 1].file);
	say_lines(rerun->games.notice);
	say_lines(rerun->games.warning);
	*problem = vouch(rerun);
	if (*problem)
		return EXIT_NOT_STARTED;
	*problem = run(rerun);
	if (!*problem)
		status = conclude(rerun, problem);
	rejoin_free(rerun->rejoin);
	rerun_report_free(&rerun->report);
	free(rerun->not_started);
	return status;
}

char *rerun_look(const struct rerun_games *games, struct runner_call *call,
		 const struct rerun_options *options, const struct rerun_look *who,
		 struct rerun_looked *looked)
{
	struct rerun rerun = {
		.call = call, .options = options, .games = *games, .look = who, .tool = who->under};
	char *problem;

	rerun.protocol = protocol_named(games->at[0].setup.system);
	rerun.report.games = games;
	rerun.report.json = true; /* nothing is printed */
	*looked = (struct rerun_looked){.status = EXIT_NOT_STARTED};
	problem = vouch(&rerun);
	if (problem)
		return problem;
	looked->status = RERUN_TROUBLE;
	problem = run(&rerun);
	if (!problem && rerun.pool.interrupted) {
		problem = bytes_text("interrupted");
		looked->status = EXIT_INTERRUPTED;
	} else if (!problem && rerun.not_started) {
		problem = bytes_text("%s", rerun.not_started);
		looked->status = EXIT_NOT_STARTED;
	} else if (!problem && !rerun.started) {
		problem = bytes_text("%s: no process was started on seat %d", games->at[0].path, games->seat);
	}
	looked->differs = rerun_first_difference(&rerun.report);
	rejoin_free(rerun.rejoin);
	rerun_report_free(&rerun.report);
	free(rerun.not_started);
	return problem;
}

int check_rerun(struct runner_call *call, const struct rerun_options *options)
{
	struct rerun rerun = {.call = call, .options = options};
	char *problem = cpus_settle(&call->match);
	int status = RERUN_TROUBLE;

	if (!problem && call->match.session.valgrind + options->leaks + options->strace > 1)
		problem = bytes_text(
			"only one of --valgrind, --leaks and --strace can run the agent: give one of them");
	if (!problem && options->whowrote && (options->strace || options->leaks))
		problem = bytes_text("--whowrote and %s cannot run the agent both: give one of them",
				     options->strace ? "--strace" : "--leaks");
	if (!problem)
		problem = rerun_games_read(&rerun.games, call, options);
	if (!problem && options->whowrote)
		status = whowrote(&rerun.games, call, options, &problem);
	else if (!problem)
		status = rerun_games(&rerun, &problem);
	rerun_games_free(&rerun.games);
	return say_failure(problem, status);
}
