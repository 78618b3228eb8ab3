/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_fuzz.c - `ringside fuzz`: finds the mistakes of agents in few matches and makes these as short as
 * possible, and blames no agent that is right.  */
#include "../test.h"
#include "games.h"
#include "program.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <jansson.h>

enum { FOUND = 1, ENDED_BADLY = 4 };

static int set_up(void **state)
{
	char *folder = *state = strdup("/tmp/ringside-test-XXXXXX");

	folder_make(folder);
	setenv("FOLDER", folder, true);
	return 0;
}

static int tear_down(void **state)
{
	folder_remove(*state);
	free(*state);
	return 0;
}

/* Runs a line of sh, in which $RINGSIDE is the program, $AGENTS the folder of the agents and $FOLDER that of
 * the test.  */
static struct outcome sh(int status, const char *line)
{
	struct outcome outcome = run_program("/bin/sh", "fuzz", ARGS("-c", line));

	if (outcome.status != status)
		fail_msg("%s\nstatus %d, not %d\n%s%s", line, outcome.status, status, outcome.out,
			 outcome.err);
	assert_int_equal(left_behind("fuzz"), 0);
	return outcome;
}

static void says(int status, const char *line, const char *words)
{
	struct outcome outcome = sh(status, line);

	if (!strstr(outcome.out, words) && !strstr(outcome.err, words))
		fail_msg("%s\n\"%s\" is not in\n%s%s", line, words, outcome.out, outcome.err);
}

static char *read_file(const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = calloc(1, 4096);

	assert_non_null(file);
	assert_true(fread(text, 1, 4095, file) > 0);
	fclose(file);
	return text;
}

/* What is found in a system with one agent, and how small it gets.  */
static const struct row {
	const char *system, *options, *agent, *failure;
	int turns;
	const char *suite; /* NULL: what fails needs more than a position */
} rows[] = {
	{"gomocup", "", "'$AGENTS/brain' small", "start", 1, "[case start-1]\nsize = 5\n"},
	{"gomocup", "", "'$AGENTS/brain' cornered", "illegal", 1, "[case illegal-1]\nposition = a1\n"},
	/* What it does before it hangs may wait for a core.  */
	{"gomocup", "--turn-time 300ms --tolerance 0 --forgive-waiting", "'$AGENTS/brain' curious", "timeout",
	 1, "[case timeout-1]\nposition =\ninfo1 = zobrist 17\nturn-time = 300ms\n"},
	{"gomocup", "", "'$AGENTS/brain' crash", "crash", 3, NULL},
	{"gomocup", "", "'$AGENTS/brain' forgets", "crash", 3, NULL},
	{"gomocup", "", "'$AGENTS/twin_brain' needs-whole", "start", 1,
	 "[case start-1]\nposition =\npieces = 1\n"},
	{"lmc", "--game roshambo", "'$AGENTS/player' --at 2 crash rock", "crash", 4,
	 "[case crash-1]\nposition = crash-1.ringside:4\n"},
	{"lmc2", "--game-program \"'$AGENTS/game_program' good 4\"", "'$AGENTS/player' --at 2 crash a",
	 "crash", 2, "[case crash-1]\nposition = crash-1.ringside:2\n"},
	{"qchess", "", "'$AGENTS/qchess_agent' crash", "crash", 2,
	 "[case crash-1]\nposition = crash-1.ringside:2\n"},
	{"uci", "", "'$AGENTS/uci_engine' illegal", "illegal", 1,
	 "[case illegal-1]\nposition = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
	 "infinite1 = 35ms\n"},
	/* Stop comes in its own turn.  */
	{"uci", "", "'$AGENTS/uci_engine' stop-crashes", "crash", 1,
	 "[case crash-1]\nposition = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
	 "infinite1 = 35ms\n"},
	{"asimulator", "--stdio --world classic", "'$AGENTS/asim_client' crash 14221 --stdio", "crash", 2,
	 "[case crash-1]\nposition = crash-1.ringside:2\n"},
};
enum { ROWS = LENGTH(rows) };

/* The first finding of three matches.  The caller frees the object that it is in.  */
static json_t *find(const struct row *row, json_t **object)
{
	struct outcome outcome;
	char line[900];

	snprintf(line, sizeof(line),
		 "\"$RINGSIDE\" fuzz %s %s \"%s\" --seed 4 --games 3 --json --keep $FOLDER/found",
		 row->system, row->options, row->agent);
	outcome = sh(FOUND, line);
	*object = json_loads(outcome.out, 0, NULL);
	assert_non_null(*object);
	return json_array_get(json_object_get(*object, "found"), 0);
}

static void fails_again(const struct row *row, const char *folder, const json_t *found)
{
	char line[900], path[80];

	if (strcmp(row->failure, "illegal") != 0) { /* a rerun goes on after a move that it only reads */
		snprintf(line, sizeof(line), "\"$RINGSIDE\" rerun %s --seat %d", game_word(found, "file"),
			 game_number(found, "seat"));
		says(ENDED_BADLY, line, " again");
	}
	snprintf(path, sizeof(path), "%s/found/found.suite", folder);
	if (!row->suite) {
		assert_int_equal(access(path, F_OK), -1);
		return;
	}
	assert_text(read_file(path), row->suite);
	snprintf(line, sizeof(line), "\"$RINGSIDE\" check %s %s \"%s\" --suite %s", row->system, row->options,
		 row->agent, path);
	says(FOUND, line, "1 failed");
}

TEST_IN(each_planted_mistake_is_found_and_made_as_small_as_possible, set_up, tear_down)
{
	for (int i = 0; i < ROWS; i++) {
		json_t *object, *found = find(&rows[i], &object);

		print_message("%s %s\n", rows[i].system, rows[i].agent);
		assert_string_equal(game_word(found, "failure"), rows[i].failure);
		assert_int_equal(game_number(found, "match"), 1);
		assert_int_equal(game_number(found, "happened"), 3);
		assert_int_equal(game_number(found, "turns"), rows[i].turns);
		fails_again(&rows[i], *state, found);
		json_decref(object);
		says(0, "rm -r $FOLDER/found", "");
	}
}

TEST_IN(the_mistake_of_the_novice_is_found_as_the_manual_says, set_up, tear_down)
{
	says(FOUND, "\"$RINGSIDE\" fuzz gomocup sample:faulty.py --seed 1 --games 8 --keep $FOLDER/found",
	     "illegal         1      8      1        13  ");
	says(FOUND, "\"$RINGSIDE\" check gomocup sample:faulty.py --suite $FOLDER/found/found.suite",
	     "1 case in");
}

/* The player itself never answers what it stumbles over.  */
TEST_IN(moves_that_a_referee_calls_legal_are_played_against_its_players, set_up, tear_down)
{
	says(FOUND,
	     "\"$RINGSIDE\" fuzz referee --referee \"'$AGENTS/contest' referee good 9\" "
	     "\"'$AGENTS/contest' player stumbles\" --seed 1 --games 12 --keep $FOLDER/found",
	     "crash-1.ringside");
	says(FOUND,
	     "\"$RINGSIDE\" check referee \"'$AGENTS/contest' player stumbles\" --suite "
	     "$FOLDER/found/found.suite",
	     "1 case in");
}

TEST_IN(the_same_seed_finds_the_same_however_many_matches_run_at_once, set_up, tear_down)
{
	static const char line[] = "\"$RINGSIDE\" fuzz gomocup \"'$AGENTS/brain' %s\" --seed 17 --games 24 "
				   "--concurrency %d --json --keep $FOLDER/found";
	static const char *const modes[] = {"cornered", "strict"};

	for (size_t i = 0; i < LENGTH(modes); i++) {
		struct outcome outcomes[2];
		char text[500];

		for (int k = 0; k < 2; k++) {
			snprintf(text, sizeof(text), line, modes[i], k ? 3 : 1);
			outcomes[k] = sh(FOUND, text);
			says(0, "rm -r $FOLDER/found", "");
		}
		assert_string_equal(outcomes[0].out, outcomes[1].out);
	}
}

TEST_IN(no_bundled_agent_is_blamed, set_up, tear_down)
{
	static const char *const lines[] = {
		"gomocup sample:random",
		"gomocup 'sample:threat --nodes 200'",
		"lmc sample:predictor",
		"lmc2 sample:imitate-player",
		"qchess sample:random",
		"qchess sample:thinker --max-moves 6",
		"asimulator sample:reasoner",
		"asimulator --stdio 'sample:wander --stdio'",
		"uci sample:random",
		"uci --turn-time 60s --match-time 0 'sample:searcher --depth 2'",
	};

	for (size_t i = 0; i < LENGTH(lines); i++) {
		char line[300];

		snprintf(line, sizeof(line), "\"$RINGSIDE\" fuzz %s --seed 2 --games 12 --keep $FOLDER/found",
			 lines[i]);
		says(0, line, "12 matches with --seed 2: it never failed\n");
		snprintf(line, sizeof(line),
			 "\"$RINGSIDE\" fuzz %s --pieces 3 --seed 2 --games 4 --keep $FOLDER/found",
			 lines[i]);
		says(0, line, "4 matches with --seed 2: it never failed\n");
		says(0, "test ! -e $FOLDER/found", "");
	}
}

/* It reads each piece 15 ms late, and the first question comes in more than 30.  */
TEST_IN(no_clock_counts_how_long_pieces_wait, set_up, tear_down)
{
	says(0,
	     "\"$RINGSIDE\" run gomocup \"'$AGENTS/twin_brain' naps\" sample:random --seed 1 --pieces 2 "
	     "--turn-time 300ms --tolerance 0 --forgive-waiting",
	     "five in a row");
}

TEST_IN(a_suite_can_name_a_brain_that_dies_at_once, set_up, tear_down)
{
	says(FOUND, "\"$RINGSIDE\" fuzz gomocup \"sh -c 'exit 3'\" --games 2 --keep $FOLDER/found",
	     "start-1.ringside");
	says(FOUND, "\"$RINGSIDE\" check gomocup \"sh -c 'exit 3'\" --suite $FOLDER/found/found.suite",
	     "1 case in ");
}

TEST_IN(an_interrupted_search_tells_what_it_has_found, set_up, tear_down)
{
	const struct timespec step = {.tv_nsec = 1000000};
	char agent[400], keep[80], suite[100];
	const char *args[] = {"fuzz", "gomocup", agent, "--seed", "4", "--time", "10m", "--keep", keep, NULL};
	struct program program;

	snprintf(agent, sizeof(agent), "'%s/brain' small", env("AGENTS"));
	snprintf(keep, sizeof(keep), "%s/found", (const char *)*state);
	snprintf(suite, sizeof(suite), "%s/found.suite", keep);
	program = program_begin(env("RINGSIDE"), "fuzz", args, -1);
	while (access(suite, F_OK) != 0)
		nanosleep(&step, NULL);
	kill(program.pid, SIGINT);
	ends(program_end(&program), FOUND,
	     "/found/start-1.ringside\n"
	     "|in 1 way; interrupted\n",
	     NULL);
	assert_int_equal(left_behind("fuzz"), 0);
	says(1, "ls $FOLDER/found | grep try", "");
}

TEST_IN(what_cannot_be_tested_is_refused, set_up, tear_down)
{
	says(2, "\"$RINGSIDE\" fuzz gomocup human", "a person cannot be tested: name a program");
	says(2, "\"$RINGSIDE\" fuzz gomocup", "an argument is missing");
	says(2, "\"$RINGSIDE\" fuzz gomocup --size 5 --opening h8 sample:random --keep $FOLDER/found", "h8");
	says(2, "\"$RINGSIDE\" fuzz gomocup sample:random --keep /dev/null/found", "/dev/null");
	says(3, "\"$RINGSIDE\" fuzz gomocup /nonexistent/brain --keep $FOLDER/found", "/nonexistent/brain");
}

TEST_MAIN(NULL, NULL)
