/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* history.c - the finished games of a series or a tournament.  */
#include "history.h"

#include "report.h"
#include "ringside/bytes.h"
#include "ringside/folder.h"
#include "ringside/match_json.h"
#include "ringside/say.h"
#include "ringside/scan.h"
#include "ringside/text_file.h"
#include "ringside/worker.h"
#include "tally/tally.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the settings of games as JSON ---- */

static void set_text(json_t *object, const char *key, const char *value)
{
	json_object_set_new(object, key, match_json_words(value)); /* typed text need not be UTF-8 */
}

static void set_option(json_t *object, const struct option_place *place, const struct setup *setup)
{
	const struct option_row *row = place->row;
	int64_t value = option_load(place, setup);
	FREED char *words = row == &option_seed
				    ? bytes_text("%" PRIu64, (uint64_t)value) /* all 64 bits of it */
			    : row->type == OPTION_TIME ? bytes_text("%.12g s", (double)value / NS_PER_S)
						       : NULL;

	if (words)
		set_text(object, row->name, words);
	else
		json_object_set_new(object, row->name,
				    row->type == OPTION_SWITCH ? json_boolean(value) : json_integer(value));
}

static json_t *same_setup(const struct setup *setup)
{
	json_t *object = json_object();
	char *key;

	set_text(object, "system", setup->system);
	set_text(object, "player 1", setup->seat[1].command ? setup->seat[1].command : "");
	set_text(object, "player 2", setup->seat[2].command ? setup->seat[2].command : "");
	for (const struct option_place *place = setup_places; place->row; place++)
		set_option(object, place, setup);
	for (int i = 0; i < setup->option_count; i++) {
		if (*setup->options[i].name == '.' || setup->options[i].row == &option_cpus1 ||
		    setup->options[i].row == &option_cpus2) /* of this machine, as --cpus */
			continue;
		key = bytes_text("--%s", setup->options[i].name);
		set_text(object, key, setup->options[i].text);
		free(key);
	}
	return object;
}

json_t *same_series(const struct plan *plan)
{
	json_t *object = same_setup(plan->setup);
	FREED char *words = bytes_text("%d, %s, %016" PRIx64, plan->opening_count,
				       plan->random ? "random" : "sequential", plan->checked);

	if (plan->opening_count)
		set_text(object, "openings", words);
	if (plan->from)
		set_text(object, "from", plan->from);
	return object;
}

/* ---- files that others write ---- */

/* How long a file may be locked by others than processes that were killed, ms, and from one look to the next.
 */
enum { LOCKED_MOST = 1000, LOCKED_LOOK = 10 };

/* They have no limit: a process that waits for its disk cannot end.  */
static void await_killed(const char *path)
{
	pid_t killed, told = 0;

	while ((killed = killed_holder(path))) {
		if (killed != told && isatty(STDERR_FILENO))
			say_error("ringside: %s: waits for process %d, which was killed and has not ended "
				  "yet\n",
				  path, (int)killed);
		told = killed;
		poll(NULL, 0, LOCKED_LOOK);
	}
}

/* False: it is locked for too long.  What was killed may end before it is looked for, so there is one more
 * try.
 */
static bool waits_for_lock(const char *path, int *waited)
{
	if (*waited > LOCKED_MOST)
		return false;
	if (*waited == LOCKED_MOST)
		await_killed(path);
	poll(NULL, 0, LOCKED_LOOK);
	*waited += LOCKED_LOOK;
	return true;
}

static void note(struct history *history, int game)
{
	size_t at = (size_t)game / 8;

	if (at >= history->room) {
		size_t room = 2 * at + 64;

		history->done = bytes_resized(history->done, room);
		memset(history->done + history->room, 0, room - history->room);
		history->room = room;
	}
	history->done[at] |= (uint8_t)(1 << game % 8);
}

bool history_has(const struct history *history, int game)
{
	size_t at = (size_t)game / 8;

	return at < history->room && history->done[at] >> game % 8 & 1;
}

bool history_lacks(const struct history *history, int game)
{
	return game <= history->plan->games && !history_has(history, game);
}

static void count(struct history *history, const struct result_line *line)
{
	history->of->count(history->user, line);
	note(history, line->game);
}

/* ---- is it the same series?  ---- */

static char *check_same(const struct history *history, const char *where, json_t *there, json_t *here,
			const char *option)
{
	char *differs = json_difference(there, here), *problem = NULL;

	if (differs)
		problem = bytes_text("%s: belongs to another %s: %s: choose another --%s, or remove the file",
				     where, history->of->name, differs, option);
	free(differs);
	return problem;
}

/* ---- the file of results ---- */

static char *take_first(const struct history *history, const char *path, const char *line, size_t size,
			int number)
{
	const char *name = history->of->name;
	json_t *object = json_loadb(line, size, 0, NULL), *series = json_object_get(object, name),
	       *here = history->of->described(history->user);
	char *problem = json_is_object(series)
				? check_same(history, path, series, here, "results")
				: bytes_text("%s:%d: is not a file of results: expected a first line that "
					     "describes the %s: choose another --results",
					     path, number, name);

	json_decref(here);
	json_decref(object);
	return problem;
}

/* One walk through a file of results.  */
struct walk {
	const char *path;
	bool again; /* it is not the first one */
	int number; /* of the line */
	int later;  /* the last line that needs others; 0: none */
	bool news;  /* games were counted */
};

static char *take_line(struct history *history, struct walk *walk, const char *line, size_t size)
{
	const struct history_of *of = history->of;
	struct piece key = scan_first_key(line, size);
	const struct plan *plan = history->plan;
	struct result_line read;
	struct scheduled scheduled;
	char *problem;
	bool wrong;

	if (walk->number == 1 || piece_is(key, of->name)) /* in files that were put together it comes again */
		return walk->again ? NULL : take_first(history, walk->path, line, size, walk->number);
	if (piece_is(key, "machine")) {
		if (of->machine && !walk->again)
			of->machine(history->user, line, size);
		return NULL;
	}
	problem = plan_read(plan, line, size, &read);
	wrong = problem;
	free(problem);
	if (!wrong && history_lacks(history, read.game)) {
		if (!plan_reach(history->plan, read.game)) {
			walk->later = walk->number;
			return NULL;
		}
		scheduled = plan_scheduled(plan, read.game);
		wrong = scheduled.player[SEAT_1] != read.players[0] ||
			scheduled.player[SEAT_2] != read.players[1];
		if (!wrong)
			count(history, &read);
		walk->news |= !wrong;
	}
	return !wrong ? NULL
		      : bytes_text("%s:%d: expected a game as --json prints it: remove this line, and the "
				   "game is played again",
				   walk->path, walk->number);
}

/* What has no line end must be the beginning of a line of ours, or of zeros, which a machine that lost its
 * power may leave: it is dropped.  NULL, or a problem.  */
static char *check_rest(const struct history *history, const char *path, const struct lines *lines)
{
	const char *rest = lines->buffer + lines->from, *name = history->of->name;
	size_t size = lines_rest(lines);
	FREED char *ours = lines->number ? bytes_text("{\"") : bytes_text("{\"%s\":{", name);
	bool good = !size || (lines->number && !*rest) ||
		    memcmp(rest, ours, size < strlen(ours) ? size : strlen(ours)) == 0;
	char *problem = lines_problem(lines, path);

	if (problem || good)
		return problem;
	return lines->number
		       ? bytes_text("%s:%d: expected a game as --json prints it: remove what stands there",
				    path, lines->number + 1)
		       : bytes_text("%s:1: is not a file of results: choose another --results", path);
}

/* Takes all whole lines, in as many walks as their order needs.  *whole: their bytes.  */
static char *take_lines(struct history *history, FILE *file, const char *path, off_t *whole)
{
	struct walk walk = {.path = path};
	char *line, *problem = NULL;
	size_t size;

	*whole = 0;
	if (!file)
		return bytes_text("%s: cannot be read: %s", path, strerror(errno));
	do {
		struct lines lines;

		walk = (struct walk){.path = path, .again = walk.number > 0};
		*whole = 0;
		rewind(file);
		lines = lines_of(file);
		while (!problem && lines_next(&lines, &line, &size)) {
			walk.number = lines.number;
			problem = take_line(history, &walk, line, size);
			*whole += (off_t)size + 1;
		}
		if (!problem)
			problem = check_rest(history, path, &lines);
		lines_free(&lines);
	} while (!problem && walk.later && walk.news);
	if (!problem && walk.later)
		problem = bytes_text("%s:%d: is a game of a round, and results of the rounds before are "
				     "missing: add them, or remove this line",
				     path, walk.later);
	fclose(file);
	return problem;
}

/* Drops a last line without a line end, which a killed writer left: its game is played again.  */
static char *take_results(struct history *history)
{
	off_t whole;
	char *problem = take_lines(history, fdopen(dup(history->fd), "r"), history->results, &whole);

	if (problem)
		return problem;
	if (ftruncate(history->fd, whole) < 0)
		return bytes_text("%s: cannot be written: %s", history->results, strerror(errno));
	return NULL;
}

/* 0, or an errno. What a file without a name gets is lost.  */
static int write_line(const struct history *history, const char *text)
{
	struct stat status;
	FREED char *line = bytes_text("%s\n", text);
	size_t size = strlen(line);
	int error = 0;

	for (size_t written = 0; written < size && !error;) {
		ssize_t n = write(history->fd, line + written, size - written);

		written += n > 0 ? (size_t)n : 0;
		error = n > 0 || (n < 0 && errno == EINTR) ? 0 : n < 0 ? errno : ENOSPC;
	}
	if (!error && fstat(history->fd, &status) == 0 && status.st_nlink == 0)
		error = ENOENT;
	return error;
}

static char *write_series(const struct history *history)
{
	json_t *object = json_pack("{s:o}", history->of->name, history->of->described(history->user));
	FREED char *text = match_json_line(object);
	int error = write_line(history, text);

	json_decref(object);
	return error ? bytes_text("%s: cannot be written: %s", history->results, strerror(error)) : NULL;
}

static char *check_ordinary(const char *path)
{
	struct stat status;

	if (stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
		return bytes_text("%s: is not an ordinary file: its games could not be read again", path);
	return NULL;
}

static char *open_results(struct history *history)
{
	char *problem = check_ordinary(history->results);
	int waited = 0;

	if (problem)
		return problem;
	history->fd = open(history->results, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (history->fd < 0)
		return bytes_text("%s: cannot be written: %s", history->results, strerror(errno));
	while (flock(history->fd, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK)
		if (!waits_for_lock(history->results, &waited))
			return bytes_text(
				"%s: another ringside is writing it: wait until it ends, or choose another "
				"--results",
				history->results);
	problem = take_results(history);
	if (!problem && lseek(history->fd, 0, SEEK_END) == 0) {
		problem = write_series(history);
		history->is_new = true;
	}
	return problem;
}

/* ---- match files ---- */

/* Adds a finished game that the results lack.  */
static char *take_match(struct history *history, const struct match *match)
{
	const struct plan *plan = history->plan;
	int game = match->setup.game, error;
	struct scheduled scheduled = plan_scheduled(plan, game);
	struct result_line line;
	char *text;

	if (history_has(history, game))
		return NULL;
	text = report_json(match, &(struct report){.scheduled = plan->entrants ? &scheduled : NULL});
	free(plan_read(plan, text, strlen(text), &line));
	error = history_add(history, &line, text);
	free(text);
	return error ? bytes_text("%s: cannot be written: %s", history->results, strerror(error)) : NULL;
}

static char *check_setup(const struct history *history, const char *path, const struct setup *there, int game)
{
	json_t *is = same_setup(there), *wanted;
	struct setup setup;
	char *problem;

	setup_copy(&setup, history->plan->setup);
	plan_game(history->plan, game, &setup);
	if (history->plan->from) /* the file has those of its beginning */
		setup_take_limits(&setup, there);
	wanted = same_setup(&setup);
	json_object_set_new(is, "game", json_integer(there->game));
	json_object_set_new(wanted, "game", json_integer(setup.game));
	problem = check_same(history, path, is, wanted, "record");
	setup_free(&setup);
	json_decref(is);
	json_decref(wanted);
	return problem;
}

/* NULL, or that another ringside is writing it.  */
static char *await_match(const char *path)
{
	int waited = 0;

	while (match_file_is_locked(path))
		if (!waits_for_lock(path, &waited))
			return bytes_text("%s: another ringside is writing it: wait until it ends", path);
	return NULL;
}

/* Takes the game of a match file that can be read.  *stale: it is to be played again.  */
static char *take_read(struct history *history, const char *path, struct match_file *file,
		       struct match *match, int game, bool *stale)
{
	char *problem = check_setup(history, path, &match->setup, game);

	if (problem)
		return problem;
	*stale = !match_is_finished(match) ||
		 (history->of->keeps && !history->of->keeps(history->user, match));
	if (*stale)
		return NULL;
	if (!match_file_timeouts(file, match))
		return bytes_text("%s", match_file_problem(file));
	match->setup.game = game;
	match_file_faults(file, 0, INT64_MAX, match->faults);
	return take_match(history, match);
}

/* Reads the match file of a game.  */
static char *take_file(struct history *history, const char *path, int game)
{
	struct match_file *file = NULL;
	struct match match = {0};
	char *problem = await_match(path), *why;
	bool stale = !problem && match_file_is_stillborn(path);

	if (!problem && !stale)
		file = match_file_open(path, &problem);
	if (file && match_file_match(file, &match)) {
		problem = take_read(history, path, file, &match, game, &stale);
		match_free(&match);
	} else if (!stale) {
		why = problem ? problem : bytes_text("%s", match_file_problem(file));
		problem = bytes_text("%s (the series cannot continue from it: choose another --record)", why);
		free(why);
	}
	if (stale) {
		history->stale = bytes_resized(history->stale,
					       ((size_t)history->stale_count + 1) * sizeof(*history->stale));
		history->stale[history->stale_count++] = game;
	}
	match_file_close(file);
	return problem;
}

/* Removes files only after all proved to be of this series.  */
static char *take_files(struct history *history, const char *record)
{
	char *problem = NULL, *path;
	int *games, count = match_file_games(record, &games);

	for (int i = 0; i < count && !problem && games[i] <= history->plan->games; i++) {
		/* The results have it, or another shard plays it.  */
		if (history_has(history, games[i]) || !plan_wants(history->plan, games[i]))
			continue;
		path = match_file_of_game(record, games[i]);
		problem = take_file(history, path, games[i]);
		free(path);
	}
	for (int i = 0; i < history->stale_count && !problem; i++) {
		path = match_file_of_game(record, history->stale[i]);
		problem = match_file_remove(path);
		free(path);
	}
	free(games);
	return problem;
}

char *history_open(struct history *history, const struct history_of *of, void *user, struct plan *plan,
		   const char *results, const char *record, const char *after)
{
	char *problem = NULL;
	off_t whole;

	*history = (struct history){
		.of = of, .user = user, .plan = plan, .results = results, .record = record, .fd = -1};
	if (record && match_file_is_folder(record))
		free(folder_made(record, &problem));
	if (after && !problem)
		problem = check_ordinary(after);
	if (after && !problem)
		problem = take_lines(history, fopen(after, "re"), after, &whole);
	if (results && !problem)
		problem = open_results(history);
	if (record && !problem)
		problem = take_files(history, record);
	return problem;
}

/* A series that could not begin leaves nothing: its results would refuse the next one, with other players. A
 * folder that has a file stays.  */
static void leave_nothing(const struct history *history)
{
	char *game;

	unlink(history->results);
	if (!history->record || !match_file_is_folder(history->record))
		return;
	game = match_file_of_game(history->record, 1);
	*strrchr(game, '/') = '\0';
	rmdir(game);
	rmdir(history->record);
	free(game);
}

void history_close(struct history *history)
{
	if (history->is_new)
		leave_nothing(history);
	if (history->fd >= 0)
		close(history->fd);
	free(history->done);
	free(history->stale);
}

int history_add(struct history *history, const struct result_line *line, const char *text)
{
	count(history, line);
	history->is_new = false;
	return history->fd < 0 ? 0 : write_line(history, text);
}

int history_note(const struct history *history, const char *text)
{
	return history->fd < 0 ? 0 : write_line(history, text);
}

/* ---- the seed ---- */

/* The seed in the first line of the results; false: none.  */
static bool seed_of_results(const char *name, const char *results, uint64_t *seed)
{
	struct stat status;
	bool ordinary = stat(results, &status) == 0 && S_ISREG(status.st_mode); /* /dev/full has no end */
	FILE *file = ordinary ? fopen(results, "re") : NULL;
	struct lines lines = {0};
	json_t *object = NULL;
	const char *text;
	char *line;
	size_t size;

	if (file)
		lines = lines_of(file);
	if (file && lines_next(&lines, &line, &size))
		object = json_loadb(line, size, 0, NULL);
	text = json_string_value(json_object_get(json_object_get(object, name), "seed"));
	if (text)
		*seed = strtoull(text, NULL, 10);
	json_decref(object);
	lines_free(&lines);
	if (file)
		fclose(file);
	return text != NULL;
}

static bool seed_of_match(const char *path, uint64_t *seed)
{
	char *problem = NULL;
	struct match_file *file = match_file_open(path, &problem);
	struct setup setup;
	bool found = file && match_file_setup(file, 0, &setup);

	if (found) {
		*seed = setup.seed;
		setup_free(&setup);
	}
	match_file_close(file);
	free(problem); /* history_open() reports it */
	return found;
}

char *history_seed(const char *name, const char *results, const char *record, const char *after,
		   uint64_t *seed)
{
	char *found = NULL;
	int *games = NULL, count;

	if (results && seed_of_results(name, results, seed))
		return bytes_text("%s", results);
	if (after && seed_of_results(name, after, seed))
		return bytes_text("%s", after);
	count = record ? match_file_games(record, &games) : 0;
	for (int i = 0; i < count && !found; i++) {
		found = match_file_of_game(record, games[i]);
		if (!seed_of_match(found, seed)) {
			free(found);
			found = NULL;
		}
	}
	free(games);
	return found;
}
