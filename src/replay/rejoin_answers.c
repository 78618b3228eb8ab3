/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rejoin_answers.c - compares the output of fresh processes with that of the old ones, and how both end.
 *
 * Answers are compared in pairs. Unasked output may come earlier, later or never. It is told apart from
 * answers by its words, by coming before the question, and by what follows it.
 *
 * If the old process exited or lost by silence, the recording has nothing more to tell the fresh one. What
 * the fresh one does there shows whether the bug is fixed.  It may also lose by what it says: then the match
 * ends for it as soon as the judge hears that.  */
#include "rejoin_state.h"
#include "ringside/replay.h"
#include <stdlib.h>
#include <string.h>

static size_t text_size(const struct rejoin *rejoin, const char *bytes, size_t size)
{
	struct message message = {.direction = FROM_AGENT, .bytes = (char *)bytes, .size = size};

	return message_text_size(&message, rejoin->protocol);
}

/* The text belongs to the message.  */
static struct recorded recorded_of(const struct rejoin *rejoin, const struct message *message)
{
	size_t size = text_size(rejoin, message->bytes, message->size);

	return (struct recorded){.text = message->bytes,
				 .size = size,
				 .begins = message->flags & MESSAGE_CUT && !rejoin->protocol->framing &&
					   size == message->size,
				 .channel = message->channel,
				 .names = message->channel == CHANNEL_INFO && !rejoin->protocol->framing &&
					  !rejoin->judge->seat[message->seat].process.ready,
				 .turn = message->turn,
				 .message = message->number,
				 .t_ns = message->t_ns};
}

static void take_bytes(struct fed_seat *seat, size_t size)
{
	bytes_drop(&seat->in, size);
	seat->early = seat->early > size ? seat->early - size : 0;
}

static void keep_last_error(struct rejoin *rejoin, struct fed_seat *seat, size_t size)
{
	enum { SHOWN = 200 };
	size_t text = text_size(rejoin, seat->in.at, size);

	free(seat->last_error);
	seat->last_error = bytes_escaped(seat->in.at, text < SHOWN ? text : SHOWN);
}

/* The message of the recording in whose place the fresh process says something.  If the old one never
 * answered, time has not passed yet.  */
static int64_t awaited_n(const struct rejoin *rejoin, int s)
{
	if (rejoin->has_next)
		return rejoin->next.n;
	return rejoin->seat[s].open ? rejoin->seat[s].asked_n + 1 : rejoin->left_n;
}

/* A judge of the match as it was before message n.  */
static struct judge *judge_before(struct rejoin *rejoin, int64_t n)
{
	char *problem;
	struct judge *judge = judge_new(&rejoin->setup, &problem);
	struct message message = {0};

	replay_begin(judge);
	judge_drain(judge, 0);
	while (rejoin->events.again(rejoin->user, message.n, &message) && message.n < n) {
		replay_feed(judge, &message);
		judge_drain(judge, 0);
	}
	return judge;
}

/* Has the seat broken the protocol in a match of another judge?  The verdict comes when that has ended.  */
static bool is_blamed(const struct judge *judge, int s)
{
	const struct verdict *opinion = &judge->hearing.opinion;

	return opinion->reason && opinion->blame == s && !reason_is(opinion->reason, REASON_OF_LIMIT);
}

/* The fresh process said these bytes in place of message `n` of the recording: keeps that it loses, if it
 * does.  */
static void rejoin_judge_answer(struct rejoin *rejoin, int s, int64_t n, const char *bytes, size_t size)
{
	struct message message = {.seat = s, .direction = FROM_AGENT, .bytes = (char *)bytes, .size = size};
	struct judge *judge;

	if (!rejoin->events.again || rejoin->seat[s].misled || rejoin->result.fresh_end.words)
		return;
	judge = judge_before(rejoin, n);
	message.t_ns = judge_since(judge, judge->time.now);
	message.channel = rejoin->protocol->channel(judge->state, s, bytes, size);
	if (rejoin->protocol->framing && rejoin->protocol->framing->flags)
		message.flags = rejoin->protocol->framing->flags(judge->state, s, message.channel);
	replay_feed(judge, &message);
	judge_drain(judge, 0);
	if (rejoin_has_lost(&judge->match, s) || is_blamed(judge, s))
		rejoin_fresh_ends(rejoin, REJOIN_LOSES, rejoin->seat[s].turn,
				  bytes_text("%s", is_blamed(judge, s) ? judge->hearing.opinion.detail
								       : judge->match.verdict.detail));
	judge_free(judge);
}

/* It has said this of its search.  */
static void hear(struct rejoin *rejoin, int s, size_t size)
{
	struct message message = {
		.seat = s, .direction = FROM_AGENT, .bytes = rejoin->seat[s].in.at, .size = size};

	if (rejoin->protocol->said)
		rejoin->protocol->said(&rejoin->setup, &message, &rejoin->seat[s].said);
}

/* The size of the next answer that the fresh process has written, with its line end; 0: none yet. Output for
 * people is skipped.  */
static size_t next_answer(struct rejoin *rejoin, int s, enum channel *channel)
{
	struct fed_seat *seat = &rejoin->seat[s];
	const struct protocol *protocol = rejoin->protocol;
	size_t size;

	while (seat->in.size) {
		size = protocol->framing ? protocol->framing->frame(rejoin->judge->state, s, seat->in.at,
								    seat->in.size, seat->seen, seat->ended)
					 : frame_line(seat->in.at, seat->in.size, seat->seen, seat->ended);
		if (!size) {
			seat->seen = seat->in.size;
			return 0;
		}
		seat->seen = 0;
		*channel = protocol->channel(rejoin->judge->state, s, seat->in.at, size);
		if (rejoin_is_answer(rejoin, s, *channel, seat->in.at, size))
			return size;
		if (*channel == CHANNEL_ERROR || *channel == CHANNEL_UNKNOWN) {
			keep_last_error(rejoin, seat, size);
			if (!seat->refusals++)
				rejoin_judge_answer(rejoin, s, awaited_n(rejoin, s), seat->in.at, size);
			seat->refused_at = seat->came_at;
		}
		hear(rejoin, s, size);
		take_bytes(seat, size);
	}
	return 0;
}

static bool is_same(const struct recorded *recorded, const char *text, size_t size, enum channel channel)
{
	if (recorded->names && channel == CHANNEL_INFO)
		return true;
	return (recorded->begins ? size >= recorded->size : size == recorded->size) &&
	       (!recorded->size || memcmp(recorded->text, text, recorded->size) == 0);
}

/* ---- telling ---- */

static int64_t since(int64_t t, int64_t from)
{
	return from < 0 || t < from ? -1 : t - from;
}

/* After another move its position is not the recorded one, or recorded messages do not fit it.  */
static void part(struct rejoin *rejoin, const struct rejoin_answer *answer)
{
	struct fed_seat *seat = &rejoin->seat[answer->seat];

	if (!rejoin->tries || answer->same || !answer->recorded || !answer->answered ||
	    (answer->seat != SEAT_NONE && answer->channel != rejoin->protocol->moves))
		return;
	if (rejoin->judge->hearing.on) /* its recorded questions go on */
		seat->misled = seat->misled || !rejoin->protocol->tap->whole;
	else if (protocol_rejoins(rejoin->protocol) && !seat->misled)
		seat->parted = true;
	else
		seat->misled = true;
}

static void tell_answer(struct rejoin *rejoin, const struct rejoin_answer *answer)
{
	const struct fed_seat *seat = &rejoin->seat[answer->seat];
	struct rejoin_answer told = *answer;
	FREED char *ended = NULL;

	told.told = seat->told;
	told.misled = seat->misled;
	if (!told.answered && seat->ended)
		told.ended = ended = arbiter_ending_words(seat->ending);
	rejoin->result.differences += !told.same;
	if (rejoin->events.answered)
		rejoin->events.answered(rejoin->user, &told);
	part(rejoin, answer);
}

/* The move that an answer is; NULL: it is none.  The caller frees.  */
static char *move_of(const struct rejoin *rejoin, int s, enum channel channel, char *text, size_t size)
{
	struct message message = {
		.seat = s, .direction = FROM_AGENT, .channel = channel, .bytes = text, .size = size};
	bool legal;

	return text && rejoin->protocol->answer && channel == rejoin->protocol->moves
		       ? rejoin->protocol->answer(rejoin->judge->state, &message, &legal)
		       : NULL;
}

/* NULL: there was no such answer.  */
static void tell(struct rejoin *rejoin, int s, const struct recorded *recorded,
		 const struct answered *answered, bool same)
{
	static const struct recorded none;
	struct fed_seat *seat = &rejoin->seat[s];
	const struct recorded *was = recorded ? recorded : &none;
	FREED char *move =
		answered ? move_of(rejoin, s, answered->channel, answered->text, answered->size) : NULL;
	FREED char *old = move ? move_of(rejoin, s, was->channel, was->text, was->size) : NULL;
	struct rejoin_answer answer = {.seat = s,
				       .turn = recorded ? was->turn : rejoin->next.turn,
				       .message = was->message,
				       .recorded = was->text,
				       .recorded_size = was->size,
				       .answered = answered ? answered->text : NULL,
				       .answered_size = answered ? answered->size : 0,
				       .recorded_ns = recorded ? since(was->t_ns, seat->recorded_at) : -1,
				       .answered_ns = answered ? since(answered->t, seat->written_at) : -1,
				       .channel = recorded ? was->channel : answered->channel,
				       .same = same,
				       .move = move,
				       .same_move = old && strcmp(move, old) == 0,
				       .said = seat->said};

	tell_answer(rejoin, &answer);
	if (answered)
		seat->said = (struct said){0};
}

/* The answer at the beginning of what was written; its text ends before the line end.  */
static struct answered answered_now(const struct rejoin *rejoin, int s, size_t size, enum channel channel)
{
	const struct fed_seat *seat = &rejoin->seat[s];

	return (struct answered){.text = seat->in.at,
				 .size = text_size(rejoin, seat->in.at, size),
				 .channel = channel,
				 .t = seat->came_at};
}

static struct recorded first_unasked(struct fed_seat *seat)
{
	struct recorded first = seat->unasked[0];

	memmove(seat->unasked, seat->unasked + 1, (size_t)--seat->unasked_count * sizeof(*seat->unasked));
	return first;
}

static void clear_spare(struct fed_seat *seat)
{
	free(seat->spare_of.text);
	free(seat->spare.text);
	seat->spare_of = (struct recorded){0};
	seat->spare = (struct answered){0};
}

/* The spare was not the answer: something came after it.  */
static void tell_spare(struct rejoin *rejoin, int s)
{
	struct fed_seat *seat = &rejoin->seat[s];

	if (!seat->spare.text)
		return;
	tell(rejoin, s, &seat->spare_of, &seat->spare,
	     is_same(&seat->spare_of, seat->spare.text, seat->spare.size, seat->spare.channel));
	clear_spare(seat);
}

/* Reports unasked output that did not come.  */
static void tell_unsaid(struct rejoin *rejoin, int s)
{
	struct fed_seat *seat = &rejoin->seat[s];
	struct recorded recorded;

	while (seat->unasked_count) {
		recorded = first_unasked(seat);
		tell(rejoin, s, &recorded, NULL, false);
		free(recorded.text);
	}
}

/* Pairs output of the fresh process with unasked output of the old one.  */
static void take_unasked(struct rejoin *rejoin, int s, size_t size, enum channel channel)
{
	struct fed_seat *seat = &rejoin->seat[s];
	struct answered answered = answered_now(rejoin, s, size, channel);

	tell_spare(rejoin, s);
	answered.text = bytes_copy(answered.text, answered.size);
	seat->spare = answered;
	seat->spare_of = first_unasked(seat);
	if (seat->early)
		tell_spare(rejoin, s); /* before the question: no answer to that */
	take_bytes(seat, size);
}

/* Reports output that the old process never sent.  */
static void take_extra(struct rejoin *rejoin, int s, size_t size, enum channel channel)
{
	struct answered answered = answered_now(rejoin, s, size, channel);

	tell(rejoin, s, NULL, &answered, false);
	take_bytes(&rejoin->seat[s], size);
}

static struct rejoin_answer left_open(const struct rejoin *rejoin, int s)
{
	return (struct rejoin_answer){.seat = s,
				      .turn = rejoin->left_turn,
				      .recorded_ns = -1,
				      .answered_ns = -1,
				      .channel = rejoin->protocol->moves,
				      .instead = rejoin->left_how,
				      .unasked = !rejoin->seat[s].open};
}

static bool ends_as(const struct event *event, struct ending ending)
{
	struct ending old = event_ending(event);

	if (!event_ends(event) || old.signalled != ending.signalled)
		return false;
	return old.signal && ending.signal ? strcmp(old.signal, ending.signal) == 0 : old.code == ending.code;
}

/* It has ended where the old one did.  */
static void tell_end(struct rejoin *rejoin, int s)
{
	struct rejoin_answer answer = left_open(rejoin, s);
	struct ending ending = rejoin->seat[s].ending;
	char *how = arbiter_ending_words(ending);

	answer.same = ends_as(&rejoin->left, ending);
	tell_answer(rejoin, &answer);
	rejoin_fresh_ends(rejoin, rejoin_end_kind(ending), answer.turn, how);
}

/* The old one lost on time: has this one done better?  */
static void check_late(struct rejoin *rejoin, const struct rejoin_answer *answer)
{
	if (rejoin->left_after >= 0 && answer->answered_ns > rejoin->left_after)
		rejoin_fresh_ends(rejoin, REJOIN_LATE, answer->turn,
				  bytes_text("answered after %.3f s; the old one had %.3f s",
					     (double)answer->answered_ns / NS_PER_S,
					     (double)rejoin->left_after / NS_PER_S));
}

/* Did it end by a signal that ringside sends to a process that does not leave?  */
static bool was_forced(const struct event *event)
{
	return event->word && (strcmp(event->word, "SIGKILL") == 0 || strcmp(event->word, "SIGTERM") == 0);
}

static enum rejoin_end_kind kind_of(const struct message *message)
{
	const struct event *event = &message->event;
	const struct reason *reason;

	if (event_ends(event))
		return rejoin_end_kind(event_ending(event));
	reason = reason_named(event->word);
	if (reason && (reason->kind == REASON_OF_LIMIT ||
		       (message->seat != SEAT_NONE && strcmp(reason->word, REASON_INTERRUPTED) == 0)))
		return REJOIN_LATE; /* or another judge had no more patience */
	if (reason && reason->kind == REASON_OF_PROGRAM)
		return REJOIN_LOSES;
	return message->seat == SEAT_NONE || (reason && reason->kind == REASON_OF_PEOPLE) ? REJOIN_LASTED
											  : REJOIN_LOSES;
}

/* "exited with status 1"; of a verdict its sentence alone.  The caller frees.  */
static char *words_of(const struct message *message)
{
	return message->event.kind == EVENT_VERDICT ? bytes_copy(message->bytes, message->size)
						    : event_words(message);
}

/* The words are copied.  */
static void keep_old_end(struct rejoin *rejoin, enum rejoin_end_kind kind, const char *words, int turn)
{
	if (kind != REJOIN_LASTED && !rejoin->result.old_end.words)
		rejoin->result.old_end =
			(struct rejoin_end){.kind = kind, .turn = turn, .words = bytes_text("%s", words)};
}

static void keep_left(struct rejoin *rejoin, const struct message *message, int turn)
{
	free(rejoin->left_how);
	rejoin->left = message->event;
	rejoin->left_kind = kind_of(message);
	rejoin->left_n = rejoin->decided_n ? rejoin->decided_n : message->n;
	rejoin->left_how = words_of(message);
	rejoin->left_turn = turn;
}

/* The match is over: it may have lost by what it said.  After the verdict only a crash of its own counts.  */
static void keep_late_end(struct rejoin *rejoin, const struct message *message)
{
	FREED char *words = words_of(message);

	if (message->event.kind == EVENT_VERDICT)
		keep_old_end(rejoin, kind_of(message), words, rejoin->seat[message->seat].turn);
	else if (message->event.kind == EVENT_ENDED && !was_forced(&message->event))
		keep_old_end(rejoin, REJOIN_CRASHED, words, 0);
}

static void gives_up_unasked(struct rejoin *rejoin, int s)
{
	tell_spare(rejoin, s);
	tell_unsaid(rejoin, s);
}

/* At the end: compares unasked output. False: more may come.  */
static bool ends_unasked(struct rejoin *rejoin, int s)
{
	struct fed_seat *seat = &rejoin->seat[s];
	enum channel channel;
	size_t size;

	while (seat->unasked_count && (size = next_answer(rejoin, s, &channel)))
		take_unasked(rejoin, s, size, channel);
	if (seat->unasked_count && seat->present && !seat->ended)
		return false;
	gives_up_unasked(rejoin, s);
	return true;
}

/* Compares the answer that the old process never gave.  False: it may come.  */
static bool closes(struct rejoin *rejoin, int s)
{
	struct fed_seat *seat = &rejoin->seat[s];
	struct rejoin_answer answer = left_open(rejoin, s);
	enum channel channel;
	size_t size = next_answer(rejoin, s, &channel);

	while (size && answer.unasked) { /* more than the old one said before it left, or lost */
		if (rejoin->left_kind == REJOIN_LOSES)
			take_bytes(seat, size);
		else
			take_extra(rejoin, s, size, channel);
		size = next_answer(rejoin, s, &channel);
	}
	if (size) {
		answer.answered = seat->in.at;
		answer.answered_size = text_size(rejoin, seat->in.at, size);
		answer.answered_ns = since(seat->came_at, seat->written_at);
		answer.channel = channel;
		rejoin_judge_answer(rejoin, s, awaited_n(rejoin, s), seat->in.at, size);
		tell_answer(rejoin, &answer);
		check_late(rejoin, &answer);
		take_bytes(seat, size);
	} else if (seat->ended) {
		tell_end(rejoin, s);
	} else if (rejoin->result.fresh_end.words) { /* it has lost by something that is no answer */
		answer.same = rejoin->left_kind == REJOIN_LOSES;
		answer.ended = rejoin->result.fresh_end.words;
		tell_answer(rejoin, &answer);
	}
	return size || seat->ended || rejoin->result.fresh_end.words;
}

/* An empty line does not count: it may be the second half of a CR LF that came in two pieces.  */
bool rejoin_is_answer(const struct rejoin *rejoin, int seat, enum channel channel, const char *bytes,
		      size_t size)
{
	return text_size(rejoin, bytes, size) && protocol_is_answer(rejoin->protocol, seat, channel);
}

void rejoin_tell_none(struct rejoin *rejoin, const struct message *message)
{
	struct recorded recorded = recorded_of(rejoin, message);

	tell(rejoin, message->seat, &recorded, NULL, false);
}

void rejoin_keep_unasked(struct rejoin *rejoin, const struct message *message)
{
	struct fed_seat *seat = &rejoin->seat[message->seat];
	struct recorded recorded = recorded_of(rejoin, message);

	recorded.text = bytes_copy(recorded.text, recorded.size);
	seat->unasked =
		bytes_resized(seat->unasked, ((size_t)seat->unasked_count + 1) * sizeof(*seat->unasked));
	seat->unasked[seat->unasked_count++] = recorded;
}

void rejoin_forget_unasked(struct fed_seat *seat)
{
	clear_spare(seat);
	while (seat->unasked_count)
		free(first_unasked(seat).text);
}

bool rejoin_has_answered(struct rejoin *rejoin, const struct message *message, bool late)
{
	int s = message->seat;
	struct fed_seat *seat = &rejoin->seat[s];
	struct recorded recorded = recorded_of(rejoin, message);
	struct answered answered;
	enum channel channel;
	size_t size;
	bool same;

	while ((size = next_answer(rejoin, s, &channel))) {
		answered = answered_now(rejoin, s, size, channel);
		same = is_same(&recorded, answered.text, answered.size, channel);
		if (seat->unasked_count &&
		    (!same || is_same(&seat->unasked[0], answered.text, answered.size, channel))) {
			take_unasked(rejoin, s, size, channel);
			continue;
		}
		if (!same && seat->early) {
			take_extra(rejoin, s, size, channel);
			continue;
		}
		tell_spare(rejoin, s);
		tell_unsaid(rejoin, s);
		if (!same)
			rejoin_judge_answer(rejoin, s, message->n, seat->in.at, size);
		seat->same = same;
		tell(rejoin, s, &recorded, &answered, same);
		take_bytes(seat, size);
		seat->usual = seat->refusals > seat->usual ? seat->refusals : seat->usual;
		seat->refusals = 0;
		return true;
	}
	if (!seat->spare.text || (!seat->ended && !(rejoin->awaited == s && late)))
		return false;
	tell(rejoin, s, &seat->spare_of, NULL, false);
	tell_unsaid(rejoin, s);
	seat->same = is_same(&recorded, seat->spare.text, seat->spare.size, seat->spare.channel);
	if (!seat->same)
		rejoin_judge_answer(rejoin, s, message->n, seat->spare.text, seat->spare.size);
	tell(rejoin, s, &recorded, &seat->spare, seat->same);
	clear_spare(seat);
	return true;
}

bool rejoin_ends(struct rejoin *rejoin, int s, int64_t *limit)
{
	*limit = UNASKED_LIMIT;
	if (!ends_unasked(rejoin, s))
		return false;
	if (rejoin->left_open != s || closes(rejoin, s))
		return true;
	if (rejoin->seat[s].open)
		*limit = rejoin_patience(rejoin, s);
	return false;
}

void rejoin_gives_up(struct rejoin *rejoin, int s)
{
	struct rejoin_answer answer = left_open(rejoin, s);

	gives_up_unasked(rejoin, s);
	if (rejoin->left_open != s)
		return;
	answer.same = rejoin->left_after >= 0; /* the old one lost by silence, too */
	tell_answer(rejoin, &answer);
	if (!answer.unasked)
		rejoin_fresh_ends(rejoin, REJOIN_SILENT, answer.turn,
				  bytes_text("did not answer within %.3f s",
					     (double)rejoin_patience(rejoin, s) / NS_PER_S));
	rejoin->left_open = SEATS;
}

bool rejoin_old_ends(struct rejoin *rejoin, const struct message *message)
{
	struct fed_seat *seat = &rejoin->seat[message->seat];
	const struct seat *of_judge = &rejoin->judge->seat[message->seat];
	bool exits = event_ends(&message->event), verdict = message->event.kind == EVENT_VERDICT, unheard;

	if (!rejoin->tries || message->direction != EVENT || !seat->fed || !seat->present ||
	    !(exits || verdict))
		return false;
	unheard = verdict && rejoin->judge->match.over && !rejoin->heard &&
		  (kind_of(message) == REJOIN_LOSES || kind_of(message) == REJOIN_LATE);
	if (rejoin->judge->match.over && !unheard && !(verdict && seat->gone)) {
		keep_late_end(rejoin, message);
		return false;
	}
	if (exits && of_judge->process.life != LIFE_ALIVE)
		return false; /* it is replaced */
	if (exits && seat->open && kind_of(message) == REJOIN_LEFT && is_blamed(rejoin->judge, message->seat))
		return false; /* it has lost before, as the verdict tells */
	if (exits && (!seat->open || rejoin->protocol->unruled) && kind_of(message) == REJOIN_LEFT) {
		/* It had no question open: this counts if it is needed again.  Without rules it never is.  */
		seat->gone = true;
		keep_left(rejoin, message, message->turn);
		return false;
	}
	if (verdict && !seat->open && !seat->gone && !unheard)
		return false;
	if (!seat->gone)
		keep_left(rejoin, message, seat->open ? seat->turn : message->turn);
	keep_old_end(rejoin, rejoin->left_kind, rejoin->left_how, rejoin->left_turn);
	if (rejoin->left_kind == REJOIN_LATE && seat->recorded_at >= 0)
		rejoin->left_after = message->t_ns - seat->recorded_at;
	rejoin->left_open = message->seat;
	return true;
}

enum rejoin_end_kind rejoin_end_kind(struct ending ending)
{
	return ending.signalled || ending.code ? REJOIN_CRASHED : REJOIN_LEFT;
}

void rejoin_fresh_ends(struct rejoin *rejoin, enum rejoin_end_kind kind, int turn, char *words)
{
	if (rejoin->result.fresh_end.words)
		free(words);
	else
		rejoin->result.fresh_end = (struct rejoin_end){.kind = kind, .turn = turn, .words = words};
}
