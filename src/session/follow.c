/* follow.c - a match that is read from a file, also while another process writes it.  */
#include "session_state.h"

static void read_all(struct session *session)
{
	struct message_query all = {.seats = ~0u, .channels = CHANNEL_ALL, .last = INT64_MAX};
	struct message last;
	unsigned revision = session->match.revision;

	match_free(&session->match);
	match_file_match(session->file, &session->match);
	session->match.revision = revision + 1; /* a fresh one would count from the start */
	if (match_file_before(session->file, &all, INT64_MAX, 1, &last))
		session->last_ns = last.t_ns;
}

static void look_again(void *user, int events)
{
	struct session *session = user;

	(void)events;
	if (match_file_changed(session->file)) {
		read_all(session);
		session_changed(session);
	}
	loop_at(session->tick, loop_now() + TICK);
}

struct session *session_open(struct loop *loop, const char *path, const struct session_events *events,
			     void *user, char **problem)
{
	struct match_file *file = match_file_open(path, problem);
	struct session *session;

	if (!file)
		return NULL;
	session = bytes_new(sizeof(*session));
	session->loop = loop;
	session->events = *events;
	session->user = user;
	session->file = file;
	session->tick = loop_timer(loop, LOOP_LATER, look_again, session);
	loop_at(session->tick, loop_now() + TICK);
	match_file_changed(file);
	read_all(session);
	return session;
}

void follow_free(struct session *session)
{
	match_free(&session->match);
}
