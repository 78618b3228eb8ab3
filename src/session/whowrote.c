/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* whowrote.c - asks `ringside rerun --whowrote` about the match that is shown.
 *
 * It is this program again, as a process of its own: it reads the match file, takes seconds, and tells fresh
 * agents the messages in gdb.  The match here waits for nothing.  */
#include "session_state.h"

#include "ringside/agent.h"
#include "ringside/sh_words.h"
#include "ringside/trust.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct whowrote {
	struct session *session;
	struct agent *program;
	struct bytes told, complaint;
};

static void printed(void *user, int64_t t UNUSED, enum stream stream, const char *bytes, size_t size)
{
	struct whowrote *asked = user;

	bytes_add(stream == STREAM_STDOUT ? &asked->told : &asked->complaint, bytes, size);
}

void whowrote_end(struct session *session)
{
	struct whowrote *asked = session->whowrote;

	if (!asked)
		return;
	session->whowrote = NULL;
	agent_free(asked->program);
	bytes_free(&asked->told);
	bytes_free(&asked->complaint);
	free(asked);
}

/* What it says without the line end, and without the name of the program; the caller frees.  */
static char *words_of(const struct bytes *said)
{
	static const char name[] = "ringside: ";
	const char *at = said->at ? said->at : "";
	size_t size = said->size;

	if (strncmp(at, name, sizeof(name) - 1) == 0) {
		at += sizeof(name) - 1;
		size -= sizeof(name) - 1;
	}
	while (size && at[size - 1] == '\n')
		size--;
	return bytes_copy(at, size);
}

static void left(void *user, int64_t t UNUSED, struct ending ending UNUSED)
{
	struct whowrote *asked = user;
	struct session *session = asked->session;
	bool answers = asked->told.size;
	char *words = words_of(answers ? &asked->told : &asked->complaint);

	whowrote_end(session);
	session_notify(session, words, !answers);
	session_changed(session);
}

char *session_whowrote(struct session *session, int seat, int turns, const char *expression)
{
	static const struct agent_events events = {.bytes = printed, .exited = left};
	struct match_file *file = session_whole_file(session);
	FREED char *quoted = sh_words_quoted(expression), *place = NULL, *path = NULL;
	struct bytes command = {0};
	struct whowrote *asked;
	char *problem = NULL;

	if (session->whowrote)
		return bytes_text("fresh processes are still being asked who wrote something");
	if (!file || access(match_file_path(file), R_OK) != 0)
		return bytes_text("this match is not recorded: begin it with --record FILE");
	trust_keep();
	place = turns < 0 ? bytes_text("%s", match_file_path(file))
			  : bytes_text("%s:%d", match_file_path(file), turns + 1);
	path = sh_words_quoted(place);
	bytes_addf(&command, "/proc/self/exe rerun %s --branch %d --seat %d --whowrote %s", path,
		   match_file_shown(file), seat, quoted);
	if (session->setup.trust)
		bytes_add_text(&command, " --trust");
	asked = bytes_new(sizeof(*asked));
	asked->session = session;
	asked->program =
		agent_spawn(session->loop, &(struct agent_setup){.command = command.at, .stderr_pipe = true},
			    &events, asked, &problem);
	bytes_free(&command);
	if (asked->program)
		session->whowrote = asked;
	else
		free(asked);
	return problem;
}

bool session_awaits_gdb(const struct session *session)
{
	return session->whowrote || session_gdb_is_attaching(session) || session_awaits_backtrace(session);
}
