/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* situation.c - where a person is: which keys mean something now.
 *
 * The line of keys, the ? screen, the completion of the prompt and the words about a key that does nothing
 * all ask here.  */
#include "commands.h"

#include "ringside/bytes.h"

#include <assert.h>
#include <string.h>

static const struct {
	unsigned bit;
	const char *holds, *lacks;
} words[] = {
#define X(NAME, holds, lacks) {WHEN_##NAME, holds, lacks},
	SITUATIONS(X)
#undef X
};

static unsigned state_of(const struct session *session)
{
	if (!session_is_live(session))
		return WHEN_FILE;
	switch (session_state(session)) {
	case JUDGE_PAUSED: return WHEN_PAUSED;
	case JUDGE_OVER: return WHEN_OVER | (session_waits(session) ? WHEN_NEXT_GAME : 0);
	case JUDGE_RUNNING:
	case JUDGE_STEPPING: break;
	}
	return WHEN_RUNNING;
}

bool command_is_final(const struct console *console)
{
	const struct match *match = session_match(console->view->session);

	return match->over && verdict_is_final(&match->verdict) &&
	       view_turns(console->view) == match->turn_count;
}

unsigned situation_of(const struct console *console)
{
	const struct session *session;
	unsigned situation;

	assert(console && console->view);
	session = console->view->session;
	situation = state_of(session) | (console->pane ? console->pane(console->user) : 0);
	if (!view_is_live(console->view))
		situation |= WHEN_BACK;
	if (situation & (WHEN_OVER | WHEN_FILE | WHEN_BACK) && !command_is_final(console))
		situation |= WHEN_GOES_ON;
	if (session_held(session, 0))
		situation |= WHEN_HELD;
	if (console->view->replaying)
		situation |= WHEN_REPLAYING;
	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (!(situation & WHEN_OVER) && session_waits_for(session, seat))
			situation |= WHEN_YOUR_TURN;
	return situation;
}

const char *situation_words(unsigned situation)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (words[i].bit & situation && words[i].holds)
			return words[i].holds;
	return "";
}

const char *situation_lacking(unsigned when, unsigned situation)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (words[i].bit & when && words[i].lacks)
			return words[i].lacks;
	return situation_words(situation);
}

bool command_is_of_use(const struct command *command, unsigned situation)
{
	/* They change a match that is played here, or look into its processes.  */
	static const char *const of_play[] = {
		"pause", "continue",   "toggle", "step",   "next",     "finish",  "play", "resign",
		"draw",  "adjudicate", "held",   "edit",   "drop",     "delay",   "send", "takeback",
		"gdb",   "freeze",     "thaw",   "signal", "evaluate", "rematch", "hint", "backtrace"};

	assert(command);
	for (size_t i = 0; situation & WHEN_FILE && i < sizeof(of_play) / sizeof(of_play[0]); i++)
		if (strcmp(of_play[i], command->name) == 0)
			return false;
	return true;
}
