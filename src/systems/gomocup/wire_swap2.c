/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire_swap2.c - swap2: SWAP2BOARD, and what replaces it for a brain that does not know it.
 *
 * Few brains know it.  If a brain says UNKNOWN, the judge places three stones of its own (gomocup, Rules:
 * swap2). A brain that has to choose and cannot keeps white, and is asked for a move by BOARD.  */
#include "wire.h"

#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

/* After a refusal, another may come within this time: one for each line of SWAP2BOARD (gomocup, What real
   brains do).  If the turn's limit comes first, it ends the wait.  */
#define MORE_REFUSALS ((int64_t)100 * NS_PER_MS)

/* Three stones for a board of any size, as offsets from the centre.  The setup's seed and the game's number
   choose.  */
static const struct square openings[][3] = {
	{{0, 0}, {1, 1}, {2, -1}},  {{0, 0}, {0, 1}, {-2, 1}}, {{-1, 0}, {1, 1}, {0, -2}},
	{{0, -1}, {1, 1}, {-2, 0}}, {{1, 0}, {-1, 1}, {2, 2}}, {{0, 0}, {2, 0}, {-1, 2}},
};

static char *own_opening(const struct gomocup *g)
{
	const struct setup *setup = referee_setup(g->judge);
	size_t i = (size_t)((setup->seed + (uint64_t)setup->game - 1) %
			    (sizeof(openings) / sizeof(openings[0])));
	int x = g->match.game.width / 2, y = g->match.game.height / 2;
	const struct square *o = openings[i];

	return bytes_text("%d,%d %d,%d %d,%d", x + o[0].x, y + o[0].y, x + o[1].x, y + o[1].y, x + o[2].x,
			  y + o[2].y);
}

/* Places the judge's stones for a brain that cannot choose any.  */
static void place_three(struct gomocup *g, int seat)
{
	char *stones = own_opening(g);

	referee_notice(g->judge, seat, &gomocup_notices[GOMOCUP_NO_SWAP2_STONES]);
	g->brain[seat].known = KNOWN_NOTHING;
	g->brain[seat].phase = PHASE_IDLE;
	referee_answered(g->judge, seat);
	free(gomocup_put(g, seat, stones, strlen(stones), NULL));
	free(stones);
}

bool gomocup_ask_swap2(struct gomocup *g, int seat)
{
	const struct gomoku *game = &g->match.game;
	struct brain *brain = &g->brain[seat];

	brain->asked_swap2 = false;
	if (g->match.stage == GOMOKU_MOVE)
		return false;
	if (brain->knows_no_swap2 && g->match.stage != GOMOKU_THREE)
		return false;
	if (brain->knows_no_swap2) {
		place_three(g, seat);
		return true;
	}
	brain->asked_swap2 = true;
	brain->phase = PHASE_MOVE;
	gomocup_send_time_left(g, seat);
	/* The question begins here.  An earlier UNKNOWN, as to an INFO, does not refuse it.  */
	referee_ask(g->judge, seat, CHANNEL_COMMAND, "SWAP2BOARD\r\n");
	for (int i = 0; i < game->move_count; i++)
		referee_send(g->judge, seat, CHANNEL_COMMAND, "%d,%d\r\n", game->moves[i].x,
			     game->moves[i].y);
	referee_send(g->judge, seat, CHANNEL_COMMAND, "DONE\r\n");
	return true;
}

void gomocup_refused_swap2(struct gomocup *g, int seat)
{
	struct brain *brain = &g->brain[seat];

	if (brain->phase == PHASE_MOVE) {
		brain->knows_no_swap2 = true;
		brain->refusals = g->match.game.move_count + 2;
		brain->phase = PHASE_REFUSES;
		brain->pending = PENDING_AGAIN; /* unless the turn ends first */
	}
	if (--brain->refusals > 0)
		referee_wait(g->judge, seat, MORE_REFUSALS);
	else
		gomocup_swap2_without(g, seat);
}

/* With --strict a refusal loses in its own turn, unless a person has moved in the brain's place.  */
static bool has_to_lose(const struct gomocup *g, const struct brain *brain)
{
	const struct setup *setup = referee_setup(g->judge);

	return setup->strict && brain->pending == PENDING_AGAIN;
}

void gomocup_swap2_without(struct gomocup *g, int seat)
{
	struct brain *brain = &g->brain[seat];

	brain->known = KNOWN_NOTHING;
	referee_stop_clock(g->judge, seat); /* the following answers have limits of their own */
	if (has_to_lose(g, brain)) {
		referee_forfeit(g->judge, seat, REASON_PROTOCOL, "does not know SWAP2BOARD: %s",
				brain->error);
		return;
	}
	if (brain->pending && g->match.stage == GOMOKU_THREE) {
		place_three(g, seat);
		return;
	}
	referee_notice(g->judge, seat,
		       &gomocup_notices[brain->pending ? GOMOCUP_NO_SWAP2_CHOICE : GOMOCUP_NO_SWAP2]);
	gomocup_idle(g, seat);
}

void gomocup_knows_swap2(struct gomocup *g, int seat)
{
	struct brain *brain = &g->brain[seat];

	brain->knows_no_swap2 = false;
	brain->pending = PENDING_NOTHING;
	brain->phase = PHASE_MOVE;
	referee_await(g->judge, seat, 0);
}
