/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_formats.c - psq, rec and SGF: a written match is read back unchanged, files of other programs are
 * read, and mistakes are reported with their line.  */
#include "../random.h"
#include "config.h"
#include "setup_fixture.h"

#include "ringside/format.h"
#include "ringside/mistake.h"
#include "ringside/protocol.h"
#include "systems/gomocup/rules.h"

#include <limits.h>

static uint64_t chance_state;

static int chance(int n)
{
	return random_below(&chance_state, n);
}

static const struct file_format *format(const char *name)
{
	for (const struct file_format *const *f = protocol_named("gomocup")->formats; *f; f++)
		if (strcmp((*f)->name, name) == 0)
			return *f;
	fail_msg("no format %s", name);
	return NULL;
}

/* ---- matches ---- */

static void begin_match(struct match *match, const char *size)
{
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");

	setup.seat[SEAT_1].kind = setup.seat[SEAT_2].kind = SEAT_AGENT;
	setup_name(&setup, SEAT_1, "Ada");
	setup_name(&setup, SEAT_2, "Bob");
	setup_set(&setup, "size", size);
	match_init(match, &setup);
}

/* Adds a turn of the seat to move, which took this many ms.  */
static void add_turn(struct match *match, const char *played, int64_t ns)
{
	struct gomoku_match game FREED_BY(gomoku_match_free);
	struct turn turn = turn_unmeasured(SEAT_NONE);
	char *problem = gomoku_match_init(&game, &match->setup);
	struct bytes words = {0};

	assert_null(problem);
	assert_true(gomoku_match_goto(&game, match, match->turn_count));
	turn.seat = game.next;
	turn.think_ns = ns;
	problem = gomoku_match_play(&game, played, strlen(played), &words);
	turn.played = words.at;
	if (problem)
		fail_msg("%s: %s", played, problem);
	match_add(match, turn);
}

/* Plays this many random turns, or fewer if one wins.  */
static void play_randomly(struct match *match, int turns)
{
	struct gomoku_match game FREED_BY(gomoku_match_free);
	char *problem = gomoku_match_init(&game, &match->setup);

	assert_null(problem);
	for (int i = 0; i < turns && !gomoku_full(&game.game);) {
		struct square square = {chance(game.game.width), chance(game.game.height)};
		struct turn turn = turn_unmeasured(game.next);

		turn.think_ns = (int64_t)chance(2000000) * 1000 + chance(1000);
		if (gomoku_at(&game.game, square) != STONE_NONE)
			continue;
		turn.played = bytes_text("%d,%d", square.x, square.y);
		problem = gomoku_match_play(&game, turn.played, strlen(turn.played), NULL);
		assert_null(problem);
		match_add(match, turn);
		i++;
		if (gomoku_won(&game.game, NULL, NULL)) {
			match_end(match,
				  (struct verdict){.winner = turn.seat,
						   .reason = "five",
						   .detail = bytes_text("five in a row from a1 to a5")});
			break;
		}
	}
	if (gomoku_full(&game.game) && !match->over)
		match_end(match, (struct verdict){.winner = WINNER_DRAW,
						  .reason = "full-board",
						  .detail = bytes_text("the board is full")});
}

/* All stones in order, those of the opening first, as "h8g7".  */
static char *stones_of(const struct match *match)
{
	struct gomoku_match game FREED_BY(gomoku_match_free);
	struct bytes text = {0};
	char *problem = gomoku_match_init(&game, &match->setup);

	assert_null(problem);
	assert_true(gomoku_match_goto(&game, match, match->turn_count));
	bytes_add_text(&text, "");
	for (int i = 0; i < game.game.move_count; i++) {
		char word[6];

		gomoku_write_square(game.game.moves[i], word);
		bytes_add_text(&text, word);
	}
	return text.at;
}

static void assert_stones(const struct match *match, const char *stones)
{
	assert_text(stones_of(match), stones);
}

static int64_t time_of(const struct match *match)
{
	int64_t sum = 0;

	for (int i = 0; i < match->turn_count; i++)
		sum += match->turns[i].think_ns;
	return sum;
}

/* ---- reading and writing ---- */

static char *written(const char *name, const struct match *match, const struct remarks *remarks)
{
	struct bytes out = {0};
	struct remarks none = {0};
	char *problem = format(name)->write(match, remarks ? remarks : &none, &out);

	if (problem)
		fail_msg("%s: %s", name, problem);
	return out.at;
}

static void read_all(const char *name, const char *text, struct match *match, struct remarks *remarks)
{
	char *problem;

	*remarks = (struct remarks){0};
	problem = format(name)->read(text, strlen(text), 1, match, remarks, &(const char *){NULL});
	if (problem)
		fail_msg("%s: %s\n%s", name, problem, text);
}

/* Reads a text and ignores its remarks.  */
static void read_text(const char *name, const char *text, struct match *match)
{
	struct remarks remarks FREED_BY(remarks_free);

	read_all(name, text, match, &remarks);
}

static void refused(const char *name, const char *text, const char *why)
{
	struct remarks remarks FREED_BY(remarks_free) = {0};
	struct match match;
	const char *wrong = NULL;
	char *problem = format(name)->read(text, strlen(text), 1, &match, &remarks, &wrong);

	if (!problem)
		fail_msg("%s: nothing was wrong with\n%s", name, text);
	problem = location_problem("file", location_of(text, wrong), problem);
	assert_text(problem, why);
}

static const char *name_of(const struct match *match, bool black)
{
	int seat = gomoku_black(match, match->turn_count);

	return match->setup.seat[black ? seat : seat_opponent(seat)].name;
}

/* Compares what all formats keep.  */
static void assert_same(const char *name, const struct match *match, const struct match *again)
{
	FREED char *stones = stones_of(match);
	int black = gomoku_black(match, match->turn_count),
	    again_black = gomoku_black(again, again->turn_count);

	assert_stones(again, stones);
	assert_string_equal(name_of(again, true), name_of(match, true));
	assert_string_equal(name_of(again, false), name_of(match, false));
	assert_int_equal(again->over, match->over);
	if (match->over) {
		assert_string_equal(again->verdict.reason, match->verdict.reason);
		assert_int_equal(again->verdict.winner == again_black, match->verdict.winner == black);
	}
	if (strcmp(name, "rec") != 0)
		assert_string_equal(setup_given(&again->setup, "size"), setup_given(&match->setup, "size"));
}

static void assert_same_times(const struct match *match, const struct match *again, int64_t unit)
{
	assert_int_equal(again->turn_count, match->turn_count);
	for (int i = 0; i < match->turn_count; i++) {
		assert_int_equal(again->turns[i].think_ns, match->turns[i].think_ns / unit * unit);
		assert_int_equal(again->turns[i].began_ns,
				 i ? again->turns[i - 1].began_ns + again->turns[i - 1].think_ns : 0);
	}
}

/* Writing, reading and writing again gives the same text.  */
static void goes_round(const char *name, const struct match *match, int64_t unit)
{
	struct remarks remarks FREED_BY(remarks_free);
	struct match again FREED_BY(match_free);
	FREED char *text = written(name, match, NULL);

	assert_true(format(name)->looks(text, strlen(text)));
	read_all(name, text, &again, &remarks);
	assert_same(name, match, &again);
	assert_same_times(match, &again, unit);
	assert_text(written(name, &again, &remarks), text);
}

TEST(every_format_reads_a_match_back)
{
	static const char *const sizes[] = {"5", "15", "15x20", "20", "20x7", "52"};

	chance_state = 20260101;
	for (int i = 0; i < 120; i++) {
		struct match match FREED_BY(match_free);

		begin_match(&match, sizes[i % 6]);
		match.setup.first = SEAT_1 + chance(2);
		play_randomly(&match, 1 + chance(60));
		goes_round("psq", &match, NS_PER_MS);
		goes_round("sgf", &match, 1);
		/* Rec does not store the board, nor that it is full.  */
		if (!match.over || match.verdict.winner != WINNER_DRAW)
			goes_round("rec", &match, NS_PER_MS);
	}
}

TEST(psq_holds_the_largest_board_and_sgf_has_no_letters_for_it)
{
	struct bytes out FREED_BY(bytes_free) = {0};
	struct remarks none = {0};
	struct match match FREED_BY(match_free);

	chance_state = 7;
	begin_match(&match, "64");
	play_randomly(&match, 200);
	goes_round("psq", &match, NS_PER_MS);
	goes_round("rec", &match, NS_PER_MS);
	assert_text(format("sgf")->write(&match, &none, &out),
		    "SGF has letters for 52 columns and rows, but the board is 64x64");
}

TEST(psq_is_written_like_piskvorks)
{
	struct match match FREED_BY(match_free);

	begin_match(&match, "15x20");
	match.setup.first = SEAT_2;
	match.setup.seat[SEAT_2].kind = SEAT_HUMAN;
	add_turn(&match, "7,7", 1234567890);
	add_turn(&match, "0,19", 999999);
	assert_text(written("psq", &match, NULL),
		    "Piskvorky 15x20, 7:0, 1\n8,8,1234\n1,20,0\nAda\nhomo-2\n0\n");
	assert_text(written("rec", &match, NULL), "homo-2\nAda\n7,7,1234\n0,19,0\n0\n");
}

TEST(a_square_has_the_same_letters_in_sgf_as_elsewhere)
{
	static const struct {
		const char *size, *played, *letters;
	} squares[] = {{"15", "8,8", "[ii]"},      {"15", "8,5", "[if]"},    {"15x20", "0,0", "[aa]"},
		       {"15x20", "14,19", "[ot]"}, {"20x7", "19,6", "[tg]"}, {"30x28", "29,0", "[Da]"},
		       {"52", "51,26", "[ZA]"}};

	for (size_t i = 0; i < sizeof(squares) / sizeof(squares[0]); i++) {
		struct match match FREED_BY(match_free), again FREED_BY(match_free);
		FREED char *text, *move;

		begin_match(&match, squares[i].size);
		add_turn(&match, squares[i].played, 5);
		text = written("sgf", &match, NULL);
		move = bytes_text("\n;B%sC[0.000005 ms])\n", squares[i].letters);
		assert_string_equal(strchr(text, '\n'), move);
		read_text("sgf", text, &again);
		assert_string_equal(again.turns[0].played, squares[i].played);
	}
}

TEST(sgf_names_the_version_of_ringside_that_wrote_it)
{
	struct match match FREED_BY(match_free);

	begin_match(&match, "15x20");
	assert_text(written("sgf", &match, NULL), "(;FF[4]GM[4]CA[UTF-8]AP[ringside:" PACKAGE_VERSION
						  "]SZ[15:20]RU[freestyle]PB[Ada]PW[Bob])\n");
}

TEST(a_square_in_a_comment_is_where_its_stone_is)
{
	struct remarks remarks FREED_BY(remarks_free) = {0};
	struct match match FREED_BY(match_free);
	FREED char *text;

	begin_match(&match, "15");
	add_turn(&match, "8,5", NS_PER_MS);
	remarks_add(&remarks, 1, SEAT_1, CHANNEL_MESSAGE, bytes_text("MESSAGE best: [8,5]"));
	text = written("sgf", &match, &remarks);
	assert_non_null(strstr(text, ";B[if]C[1.000000 ms\nMESSAGE best: [8,5\\]]"));
}

TEST(the_first_exports_without_a_version_are_read_as_they_were_written)
{
	static const struct {
		const char *program, *stones;
	} files[] = {{"AP[ringside]", "h8i9a15"},
		     {"AP[ringside:0.1.0]", "h8i7a1"},
		     {"AP[ringside 2]", "h8i7a1"},
		     {"", "h8i7a1"}};

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		FREED char *text =
			bytes_text("(;FF[4]GM[4]CA[UTF-8]%sSZ[15]AB[hh]AW[ig];B[aa])", files[i].program);
		struct match match FREED_BY(match_free);

		read_text("sgf", text, &match);
		assert_stones(&match, files[i].stones);
	}
}

TEST(an_opening_is_setup_stones_in_sgf_and_moves_elsewhere)
{
	struct match match FREED_BY(match_free), again FREED_BY(match_free);
	char *text;

	begin_match(&match, "15");
	setup_set(&match.setup, "opening", "h8i9g7");
	add_turn(&match, "a1", NS_PER_MS);
	assert_int_equal(match.turns[0].seat, SEAT_2);
	goes_round("sgf", &match, 1);
	text = written("psq", &match, NULL);
	read_text("psq", text, &again);
	free(text);
	assert_stones(&again, "h8i9g7a1");
	assert_int_equal(again.turn_count, 4);
	assert_int_equal(again.turns[3].seat, SEAT_2);
	assert_int_equal(time_of(&again), NS_PER_MS);
}

TEST(rec_is_not_written_without_a_move)
{
	struct bytes text = {0};
	struct match match FREED_BY(match_free);
	FREED char *problem;

	begin_match(&match, "15");
	problem = format("rec")->write(&match, NULL, &text);
	assert_string_equal(problem, "rec needs a move, and this match has none: psq and sgf can hold it");
	assert_int_equal(text.size, 0);
}

TEST(the_seat_that_swapped_in_swap2_has_black_in_the_file)
{
	struct match match FREED_BY(match_free), again FREED_BY(match_free);
	FREED char *text;

	begin_match(&match, "15");
	setup_set(&match.setup, "swap2", "yes");
	add_turn(&match, "h8 i8 j9", NS_PER_S);
	add_turn(&match, "swap", NS_PER_S);
	add_turn(&match, "a1", NS_PER_S);
	assert_int_equal(match.turns[2].seat, SEAT_1);
	text = written("psq", &match, NULL);
	assert_string_equal(text,
			    "Piskvorky 15x15, 7:7, 1\n8,8,0\n9,8,0\n10,9,1000\n1,1,1000\nAda\nBob\n0\n");
	read_text("psq", text, &again);
	assert_same("psq", &match, &again);
	assert_int_equal(again.turns[3].seat, SEAT_1);
	match_free(&again);
	free(text);
	text = written("sgf", &match, NULL);
	read_text("sgf", text, &again);
	assert_same("sgf", &match, &again);
}

TEST(sgf_stores_a_verdict_of_any_reason)
{
	static const struct {
		const char *reason;
		int winner, blame;
	} verdicts[] = {{"five", SEAT_1, SEAT_NONE},
			{"full-board", WINNER_DRAW, SEAT_NONE},
			{REASON_TIMEOUT, SEAT_2, SEAT_1},
			{REASON_RESIGN, SEAT_1, SEAT_2},
			{REASON_CRASH, SEAT_2, SEAT_1},
			{REASON_ILLEGAL, SEAT_1, SEAT_2},
			{REASON_ADJUDICATED, SEAT_2, SEAT_NONE},
			{REASON_ADJUDICATED, WINNER_DRAW, SEAT_NONE},
			{REASON_INTERRUPTED, WINNER_NONE, SEAT_NONE}};

	for (size_t i = 0; i < sizeof(verdicts) / sizeof(verdicts[0]); i++) {
		struct match match FREED_BY(match_free), again FREED_BY(match_free);
		FREED char *text;

		begin_match(&match, "15");
		add_turn(&match, "h8", 1);
		match_end(&match, (struct verdict){.winner = verdicts[i].winner,
						   .reason = verdicts[i].reason,
						   .detail = bytes_text("as [it] was: \\ %zu", i),
						   .blame = verdicts[i].blame});
		text = written("sgf", &match, NULL);
		read_text("sgf", text, &again);
		assert_true(again.over);
		assert_int_equal(again.verdict.winner, verdicts[i].winner);
		assert_string_equal(again.verdict.reason, verdicts[i].reason);
		assert_string_equal(again.verdict.detail, match.verdict.detail);
		assert_int_equal(again.verdict.blame, verdicts[i].blame);
	}
}

TEST(psq_and_rec_store_a_timeout)
{
	static const char *const names[] = {"psq", "rec"};

	for (int i = 0; i < 2; i++) {
		struct match match FREED_BY(match_free), again FREED_BY(match_free);
		FREED char *text;

		begin_match(&match, "20");
		add_turn(&match, "h8", 1);
		match_end(&match,
			  (struct verdict){.winner = SEAT_1, .reason = REASON_TIMEOUT, .blame = SEAT_2});
		text = written(names[i], &match, NULL);
		read_text(names[i], text, &again);
		assert_same(names[i], &match, &again);
		assert_int_equal(again.verdict.blame, SEAT_2);
	}
}

TEST(a_name_that_looks_like_syntax_is_read_back)
{
	static const char *const names[] = {"-1",     "7,7",     "7,7,100",   "pbrain-x",        "x.exe",
					    "homo-9", "a\\b",    "Piskvorky", "Rapfi 0.38/AVX2", "(;B[aa])",
					    "]\\[",   "\xc5\xa1"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		static const char *const formats[] = {"psq", "rec", "sgf"};

		for (int f = 0; f < 3; f++) {
			struct match match FREED_BY(match_free), again FREED_BY(match_free);
			FREED char *text;

			begin_match(&match, "20");
			setup_name(&match.setup, SEAT_1, names[i]);
			setup_name(&match.setup, SEAT_2, names[i]);
			add_turn(&match, "h8", 0);
			text = written(formats[f], &match, NULL);
			read_text(formats[f], text, &again);
			assert_stones(&again, "h8");
			if (!strchr(names[i], '\\') || f == 2)
				assert_string_equal(again.setup.seat[SEAT_1].name, names[i]);
		}
	}
}

/* ---- remarks ---- */

static void said(struct remarks *remarks, int turn, int seat, enum channel channel, const char *text)
{
	remarks_add(remarks, turn, seat, channel, bytes_text("%s", text));
}

TEST(sgf_stores_what_was_said)
{
	struct remarks before FREED_BY(remarks_free) = {0}, after FREED_BY(remarks_free);
	struct match match FREED_BY(match_free), again FREED_BY(match_free);
	FREED char *text;

	begin_match(&match, "15");
	said(&before, 0, SEAT_2, CHANNEL_DEBUG, "DEBUG ready");
	add_turn(&match, "h8", 1500000);
	said(&before, 1, SEAT_1, CHANNEL_MESSAGE, "MESSAGE best [h8] \\ of 3:1; (all)");
	said(&before, 1, SEAT_2, CHANNEL_DEBUG, "DEBUG I am waiting");
	said(&before, 1, SEAT_1, CHANNEL_DEBUG, "DEBUG depth 2");
	add_turn(&match, "i9", 2500000);
	said(&before, 2, SEAT_2, CHANNEL_MESSAGE, "MESSAGE \xe2\x97\x8f ends in \\");
	said(&before, 3, SEAT_1, CHANNEL_MESSAGE, "MESSAGE thanks");
	text = written("sgf", &match, &before);
	assert_non_null(strstr(text, " ms\nMESSAGE best [h8\\]"));
	assert_non_null(strstr(text, "\nW: DEBUG I am waiting\nDEBUG depth 2]"));
	read_all("sgf", text, &again, &after);
	assert_int_equal(after.count, before.count);
	for (int i = 0; i < before.count; i++) {
		assert_string_equal(after.list[i].text, before.list[i].text);
		assert_int_equal(after.list[i].turn, before.list[i].turn);
		assert_int_equal(after.list[i].seat, before.list[i].seat);
		assert_int_equal(after.list[i].channel, before.list[i].channel);
	}
	assert_same_times(&match, &again, 1);
}

TEST(sgf_shows_bytes_that_are_no_text)
{
	struct remarks remarks FREED_BY(remarks_free) = {0};
	struct match match FREED_BY(match_free);
	FREED char *text;

	begin_match(&match, "15");
	add_turn(&match, "h8", 0);
	said(&remarks, 1, SEAT_1, CHANNEL_MESSAGE, "MESSAGE \xff\x07");
	text = written("sgf", &match, &remarks);
	assert_non_null(strstr(text, "MESSAGE \\\\xff\\\\x07]"));
}

/* ---- files of other programs ---- */

TEST(psq_of_other_programs_is_read)
{
	static const struct {
		const char *text, *stones, *one, *two;
		int first, turns;
	} files[] = {
		{"Piskvorky 20x20, 11:11, 0\r\n4,9,0\r\n5,9,0\r\n4,10,1234\r\npbrain-one.exe\r\n"
		 "C:\\AI\\pbrain-two.zip\r\n-1\r\n1,Freestyle_1\r\n",
		 "d9e9d10", "one", "two", SEAT_1, 3},
		{"Piskvorky 15x15, 0:3, 1\n8,8,0\nhomo-1\nsecond\n0\n", "h8", "human", "second", SEAT_2, 1},
		{"\xef\xbb\xbfPiskvorky 15X15 , 0 - 0\r8, 8\r 9 , 7 \r-1\r", "h8i7", "seat 1", "seat 2",
		 SEAT_1, 2},
		{"\n\npiskvorky 15x15\n\n08,+8,17\n\n", "h8", "seat 1", "seat 2", SEAT_1, 1},
		{"Piskvorky 15x15, 0:0, 0\n", "", "seat 1", "seat 2", SEAT_1, 0},
		{"Piskvorky 15x15, 0:0, 0\n15,15,-5", "o15", "seat 1", "seat 2", SEAT_1, 1},
	};

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		struct match match FREED_BY(match_free);

		read_text("psq", files[i].text, &match);
		assert_stones(&match, files[i].stones);
		assert_string_equal(match.setup.seat[SEAT_1].name, files[i].one);
		assert_string_equal(match.setup.seat[SEAT_2].name, files[i].two);
		assert_int_equal(match.setup.first, files[i].first);
		assert_int_equal(match.turn_count, files[i].turns);
	}
}

TEST(the_gomocup_group_gives_the_rule)
{
	struct match match FREED_BY(match_free);

	read_text("psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\na\nb\n-1\n2,Standard_3\n", &match);
	assert_string_equal(setup_given(&match.setup, "rule"), "standard");
	match_free(&match);
	read_text("psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\na\nb\n-1\n", &match);
	assert_null(setup_given(&match.setup, "rule"));
}

TEST(the_board_of_rec_has_room_for_all_its_moves)
{
	struct match match FREED_BY(match_free);

	read_text("rec", "one\ntwo\n0,0,5\n19,19,6\n-1\n", &match);
	assert_string_equal(setup_given(&match.setup, "size"), "20");
	assert_string_equal(match.setup.seat[SEAT_1].name, "one");
	assert_int_equal(match.turns[1].think_ns, 6 * NS_PER_MS);
	match_free(&match);
	read_text("rec", "one\ntwo\n0,0\n7,30\n", &match);
	assert_string_equal(setup_given(&match.setup, "size"), "31");
	assert_stones(&match, "a1h31");
}

TEST(sgf_of_other_programs_is_read)
{
	static const struct {
		const char *text, *stones, *opening;
	} files[] = {
		/* moves that have no nodes of their own */
		{"(;GM[4]FF[4]SZ[15]RE[0]B[hh]W[ig]B[gj])", "h8i7g10", NULL},
		/* inside a mail, line ends everywhere, a name over two lines, older names */
		{"Hello,\r\nthis is it (really):\r\n( ;\r\nGaMe[4] SiZe "
		 "[15]\r\nPB[one\\\r\nname]\n;Black[hh]\r;White\n[ig])\nbye",
		 "h8i7", NULL},
		/* the first variation each time, the first of several games */
		{"(;SZ[15];B[hh](;W[ig](;B[aa])(;B[bb]))(;W[jj]))(;SZ[19];B[cc])", "h8i7a1", NULL},
		/* setup stones are the opening: black first, each colour in its order, points as rectangles
		 */
		{"(;SZ[15]AB[hh][hi]AW[ii]PL[W];W[jj])", "h8i9h9j10", "h8i9h9"},
		{"(;SZ[15]AW[ao:bo]AB[aa:ba])", "a1a15b1b15", "a1a15b1b15"},
		/* unknown properties, values with special characters, squares in letters and digits */
		{"(;SZ[15]XX[(;B[aa\\])][;]KM[6.5];B[H8]N[a ) b];W[i9]TR[aa][bb])", "h8i9", NULL},
		/* capital letters from the 27th column on */
		{"(;GM[4]SZ[30:28];B[Da];W[aB])", "ad1a28", NULL},
		/* cut off after a node */
		{"(;GM[4]SZ[15];B[hh];W[ig]", "h8i7", NULL},
		{"(;)", "", NULL},
	};

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		struct match match FREED_BY(match_free);
		const char *opening;

		assert_int_equal(format("sgf")->looks(files[i].text, strlen(files[i].text)),
				 strchr(files[i].text, '[') != NULL);
		read_text("sgf", files[i].text, &match);
		assert_stones(&match, files[i].stones);
		opening = setup_given(&match.setup, "opening");
		if (files[i].opening)
			assert_string_equal(opening, files[i].opening);
		else
			assert_null(opening);
	}
}

TEST(comments_of_other_programs_belong_to_the_seat_that_moved)
{
	struct remarks remarks FREED_BY(remarks_free);
	struct match match FREED_BY(match_free);

	read_all(
		"sgf",
		"(;SZ[15]C[a game\\] of\\\n two]PB[x];B[hh]C[good\tmove\n\n  B: better\n];W[ig];C[the end];)",
		&match, &remarks);
	assert_int_equal(remarks.count, 4);
	assert_string_equal(remarks.list[0].text, "a game] of two");
	assert_int_equal(remarks.list[0].turn, 0);
	assert_int_equal(remarks.list[0].seat, SEAT_NONE);
	assert_string_equal(remarks.list[1].text, "good move");
	assert_int_equal(remarks.list[1].turn, 1);
	assert_int_equal(remarks.list[1].seat, SEAT_1);
	assert_string_equal(remarks.list[2].text, "B: better");
	assert_int_equal(remarks.list[3].turn, 3);
	assert_int_equal(remarks.list[3].seat, SEAT_NONE);
}

/* A match as c-gomoku-cli writes it, shortened.  */
static const char cli_game[] =
	"(;FF[4]GM[4]GN[%d]EV[rapfi x carbon]DT[2026.11.20 10:00:00]RO[1.%d]RU[4]SZ[15]PB[rapfi]PW[carbon]"
	"RE[W+1]TE[White win by time forfeit]\n"
	";B[hh]C[opening move]\n;W[ii]C[1154ms];B[if]C[-12/5 7ms])\n\n";

TEST(the_time_of_a_turn_is_read_from_comments_of_other_programs)
{
	static const struct {
		const char *comment;
		int64_t ns;
		bool said; /* the comment is a remark too */
	} comments[] = {{"1154ms", 1154 * NS_PER_MS, false},
			{"7 ms", 7 * NS_PER_MS, false},
			{"0.5ms", NS_PER_MS / 2, false},
			{"2s", 2 * NS_PER_S, false},
			{"1.25 s", 1250 * NS_PER_MS, false},
			{"-12/5 7ms", 7 * NS_PER_MS, true},
			{"+M3/12,1.5s", 1500 * NS_PER_MS, true},
			{"depth 12 eval -3 312.125 ms\n1154ms", 312125000, true},
			{"opening move", 0, true},
			{"4 threes", 0, true},
			{"v7ms", 0, true},
			{"ms", 0, true},
			{"s", 0, true},
			{".5 s", 0, true},
			{"1.2.3ms", 0, true},
			{"-5ms", 0, true},
			{"10000000000ms", 0, true},
			{"99999999s", 0, true}};

	for (size_t i = 0; i < sizeof(comments) / sizeof(comments[0]); i++) {
		FREED char *text = bytes_text("(;SZ[15];B[hh]C[%s])", comments[i].comment);
		struct remarks remarks FREED_BY(remarks_free);
		struct match match FREED_BY(match_free);

		read_all("sgf", text, &match, &remarks);
		assert_int_equal(match.turns[0].think_ns, comments[i].ns);
		assert_int_equal(remarks.count > 0, comments[i].said);
		if (comments[i].said)
			assert_int_equal(strncmp(remarks.list[0].text, comments[i].comment,
						 strcspn(comments[i].comment, "\n")),
					 0);
	}
}

TEST(the_rule_of_an_sgf_is_read_in_every_spelling)
{
	static const struct {
		const char *text, *rule;
	} rules[] = {{"0", "freestyle"},  {"1", "standard"},         {"2", "freestyle+continuous"},
		     {"4", "renju"},      {"6", "renju+continuous"}, {"8", "caro"},
		     {"9", "caro-exact"}, {"Renju", "renju"},        {"Freestyle", "freestyle"}};
	struct remarks remarks FREED_BY(remarks_free);
	struct match match FREED_BY(match_free);

	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		FREED char *text = bytes_text("(;RU[%s]SZ[15];B[hh])", rules[i].text);

		read_all("sgf", text, &match, &remarks);
		assert_string_equal(setup_given(&match.setup, "rule"), rules[i].rule);
		assert_int_equal(remarks.count, 0);
		match_free(&match);
	}
	read_all("sgf", "(;SZ[15]\nRU[Ninuki];B[hh])", &match, &remarks);
	assert_null(setup_given(&match.setup, "rule"));
	assert_int_equal(remarks.count, 1);
	assert_int_equal(remarks.list[0].channel, CHANNEL_EVENT);
	assert_string_equal(
		remarks.list[0].text,
		"line 2, column 4: RU[Ninuki]: this rule is unknown and read as freestyle: expected a name "
		"such as renju or a number of INFO rule");
}

TEST(the_rule_of_an_sgf_decides_what_a_five_is)
{
	static const char six[] =
		"(;RU[%d]SZ[15];B[aa];W[ao];B[ba];W[bo];B[ca];W[co];B[ea];W[eo];B[fa];W[go];B[da])";

	for (int rule = 0; rule < 2; rule++) {
		FREED char *text = bytes_text(six, rule);
		struct match match FREED_BY(match_free);

		read_text("sgf", text, &match);
		assert_int_equal(match.over, rule == 0);
	}
}

TEST(a_game_of_a_collection_is_chosen_by_its_number)
{
	static const char brackets[] = "(;SZ[15]C[(;no game\\] (;](;B[ha])(;B[hb]))(;)mail (;SZ[15];B[hc])";
	struct remarks remarks = {0};
	struct bytes text FREED_BY(bytes_free) = {0};
	struct match match;
	const char *wrong;
	char *problem;

	for (int i = 1; i <= 3; i++)
		bytes_addf(&text, cli_game, i, i);
	assert_int_equal(format("sgf")->games(text.at, text.size), 3);
	for (int i = 1; i <= 3; i++) {
		assert_null(format("sgf")->read(text.at, text.size, i, &match, &remarks, &wrong));
		assert_stones(&match, "h8i9i6");
		match_free(&match);
		remarks_free(&remarks);
		remarks = (struct remarks){0};
	}
	assert_int_equal(format("sgf")->games(brackets, strlen(brackets)), 3);
	assert_null(format("sgf")->read(brackets, strlen(brackets), 3, &match, &remarks, &wrong));
	assert_stones(&match, "h3");
	match_free(&match);
	remarks_free(&remarks);
	bytes_addf(&text, "(;B[hh]\n;B[ii])");
	problem = format("sgf")->read(text.at, text.size, 4, &match, &remarks, &wrong);
	problem = location_problem("file", location_of(text.at, wrong), problem);
	assert_text(problem, "file:14:4: B[ii]: it is white's turn: the colours alternate");
}

TEST(results_of_other_programs_are_read)
{
	static const struct {
		const char *result, *reason;
		int winner;
		bool over;
	} results[] = {{"B+", REASON_ADJUDICATED, SEAT_1, true},
		       {"W", REASON_ADJUDICATED, SEAT_2, true},
		       {"W+Resign", REASON_RESIGN, SEAT_2, true},
		       {"B+T", REASON_TIMEOUT, SEAT_1, true},
		       {"Draw", REASON_ADJUDICATED, WINNER_DRAW, true},
		       {"0", REASON_ADJUDICATED, WINNER_DRAW, true},
		       {"Void", REASON_INTERRUPTED, WINNER_NONE, true},
		       {"?", NULL, 0, false},
		       {"", NULL, 0, false}};

	for (size_t i = 0; i < sizeof(results) / sizeof(results[0]); i++) {
		FREED char *text = bytes_text("(;SZ[15]RE[%s];B[hh])", results[i].result);
		struct match match FREED_BY(match_free);

		read_text("sgf", text, &match);
		assert_int_equal(match.over, results[i].over);
		if (match.over) {
			assert_string_equal(match.verdict.reason, results[i].reason);
			assert_int_equal(match.verdict.winner, results[i].winner);
			assert_non_null(match.verdict.detail);
		}
	}
}

TEST(the_verdict_says_how_a_game_of_c_gomoku_cli_ended)
{
	static const struct {
		const char *ending, *reason, *detail;
		int blame;
	} endings[] = {
		{"RE[W+1]TE[White win by time forfeit]", REASON_TIMEOUT,
		 "the file says W+1: White win by time forfeit", SEAT_1},
		{"RE[W+1]TE[White win by opponent illegal move]", REASON_ILLEGAL,
		 "the file says W+1: White win by opponent illegal move", SEAT_1},
		{"RE[W+1]TE[White win by opponent crash]", REASON_CRASH,
		 "the file says W+1: White win by opponent crash", SEAT_1},
		{"RE[W+1]TE[Black play forbidden move - overline]", "forbidden",
		 "the file says W+1: Black play forbidden move - overline", SEAT_1},
		{"RE[W+1]TE[White win by adjudication]", REASON_ADJUDICATED,
		 "the file says W+1: White win by adjudication", SEAT_NONE},
	};

	for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
		FREED char *text = bytes_text("(;SZ[15]%s;B[hh])", endings[i].ending);
		struct match match FREED_BY(match_free);

		read_text("sgf", text, &match);
		assert_true(match.over);
		assert_int_equal(match.verdict.winner, SEAT_2);
		assert_string_equal(match.verdict.reason, endings[i].reason);
		assert_string_equal(match.verdict.detail, endings[i].detail);
		assert_int_equal(match.verdict.blame, endings[i].blame);
	}
}

TEST(five_in_a_row_is_found_without_a_result)
{
	struct match match FREED_BY(match_free);

	read_text("sgf", "(;SZ[15];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])", &match);
	assert_true(match.over);
	assert_string_equal(match.verdict.reason, "five");
	assert_int_equal(match.verdict.winner, SEAT_1);
}

/* ---- mistakes ---- */

TEST(a_mistake_in_a_psq_is_reported_with_its_line)
{
	refused("psq", "", "file:1:1: expected \"Piskvorky 15x15, 0:0, 0\", but nothing is there");
	refused("psq", "8,8,0\n",
		"file:1:1: expected \"Piskvorky 15x15, 0:0, 0\" (the board, two levels, who begins), not "
		"\"8,8,0\"");
	refused("psq", "\nPiskvorky 15\n",
		"file:2:13: expected \"Piskvorky 15x15, 0:0, 0\" (the board, two levels, who begins), not "
		"\"Piskvorky 15\"");
	refused("psq", "Piskvorky 99999999999999999999x15, 0:0, 0\n",
		"file:1:11: a board of 9999999999999999x15: expected sides from 5 to 64");
	refused("psq", "Piskvorky 15x4, 0:0, 0\n", "file:1:11: a board of 15x4: expected sides from 5 to 64");
	refused("psq", "Piskvorky 15x15, 0:0, 2\n",
		"file:1:22: expected 0 or 1 after the second comma: which player begins");
	refused("psq", "Piskvorky 15x15, 0:0, 0\n8,8,0\n16,8,0\n",
		"file:3:1: 16,8 is outside the board of 15x15, which counts from 1");
	refused("psq", "Piskvorky 15x15, 0:0, 0\r\n0,8,0\r\n",
		"file:2:1: 0,8 is outside the board of 15x15, which counts from 1");
	refused("psq", "Piskvorky 15x15, 0:0, 0\n-99999999999999999999,8,0\n",
		"file:2:1: -9999999999999999,8 is outside the board of 15x15, which counts from 1");
	refused("psq", "Piskvorky 15x15, 0:0, 0\n8,8,0\n\n8,8,0\n", "file:4:1: h8 already has a stone");
	refused("psq", "Piskvorky 15x15, 0:0, 0\n8,8,99999999999999999999\n",
		"file:2:5: 9999999999999999 ms are longer than any turn: expected at most 1000000000");
	refused("psq", "Piskvorky 15x15, 0:0, 0\n8,8,0\n8;9,0\n9,9,0\n",
		"file:3:2: expected a move such as 8,8,312 (x, y, ms), not \"8;9,0\"");
}

TEST(a_mistake_in_a_rec_is_reported_with_its_line)
{
	refused("rec", "one\n",
		"file:2:1: expected the names of two players, a line for each, and then moves such as "
		"7,7,312");
	refused("rec", "one\ntwo\n",
		"file:3:1: expected a move such as 7,7,312 (x, y, ms), but there is no move");
	refused("rec", "one\ntwo\n7,7,0\n7,7,0\n", "file:4:1: h8 already has a stone");
	refused("rec", "one\ntwo\n7,7,0\n64,7,0\n",
		"file:4:1: 64,7 is outside the board of 64x64, which counts from 0");
}

TEST(a_mistake_in_an_sgf_is_reported_with_its_line)
{
	refused("sgf", "B[hh]",
		"file:1:1: expected a game such as (;GM[4]SZ[15];B[hh];W[ii]), but there is no \"(;\"");
	refused("sgf", "(;GM[1]SZ[19];B[hh])", "file:1:6: GM[1]: is another game; expected GM[4], gomoku");
	refused("sgf", "(;GM[4]\nSZ[4])",
		"file:2:4: SZ[4]: expected a side from 5 to 64, or two such as 15:20");
	refused("sgf", "(;SZ[15:])", "file:1:6: SZ[15:]: expected a side from 5 to 64, or two such as 15:20");
	refused("sgf", "(;SZ[15]\r\n;B[hh]\r\n;B[ii])",
		"file:3:4: B[ii]: it is white's turn: the colours alternate");
	refused("sgf", "(;SZ[15];W[hh])", "file:1:12: W[hh]: it is black's turn: the colours alternate");
	refused("sgf", "(;SZ[15]\n;B[hh]\n;W[hh])", "file:3:4: W[hh]: h8 already has a stone");
	refused("sgf", "(;SZ[15];B[])", "file:1:12: B[]: is a pass, which gomoku does not have");
	refused("sgf", "(;SZ[15];B[tt])", "file:1:12: B[tt]: is outside the board of 15x15");
	refused("sgf", "(;SZ[15];B[h])", "file:1:12: B[h]: expected two letters, column and row, such as hh");
	refused("sgf", "(;SZ[15];B[7,7])",
		"file:1:12: B[7,7]: expected two letters, column and row, such as hh");
	refused("sgf", "(;SZ[15];B[hh\n;W[ig])x",
		"file:1:12: B[hh\\n;W[ig]: expected two letters, column and row, such as hh");
	refused("sgf", "(;SZ[15]\n\n;C[hh",
		"file:3:3: the value of C that begins here has no end: expected ]");
	refused("sgf", "(;SZ[15]\n;B)", "file:2:3: expected a value in brackets after B, as B[...]");
	refused("sgf", "(;SZ[15]\n;B[hh]=",
		"file:2:7: expected a node (;), a property such as B[hh], or the end of the variation, not "
		"\"=\"");
	refused("sgf", "(;SZ[15]\nAB[hh][ii])",
		"file:2:8: AB[ii]: 2 black and 0 white stones are set up: expected the same number of each, "
		"or "
		"one black stone more");
	refused("sgf", "(;SZ[15];B[hh];AW[ii])",
		"file:1:19: AW[ii]: sets up stones after the first move: only an opening is read");
	refused("sgf", "(;SZ[15]AE[hh])", "file:1:12: AE[hh]: removes stones, which gomoku never does");
	refused("sgf", "(;SZ[15]AB[hh]AW[hh])", "file:1:1: the opening \"h8h8\": two stones on h8");
}

/* Changes a few bytes, doubles some, cuts some off.  */
static void mutate(struct bytes *text)
{
	static const char spice[] = "()[];\\,:-x0915AWB\n\r\xff \xef";

	for (int i = chance(6); i >= 0 && text->size; i--) {
		size_t at = (size_t)chance((int)text->size);

		switch (chance(4)) {
		case 0: text->at[at] = (char)chance(256); break;
		case 1: text->at[at] = spice[chance(sizeof(spice) - 1)]; break;
		case 2: bytes_drop(text, at / (size_t)(1 + chance(40))); break;
		case 3: bytes_add(text, spice, (size_t)chance(sizeof(spice) - 1)); break;
		}
	}
}

TEST(no_bytes_crash_the_readers)
{
	static const char sgf[] = "(;GM[4]SZ[15:20]RE[B+T]GC[timeout: late]AB[hh][aa:ba]AW[ii:ji];W[jj]"
				  "C[3.5 ms\nB: MESSAGE x](;B[ab]C[DEBUG \\] y])(;B[ac]);)";
	static const char *const seeds[] = {
		"Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,17\n7,7,5\none\ntwo\n-1\n1,Renju_1\n",
		"one\ntwo\n7,7,0\n8,8,17\n30,7,5\n-1\n", sgf};
	static const char *const names[] = {"psq", "rec", "sgf"};
	int good = 0, bad = 0;

	chance_state = 4711;
	for (int i = 0; i < 12000; i++) {
		const char *seed = seeds[chance(3)], *name = names[chance(3)];
		struct remarks remarks FREED_BY(remarks_free) = {0};
		struct bytes text FREED_BY(bytes_free) = {0};
		struct match match;
		char *problem;

		bytes_add_text(&text, seed);
		mutate(&text);
		format(name)->looks(text.at, text.size);
		problem = format(name)->read(text.at, text.size, 1, &match, &remarks, &(const char *){NULL});
		if (problem) {
			bad++;
		} else {
			good++;
			assert_true(match.turn_count < 64 * 64);
			match_free(&match);
		}
		free(problem);
	}
	assert_true(good > 500);
	assert_true(bad > 500);
}

/* ---- starting a new match from a file ---- */

static const struct protocol *gomocup(void)
{
	return protocol_named("gomocup");
}

TEST(a_resumed_match_keeps_the_colours_and_the_seat_to_move)
{
	for (int first = SEAT_1; first <= SEAT_2; first++)
		for (int turns = 0; turns <= 3; turns++) {
			struct gomoku_match game FREED_BY(gomoku_match_free);
			struct match match FREED_BY(match_free);
			struct setup setup FREED_BY(setup_free);
			char *problem;

			begin_match(&match, "15x20");
			match.setup.first = first;
			setup_set(&match.setup, "rule", "standard");
			setup_set(&match.setup, "opening", "a1b1");
			add_turn(&match, "h8", 0);
			add_turn(&match, "i9", 0);
			add_turn(&match, "j10", 0);
			setup_init(&setup);
			setup.system = "gomocup";
			problem = gomocup()->openings->resume(&match, turns, &setup);
			assert_null(problem);
			assert_null(gomoku_match_init(&game, &setup));
			assert_int_equal(game.opening, 2 + turns);
			assert_int_equal(game.next, turns % 2 ? seat_opponent(first) : first);
			assert_int_equal(game.black, first);
			assert_int_equal(game.game.rule, GOMOKU_STANDARD);
			assert_int_equal(game.game.height, 20);
		}
}

TEST(a_resumed_match_keeps_the_colours_of_swap2)
{
	struct gomoku_match game FREED_BY(gomoku_match_free);
	struct match match FREED_BY(match_free);
	struct setup setup FREED_BY(setup_free);

	begin_match(&match, "15");
	setup_set(&match.setup, "swap2", "yes");
	add_turn(&match, "h8 i8 j9", 0);
	add_turn(&match, "swap", 0);
	setup_copy(&setup, &match.setup);
	assert_null(gomocup()->openings->resume(&match, 2, &setup));
	assert_null(setup_given(&setup, "swap2"));
	assert_string_equal(setup_given(&setup, "opening"), "h8i8j9");
	assert_null(gomoku_match_init(&game, &setup));
	assert_int_equal(game.black, SEAT_2);
	assert_int_equal(game.next, SEAT_1);
}

TEST(options_of_the_new_match_override_those_of_the_file)
{
	struct match match FREED_BY(match_free);
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");

	begin_match(&match, "15");
	add_turn(&match, "h8", 0);
	setup_set(&setup, "size", "20");
	assert_null(gomocup()->openings->resume(&match, 1, &setup));
	assert_string_equal(setup_given(&setup, "size"), "20");
	setup_set(&setup, "opening", "a1");
	assert_text(gomocup()->openings->resume(&match, 1, &setup),
		    "--opening and a position to begin from exclude each other: leave one out");
}

TEST(a_finished_position_cannot_be_resumed)
{
	struct match match FREED_BY(match_free);
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");

	read_text("sgf", "(;SZ[15];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])", &match);
	assert_text(gomocup()->openings->resume(&match, 9, &setup),
		    "the game is over in this position: go back before its last move");
	assert_null(gomocup()->openings->resume(&match, 8, &setup));
	assert_string_equal(setup_given(&setup, "opening"), "a1a2b1b2c1c2d1d2");
}

TEST_MAIN(NULL, NULL)
