/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* state.c - the folder where ringside keeps what it remembers for this user.  */
#include "ringside/state.h"

#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

char *state_path(const char *name)
{
	const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");

	if (state && *state == '/')
		return bytes_text("%s/ringside/%s", state, name);
	return home && *home == '/' ? bytes_text("%s/.local/state/ringside/%s", home, name) : NULL;
}

void state_make_folders(const char *path)
{
	char *part = bytes_copy(path, strlen(path));

	for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(part, S_IRWXU);
		*slash = '/';
	}
	free(part);
}
