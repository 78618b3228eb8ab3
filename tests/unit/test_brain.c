/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_brain.c - the Gomocup protocol of the bundled brains: lines, commands, time, randomness.  */
#include "../test.h"
#include "samples/brain.h"

#include <unistd.h>

enum { ANSWERS = 4096 };

/* Plays the first empty square.  */
static int choose_first(void *self, const struct brain_turn *turn)
{
	int square = 0;

	while (turn->board->field[square] != FIELD_EMPTY)
		square++;
	return square;
}

static int worth; /* the value that the brain gives white's side */

static int value(const void *self)
{
	return worth;
}

/* What a brain answers to the bytes. Each direction is a file, so that nothing can block.  */
static void converse(const char *bytes, char answers[ANSWERS])
{
	const struct brain brain = {
		.name = "first", .purpose = "The first.", .choose = choose_first, .value = value};
	char name[] = "pbrain-first", *arguments[] = {name, NULL};
	FILE *input = tmpfile(), *output = tmpfile();

	assert_non_null(input);
	assert_non_null(output);
	fputs(bytes, input);
	rewind(input);
	fflush(stdout);
	int stdin_before = dup(STDIN_FILENO), stdout_before = dup(STDOUT_FILENO);
	dup2(fileno(input), STDIN_FILENO);
	dup2(fileno(output), STDOUT_FILENO);
	int status = brain_main(&brain, 1, arguments);
	fflush(stdout);
	dup2(stdin_before, STDIN_FILENO);
	dup2(stdout_before, STDOUT_FILENO);
	close(stdin_before);
	close(stdout_before);
	rewind(output);
	answers[fread(answers, 1, ANSWERS - 1, output)] = '\0';
	fclose(input);
	fclose(output);
	assert_int_equal(status, EXIT_SUCCESS);
}

static void assert_answers(const char *bytes, const char *expected)
{
	char answers[ANSWERS];

	converse(bytes, answers);
	assert_string_equal(answers, expected);
}

TEST(every_line_end_is_one)
{
	assert_answers("START 5\nBEGIN\nTURN 1,0\n", "OK\n0,0\n2,0\n");
	assert_answers("START 5\rBEGIN\rTURN 1,0\r", "OK\n0,0\n2,0\n");
	assert_answers("START 5\r\nBEGIN\r\nTURN 1,0\r\n", "OK\n0,0\n2,0\n");
	assert_answers("\n\r\n START 5 \n\n\r\rBEGIN\n\nTURN  1 , 0", "OK\n0,0\n2,0\n");
}

TEST(a_board_is_all_or_nothing)
{
	assert_answers("START 5\nBOARD\n0,0,1\n1,0,2\n2,0,3\nDONE\n", "OK\n3,0\n");
	assert_answers("START 5\nBOARD\nDONE\n", "OK\n0,0\n");
	assert_answers("START 5\nBOARD\n0,0,1\n0,0,2\nDONE\nBEGIN\n",
		       "OK\nERROR the line \"0,0,2\" of BOARD names a square twice\n0,0\n");
	assert_answers("START 5\nBOARD\n0,0,4\nDONE\n",
		       "OK\nERROR the line \"0,0,4\" of BOARD has a field that is not 1, 2 or 3\n");
	assert_answers("START 5\nBOARD\n5,0,1\nDONE\n",
		       "OK\nERROR the line \"5,0,1\" of BOARD is outside the board\n");
	assert_answers("START 5\nBOARD\n0,0,1\nEND\n", "OK\n");
}

TEST(swap2_takes_the_better_side)
{
	worth = -100;
	assert_answers("START 15\nSWAP2BOARD\n7,7\n8,8\n9,9\nDONE\n", "OK\nSWAP\n");
	assert_answers("START 15\nSWAP2BOARD\n7,7\n8,8\n9,9\n1,1\n2,2\nDONE\n", "OK\nSWAP\n");
	worth = 100;
	assert_answers("START 15\nSWAP2BOARD\n7,7\n8,8\n9,9\nDONE\n", "OK\n0,0\n");
	worth = 0;
	assert_answers("START 15\nSWAP2BOARD\n0,0\n8,8\n9,9\nDONE\n", "OK\n1,0 2,0\n");
	assert_answers("START 15\nSWAP2BOARD\n7,7\n8,8\n9,9\n1,1\n2,2\nDONE\n", "OK\n0,0\n");
}

TEST(swap2_leaves_the_board_empty)
{
	worth = -100;
	assert_answers("START 15\nSWAP2BOARD\n0,0\n8,8\n9,9\nDONE\nBEGIN\n", "OK\nSWAP\n0,0\n");
}

TEST(swap2s_three_stones_are_on_three_squares_of_any_board)
{
	static const int sides[] = {5, 6, 10, 11, 15, 64};

	for (size_t i = 0; i < sizeof(sides) / sizeof(sides[0]); i++) {
		int x[3], y[3];
		char bytes[64], answers[ANSWERS];

		snprintf(bytes, sizeof(bytes), "START %d\nSWAP2BOARD\nDONE\n", sides[i]);
		converse(bytes, answers);
		assert_int_equal(
			sscanf(answers, "OK\n%d,%d %d,%d %d,%d", &x[0], &y[0], &x[1], &y[1], &x[2], &y[2]),
			6);
		for (int j = 0; j < 3; j++) {
			assert_true(x[j] >= 0 && x[j] <= sides[i] - 1);
			assert_true(y[j] >= 0 && y[j] <= sides[i] - 1);
			assert_false(x[j] == x[(j + 1) % 3] && y[j] == y[(j + 1) % 3]);
		}
	}
}

/* One board for moves by TURN and own moves, as brain_block() keeps it: a five becomes blocks, whoever made
 * it.  */
TEST(a_line_of_a_continuous_game_becomes_blocks)
{
	static const struct {
		int rule, stones; /* in the bottom row from 0,0; the last one is placed there */
		enum brain_field field;
		bool blocks;
	} rows[] = {
		{RULE_CONTINUOUS, 4, FIELD_OWN, false},
		{RULE_CONTINUOUS, 5, FIELD_OPPONENT, true},
		{RULE_CONTINUOUS, 6, FIELD_OWN, true},
		{RULE_CONTINUOUS | RULE_EXACT, 6, FIELD_OWN, false},
		{RULE_CONTINUOUS | RULE_CARO, 5, FIELD_OWN, true}, /* the edge does not block */
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct brain_board board = {.width = 15, .height = 15};

		for (int x = 0; x < rows[i].stones; x++)
			brain_set(&board, x, rows[i].field);
		brain_block(&board, rows[i].stones - 1, rows[i].rule);
		for (int x = 0; x < rows[i].stones; x++)
			assert_int_equal(board.field[x], rows[i].blocks ? FIELD_BLOCKED : rows[i].field);
	}
}

TEST(a_line_between_two_enemy_stones_is_nothing_in_caro)
{
	struct brain_board board = {.width = 15, .height = 15};

	brain_set(&board, 0, FIELD_OPPONENT);
	for (int x = 1; x <= 5; x++)
		brain_set(&board, x, FIELD_OWN);
	brain_set(&board, 6, FIELD_OPPONENT);
	brain_block(&board, 3, RULE_CONTINUOUS | RULE_CARO);
	assert_int_equal(board.field[3], FIELD_OWN);
	brain_block(&board, 3, RULE_CONTINUOUS);
	assert_int_equal(board.field[3], FIELD_BLOCKED);
	assert_int_equal(board.field[6], FIELD_OPPONENT);
}

TEST(a_continuous_game_takes_nothing_back)
{
	assert_answers("START 5\nINFO rule 2\nBEGIN\nTAKEBACK 0,0\n",
		       "OK\n0,0\nERROR a line may come back with 0,0: say BOARD, after RESTART\n");
}

TEST(an_impossible_command_is_an_error)
{
	assert_answers("BEGIN\n", "ERROR no board yet: START comes first\n");
	assert_answers("START 4\n", "ERROR a side of the board is 5 to 64, not 4x4\n");
	assert_answers("START 65\n", "ERROR a side of the board is 5 to 64, not 65x65\n");
	assert_answers("RECTSTART 64,5\nBEGIN\nBEGIN\n",
		       "OK\n0,0\nERROR BEGIN is for an empty board, and 1 squares are taken\n");
	assert_answers("START 5\nTURN 5,0\n", "OK\nERROR 5,0 is outside the board of 5x5\n");
	assert_answers("START 5\nTURN -1,0\n", "OK\nERROR -1,0 is outside the board of 5x5\n");
	assert_answers("START 5\nTURN 18446744073709551616,0\n",
		       "OK\nERROR 9223372036854775807,0 is outside the board of 5x5\n");
	assert_answers("START 5\nTURN 1,1\nTURN 1,1\n", "OK\n0,0\nERROR 1,1 is taken\n");
	assert_answers("START 5\nTURN 1,1x\n", "OK\nERROR a square is X,Y, not \"1,1x\"\n");
	assert_answers("START 5\nTAKEBACK 1,1\n", "OK\nERROR no stone stands on 1,1\n");
}

TEST(a_full_board_is_an_error)
{
	char commands[1024] = "START 5\nBOARD\n", answers[ANSWERS];

	for (int i = 0; i < 24; i++) {
		size_t used = strlen(commands);
		snprintf(commands + used, sizeof commands - used, "%d,%d,%d\n", i % 5, i / 5, 1 + i % 2);
	}
	strcat(commands, "DONE\nBOARD\n");
	for (int i = 0; i < 25; i++) {
		size_t used = strlen(commands);
		snprintf(commands + used, sizeof commands - used, "%d,%d,%d\n", i % 5, i / 5, 1 + i % 2);
	}
	strcat(commands, "DONE\n");
	converse(commands, answers);
	assert_string_equal(answers, "OK\n4,4\nERROR the board is full\n");
}

TEST(stones_and_boards_can_be_taken_back)
{
	assert_answers("START 5\nBEGIN\nTAKEBACK 0,0\nBEGIN\n", "OK\n0,0\nOK\n0,0\n");
	assert_answers("START 5\nBEGIN\nRESTART\nBEGIN\n", "OK\n0,0\nOK\n0,0\n");
	assert_answers("START 5\nBEGIN\nEND\nABOUT\n", "OK\n0,0\n");
}

TEST(other_commands_are_unknown_and_info_is_silent)
{
	assert_answers("INFO max_memory 83886080\nINFO evaluate 3,3\nINFO\nINFO rule x\nSWAP3BOARD\nDONE\n",
		       "UNKNOWN command \"SWAP3BOARD\"\nUNKNOWN command \"DONE\"\n");
	assert_answers("STARTLE 5\n", "UNKNOWN command \"STARTLE 5\"\n");
}

TEST(a_line_of_any_length_is_survived)
{
	enum { LONG = 300000 };
	FREED char *commands = malloc(LONG + 64);
	char answers[ANSWERS];

	assert_non_null(commands);
	memset(commands, 'x', LONG);
	strcpy(commands + LONG, "\nSTART 5\nBEGIN\n");
	converse(commands, answers);
	assert_non_null(strstr(answers, "UNKNOWN command \"xxx"));
	assert_string_equal(strchr(answers, '\n'), "\nOK\n0,0\n");
}

TEST(an_end_command_is_noticed_while_thinking)
{
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	struct brain_input *input = brain_input_new(ends[0]);
	assert_int_equal(write(ends[1], "TURN 1,1\nEND\n", 13), 13);
	assert_string_equal(brain_input_line(input), "TURN 1,1");
	assert_false(brain_input_ended(input, 0)); /* END was there before: the move is still due */
	assert_string_equal(brain_input_line(input), "END");

	assert_int_equal(write(ends[1], "TURN 1,1\nINFO folder ", 21), 21);
	assert_string_equal(brain_input_line(input), "TURN 1,1");
	assert_int_equal(write(ends[1], "END\nE", 5), 5);
	assert_false(brain_input_ended(input, 0)); /* the name of a folder */
	assert_int_equal(write(ends[1], "ND\r\n", 4), 4);
	assert_true(brain_input_ended(input, 0));
	int64_t now = brain_now();
	assert_true(brain_input_ended(input, now + 5000000000)); /* and the brain does not wait for more */
	assert_true(brain_now() < now + 1000000000);
	close(ends[1]);
	close(ends[0]);
	brain_input_free(input);
}

TEST(a_brain_waits_for_input)
{
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	struct brain_input *input = brain_input_new(ends[0]);
	close(ends[1]);
	int64_t until = brain_now() + 20000000;
	assert_false(brain_input_ended(input, until)); /* end of input does not shorten thinking */
	assert_true(brain_now() >= until);
	assert_null(brain_input_line(input));
	close(ends[0]);
	brain_input_free(input);
}

TEST(the_time_for_a_move_leaves_a_reserve_for_the_answer)
{
	static const struct {
		struct brain_limits limits;
		int64_t least, most;
	} cases[] = {
		{{-1, -1, -1, 0}, 500, 1000}, /* no limits were given */
		{{0, -1, -1, 0}, 0, 0},       /* as fast as possible */
		{{20, -1, -1, 0}, 5, 10},
		{{5, -1, -1, 0}, 0, 0}, /* too little time to search */
		{{5000, 0, BRAIN_UNLIMITED, 0}, 4500, 4950},
		{{5000, 0, 0, 0}, 0, 0}, /* the match is over its time */
		{{5000, 0, 1000, 0}, 10, 60},
		{{5000, 10000, -1, 0}, 300, 500}, /* no time left was given: the brain counts itself */
		{{5000, 10000, -1, 9000}, 10, 60},
		{{5000, 10000, -1, 10001}, 0, 0},
		{{5000, 10000, 100000, 10001}, 4500, 4950}, /* the time left that was given counts more */
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		int64_t allowed = brain_allowance(&cases[i].limits);
		if (allowed < cases[i].least || allowed > cases[i].most)
			fail_msg("case %zu: %d ms", i, (int)allowed);
	}
}

TEST(random_choices_are_repeatable_and_fair)
{
	uint64_t one = 5, two = 5;
	int drawn[7] = {0};

	for (int i = 0; i < 7000; i++) {
		uint64_t number = chance_below(&one, 7);
		assert_true(number < 7);
		assert_true(number == chance_below(&two, 7));
		drawn[number]++;
	}
	for (int i = 0; i < 7; i++)
		assert_true((uintmax_t)drawn[i] >= 850 && (uintmax_t)drawn[i] <= 1150);
}

TEST_MAIN(NULL, NULL)
