/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_config.c - the config file as all commands read it: mistakes, what wins, and named players.  */
#include "../temp.h"
#include "../test.h"
#include "program.h"

#include <sys/stat.h>
#include <unistd.h>

static char *path;   /* of the config of the test */
static char *folder; /* where it is */

static int make_folder(void **state)
{
	path = temp_path("config");
	folder = bytes_copy(path, (size_t)(strrchr(path, '/') - path));
	return 0;
}

static int remove_folder(void **state)
{
	temp_remove(path);
	free(folder);
	return 0;
}

static void write_config(const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static const struct {
	const char *text, *problem; /* behind the path */
} mistakes[] = {
	{"theme = dark\n", ":1:1: there is no section \"\""},
	{"[scren]\ntheme = dark\n", ":1:1: there is no section \"scren\": did you mean screen?"},
	{"[screen]\nthme = dark\n", ":2:1: there is no setting \"thme\": did you mean theme?"},
	{"[screen]\nlayout = wied\n", ":2:10: layout: \"wied\" is not a value: did you mean wide?"},
	{"[screen]\nnumbers = maybe\n", ":2:11: numbers: expected on or off, not \"maybe\""},
	{"[keys]\nF99 = next\n", ":2:1: \"F99\" is no key: expected a character"},
	{"[keys]\nx = nexxt\n", ":2:5: there is no command \"nexxt\": did you mean next?"},
	{"[all]\nturntime = 5s\n", ":2:1: there is no option \"turntime\": did you mean turn-time?"},
	{"[all]\nsize = 15\n", ":2:1: there is no option \"size\""},
	{"[all]\nturn-time = soon\n",
	 ":2:13: turn-time: expected a time such as 500ms, 2s or 1m, not \"soon\""},
	{"[all]\nsandbox = perhaps\n", ":2:11: sandbox: expected yes or no, not \"perhaps\""},
	{"[all]\ntheme = dark\n", ":2:1: theme belongs to [screen]"},
	{"[all]\nrecord = x\n", ":2:1: --record is for one command only: give it there"},
	{"[gomocup]\nrule = rneju\n", ":2:8: rule: \"rneju\" is not a value: did you mean renju?"},
	{"[gomocup]\nsize = 1\n", ":2:8: size: expected a number from 5 to "},
	{"[player a b]\ncommand = x\n",
	 ":1:1: a player's name has letters, digits, - _ . and +, not \"a b\""},
	{"\n[player a]\nfolder = /tmp\n", ":2:1: [player a] has no command: expected command = PROGRAM"},
	{"[player a]\ncomand = x\n", ":2:1: there is no entry \"comand\": did you mean command?"},
	{"[player a]\ncommand = x\nfolder = here\n", ":3:10: folder: expected a full path"},
	{"[player a]\ncommand = x\nsystem = gomocop\n",
	 ":3:10: there is no system \"gomocop\": did you mean gomocup?"},
	{"[player a]\ncommand = x\nenv 1A = x\n", ":3:10: env: expected the name of a variable, not \"1A\""},
	{"[screen]\ntheme\n", ":2:1: expected [section] or name = value"},
};

TEST(each_mistake_is_told_with_its_place_and_what_was_meant)
{
	for (size_t i = 0; i < LENGTH(mistakes); i++) {
		struct outcome outcome;
		FREED char *problem = bytes_text("ringside: %s%s", path, mistakes[i].problem);

		write_config(mistakes[i].text);
		outcome = ringside("config", ARGS("list", "--config", path));
		if (outcome.status != 2 || strncmp(outcome.err, problem, strlen(problem)) != 0 ||
		    !strstr(outcome.err, "\n  --no-config goes on without the config\n"))
			fail_msg("%s: %d, %s", mistakes[i].text, outcome.status, outcome.err);
	}
}

TEST(a_broken_config_does_not_hold_up_who_wants_none)
{
	static const char *const ways[][4] = {{"list", "--no-config", NULL},
					      {"list", "--no-config", "--config", NULL},
					      {"list", "--config", "", NULL},
					      {"--version", NULL}};

	write_config("[scren]\nx = y\n");
	for (size_t i = 0; i < LENGTH(ways); i++) {
		const char *args[6] = {0};

		for (int k = 0; ways[i][k]; k++)
			args[k] = ways[i][k];
		if (args[2] && !strcmp(args[2], "--config"))
			args[3] = path;
		ends(ringside("config", args), 0, NULL, NULL);
	}
}

TEST(a_config_that_everybody_can_write_is_refused)
{
	write_config("[screen]\ntheme = dark\n");
	assert_int_equal(chmod(path, 0666), 0);
	ends(ringside("config", ARGS("list", "--config", path)), 2, NULL,
	     "can be written by everybody, so its programs are not trusted");
	assert_int_equal(chmod(path, 0600), 0);
}

/* Plays a match of people with more options, and compares what `set` says.  */
static void settings_are(const char *text, const char *option, const char *value, const char *expected)
{
	const char *args[] = {"play",           "gomocup", "--config",   path, "--batch",      "-x",
			      "set turn-time?", "-x",      "set theme?", "-x", "set numbers?", "human",
			      "human",          option,    value,        NULL};
	struct outcome outcome;

	write_config(text);
	outcome = ringside("config", args);
	assert_string_equal(outcome.out, expected);
}

TEST(the_command_line_wins_over_the_config_and_that_over_defaults)
{
	static const char text[] =
		"[gomocup]\nturn-time = 3s\n[all]\nturn-time = 2s\n[screen]\n\ntheme = dark\n"
		"numbers = on\n[lmc]\nturn-time = 4s\n";

	FREED char *screen = bytes_text("theme = dark  (%s:7)\nnumbers = on  (%s:8)\n", path, path);
	FREED char *usual = bytes_text("turn-time = 3s\n%s", screen);
	FREED char *said = bytes_text("turn-time = 1s\n%s", screen);

	settings_are(text, NULL, NULL, usual);
	settings_are(text, "--turn-time", "1s", said);
	settings_are("", "--theme", "light",
		     "turn-time = 5s\ntheme = light  (the command line)\nnumbers = off  (default)\n");
}

TEST(a_named_player_plays_under_its_name_with_its_environment)
{
	FREED char *text =
		bytes_text("[player mine]\nsystem = gomocup\nfolder = %s\nenv TOLD = \"a b\"\n"
			   "command = sh -c 'test \"$TOLD\" = \"a b\" -a \"$PWD\" = %s || exit 9; exec "
			   "\"$AGENTS/brain\" good 3'\n",
			   folder, folder);
	struct outcome outcome;
	char *record;

	write_config(text);
	ends(ringside("config", ARGS("run", "gomocup", "--config", path, "--size", "7", "--turn-time",
				     limit(false, ""), "@mine", "sample:random")),
	     0, "(mine) played", NULL);
	outcome = ringside("config", ARGS("run", "lmc", "--config", path, "@mine", "@mine"));
	assert_int_equal(outcome.status, 2);
	assert_string_equal(outcome.err, "ringside: player 1: @mine plays gomocup, not lmc\n");
	ends(ringside("config", ARGS("list", "--config", path)), ANY, "\n  mine         gomocup: sh -c ",
	     NULL);
	write_config("[player told]\ncommand = sample:random\ninfo = a 1\ninfo = b 2\n");
	record = bytes_text("%s/told.ringside", folder);
	ends(ringside("config",
		      ARGS("run", "gomocup", "--config", path, "--record", record, "sample:random", "@told")),
	     0, NULL, NULL);
	ends(ringside("config", ARGS("export", "--format", "jsonl", record)), ANY,
	     "INFO a 1"
	     "|INFO b 2"
	     "|RINGSIDE_PLAYER=told",
	     NULL);
	ends(ringside("config", ARGS("rerun", "--config", path, "--seat", "2", record, "@tolt")), 2, NULL,
	     "the config has no [player tolt]: did you mean told?");
	ends(ringside("config", ARGS("rerun", "--config", path, "--seat", "2", record, "@told")), 0, NULL,
	     NULL);
	free(record);
	write_config("[player gone]\ncommand = ./nobody-there\nfolder = /\n");
	ends(ringside("config", ARGS("run", "gomocup", "--config", path, "@gone", "sample:random")), 3, NULL,
	     "//./nobody-there: No such file or directory");
	assert_int_equal(left_behind("config"), 0);
}

TEST_MAIN(make_folder, remove_folder)
