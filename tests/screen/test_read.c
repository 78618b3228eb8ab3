/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_read.c - a person reads messages: walks in a list of them, opens one, looks at long ones.  */
#include "ringside.h"

#include "ringside/bytes.h"

#include <stdlib.h>
#include <string.h>

/* Is that text in a selected line?  */
struct wanted {
	const char *text;
	bool selected;
};

static bool is_selected(struct vt *vt, void *data)
{
	const struct wanted *wanted = data;
	int x, y;

	return vt_find(vt, wanted->text, &x, &y) && vt_at(vt, x, y).inverse == wanted->selected;
}

/* Waits until the line with that text is selected.  */
static void selects(struct scene *scene, const char *text)
{
	comes(scene, text, is_selected, &(struct wanted){text, true});
}

static void loses(struct scene *scene, const char *text)
{
	comes(scene, text, is_selected, &(struct wanted){text, false});
}

/* A match after eight moves, paused, with the traffic of both.  */
static struct scene *begin_reading(const struct stage *stage)
{
	struct scene *scene = begin_paused(stage, "good 3", "good 7", "--layout", "traffic", NULL);

	ask(scene, "next x8", "move 8 ", "PAUSED", "◂ 3,7", NULL);
	return scene;
}

TEST_SCENE(keys_walk_from_line_to_line, begin_reading(&small))
{
	loses(scene, "TURN 3,3");
	type(scene, "k", NULL);
	selects(scene, "TURN 3,3");
	loses(scene, "◂ 3,7"); /* the cursor moves, the lines stay */
	type(scene, VT_UP, VT_UP, NULL);
	selects(scene, "◂ 3,3");
	type(scene, "jj", NULL);
	selects(scene, "TURN 3,3");
	press(scene, "g", "─ #1-", NULL);
	selects(scene, "• pause");
	type(scene, "G", NULL);
	shows_no(scene, "─ #");
	shows(scene, "◂ 3,7", NULL);
}

TEST_SCENE(control_d_and_u_walk_half_a_page, begin_reading(&small))
{
	type(scene, "\025", NULL); /* ^U */
	shows_no(scene, "◂ 3,7");
	shows(scene, "─ #", NULL);
	press(scene, "\004", "◂ 3,7", NULL); /* ^D */
	shows_no(scene, "─ #");
	ask(scene, "scroll halfup", "─ #", NULL);
}

TEST_SCENE(a_click_selects_a_line, begin_reading(&small))
{
	int x, y;

	assert_true(vt_find(scene->vt, "TURN 3,3", &x, &y));
	vt_click(scene->vt, x, y);
	selects(scene, "TURN 3,3");
}

TEST_SCENE(whoever_went_up_reads_how_many_have_come_and_end_follows_them, begin_reading(&small))
{
	type(scene, "kkk", NULL);
	selects(scene, "◂ 3,3");
	ask(scene, "next", "new below", NULL);
	selects(scene, "◂ 3,3"); /* still */
	press(scene, VT_END, "◂ 4,3", NULL);
	shows_no(scene, "new below");
}

TEST_SCENE(messages_that_come_move_no_line_that_is_read, begin_reading(&small))
{
	int before, after;

	type(scene, "k", NULL);
	selects(scene, "TURN 3,3");
	assert_true(vt_find(scene->vt, "TURN 3,3", NULL, &before));
	ask(scene, "next", "move 9", NULL);
	assert_true(vt_find(scene->vt, "TURN 3,3", NULL, &after));
	assert_int_equal(before, after);
}

TEST_SCENE(enter_opens_the_whole_message_and_leads_to_its_neighbours, begin_reading(&small))
{
	type(scene, "k", NULL);
	selects(scene, "TURN 3,3");
	press(scene, "\r", "─ message #", " to seat 2 (good), channel command, at 00:", ", turn 8: 10 bytes",
	      "\"TURN 3,3\\r\\n\"", "J: next", "The seat has to answer it.", NULL);
	press(scene, "h", "54 55 52 4e 20 33 2c 33 0d 0a", "TURN.3,3..", NULL);
	press(scene, "h", "\"TURN 3,3\\r\\n\"", NULL);
	press(scene, "J", " from seat 2 (good), channel move", "after its turn began (#",
	      "What happened then", "stopped after a move", NULL);
	press(scene, "KK", "\"INFO time_left", NULL);
	type(scene, "q", NULL);
	shows_no(scene, "─ message #");
	ask(scene, "info message #5", "─ message #5 ", "#5 of seat 2 (", NULL);
}

TEST_SCENE(a_double_click_opens_a_message, begin_reading(&small))
{
	int x, y;

	assert_true(vt_find(scene->vt, "TURN 3,3", &x, &y));
	vt_click(scene->vt, x, y);
	vt_click(scene->vt, x, y);
	shows(scene, " to seat 2 (good), channel", NULL);
}

TEST_SCENE(w_explains_the_selected_message, begin_reading(&small))
{
	press(scene, "kkkw", " from seat 1 (good)", "It is turn 7 of the match", NULL);
	press(scene,
	      "q"
	      "G"
	      "w",
	      "A person let the match continue up to here", NULL); /* nothing is selected: the stop */
}

static bool was_sent(struct vt *vt, void *data)
{
	size_t size, wanted = strlen(data);
	const char *output = vt_output(vt, &size);

	return memmem(output, size, data, wanted) != NULL;
}

TEST_SCENE(a_message_is_copied_only_after_a_person_has_allowed_it, begin_reading(&small))
{
	press(scene, "k\ry", "─ message #", "ringside sends nothing to the terminal's clipboard", NULL);
	assert_false(was_sent(scene->vt, "\033]52"));
	ask(scene, "set clipboard on", "may send messages", NULL);
	type(scene, "\ry", NULL);
	comes(scene, "TURN 3,3 in base64", was_sent, "\033]52;c;VFVSTiAzLDM=\007");
	shows(scene, " was sent to the terminal's clipboard", NULL);
}

TEST_SCENE(each_byte_of_a_long_message_can_be_read,
	   begin_paused(&small, "good 3", "good 7", "--layout", "traffic", NULL))
{
	shows(scene, "by the protocol it wou…", NULL);
	press(scene, "\rKKK", "message #3", "use files;", "ringside uses pipes anyway", NULL);
}

/* A match whose log has a line longer than the screen: message 3.  */
static struct scene *begin_long(const struct stage *stage)
{
	struct scene *scene = begin_paused(stage, "good 3", "good 7", "--layout", "traffic", NULL);

	command(scene, "set message-numbers off");
	shows(scene, "by the protocol it would …", NULL);
	return scene;
}

TEST_SCENE(a_pane_wraps_its_lines, begin_long(&small))
{
	int first, second, x, y;

	ask(scene, "set wrap", "long lines are wrapped", "by the protocol it would", "uses pipes anyway",
	    NULL);
	shows_no(scene, "would …");
	assert_true(vt_find(scene->vt, "its name does", &first, &y));
	assert_true(vt_find(scene->vt, "use files", &second, NULL));
	assert_int_equal(first, second);
	vt_click(scene->vt, second, y + 1); /* its second row selects the message too */
	selects(scene, "its name does");
	ask(scene, "set wrap", "it would …", NULL);
	assert_true(vt_find(scene->vt, "its name does", &x, NULL));
}

TEST_SCENE(a_pane_goes_sideways_and_shows_what_is_cut, begin_long(&small))
{
	press(scene, ">", "… the protocol it would use files; ringside uses pipes anyway", NULL);
	shows_no(scene, "its name");
	press(scene, "<", "• its name", "it would …", NULL);
}

TEST_SCENE(a_hit_beyond_the_edge_is_gone_to_and_marked_when_it_is_left, begin_long(&small))
{
	int x, y;

	press(scene, "/pipes anyway\r", "pipes anyway", NULL);
	assert_true(vt_find(scene->vt, "pipes anyway", &x, &y));
	assert_int_equal(vt_at(scene->vt, x, y).bg, 3);
	assert_int_not_equal(vt_at(scene->vt, x - 3, y).bg, 3); /* only the hit is */
	press(scene, "<<<", "it would ▸", NULL);
}

/* In narrow panes too, beside a time without thousandths, or alone.  */
TEST(narrow_panes_show_numbers)
{
	struct scene *scene = begin_paused(&small, "good 3", "good 7", NULL);

	shows(scene, "│  1 00:00   • pause", NULL);
	command(scene, "set message-numbers off");
	shows(scene, "│00:00.0", "• pause", NULL);
	leave(scene);
	scene = begin(&small, "play", "lmc", "--pause", "--game", "roshambo", "sample:random",
		      "sample:constant", NULL);
	shows(scene, "│ 2 ● •", NULL);
	leave(scene);
}

TEST_SCENE(messages_show_their_numbers, begin_reading(&small))
{
	shows(scene, "│#3", NULL);
	type(scene, "g", NULL);
	ask(scene, "set message-numbers", "the numbers of messages: off", NULL);
	shows_no(scene, "│#3");
	command(scene, "set message-numbers on");
	shows(scene, "│#3", NULL);
}

static void an_answer_longer_than_the_line_grows_upwards_on(const struct stage *stage)
{
	struct scene *scene = begin_paused(stage, "good 3", "good 7", NULL);
	int y;

	ask(scene, "scroll sideways", "scroll: expected up, down, pageup, pagedown",
	    "top or end, not \"sideways\"", NULL);
	assert_true(vt_find(scene->vt, "not \"sideways\"", NULL, &y));
	assert_int_equal(y, prompt_row(scene));
	type(scene, VT_ESC, NULL);
	shows_no(scene, "sideways");
	shows(scene, "moves ", NULL);
	leave(scene);
}

TEST(an_answer_longer_than_the_line_grows_upwards)
{
	an_answer_longer_than_the_line_grows_upwards_on(&small);
	an_answer_longer_than_the_line_grows_upwards_on(&large);
}

TEST_SCENE(a_step_is_a_mark_at_the_edge_of_the_message, begin_paused(&small, "good 3", "good 7", NULL))
{
	int x, y;

	ask(scene, "next x4", "move 4 ", "PAUSED", NULL);
	press(scene, "sss", "◂ 2,3", NULL);
	assert_true(vt_find(scene->vt, "◂ 2,3", &x, &y));
	shows_no(scene, "stopped before");
	assert_null(strstr(vt_row(scene->vt, y - 1), "step"));
	/* In the pane of the seat, and not behind the messages before. */
	shows(scene, "▌ 4", NULL);
	ask(scene, "set layout traffic", "▌#4", "◂ 2,3", NULL);
	shows_no(scene, "• step");
}

TEST_SCENE(a_search_says_how_many_it_finds, begin_reading(&small))
{
	ask(scene, "search ?TURN \\d,3", "/ 4 of 4", NULL);
	press(scene, "[", "/ 3 of 4", NULL);
	press(scene, "]]", "/ 1 of 4", NULL);
	press(scene, "][", "/ 1 of 4", NULL);
	type(scene, "j", NULL);
	shows_no(scene, "/ 1 of 4");
}

/* Who knows other programs presses n after a search.  It plays no move until the search is over.  */
TEST_SCENE(n_goes_to_the_next_hit_until_the_search_is_over, begin_reading(&small))
{
	ask(scene, "search ?TURN \\d,3", "/ 4 of 4", "n next hit", NULL);
	press(scene, "N", "/ 3 of 4", NULL);
	press(scene, "n", "/ 4 of 4", NULL);
	press(scene, "NNj", "n next hit", NULL);
	press(scene, "n", "/ 3 of 4", "move 8 ", NULL);
	press(scene, VT_ESC, "n move", NULL);
	press(scene, "n", "move 9 ", NULL);
	press(scene, "?", "n next hit", NULL);
	press(scene, "/break\r", NULL);
	press(scene, "nnN", NULL);
	shows_no(scene, "does nothing");
}

/* They fill the log of a small screen: an agent that talks has more of them than it has rows.  */
TEST(held_messages_are_shown_even_if_nothing_else_has_room)
{
	static const struct stage low = {.cols = 80, .rows = 17};
	struct scene *scene = begin_paused(&low, "talks 3", "good 7", NULL);
	int y, frame;

	ask(scene, "next x2", "move 2 ", "PAUSED", NULL);
	ask(scene, "step x2", "‖ ● ◂ MESSAGE move", NULL);
	type(scene, "\tkkk", NULL);
	assert_true(vt_find(scene->vt, "] log", NULL, &frame));
	for (y = 3; y < frame; y++) /* and nothing is drawn over a frame */
		if (vt_at(scene->vt, 36, y).text[0] && !strcmp(vt_at(scene->vt, 36, y).text, "└"))
			assert_non_null(
				strstr(vt_row(scene->vt, y), "└──────────────────────────────────────────┘"));
}

TEST_MAIN(NULL, NULL)
