/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* uci_engine.c - an engine of UCI that misbehaves in one way: `uci_engine MODE`.
 *
 * It does not search: it plays the first legal move at once, or waits for stop or ponderhit where it has to.
 * `good` keeps all of the document.  Each other mode is asked for where it differs, with is().  */
#include "flood.h"
#include "misconduct.h"
#include "systems/uci/rules.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { WORDS_MOST = 4000 };

static const char *mode;
static struct chess_position position;
static bool chess960, ponder_set, waits, ponders, newgame, moved, had_fen;
static int lines = 1, stops, searches, games, pings;
static char *words[WORDS_MOST];
static char wanted[200]; /* the moves of searchmoves, each between blanks; "": any */
static int count;

static bool is(const char *name)
{
	return strcmp(mode, name) == 0;
}

/* ---- who it is ---- */

static void declare(void)
{
	if (is("name-late"))
		printf("option name Late type button\n");
	if (!is("no-name"))
		printf("id name engine\n");
	if (!is("no-author"))
		printf("id author The ringside authors\n");
	if (is("slider"))
		printf("option name Slider type slider default 1\n");
	if (is("button-value"))
		printf("option name Reset type button default 1\n");
	if (!is("no-hash"))
		printf(is("hash-check") ? "option name Hash type check default true\n"
					: "option name Hash type spin default 1 min 1 max 64\n");
	if (is("option-twice"))
		printf("option name hash type spin default 1 min 1 max 64\n");
	printf("option name Clear Hash type button\n"
	       "option name Ponder type check default false\n"
	       "option name MultiPV type spin default 1 min 1 max 3\n"
	       "option name UCI_Chess960 type check default false\n");
	printf("option name UCI_ShowCurrLine type check default %s\n", is("lines-on") ? "true" : "false");
	if (!is("elo-alone"))
		printf("option name UCI_LimitStrength type check default false\n");
	printf("option name UCI_Elo type spin default %d min 1000 max 2000\n",
	       is("spin-beyond") ? 900 : 1500);
	printf("option name Style type combo default %s var Solid var Very Risky\n",
	       is("combo-stranger") ? "Wild" : "Solid");
	printf("option name Book%s type check default %s\n", is("value-name") ? " value" : "",
	       is("check-default") ? "on" : "true");
	printf("option name Path type string default %s\n", is("string-empty") ? "" : "<empty>");
	if (!is("no-uciok"))
		printf("uciok\n");
	if (is("uciok-twice"))
		printf("uciok\n");
}

static void set_option(const char *name, const char *value)
{
	static const char *const names[] = {"Hash",
					    "Clear Hash",
					    "Ponder",
					    "MultiPV",
					    "UCI_Chess960",
					    "UCI_ShowCurrLine",
					    "UCI_LimitStrength",
					    "UCI_Elo",
					    "Style",
					    "Book",
					    "Path",
					    NULL};
	int i = 0;

	while (names[i] && (is("capitals") ? strcmp : strcasecmp)(names[i], name) != 0)
		i++;
	if (!names[i]) {
		if (is("unknown-option"))
			crash();
		return;
	}
	if (i == 0 && ((is("hash-changes") && moved) || (is("below") && atoi(value) < 1)))
		crash();
	if (i == 1 && is("button"))
		crash();
	if (i == 3 && atoi(value) >= 1 && atoi(value) <= 3)
		lines = atoi(value);
	if (i == 7 && ((is("least") && atoi(value) == 1000) || (is("most") && atoi(value) == 2000) ||
		       (is("defaults") && atoi(value) == 1500)))
		crash();
	if ((i == 8 && is("combo") && strcasecmp(value, "very risky") == 0) ||
	    (i == 9 && is("unchecked") && strcmp(value, "false") == 0))
		crash();
	ponder_set = i == 2 ? strcmp(value, "true") == 0 : ponder_set;
	chess960 = i == 4 ? strcmp(value, "true") == 0 : chess960;
}

/* name NAME... [value VALUE...]  */
static void read_option(int from)
{
	char text[2][200] = {"", ""};
	int part = -1;

	for (int i = from; i < count; i++) {
		if (part < 1 && strcmp(words[i], part < 0 ? "name" : "value") == 0) {
			part++;
		} else if (part >= 0 && strlen(text[part]) + strlen(words[i]) + 2 < sizeof(text[part])) {
			strcat(text[part], *text[part] ? " " : "");
			strcat(text[part], words[i]);
		}
	}
	set_option(text[0], text[1]);
}

/* ---- a position ---- */

static void read_position(int from)
{
	char fen[200] = "", *problem = NULL;
	struct chess_move move;
	int i = from;

	if (is("keeps-position") && moved)
		return;
	if (!is("keeps-fen") || !had_fen || strcmp(words[i], "fen") == 0)
		position = chess_start;
	had_fen = i < count && strcmp(words[i], "fen") == 0;
	if (i < count && strcmp(words[i], "fen") == 0) {
		for (i++; i < count && strcmp(words[i], "moves") != 0 && strlen(fen) < 120; i++) {
			if (i == from + 4 && is("drops-passed"))
				strcat(fen, "-");
			else if (i == from + 3 && is("forgets-castling"))
				strcat(fen, "-");
			else
				strcat(fen, words[i]);
			strcat(fen, " ");
		}
		if (!is("no-fen") && !chess_read_fen(&position, text_of(fen), NULL, NULL, &problem))
			free(problem);
	}
	position.chess960 = chess960;
	while (i < count && strcmp(words[i], "moves") != 0)
		i++;
	for (int n = 0; ++i < count; n++) {
		if ((is("no-moves") && !*fen) || (is("no-fen-moves") && *fen) ||
		    (is("short-games") && n >= 300))
			break;
		if (!chess_read_uci(&position, text_of(words[i]), &move))
			break;
		if (is("queens-only") && move.promotes)
			move.promotes = CHESS_QUEEN;
		if (is("no-castling-told") && chess_castles(&position, move))
			break;
		chess_play(&position, move);
		if (is("keeps-passed"))
			position.passed = -1;
		if (is("castles-again") && chess_piece_at(&position, 4, NULL) == CHESS_KING &&
		    chess_piece_at(&position, 7, NULL) == CHESS_ROOK)
			position.rook[CHESS_WHITE][CHESS_KINGSIDE] = 7;
	}
	if (is("early"))
		printf("info depth 1 score cp 0\n");
	if (is("forgets-black"))
		position.to_move = CHESS_WHITE;
}

/* ---- a search ---- */

/* What white has more than black, in centipawns.  */
static int material(void)
{
	static const int values[] = {100, 300, 300, 500, 900, 0};
	enum chess_colour colour;
	int sum = 0;

	for (int square = 0; square < CHESS_SQUARES; square++) {
		int type = chess_piece_at(&position, square, &colour);

		if (type >= 0)
			sum += colour == CHESS_WHITE ? values[type] : -values[type];
	}
	return sum;
}

static int number_of(const char *name)
{
	for (int i = 0; i + 1 < count; i++)
		if (strcmp(words[i], name) == 0)
			return atoi(words[i + 1]);
	return -1;
}

static bool has(const char *name)
{
	for (int i = 0; i < count; i++)
		if (strcmp(words[i], name) == 0)
			return true;
	return false;
}

static void tell(int line, const char *moves)
{
	int value = position.to_move == CHESS_WHITE || is("white-view") ? material() : -material();

	if (is("no-info"))
		return;
	printf("info");
	if (!is("seldepth"))
		printf(" depth %d", is("deeper") ? 99 : 1);
	printf(" seldepth 1 multipv %d score", line);
	if (!is("score"))
		printf(is("mates") && value < 0 ? " mate %d" : " cp %d", is("mates") ? 1 : value);
	printf("%s nodes %s%s pv %s\n", is("bounds") ? " lowerbound upperbound" : "",
	       is("numbers") ? "many" : "1", is("no-time") ? "" : " time 1", is("pv") ? "e2e4 e2e5" : moves);
	if (line == 1)
		printf("info currmove %.5s currmovenumber %d\n", moves, is("currmove") ? 0 : 1);
	if (is("currline"))
		printf("info currline %s\n", moves);
}

static bool torn; /* a read has ended within a line */

/* The first legal moves, a line each; then the best of them.  */
static void answer(void)
{
	struct chess_move moves[CHESS_MOVES_MOST], replies[CHESS_MOVES_MOST];
	int all = chess_moves(&position, moves), told = 0, skip = 0;
	char best[CHESS_WORDS_MOST] = "0000", second[CHESS_WORDS_MOST] = "";
	bool castles = is("castles-960") || is("castles-as-chess") || is("castles-again");

	waits = false;
	if (is("pinged"))
		skip = pings % 2;
	if (is("learns"))
		skip = searches % 2;
	if (is("torn"))
		skip = torn;
	for (int i = skip < all - 1 ? skip : 0; i < all && told < (is("one-line") ? 1 : lines); i++) {
		struct chess_position after = position;
		struct chess_words move, next = {""};
		char pv[2 * CHESS_WORDS_MOST], spaced[CHESS_WORDS_MOST + 2];

		after.chess960 = is("castles-960") || (chess960 && !is("castles-as-chess"));
		move = chess_uci_words(&after, moves[i]);
		after.chess960 = chess960;
		snprintf(spaced, sizeof(spaced), " %s ", move.at);
		if ((*wanted && !is("all-moves") && !strstr(wanted, spaced)) ||
		    (castles && i + 1 < all && !chess_castles(&position, moves[i])))
			continue;
		chess_play(&after, moves[i]);
		if (chess_moves(&after, replies))
			next = chess_uci_words(&after, replies[0]);
		snprintf(pv, sizeof(pv), "%s %s", move.at, next.at);
		tell(++told, pv);
		if (told == 1) {
			strcpy(best, move.at);
			strcpy(second, next.at);
		}
	}
	if ((is("illegal") && searches == 0) || (is("blind") && chess_in_check(&position)) ||
	    (is("resigns") && all == 1) || (is("fifty") && position.quiet > 90))
		strcpy(best, "e1e8");
	if (is("plain-promotion"))
		best[4] = '\0';
	printf("bestmove %s%s%s\n", best, *second ? " ponder " : "",
	       is("bad-ponder") && *second ? "a1a1" : second);
	if (is("two-bestmoves"))
		printf("bestmove %s\n", best);
	if (is("ponders") || (is("ponder-option") && ponder_set)) {
		fflush(stdout);
		pause_a_little();
		printf("info depth 2 score cp 0\n");
	}
	searches++;
	moved = true;
}

/* In its second search it writes for a minute.  */
static void flood(void)
{
	static const char info[] = "info depth 1 score cp 1\n";

	if (searches == 1 && is("floods-and-moves"))
		flood_output();
	if (searches == 1 && is("floods-among-hogs"))
		flood_output_among_hogs();
	if (searches == 1 && is("floods-info"))
		flood_with(STDOUT_FILENO, info, sizeof(info) - 1);
}

/* Is this a question that the mode never answers?  */
static bool is_lost(bool endless)
{
	return is("no-bestmove") || (is("movetime") && number_of("movetime") == 1) ||
	       (is("nodes") && has("nodes")) || (is("clock") && has("wtime")) ||
	       (is("needs-newgame") && !newgame) ||
	       (is("wrong-clock") && position.to_move == CHESS_BLACK && number_of("wtime") > 10000) ||
	       (is("movestogo") && number_of("movestogo") == 1) ||
	       (is("increment") && number_of("winc") > 1000) ||
	       (is("short-clock") && number_of("wtime") == 1) || (is("mate") && has("mate")) ||
	       (is("depth") && number_of("depth") == 1) || (is("stops-once") && endless && stops);
}

static void go(void)
{
	bool infinite = has("infinite"), small = __builtin_popcountll(position.of[0] | position.of[1]) < 5;

	ponders = has("ponder");
	*wanted = '\0';
	for (int i = 0; i < count; i++)
		if (*wanted || strcmp(words[i], "searchmoves") == 0)
			snprintf(wanted + strlen(wanted), sizeof(wanted) - strlen(wanted), "%s ",
				 *wanted ? words[i] : "");
	waits = (infinite && !is("ends-infinite") && !(is("ends-infinite-mate") && small)) ||
		(ponders && !is("ends-ponder") && !(is("ends-ponder-mate") && small));
	if (is("go-words") && has("joho"))
		return;
	flood();
	if (!waits && !is_lost(infinite))
		answer();
	waits = waits && !is_lost(infinite);
}

static void stop(void)
{
	if (waits && is("stop-crashes"))
		crash();
	if ((waits && !(is("no-ponder-stop") && ponders)) || (is("stop-twice") && stops && !waits) ||
	    (is("stop-idle") && !waits && searches == 0))
		answer();
	stops++;
}

/* ---- lines ---- */

/* False: the program is over.  */
static bool obey(const char *word, int from)
{
	if (strcmp(word, "uci") == 0)
		declare();
	else if (strcmp(word, "isready") == 0) {
		pings++;
		if (waits && is("ready-stops"))
			answer();
		if (!is("no-readyok") && !(waits && is("not-ready-then")))
			printf("readyok\n");
		if (is("ready-twice"))
			printf("readyok\n");
	} else if (strcmp(word, "setoption") == 0)
		read_option(from);
	else if (strcmp(word, "ucinewgame") == 0) {
		newgame = true;
		had_fen = false;
		if (is("crash-newgame") && games++)
			crash();
	} else if (strcmp(word, "position") == 0)
		read_position(from);
	else if (strcmp(word, "go") == 0)
		go();
	else if (strcmp(word, "stop") == 0)
		stop();
	else if (strcmp(word, "register") == 0 && is("register"))
		leave();
	else if (strcmp(word, "ponderhit") == 0) {
		if ((waits && ponders) || is("ponderhit"))
			answer();
	} else if (strcmp(word, "debug") == 0) {
		if (waits && is("debug"))
			answer();
	} else if (strcmp(word, "quit") == 0)
		return is("stays") || (is("stays-in-search") && waits) || (is("stays-behind") && moved);
	return true;
}

static bool take_line(char *line)
{
	static const char *const known[] = {"uci",  "isready",   "setoption", "ucinewgame", "position", "go",
					    "stop", "ponderhit", "debug",     "quit",       "register"};
	const char *blanks = is("blanks") ? " " : is("crlf") ? " \t\n" : " \t\r\n";
	char *rest, *word;

	if (is("blanks") && (*line == ' ' || strchr(line, '\t')))
		return true;
	if (is("empty") && !*line)
		leave();
	line[strcspn(line, "\n")] = '\0';
	count = 0;
	for (word = strtok_r(line, blanks, &rest); word && count < WORDS_MOST;
	     word = strtok_r(NULL, blanks, &rest))
		words[count++] = word;
	for (int i = 0; i < count && (i == 0 || !is("first-word")); i++)
		for (size_t k = 0; k < sizeof(known) / sizeof(known[0]); k++)
			if (strcmp(words[i], known[k]) == 0)
				return obey(words[i], i + 1);
	if (count && is("unknown"))
		leave();
	return true;
}

int main(int argc, char **argv)
{
	static char input[1 << 16];
	size_t size = 0;
	ssize_t got;

	if (argc != 2) {
		fprintf(stderr, "usage: uci_engine MODE\n");
		return 2;
	}
	mode = argv[1];
	position = chess_start;
	if (is("eager"))
		declare();
	fflush(stdout);
	while ((got = read(STDIN_FILENO, input + size, sizeof(input) - size - 1)) > 0) {
		char *line = input, *end;

		size += (size_t)got;
		input[size] = '\0';
		torn = torn || !strchr(input, '\n');
		if (is("reads") && torn)
			return 1; /* it takes each read for a line */
		while ((end = strchr(line, '\n'))) {
			bool last;

			*end = '\0';
			last = (is("position-alone") && strncmp(line, "position", 8) == 0) ||
			       (is("go-alone") && strncmp(line, "go", 2) == 0) ||
			       (is("uci-alone") && strcmp(line, "uci") == 0);
			if (!take_line(line))
				return 0;
			line = last ? input + size : end + 1;
		}
		fflush(stdout);
		size = strlen(line);
		memmove(input, line, size + 1);
	}
	return 0;
}
