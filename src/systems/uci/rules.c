/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules.c - chess and Chess960: which moves are legal, what they change, and when a game is over (FIDE, Laws
 * of Chess, articles 3, 5, 6 and 9; Guidelines II for Chess960); positions in FEN, moves in UCI's words and
 * in SAN (Portable Game Notation Specification, sections 8.2.3 and 16.1; X-FEN and Shredder-FEN).
 *
 * Sets of squares do the work: a set moves one step in a direction, and a slider's attack is the part of a
 * line up to the pieces in the way.  */
#include "rules.h"

#include "ringside/bytes.h"
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define FILE_A UINT64_C(0x0101010101010101)
#define RANK_1 UINT64_C(0xff)
#define A1_H8  UINT64_C(0x8040201008040201)
#define A8_H1  UINT64_C(0x0102040810204080)
#define LIGHT  UINT64_C(0x55aa55aa55aa55aa)

const struct chess_position chess_start = {
	.of = {UINT64_C(0xffff), UINT64_C(0xffff) << 48},
	.type = {[CHESS_PAWN] = UINT64_C(0x00ff00000000ff00),
		 [CHESS_KNIGHT] = UINT64_C(0x4200000000000042),
		 [CHESS_BISHOP] = UINT64_C(0x2400000000000024),
		 [CHESS_ROOK] = UINT64_C(0x8100000000000081),
		 [CHESS_QUEEN] = UINT64_C(0x0800000000000008),
		 [CHESS_KING] = UINT64_C(0x1000000000000010)},
	.rook = {{7, 0}, {63, 56}},
	.passed = -1,
	.number = 1,
};

/* ---- sets of squares ---- */

static uint64_t bit(int square)
{
	return UINT64_C(1) << square;
}

static int file_of(int square)
{
	return square % CHESS_SIDE;
}

static int first_of(uint64_t set)
{
	assert(set);
	return __builtin_ctzll(set);
}

static int last_of(uint64_t set)
{
	assert(set);
	return CHESS_SQUARES - 1 - __builtin_clzll(set);
}

static int count_of(uint64_t set)
{
	return __builtin_popcountll(set);
}

/* Takes the first square out of the set.  */
static int take_first(uint64_t *set)
{
	int square = first_of(*set);

	*set &= *set - 1;
	return square;
}

/* The eight directions: straight ones first.  */
enum { NORTH, SOUTH, EAST, WEST, NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST, DIRECTIONS };

/* All these squares one step on; those that would leave the board vanish.  */
static uint64_t step(uint64_t set, int direction)
{
	static const struct {
		int by;
		uint64_t lands; /* where a step can end */
	} steps[DIRECTIONS] = {
		[NORTH] = {8, ~UINT64_C(0)},  [SOUTH] = {-8, ~UINT64_C(0)},
		[EAST] = {1, ~FILE_A},        [WEST] = {-1, ~(FILE_A << 7)},
		[NORTH_EAST] = {9, ~FILE_A},  [NORTH_WEST] = {7, ~(FILE_A << 7)},
		[SOUTH_EAST] = {-7, ~FILE_A}, [SOUTH_WEST] = {-9, ~(FILE_A << 7)},
	};
	int by = steps[direction].by;

	return (by > 0 ? set << by : set >> -by) & steps[direction].lands;
}

/* The four lines of the board that cross in a square.  */
enum { FILE_LINE, RANK_LINE, DIAGONAL, ANTIDIAGONAL, LINES };

/* All squares of such a line, with the square itself.  */
static uint64_t line_of(int square, int line)
{
	int file = file_of(square), rank = square / CHESS_SIDE;
	int off = line == DIAGONAL ? rank - file : rank + file - (CHESS_SIDE - 1);
	uint64_t longest = line == DIAGONAL ? A1_H8 : A8_H1;

	if (line == FILE_LINE)
		return FILE_A << file;
	if (line == RANK_LINE)
		return RANK_1 << CHESS_SIDE * rank;
	return off < 0 ? longest >> CHESS_SIDE * -off : longest << CHESS_SIDE * off;
}

/* From a square, exclusive, both ways along a line, to the first piece, inclusive, or the edge.  */
static uint64_t along(int square, uint64_t line, uint64_t occupied)
{
	uint64_t behind = line & (bit(square) - 1), ahead = line & ~behind & ~bit(square);
	uint64_t near = ahead & occupied, far = behind & occupied;

	/* Nothing in the way: 0 * 2 - 1 has all bits, and so has the negative of the lowest one.  */
	return (ahead & ((near & -near) * 2 - 1)) | (behind & -bit(last_of(far | 1)));
}

/* All squares between two squares of one line, exclusive; none if no line joins them.  */
static uint64_t between(int from, int to)
{
	for (int i = 0; i < LINES; i++) {
		uint64_t line = line_of(from, i);

		if (line & bit(to) && from != to)
			return along(from, line, bit(to)) & along(to, line, bit(from));
	}
	return 0;
}

static uint64_t pawn_attacks(uint64_t pawns, enum chess_colour colour)
{
	return colour == CHESS_WHITE ? step(pawns, NORTH_EAST) | step(pawns, NORTH_WEST)
				     : step(pawns, SOUTH_EAST) | step(pawns, SOUTH_WEST);
}

static uint64_t knight_attacks(uint64_t knights)
{
	uint64_t east = step(knights, EAST), west = step(knights, WEST);
	uint64_t near = east | west, far = step(east, EAST) | step(west, WEST);

	return near << 16 | near >> 16 | far << 8 | far >> 8;
}

static uint64_t king_attacks(uint64_t kings)
{
	uint64_t row = kings | step(kings, EAST) | step(kings, WEST);

	return (row | step(row, NORTH) | step(row, SOUTH)) & ~kings;
}

/* What a piece of that type, which is no pawn, attacks from a square.  */
static uint64_t attacks(enum chess_type type, int square, uint64_t occupied)
{
	int first = type == CHESS_BISHOP ? DIAGONAL : FILE_LINE;
	int last = type == CHESS_ROOK ? RANK_LINE : ANTIDIAGONAL;
	uint64_t reached = 0;

	assert(type != CHESS_PAWN);
	if (type == CHESS_KNIGHT)
		return knight_attacks(bit(square));
	if (type == CHESS_KING)
		return king_attacks(bit(square));
	for (int i = first; i <= last; i++)
		reached |= along(square, line_of(square, i), occupied);
	return reached;
}

static enum chess_colour other(enum chess_colour colour)
{
	return colour == CHESS_WHITE ? CHESS_BLACK : CHESS_WHITE;
}

static uint64_t occupied(const struct chess_position *position)
{
	return position->of[CHESS_WHITE] | position->of[CHESS_BLACK];
}

static uint64_t pieces(const struct chess_position *position, enum chess_colour colour, enum chess_type type)
{
	return position->of[colour] & position->type[type];
}

static int king_of(const struct chess_position *position, enum chess_colour colour)
{
	return first_of(pieces(position, colour, CHESS_KING));
}

/* The rooks, bishops and queens that attack a square, seen with these squares occupied.  */
static uint64_t sliders(const struct chess_position *position, int square, uint64_t occupied)
{
	uint64_t queens = position->type[CHESS_QUEEN];

	return (attacks(CHESS_ROOK, square, occupied) & (position->type[CHESS_ROOK] | queens)) |
	       (attacks(CHESS_BISHOP, square, occupied) & (position->type[CHESS_BISHOP] | queens));
}

/* The pieces of a colour that attack a square, seen with these squares occupied.  */
static uint64_t attackers(const struct chess_position *position, int square, enum chess_colour by,
			  uint64_t occupied)
{
	return position->of[by] & (sliders(position, square, occupied) |
				   (attacks(CHESS_KNIGHT, square, 0) & position->type[CHESS_KNIGHT]) |
				   (attacks(CHESS_KING, square, 0) & position->type[CHESS_KING]) |
				   (pawn_attacks(bit(square), other(by)) & position->type[CHESS_PAWN]));
}

static bool leaves_check(const struct chess_position *position, enum chess_colour colour)
{
	return !attackers(position, king_of(position, colour), other(colour), occupied(position));
}

bool chess_in_check(const struct chess_position *position)
{
	return !leaves_check(position, position->to_move);
}

int chess_piece_at(const struct chess_position *position, int square, enum chess_colour *colour)
{
	if (colour)
		*colour = position->of[CHESS_BLACK] & bit(square) ? CHESS_BLACK : CHESS_WHITE;
	for (int type = 0; type < CHESS_TYPES; type++)
		if (position->type[type] & bit(square))
			return type;
	return -1;
}

/* ---- a move ---- */

bool chess_castles(const struct chess_position *position, struct chess_move move)
{
	return position->of[position->to_move] & bit(move.to); /* the only move to a piece of one's own */
}

bool chess_takes(const struct chess_position *position, struct chess_move move)
{
	return position->of[other(position->to_move)] & bit(move.to) ||
	       (move.to == position->passed && position->type[CHESS_PAWN] & bit(move.from));
}

static void put(struct chess_position *position, enum chess_colour colour, enum chess_type type, int square)
{
	position->of[colour] |= bit(square);
	position->type[type] |= bit(square);
}

/* Whatever stands there goes; perhaps nothing does.  */
static void clear(struct chess_position *position, int square)
{
	position->of[CHESS_WHITE] &= ~bit(square);
	position->of[CHESS_BLACK] &= ~bit(square);
	for (int type = 0; type < CHESS_TYPES; type++)
		position->type[type] &= ~bit(square);
}

static enum chess_wing wing_of(struct chess_move castling)
{
	return castling.to > castling.from ? CHESS_KINGSIDE : CHESS_QUEENSIDE;
}

/* Where the king and the rook stand after castling, on the rank of `square`.  */
static int castled_king(int square, enum chess_wing wing)
{
	return square - file_of(square) + (wing == CHESS_KINGSIDE ? 6 : 2);
}

static int castled_rook(int square, enum chess_wing wing)
{
	return square - file_of(square) + (wing == CHESS_KINGSIDE ? 5 : 3);
}

/* Moves the pieces, and keeps everything but the square of en passant, which needs the legal moves.  */
static void move_pieces(struct chess_position *position, struct chess_move move)
{
	enum chess_colour us = position->to_move;
	int type = chess_piece_at(position, move.from, NULL);
	bool takes = chess_takes(position, move);

	assert(type >= 0 && position->of[us] & bit(move.from));
	if (chess_castles(position, move)) {
		clear(position, move.from);
		clear(position, move.to);
		put(position, us, CHESS_KING, castled_king(move.from, wing_of(move)));
		put(position, us, CHESS_ROOK, castled_rook(move.from, wing_of(move)));
	} else {
		if (type == CHESS_PAWN && move.to == position->passed)
			clear(position, move.to + (us == CHESS_WHITE ? -CHESS_SIDE : CHESS_SIDE));
		clear(position, move.from);
		clear(position, move.to);
		put(position, us, move.promotes ? (enum chess_type)move.promotes : (enum chess_type)type,
		    move.to);
	}
	for (int colour = 0; colour < 2; colour++)
		for (int wing = 0; wing < 2; wing++)
			if (position->rook[colour][wing] == move.to ||
			    position->rook[colour][wing] == move.from ||
			    (type == CHESS_KING && colour == (int)us))
				position->rook[colour][wing] = -1;
	position->quiet = takes || type == CHESS_PAWN ? 0 : position->quiet + 1;
	position->number += us == CHESS_BLACK;
	position->to_move = other(us);
	position->passed = -1;
}

/* Would this move, which obeys the rules but perhaps for check, leave the own king unattacked?  */
static bool is_safe(const struct chess_position *position, struct chess_move move)
{
	struct chess_position after = *position;

	move_pieces(&after, move);
	return leaves_check(&after, position->to_move);
}

/* ---- all moves ---- */

/* Moves as they are found.  A piece that stands between its king and an attacker may be pinned; any other
 * piece but the king moves safely as long as there is no check.  */
struct finder {
	const struct chess_position *position;
	struct chess_move *moves;
	int count;
	bool check;
	uint64_t pinned;
	uint64_t movers; /* whose moves are wanted */
};

/* Where a piece of the side to move may go, but for check and castling.  */
static uint64_t goals(const struct chess_position *position, enum chess_type type, int from)
{
	enum chess_colour us = position->to_move;
	uint64_t empty = ~occupied(position), theirs = position->of[other(us)], one, two;
	uint64_t passed = position->passed >= 0 ? bit(position->passed) : 0;
	int ahead = us == CHESS_WHITE ? NORTH : SOUTH;
	uint64_t third = us == CHESS_WHITE ? RANK_1 << 16 : RANK_1 << 40;

	if (type != CHESS_PAWN)
		return attacks(type, from, ~empty) & ~position->of[us];
	one = step(bit(from), ahead) & empty;
	two = step(one & third, ahead) & empty;
	return one | two | (pawn_attacks(bit(from), us) & (theirs | passed));
}

static bool promotes(enum chess_type type, int to)
{
	return type == CHESS_PAWN && bit(to) & (RANK_1 | RANK_1 << 56);
}

static void found(struct finder *finder, struct chess_move move, bool doubtful)
{
	if ((doubtful || finder->check || finder->pinned & bit(move.from)) &&
	    !is_safe(finder->position, move))
		return;
	assert(finder->count < CHESS_MOVES_MOST);
	finder->moves[finder->count++] = move;
}

static void find_moves(struct finder *finder, enum chess_type type, int from)
{
	for (uint64_t to = goals(finder->position, type, from); to;) {
		struct chess_move move = {(signed char)from, (signed char)take_first(&to), CHESS_PAWN};
		bool passes = type == CHESS_PAWN && move.to == finder->position->passed;

		if (promotes(type, move.to))
			for (move.promotes = CHESS_QUEEN; move.promotes > CHESS_PAWN; move.promotes--)
				found(finder, move, false);
		else
			found(finder, move, type == CHESS_KING || passes);
	}
}

static void find_castling(struct finder *finder)
{
	const struct chess_position *position = finder->position;
	enum chess_colour us = position->to_move;
	int king = king_of(position, us);

	for (int wing = 0; wing < 2 && !finder->check && finder->movers & bit(king); wing++) {
		int rook = position->rook[us][wing];
		int king_to = castled_king(king, (enum chess_wing)wing),
		    rook_to = castled_rook(king, (enum chess_wing)wing);
		uint64_t others, way, free;

		if (rook < 0)
			continue;
		others = occupied(position) & ~bit(king) & ~bit(rook);
		way = between(king, king_to) | bit(king_to);
		free = way | between(rook, rook_to) | bit(rook_to);
		if (free & others)
			continue;
		while (way && !attackers(position, first_of(way), other(us), occupied(position) & ~bit(king)))
			take_first(&way);
		if (!way)
			found(finder, (struct chess_move){(signed char)king, (signed char)rook, CHESS_PAWN},
			      true); /* the rook may have been a shield */
	}
}

/* The own pieces that alone stand between the king and a slider's line.  */
static uint64_t pinned_pieces(const struct chess_position *position)
{
	enum chess_colour us = position->to_move, them = other(us);
	int king = king_of(position, us);
	uint64_t snipers = position->of[them] & sliders(position, king, position->of[them]), pinned = 0;

	while (snipers) {
		uint64_t line = between(king, take_first(&snipers)) & position->of[us];

		if (count_of(line) == 1)
			pinned |= line;
	}
	return pinned;
}

int chess_moves_of(const struct chess_position *position, uint64_t movers,
		   struct chess_move moves[CHESS_MOVES_MOST])
{
	struct finder finder = {position, moves, 0, chess_in_check(position), pinned_pieces(position),
				movers};
	enum chess_colour us = position->to_move;

	for (int type = CHESS_PAWN; type <= CHESS_KING; type++)
		for (uint64_t from = pieces(position, us, (enum chess_type)type) & movers; from;)
			find_moves(&finder, (enum chess_type)type, take_first(&from));
	find_castling(&finder);
	return finder.count;
}

int chess_moves(const struct chess_position *position, struct chess_move moves[CHESS_MOVES_MOST])
{
	return chess_moves_of(position, UINT64_MAX, moves);
}

/* A pawn of the side that is not to move has just gone two steps over this square.  Keeps the square only if
 * a pawn may take there: positions are the same if the same moves are possible (FIDE, Laws 9.2.3).  */
static void pass(struct chess_position *position, int square)
{
	enum chess_colour us = position->to_move;
	uint64_t takers = pawn_attacks(bit(square), other(us)) & pieces(position, us, CHESS_PAWN);

	position->passed = (signed char)square;
	while (takers)
		if (is_safe(position,
			    (struct chess_move){(signed char)take_first(&takers), (signed char)square, 0}))
			return;
	position->passed = -1;
}

void chess_play(struct chess_position *position, struct chess_move move)
{
	bool two_steps = position->type[CHESS_PAWN] & bit(move.from) &&
			 (move.to - move.from == 16 || move.from - move.to == 16);

	move_pieces(position, move);
	if (two_steps)
		pass(position, (move.from + move.to) / 2);
}

uint64_t chess_perft(const struct chess_position *position, int depth)
{
	struct chess_move moves[CHESS_MOVES_MOST];
	int count;
	uint64_t sum = 0;

	if (depth == 0)
		return 1;
	count = chess_moves(position, moves);
	if (depth == 1)
		return (uint64_t)count;
	for (int i = 0; i < count; i++) {
		struct chess_position after = *position;

		chess_play(&after, moves[i]);
		sum += chess_perft(&after, depth - 1);
	}
	return sum;
}

/* ---- a game ---- */

void chess_begin(struct chess_game *game, const struct chess_position *position)
{
	game->now = *position;
	game->befores = 0;
}

void chess_go(struct chess_game *game, struct chess_move move)
{
	struct chess_position before = game->now;

	chess_play(&game->now, move);
	if (game->now.quiet == 0)
		game->befores = 0;
	else if (game->befores < CHESS_QUIET_MOST)
		game->before[game->befores++] = before;
}

/* Is it the same position: the same pieces, the same side to move, the same moves (FIDE, Laws 9.2.2)?  */
static bool same_position(const struct chess_position *a, const struct chess_position *b)
{
	return memcmp(a->of, b->of, sizeof(a->of)) == 0 && memcmp(a->type, b->type, sizeof(a->type)) == 0 &&
	       memcmp(a->rook, b->rook, sizeof(a->rook)) == 0 && a->passed == b->passed &&
	       a->to_move == b->to_move;
}

/* Nobody can mate with a piece at most beside the kings, or with bishops of one colour of squares alone.  */
static bool is_dead(const struct chess_position *position)
{
	uint64_t bishops = position->type[CHESS_BISHOP];
	uint64_t kings_and_bishops = position->type[CHESS_KING] | bishops;

	if (position->type[CHESS_PAWN] | position->type[CHESS_ROOK] | position->type[CHESS_QUEEN])
		return false;
	return count_of(occupied(position)) <= 3 ||
	       (occupied(position) == kings_and_bishops && (!(bishops & LIGHT) || !(bishops & ~LIGHT)));
}

enum chess_end chess_end(const struct chess_game *game)
{
	const struct chess_position *now = &game->now;
	struct chess_move moves[CHESS_MOVES_MOST];
	int repeats = 1;

	if (chess_moves(now, moves) == 0)
		return chess_in_check(now) ? CHESS_MATE : CHESS_STALEMATE;
	if (is_dead(now))
		return CHESS_MATERIAL;
	if (now->quiet >= CHESS_QUIET_MOST)
		return CHESS_FIFTY;
	for (int i = 0; i < game->befores; i++)
		repeats += same_position(&game->before[i], now);
	return repeats >= CHESS_REPEATS_MOST ? CHESS_REPETITION : CHESS_GOES_ON;
}

bool chess_can_mate(const struct chess_position *position, enum chess_colour colour)
{
	uint64_t ours = position->of[colour], theirs = position->of[other(colour)];
	uint64_t strong =
		position->type[CHESS_PAWN] | position->type[CHESS_ROOK] | position->type[CHESS_QUEEN];
	uint64_t knights = position->type[CHESS_KNIGHT], bishops = position->type[CHESS_BISHOP];
	uint64_t kings = position->type[CHESS_KING];

	if (ours & strong)
		return true;
	if (ours &
	    knights) /* a knight alone needs a piece that takes a square from the other king: no queen */
		return count_of(ours) > 2 || theirs & ~kings & ~position->type[CHESS_QUEEN];
	if (ours & bishops) /* a bishop needs one on the other squares, a knight or a pawn */
		return (bishops & LIGHT && bishops & ~LIGHT) || knights || position->type[CHESS_PAWN];
	return false;
}

/* ---- words ---- */

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

static char upper(char letter)
{
	return (char)toupper((unsigned char)letter);
}

/* A letter as FEN has it for a colour, and the colour of such a letter.  */
static char letter_of(enum chess_colour colour, char letter)
{
	return colour == CHESS_WHITE ? letter : (char)tolower((unsigned char)letter);
}

static enum chess_colour colour_of(char letter)
{
	return isupper((unsigned char)letter) ? CHESS_WHITE : CHESS_BLACK;
}

int chess_square_named(const char *text)
{
	if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
		return -1;
	return (text[1] - '1') * CHESS_SIDE + text[0] - 'a';
}

struct chess_words chess_square_words(int square)
{
	return (struct chess_words){{(char)('a' + file_of(square)), (char)('1' + square / CHESS_SIDE)}};
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

static bool expected(struct reader *reader, const char *what)
{
	FREED char *byte = bytes_escaped(reader->at, reader->at < reader->end);

	return fails(reader, bytes_text(*byte ? "expected %s, not \"%s\"" : "expected %s, not the end%s",
					what, byte));
}

/* Goes over blanks to the next field, which begins with one of these bytes.  */
static bool goes_on(struct reader *reader, const char *first, const char *what)
{
	const char *from = reader->at;

	while (text_is_blank(next(reader)))
		reader->at++;
	return (reader->at > from && next(reader) && strchr(first, next(reader))) || expected(reader, what);
}

/* What is wrong with the pieces, for people; NULL: nothing is.  The caller frees.  */
static char *wrong_pieces(const struct chess_position *position)
{
	for (int i = 0; i < 2; i++) {
		enum chess_colour colour = (enum chess_colour)i;
		int kings = count_of(pieces(position, colour, CHESS_KING));

		if (kings != 1)
			return bytes_text("%s has %s", chess_colour_name(colour),
					  kings ? "several kings" : "no king");
	}
	return position->type[CHESS_PAWN] & (RANK_1 | RANK_1 << 56)
		       ? bytes_text("a pawn stands on its first or last rank")
		       : NULL;
}

static bool read_pieces(struct reader *reader, struct chess_position *position)
{
	const char *from = reader->at;

	for (int rank = CHESS_SIDE - 1; rank >= 0; rank--) {
		for (int file = 0; file < CHESS_SIDE; reader->at++) {
			char c = next(reader);
			int type = type_of_letter(upper(c));

			if (c >= '1' && c <= '8' - file) {
				file += c - '0';
			} else if (type >= 0) {
				put(position, colour_of(c), (enum chess_type)type,
				    rank * CHESS_SIDE + file++);
			} else {
				FREED char *what = bytes_text(
					"a piece (PNBRQKpnbrqk) or a number of empty squares up to %d",
					CHESS_SIDE - file);

				return expected(reader, what);
			}
		}
		if (rank && next(reader) != '/')
			return expected(reader, "/, for the rank is full");
		reader->at += rank > 0;
	}
	reader->problem = wrong_pieces(position);
	reader->at = reader->problem ? from : reader->at;
	return !reader->problem;
}

/* The square of the own rook that a letter of the field of castling names; -1: there is none, or the king
 * does not stand on that rank.  `K` is the outermost rook on that side of the king (X-FEN), `H` the rook on
 * that file (Shredder-FEN).  */
static int castling_rook(const struct chess_position *position, enum chess_colour colour, char letter)
{
	uint64_t rank = RANK_1 << (colour == CHESS_WHITE ? 0 : 56);
	uint64_t king = pieces(position, colour, CHESS_KING) & rank;
	uint64_t rooks = pieces(position, colour, CHESS_ROOK) & rank;

	if (letter == 'K')
		rooks &= ~(king - 1);
	else if (letter == 'Q')
		rooks &= king - 1;
	else
		rooks &= FILE_A << (letter - 'A');
	if (!king || !rooks)
		return -1;
	return letter == 'K' ? last_of(rooks) : first_of(rooks);
}

static bool read_castling(struct reader *reader, struct chess_position *position)
{
	const char *from;

	if (!goes_on(reader, "-KQABCDEFGHkqabcdefgh", "- or castling, such as KQkq or HAha"))
		return false;
	from = reader->at;
	reader->at += *from == '-';
	for (; *from != '-' && next(reader) && next(reader) != ' '; reader->at++) {
		char c = next(reader);
		enum chess_colour colour = colour_of(c);
		int rook;

		if (reader->at - from == 4 || !strchr("KQABCDEFGH", upper(c)))
			return expected(reader, "a blank behind castling");
		rook = castling_rook(position, colour, upper(c));
		if (rook < 0)
			return fails(reader, bytes_text("%s has no king and rook on its first rank that "
							"could castle as %c says",
							chess_colour_name(colour), c));
		position->rook[colour][rook > king_of(position, colour) ? CHESS_KINGSIDE : CHESS_QUEENSIDE] =
			(signed char)rook;
	}
	return true;
}

/* The square must be behind a pawn of the other side that has just gone two steps.  It is kept only if a pawn
 * may take there.  */
static bool read_passed(struct reader *reader, struct chess_position *position)
{
	bool white = position->to_move == CHESS_WHITE;
	enum chess_colour them = other(position->to_move);
	const char *what = white ? "- or a square on the sixth rank for en passant"
				 : "- or a square on the third rank for en passant";
	int square, ahead = white ? CHESS_SIDE : -CHESS_SIDE;

	if (!goes_on(reader, "-abcdefgh", what))
		return false;
	if (*reader->at == '-') {
		reader->at++;
		return true;
	}
	square = reader->end - reader->at >= 2 ? chess_square_named(reader->at) : -1;
	if (square < 0 || square / CHESS_SIDE != (white ? 5 : 2))
		return expected(reader, what);
	if (!(pieces(position, them, CHESS_PAWN) & bit(square - ahead)) ||
	    occupied(position) & (bit(square) | bit(square + ahead)))
		return fails(reader, bytes_text("no pawn of %s has just gone two steps over %.2s",
						chess_colour_name(them), reader->at));
	reader->at += 2;
	pass(position, square);
	return true;
}

/* Reads a number of at most four digits; 0: there is none.  */
static int read_number(struct reader *reader)
{
	int number = 0;

	for (int digits = 0; isdigit((unsigned char)next(reader)) && digits < 4; digits++)
		number = 10 * number + *reader->at++ - '0';
	return number;
}

static bool read_fields(struct reader *reader, struct chess_position *position)
{
	if (!read_pieces(reader, position) || !goes_on(reader, "wb", "w or b, for the side to move"))
		return false;
	position->to_move = *reader->at++ == 'w' ? CHESS_WHITE : CHESS_BLACK;
	if (!leaves_check(position, other(position->to_move)))
		return fails(reader, bytes_text("the king of %s could be taken",
						chess_colour_name(other(position->to_move))));
	if (!read_castling(reader, position) || !read_passed(reader, position))
		return false;
	while (text_is_blank(next(reader)))
		reader->at++;
	if (!text_is_blank(reader->at[-1]) || !isdigit((unsigned char)next(reader)))
		return true; /* four fields, as in EPD */
	position->quiet = read_number(reader);
	if (!goes_on(reader, "0123456789", "the number of the move"))
		return false;
	position->number = read_number(reader);
	return true;
}

bool chess_read_fen(struct chess_position *position, struct text text, const char **end, const char **wrong,
		    char **problem)
{
	struct reader reader = {text.at, text.at + text.size, NULL};
	struct chess_position read = {.rook = {{-1, -1}, {-1, -1}}, .passed = -1, .number = 1};
	bool whole = read_fields(&reader, &read);

	if (whole) {
		read.number += read.number == 0; /* some programs count from 0 */
		*position = read;
	} else {
		*problem = reader.problem;
	}
	end = whole ? end : wrong;
	if (end)
		*end = reader.at;
	return whole;
}

/* Writes the letters of castling, and returns their end.  X-FEN: K and Q name the outermost rook of that
 * side.  */
static char *write_castling(const struct chess_position *position, char *fen)
{
	char *at = fen;

	for (int colour = 0; colour < 2; colour++)
		for (int wing = 0; wing < 2; wing++) {
			int rook = position->rook[colour][wing];
			char letter = wing == CHESS_KINGSIDE ? 'K' : 'Q';

			if (rook < 0)
				continue;
			if (position->chess960 ||
			    castling_rook(position, (enum chess_colour)colour, letter) != rook)
				letter = (char)('A' + file_of(rook));
			*at++ = letter_of((enum chess_colour)colour, letter);
		}
	if (at == fen)
		*at++ = '-';
	return at;
}

struct chess_fen chess_fen(const struct chess_position *position)
{
	struct chess_fen fen = {""};
	char *at = fen.at;

	for (int rank = CHESS_SIDE - 1; rank >= 0; rank--) {
		for (int file = 0; file < CHESS_SIDE; file++) {
			enum chess_colour colour;
			int type = chess_piece_at(position, rank * CHESS_SIDE + file, &colour);

			if (type >= 0)
				*at++ = letter_of(colour, letters[type]);
			else if (file && isdigit((unsigned char)at[-1]))
				at[-1]++;
			else
				*at++ = '1';
		}
		*at++ = rank ? '/' : ' ';
	}
	*at++ = position->to_move == CHESS_WHITE ? 'w' : 'b';
	*at++ = ' ';
	at = write_castling(position, at);
	sprintf(at, " %s %d %d", position->passed < 0 ? "-" : chess_square_words(position->passed).at,
		position->quiet, position->number);
	return fen;
}

struct chess_position chess_start960(int number)
{
	/* What stands on the squares that the bishops and the queen leave empty.  */
	static const char rest[][6] = {"NNRKR", "NRNKR", "NRKNR", "NRKRN", "RNNKR",
				       "RNKNR", "RNKRN", "RKNNR", "RKNRN", "RKRNN"};
	struct chess_position position = {.passed = -1, .number = 1, .chess960 = true};
	enum chess_wing wing = CHESS_QUEENSIDE;
	int queen = number / 16 % 6; /* the number of its square among those without a bishop */
	const char *other;

	assert(number >= 0 && number < 960);
	other = rest[number / 96];
	for (int file = 0; file < CHESS_SIDE; file++) {
		bool bishop = file == number % 4 * 2 + 1 || file == number / 4 % 4 * 2;
		int type = type_of_letter(bishop ? 'B' : queen-- == 0 ? 'Q' : *other++);

		for (int i = 0; i < 2; i++) {
			enum chess_colour colour = (enum chess_colour)i;
			int square = file + (colour == CHESS_WHITE ? 0 : 56);

			put(&position, colour, (enum chess_type)type, square);
			put(&position, colour, CHESS_PAWN, file + (colour == CHESS_WHITE ? 8 : 48));
			if (type == CHESS_ROOK)
				position.rook[colour][wing] = (signed char)square;
		}
		if (type == CHESS_KING)
			wing = CHESS_KINGSIDE;
	}
	return position;
}

/* ---- moves in words ---- */

/* Where a move goes, as UCI writes it.  */
static int written_goal(const struct chess_position *position, struct chess_move move)
{
	return position->chess960 || !chess_castles(position, move) ? move.to
								    : castled_king(move.to, wing_of(move));
}

struct chess_words chess_uci_words(const struct chess_position *position, struct chess_move move)
{
	struct chess_words words = chess_square_words(move.from);

	memcpy(words.at + 2, chess_square_words(written_goal(position, move)).at, 2);
	if (move.promotes)
		words.at[4] = letter_of(CHESS_BLACK, letters[(int)move.promotes]);
	return words;
}

bool chess_is_uci(struct text word)
{
	return (word.size == 4 || word.size == 5) && chess_square_named(word.at) >= 0 &&
	       chess_square_named(word.at + 2) >= 0;
}

/* Reads a way to castle.  */
static bool read_castling_move(const struct chess_position *position, int from, int to,
			       struct chess_move *move)
{
	struct chess_move moves[2];
	struct finder finder = {position, moves, 0, chess_in_check(position), 0, bit(from)};

	find_castling(&finder);
	for (int i = 0; i < finder.count; i++)
		if (written_goal(position, moves[i]) == to) {
			*move = moves[i];
			return true;
		}
	return false;
}

bool chess_read_uci(const struct chess_position *position, struct text word, struct chess_move *move)
{
	int from, to, type, wanted = CHESS_PAWN;
	enum chess_colour colour;
	struct chess_move read;

	if (!chess_is_uci(word))
		return false;
	if (word.size == 5 &&
	    (!islower((unsigned char)word.at[4]) ||
	     (wanted = type_of_letter(upper(word.at[4]))) <= CHESS_PAWN || wanted == CHESS_KING))
		return false;
	from = chess_square_named(word.at);
	to = chess_square_named(word.at + 2);
	type = chess_piece_at(position, from, &colour);
	if (type < 0 || colour != position->to_move ||
	    promotes((enum chess_type)type, to) != (wanted > CHESS_PAWN))
		return false;
	read = (struct chess_move){(signed char)from, (signed char)to, (signed char)wanted};
	if (!(goals(position, (enum chess_type)type, from) & bit(to)) || !is_safe(position, read))
		return type == CHESS_KING && read_castling_move(position, from, to, move);
	*move = read;
	return true;
}

/* What SAN tells of a move: squares and types that are not told are -1.  */
struct san {
	int type, from_file, from_rank, to, promotes;
	int wing; /* castling; -1: none */
};

static bool fits(const struct chess_position *position, const struct san *san, struct chess_move move)
{
	if (san->wing >= 0 || chess_castles(position, move))
		return chess_castles(position, move) && (int)wing_of(move) == san->wing;
	return move.to == san->to && chess_piece_at(position, move.from, NULL) == san->type &&
	       move.promotes == san->promotes &&
	       (san->from_file < 0 || file_of(move.from) == san->from_file) &&
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

	for (int told = 0; told < 4; told++) {
		san->from_file = told & 1 ? file_of(move.from) : -1;
		san->from_rank = told & 2 ? move.from / CHESS_SIDE : -1;
		if (count_fitting(position, san, &any) == 1)
			return;
	}
}

struct chess_words chess_san_words(const struct chess_position *position, struct chess_move move)
{
	struct san san = {chess_piece_at(position, move.from, NULL), -1, -1, move.to, move.promotes, -1};
	bool takes = chess_takes(position, move);
	struct chess_position after = *position;
	struct chess_move moves[CHESS_MOVES_MOST];
	struct chess_words words = {""};
	char *at = words.at;

	if (chess_castles(position, move)) {
		at += sprintf(at, "%s", wing_of(move) == CHESS_KINGSIDE ? "O-O" : "O-O-O");
	} else {
		if (san.type != CHESS_PAWN) {
			tell_origin(position, move, &san);
			*at++ = letters[san.type];
		} else if (takes) {
			san.from_file = file_of(move.from);
		}
		if (san.from_file >= 0)
			*at++ = (char)('a' + san.from_file);
		if (san.from_rank >= 0)
			*at++ = (char)('1' + san.from_rank);
		if (takes)
			*at++ = 'x';
		at += sprintf(at, "%s", chess_square_words(move.to).at);
		if (move.promotes)
			at += sprintf(at, "=%c", letters[(int)move.promotes]);
	}
	chess_play(&after, move);
	if (chess_in_check(&after))
		*at = chess_moves(&after, moves) ? '+' : '#';
	return words;
}

/* Reads what SAN tells.  The text has no marks at its end.  */
static bool read_san(struct text text, struct san *san)
{
	const char *at = text.at, *end = at + text.size;
	int type = text.size ? type_of_letter(*at) : -1;

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

enum chess_reading chess_read_move(const struct chess_position *position, struct text text,
				   struct chess_move *move)
{
	static const char *const castling[] = {"O-O", "O-O-O", "0-0", "0-0-0"}; /* by wing */
	struct san san = {-1, -1, -1, -1, 0, -1};
	struct chess_position otherwise = *position; /* with the other way to write castling */
	bool is_uci = chess_is_uci(text);
	int fitting;

	otherwise.chess960 = !position->chess960;
	if (chess_read_uci(position, text, move) || chess_read_uci(&otherwise, text, move))
		return CHESS_READ;
	while (text.size && strchr("+#!?", text.at[text.size - 1]))
		text.size--;
	for (int i = 0; i < 4; i++)
		if (text_is(text, castling[i]))
			san.wing = i % 2;
	if (san.wing < 0 && !read_san(text, &san))
		return is_uci ? CHESS_NOT_LEGAL : CHESS_NO_MOVE;
	fitting = count_fitting(position, &san, move);
	return fitting == 1 ? CHESS_READ : fitting ? CHESS_AMBIGUOUS : CHESS_NOT_LEGAL;
}
