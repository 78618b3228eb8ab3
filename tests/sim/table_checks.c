/* table_checks.c - what must hold while a match is played, and of its verdict.  */
#include "table_state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The brain's board when it is asked must be the match's.  */
void table_check_board(struct table *table, int seat)
{
	const struct match *match = judge_match(table->judge);
	const struct brain *brain = &table->process[seat].brain;

	if (brain->unsure || brain->hangs || brain->ended || table->outcome.problem)
		return;
	for (int i = 0; i < match->turn_count; i++) {
		const struct turn *turn = &match->turns[i];
		int x, y;

		if (sscanf(turn->played, "%d,%d", &x, &y) == 2)
			CHECK(table, brain->grid.at[y][x] == (turn->seat == seat ? 1 : 2),
			      "seat %d was told of another board than that of turn %d: %s is %d", seat,
			      turn->n, turn->played, brain->grid.at[y][x]);
	}
}

/* No move is counted for another turn than the one it was asked for, and no time that did not pass.  */
void table_check_turn(struct table *table, int seat)
{
	const struct turn *turn = judge_turn(table->judge, judge_match(table->judge)->turn_count);
	const struct record *from = turn->message > 0 && turn->message <= table->record_count
					    ? &table->records[turn->message - 1]
					    : NULL;

	CHECK(table, turn->seat == seat, "turn %d is of seat %d, not %d", turn->n, turn->seat, seat);
	CHECK(table, from, "turn %d: no message brought the move", turn->n);
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

void table_check_rules(struct table *table)
{
	const struct match *match = judge_match(table->judge);
	const char *reason = match->verdict.reason;
	struct grid *grid = bytes_new(sizeof(*grid));
	int x, y, seat = table->setup.first;
	bool won = false;

	grid_clear(grid, table->width, table->height, table->rule);
	for (int i = 0; i < match->turn_count; i++, seat = seat_opponent(seat)) {
		const struct turn *turn = &match->turns[i];

		CHECK(table, turn->n == i + 1 && turn->seat == seat, "turn %d is of the wrong seat", i + 1);
		CHECK(table, !won, "turn %d after the match was won", turn->n);
		if (sscanf(turn->played, "%d,%d", &x, &y) != 2 || !grid_is_free(grid, x, y)) {
			CHECK(table, false, "turn %d: %s is illegal", turn->n, turn->played);
			break;
		}
		grid_put(grid, x, y, (char)seat);
		won = grid_has_won(grid, (char)seat);
		if (won)
			CHECK(table, strcmp(reason, "five") == 0 && match->verdict.winner == seat,
			      "seat %d has five: %s", seat, reason);
	}
	CHECK(table, won || strcmp(reason, "five") != 0, "there is no five");
	CHECK(table, (!won && grid_is_full(grid)) == (strcmp(reason, "full-board") == 0), "full board: %s",
	      reason);
	free(grid);
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
	static const char *const of_nobody[] = {"five", "full-board", "adjudicated", "interrupted", NULL};
	const struct verdict *verdict = &judge_match(table->judge)->verdict;
	int blame = verdict->blame;

	CHECK(table, is_among(verdict->reason, of_nobody) == (blame == SEAT_NONE), "%s blames seat %d",
	      verdict->reason, blame);
	for (int i = 0; i < PROOFS && verdict->proof[i]; i++)
		CHECK(table, verdict->proof[i] <= table->record_count, "a proof that does not exist");
	if (blame == SEAT_NONE || strcmp(verdict->reason, REASON_RESIGN) == 0)
		return;
	CHECK(table, verdict->winner == seat_opponent(blame), "the seat to blame has won");
	CHECK(table, table->setup.seat[blame].kind == SEAT_AGENT, "a person is blamed");
	if (strcmp(verdict->reason, REASON_TIMEOUT) == 0 && table->limits_changed)
		return;
	if (strcmp(verdict->reason, REASON_TIMEOUT) == 0 && table->setup.match_limit &&
	    judge_time_left(table->judge, blame, table->now) <= 0)
		return;
	CHECK(table, table->process[blame].brain.culpable, "seat %d (%s) is blamed and has done nothing: %s",
	      blame, failure_name(table->character[blame].failure), verdict->detail);
}
