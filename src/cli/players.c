/* players.c - who sits on which seat, from the words of a command line.  */
#include "players.h"
#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

/* What to call an agent until it says its own name: the name of its program without folder, what the names of
 * samples begin with, and ending.  */
static char *name_of(const char *command, const char *const *samples)
{
	char *problem = NULL, **argv;
	const char *name, *slash;
	char *copy, *dot;

	if (strncmp(command, "sample:", 7) == 0)
		return bytes_text("%.*s", (int)strcspn(command + 7, " "), command + 7);
	argv = agent_command(command, samples, &problem);
	free(problem);
	if (!argv)
		return bytes_text("%s", command);
	slash = strrchr(argv[0], '/');
	name = slash ? slash + 1 : argv[0];
	for (const char *const *sample = samples; *sample; sample++)
		if (strncmp(name, *sample, strlen(*sample)) == 0 && name[strlen(*sample)]) {
			name += strlen(*sample);
			break;
		}
	copy = bytes_text("%s", name);
	dot = strrchr(copy, '.');
	if (dot && dot > copy)
		*dot = '\0';
	free(argv);
	return copy;
}

/* Who sits on a seat: NULL, or what is wrong.  */
static char *seat_player(struct setup *setup, int seat, const char *word)
{
	struct seat_setup *at = &setup->seat[seat];
	const char *const *samples = protocol_named(setup->system)->samples;
	char *problem = NULL, **argv;

	at->command = bytes_text("%s", word);
	if (strcmp(word, "human") == 0) {
		if (seat == SEAT_NONE)
			return bytes_text("a person cannot be the game program");
		at->kind = SEAT_HUMAN;
		at->name = bytes_text("human");
		return NULL;
	}
	at->kind = SEAT_AGENT;
	argv = agent_command(word, samples, &problem);
	if (!argv)
		return problem;
	free(argv);
	at->name = name_of(word, samples);
	return NULL;
}

/* With who it is about, for people.  Owns the problem.  */
static char *about(char *problem, const char *who, int seat)
{
	char *full = NULL;

	if (problem)
		full = seat == SEAT_NONE ? bytes_text("--%s: %s", who, problem)
					 : bytes_text("%s %d: %s", who, seat, problem);
	free(problem);
	return full;
}

const char *cli_option_value(const struct setup *setup, const char *name)
{
	const struct option_row *row = protocol_named(setup->system)->options;

	while (row->name && strcmp(row->name, name) != 0)
		row++;
	return setup_get(setup, name, row->fallback);
}

char *cli_seats(struct setup *setup, const char *const *players, int count)
{
	const struct protocol *protocol = protocol_named(setup->system);
	const char *program = protocol->program_option;
	char *problem = NULL;

	if (program)
		problem = about(seat_player(setup, SEAT_NONE, cli_option_value(setup, program)), program,
				SEAT_NONE);
	for (int s = SEAT_1; s < SEAT_1 + count && !problem; s++)
		problem = about(seat_player(setup, s, players[s - SEAT_1]), "player", s);
	return problem;
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
