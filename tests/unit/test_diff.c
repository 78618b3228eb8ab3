/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_diff.c - comparing two matches turn by turn, and the report of it.  */
#include "ringside/bytes.h"
#include "ringside/diff.h"
#include "ringside/value.h"
#include "setup_fixture.h"

/* A match with these moves, one letter each, by the seats in turn; each turn takes the given ms.  */
static struct match match_of(const char *moves, int ms)
{
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");
	struct match match;
	int64_t now = 0;

	setup_name(&setup, SEAT_1, "one");
	setup_name(&setup, SEAT_2, "two");
	match_init(&match, &setup);
	for (int i = 0; moves[i]; i++) {
		int64_t think = (int64_t)ms * NS_PER_MS * (i + 1);

		match_add(&match, (struct turn){.seat = 1 + i % 2,
						.answered = bytes_copy(&moves[i], 1),
						.played = bytes_copy(&moves[i], 1),
						.began_ns = now,
						.think_ns = think});
		now += think;
	}
	return match;
}

/* A match in which both seats think at the same time: "1a2b" is a of seat 1, then b of seat 2.  */
static struct match simultaneous_match(const char *moves)
{
	struct match match = match_of("", 1);

	for (int i = 0; moves[i]; i += 2)
		match_add(&match, (struct turn){.seat = moves[i] - '0',
						.played = bytes_copy(&moves[i + 1], 1),
						.began_ns = i / 4 * (int64_t)NS_PER_MS,
						.think_ns = NS_PER_MS});
	return match;
}

TEST(matches_with_the_same_moves_are_equal_however_long_they_took)
{
	struct match a FREED_BY(match_free) = match_of("abcd", 1),
		       b FREED_BY(match_free) = match_of("abcd", 700);
	struct diff diff = diff_matches(&a, &b, NULL);

	assert_false(diff_any(&diff));
	assert_int_equal(diff.first, 0);
	assert_int_equal(diff.both, 4);
	assert_int_equal(diff.times[0][SEAT_1].turns, 2);
	assert_true(diff.times[0][SEAT_1].think_ns == 4 * (int64_t)NS_PER_MS);
	assert_true(diff.times[1][SEAT_2].think_ns == 6 * 700 * (int64_t)NS_PER_MS);
	assert_true(diff.times[1][SEAT_2].longest_ns == 4 * 700 * (int64_t)NS_PER_MS);
}

TEST(the_first_different_turn_is_found_and_all_are_counted)
{
	struct match a FREED_BY(match_free) = match_of("abcdef", 1),
		       b FREED_BY(match_free) = match_of("abXdYf", 1);
	struct diff diff = diff_matches(&a, &b, NULL);

	assert_int_equal(diff.first, 3);
	assert_int_equal(diff.changed, 2);
	assert_int_equal(diff.both, 6);
	assert_false(diff.ending);
}

TEST(turns_of_only_one_match_count_as_different)
{
	struct match a FREED_BY(match_free) = match_of("ab", 1),
		       b FREED_BY(match_free) = match_of("abcde", 1);
	struct diff diff = diff_matches(&a, &b, NULL), other = diff_matches(&b, &a, NULL);

	assert_int_equal(diff.first, 3);
	assert_int_equal(diff.changed, 0);
	assert_int_equal(diff.both, 2);
	assert_int_equal(diff.more[1], 3);
	assert_true(diff_any(&diff));
	assert_int_equal(other.first, 3);
	assert_int_equal(other.more[0], 3);
}

TEST(nothing_behind_a_gap_is_compared)
{
	static const struct diff_gap in_b = {
		.in = {false, true}, .side = 1, .turns = 3, .words = "2 are lost"};
	static const char *const names[DIFF_SIDES] = {"a", "b"};
	struct match a FREED_BY(match_free) = match_of("abcdef", 1),
		       b FREED_BY(match_free) = match_of("abcXe", 1),
		       shorter FREED_BY(match_free) = match_of("ab", 1);
	struct diff diff = diff_matches(&a, &b, &in_b);
	FREED char *text = diff_text(&a, &b, &diff, names, 0);

	assert_int_equal(diff.both, 3);
	assert_false(diff_any(&diff));
	assert_non_null(strstr(text, "compared up to turn 3, where B has a gap: 2 are lost\n"
				     "the 3 turns that both have are the same\n"));
	assert_int_equal(diff.times[0][SEAT_1].turns, 2);
	a.over = true; /* the end is behind the gap, too */
	diff = diff_matches(&a, &b, &in_b);
	assert_false(diff_any(&diff));
	diff = diff_matches(&shorter, &b, &in_b); /* this match has all of its turns */
	assert_int_equal(diff.more[1], 1);
	assert_int_equal(diff.first, 3);
}

TEST(a_turn_may_have_its_pair_behind_the_gap_if_both_think_at_once)
{
	static const struct diff_gap in_b = {.in = {false, true}, .side = 1, .turns = 3, .words = ""};
	struct match a FREED_BY(match_free) = simultaneous_match("1a2b1c2d"),
		       b FREED_BY(match_free) = simultaneous_match("2b2d1a1c");
	struct diff diff = diff_matches(&a, &b, &in_b), other = diff_matches(&b, &a, &in_b);

	assert_int_equal(diff.both, 2);
	assert_false(diff_any(&diff));
	assert_int_equal(diff.more[0] + diff.more[1], 0);
	assert_false(diff_any(&other));
}

TEST(the_order_of_answers_does_not_matter_if_both_think_at_once)
{
	struct match a FREED_BY(match_free) = simultaneous_match("1a2b1c2d1e2f"),
		       b FREED_BY(match_free) = simultaneous_match("2b1a2X1c1e2f1g");
	struct match ordered FREED_BY(match_free) = match_of("abcd", 1),
			     other FREED_BY(match_free) = match_of("", 1);
	struct diff diff = diff_matches(&a, &b, NULL);
	static const char swapped[] = "badc";

	assert_int_equal(diff.both, 6);
	assert_int_equal(diff.changed, 1);
	assert_int_equal(diff.first, 4); /* in the first match */
	assert_int_equal(diff.more[0], 0);
	assert_int_equal(diff.more[1], 1);
	diff = diff_matches(&b, &a, NULL);
	assert_int_equal(diff.changed, 1);
	assert_int_equal(diff.first, 3);
	assert_int_equal(diff.more[0], 1);
	for (int i = 0; i < 4; i++)
		match_add(&other, (struct turn){.seat = 2 - i % 2,
						.played = bytes_copy(&swapped[i], 1),
						.began_ns = i * (int64_t)NS_PER_MS,
						.think_ns = NS_PER_MS});
	diff = diff_matches(&ordered, &other, NULL); /* if one seat waits for the other, the order matters */
	assert_int_equal(diff.changed, 4);
}

static struct turn turn_of(int seat, const char *answered, const char *played)
{
	return (struct turn){.seat = seat, .answered = (char *)answered, .played = (char *)played};
}

TEST(the_parts_of_a_turn_that_differ_are_distinguished)
{
	struct turn plain = turn_of(1, "a", "a"), overridden = turn_of(1, "b", "a"),
		    seat = turn_of(2, "a", "a"), person = turn_of(1, NULL, "a"),
		    other = turn_of(1, NULL, "c");

	assert_int_equal(diff_turn(&plain, &plain), 0);
	assert_int_equal(diff_turn(&plain, &overridden), DIFF_ANSWERED);
	assert_int_equal(diff_turn(&plain, &seat), DIFF_SEAT);
	assert_int_equal(diff_turn(&plain, &person), 0);
	assert_int_equal(diff_turn(&plain, &other), DIFF_ANSWERED | DIFF_PLAYED);
	assert_int_equal(diff_turn(&plain, NULL), DIFF_ABSENT);
	assert_int_equal(diff_turn(NULL, &plain), DIFF_ABSENT);
	assert_int_equal(diff_turn(NULL, NULL), 0);
}

TEST(another_result_is_a_difference_but_other_words_for_it_are_not)
{
	struct match a FREED_BY(match_free) = match_of("ab", 1), b FREED_BY(match_free) = match_of("ab", 1);
	struct verdict five = {.winner = SEAT_1, .reason = "five"},
		       crash = {.winner = SEAT_1, .reason = "crash"};
	struct diff diff;

	five.detail = bytes_text("after 3 ms");
	match_end(&a, five);
	diff = diff_matches(&a, &b, NULL);
	assert_true(diff.ending);
	five.detail = bytes_text("after 4 ms");
	match_end(&b, five);
	diff = diff_matches(&a, &b, NULL);
	assert_false(diff_any(&diff));
	crash.blame = SEAT_2;
	match_end(&b, crash);
	diff = diff_matches(&a, &b, NULL);
	assert_true(diff.ending);
	assert_int_equal(diff.changed, 0);
}

TEST(matches_of_two_systems_cannot_be_compared)
{
	struct match a FREED_BY(match_free) = match_of("a", 1), b FREED_BY(match_free) = match_of("a", 1);
	FREED char *problem = diff_misfit(&a, &b);

	assert_null(problem);
	b.setup.system = "lmc";
	problem = diff_misfit(&a, &b);
	assert_non_null(strstr(problem, "one is a match of gomocup, the other of lmc"));
}

/* The text must contain these parts in this order; ended by NULL.  */
static void tells(const struct match *a, const struct match *b, int most, ...)
{
	static const char *const names[DIFF_SIDES] = {"left.ringside", "right.ringside"};
	struct diff diff = diff_matches(a, b, NULL);
	FREED char *text = diff_text(a, b, &diff, names, most);
	const char *at = text, *part;
	va_list parts;

	va_start(parts, most);
	while ((part = va_arg(parts, const char *))) {
		at = strstr(at, part);
		if (!at)
			fail_msg("no \"%s\" at this place:\n%s", part, text);
		at += strlen(part);
	}
	va_end(parts);
	assert_int_equal(text[strlen(text) - 1], '\n');
}

TEST(the_report_says_where_and_how_matches_differ)
{
	struct match a FREED_BY(match_free) = match_of("abcdefg", 2),
		       b FREED_BY(match_free) = match_of("abXdY", 300);

	match_end(&a, (struct verdict){.winner = SEAT_2, .reason = "five"});
	tells(&a, &b, 0, "A: left.ringside: 7 turns, seat 2 wins: five\n",
	      "B: right.ringside: 5 turns, unfinished\n",
	      "turn 3 is the first that differs: 2 of the 5 turns that both have; A has 2 more\n",
	      "A took    B took\n", " 3    1  c            X               6.00 ms    900 ms\n",
	      " 5    1  e            Y               10.0 ms    1.50 s\n", "1 A   one", "1 B   one",
	      "2 A   two", "2 B   two", NULL);
	tells(&a, &b, 1, "c            X", "and 1 more", NULL);
	tells(&a, &a, 0, "all 7 turns are the same\n", NULL);
}

TEST(time_that_a_debugger_stopped_is_not_compared)
{
	struct match a FREED_BY(match_free) = match_of("ab", 1000),
		       b FREED_BY(match_free) = match_of("Xb", 1000);
	struct diff diff;

	a.turns[0].flags |= TURN_UNTIMED;
	diff = diff_matches(&a, &b, NULL);
	assert_int_equal(diff.times[0][SEAT_1].turns, 1);
	assert_true(diff.times[0][SEAT_1].think_ns == 0 && diff.times[1][SEAT_1].think_ns == NS_PER_S);
	tells(&a, &b, 0, " 1    1  a            X               untimed    1.00 s\n", NULL);
}

TEST(a_longer_match_with_the_same_beginning_has_extra_turns)
{
	struct match a FREED_BY(match_free) = match_of("", 1), b FREED_BY(match_free) = match_of("ab", 1),
		       c FREED_BY(match_free) = match_of("abc", 1);

	tells(&b, &c, 0, "the 2 turns that both have are the same; B has 1 more\n", NULL);
	tells(&a, &c, 0, "they have no turn in common; B has 3 more\n", NULL);
	tells(&a, &a, 0, "no turn was played\n", NULL);
	match_end(&b, (struct verdict){.winner = WINNER_DRAW, .reason = "adjudicated"});
	tells(&b, &b, 0, "draw: adjudicated", "all 2 turns are the same\n", NULL);
}

TEST(text_from_agents_is_escaped_and_cut_to_its_column)
{
	struct match a FREED_BY(match_free) = match_of("", 1), b FREED_BY(match_free) = match_of("a", 1);
	char played[] = "forward\x1b[31m",
	     answered[] = "a very long answer that no column has room for at all";

	match_append(&a,
		     &(struct turn){
			     .seat = SEAT_1, .played = played, .answered = answered, .think_ns = NS_PER_MS});
	tells(&a, &b, 0, "forward\\x1b[31m, not a ver.. a ", NULL);
}

/* Turns of a match of any length, without their strings; every hundredth differs.  */
static const struct turn *long_turn(void *user, int n)
{
	static struct turn turns[2];
	struct turn *turn = &turns[*(int *)user];

	*turn = (struct turn){
		.n = n, .seat = 1 + n % 2, .played = (char *)(*(int *)user && n % 100 == 0 ? "x" : "y")};
	return turn;
}

TEST(matches_of_any_length_are_compared)
{
	enum { TURNS = 1000000 };
	struct match a FREED_BY(match_free) = match_of("", 1), b FREED_BY(match_free) = match_of("", 1);
	int sides[] = {0, 1};
	struct diff diff;

	a.turn_count = a.dropped = b.turn_count = b.dropped = TURNS;
	a.older = b.older = long_turn;
	a.older_user = &sides[0];
	b.older_user = &sides[1];
	diff = diff_matches(&a, &b, NULL);
	assert_int_equal(diff.first, 100);
	assert_int_equal(diff.changed, TURNS / 100);
	a.turn_count = a.dropped = b.turn_count = b.dropped = 0;
}

static void assert_time(int64_t ns, const char *wanted)
{
	assert_text(value_time_text(ns), wanted);
}

TEST(a_time_has_three_significant_digits)
{
	assert_time(0, "0.00 us");
	assert_time(312000, "312 us");
	assert_time(999400, "999 us");
	assert_time(999600, "1.00 ms");
	assert_time(9994999, "9.99 ms");
	assert_time(9996000, "10.0 ms");
	assert_time(99960000, "100 ms");
	assert_time(INT64_C(12340000000), "12.3 s");
	assert_time(INT64_C(599000000000), "599 s");
	assert_time(INT64_C(754900000000), "12m34s");
}

TEST(a_moment_of_the_match_is_in_minutes_seconds_and_ms)
{
	char text[VALUE_CLOCK];

	assert_string_equal(value_clock(0, text), "00:00.000");
	assert_string_equal(value_clock(59999999999, text), "00:59.999");
	assert_string_equal(value_clock((int64_t)6000 * 1000000000, text), "100:00.000");
}

TEST_MAIN(NULL, NULL)
