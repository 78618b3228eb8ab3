/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_tournament_screen.c - a tournament on the screen: its tables, its games, and the keys for all of them.
 */
#include "../temp.h"
#include "ringside.h"

#include "../within.h"
#include "ringside/bytes.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A player of that name; valid until the fourth next call.  */
static const char *named(const char *name, const char *text)
{
	static char commands[4][1024];
	static int next;
	char *command = commands[next++ % 4];

	snprintf(command, sizeof(commands[0]), "env RINGSIDE_PLAYER=%s %s", name, player(text));
	return command;
}

/* Three brains, so many games of each two.  */
static struct scene *begin_three(const struct stage *stage, const char *games, const char *option,
				 const char *value)
{
	return begin(stage, "tournament", "gomocup", "--no-sandbox", "--seed", "1", "--games", games, option,
		     value, named("anna", "good 1"), named("bert", "good 2"), named("carl", "good 3"), NULL);
}

/* A pairing that hangs in its third move, beside others that do not.  */
static struct scene *begin_hanging(const char *option, const char *value)
{
	return begin(&small, "tournament", "gomocup", "--no-sandbox", "--seed", "1", "--turn-time", "1h",
		     option, value, named("anna", "good 1"), named("mute", "silent 2"), NULL);
}

static void expect_end(struct scene *scene, int status)
{
	int ended = ends(scene);

	assert_int_equal(ended, status);
}

static void the_table_grows_and_stays_until_the_person_leaves(const struct stage *stage)
{
	struct scene *scene = begin_three(stage, "4", "--concurrency", "2");
	size_t size;

	shows(scene, "gomocup, round-robin: 3 players, no sandbox", "Standing", "points", "games",
	      "j k select", NULL);
	shows(scene, "OVER", "12 of 12 games", "all games are over: q leaves", NULL);
	shows(scene, "anna - bert", "1:0", NULL);
	type(scene, "\t", NULL);
	if (stage->cols < 120)
		shows(scene, "Cross table", NULL);
	type(scene, "q", NULL);
	vt_finish(scene->vt, LONG);
	assert_true(vt_find(scene->vt, "think s", NULL, NULL)); /* the tables are on the terminal now */
	assert_non_null(strstr(vt_output(scene->vt, &size), "Who beats whom"));
	expect_end(scene, 0);
}

TEST(the_table_grows_on_all_stages)
{
	on_all_stages(the_table_grows_and_stays_until_the_person_leaves);
}

TEST_SCENE(enter_opens_a_game_that_runs_and_q_comes_back, begin_hanging("--games", "2"))
{
	shows(scene, "anna - mute", "●", "k select", NULL);
	shows_stone(scene, "b2", "●");
	press(scene, "\r", "FOLLOWING", "q list", "game-1.ringside", NULL);
	press(scene, "q", "Standing", "games", "anna - mute", NULL);
	press(scene, "\r", "FOLLOWING", NULL);
	type(scene, "Q", NULL); /* leaves all */
	expect_end(scene, BROKEN_OFF);
}

/* As in its first moments, when its process has not made the file.  */
TEST(a_game_whose_file_is_not_there_yet_opens_when_it_is)
{
	TEMP char *folder = temp_path("games");
	FREED char *path = bytes_text("%s/000/game-000001.ringside", folder);
	FREED char *away = bytes_text("%s/away", folder);
	FREED char *record = bytes_text("%s/", folder);
	struct scene *scene;

	scene = begin_hanging("--record", record);
	shows(scene, "anna - mute", "●", "k select", NULL);
	shows_stone(scene, "b2", "●");
	assert_int_equal(rename(path, away), 0);
	press(scene, "\r", "it opens as soon as its match file is there", NULL);
	assert_int_equal(rename(away, path), 0);
	shows(scene, "FOLLOWING", "game-000001.ringside", NULL);
	type(scene, "Q", NULL);
	expect_end(scene, BROKEN_OFF);
}

/* How many games are finished, as the title says.  */
static int finished(struct scene *scene)
{
	const char *row = vt_row(scene->vt, 0), *of = strstr(row, " of ");

	while (of && of > row && strchr("0123456789", of[-1]))
		of--;
	return of ? atoi(of) : 0;
}

static bool has_more(struct vt *vt, void *data)
{
	struct scene scene = {.vt = vt};

	return finished(&scene) > *(int *)data;
}

TEST(in_a_pause_no_game_ends)
{
	enum { LOOKS = 60, PLACES = 2 };
	struct scene *scene = begin_three(&small, "1000", "--concurrency", "2");
	int before = 3, after;

	comes(scene, "some games", has_more, &before);
	press(scene, " ", "PAUSED", "space go on", NULL);
	before = finished(scene);
	for (int i = 0; i < LOOKS; i++) { /* a game takes as long as a few of them */
		press(scene, "?", "q: close", NULL);
		type(scene, "?", NULL);
		shows_no(scene, "q: close");
	}
	after = finished(scene);
	assert_true(after <= before + PLACES); /* their ends were on the way */
	type(scene, " ", NULL);
	shows_no(scene, "PAUSED");
	before = after + PLACES;
	comes(scene, "more games", has_more, &before);
	type(scene, "Q", NULL);
	expect_end(scene, BROKEN_OFF);
}

/* How many moves the game in the first row of the list has.  */
static int moves(struct scene *scene)
{
	const char *row, *time;
	int x, y;

	if (!vt_find(scene->vt, "▶ 1 one - two", &x, &y) && !vt_find(scene->vt, "▶ 2 two - one", &x, &y))
		return 0;
	row = vt_span(scene->vt, 0, y, x + 40);
	time = strstr(row, "  0:");
	while (time && time > row && strchr("0123456789", time[-1]))
		time--;
	return time ? atoi(time) : 0;
}

static bool has_moves(struct vt *vt, void *data)
{
	struct scene scene = {.vt = vt};

	return moves(&scene) > *(int *)data;
}

TEST(in_a_pause_no_agent_is_asked)
{
	enum { LOOKS = 300, MOST = 225 };
	char *path;
	int before = 2, paused = 0, fd = temp_file("cup.tournament", &path);
	struct scene *scene;

	dprintf(fd, "[tournament]\nseed = 1\nturn-time = 1m\n"
		    "[player one]\ncommand = sample:threat --nodes 3000 --seed 1\n"
		    "[player two]\ncommand = sample:threat --nodes 3000 --seed 2\n");
	close(fd);
	scene = begin(&small, "tournament", "gomocup", "--no-sandbox", path, NULL);
	comes(scene, "some moves", has_moves, &before);
	press(scene, " ", "PAUSED", NULL);
	before = moves(scene);
	for (int i = 0; i < LOOKS; i++) {
		press(scene, "?", "q: close", NULL);
		type(scene, "?", NULL);
		shows_no(scene, "q: close");
		if (i == LOOKS / 2) /* those before the pause may not have been told at once */
			paused = moves(scene);
	}
	assert_within(paused, before, MOST); /* the game has not ended */
	assert_int_equal(moves(scene), paused);
	type(scene, "Q", NULL);
	expect_end(scene, BROKEN_OFF);
	temp_remove(path);
}

static int lines_of(const char *path)
{
	FILE *file = fopen(path, "r");
	int lines = 0, c;

	assert_non_null(file);
	while ((c = getc(file)) != EOF)
		lines += c == '\n';
	fclose(file);
	return lines;
}

TEST(a_pairing_is_skipped_and_can_be_played_later)
{
	enum { HEAD = 2 }; /* the tournament and the machine */
	TEMP char *results = temp_path("results.jsonl");
	struct scene *scene =
		begin(&small, "tournament", "gomocup", "--no-sandbox", "--seed", "1", "--turn-time", "1h",
		      "--results", results, named("anna", "good 1"), named("mute", "silent 2"),
		      named("bert", "good 3"), named("carl", "good 4"), "--kind", "gauntlet", NULL);
	size_t size;

	shows(scene, "mute", "Standing", NULL);
	type(scene, "G", NULL);
	press(scene, "g", "- mute", NULL);
	shows_stone(scene, "b2", "●");
	press(scene, "X", "skip all games of anna - mute that are left? y/n", NULL);
	press(scene, "n", "j k select", NULL);
	press(scene, "X", "y/n", NULL);
	press(scene, "y", "1 skipped", "OVER", "4 of 6 games", "only games that were skipped are left", NULL);
	press(scene, "l", "told so far", "anna - mute: skipped", NULL);
	type(scene, "qq", NULL);
	vt_finish(scene->vt, LONG);
	assert_non_null(strstr(vt_output(scene->vt, &size), "1 pairing was skipped"));
	expect_end(scene, BROKEN_OFF);
	assert_int_equal(lines_of(results), HEAD + 4);
	scene = begin(&small, "tournament", "gomocup", "--no-sandbox", "--seed", "1", "--turn-time", "1h",
		      "--results", results, named("anna", "good 1"), named("mute", "silent 2"),
		      named("bert", "good 3"), named("carl", "good 4"), "--kind", "gauntlet", NULL);
	shows(scene, "4 of 6 games", "anna - mute", NULL);
	type(scene, "Q", NULL);
	expect_end(scene, BROKEN_OFF);
}

TEST_SCENE(it_fits_any_size, begin_hanging("--games", "2"))
{
	static const int sizes[][2] = {{160, 50}, {60, 16}, {40, 10}, {20, 4}, {5, 2}, {120, 30}, {80, 24}};

	shows(scene, "anna - mute", "Standing", NULL);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		vt_resize(scene->vt, sizes[i][0], sizes[i][1]);
		if (sizes[i][0] >= 60)
			shows(scene, "anna - mute", "Standing", "j k select", NULL);
	}
	shows_stone(scene, "b2", "●");
	type(scene, "Q", NULL);
	expect_end(scene, BROKEN_OFF);
}

TEST(the_panes_stay_while_there_is_no_board)
{
	TEMP char *record = temp_path("cup");
	FREED char *first = bytes_text("%s-1", record);
	struct scene *scene = begin(&small, "tournament", "lmc", "--game", "penalty", "--no-sandbox",
				    "--record", record, "sample:rotate", "sample:constant", NULL);
	int x, y, before;

	shows(scene, "OVER", "─ 2: ", "round 1000", NULL);
	assert_true(vt_find(scene->vt, "┐┌", &before, &y));
	assert_int_equal(unlink(first), 0);
	press(scene, "G", "─ 1: ", "no match file", NULL);
	assert_true(vt_find(scene->vt, "┐┌", &x, &y));
	assert_int_equal(x, before);
	type(scene, "q", NULL);
	expect_end(scene, 0);
}

TEST_SCENE(the_mouse_selects_and_scrolls, begin_three(&small, "2", "--concurrency", "1"))
{
	int x, y;

	shows(scene, "OVER", "6 of 6 games", "q leaves", NULL);
	assert_true(vt_find(scene->vt, "3 carl - anna", &x, &y) ||
		    vt_find(scene->vt, "3 anna - carl", &x, &y));
	vt_click(scene->vt, x, y);
	shows(scene, "─ 3: ", NULL);
	vt_wheel(scene->vt, x, y, 1);
	shows(scene, "─ 4: ", NULL);
	vt_wheel(scene->vt, x, y, -2);
	shows(scene, "─ 2: ", NULL);
	type(scene, "q", NULL);
	expect_end(scene, 0);
}

TEST_SCENE(q_asks_before_it_leaves, begin_hanging("--games", "2"))
{
	shows(scene, "anna - mute", NULL);
	press(scene, "q", "leave? y/n", NULL);
	press(scene, "j", "leave? y/n", NULL);
	press(scene, "n", "j k select", NULL);
	type(scene, "qy", NULL);
	expect_end(scene, BROKEN_OFF);
}

TEST_SCENE(a_signal_leaves_the_terminal_as_it_was, begin_hanging("--games", "2"))
{
	shows(scene, "anna - mute", NULL);
	vt_signal(scene->vt, SIGTERM);
	expect_end(scene, BROKEN_OFF);
	scene = begin_hanging("--games", "2");
	shows(scene, "anna - mute", NULL);
	shows_stone(scene, "b2", "●");
	press(scene, "\r", "FOLLOWING", NULL);
	vt_signal(scene->vt, SIGTERM);
	expect_end(scene, BROKEN_OFF);
}

/* Does one of its processes go on, except the one in a session of its own?  */
static bool a_table_goes_on(const struct scene *scene)
{
	FREED char *mark = bytes_text("RINGSIDE_TEST=%s", scene->mark);
	DIR *processes = opendir("/proc");
	struct dirent *entry;
	bool any = false;

	assert_non_null(processes);
	while (!any && (entry = readdir(processes))) {
		int session = 0, process = atoi(entry->d_name);
		char path[64], state = 'T';
		FILE *file;

		snprintf(path, sizeof(path), "/proc/%d/stat", process);
		file = process && carries_mark(entry->d_name, mark) ? fopen(path, "r") : NULL;
		any = file && fscanf(file, "%*d (ringside) %c %*d %*d %d", &state, &session) == 2 &&
		      session != process && state != 'T';
		if (file)
			fclose(file);
	}
	closedir(processes);
	return any;
}

TEST(suspending_it_suspends_its_tables)
{
	enum { LOOKS = 1000 }; /* a signal may take a while */
	struct scene *scene = begin_hanging("--concurrency", "2");
	bool goes_on = true;

	shows(scene, "1 anna - mute", "2 mute - anna", NULL);
	assert_true(a_table_goes_on(scene));
	type(scene, "\032", NULL);
	assert_true(vt_wait_stopped(scene->vt, LONG));
	assert_string_equal(vt_left_behind(scene->vt), "");
	for (int i = 0; i < LOOKS && goes_on; i++)
		goes_on = a_table_goes_on(scene);
	assert_false(goes_on);
	assert_int_equal(vt_signal_group(scene->vt, SIGCONT), 0);
	shows(scene, "1 anna - mute", "j k select", NULL);
	type(scene, "Q", NULL);
	expect_end(scene, BROKEN_OFF);
}

TEST_SCENE(notices_do_not_tear_the_screen,
	   begin(&small, "tournament", "gomocup", "--no-sandbox", "--seed", "1", "--on-failure", "withdraw",
		 named("anna", "good 1"), named("dead", "crash-at-once"), named("bert", "good 3"), NULL))
{
	shows(scene, "OVER", "6 of 6 games", NULL);
	shows(scene, "all games are over", NULL);
	press(scene, "l", "told so far", "dead failed at its start, and is withdrawn", NULL);
	type(scene, "qq", NULL);
	expect_end(scene, 0);
}

/* Its games are opened from there, but not from a folder that the results of a stranger name.  */
static void results_are_opened_with_their_games(const struct stage *stage)
{
	TEMP char *results = temp_path("results.jsonl"), *copy = temp_path("copy.jsonl");
	FREED char *record = bytes_text("%.*s/game", (int)(strrchr(results, '/') - results), results),
		   *line = bytes_text("cp '%s' '%s'", results, copy);
	size_t size;
	struct scene *scene = begin(stage, "tournament", "gomocup", "--no-sandbox", "--seed", "1", "--games",
				    "2", "--results", results, "--record", record, named("anna", "good 1"),
				    named("bert", "good 2"), NULL);

	shows(scene, "OVER", "2 of 2 games", NULL);
	press(scene, "q", NULL);
	expect_end(scene, 0);
	scene = begin(stage, "open", results, NULL);
	shows(scene, "OVER results.jsonl: gomocup, round-robin: 2 players", "2 of 2 games", "Standing", "1:0",
	      NULL);
	press(scene, "j", "j k select  enter open  tab ", NULL); /* no game runs that could pause */
	press(scene, "\r", "q list", "game-1", NULL);
	press(scene, "q", "2 of 2 games", NULL);
	press(scene, " ", "no game runs", NULL);
	type(scene, "q", NULL);
	expect_end(scene, 0);
	scene = begin(stage, "open", results, "--batch", "-x", "why", NULL);
	vt_finish(scene->vt, LONG);
	assert_non_null(strstr(vt_output(scene->vt, &size), "results are shown on a terminal"));
	expect_end(scene, 2 << 8);
	assert_int_equal(system(line), 0);
	scene = begin(stage, "open", copy, NULL);
	shows(scene, "2 of 2 games", NULL);
	press(scene, "\r", "there is no match file of that game: --record keeps", NULL);
	type(scene, "q", NULL);
	expect_end(scene, 0);
}

TEST(results_are_shown_again_on_all_stages)
{
	on_all_stages(results_are_opened_with_their_games);
}

TEST_SCENE(batch_prints_lines_on_a_terminal, begin_three(&small, "2", "--batch", "--no-mouse"))
{
	vt_finish(scene->vt, LONG);
	assert_false(vt_find(scene->vt, "┌", NULL, NULL));
	expect_end(scene, 0);
}

TEST(a_terminal_that_cannot_draw_gets_lines)
{
	static const struct stage dumb = {.cols = 80, .rows = 24, .term = "dumb"};
	struct scene *scene = begin_three(&dumb, "2", "--concurrency", "2");
	size_t size;

	vt_finish(scene->vt, LONG);
	assert_non_null(strstr(vt_output(scene->vt, &size), "there is no screen, but a line a game: "));
	assert_non_null(strstr(vt_output(scene->vt, &size), " beats "));
	expect_end(scene, 0);
}

/* A referee that breaks its protocol after each answer.  */
TEST_SCENE(the_table_of_a_small_screen_shows_void_games,
	   begin(&small, "tournament", "referee", "--no-sandbox", "--seed", "1", "--referee",
		 "sh -c 'read s; echo \"> 1 go\"; echo ask 1; read a; read d; echo nonsense'",
		 "env RINGSIDE_PLAYER=anna-of-the-very-very-long-name sh -c 'read l; echo a; cat'",
		 "env RINGSIDE_PLAYER=bert sh -c 'read l; echo a; cat'", NULL))
{
	shows(scene, "OVER", "2 of 2 games", "points void…", NULL);
	shows(scene, "1 anna-of-the-very-ver…      0    2", "2 bert", NULL);
	type(scene, "q", NULL);
	expect_end(scene, 0);
}

TEST(all_systems_have_a_screen)
{
	static const struct {
		const char *system, *option, *value, *one, *two;
	} rows[] = {{"gomocup", "--turn-time", "1s", "sample:threat", "sample:random"},
		    {"lmc", "--game", "penalty", "sample:rotate", "sample:constant"},
		    {"lmc2", "--game-program", "sample:game", "sample:rotate", "sample:constant"},
		    {"qchess", "--turn-time", "1s", "sample:thinker", "sample:random"},
		    {"asimulator", "--world", "classic", "sample:reasoner", "sample:wander"}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct scene *scene = begin(&small, "tournament", rows[i].system, rows[i].option,
					    rows[i].value, "--no-sandbox", "--seed", "1", "--concurrency",
					    "2", rows[i].one, rows[i].two, NULL);

		shows(scene, rows[i].system, "Standing", "OVER", "2 of 2 games", NULL);
		press(scene, "\r", "q list", NULL);
		press(scene, "q", "2 of 2 games", NULL);
		type(scene, "q", NULL);
		expect_end(scene, 0);
	}
}

TEST_MAIN(NULL, NULL)
