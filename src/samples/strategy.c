/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* strategy.c - makes a player of a strategy: symbols become numbers.  */
#include "strategy.h"

#include "chance.h"
#include "player.h"

#include <stdlib.h>
#include <string.h>

enum { SYMBOLS_MOST = 80 }; /* of LMC; what is learned of pairs grows with its square */

struct seat {
	const struct strategy *strategy;
	struct strategy_game game;
	void *self; /* the strategy's; NULL until a game has begun */
	struct words symbols, answer;
	FILE *out;
};

/* The seed of the next game follows from the seed of this one.  */
static void end_game(struct seat *seat)
{
	if (!seat->self)
		return;
	seat->strategy->end(seat->self);
	seat->self = NULL;
	seat->game.seed = chance_below(&seat->game.seed, UINT64_MAX);
}

/* Begins the game if it has not begun. False: no symbol is known.  */
static bool begun(struct seat *seat)
{
	if (!seat->self && seat->symbols.count > 0)
		seat->self = seat->strategy->begin(&seat->game);
	return seat->self;
}

static void on_new(void *self)
{
	struct seat *seat = self;

	end_game(seat);
	words_clear(&seat->symbols);
}

static void on_symbol(void *self, const char *name)
{
	struct seat *seat = self;

	if (words_find(&seat->symbols, name) >= 0)
		return;
	if (seat->symbols.count == SYMBOLS_MOST) {
		fprintf(seat->out, "# a game has %d symbols at most: \"%.80s\" is not used\n", SYMBOLS_MOST,
			name);
		return;
	}
	end_game(seat); /* the example in the specification has no `new` */
	words_add(&seat->symbols, name);
}

static void on_input(void *self, const struct words *words)
{
	struct seat *seat = self;
	int symbol = words->count == 1 ? words_find(&seat->symbols, words->word[0]) : -1;

	if (symbol < 0) {
		fputs("# not a symbol of this game: \"", seat->out);
		words_write(words, seat->out);
		fputs("\"\n", seat->out);
	} else if (begun(seat) && seat->strategy->input) {
		seat->strategy->input(seat->self, symbol);
	}
}

static void on_score(void *self, double score)
{
	struct seat *seat = self;

	if (begun(seat) && seat->strategy->score)
		seat->strategy->score(seat->self, score);
}

static const struct words *on_play(void *self)
{
	struct seat *seat = self;

	if (!begun(seat))
		return NULL;
	words_clear(&seat->answer);
	words_add(&seat->answer, seat->symbols.word[seat->strategy->play(seat->self)]);
	return &seat->answer;
}

void strategy_run(const struct strategy *strategy, uint64_t seed, FILE *in, FILE *out)
{
	struct seat seat = {.strategy = strategy, .out = out};
	const struct player player = {
		.name = strategy->name,
		.self = &seat,
		.new_game = on_new,
		.symbol = on_symbol,
		.input = on_input,
		.score = on_score,
		.play = on_play,
	};

	seat.game = (struct strategy_game){&seat.symbols, seed};
	player_run(&player, in, out);
	end_game(&seat);
	words_free(&seat.symbols);
	words_free(&seat.answer);
}

int strategy_main(const struct strategy *strategy, int argc, char **argv)
{
	int64_t seed = -1;
	const struct sample_option options[] = {
		SAMPLE_SEED(&seed),
		{0},
	};
	char program[32];
	const struct sample sample = {program, strategy->purpose, "the player's side of LMC 1",
				      strategy->seeded ? options : NULL, NULL};

	snprintf(program, sizeof(program), "lmc-%s", strategy->name);
	int status = sample_options(&sample, argc, argv);
	if (status >= 0)
		return status;
	strategy_run(strategy, seed < 0 ? chance_seed() : (uint64_t)seed, stdin, stdout);
	return EXIT_SUCCESS;
}
