/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* other_build.c - the answers of another build beside the turns of a match.  */
#include "ringside/other_build.h"
#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

void other_build_add(struct other_build *build, const struct other_answer *answer)
{
	build->answers = bytes_grown(build->answers, build->count, sizeof(*build->answers));
	build->answers[build->count] = *answer;
	build->answers[build->count++].move = bytes_text("%s", answer->move);
	build->different += !answer->same;
}

static const char *answer_of(const struct turn *turn)
{
	return turn->answered ? turn->answered : turn->played;
}

void other_build_from(struct other_build *build, const struct match *match, const struct match *other)
{
	bool parted = false;

	for (int n = 1; !parted && n <= match->turn_count && n <= other->turn_count; n++) {
		const struct turn *old = match_turn(match, n), *new = match_turn(other, n);
		struct other_answer answer;

		if (!old || !new || old->seat != new->seat || !old->played || !new->played)
			return;
		answer = (struct other_answer){.turn = n,
					       .move = (char *)answer_of(new),
					       .same = strcmp(answer_of(old), answer_of(new)) == 0,
					       .said = new->said,
					       .think_ns = new->flags &TURN_UNTIMED ? -1 : new->think_ns};
		other_build_add(build, &answer);
		parted = strcmp(old->played, new->played) != 0;
	}
}

void other_build_free(struct other_build *build)
{
	for (int i = 0; i < build->count; i++)
		free(build->answers[i].move);
	free(build->answers);
	free(build->path);
	*build = (struct other_build){0};
}

const struct other_answer *other_build_at(const struct other_build *build, int n)
{
	for (int i = 0; i < build->count; i++)
		if (build->answers[i].turn == n)
			return &build->answers[i];
	return NULL;
}

int other_build_next(const struct other_build *build, int n, bool back)
{
	int next = 0;

	for (int i = 0; i < build->count && (back || !next); i++)
		if (!build->answers[i].same &&
		    (back ? build->answers[i].turn < n : build->answers[i].turn > n))
			next = build->answers[i].turn;
	return next;
}
