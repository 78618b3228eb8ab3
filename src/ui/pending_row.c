/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pending_row.c - an incomplete message of a seat, as a row of a pane.  */
#include "pending_row.h"

#include "ringside/protocol.h"
#include "ringside/shown.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* TEXT_LEAST: this many columns of the text come before the words about it.  */
enum { TEXT_LEAST = 8, BYTES_SHOWN = 4096, WORDS = 64 };

bool pending_row(const struct session *session, int i, struct pending_row *row)
{
	struct pending_bytes pending;

	*row = (struct pending_row){.setup = &session_match(session)->setup};
	for (int n = 0; n < 2 * SEATS; n++) {
		bool words = n % 2;

		if (!session_pending(session, n / 2, words ? STREAM_STDERR : STREAM_STDOUT, &pending,
				     &row->for_ns) ||
		    i-- > 0)
			continue;
		row->wanted = pending.wanted;
		row->message = (struct message){.t_ns = pending.first_ns,
						.seat = n / 2,
						.direction = FROM_AGENT,
						.channel = words ? CHANNEL_STDERR
								 : protocol_named(row->setup->system)->moves,
						.bytes = (char *)pending.bytes,
						.size = pending.size};
		return true;
	}
	return false;
}

/* Writes what stands behind the text, if it fits into `room` columns: "  no line end yet, 5 ms", or the time
   alone.  */
static void say_why(const struct pending_row *row, bool line, int room, char words[WORDS])
{
	int64_t ms = row->for_ns / NS_PER_MS;
	char time[32];

	if (ms < 1000)
		snprintf(time, sizeof(time), "%" PRId64 " ms", ms);
	else
		snprintf(time, sizeof(time), "%" PRId64 ".%" PRId64 " s", ms / 1000, ms / 100 % 10);
	snprintf(words, WORDS, "  no %s yet, %s", line ? "line end" : "end", time);
	if (paint_width(words) > room)
		snprintf(words, WORDS, "  %s", time);
}

void pending_draw(struct area area, const struct pending_row *row, enum role role, int side)
{
	const struct protocol *protocol = protocol_named(row->setup->system);
	bool line = row->message.channel == CHANNEL_STDERR || !protocol->partial;
	char *text = line ? NULL : protocol->partial(row->message.bytes, row->message.size, row->wanted),
	     words[WORDS];
	size_t size = text ? strlen(text) : 0;
	struct area left = area;
	struct message shown = row->message;
	int x, least;

	shown.size = shown.size < BYTES_SHOWN ? shown.size : BYTES_SHOWN;
	if (line)
		text = shown_text(row->setup, &shown, &size);
	least = paint_bytes_width(text, size);
	least = least < TEXT_LEAST ? least : TEXT_LEAST;
	say_why(row, line, area.width - least - 1, words);
	left.width -= paint_width(words) + 1;
	if (left.width < least)
		left = area;
	x = paint_bytes(left, 0, -side, role, text, size);
	if (line)
		x = paint_put(area, 0, x, ROLE_FAINT, GLYPH_ELLIPSIS);
	paint_text(area, 0, x, ROLE_FAINT, words);
	free(text);
}
