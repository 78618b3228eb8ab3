/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* uci_searcher.c - sample:searcher under uci: alpha and beta, deeper and deeper, and captures at the end of
 * each line.  A position is worth its material and where the pieces stand.  */
#include "sample.h"
#include "uci_board.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { DEPTH = 40, PLIES = 64, MATE = 30000, INFINITE = 32000 };

struct search {
	struct move pv[PLIES][PLIES];
	int pv_length[PLIES];
	int64_t nodes, most_nodes, end_ms; /* 0: no limit */
	bool stopped, may_stop;            /* it may stop when the first depth is done */
	const char *words;                 /* of go */
	struct line *line;                 /* the next one */
};

static const int worth[] = {
	[PAWN] = 100, [KNIGHT] = 320, [BISHOP] = 330, [ROOK] = 500, [QUEEN] = 900, [KING] = 0};

static int64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Obeys the lines that have come.  True: the search is over.  */
static bool told_to_stop(struct search *search, int wait_ms)
{
	struct pollfd in = {STDIN_FILENO, POLLIN, 0};

	while (!search->stopped && poll(&in, 1, wait_ms) > 0) {
		if (!line_read(search->line, stdin))
			return true;
		uci_tidy(search->line->text);
		if (after_word(search->line->text, "quit"))
			exit(EXIT_SUCCESS);
		if (after_word(search->line->text, "isready"))
			printf("readyok\n");
		fflush(stdout);
		search->stopped = after_word(search->line->text, "stop") != NULL;
	}
	return search->stopped;
}

static bool is_over(struct search *search)
{
	if (search->stopped || !search->may_stop)
		return search->stopped;
	search->stopped = search->most_nodes && search->nodes >= search->most_nodes;
	if (!search->stopped && search->nodes % 1024 == 0)
		search->stopped = (search->end_ms && now_ms() >= search->end_ms) || told_to_stop(search, 0);
	return search->stopped;
}

/* What a piece on a square is worth to its side: pawns go forward, pieces to the middle, kings stay at home.
 */
static int value_of(int type, int square, bool black, bool endgame)
{
	int x = (square - 21) % 10, y = black ? 7 - (square - 21) / 10 : (square - 21) / 10;
	int middle = (x < 4 ? x : 7 - x) + (y < 4 ? y : 7 - y);

	switch (type) {
	case PAWN: return worth[PAWN] + 4 * (y - 1) + (x == 3 || x == 4 ? 6 * y : 0);
	case KNIGHT: return worth[KNIGHT] + 8 * middle - 24;
	case BISHOP: return worth[BISHOP] + 4 * middle - 12;
	case ROOK: return worth[ROOK] + (y == 6 ? 20 : 0);
	case QUEEN: return worth[QUEEN] + 2 * middle;
	default: return endgame ? 8 * middle : (y == 0 && (x < 3 || x > 5) ? 25 : -12 * y);
	}
}

/* Centipawns, for the side to move.  */
static int evaluate(const struct chess *chess)
{
	int sum = 0, pieces = 0;

	for (int square = 21; square <= 98; square++) {
		int type = chess->at[square] & ~BLACK;

		if (type >= KNIGHT && type <= QUEEN)
			pieces += worth[type];
	}
	for (int square = 21; square <= 98; square++) {
		int piece = chess->at[square];

		if (piece != EMPTY && piece != RIM)
			sum += (piece & BLACK ? -1 : 1) *
			       value_of(piece & ~BLACK, square, piece & BLACK, pieces < 3000);
	}
	return chess->side ? -sum : sum;
}

/* Brings the best capture of those from `i` on to place i: much taken by little.  The move `first` comes
 * before all.  */
static void bring_best(const struct chess *chess, struct move *moves, int i, int count,
		       const struct move *first)
{
	int best = i, most = -1;

	for (int k = i; k < count; k++) {
		const struct move *move = &moves[k];
		int order = worth[move->taken] * 16 + worth[move->becomes] -
			    (move->taken ? worth[chess->at[move->from] & ~BLACK] / 16 : 0);

		if (first && memcmp(move, first, sizeof(*move)) == 0)
			order = 1 << 20;
		if (order > most) {
			most = order;
			best = k;
		}
	}
	if (best != i) {
		struct move move = moves[i];

		moves[i] = moves[best];
		moves[best] = move;
	}
}

static int search_on(struct search *search, const struct chess *chess, int depth, int ply, int alpha,
		     int beta)
{
	struct move moves[MOVES], first = search->pv[0][ply];
	bool check = chess_check(chess), quiet = depth <= 0 && !check;
	int count, legal = 0, best = quiet ? evaluate(chess) : -MATE + ply;

	search->nodes++;
	search->pv_length[ply] = 0;
	if (is_over(search) || ply >= PLIES - 1)
		return evaluate(chess);
	if (ply && chess->quiet >= 100)
		return 0;
	if (quiet && best >= beta)
		return best;
	if (quiet && best > alpha)
		alpha = best;
	count = chess_list(chess, quiet, moves);
	for (int i = 0; i < count && !search->stopped; i++) {
		struct chess after = *chess;
		int value;

		bring_best(chess, moves, i, count, &first);
		if ((!ply && !uci_wants(search->words, moves[i])) || !chess_make(&after, moves[i]))
			continue;
		legal++;
		value = -search_on(search, &after, depth - 1, ply + 1, -beta, -alpha);
		if (search->stopped && ply)
			break;
		if (value <= best || (search->stopped && best > -MATE + ply))
			continue;
		best = value;
		if (value > alpha) {
			alpha = value;
			search->pv[ply][0] = moves[i];
			memcpy(search->pv[ply] + 1, search->pv[ply + 1],
			       (size_t)search->pv_length[ply + 1] * sizeof(struct move));
			search->pv_length[ply] = 1 + search->pv_length[ply + 1];
		}
		if (alpha >= beta)
			break;
	}
	return legal || quiet || search->stopped ? best : check ? -MATE + ply : 0;
}

static void tell(const struct search *search, int depth, int value, int64_t ms)
{
	int to_mate = (MATE - abs(value) + 1) / 2;

	printf("info depth %d nodes %lld time %lld score ", depth, (long long)search->nodes, (long long)ms);
	printf(to_mate < PLIES ? "mate %d pv" : "cp %d pv",
	       to_mate < PLIES ? (value > 0 ? to_mate : -to_mate) : value);
	for (int i = 0; i < search->pv_length[0]; i++) {
		char words[WORDS];

		chess_words(search->pv[0][i], words);
		printf(" %s", words);
	}
	printf("\n");
	fflush(stdout);
}

/* The number behind a word of "go"; 0: it is not there.  */
static int64_t number_of(const char *go, const char *word)
{
	const char *at = strstr(go, word);

	return at ? strtoll(at + strlen(word), NULL, 10) : 0;
}

/* most: plies that a search may go deep, at most DEPTH.  */
static void go(const struct chess *chess, const char *said, struct line *line, int most)
{
	char *words = strdup(said); /* further lines come during the search */
	struct search search = {.words = words, .line = line};
	int64_t begun = now_ms(), left = number_of(words, chess->side ? "btime " : "wtime ");
	int64_t increment = number_of(words, chess->side ? "binc " : "winc "),
		ms = number_of(words, "movetime ");
	int depth = (int)number_of(words, "depth ");
	int deepest = depth && depth < most ? depth : most;
	struct move best = {0};
	char move[WORDS] = "0000";

	search.most_nodes = number_of(words, "nodes ");
	if (left) {
		int64_t share = left / 30 + increment / 2, half = left / 2 ? left / 2 : 1;

		share = share > half ? half : share ? share : 1; /* the increment comes after the move */
		ms = ms && ms < share ? ms : share;
	}
	search.end_ms = ms ? begun + (ms > 30 ? ms - 15 : ms / 2) : 0;
	for (int d = 1; d <= deepest && !search.stopped; d++) {
		int value = search_on(&search, chess, d, 0, -INFINITE, INFINITE);

		if (search.pv_length[0])
			best = search.pv[0][0];
		if (!search.stopped)
			tell(&search, d, value, now_ms() - begun);
		search.may_stop = true;
		if (abs(value) > MATE - d)
			break;
	}
	if (strstr(words, "infinite"))
		told_to_stop(&search, -1);
	if (best.from)
		chess_words(best, move);
	printf("bestmove %s\n", move);
	fflush(stdout);
	free(words);
}

int main(int argc, char **argv)
{
	int64_t depth = DEPTH;
	const struct sample_option options[] = {{.name = "depth",
						 .argument = "N",
						 .help = "the most plies that it looks ahead",
						 .least = 1,
						 .most = DEPTH,
						 .number = &depth},
						{0}};
	const struct sample sample = {"uci-searcher", "Plays chess: alpha and beta with a simple judgement.",
				      "UCI", options, NULL};
	int status = sample_options(&sample, argc, argv);
	struct line line = {0};
	struct chess chess;

	if (status >= 0)
		return status;
	setvbuf(stdin, NULL, _IONBF, 0); /* a line that waits is in the pipe, where poll() sees it */
	chess_set(&chess, "startpos");
	while (line_read(&line, stdin)) {
		const char *position, *search;

		uci_tidy(line.text);
		position = after_word(line.text, "position");
		search = after_word(line.text, "go");
		if (after_word(line.text, "quit"))
			break;
		if (after_word(line.text, "uci"))
			printf("id name searcher\nid author The ringside authors\nuciok\n");
		else if (after_word(line.text, "isready"))
			printf("readyok\n");
		else if (search)
			go(&chess, search, &line, (int)depth);
		else if (position && !chess_set(&chess, position))
			printf("info string no position: %.200s\n", position);
		fflush(stdout);
	}
	free(line.text);
	return EXIT_SUCCESS;
}
