/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* misconduct.h - what a bad player and a bad game program do alike.  */
#ifndef RINGSIDE_TESTS_MISCONDUCT_H
#define RINGSIDE_TESTS_MISCONDUCT_H

/* Does nothing, and does not end by itself.  */
void forever(void);
/* Less than the shortest limit of the tests; more than the longest that they let pass.  */
void pause_a_little(void);
void pause_too_long(void);

void leave(void);
void leave_badly(void); /* with status 7 */
void crash(void);
void close_input(void);
void close_output(void); /* and stays */

void say_many_comments(void); /* 200 kB of them */
void say_comments_without_end(void);
void write_one_line_without_end(void);
void write_errors_without_end(void);
void say_half_a_line(void); /* and stays */

/* A child keeps its pipes open; a child leaves its session.  Neither ends by itself.  */
void hold_output(void);
void hide(void);
void ignore_terms(void);

#endif
