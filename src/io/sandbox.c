/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* sandbox.c - makes bubblewrap's command: which folders are hidden, and what is shown in them all the same,
 * and says why there is no sandbox.
 *
 * The order matters: a later mount covers an earlier one.  First all is read-only, then folders are
 * hidden, then single paths are shown again.  */
#include "sandbox.h"
#include "ringside/bytes.h"
#include "ringside/folder.h"
#include "ringside/installed.h"
#include "ringside/sh_words.h"
#include "ringside/text_file.h"
#include "spawn.h"
#include <libgen.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TOOL "bwrap"

/* A file system in memory must not hold what no limit counts.  */
#define SCRATCH_SIZE "67108864"

enum { HIDDEN_MOST = 16 };

/* Folders that are empty in the sandbox; real paths.  In those for scratch files the agent may write.  */
struct hidden {
	char *path[HIDDEN_MOST];
	bool scratch[HIDDEN_MOST];
	int count;
};

/* ---- paths ---- */

static bool is_hidden(const struct hidden *hidden, const char *path)
{
	for (int i = 0; i < hidden->count; i++)
		if (path_is_below(path, hidden->path[i]))
			return true;
	return false;
}

/* A folder that is missing cannot be covered on a read-only system, and need not be.  */
static void hide(struct hidden *hidden, const char *folder, bool scratch)
{
	char *path = folder && *folder == '/' ? realpath(folder, NULL) : NULL;
	struct stat status;

	if (!path || strcmp(path, "/") == 0 || hidden->count == HIDDEN_MOST || is_hidden(hidden, path) ||
	    stat(path, &status) < 0 || !S_ISDIR(status.st_mode)) {
		free(path);
		return;
	}
	hidden->path[hidden->count] = path;
	hidden->scratch[hidden->count++] = scratch;
}

static void hide_all(struct hidden *hidden)
{
	static const char *const places[] = {"XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CACHE_HOME",
					     "XDG_DATA_HOME", "XDG_CONFIG_HOME"};
	const struct passwd *user = getpwuid(geteuid());

	hide(hidden, "/tmp", true);
	hide(hidden, "/var/tmp", true);
	hide(hidden, getenv("TMPDIR"), true);
	hide(hidden, "/run", false);
	hide(hidden, "/home", false);
	hide(hidden, "/root", false);
	hide(hidden, getenv("HOME"), false);
	hide(hidden, user ? user->pw_dir : NULL, false);
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++)
		hide(hidden, getenv(places[i]), false);
}

static void hidden_free(struct hidden *hidden)
{
	for (int i = 0; i < hidden->count; i++)
		free(hidden->path[i]);
}

/* The full path of a file without following it itself, if it is a link; NULL: there is none.  The caller
 * frees.  */
static char *place_of(const char *path)
{
	FREED char *copy = bytes_text("%s", path), *name = bytes_text("%s", path);
	char *folder = realpath(dirname(copy), NULL), *last = basename(name), *place = NULL;

	if (folder && strcmp(last, "/") != 0 && strcmp(last, ".") != 0 && strcmp(last, "..") != 0)
		place = bytes_text("%s/%s", strcmp(folder, "/") == 0 ? "" : folder, last);
	free(folder);
	return place ? place : realpath(path, NULL);
}

/* ---- words ---- */

static void add_all(struct sh_words *words, const char *const *more)
{
	for (; *more; more++)
		sh_words_add(words, *more);
}

static void add_bind(struct sh_words *words, const char *how, const char *from, const char *to)
{
	add_all(words, (const char *const[]){how, from, to, NULL});
}

/* Shows a file or a folder wherever the agent may look for it: where it is, where a link to it is, and where
 * the path names it through links to folders.  `always`: also where nothing is hidden.  False: there is none.
 */
static bool show_as(struct sh_words *words, const struct hidden *hidden, const char *path, const char *how,
		    bool always)
{
	FREED char *here = *path == '/' ? NULL : getcwd(NULL, 0);
	FREED char *named = bytes_text("%s%s%s", here ? here : "", here ? "/" : "", path);
	FREED char *real = realpath(path, NULL), *place = real ? place_of(path) : NULL;
	bool there = real;

	if (there && (always || is_hidden(hidden, real)))
		add_bind(words, how, real, real);
	if (there && strcmp(place, real) != 0 &&
	    (is_hidden(hidden, place) || (always && path_is_below(place, "/dev"))))
		add_bind(words, how, real, place);
	if (there && strcmp(named, real) != 0 && strcmp(named, place) != 0 && is_hidden(hidden, named))
		add_bind(words, how, real, named);
	return there;
}

static void show(struct sh_words *words, const struct hidden *hidden, const char *path)
{
	show_as(words, hidden, path, "--ro-bind", false);
}

/* The word, or what follows an equals sign in it, if it names a file; else NULL.  */
static const char *file_in(const char *word)
{
	struct stat status;

	for (; word; word = strchr(word, '=') ? strchr(word, '=') + 1 : NULL)
		if (stat(word, &status) == 0 && S_ISREG(status.st_mode))
			return word;
	return NULL;
}

/* Shows the paths of --sandbox-bind, hidden or not.  NULL, or a problem.  */
static char *show_wanted(struct sh_words *words, const struct hidden *hidden, const char *lines)
{
	char *path, *problem = NULL;
	bool writable;

	while (!problem && (path = sandbox_next_shown(&lines, &writable))) {
		FREED char *real = realpath(path, NULL);
		const char *how = real && path_is_below(real, "/dev") ? "--dev-bind"
				  : writable                          ? "--bind"
								      : "--ro-bind";

		if (!show_as(words, hidden, path, how, true))
			problem = bytes_text("--sandbox-bind %s: there is no such path", path);
		free(path);
	}
	return problem;
}

static void add_system(struct sh_words *words)
{
	/* Root keeps its capabilities unless they are dropped, and could mount all anew.  Also without them
	 * it owns the files below /proc/sys: so /proc is read-only.  */
	static const char system[] =
		"--unshare-user --unshare-pid --unshare-ipc --unshare-uts --unshare-net --unshare-cgroup-try "
		"--cap-drop ALL --die-with-parent --ro-bind / / --dev /dev --size " SCRATCH_SIZE
		" --tmpfs /dev/shm --remount-ro /dev --proc /proc --remount-ro /proc";
	char *problem;
	FREED char **all = sh_words_split(system, &problem);

	add_all(words, (const char *const *)all);
}

/* Scratch folders come last: one may lie in a hidden folder, but what lies in one is not in the list.  */
static void add_hidden(struct sh_words *words, const struct hidden *hidden)
{
	for (int i = 0; i < hidden->count; i++)
		if (!hidden->scratch[i])
			add_all(words, (const char *const[]){"--tmpfs", hidden->path[i], NULL});
	for (int i = 0; i < hidden->count; i++)
		if (hidden->scratch[i])
			add_all(words, (const char *const[]){"--size", SCRATCH_SIZE, "--tmpfs",
							     hidden->path[i], NULL});
}

/* A folder of the agent's own.  */
static void add_own(struct sh_words *words, const char *folder)
{
	if (folder)
		add_bind(words, "--bind", folder, folder);
}

static void add_number(struct sh_words *words, int number)
{
	char text[16];

	snprintf(text, sizeof(text), "%d", number);
	sh_words_add(words, text);
}

static void add_agent(struct sh_words *words, const struct agent_setup *setup, char **argv, const char *enter)
{
	sh_words_add(words, "--");
	if (enter) {
		sh_words_add(words, enter);
		add_number(words, setup->socket ? ENTRY_PORT : 0);
		add_number(words, setup->limits.processes);
		add_number(words, setup->held ? 2 : setup->traceable);
		sh_words_add(words, argv[0]);
	}
	for (; *argv; argv++)
		sh_words_add(words, *argv);
}

static char *tool(char **problem)
{
	FREED char *why = NULL;
	char *path = command_program(TOOL, &why);

	if (!path)
		*problem = bytes_text("the sandbox needs bubblewrap, which is not installed: its package is "
				      "called bubblewrap");
	return path;
}

/* Can this bubblewrap forbid further user namespaces?  Since 0.8.  It is asked once.  */
static bool forbids_namespaces(const char *program)
{
	static int known = -1;
	FREED char *quoted = NULL, *command = NULL;
	char line[256];
	FILE *help;

	if (known >= 0)
		return known;
	known = 0;
	quoted = sh_words_quoted(program);
	command = bytes_text("%s --help 2>/dev/null", quoted);
	help = popen(command, "re");
	while (help && fgets(line, sizeof(line), help))
		if (strstr(line, "--disable-userns"))
			known = 1;
	if (help)
		pclose(help);
	return known;
}

/* A setting of the system that forbids what bubblewrap needs.  */
static const struct {
	const char *path, *forbids, *command;
} settings[] = {
	{"/proc/sys/kernel/unprivileged_userns_clone", "0", "sysctl kernel.unprivileged_userns_clone=1"},
	{"/proc/sys/user/max_user_namespaces", "0", "sysctl user.max_user_namespaces=10000"},
	{"/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1",
	 "sysctl kernel.apparmor_restrict_unprivileged_userns=0"},
};

/* What the system forbids; NULL: nothing that we know.  */
static const char *remedy(void)
{
	for (size_t i = 0; i < sizeof(settings) / sizeof(*settings); i++) {
		char text[16];

		if (text_file_start(settings[i].path, text, sizeof(text)) &&
		    strcspn(text, "\n") == strlen(settings[i].forbids) &&
		    strncmp(text, settings[i].forbids, strlen(settings[i].forbids)) == 0)
			return settings[i].command;
	}
	return NULL;
}

char *sandbox_next_shown(const char **lines, bool *writable)
{
	const char *line = *lines;
	size_t size = line ? strcspn(line, "\n") : 0;

	if (!line || !*line)
		return NULL;
	*lines += size + (line[size] == '\n');
	*writable = size > 3 && memcmp(line + size - 3, ":rw", 3) == 0;
	return bytes_copy(line, *writable ? size - 3 : size);
}

char *sandbox_files(const char *command)
{
	FREED char *problem = NULL, **argv = sh_words_split(command, &problem);
	struct hidden hidden = {.count = 0};
	struct bytes lines = {0};
	const char *folder = NULL;

	hide_all(&hidden);
	bytes_add_text(&lines, "");
	for (char **word = argv; word && *word; word++) {
		const char *file = word > argv ? file_in(*word) : NULL;
		FREED char *real = file ? realpath(file, NULL) : NULL, *place = file ? place_of(file) : NULL;

		if (real && (is_hidden(&hidden, real) || (place && is_hidden(&hidden, place))))
			bytes_addf(&lines, "%s\n", real);
	}
	if (argv && *argv)
		command_begins_at(argv, &folder);
	if (folder && is_hidden(&hidden, folder))
		bytes_addf(&lines, "%s\n", folder);
	hidden_free(&hidden);
	return lines.at;
}

char **sandbox_command(const struct agent_setup *setup, char **argv, bool entered, char **problem)
{
	FREED char *enter = entered ? installed_file("src/io", PKGLIBEXECDIR, "ringside-enter", X_OK) : NULL;
	char *program = entered && !enter ? NULL : tool(problem), *here;
	const char *folder;
	int at;
	struct hidden hidden = {.count = 0};
	struct sh_words words = {0};

	if (entered && !enter)
		*problem = bytes_text(
			"the sandbox needs ringside-enter, which is not installed in " PKGLIBEXECDIR);
	if (!program)
		return NULL;
	here = setup->directory ? bytes_text("%s", setup->directory) : getcwd(NULL, 0);
	hide_all(&hidden);
	sh_words_add(&words, program);
	add_system(&words);
	if (forbids_namespaces(program))
		sh_words_add(&words, "--disable-userns");
	free(program);
	add_hidden(&words, &hidden);
	/* The program, and unless it is alone the files that its arguments name.  */
	for (char **word = argv; *word && !(setup->sandbox->alone && word > argv); word++)
		if (file_in(*word))
			show(&words, &hidden, file_in(*word));
	at = command_begins_at(argv, &folder);
	if (at)
		show(&words, &hidden, argv[at]);
	if (folder && !setup->sandbox->alone)
		show(&words, &hidden, folder);
	if (enter) {
		sh_words_add(&words, "--as-pid-1");
		show(&words, &hidden, enter);
	}
	*problem = show_wanted(&words, &hidden, setup->sandbox->shown);
	if (here && !setup->directory && is_hidden(&hidden, here))
		add_all(&words, (const char *const[]){"--dir", here, NULL});
	add_own(&words, setup->directory);
	if (!setup->sandbox->alone)
		add_own(&words, setup->sandbox->own);
	for (int i = 0; i < hidden.count; i++)
		if (!hidden.scratch[i])
			add_all(&words, (const char *const[]){"--remount-ro", hidden.path[i], NULL});
	if (here)
		add_all(&words, (const char *const[]){"--chdir", here, NULL});
	add_agent(&words, setup, argv, enter);
	hidden_free(&hidden);
	free(here);
	if (!*problem)
		return sh_words_block(&words);
	free(sh_words_block(&words));
	return NULL;
}

char *sandbox_why(const char *said)
{
	const char *command = remedy();
	size_t size = strcspn(said, "\r\n");
	FREED char *shown = bytes_escaped(said, size);

	return bytes_text("its sandbox cannot be made: %s%s%s%s",
			  size ? shown : "bubblewrap has said nothing",
			  command ? " (user namespaces are forbidden here: `" : "", command ? command : "",
			  command ? "` as root allows them)" : "");
}
