/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* payoff.c - four tables of what a pair of symbols pays, and how well each predicts the scores.  */
#include "payoff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	BY_QUESTION = 1, /* bits of a view: the pair is our move and the input before it, not after it */
	BY_TURN = 2,     /* odd rounds pay differently from even ones */
	VIEWS = 4,
	MEMORY = 8, /* the number of scores in a mean */
};

#define BEST      0.999999
#define FORGETS   0.95 /* the share of a view's error that a round leaves */
#define TOLERANCE 0.1  /* how much better a view must be than a simpler one */

struct cell {
	float score;
	int seen;
};

struct view {
	double error;
	struct cell *cells[2]; /* of even and odd rounds: own * symbols + other */
};

struct payoff {
	int symbols;
	bool roshambo;
	bool begun, asks; /* we have moved; an input came before the move */
	struct view views[VIEWS];
	int view;  /* the view in use */
	int turn;  /* 0 or 1: the parity of the open or next round */
	int input; /* the last one */
	/* The open round.  */
	bool open, scored;
	int question, own, reply;
	double score;
	/* Cached answers of a turn, by the other's or our own symbol; NOTHING: not cached.  */
	int *answer[2], *threat[2];
};

static const char *const roshambo[] = {"rock", "paper", "scissors"};
enum { ROSHAMBO = 3 };

/* Forgets the cached answers when the table changes.  */
static void forget_answers(struct payoff *payoff)
{
	for (int turn = 0; turn < 2; turn++)
		for (int i = 0; i < payoff->symbols; i++)
			payoff->answer[turn][i] = payoff->threat[turn][i] = NOTHING;
}

static struct cell *cell(const struct payoff *payoff, int view, int turn, int own, int other)
{
	struct cell *cells = payoff->views[view].cells[view & BY_TURN ? turn : 0];

	return &cells[own * payoff->symbols + other];
}

/* Paper beats rock, scissors beat paper, rock beats scissors, in any order of the symbols.  */
static void know_roshambo(struct payoff *payoff, const struct words *symbols)
{
	int at[ROSHAMBO];

	if (symbols->count != ROSHAMBO)
		return;
	for (int i = 0; i < ROSHAMBO; i++)
		if ((at[i] = words_find(symbols, roshambo[i])) < 0)
			return;
	payoff->roshambo = true;
	for (int i = 0; i < ROSHAMBO; i++)
		for (int ahead = 0; ahead < ROSHAMBO; ahead++) {
			float score = ahead == 0 ? 0 : ahead == 1 ? 1 : -1;

			*cell(payoff, 0, 0, at[(i + ahead) % ROSHAMBO], at[i]) = (struct cell){score, 1};
		}
}

struct payoff *payoff_new(const struct words *symbols)
{
	struct payoff *payoff = sample_alloc(1, sizeof(*payoff));
	size_t count = (size_t)symbols->count;

	payoff->symbols = symbols->count;
	payoff->input = NOTHING;
	for (int view = 0; view < VIEWS; view++)
		for (int turn = 0; turn < 2; turn++)
			payoff->views[view].cells[turn] = sample_alloc(count * count, sizeof(struct cell));
	for (int turn = 0; turn < 2; turn++) {
		payoff->answer[turn] = sample_alloc(count, sizeof(int));
		payoff->threat[turn] = sample_alloc(count, sizeof(int));
	}
	forget_answers(payoff);
	know_roshambo(payoff, symbols);
	return payoff;
}

void payoff_free(struct payoff *payoff)
{
	for (int view = 0; view < VIEWS; view++)
		for (int turn = 0; turn < 2; turn++)
			free(payoff->views[view].cells[turn]);
	for (int turn = 0; turn < 2; turn++) {
		free(payoff->answer[turn]);
		free(payoff->threat[turn]);
	}
	free(payoff);
}

bool payoff_is_roshambo(const struct payoff *payoff)
{
	return payoff->roshambo;
}

void payoff_input(struct payoff *payoff, int symbol)
{
	if (payoff->open && payoff->reply == NOTHING)
		payoff->reply = symbol;
	payoff->input = symbol;
	if (!payoff->begun && !payoff->roshambo) {
		payoff->asks = true;
		payoff->view = BY_QUESTION;
	}
}

void payoff_score(struct payoff *payoff, double score)
{
	if (!payoff->open)
		return;
	payoff->scored = true;
	payoff->score = score;
}

/* Adds a score for a pair to one view.  */
static void learn(struct payoff *payoff, int view, int other)
{
	struct cell *known = cell(payoff, view, payoff->turn, payoff->own, other);
	float score = (float)payoff->score;

	if (known->seen > 0) {
		double *error = &payoff->views[view].error;
		*error = *error * FORGETS + fabs((double)(score - known->score));
	}
	bool changes = known->seen == 0 || score < known->score || score > known->score;
	if (known->seen < MEMORY)
		known->seen++;
	known->score += (score - known->score) / (float)known->seen;
	if (changes && view == payoff->view)
		forget_answers(payoff);
}

/* The simplest view that is not clearly worse than another. In a game of questions, views of the input
 * before a move come first.  */
static void choose_view(struct payoff *payoff)
{
	int best = payoff->asks ? BY_QUESTION : 0;

	for (int i = 1; i < VIEWS; i++) {
		int view = payoff->asks ? i ^ BY_QUESTION : i;

		if (payoff->views[view].error < payoff->views[best].error - TOLERANCE)
			best = view;
	}
	if (best != payoff->view)
		forget_answers(payoff);
	payoff->view = best;
}

bool payoff_close(struct payoff *payoff, struct round *round)
{
	if (!payoff->open)
		return false;
	*round = (struct round){payoff->own, payoff->reply == NOTHING ? 0 : payoff->reply};
	for (int view = 0; view < VIEWS && payoff->scored; view++) {
		int other = view & BY_QUESTION ? payoff->question : round->reply;

		if (other != NOTHING)
			learn(payoff, view, other);
	}
	choose_view(payoff);
	payoff->open = false;
	return true;
}

void payoff_next(struct payoff *payoff)
{
	payoff->turn ^= 1;
}

void payoff_played(struct payoff *payoff, int own)
{
	payoff->begun = payoff->open = true;
	payoff->scored = false;
	payoff->question = payoff->input;
	payoff->own = own;
	payoff->reply = NOTHING;
}

int payoff_question(const struct payoff *payoff)
{
	return payoff->view & BY_QUESTION ? payoff->input : NOTHING;
}

/* The best known symbol, else one that was not tried: the same, then the next ones in turn.  */
static int work_out_answer(const struct payoff *payoff, int other)
{
	int best = NOTHING, untried = NOTHING;
	float most = 0;

	for (int i = 0; i < payoff->symbols; i++) {
		int own = (other + i) % payoff->symbols;
		const struct cell *known = cell(payoff, payoff->view, payoff->turn, own, other);

		if (known->seen == 0 && untried == NOTHING)
			untried = own;
		if (known->seen > 0 && (best == NOTHING || known->score > most)) {
			best = own;
			most = known->score;
		}
	}
	return best == NOTHING || (untried != NOTHING && most < BEST) ? untried : best;
}

int payoff_answer(struct payoff *payoff, int other)
{
	int *answer = &payoff->answer[payoff->turn][other];

	if (*answer == NOTHING)
		*answer = work_out_answer(payoff, other);
	return *answer;
}

int payoff_threat(struct payoff *payoff, int own)
{
	int *threat = &payoff->threat[payoff->turn][own];

	if (*threat != NOTHING)
		return *threat;
	*threat = 0;
	for (int other = 1; other < payoff->symbols; other++)
		if (cell(payoff, payoff->view, payoff->turn, own, other)->score <
		    cell(payoff, payoff->view, payoff->turn, own, *threat)->score)
			*threat = other;
	return *threat;
}

bool payoff_of(const struct payoff *payoff, int own, int other, double *score)
{
	const struct cell *known = cell(payoff, payoff->view, payoff->turn, own, other);

	*score = (double)known->score;
	return known->seen > 0;
}
