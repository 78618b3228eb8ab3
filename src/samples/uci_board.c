/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* uci_board.c - a position, its moves, and their words.  */
#include "uci_board.h"

#include "sample.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The steps of a knight, a bishop, a rook, and of queens and kings.  */
static const signed char steps[] = {-21, -19, -12, -8, 8, 12, 19, 21, -11, -9, 9, 11, -10, -1, 1, 10};
static const struct {
	signed char first, count;
	bool slides;
} ways[RIM] = {[KNIGHT] = {0, 8, false},
	       [BISHOP] = {8, 4, true},
	       [ROOK] = {12, 4, true},
	       [QUEEN] = {8, 8, true},
	       [KING] = {8, 8, false}};

static int square_of(const char *words)
{
	return words[0] < 'a' || words[0] > 'h' || words[1] < '1' || words[1] > '8'
		       ? 0
		       : 21 + words[0] - 'a' + 10 * (words[1] - '1');
}

static int type_of(int letter)
{
	static const char letters[] = ".pnbrqk";
	const char *at = letter == '.' || !letter ? NULL : strchr(letters, tolower(letter));

	return at ? (int)(at - letters) : EMPTY;
}

static void put(struct chess *chess, int square, int piece)
{
	chess->at[square] = (unsigned char)piece;
	if ((piece & ~BLACK) == KING)
		chess->king[piece >> 3] = square;
}

static bool is_attacked(const struct chess *chess, int square, int by)
{
	int back = by ? 10 : -10;

	for (int side = -1; side <= 1; side += 2)
		if (chess->at[square + back + side] == (PAWN | by))
			return true;
	for (int type = KNIGHT; type <= KING; type++)
		for (int i = ways[type].first; i < ways[type].first + ways[type].count; i++) {
			int to = square + steps[i];

			while (ways[type].slides && chess->at[to] == EMPTY)
				to += steps[i];
			if (chess->at[to] == (type | by))
				return true;
		}
	return false;
}

bool chess_check(const struct chess *chess)
{
	return is_attacked(chess, chess->king[chess->side >> 3], chess->side ^ BLACK);
}

struct list {
	const struct chess *chess;
	struct move *moves;
	int count;
	bool loud;
};

static void add(struct list *list, int from, int to)
{
	int taken = list->chess->at[to], piece = list->chess->at[from] & ~BLACK;
	bool last = piece == PAWN && (to >= 91 || to <= 28);

	if (piece == PAWN && to == list->chess->passed)
		taken = PAWN;
	if (list->loud && !taken && !last)
		return;
	for (int becomes = last ? QUEEN : EMPTY; becomes == EMPTY || becomes >= KNIGHT; becomes--) {
		list->moves[list->count++] =
			(struct move){(unsigned char)from, (unsigned char)to, (unsigned char)becomes,
				      (unsigned char)(taken & ~BLACK)};
		if (becomes == EMPTY)
			break;
	}
}

static void add_pawn(struct list *list, int from)
{
	const struct chess *chess = list->chess;
	int ahead = chess->side ? -10 : 10;

	if (chess->at[from + ahead] == EMPTY) {
		add(list, from, from + ahead);
		if ((chess->side ? from >= 81 : from <= 38) && chess->at[from + 2 * ahead] == EMPTY)
			add(list, from, from + 2 * ahead);
	}
	for (int side = -1; side <= 1; side += 2) {
		int to = from + ahead + side, piece = chess->at[to];

		if (to == chess->passed || (piece && piece != RIM && (piece & BLACK) != chess->side))
			add(list, from, to);
	}
}

static void add_castling(struct list *list)
{
	const struct chess *chess = list->chess;
	int king = chess->side ? 95 : 25, them = chess->side ^ BLACK;
	unsigned rights = chess->side ? chess->rights >> 2 : chess->rights;

	if (!(rights & 3) || is_attacked(chess, king, them))
		return;
	if (rights & 1 && !chess->at[king + 1] && !chess->at[king + 2] && !is_attacked(chess, king + 1, them))
		add(list, king, king + 2);
	if (rights & 2 && !chess->at[king - 1] && !chess->at[king - 2] && !chess->at[king - 3] &&
	    !is_attacked(chess, king - 1, them))
		add(list, king, king - 2);
}

int chess_list(const struct chess *chess, bool loud, struct move moves[MOVES])
{
	struct list list = {chess, moves, 0, loud};

	for (int from = 21; from <= 98; from++) {
		int type = chess->at[from] & ~BLACK;

		if (!chess->at[from] || chess->at[from] == RIM || (chess->at[from] & BLACK) != chess->side)
			continue;
		if (type == PAWN)
			add_pawn(&list, from);
		for (int i = ways[type].first; i < ways[type].first + ways[type].count; i++) {
			int to = from;

			do {
				to += steps[i];
				if (chess->at[to] == EMPTY ||
				    (chess->at[to] != RIM && (chess->at[to] & BLACK) != chess->side))
					add(&list, from, to);
			} while (ways[type].slides && chess->at[to] == EMPTY);
		}
	}
	if (!loud)
		add_castling(&list);
	return list.count;
}

/* The rights that a move from or to this square ends.  */
static unsigned rights_of(int square)
{
	return square == 25   ? 3
	       : square == 28 ? 1
	       : square == 21 ? 2
	       : square == 95 ? 12
	       : square == 98 ? 4
	       : square == 91 ? 8
			      : 0;
}

bool chess_make(struct chess *chess, struct move move)
{
	int piece = chess->at[move.from], type = piece & ~BLACK, step = move.to - move.from, us = chess->side;

	if (type == PAWN && move.to == chess->passed)
		chess->at[move.to + (us ? 10 : -10)] = EMPTY;
	if (type == KING && (step == 2 || step == -2)) {
		int rook = step > 0 ? move.from + 3 : move.from - 4;

		chess->at[move.from + step / 2] = chess->at[rook];
		chess->at[rook] = EMPTY;
	}
	chess->at[move.from] = EMPTY;
	put(chess, move.to, move.becomes ? move.becomes | us : piece);
	chess->rights &= ~(rights_of(move.from) | rights_of(move.to));
	chess->passed = type == PAWN && (step == 20 || step == -20) ? move.from + step / 2 : 0;
	chess->quiet = type == PAWN || move.taken ? 0 : chess->quiet + 1;
	chess->side ^= BLACK;
	return !is_attacked(chess, chess->king[us >> 3], chess->side);
}

void chess_words(struct move move, char words[WORDS])
{
	words[0] = (char)('a' + (move.from - 21) % 10);
	words[1] = (char)('1' + (move.from - 21) / 10);
	words[2] = (char)('a' + (move.to - 21) % 10);
	words[3] = (char)('1' + (move.to - 21) / 10);
	words[4] = move.becomes ? "  nbrq"[move.becomes] : '\0';
	words[5] = '\0';
}

static bool set_fen(struct chess *chess, const char *fen)
{
	int square = 91;
	char side, rights[5], passed[3];

	for (; *fen && *fen != ' '; fen++) {
		if (*fen == '/')
			square = square / 10 * 10 - 9;
		else if (*fen >= '1' && *fen <= '8')
			square += *fen - '0';
		else if (type_of(*fen) && square <= 98 && chess->at[square] != RIM)
			put(chess, square++, type_of(*fen) | (islower((unsigned char)*fen) ? BLACK : 0));
		else
			return false;
		if (square > 99)
			return false;
	}
	if (sscanf(fen, " %c %4s %2s %d", &side, rights, passed, &chess->quiet) < 3 || !chess->king[0] ||
	    !chess->king[1])
		return false;
	chess->side = side == 'b' ? BLACK : 0;
	for (int i = 0; i < 4; i++)
		chess->rights |= strchr(rights, "KQkq"[i]) ? 1u << i : 0;
	chess->passed = square_of(passed);
	return true;
}

static bool play(struct chess *chess, const char *words, size_t size)
{
	struct move moves[MOVES];
	int count = chess_list(chess, false, moves);

	for (int i = 0; i < count; i++) {
		char move[WORDS];

		chess_words(moves[i], move);
		if (strlen(move) == size && strncmp(move, words, size) == 0)
			return chess_make(chess, moves[i]);
	}
	return false;
}

bool chess_set(struct chess *chess, const char *text)
{
	const char *fen = strncmp(text, "fen ", 4) == 0
				  ? text + 4
				  : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
	const char *moves = strstr(text, "moves");

	memset(chess, 0, sizeof(*chess));
	for (int i = 0; i < BOARD; i++)
		if (i < 21 || i > 98 || i % 10 == 0 || i % 10 == 9)
			chess->at[i] = RIM;
	if (!set_fen(chess, fen))
		return false;
	for (moves = moves ? moves + 5 : ""; *moves;) {
		size_t size;

		moves += strspn(moves, " ");
		size = strcspn(moves, " ");
		if (size && !play(chess, moves, size))
			return false;
		moves += size;
	}
	return true;
}

void uci_tidy(char *line)
{
	static const char *const commands[] = {"uci",      "debug",      "isready",  "setoption",
					       "register", "ucinewgame", "position", "go",
					       "stop",     "ponderhit",  "quit",     NULL};
	char *to = line;
	const char *from;

	for (const char *at = line; *at; at++)
		if (!strchr(" \t\r", *at))
			*to++ = *at;
		else if (to > line && to[-1] != ' ')
			*to++ = ' ';
	*to = '\0';
	for (from = line; *from; from += strcspn(from, " "), from += *from == ' ')
		for (int i = 0; commands[i]; i++)
			if (after_word(from, commands[i])) {
				memmove(line, from, strlen(from) + 1);
				return;
			}
	*line = '\0';
}

bool uci_wants(const char *go, struct move move)
{
	const char *list = strstr(go, "searchmoves ");
	char words[WORDS];

	chess_words(move, words);
	return !list || strstr(list, words);
}
