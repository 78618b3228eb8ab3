/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_uci_series.c - series of chess: games in PGN, and the engines that Debian has.  */
#include "../test.h"
#include "games.h"
#include "program.h"

#include "ringside/bytes.h"
#include "ringside/text_file.h"
#include <stdio.h>
#include <unistd.h>

static char *text_of_file(const char *path)
{
	struct bytes text = {0};
	char *problem = text_file_read_plain(path, TEXT_FILE_MAX, &text);

	if (problem)
		fail_msg("%s", problem);
	return kept(text.at);
}

static int times(const char *text, const char *words)
{
	int count = 0;

	for (; (text = strstr(text, words)); text += strlen(words))
		count++;
	return count;
}

/* ---- PGN ---- */

/* A later command appends; a broken file stops the series.  */
TEST_IN_FOLDER(each_game_is_appended_as_pgn_when_it_ends)
{
	const char *pgn = in_folder("games.pgn"), *text;

	for (int tables = 1; tables <= 2; tables++) {
		const char *at_once = tables == 1 ? "1" : "2";

		ends(ringside("pgn", ARGS("run", "uci", "sample:random", "sample:random", "--games", "3",
					  "--turn-time", "0", "--concurrency", at_once, "--pgn", pgn,
					  "--opening", "1. e4")),
		     0, "game 3: ", NULL);
	}
	text = text_of_file(pgn);
	assert_int_equal(times(text, "[Event \"ringside match\"]\n"), 6);
	assert_int_equal(times(text, "1. e4 {book} "), 6);
	for (int game = 1; game <= 3; game++) {
		FREED char *round = bytes_text("[Round \"%d\"]\n", game);

		assert_int_equal(times(text, round), 2);
	}
	assert_null(strstr(text, "????"));
	ends(ringside("pgn", ARGS("open", pgn, "--batch", "-x", "info turns")), 0, "seat 1  e4 ", NULL);
	ends(ringside("pgn", ARGS("run", "uci", "sample:random", "sample:random", "--games", "3",
				  "--turn-time", "0", "--pgn", "/dev/full")),
	     1, NULL, "/dev/full: cannot be written");
}

TEST(pgn_is_of_systems_that_have_it)
{
	ends(ringside("pgn", ARGS("run", "gomocup", "sample:random", "sample:random", "--pgn", "x.pgn")), 2,
	     NULL, "--pgn: there is no format \"pgn\"");
}

/* The moves and results of games, without tags, comments and numbers.  */
static char *moves_of(const char *text)
{
	struct bytes moves = {0};

	while (*text) {
		size_t size = strcspn(text, *text == '[' ? "\n" : *text == '{' ? "}" : " \n");

		if (size && !strchr("[{", *text) && text[size - 1] != '.')
			bytes_addf(&moves, "%.*s ", (int)size, text);
		text += size;
		text += *text != '\0';
	}
	return kept(moves.at);
}

/* Random games have all kinds of moves.  */
TEST_IN_FOLDER(moves_are_written_as_pgn_extract_writes_them)
{
	static const char extract[] = "/usr/games/pgn-extract";
	const char *pgn = in_folder("games.pgn");

	if (access(extract, X_OK) != 0) {
		print_message("SKIPPED: pgn-extract is not installed (scripts/setup --ci)\n");
		skip();
	}
	ends(ringside("extract", ARGS("run", "uci", "sample:random", "sample:random", "--games", "20",
				      "--turn-time", "0", "--pgn", pgn)),
	     0, "game 20: ", NULL);
	assert_string_equal(moves_of(text_of_file(pgn)),
			    moves_of(run_program(extract, "extract", ARGS("-s", "-C", pgn)).out));
}

/* ---- openings ---- */

/* From the second opening on, two plies of each.  */
TEST_IN_FOLDER(openings_have_a_start_and_plies)
{
	const char *book = in_folder("book.pgn"), *pgn = in_folder("games.pgn"), *text;
	FILE *file = fopen(book, "w");

	assert_non_null(file);
	fputs("1. e4 e5 2. Nf3 *\n1. d4 d5 2. c4 *\n1. c4 *\n", file);
	fclose(file);
	ends(ringside("book", ARGS("run", "uci", "sample:random", "sample:random", "--turn-time", "0",
				   "--openings", book, "--openings-start", "2", "--openings-plies", "2",
				   "--max-moves", "3", "--pgn", pgn)),
	     0, "game 4: ", NULL);
	text = text_of_file(pgn);
	assert_int_equal(times(text, "\n1. d4 {book} d5 {book} 2. "), 2);
	assert_int_equal(times(text, "\n1. c4 {book} "), 2);
	assert_int_equal(times(text, "{book}"), 6);
	assert_int_equal(times(text, "[Termination \"adjudication\"]\n"), 4);
	assert_int_equal(times(text, "Draw by adjudication} 1/2-1/2\n"), 4);
	ends(ringside("book", ARGS("run", "uci", "sample:random", "sample:random", "--openings", book,
				   "--openings-start", "4")),
	     2, NULL, "--openings-start 4: |holds 3 openings");
	ends(ringside("book", ARGS("run", "uci", "sample:random", "sample:random", "--openings-start", "2")),
	     2, NULL, "--openings-start needs --openings FILE");
}

/* ---- engines of Debian ---- */

static const struct engine {
	const char *name, *arguments;
} engines[] = {{"stockfish", ""},
	       {"fairy-stockfish", ""},
	       {"gnuchess", " --uci"},
	       {"toga2", ""},
	       {"ethereal-chess", ""}};

/* Their own clocks are theirs: what is tested is that they are asked and understood.  */
TEST_EACH(an_engine_of_debian_plays_without_a_fault, struct engine, engines, name)
{
	FREED char *path = bytes_text("/usr/games/%s", row->name),
		   *command = bytes_text("%s%s", path, row->arguments);

	if (access(path, X_OK) != 0) {
		print_message("SKIPPED: %s is not installed (scripts/setup --ci)\n", row->name);
		skip();
	}
	ends(ringside("engines", ARGS("run", "uci", command, "sample:searcher --depth 2", "--games", "2",
				      "--until-failure", "--tc", "2", "--tolerance", "60s", "--start-time",
				      "60s", "--draw-when", "score=10000,moves=1,after=20")),
	     0, "game 1: |game 2: ", NULL);
	assert_int_equal(left_behind("engines"), 0);
}

TEST_MAIN(NULL, NULL)
