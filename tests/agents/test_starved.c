/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_starved.c - an agent that shares its core with hogs: the verdict, the record and `check` say that it
 * waited.  How long it waited is not known, only what bounds it.  A judge without a core knows less of it, so
 * it may have all of them.  */
#include "../test.h"
#include "ask_file.h"
#include "games.h"
#include "program.h"

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HOGS = 3 };

struct fixture {
	char folder[40], record[60];
	size_t core; /* of the hogs and the agents */
	pid_t hogs[HOGS];
};

/* Each leads a session: a kernel may share the cores between sessions.  */
static void hog(size_t core)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(core, &one);
	sched_setaffinity(0, sizeof(one), &one);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setsid();
	for (;;)
		;
}

static int set_up(void **state)
{
	struct fixture *f = *state = calloc(1, sizeof(*f));
	cpu_set_t all;

	strcpy(f->folder, "/tmp/ringside-test-XXXXXX");
	folder_make(f->folder);
	snprintf(f->record, sizeof(f->record), "%s/m", f->folder);
	sched_getaffinity(0, sizeof(all), &all);
	while (!CPU_ISSET(f->core, &all))
		f->core++;
	for (int i = 0; i < HOGS; i++)
		if ((f->hogs[i] = fork()) == 0)
			hog(f->core);
	return 0;
}

static int tear_down(void **state)
{
	FREED struct fixture *f = *state;

	for (int i = 0; i < HOGS; i++) {
		kill(f->hogs[i], SIGKILL);
		waitpid(f->hogs[i], NULL, 0);
	}
	folder_remove(f->folder);
	return 0;
}

/* It runs on the core of the hogs.  */
static void brain(const struct fixture *f, char command[700], const char *how)
{
	snprintf(command, 700, "taskset -c %zu '%s/brain' %s", f->core, env("AGENTS"), how);
}

/* The agent on seat 1 never answers.  The caller frees the game.  */
static json_t *play(const struct fixture *f, const char *how, const char *option)
{
	char one[700], two[700];
	const char *args[] = {"run",      "gomocup", "--json", "--turn-time", "1s",   "--tolerance", "0",
			      "--record", f->record, one,      two,           option, NULL};
	struct outcome outcome;
	json_t *game;

	brain(f, one, how);
	brain(f, two, "good");
	outcome = ringside("starved", args);
	game = json_loads(outcome.out, 0, NULL);
	assert_non_null(game);
	assert_string_equal(game_word(game, "reason"), "timeout");
	assert_int_equal(game_number(game, "blame"), 1);
	return game;
}

/* Of the record.  */
static int number(const struct fixture *f, const char *sql)
{
	FREED char *text = ask_file(f->record, sql);

	return atoi(text);
}

static double number_of_seat(const json_t *game, const char *key)
{
	return json_number_value(json_array_get(json_object_get(game, key), 0));
}

static void skip_without_counts(void)
{
	if (access("/proc/self/schedstat", R_OK) != 0)
		skip();
}

TEST_ON(a_late_agent_that_got_no_core_is_told_so, set_up, tear_down, const struct fixture *, f)
{
	json_t *game;

	skip_without_counts();
	game = play(f, "spins", NULL);
	assert_non_null(strstr(game_word(game, "detail"), "; it had a core for "));
	assert_true(number_of_seat(game, "waited") > 0 && number_of_seat(game, "waited") < 1.1);
	assert_true(number_of_seat(game, "waited_turns") >= 1);
	assert_true(number(f, "select count(*) from event where event = 'waited'") > 0);
	/* Waiting, CPU time and all the time.  */
	assert_int_equal(number(f, "select count(*) from event where event = 'waited' and a + b > c"), 0);
	json_decref(game);
}

/* It waited while it computed, and not any more when it was late.  */
TEST_ON(what_is_told_of_a_late_agent_is_its_whole_turn, set_up, tear_down, const struct fixture *, f)
{
	skip_without_counts();
	json_decref(play(f, "computes-and-hangs", NULL));
	assert_true(number(f, "select count(*) from event where event = 'waited'") > 0);
	assert_true(
		number(f, "select c / 1000000 from event where event = 'waited' order by n desc limit 1") >=
		1000);
}

TEST_ON(forgiven_waiting_makes_the_limit_longer_but_no_agent_immortal, set_up, tear_down,
	const struct fixture *, f)
{
	json_t *game, *unfinished;

	skip_without_counts();
	game = play(f, "spins", "--forgive-waiting");
	assert_non_null(
		strstr(game_word(game, "detail"), " of waiting for a core (--forgive-waiting); it had"));
	unfinished = json_array_get(json_object_get(game, "unfinished"), 0);
	assert_true(json_integer_value(json_object_get(unfinished, "think_ns")) -
			    json_integer_value(json_object_get(unfinished, "waited_ns")) >=
		    1000000000);
	assert_true(json_integer_value(json_object_get(unfinished, "waited_ns")) > 0);
	json_decref(game);
}

/* The limit is over before the first of the regular looks.  */
TEST_ON(waiting_is_forgiven_from_the_question_on, set_up, tear_down, const struct fixture *, f)
{
	char one[700], two[700];
	const char *args[] = {"run", "gomocup",           "--turn-time", "16ms", "--tolerance",
			      "0",   "--forgive-waiting", one,           two,    NULL};

	skip_without_counts();
	brain(f, one, "computes 3");
	brain(f, two, "good 7");
	ends(ringside("starved", args), 0, "computes (seat 1) beats good: five", NULL);
}

TEST_ON(check_blames_no_agent_that_got_no_core, set_up, tear_down, const struct fixture *, f)
{
	char command[700];
	const char *args[] = {"check", "gomocup",  command, "--turn-time", "1s",   "--tolerance",
			      "0",     "--format", "tap",   "--only",      "turn", NULL};

	skip_without_counts();
	brain(f, command, "spins");
	ends(ringside("starved", args), ANY,
	     ": turn # SKIP inconclusive"
	     "|but it waited for a core for at least ",
	     NULL);
}

/* Without what it waited it is late, too.  */
TEST_ON(a_suite_blames_an_agent_that_is_late_in_any_case, set_up, tear_down, const struct fixture *, f)
{
	char command[700], suite[60];
	const char *args[] = {"check", "gomocup", command, "--suite", suite, "--turn-time", "60s", NULL};

	skip_without_counts();
	snprintf(suite, sizeof(suite), "%s/s.suite", f->folder);
	file_write(suite, "[case one]\nwithin = 1us\n", false);
	snprintf(command, sizeof(command),
		 "taskset -c %zu sh -c 'i=0; while read -r line; do case $line in START*) echo OK;; BEGIN*) "
		 "while "
		 "[ $i -lt 100000 ]; do i=$((i+1)); done; echo 0,3;; END*) exit;; esac; done'",
		 f->core);
	ends(ringside("starved", args), 1, ", and waited for a core|1 failed", NULL);
}

TEST_ON(fuzz_keeps_no_match_of_an_agent_that_got_no_core, set_up, tear_down, const struct fixture *, f)
{
	char command[700], keep[60];
	const char *args[] = {"fuzz",   "gomocup", command,   "--turn-time", "1s",     "--tolerance", "0",
			      "--seed", "1",       "--games", "3",           "--keep", keep,          NULL};

	skip_without_counts();
	snprintf(keep, sizeof(keep), "%s/found", f->folder);
	brain(f, command, "spins");
	ends(ringside("starved", args), 0,
	     "3 matches with --seed 1: it never failed; "
	     "| inconclusive: it was late, but waited for a core",
	     NULL);
}

TEST_MAIN(NULL, NULL)
