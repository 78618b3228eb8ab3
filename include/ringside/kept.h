/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* kept.h - matches that nobody asked to record: the newest of them stay in a folder of this user.
 *
 * The folders are below $XDG_STATE_HOME/ringside, for this user alone: `matches` has those that were played
 * on a screen, `taps` those that were heard in another judge's.  A match that still runs is never removed. */
#ifndef RINGSIDE_KEPT_H
#define RINGSIDE_KEPT_H

#include <stdbool.h>
#include <stdint.h>

enum kept_of { KEPT_MATCHES, KEPT_TAPS };
enum { KEPT_MOST = 50, TAPS_MOST = 500, KEPT_WORDS = 4 };
#define KEPT_BYTES ((int64_t)500 << 20) /* of all together in one folder */

struct kept {
	char *path;      /* owned */
	int64_t changed; /* ns since 1970 */
	int64_t size;    /* bytes */
};

/* The path for the file of a new match; the folder is there.  NULL: it cannot be kept; then *problem says why
 * for people, or is NULL if no folder is known.  The caller frees both.  */
char *kept_path(enum kept_of of, char **problem);
/* The same in this folder, which ends in a slash.  */
char *kept_path_in(const char *folder, char **problem);
/* A folder for the match files of a run, below $XDG_STATE_HOME/ringside and `name`, which ends in a slash, as
 * it does. Removes the oldest of that name whose runs are over.  NULL, and why there is none, for people; the
 * caller frees both.  */
char *kept_folder(const char *name, char **problem);
/* Removes the oldest until `most` matches and `bytes` are left.  */
void kept_trim(enum kept_of of, int most, int64_t bytes);
/* The matches of both folders, the newest first.  Returns how many; free them with kept_free().  */
int kept_matches(struct kept **matches);
void kept_free(struct kept *matches, int count);
/* Removes a match.  NULL, or why not; the caller frees.  */
char *kept_remove(const struct kept *match);
/* When, what, who, and how it ended, for people.  The caller frees each.  */
void kept_words(const struct kept *match, char *words[KEPT_WORDS]);

#endif
