/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command.c - command lines: finds bundled agents by name, and programs in PATH.  */
#include "command.h"

#include "ringside/agent.h"
#include "ringside/bytes.h"
#include "ringside/folder.h"
#include "ringside/installed.h"
#include "ringside/mistake.h"
#include "ringside/sh_words.h"
#include "ringside/text_file.h"
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum { INTERPRETER_SIZE = 256 }; /* with its NUL; Linux reads no more of the first line of a script */

/* Of bundled agents: sample:NAME also finds a script.  */
static const char *const endings[] = {"", ".py", ".sh"};

enum { ENDINGS = sizeof(endings) / sizeof(endings[0]) };

static bool is_program(const char *path)
{
	struct stat file;

	return stat(path, &file) == 0 && S_ISREG(file.st_mode) && access(path, X_OK) == 0;
}

/* The i-th folder to search for bundled agents; NULL: there are no more.  The caller frees.  */
static char *sample_folder(int i)
{
	const char *given = getenv("RINGSIDE_SAMPLES");

	if (given)
		return i == 0 ? bytes_text("%s", given) : NULL;
	return installed_folder("src/samples", PKGLIBEXECDIR "/samples", i);
}

static char *program_at(const char *folder, const char *beginning, const char *name)
{
	for (int i = 0; i < ENDINGS; i++) {
		char *path = bytes_text("%s/%s%s%s", folder, beginning, name, endings[i]);

		if (is_program(path))
			return path;
		free(path);
	}
	return NULL;
}

static char *sample_path(const char *name, const char *const *samples)
{
	char *path = NULL, *folder;

	if (!*name || strchr(name, '/'))
		return NULL;
	for (int i = 0; !path && (folder = sample_folder(i)); i++) {
		for (const char *const *sample = samples; !path && sample && *sample; sample++)
			path = program_at(folder, *sample, name);
		if (!path)
			path = program_at(folder, "", name);
		free(folder);
	}
	return path;
}

char *agent_sample_file(const char *name)
{
	const char *given = getenv("RINGSIDE_SAMPLES");
	char *path;

	if (!given) /* data is installed elsewhere than programs */
		return installed_file("src/samples", PKGDATADIR, name, R_OK);
	path = bytes_text("%s/%s", given, name);
	if (access(path, R_OK) == 0)
		return path;
	free(path);
	return NULL;
}

static char *sample_problem(const char *name, const char *const *samples)
{
	struct bytes text = {0};
	FREED char *shown = bytes_escaped(name, strlen(name));
	FREED char **names = NULL;
	int count = agent_samples(samples, &names);
	const char *meant = words_nearest(name, (const char *const *)names);

	bytes_addf(&text, "no bundled agent is called \"%s\"", shown);
	if (meant)
		bytes_addf(&text, ": did you mean %s?", meant);
	if (count == 0)
		bytes_add_text(&text, ", and none is installed");
	for (int i = 0; i < count; i++)
		bytes_addf(&text, "%s%s", i ? ", " : meant ? " There are: " : "; there are: ", names[i]);
	return text.at;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sorted, and none twice.  */
static int names_sort(char **names, int count)
{
	int kept = 0;

	assert(count >= 0);
	qsort(names, (size_t)count, sizeof(*names), by_name);
	for (int i = 0; i < count; i++)
		if (kept == 0 || strcmp(names[kept - 1], names[i]) != 0)
			names[kept++] = names[i];
	names[kept] = NULL;
	return kept;
}

/* The name of a file without its prefix and ending; NULL: it has none of these prefixes.  The caller frees.
 */
static char *sample_name(const char *file, const char *const *samples)
{
	for (const char *const *sample = samples; sample && *sample; sample++)
		if (strncmp(file, *sample, strlen(*sample)) == 0) {
			char *name = bytes_text("%s", file + strlen(*sample));
			char *ending = strrchr(name, '.');

			for (int i = 0; ending && i < ENDINGS; i++)
				if (strcmp(ending, endings[i]) == 0)
					*ending = '\0';
			return name;
		}
	return NULL;
}

static void folder_add(struct sh_words *words, const char *folder, const char *const *samples)
{
	CLOSED_FOLDER DIR *files = opendir(folder);
	struct dirent *file;

	while (files && (file = readdir(files))) {
		FREED char *name = sample_name(file->d_name, samples);
		FREED char *path = name ? program_at(folder, "", file->d_name) : NULL;

		if (path)
			sh_words_add(words, name);
	}
}

/* Searches PATH. *refused: the first file that may not be executed, for the problem.  */
static char *found_in_path(const char *name, char **refused)
{
	const char *path = getenv("PATH");

	if (!path)
		path = "/usr/local/bin:/usr/bin:/bin";
	for (;;) {
		size_t size = strcspn(path, ":");
		char *file = size ? bytes_text("%.*s/%s", (int)size, path, name) : bytes_text("./%s", name);

		if (is_program(file))
			return file;
		if (!*refused && access(file, F_OK) == 0)
			*refused = file;
		else
			free(file);
		if (!path[size])
			return NULL;
		path += size + 1;
	}
}

static char *absolute(char *file)
{
	char *here, *path;

	if (file[0] == '/')
		return file;
	here = getcwd(NULL, 0);
	path = bytes_text("%s/%s", here ? here : ".", strncmp(file, "./", 2) == 0 ? file + 2 : file);
	free(here);
	free(file);
	return path;
}

bool command_is_of_windows(const char *file)
{
	size_t size = strlen(file);

	return size > 4 && strcasecmp(file + size - 4, ".exe") == 0;
}

static char *program_problem(const char *file)
{
	FREED char *shown = bytes_escaped(file, strlen(file));
	struct stat status;

	if (stat(file, &status) < 0)
		return bytes_text("%s: %s", shown, strerror(errno));
	if (S_ISDIR(status.st_mode))
		return bytes_text("%s is a directory", shown);
	if (!S_ISREG(status.st_mode))
		return bytes_text("%s is not a program", shown);
	if (command_is_of_windows(file))
		return bytes_text("%s is a Windows program: run it with wine, as \"wine %s\"", shown, shown);
	return bytes_text("%s: Permission denied (is it executable?)", shown);
}

/* NULL, or that PATH lacks what a script runs in by "#!/usr/bin/env NAME", for people.  The caller frees.  A
   missing interpreter with a full path is a problem of execve().  */
static char *interpreter_problem(const char *file)
{
	char line[INTERPRETER_SIZE] = "", name[INTERPRETER_SIZE];
	FILE *script = fopen(file, "re");
	int words =
		script && fgets(line, sizeof(line), script) ? sscanf(line, "#! /usr/bin/env %255s", name) : 0;
	FREED char *found = NULL, *refused = NULL;
	FREED char *shown = NULL, *missing = NULL;

	if (script)
		fclose(script);
	if (words <= 0 || name[0] == '-' || (found = found_in_path(name, &refused)))
		return NULL;
	shown = bytes_escaped(file, strlen(file));
	missing = bytes_escaped(name, strlen(name));
	return bytes_text("%s needs %s, which is not in PATH", shown, missing);
}

char *command_program(const char *name, char **problem)
{
	char *refused = NULL, *file;

	if (strchr(name, '/')) {
		file = bytes_text("%s", name);
		if (!is_program(file)) {
			refused = file;
			file = NULL;
		}
	} else {
		file = *name ? found_in_path(name, &refused) : NULL;
	}
	if (!file && refused) {
		*problem = program_problem(refused);
	} else if (!file) {
		FREED char *shown = bytes_escaped(name, strlen(name));

		*problem =
			is_program(name)
				? bytes_text("no program \"%s\" is in PATH: ./%s is the one in this folder",
					     shown, shown)
				: bytes_text("no program \"%s\" is in PATH", shown);
	}
	free(refused);
	if (file && (*problem = interpreter_problem(file))) {
		free(file);
		return NULL;
	}
	return file ? absolute(file) : NULL;
}

/* The path of `sample:NAME`; NULL: this is an ordinary word.  False: there is no such sample.  */
static bool resolve_sample(const char *word, const char *const *samples, char **path, char **problem)
{
	size_t size = strlen(SAMPLE_WORD);

	*path = NULL;
	if (strncmp(word, SAMPLE_WORD, size) != 0)
		return true;
	*path = sample_path(word + size, samples);
	if (!*path)
		*problem = sample_problem(word + size, samples);
	return *path != NULL;
}

int command_begins_at(char **argv, const char **folder)
{
	int at = 1;

	const char *slash = strrchr(argv[0], '/');

	*folder = NULL;
	if (strcmp(slash ? slash + 1 : argv[0], "env") != 0)
		return 0;
	while (argv[at]) {
		if (strcmp(argv[at], "-C") == 0 && argv[at + 1]) {
			*folder = argv[at + 1];
			at += 2;
		} else if (argv[at][0] != '-' && strchr(argv[at], '=')) {
			at++;
		} else {
			break;
		}
	}
	return argv[at] && argv[at][0] != '-' ? at : 0; /* else it is not what named players have */
}

char **command_from_here(char **argv)
{
	struct sh_words words = {0};
	struct stat file;

	for (int i = 0; argv[i]; i++) {
		FREED char *word = bytes_text("%s", argv[i]);

		/* Words that name no file must not change.  */
		if (i > 0 && word[0] != '/' && stat(word, &file) == 0 && S_ISREG(file.st_mode))
			word = absolute(word);
		sh_words_add(&words, word);
	}
	free(argv);
	return sh_words_block(&words);
}

/* Replaces each `name` by the value; frees the word.  Sets *put if there was one.  */
static char *replaced(char *word, const char *name, const char *value, bool *put)
{
	struct bytes text = {0};
	const char *from = word, *at;

	bytes_add(&text, "", 0);
	while ((at = strstr(from, name))) {
		bytes_add(&text, from, (size_t)(at - from));
		bytes_add_text(&text, value);
		from = at + strlen(name);
		*put = true;
	}
	bytes_add_text(&text, from);
	free(word);
	return text.at;
}

char **command_with_address(char **argv, const char *host, int port)
{
	FREED char *number = bytes_text("%d", port);
	struct sh_words words = {0};
	bool put = false;

	assert(argv && *argv);
	assert(port > 0 && port <= UINT16_MAX);
	for (int i = 0; argv[i]; i++) {
		FREED char *word = bytes_text("%s", argv[i]);

		word = replaced(word, "{host}", host, &put);
		word = replaced(word, "{port}", number, &put);
		sh_words_add(&words, word);
	}
	if (!put) {
		sh_words_add(&words, host);
		sh_words_add(&words, number);
	}
	free(argv);
	return sh_words_block(&words);
}

char **agent_command(const char *command, const char *const *samples, char **problem)
{
	char **argv = command ? sh_words_split(command, problem) : NULL, **resolved = NULL;
	struct sh_words words = {0};
	const char *folder;
	FREED char *path = NULL;
	int at;

	assert(problem);
	if (!command)
		*problem = bytes_text("no command line of it is known");
	if (argv && !argv[0])
		*problem = bytes_text("the command line is empty");
	at = argv && argv[0] ? command_begins_at(argv, &folder) : 0;
	if (argv && argv[0] && resolve_sample(argv[at], samples, &path, problem)) {
		for (int i = 0; argv[i]; i++)
			sh_words_add(&words, i == at && path ? path : argv[i]);
		resolved = sh_words_block(&words);
	}
	free(argv);
	return resolved;
}

int agent_samples(const char *const *samples, char ***names)
{
	struct sh_words words = {0};
	char *folder;
	int count;

	assert(names);
	for (int i = 0; (folder = sample_folder(i)); i++) {
		folder_add(&words, folder, samples);
		free(folder);
	}
	count = (int)words.count;
	*names = sh_words_block(&words);
	return names_sort(*names, count);
}
