/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* threat.h - the parts of the threat brain: lines, a position, chains of fours, a search.
 *
 * Squares are indices of a padded array, so that a line can cross the edge without a test;
 * position_square() makes one from coordinates. Nothing here reads, writes or takes the time: the caller
 * provides a clock.  */
#ifndef SAMPLES_THREAT_H
#define SAMPLES_THREAT_H

#include <stdbool.h>
#include <stdint.h>

enum { THREAT_SIDE_MAX = 64, THREAT_PAD = 5 };

/* What a square holds; two bits in the key of a line.  */
enum stone { EMPTY, BLACK, WHITE, EDGE };

/* Which rows of five win for a colour.  */
enum five_rule { FIVE_OR_MORE, FIVE_EXACTLY, FIVE_OR_MORE_OPEN, FIVE_EXACTLY_OPEN, FIVE_RULES };

/* The shape that a stone on an empty square makes of one line, from nothing to a win.  */
enum shape {
	SHAPE_UNKNOWN, /* not computed yet */
	SHAPE_NONE,    /* no five is possible */
	SHAPE_ONE,     /* a lone stone; half of it is blocked */
	SHAPE_OPEN_ONE,
	SHAPE_TWO,
	SHAPE_OPEN_TWO,
	SHAPE_THREE,       /* one move from a four */
	SHAPE_OPEN_THREE,  /* one move from an open four */
	SHAPE_FOUR,        /* one square makes five */
	SHAPE_DOUBLE_FOUR, /* two fours in one line, as in X_XXX_X */
	SHAPE_OPEN_FOUR,   /* a row of four that two squares make five */
	SHAPE_FIVE,
	SHAPE_OVERLINE, /* six or more where only five wins */
};

/* The shapes of one rule by key, computed at first use.  */
struct lines {
	enum five_rule rule;
	uint8_t shape[1 << 20];
};

struct lines *lines_new(enum five_rule rule);
void lines_free(struct lines *lines);

/* The shape that a stone makes on the middle of eleven squares. The key holds the five squares on each
 * side, two bits a square, the farthest on one side lowest. BLACK stands for the player to move, WHITE
 * for the other one.  */
enum shape lines_shape(struct lines *lines, uint32_t key);

/* The kind of a square by all four lines, from useless to won.  */
enum point_kind {
	KIND_FORBIDDEN, /* black may not play here (renju) */
	KIND_QUIET,
	KIND_THREE,      /* makes an open three */
	KIND_THREES,     /* makes two open threes */
	KIND_FOUR,       /* makes a four, which has to be answered */
	KIND_FOUR_THREE, /* a four and an open three */
	KIND_FOURS,      /* two fours or an open four: wins if the opponent has no five */
	KIND_FIVE,
	KINDS,
};

/* One square and what it is for each colour; index 0 is BLACK.  */
struct board_point {
	uint32_t key[4];
	uint8_t shape[2][4];
	int16_t worth[2];
	uint8_t kind[2];
	uint8_t holds;
};

struct box {
	int16_t left, top, right, bottom; /* inclusive */
};

struct placed {
	int16_t at;
	struct box before;
};

struct position {
	int width, height, stride;
	bool renju, caro;
	struct lines *lines[2]; /* of black and of white; shared, not owned */
	int kinds[2][KINDS];    /* the number of empty squares of each kind */
	int worth[2];           /* the sum over the empty squares */
	uint64_t hash;
	struct box box; /* the extent of all stones with the squares that they affect */
	int count;      /* the moves that can be undone */
	struct board_point
		squares[(THREAT_SIDE_MAX + 2 * THREAT_PAD) * (THREAT_SIDE_MAX + THREAT_PAD) + THREAT_PAD];
	struct placed placed[THREAT_SIDE_MAX * THREAT_SIDE_MAX];
};

/* `rule`: bits of INFO rule.  */
void position_clear(struct position *position, struct lines *const by_rule[FIVE_RULES], int rule, int width,
		    int height);
enum five_rule position_five_rule(int rule, enum stone colour);

int position_square(const struct position *position, int x, int y);
int position_x(const struct position *position, int at);
int position_y(const struct position *position, int at);

/* Puts a stone, or EDGE for an unusable square, on an empty square. undo removes the last one.  */
void position_place(struct position *position, int at, enum stone colour);
void position_undo(struct position *position);

/* Is the empty square forbidden to black? A double three counts only threes that can become open fours.  */
bool position_forbidden(struct position *position, int at);

static inline enum stone other_stone(enum stone colour)
{
	return colour == BLACK ? WHITE : BLACK;
}

static inline enum point_kind point_kind_of(const struct position *position, int at, enum stone colour)
{
	return (enum point_kind)position->squares[at].kind[colour - BLACK];
}

static inline int count_of(const struct position *position, enum stone colour, enum point_kind kind)
{
	return position->kinds[colour - BLACK][kind];
}

/* The first empty square of the kind, or -1.  */
int position_find(const struct position *position, enum stone colour, enum point_kind kind);

enum { VALUE_WIN = 10000, VALUE_MATE = 9000, PLIES_MAX = 64, LINE_MAX = 32 };

/* Limits of a search; 0: none.  */
struct search_limits {
	int64_t deadline; /* on the clock below */
	int64_t settled;  /* after this no new depth begins */
	long nodes;
	int depth;
	int64_t (*clock)(void *self);
	bool (*stop)(void *self); /* asks whether to stop; called rarely; may be NULL */
	void *self;
};

/* How a move was found.  */
enum finding {
	FOUND_FIVE,  /* it wins at once */
	FOUND_BLOCK, /* the opponent would win there */
	FOUND_FOURS, /* an open four or two fours */
	FOUND_CHAIN, /* a chain of fours, which the line holds */
	FOUND_SEARCH,
	FOUND_ANYTHING, /* the choice does not matter */
};

struct search_result {
	enum finding finding;
	int move; /* -1 when the board is full */
	int depth;
	int value; /* for the player to move; VALUE_WIN less the plies to a win */
	long nodes;
	int length; /* of the expected line, with the move */
	int line[LINE_MAX];
};

struct search;
struct search *search_new(void);
void search_free(struct search *search);

/* Forgets everything. The seed decides between moves of about the same worth.  */
void search_clear(struct search *search, uint64_t seed);

/* The move for the colour. The position is unchanged afterwards. report(), unless NULL, is called after
 * each depth.  */
struct search_result search_move(struct search *search, struct position *position, enum stone colour,
				 const struct search_limits *limits,
				 void (*report)(void *self, const struct search_result *result));

#endif
