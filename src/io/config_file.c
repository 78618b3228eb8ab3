/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* config_file.c - files in INI form: how they are read, where the config is, whether it may be trusted, and
 * how it is changed.
 *
 * They are read with inih, which says neither where an entry is nor what is wrong.  */
#include "ringside/ini.h"

#include "ringside/bytes.h"
#include "ringside/folder.h"
#include "ringside/installed.h"
#include "ringside/text_file.h"
#include <errno.h>
#include <fcntl.h>
#include <ini.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* No INI file is larger.  */
enum { INI_MAX = 1 << 20, SHOWN = 40 };

struct reading {
	struct ini_file *into;
	struct bytes text;
	size_t next;              /* where the next line begins in the text */
	size_t from;              /* where the current line begins */
	const char *line;         /* inih's copy of the current line */
	int number;               /* of the current line */
	struct location too_long; /* where a line has more bytes than inih reads; line 0: none has */
	struct location section, bracketed;  /* where the section, and the last line with [, begin */
	size_t section_text, bracketed_text; /* where these two [ are in the text */
};

/* A line without its line end, and blanks around it.  */
struct line {
	const char *at;
	size_t size;
	size_t end; /* where the next line begins in the text */
};

static char *copied(const char *text)
{
	return bytes_copy(text, strlen(text));
}

/* The place of a part of the current line; column 0: it is not in inih's copy of the line.  */
static struct location place_in_line(const struct reading *reading, const char *part)
{
	size_t at = (uintptr_t)part - (uintptr_t)reading->line;
	const char *from = reading->text.at + reading->from;

	if (at > reading->next - reading->from)
		return (struct location){reading->number, 0};
	return location_behind((struct location){reading->number, 1}, from, from + at);
}

/* inih calls this for each entry; returning 0 would mean an error.  */
static int take_entry(void *user, const char *section, const char *name, const char *value)
{
	struct reading *reading = user;
	struct ini_file *into = reading->into;
	const char *from;
	struct ini_entry entry = {NULL,
				  copied(name),
				  copied(value),
				  place_in_line(reading, name),
				  place_in_line(reading, value),
				  {0}};

	if (!entry.at.column) /* a further line of a list has no name */
		entry.at = entry.value_at;
	(void)section;
	if (reading->bracketed.line != reading->number) {
		reading->section = reading->bracketed;
		reading->section_text = reading->bracketed_text;
	}
	reading->bracketed = reading->section;
	reading->bracketed_text = reading->section_text;
	/* inih cuts the name after 49 bytes.  */
	from = reading->text.at + reading->section_text + 1;
	entry.section = reading->section.line ? bytes_copy(from, strcspn(from, "]\n")) : copied("");
	entry.section_at = reading->section;
	if (!(into->count & (into->count - 1))) /* the room is used up: twice as much */
		into->entries = bytes_resized(into->entries, (into->count ? 2 * (size_t)into->count : 1) *
								     sizeof(*into->entries));
	into->entries[into->count++] = entry;
	return 1;
}

/* The first character of a line that is not blank.  */
static const char *line_start(const char *line)
{
	static const char mark[] = "\xef\xbb\xbf"; /* a byte order mark */

	line += strncmp(line, mark, strlen(mark)) == 0 ? strlen(mark) : 0;
	return line + strspn(line, " \t");
}

/* Has the last section no entry?  */
static void note_empty(struct reading *reading)
{
	if (reading->bracketed.line != reading->section.line && !reading->into->empty.line)
		reading->into->empty = reading->bracketed;
}

/* fgets() from the text, which knows where it is.  */
static char *read_line(char *line, int room, void *user)
{
	struct reading *reading = user;
	const char *from = reading->text.at + reading->next, *start = line_start(from);
	size_t left = reading->text.size - reading->next, size = strcspn(from, "\n");

	if (!left || reading->too_long.line)
		return NULL;
	size += size < left;
	reading->number++;
	if (size >= (size_t)room) {
		reading->too_long =
			location_behind((struct location){reading->number, 1}, from, from + room - 1);
		return NULL;
	}
	if (*start == '[') {
		note_empty(reading);
		reading->bracketed = location_behind((struct location){reading->number, 1}, from, start);
		reading->bracketed_text = (size_t)(start - reading->text.at);
	}
	memcpy(line, from, size);
	line[size] = '\0';
	reading->line = line;
	reading->from = reading->next;
	reading->next += size;
	return line;
}

/* Forgets the entries from that line on.  */
static void keep_until(struct ini_file *file, int line)
{
	while (file->count && file->entries[file->count - 1].at.line >= line) {
		struct ini_entry *entry = &file->entries[--file->count];

		free((char *)entry->section);
		free((char *)entry->name);
		free((char *)entry->value);
	}
}

/* The problem of a line that inih does not understand.  */
static char *no_entry(const char *path, const char *text, int line)
{
	char *shown, *why;
	const char *start;
	size_t size;

	for (int i = 1; i < line; i++)
		text = strchr(text, '\n') + 1;
	start = line_start(text);
	size = strcspn(start, "\r\n");
	shown = bytes_escaped(start, size < SHOWN ? size : SHOWN);
	why = bytes_text("expected [section] or name = value, not \"%s\"", shown);
	free(shown);
	return location_problem(path, location_behind((struct location){line, 1}, text, start), why);
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

char *ini_file_read(const char *path, struct ini_file *file)
{
	struct reading reading = {.into = file};
	char *problem = text_file_read_plain(path, INI_MAX, &reading.text);
	int wrong;

	*file = (struct ini_file){0};
	if (!problem) {
		wrong = ini_parse_stream(read_line, &reading, take_entry, &reading);
		note_empty(&reading);
		if (wrong > 0) {
			problem = no_entry(path, reading.text.at, wrong);
			keep_until(file, wrong);
		} else if (wrong < 0) {
			problem = bytes_text("%s: out of memory", path);
		} else if (reading.too_long.line) {
			problem = location_problem(
				path, reading.too_long,
				bytes_text("the line is too long: expected fewer than 200 bytes (several "
					   "lines of the same name make one list)"));
		}
	}
	bytes_free(&reading.text);
	return problem;
}

void ini_file_free(struct ini_file *file)
{
	keep_until(file, 0);
	free(file->entries);
	*file = (struct ini_file){0};
}

char *config_file_path(void)
{
	const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");

	if (config && *config == '/')
		return bytes_text("%s/ringside/config", config);
	return home && *home == '/' ? bytes_text("%s/.config/ringside/config", home) : NULL;
}

char *config_file_distrust(const char *path)
{
	FREED char *full = realpath(path, NULL);
	char *slash = full ? strrchr(full, '/') : NULL, *problem = NULL;
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
	return problem;
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
	char *line = bytes_text("%s =%s%s\n", name, *value ? " " : "", value), *is;
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
		is = value_of(&now);
		if (strcmp(is, value) == 0) {
			free(is);
			free(line);
			return;
		}
		free(is);
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

char *config_file_write(const char *path, const struct bytes *text)
{
	char *real = realpath(path, NULL), *problem = NULL;
	FREED char *target = real ? real : bytes_text("%s", path);
	FREED char *name = bytes_text("%s.%ld", target, (long)getpid());
	struct stat status;
	mode_t mode = stat(target, &status) == 0 ? status.st_mode & 0777 : S_IRUSR | S_IWUSR;
	int fd;

	folders_make(target, true);
	fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
	if (fd < 0 || !text_file_write(fd, text->at, text->size) || fsync(fd) != 0 ||
	    rename(name, target) != 0) {
		problem = bytes_text("%s: cannot be written: %s", path, strerror(errno));
		if (fd >= 0)
			unlink(name);
	}
	if (fd >= 0)
		close(fd);
	return problem;
}
