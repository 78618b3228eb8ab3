/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* birth.c - why an agent could not start, in words for the person who wrote its command line.  */
#include "birth.h"

#include "command.h"
#include "ringside/bytes.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *birth_failed(const struct failure *failure, const struct birth *birth)
{
	const char *why = strerror(failure->number);
	struct stat file;
	char *shown, *text;

	if (failure->step == STEP_DIRECTORY) {
		shown = bytes_escaped(birth->setup->directory, strlen(birth->setup->directory));
		text = bytes_text("its folder %s cannot be entered: %s", shown, why);
		free(shown);
		return text;
	}
	if (failure->step == STEP_TERMINAL)
		return bytes_text("no terminal can be opened for it: %s", why);
	if (failure->step == STEP_LIMITS)
		return bytes_text("its limits cannot be set: %s", why);
	if (failure->step == STEP_CORES)
		return bytes_text("it cannot run on core %s: %s", birth->setup->cpus, why);
	if (failure->step == STEP_LISTEN)
		return bytes_text("no socket in its sandbox for its connection: %s", why);
	if (failure->step == STEP_CGROUP)
		return bytes_text("it cannot enter its cgroup: %s", why);
	if (failure->step == STEP_JUDGE)
		return bytes_text("the system refuses: %s", why);
	shown = bytes_escaped(birth->program, strlen(birth->program));
	if (failure->number == ENOEXEC && command_is_of_windows(birth->program))
		text = bytes_text("%s is a Windows program: run it with wine, as \"wine %s\"", shown, shown);
	else if (failure->number == ENOEXEC)
		text = bytes_text("%s is neither a program of this machine nor a script with a #! line",
				  shown);
	else if (failure->number == ENOENT && stat(birth->program, &file) == 0)
		text = bytes_text("%s: the interpreter that it names does not exist%s", shown,
				  birth->wrapped ? " in its sandbox: --sandbox-bind PATH shows what is hidden"
						 : "");
	else if (failure->number == EACCES && stat(birth->program, &file) == 0)
		text = bytes_text("%s: Permission denied (its interpreter, or a mount without exec?)", shown);
	else
		text = bytes_text("%s: %s", shown, why);
	free(shown);
	return text;
}

char *birth_sandbox_failed(const struct spawned *ours)
{
	char said[1024];
	ssize_t size = read(ours->err, said, sizeof(said) - 1);

	said[size > 0 ? size : 0] = '\0';
	return sandbox_why(said);
}
