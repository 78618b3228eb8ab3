/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* series.c - the match files of a series: their names, which ones exist, and removing those that a killed
 * series has left unfinished.  */
#include "file.h"

#include "ringside/folder.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FOLDER_GAMES = 1000 };

/* The byte of the path where the number of a game goes: before the ending of its name.  */
static size_t before_ending(const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');

	return dot ? (size_t)(dot - path) : strlen(path);
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
	char *own = match_file_of_game("/", game), *wanted = match_file_of_game("/", other);
	char *number = bytes_text("-%d", game), *series = NULL, *beside = NULL;
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
	free(series);
	free(number);
	free(wanted);
	free(own);
	return beside;
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
	char *wanted = match_file_of_game(path, game), *whole = bytes_text("%s%s", folder, name);
	bool same = game && strcmp(wanted, whole) == 0;

	free(wanted);
	free(whole);
	return same ? game : 0;
}

struct games {
	const char *path;
	int *at, count;
};

/* Calls fn for each name in the folder, which ends in a slash or is empty.  */
static void for_each_name(const char *folder,
			  void (*fn)(struct games *games, const char *folder, const char *name),
			  struct games *games)
{
	DIR *entries = opendir(*folder ? folder : ".");
	struct dirent *entry;

	while (entries && (entry = readdir(entries)))
		fn(games, folder, entry->d_name);
	if (entries)
		closedir(entries);
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
	char *inner = bytes_text("%s%s/", folder, name);

	if (*name >= '0' && *name <= '9')
		for_each_name(inner, add_game, games);
	free(inner);
}

int match_file_games(const char *path, int **numbers)
{
	const char *slash = strrchr(path, '/');
	char *folder = slash ? bytes_copy(path, (size_t)(slash - path) + 1) : bytes_text("%s", "");
	struct games games = {.path = path};

	for_each_name(folder, match_file_is_folder(path) ? add_folder : add_game, &games);
	if (games.count)
		qsort(games.at, (size_t)games.count, sizeof *games.at, rising);
	free(folder);
	*numbers = games.at;
	return games.count;
}

bool match_file_is_stillborn(const char *path)
{
	sqlite3 *db = NULL;
	sqlite3_stmt *statement = NULL;
	char *plain = file_plain_path(path);
	bool stillborn;

	file_await_writer(path);
	/* SQLite reads an empty file as a database without tables. Only a connection that may write rolls
	 * back what a killed writer has left.  */
	stillborn = !match_file_is_locked(path) &&
		    (file_is_empty(path) ||
		     (sqlite3_open_v2(plain, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) ==
			      SQLITE_OK &&
		      sqlite3_prepare_v2(db, "SELECT count(*) FROM sqlite_schema", -1, &statement, NULL) ==
			      SQLITE_OK &&
		      sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_int(statement, 0) == 0));

	sqlite3_finalize(statement);
	sqlite3_close(db);
	free(plain);
	return stillborn;
}

char *match_file_remove(const char *path)
{
	/* The file is removed last: a log without its file would be read as the log of the next file of that
	 * name.  */
	static const char *const parts[] = {"-wal", "-shm", "-journal", ""};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		char *part = bytes_text("%s%s", path, parts[i]);
		int failed = unlink(part) != 0 && errno != ENOENT ? errno : 0;

		free(part);
		if (failed)
			return bytes_text("%s%s: cannot be removed: %s", path, parts[i], strerror(failed));
	}
	return NULL;
}
