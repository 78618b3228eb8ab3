/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* players_lmc.c - simulated matches of lmc: what follows from each turn by the rules, read literally.  */
#include "players.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void ask_for_round(struct table *table)
{
	struct players *players = table->own;

	for (int s = SEAT_1; s < SEATS; s++) {
		if (!players_is_agent(table, s) || !rounds_needs(&players->rounds, s))
			continue;
		if (strcmp(players->game, "imitate") == 0)
			side_due(&players->side[s], DUE_INPUT, NULL, 0, -1 - players->rounds.round);
		side_due(&players->side[s], DUE_PLAY, NULL, 0, 0);
	}
}

static void due_text(struct side *side, const char *before, const char *text)
{
	FREED char *line = bytes_text("%s%s", before, text);

	side_due(side, DUE_LINE, line, 0, 0);
}

/* Each player is told of the game before anything else of it.  */
static void begin(struct table *table)
{
	struct players *players = table->own;

	players->begun = true;
	for (int s = SEAT_1; s < SEATS; s++) {
		if (!players_is_agent(table, s))
			continue;
		CHECK(table, players->side[s].named || !players->side[s].fresh,
		      "the game begins before seat %d has said its name", s);
		side_due(&players->side[s], DUE_LINE, "@command new", 0, 0);
		for (int i = 0; i < players->rounds.count; i++)
			due_text(&players->side[s], "@command symbol ", players->rounds.name[i]);
	}
	ask_for_round(table);
}

/* What was hidden is known now.  */
static void learn(struct table *table, int seat, const char *line, const struct due *due)
{
	struct players *players = table->own;
	bool input = strncmp(line, "@input ", strlen("@input ")) == 0; /* a person may have written it */
	int symbol = input ? rounds_symbol(&players->rounds, line + strlen("@input ")) : ROUNDS_NONE;

	if (due->kind != DUE_INPUT)
		return;
	if (due->round < 0 && -1 - due->round != players->rounds.round)
		return; /* it waited at the gate until people had played the round */
	CHECK(table, symbol != ROUNDS_NONE, "seat %d sees something that is not a symbol: \"%s\"", seat,
	      line);
	if (symbol == ROUNDS_NONE)
		return;
	CHECK(table,
	      due->round < 0 ? rounds_tell_cue(&players->rounds, symbol)
			     : rounds_tell_right(&players->rounds, due->round, symbol),
	      "seat %d sees a different symbol from before: \"%s\"", seat, line);
}

static void told(struct table *table, const struct message *message, const char *line)
{
	struct players *players = table->own;
	int seat = message->seat;
	struct due due = {0};

	CHECK(table, players_is_agent(table, seat), "a person is told \"%s\"", line);
	CHECK(table, message->size == strlen(line) + 1 && message->bytes[message->size - 1] == '\n',
	      "a line does not end with LF: \"%s\"", line);
	players_check_line(table, seat, line);
	if (strcmp(line, "@command exit") == 0) {
		CHECK(table, judge_match(table->judge)->over, "seat %d is told to leave in the middle", seat);
	} else if (*line != '#') {
		if (!players->begun)
			begin(table);
		players_check_due(table, seat, line, &due);
		learn(table, seat, line, &due);
	}
	if (due.kind == DUE_PLAY && strcmp(line, "@command play") == 0) {
		players->asks[seat]++;
		for (int s = SEAT_1; s < SEATS; s++)
			CHECK(table, players_is_agent(table, s) || !rounds_needs(&players->rounds, s),
			      "seat %d is asked before the person on seat %d has moved", seat, s);
		CHECK(table, rounds_needs(&players->rounds, seat),
		      "seat %d is asked, and does not have to move", seat);
	}
	free(due.line);
	players_hear(table, seat, line);
}

/* A round is complete: what the agents are due to be told.  */
static void news_are_due(struct table *table, int64_t round, const struct rounds_news news[SEATS])
{
	struct players *players = table->own;

	for (int s = SEAT_1; s < SEATS; s++) {
		struct side *side = &players->side[s];

		players->expected[s] = news[s].scored;
		players->score[s] = news[s].score;
		if (!players_is_agent(table, s))
			continue;
		if (news[s].scored && players->score_first)
			side_due(side, DUE_SCORE, NULL, news[s].score, 0);
		if (news[s].input == ROUNDS_HIDDEN)
			side_due(side, DUE_INPUT, NULL, 0, round);
		else if (news[s].input != ROUNDS_NONE)
			due_text(side, "@input ", players->rounds.name[news[s].input]);
		if (news[s].scored && !players->score_first)
			side_due(side, DUE_SCORE, NULL, news[s].score, 0);
	}
}

static void turn(struct table *table, const struct turn *turn)
{
	struct players *players = table->own;
	struct rounds *rounds = &players->rounds;
	struct rounds_news news[SEATS];
	int64_t round = rounds->round;
	int seat = turn->seat;

	if (!players->begun) /* a person moved while everything that was said waited at the gate */
		begin(table);
	players_check_turn(table, turn);
	CHECK(table, rounds_needs(rounds, seat), "turn %d: seat %d did not have to move", turn->n, seat);
	CHECK(table, players->terms.unknown_may || rounds_symbol(rounds, turn->played) != ROUNDS_NONE,
	      "turn %d: \"%s\" is no symbol", turn->n, turn->played);
	if (table->outcome.problem || !rounds_play(rounds, seat, rounds_symbol(rounds, turn->played), news))
		return;
	news_are_due(table, round, news);
	ask_for_round(table);
}

static void score(struct table *table, int seat)
{
	struct players *players = table->own;
	double given = judge_match(table->judge)->sum[seat] - players->sum[seat];

	CHECK(table, players->expected[seat], "seat %d has a score, and nothing is due", seat);
	players->expected[seat] = false;
	CHECK(table,
	      isnan(players->score[seat]) ? fabs(fabs(given) - 1) < 1e-9
					  : fabs(given - players->score[seat]) < 1e-9,
	      "seat %d scores %g, not %g", seat, given, players->score[seat]);
	players->sum[seat] += isnan(players->score[seat]) ? given : players->score[seat];
}

static void verdict(struct table *table)
{
	const struct players *players = table->own;
	const struct verdict *verdict = &judge_match(table->judge)->verdict;
	bool of_score = strcmp(verdict->reason, "score") == 0;

	CHECK(table, of_score == rounds_is_over(&players->rounds), "%s, and the rounds are%s over",
	      verdict->reason, of_score ? " not" : "");
	players_check_verdict(table);
}

const struct fixture fixture_lmc = {
	.system = "lmc",
	.matches = 4000,
	.moves = CHANNEL_OUTPUT,
	.goodbye = "@command exit",
	.games = 2,
	.set_up = players_set_up_lmc,
	.free = players_free,
	.tell = players_tell,
	.start = players_start,
	.next_game = players_next_game,
	.told = told,
	.passed = players_passed,
	.turn = turn,
	.score = score,
	.words = players_words,
	.verdict = verdict,
	.end = players_check_end,
};
