/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* match_options.c - how a match is played, as the command line or a suite says it: its options, its players,
 * and the cores that these run on, which are dealt to games that are played at once.
 *
 * All judges share the judge's list of cores: a judge needs little time, but at once.  The agents' lists are
 * cut into equal parts, so that no game takes time from another.  */
#include "ringside/runner.h"

#include "ringside/bytes.h"
#include "ringside/cores.h"
#include "ringside/named_player.h"
#include "ringside/say.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- options ---- */

bool match_said(const struct match_options *options, const struct option_row *row)
{
	for (int i = 0; setup_places[i].row; i++)
		if (setup_places[i].row == row)
			return options->said[i];
	return false;
}

void match_say(struct match_options *options, const struct option_row *row, bool said)
{
	for (int i = 0; setup_places[i].row; i++)
		if (setup_places[i].row == row) {
			assert(i < MATCH_PLACES_MOST);
			options->said[i] = said;
		}
}

const struct option_row *match_row(const char *name)
{
	for (const struct option_place *place = setup_places; place->row; place++)
		if (option_limits(place->row) && strcmp(place->row->name, name) == 0)
			return place->row;
	for (const struct option_row *const *row = setup_rows; *row; row++)
		if (option_limits(*row) && strcmp((*row)->name, name) == 0)
			return *row;
	return NULL;
}

const struct option_row *match_system_row(const struct protocol *protocol, const char *name, size_t size)
{
	for (const struct option_row *const *row = protocol ? protocol->options : NULL; row && *row; row++)
		if (strlen((*row)->name) == size && strncmp((*row)->name, name, size) == 0 && (*row)->help)
			return *row;
	return NULL;
}

char *match_store(struct match_options *options, const struct option_row *row, const char *text)
{
	struct setup *setup = &options->session.setup;
	int64_t value;

	if (!option_value(row, text, &value))
		return option_refusal(row, text);
	match_say(options, row, true);
	for (const struct option_place *place = setup_places; place->row; place++)
		if (place->row == row) {
			option_store(place, setup, value, NULL);
			if (row == &option_match_time) /* the same in other words */
				setup_unset(setup, option_tc.name);
			return NULL;
		}
	return setup_set(setup, row->name, text);
}

void match_settle_limits(struct match_options *options)
{
	struct setup *setup = &options->session.setup;
	int64_t turn = setup->turn_limit, tolerance = setup->tolerance;

	if (options->protocol)
		protocol_usual(options->protocol, setup);
	if (match_said(options, &option_turn_time))
		setup->turn_limit = turn;
	if (match_said(options, &option_tolerance))
		setup->tolerance = tolerance;
}

enum confined match_confined(const struct match_options *options)
{
	return options->session.sandbox ? CONFINED_SANDBOX : CONFINED_NOT;
}

int match_sandbox_show(const struct session_setup *setup)
{
	FREED char *limits = session_limits_of(setup);

	say("# %s\n", limits);
	for (int s = 0; s < SEATS; s++) {
		char *problem = NULL, *words = session_sandbox_words(setup, s, &problem);

		if (problem)
			return say_failure(problem, EXIT_NOT_STARTED);
		if (words)
			say("%s\n", words);
		free(words);
	}
	return say_finish();
}

/* ---- players ---- */

/* Seats a player.  NULL, or a problem.  */
static char *seat_player(struct setup *setup, int seat, const char *word, const struct seat_settings *own)
{
	const struct protocol *protocol = protocol_named(setup->system);
	const char *const *samples = protocol->bundle->samples;
	bool human = strcmp(word, "human") == 0;
	char *problem = NULL, *command, **argv;

	if (human && (own->text[SEAT_FOLDER] || own->text[SEAT_ENV]))
		return bytes_text("a person has no folder and no variables: leave them out");
	command = named_player_with(word, setup->system, own, &problem);
	if (!command)
		return problem;
	if ((problem = protocol_refuses(protocol, seat, command))) {
		free(command);
		return problem;
	}
	argv = human ? NULL : agent_command(command, samples, &problem);
	setup_seat(setup, seat, human ? NULL : command, samples);
	free(command);
	if (human && seat == SEAT_NONE)
		return bytes_text("a person cannot be the game program");
	free(argv);
	return problem;
}

/* Gives the player its own settings; those of the config only if the command line does not say them.  */
static char *give_settings(struct setup *setup, int seat, const char *word, const struct seat_settings *own)
{
	char *problem = NULL;
	const struct named_player *player = named_player_of(word, setup->system, &problem);

	if (!problem)
		problem = seat_settings_put(own, setup, seat, true);
	return problem || !player ? problem : seat_settings_put(&player->settings, setup, seat, false);
}

/* Seats the game program, whose command line stays in its option.  */
static char *seat_program(struct setup *setup, const struct option_row *program)
{
	static const struct seat_settings none;
	char *problem = seat_player(setup, SEAT_NONE, setup_text(setup, program), &none);

	if (!problem && *setup_text(setup, program) == '@')
		setup_put(setup, program, setup->seat[SEAT_NONE].command);
	return problem;
}

/* Bundled players of one game, such as sample:connect4-player, bring its program, such as sample:connect4, if
 * no other is named.  */
static void choose_program(struct setup *setup, const struct option_row *program, const char *player)
{
	static const char sample[] = "sample:", players[] = "-player";
	const char *const *name = protocol_named(setup->system)->bundle->programs;
	size_t size = strcspn(player, " "), behind = strlen(sample) + strlen(players);

	if (size <= behind || strncmp(player, sample, strlen(sample)) != 0 ||
	    strncmp(player + size - strlen(players), players, strlen(players)) != 0)
		return;
	while (name && *name &&
	       (strlen(*name) != size - behind ||
		strncmp(*name, player + strlen(sample), size - behind) != 0))
		name++;
	if (name && *name && !setup_given(setup, program->name)) {
		FREED char *command = bytes_text("%s%s", sample, *name);

		setup_put(setup, program, command);
	}
}

static char *seat_told(struct setup *setup, int seat, const char *word, const struct seat_settings *own)
{
	char *problem = seat_player(setup, seat, word, own);

	return problem ? problem : give_settings(setup, seat, word, own);
}

char *players_seat(struct setup *setup, const char *const *players, int count,
		   const struct seat_settings *own)
{
	static const struct seat_settings none;
	const struct protocol *protocol = protocol_named(setup->system);
	const struct option_row *program = protocol_option(protocol, OPTION_COMMAND);
	char *problem = NULL;

	for (int i = 0; program && i < count; i++)
		choose_program(setup, program, players[i]);
	if (program && !setup_given(setup, OPTION_TAPPED)) /* else the other judge has it */
		problem = bytes_behind(seat_program(setup, program), "--%s: ", program->name);
	for (int s = SEAT_1; s < SEAT_1 + count && !problem; s++)
		problem = bytes_behind(seat_told(setup, s, players[s - SEAT_1], own ? &own[s] : &none),
				       "player %d: ", s);
	if (!problem && count == 1 && setup_given(setup, option_name2.name))
		problem = bytes_text("--name2: there is no player 2");
	if (!problem && count == 1 && own && seat_settings_any(&own[SEAT_2]))
		problem = bytes_text("--seat-option 2: there is no player 2");
	return problem ? problem : setup_increment_problem(setup);
}

/* ---- cores ---- */

/* JUDGE:AGENTS or JUDGE:AGENT1:AGENT2.  */
static bool split(const char *text, const char *lists[SEATS])
{
	int count = 0;

	while (count < SEATS) {
		size_t size = strcspn(text, ":");

		lists[count++] = bytes_copy(text, size);
		text += size;
		if (!*text)
			break;
		text++;
	}
	if (*text || count < 2)
		return false;
	if (count == 2)
		lists[SEAT_2] = bytes_text("%s", lists[SEAT_1]);
	return true;
}

/* NULL, or that it has too few cores for so many games at once.  */
static char *short_of(const char *list, int games)
{
	int count = cores_count(list);

	return count >= games
		       ? NULL
		       : bytes_text("needs a core for each of the %d games at once, but \"%s\" has only %d: "
				    "add cores, or choose a lower --concurrency",
				    games, list, count);
}

char *cpus_problem(const char *list, int games)
{
	char *problem = cores_problem(list);

	return problem ? problem : short_of(list, games);
}

char *cpus_take_own(const struct setup *setup, const char *lists[SEATS])
{
	for (int s = SEAT_1; s < SEATS; s++) {
		const char *own = seat_setting_given(setup, SEAT_CPUS, s);
		char *why = own ? cores_problem(own) : NULL;

		if (why)
			return bytes_behind(why, "player %d: cpus: ", s);
		if (own) {
			free((char *)lists[s]);
			lists[s] = cores_part(own, 0, 1);
		}
	}
	return NULL;
}

char *cpus_settle(struct match_options *options)
{
	const char **lists = options->session.cpus;
	char *problem = NULL;

	if (!options->cpus)
		return cpus_take_own(&options->session.setup, lists);
	if (!split(options->cpus, lists))
		return bytes_text("--cpus: expected lists of cores as JUDGE:AGENTS or JUDGE:AGENT1:AGENT2, "
				  "such as 0:1-3 or 0:1:2,3, not \"%s\"",
				  options->cpus);
	for (int s = 0; s < SEATS && !problem; s++)
		problem = cores_problem(lists[s]);
	if (problem)
		return bytes_behind(problem, "--cpus: ");
	problem = cpus_take_own(&options->session.setup, lists);
	if (problem) /* after the pin this process could use no other core */
		return problem;
	return bytes_behind(cores_pin(lists[SEAT_NONE]), "--cpus: ");
}

char *cpus_check(const struct match_options *options, int games)
{
	const char *const *lists = options->session.cpus;

	for (int s = SEAT_1; s < SEATS; s++) {
		char *why = lists[s] ? short_of(lists[s], games) : NULL;

		if (why)
			return bytes_behind(why, "%scpus: agent %d ", options->cpus ? "--" : "", s);
	}
	return NULL;
}

void cpus_free(const char *lists[SEATS])
{
	for (int s = 0; s < SEATS; s++)
		free((char *)lists[s]);
}
