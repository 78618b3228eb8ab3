/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* played.c - the table of games that were played on a screen.  */
#include "ringside/bytes.h"
#include "ringside/games.h"
#include "ringside/protocol.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void clear(struct game *game)
{
	for (int s = 0; s < SEATS; s++)
		free(game->names[s]);
	free((char *)game->verdict.reason);
	free(game->path);
}

static struct game *room_for(struct games *games, int number)
{
	for (int i = 0; i < games->count; i++)
		if (games->at[i].number == number) {
			clear(&games->at[i]);
			return &games->at[i];
		}
	games->at = bytes_resized(games->at, sizeof(*games->at) * ((size_t)games->count + 1));
	return &games->at[games->count++];
}

void games_note(struct games *games, const struct match *match, int64_t ns, const char *path)
{
	const struct setup *setup = &match->setup;
	const char *reason = match->verdict.reason ? match->verdict.reason : "over";
	const struct first_words *words = protocol_first(setup);
	struct game *game = room_for(games, setup->game);

	*game = (struct game){.number = setup->game,
			      .first = setup->first,
			      .is = words ? words->is : NULL,
			      .verdict = {.winner = match->verdict.winner,
					  .reason = bytes_text("%s", reason),
					  .blame = match->verdict.blame},
			      .turns = match->turn_count,
			      .ns = ns,
			      .path = path ? bytes_text("%s", path) : NULL};
	for (int s = SEAT_1; s < SEATS; s++)
		game->names[s] = bytes_text("%s", setup->seat[s].name ? setup->seat[s].name : "nobody");
}

const struct game *games_at(const struct games *games, int number)
{
	for (int i = 0; games && i < games->count; i++)
		if (games->at[i].number == number)
			return &games->at[i];
	return NULL;
}

/* The seat, of those that have these names, of the player who has won the game.  Players may have changed
 * seats, unless they have one name.  */
static int side_of_winner(const struct game *game, const char *const *names)
{
	int winner = game->verdict.winner;

	for (int s = SEAT_1; s < SEATS && strcmp(names[SEAT_1], names[SEAT_2]) != 0; s++)
		if (strcmp(game->names[winner], names[s]) == 0)
			return s;
	return winner;
}

char *games_score(const struct games *games, const char *const *names)
{
	int won[SEATS] = {0}, draws = 0;

	for (int i = 0; i < games->count; i++) {
		int winner = games->at[i].verdict.winner;

		if (winner == SEAT_1 || winner == SEAT_2)
			won[side_of_winner(&games->at[i], names)]++;
		draws += winner == WINNER_DRAW;
	}
	if (!draws)
		return bytes_text("%d-%d", won[SEAT_1], won[SEAT_2]);
	return bytes_text("%d-%d, %d draw%s", won[SEAT_1], won[SEAT_2], draws, draws == 1 ? "" : "s");
}

static void add_row(struct bytes *text, const struct game *game)
{
	int winner = game->verdict.winner;
	int64_t seconds = game->ns / NS_PER_S;

	bytes_addf(text, game->path ? "`goto game %d`" : "      game %d ", game->number);
	bytes_add_text(text, "  ");
	if (game->is)
		bytes_addf(text, "%d %s%s: ", game->first, game->names[game->first], game->is);
	if (winner == SEAT_1 || winner == SEAT_2)
		bytes_addf(text, "%d %s wins", winner, game->names[winner]);
	else
		bytes_add_text(text, winner == WINNER_DRAW ? "draw" : "nobody wins");
	bytes_addf(text, " (%s), %d move%s, %02" PRId64 ":%02" PRId64 "%s\n", game->verdict.reason,
		   game->turns, game->turns == 1 ? "" : "s", seconds / 60, seconds % 60,
		   game->path ? "" : ", not recorded");
}

char *games_words(const struct games *games)
{
	const struct game *last = &games->at[games->count - 1];
	FREED char *score = games_score(games, (const char *const *)last->names);
	struct bytes text = {0};

	bytes_addf(&text, "%s - %s: %s\n", last->names[SEAT_1], last->names[SEAT_2], score);
	for (int i = 0; i < games->count; i++)
		add_row(&text, &games->at[i]);
	return text.at;
}

void games_free(struct games *games)
{
	while (games->count)
		clear(&games->at[--games->count]);
	free(games->at);
	games->at = NULL;
}
