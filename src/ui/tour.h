/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tour.h - the steps of `ringside demo --tour`, on a screen.  */
#ifndef UI_TOUR_H
#define UI_TOUR_H

#include "ringside/tour.h"
#include "ui_state.h"

/* The key that does what a step asks for.  */
#define TOUR_SKIP "."

/* Goes on to the next step when one is done.  */
void tour_look(struct ui *ui);
/* Takes the key of that name.  False: it is not for the tour.  */
bool tour_key(struct ui *ui, const char *key);
/* What the last step did and the present one asks for, and its title; the caller frees.  */
char *tour_words(const struct tour *tour);
char *tour_title(const struct tour *tour);

#endif
