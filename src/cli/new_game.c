/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* new_game.c - `ringside new-game`: a folder with a small game that works at once, to be changed into another
 * one.  Its files are those of src/samples/new-game, without the lines that name our licence.  */
#include "ringside/agent.h"
#include "ringside/bytes.h"
#include "ringside/cli.h"
#include "ringside/folder.h"
#include "ringside/sh_words.h"
#include "ringside/text_file.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

static const struct language {
	const char *source, *ending; /* of a program, and of its file that runs */
	bool built;                  /* by make */
} languages[] = {
	[LANGUAGE_PYTHON] = {".py", ".py", false},
	[LANGUAGE_C] = {".c", "", true},
	[LANGUAGE_JS] = {".js", ".js", false},
};

static const char *const programs[] = {"referee", "simple", "better"};
static const char *const texts[] = {"README.md", "cases.suite", "cup.tournament"};

/* What a line of a template means for a language.  */
static void add_line(struct bytes *text, const struct language *language, const char *line, size_t size)
{
	static const char source[] = ".SOURCE", ending[] = ".ENDING", make[] = "    make\n";
	FREED char *copy = bytes_copy(line, size);

	if (strstr(copy, "SPDX-License-Identifier:") || strstr(copy, "Copyright:") ||
	    (!language->built && strcmp(copy, make) == 0))
		return;
	for (const char *at = copy; *at;) {
		bool is_source = strncmp(at, source, strlen(source)) == 0;

		if (is_source || strncmp(at, ending, strlen(ending)) == 0) {
			bytes_add_text(text, is_source ? language->source : language->ending);
			at += strlen(is_source ? source : ending);
		} else {
			bytes_add(text, at++, 1);
		}
	}
}

/* Writes the file that a template becomes.  NULL, or a problem, which the caller frees.  */
static char *write_file(const char *folder, const char *name, const struct language *language, bool runs)
{
	FREED char *beside = bytes_text("new-game/%s", name), *from = agent_sample_file(beside),
		   *path = bytes_text("%s/%s", folder, name);
	FREED_BY(bytes_free) struct bytes template = {0}, text = {0};
	char *problem;
	CLOSED int file = -1;

	if (!from)
		return bytes_text("%s is not installed", beside);
	problem = text_file_read(from, &template);
	if (problem)
		return problem;
	for (size_t at = 0, size; at < template.size; at += size) {
		const char *end = memchr(template.at + at, '\n', template.size - at);

		size = end ? (size_t)(end - template.at) + 1 - at : template.size - at;
		add_line(&text, language, template.at + at, size);
	}
	file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, runs ? 0777 : 0666);
	if (file < 0 || !text_file_write(file, text.at, text.size))
		return bytes_text("%s cannot be written: %s", path, strerror(errno));
	return NULL;
}

static char *write_files(const char *folder, const struct language *language)
{
	char *problem = NULL;

	for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]) && !problem; i++) {
		FREED char *name = bytes_text("%s%s", programs[i], language->source);

		problem = write_file(folder, name, language, !language->built);
	}
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]) && !problem; i++)
		problem = write_file(folder, texts[i], language, false);
	if (!problem && language->built)
		problem = write_file(folder, "Makefile", language, false);
	return problem;
}

static bool is_used(const char *path)
{
	enum { OWN = 2 }; /* "." and ".." */
	CLOSED_FOLDER DIR *folder = opendir(path);
	int entries = 0;

	while (folder && entries <= OWN && readdir(folder))
		entries++;
	return entries > OWN;
}

int cli_new_game(struct invocation *invocation)
{
	const struct language *language = &languages[invocation->language];
	const char *folder = invocation->call.words[0];
	FREED char *word = sh_words_quoted(folder);
	char *problem = NULL;

	if (is_used(folder))
		return say_failure(bytes_text("%s has files: expected a folder that is new or empty", folder),
				   EXIT_USAGE);
	free(folder_made(folder, &problem));
	if (!problem)
		problem = write_files(folder, language);
	if (problem)
		return say_failure(problem, EXIT_CANNOT_RUN);
	say("The game of sticks is in %s. Its README.md says what is what. To play it:\n\n", word);
	if (strcmp(folder, ".") != 0)
		say("    cd %s\n", word);
	say("%s    ringside play referee --referee ./referee%s human ./better%s\n",
	    language->built ? "    make\n" : "", language->ending, language->ending);
	return say_finish();
}
