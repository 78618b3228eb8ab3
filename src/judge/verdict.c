/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* verdict.c - how a match ended, in words.  */
#include "ringside/verdict.h"

#include "ringside/bytes.h"

char *verdict_line(const struct verdict *verdict)
{
	const char *reason;

	if (!verdict)
		return bytes_text("unfinished");
	reason = verdict->reason ? verdict->reason : "over";
	if (verdict->winner == WINNER_DRAW)
		return bytes_text("draw: %s", reason);
	if (verdict->winner == WINNER_NONE)
		return bytes_text("no winner: %s", reason);
	return bytes_text("seat %d wins: %s", verdict->winner, reason);
}
