/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* old_events.h - what the sentences of older match files say.  */
#ifndef RINGSIDE_RECORD_OLD_EVENTS_H
#define RINGSIDE_RECORD_OLD_EVENTS_H

#include "ringside/message.h"

struct old_event {
	enum event_kind kind;
	/* As in struct event; but of a verdict nobody's 0, and of a fault whether a message made it: the
	   sentence does not say more.  */
	int64_t number[EVENT_NUMBERS];
	char *word; /* NULL: none; owned */
	char *text; /* owned */
	size_t size;
};

/* Reads the text of an event of a file of version 1 to 3.  What fits nothing is a remark.  */
struct old_event old_event_read(enum channel channel, const void *bytes, size_t size);
void old_event_free(struct old_event *event);

/* What a log of quantum chess said itself stood behind this in the detail of its verdict.  */
#define OLD_LOG_SAYS "the log says: "
/* The cause of a verdict of such a file (verdict.h), which its detail told; NULL: none.  Static.  */
const char *old_cause(const char *system, const char *reason, const char *detail);

#endif
