/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_gomocup.c - what brains are told and how their answers are read, as scripted dialogues.
 *
 * The parts follow the document (gomocup, What a manager must do; What real brains do).  */
#include "../test.h"
#include "dialogue.h"

#define S ((int64_t)NS_PER_S)

static void set_up(struct dialogue *d, const char *size)
{
	dialogue_init(d, size);
	d->setup.turn_limit = S;
}

/* ---- what a manager must do ---- */

TEST(an_empty_line_is_ignored_and_never_sent)
{
	struct dialogue d FREED_BY(dialogue_free);

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
}

TEST(the_folder_for_persistent_files_is_sent_with_the_other_settings)
{
	struct dialogue d FREED_BY(dialogue_free);
	FREED char *problem;

	set_up(&d, "15");
	setup_set(&d.setup, "folder", "/var/lib/brains and more");
	dialogue_ready(&d);
	talk(&d, SEAT_1, "> INFO folder /var/lib/brains and more\n> BEGIN\n");
	talk(&d, SEAT_2, "> INFO folder /var/lib/brains and more\n");
	dialogue_free(&d);
	set_up(&d, "15");
	problem = setup_set(&d.setup, "folder", "/var\r\nEND");
	assert_non_null(strstr(problem, "--folder"));
}

/* ---- rules ---- */

/* Plays the moves of both seats in turn, given as "x,y x,y".  */
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

TEST(a_full_board_is_a_draw)
{
	struct bytes black FREED_BY(bytes_free) = {0}, white FREED_BY(bytes_free) = {0},
			   moves FREED_BY(bytes_free) = {0};
	struct dialogue d FREED_BY(dialogue_free);

	/* Shifted pairs of rows: no five anywhere on 5x5.  */
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
}

TEST_MAIN(NULL, NULL)
