/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* search.c - alpha-beta, one depth after the other while there is time, over the moves that threats leave;
 * and wins by fours alone.
 *
 * Each four threatens a five, so its answer is forced.  With one answer to each move, such a line can be
 * followed far beyond the depth of the search.  */
#include "threat.h"

#include <stdlib.h>
#include <string.h>

#define ASK_EACH INT64_C(2000000)

enum { FAILURES = 1 << 14, ENTRIES = 1 << 17 };

#define WHITE_TO_MOVE UINT64_C(0x5bd1e9955bd1e995)

/* A position that no chain of up to this many fours wins.  */
struct failure {
	uint64_t hash;
	int fours;
};

enum bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT };

/* What the search knows of a position.  */
struct entry {
	uint64_t hash;
	int16_t value, move;
	int8_t depth;
	uint8_t bound;
};

struct search {
	const struct search_limits *limits;
	long nodes;
	int64_t asked; /* when stop() was last called */
	bool stopped;
	uint64_t seed;
	struct entry entries[ENTRIES];
	struct failure failures[FAILURES];
	int line[PLIES_MAX + 1][LINE_MAX];
	int length[PLIES_MAX + 1];
};

/* Counts a node and checks the limits. True: the search must end.  */
static bool spent(struct search *search)
{
	const struct search_limits *limits = search->limits;

	search->nodes++;
	if (limits->nodes && search->nodes > limits->nodes)
		search->stopped = true;
	if (search->stopped || !limits->clock || search->nodes % 16)
		return search->stopped;
	int64_t now = limits->clock(limits->self);
	if (limits->deadline && now >= limits->deadline)
		search->stopped = true;
	if (limits->stop && now - search->asked >= ASK_EACH) {
		search->asked = now;
		search->stopped = search->stopped || limits->stop(limits->self);
	}
	return search->stopped;
}

/* ---- chains of fours ---- */

static bool finish(int at, int ply, int line[LINE_MAX], int *length)
{
	line[ply] = at;
	*length = ply + 1;
	return true;
}

/* Can the colour, which is to move, win by at most this many fours? Fills in the line.  */
static bool chain(struct search *search, struct position *position, enum stone colour, int fours, int ply,
		  int line[LINE_MAX], int *length);

/* Makes one four, lets the opponent answer, and goes on. The colour must have no five before it.  */
static bool link(struct search *search, struct position *position, enum stone colour, int at, int fours,
		 int ply, int line[LINE_MAX], int *length)
{
	bool won = false;

	position_place(position, at, colour);
	line[ply] = at;
	if (count_of(position, colour, KIND_FIVE) > 0 &&
	    count_of(position, other_stone(colour), KIND_FIVE) == 0) {
		int answer = position_find(position, colour, KIND_FIVE);

		if (count_of(position, colour, KIND_FIVE) > 1 ||
		    (other_stone(colour) == BLACK && position_forbidden(position, answer))) {
			won = finish(at, ply, line, length);
		} else {
			line[ply + 1] = answer;
			position_place(position, answer, other_stone(colour));
			won = chain(search, position, colour, fours - 1, ply + 2, line, length);
			position_undo(position);
		}
	}
	position_undo(position);
	return won;
}

static bool chain(struct search *search, struct position *position, enum stone colour, int fours, int ply,
		  int line[LINE_MAX], int *length)
{
	enum stone opponent = other_stone(colour);
	uint64_t hash = position->hash ^ (colour == WHITE ? WHITE_TO_MOVE : 0);

	if (spent(search))
		return false;
	if (count_of(position, colour, KIND_FIVE) > 0)
		return finish(position_find(position, colour, KIND_FIVE), ply, line, length);
	if (count_of(position, opponent, KIND_FIVE) > 1)
		return false;
	if (count_of(position, opponent, KIND_FIVE) == 1) {
		int at = position_find(position, opponent, KIND_FIVE);

		return fours > 0 && ply + 2 < LINE_MAX && point_kind_of(position, at, colour) >= KIND_FOUR &&
		       link(search, position, colour, at, fours, ply, line, length);
	}
	if (count_of(position, colour, KIND_FOURS) > 0)
		return finish(position_find(position, colour, KIND_FOURS), ply, line, length);
	if (fours == 0 || ply + 2 >= LINE_MAX)
		return false;

	struct failure *failure = &search->failures[hash % FAILURES];
	if (failure->hash == hash && failure->fours >= fours)
		return false;
	const struct box box = position->box;
	for (enum point_kind kind = KIND_FOUR_THREE; kind >= KIND_FOUR; kind--) {
		if (count_of(position, colour, kind) == 0)
			continue;
		for (int y = box.top; y <= box.bottom; y++)
			for (int x = box.left; x <= box.right; x++) {
				int at = position_square(position, x, y);

				if (position->squares[at].holds == EMPTY &&
				    point_kind_of(position, at, colour) == kind &&
				    link(search, position, colour, at, fours, ply, line, length))
					return true;
				if (search->stopped)
					return false;
			}
	}
	*failure = (struct failure){hash, fours};
	return false;
}

/* ---- the search ---- */

enum { ROOT_MOVES = 40, MOVES = 14, LEAF_FOURS = 3, ROOT_FOURS = 14, DEPTH_MAX = 20, TEMPO = 100 };

struct candidate {
	int at, order;
};

struct candidates {
	int count, room;
	struct candidate of[ROOT_MOVES];
};

/* The priority of a square by its kind, for the player to move and for the other one.  */
static const struct {
	int own, theirs;
} promise[KINDS] = {
	[KIND_QUIET] = {0, 0},      [KIND_THREE] = {40, 20},        [KIND_THREES] = {200, 120},
	[KIND_FOUR] = {50, 20},     [KIND_FOUR_THREE] = {500, 300}, [KIND_FOURS] = {2000, 800},
	[KIND_FIVE] = {8000, 4000},
};

/* The value of squares of a kind at the end of a line, for the player to move and for the other one.  */
static const struct {
	int own, theirs;
} prospect[KINDS] = {
	[KIND_THREES] = {60, 25},
	[KIND_FOUR_THREE] = {90, 45},
	[KIND_FOURS] = {0, 70},
};

/* Keeps the best moves in order.  */
static void offer(struct candidates *list, int at, int order)
{
	int i = list->count;

	if (i == list->room) {
		if (list->of[i - 1].order >= order)
			return;
		i--;
	} else {
		list->count++;
	}
	for (; i > 0 && list->of[i - 1].order < order; i--)
		list->of[i] = list->of[i - 1];
	list->of[i] = (struct candidate){at, order};
}

/* Is a stone of either colour within two squares on some line?  */
static bool near_stones(const struct board_point *square)
{
	const uint32_t four_nearest = 0x1540; /* the lower bits of the places 3 to 6 of a key */
	uint32_t stones = 0;

	for (int i = 0; i < 4; i++)
		stones |= (square->key[i] ^ square->key[i] >> 1) & four_nearest;
	return stones != 0;
}

/* The moves worth a look, best first. If the opponent threatens an open four, only moves that stop it or
 * gain time: each square that stops it is a four for the opponent, wherever it would grow from.  */
static void collect(const struct position *position, enum stone colour, int first, struct candidates *list)
{
	enum stone opponent = other_stone(colour);
	bool pressed = !position->caro && count_of(position, opponent, KIND_FOURS) > 0;
	const struct box *box = &position->box;

	for (int y = box->top; y <= box->bottom; y++)
		for (int x = box->left; x <= box->right; x++) {
			int at = position_square(position, x, y);
			const struct board_point *square = &position->squares[at];

			if (square->holds != EMPTY)
				continue;
			enum point_kind own = point_kind_of(position, at, colour),
					theirs = point_kind_of(position, at, opponent);
			if (own == KIND_FORBIDDEN)
				continue;
			if (pressed ? own < KIND_FOUR && theirs < KIND_FOUR
				    : own < KIND_THREE && theirs < KIND_THREE && !near_stones(square))
				continue;
			offer(list, at,
			      at == first
				      ? INT16_MAX
				      : 2 * square->worth[colour - BLACK] + square->worth[opponent - BLACK] +
						promise[own].own + promise[theirs].theirs);
		}
}

static int evaluate(const struct search *search, const struct position *position, enum stone colour)
{
	enum stone opponent = other_stone(colour);
	int value = position->worth[colour - BLACK] - position->worth[opponent - BLACK] + TEMPO;

	for (enum point_kind kind = KIND_THREES; kind <= KIND_FOURS; kind++) {
		if (count_of(position, colour, kind) > 0)
			value += prospect[kind].own;
		if (count_of(position, opponent, kind) > 0)
			value -= prospect[kind].theirs;
	}
	if (search->seed)
		value += (int)(((position->hash ^ search->seed) * UINT64_C(0x9e3779b97f4a7c15)) >> 61);
	return value > VALUE_MATE - 1 ? VALUE_MATE - 1 : value < 1 - VALUE_MATE ? 1 - VALUE_MATE : value;
}

/* A stored win counts its plies from the position, not from the root.  */
static int remembered(int value, int ply, int sign)
{
	return value >= VALUE_MATE ? value + sign * ply : value <= -VALUE_MATE ? value - sign * ply : value;
}

static void set_line(struct search *search, int ply, int move, bool follow)
{
	int length = follow ? search->length[ply + 1] : 0;

	if (length > LINE_MAX - 1)
		length = LINE_MAX - 1;
	search->line[ply][0] = move;
	memcpy(&search->line[ply][1], search->line[ply + 1], (size_t)length * sizeof(int));
	search->length[ply] = length + 1;
}

static int negamax(struct search *search, struct position *position, enum stone colour, int depth, int ply,
		   int alpha, int beta);

/* Searches one move: with a narrow window first, unless it is the first move.  */
static int try_move(struct search *search, struct position *position, enum stone colour, int at, int depth,
		    int ply, int alpha, int beta, bool first)
{
	int value = alpha + 1;

	position_place(position, at, colour);
	if (!first)
		value = -negamax(search, position, other_stone(colour), depth - 1, ply + 1, -alpha - 1,
				 -alpha);
	if (!search->stopped && value > alpha && (first || value < beta))
		value = -negamax(search, position, other_stone(colour), depth - 1, ply + 1, -beta, -alpha);
	position_undo(position);
	return value;
}

/* Decides without a search where it can. True: *value is set. False: *forced is the square that the
 * colour has to play, or -1.  */
static bool decided(struct search *search, struct position *position, enum stone colour, int ply, int *value,
		    int *forced)
{
	int fives = count_of(position, other_stone(colour), KIND_FIVE);

	*forced = -1;
	if (count_of(position, colour, KIND_FIVE) > 0) {
		set_line(search, ply, position_find(position, colour, KIND_FIVE), false);
		*value = VALUE_WIN - ply - 1;
		return true;
	}
	if (fives > 0) {
		*forced = position_find(position, other_stone(colour), KIND_FIVE);
		*value = -(VALUE_WIN - ply - 2);
		return fives > 1 || (colour == BLACK && position_forbidden(position, *forced));
	}
	if (count_of(position, colour, KIND_FOURS) > 0) {
		set_line(search, ply, position_find(position, colour, KIND_FOURS), false);
		*value = VALUE_WIN - ply - 3;
		return true;
	}
	return false;
}

static int leaf(struct search *search, struct position *position, enum stone colour, int ply)
{
	int line[LINE_MAX], length;

	if ((count_of(position, colour, KIND_FOUR) > 0 || count_of(position, colour, KIND_FOUR_THREE) > 0) &&
	    chain(search, position, colour, LEAF_FOURS, 0, line, &length)) {
		memcpy(search->line[ply], line, sizeof line);
		search->length[ply] = length;
		return VALUE_WIN - ply - length - 2;
	}
	return evaluate(search, position, colour);
}

static int negamax(struct search *search, struct position *position, enum stone colour, int depth, int ply,
		   int alpha, int beta)
{
	uint64_t hash = position->hash ^ (colour == WHITE ? WHITE_TO_MOVE : 0);
	struct entry *entry = &search->entries[hash % ENTRIES];
	struct candidates list = {.room = MOVES};
	int value, forced, best = -VALUE_WIN, move = -1, floor = alpha;

	search->length[ply] = 0;
	if (spent(search))
		return 0;
	if (decided(search, position, colour, ply, &value, &forced))
		return value;
	if (ply >= PLIES_MAX - 1)
		return evaluate(search, position, colour);
	if (forced < 0 && depth <= 0)
		return leaf(search, position, colour, ply);
	if (entry->hash == hash && entry->bound != BOUND_NONE) {
		value = remembered(entry->value, ply, -1);
		if (entry->depth >= depth && ((entry->bound != BOUND_UPPER && value >= beta) ||
					      (entry->bound != BOUND_LOWER && value <= alpha)))
			return value;
		move = entry->move;
	}
	if (forced >= 0) {
		depth++; /* a forced move costs no depth */
		offer(&list, forced, 0);
	} else {
		collect(position, colour, move, &list);
	}
	if (list.count == 0)
		return evaluate(search, position, colour);
	for (int i = 0; i < list.count; i++) {
		value = try_move(search, position, colour, list.of[i].at, depth, ply, alpha, beta, i == 0);
		if (search->stopped)
			return 0;
		if (value <= best)
			continue;
		best = value;
		move = list.of[i].at;
		if (value <= alpha)
			continue;
		alpha = value;
		set_line(search, ply, move, true);
		if (alpha >= beta)
			break;
	}
	*entry = (struct entry){
		.hash = hash,
		.value = (int16_t)remembered(best, ply, 1),
		.move = (int16_t)move,
		.depth = (int8_t)depth,
		.bound = best >= beta   ? BOUND_LOWER
			 : best > floor ? BOUND_EXACT
					: BOUND_UPPER,
	};
	return best;
}

/* A square if no move seems worth it: the first that is not forbidden, else the first.  */
static int anything(struct position *position, enum stone colour)
{
	int found = -1;

	for (int y = 0; y < position->height; y++)
		for (int x = 0; x < position->width; x++) {
			int at = position_square(position, x, y);

			if (position->squares[at].holds != EMPTY)
				continue;
			if (colour != BLACK || !position_forbidden(position, at))
				return at;
			if (found < 0)
				found = at;
		}
	return found;
}

/* Searches the moves of the root to one depth and puts the best in front. False: it was stopped.  */
static bool deepen(struct search *search, struct position *position, enum stone colour, int depth,
		   struct candidates *list, struct search_result *result)
{
	int alpha = -VALUE_WIN;

	for (int i = 0; i < list->count; i++) {
		struct candidate move = list->of[i];
		int value = try_move(search, position, colour, move.at, depth, 0, alpha, VALUE_WIN, i == 0);

		if (search->stopped)
			return false;
		if (value <= alpha)
			continue;
		alpha = value;
		memmove(&list->of[1], &list->of[0], (size_t)i * sizeof move);
		list->of[0] = move;
		set_line(search, 0, move.at, true);
		result->move = move.at;
		result->value = value;
		result->depth = depth;
		result->length = search->length[0];
		memcpy(result->line, search->line[0], sizeof result->line);
	}
	return true;
}

static void think(struct search *search, struct position *position, enum stone colour,
		  struct search_result *result,
		  void (*report)(void *self, const struct search_result *result))
{
	const struct search_limits *limits = search->limits;
	struct candidates list = {.room = ROOT_MOVES};
	int deepest = limits->depth > 0 && limits->depth < DEPTH_MAX ? limits->depth : DEPTH_MAX;

	collect(position, colour, -1, &list);
	if (list.count == 0) {
		result->finding = FOUND_ANYTHING;
		result->line[0] = result->move = anything(position, colour);
		return;
	}
	result->finding = FOUND_SEARCH;
	result->line[0] = result->move = list.of[0].at;
	result->value = evaluate(search, position, colour);
	for (int depth = 1; depth <= deepest && deepen(search, position, colour, depth, &list, result);
	     depth++) {
		result->nodes = search->nodes;
		if (report)
			report(limits->self, result);
		if (list.count == 1 || abs(result->value) >= VALUE_MATE)
			break;
		if (limits->settled && limits->clock && limits->clock(limits->self) >= limits->settled)
			break;
	}
}

/* Looks for a long chain of fours, for at most a quarter of the limits.  */
static bool chain_of_fours(struct search *search, struct position *position, enum stone colour,
			   struct search_result *result)
{
	const struct search_limits *limits = search->limits;
	struct search_limits part = *limits;

	part.nodes = limits->nodes ? limits->nodes / 4 + 1 : 0;
	if (limits->deadline && limits->clock) {
		int64_t now = limits->clock(limits->self);
		part.deadline = now + (limits->deadline - now) / 4;
	}
	search->limits = &part;
	bool found = chain(search, position, colour, ROOT_FOURS, 0, result->line, &result->length);
	search->limits = limits;
	search->stopped = false;
	return found;
}

/* Finds a move without a search, or by a chain of fours.  */
static bool at_once(struct search *search, struct position *position, enum stone colour,
		    struct search_result *result)
{
	enum stone opponent = other_stone(colour);
	const struct {
		enum stone colour;
		enum point_kind kind;
		enum finding finding;
		int value;
	} reasons[] = {
		{colour, KIND_FIVE, FOUND_FIVE, VALUE_WIN - 1},
		{opponent, KIND_FIVE, FOUND_BLOCK, evaluate(search, position, colour)},
		{colour, KIND_FOURS, FOUND_FOURS, VALUE_WIN - 3},
	};

	for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
		int at = position_find(position, reasons[i].colour, reasons[i].kind);

		if (at < 0 || (colour == BLACK && position_forbidden(position, at)))
			continue;
		result->finding = reasons[i].finding;
		result->value = reasons[i].value;
		result->line[0] = result->move = at;
		return true;
	}
	if (!chain_of_fours(search, position, colour, result))
		return false;
	result->finding = FOUND_CHAIN;
	result->move = result->line[0];
	result->value = VALUE_WIN - result->length - 2;
	return true;
}

struct search *search_new(void)
{
	struct search *search = calloc(1, sizeof *search);

	if (!search)
		abort();
	return search;
}

void search_free(struct search *search)
{
	free(search);
}

void search_clear(struct search *search, uint64_t seed)
{
	memset(search, 0, sizeof *search);
	search->seed = seed;
}

struct search_result search_move(struct search *search, struct position *position, enum stone colour,
				 const struct search_limits *limits,
				 void (*report)(void *self, const struct search_result *result))
{
	struct search_result result = {.move = -1, .depth = 1, .length = 1};

	search->limits = limits;
	search->nodes = 0;
	search->asked = 0;
	search->stopped = false;
	if (at_once(search, position, colour, &result)) {
		result.nodes = search->nodes;
		if (report)
			report(limits->self, &result);
	} else {
		think(search, position, colour, &result, report);
	}
	result.nodes = search->nodes;
	search->limits = NULL;
	return result;
}
