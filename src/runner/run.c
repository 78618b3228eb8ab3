/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* run.c - `ringside run`: matches without a screen, one line a game.
 *
 * Reads the players and options of a series, counts its games, and says the sum.  Keeps the match files of
 * the game in which --until has happened, and of the games before it that its processes have played: a
 * mistake may be theirs.  */
#include "run.h"

#include "batch.h"
#include "ringside/bytes.h"
#include "ringside/folder.h"
#include "ringside/kept.h"
#include "ringside/match_file.h"
#include "ringside/say.h"
#include "tally/tally.h"
#include <stdlib.h>
#include <string.h>

/* The game in which what --until waits for has happened: its match file, and those of the games that its
 * processes had played before. Without --record these are all that stays, in a folder of
 * $XDG_STATE_HOME/ringside/until.  */
struct found {
	const char *record; /* of the call */
	bool series;        /* each game has a file of its own */
	char *folder;       /* made for the series, and ends in a slash; owned; NULL: people say where */
	int **games;        /* for each table those of its present processes, each list ends in 0; owned */
	int tables;
	int *late, late_count; /* games whose files are removed as soon as they are whole; owned */
	int kept;              /* the game in which it has happened; 0: none */
	int table;             /* at which it was played */
	int turn, seat;        /* where it has happened, ... */
	char *what;            /* ... and what; owned; NULL: nothing */
};

struct series {
	struct run run;
	struct standings counts; /* the standing's */
	struct found found;
	bool warned;        /* that agents wait for a core in most turns */
	int refused[SEATS]; /* how many games in a row the agent has failed at its start */
};

/* The run is its first member.  */
static struct series *of(const void *run)
{
	return (struct series *)run;
}

/* ---- the match files that stay ---- */

/* Sets --record if nobody did, and removes the oldest folders.  NULL, or why the games cannot be kept, for
 * people; the caller frees.  */
static char *found_begin(struct found *found, struct runner_call *call, bool series)
{
	char *problem = NULL;

	*found = (struct found){.series = series};
	if (!call->series.until && !call->series.until_failure)
		return NULL;
	if (!call->series.record) {
		found->folder = kept_folder("until/", &problem);
		if (problem)
			return problem;
		call->series.record = bytes_text("%sgame.ringside", found->folder);
	}
	found->record = call->series.record;
	return NULL;
}

static char *path_of(const struct found *found, int game)
{
	return found->series ? match_file_of_game(found->record, game) : bytes_text("%s", found->record);
}

/* The game that one of the processes of this game had played before it, or the seat's; 0: none.  */
static int game_before(const struct found *found, int game, int seat)
{
	FREED char *path = path_of(found, game), *problem = NULL;
	struct match_file *file = match_file_open(path, &problem);
	int before = 0;

	for (int s = 0; file && s < SEATS && !before; s++)
		if (seat < 0 || s == seat)
			before = match_file_game_before(file, s);
	match_file_close(file);
	return before;
}

static void remove_game(const struct found *found, int game)
{
	FREED char *path = path_of(found, game);

	free(match_file_remove(path));
}

/* The next game may be over before the last rows of this one are in its file: then it goes later, since its
 * writer would take it for lost.  */
static void remove_when_whole(struct found *found, int game)
{
	FREED char *path = path_of(found, game);

	if (!match_file_is_locked(path)) {
		remove_game(found, game);
		return;
	}
	found->late = bytes_resized(found->late, ((size_t)found->late_count + 1) * sizeof(*found->late));
	found->late[found->late_count++] = game;
}

static void remove_late(struct found *found)
{
	int count = found->late_count;

	found->late_count = 0;
	for (int i = 0; i < count; i++)
		remove_when_whole(found, found->late[i]);
}

static int length(const int *games)
{
	int count = 0;

	while (games && games[count])
		count++;
	return count;
}

/* A game is over at that table, from 0.  Removes the files that nobody will need.  True: it has happened.  */
static bool found_game(struct found *found, int table, const struct result_line *line)
{
	int count, game = line->game;

	if (!found->record)
		return false;
	while (found->tables <= table) {
		found->games =
			bytes_resized(found->games, ((size_t)found->tables + 1) * sizeof(*found->games));
		found->games[found->tables++] = NULL;
	}
	count = length(found->games[table]);
	remove_late(found);
	if (found->folder && count && !game_before(found, game, -1))
		while (count)
			remove_when_whole(found, found->games[table][--count]);
	found->games[table] =
		bytes_resized(found->games[table], ((size_t)count + 2) * sizeof(**found->games));
	found->games[table][count] = game;
	found->games[table][count + 1] = 0;
	if (!line->until.what.at || found->kept)
		return false;
	found->kept = game;
	found->table = table;
	found->turn = line->until.turn;
	found->seat = line->until.seat;
	found->what = piece_text(line->until.what);
	return true;
}

/* The commands that look at it.  */
static void add_commands(struct bytes *text, const struct found *found, const char *tool)
{
	int seat = found->seat, before = 0;
	FREED char *path = path_of(found, found->kept);

	for (int game = found->kept; (game = game_before(found, game, seat)) > 0;)
		before++;
	bytes_addf(text, "\n  ringside open %s", path);
	if (seat != SEAT_NONE)
		bytes_addf(text, "\n  ringside rerun %s --seat %d%s", path, seat, tool);
	if (seat != SEAT_NONE && before == 1)
		bytes_add_text(text, "   # and the game that its process had played before");
	else if (seat != SEAT_NONE && before)
		bytes_addf(text, "   # and the %d games that its process had played before", before);
}

/* Says where it has happened, after how many finished games without it, and which commands look at it; or
 * that it has not.  The caller frees.  */
static char *found_words(const struct found *found, const struct runner_call *call, int games)
{
	struct bytes text = {0};

	if (call->series.until)
		bytes_addf(&text, "--until '%s': ", call->series.until);
	else
		bytes_add_text(&text, "--until-failure: ");
	if (!found->kept) {
		bytes_addf(&text, "it has not happened in %d game%s", games, games == 1 ? "" : "s");
		return text.at;
	}
	bytes_addf(&text, "in game %d, ", found->kept);
	if (found->turn)
		bytes_addf(&text, "turn %d", found->turn);
	else
		bytes_add_text(&text, "before its first turn");
	bytes_addf(&text, ", after %d game%s without it: %s", games - 1, games - 1 == 1 ? "" : "s",
		   found->what);
	add_commands(&text, found, call->match.session.valgrind ? " --valgrind" : "");
	return text.at;
}

static bool is_kept(const struct found *found, int game)
{
	const int *games = found->kept ? found->games[found->table] : NULL;

	for (int i = 0; games && games[i]; i++)
		if (games[i] == game)
			return true;
	return false;
}

/* All files are written: removes those that are not kept.  */
static void found_end(struct found *found)
{
	int *games = NULL, count;

	if (found->folder && found->kept && found->series) {
		count = match_file_games(found->record, &games);
		for (int i = 0; i < count; i++)
			if (!is_kept(found, games[i]))
				remove_game(found, games[i]);
		free(games);
	} else if (found->folder && !found->kept) {
		folder_remove(found->folder);
	}
	for (int i = 0; i < found->tables; i++)
		free(found->games[i]);
	free(found->games);
	free(found->late);
	free(found->folder);
	free(found->what);
}

/* ---- beginning and end ---- */

/* An option that makes no sense with the script of a series; NULL: none.  */
static char *misfit(const struct runner_call *call)
{
	if (call->series.concurrency > 1 || call->tally.sprt || call->series.from_path)
		return bytes_text("a script leads the games of a series one after the other: leave out "
				  "--concurrency, --sprt and --from, or --games");
	if (call->series.until && call->runs)
		return bytes_text("a script can stop there itself: leave out --until, and write `break`");
	return NULL;
}

/* Seats the players and reads the other options.  NULL, or a problem.  */
static char *settle(struct run *run, char **notice)
{
	struct runner_call *call = run->call;
	struct setup *setup = &call->match.session.setup;
	char *problem = call->scripted ? misfit(call) : NULL;

	*notice = NULL;
	if (!problem)
		problem = plan_begin(&run->plan, call, (const char *const *)call->words, call->word_count,
				     notice);
	for (int s = SEAT_1; s <= SEAT_2 && !problem; s++)
		if (setup->seat[s].kind == SEAT_HUMAN && call->runs)
			problem = bytes_text("player %d: a person needs a screen: ringside play", s);
	if (!problem)
		problem = session_make_folder(setup); /* before match files are compared with the setup */
	if (!problem && run->plan.series && !run->plan.from && call->runs)
		free(setup_set(setup, "tournament", "yes")); /* a system without this option ignores it */
	if (!problem && call->tally.sprt)
		problem = sprt_read(call->tally.sprt, &run->sprt);
	return problem;
}

static void say_how_to_go_on(const struct run *run)
{
	const struct runner_call *call = run->call;
	char *games = standing_games(&run->standing);

	if ((call->series.record && !of(run)->found.folder) || call->series.results)
		say_error("%s finished: the same command continues from here\n", games);
	else
		say_error("%s finished (with --record FILE or --results FILE the same command would continue "
			  "from here)\n",
			  games);
	free(games);
}

static void print_sum(struct run *run)
{
	char *sum = run->plan.series ? standing_sum(&run->standing) : NULL, *found;

	if (sum)
		say_error("%s\n", sum);
	free(sum);
	if (run->plan.series && run->interrupted)
		say_how_to_go_on(run);
	if (!of(run)->found.kept && (!of(run)->found.record || run_is_over(run)))
		return;
	found = found_words(&of(run)->found, run->call, run->standing.here);
	say_error("%s\n", found);
	free(found);
}

static json_t *described(const void *user)
{
	return same_series(&((const struct run *)user)->plan);
}

static void count(void *user, const struct result_line *line)
{
	standing_take(&((struct run *)user)->standing, line);
}

/* An agent that twice in a row refuses what all games begin with will refuse it again.  */
static void count_refusal(struct run *run, const struct result_line *line)
{
	/* Whose agent has failed at its start?  SEAT_NONE is the game program; SEATS: nobody's.  */
	int seat = result_line_not_started(line)  ? line->blame
		   : result_line_no_program(line) ? SEAT_NONE
						  : SEATS;
	char *detail;

	for (int s = 0; s < SEATS; s++)
		of(run)->refused[s] = s == seat ? of(run)->refused[s] + 1 : 0;
	if (seat == SEATS || of(run)->refused[seat] < 2 || run->decided)
		return;
	run->decided = true;
	run->decided_status = EXIT_NOT_STARTED;
	detail = piece_text(line->detail);
	run_tell(run,
		 bytes_text("game %d: %s %d failed at its start, as in the game before: %s\nthe series stops",
			    line->game, seat == SEAT_NONE ? "the game program on seat" : "player", seat,
			    detail));
	free(detail);
}

/* Is the test decided, or has happened what was waited for?  */
static void finished(struct run *run, int table, const struct result_line *line)
{
	if (!of(run)->warned && standing_waits(&run->standing)) {
		of(run)->warned = true;
		progress_hide(run->pool.progress);
		say_error("ringside: agents wait for a core in most turns, and their clocks run meanwhile: "
			  "play fewer games at a time (--concurrency), run less beside them, or see "
			  "--forgive-waiting\n");
	}
	run->decided = run_is_decided(run);
	if (found_game(&of(run)->found, table, line)) {
		run->decided = true;
		run->decided_status = EXIT_FAILURE_FOUND;
	}
	count_refusal(run, line);
}

static char *progress(const void *user)
{
	return standing_line(&((const struct run *)user)->standing);
}

static const struct run_kind kind = {.of = {.name = "series", .described = described, .count = count},
				     .finished = finished,
				     .progress = progress,
				     .sum = print_sum};

int run_series(struct runner_call *call)
{
	struct series series = {.run = {.kind = &kind, .call = call}};
	struct run *run = &series.run;
	char *notice = NULL, *problem;
	int status = EXIT_USAGE;

	call->json = call->json || call->turns_json;
	call->match.session.measures_turns = call->turns_json;
	if (call->scripted && !batch_is_series(call))
		return batch_play(call, (const char *const *)call->words, call->word_count);
	problem = settle(run, &notice);
	if (!problem && call->sandbox_show) {
		status = match_sandbox_show(&call->match.session);
	} else if (!problem && !(problem = found_begin(&series.found, call, run->plan.series))) {
		say_lines(notice);
		standing_init(&run->standing, &call->match.session.setup, &series.counts);
		run->standing.games = run->plan.endless ? 0 : run->plan.games;
		run->standing.sprt = call->tally.sprt ? &run->sprt : NULL;
		problem = history_open(&run->history, &kind.of, run, &run->plan, call->series.results,
				       run->plan.series ? call->series.record : NULL, NULL);
		status = EXIT_CANNOT_RUN;
		run->decided = !problem && run_is_decided(run);
		if (!problem)
			status = run_play(run);
		if (status == EXIT_VERDICT && run->standing.sprt)
			status = tally_sprt_status(&run->sprt, &series.counts);
		history_close(&run->history);
		standing_free(&run->standing);
	}
	free(notice);
	found_end(&series.found);
	plan_free(&run->plan);
	return say_failure(problem, status);
}
