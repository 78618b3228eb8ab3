/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_twins.c - `ringside check --twins`: an agent that follows one way to be told a position wrongly is
 * found there, and a right one nowhere.
 *
 * Each check is a program, and several run at once, since most of them wait.  */
#include "../test.h"
#include "games.h"
#include "program.h"

#include <stdbool.h>

#define MARK "twins"
enum { ROWS_MOST = 16, PASSED = 0, FAILED = 1, USAGE = 2 };

/* An agent, the ways in which it is told, and what comes of them.  */
struct row {
	const char *system;
	const char
		*program; /* of the agents of the tests, which follows the mode; NULL: `agent` is all of it */
	const char *agent;
	const char *only; /* NULL: all ways */
	int status;
	const char *expected; /* a line, and words of later lines, each behind a | */
	bool waits;           /* it hangs */
	const char *options;  /* further ones; NULL: none */
	const char *twin;     /* of --twin; NULL: none */
};

/* ---- checks ---- */

static struct program begin(const struct row *row, char **agent)
{
	const char *args[ARGS_MAX] = {"check", row->system, "--twins", "--turn-time",
				      limit(row->waits, "600ms")};
	int count = 5;
	static char words[ROWS_MOST][100];
	static int used;
	char *rest = words[used++ % ROWS_MOST];

	*agent = NULL;
	if (row->program && asprintf(agent, "'%s/%s' %s", env("AGENTS"), row->program, row->agent) < 0)
		abort();
	if (row->waits) /* what it does before it hangs may wait for a core */
		args[count++] = "--forgive-waiting";
	if (row->only) {
		args[count++] = "--only";
		args[count++] = row->only;
	}
	snprintf(rest, sizeof(words[0]), "%s", row->options ? row->options : "");
	for (char *word = strtok_r(rest, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
		args[count++] = word;
	if (row->twin) {
		args[count++] = "--twin";
		args[count++] = row->twin;
	}
	args[count++] = *agent ? *agent : row->agent;
	args[count] = NULL;
	return program_begin(env("RINGSIDE"), MARK, args, -1);
}

/* Are the parts there, one behind the other?  */
static bool has(const char *text, const char *parts)
{
	while (parts && *parts) {
		size_t size = strcspn(parts, "|");
		const char *at = memmem(text, strlen(text), parts, size);

		if (!at)
			return false;
		text = at + size;
		parts += size + (parts[size] == '|');
	}
	return true;
}

static bool end(const struct row *row, struct program *program)
{
	struct outcome outcome = program_end(program);
	bool right = outcome.status == row->status && has(outcome.out, row->expected) &&
		     (row->status != PASSED || !strstr(outcome.out, "failed"));

	if (!right)
		print_error("%s %s: expected status %d and \"%s\", got status %d\n%s%s", row->system,
			    row->agent, row->status, row->expected ? row->expected : "", outcome.status,
			    outcome.out, outcome.err);
	return right;
}

/* Tries all rows at once.  */
static void try_all(const struct row *rows, int count)
{
	struct program programs[ROWS_MOST];
	char *agents[ROWS_MOST];
	int wrong = 0;

	assert_true(count <= ROWS_MOST);
	for (int i = 0; i < count; i++)
		programs[i] = begin(&rows[i], &agents[i]);
	for (int i = 0; i < count; i++) {
		wrong += !end(&rows[i], &programs[i]);
		free(agents[i]);
	}
	assert_int_equal(wrong, 0);
	assert_int_equal(left_behind(MARK), 0);
}

#define TRY(rows) try_all(rows, (int)(sizeof(rows) / sizeof((rows)[0])))

/* ---- tests ---- */

TEST(a_brain_that_follows_a_way_wrongly_is_found_there)
{
	static const struct row rows[] = {
		{"gomocup", "twin_brain", "good", NULL, .status = PASSED,
		 .expected = "11 cases|9 passed, 2 warned"},
		{"gomocup", "twin_brain", "swapped", "takeback", .status = FAILED,
		 .expected = "failed|takeback|turn 1, told again, after TAKEBACK of the turn: expected|as in "
			     "the game:|> "
			     "BEGIN|"
			     "told again|> TAKEBACK|To see it again: ringside check gomocup|--twins --only "
			     "takeback"},
		{"gomocup", "twin_brain", "keeps", "restart", .status = FAILED,
		 .expected = "failed|restart|in a process that has played another game|> RESTART|< OK|> "
			     "BEGIN|< "},
		{"gomocup", "twin_brain", "stale", "takeback-other", .status = FAILED,
		 .expected = "failed|takeback-other"},
		{"gomocup", "twin_brain", "colours", "board", .status = FAILED,
		 .expected = "failed|board|> BOARD|> DONE|< "},
		{"gomocup", "twin_brain", "loses-rest", "pieces", .status = FAILED,
		 .expected = "failed|pieces|before the first turn, told byte by byte: expected OK|nothing of "
			     "that came "
			     "within",
		 .waits = true, .options = "--start-time 600ms"},
		{"gomocup", "twin_brain", "naps-loses-rest", "pieces", .status = FAILED,
		 .expected = "failed|pieces|before the first turn, told byte by byte: expected OK",
		 .waits = true, .options = "--start-time 600ms"},
		{"gomocup", "twin_brain", "needs-cr", "lf", .status = FAILED,
		 .expected = "failed|lf|before the first turn|> START", .waits = true,
		 .options = "--start-time 600ms"},
		{"gomocup", "twin_brain", "chance", "takeback,board", .status = PASSED,
		 .expected = "inconclusive|again|{seed}|PYTHONHASHSEED=0|inconclusive|board|nobody can tell|"
			     "positions skipped so"},
		{"gomocup", "twin_brain", "swapped lucky", "takeback", .status = FAILED,
		 .expected =
			 "inconclusive|again|turn 5: |nobody can tell|failed|takeback|turn 1, told again, "
			 "after TAKEBACK of the turn"},
		{"gomocup", "twin_brain", "good lucky", "board", .status = PASSED,
		 .expected = "inconclusive|again|turn 5: |inconclusive|board|turn 5: |nobody can tell|"
			     "\n    1 of |positions skipped so; it answers the same in the others."},
		{"gomocup", "twin_brain", "seeded {seed}", "takeback", .status = PASSED,
		 .expected = "inconclusive|takeback|With another seed|Seed it anew"},
		{"gomocup", "twin_brain", "second", "takeback,restart", .status = PASSED,
		 .expected = "inconclusive"},
		{"gomocup", "twin_brain", "good", "takeback,board,restart", .status = PASSED,
		 .expected = "5 passed", .options = "--opening h8i9g7"},
		{"gomocup", "twin_brain", "swapped --seed {seed}", "takeback", .status = FAILED,
		 .expected = "game 1|turn 1,|--seed 7 --turn-time |ms --size=15|game 2|turn 2,|--games 2 "
			     "--seed 7 --turn-time ",
		 .options = "--games 2 --seed 7 --size 15"},
	};

	TRY(rows);
}

TEST(an_agent_that_forgets_a_quantum_state_is_found_by_its_game)
{
	char *agent, samples[400];
	const char *program = env("RINGSIDE");
	struct row rows[] = {
		{"qchess", NULL, NULL, "again", .status = FAILED,
		 .expected = "failed|game|the game ended: illegal: seat 1|which cannot be reached"},
	};

	snprintf(samples, sizeof(samples), "%.*s/src/samples", (int)(strrchr(program, '/') - program),
		 program);
	/* It takes each piece for a pawn when the judge says that it is in state 1.  */
	assert_true(asprintf(&agent,
			     "sh -c 'sed -u \"s/ 1 [a-z]*$/ 1 pawn/\" | \"%s/qchess-random\" --seed 1'",
			     samples) > 0);
	rows[0].agent = agent;
	TRY(rows);
	free(agent);
}

TEST(a_player_that_follows_a_way_wrongly_is_found_there)
{
	static const struct row rows[] = {
		{"lmc", "twin_player", "good", NULL, .status = PASSED, .expected = "8 passed",
		 .options = "--turns 12"},
		{"lmc", "twin_player", "in-order", "swapped", .status = FAILED, .expected = "failed|swapped"},
		{"lmc", "twin_player", "hears-comments", "comments", .status = FAILED,
		 .expected = "failed|comments|> # @command play"},
		{"lmc", "twin_player", "needs-channel", "bare", .status = FAILED, .expected = "failed|bare"},
		{"lmc", "twin_player", "keeps", "next-game", .status = PASSED,
		 .expected = "warned|next-game|it may learn from game to game"},
		{"lmc2", "twin_player", "good", NULL, .status = PASSED, .expected = "8 passed"},
		{"lmc2", "twin_player", "good", NULL, .status = PASSED,
		 .expected = "inconclusive|game|asked for no move|this game needs 2 players|8 cases",
		 .options = "--game-program=sample:roshambo"},
		{"lmc2", "twin_player", "hintless", "hints", .status = PASSED,
		 .expected = "warned|hints|turn |it answers \"|but the hint to this input was \"|follow the "
			     "hint"},
	};

	TRY(rows);
}

TEST(a_client_that_follows_a_way_wrongly_is_found_there)
{
	char folder[40] = "/tmp/ringside-test-XXXXXX", world[60], options[100], *little, *forgets;
	struct row rows[] = {
		{"asimulator", "twin_client", "good --stdio", NULL, .status = PASSED, .expected = "6 passed",
		 .options = options},
		{"asimulator", "twin_client", "good --stdio", "other", .status = FAILED,
		 .expected = "failed|other|told to the command of --twin: expected|< 00|< 80|Both answer "
			     "so|--twin ",
		 .options = options},
		{"asimulator", "twin_client", "keeps --stdio", "next-simulation", .status = FAILED,
		 .expected = "failed|next-simulation|--stdio --world=", .options = options},
		{"asimulator", "twin_client", "one-read --stdio", "pieces", .status = FAILED,
		 .expected = "failed|pieces", .options = options},
	};

	folder_make(folder);
	snprintf(world, sizeof(world), "%s/plain.world", folder);
	snprintf(options, sizeof(options), "--stdio --world %s", world);
	file_write(world,
		   "AWorld 1\nMove_Cost 1\nTurn_Left_Cost 1\nTurn_Right_Cost 1\nGrab_Cost 1\n"
		   "Item_Reward 50\nHome_Reward 9\nInitial_Score -10\n"
		   "Agent 1 1 0\nMap 4 3\n####\n#hi#\n####\n",
		   false);
	assert_true(asprintf(&little, "'%s/twin_client' little --stdio", env("AGENTS")) > 0);
	assert_true(asprintf(&forgets, "'%s/twin_client' little-forgets --stdio", env("AGENTS")) > 0);
	rows[0].twin = little;
	rows[1].twin = forgets;
	TRY(rows);
	free(little);
	free(forgets);
	folder_remove(folder);
}

TEST(an_engine_that_follows_a_way_wrongly_is_found_there)
{
	static const struct row rows[] = {
		{"uci", "uci_engine", "good", NULL, .status = PASSED,
		 .expected = "10 cases|9 passed, 1 warned"},
		{"uci", "uci_engine", "torn", "pieces", .status = FAILED,
		 .expected = "failed|pieces|byte by byte"},
		{"uci", "uci_engine", "position-alone", "together", .status = FAILED,
		 .expected = "failed|together", .waits = true},
		{"uci", "uci_engine", "blanks", "blanks", .status = FAILED, .expected = "failed|blanks",
		 .waits = true},
		{"uci", "uci_engine", "pinged", "ready", .status = FAILED, .expected = "failed|ready|turn 1"},
		{"uci", "uci_engine", "no-fen", "fen", .status = PASSED, .expected = "warned|fen"},
		{"uci", "uci_engine", "defaults", "options", .status = FAILED, .expected = "failed|options"},
		{"uci", "uci_engine", "learns", "newgame", .status = PASSED, .expected = "warned|newgame"},
		{"uci", "uci_engine", "forgets-black", "mirrored", .status = PASSED,
		 .expected = "warned|mirrored"},
	};

	TRY(rows);
}

TEST(all_samples_answer_the_same_each_way_or_nobody_can_tell)
{
	static const struct row rows[] = {
		{"gomocup", NULL, "sample:threat --nodes 200", NULL, .status = PASSED,
		 .expected = "11 cases"},
		{"gomocup", NULL, "sample:threat --nodes 200 --seed 3", NULL, .status = PASSED,
		 .expected = "11 cases"},
		{"gomocup", NULL, "sample:random", NULL, .status = PASSED,
		 .expected = "inconclusive|another seed"},
		{"uci", NULL, "sample:searcher", "fen,options,newgame", .status = PASSED,
		 .expected = "5 passed"},
		{"qchess", NULL, "sample:random", "together", .status = PASSED, .expected = "3 passed",
		 .options = "--max-moves 10"},
		{"qchess", NULL, "sample:thinker", "together", .status = PASSED, .expected = "3 passed",
		 .options = "--max-moves 10"},
		{"lmc", NULL, "sample:predictor", NULL, .status = PASSED, .expected = "8 cases",
		 .options = "--turns 10"},
		{"lmc2", NULL, "sample:learner", "together,bare", .status = PASSED, .expected = "4 passed"},
		{"asimulator", NULL, "sample:reasoner", NULL, .status = PASSED, .expected = "5 passed"},
		{"asimulator", NULL, "sample:wander", NULL, .status = PASSED,
		 .expected = "inconclusive|next-simulation|another seed"},
		{"asimulator", NULL, "sample:rotate", "other", .status = PASSED, .expected = "3 passed",
		 .twin = "sample:rotate --little"},
	};

	TRY(rows);
}

TEST(what_twins_cannot_do_is_refused)
{
	static const struct row rows[] = {
		{"gomocup", "twin_brain", "good", NULL, .status = USAGE, .options = "--runs 2"},
		{"gomocup", "twin_brain", "good", "takback", .status = USAGE},
		{"gomocup", "twin_brain", "good", NULL, .status = USAGE, .options = "--suite none"},
	};

	TRY(rows);
}

TEST(the_ways_are_listed)
{
	struct outcome outcome = ringside(MARK, ARGS("check", "gomocup", "--twins", "--list", "./none"));

	assert_int_equal(outcome.status, PASSED);
	assert_true(has(outcome.out, "twin |again|by BOARD|remark|mirrored"));
}

TEST_MAIN(NULL, NULL)
