/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_resume.c - continues a match from a file, at any of its positions.  */
#include "../agents/ask_file.h"
#include "ringside.h"

#include "ringside/bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Black: h8, g7, f6.  White: a1, b1.  White is on turn.  */
static const char game[] = "Piskvorky 15x15, 0:0, 0\n8,8,0\n1,1,0\n7,7,0\n2,1,0\n6,6,0\nhomo-1\nthreat\n-1\n";

static const char *write_game(char path[64])
{
	FILE *file;

	snprintf(path, 64, "/tmp/ringside-resume-%d.psq", (int)getpid());
	file = fopen(path, "w");
	assert_non_null(file);
	assert_true(fputs(game, file) >= 0);
	assert_int_equal(fclose(file), 0);
	return path;
}

/* Saves the match, queries the saved file and removes it.  */
static void assert_saved(struct scene *scene, const char *query, const char *answer)
{
	FREED char *saved = bytes_text("%s/saved.ringside", scene->home);
	FREED char *line = bytes_text("save %s", saved);
	char *told;

	ask(scene, line, "saved as", NULL);
	told = ask_file(saved, query);
	assert_string_equal(told, answer);
	unlink(saved);
	free(told);
}

static const char beginning[] = "SELECT value FROM option WHERE name = 'opening'";
static const char who_moved[] = "SELECT group_concat(seat || ':' || played, ' ') FROM turn";

static void a_position_of_a_file_is_played_on(const struct stage *stage)
{
	char path[64];
	struct scene *scene = begin(stage, "open", write_game(path), NULL);

	shows(scene, "move 5", "UNFINISHED", NULL);
	press(scene, VT_LEFT, "VIEWING 4 of 5", NULL);
	ask(scene, "resume human sample:random", "move 0", "your move",
	    "played on from move 4: human and random", NULL);
	ask(scene, "play h8", "already taken", NULL);
	assert_saved(scene, beginning, "h8a1g7b1");
	command(scene, "play f6");
	shows_stone(scene, "f6", black(scene));
	shows(scene, "move 2", "your move", "random", NULL);
	leave(scene);
	unlink(path);
}

TEST(a_position_can_be_continued)
{
	on_all_stages(a_position_of_a_file_is_played_on);
}

TEST(the_agents_of_the_file_can_continue_it_in_a_branch)
{
	char *record = bytes_text("/tmp/ringside-resume-%d.ringside", (int)getpid()), *told;
	struct scene *scene = begin_paused(&small, "good 3", "good 7", "--record", record, NULL);

	ask(scene, "next x5", "move 5 ", "PAUSED", NULL);
	leave(scene);
	scene = begin(&small, "open", "--trust", "--write", record, NULL);
	shows(scene, "move 5", NULL);
	ask(scene, "goto 3", "VIEWING 3 of 5", NULL);
	press(scene, "r", "wins: five", "1 good", NULL);
	leave(scene);
	told = ask_file(
		record,
		"SELECT count(DISTINCT n) || ' ' || min(n) || ' of branch ' || branch || ', from turn '"
		" || (SELECT turn FROM branch WHERE id = 1) FROM turn WHERE branch = 1");
	assert_string_equal(told, "6 4 of branch 1, from turn 3");
	free(told);
	unlink(record);
	free(record);
}

TEST(white_is_on_turn_after_an_odd_number_of_stones)
{
	char path[64];
	struct scene *scene = begin(&small, "open", write_game(path), NULL);

	shows(scene, "move 5", NULL);
	ask(scene, "resume human human", "move 0", "your move", NULL);
	ask(scene, "play o15", "move 1", NULL);
	ask(scene, "play o14", "move 2", NULL);
	assert_saved(scene, who_moved, "2:14,14 1:14,13");
	leave(scene);
	unlink(path);
}

TEST(an_impossible_resume_is_reported_and_the_file_stays_open)
{
	char path[64];
	struct scene *scene = begin(&large, "open", write_game(path), NULL);

	shows(scene, "move 5", NULL);
	ask(scene, "resume human", "expected two players", NULL);
	ask(scene, "resume human sample:nobody", "no bundled agent is called", NULL);
	ask(scene, "resume human /nowhere/pbrain-none", "/nowhere/pbrain-none", NULL);
	ask(scene, "resume 'human", "the quote ' is not closed", "UNFINISHED", NULL);
	leave(scene);
	unlink(path);
}

TEST_SCENE(a_live_match_can_continue_from_an_earlier_turn, begin_paused(&small, "good 3", "good 7", NULL))
{
	ask(scene, "next x5", "move 5 ", "PAUSED", NULL);
	ask(scene, "goto 2", "VIEWING 2 of 5", NULL);
	press(scene, "r", "move 2 ", "PAUSED", NULL);
	command(scene, "goto 1");
	command(scene, "override h8");
	shows_stone(scene, "h8", white(scene));
	shows(scene, "move 2 ", "PAUSED", NULL);
}

TEST(a_resumed_match_can_be_opened_and_resumed_again)
{
	char path[64], *saved = bytes_text("/tmp/ringside-resumed-%d.ringside", (int)getpid());
	FREED char *line = bytes_text("save %s", saved);
	FREED char *next = bytes_text("/tmp/ringside-resumed-%d+1.ringside", (int)getpid());
	struct scene *scene = begin(&small, "open", write_game(path), NULL);

	shows(scene, "move 5", NULL);
	ask(scene, "resume human human", "move 0", NULL);
	ask(scene, "play o15", "move 1", NULL);
	ask(scene, line, "saved as", NULL);
	leave(scene);
	scene = begin(&small, "open", saved, NULL);
	shows(scene, "move 1", "UNFINISHED", NULL);
	ask(scene, "resume", "move 1", "your move", NULL);
	ask(scene, "play o14", "move 2", NULL);
	leave(scene);
	unlink(saved);
	unlink(path);
	assert_int_equal(unlink(next), 0); /* the second time */
	free(saved);
}

TEST(play_can_begin_from_a_file)
{
	char path[64], *from = bytes_text("%s:5", write_game(path));
	struct scene *scene =
		begin(&small, "play", "gomocup", "--from", from, "human", "sample:random", NULL);

	shows(scene, "move 0", "your move", NULL);
	assert_saved(scene, beginning, "h8a1g7b1");
	command(scene, "play f6");
	shows_stone(scene, "f6", black(scene));
	shows(scene, "move 2", NULL);
	leave(scene);
	free(from);
	unlink(path);
}

/* A person takes a seat in a recorded match of each system, and the agent was told the whole match.  */
TEST(a_recorded_match_can_be_continued_in_every_system)
{
	static const struct {
		const char *system, *one, *two, *option, *value;
	} rows[] = {{"gomocup", "sample:random", "sample:random", "--size", "10"},
		    {"lmc", "sample:random", "sample:rotate", "--turns", "10"},
		    {"lmc2", "sample:random", "sample:learner", "--game-program", "sample:roshambo"},
		    {"qchess", "sample:random", "sample:random", "--max-moves", "30"},
		    {"asimulator", "sample:rotate", "sample:rotate", "--max-actions", "10"}};
	FREED char *record = bytes_text("/tmp/ringside-resume-%d.ringside", (int)getpid());
	FREED char *from = bytes_text("%s:5", record);

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct scene *scene =
			begin(&small, "run", rows[i].system, "--seed", "1", rows[i].option, rows[i].value,
			      "--record", record, rows[i].one, rows[i].two, NULL);

		assert_int_equal(ends(scene), 0);
		scene = begin(&small, "play", rows[i].system, "--trust", "--from", from, "human", rows[i].two,
			      NULL);
		shows(scene, "continues from move 4", "branch 1", "your move", NULL);
		press(scene, VT_HOME, "VIEWING 0 of", NULL);
		leave(scene);
		unlink(record);
	}
}

TEST_MAIN(NULL, NULL)
