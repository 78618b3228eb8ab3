/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* cgroup_lent.c - finds the cgroups that the system has handed to us.
 *
 * A cgroup belongs to the program that manages its tree.  To others than root it is handed with the right to
 * write there.  Root may write everywhere, so for root the manager must have said so: systemd does with an
 * attribute of the folder.  */
#include "cgroup.h"

#include "children.h"
#include "ringside/agent.h"
#include "ringside/bytes.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

/* Where this process goes, so that its own cgroup is free to hand controllers down.  */
#define JUDGE "/ringside-judge"

static char *lent;

const char *cgroups_lent(void)
{
	return lent;
}

/* Of the rest of a word that ends in a blank: is it in this list of words with commas between?  */
static bool is_listed(const char *list, const char *word)
{
	size_t size = strlen(word);

	for (const char *at = list; at; at = strchr(at, ','), at = at ? at + 1 : NULL)
		if (strncmp(at, word, size) == 0 && strchr(", \n", at[size]))
			return true;
	return false;
}

/* Where the tree of a controller is mounted, with the cgroup that is its root there; "": version 2.  False:
 * nowhere.  The caller frees both.  */
static bool find_tree(const char *controller, char **mounted, char **root)
{
	FILE *mounts = fopen("/proc/self/mountinfo", "re");
	char *line = NULL, type[32], options[256];
	size_t room = 0;
	bool found = false;

	*mounted = *root = NULL;
	while (!found && mounts && getline(&line, &room, mounts) > 0) {
		const char *dash = strstr(line, " - ");

		free(*mounted);
		free(*root);
		*mounted = *root = NULL;
		found = dash && sscanf(dash, " - %31s %*s %255s", type, options) == 2 &&
			(*controller ? strcmp(type, "cgroup") == 0 && is_listed(options, controller)
				     : strcmp(type, "cgroup2") == 0) &&
			sscanf(line, "%*s %*s %*s %ms %ms", root, mounted) == 2;
	}
	if (mounts)
		fclose(mounts);
	free(line);
	return found;
}

/* The path of this process in the tree of a controller; NULL: it is in none.  The caller frees.  */
static char *own_path(const char *controller)
{
	FILE *file = fopen("/proc/self/cgroup", "re");
	char *line = NULL, *path = NULL;
	size_t room = 0;

	while (!path && file && getline(&line, &room, file) > 0) {
		char *list = strchr(line, ':'), *at = list ? strchr(list + 1, ':') : NULL;

		if (!at)
			continue;
		*at = ' ';
		if (*controller ? is_listed(list + 1, controller) : at == list + 1)
			path = bytes_copy(at + 1, strcspn(at + 1, "\n"));
	}
	if (file)
		fclose(file);
	free(line);
	return path;
}

/* The folder of our cgroup, or of the one that another ringside has left for JUDGE; NULL: it is not there.
 * The caller frees.  */
static char *own_folder(const char *controller)
{
	char *mounted, *root, *path = own_path(controller), *folder = NULL, *end;
	size_t size;

	if (path && find_tree(controller, &mounted, &root)) {
		size = strcmp(root, "/") == 0 ? 0 : strlen(root);
		if (strncmp(path, root, size) == 0)
			folder =
				bytes_text("%s%s", mounted, strcmp(path + size, "/") == 0 ? "" : path + size);
		free(mounted);
		free(root);
	}
	free(path);
	end = folder ? strstr(folder, JUDGE) : NULL;
	if (end && strcmp(end, JUDGE) == 0)
		*end = '\0';
	return folder;
}

static bool is_marked(const char *folder)
{
	char mark = '0';

	return (getxattr(folder, "user.delegate", &mark, 1) == 1 ||
		getxattr(folder, "trusted.delegate", &mark, 1) == 1) &&
	       mark == '1';
}

static bool is_handed(const char *folder)
{
	char *entry = bytes_text("%s/cgroup.procs", folder);
	bool writable = access(folder, W_OK) == 0 && access(entry, W_OK) == 0;

	free(entry);
	return writable && (geteuid() != 0 || is_marked(folder));
}

bool cgroups_own_is_marked(void)
{
	char *folder = own_folder("");
	bool marked = folder && is_marked(folder);

	free(folder);
	return marked;
}

/* Tries it with a process: the right to move one there is checked only then.  */
static bool can_enter(const char *folder)
{
	struct cgroups cgroups;
	char *problem = cgroups_make(&cgroups, folder, 0, 0);
	int status = 1;
	pid_t child;

	if (problem) {
		free(problem);
		return false;
	}
	child = fork();
	if (child == 0)
		_exit(!cgroups_enter(&cgroups));
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	cgroups_end(&cgroups);
	return status == 0;
}

static void enter(const char *cgroup, pid_t pid)
{
	char *path = bytes_text("%s/cgroup.procs", cgroup), number[24];
	int fd = open(path, O_WRONLY | O_CLOEXEC), size = snprintf(number, sizeof(number), "%d\n", (int)pid);

	if (fd >= 0 && write(fd, number, (size_t)size) < 0)
		errno = 0; /* then nothing is handed down */
	if (fd >= 0)
		close(fd);
	free(path);
}

/* Moves this process and its children out of the way, if nobody else is in their cgroup.  */
static void move_aside(const char *folder)
{
	char *path = bytes_text("%s/cgroup.procs", folder), *aside = bytes_text("%s" JUDGE, folder);
	FILE *file = fopen(path, "re");
	struct pids pids = {0};
	bool alone = file != NULL;
	int pid;

	children_of(getpid(), &pids);
	while (alone && fscanf(file, "%d", &pid) == 1)
		alone = pid == getpid() || pids_have(&pids, pid);
	if (file)
		fclose(file);
	if (alone && (mkdir(aside, S_IRWXU) == 0 || errno == EEXIST)) {
		enter(aside, getpid());
		for (size_t i = 0; i < pids.count; i++)
			enter(aside, pids.at[i]);
	}
	pids_free(&pids);
	free(aside);
	free(path);
}

/* Removes empty ones that a killed ringside has left; others cannot be removed.  */
static void sweep(const char *folder)
{
	DIR *all = opendir(folder);
	struct dirent *one;

	while (all && (one = readdir(all)))
		if (strncmp(one->d_name, CGROUP_PREFIX, strlen(CGROUP_PREFIX)) == 0)
			unlinkat(dirfd(all), one->d_name, AT_REMOVEDIR);
	if (all)
		closedir(all);
}

static void add(const char *controller)
{
	char *folder = own_folder(controller), *both;

	if (folder && !strchr(folder, ':') && is_handed(folder) && can_enter(folder)) {
		sweep(folder);
		if (!*controller)
			move_aside(folder);
		both = bytes_text("%s%s%s", lent ? lent : "", lent ? ":" : "", folder);
		free(lent);
		lent = both;
	}
	free(folder);
}

void agent_borrow_cgroups(void)
{
	static const char *const controllers[] = {"", "memory", "pids", "cpuacct"};

	for (size_t i = 0; i < sizeof(controllers) / sizeof(*controllers); i++)
		add(controllers[i]);
}
