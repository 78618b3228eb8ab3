/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* files_sgf.h - what reading and writing gomoku in SGF share: how SGF tells the end of a match.  */
#ifndef RINGSIDE_GOMOCUP_FILES_SGF_H
#define RINGSIDE_GOMOCUP_FILES_SGF_H

#include "files.h"

struct sgf_reason {
	const char *reason; /* of a verdict */
	const char *how;    /* behind "B+" in RE */
	bool blames;        /* who lost is to blame */
};

extern const struct sgf_reason gomocup_sgf_reasons[];
/* The place of a reason in that table; -1: it is not there.  */
int gomocup_sgf_reason(const char *text, size_t size);

char *gomocup_sgf_write(const struct match *match, const struct remarks *remarks, struct bytes *out);

#endif
