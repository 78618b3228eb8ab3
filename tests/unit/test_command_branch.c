/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_command_branch.c - listing, showing and comparing the branches of a match file by commands, in a
 * session that reads a real file.  */
#include "../test.h"
#include "match_file_fixture.h"

#include "ringside/command.h"

static struct {
	struct loop *loop;
	struct session *session;
	struct view view;
	struct console console;
} table;

/* Three moves. One is taken back and another played. The second branch starts from the first move and is won.
 */
static void write_branches(const char *path)
{
	struct match_file *file FREED_BY(match_file_end) = created(path);
	struct verdict verdict = {.winner = SEAT_1, .reason = "five"};

	add_text(file, 1, SEAT_1, CHANNEL_MOVE, "7,7");
	add_turn(file, 1, (char *)"7,7");
	add_text(file, 2, SEAT_2, CHANNEL_MOVE, "8,8");
	add_turn(file, 2, (char *)"8,8");
	add_text(file, 3, SEAT_1, CHANNEL_MOVE, "9,9");
	add_turn(file, 3, (char *)"9,9");
	match_file_branch(file, -1, 2, 0, "takeback");
	add_text(file, 4, SEAT_1, CHANNEL_MOVE, "1,1");
	add_turn(file, 3, (char *)"1,1");
	match_file_branch(file, 0, 1, 1, "override");
	add_text(file, 5, SEAT_2, CHANNEL_MOVE, "0,0");
	add_turn(file, 2, (char *)"0,0");
	match_file_verdict(file, &verdict);
	match_file_branch(file, 1, 2, 3, "resume");
}

static int begin_session(void **state)
{
	static const struct session_events events = {0};
	char *problem = NULL;

	if (begin_directory(state) != 0)
		return -1;
	write_branches(match_path);
	table.loop = loop_new();
	table.session = session_open(table.loop, match_path, &events, NULL, &problem);
	if (!table.session)
		return -1;
	table.view = (struct view){.session = table.session, .turns = VIEW_LIVE};
	table.console = (struct console){.view = &table.view};
	return 0;
}

static int end_session(void **state)
{
	session_free(table.session);
	loop_free(table.loop);
	return end_directory(state);
}

/* Runs a line. Its answer or problem must contain all these parts in this order.  */
static void tells(const char *line, int wanted, ...)
{
	bool answer;
	FREED char *told = command_run(&table.console, line, NULL, &answer);
	const char *at = told, *part;
	va_list parts;

	if (!told)
		fail_msg("%s: no answer", line);
	va_start(parts, wanted);
	while (at && (part = va_arg(parts, const char *))) {
		at = strstr(at, part);
		if (!at)
			fail_msg("%s: no \"%s\" at this place:\n%s", line, part, told);
		at += at ? strlen(part) : 0;
	}
	va_end(parts);
	assert_int_equal(answer, wanted);
}

static void does(const char *line)
{
	bool answer;
	char *told = command_run(&table.console, line, NULL, &answer);

	if (told)
		fail_msg("%s: %s", line, told);
}

TEST_IN(branches_are_a_tree_with_the_shown_one_marked, begin_session, end_session)
{
	tells("info branches", true, "4 branches", "\n   `goto branch 0` ", "3 turns", "unfinished",
	      "the match begins", "\n     `goto branch 1` ", "after turn 2 of branch 0", "3 turns",
	      "takeback", "\n *          branch 3 ", "after turn 2 of branch 1", "2 turns", "resume",
	      "(after #3)", "\n     `goto branch 2` ", "after turn 1 of branch 0", "2 turns",
	      "seat 1 wins: five", "override", "(after #1)", NULL);
	does("goto branch 2");
	tells("info bran", true, "\n   `goto branch 0` ", "\n *        branch 2 ", "\n", NULL);
	tells("goto branch", false, "expected a branch number", NULL);
	tells("info branches now", false, "expected nothing", NULL);
	tells("info", true, "info branches", NULL);
	tells("info nothing", false, "there is no info on \"nothing\"", NULL);
}

TEST_IN(a_branch_is_shown_as_if_there_were_no_others, begin_session, end_session)
{
	struct match_file *file = session_whole_file(table.session);

	does("goto branch 0");
	assert_int_equal(session_match(table.session)->turn_count, 3);
	assert_int_equal(session_shown(table.session), 0);
	assert_int_equal(match_file_last(file), 3);
	assert_int_equal(view_turns(&table.view), 3);
	does("goto -1");
	assert_int_equal(view_turns(&table.view), 2);
	does("goto branch 2");
	assert_int_equal(view_turns(&table.view), 2);
	assert_true(session_match(table.session)->over);
	assert_int_equal(match_file_last(file), 5);
	tells("goto +1", false, "the end of the branch", NULL);
	does("goto live");
	assert_int_equal(session_shown(table.session), -1);
	assert_int_equal(session_match(table.session)->branch, 3);
	assert_false(session_match(table.session)->over);
	tells("goto branch 4", false, "goto: there is no branch 4", NULL);
	tells("goto branch first", false, "expected a branch number, not \"first\"", NULL);
	assert_int_equal(session_shown(table.session), -1);
}

TEST_IN(the_match_continues_in_the_newest_branch, begin_session, end_session)
{
	does("goto branch 1");
	does("goto branch 3");
	assert_int_equal(session_shown(table.session), -1);
}

TEST_IN(branches_are_compared_with_each_other_and_with_the_shown_one, begin_session, end_session)
{
	tells("info diff 0 1", true, "A: branch 0: 3 turns", "B: branch 1: 3 turns",
	      "turn 3 is the first that differs", "9,9", "1,1", NULL);
	tells("info diff 0", true, "A: branch 3: 2 turns", "B: branch 0: 3 turns",
	      "the 2 turns that both have are the same; B has 1 more", NULL);
	does("goto branch 2");
	tells("info diff 1", true, "A: branch 2: 2 turns, seat 1 wins: five", "B: branch 1", "0,0", "8,8",
	      NULL);
	assert_int_equal(session_shown(table.session), 2);
	tells("info diff 0 9", false, "there is no branch 9", NULL);
	tells("info diff 1 2 3", false, "expected one or two branches or files, not 3", NULL);
	tells("info diff 99999999999999999999", false, "there is no branch", NULL);
}

TEST_IN(files_are_compared_too_whatever_wrote_them, begin_session, end_session)
{
	char line[300], psq[160];

	snprintf(psq, sizeof(psq), "%s/game.psq", directory);
	write_text(psq, "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0\n4,4,0\none\ntwo\n-1\n");
	snprintf(line, sizeof(line), "info diff %s", psq);
	tells(line, true, "A: branch 3: 2 turns", "game.psq: 3 turns",
	      "the 2 turns that both have are the same; B has 1 more", NULL);
	snprintf(line, sizeof(line), "info diff 0 %s", psq);
	tells(line, true, "A: branch 0", "turn 3 is the first", "9,9", "3,3", NULL);
	snprintf(line, sizeof(line), "info diff '%s' %s", match_path, psq);
	tells(line, true, "m.ringside: 2 turns", "game.psq", NULL);
	snprintf(line, sizeof(line), "info diff %s/nowhere", directory);
	tells(line, false, "there is no such file", NULL);
}

/* Nothing is played in it: nobody else may write the file meanwhile, and the match that is shown stays.  */
TEST_IN(a_branch_that_is_refused_leaves_the_file_to_others, begin_session, end_session)
{
	static const struct session_events events = {0};
	const struct session_branch wanted = {.turns = 1, .why = (char *)"a test"};
	char *problem = NULL;

	session_free(table.session);
	execute_sql(match_path, "UPDATE turn_row SET message = 1");
	table.session = session_open(table.loop, match_path, &events, NULL, &problem);
	assert_non_null(table.session);
	execute_sql(match_path, "UPDATE match SET strict = 7");
	for (int i = 0; i < 2; i++) {
		assert_says(session_branch(table.session, &wanted), match_path,
			    "is damaged: table match, row 1: strict is 7");
		assert_false(match_file_is_written(session_file(table.session)));
		assert_int_equal(session_match(table.session)->turn_count, 2);
	}
	match_file_close(appended(match_path));
}

TEST_IN(an_export_has_the_shown_branch, begin_session, end_session)
{
	char line[300], path[200];
	struct bytes text FREED_BY(bytes_free) = {0};
	char bytes[4096];
	FILE *file;

	does("goto branch 2");
	snprintf(path, sizeof(path), "%s/out.psq", directory);
	snprintf(line, sizeof(line), "save %s", path);
	tells(line, true, "saved as", NULL);
	file = fopen(path, "r");
	assert_non_null(file);
	bytes_add(&text, bytes, fread(bytes, 1, sizeof(bytes), file));
	fclose(file);
	assert_non_null(strstr(text.at, "\n8,8,"));
	assert_non_null(strstr(text.at, "\n1,1,"));
	assert_null(strstr(text.at, "\n9,9,"));
}

TEST_MAIN(NULL, NULL)
