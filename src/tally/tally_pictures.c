/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tally_pictures.c - pictures of the boards in a page of results, from the moves in its lines.
 *
 * A picture is an image of its own inside the page, so nothing in it can reach the page, and a browser draws
 * those that are in sight alone.  */
#include "tally.h"

#include "ringside/film.h"
#include "ringside/match_json.h"
#include "ringside/protocol.h"
#include "ringside/words.h"
#include <stdlib.h>
#include <string.h>

/* A game with more moves, or more kinds of them, has no picture.  */
enum { MOVES_MOST = 4000, KINDS_MOST = 400 };

static const double sum_most = 1e15;

/* ---- the moves ---- */

struct moves {
	struct picture_move at[MOVES_MOST];
	int count;
	bool scored;
};

static void moves_free(struct moves *moves)
{
	while (moves->count)
		free(moves->at[--moves->count].played);
	free(moves);
}

static char *text_of(struct piece piece)
{
	struct bytes text = {0};

	bytes_add(&text, "", 0);
	piece_add(&text, piece);
	return text.at;
}

/* Games without scores take turns.  */
static void read_list(struct scan *scan, struct moves *moves, int first)
{
	scan_open(scan, '[');
	while (scan_item(scan)) {
		struct piece text = scan_text(scan);

		if (moves->count == MOVES_MOST)
			scan_fail(scan, "fewer moves");
		if (scan->wrong)
			return;
		moves->at[moves->count] = (struct picture_move){
			.seat = moves->count % 2 ? seat_opponent(first) : first, .played = text_of(text)};
		moves->count++;
	}
}

/* What one turn of this kind adds: a seat, a move and two scores.  */
static void read_kind(struct scan *scan, struct picture_move *kind)
{
	int place = 0;

	scan_open(scan, '[');
	for (; scan_item(scan); place++)
		if (place == 0)
			kind->seat = (int)scan_whole(scan, SEAT_1, SEAT_2);
		else if (place == 1)
			kind->played = text_of(scan_text(scan));
		else if (place < 4)
			kind->sum[place - 1] = scan_number(scan, -sum_most, sum_most);
		else
			scan_fail(scan, "a list of four");
	if (place < 4)
		scan_fail(scan, "a list of four");
}

static void read_kinds(struct scan *scan, struct moves *kinds)
{
	scan_open(scan, '[');
	while (scan_item(scan))
		if (kinds->count == KINDS_MOST)
			scan_fail(scan, "fewer kinds");
		else
			read_kind(scan, &kinds->at[kinds->count++]);
}

/* The value of the next digits; -1: they are none.  */
static int kind_at(const char *digits, int width)
{
	int number = 0;

	for (int i = 0; i < width; i++) {
		const char *digit = digits[i] ? strchr(COURSE_DIGITS, digits[i]) : NULL;

		if (!digit)
			return -1;
		number = COURSE_BASE * number + (int)(digit - COURSE_DIGITS);
	}
	return number;
}

static void read_order(struct scan *scan, struct moves *moves, const struct moves *kinds)
{
	struct piece order = scan_text(scan);
	int width = kinds->count > COURSE_BASE ? 2 : 1;
	double sum[SEATS] = {0};

	for (size_t i = 0; i + (size_t)width <= order.size && !scan->wrong; i += (size_t)width) {
		int number = kind_at(order.at + i, width);
		const struct picture_move *kind = &kinds->at[number < 0 ? 0 : number];

		if (moves->count == MOVES_MOST || number < 0 || number >= kinds->count) {
			scan_fail(scan, "a kind of each turn");
			return;
		}
		for (int seat = SEAT_1; seat < SEATS; seat++)
			sum[seat] += kind->sum[seat];
		moves->at[moves->count] =
			(struct picture_move){.seat = kind->seat, .played = bytes_text("%s", kind->played)};
		memcpy(moves->at[moves->count].sum, sum, sizeof(sum));
		moves->count++;
	}
}

/* Their kinds come first.  */
static void read_course(struct scan *scan, struct moves *moves)
{
	struct moves *kinds = bytes_new(sizeof(*kinds));
	struct piece key;

	moves->scored = true;
	scan_open(scan, '{');
	while (scan_member(scan, &key))
		if (piece_is(key, "kinds"))
			read_kinds(scan, kinds);
		else if (piece_is(key, "order"))
			read_order(scan, moves, kinds);
		else
			scan_skip(scan);
	moves_free(kinds);
}

/* NULL: they are too many, or not what they should be.  */
static struct moves *moves_of(const char *json, int first)
{
	struct scan scan = scan_of(json, strlen(json));
	struct moves *moves = bytes_new(sizeof(*moves));

	if (scan_is(&scan, '{'))
		read_course(&scan, moves);
	else
		read_list(&scan, moves, first);
	if (!scan.wrong)
		return moves;
	moves_free(moves);
	return NULL;
}

/* ---- a game ---- */

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
static bool set_game(struct setup *setup, const struct tallied *tallied, const struct tally_game *game)
{
	char *problem = NULL;
	bool begins;

	for (int seat = SEAT_1; seat < SEATS; seat++) {
		int player = game->players[seat - 1];

		setup->seat[seat].kind = player ? SEAT_AGENT : SEAT_FREE;
		setup_name(setup, seat, player ? tallied->names[player - 1] : "");
	}
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

struct pictures {
	const struct tallied *tallied;
	struct setup setup; /* of the game that is drawn */
	struct bytes figures;
	int count;
	int width; /* of the widest, in pixels */
	char *problem;
};

static void add_figure(struct pictures *pictures, const struct tally_game *game, const struct bytes *svg)
{
	struct bytes caption = {0};

	add_caption(&caption, pictures->tallied, game);
	bytes_addf(&pictures->figures, "<figure><img loading=\"lazy\" alt=\"%s\" src='", caption.at);
	add_source(&pictures->figures, svg);
	bytes_addf(&pictures->figures, "'>\n<figcaption>%s</figcaption></figure>\n", caption.at);
	bytes_free(&caption);
	pictures->count++;
}

/* Adds none if the line of the game does not have its moves.  */
static void add_game(struct pictures *pictures, const struct tally_game *game, bool replay)
{
	struct setup *setup = &pictures->setup;
	struct moves *moves = game->played && set_game(setup, pictures->tallied, game)
				      ? moves_of(game->played, setup->first)
				      : NULL;
	struct bytes svg = {0};
	int width = 0;

	if (!moves)
		return;
	pictures->problem =
		board_picture(setup, moves->at, moves->count, moves->scored, replay, &svg, &width);
	if (!pictures->problem)
		add_figure(pictures, game, &svg);
	if (width > pictures->width)
		pictures->width = width;
	moves_free(moves);
	bytes_free(&svg);
}

char *tally_add_pictures(struct bytes *to, const struct tallied *tallied, int replays)
{
	struct pictures pictures = {.tallied = tallied};

	if (!tallied->game_count || !protocol_named(tallied->system))
		return NULL;
	read_setup(tallied, &pictures.setup);
	for (int i = 0; i < tallied->game_count && !pictures.problem; i++)
		add_game(&pictures, &tallied->games[i], i < replays);
	bytes_add_text(to, "<section>\n<h2>Games</h2>\n");
	if (pictures.count)
		bytes_addf(to,
			   "<p>The board at the end of %s%d game%s.</p>\n"
			   "<div class=\"games\" style=\"--w:%dpx\">\n%s</div>\n",
			   tallied->game_count < tallied->standings.games ? "the first " : "",
			   tallied->game_count, tallied->game_count == 1 ? "" : "s", pictures.width,
			   pictures.figures.at);
	if (pictures.count < tallied->game_count)
		bytes_addf(to,
			   "<p>%d games have no picture: their lines do not have the moves, or an opening "
			   "that can be played.</p>\n",
			   tallied->game_count - pictures.count);
	bytes_add_text(to, "</section>\n");
	bytes_free(&pictures.figures);
	setup_free(&pictures.setup);
	return pictures.problem;
}
