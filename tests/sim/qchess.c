/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* qchess.c - simulated matches of quantum chess. Agents must be told literally what the document says, in
 * its order (qchess, Wire), and their answers are what counts.  */
#include "qchess_agent.h"
#include "table_state.h"

#include "systems/qchess/rules.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A line that is due to be written.  */
struct due {
	int seat;
	bool asks;
	char line[16];
};

/* The table's data for qchess.  */
struct qchess_sim {
	struct qchess_terms terms;
	struct qchess_character character[SEATS];
	struct qchess_agent agent[SEATS];
	struct quantum_chess game;
	struct due *due; /* due[first .. last), in their order over all seats */
	int first, last, room;
	int started;
	int asks[SEATS]; /* how many questions were told; the tag of the last */
	int64_t line_delay, line_t[SEATS];
	bool quit_result;
};

static bool is_agent(const struct table *table, int seat)
{
	return table->setup.seat[seat].kind == SEAT_AGENT;
}

static int seat_to_move(const struct table *table)
{
	const struct qchess_sim *sim = table->own;

	return quantum_chess_seat(&table->setup, sim->game.to_move);
}

/* ---- setup ---- */

static void set_number(struct table *table, const char *option, int64_t number)
{
	FREED char *text = bytes_text("%" PRId64, number);

	setup_set(&table->setup, option, text);
}

static void set_up(struct table *table)
{
	struct qchess_sim *sim = bytes_new(sizeof(*sim));
	struct chance *chance = &table->chance;
	struct setup *setup = &table->setup;
	char *problem;

	table->own = sim;
	setup->seed = (uint64_t)chance_below(chance, 1000);
	table_draw_limits(table);
	table->folders = false;
	set_number(table, "max-moves", 1 + chance_below(chance, chance_one_in(chance, 4) ? 80 : 12));
	if (chance_one_in(chance, 4))
		setup_set(setup, "classical", "");
	if (chance_one_in(chance, 4))
		setup_set(setup, "promote-on-touch", "");
	sim->quit_result = chance_one_in(chance, 4);
	if (sim->quit_result)
		setup_set(setup, "quit-result", "");
	sim->line_delay = chance_one_in(chance, 3) ? 1 + chance_below(chance, 80) : 0;
	set_number(table, "line-delay", sim->line_delay);
	sim->line_delay *= MS;
	sim->terms = (struct qchess_terms){.strict = setup->strict,
					   .delayed = sim->line_delay > 0,
					   .limit = table_turn_limit(table, SEAT_1),
					   .tolerance = setup->tolerance};
	for (int s = SEAT_1; s < SEATS; s++) {
		setup->seat[s].kind = chance_one_in(chance, 8) ? SEAT_HUMAN : SEAT_AGENT;
		setup->seat[s].command = bytes_text("sim%d", s);
		table->has_requests = table->has_requests || !is_agent(table, s);
		qchess_character_draw(&sim->character[s], chance, &sim->terms, chance_one_in(chance, 3));
	}
	problem = quantum_chess_init(&sim->game, setup);
	CHECK(table, !problem, "%s", problem);
	free(problem);
}

static void forget(struct table *table)
{
	FREED struct qchess_sim *sim = table->own;

	free(sim->due);
}

static void tell(const struct table *table, FILE *to)
{
	const struct qchess_sim *sim = table->own;
	const struct setup *setup = &table->setup;

	for (int i = 0; i < setup->option_count; i++)
		fprintf(to, "%s: %s\n", setup->options[i].name, setup->options[i].text);
	for (int s = SEAT_1; s < SEATS; s++)
		fprintf(to, "seat %d: %s, fails: %s at answer %d\n", s,
			is_agent(table, s) ? "an agent" : "a person",
			qchess_failure_name(sim->character[s].failure), sim->character[s].fails_at);
}

/* ---- what is told ---- */

static void is_due(struct table *table, int seat, bool asks, const char *line)
{
	struct qchess_sim *sim = table->own;

	if (!is_agent(table, seat))
		return;
	if (sim->last == sim->room) {
		sim->room = sim->room ? 2 * sim->room : 64;
		sim->due = bytes_resized(sim->due, (size_t)sim->room * sizeof(*sim->due));
	}
	sim->due[sim->last] = (struct due){.seat = seat, .asks = asks};
	snprintf(sim->due[sim->last++].line, sizeof(sim->due[0].line), "%s", line);
}

static void question_is_due(struct table *table)
{
	struct qchess_sim *sim = table->own;

	if (sim->game.end == QCHESS_GOES_ON)
		is_due(table, seat_to_move(table), true, sim->game.selected ? "MOVE?" : "SELECTION?");
}

/* Drops questions that were not told yet: those of a seat, or of all with seat 0.  */
static void drop_questions(struct table *table, int seat)
{
	struct qchess_sim *sim = table->own;
	int kept = sim->first;

	for (int i = sim->first; i < sim->last; i++)
		if (!sim->due[i].asks || (seat && sim->due[i].seat != seat))
			sim->due[kept++] = sim->due[i];
	sim->last = kept;
}

static bool start(struct table *table, int seat)
{
	struct qchess_sim *sim = table->own;
	int agents = is_agent(table, SEAT_1) + is_agent(table, SEAT_2);

	if (sim->character[seat].failure == QCHESS_NO_PROCESS)
		return false;
	qchess_agent_start(&sim->agent[seat], &sim->character[seat], &sim->terms, &table->chance,
			   &table->process[seat].fake, table->now);
	if (judge_match(table->judge)->over) /* the other one could not be started: nothing is said */
		return true;
	is_due(table, seat, false,
	       seat == quantum_chess_seat(&table->setup, QCHESS_WHITE) ? "white" : "black");
	if (++sim->started == agents)
		question_is_due(table);
	return true;
}

/* The next line of all, except those to an agent that has left.  */
static void check_due(struct table *table, int seat, const char *line)
{
	struct qchess_sim *sim = table->own;
	const struct due *due;

	while (sim->first < sim->last && sim->due[sim->first].seat != seat &&
	       !table->process[sim->due[sim->first].seat].exists)
		sim->first++;
	CHECK(table, sim->first < sim->last, "seat %d is told \"%s\", and nothing is due", seat, line);
	if (sim->first == sim->last)
		return;
	due = &sim->due[sim->first++];
	CHECK(table, due->seat == seat && strcmp(due->line, line) == 0,
	      "seat %d is told \"%s\", and due is \"%s\" to seat %d", seat, line, due->line, due->seat);
	if (due->asks)
		sim->asks[seat]++;
}

static void check_quit(struct table *table, int seat, const char *line)
{
	struct qchess_sim *sim = table->own;
	const struct verdict *verdict = &judge_match(table->judge)->verdict;
	bool white = verdict->winner == quantum_chess_seat(&table->setup, QCHESS_WHITE);

	CHECK(table, judge_match(table->judge)->over, "seat %d is told to leave in the middle", seat);
	CHECK(table, (line[4] == ' ') == sim->quit_result, "seat %d is told \"%s\"", seat, line);
	if (sim->quit_result && strcmp(verdict->reason, "king") == 0)
		CHECK(table, strcmp(line + 5, white ? "white" : "black") == 0, "the winner is told as %s",
		      line);
	for (int i = sim->first; i < sim->last; i++)
		CHECK(table, sim->due[i].seat != seat, "seat %d leaves and was never told \"%s\"", seat,
		      sim->due[i].line);
}

static void told(struct table *table, const struct message *message, const char *line)
{
	struct qchess_sim *sim = table->own;
	int seat = message->seat;

	CHECK(table, is_agent(table, seat), "a person is told \"%s\"", line);
	CHECK(table, message->size == strlen(line) + 1 && message->bytes[message->size - 1] == '\n',
	      "a line does not end with LF: \"%s\"", line);
	CHECK(table, !sim->line_t[seat] || message->t_ns - sim->line_t[seat] >= sim->line_delay,
	      "seat %d is told \"%s\" too soon after the line before", seat, line);
	sim->line_t[seat] = message->t_ns;
	if (strncmp(line, "QUIT", 4) == 0)
		check_quit(table, seat, line);
	else
		check_due(table, seat, line);
	CHECK(table, !(message->flags & MESSAGE_ASKS) || !judge_match(table->judge)->over,
	      "seat %d is asked after the verdict", seat);
	if (table->process[seat].exists)
		qchess_agent_hears(&sim->agent[seat], table->now, &sim->game, line, sim->asks[seat]);
}

/* ---- turns ---- */

/* The square that is picked, or moved to.  */
static bool same_square(const char *answered, const char *played)
{
	const char *target = strstr(played, "-> ");
	int x, y, to_x, to_y;

	return sscanf(answered, "%d %d", &x, &y) == 2 &&
	       sscanf(target ? target + 3 : played, "%d %d", &to_x, &to_y) == 2 && x == to_x && y == to_y;
}

static void check_answer(struct table *table, const struct turn *turn, const struct record *from)
{
	struct qchess_sim *sim = table->own;
	const struct qchess_agent *agent = &sim->agent[turn->seat];

	CHECK(table, from->is_move && (from->tag == sim->asks[turn->seat] || agent->unsure),
	      "turn %d: the answer is to question %d of seat %d, not to %d", turn->n, from->tag, turn->seat,
	      sim->asks[turn->seat]);
	CHECK(table, turn->answered && same_square(turn->answered, turn->played),
	      "turn %d: \"%s\" was answered, and \"%s\" played", turn->n, turn->answered, turn->played);
	CHECK(table, !(turn->flags & TURN_CHANGED), "turn %d: nobody changed it", turn->n);
	CHECK(table,
	      table->limits_changed || turn->flags & TURN_UNTIMED ||
		      turn->think_ns < table_turn_limit(table, turn->seat) + table->setup.tolerance,
	      "turn %d: seat %d was late after %" PRId64 " ns, and has moved", turn->n, turn->seat,
	      turn->think_ns);
}

static void turn(struct table *table, const struct turn *turn)
{
	struct qchess_sim *sim = table->own;
	const struct record *from = table_bringer(table, turn);
	char *problem;

	CHECK(table, turn->seat == seat_to_move(table), "turn %d is of seat %d", turn->n, turn->seat);
	CHECK(table, from, "turn %d: no message brought it", turn->n);
	problem = quantum_chess_play_words(&sim->game, turn->played);
	CHECK(table, !problem, "turn %d: %s", turn->n, problem);
	free(problem);
	if (table->outcome.problem)
		return;
	if (from->message.direction == FROM_AGENT)
		check_answer(table, turn, from);
	drop_questions(table, turn->seat);
	is_due(table, turn->seat, false, turn->played);
	is_due(table, seat_opponent(turn->seat), false, turn->played);
	question_is_due(table);
	table_check_time(table, turn);
	table->progress = table->running;
}

static void score(struct table *table, int seat)
{
	CHECK(table, false, "seat %d has scored", seat);
}

/* ---- people ---- */

static char *words(struct table *table, int seat)
{
	static const char *const wrong[] = {"", "8 0", "4 4", "e4", "3 0 0", "3,7", "4 6 1", "-1 0"};
	struct qchess_sim *sim = table->own;
	struct chance *chance = &table->chance;
	struct qchess_square square;

	if (chance_one_in(chance, 8))
		return bytes_text("%s", wrong[chance_below(chance, 8)]);
	square = qchess_agent_choice(chance, &sim->game);
	if (!sim->game.selected && is_agent(table, seat) && chance_one_in(chance, 3))
		return bytes_text("%d %d %d", square.x, square.y, (int)chance_below(chance, 2));
	return bytes_text(chance_one_in(chance, 4) ? "%d,%d" : "%d %d", square.x, square.y);
}

/* ---- the end ---- */

static void verdict(struct table *table)
{
	struct qchess_sim *sim = table->own;
	const struct verdict *verdict = &judge_match(table->judge)->verdict;
	const char *reason = quantum_chess_reason(sim->game.end);
	int blame = verdict->blame;
	int64_t time = table_ran_before(table, blame) - table->began_running[blame];

	drop_questions(table, SEAT_NONE);
	if (reason)
		CHECK(table, strcmp(verdict->reason, reason) == 0, "%s, not %s", verdict->reason, reason);
	CHECK(table,
	      reason || (strcmp(verdict->reason, "king") != 0 && verdict->winner != WINNER_DRAW) ||
		      strcmp(verdict->reason, REASON_ADJUDICATED) == 0,
	      "%s, and the game goes on", verdict->reason);
	if (sim->game.end == QCHESS_KING_TAKEN)
		CHECK(table, verdict->winner == quantum_chess_seat(&table->setup, sim->game.winner),
		      "seat %d has won, not the other", verdict->winner);
	if (strcmp(verdict->reason, REASON_TIMEOUT) == 0 && is_agent(table, blame)) {
		CHECK(table, table->timed[blame], "seat %d is late, and its clock did not run", blame);
		CHECK(table,
		      table_match_limit(table, blame) || table->limits_changed ||
			      time >= table_turn_limit(table, blame) + table->setup.tolerance,
		      "seat %d is late after %" PRId64 " ns", blame, time);
		table->process[blame].culpable |= BLAME_LATE;
	}
	table_check_blame(table);
}

static void end(struct table *table)
{
	(void)table; /* each QUIT checked that nothing else was due */
}

const struct fixture fixture_qchess = {
	.system = "qchess",
	.matches = 3000,
	.moves = CHANNEL_MOVE,
	.goodbye = "QUIT",
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
