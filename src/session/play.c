/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* play.c - a match that is played here: ties a judge to live agents, to people and to a match file.
 *
 * Inputs reach the judge from the agents' callbacks, the deadline's timer and requests of people; play_pump()
 * carries out their effects.  All that goes to an agent at the same time is one write. recording.c records.
 *
 * After a verdict the next game of a series may begin: its judge, its file, and the processes that play on.
 *
 * Agents are told where the board's cursor is, if their protocol can.  The screen may report each move of the
 * cursor.  The session's tick tells the agents, at most once in 100 ms.  In a pause they hear nothing, and
 * after it only the last place.
 *
 * The tick also looks at what agents use and do: their folders, their memory, the CPU time and memory of
 * their turns, how long they wait for a core, and who may not think.  What an agent is doing is looked up
 * when its limit has passed, when the match stops while an answer is awaited, and when a person asks.
 *
 * Players that may not think while nothing is awaited of them (the setting ponder of a player) are suspended:
 * their processes are stopped when they have answered, and go on before the next question is written.  What
 * they wrote before that still comes.  From their start to their first question they run, so that they can
 * get ready.
 *
 * Most answers come long before the first check of the cores (agent_look_waiting()), and cost nothing.  The
 * judge hears of waiting before bytes of the agent that may be its answer, and when its limit passes: only of
 * waiting that matters, and before an answer only once it has grown by a tenth, so that an agent that writes
 * much does not fill the match file.  With --forgive-waiting each ms counts when a limit passes.  Then the
 * limit passes again that much later.  */
#include "session_state.h"

#include "ringside/bytes.h"
#include "ringside/cores.h"
#include "ringside/event.h"
#include "ringside/folder.h"
#include "ringside/log.h"
#include "ringside/loop.h"
#include "ringside/protocol.h"
#include "ringside/setup.h"
#include "ringside/trust.h"
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The memory that is recorded with a turn is at most this old.  */
#define USAGE_AGE ((int64_t)10 * NS_PER_MS)

/* The least time between two readings of CPU time, if not each turn is measured (session.h).  */
#define CPU_AGE NS_PER_MS

/* How often the sizes of the agents' folders are checked.  */
#define FOLDER_AGE ((int64_t)NS_PER_S)

/* How old a check may be before bytes are taken as an answer.  */
#define AGE ((int64_t)10 * NS_PER_MS)

/* Turns are recorded when so many were played, so that most messages follow each other: the thread writes
 * these together.  */
enum { TURNS_AT_ONCE = 16 };

/* How long a turn waits before it begins when the thread is far behind: too short for a stall.  */
#define BREATH ((int64_t)5 * NS_PER_MS)

/* ---- turns ---- */

/* The peak of the next turn begins with the present memory.  */
static void forget_peak(struct player *player)
{
	agent_forget_peak(player->agent);
	player->turn_peak = player->usage.rss;
}

static bool measures_all(const struct session *session)
{
	return (session->recorder && !session->setup.faults_alone) || session->setup.measures_turns;
}

/* The CPU time since the last measured turn; -1: not known.  */
static int64_t take_cpu(struct player *player)
{
	int64_t before = player->turn_cpu > 0 ? player->turn_cpu : 0;

	player->turn_cpu = agent_cpu(player->agent);
	player->turn_cpu_at = loop_woke(player->session->loop);
	return player->turn_cpu < 0 ? -1 : player->turn_cpu - before;
}

static void measure(struct player *player)
{
	bool now = judge_match(player->session->judge)->over || player->session->slow;

	assert(player->agent);
	player->usage = now ? agent_usage_now(player->agent) : agent_usage(player->agent);
	player->usage_at = loop_now();
	player->usage_is_news = true;
	if (player->usage.peak > player->turn_peak)
		player->turn_peak = player->usage.peak;
}

static void measure_turn(const struct session *session, const struct turn *turn)
{
	struct player *player = session->player[turn->seat];
	int64_t now = loop_woke(session->loop);

	assert(is_seat(turn->seat));
	if (!player || (!measures_all(session) && now < player->turn_cpu_at + CPU_AGE))
		return;
	if (judge_match(session->judge)->over || now >= player->usage_at + USAGE_AGE)
		measure(player);
	if (session->setup.counts_held)
		player->holds = agent_holds(player->agent);
	judge_measure_turn(session->judge, turn->n, take_cpu(player), player->usage.rss, player->turn_peak);
	forget_peak(player);
}

/* Tells the judge, unless the process is gone: then its end is reported next.  */
static void tell_activity(struct session *session, int64_t t, int seat)
{
	struct activity activity;

	if (!session_activity(session, seat, &activity) || activity.kind == ACTIVITY_GONE)
		return;
	judge_activity(session->judge, t, seat, &activity);
	session->activity_told |= 1u << seat;
}

/* Whoever traces it decides when it runs.  */
static bool may_run(const struct session *session, int seat)
{
	const struct player *player = session->player[seat];

	return setup_ponders(&judge_match(session->judge)->setup, seat) || !agent_was_asked(player->agent) ||
	       judge_seat(session->judge, seat).awaited || judge_seat(session->judge, seat).traced ||
	       backtrace_stands(player) || backtrace_examines(player) || session_gdb_seat(session) == seat;
}

static int64_t awaited_for(const struct player *player, int64_t t)
{
	return judge_awaited_for(player->session->judge, player->seat, t);
}

static void tell_waiting(struct player *player, int64_t t, int64_t waited)
{
	int64_t more = waited > player->waited_told ? waited - player->waited_told : 0;
	/* Its CPU time since it was asked: what it had in the opponent's turn is none of it.  */
	int64_t since = session_measured(player->session, player->seat).cpu_ns;
	int64_t checked = agent_waited_cpu(player->agent) + AWAKE_TICK;

	judge_waited(player->session->judge, t, player->seat, more, since < checked ? since : checked);
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

/* Tells the judge the memory measured since the last call.  True: that ended the match.  No rlimit does this:
 * RLIMIT_AS counts mapped memory, many times what a virtual machine uses, and a program
 * that gets no memory only crashes.  */
static bool check_memory(struct session *session)
{
	const struct match *match = judge_match(session->judge);
	bool over = match->over;

	for (int s = 0; s < SEATS; s++) {
		struct player *player = session->player[s];

		if (!player || !player->usage_is_news)
			continue;
		player->usage_is_news = false;
		if (setup_memory(&match->setup, s))
			judge_memory(session->judge, stall_now(session), s, player->usage.rss);
	}
	return match->over && !over;
}

/* The same of what agents hold.  */
static bool tell_holds(struct session *session)
{
	bool news = false;

	for (int s = SEAT_1; s < SEATS && !judge_match(session->judge)->over; s++) {
		struct player *player = session->player[s];
		const struct agent_holds *now = player ? &player->holds : NULL;

		if (!now || memcmp(now, &player->holds_told, sizeof(*now)) == 0)
			continue;
		player->holds_told = *now;
		judge_holds(session->judge, stall_now(session), s, now->descriptors, now->threads,
			    now->processes);
		news = true;
	}
	return news;
}

/* ---- processes ---- */

/* Kills an agent that has too many processes.  No rlimit does this either: RLIMIT_NPROC does not bind root,
 * and counts other programs of the user.  */
static void check_processes(struct session *session)
{
	for (int s = 0; s < SEATS; s++) {
		struct player *player = session->player[s];

		if (!player || !agent_is_crowd(player->agent))
			continue;
		agent_kill_family(player->agent);
		if (player->crowd)
			continue;
		player->crowd = true;
		session_notify(
			session,
			bytes_text("seat %d had more than %d processes: all were killed", s, AGENT_PROCESSES),
			true);
	}
}

/* Tells the judge after the verdict what agents used since their last measured turn.  */
static void measure_rest(struct session *session)
{
	const struct match *match = judge_match(session->judge);

	for (int s = SEAT_1; s < SEATS; s++) {
		struct player *player = session->player[s];
		struct unmeasured *used = &session->unmeasured[s];

		if (match->unfinished[s].think_ns < 0 && measures_all(session))
			continue;
		if (player) {
			measure(player);
			play_keep_usage(player);
			forget_peak(player);
		}
		judge_used(session->judge, stall_now(session), s, used->cpu_ns, used->peak);
		*used = (struct unmeasured){.cpu_ns = 0};
	}
}

/* ---- folders ---- */

/* Checks at most once a second.  True: the judge was told of a folder that is too full.  */
static bool check_folders(struct session *session)
{
	int64_t allowed = session->setup.temp_size, now = loop_now(), size;
	bool told = false, due = now >= session->folders_checked_at + FOLDER_AGE;

	if (!session->setup.temp || !allowed)
		return false;
	if (due)
		session->folders_checked_at = now;
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

/* If the match has just stopped, tells the judge what the agents do whose answers are awaited.  */
static void activity_at_stop(struct session *session)
{
	int64_t note;

	if (judge_stopped(session->judge, &note) && note != session->stop_checked) {
		session->stop_checked = note;
		for (int s = 0; judge_stopped_ask(session->judge) && s < SEATS; s++)
			if (judge_seat(session->judge, s).thinks && !(session->activity_told & 1u << s))
				tell_activity(session, stall_now(session), s);
	}
	session->activity_told = 0;
}

/* Stops the processes of players that may not ponder, and lets those go on of which something is awaited.  */
static void suspend_players(struct session *session)
{
	for (int s = SEAT_1; s < SEATS; s++) {
		struct player *player = session->player[s];

		/* Most agents run all the time: no more is looked up for them.  */
		if (!player ||
		    (!player->suspended && setup_ponders(&judge_match(session->judge)->setup, s)) ||
		    judge_seat(session->judge, s).frozen)
			continue;
		if (may_run(session, s)) {
			resume_player(player);
		} else if (!player->suspended) {
			player->suspended = true;
			agent_rest(player->agent, true);
		}
	}
}

/* A process that has not run is checked nevertheless after this, in case its clock is too coarse.  */
#define CHECK_ANYWAY ((int64_t)5 * NS_PER_S)

/* ---- effects ---- */

/* Writes what was collected for the seat.  False: the agent no longer reads.  */
static bool flush_seat(struct session *session, int seat)
{
	struct player *player = session->player[seat];
	struct bytes *out = &session->out[seat];
	bool reads = !player || !out->size || agent_write(player->agent, out->at, out->size);

	if (!reads && session->recorder)
		recorder_unsent(session->recorder, seat, session->out_n[seat]);
	out->size = 0;
	return reads;
}

static void flush_out(struct session *session)
{
	for (int s = 0; s < SEATS; s++)
		flush_seat(session, s);
}

/* Keeps the end of a line that is not blank.  One that begins with a blank goes on with the line before, as
 * the frames of a trace do, which says what has happened.  */
static void keep_stderr_line(struct stderr_line *stderr_line, const struct message *message)
{
	size_t size = message->size, kept;

	while (size && (message->bytes[size - 1] == '\n' || message->bytes[size - 1] == '\r'))
		size--;
	if (!size || (stderr_line->size && strchr(" \t", *message->bytes)))
		return;
	kept = size < sizeof(stderr_line->at) ? size : sizeof(stderr_line->at);
	memcpy(stderr_line->at, message->bytes + size - kept, kept);
	stderr_line->size = kept;
}

static void recording_message(struct session *session, const struct message *message)
{
	assert(message->n > 0);
	if (message->channel == CHANNEL_STDERR && message->direction == FROM_AGENT) {
		session->newest_stderr[message->seat] = message->n;
		keep_stderr_line(&session->stderr_line[message->seat], message);
	}
	if (session->recorder)
		recorder_message(session->recorder, message);
}

/* A question is written at once, because a clock may run.  Other messages wait for the next write.  `t`: now.
 * True: it was written.  */
static bool write_message(struct session *session, struct message *message, int64_t t)
{
	struct player *player = session->player[message->seat];
	struct bytes *out = &session->out[message->seat];
	bool asks = message->flags & MESSAGE_ASKS;

	if (asks) {
		resume_player(player);
		player->poured = 0;
	}
	if (asks && !agent_was_asked(player->agent))
		flush_seat(session, message->seat);
	if (!out->size)
		session->out_n[message->seat] = message->n;
	bytes_add(out, message->bytes, message->size);
	if (asks) {
		agent_asks(player->agent, t,
			   out->size - message->size +
				   message_text_size(message, judge_protocol(session->judge)));
		if (!flush_seat(session, message->seat))
			message->flags |= MESSAGE_UNSENT;
	}
	if (message->flags & MESSAGE_STARTS && player->turn_cpu < 0) {
		measure(player); /* what it used before its first turn belongs to no turn */
		player->turn_cpu = player->usage.cpu_ns;
		forget_peak(player);
	}
	if (asks) {
		agent_begin_waiting(player->agent,
				    setup_forgives_waiting(&judge_match(session->judge)->setup));
		player->waited_told = 0;
	}
	recording_message(session, message);
	return asks;
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

static void log_effect(const struct session *session, const struct effect *effect)
{
	static const char *const names[] = {
		[EFFECT_SPAWN] = "spawn",     [EFFECT_DRAIN] = "drain",   [EFFECT_MESSAGE] = "message",
		[EFFECT_TURN] = "turn",       [EFFECT_SCORE] = "score",   [EFFECT_TAKEBACK] = "takeback",
		[EFFECT_DISMISS] = "dismiss", [EFFECT_FREEZE] = "freeze", [EFFECT_THAW] = "thaw",
		[EFFECT_NAME] = "name",       [EFFECT_SEAT] = "seat",     [EFFECT_VERDICT] = "verdict",
	};
	const struct message *message = &effect->message;
	int game = judge_match(session->judge)->setup.game;

	if (effect->kind == EFFECT_MESSAGE && message->direction == EVENT)
		LOG_BYTES(message->bytes, message->size, "game %d: event %s, message %" PRId64 ", seat %d",
			  game, event_name(message->event.kind), message->n, message->seat);
	else if (effect->kind == EFFECT_MESSAGE)
		LOG_BYTES(message->bytes, message->size, "game %d: message %" PRId64 " %s seat %d, %s", game,
			  message->n, message->direction == TO_AGENT ? "to" : "from", message->seat,
			  channel_name(message->channel));
	else
		LOG("game %d: effect %s, seat %d, %d turns", game, names[effect->kind], effect->seat,
		    effect->turns);
}

/* Turns that were played and taken back at once leave no rows: the judge has forgotten them already.  */
static void recording_takeback(struct session *session, int turns)
{
	assert(turns >= 0);
	if (!session->recorder)
		return;
	recording_catch_up(session);
	if (session->turns_recorded > turns)
		session->turns_recorded = turns;
	recording_branch(session, -1, turns, 0, "moves taken back");
}

/* `t`: now.  False: this took no time worth a look at the clock.  */
static bool carry_out(struct session *session, struct effect *effect, int64_t t)
{
	const struct match *match = judge_match(session->judge);
	struct player *player = session->player[effect->seat];

	if (log_file >= 0)
		log_effect(session, effect);
	switch (effect->kind) {
	case EFFECT_SPAWN:
		flush_out(session);
		players_start(session, effect->seat);
		break;
	case EFFECT_DRAIN: return player && agent_drain(player->agent, t);
	case EFFECT_MESSAGE:
		if (effect->message.direction == TO_AGENT && player &&
		    !(effect->message.flags & MESSAGE_WITHHELD))
			return write_message(session, &effect->message, t);
		recording_message(session, &effect->message);
		return false;
	case EFFECT_TURN:
		session->turns_told = effect->turns;
		suspend_players(session); /* before the opponent is asked */
		return false;
	case EFFECT_SCORE:
		session->turns_recorded =
			least(session->turns_recorded, effect->turns > 0 ? effect->turns - 1 : 0);
		return false;
	case EFFECT_TAKEBACK: /* the judge's match has taken the turns back already */
		session->turns_told = least(session->turns_told, effect->turns);
		session->turns_measured = least(session->turns_measured, effect->turns);
		recording_takeback(session, effect->turns);
		session->next_due = session->waits = false; /* a game that was over goes on */
		break;
	case EFFECT_DISMISS:
		flush_seat(session, effect->seat);
		if (player)
			agent_dismiss(player->agent, effect->grace_ns);
		break;
	case EFFECT_FREEZE: attach_freeze(player, true); break;
	case EFFECT_THAW: attach_freeze(player, false); break;
	case EFFECT_NAME:
		if (session->recorder)
			recorder_name(session->recorder, effect->seat, match->setup.seat[effect->seat].name);
		break;
	case EFFECT_SEAT: /* the old player leaves; an effect of its own starts the new one */
		flush_seat(session, effect->seat);
		players_vacate(session, effect->seat, judge_protocol(session->judge)->limits.goodbye);
		break;
	case EFFECT_VERDICT:
		session->verdict_due = true;
		attach_leave(session, -1);
		backtrace_late(session);
		recording_verdict(session);
		break;
	}
	return true;
}

/* ---- what follows ---- */

/* False: one of them showed that the judge was held up, and the rest waits until agents were heard. Until
 * then a further stall is not noticed, so nobody may be asked.  */
static bool carry_out_until_stall(struct session *session, bool to_the_end)
{
	struct effect effect;
	int64_t t = loop_now();

	while (judge_effect(session->judge, t, &effect))
		if (carry_out(session, &effect, t)) {
			stall_arm(session, t);
			if (session->stall.hears && !to_the_end)
				return false;
			t = loop_now();
		}
	flush_out(session);
	return true;
}

/* Why a process failed at its start, or a game program at any time, only itself can say; in a sandbox it
 * often lacks a file.  */
static void tell_own_words(struct session *session)
{
	const struct match *match = judge_match(session->judge);
	const struct verdict *verdict = &match->verdict;
	bool program = strcmp(verdict->reason, REASON_GAME) == 0,
	     start = program ? !match->turn_count : strcmp(verdict->reason, REASON_START) == 0;
	int seat = program ? SEAT_NONE : verdict->blame;
	const struct stderr_line *stderr_line = &session->stderr_line[seat];
	bool sandbox = start && session->setup.sandbox;
	FREED char *shown = NULL,
		   *who = program ? bytes_text("the game program") : bytes_text("seat %d", seat);

	if (!stderr_line->begun || !(program || start) || !(stderr_line->size || sandbox))
		return;
	shown = bytes_escaped(stderr_line->at, stderr_line->size);
	session_notify(session,
		       bytes_text("%s failed%s%s%s%s%s", who, start ? " at its start" : "",
				  stderr_line->size ? ", and said last: \"" : "", shown,
				  stderr_line->size ? "\"" : "",
				  sandbox ? " (a sandbox hides home folders: --sandbox-bind PATH "
					    "shows what it needs of them)"
					  : ""),
		       true);
}

/* Does another game follow in this session, as far as its number says?  */
static bool games_follow(const struct session *session)
{
	return session->judge && session->events.next && !session->setup.from.path &&
	       (!session->setup.games || judge_match(session->judge)->setup.game < session->setup.games);
}

static void finish_game(struct session *session)
{
	const struct match *match = judge_match(session->judge);

	session->verdict_due = false;
	measure_rest(session);
	if (judge_protocol(session->judge)->plays == PLAYS_ONE)
		judge_dismiss(session->judge, stall_now(session));
	carry_out_until_stall(session, true);
	tell_own_words(session);
	if (session->events.verdict)
		session->events.verdict(session->user, match);
	session->next_due = true;
	session->waits = session->events.next &&
			 (judge_stopped(session->judge, NULL) ||
			  (session->reach == SESSION_TO_END && games_follow(session)) ||
			  (session->stops_between && match->setup.game < session->setup.games));
}

/* Can the process of the seat play this game, too?  Not if its player wants a fresh one, or if it would get
 * another seed.  */
static bool can_play_on(const struct session *session, const struct setup *setup, int seat)
{
	const struct setup *before = &judge_match(session->judge)->setup;
	FREED char *was = NULL, *is = NULL;

	if (!session->player[seat] || !judge_may_stay(session->judge, seat) || setup_restarts(setup, seat))
		return false;
	was = seed_command(before, seat, before->seat[seat].command);
	is = seed_command(setup, seat, setup->seat[seat].command);
	return strcmp(was, is) == 0;
}

/* Keeps the processes that can play on, and gives their seats as a bit set.  A process that may stay but is
 * replaced is dismissed first.  */
static unsigned part_with_others(struct session *session, const struct setup *setup)
{
	const struct protocol *protocol = protocol_named(setup->system);
	unsigned alive = 0;

	for (int s = 0; s < SEATS; s++) {
		bool may_stay = session->player[s] && judge_may_stay(session->judge, s);

		if (can_play_on(session, setup, s)) {
			alive |= 1u << s;
			continue;
		}
		if (may_stay) {
			judge_dismiss_one(session->judge, stall_now(session), s);
			carry_out_until_stall(session, true);
		}
		/* One that was told to leave gets time for it.  */
		players_vacate(session, s,
			       may_stay || protocol->plays == PLAYS_ONE ? protocol->limits.goodbye : 0);
	}
	return alive;
}

static void begin_next(struct session *session, const struct setup *setup, struct judge *next)
{
	struct bytes pending_of[STREAM_STDERR + 1][SEATS] = {0};
	unsigned alive = part_with_others(session, setup);
	struct pending_bytes pending;
	FREED char *problem = NULL;

	for (int s = 0; s < SEATS; s++)
		for (int stream = STREAM_STDOUT; alive & 1u << s && stream <= STREAM_STDERR; stream++)
			if (judge_pending(session->judge, s, (enum stream)stream, &pending))
				bytes_add(&pending_of[stream][s], pending.bytes, pending.size);
	recording_catch_up(session);
	judge_free(session->judge);
	session->judge = next;
	judge_set_older(next, recording_older, session);
	session->turns_told = session->turns_measured = session->turns_recorded = 0;
	if (!recording_begin(session, setup, &problem))
		recording_keep_problem(session,
				       bytes_text("game %d is not recorded: %s", setup->game, problem));
	judge_set_stops(session->judge, go_between_stops(session));
	judge_begin(session->judge, stall_now(session), alive, session->reach == SESSION_TO_NEXT);
	if (session->reach == SESSION_TO_NEXT)
		session->reach = SESSION_ON;
	players_note_cores(session);
	if (session->has_request)
		free(judge_request(session->judge, stall_now(session), &session->request));
	session->has_request = false;
	for (int s = 0; s < SEATS; s++)
		for (int stream = STREAM_STDOUT; stream <= STREAM_STDERR; stream++) {
			struct bytes *bytes = &pending_of[stream][s];

			judge_bytes(session->judge, stall_now(session), s, (enum stream)stream, bytes->at,
				    bytes->size);
			bytes_free(bytes);
		}
}

/* Begins the next game, if events.next() gives one that can be played.  False: none follows.  */
static bool games_next(struct session *session)
{
	struct judge *judge = NULL;
	struct setup setup;
	FREED char *problem = NULL;

	if (!session->events.next)
		return false;
	setup_copy(&setup, &judge_match(session->judge)->setup);
	setup.game_before = setup.game;
	if (session->events.next(session->user, &setup)) {
		judge = judge_new(&setup, &problem);
		if (judge)
			begin_next(session, &setup, judge);
		else
			recording_keep_problem(
				session, bytes_text("game %d cannot be played: %s", setup.game, problem));
	}
	setup_free(&setup);
	return judge != NULL;
}

/* Begins the next game or ends the session, after the last line of this game was written.  False: nothing is
 * due.  */
static bool begin_next_or_end(struct session *session)
{
	if (!session->next_due || session->waits || judge_deadline(session->judge) != INT64_MAX)
		return false;
	session->next_due = false;
	if (!session->ending && !games_next(session) && !session->setup.stay)
		session_end(session);
	return true;
}

/* Something moves: the next tick is at most a TICK away.  */
static void play_wake(struct session *session)
{
	if (session->slow)
		loop_at(session->tick, loop_now() + TICK);
	session->slow = false;
}

static void deadline_passed(void *user, int events UNUSED)
{
	struct session *session = user;
	int64_t t = stall_now(session);

	for (int s = 0; !judge_match(session->judge)->over && s < SEATS; s++) /* who waits for a core? */
		if (session->player[s] && judge_seat(session->judge, s).awaited)
			agent_look_waiting(session->player[s]->agent);
	if (t < session->due && !session->stall.hears) {
		loop_at(session->deadline, stall_wait(session));
		return;
	}
	if (!session->stall.hears)
		attach_before_limit(session); /* an agent that was just attached to is not late */
	activity_before_limit(session, t, -1);
	judge_time(session->judge, t);
	play_pump(session);
}

/* Does nothing go on that ringside has to follow, unless an agent runs on its own?  */
static bool is_idle(const struct session *session)
{
	return (!judge_clocks_run(session->judge) || session_waits_for_people(session)) && !session->inside &&
	       !session->branching && !session->leaving && !session->ended_count && !session->verdict_due &&
	       !session->ending;
}

/* Has one of the agents run since the last check of them?  */
static bool agents_have_run(const struct session *session)
{
	for (int s = 0; s < SEATS; s++)
		if (session->player[s] &&
		    agent_clocks(session->player[s]->agent) != session->player[s]->checked_clocks)
			return true;
	return false;
}

/* Looks at the agents' processes.  True: something has changed.  */
static bool check_agents(struct session *session)
{
	for (int s = 0; s < SEATS; s++)
		if (session->player[s]) {
			measure(session->player[s]);
			session->player[s]->checked_clocks = agent_clocks(session->player[s]->agent);
		}
	check_processes(session);
	session->ticked_at = loop_now();
	return attach_update(session);
}

static bool is_same(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

/* Tells the agents where the cursor is, if it has moved.  Called each TICK.  */
static void point_tell(struct session *session)
{
	struct request request = {.kind = REQUEST_POINT, .text = session->point};
	enum judge_state state = session_state(session);

	if (!session->point || is_same(session->point, session->pointed) || state == JUDGE_PAUSED ||
	    state == JUDGE_OVER)
		return;
	free(session->pointed);
	session->pointed = bytes_text("%s", session->point);
	free(session_request(session, &request)); /* a place that the protocol cannot name is no error */
}

/* While nothing goes on, a process that has not run is as it was: it holds no more memory, has started
 * nothing, and nobody has stopped it or attached to it.  A look at it takes a hundred times as long as its
 * clock.  */
static void tick(void *user, int events UNUSED)
{
	struct session *session = user;
	bool idle = is_idle(session) && !agents_have_run(session), news = false;

	if (!idle || loop_now() >= session->ticked_at + CHECK_ANYWAY)
		news = check_agents(session);
	news = check_folders(session) || news;
	if (check_memory(session) || news)
		play_pump(session);
	point_tell(session);
	recording_tick(session);
	session->slow = idle && !news;
	loop_at(session->tick, loop_now() + (session->slow ? IDLE_TICK : TICK));
}

/* ---- public ---- */

/* Starts the first processes.  NULL and a problem if one cannot be started.  */
static struct session *begin_or_withdraw(struct session *session, char **problem, int *status)
{
	struct effect effect;
	int64_t t;

	/* Not play_pump(): a failed start is a problem here, not a verdict.  */
	session->pumping = true;
	while (!session->not_started && judge_effect(session->judge, t = loop_now(), &effect)) {
		carry_out(session, &effect, t);
		stall_arm(session, t);
		stall_hear(session); /* before anybody is asked */
	}
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

/* Owns the session until it has begun.  *problem may be set already.  */
static struct session *play_from(struct session *session, char **problem, int *status)
{
	session->pumping = session->beginning = true;
	if (!*problem)
		*problem = from_begin(session);
	session->pumping = session->beginning = false;
	if (!*problem)
		return session->judge ? begin_or_withdraw(session, problem, status) : session;
	*status = session->not_started ? 3 : 1;
	recording_withdraw(session);
	session_free(session);
	return NULL;
}

static bool goes_on(const struct request *request)
{
	return request->kind == REQUEST_GO || request->kind == REQUEST_STEP ||
	       request->kind == REQUEST_NEXT || request->kind == REQUEST_ANSWER;
}

/* Leaves a game that was stopped at its verdict, if the request continues and a next game follows.  */
static bool leave_game(struct session *session, const struct request *request)
{
	const struct judge *before = session->judge;

	if (!session->waits || !goes_on(request))
		return false;
	session->waits = false;
	session->has_request = request->kind != REQUEST_GO;
	session->request = *request;
	play_pump(session);
	session->has_request = false;
	return session->judge != before;
}

char *play_request(struct session *session, const struct request *request)
{
	char *problem;

	if (session_is_steered(session))
		return session->ask(session->ask_user, request);
	if (!session->judge)
		return bytes_text("this match is read from a file: it cannot be changed");
	if (session->branching)
		return branching_request(session, request);
	if (leave_game(session, request))
		return NULL;
	if (branch_grant(session, request, &problem))
		return problem;
	recording_catch_up(session); /* for the turns that may be taken back */
	problem = judge_request(session->judge, stall_now(session), request);
	play_pump(session);
	return problem;
}

void play_begin(struct session *session)
{
	slice_shorten();
	agent_adopt_orphans();
	stall_begin(session);
	session->deadline = loop_timer(session->loop, LOOP_FIRST, deadline_passed, session);
	session->tick = loop_timer(session->loop, LOOP_LATER, tick, session);
	loop_at(session->tick, loop_now() + TICK);
}

/* Is there a process that plays or is leaving, gdb, or the program of `on`?  That learns that all is over
 * when the others have left.  */
static bool players_remain(struct session *session)
{
	for (int s = 0; s < SEATS; s++)
		if (session->player[s])
			return true;
	return session->leaving != NULL || session->inside != NULL || go_between_leaves(session);
}

void play_pump(struct session *session)
{
	if (session->pumping)
		return;
	session->pumping = true;
	play_wake(session);
	activity_at_stop(session);
	do {
		stall_hear(session);
		if (session->recorder && recorder_is_behind(session->recorder) &&
		    !judge_clocks_run(session->judge))
			recorder_breathe(session->recorder, BREATH);
		if (!carry_out_until_stall(session, false))
			continue;
		play_measure_turns(session);
		if (session->recorder && session->turns_told - session->turns_recorded >= TURNS_AT_ONCE)
			recording_catch_up(session);
		if (session->verdict_due && !session_awaits_backtrace(session))
			finish_game(session);
		else if (!begin_next_or_end(session) && !check_memory(session) && !tell_holds(session) &&
			 !session->stall.hears)
			break;
	} while (true);
	if (session->setup.backtrace)
		backtrace_let_go(session);
	suspend_players(session);
	session->pumping = false;
	session->due = judge_deadline(session->judge);
	loop_at(session->deadline, stall_wait(session));
	go_between_ask(session);
	session_changed(session);
	if (session->ending && !session->ended && !players_remain(session)) {
		session->ended = true;
		agent_end_orphans();
		if (session->events.ended)
			session->events.ended(session->user);
	}
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

void resume_player(struct player *player)
{
	if (player->suspended)
		agent_rest(player->agent, false);
	player->suspended = false;
}

void activity_before_limit(struct session *session, int64_t t, int seat)
{
	if (t >= session->due) {
		for (int s = 0; s < SEATS; s++)
			if (s != seat && session->player[s] && judge_limit_passed(session->judge, s, t))
				tell_late(session->player[s], t);
		session->due = judge_deadline(session->judge);
	}
	for (int s = 0; t >= session->due && s < SEATS; s++)
		if (s != seat && session->player[s] && judge_limit_passed(session->judge, s, t))
			tell_activity(session, t, s);
}

void play_measure_turns(struct session *session)
{
	const struct turn *turn;

	assert(session->turns_measured <= session->turns_told);
	while (session->turns_measured < session->turns_told &&
	       (turn = judge_turn(session->judge, session->turns_measured + 1))) {
		measure_turn(session, turn);
		session->turns_measured++;
	}
}

void play_keep_usage(struct player *player)
{
	struct unmeasured *used = &player->session->unmeasured[player->seat];

	*used = (struct unmeasured){.cpu_ns = 0};
	if (player->turn_cpu < 0)
		return;
	used->cpu_ns = take_cpu(player);
	used->cpu_ns = used->cpu_ns > 0 ? used->cpu_ns : 0;
	used->peak = player->turn_peak > 0 ? player->turn_peak : 0;
}

char *session_make_folder(struct setup *setup)
{
	const char *given = setup_folder(setup);
	char *problem = NULL;
	FREED char *path = given ? folder_made(given, &problem) : NULL;

	if (path) {
		setup_put(setup, protocol_option(protocol_named(setup->system), OPTION_FOLDER), path);
		trust_accept_folder(path);
	}
	return problem;
}

bool session_activity(struct session *session, int seat, struct activity *activity)
{
	struct player *player = session->player[seat];

	if (!player || player->suspended) /* then it does nothing */
		return false;
	agent_activity(player->agent, activity);
	activity->cpu_ns = session_measured(session, seat).cpu_ns;
	return true;
}

struct session *session_play(struct loop *loop, const struct session_setup *setup,
			     const struct session_events *events, void *user, char **problem, int *status)
{
	static const struct request pause = {.kind = REQUEST_PAUSE};
	struct session *session = bytes_new(sizeof(*session));

	*problem = NULL;
	session->opened_at = -1;
	session->loop = loop;
	session->events = *events;
	session->user = user;
	session->failed_seat = SEATS;
	session->setup = *setup;
	setup_copy(&session->setup.setup, &setup->setup);
	session->setup.setup.checked = getenv("RINGSIDE_CHECK") != NULL;
	session->setup.record = setup->record ? bytes_text("%s", setup->record) : NULL;
	*problem = session_make_folder(&session->setup.setup);
	if (!*problem)
		*problem = go_between_begin(session);
	if (setup->from.path) {
		if (events->begins)
			events->begins(user, session);
		return play_from(session, problem, status);
	}
	setup_unset(&session->setup.setup, OPTION_TAPPED); /* this match has no other judge */
	play_begin(session);
	if (*problem || !(session->judge = judge_new(&session->setup.setup, problem)) ||
	    !recording_begin(session, &session->setup.setup, problem)) {
		*status = session->judge ? 1 : 2;
		session_free(session);
		return NULL;
	}
	judge_set_older(session->judge, recording_older, session);
	judge_set_stops(session->judge, go_between_stops(session));
	if (events->begins)
		events->begins(user, session);
	judge_begin(session->judge, stall_now(session), 0, false);
	players_note_cores(session);
	if (setup->paused)
		free(judge_request(session->judge, stall_now(session), &pause));
	return begin_or_withdraw(session, problem, status);
}

void session_end(struct session *session)
{
	struct request interrupt = {.kind = REQUEST_INTERRUPT};

	if (session->ending)
		return;
	session->ending = true;
	attach_leave(session, -1);
	session->waits = false;
	if (session->judge) {
		free(judge_request(session->judge, stall_now(session), &interrupt));
		judge_dismiss(session->judge, stall_now(session));
		play_pump(session);
	} else {
		if (from_is_due(session)) /* nothing was added to the copy */
			recording_withdraw(session);
		attach_left(session);
	}
}

void session_set_stops(struct session *session, const struct stops *stops)
{
	session->stops = stops ? *stops : (struct stops){0};
	if (!session->judge)
		return;
	judge_set_stops(session->judge, go_between_stops(session));
	session->due = judge_deadline(session->judge);
	if (!session->pumping) /* the pump sets it at its end */
		loop_at(session->deadline, stall_wait(session));
}

void session_stop_between(struct session *session, bool stop)
{
	session->stops_between = stop;
}

char *session_request(struct session *session, const struct request *request)
{
	if (goes_on(request))
		session->reach = SESSION_ON;
	return go_between_takes(session, request) ? NULL : play_request(session, request);
}

char *session_go_on(struct session *session, enum session_reach reach)
{
	static const struct request go = {.kind = REQUEST_GO};
	char *problem;

	if (reach == SESSION_TO_NEXT && session->judge && !games_follow(session))
		return bytes_text(session->setup.games > 1
					  ? "this is the last game of the series"
					  : "this match has no next game: begin with --games N");
	session->reach = reach; /* the game may end at once */
	problem = go_between_takes(session, &go) ? NULL : play_request(session, &go);
	if (problem)
		session->reach = SESSION_ON;
	return problem;
}

void session_point(struct session *session, const char *move)
{
	if (is_same(session->point, move))
		return;
	free(session->point);
	session->point = move ? bytes_text("%s", move) : NULL;
	play_wake(session);
	if (move)
		return;
	free(session->pointed);
	session->pointed = NULL;
}
