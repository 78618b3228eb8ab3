/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_symbols_many.c - thousands of random games of symbols: what holds for all of them.
 *
 * test_symbols_many [GAMES [SEED]]   this many random games in place of 4000, from this seed */
#include "../random.h"
#include "symbols_fixture.h"

#include "ringside/bytes.h"

enum { TURNS_MOST = 60, WRONG = 99 };

static const char *const names[] = {
#define X(name, title) name,
	SYMBOL_GAMES(X)
#undef X
};

static int games = 4000;
static uint64_t games_seed = 1;

enum { NAMES = sizeof(names) / sizeof(names[0]) };

/* A game with everything drawn at random; its turns, symbols and period are put into `words`.  */
static struct plan any_plan(uint64_t *seed, char words[3][12])
{
	struct plan plan = {.first = SEAT_1 + random_below(seed, 2), .seed = random_next(seed)};
	const char *name = names[random_below(seed, NAMES)];
	bool for_one = strcmp(name, "imitate") == 0 || strcmp(name, "cycle") == 0;

	snprintf(words[0], 12, "%d", 1 + random_below(seed, TURNS_MOST));
	snprintf(words[1], 12, "%d", 2 + random_below(seed, 25));
	snprintf(words[2], 12, "%d", 1 + random_below(seed, 40));
	plan.seats = for_one ? (const char *[]){"1", "2", "12"}[random_below(seed, 3)] : "12";
	memcpy(plan.options,
	       (const char *[]){"game", name, "turns", words[0], "symbols", words[1], "period", words[2]},
	       8 * sizeof(char *));
	return plan;
}

/* A seat that has to move plays any symbol; the seat and the symbol are put into *seat and *symbol.  */
static bool any_move(struct symbols *game, uint64_t *seed, int *seat, int *symbol,
		     struct symbol_news news[SEATS])
{
	*seat = SEAT_1 + random_below(seed, 2);
	if (!symbols_to_move(game, *seat))
		*seat = seat_opponent(*seat);
	assert_true(symbols_to_move(game, *seat));
	*symbol = random_below(seed, symbols_count(game));
	return symbols_move(game, *seat, *symbol, news);
}

/* ---- the scores of each kind of game ---- */

static bool is_one_of(double score, const double *scores, int count)
{
	for (int i = 0; i < count; i++)
		if (score == scores[i])
			return true;
	return false;
}

static void expect_possible(const char *name, const struct symbol_news news[SEATS])
{
	const struct symbol_news *one = &news[SEAT_1], *two = &news[SEAT_2];

	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (news[seat].scored)
			assert_true(news[seat].score >= -1 && news[seat].score <= 1);
	if (strcmp(name, "prisoners") == 0) {
		const double scores[] = {(5 - 2.5) / 2.5, (3 - 2.5) / 2.5, (1 - 2.5) / 2.5, (0 - 2.5) / 2.5};

		assert_true(is_one_of(one->score, scores, 4) && is_one_of(two->score, scores, 4));
		assert_true(one->score == two->score || one->score + two->score == 0);
	} else if (strcmp(name, "imitate") == 0 || strcmp(name, "cycle") == 0) {
		const double scores[] = {1, -1};

		assert_true(!one->scored || is_one_of(one->score, scores, 2));
		assert_true(!two->scored || is_one_of(two->score, scores, 2));
	} else {
		const double scores[] = {1, 0, -1};

		assert_true(one->scored == two->scored);
		assert_true(!one->scored || is_one_of(one->score, scores, 3));
		assert_true(one->score + two->score == 0);
	}
}

TEST(random_games_give_valid_scores_and_last_their_turns)
{
	uint64_t seed = games_seed;

	for (int n = 0; n < games; n++) {
		char words[3][12];
		struct plan plan = any_plan(&seed, words);
		struct symbols *game FREED_BY(symbols_end) = made(plan);
		struct symbol_news news[SEATS];
		int moves[SEATS] = {0}, turns = atoi(words[0]), seat, symbol;
		int64_t rounds = 0;

		while (!symbols_over(game)) {
			bool complete = any_move(game, &seed, &seat, &symbol, news);

			moves[seat]++;
			rounds += complete;
			assert_int_equal(symbols_round(game), rounds);
			if (complete)
				expect_possible(plan.options[1], news);
			assert_false(news[SEAT_NONE].scored);
			for (int i = SEAT_1; i < SEATS; i++)
				assert_true(news[i].input + 1 >= 0 &&
					    news[i].input + 1 <= symbols_count(game));
		}
		for (int i = SEAT_1; i < SEATS; i++)
			if (symbols_is_simultaneous(game))
				assert_int_equal(moves[i], strchr(plan.seats, '0' + i) ? turns : 0);
		/* The seat that ends a board may begin the next one, so its turns are counted over all
		 * boards.  */
		if (!symbols_is_simultaneous(game))
			assert_int_equal(moves[SEAT_1] + moves[SEAT_2], 2 * turns);
		assert_false(symbols_to_move(game, SEAT_1) || symbols_to_move(game, SEAT_2));
	}
}

/* ---- copies and seeds ---- */

static bool same_news(const struct symbol_news a[SEATS], const struct symbol_news b[SEATS])
{
	for (int i = 0; i < SEATS; i++)
		if (a[i].input != b[i].input || a[i].scored != b[i].scored || a[i].score != b[i].score)
			return false;
	return true;
}

/* The next move of both games, which have been equal so far.  */
static bool same_move(struct symbols *game, struct symbols *other, uint64_t *seed)
{
	struct symbol_news news[SEATS], others[SEATS];
	int seat, symbol;
	bool complete;

	for (seat = SEAT_1; seat < SEATS; seat++)
		if (symbols_cue(game, seat) != symbols_cue(other, seat) ||
		    symbols_to_move(game, seat) != symbols_to_move(other, seat) ||
		    symbols_role(game, seat) != symbols_role(other, seat))
			return false;
	complete = any_move(game, seed, &seat, &symbol, news);
	if (symbols_move(other, seat, symbol, others) != complete || !same_news(news, others))
		return false;
	for (int square = 1; square <= 9; square++)
		if (symbols_at(game, square) != symbols_at(other, square))
			return false;
	return symbols_over(game) == symbols_over(other) && symbols_round(game) == symbols_round(other);
}

TEST(a_copy_plays_like_its_original_and_independently)
{
	uint64_t seed = games_seed + 1;

	for (int n = 0; n < games / 4; n++) {
		char words[3][12];
		struct symbols *game FREED_BY(symbols_end) = made(any_plan(&seed, words)), *copy,
				     *later FREED_BY(symbols_end);
		struct symbol_news news[SEATS];
		int seat, symbol;
		uint64_t moves;

		for (int left = random_below(&seed, 2 * TURNS_MOST); left > 0 && !symbols_over(game); left--)
			any_move(game, &seed, &seat, &symbol, news);
		copy = symbols_copy(game);
		later = symbols_copy(game);
		moves = seed;
		while (!symbols_over(game))
			assert_true(same_move(game, copy, &seed));
		assert_true(symbols_over(copy));
		symbols_free(game);
		/* Changing one of them did not change the other.  */
		game = symbols_copy(later);
		symbols_free(copy);
		while (!symbols_over(game))
			assert_true(same_move(game, later, &moves));
		assert_int_equal(moves, seed);
	}
}

TEST(a_copy_of_a_game_from_a_file_has_its_own_payoffs)
{
	struct symbols *game = made((struct plan){.options = {"table", "n\na b\n1 0 0 1\n0 -1 -1 0\n"}});
	struct symbols *copy FREED_BY(symbols_end) = symbols_copy(game);
	struct symbol_news news[SEATS];

	symbols_free(game);
	assert_string_equal(symbols_title(copy), "n");
	play_both(copy, "b", "a", news);
	expect_score(&news[SEAT_1], 0);
	expect_score(&news[SEAT_2], -1);
}

/* Do games of two seeds, played alike, stay equal to their end?  */
static bool alike(const char *name, uint64_t seed, uint64_t other_seed)
{
	struct symbols *game = made((struct plan){.seed = seed, .options = {"game", name, "turns", "40"}});
	struct symbols *other =
		made((struct plan){.seed = other_seed, .options = {"game", name, "turns", "40"}});
	uint64_t moves = seed;
	bool same = true;

	while (same && !symbols_over(game))
		same = same_move(game, other, &moves);
	symbols_free(game);
	symbols_free(other);
	return same;
}

TEST(the_same_seed_gives_the_same_game_and_another_seed_another)
{
	int same_cycles = 0;

	for (uint64_t seed = 0; seed < 200; seed++) {
		for (int i = 0; i < NAMES; i++)
			assert_true(alike(names[i], seed, seed));
		assert_false(alike("imitate", seed, seed + 1));
		/* One of 5^7 cycles may come twice, but hardly more often.  */
		same_cycles += alike("cycle", seed, seed + 1);
		/* A game without a secret does not depend on the seed.  */
		assert_true(alike("penalty", seed, seed + 1));
		assert_true(alike("tictactoe", seed, seed + 1));
	}
	assert_true(same_cycles >= 0 && same_cycles <= 1);
}

TEST(each_symbol_is_as_likely_as_the_others)
{
	enum { ROUNDS = 26000 };
	struct symbols *game = made((struct plan){
		.seats = "1", .options = {"game", "imitate", "symbols", "26", "turns", "26000"}});
	struct symbol_news news[SEATS];
	int count[26] = {0}, follows[26] = {0}, before = SYMBOL_NONE;

	for (int i = 0; i < ROUNDS; i++) {
		int cue = symbols_cue(game, SEAT_1);

		count[cue]++;
		if (before == 0)
			follows[cue]++;
		before = cue;
		symbols_move(game, SEAT_1, 0, news);
	}
	/* 1000 of each, standard deviation 31; after an `a` 38, standard deviation 6.  */
	for (int i = 0; i < 26; i++) {
		assert_true(count[i] >= 1000 - 5 * 31 && count[i] <= 1000 + 5 * 31);
		assert_true(follows[i] >= 38 - 5 * 6 && follows[i] <= 38 + 5 * 6);
	}
	symbols_free(game);
}

/* ---- tictactoe, literally ---- */

/* All moves so far, in order; everything else is computed from them each time.  */
struct moves {
	int at[2 * TURNS_MOST];
	int count;
};

static bool holds(const bool squares[10], int a, int b, int c)
{
	return squares[a] && squares[b] && squares[c];
}

/* Has the owner of these squares won?  */
static bool wins(const bool squares[10])
{
	for (int i = 0; i < 3; i++)
		if (holds(squares, 3 * i + 1, 3 * i + 2, 3 * i + 3) || holds(squares, i + 1, i + 4, i + 7))
			return true;
	return holds(squares, 1, 5, 9) || holds(squares, 3, 5, 7);
}

/* The state of the last board after all moves.  */
struct position {
	int mark[10];
	int to_move;
	bool scored; /* the last move ended a board */
	double score[SEATS];
};

static struct position replayed(const struct moves *moves, int first)
{
	struct position now = {.to_move = first};
	int beginner = first;

	for (int i = 0; i < moves->count; i++) {
		int mover = now.to_move, other = mover == 1 ? 2 : 1, square = moves->at[i], empty = 0;
		double score = WRONG;
		bool squares[10];

		if (now.scored) /* the previous board has ended: clear it */
			memset(now.mark, 0, sizeof(now.mark));
		if (now.mark[square]) {
			score = -1;
		} else {
			now.mark[square] = mover;
			for (int s = 1; s <= 9; s++) {
				squares[s] = now.mark[s] == mover;
				empty += now.mark[s] == 0;
			}
			if (wins(squares))
				score = 1;
			else if (empty == 0)
				score = 0;
		}
		now.scored = score != WRONG;
		now.to_move = other;
		now.score[mover] = score;
		now.score[other] = 0 - score;
		if (now.scored) {
			beginner = beginner == 1 ? 2 : 1;
			now.to_move = beginner;
		}
	}
	return now;
}

static void expect_position(const struct symbols *game, const struct position *now)
{
	bool over = symbols_over(game);

	for (int seat = SEAT_1; seat < SEATS; seat++)
		assert_int_equal(symbols_to_move(game, seat), !over && now->to_move == seat);
	for (int square = 1; square <= 9; square++)
		assert_int_equal(symbols_at(game, square),
				 now->scored && !over ? SEAT_NONE : now->mark[square]);
}

/* A square, often a free one, so that some boards become full.  */
static int any_square(const struct symbols *game, uint64_t *seed)
{
	int square = 1 + random_below(seed, 9);

	for (int tries = 0; tries < 20 && symbols_at(game, square) != SEAT_NONE; tries++)
		square = 1 + random_below(seed, 9);
	return random_below(seed, 20) ? square : 1 + random_below(seed, 9);
}

TEST(tictactoe_equals_a_literal_reading_of_all_its_moves)
{
	uint64_t seed = games_seed + 2;
	int ended[3] = {0}; /* boards that seat 1 lost, that were full, that it won */

	for (int n = 0; n < games / 8; n++) {
		int first = SEAT_1 + random_below(&seed, 2), turns = 1 + random_below(&seed, TURNS_MOST);
		FREED char *text = bytes_text("%d", turns);
		struct symbols *game FREED_BY(symbols_end) =
			made((struct plan){.first = first, .options = {"game", "tictactoe", "turns", text}});
		struct moves moves = {.count = 0};
		struct symbol_news news[SEATS];

		while (!symbols_over(game)) {
			int square = any_square(game, &seed);
			int mover = replayed(&moves, first).to_move;
			struct position now;

			assert_true(symbols_move(game, mover, square - 1, news));
			moves.at[moves.count++] = square;
			now = replayed(&moves, first);
			expect_position(game, &now);
			for (int seat = SEAT_1; seat < SEATS; seat++) {
				assert_int_equal(news[seat].input, seat == mover ? SYMBOL_NONE : square - 1);
				assert_int_equal(news[seat].scored, now.scored);
				if (now.scored)
					assert_true(news[seat].score == now.score[seat]);
			}
			if (now.scored)
				ended[(int)now.score[SEAT_1] + 1]++;
		}
		assert_int_equal(moves.count, 2 * turns);
	}
	assert_true(ended[0] && ended[1] && ended[2]);
}

int main(int argc, char **argv)
{
	if (argc > 1)
		games = atoi(argv[1]);
	if (argc > 2)
		games_seed = strtoull(argv[2], NULL, 10);
	return RUN_TESTS(NULL, NULL);
}
