/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* traffic_hits.c - how many messages a search finds, and which of them is selected.
 *
 * A match may have millions of messages.  So they are counted a stretch at a time, one before each drawing,
 * and only while a person looks at a hit; keys and agents come first.  */
#include "traffic.h"

#include "ringside/bytes.h"
#include <stdlib.h>

enum {
	MOST = 1000,    /* hits that are counted */
	STRETCH = 10000 /* messages that are read at once: about 4 ms */
};

struct hits {
	char *pattern; /* owned */
	unsigned shows;
	int64_t upto; /* the last message that was looked at */
	int count;
	int64_t n[MOST];
};

void traffic_hits_begin(struct traffic *traffic, const char *pattern)
{
	if (traffic->hits)
		free(traffic->hits->pattern);
	free(traffic->hits);
	traffic->hits = NULL;
	if (!pattern)
		return;
	traffic->hits = bytes_new(sizeof(*traffic->hits));
	traffic->hits->pattern = bytes_text("%s", pattern);
	traffic->hits->shows = traffic->window.shows;
}

static int64_t last_of(const struct traffic *traffic)
{
	return traffic->frozen >= 0 ? traffic->frozen : match_file_last(traffic->window.file);
}

static bool is_selected(const struct traffic *traffic)
{
	return traffic->hits && traffic->window.file && traffic->hit &&
	       traffic_message(traffic) == traffic->hit;
}

bool traffic_hits_count(struct traffic *traffic)
{
	struct hits *hits = traffic->hits;
	int64_t last, end;
	int got;

	if (!is_selected(traffic) || hits->count == MOST)
		return false;
	last = last_of(traffic);
	if (hits->shows != traffic->window.shows || hits->upto > last) { /* another branch */
		hits->shows = traffic->window.shows;
		hits->upto = hits->count = 0;
	}
	end = last - hits->upto < STRETCH ? last : hits->upto + STRETCH;
	if (end == hits->upto)
		return false;
	got = window_hits(&traffic->window, hits->pattern, hits->upto, end, MOST - hits->count,
			  hits->n + hits->count);
	if (got < 0)
		return true;
	hits->count += got;
	hits->upto = end;
	return hits->count < MOST && end < last;
}

char *traffic_hits_text(const struct traffic *traffic)
{
	const struct hits *hits = traffic->hits;
	int place = 0;
	bool more;

	if (!is_selected(traffic))
		return NULL;
	while (place < hits->count && hits->n[place] < traffic->hit)
		place++;
	more = hits->count == MOST || hits->upto < last_of(traffic);
	if (place < hits->count && hits->n[place] == traffic->hit)
		return bytes_text("%d of %d%s", place + 1, hits->count, more ? "+" : "");
	return more ? bytes_text("one of %d+", hits->count) : NULL;
}
