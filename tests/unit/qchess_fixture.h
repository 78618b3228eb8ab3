/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* qchess_fixture.h - games of quantum chess for tests, made from options and boards and played by squares. */
#ifndef RINGSIDE_TESTS_QCHESS_FIXTURE_H
#define RINGSIDE_TESTS_QCHESS_FIXTURE_H

#include "../test.h"
#include "systems/qchess/rules.h"

#define KINGS "white king ['king', 'king'] at 3,7\nblack king ['king', 'king'] at 3,0\n"
#define ROOKS "white rook ['rook', 'rook'] at 0,7\nblack rook ['rook', 'rook'] at 0,0\n"

/* The parts of a game; `options` alternates names and values, ended by NULL.  */
struct plan {
	uint64_t seed;
	int number; /* number in the series; 0 means 1 */
	const char *options[14];
};

static inline char *plan_problem(struct setup *setup, struct plan plan)
{
	char *problem = NULL;

	setup_init(setup);
	setup->system = "qchess";
	setup->seed = plan.seed;
	setup->game = plan.number ? plan.number : 1;
	for (int i = 0; plan.options[i] && !problem; i += 2)
		problem = setup_set(setup, plan.options[i], plan.options[i + 1]);
	return problem;
}

static inline void plan_setup(struct setup *setup, struct plan plan)
{
	assert_null(plan_problem(setup, plan));
}

static inline struct quantum_chess made(struct plan plan)
{
	struct quantum_chess game;
	struct setup setup;
	char *problem;

	plan_setup(&setup, plan);
	problem = quantum_chess_init(&game, &setup);
	setup_free(&setup);
	if (problem)
		fail_msg("the game was refused: %s", problem);
	return game;
}

/* White to move on this board.  */
static inline struct quantum_chess on_board(const char *board)
{
	return made((struct plan){.options = {"board", board}});
}

/* The setup must be refused with these words.  */
static inline void expect_refused(struct plan plan, const char *words)
{
	struct quantum_chess game;
	struct setup setup;
	char *problem;

	problem = plan_problem(&setup, plan);
	if (!problem)
		problem = quantum_chess_init(&game, &setup);
	setup_free(&setup);
	assert_text(problem, words);
}

static inline struct qchess_square square(int x, int y)
{
	return (struct qchess_square){x, y};
}

static inline const struct qchess_piece *piece_at(const struct quantum_chess *game, int x, int y)
{
	return &game->at[y][x];
}

static inline bool same_piece(const struct qchess_piece *a, const struct qchess_piece *b)
{
	return a->there == b->there &&
	       (!a->there ||
		(a->colour == b->colour && a->state == b->state && a->type[0] == b->type[0] &&
		 a->type[1] == b->type[1] && a->known[0] == b->known[0] && a->known[1] == b->known[1]));
}

static inline bool same_board(const struct quantum_chess *a, const struct quantum_chess *b)
{
	for (int i = 0; i < QCHESS_SQUARES; i++)
		if (!same_piece(piece_at(a, i % QCHESS_SIDE, i / QCHESS_SIDE),
				piece_at(b, i % QCHESS_SIDE, i / QCHESS_SIDE)))
			return false;
	return true;
}

static inline bool same_square(struct qchess_square a, struct qchess_square b)
{
	return a.x == b.x && a.y == b.y;
}

/* Equal in everything, including the state of chance.  */
static inline bool same_game(const struct quantum_chess *a, const struct quantum_chess *b)
{
	return same_board(a, b) && a->to_move == b->to_move && a->selected == b->selected &&
	       same_square(a->from, b->from) && same_square(a->to, b->to) &&
	       same_square(a->moved, b->moved) && a->shown_state == b->shown_state &&
	       a->shown_type == b->shown_type && same_piece(&a->taken, &b->taken) && a->moves == b->moves &&
	       a->quiet == b->quiet && a->stuck == b->stuck && a->most == b->most && a->end == b->end &&
	       a->winner == b->winner && a->random == b->random;
}

/* Selects a piece, which must be allowed. The piece turns out to be in this state.  */
static inline void select_as(struct quantum_chess *game, int x, int y, int state)
{
	const char *word = quantum_chess_may_select(game, square(x, y));

	if (word)
		fail_msg("%d %d may not be selected: %s", x, y, word);
	assert_int_equal(quantum_chess_select(game, square(x, y), state), state);
}

/* Selects a piece and moves it, which must both be allowed.  */
static inline void play(struct quantum_chess *game, int x, int y, int state, int to_x, int to_y)
{
	const char *word;

	select_as(game, x, y, state);
	assert_true(game->selected);
	word = quantum_chess_may_move(game, square(to_x, to_y));
	if (word)
		fail_msg("%d %d -> %d %d: %s", x, y, to_x, to_y, word);
	quantum_chess_move(game, square(to_x, to_y));
}

static inline void play_words(struct quantum_chess *game, const char *words)
{
	char *problem = quantum_chess_play_words(game, words);

	if (problem)
		fail_msg("%s: %s", words, problem);
}

/* The piece of this state reaches exactly these squares: "4,4 4,5 ".  */
static inline void expect_reach(const struct quantum_chess *game, int x, int y, int state,
				const char *squares)
{
	uint64_t reached = quantum_chess_reach(game, square(x, y), state);
	char text[64 * 4 + 1], *end = text;

	for (int i = 0; i < QCHESS_SQUARES; i++)
		if (reached >> i & 1) {
			*end++ = (char)('0' + i % QCHESS_SIDE);
			*end++ = ',';
			*end++ = (char)('0' + i / QCHESS_SIDE);
			*end++ = ' ';
		}
	*end = '\0';
	assert_string_equal(text, squares);
}

#endif
