/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* reader.c - finds the process of an agent that reads what the judge sends, behind its shells and wrappers.
 */
#include "agent_state.h"

#include "children.h"
#include "doing.h"
#include "ringside/bytes.h"
#include "ringside/text_file.h"
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 64, NAMES_MOST = 8 };

/* How sure it is that a process is the one.  */
enum { HAS_NO_INPUT, HAS_INPUT, RUNS, READS };

/* A shell that waits for its child has the input open, too.  */
static int rank_of(pid_t pid, const char *input)
{
	char *process = bytes_text("/proc/%d", (int)pid);
	struct pids one = {0};
	struct doing doing = {0};
	int rank = HAS_NO_INPUT;

	if (doing_has_open(process, input)) {
		pids_add(&one, pid);
		doing_look("/proc", &one, input, &doing);
		pids_free(&one);
		rank = doing.kind == DOING_READS ? READS : doing.kind == DOING_RUNS ? RUNS : HAS_INPUT;
	}
	free(process);
	return rank;
}

static void add_name(struct bytes *names, pid_t pid)
{
	char *path = bytes_text("/proc/%d/comm", (int)pid), name[NAME_SIZE], *shown;

	if (text_file_start(path, name, sizeof(name))) {
		shown = bytes_escaped(name, strcspn(name, "\n"));
		bytes_addf(names, "%s%d %s", names->size ? ", " : "", (int)pid, shown);
		free(shown);
	}
	free(path);
}

pid_t agent_reader(const struct agent *agent, char **others)
{
	struct pids family = {0};
	char *input = agent_input_name(agent);
	pid_t reader = agent->process.agent;
	struct bytes names = {0};
	int best = HAS_NO_INPUT;

	family_of(agent->process.agent, agent->process.init, &family);
	/* Parents come before their children: of two that are alike the deeper one counts.  */
	for (size_t i = 0; i < family.count && input; i++) {
		int rank = rank_of(family.at[i], input);

		if (rank != HAS_NO_INPUT && rank >= best) {
			best = rank;
			reader = family.at[i];
		}
	}
	for (size_t i = 0, named = 0; i < family.count && named < NAMES_MOST; i++)
		if (family.at[i] != reader) {
			add_name(&names, family.at[i]);
			named++;
		}
	*others = names.at;
	pids_free(&family);
	free(input);
	return reader;
}

bool agent_has_process(const struct agent *agent, pid_t pid)
{
	struct pids family = {0};
	bool has;

	family_of(agent->process.agent, agent->process.init, &family);
	has = pids_have(&family, pid);
	pids_free(&family);
	return has;
}
