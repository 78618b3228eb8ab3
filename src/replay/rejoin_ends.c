/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rejoin_ends.c - how the old process of a seat ended, and how the fresh one does.
 *
 * If the old one exited or lost by silence, the recording has nothing more to tell the fresh one. What the
 * fresh one does there shows whether the bug is fixed.  It may also lose by what it says: then the match ends
 * for it as soon as the judge hears that.  */
#include "rejoin_state.h"

#include "ringside/replay.h"
#include <stdlib.h>
#include <string.h>

/* Did it end by a signal that ringside sends to a process that does not leave?  */
static bool was_forced(const struct event *event)
{
	return event->word && (strcmp(event->word, "SIGKILL") == 0 || strcmp(event->word, "SIGTERM") == 0);
}

static enum rejoin_end_kind kind_of(const struct message *message)
{
	static const struct {
		const char *reason;
		enum rejoin_end_kind kind;
	} kinds[] = {{REASON_TIMEOUT, REJOIN_LATE},       {REASON_START, REJOIN_LATE},
		     {REASON_RESIGN, REJOIN_LASTED}, /* a person decided */
		     {REASON_ADJUDICATED, REJOIN_LASTED}, {REASON_INTERRUPTED, REJOIN_LASTED},
		     {REASON_GAME, REJOIN_LOSES}};
	const struct event *event = &message->event;

	if (event_ends(event))
		return rejoin_end_kind(event_ending(event));
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (strcmp(event->word, kinds[i].reason) == 0)
			return kinds[i].kind;
	return message->seat == SEAT_NONE ? REJOIN_LASTED : REJOIN_LOSES;
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
	if (kind != REJOIN_LASTED && !rejoin->old_end.words)
		rejoin->old_end =
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
	char *words = words_of(message);

	if (message->event.kind == EVENT_VERDICT)
		keep_old_end(rejoin, kind_of(message), words, rejoin->seat[message->seat].turn);
	else if (message->event.kind == EVENT_ENDED && !was_forced(&message->event))
		keep_old_end(rejoin, REJOIN_CRASHED, words, 0);
	free(words);
}

bool rejoin_old_ends(struct rejoin *rejoin, const struct message *message)
{
	struct fed_seat *seat = &rejoin->seat[message->seat];
	const struct seat *of_judge = &rejoin->judge->seat[message->seat];
	bool exits = event_ends(&message->event), verdict = message->event.kind == EVENT_VERDICT, unheard;

	if (!rejoin->tries || message->direction != EVENT || !seat->fed || !seat->present ||
	    !(exits || verdict))
		return false;
	unheard = verdict && rejoin->judge->match.over && !rejoin->heard && kind_of(message) == REJOIN_LOSES;
	if (rejoin->judge->match.over && !unheard && !(verdict && seat->gone)) {
		keep_late_end(rejoin, message);
		return false;
	}
	if (exits && of_judge->process.life != LIFE_ALIVE)
		return false; /* it is replaced */
	if (exits && !seat->open && kind_of(message) == REJOIN_LEFT) {
		/* It had no question open: this counts if it is needed again.  */
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
	if (rejoin->fresh.words)
		free(words);
	else
		rejoin->fresh = (struct rejoin_end){.kind = kind, .turn = turn, .words = words};
}

/* ---- by what it says ---- */

bool rejoin_has_lost(const struct match *match, int s)
{
	if (!match->over)
		return false;
	return s == SEAT_NONE ? strcmp(match->verdict.reason, REASON_GAME) == 0 : match->verdict.blame == s;
}

/* A judge of the match as it was before message n.  */
static struct judge *judge_before(struct rejoin *rejoin, int64_t n)
{
	char *problem;
	struct judge *judge = judge_new(&rejoin->setup, &problem);
	struct message message = {0};

	replay_begin(judge);
	rejoin_drain(judge, 0);
	while (rejoin->events.again(rejoin->user, message.n, &message) && message.n < n) {
		replay_feed(judge, &message);
		rejoin_drain(judge, 0);
	}
	return judge;
}

void rejoin_judge_answer(struct rejoin *rejoin, int s, int64_t n, const char *bytes, size_t size)
{
	struct message message = {.seat = s, .direction = FROM_AGENT, .bytes = (char *)bytes, .size = size};
	struct judge *judge;

	if (!rejoin->events.again || rejoin->seat[s].misled || rejoin->fresh.words)
		return;
	judge = judge_before(rejoin, n);
	message.t_ns = judge_since(judge, judge->time.now);
	message.channel = rejoin->protocol->channel(judge->state, s, bytes, size);
	if (rejoin->protocol->flags)
		message.flags = rejoin->protocol->flags(judge->state, s, message.channel);
	replay_feed(judge, &message);
	rejoin_drain(judge, 0);
	if (rejoin_has_lost(&judge->match, s))
		rejoin_fresh_ends(rejoin, REJOIN_LOSES, rejoin->seat[s].turn,
				  bytes_text("%s", judge->match.verdict.detail));
	judge_free(judge);
}

const struct rejoin_end *rejoin_old_end(const struct rejoin *rejoin)
{
	return &rejoin->old_end;
}

const struct rejoin_end *rejoin_fresh_end(const struct rejoin *rejoin)
{
	return &rejoin->fresh;
}
