/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* differs.h - are these the same settings?  So that games are never counted with games of other settings.  */
#ifndef RINGSIDE_TALLY_DIFFERS_H
#define RINGSIDE_TALLY_DIFFERS_H

#include <jansson.h>

/* The first difference, as "setup, --size is 7 there and 8 here"; NULL: none.  The caller frees.  */
char *json_difference(const json_t *there, const json_t *here);

#endif
