/* play.c - a match that is played here: a judge tied to live agents, to people and to a match file.
 *
 * Inputs reach the judge from the agents' callbacks, the deadline's timer and wishes; pump() carries out what
 * comes of them.  What goes to an agent in one go is one write; rows for the match file are made after that,
 * many at once or when somebody wants to see them.  */
#include "ringside/protocol.h"
#include "session_state.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void pump(struct session *session);

/* ---- processes ---- */

static void player_free(struct player *player)
{
	if (!player)
		return;
	agent_free(player->agent);
	machine_left(player);
	free(player);
}

static bool anyone_left(const struct session *session)
{
	for (int s = 0; s < SEATS; s++)
		if (session->player[s])
			return true;
	return session->leaving != NULL;
}

static void got_bytes(void *user, int64_t t, enum stream stream, const char *bytes, size_t size)
{
	struct player *player = user;
	struct session *session = player->session;

	if (session->player[player->seat] != player)
		return;
	judge_wake(session->judge, loop_wakes(session->loop));
	judge_bytes(session->judge, t, player->seat, stream, bytes, size);
	pump(session);
}

static void got_closed(void *user, int64_t t, enum stream stream)
{
	struct player *player = user;
	struct session *session = player->session;

	if (session->player[player->seat] != player)
		return;
	judge_closed(session->judge, t, player->seat, stream);
	pump(session);
}

static void got_exit(void *user, int64_t t, struct ending ending)
{
	struct player *player = user;
	struct session *session = player->session;

	if (session->player[player->seat] == player) {
		session->player[player->seat] = NULL;
		judge_exited(session->judge, t, player->seat, ending);
	} else {
		struct player **at = &session->leaving;

		while (*at != player)
			at = &(*at)->next;
		*at = player->next;
	}
	player_free(player);
	pump(session);
}

/* Makes room on the seat; who sat there goes on leaving.  */
static void vacate(struct session *session, int seat, int64_t grace)
{
	struct player *player = session->player[seat];

	if (!player)
		return;
	agent_dismiss(player->agent, grace);
	player->next = session->leaving;
	session->leaving = player;
	session->player[seat] = NULL;
}

static void spawn(struct session *session, int seat)
{
	static const struct agent_events events = {
		.bytes = got_bytes, .closed = got_closed, .exited = got_exit};
	const struct setup *setup = &judge_match(session->judge)->setup;
	struct agent_setup wanted = {.command = setup->seat[seat].command,
				     .stderr_pipe = session->setup.stderr_pipe,
				     .columns = 80,
				     .rows = 24};
	struct player *player;
	char *problem = NULL;

	vacate(session, seat, 0);
	player = bytes_new(sizeof(*player));
	*player = (struct player){.session = session, .seat = seat, .usage = {.cpu_ns = 0, .rss = -1}};
	if (machine_entered(player, &problem)) {
		wanted.directory = player->folder;
		player->agent = agent_spawn(session->loop, &wanted, &events, player, &problem);
	}
	if (player->agent) {
		session->player[seat] = player;
		judge_started(session->judge, loop_now(), seat);
		return;
	}
	machine_left(player);
	free(player);
	judge_not_started(session->judge, loop_now(), seat, problem);
	if (session->not_started)
		free(problem);
	else
		session->not_started = problem;
}

/* ---- effects ---- */

/* Writes what was collected.  */
static void flush_out(struct session *session)
{
	struct player *player = session->player[session->out_seat];

	if (!session->out.size)
		return;
	if (player)
		agent_write(player->agent, session->out.at, session->out.size);
	session->out.size = 0;
}

static void remember(struct session *session, const struct message *message)
{
	struct message *copy;

	if (!session->file)
		return;
	if (session->unrecorded_count == session->unrecorded_room) {
		session->unrecorded_room = session->unrecorded_room ? 2 * session->unrecorded_room : 64;
		session->unrecorded = bytes_resized(
			session->unrecorded, (size_t)session->unrecorded_room * sizeof(*session->unrecorded));
	}
	copy = &session->unrecorded[session->unrecorded_count++];
	*copy = *message;
	copy->bytes = bytes_copy(message->bytes, message->size);
}

static void record_messages(struct session *session)
{
	for (int i = 0; i < session->unrecorded_count; i++) {
		match_file_message(session->file, &session->unrecorded[i]);
		free(session->unrecorded[i].bytes);
	}
	session->unrecorded_count = 0;
}

static void measure_turn(const struct session *session, struct turn *turn)
{
	struct player *player = session->player[turn->seat];
	int64_t cpu;

	if (!player)
		return;
	cpu = agent_cpu(player->agent);
	turn->cpu_ns = cpu < 0 ? -1 : cpu - player->turn_cpu;
	player->turn_cpu = cpu;
	if (machine_watches_memory(session) || loop_now() >= player->usage_at + USAGE_AGE)
		machine_measure(player);
	turn->rss = player->usage.rss;
}

static void measure_turns(struct session *session)
{
	struct turn *turn;

	while (session->turns_measured < session->turns_told &&
	       (turn = judge_turn(session->judge, session->turns_measured + 1))) {
		measure_turn(session, turn);
		session->turns_measured++;
	}
}

/* What has happened goes into the file.  */
static void record(struct session *session)
{
	record_messages(session);
	measure_turns(session);
	while (session->turns_recorded < session->turns_measured)
		match_file_turn(session->file, judge_turn(session->judge, ++session->turns_recorded));
}

void play_catch_up(struct session *session)
{
	if (session->file)
		record(session);
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

/* Turns that were played and taken back at once leave no rows: the match itself is further already.  */
static void record_takeback(struct session *session, int turns)
{
	session->turns_told = least(session->turns_told, turns);
	session->turns_measured = least(session->turns_measured, turns);
	if (!session->file)
		return;
	record(session);
	session->turns_recorded = least(session->turns_recorded, turns);
	match_file_branch(session->file, turns, "moves taken back");
}

static void tell_verdict(struct session *session)
{
	session->verdict_due = true;
	if (!session->file)
		return;
	record(session);
	match_file_verdict(session->file, &judge_match(session->judge)->verdict);
	match_file_commit(session->file);
}

static void carry_out(struct session *session, const struct effect *effect)
{
	const struct match *match = judge_match(session->judge);
	struct player *player = session->player[effect->seat];

	if (effect->kind != EFFECT_MESSAGE || effect->seat != session->out_seat)
		flush_out(session);
	switch (effect->kind) {
	case EFFECT_SPAWN: spawn(session, effect->seat); break;
	case EFFECT_DRAIN:
		if (player)
			agent_drain(player->agent);
		break;
	case EFFECT_MESSAGE:
		if (effect->message.direction == TO_AGENT && player) {
			session->out_seat = effect->seat;
			bytes_add(&session->out, effect->message.bytes, effect->message.size);
		}
		remember(session, &effect->message);
		break;
	case EFFECT_TURN: session->turns_told = effect->turns; break;
	case EFFECT_TAKEBACK: record_takeback(session, effect->turns); break;
	case EFFECT_DISMISS:
		if (player)
			agent_dismiss(player->agent, effect->grace_ns);
		break;
	case EFFECT_NAME:
		if (session->file)
			match_file_name(session->file, effect->seat, match->setup.seat[effect->seat].name);
		break;
	case EFFECT_VERDICT: tell_verdict(session); break;
	}
}

/* ---- games of a series ---- */

/* False: there is no file, and the problem says why.  */
static bool make_file(struct session *session, const struct setup *setup, char **problem)
{
	char *path;

	if (!session->setup.record)
		return true;
	if (session->setup.series && *session->setup.record)
		path = match_file_of_game(session->setup.record, setup->game);
	else
		path = bytes_text("%s", session->setup.record);
	session->file = match_file_create(path, setup, problem);
	free(path);
	return session->file != NULL;
}

/* Is the process on the seat fit for another game?  */
static bool stays(const struct session *session, int seat, const struct verdict *verdict)
{
	return session->player[seat] && verdict->blame != seat;
}

/* Keeps the first problem, of this file or of what was to be one.  Takes over the text.  */
static void keep_file_problem(struct session *session, char *problem)
{
	if (session->file_problem)
		free(problem);
	else
		session->file_problem = problem;
}

static void leave_file(struct session *session)
{
	const char *problem = session->file ? match_file_problem(session->file) : NULL;

	if (problem)
		keep_file_problem(session, bytes_text("%s", problem));
	match_file_close(session->file);
	session->file = NULL;
}

/* The processes that can play on stay.  */
static void begin_next(struct session *session, const struct setup *setup, struct judge *next)
{
	const struct verdict *verdict = &judge_match(session->judge)->verdict;
	unsigned alive = 0;
	char *problem = NULL;

	for (int s = 0; s < SEATS; s++) {
		if (stays(session, s, verdict))
			alive |= 1u << s;
		else
			vacate(session, s, 0);
	}
	play_catch_up(session);
	judge_free(session->judge);
	session->judge = next;
	leave_file(session);
	session->turns_told = session->turns_measured = session->turns_recorded = 0;
	if (!make_file(session, setup, &problem))
		keep_file_problem(session, bytes_text("game %d is not recorded: %s", setup->game, problem));
	free(problem);
	judge_begin(session->judge, loop_now(), alive);
}

/* False: none follows.  */
static bool next_game(struct session *session)
{
	struct judge *judge = NULL;
	struct setup setup;
	char *problem = NULL;

	if (!session->events.next)
		return false;
	setup_copy(&setup, &judge_match(session->judge)->setup);
	if (session->events.next(session->user, &setup)) {
		judge = judge_new(&setup, &problem);
		if (judge)
			begin_next(session, &setup, judge);
		else
			keep_file_problem(session,
					  bytes_text("game %d cannot be played: %s", setup.game, problem));
	}
	free(problem);
	setup_free(&setup);
	return judge != NULL;
}

static void after_verdict(struct session *session)
{
	const struct match *match = judge_match(session->judge);

	session->verdict_due = false;
	if (session->events.verdict)
		session->events.verdict(session->user, match);
	if (session->ending)
		return;
	if (!next_game(session) && !session->setup.stay)
		session_end(session);
}

/* Carries out all effects, and what follows from a verdict.  */
static void pump(struct session *session)
{
	struct effect effect;

	if (session->pumping)
		return;
	session->pumping = true;
	do {
		while (judge_effect(session->judge, loop_now(), &effect))
			carry_out(session, &effect);
		flush_out(session);
		if (session->file || machine_watches_memory(session))
			measure_turns(session);
		if (session->unrecorded_count >= ROWS_AT_ONCE)
			record(session);
		if (session->verdict_due)
			after_verdict(session);
		else if (!machine_ends_match(session))
			break;
	} while (true);
	session->pumping = false;
	loop_at(session->deadline, judge_deadline(session->judge));
	session_changed(session);
	if (session->ending && !session->ended && !anyone_left(session)) {
		session->ended = true;
		if (!session->setup.among_others)
			agent_end_orphans();
		if (session->events.ended)
			session->events.ended(session->user);
	}
}

static void deadline_passed(void *user, int events)
{
	struct session *session = user;

	(void)events;
	judge_time(session->judge, loop_now());
	pump(session);
}

static void tick(void *user, int events)
{
	struct session *session = user;
	bool news;

	(void)events;
	for (int s = 0; s < SEATS; s++)
		if (session->player[s])
			machine_measure(session->player[s]);
	news = machine_looks_at_folders(session);
	if (machine_ends_match(session) || news)
		pump(session);
	point_tell(session);
	play_catch_up(session);
	if (session->file && match_file_pending(session->file))
		match_file_commit(session->file);
	loop_at(session->tick, loop_now() + TICK);
}

/* A match that did not begin leaves no file: its name is free for the next attempt.  */
static void unrecord(struct session *session)
{
	char *path = session->file ? bytes_text("%s", match_file_path(session->file)) : NULL;

	play_catch_up(session);
	match_file_close(session->file);
	session->file = NULL;
	if (path && *path)
		unlink(path);
	free(path);
}

/* ---- public ---- */

struct session *session_play(struct loop *loop, const struct session_setup *setup,
			     const struct session_events *events, void *user, char **problem, int *status)
{
	static const struct wish pause = {.kind = WISH_PAUSE};
	struct effect effect;
	struct session *session = bytes_new(sizeof(*session));

	if (!setup->among_others)
		agent_adopt_orphans();
	*problem = NULL;
	session->loop = loop;
	session->events = *events;
	session->user = user;
	session->setup = *setup;
	setup_copy(&session->setup.setup, &setup->setup);
	session->setup.record = setup->record ? bytes_text("%s", setup->record) : NULL;
	session->deadline = loop_timer(loop, LOOP_FIRST, deadline_passed, session);
	session->tick = loop_timer(loop, LOOP_LATER, tick, session);
	loop_at(session->tick, loop_now() + TICK);
	if (!machine_makes_folder(&session->setup.setup, problem) ||
	    !(session->judge = judge_new(&session->setup.setup, problem)) ||
	    !make_file(session, &session->setup.setup, problem)) {
		*status = session->judge ? 1 : 2;
		session_free(session);
		return NULL;
	}
	judge_begin(session->judge, loop_now(), 0);
	if (setup->paused)
		free(judge_wish(session->judge, loop_now(), &pause));
	/* Not pump(): what cannot be started is told by the problem, not by a verdict.  */
	session->pumping = true;
	while (!session->not_started && judge_effect(session->judge, loop_now(), &effect))
		carry_out(session, &effect);
	session->pumping = false;
	if (session->not_started) {
		*problem = session->not_started;
		session->not_started = NULL;
		*status = 3;
		unrecord(session);
		session_free(session);
		return NULL;
	}
	pump(session);
	return session;
}

void session_end(struct session *session)
{
	struct wish interrupt = {.kind = WISH_INTERRUPT};

	if (session->ending)
		return;
	session->ending = true;
	if (session->judge) {
		free(judge_wish(session->judge, loop_now(), &interrupt));
		judge_dismiss(session->judge, loop_now());
		pump(session);
	} else if (session->events.ended) {
		session->ended = true;
		session->events.ended(session->user);
	}
}

void play_free(struct session *session)
{
	struct player *next;

	for (int s = 0; s < SEATS; s++)
		player_free(session->player[s]);
	for (struct player *player = session->leaving; player; player = next) {
		next = player->next;
		player_free(player);
	}
	if (!session->setup.among_others)
		agent_end_orphans();
	machine_free(session);
	play_catch_up(session);
	judge_free(session->judge);
	loop_unwatch(session->deadline);
	setup_free(&session->setup.setup);
	free((char *)session->setup.record);
	free(session->unrecorded);
	point_free(session);
	free(session->not_started);
	bytes_free(&session->out);
}

char *session_wish(struct session *session, const struct wish *wish)
{
	char *problem;

	if (!session->judge)
		return bytes_text("this match is read from a file: nothing can be changed in it");
	play_catch_up(session); /* with the turns that may be taken back */
	problem = judge_wish(session->judge, loop_now(), wish);
	pump(session);
	return problem;
}
