/* hearing.c - what agents say to people, followed in the match file.  */
#include "hearing.h"

enum {
	BATCH = 64,
	MOST = 512,  /* messages heard in one call, before the newest are all that counts */
	RECENT = 256 /* of each seat then; a live display repeats itself more often */
};

#define SAID (CHANNEL_BIT(CHANNEL_MESSAGE) | CHANNEL_BIT(CHANNEL_DEBUG) | CHANNEL_BIT(CHANNEL_INFO))

static struct message_query query_of(unsigned seats, int64_t last)
{
	return (struct message_query){
		.seats = seats, .channels = SAID, .directions = 1u << FROM_AGENT, .last = last};
}

/* Begins anew, with the newest of each seat.  */
static void hear_recent(struct match_file *file, int64_t last,
			void (*hear)(void *user, const struct message *message), void *user)
{
	struct message messages[RECENT];

	hear(user, NULL);
	for (int seat = SEAT_1; file && seat < SEATS; seat++) {
		struct message_query query = query_of(1u << seat, last);
		int count = match_file_before(file, &query, last + 1, RECENT, messages);

		for (int i = 0; i < count; i++)
			hear(user, &messages[i]);
	}
}

/* Hears what came since.  False: that was too much.  */
static bool hear_more(struct match_file *file, int64_t heard, int64_t last,
		      void (*hear)(void *user, const struct message *message), void *user)
{
	struct message_query query = query_of(1u << SEAT_1 | 1u << SEAT_2, last);
	struct message messages[BATCH];

	for (int count = 0; count < MOST; count += BATCH) {
		int got = match_file_after(file, &query, heard, BATCH, messages);

		for (int i = 0; i < got; i++)
			hear(user, &messages[i]);
		if (got < BATCH)
			return true;
		heard = messages[got - 1].n;
	}
	return false;
}

void hearing_follow(struct hearing *hearing, const struct view *view,
		    void (*hear)(void *user, const struct message *message), void *user)
{
	struct match_file *file = session_file(view->session);
	int game = session_match(view->session)->setup.game;
	int64_t newest = file ? match_file_last(file) : 0, shown = view_message(view);
	int64_t last = shown < newest ? shown : newest;
	bool same = file == hearing->file && game == hearing->game && hearing->heard <= last;

	if (!same || (hearing->heard < last && !hear_more(file, hearing->heard, last, hear, user)))
		hear_recent(file, last, hear, user);
	*hearing = (struct hearing){file, game, last};
}
