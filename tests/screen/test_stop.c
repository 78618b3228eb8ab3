/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_stop.c - a match stops at breakpoints, catchpoints and watchpoints.  */
#include "ringside.h"

#include <string.h>

/* Does the held message's line end with the breakpoint's name, or in a narrow pane with a letter?  */
static bool is_marked(struct vt *vt, void *data)
{
	const char *const *texts = data;
	int x, y;

	if (!vt_find(vt, texts[0], &x, &y))
		return false;
	return strstr(vt_span(vt, x, y, vt_cols(vt) - x), texts[1]) ||
	       strstr(vt_span(vt, x, y, vt_cols(vt) - x), " b│");
}

static void marks(struct scene *scene, const char *held, const char *name)
{
	const char *texts[] = {held, name};

	comes(scene, "a message that is marked", is_marked, texts);
}

TEST_SCENE_ON_ALL_STAGES(a_condition_stops_before_the_answer, begin_paused(stage, "good 3", "good 7", NULL))
{
	ask(scene, "break if seat == 2 && move > 3 && channel == move",
	    "breakpoint 1: every message if seat == 2", NULL);
	press(scene, "c", "move 3 ", "PAUSED breakpoint 1", "breakpoint 1, seat 2 plays 1,7", NULL);
	shows_stone(scene, "b8", empty(scene));
	press(scene, "c", "move 5 ", "PAUSED breakpoint 1", "breakpoint 1, seat 2 plays 2,7", NULL);
	command(scene, "delete 1");
	press(scene, "c", "good wins: five", NULL);
}

TEST(a_held_message_is_marked_with_its_breakpoint)
{
	static const struct stage *const stages[] = {&small, &large};

	for (size_t i = 0; i < 2; i++) {
		struct scene *scene = begin_paused(stages[i], "good 3", "good 7", NULL);

		ask(scene, "break a4", "breakpoint 1: the move a4", NULL);
		press(scene, "c", "breakpoint 1, seat 1 plays 0,3", NULL);
		marks(scene, "‖ ◂ 0,3", "breakpoint 1");
		press(scene, " ", "good wins: five", NULL);
		shows_no(scene, "PAUSED breakpoint 1");
		leave(scene);
	}
}

TEST(a_time_breakpoint_marks_the_unanswered_question)
{
	static const struct stage *const stages[] = {&small, &large};

	for (size_t i = 0; i < 2; i++) {
		struct scene *scene =
			begin_paused(stages[i], "good 3", "silent 7", "--turn-time", "600s", NULL);

		command(scene, "break if time > 50ms");
		press(scene, "c", "PAUSED breakpoint 1", "breakpoint 1, seat 2: time is 50 ms", NULL);
		marks(scene, "▸ TURN 1,3", "breakpoint 1");
		shows(scene, "stopped between messages", NULL);
		command(scene, "delete");
		press(scene, "c", "RUNNING", "thinking", NULL);
		leave(scene);
	}
}

/* Does the timeline show a point where the match will stop?  */
static bool is_announced(struct vt *vt, void *data UNUSED)
{
	int x, y;

	return vt_find(vt, " moves ", &x, &y) && strstr(vt_span(vt, x, y, 20), "◎");
}

TEST_SCENE(the_timeline_shows_where_the_match_will_stop, begin_paused(&small, "good 3", "good 7", NULL))
{
	command(scene, "break once 4");
	comes(scene, "a point on the timeline", is_announced, NULL);
	press(scene, "c", "breakpoint 1, seat 2 plays 1,7", "move 3 ", NULL);
	assert_false(is_announced(scene->vt, NULL));
}

TEST_SCENE(keys_break_at_the_cursor_of_the_board, begin_paused(&small, "good 3", "good 7", NULL))
{
	press(scene, "b", "breakpoint 1: the move 7,7", NULL);
	ask(scene, "break once here", "breakpoint 2: the move 7,7, once", NULL);
	press(scene, "n", "move 1 ", "PAUSED", NULL);
	ask(scene, "override h8", "breakpoint 1, seat 2 has played 7,7", "PAUSED breakpoint 1", NULL);
}

/* Is the caret below the "=" that should be "=="?  */
static bool points_at_the_mistake(struct vt *vt, void *data UNUSED)
{
	int x, y;

	return vt_find(vt, "^ expected ==", &x, &y) && strcmp(vt_span(vt, x, y - 1, 3), "= 2") == 0 &&
	       strstr(vt_span(vt, 0, y - 1, x), "break if seat ");
}

TEST_SCENE_ON_ALL_STAGES(a_caret_points_at_a_mistake_and_nothing_is_set,
			 begin_paused(stage, "good 3", "good 7", NULL))
{
	command(scene, "break if seat = 2");
	comes(scene, "a caret below the mistake", points_at_the_mistake, NULL);
	type(scene, "q", NULL);
	shows_no(scene, "expected ==");
	ask(scene, "info breakpoints", "there are no breakpoints", NULL);
	command(scene, "break once 2 if seat == 2");
	ask(scene, "info breakpoints", "Num Type       Disp Enb What",
	    "1   breakpoint del  y   the answer of turn 2", "stop only if seat == 2", NULL);
	type(scene, "q", NULL);
}

TEST_SCENE(an_illegal_answer_can_be_caught_and_replaced, begin_paused(&small, "good 3", "outside 7", NULL))
{
	command(scene, "break illegal");
	type(scene, "c", NULL);
	shows(scene, "catchpoint 1, seat 2 plays 99,99, which is illegal", "PAUSED catchpoint 1", "move 3 ",
	      NULL);
	ask(scene, "override h8", "move 4 ", NULL);
	shows_stone(scene, "h8", white(scene));
}

TEST_SCENE(at_a_caught_limit_a_person_can_give_more_time,
	   begin_paused(&small, "good 3", "silent 7", "--turn-time", "200ms", "--tolerance", "0", NULL))
{
	command(scene, "break timeout");
	press(scene, "c", "catchpoint 1, seat 2 has reached the limit of 0.200 s for a turn",
	      "PAUSED catchpoint 1", NULL);
	ask(scene, "why", "stopped at a limit: catchpoint 1", NULL);
	type(scene, "q", NULL);
	ask(scene, "set turn-time 1h", "the limit for a turn is 3600 s", NULL);
	press(scene, "c", "RUNNING", "thinking", NULL);
	ask(scene, "set turn-time 1ms", "good wins: timeout", NULL);
}

TEST_SCENE(going_on_at_a_limit_gives_the_verdict,
	   begin_paused(&small, "good 3", "silent 7", "--turn-time", "200ms", "--tolerance", "0", NULL))
{
	command(scene, "break timeout");
	press(scene, "c", "PAUSED catchpoint 1", NULL);
	press(scene, "c", "good wins: timeout", NULL);
}

TEST_SCENE(a_crash_is_caught_before_the_verdict, begin_paused(&small, "good 3", "crash 7", NULL))
{
	command(scene, "break crash");
	press(scene, "c", "ended by SIGSEGV", "PAUSED catchpoint 1", NULL);
	press(scene, "c", "good wins: crash", NULL);
}

TEST_SCENE(a_caught_verdict_delays_the_next_game,
	   begin_paused(&small, "good 3", "good 7", "--games", "2", NULL))
{
	command(scene, "break verdict");
	press(scene, "c", "good wins: five", "catchpoint 1, verdict five: c begins the next game", NULL);
	ask(scene, "next", "game 2", "move 1 ", "PAUSED", NULL);
	press(scene, "c", "game 2", "good wins: five", "catchpoint 1, verdict five", NULL);
	press(scene, "c", "the match is over", NULL);
}

TEST_SCENE(a_watchpoint_stops_at_a_changed_score,
	   begin(&small, "play", "lmc", "--pause", "sample:beat-last", "sample:constant", NULL))
{
	shows(scene, "PAUSED", NULL);
	ask(scene, "watch score if seat == 1", "watchpoint 1: score if seat == 1", NULL);
	press(scene, "c", "PAUSED watchpoint 1", "watchpoint 1, score of seat 1 changed from ", " to ", NULL);
}

TEST_SCENE(a_breakpoint_can_wait_for_a_percept_by_its_meaning,
	   begin(&large, "play", "asimulator", "--pause", "--turn-time", "0", "--seed", "5", "sample:rotate",
		 NULL))
{
	shows(scene, "PAUSED", NULL);
	command(scene, "break if channel == percept && move == 3 && text ~ /^home/i");
	press(scene, "c", "PAUSED breakpoint 1", "breakpoint 1, seat 1 is told \"Home\"", "move 2 ", NULL);
	marks(scene, "‖ ▸ 01", "breakpoint 1");
}

TEST(every_system_stops_before_an_answer)
{
	static const char *const systems[][2] = {{"lmc", "sample:rotate"},
						 {"lmc2", "sample:imitate-player"},
						 {"qchess", "sample:random"},
						 {"asimulator", "sample:wander"}};

	for (size_t i = 0; i < sizeof(systems) / sizeof(systems[0]); i++) {
		struct scene *scene =
			begin(&small, "play", systems[i][0], "--pause", systems[i][1], systems[i][1], NULL);

		shows(scene, "PAUSED", NULL);
		ask(scene, "break once 3", "breakpoint 1: the answer of turn 3, once", NULL);
		press(scene, "c", "move 2 ", "PAUSED breakpoint 1", " plays ", NULL);
		leave(scene);
	}
}

TEST_SCENE(a_tracepoint_leaves_an_earlier_position_on_the_screen,
	   begin_match(&small, "chatty 3", "good 7", "--turn-time", "100s", NULL))
{
	shows(scene, "move 2 ", NULL);
	ask(scene, "goto 1", "VIEWING 1 of 2", NULL);
	ask(scene, "log \"says {text}\" if channel == debug", "says DEBUG nothing yet", "VIEWING 1 of 2",
	    NULL);
}

TEST_SCENE(all_lines_of_tracepoints_can_be_read, begin_paused(&small, "chatty 3", "good 7", NULL))
{
	ask(scene, "info log", "no tracepoint has written anything", NULL);
	command(scene, "log \"one: {text}\" if channel == move");
	command(scene, "log \"two: {text}\" if channel == move");
	ask(scene, "next", "one: 0,3", "two: 0,3", "move 1 ", NULL);
	ask(scene, "info log", "written by tracepoints", "one: 0,3", "two: 0,3", NULL);
	type(scene, "q", NULL);
}

TEST_MAIN(NULL, NULL)
