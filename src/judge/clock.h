/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* clock.h - the clock of a seat.
 *
 * A clock runs from just before the judge writes the message that starts a turn until the answer was read. It
 * stands while the match is paused.  All times are nanoseconds of one monotonic clock and come from the
 * caller: nothing here reads a clock.  Only the judge calls it.  */
#ifndef RINGSIDE_JUDGE_CLOCK_H
#define RINGSIDE_JUDGE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#define CLOCK_NEVER INT64_MAX
/* 73 years: it is added to other times.  */
#define CLOCK_GAINED_MOST (INT64_MAX / 4)

struct clock {
	int64_t match_limit; /* for all turns together; 0: none */
	int64_t increment;   /* what each move adds to it */
	int64_t gained;      /* what moves have added so far */
	int64_t waited;      /* what waiting for a core has added so far */
	int64_t turn_limit;  /* for this turn; 0: none */
	int64_t tolerance;   /* added to each limit before it counts as passed */
	int64_t used;        /* in the turns before this one */
	int64_t turn;        /* in this turn, until `since` */
	int64_t free;        /* how much of it does not count for the turn's limit */
	int64_t unseen;      /* how much of it is not counted if it is over at ... */
	int64_t unseen_at;   /* ... the end of a stall */
	int64_t began;       /* when this turn was begun */
	int64_t since;       /* running since; CLOCK_NEVER: it stands */
	bool open;           /* a turn has begun and not ended */
	bool paused;         /* it stood in between */
};

/* The time left until something happens.  It stands while the match is paused.  */
struct countdown {
	int64_t left;  /* ns until it is over, from `since` on; CLOCK_NEVER: not set */
	int64_t since; /* CLOCK_NEVER: it stands */
};

void countdown_set(struct countdown *countdown, int64_t left, int64_t t, bool standing);
void countdown_clear(struct countdown *countdown);
bool countdown_is_set(const struct countdown *countdown);
void countdown_pause(struct countdown *countdown, int64_t t);
void countdown_resume(struct countdown *countdown, int64_t t);
/* It was measured with a clock that stood `delta` ns before this one.  */
void countdown_shift(struct countdown *countdown, int64_t delta);
/* How much of the time from `from` to `to` it has counted.  Less than 1 ms is nothing: it began just then.
 */
int64_t countdown_part(const struct countdown *countdown, int64_t from, int64_t to);
/* When it is over; CLOCK_NEVER when it is not set or stands.  */
int64_t countdown_end(const struct countdown *countdown);

/* Begins a turn with that limit (0: none) and runs.  */
void clock_begin(struct clock *clock, int64_t t, int64_t turn_limit);
/* Ends the turn.  Returns what it took.  */
int64_t clock_end(struct clock *clock, int64_t t);
/* Stop the clock and start it again.  Outside a turn they do nothing.  */
void clock_pause(struct clock *clock, int64_t t);
void clock_resume(struct clock *clock, int64_t t);
/* The judge was held up from `from` to `to`, and was last seen awake at `seen`: what the clock has counted
 * from `from` on, as in countdown_part(), is not counted.  Returns it.  */
int64_t clock_hold_up(struct clock *clock, int64_t seen, int64_t from, int64_t to);
/* An answer has come at t.  If a stall ends then, the answer lay there, and the time since the judge was last
 * seen awake is not counted either.  Returns it.  The turn must end now.  */
int64_t clock_answered(struct clock *clock, int64_t t);
/* When the limit is passed if nothing happens before; CLOCK_NEVER when it stands or has no limit.  */
int64_t clock_deadline(const struct clock *clock);
/* ns by which this turn is over its limit or the match's, whichever is more, without the tolerance; negative:
 * not over, or there is no limit.  */
int64_t clock_over(const struct clock *clock, int64_t t);
/* When the turn will have taken `turn` ns; CLOCK_NEVER: the clock stands, or the turn had taken more before
 * the clock last started.  */
int64_t clock_reaches(const struct clock *clock, int64_t turn);
/* What is left of the match limit, which may be negative; CLOCK_NEVER without a limit.  */
int64_t clock_left(const struct clock *clock, int64_t t);
/* What this turn took so far; 0 outside a turn.  */
int64_t clock_turn(const struct clock *clock, int64_t t);

#endif
