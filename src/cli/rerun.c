/* rerun.c - `ringside rerun`: a new build of an agent is told what the old one was told in a recorded match.
 *
 * Only the agent of one seat runs; everything else is replayed (rejoin.h).  Where it answers something else
 * than what was recorded that is told, and what was recorded stands.  */
#include "rerun_report.h"
#include "ringside/agent.h"
#include "ringside/bytes.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Exit status: as diff(1) has them, and those of DESIGN §9.  */
enum { RERUN_SAME = 0, RERUN_DIFFERS = 1, RERUN_TROUBLE = 2 };

enum { PAGE = 64 };

struct rerun {
	const struct invocation *invocation;
	struct match_file *file;
	int branch;         /* -1: the newest */
	struct setup setup; /* as the match began */
	struct setup last;  /* with those who sat there in the end */
	const char *command;
	const struct protocol *protocol;
	int seat;
	struct message page[PAGE]; /* good until the next one is read */
	int page_count, page_at;
	int64_t read;
	struct rejoin *rejoin;
	struct loop *loop;
	struct watch *deadline;
	struct agent *agent;
	int started; /* so many processes were */
	char *not_started;
	bool interrupted, leaving;
	struct rerun_report report;
};

/* ---- the process ---- */

static void look(struct rerun *rerun, enum rejoin_state state)
{
	if (state == REJOIN_WAITS)
		loop_at(rerun->deadline, rejoin_deadline(rerun->rejoin));
	else
		loop_stop(rerun->loop);
}

/* The bytes of a character that does nothing to a terminal but be seen; 0: it might.  */
static size_t harmless(const char *bytes, size_t size)
{
	size_t length = bytes_utf8_length(bytes, size);
	unsigned char byte = (unsigned char)*bytes;

	if (length == 1)
		return byte >= ' ' || byte == '\n' || byte == '\t' ? byte != 0x7f : 0;
	return length == 2 && byte == 0xc2 && (unsigned char)bytes[1] < 0xa0 ? 0 : length;
}

static void show_errors(const char *bytes, size_t size)
{
	size_t length;

	for (; size; bytes += length, size -= length) {
		length = isatty(STDERR_FILENO) ? harmless(bytes, size) : size;
		if (length) {
			fwrite(bytes, 1, length, stderr);
		} else {
			fprintf(stderr, "\\x%02x", (unsigned char)*bytes);
			length = 1;
		}
	}
}

static void got_bytes(void *user, int64_t t, enum stream stream, const char *bytes, size_t size)
{
	struct rerun *rerun = user;

	if (stream == STREAM_STDERR) {
		if (rerun->invocation->show_stderr)
			show_errors(bytes, size);
	} else if (!rerun->leaving) {
		look(rerun, rejoin_bytes(rerun->rejoin, t, rerun->seat, bytes, size));
	}
}

static void got_closed(void *user, int64_t t, enum stream stream)
{
	(void)user;
	(void)t;
	(void)stream; /* its end follows, or it does not answer */
}

static void got_exit(void *user, int64_t t, struct ending ending)
{
	struct rerun *rerun = user;

	agent_free(rerun->agent);
	rerun->agent = NULL;
	if (rerun->leaving) {
		loop_stop(rerun->loop);
		return;
	}
	look(rerun, rejoin_exited(rerun->rejoin, t, rerun->seat, ending));
}

/* ---- what the rejoining asks for ---- */

static bool next(void *user, struct message *message)
{
	struct rerun *rerun = user;

	if (rerun->page_at == rerun->page_count) {
		rerun->page_count =
			match_file_history(rerun->file, rerun->branch, rerun->read, PAGE, rerun->page);
		rerun->page_at = 0;
	}
	if (rerun->page_at == rerun->page_count)
		return false;
	*message = rerun->page[rerun->page_at++];
	rerun->read = message->n;
	return true;
}

static void spawn(void *user, int seat)
{
	static const struct agent_events events = {
		.bytes = got_bytes, .closed = got_closed, .exited = got_exit};
	struct rerun *rerun = user;
	/* Without a new build each process is the one that sat there then.  */
	const char *recorded = rejoin_match(rerun->rejoin)->setup.seat[seat].command;
	struct agent_setup wanted = {.command = rerun->invocation->word_count > 1 ? rerun->command : recorded,
				     .samples = rerun->protocol->samples,
				     .socket = rerun->protocol->uses_socket &&
					       rerun->protocol->uses_socket(&rerun->setup),
				     .stderr_pipe = true,
				     .end_ns = rerun->protocol->end_grace};
	char *problem = NULL;

	agent_free(rerun->agent);
	rerun->agent = agent_spawn(rerun->loop, &wanted, &events, rerun, &problem);
	if (rerun->agent) {
		rerun->started++;
		return;
	}
	rejoin_not_started(rerun->rejoin, loop_now(), seat, problem);
	rerun->not_started = problem;
}

/* It was told to leave, as the old one was, or the old one failed here.  */
static void leave(void *user, int seat)
{
	struct rerun *rerun = user;

	(void)seat;
	if (rerun->agent)
		agent_dismiss(rerun->agent, rerun->protocol->goodbye_grace);
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

	rerun_report_answer(&rerun->report, answer, rerun->invocation->json);
}

static void waited(void *user, int events)
{
	struct rerun *rerun = user;

	(void)events;
	look(rerun, rejoin_time(rerun->rejoin, loop_now()));
}

static void interrupt(void *user, int events)
{
	struct rerun *rerun = user;

	(void)events;
	rerun->interrupted = true;
	loop_stop(rerun->loop);
}

/* ---- running ---- */

/* Feeds it; NULL, or what is wrong with the recording.  */
static char *feed(struct rerun *rerun)
{
	static const struct rejoin_events events = {
		.next = next, .spawn = spawn, .leave = leave, .write = write_to, .answered = answered};
	enum rejoin_state state;
	char *problem = NULL;

	rerun->rejoin = rejoin_new(&rerun->setup, 1u << rerun->seat, &events, rerun, &problem);
	if (!rerun->rejoin)
		return problem;
	rejoin_try(rerun->rejoin, rerun->invocation->limit);
	state = rejoin_go(rerun->rejoin, loop_now());
	look(rerun, state);
	if (state == REJOIN_WAITS)
		loop_run(rerun->loop);
	return NULL;
}

/* Who has been told goodbye has its time for it.  */
static void dismiss(struct rerun *rerun, bool at_once)
{
	rerun->leaving = true;
	loop_at(rerun->deadline, INT64_MAX);
	if (!rerun->agent)
		return;
	agent_dismiss(rerun->agent, at_once ? 0 : rerun->protocol->goodbye_grace);
	while (rerun->agent && !rerun->interrupted)
		loop_step(rerun->loop);
	agent_free(rerun->agent);
	rerun->agent = NULL;
}

static char *run(struct rerun *rerun)
{
	static const int deadly[] = {SIGINT, SIGTERM, SIGHUP};
	enum { DEADLY = sizeof(deadly) / sizeof(deadly[0]) };
	struct watch *signals[DEADLY];
	char *problem;

	agent_adopt_orphans();
	rerun->loop = loop_new();
	rerun->deadline = loop_timer(rerun->loop, LOOP_LATER, waited, rerun);
	for (int i = 0; i < DEADLY; i++)
		signals[i] = loop_signal(rerun->loop, deadly[i], interrupt, rerun);
	problem = feed(rerun);
	dismiss(rerun, rerun->interrupted || (rerun->rejoin && (rejoin_problem(rerun->rejoin) ||
								!rejoin_match(rerun->rejoin)->over)));
	agent_end_orphans();
	for (int i = 0; i < DEADLY; i++)
		loop_unwatch(signals[i]);
	loop_unwatch(rerun->deadline);
	loop_free(rerun->loop);
	return problem;
}

/* ---- which seat, and what there is to feed ---- */

static bool is_agent(const struct rerun *rerun, int seat)
{
	return rerun->setup.seat[seat].kind == SEAT_AGENT || rerun->last.seat[seat].kind == SEAT_AGENT;
}

static char *which_seat(struct rerun *rerun)
{
	struct bytes text = {0};
	int agents = 0;

	if (rerun->invocation->seat != UNSAID) {
		rerun->seat = rerun->invocation->seat;
		if (is_agent(rerun, rerun->seat))
			return NULL;
		if (rerun->seat == SEAT_NONE)
			return bytes_text("--seat 0 is the game program, and %s has none",
					  rerun->setup.system);
		return bytes_text("%s on seat %d: there is no agent to run again",
				  rerun->setup.seat[rerun->seat].kind == SEAT_HUMAN ? "a person sat"
										    : "nobody sat",
				  rerun->seat);
	}
	for (int s = SEAT_1; s < SEATS; s++)
		if (is_agent(rerun, s)) {
			rerun->seat = s;
			agents++;
		}
	if (agents == 1)
		return NULL;
	bytes_add_text(&text, "which seat?");
	for (int s = SEAT_1; s < SEATS; s++)
		if (is_agent(rerun, s))
			bytes_addf(&text, "%s --seat %d (%s)", s == SEAT_1 ? "" : " or", s,
				   rerun->last.seat[s].name ? rerun->last.seat[s].name : "");
	return text.at;
}

/* Is there anything that was written to agents?  */
static bool was_told(struct match_file *file)
{
	struct message_query query = {.seats = 1u << SEAT_NONE | 1u << SEAT_1 | 1u << SEAT_2,
				      .channels = CHANNEL_ALL,
				      .directions = 1u << TO_AGENT,
				      .last = INT64_MAX};
	struct message message;

	return match_file_after(file, &query, 0, 1, &message) == 1;
}

/* NULL, or why this file cannot be run again.  */
static char *settle(struct rerun *rerun)
{
	const struct invocation *invocation = rerun->invocation;
	char *problem;

	if (!was_told(rerun->file))
		return bytes_text("%s: it has the moves of a match and not what agents were told: only a "
				  "match file (--record) has that",
				  invocation->words[0]);
	if (invocation->branch != UNSAID) {
		rerun->branch = invocation->branch;
		if (!match_file_show(rerun->file, rerun->branch))
			return bytes_text("%s: there is no branch %d", invocation->words[0], rerun->branch);
	}
	rerun->branch = match_file_shown(rerun->file);
	if (!match_file_setup(rerun->file, rerun->branch, &rerun->last))
		return bytes_text("%s", match_file_problem(rerun->file));
	match_file_agents(rerun->file, rerun->branch, &rerun->last);
	problem = which_seat(rerun);
	if (problem)
		return problem;
	rerun->command =
		invocation->word_count > 1 ? invocation->words[1] : rerun->last.seat[rerun->seat].command;
	rerun->protocol = protocol_named(rerun->setup.system);
	rerun->report.file = invocation->words[0];
	rerun->report.command = rerun->command;
	rerun->report.setup = &rerun->last;
	rerun->report.seat = rerun->seat;
	rerun->report.all = invocation->all;
	rerun->report.unfinished = match_file_is_written(rerun->file);
	return NULL;
}

/* ---- telling ---- */

static void print(struct rerun *rerun)
{
	json_t *object;

	if (!rerun->invocation->json) {
		rerun_report_print(&rerun->report);
		return;
	}
	object = rerun_report_json(&rerun->report);
	json_dumpf(object, stdout, JSON_COMPACT | JSON_REAL_PRECISION(9));
	putchar('\n');
	json_decref(object);
}

/* What is wrong goes to `problem`.  */
static int conclude(struct rerun *rerun, char **problem)
{
	const char *early = rejoin_problem(rerun->rejoin);

	if (rerun->interrupted) {
		*problem = bytes_text("interrupted: %d answers so far, %d differ", rerun->report.answered,
				      rerun->report.different);
		return EXIT_INTERRUPTED;
	}
	if (rerun->not_started) {
		*problem = bytes_text("%s", rerun->not_started);
		return EXIT_NOT_STARTED;
	}
	if (match_file_problem(rerun->file)) {
		*problem = bytes_text("%s", match_file_problem(rerun->file));
		return RERUN_TROUBLE;
	}
	if (rejoin_is_unplayable(rerun->rejoin)) {
		*problem = bytes_text("%s: %s", rerun->invocation->words[0], early);
		return RERUN_TROUBLE;
	}
	if (!rerun->started) {
		*problem = bytes_text("%s: no process was started on seat %d", rerun->invocation->words[0],
				      rerun->seat);
		return RERUN_TROUBLE;
	}
	rerun->report.early = early;
	print(rerun);
	if (early)
		fprintf(stderr, "ringside: %s: the rest was not tried\n", early);
	if (fflush(stdout) != 0) {
		*problem = bytes_text("stdout cannot be written");
		return RERUN_TROUBLE;
	}
	return early || rerun->report.different ? RERUN_DIFFERS : RERUN_SAME;
}

static int rerun_file(struct rerun *rerun, char **problem)
{
	int status = RERUN_TROUBLE;

	*problem = settle(rerun);
	if (!*problem)
		*problem = run(rerun);
	if (!*problem)
		status = conclude(rerun, problem);
	rejoin_free(rerun->rejoin);
	rerun_report_free(&rerun->report);
	free(rerun->not_started);
	return status;
}

int cli_rerun(struct invocation *invocation)
{
	struct rerun rerun = {.invocation = invocation, .branch = -1};
	char *problem = NULL;
	int status = RERUN_TROUBLE;

	rerun.file = match_file_import(invocation->words[0], &problem);
	cli_notice(rerun.file);
	if (rerun.file && match_file_setup(rerun.file, 0, &rerun.setup))
		status = rerun_file(&rerun, &problem);
	else if (rerun.file)
		problem = bytes_text("%s", match_file_problem(rerun.file));
	setup_free(&rerun.setup);
	setup_free(&rerun.last);
	match_file_close(rerun.file);
	if (problem)
		fprintf(stderr, "ringside: %s\n", problem);
	free(problem);
	return status;
}
