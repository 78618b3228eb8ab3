/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* players.c - seats players from the words of the command line.  */
#include "players.h"
#include "ringside/bytes.h"
#include "ringside/named_player.h"
#include <stdlib.h>
#include <string.h>

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

static char *seat_told(struct setup *setup, int seat, const char *word, const struct seat_settings *own)
{
	char *problem = seat_player(setup, seat, word, own);

	return problem ? problem : give_settings(setup, seat, word, own);
}

/* Names the player in a problem.  Frees the problem.  */
static char *about(char *problem, const char *who, int seat)
{
	char *full = NULL;

	if (problem)
		full = seat == SEAT_NONE ? bytes_text("--%s: %s", who, problem)
					 : bytes_text("%s %d: %s", who, seat, problem);
	free(problem);
	return full;
}

char *players_seat(struct setup *setup, const char *const *players, int count,
		   const struct seat_settings *own)
{
	static const struct seat_settings none;
	const struct protocol *protocol = protocol_named(setup->system);
	const struct option_row *program = protocol_option(protocol, OPTION_COMMAND);
	char *problem = NULL;

	if (program)
		problem = about(seat_program(setup, program), program->name, SEAT_NONE);
	for (int s = SEAT_1; s < SEAT_1 + count && !problem; s++)
		problem = about(seat_told(setup, s, players[s - SEAT_1], own ? &own[s] : &none), "player", s);
	if (!problem && count == 1 && setup_given(setup, option_name2.name))
		problem = bytes_text("--name2: there is no player 2");
	if (!problem && count == 1 && own && seat_settings_any(&own[SEAT_2]))
		problem = bytes_text("--seat-option 2: there is no player 2");
	return problem ? problem : setup_increment_problem(setup);
}

char *verdict_words(const struct match *match)
{
	const struct verdict *verdict = &match->verdict;
	const char *names[SEATS] = {"", match->setup.seat[1].name, match->setup.seat[2].name};
	int lone = setup_lone_seat(&match->setup);

	if (lone != SEAT_NONE)
		return bytes_text("%s: %s (%s)", names[lone], verdict->reason, verdict->detail);
	if (verdict->winner == WINNER_NONE)
		return bytes_text("no winner: %s (%s)", verdict->reason, verdict->detail);
	if (verdict->winner == WINNER_DRAW)
		return bytes_text("%s and %s draw: %s (%s)", names[1], names[2], verdict->reason,
				  verdict->detail);
	return bytes_text("%s (seat %d) beats %s: %s (%s)", names[verdict->winner], verdict->winner,
			  names[seat_opponent(verdict->winner)], verdict->reason, verdict->detail);
}
