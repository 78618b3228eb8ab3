/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_lmc.c - players that misbehave in `ringside run lmc`.  Each gets the right verdict, its fault is
 * reported once, and no process is left behind (lmc, Faults).
 *
 * Seat 1 misbehaves and plays paper, seat 2 behaves well and plays rock.  If its mode does not stop it, seat
 * 1 wins all rounds.  */
#include "../test.h"
#include "recorded.h"

#define ROUNDS "10"

struct expected {
	const char *mode;
	int winner;
	const char *reason, *detail; /* must be in the detail; NULL: any */
	const char *fault;           /* the only reported one; NULL: none */
};

static const struct expected table[] = {
	{"good", 1, "score", "10 : -10 in 10 rounds, by more than 5.1 points", NULL},
	{"plain", 1, "score", NULL, NULL},
	{"banner", 1, "score", NULL, NULL},
	{"bare", 1, "score", NULL, NULL},
	{"comments", 1, "score", NULL, NULL},
	{"bytewise", 1, "score", NULL, NULL},
	{"many-comments", 1, "score", NULL, NULL},
	{"empty-lines", 1, "score", NULL, NULL},
	{"rubbish", 1, "score", NULL, NULL},
	{"no-farewell", 1, "score", NULL, NULL},
	{"stays", 1, "score", NULL, NULL},
	{"stays-after-farewell", 1, "score", NULL, NULL},
	{"hide", 1, "score", NULL, NULL},
	{"hold-output", 1, "score", NULL, NULL},
	{"name-late", 1, "score", NULL, NULL},
	{"rude-name", 1, "score", NULL, NULL},
	{"crlf", 1, "score", NULL, "cr-lines @output paper\r\n"},
	{"trailing-blanks", 1, "score", NULL, "trailing-blanks @output paper  \n"},
	{"two-blanks", 1, "score", NULL, "more-blanks @output  paper\n"},
	{"tab", 1, "score", NULL, "more-blanks @output\tpaper\n"},
	{"early-output", 1, "score", NULL, "unasked-output @output rock\n"},
	{"two-outputs", 1, "score", NULL, "unasked-output @output rock\n"},
	{"output-before-name", 1, "score", NULL, "before-name @output rock\n"},
	{"bare-words", 1, "score", NULL, "blank-line paper and rock\n"},
	{"unknown-channel", 1, "score", NULL, "unheard-channel @move paper\n"},
	{"judge-channel", 1, "score", NULL, "unheard-channel @score 1\n"},
	{"unknown-info", 1, "score", NULL, "unknown-info @info mood good\n"},
	{"name-with-blanks", 1, "score", NULL, "blank-name @info name two words\n"},
	{"name-twice", 1, "score", NULL, "second-name @info name other\n"},
	{"unknown-symbol", 2, "illegal", "played \"lizard\", which is not a symbol of this game", NULL},
	{"no-symbol", 2, "illegal", "played \"\", which is not a symbol", NULL},
	{"two-words", 2, "illegal", "played \"paper rock\", which is not a symbol", NULL},
	{"only-bare-words", 2, "timeout", NULL, "blank-line paper and rock\n"},
	{"silent", 2, "timeout", "made no move within the limit of 0.500 s for a turn", NULL},
	{"late", 2, "timeout", "made no move", NULL},
	{"half-line", 2, "timeout", "made no move", NULL},
	{"never-reads", 2, "timeout", "made no move", NULL},
	{"comments-without-end", 2, "timeout", "made no move", "chatter"},
	{"flood-one-line", 2, "illegal", "which is not a symbol of this game", NULL},
	{"flood-stderr", 2, "timeout", "made no move", "chatter"},
	{"leave", 2, "exit", "exited with status 0", NULL},
	{"leave-with-farewell", 2, "exit", "said that it exits", NULL},
	{"leave-badly", 2, "crash", "exited with status 7", NULL},
	{"crash", 2, "crash", "SIGSEGV", NULL},
	{"close-output", 2, "exit", "closed its output", NULL},
	{"close-input", 2, "exit", NULL, NULL},
	{"no-name", 2, "start", "did not say its name within 0.500 s", NULL},
	{"name-too-late", 2, "start", "did not say its name within 0.500 s", NULL},
	{"name-empty", 2, "start", "did not say its name", "empty-name @info name\n"},
	{"exit-first", 2, "start", "said that it exits", NULL},
	{"leave-at-once", 2, "start", "exited with status 0 before it was ready", NULL},
	{"crash-at-once", 2, "start", "SIGSEGV", NULL},
};

/* Does the table say that the mode runs into a limit?  */
static bool ends_by(const char *mode, const char *reason, const char *detail)
{
	for (size_t i = 0; i < LENGTH(table); i++)
		if (strcmp(table[i].mode, mode) == 0)
			return strcmp(table[i].reason, reason) == 0 &&
			       (!detail || (table[i].detail && strstr(table[i].detail, detail)));
	return false;
}

static struct recorded play(const char *mode, const char *option, const char *value)
{
	char one[400], two[400];
	const char *args[] = {"--turn-time",
			      limit(ends_by(mode, "timeout", NULL), "500ms"),
			      "--start-time",
			      limit(ends_by(mode, "start", "did not say"), "500ms"),
			      ONLY_SEAT_1_IS_LATE,
			      "--turns",
			      ROUNDS,
			      player(one, mode, "paper"),
			      player(two, "good", "rock"),
			      option,
			      value,
			      NULL};

	return recorded_play(mode, "lmc", args);
}

TEST_EACH(gets_its_verdict, struct expected, table, mode)
{
	static const double lost = -10;
	/* Even a player that hardly gets a core floods that before its time runs out.  */
	bool floods = row->fault && strcmp(row->fault, "chatter") == 0;
	struct recorded match FREED_BY(recorded_free) =
		play(row->mode, floods ? "--max-chatter=256" : NULL, NULL);
	FREED char *others = recorded_faults(&match, 2);

	recorded_expect(&match, row->winner, row->reason, row->winner == 1 ? NONE : 1, row->detail);
	if (row->winner == 1) {
		recorded_expect_moves(&match, 20);
		recorded_expect_sums(&match, 10, &lost);
	}
	recorded_expect_fault(&match, row->fault);
	assert_string_equal(others, "");
}

TEST_EACH(loses_when_strict, struct expected, table, mode)
{
	struct recorded match;

	if (row->winner != 1 || !row->fault)
		return;
	match = play(row->mode, "--strict", NULL);
	recorded_expect(&match, 2, "protocol", 1, "broke the protocol: ");
	recorded_expect_fault(&match, row->fault);
	recorded_free(&match);
}

TEST(an_unknown_symbol_may_cost_only_a_point)
{
	static const double lost = -8;
	struct recorded match FREED_BY(recorded_free) = play("unknown-symbol", "--illegal", "score");

	recorded_expect(&match, 1, "score", NONE, NULL);
	recorded_expect_moves(&match, 20);
	recorded_expect_sums(&match, 8, &lost);
	recorded_expect_fault(&match, "unknown-symbol @output lizard\n");
}

/* The end of the stream ends the last line, and the match ended before the player.  */
TEST(a_last_line_without_an_end_counts)
{
	char one[400];
	const char *args[] = {
		"--game", "imitate", "--turns", ROUNDS, player(one, "--at " ROUNDS " unended", ""), NULL};
	struct recorded match FREED_BY(recorded_free) = recorded_play("unended", "lmc", args);

	recorded_expect(&match, NONE, "score", NONE, NULL);
	recorded_expect_moves(&match, 10);
	recorded_expect_sums(&match, 10, NULL);
	recorded_expect_fault(&match, "unended-line");
}

TEST(bytes_that_a_name_must_not_have_are_shown_as_escapes)
{
	struct recorded match FREED_BY(recorded_free) = play("rude-name", NULL, NULL);

	recorded_expect_names(&match, "\\x1b[31mred\\xff", "good");
}

TEST(only_the_first_word_of_a_name_counts)
{
	struct recorded match FREED_BY(recorded_free) = play("name-with-blanks", NULL, NULL);

	recorded_expect_names(&match, "two", "good");
}

/* All lines to a player, in the documented order (lmc, Order).  */
TEST(a_player_is_told_the_game_its_rounds_and_the_end)
{
	struct recorded match FREED_BY(recorded_free) = play("good", NULL, NULL);
	FREED char *told =
		recorded_ask(&match, "select group_concat(rtrim(bytes, char(10)), '|') from (select * "
				     "from message where seat = 1 and dir = 'to' order by n)");
	static const char begins[] =
		"# ringside ready|@command new|@command symbol rock|@command symbol paper|"
		"@command symbol scissors|@command play|@input rock|@score 1|@command play|";
	/* The last round follows the same order.  */
	static const char ends[] = "@command play|@input rock|@score 1|@command exit";

	assert_true(strlen(told) > sizeof(begins));
	assert_memory_equal(told, begins, strlen(begins));
	assert_string_equal(told + strlen(told) - strlen(ends), ends);
}

TEST(a_score_may_come_before_the_input)
{
	struct recorded match FREED_BY(recorded_free) = play("good", "--order", "score-first");
	FREED char *told =
		recorded_ask(&match, "select group_concat(channel, ' ') from (select * from message where "
				     "seat = 1 and dir = 'to' and turn <= 4 order by n)");

	assert_non_null(strstr(told, "command score input command score input"));
}

TEST_MAIN(NULL, NULL)
