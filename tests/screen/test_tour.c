/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_tour.c - what a newcomer meets: the list of `ringside` alone, and `ringside demo --tour`, where each
 * step says what to press, waits for it, and says what it did.  */
#include "ringside.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

TEST_SCENE(each_step_of_the_tour_waits_for_its_key, begin(&small, "demo", "--tour", NULL))
{
	shows(scene, "tour 1 of 10: press space", "Two gomoku brains play", NULL);
	press(scene, " ", "tour 2 of 10: press s", "Both brains stand", NULL);
	press(scene, "s", "tour 3 of 10: press f", "One message has passed", NULL);
	press(scene, "f", "tour 4 of 10: press w", "threat wins: illegal", NULL);
	press(scene, "w", "Rule", "tour 4 of 10", NULL);
	press(scene, "q", "tour 5 of 10: press ←", "Black played e8", NULL);
	press(scene, VT_LEFT, "VIEWING 5 of 6", "tour 5 of 10", NULL);
	press(scene, VT_LEFT, "tour 6 of 10: press r", "VIEWING 4 of 6", NULL);
	press(scene, "r", "tour 7 of 10: press e", "branch 1", "PAUSED", "The match goes another way", NULL);
	press(scene, "e", "4,7", NULL);
	type(scene, "\b\b\b", "6,6\r", NULL);
	shows(scene, "tour 8 of 10: press c", NULL);
	press(scene, "c", "tour 9 of 10: press :", "threat wins: five", NULL);
	ask(scene, "goto 4", "VIEWING 4 of", "tour 9 of 10", NULL);
	ask(scene, "seat 1 human", "tour 10 of 10: press q", "You are black", NULL);
	leave(scene);
}

TEST(without_utf8_the_tour_names_the_arrow)
{
	struct stage plain = {80, 24, .locale = "C"};
	struct scene *scene = begin(&plain, "demo", "--tour", NULL);

	for (const char *const *title = (const char *const[]){"press s", "press f", "press w", "Rule", NULL};
	     *title; title++)
		press(scene, ".", *title, NULL);
	press(scene, ".", "tour 5 of 10: press left", "left back", NULL);
	leave(scene);
}

TEST_SCENE(the_tour_does_each_step_for_a_person_who_asks_for_it, begin(&large, "demo", "--tour", NULL))
{
	shows(scene, "tour 1 of 10", NULL);
	press(scene, ".", "tour 2 of 10", "PAUSED", NULL);
	press(scene, ".", "tour 3 of 10", NULL);
	press(scene, ".", "tour 4 of 10", "threat wins: illegal", NULL);
	press(scene, ".", "Rule", NULL);
	press(scene, ".", "tour 5 of 10", NULL);
	press(scene, ".", "tour 6 of 10", "VIEWING 4 of 6", NULL);
	press(scene, ".", "tour 7 of 10", "PAUSED", NULL);
	press(scene, ".", "tour 8 of 10", NULL);
	press(scene, ".", "tour 9 of 10", "threat wins: five", NULL);
	press(scene, ".", "tour 10 of 10", "You are black", NULL);
	leave(scene);
}

TEST(a_system_without_a_tour_says_so)
{
	struct scene *scene = begin(&small, "demo", "lmc", "--tour", NULL);

	shows(scene, "--tour: lmc has no tour: leave out the system", NULL);
	assert_int_equal(ends(scene), 2 << 8);
}

static void name_a_player(const struct scene *scene)
{
	FILE *file;

	mkdir(path_in(scene, "config"), S_IRWXU);
	mkdir(path_in(scene, "config/ringside"), S_IRWXU);
	file = fopen(path_in(scene, "config/ringside/config"), "w");
	assert_non_null(file);
	fprintf(file, "[player mine]\nsystem = gomocup\ncommand = %s\n", player("good 7"));
	assert_int_equal(fclose(file), 0);
}

/* What is kept, and what the config says, is in the list when a match leads back to it.  */
TEST_ON_ALL_STAGES(ringside_alone_lets_a_person_choose)
{
	struct scene *scene = begin(stage, NULL);

	shows(scene, "learn  gomocup", "demo --tour", "watch  uci         chess and Chess960", "demo uci",
	      "play gomocup human sample:threat", "j k select", NULL);
	shows_no(scene, "open   gomocup");
	name_a_player(scene);
	/* The selected command is whole, since people copy it.  */
	press(scene, "/play asim\r", "play asimulator human sample:reasoner", NULL);
	press(scene, "/play gomocup\r\r", "your move", "q list", NULL);
	ask(scene, "end resign", "threat wins: resign", NULL);
	press(scene, "q", "j k select", "play gomocup human @mine", "threat wins: resign, 0 moves", NULL);
	press(scene, "G\r", "move 0 ", "threat wins: resign", "q list", NULL);
	press(scene, "q", "j k select", NULL);
	press(scene, "/@mine\r\r", "your move", "mine", NULL);
	press(scene, "qy", "j k select", NULL);
	press(scene, "g\r", "tour 1 of 10", NULL);
	press(scene, "qy", "j k select", NULL);
	press(scene, "X", "nothing is deleted here", NULL);
	type(scene, "q", NULL);
	assert_int_equal(ends(scene), 0);
}

TEST(help_goes_through_the_pager_of_a_person)
{
	struct scene *scene;

	setenv("PAGER", "sed 's/^/paged: /'", 1);
	scene = begin(&small, "help", "time", NULL);
	unsetenv("PAGER");
	shows(scene, "paged: time: field of conditions", NULL);
	assert_int_equal(ends(scene), 0);
}

TEST_MAIN(NULL, NULL)
