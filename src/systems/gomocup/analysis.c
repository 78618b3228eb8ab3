/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* analysis.c - what a gomoku brain tells of its search, as one picture.
 *
 * First come the readers of a single text: words with values.  */
#include "analysis.h"

#include "ringside/bytes.h"
#include "wire.h"
#include "words.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A text, and how far it has been read.  */
struct scan {
	const char *at, *end;
};

/* What one text says, as in struct gomocup_analysis. A value that it does not mention is 0, "" or -1.  */
struct heard {
	int depth, deepest;
	char eval[ANALYSIS_EVAL];
	int64_t nodes, speed;
	bool has_best;
	struct square best;
	struct square line[ANALYSIS_LINE];
	int line_count;
};

/* A square in brackets is no longer than this, so a search for the closing bracket can stop early.  */
enum { BRACKETS = 32 };

/* Larger counts are shown as this one.  */
#define COUNT_MOST (INT64_MAX / 2)

/* ---- reading ---- */

static char peek(const struct scan *scan)
{
	return scan->at < scan->end ? *scan->at : '\0';
}

static bool is_alnum(char c)
{
	return isalnum((unsigned char)c);
}

static void skip(struct scan *scan, const char *characters)
{
	while (scan->at < scan->end && *scan->at && strchr(characters, *scan->at))
		scan->at++;
}

/* Does a value end here?  */
static bool at_end_of_value(const struct scan *scan)
{
	return scan->at == scan->end || !*scan->at || strchr(" \t,;|)]", *scan->at);
}

/* Digits, capped where no count of positions reaches; a thousand times the cap is still a number.  */
static bool said_digits(struct scan *scan, int64_t *number)
{
	const int64_t most = (int64_t)100 * 1000 * 1000 * 1000 * 1000;
	const char *from = scan->at;

	for (*number = 0; isdigit((unsigned char)peek(scan)); scan->at++)
		if (*number < most)
			*number = 10 * *number + (*scan->at - '0');
	return scan->at > from;
}

/* 83, 83K, 1.5M.  `unit` (or NULL): was there such a letter?  */
static bool said_count(struct scan *scan, int64_t *count, bool *unit)
{
	static const char letters[] = "kmg";
	int64_t number, tenths = 0, factor = 1;
	const char *letter;

	if (!said_digits(scan, &number))
		return false;
	if (peek(scan) == '.') {
		scan->at++;
		if (!isdigit((unsigned char)peek(scan)))
			return false;
		tenths = *scan->at - '0';
		while (isdigit((unsigned char)peek(scan)))
			scan->at++;
	}
	letter = peek(scan) ? strchr(letters, tolower((unsigned char)peek(scan))) : NULL;
	if (letter) {
		for (const char *at = letters; at <= letter; at++)
			factor *= 1000;
		scan->at++;
	}
	if (unit)
		*unit = letter != NULL;
	*count = number > COUNT_MOST / factor ? COUNT_MOST : number * factor + tenths * factor / 10;
	return at_end_of_value(scan);
}

/* 16, 16-29: the depth, and the depth of the longest lines.  */
static bool said_depth(struct scan *scan, int *depth, int *deepest)
{
	int64_t first, second = 0;

	if (!said_digits(scan, &first))
		return false;
	if (peek(scan) == '-') {
		scan->at++;
		if (!said_digits(scan, &second))
			return false;
	}
	if (!at_end_of_value(scan) || first > 9999 || second > 9999)
		return false;
	*depth = (int)first;
	*deepest = (int)second;
	return true;
}

/* -135, +0.5, +M33 and -M* for a win and a loss.  */
static bool said_eval(struct scan *scan, char eval[ANALYSIS_EVAL])
{
	const char *from = scan->at;
	size_t size;

	if (peek(scan) == '+' || peek(scan) == '-')
		scan->at++;
	if (toupper((unsigned char)peek(scan)) == 'M') {
		scan->at++;
		if (peek(scan) != '*' && !isdigit((unsigned char)peek(scan)))
			return false;
	} else if (!isdigit((unsigned char)peek(scan))) {
		return false;
	}
	while (isdigit((unsigned char)peek(scan)) || peek(scan) == '.' || peek(scan) == '*')
		scan->at++;
	size = (size_t)(scan->at - from);
	if (!at_end_of_value(scan) || size >= ANALYSIS_EVAL)
		return false;
	memcpy(eval, from, size);
	eval[size] = '\0';
	return true;
}

/* A square of the board as H8, [7,7] or (07,07); also as 7,7 if `numbers` says that nothing else is
   possible.  False: there is none, and nothing was read.  */
static bool said_square(struct scan *scan, const struct gomocup_analysis *analysis, bool numbers,
			struct square *square)
{
	const struct gomoku board = {.width = analysis->width, .height = analysis->height};
	const char *from = scan->at, *end = from;
	bool read;

	if (peek(scan) == '[' || peek(scan) == '(') {
		size_t left = (size_t)(scan->end - from);
		const char *close = memchr(from, *from == '[' ? ']' : ')', left < BRACKETS ? left : BRACKETS);

		read = close && gomoku_read_xy(from + 1, (size_t)(close - from - 1), square);
		end = close ? close + 1 : from;
	} else {
		while (end < scan->end && (is_alnum(*end) || (numbers && *end == ',')))
			end++;
		while (end > from && end[-1] == ',')
			end--;
		read = (numbers || isalpha((unsigned char)*from)) &&
		       gomoku_read_square(from, (size_t)(end - from), square);
	}
	if (!read || !gomoku_inside(&board, *square))
		return false;
	scan->at = end;
	return true;
}

/* All squares that follow, with blanks between them.  */
static int said_squares(struct scan *scan, const struct gomocup_analysis *analysis, bool numbers,
			struct square squares[ANALYSIS_LINE])
{
	int count = 0;

	for (;;) {
		struct square square;

		skip(scan, " \t");
		if (scan->at == scan->end || !said_square(scan, analysis, numbers, &square))
			return count;
		if (count < ANALYSIS_LINE)
			squares[count++] = square;
	}
}

/* Takes the word (in any case) and the blanks after it, if it is next.  */
static bool said_word(struct scan *scan, const char *word)
{
	if (scan->at == scan->end ||
	    !gomocup_is_word((struct text){scan->at, (size_t)(scan->end - scan->at)}, word))
		return false;
	scan->at += strlen(word);
	skip(scan, " \t");
	return true;
}

/* ---- plain words ---- */

enum key { KEY_DEPTH, KEY_EVAL, KEY_NODES, KEY_SPEED, KEY_PER_SECOND, KEY_PER_MS, KEY_BEST, KEY_LINE };

static const struct {
	const char *word;
	enum key key;
} keys[] = {
	{"depth", KEY_DEPTH},    {"eval", KEY_EVAL},     {"evaluation", KEY_EVAL}, {"ev", KEY_EVAL},
	{"val", KEY_EVAL},       {"nodes", KEY_NODES},   {"node", KEY_NODES},      {"speed", KEY_SPEED},
	{"nps", KEY_PER_SECOND}, {"n", KEY_NODES},       {"n/ms", KEY_PER_MS},     {"best", KEY_BEST},
	{"pv", KEY_LINE},        {"bestline", KEY_LINE},
};

/* Reads the value of a key, if there is one.  */
static void read_value(struct scan *scan, const struct gomocup_analysis *analysis, enum key key,
		       struct heard *said)
{
	struct square squares[ANALYSIS_LINE];
	int depth, deepest, count;
	char eval[ANALYSIS_EVAL];
	int64_t number;
	bool unit;

	skip(scan, " \t");
	if (peek(scan) == ':' || peek(scan) == '=')
		scan->at++;
	skip(scan, " \t");
	switch (key) {
	case KEY_DEPTH:
		if (said_depth(scan, &depth, &deepest)) {
			said->depth = depth;
			said->deepest = deepest;
		}
		return;
	case KEY_EVAL:
		if (said_eval(scan, eval))
			memcpy(said->eval, eval, sizeof(eval));
		return;
	case KEY_NODES:
		if (said_count(scan, &number, NULL))
			said->nodes = number;
		return;
	case KEY_SPEED:
	case KEY_PER_SECOND:
	case KEY_PER_MS:
		if (said_count(scan, &number, &unit) && (unit || key != KEY_SPEED))
			said->speed = key == KEY_PER_MS && !unit ? 1000 * number : number;
		return;
	case KEY_BEST:
	case KEY_LINE:
		count = said_squares(scan, analysis, true, squares);
		if (count && key == KEY_BEST) {
			said->has_best = true;
			said->best = squares[0];
		}
		if (count && (key == KEY_LINE || count > 1)) {
			memcpy(said->line, squares, (size_t)count * sizeof(*squares));
			said->line_count = count;
		}
		return;
	}
}

/* Reads a word, and its value if it is a key. "n" alone is a key only in a text with a depth.  */
static void read_word(struct scan *scan, const struct gomocup_analysis *analysis, struct heard *said)
{
	const char *from = scan->at;
	size_t size;

	while (isalpha((unsigned char)peek(scan)) || peek(scan) == '/')
		scan->at++;
	size = (size_t)(scan->at - from);
	if (is_alnum(peek(scan)) || (size == 1 && !said->depth)) {
		while (is_alnum(peek(scan)))
			scan->at++;
		return;
	}
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (strlen(keys[i].word) == size && bytes_begin(from, size, keys[i].word)) {
			read_value(scan, analysis, keys[i].key, said);
			return;
		}
}

/* Squares that fill a part between separators, as in "Time 0ms | H6 F6".  */
static int read_part(struct scan *scan, const struct gomocup_analysis *analysis,
		     struct square squares[ANALYSIS_LINE])
{
	struct scan ahead = *scan;
	int count = said_squares(&ahead, analysis, false, squares);

	if (!count || (ahead.at < ahead.end && !strchr(",|;", *ahead.at)))
		return 0;
	*scan = ahead;
	return count;
}

/* Reads a text in the brain's own words.  False: it says nothing about a search.  */
static bool said_in_words(struct scan scan, const struct gomocup_analysis *analysis, struct heard *said)
{
	struct square part[ANALYSIS_LINE];
	int part_count = 0;
	bool part_begins = true;

	*said = (struct heard){.nodes = -1, .speed = -1};
	while (scan.at < scan.end) {
		skip(&scan, " \t");
		if (scan.at == scan.end)
			break;
		if (part_begins && !part_count)
			part_count = read_part(&scan, analysis, part);
		part_begins = false;
		if (isalpha((unsigned char)peek(&scan))) {
			read_word(&scan, analysis, said);
		} else if (is_alnum(peek(&scan))) {
			while (is_alnum(peek(&scan)))
				scan.at++;
		} else if (scan.at < scan.end) {
			part_begins = *scan.at && strchr("|,;:", *scan.at);
			scan.at++;
		}
	}
	if (part_count && !said->line_count && (said->depth || *said->eval)) {
		memcpy(said->line, part, (size_t)part_count * sizeof(*part));
		said->line_count = part_count;
	}
	return said->depth || *said->eval || said->nodes >= 0 || said->speed >= 0 || said->has_best ||
	       said->line_count;
}

/* ---- taking ---- */

static void take_no_marks(struct gomocup_analysis *analysis)
{
	if (analysis->mark)
		memset(analysis->mark, ANALYSIS_NONE, (size_t)analysis->width * (size_t)analysis->height);
	analysis->has_best = false;
}

static void take_no_values(struct gomocup_analysis *analysis)
{
	analysis->depth = analysis->deepest = 0;
	*analysis->eval = '\0';
	analysis->nodes = analysis->speed = -1;
}

/* The brain has said something in this turn.  */
static void begin(struct gomocup_analysis *analysis, int turn)
{
	if (analysis->turn == turn)
		return;
	take_no_marks(analysis);
	analysis->line_count = 0;
	analysis->variation = analysis->principal = -1;
	analysis->turn = turn;
}

/* It was a value: forgets those of an earlier turn.  */
static void begin_values(struct gomocup_analysis *analysis)
{
	if (analysis->value_turn != analysis->turn)
		take_no_values(analysis);
	analysis->value_turn = analysis->turn;
}

/* A line that begins with another square belongs to an earlier idea.  */
static void take_best(struct gomocup_analysis *analysis, struct square best)
{
	analysis->has_best = true;
	analysis->best = best;
	if (analysis->line_count && analysis->line[0].x == best.x && analysis->line[0].y == best.y)
		return;
	analysis->line[0] = best;
	analysis->line_count = 1;
}

static void take_line(struct gomocup_analysis *analysis, const struct square *squares, int count)
{
	memcpy(analysis->line, squares, (size_t)count * sizeof(*squares));
	analysis->line_count = count;
	analysis->has_best = true;
	analysis->best = squares[0];
}

static void take_mark(struct gomocup_analysis *analysis, struct square square, enum analysis_mark mark)
{
	if (analysis->mark)
		analysis->mark[square.y * analysis->width + square.x] = (uint8_t)mark;
}

static void take(struct gomocup_analysis *analysis, const struct heard *said)
{
	if (said->depth || *said->eval || said->nodes >= 0 || said->speed >= 0)
		begin_values(analysis);
	if (said->depth) {
		analysis->depth = said->depth;
		analysis->deepest = said->deepest;
	}
	if (*said->eval)
		memcpy(analysis->eval, said->eval, sizeof(said->eval));
	if (said->nodes >= 0)
		analysis->nodes = said->nodes;
	if (said->speed >= 0)
		analysis->speed = said->speed;
	if (said->line_count)
		take_line(analysis, said->line, said->line_count);
	if (said->has_best)
		take_best(analysis, said->best);
}

/* ---- REALTIME ---- */

/* REFRESH clears the marks.  All other words come with squares, x,y from 0 like moves.  */
static bool hear_realtime(struct gomocup_analysis *analysis, int turn, struct scan scan)
{
	enum { NOW, SEEN, LOST, BEST, LINE, WORDS };
	static const char *const words[] = {"POS", "DONE", "LOST", "BEST", "PV"};
	static const enum analysis_mark marks[] = {ANALYSIS_NOW, ANALYSIS_SEEN, ANALYSIS_LOST};
	struct square squares[ANALYSIS_LINE];
	int word = 0, count;

	if (said_word(&scan, "REFRESH")) {
		begin(analysis, turn);
		take_no_marks(analysis);
		return true;
	}
	while (word < WORDS && !said_word(&scan, words[word]))
		word++;
	count = word < WORDS ? said_squares(&scan, analysis, true, squares) : 0;
	if (!count || scan.at < scan.end)
		return false;
	begin(analysis, turn);
	for (int i = 0; i < count && word <= LOST; i++)
		take_mark(analysis, squares[i], marks[word]);
	if (word == BEST)
		take_best(analysis, squares[0]);
	if (word == LINE)
		take_line(analysis, squares, count);
	return true;
}

/* ---- INFO ---- */

/* The brain may report several variations; the one with the lowest number is its best.  */
static bool hear_variation(struct gomocup_analysis *analysis, int turn, struct scan scan)
{
	int64_t number;

	if (!said_digits(&scan, &number) || number > 9999)
		return false; /* DONE */
	begin(analysis, turn);
	analysis->variation = (int)number;
	if (analysis->principal < 0 || analysis->variation < analysis->principal)
		analysis->principal = analysis->variation;
	return true;
}

static bool hear_info(struct gomocup_analysis *analysis, int turn, struct scan scan)
{
	static const char *const names[] = {"PV",         "DEPTH", "SELDEPTH", "NODES",
					    "TOTALNODES", "SPEED", "EVAL",     "BESTLINE"};
	enum { PV, DEPTH, SELDEPTH, NODES, TOTALNODES, SPEED, EVAL, BESTLINE, NAMES };
	struct heard said = {.nodes = -1, .speed = -1};
	bool other = analysis->turn == turn && analysis->variation > analysis->principal;
	int name = 0, deepest = 0, unused;

	while (name < NAMES && !said_word(&scan, names[name]))
		name++;
	if (name == NAMES)
		return false;
	switch (name) {
	case PV: return hear_variation(analysis, turn, scan);
	case DEPTH:
		if (!said_depth(&scan, &said.depth, &said.deepest))
			return false;
		said.deepest = analysis->value_turn == turn ? analysis->deepest : 0;
		break;
	case SELDEPTH:
		if (!said_depth(&scan, &deepest, &unused))
			return false;
		break;
	case NODES:
	case TOTALNODES:
	case SPEED:
		if (!said_count(&scan, name == SPEED ? &said.speed : &said.nodes, NULL))
			return false;
		break;
	case EVAL:
		if (!said_eval(&scan, said.eval))
			return false;
		break;
	default:
		if (!(said.line_count = said_squares(&scan, analysis, true, said.line)))
			return false;
	}
	begin(analysis, turn);
	if (other && said.line_count)
		take_mark(analysis, said.line[0], ANALYSIS_SEEN);
	if (other)
		return true;
	take(analysis, &said);
	if (deepest) {
		begin_values(analysis);
		analysis->deepest = deepest;
	}
	return true;
}

/* SlowRenju's table: " 1;(08,06)      11 ----------", the best first.  */
static bool hear_candidate(struct gomocup_analysis *analysis, int turn, struct scan scan)
{
	struct square square;
	int64_t rank;

	if (!said_digits(&scan, &rank) || scan.at == scan.end || *scan.at++ != ';' ||
	    !said_square(&scan, analysis, false, &square))
		return false;
	begin(analysis, turn);
	if (rank == 1)
		take_best(analysis, square);
	else
		take_mark(analysis, square, ANALYSIS_SEEN);
	return true;
}

/* ---- what others call ---- */

void gomocup_analysis_init(struct gomocup_analysis *analysis, int width, int height)
{
	*analysis = (struct gomocup_analysis){
		.width = width, .height = height, .mark = bytes_new((size_t)width * (size_t)height)};
	gomocup_analysis_clear(analysis);
}

void gomocup_analysis_free(struct gomocup_analysis *analysis)
{
	free(analysis->mark);
	*analysis = (struct gomocup_analysis){0};
}

void gomocup_analysis_clear(struct gomocup_analysis *analysis)
{
	*analysis = (struct gomocup_analysis){.width = analysis->width,
					      .height = analysis->height,
					      .mark = analysis->mark,
					      .variation = -1,
					      .principal = -1};
	take_no_marks(analysis);
	take_no_values(analysis);
}

bool gomocup_analysis_hear(struct gomocup_analysis *analysis, int turn, const char *text, size_t size)
{
	struct text line = gomocup_text(text, size);
	struct scan scan = {line.at, line.at + line.size};
	struct heard said;
	bool in_words = said_word(&scan, "MESSAGE") || said_word(&scan, "DEBUG");

	if (said_word(&scan, "REALTIME"))
		return hear_realtime(analysis, turn, scan);
	if (said_word(&scan, "INFO"))
		return hear_info(analysis, turn, scan);
	if (!in_words)
		return false;
	if (hear_candidate(analysis, turn, scan))
		return true;
	if (!said_in_words(scan, analysis, &said))
		return false;
	begin(analysis, turn);
	take(analysis, &said);
	return true;
}

void gomocup_said(const struct setup *setup, const struct message *message, struct said *said)
{
	struct gomocup_analysis heard = {.turn = 1,
					 .value_turn = 1,
					 .variation = said->line - 1,
					 .principal = said->best - 1,
					 .nodes = -1,
					 .speed = -1};

	setup_sides(setup, &gomoku_option_size, &heard.width, &heard.height);
	if (!gomocup_analysis_hear(&heard, 1, message->bytes, message->size))
		return;
	said->line = heard.variation + 1;
	said->best = heard.principal + 1;
	if (heard.depth)
		said->depth = heard.depth;
	if (heard.nodes > 0)
		said->nodes = heard.nodes;
	if (*heard.eval) {
		said->value = said_value(heard.eval);
		said->message = message->n;
		snprintf(said->words, sizeof(said->words), "%s%.*s",
			 said->value > 0 && *heard.eval != '+' ? "+" : "", SAID_WORDS - 2, heard.eval);
	}
}

enum analysis_mark gomocup_analysis_at(const struct gomocup_analysis *analysis, struct square square)
{
	const struct gomoku board = {.width = analysis->width, .height = analysis->height};

	return gomoku_inside(&board, square)
		       ? (enum analysis_mark)analysis->mark[square.y * analysis->width + square.x]
		       : ANALYSIS_NONE;
}
