/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_io_refused.c - how the io room copes when the system refuses something: descriptors run out, a file of
 * /proc is missing, signals interrupt calls, paths are no folders.  */
#include "../temp.h"
#include "../within.h"
#include "io/agent_state.h"
#include "io/process.h"
#include "io/socket.h"
#include "io/spawn.h"
#include "io_fixture.h"
#include "ringside/folder.h"
#include "ringside/ini.h"
#include "ringside/text_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static char *write_text(const char *name, const char *text, mode_t mode)
{
	char *path = temp_path(name);
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	assert_int_equal(fchmod(fd, mode), 0);
	close(fd);
	return path;
}

/* ---- starting ---- */

/* Starts the agent with one more descriptor each time until that succeeds. Each refusal must say so and leave
 * nothing open. Returns how often it was refused.  */
static int start_with_few_descriptors(struct seen *seen, const struct agent_setup *setup)
{
	int refusals = 0, free_fd = dup(STDIN_FILENO);
	struct rlimit was, few;

	assert_true(free_fd >= 0);
	close(free_fd);
	getrlimit(RLIMIT_NOFILE, &was);
	few = was;
	for (few.rlim_cur = (rlim_t)free_fd; !seen->agent; few.rlim_cur++) {
		char *problem = NULL;
		int before = open_descriptors();

		setrlimit(RLIMIT_NOFILE, &few);
		seen->agent = agent_spawn(loop, setup, &events, seen, &problem);
		setrlimit(RLIMIT_NOFILE, &was);
		if (seen->agent)
			break;
		assert_true(strstr(problem, "cannot start \"") == problem);
		assert_non_null(strstr(problem, "Too many open files"));
		free(problem);
		assert_int_equal(open_descriptors(), before);
		assert_true(no_child_is_left());
		refusals++;
	}
	return refusals;
}

TEST(a_start_short_of_any_descriptor_says_so_and_keeps_none_open)
{
	const struct agent_setup setups[] = {
		{.command = "cat"},
		{.command = "cat", .stderr_pipe = true},
		{.command = "cat", .all_terminal = true},
		{.command = "sleep 1000", .socket = true},
		{.command = "sleep 1000", .socket = true, .stderr_pipe = true},
	};

	for (size_t i = 0; i < sizeof(setups) / sizeof(setups[0]); i++) {
		struct seen seen FREED_BY(finish) = {0};

		assert_true(start_with_few_descriptors(&seen, &setups[i]) >= 4);
		assert_int_equal(seen.endings, 0);
	}
}

static volatile sig_atomic_t alarms;

static void count_alarm(int number)
{
	alarms++;
}

TEST(constant_signals_disturb_neither_a_start_nor_bytes)
{
	struct sigaction count = {.sa_handler = count_alarm}, was; /* without SA_RESTART */
	const struct itimerval often = {.it_interval = {.tv_usec = 200}, .it_value = {.tv_usec = 200}};
	const struct itimerval never = {0};

	alarms = 0;
	sigaction(SIGALRM, &count, &was);
	setitimer(ITIMER_REAL, &often, NULL);
	for (int i = 0; i < 10 || alarms < 50; i++) {
		struct seen seen = {0};
		FREED char *problem = NULL;

		start(&seen, "cat");
		assert_true(agent_write(seen.agent, "7,7\n", 4));
		until(seen.total == 4);
		finish(&seen);
		assert_null(agent_spawn(loop, &(struct agent_setup){.command = "true", .directory = "/no"},
					&events, &seen, &problem));
	}
	setitimer(ITIMER_REAL, &never, NULL);
	sigaction(SIGALRM, &was, NULL);
}

AGENT_TEST(an_end_is_reported_even_if_the_judges_parent_ignored_children)
{
	signal(SIGCHLD, SIG_IGN);
	start_sh(seen, "exit 7");
	until(seen->endings);
	assert_int_equal(seen->ending.code, 7);
}

TEST(an_interpreter_that_may_not_run_is_named_as_the_likely_cause)
{
	TEMP char *path = write_text("brain", "#!/etc/passwd\n", 0700);
	char *problem = NULL;
	FREED char *expected =
		bytes_text("cannot start \"%s\": %s: Permission denied (its interpreter, or a mount "
			   "without exec?)",
			   path, path);

	assert_null(agent_spawn(loop, &(struct agent_setup){.command = path}, &events, &(struct seen){0},
				&problem));
	assert_text(problem, expected);
}

TEST(a_program_is_searched_in_the_default_folders_and_here_as_path_says)
{
	FREED char *path = strdup(getenv("PATH"));
	char *problem = NULL, *found;
	TEMP char *file = write_text("brain", "text", 0600);
	FREED char *folder = bytes_copy(file, strlen(file) - 6);
	int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	unsetenv("PATH");
	found = command_program("sh", &problem);
	assert_non_null(found);
	free(found);
	setenv("PATH", "", 1); /* an empty element is the current folder */
	assert_int_equal(chdir(folder), 0);
	assert_null(command_program("brain", &problem));
	assert_text(problem, "./brain: Permission denied (is it executable?)");
	setenv("PATH", ":.:", 1); /* the first file that is refused is named */
	assert_null(command_program("brain", &problem));
	assert_text(problem, "./brain: Permission denied (is it executable?)");
	assert_int_equal(chmod("brain", 0700), 0);
	assert_text(command_program("brain", &problem), file);
	assert_int_equal(fchdir(here), 0);
	close(here);
	setenv("PATH", path, 1);
	assert_false(command_is_of_windows(".exe"));
	assert_false(command_is_of_windows("brain"));
	assert_true(command_is_of_windows("pbrain.EXE"));
}

TEST(a_file_in_no_folder_of_samples_is_not_found)
{
	char **names;

	assert_null(agent_sample_file("worlds/no-such.world"));
	setenv("RINGSIDE_SAMPLES", "/nonexistent", 1);
	assert_null(agent_sample_file("worlds/classic.world"));
	assert_int_equal(agent_samples(NULL, &names), 0);
	free(names);
	unsetenv("RINGSIDE_SAMPLES");
}

/* ---- ends ---- */

TEST(a_signal_is_known_by_its_name_or_number)
{
	assert_int_equal(agent_signal_named("SIGTERM"), SIGTERM);
	assert_int_equal(agent_signal_named("term"), SIGTERM);
	assert_int_equal(agent_signal_named("sigkill"), SIGKILL);
	assert_int_equal(agent_signal_named("9"), SIGKILL);
	assert_int_equal(agent_signal_named("9x"), 0);
	assert_int_equal(agent_signal_named(""), 0);
	assert_int_equal(agent_signal_named("SIGNONE"), 0);
	assert_int_equal(agent_signal_named("1000"), 0);
	assert_string_equal(agent_signal_name(SIGINT), "SIGINT");
	assert_null(agent_signal_name(0));
	assert_null(agent_signal_name(SIGRTMAX + 1));
}

TEST(an_end_is_noticed_without_a_descriptor_for_it)
{
	struct ending ending;
	pid_t pid = fork();

	if (pid == 0) {
		pause();
		_exit(0);
	}
	assert_false(ends_within(pid, -1, 0));
	assert_false(ends_within(pid, -1, 2));
	kill(pid, SIGKILL);
	assert_true(ends_within(pid, -1, DEADLINE_S * 1000));
	assert_true(has_ended(pid, &ending));
	assert_true(ending.signalled);
	group_reap(pid, -1);
	waitpid(pid, NULL, 0);
	assert_true(has_ended(pid, &ending)); /* somebody else has reaped the agent */
	assert_int_equal(ending.code, 255);
	assert_false(is_running(pid));
	assert_int_equal(parent_of(pid), 0);
}

/* A folder in place of the pipe can be read by nobody.  */
TEST(an_output_that_the_system_cannot_read_is_told_with_the_error)
{
	for (int i = 0; i < 3; i++) {
		struct seen seen = {.free_at = i == 2 ? AT_FAILURE : NEVER};
		int folder = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

		start_sh(&seen, i == 1 ? "read line; exit 3" : "sleep 1000");
		dup2(folder, seen.agent->process.out);
		close(folder);
		if (i == 1) {
			agent_write(seen.agent, "go\n", 3);
			until(seen.endings);
			assert_int_equal(seen.ending.code, 3);
		} else {
			agent_drain(seen.agent, loop_now());
		}
		assert_int_equal(seen.failure, EISDIR);
		assert_int_equal(seen.failed, STREAM_STDOUT);
		assert_int_equal(seen.agent == NULL, i == 2);
		finish(&seen);
	}
}

/* A descriptor that is only read takes no bytes. The agent finds the end of its input, and may answer that
 * and end before the error is told; it would be blamed for what it says if that came first.  */
TEST(an_input_that_the_system_cannot_write_is_told_with_the_error)
{
	for (int i = 0; i < 3; i++) {
		struct seen seen = {.free_at = i == 2 ? AT_FAILURE : NEVER};
		int nowhere = open("/dev/null", O_RDONLY | O_CLOEXEC);

		start_sh(&seen, i == 1 ? "read line; echo EXIT; exit 3" : "sleep 1000");
		dup2(nowhere, seen.agent->process.in);
		close(nowhere);
		assert_false(agent_write(seen.agent, "go\n", 3));
		if (i == 1) {
			assert_true(ends_within(agent_pid(seen.agent), -1, DEADLINE_S * 1000));
			agent_hear(seen.agent, loop_now());
			assert_int_equal(seen.ending.code, 3);
			assert_int_equal(seen.closed_stdin, 0);
			assert_int_equal(seen.total, 5);
		} else if (i == 0) {
			until(seen.closed_stdin);
		}
		until(seen.failure);
		assert_int_equal(seen.failure, EBADF);
		assert_int_equal(seen.failed, STREAM_STDIN);
		assert_int_equal(seen.said_before, 0);
		assert_int_equal(seen.agent == NULL, i == 2);
		finish(&seen);
	}
}

AGENT_TEST(an_agent_that_does_not_read_is_no_fault_of_the_system)
{
	start_sh(seen, "exec <&-; echo closed; sleep 1000");
	until(seen->total);
	assert_false(agent_write(seen->agent, "go\n", 3));
	until(seen->closed_stdin);
	assert_int_equal(seen->failure, 0);
}

AGENT_TEST(a_terminal_that_the_system_cannot_read_is_kept_for_the_agent)
{
	int folder = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC), terminal;

	start_sh(seen, "read line; echo words >&2; read line; exit 3");
	terminal = dup(seen->agent->process.err);
	dup2(folder, seen->agent->process.err);
	agent_write(seen->agent, "go\n", 3);
	until(!seen->agent->err);
	dup2(terminal, seen->agent->process.err);
	close(terminal);
	close(folder);
	agent_type(seen->agent, "key", 3);
	agent_write(seen->agent, "go\n", 3);
	until(seen->endings);
	assert_false(seen->ending.signalled);
	assert_int_equal(seen->ending.code, 3);
	assert_true(says(&seen->err, "words"));
}

AGENT_TEST(the_end_of_an_output_is_no_fault_of_the_system)
{
	start_sh(seen, "exec >&-; read line");
	until(seen->closed_stdout);
	agent_write(seen->agent, "go\n", 3);
	until(seen->endings);
	assert_int_equal(seen->failure, 0);
}

TEST(an_agent_may_be_freed_while_its_last_words_are_reported)
{
	struct seen seen FREED_BY(finish) = {.free_at = AT_BYTES};

	start_sh(&seen, "echo words >&2; exit 3");
	until(!seen.agent);
	assert_int_equal(seen.endings, 0);
}

AGENT_TEST(a_dismissal_after_the_end_changes_nothing)
{
	struct activity activity;

	start_sh(seen, "exit 0");
	until(seen->endings);
	agent_dismiss(seen->agent, 0);
	agent_drain_words(seen->agent, loop_now());
	agent_type(seen->agent, "x", 1);
	assert_false(agent_write(seen->agent, "x", 1));
	agent_activity(seen->agent, &activity);
	assert_int_equal(activity.kind, ACTIVITY_GONE);
}

TEST(more_children_than_a_first_guess_are_all_found)
{
	enum { CHILDREN = 40 };
	struct pids listed = {0}, scanned = {0};
	pid_t pids[CHILDREN];

	for (int i = 0; i < CHILDREN; i++)
		if ((pids[i] = fork()) == 0) {
			pause();
			_exit(0);
		}
	children_listed(getpid(), &listed);
	children_scanned(getpid(), &scanned);
	for (int i = 0; i < CHILDREN; i++) {
		assert_true(pids_have(&listed, pids[i]));
		assert_true(pids_have(&scanned, pids[i]));
		kill(pids[i], SIGKILL);
		waitpid(pids[i], NULL, 0);
	}
	assert_false(pids_have(&listed, getpid()));
	pids_free(&listed);
	pids_free(&scanned);
}

/* ---- tracing ---- */

static int trace(const char *pid)
{
	if (ptrace(PTRACE_SEIZE, atoi(pid), NULL, NULL) < 0)
		return 1;
	puts("seized");
	fflush(stdout);
	pause();
	return 0;
}

TEST(a_tracer_of_ours_counts_only_as_the_debugger_it_is)
{
	struct seen traced FREED_BY(finish) = {0}, tracer FREED_BY(finish) = {0};
	struct agent_look look;
	FREED char *part;

	start(&traced, "cat");
	part = bytes_text("traces %d", (int)agent_pid(traced.agent));
	start_part(&tracer, part);
	until(says(&tracer.out, "seized"));
	look = agent_look(traced.agent, tracer.agent, 0);
	assert_true(look.by_gdb && look.traced);
	look = agent_look(traced.agent, NULL, 0);
	assert_false(look.by_gdb || look.traced); /* as an agent that traces itself */
	assert_false(agent_look(traced.agent, traced.agent, 0).by_gdb);
}

/* Its tracer hears of its end first.  */
TEST(an_agent_that_ends_late_is_reaped_with_the_next)
{
	struct seen traced = {0}, next = {0};
	int link[2];
	char byte;
	pid_t pid, tracer;

	assert_int_equal(pipe(link), 0);
	start(&traced, "cat");
	pid = agent_pid(traced.agent);
	tracer = fork();
	if (tracer == 0) {
		ptrace(PTRACE_SEIZE, pid, NULL, NULL);
		if (write(link[1], "", 1) == 1)
			pause();
		_exit(0);
	}
	assert_int_equal(read(link[0], &byte, 1), 1);
	finish(&traced);
	assert_int_equal(waitid(P_PID, (id_t)pid, &(siginfo_t){0}, WEXITED | WNOHANG | WNOWAIT), 0);
	kill(tracer, SIGKILL);
	waitpid(tracer, NULL, 0);
	assert_int_equal(waitid(P_PID, (id_t)pid, &(siginfo_t){0}, WEXITED | WNOWAIT), 0);
	start(&next, "true");
	finish(&next);
	assert_int_equal(waitid(P_PID, (id_t)pid, &(siginfo_t){0}, WEXITED | WNOHANG | WNOWAIT), -1);
	assert_true(no_child_is_left());
	close(link[0]);
	close(link[1]);
}

TEST(a_gdb_in_path_can_trace_unless_the_system_forbids_it)
{
	TEMP char *gdb = write_text("gdb", "#!/bin/sh\n", 0700);
	FREED char *folder = bytes_copy(gdb, strlen(gdb) - 4);
	FREED char *path = strdup(getenv("PATH")), *why;

	setenv("PATH", folder, 1);
	why = agent_cannot_trace(false);
	setenv("PATH", path, 1);
	assert_true(!why || strstr(why, "tracing is ") == why);
}

/* ---- sockets ---- */

TEST(the_peer_of_an_unconnected_socket_has_left)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	char *who, *input;
	bool prompt;

	assert_int_equal(peer_of(fd, getpid(), &who, &prompt), PEER_GONE);
	assert_text(who, "somebody who has left already");
	assert_int_equal(peer_unread(fd, 0, &input), 0);
	assert_null(input);
	close(fd);
}

TEST(a_socket_is_refused_if_no_descriptor_is_left)
{
	int refusals = 0, fd = -1, port, free_fd = dup(STDIN_FILENO);
	struct rlimit was, few;

	close(free_fd);
	getrlimit(RLIMIT_NOFILE, &was);
	few = was;
	for (few.rlim_cur = (rlim_t)free_fd; fd < 0; few.rlim_cur++) {
		FREED char *problem = NULL;

		setrlimit(RLIMIT_NOFILE, &few);
		fd = socket_listen(&port, &problem);
		setrlimit(RLIMIT_NOFILE, &was);
		assert_true((fd < 0) == (problem != NULL));
		refusals += fd < 0;
	}
	assert_true(refusals >= 1);
	close(fd);
}

TEST(a_broken_listener_accepts_nobody_else)
{
	int pipe_ends[2], patience = 1;
	char *refused;
	bool goes_on, prompt;

	assert_int_equal(pipe(pipe_ends), 0);
	assert_int_equal(socket_take(pipe_ends[0], getpid(), -1, &patience, &refused, &goes_on, &prompt), -1);
	assert_false(goes_on);
	assert_non_null(strstr(refused, "Socket operation on non-socket"));
	free(refused);
	close(pipe_ends[0]);
	close(pipe_ends[1]);
}

/* ---- folders and files ---- */

TEST(a_temporary_folder_that_cannot_be_opened_is_not_left_behind)
{
	FREED char *folder = bytes_text("/tmp/ringside-test-XXXXXX");
	char *inner;
	int free_fd = dup(STDIN_FILENO);
	struct rlimit was, none;

	close(free_fd);
	assert_true(temporary_folder(folder));
	inner = bytes_text("%s/ringside-inner-XXXXXX", folder);
	getrlimit(RLIMIT_NOFILE, &was);
	none = was;
	none.rlim_cur = (rlim_t)free_fd;
	setrlimit(RLIMIT_NOFILE, &none);
	assert_false(temporary_folder(inner));
	assert_int_equal(errno, EMFILE);
	setrlimit(RLIMIT_NOFILE, &was);
	assert_int_equal(access(inner, F_OK), -1);
	free(inner);
	assert_true(folder_remove(folder)); /* nothing was in it */
}

TEST(a_folder_that_only_looks_abandoned_is_not_swept)
{
	TEMP char *file = write_text("ringside-agent-_abcde", "kept", 0600);
	char *other, *link;
	FREED char *folder = bytes_copy(file, (size_t)(strrchr(file, '/') - file));
	int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	char name[] = "ringside-test-XXXXXX";

	other = bytes_text("%s/ringside-agent-XXXXXX", folder);
	link = bytes_text("%s/ringside-agent-_links", folder);
	assert_int_equal(symlink("/tmp", link), 0);
	assert_true(temporary_folder(other));
	assert_int_equal(access(file, F_OK), 0);
	assert_int_equal(access(link, F_OK), 0);
	assert_int_equal(chdir(folder), 0);
	assert_true(temporary_folder(name)); /* a path without a slash is relative to here */
	assert_int_equal(access(name, F_OK), 0);
	assert_true(folder_remove(name));
	assert_int_equal(fchdir(here), 0);
	close(here);
	assert_true(folder_remove(other));
	free(other);
	free(link);
}

TEST(a_folder_of_any_depth_is_removed_and_200_levels_of_it_are_measured)
{
	enum { LEVELS = 1000, DEEPEST = 201 };
	char *problem = NULL;
	FREED char *top = folder_temporary(&problem);
	struct folder_look *look = NULL;
	struct bytes path FREED_BY(bytes_free) = {0};
	int fd;

	bytes_add_text(&path, top);
	for (int i = 0; i < LEVELS; i++)
		bytes_add_text(&path, "/d");
	free(folder_made(path.at, &problem));
	assert_null(problem);
	bytes_add_text(&path, "/file");
	fd = open(path.at, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	assert_int_equal(write(fd, "12345", 5), 5);
	close(fd);
	assert_int_equal(folder_size(top, &look), DEEPEST * 4096);
	assert_null(look);
	assert_true(folder_remove(top));
}

TEST(files_past_the_first_2000_are_counted_by_the_next_call)
{
	enum { FILES = 2010 };
	char *problem = NULL;
	FREED char *top = folder_temporary(&problem);
	struct folder_look *look = NULL;

	for (int i = 0; i < FILES; i++) {
		FREED char *path = bytes_text("%s/%d", top, i);
		int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

		assert_int_equal(write(fd, "x", 1), 1);
		close(fd);
	}
	assert_within(folder_size(top, &look), 1998 * 4096, 2000 * 4096); /* "." and ".." are not counted */
	assert_non_null(look);
	assert_int_equal(folder_size(top, &look), FILES * 4096);
	assert_null(look);
	assert_within(folder_size(top, &look), 1998 * 4096, 2000 * 4096);
	folder_look_end(look);
	assert_true(folder_remove(top));
}

TEST(a_file_is_not_removed_as_a_folder_and_tmpdir_must_be_a_full_path)
{
	TEMP char *file = write_text("file", "", 0600);
	char *problem = NULL, *folder;
	const char *given = getenv("TMPDIR");
	FREED char *was = given ? strdup(given) : NULL;

	assert_false(folder_remove(file));
	assert_int_equal(access(file, F_OK), 0);
	setenv("TMPDIR", "relative", 1);
	folder = folder_temporary(&problem);
	assert_true(strncmp(folder, "/tmp/ringside-agent-", 20) == 0);
	assert_true(folder_remove(folder));
	free(folder);
	unsetenv("TMPDIR");
	folder = folder_temporary(&problem);
	assert_true(strncmp(folder, "/tmp/ringside-agent-", 20) == 0);
	assert_true(folder_remove(folder));
	free(folder);
	if (was)
		setenv("TMPDIR", was, 1);
}

TEST(an_ini_file_is_read_up_to_its_first_mistake)
{
	char *path, *problem, *expected;
	const struct {
		const char *text, *wrong; /* after the path; NULL: nothing */
	} cases[] = {
		{"[a]\nx = 1", NULL},
		{"\xef\xbb\xbf[a]\r\nx = 1", NULL},
		{"[a]\nx = 1\n\t ä no entry\nz = 2\n", NULL},
		{"[a]\nx = 1\nno entry\nz = 2\n",
		 ":3:1: expected [section] or name = value, not \"no entry\""},
	};
	struct ini_file file;

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		path = write_text("theme", cases[i].text, 0600);
		problem = ini_file_read(path, &file);
		expected = cases[i].wrong ? bytes_text("%s%s", path, cases[i].wrong) : NULL;
		if (expected)
			assert_string_equal(problem, expected);
		else
			assert_null(problem);
		assert_string_equal(file.entries[0].name, "x");
		ini_file_free(&file);
		free(expected);
		free(problem);
		temp_remove(path);
	}
	assert_text(ini_file_read("/tmp", &file), "/tmp: cannot be read: Is a directory");
	ini_file_free(&file);
}

static void assert_place(struct location place, int line, int column)
{
	assert_int_equal(place.line, line);
	assert_int_equal(place.column, column);
}

TEST(each_entry_of_an_ini_file_knows_its_places)
{
	static const char text[] =
		"\xef\xbb\xbfx = 0\n ; no\n[a]\r\n  name :\tä b ; no\n   [c]\n[d] ; no\ne=\nf = ä b";
	TEMP char *path = write_text("ini", text, 0600);
	char *problem;
	const struct ini_entry *entry;
	struct ini_file file FREED_BY(ini_file_free);

	problem = ini_file_read(path, &file);
	assert_null(problem);
	assert_int_equal(file.count, 5);
	entry = file.entries;
	assert_place(entry->at, 1, 1);
	assert_place(entry->value_at, 1, 5);
	assert_place(entry->section_at, 0, 0);
	entry++;
	assert_place(entry->at, 4, 3);
	assert_place(entry->value_at, 4, 10);
	assert_place(entry->section_at, 3, 1);
	assert_place(location_behind(entry->value_at, entry->value, strchr(entry->value, 'b')), 4, 12);
	entry++; /* a further line of the list */
	assert_string_equal(entry->name, "name");
	assert_string_equal(entry->value, "[c]");
	assert_place(entry->at, 5, 4);
	assert_place(entry->value_at, 5, 4);
	assert_place(entry->section_at, 3, 1);
	entry++;
	assert_string_equal(entry->value, "");
	assert_place(entry->at, 7, 1);
	assert_place(entry->value_at, 7, 3);
	assert_place(entry->section_at, 6, 1);
	entry++;
	assert_place(entry->value_at, 8, 5);
}

TEST(an_endless_ini_file_is_read_up_to_a_limit)
{
	TEMP char *path = write_text("theme", "", 0600);
	char *problem = ini_file_read("/dev/zero", &(struct ini_file){0});
	struct ini_file file FREED_BY(ini_file_free);
	FILE *to = fopen(path, "w");

	assert_non_null(strstr(problem, "/dev/zero: is larger than 1 MB: expected a text"));
	free(problem);
	assert_non_null(to);
	for (int i = 0; i < 200000; i++)
		fputs("a = 1\n", to);
	fclose(to);
	problem = ini_file_read(path, &file);
	assert_non_null(strstr(problem, ": is larger than 1 MB: expected a text"));
	free(problem);
}

TEST(a_missing_file_has_an_empty_beginning)
{
	TEMP char *path = write_text("start", "0123456789", 0600);
	char text[8] = "old";

	assert_int_equal(text_file_start(path, text, sizeof(text)), 7);
	assert_string_equal(text, "0123456");
	assert_int_equal(text_file_start("/no/file", text, sizeof(text)), 0);
	assert_string_equal(text, "");
	assert_int_equal(text_file_start("/tmp", text, sizeof(text)), 0);
	assert_string_equal(text, "");
}

int main(int argc, char **argv)
{
	if (argc > 2 && strcmp(argv[1], "traces") == 0)
		return trace(argv[2]);
	return RUN_TESTS(begin_loop, end_loop);
}
