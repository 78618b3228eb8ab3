/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* lmc_random.c - sample:random under lmc and lmc2: plays any symbol, each equally likely.
 *
 * In C, since measurements count its time as none.  */
#include "sample.h"

#include <stdlib.h>
#include <string.h>

enum { SYMBOLS_MOST = 80 }; /* that a game may have */

static void say(const char *channel, const char *word)
{
	printf("@%s %s\n", channel, word);
	fflush(stdout);
}

static void forget(char **symbols, int *count)
{
	while (*count)
		free(symbols[--*count]);
}

/* Plays until `@command exit` or the end of input.  */
static void play(uint64_t chance)
{
	struct line line = {0};
	char *symbols[SYMBOLS_MOST];
	const char *command, *symbol;
	int count = 0;

	say("info", "name random");
	while (line_read(&line, stdin)) {
		if (!(command = after_word(line.text, "@command")))
			continue;
		if (after_word(command, "exit"))
			break;
		if (after_word(command, "new"))
			forget(symbols, &count);
		else if ((symbol = after_word(command, "symbol")) && count < SYMBOLS_MOST)
			symbols[count++] = strdup(symbol);
		else if (after_word(command, "play") && count)
			say("output", symbols[chance_below(&chance, (uint64_t)count)]);
	}
	say("info", "exit");
	forget(symbols, &count);
	free(line.text);
}

int main(int argc, char **argv)
{
	int64_t seed = -1;
	const struct sample_option options[] = {SAMPLE_SEED(&seed), {0}};
	const struct sample sample = {"lmc-random", "Plays any symbol, each equally likely.",
				      "the player's side of LMC 1", options, NULL};
	int status = sample_options(&sample, argc, argv);

	if (status < 0)
		play(seed < 0 ? chance_seed() : (uint64_t)seed);
	return status < 0 ? EXIT_SUCCESS : status;
}
