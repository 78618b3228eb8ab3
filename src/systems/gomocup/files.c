/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* files.c - what the file formats of gomoku share: a match being read, and a match as its stones.  */
#include "files.h"
#include "wire.h"

#include <stdlib.h>
#include <string.h>

const struct file_format *const gomocup_formats[] = {&gomocup_psq, &gomocup_rec, &gomocup_sgf, NULL};

/* ---- reading ---- */

void gomocup_import_setup(struct setup *setup)
{
	setup_init(setup);
	setup->system = "gomocup";
	for (int seat = SEAT_1; seat <= SEAT_2; seat++) {
		char *name = bytes_text("seat %d", seat);

		setup->seat[seat].kind = SEAT_AGENT;
		setup_name(setup, seat, name);
		free(name);
	}
}

void gomocup_set_size(struct setup *setup, int width, int height)
{
	setup_put_value(setup, &gomoku_option_size, OPTION_OF_SIDES(width, height));
}

char *gomocup_import_begin(struct import *import, struct match *match, const struct setup *setup)
{
	char *problem;

	*import = (struct import){.match = match};
	problem = gomoku_match_init(&import->game, setup);
	if (!problem)
		match_init(match, setup);
	return problem;
}

static char *taken(struct square square)
{
	char word[6];

	gomoku_write_square(square, word);
	return bytes_text("%s already has a stone", word);
}

char *gomocup_import_stone(struct import *import, struct square square, int64_t think_ns)
{
	struct turn turn = turn_unmeasured(import->game.next);
	char *problem;

	if (gomoku_at(&import->game.game, square) != STONE_NONE)
		return taken(square);
	turn.began_ns = import->time;
	turn.think_ns = think_ns;
	turn.played = bytes_text("%d,%d", square.x, square.y);
	problem = gomoku_match_play(&import->game, turn.played, strlen(turn.played), NULL);
	if (problem) {
		free(turn.played);
		return problem;
	}
	import->time += think_ns;
	match_add(import->match, turn);
	return NULL;
}

void gomocup_import_verdict(struct import *import)
{
	const struct gomoku *game = &import->game.game;
	const struct match *match = import->match;
	struct verdict verdict = {0};
	struct square from, to;
	char a[6], b[6];

	if (game->rule & GOMOKU_CONTINUOUS || !match->turn_count)
		return;
	if (gomoku_won(game, &from, &to)) {
		gomoku_write_square(from, a);
		gomoku_write_square(to, b);
		verdict.winner = match_turn(match, match->turn_count)->seat;
		verdict.reason = "five";
		verdict.detail = bytes_text("five in a row from %s to %s", a, b);
	} else if (gomoku_full(game)) {
		verdict.winner = WINNER_DRAW;
		verdict.reason = "full-board";
		verdict.detail = bytes_text("the board is full");
	} else {
		return;
	}
	match_end(import->match, verdict);
}

void gomocup_import_end(struct import *import, const char *problem)
{
	import->match->ended_ns = import->time;
	gomoku_match_free(&import->game);
	if (problem)
		match_free(import->match);
}

/* ---- writing ---- */

static void add_stones(struct stones *stones, int turn, int64_t think_ns)
{
	const struct gomoku *game = &stones->game.game;
	size_t room = (size_t)game->move_count * sizeof(*stones->list);

	if (stones->count == game->move_count)
		return;
	stones->list = bytes_resized(stones->list, room);
	for (; stones->count < game->move_count; stones->count++)
		stones->list[stones->count] =
			(struct file_stone){.square = game->moves[stones->count], .turn = turn};
	stones->list[stones->count - 1].think_ns = think_ns;
}

char *gomocup_stones(struct stones *stones, const struct match *match)
{
	char *problem, *named;

	*stones = (struct stones){.black = gomoku_black(match, match->turn_count)};
	problem = gomoku_match_init(&stones->game, &match->setup);
	if (problem)
		return problem;
	add_stones(stones, 0, 0);
	for (int i = 0; i < match->turn_count; i++) {
		const struct turn *turn = match_turn(match, i + 1);

		problem = gomoku_match_play(&stones->game, turn->played, strlen(turn->played), NULL);
		if (problem) {
			named = bytes_text("move %d of the match is impossible: %s", i + 1, problem);
			free(problem);
			gomocup_stones_free(stones);
			return named;
		}
		add_stones(stones, i + 1, turn->think_ns);
	}
	return NULL;
}

void gomocup_stones_free(struct stones *stones)
{
	gomoku_match_free(&stones->game);
	free(stones->list);
	*stones = (struct stones){0};
}

/* ---- beginning another match ---- */

static bool same(const char *a, const char *b)
{
	return a && b && strcmp(a, b) == 0;
}

/* An option of the new match that says how it begins.  */
static const char *given_beginning(const struct match *match, const struct setup *setup)
{
	static const struct option_row *const beginnings[] = {&gomoku_option_opening, &gomoku_option_swap2};

	for (size_t i = 0; i < sizeof(beginnings) / sizeof(beginnings[0]); i++) {
		const char *name = beginnings[i]->name, *text = setup_given(setup, name);

		if (text && !same(text, setup_given(&match->setup, name)))
			return name;
	}
	return NULL;
}

/* The stones on the board as a value of the option "opening".  */
static char *position_words(const struct gomoku *game)
{
	struct bytes words = {0};

	bytes_add_text(&words, "");
	for (int i = 0; i < game->move_count; i++) {
		char square[6];

		gomoku_write_square(game->moves[i], square);
		bytes_add_text(&words, square);
	}
	return words.at;
}

static void set_position(const struct gomoku *game, struct setup *setup)
{
	char *words = position_words(game);

	setup_unset(setup, gomoku_option_swap2.name);
	if (*words)
		setup_put(setup, &gomoku_option_opening, words);
	else
		setup_unset(setup, gomoku_option_opening.name);
	free(words);
}

char *gomocup_resume(const struct match *match, int turns, struct setup *setup)
{
	const char *given = given_beginning(match, setup);
	struct gomoku_match game;
	char *problem;

	if (given)
		return bytes_text("--%s and a position to begin from exclude each other: leave one out",
				  given);
	problem = gomoku_match_init(&game, &match->setup);
	if (problem)
		return problem;
	game.draw_at = 0; /* --draw-at may be different now */
	if (!gomoku_match_goto(&game, match, turns))
		problem = bytes_text("move %d of the match is impossible", game.turns + 1);
	else if (gomoku_match_settled(&game))
		problem = bytes_text("the game is over in this position: go back before its last move");
	else
		set_position(&game.game, setup);
	gomoku_match_free(&game);
	if (problem)
		return problem;
	setup->first = gomoku_black(match, turns);
	setup_inherit(setup, &match->setup, &gomoku_option_size);
	setup_inherit(setup, &match->setup, &gomoku_option_rule);
	setup_inherit(setup, &match->setup, &gomoku_option_draw_at);
	setup_inherit(setup, &match->setup, &option_draw_when);
	setup_inherit(setup, &match->setup, &option_win_when);
	setup_inherit(setup, &match->setup, &gomoku_option_ends);
	setup_inherit(setup, &match->setup, &gomoku_option_ends_text);
	return NULL;
}
