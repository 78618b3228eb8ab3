/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* screen_games.c - the list of games on the screen of a run.  */
#include "screen_games.h"

#include "ringside/bytes.h"
#include "run.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A game in the list.  Its texts are owned.  */
struct row {
	int game;
	bool fault;
	char *number, *who, *how;
	char *reason; /* as the end of a caption */
};

static void free_row(struct row *row)
{
	free(row->number);
	free(row->who);
	free(row->how);
	free(row->reason);
	*row = (struct row){0};
}

static char *elapsed_words(int64_t ns)
{
	int64_t s = ns / NS_PER_S;

	return bytes_text("%" PRId64 ":%02d", s / 60, (int)(s % 60));
}

/* How a game ended, in few characters.  */
static char *result_words(const json_t *line)
{
	const json_t *winner = json_object_get(line, "winner"), *scores = json_object_get(line, "score");
	int won = json_is_integer(winner) ? (int)json_integer_value(winner) : WINNER_NONE;
	struct bytes text = {0};
	size_t i;
	json_t *score;

	bytes_add_text(&text, "");
	json_array_foreach(scores, i, score) if (json_is_number(score))
		bytes_addf(&text, "%s%g", text.size ? ":" : "", json_number_value(score));
	if (!text.size)
		bytes_add_text(&text, won == SEAT_1        ? "1-0"
				      : won == SEAT_2      ? "0-1"
				      : won == WINNER_DRAW ? "draw"
							   : "none");
	return text.at;
}

/* A row of a place has the id of the place, so that the selection stays there when its next game begins.  */
static int place_id(int place)
{
	return -1 - place;
}

int screen_games_of(const struct screen_games *games, int id)
{
	const struct run *run = games->run;
	int64_t since;
	int moves;

	if (id >= 0)
		return id;
	return -1 - id < run->place_count ? places_game(run, -1 - id, &moves, &since) : 0;
}

static void fill_running(struct screen_games *games, int place, struct overview_game *to)
{
	const struct run *run = games->run;
	struct row *row = &games->running[place];
	int64_t since, now = run->paused ? run->paused_at : loop_now();
	int moves, game = places_game(run, place, &moves, &since);
	char *time = elapsed_words(now > since ? now - since : 0);

	if (game != row->game || !row->who) {
		free_row(row);
		*row = (struct row){.game = game,
				    .number = game ? bytes_text("%d", game) : bytes_text("-"),
				    .who = game ? run->kind->view->players(run, game)
						: bytes_text("waits for a game")};
	} else {
		free(row->how);
	}
	row->how = game ? bytes_text("%d  %s", moves, time) : bytes_text("%s", "");
	free(time);
	*to = (struct overview_game){.id = place_id(place),
				     .runs = game > 0,
				     .number = row->number,
				     .who = row->who,
				     .how = row->how};
}

static int finished_kept(const struct screen_games *games)
{
	return games->finished_count < SCREEN_GAMES ? games->finished_count : SCREEN_GAMES;
}

int screen_games_fill(struct screen_games *games)
{
	const struct run *run = games->run;
	int count = 0, kept = finished_kept(games);

	if (games->running_count < run->place_count) {
		size_t old = (size_t)games->running_count, new = (size_t)run->place_count;

		games->running = bytes_resized(games->running, new * sizeof(*games->running));
		memset(games->running + old, 0, (new - old) * sizeof(*games->running));
		games->running_count = run->place_count;
	}
	games->at = bytes_resized(games->at, (size_t)(games->running_count + kept + 1) * sizeof(*games->at));
	for (int i = 0; i < run->place_count; i++)
		if (places_plays(run, i))
			fill_running(games, i, &games->at[count++]);
	for (int i = 1; i <= kept; i++) {
		const struct row *row = &games->finished[(games->finished_count - i) % SCREEN_GAMES];

		games->at[count++] = (struct overview_game){.id = row->game,
							    .fault = row->fault,
							    .number = row->number,
							    .who = row->who,
							    .how = row->how};
	}
	return count;
}

const char *screen_games_reason(const struct screen_games *games, int id)
{
	for (int i = 0; i < finished_kept(games) && id > 0; i++)
		if (games->finished[i].game == id)
			return games->finished[i].reason;
	return "";
}

int screen_games_add(struct screen_games *games, int game, const json_t *line)
{
	struct row *row = &games->finished[games->finished_count++ % SCREEN_GAMES];
	const char *reason = json_string_value(json_object_get(line, "reason"));
	int gone = row->game;

	free_row(row);
	*row = (struct row){.game = game,
			    .fault = json_integer_value(json_object_get(line, "blame")) > 0,
			    .number = bytes_text("%d", game),
			    .who = games->run->kind->view->players(games->run, game),
			    .how = line ? result_words(line) : bytes_text("earlier"),
			    .reason = reason ? bytes_text(", %s", reason) : bytes_text("%s", "")};
	return gone;
}

void screen_games_init(struct screen_games *games, const struct run *run)
{
	*games = (struct screen_games){.run = run, .finished = bytes_new(SCREEN_GAMES * sizeof(struct row))};
}

void screen_games_free(struct screen_games *games)
{
	for (int i = 0; i < SCREEN_GAMES; i++)
		free_row(&games->finished[i]);
	for (int i = 0; i < games->running_count; i++)
		free_row(&games->running[i]);
	free(games->finished);
	free(games->running);
	free(games->at);
}
