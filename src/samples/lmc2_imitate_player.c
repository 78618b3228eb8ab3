/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* lmc2_imitate_player.c - sample:imitate-player: repeats the last input.  */
#include "player.h"

#include <stdlib.h>

struct imitator {
	struct words heard; /* the last input; before the first one, the first symbol */
};

static void new_game(void *self)
{
	struct imitator *imitator = self;

	words_clear(&imitator->heard);
}

static void symbol(void *self, const char *name)
{
	struct imitator *imitator = self;

	if (imitator->heard.count == 0)
		words_add(&imitator->heard, name);
}

static void input(void *self, const struct words *words)
{
	struct imitator *imitator = self;

	words_copy(&imitator->heard, words);
}

static const struct words *play(void *self)
{
	struct imitator *imitator = self;

	return imitator->heard.count > 0 ? &imitator->heard : NULL;
}

int main(int argc, char **argv)
{
	struct imitator imitator = {0};
	const struct sample sample = {"lmc2-imitate-player",
				      "A player for LMC 2 that repeats the last input.",
				      "the player's side of LMC 2 (layers 1 and 2)", NULL, NULL};
	const struct player player = {
		.name = "imitate-player",
		.self = &imitator,
		.new_game = new_game,
		.symbol = symbol,
		.input = input,
		.play = play,
	};
	int status = sample_options(&sample, argc, argv);

	if (status >= 0)
		return status;
	player_run(&player, stdin, stdout);
	words_free(&imitator.heard);
	return EXIT_SUCCESS;
}
