/* match.c - what is known of a match.  */
#include "ringside/match.h"

#include "ringside/bytes.h"

#include <stdlib.h>

static void turn_free(struct turn *turn)
{
	free(turn->answered);
	free(turn->played);
}

/* The room for turns is doubled whenever it is full, so it is full at each power of two.  */
static bool full(int count)
{
	return (count & (count - 1)) == 0;
}

void match_init(struct match *match, const struct setup *setup)
{
	*match = (struct match){0};
	setup_copy(&match->setup, setup);
}

void match_free(struct match *match)
{
	match_cut(match, 0);
	free(match->turns);
	free(match->verdict.detail);
	setup_free(&match->setup);
	*match = (struct match){0};
}

struct turn *match_add(struct match *match, struct turn turn)
{
	if (full(match->turn_count)) {
		size_t room = match->turn_count ? (size_t)match->turn_count * 2 : 1;

		match->turns = bytes_resized(match->turns, room * sizeof *match->turns);
	}
	turn.n = match->turn_count + 1;
	match->turns[match->turn_count] = turn;
	match->revision++;
	return &match->turns[match->turn_count++];
}

void match_cut(struct match *match, int turns)
{
	if (turns >= match->turn_count)
		return;
	while (match->turn_count > turns)
		turn_free(&match->turns[--match->turn_count]);
	match->revision++;
}

void match_end(struct match *match, struct verdict verdict)
{
	free(match->verdict.detail);
	match->verdict = verdict;
	match->over = true;
	match->revision++;
}

void match_reopen(struct match *match)
{
	if (!match->over)
		return;
	free(match->verdict.detail);
	match->verdict = (struct verdict){0};
	match->over = false;
	match->revision++;
}

const struct turn *match_last_of(const struct match *match, int seat, int turns)
{
	if (turns > match->turn_count)
		turns = match->turn_count;
	while (turns-- > 0)
		if (match->turns[turns].seat == seat)
			return &match->turns[turns];
	return NULL;
}
