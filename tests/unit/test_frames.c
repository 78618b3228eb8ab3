/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_frames.c - frames follow each other at most 60 times a second, a key has its own at once, and none
 * waits for the match file.  */
#include "../test.h"

#include "ui/ui_state.h"

#define MS    ((int64_t)NS_PER_MS)
#define FRAME ((int64_t)NS_PER_S / 60)
#define BEGIN (1000 * MS)

/* One that has just drawn its panes.  */
static struct frames drawn(int64_t at)
{
	struct frames frames = {0};

	assert_true(frames_draws_panes(&frames, FRAME_WHOLE, at));
	return frames;
}

TEST(a_change_is_drawn_a_sixtieth_of_a_second_after_the_last_frame)
{
	struct frames frames = drawn(BEGIN);

	assert_int_equal(frames_change(&frames, BEGIN + MS), BEGIN + FRAME);
	assert_true(frames.due);
	frames = drawn(BEGIN);
	assert_int_equal(frames_change(&frames, BEGIN + 50 * MS), BEGIN + 50 * MS);
}

TEST(a_key_is_drawn_at_once_also_right_after_a_frame)
{
	struct frames frames = drawn(BEGIN);

	assert_int_equal(frames_change(&frames, BEGIN + MS), BEGIN + FRAME);
	assert_int_equal(frames_key(&frames, BEGIN + 2 * MS), BEGIN + 2 * MS);
}

TEST(a_key_that_repeats_is_drawn_at_most_sixty_times_a_second)
{
	struct frames frames = drawn(BEGIN);

	assert_int_equal(frames_key(&frames, BEGIN + MS), BEGIN + MS);
	assert_int_equal(frames_key(&frames, BEGIN + 3 * MS), BEGIN + MS + FRAME);
	assert_true(frames.due);
	assert_int_equal(frames_key(&frames, BEGIN + 4 * MS), BEGIN + MS + FRAME);
	assert_int_equal(frames_key(&frames, BEGIN + MS + FRAME), BEGIN + MS + FRAME);
	/* Whether at once or later, the frame is one for a key.  */
	assert_int_equal(frames_key(&frames, BEGIN + 2 * FRAME), BEGIN + MS + 2 * FRAME);
	assert_true(frames_draws_panes(&frames, FRAME_WHOLE, BEGIN + MS + 2 * FRAME));
	assert_int_equal(frames_key(&frames, BEGIN + 2 * MS + 2 * FRAME), BEGIN + MS + 3 * FRAME);
}

TEST(panes_wait_a_little_for_their_rows)
{
	struct frames frames = drawn(BEGIN);
	int64_t now = BEGIN + 20 * MS, first = now;

	assert_false(frames_draws_panes(&frames, FRAME_BEHIND, now));
	now = frames_again(&frames, now);
	assert_true(now > first && now < first + FRAME);
	assert_true(frames_draws_panes(&frames, FRAME_WHOLE, now));
	assert_false(frames_draws_panes(&frames, FRAME_BUSY, now + FRAME));
	assert_true(frames_draws_panes(&frames, FRAME_WHOLE, now + FRAME + 2 * MS));
}

static int64_t waits(struct frames *frames, enum session_frame frame, int64_t now)
{
	int64_t first = now;

	while (!frames_draws_panes(frames, frame, now))
		now = frames_again(frames, now);
	return now - first;
}

TEST(panes_do_not_wait_long_for_a_slow_disk)
{
	struct frames frames = drawn(BEGIN);
	int64_t now = BEGIN + 100 * MS, rows, commit;

	rows = waits(&frames, FRAME_BEHIND, now);
	assert_true(rows > 0 && rows < FRAME);
	assert_int_equal(waits(&frames, FRAME_BEHIND, now + 100 * MS), 0);
	assert_int_equal(waits(&frames, FRAME_WHOLE, now + 200 * MS), 0);
	assert_int_equal(waits(&frames, FRAME_BEHIND, now + 300 * MS), rows);
	frames = drawn(BEGIN);
	commit = waits(&frames, FRAME_BUSY, now);
	assert_true(commit > rows);
	assert_int_equal(frames_again(&frames, now + commit),
			 now + commit + FRAME); /* the terminal is slow */
	assert_int_equal(waits(&frames, FRAME_BUSY, now + commit + FRAME), 0);
	assert_int_equal(waits(&frames, FRAME_WHOLE, now + commit + 2 * FRAME), 0);
	assert_int_equal(waits(&frames, FRAME_BUSY, now + commit + 3 * FRAME), commit);
}

TEST_MAIN(NULL, NULL)
