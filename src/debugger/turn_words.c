/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* turn_words.c - a turn as people read it, in commands and panes.  */
#include "ringside/command.h"
#include "ringside/match.h"
#include "ringside/session.h"

#include <string.h>

void board_turn_words(const struct session *session, const struct board_view *board, const struct turn *turn,
		      char words[32])
{
	*words = '\0';
	if (session_hides(session, turn->seat))
		memcpy(words, "hidden", sizeof("hidden"));
	else if (turn->played)
		board->words(session_match(session), turn->n - 1, turn->played, words);
}
