/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_sandbox.c - what an agent can do to others without a sandbox, and that it cannot in one.
 *
 * Each row is tried twice.  Without a sandbox it must succeed: else the row proves nothing.  What only root
 * may do is skipped for others, and all is skipped, with a word, where bubblewrap cannot work.  */
#include "../test.h"
#include "games.h"
#include "program.h"
#include "recorded.h"

#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COULD = 40, COULD_NOT = 41 };

struct fixture {
	char folder[40], secret[60], hidden[160], port[8];
	int listener;
};

static int set_up(void **state)
{
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
	struct fixture *f = *state = calloc(1, sizeof(*f));
	socklen_t size = sizeof(address);

	strcpy(f->folder, "/tmp/ringside-test-XXXXXX");
	folder_make(f->folder);
	snprintf(f->secret, sizeof(f->secret), "%s/secret", f->folder);
	file_write(f->secret, "secret\n", false);
	chmod(f->secret, 0600);
	for (size_t i = 0; f->secret[i]; i++)
		sprintf(f->hidden + 2 * i, "%02x", (unsigned char)f->secret[i]);
	f->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_int_equal(bind(f->listener, (struct sockaddr *)&address, sizeof(address)), 0);
	assert_int_equal(listen(f->listener, 4), 0);
	assert_int_equal(getsockname(f->listener, (struct sockaddr *)&address, &size), 0);
	snprintf(f->port, sizeof(f->port), "%d", ntohs(address.sin_port));
	return 0;
}

static int tear_down(void **state)
{
	FREED struct fixture *f = *state;

	close(f->listener);
	folder_remove(f->folder);
	return 0;
}

static void command_of(char *command, size_t room, const char *what, const char *more)
{
	snprintf(command, room, "'%s/intruder' %s %s", env("AGENTS"), what, more);
}

/* Plays the intruder against the victim, with these options, and returns what the intruder exited with.  */
static int tried(const char *what, const char *more, const char *const *options)
{
	char one[700], two[700], sign[60];
	const char *args[ARGS_MAX] = {"run", "gomocup", "--turn-time", "20s", "--start-time", "20s"};
	struct outcome outcome;
	int count = 6, status = 0;

	for (; options && *options; options++)
		args[count++] = *options;
	command_of(one, sizeof(one), what, more);
	command_of(two, sizeof(two), "victim", "");
	args[count++] = one;
	args[count++] = two;
	outcome = ringside("sandbox", args);
	for (int i = COULD; i <= COULD_NOT; i++) {
		snprintf(sign, sizeof(sign), "exited with status %d", i);
		if (strstr(outcome.out, sign))
			status = i;
	}
	if (!status)
		fail_msg("%s: %s%s", what, outcome.out, outcome.err);
	assert_int_equal(left_behind("sandbox"), 0);
	return status;
}

static const char *const sandboxed[] = {"--sandbox", NULL};

static void expect_stopped(const char *what, const char *more)
{
	if (!sandbox_works())
		skip();
	if (tried(what, more, NULL) != COULD)
		fail_msg("%s is not possible without a sandbox: this test proves nothing", what);
	if (tried(what, more, sandboxed) != COULD_NOT)
		fail_msg("%s is possible in a sandbox", what);
}

/* ---- what must not be possible ---- */

TEST(an_agent_cannot_write_moves_of_its_opponent)
{
	expect_stopped("forge", "");
}

TEST(an_agent_cannot_read_what_its_opponent_is_told)
{
	expect_stopped("eavesdrop", "");
}

TEST(an_agent_cannot_open_the_memory_of_its_opponent)
{
	expect_stopped("memory", "");
}

TEST(an_agent_cannot_send_signals_to_its_opponent)
{
	expect_stopped("kill-opponent", "");
}

TEST(an_agent_cannot_send_signals_to_the_judge)
{
	expect_stopped("kill-judge", "");
}

TEST_ON(an_agent_cannot_read_a_secret_of_its_own_user, set_up, tear_down, struct fixture *, f)
{
	expect_stopped("secret", f->hidden);
}

TEST_ON(an_agent_cannot_write_to_files_of_its_own_user, set_up, tear_down, struct fixture *, f)
{
	expect_stopped("write", f->hidden);
}

TEST_ON(an_agent_cannot_reach_a_server_of_this_machine, set_up, tear_down, struct fixture *, f)
{
	expect_stopped("connect", f->port);
}

TEST(root_in_a_sandbox_cannot_change_settings_of_the_system)
{
	if (geteuid() != 0) {
		print_message("SKIPPED: only root can write below /proc/sys\n");
		skip();
	}
	expect_stopped("sysctl", "");
}

TEST(root_in_a_sandbox_cannot_mount_anew)
{
	if (!sandbox_works())
		skip();
	assert_int_equal(tried("remount", "", sandboxed), COULD_NOT);
}

TEST(an_agent_cannot_trace_the_first_process_of_its_sandbox)
{
	if (!sandbox_works())
		skip();
	assert_int_equal(tried("take-parent", "", sandboxed), COULD_NOT);
}

/* In one it would have all capabilities, and could mount file systems without a limit.  */
TEST(an_agent_cannot_make_a_user_namespace_in_its_sandbox)
{
	if (!sandbox_works())
		skip();
	if (system("bwrap --help | grep -q disable-userns") != 0) {
		print_message("SKIPPED: this bubblewrap cannot forbid it\n");
		skip();
	}
	assert_int_equal(tried("namespace", "", sandboxed), COULD_NOT);
}

/* ---- what must be possible ---- */

TEST(an_agent_in_a_sandbox_can_write_into_its_own_folder)
{
	static const char *const own[] = {"--sandbox", "--temp", NULL};

	if (!sandbox_works())
		skip();
	assert_int_equal(tried("own-folder", "", own), COULD);
}

TEST(an_agent_in_a_sandbox_can_open_its_terminal)
{
	if (!sandbox_works())
		skip();
	assert_int_equal(tried("terminal", "", sandboxed), COULD);
}

TEST_ON(an_agent_in_a_sandbox_can_read_the_files_of_its_command, set_up, tear_down, struct fixture *, f)
{
	if (!sandbox_works())
		skip();
	assert_int_equal(tried("argument", f->secret, sandboxed), COULD);
}

TEST_ON(a_path_of_the_option_can_be_read_and_only_with_rw_be_written, set_up, tear_down, struct fixture *, f)
{
	char writable[80];
	const char *reads[] = {"--sandbox", "--sandbox-bind", f->folder, NULL};
	const char *writes[] = {"--sandbox", "--sandbox-bind", "/usr", "--sandbox-bind", writable, NULL};

	if (!sandbox_works())
		skip();
	snprintf(writable, sizeof(writable), "%s:rw", f->folder);
	assert_int_equal(tried("secret", f->hidden, reads), COULD);
	assert_int_equal(tried("write", f->hidden, reads), COULD_NOT);
	assert_int_equal(tried("write", f->hidden, writes), COULD);
}

/* The home folder is hidden, and in it the folder that the link leads to.  */
TEST_ON(an_agent_behind_a_link_to_a_folder_can_be_started, set_up, tear_down, struct fixture *, f)
{
	char script[500], one[120], two[120];
	struct outcome outcome;

	if (!sandbox_works())
		skip();
	snprintf(script, sizeof(script),
		 "mkdir '%s/real' && ln -s real '%s/link' && cp '%s/brain' '%s/real/brain'", f->folder,
		 f->folder, env("AGENTS"), f->folder);
	assert_int_equal(system(script), 0);
	snprintf(one, sizeof(one), "%s/link/brain good 3", f->folder);
	snprintf(two, sizeof(two), "%s/link/../real/brain good 12", f->folder);
	outcome = ringside("sandbox", ARGS("run", "gomocup", "--sandbox", "--turn-time", "20s", one, two));
	if (!strstr(outcome.out, "five (five in a row"))
		fail_msg("%s%s", outcome.out, outcome.err);
}

/* An interpreter in a home folder, as of pyenv or conda.  */
TEST_ON(an_agent_that_lacks_a_hidden_file_is_told_with_the_option_that_shows_it, set_up, tear_down,
	struct fixture *, f)
{
	static const char *const commands[] = {"run", "tournament"};
	char script[120], hidden[120];

	if (!sandbox_works())
		skip();
	snprintf(hidden, sizeof(hidden), "#!%s/python\n", f->folder);
	snprintf(script, sizeof(script), "%s/bot", f->folder);
	file_write(script, hidden, false);
	chmod(script, 0755);
	for (int i = 0; i < 2; i++) { /* the second starts, and fails by itself */
		char command[400];
		struct outcome outcome;

		snprintf(command, sizeof(command), i ? "sh -c 'echo first >&2; exec %s/python'" : "%s/bot",
			 f->folder);
		file_write(strcat(strcpy(hidden, f->folder), "/python"), "", false);
		outcome = ringside("sandbox",
				   ARGS(commands[i], "gomocup", "--sandbox", command, "sample:random"));
		assert_int_equal(outcome.status, 3);
		if (!strstr(outcome.err,
			    i ? "python: not found\" (a sandbox hides" : "exist in its sandbox") ||
		    !strstr(outcome.err, "--sandbox-bind PATH"))
			fail_msg("%s%s", outcome.out, outcome.err);
	}
}

/* ---- verdicts ---- */

/* What a match of these commands prints is the same with a sandbox and without, but for the times.  */
static void expect_same(const char *system, const char *one, const char *two, const char *expected)
{
	for (int i = 0; i < 2; i++) {
		const char *args[] = {"run", system, "--turn-time",          "20s",
				      one,   two,    i ? "--sandbox" : NULL, NULL};
		ends(ringside("sandbox", args), ANY, expected, NULL);
		assert_int_equal(left_behind("sandbox"), 0);
	}
}

TEST(a_crash_in_a_sandbox_is_told_by_its_signal)
{
	char two[700];

	if (!sandbox_works())
		skip();
	command_of(two, sizeof(two), "victim", "");
	expect_same("gomocup", "sh -c 'read x; kill -SEGV $$'", two, "was ended by SIGSEGV");
}

/* Plays it without a sandbox and with one; stderr has `err` once.  */
static void expect_limit(const char *what, const char *out, const char *err)
{
	char one[700];

	command_of(one, sizeof(one), what, "");
	for (int i = 0; i < 1 + sandbox_works(); i++) {
		struct outcome outcome =
			ringside("sandbox", ARGS("run", "gomocup", "--temp", "--turn-time", "30s", one,
						 "sample:random", i ? "--sandbox" : NULL));

		const char *told = strstr(outcome.err, err);

		if (!strstr(outcome.out, out) || !told || (*err && strstr(told + 1, err)))
			fail_msg("%s%s", outcome.out, outcome.err);
		assert_int_equal(left_behind("sandbox"), 0);
	}
}

TEST(an_agent_cannot_lie_about_its_end)
{
	expect_limit("lies", "was ended by SIGSEGV", "");
}

/* Its agents are held before their programs begin, until they are traced.  */
TEST(agents_in_a_sandbox_begin_with_a_backtrace_wanted)
{
	char two[700];

	if (!sandbox_works())
		skip();
	command_of(two, sizeof(two), "victim", "");
	ends(ringside("sandbox", ARGS("run", "gomocup", "--turn-time", "20s", "--sandbox", "--backtrace",
				      "sh -c 'read x; kill -SEGV $$'", two)),
	     ANY, "was ended by SIGSEGV", NULL);
	assert_int_equal(left_behind("sandbox"), 0);
}

TEST(an_exit_status_in_a_sandbox_is_no_signal)
{
	char two[700];

	if (!sandbox_works())
		skip();
	command_of(two, sizeof(two), "victim", "");
	expect_same("gomocup", "sh -c 'read x; exit 139'", two, "exited with status 139");
}

/* Of a hundred on a busy machine some end before the judge looks at them. A series would stop after two.  */
TEST(the_exit_of_an_agent_that_ends_at_once_is_told_in_a_sandbox)
{
	static const char *const args[] = {"run", "gomocup",    "--sandbox",  "--games",
					   "1",   "/bin/false", "/bin/false", NULL};
	enum { AT_ONCE = 8, ALL = 104 };

	if (!sandbox_works())
		skip();
	for (int i = 0; i < ALL; i += AT_ONCE) {
		struct program programs[AT_ONCE];

		for (int k = 0; k < AT_ONCE; k++)
			programs[k] = program_begin(env("RINGSIDE"), "sandbox", args, -1);
		for (int k = 0; k < AT_ONCE; k++) {
			ends(program_end(&programs[k]), ANY, "exited with status 1", NULL);
		}
	}
}

TEST(an_agent_in_a_sandbox_that_closes_its_stdout_is_noticed)
{
	char two[700];

	if (!sandbox_works())
		skip();
	command_of(two, sizeof(two), "victim", "");
	expect_same("gomocup", "sh -c 'exec >&-; exec sleep 1000'", two, "closed its output");
}

TEST(clients_in_a_sandbox_reach_the_judge)
{
	if (!sandbox_works())
		skip();
	expect_same("asimulator", "sample:wander", "sample:wander", "score (scores");
}

/* ---- what it uses ---- */

TEST(the_cpu_time_in_a_sandbox_is_that_of_the_agent_and_its_children)
{
	char one[400];
	struct recorded match FREED_BY(recorded_free);

	if (!sandbox_works())
		skip();
	snprintf(one, sizeof(one), "sh -c \"'%s/brain' lets-others-work; true\"", env("AGENTS"));
	match = recorded_play("sandbox", "gomocup",
			      ARGS("--sandbox", "--sandbox-bind", env("AGENTS"), "--turn-time", "20s", one,
				   agent("brain good 12")));
	recorded_expect(&match, 1, "five", NONE, NULL);
	assert_true(json_is_true(json_object_get(match.game, "sandbox")));
	assert_text(recorded_ask(&match, "select count(*) from turn where seat = 1 and cpu_ns > 60000000"),
		    "5");
	assert_text(recorded_ask(&match, "select count(*) from turn where seat = 2 and cpu_ns > 0"), "4");
}

/* Without a sandbox nobody sees it: it has left the agent's family.  */
TEST(the_memory_of_a_daemon_in_a_sandbox_counts)
{
	char one[700], two[700];

	if (!sandbox_works())
		skip();
	command_of(one, sizeof(one), "grows", "");
	command_of(two, sizeof(two), "victim", "");
	for (int i = 0; i < 2; i++) {
		struct outcome outcome =
			ringside("sandbox", ARGS("run", "gomocup", "--memory", "150M", "--turn-time",
						 i ? "20s" : "500ms", "--tolerance", "0", ONLY_SEAT_1_IS_LATE,
						 one, "sample:random", i ? "--sandbox" : NULL));

		if (!strstr(outcome.out, i ? "157286400 are allowed" : "timeout (seat 1"))
			fail_msg("%s%s", outcome.out, outcome.err);
		assert_int_equal(left_behind("sandbox"), 0);
	}
}

TEST(files_behind_3000_others_count_for_the_folder)
{
	char one[700];
	struct outcome outcome;

	command_of(one, sizeof(one), "fills", "");
	outcome = ringside("sandbox", ARGS("run", "gomocup", "--temp", "--strict", "--turn-time", "30s", one,
					   "sample:random"));
	if (!strstr(outcome.out, "protocol (seat 1 (intruder) has ") ||
	    !strstr(outcome.out, " bytes in its temporary folder"))
		fail_msg("%s%s", outcome.out, outcome.err);
}

/* Without a cgroup, as the kernel counts all of it there.  */
TEST(memory_that_is_not_mapped_counts)
{
	char one[700];

	command_of(one, sizeof(one), "holds", "");
	for (int i = 0; i < 1 + sandbox_works(); i++) {
		ends(ringside("sandbox",
			      ARGS("run", "gomocup", "--memory", "150M", "--cgroups", "none", "--turn-time",
				   "30s", one, "sample:random", i ? "--sandbox" : NULL)),
		     ANY, "157286400 are allowed (--memory)", NULL);
	}
}

TEST(a_removed_file_that_is_open_counts_for_the_folder)
{
	char one[700];

	command_of(one, sizeof(one), "removes", "");
	for (int i = 0; i < 1 + sandbox_works(); i++) {
		struct outcome outcome =
			ringside("sandbox", ARGS("run", "gomocup", "--temp", "--strict", "--turn-time", "30s",
						 one, "sample:random", i ? "--sandbox" : NULL));

		if (!strstr(outcome.out, "has 62914560 bytes in its temporary folder"))
			fail_msg("%s%s", outcome.out, outcome.err);
	}
}

/* ---- limits ---- */

TEST(an_agent_with_too_many_processes_is_killed_with_them)
{
	expect_limit("forks", "was ended by SIGKILL",
		     "seat 1 had more than 512 processes: all were killed\n");
}

/* Each game has a seat 1.  */
TEST(what_is_told_of_an_agent_in_a_series_names_the_game)
{
	char one[700];
	struct outcome outcome;

	command_of(one, sizeof(one), "forks", "");
	outcome = ringside("sandbox", ARGS("run", "gomocup", "--games", "2", "--until-failure", "--turn-time",
					   "30s", one, "sample:random"));
	if (!strstr(outcome.err, "game 1: seat 1 had more than 512 processes"))
		fail_msg("%s%s", outcome.out, outcome.err);
}

TEST(an_agent_that_writes_a_huge_file_is_ended)
{
	expect_limit("writes-far", "was ended by SIGXFSZ", "");
}

/* What /proc/self/limits has of an agent that this command starts.  The caller frees.  */
static char *limits_in(const struct fixture *f, const char *const *command, bool sandbox)
{
	char path[80], writable[80];
	const char *args[ARGS_MAX] = {NULL};
	int count = 0;
	struct outcome outcome;
	char *limits;

	snprintf(path, sizeof(path), "%s/limits", f->folder);
	snprintf(writable, sizeof(writable), "%s:rw", f->folder);
	for (; *command; command++)
		args[count++] = *command;
	if (sandbox) {
		args[count++] = "--sandbox";
		args[count++] = "--sandbox-bind";
		args[count++] = writable;
		args[count++] = "--sandbox-bind";
		args[count++] = env("AGENTS");
	}
	unlink(path);
	outcome = ringside("sandbox", args);
	limits = access(path, R_OK) == 0 ? file_read(path) : NULL;
	if (outcome.status != 0 || !limits)
		fail_msg("%s: status %d: %s%s", args[0], outcome.status, outcome.out, outcome.err);
	return limits;
}

TEST_ON(an_agent_has_the_same_limits_whatever_starts_it, set_up, tear_down, struct fixture *, f)
{
	char bot[120], file[80], from[90], two[300], text[500];
	const char *const run[] = {"run", "gomocup", "--turn-time", "20s", "--record", file, bot, two, NULL};
	const char *const others[][8] = {{"rerun", file, bot, "--seat", "1", NULL},
					 {"check", "gomocup", "--only", "about", bot, NULL},
					 {"run", "gomocup", "--from", from, bot, two, NULL}};

	snprintf(bot, sizeof(bot), "%s/bot", f->folder);
	snprintf(file, sizeof(file), "%s/match.ringside", f->folder);
	snprintf(from, sizeof(from), "%s:4", file);
	snprintf(two, sizeof(two), "'%s/brain' good 12", env("AGENTS"));
	snprintf(text, sizeof(text), "#!/bin/sh\ncat /proc/self/limits >%s/limits\nexec '%s/brain' good 3\n",
		 f->folder, env("AGENTS"));
	file_write(bot, text, false);
	chmod(bot, 0755);
	for (int sandbox = 0; sandbox < 1 + sandbox_works(); sandbox++) {
		char *first;

		unlink(file);
		first = limits_in(f, run, sandbox);
		assert_non_null(strstr(first, "4294967296")); /* bytes of a file */
		for (size_t i = 0; i < LENGTH(others); i++) {
			FREED char *limits = limits_in(f, others[i], sandbox);

			if (strcmp(limits, first) != 0)
				fail_msg("%s%s:\n%s\ninstead of:\n%s", others[i][0],
					 sandbox ? " in a sandbox" : "", limits, first);
		}
		free(first);
	}
}

/* In a rerun no match counts it.  */
TEST(a_match_recorded_with_a_limit_of_memory_is_rerun_with_it)
{
	char one[400];
	struct recorded match FREED_BY(recorded_free);

	snprintf(one, sizeof(one), "'%s/brain' good 3", env("AGENTS"));
	match = recorded_play("sandbox", "gomocup", ARGS("--memory", "150M", "--turn-time", "20s", one, one));
	for (int i = 0; i < 1 + sandbox_works(); i++) {
		struct outcome outcome = ringside("sandbox", ARGS("rerun", match.file, agent("brain grows"),
								  "--seat", "1", i ? "--sandbox" : NULL));

		if (!strstr(outcome.err, " bytes of memory, 157286400 are allowed (--memory): it was killed"))
			fail_msg("%s%s", outcome.out, outcome.err);
		assert_int_equal(outcome.status, 4);
		assert_int_equal(left_behind("sandbox"), 0);
	}
}

/* Where no match counts it, and where a person plays on from a match.  */
TEST(a_temporary_folder_has_its_limit_whatever_starts_the_agent)
{
	char two[400], bad[700], resume[1200];
	const char *commands[][14] = {
		{"check", "gomocup", "--temp", "--turn-time", "20s", "--only", "begin", bad, NULL},
		{"rerun", "", "--temp", bad, "--seat", "1", NULL},
		{"open", "", "--temp", "--batch", "-x", "goto 0", "-x", resume, "-x", "continue", NULL}};
	struct recorded match FREED_BY(recorded_free);

	snprintf(two, sizeof(two), "'%s/brain' good 12", env("AGENTS"));
	command_of(bad, sizeof(bad), "removes", "");
	snprintf(resume, sizeof(resume), "resume \"%s\" \"%s\"", bad, two);
	match = recorded_play("sandbox", "gomocup",
			      ARGS("--strict", "--turn-time", "20s", agent("brain good 3"), two));
	for (size_t i = 0; i < LENGTH(commands); i++) {
		struct outcome outcome;

		if (!*commands[i][1])
			commands[i][1] = match.file;
		outcome = ringside("sandbox", commands[i]);
		if (!strstr(outcome.out, "has 62914560 bytes in its temporary folder") &&
		    !strstr(outcome.err, "has 62914560 bytes in its temporary folder"))
			fail_msg("%s%s", outcome.out, outcome.err);
		assert_int_equal(left_behind("sandbox"), 0);
	}
}

/* ---- ends ---- */

/* The keeper, or the end of the terminal, ends what a judge left, and nobody can say when.  */
static void await_nobody_left(void)
{
	while (left_behind("sandbox"))
		usleep(1000);
}

/* Kills a judge whose agent has left a daemon.  option: --sandbox-bind=DIR:rw, or NULL for no sandbox.  */
static void kill_judge(const struct fixture *f, const char *option)
{
	char one[700], two[700], sign[60];
	const char *args[] = {"run", "gomocup", "--start-time", "60s", one, two, option, "--sandbox", NULL};
	struct program program;

	snprintf(sign, sizeof(sign), "%s/sign", f->folder);
	command_of(one, sizeof(one), "daemon", sign);
	command_of(two, sizeof(two), "victim", "");
	program = program_begin(env("RINGSIDE"), "sandbox", args, -1);
	while (access(sign, F_OK) < 0) {
		assert_int_equal(waitpid(program.pid, NULL, WNOHANG), 0);
		usleep(1000);
	}
	assert_true(left_behind("sandbox") > 0);
	kill(program.pid, SIGKILL);
	program_end(&program);
	await_nobody_left();
}

TEST_IN(a_killed_judge_leaves_no_daemon, set_up, tear_down)
{
	kill_judge(*state, NULL);
}

TEST_ON(a_killed_judge_leaves_no_daemon_of_a_sandbox, set_up, tear_down, struct fixture *, f)
{
	char writable[80];

	if (!sandbox_works())
		skip();
	snprintf(writable, sizeof(writable), "--sandbox-bind=%s:rw", f->folder);
	kill_judge(f, writable);
}

/* A process that SIGKILL does not end: another user's, by a setuid program.  */
TEST_ON(a_process_that_cannot_be_killed_is_named_and_left_behind, set_up, tear_down, struct fixture *, f)
{
	char path[80], copy[900], one[120];
	const char *other = as_other_user();
	char command[1100];
	struct outcome outcome;
	const char *sign;

	if (geteuid() != 0) {
		print_message("SKIPPED: only root can make a program that its judge cannot kill\n");
		skip();
	}
	if (!other)
		skip();
	chmod(f->folder, 0755);
	snprintf(path, sizeof(path), "%s/intruder", f->folder);
	snprintf(copy, sizeof(copy), "cp '%s/intruder' %s && chmod 4755 %s", env("AGENTS"), path, path);
	assert_int_equal(system(copy), 0);
	snprintf(one, sizeof(one), "%s stubborn", path);
	/* It is another user's when it is ready, and never moves.  */
	snprintf(command, sizeof(command),
		 "%s \"$RINGSIDE\" run gomocup --turn-time1 100ms --start-time 60s --tolerance 0 \"%s\" "
		 "\"'%s/brain' good\"",
		 other, one, env("AGENTS"));
	outcome = run_program("/bin/sh", "sandbox", ARGS("-c", command));
	if (strstr(outcome.out, "exited with status 1")) {
		print_message("SKIPPED: setuid programs do not work in %s\n", f->folder);
		skip();
	}
	sign = strstr(outcome.err, "ringside: process ");
	if (!sign || !strstr(sign, "of seat 1 (intruder) has not ended 2 s after SIGKILL"))
		fail_msg("%s%s", outcome.out, outcome.err);
	/* Its terminal hangs up with the judge, which ends it.  */
	await_nobody_left();
}

/* ---- recorded matches ---- */

TEST(a_recorded_match_is_played_on_and_rerun_in_sandboxes)
{
	char two[400], seat[420];
	struct recorded match;

	if (!sandbox_works())
		skip();
	snprintf(two, sizeof(two), "'%s/brain' good 12", env("AGENTS"));
	match = recorded_play("sandbox", "gomocup", ARGS(agent("brain good 3"), two));
	ends(ringside("sandbox", ARGS("rerun", match.file, "--seat", "1", "--sandbox")), 0, NULL, NULL);
	command_of(two, sizeof(two), "kill-judge", "");
	ends(ringside("sandbox", ARGS("rerun", match.file, two, "--seat", "1", "--sandbox")), ANY,
	     "exited with status 41", NULL);
	snprintf(seat, sizeof(seat), "seat 1 %s", two);
	ends(ringside("sandbox", ARGS("open", match.file, "--batch", "--sandbox", "-x", "goto 4", "-x",
				      "resume", "-x", seat, "-x", "continue", "-x", "why")),
	     ANY, "exited with status 41", NULL);
	recorded_free(&match);
}

/* ---- when it cannot start ---- */

TEST(a_sandbox_that_cannot_start_is_an_error)
{
	const char *args[] = {"PATH=/nowhere", env("RINGSIDE"), "run",      "gomocup",
			      "--sandbox",     "/bin/cat",      "/bin/cat", NULL};

	ends(run_program("/usr/bin/env", "sandbox", args), 3, NULL, "its package is called bubblewrap");
}

TEST_ON(what_bubblewrap_says_is_told, set_up, tear_down, struct fixture *, f)
{
	char tool[60], path[80];
	const char *args[] = {path,        env("RINGSIDE"), "run",      "gomocup",
			      "--sandbox", "/bin/cat",      "/bin/cat", NULL};

	snprintf(tool, sizeof(tool), "%s/bwrap", f->folder);
	file_write(tool, "#!/bin/sh\necho bwrap: no luck today >&2\nexit 1\n", false);
	chmod(tool, 0700);
	snprintf(path, sizeof(path), "PATH=%s:/usr/bin:/bin", f->folder);
	ends(run_program("/usr/bin/env", "sandbox", args), 3, NULL,
	     "its sandbox cannot be made: bwrap: no luck today");
}

TEST(a_sandbox_by_default_is_used_only_where_one_can_be_made)
{
	char two[700];
	const char *args[] = {"PATH=/nowhere",  env("RINGSIDE"), "run",      "gomocup",
			      "--sandbox-auto", "/bin/cat",      "/bin/cat", NULL};
	struct outcome outcome;

	outcome = run_program("/usr/bin/env", "sandbox", args);
	assert_non_null(strstr(outcome.err, "--sandbox-auto: agents run without a sandbox: "));
	assert_non_null(strstr(outcome.err, "its package is called bubblewrap"));
	assert_int_not_equal(outcome.status, 3);
	if (!sandbox_works())
		skip();
	command_of(two, sizeof(two), "victim", "");
	outcome = ringside("sandbox", ARGS("run", "gomocup", "--sandbox-auto", "-x", "step", "-x",
					   "info seat 1", "sample:random", two));
	assert_non_null(strstr(outcome.out, "limits  sandbox, "));
	assert_null(strstr(outcome.err, "--sandbox-auto"));
	assert_int_equal(left_behind("sandbox"), 0);
}

TEST(a_tournament_without_a_sandbox_is_not_played_unasked)
{
	static const char *const allowed[] = {NULL, "--no-sandbox", "--sandbox-auto"};

	for (int i = 0; i < 3; i++) {
		const char *args[] = {"PATH=/nowhere", env("RINGSIDE"),
				      "tournament",    "gomocup",
				      "--seed",        "1",
				      "sample:random", "sample:threat --nodes 50",
				      "--size",        "7",
				      allowed[i],      NULL};
		struct outcome outcome = run_program("/usr/bin/env", "sandbox", args);

		assert_int_equal(outcome.status, i ? 0 : 3);
		assert_int_equal(strstr(outcome.out, "game 1: ") != NULL, i > 0);
		if (!i && (!strstr(outcome.err, "its package is called bubblewrap") ||
			   !strstr(outcome.err, "--no-sandbox") || strstr(outcome.err, "/bin/sh")))
			fail_msg("%s", outcome.err);
	}
}

TEST(the_command_is_shown_for_a_shell_and_nothing_is_played)
{
	static const char *const args[] = {"run",      "gomocup", "--sandbox-show", "/bin/echo 'a  b'",
					   "/bin/cat", NULL};
	struct outcome outcome, echoed;
	char *command;

	if (!sandbox_works())
		skip();
	outcome = ringside("sandbox", args);
	assert_int_equal(outcome.status, 0);
	assert_int_equal(strncmp(outcome.out, "# sandbox, processes 512 (", 26), 0);
	command = strchr(outcome.out, '\n') + 1;
	*strchr(command, '\n') = '\0'; /* the first line after the limits is the first agent's */
	echoed = run_program("/bin/sh", "sandbox", ARGS("-c", command));
	assert_string_equal(echoed.out, "a  b\n");
}

TEST_MAIN(NULL, NULL)
