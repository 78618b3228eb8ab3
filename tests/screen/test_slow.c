/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_slow.c - a match file that never ends being read keeps nobody: q leaves, ^C stops the reading.  */
#include "../agents/endless.h"
#include "../temp.h"
#include "ringside.h"

#include <signal.h>
#include <stdlib.h>

/* Opens a file whose first frame is read for ever, and waits until the keyboard is ringside's.  */
static struct scene *open_slow(const struct stage *stage, char **path)
{
	struct scene *scene;

	*path = temp_path("match");
	scene = begin_match(stage, "talks 3", "good 7", "--record", *path, NULL);
	shows(scene, "talks wins: five", NULL);
	leave(scene);
	endless_make(*path, true);
	scene = begin(stage, "open", *path, NULL);
	assert_true(vt_wait_raw(scene->vt, LONG));
	return scene;
}

TEST(q_leaves_while_the_file_is_read)
{
	char *path;
	struct scene *scene = open_slow(&small, &path);

	type(scene, "q", NULL);
	assert_int_equal(ends(scene), 0);
	temp_remove(path);
}

TEST_ON_ALL_STAGES(interrupt_stops_the_reading_until_the_next_key)
{
	char *path;
	struct scene *scene = open_slow(stage, &path);

	press(scene, "\003", "stopped reading the match file: ^L goes on, q leaves", NULL);
	type(scene, "\014", NULL); /* it is read again */
	type(scene, "\003", NULL);
	type(scene, "q", NULL);
	assert_int_equal(ends(scene), 0);
	temp_remove(path);
}

TEST(a_signal_leaves_while_the_file_is_read)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP};

	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		char *path;
		struct scene *scene = open_slow(&small, &path);

		assert_int_equal(vt_signal(scene->vt, signals[i]), 0);
		assert_int_equal(ends(scene), 0);
		temp_remove(path);
	}
}

TEST_MAIN(NULL, NULL)
