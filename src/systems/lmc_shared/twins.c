/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* twins.c - the ways in which a player can be told the same (ringside/twins.h).
 *
 * A player may learn from one game for the next one, so what another game changes is only a remark.  */
#include "twins.h"
#include "wire_lines.h"

/* So many turns are a game of their own.  */
enum { GAME_BEFORE = 8 };

struct telling {
	const struct twins_game *game;
	struct lmc_manner manner;
	struct bytes *steps;
	struct bytes sent; /* lines of one write */
};

static bool is_on(const struct twins_game *game, int i, enum channel channel)
{
	return i < game->count && game->messages[i].direction == TO_AGENT &&
	       game->messages[i].channel == channel;
}

static bool is_play(const struct message *message)
{
	return message->channel == CHANNEL_COMMAND && text_is(lmc_read(message).data, "play");
}

static void flush(struct telling *telling)
{
	if (telling->sent.size)
		twins_send(telling->steps, telling->sent.at, telling->sent.size);
	bytes_drop(&telling->sent, telling->sent.size);
}

static void tell_line(struct telling *telling, const struct message *message)
{
	struct lmc_line line = lmc_read(message);

	if (telling->manner.comments && is_play(message))
		bytes_add_text(&telling->sent, "# @command play\n");
	if (telling->manner.bare && message->channel == CHANNEL_INPUT && line.data.size) {
		bytes_add(&telling->sent, line.data.at, line.data.size);
		bytes_add_text(&telling->sent, "\n");
	} else {
		bytes_add(&telling->sent, message->bytes, message->size);
	}
	if (!telling->manner.together)
		flush(telling);
}

/* Are an input and a score here, one behind the other?  */
static bool can_be_swapped(const struct twins_game *game, int i)
{
	return (is_on(game, i, CHANNEL_INPUT) && is_on(game, i + 1, CHANNEL_SCORE)) ||
	       (is_on(game, i, CHANNEL_SCORE) && is_on(game, i + 1, CHANNEL_INPUT));
}

/* The last answer of the agent; -1: there is none.  */
static int last_answer(const struct twins_game *game)
{
	int i = game->count - 1;

	while (i >= 0 && !twins_turn_of(game, &game->messages[i]))
		i--;
	return i;
}

/* The first `turns` turns.  `compares`: the answers have to be those of the game.  */
static void tell_turns(struct telling *telling, int turns, bool compares)
{
	const struct twins_game *game = telling->game;
	int last = last_answer(game), turn;

	for (int i = 0; i <= last && turns; i++) {
		const struct message *message = &game->messages[i];

		if (telling->manner.swapped && can_be_swapped(game, i)) {
			tell_line(telling, message + 1);
			tell_line(telling, message);
			i++;
		} else if (message->direction == TO_AGENT) {
			tell_line(telling, message);
		} else if ((turn = twins_turn_of(game, message))) {
			turns--;
			flush(telling);
			if (compares)
				twins_turn(telling->steps, turn);
			if (compares)
				twins_await(telling->steps, "as-told", message);
			else
				bytes_add_text(telling->steps, "< as-told\n");
		}
	}
}

bool lmc_tell(const struct twins_game *game, int n, struct bytes *steps, struct lmc_manner manner)
{
	struct telling telling = {.game = game, .manner = manner, .steps = steps};

	if (n)
		return false;
	bytes_add_text(steps, manner.pieces ? "bytewise\n< name\n" : "< name\n");
	if (manner.next_game)
		tell_turns(&telling, GAME_BEFORE, false);
	tell_turns(&telling, -1, true);
	bytes_free(&telling.sent);
	return true;
}

/* ---- the ways ---- */

bool lmc_tell_again(const struct twins_game *game, int n, struct bytes *steps)
{
	return lmc_tell(game, n, steps, (struct lmc_manner){.pieces = false});
}

bool lmc_tell_in_pieces(const struct twins_game *game, int n, struct bytes *steps)
{
	return lmc_tell(game, n, steps, (struct lmc_manner){.pieces = true});
}

bool lmc_tell_together(const struct twins_game *game, int n, struct bytes *steps)
{
	return lmc_tell(game, n, steps, (struct lmc_manner){.together = true});
}

bool lmc_tell_bare(const struct twins_game *game, int n, struct bytes *steps)
{
	return lmc_tell(game, n, steps, (struct lmc_manner){.bare = true});
}

bool lmc_tell_comments(const struct twins_game *game, int n, struct bytes *steps)
{
	return lmc_tell(game, n, steps, (struct lmc_manner){.comments = true});
}

bool lmc_tell_next_game(const struct twins_game *game, int n, struct bytes *steps)
{
	return lmc_tell(game, n, steps, (struct lmc_manner){.next_game = true});
}
