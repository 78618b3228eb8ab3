/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* strange_path.c - which paths a file may name that may be a stranger's.
 *
 * What agents get at is for the person alone. What ringside writes stays below the current folder, and out of
 * its hidden folders: .git and .ssh may be there. What ringside reads is a plain file, for to open a device
 * may do something, and a pipe may have no end.  */
#include "ringside/strange_path.h"

#include "command.h"
#include "ringside/bytes.h"
#include "ringside/sh_words.h"
#include "sandbox.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- near ---- */

/* The real path of what exists of it, with the parts that do not. NULL: a link leads nowhere, or .. is among
 * those parts. The caller frees.  */
static char *real_of(const char *path)
{
	char *begin = bytes_text("%s%s", *path == '/' ? "" : "./", path), *real, *whole = NULL;
	size_t size = strlen(begin);
	struct stat status;

	while (!(real = realpath(size ? begin : "/", NULL)) && errno == ENOENT &&
	       lstat(begin, &status) != 0) {
		while (size && begin[size - 1] == '/')
			size--;
		while (size && begin[size - 1] != '/')
			size--;
		while (size && begin[size - 1] == '/')
			size--;
		begin[size] = '\0';
	}
	if (real)
		whole = bytes_text("%s/%s", real,
				   *path == '/' ? path + size
				   : size < 2   ? path
						: path + size - 2);
	free(begin);
	free(real);
	return whole;
}

/* Has a part that is hidden, or the folder above?  */
static bool has_hidden(const char *path)
{
	for (; path; path = strchr(path, '/')) {
		path += strspn(path, "/");
		if (*path == '.' && path[1] != '/' && path[1])
			return true;
	}
	return false;
}

bool strange_path_is_near(const char *path)
{
	char *here = realpath(".", NULL), *real = here && *path ? real_of(path) : NULL;
	size_t size = here ? strlen(here) : 0;
	bool near = real && strncmp(real, here, size) == 0 && (real[size] == '/' || size == 1) &&
		    !has_hidden(real + size);

	free(real);
	free(here);
	return near;
}

/* ---- what a sandbox shows ---- */

/* Is it among the lines of --sandbox-bind, or below one of them?  */
static bool is_bound(const char *path, const char *lines)
{
	bool bound = false;

	while (lines && *lines && !bound) {
		size_t size = strcspn(lines, "\n");
		bool writable = size > 3 && memcmp(lines + size - 3, ":rw", 3) == 0;
		char *line = bytes_copy(lines, size - (writable ? 3 : 0)), *real = realpath(line, NULL);

		bound = real && strncmp(path, real, strlen(real)) == 0 &&
			(path[strlen(real)] == '/' || !path[strlen(real)]);
		free(real);
		free(line);
		lines += size + (lines[size] == '\n');
	}
	return bound;
}

/* The real path of the program in a command line; NULL: it is none that exists. The caller frees.  */
static char *program_of(const char *command)
{
	char *problem = NULL, **argv = sh_words_split(command, &problem), *program = NULL;
	const char *folder;

	if (argv && *argv)
		program = realpath(argv[command_begins_at(argv, &folder)], NULL);
	free(argv);
	free(problem);
	return program;
}

char *strange_command_problem(const char *command, const char *shown)
{
	char *files = sandbox_files(command), *rest = files, *file, *name, *problem = NULL;
	char *program = program_of(command);

	while (!problem && (file = strsep(&rest, "\n")) && *file) {
		if ((program && strcmp(file, program) == 0) || strange_path_is_near(file) ||
		    is_bound(file, shown))
			continue;
		name = bytes_escaped(file, strlen(file));
		problem = bytes_text("its sandbox would show %s, which is not below the current folder, or "
				     "hidden there: --sandbox-bind %s on the command line shows it",
				     name, name);
		free(name);
	}
	free(program);
	free(files);
	return problem;
}

/* ---- what the rows say ---- */

/* FILE, or the FILE of FILE:N.  */
static bool is_special(const char *value)
{
	const char *colon = strrchr(value, ':');
	bool numbered = colon && isdigit((unsigned char)colon[1]);
	char *path = bytes_copy(value, numbered ? (size_t)(colon - value) : strlen(value));
	struct stat status;
	bool special = (stat(value, &status) == 0 || stat(path, &status) == 0) && !S_ISREG(status.st_mode);

	free(path);
	return special;
}

char *strange_path_problem(const struct option_row *row, const char *value)
{
	char *shown, *problem = NULL;

	if (option_is_choice(row, value))
		return NULL;
	shown = bytes_escaped(value, strlen(value));
	if (row->path == PATH_LENT)
		problem = bytes_text("no file but your config opens the sandbox of agents: --%s on the "
				     "command line does",
				     row->name);
	else if (row->path == PATH_WRITTEN && strcmp(value, "-") != 0 && !strange_path_is_near(value))
		problem = bytes_text("%s is not below the current folder, or hidden there: --%s on the "
				     "command line may name it",
				     shown, row->name);
	else if (row->path == PATH_READ && is_special(value))
		problem = bytes_text("%s is no plain file: --%s on the command line may name it", shown,
				     row->name);
	free(shown);
	return problem;
}
