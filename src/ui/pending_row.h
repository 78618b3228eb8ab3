/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pending_row.h - an incomplete message of a seat, as a row of a pane.
 *
 * Used by traffic_list.c and traffic_line.c.  */
#ifndef RINGSIDE_UI_PENDING_ROW_H
#define RINGSIDE_UI_PENDING_ROW_H

#include "ringside/paint.h"
#include "ringside/session.h"

struct pending_row {
	/* The bytes as if they were a message: on the channel of moves or of stderr, with the time of the
	 * first byte.  They are valid until the session gets more input.  */
	struct message message;
	const struct setup *setup;
	size_t wanted;
	int64_t for_ns; /* time since the last byte came */
};

/* The i-th of a session, from 0.  False: there are no more.  */
bool pending_row(const struct session *session, int i, struct pending_row *row);
/* Draws it without time and seat into an area of one line.  `side`: columns that are scrolled away.  */
void pending_draw(struct area area, const struct pending_row *row, enum role role, int side);

#endif
