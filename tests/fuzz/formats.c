/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* formats.c - a target of the fuzzer: a file of another program.
 *
 * The first byte chooses the format and the game, and whether it becomes a match file; the rest is the text.
 * What was read is written in all formats of its system. What a format has written it must read and write
 * again. It may leave something out, but only the first time.  */
#include "targets.h"

#include "ringside/match_file.h"
#include "ringside/protocol.h"

#include <stdlib.h>

enum { GAMES = 3 };

/* The i-th of all systems' formats; NULL past the last.  */
static const struct file_format *format_at(unsigned i)
{
	for (int p = 0; protocol_at(p); p++)
		for (const struct file_format *const *f = protocol_at(p)->formats; f && *f; f++)
			if (i-- == 0)
				return *f;
	return NULL;
}

static bool read(const struct file_format *format, const char *text, size_t size, int game,
		 struct match *match, struct remarks *remarks, char **problem)
{
	const char *wrong = NULL;

	*remarks = (struct remarks){0};
	*problem = format->read(text, size, game, match, remarks, &wrong);
	if (*problem && (wrong < text || wrong > text + size))
		fuzz_wrong("%s does not say where this is: %s", format->name, *problem);
	return !*problem;
}

/* Reads what the format has written, and writes it again. The caller frees.  */
static struct bytes once_more(const struct file_format *format, const struct bytes *written)
{
	struct bytes text = {0};
	struct remarks said FREED_BY(remarks_free);
	struct match match FREED_BY(match_free);
	char *problem;

	if (!read(format, written->at, written->size, 1, &match, &said, &problem))
		fuzz_wrong("%s does not read what it wrote: %s\n%s", format->name, problem, written->at);
	problem = format->write(&match, &said, &text);
	if (problem)
		fuzz_wrong("%s does not write what it read: %s\n%s", format->name, problem, written->at);
	return text;
}

static void write(const struct file_format *format, const struct match *match, const struct remarks *remarks)
{
	FREED_BY(bytes_free) struct bytes first = {0};
	struct bytes second, third;
	FREED char *problem = format->write(match, remarks, &first);

	if (!problem) {
		second = once_more(format, &first);
		third = once_more(format, &second);
		if (second.size != third.size || memcmp(second.at, third.at, third.size) != 0)
			fuzz_wrong("%s wrote:\n%s\nThis was read, and gives:\n%s", format->name, second.at,
				   third.at);
		bytes_free(&second);
		bytes_free(&third);
	}
}

static void import(struct rest text)
{
	FREED char *problem = NULL;
	struct match_file *file = match_file_import(fuzz_nameless(text), &problem);
	struct match match;

	if (file && match_file_match(file, &match))
		match_free(&match);
	match_file_close(file);
}

void fuzz_formats(struct rest input)
{
	unsigned what = next(&input);
	const struct file_format *format = format_at(what & 15);
	char *text, *problem;
	struct remarks remarks;
	struct match match;

	if (!format)
		return;
	text = rest_text(input);
	if (what & 128)
		import(input);
	format->looks(text, input.size);
	if (format->games)
		format->games(text, input.size);
	if (read(format, text, input.size, 1 + (int)(what >> 4 & 7) % GAMES, &match, &remarks, &problem)) {
		const struct protocol *protocol = protocol_named(match.setup.system);

		for (const struct file_format *const *f = protocol->formats; *f; f++)
			write(*f, &match, &remarks);
		match_free(&match);
	}
	remarks_free(&remarks);
	free(problem);
	free(text);
}
