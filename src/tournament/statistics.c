/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* statistics.c - the statistics of a series of games.  */
#include "ringside/statistics.h"

#include "ringside/bytes.h"
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* A normal distribution has 95 % within this many standard errors.  */
static const double errors_95 = 1.959964;

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

static double standard_error(const struct tally *tally)
{
	double n = tally_games(tally), s = tally_score(tally);
	double sum = tally->wins * (1 - s) * (1 - s) + tally->draws * (0.5 - s) * (0.5 - s) +
		     tally->losses * s * s;

	return sqrt(sum) / n;
}

struct elo tally_elo(const struct tally *tally)
{
	int games = tally_games(tally);
	double score = tally_score(tally), error;

	if (tally->wins == games || tally->draws == games || tally->losses == games)
		return (struct elo){.low = -INFINITY, .middle = score_elo(score), .high = INFINITY};
	error = errors_95 * standard_error(tally);
	return (struct elo){.low = score_elo(score - error),
			    .middle = score_elo(score),
			    .high = score_elo(score + error)};
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

char *sprt_read(const char *text, struct sprt *sprt)
{
	static const char expected[] = "expected elo0=0,elo1=20 or elo0=0,elo1=20,alpha=0.05,beta=0.05";
	static const char *const names[] = {"elo0", "elo1", "alpha", "beta"};
	double values[] = {NAN, NAN, 0.05, 0.05};
	const char *at = text;
	size_t i;

	for (;;) {
		for (i = 0; i < 4 && !read_part(&at, names[i], &values[i]); i++)
			;
		if (i == 4)
			return bytes_text("--sprt %s: \"%s\" is not understood: %s", text, at, expected);
		if (!*at)
			break;
		at++;
	}
	*sprt = (struct sprt){values[0], values[1], values[2], values[3]};
	if (isnan(sprt->elo0) || isnan(sprt->elo1))
		return bytes_text("--sprt %s: both elo0 and elo1 are needed: %s", text, expected);
	if (!(sprt->elo0 < sprt->elo1) || fabs(sprt->elo0) > 2000 || fabs(sprt->elo1) > 2000)
		return bytes_text("--sprt %s: elo0 must be less than elo1, both from -2000 to 2000", text);
	if (!(sprt->alpha > 0 && sprt->alpha < 0.5 && sprt->beta > 0 && sprt->beta < 0.5))
		return bytes_text("--sprt %s: alpha and beta are chances of an error, between 0 and 0.5",
				  text);
	return NULL;
}
