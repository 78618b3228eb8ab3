/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* show.c - shows a branch of the match file instead of the match that goes on.  */
#include "session_state.h"

/* NULL, or why that branch cannot be shown: the caller then restores what was shown.  */
static char *show(struct session *session, int branch)
{
	if (!match_file_show(session->file, branch))
		return bytes_text("there is no branch %d: `info branches` lists them", branch);
	if ((branch >= 0 || !session->judge) && !follow_read(session))
		return bytes_text("%s", match_file_problem(session->file));
	session->showing = branch >= 0;
	session->branch = branch;
	return NULL;
}

char *session_show(struct session *session, int branch)
{
	struct match_file *file = session_whole_file(session);
	int before = session_shown(session);
	char *problem;

	if (!file)
		return branch < 0 ? NULL : bytes_text("this match is not recorded: it has no other branches");
	if (session->branching)
		return branching_busy();
	match_file_show(file, -1);
	problem = show(session, branch == match_file_shown(file) ? -1 : branch);
	if (problem)
		match_file_show(file, before);
	else
		session_changed(session);
	return problem;
}

int session_shown(const struct session *session)
{
	return session->showing ? session->branch : -1;
}

void show_forget(struct session *session)
{
	session->showing = false;
	match_free(&session->match);
}
