/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* cgroup.c - finds, makes, enters and ends cgroups, of version 1 and 2, in folders that somebody lends.
 *
 * A cgroup belongs to the program that manages its tree.  To others than root it is handed with the right
 * to write there.  Root may write everywhere, so for root the manager must have said so: systemd does with
 * an attribute of the folder.
 *
 * Systemd is asked for a cgroup that is handed to this process, which runs itself again by systemd-run for
 * that. A scope keeps the process, with its id, its parent and its terminal.  One is asked for, not one for
 * each agent: each takes two lines of the system's log and several ms.  */
#include "cgroup.h"
#include "process.h"
#include "ringside/agent.h"
#include "ringside/bytes.h"
#include "ringside/folder.h"
#include "ringside/sh_words.h"
#include "ringside/text_file.h"
#include "spawn.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { ROUNDS = 100, LAST_ROUNDS = 2000, ROUND_MS = 1 };

/* Where this process goes, so that its own cgroup is free to hand controllers down.  */
#define JUDGE "/ringside-judge"

/* Says to the second run that it is the second.  */
#define MARK "RINGSIDE_SCOPED"

enum { PATH_ROOM = 4096 };

/* False: there is no such file, or it does not take the text.  */
static bool put(const char *cgroup, const char *name, const char *text)
{
	FREED char *path = bytes_text("%s/%s", cgroup, name);
	CLOSED int fd = open(path, O_WRONLY | O_CLOEXEC);

	return fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
}

static bool put_number(const char *cgroup, const char *name, int64_t number)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRId64 "\n", number);
	return put(cgroup, name, text);
}

/* With version 2 the parent must hand a controller down.  If it has processes, that fails, or makes the
 * others in it useless.  */
static bool put_limit(const char *folder, const char *cgroup, const char *name, int64_t number)
{
	const char *controller = strncmp(name, "pids", 4) == 0 ? "+pids" : "+memory";
	char process[2];

	return put_number(cgroup, name, number) ||
	       (!proc_text(process, sizeof(process), "%s/cgroup.procs", folder) &&
		put(folder, "cgroup.subtree_control", controller) && put_number(cgroup, name, number));
}

static void limit_memory(struct cgroups *cgroups, const char *folder, const char *cgroup, int64_t memory)
{
	memory += CGROUP_SLACK;
	if (put_limit(folder, cgroup, "memory.max", memory)) {
		put(cgroup, "memory.swap.max", "0");
		put(cgroup, "memory.oom.group", "1"); /* all end, not the largest of them */
	} else if (put_number(cgroup, "memory.limit_in_bytes", memory)) {
		put_number(cgroup, "memory.memsw.limit_in_bytes", memory);
	} else {
		return;
	}
	cgroups->memory = memory;
}

/* Version 2 has the time in cpu.stat, version 1 in a tree of its own.  */
static int cpu_open(const char *cgroup)
{
	static const char *const names[] = {"cpuacct.usage", "cpu.stat"};
	int fd = -1;

	for (size_t i = 0; fd < 0 && i < sizeof(names) / sizeof(*names); i++) {
		FREED char *path = bytes_text("%s/%s", cgroup, names[i]);

		fd = open(path, O_RDONLY | O_CLOEXEC);
	}
	return fd;
}

/* Makes one.  NULL, or a problem.  */
static char *make_one(struct cgroups *cgroups, const char *folder)
{
	static unsigned number;
	char *path = bytes_text("%s/" CGROUP_PREFIX "%d-%u", folder, (int)getpid(), ++number);
	char *entry = bytes_text("%s/cgroup.procs", path), *problem = NULL;
	int fd = mkdir(path, S_IRWXU) < 0 ? -1 : open(entry, O_WRONLY | O_CLOEXEC);

	if (fd < 0) {
		problem = bytes_text("no cgroup can be made in %s: %s", folder, strerror(errno));
		rmdir(path);
		free(path);
	} else {
		cgroups->path[cgroups->count] = path;
		cgroups->entry[cgroups->count++] = fd;
	}
	free(entry);
	return problem;
}

/* The number that follows a name in a text; -1: it is not there.  */
static int64_t number_behind(const char *text, const char *name)
{
	const char *at = strstr(text, name);

	return at ? strtoll(at + strlen(name), NULL, 10) : -1;
}

/* cgroup.kill is of version 2, since Linux 5.14.  */
static void kill_all(const char *cgroup)
{
	FREED char *path = NULL, *line = NULL;
	size_t room = 0;
	FILE *file;

	if (put(cgroup, "cgroup.kill", "1"))
		return;
	path = bytes_text("%s/cgroup.procs", cgroup);
	file = fopen(path, "re");
	while (file && getline(&line, &room, file) > 0) {
		pid_t pid = (pid_t)strtol(line, NULL, 10);

		if (pid > 0) /* 0: of another namespace */
			kill(pid, SIGKILL);
	}
	if (file)
		fclose(file);
}

/* Waits up to so many rounds.  */
static bool removed(const char *cgroup, int rounds)
{
	for (int round = 0; rmdir(cgroup) < 0 && errno == EBUSY; round++) {
		if (round == rounds)
			return false;
		kill_all(cgroup);
		poll(NULL, 0, ROUND_MS);
	}
	return true;
}

/* Those that were not empty in time.  */
static struct sh_words left;

static char *lent;

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
	CLOSED_FILE FILE *mounts = fopen("/proc/self/mountinfo", "re");
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
	free(line);
	return found;
}

/* The path of this process in the tree of a controller; NULL: it is in none.  The caller frees.  */
static char *own_path(const char *controller)
{
	CLOSED_FILE FILE *file = fopen("/proc/self/cgroup", "re");
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

/* Moves this process and its children out of the way, if nobody else is in their cgroup.  */
static void move_aside(const char *folder)
{
	FREED char *path = bytes_text("%s/cgroup.procs", folder), *aside = bytes_text("%s" JUDGE, folder);
	CLOSED_FILE FILE *file = fopen(path, "re");
	FREED_BY(pids_free) struct pids pids = {0};
	bool alone = file != NULL;
	int pid;

	children_of(getpid(), &pids);
	while (alone && fscanf(file, "%d", &pid) == 1)
		alone = pid == getpid() || pids_have(&pids, pid);
	if (alone && (mkdir(aside, S_IRWXU) == 0 || errno == EEXIST)) {
		put_number(aside, "cgroup.procs", getpid()); /* if it fails nothing is handed down */
		for (size_t i = 0; i < pids.count; i++)
			put_number(aside, "cgroup.procs", pids.at[i]);
	}
}

/* Removes empty ones that a killed ringside has left; others cannot be removed.  */
static void sweep(const char *folder)
{
	CLOSED_FOLDER DIR *all = opendir(folder);
	struct dirent *one;

	while (all && (one = readdir(all)))
		if (strncmp(one->d_name, CGROUP_PREFIX, strlen(CGROUP_PREFIX)) == 0)
			unlinkat(dirfd(all), one->d_name, AT_REMOVEDIR);
}

static void add(const char *controller)
{
	FREED char *folder = own_folder(controller),
		   *entry = bytes_text("%s/cgroup.procs", folder ? folder : "");
	char *both;

	if (folder && !strchr(folder, ':') && access(folder, W_OK) == 0 && access(entry, W_OK) == 0 &&
	    (geteuid() != 0 || is_marked(folder)) && can_enter(folder)) {
		sweep(folder);
		if (!*controller)
			move_aside(folder);
		both = bytes_text("%s%s%s", lent ? lent : "", lent ? ":" : "", folder);
		free(lent);
		lent = both;
	}
}

/* Does systemd answer?  Says nothing to anybody.  */
static bool works(const char *tool)
{
	int status = 1;
	pid_t child = fork();

	if (child == 0) {
		int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);

		for (int fd = 0; fd <= STDERR_FILENO; fd++)
			dup2(nowhere, fd);
		execl(tool, tool, "--user", "--scope", "--quiet", "--collect", "--", "/bin/true",
		      (char *)NULL);
		_exit(127);
	}
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return status == 0;
}

/* The command of the second run.  */
static char **command_of(const char *tool, const char *self, char **argv)
{
	FREED char *unit = bytes_text("--unit=ringside-%d", (int)getpid());
	const char *const first[] = {
		tool, "--user", "--scope", "--quiet", "--collect", unit, "--property=Delegate=yes",
		"--", self,     NULL};
	struct sh_words words = {0};

	for (const char *const *word = first; *word; word++)
		sh_words_add(&words, *word);
	for (char **word = argv + 1; *word; word++)
		sh_words_add(&words, *word);
	return sh_words_block(&words);
}

char *cgroups_make(struct cgroups *cgroups, const char *folders, int processes, int64_t memory)
{
	char *problem = NULL;

	*cgroups = (struct cgroups){.cpu = -1};
	if (folders && strcmp(folders, "none") == 0)
		return NULL;
	while (folders && *folders && !problem) {
		size_t size = strcspn(folders, ":");
		FREED char *folder = bytes_copy(folders, size);

		if (cgroups->count == CGROUPS_MOST)
			problem = bytes_text("at most %d folders of cgroups are taken", CGROUPS_MOST);
		else
			problem = make_one(cgroups, folder);
		folders += size + (folders[size] == ':');
	}
	for (int i = 0; i < cgroups->count && !problem; i++) {
		const char *path = cgroups->path[i];
		FREED char *folder = bytes_copy(path, (size_t)(strrchr(path, '/') - path));

		if (processes && put_limit(folder, path, "pids.max", processes))
			cgroups->limits_processes = true;
		if (memory)
			limit_memory(cgroups, folder, path, memory);
		if (cgroups_cpu(cgroups) < 0) {
			if (cgroups->cpu >= 0)
				close(cgroups->cpu);
			cgroups->cpu = cpu_open(path);
		}
	}
	if (problem)
		cgroups_end(cgroups);
	return problem;
}

bool cgroups_enter(const struct cgroups *cgroups)
{
	for (int i = 0; i < cgroups->count; i++)
		if (write(cgroups->entry[i], "0\n", 2) != 2)
			return false;
	return true;
}

void cgroups_entered(struct cgroups *cgroups)
{
	for (int i = 0; i < cgroups->count; i++) {
		if (cgroups->entry[i] >= 0)
			close(cgroups->entry[i]);
		cgroups->entry[i] = -1;
	}
}

void cgroups_begin_cpu(struct cgroups *cgroups)
{
	int64_t used = cgroups_cpu(cgroups);

	cgroups->before = used > 0 ? used : 0;
}

int64_t cgroups_cpu(const struct cgroups *cgroups)
{
	char text[128];
	ssize_t size =
		cgroups->count && cgroups->cpu >= 0 ? pread(cgroups->cpu, text, sizeof(text) - 1, 0) : -1;
	int64_t used;

	if (size <= 0)
		return -1;
	text[size] = '\0';
	used = number_behind(text, "usage_usec ");
	if (used >= 0)
		used *= 1000;
	else if (*text >= '0' && *text <= '9')
		used = strtoll(text, NULL, 10);
	return used < 0 ? -1 : used - cgroups->before;
}

bool cgroups_refused_memory(const struct cgroups *cgroups)
{
	static const char *const names[] = {"memory.events", "memory.oom_control"};
	bool refused = false;

	for (size_t i = 0; cgroups->memory && i < 2 * (size_t)cgroups->count; i++) {
		char text[512];

		proc_text(text, sizeof(text), "%s/%s", cgroups->path[i / 2], names[i % 2]);
		refused = refused || number_behind(text, "oom_kill ") > 0;
	}
	return refused;
}

void cgroups_end_rest(void)
{
	FREED char **paths = sh_words_block(&left);

	for (char **path = paths; *path; path++)
		removed(*path, LAST_ROUNDS);
	left = (struct sh_words){.count = 0};
}

void cgroups_end(struct cgroups *cgroups)
{
	cgroups_entered(cgroups);
	if (cgroups->count && cgroups->cpu >= 0)
		close(cgroups->cpu);
	for (int i = 0; i < cgroups->count; i++) {
		if (!removed(cgroups->path[i], ROUNDS))
			sh_words_add(&left, cgroups->path[i]);
		free(cgroups->path[i]);
	}
	*cgroups = (struct cgroups){.count = 0};
}

const char *cgroups_lent(void)
{
	return lent;
}

void agent_borrow_cgroups(void)
{
	static const char *const controllers[] = {"", "memory", "pids", "cpuacct"};

	if (lent)
		return;
	for (size_t i = 0; i < sizeof(controllers) / sizeof(*controllers); i++)
		add(controllers[i]);
}

void agent_enter_scope(char **argv)
{
	const char *mark = getenv(MARK), *runtime = getenv("XDG_RUNTIME_DIR");
	bool second = mark && atoi(mark) == (int)getpid();
	char self[PATH_ROOM], number[16];
	FREED char *problem = NULL, *tool = NULL, *folder = NULL;
	ssize_t size = readlink("/proc/self/exe", self, sizeof(self) - 1);

	unsetenv(MARK);
	/* Root's programs belong to the manager of the system, who has not been asked.  */
	if (second || !runtime || geteuid() == 0 || size <= 0)
		return;
	self[size] = '\0';
	folder = own_folder("");
	second = folder && is_marked(folder); /* systemd has handed us our cgroup */
	if (second)
		return;
	tool = command_program("systemd-run", &problem);
	if (tool && works(tool)) {
		FREED char **command = command_of(tool, self, argv);

		snprintf(number, sizeof(number), "%d", (int)getpid());
		setenv(MARK, number, 1);
		execv(tool, command);
		unsetenv(MARK);
	}
}
