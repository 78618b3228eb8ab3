/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ini_file.c - INI files, read with inih.  */
#include "ringside/bytes.h"
#include "ringside/ini.h"
#include "ringside/text_file.h"

#include <errno.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* No INI file is larger.  */
enum { INI_MAX = 1 << 20 };

struct reading {
	struct ini_file *into;
	FILE *file;
	int line;   /* the current line */
	int longer; /* the first line that is too long for inih, where reading stops; 0: none */
	size_t all; /* bytes that were read */
};

static char *copied(const char *text)
{
	return bytes_copy(text, strlen(text));
}

/* inih calls this for each entry; returning 0 would mean an error.  */
static int take_entry(void *user, const char *section, const char *name, const char *value)
{
	struct reading *reading = user;
	struct ini_file *into = reading->into;

	if (!(into->count & (into->count - 1))) /* the room is used up: twice as much */
		into->entries = bytes_resized(into->entries, (into->count ? 2 * (size_t)into->count : 1) *
								     sizeof(*into->entries));
	into->entries[into->count++] =
		(struct ini_entry){copied(section), copied(name), copied(value), reading->line};
	return 1;
}

/* fgets() that counts lines: inih does not tell its callback where it is.  */
static char *read_line(char *line, int room, void *user)
{
	struct reading *reading = user;
	char *got = reading->longer || reading->all > INI_MAX ? NULL : fgets(line, room, reading->file);

	if (!got)
		return NULL;
	reading->all += strlen(got) + 1; /* it may be NULs */
	reading->line++;
	if (!strchr(got, '\n') && !feof(reading->file) && !reading->longer)
		reading->longer = reading->line;
	return got;
}

/* Forgets the entries from that line on.  */
static void keep_until(struct ini_file *file, int line)
{
	while (file->count && file->entries[file->count - 1].line >= line) {
		struct ini_entry *entry = &file->entries[--file->count];

		free((char *)entry->section);
		free((char *)entry->name);
		free((char *)entry->value);
	}
}

char *ini_file_read(const char *path, struct ini_file *file)
{
	struct reading reading = {.into = file, .file = text_file_open(path)};
	char *problem = NULL;
	int wrong;

	*file = (struct ini_file){0};
	if (!reading.file)
		return bytes_text("%s: cannot be read: %s", path, strerror(errno));
	wrong = ini_parse_stream(read_line, &reading, take_entry, &reading);
	if (ferror(reading.file))
		problem = bytes_text("%s: cannot be read: %s", path, strerror(errno));
	else if (reading.longer)
		problem = bytes_text("%s:%d: the line is too long: expected fewer than 200 bytes (several "
				     "lines of the same name make one list)",
				     path, wrong = reading.longer);
	else if (reading.all > INI_MAX)
		problem = bytes_text("%s: is larger than %d MB: expected an INI file", path, INI_MAX >> 20);
	else if (wrong > 0)
		problem = bytes_text("%s:%d: expected [section] or name = value", path, wrong);
	else if (wrong != 0)
		problem = bytes_text("%s: out of memory", path);
	fclose(reading.file);
	if (wrong > 0)
		keep_until(file, wrong);
	return problem;
}

void ini_file_free(struct ini_file *file)
{
	keep_until(file, 0);
	free(file->entries);
	*file = (struct ini_file){0};
}
