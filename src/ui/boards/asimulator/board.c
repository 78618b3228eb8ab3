/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board.c - the view of the agent world: which position of a match it shows.
 *
 * past.c plays the turns again; symbols.c hears what the agents draw; draw.c puts worlds and numbers on the
 * screen, tiles.c the tiles of a world; keys.c is for a person who drives or looks around.  */
#include "board.h"

#include "ringside/board.h"
#include "ringside/bytes.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Draws the world of the setup.  NULL, or why there is none, for people.  */
static char *draw_world(struct world *world, const struct setup *setup)
{
	struct world_class *class = bytes_new(sizeof(*class));
	char *problem = world_class_of(class, setup);

	if (!problem)
		world_draw(world, class, setup->seed + (uint64_t)(setup->game - 1));
	free(class);
	return problem;
}

/* Begins with a match of this setup, before its first turn.  */
static void place_first(struct asim_board *board, const struct setup *setup)
{
	struct checkpoints *history = NULL;

	board->chosen = WORLD_MOVE;
	sum_seats(setup, board->name, board->sits, board->person);
	board->problem = draw_world(&board->world, setup);
	if (!board->problem) {
		history = asim_history_new(&board->world, setup_count(setup, &world_option_max_actions));
		board->symbols = asim_symbols_new(&board->world);
	}
	position_begin(&board->position, setup, history);
}

static void *asim_new(const struct setup *setup)
{
	struct asim_board *board = bytes_new(sizeof(*board));

	place_first(board, setup);
	return board;
}

static void clear(struct asim_board *board)
{
	position_end(&board->position);
	asim_symbols_free(board->symbols);
	free(board->problem);
	memset(board, 0, sizeof(*board));
}

static void asim_free(void *state)
{
	clear(state);
	free(state);
}

static bool drives(const struct asim_board *board, int seat)
{
	return board->person[seat] && !asim_course_of(board, seat)->sim.end;
}

bool asim_person_drives(const struct asim_board *board)
{
	return !board->problem && (drives(board, SEAT_1) || drives(board, SEAT_2));
}

/* Says what a person perceived last.  With two people the board says it for each.  */
static void name_expected(struct asim_board *board)
{
	int seat = drives(board, SEAT_1) ? SEAT_1 : SEAT_2;
	char *percept = world_percept_words(asim_course_of(board, seat)->sim.percept);
	bool both = drives(board, SEAT_1) && drives(board, SEAT_2);

	snprintf(board->expects, sizeof(board->expects), "choose an action (%s %s %s g x 0)%s%s",
		 paint_glyph(GLYPH_UP), paint_glyph(GLYPH_LEFT), paint_glyph(GLYPH_RIGHT),
		 both ? "" : ": you perceive ", both ? "" : percept);
	free(percept);
}

static void asim_position(void *state, const struct match *match, int turns)
{
	struct asim_board *board = state;

	if (position_is_over(&board->position, match)) {
		clear(board);
		place_first(board, &match->setup);
	}
	if (!position_seek(&board->position, match, turns))
		return;
	sum_seats(&match->setup, board->name, board->sits, board->person);
	if (!board->problem)
		name_expected(board);
}

/* ---- what agents draw ---- */

static void asim_hear(void *state, const struct message *message)
{
	struct asim_board *board = state;

	if (!board->problem)
		asim_symbols_hear(board->symbols, message);
}

static int64_t asim_recall(void *state, int64_t last)
{
	struct asim_board *board = state;

	return board->problem ? last : asim_symbols_recall(board->symbols, last);
}

/* ---- a person ---- */

static const char *asim_pick(void *state)
{
	return world_action_name((int)((const struct asim_board *)state)->chosen);
}

static const char *asim_question(const void *state)
{
	return ((const struct asim_board *)state)->chosen == WORLD_SHUT_OFF
		       ? "Shut_Off ends the simulation: shut off? y/n"
		       : NULL;
}

static const char *asim_expects(const void *state)
{
	const struct asim_board *board = state;

	return board->problem ? NULL : board->expects;
}

static const struct toggle toggles[] = {
	[ASIM_TRUTH] = {.name = "truth",
			.key = "T",
			.told = "what the agents cannot know: ",
			.help = "show or hide what the agents cannot know of their worlds",
			.on = true,
			.spoils = true},
	{0},
};

static const struct board_key keys[] = {
	{"up", "drive: move forward; also enter", true},
	{"left", "drive: turn left; the right arrow turns right", true},
	{"g", "grab", true},
	{"x", "neutralize", true},
	{"0", "shut off, which ends the simulation; asks first", true},
	{"h j k l", "look around in a world larger than its window; also arrows with Shift", false},
	{"m", "go back to the agents", false},
	{0},
};

extern const struct board_view board_asimulator;
const struct board_view board_asimulator = {
	.toggles = toggles,
	.keys = keys,
	.new = asim_new,
	.free = asim_free,
	.position = asim_position,
	.draw = asim_draw,
	.wants = asim_wants,
	.picture = asim_picture,
	.key = asim_key,
	.hotkey = asim_hotkey,
	.is_hotkey = asim_is_hotkey,
	.scroll = asim_scroll,
	.pick = asim_pick,
	.question = asim_question,
	.expects = asim_expects,
	.unfinished = position_unfinished,
	.hear = asim_hear,
	.hears = CHANNEL_BIT(CHANNEL_SYMBOL),
	.recall = asim_recall,
	.words = sum_words,
	.mark = sum_mark,
	.score = sum_score,
};
