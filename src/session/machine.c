/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* machine.c - what agents use and do: their folders, their memory, the CPU time and memory of their turns,
 * how long they wait for a core, and who may not think.
 *
 * What an agent is doing is looked up when its limit has passed, when the match stops while an answer is
 * awaited, and when a person asks.
 *
 * Players that may not think while nothing is awaited of them (the setting ponder of a player) rest: their
 * processes are stopped when they have answered, and go on before the next question is written.  What they
 * wrote before that still comes.  From their start to their first question they run, so that they can get
 * ready.
 *
 * Most answers come long before the first look at the cores (agent_look_waiting()), and cost nothing.  The
 * judge hears of waiting before bytes of the agent that may be its answer, and when its limit passes: only of
 * waiting that matters, and before an answer only once it has grown by a tenth, so that an agent that writes
 * much does not fill the match file.  With --forgive-waiting each ms counts when a limit passes.  Then the
 * limit passes again that much later.  */
#include "branching.h"
#include "ringside/awake.h"
#include "ringside/folder.h"
#include "ringside/protocol.h"
#include "ringside/trust.h"
#include "ringside/waiting.h"
#include "session_state.h"
#include <assert.h>
#include <stdlib.h>

/* The memory that is recorded with a turn is at most this old.  */
#define USAGE_AGE ((int64_t)10 * NS_PER_MS)

/* The least time between two readings of CPU time, if not each turn is measured (session.h).  */
#define CPU_AGE NS_PER_MS

/* How often the sizes of the agents' folders are checked.  */
#define FOLDER_AGE ((int64_t)NS_PER_S)

/* How old a look may be before bytes are taken as an answer.  */
#define AGE ((int64_t)10 * NS_PER_MS)

/* ---- memory ---- */

static bool watches_memory(const struct session *session)
{
	const struct setup *setup = &judge_match(session->judge)->setup;

	for (int s = 0; s < SEATS; s++)
		if (setup_memory(setup, s))
			return true;
	return false;
}

/* ---- turns ---- */

/* The peak of the next turn begins with the present memory.  */
static void forget_peak(struct player *player)
{
	agent_forget_peak(player->agent);
	player->turn_peak = player->usage.rss;
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

/* 0: not known.  */
static int64_t or_none(int64_t known)
{
	return known > 0 ? known : 0;
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

/* Tells the judge, unless the process is gone: then its end is reported next.  */
static void tell_doing(struct session *session, int64_t t, int seat)
{
	struct doing doing;

	if (!session_doing(session, seat, &doing) || doing.kind == DOING_GONE)
		return;
	judge_doing(session->judge, t, seat, &doing);
	session->doing_told |= 1u << seat;
}

/* Whoever traces it decides when it runs.  */
static bool may_run(const struct session *session, int seat)
{
	const struct player *player = session->player[seat];

	return setup_ponders(&judge_match(session->judge)->setup, seat) || !agent_was_asked(player->agent) ||
	       judge_awaits_agent(session->judge, seat) || judge_is_traced(session->judge, seat) ||
	       backtrace_stands(player) || backtrace_looks(player) || session_gdb_seat(session) == seat;
}

/* Its CPU time since it was asked: what it had in the opponent's turn is none of it.  */
static int64_t cpu_of_turn(struct player *player)
{
	int64_t since = session_measured(player->session, player->seat).cpu_ns,
		looked = agent_waited_cpu(player->agent) + AWAKE_TICK;

	return since < looked ? since : looked;
}

static int64_t awaited_for(const struct player *player, int64_t t)
{
	return judge_awaited_for(player->session->judge, player->seat, t);
}

static void tell_waiting(struct player *player, int64_t t, int64_t waited)
{
	int64_t more = waited > player->waited_told ? waited - player->waited_told : 0;

	judge_waited(player->session->judge, t, player->seat, more, cpu_of_turn(player));
	player->waited_told += more;
}

/* The seat's limit has passed, so the turn ends, and what was told before is not the whole of it.  Less than
 * 1 ms is not worth another limit.  */
static void tell_late(struct player *player, int64_t t)
{
	bool forgives = setup_forgives_waiting(&judge_match(player->session->judge)->setup);
	int64_t waited = agent_waited(player->agent, 0), took = awaited_for(player, t);

	if (forgives && waited - player->waited_told < NS_PER_MS)
		waited = player->waited_told;
	if (player->waited_told || (forgives ? waited > 0 : waiting_matters(waited, took)))
		tell_waiting(player, t, waited);
}

static void waiting_before_limit(struct session *session, int64_t t, int seat)
{
	if (t < session->due)
		return;
	for (int s = 0; s < SEATS; s++)
		if (s != seat && session->player[s] && judge_limit_passed(session->judge, s, t))
			tell_late(session->player[s], t);
	session->due = judge_deadline(session->judge);
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

void machine_begin_turn(struct player *player)
{
	if (player->turn_cpu >= 0)
		return;
	machine_measure(player);
	player->turn_cpu = player->usage.cpu_ns;
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

bool session_doing(struct session *session, int seat, struct doing *doing)
{
	struct player *player = session->player[seat];

	if (!player || player->rests) /* then it does nothing */
		return false;
	agent_doing(player->agent, doing);
	doing->cpu_ns = session_measured(session, seat).cpu_ns;
	return true;
}

void doing_before_limit(struct session *session, int64_t t, int seat)
{
	waiting_before_limit(session, t, seat);
	for (int s = 0; t >= session->due && s < SEATS; s++)
		if (s != seat && session->player[s] && judge_limit_passed(session->judge, s, t))
			tell_doing(session, t, s);
}

void doing_at_stop(struct session *session)
{
	int64_t note;

	if (judge_stopped(session->judge, &note) && note != session->stop_looked) {
		session->stop_looked = note;
		for (int s = 0; judge_stopped_ask(session->judge) && s < SEATS; s++)
			if (judge_thinking(session->judge, s) && !(session->doing_told & 1u << s))
				tell_doing(session, stall_now(session), s);
	}
	session->doing_told = 0;
}

void rest_end(struct player *player)
{
	if (player->rests)
		agent_rest(player->agent, false);
	player->rests = false;
}

void rest_update(struct session *session)
{
	for (int s = SEAT_1; s < SEATS; s++) {
		struct player *player = session->player[s];

		if (!player || judge_is_frozen(session->judge, s))
			continue;
		if (may_run(session, s)) {
			rest_end(player);
		} else if (!player->rests) {
			player->rests = true;
			agent_rest(player->agent, true);
		}
	}
}

void waiting_begin(struct player *player)
{
	agent_begin_waiting(player->agent);
	player->waited_told = 0;
}

void waiting_tick(struct session *session)
{
	for (int s = 0; !judge_match(session->judge)->over && s < SEATS; s++)
		if (session->player[s] && judge_awaits_agent(session->judge, s))
			agent_look_waiting(session->player[s]->agent);
}

void waiting_before_answer(struct player *player, int64_t t)
{
	int64_t waited = agent_waited(player->agent, AGE);

	if (waited == 0)
		return;
	if (judge_limit_passed(player->session->judge, player->seat, t))
		tell_late(player, t);
	else if (waiting_matters(waited, awaited_for(player, t)) &&
		 waiting_matters(waited - player->waited_told, waited))
		tell_waiting(player, t, waited);
}
