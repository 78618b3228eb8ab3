/* gomoku.c - the rules of gomoku: stones on a grid, five in a row.  */
#include "ringside/gomoku.h"

#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

static uint8_t *cell_at(const struct gomoku *game, struct square square)
{
	return &game->cell[square.y * game->width + square.x];
}

/* How many stones of the colour stand in a row from the square on (itself not counted); the last goes to
 * *end.  */
static int run(const struct gomoku *game, struct square square, int dx, int dy, struct square *end)
{
	enum stone colour = gomoku_at(game, square);
	int count = 0;

	for (;;) {
		struct square next = {square.x + dx, square.y + dy};

		if (gomoku_at(game, next) != colour)
			break;
		square = next;
		count++;
	}
	*end = square;
	return count;
}

void gomoku_init(struct gomoku *game, int width, int height, enum gomoku_rule rule)
{
	size_t cells = (size_t)width * (size_t)height;

	*game = (struct gomoku){.width = width,
				.height = height,
				.rule = rule,
				.cell = bytes_new(cells),
				.moves = bytes_new(cells * sizeof(struct square))};
}

void gomoku_free(struct gomoku *game)
{
	free(game->cell);
	free(game->moves);
	*game = (struct gomoku){0};
}

void gomoku_clear(struct gomoku *game)
{
	memset(game->cell, STONE_NONE, (size_t)game->width * (size_t)game->height);
	game->move_count = 0;
}

bool gomoku_inside(const struct gomoku *game, struct square square)
{
	return square.x >= 0 && square.y >= 0 && square.x < game->width && square.y < game->height;
}

enum stone gomoku_at(const struct gomoku *game, struct square square)
{
	return gomoku_inside(game, square) ? *cell_at(game, square) : STONE_NONE;
}

enum stone gomoku_to_move(const struct gomoku *game)
{
	return game->move_count % 2 ? STONE_WHITE : STONE_BLACK;
}

void gomoku_play(struct gomoku *game, struct square square)
{
	*cell_at(game, square) = (uint8_t)gomoku_to_move(game);
	game->moves[game->move_count++] = square;
}

void gomoku_undo(struct gomoku *game)
{
	*cell_at(game, game->moves[--game->move_count]) = STONE_NONE;
}

bool gomoku_full(const struct gomoku *game)
{
	return game->move_count == game->width * game->height;
}

bool gomoku_won(const struct gomoku *game, struct square *from, struct square *to)
{
	static const int direction[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
	struct square last, first, end;

	if (!game->move_count)
		return false;
	last = game->moves[game->move_count - 1];
	for (int d = 0; d < 4; d++) {
		int dx = direction[d][0], dy = direction[d][1];
		int length = 1 + run(game, last, -dx, -dy, &first) + run(game, last, dx, dy, &end);

		if (length < 5 || (length > 5 && game->rule == GOMOKU_STANDARD))
			continue;
		if (from)
			*from = first;
		if (to)
			*to = end;
		return true;
	}
	return false;
}
