/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* trust.c - which programs and paths a file may name that may be a stranger's.
 *
 * It remembers which programs this user's ringside has started for which match file.  One file in the state
 * folder has an entry for each.  An entry is added with one write, and never begins or ends inside a line, so
 * two processes need no lock, and half an entry after a full disk equals none.  When the file is long, the
 * older half goes.
 *
 * What agents get at is for the person alone.  What ringside writes stays below the current folder, and out
 * of its hidden folders: .git and .ssh may be there.  What ringside reads is a plain file, for to open a
 * device may do something, and a pipe may have no end.  */
#include "ringside/trust.h"

#include "ringside/bytes.h"
#include "ringside/folder.h"
#include "ringside/installed.h"
#include "ringside/sh_words.h"
#include "ringside/text_file.h"
#include "sandbox.h"
#include "spawn.h"
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	ID_BYTES = 16,
	STORE_MOST = 256 << 10, /* bytes of the file: some 2000 entries */
	ENTRY_MOST = 16 << 10,  /* a longer one is not stored */
};

static char own_id[2 * ID_BYTES + 1];

static struct bytes accepted;

static struct bytes folders; /* each is a field, after a line end */

/* Without the kernel's random numbers there is no id: then each file asks.  */
static void make_own_id(void)
{
	unsigned char bytes[ID_BYTES];

	if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
		return;
	for (size_t i = 0; i < sizeof bytes; i++)
		snprintf(own_id + 2 * i, 3, "%02x", bytes[i]);
}

/* A field that contains neither a tab nor a line end, and that no other text gives.  */
static void add_field(struct bytes *entry, const char *text)
{
	for (; *text; text++)
		if (*text == '\\' || *text == '\n' || *text == '\t')
			bytes_addf(entry, "\\%c", *text == '\n' ? 'n' : *text == '\t' ? 't' : '\\');
		else
			bytes_add(entry, text, 1);
	bytes_add_text(entry, "\t");
}

/* The folder of this process; "" if it is not known. The caller frees.  */
static char *here(void)
{
	char *folder = getcwd(NULL, 0);

	return folder ? folder : bytes_text("%s", "");
}

/* What the entries of the file have in common that have this folder of an option, with the line end before
 * it; empty: nothing can be remembered here.  */
static struct bytes begin_entry(const char *id, const char *own)
{
	struct bytes entry = {0};
	FREED char *folder = here();

	if (*folder == '/') {
		bytes_add_text(&entry, "\n");
		add_field(&entry, id ? id : "");
		add_field(&entry, folder);
		add_field(&entry, own);
	}
	return entry;
}

/* The entry of this launch, but as confined as that, with the line end before it; empty: nothing can be
 * remembered of this.  */
static struct bytes entry_of(const char *id, const struct launch *launch, enum confined confined)
{
	static const char *const words[] = {[CONFINED_SANDBOX] = "sandbox", [CONFINED_ALONE] = "alone"};
	bool is_alone = confined == CONFINED_ALONE;
	struct bytes entry = begin_entry(id, launch->own && !is_alone ? launch->own : "");

	if (entry.size) {
		add_field(&entry, launch->command);
		if (words[confined])
			add_field(&entry, words[confined]);
		bytes_add_text(&entry, ".\n");
	}
	return entry;
}

static bool contains(const struct bytes *entries, const struct bytes *entry)
{
	return entries->size && memmem(entries->at, entries->size, entry->at, entry->size);
}

/* Opens the store; -1 and errno: it is not there, or is not this user's alone.  */
static int open_store(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, S_IRUSR | S_IWUSR);
	struct stat status;

	if (fd >= 0 && (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != geteuid() ||
			status.st_mode & (S_IWGRP | S_IWOTH))) {
		close(fd);
		errno = EPERM;
		return -1;
	}
	return fd;
}

/* At most twice as much as a process leaves there, so that a huge file holds nobody up.  */
static struct bytes read_store(int fd)
{
	enum { ROOM = 2 * STORE_MOST };
	struct bytes entries = {.at = bytes_new(ROOM), .room = ROOM};
	ssize_t size = fd < 0 ? 0 : pread(fd, entries.at, ROOM - 1, 0);

	entries.size = size > 0 ? (size_t)size : 0;
	return entries;
}

/* Puts the newer half in its place. Another process may add an entry meanwhile; then its file asks.  */
static void shorten(const char *path, const struct bytes *entries)
{
	FREED char *name = bytes_text("%s.%ld", path, (long)getpid());
	CLOSED int fd = open_store(name, O_WRONLY | O_CREAT | O_EXCL);
	size_t keep = STORE_MOST / 2;

	if (fd >= 0 &&
	    (write(fd, entries->at + entries->size - keep, keep) != (ssize_t)keep || rename(name, path) != 0))
		unlink(name);
}

static void store(const struct bytes *entry)
{
	FREED char *path = entry->size <= ENTRY_MOST ? state_path("trusted") : NULL;
	struct bytes entries;
	int fd;

	if (!path)
		return;
	fd = open_store(path, O_RDWR | O_APPEND | O_CREAT);
	if (fd < 0 && errno == ENOENT) {
		folders_make(path, true);
		fd = open_store(path, O_RDWR | O_APPEND | O_CREAT);
	}
	entries = read_store(fd);
	if (fd >= 0 && !contains(&entries, entry) &&
	    write(fd, entry->at, entry->size) == (ssize_t)entry->size) {
		bytes_add(&entries, entry->at, entry->size);
		if (entries.size > STORE_MOST)
			shorten(path, &entries);
	}
	if (fd >= 0)
		close(fd);
	bytes_free(&entries);
}

static bool is_stored(const struct bytes *entry)
{
	FREED char *path = state_path("trusted");
	CLOSED int fd = path ? open_store(path, O_RDONLY) : -1;
	FREED_BY(bytes_free) struct bytes entries = read_store(fd);

	return contains(&entries, entry);
}

static void accept(const struct bytes *entry)
{
	if (entry->size && !contains(&accepted, entry))
		bytes_add(&accepted, entry->at, entry->size);
}

static struct bytes folder_field(const char *folder)
{
	struct bytes field = {0};

	bytes_add_text(&field, "\n");
	add_field(&field, folder);
	return field;
}

static bool has(const char *id, const struct launch *launch, enum confined confined)
{
	FREED_BY(bytes_free) struct bytes entry = entry_of(id, launch, confined);

	return entry.size && (contains(&accepted, &entry) || (id && is_stored(&entry)));
}

/* A bundled agent, which gets no file from its command line.  */
static bool is_ours(const char *command)
{
	FREED char *problem = NULL, **argv = sh_words_split(command, &problem);
	bool ours = argv && argv[0] && strncmp(argv[0], SAMPLE_WORD, strlen(SAMPLE_WORD)) == 0;

	if (ours) {
		FREED char *files = sandbox_files(command);

		ours = !*files;
	}
	return ours;
}

/* What has run less confined may be confined more.  */
static bool is_known(const char *id, const struct launch *launch)
{
	for (enum confined confined = CONFINED_NOT; confined <= launch->confined; confined++)
		if (has(id, launch, confined))
			return true;
	return false;
}

static void add_shown(struct bytes *text, const char *before, const char *words)
{
	FREED char *shown = bytes_escaped(words, strlen(words));

	bytes_addf(text, "%s%s\n", before, shown);
}

/* Says why ringside may not know what it has started.  */
static void add_trouble(struct bytes *text)
{
	FREED char *path = state_path("trusted");
	CLOSED int fd = path ? open_store(path, O_RDONLY) : -1;

	if (!path)
		bytes_add_text(text, "    (ringside remembers what it has started only if HOME or "
				     "XDG_STATE_HOME is set)\n");
	else if (fd < 0 && errno != ENOENT)
		bytes_addf(text, "    (what ringside has started cannot be looked up: %s: %s)\n", path,
			   strerror(errno));
}

static void add_path(struct bytes *text, const char *path)
{
	FREED char *shown = bytes_escaped(path, strlen(path));

	bytes_addf(text, "%s%s", text->size ? ", " : "", shown);
}

/* The real path of what exists of it, with the parts that do not. NULL: a link leads nowhere, or .. is among
 * those parts. The caller frees.  */
static char *real_of(const char *path)
{
	FREED char *begin = bytes_text("%s%s", *path == '/' ? "" : "./", path), *real = NULL;
	char *whole = NULL;
	size_t size = strlen(begin);
	struct stat status;

	while (!(real = realpath(size ? begin : "/", NULL)) && errno == ENOENT &&
	       lstat(begin, &status) != 0) {
		while (size && begin[size - 1] == '/')
			size--;
		while (size && begin[size - 1] != '/')
			size--;
		while (size && begin[size - 1] == '/')
			size--;
		begin[size] = '\0';
	}
	if (real)
		whole = bytes_text("%s/%s", real,
				   *path == '/' ? path + size
				   : size < 2   ? path
						: path + size - 2);
	return whole;
}

/* Has a part that is hidden, or the folder above?  */
static bool has_hidden(const char *path)
{
	for (; path; path = strchr(path, '/')) {
		path += strspn(path, "/");
		if (*path == '.' && path[1] != '/' && path[1])
			return true;
	}
	return false;
}

/* Does the path lie below the current folder? No part of it below there is hidden, and no link leads out. It
 * need not exist.  */
static bool strange_path_is_near(const char *path)
{
	FREED char *here = realpath(".", NULL), *real = here && *path ? real_of(path) : NULL;
	size_t size = here ? strlen(here) : 0;

	return real && strncmp(real, here, size) == 0 && (real[size] == '/' || size == 1) &&
	       !has_hidden(real + size);
}

/* Is it among the paths of --sandbox-bind, or below one of them?  */
static bool is_bound(const char *path, const char *lines)
{
	bool bound = false, writable;
	char *line;

	while (!bound && (line = sandbox_next_shown(&lines, &writable))) {
		FREED char *real = realpath(line, NULL);

		bound = real && path_is_below(path, real);
		free(line);
	}
	return bound;
}

/* The real path of the program in a command line; NULL: it is none that exists. The caller frees.  */
static char *program_of(const char *command)
{
	FREED char *problem = NULL, **argv = sh_words_split(command, &problem);
	char *program = NULL;
	const char *folder;

	if (argv && *argv)
		program = realpath(argv[command_begins_at(argv, &folder)], NULL);
	return program;
}

/* FILE, or the FILE of FILE:N.  */
static bool is_special(const char *value)
{
	const char *colon = strrchr(value, ':');
	bool numbered = colon && isdigit((unsigned char)colon[1]);
	FREED char *path = bytes_copy(value, numbered ? (size_t)(colon - value) : strlen(value));
	struct stat status;

	return (stat(value, &status) == 0 || stat(path, &status) == 0) && !S_ISREG(status.st_mode);
}

const char *trust_own_id(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, make_own_id);
	return *own_id ? own_id : NULL;
}

void trust_accept(const char *id, const struct launch *launch)
{
	FREED_BY(bytes_free) struct bytes entry = entry_of(id, launch, launch->confined);

	if (launch->own && launch->confined != CONFINED_ALONE)
		trust_accept_folder(launch->own);
	accept(&entry);
}

void trust_remember(const char *id, const struct launch *launch)
{
	static struct bytes remembered; /* so that a series looks into the store once */
	FREED_BY(bytes_free) struct bytes entry = entry_of(id, launch, launch->confined);

	if (entry.size && !contains(&remembered, &entry)) {
		bytes_add(&remembered, entry.at, entry.size);
		accept(&entry);
		if (id)
			store(&entry);
	}
}

void trust_keep(void)
{
	size_t at = 0;

	while (at < accepted.size) {
		const char *begin = accepted.at + at, *end = memchr(begin + 1, '\n', accepted.size - at - 1);
		FREED_BY(bytes_free) struct bytes entry = {0};

		bytes_add(&entry, begin, (size_t)(end + 1 - begin));
		if (begin[1] != '\t') /* it has an id */
			store(&entry);
		at += entry.size;
	}
}

void trust_accept_folder(const char *folder)
{
	FREED_BY(bytes_free) struct bytes field = folder_field(folder);

	if (!contains(&folders, &field))
		bytes_add(&folders, field.at, field.size);
}

bool trust_has_folder(const char *id, const char *folder)
{
	FREED_BY(bytes_free) struct bytes field = folder_field(folder), entry = begin_entry(id, folder);

	return contains(&folders, &field) || (id && entry.size && is_stored(&entry));
}

bool trust_lets(const char *id, struct launch *launch, bool trusts)
{
	struct launch alone = *launch;

	if (is_ours(launch->command) || is_known(id, launch))
		return true;
	if (launch->confined == CONFINED_NOT)
		return trusts;
	alone.confined = CONFINED_ALONE;
	if (!trusts && !is_known(id, &alone))
		return false;
	*launch = alone;
	return true;
}

char *trust_words(const char *path, const struct launch launches[SEATS])
{
	FREED char *name = bytes_escaped(path, strlen(path)), *folder = here();
	struct bytes text = {0};
	bool sandboxed = true;

	bytes_addf(&text, "%s names programs that ringside has not started for it like this:\n", name);
	for (int s = 0; s < SEATS; s++) {
		char who[] = "    seat N   ";

		if (!launches[s].command)
			continue;
		sandboxed = sandboxed && launches[s].confined != CONFINED_NOT;
		who[9] = (char)('0' + s);
		add_shown(&text, who, launches[s].command);
		if (launches[s].own)
			add_shown(&text, "    writes   ", launches[s].own);
		if (launches[s].confined != CONFINED_NOT) { /* what a sandbox would show because of it */
			FREED char *files = sandbox_files(launches[s].command);
			char *rest = files, *file;

			while ((file = strsep(&rest, "\n")) && *file)
				add_shown(&text, "    reads    ", file);
		}
	}
	add_shown(&text, "    folder   ", folder);
	add_shown(&text, "    sandbox  ", sandboxed ? "yes" : "none: they can do all that you can do");
	bytes_add_text(&text, "    environment as here: no match file can change it\n");
	add_trouble(&text);
	return text.at;
}

char *trust_unshown(const struct launch *launch)
{
	FREED char *files = NULL;
	struct bytes text = {0};
	char *rest, *file;

	if (launch->confined == CONFINED_NOT)
		return NULL;
	rest = files = launch->confined == CONFINED_ALONE ? sandbox_files(launch->command) : NULL;
	while ((file = strsep(&rest, "\n")) && *file)
		add_path(&text, file);
	if (launch->own && launch->confined == CONFINED_ALONE)
		add_path(&text, launch->own);
	if (launch->missed)
		add_path(&text, launch->missed);
	if (text.size)
		bytes_add_text(&text, ": in its sandbox only with --sandbox-bind, since nobody but the match "
				      "file names this");
	return text.at;
}

char *strange_path_problem(const struct option_row *row, const char *value)
{
	char *shown, *problem = NULL;

	if (option_is_choice(row, value))
		return NULL;
	shown = bytes_escaped(value, strlen(value));
	if (row->path == PATH_LENT)
		problem = bytes_text("no file but your config opens the sandbox of agents: --%s on the "
				     "command line does",
				     row->name);
	else if (row->path == PATH_WRITTEN && strcmp(value, "-") != 0 && !strange_path_is_near(value))
		problem = bytes_text("%s is not below the current folder, or hidden there: --%s on the "
				     "command line may name it",
				     shown, row->name);
	else if (row->path == PATH_READ && is_special(value))
		problem = bytes_text("%s is no plain file: --%s on the command line may name it", shown,
				     row->name);
	free(shown);
	return problem;
}

char *strange_command_problem(const char *command, const char *shown)
{
	char *files = sandbox_files(command), *rest = files, *file, *name, *problem = NULL;
	FREED char *program = program_of(command);

	while (!problem && (file = strsep(&rest, "\n")) && *file) {
		if ((program && strcmp(file, program) == 0) || strange_path_is_near(file) ||
		    is_bound(file, shown))
			continue;
		name = bytes_escaped(file, strlen(file));
		problem = bytes_text("its sandbox would show %s, which is not below the current folder, or "
				     "hidden there: --sandbox-bind %s on the command line shows it",
				     name, name);
		free(name);
	}
	free(files);
	return problem;
}
