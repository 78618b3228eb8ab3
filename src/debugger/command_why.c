/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_why.c - `why`: explains the verdict, a stop, a fault or a message.  `message` shows all of a
 * message, `yank` copies it.  */
#include "commands.h"

#include "ringside/bytes.h"
#include "ringside/shown.h"
#include "ringside/why.h"
#include <inttypes.h>
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

static char *ask(struct console *console, enum why_what what, int64_t n, bool *answer)
{
	struct session *session = console->view->session;
	struct match match = *session_match(session); /* a shallow copy: only its setup is freed */
	struct why_source source = {.match = &match,
				    .stopped = session_state(session) == JUDGE_PAUSED,
				    .find = find,
				    .held = held,
				    .pending = pending,
				    .sitting = sitting,
				    .knows = knows,
				    .user = session};
	char *text;

	session_whole_file(session);
	session_setup_at(session, INT64_MAX, &match.setup);
	text = why(&source, what, n, answer);
	setup_free(&match.setup);
	return text;
}

/* The message that is selected on the screen; 0: none.  */
static int64_t selected(struct console *console, bool *chosen)
{
	*chosen = false;
	return console->selected ? console->selected(console->user, chosen) : 0;
}

static char *tell_why(struct console *console, const char *arguments, bool *answer)
{
	static const struct {
		const char *word;
		enum why_what what;
	} words[] = {{"", WHY_NEWEST}, {"verdict", WHY_VERDICT}, {"fault", WHY_FAULT}, {"stop", WHY_STOP}};
	int64_t n;
	bool chosen;

	if (strcmp(arguments, "here") == 0) {
		n = selected(console, &chosen);
		return ask(console, chosen ? WHY_MESSAGE : WHY_NEWEST, n, answer);
	}
	if (read_number(arguments, &n))
		return ask(console, WHY_MESSAGE, n, answer);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(words[i].word, arguments) == 0)
			return ask(console, words[i].what, 0, answer);
	return bytes_text("expected verdict, fault, stop, here or a message such as #41, not \"%s\"",
			  arguments);
}

/* Reads the number of a message; without one it is that of the selected message.  */
static char *read_message(struct console *console, const char *arguments, int64_t *n)
{
	bool chosen;

	if (*arguments)
		return read_number(arguments, n)
			       ? NULL
			       : bytes_text("expected a message such as #41, not \"%s\"", arguments);
	*n = selected(console, &chosen);
	if (!*n && console->held && console->held(console->user) > 0)
		return bytes_text(
			"a held message has its number only when it has passed: `held` shows it, e edits it");
	return *n ? NULL : bytes_text("no message is selected: Tab goes to a pane of messages");
}

/* The details of a message that the file lacks.  */
static char *tell_gap(struct console *console, int64_t n)
{
	struct match_file *file = session_file(console->view->session);
	struct gap gap;
	char *words, *text;

	if (!file || !match_file_lacks(file, n, &gap))
		return NULL;
	words = gap_words(&gap);
	text = bytes_text("Here the match file has a gap\n  %s\n", words);
	free(words);
	return text;
}

static char *message(struct console *console, const char *arguments, bool *answer)
{
	bool turn = strcmp(arguments, "turn") == 0, turned;
	int step = strcmp(arguments, "next") == 0 ? 1 : strcmp(arguments, "previous") == 0 ? -1 : 0;
	char *text, *problem = NULL;
	int64_t n;

	if (step)
		problem = console->select ? console->select(console->user, step) : command_no_screen();
	if (!problem)
		problem = read_message(console, step || turn ? "" : arguments, &n);
	if (problem)
		return problem;
	turned = (step || turn) && console->is_turned && console->is_turned(console->user) != turn;
	text = ask(console, turned ? WHY_DETAILS_TURNED : WHY_DETAILS, n, answer);
	if (!*answer && (problem = tell_gap(console, n))) {
		free(text);
		text = problem;
		*answer = true;
	}
	if (!*answer || !console->details)
		return text;
	console->details(console->user, n, turned, text);
	free(text);
	return NULL;
}

static char *yank(struct console *console, const char *arguments, bool *answer)
{
	struct session *session = console->view->session;
	struct match_file *file = session_whole_file(session);
	struct message_query query = {.seats = ~0u, .channels = CHANNEL_ALL};
	struct message found;
	int64_t n;
	char *problem = read_message(console, arguments, &n), *words;

	if (problem)
		return problem;
	if (!console->copy)
		return command_no_screen();
	if (!console->view->clipboard)
		return bytes_text("ringside sends nothing to the terminal's clipboard: `set clipboard on` "
				  "allows it");
	query.last = n;
	if (!file || match_file_after(file, &query, n - 1, 1, &found) != 1)
		return bytes_text("there is no message #%" PRId64, n);
	if (found.direction == EVENT) {
		words = event_words(&found);
		console->copy(console->user, words, strlen(words));
		free(words);
	} else {
		console->copy(console->user, found.bytes, shown_size(&session_match(session)->setup, &found));
	}
	*answer = true;
	return bytes_text("message #%" PRId64 " was sent to the terminal's clipboard", n);
}

static const char *const why_words[] = {"verdict", "fault", "stop", "here", NULL};
static const char *const message_words[] = {"next", "previous", "turn", NULL};

const struct command commands_of_reasons[] = {
	{"why", "[verdict|fault|stop|here|#N]",
	 "explain the newest verdict, fault or stop, the one you name, the message selected here, or message "
	 "N: rule, bytes, times",
	 tell_why, why_words},
	{"message", "[next|previous|turn|#N]",
	 "show everything about the selected message, the next one, or message N; turn: in hexadecimal, or "
	 "as "
	 "text again",
	 message, message_words},
	{"yank", "[#N]", "copy the selected message, or message N, to the terminal's clipboard", yank, NULL},
	{0},
};
