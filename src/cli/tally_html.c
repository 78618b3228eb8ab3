/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tally_html.c - the tables of a tournament as a page: one file without scripts, with pictures of the boards.
 *
 * A picture is an image of its own inside the page, so nothing in it can reach the page, and a browser draws
 * those that are in sight alone.  */
#include "tally.h"

#include "ringside/board_picture.h"
#include "ringside/words.h"
#include <stdlib.h>
#include <string.h>

/* A game with more moves has no picture; a replay has at most so many positions.  */
enum { MOVES_MOST = 2000, REPLAY_MOST = 400 };

static const char style[] =
	":root{color-scheme:light "
	"dark;--paper:#fbfaf7;--ink:#26241f;--dim:#6b6558;--line:#ddd8cc;--head:#f0ede5}\n"
	"@media(prefers-color-scheme:dark){:root{--paper:#14171c;--ink:#d8dbe2;--dim:#8b93a1;--line:#2c323b;"
	"--head:#1d222a}}\n"
	"body{margin:0 auto;max-width:80rem;padding:1rem;background:var(--paper);color:var(--ink);"
	"font:1rem/1.5 system-ui,sans-serif}\n"
	"h1{font-size:1.5rem;overflow-wrap:anywhere}h2{font-size:1.15rem;margin:2rem 0 .5rem}\n"
	"p{color:var(--dim);margin:.4rem 0}\n"
	".tables{display:flex;flex-wrap:wrap;column-gap:3rem}.tables section{min-width:0;max-width:100%}\n"
	".wide{overflow-x:auto}\n"
	"table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.9rem}\n"
	"th,td{padding:.2rem .6rem;border-bottom:1px solid var(--line);text-align:left;white-space:nowrap}\n"
	"th{background:var(--head)}th.n,td.n{text-align:right}\n"
	"@media(max-width:40rem){body{padding:.5rem}table{font-size:.8rem}th,td{padding:.15rem .35rem}}\n"
	".games{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:1rem}\n"
	"figure{margin:0;border:1px solid var(--line);border-radius:6px;padding:.5rem;overflow:hidden}\n"
	"figure img{display:block;max-width:100%;height:auto;margin:0 auto}\n"
	"figcaption{font-size:.85rem;color:var(--dim);overflow-wrap:anywhere}\n";

/* ---- a game ---- */

/* The moves of a game; NULL: they are too many, or not texts.  */
static char **moves_of(const char *json, int *count)
{
	struct scan scan = scan_of(json, strlen(json));
	char **moves = bytes_new(MOVES_MOST * sizeof(*moves));

	*count = 0;
	scan_open(&scan, '[');
	while (scan_item(&scan)) {
		struct piece text = scan_text(&scan);
		struct bytes move = {0};

		if (*count == MOVES_MOST)
			scan_fail(&scan, "fewer moves");
		if (scan.wrong)
			break;
		piece_add(&move, text);
		moves[(*count)++] = move.at;
	}
	if (!scan.wrong)
		return moves;
	while (*count)
		free(moves[--*count]);
	free(moves);
	return NULL;
}

/* The setup that all games share, as far as this ringside knows its options.  */
static void read_setup(const struct tallied *tallied, struct setup *setup)
{
	json_t *said = json_object_get(tallied->tournament, "setup");
	const char *key;

	setup_init(setup);
	setup->system = tallied->system;
	for (void *i = json_object_iter(said); i; i = json_object_iter_next(said, i)) {
		const char *text = json_string_value(json_object_iter_value(i));

		key = json_object_iter_key(i);
		if (text && strncmp(key, "--", 2) == 0)
			free(setup_set(setup, key + 2, text)); /* what it refuses has its default */
	}
}

/* The same for what is a game's own.  False: it cannot begin with its opening.  */
static bool set_game(struct setup *setup, const struct tally_game *game)
{
	char *problem = NULL;
	bool begins;

	setup_unset(setup, "opening");
	if (game->opening)
		problem = setup_set(setup, "opening", game->opening);
	setup->game = game->game;
	setup->seed = game->seed;
	setup->first = game->first == 2 ? 2 : 1;
	begins = !problem;
	free(problem);
	return begins;
}

/* An SVG as the source of an image, between apostrophes.  */
static void add_source(struct bytes *to, const struct bytes *svg)
{
	bytes_add_text(to, "data:image/svg+xml,");
	for (size_t i = 0; i < svg->size; i++)
		if (strchr("%#&'\n", svg->at[i]))
			bytes_addf(to, "%%%02x", (unsigned char)svg->at[i]);
		else
			bytes_add(to, svg->at + i, 1);
}

static void add_caption(struct bytes *to, const struct tallied *tallied, const struct tally_game *game)
{
	bytes_addf(to, "game %d: ", game->game);
	for (int i = 0; i < 2; i++) {
		if (!game->players[i])
			continue;
		bytes_add_text(to, i && game->players[0] ? " – " : "");
		html_add(to, tallied->names[game->players[i] - 1]);
	}
	if (game->winner == 0)
		bytes_add_text(to, ": draw");
	else if (game->winner > 0)
		bytes_add_text(to, game->winner == 1 ? ": 1–0" : ": 0–1");
	if (game->reason) {
		bytes_add_text(to, ", ");
		html_add(to, game->reason);
	}
}

/* Returns false if the line of the game does not have its moves.  */
static bool add_game(struct bytes *to, const struct tallied *tallied, struct setup *setup,
		     const struct tally_game *game, bool replay, char **problem)
{
	struct bytes svg = {0}, caption = {0};
	int count = 0;
	char **moves = game->played && set_game(setup, game) ? moves_of(game->played, &count) : NULL;

	if (!moves)
		return false;
	*problem = board_picture(setup, moves, count, replay && count <= REPLAY_MOST, &svg);
	if (!*problem) {
		add_caption(&caption, tallied, game);
		bytes_addf(to, "<figure><img loading=\"lazy\" alt=\"%s\" src='", caption.at);
		add_source(to, &svg);
		bytes_addf(to, "'>\n<figcaption>%s</figcaption></figure>\n", caption.at);
	}
	while (count)
		free(moves[--count]);
	free(moves);
	bytes_free(&svg);
	bytes_free(&caption);
	return true;
}

/* NULL, or why no board can be drawn.  */
static char *add_games(struct bytes *to, const struct tallied *tallied, int replays)
{
	struct setup setup;
	char *problem = NULL;
	int shown = 0;

	if (!tallied->game_count || !board_picture_can(tallied->system))
		return NULL;
	read_setup(tallied, &setup);
	bytes_add_text(to, "<section>\n<h2>Games</h2>\n");
	bytes_addf(to, "<p>The board at the end of %s%d games.</p>\n<div class=\"games\">\n",
		   tallied->game_count < tallied->standings.games ? "the first " : "", tallied->game_count);
	for (int i = 0; i < tallied->game_count && !problem; i++)
		shown += add_game(to, tallied, &setup, &tallied->games[i], i < replays, &problem);
	bytes_add_text(to, "</div>\n");
	if (shown < tallied->game_count)
		bytes_addf(to,
			   "<p>%d games have no picture: their lines do not have the moves, or an opening "
			   "that can be played.</p>\n",
			   tallied->game_count - shown);
	bytes_add_text(to, "</section>\n");
	setup_free(&setup);
	return problem;
}

/* ---- the page ---- */

char *tally_html(const struct tallied *tallied, const struct sheets *sheets, const char *test, int replays,
		 char **problem)
{
	char *title = tally_title(tallied);
	struct bytes page = {0};

	bytes_add_text(&page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
			      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
			      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
			      "style-src 'unsafe-inline'; img-src data:\">\n<title>");
	html_add(&page, title);
	bytes_addf(&page, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>", style);
	html_add(&page, title);
	bytes_add_text(&page, "</h1>\n");
	if (test) {
		bytes_add_text(&page, "<p>");
		html_add(&page, test);
		bytes_add_text(&page, "</p>\n");
	}
	bytes_add_text(&page, "<div class=\"tables\">\n");
	for (int i = 0; i < sheets->count; i++)
		sheet_add_html(&page, &sheets->at[i]);
	bytes_add_text(&page, "</div>\n");
	*problem = add_games(&page, tallied, replays);
	bytes_add_text(&page, "</body>\n</html>\n");
	free(title);
	return page.at;
}
