/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* reasoner.h - what the files of the reasoning agent share.
 *
 * reasoner.c keeps account of its place and of what actions did, reasoner_worth.c estimates what can be
 * won, reasoner_plan.c decides, and reasoner_show.c explains it to people. Gains and costs are points of
 * the score.  */
#ifndef SAMPLES_REASONER_H
#define SAMPLES_REASONER_H

#include "beliefs.h"
#include "client_agents.h"
#include "ways.h"

enum purpose {
	PLAN_NOTHING,
	PLAN_GRAB,
	PLAN_ITEM,
	PLAN_LOOK, /* at a safe tile not seen yet */
	PLAN_SHOOT,
	PLAN_RECHARGE,
	PLAN_RISK,
	PLAN_HOME,
	PLAN_SHUT_OFF
};

struct plan {
	enum purpose purpose;
	int stand;     /* the end of its way */
	int target;    /* the place that matters, or NOWHERE */
	double chance; /* the probability of an enemy there, or of death */
};

/* What can still be won.  */
struct outlook {
	bool has_home; /* a way leads to one that is worth it */
	int64_t back;  /* the cost of that way */
	int unseen;    /* unseen tiles near seen ones */
	double tile;   /* the worth of one of them */
	double beyond; /* the worth of all that may lie behind one of them, less the steps there */
	int locked;    /* tiles beside open ones where only an enemy may be deadly */
};

struct reasoner {
	int64_t most_actions; /* be home after this many */
	bool quiet;           /* show nothing and say nothing */
	struct beliefs *beliefs;
	struct ways *out, *home; /* from here; to a home */
	struct world_rules rules;
	int place, direction;
	int64_t score, cost, actions;
	int32_t ammunition;
	enum world_action last;
	bool begun; /* the first percept was handled */
	struct outlook outlook;
	struct plan plan;
	/* What was shown to people.  */
	uint8_t shown[PLACES], wanted[PLACES];
	char said[160];
};

static inline int reasoner_stand(const struct reasoner *reasoner)
{
	return stand_at(reasoner->place, reasoner->direction);
}

/* The probability that a shot from there hits an enemy. *first: the first tile where one may be, or
 * NOWHERE.  */
double reasoner_aim(const struct reasoner *reasoner, int stand, int *first);
/* The score for grabbing an item, less what it costs if the number of actions or the score is limited.  */
double reasoner_item_gain(const struct reasoner *reasoner, bool at_home);
/* The gain of a shot from there before costs; 0: none. `sure`: only what is certain.  */
double reasoner_shot_gain(const struct reasoner *reasoner, int stand, bool sure);
/* Estimates what can be won. Search both kinds of ways first.  */
void reasoner_look_out(struct reasoner *reasoner);

/* Decides what to do: searches the ways, estimates, chooses.  */
void reasoner_plan(struct reasoner *reasoner);
/* The next stand on the way of the plan; NOWHERE: it has arrived.  */
int reasoner_next_stand(const struct reasoner *reasoner);

/* Sends the symbols and the text that have changed.  */
void reasoner_show(struct reasoner *reasoner, struct client *client);

#endif
