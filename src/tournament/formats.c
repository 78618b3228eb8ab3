/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* formats.c - the kinds of tournaments, a row each: who meets, and who stands where.
 *
 * The swiss is a plain form of the FIDE (Dutch) System (FIDE Handbook C.04.1 and C.04.3): players of equal
 * points meet, the upper half of them the lower half in order; nobody meets an opponent twice; whoever has
 * begun less often begins; with an odd number the last one who has not had a bye gets one, which counts as
 * games won.  A player that has withdrawn is free first, without points.  It has no other rules for floaters
 * and colours.  Players of equal points stand in the order of their numbers.
 *
 * In the knock-out the first numbers are the strongest players: 1 and 2 can only meet in the final, and they
 * get the byes of the first round.  The points of a pairing decide, then the sums of the scores, then the
 * lower number.  */
#include "ringside/schedule.h"

#include "ringside/bytes.h"
#include "ringside/standings.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- round robin ---- */

/* With an odd number of players somebody is free in each round.  */
static int even_players(const struct schedule *schedule)
{
	return schedule->players + schedule->players % 2;
}

static int64_t robin_pairings(const struct schedule *schedule)
{
	return (int64_t)schedule->players * (schedule->players - 1) / 2;
}

static int robin_rounds(const struct schedule *schedule)
{
	return even_players(schedule) - 1;
}

/* The circle method (FIDE Handbook C.05 Annex 1, Berger tables): the last player sits in the middle, the
 * others turn around it.  In round r player r meets the middle, and r + i meets r - i.  Each begins as often
 * as not, or once more or less.  */
static struct pairing robin_pairing(const struct schedule *schedule, int index)
{
	int even = even_players(schedule), circle = even - 1, free = schedule->players % 2;
	int in_round = even / 2 - free, round = index / in_round, i = index % in_round + free;
	int one = (round + i) % circle, other = (round + circle - i) % circle;

	if (i == 0)
		other = circle; /* the middle */
	if (i == 0 && round % 2)
		return (struct pairing){other + 1, one + 1, round};
	return (struct pairing){one + 1, other + 1, round};
}

/* ---- gauntlet ---- */

static int64_t gauntlet_pairings(const struct schedule *schedule)
{
	return schedule->players - 1;
}

static int gauntlet_rounds(const struct schedule *schedule)
{
	return schedule->players - 1;
}

static struct pairing gauntlet_pairing(const struct schedule *schedule UNUSED, int index)
{
	return index % 2 ? (struct pairing){index + 2, 1, index} : (struct pairing){1, index + 2, index};
}

/* ---- games for one player ---- */

static int64_t alone_pairings(const struct schedule *schedule)
{
	return schedule->players;
}

static int one_round(const struct schedule *schedule UNUSED)
{
	return 1;
}

static struct pairing alone_pairing(const struct schedule *schedule UNUSED, int index)
{
	return (struct pairing){index + 1, 0, 0};
}

/* ---- rounds that the results before decide ---- */

/* Searching for opponents stops after so many steps; then players may meet again.  Who has met whom is kept
 * for each two players.  */
enum { STEPS_MOST = 100000, PLAYERS_MOST = 1000 };

/* A pairing of a round that is made.  */
struct meeting {
	struct pairing pairing;
	int halves[2]; /* points of one and other, in halves */
	double score[2];
	int taken; /* results of its games */
};

struct schedule_rounds {
	int count;                /* rounds that are made */
	struct meeting *meetings; /* of these rounds */
	int meeting_count;
	int *bracket;    /* of a knock-out: the players of the last round that is made, in the order of the
			    tree, 0 for nobody */
	int *byes;       /* of a swiss: how many each player had, by number */
	bool *withdrawn; /* likewise: does it play no more? */
};

/* The rounds until one of so many is left.  */
static int halvings(int players)
{
	int rounds = 0;

	while ((1 << rounds) < players)
		rounds++;
	return rounds;
}

/* The first pairing of a round.  */
static int first_of(const struct schedule *schedule, int round)
{
	int first = 0;

	for (int r = 0; r < round; r++)
		first += schedule_format(schedule)->width(schedule, r);
	return first;
}

static int64_t decided_pairings(const struct schedule *schedule)
{
	return first_of(schedule, schedule_format(schedule)->rounds(schedule));
}

static struct pairing decided_pairing(const struct schedule *schedule, int index)
{
	int round = 0;

	if (schedule->made && index < schedule->made->meeting_count)
		return schedule->made->meetings[index].pairing;
	while (round + 1 < schedule_format(schedule)->rounds(schedule) &&
	       index >= first_of(schedule, round + 1))
		round++;
	return (struct pairing){.round = round};
}

static char *too_many(const struct schedule *schedule)
{
	if (schedule->players <= PLAYERS_MOST)
		return NULL;
	return bytes_text("expected at most %d players, not %d", PLAYERS_MOST, schedule->players);
}

static void add_meeting(struct schedule_rounds *made, int one, int other)
{
	made->meetings =
		bytes_resized(made->meetings, ((size_t)made->meeting_count + 1) * sizeof(*made->meetings));
	made->meetings[made->meeting_count++] =
		(struct meeting){.pairing = {.one = one, .other = other, .round = made->count}};
}

/* ---- swiss ---- */

static char *swiss_problem(const struct schedule *schedule)
{
	int most = robin_rounds(schedule);
	char *problem = too_many(schedule);

	if (problem || schedule->rounds <= most)
		return problem;
	return bytes_text("%d players have new opponents in at most %d rounds, not in %d", schedule->players,
			  most, schedule->rounds);
}

static int swiss_rounds(const struct schedule *schedule)
{
	return schedule->rounds ? schedule->rounds : halvings(schedule->players);
}

static int swiss_width(const struct schedule *schedule, int round UNUSED)
{
	return schedule->players / 2;
}

struct standing_of {
	int player;
	int halves; /* points, in halves; -1: it has withdrawn, and stands last */
	int begins; /* how often it has begun a pairing, less how often not */
	int last;   /* 1: it began the last one, -1: it did not, 0: none yet */
	bool paired;
};

struct swiss {
	const struct schedule *schedule;
	struct standing_of *at; /* in their order */
	int count;
	bool *met; /* by the numbers of two players */
	int steps;
	int *found; /* who is paired, two and two */
	int found_count;
};

static bool *met(const struct swiss *swiss, int one, int other)
{
	return &swiss->met[(one - 1) * swiss->schedule->players + other - 1];
}

static int by_points(const void *a, const void *b)
{
	const struct standing_of *one = a, *other = b;

	if (one->halves != other->halves)
		return one->halves > other->halves ? -1 : 1;
	return one->player < other->player ? -1 : 1;
}

static bool pair_rest(struct swiss *swiss, bool again);

/* Pairs these two if they may meet, and then the rest.  */
static bool try_pair(struct swiss *swiss, int i, int k, bool again)
{
	if ((!again && *met(swiss, swiss->at[i].player, swiss->at[k].player)) || swiss->steps++ > STEPS_MOST)
		return false;
	swiss->at[i].paired = swiss->at[k].paired = true;
	swiss->found[swiss->found_count++] = i;
	swiss->found[swiss->found_count++] = k;
	if (pair_rest(swiss, again))
		return true;
	swiss->found_count -= 2;
	swiss->at[i].paired = swiss->at[k].paired = false;
	return false;
}

/* Whom the first of `count` players tries as its i-th opponent, by their order, if the first `equal` of them
 * have equal points: the lower half of these, then the upper half from below, then the others.  */
static int candidate(int i, int equal)
{
	int half = equal > 1 ? equal / 2 : 1;

	if (i < equal - half)
		return half + i;
	return i < equal - 1 ? equal - 1 - i : i + 1;
}

/* Pairs the first one who is left, and then the rest.  False: that cannot be.  */
static bool pair_rest(struct swiss *swiss, bool again)
{
	int *left = bytes_new((size_t)swiss->count * sizeof(*left) + 1), count = 0, equal = 0;
	bool good;

	for (int k = 0; k < swiss->count; k++)
		if (!swiss->at[k].paired) {
			left[count++] = k;
			equal += swiss->at[k].halves == swiss->at[left[0]].halves;
		}
	good = count == 0;
	for (int i = 0; i < count - 1 && !good; i++)
		good = try_pair(swiss, left[0], left[candidate(i, equal)], again);
	free(left);
	return good;
}

static void note_meeting(struct swiss *swiss, const struct meeting *meeting)
{
	int players[2] = {meeting->pairing.one, meeting->pairing.other};

	for (int i = 0; i < 2; i++) {
		struct standing_of *at = &swiss->at[players[i] - 1];

		at->halves += meeting->halves[i];
		at->begins += i ? -1 : 1;
		at->last = i ? -1 : 1;
		*met(swiss, players[i], players[1 - i]) = true;
	}
}

/* Does `a` begin against `b`, who stands behind it?  */
static bool begins(const struct standing_of *a, const struct standing_of *b)
{
	if (a->begins != b->begins)
		return a->begins < b->begins;
	return a->last != b->last ? a->last < b->last : true;
}

/* Pairs all but the one with a bye (-1: nobody).  */
static bool pair_without(struct swiss *swiss, int bye, bool again)
{
	swiss->found_count = 0;
	for (int i = 0; i < swiss->count; i++)
		swiss->at[i].paired = i == bye;
	return pair_rest(swiss, again);
}

/* Pairs all players.  With an odd number the last one who can gets a bye.  False: somebody would meet an
 * opponent again.  */
static bool pair_all(struct swiss *swiss, int *byes, bool again)
{
	int last = swiss->count - 1;

	swiss->steps = 0;
	if (swiss->count % 2 == 0)
		return pair_without(swiss, -1, again);
	for (int bye = last; bye >= 0; bye--)
		if ((again || swiss->at[bye].halves < 0 || !byes[swiss->at[bye].player]) &&
		    pair_without(swiss, bye, again)) {
			byes[swiss->at[bye].player]++;
			return true;
		}
	return false;
}

static void make_swiss(struct schedule *schedule)
{
	struct schedule_rounds *made = schedule->made;
	size_t count = (size_t)schedule->players;
	struct swiss swiss = {.schedule = schedule,
			      .count = schedule->players,
			      .at = bytes_new(count * sizeof(*swiss.at)),
			      .met = bytes_new(count * count * sizeof(*swiss.met)),
			      .found = bytes_new((count + 1) * sizeof(*swiss.found))};

	for (int i = 0; i < schedule->players; i++)
		swiss.at[i] = (struct standing_of){.player = i + 1,
						   .halves = made->byes[i + 1] * 2 * schedule->games};
	for (int i = 0; i < made->meeting_count; i++)
		note_meeting(&swiss, &made->meetings[i]);
	for (int i = 0; i < swiss.count; i++)
		swiss.at[i].halves = made->withdrawn[i + 1] ? -1 : swiss.at[i].halves;
	qsort(swiss.at, count, sizeof(*swiss.at), by_points);
	if (!pair_all(&swiss, made->byes, false))
		pair_all(&swiss, made->byes, true);
	for (int i = 0; i + 1 < swiss.found_count; i += 2) {
		const struct standing_of *a = &swiss.at[swiss.found[i]], *b = &swiss.at[swiss.found[i + 1]];
		/* In the first round they begin in turns.  */
		bool one = made->count ? begins(a, b) : i / 2 % 2 == 0;

		add_meeting(made, one ? a->player : b->player, one ? b->player : a->player);
	}
	free(swiss.at);
	free(swiss.met);
	free(swiss.found);
}

static double swiss_rank(const struct standings *standings, int each UNUSED, int player)
{
	return standings_total(standings, player);
}

/* ---- knock-out ---- */

static int knock_out_rounds(const struct schedule *schedule)
{
	return halvings(schedule->players);
}

static int knock_out_width(const struct schedule *schedule, int round)
{
	int places = 1 << (halvings(schedule->players) - 1);

	return round == 0 ? schedule->players - places : places >> round;
}

/* The tree's leaves: 1 against the last one, and so on, so that the first two meet last.  */
static void seed_bracket(struct schedule *schedule)
{
	int places = 1 << halvings(schedule->players);
	int *bracket = bytes_new((size_t)places * sizeof(*bracket));

	bracket[0] = 1;
	for (int size = 1; size < places; size *= 2)
		for (int i = size - 1; i >= 0; i--) {
			bracket[2 * i] = bracket[i];
			bracket[2 * i + 1] = 2 * size + 1 - bracket[2 * i];
		}
	for (int i = 0; i < places; i++)
		bracket[i] = bracket[i] <= schedule->players ? bracket[i] : 0;
	schedule->made->bracket = bracket;
}

static int winner_of(const struct meeting *meeting)
{
	int one = meeting->pairing.one, other = meeting->pairing.other;

	if (meeting->halves[0] != meeting->halves[1])
		return meeting->halves[0] > meeting->halves[1] ? one : other;
	if (meeting->score[0] != meeting->score[1])
		return meeting->score[0] > meeting->score[1] ? one : other;
	return one < other ? one : other;
}

/* Leaves the winners of the last round in the bracket.  */
static void take_winners(const struct schedule *schedule)
{
	struct schedule_rounds *made = schedule->made;
	int places = (1 << halvings(schedule->players)) >> (made->count - 1);
	const struct meeting *meeting = &made->meetings[first_of(schedule, made->count - 1)];

	for (int i = 0; i < places / 2; i++) {
		int one = made->bracket[2 * i], other = made->bracket[2 * i + 1];

		made->bracket[i] = !one ? other : !other ? one : winner_of(meeting++);
	}
}

static void make_knock_out(struct schedule *schedule)
{
	struct schedule_rounds *made = schedule->made;
	int places = (1 << halvings(schedule->players)) >> made->count;

	if (made->count)
		take_winners(schedule);
	else
		seed_bracket(schedule);
	for (int i = 0; i < places; i += 2)
		if (made->bracket[i] && made->bracket[i + 1])
			add_meeting(made, made->bracket[i], made->bracket[i + 1]);
}

/* What decides a pairing of a knock-out: the points, then the scores.  0: neither does.  */
static double lead(const struct standings *standings, int i, int j)
{
	const double noise = 1e-9; /* of sums */
	double points = standings_points(standings, i, j) - standings_points(standings, j, i),
	       score = i < j ? standings_pairing(standings, i, j)->score.sum
			     : -standings_pairing(standings, j, i)->score.sum;

	return points != 0 ? points : fabs(score) > noise ? score : 0;
}

/* Of two players that have met: does the first one go on?  If nothing else does, their order decides.  */
static bool goes_on(const struct standings *standings, int i, int j)
{
	double ahead = lead(standings, i, j);

	return ahead != 0 ? ahead > 0 : i < j;
}

/* Have the two played all their games?  */
static bool have_met(const struct pairing_sum *pairing, int each)
{
	return tally_games(&pairing->tally) + pairing->without == each;
}

static int knock_out_level(const struct standings *standings, int each)
{
	int level = 0;

	for (int i = 0; i < standings->pairings; i++) {
		const struct pairing_sum *pairing = &standings->pairing[i];

		level += have_met(pairing, each) && lead(standings, pairing->low, pairing->high) == 0;
	}
	return level;
}

/* How far a player has come in a knock-out: two for each round, and one more if it has won that.  Who has not
 * played yet was free in the first round.  */
static double knock_out_rank(const struct standings *standings, int each, int i)
{
	int round = standings->player[i].round;

	for (int j = 0; round && j < standings->players; j++) {
		const struct pairing_sum *pairing;

		if (j == i || standings->player[j].round != round)
			continue;
		pairing = standings_pairing(standings, i < j ? i : j, i < j ? j : i);
		if (tally_games(&pairing->tally) + pairing->without > 0)
			return 2 * round + (have_met(pairing, each) && goes_on(standings, i, j));
	}
	return round ? 2 * round + 1 : 3;
}

static double knock_out_won(const struct standings *standings)
{
	return 2 * halvings(standings->players) + 1;
}

/* ---- all ---- */

const struct schedule_format schedule_formats[SCHEDULE_KIND_COUNT] = {
	[SCHEDULE_ROUND_ROBIN] = {.least = 2,
				  .pairings = robin_pairings,
				  .pairing = robin_pairing,
				  .rounds = robin_rounds},
	[SCHEDULE_GAUNTLET] = {.least = 2,
			       .first_meets_all = true,
			       .pairings = gauntlet_pairings,
			       .pairing = gauntlet_pairing,
			       .rounds = gauntlet_rounds},
	[SCHEDULE_ALONE] = {.least = 1,
			    .alone = true,
			    .pairings = alone_pairings,
			    .pairing = alone_pairing,
			    .rounds = one_round},
	[SCHEDULE_SWISS] = {.least = 2,
			    .takes_rounds = true,
			    .free_wins = true,
			    .problem = swiss_problem,
			    .pairings = decided_pairings,
			    .pairing = decided_pairing,
			    .rounds = swiss_rounds,
			    .make = make_swiss,
			    .width = swiss_width,
			    .rank = swiss_rank},
	[SCHEDULE_KNOCK_OUT] = {.least = 2,
				.problem = too_many,
				.pairings = decided_pairings,
				.pairing = decided_pairing,
				.rounds = knock_out_rounds,
				.make = make_knock_out,
				.width = knock_out_width,
				.rank = knock_out_rank,
				.won = knock_out_won,
				.level = knock_out_level}};

#define WORD(NAME, word, help) [SCHEDULE_##NAME] = word,
static const char *const kind_words[SCHEDULE_KIND_COUNT] = {SCHEDULE_KINDS(WORD)};
#undef WORD

const char *schedule_word(enum schedule_kind kind)
{
	return kind_words[kind];
}

int schedule_kind_of(const char *word)
{
	int kind = SCHEDULE_KIND_COUNT - 1;

	while (kind >= 0 && strcmp(kind_words[kind], word) != 0)
		kind--;
	return kind;
}

const struct schedule_format *schedule_format(const struct schedule *schedule)
{
	return &schedule_formats[schedule->kind];
}

int schedule_ready(const struct schedule *schedule)
{
	int pairings = schedule->made ? schedule->made->meeting_count : 0;

	return schedule_format(schedule)->make ? pairings * schedule->games : schedule_games(schedule);
}

static bool is_complete(const struct schedule *schedule)
{
	const struct schedule_rounds *made = schedule->made;

	for (int i = 0; i < made->meeting_count; i++)
		if (made->meetings[i].taken < schedule->games)
			return false;
	return true;
}

bool schedule_advance(struct schedule *schedule)
{
	if (!schedule_format(schedule)->make)
		return false;
	if (!schedule->made) {
		schedule->made = bytes_new(sizeof(*schedule->made));
		schedule->made->byes = bytes_new(((size_t)schedule->players + 1) * sizeof(int));
		schedule->made->withdrawn = bytes_new((size_t)schedule->players + 1);
	}
	if (!is_complete(schedule) || schedule->made->count == schedule_format(schedule)->rounds(schedule))
		return false;
	schedule_format(schedule)->make(schedule);
	schedule->made->count++;
	assert(schedule->made->meeting_count == first_of(schedule, schedule->made->count));
	return true;
}

void schedule_take(struct schedule *schedule, int game, const int halves[SEATS], const double score[SEATS])
{
	struct scheduled scheduled;
	struct meeting *meeting;
	int seat;

	if (!schedule_format(schedule)->make)
		return;
	scheduled = schedule_game(schedule, game);
	meeting = &schedule->made->meetings[scheduled.pairing - 1];
	seat = scheduled.player[SEAT_1] == meeting->pairing.one ? SEAT_1 : SEAT_2;
	meeting->halves[0] += halves[seat];
	meeting->halves[1] += halves[SEAT_1 + SEAT_2 - seat];
	meeting->score[0] += score[seat];
	meeting->score[1] += score[SEAT_1 + SEAT_2 - seat];
	meeting->taken++;
}

void schedule_withdraw(struct schedule *schedule, int player)
{
	if (schedule->made)
		schedule->made->withdrawn[player] = true;
}

void schedule_free(struct schedule *schedule)
{
	if (!schedule->made)
		return;
	free(schedule->made->meetings);
	free(schedule->made->bracket);
	free(schedule->made->byes);
	free(schedule->made->withdrawn);
	free(schedule->made);
	schedule->made = NULL;
}
