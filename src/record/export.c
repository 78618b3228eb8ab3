/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* export.c - writes a match in a format of another program.  */
#include "file.h"

#include "ringside/mistake.h"
#include "ringside/protocol.h"
#include "ringside/words.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Adds what was said in a stage of the history.  */
static void add_remarks(struct match_file *file, const struct protocol *protocol, const struct stage *stage,
			struct remarks *remarks)
{
	sqlite3_stmt *row = file_select(file, STATEMENT_REMARKS, stage->first, stage->last, stage->turns);

	while (file_next(file, row)) {
		const char *name = file_chars(file, row, 2);
		int seat = sqlite3_column_int(row, 1), turn = sqlite3_column_int(row, 0);
		int last = remarks->count ? remarks->list[remarks->count - 1].turn : 0;
		struct message message = {.bytes = (char *)sqlite3_column_blob(row, 3),
					  .size = (size_t)sqlite3_column_bytes(row, 3)};
		enum channel channel = name ? channel_named(name) : CHANNEL_COUNT;

		if (!is_seat(seat) || channel == CHANNEL_COUNT)
			continue;
		remarks_add(
			remarks, turn > last ? turn : last, seat, channel,
			bytes_copy(message.bytes, message.size ? message_text_size(&message, protocol) : 0));
	}
}

bool match_file_remarks(struct match_file *file, const struct protocol *protocol, struct remarks *remarks)
{
	const struct history *history;
	bool began;

	file->good = true;
	began = file_begin_read(file);
	history = file_history(file);
	for (int i = 0; history && i < history->count && file->good; i++)
		add_remarks(file, protocol, &history->stages[i], remarks);
	if (began)
		file_end_read(file);
	return file->good;
}

const struct file_format match_file_jsonl = {.name = "jsonl", .title = "a whole match, as lines of JSON"};
const struct file_format match_file_cast = {.name = "cast",
					    .title = "a film of the screen, which asciinema plays"};
const struct file_format match_file_svg = {.name = "svg",
					   .title = "a film of the screen, which browsers play"};
const struct file_format match_file_input_format = {.name = "input",
						    .title = "the bytes that a seat was told"};
const struct file_format match_file_repro_format = {
	.name = "repro", .title = "a script that tells an agent what a seat was told"};
const struct file_format *const match_file_every[] = {&match_file_jsonl,        &match_file_cast,
						      &match_file_svg,          &match_file_input_format,
						      &match_file_repro_format, NULL};

/* The i-th format of a system, then those of all; NULL: there are no more.  */
static const struct file_format *format_at(const struct protocol *protocol, int i)
{
	for (const struct file_format *const *f = protocol ? protocol->formats : NULL; f && *f; f++)
		if (i-- == 0)
			return *f;
	return match_file_every[i];
}

const struct file_format *match_file_format(const char *system, const char *name, char **problem)
{
	const struct protocol *protocol = protocol_named(system);
	const char *dot = strrchr(name, '.');
	struct nearest nearest = nearest_to(name, strlen(name));
	const struct file_format *format;
	FREED_BY(bytes_free) struct bytes names = {0};
	FREED char *meant = NULL;

	for (int i = 0; (format = format_at(protocol, i)); i++) {
		if (strcasecmp(format->name, dot ? dot + 1 : name) == 0)
			return format;
		nearest_try(&nearest, format->name);
		bytes_addf(&names, "%s%s", i ? ", " : "", format->name);
	}
	meant = nearest_question(&nearest);
	if (!protocol)
		*problem = bytes_text("there is no system \"%s\"", system);
	else if (dot)
		*problem = bytes_text("%s: its ending names no format: %s has %s", name, system, names.at);
	else
		*problem = bytes_text("there is no format \"%s\"%s%s %s has %s", name, meant,
				      *meant ? "" : ":", system, names.at);
	return NULL;
}

char *match_file_misnamed(const char *system, const char *path)
{
	const char *name = strrchr(path, '/');
	FREED char *none = NULL;
	const struct file_format *format;

	name = name ? name + 1 : path;
	format = strchr(name, '.') ? match_file_format(system, name, &none) : NULL;
	if (!format)
		return NULL;
	return bytes_text("%s: this ending means the format %s: name a match file .ringside, or write %s "
			  "with `save`",
			  path, format->name, format->name);
}

/* Writes the format of another program. All of them are text, which people read. NULL, or a problem.  */
static char *write_other(struct match_file *file, const struct match *match, const struct file_format *format,
			 FILE *to)
{
	struct match dated = *match; /* a view of it: nothing here is freed */
	struct remarks remarks = {0};
	struct bytes text = {0}, shown = {0};
	char *problem = NULL;

	if (file && !match_file_remarks(file, protocol_named(match->setup.system), &remarks))
		problem = bytes_text("%s", match_file_problem(file));
	if (file && !dated.started_us) /* while a match is played, only its file knows it */
		dated.started_us = file_first(file, file_statement(file, STATEMENT_STARTED), "match", 1,
					      FILE_FIRST, FILE_LAST, 0);
	if (!problem)
		problem = format->write(&dated, &remarks, &text);
	if (!problem) {
		words_add_shown(&shown, text.at, text.size);
		fwrite(shown.at, 1, shown.size, to);
	}
	bytes_free(&shown);
	bytes_free(&text);
	remarks_free(&remarks);
	/* The problem of a format is a text of its own, independent of its arguments.  */
	/* cppcheck-suppress returnDanglingLifetime */
	return problem;
}

char *match_file_export(struct match_file *file, const struct match *match, const struct file_format *format,
			FILE *to)
{
	char *problem;

	if (format == &match_file_cast || format == &match_file_svg)
		problem = bytes_text("a film is made from a match file: ringside export FILE -o FILM.%s",
				     format->name);
	else if (format == &match_file_input_format || format == &match_file_repro_format)
		problem = bytes_text("what a seat was told is made from a match file: ringside export FILE "
				     "--seat 1 --format %s",
				     format->name);
	else if (format != &match_file_jsonl)
		problem = write_other(file, match, format, to);
	else if (file)
		problem = match_file_lines(file, to);
	else
		problem = bytes_text("this match is not recorded: begin it with --record FILE");
	if (!problem && file && file_is_cancelled(file)) /* what it looked up may be missing */
		problem = bytes_text("%s", match_file_problem(file));
	return problem;
}

char *match_file_fill(const char *path, char *(*write)(void *user, FILE *to), void *user)
{
	char *problem;
	int fd = file_make_empty(path, &problem);
	FILE *to = fd < 0 ? NULL : fdopen(fd, "w");
	bool good;

	if (fd < 0)
		return problem;
	problem = to ? write(user, to) : NULL;
	good = to && fflush(to) == 0 && !ferror(to);
	if (!good && !problem)
		problem = bytes_text("%s: cannot be written: %s", path, strerror(errno));
	if ((to ? fclose(to) : close(fd)) != 0 && !problem)
		problem = bytes_text("%s: cannot be written: %s", path, strerror(errno));
	if (problem)
		unlink(path);
	return problem;
}

struct exported {
	struct match_file *file;
	const struct match *match;
	const struct file_format *format;
};

static char *write_exported(void *user, FILE *to)
{
	const struct exported *exported = user;

	return match_file_export(exported->file, exported->match, exported->format, to);
}

char *match_file_export_to(struct match_file *file, const struct match *match,
			   const struct file_format *format, const char *path)
{
	struct exported exported = {file, match, format};

	return match_file_fill(path, write_exported, &exported);
}
