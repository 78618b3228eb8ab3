/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* run_games.c - deals the games of a run to tables, prints and counts each when it ends, and ends the run.
 *
 * Games are dealt in the order of their numbers, to tables as they become free.  A table is a job of the
 * pool. A single table is in this process.  Several tables have a process each: a crash or a stall in one
 * touches no other, and what this process does with a result holds up no game.  What a table tells is then a
 * note to this process.  */
#include "batch.h"
#include "ringside/bytes.h"
#include "ringside/cores.h"
#include "ringside/folder.h"
#include "ringside/kept.h"
#include "ringside/say.h"
#include "ringside/trust.h"
#include "run.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* ---- a table: a session with its processes ----
 *
 * It asks a dealer for each game and hands it what came out.  A game that the same processes may play follows
 * in the same session.  Any other is a session of its own: a game with --from, and one of another pairing of
 * a tournament.  */

/* What a table and the run tell each other; the last four come from the run.  */
enum note_kind {
	NOTE_NEXT,    /* number: which game is next, after that one?  It waits for the answer */
	NOTE_BEGUN,   /* the first game has */
	NOTE_MOVED,   /* number: of moves in the game; told some times a second if it is watched */
	NOTE_PGN,     /* the text: the game that is over next, for --pgn */
	NOTE_OVER,    /* number: a finished game; its line of results, and what is printed of it ("": that) */
	NOTE_BROKEN,  /* the same of an interrupted one */
	NOTE_TROUBLE, /* the text: a problem of a match file; number: 1 if the match cannot be continued */
	NOTE_SAVING,  /* all games are over, and the last files are still being written: told until they are
			 whole or given up */
	NOTE_ENDED,   /* number: the exit status; the text: why the next game could not begin, or "" */
	NOTE_GAME,    /* number: of the next game; 0: none is left */
	NOTE_PAUSE,
	NOTE_GO,
	NOTE_END, /* break off */
};

enum { DEAL_LATER = -1 };

/* No function may free the table.  */
struct dealer {
	/* The number of the game that is played next; 0: none; DEAL_LATER: a table in a process of its own
	 * waits. `after`: the game whose processes are to play it; 0: fresh ones play it.  */
	int (*next)(void *user, int after);
	/* The texts may be NULL.  */
	void (*tell)(void *user, enum note_kind kind, int number, const char *text, const char *more);
};

/* From one look at files that are still being written to the next.  */
#define SAVING_LOOK ((int64_t)5 * NS_PER_MS)
/* From one message about the moves to the next.  */
#define MOVES_LOOK ((int64_t)100 * NS_PER_MS)

struct table {
	struct loop *loop;
	struct run *run; /* all tables share it; in a process of its own a table has a copy */
	int place;       /* of its places, from 0 */
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
	bool was_void;           /* the game program has failed: the game is played again */
	bool again;              /* it is */
	const char *cpus[SEATS]; /* of the session; owned */
	struct until *until;     /* what the series waits for; NULL: nothing */
	int unrecorded;          /* games whose match files are not whole */
};

/* Is a table in a process of its own, which must not wait for the disk?  */
static bool is_apart(const struct run *run)
{
	return run->place_count > 1 || run->screen;
}

static void table_tell(const struct table *table, enum note_kind kind, int number, const char *text,
		       const char *more)
{
	table->dealer->tell(table->user, kind, number, text, more);
}

/* ---- what happens in a game ---- */

static void told_news(void *user, const char *text, bool problem)
{
	struct table *table = user;
	char *words;

	if (table->run->batch) {
		batch_events.notify(table->run->batch, text, problem);
		return;
	}
	/* Of several games at once it would say nothing.  */
	words = table->run->plan.series ? bytes_text("game %d: %s", table->game, text)
					: bytes_text("%s", text);
	table_tell(table, NOTE_TROUBLE, 0, words, NULL);
	free(words);
}

static void table_changed(void *user)
{
	struct table *table = user;

	if (table->run->batch)
		batch_events.changed(table->run->batch);
	if (!table->run->screen || table->moves_due)
		return;
	table->moves_due = true;
	loop_at(table->moves, loop_now() + MOVES_LOOK);
}

static void tell_moves(void *user, int events UNUSED)
{
	struct table *table = user;

	table->moves_due = false;
	if (table->session && !table->over)
		table_tell(table, NOTE_MOVED, session_match(table->session)->turn_count, NULL, NULL);
}

/* Tells what there is to say about match files; `lost`: the match could not be continued.  */
static void tell_news(struct table *table, bool lost)
{
	char *news;

	while (table->session && (news = session_file_news(table->session))) {
		table_tell(table, NOTE_TROUBLE, lost, news, NULL);
		free(news);
	}
}

/* The status of a table whose games were all played.  */
static int table_status(const struct table *table)
{
	return table->unrecorded ? EXIT_NOT_RECORDED : EXIT_VERDICT;
}

static void session_begins(void *user, struct session *session)
{
	struct table *table = user;

	until_watch(table->until, session);
	if (table->run->batch)
		batch_events.begins(table->run->batch, session);
}

/* The file of a game with --record, or of one that may be lost by a fault; NULL: none.  The caller frees.  */
static char *record_of(const struct run *run, int game)
{
	const char *record = run->call->series.record ? run->call->series.record : run->faults;

	return !record                           ? NULL
	       : run->plan.series || run->faults ? match_file_of_game(record, game)
						 : bytes_text("%s", record);
}

/* Tells a game for --pgn; when it began follows from how long it took.  */
static void tell_pgn(const struct table *table, const struct match *match)
{
	const struct file_format *format = match_file_format(match->setup.system, "pgn", NULL);
	struct match dated = *match;
	FREED_BY(bytes_free) struct bytes text = {0};
	struct timespec now;
	char *problem;

	clock_gettime(CLOCK_REALTIME, &now);
	dated.started_us = (int64_t)now.tv_sec * 1000000 + (now.tv_nsec - match->ended_ns) / 1000;
	problem = format->write(&dated, NULL, &text);
	table_tell(table, problem ? NOTE_TROUBLE : NOTE_PGN, 0, problem ? problem : text.at, NULL);
	free(problem);
}

/* Has the game program failed in a game of many, for the first time?  A script sees all games as they are. */
static bool is_played_again(const struct table *table, const struct match *match)
{
	const struct run *run = table->run;

	return run->plan.series && !run->plan.from && !run->batch && !table->ending && !table->again &&
	       match_is_finished(match) && strcmp(match->verdict.reason, REASON_GAME) == 0;
}

/* Where the file of a game goes that is played again.  The caller frees.  */
static char *void_path(const char *record)
{
	const char *slash = strrchr(record, '/'), *dot = strrchr(slash ? slash : record, '.');
	size_t size = dot ? (size_t)(dot - record) : strlen(record);

	return bytes_text("%.*s-void%s", (int)size, record, record + size);
}

static void begin_again(struct table *table, const struct match *match, const char *record)
{
	FREED char *kept = record ? void_path(record) : NULL;
	FREED char *words =
		bytes_text("game %d is played again with another seed: %s%s%s", table->game,
			   match->verdict.detail, kept ? "; this one is kept in " : "", kept ? kept : "");

	table->was_void = true;
	table_tell(table, NOTE_TROUBLE, 0, words, NULL);
}

static void told_verdict(void *user, const struct match *match)
{
	struct table *table = user;
	const struct runner_call *call = table->run->call;
	const struct plan *plan = &table->run->plan;
	struct scheduled scheduled = plan_scheduled(plan, table->game);
	struct match numbered = *match; /* with --from a game has the number of the recorded one */
	struct report report = {.scheduled = plan->entrants ? &scheduled : NULL,
				.session = &call->match.session,
				.cpus = table->cpus};
	bool failed = verdict_is_failure(&match->verdict);
	char *until = until_found(table->until, match, &report.until_turn, &report.until_seat), *line,
	     *text = NULL, *record = record_of(table->run, table->game);

	if (!until && is_played_again(table, match)) { /* else it is what was waited for */
		begin_again(table, match, record);
		free(record);
		return;
	}
	report.until = until;
	/* The results of a tournament name all files, and may be opened later.  */
	report.record = failed || (plan->entrants && table->run->history.record) ? record : NULL;
	numbered.setup.game = table->game;
	line = report_json(&numbered, &report);
	report.turns = call->turns_json;
	if (report.turns)
		text = report_json(&numbered, &report);
	else if (!call->json)
		text = report_line(&numbered, numbered.ended_ns, failed ? record : NULL);
	if (call->series.pgn && match_is_finished(&numbered))
		tell_pgn(table, &numbered);
	table_tell(table, match_is_finished(&numbered) ? NOTE_OVER : NOTE_BROKEN, table->game, line, text);
	free(line);
	free(text);
	free(until);
	free(record);
	if (table->run->batch)
		batch_events.verdict(table->run->batch, match);
	tell_news(table, false);
}

/* The last game that only the processes of this one play; 0: any processes may play any game.  */
static int plan_last(const struct plan *plan, int game)
{
	if (plan->from || !plan->entrants)
		return plan->from ? game : 0;
	return plan->schedule.stays ? schedule_unit_end(&plan->schedule, game) : game;
}

static void plan_this(const struct table *table, struct setup *setup)
{
	plan_game(&table->run->plan, table->game, setup);
	setup_play_again(setup, table->again);
}

static bool next_game(void *user, struct setup *setup)
{
	struct table *table = user;
	bool stays = plan_last(&table->run->plan, table->game) != table->game && !table->was_void;
	int game = stays ? table->dealer->next(table->user, table->game) : 0;

	if (!game)
		return false;
	table->game = game;
	table->again = false;
	plan_this(table, setup);
	return true;
}

/* What follows when the session has ended.  */
static void go_on(struct table *table)
{
	const struct plan *plan = &table->run->plan;
	bool live = session_is_live(table->session);

	if (is_apart(table->run) && !session_end_recording(table->session)) {
		table_tell(table, NOTE_SAVING, 0, NULL, NULL);
		loop_at(table->saves, loop_now() + SAVING_LOOK);
		return;
	}
	table->unrecorded += session_not_recorded(table->session);
	tell_news(table, plan->from && !live);
	if ((plan_last(plan, table->game) || table->was_void) && !table->ending)
		loop_at(table->begins, loop_now());
	else
		table_tell(table, NOTE_ENDED, table_status(table), NULL, NULL);
}

static void look_at_saving(void *user, int events UNUSED)
{
	go_on(user);
}

static void session_ended(void *user)
{
	struct table *table = user;

	table->over = true;
	if (table->session) /* or it has not begun yet: begin_next() sees it */
		go_on(table);
}

/* ---- sessions ---- */

/* The lists of one game with this setup: part `i`, from 0, of all, or of those of its players; the caller
 * frees them with cpus_free().  */
static void cpus_of_game(const struct match_options *options, const struct setup *setup, int i, int games,
			 const char *lists[SEATS])
{
	for (int s = 0; s < SEATS; s++) {
		const char *own = s == SEAT_NONE ? NULL : seat_setting_given(setup, SEAT_CPUS, s),
			   *all = own ? own : options->session.cpus[s];

		lists[s] = !all ? NULL : s == SEAT_NONE ? bytes_text("%s", all) : cores_part(all, i, games);
	}
}

/* NULL, or why it could not begin.  */
static char *begin_session(struct table *table, int *status)
{
	struct session_events events = {.begins = session_begins,
					.changed = table->run->batch || table->run->screen ? table_changed
											   : NULL,
					.verdict = told_verdict,
					.next = next_game,
					.notify = told_news,
					.ended = session_ended};
	const struct runner_call *call = table->run->call;
	struct session_setup setup = call->match.session;
	char *problem = NULL;

	setup_copy(&setup.setup, &call->match.session.setup);
	plan_this(table, &setup.setup);
	setup.record = call->series.record ? call->series.record : table->run->faults;
	setup.faults_alone = !call->series.record && table->run->faults;
	setup.series = table->run->plan.series || setup.faults_alone;
	setup.games = table->run->plan.endless ? 0 : table->run->plan.games;
	if (table->run->batch) {
		setup.paused = setup.stay = true;
		setup.record = setup.record ? setup.record : ""; /* commands look at it */
	}
	setup.from.number = table->game;
	setup.loses_unstarted = table->run->plan.entrants;
	cpus_free(table->cpus);
	cpus_of_game(&call->match, &setup.setup, table->place, table->run->place_count, table->cpus);
	memcpy(setup.cpus, table->cpus, sizeof(setup.cpus));
	table->session = session_play(table->loop, &setup, &events, table, &problem, status);
	if (!table->session)
		until_lose(table->until);
	setup_free(&setup.setup);
	return problem;
}

/* The next game is the one that was void: its file makes way.  */
static void move_void(const struct table *table)
{
	FREED char *record = record_of(table->run, table->game), *path = record ? void_path(record) : NULL;

	if (path)
		rename(record, path);
}

static void begin_next(void *user, int events UNUSED)
{
	struct table *table = user;
	FREED char *problem = NULL;
	int status = table_status(table);

	until_watch(table->until, NULL);
	session_free(table->session);
	table->session = NULL;
	table->over = false;
	table->again = table->was_void;
	table->was_void = false;
	if (table->again && !table->ending)
		move_void(table);
	else
		table->game = table->ending ? 0 : table->dealer->next(table->user, 0);
	if (table->game)
		problem = begin_session(table, &status);
	if (table->session && !table->begun)
		table_tell(table, NOTE_BEGUN, 0, NULL, NULL);
	table->begun = true;
	if (!table->session)
		table_tell(table, NOTE_ENDED, status, problem, NULL);
	else if (table->over)
		go_on(table);
}

/* Begins the first game in the next wake-up of the loop.  All that is given must outlive the table.  */
static struct table *table_new(struct loop *loop, struct run *run, int place, const struct dealer *dealer,
			       void *user)
{
	struct table *table = bytes_new(sizeof(*table));

	*table = (struct table){.loop = loop,
				.run = run,
				.place = place,
				.dealer = dealer,
				.user = user,
				.until = until_new(run->call)};
	table->begins = loop_timer(loop, LOOP_LATER, begin_next, table);
	table->saves = loop_timer(loop, LOOP_LATER, look_at_saving, table);
	table->moves = loop_timer(loop, LOOP_LATER, tell_moves, table);
	loop_at(table->begins, loop_now());
	return table;
}

/* A game that is over needs no pause.  */
static void table_pause(struct table *table, bool pause)
{
	if (table->session)
		free(session_request(table->session,
				     &(struct request){.kind = pause ? REQUEST_PAUSE : REQUEST_GO}));
}

/* Breaks off the game; NOTE_ENDED follows when the agents have left, unless it was told already.  */
static void table_end(struct table *table)
{
	table->ending = true;
	if (table->session)
		session_end(table->session);
}

static void table_free(struct table *table)
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

/* ---- places for tables ---- */

/* How long the process of a table may take to end its game, and may be silent while it writes its files,
 * which may take longer.  Agents get at most 2 s to leave.  */
#define END_TIME ((int64_t)5 * NS_PER_S)

/* A place for one table; when its process is lost, for another one.  */
struct place {
	struct run *run;
	struct table *table; /* in this process; NULL: none, or it has a process: */
	bool process;        /* it is not gone */
	bool asks;           /* it waits for the number of its next game, ... */
	int after;           /* ... after this one */
	bool closed;         /* no other table is put there */
	int game;            /* that was dealt to it and is not over; 0: none */
	int recent;          /* the game that was dealt to it last; 0: none */
	bool answered;       /* its first game has begun, or could not */
	bool ended;          /* its table plays no more games */
	bool saving;         /* its process writes its files, and has just said so ... */
	int64_t end_by;      /* ... until this time of run->awake it may be silent */
	bool played;         /* a game is over that its process may still be writing */
	bool idle;           /* its last process was lost before a game was dealt to it */
	bool skipped;        /* its game is broken off, and it goes on with another one */
	char *pgn;           /* its game for --pgn, until that is told to be over; owned; NULL: none */
	int moves;           /* of its game, when last told */
	int64_t since;       /* when its game was dealt */
};

static int number_of(const struct place *place)
{
	return (int)(place - place->run->places);
}

/* ---- games that are over ---- */

bool run_is_over(const struct run *run)
{
	return run->interrupted || run->decided || run->gave_up || run->unwritten || run->unsaved;
}

bool run_is_decided(const struct run *run)
{
	struct pairs pairs;

	if (!run->call->tally.sprt || !run->standing.counts)
		return false;
	pairs = standings_pairs(run->standing.counts, 0);
	return pairs_state(&run->sprt, &pairs) != SPRT_GOES_ON;
}

void run_tell(struct run *run, char *lines)
{
	progress_hide(run->pool.progress);
	say_lines(lines);
	run_screen_note(run->screen, &(struct run_news){.lines = lines});
	free(lines);
}

static void print_game(struct run *run, const char *text)
{
	if (run->screen)
		return;
	if (isatty(STDOUT_FILENO)) /* most likely the same terminal */
		progress_hide(run->pool.progress);
	if ((!say("%s\n", text) || fflush(stdout) != 0) && !run->unwritten)
		run->unwritten = errno;
}

/* Counts a game, and writes its line of results.  */
static void count(struct run *run, const struct result_line *line, const char *text)
{
	int error = history_add(&run->history, line, text);

	if (error && !run->unsaved) {
		run->unsaved = error;
		run->unsaved_file = run->call->series.results;
	}
	run_screen_note(run->screen, &(struct run_news){.result = line});
	run->standing.here++;
}

void run_forfeit(struct run *run, const char *text, const char *shown)
{
	struct result_line line;

	free(plan_read(&run->plan, text, strlen(text), &line));
	count(run, &line, text);
	print_game(run, run->call->json ? text : shown);
}

/* Writes the game of this place to the file of --pgn, at once and whole.  */
static void write_pgn(struct place *place)
{
	struct run *run = place->run;
	ssize_t size = place->pgn ? (ssize_t)strlen(place->pgn) : 0;

	if (size && write(run->pgn, place->pgn, (size_t)size) != size && !run->unsaved) {
		run->unsaved = errno ? errno : ENOSPC;
		run->unsaved_file = run->call->series.pgn;
	}
}

/* Breaks off all games that are still played.  */
static void end_all(struct run *run)
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
			pool_tell(&run->pool, i, &(struct note){.kind = NOTE_END});
	}
	if (run->end_timer)
		loop_at(run->end_timer, awake_wait(&run->awake, t + END_TIME));
}

/* A game is over at that place: `text` is its line of results, and `shown` what is printed of it, "": that.
 */
static void take(struct place *place, int game, bool finished, const char *text, const char *shown)
{
	struct run *run = place->run;
	const struct run_kind *kind = run->kind;
	bool was_over = run->decided || run->unwritten || run->unsaved;
	/* Its moves were taken back by a script, and it has counted.  */
	bool again = history_has(&run->history, game), counts = !was_over && !again;
	struct result_line line;

	place->game = 0;
	place->played = true;
	if (!finished && place->skipped)
		return; /* it has told nothing for --pgn */
	free(plan_read(&run->plan, text, strlen(text), &line));
	/* A game that is no longer needed ends silently.  */
	if (finished && counts && kind->counts)
		counts = kind->counts(run, &line);
	run->faulty += finished && counts && (line.blame != SEAT_NONE || result_line_is_void(&line));
	if (finished && counts) {
		write_pgn(place);
		count(run, &line, text);
	}
	free(place->pgn);
	place->pgn = NULL;
	if (finished && counts && kind->finished)
		kind->finished(run, number_of(place), &line);
	if (!finished && !was_over && !run->interrupted) { /* nobody has ended the run */
		run->failed = true;
		run_tell(run, bytes_text("game %d was broken off", game));
	}
	if (counts || (again && !was_over))
		print_game(run, *shown ? shown : text);
	run->standing.ns = loop_now() - run->began_ns;
	progress_changed(run->pool.progress);
	if (!was_over && (run->decided || run->unwritten || run->unsaved))
		end_all(run);
}

/* ---- dealing ---- */

/* Is there a game to be dealt after those that were?  */
static bool is_ready(const struct run *run)
{
	return run->dealt < schedule_ready(&run->plan.schedule);
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
	run_screen_note(run->screen, &(struct run_news){0});
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

static void ended(struct place *place, const char *problem, int status)
{
	struct run *run = place->run;

	if (problem)
		not_begun(place, problem, status);
	run->unrecorded = run->unrecorded || status == EXIT_NOT_RECORDED;
	/* It could not be played, and the table has said why; or it was to be played again.  */
	run->failed = run->failed || (place->game && !run_is_over(run));
	place->game = 0;
	place->ended = true;
	if (place->process) /* it is gone soon */
		return;
	place->closed = true;
	pool_release(&run->pool, number_of(place));
}

/* Answers a table that asks for its next game, unless that is put off.  */
static void deal_to(struct place *place)
{
	int game = place->asks ? next(place, place->after) : DEAL_LATER;

	if (game == DEAL_LATER)
		return;
	place->asks = false;
	pool_tell(&place->run->pool, number_of(place), &(struct note){.kind = NOTE_GAME, .number = game});
}

static void take_note(void *user, enum note_kind kind, int number, const char *text, const char *more)
{
	struct place *place = user;
	struct run *run = place->run;

	switch (kind) {
	case NOTE_NEXT:
		place->asks = true;
		place->after = number;
		deal_to(place);
		break;
	case NOTE_BEGUN:
		run->begun += !place->answered;
		answer(place);
		break;
	case NOTE_MOVED:
		place->moves = number;
		run_screen_note(run->screen, &(struct run_news){0});
		break;
	case NOTE_PGN: place->pgn = bytes_text("%s", text); break;
	case NOTE_OVER:
	case NOTE_BROKEN: take(place, number, kind == NOTE_OVER, text, more ? more : ""); break;
	case NOTE_TROUBLE:
		run_tell(run, bytes_text("%s", text));
		run->failed = run->failed || number;
		run->gave_up = run->gave_up || number;
		break;
	case NOTE_SAVING: place->saving = true; break;
	case NOTE_ENDED: ended(place, text && *text ? text : NULL, number); break;
	case NOTE_GAME:
	case NOTE_PAUSE:
	case NOTE_GO:
	case NOTE_END: break; /* ours */
	}
}

static void told(void *user, int i, const struct note *note)
{
	take_note(&((struct run *)user)->places[i], (enum note_kind)note->kind, note->number, note->text,
		  note->more);
}

/* ---- lost games ---- */

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
	char *path = record_of(run, game), *problem;

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

/* ---- a table in a process of its own ---- */

struct work {
	struct desk *desk;
	struct table *table;
};

static void tell(void *user, enum note_kind kind, int number, const char *text, const char *more)
{
	const struct work *work = user;

	desk_tell(work->desk, (int)kind, number, text, more);
	if (kind == NOTE_ENDED)
		loop_stop(work->desk->loop);
}

/* If NOTE_END comes while the table waits, no game follows.  The owner then still answers the question, with
 * game 0, which heard() ignores.  */
static int ask_for_next(void *user, int after)
{
	struct note note;

	tell(user, NOTE_NEXT, after, NULL, NULL);
	do /* between two games there is nothing to pause: who pauses all answers later */
		note = desk_hear(((struct work *)user)->desk);
	while (note.kind == NOTE_PAUSE || note.kind == NOTE_GO);
	return note.kind == NOTE_GAME ? note.number : 0;
}

/* A note that comes while the game is played.  */
static void heard(void *user, const struct note *note)
{
	struct work *work = user;

	if (note->kind == NOTE_END)
		table_end(work->table);
	else if (note->kind == NOTE_PAUSE || note->kind == NOTE_GO)
		table_pause(work->table, note->kind == NOTE_PAUSE);
}

static void work_at_table(struct desk *desk, void *job)
{
	static const struct dealer dealer = {ask_for_next, tell};
	const struct place *place = job;
	struct work work = {.desk = desk};

	desk->heard = heard;
	desk->user = &work; /* cppcheck-suppress autoVariables */
	work.table = table_new(desk->loop, place->run, number_of(place), &dealer, &work);
	loop_run(desk->loop);
	table_free(work.table);
}

/* ---- its owner ---- */

static void gone(void *user, int i, struct ending ending)
{
	struct run *run = user;
	struct place *place = &run->places[i];
	FREED char *how = pool_ending_words(ending);
	bool idle = !place->ended && !place->game;
	FREED char *file = record_of(run, 1);

	place->process = false;
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
	place->game = place->recent = 0;
	place->idle = idle;
	place->closed = place->ended && !place->skipped;
	if (place->closed || !places_next(run))
		answer(place);
}

/* Is there still work for a place that has ended?  The last one plays what others could not begin.  */
static bool is_last(const struct run *run, const struct place *place)
{
	for (int i = 0; i < run->place_count; i++)
		if (&run->places[i] != place && pool_works(&run->pool, i))
			return false;
	return run->begun && run->again_count;
}

/* Puts a table there, which asks for its first game.  False: there is no game, or it could not begin.  */
static bool begin(void *user, int i)
{
	static const struct dealer dealer = {next, take_note};
	struct run *run = user;
	struct place *place = &run->places[i];
	char *problem;

	if ((place->closed && !is_last(run, place)) || !places_next(run))
		return false;
	place->ended = place->played = place->skipped = place->closed = place->asks = false;
	place->end_by = INT64_MAX;
	if (!is_apart(run)) {
		table_free(place->table);
		place->table = table_new(run->pool.loop, run, i, &dealer, place);
		return true;
	}
	problem = pool_fork(&run->pool, i, work_at_table, place);
	place->process = !problem;
	place->closed = problem;
	if (problem)
		not_begun(place, problem, EXIT_CANNOT_RUN);
	free(problem);
	return place->process;
}

static void interrupted(void *user)
{
	run_steer(user, RUN_INTERRUPT);
}

static void kill_late(void *user, int events UNUSED)
{
	struct run *run = user;
	int64_t t = awake_at(&run->awake, loop_now()), next = INT64_MAX;

	for (int i = 0; i < run->place_count; i++) {
		struct place *place = &run->places[i];

		if (place->saving)
			place->end_by = t + END_TIME;
		place->saving = false;
		if (!place->process)
			continue;
		if (t >= place->end_by)
			pool_kill(&run->pool, i);
		else if (place->end_by < next)
			next = place->end_by;
	}
	loop_at(run->end_timer, next == INT64_MAX ? next : awake_wait(&run->awake, next));
}

/* Plays at this many places until all have ended; run->problem says why none could begin.  */
static void play_at(struct run *run, int places)
{
	run->end_timer = loop_timer(run->pool.loop, LOOP_LATER, kill_late, run);
	run->places = bytes_new((size_t)places * sizeof(*run->places));
	run->place_count = places;
	for (int i = 0; i < places; i++)
		run->places[i] = (struct place){.run = run};
	run->pool_setup.progress =
		run->plan.series && !run->batch && !run->screen ? run->kind->progress : NULL;
	pool_run(&run->pool, places);
}

/* When all have ended: tables can then be put there again.  */
static void free_places(struct run *run)
{
	for (int i = 0; i < run->place_count; i++)
		table_free(run->places[i].table);
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

/* ---- for the screen ---- */

struct place_game places_game(const struct run *run, int i)
{
	const struct place *place = &run->places[i];

	return (struct place_game){.plays = place->process,
				   .game = place->skipped ? 0 : place->game,
				   .moves = place->moves,
				   .since = place->since};
}

static void pause_games(struct run *run, bool pause)
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
		pool_tell(&run->pool, i, &(struct note){.kind = pause ? NOTE_PAUSE : NOTE_GO});
		if (!pause)
			deal_to(place);
	}
}

static void skip_games(struct run *run)
{
	int64_t t = awake_at(&run->awake, loop_now());

	for (int i = 0; i < run->place_count; i++) {
		struct place *place = &run->places[i];

		if (!place->process || !place->game || plan_wants(&run->plan, place->game))
			continue;
		place->skipped = true;
		place->end_by = t + END_TIME;
		pool_tell(&run->pool, i, &(struct note){.kind = NOTE_END});
	}
	loop_at(run->end_timer, awake_wait(&run->awake, t + END_TIME));
}

void run_steer(struct run *run, enum run_steer what)
{
	switch (what) {
	case RUN_PAUSE:
	case RUN_GO: pause_games(run, what == RUN_PAUSE); break;
	case RUN_SKIP: skip_games(run); break;
	case RUN_INTERRUPT:
		run->interrupted = true;
		end_all(run);
		run_screen_note(run->screen, &(struct run_news){.interrupted = true});
		break;
	}
}

/* ---- beginning and end ---- */

/* Are there enough file descriptors for this many tables?  NULL, or a problem.  */
static char *check_tables(int tables)
{
	/* A table's process has files of its own, and a link to this one.  */
	enum { OF_TABLE = 1, OF_ALL = 40 };
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) < 0 || limit.rlim_cur == RLIM_INFINITY ||
	    (rlim_t)tables * OF_TABLE + OF_ALL <= limit.rlim_cur || tables == 1)
		return NULL;
	return bytes_text("--concurrency %d: a process may have %llu files open here, which is enough for %d "
			  "games at once: choose fewer, or allow more with ulimit -n",
			  tables, (unsigned long long)limit.rlim_cur,
			  limit.rlim_cur < OF_TABLE + OF_ALL ? 1
							     : (int)((limit.rlim_cur - OF_ALL) / OF_TABLE));
}

/* Each game needs a core for the agent that thinks, and all together one for the judges.  */
static void warn_of_load(const struct runner_call *call, int places)
{
	int cores = cores_usable(), most = cores > 2 ? cores - 1 : 1;

	if (places > most && !call->match.cpus)
		say_error("ringside: %d games at once share %d core%s: agents may be charged for waiting: "
			  "choose --concurrency %d if times matter\n",
			  places, cores, cores == 1 ? "" : "s", most);
}

/* Plays the games that the history lacks.  */
static int play(struct run *run)
{
	int left = (run->standing.games ? run->standing.games : run->plan.games) - run->standing.finished,
	    places = run->call->series.concurrency;
	char *problem = NULL;

	if (run->standing.finished) {
		FREED char *games = standing_games(&run->standing);

		say_error("ringside: %s finished already\n", games);
	}
	run->began_ns = loop_now();
	run->standing.ns = 0;
	if (places > left)
		places = left;
	if (places_next(run) || (run->kind->more && run->kind->more(run))) {
		problem = check_tables(places);
		if (!problem)
			problem = cpus_check(&run->call->match, places);
		if (problem)
			return say_failure(problem, EXIT_USAGE);
		warn_of_load(run->call, places);
		run_screen_begin(run);
		do {
			free_places(run);
			play_at(run, places);
		} while (!run->problem && !run_is_over(run) && run->kind->more && run->kind->more(run));
		run_screen_end(run);
		if (run->problem && !run->begun && (run->interrupted || loop_is_interrupted()))
			return EXIT_INTERRUPTED;
		if (run->problem && !run->begun)
			return say_failure(bytes_text("%s", run->problem), run->status);
	}
	run->kind->sum(run);
	if (run->faults && run->faulty && run->plan.series)
		say_error("games that were lost by a fault: %d, kept in %s\n", run->faulty, run->faults);
	if (run->unwritten)
		say_error("ringside: stdout cannot be written: %s\n", strerror(run->unwritten));
	if (run->unsaved)
		say_error("ringside: %s: cannot be written: %s\n", run->unsaved_file, strerror(run->unsaved));
	/* Without --record a match file was only for a screen or a script.  */
	return run->interrupted || run->plan.skipped_count     ? EXIT_INTERRUPTED
	       : run->unwritten || run->unsaved || run->failed ? EXIT_CANNOT_RUN
	       : run->decided && run->decided_status           ? run->decided_status
	       : run->unrecorded && run->call->series.record   ? EXIT_NOT_RECORDED
							       : EXIT_VERDICT;
}

/* The script plays no more games.  */
static void left(void *user)
{
	struct run *run = user;

	run->decided = true;
}

/* Games that nobody records are recorded until they end without a fault.  Without a home there is no place.
 */
static void begin_faults(struct run *run)
{
	const struct runner_call *call = run->call;
	FREED char *problem = NULL;

	if (!call->series.record && !call->series.no_keep && !call->scripted && !call->series.from_path &&
	    !(run->kind->sheets && run_wants_screen(call)))
		run->faults = kept_folder("faults/", &problem);
}

int run_play(struct run *run)
{
	char *unmeasured;
	int status;

	run->pgn = run->call->series.pgn
			   ? open(run->call->series.pgn, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)
			   : -1;
	if (run->call->series.pgn && run->pgn < 0)
		return say_failure(bytes_text("%s: %s", run->call->series.pgn, strerror(errno)),
				   EXIT_CANNOT_RUN);
	begin_faults(run);
	run->pool_setup = (struct pool_setup){
		.begin = begin, .told = told, .gone = gone, .interrupted = interrupted, .user = run};
	pool_open(&run->pool, &run->pool_setup);
	unmeasured = agent_unmeasured();
	say_lines(unmeasured);
	free(unmeasured);
	if (run->call->series.record || run->faults)
		trust_own_id(); /* before the tables get their processes, so that all files have the same */
	if (run->call->scripted)
		run->batch = batch_new(run->call, run->pool.loop, left, run);
	status = play(run);
	free_places(run);
	if (run->batch && status == EXIT_VERDICT)
		status = batch_status(run->batch);
	batch_free(run->batch);
	pool_close(&run->pool);
	if (run->pgn >= 0)
		close(run->pgn);
	if (run->faults && !run->faulty)
		folder_remove(run->faults);
	free(run->faults);
	return status;
}
