/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_folder.c - folders are made, measured and removed with all their contents, and nothing else is.  */
#include "../test.h"
#include "ringside/folder.h"

#include "ringside/bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char *base; /* the folder of this test */

static int make_base(void **state)
{
	char *problem = NULL;

	base = folder_temporary(&problem);
	if (!base)
		fail_msg("%s", problem);
	return 0;
}

static int remove_base(void **state)
{
	assert_true(folder_remove(base));
	assert_int_equal(access(base, F_OK), -1);
	free(base);
	return 0;
}

/* A path in the base; overwritten by the fourth call after it.  */
static const char *in_base(const char *name)
{
	static char *kept[4];
	static int next;
	char **at = &kept[next++ % 4];

	free(*at);
	*at = name ? bytes_text("%s/%s", base, name) : NULL;
	return *at;
}

static void write_file(const char *path, off_t size)
{
	int fd = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);

	assert_true(fd >= 0);
	assert_return_code(ftruncate(fd, size), errno);
	close(fd);
}

TEST_IN(a_temporary_folder_is_in_tmpdir_and_private, make_base, remove_base)
{
	FREED char *problem = NULL;
	char *path;
	struct stat status;

	setenv("TMPDIR", base, 1);
	path = folder_temporary(&problem);
	assert_non_null(path);
	assert_memory_equal(path, base, strlen(base));
	assert_return_code(stat(path, &status), errno);
	assert_int_equal(status.st_mode & 0777, 0700);
	assert_true(folder_remove(path));
	free(path);
	setenv("TMPDIR", in_base("nowhere"), 1);
	assert_null(folder_temporary(&problem));
	assert_non_null(strstr(problem, "nowhere (TMPDIR chooses another place): No such file or directory"));
	unsetenv("TMPDIR");
}

/* Runs in a process of its own. If it `stays`, it waits to be killed.  */
static pid_t makes_one(char **path, bool stays)
{
	char *problem = NULL, byte[200];
	int ends[2];
	ssize_t size;
	pid_t pid;

	assert_return_code(pipe2(ends, O_CLOEXEC), errno);
	pid = fork();
	if (pid == 0) {
		char *made = folder_temporary(&problem), *file = bytes_text("%s/file", made);

		write_file(file, 5);
		size = write(ends[1], made, strlen(made));
		while (stays)
			pause();
		_exit(size < 0);
	}
	close(ends[1]);
	size = read(ends[0], byte, sizeof(byte));
	close(ends[0]);
	assert_true(size > 0);
	*path = bytes_copy(byte, (size_t)size);
	if (!stays)
		assert_int_equal(waitpid(pid, NULL, 0), pid);
	return pid;
}

TEST_IN(the_folder_of_a_killed_process_is_removed_by_the_next_one, make_base, remove_base)
{
	FREED char *other, *killed, *ended, *last;
	pid_t pid;

	setenv("TMPDIR", base, 1);
	assert_return_code(mkdir(in_base("ringside-agent-AbCdEf"), 0700), errno); /* not made by ringside */
	pid = makes_one(&killed, true);
	makes_one(&ended, false);
	assert_int_equal(access(killed, F_OK), 0); /* its lock is held */
	kill(pid, SIGKILL);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	makes_one(&last, false);
	assert_int_equal(access(killed, F_OK), -1);
	assert_int_equal(access(ended, F_OK), -1);
	assert_int_equal(access(last, F_OK), 0);
	assert_int_equal(access(in_base("ringside-agent-AbCdEf"), F_OK), 0);
	other = bytes_text("%s/file", last);
	assert_int_equal(access(other, F_OK), 0);
	unsetenv("TMPDIR");
}

static int64_t size_of(const char *path)
{
	struct folder_look *look = NULL;
	int64_t size;

	do
		size = folder_size(path, &look);
	while (look);
	return size;
}

TEST_IN(the_size_counts_all_files_but_not_the_targets_of_links, make_base, remove_base)
{
	assert_int_equal(size_of(base), 0);
	write_file(in_base("a"), 10000);
	assert_return_code(mkdir(in_base("in"), 0700), errno);
	write_file(in_base("in/b"), 234);
	assert_return_code(symlink("/", in_base("in/root")), errno);
	assert_return_code(symlink("a", in_base("again")), errno);
	assert_int_equal(size_of(base), 10000 + 4 * 4096); /* an entry takes room, too */
	assert_int_equal(size_of(in_base("nowhere")), 0);
}

TEST_IN(all_contents_are_removed_but_the_targets_of_links_stay, make_base, remove_base)
{
	char *problem = NULL;
	FREED char *other = folder_temporary(&problem);
	FREED char *kept = bytes_text("%s/kept", other);

	write_file(kept, 1);
	assert_return_code(mkdir(in_base("x"), 0700), errno);
	assert_return_code(mkdir(in_base("x/y"), 0700), errno);
	write_file(in_base("x/y/file"), 10);
	write_file(in_base("x/.hidden"), 10);
	assert_return_code(mkfifo(in_base("x/pipe"), 0600), errno);
	assert_return_code(symlink(other, in_base("x/link")), errno);
	assert_return_code(chmod(in_base("x/y"), 0), errno);
	assert_return_code(chmod(in_base("x"), 0500), errno);
	assert_true(folder_remove(in_base("x")));
	assert_int_equal(access(in_base("x"), F_OK), -1);
	assert_int_equal(access(kept, F_OK), 0);
	assert_true(folder_remove(in_base("x"))); /* removing it twice is no error */
	assert_true(folder_remove(other));
}

TEST_IN(a_folder_is_made_with_its_parents_and_has_a_full_path, make_base, remove_base)
{
	char *problem = NULL, *path = folder_made(in_base("p/q/../r/"), &problem), *again;
	int back = open(".", O_RDONLY | O_CLOEXEC);

	assert_non_null(path);
	assert_string_equal(path, in_base("p/r"));
	assert_int_equal(access(path, X_OK), 0);
	assert_return_code(chdir(base), errno);
	again = folder_made("p/r", &problem);
	assert_return_code(fchdir(back), errno);
	close(back);
	assert_text(again, path);
	free(path);
}

TEST_IN(a_path_that_cannot_be_a_folder_is_reported, make_base, remove_base)
{
	char *problem = NULL;

	write_file(in_base("file"), 0);
	assert_null(folder_made(in_base("file"), &problem));
	assert_non_null(strstr(problem, "/file cannot be made: Not a directory"));
	free(problem);
	assert_null(folder_made(in_base("file/more"), &problem));
	assert_non_null(strstr(problem, "/file/more cannot be made: Not a directory"));
	free(problem);
	assert_null(folder_made("", &problem));
	assert_text(problem, "a folder without a name cannot be made");
}

int main(void)
{
	int failed;

	unsetenv("TMPDIR");
	failed = RUN_TESTS(NULL, NULL);
	for (int i = 0; i < 4; i++)
		in_base(NULL);
	return failed;
}
