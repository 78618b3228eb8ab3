/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_rerun.c - `ringside rerun` on matches of all systems.  The same build gives the same answers.  The
 * first different answer of another build is found.  An agent that exits or hangs ends the rerun with one
 * clear line.  */
#include "../test.h"
#include "games.h"
#include "recorded.h"
#include "ringside/bytes.h"

#include <fnmatch.h>
#include <signal.h>
#include <sys/stat.h>

#include <sqlite3.h>

enum { SAME = 0, DIFFERS = 1, TROUBLE = 2, NOT_STARTED = 3, ENDED_BADLY = 4, INTERRUPTED = 130 };

static const char world[] = "AWorld 1\nMove_Cost 1\nTurn_Left_Cost 1\nTurn_Right_Cost 1\nGrab_Cost 1\n"
			    "Item_Reward 50\nHome_Reward 9\nInitial_Score -10\n"
			    "Agent 1 1 0\nMap 4 3\n####\n#hi#\n####\n";

/* Replaces @ by the folder of the agents, and % by the match's folder.  Stays.  */
static char *written(const char *text, const char *folder)
{
	const char *agents = env("AGENTS");
	char *result = calloc(1, strlen(text) + 10 * (strlen(agents) + strlen(folder)) + 1);

	for (; *text; text++) {
		if (*text == '@')
			strcat(result, agents);
		else if (*text == '%')
			strcat(result, folder);
		else
			strncat(result, text, 1);
	}
	return kept(result);
}

struct match {
	char folder[40], file[60];
};

/* Records a match with these words of a command line, of which % is the match's folder.  */
static struct match record(const char *system, const char *line)
{
	struct match match = {.folder = "/tmp/ringside-test-XXXXXX"};

	folder_make(match.folder);
	snprintf(match.file, sizeof(match.file), "%s/m.ringside", match.folder);
	file_write(written("%/test.world", match.folder), world, false);
	ends(typed("rerun", "run %s --record %s %s", system, match.file, written(line, match.folder)), 0,
	     NULL, NULL);
	return match;
}

static struct outcome rerun(const struct match *match, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static struct outcome rerun(const struct match *match, const char *format, ...)
{
	struct outcome outcome;
	va_list args;

	va_start(args, format);
	outcome = typed("rerun", "rerun %s %s", match->file,
			written(kept(bytes_vtext(format, args)), match->folder));
	va_end(args);
	print_message("%s%s", outcome.out, outcome.err);
	assert_int_equal(left_behind("rerun"), 0);
	return outcome;
}

/* ---- the table ---- */

struct row {
	const char *system;
	const char *recorded, *again;
	int status;
	int answer;           /* which of the seat's moves differs first; 0: none */
	const char *was, *is; /* this move's answers; NULL: not checked */
	const char *problem;  /* on stderr and in the object; NULL: none */
	int seat;
};

#define GOMOCUP  "'agent:brain good' 'agent:brain good 12' --turn-time 2s"
#define LMC      "'agent:player good rock paper' 'agent:player good paper' --turns 6"
#define LMC2     "'agent:player good' 'agent:player good b' --game-program 'agent:game_program good 4'"
#define QCHESS   "'agent:qchess_agent good' 'agent:qchess_agent good' --classical --max-moves 8"
#define WORLD(m) "'agent:asim_client " m " 14221' 'agent:asim_client good 2' --world %/test.world"
#define PIPES(m)                                                                                             \
	"'agent:asim_client " m " 14221 --stdio' 'agent:asim_client good 2 --stdio' --world "                \
	"%/test.world --stdio"

/* Limits of 1 s end what never answers, all but one: a judge that is stopped for longer.  */
static const struct row rows[] = {
	/* The same build, by its recorded command line.  */
	{"gomocup", GOMOCUP, "--seat 1", SAME, 0, NULL, NULL, NULL, 1},
	{"gomocup", GOMOCUP, "--seat 2", SAME, 0, NULL, NULL, NULL, 2},
	{"lmc", LMC, "--seat 1", SAME, 0, NULL, NULL, NULL, 1},
	{"lmc2", LMC2, "--seat 2", SAME, 0, NULL, NULL, NULL, 2},
	{"lmc2", LMC2, "--seat 0", SAME, 0, NULL, NULL, NULL, 0},
	{"qchess", QCHESS, "--seat 2", SAME, 0, NULL, NULL, NULL, 2},
	{"asimulator", WORLD("good"), "--seat 1", SAME, 0, NULL, NULL, NULL, 1},
	{"asimulator", WORLD("little"), "--seat 1", SAME, 0, NULL, NULL, NULL, 1},
	{"asimulator", PIPES("good"), "--seat 1", SAME, 0, NULL, NULL, NULL, 1},
	{"asimulator", PIPES("out-of-turn"), "--seat 1", SAME, 0, NULL, NULL, NULL, 1},
	/* Another build.  */
	{"gomocup", GOMOCUP, "--seat 1 'agent:brain outside'", ENDED_BADLY, 2, "1,0", "99,99", NULL, 1},
	{"gomocup", GOMOCUP, "--seat 1 'agent:brain good 3'", DIFFERS, 1, "0,0", "0,3", NULL, 1},
	{"gomocup", GOMOCUP, "--seat 1 'agent:brain talks'", SAME, 0, NULL, NULL, NULL, 1},
	{"gomocup", GOMOCUP, "--seat 1 'agent:brain crlf'", SAME, 0, NULL, NULL, NULL, 1},
	{"lmc", LMC, "--seat 1 'agent:player --at 4 unknown-symbol rock paper'", ENDED_BADLY, 4,
	 "@output paper", "@output lizard", NULL, 1},
	{"lmc", LMC, "--seat 2 'agent:player comments paper'", SAME, 0, NULL, NULL, NULL, 2},
	{"lmc2", LMC2, "--seat 2 'agent:player good a b'", DIFFERS, 1, "@output b", "@output a", NULL, 2},
	{"qchess", QCHESS, "--seat 1 'agent:qchess_agent --at 3 empty-square'", ENDED_BADLY, 3, NULL, "4 4",
	 NULL, 1},
	{"qchess", QCHESS, "--seat 2 'agent:qchess_agent --at 2 words'", ENDED_BADLY, 2, NULL, "I resign",
	 NULL, 2},
	{"asimulator", WORLD("good"), "--seat 1 'agent:asim_client good 14321'", DIFFERS, 3, "02 (Turn_Left)",
	 "03 (Turn_Right)", NULL, 1},
	{"asimulator", PIPES("good"), "--seat 1 'agent:asim_client good 14321 --stdio'", DIFFERS, 3,
	 "02 (Turn_Left)", "03 (Turn_Right)", NULL, 1},
	/* A build that exits or hangs.  */
	{"gomocup", GOMOCUP, "--seat 1 'agent:brain crash'", ENDED_BADLY, 2, "1,0",
	 "no answer (was ended by SIGSEGV)", "in turn 3, where the old process went on", 1},
	{"gomocup", GOMOCUP, "--seat 1 'agent:brain leave'", ENDED_BADLY, 2, "1,0",
	 "no answer (exited with status 0)", "in turn 3, where the old process went on", 1},
	{"gomocup", GOMOCUP, "--seat 1 --limit 1s 'agent:brain silent'", ENDED_BADLY, 2, "1,0", NULL,
	 "did not answer within 1.000 s in turn 3, where the old process answered (message #", 1},
	{"gomocup", GOMOCUP, "--seat 1 --limit 1s 'agent:brain error-only'", ENDED_BADLY, 2, "1,0", NULL,
	 "it said \"ERROR I do not know what to do\"", 1},
	{"lmc", LMC, "--seat 1 'agent:player --at 3 leave-badly rock paper'", ENDED_BADLY, 3, "@output rock",
	 "no answer (exited with status 7)", "where the old process went on", 1},
	{"lmc", LMC, "--seat 1 --limit 1s 'agent:player --at 3 stops-judge-and-waits rock paper'", 0, 0, NULL,
	 NULL, NULL, 1},
	{"lmc2", LMC2, "--seat 0 --limit 1s 'agent:game_program silent 4'", ENDED_BADLY, -1, NULL, NULL,
	 "the game program (good) did not answer within 1.000 s", 0},
	{"qchess", QCHESS, "--seat 1 --limit 1s 'agent:qchess_agent half-line'", ENDED_BADLY, 2, NULL, NULL,
	 "did not answer within 1.000 s", 1},
	{"asimulator", WORLD("good"), "--seat 1 'agent:asim_client crash 14221'", ENDED_BADLY, 2, "04 (Grab)",
	 "no answer (was ended by SIGSEGV)", "where the old process went on", 1},
	{"asimulator", WORLD("good"), "--seat 1 --limit 1s 'agent:asim_client hang 14221'", ENDED_BADLY, 2,
	 "04 (Grab)", NULL, "did not answer within 1.000 s", 1},
	/* The recorded build exited or hung.  */
	{"gomocup", "'agent:brain crash' 'agent:brain good 12'", "--seat 1 'agent:brain good'", DIFFERS, -1,
	 "no answer (was ended by SIGSEGV)", "1,0", NULL, 1},
	{"gomocup", "'agent:brain crash' 'agent:brain good 12'", "--seat 1", ENDED_BADLY, 0, NULL, NULL, NULL,
	 1},
	{"gomocup", "'agent:brain silent' 'agent:brain good 12' --turn-time 1s --strict",
	 "--seat 1 'agent:brain good'", DIFFERS, -1,
	 "no answer (seat 1 (silent) made no move within the limit of 1.000 s for a turn)", "1,0", NULL, 1},
	{"gomocup", "'agent:brain silent' 'agent:brain good 12' --turn-time 1s --strict",
	 "--seat 1 --limit 1s", ENDED_BADLY, 0, NULL, NULL, NULL, 1},
	{"qchess", "'agent:qchess_agent leave-badly' 'agent:qchess_agent good' --classical",
	 "--seat 1 'agent:qchess_agent good'", DIFFERS, -1, "no answer (exited with status 7)", NULL, NULL,
	 1},
};

static void expect_word(const json_t *object, const char *key, const char *expected)
{
	const json_t *value = json_object_get(object, key);

	if (!expected)
		return;
	assert_non_null(value);
	assert_string_equal(json_string_value(value), expected);
}

/* Checks that the game of the first difference difference is in the expected move.  */
static void expect_answer(const struct match *match, const struct row *row, const json_t *first)
{
	struct recorded recorded = {0};
	char sql[400], *found;

	strcpy(recorded.file, match->file);
	snprintf(sql, sizeof(sql),
		 "select count(*) || ' ' || max(turn) from message where seat = %d and dir = 'from' and "
		 "channel in ('move', 'output', 'unknown') and n <= %d",
		 row->seat, game_number(first, "message"));
	found = recorded_ask(&recorded, sql);
	snprintf(sql, sizeof(sql), "%d %d", row->answer, game_number(first, "turn"));
	assert_string_equal(found, sql);
	free(found);
}

static void expect_row(const struct row *row, const struct match *match, const struct outcome *outcome)
{
	json_t *object = json_loads(outcome->out, 0, NULL), *first = json_object_get(object, "first");
	const char *problem = json_string_value(json_object_get(object, "problem"));

	assert_non_null(object);
	assert_int_equal(outcome->status, row->status);
	assert_int_equal(game_number(object, "seat"), row->seat);
	expect_word(object, "system", row->system);
	assert_true(game_number(object, "answers") > 0);
	if (!row->problem)
		assert_string_equal(outcome->err, "");
	else if (!problem || !strstr(problem, row->problem) || !strstr(outcome->err, problem))
		fail_msg("\"%s\" is not said", row->problem);
	assert_int_equal(game_number(object, "differences") > 0, row->answer != 0);
	if (row->answer) {
		expect_word(first, "recorded", row->was);
		expect_word(first, "answered", row->is);
	}
	if (row->answer > 0)
		expect_answer(match, row, first);
	json_decref(object);
}

TEST(a_different_build_is_found_at_its_first_different_answer)
{
	for (size_t i = 0; i < LENGTH(rows); i++) {
		const struct row *row = &rows[i];
		struct match match = record(row->system, row->recorded);
		struct outcome outcome = rerun(&match, "--json %s", row->again);

		expect_row(row, &match, &outcome);
		folder_remove(match.folder);
	}
}

/* ---- samples ---- */

TEST(samples_without_random_choices_give_the_same_answers)
{
	static const struct {
		const char *system, *recorded;
		const char *seat;
	} of[] = {{"lmc2", "sample:learner sample:imitate-player", "2"},
		  {"lmc2", "sample:learner sample:imitate-player", "0"},
		  {"asimulator", "sample:reasoner sample:rotate", "1"},
		  {"asimulator", "sample:reasoner sample:rotate", "2"},
		  {"asimulator", "sample:python.py sample:rotate", "1"}};

	for (size_t i = 0; i < LENGTH(of); i++) {
		struct match match = record(of[i].system, of[i].recorded);
		ends(rerun(&match, "--seat %s", of[i].seat), SAME, "none differs", NULL);
		folder_remove(match.folder);
	}
}

/* ---- what is printed ---- */

TEST(a_difference_is_a_line_and_the_times_are_side_by_side)
{
	struct match match = record("gomocup", "'agent:brain good' 'agent:brain good 12'");
	struct outcome outcome = rerun(&match, "--seat=1 'agent:brain outside'");
	const char *line = outcome.out;
	long message, taken;

	assert_int_equal(outcome.status, ENDED_BADLY);
	taken = 0;
	assert_int_equal(sscanf(line, "turn 3 (message #%ld): was 1,0, is 99,99   %ln", &message, &taken), 1);
	assert_true(taken > 0);
	assert_non_null(strstr(line + taken, " ms -> "));
	assert_non_null(strstr(outcome.out, "\nseat 1 (good): 6 answers, 2 differ, the first in turn 3\n"));
	assert_non_null(strstr(outcome.out, "\nthink time    recorded         now\nmedian "));
	assert_non_null(strstr(outcome.out, "\nin all "));
	assert_non_null(strstr(outcome.out,
			       "\nit lost in turn 3: seat 1 (good) played 99,99, outside the board of "
			       "15×15; the old one did not\n"));
	folder_remove(match.folder);
}

TEST(the_option_all_prints_all_answers)
{
	struct match match = record("gomocup", "'agent:brain good' 'agent:brain good 12'");
	struct outcome outcome = rerun(&match, "--seat=2 --all");
	int lines = 0;

	assert_int_equal(outcome.status, SAME);
	for (const char *at = outcome.out; (at = strstr(at, "turn ")); at++)
		lines++;
	assert_int_equal(lines, 5); /* OK and four moves */
	assert_non_null(strstr(outcome.out, ": 3,12   "));
	folder_remove(match.folder);
}

TEST(the_object_has_the_differences_and_the_times)
{
	struct match match = record("lmc", "'agent:player good rock' 'agent:player good paper' --turns 4");
	struct outcome outcome = rerun(&match, "--seat=1 --json 'agent:player good scissors'");
	json_t *object = json_loads(outcome.out, 0, NULL), *list, *seconds;

	list = json_object_get(object, "all_differences");
	seconds = json_object_get(object, "seconds");
	assert_int_equal(game_number(object, "answers"), 5); /* including the name, which is not compared */
	assert_int_equal(game_number(object, "differences"), 4);
	assert_int_equal(json_array_size(list), 4);
	assert_true(json_equal(json_array_get(list, 0), json_object_get(object, "first")));
	expect_word(object, "file", match.file);
	assert_non_null(strstr(game_word(object, "command"), "good scissors"));
	assert_true(json_is_false(json_object_get(object, "unfinished")));
	for (int i = 0; i < 2; i++) {
		json_t *times = json_object_get(seconds, i ? "now" : "recorded");

		assert_true(json_real_value(json_object_get(times, "median")) > 0);
		assert_true(json_real_value(json_object_get(times, "median")) <=
			    json_real_value(json_object_get(times, "p95")));
		assert_true(json_real_value(json_object_get(times, "p95")) <=
			    json_real_value(json_object_get(times, "longest")));
		assert_true(json_real_value(json_object_get(times, "longest")) <
			    json_real_value(json_object_get(times, "total")));
	}
	json_decref(object);
	folder_remove(match.folder);
}

TEST(the_option_show_stderr_shows_an_agents_stderr)
{
	static const char talker[] = "sh -c \"echo to whom >&2; exec '@/brain' good\"";
	struct match match = record("gomocup", "'agent:brain good' 'agent:brain good 12'");
	struct outcome silent = rerun(&match, "--seat=1 %s", quoted(talker));
	struct outcome shown = rerun(&match, "--seat=1 --show-stderr %s", quoted(talker));

	assert_int_equal(silent.status, SAME);
	assert_int_equal(shown.status, SAME);
	assert_string_equal(silent.err, "");
	assert_string_equal(shown.err, "to whom\n");
	folder_remove(match.folder);
}

/* A tool of this name that complains at its start, and runs its command.  */
static void make_tool(const char *folder, const char *name, int options)
{
	FREED char *path = bytes_text("%s/%s", folder, name);
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fprintf(file, "#!/bin/sh\nshift %d\necho '==1== %s' >&2\nexec \"$@\"\n", options, name);
	fclose(file);
	chmod(path, 0700);
}

TEST(what_a_tool_prints_stands_beside_the_turn)
{
	enum { LINE_MOST = 64 * 1024, LONG = 100000 };
	static const char talks[] =
		"sh -c \"head -c 100000 /dev/zero | tr '\\\\0' x >&2; exec '@/brain' good\"";
	struct match match = record("gomocup", "'agent:brain good' 'agent:brain good 12'");
	FREED char *before = bytes_text("%s", getenv("PATH"));
	FREED char *path = bytes_text("%s:%s", match.folder, before);
	struct outcome shown, listed, both;
	json_t *object, *line;

	make_tool(match.folder, "valgrind", 2);
	make_tool(match.folder, "strace", 2);
	setenv("PATH", path, 1);
	shown = rerun(&match, "--seat=1 --valgrind %s", quoted("sh -c \"exec '@/brain' good\""));
	listed = rerun(&match, "--seat=1 --strace --json %s", quoted(talks));
	both = rerun(&match, "--seat=1 --strace --valgrind 'agent:brain good'");
	setenv("PATH", before, 1);
	assert_int_equal(shown.status, SAME);
	assert_ptr_equal(strstr(shown.out, "turn 1: ==1== valgrind\n"), shown.out);
	assert_non_null(strstr(shown.out, "\nvalgrind found no error\n"));
	assert_null(strstr(listed.out, "\"errors\":{"));
	object = json_loads(listed.out, 0, NULL);
	line = json_array_get(json_object_get(object, "printed"), 0);
	assert_int_equal(json_integer_value(json_object_get(line, "turn")), 1);
	assert_string_equal(json_string_value(json_object_get(line, "text")), "==1== strace");
	for (size_t i = 1; i <= 2; i++) { /* a long line is cut */
		line = json_array_get(json_object_get(object, "printed"), i);
		assert_int_equal(json_string_length(json_object_get(line, "text")),
				 i == 1 ? LINE_MOST : LONG - LINE_MOST);
	}
	assert_int_equal(both.status, TROUBLE);
	json_decref(object);
	folder_remove(match.folder);
}

/* The process lasts, where the old one crashed.  The library's own frames, and a crash, are no errors.  */
TEST(what_valgrind_found_is_told_and_is_bad)
{
	static const char report[] =
		"#!/bin/sh\nshift 2\ncat >&2 <<END\n==7== Invalid read of size 1\n"
		"==7==    at 0x48: memcpy (vg_replace_strmem.c:1)\n==7==    by 0x10: put (brain.c:11)\n"
		"==7==  Address 0x4a is 0 bytes after a block of size 9 alloc'd\n"
		"==7==    at 0x48: malloc (vg_replace_malloc.c:2)\n==7== \n"
		"==7== Use of uninitialised value of size 8\n==7==    at 0x10: think (brain.c:20)\n==7== \n"
		"==7== Process terminating with default action of signal 6 (SIGABRT)\n"
		"==7==    at 0x10: abort (abort.c:1)\nEND\nexec \"$@\"\n";
	struct match match = record("gomocup", "'agent:brain crash' 'agent:brain good 12'");
	char *tool = written("%/valgrind", match.folder);
	FREED char *before = bytes_text("%s", getenv("PATH"));
	FREED char *path = bytes_text("%s:%s", match.folder, before);
	struct outcome shown, listed;
	json_t *object, *errors;

	file_write(tool, report, false);
	chmod(tool, 0700);
	setenv("PATH", path, 1);
	shown = rerun(&match, "--seat=1 --valgrind 'agent:brain good'");
	listed = rerun(&match, "--seat=1 --valgrind --json 'agent:brain good'");
	setenv("PATH", before, 1);
	assert_int_equal(shown.status, ENDED_BADLY);
	assert_non_null(strstr(shown.out, "\nit lasted; the old one crashed in turn 3: was ended by SIGSEGV\n"
					  "valgrind found 2 errors, the first in turn 1: Invalid read of "
					  "size 1, put (brain.c:11)\n"));
	object = json_loads(listed.out, 0, NULL);
	errors = json_object_get(object, "errors");
	assert_int_equal(game_number(errors, "count"), 2);
	assert_int_equal(game_number(errors, "turn"), 1);
	assert_string_equal(game_word(errors, "first"), "Invalid read of size 1, put (brain.c:11)");
	assert_true(json_is_true(json_object_get(json_object_get(object, "end"), "bad")));
	json_decref(object);
	folder_remove(match.folder);
}

TEST(a_match_runs_its_agents_under_valgrind_but_not_those_of_the_program)
{
	char folder[] = "/tmp/ringside-test-XXXXXX";
	FREED char *before = bytes_text("%s", getenv("PATH"));
	char *path, *said;
	struct outcome outcome;

	folder_make(folder);
	path = bytes_text("%s:%s", folder, before);
	make_tool(folder, "valgrind", 4);
	setenv("PATH", path, 1);
	outcome = typed("rerun", "run gomocup 'agent:brain good' sample:random --valgrind -x continue -x "
				 "'info messages valgrind'");
	setenv("PATH", before, 1);
	print_message("%s%s", outcome.out, outcome.err);
	assert_int_equal(outcome.status, 0);
	said = strstr(outcome.out, "==1== valgrind");
	assert_non_null(said);
	assert_null(strstr(said + 1, "==1== valgrind"));
	folder_remove(folder);
	free(path);
}

/* ---- after another move ---- */

static void expect_said(const struct outcome *outcome, const char *words)
{
	if (!strstr(outcome->out, words))
		fail_msg("\"%s\" is not in \"%s\"", words, outcome->out);
}

TEST(after_a_different_move_a_brain_is_told_the_recorded_position)
{
	/* The second move of each game differs.  A brain without RESTART is started again.  */
	static const char *const brains[] = {"sh -c \"tee -a '%/heard' | '@/brain' outside\"",
					     "agent:brain no-restart"};
	struct match match = record("gomocup", "'agent:brain good' 'agent:brain good 12'");
	struct outcome outcome;
	char *command;

	for (int i = 0; i < 2; i++) {
		outcome = rerun(&match, "--seat=1 --all %s", quoted(brains[i]));
		assert_int_equal(outcome.status, ENDED_BADLY);
		expect_said(&outcome, "2 differ, the first in turn 3\n");
		expect_said(
			&outcome,
			"was told the recorded position (2 times), so the next answers can be compared\n");
		expect_said(&outcome, ", told the position): 2,0 ");
		assert_null(strstr(outcome.out, "cannot be compared"));
	}
	command = written("tr -d '\\r' < '%/heard' | grep -A99 RESTART | grep -v INFO | tr '\\n' ' '",
			  match.folder);
	outcome = run_program("/bin/sh", "rerun", ARGS("-c", command));
	assert_string_equal(
		outcome.out,
		"RESTART BOARD 0,0,1 0,12,2 1,0,1 1,12,2 DONE TURN 2,12 RESTART BOARD 0,0,1 0,12,2 "
		"1,0,1 1,12,2 2,0,1 2,12,2 3,0,1 3,12,2 DONE END ");
	folder_remove(match.folder);
}

/* Checks that the answers after the game of the first difference difference are marked, and none before.  */
static void expect_misled(const json_t *object, const char *why)
{
	const json_t *misled = json_array_get(json_object_get(object, "not_comparable"), 0);
	const json_t *first = json_object_get(object, "first"), *all = json_object_get(object, "all"), *at;
	size_t i;

	assert_non_null(misled);
	if (!strstr(game_word(misled, "why"), why))
		fail_msg("\"%s\" does not say \"%s\"", game_word(misled, "why"), why);
	assert_true(game_number(misled, "from_turn") >= game_number(first, "turn"));
	json_array_foreach(all, i, at)
	{
		assert_int_equal(json_is_true(json_object_get(at, "comparable")),
				 game_number(at, "message") <= game_number(first, "message"));
		assert_true(json_is_false(json_object_get(at, "told_position")));
	}
}

TEST(the_first_turn_without_comparison_is_reported)
{
	static const struct {
		const char *system, *recorded, *seat, *again, *why;
	} of[] = {{"lmc", LMC, "--seat=1", "agent:player --at 4 unknown-symbol rock paper",
		   "come from the old moves"},
		  {"lmc2", LMC2, "--seat=2", "agent:player good a b", "come from the old player's answers"},
		  {"qchess", QCHESS, "--seat=1", "agent:qchess_agent --at 3 empty-square",
		   "it is told the old moves as its own"},
		  {"asimulator", WORLD("good"), "--seat=1", "agent:asim_client good 14321",
		   "it perceives what the old agent did"}};

	for (size_t i = 0; i < LENGTH(of); i++) {
		struct match match = record(of[i].system, of[i].recorded);
		struct outcome outcome = rerun(&match, "%s '%s'", of[i].seat, of[i].again);
		json_t *object;

		expect_said(&outcome, " on answers cannot be compared: ");
		expect_said(&outcome, of[i].why);
		outcome = rerun(&match, "%s '%s' --json --all", of[i].seat, of[i].again);
		object = json_loads(outcome.out, 0, NULL);
		expect_misled(object, of[i].why);
		json_decref(object);
		folder_remove(match.folder);
	}
}

/* ---- how it ended ---- */

/* Checks the last line by a shell pattern, because agents that are asked at once have turns in any order.  */
static void expect_last(const struct outcome *outcome, const char *pattern)
{
	char *out = outcome->out, *end = strrchr(out, '\n'), *line;

	assert_non_null(end);
	*end = '\0';
	line = strrchr(out, '\n');
	if (fnmatch(pattern, line ? line + 1 : out, 0) != 0)
		fail_msg("\"%s\" does not match \"%s\"", line ? line + 1 : out, pattern);
}

/* What it says to INFO is no answer.  */
#define CHATTERS                                                                                             \
	"sh -c \"while read -r line; do case $line in START*) echo OK;; INFO*) echo what;; END*) exit;; "    \
	"esac; "                                                                                             \
	"done\""
#define ANSWERS(word) "sh -c \"while read -r line; do echo " word "; done\""

TEST(the_last_line_says_how_the_process_ended)
{
	static const struct {
		const char *system, *recorded, *again;
		int status;
		const char *last, *kind;
		bool is_again;
	} of[] = {{"gomocup", GOMOCUP, "agent:brain good", SAME, "it lasted to the end, as the old one did",
		   "lasted", false},
		  {"gomocup", "'agent:brain crash' 'agent:brain good 12'", "agent:brain crash", ENDED_BADLY,
		   "it crashed again in turn 3: was ended by SIGSEGV", "crash", true},
		  {"gomocup", "'agent:brain crash' 'agent:brain good 12'", "agent:brain crash-at-once",
		   ENDED_BADLY,
		   "it crashed again: was ended by SIGSEGV; the old one in turn 3: was ended by SIGSEGV",
		   "crash", true},
		  {"gomocup", "'agent:brain crash' 'agent:brain good 12'", "agent:brain leave", ENDED_BADLY,
		   "it left in turn 3: exited with status 0; the old one crashed in turn 3: was ended by "
		   "SIGSEGV",
		   "exit", false},
		  {"gomocup", "'agent:brain crash' 'agent:brain good 12'", "agent:brain good", DIFFERS,
		   "it lasted; the old one crashed in turn 3: was ended by SIGSEGV", "lasted", false},
		  {"gomocup", GOMOCUP, "agent:brain crash", ENDED_BADLY,
		   "it crashed in turn 3: was ended by SIGSEGV; the old one did not", "crash", false},
		  {"gomocup", GOMOCUP, "agent:brain silent", ENDED_BADLY,
		   "it hung in turn 3: did not answer within 1.000 s; the old one did not", "hang", false},
		  {"gomocup", "'agent:brain outside' 'agent:brain good 12'", "agent:brain outside",
		   ENDED_BADLY,
		   "it lost again in turn 3: seat 1 (outside) played 99,99, outside the board of 15×15",
		   "loss", true},
		  {"gomocup", "'agent:brain outside' 'agent:brain good 12'", "agent:brain occupied",
		   ENDED_BADLY,
		   "it lost again in turn 3: * already taken; the old one: * outside the board of *", "loss",
		   true},
		  {"gomocup", "'agent:brain outside' 'agent:brain good 12'", "agent:brain good", DIFFERS,
		   "it lasted; the old one lost in turn 3: seat 1 (outside) played 99,99, outside *",
		   "lasted", false},
		  {"gomocup", "'agent:brain rubbish' 'agent:brain good 12' --strict --turn-time 20s",
		   "agent:brain rubbish", ENDED_BADLY,
		   "it lost again in turn 1: * a line that is not an answer", "loss", true},
		  /* Its faults are counted when it is late, before the verdict.  */
		  {"gomocup", "'" CHATTERS "' 'agent:brain good 12' --turn-time 1s --tolerance 0", CHATTERS,
		   ENDED_BADLY, "it hung again in turn 1: did not answer within *", "hang", true},
		  /* The referee judges an answer after it has passed.  */
		  {"referee", "'" ANSWERS("zz") "' sample:tictactoe-player", ANSWERS("zz"), ENDED_BADLY,
		   "it lost again in turn 1: * this is no free cell", "loss", true},
		  {"referee", "'" ANSWERS("zz") "' sample:tictactoe-player", ANSWERS("a1"), DIFFERS,
		   "it lasted; the old one lost in turn 1: * this is no free cell", "lasted", false},
		  {"gomocup", "'agent:brain crash' 'agent:brain good 12'", "agent:brain outside", ENDED_BADLY,
		   "it lost in turn 3: * outside the board of 15×15; the old one crashed in turn 3: *",
		   "loss", false},
		  {"lmc", "'agent:player --at 4 unknown-symbol rock' 'agent:player good rock' --turns 6",
		   "agent:player --at 4 unknown-symbol rock", ENDED_BADLY,
		   "it lost again in turn [78]: * played \"lizard\", which is not a symbol of this game",
		   "loss", true},
		  {"lmc2",
		   "'agent:player good' 'agent:player crlf b' --strict --game-program 'agent:game_program "
		   "good 4'",
		   "agent:player crlf b", ENDED_BADLY,
		   "it lost again in turn [12]: * broke the protocol: lines that end in CR", "loss", true},
		  {"qchess", "'agent:qchess_agent illegal-move' 'agent:qchess_agent good' --classical",
		   "agent:qchess_agent words", ENDED_BADLY,
		   "it lost again in turn 2: * (GIBBERISH); the old one: * (ILLEGAL)", "loss", true},
		  {"asimulator", PIPES("bad-request"), "agent:asim_client bad-request 14221 --stdio",
		   ENDED_BADLY, "it lost again in turn *: * sent the byte 50, which is no request", "loss",
		   true},
		  {"asimulator", PIPES("bad-request"), "agent:asim_client good 14221 --stdio", DIFFERS,
		   "it lasted; the old one lost in turn *: * sent the byte 50, which is no request", "lasted",
		   false},
		  {"lmc", "'agent:player leave-badly rock' 'agent:player good rock' --turns 4",
		   "agent:player leave-badly rock", ENDED_BADLY,
		   "it crashed again in turn [34]: exited with status 7", "crash", true},
		  {"lmc2",
		   "'agent:player good' 'agent:player crash b' --game-program 'agent:game_program good 4'",
		   "agent:player crash b", ENDED_BADLY, "it crashed again in turn [34]: was ended by SIGSEGV",
		   "crash", true},
		  {"qchess", "'agent:qchess_agent crash' 'agent:qchess_agent good' --classical",
		   "agent:qchess_agent crash", ENDED_BADLY,
		   "it crashed again in turn 2: was ended by SIGSEGV", "crash", true},
		  {"asimulator", PIPES("leave-badly"), "agent:asim_client leave-badly 14221 --stdio",
		   ENDED_BADLY, "it crashed again in turn [34]: exited with status 7", "crash", true}};

	for (size_t i = 0; i < LENGTH(of); i++) {
		const char *seat = strcmp(of[i].system, "lmc2") == 0 ? "--seat=2" : "--seat=1";
		struct match match = record(of[i].system, of[i].recorded);
		struct outcome outcome = rerun(&match, "%s --limit=1s '%s'", seat, of[i].again);
		json_t *object, *end;

		assert_int_equal(outcome.status, of[i].status);
		expect_last(&outcome, of[i].last);
		outcome = rerun(&match, "%s --limit=1s --json '%s'", seat, of[i].again);
		assert_int_equal(outcome.status, of[i].status);
		object = json_loads(outcome.out, 0, NULL);
		end = json_object_get(object, "end");
		expect_word(end, "kind", of[i].kind);
		assert_int_equal(json_is_true(json_object_get(end, "bad")), of[i].status == ENDED_BADLY);
		assert_int_equal(json_is_true(json_object_get(end, "again")), of[i].is_again);
		json_decref(object);
		folder_remove(match.folder);
	}
}

/* The limit is a minute, and no turn of the old build took long.  */
TEST(a_silent_build_is_not_awaited_for_the_whole_limit)
{
	struct match match = record("gomocup", "'agent:brain good' 'agent:brain good 12' --turn-time 60s");
	struct outcome outcome = rerun(&match, "--seat=1 'agent:brain silent'");

	assert_int_equal(outcome.status, ENDED_BADLY);
	expect_last(&outcome,
		    "it hung in turn 3: did not answer within *.[0-9][0-9][0-9] s; the old one did not");
	assert_null(strstr(outcome.out, "within 60."));
	folder_remove(match.folder);
}

TEST(a_crash_after_the_goodbye_is_a_bad_end)
{
	static const char crashes[] = "sh -c \"'@/brain' good; kill -SEGV $$\"";
	struct match match = record("gomocup", "'agent:brain good' 'agent:brain good 12'");
	struct outcome outcome = rerun(&match, "--seat=1 %s", quoted(crashes));

	assert_int_equal(outcome.status, ENDED_BADLY);
	expect_said(&outcome, "none differs");
	expect_said(&outcome,
		    "\nit crashed: was ended by SIGSEGV after it was told to leave; the old one did not\n");
	folder_remove(match.folder);
}

/* ---- what cannot be run again ---- */

static void expect_refused(struct outcome outcome, int status, const char *words)
{
	ends(outcome, status, NULL, words);
	assert_string_equal(outcome.out, "");
}

TEST(a_match_that_cannot_be_rerun_is_refused_in_one_line)
{
	struct match match = record("gomocup", "'agent:brain good' 'agent:brain good 12'");
	struct match alone = record("lmc", "'agent:player good a' --game cycle");
	struct match none = match;

	expect_refused(rerun(&match, "%s", ""), TROUBLE, "which seat? --seat 1 (good) or --seat 2 (good)");
	expect_refused(rerun(&match, "--seat 3"), TROUBLE, "--seat 3: expected 1, 2 or 0");
	expect_refused(rerun(&match, "--seat 0"), TROUBLE, "gomocup has none");
	expect_refused(rerun(&alone, "--seat 2"), TROUBLE, "nobody sat on seat 2");
	expect_refused(rerun(&match, "--seat 1 --branch 7"), TROUBLE, "there is no branch 7");
	expect_refused(rerun(&match, "--seat 1 /nowhere/brain"), NOT_STARTED, "/nowhere/brain");
	expect_refused(rerun(&match, "--seat 1 %s", quoted("'@/brain")), NOT_STARTED, "'");
	snprintf(none.file, sizeof(none.file), "%s/none", match.folder);
	expect_refused(rerun(&none, "--seat 1"), TROUBLE, "/none: ");
	file_write(none.file, "this is no match\n", false);
	expect_refused(rerun(&none, "--seat 1"), TROUBLE, "/none: ");
	snprintf(none.file, sizeof(none.file), "%s/m.psq", match.folder);
	ends(typed("rerun", "export %s --output %s", match.file, none.file), 0, NULL, NULL);
	expect_refused(rerun(&none, "--seat 1"), TROUBLE, "it has the moves but not the messages to agents");
	folder_remove(match.folder);
	folder_remove(alone.folder);
}

TEST(a_rerun_stops_at_a_gap_and_says_so)
{
	struct match match = record("gomocup", "'agent:brain good' 'agent:brain good 12'");
	struct outcome outcome;
	char from[200];
	sqlite3 *file;

	assert_int_equal(sqlite3_open(match.file, &file), SQLITE_OK);
	assert_int_equal(
		sqlite3_exec(file,
			     "DELETE FROM message_row WHERE n = (SELECT message FROM turn WHERE n = 4);"
			     "INSERT INTO gap SELECT message, message, 1, 0 FROM turn WHERE n = 4",
			     NULL, NULL, NULL),
		SQLITE_OK);
	sqlite3_close(file);
	outcome = rerun(&match, "--seat=1");
	assert_int_equal(outcome.status, TROUBLE);
	if (!strstr(outcome.err, "1 message is missing, from message #"))
		fail_msg("%s", outcome.err);
	expect_said(&outcome, "3 answers, all the same so far\ncompared up to turn 3; after it 1 message is "
			      "missing, #");
	expect_said(&outcome, "it lasted to the gap\n");
	snprintf(from, sizeof(from), "%s:6", match.file);
	ends(typed("rerun", "run gomocup sample:random sample:random --from %s", from), 1, NULL,
	     "choose turn 3 or an earlier one");
	snprintf(from, sizeof(from), "%s:2", match.file);
	ends(typed("rerun", "run gomocup sample:random sample:random --from %s", from), 0, NULL, NULL);
	folder_remove(match.folder);
}

TEST(a_lone_player_needs_no_seat_option)
{
	struct match match = record("lmc", "'agent:player good a' --game cycle");

	ends(rerun(&match, "%s", ""), SAME, NULL, NULL);
	folder_remove(match.folder);
}

TEST(an_interrupted_rerun_leaves_nobody_behind)
{
	struct match match = record("gomocup", "'agent:brain good' 'agent:brain good 12'");
	char *line;
	struct program program =
		program_begin(env("RINGSIDE"), "rerun",
			      ARGS("rerun", match.file, "--all", "--seat=1", agent("brain silent")), -1);

	line = program_line(&program);
	free(line);
	line = program_line(&program);
	assert_non_null(strstr(line, ": 0,0"));
	free(line);
	kill(program.pid, SIGINT);
	ends(program_end(&program), INTERRUPTED, NULL, NULL);
	assert_int_equal(left_behind("rerun"), 0);
	folder_remove(match.folder);
}

/* ---- games of one process ---- */

/* Records two games of a series, each player in one process.  */
static struct match record_two(const char *system, const char *line, struct match *second)
{
	struct match match = record(system, kept(bytes_text("--games 2 %s", line)));

	*second = match;
	snprintf(second->file, sizeof(second->file), "%s/m-2.ringside", match.folder);
	snprintf(match.file, sizeof(match.file), "%s/m-1.ringside", match.folder);
	return match;
}

TEST(state_that_leaks_between_games_is_found_by_rerunning_both)
{
	static const struct {
		const char *system, *recorded, *keeps;
	} of[] = {{"gomocup", "'agent:brain good' 'agent:brain good 12'", "agent:brain keeps"},
		  {"lmc", "'agent:player good rock paper' 'agent:player good paper' --turns 3",
		   "agent:player keeps rock paper"},
		  {"asimulator", PIPES("good"), "agent:asim_client keeps 14221 --stdio"},
		  {"asimulator", WORLD("good"), "agent:asim_client keeps 14221"}};

	for (size_t i = 0; i < LENGTH(of); i++) {
		struct match second, first = record_two(of[i].system, of[i].recorded, &second);
		struct outcome alone = rerun(&second, "--alone --seat=1 '%s'", of[i].keeps);
		struct outcome found = rerun(&second, "--seat=1 '%s'", of[i].keeps);
		struct outcome same = rerun(&first, "%s --seat=1", second.file);
		struct outcome both = rerun(&first, "%s --seat=1 '%s'", second.file, of[i].keeps);

		assert_int_equal(alone.status, SAME);
		assert_non_null(
			strstr(alone.err, "m-2.ringside: the recorded process had played game 1 before"));
		assert_int_equal(found.status, DIFFERS);
		assert_non_null(strstr(found.err, "m-1.ringside is replayed first"));
		expect_said(&found, "m-2.ringside: turn ");
		assert_int_equal(same.status, SAME);
		assert_string_equal(same.err, "");
		expect_said(&same, " in 2 games, none differs\n");
		assert_int_equal(both.status, DIFFERS);
		assert_string_equal(both.err, "");
		expect_said(&both, "m-2.ringside: turn ");
		expect_said(&both, " of "); /* the game of the first difference */
		assert_null(strstr(both.out, "m-1.ringside: turn"));
		folder_remove(first.folder);
	}
}

/* In the place of game 1 lies another game, which differs in one of the things that a series shares.  */
TEST(a_game_of_another_series_is_not_replayed_first)
{
	static const char series[] = "'agent:brain good' 'agent:brain good 12' --seed=1";
	static const char *const others[] = {"\"$RINGSIDE\" run gomocup --seed 1 --record %s "
					     "\"'$AGENTS/brain' talks\" \"'$AGENTS/brain' good\"",
					     "\"$RINGSIDE\" run gomocup --seed 2 --record %s "
					     "\"'$AGENTS/brain' good\" \"'$AGENTS/brain' good\"",
					     "\"$RINGSIDE\" run lmc --seed 1 --record %s \"'$AGENTS/brain' "
					     "good\" \"'$AGENTS/brain' good\"",
					     "cp ${1%%1.ringside}2.ringside %s"};

	for (size_t i = 0; i < LENGTH(others); i++) {
		struct match second, first = record_two("gomocup", series, &second);
		FREED char *command = bytes_text(others[i], "$1");
		struct outcome outcome;

		unlink(first.file);
		ends(run_program("/bin/sh", "rerun", ARGS("-c", command, "sh", first.file)), 0, NULL, NULL);
		outcome = rerun(&second, "--trust --seat=1");
		assert_int_equal(outcome.status, SAME);
		assert_non_null(strstr(outcome.err,
				       "m-2.ringside: the recorded process had played game 1 before, "
				       "which a fresh one has not: its match file is not beside it\n"));
		folder_remove(first.folder);
	}
}

TEST(a_branch_says_which_games_its_fresh_processes_lack)
{
	struct match second,
		first = record_two("gomocup", "'agent:brain good' 'agent:brain good 12'", &second);
	FREED char *place = bytes_text("%s:3", second.file);
	const char *open[] = {"open", place, "--trust", "--batch", "-x", "resume", NULL};
	const char *from[] = {"run", "gomocup", "--from", place, "sample:random", "sample:random", NULL};
	struct outcome outcome = ringside("branch", open);

	assert_int_equal(outcome.status, SAME);
	expect_said(&outcome, "branch 1 continues from move 2 in ");
	expect_said(&outcome, "; the old processes had played game 1 before\n");
	ends(ringside("branch", from), SAME, NULL, "m-2.ringside: its processes had played game 1 before");
	folder_remove(first.folder);
}

TEST(each_game_gets_a_fresh_process_if_the_recorded_ones_had)
{
	struct match second,
		first = record_two(
			"qchess",
			"'agent:qchess_agent good' 'agent:qchess_agent good' --classical --max-moves 6",
			&second);
	struct outcome outcome = rerun(&first, "%s --seat=2", second.file);

	assert_int_equal(outcome.status, SAME);
	assert_string_equal(outcome.err, "");
	expect_said(&outcome, " in 2 games, none differs\n");
	folder_remove(first.folder);
}

TEST(files_that_are_not_games_of_one_process_are_refused)
{
	struct match second,
		first = record_two("lmc", "'agent:player good rock' 'agent:player good paper' --turns 2",
				   &second);
	struct match alone = record("lmc", "'agent:player good a' --game cycle");
	char *none = written("%/m-3.ringside", first.folder);

	expect_refused(rerun(&second, "%s --seat=1", second.file), TROUBLE,
		       "is game 2, whose process had played game 1 before: it cannot follow ");
	expect_refused(rerun(&first, "./player good --seat=1"), TROUBLE,
		       "./player is not a match file, and only the last word can be the command");
	expect_refused(rerun(&first, "%s --seat=1", none), TROUBLE, "m-3.ringside");
	expect_refused(rerun(&first, "%s --seat=1 --branch=0", second.file), TROUBLE,
		       "--branch needs a single match file, not 2");
	expect_refused(rerun(&first, "%s --seat=2", alone.file), TROUBLE, "nobody sat on seat 2");
	folder_remove(first.folder);
	folder_remove(alone.folder);
}

TEST_MAIN(NULL, NULL)
