/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* series.c - the match files of a series: their names, which ones exist, and removing those that a killed
 * series has left unfinished.  */
#include "file.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The byte of the path where the number of a game goes: before the ending of its name.  */
static size_t before_ending(const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');

	return dot ? (size_t)(dot - path) : strlen(path);
}

char *match_file_of_game(const char *path, int game)
{
	size_t at = before_ending(path);

	return bytes_text("%.*s-%d%s", (int)at, path, game, path + at);
}

static int rising(const void *a, const void *b)
{
	return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b;
}

/* The game whose file has this name; 0: it is none of the series.  */
static int game_of(const char *path, const char *name)
{
	const char *slash = strrchr(path, '/');
	size_t folder = slash ? (size_t)(slash - path) + 1 : 0, stem = before_ending(path) - folder;
	char *end, *wanted;
	long game;
	bool same;

	if (strncmp(name, path + folder, stem) != 0 || name[stem] != '-')
		return 0;
	game = strtol(name + stem + 1, &end, 10);
	if (game < 1 || game > 1000000000)
		return 0;
	wanted = match_file_of_game(path, (int)game);
	same = strcmp(wanted + folder, name) == 0;
	free(wanted);
	return same ? (int)game : 0;
}

int match_file_games(const char *path, int **games)
{
	const char *slash = strrchr(path, '/');
	char *folder = slash ? bytes_copy(path, (size_t)(slash - path) + 1) : bytes_text(".");
	DIR *entries = opendir(folder);
	struct dirent *entry;
	int count = 0;

	*games = NULL;
	while (entries && (entry = readdir(entries))) {
		int game = game_of(path, entry->d_name);

		if (!game)
			continue;
		*games = bytes_resized(*games, ((size_t)count + 1) * sizeof **games);
		(*games)[count++] = game;
	}
	if (count)
		qsort(*games, (size_t)count, sizeof **games, rising);
	if (entries)
		closedir(entries);
	free(folder);
	return count;
}

bool match_file_is_stillborn(const char *path)
{
	sqlite3 *db = NULL;
	sqlite3_stmt *statement = NULL;
	char *plain = file_plain_path(path);
	/* SQLite reads an empty file as a database without tables. Only a connection that may write rolls
	 * back what a killed writer has left.  */
	bool stillborn =
		!file_path_is_locked(path) &&
		sqlite3_open_v2(plain, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK &&
		sqlite3_prepare_v2(db, "SELECT count(*) FROM sqlite_schema", -1, &statement, NULL) ==
			SQLITE_OK &&
		sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_int(statement, 0) == 0;

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
