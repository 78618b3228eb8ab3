/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_attach.c - a person watches a tap: the games that its agent plays for another judge, while they are
 * played.  */
#include "../temp.h"
#include "ringside.h"

#include "ringside/bytes.h"

#include <glob.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>

/* How many taps of that home listen.  */
static size_t listening(const char *home)
{
	FREED char *pattern = bytes_text("%s/ringside/run/[0-9]*", home);
	glob_t found;
	size_t count = glob(pattern, 0, NULL, &found) == 0 ? found.gl_pathc : 0;

	globfree(&found);
	return count;
}

/* A tapped agent plays for this ringside, which stands before the first message.  The tap and who attaches
 * share the home.  */
static struct scene *judged_with(const char *home, const char *agent, const char *other, const char *games,
				 size_t taps)
{
	FREED char *tapped = bytes_text("'%s' tap gomocup -- %s", getenv("RINGSIDE"), player(agent));
	size_t before = listening(home);
	struct scene *judge = begin_in(&small, home, "play", "gomocup", "--pause", "--turn-time", "60s",
				       "--games", games, tapped, other, NULL);

	shows(judge, "PAUSED", NULL);
	for (int i = 0; i < LONG && listening(home) < before + taps; i++)
		poll(NULL, 0, 1);
	return judge;
}

static struct scene *judged(const char *home, const char *agent, const char *games)
{
	return judged_with(home, agent, player("good 7"), games, 1);
}

/* Both agents are tapped, and both have begun.  */
static struct scene *judged_both(const char *home, const char *games)
{
	FREED char *tapped = bytes_text("'%s' tap gomocup -- %s", getenv("RINGSIDE"), player("good 7"));
	struct scene *judge = judged_with(home, "good 3", tapped, games, 2), *list;

	press(judge, "n", "move 1 ", "PAUSED", NULL);
	press(judge, "n", "move 2 ", "PAUSED", NULL);
	/* The recorders are behind: `attach` takes two taps for one match once their files say so. */
	list = begin_in(&small, home, "attach", "good", NULL);
	shows(list, "game 1: being played, 1 move ", "game 1: being played, 2 moves", NULL);
	type(list, "q", NULL);
	assert_int_equal(ends(list), 0);
	return judge;
}

/* The judge stands after the first move, and somebody watches.  */
static struct scene *watched(const char *home, struct scene *judge)
{
	struct scene *watcher;

	press(judge, "n", "move 1 ", "PAUSED", NULL);
	watcher = begin_in(&small, home, "attach", NULL);
	shows(watcher, "move 1 ", "FOLLOWING", NULL);
	return watcher;
}

TEST(a_tap_is_watched_while_it_plays)
{
	TEMP char *home = temp_path("state");
	struct scene *judge = judged(home, "good 3", "1"), *watcher;

	watcher = begin_in(&small, home, "attach", NULL);
	shows(watcher, "has begun no game yet: waiting for it", NULL);
	press(judge, "n", "move 1 ", "PAUSED", NULL);
	shows(watcher, "move 1 ", "FOLLOWING", "game 1", "q quit", NULL);
	shows_stone(watcher, "a4", black(watcher));
	type(judge, "nn", NULL);
	shows(watcher, "move 3 ", NULL);
	press(watcher, VT_LEFT, "VIEWING 2 of 3", NULL);
	ask(watcher, "why", "nothing has happened yet", NULL);
	leave(watcher);
	leave(judge);
}

TEST(who_watches_sees_for_how_long_it_thinks)
{
	TEMP char *home = temp_path("state");
	struct scene *judge = judged(home, "silent 3", "1"), *watcher;

	press(judge, "c", "thinking", NULL);
	watcher = begin_in(&small, home, "attach", NULL);
	shows(watcher, "thinking", "FOLLOWING", NULL);
	shows(watcher, "match 00:01", NULL);
	type(watcher, "q", NULL);
	assert_int_equal(ends(watcher), 0);
	leave(judge);
}

TEST(the_next_game_follows_unless_somebody_looks_at_the_last)
{
	TEMP char *home = temp_path("state");
	struct scene *judge = judged(home, "good 3", "3"), *watcher;

	press(judge, "n", "move 1 ", "PAUSED", NULL);
	watcher = begin_in(&small, home, "attach", NULL);
	shows(watcher, "move 1 ", "game 1", NULL);
	ask(judge, "break verdict", "catch", NULL);
	ask(judge, "continue", "c begins the next game", NULL);
	ask(judge, "next x2", "game 2", "move 2 ", NULL);
	shows(watcher, "game 1: good wins, five", "game 2", "○ good", "move 2 ", NULL);
	press(watcher, VT_LEFT, "VIEWING 1 of 2", NULL);
	ask(judge, "continue", "c begins the next game", NULL);
	ask(judge, "next", "game 3", "move 1 ", NULL);
	shows(watcher, "game 3 of the tap has begun: it follows when you come back to the end",
	      "VIEWING 1 of", NULL);
	press(watcher, VT_END, "game 3", "FOLLOWING", "move 1 ", NULL);
	leave(judge);
	shows(watcher, "the tap has ended", NULL);
	press(watcher, "u", "you have no move in this match: `r` plays on", "move 1 ", NULL);
	leave(watcher);
}

/* As when a judge starts its program anew for each game.  */
TEST(the_next_tap_of_a_player_follows_one_that_has_ended)
{
	TEMP char *home = temp_path("state");
	struct scene *judge = judged(home, "good 3", "1"), *watcher = watched(home, judge);

	leave(judge);
	shows(watcher, "the tap has ended: the next one of good follows when it begins", NULL);
	judge = judged(home, "silent 3", "1");
	leave(judge);
	judge = judged(home, "good 3", "1");
	press(judge, "nnn", "move 3 ", "PAUSED", NULL);
	shows(watcher, "FOLLOWING", "move 3 ", "good, process ", NULL);
	press(watcher, " ", "the judge's clock runs", "PAUSED", NULL);
	press(watcher, "o", "o does nothing here: another judge has this match", NULL);
	leave(watcher);
	leave(judge);
}

TEST(a_match_that_is_played_on_is_not_replaced)
{
	TEMP char *home = temp_path("state");
	struct scene *judge = judged(home, "good 3", "2"), *watcher = watched(home, judge);

	ask(watcher, "resume", "RUNNING", "your move", NULL);
	ask(judge, "continue", "game 2", "good wins: five", NULL);
	shows(watcher, "game 2 of the tap has begun", "RUNNING", "your move", NULL);
	leave(watcher);
	leave(judge);
}

TEST(the_list_of_taps_is_renewed)
{
	TEMP char *home = temp_path("state");
	struct scene *judges[] = {judged(home, "good 3", "1"), judged(home, "good 3", "1")}, *watcher;

	watcher = begin_in(&small, home, "attach", NULL);
	shows(watcher, "Agents that play for another judge now", "no game yet", NULL);
	shows_no(watcher, "being played");
	press(judges[1], "n", "move 1 ", "PAUSED", NULL);
	shows(watcher, "game 1: being played, 1 move", "no game yet", NULL);
	leave(judges[0]);
	shows_no(watcher, "no game yet");
	press(watcher, "\r", "FOLLOWING", "move 1 ", NULL);
	leave(judges[1]);
	leave(watcher);
}

TEST(one_of_several_is_chosen_from_a_list)
{
	TEMP char *home = temp_path("state");
	struct scene *judges[] = {judged(home, "good 3", "1"), judged(home, "good 3", "1")}, *watcher;

	press(judges[1], "n", "move 1 ", "PAUSED", NULL);
	watcher = begin_in(&small, home, "attach", NULL);
	shows(watcher, "Agents that play for another judge now", "no game yet", "game 1: being played", NULL);
	press(watcher, "X", "nothing is deleted here", NULL);
	press(watcher, "&good\r", "1 of 2", NULL);
	press(watcher, "\r", "FOLLOWING", "move 1 ", "q list", NULL);
	press(watcher, "q", "1 of 2", NULL);
	leave(judges[1]);
	press(watcher, "\r", "ringside: the tap has ended", NULL);
	assert_int_equal(ends(watcher), 1 << 8);
}

/* The tap holds what the judge says in the second turn of its agent.  */
static struct scene *holds(const char *home, struct scene *judge)
{
	struct scene *watcher = watched(home, judge);

	shows(watcher, "space hold", NULL);
	press(watcher, " ", "PAUSED", "the judge's clock runs", "space let all pass", NULL);
	ask(judge, "continue", "RUNNING", NULL);
	shows(watcher, "INFO time_left", "TURN", "e edit", NULL);
	return watcher;
}

TEST(a_person_holds_what_passes_and_changes_it)
{
	TEMP char *home = temp_path("state");
	struct scene *judge = judged(home, "good 3", "1"), *watcher = holds(home, judge);

	press(watcher, "s", "‖ ▸ TURN 0,7", NULL);
	shows_no(watcher, "‖ ▸ INFO");
	press(watcher, "s", "‖ ◂ 1,3", NULL);
	ask(watcher, "edit 1,4", "1,4", NULL);
	ask(watcher, "end resign", "another judge has this match", NULL);
	ask(watcher, "gdb 2", "seat 2 speaks for another judge", NULL);
	ask(watcher, "break crash", "begin it with --backtrace", NULL);
	press(watcher, " ", "FOLLOWING", NULL);
	shows_stone(judge, "b5", black(judge));
	shows(judge, "good wins: five", NULL);
	shows_stone(watcher, "b5", black(watcher));
	shows(watcher, "a person edits a message", NULL);
	leave(watcher);
	leave(judge);
}

TEST(gdb_looks_at_the_agent_of_a_tap)
{
	TEMP char *home = temp_path("state");
	struct scene *judge, *watcher;

	if (system("gdb --version >/dev/null 2>&1") != 0)
		skip();
	judge = judged(home, "good 3", "1");
	watcher = watched(home, judge);
	ask(watcher, "gdb 1 backtrace", "backtrace of seat 1 (good)", "#0", NULL);
	press(watcher, "q", "FOLLOWING", NULL);
	command(watcher, "gdb 1 -ex 'set confirm off' -ex 'set style enabled off'");
	shows(watcher, "gdb on 1 good", "(gdb)", "the judge's clock runs", "GDB HOLDS 1", NULL);
	press(watcher, "print 100 + 23\r", "= 123", NULL);
	press(watcher, "\035r", "gdb is open on seat 1: type `quit` there first", NULL);
	ask(watcher, "gdb 1 backtrace", "gdb is open on seat 1", NULL);
	command(watcher, "gdb 1");
	type(watcher, "quit\r", NULL);
	shows_no(watcher, "gdb on 1");
	press(judge, "c", "good wins: five", NULL);
	shows(watcher, "good wins: five", NULL);
	ask(watcher, "search-back is traced", "is traced: its clock stands", NULL);
	leave(watcher);
	leave(judge);
}

TEST(what_is_watched_in_a_tap_stops_it_and_what_is_logged_is_told)
{
	TEMP char *home = temp_path("state");
	struct scene *judge = judged(home, "good 3", "1"), *watcher = watched(home, judge);

	ask(watcher, "log \"it says {text}\" if dir == from", "tracepoint 1", NULL);
	ask(watcher, "watch move", "watchpoint 2", NULL);
	ask(judge, "continue", "RUNNING", NULL);
	shows(watcher, "PAUSED watchpoint 2", NULL);
	ask(watcher, "delete 2", "PAUSED", NULL);
	press(watcher, " ", "good wins: five", NULL);
	ask(watcher, "info log", "it says 1,3", "it says 4,3", NULL);
	leave(watcher);
	leave(judge);
}

TEST(the_match_of_another_judge_goes_on_to_the_next_answer)
{
	TEMP char *home = temp_path("state");
	struct scene *judge = judged(home, "good 3", "1"), *watcher = holds(home, judge);

	press(watcher, "S", "PAUSED", "‖ ◂ 1,3", NULL);
	shows_no(watcher, "breakpoint");
	press(watcher, "S", "PAUSED", "‖ ◂ 2,3", NULL);
	ask(watcher, "info breakpoints", "there are no breakpoints", NULL);
	press(watcher, " ", "FOLLOWING", NULL);
	shows(judge, "good wins: five", NULL);
	leave(watcher);
	leave(judge);
}

TEST(a_breakpoint_stops_the_match_of_another_judge)
{
	TEMP char *home = temp_path("state");
	struct scene *judge = judged(home, "good 3", "1"), *watcher = watched(home, judge);

	ask(watcher, "break no such move", "is not a square of the board", NULL);
	type(watcher, "q", NULL);
	ask(watcher, "break once 3", "breakpoint 1: the answer of turn 3, once", NULL);
	ask(watcher, "break 5", "breakpoint 2: the answer of turn 5", NULL);
	ask(judge, "continue", "RUNNING", NULL);
	shows(watcher, "PAUSED breakpoint 1", "the judge's clock runs", "1,3", NULL);
	ask(watcher, "continue", "PAUSED breakpoint 2", "2,3", NULL);
	ask(watcher, "delete 2", NULL);
	ask(watcher, "info breakpoints", "there are no breakpoints", NULL);
	ask(watcher, "continue", "FOLLOWING", NULL);
	shows(judge, "good wins: five", NULL);
	leave(watcher);
	leave(judge);
}

TEST(the_end_of_the_agent_of_another_judge_is_held)
{
	TEMP char *home = temp_path("state");
	struct scene *judge = judged(home, "leave 3", "1"), *watcher = watched(home, judge);

	ask(watcher, "break exit", "catchpoint 1", NULL);
	ask(judge, "continue", "RUNNING", NULL);
	shows(watcher, "PAUSED catchpoint 1", "catchpoint 1: an exit with status 0", "the judge's clock runs",
	      NULL);
	shows(judge, "RUNNING", NULL);
	if (system("gdb --version >/dev/null 2>&1") == 0)
		ask(watcher, "gdb 1", "it is about to exit", NULL);
	ask(watcher, "continue", "judge wins: exit (leave)", "the tap has ended", NULL);
	shows(judge, "wins: exit (leave)", NULL);
	leave(watcher);
	leave(judge);
}

TEST(two_taps_that_play_each_other_are_one_match)
{
	TEMP char *home = temp_path("state");
	struct scene *judge = judged_both(home, "2"), *watcher;

	watcher = begin_in(&small, home, "attach", NULL);
	shows(watcher, "good and good: game 1", "FOLLOWING", "move 2 ", "1 good", "2 good", "◂ 0,3", "◂ 0,7",
	      NULL);
	shows_no(watcher, "judge");
	ask(judge, "break verdict", "catch", NULL);
	ask(judge, "continue", "c begins the next game", NULL);
	shows(watcher, "good wins: five", "move 9 ", NULL);
	ask(watcher, "why", "Seat 1 (good) wins, after 9 turns", NULL);
	type(watcher, "q", NULL);
	ask(judge, "next x2", "game 2", "move 2 ", NULL);
	shows(watcher, "game 1: good wins, five", "good and good: game 2", "○ good", "move 2 ", NULL);
	leave(judge);
	shows(watcher, "the tap has ended", NULL);
	leave(watcher);
}

TEST(two_taps_are_held_as_one_match)
{
	TEMP char *home = temp_path("state");
	struct scene *judge = judged_both(home, "1"), *watcher;

	watcher = begin_in(&small, home, "attach", NULL);
	shows(watcher, "FOLLOWING", "move 2 ", NULL);
	press(watcher, " ", "PAUSED", "the judge's clock runs", NULL);
	ask(judge, "continue", "RUNNING", NULL);
	shows(watcher, "‖ ▸ TURN 0,7", NULL);
	press(watcher, "n", "move 3 ", "PAUSED", "‖ ◂ 1,7", NULL);
	type(watcher, "3", NULL);
	ask(watcher, "edit 8,8", "8,8", NULL);
	press(watcher, "n", "move 4 ", "PAUSED", "‖ ◂ 2,3", NULL);
	shows_stone(watcher, "i9", white(watcher));
	press(watcher, "s", "PAUSED", "‖ ▸ TURN 2,3", NULL);
	shows_no(watcher, "‖ ◂ 2,3");
	press(watcher, " ", "FOLLOWING", NULL);
	shows(judge, "good wins: five", NULL);
	shows_stone(judge, "i9", white(judge));
	shows(watcher, "good wins: five", NULL);
	leave(watcher);
	leave(judge);
}

TEST(a_breakpoint_stops_two_taps_as_one_match)
{
	TEMP char *home = temp_path("state");
	struct scene *judge = judged_both(home, "1"), *watcher;

	watcher = begin_in(&small, home, "attach", NULL);
	shows(watcher, "FOLLOWING", "move 2 ", NULL);
	ask(watcher, "break no such move", "is not a square of the board", NULL);
	type(watcher, "q", NULL);
	ask(watcher, "log \"of {seat}: {text}\" if dir == from", "tracepoint 1", NULL);
	ask(watcher, "break 7", "breakpoint 2: the answer of turn 7", NULL);
	ask(watcher, "break once if seat == 2 && dir == from", "breakpoint 3", NULL);
	ask(judge, "continue", "RUNNING", NULL);
	shows(watcher, "PAUSED breakpoint 3", "‖ ◂ 1,7", "the judge's clock runs", NULL);
	ask(watcher, "continue", "PAUSED breakpoint 2", "‖ ◂ 3,3", NULL);
	ask(watcher, "info breakpoints", "seat 1: Num", "seat 2: Num", "already hit 1 time", NULL);
	shows_no(watcher, "seat == 2");
	type(watcher, "q", NULL);
	ask(watcher, "info log", "of 1: 1,3", "of 2: 1,7", "of 1: 3,3", NULL);
	type(watcher, "q", NULL);
	ask(watcher, "delete", NULL);
	ask(watcher, "info breakpoints", "there are no breakpoints", NULL);
	press(watcher, " ", "FOLLOWING", NULL);
	shows(judge, "good wins: five", NULL);
	leave(watcher);
	leave(judge);
}

TEST(gdb_looks_at_either_agent_of_two_taps)
{
	TEMP char *home = temp_path("state");
	struct scene *judge, *watcher;

	if (system("gdb --version >/dev/null 2>&1") != 0)
		skip();
	judge = judged_both(home, "1");
	watcher = begin_in(&small, home, "attach", NULL);
	shows(watcher, "FOLLOWING", "move 2 ", NULL);
	ask(watcher, "gdb 2 backtrace", "backtrace of seat 2 (good)", "#0", NULL);
	press(watcher, "q", "FOLLOWING", NULL);
	command(watcher, "gdb 1 -ex 'set confirm off' -ex 'set style enabled off'");
	shows(watcher, "gdb on 1 good", "(gdb)", "GDB HOLDS 1", NULL);
	type(watcher, "\035", NULL);
	ask(watcher, "gdb 2 backtrace", "gdb is open on seat 1: type `quit` there first", NULL);
	command(watcher, "gdb 1");
	type(watcher, "quit\r", NULL);
	shows_no(watcher, "gdb on 1");
	press(judge, "c", "good wins: five", NULL);
	shows(watcher, "good wins: five", NULL);
	leave(watcher);
	leave(judge);
}

TEST(who_leaves_lets_all_pass_that_was_held)
{
	TEMP char *home = temp_path("state");
	struct scene *judge = judged(home, "good 3", "1"), *watcher = holds(home, judge);

	leave(watcher);
	shows(judge, "good wins: five", NULL);
	leave(judge);
}

TEST(who_plays_on_lets_all_pass_that_was_held)
{
	TEMP char *home = temp_path("state");
	struct scene *judge = judged(home, "good 3", "1"), *watcher = holds(home, judge);

	ask(watcher, "resume", "RUNNING", "your move", NULL);
	shows(judge, "good wins: five", NULL);
	leave(watcher);
	leave(judge);
}

TEST(who_is_killed_lets_all_pass_that_was_held)
{
	TEMP char *home = temp_path("state");
	struct scene *judge = judged(home, "good 3", "1"), *watcher = holds(home, judge);

	vt_signal(watcher->vt, SIGKILL);
	abandon(watcher);
	shows(judge, "good wins: five", NULL);
	leave(judge);
}

TEST_MAIN(NULL, NULL)
