/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* clients.c - simulated matches of the agent world. Each client must be told literally what the document
 * says (asimulator, The main loop; Decisions), and its actions are what counts.  */
#include "client.h"
#include "table_state.h"

#include "systems/asimulator/rules.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The table's data for asimulator.  */
struct clients {
	struct client_terms terms;
	struct client_character character[SEATS];
	struct client client[SEATS];
	struct world_class class;
	struct world world;
	struct world_sim sim[SEATS];
	bool due[SEATS];          /* it has to act in this round */
	struct bytes told[SEATS]; /* what it is due to be told, and was not yet */
	int asks[SEATS];          /* how often it was told something that it has to act on */
	int most_actions;
	int turns; /* how many were played */
	bool begun;
};

static bool is_agent(const struct table *table, int seat)
{
	return table->setup.seat[seat].kind == SEAT_AGENT;
}

/* ---- setup ---- */

/* A line of a world file: "Flag True" and the lines that belong to it, or "Flag False".  */
static void add_flag(struct bytes *text, struct chance *chance, const char *name, const char *then)
{
	bool on = chance_one_in(chance, 2);

	bytes_addf(text, "%s %s\n%s", name, on ? "True" : "False", on ? then : "");
}

/* A rule with a random number: `from`, or one of the next few.  */
static void add_number(struct bytes *text, struct chance *chance, const char *name, int from, int many)
{
	bytes_addf(text, "%s %d\n", name, from + (int)chance_below(chance, many));
}

/* A probability of 0.0 to 0.4.  */
static void add_chance(struct bytes *text, struct chance *chance, const char *name)
{
	bytes_addf(text, "%s 0.%d\n", name, (int)chance_below(chance, 5));
}

/* The text of a world file.  */
static char *any_world(struct chance *chance)
{
	static const char *const costs[] = {"Move_Cost", "Turn_Left_Cost", "Turn_Right_Cost", "Grab_Cost",
					    "Neutralize_Cost"};
	static const char *const chances[] = {"Danger_Probability", "Wall_Probability",  "Item_Probability",
					      "Home_Probability",   "Enemy_Probability", "Know_Probability"};
	int width = 1 + (int)chance_below(chance, 5), height = 1 + (int)chance_below(chance, 5);
	struct bytes text = {0};

	bytes_add_text(&text, "AWorld 1\nItem_Reward 30\nNeutralize_Reward 7\nHome_Reward 100\n");
	add_flag(&text, chance, "Lower_X_Bound_Is_Known", "");
	add_flag(&text, chance, "Number_Of_Items_Is_Known", "");
	add_flag(&text, chance, "Neutralized_Enemy_Becomes_Item", "");
	add_flag(&text, chance, "Neutralization_Stops_At_First_Enemy", "");
	add_flag(&text, chance, "Ammunition_Is_Limited",
		 "Can_Recharge_Ammunition_At_Home True\nAmmunition_Limit 3\nInitial_Ammunition 2\n");
	add_flag(&text, chance, "Cost_Is_Limited", "Cost_Limit 12\n");
	add_flag(&text, chance, "Score_Is_Limited", "Score_Limit 120\n");
	add_number(&text, chance, "Initial_Score", -200, 300);
	for (size_t i = 0; i < sizeof(costs) / sizeof(costs[0]); i++)
		add_number(&text, chance, costs[i], 0, 3);
	for (size_t i = 0; i < sizeof(chances) / sizeof(chances[0]); i++)
		add_chance(&text, chance, chances[i]);
	bytes_addf(&text, "Map %d %d\n", width, height);
	for (int row = 0; row < height; row++)
		bytes_addf(&text, "%.*s\n", width, "?????");
	bytes_add(&text, "", 1);
	return text.at;
}

/* The world of this game, and what has happened in it.  */
static void begin_game(struct table *table)
{
	struct clients *clients = table->own;

	world_draw(&clients->world, &clients->class, table->setup.seed + (uint64_t)(table->setup.game - 1));
	for (int s = SEAT_1; s < SEATS; s++) {
		world_sim_init(&clients->sim[s], &clients->world, clients->most_actions);
		clients->told[s].size = 0;
		clients->asks[s] = clients->client[s].ahead = 0;
		clients->due[s] = false;
	}
	clients->turns = 0;
	clients->begun = false;
}

static void set_up(struct table *table)
{
	struct clients *clients = bytes_new(sizeof(*clients));
	struct chance *chance = &table->chance;
	struct setup *setup = &table->setup;
	FREED char *text = any_world(chance);
	char *most, *problem;
	bool alone = chance_one_in(chance, 5);

	table->own = clients;
	setup->seed = (uint64_t)chance_below(chance, 1000);
	table_draw_limits(table);
	table->folders = false;
	setup_set(setup, "world", "drawn.world");
	setup_set(setup, "world-text", text);
	setup_set(setup, "stdio", "");
	clients->most_actions = 1 + (int)chance_below(chance, chance_one_in(chance, 3) ? 60 : 12);
	most = bytes_text("%d", clients->most_actions);
	setup_set(setup, "max-actions", most);
	free(most);
	clients->terms = (struct client_terms){.strict = setup->strict,
					       .limit = table_turn_limit(table, SEAT_1),
					       .tolerance = setup->tolerance,
					       .start_limit = setup->start_limit};
	for (int s = SEAT_1; s < SEATS; s++) {
		setup->seat[s].kind = chance_one_in(chance, 8) ? SEAT_HUMAN : SEAT_AGENT;
		if (alone && s == SEAT_2)
			setup->seat[s].kind = SEAT_FREE;
		else
			setup->seat[s].command = bytes_text("sim%d", s);
		table->has_requests = table->has_requests || setup->seat[s].kind == SEAT_HUMAN;
		client_character_draw(&clients->character[s], chance, &clients->terms,
				      chance_one_in(chance, 3));
	}
	problem = world_class_read(&clients->class, "drawn.world", text, strlen(text));
	CHECK(table, !problem, "%s", problem);
	free(problem);
	begin_game(table);
}

static void forget(struct table *table)
{
	FREED struct clients *clients = table->own;

	for (int s = SEAT_1; s < SEATS; s++)
		bytes_free(&clients->told[s]);
}

static void tell(const struct table *table, FILE *to)
{
	const struct clients *clients = table->own;

	fprintf(to, "%s", setup_given(&table->setup, "world-text"));
	for (int s = SEAT_1; s < SEATS; s++)
		fprintf(to, "seat %d: %s, %s-endian, fails: %s at action %d\n", s,
			is_agent(table, s) ? "an agent" : "nobody or a person",
			clients->character[s].little ? "little" : "big",
			client_failure_name(clients->character[s].failure), clients->character[s].fails_at);
}

static bool start(struct table *table, int seat)
{
	struct clients *clients = table->own;

	if (clients->character[seat].failure == CLIENT_NO_PROCESS)
		return false;
	client_start(&clients->client[seat], &clients->character[seat], &clients->terms, &table->chance,
		     &table->process[seat].fake, table->now);
	if (clients->character[seat].failure == CLIENT_LATE_INFO ||
	    clients->character[seat].failure == CLIENT_NO_INFO)
		table->process[seat].culpable |= BLAME_START;
	return true;
}

/* ---- what is told ---- */

static struct world_wire wire_of(const struct table *table, int seat)
{
	const struct clients *clients = table->own;

	return (struct world_wire){.little = clients->character[seat].little, .revision = 1};
}

static void percept_is_due(struct table *table, int seat)
{
	struct clients *clients = table->own;
	uint8_t byte = world_percept_write(clients->sim[seat].percept, wire_of(table, seat));

	bytes_add(&clients->told[seat], &byte, 1);
}

static void rules_are_due(struct table *table, int seat)
{
	struct clients *clients = table->own;
	uint8_t rules[WORLD_RULES_MOST], tile[3];
	size_t size = world_rules_write(&clients->world.rules, wire_of(table, seat), rules);
	struct world_told told;
	int at = 0;

	bytes_add(&clients->told[seat], rules, size);
	percept_is_due(table, seat);
	while (world_next_told(&clients->world, &at, &told)) {
		tile[0] = world_tile_write(told.tile, wire_of(table, seat));
		tile[1] = (uint8_t)told.x;
		tile[2] = (uint8_t)told.y;
		bytes_add(&clients->told[seat], tile, sizeof(tile));
	}
	bytes_add(&clients->told[seat], "", 1);
}

static void score_is_due(struct table *table, int seat)
{
	struct clients *clients = table->own;
	uint8_t score[WORLD_SCORE_SIZE];

	percept_is_due(table, seat);
	world_score_write(clients->sim[seat].score, wire_of(table, seat), score);
	bytes_add(&clients->told[seat], score, sizeof(score));
}

/* All who go on have acted.  */
static void next_round(struct table *table)
{
	struct clients *clients = table->own;

	for (int s = SEAT_1; s < SEATS; s++)
		if (clients->due[s])
			return;
	for (int s = SEAT_1; s < SEATS; s++) {
		if (table->setup.seat[s].kind == SEAT_FREE || clients->sim[s].end != WORLD_GOES_ON)
			continue;
		clients->due[s] = true;
		if (!is_agent(table, s))
			continue;
		if (clients->sim[s].actions)
			percept_is_due(table, s);
		else
			rules_are_due(table, s);
	}
}

static void told(struct table *table, const struct message *message, const char *line UNUSED)
{
	struct clients *clients = table->own;
	int seat = message->seat;
	struct bytes *due = &clients->told[seat];
	bool acts = message->channel == CHANNEL_INPUT ||
		    (message->channel == CHANNEL_PERCEPT && clients->asks[seat] &&
		     clients->sim[seat].end == WORLD_GOES_ON);

	CHECK(table, is_agent(table, seat), "a person is told bytes");
	if (!clients->begun) {
		clients->begun = true;
		next_round(table);
	}
	CHECK(table, message->size <= due->size && memcmp(message->bytes, due->at, message->size) == 0,
	      "seat %d is told %zu bytes in message %" PRId64 " that are not the next of %zu that are due",
	      seat, message->size, message->n, due->size);
	if (message->size <= due->size)
		bytes_drop(due, message->size);
	clients->asks[seat] += acts;
	if (table->process[seat].exists)
		client_hears(&clients->client[seat], table->now, acts, clients->asks[seat],
			     message->channel == CHANNEL_SCORE);
}

/* ---- turns ---- */

static enum world_action action_named(const char *name)
{
	int action = 0;

	while (action < WORLD_ACTION_COUNT && strcmp(world_action_name(action), name) != 0)
		action++;
	return (enum world_action)action;
}

static void check_answer(struct table *table, const struct turn *turn, const struct record *from)
{
	struct clients *clients = table->own;
	int seat = turn->seat;

	CHECK(table, turn->answered && strcmp(turn->answered, turn->played) == 0,
	      "turn %d: \"%s\" was answered, and \"%s\" played", turn->n, turn->answered, turn->played);
	if (!from || from->message.direction == EVENT || clients->character[seat].failure == CLIENT_TWICE)
		return;
	CHECK(table, from->is_move && from->tag == clients->asks[seat],
	      "turn %d: the action answers percept %d of seat %d, not to %d", turn->n, from->tag, seat,
	      clients->asks[seat]);
	CHECK(table,
	      table->limits_changed || turn->flags & TURN_UNTIMED ||
		      turn->think_ns < table_turn_limit(table, turn->seat) + table->setup.tolerance,
	      "turn %d: seat %d was late after %" PRId64 " ns, and has acted", turn->n, seat, turn->think_ns);
}

static void turn(struct table *table, const struct turn *turn)
{
	struct clients *clients = table->own;
	const struct record *from = table_bringer(table, turn);
	int seat = turn->seat;

	if (!clients->begun) { /* only people */
		clients->begun = true;
		next_round(table);
	}
	CHECK(table, clients->due[seat], "turn %d: seat %d is not to act", turn->n, seat);
	if (turn->flags & TURN_BY_PERSON) {
		CHECK(table, !turn->answered, "turn %d: a person's, and answered", turn->n);
		if (clients->told[seat].size) /* it is not asked, so it is not told either */
			clients->told[seat].size--;
	} else if (!(turn->flags & TURN_CHANGED))
		check_answer(table, turn, from);
	CHECK(table, world_sim_act(&clients->sim[seat], action_named(turn->played)),
	      "turn %d: %s is no action of seat %d", turn->n, turn->played, seat);
	clients->due[seat] = false;
	clients->turns++;
	if (is_agent(table, seat) && clients->sim[seat].end != WORLD_GOES_ON)
		score_is_due(table, seat);
	next_round(table);
	if (clients->character[seat].failure != CLIENT_TWICE)
		table_check_time(table, turn);
	table->progress = table->running;
}

static void score(struct table *table, int seat)
{
	struct clients *clients = table->own;

	/* One input may have brought several turns that were not told yet.  */
	CHECK(table,
	      judge_match(table->judge)->turn_count > clients->turns ||
		      judge_match(table->judge)->sum[seat] == (double)clients->sim[seat].score,
	      "seat %d has the sum %g, and the score %" PRId64, seat, judge_match(table->judge)->sum[seat],
	      clients->sim[seat].score);
}

static void other(const struct message *answer, struct bytes *fake)
{
	char byte = (char)((answer->bytes[0] + 1) % WORLD_ACTION_COUNT);

	bytes_add(fake, &byte, 1);
}

static void greet(const struct table *table, int seat, struct bytes *fake)
{
	uint8_t info = wire_of(table, seat).little ? 0x80 : 0;

	bytes_add(fake, &info, 1);
}

static char *words(struct table *table, int seat UNUSED)
{
	static const char *const wrong[] = {"", "Jump", "7", "turn"};

	if (chance_one_in(&table->chance, 8))
		return bytes_text("%s", wrong[chance_below(&table->chance, 4)]);
	return bytes_text("%s", world_action_name((int)chance_below(&table->chance, WORLD_ACTION_COUNT)));
}

/* ---- the end ---- */

static void verdict(struct table *table)
{
	struct clients *clients = table->own;
	const struct verdict *verdict = &judge_match(table->judge)->verdict;
	bool ended = true;
	int better = world_sim_compare(&clients->sim[SEAT_1], &clients->sim[SEAT_2]);

	for (int s = SEAT_1; s < SEATS; s++)
		ended = ended &&
			(table->setup.seat[s].kind == SEAT_FREE || clients->sim[s].end != WORLD_GOES_ON);
	CHECK(table, ended == (strcmp(verdict->reason, "score") == 0), "%s, and the simulations are %s",
	      verdict->reason, ended ? "over" : "not over");
	if (ended && table->setup.seat[SEAT_2].kind == SEAT_FREE)
		CHECK(table, verdict->winner == WINNER_NONE, "seat %d has won alone", verdict->winner);
	else if (ended)
		CHECK(table,
		      verdict->winner == (better > 0   ? SEAT_1
					  : better < 0 ? SEAT_2
						       : WINNER_DRAW),
		      "seat %d has won", verdict->winner);
	if (strcmp(verdict->reason, REASON_TIMEOUT) == 0 &&
	    table->setup.seat[verdict->blame].kind == SEAT_AGENT) {
		CHECK(table,
		      table->timed[verdict->blame] || table_match_limit(table, verdict->blame) ||
			      table->limits_changed,
		      "seat %d is late, and its clock did not run", verdict->blame);
		table->process[verdict->blame].culpable |= BLAME_LATE;
	}
	table_check_blame(table);
}

/* A client that was not replaced, and is there, was told everything.  */
static void end(struct table *table)
{
	struct clients *clients = table->own;

	for (int s = SEAT_1; s < SEATS; s++)
		CHECK(table,
		      !clients->told[s].size || !table->process[s].exists ||
			      clients->sim[s].end == WORLD_GOES_ON,
		      "seat %d was not told %zu bytes", s, clients->told[s].size);
}

const struct fixture fixture_asimulator = {
	.system = "asimulator",
	.matches = 3000,
	.moves = CHANNEL_MOVE,
	.games = 2,
	.set_up = set_up,
	.free = forget,
	.tell = tell,
	.start = start,
	.next_game = begin_game,
	.told = told,
	.other = other,
	.greet = greet,
	.turn = turn,
	.score = score,
	.words = words,
	.verdict = verdict,
	.end = end,
};
