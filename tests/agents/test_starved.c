/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_starved.c - an agent that shares its core with hogs: the verdict, the record and `check` say that it
 * waited.  How long it waited is not known, only what bounds it.  */
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
	cpu_set_t before;
	pid_t hogs[HOGS];
};

/* Each leads a session: a kernel may share the cores between sessions.  */
static void hog(void)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setsid();
	for (;;)
		;
}

/* This process, the hogs, and all that ringside starts have one core.  */
static int set_up(void **state)
{
	struct fixture *f = *state = calloc(1, sizeof(*f));
	cpu_set_t one;
	size_t core = 0;

	strcpy(f->folder, "/tmp/ringside-test-XXXXXX");
	folder_make(f->folder);
	snprintf(f->record, sizeof(f->record), "%s/m", f->folder);
	sched_getaffinity(0, sizeof(f->before), &f->before);
	while (!CPU_ISSET(core, &f->before))
		core++;
	CPU_ZERO(&one);
	CPU_SET(core, &one);
	sched_setaffinity(0, sizeof(one), &one);
	for (int i = 0; i < HOGS; i++)
		if ((f->hogs[i] = fork()) == 0)
			hog();
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	for (int i = 0; i < HOGS; i++) {
		kill(f->hogs[i], SIGKILL);
		waitpid(f->hogs[i], NULL, 0);
	}
	sched_setaffinity(0, sizeof(f->before), &f->before);
	folder_remove(f->folder);
	free(f);
	return 0;
}

static void brain(char command[700], const char *how)
{
	snprintf(command, 700, "'%s/brain' %s", env("AGENTS"), how);
}

/* The agent on seat 1 never answers.  The caller frees the game.  */
static json_t *play(const struct fixture *f, const char *how, const char *option)
{
	char one[700], two[700];
	const char *args[] = {"run",      "gomocup", "--json", "--turn-time", "1s",   "--tolerance", "0",
			      "--record", f->record, one,      two,           option, NULL};
	struct outcome outcome;
	json_t *game;

	brain(one, how);
	brain(two, "good");
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
	char *text = ask_file(f->record, sql);
	int read = atoi(text);

	free(text);
	return read;
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

TEST_IN(a_late_agent_that_got_no_core_is_told_so, set_up, tear_down)
{
	const struct fixture *f = *state;
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
TEST_IN(what_is_told_of_a_late_agent_is_its_whole_turn, set_up, tear_down)
{
	const struct fixture *f = *state;

	skip_without_counts();
	json_decref(play(f, "computes-and-hangs", NULL));
	assert_true(number(f, "select count(*) from event where event = 'waited'") > 0);
	assert_true(
		number(f, "select c / 1000000 from event where event = 'waited' order by n desc limit 1") >=
		1000);
}

TEST_IN(forgiven_waiting_makes_the_limit_longer_but_no_agent_immortal, set_up, tear_down)
{
	const struct fixture *f = *state;
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

TEST_IN(check_blames_no_agent_that_got_no_core, set_up, tear_down)
{
	char command[700];
	const char *args[] = {"check", "gomocup", command,  "--turn-time", "1s", "--tolerance",
			      "0",     "--tap",   "--only", "turn",        NULL};

	skip_without_counts();
	brain(command, "spins");
	ends(ringside("starved", args), ANY,
	     ": turn # SKIP inconclusive"
	     "|but it waited for a core for at least ",
	     NULL);
}

TEST_IN(fuzz_keeps_no_match_of_an_agent_that_got_no_core, set_up, tear_down)
{
	const struct fixture *f = *state;
	char command[700], keep[60];
	const char *args[] = {"fuzz",   "gomocup", command,   "--turn-time", "1s",     "--tolerance", "0",
			      "--seed", "1",       "--games", "3",           "--keep", keep,          NULL};

	skip_without_counts();
	snprintf(keep, sizeof(keep), "%s/found", f->folder);
	brain(command, "spins");
	ends(ringside("starved", args), 0,
	     "3 matches with --seed 1: it never failed; "
	     "| inconclusive: it was late, but waited for a core",
	     NULL);
}

TEST_MAIN(NULL, NULL)
