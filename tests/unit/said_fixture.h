/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* said_fixture.h - shared by the tests of boards that read messages: the match file is an array of messages
 * that the test fills: no process, no SQLite.  */
#ifndef RINGSIDE_TESTS_SAID_FIXTURE_H
#define RINGSIDE_TESTS_SAID_FIXTURE_H

#include "../test.h"
#include "ringside/board.h"
#include "ringside/bytes.h"

enum { MESSAGES = 8192 };

struct session {
	struct match match;
	struct message message[MESSAGES];
	int count;
	int64_t shown; /* what view_message() shows */
	int read;      /* how many messages of it were read */
	bool unrecorded;
};

STUB(int, session_shown(const struct session *session), -1)
STUB(const struct match *, session_match(const struct session *session), &session->match)
STUB(struct match_file *, session_file(struct session *session),
     session->unrecorded ? NULL : (struct match_file *)session)
STUB(int64_t, view_message(const struct view *view), view->session->shown)
STUB(int64_t, match_file_last(struct match_file *file), ((struct session *)file)->count)

/* The ones between two numbers that fit: the first ones or the last ones, in rising order.  Their bytes are
 * valid until the next call, as those of the real one.  */
static int messages_between(struct match_file *file, const struct message_query *query, int64_t after,
			    int64_t before, bool first, int limit, struct message *messages)
{
	static char page[256 * 1024];
	struct session *session = (struct session *)file;
	int got = 0;
	size_t at = 0;

	for (int64_t i = 1; i <= session->count && got < limit; i++) {
		const struct message *message = &session->message[first ? i - 1 : session->count - i];

		if (message->n > after && message->n < before && message->n <= query->last &&
		    query->seats & 1u << message->seat && query->channels & CHANNEL_BIT(message->channel) &&
		    (!query->directions || query->directions & 1u << message->direction))
			messages[got++] = *message;
	}
	memset(page, '!', sizeof(page));
	for (int i = 0; i < got; i++) {
		memcpy(page + at, messages[i].bytes, messages[i].size);
		messages[i].bytes = page + at;
		at += messages[i].size;
	}
	for (int i = 0; i < got / 2 && !first; i++) {
		struct message swapped = messages[i];

		messages[i] = messages[got - 1 - i];
		messages[got - 1 - i] = swapped;
	}
	session->read += got;
	return got;
}

int match_file_before(struct match_file *file, const struct message_query *query, int64_t before, int limit,
		      struct message *messages)
{
	return messages_between(file, query, 0, before, false, limit, messages);
}

int match_file_after(struct match_file *file, const struct message_query *query, int64_t after, int limit,
		     struct message *messages)
{
	return messages_between(file, query, after, INT64_MAX, true, limit, messages);
}

static struct message *session_says(struct session *session, int seat, enum direction direction,
				    enum channel channel, const char *line)
{
	struct message *message = &session->message[session->count++];

	assert_true(session->count >= 1 && session->count <= MESSAGES);
	*message = (struct message){.n = session->count,
				    .seat = seat,
				    .direction = direction,
				    .channel = channel,
				    .bytes = bytes_text("%s\n", line),
				    .size = strlen(line) + 1};
	return message;
}

static void session_clear(struct session *session)
{
	match_free(&session->match);
	for (int i = 0; i < session->count; i++)
		free(session->message[i].bytes);
}

#endif
