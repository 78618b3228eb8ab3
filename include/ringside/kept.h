/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* kept.h - matches that nobody asked to record: the newest of them stay in a folder of this user.
 *
 * The folder is $XDG_STATE_HOME/ringside/matches, for this user alone.  A match that still runs is never
 * removed from it.  */
#ifndef RINGSIDE_KEPT_H
#define RINGSIDE_KEPT_H

#include <stdbool.h>
#include <stdint.h>

enum { KEPT_MOST = 50, KEPT_WORDS = 4 };
#define KEPT_BYTES ((int64_t)500 << 20) /* of all together */

struct kept {
	char *path;      /* owned */
	int64_t changed; /* ns since 1970 */
	int64_t size;    /* bytes */
};

/* The path for the file of a new match; the folder is there.  NULL: it cannot be kept; then *problem says why
 * for people, or is NULL if no folder is known.  The caller frees both.  */
char *kept_path(char **problem);
/* Removes the oldest until `most` matches and `bytes` are left.  */
void kept_trim(int most, int64_t bytes);
/* The matches, the newest first.  Returns how many; free them with kept_free().  */
int kept_matches(struct kept **matches);
void kept_free(struct kept *matches, int count);
/* Removes a match.  NULL, or why not; the caller frees.  */
char *kept_remove(const struct kept *match);
/* When, what, who, and how it ended, for people.  The caller frees each.  */
void kept_words(const struct kept *match, char *words[KEPT_WORDS]);

#endif
