/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* players_setup.c - draws and prints the setup of a simulated match of lmc or lmc2, its players and its
 * game program.  */
#include "players.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool players_is_agent(const struct table *table, int seat)
{
	return table->setup.seat[seat].kind == SEAT_AGENT;
}

static void set_number(struct table *table, const char *name, int64_t number)
{
	FREED char *text = bytes_text("%" PRId64, number);

	setup_set(&table->setup, name, text);
}

void players_draw_seat(struct table *table, int seat, bool may_be_person)
{
	struct players *players = table->own;
	struct setup *setup = &table->setup;

	setup->seat[seat].kind = may_be_person && chance_one_in(&table->chance, 8) ? SEAT_HUMAN : SEAT_AGENT;
	setup->seat[seat].command = bytes_text("sim%d", seat);
	if (setup->seat[seat].kind == SEAT_HUMAN) {
		table->has_requests = true;
		if (chance_one_in(&table->chance, 2))
			setup_name(setup, seat, "Ann");
	}
	player_character_draw(&players->character[seat], &table->chance, &players->terms,
			      chance_one_in(&table->chance, 3));
}

static struct players *players_new(struct table *table)
{
	struct players *players = bytes_new(sizeof(*players));

	table->own = players;
	table->setup.seed = (uint64_t)chance_below(&table->chance, 100);
	table_draw_limits(table);
	table->folders = false;
	players->terms = (struct player_terms){.strict = table->setup.strict,
					       .limit = table_turn_limit(table, SEAT_1),
					       .tolerance = table->setup.tolerance,
					       .start_limit = table->setup.start_limit};
	return players;
}

/* ---- lmc ---- */

/* A game as a file describes it: symbols, and payoffs with few decimals.  */
static void draw_table(struct table *table)
{
	static const char *const pool[] = {"fight", "flee", "\xc3\xa9t\xc3\xa9", "x",
					   "a-long-name-of-a-symbol"};
	struct players *players = table->own;
	int count = 2 + (int)chance_below(&table->chance, 4);
	bool opposite = chance_one_in(&table->chance, 2);
	struct bytes text = {0};

	bytes_add_text(&text, "file game\n");
	for (int i = 0; i < count; i++)
		bytes_addf(&text, "%s%s", i ? " " : "", pool[i]);
	players->pays = bytes_new((size_t)(count * count) * sizeof(*players->pays));
	for (int i = 0; i < count * count; i++) {
		for (int k = 0; k < 2; k++) {
			players->pays[i][k] = (double)(chance_below(&table->chance, 2001) - 1000) / 1000;
			if (opposite && k)
				players->pays[i][k] = -players->pays[i][0];
			bytes_addf(&text, "%s%.3f", k || i % count ? " " : "\n", players->pays[i][k]);
		}
	}
	bytes_add_text(&text, "\n");
	setup_set(&table->setup, "table", text.at);
	setup_set(&table->setup, "game", "game.ini");
	free(text.at);
}

static bool is_for_one(const char *game)
{
	return strcmp(game, "imitate") == 0 || strcmp(game, "cycle") == 0;
}

static void draw_game(struct table *table)
{
	static const char *const games[] = {"roshambo", "roshambo",  "matching-pennies",
					    "penalty",  "prisoners", "tictactoe",
					    "imitate",  "cycle",     "table"};
	struct players *players = table->own;

	players->game = games[chance_below(&table->chance, 9)];
	if (strcmp(players->game, "table") == 0)
		draw_table(table);
	else
		setup_set(&table->setup, "game", players->game);
	set_number(table, "turns",
		   1 + chance_below(&table->chance, chance_one_in(&table->chance, 5) ? 60 : 12));
	if (is_for_one(players->game) && chance_one_in(&table->chance, 2))
		set_number(table, "symbols", 2 + chance_below(&table->chance, 25));
	if (strcmp(players->game, "cycle") == 0 && chance_one_in(&table->chance, 2))
		set_number(table, "period", 1 + chance_below(&table->chance, ROUNDS_PERIOD));
}

void players_set_up_lmc(struct table *table)
{
	struct players *players = players_new(table);
	int alone;

	draw_game(table);
	players->score_first = chance_one_in(&table->chance, 3);
	if (players->score_first)
		setup_set(&table->setup, "order", "score-first");
	players->terms.unknown_may = chance_one_in(&table->chance, 3);
	if (players->terms.unknown_may)
		setup_set(&table->setup, "illegal", "score");
	alone = is_for_one(players->game) ? (int)chance_below(&table->chance, SEATS) : 0;
	for (int s = SEAT_1; s < SEATS; s++)
		if (s == alone)
			table->setup.seat[s].kind = SEAT_FREE;
		else
			players_draw_seat(table, s, true);
	rounds_begin(&players->rounds, &table->setup, players->game, players->pays);
}

/* ---- lmc2 ---- */

void players_set_up_lmc2(struct table *table)
{
	static const char *const words[] = {"symbols", "letters", "any"}, *const lmc1[] = {"1", "2", "all"};
	struct players *players = players_new(table);
	struct chance *chance = &table->chance;
	struct setup *setup = &table->setup;
	int kind = (int)chance_below(chance, 3), old = (int)chance_below(chance, 4);
	bool two = chance_one_in(chance, 2);

	if (kind || chance_one_in(chance, 2))
		setup_set(setup, "words", words[kind]);
	if (old < 3)
		setup_set(setup, "lmc1", lmc1[old]);
	if (chance_one_in(chance, 2))
		set_number(table, "max-timeouts", chance_below(chance, 4));
	if (chance_one_in(chance, 3))
		set_number(table, "max-turns", chance_below(chance, 20));
	setup->max_chatter = 100000; /* everything that a game program says is chatter */
	players->terms.words = true;
	players->terms.letters = kind == 1;
	players->terms.any = kind == 2;
	players->terms.unknown_may = true;
	players->terms.others_stay = true;
	players->program_terms = (struct program_terms){.strict = setup->strict,
							.letters = kind == 1,
							.any = kind == 2,
							.start_limit = setup->start_limit};
	setup->seat[SEAT_NONE] = (struct seat_setup){.kind = SEAT_AGENT, .command = bytes_text("sim-game")};
	program_character_draw(&players->program_character, chance, &players->program_terms,
			       chance_one_in(chance, 3));
	players_draw_seat(table, SEAT_1, true);
	if (two)
		players_draw_seat(table, SEAT_2, true);
	for (int s = SEAT_1; s < SEATS; s++) {
		players->side[s].lmc2 = true;
		players->side[s].letters = kind == 1;
		players->side[s].any = kind == 2;
		players->side[s].hints = old != 2 && old != s - SEAT_1;
	}
}

/* ---- both ---- */

void players_free(struct table *table)
{
	FREED struct players *players = table->own;

	for (int s = 0; s < SEATS; s++)
		side_free(&players->side[s]);
	free(players->pays);
}

void players_tell(const struct table *table, FILE *to)
{
	static const char *const kinds[] = {"nobody", "a player", "a person"};
	const struct players *players = table->own;
	const struct setup *setup = &table->setup;

	for (int i = 0; i < setup->option_count; i++)
		fprintf(to, "%s: %s\n", setup->options[i].name, setup->options[i].text);
	if (setup->seat[SEAT_NONE].kind != SEAT_FREE)
		fprintf(to, "the game program: %s at play %d, %d rounds\n",
			program_failure_name(players->program_character.failure),
			players->program_character.fails_at, players->program_character.rounds);
	for (int s = SEAT_1; s < SEATS; s++)
		fprintf(to, "seat %d: %s, fails: %s at move %d\n", s, kinds[setup->seat[s].kind],
			player_failure_name(players->character[s].failure), players->character[s].fails_at);
}

bool players_start(struct table *table, int seat)
{
	struct players *players = table->own;
	struct fake *fake = &table->process[seat].fake;

	players->side[seat].fresh = true;
	players->side[seat].greeted = players->side[seat].named = false;
	players->used[seat] = players->moves[seat] = 0;
	if (seat == SEAT_NONE) {
		if (players->program_character.failure == PROGRAM_NO_PROCESS)
			return false;
		program_start(&players->program, &players->program_character, &players->program_terms,
			      &table->chance, fake, table->now);
		return true;
	}
	if (players->character[seat].failure == PLAYER_NO_PROCESS)
		return false;
	player_start(&players->player[seat], &players->character[seat], &players->terms, &table->chance, fake,
		     table->now);
	return true;
}

void players_next_game(struct table *table)
{
	struct players *players = table->own;

	players->begun = players->over = false;
	for (int s = 0; s < SEATS; s++) {
		side_begin(&players->side[s]);
		players->side[s].fresh = false;
		players->used[s] = players->moves[s] = 0;
		players->sum[s] = players->told_sum[s] = 0;
		players->used_unknown[s] = players->expected[s] = players->left[s] = players->shut[s] =
			players->late[s] = false;
		players->silent[s] = players->plays[s] = 0;
	}
	if (players->game)
		rounds_begin(&players->rounds, &table->setup, players->game, players->pays);
}

char *players_words(struct table *table, int seat)
{
	const struct players *players = table->own;
	bool lmc = players->game;
	int count = lmc ? players->rounds.count : players->side[seat].count;
	const char *word;

	if (chance_one_in(&table->chance, 12) || !count)
		return bytes_text("%s", chance_one_in(&table->chance, 2) ? "zz" : "no such word");
	word = lmc ? players->rounds.name[chance_below(&table->chance, count)]
		   : players->side[seat].symbol[chance_below(&table->chance, count)];
	if (lmc && chance_one_in(&table->chance, 4)) /* the beginning of the word */
		return bytes_text("%.2s", word);
	return !lmc && chance_one_in(&table->chance, 3) ? bytes_text("%s  %s", word, word)
							: bytes_text("%s", word);
}
