/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_match_file_branches.c - the history of each branch of a match file, and adding branches. Random tests
 * have fixed seeds.  */
#include "../test.h"
#include "match_file_fixture.h"

#include "ringside/protocol.h"

enum { MOST = 64 };

/* The branch numbers of a history, as "1 2 5". The caller frees.  */
static char *history_of(struct match_file *file, int branch)
{
	struct message messages[MOST];
	struct bytes text = {0};
	int count = match_file_history(file, branch, 0, MOST, messages);

	bytes_add(&text, "", 0);
	for (int i = 0; i < count; i++)
		bytes_addf(&text, "%s%d", i ? " " : "", (int)messages[i].n);
	return text.at ? text.at : bytes_text("%s", "");
}

static void assert_history(struct match_file *file, int branch, const char *wanted)
{
	assert_text(history_of(file, branch), wanted);
}

static void add_messages(struct match_file *file, int from, int to)
{
	for (int n = from; n <= to; n++)
		add_text(file, n, n % 2 ? SEAT_1 : SEAT_2, CHANNEL_MOVE, "x");
}

/* The moves, as "abc". The caller frees.  */
static char *played_in(struct match_file *file, int branch)
{
	struct match match FREED_BY(match_free);
	struct bytes text = {0};

	assert_true(match_file_match_of(file, branch, &match));
	for (int n = 1; n <= match.turn_count; n++)
		bytes_add_text(&text, match_turn(&match, n)->played);
	return text.at ? text.at : bytes_text("%s", "");
}

static void assert_played(struct match_file *file, int branch, const char *wanted)
{
	assert_text(played_in(file, branch), wanted);
}

/* Branch 1 takes moves back natively; 2 and 3 begin after messages of branch 0, 4 after one of branch 1.  */
static struct match_file *with_branches(const char *path)
{
	struct match_file *file = created(path);

	add_messages(file, 1, 5);
	for (int n = 1; n <= 4; n++)
		add_turn(file, n, (char *)"a");
	match_file_branch(file, -1, 2, 0, "takeback");
	add_messages(file, 6, 9);
	add_turn(file, 3, (char *)"b");
	add_turn(file, 4, (char *)"b");
	match_file_branch(file, 0, 1, 3, "resume");
	add_messages(file, 10, 11);
	add_turn(file, 2, (char *)"c");
	match_file_branch(file, 0, 3, 4, "override");
	match_file_branch(file, 1, 3, 7, "seat");
	add_messages(file, 12, 12);
	add_turn(file, 4, (char *)"d");
	return file;
}

TEST_IN(a_history_holds_the_branch_and_its_parents_up_to_it, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = with_branches(match_path);

	for (int reader = 0; reader < 2; reader++) {
		assert_history(file, 0, "1 2 3 4 5");
		assert_history(file, 1, "1 2 3 4 5 6 7 8 9");
		assert_history(file, 2, "1 2 3 10 11");
		assert_history(file, 3, "1 2 3 4");
		assert_history(file, 4, "1 2 3 4 5 6 7 12");
		assert_history(file, -1, "1 2 3 4 5 6 7 12");
		assert_history(file, 5, "");
		assert_played(file, 0, "aaaa");
		assert_played(file, 1, "aabb");
		assert_played(file, 2, "ac");
		assert_played(file, 3, "aaa");
		assert_played(file, 4, "aabd");
		match_file_close(file);
		file = opened(match_path);
	}
}

/* As in lmc2, whose game program scores a turn after it.  */
TEST_IN(a_turn_played_again_belongs_to_the_branch, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = with_branches(match_path);

	match_file_branch(file, 0, 3, 4, "resume");
	add_turn(file, 3, (char *)"e");
	add_turn(file, 4, (char *)"f");
	assert_played(file, 5, "aaef");
	assert_played(file, 0, "aaaa");
}

TEST_IN(a_copy_has_all_branches_and_accepts_more, begin_directory, end_directory)
{
	const char *const paths[] = {other_path, ""};
	struct match_file *source FREED_BY(match_file_end);
	char *problem;

	match_file_close(with_branches(match_path));
	for (int i = 0; i < 2; i++) {
		struct match_file *file = opened(match_path),
				  *copy FREED_BY(match_file_end) = match_file_copy(file, paths[i], &problem);

		assert_non_null(copy);
		match_file_close(file);
		assert_int_equal(match_file_shown(copy), 4);
		assert_int_equal(match_file_branch(copy, 0, 2, 3, "from"), 5);
		add_messages(copy, 13, 14);
		add_turn(copy, 3, (char *)"g");
		assert_played(copy, -1, "aag");
		assert_played(copy, 4, "aabd");
		assert_history(copy, -1, "1 2 3 13 14");
		assert_null(match_file_problem(copy));
	}
	source = opened(match_path);
	assert_null(match_file_copy(source, other_path, &problem));
	assert_says(problem, other_path, "already exists");
}

TEST_IN(the_shown_branch_is_the_one_that_is_read, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = with_branches(match_path);
	struct message messages[MOST];
	struct turn turns[8];
	struct match match FREED_BY(match_free);

	assert_int_equal(match_file_shown(file), 4);
	assert_int_equal(match_file_last(file), 12);
	assert_true(match_file_show(file, 2));
	assert_int_equal(match_file_shown(file), 2);
	assert_int_equal(match_file_last(file), 11);
	assert_int_equal(match_file_before(file, &everything, 11, 2, messages), 2);
	assert_int_equal(messages[0].n, 3);
	assert_int_equal(messages[1].n, 10);
	assert_int_equal(match_file_after(file, &everything, 2, 8, messages), 3);
	assert_int_equal(match_file_turns(file, 1, 8, turns), 2);
	for (int i = 0; i < 2; i++)
		turn_clear(&turns[i]);
	match = matched(file);
	assert_int_equal(match.branch, 2);
	assert_int_equal(match.turn_count, 2);
	assert_false(match_file_show(file, 5));
	assert_int_equal(match_file_shown(file), 2);
	assert_true(match_file_show(file, 3));
	assert_int_equal(match_file_last(file), 4);
	assert_true(match_file_show(file, -1));
	assert_int_equal(match_file_shown(file), 4);
	assert_int_equal(match_file_newest(file), 12);
	assert_null(match_file_problem(file));
}

TEST_IN(writes_go_to_the_newest_branch_whichever_is_shown, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = with_branches(match_path);

	assert_true(match_file_show(file, 0));
	add_messages(file, 13, 14);
	add_turn(file, 5, (char *)"e");
	assert_int_equal(match_file_last(file), 5);
	assert_history(file, 0, "1 2 3 4 5");
	assert_history(file, 4, "1 2 3 4 5 6 7 12 13 14");
	assert_played(file, 4, "aabde");
	assert_played(file, 0, "aaaa");
}

/* A reader that keeps messages learns that some of them belong to another branch.  */
TEST_IN(a_history_that_only_grows_stays_the_same, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = with_branches(match_path),
				*reader FREED_BY(match_file_end);
	unsigned shows;

	match_file_commit(file);
	reader = opened(match_path);
	shows = match_file_shows(reader);
	add_messages(file, 13, 14);
	match_file_branch(file, -1, 2, 0, "takeback");
	add_messages(file, 15, 16);
	match_file_commit(file);
	assert_int_equal(match_file_shows(reader), shows);
	assert_history(reader, -1, "1 2 3 4 5 6 7 12 13 14 15 16");
	match_file_branch(file, -1, 2, 15, "resume");
	match_file_commit(file);
	assert_int_not_equal(match_file_shows(reader), shows);
	shows = match_file_shows(reader);
	assert_int_equal(match_file_last(reader), 15);
	assert_true(match_file_show(reader, 2));
	assert_int_not_equal(match_file_shows(reader), shows);
	shows = match_file_shows(reader);
	assert_history(reader, 0, "1 2 3 4 5");
	assert_played(reader, 1, "aabb");
	assert_int_equal(match_file_shows(reader), shows);
}

TEST_IN(each_branch_is_listed_with_its_parent_and_its_end, begin_directory, end_directory)
{
	struct verdict verdict = {
		.winner = SEAT_2, .reason = "five", .detail = (char *)"five in a row", .proof = {12}};
	struct match_file *file FREED_BY(match_file_end) = with_branches(match_path);
	struct branch_row *rows;

	match_file_verdict(file, &verdict);
	assert_int_equal(match_file_branches(file, &rows), 5);
	assert_int_equal(rows[0].parent, -1);
	assert_int_equal(rows[0].turns, 4);
	assert_false(rows[0].over);
	assert_int_equal(rows[1].parent, 0);
	assert_int_equal(rows[1].turn, 2);
	assert_int_equal(rows[1].message, 0);
	assert_string_equal(rows[1].why, "takeback");
	assert_int_equal(rows[3].parent, 0);
	assert_int_equal(rows[3].turn, 3);
	assert_int_equal(rows[3].turns, 3); /* those of its parent */
	assert_int_equal(rows[3].message, 4);
	assert_int_equal(rows[4].parent, 1);
	assert_int_equal(rows[4].turns, 4);
	assert_true(rows[4].over);
	assert_int_equal(rows[4].winner, SEAT_2);
	assert_string_equal(rows[4].reason, "five");
	assert_string_equal(rows[4].detail, "five in a row");
	branch_rows_free(rows, 5);
}

TEST_IN(the_last_player_to_sit_down_in_a_history_has_the_seat, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = with_branches(match_path);
	struct seat_setup human = {SEAT_HUMAN, (char *)"human", (char *)"Ada"};
	struct seat_setup agent = {SEAT_AGENT, (char *)"./b --new", (char *)"b"};
	struct match match;

	match_file_name(file, SEAT_1, "pela"); /* of branch 0, where it sat down */
	assert_int_equal(match_file_branch(file, 2, 1, 10, "seat"), 5);
	match_file_seat(file, SEAT_1, &human);
	match_file_seat(file, SEAT_2, &agent);
	match_file_name(file, SEAT_2, "rapfi");
	assert_int_equal(match_file_branch(file, -1, 1, 0, "takeback"), 6);
	for (int reader = 0; reader < 2; reader++) {
		for (int branch = 5; branch <= 6; branch++) {
			assert_true(match_file_match_of(file, branch, &match));
			assert_int_equal(match.setup.seat[SEAT_1].kind, SEAT_HUMAN);
			assert_string_equal(match.setup.seat[SEAT_1].name, "Ada");
			assert_int_equal(match.setup.seat[SEAT_2].kind, SEAT_AGENT);
			assert_string_equal(match.setup.seat[SEAT_2].command, "./b --new");
			assert_string_equal(match.setup.seat[SEAT_2].name, "rapfi");
			match_free(&match);
		}
		assert_true(match_file_match_of(file, 2, &match));
		assert_int_equal(match.setup.seat[SEAT_1].kind, SEAT_FREE);
		assert_string_equal(match.setup.seat[SEAT_1].name, "pela");
		match_free(&match);
		match_file_close(file);
		file = opened(match_path);
	}
}

/* ---- a naive model ---- */

enum { BRANCHES = 40, NUMBERS = 4000 };

/* Which messages belong to each branch's history.  */
struct model {
	bool has[BRANCHES][NUMBERS];
	int turns[BRANCHES];
	int branches, last;
};

static void add_to_model(struct model *model, int parent, int cut)
{
	int branch = model->branches++;

	for (int n = 1; n <= (cut ? cut : model->last); n++)
		model->has[branch][n] = model->has[parent][n];
}

static int last_of_model(const struct model *model, int branch)
{
	int last = 0;

	for (int n = 1; n < NUMBERS; n++)
		last = model->has[branch][n] ? n : last;
	return last;
}

static void compare_with_model(struct match_file *file, const struct model *model, int branch, uint64_t *seed)
{
	struct message got[MOST];

	assert_true(match_file_show(file, branch));
	for (int i = 0; i < 6; i++) {
		int bound = (int)(chance(seed) % NUMBERS), limit = (int)(chance(seed) % MOST), count = 0;

		for (int n = bound + 1; n < NUMBERS && count < limit; n++)
			count += model->has[branch][n];
		assert_int_equal(match_file_after(file, &everything, bound, limit, got), count);
		for (int n = bound + 1, at = 0; at < count; n++)
			if (model->has[branch][n])
				assert_int_equal(got[at++].n, n);
		count = 0;
		for (int n = bound - 1; n > 0 && count < limit; n--)
			count += model->has[branch][n];
		assert_int_equal(match_file_before(file, &everything, bound, limit, got), count);
		for (int n = bound - 1, at = count; at > 0; n--)
			if (model->has[branch][n])
				assert_int_equal(got[--at].n, n);
	}
	assert_int_equal(match_file_last(file), last_of_model(model, branch));
}

TEST_IN(histories_equal_those_of_a_naive_model, begin_directory, end_directory)
{
	FREED struct model *model = bytes_new(sizeof(*model));

	for (uint64_t round = 1; round <= 5; round++) {
		uint64_t seed = round * 0x9e3779b97f4a7c15u;
		struct match_file *file FREED_BY(match_file_end), *reader FREED_BY(match_file_end);

		*model = (struct model){.branches = 1};
		snprintf(match_path, sizeof match_path, "%s/%d", directory, (int)round);
		file = created(match_path);
		reader = opened(match_path);
		while (model->branches < BRANCHES) {
			bool native = chance(&seed) % 2;
			int parent = native ? model->branches - 1
					    : (int)(chance(&seed) % (unsigned)model->branches);
			int cut =
				native ? 0
				       : (int)(chance(&seed) % (unsigned)(last_of_model(model, parent) + 1));

			for (unsigned n = (unsigned)chance(&seed) % 90; n; n--) {
				add_messages(file, model->last + 1, model->last + 1);
				model->has[model->branches - 1][++model->last] = true;
			}
			assert_int_equal(match_file_branch(file, native ? -1 : parent, 0, cut, "chance"),
					 model->branches);
			add_to_model(model, parent, cut);
			match_file_commit(file);
			for (int i = 0; i < 3; i++) {
				int branch = (int)(chance(&seed) % (unsigned)model->branches);

				compare_with_model(file, model, branch, &seed);
				compare_with_model(reader, model, branch, &seed);
			}
		}
		assert_null(match_file_problem(reader));
		assert_null(match_file_problem(file));
	}
}

/* ---- long matches ---- */

TEST_IN(dropped_turns_of_several_branches_are_found_together, begin_directory, end_directory)
{
	enum { TURNS = 20000, LEFT = 5000 };
	struct match_file *file FREED_BY(match_file_end) = created(match_path);
	struct match was FREED_BY(match_free), is FREED_BY(match_free);
	char played[16];

	for (int n = 1; n <= TURNS; n++) {
		snprintf(played, sizeof(played), "%d", n);
		add_turn(file, n, played);
	}
	match_file_branch(file, -1, LEFT, 0, "takeback");
	for (int n = LEFT + 1; n <= TURNS; n++) {
		snprintf(played, sizeof(played), "+%d", n);
		add_turn(file, n, played);
	}
	assert_true(match_file_show(file, 0));
	assert_true(match_file_match_of(file, 0, &was));
	assert_true(match_file_match_of(file, -1, &is));
	for (int n = 1; n <= TURNS; n += n % 83 ? 1 : 1100) {
		snprintf(played, sizeof(played), "%d", n);
		assert_string_equal(match_turn(&was, n)->played, played);
		snprintf(played, sizeof(played), n > LEFT ? "+%d" : "%d", n);
		assert_string_equal(match_turn(&is, n)->played, played);
		assert_string_equal(match_file_older(file, n)->played, played);
	}
}

/* ---- adding branches ---- */

TEST_IN(a_finished_file_accepts_more_branches, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = with_branches(match_path);
	struct message got[4];

	match_file_close(file);
	file = appended(match_path);
	assert_int_equal(match_file_newest(file), 12);
	assert_int_equal(match_file_branch(file, 2, 1, 10, "resume"), 5);
	add_text(file, 13, SEAT_1, CHANNEL_MOVE, "y");
	add_text(file, 14, SEAT_2, CHANNEL_DEBUG, "z"); /* of a kind that is new to the file */
	add_turn(file, 2, (char *)"e");
	assert_history(file, -1, "1 2 3 10 13 14");
	assert_true(file->pending);
	match_file_close(file);
	file = opened(match_path);
	assert_history(file, -1, "1 2 3 10 13 14");
	assert_played(file, -1, "ae");
	assert_played(file, 4, "aabd");
	assert_int_equal(match_file_before(file,
					   &(struct message_query){.seats = 7,
								   .channels = CHANNEL_BIT(CHANNEL_DEBUG),
								   .last = INT64_MAX},
					   INT64_MAX, 4, got),
			 1);
	assert_int_equal(got[0].n, 14);
	assert_false(match_file_is_written(file));
}

static char *append_problem(const char *path)
{
	char *problem = NULL;

	assert_null(match_file_append(path, &problem));
	return problem;
}

TEST_IN(only_one_process_may_write_a_file, begin_directory, end_directory)
{
	struct match_file *file = created(match_path), *reader;

	assert_says(append_problem(match_path), match_path, "is being written by another ringside");
	add_messages(file, 1, 2);
	match_file_close(file);
	file = appended(match_path);
	assert_says(append_problem(match_path), match_path, "is being written by another ringside");
	reader = opened(match_path);
	assert_true(match_file_is_written(reader));
	match_file_close(reader);
	match_file_close(file);
	match_file_close(appended(match_path));
}

TEST_IN(reasons_not_to_accept_a_branch_are_distinguished, begin_directory, end_directory)
{
	assert_says(append_problem(match_path), match_path, "there is no such file");
	write_text(match_path, "the quick brown fox jumps over the lazy dog\n");
	assert_says(append_problem(match_path), match_path, "is not a match file");
}

TEST_IN(a_saved_copy_has_all_branches, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = with_branches(match_path);

	assert_true(match_file_show(file, 3));
	assert_null(match_file_save(file, other_path));
	match_file_close(file);
	file = opened(other_path);
	assert_history(file, 2, "1 2 3 10 11");
	assert_played(file, 0, "aaaa");
	assert_history(file, -1, "1 2 3 4 5 6 7 12");
}

/* ---- exports ---- */

static void say(struct match_file *file, int64_t n, int turn, const char *text)
{
	struct message message = {.n = n,
				  .seat = SEAT_1,
				  .direction = FROM_AGENT,
				  .channel = CHANNEL_MESSAGE,
				  .turn = turn,
				  .bytes = (char *)text,
				  .size = strlen(text)};

	match_file_message(file, &message);
}

static char *said_in(struct match_file *file, int branch)
{
	struct remarks remarks FREED_BY(remarks_free) = {0};
	struct bytes text = {0};

	assert_true(match_file_show(file, branch));
	assert_true(match_file_remarks(file, NULL, &remarks));
	bytes_add(&text, "", 0);
	for (int i = 0; i < remarks.count; i++)
		bytes_add_text(&text, remarks.list[i].text);
	return text.at;
}

TEST_IN(remarks_cover_the_history_without_moves_taken_back, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created(match_path);
	static const char *const wanted[] = {"abc", "ad", "adf", "ab"};
	static const int branches[] = {0, 1, 3, 2};

	say(file, 1, 1, "a");
	say(file, 2, 2, "b");
	say(file, 3, 3, "c");
	match_file_branch(file, -1, 1, 0, "takeback"); /* turns 2 and 3 never took place */
	say(file, 4, 2, "d");
	match_file_branch(file, 0, 1, 2, "resume"); /* while turn 2 was being thought about */
	match_file_branch(file, 1, 2, 4, "resume");
	say(file, 5, 3, "f");
	for (int i = 0; i < 4; i++) {
		assert_text(said_in(file, branches[i]), wanted[i]);
	}
}

/* A message that waited at the gate may be of an earlier turn than the one before it.  */
TEST_IN(remarks_never_go_back_to_an_earlier_turn, begin_directory, end_directory)
{
	static const int said[] = {1, 3, 2, 4}, wanted[] = {1, 3, 3, 4};
	struct match_file *file FREED_BY(match_file_end) = created(match_path);
	struct remarks remarks FREED_BY(remarks_free) = {0};

	for (int i = 0; i < 4; i++)
		say(file, i + 1, said[i], "a");
	assert_true(match_file_remarks(file, NULL, &remarks));
	assert_int_equal(remarks.count, 4);
	for (int i = 0; i < 4; i++)
		assert_int_equal(remarks.list[i].turn, wanted[i]);
}

/* ---- damage ---- */

TEST_IN(branches_changed_by_others_do_not_crash, begin_directory, end_directory)
{
	static const char *const changes[] = {
		"UPDATE branch SET parent = id",
		"UPDATE branch SET parent = 77",
		"UPDATE branch SET message = -5 WHERE id = 2",
		"UPDATE branch SET turn = -1",
		"DELETE FROM branch",
		"DROP TABLE branch",
		"UPDATE message_row SET branch = 9 - branch",
		"DELETE FROM branch WHERE id = 1",
		"UPDATE branch SET id = id + 1000000000",
	};

	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
		struct match_file *file FREED_BY(match_file_end);
		struct branch_row *rows;
		struct message got[MOST];
		struct match match;
		int count;

		snprintf(match_path, sizeof match_path, "%s/%zu", directory, i);
		match_file_close(with_branches(match_path));
		execute_sql(match_path, changes[i]);
		file = opened(match_path);
		count = match_file_branches(file, &rows);
		branch_rows_free(rows, count);
		for (int branch = -1; branch < 6; branch++) {
			assert_true(match_file_history(file, branch, 0, MOST, got) >= 0 &&
				    match_file_history(file, branch, 0, MOST, got) <= 12);
			if (match_file_match_of(file, branch, &match))
				match_free(&match);
			match_file_show(file, branch);
			assert_true(match_file_last(file) >= 0 && match_file_last(file) <= 12);
		}
	}
}

TEST_MAIN(NULL, NULL)
