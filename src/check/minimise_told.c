/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* minimise_told.c - a try of `ringside minimise` for a game whose rules another judge had.
 *
 * A fresh agent is told messages that the recorded one was told, and this process records the game as a tap
 * would (tap.h).  After a question it has as long as the recorded agent needed at most, many times over, then
 * it hangs.  When all is told its input is closed.  */
#include "minimise.h"

#include "ringside/bytes.h"
#include "ringside/trust.h"
#include "ringside/words.h"
#include "runner/tap.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>

bool minimise_is_told(const struct setup *setup)
{
	const struct protocol *protocol = protocol_named(setup->system);

	return setup_given(setup, OPTION_TAPPED) && protocol->tap && protocol->tap->outside;
}

static bool is_binary(const struct setup *setup)
{
	return protocol_named(setup->system)->framing != NULL;
}

struct reading {
	struct minimise_case *found;
	int seat; /* of the agent */
	bool binary;
	bool spoken; /* the agent has */
	bool asked;  /* once */
	struct bytes said;
};

/* What was said until a question is one piece, which is left out or not.  What comes up to the first question
 * stays, as the agent learns the game from it.  */
static void end_piece(struct reading *reading)
{
	FREED char *text = edit_words(reading->said.at, reading->said.size, reading->binary);

	if (!reading->said.size)
		return;
	minimise_case_add(reading->found, seat_opponent(reading->seat), MINIMISE_TELLS, text);
	reading->found->turns[reading->found->count - 1].early = !reading->spoken;
	if (!reading->asked)
		reading->found->begin = reading->found->count;
	bytes_drop(&reading->said, reading->said.size);
}

static void read_message(struct reading *reading, const struct message *message)
{
	if (message->seat != reading->seat || message->flags & (MESSAGE_WITHHELD | MESSAGE_UNSENT))
		return;
	if (message->direction == FROM_AGENT && message->channel != CHANNEL_STDERR && !reading->spoken) {
		end_piece(reading);
		reading->spoken = true;
	}
	if (message->direction != TO_AGENT)
		return;
	bytes_add(&reading->said, message->bytes, message->size);
	if (!(message->flags & MESSAGE_ASKS))
		return;
	end_piece(reading);
	reading->asked = true;
}

char *minimise_read_told(struct match_file *file, int seat, int turns, struct minimise_case *found)
{
	enum { PAGE = 64 };
	struct reading reading = {.found = found, .seat = seat};
	struct message page[PAGE];
	struct setup setup;
	int64_t after = 0;
	int count;

	if (!match_file_setup(file, 0, &setup))
		return bytes_text("%s", match_file_problem(file));
	reading.binary = is_binary(&setup);
	while ((count = match_file_history(file, match_file_shown(file), after, PAGE, page)) > 0) {
		for (int i = 0; i < count && (turns < 0 || page[i].turn <= turns); i++)
			read_message(&reading, &page[i]);
		after = page[count - 1].n;
	}
	end_piece(&reading);
	bytes_free(&reading.said);
	setup_free(&setup);
	return NULL;
}

struct telling {
	const struct minimise_try *try;
	struct tap *tap;
	struct agent *agent;
	struct watch *timer; /* rings when it hangs, or when it may be told more */
	int told;            /* messages */
	bool closed;         /* its input */
	bool over;
	struct ending ending;
	bool spoken;   /* it has, or it had time to */
	bool answered; /* once */
};

static void tell_next(struct telling *telling)
{
	const struct minimise_turn *turn = &telling->try->played->turns[telling->told++];
	FREED_BY(bytes_free) struct bytes bytes = {0};

	free(edit_read(turn->text, is_binary(telling->try->setup), &bytes));
	tap_told(telling->tap, loop_now(), bytes.at, bytes.size);
	agent_write(telling->agent, bytes.at, bytes.size);
}

/* A judge waits until its agent has greeted it, as the recorded one did.  */
static bool may_tell(const struct telling *telling)
{
	const struct minimise_case *played = telling->try->played;

	return telling->told < played->count && !tap_awaits(telling->tap) &&
	       (telling->spoken || played->turns[telling->told].early);
}

static void go_on(struct telling *telling)
{
	if (telling->over)
		return;
	while (may_tell(telling))
		tell_next(telling);
	if (telling->told == telling->try->played->count && !tap_awaits(telling->tap) && !telling->closed) {
		telling->closed = true;
		agent_dismiss(telling->agent, 0);
	}
	loop_at(telling->timer, loop_now() + (telling->answered ? telling->try->patience.answer
								: telling->try->patience.first));
}

/* It has neither answered nor ended.  */
static void is_late(void *user, int events UNUSED)
{
	struct telling *telling = user;

	if (tap_awaits(telling->tap) || telling->closed) {
		agent_signal(telling->agent, SIGKILL);
	} else {
		telling->spoken = true;
		go_on(telling);
	}
}

static void wrote(void *user, int64_t t, enum stream stream, const char *bytes, size_t size)
{
	struct telling *telling = user;

	bool awaited = tap_awaits(telling->tap);

	tap_wrote(telling->tap, t, stream, bytes, size);
	telling->spoken = telling->spoken || stream == STREAM_STDOUT;
	telling->answered = telling->answered || (awaited && !tap_awaits(telling->tap));
	go_on(telling);
}

static void exited(void *user, int64_t t UNUSED, struct ending ending)
{
	struct telling *telling = user;

	telling->over = true;
	telling->ending = ending;
	loop_stop(telling->try->loop);
}

/* Does the file say that it has happened?  */
static bool happens(const struct telling *telling, const struct match *match)
{
	const struct minimise_while *wanted = telling->try->wanted;
	const struct verdict *verdict = &match->verdict;
	/* As in the file that is made shorter: what another judge has ended while it waited is a hang.  */
	bool hangs = verdict->reason && strcmp(verdict->reason, REASON_INTERRUPTED) == 0, is = false;

	for (int i = 0; i < 2 && match->over && verdict->blame == telling->try->seat; i++)
		is = is || (wanted->reason[i] &&
			    strcmp(wanted->reason[i], hangs ? REASON_TIMEOUT : verdict->reason) == 0);
	return is;
}

static void take_result(const struct telling *telling, struct minimise_result *result)
{
	const struct minimise_try *try = telling->try;
	FREED char *problem = NULL;
	struct match_file *file = match_file_open(try->record, &problem);
	struct minimise_case told = {0};
	struct match match;

	result->words = bytes_text("no game began");
	if (file && match_file_match(file, &match)) {
		free(result->words);
		result->words = bytes_text("%s: %s", match.over ? match.verdict.reason : "unfinished",
					   match.verdict.detail ? match.verdict.detail : "");
		if (happens(telling, &match)) {
			result->end = MINIMISE_YES;
			result->seat = try->seat;
			free(minimise_read_told(file, try->seat, -1, &told));
			result->turns = told;
			result->messages = minimise_messages(file, try->seat);
		}
		match_free(&match);
	}
	match_file_close(file);
}

struct minimise_result minimise_tell(const struct minimise_try *try)
{
	static const struct agent_events events = {.bytes = wrote, .exited = exited};
	struct minimise_result result = {.end = MINIMISE_NO};
	struct telling telling = {.try = try};
	struct agent_sandbox sandbox;
	struct agent_setup agent = session_agent_setup(try->session, try->setup, try->seat, &sandbox);
	FREED char *command = seed_command(try->setup, try->seat, try->setup->seat[try->seat].command);

	agent.command = command;
	agent.stderr_pipe = true;
	telling.timer = loop_timer(try->loop, LOOP_LATER, is_late, &telling);
	telling.agent = agent_spawn(try->loop, &agent, &events, &telling, &result.words);
	if (!telling.agent) {
		result.end = MINIMISE_FAILED;
		result.status = EXIT_NOT_STARTED;
	} else {
		trust_remember(trust_own_id(),
			       &(struct launch){.command = try->setup->seat[try->seat].command});
		telling.tap = tap_again(try->setup, try->record, agent_pid(telling.agent));
		go_on(&telling);
		while (!telling.over && !*try->interrupted)
			loop_run(try->loop);
		tap_over(telling.tap, loop_now(), telling.ending, telling.closed);
		agent_free(telling.agent);
		take_result(&telling, &result);
	}
	loop_unwatch(telling.timer);
	if (*try->interrupted && result.end == MINIMISE_NO)
		result.end = MINIMISE_INTERRUPTED;
	if (result.end != MINIMISE_YES)
		minimise_remove(try->record, &try->before, try->setup);
	return result;
}
