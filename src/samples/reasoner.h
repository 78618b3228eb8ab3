/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* reasoner.h - what the files of the reasoning agent share.
 *
 * reasoner.c keeps account of where it is and what an action has come to, reasoner_worth.c says what there
 * may be to win, reasoner_plan.c decides, and reasoner_show.c tells people of it.  Gains and costs are in
 * points of the score.  */
#ifndef SAMPLES_REASONER_H
#define SAMPLES_REASONER_H

#include "beliefs.h"
#include "client_agents.h"
#include "ways.h"

enum purpose {
	PLAN_NOTHING,
	PLAN_GRAB,
	PLAN_ITEM,
	PLAN_LOOK, /* at a safe tile that nobody has seen */
	PLAN_SHOOT,
	PLAN_RECHARGE,
	PLAN_RISK,
	PLAN_HOME,
	PLAN_SHUT_OFF
};

struct plan {
	enum purpose purpose;
	int stand;     /* where it leads */
	int target;    /* the place that it is about, or NOWHERE */
	double chance; /* of an enemy there, or of death */
};

/* What there may be to win.  */
struct outlook {
	bool has_home; /* there is a way to one that is worth it */
	int64_t back;  /* what that way costs from here */
	int unseen;    /* tiles near what was seen, of which nobody knows what is there */
	double tile;   /* what one of them is worth */
	double beyond; /* what lies behind one of them may be worth in all, after the steps there */
	int locked;    /* tiles beside open ones where but an enemy may be deadly */
};

struct reasoner {
	int64_t most_actions; /* it is home after so many */
	bool quiet;           /* it shows nothing */
	struct beliefs *beliefs;
	struct ways *out, *home; /* from here; home */
	struct world_rules rules;
	int place, direction;
	int64_t score, cost, actions;
	int32_t ammunition;
	enum world_action last;
	bool begun; /* the first percept was taken in */
	struct outlook outlook;
	struct plan plan;
	/* What people were told.  */
	uint8_t shown[PLACES], wanted[PLACES];
	char said[160];
};

static inline int reasoner_stand(const struct reasoner *reasoner)
{
	return stand_at(reasoner->place, reasoner->direction);
}

/* How likely a shot from there hits an enemy, and in *first the first tile where one may be, or NOWHERE.  */
double reasoner_aim(const struct reasoner *reasoner, int stand, int *first);
/* What grabbing an item adds to the score, when a limit of the score is near also what it takes away.  */
double reasoner_item_gain(const struct reasoner *reasoner, bool at_home);
/* What a shot from there may bring, before costs; 0: nothing.  With `sure` only what is certain.  */
double reasoner_shot_gain(const struct reasoner *reasoner, int stand, bool sure);
/* Looks around, after both kinds of ways were searched.  */
void reasoner_look_out(struct reasoner *reasoner);

/* What to do now: searches the ways, looks out, chooses.  */
void reasoner_plan(struct reasoner *reasoner);
/* The next stand on the way of the plan; NOWHERE: it is there.  */
int reasoner_next_stand(const struct reasoner *reasoner);

/* Sends what has changed of symbols and of what it says.  */
void reasoner_show(struct reasoner *reasoner, struct client *client);

#endif
