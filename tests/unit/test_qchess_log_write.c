/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_qchess_log_write.c - writing matches as logs of quantum chess; stamps; damaged logs.  */
#include "qchess_log_fixture.h"

/* ---- matches of ringside ---- */

static void expect_result(struct verdict verdict, const char *line)
{
	struct match match FREED_BY(match_free) = read_good(HEAD BOARD START STAMP "0 1 1 pawn\n");
	FREED char *text, *expected = bytes_text("2013-05-10 09:50:46 : %s\n# EOF\n", line);

	match_end(&match, verdict);
	text = written(&match);
	assert_string_equal(text + strlen(text) - strlen(expected), expected);
}

static struct verdict verdict_of(int winner, const char *reason, int blame, const char *cause)
{
	return (struct verdict){.winner = winner,
				.reason = reason,
				.detail = bytes_text("white (TIMEOUT) is not BOUNDS"),
				.blame = blame,
				.cause = cause};
}

TEST(a_match_of_ringside_is_written_in_the_words_of_the_original)
{
	expect_result(verdict_of(1, "king", SEAT_NONE, NULL), "white");
	expect_result(verdict_of(2, "king", SEAT_NONE, NULL), "black");
	expect_result(verdict_of(1, "illegal", SEAT_2, "EMPTY"), "black EMPTY");
	expect_result(verdict_of(1, "illegal", SEAT_2, NULL), "black ILLEGAL");
	expect_result(verdict_of(2, "timeout", SEAT_1, NULL), "white TIMEOUT");
	expect_result(verdict_of(2, "crash", SEAT_1, NULL), "white UNRESPONSIVE");
	expect_result(verdict_of(2, "exit", SEAT_1, NULL), "white UNRESPONSIVE");
	expect_result(verdict_of(2, "protocol", SEAT_1, NULL), "white GIBBERISH");
	expect_result(verdict_of(1, "resign", SEAT_2, NULL), "black RESIGN");
	expect_result(verdict_of(WINNER_DRAW, "quiet-moves", SEAT_NONE, NULL), "white DRAW");
	expect_result(verdict_of(WINNER_NONE, "interrupted", SEAT_NONE, NULL), "interrupted");
	expect_result(verdict_of(WINNER_NONE, "illegal", SEAT_NONE, NULL),
		      "illegal\n# illegal: white (TIMEOUT) is not BOUNDS");
}

TEST(a_name_stays_on_its_line)
{
	struct match match FREED_BY(match_free) = read_good(HEAD BOARD START);
	FREED char *text;

	setup_name(&match.setup, SEAT_1, "./a \"b\" \xc3\xa4");
	setup_name(&match.setup, SEAT_2, "b\n# EOF");
	text = written(&match);
	assert_non_null(strstr(text, "\n# white : ./a \"b\" \xc3\xa4\n# black : b\\n# EOF\n"));
}

TEST(an_impossible_match_is_not_written)
{
	struct match match FREED_BY(match_free) = read_good(HEAD BOARD START STAMP "0 1 1 pawn\n");
	struct remarks remarks = {0};
	struct bytes out FREED_BY(bytes_free) = {0};
	FREED char *problem;

	match_add(&match, (struct turn){.seat = SEAT_1, .played = strdup("0 1 -> 7 7")});
	problem = format()->write(&match, &remarks, &out);
	assert_string_equal(
		problem, "turn 2 of the match is impossible: ILLEGAL: the piece on 0 1 does not reach 7 7");
}

/* ---- stamps ---- */

TEST(stamps_are_read_as_they_are_written)
{
	static const struct {
		const char *text;
		int64_t us;
	} stamps[] = {
		{"1970-01-01 00:00:00", 0},
		{"1970-01-01 00:00:00.000001", 1},
		{"1999-12-31 23:59:59.999999", INT64_C(946684799999999)},
		{"2000-02-29 12:00:00", INT64_C(951825600000000)},
		{"2013-05-10 09:50:45.382246", INT64_C(1368179445382246)},
		{"2100-03-01 00:00:00", INT64_C(4107542400000000)},
		{"9999-12-31 23:59:59", INT64_C(253402300799000000)},
	};

	for (size_t i = 0; i < sizeof(stamps) / sizeof(stamps[0]); i++) {
		struct bytes out FREED_BY(bytes_free) = {0};
		int64_t us = -1;

		assert_int_equal(qchess_stamp_read(stamps[i].text, strlen(stamps[i].text), &us),
				 strlen(stamps[i].text));
		assert_int_equal(us, stamps[i].us);
		qchess_stamp_write(us, &out);
		assert_string_equal(out.at, stamps[i].text);
	}
	for (int64_t day = 0; day < 200 * 366; day++) {
		struct bytes out FREED_BY(bytes_free) = {0};
		int64_t us;

		qchess_stamp_write(day * 86400 * 1000000, &out);
		assert_int_equal(qchess_stamp_read(out.at, out.size, &us), out.size);
		assert_int_equal(us, day * 86400 * 1000000);
	}
}

TEST(other_text_is_not_read_as_a_stamp)
{
	static const char *const wrong[] = {"",
					    "2013",
					    "2013-05-10",
					    "2013-13-10 00:00:00",
					    "2013-05-32 00:00:00",
					    "2013-05-10 24:00:00",
					    "2013-05-10T00:00:00",
					    "1969-05-10 00:00:00",
					    "2013-05-10 00:00:6"};
	int64_t us;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_int_equal(qchess_stamp_read(wrong[i], strlen(wrong[i]), &us), 0);
	assert_int_equal(qchess_stamp_read("2013-05-10 00:00:06.1234567 : x", 31, &us), 27);
	assert_int_equal(us % 1000000, 123456);
}

/* ---- damage ---- */

/* Changes bytes, doubles lines and cuts some out.  */
static void mutate(struct bytes *text, uint64_t *seed)
{
	static const char bytes[] = "0123456789 ->:#?['],.\n\r\t\0\xff"
				    "abkqrnpw";

	for (int left = 1 + (int)(*seed >> 62); left > 0; left--) {
		size_t at, size;

		*seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		if (text->size < 2)
			return;
		at = (size_t)(*seed >> 33) % text->size;
		size = (size_t)(*seed >> 20 & 63) % (text->size - at);
		switch (*seed >> 17 & 7) {
		case 0:
			memmove(text->at + at, text->at + at + size, text->size - at - size);
			text->size -= size;
			break;
		case 1: text->size = at; break;
		default: text->at[at] = bytes[(*seed >> 8 & 255) % sizeof(bytes)]; break;
		}
	}
}

TEST(a_damaged_log_is_refused_or_can_be_read_and_written)
{
	uint64_t seed = 5;
	int good = 0, wrong = 0;

	for (int n = 0; n < 4000; n++) {
		struct bytes text FREED_BY(bytes_free) =
			file_text(n % 2 ? "network-game.log" : "network-terminated.log");
		struct remarks remarks FREED_BY(remarks_free) = {0};
		struct bytes out FREED_BY(bytes_free) = {0};
		struct match match;
		const char *at = NULL;
		char *problem;

		mutate(&text, &seed);
		format()->looks(text.at, text.size);
		problem = format()->read(text.at, text.size, 1, &match, &remarks, &at);
		wrong += problem != NULL;
		if (!problem) {
			good++;
			problem = format()->write(&match, &remarks, &out);
			if (problem)
				fail_msg("read, but not written: %s", problem);
			match_free(&match);
		} else if (at < text.at || at > text.at + text.size) {
			fail_msg("a problem without its place: %s", problem);
		}
		free(problem);
	}
	if (good < 100 || wrong < 100)
		fail_msg("%d were read and %d refused: too few of one", good, wrong);
}

TEST_MAIN(NULL, NULL)
