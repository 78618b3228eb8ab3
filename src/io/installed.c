/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* installed.c - finds the files that come with ringside, and the folder where it keeps what it remembers.  */
#include "ringside/installed.h"

#include "ringside/bytes.h"
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

char *installed_folder(const char *tree, const char *installed, int i)
{
	FREED char *self = realpath("/proc/self/exe", NULL), *way = installed_way(BINDIR, installed);
	const char *own = self ? dirname(self) : ".";
	char *folder = NULL, *real;

	switch (i) {
	case 0: folder = bytes_text("%s/%s", own, tree); break;
	case 1: folder = bytes_text("%s/%s", own, way); break;
	case 2: folder = bytes_text("%s", installed); break;
	}
	/* A sandbox has not each folder that a path with ".." is through.  */
	real = folder ? realpath(folder, NULL) : NULL;
	free(real ? folder : NULL);
	return real ? real : folder;
}

char *installed_way(const char *from, const char *to)
{
	struct bytes way = {0};
	size_t common = 0;

	for (size_t i = 0; from[i] == to[i] || !from[i] || !to[i]; i++) {
		bool from_ends = !from[i] || from[i] == '/', to_ends = !to[i] || to[i] == '/';

		if (from_ends && to_ends)
			common = i;
		if (!from[i] || !to[i])
			break;
	}
	for (from += common; *from; from++)
		if (*from == '/' && from[1] && from[1] != '/')
			bytes_add_text(&way, "../");
	to += common;
	while (*to == '/')
		to++;
	bytes_add_text(&way, to);
	return way.at;
}

char *installed_file(const char *tree, const char *installed, const char *name, int mode)
{
	char *folder, *path;

	for (int i = 0; (folder = installed_folder(tree, installed, i)); i++) {
		path = bytes_text("%s/%s", folder, name);
		free(folder);
		if (access(path, mode) == 0)
			return path;
		free(path);
	}
	return NULL;
}

char *installed_page(const char *page)
{
	FREED char *name = bytes_text("%s.md", page);

	return installed_file("src/manual", DOCDIR, name, R_OK);
}

char *installed_protocol(const char *system)
{
	FREED char *name = bytes_text("%s/README.md", system);

	return installed_file("src/systems", DOCDIR "/src/systems", name, R_OK);
}

/* Where the link leads; NULL: it is none.  The caller frees.  */
static char *link_read(const char *path)
{
	char to[PATH_MAX];
	ssize_t size = readlink(path, to, sizeof(to) - 1);
	const char *slash = strrchr(path, '/');

	if (size < 0)
		return NULL;
	to[size] = '\0';
	return *to == '/' || !slash ? bytes_text("%s", to)
				    : bytes_text("%.*s%s", (int)(slash - path) + 1, path, to);
}

char *installed_as(const char *name)
{
	enum { LINKS_MOST = 40 }; /* as the system follows */
	const char *started = (const char *)getauxval(AT_EXECFN);
	FREED char *path = bytes_text("%s", started ? started : "");

	for (int i = 0; path && i < LINKS_MOST; i++) {
		const char *slash = strrchr(path, '/');
		char *next;

		if (strcmp(slash ? slash + 1 : path, name) == 0)
			return bytes_text("%s", started);
		next = link_read(path);
		free(path);
		path = next;
	}
	return NULL;
}

char *state_path(const char *name)
{
	const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");

	if (state && *state == '/')
		return bytes_text("%s/ringside/%s", state, name);
	return home && *home == '/' ? bytes_text("%s/.local/state/ringside/%s", home, name) : NULL;
}
