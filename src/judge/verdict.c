/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* verdict.c - how a match ended.  */
#include "ringside/verdict.h"

#include "ringside/bytes.h"
#include "ringside/message.h"
#include <string.h>

bool verdict_is_final(const struct verdict *verdict)
{
	static const char *const others[] = {REASON_TIMEOUT, REASON_RESIGN,      REASON_GAME,
					     REASON_START,   REASON_ADJUDICATED, REASON_INTERRUPTED};

	if (!verdict->reason || verdict->blame != SEAT_NONE)
		return false;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (strcmp(verdict->reason, others[i]) == 0)
			return false;
	return true;
}

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
