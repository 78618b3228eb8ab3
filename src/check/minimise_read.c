/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* minimise_read.c - reads what happened in a recorded match: the moves, and what a person did besides.
 *
 * A judge replays the record, so each act is seen with the position in which it came. The person of a try
 * sits opposite the agent: whatever a person did is theirs. A change of the opponent's move is simply another
 * move, and what was edited, dropped or delayed at the gate is left out.  */
#include "minimise_state.h"
#include "ringside/bytes.h"
#include "ringside/edit.h"
#include "ringside/replay.h"
#include <inttypes.h>
#include <stdlib.h>

struct reading {
	struct minimise_case *found;
	struct judge *judge;
	int seat;     /* of the agent */
	int person;   /* the seat of who does the rest */
	bool alone;   /* nobody sits there */
	bool binary;  /* the protocol */
	bool sending; /* the next message to the agent is a person's */
	int turns;    /* up to which the match is read; -1: all */
	int cut;      /* what belongs to these turns */
};

static void add(struct reading *reading, enum minimise_act act, bool early, char *text)
{
	minimise_case_add(reading->found, reading->person, act, text);
	reading->found->turns[reading->found->count - 1].early = early;
	free(text);
}

/* A person put a move in place of another, when `before` turns were played and the agent was to move or not.
 */
static void add_override(struct reading *reading, const struct message *message, int before, bool early)
{
	const struct match *match = judge_match(reading->judge);
	const struct turn *turn = match_turn(match, match->turn_count);
	bool replaced = match->turn_count == before;
	char *move = bytes_copy(message->bytes, message->size);

	if (!turn) {
		free(move);
	} else if (turn->seat == reading->seat) {
		add(reading, replaced ? MINIMISE_OVERRIDE : MINIMISE_ANSWER, early && !replaced, move);
	} else {
		if (replaced)
			add(reading, MINIMISE_TAKEBACK, early, bytes_text("1"));
		minimise_case_add(reading->found, turn->seat, MINIMISE_MOVES, move);
		free(move);
	}
}

/* What followed from a message, before which `before` turns were played.  */
static void note(struct reading *reading, const struct message *message, int before, bool early)
{
	bool event = message->direction == EVENT;
	bool to_agent = message->seat == reading->seat;

	if (event && message->event.kind == EVENT_OVERRIDE) {
		add_override(reading, message, before, early);
		return;
	}
	if (event && message->event.kind == EVENT_TAKEBACK)
		add(reading, MINIMISE_TAKEBACK, early, bytes_text("%" PRId64, message->event.number[0]));
	if (event && message->event.kind == EVENT_TURN_LIMIT && (to_agent || message->seat == SEAT_NONE))
		add(reading, MINIMISE_LIMIT, early, bytes_text("%" PRId64, message->event.number[0]));
	if (message->direction == TO_AGENT && to_agent && reading->sending) {
		add(reading, MINIMISE_SENDS, early,
		    edit_words(message->bytes, message->size, reading->binary));
		reading->sending = false;
	}
	if (event && message->event.kind == EVENT_SEND && to_agent)
		reading->sending = true;
	minimise_case_add_turns(reading->found, judge_match(reading->judge), before);
}

/* False: the judge would not have done so.  */
static bool take(struct reading *reading, const struct message *message)
{
	const struct match *match = judge_match(reading->judge);
	int before = match->turn_count;
	bool early = reading->alone || judge_to_move(reading->judge, reading->seat);
	struct effect effect;

	if (!replay_feed(reading->judge, message))
		return false;
	while (judge_effect(reading->judge, 0, &effect))
		;
	note(reading, message, before, early);
	if (reading->turns < 0 || match->turn_count <= reading->turns)
		reading->cut = reading->found->count;
	return true;
}

bool minimise_read(struct match_file *file, const struct setup *setup, int seat, int turns,
		   struct minimise_case *found)
{
	struct reading reading = {.found = found,
				  .seat = seat,
				  .person = seat == SEAT_1 ? SEAT_2 : SEAT_1,
				  .alone = setup_lone_seat(setup) != SEAT_NONE,
				  .binary = protocol_named(setup->system)->framing != NULL,
				  .turns = turns};
	struct message page[64];
	char *problem = NULL;
	bool good = true;
	int64_t after = 0;
	int count;

	reading.judge = judge_new(setup, &problem);
	free(problem);
	if (!reading.judge)
		return false;
	replay_begin(reading.judge);
	while (good && (count = match_file_history(file, match_file_shown(file), after, 64, page)) > 0)
		for (int i = 0; i < count && good; i++) {
			good = take(&reading, &page[i]);
			after = page[i].n;
		}
	judge_free(reading.judge);
	if (!good) {
		minimise_case_free(found);
		return false;
	}
	while (found->count > reading.cut)
		free(found->turns[--found->count].text);
	return true;
}
