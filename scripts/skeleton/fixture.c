/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* NAME.c - simulated matches of NAME: what agents are told,
 * and which of their answers count.
 *
 * fixture.h says what each member promises. The table has the judge, the clock, the people and the
 * recording. A CHECK that fails prints a seed, which plays the match again.  */
#include "table_state.h"

#include "systems/NAME/rules.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* How an agent fails at one of its answers. A new way to fail is a row here and a case in fail().  */
enum failure { NOT, LATE, HANGS, GIBBERISH, WRONG, TWICE, CRASH, LEAVES, NO_PROCESS, FAILURES };

struct agent {
	const char *end; /* of its lines */
	enum failure failure;
	int fails_at; /* the number of its answer, from 1 */
	int asked;    /* how often; the tag of its answer */
	bool greeted, silent;
	bool unsure; /* it has said a number too many: that one may count instead */
};

/* The table's data for this system.  */
struct sim {
	struct agent agent[SEATS];
	struct NAME_game game; /* from the turns, not from what the protocol says */
	int seat;
};

static bool is_agent(const struct table *table, int seat)
{
	return table->setup.seat[seat].kind == SEAT_AGENT;
}

/* ---- setup ---- */

static void set_up(struct table *table)
{
	static const char *const ends[] = {"\n", "\r\n", "\r"};
	static const char *const targets[] = {"1", "4", "21", "60"};
	struct sim *sim = bytes_new(sizeof(*sim));
	struct chance *chance = &table->chance;

	table->own = sim;
	table_draw_limits(table);
	table->folders = false;
	setup_set(&table->setup, "target", targets[chance_below(chance, 4)]);
	for (int s = SEAT_1; s < SEATS; s++) {
		table->setup.seat[s].kind = chance_one_in(chance, 8) ? SEAT_HUMAN : SEAT_AGENT;
		table->setup.seat[s].command = bytes_text("sim%d", s);
		table->has_requests = table->has_requests || !is_agent(table, s);
		sim->agent[s] = (struct agent){.end = ends[chance_below(chance, 3)],
					       .fails_at = 1 + (int)chance_below(chance, 6)};
		if (chance_one_in(chance, 3))
			sim->agent[s].failure = (enum failure)chance_below(chance, FAILURES);
	}
	NAME_begin(&sim->game, &table->setup);
	sim->seat = table->setup.first;
}

static void forget(struct table *table)
{
	free(table->own);
}

static void tell(const struct table *table, FILE *to)
{
	const struct sim *sim = table->own;

	for (int s = SEAT_1; s < SEATS; s++)
		fprintf(to, "seat %d: %s, fails in way %d at answer %d\n", s,
			is_agent(table, s) ? "an agent" : "a person", (int)sim->agent[s].failure,
			sim->agent[s].fails_at);
}

/* ---- agents ---- */

static bool start(struct table *table, int seat)
{
	struct agent *agent = &((struct sim *)table->own)->agent[seat];

	table->process[seat].fake = (struct fake){.chance = &table->chance,
						  .end = agent->end,
						  .splits = chance_one_in(&table->chance, 4),
						  .pause = MS,
						  .busy = table->now};
	return agent->failure != NO_PROCESS;
}

static void say_number(struct table *table, int seat, int number, int tag, int culpable)
{
	char *text = bytes_text("%d", number);
	struct deed *deed = fake_say(&table->process[seat].fake, text);

	fake_mark(deed, tag, text);
	deed->culpable = culpable;
	free(text);
}

/* True: it says nothing more than that.  */
static bool fail(struct table *table, int seat, int last)
{
	struct agent *agent = &((struct sim *)table->own)->agent[seat];
	struct fake *fake = &table->process[seat].fake;
	bool crashes = agent->failure == CRASH;

	switch (agent->failure) {
	case LATE: fake->busy += table_turn_limit(table, seat) + table->setup.tolerance; return false;
	case HANGS: agent->silent = true; return true;
	case GIBBERISH: fake_say(fake, "one")->culpable = BLAME_PROTOCOL; return true;
	case WRONG: say_number(table, seat, last, agent->asked, BLAME_ILLEGAL); return true;
	case TWICE:
		agent->unsure = true;
		say_number(table, seat, last + 1, agent->asked, BLAME_ILLEGAL | BLAME_PROTOCOL);
		return false;
	case CRASH:
	case LEAVES:
		agent->silent = true;
		fake_leave(fake, crashes ? -11 : 0, crashes ? BLAME_CRASH : BLAME_EXIT);
		return true;
	default: return false;
	}
}

static void asked(struct table *table, int seat, int last)
{
	struct sim *sim = table->own;
	struct agent *agent = &sim->agent[seat];
	struct fake *fake = &table->process[seat].fake;
	int least, most;

	if (agent->silent)
		return;
	fake_think(fake, table_turn_limit(table, seat) / 4);
	if (chance_one_in(fake->chance, 8))
		fake_say(fake, "# a comment");
	if (agent->asked == agent->fails_at && fail(table, seat, last))
		return;
	NAME_range(&sim->game, &least, &most);
	say_number(table, seat, least + (int)chance_below(fake->chance, most - least + 1), agent->asked,
		   agent->unsure ? BLAME_ILLEGAL | BLAME_PROTOCOL : 0);
}

/* ---- what is told ---- */

static void told(struct table *table, const struct message *message, const char *line)
{
	struct sim *sim = table->own;
	int seat = message->seat, number = -1;
	struct agent *agent = &sim->agent[seat];
	struct fake *fake = &table->process[seat].fake;

	CHECK(table, is_agent(table, seat), "a person is told \"%s\"", line);
	if (fake->busy < table->now)
		fake->busy = table->now;
	if (sscanf(line, "target %d", &number) == 1) {
		CHECK(table, !agent->greeted && number == sim->game.target, "seat %d is told \"%s\"", seat,
		      line);
		agent->greeted = true;
	} else if (sscanf(line, "last %d", &number) == 1) {
		CHECK(table, agent->greeted && seat == sim->seat && number == sim->game.last,
		      "seat %d is told \"%s\" after %d", seat, line, sim->game.last);
		agent->asked++;
		if (table->process[seat].exists)
			asked(table, seat, number);
	} else if (strcmp(line, "end") == 0) {
		CHECK(table, judge_match(table->judge)->over, "seat %d is told to leave in the middle", seat);
		agent->silent = true;
		if (table->process[seat].exists && chance_one_in(fake->chance, 2))
			fake_leave(fake, 0, 0);
	} else {
		CHECK(table, false, "seat %d is told \"%s\"", seat, line);
	}
}

/* ---- turns and verdicts ---- */

static void turn(struct table *table, const struct turn *turn)
{
	struct sim *sim = table->own;
	const struct record *from = table_bringer(table, turn);
	int number = atoi(turn->played);

	CHECK(table, turn->seat == sim->seat, "turn %d is of seat %d", turn->n, turn->seat);
	CHECK(table, NAME_may_say(&sim->game, number), "turn %d is %s", turn->n, turn->played);
	CHECK(table, from, "turn %d: no message brought it", turn->n);
	if (from && from->message.direction == FROM_AGENT)
		CHECK(table,
		      from->is_move && strcmp(turn->answered, turn->played) == 0 &&
			      (from->tag == sim->agent[turn->seat].asked || sim->agent[turn->seat].unsure),
		      "turn %d: \"%s\" does not answer question %d", turn->n, turn->answered,
		      sim->agent[turn->seat].asked);
	NAME_say(&sim->game, number);
	sim->seat = seat_opponent(turn->seat);
	table_check_time(table, turn);
	table->progress = table->running;
}

static void score(struct table *table, int seat)
{
	CHECK(table, false, "seat %d has scored", seat);
}

/* What a person types, sometimes wrong.  */
static char *words(struct table *table, int seat)
{
	const struct sim *sim = table->own;

	(void)seat;
	if (chance_one_in(&table->chance, 8))
		return bytes_text("%s", chance_one_in(&table->chance, 2) ? "" : "one");
	return bytes_text("%d", sim->game.last + (int)chance_below(&table->chance, 5));
}

static void verdict(struct table *table)
{
	struct sim *sim = table->own;
	const struct verdict *verdict = &judge_match(table->judge)->verdict;
	bool won = strcmp(verdict->reason, "target") == 0;
	int last = sim->game.last;

	CHECK(table, won == NAME_is_over(&sim->game), "%s after %d", verdict->reason, last);
	CHECK(table, !won || verdict->winner == seat_opponent(sim->seat), "seat %d has won, not the other",
	      verdict->winner);
	if (strcmp(verdict->reason, REASON_TIMEOUT) == 0 &&
	    table->setup.seat[verdict->blame].kind == SEAT_AGENT) {
		CHECK(table, table->timed[verdict->blame], "seat %d is late, and its clock did not run",
		      verdict->blame);
		table->process[verdict->blame].culpable |= BLAME_LATE;
	}
	table_check_blame(table);
}

/* Everybody has left. A system that still owed somebody a line checks it here.  */
static void end(struct table *table)
{
	(void)table;
}

const struct fixture fixture_NAME = {
	.system = "NAME",
	.matches = 1000,
	.moves = CHANNEL_MOVE,
	.goodbye = "end",
	.games = 1,
	.set_up = set_up,
	.free = forget,
	.tell = tell,
	.start = start,
	.told = told,
	.turn = turn,
	.score = score,
	.words = words,
	.verdict = verdict,
	.end = end,
};
