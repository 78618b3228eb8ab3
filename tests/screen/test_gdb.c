/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_gdb.c - the real gdb debugs agents in a pane of the screen.
 *
 * Skipped if there is no gdb, or if the system does not allow tracing.  */
#include "ringside.h"

#include "ringside/bytes.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SKIPPED = 77 };

/* Opens gdb on seat 1 and waits until it is attached to the agent.  */
static void open_gdb(struct scene *scene)
{
	command(scene, "gdb 1 -ex 'set confirm off' -ex 'set pagination off' -ex 'set style enabled off'");
	/* Only these texts say that it is attached and reads keys.  */
	shows(scene, "gdb on 1", "typing, ^] leaves", "(gdb)", "traced", NULL);
}

/* option: one more, or NULL.  */
static void gdb_prints_what_is_in_an_agent(const struct stage *stage, const char *option)
{
	struct scene *scene = begin_paused(stage, "good 3", "good 7", option, NULL);

	open_gdb(scene);
	press(scene, "print 100 + 23\r", "= 123", NULL); /* not a key of ringside */
	type(scene, "quit\r", NULL);
	shows_no(scene, "gdb on 1");
	shows_no(scene, "MB traced");
	press(scene, "c", "good wins: five", NULL);
	leave(scene);
}

TEST(gdb_prints_a_variable_of_an_agent_in_a_pane)
{
	gdb_prints_what_is_in_an_agent(&small, NULL);
	gdb_prints_what_is_in_an_agent(&large, NULL);
}

TEST(gdb_prints_a_variable_of_an_agent_in_a_sandbox)
{
	if (system("bwrap --unshare-user --unshare-pid --unshare-net --ro-bind / / true") != 0) {
		print_message("SKIPPED: bubblewrap is missing or cannot make a user namespace here\n");
		skip();
	}
	gdb_prints_what_is_in_an_agent(&small, "--sandbox");
}

TEST(an_agent_under_gdb_may_be_late_and_its_move_is_untimed)
{
	/* The brain's second move takes longer than its limit.  */
	struct scene *scene = begin_paused(&small, "late 3", "good 7", "--turn-time", "400ms", "--tolerance",
					   "0", "--layout", "traffic", NULL);

	open_gdb(scene);
	press(scene, "continue\r", "Continuing.", NULL);
	press(scene, "\035c", "late wins: five", NULL);
	shows_no(scene, "gdb on 1"); /* gdb ends with the match */
	command(scene, "search ?untimed");
	ask(scene, "search ?is traced", "is traced: its clock stands", NULL);
	ask(scene, "goto 3", "VIEWING 3 of 9", "3 b4 untimed", NULL);
	ask(scene, "goto 2", "VIEWING 2 of 9", "2 a8", NULL);
	shows_no(scene, "a8 untimed");
}

TEST_SCENE(ctrl_c_reaches_gdb_and_not_the_match, begin_paused(&small, "good 3", "good 7", NULL))
{
	open_gdb(scene);
	press(scene, "continue\r", "Continuing.", NULL);
	press(scene, "\035nn", "move 2 ", "PAUSED", NULL);
	ask(scene, "gdb 1", "typing, ^] leaves", NULL); /* again: it gets the keys */
	press(scene, "\003", "received signal SIGINT", NULL);
	press(scene, "detach\r", "detached]", NULL);
	shows_no(scene, "MB traced");
	press(scene, "\035n", "move 3 ", NULL);
	ask(scene, "gdb 2", "gdb: gdb is open on seat 1: type `quit` there first", NULL);
}

TEST_SCENE(gdb_has_the_size_of_its_pane, begin_paused(&small, "good 3", "good 7", NULL))
{
	open_gdb(scene);
	/* The terminal tells the shell each new size.  */
	type(scene,
	     "shell sh -c 'trap \"clear; stty size\" WINCH; kill -WINCH $$; while :; do read line; done'\r",
	     NULL);
	shows(scene, "9 78", NULL);
	vt_resize(scene->vt, 140, 40);
	shows(scene, "18 138", NULL);
	vt_resize(scene->vt, 80, 24);
	shows(scene, "9 78", NULL);
	type(scene, "\035", NULL);
	leave(scene); /* gdb waits for its shell, and is ended all the same */
}

TEST_SCENE(gdb_ends_when_its_agent_ends, begin_paused(&small, "good 3", "good 7", NULL))
{
	open_gdb(scene);
	type(scene, "\035", NULL);
	command(scene, "signal 1 KILL");
	shows_no(scene, "gdb on 1");
	press(scene, "c", "SIGKILL", NULL);
}

TEST_SCENE(a_crash_can_be_inspected, begin_paused(&small, "crash 3", "good 7", NULL))
{
	open_gdb(scene);
	press(scene, "continue\r", "Continuing.", NULL);
	press(scene, "\035c", "received signal SIGSEGV", "GDB HOLDS 1", NULL);
	command(scene, "gdb 1");
	press(scene, "backtrace\r", "crash", NULL);
	press(scene, "quit\r", "crash", "SIGSEGV", NULL);
	shows_no(scene, "gdb on 1");
}

/* In both cases the match would end long before gdb is attached.  */
TEST_SCENE(a_caught_crash_can_be_inspected_before_the_process_ends,
	   begin_paused(&small, "crash 3", "good 7", NULL))
{
	command(scene, "break crash");
	press(scene, "c", "PAUSED catchpoint 1", NULL);
	open_gdb(scene);
	press(scene, "print 100 + 23\r", "= 123", NULL);
	type(scene, "quit\r", NULL);
	shows_no(scene, "gdb on 1");
	press(scene, "c", "good wins: crash", NULL);
	ask(scene, "why", "SIGSEGV", NULL);
}

TEST_SCENE(gdb_can_come_before_main,
	   begin(&small, "play", "gomocup", "--gdb", "1", player("good 3"), player("good 7"), NULL))
{
	shows(scene, "Temporary breakpoint 2, main (", "GDB HOLDS 1", "(gdb)", NULL);
	type(scene, "set confirm off\r", "quit\r", NULL);
	shows_no(scene, "gdb on 1");
	shows(scene, "good wins: five", NULL);
	leave(scene);
	scene = begin(&small, "play", "gomocup", "--gdb", "1", "sh -c 'cat; exit 1'", player("good 7"), NULL);
	shows(scene, "It stands at its first instruction", "(gdb)", NULL);
	shows_no(scene, "Traceback");
	type(scene, "set confirm off\r", "quit\r", NULL);
	shows_no(scene, "gdb on 1");
}

TEST(a_script_waits_until_gdb_is_attached)
{
	static const char *const then[] = {"continue", "# and nothing else"};

	for (size_t i = 0; i < sizeof(then) / sizeof(then[0]); i++) {
		struct scene *scene = begin(&small, "play", "gomocup", "-x", "gdb 1 -ex continue", "-x",
					    then[i], player("crash 3"), player("good 7"), NULL);

		shows(scene, "received signal SIGSEGV", "traced", NULL);
		type(scene, "\035", NULL);
		leave(scene);
	}
}

TEST_SCENE(a_script_is_told_when_gdb_cannot_attach,
	   begin(&small, "play", "gomocup", "-x", "gdb 1 --no-such-option", "-x", "continue",
		 player("good 3"), player("good 7"), NULL))
{
	shows(scene, "-x 1: gdb ended before it attached to seat 1: ", "PAUSED", "move 0 ", NULL);
	leave(scene);
	scene = begin(&small, "play", "gomocup", "-x", "-gdb 1 --no-such-option", "-x", "continue",
		      player("good 3"), player("good 7"), NULL);
	shows(scene, "good wins: five", NULL);
}

TEST_SCENE(leaving_while_gdb_runs_leaves_nobody_behind,
	   begin_match(&small, "ignore-end 3", "silent 7", "--turn-time", "600s", NULL))
{
	shows(scene, "move 3 ", NULL);
	open_gdb(scene);
	type(scene, "\035", NULL);
	leave(scene);

	scene = begin_match(&small, "good 3", "silent 7", "--turn-time", "600s", NULL);
	shows(scene, "move 3 ", NULL);
	open_gdb(scene);
	press(scene, "continue\r", "Continuing.", NULL);
	vt_signal(scene->vt, SIGKILL); /* ringside itself */
	vt_finish(scene->vt, LONG);
	everybody_leaves(scene);
	abandon(scene);
}

TEST_SCENE(an_agent_goes_on_unharmed_after_gdb, begin_paused(&small, "good 3", "good 7", NULL))
{
	press(scene, "nn", "move 2 ", NULL);
	open_gdb(scene);
	press(scene, "break fflush\r", "Breakpoint 1 at", NULL);
	press(scene, "continue\r", "Continuing.", NULL);
	type(scene, "\035", NULL);
	ask(scene, "end resign 2", "good wins: resign", NULL); /* the end of the match ends gdb */
	shows_no(scene, "gdb on 1");
	ask(scene, "takeback 1", "move 1 ", NULL); /* a breakpoint left in the agent would kill it now */
	press(scene, "c", "good wins: five", NULL);
}

/* The process of the scene whose command line has this word; 0 if there is none.  */
static pid_t process_of(const struct scene *scene, const char *word)
{
	FREED char *line =
		bytes_text("grep -lz '^RINGSIDE_TEST=%s$' /proc/[0-9]*/environ 2>/dev/null", scene->mark);
	FILE *list = popen(line, "r");
	char path[64], words[4096];
	pid_t found = 0;

	assert_non_null(list);
	while (fgets(path, sizeof(path), list)) {
		pid_t pid = (pid_t)atoi(path + strlen("/proc/"));
		FREED char *file = bytes_text("/proc/%d/cmdline", (int)pid);
		FILE *command_line = fopen(file, "r");
		size_t size = command_line ? fread(words, 1, sizeof(words) - 1, command_line) : 0;

		if (command_line)
			fclose(command_line);
		words[size] = '\0';
		/* The agent itself, not ringside, whose command line has the same words.  */
		if (strstr(words, "/brain") && size > strlen(words) + 1 &&
		    strcmp(words + strlen(words) + 1, word) == 0)
			found = pid;
	}
	pclose(list);
	return found;
}

TEST_SCENE(a_tracer_from_outside_is_noticed,
	   begin_match(&small, "ponders 3", "good 7", "--turn-time", "600s", NULL))
{
	pid_t agent;

	shows(scene, "move 2 ", "thinking", NULL);
	agent = process_of(scene, "ponders");
	assert_true(agent > 0);
	assert_int_equal(ptrace(PTRACE_SEIZE, agent, NULL, NULL), 0);
	shows(scene, "traced", "untimed", "is traced: its clock stands", NULL);
	ask(scene, "gdb 1", "gdb: another program already traces seat 1", NULL);
	ask(scene, "freeze 1", "freeze: seat 1 is traced", NULL);
	assert_int_equal(ptrace(PTRACE_INTERRUPT, agent, NULL, NULL), 0);
	assert_int_equal(waitpid(agent, NULL, __WALL), agent);
	assert_int_equal(ptrace(PTRACE_DETACH, agent, NULL, NULL), 0);
	shows(scene, "is not traced any more", "thinking", NULL);
}

/* Why tracing is not possible here, or NULL if it is.  The caller frees.  */
static char *hindrance(void)
{
	char *problem = NULL;
	pid_t child;

	if (system("gdb --version >/dev/null 2>&1") != 0)
		return bytes_text("gdb is not installed");
	child = fork();
	if (child == 0)
		for (;;)
			pause();
	if (ptrace(PTRACE_SEIZE, child, NULL, NULL) < 0)
		problem = bytes_text("tracing is forbidden: %s", strerror(errno));
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	return problem;
}

int main(void)
{
	char *why = hindrance();

	if (why) {
		printf("1..0 # SKIP %s\n", why);
		free(why);
		return SKIPPED;
	}
	setenv("DEBUGINFOD_URLS", "http://127.0.0.1:9",
	       1); /* as many login shells do: gdb would ask whether it may */
	return RUN_TESTS(NULL, NULL);
}
