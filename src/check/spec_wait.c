/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* spec_wait.c - the waits of a dialogue: for an answer, a silence, an end, or the next bytes to send.
 *
 * They count the time in which this process is awake.  A process that starts may read late: that is no time
 * in which it was silent, or did not leave.  */
#include "spec_talk.h"

#include "ringside/shown.h"
#include "ringside/waiting.h"
#include <stdlib.h>

/* While the agent has not read, or still works, it is looked at again after this time.  One that works on
 * although nothing was asked, as it thinks in its opponent's turn, is silent after the other.  */
#define LOOK_AGAIN ((int64_t)20 * NS_PER_MS)
#define WORKS_MOST (NS_PER_S)

int64_t talk_now(struct spec_talk *talk)
{
	return awake_at(&talk->awake, loop_now());
}

void talk_wait(struct spec_talk *talk, enum wait wait, int64_t limit)
{
	if (talk->agent && (wait == WAIT_ANSWER || wait == WAIT_END))
		agent_begin_waiting(talk->agent);
	talk->wait = wait;
	talk->limit = limit;
	talk->forgiven = 0;
	talk->deadline = talk_now(talk) + limit;
	talk->read_at = 0;
	talk->cpu_ns = wait == WAIT_ANSWER ? agent_cpu(talk->agent) : -1;
	loop_at(talk->timer, awake_wait(&talk->awake, talk->deadline));
}

void talk_wait_no_more(struct spec_talk *talk)
{
	talk->wait = WAIT_NOTHING;
	talk->deadline = INT64_MAX;
	loop_at(talk->timer, INT64_MAX);
}

/* Bytes of a message that is not complete, to follow what was expected.  */
static char *unfinished_words(const struct spec_talk *talk)
{
	const struct bytes *came = &talk->came;
	size_t wanted = 0;
	char *pending, *words;

	if (!came->size)
		return bytes_text("%s", "");
	if (talk_spec(talk)->frame)
		wanted = talk_spec(talk)->frame(talk->state, came->at, came->size);
	pending = shown_pending(&talk->copy, came->at, came->size, wanted);
	words = bytes_text(": it has sent %s", pending);
	free(pending);
	return words;
}

/* What its process does.  */
static struct doing look(struct spec_talk *talk)
{
	struct doing doing;
	int64_t cpu;

	agent_doing(talk->agent, &doing);
	cpu = talk->cpu_ns < 0 ? -1 : agent_cpu(talk->agent);
	doing.cpu_ns = cpu < 0 ? -1 : cpu - talk->cpu_ns;
	return doing;
}

/* The same in words, on a line of their own.  Twins are told nothing that differs from time to time.  The
 * caller frees.  */
static char *look_words(struct spec_talk *talk)
{
	struct doing doing;
	char *words, *line;

	if (!talk->row->sentence)
		return bytes_text("%s", "");
	doing = look(talk);
	talk->unadvised = doing.unread;
	words = doing_words(&doing, talk->wait == WAIT_ANSWER);
	line = bytes_text("\nIt %s", words);
	free(words);
	return line;
}

/* A process that starts may read late.  How long that may take from its start.  */
static bool may_start(struct spec_talk *talk)
{
	int64_t start = talk->copy.start_limit, patience = talk->setup->patience;

	return talk_now(talk) - talk->began < (start > patience ? start : patience);
}

/* It has said nothing.  Was that after it had read all that was sent?  Who waits for more has nothing to say.
 */
static bool was_silent(struct spec_talk *talk)
{
	struct doing doing = look(talk);

	if (doing.unread || doing.kind == DOING_WRITES)
		return !may_start(talk);
	if (!talk->read_at)
		talk->read_at = talk_now(talk);
	return doing.kind == DOING_READS || talk_now(talk) - talk->read_at >= WORKS_MOST;
}

/* Has it not even read that it has to leave?  */
static bool is_starting(struct spec_talk *talk)
{
	return !talk->any_answer && look(talk).unread && may_start(talk);
}

/* Looks again by the deadline.  */
static void look_later(struct spec_talk *talk)
{
	loop_at(talk->timer, awake_wait(&talk->awake, talk->deadline));
}

static bool is_early(struct spec_talk *talk)
{
	bool early = talk_now(talk) < talk->deadline;

	if (early)
		look_later(talk);
	return early;
}

/* Has it waited for a core while something was awaited of it?  Then nobody knows whether it is slow, or it
 * gets that time.  */
static bool was_waiting(struct spec_talk *talk, const char *what)
{
	int64_t waited = agent_waited(talk->agent, 0), more = waited - talk->forgiven;

	if (setup_forgives_waiting(&talk->copy)) {
		talk->forgiven = waited;
		talk->deadline += more > 0 ? more : 0;
		look_later(talk);
		return more >= NS_PER_MS;
	}
	if (!waiting_matters(waited, talk->limit))
		return false;
	talk_end(talk, CASE_INCONCLUSIVE,
		 bytes_text("%s within %.3f s, but it waited for a core for at least %.3f s of this", what,
			    (double)talk->limit / NS_PER_S, (double)waited / NS_PER_S));
	return true;
}

void talk_waited(struct spec_talk *talk)
{
	char *rest, *does;

	if (talk->over)
		return;
	if (talk->wait == WAIT_ANSWER || talk->wait == WAIT_END)
		agent_look_waiting(talk->agent);
	if (is_early(talk))
		return;
	/* It may have answered, so that something else is awaited.  */
	if (talk->wait != WAIT_SENDING && agent_drain(talk->agent, loop_now()) &&
	    (talk->over || is_early(talk)))
		return;
	switch (talk->wait) {
	case WAIT_SENDING: talk_write_next(talk); break;
	case WAIT_SILENCE:
		if (was_silent(talk)) {
			talk_wait_no_more(talk);
			break;
		}
		talk->deadline = talk_now(talk) + LOOK_AGAIN;
		look_later(talk);
		return;
	case WAIT_END:
		if (is_starting(talk)) {
			talk_wait(talk, WAIT_END, talk->limit);
			return;
		}
		if (!was_waiting(talk, "it still runs"))
			talk_broken(talk,
				    bytes_text("it still runs after %.3f s", (double)talk->limit / NS_PER_S));
		return;
	case WAIT_ANSWER:
		if (was_waiting(talk, "nothing of what is awaited came"))
			return;
		rest = unfinished_words(talk);
		does = look_words(talk);
		talk_unanswered(talk, bytes_text("nothing of that came within %.3f s%s%s",
						 (double)talk->limit / NS_PER_S, rest, does));
		free(does);
		free(rest);
		return;
	case WAIT_NOTHING: break;
	}
	talk_go_on(talk);
}
