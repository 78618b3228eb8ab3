/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tournament_players.c - who plays in a tournament.  */
#include "tournament.h"

#include "cpus.h"
#include "ringside/bytes.h"
#include "ringside/named_player.h"
#include "ringside/program_name.h"
#include <stdlib.h>
#include <string.h>

/* Can it be started?  One that may withdraw is tried.  */
static char *check_command(const struct invocation *invocation, const char *command)
{
	char *problem = NULL, **argv;

	if (invocation->on_failure == FAILURE_WITHDRAWS)
		return NULL;
	argv = agent_command(command, invocation->protocol->samples, &problem);
	free(argv);
	return problem;
}

/* NULL, or what is wrong with the player.  */
static char *read_player(const struct invocation *invocation, const char *word, struct entrant *entrant)
{
	const struct protocol *protocol = invocation->protocol;
	const struct named_player *named;
	char *problem = NULL;

	if (strcmp(word, "human") == 0)
		return bytes_text("a person needs a screen: ringside play");
	entrant->command = named_player_words(word, protocol->name, &problem);
	if (!entrant->command)
		return problem;
	named = named_player_of(word, protocol->name, &problem);
	free(problem);
	entrant->name = program_name(entrant->command, protocol->samples);
	if (named)
		seat_settings_add(&entrant->settings, &named->settings);
	for (int i = 0; i < SEAT_SETTINGS; i++)
		if (entrant->settings.text[i] && !seat_setting_is_of((enum seat_setting)i, protocol))
			return bytes_text("%s: no player of %s has %s: leave it out", word, protocol->name,
					  seat_setting_rows[i].name);
	if (entrant->settings.text[SEAT_RESTART] && strcmp(entrant->settings.text[SEAT_RESTART], "no") == 0 &&
	    invocation->restart == RESTART_YES)
		return bytes_text("%s: restart = no needs --restart no: else fresh processes play each game",
				  word);
	if (entrant->settings.text[SEAT_CPUS] && !invocation->list) {
		char *why = cpus_problem(entrant->settings.text[SEAT_CPUS], invocation->concurrency);

		problem = why ? bytes_text("%s: cpus: %s", word, why) : NULL;
		free(why);
	}
	if (!problem)
		problem = protocol_refuses(protocol, SEAT_1, entrant->command);
	return problem ? problem : check_command(invocation, entrant->command);
}

/* Two players of one name could not be told apart in a table.  */
static char *check_names(const struct tournament *tournament)
{
	const struct entrant *at = tournament->entrants;

	for (int i = 0; i < tournament->count; i++) {
		int64_t value;

		if (!option_value(&option_name1, at[i].name, &value))
			return bytes_text(
				"player %d: its name is \"%s\": expected 1 to 64 bytes without control "
				"characters: `env " PROGRAM_PLAYER "NAME COMMAND` gives another one",
				i + 1, at[i].name);
		for (int k = 0; k < i; k++)
			if (strcmp(at[i].name, at[k].name) == 0)
				return bytes_text(
					"players %d and %d are both named \"%s\": `env " PROGRAM_PLAYER
					"NAME COMMAND`, or [player NAME] in the config, gives a name",
					k + 1, i + 1, at[i].name);
	}
	return NULL;
}

char *tournament_read_players(struct tournament *tournament)
{
	const struct invocation *invocation = tournament->run.invocation;
	char *problem = NULL, *full;

	tournament->entrants = bytes_new((size_t)invocation->word_count * sizeof(*tournament->entrants) + 1);
	for (int i = 0; i < invocation->word_count && !problem; i++) {
		tournament->count = i + 1;
		problem = read_player(invocation, invocation->words[i], &tournament->entrants[i]);
		if (problem) {
			full = bytes_text("player %d: %s", i + 1, problem);
			free(problem);
			problem = full;
		}
	}
	return problem ? problem : check_names(tournament);
}

void tournament_free_players(struct tournament *tournament)
{
	for (int i = 0; i < tournament->count; i++) {
		struct entrant *entrant = &tournament->entrants[i];

		free(entrant->name);
		free(entrant->command);
		seat_settings_free(&entrant->settings);
	}
	free(tournament->entrants);
}

void tournament_seat(const struct tournament *tournament, int player, int seat, struct setup *setup)
{
	const struct protocol *protocol = tournament->run.invocation->protocol;
	const struct entrant *entrant = &tournament->entrants[player - 1];

	setup_put(setup, seat == SEAT_1 ? &option_name1 : &option_name2, entrant->name);
	setup_seat(setup, seat, entrant->command, protocol->samples);
	free(seat_settings_put(&entrant->settings, setup, seat,
			       true)); /* each was found to be of the system */
}
