/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_pages.c - pages of tournaments of each system: the boards in them, and how players learnt.  */
#include "../temp.h"
#include "../test.h"
#include "games.h"
#include "program.h"

#include <unistd.h>

static char *results, *page;

static int make_paths(void **state)
{
	results = temp_path("results.jsonl");
	page = temp_path("page.html");
	return 0;
}

static int remove_paths(void **state)
{
	unlink(results);
	unlink(page);
	free(results);
	free(page);
	return 0;
}

static void expect_in(const char *text, const char *words)
{
	if (!strstr(text, words))
		fail_msg("expected \"%s\" in:\n%.4000s", words, text);
}

static int count_of(const char *text, const char *words)
{
	int count = 0;

	while ((text = strstr(text, words))) {
		count++;
		text += strlen(words);
	}
	return count;
}

/* Plays a tournament, or tallies; it must end well.  The caller frees what it printed.  */
static struct outcome does(const char *const *words)
{
	struct outcome outcome = ringside("pages", words);

	if (outcome.status)
		fail_msg("status %d: %s", outcome.status, outcome.err);
	return outcome;
}

static void write_results(const char *text)
{
	FILE *file = fopen(results, "w");

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

/* ---- boards ---- */

TEST_IN(each_system_has_boards, make_paths, remove_paths)
{
	static const struct {
		const char *system, *option, *value, *one, *other;
		const char *words; /* in the picture of a game */
	} rows[] = {
		{"gomocup", "size", "7", "sample:random", "sample:threat --nodes 50", "fill="},
		{"qchess", "turn-time", "9s", "sample:random", "sample:thinker", "fill="},
		{"lmc", "turns", "30", "sample:random", "sample:rotate", ">30 rounds<"},
		{"lmc2", "game-program", "sample:roshambo --turns 20", "sample:random", "sample:rotate",
		 ">40 turns<"},
		{"asimulator", "world", "classic", "sample:reasoner", "sample:rotate", "ended: "},
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		FREED char *option = bytes_text("--%s", rows[i].option);
		char *text;

		does(ARGS("tournament", rows[i].system, "--no-sandbox", "--seed", "5", option, rows[i].value,
			  rows[i].one, rows[i].other, "--html", page, "--html-games", "1"));
		text = file_read(page);
		assert_int_equal(count_of(text, "<img loading=\"lazy\""), 2);
		assert_true(count_of(text, "@keyframes") > 4);
		expect_in(strstr(text, "alt=\"game 2"), rows[i].words); /* which is no replay */
		free(text);
	}
}

TEST_IN(a_game_for_one_has_one_seat_on_its_board, make_paths, remove_paths)
{
	char *text;

	does(ARGS("tournament", "lmc", "--no-sandbox", "--seed", "5", "--game", "cycle", "--turns", "20",
		  "--kind", "alone", "sample:rotate", "--games", "1", "--html", page));
	text = file_read(page);
	expect_in(text, ">20 rounds<");
	assert_int_equal(count_of(strstr(text, "<figure>"), ">rotate<"), 1);
	free(text);
}

#define FIRST                                                                                                \
	"{\"tournament\":{\"format\":1,\"system\":\"lmc\",\"kind\":\"y\",\"players\":[{\"name\":\"a\"},"     \
	"{\"name\":\"b\"}],\"setup\":{\"--turns\":\"2\"}}}\n"

TEST_IN(the_course_of_a_stranger_is_no_danger_for_a_page, make_paths, remove_paths)
{
	static const char *const courses[] = {
		"{}",
		"{\"order\":\"A\"}",
		"{\"order\":\"\",\"kinds\":[]}",
		"{\"kinds\":[[1,\"rock\",0,0]],\"order\":\"AB\"}",
		"{\"kinds\":[[1,\"rock\",0,0]],\"order\":\"-\\u0041\"}",
		"{\"kinds\":[[1,\"rock\",0,0]],\"order\":[0]}",
		"{\"kinds\":[[3,\"rock\",0,0]],\"order\":\"A\"}",
		"{\"kinds\":[[1,\"rock\",0]],\"order\":\"A\"}",
		"{\"kinds\":[[1,7,0,0]],\"order\":\"A\"}",
		"{\"kinds\":[[]],\"order\":\"A\"}",
		"{\"kinds\":[[1,\"'><b>\\u001b[31m\",1e14,-1e14]],\"order\":\"AAA\"}",
		"{\"kinds\":[[1,\"rock\",0,0],[2,\"paper\",0,1e99]],\"order\":\"AB\"}",
		"{\"kinds\":{},\"order\":{}}",
		"{\"order\":\"A\",\"kinds\":[[1,\"rock\",0,0]]}",
	};
	enum { GAMES = LENGTH(courses), DRAWN = 3 };
	FREED char *none = bytes_text("<p>%d games have no picture", GAMES - DRAWN);
	char *text;
	struct bytes lines FREED_BY(bytes_free) = {0};

	bytes_add_text(&lines, FIRST);
	for (int i = 0; i < GAMES; i++)
		bytes_addf(&lines, "{\"game\":%d,\"players\":[1,2],\"winner\":1,\"course\":%s}\n", i + 1,
			   courses[i]);
	write_results(lines.at);
	does(ARGS("tally", "--html", page, "--html-games", "20", results));
	text = file_read(page);
	assert_null(strstr(text, "<b>"));
	assert_null(strchr(text, '\033'));
	expect_in(text, none);
	free(text);
}

/* More kinds of turns than digits need two digits each.  */
TEST_IN(a_game_with_many_kinds_of_turns_has_its_board, make_paths, remove_paths)
{
	char *text;

	unlink(results);
	does(ARGS("tournament", "lmc", "--no-sandbox", "--seed", "5", "--game", "imitate", "--symbols", "26",
		  "--turns", "400", "sample:random", "sample:rotate", "--html", page, "--results", results));
	text = file_read(page);
	expect_in(text, ">400 rounds<");
	free(text);
	text = file_read(results);
	assert_true(strcspn(strstr(text, "\"order\":\"") + strlen("\"order\":\""), "\"") == 4 * 400);
	free(text);
}

/* ---- learning ---- */

/* Two runs of two players alone, whose scores rise from -1 or 0 to 1.  */
static void write_learners(const char *restart)
{
	struct bytes lines FREED_BY(bytes_free) = {0};

	bytes_addf(&lines,
		   "{\"tournament\":{\"format\":1,\"system\":\"lmc\",\"kind\":\"alone\",\"games\":2,"
		   "\"restart\":%s,\"players\":[{\"name\":\"learner\"},{\"name\":\"<slow>\"}]}}\n",
		   restart);
	for (int i = 0; i < 4; i++) {
		bytes_addf(
			&lines,
			"{\"game\":%d,\"round\":%d,\"players\":[%d,null],\"winner\":null,\"score\":[%d,null],"
			"\"curve\":[[",
			i + 1, i / 2 + 1, i % 2 + 1, 30 + i);
		for (int k = 0; k < 10; k++)
			bytes_addf(&lines, "%s%g", k ? "," : "",
				   i % 2 ? k / 10.0 - 0.5 : i / 2 - 1 + k / 9.0);
		bytes_add_text(&lines, "],null]}\n");
	}
	write_results(lines.at);
}

TEST_IN(learning_is_a_table_and_a_curve, make_paths, remove_paths)
{
	struct outcome outcome;
	char *text;

	write_learners("true");
	outcome = does(ARGS("tally", "--html", page, results));
	expect_in(outcome.out, "Learning in a game\n"
			       "player     10%    20%    30%    40%    50%   60%   70%   80%   90%  100%\n"
			       "<slow>   -0.50  -0.40  -0.30  -0.20  -0.10  0.00  0.10  0.20  0.30  0.40\n"
			       "learner  -0.50  -0.39  -0.28  -0.17  -0.06  0.06  0.17  0.28  0.39  0.50\n"
			       "The mean score of a move in each tenth of a game.\n");
	assert_null(strstr(outcome.out, "\nLearning\n")); /* fresh processes have nothing from game to game */
	text = file_read(page);
	expect_in(text, "<figure class=\"curve\"><svg viewBox=");
	expect_in(text, "aria-label=\"Learning in a game\"");
	expect_in(text, "<b class=\"c0\">&lt;slow&gt;</b> <b class=\"c1\">learner</b>");
	assert_int_equal(count_of(text, "<path class=\"line "), 2);
	assert_int_equal(count_of(text, "<path class=\"band "), 2);
	assert_null(strstr(text, "nan"));
	free(text);
	write_learners("false");
	outcome = does(ARGS("tally", "--html", page, results));
	expect_in(outcome.out, "\nLearning\nplayer       1      2\n<slow>   31.00  33.00\n");
	text = file_read(page);
	assert_int_equal(count_of(text, "<figure class=\"curve\">"), 2);
	free(text);
	outcome = does(ARGS("tally", "--json", results));
	expect_in(outcome.out, "\"curve\":[{\"rounds\":[1,1],\"mean\":31.0,\"error\":null},"
			       "{\"rounds\":[2,2],\"mean\":33.0,\"error\":null}],"
			       "\"curve_in_game\":[{\"percent\":[1,10],\"mean\":-0.5,\"error\":0.0},");
}

TEST(a_tournament_writes_how_its_players_learnt)
{
	struct outcome outcome;

	outcome =
		does(ARGS("tournament", "lmc", "--no-sandbox", "--seed", "5", "--game", "imitate", "--turns",
			  "50", "--kind", "alone", "sample:predictor", "--games", "2", "--json"));
	expect_in(outcome.out, "\"curve\":[[");
	expect_in(outcome.out, "{\"percent\":[91,100],\"mean\":1.0,\"error\":0.0}]");
}

/* ---- names of strangers ---- */

TEST_IN(names_are_no_markup_in_any_form, make_paths, remove_paths)
{
	static const struct {
		const char *json, *text, *csv, *markdown, *html; /* NULL: as text */
	} rows[] = {
		{"=cmd|' /C x'!A0", NULL, "'=cmd|' /C x'!A0", "=cmd\\|' /C x'!A0", "=cmd|&#39; /C x&#39;!A0"},
		{"+1", NULL, "'+1", NULL, NULL},
		{"-1", NULL, "'-1", NULL, NULL},
		{"@SUM(1)", NULL, "'@SUM(1)", "\\@SUM(1)", NULL},
		{"\\t=1", "\\t=1", NULL, "\\\\t=1", NULL},
		{"<script>&", NULL, NULL, "&lt;script&gt;&amp;", "&lt;script&gt;&amp;"},
		{"\\\"'`q", "\"'`q", "\"\"'`q", "\"'\\`q", "&quot;&#39;`q"},
		{"[x](y)", NULL, NULL, "\\[x\\](y)", NULL},
		{"a|b", NULL, NULL, "a\\|b", NULL},
		{"_a_ *b* ~c~", NULL, NULL, "\\_a\\_ \\*b\\* \\~c\\~", NULL},
		{"https://x.y", NULL, NULL, "https\\://x.y", NULL},
		{"a\\nb\\u0007\\u001b[1m", "a\\nb\\x07\\x1b[1m", NULL, "a\\\\nb\\\\x07\\\\x1b\\[1m", NULL},
		{"a\\u202eb", "a\\u{202e}b", NULL, "a\\\\u{202e}b", NULL},
		{"\xe6\xa3\x8b\xe5\xa3\xab", NULL, NULL, NULL, NULL},
	};
	enum { PLAYERS = LENGTH(rows) };
	TEMP char *csv = temp_path("t.csv");
	TEMP char *markdown = temp_path("t.md");
	char *of_csv, *of_markdown, *of_page;
	struct bytes lines FREED_BY(bytes_free) = {0};
	struct outcome outcome, object;

	bytes_add_text(&lines, "{\"tournament\":{\"format\":1,\"system\":\"x\",\"kind\":\"y\",\"players\":[");
	for (int i = 0; i < PLAYERS; i++)
		bytes_addf(&lines, "%s{\"name\":\"%s\"}", i ? "," : "", rows[i].json);
	/* What is no UTF-8 is shown by its bytes.  */
	bytes_add_text(&lines, "]}}\n{\"game\":1,\"players\":[1,2],\"winner\":1,\"first\":1,\"blame\":2,"
			       "\"reason\":\"b\xff|\",\"opening\":\"\xfe<b>\"}\n");
	write_results(lines.at);
	outcome = does(ARGS("tally", "--csv", csv, "--markdown", markdown, "--html", page, results));
	object = does(ARGS("tally", "--json", results));
	of_csv = file_read(csv);
	of_markdown = file_read(markdown);
	of_page = file_read(page);
	for (int i = 0; i < PLAYERS; i++) {
		const char *text = rows[i].text ? rows[i].text : rows[i].json;
		FREED char *row = bytes_text(",\"%s\",", rows[i].csv ? rows[i].csv : text);
		FREED char *line = bytes_text("| %s |", rows[i].markdown ? rows[i].markdown : text);
		FREED char *element = bytes_text("<td>%s</td>", rows[i].html ? rows[i].html : text);

		expect_in(outcome.out, text);
		expect_in(of_csv, row);
		expect_in(of_markdown, line);
		expect_in(of_page, element);
	}
	expect_in(outcome.out, "\\xfe<b>");
	expect_in(outcome.out, "b\\xff|");
	expect_in(of_markdown, "| \\\\xfe&lt;b&gt; |");
	expect_in(of_page, "b\\xff|</th>");
	expect_in(object.out, "\"lost_by\":{\"b\\\\xff|\":1}");
	free(of_csv);
	free(of_markdown);
	free(of_page);
}

TEST_MAIN(NULL, NULL)
