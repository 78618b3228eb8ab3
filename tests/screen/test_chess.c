/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_chess.c - a person plays chess and watches engines: figures or letters, what stands beside the
 * squares, and how moves are pointed at and typed.
 *
 * The squares are found by their labels.  */
#include "../temp.h"
#include "ringside.h"

#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

/* An engine that says these lines in each search, and then plays.  */
#define ENGINE(lines, move)                                                                                  \
	"sh -c 'while read -r word rest; do case $word in uci) echo uciok;; isready) echo readyok;; "        \
	"go) " lines "echo bestmove " move ";; quit) exit;; esac; done'"
#define SAYS(info) "echo info " info "; "

/* The row and the column of a square's middle on a board that is not turned.  False: it is not drawn yet.  */
static bool find_chess_square(struct vt *vt, const char *name, int *x, int *y)
{
	int rank = -1, file = -1, left, top;

	if (!vt_find(vt, " board ", &left, &top))
		return false;
	for (*y = top + 1; *y < vt_rows(vt) && rank < 0; ++*y)
		if (vt_at(vt, 1, *y).text[0] == name[1])
			rank = *y;
	for (*y = rank + 1; *y < vt_rows(vt) && file < 0; ++*y)
		if (vt_at(vt, 1, *y).text[0] == ' ' && strspn(vt_span(vt, 1, *y, 40), " abcdefgh") == 40)
			for (*x = 2; *x < vt_cols(vt) * 3 / 4 && file < 0; ++*x)
				if (vt_at(vt, *x, *y).text[0] == name[0])
					file = *x;
	*x = file;
	*y = rank;
	return rank >= 0 && file >= 0;
}

struct sign {
	const char *square;
	int right; /* so many columns from the middle of the square */
	const char *text;
};

static bool has_sign(struct vt *vt, void *data)
{
	const struct sign *sign = data;
	int x, y;

	return find_chess_square(vt, sign->square, &x, &y) &&
	       strcmp(vt_at(vt, x + sign->right, y).text, sign->text) == 0;
}

static void shows_sign(struct scene *scene, const char *square, int right, const char *text)
{
	comes(scene, square, has_sign, &(struct sign){square, right, text});
}

static void shows_piece(struct scene *scene, const char *square, const char *text)
{
	shows_sign(scene, square, 0, text);
}

static void click_chess_square(struct scene *scene, const char *square)
{
	int x, y;

	assert_true(find_chess_square(scene->vt, square, &x, &y));
	assert_true(vt_click(scene->vt, x, y));
}

/* Is that the label of the upper row?  */
static bool is_upper(struct vt *vt, void *data)
{
	int x, y;

	return vt_find(vt, " board ", &x, &y) && strcmp(vt_at(vt, 1, y + 2).text, data) == 0;
}

static bool is_ascii(const struct stage *stage)
{
	return stage->locale && strcmp(stage->locale, "C") == 0;
}

TEST_SCENE_ON_ALL_STAGES(pieces_are_figures_or_letters_where_there_is_no_utf8,
			 begin(stage, "play", "uci", "human", "human", NULL))
{
	shows(scene, "your move", NULL);
	shows_piece(scene, "e1", is_ascii(stage) ? "K" : "♔");
	shows_piece(scene, "d8", is_ascii(stage) ? "q" : "♛");
	shows_piece(scene, "b7", is_ascii(stage) ? "p" : "♟");
}

TEST(a_theme_can_ask_for_letters)
{
	TEMP char *path = temp_path("letters.theme");
	FILE *file = fopen(path, "w");
	struct scene *scene;

	assert_non_null(file);
	fputs("[theme]\npieces = letters\n", file);
	fclose(file);
	scene = begin(&small, "play", "uci", "--theme", path, "human", "human", NULL);
	shows(scene, "your move", NULL);
	shows_piece(scene, "e1", "K");
	shows_piece(scene, "e8", "k");
	leave(scene);
}

TEST_SCENE_ON_ALL_STAGES(a_person_types_moves_as_people_and_as_engines_write_them,
			 begin(stage, "play", "uci", "human", "human", NULL))
{
	ask(scene, "e2e4", "move 1 ", NULL);
	ask(scene, "e5", "move 2 ", NULL);
	ask(scene, "Nf3", "move 3 ", NULL);
	shows_piece(scene, "f3", is_ascii(stage) ? "N" : "♘");
	ask(scene, "Ke5", "not", NULL);
}

TEST_SCENE_ON_ALL_STAGES(a_pawn_waits_for_the_letter_of_what_it_becomes,
			 begin(stage, "play", "uci", "--opening", "8/4P2k/8/8/8/8/8/K7 w - - 0 1", "human",
			       "human", NULL))
{
	shows(scene, "your move", NULL);
	shows_piece(scene, "e7", is_ascii(stage) ? "P" : "♙");
	click_chess_square(scene, "e7");
	shows(scene, "the pawn on e7: choose where it goes", NULL);
	click_chess_square(scene, "e8");
	shows(scene, "the pawn becomes", NULL);
	press(scene, "r", "move 1 ", NULL);
	shows_piece(scene, "e8", is_ascii(stage) ? "R" : "♖");
}

TEST_SCENE_ON_ALL_STAGES(check_and_what_was_taken_stand_beside_the_squares,
			 begin(stage, "play", "uci", "human", "human", NULL))
{
	ask(scene, "e4", "move 1 ", NULL);
	ask(scene, "f5", "move 2 ", NULL);
	ask(scene, "exf5", "move 3 ", NULL);
	ask(scene, "a6", "move 4 ", NULL);
	ask(scene, "Qh5", "move 5 ", NULL);
	shows_sign(scene, "e8", -2, "!");
	shows_sign(scene, "e8", 2, "!");
	if (stage->cols > 80)
		shows(scene, "3... black to move, in check",
		      is_ascii(stage) ? "white, 1 ahead, took p" : "white, 1 ahead, took ♟", NULL);
	else
		shows(scene, is_ascii(stage) ? "+1 p" : "+1 ♟", NULL);
}

struct bar {
	bool large;
	const char *black;
};

/* 2.5 pawns are 6/7 of the way.  */
static bool is_six_sevenths(struct vt *vt, void *data)
{
	const struct bar *bar = data;
	int x, y, white = 0, rows = bar->large ? 24 : 16;

	if (!find_chess_square(vt, "h8", &x, &y))
		return false;
	for (int i = 0; i < rows; i++)
		white += strcmp(vt_at(vt, x + (bar->large ? 5 : 4), y - (bar->large ? 2 : 1) + i).text,
				bar->black) != 0;
	return white == (bar->large ? 21 : 14);
}

TEST_SCENE_ON_ALL_STAGES(
	what_engines_say_of_their_searches_is_told_in_peoples_words,
	begin(stage, "play", "uci", "--pause",
	      ENGINE(SAYS("depth 7 score cp 250 wdl 700 250 50 nodes 1200 pv e2e4 e7e5 g1f3"), "e2e4"),
	      ENGINE(SAYS("depth 9 score cp -60 pv e7e5 g1f3"), "e7e5"), NULL))
{
	struct bar bar = {stage->cols > 80, is_ascii(stage) ? ":" : "░"};

	ask(scene, "next", "move 1 ", "PAUSED", NULL);
	shows(scene, "+2.50", "e4 e5 Nf3", NULL);
	if (stage->cols > 80)
		shows(scene, "+2.50 depth 7 wdl 700 250 50", NULL);
	comes(scene, "the bar", is_six_sevenths, &bar);
	ask(scene, "next", "move 2 ", "PAUSED", NULL);
	shows(scene, "-0.60", "e5 Nf3", NULL);
}

/* White's value rises from 0.20 to 3.20 by black's move.  */
TEST_SCENE(a_move_by_which_the_value_falls_is_marked_in_the_list_and_on_the_curve,
	   begin(&large, "play", "uci", "--pause",
		 "sh -c 'while read -r word rest; do case $word in uci) echo uciok;; isready) echo readyok;; "
		 "go) v=$(($v+20)); [ $v = 20 ] && m=e2e4 || m=d2d4; echo info score cp $v; v=300; echo "
		 "bestmove $m;; quit) exit;; esac; done'",
		 ENGINE("", "e7e5"), NULL))
{
	int x, y, left;

	ask(scene, "next x3", "move 3 ", "PAUSED", "+3.20", NULL);
	assert_true(vt_find(scene->vt, "● e5", &x, &y));
	assert_non_null(strstr(vt_row(scene->vt, y), "?"));
	assert_null(strstr(vt_row(scene->vt, y + 1), "?"));
	ask(scene, "set layout moves", "[2] moves", NULL);
	assert_true(vt_find(scene->vt, "3 of 3", &left, &y));
	for (x = 0; y < vt_rows(scene->vt) - 4; y++)
		for (int at = left - 20; at < vt_cols(scene->vt); at++)
			x += strcmp(vt_at(scene->vt, at, y).text, "?") == 0;
	assert_int_equal(x, 1);
}

TEST_SCENE(a_match_stops_where_an_engine_says_that_it_loses,
	   begin(&small, "play", "uci", "--pause", ENGINE(SAYS("score cp -150"), "e2e4"), "human", NULL))
{
	command(scene, "break if value < -1");
	ask(scene, "continue", "PAUSED breakpoint 1", NULL);
}

TEST_SCENE(a_person_with_the_black_pieces_has_them_below,
	   begin(&small, "play", "uci", ENGINE("", "e2e4"), "human", NULL))
{
	shows(scene, "move 1 ", "your move", NULL);
	comes(scene, "white's first rank above", is_upper, "1");
	press(scene, "i", "the bar", "right of the board: white's part grows", NULL);
	press(scene, "q", "your move", NULL);
	press(scene, "R", "the board turned round", NULL);
	comes(scene, "the board turned round", is_upper, "8");
}

TEST_MAIN(NULL, NULL)
