/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* trials.c - other ways to try engines than the cases of check.c: the same game told in another way
 * (`ringside check --twins`), and rare matches (`ringside fuzz`).  */
#include "game.h"
#include "info.h"

#include "ringside/fuzz.h"
#include "ringside/protocol.h"
#include "ringside/setup.h"
#include "ringside/twins.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the ways to tell the same game ----
 *
 * All of the game is told to one process, so that it has the same tables as in the game.  A FEN is that
 * before the last move that cannot be undone, so what can be repeated, and what was taken last, are the same,
 * too.  */

/* How a dialogue differs from the game.  */
struct manner {
	bool pieces;   /* byte by byte */
	bool together; /* the position and the question are one write */
	bool blanks;   /* more of them between words, and tabs */
	bool pings;    /* isready before each question */
	bool fens;     /* positions are FENs */
	bool options;  /* each default is set before all that a person wants, and all in another order */
	bool games;    /* another game comes first, then ucinewgame */
	bool mirrored; /* white is black */
};

enum { PIECES_MOST = 6 }; /* questions that are told byte by byte: each byte takes milliseconds */

struct telling {
	const struct twins_game *game;
	const struct manner *manner;
	struct bytes *steps;
	struct bytes line;    /* with the lines that wait for it */
	struct bytes options; /* steps of setoption, the last one first */
	int asked;
};

static uint64_t mirrored_set(uint64_t set)
{
	uint64_t mirrored = 0;

	for (int rank = 0; rank < CHESS_SIDE; rank++)
		mirrored |= (set >> (8 * rank) & 0xff) << (8 * (7 - rank));
	return mirrored;
}

static signed char mirrored_square(signed char square)
{
	return square < 0 ? square : (signed char)(square ^ 56);
}

/* The same position with the colours exchanged.  */
static struct chess_position mirrored_position(const struct chess_position *position)
{
	struct chess_position mirrored = *position;

	for (int colour = 0; colour < 2; colour++) {
		mirrored.of[colour] = mirrored_set(position->of[!colour]);
		for (int wing = 0; wing < 2; wing++)
			mirrored.rook[colour][wing] = mirrored_square(position->rook[!colour][wing]);
	}
	for (int type = 0; type < CHESS_TYPES; type++)
		mirrored.type[type] = mirrored_set(position->type[type]);
	mirrored.passed = mirrored_square(position->passed);
	mirrored.to_move = position->to_move == CHESS_WHITE ? CHESS_BLACK : CHESS_WHITE;
	return mirrored;
}

/* Appends the word, a move on the mirrored board where the way has one.  */
static void add_move(struct bytes *line, struct text word, bool mirrored)
{
	bytes_addf(line, "%.*s", (int)word.size, word.at);
	for (size_t i = 1; mirrored && word.size >= 4 && i <= 3; i += 2) {
		char *rank = line->at + line->size - word.size + i;

		*rank = (char)('1' + '8' - *rank);
	}
}

/* The words of a line, with what the way has between them.  Mirrored, each colour has the other's clock.  */
static void add_words(struct bytes *line, struct text words, const struct manner *manner)
{
	static const char *const clocks[][2] = {
		{"wtime", "btime"}, {"btime", "wtime"}, {"winc", "binc"}, {"binc", "winc"}};
	struct text word;

	for (bool first = true; (word = text_word(&words)).size; first = false) {
		if (!first || manner->blanks)
			bytes_add_text(line, manner->blanks ? " \t " : " ");
		for (size_t i = 0; i < 4 && manner->mirrored; i++)
			if (text_is(word, clocks[i][0])) {
				word = text_of(clocks[i][1]);
				break;
			}
		add_move(line, word,
			 manner->mirrored && word.size >= 4 && chess_square_named(word.at) >= 0 &&
				 chess_square_named(word.at + 2) >= 0);
	}
	bytes_add_text(line, "\n");
}

/* "position ..." in the way's words.  False: it is none that the rules know.  */
static bool add_position(struct telling *telling, struct text rest)
{
	const struct setup *setup = &telling->game->match->setup;
	const struct manner *manner = telling->manner;
	FREED_BY(bytes_free) struct bytes words = {0}, moves = {0};
	struct text all = rest, word = text_word(&rest), from;
	bool is_960 = chess_is_960(setup);
	struct chess_position since, before;
	struct chess_game game;
	char fen[CHESS_FEN_MOST], *problem;
	struct chess_move move;

	if (!manner->fens && !manner->mirrored) {
		bytes_addf(&words, "position %.*s", (int)all.size, all.at);
		add_words(&telling->line, (struct text){words.at, words.size}, manner);
		return true;
	}
	if (text_is(word, "fen") && !chess_read_fen(&since, rest.at, rest.size, &from.at, NULL, &problem)) {
		free(problem);
		return false;
	}
	if (text_is(word, "fen"))
		rest = (struct text){from.at, (size_t)(rest.at + rest.size - from.at)};
	else
		since = chess_start;
	chess_begin(&game, &since);
	text_word(&rest); /* moves */
	while ((word = text_word(&rest)).size) {
		if (!chess_read_uci(&game.now, word.at, word.size, is_960, &move))
			return false;
		before = game.now;
		chess_go(&game, move);
		if (game.now.quiet == 0) {
			since = before;
			bytes_drop(&moves, moves.size);
		}
		bytes_add_text(&moves, moves.size ? " " : "");
		add_move(&moves, word, manner->mirrored);
	}
	if (manner->mirrored)
		since = mirrored_position(&since);
	chess_write_fen(&since, is_960, fen);
	bytes_addf(&telling->line, "position fen %s%s%s\n", fen, moves.size ? " moves " : "",
		   moves.size ? moves.at : "");
	return true;
}

static void send_line(struct telling *telling)
{
	twins_send(telling->steps, telling->line.at, telling->line.size);
	bytes_drop(&telling->line, telling->line.size);
}

/* Puts the command before those that came before it.  */
static void keep_option(struct telling *telling, const struct message *message)
{
	struct bytes steps = {0};

	twins_send(&steps, message->bytes, message->size);
	if (telling->options.size)
		bytes_add_text(&steps, telling->options.at);
	bytes_free(&telling->options);
	telling->options = steps;
}

static void tell_game_before(struct telling *telling)
{
	bytes_add_text(telling->steps,
		       "> ucinewgame\n> isready\n< readyok\n"
		       "> position startpos moves d2d4 d7d5\n> go depth 4\n< move\n"
		       "> position startpos moves d2d4 d7d5 c2c4 e7e6\n> go depth 4\n< move\n"
		       "> position fen 8/8/4k3/8/2P5/4K3/8/8 w - - 0 1\n> go depth 6\n< move\n");
}

/* The question of a turn, and the answer that has to come.  False: it has none.  */
static bool tell_question(struct telling *telling, const struct message *message, struct text line)
{
	const struct message *answer = twins_answer(telling->game, message->turn);
	FREED_BY(bytes_free) struct bytes words = {0};

	if (!answer || (telling->manner->pieces && telling->asked++ == PIECES_MOST))
		return false;
	twins_turn(telling->steps, message->turn);
	if (telling->manner->pings) {
		send_line(telling);
		bytes_add_text(telling->steps, "> isready\n< readyok\n");
	}
	add_words(&telling->line, line, telling->manner);
	send_line(telling);
	add_words(&words, (struct text){answer->bytes, message_text_size(answer, NULL)},
		  &(const struct manner){.mirrored = telling->manner->mirrored});
	twins_await(telling->steps, "as-told", &(struct message){.bytes = words.at, .size = words.size});
	return true;
}

/* False: the rest is not told.  */
static bool tell_line(struct telling *telling, const struct message *message)
{
	const struct manner *manner = telling->manner;
	struct text line = {message->bytes, message_text_size(message, NULL)}, rest = line;
	struct text word = text_word(&rest);

	if (text_is(word, "go"))
		return tell_question(telling, message, line);
	if (text_is(word, "position")) {
		if (!add_position(telling, rest))
			return false;
		if (!manner->together && !manner->pings)
			send_line(telling);
		return true;
	}
	if (text_is(word, "setoption") && manner->options) {
		keep_option(telling, message);
		return true;
	}
	if (text_is(word, "ucinewgame") && manner->games)
		tell_game_before(telling);
	if (text_is(word, "ucinewgame") && manner->options && telling->options.size) {
		bytes_add_text(telling->steps, telling->options.at);
		bytes_free(&telling->options);
	}
	if (text_is(word, "stop") || text_is(word, "ponderhit") || text_is(word, "quit"))
		return false;
	add_words(&telling->line, line, manner);
	send_line(telling);
	if (text_is(word, "uci"))
		bytes_add_text(telling->steps, "< uciok\n");
	if (text_is(word, "isready"))
		bytes_add_text(telling->steps, "< readyok\n");
	if (text_is(word, "uci") && manner->options)
		bytes_add_text(telling->steps, "> $backwards\n");
	return true;
}

static bool tell(const struct twins_game *game, int n, const void *with, struct bytes *steps)
{
	struct telling telling = {.game = game, .manner = with, .steps = steps};

	if (n)
		return false;
	if (telling.manner->pieces)
		bytes_add_text(steps, "bytewise\n");
	for (int i = 0; i < game->count; i++)
		if (game->messages[i].direction == TO_AGENT && !tell_line(&telling, &game->messages[i]))
			break;
	bytes_free(&telling.line);
	bytes_free(&telling.options);
	return true;
}

#define MANNER(...)                                                                                          \
	.tell = tell, .manner = &(const struct manner)                                                       \
	{                                                                                                    \
		__VA_ARGS__                                                                                  \
	}

static const struct twin_way ways[] = {
	{"again", "as in the game, in a new process", MANNER(.pieces = false)},
	{"pieces", "byte by byte", MANNER(.pieces = true)},
	{"together", "with the position and go in one write", MANNER(.together = true)},
	{"blanks", "with more blanks and tabs between words", MANNER(.blanks = true)},
	{"ready", "with isready before each go", MANNER(.pings = true)},
	{"fen", "by FENs in place of all moves", MANNER(.fens = true),
	 .remark = "it may use earlier moves in its search, which a FEN does not tell"},
	{"options", "after setting each default, and options in another order", MANNER(.options = true)},
	{"newgame", "in a process that has played another game, after ucinewgame", MANNER(.games = true),
	 .remark = "it may keep what it has learnt, as UCI does not say what ucinewgame forgets"},
	{"mirrored", "with colours exchanged", MANNER(.mirrored = true),
	 .remark = "many take the first of equal moves"},
	{0},
};

const struct twins uci_twins = {
	.ways = ways,
	.options = "depth1=4 depth2=3",
	.rival = "sample:searcher",
};

/* ---- rare matches ---- */

/* Positions that games seldom reach: promotions, pins of pawns that take en passant, checks from everywhere,
 * castling that is lost or goes through an attack, one legal move, the last plies before a draw.  */
static const char *const rare[] = {
	"8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"8/8/8/K2pP2r/8/8/8/7k w - d6 0 2",
	"8/8/8/8/k1Pp3R/8/8/7K b - c3 0 1",
	"k5r1/8/8/6pP/7K/r7/5n2/8 w - g6 0 1",
	"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
	"r3k2r/8/5Q2/8/8/5q2/8/R3K2R w KQkq - 3 20",
	"4k3/8/8/8/4r3/5n2/8/R3K2R w KQ - 0 1",
	"4r1k1/8/8/8/1b6/8/4N3/R3K2R w KQ - 0 1",
	"7k/8/8/8/8/1q6/r7/7K w - - 0 1",
	"8/8/8/8/8/5k2/5p2/5K2 b - - 0 1",
	"8/5k2/8/8/8/8/R4K2/8 w - - 90 140",
	"8/8/8/3k4/8/3K4/3P4/8 w - - 98 200",
	"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
	"qqqqkqqq/8/8/8/8/8/8/QQQQKQQQ w - - 0 1",
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
};
enum { RARE = sizeof(rare) / sizeof(rare[0]) };

static void set(struct setup *setup, const char *name, int seat, const char *text)
{
	FREED char *whole = bytes_text("%s%d", name, seat);

	if (!setup_given(setup, whole))
		free(setup_set(setup, whole, text));
}

/* Ends of ranges.  What the engine does not declare is not sent.  */
static void choose_settings(struct setup *setup, int seat, struct fuzz_chance *chance)
{
	static const char *const settings[] = {
		"Hash=<min>",           "MultiPV=<max>",     "MultiPV=2",
		"Threads=<min>",        "Skill Level=<min>", "Ponder=true",
		"Ponder=false",         "OwnBook=false",     "UCI_LimitStrength=true; UCI_Elo=<min>",
		"UCI_AnalyseMode=true", "Clear Hash",        "UCI_ShowWDL=true"};
	enum { SETTINGS = sizeof(settings) / sizeof(settings[0]) };
	FREED_BY(bytes_free) struct bytes text = {0};

	for (unsigned i = fuzz_below(chance, 4); i; i--)
		bytes_addf(&text, "%s%s", text.size ? "; " : "", settings[fuzz_below(chance, SETTINGS)]);
	if (text.size)
		set(setup, "option", seat, text.at);
}

#define LATE_MOST ((int64_t)300 * NS_PER_MS)

static void options(struct setup *setup, int seat, struct fuzz_chance *chance)
{
	static const int turns_ms[] = {1000, 500, 200, 100, 50};
	static const int matches_ms[] = {0, 60000, 10000, 3000};
	unsigned limit = fuzz_below(chance, 4);
	FREED char *number = bytes_text("%u", 1 + fuzz_below(chance, limit ? 6 : 3000));

	if (fuzz_is_free(setup, &chess_option_opening) && !chess_is_960(setup) && !fuzz_once_in(chance, 3))
		setup_put(setup, &chess_option_opening, rare[fuzz_below(chance, RARE)]);
	choose_settings(setup, seat, chance);
	setup->turn_limit = (int64_t)NS_PER_MS * turns_ms[fuzz_below(chance, 5)];
	setup->match_limit = (int64_t)NS_PER_MS * matches_ms[fuzz_below(chance, 4)];
	if (!setup->strict && setup->tolerance < LATE_MOST)
		setup->tolerance = LATE_MOST; /* who searches "exactly x mseconds" is a little late */
	if (limit < 2) {
		set(setup, limit ? "depth" : "nodes", seat, number);
		setup->turn_limit = (int64_t)2 * NS_PER_S;
	}
	if (fuzz_once_in(chance, 3)) /* stop and ponderhit come when the person moves, at any moment */
		set(setup, "ponder", seat, "yes");
}

/* How much a player of that style wants the move.  */
static int wish(const struct chess_position *position, struct chess_move move, unsigned style)
{
	struct chess_position after = *position;
	int type = chess_piece_at(position, move.from, NULL);

	switch (style) {
	case 0: return type == CHESS_PAWN ? 1 + move.promotes : 0;
	case 1: chess_play(&after, move); return chess_in_check(&after);
	case 2: return chess_takes(position, move);
	case 3: return type == CHESS_KING;
	case 4: return chess_castles(position, move) ? 2 : type == CHESS_ROOK;
	default: return 0;
	}
}

static char *move(const struct match *match, int seat, unsigned style, struct fuzz_chance *chance)
{
	struct chess_move moves[CHESS_MOVES_MOST];
	struct chess_game game;
	char words[CHESS_WORDS_MOST];
	int count, best = -1, most = -1;

	(void)seat;
	if (!chess_game_goto(&game, match, match->turn_count))
		return NULL;
	count = chess_moves(&game.now, moves);
	for (int i = 0; i < count; i++) {
		/* Among equals, by chance.  */
		int much = 64 * wish(&game.now, moves[i], style) + (int)fuzz_below(chance, 80);

		if (much > most) {
			most = much;
			best = i;
		}
	}
	if (best < 0)
		return NULL;
	chess_uci_words(&game.now, moves[best], chess_is_960(&match->setup), words);
	return bytes_text("%s", words);
}

/* What an engine has to pass over when it is idle, or that changes no search (engine-interface, Description;
 * debug).  */
static char *line(const struct setup *setup, struct fuzz_chance *chance)
{
	static const char *const lines[] = {
		"stop",        "ponderhit", "joho",      "",
		"   ",         "debug on",  "debug off", "register later",
		"stop\\nstop", "\\n\\n\\n", "xyzzy 17",  "setoption name Joho value 1"};
	enum { LINES = sizeof(lines) / sizeof(lines[0]) };

	(void)setup;
	return bytes_text("%s\\n", lines[fuzz_below(chance, LINES)]);
}

const struct fuzz uci_fuzz = {options, move, line, NULL};
