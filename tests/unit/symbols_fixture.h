/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* symbols_fixture.h - games of symbols for tests, made from options and played by the names of symbols.  */
#ifndef RINGSIDE_TESTS_SYMBOLS_FIXTURE_H
#define RINGSIDE_TESTS_SYMBOLS_FIXTURE_H

#include "setup_fixture.h"
#include "systems/lmc/rules.h"

/* The parts of a game; `options` alternates names and values, ended by NULL.  */
struct plan {
	const char *seats; /* the seats that are taken, as "12"; NULL: both */
	int first;         /* the only seat; 0: seat 1 */
	uint64_t seed;
	const char *options[12];
};

static inline struct symbols *new_game(struct plan plan, char **problem)
{
	const char *seats = plan.seats ? plan.seats : "12";
	struct symbols *game;
	struct setup setup = setup_of("lmc");

	setup.first = plan.first ? plan.first : SEAT_1;
	setup.seed = plan.seed;
	for (; *seats; seats++)
		setup.seat[*seats - '0'].kind = SEAT_AGENT;
	*problem = NULL;
	for (int i = 0; plan.options[i] && !*problem; i += 2)
		*problem = setup_set(&setup, plan.options[i], plan.options[i + 1]);
	game = *problem ? NULL : symbols_new(&setup, problem);
	setup_free(&setup); /* the game keeps no pointer into it */
	return game;
}

static inline void symbols_end(struct symbols **game)
{
	symbols_free(*game);
}

static inline struct symbols *made(struct plan plan)
{
	char *problem = NULL;
	struct symbols *game = new_game(plan, &problem);

	if (!game)
		fail_msg("the game was refused: %s", problem);
	assert_null(problem);
	return game;
}

/* The probability of each symbol that chance gives, in thousandths.  */
static inline void expect_chance(struct plan plan, double mean, double margin)
{
	struct symbols *game FREED_BY(symbols_end) = made(plan);
	double is_mean, is_margin;

	assert_true(symbols_chance(game, &is_mean, &is_margin));
	assert_true(is_mean > mean - 0.001 && is_mean < mean + 0.001);
	assert_true(is_margin > margin - 0.001 && is_margin < margin + 0.001);
}

/* The setup must be refused with these words.  */
static inline void expect_refused(struct plan plan, const char *words)
{
	char *problem = NULL;
	struct symbols *game = new_game(plan, &problem);

	if (game)
		fail_msg("the game was accepted; expected \"%s\"", words);
	assert_text(problem, words);
}

static inline int symbol_of(const struct symbols *game, const char *name)
{
	int symbol = symbols_find(game, name, strlen(name));

	if (symbol == SYMBOL_NONE)
		fail_msg("%s has no symbol %s", symbols_title(game), name);
	return symbol;
}

/* Both play at once; seat 1's message comes first.  */
static inline void play_both(struct symbols *game, const char *one, const char *two,
			     struct symbol_news news[SEATS])
{
	assert_true(symbols_to_move(game, SEAT_1));
	assert_true(symbols_to_move(game, SEAT_2));
	assert_false(symbols_move(game, SEAT_1, symbol_of(game, one), news));
	assert_false(symbols_to_move(game, SEAT_1));
	assert_true(symbols_to_move(game, SEAT_2));
	assert_true(symbols_move(game, SEAT_2, symbol_of(game, two), news));
}

static inline void expect_score(const struct symbol_news *news, double score)
{
	assert_true(news->scored);
	if (news->score != score)
		fail_msg("a score of %.17g, expected %.17g", news->score, score);
}

static inline void expect_input(const struct symbols *game, const struct symbol_news *news, const char *name)
{
	const char *input = symbols_name(game, news->input);

	assert_string_equal(input ? input : "nothing", name ? name : "nothing");
}

static inline void expect_told_nothing(const struct symbol_news *news)
{
	assert_int_equal(news->input, SYMBOL_NONE);
	assert_false(news->scored);
}

#endif
