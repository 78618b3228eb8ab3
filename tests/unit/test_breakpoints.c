/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_breakpoints.c - where a match stops: the table of breakpoints with a real judge and scripted agents.
 *
 * A stub stands for the session. At its end each match is replayed and must be the same, with its stops.  */
#include "../test.h"
#include "ringside/breakpoints.h"
#include "ringside/bytes.h"
#include "ringside/protocol.h"

#include "../within.h"
#include "dialogue.h"

#define MS ((int64_t)DIALOGUE_MS)

static struct dialogue d;
static struct breakpoints *table;
static int64_t rss;

void session_set_stops(struct session *session, const struct stops *stops)
{
	judge_set_stops(d.judge, stops);
}

STUB(const struct judge *, session_judge(const struct session *session), d.judge)
STUB(void, session_trace_crashes(struct session *session), )
STUB(struct agent_usage, session_measured(const struct session *session, int seat),
     (struct agent_usage){.cpu_ns = 5 * MS, .rss = seat == SEAT_2 ? rss : -1})

/* ---- commands of a test ---- */

/* Makes the table of breakpoints watch the judge.  */
static void watched(void)
{
	table = breakpoints_new();
	breakpoints_watch(table, (struct session *)&d);
}

static void brains(void)
{
	dialogue_init(&d, "15");
	d.setup.turn_limit = 100 * MS;
	dialogue_ready(&d);
	watched();
}

static int adds(enum breakpoint_kind kind, bool temporary, const char *words, int number)
{
	struct condition_mistake mistake;
	int got = breakpoints_add(table, kind, temporary, words, judge_match(d.judge), &mistake);

	if (!got)
		fail_msg("%s: %s", words, mistake.text);
	assert_int_equal(got, number);
	return got;
}

/* The match was stopped for this reason, and a note says so.  */
static void is_stopped(const char *why)
{
	int64_t note;
	const char *words = judge_stopped(d.judge, &note);

	if (!words)
		fail_msg("expected \"%s\", but nothing has stopped the match", why);
	assert_string_equal(words, why);
	assert_true(note > 0 && note <= d.line_count);
	assert_int_equal(d.lines[note - 1].message.n, note);
	assert_non_null(strstr(d.lines[note - 1].message.bytes, why));
	if (!judge_match(d.judge)->over)
		assert_int_equal(judge_state(d.judge), JUDGE_PAUSED);
}

static void is_running(void)
{
	assert_null(judge_stopped(d.judge, NULL));
	assert_int_equal(judge_state(d.judge), JUDGE_RUNNING);
}

static void go(void)
{
	d.now += 1000 * MS;
	dialogue_request(&d, (struct request){.kind = REQUEST_GO});
}

static void is_listed(const char *expected)
{
	assert_text(breakpoints_list(table), expected);
}

static void over(void)
{
	dialogue_replays(&d);
	breakpoints_free(table);
	dialogue_free(&d);
}

static int set_up(void **state)
{
	brains();
	return 0;
}

static int tear_down(void **state)
{
	over();
	return 0;
}

#define BRAINS_TEST(name) TEST_IN(name, set_up, tear_down)

/* ---- breakpoints ---- */

BRAINS_TEST(a_condition_knows_what_an_agent_has_said_of_its_search)
{
	const struct said *said;

	adds(BREAKPOINT, true, "if value < -100 && depth >= 4 && nodes > 1000", 1);
	talk(&d, SEAT_1, "> BEGIN\n< MESSAGE depth 4, eval -50\n< DEBUG nodes 2000\n");
	is_running();
	talk(&d, SEAT_1, "< MESSAGE eval -200\n");
	is_stopped("breakpoint 1, seat 1 says \"MESSAGE eval -200\"");
	go();
	talk(&d, SEAT_1, "< 7,7\n");
	said = &match_turn(judge_match(d.judge), 1)->said;
	assert_string_equal(said->words, "-200");
	assert_int_equal(said->depth, 4);
	assert_int_equal(said->nodes, 2000);
	adds(BREAKPOINT, true, "if value == value", 2);
	talk(&d, SEAT_2, "> TURN 7,7\n< MESSAGE hello\n");
	is_running();
	talk(&d, SEAT_2, "< MESSAGE eval 3\n");
	is_stopped("breakpoint 2, seat 2 says \"MESSAGE eval 3\"");
}

BRAINS_TEST(break_alone_stops_before_every_answer)
{
	adds(BREAKPOINT, false, "", 1);
	talk(&d, SEAT_1, "> BEGIN\n< DEBUG deep\n< 7,7\n");
	is_stopped("breakpoint 1, seat 1 plays 7,7");
	assert_int_equal(judge_match(d.judge)->turn_count, 0);
	assert_true(judge_held(d.judge, 0)->flags & MESSAGE_STOPPED);
	dialogue_silent(&d, SEAT_2);
	go();
	is_running();
	assert_false(dialogue_find(&d, SEAT_1, "7,7")->flags & MESSAGE_STOPPED);
	talk(&d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	is_stopped("breakpoint 1, seat 2 plays 8,8");
	go();
	talk(&d, SEAT_1, "> TURN 8,8\n");
	is_listed("Num Type       Disp Enb What\n"
		  "1   breakpoint keep y   every answer\n"
		  "        already hit 2 times");
}

BRAINS_TEST(a_turn_stops_before_its_answer)
{
	adds(BREAKPOINT, false, "2", 1);
	assert_true(breakpoints_at_turn(table, 2));
	assert_false(breakpoints_at_turn(table, 1));
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	is_running();
	talk(&d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	is_stopped("breakpoint 1, seat 2 plays 8,8");
}

BRAINS_TEST(a_move_stops_in_every_notation)
{
	adds(BREAKPOINT, false, "h8", 1);
	adds(BREAKPOINT, false, "8,9", 2);
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	is_stopped("breakpoint 1, seat 1 plays 7,7");
	go();
	talk(&d, SEAT_2, "> TURN 7,7\n< 9,8\n");
	talk(&d, SEAT_1, "> TURN 9,8\n< SUGGEST 8,9\n");
	is_stopped("breakpoint 2, seat 1 plays 8,9");
}

BRAINS_TEST(a_condition_checks_messages_in_both_directions)
{
	adds(BREAKPOINT, false, "if seat == 2 && dir == to && text ~ /^turn/i", 1);
	adds(BREAKPOINT, false, "if channel == debug && bytes > 10", 2);
	talk(&d, SEAT_1, "> BEGIN\n< DEBUG x\n< DEBUG deeper\n");
	is_stopped("breakpoint 2, seat 1 says \"DEBUG deeper\"");
	go();
	talk(&d, SEAT_1, "< 7,7\n");
	is_stopped("breakpoint 1, seat 2 is told \"TURN 7,7\"");
	dialogue_silent(&d, SEAT_2);
	go();
	talk(&d, SEAT_2, "> TURN 7,7\n");
}

TEST(fields_have_the_values_of_the_moment)
{
	static const char *const conditions[] = {"move == 2",       "seat == 2",
						 "channel == move", "dir == from",
						 "text == \"8,8\"", "bytes == 4",
						 "time == 30ms",    "clock == 970ms",
						 "score == 0",      "rss == 3MB",
						 "cpu == 5ms",      "!fault",
						 "legal",           "fault == 0 && rss < 4MB"};

	for (size_t i = 0; i < sizeof(conditions) / sizeof(conditions[0]); i++) {
		dialogue_init(&d, "15");
		d.setup.match_limit = 1000 * MS;
		d.setup.turn_limit = 100 * MS;
		dialogue_ready(&d);
		watched();
		rss = 3 << 20;
		talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
		adds(BREAKPOINT, false, "2", 1);
		adds(BREAKPOINT, false, "3", 2);
		breakpoints_delete(table, 0);
		{
			FREED char *words = bytes_text("2 if %s", conditions[i]);

			adds(BREAKPOINT, false, words, 3);
			free(words);
			words = bytes_text("2 if !(%s)", conditions[i]);
			adds(BREAKPOINT, false, words, 4);
		}
		d.now += 30 * MS;
		talk(&d, SEAT_2, "< 8,8\n");
		is_stopped("breakpoint 3, seat 2 plays 8,8");
		over();
	}
}

BRAINS_TEST(a_temporary_breakpoint_stops_once)
{
	adds(BREAKPOINT, true, "", 1);
	is_listed("Num Type       Disp Enb What\n1   breakpoint del  y   every answer");
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	is_stopped("breakpoint 1, seat 1 plays 7,7");
	assert_false(breakpoints_has(table, 1));
	go();
	talk(&d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	is_running();
	assert_int_equal(judge_match(d.judge)->turn_count, 2);
}

BRAINS_TEST(ignored_hits_pass_and_are_counted)
{
	adds(BREAKPOINT, false, "if dir == from", 1);
	breakpoints_ignore(table, 1, 2);
	is_listed("Num Type       Disp Enb What\n"
		  "1   breakpoint keep y   every message\n"
		  "        stop only if dir == from\n"
		  "        ignore next 2 hits");
	talk(&d, SEAT_1, "> BEGIN\n< DEBUG 1\n< DEBUG 2\n");
	is_running();
	talk(&d, SEAT_1, "< DEBUG 3\n");
	is_stopped("breakpoint 1, seat 1 says \"DEBUG 3\"");
	is_listed("Num Type       Disp Enb What\n"
		  "1   breakpoint keep y   every message\n"
		  "        stop only if dir == from\n"
		  "        already hit 3 times");
}

BRAINS_TEST(a_disabled_or_deleted_breakpoint_stops_nothing)
{
	adds(BREAKPOINT, false, "1", 1);
	adds(BREAKPOINT, false, "2", 2);
	adds(BREAKPOINT, false, "3", 3);
	breakpoints_enable(table, 1, false);
	assert_false(breakpoints_at_turn(table, 1));
	breakpoints_delete(table, 2);
	is_listed("Num Type       Disp Enb What\n"
		  "1   breakpoint keep n   the answer of turn 1\n"
		  "3   breakpoint keep y   the answer of turn 3");
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	talk(&d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	is_running();
	talk(&d, SEAT_1, "> TURN 8,8\n< 7,8\n");
	is_stopped("breakpoint 3, seat 1 plays 7,8");
	breakpoints_delete(table, 0);
	is_listed("there are no breakpoints: break, catch and watch set them");
	go();
	talk(&d, SEAT_2, "> TURN 7,8\n< 9,8\n");
	is_running();
}

BRAINS_TEST(all_matching_breakpoints_count_and_the_first_is_named)
{
	adds(BREAKPOINT, false, "", 1);
	adds(BREAKPOINT, false, "h8", 2);
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	is_stopped("breakpoint 1, seat 1 plays 7,7");
	is_listed("Num Type       Disp Enb What\n"
		  "1   breakpoint keep y   every answer\n"
		  "        already hit 1 time\n"
		  "2   breakpoint keep y   the move h8\n"
		  "        already hit 1 time");
}

BRAINS_TEST(a_step_onto_a_breakpoint_names_it)
{
	adds(BREAKPOINT, false, "", 1);
	dialogue_request(&d, (struct request){.kind = REQUEST_PAUSE});
	talk(&d, SEAT_1, "> BEGIN\n< DEBUG 1\n< 7,7\n");
	dialogue_request(&d, (struct request){.kind = REQUEST_STEP, .count = 1});
	is_stopped("breakpoint 1, seat 1 plays 7,7");
	dialogue_request(&d, (struct request){.kind = REQUEST_NEXT, .count = 1});
	assert_null(judge_stopped(d.judge, NULL));
	assert_int_equal(judge_match(d.judge)->turn_count, 1);
}

TEST(a_persons_move_stops_after_it_was_played)
{
	dialogue_init(&d, "15");
	d.setup.seat[SEAT_1].kind = SEAT_HUMAN;
	dialogue_ready(&d);
	watched();
	adds(BREAKPOINT, false, "h8", 1);
	dialogue_request(&d, (struct request){.kind = REQUEST_PLAY, .text = "7,7"});
	is_stopped("breakpoint 1, seat 1 has played 7,7");
	assert_int_equal(judge_match(d.judge)->turn_count, 1);
	dialogue_silent(&d, SEAT_2);
	go();
	talk(&d, SEAT_2, "> TURN 7,7\n");
	over();
}

BRAINS_TEST(output_on_stderr_stops_too)
{
	static const char bytes[] = "assert failed\n";

	adds(BREAKPOINT, false, "if channel == stderr && text ~ /assert/", 1);
	judge_bytes(d.judge, d.now, SEAT_2, STREAM_STDERR, bytes, strlen(bytes));
	dialogue_settle(&d);
	is_stopped("breakpoint 1, seat 2 says \"assert failed\" on stderr");
}

/* ---- catchpoints ---- */

BRAINS_TEST(an_illegal_answer_is_caught_before_it_passes)
{
	adds(CATCHPOINT, false, "illegal", 1);
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	is_running();
	talk(&d, SEAT_2, "> TURN 7,7\n< 7,7\n");
	is_stopped("catchpoint 1, seat 2 plays 7,7, which is illegal");
	assert_false(judge_match(d.judge)->over);
	dialogue_request(&d, (struct request){.kind = REQUEST_OVERRIDE, .text = "8,8"});
	go();
	talk(&d, SEAT_1, "> TURN 8,8\n< 99,99\n");
	is_stopped("catchpoint 1, seat 1 plays 99,99, which is illegal");
	go();
	dialogue_verdict(&d, SEAT_2, REASON_ILLEGAL, SEAT_1);
}

static void why_says(const char *words)
{
	FREED char *told = dialogue_why(&d, WHY_STOP, 0);

	if (!strstr(told, words))
		fail_msg("\"%s\" is not in: %s", words, told);
}

/* There is no verdict yet, and `why` says so.  */
TEST(why_says_what_is_wrong_with_the_waiting_answer)
{
	brains();
	adds(CATCHPOINT, false, "illegal", 1);
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	talk(&d, SEAT_2, "> TURN 7,7\n< SUGGEST 7,7\n");
	why_says("  h8 (7,7) is already taken.\n");
	over();
	dialogue_init(&d, "15");
	setup_set(&d.setup, "rule", "renju");
	setup_set(&d.setup, "opening", "h6a1h7c1f8e1g8g1");
	dialogue_ready(&d);
	watched();
	adds(CATCHPOINT, false, "illegal", 1);
	talk(&d, SEAT_1, "< 7,7\n");
	why_says("  h8 (7,7) is forbidden to black by renju: double three, f8 g8 h8 and h6 h7 h8.\n");
	over();
	dialogue_init_qchess(&d);
	setup_set(&d.setup, "board",
		  "white king ['king', 'king'] at 3,7\nblack king ['king', 'king'] at 3,0\n"
		  "white knight ['knight', 'knight'] at 1,7\n");
	dialogue_begin(&d);
	watched();
	adds(CATCHPOINT, false, "illegal", 1);
	talk(&d, SEAT_1, "< 1 7\n< 7 4\n");
	why_says("  The piece on 1 7 is in state 0, a knight. It can go to 0 5, 2 5 or 3 6.\n");
	over();
}

BRAINS_TEST(a_fault_is_caught_after_the_message)
{
	adds(CATCHPOINT, false, "fault if seat == 1", 1);
	talk(&d, SEAT_2, "< 3,3\n");
	is_running();
	talk(&d, SEAT_1, "> BEGIN\n< nonsense\n");
	is_stopped("catchpoint 1, seat 1 broke the protocol: a line that is not an answer");
	assert_non_null(dialogue_find(&d, SEAT_1, "nonsense"));
	go();
	talk(&d, SEAT_1, "< 7,7\n");
}

BRAINS_TEST(a_reached_limit_is_caught_before_the_verdict)
{
	adds(CATCHPOINT, false, "timeout", 1);
	talk(&d, SEAT_1, "> BEGIN\n");
	dialogue_at(&d, d.now + 100 * MS);
	is_stopped("catchpoint 1, seat 1 has reached the limit of 0.100 s for a turn");
	assert_false(judge_match(d.judge)->over);
	dialogue_at(&d, d.now + 5000 * MS);
	assert_int_equal(judge_turn_time(d.judge, SEAT_1, d.now), 100 * MS);
	dialogue_request(&d, (struct request){.kind = REQUEST_TURN_LIMIT, .ns = 300 * MS});
	go();
	is_running();
	dialogue_at(&d, d.now + 199 * MS);
	is_running();
	dialogue_at(&d, d.now + 1 * MS);
	is_stopped("catchpoint 1, seat 1 has reached the limit of 0.300 s for a turn");
	talk(&d, SEAT_1, "< 7,7\n"); /* too late, although the clock is stopped */
	go();
	dialogue_verdict(&d, SEAT_2, REASON_TIMEOUT, SEAT_1);
}

BRAINS_TEST(a_person_may_move_at_the_limit)
{
	adds(CATCHPOINT, false, "timeout", 1);
	talk(&d, SEAT_1, "> BEGIN\n");
	dialogue_at(&d, d.now + 150 * MS);
	is_stopped("catchpoint 1, seat 1 has reached the limit of 0.100 s for a turn");
	dialogue_request(&d, (struct request){.kind = REQUEST_OVERRIDE, .text = "h8"});
	go();
	talk(&d, SEAT_2, "> TURN 7,7\n");
	assert_false(judge_match(d.judge)->over);
}

TEST(the_end_of_a_process_is_caught_before_it_takes_effect)
{
	brains();
	adds(CATCHPOINT, false, "exit", 1);
	adds(CATCHPOINT, false, "crash", 2);
	talk(&d, SEAT_1, "> BEGIN\n");
	dialogue_exit(&d, SEAT_1, (struct ending){.code = 3});
	is_stopped("catchpoint 2, seat 1 exited with status 3");
	assert_false(judge_match(d.judge)->over);
	go();
	dialogue_verdict(&d, SEAT_2, REASON_CRASH, SEAT_1);
	over();
	brains();
	adds(CATCHPOINT, false, "crash", 1);
	adds(CATCHPOINT, false, "exit", 2);
	dialogue_exit(&d, SEAT_2, (struct ending){.code = 0});
	is_stopped("catchpoint 2, seat 2 exited with status 0");
	over();
	brains();
	adds(CATCHPOINT, false, "crash", 1);
	dialogue_exit(&d, SEAT_2, (struct ending){.signalled = true, .code = 11, .signal = "SIGSEGV"});
	is_stopped("catchpoint 1, seat 2 was ended by SIGSEGV");
	over();
}

BRAINS_TEST(a_crash_is_caught_while_the_process_stands_and_its_end_does_not_stop_again)
{
	static const char trace[] = "Thread 1 (LWP 7):\n#0  0x07 in raise () from /lib/libc.so.6\n"
				    "#1  0x0000555 in put (x=15) at crash.c:11\n";

	adds(CATCHPOINT, false, "crash", 1);
	talk(&d, SEAT_1, "> BEGIN\n");
	judge_backtrace(d.judge, d.now, SEAT_1, 7, "SIGSEGV", trace, strlen(trace));
	dialogue_settle(&d);
	is_stopped("catchpoint 1, seat 1 is about to be ended by SIGSEGV in process 7: put (x=15) at "
		   "crash.c:11");
	go();
	dialogue_exit(&d, SEAT_1, (struct ending){.signalled = true, .code = 11, .signal = "SIGSEGV"});
	dialogue_verdict(&d, SEAT_2, REASON_CRASH, SEAT_1);
	assert_string_equal(judge_match(d.judge)->backtrace[SEAT_1], trace);
}

BRAINS_TEST(a_verdict_is_caught)
{
	adds(CATCHPOINT, false, "verdict", 1);
	talk(&d, SEAT_1, "> BEGIN\n< 99,99\n");
	dialogue_verdict(&d, SEAT_2, REASON_ILLEGAL, SEAT_1);
	assert_non_null(
		strstr(judge_stopped(d.judge, NULL), "catchpoint 1, verdict illegal: seat 1 (b1) played"));
}

TEST(a_stop_at_the_verdict_comes_before_the_replaced_agents_goodbye)
{
	int64_t note;

	dialogue_init(&d, "15");
	d.setup.strict = true;
	dialogue_ready(&d);
	watched();
	adds(CATCHPOINT, false, "verdict", 1);
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	talk(&d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	talk(&d, SEAT_1, "> TURN 8,8\n< 7,8\n");
	dialogue_request(&d, (struct request){.kind = REQUEST_TAKEBACK, .count = 1});
	talk(&d, SEAT_1, "> TAKEBACK 7,8\n< UNKNOWN\n> RESTART\n");
	dialogue_request(&d, (struct request){.kind = REQUEST_PAUSE});
	dialogue_bytes(&d, SEAT_1, "UNKNOWN\n", 8);
	dialogue_bytes(&d, SEAT_2, "9,9\n9,8\n", 8);
	go();
	assert_non_null(judge_stopped(d.judge, &note));
	assert_true(dialogue_find(&d, SEAT_1, "END")->n > note);
	over();
}

/* ---- between messages ---- */

BRAINS_TEST(a_silent_agent_is_stopped_at_the_moment_its_time_passes)
{
	int64_t asked;

	adds(BREAKPOINT, false, "if seat == 1 && time > 30ms && !(text ~ /x/)", 1);
	talk(&d, SEAT_1, "> BEGIN\n");
	asked = d.now;
	dialogue_at(&d, asked + 30 * MS);
	is_running();
	assert_int_equal(judge_deadline(d.judge), asked + 30 * MS + 1);
	dialogue_at(&d, asked + 40 * MS); /* a watcher that checks a little late */
	is_stopped("breakpoint 1, seat 1: time is 30 ms");
	assert_non_null(dialogue_find(&d, SEAT_NONE, "stopped between messages: breakpoint 1, seat 1"));
	dialogue_at(&d, asked + 5000 * MS);
	assert_int_equal(judge_turn_time(d.judge, SEAT_1, d.now), 30 * MS + 1);
	go();
	talk(&d, SEAT_1, "< DEBUG deep\n");
	dialogue_at(&d, d.now + 20 * MS);
	is_running(); /* it has already passed */
	talk(&d, SEAT_1, "< 7,7\n");
	talk(&d, SEAT_2, "> TURN 7,7\n");
	dialogue_at(&d, d.now + 90 * MS);
	is_running(); /* the other's time */
	talk(&d, SEAT_2, "< 8,8\n");
	talk(&d, SEAT_1, "> TURN 8,8\n");
	dialogue_at(&d, d.now + 31 * MS);
	is_stopped("breakpoint 1, seat 1: time is 30 ms");
	is_listed("Num Type       Disp Enb What\n"
		  "1   breakpoint keep y   every message\n"
		  "        stop only if seat == 1 && time > 30ms && !(text ~ /x/)\n"
		  "        already hit 2 times");
}

TEST(a_limit_counts_before_a_later_moment)
{
	static const struct {
		const char *condition;
		bool stops;
	} rows[] = {{"if time >= 100ms", true}, {"if time > 100ms", false}, {"if time == 100ms", true}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		brains();
		adds(BREAKPOINT, false, rows[i].condition, 1);
		talk(&d, SEAT_1, "> BEGIN\n");
		dialogue_at(&d, d.now + 5000 * MS);
		if (rows[i].stops) {
			is_stopped("breakpoint 1, seat 1: time is 100 ms");
			go();
		}
		dialogue_verdict(&d, SEAT_2, REASON_TIMEOUT, SEAT_1);
		over();
	}
}

TEST(the_match_stops_when_its_time_left_passes_the_value)
{
	dialogue_init(&d, "15");
	d.setup.match_limit = 1000 * MS;
	dialogue_ready(&d);
	watched();
	adds(BREAKPOINT, false, "if clock < 900ms && seat == 2", 1);
	adds(BREAKPOINT, true, "if 960ms >= clock", 2);
	talk(&d, SEAT_1, "> BEGIN\n");
	dialogue_at(&d, d.now + 500 * MS);
	is_stopped("breakpoint 2, seat 1: clock is 960 ms");
	go();
	talk(&d, SEAT_1, "< 7,7\n");
	talk(&d, SEAT_2, "> TURN 7,7\n");
	dialogue_at(&d, d.now + 101 * MS);
	is_stopped("breakpoint 1, seat 2: clock is 900 ms");
	over();
}

BRAINS_TEST(memory_is_measured_while_an_agent_is_silent)
{
	rss = 3 << 20;
	adds(BREAKPOINT, false, "if rss > 4MB", 1);
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	talk(&d, SEAT_2, "> TURN 7,7\n");
	rss = 5 << 20;
	assert_within(judge_deadline(d.judge), d.now, d.now + 20 * MS);
	dialogue_at(&d, judge_deadline(d.judge));
	is_stopped("breakpoint 1, seat 2: rss is 5.0 MB");
	go();
	dialogue_at(&d, judge_deadline(d.judge));
	is_running();
	rss = 3 << 20;
	dialogue_at(&d, judge_deadline(d.judge));
	rss = 6 << 20;
	dialogue_at(&d, judge_deadline(d.judge));
	is_stopped("breakpoint 1, seat 2: rss is 6.0 MB");
	breakpoints_delete(table, 0);
	adds(WATCHPOINT, false, "rss > 4MB", 2);
	go();
	dialogue_at(&d, judge_deadline(d.judge));
	is_running();
	rss = 3 << 20;
	dialogue_at(&d, judge_deadline(d.judge));
	is_stopped("watchpoint 2, rss > 4MB of seat 2 changed from true to false");
}

BRAINS_TEST(a_late_message_is_still_stopped_every_time)
{
	adds(BREAKPOINT, false, "if time > 30ms && channel == debug", 1);
	talk(&d, SEAT_1, "> BEGIN\n");
	dialogue_at(&d, d.now + 40 * MS);
	is_running();
	talk(&d, SEAT_1, "< DEBUG one\n");
	is_stopped("breakpoint 1, seat 1 says \"DEBUG one\"");
	go();
	talk(&d, SEAT_1, "< DEBUG two\n");
	is_stopped("breakpoint 1, seat 1 says \"DEBUG two\"");
	go();
	talk(&d, SEAT_1, "< 7,7\n");
}

BRAINS_TEST(a_late_watcher_stops_at_once)
{
	talk(&d, SEAT_1, "> BEGIN\n");
	dialogue_at(&d, d.now + 50 * MS);
	dialogue_request(&d, (struct request){.kind = REQUEST_PAUSE});
	adds(BREAKPOINT, false, "if time > 30ms", 1);
	dialogue_at(&d, d.now + 50 * MS);
	assert_null(judge_stopped(d.judge, NULL)); /* the clock is stopped */
	go();
	dialogue_at(&d, judge_deadline(d.judge));
	is_stopped("breakpoint 1, seat 1: time is 50 ms");
}

TEST(people_have_no_time_limit_to_pass)
{
	dialogue_init(&d, "15");
	d.setup.seat[SEAT_1].kind = SEAT_HUMAN;
	dialogue_ready(&d);
	watched();
	adds(BREAKPOINT, false, "if time > 30ms", 1);
	dialogue_at(&d, d.now + 500 * MS);
	is_running();
	over();
}

/* ---- watchpoints ---- */

static void players(void)
{
	dialogue_init_lmc(&d, "lmc");
	setup_set(&d.setup, "turns", "10");
	dialogue_named(&d);
	watched();
}

#define RULES "> @command new\n> @command symbol rock\n> @command symbol paper\n> @command symbol scissors\n"

TEST(a_changed_value_is_shown_with_the_old_one)
{
	players();
	adds(WATCHPOINT, false, "score if seat == 2", 1);
	talk(&d, SEAT_1, RULES "> @command play\n< rock\n");
	talk(&d, SEAT_2, RULES "> @command play\n< scissors\n");
	is_stopped("watchpoint 1, score of seat 2 changed from 0 to -1");
	assert_true(judge_held(d.judge, 0)->seat == SEAT_2);
	go();
	talk(&d, SEAT_2, "> @input rock\n> @score -1\n> @command play\n");
	is_running();
	is_listed("Num Type       Disp Enb What\n"
		  "1   watchpoint keep y   score\n"
		  "        stop only if seat == 2\n"
		  "        already hit 1 time");
	over();
}

BRAINS_TEST(a_condition_can_be_watched)
{
	adds(WATCHPOINT, false, "move > 2", 1);
	adds(WATCHPOINT, false, "rss", 2);
	rss = 3 << 20;
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	talk(&d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	is_stopped("watchpoint 1, move > 2 of seat 1 changed from false to true");
	go();
	rss = 5 << 20;
	talk(&d, SEAT_1, "> TURN 8,8\n");
	is_running();
	talk(&d, SEAT_2, "< DEBUG idle\n");
	is_stopped("watchpoint 2, rss of seat 2 changed from 3.0 MB to 5.0 MB");
}

BRAINS_TEST(a_change_while_disabled_is_not_reported)
{
	adds(WATCHPOINT, false, "text ~ /x/", 1);
	talk(&d, SEAT_1, "> BEGIN\n< DEBUG y\n");
	breakpoints_enable(table, 1, false);
	breakpoints_enable(table, 1, true);
	talk(&d, SEAT_1, "< DEBUG x\n");
	is_running();
	talk(&d, SEAT_1, "< DEBUG y\n");
	is_stopped("watchpoint 1, text ~ /x/ of seat 1 changed from true to false");
}

/* ---- moves of other systems ---- */

static void has_form(const char *system, const char *move, const char *expected)
{
	char *problem = NULL, *form;

	setup_init(&d.setup);
	d.setup.system = system;
	d.setup.seat[SEAT_1].kind = d.setup.seat[SEAT_2].kind = SEAT_AGENT;
	form = protocol_named(system)->move_form(&(struct match){.setup = d.setup}, 0, move, &problem);
	if (expected) {
		if (!form)
			fail_msg("%s: \"%s\" is %s", system, move, problem);
		assert_string_equal(form, expected);
	} else {
		assert_null(form);
		assert_non_null(problem);
	}
	free(form);
	free(problem);
	setup_free(&d.setup);
}

TEST(each_system_recognizes_its_moves_in_every_notation)
{
	has_form("gomocup", "h8", "7,7");
	has_form("gomocup", " 7 , 7", "7,7");
	has_form("gomocup", "h8 a1 b2", "7,7 0,0 1,1");
	has_form("gomocup", "rock", NULL);
	has_form("gomocup", "z9", NULL);
	has_form("gomocup", "a16", NULL);
	has_form("gomocup", "a15 -1,3", NULL);
	has_form("gomocup", "swap", NULL);
	has_form("qchess", "4 6", "4 6");
	has_form("qchess", "4,6", "4 6");
	has_form("qchess", "4 6 1 pawn", "4 6");
	has_form("qchess", "4 6 -> 4 4", "4 4");
	has_form("qchess", "e2", NULL);
	has_form("qchess", "8 0", NULL);
	has_form("lmc", "rock", "rock");
	has_form("lmc", "sc", "scissors");
	has_form("lmc", "stone", NULL);
	has_form("lmc2", "a  b", "a b");
	has_form("lmc2", " ", NULL);
	has_form("asimulator", "nothing at all", NULL);
}

/* ---- mistakes ---- */

static void is_wrong(enum breakpoint_kind kind, const char *words, const char *caret, const char *what)
{
	struct condition_mistake mistake;

	assert_int_equal(breakpoints_add(table, kind, false, words, judge_match(d.judge), &mistake), 0);
	if (mistake.at != strlen(caret) - 1 || !strstr(mistake.text, what))
		fail_msg("%s: \"%s\" at %zu", words, mistake.text, mistake.at);
	free(mistake.text);
}

BRAINS_TEST(a_mistake_sets_nothing_and_shows_its_place)
{
	is_wrong(BREAKPOINT, "if seat = 2", "        ^", "expected ==");
	is_wrong(BREAKPOINT, "h8 if", "     ^", "expected a field");
	is_wrong(BREAKPOINT, "h8 if text ~ /if/ && time > 5", "                            ^",
		 "expected a time");
	is_wrong(BREAKPOINT, "z99x if seat == 1", "^",
		 "\"z99x\" is not a square of the board, such as h8 or 7,7");
	is_wrong(BREAKPOINT, "0", "^", "expected a turn number from 1");
	is_wrong(BREAKPOINT, "99999999999999999999", "^", "expected a turn number from 1");
	is_wrong(BREAKPOINT, "\"\"", "^", "is not a square");
	is_wrong(CATCHPOINT, "fire", "^", "expected fault, illegal, timeout, crash, exit or verdict");
	is_wrong(CATCHPOINT, "", "^", "expected fault");
	is_wrong(CATCHPOINT, "fault if x", "         ^", "expected one of move");
	is_wrong(WATCHPOINT, "scor", "^", "expected one of move");
	is_wrong(WATCHPOINT, "text ~ /(/ if seat", "         ^",
		 "the pattern cannot be used: missing closing parenthesis");
	is_wrong(WATCHPOINT, "score if 5", "         ^", "expected a comparison");
	is_listed("there are no breakpoints: break, catch and watch set them");
}

TEST(a_quoted_move_is_a_move_even_if_it_looks_like_a_number)
{
	dialogue_init_lmc(&d, "lmc");
	setup_set(&d.setup, "game", "tictactoe");
	dialogue_named(&d);
	watched();
	adds(BREAKPOINT, false, "\"5\" if seat == 1", 1);
	adds(BREAKPOINT, false, "5", 2);
	assert_text(breakpoints_words(table, 1), "breakpoint 1: the move 5 if seat == 1");
	assert_text(breakpoints_words(table, 2), "breakpoint 2: the answer of turn 5");
	over();
}

/* ---- tracepoints, variables ---- */

static struct bytes logged;

static void note(void *user, const char *line)
{
	bytes_addf(&logged, "%s\n", line);
}

BRAINS_TEST(a_tracepoint_writes_a_line_and_the_match_goes_on)
{
	breakpoints_log(table, note, NULL);
	adds(TRACEPOINT, false,
	     "\"{{{seat} says \\\"{text}\\\" after {last(debug)}, {time}\" if channel == move", 1);
	talk(&d, SEAT_1, "> BEGIN\n< DEBUG de\033ep\n< 7,7\n");
	is_running();
	talk(&d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	is_running();
	assert_string_equal(logged.at, "{1 says \"7,7\" after DEBUG de\\x1bep, 0.00 ms\n"
				       "{2 says \"8,8\" after not known, 0.00 ms\n");
	bytes_free(&logged);
	is_listed("Num Type       Disp Enb What\n"
		  "1   tracepoint keep y   log \"{{seat} says \"{text}\" after {last(debug)}, {time}\"\n"
		  "        stop only if channel == move\n"
		  "        already hit 2 times");
}

BRAINS_TEST(a_breakpoint_counts_messages)
{
	adds(BREAKPOINT, false, "if channel == move && count(channel == move) == 3", 1);
	adds(BREAKPOINT, false, "if channel == move && since(seat == 2 && channel == move) == 5", 2);
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	talk(&d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	talk(&d, SEAT_1, "> TURN 8,8\n");
	is_running();
	talk(&d, SEAT_1, "< 7,8\n");
	is_stopped("breakpoint 1, seat 1 plays 7,8");
}

BRAINS_TEST(a_variable_keeps_the_value_of_the_moment)
{
	struct condition_mistake mistake;

	adds(BREAKPOINT, true, "1", 1);
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	is_stopped("breakpoint 1, seat 1 plays 7,7");
	assert_true(breakpoints_let(table, "first = text", &mistake));
	adds(BREAKPOINT, false, "if channel == move && text != first", 2);
	go();
	is_running();
	talk(&d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	is_stopped("breakpoint 2, seat 2 plays 8,8");
	assert_false(breakpoints_let(table, "first = 5", &mistake));
	assert_int_equal(mistake.at, 0);
	free(mistake.text);
	assert_false(breakpoints_let(table, "second = rsz", &mistake));
	assert_int_equal(mistake.at, 9);
	free(mistake.text);
	assert_false(breakpoints_let(table, "second", &mistake));
	assert_int_equal(mistake.at, 6);
	free(mistake.text);
}

TEST(mistakes_of_a_tracepoint_are_pointed_at)
{
	static const struct {
		const char *words;
		size_t at;
	} rows[] = {{"text", 0},        {"\"text", 5},          {"\"a {seat\"", 3},
		    {"\"a {sat}\"", 4}, {"\"a\" when seat", 4}, {"\"a\" if sat == 1", 7},
		    {"\"a {}\"", 4}};

	brains();
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct condition_mistake mistake;

		assert_int_equal(breakpoints_add(table, TRACEPOINT, false, rows[i].words,
						 judge_match(d.judge), &mistake),
				 0);
		if (mistake.at != rows[i].at)
			fail_msg("%s: %s at %zu", rows[i].words, mistake.text, mistake.at);
		free(mistake.text);
	}
	over();
}

TEST_MAIN(NULL, NULL)
