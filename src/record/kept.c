/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* kept.c - the folder of matches that nobody asked to record.  */
#include "ringside/kept.h"

#include "file.h"
#include "ringside/installed.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char ending[] = ".ringside";

static char *name_of(const char *name)
{
	char *below = bytes_text("matches/%s", name), *path = state_path(below);

	free(below);
	return path;
}

char *kept_path(char **problem)
{
	char *folder = name_of(""), when[32], *path;
	time_t now = time(NULL);
	struct tm local;

	*problem = NULL;
	if (!folder)
		return NULL;
	state_make_folders(folder);
	if (access(folder, W_OK | X_OK) != 0) {
		*problem = bytes_text("this match is not kept: %s: %s", folder, strerror(errno));
		free(folder);
		return NULL;
	}
	strftime(when, sizeof(when), "%Y-%m-%d_%H%M%S", localtime_r(&now, &local));
	path = bytes_text("%s%s_%d%s", folder, when, (int)getpid(), ending);
	for (int i = 2; access(path, F_OK) == 0; i++) { /* two in one second */
		free(path);
		path = bytes_text("%s%s_%d_%d%s", folder, when, (int)getpid(), i, ending);
	}
	free(folder);
	return path;
}

static int newer(const void *a, const void *b)
{
	const struct kept *one = a, *other = b;

	if (one->changed != other->changed)
		return one->changed < other->changed ? 1 : -1;
	return strcmp(other->path, one->path);
}

int kept_matches(struct kept **matches)
{
	char *folder = name_of("");
	DIR *entries = folder ? opendir(folder) : NULL;
	const struct dirent *entry;
	int count = 0;

	*matches = NULL;
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
	if (entries)
		closedir(entries);
	free(folder);
	if (count)
		qsort(*matches, (size_t)count, sizeof(**matches), newer);
	return count;
}

void kept_free(struct kept *matches, int count)
{
	while (count)
		free(matches[--count].path);
	free(matches);
}

void kept_trim(int most, int64_t bytes)
{
	struct kept *matches;
	int count = kept_matches(&matches), left = count;
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

static char *result_words(const struct match *match, bool runs)
{
	const struct verdict *verdict = &match->verdict;

	if (!match->over)
		return bytes_text("%s", runs ? "being played" : "not finished");
	if (verdict->winner == SEAT_1 || verdict->winner == SEAT_2)
		return bytes_text("%s wins: %s", match->setup.seat[verdict->winner].name, verdict->reason);
	return bytes_text("%s: %s", verdict->winner == WINNER_DRAW ? "draw" : "nobody wins", verdict->reason);
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
