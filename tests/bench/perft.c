/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* perft.c - counts the positions that are DEPTH plies from a FEN, for scripts/perft: perft FEN DEPTH.  */
#include "systems/uci/rules.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	struct chess_position position;
	char *problem = NULL;

	if (argc != 3) {
		fprintf(stderr, "usage: perft FEN DEPTH\n");
		return 2;
	}
	if (!chess_read_fen(&position, text_of(argv[1]), NULL, NULL, &problem)) {
		fprintf(stderr, "perft: %s: %s\n", argv[1], problem);
		free(problem);
		return 2;
	}
	printf("%" PRIu64 "\n", chess_perft(&position, atoi(argv[2])));
	return 0;
}
