/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tournament_players.c - who plays in a tournament.  */
#include "tournament.h"

#include "cpus.h"
#include "ringside/bytes.h"
#include "ringside/named_player.h"
#include "ringside/program_name.h"
#include "ringside/sh_words.h"
#include <stdlib.h>
#include <string.h>

/* Can it be started?  One that may withdraw is tried.  */
static char *check_command(const struct invocation *invocation, const char *command)
{
	char *problem = NULL, **argv;

	if (invocation->tournament.on_failure == FAILURE_WITHDRAWS)
		return NULL;
	argv = agent_command(command, invocation->match.protocol->bundle->samples, &problem);
	free(argv);
	return problem;
}

/* NULL, or what is wrong with the player.  */
static char *read_player(const struct invocation *invocation, const char *word, struct entrant *entrant)
{
	const struct protocol *protocol = invocation->match.protocol;
	const struct named_player *named;
	char *problem = NULL;

	if (strcmp(word, "human") == 0)
		return bytes_text("a person needs a screen: ringside play");
	entrant->command = named_player_words(word, protocol->name, &problem);
	if (!entrant->command)
		return problem;
	named = named_player_of(word, protocol->name, &problem);
	free(problem);
	entrant->name = program_name(entrant->command, protocol->bundle->samples);
	if (named)
		seat_settings_add(&entrant->settings, &named->settings);
	for (int i = 0; i < SEAT_SETTINGS; i++)
		if (entrant->settings.text[i] && !seat_setting_is_of((enum seat_setting)i, protocol))
			return bytes_text("%s: no player of %s has %s: leave it out", word, protocol->name,
					  seat_setting_rows[i].name);
	if (entrant->settings.text[SEAT_RESTART] && strcmp(entrant->settings.text[SEAT_RESTART], "no") == 0 &&
	    invocation->tournament.restart == RESTART_YES)
		return bytes_text("%s: restart = no needs --restart no: else fresh processes play each game",
				  word);
	if (entrant->settings.text[SEAT_CPUS] && !invocation->list) {
		char *why = cpus_problem(entrant->settings.text[SEAT_CPUS], invocation->series.concurrency);

		problem = why ? bytes_text("%s: cpus: %s", word, why) : NULL;
		free(why);
	}
	if (!problem)
		problem = protocol_refuses(protocol, SEAT_1, entrant->command);
	return problem ? problem : check_command(invocation, entrant->command);
}

/* ---- players of one program ---- */

/* The words of the command lines of all players that are called alike.  */
struct alike {
	char ***words;        /* of each; owned */
	struct entrant **who; /* owned */
	int count;
	size_t before, behind; /* how many words all have, at the beginning and at the end */
};

static size_t count_words(char *const *words)
{
	size_t count = 0;

	while (words[count])
		count++;
	return count;
}

/* Do all have the same word there, counted from the beginning or from the end?  */
static bool is_shared(const struct alike *alike, size_t place, bool from_end)
{
	const char *first = NULL;

	for (int i = 0; i < alike->count; i++) {
		size_t size = count_words(alike->words[i]);
		const char *word;

		if (place >= size || (from_end && place + alike->before >= size))
			return false;
		word = alike->words[i][from_end ? size - 1 - place : place];
		if (first && strcmp(first, word) != 0)
			return false;
		first = word;
	}
	return true;
}

/* "threat --nodes 50": the program, and what only this one has, with the option that it is the value of. The
 * words alone if the program is among them.  */
static char *told_apart(const struct alike *alike, int i)
{
	const char *program = alike->who[i]->name;
	char **words = alike->words[i];
	size_t at = alike->before, end = count_words(words) - alike->behind;
	struct bytes name = {0};
	bool has_program = false;

	for (size_t k = at; k < end; k++)
		has_program = has_program || strstr(words[k], program);
	if (at && at < end && *words[at] != '-' && *words[at - 1] == '-')
		at--;
	if (!has_program)
		bytes_add_text(&name, program);
	for (; at < end; at++)
		if (strcmp(words[at], "env") != 0)
			bytes_addf(&name, "%s%s", name.size ? " " : "",
				   strncmp(words[at], "./", 2) == 0 ? words[at] + 2 : words[at]);
	return name.at;
}

/* The other players of this one's name that nobody has named.  */
static void find_alike(const struct tournament *tournament, int first, struct alike *alike)
{
	const struct entrant *of = &tournament->entrants[first];

	*alike = (struct alike){.words = bytes_new((size_t)tournament->count * sizeof(*alike->words)),
				.who = bytes_new((size_t)tournament->count * sizeof(*alike->who))};
	for (int i = first; i < tournament->count; i++) {
		struct entrant *other = &tournament->entrants[i];
		char *problem = NULL, *given = program_player(other->command), **words;

		words = given || strcmp(other->name, of->name) != 0
				? NULL
				: sh_words_split(other->command, &problem);
		free(given);
		free(problem);
		if (!words)
			continue;
		alike->words[alike->count] = words;
		alike->who[alike->count++] = other;
	}
}

/* Names players of one program by what differs in their command lines.  */
static void tell_apart(const struct tournament *tournament)
{
	for (int first = 0; first < tournament->count; first++) {
		struct alike alike;
		char **names;

		find_alike(tournament, first, &alike);
		while (alike.count > 1 && is_shared(&alike, alike.before, false))
			alike.before++;
		while (alike.count > 1 && is_shared(&alike, alike.behind, true))
			alike.behind++;
		names = bytes_new((size_t)(alike.count + 1) * sizeof(*names));
		for (int i = 0; alike.count > 1 && i < alike.count; i++)
			names[i] = told_apart(&alike, i);
		for (int i = 0; i < alike.count; i++) {
			if (names[i]) {
				free(alike.who[i]->name);
				alike.who[i]->name = names[i];
			}
			free(alike.words[i]);
		}
		free(names);
		free(alike.words);
		free(alike.who);
	}
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
	if (problem)
		return problem;
	tell_apart(tournament);
	return check_names(tournament);
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
	const struct protocol *protocol = tournament->run.invocation->match.protocol;
	const struct entrant *entrant = &tournament->entrants[player - 1];

	setup_put(setup, seat == SEAT_1 ? &option_name1 : &option_name2, entrant->name);
	setup_seat(setup, seat, entrant->command, protocol->bundle->samples);
	free(seat_settings_put(&entrant->settings, setup, seat,
			       true)); /* each was found to be of the system */
}
