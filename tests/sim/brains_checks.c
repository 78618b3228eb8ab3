/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* brains_checks.c - what must hold during a match of gomocup, and of its verdict.  */
#include "brains.h"

#include "systems/gomocup/rules.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Do the turns of the position still match? One input takes back and plays one turn at most.  */
static bool is_current(const struct table *table, const struct match *match)
{
	const struct brains *brains = table->own;
	int turns = brains->position.turns;

	return brains->has_position && brains->position_epoch == table->epoch && turns <= match->turn_count &&
	       (!turns || brains->position_message == match->turns[turns - 1].message);
}

const struct position *brains_position(struct table *table)
{
	struct brains *brains = table->own;
	const struct match *match = judge_match(table->judge);
	struct position *position = &brains->position;

	if (!is_current(table, match))
		position_begin(position, &table->setup, brains->rule);
	brains->has_position = true;
	brains->position_epoch = table->epoch;
	while (position->turns < match->turn_count) {
		const struct turn *turn = &match->turns[position->turns];

		CHECK(table, turn->n == position->turns + 1, "turn %d is numbered %d", position->turns + 1,
		      turn->n);
		CHECK(table, turn->seat == position->next, "turn %d is of seat %d, not %d", turn->n,
		      turn->seat, position->next);
		CHECK(table, !position->reason, "turn %d after the match was over: %s", turn->n,
		      position->reason);
		brains->position_message = turn->message;
		if (position_play(position, turn->played))
			continue;
		CHECK(table, false, "turn %d: %s is illegal", turn->n, turn->played);
		break;
	}
	return position;
}

/* It may only seem so: UNKNOWN to an INFO looks the same, unless the answer follows soon.  */
static bool may_refuse_swap2(const struct character *character)
{
	return character->swap2 != SWAP2_KNOWN || character->knows_no_info ||
	       character->failure == FAIL_ERROR;
}

void brains_check_board(struct table *table, int seat)
{
	struct brains *brains = table->own;
	const struct brain *brain = &brains->brain[seat];
	const struct position *position;

	if (!brain->asked || brain->unsure || table->outcome.problem)
		return;
	position = brains_position(table);
	CHECK(table, position->next == seat, "seat %d is asked in the turn of seat %d", seat, position->next);
	CHECK(table, grid_is_same(&brain->told, &position->grid),
	      "seat %d was told of another board than that of turn %d", seat, position->turns);
	CHECK(table,
	      brain->asked_swap2
		      ? !position->chosen
		      : position->chosen || (position->turns > 0 && may_refuse_swap2(brain->character)),
	      "seat %d is asked by the wrong command in turn %d", seat, position->turns + 1);
}

/* The judge has placed the three stones for a brain that does not know swap2.  */
static bool is_judges_own(const struct table *table, const struct turn *turn)
{
	const struct brains *brains = table->own;

	return turn->n == 1 && setup_given(&table->setup, "swap2") && turn->flags & TURN_BY_PERSON &&
	       may_refuse_swap2(&brains->character[turn->seat]);
}

void brains_check_turn(struct table *table, const struct turn *turn)
{
	struct brains *brains = table->own;
	int seat = turn->seat;
	struct brain *brain = &brains->brain[seat];
	const struct record *from = table_bringer(table, turn);
	enum failure failure = brains->character[seat].failure;

	CHECK(table, from || is_judges_own(table, turn), "turn %d: no message brought the move", turn->n);
	if (from && from->message.direction == FROM_AGENT && from->is_move) {
		const struct ask *ask = from->tag ? &brains->asks[from->tag] : NULL;

		CHECK(table,
		      !ask || (ask->turn == turn->n && ask->epoch == table->epoch) ||
			      brain->unsure, /* then its answers lag by one */
		      "turn %d: the move %s was written for turn %d", turn->n, turn->played,
		      ask ? ask->turn : 0);
		CHECK(table, ask || from->written >= table->asked_t[seat],
		      "turn %d: the move %s came before it was asked for", turn->n, turn->played);
		if (!ask) { /* it talks out of turn without the judge knowing: its board is wrong now */
			brain->unsure = true;
			table->process[seat].culpable = BLAME_ANY;
		}
	}
	table_check_time(table, turn);
	if (table->process[seat].exists &&
	    (failure == FAIL_LATE || failure == FAIL_OUTSIDE || failure == FAIL_OCCUPIED))
		table->process[seat].culpable = 0; /* the judge moved for it in time */
	table->progress = table->running;
}

/* The game of src/systems agrees with the literal one.  */
static void check_game(struct table *table, const struct gomoku_match *game, const struct position *position)
{
	const struct match *match = judge_match(table->judge);
	const struct grid *grid = &position->grid;

	CHECK(table, game->turns == position->turns, "%d turns are %d to the game", position->turns,
	      game->turns);
	CHECK(table, game->next == position->next, "after turn %d comes seat %d, not %d", position->turns,
	      position->next, game->next);
	CHECK(table, game->black == position->black, "seat %d has black after turn %d, not %d",
	      position->black, position->turns, game->black);
	CHECK(table, gomoku_black(match, position->turns) == position->black,
	      "seat %d has black after turn %d, by the turns alone not", position->black, position->turns);
	CHECK(table, (game->stage == GOMOKU_MOVE) == position->chosen, "stage %d after turn %d", game->stage,
	      position->turns);
	for (int i = 0; i < grid->count; i++)
		CHECK(table,
		      gomoku_at(&game->game, (struct square){grid->x[i], grid->y[i]}) ==
			      (enum stone)grid->at[grid->y[i]][grid->x[i]],
		      "%d,%d is another stone after turn %d", grid->x[i], grid->y[i], position->turns);
	CHECK(table,
	      game->game.move_count == grid->count &&
		      game->game.lines[STONE_BLACK] == grid->lines[GRID_BLACK] &&
		      game->game.lines[STONE_WHITE] == grid->lines[GRID_WHITE],
	      "the game counts other stones or lines after turn %d", position->turns);
}

void brains_check_rules(struct table *table)
{
	struct brains *brains = table->own;
	const struct match *match = judge_match(table->judge);
	int somewhere = (int)chance_below(&table->chance, match->turn_count + 1);
	struct position position;
	struct gomoku_match game FREED_BY(gomoku_match_free);
	FREED char *problem = gomoku_match_init(&game, &match->setup);

	CHECK(table, !problem, "the setup makes no game: %s", problem);
	position_begin(&position, &table->setup, brains->rule);
	for (bool more = true; more && !table->outcome.problem;) {
		more = position.turns < match->turn_count;
		if (!more || position.turns < 4 || position.turns == somewhere) {
			CHECK(table, gomoku_match_goto(&game, match, position.turns),
			      "turn %d cannot be gone to", position.turns);
			check_game(table, &game, &position);
		}
		CHECK(table, !more || position_play(&position, match->turns[position.turns].played),
		      "turn %d is illegal", position.turns + 1);
	}
}

static bool is_among(const char *word, const char *const *words)
{
	for (; *words; words++)
		if (strcmp(word, *words) == 0)
			return true;
	return false;
}

void brains_check_verdict(struct table *table)
{
	static const char *const of_nobody[] = {"five",        "lines",       "full-board", "draw-at",
						"adjudicated", "interrupted", NULL};
	static const char *const of_rules[] = {"five", "forbidden", "lines", "full-board", "draw-at", NULL};
	const struct position *position = brains_position(table);
	const struct verdict *verdict = &judge_match(table->judge)->verdict;

	CHECK(table,
	      is_among(verdict->reason, of_nobody) == (verdict->blame == SEAT_NONE) ||
		      (table->signalled && verdict->blame == SEAT_NONE),
	      "%s blames seat %d", verdict->reason, verdict->blame);
	CHECK(table,
	      position->reason
		      ? strcmp(position->reason, verdict->reason) == 0 && position->winner == verdict->winner
		      : !is_among(verdict->reason, of_rules),
	      "%s: seat %d wins, and by the rules %s: seat %d", verdict->reason, verdict->winner,
	      position->reason ? position->reason : "nothing", position->winner);
	if (strcmp(verdict->reason, "forbidden") == 0) /* it need not know what it did */
		table->process[verdict->blame].culpable = BLAME_ANY;
	table_check_blame(table);
}
