/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* orphans.c - the judge as a subreaper: orphans become children of the judge and are ended.  */
#include "orphans.h"

#include "cgroup.h"
#include "children.h"
#include "reap.h"
#include "ringside/agent.h"
#include "usage.h"
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* A killed process ends well under a millisecond, unless the kernel keeps it.  */
enum { ROUNDS = 500, ROUND_MS = 1 };

/* Living agents, and children from before our start, which we must not end: a shell may have background jobs
 * when it execs the judge.  */
static struct owned *all_owned;
static struct pids strangers;

/* Calls of agent_adopt_orphans() by this process that agent_end_orphans() has not followed yet.  */
static int adopted;
static pid_t adopter;

static bool is_orphan(pid_t pid)
{
	for (const struct owned *owned = all_owned; owned; owned = owned->next)
		if (owned->pid == pid)
			return false;
	return !pids_have(&strangers, pid);
}

void orphans_except(struct owned *owned)
{
	owned->next = all_owned;
	all_owned = owned;
}

void orphans_include(struct owned *owned)
{
	struct owned **at = &all_owned;

	while (*at && *at != owned)
		at = &(*at)->next;
	if (*at)
		*at = owned->next;
}

void agent_adopt_orphans(void)
{
	if (adopter != getpid())
		adopted = 0;
	adopter = getpid();
	if (adopted++) /* children that came since are no strangers */
		return;
	pids_free(&strangers);
	children_of(getpid(), &strangers);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
}

static bool is_of_session(pid_t pid)
{
	pid_t session = getsid(pid);

	for (const struct owned *owned = all_owned; owned; owned = owned->next)
		if (owned->pid == session)
			return true;
	return false;
}

int64_t orphans_cpu(void)
{
	struct pids children = {0}, families = {0};
	int64_t sum = 0, cpu;

	children_of(getpid(), &children);
	for (size_t i = 0; i < children.count; i++)
		if (is_orphan(children.at[i]) && !is_of_session(children.at[i]))
			family_of(children.at[i], 0, &families);
	for (size_t i = 0; i < families.count; i++)
		if ((cpu = cpu_of(families.at[i])) > 0)
			sum += cpu;
	pids_free(&families);
	pids_free(&children);
	return sum;
}

/* Kills all visible orphans and reaps those that are dead; false: there were none.  The children of an orphan
 * become ours only when it is dead, so one round is never enough.  */
static bool orphans_end(void)
{
	struct pids children = {0};
	bool seen = false;

	children_of(getpid(), &children);
	for (size_t i = 0; i < children.count; i++)
		if (is_orphan(children.at[i])) {
			kill(children.at[i], SIGKILL);
			waitpid(children.at[i], NULL, WNOHANG | __WALL);
			seen = true;
		}
	pids_free(&children);
	return seen;
}

void agent_end_orphans(void)
{
	for (int round = 0; round < ROUNDS && orphans_end(); round++)
		poll(NULL, 0, ROUND_MS);
	adopted -= adopted > 0;
	group_reap_late();
	cgroups_end_rest();
}
