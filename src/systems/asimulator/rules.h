/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules.h - the agent world: classes of worlds, worlds, simulations, and their bytes on the wire.
 *
 * A class is read from a world file. A class and a seed make a world, which is complete before anybody
 * plays. A simulation is one seat's own copy of a world while it is played (asimulator, World; Decisions).
 * The protocol, the board, the traffic panes and the samples use this.
 *
 * "Original" below is the page of the handbook.  The README decides what it leaves open (asimulator,
 * Decisions); the rest is decided here.
 *
 * Agent coordinates: the start is (0,0), east is +x, north is +y.  Map coordinates: column and row from 0 at
 * the top left.  Everything outside the map is wall.  */
#ifndef RINGSIDE_ASIMULATOR_RULES_H
#define RINGSIDE_ASIMULATOR_RULES_H

#include "ringside/bytes.h"
#include "ringside/setup.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WORLD_SIDE_MOST = 128, WORLD_TILES = WORLD_SIDE_MOST * WORLD_SIDE_MOST };

/* ---- the rules ---- */

/* The boolean rules as X(constant, identifier), in the order of the original: the first eight are bits 1 to 8
   of the first byte.  The two in parentheses are the Initial_Direction; see world_direction().  */
#define WORLD_FLAGS(X)                                                                                       \
	X(LOWER_X_BOUND_IS_KNOWN, "Lower_X_Bound_Is_Known")                                                  \
	X(UPPER_X_BOUND_IS_KNOWN, "Upper_X_Bound_Is_Known")                                                  \
	X(LOWER_Y_BOUND_IS_KNOWN, "Lower_Y_Bound_Is_Known")                                                  \
	X(UPPER_Y_BOUND_IS_KNOWN, "Upper_Y_Bound_Is_Known")                                                  \
	X(NUMBER_OF_HOMES_IS_KNOWN, "Number_Of_Homes_Is_Known")                                              \
	X(NUMBER_OF_ITEMS_IS_KNOWN, "Number_Of_Items_Is_Known")                                              \
	X(NUMBER_OF_ENEMIES_IS_KNOWN, "Number_Of_Enemies_Is_Known")                                          \
	X(NUMBER_OF_DANGERS_IS_KNOWN, "Number_Of_Dangers_Is_Known")                                          \
	X(DIRECTION_IS_ALONG_Y, "(agent direction is parallel with y-axis)")                                 \
	X(DIRECTION_IS_NEGATIVE, "(agent direction is negative)")                                            \
	X(AMMUNITION_IS_LIMITED, "Ammunition_Is_Limited")                                                    \
	X(COST_IS_LIMITED, "Cost_Is_Limited")                                                                \
	X(SCORE_IS_LIMITED, "Score_Is_Limited")                                                              \
	X(CAN_RECHARGE_AMMUNITION_AT_HOME, "Can_Recharge_Ammunition_At_Home")                                \
	X(NEUTRALIZED_ENEMY_BECOMES_ITEM, "Neutralized_Enemy_Becomes_Item")                                  \
	X(NEUTRALIZATION_STOPS_AT_FIRST_ENEMY, "Neutralization_Stops_At_First_Enemy")

enum world_flag {
#define X(constant, identifier) WORLD_##constant,
	WORLD_FLAGS(X)
#undef X
		WORLD_FLAG_COUNT
};

/* The other rules as X(constant, identifier, bytes, is an Integer, the flag that brings it), in the order of
   the original.  Its second Upper_X_Bound is Upper_Y_Bound. A Natural is 0 or more; with four bytes it is
   below 2^31.  */
#define WORLD_VALUES(X)                                                                                      \
	X(NEUTRALIZATION_RANGE, "Neutralization_Range", 1, false, WORLD_ALWAYS)                              \
	X(MOVE_COST, "Move_Cost", 2, false, WORLD_ALWAYS)                                                    \
	X(TURN_LEFT_COST, "Turn_Left_Cost", 2, false, WORLD_ALWAYS)                                          \
	X(TURN_RIGHT_COST, "Turn_Right_Cost", 2, false, WORLD_ALWAYS)                                        \
	X(GRAB_COST, "Grab_Cost", 2, false, WORLD_ALWAYS)                                                    \
	X(NEUTRALIZE_COST, "Neutralize_Cost", 2, false, WORLD_ALWAYS)                                        \
	X(ITEM_REWARD, "Item_Reward", 2, false, WORLD_ALWAYS)                                                \
	X(NEUTRALIZE_REWARD, "Neutralize_Reward", 2, false, WORLD_ALWAYS)                                    \
	X(HOME_REWARD, "Home_Reward", 2, false, WORLD_ALWAYS)                                                \
	X(INITIAL_COST, "Initial_Cost", 4, false, WORLD_ALWAYS)                                              \
	X(INITIAL_SCORE, "Initial_Score", 4, true, WORLD_ALWAYS)                                             \
	X(LOWER_X_BOUND, "Lower_X_Bound", 1, true, WORLD_LOWER_X_BOUND_IS_KNOWN)                             \
	X(UPPER_X_BOUND, "Upper_X_Bound", 1, true, WORLD_UPPER_X_BOUND_IS_KNOWN)                             \
	X(LOWER_Y_BOUND, "Lower_Y_Bound", 1, true, WORLD_LOWER_Y_BOUND_IS_KNOWN)                             \
	X(UPPER_Y_BOUND, "Upper_Y_Bound", 1, true, WORLD_UPPER_Y_BOUND_IS_KNOWN)                             \
	X(NUMBER_OF_HOMES, "Number_Of_Homes", 2, false, WORLD_NUMBER_OF_HOMES_IS_KNOWN)                      \
	X(NUMBER_OF_ITEMS, "Number_Of_Items", 2, false, WORLD_NUMBER_OF_ITEMS_IS_KNOWN)                      \
	X(NUMBER_OF_ENEMIES, "Number_Of_Enemies", 2, false, WORLD_NUMBER_OF_ENEMIES_IS_KNOWN)                \
	X(NUMBER_OF_DANGERS, "Number_Of_Dangers", 2, false, WORLD_NUMBER_OF_DANGERS_IS_KNOWN)                \
	X(AMMUNITION_LIMIT, "Ammunition_Limit", 2, false, WORLD_AMMUNITION_IS_LIMITED)                       \
	X(INITIAL_AMMUNITION, "Initial_Ammunition", 2, false, WORLD_AMMUNITION_IS_LIMITED)                   \
	X(COST_LIMIT, "Cost_Limit", 4, false, WORLD_COST_IS_LIMITED)                                         \
	X(SCORE_LIMIT, "Score_Limit", 4, true, WORLD_SCORE_IS_LIMITED)

enum { WORLD_ALWAYS = -1 };

enum world_value {
#define X(constant, identifier, bytes, is_integer, condition) WORLD_##constant,
	WORLD_VALUES(X)
#undef X
		WORLD_VALUE_COUNT
};

/* East, north, west, south: as in a world file.  Turning left counts up.  */
enum world_direction { WORLD_EAST, WORLD_NORTH, WORLD_WEST, WORLD_SOUTH };

/* The tables of both, in their order.  */
struct world_value_row {
	const char *name;
	size_t bytes;
	bool is_integer;
	int condition;       /* the flag that brings it, or WORLD_ALWAYS */
	int32_t least, most; /* what it may be */
};
extern const struct world_value_row world_value_rows[WORLD_VALUE_COUNT];
extern const char *const world_flag_names[WORLD_FLAG_COUNT];
/* Does a world file have a line for it?  The direction follows from the agent.  */
bool world_flag_has_line(enum world_flag flag);

struct world_rules {
	bool flag[WORLD_FLAG_COUNT];
	int32_t value[WORLD_VALUE_COUNT]; /* of a world: all of them are true, whether told or not; of rules
					     from bytes: 0 where nothing was told */
};

/* The Initial_Direction.  */
enum world_direction world_direction(const struct world_rules *rules);
void world_set_direction(struct world_rules *rules, enum world_direction direction);
/* "East" … "South"; static.  */
const char *world_direction_name(enum world_direction direction);

/* ---- tiles and percepts ---- */

/* What is on a tile.  Clear is neither wall nor danger.  Only clear tiles have homes and items.  Only clear
   tiles and dangers have enemies.  */
enum world_tile {
	WORLD_WALL = 1 << 0,
	WORLD_DANGER = 1 << 1,
	WORLD_HOME = 1 << 2,
	WORLD_ITEM = 1 << 3,
	WORLD_ENEMY = 1 << 4, /* a living one */
	/* Perceived there: a living enemy, or a danger, on one of the four neighbours.  */
	WORLD_HOSTILITY = 1 << 5,
	WORLD_FEAR = 1 << 6,
	WORLD_DRAWN = 1 << 7 /* in a class only, and alone: the seed decides */
};

/* Bits 1 to 8 of a percept, in the order of the original.  */
enum world_percept {
	WORLD_PERCEPT_HOME = 1 << 0,
	WORLD_PERCEPT_ITEM = 1 << 1,
	WORLD_PERCEPT_HOSTILITY = 1 << 2,
	WORLD_PERCEPT_BUMP = 1 << 3,
	WORLD_PERCEPT_FEAR = 1 << 4,
	WORLD_PERCEPT_NEUTRALIZED = 1 << 5,
	WORLD_PERCEPT_UNUSED = 1 << 6,
	WORLD_PERCEPT_END = 1 << 7
};

/* How many of `count` tiles have it.  */
int world_count(const uint8_t *tile, int count, enum world_tile what);

/* ---- classes of worlds ---- */

/* Chances, each drawn independently: X(constant, identifier, of what). A drawn tile is a wall by the first, a
   danger by the second, otherwise clear; the two add up to at most 1.  */
#define WORLD_CHANCES(X)                                                                                     \
	X(WALL, "Wall_Probability", "a drawn tile is wall")                                                  \
	X(DANGER, "Danger_Probability", "a drawn tile is a danger")                                          \
	X(HOME, "Home_Probability", "a drawn tile that is clear has a home")                                 \
	X(ITEM, "Item_Probability", "a drawn tile that is clear has an item")                                \
	X(ENEMY, "Enemy_Probability", "a drawn tile that is no wall has an enemy")                           \
	X(KNOW, "Know_Probability", "any tile of the map is told at the start")

enum world_chance {
#define X(constant, identifier, about) WORLD_CHANCE_##constant,
	WORLD_CHANCES(X)
#undef X
		WORLD_CHANCE_COUNT
};

enum { WORLD_CERTAIN = 1000000 }; /* the chance 1 */

/* Points to nothing: it may be copied by assignment.  */
struct world_class {
	struct world_rules rules; /* without bounds and numbers, which only a world has; the direction counts
				     if the agent is placed */
	int32_t chance[WORLD_CHANCE_COUNT]; /* 0 to WORLD_CERTAIN */
	/* The numbers of homes, items, enemies and dangers in a world (WORLD_NUMBER_OF_HOMES is number 0). If
	   the map has fewer, drawn tiles get the rest. -1: the chances decide.  */
	int32_t number[4];
	int width, height; /* 1 to WORLD_SIDE_MOST */
	bool placed; /* the agent starts at column, row; otherwise the seed decides, also its direction */
	int column, row;
	bool grid_known; /* there is a grid of the tiles told at the start: known; otherwise WORLD_CHANCE_KNOW
			  */
	bool known[WORLD_TILES];   /* [row * width + column] */
	uint8_t tile[WORLD_TILES]; /* likewise, of enum world_tile */
};

/* Reads the text of a world file (asimulator, World file); problems name it `name`.  Lines may come in any
   order, but "AWorld 1" is the first and Known follows Map. A missing rule is 0 or False. A # after a blank,
   or at the beginning of a line, begins a comment.  NULL, or what is wrong, with the name and the line, for
   people: then the class must not be used, and the caller frees.  */
char *world_class_read(struct world_class *class, const char *name, const char *text, size_t size);

/* The options of a match: the name or file of the world, the text of that file, and the most actions of a
   simulation.  */
extern const struct option_row world_option_world, world_option_text, world_option_max_actions;
/* The class of the match, from these options.  NULL, or what is wrong, as above.  */
char *world_class_of(struct world_class *class, const struct setup *setup);

/* ---- worlds ---- */

/* Points to nothing.  */
struct world {
	struct world_rules rules; /* with its bounds and numbers, and with its first ammunition: full at a
				     home where one can recharge */
	int width, height;
	int column, row;           /* the start */
	uint8_t tile[WORLD_TILES]; /* [row * width + column], without WORLD_HOSTILITY, WORLD_FEAR */
	bool known[WORLD_TILES];   /* the same for tiles told at the start */
};

/* Makes the world of a seed.  The same class and seed give the same world everywhere.  First comes the start,
   unless the class places it: a tile that is drawn, or clear without an enemy. A drawn tile becomes clear
   there and has no enemy.  Then come the other drawn tiles, their homes, items and enemies, and what is told.
   If a class asks for more of something than there is room for, the world has as many as fit: first dangers
   on drawn tiles that are no wall, then homes and items on clear tiles, then enemies.  */
void world_draw(struct world *world, const struct world_class *class, uint64_t seed);

/* A tile that is told at the start.  */
struct world_told {
	int x, y;      /* agent coordinates, -127 to 127 */
	unsigned tile; /* of enum world_tile; with WORLD_HOSTILITY and WORLD_FEAR if it is clear without an
			  enemy */
};

/* Finds the next tile to tell, row by row from the top left. (0,0) is left out: the first percept tells it
   (original).  *at begins as 0.  False: there are no more.  */
bool world_next_told(const struct world *world, int *at, struct world_told *told);

/* ---- simulations ---- */

/* The numbers are those of the wire.  */
enum world_action {
	WORLD_SHUT_OFF,
	WORLD_MOVE,
	WORLD_TURN_LEFT,
	WORLD_TURN_RIGHT,
	WORLD_GRAB,
	WORLD_NEUTRALIZE,
	WORLD_ACTION_COUNT
};

/* Why a simulation is over.  The first that holds in this order counts (asimulator, Decisions).  */
enum world_end {
	WORLD_GOES_ON,
	WORLD_END_SHUT_OFF,
	WORLD_END_DEATH,
	WORLD_END_COST_LIMIT,
	WORLD_END_SCORE_LIMIT,
	WORLD_END_MAX_ACTIONS
};

/* A seat's world while it is played.  It may be copied by assignment.  The world must live as long.  */
struct world_sim {
	const struct world *world;
	int x, y; /* agent coordinates */
	enum world_direction direction;
	int64_t score, cost;  /* each action's cost is added to the cost and subtracted from the score; they
				 begin as Initial_Cost and Initial_Score */
	int32_t ammunition;   /* 0 when it is not limited */
	int64_t actions;      /* done so far, including Shut_Off */
	int64_t most_actions; /* --max-actions; 0: no limit */
	unsigned percept;     /* the last one, of enum world_percept */
	int neutralized;      /* enemies that the last action neutralized */
	enum world_end end;
	uint8_t tile[WORLD_TILES]; /* as in struct world, in their current state */
};

void world_sim_init(struct world_sim *sim, const struct world *world, int64_t most_actions);
/* Does an action in this order: its cost, its effect, rewards, recharge, the end, Home_Reward, the percept
   (asimulator, Decisions).  False: the simulation is over or there is no such action, and nothing has
   changed.
 */
bool world_sim_act(struct world_sim *sim, enum world_action action);
/* The tile in its current state, of enum world_tile, with Hostility and Fear unless it is a wall.  */
unsigned world_sim_tile(const struct world_sim *sim, int x, int y);
/* Which of two simulations of the same world is better: the higher score, then the lower cost, then fewer
   actions (asimulator, One game for two).  1: the first; -1: the second; 0: a draw.  */
int world_sim_compare(const struct world_sim *one, const struct world_sim *two);

/* "Shut_Off" … "Neutralize"; NULL: there is no such action.  Static.  */
const char *world_action_name(int action);
/* "shut off", "death", "cost limit", "score limit", "most actions", "goes on"; static.  */
const char *world_end_name(enum world_end end);

/* ---- bytes ---- */

/* How the options and a client want the bytes.  */
struct world_wire {
	bool little;  /* numbers are little-endian, by the info byte's highest bit */
	bool msb;     /* bit 1 is the highest bit of a byte, otherwise the lowest (--bit-order) */
	int revision; /* 1; or 2: one Turn_Cost for both turns (--revision) */
};

enum { WORLD_RULES_MOST = 51, WORLD_SCORE_SIZE = 4 };

/* Writes all rules: two bytes of flags, the values that always come (27 bytes with the flags, 25 in revision
   2), then those of the flags (original).  Revision 2 tells the Turn_Left_Cost; see world_revision_problem().
   Returns the size.  */
size_t world_rules_write(const struct world_rules *rules, struct world_wire wire,
			 uint8_t bytes[WORLD_RULES_MOST]);
/* Reads rules and returns their size. 0: there are too few bytes, and the rules have not changed. A Natural
   of four bytes with the highest bit set is read as INT32_MAX.  */
size_t world_rules_read(struct world_rules *rules, struct world_wire wire, const uint8_t *bytes, size_t size);
/* Why this revision cannot tell the worlds of the class, for people; the caller frees.  NULL: it can.  */
char *world_revision_problem(const struct world_class *class, int revision);

uint8_t world_percept_write(unsigned percept, struct world_wire wire);
unsigned world_percept_read(uint8_t byte, struct world_wire wire);
/* The byte of a tile of enum world_tile.  It is never 0, which ends the list (asimulator, Decisions).  */
uint8_t world_tile_write(unsigned tile, struct world_wire wire);
/* Here 0 is a danger: a reader of a list has looked for its end before.  */
unsigned world_tile_read(uint8_t byte, struct world_wire wire);
/* Appends the tiles that are told at the start, each with its place, and the 0 that ends them.  */
void world_told_write(const struct world *world, struct world_wire wire, struct bytes *out);
/* A score that does not fit four bytes is sent as the nearest value that does.  */
void world_score_write(int64_t score, struct world_wire wire, uint8_t bytes[WORLD_SCORE_SIZE]);
int32_t world_score_read(const uint8_t bytes[WORLD_SCORE_SIZE], struct world_wire wire);

/* What bytes mean, in the words and the order of the original, on one line: "Home, Hostility" ("nothing" for
   an empty percept), "clear, home, enemy", "Initial_Direction North, Neutralization_Range 0, …".  The caller
   frees.  */
char *world_percept_words(unsigned percept);
char *world_tile_words(unsigned tile);
char *world_rules_words(const struct world_rules *rules, int revision);

#endif
