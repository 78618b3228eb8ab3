/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* log_end.c - how a match ended, as the log of the original quantum chess program says.  */
#include "log_read.h"

#include <string.h>

static const struct {
	const char *word, *reason;
} forfeits[] = {
	{"ILLEGAL", REASON_ILLEGAL},    {"BOUNDS", REASON_ILLEGAL},    {"EMPTY", REASON_ILLEGAL},
	{"COLOUR", REASON_ILLEGAL},     {"GIBBERISH", REASON_ILLEGAL}, {"TIMEOUT", REASON_TIMEOUT},
	{"UNRESPONSIVE", REASON_CRASH}, {"RESIGN", REASON_RESIGN}, /* ours */
};

enum { FORFEITS = sizeof(forfeits) / sizeof(forfeits[0]) };

/* The reason for a forfeit with that word; REASON_PROTOCOL when the original had no such word.  */
static const char *reason_of(const char *word, size_t size)
{
	for (int i = 0; i < FORFEITS; i++)
		if (qchess_text_is((struct text){word, size}, forfeits[i].word))
			return forfeits[i].reason;
	return REASON_PROTOCOL;
}

static void end_match(struct reading *reading, struct verdict verdict)
{
	reading->match->ended_ns = reading->time;
	match_end(reading->match, verdict);
}

/* Ends the match as the log says.  */
static void end_by_log(struct reading *reading, int winner, const char *reason, int blame, struct text said)
{
	end_match(reading, (struct verdict){.winner = winner,
					    .reason = reason,
					    .cause = QCHESS_CAUSE_LOG,
					    .blame = blame,
					    .detail = qchess_log_name(said.at, said.size)});
}

void qchess_log_end_by_rules(struct reading *reading)
{
	enum qchess_colour winner = reading->game.winner;
	enum qchess_end end = reading->game.end;

	if (end == QCHESS_KING_TAKEN)
		end_match(reading,
			  (struct verdict){.winner = quantum_chess_seat(&reading->match->setup, winner),
					   .reason = quantum_chess_reason(end),
					   .detail = bytes_text("%s took the king",
								quantum_chess_colour_name(winner))});
	else if (end != QCHESS_GOES_ON)
		end_match(reading, (struct verdict){.winner = WINNER_DRAW,
						    .reason = quantum_chess_reason(end),
						    .detail = bytes_text("only kings are left")});
}

/* "white" or "black": that side has won.  */
static char *take_winner(struct reading *reading, enum qchess_colour colour, struct text said)
{
	bool by_king = reading->game.end == QCHESS_KING_TAKEN;

	if (by_king && reading->game.winner != colour)
		return bytes_text("%s cannot have won: %s took the king", quantum_chess_colour_name(colour),
				  quantum_chess_colour_name(reading->game.winner));
	if (by_king)
		qchess_log_end_by_rules(reading);
	else
		end_by_log(reading, quantum_chess_seat(&reading->match->setup, colour), REASON_ADJUDICATED,
			   SEAT_NONE, said);
	return NULL;
}

/* The original drew when only kings were left, and at its limit of moves.  The side before DRAW moved last.
 */
static void take_draw(struct reading *reading, struct text said)
{
	enum qchess_end end = reading->game.end == QCHESS_BARE_KINGS ? QCHESS_BARE_KINGS : QCHESS_MOST_MOVES;

	end_by_log(reading, WINNER_DRAW, quantum_chess_reason(end), SEAT_NONE, said);
}

char *qchess_log_take_end(struct reading *reading, struct text said)
{
	struct text rest = said;
	bool white = qchess_text_take(&rest, "white"), named = white || qchess_text_take(&rest, "black");
	enum qchess_colour colour = white ? QCHESS_WHITE : QCHESS_BLACK;
	int seat = quantum_chess_seat(&reading->match->setup, colour);
	size_t size = 0;

	reading->has_result = true;
	if (named && rest.size == 0)
		return take_winner(reading, colour, said);
	while (size < rest.size && !memchr(" \t:", rest.at[size], 3))
		size++;
	if (qchess_text_is((struct text){rest.at, size}, "DRAW"))
		take_draw(reading, said);
	else if (named)
		end_by_log(reading, seat_opponent(seat), reason_of(rest.at, size), seat, said);
	else
		end_by_log(reading, WINNER_NONE, REASON_INTERRUPTED, SEAT_NONE, said);
	return NULL;
}
