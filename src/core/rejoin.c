/* rejoin.c - fresh processes are told what the old ones were told, and asked what those were asked.
 *
 * One recorded message after another: an answer is waited for before it goes into the judge, since the judge
 * then stands where it stood when that answer came, and knows how to cut and name what agents send.  What an
 * old process said without being asked came at some time of its own: it is kept aside, and what a fresh one
 * says is compared with that too, but waited for only at the end, and not for long.  */
#include "ringside/rejoin.h"

#include "judge_state.h"
#include "ringside/frame.h"
#include "ringside/replay.h"
#include <stdlib.h>
#include <string.h>

enum {
	/* What a process may write ahead of its questions.  */
	AHEAD_MOST = 64 << 20,
	/* It may take so long with what nobody has asked for.  */
	UNASKED_S = 2,
};

/* A recorded answer.  */
struct recorded {
	char *text; /* without its line end; owned */
	size_t size;
	int turn;
	int64_t message, t_ns;
};

struct fed_seat {
	bool fed;
	bool present; /* its process runs, as the old one did at this place of the recording */
	bool ended;   /* but it has ended by itself */
	struct ending ending;
	struct bytes in;
	size_t seen;
	int64_t written_at;       /* when something was last written to it */
	int64_t recorded_at;      /* the same in the recording */
	struct recorded *unasked; /* what came without a question and did not come yet from the fresh one */
	int unasked_count;
};

struct rejoin {
	struct judge *judge;
	const struct protocol *protocol;
	struct rejoin_events events;
	void *user;
	struct fed_seat seat[SEATS];
	enum rejoin_state state;
	struct message next; /* its bytes are owned */
	bool has_next, at_end;
	int awaited;        /* the seat whose answer is awaited; SEATS: none is */
	int64_t now, until; /* when it is waited for in vain */
	int64_t limit;
	int differences;
	char *problem;
};

static int64_t longest(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* ---- what counts as an answer ---- */

/* A game program's words are all of the game, but for those that are for people.  */
static bool is_answer(const struct rejoin *rejoin, int seat, enum channel channel)
{
	unsigned people = CHANNEL_BIT(CHANNEL_STDERR) | CHANNEL_BIT(CHANNEL_COMMENT) |
			  CHANNEL_BIT(CHANNEL_DEBUG) | CHANNEL_BIT(CHANNEL_MESSAGE);

	if (seat == SEAT_NONE)
		return !(people & CHANNEL_BIT(channel));
	return rejoin->protocol->answers & CHANNEL_BIT(channel);
}

static size_t text_size(const struct rejoin *rejoin, const char *bytes, size_t size)
{
	struct message message = {.bytes = (char *)bytes, .size = size};

	return rejoin->protocol->frame ? size : message_text_size(&message);
}

/* The next answer that the fresh process has written, and its size with its line end; 0: there is none yet.
   What it says to people is passed over.  */
static size_t next_answer(struct rejoin *rejoin, int s)
{
	struct fed_seat *seat = &rejoin->seat[s];
	const struct protocol *protocol = rejoin->protocol;
	size_t size;

	while (seat->in.size) {
		size = protocol->frame ? protocol->frame(rejoin->judge->state, s, seat->in.at, seat->in.size,
							 seat->seen, seat->ended)
				       : frame_line(seat->in.at, seat->in.size, seat->seen, seat->ended);
		if (!size) {
			seat->seen = seat->in.size;
			return 0;
		}
		seat->seen = 0;
		if (is_answer(rejoin, s, protocol->channel(rejoin->judge->state, s, seat->in.at, size)))
			return size;
		bytes_drop(&seat->in, size);
	}
	return 0;
}

static bool is_same(const struct recorded *recorded, const char *text, size_t size)
{
	return recorded->size == size && (!size || memcmp(recorded->text, text, size) == 0);
}

/* Tells of an answer; `text` NULL: there was none.  */
static void tell(struct rejoin *rejoin, int s, const struct recorded *recorded, const char *text, size_t size)
{
	const struct fed_seat *seat = &rejoin->seat[s];
	bool same = text && is_same(recorded, text, size);
	struct rejoin_answer answer = {
		.seat = s,
		.turn = recorded->turn,
		.message = recorded->message,
		.recorded = recorded->text,
		.recorded_size = recorded->size,
		.answered = text,
		.answered_size = size,
		.recorded_ns = seat->recorded_at < 0 ? -1 : recorded->t_ns - seat->recorded_at,
		.answered_ns = !text || seat->written_at < 0 ? -1 : rejoin->now - seat->written_at,
		.same = same};

	rejoin->differences += !same;
	if (rejoin->events.answered)
		rejoin->events.answered(rejoin->user, &answer);
}

/* ---- what was not asked for ---- */

static void keep_unasked(struct rejoin *rejoin, const struct message *message)
{
	struct fed_seat *seat = &rejoin->seat[message->seat];
	size_t size = text_size(rejoin, message->bytes, message->size);

	seat->unasked =
		bytes_resized(seat->unasked, ((size_t)seat->unasked_count + 1) * sizeof(*seat->unasked));
	seat->unasked[seat->unasked_count++] = (struct recorded){.text = bytes_copy(message->bytes, size),
								 .size = size,
								 .turn = message->turn,
								 .message = message->n,
								 .t_ns = message->t_ns};
}

static void drop_unasked(struct fed_seat *seat)
{
	free(seat->unasked[0].text);
	memmove(seat->unasked, seat->unasked + 1, (size_t)--seat->unasked_count * sizeof(*seat->unasked));
}

/* The fresh process has said this where the old one said something unasked.  */
static void take_unasked(struct rejoin *rejoin, int s, size_t size)
{
	struct fed_seat *seat = &rejoin->seat[s];

	tell(rejoin, s, &seat->unasked[0], seat->in.at, text_size(rejoin, seat->in.at, size));
	drop_unasked(seat);
	bytes_drop(&seat->in, size);
}

static void forget_unasked(struct rejoin *rejoin, int s)
{
	while (rejoin->seat[s].unasked_count)
		drop_unasked(&rejoin->seat[s]);
}

/* ---- failing ---- */

/* Owns the problem.  */
static enum rejoin_state fail(struct rejoin *rejoin, char *problem)
{
	if (rejoin->state == REJOIN_FAILED)
		free(problem);
	else
		rejoin->problem = problem;
	rejoin->awaited = SEATS;
	rejoin->state = REJOIN_FAILED;
	return REJOIN_FAILED;
}

static enum rejoin_state fail_ended(struct rejoin *rejoin, int s)
{
	char *who = judge_seat_words(rejoin->judge, s);
	char *how = judge_ending_words(rejoin->seat[s].ending);
	int turn = rejoin->has_next ? rejoin->next.turn : rejoin->judge->match.turn_count;
	char *problem = bytes_text("%s %s in turn %d, where the old process went on", who, how, turn);

	free(how);
	free(who);
	return fail(rejoin, problem);
}

/* ---- one message after another ---- */

static bool load(struct rejoin *rejoin)
{
	struct message message;

	if (rejoin->has_next || rejoin->at_end)
		return rejoin->has_next;
	if (!rejoin->events.next(rejoin->user, &message)) {
		rejoin->at_end = true;
		return false;
	}
	rejoin->next = message;
	rejoin->next.bytes = bytes_copy(message.bytes, message.size);
	rejoin->has_next = true;
	return true;
}

static void await(struct rejoin *rejoin, int seat, int64_t limit)
{
	if (rejoin->awaited == seat)
		return;
	rejoin->awaited = seat;
	rejoin->until = rejoin->now + limit;
}

/* Has the fresh process answered, where this answer was recorded?  */
static bool has_answered(struct rejoin *rejoin, const struct message *message)
{
	int s = message->seat;
	struct fed_seat *seat = &rejoin->seat[s];
	struct recorded recorded = {.text = message->bytes,
				    .size = text_size(rejoin, message->bytes, message->size),
				    .turn = message->turn,
				    .message = message->n,
				    .t_ns = message->t_ns};
	size_t size, text;

	while ((size = next_answer(rejoin, s))) {
		text = text_size(rejoin, seat->in.at, size);
		if (seat->unasked_count && (is_same(&seat->unasked[0], seat->in.at, text) ||
					    !is_same(&recorded, seat->in.at, text))) {
			take_unasked(rejoin, s, size);
			continue;
		}
		forget_unasked(rejoin, s); /* what it did not say before this it does not say any more */
		tell(rejoin, s, &recorded, seat->in.at, text);
		bytes_drop(&seat->in, size);
		return true;
	}
	if (seat->ended)
		tell(rejoin, s, &recorded, NULL, 0);
	return false;
}

/* Must something be heard before this message goes into the judge?  */
static bool is_awaited(struct rejoin *rejoin, const struct message *message)
{
	const struct fed_seat *seat = &rejoin->seat[message->seat];

	if (message->direction != FROM_AGENT || !seat->fed || !seat->present ||
	    message->flags & MESSAGE_EDITED || !is_answer(rejoin, message->seat, message->channel))
		return false;
	if (!(message->flags & MESSAGE_UNASKED) || message->seat == SEAT_NONE)
		return true;
	keep_unasked(rejoin, message);
	return false;
}

static void begin_process(struct rejoin *rejoin, int s)
{
	struct fed_seat *seat = &rejoin->seat[s];

	seat->present = true;
	seat->ended = false;
	seat->in.size = seat->seen = 0;
	seat->written_at = rejoin->now;
	seat->recorded_at = rejoin->next.t_ns;
	forget_unasked(rejoin, s);
	rejoin->events.spawn(rejoin->user, s);
}

/* What the message means for the fresh process, after the judge has had it.  */
static void pass_on(struct rejoin *rejoin, const struct message *message)
{
	int s = message->seat;
	struct fed_seat *seat = &rejoin->seat[s];

	if (!seat->fed)
		return;
	if (message->direction == TO_AGENT) {
		if (!seat->present || message->flags & (MESSAGE_UNSENT | MESSAGE_WITHHELD))
			return;
		seat->written_at = rejoin->now;
		seat->recorded_at = message->t_ns;
		rejoin->events.write(rejoin->user, s, message->bytes, message->size);
	} else if (message->direction == EVENT && message->channel == CHANNEL_EVENT &&
		   (strcmp(message->bytes, EVENT_STARTED) == 0 || strcmp(message->bytes, EVENT_STAYS) == 0)) {
		begin_process(rejoin, s);
	} else if (message->direction == EVENT && seat->present &&
		   (rejoin->judge->seat[s].life == LIFE_GONE || rejoin->judge->seat[s].life == LIFE_NONE)) {
		seat->present = false;
		rejoin->events.leave(rejoin->user, s);
	}
}

static void drain_effects(struct judge *judge)
{
	struct effect effect;

	while (judge_effect(judge, 0, &effect))
		;
}

/* False: it waits, or has failed.  */
static bool feed_next(struct rejoin *rejoin)
{
	struct message *message = &rejoin->next;
	bool waits = rejoin->awaited == message->seat; /* it was looked at before */

	if (waits || is_awaited(rejoin, message)) {
		if (!has_answered(rejoin, message)) {
			if (rejoin->seat[message->seat].ended)
				fail_ended(rejoin, message->seat);
			else
				await(rejoin, message->seat, rejoin->limit);
			return false;
		}
		rejoin->awaited = SEATS;
	}
	if (!replay_feed(rejoin->judge, message)) {
		fail(rejoin,
		     bytes_text(
			     "message #%lld of the recording cannot be replayed: it was made by other rules",
			     (long long)message->n));
		return false;
	}
	drain_effects(rejoin->judge);
	pass_on(rejoin, message);
	free(message->bytes);
	message->bytes = NULL;
	rejoin->has_next = false;
	return rejoin->state != REJOIN_FAILED;
}

/* All was fed: what was said unasked may still come, and nobody may have ended.  */
static void finish(struct rejoin *rejoin)
{
	size_t size;

	for (int s = 0; s < SEATS; s++) {
		struct fed_seat *seat = &rejoin->seat[s];

		while (seat->unasked_count && (size = next_answer(rejoin, s)))
			take_unasked(rejoin, s, size);
		if (seat->unasked_count && !seat->ended && seat->present) {
			await(rejoin, s, UNASKED_S * (int64_t)NS_PER_S);
			return;
		}
		if (seat->fed && seat->present && seat->ended) {
			fail_ended(rejoin, s);
			return;
		}
		if (rejoin->awaited == s)
			rejoin->awaited = SEATS;
	}
	rejoin->state = REJOIN_DONE;
}

/* ---- public ---- */

struct rejoin *rejoin_new(const struct setup *setup, unsigned fed, const struct rejoin_events *events,
			  void *user, char **problem)
{
	struct judge *judge = judge_new(setup, problem);
	struct rejoin *rejoin;
	int64_t turn = setup->turn_limit ? setup->turn_limit : setup->hang_limit;

	if (!judge)
		return NULL;
	rejoin = bytes_new(sizeof(*rejoin));
	rejoin->judge = judge;
	rejoin->protocol = protocol_named(setup->system);
	rejoin->events = *events;
	rejoin->user = user;
	rejoin->awaited = SEATS;
	rejoin->limit = longest(longest(turn, setup->hang_limit), setup->start_limit);
	for (int s = 0; s < SEATS; s++) {
		rejoin->seat[s].fed = fed & 1u << s;
		rejoin->seat[s].written_at = rejoin->seat[s].recorded_at = -1;
	}
	replay_begin(judge);
	drain_effects(judge);
	return rejoin;
}

void rejoin_free(struct rejoin *rejoin)
{
	if (!rejoin)
		return;
	judge_free(rejoin->judge);
	for (int s = 0; s < SEATS; s++) {
		forget_unasked(rejoin, s);
		free(rejoin->seat[s].unasked);
		bytes_free(&rejoin->seat[s].in);
	}
	free(rejoin->next.bytes);
	free(rejoin->problem);
	free(rejoin);
}

enum rejoin_state rejoin_go(struct rejoin *rejoin, int64_t t)
{
	rejoin->now = t > rejoin->now ? t : rejoin->now;
	while (rejoin->state == REJOIN_WAITS && load(rejoin) && feed_next(rejoin))
		;
	if (rejoin->state == REJOIN_WAITS && rejoin->at_end)
		finish(rejoin);
	return rejoin->state;
}

enum rejoin_state rejoin_bytes(struct rejoin *rejoin, int64_t t, int s, const char *bytes, size_t size)
{
	struct fed_seat *seat = &rejoin->seat[s];

	bytes_add(&seat->in, bytes, size);
	if (seat->in.size > AHEAD_MOST) {
		char *who = judge_seat_words(rejoin->judge, s);

		fail(rejoin, bytes_text("%s writes without end", who));
		free(who);
	}
	/* What another is waited for changes nothing, but its own answer may be cut from this.  */
	return rejoin_go(rejoin, t);
}

enum rejoin_state rejoin_exited(struct rejoin *rejoin, int64_t t, int s, struct ending ending)
{
	rejoin->seat[s].ended = true;
	rejoin->seat[s].ending = ending;
	return rejoin_go(rejoin, t);
}

enum rejoin_state rejoin_not_started(struct rejoin *rejoin, int64_t t, int s, const char *why)
{
	(void)t;
	(void)s;
	return fail(rejoin, bytes_text("%s", why));
}

enum rejoin_state rejoin_time(struct rejoin *rejoin, int64_t t)
{
	int s = rejoin->awaited;
	char *who;

	rejoin->now = t > rejoin->now ? t : rejoin->now;
	if (s == SEATS || rejoin->state != REJOIN_WAITS || t < rejoin->until)
		return rejoin->state;
	if (!rejoin->has_next) { /* at the end */
		forget_unasked(rejoin, s);
		return rejoin_go(rejoin, t);
	}
	who = judge_seat_words(rejoin->judge, s);
	fail(rejoin,
	     bytes_text("%s did not answer within %.3f s in turn %d, where the old process answered "
			"(message #%lld)",
			who, (double)rejoin->limit / NS_PER_S, rejoin->next.turn, (long long)rejoin->next.n));
	free(who);
	return rejoin->state;
}

int64_t rejoin_deadline(const struct rejoin *rejoin)
{
	return rejoin->state == REJOIN_WAITS && rejoin->awaited != SEATS ? rejoin->until : INT64_MAX;
}

const char *rejoin_problem(const struct rejoin *rejoin)
{
	return rejoin->problem;
}

const struct match *rejoin_match(const struct rejoin *rejoin)
{
	return judge_match(rejoin->judge);
}

int rejoin_differences(const struct rejoin *rejoin)
{
	return rejoin->differences;
}

const char *rejoin_rest(const struct rejoin *rejoin, int seat, size_t *size)
{
	*size = rejoin->seat[seat].in.size;
	return rejoin->seat[seat].in.at;
}

struct judge *rejoin_take(struct rejoin *rejoin)
{
	struct judge *judge = rejoin->judge;

	rejoin->judge = NULL;
	return judge;
}
