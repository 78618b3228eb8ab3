/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* twins.c - the ways in which a player can be told the same, and whether it follows its hints
 * (ringside/twins.h).  */
#include "systems/lmc_shared/twins.h"
#include "systems/lmc_shared/wire_lines.h"
#include "wire.h"
#include <stdlib.h>

/* So often a hint has to come again before anything is said of the answers.  */
enum { CHANCES = 3 };

/* What was right in a turn: positions of messages.  */
struct hint {
	int input, output, right;
};

static struct text data_of(const struct twins_game *game, int i)
{
	return lmc_read(&game->messages[i]).data;
}

static bool is_same(const struct twins_game *game, int one, int two)
{
	struct text a = data_of(game, one), b = data_of(game, two);

	return a.size == b.size && memcmp(a.at, b.at, a.size) == 0;
}

/* Has the same hint come to the same input?  */
static bool was_known(const struct twins_game *game, const struct hint *hints, int count,
		      const struct hint *now)
{
	for (int i = 0; i < count; i++)
		if (is_same(game, hints[i].input, now->input) && is_same(game, hints[i].right, now->right))
			return true;
	return false;
}

/* Takes the hints, and counts those that had come before with their input.  `followed`: the answers to these
   that were right.  Sets *missed to the first one that was not.  */
static int count_known(const struct twins_game *game, struct hint *hints, int *followed, struct hint *missed)
{
	struct hint now = {-1, -1, -1};
	int count = 0, known = 0;

	for (int i = 0; i < game->count; i++) {
		const struct message *message = &game->messages[i];

		if (message->direction == FROM_AGENT && twins_turn_of(game, message))
			now.output = i;
		else if (message->direction == TO_AGENT && message->channel == CHANNEL_INPUT)
			now.input = i;
		else if (message->direction == TO_AGENT && message->channel == CHANNEL_HINT &&
			 now.input >= 0 && now.output >= 0) {
			now.right = i;
			if (was_known(game, hints, count, &now)) {
				bool right = is_same(game, now.output, now.right);

				*followed += right;
				if (!right && missed->right < 0)
					*missed = now;
				known++;
			}
			hints[count++] = now;
		}
	}
	return known;
}

static char *look_for_hints(const struct twins_game *game)
{
	struct hint *hints = bytes_new((size_t)(game->count ? game->count : 1) * sizeof(*hints));
	struct hint missed = {-1, -1, -1};
	struct text input, output, right;
	int followed = 0, known = count_known(game, hints, &followed, &missed);

	free(hints);
	if (known < CHANCES || 4 * followed >= 3 * known) /* some are right by chance */
		return NULL;
	input = data_of(game, missed.input);
	output = data_of(game, missed.output);
	right = data_of(game, missed.right);
	return bytes_text(
		"turn %d: to \"%.*s\" it answers \"%.*s\", but the hint to this input was \"%.*s\" "
		"before\n"
		"Of its %d answers to an input whose hint it knew, %d follow the hint. A player need "
		"not learn; if this one should, look where it reads @hint.",
		twins_turn_of(game, &game->messages[missed.output]), (int)input.size, input.at,
		(int)output.size, output.at, (int)right.size, right.at, known, followed);
}

static const struct twin_way ways[] = {
	LMC_WAYS,
	{"hints", "nothing new: does it follow the hints of the game?", .look = look_for_hints},
	{0},
};

const struct twins lmc2_twins = {
	.ways = ways,
	.options = "max-turns=40",
	.rival = "",
};
