/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_players.c - the bundled players of LMC 1: what they say, what they learn, and who beats whom.
 *
 * Players read and write files in memory. Strategies play each other directly, so a thousand rounds take no
 * time. The seeds are fixed.  */
#include "samples/chance.h"
#include "samples/player.h"
#include "samples/strategy.h"
#include "samples/tally.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROUNDS = 1000, SEEDS = 6, SYMBOLS = 3 };

/* The scores of two independent players in 1000 rounds of roshambo differ by more than this once in twenty
 * matches (lmc).  */
#define DRAW 50.6

/* Predictable opponents: always the first symbol; one symbol after the other.  */
struct simple {
	int symbols, next, step;
};

static void *begin_simple(const struct strategy_game *game, int step)
{
	struct simple *simple = sample_alloc(1, sizeof(*simple));

	*simple = (struct simple){game->symbols->count, 0, step};
	return simple;
}

static void *begin_constant(const struct strategy_game *game)
{
	return begin_simple(game, 0);
}

static void *begin_rotate(const struct strategy_game *game)
{
	return begin_simple(game, 1);
}

static int play_simple(void *self)
{
	struct simple *simple = self;
	int played = simple->next;

	simple->next = (played + simple->step) % simple->symbols;
	return played;
}

static const struct strategy constant = {
	.name = "constant", .begin = begin_constant, .end = free, .play = play_simple};
static const struct strategy rotate = {
	.name = "rotate", .begin = begin_rotate, .end = free, .play = play_simple};

static void assert_says(const struct strategy *strategy, const char *told, const char *expected)
{
	char *said = NULL;
	size_t size = 0;
	FILE *in = tmpfile(), *out = open_memstream(&said, &size);

	assert_non_null(in);
	assert_non_null(out);
	fputs(told, in);
	rewind(in);
	strategy_run(strategy, 1, in, out);
	fclose(in);
	fclose(out);
	assert_string_equal(said, expected);
	free(said);
}

static void the_name_comes_first_and_the_exit_last(void **state)
{
	(void)state;
	assert_says(&constant, "@command exit\n@command play\n", "@info name constant\n@info exit\n");
	assert_says(&rotate, "", "@info name rotate\n@info exit\n");
	assert_says(&constant, "@command new\n@command symbol a\n@command pl",
		    "@info name constant\n# unknown command \"pl\"\n@info exit\n");
}

/* The dialogue of the interface specification, for a player that rotates.  */
static void a_game_is_played_with_and_without_new(void **state)
{
	(void)state;
	assert_says(&rotate,
		    "# Judge Program Ready\n@command symbol rock\n@command symbol paper\n@command symbol "
		    "scissors\n"
		    "@command play\n@input rock\n@score 0\n@command play\nrock\n@score 1\n@command play\n"
		    "@command exit\n",
		    "@info name rotate\n@output rock\n@output paper\n@output scissors\n@info exit\n");
	assert_says(&rotate,
		    "@command new\n@command symbol a\n@command symbol b\n@command play\n@command new\n"
		    "@command symbol c\n@command symbol d\n@command play\n@command play\n@command play\n",
		    "@info name rotate\n@output a\n@output c\n@output d\n@output c\n@info exit\n");
}

static void blanks_and_line_ends_do_not_matter(void **state)
{
	(void)state;
	assert_says(&strategy_beat_last,
		    "@command  new\r\n@command symbol  rock \r\n@command symbol paper\r\n@command symbol "
		    "scissors\r\n\r\n @input  paper \r\n@command play\r\n@command exit",
		    "@info name beat-last\n@output scissors\n@info exit\n");
}

static void unknown_channels_and_comments_are_ignored(void **state)
{
	(void)state;
	assert_says(&constant,
		    "@command symbol a\n@weather fine\n#@command play\n@inputs a\n@hint a b\n@command play\n",
		    "@info name constant\n@output a\n@info exit\n");
}

static void a_message_that_is_not_understood_is_answered_with_a_comment(void **state)
{
	(void)state;
	assert_says(&constant,
		    "@command play\n@command dance\n@command symbol a b\n@command symbol\n@command symbol a\n"
		    "@score high\n@score nan\n@input z\n@command play\n",
		    "@info name constant\n# nothing can be played before a symbol is known\n"
		    "# unknown command \"dance\"\n# a symbol is one word, not \"a b\"\n"
		    "# a symbol is one word, not \"\"\n# a score is a number, not \"high\"\n"
		    "# a score is a number, not \"nan\"\n# not a symbol of this game: \"z\"\n@output a\n"
		    "@info exit\n");
}

static void a_line_may_have_any_length(void **state)
{
	enum { LONG = 200000 };
	char *told = malloc(LONG + 200);

	(void)state;
	assert_non_null(told);
	strcpy(told, "@command symbol a\n#");
	size_t used = strlen(told);
	memset(told + used, 'x', LONG);
	strcpy(told + used + LONG, "\n@command play\n");
	assert_says(&constant, told, "@info name constant\n@output a\n@info exit\n");
	free(told);
}

/* Eighty symbols can be played by their names; the eighty-first is ignored.  */
static void there_are_eighty_symbols_at_most(void **state)
{
	char *told = NULL, *said = NULL;
	size_t size = 0;
	FILE *writer = open_memstream(&told, &size);

	(void)state;
	for (int i = 1; i <= 81; i++)
		fprintf(writer, "@command symbol s%d\n", i);
	for (int i = 1; i <= 81; i++)
		fputs("@input s80\n@command play\n@score -1\n", writer);
	fclose(writer);
	FILE *in = fmemopen(told, size, "r"), *out = open_memstream(&said, &size);
	strategy_run(&rotate, 1, in, out);
	fclose(in);
	fclose(out);
	assert_non_null(strstr(said, "# a game has 80 symbols at most: \"s81\" is not used\n"));
	assert_non_null(strstr(said, "@output s80\n@output s1\n"));
	assert_null(strstr(said, "@output s81"));
	free(told);
	free(said);
}

/* Two games of one process, which must differ, as games with different seeds do.  */
static void a_seed_stands_for_a_sequence_of_games(void **state)
{
	static const char game[] = "@command new\n@command symbol a\n@command symbol b\n"
				   "@command play\n@command play\n@command play\n@command play\n"
				   "@command play\n@command play\n@command play\n@command play\n"
				   "@command play\n@command play\n@command play\n@command play\n";
	enum { PLAYS = 12, HEAD = sizeof("@info name random\n") - 1, SAID = PLAYS * sizeof("@output a") };
	char *told = NULL, *said[2] = {NULL};
	size_t size;
	FILE *writer = open_memstream(&told, &size);

	(void)state;
	fprintf(writer, "%s%s", game, game);
	fclose(writer);
	for (int i = 0; i < 2; i++) {
		FILE *in = fmemopen(told, strlen(told), "r"), *out = open_memstream(&said[i], &size);

		strategy_run(&strategy_random, 1, in, out);
		fclose(in);
		fclose(out);
		assert_true(size >= HEAD + 2 * SAID);
	}
	assert_string_equal(said[0], said[1]);
	assert_memory_not_equal(said[0] + HEAD, said[0] + HEAD + SAID, SAID);
	free(told);
	free(said[0]);
	free(said[1]);
}

/* Plays roshambo between two strategies and returns the score of the first one.  */
static int match(const struct strategy *const players[2], uint64_t seed, int rounds)
{
	struct words symbols = {0};
	void *self[2];
	int sum = 0;

	words_split(&symbols, "rock paper scissors");
	for (int i = 0; i < 2; i++)
		self[i] = players[i]->begin(
			&(struct strategy_game){.symbols = &symbols, .seed = 2 * seed + (uint64_t)i});
	for (int round = 0; round < rounds; round++) {
		int move[2] = {players[0]->play(self[0]), players[1]->play(self[1])};
		int ahead = (move[0] - move[1] + SYMBOLS) % SYMBOLS;
		int score = ahead == 2 ? -1 : ahead;

		for (int i = 0; i < 2; i++) {
			if (players[i]->input)
				players[i]->input(self[i], move[1 - i]);
			if (players[i]->score)
				players[i]->score(self[i], i == 0 ? score : -score);
		}
		sum += score;
	}
	for (int i = 0; i < 2; i++)
		players[i]->end(self[i]);
	words_free(&symbols);
	return sum;
}

static void the_predictor_beats_every_predictable_player(void **state)
{
	static const struct strategy *const simple[] = {&constant, &rotate, &strategy_beat_last,
							&strategy_beat_frequent};

	(void)state;
	for (size_t i = 0; i < sizeof(simple) / sizeof(simple[0]); i++)
		for (uint64_t seed = 1; seed <= SEEDS; seed++) {
			int first = match((const struct strategy *[]){&strategy_predictor, simple[i]}, seed,
					  ROUNDS);
			int second = -match((const struct strategy *[]){simple[i], &strategy_predictor}, seed,
					    ROUNDS);

			print_message("%s, seed %d: %+d %+d\n", simple[i]->name, (int)seed, first, second);
			assert_true(first > 10 * DRAW);
			assert_true(second > 10 * DRAW);
		}
}

/* The score of a random match has a standard deviation of 25.8: one in fifty is above 60.  */
static void the_predictor_loses_little_to_chance(void **state)
{
	enum { MATCHES = 200 };
	int sum = 0, far = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= MATCHES; seed++) {
		int earned = match((const struct strategy *[]){&strategy_predictor, &strategy_random}, seed,
				   ROUNDS);

		sum += earned;
		far += abs(earned) > 60;
		assert_true(abs(earned) < 130);
	}
	print_message("mean %+.1f, %d of %d over 60\n", (double)sum / MATCHES, far, MATCHES);
	assert_true(abs(sum) < 8 * MATCHES);
	assert_true(far <= MATCHES / 20);
}

static void two_predictors_are_about_even(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		int earned = match((const struct strategy *[]){&strategy_predictor, &strategy_predictor},
				   seed, ROUNDS);

		print_message("seed %d: %+d\n", (int)seed, earned);
		assert_true(abs(earned) < 2 * DRAW);
	}
}

/* An opponent that beats what we have recently played most; or beats what beats that; or goes one step
 * further. A fifth of its moves are random, so that no two moments are alike for long.  */
static void the_predictor_beats_opponents_that_think_several_steps_ahead(void **state)
{
	struct words symbols = {0};

	(void)state;
	words_split(&symbols, "rock paper scissors");
	for (int further = 0; further < SYMBOLS; further++)
		for (uint64_t seed = 1; seed <= SEEDS; seed++) {
			void *self = strategy_predictor.begin(
				&(struct strategy_game){.symbols = &symbols, .seed = seed});
			struct tally often;
			uint64_t chance = 100 + seed;
			int sum = 0;

			tally_begin(&often, SYMBOLS);
			for (int round = 0; round < ROUNDS; round++) {
				int own = strategy_predictor.play(self);
				int other = often.top < 0 ? 0 : (often.top + 1 + further) % SYMBOLS;

				if (chance_below(&chance, 5) == 0)
					other = (int)chance_below(&chance, SYMBOLS);
				int ahead = (own - other + SYMBOLS) % SYMBOLS,
				    score = ahead == 2 ? -1 : ahead;
				strategy_predictor.input(self, other);
				strategy_predictor.score(self, score);
				tally_add(&often, own, 1.07);
				sum += score;
			}
			strategy_predictor.end(self);
			free(often.count);
			print_message("%d further, seed %d: %+d\n", further, (int)seed, sum);
			assert_true(sum > 12 * DRAW);
		}
	words_free(&symbols);
}

static void the_simple_players_do_what_their_names_say(void **state)
{
	(void)state;
	assert_int_equal(match((const struct strategy *[]){&rotate, &constant}, 1, 999), 0);
	assert_int_equal(match((const struct strategy *[]){&strategy_beat_last, &constant}, 1, 1000), 999);
	assert_int_equal(match((const struct strategy *[]){&strategy_beat_frequent, &constant}, 1, 1000),
			 999);
}

static void the_same_seed_plays_the_same_moves(void **state)
{
	static const struct strategy *const players[] = {&strategy_predictor, &strategy_random};

	(void)state;
	assert_int_equal(match(players, 7, ROUNDS), match(players, 7, ROUNDS));
	assert_int_not_equal(match(players, 7, ROUNDS), match(players, 8, ROUNDS));
}

/* A game for one player: the mean score of the last tenth of the turns.  */
typedef int question(int turn, uint64_t *chance, int symbols);

static double learns(const struct strategy *strategy, int symbols, question *ask, bool asks)
{
	enum { TURNS = 1000, LAST = 100 };
	struct words names = {0};
	uint64_t chance = 5;
	int sum = 0;

	for (int i = 0; i < symbols; i++)
		words_add(&names, (char[]){(char)('a' + i), '\0'});
	void *self = strategy->begin(&(struct strategy_game){.symbols = &names, .seed = 9});
	for (int turn = 0; turn < TURNS; turn++) {
		int right = ask(turn, &chance, symbols);

		if (asks)
			strategy->input(self, right);
		int score = strategy->play(self) == right ? 1 : -1;
		if (!asks)
			strategy->input(self, right);
		strategy->score(self, score);
		if (turn >= TURNS - LAST)
			sum += score;
	}
	strategy->end(self);
	words_free(&names);
	return (double)sum / LAST;
}

static int any(int turn, uint64_t *chance, int symbols)
{
	(void)turn;
	return (int)chance_below(chance, (uint64_t)symbols);
}

static int next(int turn, uint64_t *chance, int symbols)
{
	(void)chance;
	return turn % symbols;
}

/* The second and fourth symbol are the same, so the last symbol alone does not predict the next.  */
static int winding(int turn, uint64_t *chance, int symbols)
{
	static const int cycle[] = {0, 1, 2, 1, 3};

	(void)chance;
	(void)symbols;
	return cycle[turn % 5];
}

static void all_learners_learn_to_imitate_and_to_predict_a_cycle(void **state)
{
	static const struct strategy *const listeners[] = {&strategy_beat_last, &strategy_beat_frequent,
							   &strategy_predictor};

	(void)state;
	for (size_t i = 0; i < sizeof(listeners) / sizeof(listeners[0]); i++)
		for (int symbols = 2; symbols <= 26; symbols += 8) {
			assert_true(learns(listeners[i], symbols, any, true) > 0.99);
			assert_true(learns(listeners[i], symbols, next, false) > 0.99);
		}
	assert_true(learns(&strategy_predictor, 4, winding, false) > 0.99);
}

/* Only scores reveal that the second symbol needs the first, the third the second, and the first the third.
 */
static void the_right_answer_is_learned_from_scores_alone(void **state)
{
	static const struct strategy *const listeners[] = {&strategy_beat_last, &strategy_predictor};

	(void)state;
	for (size_t i = 0; i < sizeof(listeners) / sizeof(listeners[0]); i++)
		for (int score_first = 0; score_first < 2; score_first++) {
			const struct strategy *strategy = listeners[i];
			struct words names = {0};
			int sum = 0;

			words_split(&names, "x y z");
			void *self = strategy->begin(&(struct strategy_game){.symbols = &names, .seed = 9});
			for (int turn = 0; turn < ROUNDS; turn++) {
				int own = strategy->play(self), other = 1;
				int score = (own - other + SYMBOLS) % SYMBOLS == 2 ? 1 : -1;

				if (score_first)
					strategy->score(self, score);
				strategy->input(self, other);
				if (!score_first)
					strategy->score(self, score);
				sum += score;
			}
			strategy->end(self);
			words_free(&names);
			assert_true(sum > ROUNDS * 9 / 10);
		}
}

/* The goalkeeper wants the same side, the shooter another. The roles change, and the opponent always plays
 * the same.  */
static void changing_roles_are_noticed(void **state)
{
	struct words names = {0};
	int sum = 0;

	(void)state;
	words_split(&names, "left centre right");
	void *self = strategy_predictor.begin(&(struct strategy_game){.symbols = &names, .seed = 9});
	for (int turn = 0; turn < ROUNDS; turn++) {
		int same = strategy_predictor.play(self) == 2 ? 1 : -1, score = turn % 2 ? same : -same;

		strategy_predictor.input(self, 2);
		strategy_predictor.score(self, score);
		sum += score;
	}
	strategy_predictor.end(self);
	words_free(&names);
	assert_true(sum > ROUNDS * 8 / 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_name_comes_first_and_the_exit_last),
		cmocka_unit_test(a_game_is_played_with_and_without_new),
		cmocka_unit_test(blanks_and_line_ends_do_not_matter),
		cmocka_unit_test(unknown_channels_and_comments_are_ignored),
		cmocka_unit_test(a_message_that_is_not_understood_is_answered_with_a_comment),
		cmocka_unit_test(a_line_may_have_any_length),
		cmocka_unit_test(there_are_eighty_symbols_at_most),
		cmocka_unit_test(a_seed_stands_for_a_sequence_of_games),
		cmocka_unit_test(the_predictor_beats_every_predictable_player),
		cmocka_unit_test(the_predictor_loses_little_to_chance),
		cmocka_unit_test(two_predictors_are_about_even),
		cmocka_unit_test(the_predictor_beats_opponents_that_think_several_steps_ahead),
		cmocka_unit_test(the_simple_players_do_what_their_names_say),
		cmocka_unit_test(the_same_seed_plays_the_same_moves),
		cmocka_unit_test(all_learners_learn_to_imitate_and_to_predict_a_cycle),
		cmocka_unit_test(the_right_answer_is_learned_from_scores_alone),
		cmocka_unit_test(changing_roles_are_noticed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
