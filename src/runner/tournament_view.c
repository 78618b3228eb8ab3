/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tournament_view.c - what the screen of a tournament shows, and which pairings a person has left out there.
 */
#include "ringside/bytes.h"
#include "tally/tally.h"
#include "tournament.h"
#include <stdlib.h>

static const struct tournament *of(const struct run *run)
{
	return run->user;
}

static char *title(const struct run *run)
{
	const struct tournament *tournament = of(run);
	struct bytes text = {0};

	bytes_addf(&text, "%s, %s: %d player%s", run->invocation->match.protocol->name,
		   schedule_word(tournament->schedule.kind), tournament->count,
		   tournament->count == 1 ? "" : "s");
	if (!run->invocation->match.session.sandbox)
		bytes_add_text(&text, ", no sandbox");
	if (run->skipped)
		bytes_addf(&text, ", %d skipped", run->skipped);
	return text.at;
}

/* The tables of `tally`.  */
static void sheets(const struct run *run, struct sheets *to)
{
	const struct tallied *tallied = &of(run)->tallied;
	struct ranks ranks;

	if (of(run)->no_tables || !tallied->tournament)
		return;
	ranks = ranks_of(tallied);
	tally_sheets(tallied, &ranks, to);
	ranks_free(&ranks);
}

static char *players(const struct run *run, int game)
{
	struct scheduled scheduled = schedule_game(&of(run)->schedule, game);
	struct bytes text = {0};

	bytes_add_text(&text, "");
	for (int s = SEAT_1; s < SEATS; s++)
		if (scheduled.player[s])
			bytes_addf(&text, "%s%s", text.size ? " - " : "",
				   of(run)->entrants[scheduled.player[s] - 1].name);
	return text.at;
}

static bool is_skipped(const struct tournament *tournament, int pairing)
{
	for (int i = 0; i < tournament->run.skipped; i++)
		if (tournament->skipped[i] == pairing)
			return true;
	return false;
}

bool tournament_skips(const struct tournament *tournament, int game)
{
	return tournament->run.skipped &&
	       is_skipped(tournament, schedule_game(&tournament->schedule, game).pairing);
}

static char *skips(const struct run *run, int game)
{
	char *who, *question;

	if (tournament_skips(of(run), game))
		return NULL;
	who = players(run, game);
	question = bytes_text("skip all games of %s that are left? y/n", who);
	free(who);
	return question;
}

static void skip(struct run *run, int game)
{
	struct tournament *tournament = run->user;

	if (tournament_skips(tournament, game))
		return;
	tournament->skipped =
		bytes_resized(tournament->skipped, ((size_t)run->skipped + 1) * sizeof(*tournament->skipped));
	tournament->skipped[run->skipped++] = schedule_game(&tournament->schedule, game).pairing;
	places_skip(run);
}

const struct run_view tournament_view = {
	.title = title, .sheets = sheets, .players = players, .skips = skips, .skip = skip};
