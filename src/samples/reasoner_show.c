/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* reasoner_show.c - what people see of the reasoning: symbols on the map, and text.
 *
 * Tiles beside seen ones show what is or may be there. A safe tile shows ?, or irrelevant if it is not
 * worth a walk. The tiles of the way count down to 0 at its end. Only changes are sent.  */
#include "reasoner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_MOST = 99 };

/* ---- symbols ---- */

static bool is_beside_seen(const struct beliefs *beliefs, int place)
{
	for (int d = 0; d < 4; d++)
		if (beliefs->place[place_beside(place, d)].seen)
			return true;
	return false;
}

/* Has the search ended, so that unseen tiles stay unseen?  */
static bool is_over(const struct reasoner *reasoner)
{
	return reasoner->plan.purpose == PLAN_HOME || reasoner->plan.purpose == PLAN_SHUT_OFF;
}

static int symbol_of(const struct reasoner *reasoner, int place)
{
	const struct beliefs *beliefs = reasoner->beliefs;
	const struct place *at = &beliefs->place[place];
	uint8_t danger = at->has[DANGER], enemy = at->has[ENEMY];

	if (at->wall == YES)
		return SYMBOL_NUMBER_SIGN;
	if (enemy == YES)
		return SYMBOL_ENEMY;
	if (danger == YES)
		return SYMBOL_DANGER;
	if (at->seen || !is_beside_seen(beliefs, place))
		return SYMBOL_NONE;
	if (danger == MAYBE)
		return enemy == MAYBE ? SYMBOL_QUESTION_EXCLAMATION : SYMBOL_POSSIBLE_DANGER;
	if (enemy == MAYBE)
		return SYMBOL_POSSIBLE_ENEMY;
	return beliefs_rim(beliefs, place) || is_over(reasoner) ? SYMBOL_IRRELEVANT : SYMBOL_QUESTION;
}

/* Shows the way ahead and its end.  */
static void want_way(struct reasoner *reasoner)
{
	int stand = reasoner->plan.stand, here = reasoner_stand(reasoner), number = 0;

	if (reasoner->plan.purpose == PLAN_HOME) {
		for (stand = here; reasoner->home->from[stand] != NOWHERE;)
			stand = reasoner->home->from[stand];
		reasoner->wanted[stand / 4] = SYMBOL_PLAN_SHUT_OFF;
		return;
	}
	if (reasoner->plan.purpose == PLAN_SHUT_OFF) {
		reasoner->wanted[reasoner->place] = SYMBOL_PLAN_SHUT_OFF;
		return;
	}
	for (int place = NOWHERE; stand / 4 != reasoner->place; stand = reasoner->out->from[stand])
		if (stand / 4 != place) {
			place = stand / 4;
			reasoner->wanted[place] = (uint8_t)(SYMBOL_NUMBER + number);
			number += number < NUMBER_MOST;
		}
}

static int between(int least, int number, int most)
{
	return number < least ? least : number > most ? most : number;
}

static void show_symbols(struct reasoner *reasoner, struct client *client)
{
	const struct beliefs *beliefs = reasoner->beliefs;
	int low_x = between(beliefs->least_x, beliefs->low_x - 1, beliefs->most_x);
	int high_x = between(beliefs->least_x, beliefs->high_x + 1, beliefs->most_x);
	int low_y = between(beliefs->least_y, beliefs->low_y - 1, beliefs->most_y);
	int high_y = between(beliefs->least_y, beliefs->high_y + 1, beliefs->most_y);

	for (int y = low_y; y <= high_y; y++)
		for (int x = low_x; x <= high_x; x++)
			reasoner->wanted[place_at(x, y)] = (uint8_t)symbol_of(reasoner, place_at(x, y));
	want_way(reasoner);
	for (int y = low_y; y <= high_y; y++)
		for (int x = low_x; x <= high_x; x++) {
			int place = place_at(x, y);

			if (reasoner->shown[place] == reasoner->wanted[place])
				continue;
			client_symbol(client, reasoner->wanted[place], x, y);
			reasoner->shown[place] = reasoner->wanted[place];
		}
}

/* ---- words ---- */

static void say(struct reasoner *reasoner, struct client *client)
{
	const struct plan *plan = &reasoner->plan;
	int x = plan->target == NOWHERE ? 0 : x_of(plan->target);
	int y = plan->target == NOWHERE ? 0 : y_of(plan->target);
	int percent = (int)(100 * plan->chance + 0.5);
	bool home = reasoner->beliefs->place[reasoner->place].home;
	char text[sizeof(reasoner->said)] = "";

	switch (plan->purpose) {
	case PLAN_NOTHING: return;
	case PLAN_GRAB: snprintf(text, sizeof(text), "I grab the item."); break;
	case PLAN_ITEM: snprintf(text, sizeof(text), "An item is at %d,%d.", x, y); break;
	case PLAN_LOOK: snprintf(text, sizeof(text), "%d,%d is safe: I look there.", x, y); break;
	case PLAN_SHOOT:
		if (plan->chance < 1)
			snprintf(text, sizeof(text), "I shoot at %d,%d: an enemy may be there (%d %%).", x, y,
				 percent);
		else
			snprintf(text, sizeof(text), "An enemy is at %d,%d: I shoot.", x, y);
		break;
	case PLAN_RECHARGE: snprintf(text, sizeof(text), "Home, for ammunition."); break;
	case PLAN_RISK:
		snprintf(text, sizeof(text), "I have little to lose: %d,%d, deadly at %d %%.", x, y, percent);
		break;
	case PLAN_HOME:
		snprintf(text, sizeof(text), "Nothing that is safe is worth it any more: home.");
		break;
	case PLAN_SHUT_OFF:
		snprintf(text, sizeof(text), home ? "At home: I shut off." : "Nothing is left to do.");
		break;
	}
	if (strcmp(text, reasoner->said) == 0)
		return;
	memcpy(reasoner->said, text, sizeof(text));
	client_text(client, "%s", text);
}

void reasoner_show(struct reasoner *reasoner, struct client *client)
{
	show_symbols(reasoner, client);
	say(reasoner, client);
}
