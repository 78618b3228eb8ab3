/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_check.c - `ringside check --suite`: positions as tests, for agents of all systems, and its reports. */
#include "../test.h"
#include "games.h"
#include "program.h"
#include "ringside/bytes.h"

#include <jansson.h>
#include <signal.h>

#define MARK "check"
enum { PASSED = 0, FAILED = 1, WRONG = 2, NOT_STARTED = 125 };

/* ---- shared by the tests ---- */

static struct {
	char folder[40];
	char suite[60], match[60], report[60]; /* files in the folder */
	char row3[300];                        /* a gomoku brain that plays a4, b4, c4 and so on */
	struct outcome outcome;
} bench;

static int set_up(void **state)
{
	memset(&bench, 0, sizeof(bench));
	strcpy(bench.folder, "/tmp/ringside-test-XXXXXX");
	folder_make(bench.folder);
	snprintf(bench.suite, sizeof(bench.suite), "%s/mine.suite", bench.folder);
	snprintf(bench.match, sizeof(bench.match), "%s/m.ringside", bench.folder);
	snprintf(bench.report, sizeof(bench.report), "%s/report.xml", bench.folder);
	snprintf(bench.row3, sizeof(bench.row3), "'%s/brain' good 3", env("AGENTS"));
	return 0;
}

static int tear_down(void **state)
{
	folder_remove(bench.folder);
	return 0;
}

/* Runs ringside with these arguments, and checks that it leaves no process behind.  */
#define RUN(...) run(ARGS(__VA_ARGS__))

static void run(const char *const *args)
{
	bench.outcome = ringside(MARK, args);
	print_message("%s%s", bench.outcome.out, bench.outcome.err);
	assert_int_equal(left_behind(MARK), 0);
}

/* Writes the suite, and checks the brain with these further arguments.  */
#define CHECK(text, ...)                                                                                     \
	do {                                                                                                 \
		file_write(bench.suite, text, false);                                                        \
		RUN("check", "gomocup", "--suite", bench.suite, __VA_ARGS__);                                \
	} while (0)

static void expect_status(int status)
{
	assert_int_equal(bench.outcome.status, status);
}

/* Checks that the text contains these, in this order.  */
#define EXPECT(text, ...) expect(text, ARGS(__VA_ARGS__))

static void expect(const char *text, const char *const *parts)
{
	for (const char *at = text; *parts; parts++) {
		const char *found = strstr(at, *parts);

		if (!found)
			fail_msg("\"%s\" is not in \"%s\"", *parts, at);
		else
			at = found + strlen(*parts);
	}
}

static char *file_text(const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = calloc(1, 65536);

	assert_non_null(file);
	assert_true(fread(text, 1, 65535, file) > 0);
	fclose(file);
	return text;
}

/* ---- cases ---- */

TEST_IN(any_of_the_wanted_moves_passes_and_another_one_fails, set_up, tear_down)
{
	CHECK("[case one]\nposition = h8h9\nmove = g8 a4\n\n[case two]\nposition = h8h9j10\nmove = g8|l8\n",
	      bench.row3);
	expect_status(FAILED);
	EXPECT(bench.outcome.out, "passed ", "  one\n", "failed ", "  two\n", "expected g8|l8\n",
	       "it played a4\n", "position: h8h9j10\n", "2 cases in ", ": 1 passed, 1 failed\n");
}

TEST_IN(a_move_that_is_not_wanted_fails, set_up, tear_down)
{
	CHECK("[case one]\nposition = h8h9\nnot = a4\n[case two]\nposition = h8h9\nnot = b4\n", bench.row3);
	expect_status(FAILED);
	EXPECT(bench.outcome.out, "failed ", "  one\n", "expected a legal move, not a4\n", "passed ",
	       "  two\n");
}

TEST_IN(the_agent_plays_whichever_colour_is_to_move, set_up, tear_down)
{
	CHECK("[case begins]\nmove = a4\n[case black]\nposition = h8h9\nmove = a4\n"
	      "[case white]\nposition = h8h9i9\nmove = a4\n",
	      bench.row3);
	expect_status(PASSED);
}

TEST_IN(an_agent_that_hangs_crashes_or_breaks_the_rules_fails, set_up, tear_down)
{
	static const struct {
		const char *does, *says;
	} agents[] = {{":", "timeout: "}, {"kill -SEGV $$", "crash: "}, {"echo 99,99", "illegal: "}};

	for (size_t i = 0; i < LENGTH(agents); i++) {
		FREED char *agent =
			bytes_text("sh -c 'while read l; do case $l in START*) echo OK;; BEGIN*) %s;; esac; "
				   "done'",
				   agents[i].does);

		CHECK(i == 0 ? "[case one]\nturn-time = 100ms\ntolerance = 0\n" /* it never answers */
			     : "[case one]\nturn-time = 60s\n",
		      agent);
		expect_status(FAILED);
		EXPECT(bench.outcome.out, "failed ", "expected a legal move\n", agents[i].says);
	}
}

TEST_IN(a_move_that_comes_later_than_wanted_fails, set_up, tear_down)
{
	/* So slow that no delay of the judge explains it.  */
	CHECK("[case one]\nwithin = 1us\nturn-time = 60s\n",
	      "sh -c 'while read -r line; do case $line in START*) echo OK;; BEGIN*) sleep 1; echo 0,3;; "
	      "END*) exit;; esac; done'");
	expect_status(FAILED);
	EXPECT(bench.outcome.out, "expected a legal move, within 1us\n", "it played a4 after ");
}

TEST_IN(what_all_cases_say_holds_unless_a_case_says_otherwise, set_up, tear_down)
{
	CHECK("[all]\nsize = 5\n[case small]\nposition = a1\nmove = a4\n"
	      "[case large]\nsize = 19\nposition = s19\nmove = a4\n",
	      bench.row3);
	expect_status(PASSED);
}

TEST_IN(each_run_of_a_case_counts, set_up, tear_down)
{
	CHECK("[case one]\nruns = 2\nmove = b4\n[case two]\nmove = a4\n", "--concurrency", "3", bench.row3);
	expect_status(FAILED);
	EXPECT(bench.outcome.out, "  one\n", "2 of 2 runs failed\n", "run ", "expected b4\n", "  two\n");
	CHECK("[case one]\nruns = 2\nmove = b4\n", "--runs", "3", bench.row3);
	EXPECT(bench.outcome.out, "3 of 3 runs failed\n");
}

TEST_IN(names_and_tags_choose_cases, set_up, tear_down)
{
	static const char suite[] = "[case block one]\ntags = fast\n[case block two]\nmove = a4\n[case "
				    "other]\ntags = slow fast\n";

	CHECK(suite, "--only", "slow,block o*", bench.row3);
	expect_status(PASSED);
	EXPECT(bench.outcome.out, "block one\n", "other\n", "2 cases in ");
	CHECK(suite, "--only", "slower", bench.row3);
	expect_status(WRONG);
	EXPECT(bench.outcome.err, "--only slower: none of the 3 cases has such a name or tag");
}

TEST_IN(an_agent_that_cannot_be_started_is_told_apart, set_up, tear_down)
{
	CHECK("[case one]\nmove = a4\n", "/nowhere/brain");
	expect_status(NOT_STARTED);
}

/* ---- mistakes ---- */

TEST_IN(a_mistake_is_told_with_its_place_before_an_agent_starts, set_up, tear_down)
{
	static const struct {
		const char *suite, *says;
	} cases[] = {
		{"[case one]\nmvoe = a4\n", "mine.suite:2:1: a case has no key \"mvoe\": did you mean move?"},
		{"[case one]\nmove = z99\n", "mine.suite:2:8: \"z99\" is not a square"},
		{"[case one]\nmove = |\n", "mine.suite:2:8: expected a move"},
		{"[case one]\nnot = z99\n", "mine.suite:2:7: \"z99\" is not a square"},
		{"[case one]\nwithin = soon\n", "mine.suite:2:10: "},
		{"[case one]\nsize = 4\n", "mine.suite:2:8: "},
		{"[case one]\nposition = h8h8\n", "mine.suite:2:12: "},
		{"[case one]\nposition = gone.psq:3\n", "mine.suite:2:12: "},
		{"move = a4\n", "mine.suite:1:1: expected [case NAME] before the first key"},
		{"[case one]\n[case two]\nmove = a4\n", "mine.suite:1:1: nothing is said here"},
		{"[caes one]\nmove = a4\n", "mine.suite:1:1: expected [case NAME] or [all], not [caes one]"},
		{"[case one]\nmove = a4\n[case one]\nmove = a5\n",
		 "mine.suite:3:1: there are two cases \"one\""},
		{"[all]\nsize = 5\n", "mine.suite: there is no case in it"},
	};

	for (size_t i = 0; i < LENGTH(cases); i++) {
		CHECK(cases[i].suite, "/nowhere/brain");
		expect_status(WRONG);
		EXPECT(bench.outcome.err, cases[i].says);
	}
}

TEST_IN(a_check_of_a_person_is_refused, set_up, tear_down)
{
	CHECK("[case one]\n", "human");
	expect_status(WRONG);
	CHECK("[case one]\nmove = a4\n", "--format", "tap", "--json", bench.row3);
	expect_status(WRONG);
}

/* ---- reports ---- */

static const char two_cases[] = "[case it's #1 \\ <&>]\nmove = a4\n[case two]\nmove = b4\n";

TEST_IN(tap_has_a_plan_and_says_why_a_case_fails, set_up, tear_down)
{
	CHECK(two_cases, "--format", "tap", bench.row3);
	expect_status(FAILED);
	EXPECT(bench.outcome.out, "TAP version 13\n1..2\nok 1 - ", "it's \\#1 \\\\ <&>\n", "not ok 2 - ",
	       "two\n", "  ---\n  duration_ms: ", "  message: |\n    expected b4\n    it played a4\n",
	       "  ...\n");
}

TEST_IN(json_has_an_object_for_each_case, set_up, tear_down)
{
	json_t *object;

	CHECK(two_cases, "--json", bench.row3);
	expect_status(FAILED);
	object = json_loads(strchr(bench.outcome.out, '\n'), JSON_DISABLE_EOF_CHECK, NULL);
	assert_string_equal(game_word(object, "name"), "two");
	assert_string_equal(game_word(object, "result"), "failed");
	assert_true(json_is_real(json_object_get(object, "time")));
	assert_string_equal(game_word(object, "group"), bench.suite);
	EXPECT(game_word(object, "why"), "expected b4\nit played a4\n");
	json_decref(object);
}

TEST_IN(junit_has_a_suite_with_its_failures, set_up, tear_down)
{
	char *text;

	CHECK(two_cases, "--junit", bench.report, bench.row3);
	expect_status(FAILED);
	text = file_text(bench.report);
	EXPECT(text, "<?xml version=\"1.0\"",
	       "<testsuites name=\"ringside\" tests=\"2\" failures=\"1\" errors=\"0\"",
	       "<testsuite name=", " classname=\"gomocup\" name=\"it's #1 \\ &lt;&amp;&gt;\" time=\"0.",
	       "<testcase", "<failure message=\"expected b4\">expected b4\nit played a4\n",
	       "</testsuites>\n");
	free(text);
	CHECK(two_cases, "--junit", "/nowhere/report.xml", bench.row3);
	expect_status(WRONG);
}

TEST_IN(a_report_says_that_not_all_cases_were_tried, set_up, tear_down)
{
	char *text;

	CHECK(two_cases, "--junit", bench.report, "--format", "tap", "/nowhere/brain");
	expect_status(NOT_STARTED);
	EXPECT(bench.outcome.out, "1..2\nBail out! ");
	text = file_text(bench.report);
	EXPECT(text, "errors=\"1\"", "<error message=");
	free(text);
}

/* ---- positions in files, of all systems ---- */

enum { WORDS = 8 };

static const struct row {
	const char *system;
	const char *recorded[WORDS]; /* @ stands for the folder of the agents, % for the test's */
	const char *agent;
	int move; /* the number of the move that is tried */
	const char *right, *wrong;
} rows[] = {
	{"gomocup", {"'@/brain' good 3", "'@/brain' good 12"}, "'@/brain' good 3", 3, "b4", "a4"},
	/* Of two players the faster one has the first turn: so there is one.  */
	{"lmc",
	 {"'@/player' good a b", "--game", "imitate", "--turns", "6"},
	 "'@/player' good a b",
	 2,
	 "b",
	 "a"},
	{"lmc2",
	 {"'@/player' good b", "--game-program", "'@/game_program' good 4"},
	 "'@/player' good b",
	 2,
	 "b",
	 "a"},
	{"qchess",
	 {"'@/qchess_agent' good", "'@/qchess_agent' good", "--classical", "--max-moves", "8"},
	 "'@/qchess_agent' good",
	 3,
	 NULL,
	 "0,0"},
	{"asimulator",
	 {"'@/asim_client' good 14221", "--world", "%/test.world"},
	 "'@/asim_client' good 14221",
	 1,
	 NULL,
	 "grab"},
};

static const char world[] = "AWorld 1\nMove_Cost 1\nTurn_Left_Cost 1\nTurn_Right_Cost 1\nGrab_Cost 1\n"
			    "Item_Reward 50\nHome_Reward 9\nInitial_Score -10\n"
			    "Agent 1 1 0\nMap 4 3\n####\n#hi#\n####\n";

/* The caller frees.  */
static char *written(const char *text)
{
	struct bytes out = {0};

	bytes_add_text(&out, "");
	for (; *text; text++) {
		if (*text == '@')
			bytes_add_text(&out, env("AGENTS"));
		else if (*text == '%')
			bytes_add_text(&out, bench.folder);
		else
			bytes_add(&out, text, 1);
	}
	return out.at;
}

static void record(const struct row *row)
{
	const char *args[WORDS + 5] = {"run", row->system, "--record", bench.match};
	char *owned[WORDS];
	FREED char *path = written("%/test.world");
	int count = 0;

	file_write(path, world, false);
	for (; row->recorded[count]; count++)
		args[count + 4] = owned[count] = written(row->recorded[count]);
	run(args);
	expect_status(0);
	while (count--)
		free(owned[count]);
}

TEST_IN(agents_of_all_systems_are_asked_at_the_beginning, set_up, tear_down)
{
	static const struct {
		const char *system, *keys, *agent;
	} cases[] = {
		{"gomocup", "move = a4", "'@/brain' good 3"},
		{"lmc", "move = rock", "'@/player' good rock"},
		{"lmc", "game = imitate\nmove = a", "'@/player' good a"},
		{"lmc2", "game-program = '@/game_program' good 4\nmove = b", "'@/player' good b"},
		{"qchess", "within = 60s", "'@/qchess_agent' good"},
		{"asimulator", "world = %/test.world\nmove = move", "'@/asim_client' good 14221"},
	};

	for (size_t i = 0; i < LENGTH(cases); i++) {
		FREED char *agent = written(cases[i].agent);
		FREED char *keys = written(cases[i].keys);
		FREED char *suite = bytes_text("[case one]\n%s\n", keys);
		FREED char *path = written("%/test.world");

		file_write(path, world, false);
		file_write(bench.suite, suite, false);
		RUN("check", cases[i].system, "--suite", bench.suite, agent, "--trust");
		expect_status(PASSED);
	}
}

TEST_IN(a_recorded_match_decides_its_options, set_up, tear_down)
{
	RUN("run", "gomocup", "--size", "9", "--record", bench.match, bench.row3, "sample:random");
	CHECK("[all]\nsize = 15\n[case one]\nposition = m.ringside:3\nmove = b4\n[case two]\nposition = "
	      "o15\n",
	      "--strict", bench.row3);
	expect_status(PASSED);
	CHECK("[case one]\nposition = m.ringside:3\nsize = 15\n", bench.row3);
	expect_status(WRONG);
	EXPECT(bench.outcome.err,
	       "mine.suite:2:12: ", "the recorded match decides its options: leave out --size");
}

TEST_IN(an_interrupt_ends_the_trials, set_up, tear_down)
{
	const char *args[] = {"check",
			      "gomocup",
			      "--suite",
			      bench.suite,
			      "--concurrency",
			      "2",
			      "--format",
			      "tap",
			      "sh -c 'while read l; do case $l in START*) echo OK;; esac; done'",
			      NULL};
	struct program program;
	char *line;

	file_write(bench.suite, "[all]\nturn-time = 1000s\nruns = 2\n[case one]\nmove = a4\n", false);
	program = program_begin(env("RINGSIDE"), MARK, args, -1);
	line = program_line(&program);
	free(line);
	kill(program.pid, SIGINT);
	bench.outcome = program_end(&program);
	expect_status(130);
	EXPECT(bench.outcome.out, "Bail out! interrupted");
	assert_int_equal(left_behind(MARK), 0);
}

TEST_IN(each_run_has_its_own_seed, set_up, tear_down)
{
	FREED char *agent = written("sh -c 'echo {seed} >>%/seeds; exec \"@/brain\" good 3'");
	FREED char *path = written("%/seeds");
	char *seeds, *second;

	CHECK("[case one]\nruns = 2\nmove = a4\n", agent);
	expect_status(PASSED);
	seeds = file_text(path);
	second = strchr(seeds, '\n') + 1;
	assert_true(*second);
	assert_string_not_equal(second, seeds);
	assert_true(strncmp(seeds, second, (size_t)(second - seeds)) != 0);
	free(seeds);
}

TEST_IN(agents_of_all_systems_are_asked_in_a_position_of_a_match_file, set_up, tear_down)
{
	for (size_t i = 0; i < LENGTH(rows); i++) {
		FREED char *agent = written(rows[i].agent);
		char *suite;

		record(&rows[i]);
		suite = bytes_text("[case right]\nposition = m.ringside:%d\n%s%s\n[case wrong]\n"
				   "position = m.ringside:%d\nmove = %s\n",
				   rows[i].move, rows[i].right ? "move = " : "",
				   rows[i].right ? rows[i].right : "", rows[i].move, rows[i].wrong);
		file_write(bench.suite, suite, false);
		RUN("check", rows[i].system, "--trust", "--suite", bench.suite, agent);
		expect_status(FAILED);
		EXPECT(bench.outcome.out, "passed ", "  right\n", "failed ", "  wrong\n", "it played ",
		       "1 passed, 1 failed\n");
		remove(bench.match);
		free(suite);
	}
}

TEST_IN(a_position_where_the_game_is_over_is_a_mistake, set_up, tear_down)
{
	static const char *const positions[] = {"m.ringside", "m.ringside:10"};

	record(&rows[0]);
	for (size_t i = 0; i < LENGTH(positions); i++) {
		FREED char *suite = bytes_text("[case one]\nposition = %s\n", positions[i]);

		CHECK(suite, "/nowhere/brain");
		expect_status(WRONG);
		EXPECT(bench.outcome.err, "mine.suite:2:12: the game is over there");
	}
}

TEST_IN(an_agent_that_ends_before_the_position_fails, set_up, tear_down)
{
	for (size_t i = 0; i < LENGTH(rows); i++) {
		FREED char *suite = bytes_text("[case one]\nposition = m.ringside:%d\n", rows[i].move);

		record(&rows[i]);
		file_write(bench.suite, suite, false);
		RUN("check", rows[i].system, "--trust", "--suite", bench.suite, "sh -c 'exit 3'");
		expect_status(FAILED);
		EXPECT(bench.outcome.out, "failed ", "exited with status 3", "1 failed\n");
		remove(bench.match);
	}
}

/* ---- a position becomes a case ---- */

TEST_IN(a_position_of_a_match_becomes_a_case_of_every_system, set_up, tear_down)
{
	for (size_t i = 0; i < LENGTH(rows); i++) {
		FREED char *agent = written(rows[i].agent);
		FREED char *place = bytes_text("%s:%d", bench.match, rows[i].move);

		record(&rows[i]);
		RUN("case", place);
		expect_status(0);
		EXPECT(bench.outcome.out, "[case m.ringside:", "]\nposition = ", "\nnot = ");
		file_write(bench.suite, bench.outcome.out, false);
		RUN("check", rows[i].system, "--trust", "--suite", bench.suite, agent);
		expect_status(FAILED);
		EXPECT(bench.outcome.out, "expected a legal move, not ", "it played ");
		remove(bench.match);
	}
}

TEST_IN(moves_alone_say_a_position_of_gomoku, set_up, tear_down)
{
	FREED char *place = bytes_text("%s:3", bench.match);

	RUN("run", "gomocup", "--size", "19", "--record", bench.match, bench.row3, "sample:random");
	RUN("case", place, "--wanted", "b4 h8", "--name", "three");
	expect_status(0);
	EXPECT(bench.outcome.out, "[case three]\nposition = a4", "\nsize = 19\nmove = b4 h8\n");
	file_write(bench.suite, bench.outcome.out, false);
	RUN("check", "gomocup", "--suite", bench.suite, bench.row3);
	expect_status(PASSED);
}

#define TEN_MOVES  "a4 b4 c4 d4 e4 f4 g4 h4 i4 j4 "
#define LONG_NAME  "a name of a case that is longer than inih takes it, number "
#define LONG_CASES "[case " LONG_NAME "1]\nmove = a4\n[case " LONG_NAME "2]\nmove = a4\n"

TEST_IN(long_lists_and_long_names_of_cases_stay_whole, set_up, tear_down)
{
	static const char moves[] = TEN_MOVES TEN_MOVES TEN_MOVES TEN_MOVES TEN_MOVES "a10 a10 a10 a11";
	FREED char *place = bytes_text("%s:3", bench.match);

	RUN("run", "gomocup", "--size", "19", "--record", bench.match, bench.row3, "sample:random");
	RUN("case", place, "--wanted", moves);
	expect_status(0);
	file_write(bench.suite, bench.outcome.out, false);
	RUN("check", "gomocup", "--suite", bench.suite, bench.row3);
	expect_status(PASSED);
	CHECK(LONG_CASES, bench.row3);
	expect_status(PASSED);
	EXPECT(bench.outcome.out, LONG_NAME "1\n", LONG_NAME "2\n");
}

TEST_IN(a_case_needs_a_move_that_can_be_asked_for, set_up, tear_down)
{
	static const struct {
		const char *behind, *name, *wanted, *says;
	} cases[] = {
		{"", "one", "h8", ": name a move: "},
		{":10", "one", "h8", "the game is over there"},
		{":11", "one", "h8", "it has only 9 moves"},
		{":3", "one", "z99", "\"z99\" is not a square"},
		{":3", "[one]", "h8", "the name of the case has a ]"},
		{":3", "one ;two", "h8", "the name of the case has a ; where a comment would begin"},
		{":3", " one", "h8", "the name of the case begins with a blank"},
	};

	record(&rows[0]);
	for (size_t i = 0; i < LENGTH(cases); i++) {
		FREED char *place = bytes_text("%s%s", bench.match, cases[i].behind);

		RUN("case", place, "--wanted", cases[i].wanted, "--name", cases[i].name);
		assert_int_not_equal(bench.outcome.status, 0);
		EXPECT(bench.outcome.err, cases[i].says);
		assert_string_equal(bench.outcome.out, "");
	}
}

/* A blank where a long name goes on in a further line, and a comment in a name.  */
TEST_IN(any_name_of_a_match_file_is_said_whole_or_refused, set_up, tear_down)
{
	record(&rows[1]);
	for (int blanks = 0; blanks < 12; blanks++) {
		FREED char *at = bytes_text("%s/%0*d x y z ä.ringside", bench.folder,
					    140 + blanks - (int)strlen(bench.folder), 0);
		FREED char *place = bytes_text("%s:%d", at, rows[1].move);

		assert_int_equal(rename(bench.match, at), 0);
		RUN("case", place, "--name", "one");
		expect_status(0);
		file_write(bench.suite, bench.outcome.out, false);
		RUN("check", rows[1].system, "--suite", bench.suite, "/nowhere/agent");
		expect_status(NOT_STARTED);
		assert_int_equal(rename(at, bench.match), 0);
	}
	FREED char *commented = bytes_text("%s/m ;n.ringside", bench.folder);
	FREED char *there = bytes_text("%s:%d", commented, rows[1].move);

	assert_int_equal(rename(bench.match, commented), 0);
	RUN("case", there, "--name", "one");
	expect_status(WRONG);
	EXPECT(bench.outcome.err, "the name of the match file has a ; where a comment would begin");
}

TEST_IN(a_script_adds_positions_to_a_suite, set_up, tear_down)
{
	char *line = bytes_text("save case %s", bench.suite), *text;

	for (size_t i = 0; i < LENGTH(rows); i++) {
		record(&rows[i]);
		RUN("open", bench.match, "--batch", "-x", "goto 0", "-x", line, "-x", "goto +1", "-x",
		    "save case");
		expect_status(0);
		EXPECT(bench.outcome.out, "mine.suite has the case \"move 1\" now: not ",
		       "mine.suite has the case \"move 2\" now: not ");
		text = file_text(bench.suite);
		EXPECT(text, "[case move 1]\n", "not = ", "\n\n[case move 2]\nposition = ");
		free(text);
		RUN("check", rows[i].system, "--trust", "--only", "move 1", "--suite", bench.suite,
		    "/nowhere/agent");
		expect_status(NOT_STARTED);
		remove(bench.match);
		remove(bench.suite);
	}
	free(line);
}

TEST_MAIN(NULL, NULL)
