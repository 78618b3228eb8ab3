/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules.c - the rules of gomoku: stones on a grid, five in a row.
 *
 * The table says which lines win (gomocup, Rules). rules_renju.c has the forbidden points of renju.  */
#include "rules.h"

#include "ringside/bytes.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const struct square directions[] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
enum { DIRECTIONS = sizeof(directions) / sizeof(directions[0]) };

static uint8_t *cell_at(const struct gomoku *game, struct square square)
{
	return &game->cell[square.y * game->width + square.x];
}

/* Counts the stones of the colour in a row after the square.  *end: the last one.  */
static int run(const struct gomoku *game, enum stone colour, struct square square, int dx, int dy,
	       struct square *end)
{
	int count = -1;

	do {
		*end = square;
		square = (struct square){square.x + dx, square.y + dy};
		count++;
	} while (gomoku_at(game, square) == colour);
	return count;
}

static bool is_continuous(const struct gomoku *game)
{
	return game->rule & GOMOKU_CONTINUOUS;
}

/* Does something there block a five in caro? A block does, like an opponent's stone.  The edge does not.  */
static bool is_blocked(const struct gomoku *game, struct square square)
{
	return gomoku_at(game, square) != STONE_NONE;
}

/* Does the line through the last move in this direction win?  *from and *to: its ends.  */
static bool line_wins(const struct gomoku *game, struct square direction, struct square *from,
		      struct square *to)
{
	struct square last = game->moves[game->move_count - 1];
	enum stone colour = gomoku_at(game, last);
	int dx = direction.x, dy = direction.y;
	int length = 1 + run(game, colour, last, -dx, -dy, from) + run(game, colour, last, dx, dy, to);
	struct square before, behind;
	bool open;

	assert(game->move_count > 0);
	if (length < 5)
		return false;
	before = (struct square){from->x - dx, from->y - dy};
	behind = (struct square){to->x + dx, to->y + dy};
	open = !is_blocked(game, before) || !is_blocked(game, behind);
	switch (game->rule & ~(unsigned)GOMOKU_CONTINUOUS) {
	case GOMOKU_STANDARD: return length == 5;
	case GOMOKU_RENJU: return length == 5 || (length > 5 && colour == STONE_WHITE);
	case GOMOKU_CARO: return (length == 5 && open) || length > 5;
	case GOMOKU_CARO_EXACT: return length == 5 && open;
	default: return true;
	}
}

/* Sets the owner of all squares of a line.  */
static void own_line(struct gomoku *game, const struct gomoku_line *line, enum stone owner)
{
	struct square square = line->from, to = line->to;
	int dx = (to.x > square.x) - (to.x < square.x), dy = (to.y > square.y) - (to.y < square.y);

	assert(gomoku_inside(game, line->from) && gomoku_inside(game, line->to));
	*cell_at(game, to) = (uint8_t)owner;
	for (; square.x != to.x || square.y != to.y; square.x += dx, square.y += dy)
		*cell_at(game, square) = (uint8_t)owner;
}

/* Turns winning lines into blocks.  All lines are found first, since they share the last stone.  */
static void make_lines(struct gomoku *game)
{
	enum stone maker = gomoku_at(game, game->moves[game->move_count - 1]);
	int before = game->made_count;

	assert(is_continuous(game) && game->move_count > 0);
	for (int d = 0; d < DIRECTIONS; d++) {
		struct gomoku_line line = {.move = game->move_count};

		if (line_wins(game, directions[d], &line.from, &line.to))
			game->made[game->made_count++] = line;
	}
	for (int i = before; i < game->made_count; i++)
		own_line(game, &game->made[i], STONE_BLOCK);
	game->lines[maker] += game->made_count - before;
}

/* The number of lines that the last move made; they are the last of `made`.  */
static int lines_of_last(const struct gomoku *game)
{
	int count = 0;

	while (count < game->made_count && game->made[game->made_count - 1 - count].move == game->move_count)
		count++;
	return count;
}

void gomoku_init(struct gomoku *game, int width, int height, enum gomoku_rule rule)
{
	size_t cells = (size_t)width * (size_t)height;

	assert(width > 0 && width <= GOMOKU_SIDE_MAX);
	assert(height > 0 && height <= GOMOKU_SIDE_MAX);
	*game = (struct gomoku){.width = width,
				.height = height,
				.rule = rule,
				.cell = bytes_new(cells),
				.moves = bytes_new(cells * sizeof(struct square))};
	/* Lines of one move share only its stone: each has at least four others of its own.  */
	if (is_continuous(game))
		game->made = bytes_new(cells / 4 * sizeof(struct gomoku_line));
}

void gomoku_free(struct gomoku *game)
{
	free(game->cell);
	free(game->moves);
	free(game->made);
	*game = (struct gomoku){0};
}

void gomoku_copy(struct gomoku *copy, const struct gomoku *game)
{
	size_t cells = (size_t)game->width * (size_t)game->height;

	gomoku_init(copy, game->width, game->height, game->rule);
	memcpy(copy->cell, game->cell, cells * sizeof(*game->cell));
	memcpy(copy->moves, game->moves, (size_t)game->move_count * sizeof(*game->moves));
	if (game->made)
		memcpy(copy->made, game->made, (size_t)game->made_count * sizeof(*game->made));
	memcpy(copy->lines, game->lines, sizeof(game->lines));
	copy->move_count = game->move_count;
	copy->made_count = game->made_count;
}

void gomoku_clear(struct gomoku *game)
{
	assert(game->cell);
	memset(game->cell, STONE_NONE, (size_t)game->width * (size_t)game->height);
	memset(game->lines, 0, sizeof(game->lines));
	game->move_count = game->made_count = 0;
}

bool gomoku_inside(const struct gomoku *game, struct square square)
{
	/* As an unsigned number, a negative one is larger than any side.  */
	return (unsigned)square.x < (unsigned)game->width && (unsigned)square.y < (unsigned)game->height;
}

enum stone gomoku_at(const struct gomoku *game, struct square square)
{
	return gomoku_inside(game, square) ? *cell_at(game, square) : STONE_NONE;
}

struct square gomoku_mirrored(const struct gomoku *game, struct square square)
{
	return (struct square){.x = game->width - 1 - square.x, .y = square.y};
}

struct square gomoku_turned(const struct gomoku *game, struct square square)
{
	if (game->width == game->height)
		return (struct square){.x = game->height - 1 - square.y, .y = square.x};
	return (struct square){.x = game->width - 1 - square.x, .y = game->height - 1 - square.y};
}

enum stone gomoku_to_move(const struct gomoku *game)
{
	return game->move_count % 2 ? STONE_WHITE : STONE_BLACK;
}

void gomoku_play(struct gomoku *game, struct square square)
{
	assert(gomoku_inside(game, square) && gomoku_at(game, square) == STONE_NONE);
	assert(!gomoku_full(game));
	*cell_at(game, square) = (uint8_t)gomoku_to_move(game);
	game->moves[game->move_count++] = square;
	if (is_continuous(game))
		make_lines(game);
}

void gomoku_undo(struct gomoku *game)
{
	enum stone maker = game->move_count % 2 ? STONE_BLACK : STONE_WHITE;

	assert(game->move_count > 0);
	assert(game->made_count >= 0);
	for (int count = lines_of_last(game); count > 0; count--) {
		own_line(game, &game->made[--game->made_count], maker);
		game->lines[maker]--;
	}
	*cell_at(game, game->moves[--game->move_count]) = STONE_NONE;
}

bool gomoku_full(const struct gomoku *game)
{
	assert(game->move_count >= 0 && game->move_count <= game->width * game->height);
	return game->move_count == game->width * game->height;
}

bool gomoku_won(const struct gomoku *game, struct square *from, struct square *to)
{
	struct square first, end;

	if (!game->move_count || is_continuous(game))
		return false;
	for (int d = 0; d < DIRECTIONS; d++) {
		if (!line_wins(game, directions[d], &first, &end))
			continue;
		if (from)
			*from = first;
		if (to)
			*to = end;
		return true;
	}
	return false;
}

bool gomoku_made_line(const struct gomoku *game, int i, struct square *from, struct square *to)
{
	int count = lines_of_last(game);

	if (i < 0 || i >= count)
		return false;
	if (from)
		*from = game->made[game->made_count - count + i].from;
	if (to)
		*to = game->made[game->made_count - count + i].to;
	return true;
}

/* Could the five squares from here on become a line?  */
static bool five_possible(const struct gomoku *game, struct square square, struct square direction)
{
	struct square end = {square.x + 4 * direction.x, square.y + 4 * direction.y};
	int count[STONE_BLOCK + 1] = {0};

	if (!gomoku_inside(game, end))
		return false;
	for (int i = 0; i < 5; i++) {
		count[*cell_at(game, square)]++;
		square.x += direction.x;
		square.y += direction.y;
	}
	return count[STONE_NONE] && !count[STONE_BLOCK] && (!count[STONE_BLACK] || !count[STONE_WHITE]);
}

bool gomoku_line_possible(const struct gomoku *game)
{
	for (int y = 0; y < game->height; y++)
		for (int x = 0; x < game->width; x++)
			for (int d = 0; d < DIRECTIONS; d++)
				if (five_possible(game, (struct square){x, y}, directions[d]))
					return true;
	return false;
}
