/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_tutorial.c - plays the manual's tutorial "Find out why my brain lost".  The steps come from its text,
 * and the screen must show what the text says.
 *
 * A line of its code blocks is the input.  After two blanks and # comes the text that the screen then shows,
 * or that the shell prints.  MANUAL names the folder of the pages.  The steps run in their own folder.  */
#include "ringside.h"

#include "ringside/bytes.h"
#include "ringside/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char TITLE[] = "## Find out why my brain lost\n", INDENT[] = "    ";
enum { STEPS = 10, WORDS = 12 };

struct tutorial {
	const struct stage *stage;
	struct scene *scene; /* NULL if ringside does not run */
	int step;
};

/* ---- the text ---- */

static char *read_file(const char *path)
{
	FILE *file = fopen(path, "r");
	struct bytes text = {0};
	char part[4096];
	size_t size;

	if (!file)
		fail_msg("%s cannot be read", path);
	while ((size = fread(part, 1, sizeof(part), file)) > 0)
		bytes_add(&text, part, size);
	fclose(file);
	bytes_add(&text, "", 1);
	return text.at;
}

static const char *manual(void)
{
	const char *path = getenv("MANUAL");

	if (!path)
		fail_msg("MANUAL is not set: run this by make check");
	return path;
}

/* The tutorial's section; the caller frees.  */
static char *read_tutorial(void)
{
	FREED char *path = bytes_text("%s/debugging.md", manual());
	FREED char *text = read_file(path);
	char *begin = strstr(text, TITLE), *end;

	assert_non_null(begin);
	begin += strlen(TITLE);
	end = strstr(begin, "\n## ");
	assert_non_null(end);
	end[1] = '\0';
	return bytes_text("%s", begin);
}

/* Cuts the line into input and expected text, and returns the text; "" if there is none.  */
static const char *cut_seen(char *line)
{
	char *seen = strstr(line, "  # "), *end = seen;

	if (!seen)
		return "";
	while (end > line && end[-1] == ' ')
		end--;
	*end = '\0';
	return seen + strlen("  # ");
}

/* ---- the input ---- */

/* Cuts a command line into words, some of them in single quotes.  */
static void cut_words(char *line, const char *words[WORDS + 1])
{
	int count = 0;

	while (*line) {
		char end = *line == '\'' ? '\'' : ' ';

		assert_true(count < WORDS);
		line += end == '\'';
		words[count++] = line;
		line = strchr(line, end);
		if (!line)
			break;
		*line++ = '\0';
		while (*line == ' ')
			line++;
	}
	words[count] = NULL;
}

static void begin_line(struct tutorial *tutorial, char *line)
{
	const char *w[WORDS + 1] = {0};

	assert_null(tutorial->scene);
	cut_words(line, w);
	tutorial->scene = begin(tutorial->stage, w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9],
				w[10], w[11], NULL);
}

/* The keys that a line stands for, or NULL if it is for the shell.  The caller frees.  */
static char *keys_of(const char *line)
{
	static const char pdb[] = "(Pdb) ";

	if (*line == ':')
		return bytes_text("%s\r", line);
	if (strncmp(line, pdb, strlen(pdb)) == 0)
		return bytes_text("%s\r", line + strlen(pdb));
	if (strcmp(line, "←") == 0)
		return bytes_text("%s", VT_LEFT);
	if (strcmp(line, "^]") == 0)
		return bytes_text("\035");
	return strlen(line) == 1 ? bytes_text("%s", line) : NULL;
}

static void run_shell(const char *line, const char *seen)
{
	FREED char *command_line = bytes_text("ringside() { \"$RINGSIDE\" \"$@\"; }; { %s; } 2>&1", line);
	char part[1024];
	FILE *pipe = popen(command_line, "r");
	FREED_BY(bytes_free) struct bytes said = {0};
	int status;

	assert_non_null(pipe);
	while (fgets(part, sizeof(part), pipe))
		bytes_add(&said, part, strlen(part));
	bytes_add(&said, "", 1);
	status = pclose(pipe);
	if (!strstr(said.at, seen) || (!*seen && status))
		fail_msg("%s: expected \"%s\", status %d:\n%s", line, seen, status, said.at);
}

static void play_line(struct tutorial *tutorial, char *line)
{
	static const char play[] = "ringside play ";
	const char *seen = cut_seen(line);
	FREED char *keys = keys_of(line);

	if (keys) {
		assert_non_null(tutorial->scene);
		type(tutorial->scene, keys, NULL);
	} else if (strncmp(line, play, strlen(play)) == 0) {
		begin_line(tutorial, line + strlen("ringside "));
	} else {
		assert_null(tutorial->scene);
		run_shell(line, seen);
	}
	if (tutorial->scene && *seen)
		shows(tutorial->scene, seen, NULL);
	if (strcmp(line, ":quit now") == 0) {
		int status = ends(tutorial->scene);

		tutorial->scene = NULL;
		assert_true(status == 0 || status == BROKEN_OFF);
	}
}

/* ---- the statements of the text ---- */

/* Checks the screen at the end of a step.  */
static void look(const struct tutorial *tutorial)
{
	struct scene *scene = tutorial->scene;

	switch (tutorial->step) {
	case 1: /* black has three in a row, white has e8 */
		shows_stone(scene, "f8", black(scene));
		shows_stone(scene, "g8", black(scene));
		shows_stone(scene, "h8", black(scene));
		shows_stone(scene, "e8", white(scene));
		break;
	case 3: /* move 4 was e8, and the brain was told so */
		shows(scene, "4 e8", NULL);
		shows_stone(scene, "e8", white(scene));
		shows_stone(scene, "g8", empty(scene));
		break;
	case 5: shows(scene, "‖ ◂", "branch 1", "PAUSED catchpoint 1", NULL); break;
	case 6: /* it played g7, then f4 although d6 was necessary */
		shows_stone(scene, "g7", black(scene));
		shows_stone(scene, "d6", white(scene));
		shows_stone(scene, "f4", black(scene));
		break;
	default: break;
	}
}

/* ---- the steps ---- */

/* Makes and enters a folder with ringside and its sources for the steps.  The caller frees its path.  */
static char *enter_folder(void)
{
	char *folder =
		bytes_text("%s/ringside-tutorial-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
	FREED char *source = bytes_text("%s/..", manual());

	assert_true(temporary_folder(folder));
	assert_int_equal(chdir(folder), 0);
	assert_int_equal(symlink(source, "src"), 0);
	assert_int_equal(symlink(getenv("RINGSIDE"), "ringside"), 0);
	return folder;
}

static void leave_folder(char *folder)
{
	FREED char *line = bytes_text("rm -rf '%s'", folder);

	assert_int_equal(chdir("/"), 0);
	assert_int_equal(system(line), 0);
	free(folder);
}

static void play_tutorial(const struct stage *stage)
{
	struct tutorial tutorial = {.stage = stage};
	FREED char *text = read_tutorial();
	char *folder = enter_folder(), *rest = text, *line;

	while ((line = strsep(&rest, "\n"))) {
		if (strncmp(line, "**", 2) == 0) {
			if (tutorial.step)
				look(&tutorial);
			assert_int_equal(atoi(line + 2), ++tutorial.step);
		} else if (strncmp(line, INDENT, strlen(INDENT)) == 0) {
			play_line(&tutorial, line + strlen(INDENT));
		}
	}
	assert_int_equal(tutorial.step, STEPS);
	assert_null(tutorial.scene);
	leave_folder(folder);
}

TEST(the_ten_steps_show_what_the_manual_says)
{
	play_tutorial(&small);
	play_tutorial(&large);
}

int main(void)
{
	if (system("python3 -c 'import pdb' >/dev/null 2>&1") != 0) {
		printf("1..0 # SKIP there is no python3 with pdb\n");
		return 77;
	}
	return RUN_TESTS(NULL, NULL);
}
