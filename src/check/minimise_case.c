/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* minimise_case.c - a list of what happens in a match, the setup of the position that it begins with, and the
 * games before it with their match files.  */
#include "minimise_try.h"

#include "ringside/bytes.h"
#include <stdlib.h>

void minimise_case_free(struct minimise_case *turns)
{
	for (int i = 0; i < turns->count; i++)
		free(turns->turns[i].text);
	free(turns->turns);
	*turns = (struct minimise_case){0};
}

void minimise_case_add(struct minimise_case *turns, int seat, enum minimise_act act, const char *text)
{
	turns->turns = bytes_resized(turns->turns, ((size_t)turns->count + 1) * sizeof(*turns->turns));
	turns->turns[turns->count++] =
		(struct minimise_turn){.seat = seat, .act = act, .text = bytes_text("%s", text)};
}

void minimise_case_add_turns(struct minimise_case *turns, const struct match *match, int since)
{
	for (int n = since + 1; n <= match->turn_count; n++) {
		const struct turn *turn = match_turn(match, n);

		if (turn && turn->played)
			minimise_case_add(turns, turn->seat, MINIMISE_MOVES, turn->played);
	}
}

void minimise_case_add_copy(struct minimise_case *turns, const struct minimise_turn *turn)
{
	minimise_case_add(turns, turn->seat, turn->act, turn->text);
	turns->turns[turns->count - 1].early = turn->early;
}

struct minimise_case minimise_case_copy(const struct minimise_case *from)
{
	struct minimise_case to = {.begin = from->begin};

	for (int i = 0; i < from->count; i++)
		minimise_case_add_copy(&to, &from->turns[i]);
	return to;
}

int minimise_turns(const struct minimise_case *turns)
{
	int count = 0;

	for (int i = turns->begin; i < turns->count; i++)
		count += turns->turns[i].act == MINIMISE_MOVES || turns->turns[i].act == MINIMISE_ANSWER;
	return count;
}

char *minimise_file(const char *record, const struct minimise_before *before, const struct setup *setup,
		    int i)
{
	if (!before->count)
		return bytes_text("%s", record);
	return match_file_of_game(record, i < before->count ? before->at[i].setup.game : setup->game);
}

void minimise_remove(const char *record, const struct minimise_before *before, const struct setup *setup)
{
	for (int i = 0; i <= before->count; i++) {
		char *path = minimise_file(record, before, setup, i);

		free(match_file_remove(path));
		free(path);
	}
}

void minimise_before_free(struct minimise_before *before)
{
	for (int i = 0; i < before->count; i++) {
		setup_free(&before->at[i].setup);
		minimise_case_free(&before->at[i].played);
		minimise_case_free(&before->at[i].moves);
	}
	free(before->at);
}

char *minimise_begin(const struct setup *base, const struct minimise_case *from, struct setup *setup)
{
	const struct protocol *protocol = protocol_named(base->system);
	struct match match;
	char *problem;

	setup_copy(setup, base);
	if (!from->begin)
		return NULL;
	if (!protocol->openings) {
		setup_free(setup);
		return bytes_text("no match of %s can begin with a position", base->system);
	}
	match_init(&match, base);
	match.keeps_all = true;
	for (int i = 0; i < from->begin; i++)
		match_append(&match,
			     (struct turn){.seat = from->turns[i].seat, .played = from->turns[i].text});
	problem = protocol->openings->resume(&match, from->begin, setup);
	match_free(&match);
	if (problem)
		setup_free(setup);
	/* The problem is a text of its own, independent of the match.  */
	/* cppcheck-suppress returnDanglingLifetime */
	return problem;
}
