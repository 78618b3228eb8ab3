/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* agent_look.c - observes an agent from outside: what it is doing, and its CPU time and memory.  */
#include "agent_state.h"

#include "children.h"
#include "doing.h"
#include "peer.h"
#include "ringside/bytes.h"
#include "ringside/folder.h"
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* How often a guarded agent is looked at.  */
#define GUARD_AGE ((int64_t)100 * NS_PER_MS)

/* Bytes that were sent and not read.  *input: the name of its input among its descriptors; the caller frees.
 * The line end of the question does not count.  */
static int64_t unread_of(const struct agent *agent, char **input)
{
	int64_t queued =
			agent->holds || agent_waits_in_pieces(agent) ? 0 : (int64_t)queue_size(&agent->input),
		unread;
	struct stat pipe;

	*input = NULL;
	if (agent->process.in < 0)
		return queued;
	if (agent->socket)
		return queued +
		       peer_unread(agent->process.in, agent->process.init ? agent->process.agent : 0, input);
	if (fstat(agent->process.in, &pipe) == 0)
		*input = bytes_text("pipe:[%lu]", (unsigned long)pipe.st_ino);
	unread = agent_unread_in(agent->process.in);
	if (!queued && unread <= (int64_t)strlen("\r\n") && agent->went - unread >= agent->question)
		return 0;
	return queued + unread;
}

char *agent_input_name(const struct agent *agent)
{
	char *input;

	unread_of(agent, &input);
	return input;
}

void agent_doing(struct agent *agent, struct doing *doing)
{
	char *input;

	*doing = (struct doing){.kind = DOING_GONE, .cpu_ns = -1};
	if (agent->exited)
		return;
	meter_look(&agent->meter);
	doing->unread = unread_of(agent, &input);
	doing_look("/proc", &agent->meter.all, input ? input : "", doing);
	if (doing->kind == DOING_READS && agent->process.out >= 0 && agent_unread_in(agent->process.out))
		doing->kind = DOING_WRITES;
	free(input);
}

bool agent_only_reads(const struct agent *agent)
{
	struct pids family = {0};
	struct doing doing = {0};
	char *input;

	if (agent->socket || agent->exited || agent->process.in < 0 || agent->process.out < 0)
		return false;
	doing.unread = unread_of(agent, &input);
	family_of(agent->process.agent, agent->process.init, &family);
	doing_look("/proc", &family, input ? input : "", &doing);
	pids_free(&family);
	free(input);
	/* The look at its output comes last: what it wrote before it began to read lies there.  */
	return doing.kind == DOING_READS && doing.threads == 1 && !agent_unread_in(agent->process.out);
}

int64_t agent_cpu(struct agent *agent)
{
	return meter_cpu(&agent->meter);
}

void agent_begin_waiting(struct agent *agent)
{
	wait_meter_begin(&agent->wait, &agent->meter);
}

void agent_look_waiting(struct agent *agent)
{
	if (!agent->exited)
		wait_meter_tick(&agent->wait, &agent->meter);
}

int64_t agent_waited(struct agent *agent, int64_t age)
{
	return agent->exited ? 0 : wait_meter_read(&agent->wait, &agent->meter, age);
}

int64_t agent_waited_cpu(const struct agent *agent)
{
	return wait_meter_cpu(&agent->wait);
}

struct agent_usage agent_usage(struct agent *agent)
{
	return meter_read(&agent->meter);
}

void agent_forget_peak(struct agent *agent)
{
	meter_forget_peak(&agent->meter);
}

struct agent_usage agent_usage_now(struct agent *agent)
{
	meter_look(&agent->meter);
	return meter_read(&agent->meter);
}

int64_t agent_removed_files(struct agent *agent, const char *folder)
{
	return meter_files(&agent->meter, folder);
}

int64_t agent_clocks(const struct agent *agent)
{
	return meter_clocks(&agent->meter);
}

bool agent_is_crowd(const struct agent *agent)
{
	return agent->meter.all.count > AGENT_PROCESSES;
}

/* They may fork while they are killed; the next look finds those.  */
void agent_kill_family(struct agent *agent)
{
	meter_look(&agent->meter);
	for (size_t i = agent->meter.all.count; i > 0; i--)
		kill(agent->meter.all.at[i - 1], SIGKILL);
	agent_signal(agent, SIGKILL);
}

/* While they stand they start no others, so those that go on are those that were stopped.  */
void agent_rest(struct agent *agent, bool rest)
{
	if (agent->exited)
		return;
	agent_signal(agent, rest ? SIGSTOP : SIGCONT);
	if (rest)
		meter_look(&agent->meter);
	for (size_t i = 0; i < agent->meter.all.count; i++)
		if (getpgid(agent->meter.all.at[i]) != agent->process.pid)
			kill(agent->meter.all.at[i], rest ? SIGSTOP : SIGCONT);
}

static char *limits_words(bool sandbox, const struct cgroups *cgroups)
{
	return bytes_text("%s, processes %d (%s), memory by %s, CPU by %s",
			  sandbox ? "sandbox" : "no sandbox", AGENT_PROCESSES,
			  cgroups->limits_processes ? "cgroup" : "by looking",
			  cgroups->memory ? "cgroup and by looking" : "looking",
			  cgroups_cpu(cgroups) >= 0 ? "cgroup" : "looking");
}

char *agent_limits_words(const struct agent *agent)
{
	return limits_words(agent->process.init != 0, &agent->process.cgroups);
}

char *agent_limits_of(const struct agent_setup *setup)
{
	struct cgroups cgroups;
	char *problem = cgroups_make(&cgroups, setup->cgroups ? setup->cgroups : cgroups_lent(),
				     AGENT_PROCESSES, setup->memory);
	char *words = limits_words(setup->sandbox != NULL, &cgroups);

	cgroups_end(&cgroups);
	free(problem);
	return words;
}

static char *memory_words(int64_t bytes, int64_t allowed)
{
	return bytes_text("used %" PRId64 " bytes of memory, %" PRId64 " are allowed (--memory)", bytes,
			  allowed);
}

/* A large folder is counted in several looks.  */
static int64_t folder_bytes(struct agent *agent)
{
	if (!agent->folder_look) /* before the others: no file counts twice when it is removed */
		agent->removed = agent_removed_files(agent, agent->folder);
	return agent->removed + folder_size(agent->folder, &agent->folder_look);
}

/* What forks while it is killed is killed by the next look.  */
static void guard(void *user, int events)
{
	struct agent *agent = user;
	int64_t rss = agent_usage_now(agent).rss, bytes = agent->folder ? folder_bytes(agent) : 0;

	(void)events;
	if (!agent->refused && agent->memory && rss > agent->memory)
		agent->refused = memory_words(rss, agent->memory);
	if (!agent->refused && agent_is_crowd(agent))
		agent->refused = bytes_text("had more than %d processes", AGENT_PROCESSES);
	if (!agent->refused && bytes > agent->folder_most)
		agent->refused = bytes_text("has %" PRId64 " bytes in its temporary folder, %" PRId64
					    " are allowed (--temp-size)",
					    bytes, agent->folder_most);
	if (agent->refused)
		agent_kill_family(agent);
	loop_at(agent->guard, loop_now() + GUARD_AGE);
}

void agent_begin_guard(struct agent *agent, const struct agent_setup *setup)
{
	agent->folder_most = setup->folder_most;
	if (setup->directory && setup->folder_most)
		agent->folder = bytes_text("%s", setup->directory);
	agent->guard = loop_timer(agent->loop, LOOP_LATER, guard, agent);
	loop_at(agent->guard, loop_now() + GUARD_AGE);
}

char *agent_refused(const struct agent *agent)
{
	int64_t refused = agent_refused_memory(agent);

	return agent->refused ? bytes_text("%s", agent->refused)
	       : refused      ? memory_words(refused, agent->memory)
			      : NULL;
}

int64_t agent_refused_memory(const struct agent *agent)
{
	return cgroups_refused_memory(&agent->process.cgroups) ? agent->process.cgroups.memory : 0;
}
