/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* check.c - what tries players of the Learning Machine Challenge 1: the sentences of its document as cases of
 * `ringside check`, the ways in which a player can be told the same, and the rare matches of `ringside fuzz`:
 * each game, very few turns, many letters, opponents who always play the same, and comments.  */
#include "systems/lmc_shared/check.h"
#include "ringside/bytes.h"
#include "ringside/fuzz.h"
#include "rules.h"
#include "wire.h"
#include <stdlib.h>
#include <string.h>

#define SYMBOLS "> @command symbol rock\n> @command symbol paper\n> @command symbol scissors\n"
#define READY   "< name\n> @command new\n" SYMBOLS
#define PLAY    "> @command play\n< output\n"
#define ROUND   PLAY "> @input rock\n> @score -1\n"

#define OF_OUTPUT     "lmc1, The Output Channel"
#define OF_INPUT      "lmc1, The Input Channel"
#define OF_COMMAND    "lmc1, The command channel"
#define OF_INFO       "lmc1, The info channel"
#define OF_TOURNAMENT "lmc1, Tournament specification"

static const struct spec_case cases[] = {
	LMC_NAME_CASES,
	{"play", false, "name", OF_COMMAND, LMC_ONE_SYMBOL,
	 "Answer @command play with @output and one of the symbols, and flush stdout.",
	 .steps = READY ROUND ROUND ROUND ROUND ROUND},
	{"no-output-before-play", false, "name", OF_COMMAND,
	 "Finally, the judge program can ask your program to make a move.",
	 "Write an output only after @command play.",
	 .steps = READY "silent\n> @input rock\n> @score 0\nsilent\n"},
	{"one-output", false, "name", OF_COMMAND, LMC_ONE_SYMBOL, "Write one output for each @command play.",
	 .steps = READY PLAY "silent\n> @input rock\n> @score 0\n" PLAY "silent\n"},
	{"console", false, "play", "lmc1, Warning",
	 "As we have defined a console-based API, you must make sure not to read from or write to the "
	 "console for other purposes!",
	 "Write remarks as comments, which begin with #, or to stderr.",
	 .steps = "< name-first\n> @command new\n" SYMBOLS "> @command play\n< only-output\n> @input rock\n> "
		  "@score 0\n> @command play\n< only-output\n"},
	{"single-blank", true, "play", "lmc1, Interface Specification",
	 "Note that a single space character separates the channel name from the channel data and that the "
	 "channel data is a string which is terminated by the end-of-line.",
	 "Write @output, one blank, the symbol and a line feed.",
	 .steps = READY "> @command play\n< exact-output\n> @input rock\n> @score 0\n"
			"> @command play\n< exact-output\n"},
	{"input-without-channel", false, "play", OF_INPUT,
	 "The input channel is the default channel coming into your program, and so the channel specifier "
	 "is optional.",
	 "Take a line without @ for input.",
	 .steps = READY PLAY "> rock\n> @score -1\n" PLAY "> paper\n> @score 0\n" PLAY},
	{"comments", false, "play", "lmc1, Comments",
	 "A comment is a line which begins with the # symbol, and all such lines should be ignored.",
	 "Pass over lines that begin with #.",
	 .steps = ">> # ringside ready\\n\n< name\n> # a game begins\n> @command new\n" SYMBOLS
		  "> #\n> # play\n" PLAY "> # @command play\n> @input rock\n> @score 0\n" PLAY},
	{"in-any-order", false, "play", OF_TOURNAMENT,
	 "For example, your program may be asked to make two moves before being given a score, and then it "
	 "may observe three moves on its input channel in a row before being asked to make another move "
	 "itself.",
	 "Do not count on an order of play, input and score.",
	 .steps = READY PLAY PLAY "> @score 1\n> @input rock\n> @input paper\n> @input rock\n" PLAY
				  "> @score 0\n> @score 1\n" PLAY},
	{"scores", false, "play", "lmc1, The score channel",
	 "Where number is a floating-point number between -1.0 and +1.0.",
	 "Read a score as a number with a point.",
	 .steps = READY PLAY "> @input rock\n> @score -0.25\n" PLAY "> @input rock\n> @score 1\n" PLAY
			     "> @input rock\n> @score 0.333333\n" PLAY "> @input rock\n> @score -1.0\n" PLAY},
	{"another-game", false, "play", OF_TOURNAMENT,
	 "Once the game has concluded, the judge program may initiate a new game by repeating from step 2.",
	 "Forget the symbols and the moves of the game before at @command new.",
	 .steps = READY ROUND ROUND "> @command new\n> @command symbol heads\n> @command symbol tails\n" PLAY
				    "> @input heads\n> @score 1\n" PLAY "> @input tails\n> @score -1\n" PLAY},
	{"two-symbols", false, "play", OF_TOURNAMENT,
	 "Each command transmits one symbol, and the judge program will issue at least two such commands, as "
	 "each game contains at least two valid move symbols.",
	 "Play with the symbols of the game only, whatever their number.",
	 .steps = "< name\n> @command new\n> @command symbol 1\n> @command symbol b\n" PLAY
		  "> @input b\n> @score 0\n" PLAY "> @input 1\n> @score 0\n" PLAY},
	{"line-bytewise", false, "play", "lmc1, Interface Specification", "The syntax is line-based",
	 "Read up to the line end: a pipe may hand over a line in pieces.",
	 .steps = "bytewise\n" READY PLAY "> @input rock\n> @score 0\n" PLAY},
	{"lines-together", false, "play", "lmc1, Interface Specification", "The syntax is line-based",
	 "Take one line after the other from what was read: a pipe may hand over several lines at once.",
	 .steps = "< name\n>> @command new\\n@command symbol rock\\n@command symbol paper\\n@command "
		  "play\\n\n< output\n>> @input rock\\n@score 0\\n@command play\\n\n< output\n"},
	{"exit", false, "name", OF_COMMAND, LMC_EXITS,
	 "Leave the program at @command exit, also before the first game.",
	 .steps = "< name\n> @command exit\nleaves\n"},
	{"exit-after-a-game", false, "play", OF_COMMAND, LMC_EXITS,
	 "Leave the program within 2 s of @command exit.", .steps = READY ROUND "> @command exit\nleaves\n"},
	{"farewell", true, "exit-after-a-game", OF_INFO,
	 "You should send the exit informational message to the judge program whenever your program exits "
	 "for any reason.",
	 "Write @info exit before the program leaves.", .steps = READY ROUND "> @command exit\n< farewell\n"},
	{"game-of-roshambo", false, "play", OF_COMMAND, LMC_ONE_SYMBOL, LMC_ASK_WHY,
	 .options = "game=roshambo turns=100", .rival = "sample:random"},
	{"game-of-pennies", false, "another-game", OF_COMMAND, LMC_ONE_SYMBOL, LMC_ASK_WHY,
	 .options = "game=matching-pennies turns=100", .rival = "sample:predictor"},
	{"game-alone", false, "in-any-order", OF_COMMAND, LMC_ONE_SYMBOL, LMC_ASK_WHY,
	 .options = "game=imitate turns=60", .rival = ""},
	{0},
};

static const struct spec spec = {.cases = cases, LMC_DIALOGUE};

static const struct twin_way ways[] = {
	LMC_WAYS,
	{"swapped", "with input and score in the other order", LMC_MANNER(.swapped = true)},
	{0},
};

static const struct twins twins = {
	.ways = ways,
	.options = "turns=40",
	.rival = "sample:random",
};

/* ---- rare matches ---- */

static void options(struct setup *setup, int seat, struct fuzz_chance *chance)
{
	enum { TURNS = 60, LETTERS = 26, PERIOD = 20 };
	static const char *const games[] = {
#define X(name, title) name,
		SYMBOL_GAMES(X)
#undef X
	};

	(void)seat;
	if (fuzz_is_free(setup, &symbols_option_game))
		setup_put(setup, &symbols_option_game,
			  games[fuzz_below(chance, sizeof(games) / sizeof(games[0]))]);
	fuzz_option(setup, &symbols_option_turns, TURNS, chance);
	fuzz_option(setup, &symbols_option_symbols, LETTERS, chance);
	fuzz_option(setup, &symbols_option_period, PERIOD, chance);
}

/* The seat's last move, or its opponent's; SYMBOL_NONE: there is none.  */
static int last_symbol(const struct symbols *game, const struct match *match, int seat)
{
	const struct turn *turn = match_last_of(match, seat, match->turn_count);

	return turn && turn->played ? symbols_find(game, turn->played, strlen(turn->played)) : SYMBOL_NONE;
}

static int choose(const struct symbols *game, const struct match *match, int seat, unsigned style,
		  struct fuzz_chance *chance)
{
	int count = symbols_count(game), some = (int)fuzz_below(chance, (unsigned)count), last;

	if (fuzz_once_in(chance, 8))
		return some;
	switch (style) {
	case 0: return 0;
	case 1: return count - 1;
	case 2: /* one after the other */
		last = last_symbol(game, match, seat);
		return last == SYMBOL_NONE ? 0 : (last + 1) % count;
	case 3: /* what the other one has played */
		last = last_symbol(game, match, seat_opponent(seat));
		return last == SYMBOL_NONE ? some : last;
	default: return some;
	}
}

static char *move(const struct match *match, int seat, unsigned style, struct fuzz_chance *chance)
{
	char *problem = NULL, *words;
	struct symbols *game = symbols_new(&match->setup, &problem);

	free(problem);
	if (!game)
		return NULL;
	words = bytes_text("%s", symbols_name(game, choose(game, match, seat, style, chance)));
	symbols_free(game);
	return words;
}

/* "All such lines should be ignored" (lmc1, Comments).  */
static char *comment(const struct setup *setup, struct fuzz_chance *chance)
{
	static const char *const comments[] = {
		"#\\n", "# a comment\\n", "#@input a\\n", "# @command play\\n", "#\\ttab \\xc3\\xa4\\n",
	};

	(void)setup;
	return bytes_text("%s", comments[fuzz_below(chance, sizeof(comments) / sizeof(comments[0]))]);
}

static const struct fuzz fuzz = {options, move, comment, NULL};

/* In the order in which players are told the symbols.  */
static char *smaller(const struct setup *setup, const char *move, int k)
{
	enum { MOST = 16 };
	char *problem = NULL, *words = NULL;
	struct symbols *game = symbols_new(setup, &problem);

	if (game && k < MOST && k < symbols_find(game, move, strlen(move)))
		words = bytes_text("%s", symbols_name(game, k));
	symbols_free(game);
	free(problem);
	return words;
}

const struct protocol_tools lmc_tools = {
	.spec = &spec,
	.twins = &twins,
	.fuzz = &fuzz,
	.smaller = smaller,
};
