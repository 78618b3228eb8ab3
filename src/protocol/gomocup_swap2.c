/* gomocup_swap2.c - swap2: SWAP2BOARD, and what is done for a brain that does not know it.
 *
 * "Few brains know it: UNKNOWN from a seat falls back to the judge's own opening with a message" (gomocup,
 * Rules). A brain that has to choose and cannot is asked for a move by BOARD instead: it keeps white.  */
#include "gomocup_state.h"

#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

/* So long after a refusal another one may come, one for each line of SWAP2BOARD; or the answer, when it was
   an INFO that was refused (real brains).  The turn's limit may pass before.  */
#define MORE_REFUSALS ((int64_t)100 * NS_PER_MS)

/* Three stones on a board of any size: offsets from the centre.  The setup's seed and the game choose.  */
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
		gomocup_swap2_without(g, seat);
		return true;
	}
	brain->asked_swap2 = true;
	brain->phase = PHASE_MOVE;
	gomocup_send_time_left(g, seat);
	/* The question begins here: what was said before, as UNKNOWN to an INFO, refuses nothing.  */
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
		brain->refusals = g->match.game.move_count + 2;
		brain->phase = PHASE_REFUSES;
	}
	if (--brain->refusals > 0)
		referee_await(g->judge, seat, MORE_REFUSALS);
	else
		gomocup_swap2_without(g, seat);
}

void gomocup_meant_no_swap2(struct gomocup *g, int seat)
{
	g->brain[seat].phase = PHASE_MOVE;
	referee_await(g->judge, seat, 0);
}

void gomocup_swap2_without(struct gomocup *g, int seat)
{
	struct brain *brain = &g->brain[seat];
	char *stones;

	if (referee_setup(g->judge)->strict) {
		referee_forfeit(g->judge, seat, REASON_PROTOCOL, "does not know SWAP2BOARD: %s",
				brain->error ? brain->error : "");
		return;
	}
	brain->knows_no_swap2 = true;
	brain->known = KNOWN_NOTHING;
	referee_stop_clock(g->judge, seat); /* what comes now has limits of its own */
	if (g->match.stage != GOMOKU_THREE) {
		referee_note(g->judge, seat,
			     "does not know SWAP2BOARD: it keeps white, and is asked by BOARD");
		brain->pending = true;
		gomocup_idle(g, seat);
		return;
	}
	referee_note(g->judge, seat, "does not know SWAP2BOARD: the judge places its three stones");
	brain->phase = PHASE_IDLE;
	referee_answered(g->judge, seat);
	stones = own_opening(g);
	gomocup_put(g, seat, stones, NULL);
	free(stones);
}
