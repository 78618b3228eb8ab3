/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* check.c - `ringside check`: chooses how an agent is tried, runs its trials, several at once, each with
 * fresh processes, and tries the cases of the system's document, or its twins.
 *
 * A trial begins when the one that it needs has passed.  */
#include "check.h"

#include "ringside/bytes.h"
#include "ringside/cores.h"
#include "ringside/say.h"
#include "ringside/setup.h"
#include "ringside/sh_words.h"
#include "ringside/twins.h"
#include "runner/plan.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- trials ---- */

/* For an answer of an agent that is told a shorter limit: only one case says that it has to keep that. And
 * for one that is told none: a longer limit of the system is for thinkers, and each case that nobody answers
 * would last as long.  */
#define PATIENCE      ((int64_t)5 * NS_PER_S)
#define PATIENCE_MOST ((int64_t)20 * NS_PER_S)

/* A case to be tried.  */
struct spec_trial {
	const char *group, *name;
	const struct spec_trial *needs; /* the one above it that has to pass first; NULL: none */
	bool needs_end;                 /* of that one: it need not pass */
	struct spec_try *try;           /* spec_run() frees it when it is over */

	/* Of spec_run() alone.  */
	struct spec_run *run;
	enum { TRIAL_WAITS, TRIAL_RUNS, TRIAL_ENDED, TRIAL_TOLD } progress;
	int place;               /* in the pool; -1: it has not begun */
	enum case_result result; /* when it has ended */
	char *why;
	int64_t began, took; /* ns */
};

struct spec_run {
	struct runner_call *call;
	const struct check_options *options;
	struct spec_trial *trials;
	int count;
	void *user;
	/* Begins the i-th trial.  Its end is told to spec_over() or spec_unstarted(), with the trial.  */
	void (*begin)(void *user, int i, struct spec_trial *trial);
	/* Frees what that needs: when the trial was told, and once more when all are over (`all`), also if it
	   was never begun.  NULL: nothing.  */
	void (*finish)(void *user, int i, bool all);

	/* Of spec_run() alone.  */
	struct case_report *report;
	struct pool pool;
};

static void settle(struct spec_trial *trial, enum case_result result, char *why)
{
	trial->result = result;
	trial->why = why;
	trial->progress = TRIAL_ENDED;
}

static void spec_over(void *user, enum case_result result, char *why)
{
	struct spec_trial *trial = user;

	trial->took = loop_now() - trial->began;
	settle(trial, result, why);
	pool_wake(&trial->run->pool); /* it may not be freed here */
}

static void spec_unstarted(void *user, char *problem)
{
	pool_stop(&((struct spec_trial *)user)->run->pool, problem, EXIT_NOT_TRIED);
	spec_over(user, CASE_SKIPPED, NULL);
}

/* Settles a trial that can never begin.  True: it can begin now.  */
static bool is_ready(struct spec_trial *trial)
{
	const struct spec_trial *before = trial->needs;

	if (trial->progress != TRIAL_WAITS || (before && before->progress < TRIAL_ENDED))
		return false;
	if (!before || before->result == CASE_PASSED || trial->needs_end)
		return true;
	settle(trial, CASE_SKIPPED, bytes_text("it needs the case %s, which has not passed", before->name));
	pool_wake(&trial->run->pool);
	return false;
}

static bool begin(void *user, int place)
{
	struct spec_run *run = user;

	for (int i = 0; i < run->count; i++) {
		struct spec_trial *trial = &run->trials[i];

		if (!is_ready(trial))
			continue;
		trial->progress = TRIAL_RUNS;
		trial->place = place;
		trial->began = loop_now();
		case_report_begin(run->report, i, trial->name);
		run->begin(run->user, i, trial);
		return true;
	}
	return false;
}

/* Tells what has ended: its place is free then.  */
static void wakes(void *user)
{
	struct spec_run *run = user;

	for (int i = 0; i < run->count; i++) {
		struct spec_trial *trial = &run->trials[i];
		struct case_told told = {.group = trial->group,
					 .name = trial->name,
					 .result = trial->result,
					 .ns = trial->took,
					 .why = trial->why};

		if (trial->progress != TRIAL_ENDED)
			continue;
		if (trial->place >= 0)
			pool_release(&run->pool, trial->place);
		spec_try_free(trial->try);
		trial->try = NULL;
		if (run->finish)
			run->finish(run->user, i, false);
		trial->progress = TRIAL_TOLD;
		if (!run->pool.problem)
			case_report_add(run->report, i, &told);
	}
}

static char *progress(const void *user)
{
	return case_report_progress(((const struct spec_run *)user)->report);
}

/* ---- public ---- */

/* Runs all trials.  Returns the exit status.  */
static int spec_run(struct spec_run *run)
{
	const struct pool_setup setup = {.begin = begin, .wakes = wakes, .progress = progress, .user = run};
	int most = run->call->series.concurrency_said ? run->call->series.concurrency : cores_usable();
	char *problem = NULL;
	int status;

	run->report = case_report_new(run->call, run->options, run->count, &problem);
	if (!run->report)
		return say_failure(problem, EXIT_USAGE);
	for (int i = 0; i < run->count; i++) {
		run->trials[i].run = run;
		run->trials[i].took = run->trials[i].place = -1;
	}
	pool_open(&run->pool, &setup);
	pool_run(&run->pool, most);
	for (int i = 0; i < run->count; i++) {
		spec_try_free(run->trials[i].try);
		if (run->finish)
			run->finish(run->user, i, true);
		free(run->trials[i].why);
	}
	problem = pool_problem(&run->pool, &status);
	pool_close(&run->pool);
	return case_report_end(run->report, problem, status);
}

/* Seats the agent of the command line, or without one its game program, and sets the limits that it is told.
 * NULL, or a problem for people; the caller frees.  */
static char *spec_settle(struct runner_call *call, struct spec_setup *spec)
{
	struct setup *setup = &spec->session.setup;
	int count = call->word_count;
	char *problem = players_seat(setup, (const char *const *)call->words, count, call->match.own);
	bool limited = match_said(&call->match, &option_turn_time), hangs;
	int64_t told, *limit;

	spec->seat = count ? SEAT_1 : SEAT_NONE;
	spec->spec = count ? spec->protocol->tools->spec : spec->protocol->tools->spec->program;
	told = spec->spec->turn_limit;
	if (!problem)
		problem = cpus_take_own(setup, spec->session.cpus);
	if (!problem && setup->seat[spec->seat].kind != SEAT_AGENT)
		problem = bytes_text("a person cannot be checked: name a program");
	if (told && !limited)
		setup->turn_limit = told;
	hangs = !count || !setup->turn_limit;
	limit = hangs ? &setup->hang_limit : &setup->turn_limit;
	if (!match_said(&call->match, hangs ? &option_hang_time : &option_turn_time) &&
	    *limit > PATIENCE_MOST)
		*limit = PATIENCE_MOST;
	spec->patience = hangs              ? setup->hang_limit
			 : told && !limited ? PATIENCE
					    : setup->turn_limit + setup->tolerance;
	return problem;
}

/* ---- the cases of a system's document ---- */

/* ---- twins ----
 *
 * `ringside check SYSTEM AGENT --twins` plays games, and tells their positions to fresh processes
 * in each way that the system knows (ringside/twins.h).
 *
 * The first trial of a game plays it, and the second one tells it as it was: if that process answers
 * otherwise, the other ways need more proof.
 *
 * An answer that differs is no finding yet. The agent may use chance: so the game is told once more as it
 * was, and the same positions once more in this way, in turn.  Only if each gives its own answer again and
 * again is it the way that makes the difference.  Else nobody can tell of this position, and the next one is
 * told.  */

#define FIX                                                                                                  \
	"Usual causes: chance (give it {seed} in its command); a depth that follows the time "               \
	"(--turn-time); "                                                                                    \
	"in Python the order of a set (--seat-option 1:env=PYTHONHASHSEED=0); memory that was never "        \
	"written "                                                                                           \
	"(--valgrind)."
#define SEED "Seed it anew for each position."
#define BUSY "Try fewer cases at a time (--concurrency), or when less runs beside them."

/* Agents often take the second in which they start as a seed.  Later ones have another.  */
#define ANOTHER_SECOND ((int64_t)1100 * NS_PER_MS)

enum {
	CONFIRMED = 2, /* so often each ... */
	DOUBTED = 8,   /* ... of an agent that has not answered the same when told the same */
	SEEDS = 3      /* others that are tried */
};

enum state {
	TELLS,       /* the dialogues of the way */
	TELLS_SEED,  /* the game as it was, with another seed */
	TELLS_GAME,  /* the game as it was */
	TELLS_AGAIN, /* the dialogue whose answer differed */
};

/* How many messages are read at once.  */
enum { MESSAGES = 256 };

#define GAME "game"

struct game {
	int number; /* from 1 */
	char *name; /* for people; owned */
	struct spec_setup setup;
	struct spec_case row;
	int left;                 /* trials that were not told yet */
	struct spec_try *played;  /* stays until all of them were; NULL then */
	int64_t began;            /* its first process, by loop_now() */
	struct twins_game record; /* its messages and their bytes are owned */
};

/* A way to tell the positions of a game.  */
struct twins_try {
	const struct game *game;
	const struct twin_way *way;
	char *command; /* what is told so, the options'; NULL: the agent */
	void *user;
	struct watch *timer;
	struct spec_setup talks; /* what the talks are given */
	struct spec_case row;
	struct bytes steps; /* of the talk */
	struct spec_try *talk;
	enum state state;
	bool ended; /* the talk has */
	enum case_result result;
	char *why; /* of the talk; owned */
	int next;  /* dialogue of the way */
	int told;  /* dialogues */
	int needed, rounds;
	int seeds;
	char *seeded; /* the command with another seed; owned */
	/* What differed: the number of the dialogue, the turn (0: before the first), how, and both dialogues.
	   Owned.  */
	int differs, turn;
	char *how, *lines, *game_lines;
	int unsure;   /* dialogues of which nobody can tell */
	char *doubts; /* of the first of them; owned */
	bool over;
};

/* ---- a way to tell the positions: its end ---- */

/* Takes over `why`.  */
static void end(struct twins_try *try, enum case_result result, char *why)
{
	try->over = true;
	try->game->setup.over(try->user, result, why);
}

static char *turn_words(const struct twins_try *try)
{
	return try->turn ? bytes_text("turn %d", try->turn) : bytes_text("before the first turn");
}

static void forget_difference(struct twins_try *try)
{
	free(try->how);
	free(try->lines);
	free(try->game_lines);
	try->how = try->lines = try->game_lines = NULL;
	try->rounds = try->seeds = 0;
	try->state = TELLS;
}

/* Nobody can tell of this position, so the next one is told.  `advice`: how somebody could.  */
static void pass_over(struct twins_try *try, const char *how, const char *advice)
{
	FREED char *turn = turn_words(try);

	if (!try->unsure++)
		try->doubts = bytes_text("%s: %s\n%s So nobody can tell.\n%s", turn, try->how, how, advice);
	forget_difference(try);
}

static void end_by_finding(struct twins_try *try)
{
	FREED char *turn = turn_words(try);
	const char *cause = try->command
				    ? "Both answer so again and again."
				    : "It answers so again and again. It follows this way wrongly, or keeps "
				      "something that it should forget.";

	end(try, CASE_FAILED,
	    bytes_text("%s, told %s: %s\nas in the game:\n%stold %s:\n%s%s", turn, try->way->words, try->how,
		       try->game_lines, try->way->words, try->lines, cause));
}

static void end_by_remark(struct twins_try *try)
{
	FREED char *turn = turn_words(try);

	end(try, CASE_WARNED,
	    bytes_text("%s, told %s: %s\n"
		       "A right agent may differ here: %s.",
		       turn, try->way->words, try->how, try->way->remark));
}

/* ---- its dialogues ---- */

static void talked(void *user, enum case_result result, char *why)
{
	struct twins_try *try = user;

	try->ended = true;
	try->result = result;
	try->why = why;
	loop_at(try->timer, loop_now()); /* the talk may not be freed here */
}

static void unstarted(void *user, char *problem)
{
	struct twins_try *try = user;

	try->over = true;
	try->game->setup.unstarted(try->user, problem);
}

static void talk(struct twins_try *try, enum state state)
{
	try->state = state;
	try->talks = try->game->setup;
	try->talks.over = talked;
	try->talks.unstarted = unstarted;
	if (state == TELLS_SEED)
		try->talks.session.setup.seat[SEAT_1].command = try->seeded;
	else if (state != TELLS_GAME && try->command)
		try->talks.session.setup.seat[SEAT_1].command = try->command;
	try->row = (struct spec_case){.name = try->way->name, .steps = try->steps.at};
	try->talk = spec_try_new(&try->talks, &try->row, try);
}

static bool tell(struct twins_try *try, const struct twin_way *way, int n)
{
	bytes_free(&try->steps);
	return way->tell(&try->game->record, n, way->manner, &try->steps);
}

/* Cuts the steps behind the answer of the turn.  */
static void cut_behind_turn(struct twins_try *try)
{
	char *turn = bytes_text("\nturn %d\n", try->turn), *at = strstr(try->steps.at, turn);

	at = at && try->turn ? strstr(at, "\n= ") : NULL;
	if (at && (at = strchr(at + 1, '\n'))) {
		try->steps.size = (size_t)(at + 1 - try->steps.at);
		at[1] = '\0';
	}
	free(turn);
}

/* The command with this number behind --seed; NULL: it has none.  The caller frees.  */
static char *seeded_otherwise(const char *command, int seed)
{
	static const char option[] = "--seed";
	const char *at = strstr(command, option);
	size_t digits;

	at = at && strchr(" =", at[strlen(option)]) ? at + strlen(option) + 1 : NULL;
	digits = at ? strspn(at, "0123456789") : 0;
	return digits ? bytes_text("%.*s%d%s", (int)(at - command), command, seed, at + digits) : NULL;
}

/* The agent's command with another seed, the n-th; NULL: it has none.  The caller frees.  */
static char *command_seeded(const struct twins_try *try, int n)
{
	struct setup setup = try->game->setup.session.setup;
	char *command = seed_command(&setup, SEAT_1, setup.seat[SEAT_1].command), *other;

	setup.seed = seed_mixed(setup.seed + (uint64_t)n);
	other = seed_command(&setup, SEAT_1, setup.seat[SEAT_1].command);
	if (strcmp(command, other) == 0) { /* no {seed}, but perhaps a number */
		free(other);
		other = seeded_otherwise(command, n);
	}
	free(command);
	return other;
}

/* All of the game once more, with another seed: any answer may follow from it.  False: it has none, or enough
   were tried.  */
static bool talk_with_seed(struct twins_try *try)
{
	free(try->seeded);
	try->seeded = try->seeds++ < SEEDS ? command_seeded(try, try->seeds) : NULL;
	if (try->seeded) {
		tell(try, &try->game->setup.protocol->tools->twins->ways[0], 0);
		talk(try, TELLS_SEED);
	}
	return try->seeded != NULL;
}

/* Has it thought for a good part of the time that it was told?  Then its depth may depend on the time.  */
static bool thinks_long(const struct twins_try *try)
{
	enum { PART = 8 };
	const struct match *match = try->game->record.match;
	int64_t limit = setup_turn_limit(&try->game->setup.session.setup, SEAT_1);
	const struct turn *turn;

	if (!try->game->setup.spec->turn_limit || !limit)
		return false; /* it is told no time, or that it has no limit */
	for (int n = 1; n <= match->turn_count; n++)
		if ((turn = match_turn(match, n)) && turn->seat == SEAT_1 && turn->cpu_ns > limit / PART)
			return true;
	return false;
}

/* ---- what comes of them ---- */

static void talk_next(struct twins_try *try)
{
	while (tell(try, try->way, try->next++))
		if (try->steps.size && strstr(try->steps.at, "\n= ")) {
			try->told++;
			talk(try, TELLS);
			return;
		}
	if (try->unsure && try->told > 1)
		end(try, CASE_INCONCLUSIVE,
		    bytes_text("%s\n%d of %d positions skipped so; it answers the same in the others.",
			       try->doubts, try->unsure, try->told));
	else if (try->unsure)
		end(try, CASE_INCONCLUSIVE, bytes_text("%s", try->doubts));
	else if (try->told)
		end(try, CASE_PASSED, NULL);
	else
		end(try, CASE_SKIPPED, bytes_text("no position of this game can be told so"));
}

/* The answer of the dialogue differs.  Takes over `why`.  */
static void differ(struct twins_try *try, char *why)
{
	try->how = why;
	try->lines = spec_try_lines(try->talk);
	try->turn = spec_try_turn(try->talk);
	try->differs = try->next - 1;
	if (try->way == try->game->setup.protocol->tools->twins->ways)
		pass_over(try, "Told the same, a new process does not answer as in the game.", FIX);
	else if (try->way->remark)
		end_by_remark(try);
	else if (thinks_long(try))
		pass_over(try, "It has thought long in this game: its depth may depend on the time.", FIX);
	else
		loop_at(try->timer, try->game->began + ANOTHER_SECOND);
}

/* The talk itself is inconclusive: the agent got no core.  */
static void doubt(struct twins_try *try, char *why)
{
	if (!try->how)
		try->turn = spec_try_turn(try->talk);
	free(try->how);
	try->how = why;
	pass_over(try, "That says nothing of its answer.", BUSY);
}

/* Goes on with the talk that has ended.  Takes over `why`.  */
static void take(struct twins_try *try, char *why)
{
	bool passed = try->result == CASE_PASSED;

	if (try->result == CASE_INCONCLUSIVE) {
		doubt(try, why);
		return;
	}
	switch (try->state) {
	case TELLS:
		if (passed)
			break;
		if (try->result == CASE_SKIPPED)
			end(try, CASE_SKIPPED, why);
		else
			differ(try, why);
		return;
	case TELLS_SEED:
		if (!passed)
			pass_over(try,
				  "With another seed it answers otherwise: it may use the numbers "
				  "of its seed in another order here.",
				  SEED);
		break;
	case TELLS_GAME:
		free(try->game_lines);
		try->game_lines = spec_try_lines(try->talk);
		if (!passed)
			pass_over(try, "Told as in the game, it does not always answer so.", FIX);
		break;
	case TELLS_AGAIN:
		if (!why || strcmp(why, try->how) != 0)
			pass_over(try, "Told this way again, it has answered otherwise again.", FIX);
		else if (++try->rounds == try->needed)
			end_by_finding(try);
		break;
	}
	free(why);
}

/* After the talk of this state has passed.  */
static void talk_on(struct twins_try *try, enum state state)
{
	if (state == TELLS && !try->how) {
		talk_next(try);
	} else if (state == TELLS_GAME) {
		tell(try, try->way, try->differs);
		talk(try, TELLS_AGAIN);
	} else if (state == TELLS_AGAIN || !talk_with_seed(try)) {
		tell(try, try->game->setup.protocol->tools->twins->ways, 0);
		cut_behind_turn(try);
		talk(try, TELLS_GAME);
	}
}

static void go_on(void *user, int events UNUSED)
{
	struct twins_try *try = user;
	bool differed = try->how != NULL;
	char *why = try->why;

	if (try->over)
		return;
	if (try->ended) {
		try->ended = false;
		try->why = NULL;
		take(try, why);
		spec_try_free(try->talk);
		try->talk = NULL;
		if (try->over || (try->how && !differed))
			return; /* in the latter case it goes on in another second */
	}
	talk_on(try, try->state);
}

/* `doubted`: the agent has not answered as in the game when it was told the same, so a difference needs more
 * proof.  As spec_try_new() it calls back from the loop, at most once, and must not be freed from within
 * that; its game and command outlive it.  */
static struct twins_try *try_new(const struct game *game, const struct twin_way *way, char *command,
				 bool doubted, void *user)
{
	struct twins_try *try = bytes_new(sizeof(*try));

	*try = (struct twins_try){.game = game, .way = way, .command = command, .user = user};
	try->needed = doubted ? DOUBTED : CONFIRMED;
	try->timer = loop_timer(game->setup.loop, LOOP_LATER, go_on, try);
	loop_at(try->timer, loop_now());
	return try;
}

static void try_free(struct twins_try *try)
{
	if (!try)
		return;
	spec_try_free(try->talk);
	loop_unwatch(try->timer);
	bytes_free(&try->steps);
	free(try->why);
	free(try->how);
	free(try->seeded);
	free(try->lines);
	free(try->game_lines);
	free(try->doubts);
	free(try);
}

/* What a trial tries.  */
struct place {
	struct game *game;
	const struct twin_way *way; /* NULL: plays the game */
	struct twins_try *try;
};

struct twins_check {
	struct runner_call *call;
	const struct check_options *options;
	int game_count;
	const struct protocol *protocol;
	struct spec_setup setup;
	struct spec_run run;
	struct twin_way other; /* of --twin */
	const struct twin_way **ways;
	int way_count;
	struct place *places; /* one for each trial */
	struct game *games;
};

/* ---- a game that was played ---- */

static void take_messages(struct game *game)
{
	struct message_query query = {.seats = 1u << SEAT_1,
				      .channels = CHANNEL_ALL & ~CHANNEL_BIT(CHANNEL_STDERR),
				      .directions = 1u << TO_AGENT | 1u << FROM_AGENT,
				      .last = INT64_MAX};
	struct match_file *file = session_whole_file(spec_try_session(game->played));
	struct message *read = bytes_new(MESSAGES * sizeof(*read)), *kept = NULL;
	int64_t after = 0;
	int count = 0, more;

	while (file && (more = match_file_after(file, &query, after, MESSAGES, read)) > 0) {
		kept = bytes_resized(kept, (size_t)(count + more) * sizeof(*kept));
		for (int i = 0; i < more; i++) {
			kept[count] = read[i];
			kept[count].bytes = bytes_copy(read[i].bytes, read[i].size);
			after = kept[count++].n;
		}
	}
	free(read);
	game->record = (struct twins_game){
		.match = session_match(spec_try_session(game->played)), .messages = kept, .count = count};
}

static void forget(struct game *game)
{
	for (int i = 0; i < game->record.count; i++)
		free(game->record.messages[i].bytes);
	free((struct message *)game->record.messages);
	game->record = (struct twins_game){.count = 0};
	spec_try_free(game->played);
	game->played = NULL;
}

/* ---- trials ---- */

/* Those that the agent got from the command line.  */
static void add_settings(struct bytes *text, const struct seat_settings *settings)
{
	for (int i = 0; i < SEAT_SETTINGS; i++) {
		const char *at = i == SEAT_INFO || i == SEAT_OPTION
					 ? NULL
					 : settings->text[i]; /* they are options, too */

		while (at && *at) { /* a line for each variable */
			FREED char *value = bytes_copy(at, strcspn(at, "\n"));
			FREED char *whole = bytes_text("%d:%s=%s", SEAT_1, seat_setting_rows[i].name, value);
			FREED char *quoted = sh_words_quoted(whole);

			bytes_addf(text, " --seat-option %s", quoted);
			at += strlen(value) + (at[strlen(value)] == '\n');
		}
	}
}

void check_add_options(struct bytes *text, const struct runner_call *call, const struct setup *setup)
{
	char *quoted;

	if (match_said(&call->match, &option_seed))
		bytes_addf(text, " --seed %" PRIu64, setup->seed);
	if (match_said(&call->match, &option_turn_time))
		bytes_addf(text, " --turn-time %" PRId64 "ms", setup->turn_limit / NS_PER_MS);
	for (int i = 0; i < setup->option_count; i++) {
		const struct setup_option *option = &setup->options[i];

		if (!option->row || *option->name == '.' || !option->row->help ||
		    (option->row->scope != SCOPE_NONE &&
		     !option_limits(option->row))) /* a setting of the agent, below */
			continue;
		bytes_addf(text, " --%s", option->name);
		if (option->row->type == OPTION_SWITCH)
			continue;
		quoted = sh_words_quoted(option->text);
		bytes_addf(text, "=%s", quoted);
		free(quoted);
	}
	add_settings(text, &call->match.own[SEAT_1]);
}

/* The command line that tries this alone; the caller frees.  */
static char *command_of(const struct twins_check *check, const struct place *place)
{
	const struct setup *setup = &check->setup.session.setup;
	char *agent = sh_words_quoted(check->call->words[0]), *quoted;
	struct bytes text = {0};

	bytes_addf(&text, "ringside check %s %s --twins --only %s", check->protocol->name, agent,
		   place->way->name);
	if (place->way == &check->other) {
		quoted = sh_words_quoted(check->options->twin);
		bytes_addf(&text, " --twin %s", quoted);
		free(quoted);
	}
	if (place->game->number > 1)
		bytes_addf(&text, " --games %d", place->game->number);
	check_add_options(&text, check->call, setup);
	free(agent);
	return text.at;
}

/* The game has ended.  One in which the agent was asked nothing says nothing of it.  */
static void end_game(struct spec_trial *trial, struct game *game, enum case_result result, char *why)
{
	const struct verdict *verdict;
	bool asked = false;

	take_messages(game);
	verdict = &game->record.match->verdict;
	for (int i = 0; i < game->record.count && !asked; i++)
		asked = twins_turn_of(&game->record, &game->record.messages[i]);
	if (result == CASE_PASSED && !asked) {
		result = CASE_INCONCLUSIVE;
		why = bytes_text("the agent was asked for no move; the game ended: %s: %s", verdict->reason,
				 verdict->detail);
	}
	spec_over(trial, result, why);
}

static void over(void *user, enum case_result result, char *why)
{
	struct spec_trial *trial = user;
	const struct twins_check *check = trial->run->user;
	const struct place *place = &check->places[trial - trial->run->trials];
	char *command, *text = why;

	if (!place->way) {
		end_game(trial, place->game, result, why);
		return;
	}
	if (result == CASE_FAILED || result == CASE_WARNED) {
		command = command_of(check, place);
		text = bytes_text("%s\nTo see it again: %s", why, command);
		free(command);
		free(why);
	}
	spec_over(trial, result, text);
}

static void begin_told(void *user, int i, struct spec_trial *trial)
{
	struct twins_check *check = user;
	struct place *place = &check->places[i];
	struct game *game = place->game;
	char *remark;

	game->setup.loop = check->run.pool.loop;
	if (!place->way) {
		game->began = loop_now();
		game->played = spec_try_new(&game->setup, &game->row, trial);
	} else if (place->way->look) {
		remark = place->way->look(&game->record);
		over(trial, remark ? CASE_WARNED : CASE_PASSED, remark);
	} else {
		place->try =
			try_new(game, place->way, place->way == &check->other ? check->options->twin : NULL,
				trial->needs->result != CASE_PASSED, trial);
	}
}

static void finish(void *user, int i, bool all)
{
	struct twins_check *check = user;
	struct place *place = &check->places[i];

	try_free(place->try);
	place->try = NULL;
	if (all || --place->game->left == 0)
		forget(place->game);
}

/* ---- all of them ---- */

static const char *tags_of_way(const struct twin_way *way)
{
	return way->remark || way->look ? "remark" : "twin";
}

static struct spec_trial *add_way(struct twins_check *check, struct game *game, const struct twin_way *way)
{
	struct spec_trial *trial = &check->run.trials[check->run.count];

	*trial = (struct spec_trial){.group = game->name, .name = way ? way->name : GAME};
	check->places[check->run.count++] = (struct place){.game = game, .way = way};
	game->left++;
	return trial;
}

static void add_game(struct twins_check *check, struct game *game)
{
	const struct spec_trial *played = add_way(check, game, NULL), *again = NULL;

	for (int i = 0; i < check->way_count; i++) {
		const struct twin_way *way = check->ways[i];
		struct spec_trial *trial = add_way(check, game, way);

		trial->needs = !again || way->look ? played : again;
		trial->needs_end = true;
		if (!again)
			again = trial;
	}
}

static char *settle_game(const struct twins_check *check, struct game *game, int number)
{
	const struct twins *twins = check->protocol->tools->twins;
	struct setup *setup = &game->setup.session.setup;

	game->number = number;
	game->name = check->game_count > 1 ? bytes_text("game %d", number)
					   : bytes_text("%s", check->protocol->name);
	game->row = (struct spec_case){.name = GAME,
				       .advice = "Play it with `ringside play`, and ask `why` at its end.",
				       .rival = twins->rival};
	game->setup = check->setup;
	setup_copy(setup, &check->setup.session.setup);
	setup->game = number;
	setup->first = number % 2 ? SEAT_1 : SEAT_2;
	return spec_set_options(setup, twins->options, true);
}

/* The ways that the command line wants, and always the first.  Returns how many it wants.  */
static int choose_ways(struct twins_check *check)
{
	const struct twin_way *ways = check->protocol->tools->twins->ways, *way = ways;
	const struct check_options *options = check->options;
	int wanted = 0;

	check->other = (struct twin_way){.name = "other",
					 .words = "to the command of --twin",
					 .tell = ways->tell,
					 .manner = ways->manner};
	while (way->name)
		way++;
	check->ways = bytes_new((size_t)(way - ways + 1) * sizeof(const struct twin_way *));
	for (way = ways; way; way = way == &check->other ? NULL : way[1].name ? way + 1 : &check->other) {
		bool chosen = (way != &check->other || options->twin) &&
			      suite_chooses(options->only, way->name, tags_of_way(way));

		wanted += chosen;
		if (chosen || way == ways)
			check->ways[check->way_count++] = way;
	}
	return wanted;
}

static char *choose_twins(struct twins_check *check)
{
	int games = check->game_count;
	char *problem = NULL;
	size_t trials;

	if (!choose_ways(check))
		return bytes_text("--only %s: %s has no such way: see --twins --list", check->options->only,
				  check->protocol->name);
	trials = (size_t)games * (size_t)(check->way_count + 1);
	check->games = bytes_new((size_t)games * sizeof(*check->games));
	check->run.trials = bytes_new(trials * sizeof(*check->run.trials));
	check->places = bytes_new(trials * sizeof(*check->places));
	for (int i = 0; i < games && !problem; i++) {
		problem = settle_game(check, &check->games[i], i + 1);
		add_game(check, &check->games[i]);
	}
	return problem;
}

static void free_games(struct twins_check *check)
{
	for (int i = 0; check->games && i < check->game_count; i++) {
		struct game *game = &check->games[i];

		setup_free(&game->setup.session.setup);
		free(game->name);
	}
	free(check->games);
}

/* ---- public ---- */

static char *no_ways(const struct protocol *protocol)
{
	return bytes_text("%s has no ways to tell a position (--twins)", protocol->name);
}

static int check_list_twins(const struct match_options *match, const char *only)
{
	const struct twins *twins = match->protocol->tools->twins;

	if (!twins)
		return say_failure(no_ways(match->protocol), EXIT_USAGE);
	for (const struct twin_way *way = twins->ways; way->name; way++)
		if (suite_chooses(only, way->name, tags_of_way(way)))
			say("%-6s  %-14s  %s\n", tags_of_way(way), way->name, way->words);
	return say_finish();
}

/* Plays games, and tells their positions in each way.  Returns the exit status.  */
static int check_twins(struct runner_call *call, const struct check_options *options)
{
	struct twins_check check = {.call = call,
				    .options = options,
				    .game_count = call->series.games,
				    .protocol = call->match.protocol,
				    .setup = {.protocol = call->match.protocol,
					      .session = call->match.session,
					      .over = over,
					      .unstarted = spec_unstarted},
				    .run = {.call = call,
					    .options = options,
					    .user = &check,
					    .begin = begin_told,
					    .finish = finish}};
	char *problem;
	int status = EXIT_USAGE;

	if (!check.protocol->tools->twins)
		return say_failure(no_ways(check.protocol), EXIT_USAGE);
	problem = spec_settle(call, &check.setup);
	if (!problem)
		problem = choose_twins(&check);
	if (!problem)
		status = spec_run(&check.run);
	free_games(&check);
	free(check.run.trials);
	free(check.places);
	free(check.ways);
	call->match.session = check.setup.session; /* its texts */
	return say_failure(problem, status);
}

/* ---- the cases of the document ---- */

struct spec_check {
	struct spec_setup setup;
	const struct check_options *options;
	struct spec_run run;
	const struct spec_case **rows; /* of each trial */
};

static void begin_case(void *user, int i, struct spec_trial *trial)
{
	struct spec_check *check = user;

	check->setup.loop = check->run.pool.loop;
	trial->try = spec_try_new(&check->setup, check->rows[i], trial);
}

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
	check->rows[check->run.count++] = row;
}

/* The cases that the command line wants, and those that they need.  NULL, or a problem.  */
static char *choose(struct spec_check *check)
{
	const struct spec_case *rows = check->setup.spec->cases;
	const char *only = check->options->only;
	int count = 0;
	FREED bool *wanted = NULL;

	while (rows[count].name)
		count++;
	wanted = bytes_new((size_t)count * sizeof(*wanted));
	check->run.trials = bytes_new((size_t)count * sizeof(*check->run.trials));
	check->rows = bytes_new((size_t)count * sizeof(const struct spec_case *));
	for (int i = count - 1; i >= 0; i--) {
		wanted[i] = suite_chooses(only, rows[i].name, tags_of(&rows[i]));
		for (int k = i + 1; k < count && !wanted[i]; k++)
			wanted[i] = wanted[k] && needs(&rows[k], rows[i].name);
	}
	for (int i = 0; i < count; i++)
		if (wanted[i])
			add(check, &rows[i]);
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

static int list_cases(const struct match_options *match, const char *only)
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

static int try_cases(struct runner_call *call, const struct check_options *options)
{
	struct spec_check check = {
		.options = options,
		.setup = {.protocol = call->match.protocol,
			  .session = call->match.session,
			  .over = spec_over,
			  .unstarted = spec_unstarted},
		.run = {.call = call, .options = options, .user = &check, .begin = begin_case}};
	char *problem;
	int status = EXIT_USAGE;

	if (!check.setup.protocol->tools->spec)
		return say_failure(no_cases(check.setup.protocol), EXIT_USAGE);
	problem = spec_settle(call, &check.setup);
	if (!problem)
		problem = choose(&check);
	if (!problem)
		status = spec_run(&check.run);
	free(check.run.trials);
	free(check.rows);
	call->match.session = check.setup.session; /* its texts */
	return say_failure(problem, status);
}

int check_agent(struct runner_call *call, const struct check_options *options)
{
	/* It would hide from the check that an agent in Python does not flush its output.  */
	unsetenv("PYTHONUNBUFFERED");
	if (options->format == CHECK_TAP && call->json)
		return say_failure(bytes_text("--format tap and --json exclude each other: leave one out"),
				   EXIT_USAGE);
	if (options->twins && options->suite)
		return say_failure(bytes_text("--twins and --suite exclude each other: leave one out"),
				   EXIT_USAGE);
	if ((call->series.games_said || options->twin) && !options->twins)
		return say_failure(bytes_text("--%s needs --twins: add it", options->twin ? "twin" : "games"),
				   EXIT_USAGE);
	if (call->list)
		return options->twins ? check_list_twins(&call->match, options->only)
				      : list_cases(&call->match, options->only);
	if (call->word_count && strcmp(call->words[0], "human") == 0)
		return say_failure(bytes_text("a person cannot be tested: name a program"), EXIT_USAGE);
	if (options->runs_said && !options->suite)
		return say_failure(bytes_text("--runs is for the cases of a suite: add --suite FILE"),
				   EXIT_USAGE);
	if (options->twins)
		return check_twins(call, options);
	return options->suite ? check_suites(call, options) : try_cases(call, options);
}
