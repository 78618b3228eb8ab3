/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* time_control.h - the clock of a player for all its moves, as chess programs write it: 40/60+0.6.
 *
 *   TC      PERIOD{,PERIOD}[,BYO-YOMI], or BYO-YOMI, or 0: no clock
 *   PERIOD  [MOVES/]TIME[+INCREMENT]: so many moves in TIME; each move adds INCREMENT
 *   BYO-YOMI  NxTIME: N periods of TIME for a move each; one that is used up is lost
 *   TIME    seconds, MIN:SEC, or a number with a unit as value_duration() reads it
 *
 * What is left of a period goes over to the next.  If the last period has MOVES, it repeats.  One without
 * MOVES ends when its time does, so only byo-yomi may follow it.  */
#ifndef RINGSIDE_TIME_CONTROL_H
#define RINGSIDE_TIME_CONTROL_H

#include "ringside/value.h"
#include <stdbool.h>
#include <stdint.h>

enum { PERIODS_MOST = 8 };
/* The most that a move may add: a day.  */
#define INCREMENT_MOST (INT64_C(86400) * NS_PER_S)

/* In ns.  All members have one size, so that memcmp() compares two of them.  */
struct time_control {
	struct period {
		int64_t moves; /* 0: the period lasts as long as its time does */
		int64_t time, increment;
	} period[PERIODS_MOST + 1]; /* those from `count` on are 0 */
	int64_t count;
	int64_t overtimes, overtime; /* periods of byo-yomi, and how long each is; 0: none */
};

/* Where a clock stands.  */
struct clock_state {
	int64_t left;  /* ns of this period, or of this period of byo-yomi; INT64_MAX: there is no clock */
	int64_t moves; /* that are still to be made in this period; 0: it has no number of moves */
	int64_t overtimes; /* periods of byo-yomi that are left, with the present one; 0: no byo-yomi yet */
	int64_t increment; /* ns that a move adds in this period; of judge_clock() alone */
};

/* False: it is no such text.  */
bool time_control_read(const char *text, struct time_control *control);
/* The reverse.  The caller frees.  */
char *time_control_words(const struct time_control *control);
/* Is there a clock?  Here, because each step of a match asks it several times.  */
static inline bool time_control_is_set(const struct time_control *control)
{
	return control->count || control->overtimes;
}

/* Is it no more than a limit for all moves, perhaps with an increment, or no clock at all?  */
bool time_control_is_plain(const struct time_control *control);
/* The time of all periods and of byo-yomi, without increments and repetitions; 0: there is no clock.  */
int64_t time_control_sum(const struct time_control *control);
/* All times by the factor of an OPTION_ODDS (option.h).  */
void time_control_scale(struct time_control *control, int64_t odds);
/* Where it stands when `moves` moves of the present period are to be made (0: it has no number of moves), and
 * the player loses `left` ns from now (INT64_MAX: never): so that has all of byo-yomi in it, if it may begin
 * in this period.  */
struct clock_state time_control_at(const struct time_control *control, int64_t moves, int64_t left);
/* Where it begins, and ns in which the player loses then.  */
int64_t time_control_first(const struct time_control *control);
struct clock_state time_control_begin(const struct time_control *control);

#endif
