/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* seat_option.h - reads --seat-option.  */
#ifndef RINGSIDE_CLI_SEAT_OPTION_H
#define RINGSIDE_CLI_SEAT_OPTION_H

#include "ringside/seat_settings.h"

/* Takes SEAT:NAME=VALUE into the settings of that seat.  NULL, or what is wrong, for people; the caller
 * frees. */
char *seat_option_take(struct seat_settings settings[SEATS], const char *text);

#endif
