/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* places.c - deals the games of a run to tables.
 *
 * Games are dealt in the order of their numbers, to tables as they become free.  A single table is in this
 * process.  Several tables have a process each: a crash or a stall in one touches no other, and what this
 * process does with a result holds up no game.  */
#include "batch.h"
#include "cpus.h"
#include "ringside/bytes.h"
#include "run.h"
#include "table_process.h"
#include <signal.h>
#include <stdlib.h>

/* How long the process of a table may take to end its game, and may be silent while it writes its files,
 * which may take longer.  Agents get at most 2 s to leave.  */
#define END_TIME ((int64_t)5 * NS_PER_S)

/* A place for one table; when its process is lost, for another one.  */
struct place {
	struct run *run;
	struct table_setup setup;
	struct table *table;           /* in this process, or ... */
	struct table_process *process; /* ... in its own; NULL: it is gone */
	int game;                      /* that was dealt to it and is not over; 0: none */
	int recent;                    /* the game that was dealt to it last; 0: none */
	bool answered;                 /* its first game has begun, or could not */
	bool ended;                    /* its table plays no more games */
	bool saving;                   /* its process writes its files, and has just said so ... */
	int64_t end_by;                /* ... until this time of run->awake it may be silent */
	bool played;                   /* a game is over that its process may still be writing */
	bool idle;                     /* its last process was lost before a game was dealt to it */
	bool skipped;                  /* its game is broken off, and it goes on with another one */
	int moves;                     /* of its game, when last told */
	int64_t since;                 /* when its game was dealt */
};

/* ---- dealing ---- */

/* Is there a game to be dealt after those that were?  */
static bool is_ready(const struct run *run)
{
	return run->dealt < run->plan.games && run->dealt < run->plan.ready;
}

/* Is it still to be played?  */
static bool is_open(const struct run *run, int game)
{
	return !history_has(&run->history, game) && plan_wants(&run->plan, game);
}

bool places_have(const struct run *run, int game)
{
	for (int i = 0; i < run->place_count; i++)
		if (run->places[i].game == game)
			return true;
	for (int i = 0; i < run->again_count; i++)
		if (run->again[i] == game)
			return true;
	return false;
}

bool places_next(struct run *run)
{
	if (run_is_over(run))
		return false;
	while (is_ready(run) && !is_open(run, run->dealt + 1))
		run->dealt++;
	return run->again_count || is_ready(run);
}

/* The next game for any processes.  Those after it that only they play are theirs.  */
static int deal(struct run *run)
{
	int game, last;

	if (!places_next(run))
		return 0;
	while (run->again_count) {
		game = run->again[--run->again_count];
		if (is_open(run, game))
			return game;
	}
	if (!is_ready(run))
		return 0;
	game = run->dealt + 1;
	last = plan_last(&run->plan, game);
	run->dealt = last ? last : game;
	return game;
}

/* The next game for the processes of the game `after`.  */
static int deal_after(struct run *run, int after)
{
	int last = plan_last(&run->plan, after);

	if (!last || run_is_over(run))
		return deal(run);
	for (int game = after + 1; game <= last; game++)
		if (is_open(run, game))
			return game;
	return 0;
}

static int next(void *user, int after)
{
	struct place *place = user;
	struct run *run = place->run;

	if (run->paused && !run_is_over(run))
		return DEAL_LATER;
	run->failed = run->failed || place->game; /* it could not be played, and the table has said why */
	place->moves = 0;
	place->since = loop_now();
	place->game = after ? deal_after(run, after) : deal(run);
	place->recent = place->game ? place->game : place->recent;
	place->idle = false;
	run_screen_changed(run->screen);
	return place->game;
}

static void add_game(int **games, int *count, int game)
{
	*games = bytes_resized(*games, ((size_t)*count + 1) * sizeof(**games));
	(*games)[(*count)++] = game;
}

/* ---- what tables say ---- */

/* The first game has begun, or could not.  If only some could, the others go on.  */
static void answer(struct place *place)
{
	struct run *run = place->run;

	run->answered += !place->answered;
	place->answered = true;
	if (run->answered < run->place_count || !run->problem || !run->begun)
		return;
	run_tell(run, bytes_text("no more than %d game%s at once: %s", run->begun, run->begun == 1 ? "" : "s",
				 run->problem));
	free(run->problem);
	run->problem = NULL;
}

static void begun(void *user)
{
	struct place *place = user;

	place->run->begun += !place->answered;
	answer(place);
}

static void moved(void *user, int moves)
{
	struct place *place = user;

	place->moves = moves;
	run_screen_changed(place->run->screen);
}

static void over(void *user, const struct result *result)
{
	struct place *place = user;

	place->game = 0;
	place->played = true;
	if (!result->finished && place->skipped)
		return;
	run_take(place->run, (int)(place - place->run->places), result);
}

static void trouble(void *user, const char *problem, bool lost)
{
	struct run *run = ((struct place *)user)->run;

	run_tell(run, bytes_text("%s", problem));
	run->failed = run->failed || lost;
	run->gave_up = run->gave_up || lost;
}

static void saving(void *user)
{
	((struct place *)user)->saving = true;
}

/* The game that was dealt could not begin.  */
static void not_begun(struct place *place, const char *problem, int status)
{
	struct run *run = place->run;

	if (place->game)
		add_game(&run->again, &run->again_count, place->game);
	place->game = 0;
	if (place->answered) {
		run_tell(run, bytes_text("%s", problem));
		run->failed = run->gave_up = true;
	} else if (!run->problem) {
		run->problem = bytes_text("%s", problem);
		run->status = status;
	}
	answer(place);
}

static bool begin(struct place *place);

/* No table is left at the place.  */
static void leave(struct place *place)
{
	struct run *run = place->run;

	run->places_left--;
	/* The last place plays what others could not begin.  */
	if (!run->places_left && run->begun && run->again_count && places_next(run))
		begin(place);
	if (!run->places_left)
		loop_stop(run->loop);
}

static void ended(void *user, const char *problem, int status)
{
	struct place *place = user;
	struct run *run = place->run;

	if (problem)
		not_begun(place, problem, status);
	run->unrecorded = run->unrecorded || status == EXIT_NOT_RECORDED;
	run->failed = run->failed || place->game; /* it could not be played, and the table has said why */
	place->game = 0;
	place->ended = true;
	if (!place->process) /* otherwise it is gone soon */
		leave(place);
}

/* ---- processes ---- */

static char *ending_words(struct ending ending)
{
	if (!ending.signalled)
		return bytes_text("exited with status %d", ending.code);
	return ending.signal ? bytes_text("was ended by %s", ending.signal)
			     : bytes_text("was ended by signal %d", ending.code);
}

static bool was_lost(const struct run *run, int game)
{
	for (int i = 0; i < run->lost_count; i++)
		if (run->lost[i] == game)
			return true;
	return false;
}

/* Frees the problem of the game's file.  */
static void give_up_game(struct run *run, int game, const char *how, const char *why, char *problem)
{
	run_tell(run, bytes_text("game %d is not played: its process %s%s%s", game, how, why,
				 problem ? problem : ""));
	run->failed = true;
	free(problem);
}

/* The processes that were to play the rest of the games with the most recent one are gone: others play them.
 */
static void pass_on_rest(struct place *place)
{
	struct run *run = place->run;
	int game = place->recent, last = game ? plan_last(&run->plan, game) : 0;

	while (++game <= last)
		if (is_open(run, game)) {
			add_game(&run->again, &run->again_count, game);
			return; /* that one's processes play on */
		}
}

/* A game whose process is gone is played again once, from its beginning.  */
static void lose_game(struct place *place, int game, const char *how)
{
	struct run *run = place->run;
	char *path = table_record(&place->setup, game), *problem;

	if (run_is_over(run)) {
		run_tell(run, bytes_text("game %d was broken off: its process %s", game, how));
	} else if (was_lost(run, game)) {
		give_up_game(run, game, how, " again", NULL);
		pass_on_rest(place);
	} else if (path && (problem = match_file_remove(path))) {
		give_up_game(run, game, how, ", and its file is in the way: ", problem);
		pass_on_rest(place);
	} else {
		run_tell(run, bytes_text("game %d is played again: its process %s", game, how));
		add_game(&run->lost, &run->lost_count, game);
		add_game(&run->again, &run->again_count, game);
	}
	free(path);
}

static void gone(void *user, struct ending ending)
{
	struct place *place = user;
	struct run *run = place->run;
	char *how = ending_words(ending);
	bool idle = !place->ended && !place->game;
	char *file = table_record(&place->setup, 1);

	table_process_free(place->process);
	place->process = NULL;
	agent_end_orphans(); /* which were its own */
	if (place->game && !place->skipped) {
		lose_game(place, place->game, how);
	} else if (idle && place->played) {
		run_tell(run, bytes_text("a process %s after a game%s", how,
					 file ? ": its match file may not be whole" : ""));
		run->unrecorded = run->unrecorded || file;
	} else if (place->ended && ending.code && !(ending.signalled && ending.code == SIGKILL)) {
		run_tell(run, bytes_text("a process %s after its last game", how));
		run->failed = true;
	} else if (idle && place->idle) {
		run_tell(run, bytes_text("no more games are played: a process %s before it played", how));
		run->failed = run->gave_up = true;
	}
	if (idle)
		pass_on_rest(place);
	free(how);
	free(file);
	place->game = place->recent = 0;
	place->idle = idle;
	if ((!place->ended || place->skipped) && places_next(run) && begin(place)) {
		run->places_left--;
		return;
	}
	answer(place);
	leave(place);
}

/* Puts a table there, which asks for its first game.  False: it could not begin.  */
static bool begin(struct place *place)
{
	static const struct dealer dealer = {
		.next = next, .begun = begun, .over = over, .trouble = trouble, .ended = ended};
	static const struct dealer dealer_of_process = {.next = next,
							.begun = begun,
							.moved = moved,
							.over = over,
							.trouble = trouble,
							.saving = saving,
							.ended = ended};
	struct run *run = place->run;
	char *problem = NULL;

	place->ended = place->played = place->skipped = false;
	place->end_by = INT64_MAX;
	if (run->place_count == 1 && !run->screen)
		place->table = table_new(run->loop, &place->setup, &dealer, place);
	else
		place->process = table_process_new(run->loop, &place->setup, &dealer_of_process, gone, place,
						   &problem);
	if (problem)
		not_begun(place, problem, EXIT_CANNOT_RUN);
	else
		run->places_left++;
	free(problem);
	return place->table || place->process;
}

/* ---- public ---- */

static void kill_late(void *user, int events)
{
	struct run *run = user;
	int64_t t = awake_at(&run->awake, loop_now()), next = INT64_MAX;

	(void)events;
	for (int i = 0; i < run->place_count; i++) {
		struct place *place = &run->places[i];

		if (place->saving)
			place->end_by = t + END_TIME;
		place->saving = false;
		if (!place->process)
			continue;
		if (t >= place->end_by)
			table_process_kill(place->process);
		else if (place->end_by < next)
			next = place->end_by;
	}
	loop_at(run->end_timer, next == INT64_MAX ? next : awake_wait(&run->awake, next));
}

void places_begin(struct run *run, int places)
{
	run->end_timer = loop_timer(run->loop, LOOP_LATER, kill_late, run);
	run->places = bytes_new((size_t)places * sizeof(*run->places));
	run->place_count = places;
	for (int i = 0; i < places; i++) {
		struct place *place = &run->places[i];

		*place = (struct place){.run = run,
					.setup = {.invocation = run->invocation,
						  .plan = &run->plan,
						  .place = i,
						  .places = places,
						  .lead = run->batch ? &batch_lead : NULL,
						  .leader = run->batch,
						  .watched = run->screen}};
		cpus_part(run->invocation, i, places, place->setup.cpus);
		begin(place);
	}
}

void places_end(struct run *run)
{
	int64_t t;

	if (run->ending)
		return;
	run->ending = true;
	if (run->batch)
		batch_stop(run->batch);
	t = awake_at(&run->awake, loop_now());
	for (int i = 0; i < run->place_count; i++) {
		struct place *place = &run->places[i];

		place->end_by = t + END_TIME;
		if (place->table)
			table_end(place->table);
		if (place->process)
			table_process_end(place->process);
	}
	if (run->end_timer)
		loop_at(run->end_timer, awake_wait(&run->awake, t + END_TIME));
}

bool places_plays(const struct run *run, int i)
{
	return run->places[i].process;
}

int places_game(const struct run *run, int i, int *moves, int64_t *since)
{
	const struct place *place = &run->places[i];

	*moves = place->moves;
	*since = place->since;
	return place->skipped ? 0 : place->game;
}

void places_pause(struct run *run, bool pause)
{
	int64_t now = loop_now(), stood = pause ? 0 : now - run->paused_at;

	run->paused = pause;
	run->paused_at = now;
	run->began_ns += stood;
	for (int i = 0; i < run->place_count; i++) {
		struct place *place = &run->places[i];

		place->since += stood;
		if (!place->process)
			continue;
		table_process_pause(place->process, pause);
		if (!pause)
			table_process_deal(place->process);
	}
}

void places_skip(struct run *run)
{
	int64_t t = awake_at(&run->awake, loop_now());

	for (int i = 0; i < run->place_count; i++) {
		struct place *place = &run->places[i];

		if (!place->process || !place->game || plan_wants(&run->plan, place->game))
			continue;
		place->skipped = true;
		place->end_by = t + END_TIME;
		table_process_end(place->process);
	}
	loop_at(run->end_timer, awake_wait(&run->awake, t + END_TIME));
}

void places_free(struct run *run)
{
	for (int i = 0; i < run->place_count; i++) {
		table_free(run->places[i].table);
		table_process_free(run->places[i].process);
		cpus_free(run->places[i].setup.cpus);
	}
	loop_unwatch(run->end_timer);
	free(run->places);
	free(run->again);
	free(run->lost);
	free(run->problem);
	run->problem = NULL;
	run->end_timer = NULL;
	run->places = NULL;
	run->again = run->lost = NULL;
	run->place_count = run->again_count = run->lost_count = run->begun = run->answered = 0;
}
