/* table_checks.c - what must hold while a match is played, and of its verdict.  */
#include "table_state.h"

#include "ringside/gomoku_match.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Are the turns that the position has still those of the match?  One input takes back and plays one at most.
 */
static bool is_current(const struct table *table, const struct match *match)
{
	int turns = table->position.turns;

	return table->has_position && table->position_epoch == table->epoch && turns <= match->turn_count &&
	       (!turns || table->position_message == match->turns[turns - 1].message);
}

const struct position *table_position(struct table *table)
{
	const struct match *match = judge_match(table->judge);
	struct position *position = &table->position;

	if (!is_current(table, match))
		position_begin(position, &table->setup, table->rule);
	table->has_position = true;
	table->position_epoch = table->epoch;
	while (position->turns < match->turn_count) {
		const struct turn *turn = &match->turns[position->turns];

		CHECK(table, turn->n == position->turns + 1, "turn %d is numbered %d", position->turns + 1,
		      turn->n);
		CHECK(table, turn->seat == position->next, "turn %d is of seat %d, not %d", turn->n,
		      turn->seat, position->next);
		CHECK(table, !position->reason, "turn %d after the match was over: %s", turn->n,
		      position->reason);
		table->position_message = turn->message;
		if (position_play(position, turn->played))
			continue;
		CHECK(table, false, "turn %d: %s is illegal", turn->n, turn->played);
		break;
	}
	return position;
}

/* Or so it seems: UNKNOWN to an INFO cannot be told from it, unless the answer follows soon.  */
static bool may_refuse_swap2(const struct character *character)
{
	return character->swap2 != SWAP2_KNOWN || character->knows_no_info ||
	       character->failure == FAIL_ERROR;
}

void table_check_board(struct table *table, int seat)
{
	const struct brain *brain = &table->process[seat].brain;
	const struct position *position;

	if (!brain->asked || brain->unsure || table->outcome.problem)
		return;
	position = table_position(table);
	CHECK(table, position->next == seat, "seat %d is asked in the turn of seat %d", seat, position->next);
	CHECK(table, grid_is_same(&brain->told, &position->grid),
	      "seat %d was told of another board than that of turn %d", seat, position->turns);
	CHECK(table,
	      brain->asked_swap2
		      ? !position->chosen
		      : position->chosen || (position->turns > 0 && may_refuse_swap2(brain->character)),
	      "seat %d is asked by the wrong command in turn %d", seat, position->turns + 1);
}

/* The judge has placed the three stones of a brain that does not know swap2.  */
static bool is_judges_own(const struct table *table, const struct turn *turn)
{
	return turn->n == 1 && setup_get(&table->setup, "swap2", NULL) && turn->flags & TURN_BY_PERSON &&
	       may_refuse_swap2(&table->character[turn->seat]);
}

/* No move is counted for another turn than the one it was asked for, and no time that did not pass.  */
void table_check_turn(struct table *table, int seat)
{
	const struct turn *turn = judge_turn(table->judge, judge_match(table->judge)->turn_count);
	const struct record *from = turn->message > 0 && turn->message <= table->record_count
					    ? &table->records[turn->message - 1]
					    : NULL;

	CHECK(table, turn->seat == seat, "turn %d is of seat %d, not %d", turn->n, turn->seat, seat);
	CHECK(table, from || is_judges_own(table, turn), "turn %d: no message brought the move", turn->n);
	CHECK(table, turn->think_ns >= 0, "turn %d took a negative time", turn->n);
	if (from && from->message.direction == FROM_AGENT && from->is_move) {
		const struct ask *ask = from->tag ? &table->asks[from->tag] : NULL;

		CHECK(table,
		      !ask || (ask->turn == turn->n && ask->epoch == table->epoch) ||
			      table->process[seat].brain.unsure, /* then it is one answer behind */
		      "turn %d: the move %s was written for turn %d", turn->n, turn->played,
		      ask ? ask->turn : 0);
		CHECK(table, ask || from->written >= table->asked_t[seat],
		      "turn %d: the move %s came before it was asked for", turn->n, turn->played);
		if (!ask) /* it talks out of turn, and the judge cannot know: its board is wrong now */
			table->process[seat].brain.unsure = table->process[seat].brain.culpable = true;
		if (table->timed[seat])
			CHECK(table, turn->think_ns == table->input_running - table->began_running[seat],
			      "turn %d took %" PRId64 " ns, not %" PRId64, turn->n,
			      table->input_running - table->began_running[seat], turn->think_ns);
	}
	table->timed[seat] = false;
	if (table->character[seat].failure == FAIL_LATE || table->character[seat].failure == FAIL_OUTSIDE ||
	    table->character[seat].failure == FAIL_OCCUPIED)
		table->process[seat].brain.culpable = false; /* it was helped out in time */
	table->progress = table->running;
}

/* The game of src/game is where the literal one is.  */
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

void table_check_rules(struct table *table)
{
	const struct match *match = judge_match(table->judge);
	int somewhere = (int)chance_below(&table->chance, match->turn_count + 1);
	struct position position;
	struct gomoku_match game;
	char *problem = gomoku_match_init(&game, &match->setup);

	CHECK(table, !problem, "the setup makes no game: %s", problem);
	position_begin(&position, &table->setup, table->rule);
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
	free(problem);
	gomoku_match_free(&game);
}

static bool is_among(const char *word, const char *const *words)
{
	for (; *words; words++)
		if (strcmp(word, *words) == 0)
			return true;
	return false;
}

void table_check_verdict(struct table *table)
{
	static const char *const of_nobody[] = {"five",        "lines",       "full-board", "draw-at",
						"adjudicated", "interrupted", NULL};
	static const char *const of_rules[] = {"five", "forbidden", "lines", "full-board", "draw-at", NULL};
	const struct position *position = table_position(table);
	const struct verdict *verdict = &judge_match(table->judge)->verdict;
	int blame = verdict->blame;

	CHECK(table, is_among(verdict->reason, of_nobody) == (blame == SEAT_NONE), "%s blames seat %d",
	      verdict->reason, blame);
	for (int i = 0; i < PROOFS && verdict->proof[i]; i++)
		CHECK(table, verdict->proof[i] <= table->record_count, "a proof that does not exist");
	CHECK(table,
	      position->reason
		      ? strcmp(position->reason, verdict->reason) == 0 && position->winner == verdict->winner
		      : !is_among(verdict->reason, of_rules),
	      "%s: seat %d wins, and by the rules %s: seat %d", verdict->reason, verdict->winner,
	      position->reason ? position->reason : "nothing", position->winner);
	if (blame == SEAT_NONE || strcmp(verdict->reason, REASON_RESIGN) == 0)
		return;
	CHECK(table, verdict->winner == seat_opponent(blame), "the seat to blame has won");
	CHECK(table, table->setup.seat[blame].kind == SEAT_AGENT, "a person is blamed");
	if (strcmp(verdict->reason, "forbidden") == 0)
		return; /* it need not know what it did */
	if (strcmp(verdict->reason, REASON_TIMEOUT) == 0 && table->limits_changed)
		return;
	if (strcmp(verdict->reason, REASON_TIMEOUT) == 0 && table->setup.match_limit &&
	    judge_time_left(table->judge, blame, table->now) <= 0)
		return;
	CHECK(table, table->process[blame].brain.culpable, "seat %d (%s) is blamed and has done nothing: %s",
	      blame, failure_name(table->character[blame].failure), verdict->detail);
}
