/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_judge.c - the judge as its session uses it, where tests/dialogues cannot say it: bytes however they
 * are split, long lines, setups.  */
#include "asimulator_fixture.h"
#include "setup_fixture.h"

#include "ringside/message.h"

#define MS DIALOGUE_MS

static void set_up(struct dialogue *d)
{
	dialogue_init(d, "15");
	d->setup.turn_limit = 100 * MS;
}

#define GAME_TEST(name) TEST_WITH(name, struct dialogue, d, set_up, dialogue_free)

/* ---- framing ---- */

TEST(a_line_is_the_same_wherever_its_bytes_are_split)
{
	static const char *const texts[] = {"DEBUG a\r\n7,7\r\n", "DEBUG a\n7,7\n", "DEBUG a\r7,7\r",
					    "\r\nDEBUG a\n\r7,7\n\r\n"};

	for (size_t k = 0; k < sizeof(texts) / sizeof(texts[0]); k++)
		for (size_t split = 0; split <= strlen(texts[k]); split++) {
			struct dialogue d FREED_BY(dialogue_free);

			set_up(&d);
			dialogue_ready(&d);
			dialogue_bytes(&d, SEAT_1, texts[k], split);
			dialogue_bytes(&d, SEAT_1, texts[k] + split, strlen(texts[k]) - split);
			dialogue_moves(&d, "7,7");
			assert_non_null(dialogue_find(&d, SEAT_1, "DEBUG a"));
		}
}

/* Of a line of n bytes and its LF this much is kept, however it arrives.  */
static size_t kept_of(size_t n, size_t chunk)
{
	FREED char *line = bytes_new(n + 1);
	const struct message *message;
	struct dialogue d FREED_BY(dialogue_free);
	size_t size;

	set_up(&d);
	d.setup.max_chatter = (size_t)16 << 20;
	dialogue_ready(&d);
	memset(line, 'x', n);
	memcpy(line, "DEBUG", 5);
	line[n] = '\n';
	for (size_t at = 0; at <= n; at += chunk)
		dialogue_bytes(&d, SEAT_1, line + at, chunk < n + 1 - at ? chunk : n + 1 - at);
	message = dialogue_find(&d, SEAT_1, "DEBUG");
	size = message->size;
	assert_true(message->flags & MESSAGE_CUT);
	talk(&d, SEAT_1, "< 7,7\n");
	dialogue_moves(&d, "7,7");
	assert_null(dialogue_find(&d, SEAT_1, "xxx"));
	return size;
}

TEST(a_line_is_cut_at_one_mebibyte_however_it_arrives)
{
	enum { MIB = 1 << 20 };

	assert_int_equal(kept_of(MIB, 4096), MIB);
	assert_int_equal(kept_of(MIB, 3 * MIB), MIB);
	assert_int_equal(kept_of(3 * MIB + 5, 65536), MIB);
	assert_int_equal(kept_of(3 * MIB + 5, 4 * MIB), MIB);
	assert_int_equal(kept_of(MIB - 1, MIB - 1), MIB);
}

/* ---- bytes that wait for more ---- */

TEST(stderr_byte_by_byte_gives_the_same_lines)
{
	static const char text[] = "a\nbc\r\n\r\nd\r\r\ne\rf\r\n";
	static const char *const lines[] = {"a\n", "bc\r\n", "\r\n", "d\r\r\n", "e\r", "f\r\n"};
	enum { LINES = sizeof(lines) / sizeof(lines[0]) };

	for (size_t piece = 1; piece < sizeof(text); piece++) {
		struct dialogue d FREED_BY(finish);
		int n = 0;

		set_up(&d);
		dialogue_ready(&d);
		for (size_t at = 0; at < sizeof(text) - 1; at += piece) {
			size_t left = sizeof(text) - 1 - at;

			judge_bytes(d.judge, d.now, SEAT_1, STREAM_STDERR, text + at,
				    left < piece ? left : piece);
			dialogue_settle(&d);
		}
		for (int i = 0; i < d.line_count; i++)
			if (d.lines[i].message.channel == CHANNEL_STDERR) {
				assert_true(n < LINES);
				assert_string_equal(d.lines[i].message.bytes, lines[n++]);
			}
		assert_int_equal(n, LINES);
	}
}

TEST(stderr_without_line_ends_becomes_messages_of_limited_size)
{
	struct pending_bytes pending;
	struct dialogue d FREED_BY(finish);
	char page[4096];
	int count = 0;

	memset(page, 'x', sizeof(page));
	set_up(&d);
	dialogue_ready(&d);
	for (int i = 0; i < 9; i++) {
		judge_bytes(d.judge, d.now, SEAT_1, STREAM_STDERR, page, sizeof(page));
		dialogue_settle(&d);
	}
	for (int i = 0; i < d.line_count; i++)
		count += d.lines[i].message.channel == CHANNEL_STDERR &&
			 d.lines[i].message.size == 4 * sizeof(page);
	assert_int_equal(count, 2);
	assert_true(judge_pending(d.judge, SEAT_1, STREAM_STDERR, &pending));
	assert_int_equal(pending.size, sizeof(page));
}

TEST(an_unfinished_binary_message_says_what_it_lacks)
{
	struct pending_bytes pending;
	struct dialogue d FREED_BY(finish);

	begin_small(&d);
	says(&d, SEAT_1, "ff290068616c6c6f"); /* its length is 41 in the wrong byte order */
	assert_true(judge_pending(d.judge, SEAT_1, STREAM_STDOUT, &pending));
	assert_int_equal(pending.wanted, 3 + 10496);
	assert_text(shown_pending(&d.setup, pending.bytes, pending.size, pending.wanted),
		    "8 bytes of an incomplete message: ff 29 00 68 61 6c 6c 6f; a text of 10496 "
		    "bytes is announced, 5 are there; in the other byte order it would be 41");
	says(&d, SEAT_2, "64");
	assert_true(judge_pending(d.judge, SEAT_2, STREAM_STDOUT, &pending));
	assert_text(shown_pending(&d.setup, pending.bytes, pending.size, pending.wanted),
		    "1 byte of an incomplete message: 64; a symbol takes 3 bytes");
}

TEST(an_unfinished_line_is_shown_with_its_bytes)
{
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");

	assert_text(shown_pending(&setup, "7,\0007", 4, 0), "4 bytes without a line end: \"7,\\x007\"");
}

/* ---- setups ---- */

TEST(a_setup_that_cannot_be_played_is_refused_with_a_reason)
{
	static const char *const sizes[] = {"4", "65", "15x", "x", "15x4", "", "-7", "15 "};
	struct dialogue d FREED_BY(dialogue_free);
	FREED char *problem;

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		dialogue_init(&d, "15");
		problem = setup_set(&d.setup, "size", sizes[i]);
		assert_non_null(strstr(problem, "--size"));
		free(problem);
		dialogue_free(&d);
	}
	dialogue_init(&d, "15");
	d.setup.system = "go";
	assert_null(judge_new(&d.setup, &problem));
}

GAME_TEST(a_judge_keeps_its_system_after_the_file_that_named_it_is_closed)
{
	char name[] = "gomocup", *problem;

	d->setup.system = name;
	d->judge = judge_new(&d->setup, &problem);
	assert_non_null(d->judge);
	memset(name, 'x', strlen(name));
	assert_string_equal(judge_match(d->judge)->setup.system, "gomocup");
}

TEST_MAIN(NULL, NULL)
