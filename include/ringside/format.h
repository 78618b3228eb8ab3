/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* format.h - a file format of other programs that holds one match.
 *
 * A protocol has a table of them (protocol.h); the record room calls them with the whole text of a file, so
 * that nothing here makes a system call.  `open`, `export` and `--from` follow from that table.  */
#ifndef RINGSIDE_FORMAT_H
#define RINGSIDE_FORMAT_H

#include "ringside/bytes.h"
#include "ringside/match.h"

/* What was said in a match to people, besides the moves.  */
struct remark {
	int turn; /* the turn it belongs to, from 1; 0: before the first; one more than there are: after the
		     last */
	int seat; /* who said it; SEAT_NONE: somebody who does not play */
	enum channel channel;
	char *text; /* without a line end; may have several lines; owned */
};

struct remarks {
	struct remark *list; /* in the order in which they were said, so `turn` never falls; owned */
	int count;
};

/* Takes over text.  */
void remarks_add(struct remarks *remarks, int turn, int seat, enum channel channel, char *text);
void remarks_free(struct remarks *remarks);

struct file_format {
	const char *name;  /* as "psq": what --format takes, and what the names of such files end in */
	const char *title; /* a few words for people; without a full stop */
	/* Is this text of that format, as far as its beginning tells?  */
	bool (*looks)(const char *text, size_t size);
	/* How many games a text holds.  NULL: one.  */
	int (*games)(const char *text, size_t size);
	/* Fills a match (match_init'ed here, match_free'd by the caller) with game `game` of the text, from
	   1: setup with names and options, turns with seat, `played` and `think_ns`, the verdict when it is
	   known; and adds what was said, and of SEAT_NONE on CHANNEL_EVENT what is remarkable about the text
	   itself. NULL; or what is wrong, with its line, for people (the caller frees): then there is nothing
	   to free. */
	char *(*read)(const char *text, size_t size, int game, struct match *match, struct remarks *remarks);
	/* Appends the text of the match.  NULL, or why it cannot be told in this format, for people.  */
	char *(*write)(const struct match *match, const struct remarks *remarks, struct bytes *out);
};

#endif
