/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_lmc2.c - game programs and players that misbehave in `ringside run lmc2`: whose fault it is, what the
 * game program is told, and how the match ends (lmc2, Layer 0).
 *
 * The game has three rounds.  A player hears `a`, and gets a point if it repeats it.  */
#include "../test.h"
#include "games.h"
#include "recorded.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>

/* For those whose time runs out; the others get one that is never reached. What they do before that may wait
 * for a core.  */
#define LIMITS(turn, start, hang)                                                                            \
	"--forgive-waiting", "--turn-time", limit(turn, "700ms"), "--start-time", limit(start, "500ms"),     \
		"--hang-time", limit(hang, "500ms")

/* Checks the first reported fault of the seat; NULL: there is none.  */
static void expect_fault(const struct recorded *match, int seat, const char *expected)
{
	FREED char *faults = recorded_faults(match, seat);

	if (expected ? strncmp(faults, expected, strlen(expected)) != 0 : *faults != '\0')
		fail_msg("reported faults of seat %d: \"%s\"", seat, faults);
}

/* ---- game programs ---- */

struct program_row {
	const char *mode;
	int players;
	const char *detail; /* must be in the detail */
	const char *fault;  /* its reported fault; NULL: none */
};

/* Misconduct after which the game is played to its end.  */
static const struct program_row forgiven[] = {
	{"good", 1, "that was all; a sum of 3 in 3 moves", NULL},
	{"good", 2, "that was all; 3 : 3 in 6 moves", NULL},
	{"banner", 1, "a sum of 3", NULL},
	{"alone", 1, "a sum of 3", NULL},
	{"crlf", 1, "a sum of 3", "cr-lines @player 1 @command new\r\n"},
	{"trailing-blanks", 2, "3 : 3", "trailing-blanks @player 1 @command new  \n"},
	{"empty-lines", 1, "a sum of 3", NULL},
	{"unknown-info", 1, "a sum of 3", "unknown-info @info mood good\n"},
	{"name-twice", 1, "a sum of 3", "second-name @info name other\n"},
	{"name-with-blanks", 1, "a sum of 3", "blank-name @info name two words\n"},
	{"many-comments", 1, "a sum of 3", NULL},
	{"comments-to-player", 1, "a sum of 3", NULL},
	{"over-early", 1, "enough \\x1b[31mis enough; a sum of 1 in 1 move", NULL},
	{"asks-who-left", 1, "a sum of 3", NULL},
	{"stays", 1, "a sum of 3", NULL},
	{"hide", 1, "a sum of 3", NULL},
	{"hold-output", 2, "3 : 3", NULL},
};

/* Misconduct that ends the match at once, and no player is blamed.  */
static const struct program_row broken[] = {
	{"no-name", 1, "the game program (game_program) did not say its name within 0.500 s", NULL},
	{"name-too-late", 1, "did not say its name", NULL},
	{"line-before-name", 1, "a line before the name", "program-before-name @judge over\n"},
	{"leave-at-once", 1, "exited with status 0 before it was ready", NULL},
	{"crash-at-once", 2, "SIGSEGV before it was ready", NULL},
	{"line-for-nobody", 2, "a line for nobody", "program-for-nobody @input a\n"},
	{"player-3", 2, "a line for a player who is not there", "program-for-stranger"},
	{"player-2", 1, "a line for a player who is not there", "program-for-stranger"},
	{"player-word", 1, "a line for a player who is not there", "program-for-stranger"},
	{"exit", 1, "sends a player the command exit", "program-exit"},
	{"unknown-command", 1, "an unknown command", "program-command"},
	{"unknown-channel", 1, "a channel that a player does not have", "program-channel"},
	{"output", 1, "a channel that a player does not have", "program-channel"},
	{"stranger", 1, "\"zebra\" is not a symbol that the player was told", "program-strange-word"},
	{"strange-hint", 1, "\"zebra\" is not a symbol that the player was told", "program-strange-word"},
	{"no-words", 1, "a line without words", "program-no-words"},
	{"high-score", 1, "\"1.5\" is not a number from -1 to +1", "program-score"},
	{"nan-score", 1, "\"nan\" is not a number from -1 to +1", "program-score"},
	{"score-word", 1, "\"good\" is not a number from -1 to +1", "program-score"},
	{"symbol-twice", 1, "\"a\" was given before", "program-symbol"},
	{"symbol-at", 1, "\"@a\" begins with @ or #", "program-symbol"},
	{"symbol-blank", 1, "\"c d\" has a blank in it", "program-symbol"},
	{"symbol-long", 1, "is longer than 31 bytes", "program-symbol"},
	{"no-alphabet", 1, "\"a\" is not a symbol that the player was told", "program-strange-word"},
	{"one-symbol", 1, "play without an alphabet", "program-no-alphabet"},
	{"unknown-judge-line", 1, "an unknown line for the judge", "program-judge"},
	{"play-twice", 1, "commands a player that has not answered", "program-impatient"},
	{"new-while-awaited", 1, "commands a player that has not answered", "program-impatient"},
	{"info-exit", 1, "said that it exits, in the middle of the game", NULL},
	{"leave", 1, "ended in the middle of the game", NULL},
	{"leave-badly", 2, "ended in the middle of the game", NULL},
	{"crash", 2, "ended in the middle of the game", NULL},
	{"close-output", 1, "closed its output", NULL},
	{"silent", 2, "did nothing for 0.500 s (--hang-time)", NULL},
	{"half-line", 1, "did nothing for 0.500 s", NULL},
	{"never-reads", 1, "did nothing for 0.500 s", NULL},
	{"comments-without-end", 1, "did nothing for 0.500 s", "chatter"},
	{"inputs-without-end", 1, "did nothing for 0.500 s", "chatter"},
	{"flood-one-line", 1, "a word that is not of the game", "program-strange-word"},
};

static bool says(const char *text, const char *words)
{
	return text && strstr(text, words);
}

static struct recorded play(const struct program_row *row)
{
	char game[400], one[400], two[400];
	const char *args[] = {LIMITS(false, says(row->detail, "did not say its name"),
				     says(row->detail, "did nothing for")),
			      "--seat-option=1:start-time=60s",
			      /* even a program that hardly gets a core floods that in time */
			      says(row->fault, "chatter") ? "--max-chatter=256" : "--max-chatter=1M",
			      "--game-program", game_program(game, row->mode, ""), player(one, "good", ""),
			      row->players > 1 ? player(two, "good", "") : NULL, NULL};

	return recorded_play(row->mode, "lmc2", args);
}

TEST_EACH(is_played_to_its_end, struct program_row, forgiven, mode)
{
	struct recorded match FREED_BY(recorded_free) = play(row);

	recorded_expect(&match, row->players > 1 ? 0 : NONE, "score", NONE, row->detail);
	recorded_expect_names(&match, "good", row->players > 1 ? "good" : NULL);
	expect_fault(&match, 0, row->fault);
	expect_fault(&match, 1, NULL);
}

TEST_EACH(ends_the_match_without_blame, struct program_row, broken, mode)
{
	struct recorded match FREED_BY(recorded_free) = play(row);

	recorded_expect(&match, NONE, "game", NONE, row->detail);
	expect_fault(&match, 0, row->fault);
	expect_fault(&match, 1, NULL);
}

/* ---- players ---- */

struct player_row {
	const char *mode, *option, *value;
	const char *reason;
	double sum;
	const char *told;  /* the faults that the game program is told */
	const char *fault; /* the player's reported fault; NULL: none */
};

/* Each plays alone with a good game program.  When the only player has left, the match is over.  */
static const struct player_row players[] = {
	{"good", NULL, NULL, "score", 3, "", NULL},
	{"bare", NULL, NULL, "score", 3, "", NULL},
	{"crlf", NULL, NULL, "score", 3, "", "cr-lines"},
	{"many-comments", NULL, NULL, "score", 3, "", NULL},
	{"bytewise", NULL, NULL, "score", 3, "", NULL},
	{"two-outputs", NULL, NULL, "score", 3, "", "unasked-output @output rock\n"},
	{"no-farewell", NULL, NULL, "score", 3, "", NULL},
	{"stays", NULL, NULL, "score", 3, "", NULL},
	{"plain", "--lmc1", "1", "score", 3, "", NULL},
	{"plain", "--lmc1", "all", "score", 3, "", NULL},
	{"plain", "--lmc1", "2", "crash", 1, "", NULL},
	{"unknown-symbol", NULL, NULL, "score", 1, "@judge fault 1 illegal", "strange-word"},
	{"unknown-symbol", "--words", "letters", "score", 1, "@judge fault 1 illegal", "strange-word"},
	{"unknown-symbol", "--words", "any", "score", 1, "", NULL},
	{"two-words", NULL, NULL, "score", 1, "@judge fault 1 illegal", "strange-word"},
	{"no-symbol", NULL, NULL, "score", 1, "@judge fault 1 illegal", "empty-output"},
	{"late", NULL, NULL, "score", 1, "@judge fault 1 timeout", "late-output @output a\n"},
	{"silent", NULL, NULL, "score", -1, "@judge fault 1 timeout|@judge fault 1 timeout", NULL},
	{"leave", NULL, NULL, "exit", 1, "", NULL},
	{"leave-with-farewell", NULL, NULL, "exit", 1, "", NULL},
	{"leave-badly", NULL, NULL, "crash", 1, "", NULL},
	{"crash", NULL, NULL, "crash", 1, "", NULL},
	{"close-output", NULL, NULL, "exit", 1, "", NULL},
	{"no-name", NULL, NULL, "start", 0, "", NULL},
	{"exit-first", NULL, NULL, "start", 0, "", NULL},
	{"crash-at-once", NULL, NULL, "start", 0, "", NULL},
};

TEST_EACH(plays_alone, struct player_row, players, mode)
{
	char game[400], one[400];
	const char *args[] = {LIMITS(says(row->told, "timeout"), false, false),
			      strcmp(row->mode, "no-name") == 0 ? "--seat-option=1:start-time=500ms"
								: "--seat-option=1:start-time=60s",
			      "--game-program",
			      game_program(game, "good", ""),
			      player(one, row->mode, ""),
			      row->option,
			      row->value,
			      NULL};
	struct recorded match FREED_BY(recorded_free) = recorded_play(row->mode, "lmc2", args);

	recorded_expect(&match, NONE, row->reason, strcmp(row->reason, "score") == 0 ? NONE : 1, NULL);
	recorded_expect_sums(&match, row->sum, NULL);
	assert_text(recorded_ask(
			    &match,
			    "select ifnull(group_concat(rtrim(bytes, char(10)), '|'), '') from message where "
			    "seat = 0 and dir = 'to' and cast(bytes as text) like '@judge fault %'"),
		    row->told);
	expect_fault(&match, 1, row->fault);
	expect_fault(&match, 0, NULL);
}

TEST(the_game_goes_on_with_the_other_player)
{
	char game[400], one[400], two[400], *told;
	const char *args[] = {LIMITS(false, false, false),    "--game-program",
			      game_program(game, "good", ""), player(one, "crash", ""),
			      player(two, "good", ""),        NULL};
	struct recorded match FREED_BY(recorded_free) = recorded_play("goes-on", "lmc2", args);

	recorded_expect(&match, 2, "crash", 1, "was ended by SIGSEGV before the game was over");
	told = recorded_messages(&match, 0, "to", "command");
	assert_non_null(strstr(told, "@judge fault 1 exit"));
	free(told);
	assert_text(recorded_ask(&match, "select count(*) from turn where seat = 2"), "3");
}

static struct recorded play_without_the_first(const char *mode)
{
	char game[400], one[400], two[400];
	const char *args[] = {LIMITS(false, false, strcmp(mode, "insists") == 0),
			      "--game-program",
			      game_program(game, mode, ""),
			      player(one, "leave", ""),
			      player(two, "good", ""),
			      NULL};

	return recorded_play(mode, "lmc2", args);
}

/* It may have asked before it was told.  */
TEST(a_game_program_that_asks_a_player_that_has_left_is_told_so_again)
{
	struct recorded match FREED_BY(recorded_free) = play_without_the_first("asks-who-left");
	FREED char *told = recorded_ask(&match, "select count(*) from message where seat = 0 and "
						"cast(bytes as text) = '@judge fault 1 exit' || char(10)");

	recorded_expect(&match, 2, "exit", 1, "left before the game was over");
	assert_string_equal(told, "2");
}

TEST(a_game_program_that_keeps_asking_it_ends_the_match)
{
	struct recorded match FREED_BY(recorded_free) = play_without_the_first("insists");

	recorded_expect(&match, NONE, "game", NONE, "did nothing for 0.500 s (--hang-time)");
}

/* ---- what is said ---- */

TEST(each_side_is_told_the_documented_lines)
{
	char game[400], one[400];
	const char *args[] = {LIMITS(false, false, false),
			      "--seed",
			      "42",
			      "--game-program",
			      game_program(game, "good", "1"),
			      player(one, "good", ""),
			      NULL};
	struct recorded match FREED_BY(recorded_free) = recorded_play("dialogue", "lmc2", args);
	static const char sql[] =
		"select group_concat(rtrim(bytes, char(10)), '|') from (select * from message "
		"where seat = %d and dir = 'to' order by n)";
	char query[200], *told;

	snprintf(query, sizeof(query), sql, 0);
	assert_text(recorded_ask(&match, query),
		    "# ringside ready|@judge version 1|@judge players 1|@judge seed 42|"
		    "@judge name 1 good|@command new|@player 1 @output a|@command exit");
	snprintf(query, sizeof(query), sql, 1);
	told = recorded_ask(&match, query);
	assert_string_equal(told,
			    "# ringside ready|@command new|@command symbol a|@command symbol b|@input a|"
			    "@command play|@score 1|@hint a|@command exit");
	free(told);
}

TEST(a_comment_of_the_game_program_reaches_its_player)
{
	const struct program_row row = {"comments-to-player", 1, NULL, NULL};
	struct recorded match FREED_BY(recorded_free) = play(&row);
	assert_text(recorded_messages(&match, 1, "to", "comment"), "# ringside ready|# you are good");
}

/* ---- samples ---- */

static void expect_hints(const struct recorded *match, int expected)
{
	FREED char *hints =
		recorded_ask(match, "select count(*) from message where seat = 1 and channel = 'hint'");

	assert_int_equal(atoi(hints), expected);
}

TEST(a_plain_player_of_lmc_1_plays_a_game_of_single_words)
{
	static const struct {
		const char *player;
		double least;
	} plain[] = {{"sample:player.sh", 50}, {"sample:rotate", -50}};

	for (size_t i = 0; i < 2; i++)
		for (int lmc1 = 0; lmc1 < 2; lmc1++) {
			const char *args[] = {"--game-program",
					      "sample:imitate-game --turns 50",
					      plain[i].player,
					      lmc1 ? "--lmc1" : NULL,
					      "1",
					      NULL};
			struct recorded match FREED_BY(recorded_free) = recorded_play("plain", "lmc2", args);
			const json_t *sum = json_array_get(json_object_get(match.game, "score"), 0);

			recorded_expect(&match, NONE, "score", NONE, "in 50 moves");
			assert_true(json_real_value(sum) >= plain[i].least);
			expect_hints(&match, lmc1 ? 0 : 50);
		}
}

TEST(a_sample_plays_with_a_game_program_in_another_language)
{
	const char *args[] = {"--game-program", "sample:game.py", "sample:learner", NULL};
	struct recorded match FREED_BY(recorded_free) = recorded_play("python", "lmc2", args);
	FREED char *asked = recorded_ask(&match, "select count(*) from message where seat = 1 and "
						 "cast(bytes as text) = '@command play' || char(10)");

	recorded_expect(&match, NONE, "score", NONE, " points; a sum of ");
	recorded_expect_names(&match, "learner", NULL);
	recorded_expect_moves(&match, atoi(asked));
	expect_fault(&match, 0, NULL);
}

/* ---- processes ---- */

TEST(three_processes_run_beside_the_judge_and_end_with_it)
{
	char game[400], one[400], two[400];
	const char *args[] = {"run",
			      "lmc2",
			      "--turn-time",
			      "60s",
			      "--game-program",
			      game_program(game, "good", ""),
			      player(one, "silent", ""),
			      player(two, "silent", ""),
			      NULL};
	struct program program = program_begin(env("RINGSIDE"), "three", args, -1);

	while (left_behind("three") < 5) { /* with the keeper */
		assert_int_equal(waitpid(program.pid, NULL, WNOHANG), 0);
		poll(NULL, 0, 10);
	}
	kill(program.pid, SIGINT);
	ends(program_end(&program), 130, "interrupted", NULL);
	assert_int_equal(left_behind("three"), 0);
}

TEST(a_match_that_cannot_be_played_is_refused_with_a_reason)
{
	static const struct {
		const char *args[8];
		int status;
		const char *says;
	} wrong[] = {
		{{"run", "lmc2", "--game-program", "/nonexistent/game", "sample:learner"},
		 3,
		 "/nonexistent/game"},
		{{"run", "lmc2", "/nonexistent/player"}, 3, "/nonexistent/player"},
		{{"run", "lmc2", "--game-program", "human", "sample:learner"},
		 2,
		 "--game-program: a person cannot be the game program"},
		{{"run", "lmc2", "--game-program", "sample:nothing", "sample:learner"},
		 2,
		 "--game-program: no bundled agent is called \"nothing\""},
		{{"run", "lmc2", "--game-program", "", "sample:learner"}, 2, "--game-program"},
		{{"run", "lmc2", "--game-program"}, 2, "--game-program needs a value"},
		{{"run", "lmc2", "--words", "few", "sample:learner"},
		 2,
		 "--words few: expected symbols, letters or any"},
		{{"run", "lmc2", "--lmc1", "3", "sample:learner"}, 2, "--lmc1 3: expected 1, 2 or all"},
		{{"run", "lmc2", "--turns", "5", "sample:learner"}, 2, "run lmc2 has no option --turns"},
		{{"run", "lmc2", "human"}, 2, "a person needs a screen"},
		{{"run", "lmc2"}, 2, "an argument is missing"},
		{{"run", "lmc2", "a", "b", "c"}, 2, "\"c\" is one word too many"},
	};

	for (size_t i = 0; i < LENGTH(wrong); i++) {
		struct outcome outcome = ringside("told", wrong[i].args);

		if (outcome.status != wrong[i].status || !strstr(outcome.err, wrong[i].says))
			fail_msg("\"%s\": %d, %s", wrong[i].says, outcome.status, outcome.err);
		assert_string_equal(outcome.out, "");
		assert_int_equal(left_behind("told"), 0);
	}
}

TEST_MAIN(NULL, NULL)
