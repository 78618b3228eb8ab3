/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_quantum_chess_many.c - ten thousand random games of quantum chess: what holds at every step.
 *
 * test_quantum_chess_many [GAMES [SEED]]   this many games in place of 10000, from this seed
 *
 * A separate model knows where each piece is, what has been seen of it, and the counters. It finds the moves
 * again by asking of every square whether the piece can go there.  */
#include "../random.h"
#include "qchess_fixture.h"

#include <math.h>

static int games = 10000;
static uint64_t games_seed = 1;

/* ---- moves, literally ---- */

static int sign(int n)
{
	return (n > 0) - (n < 0);
}

/* Is every square between two squares on a line empty?  */
static bool is_way_free(const struct quantum_chess *game, int x, int y, int to_x, int to_y)
{
	for (x += sign(to_x - x), y += sign(to_y - y); x != to_x || y != to_y;
	     x += sign(to_x - x), y += sign(to_y - y))
		if (game->at[y][x].there)
			return false;
	return true;
}

/* White pawns go up, black ones down; they move straight and take diagonally.  */
static bool pawn_could_go(const struct quantum_chess *game, bool is_white, int x, int y, int to_x, int to_y)
{
	int ahead = is_white ? y - to_y : to_y - y, rows_behind = is_white ? 7 - y : y;

	if (game->at[to_y][to_x].there)
		return ahead == 1 && abs(to_x - x) == 1;
	if (to_x != x)
		return false;
	return ahead == 1 || (ahead == 2 && rows_behind == 1 && !game->at[(y + to_y) / 2][x].there);
}

static bool could_go(const struct quantum_chess *game, enum qchess_type type, int x, int y, int to_x,
		     int to_y)
{
	const struct qchess_piece *target = &game->at[to_y][to_x];
	int dx = abs(to_x - x), dy = abs(to_y - y);
	bool straight = dx == 0 || dy == 0, diagonal = dx == dy;

	if ((dx == 0 && dy == 0) || (target->there && target->colour == game->at[y][x].colour))
		return false;
	switch (type) {
	case QCHESS_KING: return dx <= 1 && dy <= 1;
	case QCHESS_KNIGHT: return dx * dy == 2;
	case QCHESS_ROOK: return straight && is_way_free(game, x, y, to_x, to_y);
	case QCHESS_BISHOP: return diagonal && is_way_free(game, x, y, to_x, to_y);
	case QCHESS_QUEEN: return (straight || diagonal) && is_way_free(game, x, y, to_x, to_y);
	case QCHESS_PAWN: return pawn_could_go(game, game->at[y][x].colour == QCHESS_WHITE, x, y, to_x, to_y);
	default: fail_msg("no type"); return false;
	}
}

static uint64_t literal_reach(const struct quantum_chess *game, enum qchess_type type,
			      struct qchess_square from)
{
	uint64_t reached = 0;

	for (int y = 0; y < 8; y++)
		for (int x = 0; x < 8; x++)
			if (could_go(game, type, from.x, from.y, x, y))
				reached |= UINT64_C(1) << (8 * y + x);
	return reached;
}

/* ---- the model ---- */

/* A piece in the model.  */
struct figure {
	enum qchess_type type[2];
	bool seen[2];
	bool touched; /* it was selected before: from then on it is classical on white */
};

struct model {
	struct figure at[8][8];
	int moves, quiet, stuck, pieces;
	bool classical, touching, original;
	int most;
};

/* What all random games together have shown.  */
static struct {
	int collapses, seconds;
	int ends[QCHESS_MOST_MOVES + 1];
	int promotions, immobile;
} shown;

static struct model model_of(const struct quantum_chess *game)
{
	struct model model = {.classical = game->classical,
			      .touching = game->promote_on_touch,
			      .original = game->original_draws,
			      .most = game->most};

	for (int i = 0; i < 64; i++) {
		const struct qchess_piece *piece = piece_at(game, i % 8, i / 8);
		struct figure *figure = &model.at[i / 8][i % 8];

		model.pieces += piece->there;
		for (int s = 0; s < 2; s++) {
			figure->type[s] = piece->type[s];
			figure->seen[s] = piece->known[s];
		}
	}
	return model;
}

/* The end by the counters; the end by a king is found elsewhere.  */
static enum qchess_end expected_end(const struct model *model)
{
	if (model->pieces == 2)
		return QCHESS_BARE_KINGS;
	if (model->quiet == 100 && !model->original)
		return QCHESS_QUIET;
	if (model->stuck == 16 && !model->original)
		return QCHESS_STUCK;
	return model->most && model->moves == model->most ? QCHESS_MOST_MOVES : QCHESS_GOES_ON;
}

static bool is_far(const struct quantum_chess *game, int x, int y)
{
	return y == (piece_at(game, x, y)->colour == QCHESS_WHITE ? 0 : 7);
}

static void promote(const struct model *model, struct figure *figure, int state)
{
	figure->type[state] = QCHESS_QUEEN;
	if (model->classical)
		figure->type[1 - state] = QCHESS_QUEEN;
	shown.promotions++;
}

/* Every piece on the board is as in the model.  */
static void expect_board(const struct quantum_chess *game, const struct model *model)
{
	int kings[2] = {0}, pieces = 0;

	for (int y = 0; y < 8; y++)
		for (int x = 0; x < 8; x++) {
			const struct qchess_piece *piece = &game->at[y][x];
			const struct figure *figure = &model->at[y][x];
			bool equal = figure->type[0] == figure->type[1];
			bool is_selected = game->selected && game->from.x == x && game->from.y == y;

			if (!piece->there)
				continue;
			pieces++;
			kings[piece->colour] += piece->type[0] == QCHESS_KING;
			if (piece->type[0] != figure->type[0] || piece->type[1] != figure->type[1] ||
			    piece->known[0] != figure->seen[0] || piece->known[1] != figure->seen[1])
				fail_msg("the piece on %d %d is not what was seen of it", x, y);
			if (piece->state != 0 && piece->state != 1 && piece->state != QCHESS_BOTH)
				fail_msg("the piece on %d %d is in state %d", x, y, piece->state);
			if (figure->touched && (x + y) % 2 == 0 && piece->state == QCHESS_BOTH)
				fail_msg("the piece on white %d %d is not classical", x, y);
			if ((x + y) % 2 && !is_selected &&
			    (piece->state == QCHESS_BOTH) == (equal && figure->seen[0] && figure->seen[1]))
				fail_msg("the piece on black %d %d has state %d", x, y, piece->state);
		}
	assert_int_equal(pieces, model->pieces);
	for (int colour = 0; colour < 2; colour++)
		assert_int_equal(
			kings[colour],
			game->end == QCHESS_KING_TAKEN && game->winner != (enum qchess_colour)colour ? 0 : 1);
}

static void expect_counters(const struct quantum_chess *game, const struct model *model)
{
	assert_int_equal(game->moves, model->moves);
	assert_int_equal(game->quiet, model->quiet);
	assert_int_equal(game->stuck, model->stuck);
	if (game->end != QCHESS_KING_TAKEN)
		assert_int_equal(game->end, expected_end(model));
}

static void select_any(struct quantum_chess *game, struct model *model, uint64_t *seed)
{
	enum qchess_colour mover = game->to_move;
	int i = random_below(seed, 64), state;
	struct figure *figure;
	struct qchess_square at;
	bool was_open;

	while (quantum_chess_may_select(game, square(i % 8, i / 8)))
		i = (i + 1) % 64;
	at = square(i % 8, i / 8);
	figure = &model->at[at.y][at.x];
	was_open = game->at[at.y][at.x].state == QCHESS_BOTH;
	state = quantum_chess_select(game, at, -1);
	shown.collapses += was_open;
	shown.seconds += was_open && state == 1;
	figure->seen[state] = true;
	figure->touched = true;
	if (model->touching && figure->type[state] == QCHESS_PAWN && is_far(game, at.x, at.y))
		promote(model, figure, state);
	if (quantum_chess_reach(game, at, state) != literal_reach(game, figure->type[state], at))
		fail_msg("the %s on %d %d reaches other squares",
			 quantum_chess_type_name(figure->type[state]), at.x, at.y);
	if (game->selected != (literal_reach(game, figure->type[state], at) != 0))
		fail_msg("the %s on %d %d can move, or cannot", quantum_chess_type_name(figure->type[state]),
			 at.x, at.y);
	assert_int_equal(game->to_move == mover, game->selected);
	if (!game->selected) {
		model->stuck++;
		shown.immobile++;
	}
}

static void move_any(struct quantum_chess *game, struct model *model, uint64_t *seed)
{
	struct qchess_square from = game->from, to;
	int i = random_below(seed, 64), state = game->at[from.y][from.x].state;
	struct figure *figure = &model->at[from.y][from.x];
	enum qchess_colour mover = game->to_move;
	bool is_pawn = figure->type[state] == QCHESS_PAWN, takes, takes_king;

	while (quantum_chess_may_move(game, square(i % 8, i / 8)))
		i = (i + 1) % 64;
	to = square(i % 8, i / 8);
	takes = game->at[to.y][to.x].there;
	takes_king = takes && game->at[to.y][to.x].type[0] == QCHESS_KING;
	quantum_chess_move(game, to);
	model->at[to.y][to.x] = *figure;
	if (is_pawn && is_far(game, to.x, to.y))
		promote(model, &model->at[to.y][to.x], state);
	model->pieces -= takes;
	model->moves++;
	model->quiet = takes || is_pawn ? 0 : model->quiet + 1;
	model->stuck = 0;
	assert_false(game->at[from.y][from.x].there);
	assert_int_equal(game->taken.there, takes);
	assert_int_equal(game->at[to.y][to.x].colour, mover);
	assert_int_not_equal(game->to_move, mover);
	assert_int_equal(game->end == QCHESS_KING_TAKEN, takes_king);
	if (takes_king)
		assert_int_equal(game->winner, mover);
}

/* A game with everything drawn at random. One in four has few pieces, so that all ends occur.  */
static struct plan any_plan(uint64_t *seed, char most[12])
{
	static const char *const boards[] = {
		KINGS ROOKS,
		KINGS ROOKS "white pawn ['pawn', 'pawn'] at 6,4\nblack pawn ['pawn', 'pawn'] at 6,3\n",
		KINGS "white unknown ['rook', '?pawn'] at 2,2\n",
		"white king ['king', 'king'] at 0,7\nblack king ['king', 'king'] at 7,0\n"
		"white pawn ['pawn', 'pawn'] at 0,6\nblack pawn ['pawn', 'pawn'] at 0,5\n"
		"white pawn ['pawn', 'pawn'] at 1,6\nblack pawn ['pawn', 'pawn'] at 1,5\n"
		"white pawn ['pawn', 'pawn'] at 1,7\nblack pawn ['pawn', 'pawn'] at 7,1\n"
		"white pawn ['pawn', 'pawn'] at 7,2\n",
	};
	struct plan plan = {.seed = random_next(seed)};
	const char **option = plan.options;

	snprintf(most, 12, "%d", 1 + random_below(seed, 400));
	if (random_below(seed, 4) == 0) {
		*option++ = "board";
		*option++ = boards[random_below(seed, 4)];
	}
	if (random_below(seed, 4) == 0) {
		*option++ = "shuffle";
		*option++ = "original";
	}
	for (int i = 0; i < 2; i++)
		if (random_below(seed, 8) == 0) {
			*option++ = i ? "classical" : "promote-on-touch";
			*option++ = "";
		}
	if (random_below(seed, 8) == 0) {
		*option++ = "draws";
		*option++ = "original";
	}
	*option++ = "max-moves";
	*option++ = most;
	return plan;
}

TEST(random_games_obey_the_rules_at_every_step)
{
	uint64_t seed = games_seed;

	for (int n = 0; n < games; n++) {
		char most[12];
		struct quantum_chess game = made(any_plan(&seed, most));
		struct model model = model_of(&game);

		/* Games of the original may never end.  */
		for (int turns = 0; game.end == QCHESS_GOES_ON && turns < 2000; turns++) {
			if (game.selected)
				move_any(&game, &model, &seed);
			else
				select_any(&game, &model, &seed);
			expect_counters(&game, &model);
			expect_board(&game, &model);
		}
		shown.ends[game.end]++;
	}
	assert_true(shown.promotions > 0 && shown.immobile > 0);
	for (int end = QCHESS_KING_TAKEN; end <= QCHESS_MOST_MOVES && games >= 10000; end++)
		if (!shown.ends[end])
			fail_msg("no game ended by %s", quantum_chess_reason((enum qchess_end)end));
}

TEST(all_collapses_together_are_a_fair_coin)
{
	double bound = 5 * sqrt(shown.collapses * 0.25);

	assert_true(shown.collapses > games);
	if (fabs(shown.seconds - shown.collapses / 2.0) > bound)
		fail_msg("%d of %d collapses to the second state: more than %.0f from one half",
			 shown.seconds, shown.collapses, bound);
}

int main(int argc, char **argv)
{
	if (argc > 1)
		games = atoi(argv[1]);
	if (argc > 2)
		games_seed = strtoull(argv[2], NULL, 10);
	return RUN_TESTS(NULL, NULL);
}
