/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_match_file.c - what is written into a match file can be read, copied and queried.  */
#include "../test.h"

#include <math.h>

#include "match_file_fixture.h"

TEST_IN(every_field_of_a_setup_is_read_back, begin_directory, end_directory)
{
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");
	struct match match FREED_BY(match_free);
	struct match_file *file FREED_BY(match_file_end);
	char *problem = NULL;

	setup.seat[SEAT_1] = (struct seat_setup){SEAT_AGENT, bytes_text("./a -x 'y z'"), bytes_text("pela")};
	setup.seat[SEAT_2] = (struct seat_setup){SEAT_HUMAN, bytes_text("human"), NULL};
	setup.first = SEAT_2;
	setup.game = 17;
	setup.turn_limit = 1;
	setup.match_limit = INT64_MAX / 4;
	setup.start_limit = 3;
	setup.hang_limit = 4;
	setup.tolerance = 5;
	setup.pace = 6;
	setup.memory = (int64_t)1 << 40;
	setup.max_line = 7;
	setup.max_chatter = 8;
	setup.strict = true;
	setup.seed = UINT64_MAX;
	setup_set(&setup, "rule", "renju");
	setup_set(&setup, "board", "bytes \xff\xfe and \"quotes\"");
	file = match_file_create(match_path, &setup, &problem);
	assert_non_null(file);
	match_file_name(file, SEAT_2, "Ada \xf0\x9f\x99\x82");
	match_file_close(file);
	file = opened(match_path);
	match = matched(file);
	assert_string_equal(match.setup.system, "gomocup");
	assert_int_equal(match.setup.seat[SEAT_NONE].kind, SEAT_FREE);
	assert_null(match.setup.seat[SEAT_NONE].command);
	assert_int_equal(match.setup.seat[SEAT_1].kind, SEAT_AGENT);
	assert_string_equal(match.setup.seat[SEAT_1].command, "./a -x 'y z'");
	assert_string_equal(match.setup.seat[SEAT_1].name, "pela");
	assert_int_equal(match.setup.seat[SEAT_2].kind, SEAT_HUMAN);
	assert_string_equal(match.setup.seat[SEAT_2].name, "Ada \xf0\x9f\x99\x82");
	assert_int_equal(match.setup.first, SEAT_2);
	assert_int_equal(match.setup.game, 17);
	assert_int_equal(match.setup.turn_limit, 1);
	assert_true(match.setup.match_limit == INT64_MAX / 4);
	assert_int_equal(match.setup.start_limit, 3);
	assert_int_equal(match.setup.hang_limit, 4);
	assert_int_equal(match.setup.tolerance, 5);
	assert_int_equal(match.setup.pace, 6);
	assert_int_equal(match.setup.memory, (int64_t)1 << 40);
	assert_int_equal(match.setup.max_line, 7);
	assert_int_equal(match.setup.max_chatter, 8);
	assert_true(match.setup.strict);
	assert_true(match.setup.seed == UINT64_MAX);
	assert_int_equal(match.setup.option_count, 2);
	assert_string_equal(match.setup.options[0].name, "rule");
	assert_string_equal(match.setup.options[1].text, "bytes \xff\xfe and \"quotes\"");
	assert_int_equal(match.branch, 0);
	assert_int_equal(match.turn_count, 0);
	assert_false(match.over);
}

TEST_IN(every_field_of_a_turn_is_read_back, begin_directory, end_directory)
{
	struct turn known = {.n = 1,
			     .seat = SEAT_2,
			     .answered = (char *)"7,7",
			     .played = (char *)"8,8",
			     .began_ns = 11,
			     .think_ns = 12,
			     .left_ns = 13,
			     .cpu_ns = 14,
			     .rss = 15,
			     .message = 16,
			     .flags = TURN_BY_PERSON | TURN_CHANGED,
			     .asked_ns = 17,
			     .first_ns = 18,
			     .last_ns = 19,
			     .tolerance_ns = 20,
			     .peak = 21,
			     .faults = 22,
			     .held_ns = 23,
			     .said = {.words = "-M12", .depth = 24, .nodes = 25},
			     .clock_moves = 26};
	struct turn unknown = turn_unmeasured(SEAT_1);
	struct match_file *file FREED_BY(match_file_end) = created(match_path);
	struct match match FREED_BY(match_free);

	unknown.n = 2;
	unknown.played = (char *)"";
	add_text(file, known.message, SEAT_2, CHANNEL_MOVE, "7,7");
	match_file_turn(file, &known);
	match_file_turn(file, &unknown);
	known.rss = 99;
	match_file_turn(file, &known); /* measured a second time */
	match_file_close(file);
	file = opened(match_path);
	match = matched(file);
	assert_int_equal(match.turn_count, 2);
	assert_int_equal(match.turns[0].n, 1);
	assert_int_equal(match.turns[0].seat, SEAT_2);
	assert_string_equal(match.turns[0].answered, "7,7");
	assert_string_equal(match.turns[0].played, "8,8");
	assert_int_equal(match.turns[0].began_ns, 11);
	assert_int_equal(match.turns[0].think_ns, 12);
	assert_int_equal(match.turns[0].left_ns, 13);
	assert_int_equal(match.turns[0].cpu_ns, 14);
	assert_int_equal(match.turns[0].rss, 99);
	assert_int_equal(match.turns[0].message, 16);
	assert_int_equal(match.turns[0].flags, TURN_BY_PERSON | TURN_CHANGED);
	assert_int_equal(match.turns[0].asked_ns, 17);
	assert_int_equal(match.turns[0].first_ns, 18);
	assert_int_equal(match.turns[0].last_ns, 19);
	assert_int_equal(match.turns[0].tolerance_ns, 20);
	assert_int_equal(match.turns[0].peak, 21);
	assert_int_equal(match.turns[0].faults, 22);
	assert_int_equal(match.turns[0].held_ns, 23);
	assert_string_equal(match.turns[0].said.words, "-M12");
	assert_true(match.turns[0].said.value == (double)-INFINITY);
	assert_int_equal(match.turns[0].said.depth, 24);
	assert_int_equal(match.turns[0].said.nodes, 25);
	assert_int_equal(match.turns[0].clock_moves, 26);
	assert_null(match.turns[1].answered);
	assert_string_equal(match.turns[1].played, "");
	assert_true(match.turns[1].left_ns == INT64_MAX);
	assert_int_equal(match.turns[1].cpu_ns, -1);
	assert_int_equal(match.turns[1].rss, -1);
	assert_int_equal(match.turns[1].message, 0);
	assert_int_equal(match.turns[1].asked_ns, -1);
	assert_int_equal(match.turns[1].first_ns, -1);
	assert_int_equal(match.turns[1].last_ns, -1);
	assert_int_equal(match.turns[1].tolerance_ns, 0);
	assert_int_equal(match.turns[1].peak, -1);
	assert_int_equal(match.turns[1].faults, 0);
	assert_int_equal(match.turns[1].held_ns, 0);
	assert_string_equal(match.turns[1].said.words, "");
	assert_int_equal(match.turns[1].clock_moves, 0);
}

TEST_IN(sums_are_read_back_with_the_turn_before_them, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created(match_path);
	struct match match FREED_BY(match_free);
	struct turn turn = {.n = 1, .seat = SEAT_1, .played = (char *)"rock"};

	match_file_turn(file, &turn);
	turn.n = 2;
	turn.seat = SEAT_2;
	turn.flags = TURN_SCORED;
	turn.sum[SEAT_1] = -0.2;
	turn.sum[SEAT_2] = 1;
	match_file_turn(file, &turn);
	match_file_close(file);
	file = opened(match_path);
	match = matched(file);
	assert_true(match.scored);
	assert_true(match.sum[SEAT_1] == -0.2 && match.sum[SEAT_2] == 1);
	assert_false(match_turn(&match, 1)->flags & TURN_SCORED);
	assert_true(match_turn(&match, 2)->sum[SEAT_1] == -0.2);
}

TEST_IN(the_bytes_of_a_message_are_read_back_exactly, begin_directory, end_directory)
{
	enum { HUGE_SIZE = 3 * 1024 * 1024 };
	struct match_file *file FREED_BY(match_file_end) = created(match_path);
	FREED char *huge = bytes_new(HUGE_SIZE);
	char all[256];
	struct message sent[] = {
		{.n = 1, .seat = SEAT_1, .direction = TO_AGENT, .bytes = all, .size = sizeof all},
		{.n = 2, .t_ns = INT64_MAX / 4, .direction = EVENT, .channel = CHANNEL_EVENT},
		{.n = 3,
		 .seat = SEAT_2,
		 .direction = FROM_AGENT,
		 .channel = CHANNEL_FAULT,
		 .turn = 1,
		 .flags = MESSAGE_UNSENT | MESSAGE_UNASKED,
		 .bytes = huge,
		 .size = HUGE_SIZE},
		{.n = 4,
		 .seat = SEAT_2,
		 .direction = FROM_AGENT,
		 .channel = CHANNEL_MOVE,
		 .bytes = (char *)"\0\r\n",
		 .size = 3},
	};
	struct message got[8];

	for (int i = 0; i < 256; i++)
		all[i] = (char)i;
	memset(huge, 'x', HUGE_SIZE);
	huge[HUGE_SIZE / 2] = '\0';
	for (int i = 0; i < 4; i++)
		match_file_message(file, &sent[i]);
	for (int reader = 0; reader < 2; reader++) {
		assert_int_equal(match_file_after(file, &everything, 0, 8, got), 4);
		for (int i = 0; i < 4; i++)
			assert_same_message(&got[i], &sent[i]);
		assert_int_equal(match_file_before(file, &everything, INT64_MAX, 2, got), 2);
		assert_same_message(&got[0], &sent[2]);
		assert_same_message(&got[1], &sent[3]);
		assert_int_equal(match_file_last(file), 4);
		match_file_close(file);
		file = opened(match_path);
	}
}

TEST_IN(a_branch_continues_the_turns_before_it, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created(match_path);
	struct match match FREED_BY(match_free);
	char played[64] = "";

	for (int n = 1; n <= 5; n++)
		add_turn(file, n, (char *)"a");
	assert_int_equal(match_file_branch(file, -1, 3, 0, "override"), 1);
	for (int n = 4; n <= 7; n++)
		add_turn(file, n, (char *)"b");
	assert_int_equal(match_file_branch(file, -1, 5, 0, "take back"), 2);
	add_turn(file, 6, (char *)"c");
	assert_int_equal(match_file_branch(file, -1, 2, 0, "resume"), 3);
	add_turn(file, 3, (char *)"d");
	match_file_close(file);
	file = opened(match_path);
	match = matched(file);
	assert_int_equal(match.branch, 3);
	for (int i = 0; i < match.turn_count; i++)
		strcat(played, match.turns[i].played);
	assert_string_equal(played, "aad");
	match_free(&match);
	match_file_close(file);
	execute_sql(match_path, "DELETE FROM branch WHERE id = 3");
	file = opened(match_path);
	match = matched(file);
	*played = '\0';
	for (int i = 0; i < match.turn_count; i++)
		strcat(played, match.turns[i].played);
	assert_string_equal(played, "aaabbc");
}

TEST_IN(a_verdict_belongs_to_its_branch, begin_directory, end_directory)
{
	struct verdict verdict = {.winner = WINNER_NONE,
				  .reason = REASON_CRASH,
				  .detail = (char *)"seat 2 was ended by SIGSEGV",
				  .blame = SEAT_2,
				  .proof = {41, 42, 0, 0},
				  .cause = "UNRESPONSIVE"};
	struct match_file *file FREED_BY(match_file_end) = created(match_path);
	struct match match FREED_BY(match_free);

	add_text(file, 41, SEAT_2, CHANNEL_COMMAND, "TURN 7,7");
	add_text(file, 42, SEAT_2, CHANNEL_MOVE, "8,8");
	match_file_verdict(file, &verdict);
	match = matched(file);
	assert_true(match.over);
	assert_string_equal(match.verdict.cause, "UNRESPONSIVE");
	assert_int_equal(match.verdict.winner, WINNER_NONE);
	assert_string_equal(match.verdict.reason, REASON_CRASH);
	assert_string_equal(match.verdict.detail, "seat 2 was ended by SIGSEGV");
	assert_int_equal(match.verdict.blame, SEAT_2);
	assert_memory_equal(match.verdict.proof, verdict.proof, sizeof verdict.proof);
	match_free(&match);
	match_file_branch(file, -1, 0, 0, "take back");
	match = matched(file);
	assert_false(match.over);
	match_free(&match);
	verdict = (struct verdict){.winner = WINNER_DRAW, .reason = "boredom", .detail = NULL};
	match_file_verdict(file, &verdict);
	match_file_close(file);
	file = opened(match_path);
	match = matched(file);
	assert_true(match.over);
	assert_int_equal(match.verdict.winner, WINNER_DRAW);
	assert_string_equal(match.verdict.reason, "boredom");
	assert_null(match.verdict.detail);
	assert_null(match.verdict.cause);
	assert_int_equal(match.verdict.blame, SEAT_NONE);
	assert_int_equal(match.verdict.proof[0], 0);
}

/* A format that stores only when the match began.  */
static char *write_started(const struct match *match, const struct remarks *remarks, struct bytes *out)
{
	bytes_addf(out, "%lld", (long long)match->started_us);
	return NULL;
}

TEST_IN(a_file_stores_the_start_of_its_match_to_the_microsecond, begin_directory, end_directory)
{
	static const struct file_format format = {.name = "started", .write = write_started};
	static const int64_t began = INT64_C(1368179445382246);
	struct match_file *file FREED_BY(match_file_end) = created(match_path), *reader;
	struct match match FREED_BY(match_free) = {0};
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");
	FREED char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	match_init(&match, &setup);
	match_file_started(file, began);
	match_file_commit(file);
	/* A match in progress does not know it, but the file does.  */
	assert_null(match_file_export(file, &match, &format, out));
	fclose(out);
	assert_string_equal(text, "1368179445382246");
	match_free(&match);
	reader = opened(match_path);
	assert_true(match_file_match(reader, &match));
	assert_int_equal(match.started_us, began);
	match_free(&match);
	match_file_close(reader);
	match_file_close(file);
	/* A file that is given no time has the time of its creation, which is later than the writing of this
	 * test.  */
	file = created(other_path);
	assert_true(match_file_match(file, &match));
	assert_true(match.started_us > began);
}

/* A replay receives these times; a clock set to "never" would not stop.  */
TEST_IN(an_impossible_time_is_limited, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created(match_path);
	struct message sent = {
		.n = 1, .t_ns = 5, .direction = EVENT, .channel = CHANNEL_EVENT, .event.kind = EVENT_PAUSE};
	struct message got;

	match_file_message(file, &sent);
	match_file_close(file);
	execute_sql(match_path, "UPDATE message_row SET t_ns = 9223372036854775807");
	file = opened(match_path);
	assert_int_equal(match_file_after(file, &everything, 0, 1, &got), 1);
	assert_true(got.t_ns == INT64_MAX / 4);
	match_file_close(file);
	execute_sql(match_path, "UPDATE message_row SET t_ns = -1");
	file = opened(match_path);
	assert_int_equal(match_file_after(file, &everything, 0, 1, &got), 1);
	assert_int_equal(got.t_ns, 0);
}

TEST_IN(a_saved_copy_holds_everything_so_far, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created(match_path),
				*copy FREED_BY(match_file_end);
	struct message got[4];

	add_text(file, 1, SEAT_1, CHANNEL_MOVE, "7,7");
	assert_true(file->pending);
	assert_null(match_file_save(file, other_path));
	add_text(file, 2, SEAT_2, CHANNEL_MOVE, "8,8");
	assert_says(match_file_save(file, other_path), other_path, "already exists");
	assert_says(match_file_save(file, directory), directory, "already exists");
	copy = opened(other_path);
	assert_int_equal(match_file_after(copy, &everything, 0, 4, got), 1);
	assert_memory_equal(got[0].bytes, "7,7", 3);
}

TEST_IN(a_file_open_for_reading_can_be_saved, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created(match_path);

	add_text(file, 1, SEAT_1, CHANNEL_MOVE, "7,7");
	match_file_commit(file);
	match_file_close(file);
	file = opened(match_path);
	assert_null(match_file_save(file, other_path));
	match_file_close(file);
	file = opened(other_path);
	assert_int_equal(match_file_last(file), 1);
}

TEST_IN(a_private_file_works_and_can_be_saved, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created("");
	struct message got[4];

	assert_string_equal(match_file_path(file), "");
	add_text(file, 1, SEAT_1, CHANNEL_MOVE, "7,7");
	match_file_commit(file);
	add_text(file, 2, SEAT_1, CHANNEL_MOVE, "8,8");
	assert_int_equal(match_file_after(file, &everything, 0, 4, got), 2);
	assert_null(match_file_save(file, other_path));
	match_file_close(file);
	file = opened(other_path);
	assert_int_equal(match_file_last(file), 2);
}

TEST_IN(a_person_can_query_the_file_by_names, begin_directory, end_directory)
{
	struct match_file *file = created(match_path);
	sqlite3 *db;
	sqlite3_stmt *row;

	add_text(file, 1, SEAT_2, CHANNEL_STDERR, "oops");
	match_file_close(file);
	assert_int_equal(sqlite3_open(match_path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db,
					    "SELECT n, seat, dir, channel, bytes, started LIKE '20__-%T%Z'"
					    " FROM message, match",
					    -1, &row, NULL),
			 SQLITE_OK);
	assert_int_equal(sqlite3_step(row), SQLITE_ROW);
	assert_int_equal(sqlite3_column_int(row, 0), 1);
	assert_int_equal(sqlite3_column_int(row, 1), SEAT_2);
	assert_string_equal((const char *)sqlite3_column_text(row, 2), "from");
	assert_string_equal((const char *)sqlite3_column_text(row, 3), "stderr");
	assert_memory_equal(sqlite3_column_blob(row, 4), "oops", 4);
	assert_int_equal(sqlite3_column_int(row, 5), 1);
	sqlite3_finalize(row);
	sqlite3_close(db);
}

/* ---- files of other programs ---- */

TEST_IN(moves_that_are_imported_are_lines_and_remarks_are_not, begin_directory, end_directory)
{
	static const struct {
		int seat;
		enum direction direction;
		enum channel channel;
		int turn;
		const char *bytes;
	} wanted[] = {{SEAT_NONE, EVENT, CHANNEL_MESSAGE, 0, "a game of two"},
		      {SEAT_1, FROM_AGENT, CHANNEL_MESSAGE, 1, "good move\n"},
		      {SEAT_1, FROM_AGENT, CHANNEL_MOVE, 1, "7,7\n"},
		      {SEAT_2, FROM_AGENT, CHANNEL_MOVE, 2, "8,6\n"}};
	struct message got[8];
	struct match_file *file FREED_BY(match_file_end);
	FREED char *path = bytes_text("%s/of.sgf", directory);
	char *problem = NULL;

	write_text(path, "(;SZ[15]C[a game of two]PB[x]PW[y];B[hh]C[good move];W[ig])");
	file = match_file_import(path, &problem);
	assert_null(problem);
	assert_int_equal(match_file_after(file, &everything, 0, 8, got), 4);
	for (int i = 0; i < 4; i++) {
		assert_int_equal(got[i].n, i + 1);
		assert_int_equal(got[i].seat, wanted[i].seat);
		assert_int_equal(got[i].direction, wanted[i].direction);
		assert_int_equal(got[i].channel, wanted[i].channel);
		assert_int_equal(got[i].turn, wanted[i].turn);
		assert_string_equal(got[i].bytes, wanted[i].bytes);
	}
}

TEST_MAIN(NULL, NULL)
