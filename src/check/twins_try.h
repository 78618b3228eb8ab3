/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* twins_try.h - one way to tell an agent the positions of a game: holds its dialogues with fresh processes,
 * and compares the answers with those of the game.  */
#ifndef RINGSIDE_CHECK_TWINS_TRY_H
#define RINGSIDE_CHECK_TWINS_TRY_H

#include "ringside/twins.h"
#include "spec_try.h"

struct twins_try;

/* `setup`: of the game, with what to call at the end: over(), whose `why` has both dialogues where an answer
 * differs, or unstarted(). `command`: the program that is told so; NULL: the agent. `began`: when the game's
 * first process had begun, by loop_now(). `doubted`: the agent has not answered as in the game when it was
 * told the same, so a difference needs more proof. All must outlive it.  As spec_talk_new() it calls back
 * from the loop, at most once, and must not be freed from within that.
 */
struct twins_try *twins_try_new(const struct spec_setup *setup, const struct twins_game *game,
				const struct twin_way *way, const char *command, bool doubted, int64_t began,
				void *user);
void twins_try_free(struct twins_try *try);

#endif
