/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_lmc_transcript.c - dialogues of LMC 1 players as texts: reading and writing them.  */
#include "../test.h"
#include "ringside/mistake.h"
#include "ringside/protocol.h"
#include "systems/lmc/rules.h"

/* The example of lmc1-interface-spec; its two columns are read from top to bottom.  */
static const char example[] = "# Judge Program Ready\n"
			      "# Player Program Ready\n"
			      "@info name SimpleLearner\n"
			      "@command symbol rock\n"
			      "@command symbol paper\n"
			      "@command symbol scissors\n"
			      "@command play\n"
			      "@output scissors\n"
			      "@input rock\n"
			      "score -1\n"
			      "@command play\n"
			      "@output rock\n"
			      "@input rock\n"
			      "@score 0\n"
			      "@command play\n"
			      "@output paper\n"
			      "@input rock\n"
			      "@score 1\n"
			      "@command play\n"
			      "@output paper\n"
			      "@input rock\n"
			      "@score 1\n"
			      "@command exit\n"
			      "@info exit\n";

static void read_good(const char *text, struct match *match, struct remarks *remarks)
{
	char *problem;

	assert_true(protocol_named("lmc")->formats[0]->looks(text, strlen(text)));
	problem = protocol_named("lmc")->formats[0]->read(text, strlen(text), 1, match, remarks,
							  &(const char *){NULL});
	if (problem)
		fail_msg("%s", problem);
}

static void assert_refused(const char *text, const char *expected)
{
	struct remarks remarks FREED_BY(remarks_free) = {0};
	struct match match;
	const char *wrong = NULL;
	char *problem =
		protocol_named("lmc")->formats[0]->read(text, strlen(text), 1, &match, &remarks, &wrong);

	assert_non_null(problem);
	problem = location_problem("file", location_of(text, wrong), problem);
	assert_text(problem, expected);
}

TEST(the_specifications_example_is_read_with_its_score_without_a_channel)
{
	static const char *const played[] = {"scissors", "rock", "rock",  "rock",
					     "paper",    "rock", "paper", "rock"};
	static const double sums[] = {0, -1, -1, -1, -1, 0, 0, 1};
	struct remarks remarks FREED_BY(remarks_free) = {0};
	struct match match FREED_BY(match_free);

	read_good(example, &match, &remarks);
	assert_string_equal(match.setup.seat[SEAT_1].name, "SimpleLearner");
	assert_string_equal(setup_given(&match.setup, "game"), "roshambo");
	assert_string_equal(setup_given(&match.setup, "turns"), "4");
	assert_int_equal(match.turn_count, 8);
	for (int i = 0; i < 8; i++) {
		assert_string_equal(match_turn(&match, i + 1)->played, played[i]);
		assert_int_equal(match_turn(&match, i + 1)->seat, i % 2 ? SEAT_2 : SEAT_1);
		assert_true(match_turn(&match, i + 1)->sum[SEAT_1] == sums[i]);
	}
	assert_true(match.over && match.sum[SEAT_1] == 1);
	assert_int_equal(remarks.count, 2);
	assert_string_equal(remarks.list[1].text, "# Player Program Ready");
}

TEST(a_written_dialogue_is_read_back_unchanged)
{
	struct remarks remarks FREED_BY(remarks_free) = {0};
	struct bytes out FREED_BY(bytes_free) = {0};
	struct match match FREED_BY(match_free);
	const char *from = strstr(example, "@command symbol rock");
	FREED char *expected =
		bytes_text("# Player Program Ready\n@info name Simple_Learner\n@command new\n%.*s@score%s",
			   (int)(strstr(example, "score -1") - from), from,
			   strstr(example, "score -1") + strlen("score"));
	char *problem;

	read_good(example, &match, &remarks);
	remarks.list[0].turn = remarks.list[1].turn = 0;
	setup_name(&match.setup, SEAT_1, "Simple Learner"); /* names there have no blanks */
	remarks.list[0].seat = SEAT_NONE;                   /* these words are the judge's */
	problem = protocol_named("lmc")->formats[0]->write(&match, &remarks, &out);
	assert_null(problem);
	assert_string_equal(out.at, expected);
}

TEST(the_number_of_turns_is_that_of_moves_and_open_questions)
{
	static const struct {
		const char *text, *turns;
	} dialogues[] = {{"", "1"},
			 {"@command play\n", "1"},
			 {"@command play\na\n", "1"},
			 {"@command play\na\n@input b\n", "1"},
			 {"@command play\na\n@input b\n@score 0\n@command play\n", "2"},
			 {"@command play\na\n@input b\n@score 0\n@command exit\n", "1"},
			 {"@input a\n@command play\nb\n@input b\n", "2"},
			 {"@command play\na\n@score 1\n@command play\nb\n@score 0\n@command exit\n", "2"}};

	for (size_t i = 0; i < sizeof(dialogues) / sizeof(dialogues[0]); i++) {
		FREED char *text = bytes_text("@command new\n@command symbol a\n@command symbol b\n%s",
					      dialogues[i].text);
		struct remarks remarks FREED_BY(remarks_free) = {0};
		struct match match FREED_BY(match_free);

		read_good(text, &match, &remarks);
		assert_string_equal(setup_given(&match.setup, "turns"), dialogues[i].turns);
	}
}

TEST(a_bare_word_is_an_output_after_play_and_otherwise_an_input)
{
	struct remarks remarks FREED_BY(remarks_free) = {0};
	struct match match FREED_BY(match_free);

	read_good("@command new\r\n@command symbol a\r\n@command symbol b\r\n\r\na\r\n@command "
		  "play\r\nb\r\nb\r\n",
		  &match, &remarks);
	assert_int_equal(match.turn_count, 3);
	assert_int_equal(match_turn(&match, 1)->seat, SEAT_2);
	assert_int_equal(match_turn(&match, 2)->seat, SEAT_1);
	assert_string_equal(match_turn(&match, 2)->played, "b");
	assert_int_equal(match_turn(&match, 3)->seat, SEAT_2);
	assert_false(match.over);
	assert_string_equal(setup_given(&match.setup, "game"), "another");
}

TEST(a_long_dialogue_is_kept_whole)
{
	enum { ROUNDS = 30000 };
	struct bytes text FREED_BY(bytes_free) = {0};
	struct remarks remarks FREED_BY(remarks_free) = {0};
	struct match match FREED_BY(match_free);

	bytes_add_text(&text, "@info name x\n@command symbol heads\n@command symbol tails\n");
	for (int i = 0; i < ROUNDS; i++)
		bytes_addf(&text, "@command play\n%s\n@input tails\n@score %d\n", i % 3 ? "heads" : "tails",
			   i % 3 ? -1 : 1);
	read_good(text.at, &match, &remarks);
	assert_int_equal(match.turn_count, 2 * ROUNDS);
	for (int i = 0; i < ROUNDS; i++)
		assert_string_equal(match_turn(&match, 2 * i + 1)->played, i % 3 ? "heads" : "tails");
	assert_string_equal(setup_given(&match.setup, "game"), "matching-pennies");
}

TEST(a_mistake_is_reported_with_its_line)
{
	assert_refused("@command symbol a\n@output a\n",
		       "file:2:1: an output without @command play before it");
	assert_refused("@command symbol a\n@score 2\n",
		       "file:2:8: \"2\" is not a score: expected a number from -1 to +1");
	assert_refused("@command new\n@command symbol a\n@command new\n",
		       "file:3:10: a second game begins: expected the dialogue of one game");
	assert_refused("@command dance\n", "file:1:10: expected @command new, symbol, play or exit");
	assert_refused("@command symbol a\n@input a b\n",
		       "file:2:10: a move with blanks in it: expected one word");
	assert_refused("@command symbol @a\n",
		       "file:1:17: this symbol begins with @ or #, which lines of other kinds do");
	assert_refused("@info name x\n", "file:2:1: expected @command symbol lines before this end");
	assert_refused("@command symbol a\n@what is\n",
		       "file:2:1: expected a line on input, output, score, command or info");
}

TEST(other_texts_are_not_mistaken_for_a_dialogue)
{
	static const char *const others[] = {"",       "# nothing\n", "Piskvorky 15x15, 11:11, 1\n",
					     "rock\n", "@input a\n",  "(;GM[4]FF[4])"};

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		assert_false(protocol_named("lmc")->formats[0]->looks(others[i], strlen(others[i])));
}

TEST_MAIN(NULL, NULL)
