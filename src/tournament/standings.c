/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* standings.c - counts the games of a tournament, and tells how far a series is.  */
#include "ringside/standings.h"

#include "ringside/match.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- which games and pairs have come ---- */

/* A block has so many numbers.  A line of a stranger cannot make ringside take more than a block, or more
 * than RESULT_GAMES_MOST / BLOCK pointers.  */
enum { BLOCK = 64 };

/* Of a pair of games.  */
struct half {
	unsigned short low, high; /* its players from 1, the smaller number first */
	unsigned char state; /* 0: no game has come; 1 + 2 p: one, in which `low` has taken p points; DONE */
};
enum { HALF_WITHOUT = 6, HALF_DONE = 7 };

/* The `each` bytes of a number, all 0 at first.  */
static void *sparse_at(struct sparse *sparse, int number, size_t each)
{
	size_t block = (size_t)number / BLOCK;

	if (block >= sparse->count) {
		size_t count = block + block / 2 + 16;

		sparse->blocks = bytes_resized(sparse->blocks, count * sizeof(*sparse->blocks));
		memset(sparse->blocks + sparse->count, 0, (count - sparse->count) * sizeof(*sparse->blocks));
		sparse->count = count;
	}
	if (!sparse->blocks[block])
		sparse->blocks[block] = bytes_new(BLOCK * each);
	return sparse->blocks[block] + (size_t)number % BLOCK * each;
}

static void sparse_free(struct sparse *sparse)
{
	for (size_t i = 0; i < sparse->count; i++)
		free(sparse->blocks[i]);
	free(sparse->blocks);
}

/* Has the game come before?  32 bits of its marks tell whether it was the same.  */
static enum standings_news news_of(struct standings *standings, const struct result_line *line)
{
	uint32_t marks = (uint32_t)line->marks ? (uint32_t)line->marks : 1, before;
	void *at = sparse_at(&standings->seen, line->game, sizeof(marks));

	memcpy(&before, at, sizeof(before));
	if (!before) {
		memcpy(at, &marks, sizeof(marks));
		return STANDINGS_NEW;
	}
	return before == marks ? STANDINGS_SAME : STANDINGS_DIFFERENT;
}

/* ---- two players ---- */

/* The place of the row of two players, i < j, in the hash; or where it would be.  */
static int *slot_of(const struct standings *standings, int i, int j)
{
	uint64_t hash = ((uint64_t)i << 32 | (uint64_t)j) * 0x9e3779b97f4a7c15u;
	size_t mask = standings->pairing_room - 1, at = (size_t)(hash ^ hash >> 32) & mask;

	for (; standings->pairing_hash[at]; at = (at + 1) & mask) {
		const struct pairing_sum *row = &standings->pairing[standings->pairing_hash[at] - 1];

		if (row->low == i && row->high == j)
			break;
	}
	return &standings->pairing_hash[at];
}

const struct pairing_sum *standings_pairing(const struct standings *standings, int i, int j)
{
	static const struct pairing_sum none;
	int place = standings->pairings ? *slot_of(standings, i, j) : 0;

	return place ? &standings->pairing[place - 1] : &none;
}

/* Keeps half of the hash free, and room for as many rows.  */
static void make_room(struct standings *standings)
{
	enum { FIRST = 64 };
	size_t room = standings->pairing_room ? 2 * standings->pairing_room : FIRST;

	if ((size_t)standings->pairings < standings->pairing_room / 2)
		return;
	free(standings->pairing_hash);
	standings->pairing_hash = bytes_new(room * sizeof(*standings->pairing_hash));
	standings->pairing_room = room;
	standings->pairing = bytes_resized(standings->pairing, room / 2 * sizeof(*standings->pairing));
	for (int i = 0; i < standings->pairings; i++)
		*slot_of(standings, standings->pairing[i].low, standings->pairing[i].high) = i + 1;
}

static struct pairing_sum *make_pairing(struct standings *standings, int i, int j)
{
	int *slot;

	make_room(standings);
	slot = slot_of(standings, i, j);
	if (!*slot) {
		standings->pairing[standings->pairings] = (struct pairing_sum){.low = i, .high = j};
		*slot = ++standings->pairings;
	}
	return &standings->pairing[*slot - 1];
}

/* ---- a game ---- */

static void count(struct tally *tally, int winner, int seat)
{
	if (winner == 0)
		tally->draws++;
	else if (winner == seat)
		tally->wins++;
	else
		tally->losses++;
}

/* Of a round of a swiss.  */
struct round_games {
	int64_t count, players; /* games, and the sum of the numbers of their players */
};

/* When the last game of a round has come, the player that no game had was free.  */
static void add_to_round(struct standings *standings, const struct result_line *line)
{
	int64_t n = standings->players, games = standings->bye_games, free_one;
	struct round_games *round = sparse_at(&standings->byes, line->round, sizeof(*round));

	round->count++;
	round->players += line->players[0] + line->players[1];
	if (round->count != n / 2 * games || round->players % games != 0)
		return;
	free_one = n * (n + 1) / 2 - round->players / games;
	if (free_one >= 1 && free_one <= n)
		standings->player[free_one - 1].byes++;
}

static char *add_to_pair(struct standings *standings, const struct result_line *line,
			 struct pairing_sum *pairing)
{
	int low = line->players[0] < line->players[1] ? 0 : 1;
	struct half *half = sparse_at(&standings->pairs, line->pair, sizeof(*half));
	int state = line->winner < 0 ? HALF_WITHOUT : 1 + (int)(2 * result_line_points(line, low + 1));

	if (half->state && (half->low != line->players[low] || half->high != line->players[!low]))
		return bytes_text("game %d: pair %d has games of players %d and %d, too", line->game,
				  line->pair, half->low, half->high);
	if (half->state == HALF_DONE)
		return bytes_text("game %d: pair %d has two games already", line->game, line->pair);
	if (!half->state) {
		half->low = (unsigned short)line->players[low];
		half->high = (unsigned short)line->players[!low];
		half->state = (unsigned char)state;
		standings->half_pairs++;
		return NULL;
	}
	if (state != HALF_WITHOUT && half->state != HALF_WITHOUT)
		pairing->pairs.count[state + half->state - 2]++;
	half->state = HALF_DONE;
	standings->half_pairs--;
	return NULL;
}

static int place_of_reason(struct standings *standings, struct piece reason)
{
	struct bytes text = {0};
	int i = 0, last = STANDINGS_REASONS_MOST - 1;

	if (reason.at && reason.size <= STANDINGS_TEXT_MOST)
		piece_add(&text, reason);
	else
		bytes_add_text(&text, "other");
	while (i < standings->reason_count && strcmp(standings->reasons[i], text.at) != 0)
		i++;
	if (i > last || (i == last && i == standings->reason_count)) /* the last row is for all others */
		i = last;
	if (i < standings->reason_count) {
		free(text.at);
		return i;
	}
	if (i == last) {
		free(text.at);
		text.at = bytes_text("other");
	}
	standings->reasons[i] = text.at;
	standings->reason_count = i + 1;
	return i;
}

static size_t hash_of(struct piece text)
{
	uint64_t hash = 0xcbf29ce484222325u;

	for (size_t i = 0; i < text.size; i++)
		hash = (hash ^ (unsigned char)text.at[i]) * 0x100000001b3u;
	return (size_t)(hash ^ hash >> 32);
}

/* Openings are compared as they stand in the lines: one program writes them all.  */
static struct opening_sum *opening_of(struct standings *standings, struct piece text)
{
	const size_t room = 2 * STANDINGS_OPENINGS_MOST;
	size_t hash = hash_of(text), at = hash % room;
	struct opening_sum *row;

	if (!standings->opening_hash)
		standings->opening_hash = bytes_new(room * sizeof(*standings->opening_hash));
	for (; standings->opening_hash[at]; at = (at + 1) % room) {
		row = &standings->opening[standings->opening_hash[at] - 1];
		if (row->hash == hash && piece_is(text, row->text))
			return row;
	}
	if (standings->openings == STANDINGS_OPENINGS_MOST || text.size > STANDINGS_TEXT_MOST)
		return NULL;
	standings->opening = bytes_resized(standings->opening,
					   ((size_t)standings->openings + 1) * sizeof(*standings->opening));
	row = &standings->opening[standings->openings++];
	*row = (struct opening_sum){.text = bytes_copy(text.at, text.size), .hash = hash};
	standings->opening_hash[at] = standings->openings;
	return row;
}

static void add_to_opening(struct standings *standings, const struct result_line *line)
{
	struct opening_sum *row = opening_of(standings, line->opening);

	if (!row)
		standings->openings_left++;
	else if (line->winner < 0)
		row->without++;
	else
		count(&row->tally, line->winner, line->first);
}

static void measure(struct measured *sum, const struct result_seat *seat)
{
	if (!isnan(seat->think_total))
		mean_add(&sum->think, seat->think_total);
	if (!isnan(seat->cpu))
		mean_add(&sum->cpu, seat->cpu);
	if (seat->think_mean > 0)
		sum->turns += round(seat->think_total / seat->think_mean);
	sum->longest = fmax(sum->longest, seat->think_longest); /* of a number and NAN it is the number */
	sum->memory = fmax(sum->memory, seat->peak_memory);
	sum->forgiven += seat->forgiven;
	sum->held_longest = fmax(sum->held_longest, seat->held_longest);
	sum->held_turns += isnan(seat->held_turns) ? 0 : seat->held_turns;
	sum->waited += isnan(seat->waited) ? 0 : seat->waited;
	sum->waited_turns += isnan(seat->waited_turns) ? 0 : seat->waited_turns;
}

double measured_move(const struct measured *measured)
{
	return measured->turns > 0 ? measured->think.sum / measured->turns : NAN;
}

/* Makes one stretch of two, for all players, until the round has one.  */
static void lengthen_curves(struct standings *standings, int round)
{
	for (; (round - 1) / standings->stretch >= STANDINGS_CURVE; standings->stretch *= 2)
		for (int i = 0; i < standings->players; i++) {
			struct mean *curve = standings->player[i].curve, longer[STANDINGS_CURVE] = {0};

			for (int k = 0; k < STANDINGS_CURVE; k++)
				mean_join(&longer[k / 2], &curve[k]);
			memcpy(curve, longer, sizeof(longer));
		}
}

static void add_to_player(struct standings *standings, const struct result_line *line, int seat)
{
	struct player_sum *player = &standings->player[line->players[seat - 1] - 1];
	double score = line->score[seat - 1];

	player->faults += line->faults[seat - 1];
	player->round = line->round > player->round ? line->round : player->round;
	player->withdrawn |= line->blame == seat && result_line_not_started(line);
	if (line->blame == seat)
		player->blamed[place_of_reason(standings, line->reason)]++;
	if (!isnan(score))
		mean_add(&player->score, score);
	for (int k = 0; k < RESULT_TENTHS; k++)
		if (!isnan(line->curve[seat - 1][k]))
			mean_add(&player->tenths[k], line->curve[seat - 1][k]);
	if (!isnan(score) && line->round) {
		lengthen_curves(standings, line->round);
		mean_add(&player->curve[(line->round - 1) / standings->stretch], score);
		standings->rounds = line->round > standings->rounds ? line->round : standings->rounds;
	}
	measure(&player->measured, &line->seats[seat - 1]);
	if (line->winner < 0) {
		player->without++;
		player->voids += result_line_is_void(line);
		return;
	}
	count(&player->tally, line->winner, seat);
	if (line->first)
		count(&player->sides[line->first != seat], line->winner, seat);
}

char *standings_add(struct standings *standings, const struct result_line *line, enum standings_news *news)
{
	bool two = line->players[0] && line->players[1], turned = line->players[0] > line->players[1];
	struct pairing_sum *pairing = NULL;
	char *problem = NULL;

	*news = news_of(standings, line);
	standings->same += *news == STANDINGS_SAME;
	standings->different += *news == STANDINGS_DIFFERENT;
	if (*news == STANDINGS_DIFFERENT)
		standings->last_different = line->game;
	if (*news != STANDINGS_NEW)
		return NULL;
	if (two)
		pairing = make_pairing(standings, line->players[turned] - 1, line->players[!turned] - 1);
	if (two && line->pair)
		problem = add_to_pair(standings, line, pairing);
	if (problem)
		return problem;
	standings->games++;
	standings->scored |= result_line_is_scored(line);
	standings->without += line->winner < 0;
	standings->voids += result_line_is_void(line);
	standings->adjudicated += line->reason.at && piece_is(line->reason, REASON_ADJUDICATED);
	standings->seconds += isnan(line->seconds) ? 0 : line->seconds;
	standings->asked += line->moves + line->seats[0].unfinished + line->seats[1].unfinished;
	for (int seat = 1; seat <= 2; seat++)
		if (line->players[seat - 1])
			add_to_player(standings, line, seat);
	if (two && line->round && standings->bye_games && standings->players % 2)
		add_to_round(standings, line);
	if (two && line->winner < 0)
		pairing->without++;
	else if (two)
		count(&pairing->tally, line->winner, 1 + turned);
	if (two && !isnan(line->score[0]) && !isnan(line->score[1]))
		mean_add(&pairing->score, line->score[turned] - line->score[!turned]);
	if (line->winner > 0 && line->first)
		standings->side[line->winner != line->first]++;
	if (two && line->opening.at && line->first)
		add_to_opening(standings, line);
	return NULL;
}

/* ---- all games ---- */

/* Fewer pairs, beyond one for each rating, do not say how they spread.  */
enum { PAIRS_LEAST = 20 };

double standings_points(const struct standings *standings, int i, int j)
{
	const struct tally *tally;

	if (i == j)
		return 0;
	tally = &standings_pairing(standings, i < j ? i : j, i < j ? j : i)->tally;
	return (i < j ? tally->wins : tally->losses) + 0.5 * tally->draws;
}

double standings_total(const struct standings *standings, int player)
{
	const struct player_sum *sum = &standings->player[player];

	return sum->tally.wins + 0.5 * sum->tally.draws +
	       (sum->withdrawn ? 0 : (double)sum->byes * standings->bye_games);
}

struct pairs standings_pairs(const struct standings *standings, int player)
{
	struct pairs sum = {.games = standings->player[player].tally};

	for (int i = 0; i < standings->players; i++) {
		struct pairs pairs;

		if (i == player)
			continue;
		pairs = standings_pairing(standings, i < player ? i : player, i < player ? player : i)->pairs;
		if (i < player)
			pairs = pairs_turned(&pairs);
		for (int k = 0; k < PAIR_OUTCOMES; k++)
			sum.count[k] += pairs.count[k];
	}
	return sum;
}

/* How much wider, as a variance, pairs of games spread around what the ratings expect than two won or lost
 * games that do not depend on each other: draws, and openings that favour a side, make them narrower
 * (quasi-likelihood: McCullagh and Nelder, "Generalized Linear Models", 1989, chapter 9, with the sums of all
 * pairings, so that one upset against a weak player does not decide). 1 if there are too few pairs to tell,
 * or all were as expected, which says nothing.
 */
static double spread_of_pairs(const struct standings *standings, const struct rating *ratings)
{
	double found = 0, expected = 0;
	int number = 0, freedom;

	for (int j = 1; j < standings->players; j++)
		for (int i = 0; i < j; i++) {
			const struct pairs *pairs = &standings_pairing(standings, i, j)->pairs;
			double p = elo_score(ratings[i].elo - ratings[j].elo);

			for (int k = 0; k < PAIR_OUTCOMES; k++)
				found += pairs->count[k] * (0.5 * k - 2 * p) * (0.5 * k - 2 * p);
			expected += pairs_number(pairs) * 2 * p * (1 - p);
			number += pairs_number(pairs);
		}
	freedom = number - (standings->players - 1);
	return freedom < PAIRS_LEAST || found == 0 ? 1 : found / expected * number / freedom;
}

void standings_ratings(const struct standings *standings, struct rating *ratings)
{
	int n = standings->players;
	double *points, spread;

	for (int i = 0; i < n; i++)
		ratings[i] = (struct rating){NAN, NAN};
	if (n > STANDINGS_RATED_MOST)
		return;
	points = bytes_new((size_t)n * (size_t)n * sizeof(*points));
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			points[(size_t)i * (size_t)n + (size_t)j] = standings_points(standings, i, j);
	ratings_of(points, n, ratings);
	spread = sqrt(spread_of_pairs(standings, ratings));
	for (int i = 0; i < n; i++)
		ratings[i].error *= spread;
	free(points);
}

void standings_init(struct standings *standings, int players)
{
	*standings = (struct standings){.players = players, .stretch = 1};
	standings->player = bytes_new((size_t)players * sizeof(*standings->player));
	for (int i = 0; i < players; i++)
		standings->player[i].measured.longest = standings->player[i].measured.memory = NAN;
}

void standings_free(struct standings *standings)
{
	for (int i = 0; i < standings->openings; i++)
		free(standings->opening[i].text);
	for (int i = 0; i < standings->reason_count; i++)
		free(standings->reasons[i]);
	sparse_free(&standings->seen);
	sparse_free(&standings->pairs);
	sparse_free(&standings->byes);
	free(standings->opening);
	free(standings->opening_hash);
	free(standings->player);
	free(standings->pairing);
	free(standings->pairing_hash);
	*standings = (struct standings){0};
}

/* ---- how far a series is ---- */

char *standing_games(const struct standing *standing)
{
	if (!standing->games)
		return bytes_text("%d game%s", standing->finished, standing->finished == 1 ? "" : "s");
	return bytes_text("%d of %d game%s", standing->finished, standing->games,
			  standing->games == 1 ? "" : "s");
}

void standing_init(struct standing *standing, const struct setup *setup, struct standings *counts)
{
	*standing = (struct standing){.counts = counts, .words = protocol_first(setup)};
	standings_init(counts, 2);
	for (int s = SEAT_1; s <= SEAT_2; s++)
		standing->name[s] = bytes_text("%s", setup->seat[s].name ? setup->seat[s].name : "");
}

void standing_free(struct standing *standing)
{
	for (int s = 0; s < SEATS; s++)
		free(standing->name[s]);
	if (standing->counts)
		standings_free(standing->counts);
}

void standing_take(struct standing *standing, const struct result_line *line)
{
	enum standings_news news;

	for (int s = SEAT_1; s < SEATS; s++) {
		struct piece given = line->names[s - 1];
		struct bytes name = {0};

		if (!given.size)
			continue;
		piece_add(&name, given);
		free(standing->name[s]);
		standing->name[s] = name.at;
	}
	standing->finished++;
	free(standings_add(standing->counts, line, &news)); /* each pair has its two games */
}

/* What was measured of both players.  */
static struct measured measured(const struct standing *standing)
{
	struct measured sum = standing->counts->player[0].measured,
			other = standing->counts->player[1].measured;

	sum.held_turns += other.held_turns;
	sum.held_longest = fmax(sum.held_longest, other.held_longest);
	sum.waited_turns += other.waited_turns;
	return sum;
}

bool standing_waits(const struct standing *standing)
{
	enum { LEAST = 3 }; /* turns, before most of them are told to wait */
	double waited = measured(standing).waited_turns;

	return waited >= LEAST && waited > floor(standing->counts->asked / 2);
}

/* `+12.3`, or `+inf`.  */
static void add_elo(struct bytes *text, double elo)
{
	if (isfinite(elo))
		bytes_addf(text, "%+.1f", fabs(elo) < 0.05 ? 0 : elo);
	else
		bytes_add_text(text, elo < 0 ? "-inf" : "+inf");
}

/* Why there are no error bars; NULL: there are.  */
static const char *why_boundless(const struct tally *tally)
{
	int games = tally_games(tally);

	return tally->wins == games     ? "all games were won"
	       : tally->draws == games  ? "all games were drawn"
	       : tally->losses == games ? "all games were lost"
					: NULL;
}

static void add_elo_with_bars(struct bytes *text, const struct tally *tally)
{
	const struct elo elo = tally_elo(tally);
	const char *boundless = why_boundless(tally);

	bytes_add_text(text, "Elo ");
	add_elo(text, elo.middle);
	if (boundless) {
		bytes_addf(text, " (no error bars: %s)", boundless);
		return;
	}
	bytes_add_text(text, " (95 %: ");
	add_elo(text, elo.low);
	bytes_add_text(text, " to ");
	add_elo(text, elo.high);
	bytes_add_text(text, ")");
}

static void add_span(struct bytes *text, double seconds)
{
	enum { MINUTE = 60, HOUR = 3600 };
	/* A sane limit.  */
	int64_t s = seconds < 1e12 ? (int64_t)(seconds + 0.5) : (int64_t)1e12;

	if (s < 2 * MINUTE)
		bytes_addf(text, "%d s", (int)s);
	else if (s < 2 * HOUR)
		bytes_addf(text, "%d min", (int)(s / MINUTE));
	else
		bytes_addf(text, "%lld h %02d min", (long long)(s / HOUR), (int)(s % HOUR / MINUTE));
}

/* Tells two equal names apart.  */
static const char *alike(const struct standing *standing, int seat)
{
	return strcmp(standing->name[1], standing->name[2]) != 0 ? "" : seat == SEAT_1 ? " (1)" : " (2)";
}

static void add_results(struct bytes *text, const struct standing *standing)
{
	const struct tally *tally = &standing->counts->player[0].tally;

	bytes_addf(text, "%s%s %d, %s%s %d", standing->name[1], alike(standing, SEAT_1), tally->wins,
		   standing->name[2], alike(standing, SEAT_2), tally->losses);
	bytes_addf(text, ", draws %d", tally->draws);
	if (standing->counts->without)
		bytes_addf(text, ", without a winner %d", standing->counts->without);
	if (standing->counts->voids)
		bytes_addf(text, " (void %d)", standing->counts->voids);
}

void standing_add_pace(struct bytes *text, const struct standing *standing)
{
	double seconds = (double)standing->ns / NS_PER_S, speed = standing->here / seconds;
	char *games = standing_games(standing);

	bytes_add_text(text, games);
	free(games);
	if (standing->here && seconds > 0)
		bytes_addf(text, ", %.*f a second", speed < 10 ? 2 : 0, speed);
	if (standing->here && standing->games) {
		bytes_add_text(text, ", ");
		add_span(text, (standing->games - standing->finished) / speed);
		bytes_add_text(text, " left");
	}
}

char *standing_line(const struct standing *standing)
{
	const struct tally *tally = &standing->counts->player[0].tally;
	struct bytes text = {0};

	standing_add_pace(&text, standing);
	bytes_add_text(&text, "; ");
	add_results(&text, standing);
	if (tally_games(tally)) {
		struct pairs pairs = standings_pairs(standing->counts, 0);

		bytes_add_text(&text, "; ");
		if (standing->sprt) {
			FREED char *ratio = sprt_ratio_words(standing->sprt, &pairs);

			bytes_addf(&text, "%s, ", ratio);
		}
		add_elo_with_bars(&text, tally);
	}
	return text.at;
}

static void add_end_of_test(struct bytes *text, const struct standing *standing)
{
	const struct sprt *sprt = standing->sprt;
	struct pairs pairs = standings_pairs(standing->counts, 0);
	FREED char *test = sprt_words(sprt), *ratio = sprt_ratio_words(sprt, &pairs);

	bytes_addf(text, "\nsprt %s: %s", test, ratio);
	switch (pairs_state(sprt, &pairs)) {
	case SPRT_ACCEPTS_0:
		bytes_addf(text, ": accepted elo0: player 1 is stronger by %g rather than by %g", sprt->elo0,
			   sprt->elo1);
		break;
	case SPRT_ACCEPTS_1:
		bytes_addf(text, ": accepted elo1: player 1 is stronger by %g rather than by %g", sprt->elo1,
			   sprt->elo0);
		break;
	case SPRT_GOES_ON: bytes_add_text(text, ": neither is accepted yet"); break;
	}
}

char *standing_sum(const struct standing *standing)
{
	const struct standings *counts = standing->counts;
	const struct player_sum *one = &counts->player[0], *two = &counts->player[1];
	const struct tally *tally = &one->tally;
	struct measured both = measured(standing);
	int games = tally_games(tally);
	struct bytes text = {0};

	add_results(&text, standing);
	if (games) {
		bytes_addf(&text, "\n%s%s scores %.1f of %d (%.1f %%), ", standing->name[1],
			   alike(standing, SEAT_1), tally_score(tally) * games, games,
			   100 * tally_score(tally));
		add_elo_with_bars(&text, tally);
		if (standing->words)
			bytes_addf(&text, "\n%s won %d, %s %d", standing->words->one, counts->side[0],
				   standing->words->other, counts->side[1]);
	}
	if (one->measured.forgiven > 0 || two->measured.forgiven > 0)
		bytes_addf(&text, "\nmoves over a limit, forgiven (--tolerance): %s%s %.0f, %s%s %.0f",
			   standing->name[1], alike(standing, SEAT_1), one->measured.forgiven,
			   standing->name[2], alike(standing, SEAT_2), two->measured.forgiven);
	if (both.held_turns > 0)
		bytes_addf(&text, "\nturns that the judge was held up in, for at most %.3f s: %.0f",
			   both.held_longest, both.held_turns);
	if (both.waited_turns > 0)
		bytes_addf(&text, "\nanswers during which an agent waited for a core: %.0f",
			   both.waited_turns);
	if (standing->sprt)
		add_end_of_test(&text, standing);
	return text.at;
}
