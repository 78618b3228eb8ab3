/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_symbols_table.c - games of symbols from files: what makes a game, and which words refuse the rest.
 *
 * test_symbols_table [FILES [SEED]]   this many random files in place of 5000, from this seed */
#include "../random.h"
#include "symbols_fixture.h"

#include "ringside/bytes.h"

enum { ENTRIES = 32 };

static int files = 5000;
static uint64_t files_seed = 1;

/* The entries of a file, one per line from line 1; the last entry has no section.  */
struct file {
	struct ini_entry at[ENTRIES];
	int count;
};

/* `name = value` in that line.  */
static struct ini_entry entry(int line, const char *section, const char *name, const char *value)
{
	return (struct ini_entry){section, name, value, {line, 1}, {line, (int)strlen(name) + 4}, {line, 1}};
}

static void add(struct file *file, const char *section, const char *name, const char *value)
{
	assert_true(file->count < ENTRIES);
	file->at[file->count] = entry(file->count + 1, section, name, value);
	file->count++;
}

/* A valid game of two symbols in six lines: [game] in lines 1 and 2, [payoff] from line 3 on.  */
static struct file good_file(void)
{
	struct file file = {0};

	add(&file, "game", "name", "Stag hunt");
	add(&file, "game", "symbols", "stag  hare");
	add(&file, "payoff", "stag stag", "1 0.999999");
	add(&file, "payoff", "stag hare", "-1 0.25");
	add(&file, "payoff", "hare stag", ".5");
	add(&file, "payoff", "hare\t hare ", "-0.000001  0");
	return file;
}

static char *table_of(const struct file *file)
{
	char *problem = NULL, *table = symbols_table("hunt.ini", file->at, file->count, &problem);

	if (!table)
		fail_msg("the table was refused: %s", problem);
	assert_null(problem);
	return table;
}

static void expect_problem(const struct file *file, const char *words)
{
	char *problem = NULL, *table = symbols_table("hunt.ini", file->at, file->count, &problem);

	if (table)
		fail_msg("the table was accepted; expected \"%s\"", words);
	assert_text(problem, words);
}

/* The valid file with another value in this line is refused at a byte of that value, with these words.  */
static void expect_line_refused(int line, const char *value, int at, const char *words)
{
	struct file file = good_file();
	FREED char *full =
		bytes_text("hunt.ini:%d:%d: %s", line, file.at[line - 1].value_at.column + at, words);

	file.at[line - 1].value = value;
	expect_problem(&file, full);
}

static void expect_pair(struct symbols *game, const char *one, const char *two, double first, double second)
{
	struct symbol_news news[SEATS];

	play_both(game, one, two, news);
	expect_score(&news[SEAT_1], first);
	expect_score(&news[SEAT_2], second);
	expect_input(game, &news[SEAT_1], two);
	expect_input(game, &news[SEAT_2], one);
}

TEST(a_file_makes_a_game_with_its_name_symbols_and_payoffs)
{
	struct file file = good_file();
	char *table = table_of(&file);
	double mean, margin;
	struct symbols *game FREED_BY(symbols_end) = made((struct plan){
		.first = SEAT_2, .options = {"game", "hunt.ini", "table", table, "turns", "4"}});

	free(table); /* the game keeps no pointer into it */
	assert_string_equal(symbols_title(game), "Stag hunt");
	assert_int_equal(symbols_count(game), 2);
	assert_string_equal(symbols_name(game, 1), "hare");
	assert_true(symbols_is_simultaneous(game));
	assert_false(symbols_is_for_one(game));
	assert_null(symbols_role(game, SEAT_1));
	expect_pair(game, "stag", "stag", 1, 0.999999);
	expect_pair(game, "stag", "hare", -1, 0.25);
	expect_pair(game, "hare", "stag", 0.5, -0.5);
	expect_pair(game, "hare", "hare", -0.000001, 0);
	assert_true(symbols_over(game));
	assert_false(symbols_chance(game, &mean, &margin)); /* both may win */
}

/* Seat 1 scores 1, 0.5, 0 and 0: the mean is 0.375, the variance 0.171875.  */
TEST(a_zero_sum_file_has_a_draw_by_chance)
{
	struct file file = {0};
	FREED char *table;

	add(&file, "game", "name", "unfair");
	add(&file, "game", "symbols", "a b");
	add(&file, "payoff", "a a", "1 -1");
	add(&file, "payoff", "a b", "0.5");
	add(&file, "payoff", "b a", "0 0");
	add(&file, "payoff", "b b", "0");
	table = table_of(&file);
	for (int first = SEAT_1; first <= SEAT_2; first++)
		expect_chance((struct plan){.first = first,
					    .options = {"game", "f", "table", table, "turns", "400"}},
			      150, 16.251);
}

TEST(sections_may_be_in_any_order)
{
	struct file file = good_file(), turned = {0};
	char *table = table_of(&file), *other;

	for (int i = file.count - 1; i >= 0; i--)
		add(&turned, file.at[i].section, file.at[i].name, file.at[i].value);
	other = table_of(&turned);
	assert_text(table, other);
	free(other);
}

TEST(a_payoff_is_one_number_or_two_from_minus_1_to_1)
{
	static const char *const good[] = {"1 -1", "+1 -1.0", "0.5", "-.25 1.000000", "00.1 0", "-1"};
	static const struct {
		const char *value;
		int at;
	} bad[] = {{"1.000001", 0}, {"-2", 0},        {"1 2", 2},
		   {"1 1 1", 4},    {"", 0},          {"one", 0},
		   {"1,-1", 0},     {"1/3", 0},       {"1e-1", 0},
		   {"nan", 0},      {"inf", 0},       {"0x1", 0},
		   {"--1", 0},      {".", 0},         {"-", 0},
		   {"1 -", 2},      {"1.5", 0},       {"1 1;", 2},
		   {"1-1", 0},      {"0.1234567", 0}, {"9999999999999999999999", 0}};

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		struct file file = good_file();

		file.at[2].value = good[i];
		free(table_of(&file));
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		FREED char *words =
			bytes_text("the payoff \"%s\": expected one number from -1 to 1, or two such as \"1 "
				   "-1\", with at most 6 decimals",
				   bad[i].value);

		expect_line_refused(4, bad[i].value, bad[i].at, words);
	}
}

TEST(symbols_that_no_player_could_read_are_refused)
{
	expect_line_refused(2, "stag @hare", 5,
			    "the symbol \"@hare\" begins with @ or #, which mean channels and comments: "
			    "expected another first character");
	expect_line_refused(2, "#stag hare", 0,
			    "the symbol \"#stag\" begins with @ or #, which mean channels and comments: "
			    "expected another first character");
	expect_line_refused(2, "stag hare stag", 10,
			    "the symbol \"stag\" is there twice: expected each symbol once");
	expect_line_refused(
		2, "stag abcdefghijklmnopqrstuvwxyz123456", 5,
		"the symbol \"abcdefghijklmnopqrstuvwxyz123456\" has 32 bytes: expected at most 31");
	expect_line_refused(
		2, "stag h\033are", 5,
		"the symbol \"h\\x1bare\" holds control characters or is not UTF-8: expected plain "
		"text");
	expect_line_refused(2, "stag h\xff", 5,
			    "the symbol \"h\\xff\" holds control characters or is not UTF-8: expected plain "
			    "text");
	expect_line_refused(
		2, "stag h\xc2\x9b", 5,
		"the symbol \"h\\u{9b}\" holds control characters or is not UTF-8: expected plain "
		"text");
	expect_line_refused(2, "stag\nhare", 0,
			    "the symbol \"stag\\nhare\" holds control characters or is not UTF-8: expected "
			    "plain text");
	expect_line_refused(2, "stag", 0, "one symbol alone: expected 2 to 80, with blanks between them");
	expect_line_refused(2, "  ", 0, "no symbols: expected 2 to 80, with blanks between them");
}

/* A file of n symbols, s0 and so on, in which each pair scores 0.  */
static char *large_table(int count, char **problem)
{
	FREED struct ini_entry *entries = bytes_new((size_t)(count * count + 2) * sizeof(*entries));
	struct bytes symbols FREED_BY(bytes_free) = {0};
	int used = 0;
	char *table;

	for (int i = 0; i < count; i++)
		bytes_addf(&symbols, "%ss%d", i ? " " : "", i);
	entries[used++] = entry(1, "game", "name", "large");
	entries[used++] = entry(2, "game", "symbols", symbols.at);
	for (int i = 0; i < count * count; i++, used++)
		entries[used] = entry(used + 1, "payoff", bytes_text("s%d s%d", i / count, i % count),
				      "-0.123456 0.654321");
	table = symbols_table("large.ini", entries, used, problem);
	for (int i = 2; i < used; i++)
		free((char *)(uintptr_t)entries[i].name);
	return table;
}

TEST(a_game_has_80_symbols_of_31_bytes_at_most)
{
	FREED char *problem = NULL;
	FREED char *table = large_table(80, &problem);
	struct file file = good_file();
	struct symbols *game;

	assert_non_null(table);
	game = made((struct plan){.options = {"game", "large.ini", "table", table}});
	assert_int_equal(symbols_count(game), 80);
	expect_pair(game, "s79", "s0", -0.123456, 0.654321);
	symbols_free(game);
	assert_null(large_table(81, &problem));
	assert_string_equal(
		problem, "large.ini:2:321: the symbol \"s80\" is one too many: expected at most 80 symbols");
	file.at[1].value = "stag hare abcdefghijklmnopqrstuvwxyz12345";
	expect_problem(&file, "hunt.ini: no payoff for stag abcdefghijklmnopqrstuvwxyz12345: expected "
			      "\"stag abcdefghijklmnopqrstuvwxyz12345 = 1 -1\" or another two scores in "
			      "[payoff]");
}

TEST(symbols_may_be_any_text_without_blanks)
{
	struct file file = {0};
	FREED char *table;
	struct symbols *game FREED_BY(symbols_end);

	add(&file, "game", "name", "großes Spiel");
	add(&file, "game", "symbols", "± a@b#");
	add(&file, "payoff", "± ±", "0");
	add(&file, "payoff", "± a@b#", "0");
	add(&file, "payoff", "a@b# ±", "0");
	add(&file, "payoff", "a@b# a@b#", "0");
	table = table_of(&file);
	game = made((struct plan){.options = {"table", table}});
	assert_string_equal(symbols_title(game), "großes Spiel");
	assert_string_equal(symbols_name(game, 0), "±");
}

TEST(a_pair_is_two_symbols_of_the_game)
{
	static const struct {
		const char *pair, *words;
		int column;
	} cases[] = {
		{"stag wolf", "\"wolf\" is no symbol of the game: expected two of \"stag hare\"", 6},
		{"Stag hare", "\"Stag\" is no symbol of the game: expected two of \"stag hare\"", 1},
		{"stag", "\"stag\": expected two symbols with a blank between, seat 1's and seat 2's", 1},
		{"stag hare stag",
		 "\"stag hare stag\": expected two symbols with a blank between, seat 1's and seat 2's", 1},
		{"", "\"\": expected two symbols with a blank between, seat 1's and seat 2's", 1},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct file file = good_file();
		FREED char *words = bytes_text("hunt.ini:5:%d: %s", cases[i].column, cases[i].words);

		file.at[4].name = cases[i].pair;
		expect_problem(&file, words);
	}
}

TEST(missing_entries_are_named)
{
	struct file file = good_file();

	file.count--;
	expect_problem(&file,
		       "hunt.ini: no payoff for hare hare: expected \"hare hare = 1 -1\" or another two "
		       "scores in [payoff]");
	file = good_file();
	file.at[3] = file.at[--file.count];
	expect_problem(&file,
		       "hunt.ini: no payoff for stag hare: expected \"stag hare = 1 -1\" or another two "
		       "scores in [payoff]");
	file = good_file();
	file.at[0] = file.at[5];
	file.count--;
	expect_problem(&file, "hunt.ini: no name: expected \"name = NAME\" in [game]");
	file = good_file();
	file.at[1] = file.at[5];
	expect_problem(&file, "hunt.ini: no symbols: expected \"symbols = a b c\" in [game]");
	file.count = 0;
	expect_problem(&file, "hunt.ini: no name: expected \"name = NAME\" in [game]");
}

TEST(a_repeated_entry_is_refused_with_both_lines)
{
	struct file file = good_file();

	add(&file, "game", "name", "Stag hunt");
	expect_problem(&file, "hunt.ini:7:1: name is already in line 1: expected it once");
	file = good_file();
	add(&file, "game", "symbols", "stag hare");
	expect_problem(&file, "hunt.ini:7:11: the symbol \"stag\" is there twice: expected each symbol once");
	file = good_file();
	add(&file, "payoff", "stag hare", "-1 0.25");
	expect_problem(&file,
		       "hunt.ini:7:1: the payoff of stag hare is already in line 4: expected each pair "
		       "once");
}

TEST(an_entry_with_no_place_in_the_file_is_refused)
{
	struct file file = good_file();

	file.at[0].name = "nmae";
	expect_problem(&file, "hunt.ini:1:1: \"nmae\" in [game]: expected name or symbols");
	file = good_file();
	file.at[5].section = "payoffs";
	expect_problem(&file, "hunt.ini:6:1: the section \"payoffs\": expected [game] or [payoff]");
	file.at[5].section = "";
	expect_problem(&file, "hunt.ini:6:1: this is in no section: expected [game] or [payoff]");
}

TEST(a_name_fits_on_a_line_of_the_screen)
{
	char name[80];

	expect_line_refused(1, "", 0,
			    "the name \"\": expected 1 to 60 bytes of UTF-8 without control characters");
	expect_line_refused(1, "a\nb", 0,
			    "the name \"a\\nb\": expected 1 to 60 bytes of UTF-8 without control characters");
	memset(name, 'n', sizeof name);
	name[61] = '\0';
	expect_line_refused(1, name, 0,
			    "the name \"nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…\": "
			    "expected 1 to 60 bytes of UTF-8 without control characters");
	/* Long text is cut between characters.  */
	memcpy(name + 59, "ä", 3);
	expect_line_refused(1, name, 0,
			    "the name \"nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…\": "
			    "expected 1 to 60 bytes of UTF-8 without control characters");
}

static void expect_table_refused(const char *table, const char *words)
{
	FREED char *full = bytes_text("the table of the game hunt.ini: %s", words);

	expect_refused((struct plan){.options = {"game", "hunt.ini", "table", table}}, full);
}

TEST(a_table_that_no_file_could_produce_is_refused)
{
	expect_table_refused("", "the name \"\": expected 1 to 60 bytes of UTF-8 without control characters");
	expect_table_refused("n", "no symbols: expected 2 to 80, with blanks between them");
	expect_table_refused("n\na", "one symbol alone: expected 2 to 80, with blanks between them");
	expect_table_refused("n\na a\n", "the symbol \"a\" is there twice: expected each symbol once");
	expect_table_refused("n\na b\n0 0 0 0\n",
			     "the payoff of b and a is \"\": expected a number from -1 to 1 with at most 6 "
			     "decimals");
	expect_table_refused("n\na b\n0 0 0 2\n0 0 0 0\n",
			     "the payoff of a and b is \"2\": expected a number from -1 to 1 with at most 6 "
			     "decimals");
	expect_table_refused("n\na b\n0 0 0 0 0\n0 0 0 0\n",
			     "there are too many payoffs of a: expected 4 numbers");
	expect_table_refused("n\na b\n0 0 0 0\n0 0 0 0\n\n",
			     "lines after the payoffs: expected nothing more");
	symbols_free(made((struct plan){.options = {"table", "n\na b\n0 0 0 0\n0 0 0 0"}}));
}

TEST(a_game_from_a_file_needs_both_seats)
{
	expect_refused((struct plan){.seats = "1", .options = {"table", "n\na b\n0 0 0 0\n0 0 0 0\n"}},
		       "n is for two players: seat 2 is free");
}

/* ---- random bytes ---- */

/* Random text of bytes that mean something here, and sometimes of others.  */
static void random_text(uint64_t *seed, char *text, size_t room)
{
	static const char *const pieces[] = {
		"a",  "b",    "a b",  " ", "1",      "-1",       "0.5 ", "name", "symbols", "@",        "\n",
		"\t", "1 -1", "game", "#", "payoff", "\xc3\xa4", "\xff", "",     "b a",     "0 0 0 0\n"};
	size_t size = 0;

	for (int left = (int)(random_next(seed) % 6); left > 0; left--) {
		const char *piece = pieces[random_next(seed) % (sizeof(pieces) / sizeof(pieces[0]))];
		char any[2] = {(char)random_next(seed), '\0'};

		if (random_next(seed) % 8 == 0)
			piece = any;
		if (size + strlen(piece) < room) {
			memcpy(text + size, piece, strlen(piece));
			size += strlen(piece);
		}
	}
	text[size] = '\0';
}

/* How many of n files with random entries, and how many of their texts as tables, became games.  */
static int any_files(uint64_t seed, int count)
{
	int games = 0;

	for (int n = 0; n < count; n++) {
		struct file file = good_file();
		char texts[4][64], *table, *problem = NULL;
		struct symbols *game FREED_BY(symbols_end);

		for (int i = 0; i < 4; i++)
			random_text(&seed, texts[i], sizeof texts[i]);
		for (int i = 0; i < 4; i++) {
			struct ini_entry *changed = &file.at[random_next(&seed) % 6];

			switch (random_next(&seed) % 6) {
			case 0: changed->section = texts[i]; break;
			case 1: changed->name = texts[i]; break;
			case 2: changed->value = texts[i]; break;
			case 3: *changed = file.at[random_next(&seed) % 6]; break;
			default: break;
			}
		}
		table = symbols_table("any.ini", file.at, file.count, &problem);
		assert_true(!table == !!problem);
		if (problem)
			assert_non_null(strstr(problem, "expected"));
		free(problem);
		problem = NULL;
		/* Each table is a game; random text may be one too.  */
		game = new_game((struct plan){.options = {"table", table ? table : texts[0]}}, &problem);
		assert_true(!game == !!problem);
		assert_true(game || !table);
		games += game != NULL;
		free(problem);
		free(table);
	}
	return games;
}

TEST(any_entries_make_a_game_or_a_problem_that_says_what_was_expected)
{
	int made_games;

	made_games = any_files(files_seed, files);
	/* Both occurred often enough.  */
	assert_true(made_games >= files / 50 && made_games <= files - files / 50);
}

int main(int argc, char **argv)
{
	if (argc > 1)
		files = atoi(argv[1]);
	if (argc > 2)
		files_seed = strtoull(argv[2], NULL, 10);
	return RUN_TESTS(NULL, NULL);
}
