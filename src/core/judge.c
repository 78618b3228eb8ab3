/* judge.c - the judge as the session sees it: inputs, effects, what can be looked at.
 *
 * Every input ends in judge_settle(): what has become due is done, and time is made to stand or to run.  What
 * protocols ask for is in referee.c; what people wish is in wish.c.  */
#include "judge_state.h"

#include <stdlib.h>
#include <string.h>

/* A message is kept whole up to here, whatever its reader is shown of it (protocols/README).  */
enum { MESSAGE_KEPT = 1 << 20 };

/* An agent that closed a stream is about to end, mostly; after this it is taken for one that stays.  */
#define LEAVE_LIMIT ((int64_t)250 * NS_PER_MS)

static struct message *message_of(struct judge *judge, int64_t index)
{
	return &judge->told.at[index].message;
}

static bool is_to_agent(const struct effect *effect)
{
	return effect->kind == EFFECT_MESSAGE && effect->message.direction == TO_AGENT;
}

static struct effect_queue *queue_of(struct judge *judge, const struct effect *effect)
{
	switch (effect->kind) {
	case EFFECT_SPAWN:
	case EFFECT_DRAIN:
	case EFFECT_DISMISS: return &judge->todo;
	case EFFECT_MESSAGE: return is_to_agent(effect) ? &judge->todo : &judge->told;
	case EFFECT_TURN:
	case EFFECT_TAKEBACK:
	case EFFECT_NAME:
	case EFFECT_VERDICT: break;
	}
	return &judge->told;
}

void judge_put(struct judge *judge, struct effect effect)
{
	struct effect_queue *queue = queue_of(judge, &effect);

	if (queue->last == queue->room) {
		queue->room = queue->room ? 2 * queue->room : 32;
		queue->at = bytes_resized(queue->at, (size_t)queue->room * sizeof(effect));
	}
	queue->at[queue->last++] = effect;
}

/* The next one, or NULL.  */
static struct effect *queue_take(struct effect_queue *queue)
{
	if (queue->first < queue->last)
		return &queue->at[queue->first++];
	queue->first = queue->last = 0;
	return NULL;
}

static void queue_free(struct effect_queue *queue)
{
	for (int64_t i = queue->first; i < queue->last; i++)
		free(queue->at[i].message.bytes);
	free(queue->at);
}

/* What comes and what happens is numbered here; what goes to an agent when it is about to be written.  */
static void put_message(struct judge *judge, struct message message)
{
	if (message.direction != TO_AGENT)
		message.n = ++judge->last_n;
	judge_put(judge, (struct effect){.kind = EFFECT_MESSAGE, .seat = message.seat, .message = message});
}

void judge_unnote(struct judge *judge)
{
	free(judge->told.at[--judge->told.last].message.bytes);
	judge->last_n--;
}

bool judge_drop_unsent(struct judge *judge, int seat)
{
	struct effect_queue *todo = &judge->todo;
	int64_t kept = todo->first;
	bool asks = false;

	if (judge->seat[seat].life == LIFE_REPLACED)
		return false;
	for (int64_t i = todo->first; i < todo->last; i++) {
		struct effect *effect = &todo->at[i];

		if (effect->seat == seat && (is_to_agent(effect) || effect->kind == EFFECT_DRAIN)) {
			asks = asks || effect->message.flags & MESSAGE_ASKS;
			free(effect->message.bytes);
		} else {
			todo->at[kept++] = *effect;
		}
	}
	todo->last = kept;
	return asks;
}

/* Takes back an EFFECT_SPAWN that has not gone out.  */
static bool drop_spawn(struct judge *judge, int seat)
{
	struct effect_queue *todo = &judge->todo;

	for (int64_t i = todo->first; i < todo->last; i++)
		if (todo->at[i].kind == EFFECT_SPAWN && todo->at[i].seat == seat) {
			memmove(todo->at + i, todo->at + i + 1,
				(size_t)(todo->last - i - 1) * sizeof(*todo->at));
			todo->last--;
			return true;
		}
	return false;
}

static int turn_now(const struct judge *judge, int seat)
{
	return judge->match.turn_count + (seat != SEAT_NONE && judge->seat[seat].turn ? 1 : 0);
}

void judge_note(struct judge *judge, int seat, enum channel channel, char *text)
{
	put_message(judge, (struct message){.t_ns = judge->now - judge->t0,
					    .seat = seat,
					    .direction = EVENT,
					    .channel = channel,
					    .turn = turn_now(judge, seat),
					    .bytes = text,
					    .size = strlen(text)});
}

char *judge_seat_words(const struct judge *judge, int seat)
{
	const char *name = judge->match.setup.seat[seat].name;

	return name ? bytes_text("seat %d (%s)", seat, name) : bytes_text("seat %d", seat);
}

void judge_tell_unkept(struct judge *judge, int seat)
{
	struct seat *at = &judge->seat[seat];

	if (at->unkept)
		judge_note(judge, seat, CHANNEL_EVENT,
			   bytes_text("%lld messages more (%lld bytes) were read and not kept",
				      (long long)at->unkept, (long long)at->unkept_size));
	at->unkept = at->unkept_size = 0;
}

void judge_settle_chatter(struct judge *judge, int seat)
{
	judge_tell_unkept(judge, seat);
	judge->seat[seat].chatter = judge->seat[seat].answers = 0;
}

void judge_keep_time(struct judge *judge)
{
	bool stand = judge->gate.mode == GATE_CLOSED && !judge->match.over;

	if (stand == judge->standing || (stand && judge->expiring))
		return;
	judge->standing = stand;
	for (int s = 0; s < SEATS; s++) {
		struct seat *seat = &judge->seat[s];

		(stand ? clock_pause : clock_resume)(&seat->clock, judge->now);
		(stand ? countdown_pause : countdown_resume)(&seat->await, judge->now);
		(stand ? countdown_pause : countdown_resume)(&seat->leave, judge->now);
	}
	(stand ? countdown_pause : countdown_resume)(&judge->pace, judge->now);
}

/* ---- messages ---- */

/* Time stands from the moment in which the gate closes, so that moment is noted.  A recording knows it
 * already, and everything waits for its word.  */
static bool may_pass(struct judge *judge, bool queued)
{
	enum gate_mode before = judge->gate.mode;
	bool passes = !judge->replaying && gate_passes(&judge->gate, queued);

	if (before != GATE_CLOSED && judge->gate.mode == GATE_CLOSED)
		judge->stopped = true;
	return passes;
}

void judge_gate_moved(struct judge *judge)
{
	enum gate_mode before = judge->gate.mode;

	gate_moved(&judge->gate);
	if (before != GATE_CLOSED && judge->gate.mode == GATE_CLOSED)
		judge_note(judge, SEAT_NONE, CHANNEL_EVENT, bytes_text(EVENT_STOPPED_MOVE));
}

void judge_pass_to_agent(struct judge *judge, struct message message)
{
	message.turn = turn_now(judge, message.seat);
	if (message.flags & MESSAGE_ASKS)
		judge->seat[message.seat].asked = false; /* not until it is written */
	/* What it wrote before its turn began is no answer.  Within a turn nothing is drained: what is sent
	   then goes out in one write.  */
	if (message.flags & MESSAGE_STARTS ||
	    (message.flags & MESSAGE_ASKS && !judge->seat[message.seat].turn))
		judge_put(judge, (struct effect){.kind = EFFECT_DRAIN, .seat = message.seat});
	put_message(judge, message);
}

void judge_send_message(struct judge *judge, int seat, enum channel channel, unsigned flags, char *text)
{
	struct message message = {.t_ns = judge->now - judge->t0,
				  .seat = seat,
				  .direction = TO_AGENT,
				  .channel = channel,
				  .flags = flags,
				  .bytes = text,
				  .size = strlen(text)};

	if ((judge->direct && (!judge->replaying || judge->match.over)) || may_pass(judge, false))
		judge_pass_to_agent(judge, message);
	else
		gate_hold(&judge->gate, (struct held){.message = message});
}

void judge_pass_from_agent(struct judge *judge, struct message message)
{
	struct seat *seat = &judge->seat[message.seat];

	bool dropped = judge->match.over || seat->leaving || seat->life != LIFE_ALIVE;

	message.turn = turn_now(judge, message.seat);
	if (!seat->asked)
		message.flags |= MESSAGE_UNASKED;
	if (dropped)
		message.flags |= MESSAGE_DROPPED;
	if (message.t_ns < judge->now - judge->t0)
		message.flags |= MESSAGE_HELD;
	put_message(judge, message);
	if (dropped)
		return;
	judge->current = judge->told.last - 1;
	if (message.size > judge->match.setup.max_line) {
		message_of(judge, judge->current)->flags |= MESSAGE_CUT;
		message.flags |= MESSAGE_CUT;
		message.size = judge->match.setup.max_line;
	}
	message.n = judge->last_n;
	judge->protocol->received(judge->state, &message);
	judge->current = -1;
}

static char *ending_words(struct ending ending)
{
	if (!ending.signalled)
		return bytes_text(EVENT_EXITED "%d", ending.code);
	return ending.signal ? bytes_text(EVENT_ENDED "%s", ending.signal)
			     : bytes_text(EVENT_SIGNAL "%d", ending.code);
}

void judge_pass_exit(struct judge *judge, int seat, struct ending ending)
{
	struct seat *at = &judge->seat[seat];
	bool needed = !judge->match.over && !at->leaving && at->life == LIFE_ALIVE;
	char *words = ending_words(ending);

	judge_settle_chatter(judge, seat);
	judge_note(judge, seat, CHANNEL_EVENT, bytes_text("%s", words));
	if (at->life == LIFE_ALIVE) { /* else it is one that is replaced anyway */
		at->life = LIFE_GONE;
		countdown_clear(&at->leave);
		referee_await(judge, seat, 0);
	}
	if (needed) {
		judge->current = judge->told.last - 1; /* the proof */
		if (judge->protocol->exited)
			judge->protocol->exited(judge->state, seat, ending);
		else if (!at->ready)
			referee_forfeit(judge, seat, REASON_START, "%s before it was ready", words);
		else
			referee_forfeit(judge, seat,
					ending.signalled || ending.code ? REASON_CRASH : REASON_EXIT,
					"%s in the middle of the match", words);
		judge->current = -1;
	}
	free(words);
}

static void pass_held(struct judge *judge, struct held held)
{
	if (held.exited) {
		free(held.message.bytes); /* what was shown while it waited */
		judge_pass_exit(judge, held.message.seat, held.ending);
	} else if (held.message.direction == FROM_AGENT) {
		judge_pass_from_agent(judge, held.message);
	} else if (judge->match.over && judge->seat[held.message.seat].life != LIFE_REPLACED) {
		free(held.message.bytes);
	} else {
		judge_pass_to_agent(judge, held.message);
	}
}

static bool all_ready(const struct judge *judge)
{
	for (int s = 0; s < SEATS; s++)
		if (!judge->seat[s].ready && judge->match.setup.seat[s].kind != SEAT_FREE)
			return false;
	return true;
}

/* Lets the protocol do what it waits for: begin, ask.  False: nothing is due.  */
static bool act(struct judge *judge)
{
	bool acted = false;

	if (!judge->begun) {
		judge->begun = all_ready(judge);
		if (judge->begun)
			judge->protocol->begin(judge->state);
		return judge->begun;
	}
	if (countdown_end(&judge->pace) <= judge->now)
		countdown_clear(&judge->pace);
	for (int s = 0; s < SEATS; s++) {
		struct seat *seat = &judge->seat[s];

		if (!seat->ask_due || !seat->ready || countdown_is_set(&judge->pace))
			continue;
		seat->ask_due = false;
		judge->protocol->ask(judge->state, s);
		acted = true;
	}
	return acted;
}

/* What is due is done before the next message passes.  */
void judge_settle(struct judge *judge)
{
	for (bool more = true; more;) {
		judge_keep_time(judge);
		more = !judge->match.over && judge->acts && act(judge);
		if (!more && gate_at(&judge->gate, 0) && (judge->match.over || may_pass(judge, true))) {
			judge->acts = true;
			pass_held(judge, gate_take(&judge->gate));
			more = true;
		}
	}
	judge_keep_time(judge);
	if (judge->stopped && !judge->expiring) {
		judge->stopped = false;
		judge_note(judge, SEAT_NONE, CHANNEL_EVENT, bytes_text(EVENT_STOPPED_MESSAGE));
	}
}

/* ---- making one ---- */

struct judge *judge_new(const struct setup *setup, char **problem)
{
	const struct protocol *protocol = protocol_named(setup->system);
	struct judge *judge;

	*problem = NULL;
	if (!protocol) {
		*problem = bytes_text("there is no system \"%s\"", setup->system);
		return NULL;
	}
	judge = bytes_new(sizeof(*judge));
	judge->protocol = protocol;
	judge->current = -1;
	countdown_clear(&judge->pace);
	match_init(&judge->match, setup);
	for (int s = 0; s < SEATS; s++) {
		struct seat *seat = &judge->seat[s];

		seat->clock = (struct clock){.since = CLOCK_NEVER, .tolerance = setup->tolerance};
		if (setup->seat[s].kind == SEAT_AGENT)
			seat->clock.match_limit = setup->match_limit;
		countdown_clear(&seat->await);
		countdown_clear(&seat->leave);
	}
	judge->state = protocol->new (judge, &judge->match.setup, problem);
	if (!judge->state) {
		judge_free(judge);
		return NULL;
	}
	return judge;
}

void judge_free(struct judge *judge)
{
	if (!judge)
		return;
	if (judge->state)
		judge->protocol->free(judge->state);
	queue_free(&judge->told);
	queue_free(&judge->todo);
	for (int s = 0; s < SEATS; s++) {
		bytes_free(&judge->seat[s].in);
		free(judge->seat[s].faults);
	}
	gate_free(&judge->gate);
	match_free(&judge->match);
	free(judge->handed);
	free(judge);
}

/* ---- inputs ---- */

void judge_seat_began(struct judge *judge, int s, bool warm)
{
	struct seat *seat = &judge->seat[s];

	seat->life = LIFE_ALIVE;
	seat->in.size = seat->seen = 0;
	seat->cutting = false;
	clock_begin(&seat->clock, judge->now,
		    0); /* the match limit counts from here; being ready has a limit of its own */
	if (judge->standing)
		clock_pause(&seat->clock, judge->now);
	judge->protocol->started(judge->state, s, warm);
}

void judge_begin(struct judge *judge, int64_t t, unsigned alive)
{
	judge->t0 = judge->now = t;
	judge->acts = true;
	for (int s = 0; s < SEATS; s++) {
		struct seat *seat = &judge->seat[s];

		switch (judge->match.setup.seat[s].kind) {
		case SEAT_FREE: break;
		case SEAT_HUMAN: seat->ready = true; break;
		case SEAT_AGENT:
			if (alive & 1u << s) {
				judge_note(judge, s, CHANNEL_EVENT, bytes_text(EVENT_STAYS));
				judge_seat_began(judge, s, true);
			} else {
				seat->life = LIFE_STARTING;
				judge_put(judge, (struct effect){.kind = EFFECT_SPAWN, .seat = s});
			}
			break;
		}
	}
	judge_settle(judge);
}

void judge_started(struct judge *judge, int64_t t, int seat)
{
	judge_time(judge, t);
	judge_note(judge, seat, CHANNEL_EVENT, bytes_text(EVENT_STARTED));
	if (!judge->match.over) {
		judge_seat_began(judge, seat, false);
	} else {
		judge->seat[seat].life = LIFE_ALIVE;
		if (judge->seat[seat].leaving) /* all were told to leave while it was being started */
			judge_dismiss_seat(judge, seat, judge->protocol->goodbye_grace);
	}
	judge_settle(judge);
}

void judge_not_started(struct judge *judge, int64_t t, int seat, const char *why)
{
	judge_time(judge, t);
	judge->seat[seat].life = LIFE_GONE;
	judge_note(judge, seat, CHANNEL_EVENT, bytes_text(EVENT_NOT_STARTED "%s", why));
	referee_forfeit(judge, seat, REASON_START, "could not be started: %s", why);
	judge_settle(judge);
}

/* Chatter is kept up to a limit a turn, so that an agent that prints without end costs bounded memory.  */
static bool is_kept(struct judge *judge, int s, enum channel channel, size_t size)
{
	struct seat *seat = &judge->seat[s];
	size_t limit = judge->match.setup.max_chatter;

	if (seat->asked && judge->protocol->answers & CHANNEL_BIT(channel) && size <= limit &&
	    seat->answers <= limit - size) {
		seat->answers += size;
		return true;
	}
	if (seat->chatter <= limit) {
		seat->chatter += size;
		if (seat->chatter <= limit)
			return true;
		judge_note(judge, s, CHANNEL_FAULT,
			   bytes_text("writes more than %zu bytes in one turn besides its answers "
				      "(--max-chatter): the rest of this "
				      "turn is read, counted and not kept",
				      limit));
	}
	seat->unkept++;
	seat->unkept_size += (int64_t)size;
	return false;
}

static void arrived(struct judge *judge, int s, enum channel channel, const char *bytes, size_t size,
		    unsigned flags)
{
	struct message message = {.t_ns = judge->now - judge->t0,
				  .seat = s,
				  .direction = FROM_AGENT,
				  .channel = channel,
				  .turn = turn_now(judge, s),
				  .flags = flags,
				  .size = size};

	if (!is_kept(judge, s, channel, size))
		return;
	judge_tell_unkept(judge, s);
	if (!judge->seat[s].asked && channel != CHANNEL_STDERR)
		message.flags |= MESSAGE_UNASKED;
	if (judge->wake && judge->wake == judge->came_wake && s != judge->came_seat)
		message.flags |= MESSAGE_UNORDERED;
	judge->came_wake = judge->wake;
	judge->came_seat = s;
	message.bytes = bytes_copy(bytes, size);
	if (channel == CHANNEL_STDERR)
		put_message(judge, message);
	else if (judge->match.over || may_pass(judge, false))
		judge_pass_from_agent(judge, message);
	else
		gate_hold(&judge->gate, (struct held){.message = message});
}

/* Makes messages of what stands in the buffer.  */
static void cut_messages(struct judge *judge, int s, bool ended)
{
	struct seat *seat = &judge->seat[s];
	size_t from = 0, size, kept;

	while (seat->in.size > from &&
	       (size = judge->protocol->frame(seat->in.at + from, seat->in.size - from, seat->seen, ended)) >
		       0) {
		const char *at = seat->in.at + from;

		from += size;
		seat->seen = 0;
		if (seat->cutting) {
			seat->cutting = false;
			continue;
		}
		judge->acts = judge->gate.mode != GATE_CLOSED;
		kept = size < MESSAGE_KEPT ? size : MESSAGE_KEPT;
		arrived(judge, s, judge->protocol->channel(at, kept), at, kept,
			kept < size                      ? MESSAGE_CUT
			: ended && from == seat->in.size ? MESSAGE_UNENDED
							 : 0);
		judge_settle(judge);
		if (seat->in.size < from)
			return; /* a fresh process was put on the seat */
	}
	bytes_drop(&seat->in, from);
	seat->seen = seat->in.size;
	if (seat->in.size > MESSAGE_KEPT || (seat->cutting && seat->in.size)) {
		bool cut = !seat->cutting;

		seat->cutting = true; /* first: what the message does may put a fresh process here */
		seat->seen = 0;
		if (cut)
			arrived(judge, s, judge->protocol->channel(seat->in.at, MESSAGE_KEPT), seat->in.at,
				MESSAGE_KEPT, MESSAGE_CUT);
		bytes_drop(&seat->in, seat->in.size);
	}
}

void judge_bytes(struct judge *judge, int64_t t, int seat, enum stream stream, const char *bytes, size_t size)
{
	judge_time(judge, t);
	if (stream == STREAM_STDERR) {
		arrived(judge, seat, CHANNEL_STDERR, bytes, size, 0);
		return;
	}
	bytes_add(&judge->seat[seat].in, bytes, size);
	cut_messages(judge, seat, false);
	judge_settle(judge);
}

void judge_wake(struct judge *judge, unsigned wake)
{
	judge->wake = wake;
}

void judge_closed(struct judge *judge, int64_t t, int seat, enum stream stream)
{
	struct seat *at = &judge->seat[seat];

	judge_time(judge, t);
	if (stream == STREAM_STDERR)
		return;
	if (stream == STREAM_STDOUT)
		cut_messages(judge, seat, true);
	if (!judge->match.over && !at->leaving && at->life == LIFE_ALIVE) {
		at->closed = stream == STREAM_STDOUT ? EVENT_CLOSED_OUTPUT : EVENT_CLOSED_INPUT;
		judge_note(judge, seat, CHANNEL_EVENT, bytes_text("%s", at->closed));
		if (!countdown_is_set(&at->leave))
			countdown_set(&at->leave, LEAVE_LIMIT, t, judge->standing);
	}
	judge_settle(judge);
}

void judge_exited(struct judge *judge, int64_t t, int seat, struct ending ending)
{
	struct held held = {.message = {.t_ns = t - judge->t0,
					.seat = seat,
					.direction = EVENT,
					.channel = CHANNEL_EVENT},
			    .exited = true,
			    .ending = ending};

	judge_time(judge, t);
	cut_messages(judge, seat, true);
	if (judge->match.over || may_pass(judge, false)) {
		judge_pass_exit(judge, seat, ending);
	} else {
		held.message.bytes = ending_words(ending);
		held.message.size = strlen(held.message.bytes);
		gate_hold(&judge->gate, held);
	}
	judge_settle(judge);
}

/* ---- time ---- */

static int64_t seat_deadline(const struct seat *seat)
{
	int64_t deadline = clock_deadline(&seat->clock);

	if (countdown_end(&seat->await) < deadline)
		deadline = countdown_end(&seat->await);
	if (countdown_end(&seat->leave) < deadline)
		deadline = countdown_end(&seat->leave);
	return deadline;
}

static char *limit_words(const struct judge *judge, const struct seat *seat)
{
	const struct setup *setup = &judge->match.setup;
	const struct clock *clock = &seat->clock;
	int64_t turn = clock_turn(clock, judge->now);

	if (clock->turn_limit && turn >= clock->turn_limit + clock->tolerance)
		return bytes_text("%s of %.3f s for a turn",
				  setup->turn_limit ? "the limit" : "the guard (--hang-time)",
				  (double)clock->turn_limit / NS_PER_S);
	return bytes_text("the limit of %.3f s for the match", (double)clock->match_limit / NS_PER_S);
}

static void expire(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];
	char *words;

	if (countdown_end(&seat->await) <= judge->now) {
		countdown_clear(&seat->await);
		judge->protocol->expired(judge->state, s);
	} else if (countdown_end(&seat->leave) <= judge->now) {
		countdown_clear(&seat->leave);
		referee_forfeit(judge, s, seat->ready ? REASON_EXIT : REASON_START, "%s", seat->closed);
	} else {
		words = limit_words(judge, seat);
		clock_pause(&seat->clock, judge->now); /* it has passed once and for all */
		judge->protocol->timeout(judge->state, s, words);
		free(words);
	}
}

/* The seat whose limit passes first, and when.  */
static int64_t next_limit(const struct judge *judge, int *seat)
{
	int64_t first = CLOCK_NEVER, deadline;

	*seat = SEAT_NONE;
	for (int s = 0; s < SEATS; s++)
		if ((deadline = seat_deadline(&judge->seat[s])) < first) {
			first = deadline;
			*seat = s;
		}
	return first;
}

/* In their order: who was late first has lost first.  */
void judge_time(struct judge *judge, int64_t t)
{
	int seat;

	if (t > judge->now)
		judge->now = t;
	judge->acts = judge->gate.mode != GATE_CLOSED;
	judge->expiring = true;
	while (!judge->match.over && next_limit(judge, &seat) <= judge->now) {
		expire(judge, seat);
		judge_settle(judge);
	}
	judge->expiring = false;
	judge_settle(judge);
}

int64_t judge_deadline(const struct judge *judge)
{
	int64_t deadline = countdown_end(&judge->pace), limit;
	int seat;

	if (judge->match.over || judge->standing)
		return CLOCK_NEVER;
	limit = next_limit(judge, &seat);
	return limit < deadline ? limit : deadline;
}

void judge_dismiss_seat(struct judge *judge, int s, int64_t grace)
{
	judge->direct = true;
	judge->protocol->goodbye(judge->state, s);
	judge->direct = false;
	judge_put(judge, (struct effect){.kind = EFFECT_DISMISS, .seat = s, .grace_ns = grace});
}

void judge_dismiss(struct judge *judge, int64_t t)
{
	judge_time(judge, t);
	for (int s = 0; s < SEATS; s++) {
		struct seat *seat = &judge->seat[s];

		if (seat->leaving)
			continue;
		if (seat->life == LIFE_ALIVE) {
			judge_dismiss_seat(judge, s, judge->protocol->goodbye_grace);
			seat->leaving = true;
		} else if (seat->life == LIFE_REPLACED || seat->life == LIFE_STARTING) {
			if (drop_spawn(judge, s))
				seat->life = LIFE_GONE;
			else
				seat->leaving = true;
		}
	}
}

/* ---- effects ---- */

/* A message is about to be written: this moment is its time, and perhaps the beginning of a turn.  */
static void stamp(struct judge *judge, struct message *message)
{
	struct seat *seat = &judge->seat[message->seat];

	message->n = ++judge->last_n;
	message->t_ns = judge->now - judge->t0;
	if (seat->life != LIFE_ALIVE && seat->life != LIFE_REPLACED)
		message->flags |= MESSAGE_UNSENT;
	if (judge->match.over)
		return;
	if (message->flags & MESSAGE_STARTS) {
		clock_begin(&seat->clock, judge->now,
			    judge->match.setup.turn_limit ? judge->match.setup.turn_limit
							  : judge->match.setup.hang_limit);
		if (judge->standing)
			clock_pause(&seat->clock, judge->now);
	}
	if (message->flags & MESSAGE_ASKS) {
		seat->asked = true;
		seat->ask_n = message->n;
		if (seat->await_limit)
			countdown_set(&seat->await, seat->await_limit, judge->now, judge->standing);
		seat->await_limit = 0;
	}
}

bool judge_effect(struct judge *judge, int64_t t, struct effect *effect)
{
	struct effect *next = queue_take(&judge->told);

	free(judge->handed);
	judge->handed = NULL;
	if (!next)
		next = queue_take(&judge->todo);
	if (!next)
		return false;
	if (t > judge->now)
		judge->now = t;
	*effect = *next;
	if (effect->kind == EFFECT_SPAWN && !judge->replaying)
		judge->seat[effect->seat].life = LIFE_STARTING;
	if (effect->kind == EFFECT_MESSAGE) {
		judge->handed = effect->message.bytes;
		if (effect->message.direction == TO_AGENT)
			stamp(judge, &effect->message);
	}
	return true;
}

/* ---- looking ---- */

const struct match *judge_match(const struct judge *judge)
{
	return &judge->match;
}

struct turn *judge_last_turn(struct judge *judge)
{
	return judge->match.turn_count ? &judge->match.turns[judge->match.turn_count - 1] : NULL;
}

enum judge_state judge_state(const struct judge *judge)
{
	static const enum judge_state of[] = {[GATE_OPEN] = JUDGE_RUNNING,
					      [GATE_MESSAGES] = JUDGE_STEPPING,
					      [GATE_MOVES] = JUDGE_STEPPING,
					      [GATE_CLOSED] = JUDGE_PAUSED};

	return judge->match.over ? JUDGE_OVER : of[judge->gate.mode];
}

bool judge_thinking(const struct judge *judge, int seat)
{
	return judge->seat[seat].turn && !judge->match.over;
}

int64_t judge_turn_time(const struct judge *judge, int seat, int64_t t)
{
	return judge->seat[seat].turn ? clock_turn(&judge->seat[seat].clock, t) : 0;
}

int64_t judge_time_left(const struct judge *judge, int seat, int64_t t)
{
	return clock_left(&judge->seat[seat].clock, t);
}

const struct message *judge_held(const struct judge *judge, int i)
{
	const struct held *held = gate_at(&judge->gate, i);

	return held ? &held->message : NULL;
}

int judge_faults(const struct judge *judge, int seat)
{
	int sum = 0;

	for (int i = 0; i < judge->seat[seat].fault_kinds; i++)
		sum += judge->seat[seat].faults[i].count;
	return sum;
}

int64_t judge_since(const struct judge *judge, int64_t t)
{
	return t - judge->t0;
}
