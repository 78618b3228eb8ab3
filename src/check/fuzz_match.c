/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fuzz_match.c - makes a match of `ringside fuzz`: its options and players, and what the person on the other
 * seat does.
 *
 * What only one system has is in its struct fuzz. A system without one gets options by their ranges.  */
#include "fuzz_match.h"

#include "ringside/bytes.h"
#include "ringside/judge.h"
#include "ringside/seed.h"
#include "runner/plan.h"
#include "runner/players.h"
#include <inttypes.h>
#include <stdlib.h>

/* For a turn without a limit: shorter than usual, as it is waited for again in each try.  */
#define HANG_LIMIT ((int64_t)10 * NS_PER_S)

/* ---- the setup ---- */

static void choose_any_options(struct setup *setup, const struct protocol *protocol,
			       struct fuzz_chance *chance)
{
	enum { COUNT_MOST = 200 };

	for (const struct option_row *const *row = protocol->options; *row; row++)
		if ((*row)->help && !(*row)->rare && fuzz_once_in(chance, 3))
			fuzz_option(setup, *row, COUNT_MOST, chance);
}

/* By chance of its own: the match is the same with them and without.  */
static void choose_pieces(struct fuzz_match *match)
{
	enum { IN = 3, NUMBERS = 1000 };
	struct fuzz_chance chance = {~match->chance.state};

	if (fuzz_is_free(&match->setup, &option_pieces) && fuzz_once_in(&chance, IN))
		setup_put_value(&match->setup, &option_pieces, 1 + fuzz_below(&chance, NUMBERS));
}

static void choose_options(struct fuzz_match *match, const struct match_options *options)
{
	const struct fuzz *fuzz = match->protocol->tools->fuzz;
	struct setup *setup = &match->setup;
	int64_t turn_limit = setup->turn_limit, match_limit = setup->match_limit;

	if (fuzz)
		fuzz->options(setup, match->seat, &match->chance);
	else
		choose_any_options(setup, match->protocol, &match->chance);
	if (match_said(options, &option_turn_time))
		setup->turn_limit = turn_limit;
	if (match_said(options, &option_match_time))
		setup->match_limit = match_limit;
	if (!match_said(options, &option_hang_time))
		setup->hang_limit = HANG_LIMIT;
	choose_pieces(match);
}

/* A person sits opposite if the system knows how to play for them; else nobody, or the agent again.  */
static char *seat_players(struct fuzz_match *match, const char *agent)
{
	const struct fuzz *fuzz = match->protocol->tools->fuzz;
	bool person = fuzz && fuzz->move;
	bool lone = match->protocol->alone && !person && fuzz_once_in(&match->chance, 2);
	const char *players[SEATS - 1] = {person ? "human" : agent, person ? "human" : agent};

	if (lone)
		match->seat = SEAT_1;
	players[match->seat - SEAT_1] = agent;
	return players_seat(&match->setup, players, lone ? 1 : SEATS - 1, NULL);
}

/* Can a match begin with this position?  */
static bool is_position(const struct setup *base, const struct minimise_case *begun)
{
	struct setup setup;
	char *problem = minimise_begin(base, begun, &setup);
	struct judge *judge = NULL;

	if (!problem) {
		judge = judge_new(&setup, &problem);
		setup_free(&setup);
	}
	free(problem);
	judge_free(judge);
	return judge != NULL;
}

/* The moves of a position, by players of the same kind as in the match.  */
static void choose_position(struct fuzz_match *match)
{
	enum { MOVES_MOST = 12 };
	const struct fuzz *fuzz = match->protocol->tools->fuzz;
	int moves = (int)fuzz_below(&match->chance, MOVES_MOST + 1), seat = match->setup.first;
	unsigned style = fuzz_below(&match->chance, FUZZ_STYLES);
	struct match played;

	if (!match->protocol->openings || !fuzz || !fuzz->move || fuzz_once_in(&match->chance, 2))
		return;
	match_init(&played, &match->setup);
	for (; moves && is_position(&match->setup, &match->begun); moves--, seat = seat_opponent(seat)) {
		char *move = fuzz->move(&played, seat, style, &match->chance);

		if (!move)
			break;
		minimise_case_add(&match->begun, seat, MINIMISE_MOVES, move);
		match->begun.begin++;
		match_append(&played, (struct turn){.seat = seat, .played = move});
		free(move);
	}
	if (match->begun.count && !is_position(&match->setup, &match->begun)) { /* without the last move */
		free(match->begun.turns[--match->begun.count].text);
		match->begun.begin--;
	}
	match_free(&played);
}

char *fuzz_match_make(struct fuzz_match *match, const struct check_call *call, int game)
{
	static const uint8_t lengths[] = {4, 10, 20, 40, 80};
	enum { LENGTHS = sizeof(lengths) / sizeof(lengths[0]), ACTS = 6 };
	const struct setup *base = &call->match->session.setup;
	char *problem;

	*match = (struct fuzz_match){
		.protocol = call->match->protocol,
		.chance = {seed_mixed(seed_mixed(base->seed) + (uint64_t)game)},
		.acts = ACTS,
		.limited = match_said(call->match, &option_turn_time),
	};
	setup_copy(&match->setup, base);
	setup_keep(&match->setup, OPTION_TESTED, "1");
	match->setup.game = game;
	match->seat = fuzz_once_in(&match->chance, 2) ? SEAT_1 : SEAT_2;
	match->style = fuzz_below(&match->chance, FUZZ_STYLES);
	match->turns = lengths[fuzz_below(&match->chance, LENGTHS)];
	if (!match_said(call->match, &option_first))
		match->setup.first = fuzz_once_in(&match->chance, 2) ? SEAT_1 : SEAT_2;
	problem = seat_players(match, call->words[0]);
	if (!problem)
		choose_options(match, call->match);
	if (!problem)
		problem = plan_read_contents(match->protocol, &match->setup);
	if (!problem)
		choose_position(match);
	return problem;
}

void fuzz_match_free(struct fuzz_match *match)
{
	minimise_case_free(&match->begun);
	setup_free(&match->setup);
}

/* ---- what the person does ---- */

static char *some_limit(struct fuzz_chance *chance)
{
	static const int limits_ms[] = {1000, 500, 200, 50};

	return bytes_text("%" PRId64, (int64_t)NS_PER_MS * limits_ms[fuzz_below(chance, 4)]);
}

/* Something else than a move.  False: this time they move.  */
static bool choose_act(struct fuzz_match *match, const struct match *played, struct minimise_turn *turn)
{
	enum { SENDS_IN = 5, TAKEBACK_IN = 12, OVERRIDE_IN = 12, LIMIT_IN = 20, BACK_MOST = 4 };
	const struct protocol *protocol = match->protocol;
	struct fuzz_chance *chance = &match->chance;
	bool sends = fuzz_once_in(chance, SENDS_IN), takes_back = fuzz_once_in(chance, TAKEBACK_IN),
	     replaces = fuzz_once_in(chance, OVERRIDE_IN), limits = fuzz_once_in(chance, LIMIT_IN);
	int most = played->turn_count < BACK_MOST ? played->turn_count : BACK_MOST;

	if (match->acts == 0)
		return false;
	if (sends && protocol->tools->fuzz->line) {
		turn->act = MINIMISE_SENDS;
		turn->text = protocol->tools->fuzz->line(&match->setup, chance);
	} else if (takes_back && protocol->takeback && most) {
		turn->act = MINIMISE_TAKEBACK;
		turn->text = bytes_text("%u", 1 + fuzz_below(chance, (unsigned)most));
	} else if (replaces && protocol->takeback && most) {
		turn->act = MINIMISE_OVERRIDE;
		turn->text = protocol->tools->fuzz->move(played, match->seat, match->style, chance);
	} else if (limits && protocol->limits_changed && !match->limited) {
		turn->act = MINIMISE_LIMIT;
		turn->text = some_limit(chance);
	}
	match->acts -= turn->text != NULL;
	return turn->text != NULL;
}

bool fuzz_match_next(void *user, const struct match *played, int seat, struct minimise_turn *turn)
{
	enum { OTHER_STYLE_IN = 20 };
	struct fuzz_match *match = user;

	*turn = (struct minimise_turn){.seat = seat, .act = MINIMISE_MOVES};
	if (played->turn_count >= match->turns)
		return false;
	if (choose_act(match, played, turn))
		return true;
	if (fuzz_once_in(&match->chance, OTHER_STYLE_IN))
		match->style = fuzz_below(&match->chance, FUZZ_STYLES);
	turn->text = match->protocol->tools->fuzz->move(played, seat, match->style, &match->chance);
	return turn->text != NULL;
}
