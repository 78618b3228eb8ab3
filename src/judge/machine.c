/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* machine.c - what was measured of an agent: its memory, its folder, what it does, what it used.
 *
 * Memory and folders are noted only when a limit is passed, with the number that passed it.  From that number
 * a replay reaches the same verdict.  A match within its limits has no such rows.  */
#include "judge_parts.h"

#include "ringside/waiting.h"
#include <inttypes.h>

/* Nobody loses while time stands.  If a limit is still exceeded when the match goes on, it counts then.  */
static bool is_watched(const struct judge *judge, int s)
{
	const struct seat *seat = &judge->seat[s];

	return judge->phase != OVER && !judge->time.standing && seat->process.life == LIFE_ALIVE &&
	       !seat->process.leaving;
}

/* The note proves what follows from it.  */
static void note_as_proof(struct judge *judge, int seat, enum event_kind kind, int64_t bytes, int64_t allowed)
{
	judge_tell_unkept(judge, seat);
	judge_note_numbers(judge, seat, kind, bytes, allowed);
	judge_begin_cause(judge);
}

void judge_memory(struct judge *judge, int64_t t, int seat, int64_t bytes)
{
	int64_t limit = setup_memory(&judge->match.setup, seat);

	if (!limit || bytes <= limit)
		return;
	judge_time(judge, t);
	if (is_watched(judge, seat)) {
		note_as_proof(judge, seat, EVENT_MEMORY, bytes, 0);
		referee_forfeit(judge, seat, REASON_MEMORY,
				"used %" PRId64 " bytes of memory, %" PRId64 " are allowed (--memory)", bytes,
				limit);
		judge_end_cause(judge);
	}
	judge_settle(judge);
}

bool judge_folder(struct judge *judge, int64_t t, int seat, int64_t bytes, int64_t allowed)
{
	bool watched;

	judge_time(judge, t);
	watched = is_watched(judge, seat);
	if (watched) {
		note_as_proof(judge, seat, EVENT_FOLDER, bytes, allowed);
		referee_fault_as(judge, seat, &event_faults[EVENT_FAULT_FOLDER], NULL,
				 "has %" PRId64 " bytes in its temporary folder, %" PRId64
				 " are allowed (--temp-size)",
				 bytes, allowed);
		judge_end_cause(judge);
	}
	judge_settle(judge);
	return watched;
}

void judge_used(struct judge *judge, int64_t t, int s, int64_t cpu_ns, int64_t peak)
{
	const struct unfinished *unfinished = &judge->match.unfinished[s];

	if (judge->phase != OVER || unfinished->open)
		return;
	judge_time(judge, t);
	match_measure_rest(&judge->match, s, cpu_ns, peak);
	if (unfinished->open)
		judge_note(judge, s,
			   (struct event){.kind = EVENT_UNFINISHED,
					  .number = {unfinished->think_ns, cpu_ns, peak}},
			   NULL, 0);
	judge_settle(judge);
}

void judge_doing(struct judge *judge, int64_t t, int s, const struct doing *doing)
{
	judge_look_until(judge, t);
	if (judge->phase == OVER || judge->seat[s].process.life != LIFE_ALIVE)
		return;
	judge_advance(judge, t);
	judge_tell_unkept(judge, s);
	judge_note(judge, s, doing_event(doing), NULL, 0);
	match_set_doing(&judge->match, s, doing);
	judge_settle(judge);
}

int64_t judge_awaited_for(const struct judge *judge, int s, int64_t t)
{
	const struct seat *seat = &judge->seat[s];

	if (seat->time.clock.open)
		return clock_turn(&seat->time.clock, t);
	return seat->asked.state == QUESTION_OPEN && seat->asked.t >= 0
		       ? judge_since(judge, t) - seat->asked.t
		       : 0;
}

void judge_waited(struct judge *judge, int64_t t, int s, int64_t more, int64_t cpu_ns)
{
	struct waiting waiting = judge->match.unfinished[s].waiting;
	int64_t before = waiting.took_ns, most;

	judge_look_until(judge, t);
	if (judge->phase == OVER || judge_time_stands(judge, s) || judge->seat[s].process.life != LIFE_ALIVE)
		return;
	judge_advance(judge, t);
	waiting.took_ns = judge_awaited_for(judge, s, judge->time.now);
	most = waiting.took_ns - waiting.ns;
	waiting.cpu_ns = cpu_ns < most ? cpu_ns : most;
	most -= waiting.cpu_ns > 0 ? waiting.cpu_ns : 0;
	more = more > most ? most : more > 0 ? more : 0;
	if (more > 0 || (waiting.ns && waiting.took_ns > before)) {
		waiting.ns += more;
		judge_tell_unkept(judge, s);
		judge_note(judge, s, waiting_event(&waiting), NULL, 0);
		match_wait(&judge->match, s, &waiting);
		if (setup_forgives_waiting(&judge->match.setup))
			judge_forgive_waiting(judge, s, more);
	}
	judge_settle(judge);
}
