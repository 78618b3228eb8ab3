/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* same.c - a recorded match, fed to a fresh judge, is the same match.  */
#include "same.h"

#include "ringside/bytes.h"
#include "ringside/replay.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The same kind, and the same in each field except the text?  */
static bool is_same_event(const struct event *a, const struct event *b)
{
	return a->kind == b->kind && memcmp(a->number, b->number, sizeof(a->number)) == 0 &&
	       strcmp(a->word ? a->word : "", b->word ? b->word : "") == 0;
}

/* How the message `is` differs from `was`; NULL: not at all. A message of the judge belongs to the turn that
   it leads to, which its recording need not know yet.  */
static char *message_differs(const struct message *was, const struct message *is)
{
	char *before, *after, *problem;

	if (was->n != is->n || was->direction != is->direction || was->seat != is->seat ||
	    was->channel != is->channel || was->size != is->size ||
	    memcmp(was->bytes, is->bytes, was->size) != 0 || !is_same_event(&was->event, &is->event)) {
		before = event_words(was);
		after = event_words(is);
		problem = bytes_text("the replay has \"%s\" as message %" PRId64
				     " of seat %d, not \"%s\" as %" PRId64 " of seat %d",
				     after, is->n, is->seat, before, was->n, was->seat);
		free(before);
		free(after);
		return problem;
	}
	if (was->flags != is->flags)
		return bytes_text("the replay flags message %" PRId64 " \"%s\" as %x, not %x", was->n,
				  was->bytes, is->flags, was->flags);
	if (was->turn != is->turn && was->direction != TO_AGENT)
		return bytes_text("the replay has message %" PRId64 " \"%s\" in turn %d, not %d", was->n,
				  was->bytes, is->turn, was->turn);
	return NULL;
}

static char *feed(const struct recording *recording, struct judge *judge)
{
	struct effect effect;
	char *problem = NULL;
	int n = 0;

	replay_begin(judge);
	for (int i = 0; i < recording->count && !problem; i++) {
		const struct message *message = recording->at(recording->user, i);

		if (!replay_feed(judge, message))
			return bytes_text("the replay refuses message %" PRId64 ": \"%s\"", message->n,
					  message->bytes);
		while (!problem && judge_effect(judge, 0, &effect)) {
			if (effect.kind != EFFECT_MESSAGE)
				continue;
			problem =
				n == recording->count
					? bytes_text("the replay has one more message: \"%s\"",
						     effect.message.bytes)
					: message_differs(recording->at(recording->user, n), &effect.message);
			n++;
		}
	}
	if (!problem && n < recording->count)
		return bytes_text("the replay has %d messages, not %d", n, recording->count);
	return problem;
}

static bool is_same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static char *turn_differs(const struct turn *was, const struct turn *is)
{
	if (was->seat != is->seat || !is_same_text(was->played, is->played) ||
	    !is_same_text(was->answered, is->answered) || was->message != is->message ||
	    was->flags != is->flags || memcmp(was->sum, is->sum, sizeof(was->sum)) != 0)
		return bytes_text("the replay has a different turn %d: %s of seat %d, not %s of seat %d",
				  was->n, is->played, is->seat, was->played, was->seat);
	if (was->asked_ns != is->asked_ns || was->first_ns != is->first_ns || was->last_ns != is->last_ns)
		return bytes_text("the replay's turn %d was asked or answered at a different time", was->n);
	if (was->think_ns != is->think_ns || was->left_ns != is->left_ns || was->held_ns != is->held_ns)
		return bytes_text("the replay's turn %d took %" PRId64 " ns, not %" PRId64, was->n,
				  is->think_ns, was->think_ns);
	return NULL;
}

static bool is_same_waiting(const struct waiting *a, const struct waiting *b)
{
	return a->ns == b->ns && a->cpu_ns == b->cpu_ns && a->took_ns == b->took_ns;
}

static bool is_same_unfinished(const struct unfinished *a, const struct unfinished *b)
{
	return a->open == b->open && is_same_waiting(&a->waiting, &b->waiting) &&
	       (!a->open ||
		(a->asked_ns == b->asked_ns && a->first_ns == b->first_ns && a->last_ns == b->last_ns &&
		 a->think_ns == b->think_ns && a->cpu_ns == b->cpu_ns && a->peak == b->peak));
}

static char *match_differs(const struct match *was, const struct match *is)
{
	const struct verdict *a = &was->verdict, *b = &is->verdict;
	char *problem = NULL;

	if (is->turn_count != was->turn_count)
		return bytes_text("the replay has %d turns, not %d", is->turn_count, was->turn_count);
	for (int n = was->dropped + 1; n <= was->turn_count && !problem; n++)
		problem = turn_differs(match_turn(was, n), match_turn(is, n));
	if (problem)
		return problem;
	if (memcmp(is->sum, was->sum, sizeof(was->sum)) != 0)
		return bytes_text("the replay has different sums");
	for (int s = 0; s < SEATS; s++)
		if (!is_same_unfinished(&was->unfinished[s], &is->unfinished[s]))
			return bytes_text("the replay's unfinished turn of seat %d differs", s);
	if (is->over == was->over &&
	    (!was->over ||
	     (a->winner == b->winner && strcmp(a->reason, b->reason) == 0 && a->blame == b->blame &&
	      strcmp(a->detail, b->detail) == 0 && memcmp(a->proof, b->proof, sizeof(a->proof)) == 0)))
		return NULL;
	return bytes_text("the replay has a different verdict: %s, not %s", is->over ? b->detail : "none",
			  was->over ? a->detail : "none");
}

char *recording_differs(const struct recording *recording, const struct match *match, struct judge **again)
{
	char *problem;
	struct judge *judge = judge_new(recording->setup, &problem);

	if (!problem)
		problem = feed(recording, judge);
	if (!problem)
		problem = match_differs(match, judge_match(judge));
	if (again)
		*again = judge;
	else
		judge_free(judge);
	return problem;
}
