/* lmc_reasons.c - the rules behind the verdicts of lmc and lmc2, for people.  */
#include "lmc_player.h"

#define SCORE_RULE "The scores of all moves are added; the higher sum wins. "
#define ALONE_RULE "Who plays alone has a sum, and nobody wins."
#define TIMEOUT_RULE                                                                                         \
	"Each @command play is answered with one symbol on the output channel before the limit has passed. " \
	"Comments do not stop the clock."
#define START_RULE "A player says @info name before anything else, within the limit, and stays."
#define LEFT_RULE  "A player runs until it is told @command exit; @info exit before that is leaving, too."

const struct reason_row lmc_reasons[] = {
	{"score", "turns",
	 SCORE_RULE "Where the table of the game gives one player what the other loses, a sum is compared "
		    "with the mean that chance gives. If it is no farther from that than in 95 % of all "
		    "games between players who choose by chance, it is a statistical draw. " ALONE_RULE,
	 "lmc1, The score channel"},
	{REASON_ILLEGAL, "illegal",
	 "A player emits exactly one valid symbol for each play: one of those that @command symbol told it. "
	 "--illegal score makes it a score of -1 in place of a loss.",
	 "lmc1, The command channel: exactly one valid symbol"},
	{REASON_TIMEOUT, NULL, TIMEOUT_RULE, "lmc1, The command channel: play; ringside: --turn-time"},
	{REASON_START, NULL, START_RULE,
	 "lmc1, The info channel: its name before it does anything else; ringside: --start-time"},
	{REASON_EXIT, NULL, LEFT_RULE, "lmc1, The info channel: exit"},
	{REASON_CRASH, NULL, "A player runs until it is told @command exit.",
	 "lmc1, The command channel: exit"},
	{REASON_PROTOCOL, NULL,
	 "A line is @channel data, with one blank between, or a symbol alone. Others are reported and "
	 "ignored; "
	 "with --strict they lose.",
	 "lmc1, Interface Specification; ringside: --strict"},
	{0},
};

const struct reason_row lmc2_reasons[] = {
	{"score", NULL, SCORE_RULE ALONE_RULE, "lmc2, Layer 1: score; the game program said that it is over"},
	{"max-turns", "max-turns",
	 "A game program that asks a player once more after so many turns does not end: the match ends "
	 "there. " SCORE_RULE ALONE_RULE,
	 "ringside: --max-turns"},
	{REASON_TIMEOUT, "max-timeouts",
	 TIMEOUT_RULE " The game program is told of a timeout, and the game goes on; so many in a row lose.",
	 "lmc2, Layer 0: @judge fault K timeout; ringside: --turn-time, --max-timeouts"},
	{REASON_START, NULL, START_RULE, "lmc2, Layer 0: @info name; ringside: --start-time"},
	{REASON_EXIT, NULL, LEFT_RULE, "lmc2, Layer 0: exit is the judge's alone"},
	{REASON_CRASH, NULL, "A player runs until it is told @command exit.",
	 "lmc2, Layer 0: exit is the judge's alone"},
	{REASON_PROTOCOL, NULL,
	 "A line is @channel data, with one blank between, or words alone. Others are reported and ignored; "
	 "with --strict they lose.",
	 "lmc2, General Protocol Considerations; ringside: --strict"},
	{REASON_GAME, NULL,
	 "The game program leads the game: when it leaves, hangs, or sends what it may not, the match ends "
	 "and "
	 "no player is to blame.",
	 "lmc2, Layer 0"},
	{0},
};
