/* play.c - a match that is played here: a judge tied to live agents, to people and to a match file.
 *
 * Inputs reach the judge from the agents' callbacks, the deadline's timer and requests; play_pump() carries
 * out what comes of them.  What goes to an agent at once is one write.  recording.c keeps what happens.  */
#include "session_state.h"

#include "ringside/protocol.h"
#include "ringside/seed.h"
#include <stdlib.h>
#include <string.h>

/* ---- processes ---- */

void play_player_free(struct player *player)
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
	return session->leaving != NULL || session->inside != NULL;
}

/* What it said before it answered is whole by now: the rest of a line may wait.  */
static void read_words_first(struct player *player)
{
	struct session *session = player->session;
	struct pending_bytes words;
	bool pumping = session->pumping;

	if (!judge_pending(session->judge, player->seat, STREAM_STDERR, &words))
		return;
	session->pumping = true; /* what comes of them comes with the answer */
	agent_drain_words(player->agent);
	session->pumping = pumping;
}

static void got_bytes(void *user, int64_t t, enum stream stream, const char *bytes, size_t size)
{
	struct player *player = user;
	struct session *session = player->session;

	if (player->branching) { /* which may seat it */
		branching_bytes(player, t, stream, bytes, size);
		return;
	}
	if (session->player[player->seat] != player)
		return;
	doing_before_limit(session, t, stream == STREAM_STDOUT ? player->seat : -1);
	judge_wake(session->judge, loop_wakes(session->loop));
	if (stream == STREAM_STDOUT) {
		read_words_first(player);
		attach_before_answer(session, player->seat, t);
		/* Before it gets ready an agent may speak first.  */
		if (judge_thinking(session->judge, player->seat) && agent_has_not_read(player->agent, t))
			judge_question_unread(session->judge, player->seat);
	}
	judge_bytes(session->judge, t, player->seat, stream, bytes, size);
	if (judge_has_spoken_unasked(session->judge, player->seat))
		agent_suspect(player->agent);
	play_pump(session);
}

static void got_closed(void *user, int64_t t, enum stream stream)
{
	struct player *player = user;
	struct session *session = player->session;

	if (session->player[player->seat] != player)
		return;
	doing_before_limit(session, t, -1);
	judge_closed(session->judge, t, player->seat, stream);
	play_pump(session);
}

static void got_stranger(void *user, int64_t t, const char *text)
{
	struct player *player = user;
	struct session *session = player->session;

	if (session->player[player->seat] != player)
		return;
	judge_stranger(session->judge, t, player->seat, text);
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
		machine_remembers(player);
		session->player[player->seat] = NULL;
		attach_leaves(session, player->seat);
		doing_before_limit(session, t, -1);
		judge_exited(session->judge, t, player->seat, ending);
	} else {
		struct player **at = &session->leaving;

		while (*at != player)
			at = &(*at)->next;
		*at = player->next;
	}
	play_player_free(player);
	play_pump(session);
}

static void got_connection(void *user, int64_t t, bool open)
{
	struct player *player = user;
	struct session *session = player->session;

	if (session->player[player->seat] != player)
		return;
	judge_connected(session->judge, t, player->seat, open);
	play_pump(session);
}

void play_vacate(struct session *session, int seat, int64_t grace)
{
	struct player *player = session->player[seat];

	if (!player)
		return;
	attach_leaves(session, seat);
	attach_freeze(player, false); /* who is stopped cannot leave */
	agent_dismiss(player->agent, grace);
	player->next = session->leaving;
	session->leaving = player;
	session->player[seat] = NULL;
}

/* The command line of the seat with its seed, which is another one in each game.  */
static char *seeded_command(const struct session *session, const struct setup *setup, int seat)
{
	struct setup numbered = *setup;

	if (session->from)
		numbered.game += session->setup.from.number - 1;
	return seed_command(&numbered, seat, setup->seat[seat].command);
}

struct player *play_spawn(struct session *session, int seat, const struct setup *setup, char **problem)
{
	static const struct agent_events events = {.bytes = got_bytes,
						   .closed = got_closed,
						   .exited = got_exit,
						   .stranger = got_stranger,
						   .connection = got_connection};
	const struct protocol *protocol = protocol_named(setup->system);
	char *command = seeded_command(session, setup, seat);
	struct agent_setup wanted = {.command = command,
				     .samples = protocol->samples,
				     .socket = protocol->uses_socket && protocol->uses_socket(setup),
				     .stderr_pipe = session->setup.stderr_pipe,
				     .end_ns = protocol->end_grace,
				     .columns = 80,
				     .rows = 24};
	struct player *player = bytes_new(sizeof(*player));

	*player = (struct player){.session = session,
				  .seat = seat,
				  .usage = {.cpu_ns = 0, .rss = -1},
				  .turn_cpu = -1,
				  .turn_peak = -1};
	if (machine_entered(player, problem)) {
		wanted.directory = player->folder;
		player->agent = agent_spawn(session->loop, &wanted, &events, player, problem);
	}
	free(command);
	if (player->agent)
		return player;
	machine_left(player);
	free(player);
	return NULL;
}

/* The number that was given to chance stands in the log and in the match file.  */
static void note_seed(struct session *session, int seat)
{
	const struct setup *setup = &judge_match(session->judge)->setup;
	const char *command = setup->seat[seat].command;
	char *seeded = seeded_command(session, setup, seat);

	if (strcmp(seeded, command) != 0)
		judge_remark(session->judge, loop_now(), seat, EVENT_SEEDED, seeded);
	free(seeded);
}

static void spawn(struct session *session, int seat)
{
	struct player *player;
	char *problem = NULL;

	play_vacate(session, seat, 0);
	player = play_spawn(session, seat, &judge_match(session->judge)->setup, &problem);
	if (player) {
		char *address = agent_address(player->agent);

		session->player[seat] = player;
		if (address)
			judge_awaits(session->judge, loop_now(), seat, address);
		free(address);
		note_seed(session, seat);
		judge_started(session->judge, loop_now(), seat);
		return;
	}
	judge_not_started(session->judge, loop_now(), seat, problem);
	if (session->not_started)
		free(problem);
	else
		session->not_started = problem;
}

/* ---- effects ---- */

/* Writes what was collected for the seat.  False: the agent does not read any more.  */
static bool flush_seat(struct session *session, int seat)
{
	struct player *player = session->player[seat];
	struct bytes *out = &session->out[seat];
	bool reads = !player || !out->size || agent_write(player->agent, out->at, out->size);

	if (!reads)
		recording_unsent(session, seat, session->out_n[seat]);
	out->size = 0;
	return reads;
}

static void flush_out(struct session *session)
{
	for (int s = 0; s < SEATS; s++)
		flush_seat(session, s);
}

/* A question goes out at once, since a clock may run; all else with what follows.  */
static void write_message(struct session *session, const struct message *message)
{
	struct agent *agent = session->player[message->seat]->agent;
	struct bytes *out = &session->out[message->seat];
	struct message kept = *message;
	const struct protocol *protocol = protocol_named(judge_match(session->judge)->setup.system);
	bool asks = message->flags & MESSAGE_ASKS;

	if (asks && !agent_was_asked(agent))
		flush_seat(session, message->seat);
	if (!out->size)
		session->out_n[message->seat] = message->n;
	bytes_add(out, message->bytes, message->size);
	if (asks) {
		agent_asks(agent, loop_now(),
			   out->size - (message->size - message_text_size(message, protocol)));
		if (!flush_seat(session, message->seat))
			kept.flags |= MESSAGE_UNSENT;
	}
	if (message->flags & MESSAGE_STARTS)
		machine_begins_turn(session->player[message->seat]);
	recording_message(session, &kept);
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

/* The match itself is further already.  */
static void take_back(struct session *session, int turns)
{
	session->turns_told = least(session->turns_told, turns);
	session->turns_measured = least(session->turns_measured, turns);
	recording_takeback(session, turns);
}

/* Who sat there leaves; a process of who sits there now is started by an effect of its own.  */
static void change_seat(struct session *session, int seat)
{
	const struct setup *setup = &judge_match(session->judge)->setup;

	flush_seat(session, seat);
	play_vacate(session, seat, protocol_named(setup->system)->goodbye_grace);
}

static void carry_out(struct session *session, const struct effect *effect)
{
	const struct match *match = judge_match(session->judge);
	struct player *player = session->player[effect->seat];

	switch (effect->kind) {
	case EFFECT_SPAWN:
		flush_out(session);
		spawn(session, effect->seat);
		break;
	case EFFECT_DRAIN:
		if (player)
			agent_drain(player->agent);
		break;
	case EFFECT_MESSAGE:
		if (effect->message.direction == TO_AGENT && player &&
		    !(effect->message.flags & MESSAGE_WITHHELD))
			write_message(session, &effect->message);
		else
			recording_message(session, &effect->message);
		break;
	case EFFECT_TURN: session->turns_told = effect->turns; break;
	case EFFECT_SCORE:
		session->turns_recorded =
			least(session->turns_recorded, effect->turns > 0 ? effect->turns - 1 : 0);
		break;
	case EFFECT_TAKEBACK: take_back(session, effect->turns); break;
	case EFFECT_DISMISS:
		flush_seat(session, effect->seat);
		if (player)
			agent_dismiss(player->agent, effect->grace_ns);
		break;
	case EFFECT_FREEZE: attach_freeze(player, true); break;
	case EFFECT_THAW: attach_freeze(player, false); break;
	case EFFECT_NAME:
		if (session->file)
			match_file_name(session->file, effect->seat, match->setup.seat[effect->seat].name);
		break;
	case EFFECT_SEAT: change_seat(session, effect->seat); break;
	case EFFECT_VERDICT:
		session->verdict_due = true;
		attach_leaves(session, -1);
		recording_verdict(session);
		break;
	}
}

/* ---- games of a series ---- */

static void carry_out_all(struct session *session)
{
	struct effect effect;

	while (judge_effect(session->judge, loop_now(), &effect))
		carry_out(session, &effect);
	flush_out(session);
}

/* Can the process of the seat play this game, too?  Not if it would be started with another seed.  */
static bool plays_on(const struct session *session, const struct setup *setup, int seat)
{
	const struct setup *before = &judge_match(session->judge)->setup;
	char *was, *is;
	bool same;

	if (!session->player[seat] || !judge_fit(session->judge, seat))
		return false;
	was = seed_command(before, seat, before->seat[seat].command);
	is = seed_command(setup, seat, setup->seat[seat].command);
	same = strcmp(was, is) == 0;
	free(was);
	free(is);
	return same;
}

/* The processes that can play on stay.  Who could, and is replaced all the same, is told goodbye.  */
static unsigned part(struct session *session, const struct setup *setup)
{
	const struct protocol *protocol = protocol_named(setup->system);
	unsigned alive = 0;

	for (int s = 0; s < SEATS; s++) {
		bool fit = session->player[s] && judge_fit(session->judge, s);

		if (plays_on(session, setup, s)) {
			alive |= 1u << s;
			continue;
		}
		if (fit) {
			judge_dismiss_one(session->judge, loop_now(), s);
			carry_out_all(session);
		}
		/* One that was told to leave has its time for that.  */
		play_vacate(session, s, fit || protocol->one_game ? protocol->goodbye_grace : 0);
	}
	return alive;
}

static void begin_next(struct session *session, const struct setup *setup, struct judge *next)
{
	struct bytes rest[STREAM_STDERR + 1][SEATS] = {0};
	unsigned alive = part(session, setup);
	struct pending_bytes pending;
	char *problem = NULL;

	for (int s = 0; s < SEATS; s++)
		for (int stream = STREAM_STDOUT; alive & 1u << s && stream <= STREAM_STDERR; stream++)
			if (judge_pending(session->judge, s, (enum stream)stream, &pending))
				bytes_add(&rest[stream][s], pending.bytes, pending.size);
	recording_catch_up(session);
	judge_free(session->judge);
	session->judge = next;
	judge_older(next, recording_older, session);
	session->turns_told = session->turns_measured = session->turns_recorded = 0;
	if (!recording_begin(session, setup, &problem))
		recording_failed(session, bytes_text("game %d is not recorded: %s", setup->game, problem));
	free(problem);
	judge_stops(session->judge, &session->stops);
	judge_begin(session->judge, loop_now(), alive);
	if (session->has_request)
		free(judge_request(session->judge, loop_now(), &session->request));
	session->has_request = false;
	for (int s = 0; s < SEATS; s++)
		for (int stream = STREAM_STDOUT; stream <= STREAM_STDERR; stream++) {
			struct bytes *bytes = &rest[stream][s];

			judge_bytes(session->judge, loop_now(), s, (enum stream)stream, bytes->at,
				    bytes->size);
			bytes_free(bytes);
		}
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
			recording_failed(session,
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
	machine_measures_rest(session);
	if (protocol_named(match->setup.system)->one_game)
		judge_dismiss(session->judge, loop_now());
	carry_out_all(session);
	if (session->events.verdict)
		session->events.verdict(session->user, match);
	session->next_due = true;
	session->waits = session->events.next && judge_stopped(session->judge, NULL);
}

/* Not before the last line of this game was written.  False: nothing is due.  */
static bool goes_on(struct session *session)
{
	if (!session->next_due || session->waits || judge_deadline(session->judge) != INT64_MAX)
		return false;
	session->next_due = false;
	if (!session->ending && !next_game(session) && !session->setup.stay)
		session_end(session);
	return true;
}

void play_pump(struct session *session)
{
	if (session->pumping)
		return;
	session->pumping = true;
	doing_at_stop(session);
	do {
		carry_out_all(session);
		machine_measures_turns(session);
		recording_goes_on(session);
		if (session->verdict_due)
			after_verdict(session);
		else if (!goes_on(session) && !machine_ends_match(session))
			break;
	} while (true);
	session->pumping = false;
	session->due = judge_deadline(session->judge);
	loop_at(session->deadline, session->due);
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
	attach_before_limit(session); /* who is traced since a moment ago is not late */
	doing_before_limit(session, loop_now(), -1);
	judge_time(session->judge, loop_now());
	play_pump(session);
}

static void tick(void *user, int events)
{
	struct session *session = user;
	bool news;

	(void)events;
	for (int s = 0; s < SEATS; s++)
		if (session->player[s])
			machine_measure(session->player[s]);
	news = attach_looks(session);
	news = machine_looks_at_folders(session) || news;
	if (machine_ends_match(session) || news)
		play_pump(session);
	point_tell(session);
	recording_catch_up(session);
	if (session->file && match_file_pending(session->file))
		match_file_commit(session->file);
	loop_at(session->tick, loop_now() + TICK);
}

void play_begins(struct session *session)
{
	if (!session->setup.among_others)
		agent_adopt_orphans();
	session->deadline = loop_timer(session->loop, LOOP_FIRST, deadline_passed, session);
	session->tick = loop_timer(session->loop, LOOP_LATER, tick, session);
	loop_at(session->tick, loop_now() + TICK);
}

/* ---- public ---- */

/* NULL: with a problem, since the first processes could not be started.  */
static struct session *started(struct session *session, char **problem, int *status)
{
	struct effect effect;

	/* Not pump(): what cannot be started is told by the problem, not by a verdict.  */
	session->pumping = true;
	while (!session->not_started && judge_effect(session->judge, loop_now(), &effect))
		carry_out(session, &effect);
	session->pumping = false;
	if (!session->not_started) {
		play_pump(session);
		return session;
	}
	*problem = session->not_started;
	session->not_started = NULL;
	*status = 3;
	recording_withdraw(session);
	session_free(session);
	return NULL;
}

/* Owns the session until it has begun.  The problem: there is one already.  */
static struct session *play_from(struct session *session, char **problem, int *status)
{
	session->pumping = session->beginning = true;
	if (!*problem)
		*problem = from_begin(session);
	session->pumping = session->beginning = false;
	if (!*problem)
		return session->judge ? started(session, problem, status) : session;
	*status = session->not_started ? 3 : 1;
	recording_withdraw(session);
	session_free(session);
	return NULL;
}

struct session *session_play(struct loop *loop, const struct session_setup *setup,
			     const struct session_events *events, void *user, char **problem, int *status)
{
	static const struct request pause = {.kind = REQUEST_PAUSE};
	struct session *session = bytes_new(sizeof(*session));

	*problem = NULL;
	session->loop = loop;
	session->events = *events;
	session->user = user;
	session->setup = *setup;
	setup_copy(&session->setup.setup, &setup->setup);
	session->setup.setup.checked = getenv("RINGSIDE_CHECK") != NULL;
	session->setup.record = setup->record ? bytes_text("%s", setup->record) : NULL;
	*problem = session_make_folder(&session->setup.setup);
	if (setup->from.path)
		return play_from(session, problem, status);
	play_begins(session);
	if (*problem || !(session->judge = judge_new(&session->setup.setup, problem)) ||
	    !recording_begin(session, &session->setup.setup, problem)) {
		*status = session->judge ? 1 : 2;
		session_free(session);
		return NULL;
	}
	judge_older(session->judge, recording_older, session);
	judge_begin(session->judge, loop_now(), 0);
	if (setup->paused)
		free(judge_request(session->judge, loop_now(), &pause));
	return started(session, problem, status);
}

void session_end(struct session *session)
{
	struct request interrupt = {.kind = REQUEST_INTERRUPT};

	if (session->ending)
		return;
	session->ending = true;
	attach_leaves(session, -1);
	session->waits = false;
	if (session->judge) {
		free(judge_request(session->judge, loop_now(), &interrupt));
		judge_dismiss(session->judge, loop_now());
		play_pump(session);
	} else if (session->events.ended) {
		session->ended = true;
		session->events.ended(session->user);
	}
}

void play_free(struct session *session)
{
	struct player *next;

	attach_end(session);
	branching_free(session);
	for (int s = 0; s < SEATS; s++)
		play_player_free(session->player[s]);
	for (struct player *player = session->leaving; player; player = next) {
		next = player->next;
		play_player_free(player);
	}
	if (!session->setup.among_others)
		agent_end_orphans();
	machine_free(session);
	recording_catch_up(session);
	judge_free(session->judge);
	loop_unwatch(session->deadline);
	setup_free(&session->setup.setup);
	free((char *)session->setup.record);
	recording_free(session);
	point_free(session);
	free(session->not_started);
	for (int s = 0; s < SEATS; s++)
		bytes_free(&session->out[s]);
}
