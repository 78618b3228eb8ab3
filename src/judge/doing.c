/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* doing.c - what an agent was doing, in words.  */
#include "ringside/doing.h"

#include "ringside/bytes.h"
#include "ringside/setup.h"
#include <inttypes.h>
#include <string.h>

static const char *const names[DOING_KIND_COUNT] = {
#define X(NAME, name) [DOING_##NAME] = name,
	DOING_KINDS(X)
#undef X
};

const char *doing_name(enum doing_kind kind)
{
	return names[kind];
}

enum doing_kind doing_named(const char *name)
{
	for (int kind = DOING_NOTHING + 1; kind < DOING_KIND_COUNT; kind++)
		if (strcmp(names[kind], name) == 0)
			return (enum doing_kind)kind;
	return DOING_NOTHING;
}

struct event doing_event(const struct doing *doing)
{
	return (struct event){.kind = EVENT_DOING,
			      .word = doing_name(doing->kind),
			      .number = {doing->unread, doing->cpu_ns, doing->threads}};
}

struct doing doing_of(const struct event *event)
{
	return (struct doing){.kind = event->word ? doing_named(event->word) : DOING_NOTHING,
			      .unread = event->number[0],
			      .cpu_ns = event->number[1],
			      .threads = (int)event->number[2]};
}

static void add_unread(struct bytes *words, const struct doing *doing)
{
	bytes_addf(words, "has not read %" PRId64 " byte%s of what was sent", doing->unread,
		   doing->unread == 1 ? "" : "s");
}

static void add_state(struct bytes *words, const struct doing *doing, bool owes)
{
	switch (doing->kind) {
	case DOING_KIND_COUNT:
	case DOING_NOTHING: bytes_add_text(words, "was not looked at"); break;
	case DOING_UNKNOWN: bytes_add_text(words, "cannot be inspected: /proc denies access"); break;
	case DOING_GONE: bytes_add_text(words, "has ended"); break;
	case DOING_TRACED: bytes_add_text(words, "is held by a debugger"); break;
	case DOING_STOPPED: bytes_add_text(words, "is stopped by a signal"); break;
	case DOING_RUNS:
		bytes_add_text(words, "runs");
		if (doing->threads > 1)
			bytes_addf(words, " in %d threads", doing->threads);
		break;
	case DOING_FUTEXES:
		if (doing->threads == 1)
			bytes_add_text(words, "waits on a futex");
		else
			bytes_addf(words, "waits on futexes in all its %d threads", doing->threads);
		bytes_add_text(words, owes ? " (a deadlock?)" : "");
		break;
	case DOING_READS:
		bytes_addf(words, "has read all that was sent and waits in a read%s",
			   owes ? " (is its output flushed?)" : "");
		break;
	case DOING_WRITES: bytes_add_text(words, "has just written something"); break;
	case DOING_UNREAD:
		add_unread(words, doing);
		bytes_add_text(words, " and sleeps");
		break;
	case DOING_SLEEPS: bytes_add_text(words, "has read all that was sent and sleeps"); break;
	}
}

char *doing_words(const struct doing *doing, bool owes)
{
	struct bytes words = {0};

	add_state(&words, doing, owes);
	if (doing->unread && doing->kind != DOING_UNREAD && doing->kind > DOING_GONE) {
		bytes_add_text(&words, ", and ");
		add_unread(&words, doing);
	}
	if (owes && doing->cpu_ns >= 0 && doing->kind > DOING_GONE)
		bytes_addf(&words, "; CPU in this turn: %.3f s", (double)doing->cpu_ns / NS_PER_S);
	return words.at;
}
