/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_from.c - continues recorded matches of all systems from a turn: --from FILE.ringside:TURN.  */
#include "../test.h"
#include "ask_file.h"
#include "games.h"
#include "program.h"

#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* For strace: LeakSanitizer ends a process that is traced.  */
#define NO_LEAK_CHECK "ASAN_OPTIONS=detect_leaks=0"

/* A match of each system: its options, its players, and the players that continue it.  */
static const struct row {
	const char *system, *options[4], *players[2], *others[2];
} rows[] = {
	{"gomocup",
	 {"--size", "8"},
	 {"sample:random", "sample:random"},
	 {"sample:random --seed 2", "sample:random"}},
	{"lmc", {"--turns", "10"}, {"sample:random", "sample:random"}, {"sample:random", "sample:rotate"}},
	{"lmc2",
	 {"--game-program", "sample:roshambo", "--max-turns", "10"},
	 {"sample:random", "sample:learner"},
	 {"sample:random", "sample:random"}},
	{"qchess",
	 {"--max-moves", "20"},
	 {"sample:random", "sample:random"},
	 {"sample:random", "sample:thinker"}},
	{"asimulator", {NULL}, {"sample:rotate", "sample:rotate"}, {"sample:rotate", "sample:wander"}},
};
enum { ROWS = LENGTH(rows) };

struct fixture {
	char folder[40], recorded[60], path[60], from[80];
};

static int set_up(void **state)
{
	struct fixture *f = *state = calloc(1, sizeof(*f));

	strcpy(f->folder, "/tmp/ringside-test-XXXXXX");
	folder_make(f->folder);
	snprintf(f->recorded, sizeof(f->recorded), "%s/recorded.ringside", f->folder);
	snprintf(f->path, sizeof(f->path), "%s/new.ringside", f->folder);
	return 0;
}

static int tear_down(void **state)
{
	FREED struct fixture *f = *state;

	folder_remove(f->folder);
	return 0;
}

static void ends_alone(struct outcome outcome, int status, const char *out, const char *err)
{
	ends(outcome, status, out, err);
	assert_int_equal(left_behind("from"), 0);
}

#define RUN(...) ringside("from", ARGS(__VA_ARGS__))

static void record(const struct fixture *f, const struct row *row)
{
	const char *args[ARGS_MAX] = {"run", row->system, "--record", f->recorded};
	int count = 4;

	unlink(f->recorded);
	for (int i = 0; i < 4 && row->options[i]; i++)
		args[count++] = row->options[i];
	args[count++] = row->players[0];
	args[count] = row->players[1];
	ends_alone(ringside("from", args), 0, NULL, NULL);
}

static const char *at(struct fixture *f, const char *place)
{
	snprintf(f->from, sizeof(f->from), "%s%s", f->recorded, place);
	return f->from;
}

static void asked(const char *path, const char *expected, const char *format, int turns)
{
	char sql[400];

	snprintf(sql, sizeof(sql), format, turns);
	assert_text(ask_file(path, sql), expected);
}

/* Checks that the new file has the recorded match, and a finished branch that begins at the turn.  */
static void goes_on(const struct fixture *f, int turns)
{
	char words[16];

	snprintf(words, sizeof(words), "%d", turns);
	asked(f->path, words, "SELECT turn FROM branch WHERE id = 1", 0);
	asked(f->path, "1", "SELECT count(*) FROM verdict WHERE branch = 1", 0);
	asked(f->path, "1", "SELECT count(*) FROM verdict WHERE branch = 0", 0);
	asked(f->path, "0", "SELECT count(*) FROM turn WHERE branch = 1 AND n < %d", turns);
	asked(f->path, "1", "SELECT count(*) > 0 FROM turn WHERE branch = 1 AND n = %d + 1", turns);
}

TEST_ON(a_match_of_any_system_can_be_continued_by_other_players, set_up, tear_down, struct fixture *, f)
{
	static const char *const places[] = {":1", ":4", ":5"};

	for (int i = 0; i < ROWS; i++) {
		record(f, &rows[i]);
		for (int k = 0; k < 3; k++) {
			print_message("%s %s\n", rows[i].system, places[k]);
			ends_alone(RUN("run", rows[i].system, "--from", at(f, places[k]), "--record", f->path,
				       rows[i].others[0], rows[i].others[1]),
				   0, "game 1: ", NULL);
			goes_on(f, atoi(places[k] + 1) - 1);
			unlink(f->path);
		}
	}
}

TEST_ON(a_match_continued_without_a_file_leaves_the_recorded_one_alone, set_up, tear_down, struct fixture *,
	f)
{
	struct stat before, after;

	for (int i = 0; i < ROWS; i++) {
		record(f, &rows[i]);
		assert_int_equal(stat(f->recorded, &before), 0);
		ends_alone(RUN("run", rows[i].system, "--from", at(f, ":3"), rows[i].players[0],
			       rows[i].players[1]),
			   0, "game 1: ", NULL);
		assert_int_equal(stat(f->recorded, &after), 0);
		assert_int_equal(before.st_size, after.st_size);
		assert_int_equal(before.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
	}
}

/* The players and their seeds are the same, so the game is too.  */
TEST_ON(the_recorded_players_play_the_recorded_match_again, set_up, tear_down, struct fixture *, f)
{
	for (int i = 1; i < ROWS;
	     i++) { /* not gomocup: a brain is told only the position, so its random numbers differ */
		record(f, &rows[i]);
		ends_alone(RUN("run", rows[i].system, "--from", at(f, ":6"), "--record", f->path,
			       rows[i].players[0], rows[i].players[1]),
			   0, NULL, NULL);
		ends_alone(RUN("diff", f->recorded, f->path), 0, "are the same", NULL);
		unlink(f->path);
	}
}

TEST_ON(a_branch_is_given_before_the_turn, set_up, tear_down, struct fixture *, f)
{
	record(f, &rows[1]);
	ends_alone(RUN("run", "lmc", "--from", at(f, ":5"), "--record", f->path, "sample:rotate",
		       "sample:rotate"),
		   0, NULL, NULL);
	assert_int_equal(rename(f->path, f->recorded), 0);
	ends_alone(RUN("run", "lmc", "--from", at(f, ":0:7"), "--record", f->path, "sample:random",
		       "sample:random"),
		   0, NULL, NULL);
	asked(f->path, "0:6", "SELECT parent || ':' || turn FROM branch WHERE id = 2", 0);
	unlink(f->path);
	ends_alone(RUN("run", "lmc", "--from", at(f, ":7"), "--record", f->path, "sample:random",
		       "sample:random"),
		   0, NULL, NULL);
	asked(f->path, "1:6", "SELECT parent || ':' || turn FROM branch WHERE id = 2", 0);
	ends_alone(RUN("run", "lmc", "--from", at(f, ":7:7"), "sample:random", "sample:random"), 1, NULL,
		   "there is no branch 7");
}

TEST_ON(a_match_that_cannot_be_continued_is_refused_and_leaves_no_file, set_up, tear_down, struct fixture *,
	f)
{
	record(f, &rows[1]);
	ends_alone(RUN("run", "lmc", "--from", at(f, ":22"), "sample:random", "sample:random"), 1, "",
		   "it has only 20 moves, and no position before move 22: expected a number from 1 to 21");
	ends_alone(RUN("run", "gomocup", "--from", at(f, ":3"), "sample:random", "sample:random"), 1, "",
		   "is a match of lmc, not of gomocup");
	ends_alone(
		RUN("run", "lmc", "--from", at(f, ""), "--record", f->path, "sample:random", "sample:random"),
		1, "", "the game is over after move 20: choose an earlier one");
	assert_int_equal(access(f->path, F_OK), -1);
	ends_alone(RUN("run", "lmc", "--from", at(f, ":3"), "sample:random"), 1, "",
		   "the recorded match has 2 players: give as many");
	ends_alone(
		RUN("run", "lmc", "--from", at(f, ":3"), "--turns", "30", "sample:random", "sample:random"),
		1, "", "the recorded match decides its options: leave out --turns");
	ends_alone(RUN("run", "lmc", "--from", at(f, ":3"), "--record", f->recorded, "sample:random",
		       "sample:random"),
		   1, "", "already exists");
	ends_alone(RUN("run", "lmc", "--from", at(f, ":3"), "--record", f->path, "sample:random", "./nobody"),
		   3, "", "cannot start");
	assert_int_equal(access(f->path, F_OK), -1);
	ends_alone(RUN("run", "lmc", "--from", at(f, ":3"), "--record", f->path, "sample:random",
		       "sh -c 'exit 3'"),
		   1, "", "exited with status 3");
	assert_int_equal(access(f->path, F_OK), -1);
	record(f, &rows[2]);
	ends_alone(RUN("run", "lmc2", "--from", at(f, ":3"), "--record", f->path, "--game-program",
		       "sh -c 'exit 3'", "sample:random", "sample:random"),
		   1, "", "the game program (sh -c) exited with status 3");
	assert_int_equal(access(f->path, F_OK), -1);
	record(f, &rows[0]);
	ends_alone(RUN("run", "gomocup", "--from", at(f, ":3"), "--record", f->path, "sample:random",
		       "./nobody"),
		   3, "", "cannot start");
	assert_int_equal(access(f->path, F_OK), -1);
}

TEST_ON(a_limit_on_the_command_line_counts_from_that_turn, set_up, tear_down, struct fixture *, f)
{
	record(f, &rows[1]);
	ends_alone(RUN("run", "lmc", "--from", at(f, ":5"), "--record", f->path, "--turn-time", "2s",
		       "sample:random", "sample:random"),
		   0, NULL, NULL);
	asked(f->path, "2000000000", "SELECT a FROM event WHERE event = 'turn-limit'", 0);
}

TEST_IN(a_stop_of_ringside_while_agents_are_told_the_match_does_not_count, set_up, tear_down)
{
	static const struct row row = {"lmc",
				       {"--turn-time=1s", "--hang-time=1s", "--start-time=1s", "--turns=4"},
				       {"sample:constant", "sample:constant"},
				       {NULL}};
	struct fixture *f = *state;

	record(f, &row);
	ends_alone(RUN("run", "lmc", "--from", at(f, ":7"), "--record", f->path,
		       agent("player --at 2 stops-judge-and-waits"), "sample:constant"),
		   0, NULL, NULL);
}

TEST_ON(each_game_of_a_series_begins_at_that_turn, set_up, tear_down, struct fixture *, f)
{
	char files[80];

	for (int i = 0; i < ROWS; i++) {
		record(f, &rows[i]);
		ends_alone(RUN("run", rows[i].system, "--from", at(f, ":5"), "--record", f->path, "--games",
			       "2", rows[i].others[0], rows[i].others[1]),
			   0, "game 2: ", NULL);
		ends_alone(RUN("run", rows[i].system, "--from", at(f, ":5"), "--record", f->path, "--games",
			       "5", "--concurrency", "2", rows[i].others[0], rows[i].others[1]),
			   0, "game 5: ", "2 of 5 games finished already");
		for (int game = 1; game <= 5; game++) {
			snprintf(files, sizeof(files), "%s/new-%d.ringside", f->folder, game);
			asked(files, "4", "SELECT turn FROM branch WHERE id = 1", 0);
			unlink(files);
		}
	}
}

/* Otherwise all games of a series would be the same.  */
TEST_ON(agents_get_a_different_seed_in_each_game, set_up, tear_down, struct fixture *, f)
{
	json_t *games[GAMES_ROOM] = {0};
	struct outcome outcome;

	record(f, &rows[3]);
	outcome = RUN("run", "qchess", "--from", at(f, ":3"), "--games", "3", "--json", "sample:random",
		      "sample:random");
	games_add(games, outcome.out);
	games_expect(games, 3);
	assert_true(game_number(games[1], "moves") != game_number(games[2], "moves") ||
		    game_number(games[1], "moves") != game_number(games[3], "moves"));
	games_free(games);
}

TEST_ON(a_script_can_lead_a_continued_match, set_up, tear_down, struct fixture *, f)
{
	for (int i = 0; i < ROWS; i++) {
		record(f, &rows[i]);
		ends_alone(RUN("play", rows[i].system, "--batch", "--from", at(f, ":4"), "-x", "next", "-x",
			       "info branches", rows[i].others[0], rows[i].others[1]),
			   0, "branch 1  after turn 3 of branch 0  4 turns", NULL);
	}
}

/* Its file would be in the way of the same command, and has nothing that the recorded one lacks.  */
TEST_ON(a_match_that_is_ended_before_its_players_are_there_leaves_no_file, set_up, tear_down,
	struct fixture *, f)
{
	const char *args[] = {"run",   "lmc",        "--from",     NULL, "--record",
			      f->path, "sleep 1000", "sleep 1000", NULL};
	const struct timespec step = {.tv_nsec = 1000000};
	struct program program;

	record(f, &rows[1]);
	args[3] = at(f, ":4");
	program = program_begin(env("RINGSIDE"), "from", args, -1);
	while (access(f->path, F_OK) != 0)
		nanosleep(&step, NULL);
	kill(program.pid, SIGTERM);
	ends_alone(program_end(&program), 130, NULL, NULL);
	assert_int_equal(access(f->path, F_OK), -1);
}

/* Each write to the disk takes 10 ms, more than a frame of the screen may wait for all of them.  */
TEST_ON(a_script_sees_the_whole_match_on_a_slow_disk, set_up, tear_down, struct fixture *, f)
{
	static const char strace[] = "/usr/bin/strace";

	if (access(strace, X_OK) != 0)
		skip();
	record(f, &rows[1]);
	struct outcome outcome =
		run_program(strace, "from",
			    ARGS("-qq", "-E", NO_LEAK_CHECK, "-f", "--seccomp-bpf", "-o", "/dev/null", "-e",
				 "trace=pwrite64", "-e", "inject=pwrite64:delay_enter=10000", env("RINGSIDE"),
				 "play", rows[1].system, "--batch", "--from", at(f, ":4"), "-x", "next", "-x",
				 "info branches", rows[1].others[0], rows[1].others[1]));
	print_message("%s%s", outcome.out, outcome.err);
	assert_non_null(strstr(outcome.out, "branch 1  after turn 3 of branch 0  4 turns"));
}

/* An agent that cannot be brought to the earlier turn changes nothing.  */
TEST_ON(a_continued_match_can_go_back_to_earlier_turns, set_up, tear_down, struct fixture *, f)
{
	for (int i = 1; i < ROWS; i++) { /* not gomocup: a brain that cannot be started loses */
		record(f, &rows[i]);
		ends_alone(RUN("play", rows[i].system, "--batch", "--from", at(f, ":4"), "--record", f->path,
			       "-x", "next x2", "-x", "goto 1", "-x", "-resume ./nobody ./nobody", "-x",
			       "goto live", "-x", "goto 2", "-x", "resume", "-x", "next", rows[i].others[0],
			       rows[i].others[1]),
			   0, "branch 2 continues from move 2", "./nobody");
		asked(f->path, "2", "SELECT max(branch) FROM turn", 0);
		unlink(f->path);
	}
}

/* A file of another program has no messages, so a new match begins at its position.  */
TEST_ON(a_match_continues_from_the_position_of_a_file_without_messages, set_up, tear_down, struct fixture *,
	f)
{
	char psq[60];

	snprintf(psq, sizeof(psq), "%s/game.psq", f->folder);
	file_write(psq, "Piskvorky 15x15, 0:0, 0\n8,8,0\n1,1,0\n7,7,0\none\ntwo\n-1\n", false);
	ends_alone(
		RUN("run", "gomocup", "--from", psq, "--record", f->path, "sample:random", "sample:random"),
		0, NULL, NULL);
	asked(f->path, "h8a1g7", "SELECT value FROM option WHERE name = 'opening'", 0);
	asked(f->path, "1", "SELECT count(*) FROM branch", 0);
}

TEST_MAIN(NULL, NULL)
