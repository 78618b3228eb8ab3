/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* format.h - a file format of another program, which holds one match or several.
 *
 * A protocol has a table of them (protocol.h).  The record room gives them the whole text of a file, so they
 * make no system calls.  `open`, `export` and `--from` use that table.  */
#ifndef RINGSIDE_FORMAT_H
#define RINGSIDE_FORMAT_H

#include "ringside/bytes.h"
#include "ringside/match.h"

/* Something that was said to people during a match, besides the moves.  */
struct remark {
	int turn; /* the turn it belongs to, from 1; 0: before the first turn; the number of turns + 1: after
		     the last */
	int seat; /* who said it; SEAT_NONE: somebody who does not play */
	enum channel channel;
	char *text; /* without a line end; may have several lines; owned */
};

struct remarks {
	struct remark *list; /* in the order in which they were said, so `turn` never decreases */
	int count;
};

/* Takes over text.  */
void remarks_add(struct remarks *remarks, int turn, int seat, enum channel channel, char *text);
void remarks_free(struct remarks *remarks);

/* A setup for a file of another program, before what it says: two agents with these names and without command
 * lines.  The caller frees.  */
void format_setup(struct setup *setup, const char *system, const char *one, const char *two);

struct file_format {
	const char *name;  /* as "psq": the word for --format, and the ending of such files */
	const char *title; /* a few words for people, without a full stop */
	/* Does the beginning of this text look like the format?  */
	bool (*looks)(const char *text, size_t size);
	/* How many games the text holds.  NULL: one.  */
	int (*games)(const char *text, size_t size);
	/* Reads game `game`, from 1, into a match, which is initialised here: setup with names and options,
	   turns with seat, `played` and `think_ns`, and the verdict if known; the caller calls
	   match_free().  Adds remarks; those of SEAT_NONE on CHANNEL_EVENT are about the text itself.  NULL,
	   or what is wrong, for people; the caller frees it, *wrong is the byte of the text where it is
	   (place_of()), or its end, and the match needs no match_free().  */
	char *(*read)(const char *text, size_t size, int game, struct match *match, struct remarks *remarks,
		      const char **wrong);
	/* Appends the text of the match.  NULL, or why this format cannot hold it, for people; the caller
	   frees.  */
	char *(*write)(const struct match *match, const struct remarks *remarks, struct bytes *out);
};

#endif
