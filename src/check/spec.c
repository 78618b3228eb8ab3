/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* spec.c - `ringside check SYSTEM AGENT` without a suite: tries the cases of the system's document, each
 * with a fresh process.
 *
 * A case is a dialogue (spec_talk.c), or a whole game: that is played as `run` does, and each answer of the
 * agent is looked at.  A verdict that blames the agent breaks the case.  A fault that was forgiven only
 * warns.  */
#include "check.h"
#include "ringside/say.h"
#include "spec_run.h"
#include "suite.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* How many of its last messages are shown, and how many kinds of faults.  */
enum { SHOWN = 10, FAULTS_SHOWN = 5 };

struct spec_game {
	const struct spec_setup *setup;
	const struct spec_case *row;
	void *user;
	struct session *session;
	struct watch *timer;
	bool begun, ended, over;
};

static bool is_binary(const struct spec_game *game)
{
	return !*game->setup->spec->line_end;
}

/* ---- the end ---- */

/* The faults of the agent, a line each.  A move that needed the tolerance is none.  */
static int add_faults(struct match_file *file, int seat, struct bytes *text)
{
	struct message_query query = {
		.seats = 1u << seat, .channels = CHANNEL_BIT(CHANNEL_FAULT), .last = INT64_MAX};
	struct message messages[FAULTS_SHOWN];
	int count = match_file_after(file, &query, 0, FAULTS_SHOWN, messages), faults = 0;

	for (int i = 0; i < count; i++) {
		char *words = event_words(&messages[i]);

		if (messages[i].event.kind == EVENT_FAULT) {
			bytes_addf(text, "\nforgiven in a match: %s", words);
			faults++;
		}
		free(words);
	}
	return faults;
}

static void add_messages(const struct spec_game *game, struct match_file *file, struct spec_lines *lines)
{
	struct message_query query = {.seats = 1u << game->setup->seat,
				      .channels = CHANNEL_ALL & ~CHANNEL_BIT(CHANNEL_STDERR),
				      .directions = 1u << TO_AGENT | 1u << FROM_AGENT,
				      .last = INT64_MAX};
	struct message messages[SHOWN];
	int count = match_file_before(file, &query, INT64_MAX, SHOWN, messages);

	for (int i = 0; i < count; i++)
		spec_lines_add(lines, messages[i].direction == TO_AGENT ? "> " : "< ", messages[i].bytes,
			       messages[i].size, is_binary(game));
}

/* Was its first turn over before it had read a line?  Where nothing is awaited before that, as in qchess, its
 * start took that time.  */
static bool still_started(const struct spec_game *game, const struct match *match)
{
	int seat = game->setup->seat;
	const struct turn *turn;

	for (int n = 1; n <= match->turn_count; n++)
		if ((turn = match_turn(match, n)) && turn->seat == seat)
			return false;
	return strcmp(match->verdict.reason, REASON_TIMEOUT) == 0 && match->doing[seat].unread &&
	       setup_turn_limit(&match->setup, seat) < setup_start_limit(&match->setup, seat);
}

static enum case_result result_of(const struct spec_game *game, const struct match *match, int faults)
{
	const struct verdict *verdict = &match->verdict;
	/* Nobody is to blame for what a game program does.  */
	bool of_program = strcmp(verdict->reason, REASON_GAME) == 0 ||
			  (strcmp(verdict->reason, REASON_START) == 0 && verdict->blame == SEAT_NONE);

	if (game->setup->seat == SEAT_NONE ? of_program : verdict->blame == game->setup->seat)
		return still_started(game, match) || match_waiting_decided(match) ? CASE_INCONCLUSIVE
										  : spec_broken(game->row);
	if (verdict->blame != SEAT_NONE || strcmp(verdict->reason, REASON_INTERRUPTED) == 0 || of_program)
		return CASE_INCONCLUSIVE;
	return faults ? CASE_WARNED : CASE_PASSED;
}

/* What the process did when its time was over, on a line of its own.  */
static void add_doing(const struct spec_game *game, const struct match *match, struct bytes *text)
{
	const struct doing *doing = &match->doing[game->setup->seat];
	char *words = doing_words(doing, true);

	if (doing->kind != DOING_NOTHING)
		bytes_addf(text, "\nIt %s", words);
	free(words);
}

static void tell(struct spec_game *game)
{
	const struct match *match = session_match(game->session);
	struct match_file *file = session_whole_file(game->session);
	struct spec_lines lines = {.count = 0};
	struct bytes problem = {0};
	enum case_result result = CASE_INCONCLUSIVE;
	char *why = NULL;
	int faults;

	game->over = true;
	if (!match->over) {
		bytes_add_text(&problem, "the game was broken off");
	} else {
		bytes_addf(&problem, "the game ended: %s: %s", match->verdict.reason, match->verdict.detail);
		add_doing(game, match, &problem);
		faults = file ? add_faults(file, game->setup->seat, &problem) : 0;
		result = result_of(game, match, faults);
	}
	if (file && result != CASE_PASSED)
		add_messages(game, file, &lines);
	if (result != CASE_PASSED)
		why = spec_why(game->row, problem.at, &lines, true);
	bytes_free(&problem);
	bytes_free(&lines.text);
	game->setup->over(game->user, result, why);
}

/* ---- the game ---- */

/* Seats the others.  NULL, or a problem.  */
static char *settle(const struct spec_game *game, struct setup *setup)
{
	const struct protocol *protocol = game->setup->protocol;
	const struct option_row *program = protocol_option(protocol, OPTION_COMMAND);
	char *problem = spec_setup_copy(game->setup, game->row, setup);

	if (program)
		setup_seat(setup, SEAT_NONE, setup_text(setup, program), protocol->bundle->samples);
	if (*game->row->rival)
		setup_seat(setup, game->setup->seat + 1, game->row->rival, protocol->bundle->samples);
	if (game->row->both)
		setup_seat(setup, SEAT_2, game->row->rival, protocol->bundle->samples);
	return problem;
}

static void changed(void *user)
{
	(void)user;
}

static void told_verdict(void *user, const struct match *match)
{
	(void)user;
	(void)match;
}

static void ended(void *user)
{
	struct spec_game *game = user;

	game->ended = true;
	loop_at(game->timer, loop_now());
}

static void begin_game(struct spec_game *game)
{
	static const struct session_events events = {
		.changed = changed, .verdict = told_verdict, .ended = ended};
	struct session_setup session = game->setup->session;
	char *problem;
	int status;

	problem = settle(game, &session.setup);
	session.record = "";
	if (!problem)
		game->session = session_play(game->setup->loop, &session, &events, game, &problem, &status);
	setup_free(&session.setup);
	if (game->session)
		return;
	game->over = true;
	game->setup->unstarted(game->user, problem);
}

static void go_on(void *user, int events)
{
	struct spec_game *game = user;

	(void)events;
	if (!game->begun) {
		game->begun = true;
		begin_game(game);
	} else if (game->ended && !game->over) {
		tell(game);
	}
}

/* ---- the check ---- */

/* At a case; at most one of the others is there.  */
struct attempt {
	const struct spec_case *row;
	struct spec_talk *talk;
	struct spec_game *game;
};

struct spec_check {
	struct spec_setup setup;
	const struct check_options *options;
	struct spec_run run;
	struct attempt *attempts; /* one for each trial */
};

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
	const char *only = check->options->only;
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

struct spec_game *spec_game_new(const struct spec_setup *setup, const struct spec_case *row, void *user)
{
	struct spec_game *game = bytes_new(sizeof(*game));

	*game = (struct spec_game){.setup = setup, .row = row, .user = user};
	game->timer = loop_timer(setup->loop, LOOP_LATER, go_on, game);
	loop_at(game->timer, loop_now());
	return game;
}

const struct match *spec_game_match(const struct spec_game *game)
{
	return session_match(game->session);
}

struct match_file *spec_game_file(struct spec_game *game)
{
	return session_whole_file(game->session);
}

void spec_game_free(struct spec_game *game)
{
	if (!game)
		return;
	session_free(game->session);
	loop_unwatch(game->timer);
	free(game);
}

int check_list_spec(const struct match_options *match, const char *only)
{
	const struct spec *spec = match->protocol->tools->spec;

	if (!spec)
		return say_failure(no_cases(match->protocol), EXIT_USAGE);
	list(spec, only);
	if (spec->program) {
		say("of a game program:\n");
		list(spec->program, only);
	}
	return say_finish();
}

int check_spec(const struct check_call *call, const struct check_options *options)
{
	struct spec_check check = {
		.options = options,
		.setup = {.protocol = call->match->protocol,
			  .session = call->match->session,
			  .over = spec_over,
			  .unstarted = spec_unstarted},
		.run = {.call = call, .options = options, .user = &check, .begin = begin, .finish = finish}};
	char *problem;
	int status = EXIT_USAGE;

	if (!check.setup.protocol->tools->spec)
		return say_failure(no_cases(check.setup.protocol), EXIT_USAGE);
	if (options->runs_said)
		return say_failure(bytes_text("--runs is for the cases of a suite: add --suite FILE"),
				   EXIT_USAGE);
	problem = spec_settle(call, &check.setup);
	if (!problem)
		problem = choose(&check);
	if (!problem)
		status = spec_run(&check.run);
	free(check.run.trials);
	free(check.attempts);
	call->match->session = check.setup.session; /* its texts */
	return say_failure(problem, status);
}
