/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_workers.c - series at several tables, each of which has a process: the test stops and kills some.
 *
 * The first agent of each process waits for a file before it begins.  So all tables have begun their first
 * game, and none can end it, until the test makes that file.  */
#include "../test.h"
#include "games.h"
#include "io/process.h"
#include "program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

enum { TABLES = 2 };

struct fixture {
	char folder[40], gate[60], results[60], record[60], one[600], two[400];
	struct program program;
	pid_t killed; /* the last process that the test has killed */
	json_t *games[GAMES_ROOM];
};

static int set_up(void **state)
{
	struct fixture *f = *state = calloc(1, sizeof(*f));

	strcpy(f->folder, "/tmp/ringside-test-XXXXXX");
	folder_make(f->folder);
	snprintf(f->gate, sizeof(f->gate), "%s/gate", f->folder);
	snprintf(f->results, sizeof(f->results), "%s/results", f->folder);
	snprintf(f->record, sizeof(f->record), "%s/m", f->folder);
	snprintf(f->one, sizeof(f->one),
		 "sh -c 'until test -e %s; do sleep 0.01; done; exec \"%s/brain\" good'", f->gate,
		 env("AGENTS"));
	snprintf(f->two, sizeof(f->two), "'%s/brain' good 12", env("AGENTS"));
	return 0;
}

static int tear_down(void **state)
{
	FREED struct fixture *f = *state;

	folder_remove(f->folder);
	games_free(f->games);
	return 0;
}

/* ---- processes ---- */

static size_t count_children(pid_t parent)
{
	struct pids pids FREED_BY(pids_free) = {0};
	size_t count;

	children_of(parent, &pids);
	count = pids.count;
	return count;
}

/* Waits until all tables have begun a game, and gives their processes.  */
static void wait_for_tables(const struct fixture *f, pid_t workers[TABLES])
{
	for (int round = 0; round < 6000; round++) {
		struct pids pids FREED_BY(pids_free) = {0};
		size_t playing = 0;

		children_of(f->program.pid, &pids);
		for (size_t i = 0; i < pids.count && playing < TABLES; i++)
			if (pids.at[i] != f->killed && count_children(pids.at[i]) == 2)
				workers[playing++] = pids.at[i];
		if (playing == TABLES)
			return;
		poll(NULL, 0, 10);
	}
	fail_msg("the tables do not begin");
}

/* Kills the process of a table, and waits for the next one.  */
static void kill_worker(struct fixture *f, pid_t worker, pid_t workers[TABLES])
{
	f->killed = worker;
	kill(worker, SIGKILL);
	wait_for_tables(f, workers);
}

static void expect_nobody_left(void)
{
	while (left_behind("workers"))
		poll(NULL, 0, 10);
}

static void begin(struct fixture *f, const char *games, pid_t workers[TABLES])
{
	const char *args[] = {
		"run",      "gomocup",  "--json",  "--concurrency", "2",   "--games", games,  "--results",
		f->results, "--record", f->record, "--start-time",  "60s", f->one,    f->two, NULL};

	f->program = program_begin(env("RINGSIDE"), "workers", args, -1);
	if (workers)
		wait_for_tables(f, workers);
}

static void open_gate(const struct fixture *f)
{
	file_write(f->gate, "", false);
}

/* Fails unless the process ignores what a person sends to all. A handler of its parent would write to a
 * descriptor that may be an agent's by now.  */
static void expect_signals_ignored(pid_t process)
{
	static const int persons[] = {SIGINT, SIGTERM, SIGHUP};
	char path[40], line[200];
	unsigned long long ignored = 0;
	FILE *status;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)process);
	status = fopen(path, "r");
	assert_non_null(status);
	while (fgets(line, sizeof(line), status))
		if (strncmp(line, "SigIgn:", 7) == 0)
			ignored = strtoull(line + 7, NULL, 16);
	fclose(status);
	for (size_t i = 0; i < LENGTH(persons); i++)
		if (!(ignored >> (persons[i] - 1) & 1))
			fail_msg("it does not ignore signal %d", persons[i]);
}

static void expect_words(const struct outcome *outcome, const char *words)
{
	if (!strstr(outcome->err, words))
		fail_msg("\"%s\" is not in: %s", words, outcome->err);
}

/* ---- tests ---- */

TEST_ON(the_game_of_a_killed_process_is_played_again, set_up, tear_down, struct fixture *, f)
{
	pid_t workers[TABLES];
	struct outcome outcome;

	begin(f, "6", workers);
	kill_worker(f, workers[0], workers);
	open_gate(f);
	outcome = program_end(&f->program);
	games_add(f->games, outcome.out);
	games_expect(f->games, 6);
	expect_words(&outcome, " is played again: its process was ended by SIGKILL\n");
	expect_words(&outcome, "good (1) 3, good (2) 3, draws 0");
	assert_int_equal(outcome.status, 0);
	expect_nobody_left();
}

/* A tournament in which two players keep their processes for three games.  */
static void begin_tournament(struct fixture *f, pid_t workers[TABLES])
{
	char players[3][700];
	const char *args[] = {"tournament", "gomocup",  "--no-sandbox", "--json", "--concurrency", "2",
			      "--games",    "3",        "--restart",    "no",     "--start-time",  "60s",
			      players[0],   players[1], players[2],     NULL};

	for (int i = 0; i < 3; i++)
		snprintf(players[i], sizeof(players[i]), "env RINGSIDE_PLAYER=p%d %s", i,
			 i ? f->one : f->two);
	f->program = program_begin(env("RINGSIDE"), "workers", args, -1);
	wait_for_tables(f, workers);
}

/* The games that a tournament has printed; the last line has its tables.  */
static void add_games_of_tournament(struct fixture *f, char *out)
{
	char *tables = strstr(out, "\n{\"tournament\"");

	assert_non_null(tables);
	tables[1] = '\0';
	games_add(f->games, out);
}

TEST_ON(the_rest_of_a_pairing_is_played_when_its_process_is_killed, set_up, tear_down, struct fixture *, f)
{
	pid_t workers[TABLES];
	struct outcome outcome;

	begin_tournament(f, workers);
	kill_worker(f, workers[0], workers);
	open_gate(f);
	outcome = program_end(&f->program);
	add_games_of_tournament(f, outcome.out);
	games_expect(f->games, 9);
	assert_int_equal(outcome.status, 0);
	expect_nobody_left();
}

TEST_ON(a_game_that_is_not_played_takes_no_other_of_its_pairing_with_it, set_up, tear_down, struct fixture *,
	f)
{
	pid_t workers[TABLES], other;
	struct outcome outcome;
	int played = 0;

	begin_tournament(f, workers);
	other = workers[1];
	kill_worker(f, workers[0], workers);
	kill_worker(f, workers[workers[0] == other], workers);
	open_gate(f);
	outcome = program_end(&f->program);
	add_games_of_tournament(f, outcome.out);
	for (int i = 1; i <= 9; i++)
		played += f->games[i] != NULL;
	assert_int_equal(played, 8);
	expect_words(&outcome, " is not played: its process was ended by SIGKILL again\n");
	assert_int_equal(outcome.status, 1);
	expect_nobody_left();
}

TEST_ON(a_game_whose_process_is_killed_twice_is_not_played_and_the_exit_status_says_so, set_up, tear_down,
	struct fixture *, f)
{
	pid_t workers[TABLES], other;
	struct outcome outcome;

	begin(f, "6", workers);
	other = workers[1];
	kill_worker(f, workers[0], workers);
	kill_worker(f, workers[workers[0] == other], workers);
	open_gate(f);
	outcome = program_end(&f->program);
	games_add(f->games, outcome.out);
	expect_words(&outcome, " is not played: its process was ended by SIGKILL again\n");
	expect_words(&outcome, "ringside: game ");
	assert_int_equal(outcome.status, 1);

	begin(f, "6", NULL); /* the same command plays it */
	outcome = program_end(&f->program);
	games_add(f->games, outcome.out);
	games_expect(f->games, 6);
	expect_words(&outcome, "5 of 6 games finished already");
	assert_int_equal(outcome.status, 0);
}

/* A terminal sends the signals of a person to all processes, and only the first of them acts.  */
TEST_ON(a_stopped_process_holds_up_no_other_table_and_signals_of_a_person_end_none, set_up, tear_down,
	struct fixture *, f)
{
	pid_t workers[TABLES];
	struct outcome outcome;

	begin(f, "8", workers);
	expect_signals_ignored(workers[1]);
	kill(workers[0], SIGSTOP);
	kill(workers[1], SIGINT);
	kill(workers[1], SIGTERM);
	kill(workers[1], SIGHUP);
	open_gate(f);
	for (int i = 0; i < 7; i++) {
		FREED char *line = program_line(&f->program);

		games_add(f->games, line);
	}
	kill(workers[0], SIGCONT);
	outcome = program_end(&f->program);
	games_add(f->games, outcome.out);
	games_expect(f->games, 8);
	assert_null(strstr(outcome.err, "its process"));
	assert_int_equal(outcome.status, 0);
}

TEST_ON(an_interrupt_ends_a_stopped_process_too, set_up, tear_down, struct fixture *, f)
{
	pid_t workers[TABLES];
	struct outcome outcome;

	begin(f, "8", workers);
	kill(workers[0], SIGSTOP);
	kill(f->program.pid, SIGINT);
	outcome = program_end(&f->program);
	expect_words(&outcome, " was broken off: its process was ended by SIGKILL\n");
	assert_int_equal(outcome.status, 130);
	expect_nobody_left();
}

TEST_ON(nobody_is_left_when_ringside_is_killed, set_up, tear_down, struct fixture *, f)
{
	pid_t workers[TABLES];
	struct outcome outcome;

	begin(f, "8", workers);
	kill(workers[0], SIGSTOP);
	kill(f->program.pid, SIGKILL);
	outcome = program_end(&f->program);
	assert_int_equal(outcome.status, 1000 + SIGKILL);
	expect_nobody_left();
}

/* A game with its turns is longer than what a socket holds.  */
TEST_IN(games_with_all_their_turns_come_whole_from_each_process, set_up, tear_down)
{
	const char *args[] = {"run",           "lmc", "--turns-json",  "--turns", "2000",
			      "--games",       "3",   "--concurrency", "3",       "sample:random",
			      "sample:random", NULL};
	struct fixture *f = *state;
	struct outcome outcome = ringside("workers", args);

	assert_int_equal(outcome.status, 0);
	games_add(f->games, outcome.out);
	games_expect(f->games, 3);
	for (int i = 1; i <= 3; i++)
		assert_int_equal(json_array_size(json_object_get(f->games[i], "turns")),
				 game_number(f->games[i], "moves"));
	assert_true(strlen(outcome.out) > 1000000);
}

/* As with `ringside run ... | head -1`.  */
TEST_ON(a_closed_stdout_is_told_and_ends_all_tables, set_up, tear_down, struct fixture *, f)
{
	struct outcome outcome;

	open_gate(f);
	begin(f, "100", NULL);
	free(program_line(&f->program));
	close(f->program.out);
	f->program.out = open("/dev/null", O_RDONLY | O_CLOEXEC);
	outcome = program_end(&f->program);
	assert_int_equal(outcome.status, 1);
	expect_words(&outcome, "ringside: stdout cannot be written: Broken pipe\n");
	expect_nobody_left();
}

TEST_MAIN(NULL, NULL)
