/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rerun.c - `ringside rerun`: replays recorded matches to a new build of an agent.
 *
 * Only the agent of one seat runs; everything else is replayed (rejoin.h).  If its answer differs from the
 * recorded one, the difference is reported and the recorded answer counts.  In several games of a series the
 * process stays from game to game where the old one did.  */
#include "rerun_games.h"
#include "rerun_report.h"
#include "ringside/agent.h"
#include "ringside/bytes.h"
#include "ringside/folder.h"
#include "ringside/loop.h"
#include "ringside/say.h"
#include "ringside/setup.h"
#include "ringside/trust.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Exit status: as diff(1), and more. 3 is EXIT_NOT_STARTED.  */
enum { RERUN_SAME = 0, RERUN_DIFFERS = 1, RERUN_TROUBLE = 2, RERUN_ENDED_BADLY = 4 };

enum { PAGE = 64 };

struct rerun {
	struct runner_call *call;
	const struct rerun_options *options;
	struct rerun_games games;
	int at; /* the current game */
	const struct protocol *protocol;
	const char *tool;          /* that runs the agent, in its words; NULL: none */
	struct message page[PAGE]; /* good until the next one is read */
	int page_count, page_at;
	int64_t read;
	struct rejoin *rejoin; /* of that game */
	struct loop *loop;
	struct watch *deadline;
	struct awake awake; /* the time that the rejoin is given */
	struct agent *agent;
	char *folder;          /* a temporary one in which it runs; NULL: it runs here; owned */
	struct ending ending;  /* of the last process that has ended */
	struct say_rest shown; /* of its stderr */
	int started;           /* number of started processes */
	char *not_started;
	bool interrupted;
	bool leaving;   /* the agent is asked nothing more */
	bool dismissed; /* it was told to leave */
	struct rerun_report report;
	struct progress *progress; /* of several games */
};

/* ---- the process ---- */

static int64_t time_at(struct rerun *rerun, int64_t t)
{
	return awake_at(&rerun->awake, t);
}

static void look(struct rerun *rerun, enum rejoin_state state)
{
	if (state == REJOIN_WAITS)
		loop_at(rerun->deadline, awake_wait(&rerun->awake, rejoin_deadline(rerun->rejoin)));
	else
		loop_stop(rerun->loop);
}

/* size 0: the stream has ended.  */
static void got_words(struct rerun *rerun, const char *bytes, size_t size)
{
	int turn = rerun->rejoin ? rejoin_match(rerun->rejoin)->turn_count + 1 : 1;

	if (rerun->tool)
		rerun_report_prints(&rerun->report, turn, bytes, size);
	else if (rerun->options->show_stderr || !size)
		say_piece(&rerun->shown, bytes, size);
}

static void got_bytes(void *user, int64_t t, enum stream stream, const char *bytes, size_t size)
{
	struct rerun *rerun = user;

	if (stream == STREAM_STDERR) {
		got_words(rerun, bytes, size);
	} else if (!rerun->leaving) {
		look(rerun, rejoin_bytes(rerun->rejoin, time_at(rerun, t), rerun->games.seat, bytes, size));
	}
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
		loop_stop(rerun->loop);
	else
		look(rerun, rejoin_exited(rerun->rejoin, time_at(rerun, t), rerun->games.seat, ending));
}

static void got_stays(void *user, pid_t pid)
{
	(void)user;
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
	const struct setup *setup = &rerun->games.at[rerun->at].setup;
	struct launch named = {.command = recorded,
			       .own = setup_folder(setup),
			       .confined = match_confined(&rerun->call->match)};
	struct agent_sandbox sandbox;
	char *command = seed_command(&rejoin_match(rerun->rejoin)->setup, seat,
				     rerun->games.command ? rerun->games.command : recorded);
	struct agent_setup wanted = session_agent_setup(&rerun->call->match.session, setup, seat, &sandbox);
	char *problem = NULL;

	end_agent(rerun);
	rerun->dismissed = false;
	if (!rerun->games.command) /* an event may name another one than the table that was asked about */
		problem = vouch_program(&rerun->call->match, rerun->games.at[rerun->at].file, seat, &named,
					false);
	sandbox.alone = named.confined == CONFINED_ALONE;
	if (rerun->call->match.session.temp && !problem)
		rerun->folder = folder_temporary(&problem);
	wanted.directory = rerun->folder;
	wanted.command = command;
	wanted.under = rerun->tool;
	wanted.stderr_pipe = wanted.guarded = true;
	if (!problem)
		rerun->agent = agent_spawn(rerun->loop, &wanted, &events, rerun, &problem);
	free(command);
	if (rerun->agent) {
		if (!rerun->games.command)
			trust_remember(match_file_id(rerun->games.at[rerun->at].file), &named);
		rerun->started++;
		return;
	}
	rejoin_not_started(rerun->rejoin, time_at(rerun, loop_now()), seat, problem);
	rerun->not_started = problem;
}

/* The recorded process was told to leave here, or failed.  */
static void leave(void *user, int seat)
{
	struct rerun *rerun = user;

	(void)seat;
	rerun->dismissed = true;
	if (rerun->agent)
		agent_dismiss(rerun->agent, rerun->protocol->limits.goodbye);
}

static void write_to(void *user, int seat, const char *bytes, size_t size)
{
	struct rerun *rerun = user;

	(void)seat;
	if (rerun->agent)
		agent_write(rerun->agent, bytes, size);
}

static void answered(void *user, const struct rejoin_answer *answer)
{
	struct rerun *rerun = user;

	rerun_report_answer(&rerun->report, answer);
	progress_changed(rerun->progress);
}

static void waited(void *user, int events)
{
	struct rerun *rerun = user;

	(void)events;
	look(rerun, rejoin_time(rerun->rejoin, time_at(rerun, loop_now())));
}

static void interrupt(void *user, int events)
{
	struct rerun *rerun = user;

	(void)events;
	rerun->interrupted = true;
	loop_stop(rerun->loop);
}

/* ---- running ---- */

/* An agent that was told goodbye gets its grace.  */
static void dismiss(struct rerun *rerun, bool at_once)
{
	rerun->leaving = true;
	rerun->dismissed = !at_once;
	loop_at(rerun->deadline, INT64_MAX);
	if (rerun->agent)
		agent_dismiss(rerun->agent, at_once ? 0 : rerun->protocol->limits.goodbye);
	while (rerun->agent && !rerun->interrupted)
		loop_step(rerun->loop);
	end_agent(rerun);
	rerun->leaving = false;
}

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

/* Replays one game to it.  NULL, or what is wrong with the recording.  */
static char *tell(struct rerun *rerun)
{
	const struct rerun_game *game = &rerun->games.at[rerun->at];
	struct rejoin *before = rerun->rejoin;
	char *problem = NULL;
	enum rejoin_state state;

	if (before && !game->before)
		dismiss(rerun, !rejoin_match(before)->over);
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
	if (state == REJOIN_WAITS)
		loop_run(rerun->loop);
	rerun_report_ends(&rerun->report, rerun->rejoin);
	rerun->report.turns = rejoin_match(rerun->rejoin)->turn_count;
	return NULL;
}

static char *tell_all(struct rerun *rerun)
{
	char *problem = NULL;

	if (rerun->games.count > 1)
		rerun->progress = progress_new(rerun->loop, rerun_report_progress, &rerun->report);
	for (rerun->at = 0; !problem && rerun->at < rerun->games.count; rerun->at++) {
		problem = tell(rerun);
		if (problem || rerun->interrupted || rejoin_result(rerun->rejoin)->problem ||
		    rerun->report.at_gap)
			break;
	}
	progress_free(rerun->progress);
	rerun->progress = NULL;
	if (rerun->at == rerun->games.count)
		rerun->at--;
	dismiss(rerun, rerun->interrupted || (rerun->rejoin && (rejoin_result(rerun->rejoin)->problem ||
								!rejoin_match(rerun->rejoin)->over)));
	return problem;
}

static char *run(struct rerun *rerun)
{
	struct deadly deadly;
	char *problem;

	agent_adopt_orphans();
	rerun->loop = loop_new();
	rerun->deadline = loop_timer(rerun->loop, LOOP_LATER, waited, rerun);
	deadly = deadly_catch(rerun->loop, interrupt, rerun);
	problem = tell_all(rerun);
	agent_end_orphans();
	rerun->interrupted = rerun->interrupted || loop_is_interrupted();
	deadly_release(&deadly);
	loop_unwatch(rerun->deadline);
	loop_free(rerun->loop);
	return problem;
}

/* ---- telling ---- */

/* Prints the report.  Returns the exit status; *problem: NULL or what is wrong.  */
static int conclude(struct rerun *rerun, char **problem)
{
	const struct rerun_game *game = &rerun->games.at[rerun->at];
	const char *early = rejoin_result(rerun->rejoin)->problem;

	if (rerun->interrupted) {
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
	if (rerun_is_bad(&rerun->report))
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
	const struct rerun_game *first = &rerun->games.at[0];
	int status = RERUN_TROUBLE;

	rerun->protocol = protocol_named(first->setup.system);
	rerun->tool = rerun->call->match.session.valgrind ? AGENT_VALGRIND
		      : rerun->options->strace            ? AGENT_STRACE
							  : NULL;
	rerun->report.games = &rerun->games;
	rerun->report.all = rerun->options->all;
	rerun->report.json = rerun->call->json;
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

int check_rerun(struct runner_call *call, const struct rerun_options *options)
{
	struct rerun rerun = {.call = call, .options = options};
	char *problem = cpus_settle(&call->match);
	int status = RERUN_TROUBLE;

	if (!problem && call->match.session.valgrind && options->strace)
		problem = bytes_text("--valgrind and --strace cannot run the agent both: give one of them");
	if (!problem)
		problem = rerun_games_read(&rerun.games, call, options);
	if (!problem)
		status = rerun_games(&rerun, &problem);
	rerun_games_free(&rerun.games);
	return say_failure(problem, status);
}
