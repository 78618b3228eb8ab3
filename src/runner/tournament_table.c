/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tournament_table.c - the tables at the end of a tournament: those that `tally` makes of its results.  */
#include "ringside/match_json.h"
#include "ringside/say.h"
#include "tally/tally.h"
#include "tournament.h"
#include <stdlib.h>
#include <string.h>

/* The tables, their files and the test are of all parts: `tally` makes them.  */
static void leave_tables(struct invocation *invocation)
{
	char **of_all[] = {&invocation->tally.csv, &invocation->tally.markdown, &invocation->tally.html,
			   &invocation->tally.sprt};
	bool any = false;

	for (size_t i = 0; i < sizeof(of_all) / sizeof(of_all[0]); i++) {
		any |= *of_all[i] != NULL;
		free(*of_all[i]);
		*of_all[i] = NULL;
	}
	invocation->tally.html_games = 0;
	if (any)
		say_lines(
			"a shard writes no files of tables and ends by no test: `ringside tally` does, with "
			"the results of all shards");
}

char *tournament_begin_tables(struct tournament *tournament)
{
	if (tournament->shards > 1)
		leave_tables(tournament->run.invocation);
	return tally_begin(tournament->run.invocation, &tournament->tallied);
}

char *tournament_read_test(struct tournament *tournament)
{
	const struct run *run = &tournament->run;
	const struct invocation *invocation = run->invocation;

	if (!invocation->tally.sprt)
		return NULL;
	if (invocation->tournament.kind == SCHEDULE_ALONE ||
	    (invocation->tournament.kind != SCHEDULE_GAUNTLET && tournament->count != 2))
		return bytes_text("--sprt asks whether player 1 is stronger than the others: it needs two "
				  "players, or --kind gauntlet");
	if (!cli_said(invocation, &cli_option_games) && !run->plan.opening_count)
		return bytes_text("--sprt needs --games N: the most games of each two players; the test ends "
				  "the tournament earlier");
	return sprt_read(invocation->tally.sprt, &tournament->run.sprt);
}

bool tournament_is_decided(const struct tournament *tournament)
{
	struct pairs pairs;

	if (!tournament->run.invocation->tally.sprt || tournament->no_tables ||
	    !tournament->tallied.tournament)
		return false;
	pairs = standings_pairs(&tournament->tallied.standings, 0);
	return pairs_state(&tournament->run.sprt, &pairs) != SPRT_GOES_ON;
}

/* What describes it comes first.  Are there tables?  */
static bool begin(struct tournament *tournament)
{
	json_t *first;
	char *text;

	if (tournament->no_tables || tournament->tallied.tournament)
		return !tournament->no_tables;
	first = json_pack("{s:o}", "tournament", tournament_described(tournament));
	text = match_json_line(first);
	tournament->no_tables = tally_line(&tournament->tallied, text, strlen(text), "results", 1);
	json_decref(first);
	free(text);
	return !tournament->no_tables;
}

void tournament_tally(struct tournament *tournament, const char *line, size_t size)
{
	if (begin(tournament))
		tournament->no_tables = tally_line(&tournament->tallied, line, size, "results", 2);
}

void tournament_tally_game(struct tournament *tournament, const struct result_line *line)
{
	if (begin(tournament))
		tournament->no_tables = tally_game(&tournament->tallied, line, "results", 2);
}

void tournament_say_tables(struct tournament *tournament)
{
	const struct invocation *invocation = tournament->run.invocation;

	if (tournament->no_tables)
		say_error("ringside: there are no tables: %s\n", tournament->no_tables);
	else if (tournament->tallied.standings.games)
		tournament->tables_status =
			tally_end(invocation, &tournament->tallied, invocation->json ? stdout : stderr);
}
