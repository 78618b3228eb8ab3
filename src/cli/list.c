/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* list.c - what the systems offer: `ringside list` lists systems, games, samples, named players, formats and
 * themes, `ringside rules` prints what the rules of one say about a position.  */
#include "ringside/bytes.h"
#include "ringside/cli.h"
#include "ringside/named_player.h"
#include "ringside/say.h"
#include "ringside/theme.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *who_has_rules(const struct protocol *other)
{
	struct bytes text = {0};
	const char *joint = ": expected ";

	bytes_addf(&text, "%s cannot judge a position", other->name);
	for (int i = 0; protocol_at(i); i++)
		if (protocol_at(i)->tools->rules) {
			bytes_addf(&text, "%s%s", joint, protocol_at(i)->name);
			joint = " or ";
		}
	return text.at;
}

int cli_rules(struct invocation *invocation)
{
	const struct protocol *protocol = invocation->call.match.protocol;
	char *problem = NULL, *text;
	int status = EXIT_VERDICT;

	if (!protocol->tools->rules)
		return say_failure(who_has_rules(protocol), EXIT_USAGE);
	if (!invocation->position)
		return say_failure(bytes_text("--position is missing: ringside rules %s",
					      invocation->subcommand->arguments),
				   EXIT_USAGE);
	text = protocol->tools->rules(&invocation->call.match.session.setup, invocation->position, &problem);
	if (problem) {
		status = say_failure(problem, EXIT_USAGE);
	} else if (!say("%s", text) || fflush(stdout) < 0) {
		say_error("ringside: stdout cannot be written: %s\n", strerror(errno));
		status = EXIT_CANNOT_RUN;
	}
	free(text);
	return status;
}

static void print_games(void)
{
	say("games:\n");
	for (int i = 0; protocol_at(i); i++) {
		const struct protocol *protocol = protocol_at(i);

		for (const struct option_row *const *row = protocol->options; *row; row++) {
			const struct option_choice *game = (*row)->content ? (*row)->choices : NULL;

			for (; game && game->word; game++)
				say("  --%s %-16s %s: %s\n", (*row)->name, game->word, protocol->name,
				    game->title);
		}
	}
}

static void print_samples(void)
{
	char **names;

	say("samples (as sample:NAME):\n");
	for (int i = 0; protocol_at(i); i++) {
		if (agent_samples(protocol_at(i)->bundle->samples, &names))
			say("  %-12s", protocol_at(i)->name);
		for (int n = 0; names[n]; n++)
			say(" %s%s", names[n], names[n + 1] ? "" : "\n");
		free(names);
	}
}

/* Those that the config names.  */
static void print_players(void)
{
	const struct named_player *player;

	for (int i = 0; (player = named_player_at(i)); i++) {
		char *command = bytes_escaped(player->command, strlen(player->command));

		if (!i)
			say("players of the config (as @NAME):\n");
		say("  %-12s %s: %s\n", player->name, player->system ? player->system : "every system",
		    command);
		free(command);
	}
}

static void print_themes(void)
{
	char **names = theme_names();

	say("themes:\n");
	for (int i = 0; names && names[i]; i++) {
		char *description = theme_description(names[i]);

		say("  %-12s %s\n", names[i], description ? description : "");
		free(description);
		free(names[i]);
	}
	free(names);
}

static void print_formats(void)
{
	say("formats of other programs (open, export --format, --from):\n");
	for (int i = 0; protocol_at(i); i++)
		for (const struct file_format *const *f = protocol_at(i)->formats; f && *f; f++)
			say("  %-12s %s: %s\n", (*f)->name, protocol_at(i)->name, (*f)->title);
	for (int i = 0; match_file_every[i]; i++)
		say("  %-12s every system: %s (export)\n", match_file_every[i]->name,
		    match_file_every[i]->title);
}

int cli_list(struct invocation *invocation)
{
	(void)invocation;
	say("systems:\n");
	for (int i = 0; protocol_at(i); i++)
		say("  %-12s %s\n", protocol_at(i)->name, protocol_at(i)->texts->title);
	print_games();
	print_samples();
	print_players();
	print_formats();
	print_themes();
	return say_finish();
}
