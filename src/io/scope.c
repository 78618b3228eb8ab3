/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* scope.c - asks systemd for a cgroup that is handed to this process: it runs itself again by systemd-run.
 *
 * A scope keeps the process, with its id, its parent and its terminal.  One is asked for, not one for each
 * agent: each takes two lines of the system's log and several ms.  */
#include "cgroup.h"
#include "command.h"
#include "ringside/agent.h"
#include "ringside/bytes.h"
#include "ringside/sh_words.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Says to the second run that it is the second.  */
#define MARK "RINGSIDE_SCOPED"

enum { PATH_ROOM = 4096 };

/* Does systemd answer?  Says nothing to anybody.  */
static bool works(const char *tool)
{
	int status = 1;
	pid_t child = fork();

	if (child == 0) {
		int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);

		for (int fd = 0; fd <= STDERR_FILENO; fd++)
			dup2(nowhere, fd);
		execl(tool, tool, "--user", "--scope", "--quiet", "--collect", "--", "/bin/true",
		      (char *)NULL);
		_exit(127);
	}
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return status == 0;
}

/* The command of the second run.  */
static char **command_of(const char *tool, const char *self, char **argv)
{
	char *unit = bytes_text("--unit=ringside-%d", (int)getpid());
	const char *const first[] = {
		tool, "--user", "--scope", "--quiet", "--collect", unit, "--property=Delegate=yes",
		"--", self,     NULL};
	struct sh_words words = {0};

	for (const char *const *word = first; *word; word++)
		sh_words_add(&words, *word);
	for (char **word = argv + 1; *word; word++)
		sh_words_add(&words, *word);
	free(unit);
	return sh_words_block(&words);
}

void agent_enter_scope(char **argv)
{
	const char *mark = getenv(MARK), *runtime = getenv("XDG_RUNTIME_DIR");
	bool second = mark && atoi(mark) == (int)getpid();
	char self[PATH_ROOM], number[16], *problem = NULL, *tool;
	ssize_t size = readlink("/proc/self/exe", self, sizeof(self) - 1);

	unsetenv(MARK);
	/* Root's programs belong to the manager of the system, who has not been asked.  */
	if (second || !runtime || geteuid() == 0 || size <= 0 || cgroups_own_is_marked())
		return;
	self[size] = '\0';
	tool = command_program("systemd-run", &problem);
	if (tool && works(tool)) {
		char **command = command_of(tool, self, argv);

		snprintf(number, sizeof(number), "%d", (int)getpid());
		setenv(MARK, number, 1);
		execv(tool, command);
		unsetenv(MARK);
		free(command);
	}
	free(tool);
	free(problem);
}
