/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* misconduct.h - misconduct that players and game programs share.  */
#ifndef RINGSIDE_TESTS_MISCONDUCT_H
#define RINGSIDE_TESTS_MISCONDUCT_H

/* Waits, and never returns.  */
void forever(void);
void pause_a_little(void); /* under no short limit */
/* Wait until the judge has written more, or has closed the input: it has given up by then, however fast the
 * machine is.  */
void wait_for_more(void);
void wait_for_the_end(void);

void leave(void);
void leave_badly(void); /* with status 7 */
void crash(void);
void close_input(void);
void close_output(void); /* and keeps running */

void say_many_comments(void); /* 200 kB of them */
void say_comments_without_end(void);
void write_one_line_without_end(void);
void write_errors_without_end(void);
void say_half_a_line(void); /* and keeps running */

/* Each leaves a child that never ends: one holds the pipes open, the other has a session of its own.  */
void hold_output(void);
void hide(void);
void ignore_terms(void);

#endif
