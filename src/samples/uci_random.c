/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* uci_random.c - sample:random under uci: any legal move, each equally likely.  */
#include "sample.h"
#include "uci_board.h"

#include <stdlib.h>
#include <string.h>

static void answer(const struct chess *chess, const char *go, uint64_t *chance)
{
	struct move moves[MOVES];
	int count = chess_list(chess, false, moves);
	char words[WORDS] = "0000"; /* the null move: there is none */

	while (count > 0) {
		int i = (int)chance_below(chance, (uint64_t)count);
		struct chess after = *chess;

		if (uci_wants(go, moves[i]) && chess_make(&after, moves[i])) {
			chess_words(moves[i], words);
			break;
		}
		moves[i] = moves[--count];
	}
	printf("bestmove %s\n", words);
}

int main(int argc, char **argv)
{
	int64_t seed = -1;
	const struct sample_option options[] = {SAMPLE_SEED(&seed), {0}};
	const struct sample sample = {"uci-random", "Plays chess at random: any legal move.", "UCI", options,
				      NULL};
	int status = sample_options(&sample, argc, argv);
	struct line line = {0};
	struct chess chess;
	char *waits = NULL; /* a go that waits for stop */
	uint64_t chance;

	if (status >= 0)
		return status;
	chance = seed < 0 ? chance_seed() : (uint64_t)seed;
	chess_set(&chess, "startpos");
	while (line_read(&line, stdin)) {
		const char *position, *go;

		uci_tidy(line.text);
		position = after_word(line.text, "position");
		go = after_word(line.text, "go");
		if (after_word(line.text, "quit"))
			break;
		if (after_word(line.text, "uci"))
			printf("id name random\nid author The ringside authors\nuciok\n");
		else if (after_word(line.text, "isready"))
			printf("readyok\n");
		else if (go && strstr(go, "infinite"))
			waits = strdup(go);
		else if (go)
			answer(&chess, go, &chance);
		else if (waits && after_word(line.text, "stop")) {
			answer(&chess, waits, &chance);
			free(waits);
			waits = NULL;
		} else if (position && !chess_set(&chess, position))
			printf("info string no position: %.200s\n", position);
		fflush(stdout);
	}
	free(waits);
	free(line.text);
	return EXIT_SUCCESS;
}
