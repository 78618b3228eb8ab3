/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* spec_try.h - tries one case of a protocol's document with a fresh process: a dialogue (spec_talk.c) or a
 * game (spec.c).  */
#ifndef RINGSIDE_CHECK_SPEC_TRY_H
#define RINGSIDE_CHECK_SPEC_TRY_H

#include "case_report.h"
#include "ringside/spec.h"

/* What all cases share.  */
struct spec_setup {
	struct loop *loop;
	const struct protocol *protocol;
	const struct spec *spec;
	int seat; /* of the agent: SEAT_1, or SEAT_NONE of a game program */
	struct session_setup session;
	int64_t patience; /* ns for an answer where the document names no limit */
	/* A case has ended.  `why`: what was expected, what came, the dialogue, in lines; NULL: nothing is
	   to be said; the callee frees it.  */
	void (*over)(void *user, enum case_result result, char *why);
	/* The agent could not be started; the callee frees `problem`.  over() does not follow.  */
	void (*unstarted)(void *user, char *problem);
};

/* Both call back from the loop, at most once, and must not be freed from within that.  The row of a dialogue
 * that stands in no document has no sentence: its `why` is the problem alone.  */
struct spec_talk *spec_talk_new(const struct spec_setup *setup, const struct spec_case *row, void *user);
void spec_talk_free(struct spec_talk *talk);
/* The turn that it was about (spec.h); 0: none.  */
int spec_talk_turn(const struct spec_talk *talk);
/* Its last lines, as in `why`, `most` at most; forgets the others.  The caller frees.  */
char *spec_talk_lines(struct spec_talk *talk, int most);
struct spec_game *spec_game_new(const struct spec_setup *setup, const struct spec_case *row, void *user);
void spec_game_free(struct spec_game *game);
/* The match that was played, and its file (NULL: there is none), when it is over; until the game is freed. */
const struct match *spec_game_match(const struct spec_game *game);
struct match_file *spec_game_file(struct spec_game *game);

/* Copies the setup with the options of the row, and the content of files that they name.  NULL, or a problem
 * for people, which the caller frees; call setup_free() either way.  */
char *spec_setup_copy(const struct spec_setup *setup, const struct spec_case *row, struct setup *copy);
/* Sets options as a row has them.  `keeps`: only those that were not given.  NULL, or a problem for people,
 * which the caller frees.  */
char *spec_set_options(struct setup *setup, const char *options, bool keeps);
/* A broken sentence: failed, or warned if it only recommends.  */
enum case_result spec_broken(const struct spec_case *row);

/* The last lines of a dialogue.  */
struct spec_lines {
	struct bytes text;
	int count, left_out;
};
/* Adds bytes with an arrow, "> " or "< ", as text or, of a binary protocol, in hexadecimal.  */
void spec_lines_add(struct spec_lines *lines, const char *arrow, const char *bytes, size_t size, bool binary);
/* The whole reason of a case that has not passed.  `problem` may have several lines.  `advises`: with the
 * row's advice.  The caller frees.  */
char *spec_why(const struct spec_case *row, const char *problem, const struct spec_lines *lines,
	       bool advises);

#endif
