/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* words.h - what both Learning Machine Challenges tell people: faults, notices, and the rules behind
 * verdicts.  */
#ifndef RINGSIDE_LMC_WORDS_H
#define RINGSIDE_LMC_WORDS_H

#include "ringside/protocol.h"
#include "wire_lines.h"

/* Of rows of struct reason_row.  */
#define LMC_SCORE_RULE "The scores of all moves are added; the higher sum wins. "
#define LMC_ALONE_RULE "A player alone has a sum, and nobody wins."
#define LMC_TIMEOUT_RULE                                                                                     \
	"Each @command play is answered with one symbol on the output channel within the limit. "            \
	"Comments do not stop the clock."
#define LMC_START_RULE "A player says @info name before anything else, within the limit, and stays."
#define LMC_LEFT_RULE  "A player runs until it is told @command exit; @info exit before that is leaving, too."

enum lmc_fault {
	LMC_FORGIVEN, /* the first of a row for each leniency (wire_lines.h) */
	LMC_SECOND_NAME = LMC_FORGIVEN + LMC_LENIENCIES,
	LMC_EMPTY_NAME,
	LMC_BLANK_NAME,
	LMC_UNKNOWN_INFO,
	LMC_LATE_OUTPUT,
	LMC_BEFORE_NAME,
	LMC_UNHEARD_CHANNEL,
	LMC_BLANK_LINE,
	LMC_UNASKED_OUTPUT,
	LMC_UNKNOWN_SYMBOL,
	LMC_NO_AT,
	/* Faults of a player of lmc2 */
	LMC_STRANGE_WORD,
	LMC_EMPTY_OUTPUT,
	/* Faults of a game program */
	LMC_PROGRAM_BEFORE_NEW,
	LMC_PROGRAM_BEFORE_NAME,
	LMC_PROGRAM_NO_WORDS,
	LMC_PROGRAM_STRANGE_WORD,
	LMC_PROGRAM_SCORE,
	LMC_PROGRAM_SYMBOL,
	LMC_PROGRAM_EXIT,
	LMC_PROGRAM_IMPATIENT,
	LMC_PROGRAM_COMMAND,
	LMC_PROGRAM_NO_ALPHABET,
	LMC_PROGRAM_CHANNEL,
	LMC_PROGRAM_FOR_NOBODY,
	LMC_PROGRAM_FOR_STRANGER,
	LMC_PROGRAM_JUDGE
};
extern const struct fault_row lmc_faults[];
enum { LMC_SLOW, LMC_LEFT };
extern const struct notice_row lmc_notices[];

#endif
