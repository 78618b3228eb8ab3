/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.h - what the files of the Gomocup protocol show each other.  */
#ifndef RINGSIDE_GOMOCUP_WIRE_H
#define RINGSIDE_GOMOCUP_WIRE_H

#include "ringside/protocol.h"
#include "rules.h"

/* A table of positions whose end is known.  */
struct gomoku_end {
	uint64_t key;
	enum stone result; /* the colour that wins; STONE_NONE: a draw */
	int line;          /* in the file, from 1 */
};

struct gomoku_ends {
	struct gomoku_end *at; /* by their keys; owned */
	int count;
};

extern const struct option_row gomoku_option_ends, gomoku_option_ends_text;
extern const struct protocol_openings gomocup_openings;
/* The table of a match by this setup on such a board; empty if there is none.  NULL, or what is wrong, for
 * people.  Free the table in either case.  */
char *gomoku_ends_init(struct gomoku_ends *ends, const struct setup *setup, const struct gomoku *board);
void gomoku_ends_free(struct gomoku_ends *ends);
/* The end of this position; NULL: it is not known.  */
const struct gomoku_end *gomoku_known_end(const struct gomoku_ends *ends, const struct gomoku *game);
/* Move i as BOARD tells it.  1: its own, 2: the opponent's, 3: "only if continuous game is enabled, stone is
   part of winning line" (gomocup-protocol, BOARD).  */
int gomocup_field(const struct gomoku *game, int i);

extern const struct protocol_texts gomocup_texts;
extern const struct protocol_tools gomocup_tools;
/* Black's forbidden points as `x,y` (from 0), a line each, in reading order; then `win` if the last move made
 * a winning line, otherwise `none`: a member of protocol_tools.  */
char *gomocup_rules(const struct setup *setup, const char *text, char **problem);

#define GOMOCUP_CAUSE_ENDS  "ends"
#define GOMOCUP_CAUSE_SWAP2 "SWAP2BOARD" /* the question was not answered as required */
enum { GOMOCUP_LATE_MOVE, GOMOCUP_NO_ANSWER, GOMOCUP_NO_SQUARE };
extern const struct fault_row gomocup_faults[];
enum {
	GOMOCUP_FILE_NAME,
	GOMOCUP_NO_ABOUT,
	GOMOCUP_NO_START,
	GOMOCUP_NO_RESTART,
	GOMOCUP_NO_TAKEBACK,
	GOMOCUP_NO_SWAP2,
	GOMOCUP_NO_SWAP2_STONES,
	GOMOCUP_NO_SWAP2_CHOICE,
	GOMOCUP_MADE_LINE
};
extern const struct notice_row gomocup_notices[];
extern const struct option_row gomocup_option_tournament, gomocup_option_info1, gomocup_option_info2;

#endif
