/* hearing.h - what agents say to people, followed in the match file for who draws it.
 *
 * Called by the pane of the board at each drawing.  The work of one call is bounded, however much an agent
 * prints: far behind, only the newest of each seat is heard.  */
#ifndef RINGSIDE_UI_HEARING_H
#define RINGSIDE_UI_HEARING_H

#include "ringside/view.h"

struct hearing {
	const struct match_file *file; /* which was heard; NULL: none */
	int game;                      /* of a series: a later file may have the address of an earlier one */
	int64_t heard;                 /* all messages up to this number */
};

/* Gives hear() what agents said up to the message that is shown, each message once and in order; NULL before
   what was heard until now no longer counts: an earlier position is shown, another game, or too much came. */
void hearing_follow(struct hearing *hearing, const struct view *view,
		    void (*hear)(void *user, const struct message *message), void *user);

#endif
