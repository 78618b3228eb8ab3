/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fuzz_match.h - the matches of `ringside fuzz`: each is made from the seed and its number alone.  */
#ifndef RINGSIDE_CHECK_FUZZ_MATCH_H
#define RINGSIDE_CHECK_FUZZ_MATCH_H

#include "minimise.h"
#include "ringside/fuzz.h"

struct fuzz_match {
	const struct protocol *protocol;
	struct setup setup;         /* owned */
	struct minimise_case begun; /* the position that it begins with; owned */
	int seat;                   /* of the agent; if it plays itself, one of both */
	struct fuzz_chance chance;
	unsigned style; /* how the person on the other seat moves */
	int turns;      /* after which the match is broken off, at the latest */
	int acts;       /* how often they may still do something besides moving */
	bool limited;   /* the command line says the limit of a turn */
};

/* Makes match `game`, from 1, with the agent and the options of the command line.  NULL, or a problem for
 * people, which the caller frees; call fuzz_match_free() either way.  */
char *fuzz_match_make(struct fuzz_match *match, const struct check_call *call, int game);
void fuzz_match_free(struct fuzz_match *match);
/* As `next` of struct minimise_try; `user` is the struct fuzz_match.  */
bool fuzz_match_next(void *user, const struct match *played, int seat, struct minimise_turn *turn);

#endif
