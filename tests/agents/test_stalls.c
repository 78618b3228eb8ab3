/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_stalls.c - what holds up the judge is charged to no agent: SIGSTOP, a locked match file, a slow disk.
 *
 * The agents are real processes. One stops the judge for 1.3 s in its second turn, and then plays on. strace
 * holds the judge up at its system calls.  */
#include "../test.h"
#include "ask_file.h"
#include "games.h"
#include "recorded.h"

#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

/* For strace: LeakSanitizer ends a process that is traced.  */
#define NO_LEAK_CHECK "ASAN_OPTIONS=detect_leaks=0"

enum { OPTIONS = 10 };

static const struct row {
	const char *system, *agent, *mode, *good;
	const char *options[OPTIONS];
	int winner;
	const char *reason;
} rows[] = {
	{"gomocup", "brain", "stops-judge 1", "good 12", {"--tolerance", "0"}, 1, "five"},
	{"lmc", "player", "--at 2 stops-judge", "good", {"--turns", "4"}, 0, "score"},
	{"lmc2", "player", "--at 2 stops-judge", "good", {"--game-program", NULL}, 0, "score"},
	{"qchess", "qchess_agent", "--at 1 stops-judge", "good", {"--max-moves", "4"}, 0, "max-moves"},
	{"asimulator", "asim_client", "stops-judge 14221", "good 0", {"--world", NULL}, 1, "score"},
};

static const struct row rows_of_many[] = {
	{"gomocup",
	 "brain",
	 "stops-judge-each-time 0",
	 "spreads 1",
	 {"--tolerance", "0", "--size", "20", "--draw-at", "16"},
	 0,
	 "draw-at"},
	{"lmc", "player", "stops-judge-each-time", "good", {"--turns", "8"}, 0, "score"},
	{"lmc2", "player", "stops-judge-each-time", "good", {"--game-program", "8"}, 0, "score"},
	{"qchess", "qchess_agent", "stops-judge-each-time", "good", {"--max-moves", "8"}, 0, "max-moves"},
	{"asimulator", "asim_client", "stops-judge-each-time 22222222", "good 0", {"--world"}, 2, "score"},
};

static const char strace[] = "/usr/bin/strace";

/* The clients of asimulator know only rules without conditions.  */
static const char world[] = "AWorld 1\nMove_Cost 1\nTurn_Left_Cost 1\nTurn_Right_Cost 1\nGrab_Cost 1\n"
			    "Item_Reward 50\nHome_Reward 9\nInitial_Score -10\n"
			    "Agent 1 1 0\nMap 4 3\n####\n#hi#\n####\n";
static char folder[] = "/tmp/ringside-test-XXXXXX", world_path[80];

/* The limits of a turn and of a match. One of them is shorter than the stall, or none is. The first system
 * plays with each, the others with every second one.  */
static const char *const limits[][2] = {{"20s", "0"}, {"1s", "0"}, {"20s", "40s"}, {"20s", "1200ms"}};

enum { LIMITS = LENGTH(limits) };

/* The n-th of the matches that are played at the same time.  */
static struct recorded begin(const struct row *row, const char *const limit[2], int n)
{
	char mark[30], bad[400], good[400], game[400];
	const char *args[ARGS_MAX] = {"--turn-time", limit[0], "--match-time", limit[1]};
	int count = 4;

	for (int i = 0; i < OPTIONS && row->options[i]; i++) {
		args[count++] = row->options[i];
		if (strcmp(row->options[i], "--world") == 0) {
			args[count++] = world_path;
		} else if (strcmp(row->options[i], "--game-program") == 0) {
			const char *rounds = row->options[++i];

			args[count++] = game_program(game, "good", rounds ? rounds : "");
		}
	}
	snprintf(bad, sizeof(bad), "'%s/%s' %s", env("AGENTS"), row->agent, row->mode);
	snprintf(good, sizeof(good), "'%s/%s' %s", env("AGENTS"), row->agent, row->good);
	args[count++] = bad;
	args[count] = good;
	snprintf(mark, sizeof(mark), "stops-judge-%d", n);
	return recorded_begin(mark, row->system, args);
}

static struct recorded play(const struct row *row, const char *const limit[2])
{
	struct recorded match = begin(row, limit, 0);

	recorded_end(&match);
	return match;
}

static int64_t number(const struct recorded *match, const char *sql)
{
	FREED char *text = recorded_ask(match, sql);
	int64_t value = strtoll(text, NULL, 10);

	return value;
}

/* The turn in which the judge was stopped has the time of the stop beside its own time, also in the object.
 */
static void expect_mark(const struct recorded *match)
{
	const json_t *turns = json_object_get(match->game, "held_turns");
	json_int_t touched = json_integer_value(json_array_get(turns, 0));

	assert_true(touched >= 1);
	assert_true(number(match, "select max(a) from event where event = 'held-up'") > 1000000000);
	assert_true(number(match, "select max(held_ns) from turn where seat = 1 and flags & 64") >
		    1000000000);
	assert_int_equal(number(match, "select count(*) from turn where seat = 1 and held_ns"), touched);
	assert_int_equal(number(match, "select count(*) from turn where (flags & 64 <> 0) <> (held_ns > 0)"),
			 0);
	assert_true(json_number_value(json_array_get(json_object_get(match->game, "held_longest"), 0)) > 1);
}

TEST_EACH(an_agent_that_answers_does_not_lose_when_the_judge_is_stopped, struct row, rows, system)
{
	struct recorded matches[LIMITS];
	int step = row == rows ? 1 : 2;

	for (int i = step - 1; i < LIMITS; i += step)
		matches[i] = begin(row, limits[i], i);
	for (int i = step - 1; i < LIMITS; i += step) {
		struct recorded *match = &matches[i];

		print_message("%s, limits %s and %s\n", row->system, limits[i][0], limits[i][1]);
		recorded_end(match);
		recorded_expect(match, row->winner, row->reason, NONE, NULL);
		expect_mark(match);
		/* Its time is less than the stop, although it answered after the judge was stopped.  */
		assert_int_equal(number(match, "select count(*) from turn where held_ns > 1000000000"
					       " and think_ns > held_ns"),
				 0);
		recorded_free(match);
	}
}

/* In each of its turns the judge is stopped, and the answer lies there when it goes on. Such a turn counts
 * until the judge was last seen awake. If it counted until the timer was late, each had nearly 20 ms. Without
 * a stall, too, a busy machine may take so long to run the agent, but not in most turns.  */
TEST_EACH(an_agent_that_answers_is_not_charged_when_the_judge_is_stopped_in_each_turn, struct row,
	  rows_of_many, system)
{
	static const char *const limit[2] = {"20s", "20s"};
	struct recorded match FREED_BY(recorded_free) = play(row, limit);
	int64_t turns = number(&match, "select count(*) from turn where seat = 1 and answered is not null");

	recorded_expect(&match, row->winner, row->reason, NONE, NULL);
	assert_true(turns >= 8);
	assert_int_equal(number(&match, "select count(*) from turn where seat = 1 and held_ns >= 40000000"),
			 turns);
	assert_true(number(&match, "select count(*) from turn where seat = 1 and held_ns"
				   " and think_ns < 10000000") > turns / 2);
	assert_int_equal(number(&match, "select count(*) from (select think_ns, lag(left_ns) over"
					" (partition by seat order by n) - left_ns as used from turn)"
					" where used <> think_ns"),
			 0);
}

TEST(an_agent_that_is_too_slow_loses_when_the_judge_was_stopped_often)
{
	static const char *const limit[2] = {"20s", "1s"};
	static const struct row row = {
		"gomocup", "brain",  "stops-judge-often-and-hangs 1", "good 12", {"--tolerance", "0"},
		2,         "timeout"};
	struct recorded match FREED_BY(recorded_free);

	match = play(&row, limit);
	recorded_expect(&match, 2, "timeout", 1, "made no move within the limit of 1.000 s for the match");
	/* Each stall is longer than it took the judge to look next.  */
	assert_true(number(&match, "select count(*) from event where event = 'held-up'") >= 5);
}

TEST(an_agent_that_is_too_slow_loses_when_the_judge_was_stopped)
{
	static const struct row row = {
		"gomocup", "brain", "stops-judge-and-hangs 1", "good 12", {"--tolerance", "0"}, 2, "timeout"};
	struct recorded match FREED_BY(recorded_free);

	match = play(&row, limits[1]);
	recorded_expect(&match, 2, "timeout", 1, "made no move within the limit of 1.000 s for a turn");
	/* A busy machine may hold the judge up in the turn before, too.  */
	assert_true(json_integer_value(json_array_get(json_object_get(match.game, "held_turns"), 0)) >= 1);
	assert_true(json_number_value(json_array_get(json_object_get(match.game, "held_longest"), 0)) > 1);
	ends(ringside("why", ARGS("open", match.file, "--batch", "-x", "why verdict")), ANY, "judge held up ",
	     NULL);
}

/* ---- wherever it is ---- */

static void expect_reason(const char *out, const char *reason)
{
	json_t *game = json_loads(out, 0, NULL);

	assert_non_null(game);
	assert_string_equal(game_word(game, "reason"), reason);
	json_decref(game);
}

enum { PLACES_MAX = 32, AT_ONCE = 7 };

/* Before the system call or after it, which is the judge's nth of that name.  */
struct place {
	const char *call, *delay;
	int n;
};

static struct program held_up_at(const struct place *place, const char *file)
{
	char trace[40], inject[100], one[400], two[400];
	const char *const args[] = {"-qq",    "-E",          NO_LEAK_CHECK, "-o",          "/dev/null",
				    "-e",     trace,         "-e",          inject,        env("RINGSIDE"),
				    "run",    "asimulator",  "--world",     world_path,    "--start-time",
				    "1s",     "--turn-time", "1s",          "--tolerance", "0",
				    "--seed", "1",           "--json",      "--record",    file,
				    one,      two,           NULL};

	snprintf(trace, sizeof(trace), "trace=%s", place->call);
	snprintf(inject, sizeof(inject), "inject=%s:%s=1300000:when=%d", place->call, place->delay, place->n);
	snprintf(one, sizeof(one), "'%s/asim_client' good 14221", env("AGENTS"));
	snprintf(two, sizeof(two), "'%s/asim_client' good 0", env("AGENTS"));
	return program_begin(strace, "held-up", args, -1);
}

static int count_of(const char *file, const char *sql)
{
	FREED char *count = ask_file(file, sql);

	return atoi(count);
}

/* At each of these places the judge waits for an agent: for its connection, or for its action.  On a busy
 * machine it may have more to do in between, and one of them is where it waits for nobody.  */
static int places_make(struct place places[PLACES_MAX])
{
	static const char *const delays[] = {"delay_enter", "delay_exit"};
	int count = 0;

	for (size_t i = 0; i < 2; i++) {
		places[count++] = (struct place){"clone", delays[i], 2}; /* the second agent starts */
		for (int n = 2; n <= 5; n++)
			places[count++] = (struct place){"epoll_wait", delays[i], n};
		for (int n = 1; n <= 4; n++)
			places[count++] = (struct place){"write", delays[i], n};
	}
	return count;
}

TEST(an_agent_does_not_lose_wherever_the_judge_is_held_up)
{
	struct place places[PLACES_MAX];
	struct program programs[AT_ONCE];
	char file[AT_ONCE][80];
	int count = places_make(places), noticed = 0;

	if (access(strace, X_OK) != 0)
		skip();
	for (int i = 0; i < count; i++) {
		int first = i - i % AT_ONCE, slot = i % AT_ONCE;

		for (int k = first; slot == 0 && k < count && k < first + AT_ONCE; k++) {
			snprintf(file[k - first], sizeof(file[0]), "%s/%d.ringside", folder, k);
			programs[k - first] = held_up_at(&places[k], file[k - first]);
		}
		struct outcome outcome = program_end(&programs[slot]);

		print_message("%s of %s %d: %s%s", places[i].delay, places[i].call, places[i].n, outcome.out,
			      outcome.err);
		expect_reason(outcome.out, "score");
		noticed += count_of(file[slot], "select count(*) >= 1 from event where event = 'held-up' and"
						" a > 1000000000");
		assert_int_equal(count_of(file[slot],
					  "select count(*) from turn where last_ns - began_ns > 1000000000"
					  " and ifnull(held_ns, 0) = 0"),
				 0);
	}
	assert_true(noticed >= count / 2);
}

/* The start of the second agent is held up, and then every write, so that all which the agents say while they
 * start is read before the first question, in the same wake-up.  */
TEST(an_agent_is_not_charged_when_the_judge_is_held_up_again_before_it_has_heard_all)
{
	char file[80], one[400];
	struct outcome outcome;

	if (access(strace, X_OK) != 0)
		skip();
	snprintf(file, sizeof(file), "%s/again.ringside", folder);
	snprintf(one, sizeof(one), "'%s/player' good", env("AGENTS"));
	outcome = run_program(strace, "again",
			      ARGS("-qq", "-E", NO_LEAK_CHECK, "-o", "/dev/null", "-e", "trace=clone,write",
				   "-e", "inject=clone:delay_enter=600000:when=2", "-e",
				   "inject=write:delay_exit=600000:when=1+1", env("RINGSIDE"), "run", "lmc",
				   "--turns", "1", "--turn-time", "20s", "--seed", "1", "--json", "--record",
				   file, one, one));
	print_message("%s%s", outcome.out, outcome.err);
	expect_reason(outcome.out, "score");
	assert_true(count_of(file, "select count(*) from event where event = 'held-up' and a > 500000000") >=
		    2);
	assert_int_equal(count_of(file, "select count(*) from turn where think_ns > 500000000"), 0);
}

/* ---- the file ---- */

static bool has_turns(sqlite3 *db)
{
	sqlite3_stmt *row = NULL;
	bool has = sqlite3_prepare_v2(db, "SELECT 1 FROM turn LIMIT 1", -1, &row, NULL) == SQLITE_OK &&
		   sqlite3_step(row) == SQLITE_ROW;

	sqlite3_finalize(row);
	return has;
}

/* The lock is held until the match is over.  */
TEST(an_agent_does_not_lose_when_somebody_locks_the_match_file)
{
	char file[80];
	struct program program;
	struct outcome outcome;
	sqlite3 *db = NULL;

	snprintf(file, sizeof(file), "%s/locked.ringside", folder);
	program = program_begin(env("RINGSIDE"), "locked",
				ARGS("run", "lmc", "--turns", "10000", "--turn-time", "1s", "--tolerance",
				     "0", "--json", "--record", file, agent("player good"),
				     agent("player good paper")),
				-1);
	while (!db || !has_turns(db)) {
		sqlite3_close(db);
		assert_int_equal(waitpid(program.pid, NULL, WNOHANG), 0);
		if (sqlite3_open_v2(file, &db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) {
			sqlite3_close(db);
			db = NULL;
		}
	}
	while (sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_BUSY)
		;
	outcome = program_end(&program);
	sqlite3_close(db);
	print_message("%s%s", outcome.out, outcome.err);
	expect_reason(outcome.out, "score");
}

/* A write of the match file takes longer than a turn may. A thread of the judge does them (-f).  */
TEST(an_agent_does_not_lose_when_the_disk_is_slow)
{
	char file[80];
	struct outcome outcome;

	if (access(strace, X_OK) != 0)
		skip();
	snprintf(file, sizeof(file), "%s/slow.ringside", folder);
	outcome = run_program(strace, "slow",
			      ARGS("-qq", "-E", NO_LEAK_CHECK, "-f", "--seccomp-bpf", "-o", "/dev/null", "-e",
				   "trace=pwrite64", "-e", "inject=pwrite64:delay_enter=1300000:when=60",
				   env("RINGSIDE"), "run", "lmc", "--turns", "5000", "--turn-time", "1s",
				   "--tolerance", "0", "--seed", "1", "--json", "--record", file,
				   agent("player good"), agent("player good paper")));
	print_message("%s%s", outcome.out, outcome.err);
	expect_reason(outcome.out, "score");
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
