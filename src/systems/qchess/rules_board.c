/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules_board.c - a board as text: the beginning of logs, and the option "board" (qchess, Log file).
 *
 *   black unknown ['rook', '?queen'] at 0,0
 *
 * Brackets, quotes and commas are read as blanks.  So `]at` and the output of other programs are understood.
 */
#include "rules_state.h"

#include "ringside/bytes.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 7 };

static const char blanks[] = " \t\r[](){},'\"";

struct word {
	const char *at;
	size_t size;
};

/* ---- writing ---- */

static void write_piece(struct bytes *out, const struct qchess_piece *piece, int x, int y)
{
	const char *now =
		piece->state == QCHESS_BOTH ? "unknown" : quantum_chess_type_name(piece->type[piece->state]);

	assert(piece->there && (piece->state == QCHESS_BOTH || piece->state == 0 || piece->state == 1));
	bytes_addf(out, "%s %s ['%s%s', '%s%s'] at %d,%d\n", quantum_chess_colour_name(piece->colour), now,
		   piece->known[0] ? "" : "?", quantum_chess_type_name(piece->type[0]),
		   piece->known[1] ? "" : "?", quantum_chess_type_name(piece->type[1]), x, y);
}

char *quantum_chess_write_board(const struct quantum_chess *game)
{
	struct bytes out = {0};

	bytes_add(&out, "", 0);
	for (int x = 0; x < QCHESS_SIDE; x++)
		for (int y = 0; y < QCHESS_SIDE; y++)
			if (game->at[y][x].there)
				write_piece(&out, &game->at[y][x], x, y);
	return out.at;
}

/* ---- reading ---- */

static bool is(struct word word, const char *text)
{
	return word.size == strlen(text) && memcmp(word.at, text, word.size) == 0;
}

/* Splits a line into at most WORDS words; returns how many there are.  */
static int split(const char *line, size_t size, struct word words[WORDS])
{
	const char *end = line + size;
	int count = 0;

	assert(line || size == 0);
	for (const char *at = line; at < end;) {
		const char *from = at;

		while (at < end && *at && !strchr(blanks, *at))
			at++;
		if (at > from && count++ < WORDS)
			words[count - 1] = (struct word){from, (size_t)(at - from)};
		at += at < end; /* a blank, or a NUL, which is not allowed here */
	}
	return count;
}

/* "rook", or "?rook" for a type that was not seen yet.  */
static char *read_type(struct word word, struct qchess_piece *piece, int state)
{
	char *shown, *problem;
	int type;

	assert(state == 0 || state == 1);
	piece->known[state] = !word.size || *word.at != '?';
	if (!piece->known[state])
		word = (struct word){word.at + 1, word.size - 1};
	type = quantum_chess_type_named(word.at, word.size);
	if (type >= 0) {
		piece->type[state] = (enum qchess_type)type;
		return NULL;
	}
	shown = qchess_shown(word.at, word.size);
	problem = bytes_text("\"%s\" is no type: expected pawn, rook, knight, bishop, queen or king", shown);
	free(shown);
	return problem;
}

/* The current state: "unknown", or one of the types.  State 0 if both types are the same.  */
static char *read_state(struct word word, struct qchess_piece *piece)
{
	char *shown, *problem;

	if (is(word, "unknown")) {
		piece->state = qchess_is_settled(piece) ? 0 : QCHESS_BOTH;
		return NULL;
	}
	/* The current type was seen: prefers a known state.  */
	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < 2; i++)
			if (is(word, quantum_chess_type_name(piece->type[i])) && (pass || piece->known[i])) {
				piece->state = i;
				piece->known[i] = true;
				return NULL;
			}
	shown = qchess_shown(word.at, word.size);
	problem =
		bytes_text("a piece cannot be \"%s\" now: expected unknown, %s or %s", shown,
			   quantum_chess_type_name(piece->type[0]), quantum_chess_type_name(piece->type[1]));
	free(shown);
	return problem;
}

static bool read_place(struct word word, int *place)
{
	*place = word.size == 1 ? *word.at - '0' : -1;
	return *place >= 0 && *place < QCHESS_SIDE;
}

static char *expected_line(const char *line, size_t size)
{
	char *shown = qchess_shown(line, size);
	char *problem = bytes_text(
		"\"%s\": expected a piece such as \"black unknown ['rook', '?queen'] at 0,0\"", shown);

	free(shown);
	return problem;
}

/* Reads a line with a piece, or an empty line.  NULL, or what is wrong at *wrong.  */
static char *read_line(struct quantum_chess *board, const char *line, size_t size, const char **wrong)
{
	struct qchess_piece piece = {.there = true};
	struct word words[WORDS] = {{0}};
	int count = split(line, size, words), x, y;
	char *problem;

	if (count == 0 || *words[0].at == '#')
		return NULL;
	*wrong = words[0].at;
	if (count != WORDS || !is(words[4], "at") || (!is(words[0], "white") && !is(words[0], "black")))
		return expected_line(words[0].at, size - (size_t)(words[0].at - line));
	piece.colour = is(words[0], "white") ? QCHESS_WHITE : QCHESS_BLACK;
	for (int i = 0; i < 2; i++) {
		*wrong = words[2 + i].at;
		problem = read_type(words[2 + i], &piece, i);
		if (problem)
			return problem;
	}
	if ((piece.type[0] == QCHESS_KING) != (piece.type[1] == QCHESS_KING))
		return bytes_text("a king is a king in both states");
	if (piece.type[0] == QCHESS_KING)
		piece.known[0] = piece.known[1] = true;
	*wrong = words[1].at;
	problem = read_state(words[1], &piece);
	if (problem)
		return problem;
	*wrong = words[5].at;
	if (!read_place(words[5], &x) || !read_place(words[6], &y))
		return bytes_text("a square off the board: expected x,y from 0,0 to %d,%d", QCHESS_SIDE - 1,
				  QCHESS_SIDE - 1);
	if (board->at[y][x].there)
		return bytes_text("a second piece at %d,%d", x, y);
	board->at[y][x] = piece;
	return NULL;
}

/* How many kings each side has.  */
static void count_kings(const struct quantum_chess *board, int kings[2])
{
	kings[QCHESS_WHITE] = kings[QCHESS_BLACK] = 0;
	for (int y = 0; y < QCHESS_SIDE; y++)
		for (int x = 0; x < QCHESS_SIDE; x++)
			if (board->at[y][x].there && board->at[y][x].type[0] == QCHESS_KING)
				kings[board->at[y][x].colour]++;
}

/* Does each side have one king?  One of the two may have been taken.  */
static char *check_kings(const struct quantum_chess *board)
{
	int kings[2];

	count_kings(board, kings);
	for (int colour = QCHESS_WHITE; colour <= QCHESS_BLACK; colour++)
		if (kings[colour] > 1 || kings[QCHESS_WHITE] + kings[QCHESS_BLACK] == 0)
			return bytes_text("%s has %d kings: expected one",
					  quantum_chess_colour_name((enum qchess_colour)colour),
					  kings[colour]);
	return NULL;
}

bool qchess_king_is_taken(const struct quantum_chess *game, enum qchess_colour *winner)
{
	int kings[2];

	count_kings(game, kings);
	*winner = kings[QCHESS_WHITE] ? QCHESS_WHITE : QCHESS_BLACK;
	return !kings[QCHESS_WHITE] || !kings[QCHESS_BLACK];
}

char *quantum_chess_read_board(struct quantum_chess *game, const char *text, size_t size, const char **wrong)
{
	struct quantum_chess board = {.end = QCHESS_GOES_ON};
	char *why;

	while (size > 0) {
		const char *end = memchr(text, '\n', size);
		size_t length = end ? (size_t)(end - text) : size;

		why = read_line(&board, text, length, wrong);
		if (why)
			return why;
		length += end != NULL;
		text += length;
		size -= length;
	}
	*wrong = NULL;
	why = check_kings(&board);
	if (!why)
		memcpy(game->at, board.at, sizeof(game->at));
	return why;
}
