/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* beliefs.h - what an agent of the agent world knows of the tiles.
 *
 * A belief is certain or MAYBE: nothing here guesses. What is perceived of dangers stays true. Enemies
 * can be neutralized, so only their absence stays true. beliefs_count.c draws conclusions from the number
 * of dangers and enemies.  */
#ifndef SAMPLES_BELIEFS_H
#define SAMPLES_BELIEFS_H

#include "systems/asimulator/rules.h"
#include <assert.h>

/* Coordinates are -127 to 127. Column 0 and the first and last rows lie outside, and are wall.  */
enum { ROW = 256, PLACES = 257 * ROW, ORIGIN = 128 * ROW + 128, NOWHERE = -1, UNCOUNTED = INT32_MAX };

enum belief { MAYBE, NO, YES };

/* What can be on a tile and felt on its neighbours.  */
enum menace { DANGER, ENEMY, MENACES };

struct place {
	uint8_t wall;          /* an enum belief, as are the next three */
	uint8_t has[MENACES];  /* only living enemies count */
	uint8_t felt[MENACES]; /* Fear, Hostility on this tile */
	bool seen;             /* visited or told: home and item are known */
	bool home, item;
};

/* Places where something is felt and the neighbour that causes it is unknown.  */
struct riddles {
	int *place;
	int count, room;
};

struct beliefs {
	struct place place[PLACES];
	struct riddles riddles[MENACES];
	int most[MENACES];      /* the most there can be now; UNCOUNTED: unknown */
	int sure[MENACES];      /* how many have a known place (YES) */
	bool settled[MENACES];  /* all are found: no place is MAYBE */
	int seen, homes, items; /* places seen; homes and items among them, with those that were grabbed */
	int items_told;         /* Number_Of_Items and enemies that became items; or UNCOUNTED */
	int homes_told;
	int low_x, high_x, low_y, high_y;     /* the extent of what was seen */
	int least_x, most_x, least_y, most_y; /* the known bounds, or the widest possible ones */
	int rim_walls, rim_open;              /* seen tiles on known bounds: walls, and others */
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

/* The neighbour in a direction, 0 to 3: east, north, west, south.  */
static inline int place_beside(int place, int direction)
{
	static const int step[] = {1, ROW, -1, -ROW};

	assert(direction >= 0 && direction < 4);
	return place + step[direction];
}

struct beliefs *beliefs_new(void);
void beliefs_free(struct beliefs *beliefs);
/* Begins a simulation with these rules; forgets the one before.  */
void beliefs_begin(struct beliefs *beliefs, const struct world_rules *rules);
/* A tile is told at the start; bits of enum world_tile.  */
void beliefs_told(struct beliefs *beliefs, int place, unsigned tile);
/* The agent is there alive and perceives this (Home, Item, Hostility, Fear count).  */
void beliefs_been(struct beliefs *beliefs, int place, unsigned percept);
void beliefs_wall(struct beliefs *beliefs, int place);
void beliefs_grabbed(struct beliefs *beliefs, int place);
/* A shot was fired from there. `hit`: it neutralized at least one enemy.  */
void beliefs_shot(struct beliefs *beliefs, const struct world_rules *rules, int place, int direction,
		  bool hit);
/* Draws the conclusions. Call it once after each percept.  */
void beliefs_infer(struct beliefs *beliefs);

/* Going there is not deadly, and it is not a known wall.  */
bool beliefs_safe(const struct beliefs *beliefs, int place);
/* It is safe, seen and no wall.  */
bool beliefs_open(const struct beliefs *beliefs, int place);
/* It lies on a known bound where every tile seen so far is wall: probably wall too.  */
bool beliefs_rim(const struct beliefs *beliefs, int place);
/* A rough probability that the menace is there. It weighs how many other neighbours could explain what is
 * felt, and how many were found elsewhere. For MAYBE it is at least 0.1.  */
double beliefs_chance(const struct beliefs *beliefs, int place, enum menace menace);

/* For beliefs.c alone. Concludes from the number of menaces; returns whether it found something new.  */
bool beliefs_count(struct beliefs *beliefs, enum menace menace);
bool beliefs_set(struct beliefs *beliefs, int place, enum menace menace, enum belief belief);

#endif
