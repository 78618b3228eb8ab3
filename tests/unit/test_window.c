/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_window.c - a window shows the right messages of a long match and reads little of the file.
 *
 * The match file is a stub: message n is on channel n % 4, and every tenth has no text.  */
#include "../test.h"
#include "ui/window.h"

enum { RARE = 1000 }; /* every n-th message matches any pattern */

static int64_t newest;
static bool are_events; /* all messages, of this kind */
static enum event_kind event_kind;
static bool being_written; /* by another: reads fail */
static int64_t looked_at;  /* messages that the stub had to examine */

STUB(unsigned, match_file_shows(struct match_file *file), 0)
STUB(int64_t, match_file_last(struct match_file *file), being_written ? 0 : newest)
STUB(bool, match_file_is_busy(const struct match_file *file), being_written)

static bool fits(const struct message_query *query, int64_t n)
{
	looked_at++;
	return query->channels & 1u << n % 4 && (!query->matching || n % RARE == 1);
}

static struct message message_of(int64_t n)
{
	static char texts[64][24];
	char *text = texts[n % 64];

	if (are_events)
		return (struct message){
			.n = n, .direction = EVENT, .event.kind = event_kind, .bytes = (char *)""};
	snprintf(text, sizeof(texts[0]), n % 10 ? "text %d\n" : "\r\n", (int)n);
	return (struct message){.n = n, .bytes = text, .size = strlen(text)};
}

int match_file_before(struct match_file *file, const struct message_query *query, int64_t before, int limit,
		      struct message *messages)
{
	int64_t n = before - 1 < query->last ? before - 1 : query->last;
	int count = 0;

	for (; n > 0 && count < limit && !being_written; n--)
		if (fits(query, n))
			messages[count++] = message_of(n);
	for (int i = 0; i < count / 2; i++) {
		struct message swapped = messages[i];

		messages[i] = messages[count - 1 - i];
		messages[count - 1 - i] = swapped;
	}
	return count;
}

int match_file_after(struct match_file *file, const struct message_query *query, int64_t after, int limit,
		     struct message *messages)
{
	int count = 0;

	for (int64_t n = after + 1; n <= newest && n <= query->last && count < limit && !being_written; n++)
		if (fits(query, n))
			messages[count++] = message_of(n);
	return count;
}

/* Every hundredth message begins a gap, if there are any; the stub has it all the same.  */
static bool has_gaps;

int match_file_gaps(struct match_file *file, int64_t after, int64_t last, int limit, struct gap *gaps)
{
	int count = 0;

	for (int64_t n = after / 100 * 100 + 100; has_gaps && n <= last && n <= newest && count < limit;
	     n += 100)
		gaps[count++] = (struct gap){.first = n, .last = n, .messages = 1};
	return count;
}

static struct match_file *const file = (struct match_file *)&newest;
static struct window window;

static int open_window(void **state)
{
	memset(&window, 0, sizeof(window));
	window.query = (struct message_query){.channels = CHANNEL_ALL, .last = INT64_MAX};
	newest = looked_at = 0;
	are_events = has_gaps = being_written = false;
	return 0;
}

static int close_window(void **state)
{
	window_free(&window);
	return 0;
}

/* The lines follow each other without a gap, except for messages without a text.  */
static void check_lines(void)
{
	assert_true(window.count <= WINDOW_LINES);
	for (int i = 0; i < window.count; i++) {
		char text[24];
		size_t size = (size_t)snprintf(text, sizeof(text), "text %d", (int)window.lines[i].n);

		assert_int_equal(window.lines[i].size, size);
		assert_memory_equal(window.lines[i].text, text, size);
		if (i)
			assert_int_equal(window.lines[i].n,
					 window.lines[i - 1].n + (window.lines[i - 1].n % 10 == 9 ? 2 : 1));
	}
}

TEST_IN(new_messages_are_appended_and_examined_once, open_window, close_window)
{
	window_look(&window, NULL, file, INT64_MAX);
	for (int frame = 0; frame < 500; frame++) {
		newest += frame % 7;
		window_look(&window, NULL, file, INT64_MAX);
		window_follow(&window);
		check_lines();
		assert_true(window_at_end(&window));
	}
	assert_true(looked_at <= 2 * newest); /* once for the lines, once for the steps */
	assert_int_equal(window.lines[window.count - 1].n, newest);
}

TEST_IN(a_file_that_is_being_written_leaves_the_window_as_it_is, open_window, close_window)
{
	newest = 1001;
	window_look(&window, NULL, file, INT64_MAX);
	window_older(&window, 50);
	newest = 1101;
	for (int writes = 1; writes >= 0; writes--) {
		being_written = writes;
		window_look(&window, NULL, file, INT64_MAX);
		window_follow(&window);
		window_older(&window, 100);
		check_lines();
		assert_int_equal(window.lines[window.count - 1].n, writes ? 1001 : 1101);
	}
	assert_true(window.count > 200);
}

TEST_IN(a_commit_in_the_middle_of_a_look_skips_nothing, open_window, close_window)
{
	window_look(&window, NULL, file, INT64_MAX);
	newest = 100001;
	window_look(&window, NULL, file, INT64_MAX);
	being_written = true;
	window_older(&window, 100);
	assert_int_equal(window_newer(&window, 100), 0);
	being_written = false;
	window_newer(&window, 100);
	check_lines();
	assert_int_equal(window.lines[0].n, 1);
}

TEST_IN(a_flood_is_skipped_to_its_end, open_window, close_window)
{
	window_look(&window, NULL, file, INT64_MAX);
	newest = 10 * 1000 * 1000 + 1;
	window_look(&window, NULL, file, INT64_MAX);
	window_follow(&window);
	window_older(&window, 50);
	assert_int_equal(window.lines[window.count - 1].n, newest);
	assert_true(window.count >= 50);
	assert_true(looked_at < 1000);
	check_lines();
}

TEST_IN(scrolling_to_both_ends_misses_nothing, open_window, close_window)
{
	newest = 5001;
	window_look(&window, NULL, file, INT64_MAX);
	while (window_older(&window, 20)) {
		check_lines();
	}
	assert_int_equal(window.lines[0].n, 1);
	assert_true(window.top);
	while (window_newer(&window, 20))
		check_lines();
	assert_int_equal(window.lines[window.count - 1].n, 5001);
	assert_false(window.top);
	assert_true(window_older(&window, 1) > 0);
	check_lines();
}

TEST_IN(a_jump_shows_the_messages_around_it, open_window, close_window)
{
	int at;

	newest = 100000;
	window_look(&window, NULL, file, INT64_MAX);
	window_jump(&window, 50001);
	check_lines();
	at = window_upto(&window, 50001);
	assert_true(at > 100 && at < window.count - 50);
	assert_int_equal(window.lines[at - 1].n, 50001);
	window_jump(&window, 0);
	assert_int_equal(window.lines[0].n, 1);
}

TEST_IN(going_back_in_the_match_hides_later_messages, open_window, close_window)
{
	newest = 300;
	window_look(&window, NULL, file, INT64_MAX);
	window_older(&window, 400);
	window_look(&window, NULL, file, 123);
	assert_int_equal(window.lines[window.count - 1].n, 123);
	window_look(&window, NULL, file, 5);
	window_follow(&window);
	window_older(&window, 40);
	assert_int_equal(window.count, 5);
	window_look(&window, NULL, file, INT64_MAX);
	window_follow(&window);
	assert_int_equal(window.lines[window.count - 1].n, 299);
	check_lines();
}

TEST_IN(a_rare_match_is_found_in_both_directions_and_past_the_ends, open_window, close_window)
{
	newest = 4500;
	window.query.channels = CHANNEL_ALL;
	window_look(&window, NULL, file, INT64_MAX);
	assert_int_equal(window_find(&window, "x", 1500, 1, INT64_MAX), 2001);
	assert_int_equal(window_find(&window, "x", 2001, 1, INT64_MAX), 3001);
	assert_int_equal(window_find(&window, "x", 2001, -1, INT64_MAX), 1001);
	assert_int_equal(window_find(&window, "x", 4001, 1, INT64_MAX), 1);
	assert_int_equal(window_find(&window, "x", 1, -1, INT64_MAX), 4001);
	window_filter(&window, "x");
	assert_int_equal(window_older(&window, 10), 5);
	assert_true(window.top);
	looked_at = 0;
	window_follow(&window);
	window_older(&window, 10);
	assert_int_equal(looked_at, 0);
}

TEST_IN(another_file_starts_afresh, open_window, close_window)
{
	newest = 300;
	window_look(&window, NULL, file, INT64_MAX);
	window_older(&window, 50);
	newest = 3;
	window_look(&window, NULL, file, INT64_MAX);
	window_older(&window, 50);
	assert_int_equal(window.count, 3);
	window_look(&window, NULL, NULL, INT64_MAX);
	window_follow(&window);
	assert_int_equal(window_older(&window, 5), 0);
	assert_int_equal(window.count, 0);
	assert_int_equal(window_find(&window, "x", 0, 1, INT64_MAX), 0);
}

TEST_IN(an_event_without_a_text_is_a_line, open_window, close_window)
{
	are_events = true;
	event_kind = EVENT_STARTED;
	newest = 20;
	window_look(&window, NULL, file, INT64_MAX);
	assert_int_equal(window_older(&window, 20), 20);
	assert_string_equal(window.lines[0].text, "started");
}

/* A flood, or a busy machine, makes many of them a second.  */
TEST_IN(what_a_mark_says_of_a_turn_is_no_line, open_window, close_window)
{
	static const enum event_kind kinds[] = {EVENT_HELD_UP, EVENT_CHARGED, EVENT_WAITED};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		close_window(state);
		open_window(state);
		are_events = true;
		event_kind = kinds[i];
		newest = 20;
		window_look(&window, NULL, file, INT64_MAX);
		assert_int_equal(window_older(&window, 20), 0);
	}
}

/* Message n is a gap if n is a multiple of 100, which says nothing itself.  */
static void check_gaps(void)
{
	for (int i = 0; i < window.count; i++) {
		int64_t n = window.lines[i].n;

		assert_int_equal(window.lines[i].gap, n % 100 == 0);
		if (i)
			assert_int_equal(n, window.lines[i - 1].n +
						    (window.lines[i - 1].n % 10 == 9 && n % 100 ? 2 : 1));
	}
}

TEST_IN(a_gap_is_a_line_at_its_place_in_both_directions, open_window, close_window)
{
	has_gaps = true;
	newest = 5000;
	window_look(&window, NULL, file, INT64_MAX);
	assert_true(window_older(&window, 100) >= 100);
	check_gaps();
	assert_true(window.lines[window.count - 1].gap);
	while (window_older(&window, 100))
		check_gaps();
	assert_int_equal(window.lines[0].n, 1);
	while (window_newer(&window, 100))
		check_gaps();
	assert_int_equal(window.lines[window.count - 1].n, 5000);
	window_jump(&window, 2500);
	check_gaps();
	assert_int_equal(window.lines[window_upto(&window, 2500) - 1].n, 2500);
}

/* Nobody knows whether lost messages would have matched.  */
TEST_IN(a_filter_leaves_the_gaps, open_window, close_window)
{
	has_gaps = true;
	newest = 3000;
	window_look(&window, NULL, file, INT64_MAX);
	window_filter(&window, "rare");
	window_older(&window, 100);
	assert_int_equal(window.count, 3 + 30);
}

TEST_MAIN(NULL, NULL)
