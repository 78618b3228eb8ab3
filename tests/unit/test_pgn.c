/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_pgn.c - games of chess in PGN, and openings in PGN, FEN and EPD.  */
#include "../test.h"
#include "ringside/bytes.h"
#include "systems/uci/game.h"

static const struct file_format *pgn(void)
{
	return chess_formats[0];
}

static char *read_game(const char *text, int game, struct match *match, const char **wrong)
{
	return pgn()->read(text, strlen(text), game, match, NULL, wrong);
}

/* Reads a game and writes it again.  */
static char *rewritten(const char *text, int game)
{
	struct match match FREED_BY(match_free);
	struct bytes out = {0};
	const char *wrong;
	char *problem = read_game(text, game, &match, &wrong);

	if (problem)
		fail_msg("%s", problem);
	assert_null(pgn()->write(&match, NULL, &out));
	return out.at;
}

#define HEAD                                                                                                 \
	"[Event \"ringside match\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"1\"]\n[White \"a\"]\n"    \
	"[Black \"b \\\"c\\\"\"]\n"

#define TAIL(plies, termination) "[PlyCount \"" plies "\"]\n[Termination \"" termination "\"]\n\n"

TEST(a_game_is_written_as_it_was_read)
{
	static const char *const games[] = {
		HEAD
		"[Result \"0-1\"]\n" TAIL("4", "normal") "1. f3 {+0.10/3 1.500s} e5 {/0 0.010s} "
							 "2. g4 {-M2/9 0.002s} Qh4# {Black mates}\n0-1\n\n",
		HEAD
		"[Result \"1-0\"]\n" TAIL("1", "time forfeit") "1. e4 {0.00/7 0.100s, Black loses on time} "
							       "1-0\n\n",
		HEAD
		"[Result \"1/2-1/2\"]\n" TAIL("1", "adjudication") "1. e4 {Draw by adjudication} 1/2-1/2\n\n",
		HEAD "[Result \"*\"]\n" TAIL("0", "unterminated") "*\n\n",
		HEAD "[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 7\"]\n" TAIL(
			"2", "unterminated") "7... O-O-O 8. O-O *\n\n",
		HEAD "[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K2R w HA - 0 1\"]\n"
		     "[Variant \"Chess960\"]\n" TAIL("1", "unterminated") "1. O-O *\n\n",
	};

	for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++)
		assert_text(rewritten(games[i], 1), games[i]);
}

/* Reads a game, and writes it as cutechess does, with clocks, an opening and the time when it began.  */
TEST(cutechess_has_other_tags_and_times)
{
	static const char text[] =
		"[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n"
		"1. f3 {+0.10/3 1.500s} e5 {/0 0.010s} 2. g4 {-M2/9 0.002s} Qe7 {-0.55/4 12.3s} 1-0";
	static const char expected[] =
		"[Event \"ringside match\"]\n[Site \"?\"]\n[Date \"2024.02.29\"]\n[Round \"1\"]\n[White "
		"\"a\"]\n"
		"[Black \"b\"]\n[Result \"1-0\"]\n[BlackTimeControl \"5/move\"]\n[GameDuration "
		"\"00:00:13\"]\n"
		"[GameEndTime \"2024-02-29T23:59:58.999 UTC\"]\n[GameStartTime \"2024-02-29T23:59:45.187 "
		"UTC\"]\n"
		"[PlyCount \"4\"]\n[WhiteTimeControl \"40/60+0.6\"]\n\n"
		"1. f3 {+0.10/3 1.5s} e5 2. g4 {-M2/9 0.002s} Qe7 {-0.55/4 12s, Black resigns}\n1-0\n\n";
	struct match match FREED_BY(match_free);
	struct bytes out = {0};
	const char *wrong;

	assert_null(read_game(text, 1, &match, &wrong));
	match.started_us = INT64_C(1709251185187000);
	setup_put(match_change_setup(&match), &chess_option_pgn_style, "cutechess");
	assert_null(setup_set(match_change_setup(&match), "tc1", "40/60+0.6"));
	assert_null(setup_set(match_change_setup(&match), "turn-time2", "5"));
	assert_null(pgn()->write(&match, NULL, &out));
	assert_text(out.at, expected);
}

/* A book of games has them as moves, one of positions as FEN.  */
TEST(moves_of_an_opening_are_of_the_book)
{
	static const char text[] = "[White \"a\"]\n[Black \"b \\\"c\\\"\"]\n1. Nc6 *";
	struct match match FREED_BY(match_free);
	struct bytes out = {0};
	struct setup *setup;
	const char *wrong;
	FREED char *problem = read_game(text, 1, &match, &wrong);

	assert_non_null(problem);
	assert_null(read_game("[White \"a\"]\n[Black \"b \\\"c\\\"\"]\n*", 1, &match, &wrong));
	setup = match_change_setup(&match);
	setup_put(setup, &chess_option_opening, "1. e4 e5 2. Nf3");
	assert_null(pgn()->write(&match, NULL, &out));
	assert_text(out.at,
		    HEAD "[Result \"*\"]\n" TAIL("3", "unterminated") "1. e4 {book} e5 {book} 2. Nf3 {book} "
								      "*\n\n");
}

TEST(comments_glyphs_and_variations_are_passed_over)
{
	static const char text[] =
		"% an escaped line with [tags]\n[White \"a\"]\n[Black \"b \\\"c\\\"\"]\n\n"
		"1.e4! $6 {a (comment} e5 ; to the end 2. d4\n(1... c5 {x) y} (1... d5) 2. Nf3) 2.Nf3 *";

	assert_text(rewritten(text, 1),
		    HEAD "[Result \"*\"]\n" TAIL("3", "unterminated") "1. e4 e5 2. Nf3 *\n\n");
}

TEST(what_is_no_value_in_a_comment_is_passed_over)
{
	static const char *const comments[] = {"+1e5/3",   "+inf/3", "+0.10/-3", "+0.10/99999999999",
					       "+0.10/3x", "0.10/3", "+/3",      "/3",
					       "+0.10"};

	for (size_t i = 0; i < sizeof(comments) / sizeof(comments[0]); i++) {
		FREED char *text = bytes_text("1. e4 {%s} *", comments[i]);
		struct match match FREED_BY(match_free);
		const char *wrong;

		assert_null(read_game(text, 1, &match, &wrong));
		assert_string_equal(match_turn(&match, 1)->said.words, "");
		assert_int_equal(match_turn(&match, 1)->said.depth, 0);
	}
}

TEST(a_comment_tells_the_time_in_any_unit_of_seconds)
{
	static const struct {
		const char *comment;
		int64_t ns;
	} rows[] = {{"+0.10/3 0.532s", 532000000}, {"book, 12ms", 12000000},
		    {"1.5s; n 20", 1500000000},    {"+0.10/3 2m", 0},
		    {"99999999999s", 0},           {"s", 0}};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		FREED char *text = bytes_text("1. e4 {%s} *", rows[i].comment);
		struct match match FREED_BY(match_free);
		const char *wrong;

		assert_null(read_game(text, 1, &match, &wrong));
		assert_int_equal(match_turn(&match, 1)->think_ns, rows[i].ns);
	}
}

/* A text may end with the file, without a NUL.  */
TEST(a_text_ends_where_its_size_says)
{
	static const char text[] = "1. e4 12";

	for (size_t size = 0; size < strlen(text); size++) {
		FREED char *exact = bytes_new(size ? size : 1), *problem = NULL;
		struct match match;
		const char *wrong;

		memcpy(exact, text, size);
		problem = pgn()->read(exact, size, 1, &match, NULL, &wrong);
		assert_int_equal(problem != NULL, size == strlen("1. e")); /* half a move */
		if (!problem)
			match_free(&match);
	}
}

TEST(a_file_has_several_games)
{
	static const char text[] =
		"[White \"a\"]\n\n1. e4 *\n\n[White \"b\"]\n\n1. d4 d5\n[White \"c\"]\n1-0\n1. c4 c5 *";
	static const char *const first[] = {"e2e4", "d2d4", NULL, "c2c4"};

	assert_int_equal(pgn()->games(text, strlen(text)), 4);
	for (int i = 0; i < 4; i++) {
		struct match match FREED_BY(match_free);
		const char *wrong;

		assert_null(read_game(text, i + 1, &match, &wrong));
		assert_int_equal(match.turn_count > 0, first[i] != NULL);
		if (first[i])
			assert_string_equal(match_turn(&match, 1)->played, first[i]);
	}
}

TEST(a_mistake_in_a_game_says_where)
{
	static const struct {
		const char *text;
		int at;
		const char *problem;
	} rows[] = {
		{"1. e4 e5 2. Ke3 *", 12, "\"Ke3\" is not legal there"},
		{"1. e4 hello", 6, "\"hello\" is no move such as e4, Nf3 or e2e4"},
		{"[FEN \"8/8/8\"]\n1. e4", 15, NULL},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct match match;
		const char *wrong = NULL;
		FREED char *problem = read_game(rows[i].text, 1, &match, &wrong);

		assert_non_null(problem);
		if (rows[i].problem)
			assert_string_equal(problem, rows[i].problem);
		else
			assert_non_null(strstr(problem, "the opening \"8/8/8\": expected"));
		if (rows[i].problem)
			assert_int_equal(wrong - rows[i].text, rows[i].at);
	}
}

/* What is told is in UCI's words, however the opening was written.  */
TEST(a_position_may_be_written_as_engines_are_told_it)
{
	static const struct {
		const char *words, *told; /* or the problem */
	} rows[] = {
		{"startpos", "startpos"},
		{"startpos moves e2e4 e7e5", "startpos moves e2e4 e7e5"},
		{"1. e4 e5", "startpos moves e2e4 e7e5"},
		{"fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1",
		 "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1"},
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves O-O", "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1"},
		{"fen", "expected a piece (PNBRQKpnbrqk) or a number of empty squares up to 8, not the end"},
		{"startpos e2e5", "\"e2e5\" is not legal there"},
		{"fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 e1g1",
		 "\"e1g1\" follows the FEN: expected \"moves\" and moves"},
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		struct setup setup;
		struct chess_game game;
		FREED_BY(bytes_free) struct bytes told = {0};
		FREED char *problem = NULL;

		setup_init(&setup);
		problem = chess_game_read(&game, &setup, text_of(rows[i].words), &told);
		assert_string_equal(problem ? problem : told.at, rows[i].told);
		setup_free(&setup);
	}
}

TEST(openings_come_from_pgn_fen_and_epd)
{
	static const struct {
		const char *text, *list; /* of the openings, each with a line end; or the problem */
	} rows[] = {
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\n"
		 "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; hmvc 98; id \"a / b\"; fmvn 60;\n",
		 "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n4k3/8/8/8/8/8/4P3/4K3 w - - 98 "
		 "60\n"},
		{"[Event \"x\"]\n\n1. e4 e5 {book} 1/2-1/2\n\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 "
		 "1\"]\n\n1. e3 *\n",
		 "e4 e5\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e3\n"},
		{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n",
		 "book:2:1: the opening \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\": the game is over there "
		 "(material): an opening "
		 "must leave something to play"},
		{"4k3/8/8/8/8/8/4P3/4K3 x - - 0 1\n",
		 "book:1:23: expected w or b, for the side to move, not \"x\""},
		{"\n",
		 "book:1:1: there is no opening: expected games in PGN, or a FEN or an EPD in each line"},
	};
	struct setup setup FREED_BY(setup_free);

	setup_init(&setup);
	setup.system = "uci";
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct bytes list FREED_BY(bytes_free) = {0};
		FREED char *problem = NULL;
		int count = 0;
		char **openings = chess_openings.read(&setup, rows[i].text, strlen(rows[i].text), "book",
						      &count, &problem);

		assert_true(openings || !count);
		for (int k = 0; openings && k < count; k++) {
			bytes_addf(&list, "%s\n", openings[k]);
			free(openings[k]);
		}
		free(openings);
		assert_string_equal(problem ? problem : list.at, rows[i].list);
	}
}

TEST_MAIN(NULL, NULL)
