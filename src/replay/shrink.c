/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* shrink.c - leaves out items of a list while what is left still shows something.
 *
 * The kept items are cut into parts. If one part alone shows it, the rest goes; else if it shows without one
 * part, that part goes; else the parts are made smaller, down to single items.  */
#include "ringside/shrink.h"

#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

struct shrinking {
	bool *kept;
	bool *set; /* the next to try */
	int count; /* of all items */
	int left;  /* how many are kept */
	shrink_fn *shows;
	void *user;
};

/* Tries the i-th of `parts` equal parts of the kept items, or (`without`) all but that part.  */
static enum shrink try_part(struct shrinking *shrinking, int i, int parts, bool without)
{
	long left = shrinking->left, from = left * i / parts, to = left * (i + 1) / parts, at = 0;
	enum shrink shows;

	for (int item = 0; item < shrinking->count; item++) {
		bool inside = at >= from && at < to;

		shrinking->set[item] = shrinking->kept[item] && inside != without;
		at += shrinking->kept[item];
	}
	shows = shrinking->shows(shrinking->user, shrinking->set);
	if (shows == SHRINK_YES) {
		memcpy(shrinking->kept, shrinking->set, (size_t)shrinking->count);
		shrinking->left = (int)(without ? left - (to - from) : to - from);
	}
	return shows;
}

/* Of two parts each is the rest of the other.  */
static enum shrink try_parts(struct shrinking *shrinking, int parts, bool without)
{
	enum shrink shows = SHRINK_NO;

	for (int i = 0; i < parts && shows == SHRINK_NO && !(without && parts == 2); i++)
		shows = try_part(shrinking, i, parts, without);
	return shows;
}

static enum shrink try_none(struct shrinking *shrinking)
{
	enum shrink shows;

	memset(shrinking->set, 0, (size_t)shrinking->count);
	shows = shrinking->shows(shrinking->user, shrinking->set);
	if (shows == SHRINK_YES) {
		memset(shrinking->kept, 0, (size_t)shrinking->count);
		shrinking->left = 0;
	}
	return shows;
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

void shrink(bool *kept, int count, shrink_fn *shows, void *user)
{
	struct shrinking shrinking = {.kept = kept,
				      .set = bytes_new((size_t)count + 1),
				      .count = count,
				      .shows = shows,
				      .user = user};
	enum shrink found = SHRINK_NO;
	int parts = 2;

	for (int i = 0; i < count; i++)
		shrinking.left += kept[i];
	if (shrinking.left)
		found = try_none(&shrinking);
	while (found != SHRINK_STOP && shrinking.left > 1) {
		parts = least(parts, shrinking.left);
		found = try_parts(&shrinking, parts, false);
		if (found == SHRINK_YES) {
			parts = 2;
			continue;
		}
		if (found == SHRINK_NO)
			found = try_parts(&shrinking, parts, true);
		if (found == SHRINK_NO && parts == shrinking.left)
			break;
		parts = found == SHRINK_NO ? 2 * parts : parts > 2 ? parts - 1 : 2;
	}
	free(shrinking.set);
}
