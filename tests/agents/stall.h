/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* stall.h - an agent holds up the judge, its parent.  */
#ifndef RINGSIDE_TESTS_STALL_H
#define RINGSIDE_TESTS_STALL_H

/* Stops the judge with SIGSTOP.  Returns when it is stopped; it goes on 1.3 s after the signal.  */
void stop_judge(void);
/* The same for 60 ms.  */
void stop_judge_briefly(void);
/* Stops it so a few times, with a pause of 30 ms after each.  Returns when it goes on for the last time.  */
void stop_judge_again_and_again(void);
/* The same, but returns when the judge goes on, as after a stop of the whole machine.  */
void stop_judge_and_wait(void);

#endif
