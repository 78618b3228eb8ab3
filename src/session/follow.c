/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* follow.c - a match read from a file, also while another process writes it.  */
#include "ringside/protocol.h"
#include "session_state.h"
#include <limits.h>

bool follow_read(struct session *session)
{
	struct message_query all = {.seats = ~0u, .channels = CHANNEL_ALL, .last = INT64_MAX};
	struct message last;
	struct match match;
	unsigned revision = session->match.revision;

	if (!match_file_match(session->file, &match))
		return false;
	match_free(&session->match);
	session->match = match;
	session->match.revision = revision + 1; /* a fresh one would count from the start */
	if (match_file_before(session->file, &all, INT64_MAX, 1, &last))
		session->last_ns = last.t_ns;
	return true;
}

/* Reads the match for the first time.  NULL, or why it cannot be shown.  */
static char *read_first(struct session *session)
{
	const char *path = match_file_path(session->file);

	if (!follow_read(session))
		return bytes_text("%s", match_file_problem(session->file));
	if (!protocol_named(session->match.setup.system))
		return bytes_text("%s: is a match of \"%s\", a system that this ringside does not know: see "
				  "ringside list",
				  path, session->match.setup.system);
	return NULL;
}

static void look_again(void *user, int events)
{
	struct session *session = user;
	/* Asked first: when the writer is gone, its last rows are in the file.  */
	bool followed = match_file_is_written(session->file), changed = match_file_changed(session->file);

	(void)events;
	changed = changed || session->unread;
	if (changed)
		session->unread = !follow_read(session) && match_file_is_busy(session->file);
	if (changed || followed != session->followed) {
		session->followed = followed;
		session_changed(session);
	}
	/* Nobody reads each row of a file that nobody writes.  */
	loop_at(session->tick, loop_now() + (followed || session->unread ? TICK : REST_TICK));
}

struct session *session_open(struct loop *loop, const char *text, const struct session_events *events,
			     void *user, char **problem)
{
	struct match_place place;
	struct match_file *file = match_file_at(text, &place, problem);
	struct session *session;

	if (!file)
		return NULL;
	session = bytes_new(sizeof(*session));
	session->loop = loop;
	session->events = *events;
	session->user = user;
	session->failed_seat = SEATS;
	session->file = file;
	session->opened_at = place.turns;
	vouch_for_file(session, file);
	session->tick = loop_timer(loop, LOOP_LATER, look_again, session);
	loop_at(session->tick, loop_now() + TICK);
	session->followed = match_file_is_written(file);
	match_file_changed(file);
	*problem = read_first(session);
	if (!*problem && place.branch >= 0)
		*problem = session_show(session, place.branch);
	if (!*problem)
		return session;
	session_free(session);
	return NULL;
}

int session_opened_at(const struct session *session)
{
	return session->judge || session->opened_at < 0 ? INT_MAX : session->opened_at;
}
