/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* targets.c - the table of targets, and what several of them need.  */
#include "targets.h"

#include "../temp.h"

#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

const struct fuzz_target fuzz_targets[] = {
#define X(name) {#name, fuzz_##name},
	FUZZ_TARGETS(X)
#undef X
		{0},
};

const struct fuzz_target *fuzz_target_named(const char *name)
{
	for (const struct fuzz_target *target = fuzz_targets; target->name; target++)
		if (strcmp(target->name, name) == 0)
			return target;
	return NULL;
}

void fuzz_wrong(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fprintf(stderr, "fuzz: ");
	vfprintf(stderr, format, args);
	fprintf(stderr, "\n");
	va_end(args);
	abort();
}

const char *fuzz_nameless(struct rest bytes)
{
	static char path[32];
	static int fd = -1;

	if (fd < 0)
		fd = memfd_create("fuzz", MFD_CLOEXEC);
	if (fd < 0 || ftruncate(fd, 0) != 0 || pwrite(fd, bytes.at, bytes.size, 0) != (ssize_t)bytes.size)
		fuzz_wrong("no file in memory can be made");
	sprintf(path, "/proc/self/fd/%d", fd);
	return path;
}

static char *folder; /* the path of a file in it */

static void remove_folder(void)
{
	temp_remove(folder);
}

char *fuzz_path(const char *name)
{
	if (!folder) {
		folder = temp_path("fuzz");
		atexit(remove_folder);
	}
	return bytes_text("%.*s/%s", (int)(strrchr(folder, '/') - folder), folder, name);
}
