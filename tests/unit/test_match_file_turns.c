/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_match_file_turns.c - the turns of a long match, which are read from its file in pages.  */
#include "../test.h"
#include "../within.h"

#include "match_file_fixture.h"

TEST_IN(a_long_match_is_read_from_its_end_and_the_rest_in_pages, begin_directory, end_directory)
{
	enum { TURNS = 30000, PAGE = 100 };
	struct match_file *file FREED_BY(match_file_end) = created(match_path);
	struct turn page[PAGE];
	struct match match FREED_BY(match_free);
	char played[16];

	for (int n = 1; n <= TURNS; n++) {
		struct turn turn = {
			.n = n, .seat = 1 + n % 2, .played = played, .flags = n % 1000 ? 0 : TURN_FORGIVEN};

		snprintf(played, sizeof(played), "%d", n);
		match_file_turn(file, &turn);
	}
	match_file_branch(file, -1, TURNS - 10, 0, "a test");
	match_file_turn(file, &(struct turn){.n = TURNS - 9, .seat = 1, .played = (char *)"other"});
	match_file_close(file);
	execute_sql(match_path, "UPDATE match SET tolerance_ns = 5"); /* which these turns need */
	file = opened(match_path);
	match = matched(file);
	assert_int_equal(match.turn_count, TURNS - 9);
	assert_within(match.turn_count - match.dropped, 1, MATCH_KEPT);
	assert_int_equal(match.forgiven[1], TURNS / 1000 - 1);
	assert_int_equal(match.forgiven[2], 0);
	assert_string_equal(match_turn(&match, TURNS - 9)->played, "other");
	for (int n = 1; n <= TURNS - 10; n += n % 97 ? 1 : 1234) {
		snprintf(played, sizeof(played), "%d", n);
		assert_string_equal(match_turn(&match, n)->played, played);
	}
	for (int from = 1; from <= TURNS; from += 7777) {
		int wanted = TURNS - 9 - from + 1 < PAGE ? TURNS - 9 - from + 1 : PAGE;

		assert_int_equal(match_file_turns(file, from, PAGE, page), wanted);
		for (int i = 0; i < wanted; i++) {
			assert_int_equal(page[i].n, from + i);
			assert_int_equal(page[i].seat, 1 + (from + i) % 2);
			turn_clear(&page[i]);
		}
	}
	assert_int_equal(match_file_turns(file, TURNS, PAGE, page), 0);
}

/* As match_glance() promises.  */
static void assert_glance(const struct match *match, int n, const struct turn *wanted)
{
	const struct turn *turn = match_glance(match, n);

	assert_int_equal(turn->n, n);
	assert_int_equal(turn->seat, wanted->seat);
	assert_string_equal(turn->played, wanted->played);
	assert_int_equal(!turn->answered, !wanted->answered);
	if (wanted->answered)
		assert_string_equal(turn->answered, wanted->answered);
	assert_int_equal(turn->think_ns, wanted->think_ns);
	assert_int_equal(turn->flags, wanted->flags);
	assert_true(turn->sum[SEAT_1] == wanted->sum[SEAT_1] && turn->sum[SEAT_2] == wanted->sum[SEAT_2]);
}

/* A long match with a branch after turn AT, whose score was changed in the branch. In it GONE is missing.  */
enum { LONG = 2 * MATCH_KEPT, AT = 100, GONE = 2000 };

static struct turn long_turn(int n, int branch)
{
	static char played[16], answered[16];
	bool changed = n == AT && branch;

	snprintf(played, sizeof(played), "%d.%d", branch, n);
	snprintf(answered, sizeof(answered), "not %d", n);
	return (struct turn){.n = n,
			     .seat = 1 + n % 2,
			     .played = played,
			     .answered = n % 3 ? answered : NULL,
			     .think_ns = n,
			     .flags = TURN_SCORED | (n % 5 ? 0u : TURN_UNTIMED),
			     .sum = {0, n + (changed ? 0.5 : 0), -n}};
}

static struct match_file *long_match(void)
{
	struct match_file *file = created(match_path);

	for (int n = 1; n <= LONG; n++) {
		struct turn turn = long_turn(n, n > AT);

		if (n == AT + 1) {
			struct turn changed = long_turn(AT, 1);

			match_file_branch(file, -1, AT, 0, "a test");
			match_file_turn(file, &changed);
			turn = long_turn(n, 1);
		}
		match_file_turn(file, &turn);
	}
	match_file_close(file);
	return opened(match_path);
}

TEST_IN(a_glance_at_an_older_turn_is_that_of_the_shown_branch, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = long_match();
	struct match match FREED_BY(match_free) = matched(file);

	assert_true(match.dropped > GONE);
	for (int n = 1; n <= LONG; n += n < 600 ? 1 : 511) {
		struct turn wanted = long_turn(n, n >= AT);

		assert_glance(&match, n, &wanted);
	}
	for (int n = LONG; n > 0; n -= 97) {
		struct turn wanted = long_turn(n, n >= AT);

		assert_glance(&match, n, &wanted);
	}
	assert_null(match_glance(&match, 0));
	assert_null(match_glance(&match, LONG + 1));
}

/* As match_skim() promises.  */
static void assert_skim(const struct match *match, int n, int every)
{
	const struct turn wanted = long_turn(n, n >= AT), *turn = match_skim(match, n, every);

	assert_int_equal(turn->n, n);
	assert_int_equal(turn->seat, wanted.seat);
	assert_string_equal(turn->played, wanted.played);
	for (int s = SEAT_1; s < SEATS && n % every == 0; s++)
		assert_true(turn->sum[s] == wanted.sum[s]);
}

/* The turns of half a page, and some of the others.  */
static void assert_skims(struct match_file *file)
{
	struct match match FREED_BY(match_free) = matched(file);

	for (int n = 1; n <= LONG; n += n < 1100 ? 1 : 511)
		assert_skim(&match, n, 4);
	for (int n = LONG; n > 0; n -= 97)
		assert_skim(&match, n, 1);
	assert_null(match_skim(&match, 0, 1));
	assert_null(match_skim(&match, LONG + 1, 1));
	match_file_close(file);
}

TEST_IN(a_skim_of_older_turns_is_that_of_the_shown_branch, begin_directory, end_directory)
{
	assert_skims(long_match());
}

TEST_IN(a_skim_that_wants_more_sums_is_read_again, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = long_match();
	struct match match FREED_BY(match_free) = matched(file);

	assert_skim(&match, AT, 64);
	assert_skim(&match, AT, 1); /* changed in the branch */
	assert_skim(&match, AT + 4, 8);
	assert_skim(&match, AT + 4, 4);
	assert_skim(&match, AT + 2, 2);
}

TEST_IN(a_missing_turn_leaves_the_others_at_their_numbers, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = long_match();
	struct match match FREED_BY(match_free);

	match_file_close(file);
	execute_sql(match_path, "DELETE FROM turn_row WHERE (id & 4294967295) = 2000");
	file = opened(match_path);
	match = matched(file);
	assert_null(match_turn(&match, GONE));
	assert_null(match_glance(&match, GONE));
	assert_null(match_skim(&match, GONE, 1));
	for (int n = GONE - 1; n <= GONE + 1; n += 2) {
		assert_int_equal(match_turn(&match, n)->n, n);
		assert_int_equal(match_glance(&match, n)->n, n);
		assert_int_equal(match_skim(&match, n, 1)->n, n);
	}
}

TEST_IN(only_a_long_match_has_statements_for_many_rows, begin_directory, end_directory)
{
	enum { FEW = 128, MANY = 1000 };
	struct match_file *file FREED_BY(match_file_end) = created(match_path);
	int n = 0;

	while (n < MANY) {
		struct message messages[FILE_ROWS];
		struct turn turns[FILE_ROWS];

		assert_true(n > FEW || !file->statements[STATEMENT_ADD_MESSAGES]);
		assert_true(n > FEW || !file->statements[STATEMENT_ADD_TURNS]);
		for (int i = 0; i < FILE_ROWS; i++) {
			n++;
			messages[i] = (struct message){.n = n, .direction = FROM_AGENT, .bytes = (char *)""};
			turns[i] = (struct turn){.n = n, .seat = SEAT_1};
		}
		file_write_messages(file, messages, FILE_ROWS);
		file_write_turns(file, turns, FILE_ROWS);
	}
	assert_non_null(file->statements[STATEMENT_ADD_MESSAGES]);
	assert_non_null(file->statements[STATEMENT_ADD_TURNS]);
	match_file_close(file);
	file = opened(match_path);
	assert_int_equal(match_file_last(file), n);
}

/* What a connection to a file writes is no short match any more.  */
TEST_IN(a_match_that_is_connected_to_its_file_has_them_at_once, begin_directory, end_directory)
{
	struct message messages[FILE_ROWS];
	char *why = NULL;
	struct match_file *file FREED_BY(match_file_end);

	match_file_close(created(match_path));
	file = file_connect(match_path, false, &why);
	assert_non_null(file);
	for (int i = 0; i < FILE_ROWS; i++)
		messages[i] = (struct message){.n = i + 1, .direction = FROM_AGENT, .bytes = (char *)""};
	file_write_messages(file, messages, FILE_ROWS);
	assert_non_null(file->statements[STATEMENT_ADD_MESSAGES]);
}

TEST_MAIN(NULL, NULL)
