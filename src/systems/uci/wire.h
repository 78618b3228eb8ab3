/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.h - the state of a match with UCI engines: wire.c referees it, heard.c follows another judge.  */
#ifndef RINGSIDE_UCI_WIRE_H
#define RINGSIDE_UCI_WIRE_H

#include "game.h"
#include "info.h"

/* The last question to an engine that is unanswered.  */
enum phase {
	PHASE_IDLE,
	PHASE_UCI,   /* uci, and uciok has not come */
	PHASE_READY, /* isready, and readyok has not come */
	PHASE_MOVE,
	PHASE_PONDER,  /* go ponder, and neither ponderhit nor stop was sent */
	PHASE_MISS,    /* stop, because the opponent has played another move */
	PHASE_STOPPED, /* stop, because nobody wants its search any more */
	PHASE_LATE,    /* its limit has passed; stop and isready were sent */
};

struct engine {
	enum phase phase;
	bool turn_waits;             /* its turn has come, and it is asked when it is idle */
	bool goes_on;                /* its search began before its last question, ponderhit or stop */
	struct bytes declared;       /* what followed the word option in each line, with a line end */
	struct chess_words pondered; /* the move of its opponent that it expects */
	struct bytes thought;        /* the last line with a value that it has said meanwhile */
	int64_t thought_n;           /* and its number */
	struct bytes limit;          /* PHASE_LATE: which one, in words */
	int64_t limit_ns;            /* and when it passed; of another judge: the time for a move */
	bool answered;               /* PHASE_STOPPED, PHASE_LATE: isready was answered since */
	bool stopped;                /* an infinite search was told to stop */
	struct uci_search search;    /* what it has said in it */
	unsigned remarked;           /* a bit for each remark that was told in full */
};

struct uci {
	struct judge *judge;
	struct chess_game game;
	struct bytes told; /* what "position" says: the first position and the moves */
	struct bytes go;
	struct bytes heard; /* of another judge's "position": the moves that follow those of the game */
	struct engine engine[SEATS];
};

/* Plays a legal move.  `answered`: what the engine has said; NULL: a person moves, or another judge says so.
 */
void uci_play_move(struct uci *u, int seat, const char *answered, struct chess_move move);

extern const struct protocol_tap uci_tap;

#endif
