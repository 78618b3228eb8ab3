/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* reasons.c - what gomocup tells people: faults, notices, the rules behind its verdicts and refusals.  */
#include "ringside/arbiter.h"
#include "wire.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

static const struct channel_pane panes[] = {
	{"commands", CHANNEL_BIT(CHANNEL_COMMAND) | CHANNEL_BIT(CHANNEL_INFO)},
	{"moves", CHANNEL_BIT(CHANNEL_MOVE)},
	{"MESSAGE", CHANNEL_BIT(CHANNEL_MESSAGE)},
	{"DEBUG", CHANNEL_BIT(CHANNEL_DEBUG)},
	{"ERROR UNKNOWN",
	 CHANNEL_BIT(CHANNEL_ERROR) | CHANNEL_BIT(CHANNEL_UNKNOWN) | CHANNEL_BIT(CHANNEL_FAULT)},
	{"stderr", CHANNEL_BIT(CHANNEL_STDERR) | CHANNEL_BIT(CHANNEL_EVENT)},
	{0},
};

static const struct fault_row faults[] = {
	[GOMOCUP_LATE_MOVE] = {"late-move", "a move that nobody asked for",
			       "gomocup, What real brains do: late moves", "ignored", FAULT_FORGIVEN},
	[GOMOCUP_NO_ANSWER] = {"no-answer", "a line that is not an answer",
			       "gomocup-protocol, Commands that are sent by the brain", "ignored",
			       FAULT_FORGIVEN},
	[GOMOCUP_NO_SQUARE] = {"suggest-no-square", "SUGGEST without a square", "gomocup-protocol, SUGGEST",
			       "ignored", FAULT_FORGIVEN},
	{0},
};

static const struct notice_row notices[] = {
	[GOMOCUP_FILE_NAME] = {"file-name", "",
			       "its name does not begin with pbrain-: by the protocol it would use files; "
			       "ringside uses pipes anyway"},
	[GOMOCUP_NO_ABOUT] = {"no-about", "", "does not answer ABOUT"},
	[GOMOCUP_NO_START] = {"no-start", "", "has not said OK to START: the match continues anyway"},
	[GOMOCUP_NO_RESTART] = {"no-restart", "", "does not answer RESTART: a fresh process takes its seat"},
	[GOMOCUP_NO_TAKEBACK] = {"no-takeback", "", "does not answer TAKEBACK: RESTART and BOARD replace it"},
	[GOMOCUP_NO_SWAP2] = {"no-swap2", "", "does not know SWAP2BOARD"},
	[GOMOCUP_NO_SWAP2_STONES] = {"no-swap2-stones", "",
				     "does not know SWAP2BOARD: the judge places its three stones"},
	[GOMOCUP_NO_SWAP2_CHOICE] = {"no-swap2-choice", "",
				     "does not know SWAP2BOARD: it keeps white, and is asked by BOARD"},
	[GOMOCUP_MADE_LINE] = {"made-line", "+text", "has made the line {text}, which now blocks"},
	{0},
};

static const struct reason_row reasons[] = {
	{"five", &gomoku_option_rule,
	 "A line of five wins. freestyle: five or more; standard: exactly five; renju: exactly five for "
	 "black, "
	 "five or more for white; caro: five that the other's stones do not block at both ends, or six and "
	 "more; caro-exact: exactly five, not blocked at both ends.",
	 "gomocup-protocol, INFO rule: 1 exactly five, 4 renju, 8 caro"},
	{"forbidden", &gomoku_option_rule,
	 "In renju black loses with an overline (six or more), two fours or two open threes at once, unless "
	 "the same stone makes exactly five.",
	 "gomocup-protocol, INFO rule: 4 renju"},
	{"full-board", &gomoku_option_rule, "A draw: the board is full, and nobody has a winning line.",
	 "gomocup-protocol, INFO rule; ringside: full-board"},
	{"lines", &gomoku_option_rule,
	 "In a continuous game a winning line turns into blocks, and play continues. When nobody can make "
	 "another line, the player with more lines wins.",
	 "gomocup-protocol, INFO rule: 2 continuous game"},
	{"draw-at", &gomoku_option_draw_at, "A draw: the agreed number of stones is on the board.",
	 "ringside: --draw-at"},
	{REASON_ADJUDICATED " draw-when", &option_draw_when,
	 "A draw: both agents have said so, each by the values of its last moves. MESSAGE, DEBUG and INFO "
	 "tell "
	 "values; the last one before a move counts.",
	 "ringside: --draw-when"},
	{REASON_ADJUDICATED " win-when", &option_win_when,
	 "Both agents have said who wins, each by the values of its last moves. MESSAGE, DEBUG and INFO tell "
	 "values; the last one before a move counts.",
	 "ringside: --win-when"},
	{REASON_ADJUDICATED " " GOMOCUP_CAUSE_ENDS, &gomoku_option_ends,
	 "The table of ends has the position, perhaps turned or mirrored, and says how it ends.",
	 "ringside: --ends"},
	{REASON_ILLEGAL " " GOMOCUP_CAUSE_SWAP2, NULL,
	 "The answer to SWAP2BOARD depends on the stones: three squares on the empty board; SWAP, one square "
	 "or two squares with three stones; SWAP or one square with five. A square is x,y, counted from 0, "
	 "and empty.",
	 "gomocup-protocol, SWAP2BOARD"},
	{REASON_TIMEOUT " " GOMOCUP_CAUSE_SWAP2, NULL,
	 "SWAP2BOARD is answered within the limit of a turn. A brain that does not know it says UNKNOWN; "
	 "then the judge places its stones, or the brain keeps white. Brains are asked so with --swap2 only.",
	 "gomocup-protocol, SWAP2BOARD, UNKNOWN; ringside: --swap2, --turn-time"},
	{REASON_ILLEGAL, NULL,
	 "A move is x,y, counted from 0: an empty square of the board. Any other square loses. A line that "
	 "is not a square is logged as unknown, and the answer is still awaited.",
	 "gomocup-protocol, TURN [X],[Y]"},
	{REASON_TIMEOUT, NULL,
	 "The last byte of a move has to arrive within timeout_turn, counted from the first byte of the "
	 "turn's commands. timeout_match is for all turns together. MESSAGE and DEBUG do not stop the clock.",
	 "gomocup-protocol, INFO timeout_turn, timeout_match; ringside: --turn-time, --match-time, --tc, "
	 "--tolerance"},
	{REASON_START, NULL,
	 "A brain answers START or RECTSTART with OK, or with ERROR when the board does not suit it.",
	 "gomocup-protocol, START [size]; ringside: --start-time"},
	{REASON_PROTOCOL, NULL,
	 "An answer has to be one of the brain's commands. Others are logged as unknown and forgiven; with "
	 "--strict they lose.",
	 "gomocup-protocol, Commands that are sent by the brain; ringside: --strict"},
	{REASON_MEMORY, NULL,
	 "All processes of a brain together may not use more than max_memory, which it was told.",
	 "gomocup-protocol, INFO max_memory; ringside: --memory"},
	{REASON_EXIT, NULL, "A brain runs until it is told END.", "gomocup-protocol, END"},
	{0},
};

/* NULL when the match is over: the verdict says everything.  */
static char *refusal(const struct match *match, const struct message *message)
{
	struct text text = gomocup_text(message->bytes, message->size);
	struct gomoku_match game;
	char *problem, *why = NULL, *shown, *line = NULL;

	if (match->over)
		return NULL;
	problem = gomoku_match_init(&game, &match->setup);
	free(problem);
	if (problem)
		return NULL;
	text = gomocup_behind(text, "SUGGEST");
	if (gomoku_match_goto(&game, match, match->turn_count) && game.next == message->seat)
		why = gomoku_match_loses(&game, text.at, text.size);
	if (why) {
		shown = gomoku_move_words(text.at, text.size);
		line = bytes_text("  %s is %s.\n", shown, why);
		free(shown);
	}
	free(why);
	gomoku_match_free(&game);
	return line;
}

/* With swap2 the colours are chosen later.  */
static const struct first_words *first(const struct setup *setup)
{
	static const struct first_words black = {"Black and white", " has black", "black", "white"};

	return setup_switch(setup, &gomoku_option_swap2) ? &first_begins : &black;
}

const struct protocol_texts gomocup_texts = {
	.title = "gomoku brains over pipes: the Gomocup AI protocol",
	.panes = panes,
	.first = first,
	.reasons = reasons,
	.faults = faults,
	.notices = notices,
	.refusal = refusal,
};
