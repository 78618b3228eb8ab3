/* run.c - `ringside run`: matches without a screen, one line a game.  */
#include "players.h"
#include "ringside/bytes.h"
#include <errno.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct run {
	struct invocation *invocation;
	struct loop *loop;
	struct session *session;
	int wins[SEATS], draws, without;
	bool interrupted;
	bool problem_told; /* of the match file */
	int unwritten;     /* errno: what was printed went nowhere */
};

static json_t *score(const struct verdict *verdict)
{
	double first = verdict->winner == SEAT_1 ? 1 : verdict->winner == WINNER_DRAW ? 0.5 : 0;
	double second = verdict->winner == SEAT_2 ? 1 : verdict->winner == WINNER_DRAW ? 0.5 : 0;

	return json_pack("[f,f]", first, second);
}

/* Names and details hold what agents said, which need not be UTF-8.  */
static json_t *text(const char *from)
{
	char *escaped;
	json_t *string = json_string(from);

	if (string)
		return string;
	escaped = bytes_escaped(from, strlen(from));
	string = json_string(escaped);
	free(escaped);
	return string;
}

static void print_json(const struct match *match, double seconds)
{
	const struct verdict *verdict = &match->verdict;
	json_t *object = json_object();

	json_object_set_new(object, "game", json_integer(match->setup.game));
	json_object_set_new(object, "system", json_string(match->setup.system));
	json_object_set_new(object, "winner",
			    verdict->winner == WINNER_NONE ? json_null() : json_integer(verdict->winner));
	json_object_set_new(object, "reason", json_string(verdict->reason));
	json_object_set_new(object, "detail", text(verdict->detail));
	json_object_set_new(object, "blame", verdict->blame ? json_integer(verdict->blame) : json_null());
	json_object_set_new(object, "moves", json_integer(match->turn_count));
	json_object_set_new(object, "score", score(verdict));
	json_object_set_new(
		object, "names",
		json_pack("[o,o]", text(match->setup.seat[1].name), text(match->setup.seat[2].name)));
	json_object_set_new(object, "seconds", json_real(seconds));
	json_dumpf(object, stdout, JSON_COMPACT | JSON_REAL_PRECISION(9));
	putchar('\n');
	json_decref(object);
}

static void tell_problem(struct run *run)
{
	const char *problem = run->session ? session_file_problem(run->session) : NULL;

	if (problem && !run->problem_told)
		fprintf(stderr, "ringside: %s\n", problem);
	run->problem_told = problem != NULL;
}

static void told_verdict(void *user, const struct match *match)
{
	struct run *run = user;
	double seconds = (double)match->ended_ns / NS_PER_S;
	char *words;

	if (match->verdict.winner > 0)
		run->wins[match->verdict.winner]++;
	else if (match->verdict.winner == WINNER_DRAW)
		run->draws++;
	else
		run->without++;
	if (run->invocation->json) {
		print_json(match, seconds);
	} else {
		words = verdict_words(match);
		printf("game %d: %s, %d moves, %.3f s\n", match->setup.game, words, match->turn_count,
		       seconds);
		free(words);
	}
	tell_problem(run);
	if (fflush(stdout) != 0 && run->session && !run->unwritten) {
		run->unwritten = errno;
		session_end(run->session);
	}
}

static void ended(void *user)
{
	struct run *run = user;

	tell_problem(run);
	loop_stop(run->loop);
}

static void interrupt(void *user, int events)
{
	struct run *run = user;

	(void)events;
	run->interrupted = true;
	session_end(run->session);
}

static void print_sum(const struct run *run)
{
	const struct setup *setup = &session_match(run->session)->setup;

	fprintf(stderr, "%s %d, %s %d, draws %d", setup->seat[1].name, run->wins[1], setup->seat[2].name,
		run->wins[2], run->draws);
	fprintf(stderr, run->without ? ", without a winner %d\n" : "\n", run->without);
}

int cli_run(struct invocation *invocation)
{
	static const int deadly[] = {SIGINT, SIGTERM, SIGHUP};
	enum { DEADLY = sizeof(deadly) / sizeof(deadly[0]) };
	struct session_events events = {.verdict = told_verdict, .ended = ended};
	struct run run = {.invocation = invocation};
	struct watch *signals[DEADLY];
	char *problem = NULL;
	int status = EXIT_VERDICT;

	for (int s = SEAT_1; s <= SEAT_2; s++) {
		problem = cli_seat(&invocation->session.setup, s, invocation->words[s - 1]);
		if (!problem && invocation->session.setup.seat[s].kind == SEAT_HUMAN)
			problem = bytes_text("a person needs a screen: ringside play");
		if (problem) {
			fprintf(stderr, "ringside: player %d: %s\n", s, problem);
			free(problem);
			return EXIT_USAGE;
		}
	}
	invocation->session.games = invocation->games;
	if (invocation->games > 1)
		setup_set(&invocation->session.setup, "tournament", "yes");
	invocation->session.record = invocation->record;
	run.loop = loop_new();
	for (int i = 0; i < DEADLY; i++)
		signals[i] = loop_signal(run.loop, deadly[i], interrupt, &run);
	run.session = session_play(run.loop, &invocation->session, &events, &run, &problem, &status);
	if (run.session) {
		loop_run(run.loop);
		if (invocation->games > 1)
			print_sum(&run);
		if (run.unwritten)
			fprintf(stderr, "ringside: stdout cannot be written: %s\n", strerror(run.unwritten));
		session_free(run.session);
		status = run.interrupted ? EXIT_INTERRUPTED : run.unwritten ? EXIT_CANNOT_RUN : EXIT_VERDICT;
	} else {
		fprintf(stderr, "ringside: %s\n", problem);
		free(problem);
	}
	for (int i = 0; i < DEADLY; i++)
		loop_unwatch(signals[i]);
	loop_free(run.loop);
	return status;
}
