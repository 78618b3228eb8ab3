/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_files.c - matches in the formats of other programs are exported, and opened on the screen like match
 * files. */
#include "ringside.h"

#include "ringside/bytes.h"
#include "ringside/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const formats[] = {"psq", "rec", "sgf"};

enum { FORMATS = sizeof(formats) / sizeof(formats[0]) };

/* Makes a folder for the files of a test; the caller passes it to forget().  */
static char *make_folder(void)
{
	char *folder = bytes_text("/tmp/ringside-files-XXXXXX");

	assert_true(temporary_folder(folder));
	return folder;
}

static void forget(char *folder)
{
	FREED char *command = bytes_text("rm -r '%s'", folder);

	assert_int_equal(system(command), 0);
	free(folder);
}

static void write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

/* Records a match of nine moves in the folder; the caller frees the path of its file.  */
static char *played(const char *folder)
{
	char *path = bytes_text("%s/m.ringside", folder);
	struct scene *scene = begin_match(&small, "talks 3", "good 7", "--record", path, NULL);

	shows(scene, "talks wins: five", NULL);
	leave(scene);
	return path;
}

/* Waits for ringside's end and returns its exit status.  */
static int finished(struct scene *scene)
{
	int status = vt_finish(scene->vt, LONG);

	abandon(scene);
	return status >> 8;
}

TEST(a_match_can_be_exported_and_opened_in_every_format)
{
	char *folder = make_folder();
	FREED char *match = played(folder);

	for (int i = 0; i < FORMATS; i++) {
		FREED char *path = bytes_text("%s/m.%s", folder, formats[i]);
		struct scene *scene;

		assert_int_equal(finished(begin(&small, "export", match, "-o", path, NULL)), 0);
		scene = begin(&small, "open", path, NULL);
		shows(scene, "move 9", "talks wins: five", "1 talks", "2 good", "9 e4", NULL);
		shows_stone(scene, "e4", black(scene));
		shows_stone(scene, "d8", white(scene));
		press(scene, VT_LEFT, "VIEWING 8 of 9", NULL);
		shows_stone(scene, "e4", empty(scene));
		press(scene, VT_HOME, "VIEWING 0 of 9", NULL);
		press(scene, "f", "f does nothing here: this match is read from a file", NULL);
		type(scene, "q", NULL);
		assert_int_equal(ends(scene), 0);
	}
	forget(folder);
}

TEST(sgf_keeps_the_agents_words)
{
	char *folder = make_folder(), *match = played(folder), *path = bytes_text("%s/m.sgf", folder);
	struct scene *scene;

	assert_int_equal(finished(begin(&small, "export", match, "-o", path, NULL)), 0);
	scene = begin(&large, "open", path, "--layout", "channels", NULL);
	shows(scene, "1 MESSAGE", "MESSAGE move 5 is easy", "DEBUG depth 5", "◂ 4,3", NULL);
	/* Earlier the agents had said less.  */
	ask(scene, "goto 2", "VIEWING 2 of 9", NULL);
	shows_no(scene, "move 5 is easy");
	leave(scene);
	free(path);
	free(match);
	forget(folder);
}

TEST(an_opened_file_can_be_saved_as_a_match_file)
{
	char *folder = make_folder();
	FREED char *path = bytes_text("%s/m.psq", folder);
	FREED char *saved = bytes_text("%s/saved.ringside", folder);
	FREED char *line = bytes_text("save %s", saved);
	struct scene *scene;

	write_file(path, "Piskvorky 10x10, 0:0, 1\n3,4,1500\n5,6,20\none\ntwo\n-1\n");
	scene = begin(&small, "open", path, NULL);
	shows(scene, "move 2", "UNFINISHED", "1 one", NULL);
	shows_stone(scene, "c4", black(scene));
	ask(scene, line, "saved as", NULL);
	leave(scene);
	scene = begin(&small, "open", saved, NULL);
	shows(scene, "move 2", "UNFINISHED", "2 two", NULL);
	shows_stone(scene, "e6", white(scene));
	leave(scene);
	forget(folder);
}

TEST(a_file_of_c_gomoku_cli_says_that_it_holds_a_series_and_shows_rule_and_times)
{
	char *folder = make_folder();
	FREED char *path = bytes_text("%s/games.sgf", folder);
	FREED char *second = bytes_text("%s:2", path);
	struct scene *scene;
	int x, above, below;

	write_file(path, "(;FF[4]GM[4]RU[4]SZ[15]PB[ada]PW[bob];B[hh]C[20ms];W[if]C[1154ms])\n"
			 "(;FF[4]GM[4]RU[1]SZ[15]PB[bob]PW[ada];B[aa]C[7ms])\n");
	scene = begin(&large, "open", path, NULL);
	shows(scene, "holds 2 games: this is the first, FILE:2 the second", "rule renju", "ada", "20 ms",
	      "1154 ms", "2 i6", NULL);
	shows_stone(scene, "i6", white(scene));
	leave(scene);
	scene = begin(&large, "open", second, NULL);
	shows(scene, "rule standard", "7.0 ms", "1 a1", NULL);
	shows_no(scene, "holds 2 games");
	/* The board keeps its direction when play continues.  */
	ask(scene, "set origin top", "row 1 of the board is at the top", NULL);
	ask(scene, "set analysis off", "what the agents think: off", NULL);
	ask(scene, "resume human human", "played on from move 1", NULL);
	ask(scene, "set analysis", "what the agents think: on", NULL); /* the opposite, without a value */
	find_square(scene, "a1", &x, &above);
	find_square(scene, "a2", &x, &below);
	assert_true(below > above);
	leave(scene);
	forget(folder);
}

TEST_SCENE(a_running_match_can_be_exported_from_the_prompt, begin_paused(&small, "talks 3", "good 7", NULL))
{
	char *folder = make_folder();
	FREED char *path = bytes_text("%s/now.sgf", folder);
	FREED char *line = bytes_text("save %s", path);

	ask(scene, "next x3", "move 3 ", "PAUSED", NULL);
	ask(scene, line, "saved as", NULL);
	ask(scene, line, "already exists", NULL);
	ask(scene, "save now.svg", "a film is made in a shell: ", "-o now.svg", NULL);
	leave(scene);
	scene = begin(&small, "open", path, NULL);
	shows(scene, "move 3", "UNFINISHED", "1 talks", NULL);
	leave(scene);
	forget(folder);
}

TEST_SCENE(moves_that_were_taken_back_are_not_exported, begin_paused(&small, "talks 3", "good 7", NULL))
{
	char *folder = make_folder();
	FREED char *path = bytes_text("%s/m.sgf", folder);
	FREED char *line = bytes_text("save %s", path);

	ask(scene, "next x5", "move 5 ", NULL);
	ask(scene, "takeback 3", "move 2 ", NULL);
	ask(scene, line, "saved as", NULL);
	leave(scene);
	scene = begin(&large, "open", path, "--layout", "channels", NULL);
	shows(scene, "move 2", "MESSAGE move 1 is easy", NULL);
	shows_no(scene, "move 2 is easy");
	leave(scene);
	forget(folder);
}

/* The first time a key asks for the suite, and then adds to the same.  */
TEST(a_key_makes_a_case_of_the_shown_position)
{
	char *folder = make_folder();
	FREED char *match = played(folder);
	FREED char *suite = bytes_text("%s/s.suite", folder);
	struct scene *scene = begin(&small, "open", match, NULL), *check;
	FREED char *agent = bytes_text("'%s/brain' good 3", getenv("AGENTS"));

	shows(scene, "move 9", NULL);
	press(scene, VT_LEFT, "VIEWING 8 of 9", NULL);
	press(scene, ":save case", ":save case", NULL);
	type(scene, " ", suite, "\r", NULL);
	shows(scene, "has the case \"move 9\" now: not e4", NULL);
	press(scene, VT_LEFT ":save case\r", "has the case \"move 8\" now: not d8", NULL);
	leave(scene);
	check = begin(&large, "check", "gomocup", "--suite", suite, agent, NULL);
	shows(check, "move 9", "move 8", "2 cases in", NULL);
	finished(check);
	forget(folder);
}

/* Checks that the command line fails with this status and these words.  */
static void fails(struct scene *scene, int status, const char *words)
{
	int left = vt_finish(scene->vt, LONG) >> 8;

	if (!vt_find(scene->vt, words, NULL, NULL))
		fail_msg("does not say \"%s\"", words);
	assert_int_equal(left, status);
	abandon(scene);
}

TEST(a_mistake_with_a_file_is_reported_without_a_screen)
{
	char *folder = make_folder();
	FREED char *bad = bytes_text("%s/bad.psq", folder);
	FREED char *good = bytes_text("%s/good.rec", folder);
	FREED char *garbage = bytes_text("%s/garbage", folder);
	FREED char *at_end = bytes_text("%s:3", good);

	write_file(bad, "Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0\n");
	write_file(good, "one\ntwo\n7,7,0\n");
	write_file(garbage, "nothing\nof\nthe kind\n");
	fails(begin(&large, "open", bad, NULL), 1, ":3:1: h8 already has a stone");
	fails(begin(&large, "open", garbage, NULL), 1, "is not a match file");
	fails(begin(&large, "export", good, NULL), 2, "export needs a format");
	fails(begin(&large, "export", good, "--format", "chess", NULL), 2, "gomocup has psq, rec, sgf");
	fails(begin(&large, "export", good, "--output", bad, NULL), 1, "already exists");
	fails(begin(&large, "play", "gomocup", "--record", "new.psq", "human", "human", NULL), 2,
	      "new.psq: this ending means the format psq");
	fails(begin(&large, "play", "gomocup", "--from", bad, "human", "human", NULL), 1, ":3:1:");
	fails(begin(&large, "play", "gomocup", "--from", at_end, "human", "human", NULL), 1,
	      "it has only 1 move, and no position before move 3: expected a number from 1 to 2");
	forget(folder);
}

TEST_MAIN(NULL, NULL)
