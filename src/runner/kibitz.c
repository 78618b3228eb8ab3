/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* kibitz.c - see kibitz.h.
 *
 * A judge of its own tells the agent each position and asks it, as in a match that begins there
 * (match_resumed()): so every system that can begin in the middle, and whose agents tell values, can be
 * analysed with what its wire.c has.  The agent sits on the seat on turn, and a person opposite plays the
 * last move before the position.  When another position is shown, that move is taken back, which stops the
 * search where the protocol can (protocol.h: halts).  A new judge then goes on with the same process.  Else
 * another process takes its place.
 *
 * Other roads were weighed.  Another ringside, as for a hint, begins afresh for each position, so no search
 * gets deep while a match goes on.  A worker of the runner can only be forked before the file is written by
 * a thread, so no command could begin it.  A fresh process told all messages of a recording (rejoin.h) needs
 * a file, and knows no position that was never recorded.  */
#include "kibitz.h"

#include "ringside/agent.h"
#include "ringside/bytes.h"
#include "ringside/cores.h"
#include "ringside/folder.h"
#include "ringside/judge.h"
#include "ringside/protocol.h"
#include "ringside/runner.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* A position is analysed when it was shown for so long: whoever walks through a match passes many.  */
#define SETTLE ((int64_t)40 * NS_PER_MS)
/* For a search that can be stopped, and the first and the longest of one that cannot, which is begun again.
 */
#define ENDLESS  ((int64_t)24 * 3600 * NS_PER_S)
#define FIRST    NS_PER_S
#define LONGEST  ((int64_t)64 * NS_PER_S)
#define POUR_FOR NS_PER_S

#define CHATTER_MOST ((size_t)1 << 40) /* bytes of a search without end */

enum { LINE_MOST = 4096, POUR_MOST = 16 << 20 /* bytes that it may write in POUR_FOR */ };

/* A position that is to be analysed.  */
struct wanted {
	struct setup setup; /* a match that begins with it, or one move before */
	char *last;         /* that move; NULL: there is none; owned */
	int mover;
};

struct kibitz {
	struct loop *loop;
	const struct session_setup *all;
	const struct protocol *protocol;
	const struct kibitz_events *events;
	void *user;
	char *command;
	char *cpus; /* NULL: any core; owned */
	struct watch *timer;
	struct agent *agent; /* NULL: none */
	char *folder;        /* of --temp; owned */
	struct judge *judge; /* of the position that it was told last; NULL: none */
	int seat;            /* it sits there */
	char *last;          /* the last move before; NULL: there is none; owned */
	bool asked, moved;   /* it was asked; the person opposite has made that move */
	bool pumping, ended;
	int64_t limit; /* of its turn */
	int64_t poured, pours_since;
	/* What is shown, and what is told.  */
	const struct match *match;
	int game, branch;
	unsigned cuts;
	bool waits; /* it is not told yet: ... */
	int64_t due;
	struct wanted wanted;
	struct kibitzed said;
	int64_t heard; /* messages */
};

/* ---- the position ---- */

static void forget_wanted(struct wanted *wanted)
{
	setup_free(&wanted->setup);
	free(wanted->last);
	*wanted = (struct wanted){.last = NULL};
}

static void forget_rows(struct setup *setup, const struct option_row *const *rows)
{
	for (; *rows; rows++)
		if ((*rows)->seat)
			setup_unset(setup, (*rows)->name);
}

/* Only the limit of its turn counts, and nothing that players were given.  */
static void plain_limits(struct setup *setup, const struct protocol *protocol)
{
	static const struct option_row *const of_match[] = {&option_tc, &option_increment, &option_human_time,
							    &option_pieces};

	forget_rows(setup, setup_rows);
	forget_rows(setup, protocol->options);
	for (size_t i = 0; i < sizeof(of_match) / sizeof(of_match[0]); i++)
		setup_unset(setup, of_match[i]->name);
	setup->match_limit = setup->pace = 0;
	setup->strict = false;
	setup->max_chatter = CHATTER_MOST;
}

/* False: no match can begin there.  */
static bool want(struct kibitz *kibitz, const struct match *match, int turns)
{
	const struct turn *last = turns ? match_turn(match, turns) : NULL;
	struct wanted *wanted = &kibitz->wanted;
	char *problem;

	forget_wanted(wanted);
	if (turns && (!last || !last->played))
		return false;
	if (last) {
		wanted->last = bytes_text("%s", last->played);
		wanted->mover = last->seat;
	}
	problem = match_resumed(&wanted->setup, match, turns - (turns > 0), "human human");
	if (problem) {
		free(problem);
		wanted->setup = (struct setup){0};
		return false;
	}
	plain_limits(&wanted->setup, kibitz->protocol);
	return true;
}

/* The seat on turn in the wanted position; SEAT_NONE: the game is over, or the rules do not allow it.  */
static int seat_on_turn(const struct wanted *wanted, int64_t t)
{
	char *problem;
	struct judge *judge = judge_new(&wanted->setup, &problem);
	int found = SEAT_NONE;

	free(problem);
	if (!judge)
		return SEAT_NONE;
	judge_begin(judge, t, 0, false);
	judge_drain(judge, t);
	if (wanted->last)
		free(judge_request(judge, t,
				   &(struct request){.kind = REQUEST_PLAY,
						     .seat = wanted->mover,
						     .text = wanted->last}));
	judge_drain(judge, t);
	for (int s = SEAT_1; s < SEATS && !judge_match(judge)->over; s++)
		if (judge_seat(judge, s).to_move && judge_match(judge)->turn_count == (wanted->last != NULL))
			found = s;
	judge_free(judge);
	return found;
}

/* ---- the process ---- */

static void drop_process(struct kibitz *kibitz)
{
	agent_free(kibitz->agent);
	kibitz->agent = NULL;
	if (kibitz->folder)
		folder_remove(kibitz->folder);
	free(kibitz->folder);
	kibitz->folder = NULL;
}

/* Takes over the words.  */
static void end(struct kibitz *kibitz, char *why)
{
	FREED char *text = bytes_text("the kibitzer %s has ended: %s",
				      kibitz->said.name ? kibitz->said.name : kibitz->command, why);

	free(why);
	if (kibitz->ended)
		return;
	kibitz->ended = true;
	kibitz->waits = false;
	loop_at(kibitz->timer, INT64_MAX);
	kibitz->events->ended(kibitz->user, text);
}

static void pump(struct kibitz *kibitz);

static void got_bytes(void *user, int64_t t, enum stream stream, const char *bytes, size_t size)
{
	struct kibitz *kibitz = user;

	if (t - kibitz->pours_since > POUR_FOR) {
		kibitz->pours_since = t;
		kibitz->poured = 0;
	}
	if ((kibitz->poured += (int64_t)size) > POUR_MOST && !kibitz->ended) {
		end(kibitz, bytes_text("it writes more than %d MiB in a second", POUR_MOST >> 20));
		agent_dismiss(kibitz->agent, 0);
	}
	if (kibitz->ended || stream != STREAM_STDOUT)
		return;
	judge_bytes(kibitz->judge, t, kibitz->seat, stream, bytes, size);
	pump(kibitz);
}

static void got_exit(void *user, int64_t t, struct ending ending)
{
	struct kibitz *kibitz = user;

	if (!kibitz->ended) {
		judge_exited(kibitz->judge, t, kibitz->seat, ending);
		pump(kibitz);
	}
	drop_process(kibitz);
	if (!kibitz->ended)
		end(kibitz, bytes_text("it has left"));
}

static void spawn(struct kibitz *kibitz)
{
	static const struct agent_events events = {.bytes = got_bytes, .exited = got_exit};
	const struct setup *setup = &judge_match(kibitz->judge)->setup;
	struct agent_sandbox sandbox;
	struct agent_setup wanted = session_agent_setup(kibitz->all, setup, kibitz->seat, &sandbox);
	char *problem = NULL;

	drop_process(kibitz);
	if (kibitz->all->temp)
		kibitz->folder = folder_temporary(&problem);
	wanted.directory = kibitz->folder;
	wanted.cpus = kibitz->cpus;
	wanted.under = NULL;
	wanted.traceable = wanted.checked = false;
	wanted.stderr_pipe = wanted.guarded = wanted.held = true;
	if (!problem)
		kibitz->agent = agent_spawn(kibitz->loop, &wanted, &events, kibitz, &problem);
	if (kibitz->agent) {
		cores_yield(agent_pid(kibitz->agent));
		agent_signal(kibitz->agent, SIGCONT);
		judge_started(kibitz->judge, loop_now(), kibitz->seat);
	} else {
		judge_not_started(kibitz->judge, loop_now(), kibitz->seat, problem);
		free(problem);
	}
}

/* ---- what it says ---- */

static void forget_lines(struct kibitzed *said)
{
	for (int i = 0; i < said->count; i++)
		free(said->lines[i].bytes);
	said->count = 0;
}

static void forget_said(struct kibitzed *said)
{
	forget_lines(said);
	free((char *)said->name);
	free(said->said);
	*said = (struct kibitzed){.turns = -1};
}

/* Makes room for what is said of the position after so many turns.  */
static struct said *said_after(struct kibitzed *said, int turns)
{
	if (turns >= said->said_count) {
		said->said = bytes_resized(said->said, (size_t)(turns + 1) * sizeof(*said->said));
		memset(said->said + said->said_count, 0,
		       (size_t)(turns + 1 - said->said_count) * sizeof(*said->said));
		said->said_count = turns + 1;
	}
	return &said->said[turns];
}

/* Another position follows.  */
static void leave_position(struct kibitz *kibitz)
{
	struct kibitzed *said = &kibitz->said;

	if (said->count && said->turns >= 0)
		kibitz->events->left(kibitz->user, kibitz->game, kibitz->branch, said);
	forget_lines(said);
	said->turns = -1;
}

static void hear(struct kibitz *kibitz, const struct message *message)
{
	struct kibitzed *said = &kibitz->said;
	struct message *line = &said->lines[said->count], heard = *message;

	if (!kibitz->asked || message->channel == kibitz->protocol->moves || message->size > LINE_MOST)
		return;
	heard.n = ++kibitz->heard;
	heard.seat = SEAT_NONE;
	heard.turn = said->turns + 1;
	kibitz->protocol->said(&judge_match(kibitz->judge)->setup, &heard, &said->said[said->turns]);
	/* Those that say which move is examined would push out the value.  */
	if (message->channel == CHANNEL_INFO && said->said[said->turns].message != heard.n)
		return;
	if (said->count == KIBITZED_LINES) {
		free(said->lines[0].bytes);
		memmove(said->lines, said->lines + 1, (KIBITZED_LINES - 1) * sizeof(*line));
		line = &said->lines[--said->count];
	}
	*line = heard;
	line->bytes = bytes_copy(message->bytes, message->size);
	said->count++;
	kibitz->events->changed(kibitz->user);
}

static void carry_out(struct kibitz *kibitz, const struct effect *effect)
{
	const struct match *match = judge_match(kibitz->judge);

	switch (effect->kind) {
	case EFFECT_SPAWN: spawn(kibitz); break;
	case EFFECT_DISMISS:
		if (kibitz->agent && effect->seat == kibitz->seat)
			agent_dismiss(kibitz->agent, effect->grace_ns);
		break;
	case EFFECT_MESSAGE:
		if (effect->seat != kibitz->seat && effect->message.seat != kibitz->seat)
			break;
		if (effect->message.direction == FROM_AGENT) {
			hear(kibitz, &effect->message);
		} else if (effect->message.direction == TO_AGENT && kibitz->agent) {
			agent_write(kibitz->agent, effect->message.bytes, effect->message.size);
			kibitz->asked = judge_seat(kibitz->judge, kibitz->seat).thinks;
		}
		break;
	case EFFECT_VERDICT:
		if (match->verdict.blame == kibitz->seat)
			end(kibitz, bytes_text("it %s", verdict_deed(match)));
		break;
	case EFFECT_NAME:
		free((char *)kibitz->said.name);
		kibitz->said.name = bytes_text("%s", match->setup.seat[kibitz->seat].name);
		break;
	default: break;
	}
}

/* Carries out all effects, lets the person opposite play the last move when its turn comes, and begins again
 * a search that could not go on.  */
static void pump(struct kibitz *kibitz)
{
	struct effect effect;
	int other = seat_opponent(kibitz->seat), turns;

	if (kibitz->pumping)
		return;
	kibitz->pumping = true;
	for (bool more = true; more && !kibitz->ended;) {
		while (judge_effect(kibitz->judge, loop_now(), &effect))
			carry_out(kibitz, &effect);
		more = !kibitz->moved && kibitz->last && judge_seat(kibitz->judge, other).to_move;
		if (more) {
			kibitz->moved = true;
			free(judge_request(kibitz->judge, loop_now(),
					   &(struct request){.kind = REQUEST_PLAY,
							     .seat = other,
							     .text = kibitz->last}));
		}
	}
	kibitz->pumping = false;
	if (kibitz->ended)
		return;
	turns = judge_match(kibitz->judge)->turn_count - (kibitz->last != NULL);
	if (turns > 0 && kibitz->asked) { /* it has answered */
		kibitz->asked = false;
		if (!kibitz->protocol->halts && kibitz->limit < LONGEST && !kibitz->waits) {
			kibitz->limit *= 2;
			kibitz->waits = true;
			kibitz->due = loop_now() + SETTLE;
		}
	}
	loop_at(kibitz->timer, kibitz->waits && kibitz->due < judge_deadline(kibitz->judge)
				       ? kibitz->due
				       : judge_deadline(kibitz->judge));
}

/* Makes the process ready for another position.  False: it still searches, or there is none.  */
static bool halt(struct kibitz *kibitz)
{
	struct judge_seat seat;

	if (!kibitz->agent || !kibitz->judge)
		return false;
	seat = judge_seat(kibitz->judge, kibitz->seat);
	if (!seat.thinks)
		return true;
	if (!kibitz->protocol->halts || !kibitz->moved)
		return false;
	free(judge_request(kibitz->judge, loop_now(),
			   &(struct request){.kind = REQUEST_TAKEBACK, .count = 1}));
	pump(kibitz);
	return !kibitz->ended;
}

/* Does it get ready for a position that was wanted before?  */
static bool gets_ready(const struct kibitz *kibitz)
{
	struct judge_seat seat;

	if (!kibitz->agent || !kibitz->judge || judge_match(kibitz->judge)->over)
		return false;
	seat = judge_seat(kibitz->judge, kibitz->seat);
	return seat.awaited && !seat.thinks;
}

/* Tells it the wanted position.  */
static void tell(struct kibitz *kibitz)
{
	int64_t now = loop_now();
	int seat = seat_on_turn(&kibitz->wanted, now);
	bool stays = halt(kibitz);
	struct setup setup;
	struct judge *judge = NULL;
	struct pending_bytes rest;
	char *problem = NULL;

	kibitz->waits = false;
	if (kibitz->ended || seat == SEAT_NONE)
		return;
	setup_copy(&setup, &kibitz->wanted.setup);
	setup_seat(&setup, seat, kibitz->command, kibitz->protocol->bundle->samples);
	setup.turn_limit = kibitz->limit;
	if (stays && kibitz->said.name)
		setup_name(&setup, seat, kibitz->said.name);
	judge = judge_new(&setup, &problem);
	setup_free(&setup);
	free(problem);
	if (!judge)
		return;
	if (!stays)
		drop_process(kibitz);
	judge_begin(judge, now, stays ? 1u << seat : 0, false);
	if (stays && judge_pending(kibitz->judge, kibitz->seat, STREAM_STDOUT, &rest))
		judge_bytes(judge, now, seat, STREAM_STDOUT, rest.bytes, rest.size);
	judge_free(kibitz->judge);
	kibitz->judge = judge;
	kibitz->seat = seat;
	kibitz->asked = kibitz->moved = false;
	free(kibitz->last);
	kibitz->last = kibitz->wanted.last ? bytes_text("%s", kibitz->wanted.last) : NULL;
	pump(kibitz);
}

static void passed(void *user, int events UNUSED)
{
	struct kibitz *kibitz = user;
	int64_t now = loop_now();

	if (kibitz->ended)
		return;
	if (kibitz->waits && now >= kibitz->due && gets_ready(kibitz))
		kibitz->due = now + SETTLE;
	if (kibitz->waits && now >= kibitz->due) {
		tell(kibitz);
	} else if (kibitz->judge) {
		judge_time(kibitz->judge, now);
		pump(kibitz);
	}
}

/* ---- public ---- */

struct kibitz *kibitz_new(struct loop *loop, const char *system, const struct session_setup *setup,
			  const char *command, const struct kibitz_events *events, void *user, char **problem)
{
	const struct protocol *protocol = protocol_named(system);
	struct kibitz *kibitz;

	if (!protocol->said || !protocol->openings || protocol->framing) {
		*problem = bytes_text("no agent of %s says what a position is worth", system);
		return NULL;
	}
	kibitz = bytes_new(sizeof(*kibitz));
	*kibitz = (struct kibitz){.loop = loop,
				  .all = setup,
				  .protocol = protocol,
				  .events = events,
				  .user = user,
				  .command = bytes_text("%s", command),
				  .cpus = cores_without(setup->cpus, SEATS),
				  .seat = SEAT_1,
				  .said.turns = -1};
	kibitz->timer = loop_timer(loop, LOOP_LATER, passed, kibitz);
	return kibitz;
}

const struct kibitzed *kibitz_show(struct kibitz *kibitz, const struct match *match, int turns)
{
	struct kibitzed *said = &kibitz->said;
	bool same = match && kibitz->match == match && kibitz->game == match->setup.game &&
		    kibitz->branch == match->branch && kibitz->cuts == match->cuts;

	if (same && said->turns == turns && !kibitz->ended)
		return said;
	leave_position(kibitz);
	if (!match)
		kibitz->match = NULL;
	if (kibitz->ended || !match || strcmp(match->setup.system, kibitz->protocol->name) != 0)
		return NULL;
	kibitz->match = match;
	kibitz->game = match->setup.game;
	kibitz->branch = match->branch;
	kibitz->cuts = match->cuts;
	if (!same)
		said->said_count = 0;
	said_after(said, turns);
	said->turns = turns;
	kibitz->limit = kibitz->protocol->halts ? ENDLESS : FIRST;
	kibitz->asked = false;
	kibitz->waits = want(kibitz, match, turns);
	kibitz->due = loop_now() + SETTLE;
	if (kibitz->waits)
		loop_at(kibitz->timer, kibitz->due);
	else
		said->turns = -1; /* the file is not read so far: the next frame tries again */
	return said;
}

void kibitz_free(struct kibitz *kibitz)
{
	if (!kibitz)
		return;
	leave_position(kibitz);
	loop_unwatch(kibitz->timer);
	drop_process(kibitz);
	judge_free(kibitz->judge);
	forget_wanted(&kibitz->wanted);
	forget_said(&kibitz->said);
	free(kibitz->last);
	free(kibitz->command);
	free(kibitz->cpus);
	free(kibitz);
}

/* ---- what is recorded ---- */

static void keep_line(struct kibitzed *said, const struct message *line)
{
	said->lines[said->count] = *line;
	said->lines[said->count++].bytes = bytes_copy(line->bytes, line->size);
}

/* Reads what was said of a position.  `keeps`: its lines, too.  False: the file cannot be read now.  */
static bool read_position(struct kibitz_record *record, const struct match *match, int turns, bool keeps)
{
	const struct protocol *protocol = protocol_named(match->setup.system);
	struct message lines[KIBITZED_LINES];
	struct kibitzed *said = &record->said;
	const char *name;
	int count = match_file_kibitzed(record->file, turns, KIBITZED_LINES, lines, &name);

	if (match_file_is_busy(record->file))
		return false;
	*said_after(said, turns) = (struct said){0};
	for (int i = 0; i < count; i++) {
		protocol->said(&match->setup, &lines[i], &said->said[turns]);
		if (keeps)
			keep_line(said, &lines[i]);
	}
	if (name) {
		free((char *)said->name);
		said->name = bytes_text("%s", name);
	}
	return true;
}

const struct kibitzed *kibitz_recorded(struct kibitz_record *record, struct session *session, int turns)
{
	struct match_file *file = session_file(session);
	const struct match *match = session_match(session);
	struct kibitzed *said = &record->said;
	unsigned shows = file ? match_file_shows(file) : 0;

	if (!file || match_file_is_busy(file))
		return NULL;
	if (record->file != file || record->shows != shows) {
		kibitz_forget(record);
		*record = (struct kibitz_record){.file = file,
						 .shows = shows,
						 .any = protocol_named(match->setup.system)->said &&
							match_file_has_kibitz(file),
						 .said.turns = -1};
	}
	if (!record->any)
		return NULL;
	while (said->said_count <= match->turn_count)
		if (!read_position(record, match, said->said_count, false))
			return NULL;
	if (said->turns != turns) {
		forget_lines(said);
		said->turns = read_position(record, match, turns, true) ? turns : -1;
	}
	return said;
}

void kibitz_forget(struct kibitz_record *record)
{
	forget_said(&record->said);
	record->file = NULL;
}
