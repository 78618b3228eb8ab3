/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* forbidden.c - how long a test of one point of renju takes: `forbidden [ROUNDS]`.
 *
 * The positions come from six games between brains of about the same strength, from move 10 on. Each empty
 * square of each position is tested. Prints the ns of a test, from the fastest round.  */
#include "clock.h"
#include "systems/gomocup/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 15, FIRST_MOVE = 10, TESTS_A_ROUND = 1000000 };

static const char *const games[] = {
	"i8k6j5k5k4i6h6h8j4g7f6h5i4h4i7j8k8h10j9f3g4i9g11k7l6h11h9g10k10k11j10l11l7j11i11m11n11m6l4"
	"m4l5l3l8",
	"g7e5f5f4h7e4i7j7e6d6g3e7c7d4c4c3b2c5b4e3b6d5d3b5a5f3d8e9g2g1f2g4h4h5i6e2d1e1",
	"h9j11k10k11l11j9j10h11i10i11g11h10l10m10g9g10e9f9e8d8e10e7f6e11e5d10l9l8d4g7f7d9c3b2e6g8d7"
	"f12g13d12d11j13i12c13f10c12h12i13l13l12e12c9b8b10a11c11c10e13a9f14",
	"g8e6e5f5g6g7d7d6c6e8i6j5i5k6i4i7h5j3k7j6j4j7k3j8j9h6i2i3g5h8l2m1g9l4k5h7f7h9h10i8l5g10",
	"g7e5e6d6g5f4g3g6e9f8e7e10f7d7c7d8d5g8h7i7e8c4h4i3i5j6h5d9d10h6j5f5k5",
	"g8e6f5e5e4g6f6f4d8g3d6g5g2e3h6g7g4c1d2f3h3e8j5i4d7d9h5h2i1h7f7d3c3e9e7f8k5c9b9e11d10f11e10"
	"g11h11f10g9f13f12e12d11d13g10e13c13l5i12j13h12j12h13e14e15c14b15h10j11g14h14h15c12f9i10h9i"
	"11i9k8k7j8j7i7i8k6f14d14j9k10l9k9l10j10l8g13",
};
enum { GAMES = sizeof(games) / sizeof(games[0]) };

/* All points of one game's positions. Returns how many were tested.  */
static int64_t ask_game(struct gomoku *game, const char *moves, int64_t *forbidden)
{
	struct square squares[SIDE * SIDE];
	size_t bad;
	int count = gomoku_read_squares(moves, strlen(moves), squares, SIDE * SIDE, &bad);
	int64_t tests = 0;

	while (game->move_count)
		gomoku_undo(game);
	for (int i = 0; i < count; i++) {
		gomoku_play(game, squares[i]);
		for (int at = 0; i + 1 >= FIRST_MOVE && at < SIDE * SIDE; at++) {
			if (game->cell[at] != STONE_NONE)
				continue;
			*forbidden += gomoku_forbidden(game, (struct square){at % SIDE, at / SIDE});
			tests++;
		}
	}
	return tests;
}

int main(int argc, char **argv)
{
	int rounds = argc == 2 ? atoi(argv[1]) : 5;
	double best = 0;
	int64_t forbidden = 0;
	struct gomoku game;

	if (argc > 2 || rounds <= 0) {
		fprintf(stderr, "usage: forbidden [ROUNDS]\n");
		return 2;
	}
	gomoku_init(&game, SIDE, SIDE, GOMOKU_RENJU);
	for (int round = 0; round < rounds; round++) {
		int64_t began = now(), tests = 0;
		double each;

		while (tests < TESTS_A_ROUND)
			for (int i = 0; i < GAMES; i++)
				tests += ask_game(&game, games[i], &forbidden);
		each = (double)(now() - began) / (double)tests;
		if (!round || each < best)
			best = each;
	}
	gomoku_free(&game);
	printf("%.1f\n", best);
	return forbidden == 0; /* then these are not positions of renju */
}
