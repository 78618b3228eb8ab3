/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* list.c - `ringside list`: lists systems, games, samples, named players, formats and themes.  */
#include "ringside/bytes.h"
#include "ringside/cli.h"
#include "ringside/named_player.h"
#include "ringside/say.h"
#include "ringside/theme.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
