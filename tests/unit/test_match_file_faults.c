/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_match_file_faults.c - SQLite fails at any point, numbers in a file are impossible, sentences in old
 * files are cut: each time people get a problem, and what was recorded stays readable.
 *
 * A connection fails once: it refuses to prepare the n-th part of a statement, or stops before the n-th
 * instruction of a running one. n rises until nothing fails.  */
#include "../test.h"
#include "match_file_fixture.h"

#include "ringside/protocol.h"
#include "ringside/text_file.h"

/* ---- failing ---- */

static struct {
	bool armed, hit;
	int prepares, steps; /* how many more until it fails; -1: never */
} fault;

static bool is_due(int *left)
{
	bool due = fault.armed && *left >= 0 && (*left)-- == 0;

	fault.hit = fault.hit || due;
	return due;
}

static int authorize(void *user, int action, const char *a, const char *b, const char *c, const char *d)
{
	return is_due(&fault.prepares) ? SQLITE_DENY : SQLITE_OK;
}

static int instruct(void *user)
{
	return is_due(&fault.steps);
}

static int watch(sqlite3 *db, const char **problem, const struct sqlite3_api_routines *routines)
{
	sqlite3_set_authorizer(db, authorize, NULL);
	sqlite3_progress_handler(db, 1, instruct, NULL);
	return SQLITE_OK;
}

/* ---- a match ---- */

enum { FIRST = 6 }; /* messages of the first branch */

static void add_event(struct match_file *file, int64_t n, struct event event, const char *text)
{
	struct message message = {.n = n,
				  .t_ns = n,
				  .seat = SEAT_1,
				  .direction = EVENT,
				  .channel = event_channel(event.kind),
				  .bytes = (char *)text,
				  .size = strlen(text),
				  .event = event};

	match_file_message(file, &message);
}

static void write_all(struct match_file *file)
{
	const struct verdict verdict = {.winner = SEAT_1, .reason = "five", .proof = {3}};
	const struct seat_setup human = {.kind = SEAT_HUMAN, .name = (char *)"human"};

	match_file_started(file, 1000000);
	add_event(file, 1, (struct event){.kind = EVENT_STARTED}, "");
	add_text(file, 2, SEAT_1, CHANNEL_MESSAGE, "MESSAGE hello");
	match_file_name(file, SEAT_1, "one");
	add_text(file, 3, SEAT_1, CHANNEL_MOVE, "7,7");
	add_turn(file, 1, (char *)"7,7");
	match_file_commit(file);
	add_event(file, 4, (struct event){.kind = EVENT_FAULT, .word = "no-answer", .number = {2}}, "x");
	add_text(file, 5, SEAT_2, CHANNEL_MOVE, "8,8");
	add_turn(file, 2, (char *)"8,8");
	add_event(file, FIRST, (struct event){.kind = EVENT_VERDICT, .word = "five"}, "");
	match_file_verdict(file, &verdict);
	match_file_branch(file, -1, 2, FIRST, "goes on");
	match_file_seat(file, SEAT_1, &human);
	add_text(file, FIRST + 1, SEAT_1, CHANNEL_DEBUG, "DEBUG more");
	match_file_commit(file);
}

/* A function that fails has a problem and leaves no half-written file.  */
static void expect_reason(char *problem, const char *path)
{
	if (problem && path)
		assert_int_not_equal(access(path, F_OK), 0);
	free(problem);
	if (path)
		unlink(path);
}

static void read_all(struct match_file *file)
{
	struct message_size sizes[8];
	struct message messages[16];
	struct branch_row *rows;
	struct seat_setup sitting;
	struct remarks remarks FREED_BY(remarks_free) = {0};
	struct match match;
	int faults[SEATS], count;
	int64_t since;
	FREED char *path = bytes_text("%s/out.jsonl", directory);

	count = match_file_branches(file, &rows);
	branch_rows_free(rows, count);
	match_file_after(file, &everything, 0, 16, messages);
	match_file_sizes(file, 7, 0, INT64_MAX, 8, sizes);
	match_file_faults(file, 0, INT64_MAX, faults);
	match_file_later_turn(file, 0, 1);
	match_file_changed(file);
	match_file_remarks(file, protocol_named("gomocup"), &remarks);
	if (match_file_sitting(file, INT64_MAX, SEAT_1, &sitting, &since)) {
		free(sitting.command);
		free(sitting.name);
	}
	if (match_file_match(file, &match)) {
		match_file_timeouts(file, &match);
		match_file_agents(file, 1, &match.setup);
		expect_reason(match_file_export_to(file, &match, &match_file_jsonl, path), path);
		match_free(&match);
	} else {
		assert_non_null(match_file_problem(file));
	}
}

/* Opens a file with one of the functions for it, uses it and closes it.  */
static void use(struct match_file *file, char *problem, void (*with)(struct match_file *file))
{
	assert_true(!file == !!problem);
	if (file)
		with(file);
	match_file_close(file);
	free(problem);
}

static void write_more(struct match_file *file)
{
	int64_t n = match_file_newest(file);

	match_file_branch(file, -1, 2, n, "and on");
	add_text(file, n + 1, SEAT_2, CHANNEL_DEBUG, "DEBUG again");
}

static void save_copy(struct match_file *file)
{
	expect_reason(match_file_save(file, other_path), other_path);
}

/* NULL: it cannot be begun, and says why.  */
static struct match_file *begun(void)
{
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");
	char *problem = NULL;
	struct match_file *file;

	setup_set(&setup, "size", "15");
	file = match_file_create(match_path, &setup, &problem);
	assert_true(!file == !!problem);
	if (!file)
		expect_reason(problem, match_path);
	return file;
}

static void live_through(void)
{
	struct match_file *file = begun();
	char *problem = NULL;

	if (!file)
		return;
	write_all(file);
	save_copy(file);
	read_all(file);
	match_file_close(file);
	file = match_file_open(match_path, &problem);
	use(file, problem, read_all);
	file = match_file_append(match_path, &problem);
	use(file, problem, write_more);
	file = match_file_open(match_path, &problem);
	if (file) {
		struct match_file *copy = match_file_copy(file, other_path, &problem);

		use(copy, problem, write_more);
		unlink(other_path);
		match_file_close(file);
	} else {
		free(problem);
	}
}

/* What is left in the file: a match with this many messages from the start.  */
static void expect_readable(void)
{
	struct match_file *file;
	struct message messages[16];
	struct match match;
	int count;

	if (access(match_path, F_OK) != 0)
		return;
	file = opened(match_path);
	match = matched(file);
	count = match_file_after(file, &everything, 0, 16, messages);
	assert_int_equal(count, match_file_newest(file));
	for (int i = 0; i < count; i++)
		assert_int_equal(messages[i].n, i + 1);
	assert_true(match.turn_count <= 2);
	match_free(&match);
	match_file_close(file);
	unlink(match_path);
}

/* Fails at every `step`-th point in turn until none is left. Returns how often it failed.  */
static int fail_everywhere(int *left, int step, void (*before)(void), void (*during)(void))
{
	int count = 0;

	fault.prepares = fault.steps = -1;
	do {
		before();
		*left = count * step;
		fault.hit = false;
		fault.armed = true;
		during();
		fault.armed = false;
		expect_readable();
		count++;
	} while (fault.hit);
	return count - 1;
}

static void begin_empty(void)
{
}

/* Thousands of files are made and removed: in memory, if there is such a folder.  */
static int begin_in_memory(void **state)
{
	int failed = begin_directory(state);

	if (!failed && access("/dev/shm", W_OK) == 0) {
		end_directory(state);
		strcpy(directory, "/dev/shm/ringside-test-XXXXXX");
		failed = temporary_folder(directory) ? 0 : -1;
		snprintf(match_path, sizeof match_path, "%s/m.ringside", directory);
		snprintf(other_path, sizeof other_path, "%s/other.ringside", directory);
	}
	return failed;
}

TEST_IN(the_file_stays_readable_whatever_sqlite_refuses_to_prepare, begin_in_memory, end_directory)
{
	assert_true(fail_everywhere(&fault.prepares, 9, begin_empty, live_through) > 30);
}

static void create(void)
{
	match_file_close(begun());
}

TEST_IN(a_file_that_cannot_be_begun_is_not_there, begin_in_memory, end_directory)
{
	assert_true(fail_everywhere(&fault.steps, 7, begin_empty, create) > 10);
}

TEST_IN(the_file_stays_readable_wherever_a_statement_stops, begin_in_memory, end_directory)
{
	assert_true(fail_everywhere(&fault.steps, 797, begin_empty, live_through) > 10);
}

/* ---- numbers ---- */

/* A file after this SQL has changed something in it.  */
static struct match_file *changed(const char *sql)
{
	struct match_file *file = created(match_path);

	write_all(file);
	match_file_close(file);
	execute_sql(match_path, sql);
	file = opened(match_path);
	unlink(match_path);
	return file;
}

TEST_IN(a_number_out_of_range_is_reported_with_its_table_row_and_column, begin_directory, end_directory)
{
	static const char *const columns[][3] = {
		{"match", "strict", "2"},
		{"match", "game", "9e15"},
		{"match", "match_limit_ns", "-1"},
		{"match", "start_limit_ns", "-1"},
		{"match", "hang_limit_ns", "-1"},
		{"match", "tolerance_ns", "-1"},
		{"match", "pace_ns", "-1"},
		{"match", "memory", "-1"},
		{"match", "max_line", "-1"},
		{"match", "max_chatter", "-1"},
		{"turn_row", "cpu_ns", "-2"},
		{"turn_row", "rss", "-2"},
		{"turn_row", "message", "-1"},
		{"turn_row", "flags", "-4"},
		{"turn_more", "tolerance_ns", "-1"},
		{"turn_row", "peak", "-1e9"},
		{"turn_more", "faults", "-1"},
		{"turn_more", "held_ns", "-1"},
		{"turn_more", "depth", "-1"},
		{"turn_more", "nodes", "-1"},
		{"turn_more", "clock_moves", "-1"},
		{"kind", "seat", "9"},
	};

	for (size_t i = 0; i < sizeof(columns) / sizeof(*columns); i++) {
		FREED char *sql =
			bytes_text("INSERT INTO turn_more SELECT id, 0, 0, 0, NULL, 0, 0, 0 FROM turn_row;"
				   "UPDATE turn_row SET flags = flags | 2; UPDATE %s SET %s = %s",
				   columns[i][0], columns[i][1], columns[i][2]);
		bool is_turn = strncmp(columns[i][0], "turn", 4) == 0,
		     is_setup = strcmp(columns[i][0], "match") == 0;
		FREED char *words =
			bytes_text("is damaged: table %s, row %s: %s is ", is_turn ? "turn" : columns[i][0],
				   is_turn    ? "1 of branch 0"
				   : is_setup ? "1"
					      : "0",
				   columns[i][1]);
		struct match_file *file = changed(sql);
		struct message messages[2];
		struct match match;

		match_file_after(file, &everything, 0, 2, messages);
		assert_int_equal(match_file_match(file, &match), !is_setup); /* all else can be read */
		if (!match_file_problem(file) || !strstr(match_file_problem(file), words) ||
		    !strstr(match_file_problem(file), ", expected a number from "))
			fail_msg("%s: %s", sql, match_file_problem(file));
		if (!is_setup)
			match_free(&match);
		match_file_close(file);
	}
}

/* It is shown as it is, so it is no other text.  */
TEST_IN(a_value_in_a_damaged_row_is_left_out, begin_directory, end_directory)
{
	static const char *const values[] = {"'\x1b[2J'", "'12345678901234567'", "x'ff'"};

	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
		FREED char *sql =
			bytes_text("INSERT INTO turn_more SELECT id, 0, 0, 0, %s, 3, 0, 0 FROM turn_row;"
				   "UPDATE turn_row SET flags = flags | 2",
				   values[i]);
		struct match_file *file = changed(sql);
		struct match match FREED_BY(match_free);

		assert_true(match_file_match(file, &match));
		assert_non_null(strstr(match_file_problem(file), "value is "));
		assert_string_equal(match.turns[0].said.words, "");
		assert_int_equal(match.turns[0].said.depth, 3);
		match_file_close(file);
	}
}

/* Reads what names other rows, of both branches. The caller frees what is wrong; NULL: nothing.  */
static char *told_of(const char *sql)
{
	struct match_file *file = changed(sql);
	struct message messages[16];
	struct branch_row *rows;
	struct match match;
	char *told;
	int count;

	for (int branch = 1; branch >= 0; branch--) {
		assert_true(match_file_show(file, branch));
		match_file_after(file, &everything, 0, 16, messages);
		assert_true(match_file_match(file, &match));
		assert_int_not_equal(match.verdict.proof[0], 99);
		match_free(&match);
	}
	count = match_file_branches(file, &rows);
	assert_int_equal(count, 2);
	told = match_file_problem(file) ? bytes_text("%s", match_file_problem(file)) : NULL;
	assert_true(rows[1].turn == 2 || !told);
	assert_true(rows[1].message <= FIRST + 1);
	branch_rows_free(rows, count);
	match_file_close(file);
	return told;
}

TEST_IN(a_row_that_names_a_missing_one_is_told, begin_directory, end_directory)
{
	static const struct {
		const char *sql, *told;
	} cases[] = {
		{"UPDATE proof SET message = 99 WHERE message = 3",
		 "table proof, row 0: message is 99, expected the number of a message in this file"},
		{"UPDATE turn_row SET message = 99 WHERE id = 2",
		 "table turn, row 2 of branch 0: message is 99, expected a number from 0 to 7"},
		{"UPDATE turn_row SET flags = flags | 2 WHERE id = 2",
		 "table turn, row 2 of branch 0: tolerance_ns is NULL, expected a row in the table"},
		{"UPDATE event SET a = 99 WHERE n = 4",
		 "table event, row 4: a is 99, expected the number of a message"},
		{"UPDATE branch SET turn = 3 WHERE id = 1",
		 "table branch, row 1: turn is 3, expected at most 2, which its parent has"},
		{"UPDATE branch SET message = 99 WHERE id = 1",
		 "table branch, row 1: message is 99, expected at most 6, the last one before it"},
		{"UPDATE message_row SET turn = 4 WHERE n = 3",
		 "table message_row, row 3: turn is 4, expected a number from 0 to 3"},
		{"UPDATE message_row SET branch = 9 WHERE n = 7",
		 "table message_row, row 7: branch is 9, expected the number of a branch"},
	};

	assert_null(told_of("SELECT 1"));
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		FREED char *told = told_of(cases[i].sql);

		if (!told || !strstr(told, cases[i].told))
			fail_msg("%s: %s", cases[i].sql, told);
	}
	/* What was lost, and how many turns, is known only of the gap.  */
	assert_null(told_of("INSERT INTO gap VALUES (90, NULL, 1, 1); UPDATE turn_row SET message = 99;"
			    "UPDATE proof SET message = 95 WHERE message = 3;"
			    "UPDATE branch SET turn = 3 WHERE id = 1; UPDATE message_row SET turn = 9"));
}

TEST_IN(a_match_ends_before_a_turn_that_is_missing, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = changed("DELETE FROM turn_row WHERE id = 1");
	struct match match FREED_BY(match_free);

	assert_true(match_file_match(file, &match));
	assert_int_equal(match.turn_count, 0);
	assert_non_null(strstr(match_file_problem(file), "table turn, row 1 of branch 1: expected a turn"));
}

TEST_IN(names_and_verdicts_of_a_file_are_one_line_each, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) =
		changed("UPDATE seat SET name = 'a' || char(10) || 'b';"
			"INSERT OR REPLACE INTO verdict VALUES (1, 1, 'e' || char(13) || 'f',"
			" 'c' || char(10) || 'd', 0, NULL)");
	struct match match FREED_BY(match_free);

	assert_true(match_file_match(file, &match));
	assert_string_equal(match.setup.seat[SEAT_1].name, "a\\nb");
	assert_string_equal(match.verdict.detail, "c\\nd");
	assert_string_equal(match.verdict.reason, "e\\rf");
	assert_non_null(strstr(match_file_problem(file), "expected one line"));
}

TEST_IN(bad_numbers_in_a_verdict_or_branch_leave_the_list_of_branches, begin_directory, end_directory)
{
	static const char *const changes[] = {
		"UPDATE verdict SET winner = 9",
		"UPDATE branch SET turn = -1 WHERE id = 1",
		"UPDATE branch SET message = -1 WHERE id = 1",
		"UPDATE turn_row SET id = 3000000000 WHERE id = 2",
		"UPDATE branch SET parent = 7 WHERE id = 1",
	};

	for (size_t i = 0; i < sizeof(changes) / sizeof(*changes); i++) {
		struct match_file *file FREED_BY(match_file_end) = changed(changes[i]);
		struct branch_row *rows;

		int count = match_file_branches(file, &rows);

		assert_int_equal(count, 2);
		for (int row = 0; row < count; row++) {
			assert_int_equal(rows[row].id, row);
			assert_true(rows[row].parent < row && rows[row].turn >= 0 && rows[row].message >= 0);
		}
		branch_rows_free(rows, count);
		assert_non_null(strstr(match_file_problem(file), "is damaged: table branch, row "));
	}
}

TEST_IN(a_damaged_file_gives_no_setup_no_copy_and_no_lines, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = changed("UPDATE match SET memory = -1");
	struct match match = {0};
	struct setup setup;
	char *problem = NULL;
	FREED char *path = bytes_text("%s/out.jsonl", directory);

	assert_false(match_file_setup(file, 0, &setup));
	assert_null(match_file_copy(file, other_path, &problem));
	assert_says(problem, match_path, "memory is -1, expected");
	assert_says(match_file_export_to(file, &match, &match_file_jsonl, path), match_path,
		    "memory is -1, expected");
	assert_int_not_equal(access(path, F_OK), 0);
}

TEST_IN(unknown_words_are_left_out, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) =
		changed("UPDATE match SET seed = NULL; INSERT INTO branch VALUES (2, 1, 2, 7, NULL);"
			"UPDATE kind SET channel = 'comment', seat = 9 WHERE channel = 'message'");
	struct remarks remarks FREED_BY(remarks_free) = {0};
	struct branch_row *rows;
	struct setup setup FREED_BY(setup_free);
	int count;

	assert_true(match_file_setup(file, 0, &setup));
	assert_int_equal(setup.seed, 0);
	count = match_file_branches(file, &rows);
	assert_int_equal(count, 3);
	assert_string_equal(rows[2].why, "");
	branch_rows_free(rows, count);
	assert_true(match_file_remarks(file, protocol_named("gomocup"), &remarks));
	assert_int_equal(remarks.count, 1); /* DEBUG more, and not what seat 9 said */
}

int main(void)
{
	sqlite3_auto_extension((void (*)(void))watch);
	return RUN_TESTS(NULL, NULL);
}
