/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* flood.c - an agent that writes for a minute without a pause, and then goes on.  */
#include "flood.h"

#include <signal.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

void flood_with(int fd, const void *bytes, size_t size)
{
	enum { FLOOD_S = 60 }; /* a judge that gets no core may need long to see that a limit has passed */
	static char block[30000];
	struct timespec now, end;

	for (size_t i = 0; i < sizeof(block); i++)
		block[i] = ((const char *)bytes)[i % size];
	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_sec += FLOOD_S;
	do {
		if (write(fd, block, sizeof(block) - sizeof(block) % size) < 0)
			pause();
		clock_gettime(CLOCK_MONOTONIC, &now);
	} while (now.tv_sec < end.tv_sec || (now.tv_sec == end.tv_sec && now.tv_nsec < end.tv_nsec));
}

void flood_output(void)
{
	flood_with(STDOUT_FILENO, "\n", 1);
}

void flood_errors(void)
{
	flood_with(STDERR_FILENO, "\n", 1);
}

void flood_output_among_hogs(void)
{
	enum { HOGS = 16 };
	pid_t hogs[HOGS];

	for (int i = 0; i < HOGS; i++)
		if ((hogs[i] = fork()) == 0)
			for (prctl(PR_SET_PDEATHSIG, SIGKILL);;)
				;
	flood_output();
	for (int i = 0; i < HOGS; i++)
		kill(hogs[i], SIGKILL);
}
