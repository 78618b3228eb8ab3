/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_why.c - `why`: explains the verdict, a stop, a fault or a message.  */
#include "commands.h"

#include "ringside/bytes.h"
#include "ringside/why.h"
#include <stdlib.h>
#include <string.h>

static bool find(void *user, const struct why_search *search, struct message *message)
{
	struct session *session = user;
	struct match_file *file = session_file(session);
	struct message_query query = {.seats = search->seats,
				      .channels = search->channels,
				      .directions = search->directions,
				      .last = INT64_MAX};

	if (!file)
		return false;
	if (search->step < 0)
		return match_file_before(file, &query,
					 search->from < INT64_MAX ? search->from + 1 : INT64_MAX, 1,
					 message) == 1;
	return match_file_after(file, &query, search->from - 1, 1, message) == 1;
}

static const struct seat_setup *sitting(void *user, int64_t n, int seat)
{
	return session_sitting(user, n ? n : INT64_MAX, seat, NULL);
}

static const struct message *held(void *user, int i)
{
	return session_held(user, i);
}

static bool pending(void *user, int seat, struct pending_bytes *found)
{
	return session_pending(user, seat, STREAM_STDOUT, found, NULL);
}

/* Only a full name counts: an abbreviation could be any word.  */
static bool knows(void *user, const char *name)
{
	const struct command *command = command_named(name);

	(void)user;
	return command && strcmp(command->name, name) == 0;
}

/* "#41" or "41".  */
static bool read_number(const char *text, int64_t *n)
{
	char *end;

	text += *text == '#';
	*n = strtoll(text, &end, 10);
	return *text >= '0' && *text <= '9' && !*end && *n > 0;
}

static char *tell_why(struct console *console, const char *arguments, bool *answer)
{
	static const struct {
		const char *word;
		enum why_what what;
	} words[] = {{"", WHY_NEWEST}, {"verdict", WHY_VERDICT}, {"fault", WHY_FAULT}, {"stop", WHY_STOP}};
	struct session *session = console->view->session;
	struct match match = *session_match(session); /* a shallow copy: nothing in it is freed */
	struct why_source source = {.match = &match,
				    .stopped = session_state(session) == JUDGE_PAUSED,
				    .find = find,
				    .held = held,
				    .pending = pending,
				    .sitting = sitting,
				    .knows = knows,
				    .user = session};
	int64_t n;

	session_whole_file(session);
	session_limits_at(session, INT64_MAX, &match.setup.turn_limit, &match.setup.match_limit);
	if (read_number(arguments, &n))
		return why(&source, WHY_MESSAGE, n, answer);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(words[i].word, arguments) == 0)
			return why(&source, words[i].what, 0, answer);
	return bytes_text("expected verdict, fault, stop or a message such as #41, not \"%s\"", arguments);
}

static const char *const why_words[] = {"verdict", "fault", "stop", NULL};

const struct command commands_of_reasons[] = {
	{"why", "[verdict|fault|stop|#N]",
	 "explain the newest verdict, fault or stop, the one you name, or message N: rule, bytes, times",
	 tell_why, why_words},
	{0},
};
