/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* notation.c - chess as text: positions in FEN, moves in UCI's words and in SAN (Portable Game Notation
 * Specification, sections 8.2.3 and 16.1; Chess960: X-FEN and Shredder-FEN).  */
#include "rules.h"

#include "ringside/bytes.h"
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char letters[CHESS_TYPES + 1] = "PNBRQK";

const char *chess_colour_name(enum chess_colour colour)
{
	return colour == CHESS_WHITE ? "white" : "black";
}

const char *chess_type_name(enum chess_type type)
{
	static const char *const names[CHESS_TYPES] = {"pawn", "knight", "bishop", "rook", "queen", "king"};

	return names[type];
}

/* -1: there is no such type.  */
static int type_of_letter(char letter)
{
	const char *at = letter ? strchr(letters, letter) : NULL;

	return at ? (int)(at - letters) : -1;
}

int chess_square_named(const char *text)
{
	if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
		return -1;
	return (text[1] - '1') * CHESS_SIDE + text[0] - 'a';
}

void chess_square_words(int square, char words[3])
{
	words[0] = (char)('a' + square % CHESS_SIDE);
	words[1] = (char)('1' + square / CHESS_SIDE);
	words[2] = '\0';
}

/* ---- FEN ---- */

struct reader {
	const char *at, *end;
	char *problem;
};

static bool fails(struct reader *reader, char *problem)
{
	reader->problem = problem;
	return false;
}

static char next(const struct reader *reader)
{
	return reader->at < reader->end ? *reader->at : '\0';
}

/* Skips blanks.  False: there are none, or nothing follows.  */
static bool skip_blanks(struct reader *reader)
{
	const char *from = reader->at;

	while (next(reader) == ' ' || next(reader) == '\t')
		reader->at++;
	return reader->at > from && next(reader);
}

/* What stands there, for a message: a byte, or the end.  The caller frees.  */
static char *shown(const struct reader *reader)
{
	char *byte, *text;

	if (reader->at >= reader->end)
		return bytes_text("the end");
	byte = bytes_escaped(reader->at, 1);
	text = bytes_text("\"%s\"", byte);
	free(byte);
	return text;
}

static bool expected(struct reader *reader, const char *what)
{
	char *there = shown(reader);
	bool no = fails(reader, bytes_text("expected %s, not %s", what, there));

	free(there);
	return no;
}

static void put(struct chess_position *position, enum chess_colour colour, int type, int square)
{
	position->of[colour] |= UINT64_C(1) << square;
	position->type[type] |= UINT64_C(1) << square;
}

static bool read_pieces(struct reader *reader, struct chess_position *position)
{
	for (int rank = CHESS_SIDE - 1; rank >= 0; rank--) {
		for (int file = 0; file < CHESS_SIDE;) {
			char c = next(reader);
			int type = type_of_letter((char)toupper((unsigned char)c));

			if (c >= '1' && c <= '8' - file) {
				file += c - '0';
			} else if (type >= 0) {
				put(position, isupper((unsigned char)c) ? CHESS_WHITE : CHESS_BLACK, type,
				    rank * CHESS_SIDE + file);
				file++;
			} else {
				char *what = bytes_text(
					"a piece (PNBRQKpnbrqk) or a number of empty squares up to %d",
					CHESS_SIDE - file);

				expected(reader, what);
				free(what);
				return false;
			}
			reader->at++;
		}
		if (rank && next(reader) != '/')
			return expected(reader, "/, for the rank is full");
		reader->at += rank > 0;
	}
	return true;
}

/* The square of the own rook that a letter of the field of castling names; -1: there is none.  `K` is the
 * outermost rook on that side of the king (X-FEN), `H` the rook on that file (Shredder-FEN).  */
static int castling_rook(const struct chess_position *position, enum chess_colour colour, char letter)
{
	int rank = colour == CHESS_WHITE ? 0 : CHESS_SQUARES - CHESS_SIDE;
	uint64_t ours = position->of[colour] & UINT64_C(0xff) << rank;
	uint64_t rooks = ours & position->type[CHESS_ROOK];

	if (letter == 'K' || letter == 'Q') {
		for (int i = 0; i < CHESS_SIDE; i++) {
			int square = rank + (letter == 'K' ? CHESS_SIDE - 1 - i : i);

			if (ours & position->type[CHESS_KING] & UINT64_C(1) << square)
				return -1;
			if (rooks & UINT64_C(1) << square)
				return square;
		}
		return -1;
	}
	if (letter < 'A' || letter > 'H' || !(rooks & UINT64_C(1) << (rank + letter - 'A')))
		return -1;
	return rank + letter - 'A';
}

static bool read_castling(struct reader *reader, struct chess_position *position)
{
	if (next(reader) == '-') {
		reader->at++;
		return true;
	}
	for (const char *from = reader->at; next(reader) && next(reader) != ' '; reader->at++) {
		char c = next(reader), letter = (char)toupper((unsigned char)c);
		enum chess_colour colour = isupper((unsigned char)c) ? CHESS_WHITE : CHESS_BLACK;
		int rank = colour == CHESS_WHITE ? 0 : CHESS_SQUARES - CHESS_SIDE, king = -1, rook;

		if (reader->at - from == 4 ||
		    (letter != 'K' && letter != 'Q' && (letter < 'A' || letter > 'H')))
			return expected(reader, reader->at == from ? "- or castling, such as KQkq or HAha"
								   : "a blank behind castling");
		for (int square = rank; square < rank + CHESS_SIDE; square++)
			if (position->of[colour] & position->type[CHESS_KING] & UINT64_C(1) << square)
				king = square;
		rook = king < 0 ? -1 : castling_rook(position, colour, letter);
		if (rook < 0)
			return fails(reader, bytes_text("%s has no king and rook on its first rank that "
							"could castle as %c says",
							chess_colour_name(colour), c));
		position->rook[colour][rook > king ? CHESS_KINGSIDE : CHESS_QUEENSIDE] = (signed char)rook;
	}
	return true;
}

/* The square must be behind a pawn of the other side that has just gone two steps.  It is kept only if a pawn
 * may take there.  */
static bool read_passed(struct reader *reader, struct chess_position *position)
{
	bool white = position->to_move == CHESS_WHITE;
	int square, ahead = white ? CHESS_SIDE : -CHESS_SIDE;
	uint64_t pawns = position->type[CHESS_PAWN] & position->of[white ? CHESS_BLACK : CHESS_WHITE];

	if (next(reader) == '-') {
		reader->at++;
		return true;
	}
	square = reader->end - reader->at >= 2 ? chess_square_named(reader->at) : -1;
	if (square < 0 || square / CHESS_SIDE != (white ? 5 : 2))
		return expected(reader, white ? "- or a square on the sixth rank for en passant"
					      : "- or a square on the third rank for en passant");
	if (!(pawns & UINT64_C(1) << (square - ahead)) ||
	    (position->of[0] | position->of[1]) & (UINT64_C(1) << square | UINT64_C(1) << (square + ahead)))
		return fails(reader,
			     bytes_text("no pawn of %s has just gone two steps over %.2s",
					chess_colour_name(white ? CHESS_BLACK : CHESS_WHITE), reader->at));
	reader->at += 2;
	chess_pass(position, square);
	return true;
}

/* Reads a number of at most four digits.  */
static bool read_number(struct reader *reader, const char *what, int *number)
{
	int digits = 0;

	for (*number = 0; isdigit((unsigned char)next(reader)) && digits < 4; reader->at++, digits++)
		*number = 10 * *number + next(reader) - '0';
	return digits ? true : expected(reader, what);
}

/* What no game can begin with.  */
static bool is_possible(struct reader *reader, struct chess_position *position)
{
	struct chess_position other = *position;

	other.to_move = position->to_move == CHESS_WHITE ? CHESS_BLACK : CHESS_WHITE;
	if (chess_in_check(&other))
		return fails(reader,
			     bytes_text("the king of %s could be taken", chess_colour_name(other.to_move)));
	return true;
}

static bool read_fields(struct reader *reader, struct chess_position *position)
{
	const char *pieces = reader->at;
	uint64_t ends = UINT64_C(0xff000000000000ff);

	if (!read_pieces(reader, position))
		return false;
	for (int colour = 0; colour < 2; colour++) {
		uint64_t kings = position->of[colour] & position->type[CHESS_KING];

		if (!kings || kings & (kings - 1)) {
			reader->at = pieces;
			return fails(reader,
				     bytes_text("%s has %s", chess_colour_name((enum chess_colour)colour),
						kings ? "several kings" : "no king"));
		}
	}
	if (position->type[CHESS_PAWN] & ends) {
		reader->at = pieces;
		return fails(reader, bytes_text("a pawn stands on its first or last rank"));
	}
	if (!skip_blanks(reader) || (next(reader) != 'w' && next(reader) != 'b'))
		return expected(reader, "w or b, for the side to move");
	position->to_move = *reader->at++ == 'w' ? CHESS_WHITE : CHESS_BLACK;
	if (!is_possible(reader, position))
		return false;
	if (!skip_blanks(reader))
		return expected(reader, "- or castling, such as KQkq or HAha");
	if (!read_castling(reader, position))
		return false;
	if (!skip_blanks(reader))
		return expected(reader, "- or a square for en passant");
	if (!read_passed(reader, position))
		return false;
	if (!skip_blanks(reader) || !isdigit((unsigned char)next(reader)))
		return true; /* four fields, as in EPD */
	if (!read_number(reader, "the number of plies without a capture or a pawn's move", &position->quiet))
		return false;
	if (!skip_blanks(reader))
		return expected(reader, "the number of the move");
	return read_number(reader, "the number of the move", &position->number);
}

bool chess_read_fen(struct chess_position *position, const char *text, size_t size, const char **end,
		    const char **wrong, char **problem)
{
	struct reader reader = {text, text + size, NULL};
	struct chess_position read = {.rook = {{-1, -1}, {-1, -1}}, .passed = -1, .number = 1};

	if (!read_fields(&reader, &read)) {
		*problem = reader.problem;
		if (wrong)
			*wrong = reader.at;
		return false;
	}
	if (read.number == 0)
		read.number = 1; /* some programs count from 0 */
	*position = read;
	if (end)
		*end = reader.at;
	return true;
}

/* Writes the letters of castling. X-FEN: K and Q name the outermost rook of that side.  */
static void write_castling(const struct chess_position *position, bool shredder, struct bytes *fen)
{
	size_t size = fen->size;

	for (int colour = 0; colour < 2; colour++)
		for (int wing = 0; wing < 2; wing++) {
			int rook = position->rook[colour][wing];
			char letter = wing == CHESS_KINGSIDE ? 'K' : 'Q';

			if (rook < 0)
				continue;
			if (shredder || castling_rook(position, (enum chess_colour)colour, letter) != rook)
				letter = (char)('A' + rook % CHESS_SIDE);
			bytes_addf(fen, "%c",
				   colour == CHESS_WHITE ? letter : tolower((unsigned char)letter));
		}
	if (fen->size == size)
		bytes_addf(fen, "-");
}

void chess_write_fen(const struct chess_position *position, bool shredder, char fen[CHESS_FEN_MOST])
{
	struct bytes text = {0};
	char passed[3] = "-";

	for (int rank = CHESS_SIDE - 1; rank >= 0; rank--) {
		int empty = 0;

		for (int file = 0; file <= CHESS_SIDE; file++) {
			enum chess_colour colour;
			int type = file == CHESS_SIDE
					   ? CHESS_TYPES
					   : chess_piece_at(position, rank * CHESS_SIDE + file, &colour);

			if (type < 0) {
				empty++;
				continue;
			}
			if (empty)
				bytes_addf(&text, "%d", empty);
			empty = 0;
			if (file < CHESS_SIDE)
				bytes_addf(&text, "%c",
					   colour == CHESS_WHITE ? letters[type]
								 : tolower((unsigned char)letters[type]));
		}
		bytes_addf(&text, rank ? "/" : " %c ", position->to_move == CHESS_WHITE ? 'w' : 'b');
	}
	write_castling(position, shredder, &text);
	if (position->passed >= 0)
		chess_square_words(position->passed, passed);
	bytes_addf(&text, " %s %d %d", passed, position->quiet, position->number);
	assert(text.size < CHESS_FEN_MOST);
	memcpy(fen, text.at, text.size);
	fen[text.size] = '\0';
	bytes_free(&text);
}

/* The n-th empty square of the first rank, from 0.  */
static int empty_square(const struct chess_position *position, int n)
{
	for (int square = 0;; square++)
		if (!(position->of[CHESS_WHITE] & UINT64_C(1) << square) && n-- == 0)
			return square;
}

struct chess_position chess_start960(int number)
{
	/* The two knights' places among the five squares that are empty then.  */
	static const signed char knights[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
						   {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
	struct chess_position position = {.passed = -1, .number = 1};
	int first, second, rest = number / 16;

	assert(number >= 0 && number < 960);
	put(&position, CHESS_WHITE, CHESS_BISHOP, number % 4 * 2 + 1);
	put(&position, CHESS_WHITE, CHESS_BISHOP, number / 4 % 4 * 2);
	put(&position, CHESS_WHITE, CHESS_QUEEN, empty_square(&position, rest % 6));
	first = empty_square(&position, knights[rest / 6][0]);
	second = empty_square(&position, knights[rest / 6][1]);
	put(&position, CHESS_WHITE, CHESS_KNIGHT, first);
	put(&position, CHESS_WHITE, CHESS_KNIGHT, second);
	for (int wing = CHESS_QUEENSIDE; wing >= CHESS_KINGSIDE; wing--) {
		position.rook[CHESS_WHITE][wing] = (signed char)empty_square(&position, 0);
		position.rook[CHESS_BLACK][wing] = (signed char)(position.rook[CHESS_WHITE][wing] + 56);
		put(&position, CHESS_WHITE, CHESS_ROOK, position.rook[CHESS_WHITE][wing]);
		if (wing == CHESS_QUEENSIDE)
			put(&position, CHESS_WHITE, CHESS_KING, empty_square(&position, 0));
	}
	position.of[CHESS_WHITE] |= UINT64_C(0xff00);
	position.type[CHESS_PAWN] = UINT64_C(0xff00);
	for (int type = 0; type < CHESS_TYPES; type++)
		position.type[type] |= position.type[type] << (type == CHESS_PAWN ? 40 : 56);
	position.of[CHESS_BLACK] = UINT64_C(0xffff) << 48;
	return position;
}

/* ---- moves ---- */

/* Where a move goes, as UCI writes it.  */
static int written_goal(const struct chess_position *position, struct chess_move move, bool chess960)
{
	if (chess960 || !chess_castles(position, move))
		return move.to;
	return move.to - move.to % CHESS_SIDE + (move.to > move.from ? 6 : 2);
}

void chess_uci_words(const struct chess_position *position, struct chess_move move, bool chess960,
		     char words[CHESS_WORDS_MOST])
{
	chess_square_words(move.from, words);
	chess_square_words(written_goal(position, move, chess960), words + 2);
	if (move.promotes) {
		words[4] = (char)tolower((unsigned char)letters[(int)move.promotes]);
		words[5] = '\0';
	}
}

bool chess_read_uci(const struct chess_position *position, const char *text, size_t size, bool chess960,
		    struct chess_move *move)
{
	struct chess_move moves[CHESS_MOVES_MOST];
	bool promotes = size == 5;
	int from, to, type, count;

	if ((size != 4 && !promotes) || (from = chess_square_named(text)) < 0 ||
	    (to = chess_square_named(text + 2)) < 0)
		return false;
	type = promotes && islower((unsigned char)text[4])
		       ? type_of_letter((char)toupper((unsigned char)text[4]))
		       : CHESS_PAWN;
	if (promotes && type <= CHESS_PAWN)
		return false;
	count = chess_moves_of(position, UINT64_C(1) << from, moves);
	for (int i = 0; i < count; i++)
		if (moves[i].promotes == type && written_goal(position, moves[i], chess960) == to) {
			*move = moves[i];
			return true;
		}
	return false;
}

/* What SAN tells of a move: squares and types that are not told are -1.  */
struct san {
	int type, from_file, from_rank, to, promotes;
	int wing; /* castling; -1: none */
};

static bool fits(const struct chess_position *position, const struct san *san, struct chess_move move)
{
	int to = chess_castles(position, move) ? -1 : move.to;

	if (san->wing >= 0)
		return to < 0 && (move.to > move.from) == (san->wing == CHESS_KINGSIDE);
	return to == san->to && chess_piece_at(position, move.from, NULL) == san->type &&
	       move.promotes == san->promotes &&
	       (san->from_file < 0 || move.from % CHESS_SIDE == san->from_file) &&
	       (san->from_rank < 0 || move.from / CHESS_SIDE == san->from_rank);
}

/* How many legal moves fit; *move is the last of them.  */
static int count_fitting(const struct chess_position *position, const struct san *san,
			 struct chess_move *move)
{
	struct chess_move moves[CHESS_MOVES_MOST];
	int count = chess_moves(position, moves), fitting = 0;

	for (int i = 0; i < count; i++)
		if (fits(position, san, moves[i])) {
			*move = moves[i];
			fitting++;
		}
	return fitting;
}

/* As little of the square that a piece comes from as makes the move clear: its file, its rank, or both.  */
static void tell_origin(const struct chess_position *position, struct chess_move move, struct san *san)
{
	struct chess_move any;

	if (count_fitting(position, san, &any) == 1)
		return;
	san->from_file = move.from % CHESS_SIDE;
	if (count_fitting(position, san, &any) == 1)
		return;
	san->from_file = -1;
	san->from_rank = move.from / CHESS_SIDE;
	if (count_fitting(position, san, &any) > 1)
		san->from_file = move.from % CHESS_SIDE;
}

void chess_san_words(const struct chess_position *position, struct chess_move move,
		     char words[CHESS_WORDS_MOST])
{
	struct san san = {chess_piece_at(position, move.from, NULL), -1, -1, move.to, move.promotes, -1};
	bool takes = chess_takes(position, move);
	struct chess_position after = *position;
	struct chess_move moves[CHESS_MOVES_MOST];
	char *at = words, to[3];

	chess_square_words(move.to, to);
	if (chess_castles(position, move)) {
		at += sprintf(at, "%s", move.to > move.from ? "O-O" : "O-O-O");
	} else {
		if (san.type == CHESS_PAWN && takes)
			san.from_file = move.from % CHESS_SIDE;
		else if (san.type != CHESS_PAWN)
			tell_origin(position, move, &san);
		if (san.type != CHESS_PAWN)
			*at++ = letters[san.type];
		if (san.from_file >= 0)
			*at++ = (char)('a' + san.from_file);
		if (san.from_rank >= 0)
			*at++ = (char)('1' + san.from_rank);
		if (takes)
			*at++ = 'x';
		at += sprintf(at, "%s", to);
		if (move.promotes)
			at += sprintf(at, "=%c", letters[(int)move.promotes]);
	}
	chess_play(&after, move);
	if (chess_in_check(&after))
		*at++ = chess_moves(&after, moves) ? '+' : '#';
	*at = '\0';
}

/* Reads what SAN tells.  The text has no marks at its end.  */
static bool read_san(const char *text, size_t size, struct san *san)
{
	const char *at = text, *end = text + size;
	int type = size ? type_of_letter(*at) : -1;

	*san = (struct san){type < 0 ? CHESS_PAWN : type, -1, -1, -1, 0, -1};
	at += type >= 0;
	if (end - at >= 2 && (type = type_of_letter(end[-1])) > CHESS_PAWN && type < CHESS_KING &&
	    san->type == CHESS_PAWN) {
		san->promotes = type;
		end -= 1 + (end[-2] == '=');
	}
	if (end - at < 2 || (san->to = chess_square_named(end - 2)) < 0)
		return false;
	end -= 2;
	if (end > at && strchr("x-:", end[-1]))
		end--;
	if (at < end && *at >= 'a' && *at <= 'h')
		san->from_file = *at++ - 'a';
	if (at < end && *at >= '1' && *at <= '8')
		san->from_rank = *at++ - '1';
	return at == end;
}

static bool is_one_of(const char *text, size_t size, const char *const words[2])
{
	return (strlen(words[0]) == size && memcmp(text, words[0], size) == 0) ||
	       (strlen(words[1]) == size && memcmp(text, words[1], size) == 0);
}

enum chess_reading chess_read_move(const struct chess_position *position, const char *text, size_t size,
				   struct chess_move *move)
{
	static const char *const castling[2][2] = {{"O-O", "0-0"}, {"O-O-O", "0-0-0"}};
	struct san san = {-1, -1, -1, -1, 0, -1};
	bool is_uci = (size == 4 || size == 5) && chess_square_named(text) >= 0 &&
		      chess_square_named(text + 2) >= 0;
	int fitting;

	if (is_uci && (chess_read_uci(position, text, size, false, move) ||
		       chess_read_uci(position, text, size, true, move)))
		return CHESS_READ;
	while (size && strchr("+#!?", text[size - 1]))
		size--;
	for (int wing = 0; wing < 2; wing++)
		if (is_one_of(text, size, castling[wing]))
			san.wing = wing;
	if (san.wing < 0 && !read_san(text, size, &san))
		return is_uci ? CHESS_NOT_LEGAL : CHESS_NO_MOVE;
	fitting = count_fitting(position, &san, move);
	return fitting == 1 ? CHESS_READ : fitting ? CHESS_AMBIGUOUS : CHESS_NOT_LEGAL;
}
