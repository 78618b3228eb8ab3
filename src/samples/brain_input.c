/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* brain_input.c - lines from the manager, with any line end and of any length.
 *
 * Reading goes on while a brain thinks, so that an END is seen at once; the buffer limits how much is
 * read.  */
#include "brain.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { PENDING_SIZE = 65536, LINE_SIZE = 4096 };

struct brain_input {
	int fd;
	bool finished; /* the end of input, or an error */
	bool dismissed;
	int64_t arrived;
	size_t start, end; /* of what was read and not yet returned */
	size_t watched;    /* where the search for END continues */
	char pending[PENDING_SIZE];
	char line[LINE_SIZE + 1];
};

static bool ends_line(char byte)
{
	return byte == '\n' || byte == '\r';
}

static bool blank(char byte)
{
	return byte == ' ' || byte == '\t';
}

/* Waits, and reads once. The buffer must have room.  */
static void take_in(struct brain_input *input)
{
	ssize_t size;

	if (input->start == input->end)
		input->start = input->end = input->watched = 0;
	if (input->end == PENDING_SIZE) {
		memmove(input->pending, input->pending + input->start, input->end - input->start);
		input->watched -= input->start;
		input->end -= input->start;
		input->start = 0;
	}
	do
		size = read(input->fd, input->pending + input->end, PENDING_SIZE - input->end);
	while (size < 0 && errno == EINTR);
	if (size > 0)
		input->end += (size_t)size;
	else
		input->finished = true;
}

/* Looks for a line END in the bytes after the last line that was returned.  */
static void watch(struct brain_input *input)
{
	size_t from = input->watched;

	for (size_t i = input->watched; i < input->end; i++) {
		if (!ends_line(input->pending[i]))
			continue;
		size_t to = i;
		while (from < to && blank(input->pending[from]))
			from++;
		while (to > from && blank(input->pending[to - 1]))
			to--;
		if (to - from == 3 && strncasecmp(input->pending + from, "END", 3) == 0)
			input->dismissed = true;
		from = i + 1;
	}
	input->watched = from;
}

/* The start of the line that is not complete: an END from here on is new.  */
static void watch_from_now(struct brain_input *input)
{
	input->watched = input->end;
	while (input->watched > input->start && !ends_line(input->pending[input->watched - 1]))
		input->watched--;
}

static char *trimmed(char *line)
{
	size_t length = strlen(line);

	while (length && blank(line[length - 1]))
		line[--length] = '\0';
	return line + strspn(line, " \t");
}

struct brain_input *brain_input_new(int fd)
{
	struct brain_input *input = calloc(1, sizeof *input);

	if (!input)
		abort();
	input->fd = fd;
	return input;
}

void brain_input_free(struct brain_input *input)
{
	free(input);
}

const char *brain_input_line(struct brain_input *input)
{
	size_t length = 0;
	bool begun = false;

	for (;;) {
		while (input->start < input->end) {
			char byte = input->pending[input->start++];

			if (!ends_line(byte)) {
				begun = true;
				if (length < LINE_SIZE)
					input->line[length++] = byte == '\0' ? (char)' ' : byte;
				continue;
			}
			if (!begun)
				continue;
			input->line[length] = '\0';
			char *line = trimmed(input->line);
			if (*line) {
				watch_from_now(input);
				return line;
			}
			length = 0;
			begun = false;
		}
		if (input->finished)
			break;
		take_in(input);
		input->arrived = brain_now();
	}
	input->line[length] = '\0';
	watch_from_now(input);
	char *line = trimmed(input->line);
	return *line ? line : NULL; /* the last line may have no end */
}

int64_t brain_input_arrived(const struct brain_input *input)
{
	return input->arrived;
}

bool brain_input_ended(struct brain_input *input, int64_t until)
{
	bool again = true;

	while (!input->dismissed && again) {
		struct pollfd ready = {.fd = input->fd, .events = POLLIN};
		int64_t wait = until - brain_now();
		bool readable = !input->finished && input->end - input->start < PENDING_SIZE;
		int milliseconds = wait <= 0           ? 0
				   : wait > 1000000000 ? 1000
						       : (int)((wait + 999999) / 1000000);

		if (poll(&ready, readable ? 1 : 0, milliseconds) > 0) {
			take_in(input);
			watch(input);
		}
		again = brain_now() < until;
	}
	return input->dismissed;
}
