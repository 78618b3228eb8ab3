/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_match_file_events.c - events are written as kinds and fields: they are read back, are readable in SQL,
 * and arbitrary values in the tables do no harm.  */
#include "../test.h"
#include "../within.h"

#include "match_file_fixture.h"

static struct message event_message(int64_t n, struct event event, const char *text)
{
	return (struct message){.n = n,
				.t_ns = n,
				.seat = SEAT_1,
				.direction = EVENT,
				.channel = event_channel(event.kind),
				.bytes = (char *)text,
				.size = strlen(text),
				.event = event};
}

static void add_event(struct match_file *file, int64_t n, struct event event, const char *text)
{
	struct message message = event_message(n, event, text);

	match_file_message(file, &message);
}

/* The only message of a file.  */
static struct message only_message(struct match_file *file)
{
	struct message messages[2];

	assert_int_equal(match_file_after(file, &everything, 0, 2, messages), 1);
	return messages[0];
}

/* The first column of the first row of an SQL query; "-" for NULL.  */
static void assert_asked(const char *path, const char *sql, const char *answer)
{
	sqlite3_stmt *statement;
	const char *got;
	sqlite3 *db;

	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
		fail_msg("%s", sqlite3_errmsg(db));
	assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
	got = (const char *)sqlite3_column_text(statement, 0);
	assert_string_equal(got ? got : "-", answer);
	sqlite3_finalize(statement);
	sqlite3_close(db);
}

/* A number in the range of every field.  */
static int64_t number_of(int kind, int i)
{
	return (kind + i) % SEATS;
}

TEST_IN(every_kind_is_read_back_with_its_fields, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created(match_path);
	struct message got[EVENT_KIND_COUNT];

	for (int kind = EVENT_NOTHING + 1; kind < EVENT_KIND_COUNT; kind++) {
		struct event event = {.kind = (enum event_kind)kind};
		struct event_field field;

		for (int i = 0; event_field(event.kind, i, &field); i++)
			if (field.form == EVENT_FIELD_NUMBER)
				event.number[field.i] = number_of(kind, i);
			else if (field.form == EVENT_FIELD_WORD)
				event.word = event_name(event.kind);
		add_event(file, kind, event, event_has(event.kind, EVENT_FIELD_TEXT) ? "a\n\"b\"" : "");
	}
	match_file_close(file);
	file = opened(match_path);
	assert_int_equal(match_file_after(file, &everything, 0, EVENT_KIND_COUNT, got), EVENT_KIND_COUNT - 1);
	for (int kind = EVENT_NOTHING + 1; kind < EVENT_KIND_COUNT; kind++) {
		const struct message *message = &got[kind - 1];
		struct event_field field;

		assert_int_equal(message->event.kind, kind);
		assert_int_equal(message->channel, event_channel(message->event.kind));
		assert_string_equal(message->bytes,
				    event_has(message->event.kind, EVENT_FIELD_TEXT) ? "a\n\"b\"" : "");
		for (int i = 0; event_field(message->event.kind, i, &field); i++)
			if (field.form == EVENT_FIELD_NUMBER)
				assert_int_equal(message->event.number[field.i], number_of(kind, i));
			else if (field.form == EVENT_FIELD_WORD)
				assert_string_equal(message->event.word, event_name(message->event.kind));
	}
}

TEST_IN(events_read_well_in_sql, begin_directory, end_directory)
{
	struct match_file *file = created(match_path);

	add_event(file, 1, (struct event){.kind = EVENT_STARTED}, "");
	add_event(file, 2, (struct event){.kind = EVENT_EXITED, .number = {3}}, "");
	add_event(file, 3, (struct event){.kind = EVENT_VERDICT, .word = "five", .number = {1}},
		  "five in a row from a1 to e1");
	add_event(file, 4, (struct event){.kind = EVENT_FAULT, .word = "late-move", .number = {7, 1}},
		  "1,1\n");
	add_event(file, 5, (struct event){.kind = EVENT_NOTICE, .word = "no-about"}, "");
	add_text(file, 6, SEAT_2, CHANNEL_MOVE, "7,7");
	match_file_close(file);
	assert_asked(match_path, "SELECT bytes FROM message WHERE n = 1", "started");
	assert_asked(match_path, "SELECT bytes FROM message WHERE n = 2", "exited status=3");
	assert_asked(match_path, "SELECT bytes FROM message WHERE n = 3",
		     "verdict winner=1 reason=five detail=five in a row from a1 to e1");
	assert_asked(match_path, "SELECT bytes FROM message WHERE n = 4",
		     "fault message=7 strict=1 fault=late-move raw=1,1\n");
	assert_asked(match_path, "SELECT bytes FROM message WHERE n = 5", "notice what=no-about");
	assert_asked(match_path, "SELECT bytes FROM message WHERE channel = 'move'", "7,7");
	assert_asked(match_path, "SELECT event FROM message WHERE channel = 'move'", "-");
	assert_asked(match_path, "SELECT n FROM message WHERE event = 'exited' AND a <> 0", "2");
	assert_asked(match_path, "SELECT b FROM message WHERE event = 'exited'", "-");
	assert_asked(match_path, "SELECT group_concat(n) FROM message WHERE word IS NOT NULL", "3,4,5");
}

TEST_IN(patterns_search_the_text_that_people_read, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created(match_path);
	struct message_query query = everything;
	struct message got[2];

	add_event(file, 1, (struct event){.kind = EVENT_EXITED, .number = {3}}, "");
	add_event(file, 2, (struct event){.kind = EVENT_ENDED, .word = "SIGSEGV", .number = {11}}, "");
	query.matching = "^exited with status 3$";
	assert_int_equal(match_file_after(file, &query, 0, 2, got), 1);
	assert_int_equal(got[0].n, 1);
	query.matching = "sigsegv";
	assert_int_equal(match_file_after(file, &query, 0, 2, got), 1);
	assert_int_equal(got[0].n, 2);
}

TEST_IN(the_same_word_is_kept_once, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created(match_path);
	struct message got[3];

	for (int n = 1; n <= 3; n++)
		add_event(file, n,
			  (struct event){.kind = EVENT_FAULT_COUNT, .word = "late-move", .number = {n}}, "");
	assert_int_equal(match_file_after(file, &everything, 0, 3, got), 3);
	assert_ptr_equal(got[0].event.word, got[1].event.word);
	assert_ptr_equal(got[0].event.word, got[2].event.word);
}

/* ---- kinds that ringside does not write ---- */

static struct message tampered(const char *sql, struct match_file **file)
{
	*file = created(match_path);
	add_event(*file, 1, (struct event){.kind = EVENT_ENDED, .word = "SIGSEGV", .number = {11}}, "");
	match_file_close(*file);
	execute_sql(match_path, sql);
	*file = opened(match_path);
	return only_message(*file);
}

static void assert_remark(const char *sql, const char *text)
{
	struct match_file *file FREED_BY(match_file_end);
	struct message message = tampered(sql, &file);

	assert_int_equal(message.event.kind, EVENT_REMARK);
	assert_string_equal(message.bytes, text);
	assert_int_equal(message.size, strlen(text));
	unlink(match_path);
}

TEST_IN(an_unknown_kind_is_a_remark, begin_directory, end_directory)
{
	assert_remark("UPDATE event SET event = 'exploded'", "exploded");
	assert_remark("UPDATE event SET event = ''", "");
	assert_remark("UPDATE event SET event = NULL", "?");
	assert_remark("UPDATE event SET event = x'ff00fe'", "\xff");
	assert_remark("DELETE FROM event", "");
	assert_remark("DELETE FROM event; UPDATE message_row SET bytes = 'what'", "what");
}

TEST_IN(fields_may_be_anything, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end);
	struct message message =
		tampered("UPDATE event SET word = NULL, a = 'nine', b = x'00', c = 1e300", &file);
	char *words = event_words(&message);

	assert_int_equal(message.event.kind, EVENT_ENDED);
	assert_null(message.event.word);
	assert_int_equal(message.event.number[0], 0);
	assert_text(words, "was ended by signal 0");
	match_file_close(file);
	unlink(match_path);
	message = tampered("UPDATE event SET event = 'verdict', word = NULL, a = 99", &file);
	assert_int_equal(message.event.kind, EVENT_VERDICT);
	assert_string_equal(message.event.word, "");
}

TEST_IN(the_number_of_words_kept_is_limited, begin_directory, end_directory)
{
	enum { EVENTS = 5000 };
	struct match_file *file FREED_BY(match_file_end) = created(match_path);
	FREED struct message *got = bytes_new(EVENTS * sizeof(*got));
	int unknown = 0;

	for (int n = 1; n <= EVENTS; n++) {
		char word[16];

		snprintf(word, sizeof(word), "w%d", n);
		add_event(file, n, (struct event){.kind = EVENT_VERDICT, .word = word}, "");
	}
	match_file_close(file);
	file = opened(match_path);
	assert_int_equal(match_file_after(file, &everything, 0, EVENTS, got), EVENTS);
	for (int i = 0; i < EVENTS; i++)
		unknown += !*got[i].event.word;
	assert_int_equal(file->word_count, 1000);
	assert_within(unknown, EVENTS - 1000, EVENTS - 990);
}

static void add_holdup(struct match_file *file, int64_t n, int64_t all, int64_t one, int64_t two)
{
	struct message message =
		event_message(n, (struct event){.kind = EVENT_HELD_UP, .number = {all, one, two}}, "");

	message.seat = SEAT_NONE;
	match_file_message(file, &message);
}

/* The number of a seat has the time before the stall, too, if an answer lay there: then it is the larger.  */
TEST_IN(a_turn_broken_off_has_the_stalls_since_its_question, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created(match_path);
	struct match match FREED_BY(match_free);

	add_holdup(file, 1, 7000, 7000, 7000); /* in the turn before */
	match_file_message(file, &(struct message){.n = 2,
						   .t_ns = 2,
						   .seat = SEAT_1,
						   .direction = TO_AGENT,
						   .channel = CHANNEL_MOVE,
						   .flags = MESSAGE_ASKS | MESSAGE_STARTS,
						   .bytes = (char *)"BEGIN",
						   .size = 5});
	add_holdup(file, 3, 900, 500, 0);
	add_holdup(file, 4, 30, 40, 0);
	add_holdup(file, 5, 2, 0, 2);
	add_event(file, 6, (struct event){.kind = EVENT_UNFINISHED, .number = {11, 12, 13}}, "");
	match_file_verdict(file, &(struct verdict){.winner = SEAT_2, .reason = "resign"});
	match_file_close(file);
	file = opened(match_path);
	match = matched(file);
	assert_true(match.unfinished[SEAT_1].open);
	assert_int_equal(match.unfinished[SEAT_1].held_ns, 500 + 30);
}

static void add_waited(struct match_file *file, int64_t n, int seat, int turn, int64_t ns)
{
	struct message message =
		event_message(n, (struct event){.kind = EVENT_WAITED, .number = {ns, 5, 2 * ns + 5}}, "");

	message.seat = seat;
	message.turn = turn;
	match_file_message(file, &message);
}

/* An event has all that was waited in its turn so far.  */
TEST_IN(waiting_counts_once_a_turn, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created(match_path);
	struct match match FREED_BY(match_free);

	add_waited(file, 1, SEAT_1, 0, 10);
	add_waited(file, 2, SEAT_1, 0, 30);
	add_waited(file, 3, SEAT_2, 1, 7);
	add_waited(file, 4, SEAT_1, 2, 20);
	add_waited(file, 5, SEAT_1, 2, 21);
	match_file_verdict(file, &(struct verdict){.winner = SEAT_2, .reason = "timeout", .blame = SEAT_1});
	match_file_close(file);
	file = opened(match_path);
	match = matched(file);
	assert_true(match_file_timeouts(file, &match));
	assert_int_equal(match.waited[SEAT_1].turns, 2);
	assert_true(match.waited[SEAT_1].ns == 51);
	assert_int_equal(match.waited[SEAT_2].turns, 1);
	assert_true(match.waited[SEAT_2].ns == 7);
	assert_int_equal(match.unfinished[SEAT_1].waiting.ns, 21);
	assert_int_equal(match.unfinished[SEAT_1].waiting.took_ns, 47);
}

TEST_MAIN(NULL, NULL)
