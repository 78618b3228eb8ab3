/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_match_file_pages.c - a page of messages is what a naive filter finds, and patterns do no harm. Random
 * tests have fixed seeds.  */
#include "../test.h"
#include "match_file_fixture.h"
#include "ringside/message.h"

/* A naive filter over all messages. Its patterns are plain lower-case ASCII.  */
static bool fits_naively(const struct message_query *query, const struct message *message)
{
	return query->seats & 1u << message->seat && query->channels & CHANNEL_BIT(message->channel) &&
	       (!query->directions || query->directions & 1u << message->direction) &&
	       message->n <= query->last && (!query->matching || strcasestr(message->bytes, query->matching));
}

static int naive_page(const struct message *all, int count, const struct message_query *query, int64_t bound,
		      bool before, int limit, const struct message **page)
{
	int found = 0;

	for (int i = 0; i < count && found < limit; i++) {
		const struct message *message = &all[before ? count - 1 - i : i];

		if ((before ? message->n < bound : message->n > bound) && fits_naively(query, message))
			page[found++] = message;
	}
	for (int i = 0; before && i < found / 2; i++) {
		const struct message *swapped = page[i];

		page[i] = page[found - 1 - i];
		page[found - 1 - i] = swapped;
	}
	return found;
}

/* Few kinds and some rare ones, as in a match; or every kind there is.  */
static struct message random_message(uint64_t *seed, int64_t n, bool all_kinds)
{
	static const char *const texts[] = {"DEBUG depth 12", "7,8", "Message hello", "TURN 7,8", ""};
	bool odd = chance(seed) % (all_kinds ? 1 : 700) == 0;
	char *bytes = bytes_text("%s\r\n", texts[chance(seed) % 5]);

	return (struct message){
		.n = n,
		.t_ns = (int64_t)chance(seed),
		.seat = (int)(odd ? chance(seed) % 3 : 1 + chance(seed) % 2),
		.direction = (enum direction)(odd ? chance(seed) % 3 : chance(seed) % 2),
		.channel = (enum channel)(odd ? chance(seed) % CHANNEL_COUNT : CHANNEL_DEBUG),
		.bytes = bytes,
		.size = strlen(bytes),
	};
}

static struct message_query random_query(uint64_t *seed, int64_t last)
{
	static const char *const patterns[] = {"depth", "7,", "nowhere", "o"};

	return (struct message_query){
		.seats = chance(seed) % 3 ? 1u << chance(seed) % 3 : (unsigned)chance(seed) % 8,
		.channels = chance(seed) % 3 ? CHANNEL_BIT(chance(seed) % CHANNEL_COUNT)
					     : (unsigned)chance(seed) & CHANNEL_ALL,
		.directions = (unsigned)chance(seed) % 8,
		.matching = chance(seed) % 3 ? NULL : patterns[chance(seed) % 4],
		.last = chance(seed) % 2 ? INT64_MAX : (int64_t)(chance(seed) % (uint64_t)(last + 2)),
	};
}

static void compare_pages(struct match_file *file, const struct message *all, int count, uint64_t *seed)
{
	struct message got[60];
	const struct message *want[60];

	for (int i = 0; i < 300; i++) {
		struct message_query query = random_query(seed, count);
		int limit = (int)(chance(seed) % 60);
		int64_t bound = (int64_t)(chance(seed) % (uint64_t)(count + 3));
		bool before = chance(seed) % 2;
		int wanted = naive_page(all, count, &query, bound, before, limit, want);

		assert_int_equal(
			(before ? match_file_before : match_file_after)(file, &query, bound, limit, got),
			wanted);
		for (int j = 0; j < wanted; j++)
			assert_same_message(&got[j], want[j]);
	}
	assert_null(match_file_problem(file));
}

TEST_IN(pages_equal_what_a_naive_filter_finds, begin_directory, end_directory)
{
	enum { COUNT = 9000 };
	FREED struct message *all = bytes_new(COUNT * sizeof *all);

	for (uint64_t round = 1; round <= 4; round++) {
		uint64_t seed = round * 0x9e3779b97f4a7c15u;
		struct match_file *file, *reader;

		snprintf(match_path, sizeof match_path, "%s/%d", directory, (int)round);
		file = created(match_path);
		reader = opened(match_path);
		for (int i = 0; i < COUNT; i++) {
			all[i] = random_message(&seed, i + 1, round % 2 == 0);
			match_file_message(file, &all[i]);
			if (chance(&seed) % 200 == 0)
				match_file_commit(file);
			if (chance(&seed) % 3000 == 0)
				compare_pages(file, all, i + 1, &seed);
		}
		compare_pages(file, all, COUNT, &seed);
		match_file_commit(file);
		compare_pages(reader, all, COUNT, &seed);
		match_file_close(reader);
		match_file_close(file);
		for (int i = 0; i < COUNT; i++)
			free(all[i].bytes);
	}
}

struct walk {
	int64_t next, stop; /* the number that is due, and the last one */
};

static bool ends_walk(void *user, const struct message *message)
{
	struct walk *walk = user;

	assert_int_equal(message->n, walk->next);
	walk->next -= walk->next % 3 == 1 ? 2 : 1;
	return message->n == walk->stop;
}

/* Two of three messages fit, and the walk reads pages of 1, 4, 16 and 64.  */
TEST_IN(a_walk_back_meets_each_message_that_fits_once, begin_directory, end_directory)
{
	enum { LAST = 299 };
	struct match_file *file FREED_BY(match_file_end) = created("");
	struct message_query query = everything;
	struct message found;

	query.seats = 1u << SEAT_2;
	for (int n = 1; n <= LAST; n++)
		add_text(file, n, n % 3 ? SEAT_2 : SEAT_1, CHANNEL_DEBUG, "a");
	for (int stop = 1; stop <= LAST; stop += stop % 3 == 2 ? 2 : 1) {
		struct walk walk = {LAST, stop};

		assert_true(match_file_walk_back(file, &query, ends_walk, &walk, &found));
		assert_int_equal(found.n, stop);
		assert_int_equal(found.seat, SEAT_2);
		query.last = stop;
		walk = (struct walk){stop, 0};
		assert_false(match_file_walk_back(file, &query, ends_walk, &walk, &found));
		assert_int_equal(walk.next, -1);
		query.last = INT64_MAX;
	}
}

TEST_IN(a_filter_without_seats_or_channels_finds_no_message, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created("");
	struct message_query query = everything;
	struct message got[4];

	add_text(file, 1, SEAT_1, CHANNEL_MOVE, "7,7");
	assert_int_equal(match_file_after(file, &query, 0, 4, got), 1);
	query.seats = 0;
	assert_int_equal(match_file_after(file, &query, 0, 4, got), 0);
	query = everything;
	query.channels = 0;
	assert_int_equal(match_file_before(file, &query, INT64_MAX, 4, got), 0);
}

static int count_matching(struct match_file *file, const char *pattern)
{
	struct message_query query = everything;
	struct message got[16];

	query.matching = pattern;
	return match_file_after(file, &query, 0, 16, got);
}

TEST_IN(a_pattern_is_matched_without_the_line_end, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created("");

	add_text(file, 1, SEAT_1, CHANNEL_MOVE, "7,8\r\n");
	add_text(file, 2, SEAT_1, CHANNEL_MOVE, "17,8\n");
	add_text(file, 3, SEAT_1, CHANNEL_MOVE, "\r\n");
	assert_int_equal(count_matching(file, "8\\z"), 2);
	assert_int_equal(count_matching(file, "^7,8$"), 1);
	assert_int_equal(count_matching(file, "\\s"), 0);
	assert_int_equal(count_matching(file, "^$"), 1);
}

TEST_IN(a_pattern_works_on_text_that_is_not_utf_8, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created("");

	add_text(file, 1, SEAT_1, CHANNEL_DEBUG, "\xff\xfe best MOVE \xc3");
	add_text(file, 2, SEAT_1, CHANNEL_DEBUG, "\xc3\x89tude");
	assert_int_equal(count_matching(file, "move"), 1);
	assert_int_equal(count_matching(file, "^\xc3\xa9.u"), 1); /* é for É */
	assert_null(match_file_problem(file));
}

TEST_IN(a_bad_pattern_is_explained_and_finds_nothing, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created("");

	add_text(file, 1, SEAT_1, CHANNEL_DEBUG, "(a");
	assert_null(match_file_check_pattern("a+"));
	assert_says(match_file_check_pattern("(a"), NULL, "missing closing parenthesis");
	assert_int_equal(count_matching(file, "(a"), 0);
	assert_int_equal(count_matching(file, "a"), 1);
}

TEST_IN(a_pattern_that_takes_too_long_is_given_up, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created("");

	for (int n = 1; n <= 1000; n++)
		add_text(file, n, SEAT_1, CHANNEL_DEBUG, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab");
	alarm(15); /* with the limit 1 s, without a limit 2 minutes */
	assert_int_equal(count_matching(file, "^(a|aa)+$"), 0);
	alarm(0);
}

/* ---- what people see of a message ---- */

static struct setup world_setup(void)
{
	struct setup setup = setup_of("gomocup");

	setup.system = "asimulator";
	return setup;
}

static int count_shown(struct match_file *file, const struct setup *setup, const char *pattern)
{
	struct message messages[1024];
	struct message_query query = everything;

	query.matching = pattern;
	query.setup = setup;
	return match_file_after(file, &query, 0, 1024, messages);
}

/* For each byte as percept and as action, and for symbols, a pattern finds those whose lines contain its
 * words. The second search uses the cached results.  */
TEST_IN(a_pattern_finds_bytes_by_their_meaning_and_by_their_numbers, begin_directory, end_directory)
{
	static const char *const patterns[] = {"Home", "Neutralize", "at 1,-2", "a1 01", "0f", "number"};
	struct match_file *file FREED_BY(match_file_end) = created("");
	struct setup setup FREED_BY(setup_free) = world_setup();
	char bytes[3] = {0, 1, -2};
	struct message message = {.seat = SEAT_1, .turn = 1, .bytes = bytes};
	int wanted[6] = {0};

	for (int i = 0; i < 3 * 256; i++) {
		FREED char *line, *text;
		size_t size;

		bytes[0] = (char)(i / 3);
		message.n = i + 1;
		message.direction = i % 3 == 0 ? TO_AGENT : FROM_AGENT;
		message.channel = i % 3 == 0 ? CHANNEL_PERCEPT : i % 3 == 1 ? CHANNEL_MOVE : CHANNEL_SYMBOL;
		message.size = i % 3 == 2 ? 3 : 1;
		match_file_message(file, &message);
		line = shown_text(&setup, &message, &size);
		text = bytes_copy(line, size);
		for (int k = 0; k < 6; k++)
			wanted[k] += strcasestr(text, patterns[k]) != NULL;
	}
	for (int again = 0; again < 2; again++)
		for (int k = 0; k < 6; k++) {
			assert_int_not_equal(wanted[k], 0);
			assert_int_equal(count_shown(file, &setup, patterns[k]), wanted[k]);
		}
}

/* The same bytes have another meaning in the other direction, on another channel and in another byte order.
 */
TEST_IN(a_meaning_applies_only_to_its_kind_of_message, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created("");
	struct setup setup FREED_BY(setup_free) = world_setup();
	char bytes[] = {0, 0, 1, 0};
	struct message message = {.n = 1,
				  .seat = SEAT_1,
				  .direction = TO_AGENT,
				  .channel = CHANNEL_SCORE,
				  .bytes = bytes,
				  .size = 4};

	match_file_message(file, &message);
	message.n = 2;
	message.flags = MESSAGE_LITTLE;
	match_file_message(file, &message);
	message.n = 3;
	message.channel = CHANNEL_PERCEPT;
	match_file_message(file, &message);
	assert_int_equal(count_shown(file, &setup, "score 256$"), 1);
	assert_int_equal(count_shown(file, &setup, "score 65536$"), 1);
	assert_int_equal(count_shown(file, &setup, "score"), 2);
}

TEST_IN(a_pattern_is_matched_without_terminal_colours, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created("");
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");

	add_text(file, 1, SEAT_1, CHANNEL_STDERR, "\033[31mdepth\033[0m 12\n");
	add_text(file, 2, SEAT_1, CHANNEL_STDERR, "10 %\r20 %\n");
	add_text(file, 3, SEAT_1, CHANNEL_STDERR, "plain depth 12\n");
	assert_int_equal(count_shown(file, &setup, "depth 12"), 2);
	assert_int_equal(count_shown(file, &setup, "^depth"), 1);
	assert_int_equal(count_shown(file, &setup, "31m"), 0);
	assert_int_equal(count_shown(file, &setup, "20 %"), 1);
	assert_int_equal(count_shown(file, &setup, "10 %"), 0);
	/* A search for bytes finds bytes.  */
	assert_int_equal(count_shown(file, NULL, "31m"), 1);
}

/* The long s and the sign of Kelvin are an s and a k for PCRE2. A word may be divided by a colour.  */
TEST_IN(a_word_is_found_in_letters_of_other_alphabets_and_between_colours, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created("");
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");

	add_text(file, 1, SEAT_1, CHANNEL_DEBUG, "the Ask\n");
	add_text(file, 2, SEAT_1, CHANNEL_DEBUG, "a\xc5\xbf\xe2\x84\xaa\n");
	add_text(file, 3, SEAT_1, CHANNEL_STDERR, "a\033[1msk\n");
	add_text(file, 4, SEAT_1, CHANNEL_STDERR, "\033[1ma\033[0msk\n");
	add_text(file, 5, SEAT_1, CHANNEL_DEBUG, "as k as\n");
	add_text(file, 6, SEAT_1, CHANNEL_DEBUG, "as");
	add_text(file, 7, SEAT_1, CHANNEL_DEBUG, "\xc5\xbfky"); /* the first letter is the long s */
	add_text(file, 8, SEAT_1, CHANNEL_DEBUG, "the same sky");
	assert_int_equal(count_shown(file, &setup, "ask"), 4);
	assert_int_equal(count_shown(file, NULL, "ASK"), 2);
	assert_int_equal(count_shown(file, NULL, "as k"), 1);
	assert_int_equal(count_shown(file, NULL, "ask as"), 0);
	assert_int_equal(count_shown(file, NULL, "sky"), 2);
}

TEST_IN(a_message_outside_the_file_is_matched_the_same_way, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created("");
	struct setup setup FREED_BY(setup_free) = world_setup();
	struct message_query query = {.matching = "home", .setup = &setup};
	char bytes[] = {0};
	struct message message = {
		.direction = FROM_AGENT, .channel = CHANNEL_MOVE, .bytes = bytes, .size = 1};
	size_t size;
	FREED char *text = shown_text(&setup, &message, &size);
	FREED char *word = bytes_copy(text + 9, size - 9);

	assert_false(match_file_matches(file, &query, &message));
	query.matching = word;
	assert_true(match_file_matches(file, &query, &message));
	query.matching = NULL;
	assert_true(match_file_matches(file, &query, &message));
}

TEST_MAIN(NULL, NULL)
