/* from.c - a match that begins with a position of another one.  */
#include "from.h"

#include "players.h"
#include "ringside/bytes.h"
#include "ringside/sh_words.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- --from ---- */

static char *begin_from(struct setup *setup, const struct protocol *protocol, const struct match *match,
			int64_t turns)
{
	if (strcmp(match->setup.system, protocol->name) != 0)
		return bytes_text("is a match of %s, not of %s", match->setup.system, protocol->name);
	if (!protocol->resume)
		return bytes_text("no match of %s begins in the middle", protocol->name);
	if (turns > match->turn_count)
		return bytes_text("only %d moves were played, not %lld", match->turn_count, (long long)turns);
	return protocol->resume(match, turns < 0 ? match->turn_count : (int)turns, setup);
}

/* FILE, FILE:N or FILE:GAME:N; nothing behind the last colon is the end of the game.  */
static char *split(const char *from, int64_t *turns)
{
	size_t size = strlen(from);

	*turns = -1;
	if (size && from[size - 1] == ':' && access(from, F_OK) != 0)
		return bytes_copy(from, size - 1);
	return match_file_split(from, turns);
}

char *cli_from(struct invocation *invocation)
{
	int64_t turns;
	char *name = split(invocation->from, &turns), *why = NULL, *problem = NULL;
	struct match_file *file = match_file_import(name, &problem);
	struct match match;

	cli_notice(file);
	if (file && match_file_match(file, &match)) {
		why = begin_from(&invocation->session.setup, invocation->protocol, &match, turns);
		match_free(&match);
		if (why)
			problem = bytes_text("--from %s: %s", invocation->from, why);
	} else if (file) {
		problem = bytes_text("%s", match_file_problem(file));
	}
	match_file_close(file);
	free(why);
	free(name);
	return problem;
}

/* ---- resuming ---- */

/* The players of the match that is looked at.  */
static char *seat_again(struct setup *setup, const struct match *match)
{
	const char *players[SEATS - 1];
	int count = 0;

	for (int s = SEAT_1; s <= SEAT_2; s++) {
		const struct seat_setup *seat = &match->setup.seat[s];
		bool agent = seat->kind == SEAT_AGENT && seat->command;

		if (seat->kind != SEAT_FREE)
			players[count++] = agent ? seat->command : "human";
	}
	return cli_seats(setup, players, count);
}

static char *seat_players(struct setup *setup, const char *players)
{
	char *problem = NULL, **words = sh_words_split(players, &problem);
	int count = 0;

	while (words && words[count])
		count++;
	if (!problem && count != 2)
		problem = bytes_text("expected two players, as human 'sample:threat', not %d: \"%s\"", count,
				     players);
	if (!problem)
		problem = cli_seats(setup, (const char *const *)words, count);
	free(words);
	return problem;
}

static void forget_players(struct setup *setup)
{
	for (int s = 0; s < SEATS; s++) {
		free(setup->seat[s].command);
		free(setup->seat[s].name);
		setup->seat[s] = (struct seat_setup){0};
	}
}

char *cli_resumed(struct setup *setup, const struct match *match, int turns, const char *players)
{
	const struct protocol *protocol = protocol_named(match->setup.system);
	char *problem;

	if (!protocol || !protocol->resume)
		return bytes_text("no match of %s begins in the middle", match->setup.system);
	setup_copy(setup, &match->setup);
	setup->system = protocol->name;
	setup->game = 1;
	setup_set(setup, OPTION_RULES, RULES_NOW);
	forget_players(setup);
	problem = *players ? seat_players(setup, players) : seat_again(setup, match);
	if (!problem)
		problem = protocol->resume(match, turns, setup);
	if (problem)
		setup_free(setup);
	return problem;
}
