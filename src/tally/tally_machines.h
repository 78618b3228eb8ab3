/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tally_machines.h - the machines that played a tournament.  */
#ifndef RINGSIDE_TALLY_TALLY_MACHINES_H
#define RINGSIDE_TALLY_TALLY_MACHINES_H

#include "tally_read.h"

/* Takes a line that says what a machine is.  NULL, or a problem; the caller frees.  */
char *tally_machine_read(struct tallied *tallied, const char *text, size_t size);
/* Notes when they differ too much for limits in milliseconds.  */
void tally_machines_note(struct tallied *tallied);
void tally_machines_free(struct tallied *tallied);

#endif
