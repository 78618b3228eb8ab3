/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* why_rules.c - the rules for the reasons that all systems share, and the usual causes of an ending.  */
#include "why_state.h"

#include "judge/judge_state.h"
#include <stdlib.h>
#include <string.h>

static const struct reason_row shared[] = {
	{REASON_ILLEGAL, NULL, "A move that the rules of the game do not allow loses.", "ringside: illegal"},
	{REASON_TIMEOUT, NULL,
	 "The whole answer must arrive within the limit. The clock starts just before the question is "
	 "written and stops when the last byte of the answer was read; other output does not stop it.",
	 "ringside: --turn-time, --match-time, --tolerance"},
	{REASON_CRASH, NULL,
	 "An agent loses if a signal ends it or it exits with a status other than 0 while it is still "
	 "needed, even during the other seat's turn.",
	 "ringside: crash"},
	{REASON_EXIT, NULL,
	 "An agent loses if it exits while it is still needed, even during the other seat's turn.",
	 "ringside: exit"},
	{REASON_PROTOCOL, NULL,
	 "A seat that must answer loses if its bytes cannot be understood; with --strict every fault loses.",
	 "ringside: protocol, --strict"},
	{REASON_MEMORY, NULL, "All processes of an agent together may not use more memory than the limit.",
	 "ringside: --memory"},
	{REASON_START, NULL, "An agent must be ready within the limit and keep running.",
	 "ringside: --start-time"},
	{REASON_RESIGN, NULL, "A seat that resigns loses.", "ringside: resign"},
	{REASON_ADJUDICATED, NULL, "A person decided how the match ends.", "ringside: adjudicate, draw"},
	{REASON_INTERRUPTED, NULL,
	 "A person broke the match off, or the system under the judge failed. Nobody wins.",
	 "ringside: quit"},
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
	const struct reason_row *row = row_of(protocol_named(setup->system)->texts->reasons, verdict);
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

const char *why_ending(const struct event *event, bool *by_code)
{
	static const struct {
		const char *signal; /* NULL: of an exit status */
		int status;
		const char *meaning;
		bool by_code; /* a line of the program did it */
	} endings[] = {
		{"SIGSEGV", 0, "access to memory that is not its own", true},
		{"SIGBUS", 0, "access to memory that does not exist", true},
		{"SIGABRT", 0, "a failed assertion, or memory that was freed twice", true},
		{"SIGFPE", 0, "a division by zero, or a result that is too large", true},
		{"SIGILL", 0, "an instruction that this processor does not have", true},
		{"SIGKILL", 0, "another program killed it, or the system ran out of memory", false},
		{"SIGTERM", 0, "another program told it to end", false},
		{"SIGPIPE", 0, "a write to a pipe that nobody reads", false},
		{"SIGXCPU", 0, "it used more CPU time than allowed", false},
		{"SIGXFSZ", 0, "it wrote a file larger than allowed", false},
		{NULL, 126, "the shell could not run the program", false},
		{NULL, 127, "the shell did not find the program", false},
		/* What a shell says for a signal; a program may exit so by itself, too.  */
		{NULL, 132, "an instruction that this processor does not have", true},
		{NULL, 134, "a failed assertion, or memory that was freed twice", true},
		{NULL, 135, "access to memory that does not exist", true},
		{NULL, 136, "a division by zero, or a result that is too large", true},
		{NULL, 137, "the system may have run out of memory", false},
		{NULL, 139, "access to memory that is not its own", true},
	};
	const char *signal = event->kind == EVENT_ENDED ? event->word : NULL;

	*by_code = false;
	for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++)
		if (endings[i].signal
			    ? signal && strcmp(endings[i].signal, signal) == 0
			    : event->kind == EVENT_EXITED && event->number[0] == endings[i].status) {
			*by_code = endings[i].by_code;
			return endings[i].meaning;
		}
	return NULL;
}
