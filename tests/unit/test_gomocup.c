/* test_gomocup.c - what is said to a brain and how its answers are taken, as scripted dialogues.
 *
 * Its parts are those of the document (gomocup, What a manager must do; What real brains do).  */
#include "dialogue.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MS DIALOGUE_MS
#define S  ((int64_t)NS_PER_S)

static void set_up(struct dialogue *d, const char *size)
{
	dialogue_init(d, size);
	d->setup.turn_limit = S;
}

static struct request takeback(int count)
{
	return (struct request){.kind = REQUEST_TAKEBACK, .count = count};
}

static bool is_over(const struct dialogue *d)
{
	return judge_match(d->judge)->over;
}

static const char *detail(const struct dialogue *d)
{
	return judge_match(d->judge)->verdict.detail;
}

/* The lines to the seat, one after the other with a bar between, from the first that begins so.  */
static char *written(const struct dialogue *d, int seat, const char *from)
{
	struct bytes text = {0};
	bool found = false;

	bytes_add(&text, "", 0);
	for (int i = 0; i < d->line_count; i++) {
		const struct message *message = &d->lines[i].message;

		found = found || (message->seat == seat && strncmp(message->bytes, from, strlen(from)) == 0);
		if (found && message->seat == seat && message->direction == TO_AGENT)
			bytes_addf(&text, "%s%.*s", text.size ? "|" : "",
				   (int)message_text_size(message, NULL), message->bytes);
	}
	return text.at;
}

static void assert_written(const struct dialogue *d, int seat, const char *from, const char *expected)
{
	char *text = written(d, seat, from);

	assert_string_equal(text, expected);
	free(text);
}

/* ---- what a manager must do ---- */

static void a_match_begins_in_the_documented_order(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "20");
	d.setup.memory = 83886080;
	d.setup.match_limit = 300 * S;
	dialogue_ready(&d);
	assert_written(&d, SEAT_1, "ABOUT",
		       "ABOUT|START 20|INFO max_memory 83886080|INFO timeout_match 300000|"
		       "INFO timeout_turn 1000|INFO game_type 1|INFO rule 0|INFO time_left 300000|BEGIN");
	dialogue_free(&d);
}

static void time_left_goes_before_every_turn_and_counts_what_was_used(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	d.setup.match_limit = 2 * S;
	d.setup.tolerance = 600 * MS;
	d.setup.turn_limit = 5 * S;
	dialogue_ready(&d);
	d.now += 1500 * (int64_t)MS;
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	talk(&d, SEAT_2, "> INFO time_left 2000\n> TURN 7,7\n< 8,8\n");
	talk(&d, SEAT_1, "> INFO time_left 500\n> TURN 8,8\n");
	d.now += 900 * MS; /* more than is left, and within the tolerance */
	talk(&d, SEAT_1, "< 7,8\n");
	assert_non_null(
		dialogue_find(&d, SEAT_1, "400 ms over, forgiven: the limit of 2.000 s for the match"));
	talk(&d, SEAT_2, "> TURN 7,8\n< 8,9\n");
	talk(&d, SEAT_1, "> INFO time_left -400\n> TURN 8,9\n");
	dialogue_at(&d, d.now + 200 * MS - 1);
	assert_false(is_over(&d));
	dialogue_at(&d, d.now + 1);
	dialogue_verdict(&d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	assert_non_null(strstr(detail(&d), "for the match"));
	dialogue_free(&d);
}

static void the_tolerance_is_for_getting_ready_and_not_for_what_may_be_left_out(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	d.setup.tolerance = S;
	d.setup.start_limit = 2 * S;
	dialogue_begin(&d);
	talk(&d, SEAT_1, "> ABOUT\n");
	dialogue_at(&d, d.now + S);
	talk(&d, SEAT_1, "> START 15\n");
	dialogue_at(&d, d.now + 3 * S - 1);
	assert_false(is_over(&d));
	dialogue_at(&d, d.now + 1);
	dialogue_verdict(&d, SEAT_2, REASON_START, SEAT_1);
	dialogue_free(&d);
}

static void time_without_a_limit_is_the_documented_number(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	dialogue_ready(&d);
	talk(&d, SEAT_1, "> INFO timeout_match 0\n> INFO time_left 2147483647\n> BEGIN\n");
	dialogue_free(&d);
}

static void a_turn_limit_of_zero_is_told_and_guarded(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	d.setup.turn_limit = 0;
	dialogue_ready(&d);
	talk(&d, SEAT_1, "> INFO timeout_turn 0\n> BEGIN\n");
	dialogue_at(&d, d.now + 60 * S);
	dialogue_verdict(&d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	assert_non_null(strstr(detail(&d), "--hang-time"));
	dialogue_free(&d);
}

static void getting_ready_is_no_part_of_a_turn_but_of_the_match(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	d.setup.match_limit = 10 * S;
	dialogue_begin(&d);
	d.now += 700 * MS;
	talk(&d, SEAT_1, "> ABOUT\n< name=\"a\"\n");
	d.now += 3 * S;
	talk(&d, SEAT_1, "> START 15\n< OK\n");
	talk(&d, SEAT_2, "< OK\n< OK\n");
	talk(&d, SEAT_1, "> INFO time_left 6300\n> BEGIN\n");
	dialogue_at(&d, d.now + S - 1);
	assert_false(is_over(&d));
	dialogue_free(&d);
}

static void a_rectangle_is_started_with_its_width_first(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "9x6");
	dialogue_begin(&d);
	talk(&d, SEAT_1, "> ABOUT\n< x=\"\"\n> RECTSTART 9,6\n< OK\n");
	talk(&d, SEAT_2, "> ABOUT\n< x=\"\"\n> RECTSTART 9,6\n< OK\n");
	talk(&d, SEAT_1, "> BEGIN\n< 8,5\n");
	talk(&d, SEAT_2, "> TURN 8,5\n< 5,8\n");
	dialogue_verdict(&d, SEAT_1, REASON_ILLEGAL, SEAT_2);
	assert_non_null(strstr(detail(&d), "9×6"));
	dialogue_free(&d);
}

static void the_first_seat_of_the_setup_begins_and_has_black(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	d.setup.first = SEAT_2;
	dialogue_ready(&d);
	dialogue_silent(&d, SEAT_1);
	talk(&d, SEAT_2, "> BEGIN\n< 7,7\n");
	talk(&d, SEAT_1, "> TURN 7,7\n< 8,8\n");
	assert_int_equal(judge_match(d.judge)->turns[0].seat, SEAT_2);
	dialogue_free(&d);
}

static void an_empty_line_is_ignored_and_never_sent(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	d.setup.strict = true;
	dialogue_begin(&d);
	talk(&d, SEAT_1, "< \n> ABOUT\n< \n< \t \n");
	dialogue_silent(&d, SEAT_1);
	talk(&d, SEAT_1, "< name=\"a\"\n> START 15\n< \n< OK\n");
	talk(&d, SEAT_2, "< name=\"a\"\n< OK\n");
	talk(&d, SEAT_1, "> BEGIN\n< \n< 7,7\n");
	dialogue_moves(&d, "7,7");
	for (int i = 0; i < d.line_count; i++)
		if (d.lines[i].message.direction == TO_AGENT)
			assert_true(d.lines[i].message.size > 2);
	dialogue_free(&d);
}

static void a_person_gets_no_commands_and_the_brain_is_told_who_it_plays(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	d.setup.seat[SEAT_1].kind = SEAT_HUMAN;
	dialogue_ready(&d);
	assert_int_equal(d.spawns[SEAT_1], 0);
	assert_non_null(dialogue_find(&d, SEAT_2, "INFO game_type 0"));
	dialogue_refused(&d, (struct request){.kind = REQUEST_PLAY, .text = "here"});
	dialogue_request(&d, (struct request){.kind = REQUEST_PLAY, .text = "H8"});
	talk(&d, SEAT_2, "> TURN 7,7\n< 6,6\n");
	dialogue_refused(&d, (struct request){.kind = REQUEST_PLAY, .text = "7,7"});
	dialogue_at(&d, d.now + 3600 * S); /* a person may think */
	dialogue_request(&d, (struct request){.kind = REQUEST_PLAY, .text = "a1"});
	dialogue_moves(&d, "7,7 6,6 0,0");
	dialogue_free(&d);
}

static void a_series_is_told_as_a_tournament_but_not_against_a_person(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	setup_set(&d.setup, "tournament", "yes");
	dialogue_ready(&d);
	assert_non_null(dialogue_find(&d, SEAT_1, "INFO game_type 2"));
	dialogue_free(&d);
	set_up(&d, "15");
	setup_set(&d.setup, "tournament", "yes");
	d.setup.seat[SEAT_1].kind = SEAT_HUMAN;
	dialogue_ready(&d);
	assert_non_null(dialogue_find(&d, SEAT_2, "INFO game_type 0"));
	dialogue_free(&d);
}

static void the_folder_for_lasting_files_is_told_with_the_rest(void **state)
{
	struct dialogue d;
	char *problem;

	(void)state;
	set_up(&d, "15");
	setup_set(&d.setup, "folder", "/var/lib/brains and more");
	dialogue_ready(&d);
	talk(&d, SEAT_1, "> INFO folder /var/lib/brains and more\n> BEGIN\n");
	talk(&d, SEAT_2, "> INFO folder /var/lib/brains and more\n");
	dialogue_free(&d);
	set_up(&d, "15");
	problem = setup_set(&d.setup, "folder", "/var\r\nEND");
	assert_non_null(strstr(problem, "--folder"));
	free(problem);
	dialogue_free(&d);
}

static void a_new_turn_limit_counts_for_the_turn_that_runs_and_is_told_to_both(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	d.setup.match_limit = 10 * S;
	dialogue_ready(&d);
	talk(&d, SEAT_1, "> BEGIN\n");
	d.now += 300 * MS;
	dialogue_request(&d, (struct request){.kind = REQUEST_TURN_LIMIT, .ns = 2 * S});
	assert_written(&d, SEAT_1, "BEGIN",
		       "BEGIN|INFO timeout_match 10000|INFO timeout_turn 2000|INFO time_left 9700");
	talk(&d, SEAT_2, "> INFO timeout_turn 1000\n> INFO timeout_turn 2000\n> INFO time_left 10000\n");
	dialogue_silent(&d, SEAT_1);
	assert_int_equal(judge_deadline(d.judge), d.now + 1700 * (int64_t)MS);
	dialogue_at(&d, d.now + 1700 * (int64_t)MS - 1);
	talk(&d, SEAT_1, "< 7,7\n");
	dialogue_moves(&d, "7,7");
	talk(&d, SEAT_2, "> TURN 7,7\n");
	dialogue_at(&d, d.now + 2 * S);
	dialogue_verdict(&d, SEAT_1, REASON_TIMEOUT, SEAT_2);
	assert_non_null(strstr(detail(&d), "2.000 s for a turn"));
	dialogue_free(&d);
}

static void a_turn_that_is_over_a_new_limit_is_late_at_once(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	dialogue_ready(&d);
	talk(&d, SEAT_1, "> BEGIN\n");
	d.now += 300 * MS;
	dialogue_request(&d, (struct request){.kind = REQUEST_TURN_LIMIT, .ns = 300 * MS});
	dialogue_verdict(&d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	dialogue_refused(&d, (struct request){.kind = REQUEST_TURN_LIMIT, .ns = S});
	dialogue_free(&d);
}

static void a_turn_limit_of_zero_that_comes_later_is_guarded_too(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	dialogue_ready(&d);
	dialogue_request(&d, (struct request){.kind = REQUEST_TURN_LIMIT, .ns = 0});
	talk(&d, SEAT_1, "> BEGIN\n> INFO timeout_turn 0\n");
	assert_int_equal(judge_deadline(d.judge), d.now + 60 * S);
	dialogue_free(&d);
}

static void a_new_match_limit_counts_what_was_used_before(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	dialogue_ready(&d);
	d.now += 700 * MS;
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	dialogue_request(&d, (struct request){.kind = REQUEST_MATCH_LIMIT, .ns = S});
	talk(&d, SEAT_2, "> TURN 7,7\n> INFO timeout_match 1000\n> INFO time_left 1000\n< 8,8\n");
	talk(&d, SEAT_1, "> INFO time_left 300\n> INFO time_left 300\n> TURN 8,8\n");
	dialogue_at(&d, d.now + 300 * MS);
	dialogue_verdict(&d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	assert_non_null(strstr(detail(&d), "1.000 s for the match"));
	dialogue_free(&d);
}

/* What it is not ready for it is told with all the rest.  */
static void limits_are_not_told_to_a_brain_that_starts(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	dialogue_begin(&d);
	talk(&d, SEAT_1, "> ABOUT\n< name=\"a\"\n");
	dialogue_request(&d, (struct request){.kind = REQUEST_TURN_LIMIT, .ns = 2 * S});
	dialogue_request(&d, (struct request){.kind = REQUEST_POINT, .text = "7,7"});
	talk(&d, SEAT_1, "> START 15\n< OK\n");
	assert_written(&d, SEAT_1, "ABOUT",
		       "ABOUT|START 15|INFO max_memory 0|INFO timeout_match 0|INFO timeout_turn 2000|INFO "
		       "game_type 1|INFO rule 0");
	dialogue_free(&d);
}

static void the_square_that_a_person_looks_at_is_told_to_all_brains(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "9x6");
	d.setup.strict = true;
	dialogue_begin(&d);
	talk(&d, SEAT_1, "> ABOUT\n< x=\"\"\n> RECTSTART 9,6\n< OK\n");
	talk(&d, SEAT_2, "> ABOUT\n< x=\"\"\n> RECTSTART 9,6\n< OK\n");
	dialogue_request(&d, (struct request){.kind = REQUEST_POINT, .text = "i1"});
	talk(&d, SEAT_1, "> BEGIN\n> INFO evaluate 8,0\n< 7,5\n");
	talk(&d, SEAT_2, "> INFO evaluate 8,0\n> TURN 7,5\n");
	dialogue_refused(&d, (struct request){.kind = REQUEST_POINT, .text = "9,0"});
	dialogue_refused(&d, (struct request){.kind = REQUEST_POINT, .text = "there"});
	dialogue_request(&d, (struct request){.kind = REQUEST_POINT,
					      .text = "7,5"}); /* what it is has a stone or not */
	talk(&d, SEAT_2, "> INFO evaluate 7,5\n< 1,1\n");
	dialogue_moves(&d, "7,5 1,1");
	dialogue_free(&d);
}

static void a_series_goes_on_with_restart_and_no_second_start(void **state)
{
	struct dialogue d;
	char *problem;

	(void)state;
	set_up(&d, "15");
	d.judge = judge_new(&d.setup, &problem);
	judge_begin(d.judge, d.now, 1u << SEAT_1 | 1u << SEAT_2);
	dialogue_settle(&d);
	assert_int_equal(d.spawns[SEAT_1], 0);
	talk(&d, SEAT_1, "> RESTART\n< OK\n");
	talk(&d, SEAT_2, "> RESTART\n< UNKNOWN\n> END\n> ABOUT\n< name=\"x\"\n> START 15\n< OK\n");
	assert_int_equal(d.spawns[SEAT_2], 1);
	assert_int_equal(d.dismissals[SEAT_2], 1);
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	talk(&d, SEAT_2, "> TURN 7,7\n");
	dialogue_free(&d);
}

static void silence_to_restart_brings_a_fresh_process(void **state)
{
	struct dialogue d;
	char *problem;

	(void)state;
	set_up(&d, "15");
	d.judge = judge_new(&d.setup, &problem);
	judge_begin(d.judge, d.now, 1u << SEAT_1 | 1u << SEAT_2);
	dialogue_settle(&d);
	dialogue_at(&d, d.now + 10 * S - 1);
	assert_int_equal(d.spawns[SEAT_1], 0);
	dialogue_at(&d, d.now + 1);
	talk(&d, SEAT_1, "> RESTART\n> END\n> ABOUT\n");
	assert_false(is_over(&d));
	assert_false(dialogue_find(&d, SEAT_1, "END")->flags & MESSAGE_UNSENT);
	dialogue_free(&d);
}

static void a_respawn_while_stepping_tells_the_old_process_goodbye_not_the_new(void **state)
{
	struct dialogue d;
	char *problem;

	(void)state;
	set_up(&d, "15");
	d.judge = judge_new(&d.setup, &problem);
	judge_begin(d.judge, d.now, 1u << SEAT_1 | 1u << SEAT_2);
	dialogue_settle(&d);
	dialogue_request(&d, (struct request){.kind = REQUEST_PAUSE});
	dialogue_bytes(&d, SEAT_1, "UNKNOWN\n", 8);
	judge_exited(d.judge, d.now, SEAT_1, (struct ending){.code = 1});
	dialogue_request(&d, (struct request){.kind = REQUEST_STEP});
	assert_true(dialogue_find(&d, SEAT_1, "END")->n < dialogue_find(&d, SEAT_1, "started")->n);
	assert_false(is_over(&d)); /* the old one may end as it likes */
	dialogue_request(&d, (struct request){.kind = REQUEST_GO});
	talk(&d, SEAT_1, "> RESTART\n> END\n> ABOUT\n< name=\"x\"\n> START 15\n");
	dialogue_silent(&d, SEAT_1);
	dialogue_free(&d);
}

/* ---- taking back ---- */

static void ready_with_three_moves(struct dialogue *d)
{
	set_up(d, "15");
	dialogue_ready(d);
	talk(d, SEAT_1, "> BEGIN\n< 7,7\n");
	talk(d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	talk(d, SEAT_1, "> TURN 8,8\n< 7,8\n");
	talk(d, SEAT_2, "> TURN 7,8\n");
}

static void moves_are_taken_back_natively(void **state)
{
	struct dialogue d;

	(void)state;
	ready_with_three_moves(&d);
	talk(&d, SEAT_2, "< 8,9\n");
	talk(&d, SEAT_1, "> TURN 8,9\n< 7,9\n");
	talk(&d, SEAT_2, "> TURN 7,9\n");
	dialogue_request(&d, takeback(3)); /* seat 2, which thinks, has to begin anew; seat 1 can give back */
	talk(&d, SEAT_1, "> TAKEBACK 7,9\n< OK\n> TAKEBACK 8,9\n< ok\n> TAKEBACK 7,8\n< OK, done\n");
	dialogue_moves(&d, "7,7 8,8");
	talk(&d, SEAT_1, "> TAKEBACK 8,8\n< OK\n> TURN 8,8\n< 6,6\n");
	talk(&d, SEAT_2, "> RESTART\n< OK\n> BOARD\n> 7,7,2\n> 8,8,1\n> 6,6,2\n> DONE\n< 1,1\n");
	dialogue_moves(&d, "7,7 8,8 6,6 1,1");
	assert_int_equal(d.takebacks, 1);
	dialogue_free(&d);
}

static void who_cannot_take_back_gets_restart_and_board(void **state)
{
	static const char *const answers[] = {"< UNKNOWN command\n", "< ERROR no\n", NULL};

	(void)state;
	for (int i = 0; i < 3; i++) {
		struct dialogue d;

		ready_with_three_moves(&d);
		dialogue_request(&d, takeback(1)); /* seat 1 is to move: its own 7,8 is gone */
		talk(&d, SEAT_1, "> TAKEBACK 7,8\n");
		if (answers[i])
			talk(&d, SEAT_1, answers[i]);
		else
			dialogue_at(&d, d.now + S);
		talk(&d, SEAT_1, "> RESTART\n< OK\n> BOARD\n> 7,7,1\n> 8,8,2\n> DONE\n< 6,6\n");
		dialogue_moves(&d, "7,7 8,8 6,6");
		dialogue_free(&d);
	}
}

static void the_first_move_taken_back_is_asked_for_with_begin(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	dialogue_ready(&d);
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	dialogue_request(&d, takeback(1));
	talk(&d, SEAT_1, "> TAKEBACK 7,7\n< UNKNOWN\n> RESTART\n< OK\n> BEGIN\n");
	dialogue_free(&d);
}

static void a_takeback_during_a_takeback_goes_on_to_where_it_has_to_be(void **state)
{
	struct dialogue d;

	(void)state;
	ready_with_three_moves(&d);
	dialogue_request(&d, takeback(1));
	talk(&d, SEAT_1, "> TAKEBACK 7,8\n");
	dialogue_request(&d, takeback(2));
	dialogue_silent(&d, SEAT_1);
	talk(&d, SEAT_1, "< OK\n> TAKEBACK 8,8\n< OK\n> TAKEBACK 7,7\n< OK\n> BEGIN\n");
	dialogue_free(&d);
}

static void a_takeback_that_a_verdict_broke_off_leaves_no_answer_behind(void **state)
{
	struct dialogue d;

	(void)state;
	ready_with_three_moves(&d);
	dialogue_request(&d, takeback(1));
	talk(&d, SEAT_1, "> TAKEBACK 7,8\n");
	dialogue_request(&d, (struct request){.kind = REQUEST_ADJUDICATE, .seat = SEAT_2});
	dialogue_request(&d, takeback(1));
	talk(&d, SEAT_1, "> END\n> ABOUT\n< UNKNOWN\n> START 15\n< OK\n");
	assert_int_equal(d.spawns[SEAT_1], 2);
	dialogue_moves(&d, "7,7");
	dialogue_free(&d);
}

static void a_takeback_while_thinking_makes_the_answer_stale_even_when_strict(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	d.setup.strict = true;
	dialogue_ready(&d);
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	talk(&d, SEAT_2, "> TURN 7,7\n");
	dialogue_request(&d, takeback(1));
	talk(&d, SEAT_2, "< 8,8\n");
	assert_false(is_over(&d));
	dialogue_moves(&d, "");
	talk(&d, SEAT_2, "< 9,9\n"); /* but only one */
	dialogue_verdict(&d, SEAT_1, REASON_PROTOCOL, SEAT_2);
	dialogue_free(&d);
}

/* ---- what real brains do ---- */

static void ok_counts_in_any_case_with_anything_after_it(void **state)
{
	static const char *const oks[] = {"OK", "ok", "Ok - ready", "OK: fine", " OK ", "oK\t-"};

	(void)state;
	for (size_t i = 0; i < sizeof(oks) / sizeof(oks[0]); i++) {
		struct dialogue d;
		char *line = bytes_text("< x=\"\"\n> ABOUT\n> START 15\n< %s\n", oks[i]);

		set_up(&d, "15");
		dialogue_begin(&d);
		talk(&d, SEAT_1, line);
		assert_non_null(dialogue_find(&d, SEAT_1, "INFO rule"));
		free(line);
		dialogue_free(&d);
	}
}

static void okay_is_not_ok(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	dialogue_begin(&d);
	talk(&d, SEAT_1, "< x=\"\"\n< OKAY\n< OK1\n");
	assert_null(dialogue_find(&d, SEAT_1, "INFO rule"));
	dialogue_free(&d);
}

static void no_ok_is_a_warning_when_the_brain_lives_and_spoke(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	dialogue_begin(&d);
	talk(&d, SEAT_1, "< x=\"\"\n> ABOUT\n> START 15\n");
	talk(&d, SEAT_2, "< x=\"\"\n< OK\n");
	dialogue_at(&d, d.now + 10 * S);
	assert_non_null(dialogue_find(&d, SEAT_1, "has not said OK"));
	talk(&d, SEAT_1, "> BEGIN\n< OK\n< 7,7\n"); /* there it is, late */
	dialogue_moves(&d, "7,7");
	dialogue_free(&d);
}

static void no_ok_loses_when_strict_or_silent(void **state)
{
	(void)state;
	for (int strict = 0; strict < 2; strict++) {
		struct dialogue d;

		set_up(&d, "15");
		d.setup.strict = strict;
		dialogue_begin(&d);
		if (strict)
			talk(&d, SEAT_1, "< x=\"\"\n");
		talk(&d, SEAT_2, "< x=\"\"\n< OK\n");
		dialogue_at(&d, d.now + S);
		dialogue_at(&d, d.now + 10 * S);
		dialogue_verdict(&d, SEAT_2, REASON_START, SEAT_1);
		dialogue_free(&d);
	}
}

static void error_to_start_is_the_end_with_its_text(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "5");
	dialogue_begin(&d);
	talk(&d, SEAT_2, "< x=\"\"\n> ABOUT\n> START 5\n< ERROR size not supported\n");
	dialogue_verdict(&d, SEAT_1, REASON_START, SEAT_2);
	assert_non_null(strstr(detail(&d), "size not supported"));
	dialogue_free(&d);
}

static void error_and_unknown_before_a_move_are_no_answer(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	d.setup.strict = true;
	dialogue_ready(&d);
	talk(&d, SEAT_1, "> BEGIN\n< UNKNOWN: INFO rule\n< ERROR what\n< unknown\n< 7,7\n");
	dialogue_moves(&d, "7,7");
	dialogue_free(&d);
}

static void error_alone_runs_into_the_limit_with_its_text(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	dialogue_ready(&d);
	talk(&d, SEAT_1, "> BEGIN\n< ERROR no memory\033[0m\n");
	dialogue_at(&d, d.now + S);
	dialogue_verdict(&d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	assert_non_null(strstr(detail(&d), "ERROR no memory\\x1b[0m"));
	dialogue_free(&d);
}

static void unknown_for_each_line_of_board_is_drained_and_the_move_counts(void **state)
{
	struct dialogue d;

	(void)state;
	ready_with_three_moves(&d);
	dialogue_request(&d, takeback(1));
	talk(&d, SEAT_1, "> TAKEBACK 7,8\n< ERROR\n> RESTART\n");
	d.in_pipe[SEAT_1] = "UNKNOWN\nUNKNOWN\nUNKNOWN\n";
	talk(&d, SEAT_1, "< OK\n> BOARD\n> 7,7,1\n> 8,8,2\n> DONE\n");
	assert_true(dialogue_find(&d, SEAT_1, "UNKNOWN")->n < dialogue_find(&d, SEAT_1, "DONE")->n);
	talk(&d, SEAT_1, "< UNKNOWN\n< 6,6\n");
	dialogue_moves(&d, "7,7 8,8 6,6");
	dialogue_free(&d);
}

static void silence_to_about_costs_a_second(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	dialogue_begin(&d);
	talk(&d, SEAT_1, "> ABOUT\n");
	dialogue_at(&d, d.now + S - 1);
	dialogue_silent(&d, SEAT_1);
	dialogue_at(&d, d.now + 1);
	talk(&d, SEAT_1, "> START 15\n");
	dialogue_free(&d);
}

static void a_slow_brain_may_answer_about_after_start(void **state)
{
	static const char *const answers[] = {"< UNKNOWN\n", "< Old brain, 1999\n", "< name=\"Slow\"\n"};

	(void)state;
	for (int i = 0; i < 3; i++) {
		struct dialogue d;

		set_up(&d, "15");
		d.setup.strict = true;
		dialogue_begin(&d);
		talk(&d, SEAT_2, "< x=\"\"\n< OK\n");
		dialogue_at(&d, d.now + S);
		talk(&d, SEAT_1, "> ABOUT\n> START 15\n");
		talk(&d, SEAT_1, answers[i]);
		assert_false(is_over(&d));
		talk(&d, SEAT_1, "< OK\n> BEGIN\n< 7,7\n");
		dialogue_moves(&d, "7,7");
		dialogue_free(&d);
	}
}

static void old_plain_text_answers_about_and_a_banner_does_no_harm(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	dialogue_begin(&d);
	talk(&d, SEAT_1, "< Gomoku 1.0, (c) 1999\n> ABOUT\n> START 15\n< OK\n");
	talk(&d, SEAT_2, "< Welcome!\n> ABOUT\n> START 15\n< UNKNOWN\n< OK\n"); /* a banner, then ABOUT's */
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	talk(&d, SEAT_2, "> TURN 7,7\n");
	assert_int_equal(judge_faults(d.judge, SEAT_1), 0);
	dialogue_free(&d);
}

static void the_name_is_taken_once_and_shown_harmless(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	dialogue_begin(&d);
	talk(&d, SEAT_1, "< author=\"x\", NAME=\"Pela\033[2J\xe9\", version=\"1\"\n< OK\n");
	assert_string_equal(judge_match(d.judge)->setup.seat[SEAT_1].name, "Pela\\x1b[2J\\xe9");
	talk(&d, SEAT_1, "< name=\"Other\"\n");
	assert_string_equal(judge_match(d.judge)->setup.seat[SEAT_1].name, "Pela\\x1b[2J\\xe9");
	assert_int_equal(d.names, 1);
	dialogue_free(&d);
}

static void a_move_may_have_blanks_a_sign_and_zeros(void **state)
{
	static const char *const moves[] = {"7,8", " 7 , 8 ", "+7,8", "07,008", "7,\t8", "7,8\t"};

	(void)state;
	for (size_t i = 0; i < sizeof(moves) / sizeof(moves[0]); i++) {
		struct dialogue d;
		char *line = bytes_text("< %s\n", moves[i]);

		set_up(&d, "15");
		dialogue_ready(&d);
		talk(&d, SEAT_1, line);
		dialogue_moves(&d, "7,8");
		assert_string_equal(judge_match(d.judge)->turns[0].answered, "7,8");
		free(line);
		dialogue_free(&d);
	}
}

static void anything_else_in_place_of_a_move_is_waited_on(void **state)
{
	static const char *const lines[] = {"7 8",     "7,8.",  "7,",  ",8",   "x7,8",
					    "7,8 9,9", "--7,8", "7;8", "(7,8)"};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct dialogue d;
		char *line = bytes_text("< %s\n", lines[i]);

		set_up(&d, "15");
		dialogue_ready(&d);
		talk(&d, SEAT_1, line);
		dialogue_moves(&d, "");
		assert_false(is_over(&d));
		assert_int_equal(judge_faults(d.judge, SEAT_1), 1);
		talk(&d, SEAT_1, "< 7,8\n");
		dialogue_moves(&d, "7,8");
		free(line);
		dialogue_free(&d);
	}
}

static void numbers_of_any_length_are_no_legal_square(void **state)
{
	static const char *const moves[] = {"99,99",
					    "-1,7",
					    "15,0",
					    "4294967303,7",
					    "7,4294967303",
					    "18446744073709551623,7",
					    "7,-0000000000000000000000000000000000001"};

	(void)state;
	for (size_t i = 0; i < sizeof(moves) / sizeof(moves[0]); i++) {
		struct dialogue d;
		char *line = bytes_text("< %s\n", moves[i]);

		set_up(&d, "15");
		dialogue_ready(&d);
		talk(&d, SEAT_1, line);
		dialogue_verdict(&d, SEAT_2, REASON_ILLEGAL, SEAT_1);
		assert_non_null(strstr(detail(&d), moves[i]));
		free(line);
		dialogue_free(&d);
	}
}

static void an_occupied_square_is_illegal(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	dialogue_ready(&d);
	talk(&d, SEAT_1, "< 7,7\n");
	talk(&d, SEAT_2, "< 7,7\n");
	dialogue_verdict(&d, SEAT_1, REASON_ILLEGAL, SEAT_2);
	assert_non_null(strstr(detail(&d), "h8"));
	dialogue_free(&d);
}

static void a_second_move_is_never_counted_for_a_later_turn(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	dialogue_ready(&d);
	dialogue_bytes(&d, SEAT_1, "7,7\n9,9\n", 8);
	talk(&d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	dialogue_moves(&d, "7,7 8,8");
	assert_true(dialogue_find(&d, SEAT_1, "9,9")->flags & MESSAGE_DROPPED);
	dialogue_free(&d);
}

static void strict_turns_a_leniency_into_a_loss(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	d.setup.strict = true;
	dialogue_ready(&d);
	dialogue_bytes(&d, SEAT_1, "7,7\n9,9\n", 8);
	dialogue_verdict(&d, SEAT_2, REASON_PROTOCOL, SEAT_1);
	dialogue_silent(&d, SEAT_2); /* nor is seat 2 asked any more */
	dialogue_free(&d);
}

static void a_suggestion_is_answered_with_play(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	dialogue_ready(&d);
	talk(&d, SEAT_1, "> BEGIN\n< SUGGEST 7,7\n> PLAY 7,7\n");
	dialogue_moves(&d, "");
	talk(&d, SEAT_1, "< 6,6\n"); /* it does not like it after all */
	dialogue_moves(&d, "6,6");
	talk(&d, SEAT_2, "> TURN 6,6\n< SUGGEST nothing\n< suggest 1,1\n> PLAY 1,1\n< 1,1\n");
	dialogue_moves(&d, "6,6 1,1");
	dialogue_free(&d);
}

static void an_illegal_suggestion_is_not_sent_back(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	dialogue_ready(&d);
	talk(&d, SEAT_1, "> BEGIN\n< SUGGEST 99,99\n");
	dialogue_silent(&d, SEAT_1);
	dialogue_verdict(&d, SEAT_2, REASON_ILLEGAL, SEAT_1);
	dialogue_free(&d);
}

static void words_without_text_and_analysis_are_chatter(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	d.setup.strict = true;
	dialogue_ready(&d);
	talk(&d, SEAT_1,
	     "> BEGIN\n< MESSAGE\n< DEBUG\n< message REALTIME BEST 1,1\n< INFO DEPTH 3\n< MESSAGE 7,7\n");
	dialogue_moves(&d, "");
	assert_false(is_over(&d));
	assert_int_equal(dialogue_find(&d, SEAT_1, "message REALTIME")->channel, CHANNEL_MESSAGE);
	dialogue_free(&d);
}

static void a_line_after_end_has_no_effect(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	dialogue_ready(&d);
	dialogue_request(&d, (struct request){.kind = REQUEST_INTERRUPT});
	judge_dismiss(d.judge, d.now);
	dialogue_settle(&d);
	talk(&d, SEAT_1, "< 7,7\n< bye\n");
	dialogue_moves(&d, "");
	assert_true(dialogue_find(&d, SEAT_1, "bye")->flags & MESSAGE_DROPPED);
	dialogue_verdict(&d, WINNER_NONE, REASON_INTERRUPTED, SEAT_NONE);
	dialogue_free(&d);
}

static void a_name_without_pbrain_is_warned_of_and_played(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "15");
	free(d.setup.seat[SEAT_1].command);
	free(d.setup.seat[SEAT_2].command);
	d.setup.seat[SEAT_1].command = bytes_text("/pbrain-dir/rapfi --fast");
	d.setup.seat[SEAT_2].command = bytes_text("env X=1 wine /brains/pbrain-win.exe");
	dialogue_ready(&d);
	assert_non_null(dialogue_find(&d, SEAT_1, "its name does not begin with pbrain-"));
	assert_null(dialogue_find(&d, SEAT_2, "its name does not"));
	talk(&d, SEAT_1, "> BEGIN\n");
	dialogue_free(&d);
}

/* ---- rules ---- */

/* Plays the moves of both in turn, given as "x,y x,y".  */
static void play(struct dialogue *d, const char *moves)
{
	int seat = d->setup.first;

	while (*moves) {
		size_t size = strcspn(moves, " ");
		char *line = bytes_text("< %.*s\n", (int)size, moves);

		talk(d, seat, line);
		free(line);
		moves += size + (moves[size] == ' ');
		seat = seat_opponent(seat);
	}
}

static void six_wins_under_freestyle_and_not_under_standard(void **state)
{
	static const char six[] = "0,0 0,9 1,0 2,9 2,0 4,9 4,0 6,9 5,0 8,9 3,0";
	struct dialogue d;

	(void)state;
	set_up(&d, "10");
	dialogue_ready(&d);
	play(&d, six);
	dialogue_verdict(&d, SEAT_1, "five", SEAT_NONE);
	dialogue_free(&d);
	set_up(&d, "10");
	setup_set(&d.setup, "rule", "standard");
	dialogue_ready(&d);
	assert_non_null(dialogue_find(&d, SEAT_1, "INFO rule 1"));
	play(&d, six);
	assert_false(is_over(&d));
	dialogue_free(&d);
}

static void five_ends_the_match_and_nobody_is_asked_any_more(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "10");
	d.setup.first = SEAT_2;
	dialogue_ready(&d);
	play(&d, "0,0 9,0 1,1 9,1 2,2 9,2 3,3 9,3 4,4");
	dialogue_verdict(&d, SEAT_2, "five", SEAT_NONE);
	assert_non_null(strstr(detail(&d), "from a1 to e5"));
	assert_int_equal(judge_match(d.judge)->turn_count, 9);
	assert_null(dialogue_find(&d, SEAT_1, "TURN 4,4"));
	dialogue_free(&d);
}

static void a_full_board_is_a_draw(void **state)
{
	struct bytes black = {0}, white = {0}, moves = {0};
	struct dialogue d;

	(void)state;
	/* Rows of two and two, shifted: no five anywhere on 5x5.  */
	for (int i = 0; i < 25; i++)
		bytes_addf((i % 5 + 2 * (i / 5)) % 4 < 2 ? &black : &white, "%d,%d ", i % 5, i / 5);
	for (const char *b = black.at, *w = white.at; *b;) {
		size_t nb = strcspn(b, " ") + 1, nw = *w ? strcspn(w, " ") + 1 : 0;

		bytes_add(&moves, b, nb);
		bytes_add(&moves, w, nw);
		b += nb;
		w += nw;
	}
	moves.at[moves.size - 1] = '\0';
	set_up(&d, "5");
	setup_set(&d.setup, "rule", "standard");
	dialogue_ready(&d);
	play(&d, moves.at);
	assert_int_equal(judge_match(d.judge)->turn_count, 25);
	dialogue_verdict(&d, WINNER_DRAW, "full-board", SEAT_NONE);
	dialogue_free(&d);
	bytes_free(&black);
	bytes_free(&white);
	bytes_free(&moves);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_match_begins_in_the_documented_order),
		cmocka_unit_test(time_left_goes_before_every_turn_and_counts_what_was_used),
		cmocka_unit_test(the_tolerance_is_for_getting_ready_and_not_for_what_may_be_left_out),
		cmocka_unit_test(time_without_a_limit_is_the_documented_number),
		cmocka_unit_test(a_turn_limit_of_zero_is_told_and_guarded),
		cmocka_unit_test(getting_ready_is_no_part_of_a_turn_but_of_the_match),
		cmocka_unit_test(a_rectangle_is_started_with_its_width_first),
		cmocka_unit_test(the_first_seat_of_the_setup_begins_and_has_black),
		cmocka_unit_test(an_empty_line_is_ignored_and_never_sent),
		cmocka_unit_test(a_person_gets_no_commands_and_the_brain_is_told_who_it_plays),
		cmocka_unit_test(a_series_is_told_as_a_tournament_but_not_against_a_person),
		cmocka_unit_test(the_folder_for_lasting_files_is_told_with_the_rest),
		cmocka_unit_test(a_new_turn_limit_counts_for_the_turn_that_runs_and_is_told_to_both),
		cmocka_unit_test(a_turn_that_is_over_a_new_limit_is_late_at_once),
		cmocka_unit_test(a_turn_limit_of_zero_that_comes_later_is_guarded_too),
		cmocka_unit_test(a_new_match_limit_counts_what_was_used_before),
		cmocka_unit_test(limits_are_not_told_to_a_brain_that_starts),
		cmocka_unit_test(the_square_that_a_person_looks_at_is_told_to_all_brains),
		cmocka_unit_test(a_series_goes_on_with_restart_and_no_second_start),
		cmocka_unit_test(silence_to_restart_brings_a_fresh_process),
		cmocka_unit_test(a_respawn_while_stepping_tells_the_old_process_goodbye_not_the_new),
		cmocka_unit_test(moves_are_taken_back_natively),
		cmocka_unit_test(who_cannot_take_back_gets_restart_and_board),
		cmocka_unit_test(the_first_move_taken_back_is_asked_for_with_begin),
		cmocka_unit_test(a_takeback_during_a_takeback_goes_on_to_where_it_has_to_be),
		cmocka_unit_test(a_takeback_that_a_verdict_broke_off_leaves_no_answer_behind),
		cmocka_unit_test(a_takeback_while_thinking_makes_the_answer_stale_even_when_strict),
		cmocka_unit_test(ok_counts_in_any_case_with_anything_after_it),
		cmocka_unit_test(okay_is_not_ok),
		cmocka_unit_test(no_ok_is_a_warning_when_the_brain_lives_and_spoke),
		cmocka_unit_test(no_ok_loses_when_strict_or_silent),
		cmocka_unit_test(error_to_start_is_the_end_with_its_text),
		cmocka_unit_test(error_and_unknown_before_a_move_are_no_answer),
		cmocka_unit_test(error_alone_runs_into_the_limit_with_its_text),
		cmocka_unit_test(unknown_for_each_line_of_board_is_drained_and_the_move_counts),
		cmocka_unit_test(silence_to_about_costs_a_second),
		cmocka_unit_test(a_slow_brain_may_answer_about_after_start),
		cmocka_unit_test(old_plain_text_answers_about_and_a_banner_does_no_harm),
		cmocka_unit_test(the_name_is_taken_once_and_shown_harmless),
		cmocka_unit_test(a_move_may_have_blanks_a_sign_and_zeros),
		cmocka_unit_test(anything_else_in_place_of_a_move_is_waited_on),
		cmocka_unit_test(numbers_of_any_length_are_no_legal_square),
		cmocka_unit_test(an_occupied_square_is_illegal),
		cmocka_unit_test(a_second_move_is_never_counted_for_a_later_turn),
		cmocka_unit_test(strict_turns_a_leniency_into_a_loss),
		cmocka_unit_test(a_suggestion_is_answered_with_play),
		cmocka_unit_test(an_illegal_suggestion_is_not_sent_back),
		cmocka_unit_test(words_without_text_and_analysis_are_chatter),
		cmocka_unit_test(a_line_after_end_has_no_effect),
		cmocka_unit_test(a_name_without_pbrain_is_warned_of_and_played),
		cmocka_unit_test(six_wins_under_freestyle_and_not_under_standard),
		cmocka_unit_test(five_ends_the_match_and_nobody_is_asked_any_more),
		cmocka_unit_test(a_full_board_is_a_draw),
	};

	return cmocka_run_group_tests_name("gomocup", tests, NULL, NULL);
}
