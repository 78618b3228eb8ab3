/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules.c - chess and Chess960: which moves are legal, what they change, and when a game is over (FIDE, Laws
 * of Chess, articles 3, 5, 6 and 9; Guidelines II for Chess960).
 *
 * Sets of squares do the work: a set moves one step in a direction, and a slider's attack is such a step
 * again and again until a piece is in the way.  */
#include "rules.h"

#include <assert.h>
#include <string.h>

#define FILE_A UINT64_C(0x0101010101010101)
#define RANK_1 UINT64_C(0xff)
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

/* From a square, exclusive, in a direction, to the first piece, inclusive, or the edge.  */
static uint64_t ray(int square, int direction, uint64_t occupied)
{
	uint64_t reached = 0;

	for (uint64_t at = step(bit(square), direction); at; at = step(at & ~occupied, direction))
		reached |= at;
	return reached;
}

/* All squares between two squares of one line, exclusive; none if no line joins them.  */
static uint64_t between(int from, int to)
{
	for (int d = 0; d < DIRECTIONS; d++) {
		uint64_t reached = ray(from, d, bit(to));

		if (reached & bit(to))
			return reached & ~bit(to);
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

/* What a piece of that type, which is no pawn, attacks from a square.  */
static uint64_t attacks(enum chess_type type, int square, uint64_t occupied)
{
	int first = type == CHESS_BISHOP ? NORTH_EAST : NORTH;
	int last = type == CHESS_ROOK ? WEST : SOUTH_WEST;
	uint64_t reached = 0;

	assert(type != CHESS_PAWN);
	if (type == CHESS_KNIGHT)
		return knight_attacks(bit(square));
	if (type == CHESS_KING)
		occupied = ~UINT64_C(0); /* a king is a queen that stops after a step */
	for (int d = first; d <= last; d++)
		reached |= ray(square, d, occupied);
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

/* The pieces of a colour that attack a square, seen with these squares occupied.  */
static uint64_t attackers(const struct chess_position *position, int square, enum chess_colour by,
			  uint64_t occupied)
{
	uint64_t queens = position->type[CHESS_QUEEN];

	return position->of[by] &
	       ((attacks(CHESS_ROOK, square, occupied) & (position->type[CHESS_ROOK] | queens)) |
		(attacks(CHESS_BISHOP, square, occupied) & (position->type[CHESS_BISHOP] | queens)) |
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
		enum chess_wing wing = move.to > move.from ? CHESS_KINGSIDE : CHESS_QUEENSIDE;

		clear(position, move.from);
		clear(position, move.to);
		put(position, us, CHESS_KING, castled_king(move.from, wing));
		put(position, us, CHESS_ROOK, castled_rook(move.from, wing));
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

static void found(struct finder *finder, int from, int to, int promotes, bool doubtful)
{
	struct chess_move move = {(signed char)from, (signed char)to, (signed char)promotes};

	if ((doubtful || finder->check || finder->pinned & bit(from)) && !is_safe(finder->position, move))
		return;
	assert(finder->count < CHESS_MOVES_MOST);
	finder->moves[finder->count++] = move;
}

static void find_pawns(struct finder *finder)
{
	const struct chess_position *position = finder->position;
	enum chess_colour us = position->to_move;
	uint64_t empty = ~occupied(position), theirs = position->of[other(us)];
	uint64_t passed = position->passed >= 0 ? bit(position->passed) : 0;
	int ahead = us == CHESS_WHITE ? NORTH : SOUTH;
	uint64_t second = us == CHESS_WHITE ? RANK_1 << 8 : RANK_1 << 48;
	uint64_t last = us == CHESS_WHITE ? RANK_1 << 56 : RANK_1;

	for (uint64_t pawns = pieces(position, us, CHESS_PAWN) & finder->movers; pawns;) {
		int from = take_first(&pawns);
		uint64_t one = step(bit(from), ahead) & empty;
		uint64_t to = one | (bit(from) & second ? step(one, ahead) & empty : 0) |
			      (pawn_attacks(bit(from), us) & (theirs | passed));

		while (to) {
			int square = take_first(&to);

			if (!(bit(square) & last)) {
				found(finder, from, square, CHESS_PAWN, bit(square) & passed);
				continue;
			}
			for (int type = CHESS_QUEEN; type >= CHESS_KNIGHT; type--)
				found(finder, from, square, type, false);
		}
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
			found(finder, king, rook, CHESS_PAWN, true); /* the rook may have been a shield */
	}
}

/* The own pieces that alone stand between the king and a slider's line.  */
static uint64_t pinned_pieces(const struct chess_position *position)
{
	enum chess_colour us = position->to_move, them = other(us);
	int king = king_of(position, us);
	uint64_t queens = position->type[CHESS_QUEEN], pinned = 0;
	uint64_t snipers =
		position->of[them] &
		((attacks(CHESS_ROOK, king, position->of[them]) & (position->type[CHESS_ROOK] | queens)) |
		 (attacks(CHESS_BISHOP, king, position->of[them]) & (position->type[CHESS_BISHOP] | queens)));

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

	find_pawns(&finder);
	for (int type = CHESS_KNIGHT; type <= CHESS_KING; type++)
		for (uint64_t from = pieces(position, us, (enum chess_type)type) & movers; from;) {
			int square = take_first(&from);
			uint64_t to = attacks((enum chess_type)type, square, occupied(position)) &
				      ~position->of[us];

			while (to)
				found(&finder, square, take_first(&to), CHESS_PAWN, type == CHESS_KING);
		}
	find_castling(&finder);
	return finder.count;
}

int chess_moves(const struct chess_position *position, struct chess_move moves[CHESS_MOVES_MOST])
{
	return chess_moves_of(position, UINT64_MAX, moves);
}

/* Keeps the square behind a pawn that went two steps only if the other side may take there: positions are the
 * same if the same moves are possible (FIDE, Laws 9.2.3).  */
void chess_pass(struct chess_position *position, int square)
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
		chess_pass(position, (move.from + move.to) / 2);
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
