/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* script_stand.c - the state of a match as a line of text, for scripts without a screen.  */
#include "ringside/bytes.h"
#include "ringside/protocol.h"
#include "ringside/script.h"

#include <stdlib.h>

char *script_message_words(const struct setup *setup, const struct message *message)
{
	const struct protocol *protocol = protocol_named(setup->system);
	char *meaning = NULL;

	if (message->direction == EVENT)
		return event_words(message);
	if (protocol && protocol->texts->meaning)
		meaning = protocol->texts->meaning(setup, message);
	return meaning ? meaning : bytes_escaped(message->bytes, message_text_size(message, protocol));
}

static void add_held(struct bytes *text, struct session *session)
{
	static const char *const ways[] = {[TO_AGENT] = "to ", [FROM_AGENT] = "from ", [EVENT] = ""};
	const struct setup *setup = &session_match(session)->setup;
	const struct message *message = session_held(session, 0);
	const char *name;
	char *words;

	if (!message)
		return;
	words = script_message_words(setup, message);
	bytes_addf(text, ": %s", ways[message->direction]);
	if (message->seat == SEAT_NONE)
		bytes_add_text(text, "the game program: ");
	else
		bytes_addf(text, "seat %d (%s): ", message->seat,
			   (name = setup->seat[message->seat].name) ? name : "");
	bytes_add_text(text, words);
	free(words);
}

static void add_moves(struct bytes *text, int count)
{
	if (count)
		bytes_addf(text, "after %d move%s", count, count == 1 ? "" : "s");
	else
		bytes_add_text(text, "before the first move");
}

char *script_stand_words(struct session *session)
{
	const struct match *match = session_played(session);
	struct bytes text = {0};

	if (match->over) {
		bytes_add_text(&text, "over ");
		add_moves(&text, match->turn_count);
		bytes_addf(&text, ": %s", match->verdict.detail ? match->verdict.detail : "");
		return text.at;
	}
	if (session_state(session) == JUDGE_PAUSED) {
		bytes_add_text(&text, "stopped ");
		add_moves(&text, match->turn_count);
		if (session_stopped(session, NULL))
			bytes_addf(&text, ": %s", session_stopped(session, NULL));
		else
			add_held(&text, session);
		return text.at;
	}
	bytes_add_text(&text, "waiting ");
	add_moves(&text, match->turn_count);
	for (int s = SEAT_1; s < SEATS; s++)
		if (session_waits_for(session, s))
			bytes_addf(&text, ": seat %d (%s) is to move", s,
				   match->setup.seat[s].name ? match->setup.seat[s].name : "");
	return text.at;
}

char *script_view_words(const struct view *view)
{
	const struct match *match = session_match(view->session);
	int turns = view_turns(view);
	const struct turn *turn = match_turn(match, turns);

	struct bytes text = {0};

	bytes_add_text(&text, "viewing ");
	if (session_shown(view->session) >= 0)
		bytes_addf(&text, "branch %d, ", match->branch);
	bytes_addf(&text, "%d of %d", turns, match->turn_count);
	if (turn && turn->played)
		bytes_addf(&text, ": seat %d played %s", turn->seat, turn->played);
	return text.at;
}
