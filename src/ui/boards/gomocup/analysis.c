/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* analysis.c - what the agents say of their searches, on and beside the board of gomoku.
 *
 * Marks belong to one position.  They are those of the seat that thinks about the shown position, and those
 * of the seat whose move led there: all of them until the first seat says something, then only the moves that
 * it expects.  A person on turn does not see the opponent's plans.  The evaluation of a seat stays until it
 * says another one, or its turn is taken back.  */
#include "look.h"

#include "ringside/bytes.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_WIDTH = 14 };

static const enum role seat_roles[SEATS] = {ROLE_TEXT, ROLE_SEAT_1, ROLE_SEAT_2};

/* ---- hearing ---- */

void gomoku_board_hear(void *state, const struct message *message)
{
	struct gomoku_board *board = state;

	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (!message || (message->seat == seat && message->direction == EVENT))
			gomocup_analysis_clear(&board->analysis[seat]);
		else if (message->seat == seat)
			gomocup_analysis_hear(&board->analysis[seat], message->turn, message->bytes,
					      message->size);
}

void gomoku_board_thoughts(const struct gomoku_board *board, const struct view *view,
			   struct thoughts *thoughts)
{
	const struct match *match = board->position.match;
	int next = board->at->next, turns = board->at->turns;
	const struct turn *last;

	if (!match)
		return;
	last = match_turn(match, turns);
	if (!match->over && board->analysis[next].turn == turns + 1)
		thoughts[next].said = &board->analysis[next];
	if (!last || !is_seat(last->seat) || board->analysis[last->seat].turn != turns ||
	    (view->turns == VIEW_LIVE && !match->over && match->setup.seat[next].kind == SEAT_HUMAN))
		return;
	thoughts[last->seat] = (struct thoughts){
		.said = &board->analysis[last->seat], .past = true, .brief = thoughts[next].said != NULL};
}

bool gomoku_board_value(const struct setup *setup, const struct message *messages, int count,
			char words[VALUE_WORDS], double *worth)
{
	struct gomocup_analysis said;
	double value;
	int width, height;
	bool told;

	setup_sides(setup, &gomoku_option_size, &width, &height);
	gomocup_analysis_init(&said, width, height);
	for (int i = 0; i < count; i++)
		if (!(messages[i].flags & MESSAGE_WITHHELD))
			gomocup_analysis_hear(&said, messages[i].turn, messages[i].bytes, messages[i].size);
	told = *said.eval != '\0';
	value = gomocup_analysis_value(said.eval);
	*worth = isinf(value) ? copysign(1, value) : value / (fabs(value) + HALF_WON);
	snprintf(words, VALUE_WORDS, "%s%.*s", value > 0 && *said.eval != '+' ? "+" : "", VALUE_WORDS - 2,
		 said.eval);
	gomocup_analysis_free(&said);
	return told;
}

/* ---- words ---- */

/* "wins in 33" for "+M33"; other values with their sign.  The caller frees.  */
static char *eval_words(const char *eval)
{
	const char *number = eval + (*eval == '+' || *eval == '-');
	const char *what = *eval == '-' ? "loses" : "wins";

	if (*number == 'M' || *number == 'm')
		return number[1] == '*' ? bytes_text("%s", what) : bytes_text("%s in %s", what, number + 1);
	return bytes_text("%s%s", number == eval && strspn(eval, "0.") < strlen(eval) ? "+" : "", eval);
}

/* 999, 180K, 1.2M, 35M.  The caller frees.  */
static char *count_words(int64_t count)
{
	static const char units[] = "\0KMG";
	int unit = 0;
	int64_t rest = 0;

	while (count >= 1000 && unit < 3) {
		rest = count % 1000;
		count /= 1000;
		unit++;
	}
	if (unit > 1 && count < 10)
		return bytes_text("%" PRId64 ".%d%c", count, (int)(rest / 100), units[unit]);
	return unit ? bytes_text("%" PRId64 "%c", count, units[unit]) : bytes_text("%" PRId64, count);
}

/* Does the seat say anything, and of no later position than the shown one?  */
static bool says_anything(const struct gomoku_board *board, int seat)
{
	const struct gomocup_analysis *analysis = &board->analysis[seat];
	int newest = analysis->turn > analysis->value_turn ? analysis->turn : analysis->value_turn;

	if (newest > board->at->turns + 1)
		return false;
	return analysis->depth || *analysis->eval || analysis->nodes >= 0 || analysis->speed >= 0 ||
	       analysis->line_count;
}

static const char *mark_of(const struct gomoku_board *board, int seat)
{
	return paint_glyph(gomoku_black(board->position.match, board->at->turns) == seat ? GLYPH_BLACK
											 : GLYPH_WHITE);
}

/* ---- drawing ---- */

/* Draws squares of the expected line from *at on, as many as fit whole.  Returns the column behind them.  */
static int draw_line(const struct gomocup_analysis *analysis, struct area area, int y, int x, int *at)
{
	for (; *at < analysis->line_count; ++*at) {
		char square[6];

		gomoku_write_square(analysis->line[*at], square);
		if (x + (int)strlen(square) > area.width)
			break;
		x = paint_format(area, y, x, ROLE_TEXT, "%s ", square);
	}
	return x;
}

/* The depth in words; NULL: unknown.  The caller frees.  */
static char *depth_words(const struct gomocup_analysis *analysis)
{
	if (!analysis->depth)
		return NULL;
	return analysis->deepest > analysis->depth
		       ? bytes_text("depth %d-%d", analysis->depth, analysis->deepest)
		       : bytes_text("depth %d", analysis->depth);
}

/* Draws a text with a blank behind it, if it fits.  Returns the column behind that.  Takes over text (NULL:
   none).  */
static int draw_word(struct area area, int x, enum role role, char *text)
{
	if (text && x + paint_width(text) <= area.width)
		x = paint_format(area, 0, x, role, "%s ", text);
	free(text);
	return x;
}

/* Draws all in one row; leaves out what does not fit.  Returns the column behind it.  */
static int draw_briefly(const struct gomoku_board *board, struct area area, int seat)
{
	const struct gomocup_analysis *analysis = &board->analysis[seat];
	int x, from, at = 0;

	paint_text(area, 0, 0, ROLE_TEXT, " ");
	x = draw_word(area, 1, seat_roles[seat], bytes_text("%s", mark_of(board, seat)));
	from = x;
	if (*analysis->eval) {
		char *eval = eval_words(analysis->eval);

		/* "+34/12": d12 would be a square.  */
		if (analysis->depth)
			x = draw_word(area, x, ROLE_STRONG, bytes_text("%s/%d", eval, analysis->depth));
		else
			x = draw_word(area, x, ROLE_STRONG, bytes_text("%s", eval));
		free(eval);
	} else {
		x = draw_word(area, x, ROLE_FAINT, depth_words(analysis));
	}
	if (x == from && (*analysis->eval || analysis->depth))
		return x; /* the most important had no room */
	return draw_line(analysis, area, 0, x, &at);
}

static void draw_counts(const struct gomocup_analysis *analysis, struct area area, int y)
{
	char *nodes = analysis->nodes >= 0 ? count_words(analysis->nodes) : NULL;
	char *speed = analysis->speed >= 0 ? count_words(analysis->speed) : NULL;
	int x = 2;

	if (nodes)
		x = paint_format(area, y, x, ROLE_FAINT, "%s positions%s", nodes, speed ? ", " : "");
	if (speed)
		paint_format(area, y, x, ROLE_FAINT, "%s/s", speed);
	free(nodes);
	free(speed);
}

/* Who, how good, how deep; how much was searched; the expected line.  */
static void draw_fully(const struct gomoku_board *board, struct area area, int seat)
{
	const struct gomocup_analysis *analysis = &board->analysis[seat];
	const char *name = board->position.match->setup.seat[seat].name;
	struct area named = {area.y, area.x, 1, area.width < NAME_WIDTH ? area.width : NAME_WIDTH};
	int x, at = 0, y = 1;

	paint_text(named, 0, 0, seat_roles[seat], mark_of(board, seat));
	x = name ? paint_bytes(named, 0, 2, seat_roles[seat], name, strlen(name)) + 2 : 2;
	x = draw_word(area, x, ROLE_STRONG, *analysis->eval ? eval_words(analysis->eval) : NULL);
	draw_word(area, x, ROLE_FAINT, depth_words(analysis));
	if (area.height > 2 && (analysis->nodes >= 0 || analysis->speed >= 0))
		draw_counts(analysis, area, y++);
	while (y < area.height && at < analysis->line_count) {
		int before = at;

		draw_line(analysis, area, y++, 2, &at);
		if (at == before)
			return;
	}
}

void gomoku_board_evaluations(const void *state, struct area area)
{
	const struct gomoku_board *board = state;
	int seats[SEATS], count = 0, x = 0;

	for (int seat = SEAT_1; board->position.match && seat < SEATS; seat++)
		if (says_anything(board, seat))
			seats[count++] = seat;
	if (area.height < 1)
		return;
	for (int i = 0; i < count; i++) {
		int height = area.height / count;

		if (height > 4)
			height = 4;
		if (height > 1) {
			draw_fully(board, (struct area){area.y + i * height, area.x, height, area.width},
				   seats[i]);
		} else {
			struct area part = {area.y, area.x + x, 1, (area.width - x) / (count - i)};

			if (i)
				part.x++, part.width--;
			x += draw_briefly(board, part, seats[i]);
		}
	}
}
