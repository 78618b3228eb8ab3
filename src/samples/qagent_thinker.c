/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* qagent_thinker.c - sample:thinker under qchess: weighs what the states may be.
 *
 * A piece in superposition shows each state half of the time, so choosing it is worth the mean of the
 * best moves in both. An unseen second type counts as each type that is left, by its likelihood. A move
 * is worth the position after it (qvalue.h), where the other side has the same doubts. The same seed and
 * game give the same answers.  */
#include "qagent.h"

#include "chance.h"
#include "qvalue.h"

/* Choices whose values differ by less are equal; a random one is taken.  */
#define ALIKE 1e-9

/* The cost, in pawns, of each time that a board has occurred before, so that pieces do not move to and
 * fro.  */
#define AGAIN 0.4

struct choice {
	int square; /* NOWHERE: there was none */
	double value;
	uint64_t alike; /* how many choices have that value */
};

static void consider(struct choice *choice, int square, double value, uint64_t *chance)
{
	if (choice->square == NOWHERE || value > choice->value + ALIKE) {
		*choice = (struct choice){square, value, 1};
	} else if (value > choice->value - ALIKE) {
		choice->alike++;
		if (chance && chance_below(chance, choice->alike) == 0)
			choice->square = square;
	}
}

/* The value of a move of the selected piece.  */
static double worth_of_move(const struct qturn *turn, const struct board *board, int to)
{
	struct board after = *board;

	if (after.at[to].there && after.at[to].type[0] == KING)
		return KING_VALUE;
	board_move(&after, board->selected, to);
	return value_position(&after, turn->own) - AGAIN * qpast_times(turn->past, &after);
}

/* The best move of the selected piece on a possible board. If it cannot move, the square is NOWHERE and
 * the value is that of the lost turn. Without `chance` the first of equal moves is taken.  */
static struct choice best_move(const struct qturn *turn, const struct board *board, uint64_t *chance)
{
	uint64_t reached = qagent_reached(board);
	struct choice best = {.square = NOWHERE};

	for (int to = 0; to < SQUARES; to++)
		if (reached & qboard_bit(to))
			consider(&best, to, worth_of_move(turn, board, to), chance);
	if (best.square == NOWHERE) {
		struct board after = *board;

		board_pass(&after);
		best.value = value_position(&after, turn->own) - AGAIN * qpast_times(turn->past, &after);
	}
	return best;
}

static void tell_outcome(FILE *talk, double likely, enum type type, const struct choice *best)
{
	fprintf(talk, "  %3.0f %% %s ", 100 * likely, type_name(type));
	if (best->square == NOWHERE)
		fputs("cannot move", talk);
	else
		fprintf(talk, "to %d %d", qboard_column(best->square), qboard_row(best->square));
	fprintf(talk, " %+.2f\n", best->value);
}

/* The value of choosing the piece on a square. Talks about its states if it is in superposition.  */
static double choosing(const struct qturn *turn, int square, FILE *talk)
{
	const struct board *board = turn->board;
	const struct piece *piece = &board->at[square];
	double unseen[TYPES], sum = 0;

	board_odds(board, turn->own, unseen);
	for (int state = 0; state < 2; state++)
		for (int type = 0; type < TYPES; type++) {
			double likely = piece->state == BOTH ? 0.5 : piece->state == state;
			struct board shown = *board;

			if (piece->type[state] == UNKNOWN)
				likely *= unseen[type];
			else
				likely *= (int)piece->type[state] == type;
			if (likely <= 0)
				continue;
			board_select(&shown, square, state, (enum type)type);
			struct choice best = best_move(turn, &shown, NULL);
			sum += likely * best.value;
			if (talk)
				tell_outcome(talk, likely, (enum type)type, &best);
		}
	return sum;
}

static int select_best(const struct qturn *turn)
{
	struct choice best = {.square = NOWHERE};

	for (int square = 0; square < SQUARES; square++) {
		const struct piece *piece = &turn->board->at[square];

		if (piece->there && piece->colour == turn->own)
			consider(&best, square, choosing(turn, square, NULL), turn->chance);
	}
	if (turn->talk) {
		fprintf(turn->talk, "I select %d %d, which is worth %+.2f:\n", qboard_column(best.square),
			qboard_row(best.square), best.value);
		choosing(turn, best.square, turn->talk);
	}
	return best.square;
}

static int move_best(const struct qturn *turn, uint64_t reached)
{
	const struct board *board = turn->board;
	struct choice best = best_move(turn, board, turn->chance);
	struct board after = *board;

	(void)reached;
	if (turn->talk) {
		const struct piece *piece = &board->at[board->selected];

		board_move(&after, board->selected, best.square);
		fprintf(turn->talk, "the %s goes to %d %d: %+.2f, my king is taken with %.0f %%\n",
			type_name(piece->type[piece->state]), qboard_column(best.square),
			qboard_row(best.square), best.value, 100 * value_danger(&after, turn->own));
	}
	return best.square;
}

const struct qagent qagent_thinker = {
	.name = "thinker",
	.purpose = "Plays quantum chess by the probability of the states: by what choosing a piece is\n"
		   "expected to win, and what the other side can expect after that.",
	.talks = true,
	.select = select_best,
	.move = move_best,
};
