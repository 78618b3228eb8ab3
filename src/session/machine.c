/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* machine.c - the agents' folders, their memory, and the CPU time and memory of their turns.  */
#include "branching.h"
#include "ringside/folder.h"
#include "ringside/protocol.h"
#include "ringside/trust.h"
#include <assert.h>
#include <stdlib.h>

/* The memory that is recorded with a turn is at most this old.  */
#define USAGE_AGE ((int64_t)10 * NS_PER_MS)

/* The least time between two readings of CPU time, if not each turn is measured (session.h).  */
#define CPU_AGE NS_PER_MS

/* How often the sizes of the agents' folders are checked.  */
#define FOLDER_AGE ((int64_t)NS_PER_S)

/* ---- memory ---- */

static bool watches_memory(const struct session *session)
{
	const struct setup *setup = &judge_match(session->judge)->setup;

	for (int s = 0; s < SEATS; s++)
		if (setup_memory(setup, s))
			return true;
	return false;
}

void machine_measure(struct player *player)
{
	bool now = judge_match(player->session->judge)->over || player->session->slow;

	assert(player->agent);
	player->usage = now ? agent_usage_now(player->agent) : agent_usage(player->agent);
	player->usage_at = loop_now();
	player->usage_is_news = true;
	if (player->usage.peak > player->turn_peak)
		player->turn_peak = player->usage.peak;
}

/* No rlimit does this: RLIMIT_AS counts mapped memory, many times what a virtual machine uses, and a program
 * that gets no memory only crashes.  */
bool machine_check_memory(struct session *session)
{
	bool over = judge_match(session->judge)->over;

	for (int s = 0; s < SEATS; s++) {
		struct player *player = session->player[s];

		if (!player || !player->usage_is_news)
			continue;
		player->usage_is_news = false;
		if (watches_memory(session))
			judge_memory(session->judge, stall_now(session), s, player->usage.rss);
	}
	return judge_match(session->judge)->over && !over;
}

/* ---- processes ---- */

/* No rlimit does this either: RLIMIT_NPROC does not bind root, and counts other programs of the user.  */
void machine_check_processes(struct session *session)
{
	for (int s = 0; s < SEATS; s++) {
		struct player *player = session->player[s];

		if (!player || !agent_is_crowd(player->agent))
			continue;
		agent_kill_family(player->agent);
		if (player->crowd)
			continue;
		player->crowd = true;
		branching_tell(
			session,
			bytes_text("seat %d had more than %d processes: all were killed", s, AGENT_PROCESSES),
			true);
	}
}

/* ---- turns ---- */

/* The peak of the next turn begins with the present memory.  */
static void forget_peak(struct player *player)
{
	agent_forget_peak(player->agent);
	player->turn_peak = player->usage.rss;
}

void machine_begin_turn(struct player *player)
{
	if (player->turn_cpu >= 0)
		return;
	machine_measure(player);
	player->turn_cpu = player->usage.cpu_ns;
	forget_peak(player);
}

static bool measures_all(const struct session *session)
{
	return session->recorder || session->setup.measures_turns;
}

/* The CPU time since the last measured turn; -1: not known.  */
static int64_t take_cpu(struct player *player)
{
	int64_t before = player->turn_cpu > 0 ? player->turn_cpu : 0;

	player->turn_cpu = agent_cpu(player->agent);
	player->turn_cpu_at = loop_woke(player->session->loop);
	return player->turn_cpu < 0 ? -1 : player->turn_cpu - before;
}

static void measure_turn(const struct session *session, const struct turn *turn)
{
	struct player *player = session->player[turn->seat];
	int64_t now = loop_woke(session->loop);

	assert(is_seat(turn->seat));
	if (!player || (!measures_all(session) && now < player->turn_cpu_at + CPU_AGE))
		return;
	if (judge_match(session->judge)->over || now >= player->usage_at + USAGE_AGE)
		machine_measure(player);
	judge_measure_turn(session->judge, turn->n, take_cpu(player), player->usage.rss, player->turn_peak);
	forget_peak(player);
}

void machine_measure_turns(struct session *session)
{
	const struct turn *turn;

	assert(session->turns_measured <= session->turns_told);
	while (session->turns_measured < session->turns_told &&
	       (turn = judge_turn(session->judge, session->turns_measured + 1))) {
		measure_turn(session, turn);
		session->turns_measured++;
	}
}

/* 0: not known.  */
static int64_t or_none(int64_t known)
{
	return known > 0 ? known : 0;
}

void machine_remember_usage(struct player *player)
{
	struct rest *rest = &player->session->rest[player->seat];

	*rest = (struct rest){.cpu_ns = 0};
	if (player->turn_cpu < 0)
		return;
	rest->cpu_ns = or_none(take_cpu(player));
	rest->peak = or_none(player->turn_peak);
}

void machine_measure_rest(struct session *session)
{
	const struct match *match = judge_match(session->judge);

	for (int s = SEAT_1; s < SEATS; s++) {
		struct player *player = session->player[s];
		struct rest *rest = &session->rest[s];

		if (match->unfinished[s].think_ns < 0 && measures_all(session))
			continue;
		if (player) {
			machine_measure(player);
			machine_remember_usage(player);
			forget_peak(player);
		}
		judge_used(session->judge, stall_now(session), s, rest->cpu_ns, rest->peak);
		*rest = (struct rest){.cpu_ns = 0};
	}
}

/* ---- folders ---- */

char *session_make_folder(struct setup *setup)
{
	const char *given = setup_folder(setup);
	char *problem = NULL, *path = given ? folder_made(given, &problem) : NULL;

	if (path) {
		setup_put(setup, protocol_option(protocol_named(setup->system), OPTION_FOLDER), path);
		trust_accept_folder(path);
	}
	free(path);
	return problem;
}

bool machine_make_folder(struct player *player, char **problem)
{
	assert(!player->folder && problem);
	if (!player->session->setup.temp)
		return true;
	player->folder = folder_temporary(problem);
	return player->folder != NULL;
}

/* A process that still writes there has left the agent's group.  It is ended with the match, and the folder
 * removed then.  */
static void remember(struct session *session, char *folder)
{
	assert(folder && session->folder_count >= 0);
	session->folders = bytes_resized(session->folders,
					 (size_t)(session->folder_count + 1) * sizeof(*session->folders));
	session->folders[session->folder_count++] = folder;
}

void machine_remove_folder(struct player *player)
{
	if (!player->folder)
		return;
	folder_look_end(player->folder_look);
	player->folder_look = NULL;
	if (folder_remove(player->folder))
		free(player->folder);
	else
		remember(player->session, player->folder);
	player->folder = NULL;
}

void machine_free(struct session *session)
{
	for (int i = 0; i < session->folder_count; i++) {
		folder_remove(session->folders[i]);
		free(session->folders[i]);
	}
	free(session->folders);
}

bool machine_check_folders(struct session *session)
{
	int64_t allowed = session->setup.temp_size, now = loop_now(), size;
	bool told = false, due = now >= session->looked_at + FOLDER_AGE;

	if (!session->setup.temp || !allowed)
		return false;
	if (due)
		session->looked_at = now;
	for (int s = 0; s < SEATS; s++) {
		struct player *player = session->player[s];

		if (!player || player->overfull || (!due && !player->folder_look))
			continue;
		if (!player->folder_look) /* before the others: no file counts twice when it is removed */
			player->removed = agent_removed_files(player->agent, player->folder);
		size = player->removed + folder_size(player->folder, &player->folder_look);
		if (size <= allowed)
			continue;
		player->overfull = judge_folder(session->judge, stall_now(session), s, size, allowed);
		told = true;
	}
	return told;
}
