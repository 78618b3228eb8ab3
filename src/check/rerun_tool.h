/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rerun_tool.h - `rerun --valgrind` and `rerun --strace`: the agent runs under a tool.
 *
 * Called by rerun.c.  What the tool and the agent write to stderr stands beside the turn in which it came. */
#ifndef RINGSIDE_CHECK_RERUN_TOOL_H
#define RINGSIDE_CHECK_RERUN_TOOL_H

#include "ringside/cli.h"
#include <jansson.h>

/* The errors in the report of valgrind.  */
struct rerun_errors {
	int count, turn;  /* turn: of the first one */
	const char *file; /* of the first one */
	char *words;      /* of the first one: "Invalid read of size 4, put (brain.c:31)"; owned */
	char *head;       /* a line that may begin one, if a frame follows; NULL: none; owned */
	bool places;      /* the frames of the first one are being read */
};

/* Lines, and the turn of each.  */
struct rerun_printed {
	struct bytes part; /* of a line that is not whole yet */
	bool json;         /* they are kept, and not printed */
	bool series;       /* of several games: each line names its file */
	json_t *lines;     /* NULL: none */
	size_t kept;       /* bytes of them */
	int count;
	bool valgrind; /* it is the tool */
	struct rerun_errors errors;
};

/* The words of the tool that was asked for; NULL: none was.  */
const char *rerun_tool(const struct invocation *invocation);
/* Takes what came on stderr in a turn, from 1, of the game in `file`; size 0: that is all.  Prints each line
 * on stdout, or keeps it.  A line of more than 64 KB counts as several.  */
void rerun_tool_prints(struct rerun_printed *printed, const char *file, int turn, const char *bytes,
		       size_t size);
/* The lines as JSON, which the caller owns; null: there is no tool.  */
json_t *rerun_tool_json(struct rerun_printed *printed);
/* What valgrind found, on stdout, or as JSON, which the caller owns; nothing or null if another tool ran.  */
void rerun_tool_print(const struct rerun_printed *printed);
json_t *rerun_tool_errors(const struct rerun_printed *printed);
void rerun_tool_free(struct rerun_printed *printed);

#endif
