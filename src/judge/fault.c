/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fault.c - what a protocol reports about a seat: faults, and notices for people.
 *
 * Both are rows of tables (event.h).  A fault is noted once for a seat and then only counted.  */
#include "judge_parts.h"

#include <stdlib.h>
#include <string.h>

/* Counts a fault.  True: it is the seat's first of this kind.  */
static bool count_fault(struct seat *seat, const struct fault_row *row)
{
	seat->faults.in_turn++;
	for (int i = 0; i < seat->faults.kinds; i++)
		if (seat->faults.kind[i].row == row) {
			seat->faults.kind[i].count++;
			return false;
		}
	seat->faults.kind = bytes_resized(seat->faults.kind,
					  (size_t)(seat->faults.kinds + 1) * sizeof(*seat->faults.kind));
	seat->faults.kind[seat->faults.kinds++] = (struct fault_kind){.row = row, .count = 1};
	return true;
}

/* True: the seat loses because of it.  */
static bool note_fault(struct judge *judge, int s, const struct fault_row *row)
{
	enum { KEPT = 200 };
	const struct message *message = judge_cause(judge);
	bool strict = row->weight == FAULT_FORGIVEN && judge->match.setup.strict;

	if (message && judge_hand_excuses(judge, message)) {
		judge_mark_cause(judge, message->flags & MESSAGE_EDITED ? 0 : MESSAGE_REPLY);
		return row->weight == FAULT_LOSES;
	}
	judge_mark_cause(judge, MESSAGE_FAULT);
	judge_stop(judge,
		   (struct stop){.kind = STOP_FAULT, .seat = s, .message = message, .words = row->phrase});
	if (count_fault(&judge->seat[s], row))
		judge_note(judge, s,
			   (struct event){.kind = EVENT_FAULT,
					  .word = row->name,
					  .number = {message ? message->n : 0, strict}},
			   message ? message->bytes : NULL,
			   message && message->size > KEPT ? KEPT
			   : message                       ? message->size
							   : 0);
	return strict || row->weight == FAULT_LOSES;
}

bool referee_fault(struct judge *judge, int s, const struct fault_row *row)
{
	return referee_fault_as(judge, s, row, NULL, "broke the protocol: %s", row->phrase);
}

bool referee_fault_as(struct judge *judge, int s, const struct fault_row *row, const char *cause,
		      const char *format, ...)
{
	va_list args;
	char *words;

	if (note_fault(judge, s, row)) {
		va_start(args, format);
		words = bytes_vtext(format, args);
		va_end(args);
		referee_forfeit_case(judge, s, REASON_PROTOCOL, cause, "%s", words);
		free(words);
	}
	return judge->match.over;
}

void referee_notice(struct judge *judge, int seat, const struct notice_row *row)
{
	referee_notice_of(judge, seat, row, 0, 0, NULL);
}

void referee_notice_of(struct judge *judge, int seat, const struct notice_row *row, int64_t a, int64_t b,
		       const char *text)
{
	judge_note(judge, seat, (struct event){.kind = EVENT_NOTICE, .word = row->name, .number = {a, b}},
		   text, text ? strlen(text) : 0);
}

void referee_no_move(struct judge *judge, int s, bool told)
{
	int64_t tolerance = judge->seat[s].time.clock.tolerance;
	struct limit limit = judge_limit(judge, s, tolerance);

	judge_note(judge, s,
		   (struct event){
			   .kind = EVENT_NO_MOVE, .word = limit.which, .number = {limit.ns, tolerance, told}},
		   NULL, 0);
}

void judge_forget_turn_faults(struct judge *judge, int s)
{
	judge->seat[s].faults.in_turn = 0;
}

void judge_forgive(struct judge *judge, int s, int64_t over)
{
	const struct setup *setup = &judge->match.setup;
	struct limit limit = judge_limit(judge, s, over);

	judge->seat[s].faults.forgiven++;
	judge_note(judge, s,
		   (struct event){.kind = EVENT_FORGIVEN,
				  .word = limit.which,
				  .number = {over, limit.ns, setup->tolerance}},
		   NULL, 0);
}

void judge_note_fault_counts(struct judge *judge)
{
	for (int s = 0; s < SEATS; s++)
		for (int i = 0; i < judge->seat[s].faults.kinds; i++)
			if (judge->seat[s].faults.kind[i].count > 1)
				judge_note(judge, s,
					   (struct event){.kind = EVENT_FAULT_COUNT,
							  .word = judge->seat[s].faults.kind[i].row->name,
							  .number = {judge->seat[s].faults.kind[i].count}},
					   NULL, 0);
}

int judge_faults(const struct judge *judge, int seat)
{
	int sum = judge->seat[seat].faults.forgiven;

	for (int i = 0; i < judge->seat[seat].faults.kinds; i++)
		sum += judge->seat[seat].faults.kind[i].count;
	return sum;
}
