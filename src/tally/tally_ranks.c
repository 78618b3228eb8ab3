/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tally_ranks.c - what the tables of a tournament say in which order, and of two players.  */
#include "tally.h"

#include "ringside/words.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- ranks ---- */

/* What decides between two players, the first first.  */
enum { KEYS = 3 };
struct standing_row {
	int player;
	double keys[KEYS];
};

static int better(const void *a, const void *b)
{
	const struct standing_row *one = a, *other = b;

	for (int k = 0; k < KEYS; k++)
		if (one->keys[k] != other->keys[k])
			return one->keys[k] > other->keys[k] ? -1 : 1;
	return one->player - other->player;
}

/* What decides a pairing of a knock-out: the points, then the scores.  0: neither does.  */
static double lead(const struct standings *standings, int i, int j)
{
	const double noise = 1e-9; /* of sums */
	double points = standings_points(standings, i, j) - standings_points(standings, j, i),
	       score = versus_of(standings, i, j).score.sum;

	return points != 0 ? points : fabs(score) > noise ? score : 0;
}

/* Of two players that have met: does the first one go on?  If nothing else does, their order decides.  */
static bool goes_on(const struct standings *standings, int i, int j)
{
	double ahead = lead(standings, i, j);

	return ahead != 0 ? ahead > 0 : i < j;
}

/* Have the two played all their games?  */
static bool have_met(const struct tallied *tallied, const struct pairing_sum *pairing)
{
	return tally_games(&pairing->tally) + pairing->without == tallied->each;
}

static int level_pairings(const struct tallied *tallied)
{
	const struct standings *standings = &tallied->standings;
	int level = 0;

	for (int i = 0; i < standings->pairings; i++) {
		const struct pairing_sum *pairing = &standings->pairing[i];

		level += have_met(tallied, pairing) && lead(standings, pairing->low, pairing->high) == 0;
	}
	return level;
}

/* How far a player has come in a knock-out: two for each round, and one more if it has won that.  Who has not
 * played yet was free in the first round.  */
static int stage_of(const struct tallied *tallied, int i)
{
	const struct standings *standings = &tallied->standings;
	int round = standings->player[i].round;

	for (int j = 0; round && j < standings->players; j++) {
		const struct pairing_sum *pairing;

		if (j == i || standings->player[j].round != round)
			continue;
		pairing = standings_pairing(standings, i < j ? i : j, i < j ? j : i);
		if (tally_games(&pairing->tally) + pairing->without > 0)
			return 2 * round + (have_met(tallied, pairing) && goes_on(standings, i, j));
	}
	return round ? 2 * round + 1 : 3;
}

/* The stage of who has won a knock-out.  */
static int last_stage(int players)
{
	int rounds = 0;

	while (1 << rounds < players)
		rounds++;
	return 2 * rounds + 1;
}

/* A swiss goes by points, a knock-out by how far a player has come.  Else the mean score decides in games
 * with scores of their own, and the rating in others, or without one the share of the points.  */
struct ranks ranks_of(const struct tallied *tallied)
{
	const struct standings *standings = &tallied->standings;
	bool swiss = strcmp(tallied->kind, "swiss") == 0, knock_out = strcmp(tallied->kind, "knock-out") == 0;
	size_t n = (size_t)standings->players;
	struct standing_row *rows = bytes_new(n * sizeof(*rows));
	struct ranks ranks = {.order = bytes_new(n * sizeof(*ranks.order)),
			      .rank = bytes_new(n * sizeof(*ranks.rank)),
			      .ratings = bytes_new(n * sizeof(*ranks.ratings)),
			      .winner = -1,
			      .level = knock_out ? level_pairings(tallied) : 0};

	standings_ratings(standings, ranks.ratings);
	for (int i = 0; i < standings->players; i++) {
		const struct mean *mean = &standings->player[i].score;
		double score = !standings->scored ? 0
			       : mean->count      ? mean->middle
						  : -INFINITY,
		       elo = isnan(ranks.ratings[i].elo) /* then the share of points */
				     ? tally_score(&standings->player[i].tally)
				     : round(ranks.ratings[i].elo * 1000), /* without the noise of sums */
			points = standings_total(standings, i);

		if (swiss || knock_out)
			rows[i] =
				(struct standing_row){i, {swiss ? points : stage_of(tallied, i), score, elo}};
		else
			rows[i] = (struct standing_row){i, {score, elo, points}};
	}
	qsort(rows, n, sizeof(*rows), better);
	if (knock_out && n > 1 && rows[0].keys[0] == last_stage(standings->players))
		ranks.winner = rows[0].player;
	for (size_t i = 0; i < n; i++) {
		ranks.order[i] = rows[i].player;
		ranks.rank[rows[i].player] = (int)i + 1;
	}
	free(rows);
	return ranks;
}

void ranks_free(struct ranks *ranks)
{
	free(ranks->order);
	free(ranks->rank);
	free(ranks->ratings);
}

/* ---- two players ---- */

struct versus versus_of(const struct standings *standings, int i, int j)
{
	bool turned = i > j;
	const struct pairing_sum *sum = standings_pairing(standings, turned ? j : i, turned ? i : j);
	struct versus versus = {
		.tally = sum->tally, .without = sum->without, .pairs = sum->pairs, .score = sum->score};

	if (turned) {
		versus.tally.wins = sum->tally.losses;
		versus.tally.losses = sum->tally.wins;
		versus.pairs = pairs_turned(&sum->pairs);
		versus.score.sum = 0 - sum->score.sum; /* no minus before 0 */
		versus.score.middle = 0 - sum->score.middle;
	}
	if (pairs_number(&versus.pairs)) {
		versus.elo = pairs_elo(&versus.pairs);
		versus.superiority = pairs_superiority(&versus.pairs);
	} else {
		versus.elo = tally_elo(&versus.tally);
		versus.superiority = tally_superiority(&versus.tally);
	}
	return versus;
}

/* ---- reasons and openings ---- */

static int blamed(const struct standings *standings, int reason)
{
	int sum = 0;

	for (int i = 0; i < standings->players; i++)
		sum += standings->player[i].blamed[reason];
	return sum;
}

int tally_reasons(const struct standings *standings, int order[STANDINGS_REASONS_MOST])
{
	for (int i = 0; i < standings->reason_count; i++) {
		int here = blamed(standings, i), k = i;

		for (; k > 0; k--) {
			int before = blamed(standings, order[k - 1]);

			if (before > here || (before == here && strcmp(standings->reasons[order[k - 1]],
								       standings->reasons[i]) < 0))
				break;
			order[k] = order[k - 1];
		}
		order[k] = i;
	}
	return standings->reason_count;
}

struct opening_row {
	int place, games;
	const char *text;
};

static int more_games(const void *a, const void *b)
{
	const struct opening_row *one = a, *other = b;

	return one->games != other->games ? (one->games < other->games ? 1 : -1)
					  : strcmp(one->text, other->text);
}

int *tally_openings(const struct standings *standings)
{
	size_t n = (size_t)standings->openings;
	struct opening_row *rows = bytes_new((n + 1) * sizeof(*rows));
	int *order = bytes_new((n + 1) * sizeof(*order));

	for (size_t i = 0; i < n; i++) {
		const struct opening_sum *opening = &standings->opening[i];

		rows[i] = (struct opening_row){(int)i, tally_games(&opening->tally) + opening->without,
					       opening->text};
	}
	qsort(rows, n, sizeof(*rows), more_games);
	for (size_t i = 0; i < n; i++)
		order[i] = rows[i].place;
	free(rows);
	return order;
}

char *tally_opening_words(const struct opening_sum *opening)
{
	struct bytes resolved = {0}, words = {0};

	piece_add(&resolved, (struct piece){opening->text, strlen(opening->text)});
	bytes_add(&words, "", 0);
	words_add_name(&words, resolved.at);
	bytes_free(&resolved);
	return words.at;
}
