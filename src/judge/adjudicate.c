/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* adjudicate.c - ends a match when both agents have said for some moves that it is a draw, or who wins.
 *
 * An agent says with a move what its position is worth to it, in its own scale.  What each turn was worth is
 * kept by turns, so that a takeback also takes back what was said.  A person says nothing.  */
#include "judge_parts.h"

#include "ringside/bytes.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct option_row option_draw_when = OPTION_ROW(
	"draw-when", OPTION_TEXT, "TERMS", 0, .rare = true,
	.help = "end the match as a draw when both agents say so; score=10,moves=8,after=30: the last 8 "
		"values of each were from -10 to +10, and 30 moves of the match were played; without "
		"after: at any time");
const struct option_row option_win_when = OPTION_ROW(
	"win-when", OPTION_TEXT, "TERMS", 0, .rare = true,
	.help = "end the match with a win when both agents say so; score=2000,moves=3: the last 3 "
		"values of one were at least +2000, and those of the other at most -2000; after as "
		"in --draw-when");

/* ---- the terms ---- */

/* Reads a number from `least` on that ends at a comma or at the end.  */
static bool read_number(const char **at, double least, double *number)
{
	char *end;

	if ((**at < '0' || **at > '9') && **at != '.')
		return false; /* strtod takes inf, nan and signs */
	*number = strtod(*at, &end);
	if (end == *at || (*end && *end != ',') || *number < least || isinf(*number))
		return false;
	*at = end;
	return true;
}

static bool read_count(const char **at, int *count)
{
	double number;

	if (!read_number(at, 1, &number) || number > OPTION_MANY || number != (int)number)
		return false;
	*count = (int)number;
	return true;
}

static bool read_word(const char **at, const char *word)
{
	size_t size = strlen(word);

	if (strncmp(*at, word, size) != 0 || (*at)[size] != '=')
		return false;
	*at += size + 1;
	return true;
}

static bool read_terms(const char *text, struct terms *terms)
{
	bool scored = false;

	*terms = (struct terms){0};
	for (const char *at = text;; at++) {
		bool read = read_word(&at, "score")   ? (scored = read_number(&at, 0, &terms->score))
			    : read_word(&at, "moves") ? read_count(&at, &terms->moves)
			    : read_word(&at, "after") ? read_count(&at, &terms->after)
						      : false;

		if (!read)
			return false;
		if (!*at)
			return scored && terms->moves;
	}
}

/* Of a match by this setup.  NULL, or what is wrong, for people; the caller frees.  */
static char *take_terms(const struct setup *setup, const struct option_row *row, struct terms *terms)
{
	const char *text = setup_given(setup, row->name);

	if (!text || (read_terms(text, terms) && (terms->score > 0 || row == &option_draw_when)))
		return NULL;
	return bytes_text(
		"--%s %s: expected the terms score=N,moves=N, and perhaps after=N: both agents have "
		"to say such values in so many moves of theirs, after so many of the match",
		row->name, text);
}

char *judge_take_terms(struct judge *judge)
{
	const struct setup *setup = &judge->match.setup;
	char *problem = take_terms(setup, &option_draw_when, &judge->agreement.draw);

	return problem ? problem : take_terms(setup, &option_win_when, &judge->agreement.win);
}

static bool has_terms(const struct judge *judge)
{
	return judge->agreement.draw.moves || judge->agreement.win.moves;
}

/* ---- what was said ---- */

bool referee_wants_values(const struct judge *judge)
{
	return has_terms(judge);
}

void referee_value(struct judge *judge, int seat, double value)
{
	judge->agreement.now[seat] = (struct opinion){.value = value, .n = referee_message(judge)};
}

void judge_forget_value(struct judge *judge, int seat)
{
	judge->agreement.now[seat] = (struct opinion){0};
}

void judge_forget_opinions(struct judge *judge, int seat)
{
	judge_forget_value(judge, seat);
	for (int i = 0; i < judge->agreement.count; i++)
		if (judge->agreement.of_turn[i].seat == seat)
			judge->agreement.of_turn[i].n = 0;
}

void judge_keep_value(struct judge *judge, int seat, bool answered)
{
	struct agreement *agreement = &judge->agreement;

	if (!has_terms(judge))
		return;
	if (agreement->count == agreement->room) {
		agreement->room = agreement->room ? 2 * agreement->room : 64;
		agreement->of_turn = bytes_resized(agreement->of_turn,
						   (size_t)agreement->room * sizeof(*agreement->of_turn));
	}
	agreement->of_turn[agreement->count] = answered ? agreement->now[seat] : (struct opinion){0};
	agreement->of_turn[agreement->count++].seat = seat;
	judge_forget_value(judge, seat);
}

void judge_take_back_values(struct judge *judge, int turns)
{
	if (judge->agreement.count > turns)
		judge->agreement.count = turns;
	for (int s = 0; s < SEATS; s++)
		judge_forget_value(judge, s);
}

void judge_free_agreement(struct judge *judge)
{
	free(judge->agreement.of_turn);
}

/* ---- the end ---- */

/* The values that a seat has to have said, and where they are.  */
struct run {
	double least, most;
	int left;            /* how many are not found yet */
	int64_t first, last; /* messages */
};

/* Has each seat said the last values so?  */
static bool said_so(const struct agreement *agreement, struct run run[SEATS])
{
	for (int i = agreement->count - 1; i >= 0 && (run[SEAT_1].left || run[SEAT_2].left); i--) {
		const struct opinion *opinion = &agreement->of_turn[i];
		struct run *of = &run[opinion->seat];

		if (!of->left)
			continue;
		if (!opinion->n || opinion->value < of->least || opinion->value > of->most)
			return false;
		of->left--;
		of->first = opinion->n;
		of->last = of->last ? of->last : opinion->n;
	}
	return !run[SEAT_1].left && !run[SEAT_2].left;
}

static void add_proof(struct verdict *verdict, int *count, int64_t n)
{
	int at = 0;

	while (at < *count && verdict->proof[at] < n)
		at++;
	if (at < *count && verdict->proof[at] == n)
		return;
	memmove(&verdict->proof[at + 1], &verdict->proof[at],
		(size_t)(*count - at) * sizeof(verdict->proof[0]));
	verdict->proof[at] = n;
	++*count;
}

/* The first and the last value of each seat prove it.  */
static void agree(struct judge *judge, int winner, const struct run run[SEATS], const char *cause,
		  char *detail)
{
	struct verdict verdict = {
		.winner = winner, .reason = REASON_ADJUDICATED, .cause = cause, .detail = detail};
	int count = 0;

	for (int s = SEAT_1; s < SEATS; s++) {
		add_proof(&verdict, &count, run[s].first);
		add_proof(&verdict, &count, run[s].last);
	}
	judge_end_match(judge, verdict);
}

static bool is_due(const struct judge *judge, const struct terms *terms)
{
	return terms->moves && judge->match.turn_count >= terms->after;
}

static const char *moves_word(int moves)
{
	return moves == 1 ? "move" : "moves";
}

static bool agree_on_draw(struct judge *judge)
{
	const struct terms *terms = &judge->agreement.draw;
	struct run each = {-terms->score, terms->score, terms->moves, 0, 0}, run[SEATS] = {{0}, each, each};

	if (!is_due(judge, terms) || !said_so(&judge->agreement, run))
		return false;
	agree(judge, WINNER_DRAW, run, option_draw_when.name,
	      bytes_text("both agents have said from -%.10g to +%.10g with their last %d %s", terms->score,
			 terms->score, terms->moves, moves_word(terms->moves)));
	return true;
}

static bool agree_on_win(struct judge *judge, int winner)
{
	const struct terms *terms = &judge->agreement.win;
	int loser = seat_opponent(winner);
	struct run run[SEATS] = {{0}};
	char *wins, *loses;

	run[winner] = (struct run){terms->score, INFINITY, terms->moves, 0, 0};
	run[loser] = (struct run){-INFINITY, -terms->score, terms->moves, 0, 0};
	if (!is_due(judge, terms) || !said_so(&judge->agreement, run))
		return false;
	wins = judge_seat_words(judge, winner);
	loses = judge_seat_words(judge, loser);
	agree(judge, winner, run, option_win_when.name,
	      bytes_text("%s has said at least +%.10g with its last %d %s, and %s at most -%.10g", wins,
			 terms->score, terms->moves, moves_word(terms->moves), loses, terms->score));
	free(loses);
	free(wins);
	return true;
}

/* Notes once that a seat has said nothing for so long that the terms could have held.  */
static void note_silence(struct judge *judge)
{
	const struct agreement *agreement = &judge->agreement;
	int seat = agreement->of_turn[agreement->count - 1].seat, moves = agreement->draw.moves, count = 0;

	if (moves < agreement->win.moves)
		moves = agreement->win.moves;
	for (int i = 0; i < agreement->count && count <= moves; i++) {
		if (agreement->of_turn[i].seat == seat && agreement->of_turn[i].n)
			return;
		count += agreement->of_turn[i].seat == seat;
	}
	if (count == moves && judge->match.setup.seat[seat].kind == SEAT_AGENT)
		judge_note_numbers(judge, seat, EVENT_NO_VALUE, moves, 0);
}

bool referee_agreed(struct judge *judge)
{
	if (!has_terms(judge))
		return false;
	assert(judge->agreement.count > 0);
	note_silence(judge);
	return agree_on_draw(judge) || agree_on_win(judge, SEAT_1) || agree_on_win(judge, SEAT_2);
}
