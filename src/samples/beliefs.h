/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* beliefs.h - what an agent of the agent world knows of the tiles, and what follows from it.
 *
 * A belief is certain or MAYBE: nothing here guesses.  What was perceived at a tile stays true of dangers; of
 * enemies only their absence does, since they can be neutralized.  beliefs_count.c finds what follows when it
 * is known how many there are.  */
#ifndef SAMPLES_BELIEFS_H
#define SAMPLES_BELIEFS_H

#include "systems/asimulator/rules.h"
#include <assert.h>

/* Coordinates are -127 to 127: column 0 and the rows at both ends lie around them, and are wall.  */
enum { ROW = 256, PLACES = 257 * ROW, ORIGIN = 128 * ROW + 128, NOWHERE = -1, UNCOUNTED = INT32_MAX };

enum belief { MAYBE, NO, YES };

/* What may be on a tile, and be felt beside it.  */
enum menace { DANGER, ENEMY, MENACES };

struct place {
	uint8_t wall;          /* of enum belief, as the next three */
	uint8_t has[MENACES];  /* an enemy: a living one */
	uint8_t felt[MENACES]; /* Fear, Hostility there */
	bool seen;             /* been there or told of it: home and item are known */
	bool home, item;
};

/* Places where something is felt of which it is not known on which neighbour it is.  */
struct riddles {
	int *place;
	int count, room;
};

struct beliefs {
	struct place place[PLACES];
	struct riddles riddles[MENACES];
	int most[MENACES];      /* how many there are now at the most; UNCOUNTED: that is unknown */
	int sure[MENACES];      /* how many of them are known: YES */
	bool settled[MENACES];  /* there are no others: nothing is MAYBE */
	int seen, homes, items; /* places; homes and items among them, those that were taken too */
	int items_told;         /* Number_Of_Items, and what enemies became; or UNCOUNTED */
	int homes_told;
	int low_x, high_x, low_y, high_y;     /* what was seen */
	int least_x, most_x, least_y, most_y; /* the bounds, as far as they are known */
	int rim_walls, rim_open;              /* on a known bound: walls that were found, and the others */
};

static inline int place_at(int x, int y)
{
	return ORIGIN + y * ROW + x;
}

static inline int x_of(int place)
{
	return place % ROW - 128;
}

static inline int y_of(int place)
{
	return place / ROW - 128;
}

/* The neighbour to that side.  */
static inline int beside(int place, int direction)
{
	static const int step[] = {1, ROW, -1, -ROW};

	assert(direction >= 0 && direction < 4);
	return place + step[direction];
}

struct beliefs *beliefs_new(void);
void beliefs_free(struct beliefs *beliefs);
/* Forgets all but the rules of a new simulation.  */
void beliefs_begin(struct beliefs *beliefs, const struct world_rules *rules);
/* A tile of enum world_tile, as it is told at the start.  */
void beliefs_told(struct beliefs *beliefs, int place, unsigned tile);
/* Being there alive, and perceiving this (Home, Item, Hostility, Fear count).  */
void beliefs_been(struct beliefs *beliefs, int place, unsigned percept);
void beliefs_wall(struct beliefs *beliefs, int place);
void beliefs_grabbed(struct beliefs *beliefs, int place);
/* A shot from there has left; with `hit` an enemy at least was neutralized.  */
void beliefs_shot(struct beliefs *beliefs, const struct world_rules *rules, int place, int direction,
		  bool hit);
/* Draws the conclusions; once after each percept.  */
void beliefs_infer(struct beliefs *beliefs);

/* Whoever goes there lives, and may get there: it is no known wall.  */
bool beliefs_safe(const struct beliefs *beliefs, int place);
/* It can be walked through: safe, seen and no wall.  */
bool beliefs_open(const struct beliefs *beliefs, int place);
/* On a known bound, where all that was found so far was wall: not worth a walk, though nothing is certain. */
bool beliefs_rim(const struct beliefs *beliefs, int place);
/* How likely the menace is there, roughly: from how many other neighbours could explain what is felt, and
   from how many there were elsewhere.  MAYBE is never less than one in ten.  */
double beliefs_chance(const struct beliefs *beliefs, int place, enum menace menace);

/* For beliefs.c alone: what follows from how many there are.  True: something new.  */
bool beliefs_count(struct beliefs *beliefs, enum menace menace);
bool beliefs_set(struct beliefs *beliefs, int place, enum menace menace, enum belief belief);

#endif
