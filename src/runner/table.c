/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* table.c - a session with its processes, which plays the games that a dealer names.
 *
 * A game that the same processes may play follows in the same session.  Any other is a session of its own: a
 * game with --from, and one of another pairing of a tournament.  */
#include "table.h"

#include "batch.h"
#include "report.h"
#include "ringside/bytes.h"
#include "ringside/say.h"
#include "until.h"
#include <stdlib.h>
#include <string.h>

/* From one look at files that are still being written to the next.  */
#define SAVING_LOOK ((int64_t)5 * NS_PER_MS)
/* From one message about the moves to the next.  */
#define MOVES_LOOK ((int64_t)100 * NS_PER_MS)

struct table {
	struct loop *loop;
	const struct table_setup *setup;
	const struct dealer *dealer;
	void *user;
	struct session *session; /* NULL: none has begun */
	struct watch *begins;    /* the next session */
	struct watch *saves;     /* looks whether the files of the last one are written */
	struct watch *moves;     /* tells how many there are */
	bool moves_due;
	int game; /* the current one */
	bool begun, ending;
	bool over;               /* the session has ended */
	const char *cpus[SEATS]; /* of the session; owned */
	struct until *until;     /* what the series waits for; NULL: nothing */
	int unrecorded;          /* games whose match files are not whole */
};

static bool is_series(const struct table_setup *setup)
{
	return setup->plan->series;
}

static void tell(const struct table *table, enum note_kind kind, int number, const char *text,
		 const char *more)
{
	table->dealer->tell(table->user, kind, number, text, more);
}

/* ---- what happens in a game ---- */

static void told_news(void *user, const char *text, bool problem)
{
	struct table *table = user;

	char *words;

	if (table->setup->batch) {
		batch_events.notify(table->setup->batch, text, problem);
		return;
	}
	/* Of several games at once it would say nothing.  */
	words = is_series(table->setup) ? bytes_text("game %d: %s", table->game, text)
					: bytes_text("%s", text);
	tell(table, NOTE_TROUBLE, 0, words, NULL);
	free(words);
}

static void changed(void *user)
{
	struct table *table = user;
	const struct table_setup *setup = table->setup;

	if (setup->batch)
		batch_events.changed(setup->batch);
	if (!setup->watched || table->moves_due)
		return;
	table->moves_due = true;
	loop_at(table->moves, loop_now() + MOVES_LOOK);
}

static void tell_moves(void *user, int events)
{
	struct table *table = user;

	(void)events;
	table->moves_due = false;
	if (table->session && !table->over)
		tell(table, NOTE_MOVED, session_match(table->session)->turn_count, NULL, NULL);
}

/* Tells what there is to say about match files; `lost`: the match could not be continued.  */
static void tell_news(struct table *table, bool lost)
{
	char *news;

	while (table->session && (news = session_file_news(table->session))) {
		tell(table, NOTE_TROUBLE, lost, news, NULL);
		free(news);
	}
}

/* The status of a table whose games were all played.  */
static int played(const struct table *table)
{
	return table->unrecorded ? EXIT_NOT_RECORDED : EXIT_VERDICT;
}

static void begins(void *user, struct session *session)
{
	struct table *table = user;

	until_watch(table->until, session);
	if (table->setup->batch)
		batch_events.begins(table->setup->batch, session);
}

static void told_verdict(void *user, const struct match *match)
{
	struct table *table = user;
	const struct runner_call *call = table->setup->call;
	const struct plan *plan = table->setup->plan;
	struct scheduled scheduled = plan_scheduled(plan, table->game);
	struct match numbered = *match; /* with --from a game has the number of the recorded one */
	struct report report = {.scheduled = plan->entrants ? &scheduled : NULL,
				.session = &call->match.session,
				.cpus = table->cpus};
	char *until = until_found(table->until, match, &report.until_turn, &report.until_seat), *line,
	     *text = NULL;

	report.until = until;
	numbered.setup.game = table->game;
	line = report_json(&numbered, &report);
	report.turns = call->turns_json;
	if (report.turns)
		text = report_json(&numbered, &report);
	else if (!call->json)
		text = report_line(&numbered, numbered.ended_ns);
	tell(table, match_is_finished(&numbered) ? NOTE_OVER : NOTE_BROKEN, table->game, line, text);
	free(line);
	free(text);
	free(until);
	if (table->setup->batch)
		batch_events.verdict(table->setup->batch, match);
	tell_news(table, false);
}

static bool next(void *user, struct setup *setup)
{
	struct table *table = user;
	bool stays = plan_last(table->setup->plan, table->game) != table->game;
	int game = stays ? table->dealer->next(table->user, table->game) : 0;

	if (!game)
		return false;
	table->game = game;
	plan_game(table->setup->plan, game, setup);
	return true;
}

/* What follows when the session has ended.  */
static void go_on(struct table *table)
{
	const struct plan *plan = table->setup->plan;
	bool live = session_is_live(table->session);

	if (table->setup->apart && !session_end_recording(table->session)) {
		tell(table, NOTE_SAVING, 0, NULL, NULL);
		loop_at(table->saves, loop_now() + SAVING_LOOK);
		return;
	}
	table->unrecorded += session_not_recorded(table->session);
	tell_news(table, plan->from && !live);
	if (plan_last(plan, table->game) && !table->ending)
		loop_at(table->begins, loop_now());
	else
		tell(table, NOTE_ENDED, played(table), NULL, NULL);
}

static void saves(void *user, int events)
{
	(void)events;
	go_on(user);
}

static void ended(void *user)
{
	struct table *table = user;

	table->over = true;
	if (table->session) /* or it has not begun yet: begin() sees it */
		go_on(table);
}

/* ---- sessions ---- */

/* NULL, or why it could not begin.  */
static char *begin_session(struct table *table, int *status)
{
	struct session_events events = {.begins = begins,
					.changed =
						table->setup->batch || table->setup->watched ? changed : NULL,
					.verdict = told_verdict,
					.next = next,
					.notify = told_news,
					.ended = ended};
	const struct runner_call *call = table->setup->call;
	struct session_setup setup = call->match.session;
	char *problem = NULL;

	setup_copy(&setup.setup, &call->match.session.setup);
	plan_game(table->setup->plan, table->game, &setup.setup);
	setup.record = call->series.record;
	setup.series = is_series(table->setup);
	setup.games = table->setup->plan->endless ? 0 : table->setup->plan->games;
	if (table->setup->batch) {
		setup.paused = setup.stay = true;
		setup.record = setup.record ? setup.record : ""; /* commands look at it */
	}
	setup.from.number = table->game;
	setup.loses_unstarted = table->setup->plan->entrants;
	cpus_free(table->cpus);
	cpus_of_game(&call->match, &setup.setup, table->setup->place, table->setup->places, table->cpus);
	memcpy(setup.cpus, table->cpus, sizeof(setup.cpus));
	table->session = session_play(table->loop, &setup, &events, table, &problem, status);
	if (!table->session)
		until_lose(table->until);
	setup_free(&setup.setup);
	return problem;
}

static void begin(void *user, int events)
{
	struct table *table = user;
	char *problem = NULL;
	int status = played(table);

	(void)events;
	until_watch(table->until, NULL);
	session_free(table->session);
	table->session = NULL;
	table->over = false;
	table->game = table->ending ? 0 : table->dealer->next(table->user, 0);
	if (table->game)
		problem = begin_session(table, &status);
	if (table->session && !table->begun)
		tell(table, NOTE_BEGUN, 0, NULL, NULL);
	table->begun = true;
	if (!table->session)
		tell(table, NOTE_ENDED, status, problem, NULL);
	else if (table->over)
		go_on(table);
	free(problem);
}

/* ---- public ---- */

struct table *table_new(struct loop *loop, const struct table_setup *setup, const struct dealer *dealer,
			void *user)
{
	struct table *table = bytes_new(sizeof(*table));

	*table = (struct table){.loop = loop,
				.setup = setup,
				.dealer = dealer,
				.user = user,
				.until = until_new(setup->call)};
	table->begins = loop_timer(loop, LOOP_LATER, begin, table);
	table->saves = loop_timer(loop, LOOP_LATER, saves, table);
	table->moves = loop_timer(loop, LOOP_LATER, tell_moves, table);
	loop_at(table->begins, loop_now());
	return table;
}

/* A game that is over needs no pause.  */
void table_pause(struct table *table, bool pause)
{
	if (table->session)
		free(session_request(table->session,
				     &(struct request){.kind = pause ? REQUEST_PAUSE : REQUEST_GO}));
}

void table_end(struct table *table)
{
	table->ending = true;
	if (table->session)
		session_end(table->session);
}

void table_free(struct table *table)
{
	if (!table)
		return;
	session_free(table->session);
	until_free(table->until);
	cpus_free(table->cpus);
	loop_unwatch(table->begins);
	loop_unwatch(table->saves);
	loop_unwatch(table->moves);
	free(table);
}

char *table_record(const struct table_setup *setup, int game)
{
	const char *record = setup->call->series.record;

	return !record            ? NULL
	       : is_series(setup) ? match_file_of_game(record, game)
				  : bytes_text("%s", record);
}
