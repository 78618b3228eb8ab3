/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_chess.c - the rules of chess and Chess960, and their words.  */
#include "../test.h"
#include "systems/uci/info.h"
#include "systems/uci/rules.h"

#include <inttypes.h>

static struct chess_position position_of(const char *fen)
{
	struct chess_position position;
	char *problem = NULL;

	if (!chess_read_fen(&position, text_of(fen), NULL, NULL, &problem))
		fail_msg("%s: %s", fen, problem);
	return position;
}

/* The numbers are those of the Chess Programming Wiki, "Perft Results" and "Chess960 Perft Results";
 * scripts/perft counts deeper.  */
TEST(perft_counts_as_published)
{
	static const struct {
		const char *fen;
		int depth;
		uint64_t count;
	} rows[] = {
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197281},
		{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97862},
		{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674624},
		{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422333},
		{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62379},
		{"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3, 89890},
		{"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, 326672},
		{"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 4, 667366},
		{"b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 3, 10471},
		{"qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", 3, 13440},
		{"1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9", 3, 31058},
		{"qnbnr1kr/ppp1b1pp/4p3/3p1p2/8/2NPP3/PPP1BPPP/QNB1R1KR w HEhe - 1 9", 3, 26578},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct chess_position position = position_of(rows[i].fen);

		assert_int_equal(chess_perft(&position, rows[i].depth), rows[i].count);
	}
}

TEST(a_fen_is_written_as_it_was_read)
{
	static const struct {
		const char *read, *written; /* NULL: the same */
		bool shredder;
	} rows[] = {
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", NULL, false},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		 "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", true},
		{"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR b HEhe - 1 9",
		 "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR b KQkq - 1 9", false},
		/* The inner rook has the right: X-FEN needs its file.  */
		{"4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1", NULL, false},
		/* EPD's four fields, and a number of the move from 0.  */
		{"8/8/8/8/8/4k3/8/4K2R b K -", "8/8/8/8/8/4k3/8/4K2R b K - 0 1", false},
		{"8/8/8/8/8/4k3/8/4K3 w - - 3 0", "8/8/8/8/8/4k3/8/4K3 w - - 3 1", false},
		/* En passant: possible; no pawn beside; the pawn beside is pinned.  */
		{"4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", NULL, false},
		{"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", false},
		{"8/8/8/8/R3Pp1k/8/8/4K3 b - e3 0 1", "8/8/8/8/R3Pp1k/8/8/4K3 b - - 0 1", false},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct chess_position position = position_of(rows[i].read);

		position.chess960 = rows[i].shredder;
		assert_string_equal(chess_fen(&position).at,
				    rows[i].written ? rows[i].written : rows[i].read);
	}
}

TEST(a_wrong_fen_is_refused_where_it_is_wrong)
{
	static const struct {
		const char *fen;
		int at;
		const char *problem;
	} rows[] = {
		{"", 0, "expected a piece (PNBRQKpnbrqk) or a number of empty squares up to 8, not the end"},
		{"9/8 w", 0,
		 "expected a piece (PNBRQKpnbrqk) or a number of empty squares up to 8, not \"9\""},
		{"44k/8", 2, "expected /, for the rank is full, not \"k\""},
		{"4k3/8/8/8/8/8/8/8 w - - 0 1", 0, "white has no king"},
		{"4k3/8/8/8/8/8/8/3KK3 w - - 0 1", 0, "white has several kings"},
		{"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", 0, "a pawn stands on its first or last rank"},
		{"4k3/8/8/8/8/8/8/4K3 x - - 0 1", 20, "expected w or b, for the side to move, not \"x\""},
		{"4k3/8/8/8/8/8/8/4KR2 w K - 0 1", 24, NULL},
		{"4k3/8/8/8/8/8/8/4K3 w K - 0 1", 22,
		 "white has no king and rook on its first rank that could castle as K says"},
		{"4k3/8/8/8/8/8/8/4K3 w - e6 0 1", 24, "no pawn of black has just gone two steps over e6"},
		{"4k3/8/8/8/8/8/8/4K3 w - e3 0 1", 24,
		 "expected - or a square on the sixth rank for en passant, not \"e\""},
		{"4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1", 23, "the king of black could be taken"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0", 27, "expected the number of the move, not the end"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct chess_position position = chess_start;
		FREED char *problem = NULL;
		const char *wrong = NULL;
		bool read = chess_read_fen(&position, text_of(rows[i].fen), NULL, &wrong, &problem);

		assert_int_equal(read, !rows[i].problem);
		if (read)
			continue;
		assert_string_equal(problem, rows[i].problem);
		assert_int_equal(wrong - rows[i].fen, rows[i].at);
		assert_memory_equal(&position, &chess_start, sizeof(position));
	}
}

TEST(moves_have_their_words)
{
	static const struct {
		const char *fen, *uci, *san;
	} rows[] = {
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "e4"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "Nf3"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"},
		{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8", "Rxa8+"},
		{"4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", "f4e3", "fxe3"},
		{"8/P7/8/8/8/8/8/k1K5 w - - 0 1", "a7a8q", "a8=Q#"},
		{"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", "axb8=N"},
		{"4k3/8/8/8/8/8/3N3N/4K3 w - - 0 1", "d2f3", "Ndf3"},
		{"4k3/8/8/7N/8/7N/8/4K3 w - - 0 1", "h3f4", "N3f4"},
		{"K7/8/8/8/4Q2Q/k7/8/7Q w - - 0 1", "h4e1", "Qh4e1"},
		/* One of the two knights is pinned, so the other needs no file.  */
		{"4k3/8/8/8/8/4r3/4N3/N3K3 w - - 0 1", "a1c2", "Nc2"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct chess_position position = position_of(rows[i].fen);
		struct chess_words san;
		struct chess_move move, again;

		assert_true(chess_read_uci(&position, text_of(rows[i].uci), &move));
		assert_string_equal(chess_uci_words(&position, move).at, rows[i].uci);
		san = chess_san_words(&position, move);
		assert_string_equal(san.at, rows[i].san);
		assert_int_equal(chess_read_move(&position, text_of(san.at), &again), CHESS_READ);
		assert_memory_equal(&move, &again, sizeof(move));
	}
}

TEST(people_may_write_moves_in_their_way)
{
	static const struct {
		const char *fen, *words;
		enum chess_reading reading;
		const char *uci;
	} rows[] = {
		{"4k3/8/8/8/8/8/3N3N/4K3 w - - 0 1", "Nf3", CHESS_AMBIGUOUS, NULL},
		{"4k3/8/8/8/8/8/3N3N/4K3 w - - 0 1", "Nd2-f3!?", CHESS_READ, "d2f3"},
		{"4k3/8/8/8/8/8/3N3N/4K3 w - - 0 1", "Nf5", CHESS_NOT_LEGAL, NULL},
		{"4k3/8/8/8/8/8/3N3N/4K3 w - - 0 1", "d2d8", CHESS_NOT_LEGAL, NULL},
		{"4k3/8/8/8/8/8/3N3N/4K3 w - - 0 1", "hello", CHESS_NO_MOVE, NULL},
		{"4k3/8/8/8/8/8/3N3N/4K3 w - - 0 1", "", CHESS_NO_MOVE, NULL},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0-0", CHESS_READ, "e1c1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", CHESS_READ, "e1g1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "O-O", CHESS_NOT_LEGAL, NULL},
		{"8/P7/8/8/8/8/8/k1K5 w - - 0 1", "a8Q", CHESS_READ, "a7a8q"},
		{"8/P7/8/8/8/8/8/k1K5 w - - 0 1", "a8", CHESS_NOT_LEGAL, NULL},
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", CHESS_READ, "e4d5"},
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", CHESS_READ, "e4d5"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct chess_position position = position_of(rows[i].fen);
		struct chess_move move;

		assert_int_equal(chess_read_move(&position, text_of(rows[i].words), &move), rows[i].reading);
		if (rows[i].uci)
			assert_string_equal(chess_uci_words(&position, move).at, rows[i].uci);
	}
}

/* Plays moves from a FEN, and returns how the game stands then.  */
static enum chess_end end_after(const char *fen, const char *moves)
{
	static struct chess_game game;
	struct chess_position position = position_of(fen);

	chess_begin(&game, &position);
	for (; *moves; moves += 4 + (moves[4] == ' ')) {
		struct chess_move move;

		assert_int_equal(chess_end(&game), CHESS_GOES_ON);
		assert_true(chess_read_uci(&game.now, (struct text){moves, 4}, &move));
		chess_go(&game, move);
	}
	return chess_end(&game);
}

TEST(games_end_by_the_laws)
{
	static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
	static const struct {
		const char *fen, *moves;
		enum chess_end end;
	} rows[] = {
		{start, "f2f3 e7e5 g2g4 d8h4", CHESS_MATE},
		{start, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1", CHESS_GOES_ON},
		{start, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", CHESS_REPETITION},
		/* The right to castle is lost by the first move of the rook: that position is another one. */
		{"r3k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h2 a8a7 h2h1 a7a8 h1h2 a8a7 h2h1 a7a8", CHESS_GOES_ON},
		{"7k/8/8/8/8/8/5K2/6Q1 w - - 0 1", "g1g6", CHESS_STALEMATE},
		{"8/8/8/8/8/4k3/8/4K2R w - - 99 80", "h1h8", CHESS_FIFTY},
		{"k7/8/1K6/8/8/8/8/7R w - - 99 80", "h1h8", CHESS_MATE},
		{"8/8/8/8/8/4k3/3r4/4K3 w - - 0 1", "e1f1", CHESS_GOES_ON},
		{"8/8/8/8/8/8/3r4/4K2k w - - 0 1", "e1d2", CHESS_MATERIAL},
		{"8/8/8/2b5/8/4B3/8/k1K5 w - - 0 1", "", CHESS_MATERIAL},
		{"8/8/8/1b6/8/4B3/8/k1K5 w - - 0 1", "", CHESS_GOES_ON},
		{"8/8/8/1n6/8/4N3/8/k1K5 w - - 0 1", "", CHESS_GOES_ON},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(end_after(rows[i].fen, rows[i].moves), rows[i].end);
}

TEST(who_could_still_mate)
{
	static const struct {
		const char *fen;
		bool white;
	} rows[] = {
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", false},    {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", true},
		{"4k2q/8/8/8/8/8/8/4K1N1 w - - 0 1", false}, {"4k2r/8/8/8/8/8/8/4K1N1 w - - 0 1", true},
		{"4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", true},   {"4k2q/8/8/8/8/8/8/4KB2 w - - 0 1", false},
		{"4k3/7p/8/8/8/8/8/4KB2 w - - 0 1", true},   {"4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", true},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct chess_position position = position_of(rows[i].fen);

		assert_int_equal(chess_can_mate(&position, CHESS_WHITE), rows[i].white);
	}
}

TEST(chess960_has_960_first_positions)
{
	static const struct {
		int number;
		const char *pieces;
	} rows[] = {{0, "bbqnnrkr"}, {518, "rnbqkbnr"}, {959, "rkrnnqbb"}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct chess_position position = chess_start960(rows[i].number);

		position.chess960 = false;
		assert_memory_equal(chess_fen(&position).at, rows[i].pieces, 8);
	}
	for (int number = 0; number < 960; number++) {
		struct chess_position position = chess_start960(number), read;

		read = position_of(chess_fen(&position).at);
		read.chess960 = true;
		assert_memory_equal(&read, &position, sizeof(read));
	}
}

/* Only if nothing else was said.  */
TEST(a_bound_is_no_value)
{
	static const char *const lines[] = {
		"info depth 1 score cp 5 lowerbound nodes 7", "info depth 2 score cp 31 nodes 9",
		"info depth 3 score cp -40 upperbound nodes 12", "info depth 4 currmove e2e4"};
	static const struct {
		const char *words;
		int depth, nodes;
	} said_so[] = {{"+0.05", 1, 7}, {"+0.31", 2, 9}, {"+0.31", 2, 12}, {"+0.31", 2, 12}};
	struct said said = {.depth = 0};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		uci_said(NULL,
			 &(struct message){
				 .n = (int64_t)i + 1, .bytes = (char *)lines[i], .size = strlen(lines[i])},
			 &said);
		assert_string_equal(said.words, said_so[i].words);
		assert_int_equal(said.depth, said_so[i].depth);
		assert_int_equal(said.nodes, said_so[i].nodes);
	}
}

/* engine-interface, setoption: names have blanks, and capitals do not matter.  */
TEST(tab_offers_what_an_engine_declares)
{
	static const struct {
		const char *line, *before, *offered;
	} rows[] = {
		{"option name Hash type spin default 16 min 1 max 64", "", "setoption "},
		{"option name Hash type spin default 16 min 1 max 64", "setoption ", "name "},
		{"option name Hash type spin default 16 min 1 max 64", "setoption name ", "Hash "},
		{"option name Hash type spin default 16 min 1 max 64", "setoption name hash ", "value "},
		{"option name Hash type spin default 16 min 1 max 64", "setoption name Hash value ", "16 "},
		{"option name Hash type spin default 16 min 1 max 64", "setoption name Hash value 9 ", ""},
		{"option name Clear Hash type button", "setoption name ", "Clear "},
		{"option name Clear Hash type button", "setoption name Clear ", "Hash "},
		{"option name Clear Hash type button", "setoption name Clear Hash ", ""},
		{"option name Style type combo default A var A var B", "setoption name Style value ", "A B "},
		{"option name Ponder type check default false", "setoption name Ponder value ",
		 "true false "},
		{"option name Ponder type check default false", "setoption name Hash ", ""},
		{"option name Ponder type check default false", "go ", ""},
		{"id name x", "setoption name ", ""},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct message message = {.bytes = (char *)rows[i].line, .size = strlen(rows[i].line)};
		char offered[64] = "", *word;

		for (int k = 0; (word = uci_offers(&message, rows[i].before, k)); k++) {
			strcat(strcat(offered, word), " ");
			free(word);
		}
		assert_string_equal(offered, rows[i].offered);
	}
}

TEST_MAIN(NULL, NULL)
