/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rejoin_ends.c - how the old process of a seat ended, and how the fresh one does.
 *
 * If the old one exited or lost by silence, the recording has nothing more to tell the fresh one. What the
 * fresh one does there shows whether the bug is fixed.  */
#include "rejoin_state.h"

#include <stdlib.h>
#include <string.h>

/* Did it end by a signal that ringside sends to a process that does not leave?  */
static bool was_forced(const struct event *event)
{
	return event->word && (strcmp(event->word, "SIGKILL") == 0 || strcmp(event->word, "SIGTERM") == 0);
}

static enum rejoin_end_kind kind_of(const struct event *event)
{
	if (event_ends(event))
		return rejoin_end_kind(event_ending(event));
	return strcmp(event->word, REASON_TIMEOUT) == 0 || strcmp(event->word, REASON_START) == 0
		       ? REJOIN_LATE
		       : REJOIN_LASTED; /* a person decided, or a reason that does not matter here, such as
					   memory */
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
	rejoin->left_how = words_of(message);
	rejoin->left_turn = turn;
}

/* After the verdict only a crash of its own counts.  */
static void keep_late_crash(struct rejoin *rejoin, const struct message *message)
{
	char *words = words_of(message);

	if (message->event.kind == EVENT_ENDED && !was_forced(&message->event))
		keep_old_end(rejoin, REJOIN_CRASHED, words, 0);
	free(words);
}

bool rejoin_old_ends(struct rejoin *rejoin, const struct message *message)
{
	struct fed_seat *seat = &rejoin->seat[message->seat];
	const struct seat *of_judge = &rejoin->judge->seat[message->seat];
	bool exits = event_ends(&message->event), verdict = message->event.kind == EVENT_VERDICT;

	if (!rejoin->tries || message->direction != EVENT || !seat->fed || !seat->present ||
	    !(exits || verdict))
		return false;
	if (rejoin->judge->match.over && !(verdict && seat->gone)) {
		keep_late_crash(rejoin, message);
		return false;
	}
	if (exits && of_judge->process.life != LIFE_ALIVE)
		return false; /* it is replaced */
	if (exits && !seat->open && kind_of(&message->event) == REJOIN_LEFT) {
		/* It had no question open: this counts if it is needed again.  */
		seat->gone = true;
		keep_left(rejoin, message, message->turn);
		return false;
	}
	if (verdict && !seat->open && !seat->gone)
		return false;
	if (!seat->gone)
		keep_left(rejoin, message, seat->open ? seat->turn : message->turn);
	keep_old_end(rejoin, kind_of(&rejoin->left), rejoin->left_how, rejoin->left_turn);
	if (kind_of(&rejoin->left) == REJOIN_LATE && seat->recorded_at >= 0)
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

const struct rejoin_end *rejoin_old_end(const struct rejoin *rejoin)
{
	return &rejoin->old_end;
}

const struct rejoin_end *rejoin_fresh_end(const struct rejoin *rejoin)
{
	return &rejoin->fresh;
}
