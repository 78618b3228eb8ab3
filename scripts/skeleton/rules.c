/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules.c - the game of NAME: two players count aloud, and the one who says the target wins.
 *
 * Each says a number that is 1 to 3 above the last one (NAME, Rules).  */
#include "rules.h"

#include <ctype.h>

/* An option of the system. --help, the manual and the completion are made from this row.  */
const struct option_row NAME_option_target =
	OPTION_ROW("target", OPTION_COUNT, "N", 0, .help = "the player who says this number wins", .least = 1,
		   .most = 10000, .value = 21);

void NAME_begin(struct NAME_game *game, const struct setup *setup)
{
	game->target = (int)setup_count(setup, &NAME_option_target);
	game->last = 0;
}

int NAME_read(const char *text, size_t size)
{
	int number = 0;

	if (size < 1 || size > 9)
		return -1;
	for (size_t i = 0; i < size; i++) {
		if (!isdigit((unsigned char)text[i]))
			return -1;
		number = 10 * number + (text[i] - '0');
	}
	return number;
}

void NAME_range(const struct NAME_game *game, int *least, int *most)
{
	*least = game->last + 1;
	*most = game->last + NAME_STEP_MOST;
	if (*most > game->target)
		*most = game->target;
}

bool NAME_may_say(const struct NAME_game *game, int number)
{
	int least, most;

	NAME_range(game, &least, &most);
	return number >= least && number <= most;
}

void NAME_say(struct NAME_game *game, int number)
{
	game->last = number;
}

bool NAME_is_over(const struct NAME_game *game)
{
	return game->last == game->target;
}
