/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* series.c - which match files there are: those of a series, and those of matches that nobody asked to
 * record.
 *
 * It knows the names of the files of a series, and removes those that a killed series has left unfinished. */
#include "file.h"

#include "ringside/folder.h"
#include "ringside/installed.h"
#include "ringside/kept.h"
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Games in a folder of a series; folders of runs before the present one that stay.  */
enum { FOLDER_GAMES = 1000, FOLDERS_KEPT = 9 };

struct games {
	const char *path;
	int *at, count;
};

static const char ending[] = ".ringside";

/* The byte of the path where the number of a game goes: before the ending of its name.  */
static size_t before_ending(const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');

	return dot ? (size_t)(dot - path) : strlen(path);
}

static int rising(const void *a, const void *b)
{
	return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b;
}

/* The number in a name that is `before`, then a number; 0: it is no such name.  */
static int number_after(const char *name, const char *before, size_t size)
{
	long number = strncmp(name, before, size) == 0 ? strtol(name + size, NULL, 10) : 0;

	return number >= 1 && number <= 1000000000 ? (int)number : 0;
}

/* The game whose file in that folder has this name; 0: it is none of the series.  */
static int game_of(const char *path, const char *folder, const char *name)
{
	static const char in_folder[] = "game-";
	const char *slash = strrchr(path, '/'), *stem = slash ? slash + 1 : path;
	size_t size = before_ending(path) - (size_t)(stem - path);
	int game = match_file_is_folder(path) ? number_after(name, in_folder, sizeof(in_folder) - 1)
		   : name[0] && strlen(name) > size && name[size] == '-' && strncmp(name, stem, size) == 0
			   ? number_after(name + size, "-", 1)
			   : 0;
	FREED char *wanted = match_file_of_game(path, game), *whole = bytes_text("%s%s", folder, name);
	bool same = game && strcmp(wanted, whole) == 0;

	return same ? game : 0;
}

/* Calls fn for each name in the folder, which ends in a slash or is empty.  */
static void for_each_name(const char *folder,
			  void (*fn)(struct games *games, const char *folder, const char *name),
			  struct games *games)
{
	CLOSED_FOLDER DIR *entries = opendir(*folder ? folder : ".");
	struct dirent *entry;

	while (entries && (entry = readdir(entries)))
		fn(games, folder, entry->d_name);
}

static void add_game(struct games *games, const char *folder, const char *name)
{
	int game = game_of(games->path, folder, name);

	if (!game)
		return;
	games->at = bytes_resized(games->at, ((size_t)games->count + 1) * sizeof *games->at);
	games->at[games->count++] = game;
}

static void add_folder(struct games *games, const char *folder, const char *name)
{
	FREED char *inner = bytes_text("%s%s/", folder, name);

	if (*name >= '0' && *name <= '9')
		for_each_name(inner, add_game, games);
}

static const char *const kept_folders[] = {[KEPT_MATCHES] = "matches/", [KEPT_TAPS] = "taps/"};

/* A name in the folder that says when, and of which process; the caller frees.  */
static char *name_now(const char *folder)
{
	time_t now = time(NULL);
	struct tm local;
	char when[32];

	strftime(when, sizeof(when), "%Y-%m-%d_%H%M%S", localtime_r(&now, &local));
	return bytes_text("%s%s_%d", folder, when, (int)getpid());
}

static int newer(const void *a, const void *b)
{
	const struct kept *one = a, *other = b;

	if (one->changed != other->changed)
		return one->changed < other->changed ? 1 : -1;
	return strcmp(other->path, one->path);
}

static char *result_words(const struct match *match, bool runs)
{
	const struct verdict *verdict = &match->verdict;

	if (!match->over)
		return bytes_text("%s", runs ? "being played" : "not finished");
	if (verdict->winner == SEAT_1 || verdict->winner == SEAT_2)
		return bytes_text("%s wins: %s", match->setup.seat[verdict->winner].name, verdict->reason);
	return bytes_text("%s: %s", verdict->winner == WINNER_DRAW ? "draw" : "nobody wins", verdict->reason);
}

bool match_file_is_folder(const char *path)
{
	return *path && path[strlen(path) - 1] == '/';
}

/* The first three digits of a game's number name its folder, so a folder has at most 1000 files and people
 * find a game by its number.  */
char *match_file_of_game(const char *path, int game)
{
	size_t at = before_ending(path);

	if (match_file_is_folder(path))
		return bytes_text("%s%03d/game-%06d.ringside", path, game / FOLDER_GAMES, game);
	return bytes_text("%.*s-%d%s", (int)at, path, game, path + at);
}

char *match_file_for_game(const char *path, int game, char **problem)
{
	char *name = match_file_of_game(path, game), *folder;
	struct stat status;

	*problem = NULL;
	if (!match_file_is_folder(path))
		return name;
	folder = bytes_copy(name, (size_t)(strrchr(name, '/') - name));
	if (lstat(folder, &status) == 0 && S_ISLNK(status.st_mode))
		*problem =
			bytes_text("%s is a link, which may lead anywhere: no game is written there", folder);
	else
		free(folder_made(folder, problem));
	free(folder);
	if (!*problem)
		return name;
	free(name);
	return NULL;
}

char *match_file_beside(const char *path, int game, int other)
{
	FREED char *own = match_file_of_game("/", game), *wanted = match_file_of_game("/", other);
	FREED char *number = bytes_text("-%d", game), *series = NULL;
	char *beside = NULL;
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	size_t end = before_ending(path), size = strlen(number);

	if (strcmp(strrchr(own, '/') + 1, name) == 0) { /* in a folder, of 1000 games or by a copy */
		bool near = game / FOLDER_GAMES == other / FOLDER_GAMES;

		beside = bytes_text("%.*s%s%s", (int)(name - path), path, near ? "" : "..",
				    near ? strrchr(wanted, '/') + 1 : wanted);
	} else if (end > size && strncmp(path + end - size, number, size) == 0) {
		series = bytes_text("%.*s%s", (int)(end - size), path, path + end);
		beside = match_file_of_game(series, other);
	}
	return beside;
}

int match_file_games(const char *path, int **numbers)
{
	const char *slash = strrchr(path, '/');
	FREED char *folder = slash ? bytes_copy(path, (size_t)(slash - path) + 1) : bytes_text("%s", "");
	struct games games = {.path = path};

	for_each_name(folder, match_file_is_folder(path) ? add_folder : add_game, &games);
	if (games.count)
		qsort(games.at, (size_t)games.count, sizeof *games.at, rising);
	*numbers = games.at;
	return games.count;
}

char *match_file_remove(const char *path)
{
	/* The file is removed last: a log without its file would be read as the log of the next file of that
	 * name.  */
	static const char *const parts[] = {"-wal", "-shm", "-journal", ""};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		FREED char *part = bytes_text("%s%s", path, parts[i]);
		int failed = unlink(part) != 0 && errno != ENOENT ? errno : 0;

		if (failed)
			return bytes_text("%s%s: cannot be removed: %s", path, parts[i], strerror(failed));
	}
	return NULL;
}

char *kept_path(enum kept_of of, char **problem)
{
	FREED char *folder = state_path(kept_folders[of]);

	*problem = NULL;
	if (!folder)
		return NULL;
	folders_make(folder, true);
	return kept_path_in(folder, problem);
}

char *kept_path_in(const char *folder, char **problem)
{
	FREED char *name = NULL;
	char *path;

	*problem = NULL;
	if (access(folder, W_OK | X_OK) != 0) {
		*problem = bytes_text("this match is not kept: %s: %s", folder, strerror(errno));
		return NULL;
	}
	name = name_now(folder);
	path = bytes_text("%s%s", name, ending);
	for (int i = 2; access(path, F_OK) == 0; i++) { /* two in one second */
		free(path);
		path = bytes_text("%s_%d%s", name, i, ending);
	}
	return path;
}

static int is_visible(const struct dirent *entry)
{
	return *entry->d_name != '.';
}

/* Their names begin with the time, so the first are the oldest.  */
static void remove_oldest(const char *folder)
{
	struct dirent **entries;
	int count = scandir(folder, &entries, is_visible, alphasort);

	for (int i = 0; i < count; i++) {
		FREED char *path = bytes_text("%s%s", folder, entries[i]->d_name);
		int pid = atoi(strrchr(path, '_') ? strrchr(path, '_') + 1 : ""); /* its run may go on */

		if (i < count - FOLDERS_KEPT && (pid <= 1 || (kill(pid, 0) != 0 && errno != EPERM)))
			folder_remove(path);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

char *kept_folder(const char *name, char **problem)
{
	FREED char *all = state_path(name), *now = NULL;
	char *folder;

	if (!all) {
		*problem = bytes_text("the games cannot be kept, because HOME is not set: --record FILE says "
				      "where");
		return NULL;
	}
	now = name_now(all);
	folder = bytes_text("%s/", now);
	folders_make(all, true);
	remove_oldest(all);
	if (mkdir(folder, S_IRWXU) == 0)
		return folder;
	*problem = bytes_text("the games cannot be kept: %s: %s: --record FILE keeps them elsewhere", folder,
			      strerror(errno));
	free(folder);
	return NULL;
}

/* Adds those of one folder, and returns how many there are.  */
static int add_kept(enum kept_of of, struct kept **matches, int count)
{
	FREED char *folder = state_path(kept_folders[of]);
	CLOSED_FOLDER DIR *entries = folder ? opendir(folder) : NULL;
	const struct dirent *entry;

	while (entries && (entry = readdir(entries))) {
		size_t size = strlen(entry->d_name), end = strlen(ending);
		struct stat status;
		char *path;

		if (size <= end || strcmp(entry->d_name + size - end, ending) != 0)
			continue;
		path = bytes_text("%s%s", folder, entry->d_name);
		if (lstat(path, &status) != 0 || !S_ISREG(status.st_mode)) {
			free(path);
			continue;
		}
		*matches = bytes_resized(*matches, sizeof(**matches) * ((size_t)count + 1));
		(*matches)[count++] = (struct kept){.path = path,
						    .changed = (int64_t)status.st_mtim.tv_sec * NS_PER_S +
							       status.st_mtim.tv_nsec,
						    .size = status.st_size};
	}
	if (count)
		qsort(*matches, (size_t)count, sizeof(**matches), newer);
	return count;
}

int kept_matches(struct kept **matches)
{
	*matches = NULL;
	return add_kept(KEPT_TAPS, matches, add_kept(KEPT_MATCHES, matches, 0));
}

void kept_free(struct kept *matches, int count)
{
	while (count)
		free(matches[--count].path);
	free(matches);
}

void kept_trim(enum kept_of of, int most, int64_t bytes)
{
	struct kept *matches = NULL;
	int count = add_kept(of, &matches, 0), left = count;
	int64_t size = 0;

	for (int i = 0; i < count; i++)
		size += matches[i].size;
	for (int i = count - 1; i >= 0 && (left > most || size > bytes); i--) {
		if (match_file_is_locked(matches[i].path))
			continue;
		free(match_file_remove(matches[i].path));
		left--;
		size -= matches[i].size;
	}
	kept_free(matches, count);
}

char *kept_remove(const struct kept *kept)
{
	if (match_file_is_locked(kept->path))
		return bytes_text("it is being played");
	return match_file_remove(kept->path);
}

void kept_words(const struct kept *kept, char *words[KEPT_WORDS])
{
	char *problem = NULL, when[32], *result;
	struct match_file *file = match_file_open(kept->path, &problem);
	time_t changed = (time_t)(kept->changed / NS_PER_S);
	const char *one, *two;
	struct match match;
	struct tm local;

	strftime(when, sizeof(when), "%Y-%m-%d %H:%M", localtime_r(&changed, &local));
	words[0] = bytes_text("%s", when);
	if (!file || !match_file_match(file, &match)) {
		words[1] = bytes_text("?");
		words[2] = bytes_text("?");
		words[3] = bytes_text("%s", problem ? problem : match_file_problem(file));
		match_file_close(file);
		free(problem);
		return;
	}
	one = match.setup.seat[SEAT_1].name ? match.setup.seat[SEAT_1].name : "";
	two = match.setup.seat[SEAT_2].name ? match.setup.seat[SEAT_2].name : "";
	result = result_words(&match, match_file_is_written(file));
	words[1] = bytes_text("%s", match.setup.system);
	words[2] = bytes_text("%s%s%s", one, *one && *two ? " - " : "", two);
	words[3] =
		bytes_text("%s, %d %s", result, match.turn_count, match.turn_count == 1 ? "move" : "moves");
	free(result);
	match_free(&match);
	match_file_close(file);
}
