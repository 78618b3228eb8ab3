/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* remarks.c - a list of what was said in a match.  */
#include "ringside/format.h"

#include <stdlib.h>

/* The room doubles whenever it is full, so it is full at each power of two.  */
static bool full(int count)
{
	return (count & (count - 1)) == 0;
}

void remarks_add(struct remarks *remarks, int turn, int seat, enum channel channel, char *text)
{
	if (full(remarks->count)) {
		size_t room = remarks->count ? (size_t)remarks->count * 2 : 1;

		remarks->list = bytes_resized(remarks->list, room * sizeof(*remarks->list));
	}
	remarks->list[remarks->count++] =
		(struct remark){.turn = turn, .seat = seat, .channel = channel, .text = text};
}

void remarks_free(struct remarks *remarks)
{
	for (int i = 0; i < remarks->count; i++)
		free(remarks->list[i].text);
	free(remarks->list);
	*remarks = (struct remarks){0};
}
