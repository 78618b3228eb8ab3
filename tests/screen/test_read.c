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

	command(scene, "next x8");
	shows(scene, "move 8 ", "PAUSED", "◂ 3,7", NULL);
	return scene;
}

static void keys_walk_from_line_to_line(void **state)
{
	struct scene *scene = begin_reading(&small);

	(void)state;
	loses(scene, "TURN 3,3");
	type(scene, "k", NULL);
	selects(scene, "◂ 3,7");
	type(scene, "k", NULL);
	selects(scene, "TURN 3,3");
	loses(scene, "◂ 3,7"); /* the cursor moves, the lines stay */
	type(scene, VT_UP, VT_UP, NULL);
	selects(scene, "◂ 3,3");
	type(scene, "jj", NULL);
	selects(scene, "TURN 3,3");
	type(scene, "g", NULL);
	shows(scene, "#1-17 of 49", NULL);
	selects(scene, "• pause");
	type(scene, "G", NULL);
	shows_no(scene, " of 49");
	shows(scene, "◂ 3,7", NULL);
	leave(scene);
}

static void control_d_and_u_walk_half_a_page(void **state)
{
	struct scene *scene = begin_reading(&small);

	(void)state;
	type(scene, "\025", NULL); /* ^U */
	shows_no(scene, "◂ 3,7");
	shows(scene, " of 49", NULL);
	type(scene, "\004", NULL); /* ^D */
	shows(scene, "◂ 3,7", NULL);
	shows_no(scene, " of 49");
	command(scene, "scroll halfup");
	shows(scene, " of 49", NULL);
	leave(scene);
}

static void a_click_selects_a_line(void **state)
{
	struct scene *scene = begin_reading(&small);
	int x, y;

	(void)state;
	assert_true(vt_find(scene->vt, "TURN 3,3", &x, &y));
	vt_click(scene->vt, x, y);
	selects(scene, "TURN 3,3");
	leave(scene);
}

static void whoever_went_up_reads_how_many_have_come_and_end_follows_them(void **state)
{
	struct scene *scene = begin_reading(&small);

	(void)state;
	type(scene, "kkkk", NULL);
	selects(scene, "◂ 3,3");
	command(scene, "next");
	shows(scene, "new below", NULL);
	selects(scene, "◂ 3,3"); /* still */
	type(scene, VT_END, NULL);
	shows(scene, "◂ 4,3", NULL);
	shows_no(scene, "new below");
	leave(scene);
}

static void messages_that_come_move_no_line_that_is_read(void **state)
{
	struct scene *scene = begin_reading(&small);
	int before, after;

	(void)state;
	type(scene, "kk", NULL);
	selects(scene, "TURN 3,3");
	assert_true(vt_find(scene->vt, "TURN 3,3", NULL, &before));
	command(scene, "next");
	shows(scene, "move 9", NULL);
	assert_true(vt_find(scene->vt, "TURN 3,3", NULL, &after));
	assert_int_equal(before, after);
	leave(scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_walk_from_line_to_line),
		cmocka_unit_test(a_click_selects_a_line),
		cmocka_unit_test(whoever_went_up_reads_how_many_have_come_and_end_follows_them),
		cmocka_unit_test(messages_that_come_move_no_line_that_is_read),
		cmocka_unit_test(control_d_and_u_walk_half_a_page),
	};

	return cmocka_run_group_tests_name("read", tests, NULL, NULL);
}
