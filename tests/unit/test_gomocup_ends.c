/* test_gomocup_ends.c - how a gomocup match ends under each rule (gomocup, Rules), as scripted dialogues.  */
#include "dialogue.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void begin(struct dialogue *d, const char *size, const char *rule, const char *option,
		  const char *value)
{
	dialogue_init(d, size);
	d->setup.turn_limit = NS_PER_S;
	setup_set(&d->setup, "rule", rule);
	if (option)
		setup_set(&d->setup, option, value);
	dialogue_ready(d);
}

/* Both play their squares in turn, seat 1 first.  */
static void moves(struct dialogue *d, const char *squares)
{
	int seat = SEAT_1;

	while (*squares) {
		size_t size = strcspn(squares, " ");
		char *line = bytes_text("< %.*s\n", (int)size, squares);

		talk(d, seat, line);
		free(line);
		squares += size + strspn(squares + size, " ");
		seat = seat_opponent(seat);
	}
}

static bool is_over(const struct dialogue *d)
{
	return judge_match(d->judge)->over;
}

static void expect_detail(const struct dialogue *d, const char *part)
{
	const char *detail = judge_match(d->judge)->verdict.detail;

	if (!strstr(detail, part))
		fail_msg("\"%s\" does not say \"%s\"", detail, part);
}

static void black_loses_with_a_forbidden_move(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "15", "renju", NULL, NULL);
	moves(&d, "7,5 0,0 7,6 2,0 5,7 4,0 6,7 6,0 7,7");
	dialogue_verdict(&d, SEAT_2, "forbidden", SEAT_1);
	expect_detail(&d, "played 7,7, which renju forbids black: double three, f8 g8 h8 and h6 h7 h8");
	dialogue_free(&d);
}

static void the_same_move_wins_nothing_and_loses_nothing_elsewhere(void **state)
{
	static const char *const others[] = {"freestyle", "standard", "caro", "caro-exact"};

	(void)state;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		struct dialogue d;

		begin(&d, "15", others[i], NULL, NULL);
		moves(&d, "7,5 0,0 7,6 2,0 5,7 4,0 6,7 6,0 7,7");
		assert_false(is_over(&d));
		dialogue_free(&d);
	}
}

static void white_may_play_what_black_may_not(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "15", "renju", NULL, NULL);
	moves(&d, "0,0 7,5 2,0 7,6 4,0 5,7 6,0 6,7 8,0 7,7");
	assert_false(is_over(&d));
	dialogue_free(&d);
}

static void an_overline_is_forbidden_to_black_and_wins_for_white(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "15", "renju", NULL, NULL);
	moves(&d, "0,0 0,9 1,0 2,9 2,0 4,9 4,0 6,9 5,0 8,9 3,0");
	dialogue_verdict(&d, SEAT_2, "forbidden", SEAT_1);
	expect_detail(&d, "played 3,0, which renju forbids black: overline, a1 b1 c1 d1 e1 f1");
	dialogue_free(&d);
	begin(&d, "15", "renju", NULL, NULL);
	moves(&d, "14,14 0,0 0,9 1,0 2,9 2,0 4,9 4,0 6,9 5,0 8,9 3,0");
	dialogue_verdict(&d, SEAT_2, "five", SEAT_NONE);
	dialogue_free(&d);
}

static void a_person_is_kept_from_a_forbidden_move(void **state)
{
	struct dialogue d;
	char *problem;

	(void)state;
	dialogue_init(&d, "15");
	setup_set(&d.setup, "rule", "renju");
	setup_set(&d.setup, "opening", "h6a1h7c1f8e1g8g1");
	d.setup.seat[SEAT_1].kind = SEAT_HUMAN;
	dialogue_ready(&d);
	problem = judge_request(d.judge, d.now, &(struct request){.kind = REQUEST_PLAY, .text = "h8"});
	assert_string_equal(problem,
			    "h8 is forbidden to black by renju (h8): double three, f8 g8 h8 and h6 h7 h8");
	free(problem);
	dialogue_request(&d, (struct request){.kind = REQUEST_PLAY, .text = "h9"});
	dialogue_free(&d);
}

static void a_line_of_a_continuous_game_blocks_and_is_told_by_board(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "15", "freestyle+continuous", "opening", "a1a6b1b6c1c6d1d7");
	talk(&d, SEAT_1, "< 4,0\n");
	assert_false(is_over(&d));
	assert_non_null(dialogue_find(&d, SEAT_1, "has made the line a1-e1"));
	talk(&d, SEAT_2,
	     "> BOARD\n> 0,0,3\n> 0,5,1\n> 1,0,3\n> 1,5,1\n> 2,0,3\n> 2,5,1\n> 3,0,3\n> 3,6,1\n"
	     "> 4,0,3\n> DONE\n");
	dialogue_free(&d);
}

static void a_continuous_game_is_won_by_more_lines(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "5", "freestyle+continuous", NULL, NULL);
	/* Black has the row at the bottom; with the last of these no line is possible any more.  */
	moves(&d, "0,0 0,1 1,0 1,2 2,0 2,3 3,0 3,4 4,0 0,4 1,1 1,3 4,2 3,1 0,3 2,1 2,2 0,2 4,4");
	dialogue_verdict(&d, SEAT_1, "lines", SEAT_NONE);
	dialogue_free(&d);
}

static void so_many_stones_are_a_draw(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "15", "freestyle", "draw-at", "3");
	moves(&d, "0,0 1,0 2,0");
	dialogue_verdict(&d, WINNER_DRAW, "draw-at", SEAT_NONE);
	dialogue_free(&d);
}

static void a_continuous_game_that_stops_sooner_tells_its_lines(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "15", "freestyle+continuous", "draw-at", "10");
	moves(&d, "0,0 0,5 1,0 2,5 2,0 4,5 3,0 6,5 4,0 8,5");
	dialogue_verdict(&d, WINNER_DRAW, "draw-at", SEAT_NONE);
	assert_string_equal(judge_match(d.judge)->verdict.detail,
			    "10 stones on the board; lines of seat 1 and 2: 1 and 0");
	dialogue_free(&d);
}

static void a_five_with_the_last_stone_is_no_draw(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "15", "freestyle", "draw-at", "9");
	moves(&d, "0,0 0,5 1,0 1,5 2,0 2,5 3,0 3,6 4,0");
	dialogue_verdict(&d, SEAT_1, "five", SEAT_NONE);
	dialogue_free(&d);
}

static void a_five_between_two_stones_is_nothing_in_caro(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "15", "caro", NULL, NULL);
	moves(&d, "1,5 0,5 2,5 6,5 3,5 9,9 4,5 9,11 5,5");
	assert_false(is_over(&d));
	dialogue_free(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(black_loses_with_a_forbidden_move),
		cmocka_unit_test(the_same_move_wins_nothing_and_loses_nothing_elsewhere),
		cmocka_unit_test(white_may_play_what_black_may_not),
		cmocka_unit_test(an_overline_is_forbidden_to_black_and_wins_for_white),
		cmocka_unit_test(a_person_is_kept_from_a_forbidden_move),
		cmocka_unit_test(a_line_of_a_continuous_game_blocks_and_is_told_by_board),
		cmocka_unit_test(a_continuous_game_is_won_by_more_lines),
		cmocka_unit_test(so_many_stones_are_a_draw),
		cmocka_unit_test(a_continuous_game_that_stops_sooner_tells_its_lines),
		cmocka_unit_test(a_five_with_the_last_stone_is_no_draw),
		cmocka_unit_test(a_five_between_two_stones_is_nothing_in_caro),
	};

	return cmocka_run_group_tests_name("gomocup ends", tests, NULL, NULL);
}
