/* rejoin_ends.c - how the old process of a seat ended, and how the fresh one does.
 *
 * Where the old one ended by itself, or lost since it was silent, the recording has nothing more to tell the
 * fresh one.  What that one does there is the answer to the question whether it is mended.  */
#include "rejoin_state.h"

#include <stdlib.h>
#include <string.h>

static bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static bool is_exit(const char *text)
{
	return begins(text, EVENT_EXITED) || begins(text, EVENT_SIGNAL) || begins(text, EVENT_ENDED);
}

/* By a signal that those get who do not leave when they are told to.  */
static bool was_forced(const char *text)
{
	return strcmp(text, EVENT_ENDED "SIGKILL") == 0 || strcmp(text, EVENT_ENDED "SIGTERM") == 0;
}

/* Of "verdict: timeout: seat 1 made no move" the sentence.  */
static const char *sentence(const char *text)
{
	const char *reason = text + strlen(VERDICT_NOTE), *end = strstr(reason, ": ");

	return end ? end + 2 : reason;
}

static enum rejoin_end_kind kind_of(const char *text)
{
	if (is_exit(text))
		return strcmp(text, EVENT_EXITED "0") == 0 ? REJOIN_LEFT : REJOIN_CRASHED;
	return begins(text, VERDICT_NOTE REASON_TIMEOUT) || begins(text, VERDICT_NOTE REASON_START)
		       ? REJOIN_LATE
		       : REJOIN_LASTED; /* a person has decided, or what is not looked at here, as memory */
}

/* The words are copied.  */
static void keep_old_end(struct rejoin *rejoin, const char *text, int turn)
{
	enum rejoin_end_kind kind = kind_of(text);

	if (kind == REJOIN_LASTED || rejoin->old_end.words)
		return;
	rejoin->old_end =
		(struct rejoin_end){.kind = kind,
				    .turn = turn,
				    .words = bytes_text("%s", kind == REJOIN_LATE ? sentence(text) : text)};
}

/* It has left, and nobody has asked it anything: that counts if it is needed again.  */
static void note_gone(struct rejoin *rejoin, const struct message *message)
{
	rejoin->seat[message->seat].gone = true;
	free(rejoin->left_how);
	rejoin->left_how = bytes_text("%s", message->bytes);
	rejoin->left_turn = message->turn;
}

bool rejoin_old_ends(struct rejoin *rejoin, const struct message *message)
{
	struct fed_seat *seat = &rejoin->seat[message->seat];
	const struct seat *of_judge = &rejoin->judge->seat[message->seat];
	bool exits = is_exit(message->bytes), verdict = begins(message->bytes, VERDICT_NOTE);

	if (!rejoin->tries || message->direction != EVENT || message->channel != CHANNEL_EVENT ||
	    !seat->fed || !seat->present || !(exits || verdict))
		return false;
	if (rejoin->judge->match.over && !(verdict && seat->gone)) {
		if (kind_of(message->bytes) == REJOIN_CRASHED && begins(message->bytes, "was ended") &&
		    !was_forced(message->bytes))
			keep_old_end(rejoin, message->bytes, 0);
		return false;
	}
	if (exits && of_judge->life != LIFE_ALIVE)
		return false; /* it is replaced */
	if (exits && !seat->open && kind_of(message->bytes) == REJOIN_LEFT) {
		note_gone(rejoin, message);
		return false;
	}
	if (verdict && !seat->open && !seat->gone)
		return false;
	if (!seat->gone) {
		free(rejoin->left_how);
		rejoin->left_how = bytes_text("%s", message->bytes);
		rejoin->left_turn = seat->open ? seat->turn : message->turn;
	}
	keep_old_end(rejoin, rejoin->left_how, rejoin->left_turn);
	if (kind_of(rejoin->left_how) == REJOIN_LATE && seat->recorded_at >= 0)
		rejoin->left_after = message->t_ns - seat->recorded_at;
	rejoin->left_open = message->seat;
	return true;
}

enum rejoin_end_kind rejoin_end_kind(struct ending ending)
{
	return ending.signalled || ending.code ? REJOIN_CRASHED : REJOIN_LEFT;
}

void rejoin_fresh_ends(struct rejoin *rejoin, enum rejoin_end_kind kind, int turn, char *words)
{
	if (rejoin->fresh.words)
		free(words);
	else
		rejoin->fresh = (struct rejoin_end){.kind = kind, .turn = turn, .words = words};
}

const struct rejoin_end *rejoin_old_end(const struct rejoin *rejoin)
{
	return &rejoin->old_end;
}

const struct rejoin_end *rejoin_fresh_end(const struct rejoin *rejoin)
{
	return &rejoin->fresh;
}
