/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* config.c - a target of the fuzzer: a config file, for a match of the system that the first byte chooses.
 *
 * What is put into the text of the file can be read there.  */
#include "targets.h"

#include "ringside/cli.h"
#include "ringside/command.h"
#include "ringside/ini.h"
#include "ringside/named_player.h"

#include <stdlib.h>
#include <string.h>

static void begin(struct invocation *invocation, const struct protocol *protocol)
{
	static const struct subcommand play = {.name = "play", .bit = ON_PLAY};

	*invocation = (struct invocation){.subcommand = &play, .call.match.protocol = protocol};
	setup_init(&invocation->call.match.session.setup);
	invocation->call.match.session.setup.system = protocol->name;
	settings_init(&invocation->call.settings);
	for (const struct option_place *place = cli_options; place->row; place++)
		if (place->size)
			option_store(place, invocation, place->row->value, place->row->text);
}

static void end(struct invocation *invocation)
{
	for (const struct option_place *place = cli_options; place->row; place++)
		if (place->size && option_is_text(place->row))
			option_store(place, invocation, 0, NULL);
	setup_free(&invocation->call.match.session.setup);
	settings_free(&invocation->call.settings);
	bindings_reset();
}

static void use_players(const char *system)
{
	const struct named_player *player;

	for (int i = 0; (player = named_player_at(i)); i++) {
		FREED char *word = bytes_text("@%s", player->name);
		FREED char *problem = NULL;

		if (player->command)
			free(named_player_words(word, system, &problem));
	}
	named_players_free();
}

static void put(struct rest input)
{
	struct bytes text FREED_BY(bytes_free) = {0};
	char *value;

	bytes_add(&text, input.at, input.size);
	ini_put(&text, "screen", "theme", "dark");
	value = ini_get(&text, "screen", "theme");
	if (!value || strcmp(value, "dark") != 0)
		fuzz_wrong("the theme is %s in: %s", value ? value : "missing", text.at);
	free(value);
}

void fuzz_config(struct rest input)
{
	unsigned systems = 0, what = next(&input);
	struct invocation invocation;

	while (protocol_at((int)systems))
		systems++;
	begin(&invocation, protocol_at((int)(what % systems)));
	invocation.config = bytes_text("%s", fuzz_nameless(input));
	free(cli_config(&invocation));
	use_players(invocation.call.match.protocol->name);
	end(&invocation);
	put(input);
}
