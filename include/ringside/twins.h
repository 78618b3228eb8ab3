/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* twins.h - the ways in which an agent can be told the same position: a twin is a fresh process that is told
 * it another way, and has to answer as the agent did in the game.
 *
 * A system's table is pure, in systems/NAME/check.c.  A way writes dialogues for a game that was played, in
 * the steps of spec.h, which the system's struct spec understands.  `ringside check --twins` holds them with
 * fresh processes.  */
#ifndef RINGSIDE_TWINS_H
#define RINGSIDE_TWINS_H

#include "ringside/bytes.h"
#include "ringside/match.h"

/* A game of the agent on seat 1.  */
struct twins_game {
	const struct match *match;
	const struct message *messages; /* to the agent and from it, in order, without stderr */
	int count;
};

struct twin_way {
	const char *name;   /* for --only and reports */
	const char *words;  /* how the position is told, for people: to follow "told" */
	const char *remark; /* why a right agent may answer otherwise, for people; NULL: it may not */
	/* Appends the steps of the n-th dialogue of this way, from 0; nothing if the n-th position cannot be
	   told so.  False: there are no more.  */
	bool (*tell)(const struct twins_game *game, int n, const void *manner, struct bytes *steps);
	const void *manner; /* the system's own, for `tell`: how this way differs from others */
	/* Or, in place of dialogues, what is to be said of the game itself, for people.  NULL: nothing; the
	   caller frees.  */
	char *(*look)(const struct twins_game *game);
};

struct twins {
	/* The first one tells all of the game as it was played, so it finds agents that use chance.  Ended by
	   a row without a name.  */
	const struct twin_way *ways;
	const char *options; /* of the games where the user says nothing, as in struct spec_case */
	const char *rival;   /* the command line of the other player; "": nobody plays */
	/* Of whole games of a hunt, where the user says nothing: an agent that takes all its time is told to
	   search less deep.  NULL: none.  */
	const char *pace;
	/* An option of games in which numbers have a fraction, where those of `options` have not, and the
	   content of the file that it names.  NULL: none.  */
	struct twins_fractions {
		const char *option, *content;
	} fractions;
};

/* ---- for the tables ---- */

/* Appends a step that sends these bytes as they are.  */
void twins_send(struct bytes *steps, const char *bytes, size_t size);
/* Appends a step that says: what follows is about that turn.  */
void twins_turn(struct bytes *steps, int turn);
/* Appends a step that awaits an answer of this kind, which has to be the message without its line end.  */
void twins_await(struct bytes *steps, const char *kind, const struct message *message);
/* The turn in which that message brought the agent's answer; 0: in none.  */
int twins_turn_of(const struct twins_game *game, const struct message *message);
/* Appends all of the game as it was.  The agent's answers are of this kind.  `together`: what comes before an
   answer is one write.  */
void twins_replay(struct bytes *steps, const struct twins_game *game, const char *kind, bool together);
/* The message of the game that brought the agent's answer in that turn.  NULL: there is none.  */
const struct message *twins_answer(const struct twins_game *game, int turn);

#endif
