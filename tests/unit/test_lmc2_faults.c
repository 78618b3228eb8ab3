/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_lmc2_faults.c - faults in a match of lmc2: who is informed and who is to blame (lmc2, Layer 0).  */
#include "lmc2_fixture.h"

/* ---- faults of the game program ---- */

TEST(a_game_program_that_talks_too_much_between_two_moves_is_cut_off)
{
	struct dialogue d FREED_BY(finish);
	FREED char *unkept;
	int kept;

	set_up_lmc2(&d, 1);
	d.setup.max_chatter = 1024;
	dialogue_named(&d);
	game_says(&d, ALPHABET("1"));
	for (int round = 0; round < 20; round++) { /* a little for each move is allowed */
		game_says(&d, "1 @input a\n1 @command play\n");
		talk(&d, SEAT_1, "< a\n");
		game_says(&d, "1 @score 1\n");
	}
	assert_int_equal(judge_match(d.judge)->turn_count, 20);
	for (int i = 0; i < 100; i++)
		game_says(&d, "1 @input b\n");
	kept = dialogue_count(&d, SEAT_1, "@input b");
	assert_true(kept >= 1 && kept <= 1024 / 64);
	assert_non_null(dialogue_find(&d, GAME, "writes more than 1024 bytes in one turn"));
	dialogue_at(&d, d.now + 60 * (int64_t)NS_PER_S);
	dialogue_verdict(&d, WINNER_NONE, REASON_GAME, SEAT_NONE);
	unkept = bytes_text("%d more messages", 100 - kept);
	assert_non_null(dialogue_find(&d, GAME, unkept));
}

/* ---- faults of players ---- */

TEST(a_timeout_is_reported_to_the_game_and_the_match_continues)
{
	const struct message *note;
	struct dialogue d FREED_BY(finish);

	begin_lmc2(&d, 2);
	game_says(&d, "1 @command play\n");
	dialogue_at(&d, d.now + 100 * MS - 1);
	dialogue_silent(&d, GAME);
	dialogue_at(&d, d.now + 1);
	talk(&d, GAME, "> @judge fault 1 timeout\n");
	note = dialogue_find(&d, SEAT_1, "made no move within the limit of 0.100 s");
	assert_non_null(note);
	assert_int_equal(note->event.kind, EVENT_NO_MOVE);
	assert_string_equal(note->event.word, EVENT_LIMIT_TURN);
	assert_int_equal(note->event.number[0], 100 * DIALOGUE_MS);
	assert_int_equal(note->event.number[1], 0); /* of the tolerance */
	assert_int_equal(note->event.number[2], true);
	assert_false(is_over(&d));
	assert_int_equal(judge_deadline(d.judge), d.now + 60 * (int64_t)NS_PER_S); /* of the game program */
	game_says(&d, "1 @score -1\n2 @command play\n");
	talk(&d, SEAT_2, "> @command play\n< b\n");
	talk(&d, GAME, "> @player 2 @output b\n< @judge over\n");
	dialogue_verdict(&d, SEAT_2, "score", SEAT_NONE);
	dialogue_moves(&d, "b");
}

TEST_MAIN(NULL, NULL)
