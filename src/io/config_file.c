/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* config_file.c - where the config is, whether it may be trusted, and how it is written.  */
#include "ringside/config_file.h"

#include "ringside/state.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *config_file_path(void)
{
	const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");

	if (config && *config == '/')
		return bytes_text("%s/ringside/config", config);
	return home && *home == '/' ? bytes_text("%s/.config/ringside/config", home) : NULL;
}

/* Who else may change what is there, as words behind the path; NULL: nobody. In a folder with the sticky bit
 * nobody replaces the file of another.  */
static const char *who_else(const struct stat *status)
{
	if (status->st_uid != geteuid() && status->st_uid != 0)
		return "belongs to another user";
	if (status->st_mode & S_IWOTH && !(S_ISDIR(status->st_mode) && status->st_mode & S_ISVTX))
		return "can be written by everybody";
	return NULL;
}

char *config_file_distrust(const char *path)
{
	char *full = realpath(path, NULL), *slash = full ? strrchr(full, '/') : NULL, *problem = NULL;
	const char *who = NULL;
	struct stat status;

	if (full && stat(full, &status) == 0 && S_ISREG(status.st_mode)) {
		who = who_else(&status);
		if (!who && slash) {
			slash[slash == full] = '\0';
			who = stat(full, &status) == 0 ? who_else(&status) : NULL;
			problem = who ? bytes_text("%s: its folder %s, so its programs are not trusted", path,
						   who)
				      : NULL;
		} else {
			problem = bytes_text("%s: %s, so its programs are not trusted", path, who);
		}
	}
	free(full);
	return problem;
}

/* ---- text ---- */

/* A line without its line end, and blanks around it.  */
struct line {
	const char *at;
	size_t size;
	size_t end; /* where the next line begins in the text */
};

static struct line line_at(const struct bytes *text, size_t from)
{
	const char *at = text->at + from, *end = memchr(at, '\n', text->size - from);
	struct line line = {.at = at, .size = end ? (size_t)(end - at) : text->size - from};

	line.end = from + line.size + (end != NULL);
	while (line.size && strchr(" \t\r", line.at[line.size - 1]))
		line.size--;
	while (line.size && strchr(" \t", *line.at)) {
		line.at++;
		line.size--;
	}
	return line;
}

static bool is_section(const struct line *line, const char *name)
{
	size_t size = strlen(name);

	return line->size >= size + 2 && line->at[0] == '[' && strncmp(line->at + 1, name, size) == 0 &&
	       line->at[size + 1] == ']';
}

static bool is_comment(const struct line *line)
{
	return !line->size || *line->at == '#' || *line->at == ';';
}

/* Does the line begin with the name and a =?  */
static bool has_name(const struct line *line, const char *name)
{
	size_t size = strlen(name);

	if (line->size <= size || strncmp(line->at, name, size) != 0)
		return false;
	while (size < line->size && strchr(" \t", line->at[size]))
		size++;
	return size < line->size && strchr("=:", line->at[size]);
}

/* The comment behind the value, with its ;, or the end of the line.  */
static const char *comment_of(const struct line *line)
{
	const char *end = line->at + line->size;

	for (const char *at = line->at + 1; at < end; at++)
		if (*at == ';' && strchr(" \t", at[-1]))
			return at;
	return end;
}

/* The value of the line.  The caller frees.  */
static char *value_of(const struct line *line)
{
	const char *end = comment_of(line), *at = line->at + strcspn(line->at, "=:") + 1;

	while (end > at && strchr(" \t", end[-1]))
		end--;
	while (at < end && strchr(" \t", *at))
		at++;
	return bytes_copy(at, at < end ? (size_t)(end - at) : 0);
}

static bool has_value(const struct line *line, const char *value)
{
	char *own = value_of(line);
	bool has = strcmp(own, value) == 0;

	free(own);
	return has;
}

/* A line that ends in a line end, with the comment of another.  Frees it.  */
static char *with_comment(char *line, const struct line *other)
{
	const char *comment = comment_of(other), *end = other->at + other->size;
	char *both;

	if (comment == end)
		return line;
	both = bytes_text("%.*s %.*s\n", (int)strcspn(line, "\n"), line, (int)(end - comment), comment);
	free(line);
	return both;
}

/* Replaces the bytes from `from` to `to`.  */
static void replace(struct bytes *text, size_t from, size_t to, const char *with)
{
	struct bytes whole = {0};

	bytes_add(&whole, text->at, from);
	bytes_add_text(&whole, with);
	bytes_add(&whole, text->at + to, text->size - to);
	bytes_free(text);
	*text = whole;
}

char *ini_get(const struct bytes *text, const char *section, const char *name)
{
	bool inside = false;

	for (size_t from = 0; from < text->size;) {
		struct line line = line_at(text, from);

		from = line.end;
		if (line.size && *line.at == '[')
			inside = is_section(&line, section);
		else if (inside && !is_comment(&line) && has_name(&line, name))
			return value_of(&line);
	}
	return NULL;
}

void ini_put(struct bytes *text, const char *section, const char *name, const char *value)
{
	char *line = bytes_text("%s =%s%s\n", name, *value ? " " : "", value);
	size_t behind = 0, from = 0, at;
	bool inside = false;

	bytes_add_text(text, "");
	if (text->size && text->at[text->size - 1] != '\n')
		bytes_add_text(text, "\n");
	while (from < text->size) {
		struct line now = line_at(text, from);

		at = from;
		from = now.end;
		if (now.size && *now.at == '[')
			inside = is_section(&now, section);
		if (now.size && *now.at == '[' && inside)
			behind = now.end;
		if (!inside || is_comment(&now))
			continue;
		behind = now.end;
		if (!has_name(&now, name))
			continue;
		if (has_value(&now, value)) {
			free(line);
			return;
		}
		line = with_comment(line, &now);
		while (from < text->size && strchr(" \t", text->at[from]) &&
		       (now = line_at(text, from), !is_comment(&now)))
			from = now.end; /* further lines of a list */
		replace(text, at, from, line);
		free(line);
		return;
	}
	if (behind)
		replace(text, behind, behind, line);
	else
		bytes_addf(text, "%s[%s]\n%s", text->size ? "\n" : "", section, line);
	free(line);
}

/* ---- writing ---- */

static bool write_all(int fd, const struct bytes *text)
{
	for (size_t done = 0; done < text->size;) {
		ssize_t size = write(fd, text->at + done, text->size - done);

		if (size < 0 && errno == EINTR)
			continue;
		if (size <= 0)
			return false;
		done += (size_t)size;
	}
	return fsync(fd) == 0;
}

char *config_file_write(const char *path, const struct bytes *text)
{
	char *real = realpath(path, NULL), *target = real ? real : bytes_text("%s", path);
	char *name = bytes_text("%s.%ld", target, (long)getpid()), *problem = NULL;
	struct stat status;
	mode_t mode = stat(target, &status) == 0 ? status.st_mode & 0777 : S_IRUSR | S_IWUSR;
	int fd;

	state_make_folders(target);
	fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
	if (fd < 0 || !write_all(fd, text) || rename(name, target) != 0) {
		problem = bytes_text("%s: cannot be written: %s", path, strerror(errno));
		if (fd >= 0)
			unlink(name);
	}
	if (fd >= 0)
		close(fd);
	free(name);
	free(target);
	return problem;
}
