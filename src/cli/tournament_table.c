/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tournament_table.c - the tables at the end of a tournament: those that `tally` makes of its results.  */
#include "ringside/match_json.h"
#include "say.h"
#include "tally.h"
#include "tournament.h"
#include <stdlib.h>
#include <string.h>

char *tournament_begin_tables(struct tournament *tournament)
{
	return tally_begin(tournament->run.invocation, &tournament->tallied);
}

void tournament_tally(struct tournament *tournament, const json_t *line)
{
	struct tallied *tallied = &tournament->tallied;
	char *text;

	if (tournament->no_tables)
		return;
	if (!tallied->tournament) { /* what describes it comes first */
		json_t *first = json_pack("{s:o}", "tournament", tournament_described(tournament));

		text = match_json_line(first);
		tournament->no_tables = tally_line(tallied, text, strlen(text), "results", 1);
		json_decref(first);
		free(text);
	}
	if (tournament->no_tables)
		return;
	text = match_json_line(line);
	tournament->no_tables = tally_line(tallied, text, strlen(text), "results", 2);
	free(text);
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
