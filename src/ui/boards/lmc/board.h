/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board.h - the state of the board of lmc, which its files share.  */
#ifndef RINGSIDE_UI_BOARDS_LMC_BOARD_H
#define RINGSIDE_UI_BOARDS_LMC_BOARD_H

#include "ringside/view.h"
#include "tally.h"
#include "ui/boards/position.h"
#include "ui/boards/sums.h"

enum { LMC_ROUNDS = 96 }; /* kept to be drawn */

/* A round as it is shown.  */
struct lmc_round {
	int number;                               /* from 1 */
	bool running;                             /* not all seats have moved */
	char played[SEATS][SYMBOL_SIZE_MOST + 1]; /* "": it has not moved */
	double score[SEATS];                      /* what the seats got for it */
};

/* Where a symbol can be clicked, in the drawn area.  */
struct lmc_spot {
	int symbol, y, x, width;
};

struct lmc_board {
	struct position position; /* its states are tallies */
	char *problem;            /* why the setup makes no game; NULL: it makes one; owned */
	int64_t planned;          /* rounds of the whole game */
	int at_once;              /* turns of a round */
	int symbol_width;         /* columns of the widest symbol */
	char key[SYMBOLS_MOST];   /* that plays a symbol; '\0': none */
	bool keys_are_letters;    /* each is the first letter of its symbol */

	/* As the match was at the last position().  */
	char name[SEATS][SUM_NAME_SIZE];
	bool sits[SEATS], person[SEATS], over, scored;
	double sum[SEATS];
	struct lmc_round round[LMC_ROUNDS]; /* the newest first */
	int round_count;

	char expects[112]; /* what a person has to do */

	int cursor; /* a symbol */
	int hint;   /* the suggested one; SYMBOL_NONE: none */
	struct lmc_spot spot[SYMBOLS_MOST];
	int spot_count;
};

/* The game after the counted turns; NULL: none.  */
static inline const struct symbols *lmc_game(const struct lmc_board *board)
{
	return tallies_now(board->position.line)->game;
}

/* draw.c */
/* Looks up the last rounds of the position.  */
void lmc_find_rounds(struct lmc_board *board, const struct match *match);

/* board.c */
/* Rows that the symbols to choose from need at a width.  */
int lmc_choice_height(const struct lmc_board *board, int width);
/* Draws them in the area, a part of `whole`, in which clicks count.  */
void lmc_draw_choice(struct lmc_board *board, struct area area, struct area whole, bool cursor);

/* draw.c */
void lmc_draw(void *board, struct area area, const struct view *view, bool cursor);
void lmc_wants(const void *board, int *height, int *width);
void lmc_picture(const void *board, int *height, int *width);

#endif
