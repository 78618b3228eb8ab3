/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* players_checks.c - what must hold of any player of lmc and lmc2: what it is told, what counts, and its
 * limits.  */
#include "players.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is told ---- */

void players_check_line(struct table *table, int seat, const char *line)
{
	struct players *players = table->own;
	const char *wrong = side_hears(&players->side[seat], line);

	CHECK(table, !wrong, "seat %d %s: \"%s\"", seat, wrong, line);
	if (strcmp(line, "# ringside ready") == 0)
		players->ready_running[seat] = table_ran(table, seat);
	if (strncmp(line, "@score ", 7) == 0)
		players->told_sum[seat] += strtod(line + 7, NULL);
}

void players_check_due(struct table *table, int seat, const char *line, struct due *due)
{
	struct players *players = table->own;
	const struct match *match = judge_match(table->judge);
	const char *wrong = side_takes(&players->side[seat], line, due);

	CHECK(table, !wrong, "seat %d %s: \"%s\", not \"%s\"", seat, wrong, line,
	      due->line                ? due->line
	      : due->kind == DUE_SCORE ? "@score"
				       : "");
	CHECK(table, !match->over || due->kind != DUE_PLAY, "seat %d is told after the verdict: \"%s\"", seat,
	      line);
}

void players_hear(struct table *table, int seat, const char *line)
{
	struct players *players = table->own;

	if (!table->process[seat].exists)
		return;
	if (seat == SEAT_NONE)
		program_hears(&players->program, table->now, line);
	else
		player_hears(&players->player[seat], table->now, line, players->asks[seat]);
}

/* ---- limits ---- */

static bool begins(const struct message *message, const char *text)
{
	return strncmp(message->bytes, text, strlen(text)) == 0;
}

void players_passed(struct table *table, const struct record *record)
{
	struct players *players = table->own;
	const struct message *message = &record->message;
	struct side *side = &players->side[message->seat];
	int64_t limit = table->setup.start_limit + table->setup.tolerance;

	if (message->direction != FROM_AGENT || side->named || message->flags & MESSAGE_DROPPED ||
	    !begins(message, "@info name "))
		return;
	side->named = true;
	if (!side->fresh)
		return;
	/* Until here it was getting ready, which also counts for the match limit.  */
	players->used[message->seat] =
		table_ran_before(table, message->seat) - table->began_running[message->seat];
	CHECK(table,
	      !side->greeted || setup_forgives_waiting(&table->setup) ||
		      table_ran_before(table, message->seat) - players->ready_running[message->seat] < limit,
	      "seat %d said its name too late, and plays", message->seat);
}

/* How much of byo-yomi is left depends on each turn.  */
static bool knows_no_used(const struct table *table, int seat)
{
	const struct players *players = table->own;
	struct time_control clock = setup_clock(&table->setup, seat);

	return players->used_unknown[seat] || clock.overtimes || table->clock_changed;
}

/* Did the turn, or all turns together, last longer than allowed?  */
static bool is_over_limit(const struct table *table, int seat, int64_t turn)
{
	const struct players *players = table->own;
	const struct setup *setup = &judge_match(table->judge)->setup;
	int64_t of_match = table_time_given(table, seat, players->moves[seat]);

	return turn >= table_turn_limit(table, seat) + setup->tolerance ||
	       (of_match &&
		(knows_no_used(table, seat) || players->used[seat] + turn >= of_match + setup->tolerance));
}

void players_check_late(struct table *table, int seat)
{
	struct players *players = table->own;
	int64_t turn = table_ran_before(table, seat) - table->began_running[seat];

	if (!players_is_agent(table, seat))
		return;
	/* Getting ready also counts for the match limit.  */
	CHECK(table, table->timed[seat] || !players->side[seat].named,
	      "seat %d is late, and its clock did not run", seat);
	CHECK(table, is_over_limit(table, seat, turn), "seat %d is late after %" PRId64 " ns", seat, turn);
	players->used[seat] += turn;
	table->timed[seat] = false;
}

/* ---- turns ---- */

/* The words of an output, with one blank between them.  */
static void read_output(const struct record *record, char words[128])
{
	const char *at = record->message.bytes;
	size_t n = 0;

	at += strspn(at, " \t");
	if (strncmp(at, "@output", 7) == 0)
		at += 7;
	for (; *at && *at != '\r' && *at != '\n' && n < 126; at++) {
		bool blank = *at == ' ' || *at == '\t';

		if (!blank)
			words[n++] = *at;
		else if (n && words[n - 1] != ' ')
			words[n++] = ' ';
	}
	while (n && words[n - 1] == ' ')
		n--;
	words[n] = '\0';
}

static void check_answer(struct table *table, const struct turn *turn, const struct record *from)
{
	struct players *players = table->own;
	int seat = turn->seat;
	char words[128];

	read_output(from, words);
	CHECK(table, players->side[seat].playing, "turn %d: seat %d was not told to play", turn->n, seat);
	CHECK(table, from->is_move && (from->tag == players->asks[seat] || players->player[seat].unsure),
	      "turn %d: \"%s\" answers play %d of seat %d, not %d", turn->n, words, from->tag, seat,
	      players->asks[seat]);
	CHECK(table, turn->answered && strcmp(turn->answered, words) == 0 && strcmp(turn->played, words) == 0,
	      "turn %d: \"%s\" was said, and \"%s\" played", turn->n, words, turn->played);
	/* If a person changes a limit while the answer waits at the gate, the change is too late for that
	   answer. A turn that was inspected begins its limit anew.  */
	CHECK(table,
	      !is_over_limit(table, seat, turn->think_ns) || knows_no_used(table, seat) ||
		      table->limits_changed || turn->flags & TURN_UNTIMED,
	      "turn %d: seat %d was late after %" PRId64 " ns, and has moved", turn->n, seat, turn->think_ns);
}

/* A person replaced the answer, which was held.  */
static void check_overridden(struct table *table, const struct turn *turn)
{
	const struct record *was = turn->message > 1 ? &table->records[turn->message - 2] : NULL;
	int seat = turn->seat;

	CHECK(table, was && was->message.flags & MESSAGE_CHANGED && was->message.seat == seat,
	      "turn %d: the answer was not held", turn->n);
}

void players_check_turn(struct table *table, const struct turn *turn)
{
	struct players *players = table->own;
	struct side *side = &players->side[turn->seat];
	const struct record *from = table_bringer(table, turn);
	int seat = turn->seat;
	int64_t of_match;

	CHECK(table, from, "turn %d: no message brought the move", turn->n);
	if (!from)
		return;
	CHECK(table, turn->began_ns >= 0 && turn->began_ns + turn->think_ns <= table->now - table->began,
	      "turn %d lasts until after it was played", turn->n);
	if (players_is_agent(table, seat)) {
		if (from->message.direction == FROM_AGENT)
			check_answer(table, turn, from);
		else if (turn->answered)
			check_overridden(table, turn);
		if (!side->playing)
			side_forget_play(side);
		side->playing = false;
		players->used[seat] += table->timed[seat] ? turn->think_ns : 0;
		players->moves[seat] += table->timed[seat];
		of_match = table_time_given(table, seat, players->moves[seat]);
		CHECK(table,
		      !of_match || knows_no_used(table, seat) || table->limits_changed ||
			      turn->left_ns == of_match - players->used[seat],
		      "turn %d leaves %" PRId64 " ns, not %" PRId64, turn->n, turn->left_ns,
		      of_match - players->used[seat]);
	} else {
		side->playing = false;
	}
	table_check_time(table, turn);
	table->progress = table->running;
}

/* ---- the verdict ---- */

/* A limit that has passed is a failure without a deed.  */
static void blame_for_time(struct table *table)
{
	struct players *players = table->own;
	const struct verdict *verdict = &judge_match(table->judge)->verdict;
	int blame = verdict->blame;
	int64_t limit = table->setup.start_limit + table->setup.tolerance;

	if (table->signalled && blame == SEAT_NONE && strcmp(verdict->reason, REASON_GAME) != 0)
		return;
	if (strcmp(verdict->reason, REASON_TIMEOUT) == 0) {
		players_check_late(table, blame);
		table->process[blame].culpable |= BLAME_LATE;
	} else if (strstr(verdict->detail, "did not say its name within")) {
		CHECK(table, table_ran_before(table, blame) - players->ready_running[blame] >= limit,
		      "seat %d still had time to say its name", blame);
		table->process[blame].culpable |= blame ? BLAME_START : BLAME_GAME;
	} else if (strstr(verdict->detail, "did nothing for ")) {
		/* What it is told right after it spoke counts from then.  */
		CHECK(table,
		      table_ran_before(table, SEAT_NONE) - players->program_running + MS >
			      table->setup.hang_limit + table->setup.tolerance,
		      "the game program did something just now");
	}
}

static int winner_of(const struct table *table)
{
	const struct players *players = table->own;
	const struct match *match = judge_match(table->judge);
	double mean = 0, margin = 0, ahead = (players->sum[SEAT_1] - players->sum[SEAT_2]) / 2;

	for (int s = SEAT_1; s < SEATS; s++)
		if (match->setup.seat[s].kind == SEAT_FREE)
			return WINNER_NONE;
	if (!players->game || !rounds_chance(&players->rounds, &mean, &margin))
		mean = margin = 0;
	if (fabs(ahead - mean) <= margin + 1e-9)
		return WINNER_DRAW;
	return ahead > mean ? SEAT_1 : SEAT_2;
}

void players_check_verdict(struct table *table)
{
	struct players *players = table->own;
	const struct match *match = judge_match(table->judge);

	blame_for_time(table);
	table_check_blame(table);
	for (int s = SEAT_1; s < SEATS; s++) {
		CHECK(table, fabs(match->sum[s] - players->sum[s]) < 1e-6, "seat %d has %g points, not %g", s,
		      match->sum[s], players->sum[s]);
		CHECK(table, !players->expected[s], "seat %d lacks a score", s);
	}
	if (strcmp(match->verdict.reason, "score") == 0 || strcmp(match->verdict.reason, "max-turns") == 0)
		CHECK(table, match->verdict.winner == winner_of(table), "seat %d has won, not %d",
		      match->verdict.winner, winner_of(table));
}

void players_check_end(struct table *table)
{
	struct players *players = table->own;
	const struct match *match = judge_match(table->judge);
	const struct due *due;

	if (strcmp(match->verdict.reason, "score") != 0)
		return;
	for (int s = SEAT_1; s < SEATS; s++) {
		if (match->setup.seat[s].kind != SEAT_AGENT)
			continue;
		due = side_left_over(&players->side[s]);
		CHECK(table, !due, "seat %d is never told \"%s\"", s, due->line ? due->line : "its score");
		CHECK(table, fabs(match->sum[s] - players->told_sum[s]) < 1e-4,
		      "seat %d was told of %g points, and has %g", s, players->told_sum[s], match->sum[s]);
	}
}
