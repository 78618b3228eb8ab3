/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* analysis.c - what a gomoku brain tells of its search, as one picture.
 *
 * wire_said.c reads the single texts.  */
#include "analysis.h"

#include "ringside/bytes.h"
#include "wire.h"
#include "wire_said.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- taking ---- */

static void take_no_marks(struct gomocup_analysis *analysis)
{
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

static bool same(struct square a, struct square b)
{
	return a.x == b.x && a.y == b.y;
}

/* A line that begins with another square belongs to an earlier idea.  */
static void take_best(struct gomocup_analysis *analysis, struct square best)
{
	analysis->has_best = true;
	analysis->best = best;
	if (analysis->line_count && same(analysis->line[0], best))
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
	analysis->mark[square.y * analysis->width + square.x] = (uint8_t)mark;
}

static void take(struct gomocup_analysis *analysis, const struct said *said)
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
	struct said said = {.nodes = -1, .speed = -1};
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
		if (!said_count(&scan, &said.nodes, NULL))
			return false;
		break;
	case SPEED:
		if (!said_count(&scan, &said.speed, NULL))
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
	struct scan scan;
	struct said said;
	bool in_words;

	gomocup_trim(&text, &size);
	scan = (struct scan){text, text + size};
	in_words = said_word(&scan, "MESSAGE") || said_word(&scan, "DEBUG");
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

double gomocup_analysis_value(const char *eval)
{
	const char *number = eval + (*eval == '+' || *eval == '-');
	double value = *number == 'M' || *number == 'm' ? INFINITY : strtod(number, NULL);

	return *eval == '-' ? -value : value;
}

enum analysis_mark gomocup_analysis_at(const struct gomocup_analysis *analysis, struct square square)
{
	const struct gomoku board = {.width = analysis->width, .height = analysis->height};

	return gomoku_inside(&board, square)
		       ? (enum analysis_mark)analysis->mark[square.y * analysis->width + square.x]
		       : ANALYSIS_NONE;
}
