/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* why_rules.c - the rule behind each reason that all systems share, and what an ending usually means.  */
#include "why_state.h"

#include "judge/judge_state.h"
#include <stdlib.h>
#include <string.h>

static const struct reason_row shared[] = {
	{REASON_ILLEGAL, NULL, "A move that the rules of the game do not allow loses.", "ringside: illegal"},
	{REASON_TIMEOUT, NULL,
	 "An answer has to be there, whole, before the limit has passed. The clock runs from the moment "
	 "before the question is written to the moment its last byte was read; chatter does not stop it.",
	 "ringside: --turn-time, --match-time, --tolerance"},
	{REASON_CRASH, NULL,
	 "An agent that is ended by a signal, or ends itself with a status other than 0, while it is still "
	 "needed, loses, on the other's turn too.",
	 "ringside: crash"},
	{REASON_EXIT, NULL, "An agent that leaves while it is still needed loses, on the other's turn too.",
	 "ringside: exit"},
	{REASON_PROTOCOL, NULL,
	 "Bytes that cannot be understood where an answer is due lose; with --strict each fault does.",
	 "ringside: protocol, --strict"},
	{REASON_MEMORY, NULL, "All processes of an agent together may not use more memory than it was told.",
	 "ringside: --memory"},
	{REASON_START, NULL, "An agent has to be ready within the limit, and stay.",
	 "ringside: --start-time"},
	{REASON_RESIGN, NULL, "Who gives up loses.", "ringside: resign"},
	{REASON_ADJUDICATED, NULL, "A person decided how the match ends.", "ringside: adjudicate, draw"},
	{REASON_INTERRUPTED, NULL, "A person broke the match off: nobody has won.", "ringside: quit"},
	{0},
};

static const struct reason_row *row_of(const struct reason_row *row, const struct verdict *verdict)
{
	size_t size = strlen(verdict->reason);

	for (; row && row->reason; row++)
		if (strncmp(row->reason, verdict->reason, size) == 0 &&
		    (!row->reason[size] || (row->reason[size] == ' ' && verdict->cause &&
					    strcmp(row->reason + size + 1, verdict->cause) == 0)))
			return row;
	return NULL;
}

void why_rule(struct why *why, const struct verdict *verdict)
{
	const struct setup *setup = &why->match->setup;
	const struct reason_row *row = row_of(protocol_named(setup->system)->reasons, verdict);
	const char *text;

	if (!row)
		row = row_of(shared, verdict);
	if (!row)
		return;
	bytes_addf(&why->text, "Rule\n  %s\n", row->rule);
	text = row->option ? setup_given(setup, row->option->name) : NULL;
	if (text)
		bytes_addf(&why->text, "  This match was played with --%s %s.\n", row->option->name, text);
	bytes_addf(&why->text, "  [%s]\n", row->source);
}

const char *why_ending(const struct event *event)
{
	static const struct {
		const char *signal; /* NULL: of an exit status */
		int status;
		const char *meaning;
	} endings[] = {
		{"SIGSEGV", 0, "it touched memory that is not its own"},
		{"SIGBUS", 0, "it touched memory that cannot be there"},
		{"SIGABRT", 0, "it gave itself up: an assertion, or memory that was freed twice"},
		{"SIGFPE", 0, "a division by zero, or a number that does not fit"},
		{"SIGILL", 0, "it ran into what is no instruction of this processor"},
		{"SIGKILL", 0, "somebody killed it: the system does when memory runs out"},
		{"SIGTERM", 0, "somebody told it to end"},
		{"SIGPIPE", 0, "it wrote to a pipe that nobody reads any more"},
		{"SIGXCPU", 0, "it used more CPU time than allowed"},
		{"SIGXFSZ", 0, "it wrote a file larger than allowed"},
		{NULL, 126, "a shell could not run the program"},
		{NULL, 127, "a shell did not find the program"},
		{NULL, 134, "a shell tells of SIGABRT: an assertion, or memory that was freed twice"},
		{NULL, 137, "a shell tells of SIGKILL: the system kills when memory runs out"},
		{NULL, 139, "a shell tells of SIGSEGV: memory that is not its own"},
	};
	const char *signal = event->kind == EVENT_ENDED ? event->word : NULL;

	for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++)
		if (endings[i].signal ? signal && strcmp(endings[i].signal, signal) == 0
				      : event->kind == EVENT_EXITED && event->number[0] == endings[i].status)
			return endings[i].meaning;
	return NULL;
}
