/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* program.c - runs whole programs for tests.  */
#include "program.h"
#include "../test.h"

#include "ringside/bytes.h"
#include "ringside/folder.h"
#include "ringside/sh_words.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

const char *env(const char *name)
{
	const char *value = getenv(name);

	if (!value)
		fail_msg("%s is not set: run this by make check", name);
	return value;
}

const char *limit(bool runs_out, const char *shorter)
{
	return runs_out ? shorter : "60s";
}

static char *slurp(int fd)
{
	size_t size = 0, room = 4096;
	char *text = malloc(room);
	ssize_t n;

	while ((n = read(fd, text + size, room - size - 1)) > 0) {
		size += (size_t)n;
		if (room - size < 2)
			text = realloc(text, room *= 2);
	}
	text[size] = '\0';
	close(fd);
	return text;
}

/* The mark of this process: the same test may run several times at once on one machine.  */
static void mark_own(const char *mark, char *own, size_t room)
{
	snprintf(own, room, "%s %d", mark, (int)getpid());
}

/* Does it play a match without --seed?  Tests with the mark "seeds" do so on purpose.  */
static bool wants_seed(const char *program, const char *mark, const char *const *args)
{
	const char *ringside = getenv("RINGSIDE");
	bool plays = ringside && strcmp(program, ringside) == 0 && strcmp(mark, "seeds") != 0 && args[0] &&
		     args[1] && args[1][0] != '-' &&
		     (strcmp(args[0], "run") == 0 || strcmp(args[0], "play") == 0);

	for (; plays && *args; args++)
		plays = strcmp(*args, "--seed") != 0;
	return plays;
}

struct program program_begin(const char *program, const char *mark, const char *const *args, int errors)
{
	const char *argv[ARGS_MAX + 4] = {program};
	struct program begun = {.errors = -1};
	bool seeded = wants_seed(program, mark, args);
	int count = 1, out[2];
	char own[64];

	for (int i = 0; args[i]; i++) {
		assert_true(i < ARGS_MAX);
		argv[count++] = args[i];
		if (seeded && i == 1) {
			argv[count++] = "--seed";
			argv[count++] = "1";
		}
	}
	if (errors < 0)
		errors = begun.errors = open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	assert_true(errors >= 0);
	assert_int_equal(pipe2(out, O_CLOEXEC), 0);
	assert_true(fcntl(out[1], F_SETPIPE_SZ, 1) > 0);
	mark_own(mark, own, sizeof(own));
	begun.pid = fork();
	if (begun.pid == 0) {
		signal(SIGINT, SIG_DFL); /* `nohup make check &` leaves them ignored */
		signal(SIGHUP, SIG_DFL);
		dup2(out[1], STDOUT_FILENO);
		dup2(errors, STDERR_FILENO);
		setenv("RINGSIDE_TEST", own, 1);
		execv(argv[0], (char *const *)argv);
		_exit(127);
	}
	close(out[1]);
	begun.out = out[0];
	return begun;
}

char *program_line(struct program *program)
{
	char *line = NULL, byte;
	size_t size = 0;

	while (read(program->out, &byte, 1) == 1 && byte != '\n') {
		line = realloc(line, size + 2);
		line[size++] = byte;
		line[size] = '\0';
	}
	return line;
}

struct outcome program_end(struct program *program)
{
	struct outcome outcome = {.out = kept(slurp(program->out))};
	int status;

	for (const char *at = outcome.out; (at = strchr(at, '\n')); at++)
		outcome.lines++;
	assert_int_equal(waitpid(program->pid, &status, 0), program->pid);
	outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
	if (program->errors >= 0) {
		lseek(program->errors, 0, SEEK_SET);
		outcome.err = kept(slurp(program->errors));
	}
	return outcome;
}

struct outcome run_program(const char *program, const char *mark, const char *const *args)
{
	struct program begun = program_begin(program, mark, args, -1);

	return program_end(&begun);
}

struct outcome ringside(const char *mark, const char *const *args)
{
	return run_program(env("RINGSIDE"), mark, args);
}

struct outcome typed(const char *mark, const char *format, ...)
{
	va_list args;
	char *line;

	va_start(args, format);
	line = kept(bytes_vtext(format, args));
	va_end(args);
	return ringside(mark, words_of(line));
}

/* Are all of the words there, and none of those behind a !?  */
static bool has_all(const char *text, const char *words)
{
	while (words && *words) {
		bool absent = *words == '!';
		size_t size = strcspn(words += absent, "|");

		if (!memmem(text, strlen(text), words, size) != absent)
			return false;
		words += size + (words[size] == '|');
	}
	return true;
}

void ends(struct outcome outcome, int status, const char *out, const char *err)
{
	if ((status != ANY && outcome.status != status) || !has_all(outcome.out, out) ||
	    (outcome.err && !has_all(outcome.err, err)))
		fail_msg("not status %d with \"%s\" and \"%s\", but %d:\n%s%s", status, out ? out : "",
			 err ? err : "", outcome.status, outcome.out, outcome.err ? outcome.err : "");
}

/* ---- texts and files that stay for a while ---- */

char *kept(char *text)
{
	static char **texts; /* reached from here, so that none is taken for a leak */
	static size_t count;

	texts = bytes_resized(texts, (count + 1) * sizeof(*texts));
	return texts[count++] = text;
}

const char *agent(const char *words)
{
	size_t name = strcspn(words, " ");

	return kept(bytes_text("'%s/%.*s'%s", env("AGENTS"), (int)name, words, words + name));
}

const char *const *words_of(const char *line)
{
	char *problem = NULL, **words = sh_words_split(line, &problem);

	if (!words)
		fail_msg("%s: %s", line, problem);
	kept((char *)words);
	for (char **word = words; *word; word++) {
		const char *at;

		if (strncmp(*word, "agent:", 6) == 0)
			*word = (char *)agent(*word + 6);
		while ((at = strstr(*word, "~/")))
			*word = kept(bytes_text("%.*s%s%s", (int)(at - *word), *word, test_folder(), at + 1));
	}
	return (const char *const *)words;
}

const char *quoted(const char *word)
{
	return kept(sh_words_quoted(word));
}

static char *folder;

const char *test_folder(void)
{
	if (!folder) {
		folder = bytes_text("/tmp/ringside-test-XXXXXX");
		assert_true(temporary_folder(folder));
	}
	return folder;
}

const char *in_folder(const char *name)
{
	return kept(bytes_text("%s/%s", test_folder(), name));
}

int test_folder_remove(void **state UNUSED)
{
	if (folder)
		folder_remove(folder);
	free(folder);
	folder = NULL;
	return 0;
}

const char *as_other_user(void)
{
	static const char other[] = "setpriv --reuid=65534 --regid=65534 --clear-groups";
	char command[200];

	if (geteuid() != 0)
		return "";
	snprintf(command, sizeof(command), "%s \"$RINGSIDE\" --version >/dev/null 2>&1", other);
	if (system(command) == 0)
		return other;
	print_message("SKIPPED: another user than root cannot run %s\n", env("RINGSIDE"));
	return NULL;
}

bool sandbox_works(void)
{
	static int status = -1;

	if (status < 0)
		status = system("bwrap --unshare-user --unshare-pid --unshare-net --ro-bind / / true");
	if (status != 0)
		print_message("SKIPPED: bubblewrap is missing or cannot make a user namespace here\n");
	return status == 0;
}

enum { PROC_SIZE = 65537 };

/* Reads a file of a process in /proc, whose words end with `end`.  Returns whether there is one.  */
static bool proc_read(const char *process, const char *name, char end, char text[PROC_SIZE])
{
	char path[300];
	ssize_t size = -1;
	int fd;

	snprintf(path, sizeof(path), "/proc/%s/%s", process, name);
	fd = open(path, O_RDONLY);
	if (fd >= 0) {
		size = read(fd, text, PROC_SIZE - 1);
		close(fd);
	}
	for (ssize_t at = 0; at < size; at++)
		if (!text[at])
			text[at] = end;
	text[size > 0 ? size : 0] = '\0';
	return size >= 0;
}

/* Has it got SIGKILL?  Then it ends as soon as it gets a core.  */
static bool is_killed(const char *process, char text[PROC_SIZE])
{
	static const char *const names[] = {"\nSigPnd:", "\nShdPnd:"};
	bool killed = false;

	proc_read(process, "status", '\n', text);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const char *line = strstr(text, names[i]);

		killed = killed ||
			 (line && (strtoull(line + strlen(names[i]), NULL, 16) & 1 << (SIGKILL - 1)));
	}
	return killed;
}

int left_behind(const char *mark)
{
	char own[64], wanted[100];
	DIR *proc = opendir("/proc");
	FREED char *text = malloc(PROC_SIZE);
	struct dirent *entry;
	int count = 0, ms = 0;

	mark_own(mark, own, sizeof(own));
	snprintf(wanted, sizeof(wanted), "\nRINGSIDE_TEST=%s\n", own);
	while ((entry = readdir(proc))) {
		bool there;

		while ((there = proc_read(entry->d_name, "environ", '\n', text) && strstr(text, wanted)) &&
		       is_killed(entry->d_name, text) && ms++ < 30000)
			poll(NULL, 0, 1);
		if (!there)
			continue;
		count++;
		if (proc_read(entry->d_name, "cmdline", ' ', text))
			print_error("left behind: %s\n", text);
		if (proc_read(entry->d_name, "stat", ' ', text))
			print_error("%s", text);
	}
	closedir(proc);
	return count;
}
