/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* hearing.c - follows in the match file what agents say to people, and when others take their seats.  */
#include "hearing.h"

enum {
	BATCH = 64,
	MOST = 512,     /* messages heard in one call; with more to hear only the newest count */
	RECENT = 256,   /* of each seat then; a live display repeats itself more often */
	ALL_MOST = 8192 /* the same, for boards to which all messages count */
};

#define SAID (CHANNEL_BIT(CHANNEL_MESSAGE) | CHANNEL_BIT(CHANNEL_DEBUG) | CHANNEL_BIT(CHANNEL_INFO))

/* Who listens, and to what.  */
struct listener {
	const struct board_view *kind;
	void *board;
	struct match_file *file;
	int64_t last; /* the newest message that counts */
};

static struct message_query query_of(const struct listener *listener, unsigned seats)
{
	unsigned said = listener->kind->hears ? listener->kind->hears : SAID;

	return (struct message_query){.seats = seats,
				      .channels = said | CHANNEL_BIT(CHANNEL_EVENT),
				      .directions = 1u << FROM_AGENT | 1u << EVENT,
				      .last = listener->last};
}

static void hear_each(const struct listener *listener, const struct message *messages, int count)
{
	for (int i = 0; i < count; i++)
		if (messages[i].direction == EVENT ? event_reseats(&messages[i].event)
						   : !(messages[i].flags & MESSAGE_WITHHELD))
			listener->kind->hear(listener->board, &messages[i]);
}

/* Starts again with the newest messages of each seat.  */
static void hear_recent(const struct listener *listener)
{
	struct message messages[RECENT];

	listener->kind->hear(listener->board, NULL);
	for (int seat = SEAT_1; listener->file && seat < SEATS; seat++) {
		struct message_query query = query_of(listener, 1u << seat);

		hear_each(listener, messages,
			  match_file_before(listener->file, &query, listener->last + 1, RECENT, messages));
	}
}

/* Hears what came after message `heard`, but not many more than `most` messages.  Returns the number of the
   last one heard.  */
static int64_t hear_more(const struct listener *listener, int64_t heard, int most)
{
	struct message_query query = query_of(listener, 1u << SEAT_1 | 1u << SEAT_2);
	struct message messages[BATCH];

	for (int count = 0; count < most; count += BATCH) {
		int got = match_file_after(listener->file, &query, heard, BATCH, messages);

		hear_each(listener, messages, got);
		if (got < BATCH)
			return listener->last;
		heard = messages[got - 1].n;
	}
	return heard;
}

/* Goes on from what the board has heard, or can recall, whichever is nearer.  */
static int64_t hear_all(const struct listener *listener, const struct hearing *before, bool same)
{
	int64_t heard = before->heard, recalled;

	if (!same) {
		listener->kind->hear(listener->board, NULL);
		heard = 0;
	} else if (heard != listener->last) {
		recalled = listener->kind->recall(listener->board, listener->last);
		if (heard > listener->last || recalled > heard)
			heard = recalled;
	}
	return listener->file && heard < listener->last ? hear_more(listener, heard, ALL_MOST) : heard;
}

bool hearing_follow(struct hearing *hearing, const struct view *view, const struct board_view *kind,
		    void *board)
{
	struct match_file *file = session_file(view->session);
	int game = session_match(view->session)->setup.game;
	int64_t newest = file ? match_file_last(file) : 0, shown = view_message(view);
	struct listener listener = {kind, board, file, shown < newest ? shown : newest};
	unsigned shows = file ? match_file_shows(file) : 0;
	bool same = file == hearing->file && game == hearing->game && shows == hearing->shows;
	int64_t heard = listener.last;

	if (file && match_file_is_busy(file)) /* a later frame hears it */
		return false;
	if (kind->recall)
		heard = hear_all(&listener, hearing, same);
	else if (!same || hearing->heard > heard ||
		 (hearing->heard < heard && hear_more(&listener, hearing->heard, MOST) < heard))
		hear_recent(&listener);
	if (file && match_file_is_busy(file)) { /* cut off: the next frame starts again */
		hearing->file = NULL;
		return false;
	}
	*hearing = (struct hearing){file, game, shows, heard};
	return heard < listener.last;
}
