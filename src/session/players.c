/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* players.c - starts the processes of a match, listens to them and lets them leave.
 *
 * Their bytes, closed streams and exits go to the judge, and play_pump() carries out the effects.
 *
 * A program that a match file names may start if ringside has started it for that file before, or a person
 * accepts it.  Processes start in players_spawn() alone, which asks vouch_spawns(). What a person types is
 * accepted before that. What is left came from the file: from its table of seats, or from an event of its
 * messages.  */
#include "ringside/folder.h"
#include "ringside/protocol.h"
#include "ringside/setup.h"
#include "ringside/trust.h"
#include "session_state.h"
#include <stdlib.h>
#include <string.h>

/* An agent that writes more than this since it was asked keeps the judge from its other work.  */
enum { FLOOD = 64 * 1024 };

/* A program with an error ends there, as it would crash later.  */
#define FIRST_ERROR AGENT_VALGRIND " --exit-on-first-error=yes --error-exitcode=99"

/* A process that still writes into the folder has left the agent's group.  It is ended with the match, and
 * the folder removed then.  */
static void remove_folder(struct player *player)
{
	struct session *session = player->session;

	if (!player->folder)
		return;
	folder_look_end(player->folder_look);
	player->folder_look = NULL;
	if (folder_remove(player->folder)) {
		free(player->folder);
	} else {
		session->folders = bytes_resized(session->folders, (size_t)(session->folder_count + 1) *
									   sizeof(*session->folders));
		session->folders[session->folder_count++] = player->folder;
	}
	player->folder = NULL;
}

/* Reads stderr before the answer.  The loop may have looked there before the agent wrote both, and at stdout
 * after it.  */
static void read_words_first(struct player *player, int64_t t)
{
	struct session *session = player->session;
	bool pumping = session->pumping;

	session->pumping = true; /* their effects come with those of the answer */
	agent_drain_words(player->agent, t);
	session->pumping = pumping;
}

/* The session, if the player sits there; NULL: it leaves, or plays in a branch yet.  */
static struct session *seated(const struct player *player)
{
	return player->session->player[player->seat] == player ? player->session : NULL;
}

static void got_bytes(void *user, int64_t t, enum stream stream, const char *bytes, size_t size)
{
	struct player *player = user;
	struct session *session = seated(player);

	if (player->branching) { /* which may give it its seat */
		branching_bytes(player, t, stream, bytes, size);
		return;
	}
	if (!session)
		return;
	t = stall_at(session, t);
	if ((player->poured += (int64_t)size) > FLOOD)
		stall_works(session, player->seat);
	activity_before_limit(session, t, stream == STREAM_STDOUT ? player->seat : -1);
	judge_wake(session->judge, loop_wakes(session->loop));
	if (stream == STREAM_STDOUT) {
		struct judge_seat seat;

		read_words_first(player, t);
		seat = judge_seat(session->judge, player->seat);
		attach_before_answer(session, player->seat, seat.traced, t);
		waiting_before_answer(player, t);
		/* An agent may speak first before it is ready.  */
		if (seat.thinks && agent_has_not_read(player->agent, t))
			judge_question_unread(session->judge, player->seat);
	}
	if (judge_bytes(session->judge, t, player->seat, stream, bytes, size))
		agent_suspect(player->agent);
	play_pump(session);
}

static void got_closed(void *user, int64_t t, enum stream stream)
{
	struct player *player = user;
	struct session *session = seated(player);

	if (!session)
		return;
	t = stall_at(session, t);
	activity_before_limit(session, t, -1);
	judge_closed(session->judge, t, player->seat, stream);
	play_pump(session);
}

/* The system under the judge failed, so nobody is to blame.  */
static void got_failure(void *user, int64_t t, enum stream stream, int error)
{
	struct player *player = user;
	struct session *session = player->session;
	bool reads = stream == STREAM_STDOUT;
	FREED char *why = bytes_text("%s: %s", reads ? "read" : "write", strerror(error));

	if (player->branching) {
		FREED char *problem = bytes_text("cannot %s seat %d%s: %s", reads ? "read what" : "write to",
						 player->seat, reads ? " says" : "", why);

		branching_fail(player->branching, problem);
	} else if (session->player[player->seat] == player) {
		judge_failed(session->judge, stall_at(session, t), player->seat, stream, why);
		play_pump(session);
	}
}

static void got_stranger(void *user, int64_t t, const char *text)
{
	struct player *player = user;
	struct session *session = seated(player);

	if (!session)
		return;
	judge_stranger(session->judge, stall_at(session, t), player->seat, text);
	play_pump(session);
}

/* What the judge held back, it cannot count.  */
static void got_held_back(void *user, int64_t from, int64_t t)
{
	struct player *player = user;
	struct session *session = seated(player);

	if (!session)
		return;
	t = stall_at(session, t);
	if (t > from)
		judge_held_up(session->judge, from, from, t);
	play_pump(session);
}

static void got_exit(void *user, int64_t t, struct ending ending)
{
	struct player *player = user;
	struct session *session = player->session;

	if (player->branching) {
		branching_exited(player, t, ending);
		return;
	}
	if (session->player[player->seat] == player) {
		int64_t refused = agent_refused_memory(player->agent);

		play_keep_usage(player);
		session->player[player->seat] = NULL;
		attach_leave(session, player->seat);
		t = stall_at(session, t);
		activity_before_limit(session, t, -1);
		if (refused)
			judge_memory(session->judge, t, player->seat, refused);
		judge_exited(session->judge, t, player->seat, ending);
	} else {
		struct player **at = &session->leaving;

		while (*at != player)
			at = &(*at)->next;
		*at = player->next;
	}
	player_free(player);
	play_pump(session);
}

static void got_connection(void *user, int64_t t, bool open)
{
	struct player *player = user;
	struct session *session = seated(player);

	if (!session)
		return;
	judge_connected(session->judge, stall_at(session, t), player->seat, open);
	play_pump(session);
}

static void got_stays(void *user, pid_t pid)
{
	struct player *player = user;
	const char *name = session_match(player->session)->setup.seat[player->seat].name;

	session_notify(player->session,
		       bytes_text("process %d of seat %d (%s) has not ended 2 s after SIGKILL: it is left "
				  "behind",
				  (int)pid, player->seat, name ? name : ""),
		       true);
}

/* The command line of the seat with its seed, which differs in each game.  */
static char *seeded_command(const struct session *session, const struct setup *setup, int seat)
{
	struct setup numbered = *setup;

	if (session->from)
		numbered.game += session->setup.from.number - 1;
	return seed_command(&numbered, seat, setup->seat[seat].command);
}

/* Records the seed in the log and the match file.  */
static void note_seed(struct session *session, int seat)
{
	const struct setup *setup = &judge_match(session->judge)->setup;
	const char *command = setup->seat[seat].command;
	FREED char *seeded = seeded_command(session, setup, seat);

	if (strcmp(seeded, command) != 0)
		judge_remark(session->judge, stall_now(session), seat, EVENT_SEEDED, seeded);
}

/* The id of the file that this session reads, or goes on in a copy of.  */
static const char *id_of(const struct session *session)
{
	return session->file_id ? session->file_id : trust_own_id();
}

static const char *path_of(const struct session *session)
{
	const char *path = session->file ? match_file_path(session->file) : "";

	return *path ? path : "the match file";
}

static struct launch launch_of(const struct session *session, const struct setup *setup, const char *command)
{
	const char *strange = setup_strange_folder(setup);
	const char *own =
		strange && trust_has_folder(id_of(session), strange) ? strange : setup_folder(setup);

	return (struct launch){.command = command,
			       .own = own,
			       .confined = session->setup.sandbox ? CONFINED_SANDBOX : CONFINED_NOT,
			       .missed = own ? NULL : strange};
}

/* The same as the match file wants it, for the question.  */
static struct launch wanted_launch(const struct session *session, const struct setup *setup,
				   const char *command)
{
	struct launch launch = launch_of(session, setup, command);

	if (launch.missed)
		launch.own = launch.missed;
	return launch;
}

/* NULL, or why the seat's process may not start; the caller frees. Else it is remembered that it has, and how
 * it must start is in *launch, whose texts are the setup's.  */
static char *vouch_spawns(const struct session *session, const struct setup *setup, int seat,
			  struct launch *launch)
{
	struct launch launches[SEATS] = {0};
	const char *id = id_of(session);
	FREED char *words = NULL;

	if (!setup->seat[seat].command)
		return bytes_text("the match file names no program for seat %d", seat);
	*launch = launch_of(session, setup, setup->seat[seat].command);
	if (!session->has_strangers || trust_lets(id, launch, session->setup.trust)) {
		/* Is there a match file that stays when this process has ended?  */
		if (session->has_strangers || (session->setup.record && *session->setup.record))
			trust_remember(id, launch);
		else
			trust_accept(id, launch);
		return NULL;
	}
	launches[seat] = *launch;
	words = trust_words(path_of(session), launches);
	return bytes_text("%sit is not started without --trust", words);
}

/* ---- the question ---- */

static void forget_question(struct session *session)
{
	free(session->question);
	session->question = NULL;
	for (int s = 0; s < SEATS; s++) {
		free(session->asked_for[s]);
		session->asked_for[s] = NULL;
	}
}

void player_free(struct player *player)
{
	if (!player)
		return;
	backtrace_end(player);
	free(player->untraced);
	agent_free(player->agent);
	remove_folder(player);
	free(player);
}

void players_vacate(struct session *session, int seat, int64_t grace)
{
	struct player *player = session->player[seat];

	if (!player)
		return;
	attach_leave(session, seat);
	backtrace_end(player);
	resume_player(player);
	attach_freeze(player, false); /* a stopped process cannot leave */
	agent_dismiss(player->agent, grace);
	player->next = session->leaving;
	session->leaving = player;
	session->player[seat] = NULL;
}

struct agent_setup session_agent_setup(const struct session_setup *all, const struct setup *setup, int seat,
				       struct agent_sandbox *sandbox)
{
	const struct protocol *protocol = protocol_named(setup->system);
	const char *command = setup->seat[seat].command;
	bool bundled = command && strncmp(command, "sample:", strlen("sample:")) == 0;

	*sandbox = (struct agent_sandbox){.shown = all->sandbox_bind, .own = setup_folder(setup)};
	return (struct agent_setup){
		.command = command,
		.samples = protocol->bundle->samples,
		.under = seat != SEAT_NONE && all->valgrind && command && !bundled ? FIRST_ERROR : NULL,
		.socket = protocol_uses_socket(protocol, setup),
		.sandbox = all->sandbox ? sandbox : NULL,
		.limits = {.file_size = AGENT_FILE_SIZE, .processes = all->sandbox ? AGENT_THREADS : 0},
		.cgroups = all->cgroups,
		.memory = setup_memory(setup, seat),
		.folder_most = all->temp ? all->temp_size : 0,
		.cpus = all->cpus[seat],
		.stderr_pipe = all->stderr_pipe,
		.traceable = all->traceable || all->backtrace,
		.post_mortem = all->post_mortem,
		.pieces = setup_pieces(setup, seat),
		.end_ns = protocol->limits.end,
		.columns = 80,
		.rows = 24,
		.checked = setup->strict};
}

char *session_sandbox_words(const struct session_setup *all, int seat, char **problem)
{
	struct agent_sandbox sandbox;
	struct agent_setup wanted = session_agent_setup(all, &all->setup, seat, &sandbox);
	char *words, *folder = NULL;

	*problem = NULL;
	if (!wanted.command)
		return NULL;
	if (all->temp && !(folder = folder_temporary(problem)))
		return NULL;
	wanted.sandbox = &sandbox;
	wanted.directory = folder;
	words = agent_sandbox_words(&wanted, problem);
	if (folder)
		folder_remove(folder);
	free(folder);
	return words;
}

char *session_limits_of(const struct session_setup *all)
{
	struct agent_sandbox sandbox;
	struct agent_setup wanted = session_agent_setup(all, &all->setup, SEAT_1, &sandbox);

	wanted.sandbox = &sandbox;
	return agent_limits_of(&wanted);
}

char *session_limits_words(const struct session *session, int seat)
{
	return session->player[seat] ? agent_limits_words(session->player[seat]->agent) : NULL;
}

void session_run_agents(struct session *session, const struct session_setup *setup)
{
	session->setup.sandbox = setup->sandbox;
	session->setup.sandbox_bind = setup->sandbox_bind;
	session->setup.cgroups = setup->cgroups;
	session->setup.temp = setup->temp;
	session->setup.temp_size = setup->temp_size;
	session->setup.traceable = setup->traceable;
	session->setup.post_mortem = setup->post_mortem;
	session->setup.backtrace = setup->backtrace;
	session->setup.valgrind = setup->valgrind;
	session->setup.trust = setup->trust;
	session->setup.write = setup->write;
}

struct player *players_spawn(struct session *session, int seat, const struct setup *setup, char **problem)
{
	static const struct agent_events events = {.bytes = got_bytes,
						   .closed = got_closed,
						   .exited = got_exit,
						   .stranger = got_stranger,
						   .connection = got_connection,
						   .stays = got_stays,
						   .failed = got_failure,
						   .held_back = got_held_back};
	FREED char *command = seeded_command(session, setup, seat);
	char *unshown;
	struct launch launch = {.command = NULL};
	struct agent_sandbox sandbox;
	struct agent_setup wanted = session_agent_setup(&session->setup, setup, seat, &sandbox);
	struct player *player = bytes_new(sizeof(*player));

	*player = (struct player){.session = session,
				  .seat = seat,
				  .usage = {.cpu_ns = 0, .rss = -1},
				  .turn_cpu = -1,
				  .turn_peak = -1};
	*problem = vouch_spawns(session, setup, seat, &launch);
	if (!*problem && session->setup.temp)
		player->folder = folder_temporary(problem);
	if (!*problem) {
		if ((unshown = trust_unshown(&launch)))
			session_notify(session, bytes_text("seat %d: %s", seat, unshown), false);
		free(unshown);
		sandbox.own = launch.own;
		sandbox.alone = launch.confined == CONFINED_ALONE;
		wanted.command = command;
		wanted.directory = player->folder;
		wanted.held = session->setup.backtrace || session->setup.held[seat];
		player->agent = agent_spawn(session->loop, &wanted, &events, player, problem);
	}
	if (player->agent) {
		player->waits = session->setup.held[seat];
		session->setup.held[seat] = false;
		if (!player->waits)
			backtrace_begin(player, wanted.held);
		return player;
	}
	remove_folder(player);
	free(player);
	return NULL;
}

void players_note_cores(struct session *session)
{
	const char *const *cpus = session->setup.cpus;
	FREED_BY(bytes_free) struct bytes text = {0};
	bool any = false;

	for (int s = 0; s < SEATS; s++) {
		bytes_addf(&text, "%s%s", s ? ":" : "", cpus[s] ? cpus[s] : "any");
		any = any || cpus[s];
	}
	if (any)
		judge_remark(session->judge, stall_now(session), SEAT_NONE, EVENT_CORES, text.at);
}

void players_start(struct session *session, int seat)
{
	struct player *player;
	char *problem = NULL;

	players_vacate(session, seat, 0);
	session->stderr_line[seat] = (struct stderr_line){.begun = false};
	player = players_spawn(session, seat, &judge_match(session->judge)->setup, &problem);
	if (player) {
		FREED char *address = agent_address(player->agent);

		session->player[seat] = player;
		session->stderr_line[seat].begun = true;
		if (address)
			judge_awaits(session->judge, stall_now(session), seat, address);
		note_seed(session, seat);
		judge_started(session->judge, stall_now(session), seat);
		backtrace_seated(player);
		return;
	}
	judge_not_started(session->judge, stall_now(session), seat, problem);
	if (session->not_started || session->setup.loses_unstarted)
		free(problem);
	else
		session->not_started = problem;
}

void vouch_for_file(struct session *session, struct match_file *file)
{
	const char *id = match_file_id(file);

	free(session->file_id);
	session->file_id = id ? bytes_text("%s", id) : NULL;
	session->has_strangers = true;
}

void vouch_accept(struct session *session, const struct setup *setup, const char *command)
{
	struct launch launch = launch_of(session, setup, command);

	trust_accept(id_of(session), &launch);
}

char *session_vouch(struct session *session, const struct setup *setup, unsigned seats)
{
	struct launch launches[SEATS] = {0};
	bool asks = false;

	forget_question(session);
	for (int s = 0; s < SEATS && session->has_strangers && !session->setup.trust; s++) {
		struct launch launch = wanted_launch(session, setup, setup->seat[s].command);

		if (!(seats >> s & 1) || setup->seat[s].kind != SEAT_AGENT || !launch.command ||
		    trust_lets(id_of(session), &launch, false))
			continue;
		launches[s] = launch;
		session->asked_for[s] = bytes_text("%s", launch.command);
		asks = true;
	}
	if (!asks)
		return NULL;
	session->question = trust_words(path_of(session), launches);
	return bytes_text("%sthey are not started without --trust", session->question);
}

const char *session_question(const struct session *session)
{
	return session->question;
}

void session_answer(struct session *session, bool yes)
{
	for (int s = 0; s < SEATS && yes; s++)
		if (session->asked_for[s]) {
			struct launch launch =
				wanted_launch(session, &session_match(session)->setup, session->asked_for[s]);

			trust_accept(id_of(session), &launch);
		}
	forget_question(session);
}

void vouch_free(struct session *session)
{
	forget_question(session);
	free(session->file_id);
}
