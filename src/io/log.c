/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* log.c - writes the debug log of ringside itself.
 *
 * Each line is one write at the end of the file (O_APPEND), so those of several processes do not mix.  A line
 * that cannot be written is lost: the match goes on.  */
#include "ringside/log.h"
#include "config.h"

#include "ringside/bytes.h"
#include "ringside/loop.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define VARIABLE "RINGSIDE_LOG"

enum {
	SHOWN_MOST = 200, /* bytes of others in a line */
	FILE_LEAST = 20   /* above the descriptors that a worker begins with */
};

int log_file = -1;

void log_line(const char *bytes, size_t size, const char *format, ...)
{
	int64_t now = loop_now();
	int error = errno;
	FREED_BY(bytes_free) struct bytes line = {0};
	va_list args;

	bytes_addf(&line, "%" PRId64 ".%06" PRId64 " %d ", now / 1000000000, now / 1000 % 1000000,
		   (int)getpid());
	va_start(args, format);
	bytes_vaddf(&line, format, args);
	va_end(args);
	if (size) {
		FREED char *shown = bytes_escaped(bytes, size < SHOWN_MOST ? size : SHOWN_MOST);

		bytes_addf(&line, " \"%s\"%s (%zu bytes)", shown, size > SHOWN_MOST ? "..." : "", size);
	}
	bytes_add_text(&line, "\n");
	if (write(log_file, line.at, line.size) < 0)
		line.size = 0; /* lost */
	errno = error;
}

char *log_begin(char **argv)
{
	const char *given = getenv(VARIABLE);
	char *problem = NULL;
	int fd;

	if (given && *given) {
		fd = open(given, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, S_IRUSR | S_IWUSR);
		log_file = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, FILE_LEAST);
		if (log_file < 0)
			problem = bytes_text(VARIABLE ": %s: cannot be written: %s", given, strerror(errno));
		if (fd >= 0)
			close(fd);
	}
	unsetenv(VARIABLE);
	LOG("ringside " PACKAGE_VERSION " begins");
	for (int i = 0; log_file >= 0 && argv[i]; i++)
		LOG_BYTES(argv[i], strlen(argv[i]), "argument %d", i);
	return problem;
}
