/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* old_events.h - reads the sentences of older match files.  */
#ifndef RINGSIDE_RECORD_OLD_EVENTS_H
#define RINGSIDE_RECORD_OLD_EVENTS_H

#include "ringside/message.h"

struct old_event {
	enum event_kind kind;
	/* As in struct event, but the sentence does not have all: the winner of a verdict is 0, and the
	 * message of a fault is 1 if there was one, else 0.  */
	int64_t number[EVENT_NUMBERS];
	char *word; /* NULL: none; owned */
	char *text; /* owned */
	size_t size;
};

/* Reads the sentence of an event of a file of version 1 to 3. An unknown sentence is a remark. Free with
 * old_event_free().  */
struct old_event old_event_read(enum channel channel, const void *bytes, size_t size);
void old_event_free(struct old_event *event);

/* The detail of a verdict from a log of quantum chess began with this.  */
#define OLD_LOG_SAYS "the log says: "
/* The cause of such a verdict (verdict.h), read from its detail; NULL: none. A static string.  */
const char *old_cause(const char *system, const char *reason, const char *detail);

#endif
