/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* mean.h - the mean of numbers that come one after the other, and its 95 % interval.  */
#ifndef RINGSIDE_MEAN_H
#define RINGSIDE_MEAN_H

/* All 0 at first.  */
struct mean {
	int count;
	double sum;
	double middle, squares; /* the mean so far, and the sum of the squared distances from it */
};

void mean_add(struct mean *mean, double value);
/* Adds all values of another one.  */
void mean_join(struct mean *mean, const struct mean *other);
/* The deviation of a value, with count - 1 in the divisor; 0 for fewer than two.  */
double mean_deviation(const struct mean *mean);
/* `middle` plus and minus this is the 95 % interval of the mean, by Student's distribution; INFINITY for
 * fewer than two values.  */
double mean_error(const struct mean *mean);

#endif
