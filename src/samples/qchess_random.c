/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* qchess_random.c - sample:random under qchess: any of its pieces, to any square that it reaches.
 *
 * The judge tells the type of a piece when it is selected, so the board needs only colours.  Only requests
 * are answered: one byte too many loses (agent-text-api, Update).  A line without a meaning gets a remark. In
 * C, since measurements count its time as none.  */
#include "sample.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 8, SQUARES = SIDE * SIDE, NOWHERE = -1 };

enum colour { NOBODY, WHITE, BLACK };

/* Pawns have no row: they move otherwise than they capture.  */
static const struct {
	const char *type;
	int first, count; /* of `steps` */
	bool slides;
} moves[] = {{"pawn", 0, 0, false}, {"rook", 0, 4, true},  {"bishop", 4, 4, true},
	     {"queen", 0, 8, true}, {"king", 0, 8, false}, {"knight", 8, 8, false}};
static const int steps[][2] = {{0, -1}, {1, 0},  {0, 1}, {-1, 0}, {1, -1}, {1, 1},  {-1, 1},  {-1, -1},
			       {1, -2}, {2, -1}, {2, 1}, {1, 2},  {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}};

enum { PAWN, TYPES = sizeof(moves) / sizeof(moves[0]), UNKNOWN = TYPES };

struct game {
	enum colour at[SQUARES], own;
	int selected, type; /* the selected square, until a move follows; NOWHERE */
	uint64_t chance;
	struct line line;
	int status; /* of the end */
	bool over;
};

static void remark(const struct game *game, const char *what)
{
	fprintf(stderr, "qchess-random: %s: \"%.80s\"\n", what, game->line.text);
}

static void give_up(struct game *game, const char *why)
{
	remark(game, why);
	game->status = EXIT_FAILURE;
	game->over = true;
}

static int type_named(const char *name)
{
	int type = 0;

	while (type < TYPES && strcmp(name, moves[type].type) != 0)
		type++;
	return type;
}

/* NOWHERE: off the board.  */
static int square_of(int x, int y)
{
	return x >= 0 && x < SIDE && y >= 0 && y < SIDE ? SIDE * y + x : NOWHERE;
}

/* Answers with one of the squares of the set, each equally likely.  */
static void answer(struct game *game, uint64_t squares)
{
	int members[SQUARES] = {0}, count = 0;

	for (int square = 0; square < SQUARES; square++)
		if (squares >> square & 1)
			members[count++] = square;
	count = members[chance_below(&game->chance, (uint64_t)count)];
	printf("%d %d\n", count % SIDE, count / SIDE);
	fflush(stdout);
}

/* Adds a square if it is empty or, with `takes`, the other side's.  False: the way ends there.  */
static bool add(const struct game *game, int square, bool steps_on, bool takes, uint64_t *squares)
{
	bool empty = square != NOWHERE && game->at[square] == NOBODY;

	if (square != NOWHERE && (empty ? steps_on : takes && game->at[square] != game->own))
		*squares |= UINT64_C(1) << square;
	return empty;
}

/* The squares that the selected piece reaches, without check, castling and en passant (qchess, Rules: Move).
 */
static uint64_t reach(const struct game *game)
{
	int x = game->selected % SIDE, y = game->selected / SIDE;
	int forward = game->own == WHITE ? -1 : 1, own_row = game->own == WHITE ? SIDE - 2 : 1;
	uint64_t squares = 0;

	if (game->type == PAWN) {
		if (add(game, square_of(x, y + forward), true, false, &squares) && y == own_row)
			add(game, square_of(x, y + 2 * forward), true, false, &squares);
		add(game, square_of(x - 1, y + forward), false, true, &squares);
		add(game, square_of(x + 1, y + forward), false, true, &squares);
	}
	for (int i = 0; i < moves[game->type].count; i++) {
		const int *step = steps[moves[game->type].first + i];

		for (int n = 1; add(game, square_of(x + n * step[0], y + n * step[1]), true, true, &squares);
		     n++)
			if (!moves[game->type].slides)
				break;
	}
	return squares;
}

/* ---- lines ---- */

static void begin(struct game *game, enum colour colour)
{
	game->own = colour;
	game->selected = NOWHERE;
	for (int i = 0; i < SQUARES; i++)
		game->at[i] = i < 2 * SIDE ? BLACK : i >= SQUARES - 2 * SIDE ? WHITE : NOBODY;
}

static void hear_white(struct game *game)
{
	begin(game, WHITE);
}

static void hear_black(struct game *game)
{
	begin(game, BLACK);
}

static void hear_selection(struct game *game)
{
	uint64_t squares = 0;

	game->selected = NOWHERE;
	for (int i = 0; i < SQUARES; i++)
		squares |= (uint64_t)(game->at[i] == game->own) << i;
	if (game->own == NOBODY)
		give_up(game, "expected white or black first");
	else if (!squares)
		give_up(game, "no piece is left that could be selected");
	else
		answer(game, squares);
}

static void hear_move(struct game *game)
{
	bool mine = game->selected != NOWHERE && game->own != NOBODY && game->at[game->selected] == game->own;
	uint64_t squares = mine ? reach(game) : 0;

	if (squares)
		answer(game, squares);
	else
		give_up(game, "none of my pieces is selected that could move");
}

/* A line like `black unknown ['rook', '?queen'] at 0,0`: what it is, and its types; ? marks an unseen one. */
static bool add_piece(struct game *game, const char *line)
{
	char text[64], colour[6], now[8], first[9], second[9];
	int x, y, end = 0;

	if (strlen(line) >= sizeof(text))
		return false;
	strcpy(text, line);
	for (char *at = text; *at; at++)
		if (strchr("[](),'\"\r", *at))
			*at = ' ';
	if (sscanf(text, "%5s %7s %8s %8s at %1d %1d %n", colour, now, first, second, &x, &y, &end) != 6 ||
	    text[end] || square_of(x, y) == NOWHERE)
		return false;
	if ((strcmp(colour, "black") != 0 && strcmp(colour, "white") != 0) || type_named(first) == UNKNOWN ||
	    (*second != '?' && type_named(second) == UNKNOWN) ||
	    (strcmp(first, "king") == 0) != (strcmp(second + (*second == '?'), "king") == 0) ||
	    (strcmp(now, "unknown") != 0 && strcmp(now, first) != 0 && strcmp(now, second) != 0))
		return false;
	game->at[square_of(x, y)] = *colour == 'b' ? BLACK : WHITE;
	return true;
}

static void hear_board(struct game *game)
{
	memset(game->at, 0, sizeof(game->at));
	game->selected = NOWHERE;
	while (line_read(&game->line, stdin)) {
		const char *text = game->line.text;

		if (after_word(text, "END"))
			return;
		if (*text && !add_piece(game, text))
			remark(game,
			       "expected a piece as black unknown ['rook', '?queen'] at 0,0, or END BOARD");
	}
	game->over = true;
}

static void hear_quit(struct game *game)
{
	game->over = true;
}

/* `4 6 1 pawn` or `4 6 -> 4 4`; the numbers have one digit.  */
static void hear_update(struct game *game)
{
	const char *text = game->line.text, *wrong = NULL;
	char name[8];
	int x, y, index, to_x, to_y, end = 0;

	if (sscanf(text, "%1d %1d -> %1d %1d %n", &x, &y, &to_x, &to_y, &end) == 4 && !text[end] &&
	    square_of(x, y) != NOWHERE && square_of(to_x, to_y) != NOWHERE) {
		enum colour *from = &game->at[square_of(x, y)];

		game->selected = NOWHERE;
		if (*from == NOBODY) {
			wrong = "nothing stands there";
		} else {
			game->at[square_of(to_x, to_y)] = *from;
			*from = NOBODY;
		}
	} else if (sscanf(text, "%1d %1d %1d %7s %n", &x, &y, &index, name, &end) == 4 && !text[end] &&
		   square_of(x, y) != NOWHERE && index < 2 && type_named(name) != UNKNOWN) {
		game->selected = game->at[square_of(x, y)] == NOBODY ? NOWHERE : square_of(x, y);
		game->type = type_named(name);
		wrong = game->selected == NOWHERE ? "nothing stands there" : NULL;
	} else {
		wrong = "expected a request, an update, BOARD or QUIT";
	}
	if (wrong)
		remark(game, wrong);
}

static void hear(struct game *game)
{
	static const struct {
		const char *word; /* the first word; the rest does not matter (QUIT white) */
		void (*heard)(struct game *game);
	} lines[] = {
		{"white", hear_white}, {"black", hear_black}, {"SELECTION?", hear_selection},
		{"MOVE?", hear_move},  {"BOARD", hear_board}, {"QUIT", hear_quit},
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		if (after_word(game->line.text, lines[i].word)) {
			lines[i].heard(game);
			return;
		}
	if (*game->line.text)
		hear_update(game);
}

int main(int argc, char **argv)
{
	int64_t seed = -1;
	const struct sample_option options[] = {SAMPLE_SEED(&seed), {0}};
	const struct sample sample = {
		"qchess-random",
		"Plays quantum chess at random: any of its pieces, to any square that it reaches.",
		"quantum chess (the text API of qchess)", options, NULL};
	struct game game = {.selected = NOWHERE, .status = sample_options(&sample, argc, argv)};

	if (game.status >= 0)
		return game.status;
	game.status = EXIT_SUCCESS;
	game.chance = seed < 0 ? chance_seed() : (uint64_t)seed;
	while (!game.over && line_read(&game.line, stdin))
		hear(&game);
	free(game.line.text);
	return game.status;
}
