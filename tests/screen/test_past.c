/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_past.c - an earlier position shows the header, the board and the panes as they were, in every system,
 * by every way to get there, and while the match goes on.  */
#include "../agents/ask_file.h"
#include "ringside.h"

#include "ringside/bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The rows between the header and the timeline.  The marks above the timeline are those of the whole match,
 * and are read in several frames.  The caller frees.  */
static char *body_of(struct scene *scene)
{
	struct bytes text = {0};

	for (int y = 2; y < timeline_row(scene) - 1; y++)
		bytes_addf(&text, "%s\n", vt_row(scene->vt, y));
	return text.at;
}

/* Waits until all of what commands before have changed is shown: the answer to another command stands below
 * it, and so comes after it.  */
static void shown_whole(struct scene *scene)
{
	static int asked;
	char line[32], wanted[64];

	snprintf(line, sizeof(line), "mark%d", ++asked);
	snprintf(wanted, sizeof(wanted), "there is no command \"%s\"", line);
	ask(scene, line, wanted, NULL);
}

/* Goes to the turn and waits until it is shown.  */
static void go(struct scene *scene, int turn, int turns)
{
	char line[32], wanted[48];

	snprintf(line, sizeof(line), "goto %d", turn);
	snprintf(wanted, sizeof(wanted), "VIEWING %d of %d", turn, turns);
	ask(scene, line, wanted, NULL);
	shown_whole(scene);
}

/* Records a match without a screen in the home of `keeper`.  Returns its path; the caller frees.  */
#define RECORD(keeper, name, ...) record(keeper, name, begin(&small, "run", __VA_ARGS__, NULL))

static char *record(const struct scene *keeper, const char *name, struct scene *run)
{
	char *path = bytes_text("%s", path_in(keeper, name));

	assert_int_equal(ends(run), 0);
	return path;
}

/* ---- the header ---- */

TEST_SCENE(an_earlier_position_shows_its_faults_and_clocks,
	   begin_match(&small, "two-moves 3", "good 7", "--match-time", "60s", NULL))
{
	struct scene *opened;
	FREED char *path = bytes_text("%s", path_in(scene, "copy.ringside"));
	FREED char *line = bytes_text("save %s", path);

	shows(scene, "wins: five", "4 faults", NULL);
	go(scene, 0, 9);
	shows(scene, "1:00.0", NULL);
	shows_no(scene, "fault");
	go(scene, 2, 9); /* the fault is the extra move after the first */
	shows(scene, "1 fault", NULL);
	shows_no(scene, "1 faults");
	go(scene, 6, 9);
	shows(scene, "3 faults", NULL);
	press(scene, VT_END, "4 faults", NULL);
	ask(scene, line, "saved as", NULL);
	/* The match file shows the same.  */
	opened = begin(&small, "open", path, NULL);
	shows(opened, "wins: five", "4 faults", NULL);
	go(opened, 6, 9);
	shows(opened, "3 faults", NULL);
}

TEST(viewing_is_announced_in_every_layout_at_every_size)
{
	static const struct stage stages[] = {{.cols = 60, .rows = 16},
					      {.cols = 80, .rows = 24},
					      {.cols = 100, .rows = 30},
					      {.cols = 160, .rows = 50}};
	static const char *const layouts[] = {"set layout narrow",    "set layout wide",
					      "set layout board",     "set layout traffic",
					      "set layout terminals", "set layout channels"};

	for (size_t s = 0; s < sizeof(stages) / sizeof(stages[0]); s++) {
		struct scene *scene =
			begin_match(&stages[s], "two-moves 3", "good 7", "--match-time", "60s", NULL);

		shows(scene, "wins: five", NULL);
		go(scene, 4, 9);
		for (size_t i = 0; i < sizeof(layouts) / sizeof(layouts[0]); i++) {
			command(scene, layouts[i]);
			for (int zoomed = 0; zoomed < 2; zoomed++) {
				char mark[32];

				/* A text that only this frame has: the answer to a command.  */
				snprintf(mark, sizeof(mark), "numbers of stones: %s", zoomed ? "on" : "off");
				ask(scene, zoomed ? "set numbers on" : "set numbers off", mark,
				    "VIEWING 4 of 9", NULL);
				command(scene, "resize full");
			}
		}
		leave(scene);
	}
}

/* ---- the body ---- */

/* Checks that two bodies are the same, and prints the first line that differs.  */
static void expect_same(const char *first, const char *again)
{
	size_t a, b;

	for (; *first || *again; first += a + (first[a] != 0), again += b + (again[b] != 0)) {
		a = strcspn(first, "\n");
		b = strcspn(again, "\n");
		if (a != b || memcmp(first, again, a) != 0)
			fail_msg("\n%.*s\n%.*s", (int)a, first, (int)b, again);
	}
}

/* Checks that a turn looks the same after different visits to other turns.  */
static void expect_one_past(const char *path, const char *layout, int turns)
{
	struct scene *scene = begin(&large, "open", path, "--layout", layout, NULL);
	int there = turns / 3 | 1; /* the next turn is in the same row of the list, which stays then */
	char *first, *again;

	shows(scene, " move ", NULL);
	go(scene, there, turns);
	first = body_of(scene);
	go(scene, turns - 1, turns);
	go(scene, 1, turns);
	go(scene, there + 1, turns);
	type(scene, VT_LEFT, NULL);
	go(scene, there, turns);
	again = body_of(scene);
	expect_same(first, again);
	free(first);
	free(again);
	leave(scene);
}

/* The number of turns of a recorded match.  */
static int turns_of(const char *path)
{
	struct scene *scene = begin(&small, "open", path, NULL);
	int x, y, turns;

	shows(scene, " move ", NULL);
	assert_true(vt_find(scene->vt, " move ", &x, &y));
	turns = atoi(vt_span(scene->vt, x + 6, y, 8));
	leave(scene);
	assert_true(turns > 4);
	return turns;
}

TEST(an_earlier_position_is_the_same_by_every_way_in_every_system)
{
	struct scene *keeper = begin(&small, "list", NULL);
	const char *file = path_in(keeper, "m1.ringside");
	char *paths[5];

	paths[0] = RECORD(keeper, "m1.ringside", "gomocup", "--record", file, "sample:random --seed 1",
			  "sample:random --seed 2");
	file = path_in(keeper, "m2.ringside");
	paths[1] = RECORD(keeper, "m2.ringside", "lmc", "--turns", "300", "--record", file,
			  "sample:predictor", "sample:random --seed 2");
	file = path_in(keeper, "m3.ringside");
	paths[2] = RECORD(keeper, "m3.ringside", "lmc2", "--game-program", "sample:imitate-game", "--record",
			  file, "sample:imitate-player");
	file = path_in(keeper, "m4.ringside");
	paths[3] = RECORD(keeper, "m4.ringside", "qchess", "--seed", "4", "--record", file,
			  "sample:random --seed 5", "sample:random --seed 6");
	file = path_in(keeper, "m5.ringside");
	paths[4] = RECORD(keeper, "m5.ringside", "asimulator", "--seed", "3", "--world", "room", "--record",
			  file, "sample:reasoner", "sample:wander");
	for (int i = 0; i < 5; i++) {
		int turns = turns_of(paths[i]);

		expect_one_past(paths[i], "wide", turns);
		expect_one_past(paths[i], "channels", turns);
		free(paths[i]);
	}
	assert_int_equal(ends(keeper), 0);
}

static bool views_of_more(struct vt *vt, void *data)
{
	int x, y;

	return vt_find(vt, "VIEWING 6 of ", &x, &y) && atoi(vt_span(vt, x + 13, y, 4)) > *(int *)data;
}

TEST(a_running_match_does_not_change_an_earlier_position)
{
	/* No room for the list of moves, which goes on.  */
	static const struct stage low = {160, 26, NULL, NULL, false};
	struct scene *scene = begin_paused(&low, "sample:random --seed 1", "sample:random --seed 2", "--pace",
					   "10ms", NULL);
	int moves = 20;
	char *before, *after;

	ask(scene, "next x8", "move 8 ", "PAUSED", NULL);
	go(scene, 6, 8);
	before = body_of(scene);
	command(scene, "continue");
	comes(scene, "many more moves", views_of_more, &moves);
	shown_whole(scene);
	after = body_of(scene);
	/* The board's title counts the new moves, so it is left out.  */
	memmove(before, strchr(before, '\n'), strlen(strchr(before, '\n')) + 1);
	memmove(after, strchr(after, '\n'), strlen(strchr(after, '\n')) + 1);
	expect_same(before, after);
	free(before);
	free(after);
}

/* ---- finding ---- */

TEST_SCENE(goto_finds_a_message_by_its_number, begin_match(&large, "two-moves 3", "good 7", NULL))
{
	char *path = bytes_text("%s", path_in(scene, "copy.ringside")), *save = bytes_text("save %s", path);
	char *move;

	shows(scene, "wins: five", NULL);
	ask(scene, save, "saved as", NULL);
	move = ask_file(path, "SELECT 'goto #' || message FROM turn WHERE n = 2");
	ask(scene, "goto #1", "VIEWING 0 of 9", NULL);
	/* It is marked in the most specific pane, which gets the focus.  */
	ask(scene, move, "VIEWING 2 of 9", "0,0", NULL);
	ask(scene, "goto end", "wins: five", NULL);
	shows_no(scene, "VIEWING");
	ask(scene, "goto #100000", "goto: there are messages #1 to #", ", not #100000", NULL);
	ask(scene, "goto #x", "goto: expected a message number after #, not \"x\"", NULL);
	free(move);
	free(save);
	free(path);
}

TEST(bytes_are_searched_and_filtered_by_their_meaning)
{
	struct scene *keeper = begin(&small, "list", NULL);
	const char *file = path_in(keeper, "m.ringside");
	FREED char *path = RECORD(keeper, "m.ringside", "asimulator", "--seed", "3", "--record", file,
				  "sample:reasoner", "sample:wander");
	struct scene *scene = begin(&large, "open", path, "--layout", "traffic", NULL);

	shows(scene, " move ", "◂ 0", NULL);
	ask(scene, "filter ^01.*Move$", "&^01.*Move$", "◂ 01       Move", NULL);
	shows_no(scene, "▸");
	ask(scene, "filter nothing means this", "&nothing means this", NULL);
	shows_no(scene, "◂ 01");
	ask(scene, "filter", "▸", NULL);
	ask(scene, "search no meaning has this", "no message of this pane matches", NULL);
	ask(scene, "search numbers are", "numbers are ", "-endian", NULL);
	leave(scene);
	assert_int_equal(ends(keeper), 0);
}

TEST(a_search_goes_through_the_whole_match)
{
	struct scene *keeper = begin(&small, "list", NULL);
	const char *file = path_in(keeper, "m.ringside");
	char *path =
		RECORD(keeper, "m.ringside", "gomocup", "--record", file, player("good 3"), player("good 7"));
	struct scene *scene = begin(&small, "open", path, "--layout", "traffic", NULL);

	shows(scene, "verdict: five", NULL);
	ask(scene, "goto 2", "VIEWING 2 of 9", NULL);
	ask(scene, "search TURN 3,3", "VIEWING 8 of 9", "TURN 3,3", NULL);
	ask(scene, "goto 2", "VIEWING 2 of 9", NULL);
	ask(scene, "search ?TURN [23],3", "TURN 2,3", "VIEWING 6 of 9", NULL);
	press(scene, "]", "TURN 3,3", "VIEWING 8 of 9", NULL);
	type(scene, "[", NULL);
	press(scene, "F", "frozen", NULL);
	ask(scene, "search verdict", "verdict: five", NULL);
	ask(scene, "search nothing like this", "no message of this pane matches", NULL);
	leave(scene);
	assert_int_equal(ends(keeper), 0);
	free(path);
}

/* ---- the timeline ---- */

TEST_SCENE_ON_ALL_STAGES(the_timeline_shows_the_requested_values,
			 begin_match(stage, "good 3", "good 7", NULL))
{
	shows(scene, "wins: five", " moves ", NULL);
	ask(scene, "set timeline bytes", "the timeline shows the bytes", " bytes ", NULL);
	ask(scene, "set timeline rss", "the timeline shows the memory", " rss ", NULL);
	ask(scene, "set timeline speed", "timeline: expected think, cpu, rss, bytes or score, not \"speed\"",
	    " rss ", NULL);
	ask(scene, "set timeline th", " moves ", NULL);
}

/* ---- what is known of a square ---- */

TEST_SCENE(the_cursor_says_which_move_a_stone_is_also_in_the_past,
	   begin_paused(&small, "good 3", "good 7", NULL))
{
	ask(scene, "next x4", "move 4 ", "PAUSED", NULL);
	press(scene, "1", "board h8 (7,7) ", NULL);
	press(scene, "hhhhhh", "board b8 (1,7) move 4 ", "ms", NULL);
	ask(scene, "goto 3", "VIEWING 3 of 4", "board \u2500", NULL);
	press(scene, "h", "board a8 (0,7) move 2 ", "VIEWING 3 of 4", NULL);
	press(scene, "j", "board a7 (0,6) \u2500", NULL);
	ask(scene, "goto 2", "VIEWING 2 of 4", "board \u2500", NULL);
}

TEST_SCENE(the_cursor_says_by_which_move_a_piece_came,
	   begin(&small, "play", "uci", "--opening", "a3 a5 b3", "human", "human", NULL))
{
	shows(scene, "your move", NULL);
	press(scene, "hhhhkkk", "board a5 \u2500", NULL); /* the opening is no move of the match */
	ask(scene, "play b7b6", "move 1 ", NULL);
	press(scene, "kl", "board b6 move 1 ", NULL);
}

/* A bishop was on f1 before.  */
TEST_SCENE(the_rook_of_a_castling_came_by_no_move_of_its_own,
	   begin(&small, "play", "uci", "--opening", "Nf3 a6 g3 a5 Bg2 a4", "human", "human", NULL))
{
	ask(scene, "play g2f1", "move 1 ", NULL);
	ask(scene, "play h7h6", "move 2 ", NULL);
	ask(scene, "play f1g2", "move 3 ", NULL);
	ask(scene, "play h6h5", "move 4 ", NULL);
	ask(scene, "play e1g1", "move 5 ", NULL);
	press(scene, "lj", "board f1 \u2500", NULL);
}

TEST_SCENE(the_cursor_says_who_reaches_a_square_and_how_probably,
	   begin(&large, "play", "qchess", "--seed", "7", "human", "human", NULL))
{
	shows(scene, "your move", NULL);
	press(scene, "k", "4 5 by P? 4 6:\u00bdP", NULL);
	press(scene, "k", "4 4 by P? 4 6:\u00bdP", NULL);
	press(scene, "k", "board 4 3 by p? 4 1:\u00bdp", NULL); /* the other side's */
}

TEST_MAIN(NULL, NULL)
