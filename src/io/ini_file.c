/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ini_file.c - INI files, read with inih, which says neither where an entry is nor what is wrong.  */
#include "ringside/bytes.h"
#include "ringside/ini.h"
#include "ringside/text_file.h"

#include <ini.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* No INI file is larger.  */
enum { INI_MAX = 1 << 20, SHOWN = 40 };

struct reading {
	struct ini_file *into;
	struct bytes text;
	size_t next;                     /* where the next line begins in the text */
	size_t from;                     /* where the current line begins */
	const char *line;                /* inih's copy of the current line */
	int number;                      /* of the current line */
	struct place too_long;           /* where a line has more bytes than inih reads; line 0: none has */
	struct place section, bracketed; /* where the section, and the last line with [, begin */
	size_t section_text, bracketed_text; /* where these two [ are in the text */
};

static char *copied(const char *text)
{
	return bytes_copy(text, strlen(text));
}

/* The place of a part of the current line; column 0: it is not in inih's copy of the line.  */
static struct place place_in_line(const struct reading *reading, const char *part)
{
	size_t at = (uintptr_t)part - (uintptr_t)reading->line;
	const char *from = reading->text.at + reading->from;

	if (at > reading->next - reading->from)
		return (struct place){reading->number, 0};
	return place_behind((struct place){reading->number, 1}, from, from + at);
}

/* The name of the section; inih cuts it after 49 bytes.  */
static char *section_name(const struct reading *reading)
{
	const char *from = reading->text.at + reading->section_text + 1;

	return reading->section.line ? bytes_copy(from, strcspn(from, "]\n")) : copied("");
}

/* inih calls this for each entry; returning 0 would mean an error.  */
static int take_entry(void *user, const char *section, const char *name, const char *value)
{
	struct reading *reading = user;
	struct ini_file *into = reading->into;
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
	entry.section = section_name(reading);
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
		reading->too_long = place_behind((struct place){reading->number, 1}, from, from + room - 1);
		return NULL;
	}
	if (*start == '[') {
		note_empty(reading);
		reading->bracketed = place_behind((struct place){reading->number, 1}, from, start);
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
	return place_problem(path, place_behind((struct place){line, 1}, text, start), why);
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
			problem = place_problem(
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
