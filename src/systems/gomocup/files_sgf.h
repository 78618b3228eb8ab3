/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* files_sgf.h - gomoku in SGF: a file that is read, and how SGF tells the end of a match.  */
#ifndef RINGSIDE_GOMOCUP_FILES_SGF_H
#define RINGSIDE_GOMOCUP_FILES_SGF_H

#include "files.h"
#include "ringside/place.h"
#include "sgf.h"

struct sgf_reason {
	const char *reason; /* of a verdict */
	const char *how;    /* after "B+" in RE */
	bool blames;        /* the loser is to blame */
};

extern const struct sgf_reason gomocup_sgf_reasons[];
/* The index of a reason in that table; -1: it is not there.  */
int gomocup_sgf_reason(const char *text, size_t size);

/* A file that is read.  */
struct sgf_reader {
	struct sgf sgf;
	int width, height;
	bool from_below; /* rows count from the last one */
	struct import import;
	struct remarks *remarks;
	const char *text;  /* of the file */
	const char *wrong; /* where a problem is */
};

/* files_sgf_setup.c */

/* Sets up what the file says before its first move, and the reader's size of the board.  NULL, or what is
   wrong, for people.  The caller frees both.  */
char *sgf_read_setup(struct sgf_reader *reader, struct setup *setup);
/* Reads the square of a point.  NULL, or what is wrong with it, for people.  The caller frees.  */
char *sgf_check_point(const struct sgf_reader *reader, const char *text, size_t size, struct square *square);
bool sgf_is_move(const struct sgf_value *value);
/* The problem of a value with that value.  Frees the problem; the caller frees the result.  */
char *sgf_problem_of(struct sgf_reader *reader, const struct sgf_value *value, char *problem);
/* Adds a remark about the text itself, with its place.  Frees `why`.  */
void sgf_remark_at(struct sgf_reader *reader, int turn, const char *at, char *why);

char *gomocup_sgf_write(const struct match *match, const struct remarks *remarks, struct bytes *out);

#endif
