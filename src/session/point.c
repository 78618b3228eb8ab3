/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* point.c - tells agents where the board's cursor is, if their protocol can.
 *
 * The screen may report each move of the cursor.  The session's tick tells the agents, at most once in 100
 * ms.  In a pause they hear nothing, and after it only the last place.  */
#include "session_state.h"
#include <stdlib.h>
#include <string.h>

static bool is_same(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

void session_point(struct session *session, const char *move)
{
	if (is_same(session->point, move))
		return;
	free(session->point);
	session->point = move ? bytes_text("%s", move) : NULL;
	play_wake(session);
	if (move)
		return;
	free(session->pointed);
	session->pointed = NULL;
}

void point_tell(struct session *session)
{
	struct request request = {.kind = REQUEST_POINT, .text = session->point};
	enum judge_state state = session_state(session);

	if (!session->point || is_same(session->point, session->pointed) || state == JUDGE_PAUSED ||
	    state == JUDGE_OVER)
		return;
	free(session->pointed);
	session->pointed = bytes_text("%s", session->point);
	free(session_request(session, &request)); /* a place that the protocol cannot name is no error */
}

void point_free(struct session *session)
{
	free(session->point);
	free(session->pointed);
}
