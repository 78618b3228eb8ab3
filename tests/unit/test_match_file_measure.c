/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_match_file_measure.c - sizes, faults and the ends of turns equal a naive count over all messages.  */
#include "../test.h"
#include "../within.h"

#include "match_file_fixture.h"

enum { MESSAGES = 5000 };

/* What was written, without the bytes.  */
static struct message written[MESSAGES + 1];

static void write_random(struct match_file *file)
{
	static const struct {
		enum event_kind kind;
		const char *text;
	} faults[] = {{EVENT_FAULT, "x"}, {EVENT_FAULT, ""}, {EVENT_FAULT_COUNT, ""}};
	uint64_t seed = 11;
	int turn = 0;

	for (int n = 1; n <= MESSAGES; n++) {
		struct message *message = &written[n];
		char bytes[64];
		size_t fault = 0;

		turn += chance(&seed) % 5 == 0;
		*message = (struct message){.n = n,
					    .seat = (int)(chance(&seed) % 3),
					    .direction = (enum direction)(chance(&seed) % 3),
					    .channel = CHANNEL_COMMAND,
					    .turn = turn,
					    .flags = chance(&seed) % 9 == 0 ? MESSAGE_FAULT : MESSAGE_ASKS,
					    .bytes = bytes};
		if (message->direction == EVENT) {
			message->channel = chance(&seed) % 4 ? CHANNEL_EVENT : CHANNEL_FAULT;
			message->flags = 0;
			fault = chance(&seed) % 3;
			message->event.kind =
				message->channel == CHANNEL_FAULT ? faults[fault].kind : EVENT_REMARK;
			strcpy(bytes, faults[fault].text);
			message->size = strlen(bytes);
		} else {
			memset(bytes, 'x', sizeof(bytes));
			message->size = chance(&seed) % 40;
			bytes[message->size] = '\0';
		}
		match_file_message(file, message);
		/* Kept: is it a fault without a message?  */
		message->bytes = message->channel == CHANNEL_FAULT && fault == 1 ? "one" : "";
	}
}

TEST_IN(sizes_count_all_messages_of_the_seats, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created("");
	struct message_size sizes[64];
	uint64_t seed = 3;

	write_random(file);
	for (int round = 0; round < 300; round++) {
		unsigned seats = (unsigned)chance(&seed) % 8;
		int64_t after = (int64_t)(chance(&seed) % MESSAGES),
			last = after + (int64_t)(chance(&seed) % 300);
		int limit = 1 + (int)(chance(&seed) % 64), wanted = 0;
		int got = match_file_sizes(file, seats, after, last, limit, sizes);

		for (int64_t n = after + 1; n <= last && n <= MESSAGES && wanted < limit; n++) {
			if (!(seats & 1u << written[n].seat) || written[n].direction == EVENT)
				continue;
			assert_true(wanted < got);
			assert_int_equal(sizes[wanted].n, n);
			assert_int_equal(sizes[wanted].seat, written[n].seat);
			assert_int_equal(sizes[wanted].direction, written[n].direction);
			assert_int_equal(sizes[wanted].size, written[n].size);
			wanted++;
		}
		assert_int_equal(got, wanted);
	}
}

TEST_IN(faults_are_messages_that_broke_the_protocol_and_notes_without_a_message, begin_directory,
	end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created("");
	uint64_t seed = 5;

	write_random(file);
	for (int round = 0; round < 100; round++) {
		int64_t after = (int64_t)(chance(&seed) % MESSAGES),
			last = after + (int64_t)(chance(&seed) % 2000);
		int faults[SEATS], wanted[SEATS] = {0};

		match_file_faults(file, after, last, faults);
		for (int64_t n = after + 1; n <= last && n <= MESSAGES; n++)
			wanted[written[n].seat] +=
				(written[n].flags & MESSAGE_FAULT && written[n].size) || *written[n].bytes;
		for (int s = 0; s < SEATS; s++)
			assert_int_equal(faults[s], wanted[s]);
	}
}

/* A message at the end of a stretch breaks the protocol, and its note begins the next one.  */
TEST_IN(no_message_is_read_to_know_that_there_is_no_fault_before_the_first, begin_directory, end_directory)
{
	enum { FAULT = 5 * 1024 - 1, LAST = 8000 };
	struct match_file *file FREED_BY(match_file_end) = created(match_path);
	struct message note = {.n = FAULT + 1,
			       .seat = SEAT_1,
			       .direction = EVENT,
			       .channel = CHANNEL_FAULT,
			       .bytes = (char *)"x",
			       .size = 1,
			       .event = {.kind = EVENT_FAULT, .word = "unknown", .number = {FAULT}}};
	int64_t faultless;

	for (int64_t n = 1; n < FAULT; n++)
		add_text(file, n, SEAT_1, CHANNEL_MOVE, "x");
	assert_true(match_file_faultless(file) == INT64_MAX);
	match_file_message(file, &(struct message){.n = FAULT,
						   .seat = SEAT_1,
						   .direction = FROM_AGENT,
						   .channel = CHANNEL_MOVE,
						   .flags = MESSAGE_FAULT,
						   .bytes = (char *)"x",
						   .size = 1});
	match_file_message(file, &note);
	for (int64_t n = FAULT + 2; n <= LAST; n++)
		add_text(file, n, SEAT_1, CHANNEL_MOVE, "x");
	faultless = match_file_faultless(file);
	assert_within(faultless, FAULT - 1024, FAULT);
	match_file_close(file);
	file = opened(match_path);
	assert_int_equal(match_file_faultless(file), faultless);
}

TEST_IN(a_later_turn_begins_with_its_first_message, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created("");
	uint64_t seed = 9;

	write_random(file);
	for (int round = 0; round < 200; round++) {
		int64_t after = (int64_t)(chance(&seed) % MESSAGES), n = after + 1;
		int turn = written[after].turn + (int)(chance(&seed) % 3);

		while (n <= MESSAGES && written[n].turn <= turn)
			n++;
		assert_int_equal(match_file_later_turn(file, after, turn), n <= MESSAGES ? n : 0);
	}
}

/* A reader of a growing file learns of kinds that are added later.  */
TEST_IN(a_second_reader_gets_the_same_counts, begin_directory, end_directory)
{
	struct match_file *writer FREED_BY(match_file_end) = created(match_path),
				  *reader FREED_BY(match_file_end) = opened(match_path);
	struct message_size size;
	int faults[SEATS];

	match_file_faults(reader, 0, INT64_MAX, faults);
	assert_int_equal(faults[SEAT_1], 0);
	add_text(writer, 1, SEAT_1, CHANNEL_MOVE, "7,7\n");
	match_file_commit(writer);
	assert_int_equal(match_file_sizes(reader, 1u << SEAT_1, 0, INT64_MAX, 1, &size), 1);
	assert_int_equal(size.size, 4);
	add_text(writer, 2, SEAT_1, CHANNEL_FAULT, "sleeps [Clocks]: ignored");
	match_file_commit(writer);
	match_file_faults(reader, 0, INT64_MAX, faults);
	assert_int_equal(faults[SEAT_1], 0); /* it is no event */
}

TEST_IN(turns_taken_back_are_not_counted, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created("");
	struct message_size sizes[4];

	add_text(file, 1, SEAT_1, CHANNEL_MOVE, "7,7\n"); /* of turn 1 */
	add_turn(file, 1, "7,7");
	match_file_branch(file, -1, 0, 0, "moves taken back");
	add_text(file, 2, SEAT_1, CHANNEL_MOVE, "8,10\n");
	add_turn(file, 1, "8,10");
	assert_int_equal(match_file_sizes(file, 1u << SEAT_1, 0, INT64_MAX, 4, sizes), 1);
	assert_int_equal(sizes[0].n, 2);
}

TEST_MAIN(NULL, NULL)
