/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules_begin.c - a game at its beginning: the options, the first board, the hidden types (qchess, Rules:
 * Board, States).  */
#include "rules_state.h"

#include "ringside/bytes.h"
#include "ringside/place.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { HIDDEN = 2 * QCHESS_SIDE - 1 };

enum shuffle { SHUFFLE_UNIFORM, SHUFFLE_ORIGINAL };
enum draws { DRAWS_ALL, DRAWS_ORIGINAL };

static const struct option_choice shuffles[] = {
	{"uniform", SHUFFLE_UNIFORM, NULL}, {"original", SHUFFLE_ORIGINAL, NULL}, {0}};
static const struct option_choice draws[] = {
	{"all", DRAWS_ALL, NULL}, {"original", DRAWS_ORIGINAL, NULL}, {0}};
static const struct option_choice colours[] = {
	{"white", QCHESS_WHITE, NULL}, {"black", QCHESS_BLACK, NULL}, {0}};

const struct option_row quantum_chess_option_classical =
	OPTION_ROW("classical", OPTION_SWITCH, NULL, 0,
		   .help = "classical chess without check; both states of each piece are the same");
const struct option_row quantum_chess_option_shuffle =
	OPTION_ROW("shuffle", OPTION_CHOICE, "HOW", 0,
		   .help = "how second types are dealt; evenly (uniform), or as the original did (original)",
		   .choices = shuffles, .value = SHUFFLE_UNIFORM);
const struct option_row quantum_chess_option_promote_on_touch = OPTION_ROW(
	"promote-on-touch", OPTION_SWITCH, NULL, 0, .rare = true,
	.help = "promote a piece that collapses to a pawn on the far row; it becomes a queen at once");
const struct option_row quantum_chess_option_max_moves =
	OPTION_ROW("max-moves", OPTION_COUNT, "N", 0, .help = "end the game as a draw after N moves",
		   .least = 1, .most = OPTION_MANY, .unit = "moves", .optional = true);
/* Takes the board from the option, as a log or another match has it.  */
const struct option_row quantum_chess_option_board =
	OPTION_ROW("board", OPTION_TEXT, "BOARD", 0, .help = NULL);
const struct option_row quantum_chess_option_draws =
	OPTION_ROW("draws", OPTION_CHOICE, "WHICH", 0, .help = NULL, .choices = draws, .value = DRAWS_ALL);
const struct option_row quantum_chess_option_to_move = OPTION_ROW(
	"to-move", OPTION_CHOICE, "COLOUR", 0, .help = NULL, .choices = colours, .value = QCHESS_WHITE);

static const enum qchess_type back_rank[QCHESS_SIDE] = {
	QCHESS_ROOK,  QCHESS_KNIGHT, QCHESS_BISHOP, QCHESS_KING,
	QCHESS_QUEEN, QCHESS_BISHOP, QCHESS_KNIGHT, QCHESS_ROOK,
};

/* How many pieces of each type are hidden on each side.  */
static const int hidden_count[QCHESS_TYPES] = {
	[QCHESS_PAWN] = 8, [QCHESS_ROOK] = 2, [QCHESS_KNIGHT] = 2, [QCHESS_BISHOP] = 2, [QCHESS_QUEEN] = 1,
};

/* ---- hidden types ---- */

/* A number below n with equal probability.  Numbers above the last whole multiple are drawn again.  */
static int random_below(struct quantum_chess *game, int n)
{
	uint64_t count = (uint64_t)n, end = UINT64_MAX - UINT64_MAX % count, number;

	assert(n > 0);
	do {
		number = qchess_random(game);
	} while (number >= end);
	return (int)(number % count);
}

/* All orders are equally likely.  */
static void shuffle_uniformly(struct quantum_chess *game, enum qchess_type types[HIDDEN])
{
	int of = 0, left = hidden_count[0];

	for (int i = 0; i < HIDDEN; i++, left--) {
		while (left == 0)
			left = hidden_count[++of];
		types[i] = (enum qchess_type)of;
	}
	for (int i = HIDDEN - 1; i > 0; i--) {
		int j = random_below(game, i + 1);
		enum qchess_type type = types[i];

		types[i] = types[j];
		types[j] = type;
	}
}

/* Each type that is left is equally likely, however many pieces of it are left.  So the first pieces seldom
   get pawns.  */
static void shuffle_by_names(struct quantum_chess *game, enum qchess_type types[HIDDEN])
{
	int left[QCHESS_TYPES];

	memcpy(left, hidden_count, sizeof(left));
	for (int i = 0; i < HIDDEN; i++) {
		int names = 0, chosen, type;

		for (type = 0; type < QCHESS_TYPES; type++)
			names += left[type] > 0;
		chosen = random_below(game, names);
		for (type = 0; left[type] == 0 || chosen > 0; type++)
			chosen -= left[type] > 0;
		left[type]--;
		types[i] = (enum qchess_type)type;
	}
}

/* ---- the board ---- */

/* The types of a side: the back rank by x, then the pawns.  */
static void set_side(struct quantum_chess *game, enum qchess_colour colour,
		     const enum qchess_type hidden[HIDDEN])
{
	for (int i = 0, dealt = 0; i < 2 * QCHESS_SIDE; i++) {
		bool is_back = i < QCHESS_SIDE;
		int row = is_back ? qchess_far_row(colour == QCHESS_WHITE ? QCHESS_BLACK : QCHESS_WHITE)
				  : (colour == QCHESS_WHITE ? QCHESS_SIDE - 2 : 1);
		enum qchess_type type = is_back ? back_rank[i] : QCHESS_PAWN;
		struct qchess_piece piece = {.there = true, .colour = colour, .known = {true, true}};

		piece.type[0] = piece.type[1] = type;
		if (type != QCHESS_KING && !game->classical) {
			piece.type[1] = hidden[dealt++];
			piece.known[1] = false;
			piece.state = QCHESS_BOTH;
		}
		game->at[row][i % QCHESS_SIDE] = piece;
	}
}

static void set_new_board(struct quantum_chess *game, bool by_names)
{
	for (int colour = QCHESS_WHITE; colour <= QCHESS_BLACK; colour++) {
		enum qchess_type hidden[HIDDEN] = {QCHESS_PAWN};

		if (by_names)
			shuffle_by_names(game, hidden);
		else
			shuffle_uniformly(game, hidden);
		set_side(game, (enum qchess_colour)colour, hidden);
	}
}

/* ---- options ---- */

static char *read_board(struct quantum_chess *game, const char *text)
{
	const char *wrong;
	char *why = quantum_chess_read_board(game, text, strlen(text), &wrong);
	struct place place = {0};

	if (!why)
		return NULL;
	if (wrong)
		place = place_of(text, wrong);
	return place_problem("--board", place, why);
}

char *quantum_chess_init(struct quantum_chess *game, const struct setup *setup)
{
	static const struct qchess_square nowhere = {-1, -1};
	const char *board = setup_text(setup, &quantum_chess_option_board);
	char *problem;

	*game = (struct quantum_chess){
		.from = nowhere,
		.to = nowhere,
		.moved = nowhere,
		.classical = setup_switch(setup, &quantum_chess_option_classical),
		.promote_on_touch = setup_switch(setup, &quantum_chess_option_promote_on_touch),
		.original_draws = setup_choice(setup, &quantum_chess_option_draws) == DRAWS_ORIGINAL,
		.most = (int)setup_count(setup, &quantum_chess_option_max_moves),
		.random = setup->seed,
	};
	/* The seed is mixed before the number is added, so that game 2 of seed 1 differs from game 1 of
	   seed 2.  */
	game->random = qchess_random(game) + (uint64_t)setup->game;
	if (!board)
		set_new_board(game, setup_choice(setup, &quantum_chess_option_shuffle) == SHUFFLE_ORIGINAL);
	else if ((problem = read_board(game, board)))
		return problem;
	game->to_move = (enum qchess_colour)setup_choice(setup, &quantum_chess_option_to_move);
	game->end = qchess_king_is_taken(game, &game->winner) ? QCHESS_KING_TAKEN : qchess_end_now(game);
	return NULL;
}
