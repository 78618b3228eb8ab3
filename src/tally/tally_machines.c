/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tally_machines.c - the machines that played a tournament, and whether they are alike.  */
#include "tally_machines.h"

#include "ringside/words.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MACHINES_MOST = 1000, TEXT_MOST = 200 /* bytes */ };

static char *shown(const json_t *text)
{
	const char *value = json_string_value(text);
	struct bytes words = {0};

	bytes_add(&words, "", 0);
	if (value && strlen(value) <= TEXT_MOST)
		words_add_name(&words, value);
	return words.at;
}

static bool same_machine(const struct tally_machine *a, const struct tally_machine *b)
{
	return strcmp(a->shard, b->shard) == 0 && strcmp(a->cpu, b->cpu) == 0 &&
	       strcmp(a->ringside, b->ringside) == 0 && a->cores == b->cores;
}

static void free_machine(struct tally_machine *machine)
{
	free(machine->shard);
	free(machine->cpu);
	free(machine->ringside);
}

/* Of a process that went on after a kill, the slower clock counts.  */
static void add_machine(struct tallied *tallied, struct tally_machine machine)
{
	for (int i = 0; i < tallied->machine_count; i++)
		if (same_machine(&tallied->machines[i], &machine)) {
			tallied->machines[i].clock_ns = fmax(tallied->machines[i].clock_ns, machine.clock_ns);
			free_machine(&machine);
			return;
		}
	if (tallied->machine_count == MACHINES_MOST) {
		free_machine(&machine);
		return;
	}
	tallied->machines = bytes_resized(tallied->machines,
					  ((size_t)tallied->machine_count + 1) * sizeof(*tallied->machines));
	tallied->machines[tallied->machine_count++] = machine;
}

char *tally_machine_read(struct tallied *tallied, const char *text, size_t size)
{
	json_error_t error;
	json_t *object = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error),
	       *said = json_object_get(object, "machine");
	json_int_t cores = json_integer_value(json_object_get(said, "cores"));
	const json_t *clock = json_object_get(said, "clock_ns");
	double ns = json_is_number(clock) ? json_number_value(clock) : NAN;

	if (!json_is_object(said) || cores < 0 || cores > 1000000 || ns < 0 || ns > 1e12) {
		json_decref(object);
		return object ? bytes_text("expected what a machine is: \"cores\", \"cpu\" and \"clock_ns\"")
			      : bytes_text("%s", error.text);
	}
	add_machine(tallied, (struct tally_machine){.shard = shown(json_object_get(said, "shard")),
						    .cpu = shown(json_object_get(said, "cpu")),
						    .ringside = shown(json_object_get(said, "ringside")),
						    .cores = (int)cores,
						    .clock_ns = ns});
	json_decref(object);
	return NULL;
}

/* Limits in milliseconds need clocks that are alike: a look that takes a tenth of a millisecond is not, nor
 * one that takes ten times as long as another's and is not short.  */
static const double slow_ns = 1e5, short_ns = 1e3, times = 10;

static void note_clocks(struct tallied *tallied)
{
	const struct tally_machine *quickest = NULL, *slowest = NULL;

	for (int i = 0; i < tallied->machine_count; i++) {
		const struct tally_machine *machine = &tallied->machines[i];

		if (isnan(machine->clock_ns))
			continue;
		if (!quickest || machine->clock_ns < quickest->clock_ns)
			quickest = machine;
		if (!slowest || machine->clock_ns > slowest->clock_ns)
			slowest = machine;
	}
	if (!slowest || (slowest->clock_ns < slow_ns &&
			 (slowest->clock_ns < short_ns || slowest->clock_ns < times * quickest->clock_ns)))
		return;
	bytes_addf(
		&tallied->notes,
		"a look at the clock took %.0f ns in shard %s and %.0f ns in shard %s: that is too different "
		"for limits in "
		"milliseconds\n",
		quickest->clock_ns, quickest->shard, slowest->clock_ns, slowest->shard);
}

static void note_cores(struct tallied *tallied)
{
	const struct tally_machine *first = tallied->machines;

	for (int i = 1; i < tallied->machine_count; i++) {
		const struct tally_machine *other = &tallied->machines[i];

		if (strcmp(first->cpu, other->cpu) == 0 &&
		    (first->cores == other->cores || !first->cores || !other->cores))
			continue;
		bytes_addf(&tallied->notes,
			   "shard %s had %d cores (%s) and shard %s %d (%s): limits in milliseconds, and "
			   "times in the "
			   "tables, do not mean the same on both\n",
			   first->shard, first->cores, first->cpu, other->shard, other->cores, other->cpu);
		return;
	}
}

void tally_machines_note(struct tallied *tallied)
{
	note_clocks(tallied);
	note_cores(tallied);
}

void tally_machines_free(struct tallied *tallied)
{
	for (int i = 0; i < tallied->machine_count; i++)
		free_machine(&tallied->machines[i]);
	free(tallied->machines);
}
