/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_branch.c - systems whose agents cannot take back: a match continues from one of its turns in a branch,
 * with fresh agents that are told the same as the old ones.  */
#include "../agents/ask_file.h"
#include "ringside.h"

#include "ringside/bytes.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char record[64];

/* Makes the path of this test's match file.  */
static int make_record(void **state UNUSED)
{
	static int test;

	snprintf(record, sizeof(record), "/tmp/ringside-branch-%d-%d.ringside", (int)getpid(), ++test);
	return 0;
}

/* And that of a match that went on from it (NAME+1.ringside).  */
static int remove_record(void **state UNUSED)
{
	FREED char *beside = bytes_text("%.*s+1.ringside", (int)strcspn(record, "."), record);

	unlink(record);
	unlink(beside);
	return 0;
}

static void assert_file(const char *sql, const char *answer)
{
	FREED char *told = ask_file(record, sql);

	assert_string_equal(told, answer);
}

/* Checks that the seat played, and played the same in both branches, after this turn.  */
static void assert_same_moves(int seat, int after)
{
	FREED char *sql = bytes_text(
		"SELECT (SELECT group_concat(played) FROM (SELECT played FROM turn WHERE branch = 0 AND"
		" seat = %d AND n > %d ORDER BY n)) = (SELECT group_concat(played) FROM (SELECT"
		" played FROM turn WHERE branch = 1 AND seat = %d ORDER BY n))",
		seat, after, seat);

	assert_file(sql, "1");
}

#define TOLD "FROM message WHERE CAST(bytes AS TEXT) LIKE 'remark text=told the match so far%'"

/* Records a match of lmc with 60 turns and opens its file on the screen.  Bundled agents start without a
 * question; `asked` is another one.  */
static struct scene *open_match_of(const char *asked)
{
	struct scene *scene = begin(&large, "run", "lmc", "--turns", "30", "--record", record, asked,
				    "sample:beat-last", NULL);

	assert_int_equal(ends(scene), 0);
	scene = begin(&large, "open", "--write", record, NULL);
	shows(scene, "move 60", NULL);
	return scene;
}

static struct scene *open_finished(void)
{
	return open_match_of("sample:rotate");
}

static struct scene *open_asked(void)
{
	const char *folder = getenv("srcdir");
	FREED char *command = bytes_text("sh '%s/src/samples/lmc-rotate.sh'", folder ? folder : ".");
	struct scene *scene = open_match_of(command);

	return scene;
}

TEST_IN(the_same_agents_can_continue_a_finished_match_from_its_middle, make_record, remove_record)
{
	struct scene *scene = open_asked();

	ask(scene, "goto 20", "VIEWING 20 of 60", NULL);
	press(scene, "r", "start these programs?", "seat 1   sh ", "lmc-rotate.sh", "y/n", NULL);
	press(scene, "x", "start these programs?", "y/n", NULL);
	press(scene, "n", "nothing was started", "VIEWING 20 of 60", NULL);
	press(scene, "r", "start these programs?", NULL);
	press(scene, "y", "move 60", NULL);
	leave(scene);
	assert_file("SELECT parent || ' ' || turn || ' ' || why FROM branch WHERE id = 1", "0 20 resume");
	assert_file("SELECT count(*) " TOLD, "0");
	/* The agents were told the same, so they play the same.  */
	for (int seat = 1; seat <= 2; seat++)
		assert_same_moves(seat, 20);
	assert_file("SELECT (SELECT winner || detail FROM verdict WHERE branch = 0)"
		    " = (SELECT winner || detail FROM verdict WHERE branch = 1)",
		    "1");
}

TEST_IN(a_person_at_a_terminal_is_asked_before_a_rerun, make_record, remove_record)
{
	const char *const answers[] = {"n\r", "\r", "y\r"};
	struct scene *scene = open_asked();

	leave(scene);
	for (int i = 0; i < 3; i++) {
		scene = begin(&small, "rerun", record, "--seat", "1",
			      NULL); /* with a state folder of its own */
		shows(scene, "seat 1   sh ", "folder   ", "start? y/N", NULL);
		type(scene, answers[i], NULL);
		assert_int_equal(ends(scene), i < 2 ? 3 << 8 : 0);
	}
}

TEST_IN(different_answers_of_another_agent_are_reported_and_the_recorded_ones_count, make_record,
	remove_record)
{
	struct scene *scene = open_finished();

	command(scene, "goto 20");
	ask(scene, "resume sample:constant sample:beat-last", "1 ● constant", "move 60", NULL);
	leave(scene);
	/* In ten rounds a rotating player and a constant one agree sometimes.  */
	assert_file("SELECT count(*) > 0 AND count(*) < 10 AND min(seat) = 1 AND max(seat) = 1 " TOLD, "1");
	assert_file(
		"SELECT count(*) " TOLD
		" AND CAST(bytes AS TEXT) NOT LIKE '%@output rock%; the recorded answer \"@output%stands'",
		"0"); /* a different name is not reported */
	assert_file("SELECT min(n) FROM turn WHERE branch = 1", "21");
	assert_file("SELECT command FROM seat WHERE branch = 1 AND seat = 1", "sample:constant");
	assert_file("SELECT count(DISTINCT played) FROM turn WHERE branch = 1 AND seat = 1", "1");
}

TEST_IN(an_agent_that_fails_while_it_is_told_the_match_changes_nothing, make_record, remove_record)
{
	struct scene *scene = open_finished();

	command(scene, "goto 20");
	ask(scene, "resume false sample:beat-last", "nothing was changed: ", "exited with status 1", NULL);
	ask(scene, "goto 10", "VIEWING 10 of 60", NULL);
	leave(scene);
	assert_file("SELECT count(*) FROM branch", "1");
}

TEST_IN(a_person_takes_a_seat_and_gives_it_back, make_record, remove_record)
{
	struct scene *scene = begin(&large, "play", "lmc", "--pause", "--turns", "30", "--record", record,
				    "sample:rotate", "sample:beat-last", NULL);

	shows(scene, "PAUSED", NULL);
	ask(scene, "next x4", "move 4 ", "PAUSED", NULL);
	ask(scene, "seat 2 human", "2 ○ human", NULL);
	ask(scene, "continue", "RUNNING", "your move", NULL);
	press(scene, "p", "round 3 of 30", "your move", NULL);
	ask(scene, "pause", "PAUSED", NULL);
	ask(scene, "seat 2 agent", "2 ○ beat-last", NULL);
	ask(scene, "continue", "round 30 of 30", NULL);
	leave(scene);
	assert_file("SELECT group_concat(why, '; ') FROM (SELECT why FROM branch ORDER BY id)",
		    "the match begins; seat 2: human; seat 2: sample:beat-last");
	assert_file("SELECT seat || ' ' || played FROM turn WHERE branch = 1 AND flags & 1", "2 paper");
}

/* Changes the file, whoever writes it.  */
static void change_file(const char *sql)
{
	sqlite3 *file;

	assert_int_equal(sqlite3_open(record, &file), SQLITE_OK);
	sqlite3_busy_timeout(file, LONG);
	assert_int_equal(sqlite3_exec(file, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(file);
}

#define LOSE_TURN_4                                                                                          \
	"BEGIN; INSERT INTO gap SELECT message, message + 2, 3, 0 FROM turn WHERE n = 4;"                    \
	"DELETE FROM message_row WHERE n BETWEEN (SELECT first FROM gap) AND (SELECT last FROM gap); COMMIT"

TEST_IN(a_gap_is_shown_and_a_match_goes_on_from_before_it_only, make_record, remove_record)
{
	struct scene *scene = begin(&small, "run", "gomocup", "--size", "8", "--record", record,
				    "sample:random", "sample:random", NULL);

	assert_int_equal(ends(scene), 0);
	change_file(LOSE_TURN_4);
	scene = begin(&small, "open", "--trust", record, NULL);
	shows(scene, "messages are missing, from", NULL);
	ask(scene, "goto 4", "VIEWING 4 of ", "missing: 3 messages, from #", NULL);
	ask(scene, "goto 3", "VIEWING 3 of ", NULL);
	shows_no(scene, "missing: 3 messages");
	ask(scene, "goto 6", "VIEWING 6 of ", NULL);
	press(scene, "/zzz\r", "no message of this pane matches \"zzz\", but 3 messages are", NULL);
	press(scene, "r", "agents cannot be told the match so far: choose turn 3 or an", NULL);
	ask(scene, "goto 3", "VIEWING 3 of ", NULL);
	press(scene, "r", "branch 1 continues from move 3", NULL);
	leave(scene);
}

TEST_IN(an_agent_takes_a_seat_of_a_match_with_a_gap_from_before_it_only, make_record, remove_record)
{
	struct scene *scene = begin(&large, "play", "lmc", "--pause", "--turns", "30", "--record", record,
				    "sample:rotate", "sample:beat-last", NULL);

	shows(scene, "PAUSED", NULL);
	ask(scene, "next x6", "move 6 ", "PAUSED", NULL);
	ask(scene, "seat 2 human", "2 ○ human", NULL); /* waits until all is in the file */
	change_file(LOSE_TURN_4);
	ask(scene, "seat 1 sample:constant", "so far: choose turn 3 or an earlier one", NULL);
	ask(scene, "goto 3", "VIEWING 3 of 6", NULL);
	ask(scene, "seat 1 sample:constant", "branch 2 continues from move 3", "1 ● constant", NULL);
	leave(scene);
}

TEST_IN(an_earlier_move_of_quantum_chess_can_be_overridden, make_record, remove_record)
{
	struct scene *scene = begin(&large, "play", "qchess", "--pause", "--seed", "5", "--record", record,
				    "sample:thinker", "sample:thinker", NULL);

	shows(scene, "PAUSED", NULL);
	ask(scene, "next x9", "move 9 ", "PAUSED", NULL);
	command(scene, "goto 4"); /* white selects */
	ask(scene, "override 0 6", "branch 1 continues from move 4", "move 5 ", "PAUSED", NULL);
	ask(scene, "next", "move 6 ", "PAUSED", NULL);
	ask(scene, "takeback 1", "branch 2 continues from move 5", "move 5 ", NULL);
	leave(scene);
	assert_file("SELECT substr(played, 1, 3) FROM turn WHERE branch = 1 AND n = 5", "0 6");
	assert_file("SELECT count(*) " TOLD, "0");
	assert_file("SELECT group_concat(parent || ' ' || turn || ' ' || why, '; ') FROM branch WHERE id > 0",
		    "0 4 override; 1 5 takeback");
}

TEST_IN(fresh_agents_of_a_world_are_told_it_over_a_new_connection, make_record, remove_record)
{
	struct scene *scene = begin(&large, "play", "asimulator", "--pause", "--world", "cave", "--seed", "5",
				    "--record", record, "sample:rotate", "sample:reasoner", NULL);

	shows(scene, "PAUSED", NULL);
	ask(scene, "next x12", "move 12 ", "PAUSED", NULL);
	command(scene, "goto 6");
	ask(scene, "resume", "branch 1 continues from move 6", "move 6  branch 1  ▌ PAUSED", NULL);
	ask(scene, "next x6", "move 12  branch 1  ▌ PAUSED", NULL);
	leave(scene);
	assert_file("SELECT count(*) " TOLD, "0");
	for (int seat = 1; seat <= 2; seat++)
		assert_same_moves(seat, 6);
}

TEST_IN(another_agent_can_take_over_in_the_middle, make_record, remove_record)
{
	struct scene *scene = begin(&large, "play", "lmc", "--pause", "--turns", "30", "--record", record,
				    "sample:rotate", "sample:beat-last", NULL);

	shows(scene, "PAUSED", NULL);
	ask(scene, "next x7", "move 7 ", "PAUSED", NULL);
	ask(scene, "seat 1 sample:constant", "1 ● constant", "branch 1 continues from move 7", NULL);
	ask(scene, "continue", "round 30 of 30", NULL);
	leave(scene);
	assert_file("SELECT count(DISTINCT played) FROM turn WHERE branch = 1 AND seat = 1", "1");
	/* The other agent stays and is told nothing twice.  */
	assert_file("SELECT count(*) FROM message WHERE seat = 2 AND CAST(bytes AS TEXT) = 'started'", "1");
}

TEST_SCENE(a_seat_has_the_name_of_its_player_at_that_time, begin_paused(&small, "good 3", "good 7", NULL))
{
	press(scene, "nn", "move 2 ", "PAUSED", NULL);
	ask(scene, "seat 1 human", " 1 ● human ", "your move", NULL);
	ask(scene, "goto 1", "VIEWING 1 of 2", " 1 ● good ", NULL);
	ask(scene, "goto live", " 1 ● human ", NULL);
}

TEST_MAIN(NULL, NULL)
