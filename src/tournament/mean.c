/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* mean.c - means and their error.
 *
 * The sum of squares grows with each value by Welford's formula ("Note on a Method for Calculating Corrected
 * Sums of Squares and Products", 1962), which does not lose the digits that large values share.  */
#include "ringside/mean.h"

#include <math.h>
#include <stddef.h>

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
