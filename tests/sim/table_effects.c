/* table_effects.c - what the judge wants is carried out, a little later than it wants it.  */
#include "table_state.h"

#include <stdlib.h>
#include <string.h>

/* A brain reads what was written, and is asked in the turn that is the next.  */
static void write_to(struct table *table, const struct message *message)
{
	struct process *process = &table->process[message->seat];
	int seat = message->seat;
	char *line = bytes_copy(message->bytes, message_text_size(message));

	CHECK(table, message->size > 2 && strcmp(message->bytes + message->size - 2, "\r\n") == 0,
	      "a line that is empty or not ended with CR LF was sent: \"%s\"", line);
	if (process->exists && strcmp(line, "END") == 0)
		process->told_end = true;
	if (message->flags & MESSAGE_STARTS) {
		table->began_running[seat] = table->running;
		table->timed[seat] = true;
	}
	if (!process->exists) {
		free(line);
		return;
	}
	if (brain_is_ask(line)) {
		if (table->ask_count + 1 >= table->ask_room) {
			table->ask_room = table->ask_room ? 2 * table->ask_room : 32;
			table->asks =
				bytes_resized(table->asks, (size_t)table->ask_room * sizeof(*table->asks));
		}
		table->asks[++table->ask_count] = (struct ask){
			.turn = judge_match(table->judge)->turn_count + 1, .epoch = table->epoch};
	}
	brain_hears(&process->brain, table->now, line, table->ask_count);
	CHECK(table, !process->brain.puzzled, "seat %d was told what cannot be: %s", seat, line);
	table_check_board(table, seat);
	table_take_deeds(process);
	free(line);
}

void table_carry_out(struct table *table)
{
	struct effect effect;

	while (judge_effect(table->judge, table->now, &effect)) {
		switch (effect.kind) {
		case EFFECT_SPAWN: table_spawn(table, effect.seat); break;
		case EFFECT_DRAIN: table_drain(table, effect.seat); break;
		case EFFECT_MESSAGE:
			table_record(table, &effect.message);
			if (effect.message.direction == TO_AGENT)
				write_to(table, &effect.message);
			break;
		case EFFECT_TURN: table_check_turn(table, effect.seat); break;
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
		case EFFECT_SCORE:
		case EFFECT_NAME:
		case EFFECT_VERDICT: break;
		}
		table_advance(table, table->now + chance_below(&table->chance, 3000));
	}
}
