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

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Runs sh with the moved tree as $0.  */
static struct outcome in_moved(const char *folder, const char *script)
{
	static const char names[] = "bin=\"$0/" BINDIR "\" data=\"$0/" PKGDATADIR
				    "\" programs=\"$0/" PKGLIBEXECDIR "\" pages=\"$0/" DOCDIR "\"\n";
	char line[2000];

	snprintf(line, sizeof(line), "%s%s", names, script);
	return run_program("/bin/sh", "installed", (const char *[]){"-c", line, folder, NULL});
}

TEST(a_moved_tree_finds_its_samples_worlds_themes_and_manual)
{
	static const char moves[] =
		"mkdir -p \"$bin\" \"$pages\" \"$data/themes\" \"$data/worlds\" \"$programs/samples\" && "
		"cp \"$RINGSIDE\" \"$bin/ringside\" && "
		"cp \"$AGENTS/brain\" \"$programs/samples/pbrain-moved\" && "
		"cp \"$WORLDS/room.world\" \"$data/worlds/moved.world\" && "
		"echo page >\"$pages/playing.md\" && "
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
	outcome_free(&outcome);
	outcome = in_moved(folder, "\"$bin/ringside\" help playing");
	page = bytes_text("\n      %s" DOCDIR "/playing.md\n", folder);
	if (!strstr(outcome.out, page))
		fail_msg("no%s in %s", page, outcome.out);
	free(page);
	outcome_free(&outcome);
	outcome = in_moved(folder, plays);
	assert_null(strstr(outcome.err, "moved")); /* only the player is missing */
	assert_non_null(strstr(outcome.out, "game 1: "));
	outcome_free(&outcome);
	outcome = in_moved(folder, "rm -r \"$0\"");
	assert_int_equal(outcome.status, 0);
	outcome_free(&outcome);
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
	outcome = in_moved(folder, copies);
	assert_int_equal(outcome.status, 0);
	outcome_free(&outcome);
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		snprintf(line, sizeof(line), "HOME=\"$0\" \"$bin/ringside\" %s --sandbox", commands[i]);
		outcome = in_moved(folder, line);
		if (outcome.status != 0)
			fail_msg("%s: status %d: %s%s", commands[i], outcome.status, outcome.out,
				 outcome.err);
		outcome_free(&outcome);
	}
	outcome = in_moved(folder, "\"$bin/ringside\" run gomocup --sandbox-show " PLAYERS);
	assert_null(strstr(outcome.out, "/../"));
	assert_non_null(strstr(outcome.out, "/samples/pbrain-a"));
	outcome_free(&outcome);
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
	outcome = run_program("/bin/sh", "setup", (const char *[]){"-c", script, folder, NULL});
	line = strstr(outcome.err, "\napt-get update && apt-get install -y ");
	assert_int_equal(outcome.status, 1);
	assert_non_null(line);
	assert_non_null(strstr(line, " libtsm-dev "));
	assert_string_equal(strchr(line + 1, '\n'), "\n"); /* it is one line, the last one */
	outcome_free(&outcome);
	outcome = in_moved(folder, "rm -r \"$0\"");
	outcome_free(&outcome);
}

TEST(version_names_the_authors_and_the_licence)
{
	struct outcome outcome = run_program(env("RINGSIDE"), "version", (const char *[]){"--version", NULL});

	assert_int_equal(outcome.status, 0);
	assert_string_equal(outcome.err, "");
	assert_ptr_equal(strstr(outcome.out, "ringside " PACKAGE_VERSION "\n"), outcome.out);
	assert_non_null(strstr(outcome.out, "The ringside authors\n"));
	assert_non_null(strstr(outcome.out, "\nGPL-3.0-or-later: "));
	outcome_free(&outcome);
}

TEST_MAIN(NULL, NULL)
