/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* spec.c - the cases of the Learning Machine Challenge 2: what is known of its document, and of ringside's
 * own part what a player has to bear.  */
#include "systems/lmc_shared/spec_words.h"
#include "wire.h"

#define SYMBOLS "> @command symbol a\n> @command symbol b\n> @command symbol c\n"
#define READY   "< name\n> @command new\n" SYMBOLS
#define PLAY    "> @command play\n< words\n"

#define OF_GENERAL "lmc2, General Protocol Considerations"
#define OF_LAYERS  "lmc2, Layers"
#define OF_LAYER1  "lmc2, Layer 1: words and scores"

#define AS_LMC1 "is almost identical to and is fully backward compatible with"
#define ONE_SYMBOL                                                                                           \
	"When your program receives a play command it should emit exactly one valid symbol to its output "   \
	"channel"
#define EXITS                                                                                                \
	"When your program receives an exit command, it should do any cleaning up which it needs to "        \
	"perform and it should terminate itself."
#define ASK_WHY "Play the match of this case with `ringside play`, and ask `why` at its end."

static const struct spec_case cases[] = {
	{"name", false, NULL, "lmc1, Tournament specification",
	 "Your program is required to do this within ten seconds of being invoked.",
	 "Write @info name STRING as soon as the program runs, and flush stdout.", .steps = "< name\n"},
	{"name-before-all", false, "name", "lmc1, The info channel",
	 "Your program is required to send its name to the judge program before it does anything else.",
	 "Write @info name before everything but comments.", .steps = "< name-first\n"},
	{"name-is-one-word", false, "name", "lmc1, The info channel",
	 "Where string contains no whitespace, and represents the name of your program.",
	 "Give the program a name without blanks.", .steps = "< one-word\n"},
	{"play", false, "name", OF_GENERAL,
	 "The channel data is a list of words delimited by a single space character and is terminated by the "
	 "end-of-line character.",
	 "Answer @command play with @output and words of the alphabet, and flush stdout.",
	 .steps = READY "> @input a\n" PLAY "> @score 1\n> @input a b\n" PLAY
			"> @score -1\n> @input c\n" PLAY},
	{"single-words", false, "play", OF_LAYERS, AS_LMC1,
	 "Answer in a game of LMC 1 with one word of the alphabet.",
	 .steps = READY "> @command play\n< words\n> @input a\n> @score 0\n> @command play\n< words\n"
			"> @input b\n> @score 0.5\n> @command play\n< words\n"},
	{"no-output-before-play", false, "name", "lmc1, The command channel",
	 "Finally, the judge program can ask your program to make a move.",
	 "Write an output only after @command play.",
	 .steps = READY "silent\n> @input a b\n> @score 0\nsilent\n"},
	{"one-output", false, "name", "lmc1, The command channel", ONE_SYMBOL,
	 "Write one output for each @command play.",
	 .steps = READY "> @input a\n" PLAY "silent\n> @score 0\n" PLAY "silent\n"},
	{"comments", false, "play", OF_GENERAL,
	 "A comment is a line which begins with the # symbol, and all such lines should be ignored.",
	 "Pass over lines that begin with #.",
	 .steps = ">> # ringside ready\\n\n< name\n> @command new\n" SYMBOLS
		  "> #\n> @input a\n> # play\n" PLAY "> # @command play\n> @score 0\n" PLAY},
	{"input-without-channel", false, "play", "lmc1, The Input Channel",
	 "The input channel is the default channel coming into your program, and so the channel specifier is "
	 "optional.",
	 "Take a line without @ for input.", .steps = READY "> a\n" PLAY "> @score -1\n> b\n" PLAY},
	{"hints", false, "play", "lmc2, Layer 2: hints",
	 "comes after the score and before the next play. It is the right answer to the last output.",
	 "Pass over @hint if you cannot learn from it.",
	 .steps = READY "> @input a\n" PLAY "> @score -1\n> @hint b a\n> @input a b\n" PLAY
			"> @score 1\n> @hint a\n> @input a\n" PLAY},
	{"another-game", false, "play", "lmc1, Tournament specification",
	 "Once the game has concluded, the judge program may initiate a new game by repeating from step 2.",
	 "Forget the alphabet of the game before at @command new.",
	 .steps = READY "> @input a\n" PLAY
			"> @score 0\n> @command new\n> @command symbol x\n> @command symbol "
			"y\n> @input x\n" PLAY "> @score 0\n> @input y x\n" PLAY},
	{"line-bytewise", false, "play", OF_GENERAL, "The syntax is line-based",
	 "Read up to the line end: a pipe may hand over a line in pieces.",
	 .steps = "bytewise\n" READY "> @input a b\n" PLAY "> @score 0\n"},
	{"exit", false, "name", "lmc1, The command channel", EXITS,
	 "Leave the program at @command exit, also before the first game.",
	 .steps = "< name\n> @command exit\nleaves\n"},
	{"exit-after-a-game", false, "play", "lmc1, The command channel", EXITS,
	 "Leave the program within 2 s of @command exit.",
	 .steps = READY "> @input a\n" PLAY "> @command exit\nleaves\n"},
	{"farewell", true, "exit-after-a-game", "lmc1, The info channel",
	 "You should send the exit informational message to the judge program whenever your program exits "
	 "for any reason.",
	 "Write @info exit before the program leaves.",
	 .steps = READY "> @input a\n" PLAY "> @command exit\n< farewell\n"},
	{"game-of-imitation", false, "play", OF_LAYER1, "moves may have several words", ASK_WHY,
	 .options = "game-program=sample:imitate-game", .rival = ""},
	{0},
};

const struct spec lmc2_spec = {
	.cases = cases,
	.line_end = "\n",
	.new = lmc_dialogue_new,
	.free = lmc_dialogue_free,
	.word = lmc_dialogue_word,
	.sent = lmc_dialogue_sent,
	.heard = lmc_dialogue_heard,
	.kinds = lmc_dialogue_kinds,
	.program = &lmc2_program_spec,
};
