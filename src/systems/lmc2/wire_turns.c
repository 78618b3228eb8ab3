/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire_turns.c - the turns of the Learning Machine Challenge 2: asking a player, its move, its failure, its
 * end, and what the game program is told about them.
 *
 * The game program decides what a failure costs.  The judge itself ends a match only for silence (--max-
 * timeouts) and for a game without end (--max-turns).  */
#include "players.h"
#include "wire.h"

#include "ringside/bytes.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- the game program ---- */

/* How the game program knows the player of a seat.  */
static int number_of(const struct lmc2 *lmc2, int seat)
{
	return lmc2_player_on(referee_setup(lmc2->players.judge), seat);
}

void lmc2_guard(struct lmc2 *lmc2)
{
	bool waits = false;

	if (referee_match(lmc2->players.judge)->over || !lmc2->players.player[SEAT_NONE].named)
		return;
	for (int s = SEAT_1; s < SEATS; s++)
		waits = waits || lmc2->players.player[s].due;
	if (waits)
		referee_answered(lmc2->players.judge, SEAT_NONE);
	else
		referee_await(lmc2->players.judge, SEAT_NONE, referee_setup(lmc2->players.judge)->hang_limit);
}

bool lmc2_has_begun(struct lmc2 *lmc2)
{
	/* An earlier question may be unanswered: a program may say its name before it is asked for it.  */
	if (lmc2->begins && referee_is_asked(lmc2->players.judge, SEAT_NONE) &&
	    !referee_question_waits(lmc2->players.judge, SEAT_NONE))
		lmc2->begun = true;
	return lmc2->begun;
}

/* Tells the game program a player's answer.  */
static void tell_output(struct lmc2 *lmc2, int seat, const char *words)
{
	referee_ask(lmc2->players.judge, SEAT_NONE, CHANNEL_OUTPUT, "@player %d @output %s\n",
		    number_of(lmc2, seat), words);
	lmc2_guard(lmc2);
}

void lmc2_tell_fault(struct lmc2 *lmc2, int seat, const char *what)
{
	lmc2_has_begun(lmc2); /* this cannot be seen while another question is on its way */
	referee_ask(lmc2->players.judge, SEAT_NONE, CHANNEL_COMMAND, "@judge fault %d %s\n",
		    number_of(lmc2, seat), what);
	lmc2_guard(lmc2);
}

void lmc2_finish(struct lmc2 *lmc2, const char *reason, struct text text)
{
	char *said = bytes_escaped(text.at, text.size), *turns;
	int count = referee_match(lmc2->players.judge)->turn_count;

	lmc_tell_slow(&lmc2->players);
	turns = bytes_text("%d move%s", count, count == 1 ? "" : "s");
	if (lmc2->first_left != SEAT_NONE)
		referee_forfeit(lmc2->players.judge, lmc2->first_left, lmc2->player[lmc2->first_left].left,
				"left before the game was over");
	else
		lmc_verdict(lmc2->players.judge, reason, (struct lmc_chance){0}, turns, said);
	free(turns);
	free(said);
}

/* ---- players ---- */

static void end_endless(struct lmc2 *lmc2)
{
	char *said = bytes_text("the game was not over after %" PRId64 " turn%s of a player (--max-turns)",
				lmc2->max_turns, lmc2->max_turns == 1 ? "" : "s");

	lmc2_finish(lmc2, "max-turns", (struct text){said, strlen(said)});
	free(said);
}

void lmc2_play_due(struct lmc2 *lmc2, int seat)
{
	if (lmc2->max_turns && lmc2->player[seat].asked == lmc2->max_turns) {
		end_endless(lmc2);
		return;
	}
	lmc2->player[seat].asked++;
	lmc2->players.player[seat].due = true;
	referee_next(lmc2->players.judge, seat);
}

/* The last player that has been silent too often.  SEAT_NONE: none has.  */
static int who_is_silent(const struct lmc2 *lmc2)
{
	for (int s = SEAT_2; s >= SEAT_1 && lmc2->max_timeouts; s--)
		if (lmc2->player[s].silent >= lmc2->max_timeouts)
			return s;
	return SEAT_NONE;
}

/* Ends the match if a player has been silent too often.  If the opponent may reach the limit in this turn,
   the match waits: two silent players draw.  */
static void end_for_silence(struct lmc2 *lmc2)
{
	int seat = who_is_silent(lmc2);
	const struct lmc2_player *other = &lmc2->player[seat_opponent(seat)];

	if (seat == SEAT_NONE)
		return;
	if (other->silent >= lmc2->max_timeouts)
		referee_verdict(lmc2->players.judge, WINNER_DRAW, REASON_TIMEOUT, SEAT_NONE,
				"neither player has answered, %" PRId64 " time%s in a row (--max-timeouts)",
				lmc2->max_timeouts, lmc2->max_timeouts == 1 ? "" : "s");
	else if (!lmc2->players.player[seat_opponent(seat)].due || other->silent + 1 < lmc2->max_timeouts)
		referee_forfeit(lmc2->players.judge, seat, REASON_TIMEOUT,
				"has not answered, %" PRId64 " time%s in a row (--max-timeouts)",
				lmc2->player[seat].silent, lmc2->player[seat].silent == 1 ? "" : "s");
}

void lmc2_moved(struct lmc2 *lmc2, int seat, const char *answered, const char *played)
{
	lmc2->player[seat].silent = 0;
	lmc_player_moved(&lmc2->players, seat, answered, played);
	tell_output(lmc2, seat, played);
	end_for_silence(lmc2);
	if (!referee_match(lmc2->players.judge)->over)
		lmc_ask_who_waits(&lmc2->players);
}

/* Ends the turn, if there is one, without a move.  */
static void lose_turn(struct lmc2 *lmc2, int seat)
{
	struct lmc_player *player = &lmc2->players.player[seat];

	if (player->due)
		referee_turn_lost(lmc2->players.judge, seat);
	player->due = player->awaited = player->waits = false;
}

static bool anybody_sits(const struct lmc2 *lmc2)
{
	for (int s = SEAT_1; s < SEATS; s++)
		if (lmc2->player[s].sits && !lmc2->player[s].left)
			return true;
	return false;
}

void lmc2_left(struct lmc2 *lmc2, int seat, const char *reason)
{
	struct lmc2_player *player = &lmc2->player[seat];

	if (player->left)
		return;
	player->left = reason;
	referee_notice(lmc2->players.judge, seat, &lmc_notices[LMC_LEFT]);
	lose_turn(lmc2, seat);
	referee_withdraw(lmc2->players.judge,
			 seat); /* otherwise a `play` that waits would be sent now and start its clock */
	if (lmc2->first_left == SEAT_NONE)
		lmc2->first_left = seat;
	if (anybody_sits(lmc2))
		lmc2_tell_fault(lmc2, seat, "exit");
	else
		lmc2_finish(lmc2, "score", (struct text){"", 0});
	end_for_silence(lmc2);
}

void lmc2_take_output(struct lmc2 *lmc2, int seat, struct text text)
{
	const struct alphabet *alphabet = &lmc2->player[seat].alphabet;
	struct text stranger = alphabet_stranger(alphabet, lmc2->words, text);
	char *words;

	if (!stranger.at || stranger.size) {
		referee_fault(lmc2->players.judge, seat,
			      &lmc_faults[stranger.at ? LMC_STRANGE_WORD : LMC_EMPTY_OUTPUT]);
		lose_turn(lmc2, seat);
		lmc2->player[seat].silent = 0;
		lmc2_tell_fault(lmc2, seat, "illegal");
		end_for_silence(lmc2);
		return;
	}
	words = text_words(text);
	lmc2_moved(lmc2, seat, words, words);
	free(words);
}

void lmc2_timed_out(void *state, int seat, const char *limit)
{
	struct lmc2 *lmc2 = state;
	bool told;

	if (!lmc2->players.player[seat].named && /* the match limit also runs while it gets ready */
	    referee_setup(lmc2->players.judge)->seat[seat].kind == SEAT_AGENT) {
		referee_forfeit(lmc2->players.judge, seat, REASON_TIMEOUT, "was not ready within %s", limit);
		return;
	}
	lmc2->player[seat].silent++;
	told = who_is_silent(lmc2) == SEAT_NONE;
	referee_no_move(lmc2->players.judge, seat, told);
	lmc_player_late(&lmc2->players, seat);
	lose_turn(lmc2, seat);
	if (told)
		lmc2_tell_fault(lmc2, seat, "timeout");
	else
		end_for_silence(lmc2);
	if (!referee_match(lmc2->players.judge)->over)
		lmc_ask_who_waits(&lmc2->players); /* for the person who was late */
}
