/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_gomocup.c - real processes in `ringside run`: each way to misbehave gets the right verdict and leaves
 * no process behind.
 *
 * RINGSIDE names the program, AGENTS the folder of brain and playback, TRANSCRIPTS the folder of the
 * transcripts.  */
#include "../temp.h"
#include "../test.h"
#include "ask_file.h"
#include "program.h"

#include <fcntl.h>
#include <jansson.h>
#include <stdbool.h>
#include <unistd.h>

enum { NONE = -1 };

struct expected {
	const char *mode;
	int winner; /* NONE for null */
	const char *reason;
	int blame; /* NONE for null */
	int moves;
	const char *detail; /* must be in the detail; NULL: any */
};

/* Seat 1 misbehaves, seat 2 behaves well and plays row 12.  If its mode does not stop it, seat 1 wins with
 * its fifth move, the ninth of the game.  */
static const struct expected table[] = {
	{"good", 1, "five", NONE, 9, "from a1 to e1"},
	{"ok-words", 1, "five", NONE, 9, NULL},
	{"ok-late-words", 1, "five", NONE, 9, NULL},
	{"no-ok", 1, "five", NONE, 9, NULL},
	{"banner", 1, "five", NONE, 9, NULL},
	{"two-moves", 1, "five", NONE, 9, NULL},
	{"cr", 1, "five", NONE, 9, NULL},
	{"crlf", 1, "five", NONE, 9, NULL},
	{"empty-lines", 1, "five", NONE, 9, NULL},
	{"leave-after-last", 1, "five", NONE, 9, NULL},
	{"ignore-end", 1, "five", NONE, 9, NULL},
	{"hold-output", 1, "five", NONE, 9, NULL},
	{"hide", 1, "five", NONE, 9, NULL},
	{"rubbish", 1, "five", NONE, 9, NULL},
	{"nul", 1, "five", NONE, 9, NULL},
	{"suggest", 1, "five", NONE, 9, NULL},
	{"complains", 1, "five", NONE, 9, NULL},
	{"silent", 2, "timeout", 1, 2, "made no move within the limit of 0.400 s for a turn"},
	/* A tracer from outside the judge stops no clock.  */
	{"traces-itself", 2, "timeout", 1, 2, "made no move within the limit of 0.400 s for a turn"},
	{"chatty", 2, "timeout", 1, 2, "made no move"},
	{"late", 2, "timeout", 1, 2, "made no move"},
	{"text", 2, "timeout", 1, 2, "made no move"},
	{"almost", 2, "timeout", 1, 2, "made no move"},
	{"error-only", 2, "timeout", 1, 2, "it had said \"ERROR I do not know what to do\""},
	{"flood-lines", 2, "timeout", 1, 2, NULL},
	{"flood-one-line", 2, "timeout", 1, 2, NULL},
	{"flood-stderr", 2, "timeout", 1, 2, NULL},
	{"outside", 2, "illegal", 1, 2, "99,99, outside the board of 15×15"},
	{"negative", 2, "illegal", 1, 2, "-1,3, outside"},
	{"occupied", 2, "illegal", 1, 2, "a1 (0,0), already taken"},
	{"huge", 2, "illegal", 1, 2, "999999999999,1, outside"},
	{"leave", 2, "exit", 1, 2, "exited with status 0"},
	{"leave-badly", 2, "crash", 1, 2, "exited with status 7"},
	{"crash", 2, "crash", 1, 2, "SIGSEGV"},
	{"close-output", 2, "exit", 1, 2, "closed its output"},
	{"close-input", 2, "exit", 1, NONE, NULL},
	{"leave-at-once", 2, "start", 1, 0, "exited with status 0 before it was ready"},
	{"crash-at-once", 2, "start", 1, 0, "SIGSEGV"},
	{"error-start", 2, "start", 1, 0, "ERROR I do not like this size"},
	{"never-reads", 2, "start", 1, 0, "did not say OK"},
};

/* The same with other limits.  */
static const struct limited {
	struct expected expected;
	const char *options[5];
} limited[] = {
	{{"grows", 2, "memory", 1, NONE, "157286400 are allowed"},
	 {"--turn-time", "20s", "--memory", "150M"}},
	{{"grows-by-a-child", 2, "memory", 1, 2, "157286400 are allowed"},
	 {"--turn-time", "20s", "--memory", "150M"}},
	{{"overfills", 2, "protocol", 1, 2, "31457280 bytes in its temporary folder, 20971520 are allowed"},
	 {"--turn-time", "20s", "--temp", "--strict"}},
	/* Its second move comes 5 ms after the question, which it has not read.  */
	{{"guesses", 2, "protocol", 1, 2, "a move that nobody asked for"}, {"--strict"}},
};

static void expect_number(json_t *object, const char *key, int expected)
{
	json_t *value = json_object_get(object, key);

	if (expected == NONE)
		assert_true(json_is_null(value));
	else
		assert_int_equal(json_integer_value(value), expected);
}

static void play_out(const struct expected *expected, const char *const *options)
{
	char player[400], rival[400];
	bool unready = strcmp(expected->mode, "no-ok") == 0 || strcmp(expected->mode, "never-reads") == 0;
	const char *args[ARGS_MAX] = {"run",
				      "gomocup",
				      "--json",
				      "--turn-time",
				      limit(strcmp(expected->reason, "timeout") == 0, "400ms"),
				      "--start-time",
				      limit(unready, "500ms"),
				      "--tolerance",
				      "0",
				      ONLY_SEAT_1_IS_LATE,
				      player,
				      rival};
	struct outcome outcome;
	json_t *object;

	for (int i = 0; options && options[i]; i++)
		args[14 + i] = options[i];
	snprintf(player, sizeof(player), "'%s/brain' %s", env("AGENTS"), expected->mode);
	snprintf(rival, sizeof(rival), "'%s/brain' good 12", env("AGENTS"));
	outcome = ringside(expected->mode, args);
	print_message("%s", outcome.out);
	assert_int_equal(outcome.status, 0);
	object = json_loads(outcome.out, 0, NULL);
	assert_non_null(object);
	assert_string_equal(json_string_value(json_object_get(object, "reason")), expected->reason);
	expect_number(object, "winner", expected->winner);
	expect_number(object, "blame", expected->blame);
	if (expected->moves != NONE)
		expect_number(object, "moves", expected->moves);
	if (expected->detail)
		assert_non_null(
			strstr(json_string_value(json_object_get(object, "detail")), expected->detail));
	assert_int_equal(left_behind(expected->mode), 0);
	json_decref(object);
}

TEST_EACH(gets_its_verdict, struct expected, table, mode)
{
	play_out(row, NULL);
}

TEST_EACH(gets_its_verdict_under_its_limits, struct limited, limited, expected.mode)
{
	play_out(&row->expected, row->options);
}

/* The verdicts on `tardy`, which takes 200 ms for a move whose limit is 20 ms: on a busy machine the judge
 * may leave most of them out.  */
static const struct tolerance {
	const char *options[4];
	const char *ns; /* in the match file */
	const char *reason;
} tolerances[] = {
	{{NULL}, "1000000000", "five"},
	{{"--tolerance", "0"}, "0", "timeout"},
	{{"--strict"}, "0", "timeout"},
	{{"--strict", "--tolerance", "2s"}, "2000000000", "five"},
};

TEST(the_default_tolerance_is_a_second)
{
	char folder[] = "/tmp/ringside-test-XXXXXX", record[80];

	assert_true(temporary_folder(folder));
	snprintf(record, sizeof(record), "%s/m.ringside", folder);
	for (size_t i = 0; i < LENGTH(tolerances); i++) {
		const struct tolerance *row = &tolerances[i];
		bool forgiven = strcmp(row->reason, "five") == 0;
		struct outcome outcome =
			ringside("tolerance",
				 ARGS("run", "gomocup", "--json", "--turn-time", "20ms", "--record", record,
				      agent("brain tardy"), agent("brain good 12"), row->options[0],
				      row->options[1], row->options[2], row->options[3]));
		FREED char *why = ask_file(record, "select 'why #' || ifnull(min(message), 1) from turn"
						   " where tolerance_ns > 0");
		struct outcome opened = ringside(
			"tolerance", ARGS("open", record, "--batch", "-x", why, "-x", "info seat 1"));
		json_t *object = json_loads(outcome.out, 0, NULL);
		FREED char *ns = ask_file(record, "select tolerance_ns from match");
		json_int_t count = json_integer_value(json_array_get(json_object_get(object, "forgiven"), 0));

		print_message("%s%s", outcome.out, opened.out);
		assert_string_equal(json_string_value(json_object_get(object, "reason")), row->reason);
		assert_string_equal(ns, row->ns);
		assert_int_equal(count > 0, forgiven);
		assert_int_equal(strstr(opened.out, " ms over, forgiven: the limit of 0.020 s") != NULL,
				 forgiven);
		assert_int_equal(unlink(record), 0);
		json_decref(object);
	}
	assert_int_equal(rmdir(folder), 0);
}

/* A recorded brain plays two games.  It begins the first, and its rival the one after RESTART.  The rival
 * plays row 12 and wins with its fifth move, because the recorded moves and those after them make no five. */
struct transcript {
	const char *file, *name, *size, *reason;
	int moves[2]; /* of both games */
	int winner;
};

static const struct transcript transcripts[] = {
	{"tr_carbon.txt", "Carbon", "15", "five", {10, 9}, 2},
	{"tr_epirust.txt", "pbrain-brainrot", "15", "start", {0, 0}, 2},
	{"tr_epirust.txt", "pbrain-brainrot", "20", "five", {10, 9}, 2},
	{"tr_java.txt", "Random", "15", "five", {10, 9}, 2},
	{"tr_pela.txt", "playback", "15", "five", {10, 9}, 2},
	{"tr_pyrandom.txt", "pbrain-pyrandom", "15", "five", {10, 9}, 2},
	{"tr_random.txt", "Random", "15", "five", {10, 9}, 2},
	{"tr_rapfi.txt", "Rapfi", "15", "five", {10, 9}, 2},
	{"tr_rapfi_yx.txt", "playback", "15", "five", {10, 9}, 2},
	{"tr_slowrenju.txt", "SlowRenju", "15", "five", {10, 9}, 2},
	{"tr_wine.txt", "playback", "15", "five", {10, 9}, 2},
	{"tr_xl.txt", "xl", "15", "five", {10, 9}, 2},
};

TEST_EACH(a_recorded_brain_ends_as_expected, struct transcript, transcripts, file)
{
	char player[600], rival[400];
	const char *args[] = {"run", "gomocup", "--json",  "--games", "2",   "--turn-time",
			      "60s", "--size",  row->size, player,    rival, NULL};
	struct outcome outcome;
	char *line, *rest;

	snprintf(player, sizeof(player), "'%s/playback' --speed 20 '%s/%s'", env("AGENTS"),
		 env("TRANSCRIPTS"), row->file);
	snprintf(rival, sizeof(rival), "'%s/brain' good 12", env("AGENTS"));
	outcome = ringside(row->file, args);
	print_message("%s", outcome.out);
	/* A series stops when a brain has refused its start twice.  */
	assert_int_equal(outcome.status, strcmp(row->reason, "start") == 0 ? 3 : 0);
	line = strtok_r(outcome.out, "\n", &rest);
	for (int game = 0; game < 2; game++, line = strtok_r(NULL, "\n", &rest)) {
		json_t *object = line ? json_loads(line, 0, NULL) : NULL;

		assert_non_null(object);
		assert_string_equal(json_string_value(json_object_get(object, "reason")), row->reason);
		expect_number(object, "winner", row->winner);
		expect_number(object, "moves", row->moves[game]);
		assert_string_equal(json_string_value(json_array_get(json_object_get(object, "names"), 0)),
				    row->name);
		json_decref(object);
	}
	assert_int_equal(left_behind(row->file), 0);
}

/* From the tenth game on the names are too long for a file.  */
TEST(a_game_that_cannot_be_recorded_is_played_with_a_warning)
{
	enum { NAME_MOST = 255, LONGEST = NAME_MOST - 2 };
	char folder[] = "/tmp/ringside-test-XXXXXX", record[400], path[420];
	const char *args[] = {"run",           "gomocup", "sample:random",
			      "sample:random", "--games", "10",
			      "--record",      record,    NULL};
	struct outcome outcome;

	assert_true(temporary_folder(folder));
	snprintf(record, sizeof(record), "%s/%0*d", folder, (int)LONGEST, 0);
	outcome = ringside("not-recorded", args);
	assert_int_equal(outcome.status, 6);
	assert_non_null(strstr(outcome.out, "game 10: "));
	assert_null(strstr(outcome.err, "game 9 is not recorded"));
	assert_non_null(strstr(outcome.err, "game 10 is not recorded"));
	for (int game = 1; game <= 9; game++) {
		snprintf(path, sizeof(path), "%s-%d", record, game);
		assert_int_equal(unlink(path), 0);
	}
	assert_int_equal(rmdir(folder), 0);
}

TEST(a_result_that_cannot_be_printed_ends_the_series)
{
	const char *args[] = {"-c",
			      "exec \"$RINGSIDE\" run gomocup sample:random sample:random --games 1000000 "
			      ">/dev/full",
			      NULL};
	struct outcome outcome = run_program("/bin/sh", "not-printed", args);

	assert_int_equal(outcome.status, 1);
	assert_non_null(strstr(outcome.err, "stdout cannot be written"));
}

TEST(a_list_or_help_that_cannot_be_printed_ends_with_status_1)
{
	static const char *const commands[] = {"list", "--help", "--version"};

	for (size_t i = 0; i < LENGTH(commands); i++) {
		const char *args[] = {"-c", "exec \"$RINGSIDE\" \"$0\" >/dev/full", commands[i], NULL};
		ends(run_program("/bin/sh", "not-listed", args), 1, NULL, "stdout cannot be written");
	}
}

TEST(a_command_that_cannot_be_started_ends_with_status_3)
{
	TEMP char *record = temp_path("match");
	const char *args[] = {"run",  "gomocup", "/nonexistent/brain", "sample:random", "--record",
			      record, NULL};
	struct outcome outcome;

	outcome = ringside("not-started", args);
	assert_int_equal(outcome.status, 3);
	assert_string_equal(outcome.out, "");
	assert_non_null(strstr(outcome.err, "/nonexistent/brain"));
	assert_int_equal(access(record, F_OK), -1);
	args[2] = "threat";
	ends(ringside("not-started", args), 3, NULL, "in PATH; sample:threat comes with ringside");
	assert_int_equal(left_behind("not-started"), 0);
}

TEST(a_mistake_on_the_command_line_ends_with_status_2_and_names_the_expected_value)
{
	static const struct {
		const char *args[8];
		const char *says;
	} wrong[] = {
		{{"run", "gomocup", "--size", "4", "sample:random", "sample:random"}, "from 5 to 64"},
		{{"run", "gomocup", "--turn-time", "soon", "sample:random", "sample:random"},
		 "--turn-time soon"},
		{{"run", "gomocup", "sample:random"}, "PLAYER1 PLAYER2"},
		{{"run", "chess", "a", "b"}, "gomocup"},
		{{"run", "gomocup", "--wrong", "a", "b"}, "--wrong"},
		{{"run", "gomocup", "'unclosed", "sample:random"}, "player 1"},
		{{"run", "gomocup", "sample:random", "sample:nobody"},
		 "no bundled agent is called \"nobody\""},
		{{"run", "gomocup", "human", "sample:random"}, "screen"},
		{{"run", "gomocup", "--max-line", "1", "a", "b"}, "from 256 up"},
		{{"run", "gomocup", "--record=", "a", "b"}, "--record : expected a file"},
		{{"walk"}, "walk"},
		{{"demo", "chess"}, "gomocup"},
		{{"demo", "--size", "4"}, "from 5 to 64"},
		{{"demo", "gomocup", "--size", "4"}, "from 5 to 64"},
		{{"run", "gomocup", "--rule", "chess", "a", "b"},
		 "--rule chess: expected freestyle, standard,"},
		{{"run", "gomocup", "--draw-at", "9999", "a", "b"}, "a number of stones from 1 to 4096"},
		{{"open", "--layout", "tall", "m"}, "--layout tall: expected auto, narrow,"},
		{{"rules", "gomocup", "--position", "h8g7h8"}, "move 3, \"h8\" at character 5"},
		{{"rules", "gomocup", "--position", "h8 p1"}, "move 2, \"p1\" at character 4"},
		{{"rules", "gomocup", "--position", "h8 pass"}, "\"pass\" at character 4"},
		{{"rules", "gomocup", "--position"}, "--position MOVES"},
		{{"rules", "gomocup", "--rule", "renju"}, "--position is missing"},
		{{"rules", "gomocup", "--rule", "chess", "--position", ""}, "--rule chess"},
		{{"rules", "gomocup", "--position", "", "h8"}, "one word too many"},
		{{"rules", "--position", "h8"}, "SYSTEM"},
		{{"run", "gomocup", "--position", "h8", "a", "b"}, "(see ringside run gomocup --help)"},
		{{"rules", "lmc", "--position", "h8"},
		 "lmc cannot judge a position: expected gomocup or uci\n"},
		{{"run", "asimulator", "--world", "nope", "a", "b"},
		 "--world nope: cannot be read: No such file or directory (`ringside list` names"},
		{{"--nope"}, "ringside has no option --nope (see ringside --help)"},
		{{"list", "h8"}, "\"h8\" is one word too many: ringside list\n"},
	};

	for (size_t i = 0; i < LENGTH(wrong); i++) {
		ends(ringside("usage", wrong[i].args), 2, NULL, wrong[i].says);
	}
}

TEST(the_rules_of_a_position_are_printed)
{
	static const struct {
		const char *args[9];
		const char *says;
	} asked[] = {
		{{"rules", "gomocup", "--rule", "renju", "--position", "i8a1j8c1h9e1h10g1"}, "7,7\nnone\n"},
		{{"rules", "gomocup", "--rule=renju", "--position=8,7 0,0 9,7 2,0 7,8 4,0 7,9"},
		 "7,7\nnone\n"},
		{{"rules", "gomocup", "--position", "a1b1a2b2a3b3a4b4a5"}, "win\n"},
		{{"rules", "gomocup", "--size", "5x9", "--rule", "caro", "--position", ""}, "none\n"},
	};

	for (size_t i = 0; i < LENGTH(asked); i++) {
		struct outcome outcome = ringside("rules", asked[i].args);

		assert_int_equal(outcome.status, 0);
		assert_string_equal(outcome.out, asked[i].says);
		assert_string_equal(outcome.err, "");
	}
}

TEST(threat_beats_random_100_to_0_with_300_nodes_a_move)
{
	const char *args[] = {"run",           "gomocup", "--games",
			      "100",           "--json",  "sample:threat --nodes 300",
			      "sample:random", NULL};
	struct outcome outcome = ringside("strength", args);
	char *line, *rest;
	int games = 0;

	assert_int_equal(outcome.status, 0);
	for (line = strtok_r(outcome.out, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		json_t *object = json_loads(line, 0, NULL);

		assert_non_null(object);
		expect_number(object, "game", ++games);
		expect_number(object, "winner", 1);
		assert_string_equal(json_string_value(json_object_get(object, "reason")), "five");
		json_decref(object);
	}
	assert_int_equal(games, 100);
	assert_non_null(strstr(outcome.err, "threat 100, random 0, draws 0"));
}

/* The seat that began game 1 does not begin game 2, and one process plays both.  */
TEST(colours_alternate_and_restart_separates_the_games)
{
	static const char sql[] = "select group_concat(rtrim(bytes, char(13, 10)), '|') from message where "
				  "seat = 1 and dir = 'to' "
				  "and channel = 'command' and rtrim(bytes, char(13, 10)) not like 'TURN%'";
	static const char types[] = "select group_concat(rtrim(bytes, char(13, 10)), '|') from message where "
				    "rtrim(bytes, char(13, 10)) like 'INFO game_type%'";
	char directory[] = "/tmp/ringside-XXXXXX", record[80], path[80], first[400];
	const char *args[] = {
		"run", "gomocup", "--games", "2", "--record", record, first, "sample:random --seed 1", NULL};
	struct outcome outcome;

	assert_true(temporary_folder(directory));
	snprintf(record, sizeof(record), "%s/match.ringside", directory);
	snprintf(first, sizeof(first), "'%s/brain' good", env("AGENTS"));
	outcome = ringside("series", args);
	assert_int_equal(outcome.status, 0);
	for (int game = 1; game <= 2; game++) {
		snprintf(path, sizeof(path), "%s/match-%d.ringside", directory, game);
		assert_text(ask_file(path, sql), game == 1 ? "ABOUT|START 15|BEGIN" : "RESTART|END");
		assert_text(ask_file(path, types), "INFO game_type 2|INFO game_type 2");
		assert_int_equal(unlink(path), 0);
	}
	assert_int_equal(rmdir(directory), 0);
}

/* Runs a line of sh in a new folder, which is also TMPDIR.  The script brain.sh in it runs brain with this
 * mode.  Fails the test if the line leaves any file but those expected.  */
static struct outcome in_new_folder(const char *mark, const char *mode, const char *line, const char *left)
{
	char folder[] = "/tmp/ringside-test-XXXXXX", script[2000], file[200];
	const char *args[] = {"-c", script, NULL};
	struct outcome outcome;

	assert_true(temporary_folder(folder));
	snprintf(script, sizeof(script),
		 "cd %s && export TMPDIR=$PWD && echo \"exec '$AGENTS/brain' %s \\$1\" >brain.sh && %s",
		 folder, mode, line);
	outcome = run_program("/bin/sh", mark, args);
	snprintf(file, sizeof(file), "%s/brain.sh", folder);
	assert_int_equal(unlink(file), 0);
	snprintf(file, sizeof(file), "%s/m.ringside", folder);
	unlink(file);
	snprintf(file, sizeof(file), "%s/%s", folder, left ? left : "");
	if (left)
		assert_int_equal(rmdir(file), 0);
	if (rmdir(folder) != 0)
		fail_msg("files were left in %s", folder);
	assert_int_equal(left_behind(mark), 0);
	return outcome;
}

TEST(each_agent_has_a_temporary_folder_while_it_runs)
{
	struct outcome outcome =
		in_new_folder("temporary", "litters",
			      "\"$RINGSIDE\" run gomocup --temp --record m.ringside 'sh brain.sh' "
			      "'sh ./brain.sh 12' && "
			      "grep -aoh \"I am in $PWD/ringside-agent-......\" m.ringside | sort -u | "
			      "wc -l && ls",
			      NULL);

	if (!strstr(outcome.out, "five in a row") || !strstr(outcome.out, "\n2\nbrain.sh\nm.ringside\n"))
		fail_msg("%s%s", outcome.out, outcome.err);
}

/* The brain kills ringside, so nobody removes the folder.  A process that is about to become the other agent
 * may hold its lock a little longer.  */
TEST(the_next_ringside_removes_folders_that_a_killed_one_left)
{
	struct outcome outcome =
		in_new_folder("killed", "good",
			      "echo 'touch here; kill -9 $PPID' >killer.sh; "
			      "\"$RINGSIDE\" run gomocup --temp 'sh killer.sh' sample:random; "
			      "ls -d ringside-agent-* >/dev/null && echo left; rm killer.sh; "
			      "for i in ringside-agent-*; do flock \"$i\" true; done; "
			      "\"$RINGSIDE\" run gomocup --temp 'sh brain.sh' 'sh brain.sh 12' && ls",
			      NULL);

	if (!strstr(outcome.out, "left\n") || !strstr(outcome.out, "five in a row") ||
	    !strstr(outcome.out, "\nbrain.sh\n") || strstr(outcome.out, "ringside-agent-"))
		fail_msg("%s%s", outcome.out, outcome.err);
}

TEST(agents_run_in_the_folder_of_ringside_by_default)
{
	struct outcome outcome =
		in_new_folder("here", "litters",
			      "\"$RINGSIDE\" run gomocup --record m.ringside 'sh brain.sh' sample:random && "
			      "grep -aoh \"no folder of my own: $PWD\" m.ringside | wc -l",
			      NULL);

	if (!strstr(outcome.out, "\n1\n"))
		fail_msg("%s%s", outcome.out, outcome.err);
}

TEST(the_folder_for_lasting_files_is_created_and_told_with_its_full_path)
{
	struct outcome outcome =
		in_new_folder("lasting", "good",
			      "\"$RINGSIDE\" run gomocup --folder lasting --record m.ringside 'sh brain.sh' "
			      "sample:random && grep -aoh \"INFO folder $PWD/lasting\" m.ringside | wc -l",
			      "lasting");

	if (!strstr(outcome.out, "\n2\n"))
		fail_msg("%s%s", outcome.out, outcome.err);
	ends(in_new_folder("lasting", "good",
			   "\"$RINGSIDE\" run gomocup --folder brain.sh 'sh brain.sh' sample:random", NULL),
	     2, NULL, "the folder brain.sh cannot be made: Not a directory");
}

/* A section begins with its heading and ends at the next one.  */
TEST(the_manual_lists_the_keys_of_a_board_under_its_system)
{
	static const struct {
		const char *heading, *tag, *text;
	} cases[] = {
		{".SS On the board of gomocup\n", ".B \"#\"\n",
		 "show or hide the numbers of the stones (:set numbers).\n"},
		{".SS On the board of gomocup\n", ".BI \":set \" \"origin\"\n",
		 "draw row 1 at the top or at the bottom.\n"},
		{".SS On the board of asimulator\n", ".B \"T\"\n",
		 "show or hide what the agents cannot know of their worlds (:set truth).\n"},
	};
	struct outcome outcome = ringside("manual", ARGS("--manual"));

	assert_int_equal(outcome.status, 0);
	for (size_t i = 0; i < LENGTH(cases); i++) {
		FREED char *wanted = bytes_text(".TP\n%s%s", cases[i].tag, cases[i].text);
		const char *part = strstr(outcome.out, cases[i].heading), *end, *found;

		assert_non_null(part);
		end = strstr(part + 1, "\n.S");
		found = strstr(part, wanted);
		assert_non_null(found);
		assert_non_null(end);
		assert_true(found < end);
	}
}

/* Text that it writes to stderr before its answer is also recorded before it.  */
TEST(text_that_comes_in_pieces_becomes_lines_before_the_answer)
{
	static const char words[] =
		"select group_concat(iif(channel = 'stderr', replace(cast(bytes as text), char(10), ''), "
		"'=')) "
		"from (select * from message where seat = 1 and channel in ('stderr', 'move') order by n)";
	char folder[] = "/tmp/ringside-test-XXXXXX", record[80];
	struct outcome outcome;

	assert_true(temporary_folder(folder));
	snprintf(record, sizeof(record), "%s/m.ringside", folder);
	outcome = ringside("mutters", ARGS("run", "gomocup", "--draw-at", "4", "--stderr-pipe", "--record",
					   record, agent("brain mutters"), agent("brain good 12")));
	assert_int_equal(outcome.status, 0);
	assert_text(ask_file(record, words), "thinks hard,and,=,thinks hard,and,=");
	assert_int_equal(unlink(record), 0);
	assert_int_equal(rmdir(folder), 0);
}

TEST_MAIN(NULL, NULL)
