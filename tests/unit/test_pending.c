/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_pending.c - unfinished messages of an agent: they are shown, noted before what they explain, and keep
 * their own times when completed. Also stderr that comes in pieces.
 *
 * Every dialogue ends with a replay of its messages.  */
#include "asimulator_fixture.h"
#include "setup_fixture.h"

#include "judge/judge_state.h"
#include "ringside/message.h"

#define MS    DIALOGUE_MS
#define NOTED "has sent an incomplete message"

/* Two brains that are ready at 0 ms, 100 ms for a turn; seat 1 is asked.  */
static void begin_gomocup(struct dialogue *d)
{
	dialogue_init(d, "15");
	d->setup.turn_limit = 100 * MS;
	dialogue_ready(d);
	talk(d, SEAT_1, "> BEGIN\n");
}

#define GAME_TEST(name) TEST_WITH(name, struct dialogue, d, begin_gomocup, finish)

/* Bytes come on a stream this many ms later.  */
static void comes(struct dialogue *d, int64_t ms, int seat, enum stream stream, const char *text)
{
	d->now += ms * MS;
	judge_bytes(d->judge, d->now, seat, stream, text, strlen(text));
	dialogue_settle(d);
}

static const struct message *message_at(const struct dialogue *d, int64_t n)
{
	for (int i = 0; i < d->line_count; i++)
		if (d->lines[i].message.n == n)
			return &d->lines[i].message;
	return NULL;
}

/* The last note of pending bytes; NULL if there is none.  */
static const struct message *note_of(const struct dialogue *d, int seat)
{
	return dialogue_find(d, seat, NOTED);
}

static int notes_of(const struct dialogue *d, int seat)
{
	return dialogue_count(d, seat, NOTED);
}

static void expect_note_of(const struct dialogue *d, int seat, const char *bytes, int64_t first_ms,
			   int64_t last_ms)
{
	const struct message *note = note_of(d, seat);

	assert_non_null(note);
	assert_int_equal(note->event.kind, EVENT_PENDING);
	assert_string_equal(note->bytes, bytes);
	assert_int_equal(note->event.number[0] / MS, first_ms);
	assert_int_equal(note->event.number[1] / MS, last_ms);
}

/* Checks a message of the agent: its flags, and when its first and last byte came.  */
static const struct message *expect_message(const struct dialogue *d, int seat, const char *text,
					    int64_t first_ms, int64_t t_ms)
{
	const struct message *message = NULL;

	for (int i = 0; i < d->line_count; i++) {
		const struct message *one = &d->lines[i].message;

		if (one->seat == seat && one->direction == FROM_AGENT && one->size == strlen(text) &&
		    memcmp(one->bytes, text, one->size) == 0)
			message = one;
	}
	if (!message)
		fail_msg("\"%s\" is no message", text);
	assert_int_equal(message->first_ns, first_ms * MS);
	assert_int_equal(message->t_ns, t_ms * MS);
	return message;
}

/* ---- a line without its end ---- */

GAME_TEST(bytes_without_a_line_end_are_pending_from_when_they_came)
{
	struct pending_bytes pending;

	assert_false(judge_pending(d->judge, SEAT_1, STREAM_STDOUT, &pending));
	comes(d, 3, SEAT_1, STREAM_STDOUT, "DEBUG a\n7");
	comes(d, 2, SEAT_1, STREAM_STDOUT, ",7");
	assert_true(judge_pending(d->judge, SEAT_1, STREAM_STDOUT, &pending));
	assert_int_equal(pending.size, 3);
	assert_memory_equal(pending.bytes, "7,7", 3);
	assert_int_equal(pending.first_ns, 3 * MS);
	assert_int_equal(pending.last_ns, 5 * MS);
	assert_false(judge_pending(d->judge, SEAT_1, STREAM_STDERR, &pending));
	assert_false(judge_pending(d->judge, SEAT_2, STREAM_STDOUT, &pending));
	comes(d, 4, SEAT_1, STREAM_STDOUT, "\n");
	assert_false(judge_pending(d->judge, SEAT_1, STREAM_STDOUT, &pending));
	dialogue_moves(d, "7,7");
	expect_message(d, SEAT_1, "DEBUG a\n", 3, 3);
	assert_false(expect_message(d, SEAT_1, "7,7\n", 3, 9)->flags & MESSAGE_HELD);
}

GAME_TEST(a_turn_has_the_times_of_its_question_and_of_its_answers_first_and_last_byte)
{
	const struct turn *turn;

	comes(d, 3, SEAT_1, STREAM_STDOUT, "7");
	comes(d, 2, SEAT_1, STREAM_STDOUT, ",7\n");
	talk(d, SEAT_2, "> TURN 7,7\n");
	dialogue_request(d, (struct request){.kind = REQUEST_OVERRIDE, .text = "8,8"});
	turn = match_turn(judge_match(d->judge), 1);
	assert_int_equal(turn->asked_ns, 0);
	assert_int_equal(turn->first_ns, 3 * MS);
	assert_int_equal(turn->last_ns, 5 * MS);
	turn = match_turn(judge_match(d->judge), 2); /* which has no answer */
	assert_int_equal(turn->first_ns, -1);
	assert_int_equal(turn->last_ns, -1);
}

GAME_TEST(an_overridden_answer_keeps_its_times)
{
	const struct turn *turn;

	dialogue_request(d, (struct request){.kind = REQUEST_PAUSE});
	comes(d, 3, SEAT_1, STREAM_STDOUT, "7");
	comes(d, 2, SEAT_1, STREAM_STDOUT, ",7\n");
	d->now += 50 * MS;
	dialogue_request(d, (struct request){.kind = REQUEST_OVERRIDE, .text = "8,8"});
	turn = match_turn(judge_match(d->judge), 1);
	assert_string_equal(turn->answered, "7,7");
	assert_int_equal(turn->first_ns, 3 * MS);
	assert_int_equal(turn->last_ns, 5 * MS);
}

GAME_TEST(the_last_bytes_become_a_message_with_the_time_they_came)
{
	const struct message *message;

	comes(d, 3, SEAT_1, STREAM_STDOUT, "7,");
	comes(d, 2, SEAT_1, STREAM_STDOUT, "7");
	d->now += 40 * MS;
	dialogue_exit(d, SEAT_1, (struct ending){.code = 0});
	message = expect_message(d, SEAT_1, "7,7", 3, 5);
	assert_true(message->flags & MESSAGE_UNENDED);
	assert_true(message->flags & MESSAGE_HELD);
	assert_int_equal(message_at(d, message->n - 1)->t_ns,
			 45 * MS); /* it becomes a message when its stream ends */
	expect_note_of(d, SEAT_1, "7,7", 3, 5);
	dialogue_moves(d, "7,7");
	assert_int_equal(match_turn(judge_match(d->judge), 1)->think_ns, 45 * MS);
}

GAME_TEST(pending_bytes_at_a_limit_are_noted_before_the_verdict)
{
	comes(d, 3, SEAT_1, STREAM_STDERR, "thinking");
	comes(d, 0, SEAT_1, STREAM_STDOUT, "7,7");
	dialogue_at(d, judge_deadline(d->judge));
	dialogue_verdict(d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	expect_note_of(d, SEAT_1, "7,7", 3, 3);
	assert_true(note_of(d, SEAT_1)->n < dialogue_find(d, SEAT_1, "verdict: ")->n);
	assert_true(expect_message(d, SEAT_1, "thinking", 3, 3)->n <
		    dialogue_find(d, SEAT_1, "verdict: ")->n);
	d->now += MS;
	dialogue_exit(d, SEAT_1, (struct ending){.code = 0});
	expect_message(d, SEAT_1, "7,7", 3, 3);
	assert_int_equal(notes_of(d, SEAT_1), 2); /* again when its stream ends */
}

TEST(pending_bytes_of_both_are_noted_if_both_are_late)
{
	struct dialogue d FREED_BY(finish);

	dialogue_init_lmc(&d, "lmc");
	d.setup.turn_limit = 100 * MS;
	setup_set(&d.setup, "turns", "2");
	dialogue_named(&d);
	for (int s = SEAT_1; s < SEATS; s++)
		comes(&d, 1, s, STREAM_STDOUT, "ro");
	d.now += 300 * MS;
	dialogue_at(&d, d.now);
	for (int s = SEAT_1; s < SEATS; s++)
		expect_note_of(&d, s, "ro", s, s);
}

GAME_TEST(pending_bytes_are_noted_at_a_verdict_for_the_other)
{
	comes(d, 3, SEAT_2, STREAM_STDOUT, "DEB");
	comes(d, 0, SEAT_2, STREAM_STDERR, "wai");
	comes(d, 1, SEAT_1, STREAM_STDOUT, "77,77\n");
	dialogue_verdict(d, SEAT_2, REASON_ILLEGAL, SEAT_1);
	expect_note_of(d, SEAT_2, "DEB", 3, 3);
	expect_message(d, SEAT_2, "wai", 3, 3);
	comes(d, 1, SEAT_2, STREAM_STDOUT, "UG\n");
	expect_message(d, SEAT_2, "DEBUG\n", 3, 5);
}

GAME_TEST(bytes_after_the_message_that_ends_the_match_are_noted_without_it)
{
	comes(d, 3, SEAT_1, STREAM_STDOUT, "77,77\nDEBUG a\nDEB");
	dialogue_verdict(d, SEAT_2, REASON_ILLEGAL, SEAT_1);
	expect_note_of(d, SEAT_1, "DEB", 3, 3);
	assert_int_equal(notes_of(d, SEAT_1), 1);
	finish(d);
	begin_gomocup(d);
	comes(d, 3, SEAT_1, STREAM_STDOUT, "77,77\nDEBUG a\n");
	dialogue_verdict(d, SEAT_2, REASON_ILLEGAL, SEAT_1);
	assert_null(note_of(d, SEAT_1));
}

GAME_TEST(pending_bytes_are_noted_before_a_persons_request)
{
	comes(d, 3, SEAT_1, STREAM_STDOUT, "7,");
	dialogue_request(d, (struct request){.kind = REQUEST_PAUSE});
	expect_note_of(d, SEAT_1, "7,", 3, 3);
	assert_int_equal(note_of(d, SEAT_1)->n + 1, dialogue_find(d, SEAT_NONE, "pause")->n);
	dialogue_request(d, (struct request){.kind = REQUEST_GO});
	assert_int_equal(notes_of(d, SEAT_1), 1); /* nothing has changed */
	comes(d, 1, SEAT_1, STREAM_STDOUT, "7");
	comes(d, 0, SEAT_1, STREAM_STDERR, "(Pdb) ");
	dialogue_request(d, (struct request){.kind = REQUEST_SEAT, .seat = SEAT_1});
	expect_note_of(d, SEAT_1, "7,7", 3, 4);
	assert_true(expect_message(d, SEAT_1, "(Pdb) ", 4, 4)->flags & MESSAGE_UNENDED);
	assert_int_equal(notes_of(d, SEAT_1), 2);
}

GAME_TEST(a_limit_that_changed_while_bytes_were_pending_replays)
{
	comes(d, 50, SEAT_1, STREAM_STDOUT, "7,");
	dialogue_request(d, (struct request){.kind = REQUEST_PAUSE});
	comes(d, 0, SEAT_1, STREAM_STDOUT, "7");
	dialogue_request(d, (struct request){.kind = REQUEST_TURN_LIMIT, .ns = 10 * MS});
	dialogue_request(d, (struct request){.kind = REQUEST_GO});
	dialogue_verdict(d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	expect_note_of(d, SEAT_1, "7,7", 50, 50);
}

static char *at_limits(void *user, const struct judge *judge, const struct stop *stop)
{
	return stop->kind == STOP_LIMIT ? bytes_text("catch timeout") : NULL;
}

GAME_TEST(pending_bytes_at_a_stop_are_noted_before_it)
{
	static const struct stops stops = {.reason = at_limits};

	judge_set_stops(d->judge, &stops);
	comes(d, 3, SEAT_1, STREAM_STDOUT, "7,7");
	comes(d, 0, SEAT_1, STREAM_STDERR, "(Pdb) ");
	dialogue_at(d, d->now + 200 * MS);
	assert_int_equal(judge_state(d->judge), JUDGE_PAUSED);
	expect_note_of(d, SEAT_1, "7,7", 3, 3);
	assert_int_equal(expect_message(d, SEAT_1, "(Pdb) ", 3, 3)->n + 1, note_of(d, SEAT_1)->n);
	assert_int_equal(note_of(d, SEAT_1)->n + 1, dialogue_find(d, SEAT_NONE, "stopped at a limit")->n);
	dialogue_request(d, (struct request){.kind = REQUEST_GO});
	dialogue_verdict(d, SEAT_2, REASON_TIMEOUT, SEAT_1);
}

/* ---- stderr ---- */

GAME_TEST(stderr_in_pieces_becomes_lines_with_the_time_of_their_first_byte)
{
	struct pending_bytes pending;

	comes(d, 1, SEAT_1, STREAM_STDERR, "thinks");
	comes(d, 1, SEAT_1, STREAM_STDERR, " ");
	comes(d, 1, SEAT_1, STREAM_STDERR, "pawn");
	assert_int_equal(dialogue_count(d, SEAT_1, "thinks"), 0);
	comes(d, 1, SEAT_1, STREAM_STDERR, "\r");
	comes(d, 1, SEAT_1, STREAM_STDERR, "\n1 %\r 2 %\r");
	assert_true(expect_message(d, SEAT_1, "thinks pawn\r\n", 1, 1)->flags & MESSAGE_HELD);
	assert_false(expect_message(d, SEAT_1, "1 %\r", 5, 5)->flags & (MESSAGE_HELD | MESSAGE_UNENDED));
	assert_true(judge_pending(d->judge, SEAT_1, STREAM_STDERR, &pending));
	assert_int_equal(pending.size, strlen(" 2 %\r"));
	assert_memory_equal(pending.bytes, " 2 %\r", pending.size);
	assert_int_equal(pending.first_ns, 5 * MS);
}

TEST(stderr_byte_by_byte_gives_the_same_lines)
{
	static const char text[] = "a\nbc\r\n\r\nd\r\r\ne\rf\r\n";
	static const char *const lines[] = {"a\n", "bc\r\n", "\r\n", "d\r\r\n", "e\r", "f\r\n"};
	enum { LINES = sizeof(lines) / sizeof(lines[0]) };

	for (size_t piece = 1; piece < sizeof(text); piece++) {
		struct dialogue d FREED_BY(finish);
		int n = 0;

		begin_gomocup(&d);
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

GAME_TEST(stderr_without_a_line_end_precedes_the_answer_that_follows)
{
	const struct message *words;

	comes(d, 1, SEAT_1, STREAM_STDERR, "best 7,7");
	comes(d, 1, SEAT_1, STREAM_STDOUT, "DEBUG a\n");
	assert_null(dialogue_find(d, SEAT_1, "best"));
	comes(d, 1, SEAT_1, STREAM_STDOUT, "7,7\n");
	words = expect_message(d, SEAT_1, "best 7,7", 1, 1);
	assert_true(words->flags & MESSAGE_UNENDED);
	assert_int_equal(words->turn, 1);
	assert_true(words->n < dialogue_find(d, SEAT_1, "7,7")->n);
}

GAME_TEST(stderr_after_the_answer_precedes_the_next_question)
{
	const struct message *words;

	comes(d, 1, SEAT_1, STREAM_STDOUT, "7,7\n");
	comes(d, 1, SEAT_1, STREAM_STDERR, "done");
	comes(d, 1, SEAT_2, STREAM_STDOUT, "8,8\n");
	words = expect_message(d, SEAT_1, "done", 2, 2);
	assert_true(words->n < dialogue_find(d, SEAT_1, "TURN 8,8")->n);
}

GAME_TEST(unfinished_stderr_ends_with_a_persons_move_or_the_process)
{
	comes(d, 1, SEAT_1, STREAM_STDERR, "(Pdb) ");
	dialogue_request(d, (struct request){.kind = REQUEST_OVERRIDE, .text = "7,7"});
	assert_true(expect_message(d, SEAT_1, "(Pdb) ", 1, 1)->flags & MESSAGE_UNENDED);
	comes(d, 1, SEAT_2, STREAM_STDERR, "Seg");
	dialogue_exit(d, SEAT_2, (struct ending){.signalled = true, .code = 11, .signal = "SIGSEGV"});
	assert_true(expect_message(d, SEAT_2, "Seg", 2, 2)->n <
		    dialogue_find(d, SEAT_2, "was ended by SIGSEGV")->n);
}

TEST(stderr_without_line_ends_becomes_messages_of_limited_size)
{
	struct pending_bytes pending;
	struct dialogue d FREED_BY(finish);
	char page[4096];
	int count = 0;

	memset(page, 'x', sizeof(page));
	begin_gomocup(&d);
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

/* ---- bytes that are no text ---- */

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
	dialogue_at(&d, judge_deadline(d.judge));
	assert_non_null(note_of(&d, SEAT_1));
	assert_int_equal(note_of(&d, SEAT_1)->event.number[2], 3 + 10496);
	assert_int_equal(note_of(&d, SEAT_1)->size, 8);
	assert_non_null(note_of(&d, SEAT_2));
}

TEST(an_unfinished_line_is_shown_with_its_bytes)
{
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");

	assert_text(shown_pending(&setup, "7,\0007", 4, 0), "4 bytes without a line end: \"7,\\x007\"");
}

TEST_MAIN(NULL, NULL)
