/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* words.c - the faults and notices of both Learning Machine Challenges.  */
#include "words.h"

#define OUTPUT_RULE "lmc1, The command channel: exactly one symbol for each play"
#define SYMBOL_RULE "lmc1, The command channel: exactly one valid symbol"
#define MOVE_RULE   "lmc1, The Output Channel: a move contains no whitespace"
#define WORDS_RULE  "lmc2, Layers 1 and 2"
#define TAKEN       "accepted anyway"
#define TOLD        "the game program is told"
#define ENDS        "the match ends, and no player is to blame"

const struct fault_row lmc_faults[] = {
	{"cr-lines", "lines that end in CR",
	 "lmc1, The Output Channel: the string is terminated by the end-of-line", TAKEN, FAULT_FORGIVEN},
	{"trailing-blanks", "blanks at the end of a line", MOVE_RULE, TAKEN, FAULT_FORGIVEN},
	{"more-blanks", "more than one blank",
	 "lmc1, Interface Specification: a single space character separates", TAKEN, FAULT_FORGIVEN},
	{"unended-line", "a last line without a line end",
	 "lmc1, Interface Specification: terminated by the end-of-line", TAKEN, FAULT_FORGIVEN},
	[LMC_SECOND_NAME] = {"second-name", "a second name", "lmc1, The info channel: name", "ignored",
			     FAULT_FORGIVEN},
	[LMC_EMPTY_NAME] = {"empty-name", "an empty name", "lmc1, The info channel: name", "ignored",
			    FAULT_FORGIVEN},
	[LMC_BLANK_NAME] = {"blank-name", "a name with blanks",
			    "lmc1, The info channel: the name contains no whitespace",
			    "its first word is taken", FAULT_FORGIVEN},
	[LMC_UNKNOWN_INFO] = {"unknown-info", "an unknown info", "lmc1, The info channel: exit, name",
			      "ignored", FAULT_FORGIVEN},
	[LMC_LATE_OUTPUT] = {"late-output", "an output that comes too late", OUTPUT_RULE, "ignored",
			     FAULT_TOLD},
	[LMC_BEFORE_NAME] = {"before-name", "a line before the name",
			     "lmc1, The info channel: its name before it does anything else", "ignored",
			     FAULT_FORGIVEN},
	[LMC_UNHEARD_CHANNEL] = {"unheard-channel", "a channel that nobody reads",
				 "lmc1, Interface Specification: a player writes to output and info",
				 "ignored", FAULT_FORGIVEN},
	[LMC_BLANK_LINE] = {"blank-line", "a line with blanks in it",
			    "lmc1, The output channel: a move contains no whitespace", "ignored",
			    FAULT_FORGIVEN},
	[LMC_UNASKED_OUTPUT] = {"unasked-output", "an output that nobody asked for", OUTPUT_RULE, "ignored",
				FAULT_FORGIVEN},
	[LMC_UNKNOWN_SYMBOL] = {"unknown-symbol", "an unknown symbol", SYMBOL_RULE,
				"a score of -1 (--illegal)", FAULT_TOLD},
	[LMC_NO_AT] = {"no-at", "a channel without @ in front of it, as in @output rock",
		       "lmc1, Interface Specification: [@channel ]data", "ignored", FAULT_FORGIVEN},

	[LMC_STRANGE_WORD] = {"strange-word", "a word that is not a symbol", SYMBOL_RULE " (lmc2: --words)",
			      TOLD, FAULT_TOLD},
	[LMC_EMPTY_OUTPUT] = {"empty-output", "an output without words", SYMBOL_RULE " (lmc2: --words)", TOLD,
			      FAULT_TOLD},

	[LMC_PROGRAM_BEFORE_NEW] = {"program-before-new", "a line before the game begins",
				    "lmc2, Layer 0: @command new begins it", "ignored", FAULT_TOLD},
	[LMC_PROGRAM_BEFORE_NAME] = {"program-before-name", "a line before the name",
				     "lmc2, Layer 0: @info name within 10 s", ENDS, FAULT_LOSES},
	[LMC_PROGRAM_NO_WORDS] = {"program-no-words", "a line without words", WORDS_RULE ": a list of words",
				  ENDS, FAULT_LOSES},
	[LMC_PROGRAM_STRANGE_WORD] = {"program-strange-word", "a word that is not of the game", WORDS_RULE,
				      ENDS, FAULT_LOSES},
	[LMC_PROGRAM_SCORE] = {"program-score", "an invalid score", WORDS_RULE, ENDS, FAULT_LOSES},
	[LMC_PROGRAM_SYMBOL] = {"program-symbol", "an invalid symbol", WORDS_RULE, ENDS, FAULT_LOSES},
	[LMC_PROGRAM_EXIT] = {"program-exit", "sends a player the command exit",
			      "lmc2, Layer 0: exit is the judge's alone", ENDS, FAULT_LOSES},
	[LMC_PROGRAM_IMPATIENT] = {"program-impatient", "commands a player that has not answered",
				   "lmc2, Layer 0: a second play to a player that has not answered", ENDS,
				   FAULT_LOSES},
	[LMC_PROGRAM_COMMAND] = {"program-command", "an unknown command", "lmc2, Layer 0: new, symbol, play",
				 ENDS, FAULT_LOSES},
	[LMC_PROGRAM_NO_ALPHABET] = {"program-no-alphabet", "play without an alphabet",
				     WORDS_RULE ": alphabet (two symbols or more), then idle", ENDS,
				     FAULT_LOSES},
	[LMC_PROGRAM_CHANNEL] = {"program-channel", "a channel that a player does not have",
				 "lmc2, Layer 0: command, input, score, hint and comments", ENDS,
				 FAULT_LOSES},
	[LMC_PROGRAM_FOR_NOBODY] = {"program-for-nobody", "a line for nobody",
				    "lmc2, Layer 0: with two players each line names one", ENDS, FAULT_LOSES},
	[LMC_PROGRAM_FOR_STRANGER] = {"program-for-stranger", "a line for a player who is not there",
				      "lmc2, Layer 0: @player K LINE", ENDS, FAULT_LOSES},
	[LMC_PROGRAM_JUDGE] = {"program-judge", "an unknown line for the judge", "lmc2, Layer 0: @judge over",
			       ENDS, FAULT_LOSES},
	{0},
};

const struct notice_row lmc_notices[] = {
	[LMC_SLOW] = {"slow", "a",
		      "took {a:span} a move on average: the challenge asked for ten moves a second"},
	[LMC_LEFT] = {"left-game", "", "has left this game"},
	{0},
};
