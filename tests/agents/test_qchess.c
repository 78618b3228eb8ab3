/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_qchess.c - agents that misbehave in `ringside run qchess`.  Each gets the right verdict, its fault is
 * reported once, and no process is left behind (qchess, Wire).
 *
 * Both move a knight to and fro in classical chess.  If no mode stops it, the match is a draw after some
 * moves.  */
#include "../test.h"
#include "games.h"
#include "recorded.h"

#include <stdbool.h>

struct expected {
	const char *mode;
	int winner;
	const char *reason, *detail; /* must be in the detail; NULL: any */
	const char *fault;           /* the only reported one; NULL: none */
};

static const struct expected table[] = {
	{"good", 0, "max-moves", "6 moves were played (--max-moves)", NULL},
	{"bytewise", 0, "max-moves", NULL, NULL},
	{"padded", 0, "max-moves", NULL, NULL},
	{"tabs", 0, "max-moves", NULL, NULL},
	{"crlf", 0, "max-moves", NULL, NULL},
	{"cr", 0, "max-moves", NULL, NULL},
	{"slow", 0, "max-moves", NULL, NULL},
	{"hide", 0, "max-moves", NULL, NULL},
	{"hold-output", 0, "max-moves", NULL, NULL},
	{"ends-badly", 0, "max-moves", NULL, NULL},
	{"leaves-slowly", 0, "max-moves", NULL, NULL},
	{"stays", 0, "max-moves", NULL, NULL},
	{"trailing-words", 0, "max-moves", NULL, "more-numbers 1 7 0 knight\n"},
	{"trailing-number", 0, "max-moves", NULL, "more-numbers 1 7 0\n"},
	{"two-lines", 0, "max-moves", NULL, "answers-update 3 3\n"},
	{"illegal-move", 2, "illegal",
	 "answered MOVE? with \"7 4\", which cannot be reached by the knight on 1 7: it can go to 0 5 or 2 5 "
	 "(ILLEGAL)",
	 NULL},
	{"stays-where-it-is", 2, "illegal", "(ILLEGAL)", NULL},
	{"takes-its-own", 2, "illegal", "(ILLEGAL)", NULL},
	{"--at 3 empty-square", 2, "illegal",
	 "answered SELECTION? with \"4 4\", which is an empty square (EMPTY)", NULL},
	{"--at 1 other-colour", 2, "illegal",
	 "which holds a piece of the other colour, black's knight (COLOUR)", NULL},
	{"--at 1 off-the-board", 2, "illegal", "which is not on the board: x and y go from 0 to 7 (BOUNDS)",
	 NULL},
	{"off-the-board", 2, "illegal", "answered MOVE? with \"8 3\", which is not on the board: x and y",
	 NULL},
	{"negative", 2, "protocol",
	 "answered MOVE? with \"-1 3\": expected two numbers as \"4 6\" (GIBBERISH)", NULL},
	{"one-number", 2, "protocol", "(GIBBERISH)", NULL},
	{"letters", 2, "protocol", "(GIBBERISH)", NULL},
	{"words", 2, "protocol", "(GIBBERISH)", NULL},
	{"one-line-without-end", 2, "protocol", "(GIBBERISH)", NULL},
	{"half-line", 2, "timeout", "did not answer MOVE? within the limit of 0.500 s for a turn", NULL},
	{"--at 1 half-line", 2, "timeout", "did not answer SELECTION? within", NULL},
	{"silent", 2, "timeout", "(TIMEOUT)", NULL},
	{"late", 2, "timeout", "(TIMEOUT)", NULL},
	{"never-reads", 2, "timeout", "did not answer SELECTION?", NULL},
	{"flood-stderr", 2, "timeout", "(TIMEOUT)", "chatter"},
	{"leave", 2, "exit", "left in the middle of the game (UNRESPONSIVE)", NULL},
	{"leave-badly", 2, "crash", "exited with status 7 in the middle of the game", NULL},
	{"crash", 2, "crash", "was ended by SIGSEGV in the middle of the game", NULL},
	{"killed", 2, "crash", "was ended by SIGKILL", NULL},
	{"leave-at-once", 2, "exit", "left", NULL},
	{"crash-at-once", 2, "crash", "SIGSEGV", NULL},
	{"close-output", 2, "exit", "left", NULL},
};

/* Even an agent that hardly gets a core floods that before its time runs out.  */
#define FEW_BYTES "--max-chatter=256"

static const char *agent_of(char text[400], const char *mode)
{
	snprintf(text, 400, "'%s/qchess_agent' %s", env("AGENTS"), mode);
	return text;
}

/* Does its time run out in the table?  */
static bool runs_out(const char *mode)
{
	for (size_t i = 0; i < LENGTH(table); i++)
		if (strcmp(table[i].mode, mode) == 0)
			return strcmp(table[i].reason, "timeout") == 0;
	return false;
}

static struct recorded play(const char *mode, const char *other, const char *option, const char *value)
{
	char one[400], two[400];
	const char *args[] = {"--turn-time",
			      limit(runs_out(mode), "500ms"),
			      ONLY_SEAT_1_IS_LATE,
			      "--classical",
			      "--max-moves",
			      "6",
			      agent_of(one, mode),
			      agent_of(two, other),
			      option,
			      value,
			      NULL};

	return recorded_play(mode, "qchess", args);
}

TEST_EACH(gets_its_verdict, struct expected, table, mode)
{
	bool floods = row->fault && strcmp(row->fault, "chatter") == 0;
	struct recorded match FREED_BY(recorded_free) =
		play(row->mode, "good", floods ? FEW_BYTES : NULL, NULL);
	FREED char *others = recorded_faults(&match, 2);

	recorded_expect(&match, row->winner, row->reason, row->winner ? 1 : NONE, row->detail);
	if (!row->winner)
		recorded_expect_moves(&match, 12);
	recorded_expect_fault(&match, row->fault);
	assert_string_equal(others, "");
}

TEST_EACH(loses_when_strict, struct expected, table, mode)
{
	struct recorded match;

	if (row->winner || !row->fault)
		return;
	match = play(row->mode, "good", "--strict", NULL);
	recorded_expect(&match, 2, "protocol", 1, "broke the protocol: ");
	recorded_expect_fault(&match, row->fault);
	recorded_free(&match);
}

TEST(the_lines_of_a_match_are_in_the_documented_order)
{
	struct recorded match FREED_BY(recorded_free) = play("good", "good", "--quit-result", NULL);
	FREED char *told =
		recorded_ask(&match, "select group_concat(seat || ' ' || rtrim(bytes, char(10)), '|') "
				     "from (select * from message where dir = 'to' order by n)");
	static const char begins[] =
		"1 white|2 black|1 SELECTION?|1 1 7 0 knight|2 1 7 0 knight|1 MOVE?|1 1 7 -> 2 5|2 1 7 -> 2 "
		"5|"
		"2 SELECTION?|2 1 0 0 knight|1 1 0 0 knight|2 MOVE?|2 1 0 -> 2 2|1 1 0 -> 2 2|1 SELECTION?|";
	static const char ends[] = "|2 1 0 -> 2 2|1 1 0 -> 2 2|1 QUIT black DRAW|2 QUIT black DRAW";

	assert_true(strlen(told) > sizeof(begins) + sizeof(ends));
	if (strncmp(told, begins, strlen(begins)) != 0 ||
	    strcmp(told + strlen(told) - strlen(ends), ends) != 0)
		fail_msg("the agents were told: %s", told);
}

/* The next question to the dead agent ends the match.  */
TEST(an_agent_that_dies_while_the_other_thinks_loses_when_it_is_asked)
{
	struct recorded match = play("dies-waiting", "--at 1 slow", NULL, NULL);

	recorded_expect(&match, 2, "crash", 1, "after move 2; it was needed now (UNRESPONSIVE)");
	recorded_free(&match);
	match = play("leaves-waiting", "--at 1 slow", NULL, NULL);
	recorded_expect(&match, 2, "exit", 1, "after move 2; it was needed now (UNRESPONSIVE)");
	recorded_free(&match);
}

/* The delay between an update and the next question gives the agent time to speak.  */
static struct recorded play_slowly(const char *mode, const char *option)
{
	char one[400], two[400];
	const char *args[] = {"--line-delay",        "200",  "--classical",
			      "--max-moves",         "1",    agent_of(one, mode),
			      agent_of(two, "good"), option, NULL};

	return recorded_play(mode, "qchess", args);
}

TEST(answers_to_updates_are_reported_and_lose_only_when_strict)
{
	static const char *const modes[][2] = {
		{"greets", "answers-colour hello\n"},
		{"answers-first", "answers-colour 1 7\n"},
		{"thanks", "answers-update OK\n"},
	};

	for (size_t i = 0; i < LENGTH(modes); i++) {
		struct recorded match = play_slowly(modes[i][0], NULL);

		recorded_expect(&match, 0, "max-moves", NONE, NULL);
		recorded_expect_fault(&match, modes[i][1]);
		recorded_free(&match);
		match = play_slowly(modes[i][0], "--strict");
		recorded_expect(&match, 2, "protocol", 1, "broke the protocol: a response to ");
		recorded_free(&match);
	}
}

/* Checks how the process of seat 1 ended after the verdict.  */
static void expect_ending(const char *mode, const char *ending)
{
	struct recorded match FREED_BY(recorded_free) = play(mode, "good", NULL, NULL);
	FREED char *said =
		recorded_ask(&match, "select cast(bytes as text) from message where seat = 1 and dir = "
				     "'event' order by n desc limit 1");

	recorded_expect(&match, 0, "max-moves", NONE, NULL);
	assert_string_equal(said, ending);
}

TEST(an_agent_that_does_not_leave_in_time_is_killed)
{
	expect_ending("good", "exited status=0");
	expect_ending("leaves-slowly", "exited status=0");
	expect_ending("stays", "ended number=9 signal=SIGKILL");
}

TEST(the_default_turn_limit_is_a_minute)
{
	char one[400], two[400];
	const char *args[] = {"--max-moves",         "2",  "--classical", agent_of(one, "good"),
			      agent_of(two, "good"), NULL, "2s",          NULL};
	struct recorded match = recorded_play("minute", "qchess", args);
	assert_text(recorded_ask(&match, "select turn_limit_ns / 1000000 from match"), "60000");
	recorded_free(&match);
	args[5] = "--turn-time";
	match = recorded_play("minute", "qchess", args);
	assert_text(recorded_ask(&match, "select turn_limit_ns / 1000000 from match"), "2000");
	recorded_free(&match);
}

TEST(the_line_delay_separates_all_lines)
{
	struct recorded match FREED_BY(recorded_free) = play("good", "good", "--line-delay", "5");
	FREED char *least =
		recorded_ask(&match, "select min(distance) >= 5000000 from (select t_ns - lag(t_ns) over "
				     "(partition by seat order by n) as distance from message where dir "
				     "= 'to')");
	FREED char *quits = recorded_ask(&match, "select count(*) from message where dir = 'to' and bytes = "
						 "cast('QUIT' || char(10) as blob)");
	FREED char *ends = recorded_ask(&match, "select count(*) from message where dir = 'event' and "
						"event = 'exited' and a = 0");

	recorded_expect(&match, 0, "max-moves", NONE, NULL);
	assert_string_equal(least, "1");
	assert_string_equal(quits, "2");
	assert_string_equal(ends, "2");
}

TEST_MAIN(NULL, NULL)
