/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_command.c - command lines split into words as sh does, and bundled agents found by name.  */
#include "../test.h"
#include "io/spawn.h"
#include "ringside/folder.h"

#include "ringside/agent.h"
#include "ringside/bytes.h"
#include "ringside/installed.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const beginnings[] = {"best-", "pbrain-", NULL};

/* The words in brackets, or the problem after an exclamation mark.  */
static char *split(const char *command)
{
	struct bytes text = {0};
	FREED char *problem = NULL;
	char **words = agent_command(command, beginnings, &problem);

	bytes_add(&text, "", 0);
	for (int i = 0; words && words[i]; i++)
		bytes_addf(&text, "[%s]", words[i]);
	if (!words)
		bytes_addf(&text, "!%s", problem);
	free(words);
	return text.at;
}

static void assert_split(const char *command, const char *expected)
{
	assert_text(split(command), expected);
}

TEST(words_are_split_as_in_sh_without_expansion)
{
	static const char *const cases[][2] = {
		{"brain", "[brain]"},
		{"  ./brain \t -d  3\n", "[./brain][-d][3]"},
		{"'a b' \"c d\" e\\ f", "[a b][c d][e f]"},
		{"a'b'\"c\"d", "[abcd]"},
		{"''", "[]"},
		{"x '' \"\" y", "[x][][][y]"},
		{"'a\\b\"c'", "[a\\b\"c]"},
		{"\"a\\b \\\" \\\\ \\$ \\`\"", "[a\\b \" \\ $ `]"},
		{"\\\\ \\' \\\"", "[\\]['][\"]"},
		{"a\\\nb \"c\\\nd\"", "[ab][cd]"},
		{"$HOME *.c ~ | > # `x`", "[$HOME][*.c][~][|][>][#][`x`]"},
		{"\xc3\xa4 '\xe2\x82\xac '", "[\xc3\xa4][\xe2\x82\xac ]"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		assert_split(cases[i][0], cases[i][1]);
}

TEST(an_unclosed_quote_is_a_problem)
{
	assert_split("a 'b", "!the quote ' is not closed");
	assert_split("a \"b\\\"", "!the quote \" is not closed");
	assert_split("a \"b\\", "!the quote \" is not closed");
	assert_split("a b\\", "!nothing follows the last backslash");
	assert_split("", "!the command line is empty");
	assert_split(" \t\n", "!the command line is empty");
}

/* Files whose names end in .txt are not executable.  */
static const char *const files[] = {"pbrain-threat",    "random",      "pbrain-random", "notes.txt",
				    "pbrain-notes.txt", "pbrain-both", "best-both",     "pbrain-snake.py"};

static char *folder_with_samples(void)
{
	char *folder = bytes_text("/tmp/ringside-test-XXXXXX");

	assert_true(temporary_folder(folder));
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		FREED char *path = bytes_text("%s/%s", folder, files[i]);
		int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, strstr(files[i], ".txt") ? 0644 : 0755);

		assert_true(fd >= 0);
		close(fd);
	}
	setenv("RINGSIDE_SAMPLES", folder, 1);
	return folder;
}

static void samples_remove(char *folder)
{
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		FREED char *path = bytes_text("%s/%s", folder, files[i]);

		unlink(path);
	}
	rmdir(folder);
	free(folder);
	unsetenv("RINGSIDE_SAMPLES");
}

TEST(a_bundled_agent_is_found_by_its_name)
{
	char *folder = folder_with_samples();
	FREED char *expected = bytes_text("[%s/pbrain-threat][--delay][300]", folder);

	assert_split("sample:threat --delay 300", expected);
	free(expected);
	expected = bytes_text("[%s/pbrain-random]", folder);
	assert_split("sample:random", expected);
	assert_split("\"sample:random\"", expected);
	assert_split("x sample:random", "[x][sample:random]");
	free(expected);
	expected = bytes_text("[%s/best-both]", folder);
	assert_split("sample:both", expected);
	free(expected);
	expected = bytes_text("[%s/pbrain-both]", folder);
	assert_split("sample:pbrain-both", expected);
	free(expected);
	expected = bytes_text("[%s/pbrain-snake.py]", folder);
	assert_split("sample:snake", expected);
	assert_split("sample:snake.py", expected);
	samples_remove(folder);
}

TEST(an_unknown_sample_lists_the_existing_ones)
{
	char *folder = folder_with_samples(), **names;

	assert_split("sample:deep",
		     "!no bundled agent is called \"deep\"; there are: both, random, snake, threat");
	assert_split("sample:", "!no bundled agent is called \"\"; there are: both, random, snake, threat");
	assert_split("sample:../x",
		     "!no bundled agent is called \"../x\"; there are: both, random, snake, threat");
	assert_split("sample:notes.txt",
		     "!no bundled agent is called \"notes.txt\"; there are: both, random, snake, threat");
	assert_int_equal(agent_samples(beginnings, &names), 4);
	assert_string_equal(names[1], "random");
	assert_string_equal(names[2], "snake");
	assert_string_equal(names[3], "threat");
	assert_null(names[4]);
	free(names);
	samples_remove(folder);
	setenv("RINGSIDE_SAMPLES", "/nonexistent", 1);
	assert_split("sample:deep", "!no bundled agent is called \"deep\", and none is installed");
	assert_int_equal(agent_samples(beginnings, &names), 0);
	free(names);
	unsetenv("RINGSIDE_SAMPLES");
}

TEST(the_relative_path_between_two_folders_is_found)
{
	static const char *const ways[][3] = {
		{"/usr/local/bin", "/usr/local/share/ringside", "../share/ringside"},
		{"/usr/bin", "/usr/lib/a b/ringside", "../lib/a b/ringside"},
		{"/opt/r/bin", "/opt/rx/share", "../../rx/share"},
		{"/usr//bin/", "/usr//share", "../share"},
		{"/bin", "/share", "../share"},
		{"/usr/bin", "/usr/bin/x", "x"},
		{"/", "/x", "x"},
		{"/usr/bin", "/usr/bin", ""},
	};

	for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++) {
		assert_text(installed_way(ways[i][0], ways[i][1]), ways[i][2]);
	}
}

TEST(a_program_gets_its_absolute_path)
{
	char *problem = NULL, *path = command_program("sh", &problem), *expected;
	int back = open(".", O_RDONLY | O_CLOEXEC);

	assert_non_null(path);
	assert_int_equal(path[0], '/');
	assert_string_equal(path + strlen(path) - 3, "/sh");
	free(path);
	assert_return_code(chdir("/bin"), 0);
	path = command_program("./sh", &problem);
	expected = getcwd(NULL, 0);
	assert_non_null(path);
	assert_memory_equal(path, expected, strlen(expected));
	assert_string_equal(path + strlen(expected), "/sh");
	free(path);
	free(expected);
	assert_return_code(fchdir(back), 0);
	close(back);
}

TEST(words_that_name_existing_files_become_full_paths)
{
	char *problem = NULL,
	     **argv = agent_command("sh sh ./sh no-such-file -sh /bin/sh .. sh/", NULL, &problem);
	int back = open(".", O_RDONLY | O_CLOEXEC);
	FREED char *here, *expected;

	assert_return_code(chdir("/bin"), 0);
	here = getcwd(NULL, 0);
	argv = command_from_here(argv);
	assert_return_code(fchdir(back), 0);
	close(back);
	expected = bytes_text("%s/sh", here);
	assert_string_equal(argv[0], "sh");
	assert_string_equal(argv[1], expected);
	assert_string_equal(argv[2], expected);
	assert_string_equal(argv[3], "no-such-file");
	assert_string_equal(argv[4], "-sh");
	assert_string_equal(argv[5], "/bin/sh");
	assert_string_equal(argv[6], "..");
	assert_string_equal(argv[7], "sh/");
	assert_null(argv[8]);
	free(argv);
}

static void assert_no_program(const char *name, const char *expected)
{
	char *problem = NULL;

	assert_null(command_program(name, &problem));
	assert_text(problem, expected);
}

TEST(a_program_that_cannot_run_is_reported_with_the_reason)
{
	char folder[] = "/tmp/ringside-test-XXXXXX", *here = getcwd(NULL, 0);

	assert_non_null(mkdtemp(folder));
	assert_int_equal(chdir(folder), 0);
	assert_int_equal(symlink("/bin/sh", "brain-here"), 0);
	assert_no_program("brain-here",
			  "no program \"brain-here\" is in PATH: ./brain-here is the one in this folder");
	assert_int_equal(unlink("brain-here"), 0);
	assert_int_equal(chdir(here), 0);
	assert_int_equal(rmdir(folder), 0);
	free(here);
	assert_no_program("no-such-brain", "no program \"no-such-brain\" is in PATH");
	assert_no_program("", "no program \"\" is in PATH");
	assert_no_program("/no/such/brain", "/no/such/brain: No such file or directory");
	assert_no_program("/tmp", "/tmp is a directory");
	assert_no_program("/dev/null", "/dev/null is not a program");
	assert_no_program("/etc/passwd", "/etc/passwd: Permission denied (is it executable?)");
	assert_no_program("/no\x1b/x", "/no\\x1b/x: No such file or directory");
}

/* What is reported of a script with this first line; NULL if it can run.  */
static char *script_problem(const char *line)
{
	char folder[] = "/tmp/ringside-test-XXXXXX", *problem = NULL, *path, *told = NULL;
	FILE *script;

	assert_true(temporary_folder(folder));
	path = bytes_text("%s/script", folder);
	script = fopen(path, "w");
	assert_non_null(script);
	fputs(line, script);
	fclose(script);
	assert_return_code(chmod(path, 0755), 0);
	free(command_program(path, &problem));
	if (problem && strncmp(problem, path, strlen(path)) == 0)
		told = bytes_text("%s", problem + strlen(path));
	assert_true(!problem == !told);
	unlink(path);
	rmdir(folder);
	free(problem);
	free(path);
	return told;
}

TEST(a_script_without_its_interpreter_is_not_started)
{
	static const struct {
		const char *line, *told;
	} lines[] = {
		{"#!/bin/sh\n", NULL},
		{"#! /bin/sh -e", NULL},
		{"#!/usr/bin/env sh\nexit\n", NULL},
		{"#!/usr/bin/env -S sh -e\n", NULL},
		{"exit\n", NULL},
		{"", NULL},
		{"#!\n", NULL},
		{"#!/no/such/python -B\n", NULL},
		{"#!/usr/bin/env no-such-python\n", " needs no-such-python, which is not in PATH"},
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		char *told = script_problem(lines[i].line);

		assert_true(!told == !lines[i].told);
		if (told)
			assert_text(told, lines[i].told);
	}
}

TEST_MAIN(NULL, NULL)
