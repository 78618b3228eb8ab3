/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tracing.c - reads from /proc whether a process is traced or stopped, and whether gdb could trace one.  */
#include "tracing.h"

#include "children.h"
#include "command.h"
#include "ringside/agent.h"
#include "ringside/bytes.h"
#include "ringside/installed.h"
#include "ringside/sh_words.h"
#include "ringside/text_file.h"
#include "ringside/trace.h"
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	STATUS_SIZE = 4096,    /* what we need is at its beginning */
	ANCESTORS = 64,        /* the ancestors of a tracer that are checked */
	CAPABILITY_PTRACE = 19 /* linux/capability.h, which some systems lack */
};

/* The value of a field; NULL: there is none.  */
static const char *field(const char *text, const char *name)
{
	const char *at = strstr(text, name);

	return at ? at + strlen(name) + strspn(at + strlen(name), " \t") : NULL;
}

/* Did we or our agents start it?  An agent could trace itself to stop its clock.  */
static bool is_ours(pid_t pid)
{
	for (int i = 0; i < ANCESTORS && pid > 1; i++) {
		pid = parent_of(pid);
		if (pid == getpid())
			return true;
	}
	return false;
}

/* Adds what one process shows.  */
static void look_at(pid_t pid, pid_t gdb, struct agent_look *look)
{
	char *path = bytes_text("/proc/%d/status", (int)pid), text[STATUS_SIZE];
	const char *state, *tracer;
	pid_t by;

	if (text_file_start(path, text, sizeof(text))) {
		state = field(text, "\nState:");
		tracer = field(text, "\nTracerPid:");
		by = tracer ? (pid_t)strtol(tracer, NULL, 10) : 0;
		look->by_gdb |= by && by == gdb;
		look->traced |= by && (by == gdb || !is_ours(by));
		look->stopped |= state && *state == 'T';
		look->held |= state && *state == 't';
	}
	free(path);
}

struct agent_look agent_look(const struct agent *agent, const struct agent *gdb, pid_t on)
{
	pid_t pid = agent_pid(agent), by = gdb ? agent_pid(gdb) : 0;
	char *path, text[STATUS_SIZE], *end;
	struct agent_look look = {0}, child = {0};

	look_at(pid, by, &look);
	if (on && on != pid)
		look_at(on, by, &look);
	if (look.traced)
		return look;
	/* The program behind a script, if the kernel lists children; otherwise only the script counts.  */
	path = bytes_text("/proc/%d/task/%d/children", (int)pid, (int)pid);
	if (text_file_start(path, text, sizeof(text)))
		for (char *at = text; (by = (pid_t)strtol(at, &end, 10)) > 0 && end != at; at = end)
			if (getsid(by) == getsid(pid))
				look_at(by, 0, &child);
	look.traced = child.traced;
	free(path);
	return look;
}

char *tracing_refused(const char *scope, const char *status)
{
	long level = strtol(scope, NULL, 10);
	const char *capabilities = field(status, "\nCapEff:");
	bool may_all = capabilities && strtoull(capabilities, NULL, 16) >> CAPABILITY_PTRACE & 1;

	if (level >= 3)
		return bytes_text("tracing is off until a restart (kernel.yama.ptrace_scope is 3)");
	if (level == 2 && !may_all)
		return bytes_text("tracing is for root: `sysctl kernel.yama.ptrace_scope=1` allows it");
	return NULL;
}

/* The path of ringside-trace; NULL: it is not installed.  The caller frees.  */
static char *tracer_path(void)
{
	char *path = NULL, *folder;

	for (int i = 0; !path && (folder = installed_folder("src/io", PKGLIBEXECDIR, i)); i++) {
		path = bytes_text("%s/ringside-trace", folder);
		if (access(path, X_OK) < 0) {
			free(path);
			path = NULL;
		}
		free(folder);
	}
	return path;
}

struct agent *agent_trace(struct loop *loop, pid_t process, const char *how,
			  const struct agent_events *events, void *user, char **problem)
{
	struct agent *tracer;
	char *path, *quoted, *command;

	if ((*problem = agent_cannot_trace()))
		return NULL;
	if (!(path = tracer_path())) {
		*problem = bytes_text("ringside-trace is not installed in " PKGLIBEXECDIR);
		return NULL;
	}
	quoted = sh_words_quoted(path);
	command = bytes_text("%s %d %s", quoted, (int)process, how);
	tracer = agent_spawn(loop, &(struct agent_setup){.command = command, .stderr_pipe = true}, events,
			     user, problem);
	free(command);
	free(quoted);
	free(path);
	return tracer;
}

char *agent_cannot_trace(void)
{
	char scope[STATUS_SIZE], status[STATUS_SIZE], *why = NULL, *program = command_program("gdb", &why);

	free(why);
	if (!program)
		return bytes_text("gdb is not installed: its package is called gdb");
	free(program);
	if (!text_file_start("/proc/sys/kernel/yama/ptrace_scope", scope, sizeof(scope)) ||
	    !text_file_start("/proc/self/status", status, sizeof(status)))
		return NULL;
	return tracing_refused(scope, status);
}
