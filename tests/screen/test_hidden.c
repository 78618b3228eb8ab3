/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_hidden.c - a person plays a game in which each player sees only what is its own: no pane, no list and
 * no command shows the rest before the end.
 *
 * All that the game hides has the word "secret" in it.  */
#include "ringside.h"

/* Both players are asked at once, twice.  The rows for all are secret, too.  */
#define VAULT                                                                                                \
	"sh -c 'read s; echo game vault hidden=yes; for i in 1 2; do echo \"# secret remark\"; "             \
	"echo \"| secret rows\"; echo \"2| secret rows\"; echo \"1| rows of one\"; echo \"legal 1 open\"; "  \
	"echo \"legal 2 secret\"; echo \"> 2 secret task\"; echo \"> 1 task of one\"; echo ask 1 2; "        \
	"read a; read b; read c; read d; echo move 2 secret; echo move 1 open; done; echo win 1 opened'"
#define KEEPER "sh -c 'while read l; do echo secret $l; echo secret >&2; done'"

static struct scene *begin_vault(const struct stage *stage)
{
	return begin(stage, "play", "referee", "--turn-time", "0", "--referee", VAULT, "human", KEEPER, NULL);
}

/* Asks in all ways for what is hidden.  */
static void finds_nothing(struct scene *scene)
{
	static const char *const layouts[] = {"narrow",    "wide",     "moves", "traffic",
					      "terminals", "channels", "auto"};

	for (size_t i = 0; i < sizeof(layouts) / sizeof(*layouts); i++) {
		FREED char *line = bytes_text("set layout %s", layouts[i]);
		FREED char *done = bytes_text("layout %s:", layouts[i]);

		ask(scene, line, done, NULL);
		shows_no(scene, "secret");
	}
	ask(scene, "info messages secre[t]", "no message fits", NULL);
}

TEST_SCENE_ON_ALL_STAGES(no_pane_shows_what_a_game_hides_from_a_person, begin_vault(stage))
{
	(void)stage;
	shows(scene, "rows of one", "your move", NULL);
	shows_no(scene, "secret");
	press(scene, "\r", "2 hidden", "your move", NULL);
	finds_nothing(scene);
	ask(scene, "info turns", "seat 1  open", "seat 2  hidden", NULL);
	shows_no(scene, "secret");
	press(scene, "q", "your move", NULL);
	press(scene, "\r", "secret rows", "4 secret", NULL);
}

TEST_SCENE(held_messages_do_not_show_what_is_hidden, begin_vault(&large))
{
	shows(scene, "rows of one", "your move", NULL);
	press(scene, " ", "PAUSED", NULL);
	press(scene, "\r", "1 open", "‖ ▸", NULL);
	shows_no(scene, "secret");
	ask(scene, "info held", "seat 2  to", NULL);
	shows_no(scene, "secret");
	press(scene, "s", "‖ ◂", NULL);
	shows_no(scene, "secret");
}

TEST_SCENE(of_two_persons_each_sees_the_own_rows,
	   begin(&large, "play", "referee", "--turn-time", "0", "--referee",
		 "sh -c 'read s; echo game two hidden=yes; for i in 1 2; do echo \"1| rows of one $i\"; "
		 "echo \"2| rows of two $i\"; echo \"> $i go\"; echo ask $i; read a; read b; done'",
		 "human", "human", NULL))
{
	shows(scene, "rows of one 1", "to move", NULL);
	shows_no(scene, "rows of two");
	ask(scene, "play a", "rows of two 2", NULL);
	shows_no(scene, "rows of one");
}

TEST_MAIN(NULL, NULL)
