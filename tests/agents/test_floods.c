/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_floods.c - an agent that floods the judge while it thinks gains no time by it, and its opponent loses
 * none.
 *
 * In its second turn the agent writes for a minute without a pause, and then answers.  Its limit is shorter.
 */
#include "../test.h"
#include "games.h"
#include "recorded.h"

#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED
#endif
#endif

/* Sanitizers look at the same code under either limit: then each seat has one of them.  */
#ifdef SANITIZED
enum { STEP = 3 };
#else
enum { STEP = 1 };
#endif

enum { OPTIONS = 4 };

static const struct row {
	const char *system;
	const char *options[OPTIONS];
	const char *agent, *mode, *good;
} rows[] = {
	{"gomocup", {"--tolerance", "0"}, "brain", "floods-and-moves", "good 12"},
	{"gomocup", {"--tolerance", "0"}, "brain", "floods-among-hogs", "good 12"},
	{"lmc", {"--turns", "4"}, "player", "--at 2 floods-and-moves", "good"},
	{"lmc", {"--turns", "4"}, "player", "--at 2 floods-among-hogs", "good"},
	{"lmc2", {"--max-timeouts", "1", "--game-program"}, "player", "--at 2 floods-and-moves", "good"},
	{"lmc2", {"--max-timeouts", "1", "--game-program"}, "player", "--at 2 floods-among-hogs", "good"},
	{"qchess", {"--max-moves", "4"}, "qchess_agent", "--at 1 floods-and-moves", "good"},
	{"asimulator", {"--world"}, "asim_client", "floods-and-moves 14221", "good 22221"},
	{"uci", {"--tolerance", "0"}, "uci_engine", "floods-and-moves", "good"},
	{"uci", {"--tolerance", "0"}, "uci_engine", "floods-among-hogs", "good"},
	{"uci", {"--tolerance", "0"}, "uci_engine", "floods-info", "good"},
};

/* The limit of a turn for all, and the one that the flood passes.  The other seat has time: what it does
 * before the flood may wait for a core.  */
static const char *const limits[][2] = {{"60s", "turn-time=700ms"}, {"0", "match-time=1200ms"}};

enum { LIMITS = LENGTH(limits), MATCHES = LIMITS * 2 };

/* The clients of asimulator know only rules without conditions.  */
static const char world[] = "AWorld 1\nMove_Cost 1\nTurn_Left_Cost 1\nTurn_Right_Cost 1\nGrab_Cost 1\n"
			    "Item_Reward 50\nHome_Reward 9\nInitial_Score -10\n"
			    "Agent 1 1 0\nMap 4 3\n####\n#hi#\n####\n";
static char folder[] = "/tmp/ringside-test-XXXXXX", world_path[80];

static int add_options(const struct row *row, const char **args, char game[400])
{
	int count = 0;

	for (int i = 0; i < OPTIONS && row->options[i]; i++) {
		args[count++] = row->options[i];
		if (strcmp(row->options[i], "--world") == 0)
			args[count++] = world_path;
		else if (strcmp(row->options[i], "--game-program") == 0)
			args[count++] = game_program(game, "good", "4");
	}
	return count;
}

static struct recorded begin(const struct row *row, const char *const limit[2], int seat, int n)
{
	char mark[30], own[60], one[400], two[400], game[400];
	const char *args[ARGS_MAX] = {"--turn-time", limit[0], "--seat-option", own};
	int count = 4 + add_options(row, args + 4, game);

	snprintf(mark, sizeof(mark), "floods-%d", n);
	snprintf(own, sizeof(own), "%d:%s", seat, limit[1]);
	snprintf(one, sizeof(one), "'%s/%s' %s", env("AGENTS"), row->agent, row->mode);
	snprintf(two, sizeof(two), "'%s/%s' %s", env("AGENTS"), row->agent, row->good);
	args[count++] = seat == 1 ? one : two;
	args[count] = seat == 1 ? two : one;
	return recorded_begin(mark, row->system, args);
}

TEST_EACH(a_flood_gains_no_time_on_either_seat_under_either_limit, struct row, rows, mode)
{
	struct recorded match[MATCHES];

	for (int i = 0; i < MATCHES; i += STEP)
		match[i] = begin(row, limits[i / 2], 1 + i % 2, i);
	for (int i = 0; i < MATCHES; i += STEP) {
		int seat = 1 + i % 2;

		print_message("%s, limit %s, seat %d\n", row->system, limits[i / 2][1], seat);
		recorded_end(&match[i]);
		recorded_expect(&match[i], 3 - seat, "timeout", seat, NULL);
		recorded_free(&match[i]);
	}
}

TEST(a_game_program_that_floods_is_given_up_at_its_limit)
{
	char game[400], one[400];
	struct recorded match FREED_BY(recorded_free);

	match = recorded_play("floods", "lmc2",
			      ARGS("--hang-time", "700ms", "--game-program",
				   game_program(game, "floods-among-hogs", "4"), player(one, "good", ""),
				   player(one, "good", "")));
	recorded_expect(&match, NONE, "game", NONE, "did nothing for 0.700 s");
}

/* ---- a slow judge ---- */

/* Under valgrind the judge takes 30 times as long for each byte, as sanitizers make it take ten times as
 * long: each read of a flood holds it up.  */
static struct outcome play_slowly(const char *file, const char *const *args)
{
	static const char valgrind[] = "/usr/bin/valgrind";
	/* Fair: else the thread that records may keep the judge from its work for seconds.  */
	const char *all[ARGS_MAX] = {"-q", "--tool=none", "--fair-sched=try", env("RINGSIDE")};
	bool sanitized = false;
	int count = 4;

#ifdef SANITIZED
	sanitized = true;
#endif
	if (!sanitized && access(valgrind, X_OK) != 0)
		skip();
	all[count++] = "run";
	all[count++] = "gomocup";
	for (const char *const *more = ARGS("--seat-option=1:turn-time=700ms", "--turn-time", "60s",
					    "--tolerance", "0", "--json", "--record", file);
	     *more; more++)
		all[count++] = *more;
	while (*args)
		all[count++] = *args++;
	return sanitized ? run_program(env("RINGSIDE"), "slow", all + 4) : run_program(valgrind, "slow", all);
}

static void expect_timeout_of(const struct outcome *outcome, int seat)
{
	json_t *game = json_loads(outcome->out, 0, NULL);

	print_message("%s%s", outcome->out, outcome->err);
	assert_non_null(game);
	assert_string_equal(game_word(game, "reason"), "timeout");
	assert_int_equal(json_integer_value(json_object_get(game, "blame")), seat);
	json_decref(game);
}

TEST(the_work_on_a_flood_is_time_of_the_seat_that_floods)
{
	char file[80];
	struct outcome outcome;

	snprintf(file, sizeof(file), "%s/slow.ringside", folder);
	outcome = play_slowly(file, ARGS(agent("brain floods-and-moves"), agent("brain good 12")));
	expect_timeout_of(&outcome, 1);
	/* The clock of a replay counts the same.  */
	ends(ringside("again", ARGS("open", file, "--batch", "-x", "goto 2", "-x", "info board")), 0, NULL,
	     NULL);
}

static int group_begin(void **state)
{
	folder_make(folder);
	snprintf(world_path, sizeof(world_path), "%s/test.world", folder);
	file_write(world_path, world, false);
	return 0;
}

static int group_end(void **state)
{
	folder_remove(folder);
	return 0;
}

TEST_MAIN(group_begin, group_end)
