/* quantum_chess_begin.c - the game of a setup: its options, the board at its beginning, the hidden types.
 *
 * Follows qchess, Rules, first two points.  */
#include "quantum_chess_state.h"

#include "ringside/bytes.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MOVES = 1000000000, HIDDEN = 2 * QCHESS_SIDE - 1 };

static const enum qchess_type back_rank[QCHESS_SIDE] = {
	QCHESS_ROOK,  QCHESS_KNIGHT, QCHESS_BISHOP, QCHESS_KING,
	QCHESS_QUEEN, QCHESS_BISHOP, QCHESS_KNIGHT, QCHESS_ROOK,
};

/* How many of each type are hidden on each side.  */
static const int hidden_count[QCHESS_TYPES] = {
	[QCHESS_PAWN] = 8, [QCHESS_ROOK] = 2, [QCHESS_KNIGHT] = 2, [QCHESS_BISHOP] = 2, [QCHESS_QUEEN] = 1,
};

/* ---- hidden types ---- */

/* Below n, each number as likely as the others: numbers above the last whole multiple are drawn again.  */
static int random_below(struct quantum_chess *game, int n)
{
	uint64_t count = (uint64_t)n, end = UINT64_MAX - UINT64_MAX % count, number;

	assert(n > 0);
	do {
		number = qchess_random(game);
	} while (number >= end);
	return (int)(number % count);
}

/* All orders are as likely.  */
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

/* Each type that is left is as likely, however many are left of it: so pieces that are dealt to first seldom
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

/* A side with its types: the back rank by x, then the pawns.  */
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

/* Which of two words the option is: 0 (also when it is not given) or 1.  */
static char *read_choice(const struct setup *setup, const char *name, const char *first, const char *second,
			 bool *is_second)
{
	const char *text = setup_get(setup, name, first);
	char *shown, *problem;

	*is_second = strcmp(text, second) == 0;
	if (*is_second || strcmp(text, first) == 0)
		return NULL;
	shown = qchess_shown(text, strlen(text));
	problem = bytes_text("--%s %s: expected %s or %s", name, shown, first, second);
	free(shown);
	return problem;
}

static char *read_most(const struct setup *setup, int *most)
{
	const char *text = setup_get(setup, "max-moves", NULL);
	char *shown, *problem;
	int64_t number = 0;

	*most = 0;
	if (!text)
		return NULL;
	for (const char *at = text; *at >= '0' && *at <= '9' && number <= MOST_MOVES; at++)
		number = 10 * number + (*at - '0');
	*most = (int)(number <= MOST_MOVES ? number : 0);
	if (*most && text[strspn(text, "0123456789")] == '\0')
		return NULL;
	shown = qchess_shown(text, strlen(text));
	problem = bytes_text("--max-moves %s: expected a number from 1 to %d", shown, MOST_MOVES);
	free(shown);
	return problem;
}

static char *read_board(struct quantum_chess *game, const char *text)
{
	char *why = quantum_chess_read_board(game, text, strlen(text)), *problem;

	if (!why)
		return NULL;
	problem = bytes_text("--board: %s", why);
	free(why);
	return problem;
}

char *quantum_chess_init(struct quantum_chess *game, const struct setup *setup)
{
	static const struct qchess_square nowhere = {-1, -1};
	const char *board = setup_get(setup, "board", NULL);
	bool by_names = false, black_begins = false;
	char *problem;

	*game = (struct quantum_chess){
		.from = nowhere,
		.to = nowhere,
		.moved = nowhere,
		.classical = setup_get(setup, "classical", NULL) != NULL,
		.promote_on_touch = setup_get(setup, "promote-on-touch", NULL) != NULL,
		.random = setup->seed,
	};
	/* Mixed before the number is added: game 2 of seed 1 is another one than game 1 of seed 2.  */
	game->random = qchess_random(game) + (uint64_t)setup->game;
	problem = read_choice(setup, "shuffle", "uniform", "original", &by_names);
	if (!problem)
		problem = read_choice(setup, "draws", "all", "original", &game->original_draws);
	if (!problem)
		problem = read_choice(setup, "to-move", "white", "black", &black_begins);
	if (!problem)
		problem = read_most(setup, &game->most);
	if (!problem && board)
		problem = read_board(game, board);
	if (problem)
		return problem;
	if (!board)
		set_new_board(game, by_names);
	game->to_move = black_begins ? QCHESS_BLACK : QCHESS_WHITE;
	game->end = qchess_king_is_taken(game, &game->winner) ? QCHESS_KING_TAKEN : qchess_end_now(game);
	return NULL;
}
