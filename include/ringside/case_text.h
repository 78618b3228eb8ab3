/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* case_text.h - a position of a match as a case of a suite (src/manual/checking.md).  */
#ifndef RINGSIDE_CASE_TEXT_H
#define RINGSIDE_CASE_TEXT_H

#include "ringside/match.h"

struct case_wish {
	const char *name;     /* of the case */
	const char *file;     /* the match file as the suite names it, for what moves alone do not say */
	const char *wanted;   /* moves with blanks between; NULL: none */
	const char *unwanted; /* likewise */
};

/* NULL, or why nobody can be asked for move n of the match, from 1; the caller frees.  */
char *case_refusal(const struct match *match, int n);
/* Does it take the match file to begin with the position before move n, or do moves alone say it?  */
bool case_needs_file(const struct match *match, int n);
/* NULL, or why a suite cannot say these words: "has a control character".  */
const char *case_unsayable(const char *words);
/* The section of a suite for that position.  The caller frees.  */
char *case_text(const struct match *match, int n, const struct case_wish *wish);
/* The move of turn n, from 1, in one word, as a suite has it; `words`: as people write it. NULL: there is no
 * such word. The caller frees.  */
char *case_move(const struct match *match, int n, const char *words);

#endif
