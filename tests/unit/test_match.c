/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_match.c - messages, setups, verdicts and matches, as all rooms use them.  */
#include "ringside/bytes.h"
#include "ringside/match.h"
#include "ringside/message.h"
#include "setup_fixture.h"

static size_t text_size(const char *bytes)
{
	FREED char *copy = bytes_copy(bytes, strlen(bytes));
	struct message message = {.bytes = copy, .size = strlen(bytes)};
	size_t size = message_text_size(&message, NULL);

	return size;
}

static struct turn turn_of(int seat, const char *played)
{
	return (struct turn){.seat = seat, .played = bytes_text("%s", played)};
}

TEST(a_line_end_of_any_kind_is_not_part_of_the_text)
{
	assert_int_equal(text_size("7,7\r\n"), 3);
	assert_int_equal(text_size("7,7\n"), 3);
	assert_int_equal(text_size("7,7\r"), 3);
	assert_int_equal(text_size("7,7"), 3);
	assert_int_equal(text_size("7,7\n\r\n"), 4);
	assert_int_equal(text_size("7,7\r\r"), 4);
	assert_int_equal(text_size("\r\n"), 0);
	assert_int_equal(text_size("\n"), 0);
	assert_int_equal(text_size(""), 0);
}

TEST(a_message_without_bytes_has_no_text)
{
	struct message message = {0};

	assert_int_equal(message_text_size(&message, NULL), 0);
}

TEST(every_channel_is_found_by_its_name)
{
	for (int i = 0; i < CHANNEL_COUNT; i++)
		assert_int_equal(channel_named(channel_name((enum channel)i)), i);
	assert_int_equal(channel_named("stderr"), CHANNEL_STDERR);
	assert_int_equal(channel_named("gossip"), CHANNEL_COUNT);
	assert_int_equal(channel_named(""), CHANNEL_COUNT);
}

TEST(a_setup_begins_with_the_documented_defaults)
{
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");

	assert_int_equal(setup.turn_limit, 5000000000);
	assert_int_equal(setup.match_limit, 0);
	assert_int_equal(setup.start_limit, 10000000000);
	assert_int_equal(setup.hang_limit, 60000000000);
	assert_int_equal(setup.tolerance, 0);
	assert_int_equal(setup.pace, 0);
	assert_int_equal(setup.memory, 0);
	assert_int_equal(setup.max_line, 65536);
	assert_int_equal(setup.max_chatter, 1048576);
	assert_int_equal(setup.seed, 0);
	assert_int_equal(setup.first, SEAT_1);
	assert_int_equal(setup.game, 1);
	assert_false(setup.strict);
	assert_int_equal(setup.option_count, 0);
}

TEST(a_later_value_of_an_option_replaces_the_earlier_one)
{
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");

	assert_null(setup_given(&setup, "size"));
	setup_set(&setup, "size", "20");
	setup_set(&setup, "rule", "renju");
	setup_set(&setup, "size", "19");
	assert_int_equal(setup.option_count, 2);
	assert_string_equal(setup_given(&setup, "size"), "19");
	setup_set(&setup, "size", setup_given(&setup, "size"));
	assert_string_equal(setup_given(&setup, "size"), "19");
}

TEST(a_copy_of_a_setup_outlives_the_original)
{
	struct setup setup, copy FREED_BY(setup_free);

	setup_init(&setup);
	setup.system = "gomocup";
	setup.seat[SEAT_1] = (struct seat_setup){.kind = SEAT_AGENT, .command = bytes_text("./pela")};
	setup_name(&setup, SEAT_1, "pela");
	setup_name(&setup, SEAT_1, "pela 2");
	setup_set(&setup, "size", "20");
	setup_copy(&copy, &setup);
	setup_free(&setup);
	assert_int_equal(copy.seat[SEAT_1].kind, SEAT_AGENT);
	assert_string_equal(copy.seat[SEAT_1].command, "./pela");
	assert_string_equal(copy.seat[SEAT_1].name, "pela 2");
	assert_null(copy.seat[SEAT_2].command);
	assert_string_equal(setup_given(&copy, "size"), "20");
}

TEST(turns_are_numbered_from_one_and_again_after_a_cut)
{
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");
	struct match match FREED_BY(match_free);
	unsigned revision;

	match_init(&match, &setup);
	for (int i = 1; i <= 100; i++)
		assert_int_equal(match_add(&match, turn_of(1 + i % 2, "a1"))->n, i);
	revision = match.revision;
	match_cut(&match, 100);
	match_cut(&match, 1000);
	assert_int_equal(match.revision, revision);
	match_cut(&match, 7);
	assert_int_not_equal(match.revision, revision);
	assert_int_equal(match.turn_count, 7);
	for (int i = 8; i <= 40; i++)
		assert_int_equal(match_add(&match, turn_of(1, "b2"))->n, i);
	assert_string_equal(match.turns[6].played, "a1");
	assert_string_equal(match.turns[7].played, "b2");
}

TEST(the_last_turn_of_a_seat_is_searched_in_the_first_turns_only)
{
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");
	struct match match FREED_BY(match_free);

	match_init(&match, &setup);
	assert_null(match_last_of(&match, SEAT_1, 0));
	match_add(&match, turn_of(SEAT_1, "a1"));
	match_add(&match, turn_of(SEAT_2, "b2"));
	match_add(&match, turn_of(SEAT_1, "c3"));
	assert_string_equal(match_last_of(&match, SEAT_1, 3)->played, "c3");
	assert_string_equal(match_last_of(&match, SEAT_1, 2)->played, "a1");
	assert_string_equal(match_last_of(&match, SEAT_2, 99)->played, "b2");
	assert_null(match_last_of(&match, SEAT_2, 1));
}

/* Looks dropped turns up: every turn n was played as n.  */
static const struct turn *as_its_number(void *user, int n)
{
	static struct turn turn;
	static char played[16];

	++*(int *)user;
	snprintf(played, sizeof(played), "%d", n);
	turn = (struct turn){.n = n, .seat = 1 + n % 2, .played = played, .sum = {0, n, -n}};
	return &turn;
}

/* Each block of the texts begins with the address of the one before.  */
static int blocks_of_texts(const struct match *match)
{
	int count = 0;

	for (const void *block = match->texts.newest; block; block = *(void *const *)block)
		count++;
	return count;
}

TEST(an_endless_match_keeps_its_newest_turns_and_looks_the_others_up)
{
	enum { TURNS = 100000 };
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");
	struct match match FREED_BY(match_free);
	char text[16];
	int asked = 0;

	match_init(&match, &setup);
	for (int i = 1; i <= TURNS; i++) {
		snprintf(text, sizeof(text), "%d", i);
		assert_int_equal(match_add(&match, turn_of(1 + i % 2, text))->n, i);
		assert_true(match.turn_count - match.dropped <= 2 * MATCH_KEPT);
	}
	assert_int_equal(match.turn_count, TURNS);
	/* Of at least 16,384 bytes; the answer and the move of a turn have at most 14.  */
	assert_true(blocks_of_texts(&match) <= 2 * MATCH_KEPT * 14 / 16384 + 2);
	for (int i = TURNS; i > TURNS - MATCH_KEPT; i--) {
		snprintf(text, sizeof(text), "%d", i);
		assert_string_equal(match_turn(&match, i)->played, text);
	}
	assert_null(match_turn(&match, 1));
	assert_null(match_turn(&match, 0));
	assert_null(match_turn(&match, TURNS + 1));
	match.older = as_its_number;
	match.older_user = &asked;
	assert_string_equal(match_turn(&match, 1)->played, "1");
	assert_string_equal(match_turn(&match, match.dropped)->played,
			    match_turn(&match, match.dropped)->played);
	assert_int_equal(asked, 3);
	match_cut(&match, 50);
	assert_int_equal(match.turn_count, 50);
	assert_true(match.sum[SEAT_1] == 50 && match.sum[SEAT_2] == -50);
	assert_string_equal(match_turn(&match, 50)->played, "50");
	assert_int_equal(match_add(&match, turn_of(1, "new"))->n, 51);
	assert_string_equal(match_turn(&match, 51)->played, "new");
}

TEST(a_score_belongs_to_the_last_turn_and_is_removed_with_it)
{
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");
	struct match match FREED_BY(match_free);

	match_init(&match, &setup);
	match_add(&match, turn_of(SEAT_1, "rock"));
	assert_false(match.scored);
	match_add(&match, turn_of(SEAT_2, "paper"));
	match_score(&match, SEAT_1, -1);
	match_score(&match, SEAT_2, 1);
	assert_true(match.scored);
	assert_true(match_turn(&match, 2)->flags & TURN_SCORED);
	assert_true(match_turn(&match, 2)->sum[SEAT_1] == -1 && match_turn(&match, 2)->sum[SEAT_2] == 1);
	assert_true(match_turn(&match, 1)->sum[SEAT_1] == 0 && match_turn(&match, 1)->sum[SEAT_2] == 0);
	match_cut(&match, 1);
	assert_true(match.sum[SEAT_1] == 0 && match.sum[SEAT_2] == 0);
}

TEST(a_second_verdict_replaces_the_first)
{
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");
	struct match match FREED_BY(match_free);

	match_init(&match, &setup);
	assert_false(match.over);
	match_end(&match, (struct verdict){.winner = 1, .reason = "five", .detail = bytes_text("row")});
	match_end(&match, (struct verdict){.winner = 2, .reason = "resign", .detail = bytes_text("white")});
	assert_true(match.over);
	assert_int_equal(match.verdict.winner, 2);
	assert_string_equal(match.verdict.detail, "white");
	assert_int_equal(match.revision, 2);
}

static void expect_patience(const struct match *match, const struct setup *setup, int64_t answer,
			    int64_t first)
{
	struct patience patience = match_patience(match, setup, SEAT_1);

	assert_int_equal(patience.answer, answer);
	assert_int_equal(patience.first, first);
}

static void add_thought(struct match *match, int64_t ns)
{
	struct turn turn = turn_of(SEAT_1, "a1");

	turn.think_ns = ns;
	match_add(match, turn);
}

TEST(another_build_has_ten_times_the_longest_turn_but_not_more_than_the_limit)
{
	const int64_t s = NS_PER_S;
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");
	struct match match FREED_BY(match_free);

	setup_seat(&setup, SEAT_1, "brain", NULL);
	setup.turn_limit = 30 * s;
	setup.tolerance = s;
	match_init(&match, &setup);
	expect_patience(&match, &setup, 31 * s, 31 * s); /* it was never seen */
	add_thought(&match, s / 1000);
	expect_patience(&match, &setup, 2 * s, 10 * s);
	add_thought(&match, s / 2);
	match_add(&match, turn_of(SEAT_2, "b2"));
	expect_patience(&match, &setup, 5 * s, 10 * s);
	setup.start_limit = 7 * s;
	expect_patience(&match, &setup, 5 * s, 7 * s);
	setup.match_limit = 3 * s;
	expect_patience(&match, &setup, 4 * s, 7 * s);
	setup.turn_limit = s / 2;
	expect_patience(&match, &setup, 2 * s, 7 * s);
	setup.turn_limit = setup.match_limit = setup.hang_limit = 0;
	add_thought(&match, 4 * s);
	expect_patience(&match, &setup, 40 * s, 40 * s);
}

TEST_MAIN(NULL, NULL)
