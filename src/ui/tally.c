/* tally.c - what is counted of a match, at any place of it.
 *
 * What was counted is set aside each so many turns.  When there are too many of these marks, every second is
 * dropped and they come half as often, so that a longer match takes more time to jump in, not more room.  A
 * turn's scores may come after it: the plot gets them when the next turn is counted.  */
#include "tally.h"

#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

enum {
	MARKS = 32, /* even, so that the next one is due where it would be with half of them */
	FIRST_DISTANCE = 4096
};

struct tallies {
	struct tally now;
	struct tally *mark[MARKS]; /* at 0, distance, 2 * distance ... turns; owned */
	int marks, distance;
	const struct match *match; /* that was counted */
	int branch, seen;          /* its branch, and how many turns it had */
};

static size_t pairs_size(const struct tally *tally)
{
	size_t count = tally->game ? (size_t)symbols_count(tally->game) : 0;

	return count * count * sizeof(*tally->pairs);
}

static void tally_clear(struct tally *tally)
{
	symbols_free(tally->game);
	free(tally->pairs);
	*tally = (struct tally){0};
}

/* A deep copy into one that holds nothing.  */
static void tally_copy(struct tally *to, const struct tally *from)
{
	*to = *from;
	if (from->game)
		to->game = symbols_copy(from->game);
	if (from->pairs) {
		to->pairs = bytes_new(pairs_size(from));
		memcpy(to->pairs, from->pairs, pairs_size(from));
	}
}

/* Do the seats play against each other, with what they chose at the same time?  */
static bool seats_meet(const struct symbols *game)
{
	return game && !symbols_is_for_one(game) && symbols_is_simultaneous(game);
}

/* ---- counting ---- */

static void count_round(struct tally *tally, const struct symbol_news news[SEATS])
{
	struct tally_round *told = &tally->told[(symbols_round(tally->game) - 1) % TALLY_ROUNDS];

	for (int seat = SEAT_1; seat < SEATS; seat++) {
		told->input[seat] = (int8_t)news[seat].input;
		told->scored[seat] = news[seat].scored;
		if (tally->held[seat] != SYMBOL_NONE)
			tally->count[seat][tally->held[seat]]++;
	}
	if (tally->pairs && tally->held[SEAT_1] != SYMBOL_NONE && tally->held[SEAT_2] != SYMBOL_NONE)
		tally->pairs[tally->held[SEAT_1] * symbols_count(tally->game) + tally->held[SEAT_2]]++;
	tally->held[SEAT_1] = tally->held[SEAT_2] = SYMBOL_NONE;
}

/* A board that ends is empty at once: what stood on it is what stood there before, and the last mark.  */
static void keep_board(struct tally *tally, const int8_t before[TALLY_SQUARES], int seat, int symbol)
{
	memcpy(tally->ended, before, sizeof(tally->ended));
	tally->lost = SYMBOL_NONE;
	if (symbol != SYMBOL_NONE && before[symbol] == SEAT_NONE)
		tally->ended[symbol] = (int8_t)seat;
	else
		tally->lost = symbol;
	tally->has_ended = true;
}

/* What is no turn of this game (of a broken file) counts nothing.  */
static void count_symbol(struct tally *tally, int seat, const char *played)
{
	struct symbols *game = tally->game;
	int symbol = symbols_find(game, played, strlen(played));
	bool has_board = symbols_has_board(game);
	struct symbol_news news[SEATS];
	int8_t before[TALLY_SQUARES];

	if (!symbols_to_move(game, seat))
		return;
	tally->held[seat] = symbol;
	tally->told[symbols_round(game) % TALLY_ROUNDS].cue = (int8_t)symbols_cue(game, seat);
	for (int i = 0; has_board && i < TALLY_SQUARES; i++)
		before[i] = (int8_t)symbols_at(game, i + 1);
	if (!symbols_move(game, seat, symbol, news))
		return;
	count_round(tally, news);
	if (has_board && news[seat].scored)
		keep_board(tally, before, seat, symbol);
}

/* The next turn.  False: it cannot be read.  */
static bool count_turn(struct tally *tally, const struct match *match)
{
	const struct turn *turn = tally->turns ? match_turn(match, tally->turns) : NULL;
	double sum[SEATS] = {0};

	if (turn)
		memcpy(sum, turn->sum, sizeof(sum));
	if ((tally->turns && !turn) || !(turn = match_turn(match, tally->turns + 1)))
		return false;
	if (tally->turns++)
		plot_add(&tally->plot, sum);
	if (turn->seat < SEAT_1 || turn->seat >= SEATS)
		return true;
	tally->own[turn->seat]++;
	if (tally->game && turn->played)
		count_symbol(tally, turn->seat, turn->played);
	return true;
}

/* ---- marks ---- */

static void set_mark(struct tallies *tallies)
{
	if (tallies->marks == MARKS) {
		for (int i = 0; i < MARKS; i++) {
			if (i % 2 == 0) {
				tallies->mark[i / 2] = tallies->mark[i];
			} else {
				tally_clear(tallies->mark[i]);
				free(tallies->mark[i]);
			}
		}
		tallies->marks = MARKS / 2;
		tallies->distance *= 2;
	}
	tallies->mark[tallies->marks] = bytes_new(sizeof(struct tally));
	tally_copy(tallies->mark[tallies->marks++], &tallies->now);
}

static void go_to_mark(struct tallies *tallies, int i)
{
	tally_clear(&tallies->now);
	tally_copy(&tallies->now, tallies->mark[i]);
}

/* All but the first mark are of turns that are no longer there.  */
static void begin_anew(struct tallies *tallies)
{
	while (tallies->marks > 1) {
		tally_clear(tallies->mark[--tallies->marks]);
		free(tallies->mark[tallies->marks]);
	}
	tallies->distance = FIRST_DISTANCE;
	go_to_mark(tallies, 0);
}

struct tallies *tallies_new(struct symbols *game)
{
	struct tallies *tallies = bytes_new(sizeof(*tallies));
	struct tally *now = &tallies->now;

	now->game = game;
	if (seats_meet(game))
		now->pairs = bytes_new(pairs_size(now));
	now->held[SEAT_1] = now->held[SEAT_2] = SYMBOL_NONE;
	plot_clear(&now->plot);
	tallies->distance = FIRST_DISTANCE;
	set_mark(tallies);
	return tallies;
}

void tallies_free(struct tallies *tallies)
{
	if (!tallies)
		return;
	for (int i = 0; i < tallies->marks; i++) {
		tally_clear(tallies->mark[i]);
		free(tallies->mark[i]);
	}
	tally_clear(&tallies->now);
	free(tallies);
}

bool tallies_goto(struct tallies *tallies, const struct match *match, int turns)
{
	const struct tally *now = &tallies->now;
	int nearest;

	if (match != tallies->match || match->branch != tallies->branch || match->turn_count < tallies->seen)
		begin_anew(tallies);
	tallies->match = match;
	tallies->branch = match->branch;
	tallies->seen = match->turn_count;
	nearest = turns / tallies->distance;
	if (nearest >= tallies->marks)
		nearest = tallies->marks - 1;
	if (turns < now->turns || nearest * tallies->distance > now->turns)
		go_to_mark(tallies, nearest);
	for (int i = 0; i < TALLY_MOST && now->turns < turns; i++) {
		if (!count_turn(&tallies->now, match))
			return false;
		if (now->turns == tallies->marks * tallies->distance)
			set_mark(tallies);
	}
	return now->turns < turns;
}

const struct tally *tallies_now(const struct tallies *tallies)
{
	return &tallies->now;
}
