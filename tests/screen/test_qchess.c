/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_qchess.c - a person plays quantum chess: picks a piece, sees its type, and picks its target.
 *
 * The person knows the game only from the screen: the labels give the squares, the letters the pieces, and
 * the marks the legal targets.  */
#include "ringside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 8, OWN_MOVES = 20, TURNS_MOST = 400 };

struct point {
	int x, y;
};

/* The places of the squares, from the labels.  */
struct squares {
	int x[SIDE], y[SIDE]; /* the column and the row of each label */
	int width, height;
};

struct person {
	struct scene *scene;
	bool by_mouse;
	int next; /* where the search for a piece begins, so that all get their turn */
	int moves;
};

static bool find_squares(struct vt *vt, struct squares *squares)
{
	int left, top, found = 0;

	/* The column labels are below the frame's title.  */
	if (!vt_find(vt, " board ", &left, &top))
		return false;
	top++;
	for (int x = left; x < vt_cols(vt) && found < SIDE; x++)
		if (vt_at(vt, x, top).text[0] == '0' + found)
			squares->x[found++] = x;
	if (found < SIDE)
		return false;
	found = 0;
	for (int y = top + 1; y < vt_rows(vt) && found < SIDE; y++)
		if (vt_at(vt, 1, y).text[0] == '0' + found)
			squares->y[found++] = y;
	squares->width = squares->x[1] - squares->x[0];
	squares->height = squares->y[1] - squares->y[0];
	return found == SIDE;
}

/* Does the square contain one of the characters?  */
static bool holds(struct vt *vt, struct point square, const char *characters)
{
	struct squares squares;

	if (!find_squares(vt, &squares))
		return false;
	for (int y = 0; y < squares.height; y++)
		for (int x = 0; x < squares.width; x++) {
			struct vt_cell cell = vt_at(vt, squares.x[square.x] - (squares.width - 1) / 2 + x,
						    squares.y[square.y] - (squares.height - 1) / 2 + y);

			if (*cell.text && *cell.text != ' ' && strstr(characters, cell.text))
				return true;
		}
	return false;
}

/* Finds the first square from `from` on, wrapping, that has one of `characters` and none of `without`.  */
static bool find_on_board(struct vt *vt, const char *characters, const char *without, int from,
			  struct point *found)
{
	for (int i = 0; i < SIDE * SIDE; i++) {
		int at = (from + i) % (SIDE * SIDE);

		*found = (struct point){at % SIDE, at / SIDE};
		if (holds(vt, *found, characters) && !holds(vt, *found, without))
			return true;
	}
	return false;
}

/* The number of turns in the header.  */
static int turns_shown(struct vt *vt)
{
	int x, y;

	return vt_find(vt, "move ", &x, &y) && y == 0 ? atoi(vt_span(vt, x + 5, y, 6)) : -1;
}

static bool is_over(struct vt *vt)
{
	return strstr(vt_row(vt, 0), "wins:") || strstr(vt_row(vt, 0), "draw:");
}

/* Is the game over, or is it the person's turn after more than this number of turns?  */
static bool goes_on_after(struct vt *vt, void *data)
{
	return is_over(vt) ||
	       (turns_shown(vt) > *(int *)data && strstr(vt_row(vt, vt_rows(vt) - 2), "choose"));
}

static void choose(struct person *person, struct point square)
{
	struct scene *scene = person->scene;
	char title[16];

	if (person->by_mouse) {
		struct squares squares;

		assert_true(find_squares(scene->vt, &squares));
		assert_true(vt_click(scene->vt, squares.x[square.x], squares.y[square.y]));
		return;
	}
	for (int i = 1; i < SIDE; i++)
		type(scene, VT_LEFT, VT_UP, NULL);
	for (int i = 0; i < square.x; i++)
		type(scene, VT_RIGHT, NULL);
	for (int i = 0; i < square.y; i++)
		type(scene, VT_DOWN, NULL);
	snprintf(title, sizeof(title), " %d %d ", square.x, square.y);
	shows(scene, title, NULL);
	type(scene, "\r", NULL);
}

/* The letter of the piece's new type.  */
static char letter_said(struct vt *vt)
{
	static const char *const types[] = {"Ppawn", "Rrook", "Nknight", "Bbishop", "Qqueen", "Kking"};
	const char *said = vt_row(vt, vt_rows(vt) - 2);

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (strstr(said, types[i] + 1))
			return types[i][0];
	return '?';
}

/* Plays the second half of a turn: moves the piece on `from`.  */
static void move(struct person *person, struct point from)
{
	struct vt *vt = person->scene->vt;
	char letter[] = {letter_said(vt), '\0'};
	struct point to;

	assert_true(holds(vt, from, letter));
	/* The marks are "×" and "•", in ASCII "x" and "*".  Captures come first, so that games end.  */
	assert_true(find_on_board(vt, "×x", "", 0, &to) || find_on_board(vt, "•*", "", 0, &to));
	choose(person, to);
	person->moves++;
}

/* Answers each request until there were enough moves or the game is over.  */
static void play(struct person *person)
{
	struct vt *vt = person->scene->vt;
	struct point picked = {0, 0};
	int turns = -1;

	for (int i = 0; i < TURNS_MOST; i++) {
		comes(person->scene, "the person's turn, or the end", goes_on_after, &turns);
		if (is_over(vt) || person->moves == OWN_MOVES)
			return;
		turns = turns_shown(vt);
		if (strstr(vt_row(vt, vt_rows(vt) - 2), "where it goes")) {
			move(person, picked);
			continue;
		}
		/* A capital with ½, in ASCII h, is only a possible type.  */
		assert_true(find_on_board(vt, "PRNBQK", "½h", person->next, &picked));
		person->next = picked.x + SIDE * picked.y + 1;
		choose(person, picked);
	}
	fail_msg("no end after %d turns", TURNS_MOST);
}

static void play_on(const struct stage *stage, bool by_mouse)
{
	struct person person = {.scene = begin(stage, "play", "qchess", "--seed", "7", "human",
					       "sample:random --seed 5", NULL),
				.by_mouse = by_mouse};

	shows(person.scene, "your move", "choose a piece", NULL);
	play(&person);
	assert_true(person.moves == OWN_MOVES || is_over(person.scene->vt));
	assert_true(person.moves > 5);
	leave(person.scene);
}

static void with_keys_on(const struct stage *stage)
{
	play_on(stage, false);
}

static void with_clicks_on(const struct stage *stage)
{
	play_on(stage, true);
}

TEST(a_game_can_be_played_with_keys_alone)
{
	on_all_stages(with_keys_on);
}

TEST(a_game_can_be_played_with_clicks_alone)
{
	on_all_stages(with_clicks_on);
}

static void hidden_types_can_be_revealed_and_hidden_again_on(const struct stage *stage)
{
	struct scene *scene =
		begin(stage, "play", "qchess", "--seed", "7", "human", "sample:random --seed 5", NULL);
	struct point found;

	shows(scene, "your move", "R?", "q?", NULL);
	assert_true(find_on_board(scene->vt, "?", "", 0, &found));
	press(scene, "R", "what is hidden from the players: on", "R/", NULL);
	assert_false(find_on_board(scene->vt, "?", "", 0, &found));
	ask(scene, "set reveal off", "what is hidden from the players: off", "R?", NULL);
	shows_no(scene, "R/");
	leave(scene);
}

TEST(hidden_types_can_be_revealed_and_hidden_again)
{
	hidden_types_can_be_revealed_and_hidden_again_on(&small);
}

TEST_SCENE(a_square_that_cannot_be_picked_is_refused_with_a_reason,
	   begin(&small, "play", "qchess", "--seed", "7", "human", "sample:random --seed 5", NULL))
{
	struct person person = {.scene = scene};

	shows(scene, "your move", "choose a piece", NULL);
	choose(&person, (struct point){3, 3});
	shows(scene, "3 3", "empty square", "move 0", NULL);
	choose(&person, (struct point){3, 1});
	shows(scene, "3 1", "other colour", "move 0", NULL);
}

TEST_MAIN(NULL, NULL)
