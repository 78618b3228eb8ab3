/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_read.c - a person reads messages: walks in a list of them, opens one, looks at long ones.  */
#include "ringside.h"

#include "ringside/bytes.h"

#include <stdlib.h>
#include <string.h>

static void control_d_and_u_walk_half_a_page(void **state)
{
	struct scene *scene = begin_paused(&small, "good 3", "good 7", "--layout", "traffic", NULL);

	(void)state;
	command(scene, "next x8");
	shows(scene, "move 8 ", "PAUSED", "◂ 3,7", NULL);
	type(scene, "\025\025", NULL); /* ^U */
	shows_no(scene, "◂ 3,7");
	type(scene, "\004\004", NULL); /* ^D */
	shows(scene, "◂ 3,7", NULL);
	command(scene, "scroll halfup");
	command(scene, "scroll halfup");
	shows_no(scene, "◂ 3,7");
	leave(scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(control_d_and_u_walk_half_a_page),
	};

	return cmocka_run_group_tests_name("read", tests, NULL, NULL);
}
