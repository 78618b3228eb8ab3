/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_lost.c - the record of a game that an agent loses by a fault stays, and is named beside the result, in
 * each system; no other does.  */
#include "../test.h"
#include "program.h"

#include "ringside/bytes.h"
#include <dirent.h>
#include <stdlib.h>

/* Players of each system, of whom the first leaves at once.  */
#define LEAVES "sh -c 'exit 3'"
static const struct players {
	const char *system, *one, *two, *option;
} players[] = {
	{"gomocup", LEAVES, "sample:random", "--seed=1"},
	{"lmc", LEAVES, "sample:rotate", "--game=roshambo"},
	{"lmc2", LEAVES, "sample:rotate", "--game-program=sample:roshambo"},
	{"qchess", LEAVES, "sample:random", "--seed=1"},
	{"asimulator", LEAVES, "sample:rotate", "--seed=1"},
	{"uci", LEAVES, "sample:random", "--seed=1"},
};

/* The folders of series whose games were kept.  */
static int folders(void)
{
	DIR *entries = opendir(in_folder("ringside/faults"));
	const struct dirent *entry;
	int count = 0;

	while (entries && (entry = readdir(entries)))
		count += *entry->d_name != '.';
	if (entries)
		closedir(entries);
	return count;
}

/* What follows "; kept in " in the output, up to the end of the line.  */
static char *kept_in(const struct outcome *outcome)
{
	const char *path = strstr(outcome->out, "; kept in ");

	if (!path)
		fail_msg("no file is named: %s%s", outcome->out, outcome->err);
	path += strlen("; kept in ");
	return kept(bytes_copy(path, strcspn(path, "\n")));
}

static int at_home(void **state UNUSED)
{
	return setenv("XDG_STATE_HOME", test_folder(), 1);
}

#define TEST_AT_HOME(name) TEST_IN(name, at_home, test_folder_remove)

TEST_AT_HOME(a_game_that_is_lost_by_a_fault_is_kept_in_each_system)
{
	for (size_t i = 0; i < LENGTH(players); i++) {
		const struct players *row = &players[i];
		struct outcome outcome =
			ringside("lost", ARGS("run", row->system, row->one, row->two, row->option));

		ends(outcome, 0, "status 3", NULL);
		ends(ringside("lost", ARGS("open", kept_in(&outcome), "--batch", "-x", "why")), 0, "status 3",
		     NULL);
	}
	assert_int_equal(folders(), LENGTH(players));
}

TEST_AT_HOME(a_game_that_ends_well_is_not_kept)
{
	ends(ringside("lost", ARGS("run", "gomocup", "sample:threat", "sample:random", "--games", "4",
				   "--concurrency", "2", "--turn-time", "0")),
	     0, "game 4: ", NULL);
	ends(ringside("lost", ARGS("run", "uci", LEAVES, "sample:random", "--no-keep")), 0, "status 3", NULL);
	assert_int_equal(folders(), 0);
}

/* Of several games only those, whoever plays them at once; results name them, too.  */
TEST_AT_HOME(only_lost_games_of_a_series_and_of_a_tournament_are_kept)
{
	/* No move of white, and only the first one of black.  */
	static const char engine[] =
		"sh -c 'while read -r l; do case $l in uci) echo uciok;; isready) echo readyok;; "
		"quit) exit;; go*) echo bestmove e7e5;; esac; done'";
	const char *results = in_folder("results.jsonl");
	struct outcome outcome = ringside("lost", ARGS("run", "uci", engine, "sample:random", "--games", "2",
						       "--concurrency", "2", "--results", results,
						       "--opening", "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1"));

	ends(outcome, 0, "; kept in ", "games that were lost by a fault: 2, kept in ");
	ends(ringside("lost", ARGS("open", kept_in(&outcome), "--batch", "-x", "why")), 0, "e7e5", NULL);
	outcome = ringside("lost",
			   ARGS("tournament", "uci", "--batch", "--no-sandbox", engine, "sample:random"));
	ends(outcome, 0, "; kept in ", NULL);
	ends(ringside("lost", ARGS("open", kept_in(&outcome), "--batch", "-x", "why")), 0, "e7e5", NULL);
	assert_int_equal(left_behind("lost"), 0);
}

#define FAILS                                                                                                \
	"--referee=sh -c 'read s; echo \"> 1 go\"; echo \"ask 1\"; read a; read d; echo cause >&2; "         \
	"printf \"\\tat trace\\n\\n\" >&2; exit 3'"

/* What the writer of the rules looks for is in the output and in the file.  */
TEST_AT_HOME(a_game_whose_referee_fails_is_kept_and_its_words_are_told)
{
	struct outcome outcome = ringside("lost", ARGS("run", "referee", FAILS, "cat", "cat"));

	ends(outcome, 0, "exited with status 3", "the game program failed, and said last: \"cause\"");
	ends(ringside("lost", ARGS("open", kept_in(&outcome), "--batch", "-x", "why")), 0, "cause", NULL);
	outcome = ringside("lost", ARGS("run", "referee", FAILS, "cat", "cat", "--games", "2"));
	ends(outcome, 0, "; kept in ", "game-000002-void.ringside");
	assert_non_null(strstr(outcome.err, "games that were lost by a fault: 2, kept in "));
	ends(ringside("lost", ARGS("open", kept_in(&outcome), "--batch", "-x", "why")), 0, "cause", NULL);
}

TEST_MAIN(NULL, NULL)
