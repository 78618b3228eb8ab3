/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ratings.c - ratings by Bradley and Terry.
 *
 * R. A. Bradley, M. E. Terry, "Rank Analysis of Incomplete Block Designs" (1952). The likelihood has one top:
 * Newton's method finds it in a few steps, and its matrix gives the errors too.  Strengths are natural
 * logarithms inside.  */
#include "ringside/ratings.h"

#include "ringside/bytes.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A normal distribution has 95 % within this many standard errors.  */
static const double errors_95 = 1.959964;
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
