/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* stall.h - an agent holds up the judge, its parent.  */
#ifndef RINGSIDE_TESTS_STALL_H
#define RINGSIDE_TESTS_STALL_H

/* Stops the judge with SIGSTOP.  Returns when it is stopped; it goes on 1.3 s later.  */
void stop_judge(void);
/* The same, until 60 ms after let_judge_go_on(): what the agent writes in between lies there by then.  */
void stop_judge_briefly(void);
void let_judge_go_on(void); /* if it was stopped */
/* Stops it for 60 ms a few times, with a pause of 30 ms after each.  Returns when it goes on for the last
 * time.  */
void stop_judge_again_and_again(void);
/* The same, but returns when the judge goes on, as after a stop of the whole machine.  */
void stop_judge_and_wait(void);

#endif
