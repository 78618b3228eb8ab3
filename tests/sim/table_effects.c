/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* table_effects.c - carries out the judge's effects, a little after the judge made them.  */
#include "table_state.h"

#include <stdlib.h>
#include <string.h>

/* A process reads what was written.  */
static void write_to(struct table *table, const struct message *message)
{
	struct process *process = &table->process[message->seat];
	FREED char *line = bytes_copy(message->bytes, message_text_size(message, NULL));

	if (process->exists && table->fixture->goodbye && strcmp(line, table->fixture->goodbye) == 0)
		process->told_end = true;
	if (message->flags & MESSAGE_STARTS) {
		table->began_running[message->seat] = table_ran(table, message->seat);
		table->timed[message->seat] = true;
	}
	table->fixture->told(table, message, line);
	if (process->exists)
		table_take_deeds(process);
}

static void check_turn(struct table *table, const struct effect *effect)
{
	const struct turn *turn = judge_turn(table->judge, effect->turns);

	CHECK(table, turn->seat == effect->seat, "turn %d is of seat %d, not %d", turn->n, turn->seat,
	      effect->seat);
	table->fixture->turn(table, turn);
}

/* The effect before may have closed the gate: an exit counts when the question is written. The clocks stand
   since then.  */
static bool next_effect(struct table *table, struct effect *effect)
{
	bool ran = !table_is_paused(table), any;
	int64_t late = table->now - table->done_t, running = table->running;

	any = judge_effect(table->judge, table->now, effect);
	if (!ran || !table_is_paused(table) ||
	    table->running != running) /* otherwise a watcher has said so */
		return any;
	table->running -= late;
	for (int s = 0; s < SEATS; s++)
		table->stood[s] -= judge_seat(table->judge, s).traced ? late : 0;
	return any;
}

void table_carry_out(struct table *table)
{
	struct effect effect;

	table->done_t = table->now;
	while (next_effect(table, &effect)) {
		table->done_t = table->now;
		switch (effect.kind) {
		case EFFECT_SPAWN: table_spawn(table, effect.seat); break;
		case EFFECT_DRAIN: table_drain(table, effect.seat); break;
		case EFFECT_MESSAGE:
			table_record(table, &effect.message);
			if (effect.message.direction == TO_AGENT &&
			    !(effect.message.flags & MESSAGE_WITHHELD))
				write_to(table, &effect.message);
			break;
		case EFFECT_TURN: check_turn(table, &effect); break;
		case EFFECT_SCORE: table->fixture->score(table, effect.seat); break;
		case EFFECT_TAKEBACK:
			table->epoch++;
			table->outcome.takebacks++;
			table->progress = table->running;
			break;
		case EFFECT_DISMISS:
			table->process[effect.seat].dismissed = true;
			if (table->process[effect.seat].exists)
				table->process[effect.seat].kill_at = table->now + effect.grace_ns;
			break;
		case EFFECT_FREEZE: table->process[effect.seat].frozen = true; break;
		case EFFECT_THAW: table->process[effect.seat].frozen = false; break;
		case EFFECT_NAME:
		case EFFECT_SEAT: break;
		case EFFECT_VERDICT:
			for (int s = SEAT_1; s < SEATS; s++)
				judge_used(table->judge, table->now, s, chance_below(&table->chance, 3),
					   chance_below(&table->chance, 3));
			break;
		}
		table_advance(table, table->now + chance_below(&table->chance, 3000));
	}
	for (int s = 0; s < SEATS; s++)
		CHECK(table, !judge_seat(table->judge, s).thinks || !judge_seat(table->judge, s).has_left,
		      "seat %d has left, is asked, and this has no effect", s);
}
