/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_why.c - the answers of `why` about verdicts, faults, stops and messages of a judge.
 *
 * dialogue_verdict() checks for every verdict in every test that the answer has its rule and its proofs. This
 * file tests the rest of the answer.  */
#include "asimulator_fixture.h"

#include <inttypes.h>

#define MS DIALOGUE_MS

/* The answer contains these words in this order; ended by NULL.  */
static void tells(char *text, const char *const *words)
{
	const char *at = text;

	for (; *words; words++) {
		at = strstr(at, *words);
		if (!at)
			fail_msg("\"%s\" is not there, or not in its place: %s", *words, text);
	}
	free(text);
}

#define TELLS(text, ...) tells(text, (const char *const[]){__VA_ARGS__, NULL})

static void refuses(char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("\"%s\" does not say \"%s\"", text, part);
	free(text);
}

/* How often the part is in the text.  */
static int times(const char *text, const char *part)
{
	int count = 0;

	for (; (text = strstr(text, part)); text++)
		count++;
	return count;
}

static const char *number(const struct message *message, char text[32])
{
	assert_non_null(message);
	snprintf(text, 32, "#%" PRId64, message->n);
	return text;
}

static void begin_gomocup(struct dialogue *d)
{
	dialogue_init(d, "15");
	d->setup.turn_limit = NS_PER_S;
	d->setup.match_limit = 10 * (int64_t)NS_PER_S;
	dialogue_ready(d);
}

#define GAME_TEST(name) TEST_WITH(name, struct dialogue, d, begin_gomocup, dialogue_free)

GAME_TEST(at_first_there_is_nothing_to_explain)
{
	TELLS(dialogue_why(d, WHY_NEWEST, 0), "nothing has happened yet");
	TELLS(dialogue_why(d, WHY_VERDICT, 0), "the match is not over");
	TELLS(dialogue_why(d, WHY_FAULT, 0), "no seat has broken the protocol");
	TELLS(dialogue_why(d, WHY_STOP, 0), "no breakpoint, catchpoint or watchpoint was hit");
	refuses(dialogue_no_why(d, WHY_MESSAGE, 99999), "there is no message #99999");
}

GAME_TEST(without_an_event_it_is_shown_what_has_come_of_a_message)
{
	char *text;

	talk(d, SEAT_1, "> BEGIN\n");
	dialogue_bytes(d, SEAT_1, "DEB", 3);
	text = dialogue_why(d, WHY_NEWEST, 0);
	assert_int_equal(times(text, "has sent"), 1);
	TELLS(text, "nothing has happened yet", "seat 1 (b1) has sent 3 bytes without a line end: \"DEB\"");
}

GAME_TEST(nobody_can_look_inside_a_process_whose_end_is_held)
{
	char *text;

	talk(d, SEAT_1, "> BEGIN\n");
	dialogue_request(d, (struct request){.kind = REQUEST_PAUSE});
	dialogue_bytes(d, SEAT_1, "7,7\n", 4);
	text = dialogue_why(d, WHY_STOP, 0);
	TELLS(text, "Held messages", "from 1", "\"7,7\\n\"", "Next", "`edit TEXT`", "`gdb 1`",
	      "`info seat 1`");
	dialogue_request(d, (struct request){.kind = REQUEST_STEP, .count = 1});
	dialogue_free(d);

	begin_gomocup(d);
	talk(d, SEAT_1, "> BEGIN\n");
	dialogue_request(d, (struct request){.kind = REQUEST_PAUSE});
	dialogue_exit(d, SEAT_1, (struct ending){.signalled = true, .code = 11, .signal = "SIGSEGV"});
	text = dialogue_why(d, WHY_STOP, 0);
	assert_int_equal(times(text, "`gdb 1`") + times(text, "`edit TEXT`"), 0);
	TELLS(text, "Held messages", "SIGSEGV", "Next", "`step`", "`info seat 1`");
}

GAME_TEST(a_timeout_says_when_the_agent_was_asked_and_by_how_much_it_was_late)
{
	char asked[32], said[32];

	dialogue_at(d, d->now + 500 * MS);
	talk(d, SEAT_1, "> BEGIN\n< 7,7\n");
	talk(d, SEAT_2, "> TURN 7,7\n< DEBUG deep in thought\n");
	dialogue_at(d, d->now + NS_PER_S + 25 * MS);
	dialogue_verdict(d, SEAT_1, REASON_TIMEOUT, SEAT_2);
	TELLS(dialogue_why(d, WHY_NEWEST, 0), "timeout: ", "Seat 2", "is to blame; seat 1",
	      "wins, after 1 turn.", "Rule", "timeout_turn", "gomocup-protocol, INFO timeout_turn",
	      "Messages that prove it", number(dialogue_find(d, SEAT_2, "TURN 7,7"), asked), "to 2",
	      "\"TURN 7,7\\r\\n\"", "Times of seat 2", "began", "asked", asked, "no answer until",
	      "thought   1.025 s; the limit for a turn is 1.000 s: 25.0 ms over",
	      "10.000 s left before, 8.975 s after", "Process of seat 2", "It was running",
	      "Last words of seat 2", number(dialogue_find(d, SEAT_2, "DEBUG deep"), said),
	      "\"DEBUG deep in thought\"", "Next", "`resume`", "`set turn-time TIME`", "`seat 2 human`");
	dialogue_replays(d);
}

GAME_TEST(a_timeout_shows_bytes_without_a_line_end)
{
	char noted[32], words[32];

	talk(d, SEAT_1, "> BEGIN\n");
	d->now += 2 * MS;
	judge_bytes(d->judge, d->now, SEAT_1, STREAM_STDERR, "(Pdb) ", 6);
	dialogue_bytes(d, SEAT_1, "7", 1);
	d->now += 3 * MS;
	dialogue_bytes(d, SEAT_1, ",7", 2);
	dialogue_at(d, d->now + 2 * NS_PER_S);
	dialogue_verdict(d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	TELLS(dialogue_why(d, WHY_NEWEST, 0), "no answer until",
	      "It has sent 3 bytes without a line end: \"7,7\"",
	      number(dialogue_find(d, SEAT_1, "has sent an incomplete"), noted),
	      "The first byte came 2.00 ms after the question, the last after 5.00 ms",
	      "Last words of seat 1", number(dialogue_find(d, SEAT_1, "(Pdb) "), words));
	dialogue_replays(d);
}

GAME_TEST(an_agent_that_cannot_be_started_has_no_times_and_last_words)
{
	char *text;

	talk(d, SEAT_1, "> BEGIN\n< DEBUG mine\n< 7,7\n");
	talk(d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	talk(d, SEAT_1, "> TURN 8,8\n");
	d->manual = true;
	dialogue_request(d, (struct request){.kind = REQUEST_SEAT, .seat = SEAT_1, .text = "./nope"});
	judge_not_started(d->judge, d->now, SEAT_1, "./nope: no such file");
	dialogue_settle(d);
	dialogue_verdict(d, SEAT_2, REASON_START, SEAT_1);
	text = dialogue_why(d, WHY_NEWEST, 0);
	assert_null(strstr(text, "Times of seat 1"));
	assert_null(strstr(text, "Last words"));
	TELLS(text, "Process of seat 1", "It could not be started: ./nope: no such file.");
}

GAME_TEST(a_line_that_has_ended_since_is_not_called_unfinished)
{
	FREED char *text;

	talk(d, SEAT_1, "> BEGIN\n");
	dialogue_bytes(d, SEAT_1, "DEB", 3);
	dialogue_request(d, (struct request){.kind = REQUEST_PAUSE});
	text = dialogue_why(d, WHY_STOP, 0);
	TELLS(text, "Unfinished message of seat 1", "It has sent 3 bytes without a line end: \"DEB\"");
	dialogue_request(d, (struct request){.kind = REQUEST_GO});
	dialogue_bytes(d, SEAT_1, "UG\n", 3);
	dialogue_at(d, d->now + 2 * NS_PER_S);
	dialogue_verdict(d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	text = dialogue_why(d, WHY_VERDICT, 0);
	assert_null(strstr(text, "without a line end"));
	dialogue_replays(d);
}

/* The limits of players do not apply to it.  */
TEST(an_idle_game_program_is_explained_with_its_guard)
{
	struct dialogue d FREED_BY(dialogue_free);
	char *text;

	dialogue_init_lmc(&d, "lmc2");
	d.setup.turn_limit = 300 * MS;
	d.setup.match_limit = 10 * (int64_t)NS_PER_S;
	d.setup.hang_limit = 700 * MS;
	dialogue_named(&d);
	dialogue_at(&d, d.now + NS_PER_S);
	text = dialogue_why(&d, WHY_NEWEST, 0);
	assert_null(strstr(text, "a turn"));
	assert_null(strstr(text, "for the match"));
	TELLS(text, "the guard (--hang-time) is 700.0 ms");
}

TEST(the_time_to_start_excludes_commands_without_an_answer)
{
	char asked[32];
	struct dialogue d FREED_BY(dialogue_free);

	dialogue_init(&d, "15");
	dialogue_begin(&d);
	talk(&d, SEAT_1, "> ABOUT\n");
	dialogue_at(&d, d.now + NS_PER_S); /* the time limit for ABOUT */
	talk(&d, SEAT_1, "> START 15\n");
	dialogue_at(&d, d.now + d.setup.start_limit + 7 * MS);
	dialogue_verdict(&d, SEAT_2, REASON_START, SEAT_1);
	TELLS(dialogue_why(&d, WHY_NEWEST, 0), "Times of seat 1", "started", "asked",
	      number(dialogue_find(&d, SEAT_1, "START 15"), asked),
	      "took      10.007 s; the limit (--start-time) is 10.000 s: 7.00 ms over");
}

GAME_TEST(pauses_do_not_count_against_a_seat)
{
	char *text;

	dialogue_at(d, d->now + 500 * MS);
	dialogue_request(d, (struct request){.kind = REQUEST_PAUSE});
	dialogue_at(d, d->now + 700 * MS);
	dialogue_request(d, (struct request){.kind = REQUEST_GO});
	dialogue_at(d, d->now + 500 * MS);
	dialogue_verdict(d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	text = dialogue_why(d, WHY_VERDICT, 0);
	assert_null(strstr(text, " over"));
	TELLS(text, "Times of seat 1", "A person held the match in between (#");
}

TEST(work_on_a_flood_is_told_to_the_seat_that_flooded)
{
	for (int seat = SEAT_1; seat < SEATS; seat++) {
		struct dialogue d FREED_BY(dialogue_free);
		int64_t from;
		char *text;

		begin_gomocup(&d);
		talk(&d, SEAT_1, "> BEGIN\n");
		from = d.now + 100 * MS;
		judge_charge(d.judge, seat, 40 * MS);
		judge_held_up(d.judge, d.now, from, from + 60 * MS);
		d.now = from + 60 * MS;
		dialogue_settle(&d);
		dialogue_at(&d, d.now + 2 * NS_PER_S);
		dialogue_verdict(&d, SEAT_2, REASON_TIMEOUT, SEAT_1);
		text = dialogue_why(&d, WHY_VERDICT, 0);
		assert_int_equal(times(text, "flooded   ringside worked 40.0 ms on what it wrote"),
				 seat == SEAT_1);
		assert_int_equal(times(text, "flooded"), seat == SEAT_1);
		TELLS(text, "judge held up", seat == SEAT_1 ? "20.0 ms" : "60.0 ms", "does not count");
	}
}

GAME_TEST(a_crash_shows_the_signal_and_the_last_lines_of_stderr)
{
	static const char trace[] =
		"Traceback:\r\n  line 1\r\n  line 2\r\n  line 3\r\n  line 4\r\n  line 5\r\n"
		"  line 6\r\n  line 7\r\n\033[31mKeyError\033[0m: '#3'\r\n";
	char *text;

	judge_bytes(d->judge, d->now, SEAT_1, STREAM_STDERR, trace, strlen(trace));
	dialogue_exit(d, SEAT_1, (struct ending){.signalled = true, .code = 11, .signal = "SIGSEGV"});
	dialogue_verdict(d, SEAT_2, REASON_CRASH, SEAT_1);
	text = dialogue_why(d, WHY_VERDICT, 0);
	assert_null(strstr(text, "Traceback"));
	TELLS(text, "Process of seat 1", "It was ended by SIGSEGV", "memory that is not its own",
	      "--valgrind", "Last words of seat 1", "\"  line 1\"", "\"  line 7\"", "\"KeyError: '#3'\"");
}

GAME_TEST(a_crash_shows_the_head_of_a_report_and_not_its_legend)
{
	static const char report[] =
		"thinking\r\n==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60\r\n"
		"WRITE of size 4 at 0x60 thread T0\r\n    #0 0x55 in put /home/me/crash.c:11\r\n"
		"SUMMARY: AddressSanitizer: heap-buffer-overflow\r\n  Poisoned by user: f7\r\n"
		"==1==ABORTING\r\n";
	char *text;

	judge_bytes(d->judge, d->now, SEAT_1, STREAM_STDERR, report, strlen(report));
	dialogue_exit(d, SEAT_1, (struct ending){.code = 134});
	dialogue_verdict(d, SEAT_2, REASON_CRASH, SEAT_1);
	text = dialogue_why(d, WHY_VERDICT, 0);
	assert_null(strstr(text, "Poisoned"));
	assert_null(strstr(text, "Last words"));
	TELLS(text, "It exited with status 134 (as a shell says for SIGABRT)",
	      "Usual cause: a failed assertion", "Report of seat 1", "AddressSanitizer: heap-buffer-overflow",
	      "WRITE of size 4", "in put /home/me/crash.c:11");
}

TEST(each_way_to_end_has_its_usual_cause)
{
	static const struct {
		struct ending ending;
		const char *cause; /* NULL: none is known */
		bool by_code;
	} rows[] = {
		{{.signalled = true, .code = 7, .signal = "SIGBUS"}, "access to memory that does not", true},
		{{.signalled = true, .code = 6, .signal = "SIGABRT"}, "a failed assertion", true},
		{{.signalled = true, .code = 8, .signal = "SIGFPE"}, "a division by zero", true},
		{{.signalled = true, .code = 4, .signal = "SIGILL"}, "an instruction that", true},
		{{.signalled = true, .code = 9, .signal = "SIGKILL"}, "another program killed it", false},
		{{.signalled = true, .code = 15, .signal = "SIGTERM"}, "another program told it", false},
		{{.signalled = true, .code = 13, .signal = "SIGPIPE"}, "a write to a pipe", false},
		{{.signalled = true, .code = 24, .signal = "SIGXCPU"}, "it used more CPU time", false},
		{{.signalled = true, .code = 25, .signal = "SIGXFSZ"}, "it wrote a file larger", false},
		{{.signalled = true, .code = 10, .signal = "SIGUSR1"}, NULL, false},
		{{.code = 1}, NULL, false},
		{{.code = 126}, "the shell could not run", false},
		{{.code = 127}, "the shell did not find", false},
		{{.code = 132}, "an instruction that", true},
		{{.code = 134}, "a failed assertion", true},
		{{.code = 135}, "access to memory that does not", true},
		{{.code = 136}, "a division by zero", true},
		{{.code = 137}, "the system may have run out", false},
		{{.code = 139}, "access to memory that is not", true},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct dialogue d FREED_BY(dialogue_free);
		char *text;

		begin_gomocup(&d);
		dialogue_exit(&d, SEAT_1, rows[i].ending);
		dialogue_verdict(&d, SEAT_2, REASON_CRASH, SEAT_1);
		text = dialogue_why(&d, WHY_VERDICT, 0);
		assert_int_equal(times(text, "Usual cause: "), rows[i].cause != NULL);
		assert_int_equal(times(text, "Run it with --valgrind"), rows[i].by_code);
		assert_int_equal(times(text, "\nNext\n"), 1);
		assert_int_equal(times(text, "What a person did"), 0);
		if (rows[i].cause)
			TELLS(text, "Process of seat 1", "Usual cause: ", rows[i].cause);
		else
			free(text);
	}
}

/* Of the first thread come the frames from the program's own first one on, eight at most; of others the first
 * own one, of three at most.  */
GAME_TEST(a_backtrace_shows_the_first_own_frames_of_its_threads)
{
	struct bytes trace FREED_BY(bytes_free) = {0};
	int64_t noted = 0;
	char *text, *whole;

	bytes_add_text(&trace, "Thread 1 (LWP 7):\n#0  0x07 in raise () from /lib/libc.so.6\n");
	for (int i = 1; i <= 9; i++)
		bytes_addf(&trace, "#%d  0x0%d in first_%d () at brain.c:%d\n", i, i, i, i);
	bytes_add_text(&trace, "Thread 2 (LWP 8):\n#0  0x07 in raise () from /lib/libc.so.6\n");
	for (int n = 3; n <= 6; n++)
		bytes_addf(&trace,
			   "Thread %d (LWP 9):\n#0  0x07 in raise () from /lib/libc.so.6\n"
			   "#1  0x01 in work_%d () at brain.c:20\n#2  0x02 in begin_%d () at brain.c:30\n",
			   n, n, n);
	judge_backtrace(d->judge, d->now, SEAT_1, 7, "SIGABRT", trace.at, trace.size);
	dialogue_exit(d, SEAT_1, (struct ending){.signalled = true, .code = 6, .signal = "SIGABRT"});
	dialogue_verdict(d, SEAT_2, REASON_CRASH, SEAT_1);
	text = dialogue_why(d, WHY_VERDICT, 0);
	assert_int_equal(times(text, "raise ()"), 0);
	assert_int_equal(times(text, "in first_"), 8);
	assert_int_equal(times(text, "in work_"), 3);
	assert_int_equal(times(text, "in begin_"), 0);
	for (int i = 0; i < d->line_count; i++)
		if (d->lines[i].message.event.kind == EVENT_BACKTRACE)
			noted = d->lines[i].message.n;
	whole = dialogue_why(d, WHY_MESSAGE, noted);
	assert_int_equal(times(whole, "raise ()"), 6);
	assert_int_equal(times(whole, "in begin_"), 4);
	free(whole);
	TELLS(text, "Backtrace of seat 1", "    #1  0x01 in first_1 ()", "in first_8 ()", "thread 3: #1",
	      "in work_3", "thread 4: #1", "in work_4", "thread 5: #1", "in work_5", "all 6 threads: `why #");
}

GAME_TEST(one_thread_is_all_there_is_in_its_backtrace)
{
	static const char trace[] = "Thread 1 (LWP 7):\n#0  0x07 in think () at brain.c:12\n";
	char *text;

	judge_backtrace(d->judge, d->now, SEAT_1, 7, "SIGSEGV", trace, strlen(trace));
	dialogue_exit(d, SEAT_1, (struct ending){.signalled = true, .code = 11, .signal = "SIGSEGV"});
	text = dialogue_why(d, WHY_VERDICT, 0);
	assert_int_equal(times(text, "threads"), 0);
	TELLS(text, "Backtrace of seat 1", "    #0  0x07 in think () at brain.c:12\n");
}

/* As in a file that was imported: of all events it has the verdict alone.  */
static bool find_verdict(void *user, const struct why_search *search, struct message *message)
{
	const struct dialogue *d = user;

	for (int i = 0; i < d->line_count; i++) {
		*message = d->lines[i].message;
		if (message->direction == EVENT && message->event.kind == EVENT_VERDICT)
			return search->channels & CHANNEL_BIT(message->channel) &&
			       search->seats & 1u << message->seat &&
			       (search->step < 0 ? message->n <= search->from : message->n >= search->from);
	}
	return false;
}

GAME_TEST(a_match_without_events_has_no_process_to_explain)
{
	struct why_source source = {.find = find_verdict};
	bool answer;
	char *text;

	dialogue_exit(d, SEAT_1, (struct ending){.code = 3});
	source.match = judge_match(d->judge);
	source.user = d;
	text = why(&source, WHY_VERDICT, 0, &answer);
	assert_true(answer);
	assert_int_equal(times(text, "Process of") + times(text, "Times of") + times(text, "Last words"), 0);
	TELLS(text, "crash: ", "Seat 1", "is to blame", "Rule", "ringside: crash", "Next");
}

GAME_TEST(an_illegal_move_shows_the_answer_and_how_long_it_took)
{
	char answer[32];

	dialogue_at(d, d->now + 250 * MS);
	talk(d, SEAT_1, "< 99,3\n");
	dialogue_verdict(d, SEAT_2, REASON_ILLEGAL, SEAT_1);
	TELLS(dialogue_why(d, WHY_VERDICT, 0), "illegal: ", "gomocup-protocol, TURN", "\"99,3\\n\"",
	      "answered", number(dialogue_find(d, SEAT_1, "99,3"), answer), "thought   250.0 ms");
}

TEST(the_last_move_can_be_examined_and_changed)
{
	struct dialogue d;

	begin_gomocup(&d);
	for (int x = 0; x < 5; x++) {
		FREED char *first = bytes_text("< %d,0\n", x), *second = bytes_text("< %d,9\n", x);

		talk(&d, SEAT_1, first);
		if (x < 4)
			talk(&d, SEAT_2, second);
	}
	dialogue_verdict(&d, SEAT_1, "five", SEAT_NONE);
	TELLS(dialogue_why(&d, WHY_NEWEST, 0), "five: ", "Seat 1", "wins, after 9 turns.",
	      "freestyle: five or more", "`goto 8`", "`override MOVE`");
	dialogue_free(&d);
}

GAME_TEST(a_fault_shows_its_bytes_its_rule_and_how_often_it_happened)
{
	static const char odd[] = "say \"x [y]: z\"";
	char fault[32];
	FREED char *script = bytes_text("< %s\n", odd);

	dialogue_at(d, d->now + 1 * MS);
	talk(d, SEAT_1, script);
	TELLS(dialogue_why(d, WHY_NEWEST, 0), "fault of seat 1", "Consequence: ignored.", "Rule",
	      "[gomocup-protocol, Commands that are sent by the brain]", "The message and its fault",
	      number(dialogue_find(d, SEAT_1, odd), fault), "from 1", "say \\\"x [y]: z\\\"");
	talk(d, SEAT_1, script);
	talk(d, SEAT_1, script);
	dialogue_request(d, (struct request){.kind = REQUEST_INTERRUPT});
	TELLS(dialogue_why(d, WHY_FAULT, 0), "fault of seat 1", "It happened 3 times in all.");
}

GAME_TEST(a_message_that_breaks_the_protocol_leads_to_its_fault)
{
	char note[32];

	dialogue_at(d, d->now + 1 * MS);
	talk(d, SEAT_1, "< hello\n");
	TELLS(dialogue_why(d, WHY_MESSAGE, dialogue_find(d, SEAT_1, "hello")->n), "from seat 1", "6 bytes",
	      "\"hello\\n\"", "It breaks the protocol.", "It had no effect",
	      "The last question before it, 1.00 ms earlier", "BEGIN", "Faults of this seat so far",
	      number(dialogue_find(d, SEAT_1, "a line that is not an answer"), note));
}

GAME_TEST(a_move_shows_its_turn_and_its_time)
{
	dialogue_at(d, d->now + 300 * MS);
	talk(d, SEAT_1, "< 7,7\n");
	TELLS(dialogue_why(d, WHY_MESSAGE, dialogue_find(d, SEAT_1, "7,7")->n), "channel move", "turn 1",
	      "It is turn 1 of the match: 7,7, after 300.0 ms; 9.700 s left", "The last question before");
	TELLS(dialogue_why(d, WHY_MESSAGE, dialogue_find(d, SEAT_2, "TURN 7,7")->n), "to seat 2",
	      "The seat has to answer it.");
}

TEST(a_stop_shows_what_waits)
{
	struct dialogue d;

	begin_gomocup(&d);
	dialogue_request(&d, (struct request){.kind = REQUEST_STEP});
	dialogue_at(&d, d.now + 100 * MS);
	talk(&d, SEAT_1, "< 7,7\n");
	TELLS(dialogue_why(&d, WHY_NEWEST, 0), "stopped before the next message",
	      "Before move 2. Move 1 was 7,7 by seat 1, after", "A person let the match continue",
	      "Held messages", "held", "to 2", "INFO time_left", "held", "to 2", "\"TURN 7,7\\r\\n\"",
	      "`step`", "`continue`");
	dialogue_request(&d, (struct request){.kind = REQUEST_GO});
	TELLS(dialogue_why(&d, WHY_STOP, 0), "no breakpoint, catchpoint or watchpoint was hit");
	TELLS(dialogue_why(&d, WHY_NEWEST, 0), "stopped before", "The match has gone on since, first with",
	      "INFO time_left");
	talk(&d, SEAT_2, "> TURN 7,7\n< 8,8\n"); /* the position is the one of the stop */
	TELLS(dialogue_why(&d, WHY_NEWEST, 0), "stopped before", "Before move 2. Move 1 was 7,7 by seat 1");
	dialogue_free(&d);
}

static char *stop_at_answer(void *user, const struct judge *judge, const struct stop *stop)
{
	return stop->kind == STOP_MESSAGE && stop->message->direction == FROM_AGENT ? bytes_text("an answer")
										    : NULL;
}

GAME_TEST(a_stop_at_an_answer_says_how_long_after_the_question_it_came)
{
	static const struct stops stops = {.reason = stop_at_answer};
	char *text;

	talk(d, SEAT_1, "> BEGIN\n");
	judge_set_stops(d->judge, &stops);
	dialogue_at(d, d->now + 250 * MS);
	dialogue_bytes(d, SEAT_1, "7,7\n", 4);
	text = dialogue_why(d, WHY_STOP, 0);
	assert_int_equal(times(text, "A person"), 0);
	TELLS(text, "an answer", "Held message from seat 1", "The match was stopped before it.",
	      "It came 250.0 ms after the question, #", "Held messages");
	judge_set_stops(d->judge, NULL);
}

TEST(after_a_draw_by_a_person_a_message_is_still_explained_by_itself)
{
	struct dialogue d;
	char *text;

	begin_gomocup(&d);
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	talk(&d, SEAT_2, "> TURN 7,7\n");
	dialogue_request(&d, (struct request){.kind = REQUEST_ADJUDICATE});
	text = dialogue_why(&d, WHY_VERDICT, 0);
	assert_int_equal(times(text, "`resume`"), 0);
	TELLS(text, "adjudicated: ", "Rule", "Next", "`goto 0`", "`override MOVE`");
	text = dialogue_why(&d, WHY_MESSAGE, dialogue_find(&d, SEAT_1, "7,7")->n);
	assert_int_equal(times(text, "adjudicated"), 0);
	TELLS(text, "from seat 1 (b1), channel move", "It is turn 1 of the match: 7,7");
	dialogue_free(&d);
}

GAME_TEST(a_pause_was_requested_by_a_person)
{
	dialogue_request(d, (struct request){.kind = REQUEST_PAUSE});
	TELLS(dialogue_why(d, WHY_NEWEST, 0), "pause", "A person paused the match");
}

GAME_TEST(details_show_what_happened_right_after_a_message)
{
	char *text;

	talk(d, SEAT_1, "> BEGIN\n");
	dialogue_request(d, (struct request){.kind = REQUEST_PAUSE});
	text = dialogue_why(d, WHY_DETAILS, dialogue_find(d, SEAT_1, "BEGIN")->n);
	TELLS(text, "What happened then", "event     pause\n", "Next");
}

GAME_TEST(only_the_details_show_all_of_a_long_message)
{
	char line[5001 + sizeof("DEBUG \n")];
	const struct message *message;
	char *text;

	talk(d, SEAT_1, "> BEGIN\n");
	snprintf(line, sizeof(line), "DEBUG %05000d\n", 7);
	dialogue_bytes(d, SEAT_1, line, strlen(line));
	message = dialogue_find(d, SEAT_1, "DEBUG");
	text = dialogue_why(d, WHY_MESSAGE, message->n);
	assert_int_equal(times(text, "7\\n\""), 0);
	TELLS(text, "\"DEBUG 000", "... 911 bytes more");
	text = dialogue_why(d, WHY_DETAILS, message->n);
	assert_int_equal(times(text, "bytes more"), 0);
	TELLS(text, "\"DEBUG 000", "0007\\n\"");
}

GAME_TEST(a_control_sequence_at_the_end_of_the_last_words_is_left_out)
{
	static const char words[] = "bye\033[m";

	judge_bytes(d->judge, d->now, SEAT_1, STREAM_STDERR, words, strlen(words));
	dialogue_exit(d, SEAT_1, (struct ending){.code = 1});
	TELLS(dialogue_why(d, WHY_VERDICT, 0), "Last words of seat 1", "\"bye\"\n");
}

GAME_TEST(a_message_has_one_remark_on_what_a_person_did)
{
	char *text;

	talk(d, SEAT_1, "> BEGIN\n");
	dialogue_request(d, (struct request){.kind = REQUEST_PAUSE});
	dialogue_bytes(d, SEAT_1, "7,7\n", 4);
	dialogue_request(d, (struct request){.kind = REQUEST_EDIT, .held = 0, .text = "8,8"});
	dialogue_request(d, (struct request){.kind = REQUEST_DROP, .held = 0});
	dialogue_request(d, (struct request){.kind = REQUEST_GO});
	text = dialogue_why(d, WHY_DETAILS, dialogue_find(d, SEAT_1, "7,7")->n);
	assert_int_equal(times(text, "by a person)"), 1);
	TELLS(text, "What a person put in its place", "\"8,8\\n\"  (kept back by a person)\n",
	      "What happened then", "a person drops a message");
}

GAME_TEST(a_step_whose_command_is_missing_is_left_out)
{
	struct why_source source = {0};
	bool answer;
	char *text;

	dialogue_at(d, d->now + 2 * (int64_t)NS_PER_S);
	source.match = judge_match(d->judge);
	text = why(&source, WHY_VERDICT, 0, &answer); /* and nothing is recorded */
	assert_true(answer);
	assert_null(strstr(text, "Messages"));
	TELLS(text, "timeout: ", "Rule", "Next", "`resume`");
}

TEST(a_deadly_step_shows_what_killed_and_what_had_been_perceived)
{
	struct dialogue d;
	char step[32];

	set_up_world(&d, SMALL_RULES "Agent 1 2 0\nMap 5 4\n#####\n#..x#\n#h.x#\n#####\n");
	dialogue_begin(&d);
	for (int s = SEAT_1; s < SEATS; s++)
		says(&d, s, "00");
	says(&d, SEAT_1, "01");
	says(&d, SEAT_2, "00");
	says(&d, SEAT_1, "01");
	dialogue_verdict(&d, SEAT_2, "score", SEAT_NONE);
	snprintf(step, sizeof(step), "(#%" PRId64 ")", match_turn(judge_match(d.judge), 3)->message);
	TELLS(dialogue_why(&d, WHY_VERDICT, 0),
	      "score: ", "Seat 2: shut off, by action 1, Shut_Off, in turn 2",
	      "Seat 1: death, by action 2, Move, in turn 3", step, "That moved East from 1,0 to 2,0",
	      "danger", "Before, at 1,0, it had perceived: Fear", "Rule", "the higher score wins");
	finish(&d);
}

TEST(bytes_are_shown_as_numbers_and_with_their_meaning)
{
	struct dialogue d;
	const struct message *message = NULL;

	begin_small(&d);
	says(&d, SEAT_1, "64fe03");
	for (int i = 0; i < d.line_count; i++)
		if (d.lines[i].message.channel == CHANNEL_SYMBOL)
			message = &d.lines[i].message;
	assert_non_null(message);
	TELLS(dialogue_why(&d, WHY_MESSAGE, message->n), "channel symbol", "3 bytes", "0000  64 fe 03",
	      "It means: symbol 0 at -2,3");
	finish(&d);
}

/* The rule of SWAP2BOARD is explained only for a brain that was asked with it.  */
TEST(a_rule_is_found_by_the_case_of_a_verdict_not_by_its_words)
{
	for (int swap2 = 0; swap2 < 2; swap2++) {
		struct dialogue d FREED_BY(dialogue_free);

		(void)state;
		dialogue_init(&d, "15");
		d.setup.turn_limit = NS_PER_S;
		if (swap2)
			setup_set(&d.setup, "swap2", "");
		dialogue_ready(&d);
		talk(&d, SEAT_1, "< ERROR what is SWAP2BOARD?\n");
		dialogue_at(&d, d.now + 3 * (int64_t)NS_PER_S);
		dialogue_verdict(&d, SEAT_2, REASON_TIMEOUT, SEAT_1);
		if (swap2)
			TELLS(dialogue_why(&d, WHY_VERDICT, 0), "Brains are asked so with --swap2 only");
		else
			TELLS(dialogue_why(&d, WHY_VERDICT, 0), "has to arrive within timeout_turn");
	}
}

TEST(a_fault_of_bytes_names_the_byte)
{
	struct dialogue d;

	begin_small(&d);
	says(&d, SEAT_1, "32");
	dialogue_verdict(&d, SEAT_2, REASON_PROTOCOL, SEAT_1);
	TELLS(dialogue_why(&d, WHY_VERDICT, 0), "protocol: ", "original: 7 .. 99", "Messages that prove it",
	      "from 1", "32  no request has this number");
	TELLS(dialogue_why(&d, WHY_FAULT, 0), "an unknown request",
	      "loses: nobody knows where the next request", "from 1", "32  no request");
	finish(&d);
}

TEST(an_unknown_word_of_lmc_is_explained_by_its_rule)
{
	struct dialogue d FREED_BY(dialogue_free);

	dialogue_init_lmc(&d, "lmc");
	dialogue_named(&d);
	talk(&d, SEAT_1, "< @noise x\n");
	TELLS(dialogue_why(&d, WHY_NEWEST, 0), "fault of seat 1 (p1)", "[lmc1, ", "The message and its fault",
	      "\"@noise x\\n\"");
	talk(&d, SEAT_1, "< dynamite\n");
	dialogue_verdict(&d, SEAT_2, REASON_ILLEGAL, SEAT_1);
	TELLS(dialogue_why(&d, WHY_NEWEST, 0), "illegal: ", "seat 2 (p2) wins", "one that @command symbol",
	      "lmc1, The command channel", "\"dynamite\\n\"", "Last words of seat 1", "@noise x");
}

TEST_MAIN(NULL, NULL)
