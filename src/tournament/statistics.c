/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* statistics.c - the statistics of games: means, the score, pairs of games, the sequential test, and ratings.
 *
 * The sum of squares of a mean grows with each value by Welford's formula ("Note on a Method for Calculating
 * Corrected Sums of Squares and Products", 1962), which does not lose the digits that large values share.
 *
 * The test is that of Michel Van den Bergh, "A Practical Introduction to the GSPRT" (2018): his proposition
 * on the shares of greatest likelihood with a given mean, and the bounds of Abraham Wald, "Sequential Tests
 * of Statistical Hypotheses" (1945). That of normalised Elo is his "Comments on Normalized Elo" (2020). That
 * of games without pairs has the chances of Remi Coulom's BayesElo.
 *
 * The ratings are those of R. A. Bradley, M. E. Terry, "Rank Analysis of Incomplete Block Designs" (1952).
 * The likelihood has one top: Newton's method finds it in a few steps, and its matrix gives the errors too.
 * Strengths are natural logarithms inside.  */
#include "ringside/statistics.h"

#include "ringside/bytes.h"
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* A normal distribution has 95 % within this many standard errors.  */
static const double errors_95 = 1.959964;

/* ---- means ---- */

void mean_add(struct mean *mean, double value)
{
	double before = mean->middle;

	mean->count++;
	mean->sum += value;
	mean->middle += (value - before) / mean->count;
	mean->squares += (value - before) * (value - mean->middle);
}

/* By the formula of Chan, Golub and LeVeque, "Updating Formulae and a Pairwise Algorithm for Computing Sample
 * Variances", 1979.  */
void mean_join(struct mean *mean, const struct mean *other)
{
	double apart = other->middle - mean->middle, count = (double)mean->count + other->count;

	if (!other->count)
		return;
	mean->middle += apart * other->count / count;
	mean->squares += other->squares + apart * apart * mean->count * other->count / count;
	mean->sum += other->sum;
	mean->count += other->count;
}

double mean_deviation(const struct mean *mean)
{
	return mean->count < 2 ? 0 : sqrt(mean->squares / (mean->count - 1));
}

/* How many standard errors have 95 % of Student's distribution between them, to both sides. The table is that
 * of the NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2; behind it follows the expansion of
 * Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.7.5.  */
static double student_95(int freedom)
{
	static const double table[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
				       2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
				       2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};
	const double x = 1.959964, v = freedom;

	if ((size_t)freedom <= sizeof(table) / sizeof(table[0]))
		return table[freedom - 1];
	return x + (x * x * x + x) / (4 * v) + (5 * pow(x, 5) + 16 * x * x * x + 3 * x) / (96 * v * v);
}

double mean_error(const struct mean *mean)
{
	if (mean->count < 2)
		return INFINITY;
	return student_95(mean->count - 1) * mean_deviation(mean) / sqrt(mean->count);
}

/* ---- games ---- */

int tally_games(const struct tally *tally)
{
	return tally->wins + tally->draws + tally->losses;
}

double tally_score(const struct tally *tally)
{
	int games = tally_games(tally);

	return games ? (tally->wins + 0.5 * tally->draws) / games : 0.5;
}

double elo_score(double elo)
{
	return 1 / (1 + pow(10, -elo / 400));
}

double score_elo(double score)
{
	if (score <= 0)
		return -INFINITY;
	if (score >= 1)
		return INFINITY;
	return -400 * log10(1 / score - 1);
}

/* The difference that fits the score, from its standard error; 0: it says nothing.  */
static struct elo elo_of(double score, double error)
{
	if (error == 0)
		return (struct elo){.low = -INFINITY, .middle = score_elo(score), .high = INFINITY};
	return (struct elo){.low = score_elo(score - errors_95 * error),
			    .middle = score_elo(score),
			    .high = score_elo(score + errors_95 * error)};
}

struct elo tally_elo(const struct tally *tally)
{
	double n = tally_games(tally), s = tally_score(tally);
	double sum = tally->wins * (1 - s) * (1 - s) + tally->draws * (0.5 - s) * (0.5 - s) +
		     tally->losses * s * s;

	return elo_of(s, n > 0 ? sqrt(sum) / n : 0);
}

/* ---- the sequential test ---- */

double sprt_lower(const struct sprt *sprt)
{
	return log(sprt->beta / (1 - sprt->alpha));
}

double sprt_upper(const struct sprt *sprt)
{
	return log((1 - sprt->beta) / sprt->alpha);
}

/* Reads `name=number` and advances the text.  */
static bool read_part(const char **text, const char *name, double *value)
{
	size_t size = strlen(name);
	char *end;

	if (strncmp(*text, name, size) != 0 || (*text)[size] != '=')
		return false;
	*value = strtod(*text + size + 1, &end);
	if (end == *text + size + 1 || !isfinite(*value) || (*end && *end != ','))
		return false;
	*text = end;
	return true;
}

static const char *const models[] = {
	[SPRT_LOGISTIC] = "logistic", [SPRT_NORMALIZED] = "normalized", [SPRT_TRINOMIAL] = "trinomial"};

/* Reads `model=NAME` and advances the text.  */
static bool read_model(const char **text, enum sprt_model *model)
{
	for (size_t i = 0; strncmp(*text, "model=", 6) == 0 && i < sizeof(models) / sizeof(models[0]); i++) {
		size_t size = strlen(models[i]);

		if (strncmp(*text + 6, models[i], size) != 0 ||
		    ((*text)[6 + size] && (*text)[6 + size] != ','))
			continue;
		*model = (enum sprt_model)i;
		*text += 6 + size;
		return true;
	}
	return false;
}

char *sprt_read(const char *text, struct sprt *sprt)
{
	static const char expected[] = "expected elo0=0,elo1=20 or elo0=0,elo1=20,alpha=0.05,beta=0.05,"
				       "model=logistic, normalized or trinomial";
	static const char *const names[] = {"elo0", "elo1", "alpha", "beta"};
	double values[] = {NAN, NAN, 0.05, 0.05};
	enum sprt_model model = SPRT_LOGISTIC;
	const char *at = text;
	size_t i;

	for (;;) {
		for (i = 0; i < 4 && !read_part(&at, names[i], &values[i]); i++)
			;
		if (i == 4 && !read_model(&at, &model))
			return bytes_text("--sprt %s: \"%s\" is not understood: %s", text, at, expected);
		if (!*at)
			break;
		at++;
	}
	*sprt = (struct sprt){values[0], values[1], values[2], values[3], model};
	if (isnan(sprt->elo0) || isnan(sprt->elo1))
		return bytes_text("--sprt %s: both elo0 and elo1 are needed: %s", text, expected);
	if (!(sprt->elo0 < sprt->elo1) || fabs(sprt->elo0) > 2000 || fabs(sprt->elo1) > 2000)
		return bytes_text("--sprt %s: elo0 must be less than elo1, both from -2000 to 2000", text);
	if (!(sprt->alpha > 0 && sprt->alpha < 0.5 && sprt->beta > 0 && sprt->beta < 0.5))
		return bytes_text("--sprt %s: alpha and beta are chances of an error, between 0 and 0.5",
				  text);
	return NULL;
}

const char *sprt_model_name(const struct sprt *sprt)
{
	return models[sprt->model];
}

char *sprt_words(const struct sprt *sprt)
{
	return bytes_text("elo0=%g,elo1=%g,alpha=%g,beta=%g%s%s", sprt->elo0, sprt->elo1, sprt->alpha,
			  sprt->beta, sprt->model == SPRT_LOGISTIC ? "" : ",model=",
			  sprt->model == SPRT_LOGISTIC ? "" : models[sprt->model]);
}

char *sprt_ratio_words(const struct sprt *sprt, const struct pairs *pairs)
{
	bool of_games = sprt->model == SPRT_TRINOMIAL;
	int number = of_games ? tally_games(&pairs->games) : pairs_number(pairs);

	return bytes_text("LLR %.2f (%.2f to %.2f) of %d %s%s", pairs_ratio(sprt, pairs), sprt_lower(sprt),
			  sprt_upper(sprt), number, of_games ? "game" : "pair", number == 1 ? "" : "s");
}

/* ---- pairs of games ---- */

/* For an outcome that did not happen.  */
static const double hardly = 1e-3;

/* Points a game of an outcome.  */
static double score_of(int outcome)
{
	return outcome / (double)(PAIR_OUTCOMES - 1);
}

int pairs_number(const struct pairs *pairs)
{
	int number = 0;

	for (int i = 0; i < PAIR_OUTCOMES; i++)
		number += pairs->count[i];
	return number;
}

struct pairs pairs_turned(const struct pairs *pairs)
{
	struct pairs turned = {.games = {pairs->games.losses, pairs->games.draws, pairs->games.wins}};

	for (int i = 0; i < PAIR_OUTCOMES; i++)
		turned.count[i] = pairs->count[PAIR_OUTCOMES - 1 - i];
	return turned;
}

double pairs_score(const struct pairs *pairs)
{
	int number = pairs_number(pairs);
	double sum = 0;

	for (int i = 0; i < PAIR_OUTCOMES; i++)
		sum += pairs->count[i] * score_of(i);
	return number ? sum / number : 0.5;
}

/* Of the score; 0: all pairs ended alike, or there is none.  */
static double pairs_error(const struct pairs *pairs)
{
	double n = pairs_number(pairs), mean = pairs_score(pairs), sum = 0;

	for (int i = 0; i < PAIR_OUTCOMES; i++) {
		if (pairs->count[i] == (int)n)
			return 0;
		sum += pairs->count[i] * (score_of(i) - mean) * (score_of(i) - mean);
	}
	return sqrt(sum) / n;
}

struct elo pairs_elo(const struct pairs *pairs)
{
	return elo_of(pairs_score(pairs), pairs_error(pairs));
}

/* The share of a normal distribution below so many standard errors.  */
static double normal(double errors)
{
	return 0.5 * erfc(-errors / sqrt(2));
}

double pairs_superiority(const struct pairs *pairs)
{
	double error = pairs_error(pairs);

	return error == 0 ? NAN : normal((pairs_score(pairs) - 0.5) / error);
}

double tally_superiority(const struct tally *tally)
{
	double decided = tally->wins + (double)tally->losses;

	return decided == 0 ? NAN : normal((tally->wins - (double)tally->losses) / sqrt(decided));
}

/* ---- the sequential test ---- */

/* How often an outcome happened, for the likelihood.  */
static double weight(const struct pairs *pairs, int outcome)
{
	return pairs->count[outcome] ? pairs->count[outcome] : hardly;
}

/* How far each outcome is from what a hypothesis says.  */
struct apart {
	double by[PAIR_OUTCOMES];
};

/* The sum of weight by / (1 + t by) over the outcomes, which decreases as t grows.  */
static double slope(const struct pairs *pairs, const struct apart *apart, double t)
{
	double sum = 0;

	for (int i = 0; i < PAIR_OUTCOMES; i++)
		sum += weight(pairs, i) * apart->by[i] / (1 + t * apart->by[i]);
	return sum;
}

/* The shares of greatest likelihood whose mean distance is 0 are share / (1 + t by): this t.  */
static double best_turn(const struct pairs *pairs, const struct apart *apart)
{
	double low = -INFINITY, high = INFINITY, t;

	for (int i = 0; i < PAIR_OUTCOMES; i++)
		if (apart->by[i] > 0)
			low = fmax(low, -1 / apart->by[i]);
		else if (apart->by[i] < 0)
			high = fmin(high, -1 / apart->by[i]);
	/* Bisection: after 100 steps no double lies between.  */
	for (int step = 0; step < 100; step++) {
		t = (low + high) / 2;
		if (slope(pairs, apart, t) > 0)
			low = t;
		else
			high = t;
	}
	return (low + high) / 2;
}

/* That the score is this one, between 0 and 1.  */
static struct apart apart_from_score(double score)
{
	struct apart apart;

	for (int i = 0; i < PAIR_OUTCOMES; i++)
		apart.by[i] = score_of(i) - score;
	return apart;
}

/* That the score is so many deviations of a pair above 1/2: the condition is made linear at the shares found
 * so far, again and again, until they stay.  */
static struct apart apart_from_deviations(const struct pairs *pairs, double wanted)
{
	enum { TIMES_MOST = 100 };
	double share[PAIR_OUTCOMES], all = 0, moved = 1;
	struct apart apart = {{0}};

	for (int i = 0; i < PAIR_OUTCOMES; i++) {
		share[i] = 1.0 / PAIR_OUTCOMES;
		all += weight(pairs, i);
	}
	for (int times = 0; times < TIMES_MOST && moved > 1e-9; times++) {
		double mean = 0, variance = 0, t;

		for (int i = 0; i < PAIR_OUTCOMES; i++)
			mean += share[i] * score_of(i);
		for (int i = 0; i < PAIR_OUTCOMES; i++)
			variance += share[i] * (score_of(i) - mean) * (score_of(i) - mean);
		for (int i = 0; i < PAIR_OUTCOMES; i++) {
			double far = score_of(i) - mean;

			apart.by[i] = score_of(i) - 0.5 -
				      wanted / 2 * (sqrt(variance) + far * far / sqrt(variance));
		}
		t = best_turn(pairs, &apart);
		moved = 0;
		for (int i = 0; i < PAIR_OUTCOMES; i++) {
			double now = weight(pairs, i) / all / (1 + t * apart.by[i]);

			moved = fmax(moved, fabs(now - share[i]));
			share[i] = now;
		}
	}
	return apart;
}

/* The greatest log-likelihood of the pairs under a hypothesis, less what does not depend on it.  */
static double best_likelihood(const struct sprt *sprt, const struct pairs *pairs, double elo)
{
	/* Normalised Elo counts deviations of one game; a pair is the mean of two.  */
	struct apart apart = sprt->model == SPRT_NORMALIZED
				     ? apart_from_deviations(pairs, sqrt(2) * elo * log(10) / 800)
				     : apart_from_score(elo_score(elo));
	double t = best_turn(pairs, &apart), sum = 0;

	for (int i = 0; i < PAIR_OUTCOMES; i++)
		sum -= weight(pairs, i) * log(1 + t * apart.by[i]);
	return sum;
}

/* The likelihood of games, each by itself: BayesElo with its advantage of draws from the sample. elo is in
 * units of the score's slope there, so that it is Elo near equality.  */
static double trinomial_likelihood(const struct tally *tally, double elo)
{
	double games = tally_games(tally), won = tally->wins / games, lost = tally->losses / games;
	double draws = 200 * log10((1 - lost) / lost * (1 - won) / won), x = pow(10, -draws / 400);
	double bayes = elo * (1 + x) * (1 + x) / (4 * x);
	double wins = elo_score(bayes - draws), losses = elo_score(-bayes - draws);

	return tally->wins * log(wins) + tally->losses * log(losses) + tally->draws * log(1 - wins - losses);
}

double pairs_ratio(const struct sprt *sprt, const struct pairs *pairs)
{
	const struct tally *games = &pairs->games;

	if (sprt->model == SPRT_TRINOMIAL)
		return games->wins && games->draws && games->losses
			       ? trinomial_likelihood(games, sprt->elo1) -
					 trinomial_likelihood(games, sprt->elo0)
			       : 0;
	if (!pairs_number(pairs))
		return 0;
	return best_likelihood(sprt, pairs, sprt->elo1) - best_likelihood(sprt, pairs, sprt->elo0);
}

enum sprt_state pairs_state(const struct sprt *sprt, const struct pairs *pairs)
{
	double ratio = pairs_ratio(sprt, pairs);

	if (ratio >= sprt_upper(sprt))
		return SPRT_ACCEPTS_1;
	return ratio <= sprt_lower(sprt) ? SPRT_ACCEPTS_0 : SPRT_GOES_ON;
}

/* ---- ratings ---- */

/* Newton's method needs about ten steps; the strengths are exact to this.  */
enum { STEPS_MOST = 200 };
static const double exact = 1e-10;

struct model {
	const double *points;
	int count;
	double *strength;
	double *gradient;
	double *matrix; /* minus the second derivatives; then its Cholesky factor */
};

static double chance(double strength)
{
	return 1 / (1 + exp(-strength));
}

/* log(chance(strength)), also where the chance is too small for a double.  */
static double log_chance(double strength)
{
	return strength < 0 ? strength - log1p(exp(strength)) : -log1p(exp(-strength));
}

static size_t place(const struct model *model, int row, int column)
{
	return (size_t)row * (size_t)model->count + (size_t)column;
}

static double likelihood(const struct model *model, const double *strength)
{
	double sum = 0;

	for (int i = 0; i < model->count; i++) {
		sum += RATINGS_PRIOR * (log_chance(strength[i]) + log_chance(-strength[i]));
		for (int j = 0; j < model->count; j++)
			if (i != j)
				sum += model->points[place(model, i, j)] *
				       log_chance(strength[i] - strength[j]);
	}
	return sum;
}

/* Sets gradient and matrix at the present strengths.  */
static void derive(struct model *model)
{
	memset(model->matrix, 0, (size_t)model->count * (size_t)model->count * sizeof(*model->matrix));
	for (int i = 0; i < model->count; i++) {
		double p = chance(model->strength[i]);

		model->gradient[i] = RATINGS_PRIOR * (1 - 2 * p);
		model->matrix[place(model, i, i)] = 2 * RATINGS_PRIOR * p * (1 - p);
	}
	for (int i = 0; i < model->count; i++)
		for (int j = 0; j < i; j++) {
			double won = model->points[place(model, i, j)];
			double games = won + model->points[place(model, j, i)];
			double p = chance(model->strength[i] - model->strength[j]),
			       curve = games * p * (1 - p);

			model->gradient[i] += won - games * p;
			model->gradient[j] -= won - games * p;
			model->matrix[place(model, i, i)] += curve;
			model->matrix[place(model, j, j)] += curve;
			model->matrix[place(model, i, j)] -= curve;
		}
}

/* Replaces the lower half of the matrix by its Cholesky factor. The prior makes the matrix positive; a
 * diagonal that rounding took away is kept above 0.  */
static void factorise(struct model *model)
{
	for (int i = 0; i < model->count; i++)
		for (int j = 0; j <= i; j++) {
			double *row = &model->matrix[place(model, i, 0)],
			       *other = &model->matrix[place(model, j, 0)];
			double sum = row[j];

			for (int k = 0; k < j; k++)
				sum -= row[k] * other[k];
			row[j] = i == j ? sqrt(fmax(sum, 1e-300)) : sum / other[j];
		}
}

/* Solves matrix x = right in place, with the factor.  `from`: the entries of `right` before it are 0.  */
static void solve(const struct model *model, double *right, int from)
{
	for (int i = from; i < model->count; i++) {
		const double *row = &model->matrix[place(model, i, 0)];

		for (int k = from; k < i; k++)
			right[i] -= row[k] * right[k];
		right[i] /= row[i];
	}
	for (int i = model->count - 1; i >= 0; i--) {
		right[i] /= model->matrix[place(model, i, i)];
		for (int k = 0; k < i; k++)
			right[k] -= model->matrix[place(model, i, k)] * right[i];
	}
}

/* One step of Newton's method, shorter if that would lead down. Returns how far it went.  */
static double step(struct model *model, double *next)
{
	double before = likelihood(model, model->strength), part = 1, far = 0;

	derive(model);
	factorise(model);
	solve(model, model->gradient, 0);
	for (int halved = 0; halved < 60; halved++) {
		for (int i = 0; i < model->count; i++)
			next[i] = model->strength[i] + part * model->gradient[i];
		if (likelihood(model, next) >= before)
			break;
		part /= 2;
	}
	for (int i = 0; i < model->count; i++) {
		far = fmax(far, fabs(next[i] - model->strength[i]));
		model->strength[i] = next[i];
	}
	return far;
}

/* The variances of the strengths against the mean of all: the diagonal of the inverse, less the rows' means.
 */
static void set_errors(struct model *model, double *column, struct rating *ratings)
{
	double all = 0, n = model->count, elo = 400 / log(10);

	derive(model);
	factorise(model);
	for (int i = 0; i < model->count; i++) {
		double sum = 0;

		memset(column, 0, (size_t)model->count * sizeof(*column));
		column[i] = 1;
		solve(model, column, i);
		for (int k = 0; k < model->count; k++)
			sum += column[k];
		ratings[i].error = column[i] - 2 * sum / n;
		all += sum;
	}
	for (int i = 0; i < model->count; i++)
		ratings[i].error = errors_95 * elo * sqrt(fmax(ratings[i].error + all / (n * n), 0));
}

void ratings_of(const double *points, int count, struct rating *ratings)
{
	size_t size = (size_t)count * sizeof(double);
	struct model model = {.points = points,
			      .count = count,
			      .strength = bytes_new(size),
			      .gradient = bytes_new(size),
			      .matrix = bytes_new(size * (size_t)count)};
	double *row = bytes_new(size), mean = 0;

	for (int i = 0; i < STEPS_MOST && step(&model, row) > exact; i++)
		;
	for (int i = 0; i < count; i++)
		mean += model.strength[i] / count;
	for (int i = 0; i < count; i++)
		ratings[i].elo = 400 / log(10) * (model.strength[i] - mean);
	set_errors(&model, row, ratings);
	free(model.strength);
	free(model.gradient);
	free(model.matrix);
	free(row);
}
