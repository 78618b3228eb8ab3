/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* reasons.c - the rules behind the verdicts and faults of quantum chess, for people.  */
#include "wire.h"

const struct fault_row qchess_faults[] = {
	[QCHESS_MORE_NUMBERS] = {"more-numbers", "more than two numbers in an answer",
				 "agent-text-api, Request: $x $y", "the first two are taken", FAULT_FORGIVEN},
	[QCHESS_ANSWERS_COLOUR] = {"answers-colour", "a response to the colour",
				   "agent-text-api, Game start: the agent should make no response to this "
				   "message",
				   "ignored", FAULT_FORGIVEN},
	[QCHESS_ANSWERS_UPDATE] = {"answers-update", "a response to an update",
				   "agent-text-api, Update: the agent should not respond to this message",
				   "ignored", FAULT_FORGIVEN},
	{0},
};

const struct reason_row qchess_reasons[] = {
	{"king", NULL,
	 "The player who takes the other's king wins. There is no check: a king may be left in danger.",
	 "agent-text-api, Request: Movement"},
	{"bare-kings", NULL, "A draw: both sides have only their kings.", "qchess, Rules: Draw"},
	{"quiet-moves", NULL, "A draw: 100 moves in a row without a capture or a move of a pawn.",
	 "ringside: quiet-moves"},
	{"stalemate", NULL, "A draw: 16 turns in a row in which the selected piece could not move.",
	 "ringside: stalemate"},
	{"max-moves", &quantum_chess_option_max_moves, "A draw: the agreed number of moves was played.",
	 "ringside: --max-moves"},
	{REASON_ILLEGAL, NULL,
	 "A selection is a square of the board with a piece of one's own; a move is a square that the "
	 "selected "
	 "piece can reach, as the type that it collapsed to. Anything else loses (BOUNDS, EMPTY, COLOUR, "
	 "ILLEGAL).",
	 "agent-text-api, Request: Selection, Request: Movement"},
	{REASON_PROTOCOL, NULL,
	 "An answer is two numbers from 0 with a blank between. Anything else loses (GIBBERISH). A line that "
	 "nobody asked for is dropped; with --strict it loses.",
	 "agent-text-api, Request: $x $y; ringside: --strict"},
	{REASON_TIMEOUT, NULL, "The whole line of an answer has to arrive within the limit (TIMEOUT).",
	 "ringside: --turn-time, --match-time"},
	{REASON_EXIT, NULL, "An agent runs until it is told QUIT (UNRESPONSIVE).",
	 "agent-text-api, Game ends"},
	{REASON_CRASH, NULL, "An agent runs until it is told QUIT (UNRESPONSIVE), on the other's turn too.",
	 "agent-text-api, Game ends"},
	{0},
};
