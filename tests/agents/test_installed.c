/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_installed.c - scripts/setup, and an installed tree that was moved.
 *
 * BINDIR, DOCDIR, PKGDATADIR and PKGLIBEXECDIR are the folders of make install.  */
#include "../test.h"
#include "config.h"
#include "games.h"
#include "program.h"
#include "ringside/bytes.h"

/* Runs sh with the moved tree as $0.  */
static struct outcome in_moved(const char *folder, const char *script)
{
	static const char names[] = "bin=\"$0/" BINDIR "\" data=\"$0/" PKGDATADIR
				    "\" programs=\"$0/" PKGLIBEXECDIR "\" pages=\"$0/" DOCDIR "\"\n";
	char line[2000];

	snprintf(line, sizeof(line), "%s%s", names, script);
	return run_program("/bin/sh", "installed", ARGS("-c", line, folder));
}

TEST(a_moved_tree_finds_its_samples_worlds_themes_and_manual)
{
	static const char moves[] =
		"mkdir -p \"$bin\" \"$pages\" \"$data/themes\" \"$data/worlds\" \"$programs/samples\" && "
		"cp \"$RINGSIDE\" \"$bin/ringside\" && "
		"cp \"$AGENTS/brain\" \"$programs/samples/pbrain-moved\" && "
		"cp \"$WORLDS/room.world\" \"$data/worlds/moved.world\" && "
		"echo page >\"$pages/playing.md\" && mkdir -p \"$pages/src/systems/lmc\" && "
		"echo page >\"$pages/src/systems/lmc/README.md\" && "
		"echo '[theme]' >\"$data/themes/moved.theme\" && \"$bin/ringside\" list";
	static const char plays[] = "\"$bin/ringside\" run asimulator --world moved sample:none; "
				    "\"$bin/ringside\" run gomocup sample:moved sample:moved --turn-time 1s";
	char folder[] = "/tmp/ringside-test-XXXXXX", *page;
	struct outcome outcome;

	folder_make(folder);
	outcome = in_moved(folder, moves);
	if (outcome.status != 0 || !strstr(outcome.out, " moved"))
		fail_msg("status %d: %s%s", outcome.status, outcome.out, outcome.err);
	assert_non_null(strstr(strstr(outcome.out, "themes"), " moved"));
	outcome = in_moved(folder, "\"$bin/ringside\" help playing");
	page = bytes_text("\n      %s" DOCDIR "/playing.md\n", folder);
	if (!strstr(outcome.out, page))
		fail_msg("no%s in %s", page, outcome.out);
	free(page);
	outcome = in_moved(folder, "\"$bin/ringside\" help lmc");
	page = bytes_text("\n      %s" DOCDIR "/src/systems/lmc/README.md\n", folder);
	if (!strstr(outcome.out, page))
		fail_msg("no%s in %s", page, outcome.out);
	free(page);
	outcome = in_moved(folder, plays);
	assert_null(strstr(outcome.err, "moved")); /* only the player is missing */
	assert_non_null(strstr(outcome.out, "game 1: "));
	ends(in_moved(folder, "rm -r \"$0\""), 0, NULL, NULL);
}

#define PLAYERS "'sample:a good 3' 'sample:b good 12'"

/* As by --prefix=$HOME/.local: what a sandbox hides.  */
TEST(a_tree_in_a_hidden_folder_plays_in_sandboxes)
{
	static const char copies[] = "enter=$(dirname \"$RINGSIDE\")/src/io/ringside-enter && "
				     "mkdir -p \"$bin\" \"$programs/samples\" && "
				     "cp \"$RINGSIDE\" \"$bin\" && cp \"$enter\" \"$programs\" && "
				     "cp \"$AGENTS/brain\" \"$programs/samples/pbrain-a\" && "
				     "cp \"$AGENTS/brain\" \"$programs/samples/pbrain-b\"";
	static const char *const commands[] = {
		"run gomocup " PLAYERS " --turn-time 20s --record \"$0/match.ringside\"",
		"rerun \"$0/match.ringside\" --seat 1",
		"check gomocup 'sample:a good 3' --only about",
		"tournament gomocup " PLAYERS " --turn-time 20s --results \"$0/results\"",
	};
	char folder[] = "/tmp/ringside-test-XXXXXX", line[400];
	struct outcome outcome;

	if (!sandbox_works())
		skip();
	folder_make(folder);
	ends(in_moved(folder, copies), 0, NULL, NULL);
	for (size_t i = 0; i < LENGTH(commands); i++) {
		snprintf(line, sizeof(line), "HOME=\"$0\" \"$bin/ringside\" %s --sandbox", commands[i]);
		ends(in_moved(folder, line), 0, NULL, NULL);
	}
	outcome = in_moved(folder, "\"$bin/ringside\" run gomocup --sandbox-show " PLAYERS);
	assert_null(strstr(outcome.out, "/../"));
	assert_non_null(strstr(outcome.out, "/samples/pbrain-a"));
	folder_remove(folder);
}

/* On a system that has only bash.  */
TEST(setup_without_root_and_sudo_prints_the_command_to_run)
{
	static const char script[] = "mkdir \"$0/bin\" && ln -s \"$(command -v bash)\" \"$0/bin/bash\" && "
				     "printf '#!/bin/sh\\necho 1000\\n' >\"$0/bin/id\" && "
				     "printf '#!/bin/sh\\nexit 1\\n' >\"$0/bin/dpkg-query\" && "
				     "cp \"$0/bin/dpkg-query\" \"$0/bin/apt-get\" && (cd \"$0/bin\" && chmod "
				     "+x id dpkg-query apt-get) && "
				     "PATH=\"$0/bin\" bash \"$AGENT_SCRIPTS/../../scripts/setup\"";
	char folder[] = "/tmp/ringside-test-XXXXXX";
	struct outcome outcome;
	const char *line;

	folder_make(folder);
	outcome = run_program("/bin/sh", "setup", ARGS("-c", script, folder));
	line = strstr(outcome.err, "\napt-get update && apt-get install -y ");
	assert_int_equal(outcome.status, 1);
	assert_non_null(line);
	assert_non_null(strstr(line, " libtsm-dev "));
	assert_string_equal(strchr(line + 1, '\n'), "\n"); /* it is one line, the last one */
	outcome = in_moved(folder, "rm -r \"$0\"");
}

TEST(version_names_the_authors_and_the_licence)
{
	struct outcome outcome = run_program(env("RINGSIDE"), "version", ARGS("--version"));

	assert_int_equal(outcome.status, 0);
	assert_string_equal(outcome.err, "");
	assert_ptr_equal(strstr(outcome.out, "ringside " PACKAGE_VERSION "\n"), outcome.out);
	assert_non_null(strstr(outcome.out, "The ringside authors\n"));
	assert_non_null(strstr(outcome.out, "\nGPL-3.0-or-later: "));
}

TEST_MAIN(NULL, NULL)
